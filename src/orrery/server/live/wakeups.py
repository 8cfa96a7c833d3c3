"""Wake-ups between processes, by Redis; a process that is alone needs none.

A wake-up says which match moved and to which number, nothing more. Losing one does no harm: what counts is in the
database, and the hall compares from time to time. So a Redis that goes away, hangs, or is not there yet must not take
anything with it: its faults are logged, tried again, and otherwise ignored. Wake-ups that come close together travel in
one message: a line that says who sends it, then a line each. A process does not hear what it said itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncGenerator, Callable
from typing import Any, Final, Protocol

import msgspec

LOG: Final = logging.getLogger("orrery.server.live.wakeups")
CHANNEL: Final = "orrery_WAKE"
"""Where all processes listen."""
AGAIN: Final = 1.0
"""Seconds after a fault before the next try to listen."""
GATHER: Final = 0.02
"""Two messages are at least so many seconds apart: one who comes alone never waits, many share."""
PATIENCE: Final = 2.0
"""Seconds that Redis has to take a message, or to let somebody listen."""
QUIET: Final = 5.0
"""After so many seconds without a word Redis is asked whether it is there; after as many again it is not."""


class Wake(msgspec.Struct, array_like=True):
    """What processes tell each other: which match, and which number it has. Never what happened."""

    match: str
    number: int


LINES: Final = msgspec.json.Decoder(Wake)
Wakes = dict[str, set[int]]
"""By match: the highest number that it has, and other things that changed (which have negative numbers)."""


def read_wakes(message: bytes) -> Wakes:
    """The wake-ups of a message. Raises DecodeError."""
    found: Wakes = {}
    for wake in LINES.decode_lines(message):
        numbers = found.setdefault(wake.match, set())
        if wake.number >= 0:
            numbers.difference_update([number for number in numbers if 0 <= number < wake.number])
            if any(number > wake.number for number in numbers):
                continue
        numbers.add(wake.number)
    return found


class Wire(Protocol):
    """What carries messages to all processes. Whatever it raises is a fault of the moment."""

    async def send(self, message: bytes) -> None:
        """Sends a message."""

    def messages(self) -> AsyncGenerator[bytes, None]:
        """What is sent, by whomever, from now on."""

    async def close(self) -> None:
        """Sends nothing more."""


class RedisWire:
    """A channel of Redis. Its own client asks and waits for every message, and for every one that it hears it goes
    through a dozen layers: beside what a server does for an action that was much. Here only its connections are used.
    """

    def __init__(self, url: str) -> None:
        from redis.asyncio import ConnectionPool

        self.pool: Any = ConnectionPool.from_url(
            url, protocol=2, socket_timeout=None, socket_connect_timeout=PATIENCE, socket_keepalive=True
        )
        self.out: Any = None

    async def send(self, message: bytes) -> None:
        """Sends a message; on a new connection if the old one turns out to be dead."""
        from redis.exceptions import ConnectionError as Gone

        for again in (False, True):
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._send(message)
                return
            except Gone:
                await self.close()
                if again:
                    raise
            except BaseException:
                await self.close()
                raise

    async def _send(self, message: bytes) -> None:
        if self.out is None:
            self.out = self.pool.make_connection()
            await self.out.connect()
        else:
            # The answer to the message before this one: by now it is there, and nobody need wait for it.
            await self.out.read_response()
        await self.out.send_command("PUBLISH", CHANNEL, message, check_health=False)

    async def messages(self) -> AsyncGenerator[bytes, None]:
        """What is sent from now on. Raises TimeoutError if nothing at all is heard from Redis."""
        line: Any = self.pool.make_connection()
        try:
            async with asyncio.timeout(PATIENCE):
                await line.connect()
                await line.send_command("SUBSCRIBE", CHANNEL, check_health=False)
            asked = False
            while True:
                said = await line.read_response(timeout=QUIET)
                if said is not None:
                    asked = False
                    if said[0] == b"message":
                        yield said[2]
                elif asked:
                    raise TimeoutError("Redis says nothing")
                else:
                    asked = True
                    await line.send_command("PING", check_health=False)
        finally:
            await line.disconnect(nowait=True)

    async def close(self) -> None:
        """Lets go of the connection by which it sends."""
        line, self.out = self.out, None
        if line is not None:
            await line.disconnect(nowait=True)


class Wakeups:
    """Tells the other processes what moved, and hears it from them."""

    def __init__(self, wire: Wire | None) -> None:
        """Without a wire this process is alone."""
        self.wire = wire
        self.faults = 0
        self.name = secrets.token_hex(8).encode()
        self.waiting: list[bytes] = []
        """What is to be sent with the next message."""
        self.sending: asyncio.Task[None] | None = None
        self.sent = 0
        """How many messages were sent, for the curious."""

    def publish(self, match: str, number: int) -> None:
        """Tells it at once, or with others if something was told a moment ago. Never waits and never raises."""
        if self.wire is None:
            return
        self.waiting.append(msgspec.json.encode(Wake(match, number)))
        if self.sending is None:
            self.sending = asyncio.create_task(self._send(self.wire), name="sending wake-ups")

    async def _send(self, wire: Wire) -> None:
        """Sends all that waits as one message, as long as something comes; says in the log if it cannot."""
        try:
            while self.waiting:
                lines, self.waiting = self.waiting, []
                try:
                    await wire.send(b"\n".join([self.name, *lines]))
                    self.sent += 1
                except Exception as fault:
                    self._tell(fault)
                await asyncio.sleep(GATHER)
        finally:
            self.sending = None

    async def listen(self, heard: Callable[[Wakes], None]) -> None:
        """Hears what others tell; after a fault it is tried again, for ever."""
        while self.wire is not None:
            try:
                async with contextlib.aclosing(self.wire.messages()) as messages:
                    async for message in messages:
                        name, _, lines = message.partition(b"\n")
                        if name != self.name:
                            self._hear(lines, heard)
            except Exception as fault:
                self._tell(fault)
            await asyncio.sleep(AGAIN)

    @staticmethod
    def _hear(lines: bytes, heard: Callable[[Wakes], None]) -> None:
        try:
            wakes = read_wakes(lines)
        except msgspec.DecodeError:
            LOG.warning("a wake-up that is none")
        else:
            heard(wakes)

    async def close(self) -> None:
        """Sends what waits, and nothing more."""
        if self.sending is not None:
            await self.sending
        if self.wire is not None:
            await self.wire.close()

    def _tell(self, fault: Exception) -> None:
        self.faults += 1
        if self.faults & (self.faults - 1) == 0:  # the first, second, fourth, eighth...
            LOG.warning("Redis cannot be reached (%d times by now): %s", self.faults, type(fault).__name__)
