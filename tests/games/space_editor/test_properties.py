"""What holds in every match: random matches beside the slow referee of tests/oracle, and invariants that need none.

Cards, options, decks and positions are random, each match from a seed of its own. The usual run takes a bounded slice;
`make soak` takes the full counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from marks import clause
from oracle.compare_space_editor import compare_match, wrong_action
from oracle.comparing import Difference
from oracle.engine import Engine
from oracle.random_space_editor import random_position, random_start
from oracle.space_editor_naive import (
    NaiveSpaceEditor,
)
from orrery.core import clause as clauses
from orrery.core.game import State
from orrery.core.match import Match
from orrery.games.space_editor import GAME
from orrery.games.space_editor.cards.card import KIND_LIMIT, card_set

Json = dict[str, Any]

SLICE = 48
SOAK = 2_000
BLOCK = 100
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
CONNECTS = {"n": "ng", "g": "ng-", "-": "g-f", "k": "-f"}
EFFECTS: list[Json] = [
    {"effect": "relocate", "target": {"where": "around"}},
    {"effect": "turn_over", "target": {"where": "adjacent"}},
    {"effect": "rotate", "target": {"where": "line"}},
    {"effect": "place", "to": "around"},
]


def random_match(name: str) -> tuple[Json, random.Random]:
    """The start of a random match and what chooses its actions."""
    rng = random.Random(name)
    start = random_start(rng) if rng.random() < 0.5 else {"position": random_position(rng)}
    return start, rng


def begun(start: Json) -> Match | None:
    """A random match on our engine; None for a position that is refused."""
    if "options" in start:
        return Match.new(GAME, start["options"], start["seed"], start.get("fate"))
    try:
        return Match.load(GAME, start["position"])
    except clauses.BadPosition:
        return None


def played(name: str, matches: int, most: int = 60) -> Iterator[tuple[Match, str, random.Random]]:
    """Every action of some random matches, before it is carried out."""
    for number in range(matches):
        start, rng = random_match(f"{name} {number}")
        match = begun(start)
        for _ in range(most if match is not None else 0):
            assert match is not None
            if match.to_act() is None:
                break
            word = rng.choice(match.actions())
            yield match, word, rng
            match.act(word)


# --- beside the naive referee -----------------------------------------------------------------------------------------


def difference_in(name: str, most: int) -> str | None:
    """What differs in a random match that is played on both sides, up to so many actions; None if nothing does."""
    start, rng = random_match(name)
    try:
        compare_match(NaiveSpaceEditor(), Engine("space_editor"), start, rng, most, name)
    except Difference as found:
        return str(found)
    return None


@clause("SE-4.1", "SE-5.1", "SE-8.4", "SE-9.5", "SE-11.6", "SE-12.3", "SE-13.1", "SE-14", "SE-15.2")
@pytest.mark.parametrize("number", range(SLICE))
def test_a_random_match_is_as_the_naive_referee_has_it(number: int) -> None:
    # Positions, actions, events, views, scores, refusals, and what load makes of spoiled positions: all the same.
    assert difference_in(f"slice {number}", 25) is None


@pytest.mark.soak
@pytest.mark.parametrize("block", range(SOAK // BLOCK))
def test_two_thousand_random_matches_are_as_the_naive_referee_has_them(block: int) -> None:
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        assert difference_in(f"soak {number}", 400) is None


@clause("SE-9.2", "SE-9.3", "SE-9.5", "SE-9.7")
def test_the_scores_of_random_pictures_are_those_of_a_naive_recount() -> None:
    told = 0
    for number in range(150):
        position = random_position(random.Random(f"scores {number}"))
        match = begun({"position": position})
        if match is not None:
            naive = NaiveSpaceEditor()
            naive.load(position)
            assert match.result().scores == naive.scores(), f"picture {number}"
            told += any(match.result().scores or [])
    assert told > 50


@clause("SE-13.1", "SE-6.4")
def test_the_actions_of_random_pictures_are_those_of_a_naive_search() -> None:
    found = 0
    for number in range(60):
        position = random_position(random.Random(f"pictures {number}"))
        match = begun({"position": position})
        if match is not None:
            naive = NaiveSpaceEditor()
            naive.load(position)
            assert match.actions() == naive.actions(), f"picture {number}"
            found += 1
    assert found > 30


# --- without it -------------------------------------------------------------------------------------------------------


def sides(position: Json) -> dict[tuple[int, int], list[str]]:
    """What every placed card shows to the north, east, south and west: the first letter of its side, or f."""
    shown: dict[tuple[int, int], list[str]] = {}
    for row in position["board"]:
        printed = position["cards"][row["card"]]["sides"]
        shown[row["x"], row["y"]] = [printed[(d - row["r"]) % 4][0] if row["up"] else "f" for d in range(4)]
    return shown


@clause("SE-4.2", "SE-4.3", "SE-4.5", "SE-4.6")
def test_no_card_is_ever_put_down_where_a_side_does_not_connect() -> None:
    puts = 0
    for match, word, _ in played("contacts", 25):
        parts = word.split()
        if parts[0] not in ("place", "relocate"):
            continue
        position = match.position()
        shown = sides(position)
        x, y = (int(number) for number in parts[-2].split(","))
        if parts[0] == "relocate":
            moved = next(row for row in position["board"] if row["no"] == position["now"]["subject"])
            del shown[moved["x"], moved["y"]]
            card = moved["card"]
        else:
            card = parts[1]
        assert (x, y) not in shown
        turn = int(parts[-1][1])
        mine = [position["cards"][card]["sides"][(d - turn) % 4][0] for d in range(4)]
        touched = [
            (mine[d], shown[x + dx, y + dy][(d + 2) % 4])
            for d, (dx, dy) in enumerate(STEPS)
            if (x + dx, y + dy) in shown
        ]
        assert touched
        assert all(theirs in CONNECTS[own] for own, theirs in touched), f"{word}: {touched}"
        puts += 1
    assert puts > 200


@clause("SE-13.1")
def test_a_word_is_refused_exactly_if_it_is_not_in_the_list() -> None:
    refused = allowed = 0
    for match, word, rng in played("refusals", 20):
        listed = match.actions()
        words = {word, *rng.sample(listed, min(4, len(listed))), *(wrong_action(listed, rng) for _ in range(4))}
        words |= {strange for row in match.position()["board"][:3] for strange in near(row, rng)}
        for asked in sorted(words):
            answer = match.why_not(asked)
            assert (answer is None) == (asked in listed), f"{asked}: {answer and answer.code}"
            if answer is None:
                allowed += 1
            else:
                refused += 1
                assert clauses.explain(GAME.package, answer, "en")
                assert clauses.explain(GAME.package, answer, "ja")
    assert refused > 1000
    assert allowed > 1000


def near(row: Json, rng: random.Random) -> list[str]:
    """Words about the cells beside a placed card, most of them not allowed."""
    x, y = row["x"] + rng.choice([-1, 0, 1]), row["y"] + rng.choice([-1, 0, 1])
    return [
        f"place {row['card']} {x},{y} r0",
        f"target {x},{y}",
        f"relocate {x},{y} r{rng.randrange(4)}",
        f"face {x},{y} r1",
    ]


def test_the_contacts_that_the_engine_keeps_are_those_of_the_board() -> None:
    looked = 0
    for match, _, rng in played("invariants", 20):
        if rng.random() < 0.5:
            GAME.check(match.state)  # raises AssertionError
            looked += 1
    assert looked > 100


def test_a_clone_and_its_match_do_not_touch_each_other() -> None:
    for match, _, rng in played("clones", 12, 30):
        before = match.position()
        twin = match.state.clone()
        assert twin.position() == before
        told: list[tuple[str, list[Json]]] = []
        for _ in range(6):
            if twin.to_act() is None:
                break
            word = rng.choice(sorted(twin.word(action) for action in twin.actions()))
            told.append((word, carried_out(twin, word)))
        assert match.position() == before
        other = match.state.clone()
        assert [(word, carried_out(other, word)) for word, _ in told] == told
        assert other.position() == twin.position()


def carried_out(state: State, word: str) -> list[Json]:
    """The events of an action."""
    action = state.read(word)
    assert action is not None
    return [event.as_json() for event in state.act(action)]


@pytest.mark.parametrize("number", range(8))
def test_a_match_always_ends(number: int) -> None:
    rng = random.Random(f"ends {number}")
    start = random_start(rng)
    match = Match.new(GAME, start["options"], start["seed"], start.get("fate"))
    for _ in range(2_000):
        if match.to_act() is None:
            break
        match.act(rng.choice(match.actions()))
    assert match.result().over
    assert match.result().winners


def crowd(table: int, seed: str) -> Json:
    """A board like a chess board: every second cell is taken by a random card of many values, so that each empty cell
    is of a kind of its own.
    """
    rng = random.Random(seed)
    cells = [(x, y) for x in range(-(table // 2), table - table // 2) for y in range(-(table // 2), table - table // 2)]
    ids = sorted(MANY_VALUES)
    rows = [{"x": x, "y": y, "card": rng.choice(ids), "r": rng.randrange(4)} for x, y in cells if (x + y) % 2 == 0]
    return {
        "game": "space_editor",
        "version": 1,
        "options": {"mode": "full", "table": [table, table], "deck_rules": "none"},
        "cards": MANY_VALUES,
        "elements": ["water", "fire"],
        "phase": "place",
        "turn": 3,
        "active": 0,
        "board": rows,
        "hands": [["c01", "c30"], ["c60"]],
        "decks": [["c10", "c70"], ["c20", "c80"]],
    }


MANY_VALUES: Json = {
    f"c{n:02}": {
        "kind": "ability" if n % 7 == 0 else "planet",
        "element": "fire",
        "level": "gold",
        "sides": [f"n{n + 1}", f"g{99 - n}", "-" if n % 3 else "k", f"n{99 - n}"],
        "abilities": [{"when": {"event": "neighbour_placed"}, "do": [EFFECTS[n // 7 % len(EFFECTS)]]}]
        if n % 7 == 0
        else [],
    }
    for n in range(99)
}


def test_more_kinds_of_cells_than_the_engine_remembers_make_no_difference() -> None:
    engine = Engine("space_editor")
    for number in range(4):
        engine.load(crowd(99, f"crowd {number}"))
    assert len(card_set(MANY_VALUES).contacts_of) == KIND_LIMIT
    for number in range(3):
        rng = random.Random(f"beyond {number}")
        compare_match(
            NaiveSpaceEditor(), engine, {"position": crowd(5, f"small {number}")}, rng, 12, f"crowd {number}", 0
        )
