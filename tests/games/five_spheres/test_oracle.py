"""Random matches beside the slow referee of tests/oracle, and random cards that are played to the end.

The cards are composed from the whole language of FS-12 (tests/oracle/random_five_spheres.py). The suite takes a slice;
`make soak` takes the full counts.
"""

from __future__ import annotations

import random

import pytest

from marks import clause
from oracle.compare_five_spheres import compare_match, make_start
from oracle.comparing import Difference
from oracle.engine import Engine
from oracle.five_spheres_naive import NaiveFiveSpheres
from oracle.random_five_spheres import random_start
from orrery.core.fate import Fate
from orrery.games.five_spheres import GAME

SLICE = 24
SOAK = 1000
FUZZ_SLICE = 60
FUZZ = 10_000
BLOCK = 100
MOST = 3000
"""So many decisions at most: FS-5.7, FS-11.3 and FS-13.6 bound a match of 40 turns far below."""


def difference_in(name: str, most: int) -> str | None:
    """What differs in a random match that is played on both sides, up to so many actions; None if nothing does."""
    rng = random.Random(name)
    _, start = make_start(NaiveFiveSpheres(), rng)
    try:
        compare_match(NaiveFiveSpheres(), Engine("five_spheres"), start, rng, most, name)
    except Difference as found:
        return str(found)
    return None


@clause("FS-2.2", "FS-5.1", "FS-7.3", "FS-9.1", "FS-13.1", "FS-14.2", "FS-17.1", "FS-19.5", "FS-19.6", "FS-20.7")
@pytest.mark.parametrize("number", range(SLICE))
def test_a_random_match_is_as_the_naive_referee_has_it(number: int) -> None:
    # Positions, actions, events and views of every seat, results, refusals, what load makes of spoiled positions.
    assert difference_in(f"slice {number}", 30) is None


@pytest.mark.soak
@pytest.mark.parametrize("block", range(SOAK // BLOCK))
def test_a_thousand_random_matches_are_as_the_naive_referee_has_them(block: int) -> None:
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        assert difference_in(f"soak {number}", 400) is None


def play_random_cards(name: str) -> int:
    """A match with cards of every kind, its invariants looked at after each action; how many actions it had."""
    rng = random.Random(name)
    start = random_start(rng)
    options = start["options"]
    options["max_turns"] = min(40, options.get("max_turns", 40))
    state = GAME.new(options, Fate(start["seed"]))
    for taken in range(MOST):
        actions = state.actions()
        if not actions:
            assert state.result().over and state.result().winners, f"{name}: no action, and nobody has won"
            return taken
        state.act(rng.choice(actions))
        GAME.check(state)
        if taken % 40 == 0:
            assert GAME.load(state.position(), Fate(0)).position() == state.position(), f"{name}: {taken}"
    raise AssertionError(f"{name}: the match has not ended after {MOST} decisions")


@clause("FS-2.1", "FS-2.2", "FS-2.3", "FS-2.4", "FS-5.7", "FS-11.3", "FS-13.6")
@pytest.mark.parametrize("number", range(FUZZ_SLICE))
def test_random_cards_play_to_the_end_without_breaking_an_invariant(number: int) -> None:
    assert play_random_cards(f"fuzz {number}") > 0


@pytest.mark.soak
@pytest.mark.parametrize("block", range(FUZZ // BLOCK))
def test_ten_thousand_matches_of_random_cards_play_to_the_end(block: int) -> None:
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        assert play_random_cards(f"soak {number}") > 0
