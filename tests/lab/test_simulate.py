"""Many matches: paired seeds, the same figures however many processes, honest intervals."""

from __future__ import annotations

import pytest

from orrery.lab.simulate import Job, Outcome, Pairing, interval, pair_elements, play


def test_a_match_is_the_same_for_the_same_seed() -> None:
    job = Job("space_editor", {"mode": "half"}, ["random", "greedy"], 3, "x")
    one, two = play(job), play(job)
    assert (one.scores, one.winners, one.actions, one.label) == (two.scores, two.winners, two.actions, "x")


def test_figures_do_not_depend_on_the_number_of_processes() -> None:
    alone = [p.as_json() for p in pair_elements("half", ["water", "fire"], 6, "random", 1)]
    together = [p.as_json() for p in pair_elements("half", ["water", "fire"], 6, "random", 2)]
    assert alone == together and alone[0]["matches"] == 6


def test_sides_are_swapped_so_that_seats_weigh_alike() -> None:
    pairing = Pairing("a", "b")
    for i in range(4):
        pairing.add(Outcome(None, [5, 3], [0], 10), i % 2)
    figures = pairing.as_json()
    assert figures["left_wins"] == 0.5 and figures["first_wins"] == 1.0 and figures["lead"] == 0


def test_a_tie_is_half_a_win() -> None:
    pairing = Pairing("a", "b")
    pairing.add(Outcome(None, [3, 3], [0, 1], 10), 0)
    assert pairing.as_json()["left_wins"] == 0.5


@pytest.mark.parametrize(("wins", "count", "low", "high"), [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (0, 0, 0, 1)])
def test_the_interval_is_wilsons(wins: int, count: int, low: float, high: float) -> None:
    assert interval(wins, count) == pytest.approx((low, high), abs=0.001)
