"""A socket: one browser or program that looks at a table and perhaps sits there.

What is to be sent goes straight into the buffer of the link (`Line`), and waits in a bounded queue while that is full:
a slow reader never makes others wait, and one that falls too far behind is dropped and may come back and resume.
Silence is noticed on both sides: the server sends a `beat` when it has nothing to say, and a client that says nothing
for some seconds is gone. One watch keeps the time for all sockets.

A socket remembers who it belongs to and nothing else. What it may see and do is asked at every message (`Hall.admit`),
and so is whether that identity is still worth something.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import math
from collections import deque
from functools import partial
from typing import Any, Final

from litestar.exceptions import WebSocketDisconnect, WebSocketException

from orrery.server.access import SENTENCES, Place
from orrery.server.limits import Budget
from orrery.server.live.hall import Hall
from orrery.server.live.line import Line
from orrery.server.live.room import Room
from orrery.server.live.wire import (
    PROTOCOL,
    Act,
    Ask,
    BadMessage,
    Beat,
    Bye,
    Chat,
    ClientMessage,
    Command,
    Done,
    Hello,
    Ping,
    Pong,
    Preview,
    Reason,
    Refused,
    Restart,
    Why,
    encode,
    read_message,
)
from orrery.server.people.identity import Person
from orrery.server.refusal import RequestRefused
from orrery.server.settings import Settings
from orrery.server.workers.answers import HELP

LOG: Final = logging.getLogger("orrery.server.live.sockets")

NO_IDENTITY: Final = 4001
NO_TABLE: Final = 4004
NOT_YOURS: Final = 4007
SLOW: Final = 4008
TOO_FAST: Final = 4009
LOST: Final = 4010
RESTART: Final = 1012
"""As the WebSocket has it."""
TOO_MANY: Final = 4011

MESSAGE_LIMIT: Final = 16 * 1024
"""The longest message that a client may send, in bytes."""
MOST_ASKED: Final = 3
"""How many questions of one socket are answered at a time."""
EARLIER: Final = 4.0
"""How many messages more a question about an earlier state counts as."""
FIRST_WORD: Final = 15.0
"""Seconds within which a socket must have said hello."""
PAST_RATE: Final = 1000.0
"""Entries of the past a second that a person may be told of, once the first PAST_BURST are spent."""
PAST_BURST: Final = 5000.0
LONGEST_WAIT: Final = 5.0
"""Seconds that one is made to wait for a long past; whoever would have to wait longer is sent away."""
BEAT: Final = encode(Beat())


class Goodbye(Exception):
    """The socket is to be closed: with which code, and why."""

    def __init__(self, code: int, word: str, message: str, again: bool) -> None:
        super().__init__(message)
        self.code = code
        self.bye = Bye(word, message, again)


FAILED: Final = Goodbye(1011, "failed", "something went wrong here; come back and resume", True)


class Budgets:
    """How much all sockets of a person, and of an address, may ask for together."""

    def __init__(self, settings: Settings) -> None:
        self.messages = Budget(settings.rate, settings.burst)
        self.past = Budget(PAST_RATE, PAST_BURST)
        """In entries: the past of a long match is much work."""

    def owe_past(self, person: str, address: str, entries: int) -> float | None:
        """For how many seconds somebody waits for so many entries of the past; None: for too many. So who wants a long
        past again and again waits for it, and nobody else does.
        """
        return self.past.owe(person, address, asyncio.get_running_loop().time(), entries, LONGEST_WAIT)


class Watch:
    """Keeps the time for all sockets of this process, however much is said: one timer, not one for each."""

    def __init__(self, settings: Settings) -> None:
        self.every = settings.beat / 2
        self.sockets: set[Socket] = set()

    async def run(self) -> None:
        """Looks at all of them again and again."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.every)
            now = loop.time()
            for socket in list(self.sockets):
                socket.look(now)


class Socket:
    """One open socket."""

    def __init__(
        self,
        line: Line,
        hall: Hall,
        settings: Settings,
        budgets: Budgets,
        watch: Watch,
        person: Person,
        address: str,
        wanted: int | None,
    ) -> None:
        """`wanted` is the own seat through whose eyes it would look, where one has several."""
        self.line = line
        self.hall = hall
        self.settings = settings
        self.budgets = budgets
        self.watch = watch
        self.person = person
        self.address = address
        self.wanted = wanted
        self.muted: set[str] = set()
        self.waiting: deque[bytes] = deque()
        """What does not fit into the buffer of the link."""
        self.loop = asyncio.get_running_loop()
        self.context = contextvars.copy_context()
        self.began = self.heard = self.asked = self.sent = self.loop.time()
        self.waits_for_more = False
        """Is everything done that was read?"""
        self.acting = False
        """Is an action on its way to the disk that was taken at once?"""
        self.acted: asyncio.Future[None] | None = None
        """Done when that is over, if somebody waits for it."""
        self.reading: asyncio.Task[None] | None = None
        self.room: Room | None = None
        self.previewing = False
        self.asking = 0
        self.goodbye: Goodbye | None = None
        """Why it is to be closed: it reads too slowly, says nothing, or is not welcome any more."""

    @property
    def revoked(self) -> bool:
        """Is the identity that it came with worth nothing any more?"""
        return self.goodbye is not None and self.goodbye.code == NO_IDENTITY

    def send(self, message: bytes, more: bool = False) -> None:
        """Puts a message on its way; a reader that is too slow for that is dropped."""
        if self.goodbye is not None:
            return
        if not self.waiting:
            self.sent = self.loop.time()
            if self.line.put(message, more):
                return
        if len(self.waiting) >= self.settings.queue:
            self._end(Goodbye(SLOW, "slow", "too many messages wait for you; come back and resume", True))
        else:
            self.waiting.append(message)

    def _drain(self) -> None:
        """There is room for what waits."""
        while self.waiting and self.line.put(self.waiting[0]):
            self.waiting.popleft()
            self.sent = self.loop.time()

    def revoke(self) -> None:
        """The identity that it came with is worth nothing any more."""
        self._end(Goodbye(NO_IDENTITY, "no_identity", "this identity was revoked", False))

    def send_away(self) -> None:
        """It may not look at this table any more."""
        self._end(Goodbye(NO_TABLE, "not_watched", SENTENCES["not_watched"], False))

    def tell_restart(self, seconds: float) -> None:
        """The server will be restarted."""
        self.send(encode(Restart(math.ceil(seconds))))

    def restart(self) -> None:
        """It is restarted now."""
        self._end(Goodbye(RESTART, "restart", "the server is restarted; come back and resume", True))

    def _end(self, goodbye: Goodbye) -> None:
        if self.goodbye is None:
            self.goodbye = goodbye
            if self.reading is not None:
                self.reading.cancel()

    # --- life ---------------------------------------------------------------------------------------------------------

    async def run(self, room: Room) -> None:
        """From the first message to the end of the link."""
        self.hall.connect(self)
        self.line.drained = self._drain
        self.line.hear = self._hear
        self.watch.sockets.add(self)
        self.reading = asyncio.create_task(self._read(room))
        try:
            await asyncio.wait([self.reading])
        finally:
            self.watch.sockets.discard(self)
            self.line.drained = self.line.hear = None
            self.reading.cancel()
            await asyncio.gather(self.reading, return_exceptions=True)
            self.hall.disconnect(self)
            if self.room is not None:
                await asyncio.shield(asyncio.ensure_future(self.hall.exit(self.room, self)))
        fault = self.goodbye if self.reading.cancelled() else self.reading.exception()
        if isinstance(fault, Goodbye):
            await self._close(fault)
        elif fault is not None and not isinstance(fault, (WebSocketDisconnect, WebSocketException, OSError)):
            LOG.error("a socket failed", exc_info=fault)
            await self._close(FAILED)

    async def _close(self, goodbye: Goodbye) -> None:
        self.hall.measures.let_go[goodbye.bye.code] += 1
        with contextlib.suppress(Exception):
            await self.line.end(encode(goodbye.bye), goodbye.code, goodbye.bye.code)

    def look(self, now: float) -> None:
        """Is there still somebody? Called every half beat."""
        lost: str | None = None
        if self.room is None and now - self.began > FIRST_WORD:
            lost = "you did not say hello"
        elif now - self.heard > self.settings.lost:
            lost = "nothing was heard from you for too long"
        elif self.waiting and now - self.sent > self.settings.lost:
            lost = "the link is lost"
        if lost is not None:
            self._end(Goodbye(LOST, "lost", lost, True))
        elif not self.waiting and now - self.sent >= self.watch.every:
            self.send(BEAT)

    # --- reading ------------------------------------------------------------------------------------------------------

    def _hear(self, text: bytes) -> bool:
        """Takes an action at once where nothing that came before it is still to be done: most of what people say under
        load, and no task need wake for it. All else is read in its turn.
        """
        room = self.room
        if room is None or room.session is None or room.lock.locked() or self.goodbye is not None:
            return False
        if self.acting or not self.waits_for_more or not self.line.queue.empty():
            return False
        if len(text) > MESSAGE_LIMIT or not text.isascii():
            return False
        try:
            message = read_message(text)
        except BadMessage:
            return False
        if not isinstance(message, Act):
            return False
        self.heard = self.asked = self.loop.time()
        if not self._take():
            return False
        told = partial(self._told_of, message.id)
        self.acting = True
        try:
            here = self.hall.admitted(room, self, "act")
            assert here.seat is not None, "the model lets only seats act"
            if room.act_at_once(self, here.seat, message, told, self.context):
                return True
        except Exception as fault:
            told(0, fault)
            return True
        self.acting = False
        return False

    def _told_of(self, id: int, number: int, fault: Exception | None) -> None:
        """What came of an action that was taken at once."""
        if fault is None:
            self._done(id, number)
            self._go_on()
        elif isinstance(fault, RequestRefused):
            self.hall.soon(self._say_no(id, fault))
        else:
            self._fail(fault)

    async def _say_no(self, id: int, refusal: RequestRefused) -> None:
        try:
            await self._refuse(id, refusal)
        except Exception as fault:
            self._fail(fault)
        else:
            self._go_on()

    def _fail(self, fault: Exception) -> None:
        # A copy: what is done beside runs in the context itself, which nobody can enter twice.
        self.context.copy().run(LOG.error, "a socket failed", exc_info=fault)
        self._end(FAILED)

    def _go_on(self) -> None:
        """The next message may be done."""
        self.acting = False
        if self.acted is not None and not self.acted.done():
            self.acted.set_result(None)

    async def _receive(self) -> bytes:
        self.waits_for_more = True
        event: Any = await self.line.receive()
        self.waits_for_more = False
        self.heard = self.loop.time()
        if event["type"] != "websocket.receive":
            raise WebSocketDisconnect(detail="gone")
        text = event.get("text")
        return text.encode() if text is not None else event.get("bytes") or b""

    async def _read(self, room: Room) -> None:
        bad = 0
        while True:
            data = await self._receive()
            if self.acting:
                self.acted = self.loop.create_future()
                await self.acted
            if not self._take():
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

    def _take(self, cost: float = 1.0) -> bool:
        return self.budgets.messages.take(self.person.id, self.address, self.heard, cost)

    async def _handle(self, room: Room, message: ClientMessage) -> None:
        if isinstance(message, Ping):
            self.send(encode(Pong(message.id)))
            return
        if self.goodbye is not None:
            return
        if self.line.disconnected and not isinstance(message, Command | Chat):
            return  # nobody hears the answer, and it may have to wait for seconds
        id = None if isinstance(message, Hello) else message.id
        try:
            if self.room is None and not isinstance(message, Hello):
                raise RequestRefused("no_hello", "say hello first")
            here = await self.hall.admit(room, self, kind_of(message))
            if isinstance(message, Command):
                self.asked = self.heard
                # Whether the identity still counts is asked when the entry is written.
                await room.command(here, self.person, message, partial(self._done, message.id))
                return
            if not await self.hall.is_welcome(self):
                return
            if isinstance(message, Hello):
                await self._hello(room, message)
            elif isinstance(message, Chat):
                await self._chat(room, here, message)
            elif isinstance(message, Preview):
                self._preview(room, here, message)
            elif isinstance(message, Why):
                self.send(encode(await self._why(room, here, message)))
            else:
                self._ask(room, here, message)
        except RequestRefused as refusal:
            if await self._refuse(id, refusal) and isinstance(message, Hello):
                if refusal.more.get("reason") == "not_watched":
                    self.send_away()

    async def _refuse(self, id: int | None, refusal: RequestRefused) -> bool:
        """Says no. A refusal tells something too: only those are told who may be here."""
        self.hall.measures.refused[refusal.code] += 1
        welcome = await self.hall.is_welcome(self)
        if welcome:
            self.send(self._refused(id, refusal))
        return welcome

    def _done(self, id: int, number: int) -> None:
        self.send(encode(Done(id, number)))
        self.hall.measures.acknowledged.add(self.loop.time() - self.asked)

    @staticmethod
    def _refused(id: int | None, refusal: RequestRefused) -> bytes:
        return encode(Refused(id, refusal.code, refusal.message, **refusal.more))

    async def _hello(self, room: Room, message: Hello) -> None:
        if message.protocol != PROTOCOL:
            raise RequestRefused("bad_protocol", f"protocol: this server speaks {PROTOCOL}, not {message.protocol}")
        if message.have is not None:
            wait = self.budgets.owe_past(self.person.id, self.address, max(0, room.shown - message.have))
            if wait is None:
                raise Goodbye(TOO_FAST, "too_fast", "you ask for the past too often; come back and resume", True)
            await asyncio.sleep(wait)
        if self.room is None:
            self.muted = await self.hall.talk.muted(self.person.id)
            self.room = room
            await self.hall.enter(room, self, message.have)
            if self.hall.draining:
                self.tell_restart(self.settings.drain)
        else:
            await room.enter(self, message.have)

    async def _chat(self, room: Room, here: Place, message: Chat) -> None:
        if not self._take(3.0):
            raise RequestRefused("too_fast", "not so fast")
        await self.hall.talk.say(room, self.person, here, message.text)
        self.send(encode(Done(message.id, room.shown)))

    def _preview(self, room: Room, here: Place, message: Preview) -> None:
        if self.previewing:
            raise RequestRefused("too_fast", "one preview at a time")
        assert here.seat is not None, "the model lets only seats look ahead"
        self.previewing = True
        self.hall.soon(self._previewed(room, here.seat, message))

    async def _why(self, room: Room, here: Place, message: Why) -> Reason:
        assert here.seat is not None, "the model lets only seats ask why"
        refusal = await room.why(here.seat, message.at, message.action)
        if refusal is None:
            return Reason(message.id, message.at, True)
        return Reason(message.id, message.at, False, refusal.code, refusal.message, **refusal.more)

    def _ask(self, room: Room, here: Place, message: Ask) -> None:
        # An earlier state has to be played again up to there.
        earlier = message.at != room.shown
        if self.asking >= MOST_ASKED or not self._take(EARLIER if earlier else 0.0):
            raise RequestRefused("too_fast", "wait for the answers first")
        wait = self.budgets.owe_past(self.person.id, self.address, min(message.at, room.shown)) if earlier else 0.0
        if wait is None:
            raise RequestRefused("too_fast", "you ask for the past too often; wait a little")
        self.asking += 1
        self.hall.soon(self._told(room, here, message, wait))

    async def _told(self, room: Room, here: Place, message: Ask, wait: float) -> None:
        try:
            await asyncio.sleep(wait)
            self.send(encode(await self.hall.bots.tell(room, here, self.person, message)))
        except RequestRefused as refusal:
            self.send(self._refused(message.id, refusal))
        finally:
            self.asking -= 1

    async def _previewed(self, room: Room, seat: int, message: Preview) -> None:
        try:
            self.send(encode(await self.hall.bots.preview(room, seat, message.id, message.at, message.action)))
        except RequestRefused as refusal:
            self.send(self._refused(message.id, refusal))
        finally:
            self.previewing = False


def kind_of(message: ClientMessage) -> str:
    """The row of the model (access.toml) that a message falls under."""
    if isinstance(message, Ask) and message.what in HELP:
        return "help"
    return str(message.__struct_config__.tag)
