"""Clocks: pure arithmetic over the times of entries. Nothing ticks, so clocks survive restarts and cost nothing.

A live clock gives each seat a base and, whenever the turn leaves it, an increment. A slow clock gives so much time for
each turn. Seats of bots are not timed. All times are whole milliseconds.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

DAY_MS: Final = 86_400_000


class LiveClock(msgspec.Struct, frozen=True, tag="live", tag_field="type", forbid_unknown_fields=True):
    """Seconds for the whole match, and some more after each turn."""

    seconds: Annotated[int, msgspec.Meta(ge=10, le=86_400)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0


class SlowClock(msgspec.Struct, frozen=True, tag="slow", tag_field="type", forbid_unknown_fields=True):
    """Days for each turn."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]


ClockRule = LiveClock | SlowClock


class Clocks:
    """The clocks of one match."""

    def __init__(self, rule: ClockRule | None, seats: int) -> None:
        self.rule = rule
        whole = 0
        if isinstance(rule, LiveClock):
            whole = rule.seconds * 1000
        elif isinstance(rule, SlowClock):
            whole = rule.days * DAY_MS
        self.left = [whole] * seats
        """What each seat had when its clock was last looked at."""
        self.running: int | None = None
        self.since = 0

    def turn_to(self, seat: int | None, time: int, earned: bool) -> None:
        """From now on this seat's clock runs (None: nobody's). `earned`: the seat before has done its part."""
        rule, before = self.rule, self.running
        if rule is None:
            return
        if before is not None:
            self.left[before] = self.left_at(before, time)
            if before != seat and earned and isinstance(rule, LiveClock):
                self.left[before] += rule.increment * 1000
        if seat is not None and seat != before and isinstance(rule, SlowClock):
            self.left[seat] = rule.days * DAY_MS
        self.running = seat
        self.since = max(time, self.since)

    def stop(self, time: int) -> None:
        """A pause: nobody's clock runs, and a slow turn keeps what is left of it."""
        if self.running is not None:
            self.left[self.running] = self.left_at(self.running, time)
        self.running = None

    def go_on(self, seat: int | None, time: int) -> None:
        """The end of a pause."""
        if self.rule is not None:
            self.running = seat
            self.since = time

    def left_at(self, seat: int, now: int) -> int:
        """How much time a seat has left."""
        if seat != self.running:
            return self.left[seat]
        return max(0, self.left[seat] - max(0, now - self.since))

    def flag_at(self) -> int | None:
        """When the running clock will have run out; None if none runs."""
        return None if self.running is None else self.since + self.left[self.running]
