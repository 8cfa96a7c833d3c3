"""Golden matches of Vediic for 2, 4 and 7 seats: what changes here has changed the rules."""

from __future__ import annotations

import pytest

from golden.make_matches import FOLDER, differences, naive_differences, read, vediic_recipes

NAMES = sorted(vediic_recipes())


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_match_plays_as_it_did(name: str) -> None:
    assert differences(read(FOLDER / f"{name}.json")) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_naive_referee_plays_a_golden_match_alike(name: str) -> None:
    assert naive_differences(read(FOLDER / f"{name}.json")) == []


def test_a_golden_match_that_is_changed_is_noticed() -> None:
    record = read(FOLDER / "vediic-2.json")
    record["actions"][5][2] = "0" * 16
    assert differences(record) != []


def test_golden_matches_end_by_promotion_for_two_four_and_seven() -> None:
    records = [read(FOLDER / f"{name}.json") for name in NAMES]
    assert {record["options"]["players"] for record in records} == {2, 4, 7}
    assert all(record["result"]["over"] and len(record["result"]["winners"]) == 1 for record in records)
