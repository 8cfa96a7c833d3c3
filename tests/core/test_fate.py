"""Fate: the seeded generator, the forced queue, the tape of a record."""

from __future__ import annotations

import pytest

from orrery.core.fate import Fate, FateFault, Streams, TapeEnded


def splitmix(seed: int, count: int) -> list[int]:
    """SplitMix64 written out once more, from its definition."""
    mask, values = 2**64 - 1, []
    for i in range(1, count + 1):
        z = (seed + i * 0x9E3779B97F4A7C15) & mask
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        values.append(z ^ (z >> 31))
    return values


@pytest.mark.parametrize("seed", [0, 1, 7, 2**64 - 1, 2**70 + 3, -5])
def test_the_generator_is_splitmix64(seed: int) -> None:
    fate = Fate(seed)
    assert [fate.draw(1 << 64) for _ in range(50)] == splitmix(seed % 2**64, 50)


def test_the_known_first_values_of_splitmix64() -> None:
    fate = Fate(1234567)
    assert [fate.draw(1 << 64) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_number_below_n_is_the_scaled_value() -> None:
    fate, raw = Fate(5), splitmix(5, 200)
    assert [fate.draw(6) for _ in range(200)] == [z * 6 >> 64 for z in raw]


@pytest.mark.parametrize("n", [1, 2, 441, 2**30, 2**31 - 1, 2**31, 2**31 + 1, 2**32, 2**40 + 7, 2**63, 2**64])
@pytest.mark.parametrize("seed", [3, 2**63 - 1, 2**63, 2**64 - 2])
def test_every_range_is_scaled_alike(n: int, seed: int) -> None:
    fate = Fate(seed)
    assert [fate.draw(n) for _ in range(40)] == [z * n >> 64 for z in splitmix(seed, 40)]


def test_where_the_generator_stands_is_a_number_without_a_sign() -> None:
    fate = Fate(2**64 - 1)
    assert fate.state == 2**64 - 1
    for _ in range(20):
        fate.draw(6)
        assert 0 <= fate.state < 2**64
    other = Fate(0)
    other.state = fate.state
    assert [other.draw(100) for _ in range(5)] == [fate.draw(100) for _ in range(5)]


def test_seed_7_shuffles_the_first_deck_as_the_rules_say() -> None:
    deck = list(range(24))
    Fate(7).shuffle(deck)
    assert deck == [13, 10, 22, 14, 16, 3, 15, 7, 18, 17, 21, 11, 20, 1, 6, 2, 5, 8, 4, 23, 12, 19, 0, 9]


def test_forced_values_come_first_and_the_generator_is_not_touched_by_them() -> None:
    fate, other = Fate(9, [3, 0]), Fate(9)
    assert [fate.draw(6), fate.draw(6)] == [3, 0]
    assert fate.queue == [] and fate.draw(100) == other.draw(100)


@pytest.mark.parametrize("value", [6, 60])
def test_a_forced_value_out_of_range_is_refused_and_stays(value: int) -> None:
    fate = Fate(9, [value])
    with pytest.raises(FateFault):
        fate.draw(6)
    assert fate.queue == [value]


def test_a_clone_has_the_same_future_and_goes_its_own_way() -> None:
    fate = Fate(3, [1])
    clone = fate.clone()
    ahead = [clone.draw(50) for _ in range(5)]
    assert fate.queue == [1] and [fate.draw(50) for _ in range(5)] == ahead


def test_what_is_drawn_is_recorded_only_on_request() -> None:
    fate = Fate(3, [4])
    fate.draw(9)
    fate.recording = True
    drawn = [fate.draw(9), fate.draw(9)]
    assert fate.drawn == drawn


def test_a_tape_is_played_instead_of_the_generator() -> None:
    fate = Fate(3)
    fate.tape = [2, 5]
    assert [fate.draw(9), fate.draw(9)] == [2, 5]
    with pytest.raises(TapeEnded, match="fewer integers were recorded"):
        fate.draw(9)
    fate.tape = None
    assert fate.draw(9) == Fate(3).draw(9)


def test_a_tape_that_does_not_fit_is_refused() -> None:
    fate = Fate(3)
    fate.tape = [9]
    with pytest.raises(FateFault):
        fate.draw(9)


def test_a_purpose_does_not_matter_to_the_generator_of_matches() -> None:
    one, other = Fate(9), Fate(9)
    assert [one.draw(100) for _ in range(40)] == [other.draw(100, purpose) for purpose in range(40)]


def test_each_purpose_of_an_experiment_has_a_stream_of_its_own() -> None:
    alone, mixed = Streams(9), Streams(9)
    lone = [alone.draw(1 << 32, 3) for _ in range(20)]
    woven = []
    for i in range(20):
        for other in range(i % 4):
            mixed.draw(6, 10 + other)
        woven.append(mixed.draw(1 << 32, 3))
    assert lone == woven
    assert len({Streams(9).draw(1 << 32, purpose) for purpose in range(50)}) == 50
    assert lone != [Streams(10).draw(1 << 32, 3) for _ in range(20)]


def test_a_clone_of_streams_has_the_same_future() -> None:
    fate = Streams(4, queue=[2])
    fate.draw(6)
    for purpose in (1, 2, 1):
        fate.draw(6, purpose)
    other = fate.clone()
    ahead = [fate.draw(1 << 32, purpose) for purpose in (1, 2, 3, 1)]
    assert [other.draw(1 << 32, purpose) for purpose in (1, 2, 3, 1)] == ahead


def test_an_experiment_draws_evenly() -> None:
    counts = [0] * 6
    for seed in range(100):
        fate = Streams(seed)
        for purpose in range(60):
            counts[fate.draw(6, purpose)] += 1
    assert all(850 < count < 1150 for count in counts), counts
