"""What a server counts of itself while it runs: plain numbers that cost next to nothing, whoever reads them.

They hold no names, no ids and no addresses: how many and how long, never who.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import Final

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0)


class Spread:
    """How often a value was up to each bound, and all of them together: a histogram."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """One more."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    @property
    def count(self) -> int:
        """How many."""
        return sum(self.counts)


class Measures:
    """The numbers of a server's sockets and requests; those of the database and of bots are kept by the store and the
    pools.
    """

    def __init__(self) -> None:
        self.acknowledged = Spread()
        """Seconds from an action's arrival until its acknowledgement is on its way."""
        self.entries: Counter[str] = Counter()
        """By kind, the entries that were written here."""
        self.refused: Counter[str] = Counter()
        """By code, what sockets were refused."""
        self.let_go: Counter[str] = Counter()
        """By word, the sockets that the server closed."""
        self.requests: Counter[str] = Counter()
        """By class of status (2xx), the requests that were answered."""
        self.answered = Spread()
        """Seconds until a request was answered; what waits on purpose is among them."""
