"""Fate: every random integer of a match comes from here, so that a seed, a forced queue or a record gives the same
match.

The generator is SplitMix64, which agrees between implementations: a seed means the same match everywhere.
"""

from __future__ import annotations

from typing import Final, TypeVar

T = TypeVar("T")

MASK: Final = 0xFFFFFFFFFFFFFFFF
GOLDEN: Final = 0x9E3779B97F4A7C15


class FateFault(Exception):
    """A forced value that the event asking for it cannot take, or a tape that does not fit the match."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class TapeEnded(FateFault):
    """More integers are asked for than a record holds."""


class Fate:
    """A source of integers for one match.

    Values come from the visible `queue` while it lasts (a caller forced them), else from the hidden `tape` of an
    action that is done again as it was recorded, else from the seeded generator. Where there is a tape nothing else is
    drawn: a tape that has come to its end is a fault. With `recording` every value is kept in `drawn`.
    """

    __slots__ = ("drawn", "queue", "recording", "state", "tape")

    def __init__(self, seed: int = 0, queue: list[int] | None = None) -> None:
        self.state: int = seed & MASK
        self.queue: list[int] = [] if queue is None else list(queue)
        self.tape: list[int] | None = None
        self.recording: bool = False
        self.drawn: list[int] = []

    def draw(self, n: int) -> int:
        """An integer in [0, n)."""
        if self.queue:
            value = self.queue[0]
            if not 0 <= value < n:
                raise FateFault(f"the forced value {value} is not in 0..{n - 1}")
            del self.queue[0]
            if self.tape is not None:
                self._from_tape(n)
        elif self.tape is not None:
            value = self._from_tape(n)
        else:
            value = self._from_generator(n)
        if self.recording:
            self.drawn.append(value)
        return value

    def _from_generator(self, n: int) -> int:
        self.state = (self.state + GOLDEN) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        z ^= z >> 31
        return (z * n) >> 64

    def _from_tape(self, n: int) -> int:
        assert self.tape is not None
        if not self.tape:
            raise TapeEnded("fewer integers were recorded than drawn")
        value = self.tape.pop(0)
        if not 0 <= value < n:
            raise FateFault(f"the recorded value {value} is not in 0..{n - 1}")
        return value

    def shuffle(self, items: list[T]) -> None:
        """Fisher-Yates from the end, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(i + 1)
            items[i], items[j] = items[j], items[i]

    def pick(self, items: list[T]) -> T:
        """One item of a list that is not empty."""
        return items[self.draw(len(items))]

    def clone(self) -> Fate:
        """The same future, drawn independently; a clone does not record."""
        other = Fate(self.state, self.queue)
        if self.tape is not None:
            other.tape = list(self.tape)
        return other
