"""The lab's estimates: right by hand, the same to the last bit in any order, and as sure as they say they are."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orrery.bots.duel import interval as wilson
from orrery.lab.estimates import (
    Difference,
    Ratio,
    benjamini_hochberg,
    both_tails,
    correction,
    holm,
    shrunk,
    stretched,
)
from orrery.lab.sequential import RISK
from planted import Kind, drawn, lopsided, rounds


def ratio_of(found: list[tuple[float, float]], share: bool = False) -> Ratio:
    ratio = Ratio(share)
    for num, den in found:
        ratio.add(num, den)
    return ratio


def difference_of(found: list[Kind], share: bool = True) -> Difference:
    difference = Difference(share)
    for kind in found:
        difference.add(*kind)
    return difference


def width(interval: tuple[float, float] | None) -> float:
    assert interval is not None
    return (interval[1] - interval[0]) / 2


# --- by hand ----------------------------------------------------------------------------------------------------------


def test_of_equal_rounds_a_ratio_is_the_mean_and_its_error_nearly_the_usual_one() -> None:
    values = [3.0, 5.0, 4.0, 8.0, 1.0]
    ratio = ratio_of([(value, 1) for value in values])
    assert ratio.value == pytest.approx(mean(values))
    assert ratio.error == pytest.approx(stdev(values) / math.sqrt(5) * math.sqrt(5 / 4))


def test_of_unequal_rounds_the_error_goes_by_how_far_each_is_off_the_others() -> None:
    ratio = ratio_of([(1, 2), (0, 1), (3, 3)])
    assert ratio.value == pytest.approx(4 / 6)
    # The ratios of the others are 3/4, 4/5 and 1/3, so they should have been 3/2, 4/5 and 1.
    assert ratio.error == pytest.approx(math.hypot(1 - 3 / 2, 0 - 4 / 5, 3 - 1) / 6)


def test_rounds_with_nothing_to_divide_by_count_but_say_nothing() -> None:
    plain, padded = ratio_of([(1, 2), (0, 1), (3, 3)], share=True), ratio_of([(1, 2), (0, 1), (3, 3)], share=True)
    padded.add(0, 0, times=50)
    assert padded.count == 53
    assert (padded.value, padded.error, padded.interval()) == (plain.value, plain.error, plain.interval())


def test_one_heavy_round_leaves_little_to_be_sure_of() -> None:
    even = ratio_of([(10, 20), (12, 20), (8, 20), (11, 20), (9, 20)])
    heavy = ratio_of([(50, 96), (1, 1), (0, 1), (1, 1), (0, 1)])
    assert even.freedom == pytest.approx(4)
    assert heavy.freedom < 0.1


def test_of_nothing_nothing_is_said_and_of_one_round_hardly_more() -> None:
    assert (Ratio().value, Ratio().error, Ratio().interval(), Ratio().deviates(0.0)) == (None, None, None, None)
    assert (Difference().value, Difference().error, Difference().interval()) == (None, None, None)
    one = ratio_of([(2, 2)], share=True)
    assert (one.value, one.error, one.interval()) == (1.0, None, (0.0, 1.0))
    assert ratio_of([(30, 2)]).interval() is None
    moved = difference_of([(0, 2, 2, 2)])
    assert (moved.value, moved.error, moved.interval(), moved.p_value) == (1.0, None, (-1.0, 1.0), 1.0)
    assert difference_of([(30, 2, 20, 2)], share=False).interval() is None


def test_a_difference_is_paired_by_rounds() -> None:
    # Rounds differ much from each other, and each grows by 1 or 2.
    found = [(10.0, 1.0, 11.0, 1.0), (50.0, 1.0, 52.0, 1.0), (90.0, 1.0, 91.0, 1.0), (30.0, 1.0, 32.0, 1.0)] * 10
    difference = difference_of(found, share=False)
    assert difference.value == pytest.approx(1.5)
    assert difference.before.value == pytest.approx(45)
    assert difference.after.value == pytest.approx(46.5)
    assert difference.unpaired_error is not None
    assert difference.unpaired_error == pytest.approx(
        math.hypot(*[stdev([kind[i] for kind in found]) / math.sqrt(39) for i in (0, 2)])
    )
    plain = stdev([kind[2] - kind[0] for kind in found]) / math.sqrt(40)
    assert difference.error is not None
    assert plain < difference.error < difference.unpaired_error / 4


@pytest.mark.parametrize("bad", [(-1, 2), (3, 2), (1, -1), (math.nan, 1), (1, math.inf)])
def test_what_is_no_round_of_a_share_is_refused(bad: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="round"):
        Ratio(share=True).add(*bad)
    difference = Difference(share=True)
    with pytest.raises(ValueError, match="round"):
        difference.add(1, 2, *bad)
    assert difference.count == difference.before.count == 0


def test_a_round_is_not_taken_back_and_a_level_is_no_percentage() -> None:
    for times in (0, -1):
        with pytest.raises(ValueError, match=f"not {times} times"):
            Ratio().add(1, 1, times=times)
    with pytest.raises(ValueError, match=r"such as 0\.95"):
        ratio_of([(1, 1), (2, 1)]).interval(95)


# --- nothing changed, nothing differs ---------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 7, allow_subnormal=False)), min_size=1, max_size=30))
def test_a_null_change_gives_exactly_zero(parts: list[tuple[float, float]]) -> None:
    found = [(part * den, den) for part, den in parts]
    difference = difference_of([(*one, *one) for one in found], share=False)
    assert difference.value in (0.0, None)
    assert difference.same == len(found)
    assert difference.p_value == 1.0


@pytest.mark.parametrize("count", [50, 200, 1000])
def test_equal_rounds_leave_room_for_what_was_not_seen(count: int) -> None:
    difference = Difference(share=True)
    difference.add(1, 2, 1, 2, times=count)
    assert difference.value == 0.0
    half = width(difference.interval())
    # What has a chance of 3 / count to happen in a round stays unseen in 5 runs of 100.
    assert 1 - (1 - half) ** count > 0.95
    assert half < 3.3 / count
    lengths = Difference()
    lengths.add(30, 2, 30, 2, times=count // 2)
    lengths.add(40, 2, 40, 2, times=count // 2)
    assert lengths.value == 0.0
    assert 0 < width(lengths.interval()) < 25 / count


def test_rounds_that_all_moved_alike_are_no_proof_while_they_are_few() -> None:
    """Such as a length that is always 24 turns before a change and 22 after it."""
    found = {count: Difference() for count in (2, 4, 24)}
    for count, difference in found.items():
        difference.add(48, 2, 44, 2, times=count)
        assert difference.value == -2.0
    assert min(found[2].p_value, found[4].p_value) > RISK > 1e-6 > found[24].p_value
    low, high = found[24].interval() or (0.0, 0.0)
    assert -2.5 < low < -2 < high < -1.5


def test_a_coin_before_and_after_is_hardly_ever_taken_for_a_change_however_few_the_rounds() -> None:
    for count in (2, 3, 4, 8):
        rng = random.Random(count)
        alarms = 0
        for _ in range(2000):
            difference = Difference()
            for _ in range(count):
                difference.add(rng.choice((24, 22)), 1, rng.choice((24, 22)), 1)
            alarms += difference.p_value <= RISK
        assert alarms <= RISK * 2000


@pytest.mark.parametrize("count", [5, 24, 100, 1000])
def test_a_share_that_never_varied_has_an_honest_interval(count: int) -> None:
    for wins in (0, 2):
        ratio = ratio_of([(wins, 2)] * count, share=True)
        low, high = ratio.interval() or (0, 0)
        assert (low, high)[wins // 2] == wins / 2
        # At least as wide as the exact interval of so many rounds that go wholly one way or the other.
        assert high - low >= 1 - 0.025 ** (1 / count)
    split = ratio_of([(1, 2)] * count, share=True)
    assert split.error == 0.0
    assert width(split.interval()) >= 1.5 / count or split.interval() == (0.0, 1.0)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 4)), max_size=12), st.sampled_from([0.5, 0.95, 0.9999]))
def test_the_interval_of_a_share_never_leaves_its_range(parts: list[tuple[float, int]], level: float) -> None:
    ratio = ratio_of([(part * den, den) for part, den in parts], share=True)
    found = ratio.interval(level)
    if ratio.value is None:
        assert found is None
    else:
        assert found is not None
        assert 0 <= found[0] <= ratio.value <= found[1] <= 1


@given(st.floats(0.05, 0.95), st.integers(2, 200))
def test_an_interval_leaves_out_just_what_lies_as_many_deviates_off(supposed: float, count: int) -> None:
    ratio = ratio_of([(1, 2), (2, 2), (0, 1), (1, 1)] * count, share=True)
    off = ratio.deviates(supposed)
    assert off is not None
    for reach, covers in ((abs(off) * 1.001, True), (abs(off) * 0.999, False)):
        low, high = ratio.between(reach) or (0, 0)
        assert (low <= supposed <= high) == (covers or ratio.value == supposed)


# --- in any order -----------------------------------------------------------------------------------------------------


def bits(one: Ratio | Difference) -> str:
    return repr((one.count, one.value, one.error, one.interval(), one.deviates(0.3)))


@settings(max_examples=60)
@given(
    st.lists(st.tuples(*[st.floats(0, 1), st.floats(0, 9, allow_subnormal=False)] * 2), min_size=1, max_size=40),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_rounds_in_any_order_and_split_give_the_same_bits(
    parts: list[tuple[float, float, float, float]], rng: random.Random, share: bool
) -> None:
    found = [(a * b, b, c * d, d) for a, b, c, d in parts]
    whole, ratio = Difference(share), Ratio(share)
    for kind in found:
        whole.add(*kind)
        ratio.add(*kind[:2])
    rng.shuffle(found)
    pieces = [(Difference(share), Ratio(share)) for _ in range(3)]
    for kind in found:
        piece = rng.choice(pieces)
        piece[0].add(*kind)
        piece[1].add(*kind[:2])
    rng.shuffle(pieces)
    for difference, other in pieces[1:]:
        pieces[0][0].merge(difference)
        pieces[0][1].merge(other)
    assert bits(pieces[0][0]) == bits(whole)
    assert bits(pieces[0][1]) == bits(ratio)


def test_plain_sums_would_depend_on_the_order() -> None:
    values = [0.1, 0.7, 0.3, 1e16, 0.2]
    forth, back = 0.0, 0.0
    for value, other in zip(values, reversed(values), strict=True):
        forth += value
        back += other
    assert forth != back
    assert bits(ratio_of([(value, 1) for value in values])) == bits(ratio_of([(value, 1) for value in values[::-1]]))


# --- Student's t ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "table"), [(5, 2.571), (10, 2.228), (23, 2.069), (30, 2.042), (100, 1.984), (1e9, 1.960)]
)
def test_the_quantiles_are_those_of_the_tables(freedom: float, table: float) -> None:
    assert stretched(1.959964, freedom) == pytest.approx(table, rel=0.003)


@pytest.mark.parametrize(("freedom", "table"), [(1, 12.706), (2, 4.303), (3, 3.182)])
def test_with_hardly_any_freedom_the_quantiles_are_rather_too_wide(freedom: float, table: float) -> None:
    assert table < stretched(1.959964, freedom) < 1.5 * table


@given(st.floats(-8, 8), st.floats(0.5, 1e6))
def test_deviates_are_stretched_and_shrunk_back(deviates: float, freedom: float) -> None:
    errors = stretched(deviates, freedom)
    if math.isfinite(errors):
        assert shrunk(errors, freedom) == pytest.approx(deviates, abs=1e-6)


def test_both_tails_are_those_of_the_normal_curve() -> None:
    assert both_tails(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert both_tails(-3.290527) == pytest.approx(0.001, abs=1e-6)


# --- coverage, by simulation ------------------------------------------------------------------------------------------


def by_colour(rng: random.Random) -> tuple[float, float]:
    """Wins of a colour in four matches of a round, in some of which it does not sit; it wins more where it sits often.
    The luck of the seed is the same in all matches of the round.
    """
    den = rng.choice((0, 1, 2, 4))
    chance = rng.choice((0.1, 0.5)) + den / 10
    return sum([rng.random() < chance for _ in range(den)]), den


BY_COLOUR = mean([den * (0.3 + den / 10) for den in (0, 1, 2, 4)]) / mean([0, 1, 2, 4])


def rare(rng: random.Random) -> tuple[float, float]:
    """A card that is played in one match out of thirty in which it is drawn, then in all of the round."""
    den = rng.choice((1, 2))
    return (den if rng.random() < 1 / 30 else 0), den


def length(rng: random.Random) -> tuple[float, float]:
    """Turns of a round with one or two matches: at least 10 each, some far longer."""
    den = rng.choice((1, 2))
    luck = rng.expovariate(1 / 5)
    return sum([10 + luck + rng.expovariate(1 / 5) for _ in range(den)]), den


def coverage(
    make: Callable[[random.Random], tuple[float, float]], truth: float, share: bool, count: int, runs: int
) -> float:
    rng = random.Random(f"{make.__name__} {count}")
    covered = 0
    for _ in range(runs):
        low, high = ratio_of([make(rng) for _ in range(count)], share).interval() or (0.0, 0.0)
        covered += low <= truth <= high
    return covered / runs


RATIOS = [(by_colour, BY_COLOUR, True), (rare, 1 / 30, True), (length, 20.0, False)]


@pytest.mark.parametrize("count", [24, 100])
@pytest.mark.parametrize(("make", "truth", "share"), RATIOS)
def test_intervals_of_ratios_cover_the_truth(
    make: Callable[[random.Random], tuple[float, float]], truth: float, share: bool, count: int
) -> None:
    assert coverage(make, truth, share, count, 96_000 // count) >= 0.935


@pytest.mark.soak
@pytest.mark.parametrize("count", [24, 50, 100, 400])
@pytest.mark.parametrize(("make", "truth", "share"), RATIOS)
def test_intervals_of_ratios_cover_the_truth_at_full_counts(
    make: Callable[[random.Random], tuple[float, float]], truth: float, share: bool, count: int
) -> None:
    assert coverage(make, truth, share, count, 10_000) >= 0.935


def test_matches_taken_for_independent_would_not_cover_it() -> None:
    rng = random.Random(7)
    covered = naive = 0
    for _ in range(400):
        ratio = ratio_of([by_colour(rng) for _ in range(100)], share=True)
        low, high = ratio.interval() or (0.0, 0.0)
        covered += low <= BY_COLOUR <= high
        low, high = wilson(ratio.num, ratio.den)
        naive += low <= BY_COLOUR <= high
    assert naive / 400 < 0.93
    assert covered / 400 >= 0.935


PLANTS = {
    "nothing": (rounds(0.0), 0.0),
    "two points": (rounds(0.02), 0.02),
    "four and three quarters": (rounds(0.0475), 0.0475),
    "two points of a strong deck": (rounds(0.02, share=0.8), 0.02),
    "rarely": (rounds(0.02, change=0.02), 0.02),
    "rarely and wholly": (rounds(0.02, change=0.02, whole=True), 0.02),
    "lopsided": (lopsided(), 0.0),
}


def difference_coverage(kinds: dict[Kind, float], effect: float, count: int, runs: int) -> float:
    rng = random.Random(f"{effect} {count}")
    covered = 0
    for _ in range(runs):
        difference = Difference(share=True)
        for kind, times in drawn(rng, kinds, count).items():
            difference.add(*kind, times)
        low, high = difference.interval() or (0.0, 0.0)
        covered += low <= effect <= high
    return covered / runs


@pytest.mark.parametrize("count", [50, 200])
@pytest.mark.parametrize("plant", PLANTS)
def test_intervals_of_planted_differences_cover_them(plant: str, count: int) -> None:
    assert difference_coverage(*PLANTS[plant], count, 1000) >= 0.935


@pytest.mark.soak
@pytest.mark.parametrize("count", [24, 50, 100, 200, 500, 1000])
@pytest.mark.parametrize("plant", PLANTS)
def test_intervals_of_planted_differences_cover_them_at_full_counts(plant: str, count: int) -> None:
    assert difference_coverage(*PLANTS[plant], count, 10_000) >= 0.935


def length_coverage(count: int, runs: int) -> float:
    """Lengths before and after a change by which a match of a round of two, at random, grows by 0 to 6 turns."""
    rng = random.Random(count)
    covered = 0
    for _ in range(runs):
        difference = Difference()
        for _ in range(count):
            turns, _ = length(rng)
            difference.add(turns, 2, turns + rng.choice((0, 0, 0, 2, 6)), 2)
        low, high = difference.interval() or (0.0, 0.0)
        covered += low <= 0.8 <= high
    return covered / runs


@pytest.mark.parametrize("count", [24, 100])
def test_intervals_of_a_planted_change_of_length_cover_it(count: int) -> None:
    assert length_coverage(count, 48_000 // count) >= 0.935


@pytest.mark.soak
@pytest.mark.parametrize("count", [24, 50, 100, 400])
def test_intervals_of_a_planted_change_of_length_cover_it_at_full_counts(count: int) -> None:
    assert length_coverage(count, 5000) >= 0.935


def test_intervals_of_planted_differences_are_no_wider_than_they_must_be() -> None:
    """So that coverage is not bought with width: with many rounds it is that of the plain paired t interval."""
    difference = Difference(share=True)
    for kind, times in drawn(random.Random(1), rounds(0.02), 2000).items():
        difference.add(*kind, times)
    assert width(difference.interval()) == pytest.approx(1.96 * math.sqrt((0.13 - 0.02**2) / 2 / 2000), rel=0.06)
    assert difference.unpaired_error is not None and difference.error is not None
    assert (difference.unpaired_error / difference.error) ** 2 > 3


def test_the_p_value_of_a_fixed_number_of_rounds_alarms_falsely_in_five_of_a_hundred() -> None:
    rng = random.Random(11)
    alarms = 0
    for _ in range(1000):
        difference = Difference(share=True)
        for kind, times in drawn(rng, rounds(0.0), 300).items():
            difference.add(*kind, times)
        alarms += difference.p_value <= 0.05
    assert 20 <= alarms <= 55


# --- many tests at once -----------------------------------------------------------------------------------------------

NEUHAUS = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0
]  # fmt: skip
"""The fifteen p values by which Benjamini and Hochberg (1995) showed their method."""


def test_holm_by_hand() -> None:
    assert holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005}) == pytest.approx(
        {"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02}
    )
    assert [*holm({"late": 0.9, "early": 0.001})] == ["late", "early"]
    assert holm({"a": 0.7, "b": 0.8}) == {"a": 1.0, "b": 1.0}
    assert holm({}) == benjamini_hochberg({}) == {}


def test_benjamini_and_hochberg_by_hand() -> None:
    assert benjamini_hochberg({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005}) == pytest.approx(
        {"a": 0.02, "b": 0.04, "c": 0.04, "d": 0.02}
    )


def test_in_the_published_example_holm_finds_three_and_benjamini_and_hochberg_four() -> None:
    p = {str(i): value for i, value in enumerate(NEUHAUS)}
    strict, broad = holm(p), benjamini_hochberg(p)
    assert [name for name in p if strict[name] <= 0.05] == ["0", "1", "2"]
    assert [name for name in p if broad[name] <= 0.05] == ["0", "1", "2", "3"]
    assert broad["3"] == pytest.approx(0.0095 * 15 / 4)
    assert strict["2"] == pytest.approx(0.0019 * 13)
    assert all(broad[name] <= strict[name] for name in p)


@pytest.mark.parametrize("correct", [holm, benjamini_hochberg])
def test_what_is_no_p_value_is_refused(correct: Callable[[dict[str, float]], dict[str, float]]) -> None:
    for bad in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="fire"):
            correct({"water": 0.5, "fire": bad})


def test_a_report_says_what_was_corrected_for() -> None:
    assert "6 tests" in correction(6)["en"] and "Holm" in correction(6)["en"]
    assert "6件" in correction(6)["ja"] and "ホルム" in correction(6)["ja"]
    assert "Benjamini" in correction(120, by_holm=False)["en"] and "120件" in correction(120, by_holm=False)["ja"]
    assert "10%" in correction(3, by_holm=False, risk=0.1)["en"]
    assert "nothing had to be corrected" in correction(1)["en"] and "要りません" in correction(1)["ja"]
