"""The line under a socket: uvicorn's WebSocket, which also takes what is ready to be sent without a task that sends it.

Most of what a server says to thousands of people goes straight into the buffer of the system, and neither a queue nor
a task of its own is needed for that. Only what a slow reader leaves there must wait, and then the line says so. Most of
what they say is a whole text in one piece: it is offered to whoever hears before anything is woken to read it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from litestar.connection import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

EXTENSION: Final = "orrery.line"
"""Where a line is found among the extensions of the server (ASGI)."""
TEXT: Final = 0x81
"""The first byte of a message that is one whole text."""
MASKED: Final = 0x80
"""What the second byte of every frame of a client has in it; then follow four bytes by which the rest is veiled."""
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


def end_of_frame(data: bytes, start: int) -> int:
    """Where the frame ends that begins there; 0 as long as its head is not whole."""
    there = len(data) - start
    if there < 2:
        return 0
    size = data[start + 1] & 0x7F
    head = start + (6 if data[start + 1] & MASKED else 2)
    if size < SHORT:
        return head + size
    more = 2 if size == SHORT else 8
    if there < 2 + more:
        return 0
    return head + more + int.from_bytes(data[start + 2 : start + 2 + more], "big")


class Line(WebSocketsSansIOProtocol):
    """One link, as the server has it."""

    drained: Callable[[], None] | None = None
    """Called when there is room in the buffer again."""
    hear: Callable[[bytes], bool] | None = None
    """Asked first, with a text that has come: does it take it at once? What it leaves waits to be read."""
    held: bytes = b""
    """What goes together with the next text."""
    rest: bytes = b""
    """The beginning of a frame whose end is still to come."""
    left_alone: bool = False
    """Does the library get everything as it comes? It may be in the middle of a frame."""
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

    def data_received(self, data: bytes) -> None:
        """Something has come. What nobody takes at once goes to the library, which gets whole frames only: so it is
        always between two of them when a text is taken past it.
        """
        if self.rest:
            data, self.rest = self.rest + data, b""
        if self.left_alone or self.conn.state is not OPEN:
            self.left_alone = self.handshake_initiated
            super().data_received(data)
            return
        start, size = 0, len(data)
        while start < size:
            end = end_of_frame(data, start)
            if end - start > self.config.ws_max_size:
                self.left_alone = True
                super().data_received(data[start:])
                return
            if not 0 < end <= size:
                self.rest = data[start:]
                return
            if not self._is_taken(data, start, end):
                super().data_received(data[start:end])
            start = end

    def _is_taken(self, data: bytes, start: int, end: int) -> bool:
        """Is a frame a whole text that somebody takes at once?"""
        if self.hear is None or data[start] != TEXT or self.conn.current_size is not None:
            return False
        second = data[start + 1]
        body = start + 6 + (0 if second < MASKED + SHORT else 2 if second == MASKED + SHORT else 8)
        if not second & MASKED or self.close_sent or self.disconnected:
            return False
        return self.hear(apply_mask(data[body:end], data[body - 4 : body]))

    def resume_writing(self) -> None:
        """There is room in the buffer again."""
        super().resume_writing()
        if self.drained is not None:
            self.drained()

    def put(self, text: bytes, more: bool = False) -> bool:
        """Sends a text at once; False if so much waits for the reader already that nothing was done. To somebody who
        is gone nothing is said, and nobody minds. With `more` it goes together with the next one, which follows in the
        same step.
        """
        if not self.writable.is_set():
            return False
        frames = self.held + framed(text) if self.held else framed(text)
        self.held = frames if more else b""
        if not (more or self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(frames)
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
