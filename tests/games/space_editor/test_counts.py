"""Counts of action sequences from fixed positions, and golden matches: what changes here has changed the rules.

The numbers were counted once with the engine and again with the naive referee; `make soak` counts with the naive one
again.
"""

from __future__ import annotations

import json
from collections import Counter

import pytest

from games.space_editor.abilities import count, do, forbid, protect, when
from games.space_editor.arrange import position
from games.space_editor.cards import Json, basepoint, gifted, planet, star
from golden.make_matches import FOLDER, differences, naive_differences, read, recipes
from marks import clause
from oracle.space_editor_naive import NaiveSpaceEditor
from orrery.core.fate import Fate
from orrery.core.game import State
from orrery.core.match import Match
from orrery.games.space_editor import GAME

BLANK = "- - - -"
PLAIN = {
    "a": planet("n3 g2 - k", "earth"),
    "b": star("- n1* - g1", 3, "earth"),
    "c": star("-* - g2 -", 2, "fire"),
    "d": planet("k - n2 g1", "fire"),
    "base": basepoint("g2 g2 g2 g2", protect("self", "turn_down")),
}
ABLE = {
    **PLAIN,
    "mover": gifted("- g1 - -", when("neighbour_placed", do("relocate", "around", may=True)), element="earth"),
    "bomb": gifted(
        "n1 - - -", when("turned_down", do("turn_down", "adjacent"), do("rotate", "chosen")), element="fire"
    ),
    "wind": gifted("- - - g1", when("rotated", do("turn_over", "line", pick="all")), element="fire"),
    "twist": gifted("g1 - - -", when("neighbour_placed", do("rotate", "adjacent"), by="other"), element="earth"),
    "wall": gifted("- - g1 -", forbid("adjacent", kind=["star"]), protect("around", "turn_down", cause="energy")),
    "call": gifted("- - - -", when("neighbour_turned_down", do("place", to="around"), decider="placer")),
    "last": gifted("- - - -", when("game_end", do("turn_up", "any", may=True), do("guard", "chosen"))),
    "rich": gifted(
        "- - - -", when("neighbour_placed", do("place"), conditions=[count("any", 3), {"cond": "hand", "min": 1}])
    ),
}


def setup() -> Json:
    """Before the basepoint lies, on a table of six cells."""
    options = {"mode": "half", "table": [2, 3], "deck_rules": "none", "cards": PLAIN, "elements": ["earth", "fire"]}
    return Match.new(GAME, options | {"decks": [list("abab"), list("cdcd")]}, 5).position()


POSITIONS: dict[str, tuple[Json, list[int]]] = {
    "setup": (setup(), [6, 98, 1656, 20862]),
    "half": (
        position(
            "base a:2\n. b@1", PLAIN, ("a b", "c d"), decks=("a b a", "c d"), mode="half", options={"table": [4, 4]}
        ),
        [19, 406, 9126],
    ),
    "full": (
        position("/d base\na:1 .", PLAIN, ("a b", "c d"), decks=("a", "d"), options={"table": [3, 3]}),
        [18, 298, 2398, 10302],
    ),
    "abilities": (
        position("mover bomb@1\ntwist@1 /wind", ABLE, ("a", "d"), decks=("b", "c"), options={"table": [3, 3]}),
        [11, 99, 494, 2164, 6024],
    ),
    "statics": (
        position(
            "wall base\n. b", ABLE, ("a b", "c d"), decks=("bomb", "wall"), options={"table": [4, 3]}, mode="half"
        ),
        [11, 140, 1077, 10118],
    ),
    "hands": (
        position("call@1 bomb\nrich .", ABLE, ("d a b", "c c"), decks=("", ""), options={"table": [3, 3]}),
        [33, 482, 4279],
    ),
    "ending": (
        position(
            "last /b\n. base",
            ABLE,
            ("", "d c"),
            decks=("", ""),
            active=1,
            mode="half",
            options={"table": [3, 3], "final_star": "forbid"},
        ),
        [8, 12, 6, 24, 0],
    ),
    "one piece": (
        position("mover a\n. base", ABLE, ("b", "d"), decks=("a", "c"), options={"table": [3, 3], "split": "forbid"}),
        [10, 88, 455, 2420, 8671],
    ),
}


def sequences(state: State, depth: int) -> int:
    """How many sequences of so many actions there are; a match that ends earlier counts as none."""
    actions = state.actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = state.clone()
        after.act(action)
        total += sequences(after, depth - 1)
    return total


def naive_sequences(position: Json, depth: int) -> int:
    """The same, counted by the naive referee."""
    naive = NaiveSpaceEditor()
    naive.load(position)
    actions = naive.actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = NaiveSpaceEditor()
        after.load(position)
        after.act(action)
        if after.to_act() is not None:
            total += naive_sequences(after.position(), depth - 1)
    return total


@clause("SE-4.1", "SE-5.1", "SE-8.4", "SE-13.1", "SE-13.3")
@pytest.mark.parametrize("name", POSITIONS)
def test_there_are_so_many_action_sequences(name: str) -> None:
    start, counts = POSITIONS[name]
    state = GAME.load(start, Fate())
    assert [sequences(state, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.soak
@pytest.mark.parametrize("name", POSITIONS)
def test_the_naive_referee_counts_the_same(name: str) -> None:
    start, counts = POSITIONS[name]
    assert [naive_sequences(start, depth + 1) for depth in range(len(counts))] == counts


@clause("SE-7.3", "SE-14")
@pytest.mark.parametrize("name", recipes())
def test_a_golden_match_plays_as_it_did(name: str) -> None:
    assert differences(read(FOLDER / f"{name}.json")) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", recipes())
def test_the_naive_referee_plays_a_golden_match_alike(name: str) -> None:
    assert naive_differences(read(FOLDER / f"{name}.json")) == []


def test_the_golden_matches_are_those_of_the_recipes() -> None:
    files = {file.stem for file in FOLDER.glob("space_editor-*.json")}
    assert files == set(recipes())
    for name, (options, seed) in recipes().items():
        record = read(FOLDER / f"{name}.json")
        assert (record["options"], record["seed"]) == (json.loads(json.dumps(options)), seed)


def test_the_golden_matches_show_the_game_in_full() -> None:
    told: Counter[str] = Counter()
    seats = Counter()
    for name in recipes():
        record = read(FOLDER / f"{name}.json")
        seats[record["options"].get("mode", "half"), len(record["result"]["scores"])] += 1
        for _, names, _ in record["actions"]:
            told.update(names.split())
    assert set(seats) == {("half", 2), ("half", 3), ("half", 4), ("full", 2)}
    assert told["triggered"] > 50
    assert {"turned_down", "turned_up", "faced", "rotated", "relocated", "guarded", "silenced", "fizzled"} <= set(told)
    assert {"targeted", "skipped", "discarded", "final", "ending", "over"} <= set(told)


def test_a_golden_match_that_is_changed_is_noticed() -> None:
    name = next(iter(recipes()))
    for spoil in (
        lambda record: record["actions"][3].__setitem__(2, "0" * 16),
        lambda record: record["actions"].pop(),
        lambda record: record["actions"].pop(4),
        lambda record: record.__setitem__("seed", 3),
        lambda record: record.__setitem__("position", "0" * 64),
        lambda record: record["result"]["scores"].reverse(),
        lambda record: record.__setitem__("cards", "0" * 64),
    ):
        record = read(FOLDER / f"{name}.json")
        spoil(record)
        assert differences(record)
