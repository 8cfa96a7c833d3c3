"""A socket: one browser or program that looks at a table and perhaps sits there.

What is to be sent waits in a bounded queue with a task of its own: a slow reader never makes others wait, and one that
falls too far behind is dropped and may come back and resume. Silence is noticed on both sides: the server sends a
`beat` when it has nothing to say, and a client that says nothing for some seconds is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any, Final

from litestar.connection import WebSocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from orrery.server.hall import Hall
from orrery.server.identity import Person
from orrery.server.limits import Bucket
from orrery.server.play import Refusal
from orrery.server.room import Room
from orrery.server.settings import Settings
from orrery.server.wire import (
    PROTOCOL,
    Ask,
    BadMessage,
    Beat,
    Bye,
    Chat,
    ClientMessage,
    Done,
    Hello,
    Ping,
    Pong,
    Preview,
    Refused,
    encode,
    read_message,
)

LOG: Final = logging.getLogger("orrery.server.sockets")

NO_IDENTITY: Final = 4001
NO_TABLE: Final = 4004
NOT_YOURS: Final = 4007
SLOW: Final = 4008
TOO_FAST: Final = 4009
LOST: Final = 4010
TOO_MANY: Final = 4011

MESSAGE_LIMIT: Final = 16 * 1024
"""The longest message that a client may send, in bytes."""
MOST_ASKED: Final = 3
"""So many questions of one socket are answered at a time."""
EARLIER: Final = 4.0
"""A question about an earlier state counts as so many messages more."""
BEAT: Final = encode(Beat())


class Goodbye(Exception):
    """The socket is to be closed: with which code, and why."""

    def __init__(self, code: int, word: str, message: str, again: bool) -> None:
        super().__init__(message)
        self.code = code
        self.bye = Bye(word, message, again)


class Socket:
    """One open socket."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        hall: Hall,
        settings: Settings,
        person: Person,
        seat: int | None,
        own: list[int],
    ) -> None:
        """`seat` is the one through whose eyes it looks, `own` are all that the person plays."""
        self.socket = socket
        self.hall = hall
        self.settings = settings
        self.person = person
        self.seat = seat
        self.own = own
        self.muted: set[str] = set()
        self.waiting: asyncio.Queue[bytes] = asyncio.Queue(settings.queue)
        self.loop = asyncio.get_running_loop()
        self.heard = self.sent = self.loop.time()
        self.sending: float | None = None
        self.bucket = Bucket(settings.rate, settings.burst, self.heard)
        self.room: Room | None = None
        self.previewing = False
        self.asking = 0
        self.dropped = asyncio.Event()
        """It reads too slowly, or its person is no longer welcome."""
        self.revoked = False

    def send(self, message: bytes) -> None:
        """Puts a message on its way; a reader that is too slow for that is dropped."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped.set()

    def revoke(self) -> None:
        """The identity that it came with is worth nothing any more."""
        self.revoked = True
        self.dropped.set()

    # --- life ---------------------------------------------------------------------------------------------------------

    async def run(self, room: Room) -> None:
        """From the first message to the end of the link."""
        tasks = {
            asyncio.create_task(self._write()),
            asyncio.create_task(self._read(room)),
            asyncio.create_task(self._watch()),
        }
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            fault = next((task.exception() for task in done if task.exception() is not None), None)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self.room is not None:
                await asyncio.shield(asyncio.ensure_future(self.hall.exit(self.room, self)))
        if isinstance(fault, Goodbye):
            await self._close(fault)
        elif fault is not None and not isinstance(fault, (WebSocketDisconnect, WebSocketException, OSError)):
            LOG.error("a socket failed", exc_info=fault)
            await self._close(Goodbye(1011, "failed", "something went wrong here; come back and resume", True))

    async def _close(self, goodbye: Goodbye) -> None:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1.0):
                if goodbye.code != SLOW:
                    await self._send_text(encode(goodbye.bye).decode())
                await self.socket.close(code=goodbye.code, reason=goodbye.bye.code)

    async def _watch(self) -> None:
        """Keeps the time for both directions: one timer a socket, however much is said."""
        half = self.settings.beat / 2
        while True:
            try:
                async with asyncio.timeout(half):
                    await self.dropped.wait()
                if self.revoked:
                    raise Goodbye(NO_IDENTITY, "no_identity", "this identity was revoked", False)
                raise Goodbye(SLOW, "slow", "too many messages wait for you; come back and resume", True)
            except TimeoutError:
                pass
            now = self.loop.time()
            if now - self.heard > self.settings.lost:
                raise Goodbye(LOST, "lost", "nothing was heard from you for too long", True)
            if self.sending is not None and now - self.sending > self.settings.lost:
                raise Goodbye(LOST, "lost", "the link is lost", True)
            if self.sending is None and now - self.sent >= half:
                self.send(BEAT)

    # --- writing ------------------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        while True:
            text = (await self.waiting.get()).decode()
            self.sending = self.loop.time()
            await self._send_text(text)
            self.sent, self.sending = self.sending, None

    async def _send_text(self, text: str) -> None:
        await self.socket.send({"type": "websocket.send", "text": text, "bytes": None})

    # --- reading ------------------------------------------------------------------------------------------------------

    async def _receive(self) -> bytes:
        event: Any = await self.socket.receive()
        self.heard = self.loop.time()
        if event["type"] != "websocket.receive":
            raise WebSocketDisconnect(detail="gone")
        text = event.get("text")
        return text.encode() if text is not None else event.get("bytes") or b""

    async def _read(self, room: Room) -> None:
        bad = 0
        while True:
            data = await self._receive()
            if not self.bucket.take(self.heard):
                raise Goodbye(TOO_FAST, "too_fast", "you send too many messages; come back and resume", True)
            try:
                if len(data) > MESSAGE_LIMIT:
                    raise BadMessage(f"a message has at most {MESSAGE_LIMIT} bytes, not {len(data)}")
                message = read_message(data)
            except BadMessage as fault:
                bad += 1
                if bad > self.settings.burst:
                    raise Goodbye(TOO_FAST, "garbage", "too many messages that are none", False) from None
                self.send(encode(Refused(fault.id, "bad_message", fault.problem)))
                continue
            await self._handle(room, message)

    async def _handle(self, room: Room, message: ClientMessage) -> None:
        id = None if isinstance(message, Hello) else message.id
        try:
            if isinstance(message, Ping):
                self.send(encode(Pong(message.id)))
            elif isinstance(message, Hello):
                await self._hello(room, message)
            elif self.room is None:
                raise Refusal("no_hello", "say hello first")
            elif isinstance(message, Chat):
                await self._chat(room, message)
            elif isinstance(message, Preview):
                self._preview(room, message)
            elif isinstance(message, Ask):
                self._ask(room, message)
            else:
                number = await room.command(self._seated(), message)
                self.send(encode(Done(message.id, number)))
        except Refusal as refusal:
            self.send(self._refused(id, refusal))

    @staticmethod
    def _refused(id: int | None, refusal: Refusal) -> bytes:
        return encode(Refused(id, refusal.code, refusal.message, **refusal.more))

    def _seated(self) -> int:
        if self.seat is None:
            raise Refusal("not_seated", "you watch; only those who sit at the table do this")
        return self.seat

    async def _hello(self, room: Room, message: Hello) -> None:
        if message.protocol != PROTOCOL:
            raise Refusal("bad_protocol", f"protocol: this server speaks {PROTOCOL}, not {message.protocol}")
        if self.room is None:
            self.muted = await self.hall.muted(self.person.id)
            self.room = room
            await self.hall.enter(room, self, message.have)
        else:
            await room.enter(self, message.have)

    async def _chat(self, room: Room, message: Chat) -> None:
        self._seated()
        if not self.bucket.take(self.heard, 3.0):
            raise Refusal("too_fast", "not so fast")
        await self.hall.say(room.id, self.person, message.text)
        self.send(encode(Done(message.id, room.shown)))

    def _preview(self, room: Room, message: Preview) -> None:
        seat = self._seated()
        if self.previewing:
            raise Refusal("too_fast", "one preview at a time")
        self.previewing = True
        self.hall.soon(self._previewed(room, seat, message))

    def _ask(self, room: Room, message: Ask) -> None:
        # An earlier state has to be played again up to there.
        cost = 0.0 if message.at == room.shown else EARLIER
        if self.asking >= MOST_ASKED or not self.bucket.take(self.heard, cost):
            raise Refusal("too_fast", "wait for the answers first")
        self.asking += 1
        self.hall.soon(self._told(room, message))

    async def _told(self, room: Room, message: Ask) -> None:
        try:
            self.send(encode(await self.hall.tell(room, self, message)))
        except Refusal as refusal:
            self.send(self._refused(message.id, refusal))
        finally:
            self.asking -= 1

    async def _previewed(self, room: Room, seat: int, message: Preview) -> None:
        try:
            self.send(encode(await self.hall.preview(room, seat, message.id, message.at, message.action)))
        except Refusal as refusal:
            self.send(self._refused(message.id, refusal))
        finally:
            self.previewing = False
