"""Golden matches of Five Spheres, all modes and all ways to make a deck: what changes here has changed the rules."""

from __future__ import annotations

import pytest

from golden.make_matches import FOLDER, differences, five_spheres_recipes, naive_differences, read
from orrery.games.five_spheres.rules.assembly import METHODS
from orrery.games.five_spheres.rules.state import MODES

NAMES = sorted(five_spheres_recipes())


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_match_plays_as_it_did(name: str) -> None:
    assert differences(read(FOLDER / f"{name}.json")) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_naive_referee_plays_a_golden_match_alike(name: str) -> None:
    assert naive_differences(read(FOLDER / f"{name}.json")) == []


def test_a_golden_match_that_is_changed_is_noticed() -> None:
    record = read(FOLDER / "five_spheres-2.json")
    record["actions"][5][2] = "0" * 16
    assert differences(record) != []


def test_golden_matches_show_every_mode_and_every_assembly() -> None:
    options = [read(FOLDER / f"{name}.json")["options"] for name in NAMES]
    assert {row.get("mode", MODES[0]) for row in options} == set(MODES)
    assert {row.get("assembly", METHODS[0]) for row in options} == set(METHODS)
    assert {row.get("lords", 2) for row in options} == {2, 3, 4, 5, 6}
