"""Golden matches of all games: what changes here has changed the rules."""

from __future__ import annotations

import pytest

from golden.make_matches import FOLDER, differences, five_spheres_recipes, naive_differences, read, vediic_recipes

NAMES = sorted([*five_spheres_recipes(), *vediic_recipes()])


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_match_plays_as_it_did(name: str) -> None:
    assert differences(read(FOLDER / f"{name}.json")) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_naive_referee_plays_a_golden_match_alike(name: str) -> None:
    assert naive_differences(read(FOLDER / f"{name}.json")) == []


@pytest.mark.parametrize("name", ["five_spheres-2", "vediic-2"])
def test_a_golden_match_that_is_changed_is_noticed(name: str) -> None:
    record = read(FOLDER / f"{name}.json")
    record["actions"][5][2] = "0" * 16
    assert differences(record) != []
