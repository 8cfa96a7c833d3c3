"""The mind of Space Editor: its figures are sound in all kinds of matches, and it sees what a player would see."""

from __future__ import annotations

from math import isfinite

import pytest

from orrery.bots.bot import NoLimit, make_bot
from orrery.bots.games.space_editor.features import FEATURES, Survey
from orrery.bots.games.space_editor.mind import GameMind
from orrery.bots.games.space_editor.traits import TRAITS
from orrery.bots.mcts import Budget
from orrery.bots.mind import Mind
from orrery.bots.minds import mind_of, searcher
from orrery.bots.search import Search
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import State
from orrery.core.match import Match
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.game import GAME
from orrery.games.space_editor.rules import words
from orrery.games.space_editor.rules.engine import SpaceEditorState
from orrery.games.space_editor.rules.scoring import scores
from orrery.games.space_editor.rules.state import PLACE
from orrery.games.space_editor.rules.words import word_of

TRIALS = GAME.trials()
NEVER_CLEAR = 100.0
"""A patience that lets a search go on to the end of its budget."""
SECOND = next(found for found in sets.archived(sets.STANDARD) if found.version == 2)
"""The cards of the positions below: a version that never changes."""


def random_states(options: JsonObject, seed: int, gap: int = 3) -> list[State]:
    """Every third state of a random match."""
    match, fate = Match.new(GAME, options, seed), Fate(seed)
    states: list[State] = []
    while match.to_act() is not None:
        if match.taken % gap == 0:
            states.append(match.state.clone())
        match.act(fate.pick(match.actions()))
    states.append(match.state.clone())
    return states


def position(board: list[JsonObject], hands: list[list[str]], **more: object) -> JsonObject:
    """Earth (seat 0) against fire around a basepoint in the middle; face-down cards are shown."""
    middle: JsonObject = {"x": 0, "y": 0, "card": "181", "placer": 1, "turn": 0, "no": 0}
    for no, card in enumerate(board, 1):
        card.update(no=no, turn=no)
    return {
        "game": "space_editor",
        "version": 1,
        "options": {"mode": "full", "face_down": "shown", "deck_rules": "none"},
        "cards": SECOND.material.cards,
        "elements": ["earth", "fire"],
        "basepoint": "181",
        "phase": "place",
        "turn": 9,
        "active": 0,
        "board": [middle, *board],
        "hands": hands,
        **more,
    }


def sight(state: State, action: str) -> dict[str, float]:
    """The traits of an action."""
    mind = GameMind()
    number = state.read(action)
    assert number in state.actions()
    return dict(zip(TRAITS, mind.traits(state, [number])[0], strict=True))


def search(state: State, looks: int) -> str:
    """What a small search chooses."""
    seat = state.to_act()
    actions = [state.word(action) for action in state.actions()]
    bot = searcher(GAME, "small", Budget(looks))
    return bot.choose(state.view(seat), [], actions, Fate(3), NoLimit())


@pytest.mark.parametrize("number", range(len(TRIALS)))
def test_figures_are_sound_in_every_kind_of_match(number: int) -> None:
    mind = mind_of("space_editor")
    assert isinstance(mind, GameMind)
    for state in random_states(TRIALS[number], number):
        seats = range(state.seats())
        chances = mind.chances(state)
        assert abs(sum(chances) - 1) < 1e-9 and min(chances) >= 0
        if state.to_act() is None:
            continue
        for seat in seats:
            row = mind.features(state, seat)
            assert len(row) == len(FEATURES) and all(map(isfinite, row)) and max(map(abs, row)) < 30
        actions = state.actions()
        rows = mind.traits(state, actions)
        assert len(rows) == len(actions)
        for row in rows:
            assert len(row) == len(TRAITS) and all(map(isfinite, row)) and max(map(abs, row)) < 30


@pytest.mark.parametrize("number", range(len(TRIALS)))
def test_the_short_ways_agree_with_those_of_every_mind(number: int) -> None:
    mind = mind_of("space_editor")
    for state in random_states(TRIALS[number], 50 + number, gap=7):
        actions = state.actions()
        assert mind.chances(state) == pytest.approx(Mind.chances(mind, state))
        assert mind.priors(state, actions) == pytest.approx(Mind.priors(mind, state, actions))


@pytest.mark.parametrize("number", range(len(TRIALS)))
def test_bundles_hold_the_legal_actions_each_meaning_once(number: int) -> None:
    mind = GameMind()
    spelled = 0
    for state in random_states(TRIALS[number], 150 + number, gap=1):
        assert isinstance(state, SpaceEditorState)
        ground = mind.ground(state)
        if ground is None:
            assert state.phase != PLACE
            continue
        names = mind.bundles(state)
        spelled += any(name not in state.hands[state.active] for name in names)
        unfolded = [mind.key(state, action) for name in names for action in mind.unfold(state, name)]
        legal = [action for action in state.actions() if word_of(action) == words.PLACE]
        assert sorted(unfolded) == sorted({mind.key(state, action) for action in legal})
    assert spelled or number != 3


@pytest.mark.parametrize("number", range(len(TRIALS)))
def test_bundles_change_no_choice(number: int) -> None:
    """By bundles or by whole lists, the same seed visits the same actions."""
    mind = mind_of("space_editor")
    for state in random_states(TRIALS[number], 250 + number, gap=11)[1:-1]:
        seat = state.to_act()
        assert seat is not None
        legal = [state.word(action) for action in state.actions()]
        found: list[list[tuple[str, int, float]]] = []
        for bundling in (False, True):
            search = Search(mind, GAME.sampler(state.view(seat), []), seat, Fate(5))
            search.bundling, search.memory = bundling, 0
            search.open(legal)
            search.run(60, NoLimit())
            found.append([(one.word, one.visits, round(one.chance, 6)) for one in search.findings()])
        assert found[0] == found[1]


def test_a_decision_at_first_sight_may_be_remembered_for_other_worlds() -> None:
    mind = mind_of("space_editor")
    state = random_states({"mode": "full"}, 4, gap=20)[1]
    seat = state.to_act()
    assert seat is not None
    search = Search(mind, GAME.sampler(state.view(seat), []), seat, Fate(5))
    search.memory = 3
    search.open([state.word(action) for action in state.actions()])
    search.run(80, NoLimit(), NEVER_CLEAR)
    assert 0 < len(search.outlooks) <= 3 and sum(one.visits for one in search.findings()) == 80


@pytest.mark.parametrize("number", range(len(TRIALS)))
def test_a_survey_counts_the_points_as_the_rules_do(number: int) -> None:
    mind = GameMind()
    for state in random_states(TRIALS[number], 100 + number):
        assert isinstance(state, SpaceEditorState)
        assert Survey(mind.facts_of(state), state).scores == scores(state)


@pytest.mark.parametrize("number", range(len(TRIALS)))
def test_keys_mean_the_same_in_all_worlds(number: int) -> None:
    mind = GameMind()
    match, fate = Match.new(GAME, TRIALS[number], 7), Fate(7)
    while (seat := match.to_act()) is not None:
        words = match.actions()
        if match.taken % 5 == 0:
            sampler = GAME.sampler(match.view(seat), match.seen(seat))
            worlds = [match.state, *[sampler.draw(fate) for _ in range(3)]]
            for word in words[::7]:
                actions = [world.read(word) for world in worlds]
                assert None not in actions
                keys = {mind.key(world, action) for world, action in zip(worlds, actions, strict=True) if action}
                assert len(keys) <= 1
        match.act(fate.pick(words))


def test_rotations_that_look_the_same_share_a_key() -> None:
    state = GAME.load(position([], [["048"], ["136"]]), Fate(0))
    mind = GameMind()
    keys = {state.word(action): mind.key(state, action) for action in state.actions()}
    assert keys["place 048 1,0 r0"] == keys["place 048 1,0 r2"] != keys["place 048 1,0 r1"]
    assert len(set(keys.values())) == len(keys) // 2


FALLEN: JsonObject = {"x": 1, "y": 0, "card": "091", "r": 0, "up": False, "placer": 0}
"""A star of earth worth 4, face down."""


def test_a_star_that_can_be_turned_up_again_is_seen() -> None:
    state = GAME.load(position([dict(FALLEN)], [["105", "099"], ["140", "141"]], decks=[["103"], ["150"]]), Fate(0))
    traits = sight(state, "place 105 2,0 r1")
    assert traits["up_own"] == pytest.approx(0.8) and traits["kinetic_idle"] == 0
    assert sight(state, "place 105 0,1 r2")["kinetic_idle"] == 1
    figures = dict(zip(FEATURES, GameMind().features(state, 0), strict=True))
    assert figures["revival"] == pytest.approx(0.4) and figures["hope"] > 0
    mind = mind_of("space_editor")
    actions = state.actions()
    priors = mind.priors(state, actions)
    best = actions[priors.index(max(priors))]
    assert dict(zip(TRAITS, mind.traits(state, [best])[0], strict=True))["up_own"] > 0


def test_a_star_is_turned_up_again_while_there_is_time() -> None:
    """Earth has nothing to show against 2 points, and one card left that can turn its star up."""
    rival: JsonObject = {"x": -1, "y": 0, "card": "140", "r": 0, "placer": 1}
    state = GAME.load(position([dict(FALLEN), rival], [["105"], []], decks=[[], []], turn=47), Fate(0))
    assert sum(sight(state, state.word(action))["up_own"] > 0 for action in state.actions()) < len(state.actions()) / 2
    assert sight(state, search(state, 60))["up_own"] > 0


WEAK: JsonObject = {"x": 1, "y": 0, "card": "136", "r": 0, "placer": 1}
"""A star of fire worth 6: blank to the south and to the basepoint, which pulls it already."""
SOLID: JsonObject = {"x": -1, "y": 0, "card": "091", "r": 0, "placer": 0}


def test_threats_and_hazard_are_seen() -> None:
    weak = position([dict(WEAK), dict(SOLID)], [["109", "104"], ["140"]], decks=[["103"], ["150"]])
    state = GAME.load(weak, Fate(0))
    fire = dict(zip(FEATURES, GameMind().features(state, 1), strict=True))
    assert fire["threat"] == pytest.approx(0.6) and fire["threat_next"] == pytest.approx(1.2) and fire["hazard"] > 0
    assert sight(state, "place 109 1,-1 r0")["down_rival"] == pytest.approx(1.2)
    assert sight(state, "place 109 0,1 r0")["down_rival"] == 0
    covered = position(
        [dict(WEAK), dict(SOLID), {"x": 1, "y": -1, "card": "051", "placer": 1}],
        [["109"], ["140"]],
        decks=[["103"], []],
    )
    fire = dict(zip(FEATURES, GameMind().features(GAME.load(covered, Fate(0)), 1), strict=True))
    assert fire["threat"] == 0


def test_the_last_placement_that_wins_is_found() -> None:
    """Earth is behind by 4 to 6 and has one card left: only gravity from the south turns the star of fire down."""
    state = GAME.load(position([dict(WEAK), dict(SOLID)], [["109"], []], decks=[[], []], turn=47), Fate(0))
    assert len(state.actions()) > 10
    assert search(state, 60) in ("place 109 1,-1 r0", "place 109 1,-1 r2")


def test_the_basepoint_goes_to_the_middle() -> None:
    match = Match.new(GAME, {"mode": "half"}, 1)
    assert search(match.state, 20) == "basepoint 0,0"


def test_a_beginner_puts_the_basepoint_near_the_middle_too() -> None:
    match = Match.new(GAME, {"mode": "half"}, 1)
    seat = match.to_act()
    assert seat is not None
    view, seen, actions = match.view(seat), match.seen(seat), match.actions()
    bot = make_bot("level1", GAME)
    chosen = {bot.choose(view, seen, actions, Fate(seed), NoLimit()) for seed in range(12)}
    assert len(chosen) > 1, "it is no master's choice"
    assert all(max(abs(int(number)) for number in word.split()[1].split(",")) <= 2 for word in chosen)
