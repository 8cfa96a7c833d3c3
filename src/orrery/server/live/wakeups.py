"""Wake-ups between processes: in memory for one process, by Redis for several.

A wake-up says which match moved and to which number, nothing more. Losing one does no harm: what counts is in the
database, and the hall compares from time to time. So a Redis that goes away must not take anything with it: its
faults are logged, tried again, and otherwise ignored. Wake-ups that come close together travel in one message: a line
that says who sends it, then a line each. A process does not hear what it said itself.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Iterable
from typing import Any, Final

import msgspec
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from orrery.server.settings import Settings

LOG: Final = logging.getLogger("orrery.server.live.wakeups")
WAKE: Final = "wake"
AGAIN: Final = 1.0
"""Seconds after a fault before the next try."""
GATHER: Final = 0.02
"""Two messages are at least so many seconds apart: one who comes alone never waits, many share."""


class Wake(msgspec.Struct, array_like=True):
    """What processes tell each other: which match, and which number it has. Never what happened."""

    match: str
    number: int


LINES: Final = msgspec.json.Decoder(Wake)


def read_wakes(message: bytes) -> dict[str, set[int]]:
    """The wake-ups of a message, by match: the highest number that it has, and other things that changed (which have
    negative numbers). Raises DecodeError.
    """
    found: dict[str, set[int]] = {}
    for wake in LINES.decode_lines(message):
        numbers = found.setdefault(wake.match, set())
        if wake.number >= 0:
            numbers.difference_update([number for number in numbers if 0 <= number < wake.number])
            if any(number > wake.number for number in numbers):
                continue
        numbers.add(wake.number)
    return found


class Steady(ChannelsBackend):
    """Another backend, whose faults end nothing, and which gets what is to be sent gathered."""

    def __init__(self, inner: ChannelsBackend) -> None:
        self.inner = inner
        self.faults = 0
        self.name = secrets.token_hex(8).encode()
        self.waiting: dict[str, list[bytes]] = {}
        """By channel, what is to be sent with the next message."""
        self.sending: asyncio.Task[None] | None = None
        self.sent = 0
        """How many messages were sent, for the curious."""

    async def on_startup(self) -> None:
        """Starts the other one."""
        await self.inner.on_startup()

    async def on_shutdown(self) -> None:
        """Sends what waits and ends the other one."""
        if self.sending is not None:
            await self.sending
        try:
            await self.inner.on_shutdown()
        except Exception as fault:
            self._tell(fault)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Sends at once, or with others if something was sent a moment ago. Never waits and never raises."""
        for channel in channels:
            self.waiting.setdefault(channel, []).append(data)
        if self.sending is None:
            self.sending = asyncio.create_task(self._send(), name="sending wake-ups")

    async def _send(self) -> None:
        """Sends all that waits as one message a channel, as long as something comes; says in the log if it cannot."""
        try:
            while self.waiting:
                waiting, self.waiting = self.waiting, {}
                for channel, lines in waiting.items():
                    try:
                        await self.inner.publish(b"\n".join([self.name, *lines]), [channel])
                        self.sent += 1
                    except Exception as fault:
                        self._tell(fault)
                await asyncio.sleep(GATHER)
        finally:
            self.sending = None

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listens from now on."""
        await self.inner.subscribe(channels)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Listens no longer."""
        try:
            await self.inner.unsubscribe(channels)
        except Exception as fault:
            self._tell(fault)

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        """What others send; after a fault it is tried again, for ever."""
        while True:
            try:
                async for channel, message in self.inner.stream_events():
                    name, _, lines = message.partition(b"\n")
                    if name != self.name:
                        yield channel, lines
            except Exception as fault:
                self._tell(fault)
            await asyncio.sleep(AGAIN)

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Wake-ups have no history."""
        return []

    def _tell(self, fault: Exception) -> None:
        self.faults += 1
        if self.faults & (self.faults - 1) == 0:  # the first, second, fourth, eighth...
            LOG.warning("Redis cannot be reached (%d times by now): %s", self.faults, type(fault).__name__)


def make_backend(settings: Settings) -> Steady:
    """How wake-ups travel: in memory, or by Redis."""
    if not settings.redis:
        return Steady(MemoryChannelsBackend())
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.asyncio import Redis

    client = Redis.from_url(settings.redis, socket_connect_timeout=2.0)
    return Steady(RedisChannelsPubSubBackend(redis=client, key_prefix="orrery"))
