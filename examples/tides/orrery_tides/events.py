"""What can happen in a match of Tides (TI-6.3). Each event says for itself what a seat may see of it."""

from __future__ import annotations

from orrery.core.data import JsonObject
from orrery.core.game import Event, OpenEvent


class WaveLaid(Event):
    """A seat has laid a wave; face down only the seat itself sees which (TI-3.2)."""

    def __init__(self, seat: int, height: int, hidden: bool) -> None:
        self.seat = seat
        self.height = height
        self.hidden = hidden

    def as_json(self) -> JsonObject:
        return {"event": "wave_laid", "seat": self.seat, "height": self.height}

    def seen_by(self, seat: int | None) -> JsonObject:
        shown = self.height if seat == self.seat or not self.hidden else None
        return {"event": "wave_laid", "seat": self.seat, "height": shown}


class WavesShown(OpenEvent):
    """All waves of a round lie open, by seat (TI-3.3)."""

    def __init__(self, waves: list[int], hidden: bool) -> None:
        self.waves = waves
        self.hidden = hidden

    def as_json(self) -> JsonObject:
        return {"event": "waves_shown", "waves": self.waves}

    def reveals(self) -> bool:
        return self.hidden


class MoonsTaken(OpenEvent):
    """A seat takes all moons of the sky (TI-4.3)."""

    def __init__(self, seat: int, moons: list[str], points: int) -> None:
        self.seat = seat
        self.moons = moons
        self.points = points

    def as_json(self) -> JsonObject:
        return {"event": "moons_taken", "seat": self.seat, "moons": self.moons, "points": self.points}


class MoonsStayed(OpenEvent):
    """No wave was alone: the moons stay in the sky (TI-4.4)."""

    def __init__(self, moons: list[str]) -> None:
        self.moons = moons

    def as_json(self) -> JsonObject:
        return {"event": "moons_stayed", "moons": self.moons}


class MoonRisen(OpenEvent):
    """The next moon is turned up (TI-3.1). Nobody could know it."""

    def __init__(self, number: int, moon: str) -> None:
        self.number = number
        self.moon = moon

    def as_json(self) -> JsonObject:
        return {"event": "moon_risen", "round": self.number, "moon": self.moon}

    def reveals(self) -> bool:
        return True
