"""Fate: every random integer of a match comes from here, so that a seed, a forced queue or a record gives the same
match.

The generator is SplitMix64, which agrees between implementations: a seed means the same match everywhere.
"""

from __future__ import annotations

from typing import Final, TypeVar

from mypy_extensions import i64

T = TypeVar("T")

MASK: Final = 0xFFFFFFFFFFFFFFFF
GOLDEN: Final = 0x9E3779B97F4A7C15

COMPILED: Final = not __file__.endswith(".py")
"""Machine code counts modulo 2**64 by itself, with a sign; interpreted code is cut to 64 bits without one."""
SIGN: Final = 1 << 63
WIDEST: Final = 1 << 31
"""Up to this the machine's integers hold all products."""


class FateFault(Exception):
    """A forced value that the event asking for it cannot take, or a tape that does not fit the match."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class TapeEnded(FateFault):
    """More integers are asked for than a record holds."""


def signed(value: int) -> int:
    """An integer modulo 2**64 as `Fate.now` holds it."""
    value &= MASK
    return value - (1 << 64) if COMPILED and value >= SIGN else value


class Fate:
    """A source of integers for one match.

    Values come from the visible `queue` while it lasts (a caller forced them), else from the hidden `tape` of an
    action that is done again as it was recorded, else from the seeded generator. Where there is a tape nothing else is
    drawn: a tape that has come to its end is a fault. With `recording` every value is kept in `drawn`.
    """

    __slots__ = ("drawn", "now", "queue", "recording", "tape")

    def __init__(self, seed: int = 0, queue: list[int] | None = None) -> None:
        self.now: i64 = signed(seed)
        """Where the generator stands; in machine code with a sign."""
        self.queue: list[int] = [] if queue is None else list(queue)
        self.tape: list[int] | None = None
        self.recording: bool = False
        self.drawn: list[int] = []

    @property
    def state(self) -> int:
        """Where the generator stands, from 0 to 2**64 - 1."""
        return int(self.now) & MASK

    @state.setter
    def state(self, value: int) -> None:
        self.now = signed(value)

    def draw(self, n: int, purpose: int = 0) -> int:
        """An integer in [0, n). The purpose, a number that the game chose (this planet's dice, that seat's deck), does
        not matter here: one generator serves all; see `Streams`.
        """
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
            value = self._from_generator(n, purpose)
        if self.recording:
            self.drawn.append(value)
        return value

    def _from_generator(self, n: int, purpose: int) -> int:
        if COMPILED and n <= WIDEST:
            return self._from_machine(n)
        self.state = z = (self.state + GOLDEN) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        z ^= z >> 31
        return (z * n) >> 64

    def _from_machine(self, n: i64) -> int:
        """The same in the machine's own integers: products wrap around, and shifts to the right are cut by hand."""
        self.now += -0x61C8864680B583EB
        z: i64 = self.now
        z = (z ^ (z >> 30 & 0x3FFFFFFFF)) * -0x40A7B892E31B1A47
        z = (z ^ (z >> 27 & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15
        z ^= z >> 31 & 0x1FFFFFFFF
        high: i64 = z >> 32 & 0xFFFFFFFF
        low: i64 = z & 0xFFFFFFFF
        return (high * n + (low * n >> 32)) >> 32

    def _from_tape(self, n: int) -> int:
        assert self.tape is not None
        if not self.tape:
            raise TapeEnded("fewer integers were recorded than drawn")
        value = self.tape.pop(0)
        if not 0 <= value < n:
            raise FateFault(f"the recorded value {value} is not in 0..{n - 1}")
        return value

    def shuffle(self, items: list[T], purpose: int = 0) -> None:
        """Fisher-Yates from the end, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(i + 1, purpose)
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


def branch(seed: int, purpose: int) -> int:
    """A seed of its own for a purpose, from 0 to 2**64 - 1: what it begins tells nothing of what others do."""
    return Fate(seed ^ Fate(purpose).draw(1 << 64)).draw(1 << 64)


class Streams(Fate):
    """The fate of an experiment: a generator for each purpose, so that what is drawn for one does not shift the luck of
    another. A match that is played again with one thing changed then has the same dice and the same cards on top
    wherever the change itself does not reach.

    Matches, records and the referee keep the one generator of the protocol; only the lab plays by this.
    """

    __slots__ = ("seed", "streams")

    def __init__(self, seed: int = 0, queue: list[int] | None = None) -> None:
        super().__init__(seed, queue)
        self.seed = seed
        self.streams: dict[int, int] = {}
        """By purpose: where its generator stands."""

    def _from_generator(self, n: int, purpose: int) -> int:
        known = self.streams.get(purpose)
        self.state = branch(self.seed, purpose) if known is None else known
        value = super()._from_generator(n, purpose)
        self.streams[purpose] = self.state
        return value

    def clone(self) -> Fate:
        other = Streams(self.seed, self.queue)
        other.streams = dict(self.streams)
        if self.tape is not None:
            other.tape = list(self.tape)
        return other
