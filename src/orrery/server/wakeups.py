"""Wake-ups between processes: in memory for one process, by Redis for several.

A wake-up says which match moved and to which number, nothing more. Losing one does no harm: what counts is in the
database, and the hall compares from time to time. So a Redis that goes away must not take anything with it: its
faults are logged, tried again, and otherwise ignored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable
from typing import Any, Final

import msgspec
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from orrery.server.settings import Settings

LOG: Final = logging.getLogger("orrery.server.wakeups")
WAKE: Final = "wake"
AGAIN: Final = 1.0
"""So many seconds after a fault it is tried again."""


class Wake(msgspec.Struct, array_like=True):
    """What processes tell each other: which match, and which number it has. Never what happened."""

    match: str
    number: int


class Steady(ChannelsBackend):
    """Another backend, whose faults end nothing."""

    def __init__(self, inner: ChannelsBackend) -> None:
        self.inner = inner
        self.faults = 0

    async def on_startup(self) -> None:
        """Starts the other one."""
        await self.inner.on_startup()

    async def on_shutdown(self) -> None:
        """Ends the other one."""
        try:
            await self.inner.on_shutdown()
        except Exception as fault:
            self._tell(fault)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Sends, or says in the log that it could not."""
        try:
            await self.inner.publish(data, channels)
        except Exception as fault:
            self._tell(fault)

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
        """What comes in; after a fault it is tried again, for ever."""
        while True:
            try:
                async for event in self.inner.stream_events():
                    yield event
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


def make_backend(settings: Settings) -> ChannelsBackend:
    """How wake-ups travel: in memory, or by Redis."""
    if not settings.redis:
        return MemoryChannelsBackend()
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.asyncio import Redis

    client = Redis.from_url(settings.redis, socket_connect_timeout=2.0)
    return Steady(RedisChannelsPubSubBackend(redis=client, key_prefix="orrery"))
