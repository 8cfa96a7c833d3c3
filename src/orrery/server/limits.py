"""Limits: how much one person or one address may ask for, so that nobody slows the others."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import math
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from typing import Final

MOST_BUCKETS: Final = 100_000
NEIGHBOURS: Final = 10
"""An address may do so many times as much as a person: several people may share one."""


def address_of(host: str) -> str:
    """What counts as one address: of IPv6 the network of 64 bits, for everybody has that many to choose from."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv4Address):
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


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
        self._drip(now)
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True

    def debt(self, now: float, cost: float) -> float:
        """The seconds until tokens that are not there will have come in."""
        self._drip(now)
        missing = cost - self.tokens
        return 0.0 if missing <= 0 else missing / self.rate if self.rate else math.inf

    def owe(self, cost: float) -> None:
        """Takes tokens even if there are not enough."""
        self.tokens -= cost

    def _drip(self, now: float) -> None:
        self.tokens = min(self.burst, self.tokens + (now - self.last) * self.rate)
        self.last = now


class Buckets:
    """A bucket for each person or address; those not seen for long are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.found: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, now: float, cost: float = 1.0) -> bool:
        """Takes tokens from somebody's bucket; False if there are not enough."""
        return self.of(who, now).take(now, cost)

    def of(self, who: str, now: float) -> Bucket:
        """Somebody's bucket."""
        bucket = self.found.get(who)
        if bucket is None:
            bucket = self.found[who] = Bucket(self.rate, self.burst, now)
            if len(self.found) > MOST_BUCKETS:
                self.found.popitem(last=False)
        else:
            self.found.move_to_end(who)
        return bucket


class Budget:
    """One kind of thing that people ask for, with a bucket for each person and one for each address."""

    def __init__(self, rate: float, burst: float) -> None:
        """`rate` and `burst` are a person's."""
        self.people = Buckets(rate, burst)
        self.addresses = Buckets(rate * NEIGHBOURS, burst * NEIGHBOURS)

    def take(self, person: str, address: str, now: float, cost: float = 1.0) -> bool:
        """Takes tokens from both buckets; False if one has not enough."""
        return self.people.take(person, now, cost) and self.addresses.take(address, now, cost)

    def wait_for(self, person: str, address: str, now: float, cost: float = 1.0) -> float:
        """The seconds until so many tokens are there; nothing is taken."""
        return max(bucket.debt(now, cost) for bucket in (self.people.of(person, now), self.addresses.of(address, now)))

    def owe(self, person: str, address: str, now: float, cost: float, longest: float) -> float | None:
        """Takes tokens even if there are not enough; gives the seconds to wait until they have come in. None if that is
        longer than one may be made to wait: then nothing is taken. What nobody could ever wait for is given to whoever
        owes nothing, after the longest wait; the rest of it is owed.
        """
        buckets = (self.people.of(person, now), self.addresses.of(address, now))
        wait = max(bucket.debt(now, min(cost, bucket.burst + longest * bucket.rate)) for bucket in buckets)
        if wait > longest:
            return None
        for bucket in buckets:
            bucket.owe(cost)
        return wait


class Counts:
    """How many of something people and addresses have at this moment, with a limit for each."""

    def __init__(self, most: int, most_of_address: int) -> None:
        self.most = most
        self.most_of_address = most_of_address
        self.people: Counter[str] = Counter()
        self.addresses: Counter[str] = Counter()

    def take(self, person: str, address: str) -> bool:
        """One more; False if that is one too many."""
        if self.people[person] >= self.most or self.addresses[address] >= self.most_of_address:
            return False
        self.people[person] += 1
        self.addresses[address] += 1
        return True

    def give_back(self, person: str, address: str) -> None:
        """One less."""
        for counter, key in ((self.people, person), (self.addresses, address)):
            counter[key] -= 1
            if counter[key] <= 0:
                del counter[key]

    def total(self) -> int:
        """All together."""
        return self.people.total()


class OneAtATime:
    """Lets those with the same key go one after the other; those with other keys do not wait for them."""

    def __init__(self) -> None:
        self.locks: dict[str, asyncio.Lock] = {}
        self.waiting: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Waits for one's turn, and has it."""
        lock = self.locks.setdefault(key, asyncio.Lock())
        self.waiting[key] += 1
        try:
            async with lock:
                yield
        finally:
            self.waiting[key] -= 1
            if not self.waiting[key]:
                del self.waiting[key], self.locks[key]
