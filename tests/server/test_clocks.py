"""Clocks: arithmetic over times."""

from __future__ import annotations

from orrery.server.live.clocks import DAY_MS, Clocks, LiveClock, SlowClock


def test_a_live_clock_runs_for_the_seat_to_act_and_gives_the_increment_when_the_turn_leaves() -> None:
    clocks = Clocks(LiveClock(60, 5), 2)
    clocks.turn_to(0, 1000, earned=False)
    assert clocks.left_at(0, 11_000) == 50_000 and clocks.left_at(1, 11_000) == 60_000
    clocks.turn_to(0, 11_000, earned=True)
    assert clocks.left_at(0, 11_000) == 50_000, "one turn of several decisions earns one increment"
    clocks.turn_to(1, 21_000, earned=True)
    assert clocks.left_at(0, 99_000) == 45_000
    assert clocks.flag_at() == 81_000
    assert clocks.left_at(1, 90_000) == 0


def test_a_slow_clock_gives_each_turn_its_days() -> None:
    clocks = Clocks(SlowClock(2), 3)
    clocks.turn_to(0, 0, earned=False)
    clocks.turn_to(1, DAY_MS, earned=True)
    assert clocks.flag_at() == 3 * DAY_MS
    clocks.turn_to(0, 2 * DAY_MS, earned=True)
    assert clocks.left_at(0, 2 * DAY_MS) == 2 * DAY_MS


def test_a_pause_stops_the_clock_and_keeps_what_is_left() -> None:
    for rule, whole in ((LiveClock(60), 60_000), (SlowClock(1), DAY_MS)):
        clocks = Clocks(rule, 2)
        clocks.turn_to(0, 0, earned=False)
        clocks.stop(10_000)
        assert clocks.flag_at() is None and clocks.left_at(0, 999_999) == whole - 10_000
        clocks.go_on(0, 1_000_000)
        assert clocks.flag_at() == 1_000_000 + whole - 10_000


def test_without_a_rule_nothing_runs() -> None:
    clocks = Clocks(None, 2)
    clocks.turn_to(0, 0, earned=False)
    assert clocks.flag_at() is None
