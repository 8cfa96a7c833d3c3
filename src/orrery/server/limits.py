"""Limits: how much one person or one address may ask for, so that nobody slows the others."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

MOST_BUCKETS: Final = 100_000


class Bucket:
    """Tokens that drip in: `rate` a second, `burst` at most. Each request takes one."""

    __slots__ = ("burst", "last", "rate", "tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = float(burst)
        self.tokens = self.burst
        self.last = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Takes tokens; False if there are not enough."""
        self.tokens = min(self.burst, self.tokens + (now - self.last) * self.rate)
        self.last = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True


class Buckets:
    """A bucket for each person or address; those not seen for long are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.found: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, now: float, cost: float = 1.0) -> bool:
        """Takes tokens from somebody's bucket; False if there are not enough."""
        bucket = self.found.get(who)
        if bucket is None:
            bucket = self.found[who] = Bucket(self.rate, self.burst, now)
            if len(self.found) > MOST_BUCKETS:
                self.found.popitem(last=False)
        else:
            self.found.move_to_end(who)
        return bucket.take(now, cost)
