"""Stopping when the answer is known: few false alarms, effects found, intervals that hold afterwards."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from statistics import mean

import pytest

from orrery.lab.estimates import Difference, Ratio
from orrery.lab.sequential import (
    ABOVE,
    BELOW,
    BETTER,
    INSIDE,
    LEAST,
    OPEN,
    RISK,
    TUNED,
    WITHIN,
    WORSE,
    Panel,
    Sequence,
    looks,
    place,
    verdict,
    words,
)
from planted import Kind, drawn, lopsided, rounds

MOST = 2000

# --- one estimate, looked at again and again --------------------------------------------------------------------------


def watched(kinds: dict[Kind, float], count: int, seed: int = 1, once: bool = False) -> Sequence[Difference]:
    sequence = Sequence(Difference(share=True), once=once)
    for kind, times in drawn(random.Random(seed), kinds, count).items():
        sequence.estimate.add(*kind, times)
    return sequence


def test_nothing_is_said_before_there_are_enough_rounds() -> None:
    sequence = Sequence(Difference(share=True))
    sequence.estimate.add(0, 2, 2, 2, times=LEAST - 1)
    assert (sequence.look(), sequence.interval()) == (1.0, None)
    sequence.estimate.add(0, 2, 2, 2)
    assert sequence.look() < 1e-3
    assert sequence.interval() is not None


@pytest.mark.parametrize(("count", "reach"), [(100, 3.3639), (500, 3.0352), (2000, 3.1271)])
def test_the_reach_is_that_of_the_mixture(count: int, reach: float) -> None:
    sequence = watched(rounds(0.0), count)
    time = count * (math.log(1 - 2 * math.log(0.05)) - 2 * math.log(0.05)) / 500
    by_formula = math.sqrt(2 * (time + 1) / time * math.log(math.sqrt(time + 1) / 0.05))
    assert sequence.reach(0.95) == pytest.approx(by_formula) == pytest.approx(reach, abs=1e-4)


def test_the_reach_is_near_the_least_possible_wherever_we_stop() -> None:
    def reach(count: int, tuned: float) -> float:
        sequence = Sequence(Ratio(share=True), tuned=int(tuned))
        sequence.estimate.add(1, 2, times=count)
        return sequence.reach(0.95)

    for count in (100, 200, 500, 1000, 2000):
        least = min([reach(count, count * factor / 20) for factor in range(5, 80)])
        assert least <= reach(count, TUNED) < least * 1.12
    assert reach(500, TUNED) == pytest.approx(min([reach(500, 25 * factor) for factor in range(5, 80)]), rel=0.001)


@pytest.mark.parametrize("effect", [0.0, 0.02, 0.06])
@pytest.mark.parametrize("count", [30, 300, 1500])
@pytest.mark.parametrize("once", [False, True])
def test_the_p_value_says_which_intervals_leave_out_nothing_at_all(effect: float, count: int, once: bool) -> None:
    sequence = watched(rounds(effect), count, once=once)
    p = sequence.look()
    if 1e-9 < p < 0.9:
        for risk, covers in ((p * 1.001, False), (p * 0.999, True)):
            low, high = sequence.interval(1 - risk) or (0.0, 0.0)
            assert (low <= 0 <= high) == covers
    else:
        low, high = sequence.interval(0.99) or (1.0, 1.0)
        assert (low <= 0 <= high) == (p > 0.5)


def test_the_p_value_keeps_the_smallest_of_all_looks() -> None:
    sequence = Sequence(Difference(share=True))
    sequence.estimate.add(0, 2, 1, 2, times=30)
    sequence.estimate.add(1, 2, 1, 2, times=10)
    early = sequence.look()
    assert early < 0.05
    sequence.estimate.add(1, 2, 0, 2, times=20)
    assert sequence.look() == early


def test_a_share_is_held_against_what_it_is_supposed_to_be() -> None:
    fair, loaded = Sequence(Ratio(share=True), 0.5), Sequence(Ratio(share=True), 0.5)
    for kind, times in drawn(random.Random(3), rounds(0.0), 400).items():
        fair.estimate.add(kind[0], 2, times)
    for kind, times in drawn(random.Random(3), rounds(0.0, share=0.6), 400).items():
        loaded.estimate.add(kind[0], 2, times)
    assert fair.look() > 0.5 > RISK > loaded.look()


# --- verdicts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("p", "interval", "found"),
    [
        (0.001, (0.01, 0.05), BETTER),
        (0.001, (-0.05, -0.002), WORSE),
        (0.2, (-0.02, 0.05), OPEN),
        (0.04, (-0.002, 0.05), BETTER),
        (0.9, (-0.009, 0.008), WITHIN),
        (0.001, (0.002, 0.008), WITHIN),
        (0.9, (-0.011, 0.008), OPEN),
        (1.0, None, OPEN),
    ],
)
def test_a_verdict_goes_by_the_corrected_p_value_and_the_interval(
    p: float, interval: tuple[float, float] | None, found: str
) -> None:
    assert verdict(p, interval, 0.01) == found


@pytest.mark.parametrize(
    ("interval", "found"),
    [
        ((0.46, 0.54), INSIDE),
        ((0.56, 0.70), ABOVE),
        ((0.30, 0.44), BELOW),
        ((0.44, 0.54), OPEN),
        ((0.40, 0.60), OPEN),
        (None, OPEN),
    ],
)
def test_a_share_lies_inside_a_band_or_not_when_its_interval_says_so(
    interval: tuple[float, float] | None, found: str
) -> None:
    assert place(interval, 0.45, 0.55) == found


def test_every_verdict_has_its_words_in_both_languages() -> None:
    found = [words(one) for one in (BETTER, WORSE, WITHIN, OPEN, INSIDE, ABOVE, BELOW)]
    for language in ("en", "ja"):
        assert len({one[language] for one in found}) == len(found)
    assert words(WITHIN)["en"] == "no more than a point"
    assert words(WITHIN, 0.025) == {"en": "no more than 2.5 points", "ja": "差は2.5ポイント以内"}


def test_looks_grow_by_a_quarter_up_to_the_bound() -> None:
    assert looks(100) == [24, 32, 40, 52, 68, 88, 100]
    assert looks(24) == [24]
    assert looks(10) == [10]
    assert looks(MOST)[-1] == MOST
    assert all(1.2 < late / early < 1.4 for early, late in itertools.pairwise(looks(1_000_000)[:-1]))


# --- the panel --------------------------------------------------------------------------------------------------------


def play(panel: Panel, kinds: dict[str, dict[Kind, float]], rng: random.Random) -> Panel:
    while due := panel.due():
        for name, numbers in due.items():
            for kind, times in drawn(rng, kinds[name], len(numbers)).items():
                panel.add(name, *kind, times)
        panel.judge()
    return panel


def test_an_unchanged_pairing_is_found_to_be_so_and_a_changed_one_to_be_better() -> None:
    kinds = {"same": {(1.0, 2.0, 1.0, 2.0): 1.0}, "stronger": rounds(0.10), "weaker": rounds(-0.10)}
    panel = play(Panel(kinds, MOST), kinds, random.Random(1))
    assert panel.verdicts() == {"same": WITHIN, "stronger": BETTER, "weaker": WORSE}
    assert panel.pairings["same"].estimate.value == 0.0
    assert panel.is_over
    counts = {name: one.estimate.count for name, one in panel.pairings.items()}
    assert counts["stronger"] < counts["same"] < MOST
    assert all(count in looks(MOST) for count in counts.values())


def test_whoever_has_its_verdict_gets_no_more_rounds() -> None:
    panel = Panel(["clear", "open"], MOST)
    for number, name in itertools.product(panel.due()["clear"], ("clear", "open")):
        panel.add(name, *((0, 2, 2, 2) if name == "clear" else (1, 2, number % 3, 2)))
    assert panel.judge() == {"clear": BETTER, "open": OPEN}
    assert panel.due() == {"open": range(24, 32)}
    with pytest.raises(ValueError, match="clear gets no more rounds"):
        panel.add("clear", 0, 2, 2, 2)


def test_a_look_waits_for_all_its_rounds() -> None:
    panel = Panel(["a", "b"], MOST)
    panel.add("a", 1, 2, 1, 2, times=24)
    panel.add("b", 1, 2, 1, 2, times=23)
    with pytest.raises(ValueError, match="b has 23 rounds; the look is at 24"):
        panel.judge()
    panel.add("b", 1, 2, 1, 2, times=1)
    panel.judge()
    with pytest.raises(ValueError, match="a has 24 rounds; the look is at 32"):
        panel.judge()


def test_the_order_in_which_rounds_arrive_changes_nothing() -> None:
    found = []
    for order in (1, 2):
        luck, mixed = random.Random(5), random.Random(order)
        panel = Panel(["a", "b", "c"], 400)
        kinds = {"a": rounds(0.05), "b": rounds(0.0), "c": lopsided()}
        while due := panel.due():
            arriving = [
                (name, kind)
                for name, numbers in due.items()
                for kind in drawn(luck, kinds[name], len(numbers)).elements()
            ]
            mixed.shuffle(arriving)
            for name, kind in arriving:
                panel.add(name, *kind)
            panel.judge()
        found.append(repr([(panel.verdicts(), panel.p_values(), [panel.interval(name) for name in kinds])]))
    assert found[0] == found[1]


def test_less_is_asked_of_a_pairing_once_another_is_found() -> None:
    panel = Panel(["first", "second"], 40, least=40)
    panel.add("first", 0, 2, 1, 2, times=21)
    panel.add("first", 1, 2, 1, 2, times=19)
    alone = panel.pairings["first"].look()
    assert RISK / 2 < alone <= RISK
    panel.add("second", 0, 2, 2, 2, times=40)
    assert panel.judge() == {"first": BETTER, "second": BETTER}
    panel = Panel(["first", "second"], 40, least=40)
    panel.add("first", 0, 2, 1, 2, times=21)
    panel.add("first", 1, 2, 1, 2, times=19)
    panel.add("second", 1, 2, 1, 2, times=40)
    assert panel.judge() == {"first": OPEN, "second": OPEN}


def test_more_is_asked_of_no_more_than_a_point_the_more_pairings_there_are() -> None:
    """So that the chance to say it falsely even once is at most the risk."""
    found = []
    for others in (0, 5):
        panel = Panel(["a", *[str(number) for number in range(others)]], 500, least=500)
        panel.add("a", 1, 2, 1, 2, times=500)
        for number in range(others):
            panel.add(str(number), 0, 2, 2, 2, times=500)
        found.append(panel.judge()["a"])
        low, high = panel.pairings["a"].interval(1 - RISK) or (-1.0, 1.0)
        assert -panel.within <= low and high <= panel.within, "by its own interval it would be said"
    assert found == [WITHIN, OPEN]


def test_until_goes_on_to_the_width_whatever_the_verdict() -> None:
    kinds = {"a": rounds(0.10), "b": rounds(0.0)}
    panel = play(Panel(kinds, 100_000, until=0.02), kinds, random.Random(2))
    assert panel.verdicts()["a"] == BETTER
    for name, one in panel.pairings.items():
        low, high = panel.interval(name) or (0.0, 1.0)
        assert 0.016 < (high - low) / 2 <= 0.02
        assert 400 < one.estimate.count < 1200
        assert one.estimate.count in looks(100_000)


def test_until_says_nothing_of_a_pairing_that_is_still_wide() -> None:
    panel = Panel(["a"], MOST, until=0.01)
    panel.add("a", 0, 2, 1, 2, times=24)
    assert panel.judge() == {"a": OPEN}
    assert panel.p_values() == {"a": 1.0}
    assert panel.due() == {"a": range(24, 32)}


def test_until_gives_its_verdict_at_the_bound_if_it_is_still_wide() -> None:
    panel = Panel(["a"], 24, until=0.001)
    panel.add("a", 0, 2, 2, 2, times=24)
    assert panel.judge() == {"a": BETTER}
    assert panel.is_over


def test_once_looks_a_single_time_with_the_usual_narrower_intervals() -> None:
    kinds = {"a": rounds(0.05)}
    once = play(Panel(kinds, 200, once=True), kinds, random.Random(2))
    assert once.schedule.looks == [200]
    assert once.interval("a") == once.pairings["a"].estimate.interval(0.95)
    assert once.p_values()["a"] == once.pairings["a"].estimate.p_value


def test_a_panel_needs_somebody_and_some_rounds() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Panel([], MOST)
    with pytest.raises(ValueError, match="at least 1 round"):
        Panel(["a"], 0)


def test_the_sentence_says_how_many_tests_were_corrected_for_and_how() -> None:
    said = Panel([*"abcdef"], MOST).sentence()
    assert "6 tests" in said["en"] and "Holm" in said["en"] and "99.2%" in said["en"]
    assert f"{len(looks(MOST))} times" in said["en"] and "No more than a point" in said["en"]
    assert "6件" in said["ja"] and "ホルム" in said["ja"] and f"{len(looks(MOST))}回" in said["ja"]
    assert "looked at once at most" in Panel(["a", "b"], LEAST).sentence()["en"]
    assert "fixed beforehand" in Panel(["a", "b"], 100, once=True).sentence()["en"]
    width = Panel(["a", "b"], 100, until=0.015).sentence()
    assert "1.5 points" in width["en"] and "1.5ポイント" in width["ja"]


# --- false alarms, power, bias: by simulation -------------------------------------------------------------------------

NULLS = {
    "plain": rounds(0.0),
    "one-sided decks": rounds(0.0, share=0.8),
    "rare": rounds(0.0, change=0.02),
    "whole rounds": rounds(0.0, change=0.06, whole=True),
    "lopsided": lopsided(),
    "much": rounds(0.0, change=0.4),
}
"""Six pairings in which nothing differs, each in its own way."""


def alarms(runs: int, seed: int) -> tuple[float, float]:
    """In what part of the runs the panel raised a false alarm, and in what part somebody would have who had looked at
    the usual intervals of 95 % of the same rounds at the same looks.
    """
    rng = random.Random(seed)
    ours = usual = 0
    for _ in range(runs):
        panel = Panel(NULLS, MOST)
        tempted = False
        while due := panel.due():
            for name, numbers in due.items():
                for kind, times in drawn(rng, NULLS[name], len(numbers)).items():
                    panel.add(name, *kind, times)
                low, high = panel.pairings[name].estimate.interval() or (0.0, 0.0)
                tempted = tempted or not low <= 0 <= high
            panel.judge()
        ours += any(found in (BETTER, WORSE) for found in panel.verdicts().values())
        usual += tempted
    return ours / runs, usual / runs


def test_false_alarms_of_a_whole_panel_stay_below_five_in_a_hundred() -> None:
    ours, usual = alarms(150, 1)
    assert ours <= RISK
    assert usual > 0.5  # whoever looks at usual intervals is fooled more often than not: the test can tell


@pytest.mark.soak
def test_false_alarms_of_a_whole_panel_stay_below_five_in_a_hundred_at_full_counts() -> None:
    ours, usual = alarms(2000, 2)
    assert ours <= RISK
    assert usual > 0.5


def always_covered(kinds: dict[Kind, float], effect: float, runs: int, *, usual: bool = False) -> float:
    """In what part of the runs the intervals of all looks cover the effect: those of the sequence, or usual ones."""
    rng = random.Random(f"{effect} {len(kinds)}")
    kept = 0
    for _ in range(runs):
        sequence = Sequence(Difference(share=True))
        holds = True
        for early, late in itertools.pairwise([0, *looks(MOST)]):
            for kind, times in drawn(rng, kinds, late - early).items():
                sequence.estimate.add(*kind, times)
            low, high = (sequence.estimate.interval() if usual else sequence.interval()) or (0.0, 0.0)
            holds = holds and low <= effect <= high
        kept += holds
    return kept / runs


def share_always_covered(share: float, runs: int) -> float:
    """The same for a share of wins, in rounds of two matches that go the same way in half of the rounds."""
    rng = random.Random(f"{share}")
    chances = {0: (1 - share) / 2 + (1 - share) ** 2 / 2, 1: share * (1 - share), 2: share / 2 + share**2 / 2}
    kept = 0
    for _ in range(runs):
        sequence = Sequence(Ratio(share=True), share)
        holds = True
        for early, late in itertools.pairwise([0, *looks(MOST)]):
            for wins, times in Counter(rng.choices([*chances], [*chances.values()], k=late - early)).items():
                sequence.estimate.add(wins, 2, times)
            low, high = sequence.interval() or (0.0, 0.0)
            holds = holds and low <= share <= high
        kept += holds
    return kept / runs


PLANTS = {
    "plain": (rounds(0.02), 0.02),
    "rare": (rounds(0.01, change=0.01), 0.01),
    "whole rounds": (rounds(0.02, change=0.02, whole=True), 0.02),
    "lopsided": (lopsided(), 0.0),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_the_intervals_of_all_looks_together_cover_a_planted_effect(plant: str) -> None:
    assert always_covered(*PLANTS[plant], 100) >= 0.95


def test_usual_intervals_of_all_looks_together_would_not() -> None:
    assert always_covered(*PLANTS["plain"], 100, usual=True) < 0.9


@pytest.mark.parametrize("share", [0.02, 0.5, 0.9])
def test_the_intervals_of_all_looks_together_cover_a_share(share: float) -> None:
    assert share_always_covered(share, 100) >= 0.95


@pytest.mark.soak
def test_the_intervals_of_all_looks_together_cover_the_truth_at_full_counts() -> None:
    for plant in PLANTS.values():
        assert always_covered(*plant, 2000) >= 0.95
    for share in (0.005, 0.02, 0.1, 0.5, 0.9, 0.99):
        assert share_always_covered(share, 2000) >= 0.95


class Found:
    """What many runs with a planted effect came to; only the first pairing of a panel has one."""

    def __init__(
        self,
        effect: float,
        runs: int,
        *,
        change: float = 0.13,
        others: int = 0,
        until: float | None = None,
        once: bool = False,
        most: int = MOST,
    ) -> None:
        rng = random.Random(f"{effect} {change} {others} {until} {most}")
        kinds = {"planted": rounds(effect, change), **{str(i): rounds(0.0, change) for i in range(others)}}
        self.verdicts: Counter[str] = Counter()
        values, halves, counts, self.covered, self.usual_covered = [], [], [], 0.0, 0.0
        for _ in range(runs):
            panel = play(Panel(kinds, most, until=until, once=once), kinds, rng)
            estimate = panel.pairings["planted"].estimate
            self.verdicts[panel.verdicts()["planted"]] += 1
            low, high = panel.interval("planted") or (0.0, 0.0)
            self.covered += (low <= effect <= high) / runs
            usual_low, usual_high = estimate.interval() or (0.0, 0.0)
            self.usual_covered += (usual_low <= effect <= usual_high) / runs
            values.append(estimate.value or 0.0)
            halves.append((high - low) / 2)
            counts.append(estimate.count)
        self.power = self.verdicts[BETTER] / runs
        self.bias = mean(values) - effect
        self.half = mean(halves)
        self.rounds = mean(counts)
        self.bias_error = math.sqrt(mean([(value - mean(values)) ** 2 for value in values]) / runs)

    def __str__(self) -> str:
        return (
            f"found {self.power:.1%}, covered {self.covered:.1%} (usual interval {self.usual_covered:.1%}), "
            f"bias {100 * self.bias:+.2f} +- {100 * self.bias_error:.2f} points, half-width {100 * self.half:.2f}, "
            f"rounds {self.rounds:.0f}"
        )


def test_a_planted_effect_of_four_and_three_quarters_is_found() -> None:
    found = Found(0.0475, 100)
    assert found.power >= 0.98
    assert found.covered >= 0.95
    assert found.rounds < 500


def test_a_planted_effect_is_found_among_five_pairings_without_one() -> None:
    found = Found(0.0475, 40, others=5)
    assert found.power >= 0.95
    assert found.covered >= 0.95


def test_two_points_are_covered_in_at_least_95_of_100_runs() -> None:
    found = Found(0.02, 100)
    assert found.covered >= 0.95
    assert found.verdicts[WORSE] == found.verdicts[WITHIN] == 0
    assert found.power >= 0.5


def test_two_points_are_found_in_95_of_100_runs_if_they_are_looked_for_long_enough() -> None:
    found = Found(0.02, 100, most=6000)
    assert found.power >= 0.95
    assert found.covered >= 0.95


BIAS = 0.25
"""How far a figure may be off on average after a stop, in half-widths of its interval: what the documents say."""


@pytest.mark.parametrize(("effect", "change"), [(0.02, 0.13), (0.03, 0.13), (0.0475, 0.3)])
def test_stopping_biases_a_figure_by_less_than_a_quarter_of_its_half_width(effect: float, change: float) -> None:
    found = Found(effect, 150, change=change)
    assert 2 * found.bias_error < found.bias < BIAS * found.half
    assert found.covered >= 0.95


@pytest.mark.parametrize("until", [0.06, 0.03])
def test_a_stop_by_width_biases_nothing_and_its_interval_covers(until: float) -> None:
    found = Found(0.0475, 400, until=until)
    assert abs(found.bias) < 3 * found.bias_error < until / 8
    assert found.covered >= 0.935


def width_alarms(until: float, runs: int) -> float:
    rng = random.Random(f"{until}")
    panels = [play(Panel(NULLS, MOST, until=until), NULLS, rng) for _ in range(runs)]
    return mean([any(found in (BETTER, WORSE) for found in panel.verdicts().values()) for panel in panels])


def test_a_stop_by_width_raises_few_false_alarms() -> None:
    assert width_alarms(0.05, 150) <= RISK


@pytest.mark.soak
@pytest.mark.parametrize("until", [0.1, 0.05, 0.03, 0.02])
def test_a_stop_by_width_keeps_its_promises_at_full_counts(until: float) -> None:
    assert width_alarms(until, 1000) <= RISK
    for effect in (0.0, 0.02, 0.0475):
        found = Found(effect, 3000, until=until)
        assert abs(found.bias) < 4 * found.bias_error
        assert found.covered >= 0.935


def test_a_single_look_is_unbiased_and_covers() -> None:
    found = Found(0.0475, 400, once=True, most=200)
    assert abs(found.bias) < 3 * found.bias_error
    assert found.covered >= 0.935
    assert found.covered == pytest.approx(found.usual_covered)


@pytest.mark.soak
@pytest.mark.parametrize("change", [0.04, 0.13, 0.3])
@pytest.mark.parametrize("effect", [0.005, 0.01, 0.02, 0.03, 0.0475, 0.1])
def test_intervals_hold_and_bias_is_bounded_after_a_stop_at_full_counts(effect: float, change: float) -> None:
    if effect > change:
        pytest.skip("an effect cannot be larger than the part of the matches that changes")
    found = Found(effect, 1000, change=change)
    assert found.covered >= 0.95
    assert found.bias < BIAS * found.half
    assert found.verdicts[WORSE] <= 0.05 * 1000
