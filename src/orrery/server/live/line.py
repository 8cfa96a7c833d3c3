"""The line under a socket: uvicorn's WebSocket, which also takes what is ready to be sent without a task that sends it.

Most of what a server says to thousands of people goes straight into the buffer of the system, and neither a queue nor
a task of its own is needed for that. Only what a slow reader leaves there must wait, and then the line says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from litestar.connection import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION: Final = "orrery.line"
"""Where a line is found among the extensions of the server (ASGI)."""
TEXT: Final = 0x81
"""The first byte of a message that is one whole text."""
SHORT: Final = 126
MEDIUM: Final = 0x10000
AHEAD: Final = 8
"""How many messages of a client may wait to be read before nothing more is taken from it."""
LINGER: Final = 10.0
"""Seconds that a line which was let go has to send what is still in its buffer; whoever does not read is cut off."""


def framed(text: bytes) -> bytes:
    """A text as the WebSocket writes it from a server to a client: the same bytes for everybody."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    if size < MEDIUM:
        return bytes((TEXT, 126)) + size.to_bytes(2, "big") + text
    return bytes((TEXT, 127)) + size.to_bytes(8, "big") + text


class Line(WebSocketsSansIOProtocol):
    """One link, as the server has it."""

    drained: Callable[[], None] | None = None
    """Called when there is room in the buffer again."""
    ending: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """The life of a socket."""
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
        try:
            await super().run_asgi()
        finally:
            if not self.disconnected:
                self.ending = self.loop.call_later(LINGER, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The link is no more."""
        super().connection_lost(exc)
        if self.ending is not None:
            self.ending.cancel()

    def resume_writing(self) -> None:
        """There is room in the buffer again."""
        super().resume_writing()
        if self.drained is not None:
            self.drained()

    def put(self, text: bytes) -> bool:
        """Sends a text at once; False if so much waits for the reader already that nothing was done. To somebody who
        is gone nothing is said, and nobody minds.
        """
        if not self.writable.is_set():
            return False
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(framed(text))
        return True

    async def end(self, text: bytes, code: int, word: str) -> None:
        """Says goodbye and closes, without waiting for a reader: one who does not read it in time is cut off."""
        self.writable.set()
        self.put(text)
        await self.send({"type": "websocket.close", "code": code, "reason": word})

    def send_receive_event_to_app(self) -> None:
        """A message has come. A few may wait, so that reading need not be stopped and begun again for every one."""
        self.read_paused, paused = True, self.read_paused
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not (paused or self.close_sent) and self.queue.qsize() >= AHEAD:
            self.read_paused = True
            self.transport.pause_reading()


def line_of(socket: WebSocket[Any, Any, Any]) -> Line:
    """The line under a socket."""
    found = socket.scope["extensions"][EXTENSION]  # type: ignore[index]
    assert isinstance(found, Line)
    return found
