"""Guides: what every game says of itself to people and programs, and what a game that brings nothing says."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import orrery.games
from known import known
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject
from orrery.core.fate import Fate
from orrery.core.game import GAMES, Game
from orrery.core.guide import NoAnswer
from orrery.core.match import Match
from orrery.games import OURS, game_names, games_with, our_games
from toys.high_card import HighCard

PLAYED: list[Game] = [*[known(name) for name in game_names()], HighCard()]


def by_name(game: Game) -> str:
    return game.name


def played(game: Game, options: JsonObject, actions: int, seed: int = 3) -> Match:
    """A match some actions after its start, by lot."""
    match, fate = Match.new(game, options, seed), Fate(seed)
    while actions > 0 and match.to_act() is not None:
        match.act(fate.pick(match.actions()))
        actions -= 1
    return match


# --- questions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYED, ids=by_name)
def test_every_question_is_answered_to_seats_and_spectators_and_changes_nothing(game: Game) -> None:
    guide = game.guide()
    assert "score" in guide.questions()
    match = played(game, game.trials()[0], 20)
    for what in guide.questions():
        for seat in (0, None):
            view, seen = match.view(seat), match.seen(seat)
            before = copy.deepcopy((view, seen))
            answer = guide.answer(what, view, seen, seat, {"turns": 2})
            assert json.loads(json.dumps(answer)) == answer
            assert guide.answer(what, view, seen, seat, {"turns": 2}) == answer, "asked again it says the same"
            assert (view, seen) == before


@pytest.mark.parametrize("game", PLAYED, ids=by_name)
def test_scores_that_are_told_are_those_of_the_rules(game: Game) -> None:
    for options in game.trials()[:2]:
        match = played(game, options, 30)
        rows = game.guide().answer("score", match.view(0), match.seen(0), 0, {})["seats"]
        if match.result().scores is not None:
            assert [row["score"] for row in rows] == match.result().scores


@pytest.mark.parametrize("game", PLAYED, ids=by_name)
def test_what_nobody_can_answer_is_refused_with_what_can_be_asked(game: Game) -> None:
    match = played(game, game.trials()[0], 0)
    with pytest.raises(NoAnswer, match="does not answer 'weather'; it answers score"):
        game.guide().answer("weather", match.view(0), match.seen(0), 0, {})


def test_a_forecast_goes_as_far_as_is_asked() -> None:
    guide = known("vediic").guide()
    view = played(known("vediic"), {"players": 3}, 30).view(None)
    for more, turns in (({"turns": 1}, 1), ({"turns": 2}, 2), ({}, 3)):
        assert len(guide.answer("forecast", view, [], None, more)["turns"]) == turns
    assert games_with(lambda guide: "forecast" in guide.questions()) == ["vediic"]


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYED, ids=by_name)
def test_cards_come_with_names_and_texts_in_every_language(game: Game) -> None:
    guide = game.guide()
    found = guide.cards()
    assert (found is not None) == guide.has_cards()
    if found is not None:
        assert found.cards and found.set and found.version and set(found.title) == set(LANGUAGES)
        for lang in LANGUAGES:
            assert set(found.names[lang]) == set(found.texts[lang]) == set(found.cards)


@pytest.mark.parametrize("name", games_with(lambda guide: guide.has_cards()))
def test_cards_that_are_a_matchs_own_are_named_by_their_definitions(name: str) -> None:
    guide = known(name).guide()
    shipped = guide.cards()
    assert shipped is not None
    id, card = next(iter(shipped.cards.items()))
    own = guide.cards({id: {**card, "name": "Nobody's Own"}})
    assert own is not None and own.set is None and own.version is None and own.title == {}
    assert set(own.cards) == {id} and "Nobody's Own" in str(own.names["en"][id]) and own.texts["en"][id]
    again = guide.cards(shipped.cards)
    assert again is not None and again.set == shipped.set, "cards that ship are known by what they are"


# --- boards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYED, ids=by_name)
def test_every_board_can_be_drawn_and_read_again(game: Game) -> None:
    guide = game.guide()
    for name in guide.boards():
        board = guide.board(name)
        told = board.as_json()
        assert board.name == told["name"] == name and told["version"] and json.loads(json.dumps(told)) == told
        assert board.svg().startswith("<svg ")
        again = guide.read_board(json.dumps(told["source"]), "own.json")
        assert again.as_json() == told
        with pytest.raises(DataFault, match=r"own\.json"):
            guide.read_board("{}", "own.json")


# --- games ------------------------------------------------------------------------------------------------------------


def test_a_folder_with_a_game_is_enough_to_have_it() -> None:
    folder = Path(str(orrery.games.__file__)).parent
    ours = sorted(place.parent.name for place in folder.glob("*/game.py"))
    assert len(ours) >= 3 and set(ours) <= set(game_names())
    assert ours == OURS == [game.name for game in our_games()], "in the order of their names"


def test_games_are_named_for_what_their_guides_say(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = HighCard()
    monkeypatch.setitem(GAMES, toy.name, toy)
    assert toy.name in games_with(lambda guide: "score" in guide.questions())
    assert toy.name not in games_with(lambda guide: guide.has_cards())
    assert games_with(lambda guide: bool(guide.boards())) == ["vediic"]


def test_a_game_that_brings_nothing_has_no_cards_boards_or_rivals() -> None:
    guide = HighCard().guide()
    assert guide.cards() is None and guide.boards() == [] and guide.rivals() == []
    with pytest.raises(KeyError):
        guide.board("any")


# --- turns ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYED, ids=by_name)
def test_turns_never_run_backwards_for_the_seat_that_decides(game: Game) -> None:
    match = Match.new(game, game.trials()[0], 5)
    fate, last = Fate(5), dict[int, int]()
    grown: set[Any] = set()
    for _ in range(60):
        seat = match.to_act()
        if seat is None:
            break
        now = match.state.turn_of(seat)
        assert now >= last.get(seat, now)
        grown.add(now)
        last[seat] = now
        match.act(fate.pick(match.actions()))
    assert len(grown) > 1 or isinstance(game, HighCard), "turns are counted"


def test_where_turns_are_not_counted_one_lasts_as_long_as_the_seat_decides() -> None:
    state = HighCard().new({"players": 2}, Fate(1))
    assert [state.turn_of(seat) for seat in (0, 1)] == [0, 1]
    state.act(state.actions()[0])
    assert [state.turn_of(seat) for seat in (0, 1)] == [1, 0]


def test_a_game_that_reads_no_boards_says_so() -> None:
    with pytest.raises(DataFault, match=r"mine\.toml: high_card is played on no boards but its own"):
        HighCard().guide().read_board("", "mine.toml")


# --- the usual match --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYED, ids=by_name)
def test_the_usual_options_make_a_match_for_as_many_seats(game: Game) -> None:
    guide = game.guide()
    for seats in guide.seats({}):
        assert Match.new(game, guide.for_people(guide.usual(seats)), 3).state.seats() == seats
