"""Codes are the same for the same verb and slots as long as the version of the rules stays, and tell actions apart."""

from __future__ import annotations

import json

import pytest

from adapters import make_codecs
from adapters.walks import GAMES, SETUPS, walk
from known import known
from orrery.core.codec import HIGHEST, PLACES, CodecFull, Factor, GeneralCodec, Part, Verb, capped
from orrery.core.fate import Fate
from orrery.core.game import State
from toys.high_card import HighCard


@pytest.mark.parametrize("name", GAMES)
def test_what_codes_mean_changes_only_with_the_version_of_the_rules(name: str) -> None:
    game = known(name)
    fixed = json.loads(make_codecs.FILE.read_text(encoding="utf-8"))
    assert make_codecs.key_of(game) in fixed, "a new version of the rules: run tests/adapters/make_codecs.py"
    for number, was in enumerate(fixed[make_codecs.key_of(game)]):
        now = make_codecs.entry(game, number)
        assert now == was, f"setup {number} of {make_codecs.key_of(game)}: codes or observations mean something else"


@pytest.mark.parametrize(("name", "number"), SETUPS)
def test_every_legal_action_has_a_code_of_its_own_which_leads_back_to_it(name: str, number: int) -> None:
    game = known(name)
    for moment in walk(game, game.trials()[number], 50 + number, 300):
        state, codec = moment.state, moment.codec
        actions, codes = state.actions(), codec.codes(state)
        assert len(set(codes)) == len(actions) == len(codes)
        assert min(codes) >= 0 and max(codes) < codec.size
        action = actions[len(actions) // 2]
        code = codec.encode(state, action)
        assert codec.decode(state, code) == action
        assert codec.name_of(code).split(" ")[0] == state.word(action).split(" ")[0]
        legal = set(codes)
        other = next(code for code in range(codec.size) if code not in legal)
        assert codec.decode(state, other) is None


@pytest.mark.parametrize("name", GAMES)
def test_a_code_is_its_verb_and_its_factors(name: str) -> None:
    game = known(name)
    codec = game.guide().codec(game.new(game.trials()[0], Fate(0)))
    names = {codec.name_of(code) for code in range(codec.size)}
    assert len(names) == codec.size, "two codes have one name"
    for code in range(0, codec.size, 97):
        verb = codec.verb_of(code)
        again = 0
        for factor, value in zip(codec.verbs[verb].factors, codec.factors_of(code), strict=True):
            again = again * codec.factors[factor].size + value
        assert codec.bases[verb] + again == code


@pytest.mark.parametrize("name", GAMES)
def test_the_same_slot_has_the_same_code_in_another_match(name: str) -> None:
    """By the words of actions that name slots and no numbers of pieces: those mean the same in every match."""
    game = known(name)
    options = game.trials()[0]
    found: dict[str, set[int]] = {}
    for seed in range(3):
        for moment in walk(game, options, seed, 200):
            for action, code in zip(moment.state.actions(), moment.codec.codes(moment.state), strict=True):
                word = moment.state.word(action)
                if word.split(" ")[0] in {"end", "keep", "roll", "charity", "put", "take", "basepoint", "target none"}:
                    found.setdefault(word, set()).add(code)
    assert found and all(len(codes) == 1 for codes in found.values())


def test_there_is_no_code_beyond_the_last() -> None:
    game = known("vediic")
    state = game.new(game.trials()[0], Fate(0))
    codec = game.guide().codec(state)
    for code in (-1, codec.size):
        with pytest.raises(ValueError, match=f"they go from 0 to {codec.size - 1}"):
            codec.name_of(code)
    with pytest.raises(ValueError, match="only legal actions have codes"):
        codec.encode(state, -5)


def test_a_hand_that_no_match_deals_is_refused_with_a_sentence() -> None:
    game = known("space_editor")
    state = game.new({"mode": "half"}, Fate(1))
    codec = game.guide().codec(state)
    state.act(state.actions()[0])
    position = state.position()
    seat = state.to_act()
    assert seat is not None
    position["hands"][seat] = sorted(position["hands"][seat] + position["decks"][seat])
    position["decks"][seat] = []
    crowded = game.load(position, Fate(0))
    with pytest.raises(CodecFull, match="more than 2 cards"):
        codec.codes(crowded)


def test_an_observation_shows_large_numbers_as_the_highest() -> None:
    assert [capped(5), capped(10**9), capped(-(10**9))] == [5, HIGHEST, -HIGHEST]


# --- games without a codec --------------------------------------------------------------------------------------------


def test_a_game_that_brings_no_codec_has_the_general_one() -> None:
    game = HighCard()
    for moment in walk(game, game.trials()[0], 4):
        codec = moment.codec
        assert isinstance(codec, GeneralCodec)
        words = [moment.state.word(action) for action in moment.state.actions()]
        assert [code for _, code in sorted(zip(words, codec.codes(moment.state), strict=True))] == [*range(len(words))]
        row = codec.observe(moment.state.view(moment.seat), moment.seat)
        assert len(row) == codec.length and any(row)


def test_the_general_codec_says_when_a_game_needs_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game = HighCard()
    state = game.new(game.trials()[0], Fate(0))
    wide = [*state.actions()] * PLACES

    def many(_: State) -> list[int]:
        return wide

    monkeypatch.setattr(type(state), "actions", many)
    with pytest.raises(CodecFull, match=r"the game needs a codec of its own \(Guide.codec\)"):
        GeneralCodec().codes(state)


def test_what_is_declared_fixes_the_hash() -> None:
    class Small(GeneralCodec):
        def __init__(self, labels: list[str]) -> None:
            super().__init__()
            super(GeneralCodec, self).__init__([Factor("a", labels)], [Verb("v", ["a"])], [Part("p", 1, ["x"])])

    assert Small(["1", "2"]).hash() == Small(["1", "2"]).hash() != Small(["2", "1"]).hash()
    assert Small(["1", "2"]).size == 2 and Small(["1"]).size == 1


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_a_million_decisions_have_codes(name: str) -> None:
    game = known(name)
    trials = game.trials()
    decisions = match = 0
    while decisions < 1_000_000:
        for moment in walk(game, trials[match % len(trials)], match):
            codes = moment.codec.codes(moment.state)
            assert len(set(codes)) == len(moment.state.actions()) and max(codes) < moment.codec.size
            decisions += 1
        match += 1
