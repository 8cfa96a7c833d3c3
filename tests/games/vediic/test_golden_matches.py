"""The golden matches of Vediic are for 2, 4 and 7 seats, and somebody wins them."""

from __future__ import annotations

from golden.make_matches import FOLDER, read, vediic_recipes

NAMES = sorted(vediic_recipes())


def test_golden_matches_end_by_promotion_for_two_four_and_seven() -> None:
    records = [read(FOLDER / f"{name}.json") for name in NAMES]
    assert {record["options"]["players"] for record in records} == {2, 4, 7}
    assert all(record["result"]["over"] and len(record["result"]["winners"]) == 1 for record in records)
