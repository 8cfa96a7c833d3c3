"""A room: one match as this process knows it, and the sockets that look at it.

An action is tried in memory, written to the store, and only then acknowledged and shown: all of that, and every look
at the match, happens under the room's lock, so nobody ever sees what is not on disk. If another process was faster the
room reloads and the request is answered as stale.

Who looks through whose eyes follows from the match, in which it is written who sits where; a socket that came while the
table still waited gets its place when the match is there (access.py), and none if it may not look. When somebody takes
a bot's seat, their sockets look through that seat's eyes from this entry on.

Each seat has a lens: what its sockets were shown last, part by part, so that an update carries only the parts of the
view that changed. Spectators look through the gallery, which lags behind by as many entries as the table chose.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context
from functools import partial
from typing import Any, Final, Protocol

import msgspec
from msgspec import UNSET, Raw

from orrery.bots.bot import bot_names
from orrery.core.data import JsonObject
from orrery.server.access import AFTER, DURING, SENTENCES, Place, eyes, may_see, place
from orrery.server.live.session import ACT, SETUP, UNWELCOME, Logged, Session, Start
from orrery.server.live.wire import (
    Act,
    Answer,
    Ask,
    Command,
    GoOn,
    MatchNow,
    Offer,
    Past,
    Resign,
    StandIn,
    Standing,
    TakeBack,
    Undo,
    Update,
    Welcome,
    encode,
)
from orrery.server.people.identity import Person
from orrery.server.refusal import RequestRefused, not_saved
from orrery.server.store.queue import took_seat, turned_away
from orrery.server.store.rows import HistoryRow, TableStatus
from orrery.server.store.store import Job, Store, Taken
from orrery.server.workers.answers import HELP, Asked, check_question

LOG: Final = logging.getLogger("orrery.server.live.room")
PIECE: Final = 25
"""How many entries of a match are played again, or put together for somebody, at a time; in between, others have their
turn.
"""
LASTING: Final = frozenset({"cards"})
"""Parts of a view that are the same object as long as they do not change: too large to be written again to compare."""
MOST_SHARED: Final = 32
SHARED: Final[OrderedDict[bytes, bytes]] = OrderedDict()
"""Lasting parts that were written recently: most matches are played with the same cards, which memory need hold only
once.
"""


def shared(part: bytes) -> bytes:
    """The same bytes, as one object for all rooms."""
    found = SHARED.setdefault(part, part)
    SHARED.move_to_end(part)
    if len(SHARED) > MOST_SHARED:
        SHARED.popitem(last=False)
    return found


class Guest(Protocol):
    """A socket, as a room and the hall see it."""

    person: Person
    wanted: int | None
    """Through which of several own seats it would look."""
    muted: set[str]
    """Whom its person does not read."""

    @property
    def revoked(self) -> bool:
        """Is the identity that it came with worth nothing any more?"""

    def send(self, message: bytes, more: bool = False) -> None:
        """Puts a message on its way; never waits. With `more` another one follows in the same step."""

    def send_away(self) -> None:
        """It may not look at this table any more."""

    def revoke(self) -> None:
        """The identity that it came with is worth nothing any more."""


class Lens:
    """What the sockets of a seat were shown last: the parts of its view as JSON."""

    __slots__ = ("_lasting", "parts", "seat")

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.parts: dict[str, bytes] = {}
        self._lasting: dict[str, Any] = {}

    def look(self, view: JsonObject) -> tuple[dict[str, Raw], list[str]]:
        """The parts of a newer view that changed, and the names of those that are gone."""
        changed: dict[str, Raw] = {}
        old, new = self.parts, {}
        for key, value in view.items():
            if key in LASTING and key in old and self._lasting.get(key) is value:
                new[key] = old[key]
                continue
            part = encode(value)
            if key in LASTING:
                self._lasting[key] = value
                part = shared(part)
            new[key] = part
            if old.get(key) != part:
                changed[key] = Raw(part)
        self.parts = new
        return changed, [key for key in old if key not in new]

    def whole(self) -> dict[str, Raw]:
        """All parts."""
        return {key: Raw(part) for key, part in self.parts.items()}


class Snap(msgspec.Struct, frozen=True):
    """What spectators see at one number."""

    number: int
    standing: Standing
    view: dict[str, Raw]
    update: bytes


class Gallery:
    """Where spectators stand: what they may see by now, and what is held back."""

    def __init__(self, delay: int) -> None:
        self.delay = delay
        self.lens = Lens(None)
        self.waiting: deque[Snap] = deque()
        self.now: Snap | None = None

    def feed(self, session: Session) -> list[Snap]:
        """After each entry: what spectators may see from now on."""
        changed, gone = self.lens.look(session.match.view(None))
        time = session.log[-1].entry.time if session.log else session.start.time
        standing = session.standing(time)
        update = b""
        if session.log:
            update = encode(Update(session.number, past_of(session.log[-1], None), standing, changed, gone))
        self.waiting.append(Snap(session.number, standing, self.lens.whole(), update))
        delay = 0 if session.outcome is not None else self.delay
        released: list[Snap] = []
        while len(self.waiting) > delay or (self.now is None and self.waiting):
            self.now = self.waiting.popleft()
            released.append(self.now)
        return released


def past_of(logged: Logged, seat: int | None) -> Past:
    """An entry as a seat may know it."""
    entry = logged.entry
    if entry.kind == ACT:
        own = entry.word if entry.seat == seat else UNSET
        return Past(entry.number, entry.kind, entry.seat, entry.time, Raw(encode(logged.seen(seat))), own)
    back = UNSET if logged.back is None else logged.back
    return Past(entry.number, entry.kind, entry.seat, entry.time, word=entry.word, back=back)


def opening_of(start: Start) -> list[Past]:
    """What everybody saw of the setup, as an entry before the first."""
    return [Past(0, SETUP, -1, start.time, Raw(encode(start.opening)))] if start.opening else []


async def played(start: Start, entries: list[HistoryRow]) -> Session:
    """A match after these entries, played again piece by piece."""
    session = Session(start, entries[:PIECE])
    for done in range(PIECE, len(entries), PIECE):
        await asyncio.sleep(0)
        for entry in entries[done : done + PIECE]:
            session.apply(entry)
    return session


Heard = Callable[[int, Exception | None], None]
"""Hears what came of an entry: its number, or why there is none. It must not raise anything itself."""


def take(lock: asyncio.Lock) -> bool:
    """Takes a lock if nobody has it, and nobody waits for it."""
    if lock.locked():
        return False
    waiting = lock.acquire()
    try:
        waiting.send(None)
    except StopIteration:
        return True
    waiting.close()
    return False


def _check_number(session: Session, at: int) -> None:
    """Raises RequestRefused for what is about another state than the present one."""
    if at != session.number:
        message = f"at: the state has the number {session.number}, not {at}"
        raise RequestRefused("stale", message, {"number": session.number})


class BotTurn(msgspec.Struct, frozen=True):
    """All that a bot is told, and what state it is for."""

    seat: int
    number: int
    bot: str
    view: JsonObject
    seen: list[JsonObject]
    actions: list[str]
    seed: int


class Room:
    """One match in this process."""

    def __init__(
        self,
        id: str,
        store: Store,
        now: Callable[[], int],
        grace: int,
        after: Callable[[Room, bool], None],
        vanished: Callable[[int], Awaitable[bool]],
        waits: Callable[[str], Awaitable[bool]],
    ) -> None:
        """`after` is called when the match has moved on, with True if by an entry of this process; `vanished` tells
        whether a seat's person is gone for long, `waits` whether a newcomer still waits for the answer.
        """
        self.id = id
        self.store = store
        self.now = now
        self.grace = grace
        self.after = after
        self.vanished = vanished
        self.waits = waits
        self.lock = asyncio.Lock()
        self.rest: asyncio.Task[None] | None = None
        """What is left to do of an entry that was begun without a task."""
        self.session: Session | None = None
        self.delay = 0
        self.guests: set[Guest] = set()
        """All who said hello."""
        self.listeners: dict[int | None, set[Guest]] = {}
        """Those who look at the match, by seat."""
        self.lenses: dict[int, Lens] = {}
        self.gallery = Gallery(0)
        self.shown = 0
        """The number that all sockets have been shown."""
        self.doubtful = False
        """Is there something in memory of which nobody knows whether it is on disk?"""

    @property
    def busy(self) -> bool:
        """Does anybody look, or wait for the lock?"""
        return self.lock.locked() or bool(self.guests)

    def here(self) -> set[str]:
        """The people who are here and may sit at this table: once the match has begun, those who do."""
        found = {guest.person.id for guest in self.guests}
        return found if self.session is None else found.intersection(filter(None, self.session.roster.players))

    def place(self, guest: Guest) -> Place:
        """What a socket is at the match of this room, which has begun."""
        assert self.session is not None
        phase = DURING if self.session.outcome is None else AFTER
        return place(self.session.roster, phase, guest.person.id, guest.wanted)

    # --- loading ------------------------------------------------------------------------------------------------------

    async def begin(self, start: Start, delay: int) -> None:
        """The match is there: loads its entries, and shows it to those who wait at the table."""
        async with self.lock:
            if self.session is None:
                self.delay = delay
                await self._load(start)
                for guest in list(self.guests):
                    if self._let_look(guest):
                        guest.send(self._state(self.place(guest).seat, opening_of(start)))

    def _let_look(self, guest: Guest) -> bool:
        """Gives a socket its place at the match; False if it may not look, and is sent away."""
        here = self.place(guest)
        if not may_see("state", here):
            self.leave(guest)
            guest.send_away()
            return False
        self.listeners.setdefault(here.seat, set()).add(guest)
        return True

    async def _load(self, start: Start) -> None:
        entries = await self.store.entries(self.id)
        if self.session is None:
            self.shown = len(entries)
        # Spectators see what was before the last entries: look at the match as it was then.
        early = max(0, len(entries) - self.delay)
        session = await played(start, entries[:early])
        gallery = Gallery(self.delay)
        gallery.feed(session)
        for entry in entries[early:]:
            session.apply(entry)
            gallery.feed(session)
        self.session, self.gallery = session, gallery

    async def catch_up(self) -> None:
        """Another process has written: shows what is new."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        await self._sure()
        session = self.session
        if session is None:
            return
        entries = await self.store.entries(self.id, session.number)
        for entry in entries:
            session.apply(entry)
            self._show()
        if entries:
            self.after(self, False)

    async def _sure(self) -> None:
        """Before anything is read: if the store could not be reached when it was needed, asks it now."""
        if self.doubtful:
            await self._reload()

    async def _reload(self) -> None:
        """What is in memory was never written: back to what the store says."""
        assert self.session is not None
        before = self.shown
        self.doubtful = True
        await self._load(self.session.start)
        self.doubtful = False
        session = self.session
        for number in range(before + 1, session.number + 1):
            self._show_seats(session.log[number - 1], number == session.number)
        if session.number > before:
            # Rare: spectators get everything anew rather than step by step.
            for listener in self.listeners.get(None, ()):
                listener.send(
                    self._state(None, [past_of(one, None) for one in session.log[before : self._newest(None)]])
                )
            self._move_eyes()
        self.shown = session.number
        self.after(self, False)

    # --- requests -----------------------------------------------------------------------------------------------------

    async def command(self, here: Place, person: Person, message: Command, told: Callable[[int], None]) -> None:
        """Carries out a request of somebody who sits here; `told` is called with the number of its entry once that is
        on disk and shown: at once, so that both reach their link together. Raises RequestRefused.
        """
        seat = here.seat
        assert seat is not None, "the model lets only seats command"
        if isinstance(message, StandIn):
            if message.seat not in here.own:
                if not await self.vanished(message.seat):
                    raise RequestRefused("not_vanished", "that seat's person is there, or was a moment ago")
                message = msgspec.structs.replace(message, bot=None)
            if message.bot is not None and message.bot not in bot_names():
                raise RequestRefused("no_such_bot", f"bot: there are {', '.join(bot_names())}")
        if isinstance(message, Welcome) and message.yes:
            await self._check_newcomer()
        await self.enter_entry(
            message.at, lambda session, time: self._entry(session, seat, message, time), person, told
        )

    async def _check_newcomer(self) -> None:
        """Nobody is welcomed who has gone: then the match says so, and goes on as it was. Raises RequestRefused."""
        session = await self._current()
        new = session.newcomer
        if new is not None and not await self.waits(new.person):
            await self.enter_entry(session.number, lambda match, time: match.go_away(new.person, time))
            raise RequestRefused("newcomer_gone", "the newcomer did not wait for the answer")

    @staticmethod
    def _entry(session: Session, seat: int, message: Command, time: int) -> HistoryRow:
        if isinstance(message, Act):
            return session.act(seat, message.action, time)
        if isinstance(message, Undo):
            return session.undo(seat, message.to, time)
        if isinstance(message, Offer):
            return session.offer(seat, message.what, message.to, time)
        if isinstance(message, Answer):
            return session.answer(seat, message.yes, time)
        if isinstance(message, Resign):
            return session.resign(seat, time)
        if isinstance(message, GoOn):
            return session.go_on(seat, time)
        if isinstance(message, StandIn):
            return session.stand_in(message.seat, message.bot, time)
        if isinstance(message, Welcome):
            return session.welcome(seat, message.yes, time)
        assert isinstance(message, TakeBack)
        return session.take_back(seat, time)

    async def question(self) -> BotTurn | None:
        """What a bot must be asked now; None if it is no bot's turn."""
        async with self.lock:
            await self._sure()
            session = self.session
            bot = None if session is None else session.bot_to_act()
            if session is None or bot is None:
                return None
            seat = session.to_act()
            assert seat is not None
            match = session.match
            made = hashlib.sha256(f"bot.{session.start.seed}.{session.number}".encode()).digest()
            seed = int.from_bytes(made[:8], "big")
            return BotTurn(seat, session.number, bot, match.view(seat), match.seen(seat), match.actions(), seed)

    async def imagine(self, seat: int, at: int, word: str) -> BotTurn:
        """What a preview needs: all that the seat knows, for an action that it may take. Raises RequestRefused."""
        async with self.lock:
            await self._sure()
            session = self.session
            assert session is not None, "the model lets nobody look ahead before the start"
            _check_number(session, at)
            session.check_act(seat, word)
            return BotTurn(seat, at, "", session.match.view(seat), session.match.seen(seat), [], 0)

    async def why(self, seat: int, at: int, word: str) -> RequestRefused | None:
        """Why a seat may not do this now; None if it may. Raises RequestRefused where the question is stale."""
        async with self.lock:
            await self._sure()
            session = self.session
            assert session is not None, "the model lets nobody ask why before the start"
            _check_number(session, at)
            try:
                session.check_act(seat, word)
            except RequestRefused as refusal:
                return refusal
            return None

    async def ask(self, here: Place, message: Ask) -> Asked:
        """What the answer to a question needs: all that a seat knew at that number, and no more. Raises
        RequestRefused.
        """
        session = await self._current()
        seat = eyes(here, message.more.seat, session.seats)
        newest = self._newest(seat)
        if message.at > newest:
            raise RequestRefused("no_such_number", f"at: there are the numbers 0 to {newest}", {"number": newest})
        following = session.log[message.at].entry if message.at < session.number else None
        then = await self._then(session, message.at)
        match, game = then.match, session.start.game.name
        asked = Asked(message.what, game, session.seats, message.at, seat, match.view(seat), match.seen(seat))
        asked.turns = message.more.turns
        check_question(session.start.game, message.what)
        if message.what in HELP:
            self._may_be_helped(session, then, seat)
            asked.actions = match.actions()
            if following is not None and following.kind == ACT:
                asked.word = following.word
        return asked

    @staticmethod
    def _may_be_helped(session: Session, then: Session, seat: int | None) -> None:
        """May a seat be told what is good at that moment? Raises RequestRefused."""
        if seat is None:
            raise RequestRefused("not_seated", SENTENCES["not_seated"])
        if session.outcome is None and not session.start.hints and session.others_play(seat):
            raise RequestRefused("no_hints", "at this table there are no hints while other people play")
        if then.to_act() != seat:
            raise RequestRefused("not_your_turn", "there is nothing to decide for this seat")

    async def bot_act(self, seat: int, at: int, word: str) -> int:
        """A bot's action. Raises RequestRefused."""
        return await self.enter_entry(at, lambda session, time: session.act(seat, word, time, by_bot=True))

    async def enter_entry(
        self,
        at: int,
        make: Callable[[Session, int], HistoryRow],
        by: Person | None = None,
        told: Callable[[int], None] | None = None,
    ) -> int:
        """Makes an entry for the state with that number, writes it, shows it. Whoever asked may go away meanwhile."""
        return await asyncio.shield(asyncio.ensure_future(self._enter_entry(at, make, by, told)))

    async def _enter_entry(
        self,
        at: int,
        make: Callable[[Session, int], HistoryRow],
        by: Person | None,
        told: Callable[[int], None] | None,
    ) -> int:
        async with self.lock:
            await self._sure()
            session = self.session
            if session is None:
                raise RequestRefused("not_started", "the match has not started")
            time = self.now()
            await self._flag(time)
            session = self.session
            assert session is not None
            entry = self._made(session, at, make, time)
            await self._write(entry, by)
            if told is not None:
                told(entry.number)
            return entry.number

    def _made(self, session: Session, at: int, make: Callable[[Session, int], HistoryRow], time: int) -> HistoryRow:
        """An entry for the state with that number, done in memory. Raises RequestRefused."""
        _check_number(session, at)
        try:
            return make(session, time)
        except RequestRefused:
            raise
        except Exception:
            self.doubtful = True  # a fault of ours, perhaps halfway: what the store says is right
            raise

    def act_at_once(self, actor: Guest, seat: int, message: Act, told: Heard, context: Context) -> bool:
        """An action of somebody who sits here, without a task of its own, where nothing has to be waited for first;
        False if something has, and then nothing was done. `told` hears what came of it once it is on disk and shown;
        `context` is for what has to be done beside. Raises RequestRefused.
        """
        session, by = self.session, actor.person
        if session is None or self.doubtful or not take(self.lock):
            return False
        kept = False
        try:
            time = self.now()
            if session.is_flag_due(time):
                return False
            entry = self._made(session, message.at, lambda match, now: match.act(seat, message.action, now), time)
            kept = True
        finally:
            if not kept:
                self.lock.release()
        if session.sat is not None:
            self._beside(self._write(entry, by), entry, told, context)
            return True
        try:
            written = partial(self._written, entry, actor, told, context)
            self.store.append_soon(entry, self._status(session), (by.id, by.version), written)
        except Exception as fault:
            self._written(entry, actor, told, context, fault)
        return True

    def _written(self, entry: HistoryRow, actor: Guest, told: Heard, context: Context, fault: Exception | None) -> None:
        """The store says what came of an entry: shows it, or looks what the store has instead."""
        if fault is not None:
            self._beside(self._not_written(entry, fault), entry, told, context)
            return
        wrong: Exception | None = None
        try:
            self._show(actor)
            self.after(self, True)
        except Exception as found:
            wrong = found
        self.lock.release()
        told(entry.number, wrong)

    def _beside(self, work: Coroutine[Any, Any, None], entry: HistoryRow, told: Heard, context: Context) -> None:
        """Does the rest of an entry in a task after all; the lock is held until it is done."""

        async def run() -> None:
            wrong: Exception | None = None
            try:
                await work
            except Exception as found:
                wrong = found
            finally:
                self.lock.release()
            told(entry.number, wrong)

        self.rest = asyncio.get_running_loop().create_task(run(), context=context)

    async def flag(self) -> None:
        """If a clock has run out, says so."""
        async with self.lock:
            await self._sure()
            await self._flag(self.now())

    async def _flag(self, time: int) -> None:
        if self.session is not None:
            entry = self.session.flag(time)
            if entry is not None:
                try:
                    await self._write(entry)
                except RequestRefused:
                    return

    async def _write(self, entry: HistoryRow, by: Person | None = None) -> None:
        """Writes an entry that is done in memory already, then shows it. Raises RequestRefused if another was faster,
        or if the identity of the person behind it has been revoked, perhaps at another process.
        """
        session = self.session
        assert session is not None
        status = self._status(session)
        shown = None if by is None else (by.id, by.version)
        also = self._also(session, entry)
        try:
            if also is None:
                await self.store.append(entry, status, shown)
            else:
                await self.store.append_and(entry, status, shown, also)
        except Exception as fault:
            await self._not_written(entry, fault)
            return
        self._show()
        self.after(self, True)

    async def _not_written(self, entry: HistoryRow, fault: Exception) -> None:
        """What is in memory may not be in the store: back to what that says, and shows it. Raises RequestRefused unless
        the entry is there.
        """
        await self._reload()
        now = self.session
        assert now is not None
        if isinstance(fault, Taken):
            if now.number < entry.number:
                raise RequestRefused("no_identity", "this identity was revoked") from None
            message = f"at: the state has the number {now.number} by now"
            raise RequestRefused("stale", message, {"number": now.number}) from None
        # The disk is full, or the database is gone: perhaps it was written all the same.
        if entry.number <= now.number and now.log[entry.number - 1].entry == entry:
            return
        LOG.error("an entry of %s was not written: %s", self.id, type(fault).__name__)
        raise not_saved() from None

    def _status(self, session: Session) -> TableStatus:
        """What the row of the table says of the match as it is in memory."""
        outcome = session.outcome
        return TableStatus(
            turn=session.to_act(),
            due=session.due(self.grace),
            state="playing" if outcome is None else "over",
            result=None if outcome is None else encode(outcome).decode(),
        )

    def _also(self, session: Session, entry: HistoryRow) -> Job | None:
        """What is written with an entry beside it: where seats or those who wait for one change."""
        if session.sat is not None:
            return took_seat(self.id, *session.sat, entry.time)
        if entry.kind == UNWELCOME:
            return turned_away(self.id, for_good=not entry.word)
        return None

    # --- showing ------------------------------------------------------------------------------------------------------

    def _show(self, actor: Guest | None = None) -> None:
        """Shows the last entry to everybody; the actor is told more in the same step."""
        session = self.session
        assert session is not None
        self._show_seats(session.log[-1], True, actor)
        if self.delay or None in self.listeners:
            for snap in self.gallery.feed(session):
                for listener in self.listeners.get(None, ()):
                    listener.send(snap.update)
        if session.sat is not None:
            self._move_eyes()
        self.shown = session.number

    def _move_eyes(self) -> None:
        """Somebody has taken a seat: their sockets look through its eyes from now on."""
        for guest in [*self.guests]:
            seat = self.place(guest).seat
            if guest not in self.listeners.get(seat, ()):
                self._look_away(guest)
                self.listeners.setdefault(seat, set()).add(guest)
                guest.send(self._state(seat, []))

    def _show_seats(self, logged: Logged, last: bool, actor: Guest | None = None) -> None:
        session = self.session
        assert session is not None
        standing = session.standing(logged.entry.time)
        for seat, lens in self.lenses.items():
            those = self.listeners.get(seat)
            if not those:
                continue
            past = past_of(logged, seat)
            if last:
                changed, gone = lens.look(session.match.view(seat))
                update = Update(
                    logged.entry.number, past, standing, changed, gone, session.actions_of(seat), session.undo_to(seat)
                )
            else:
                update = Update(logged.entry.number, past, standing)
            message = encode(update)
            for listener in those:
                listener.send(message, listener is actor)

    def _gallery_now(self) -> Snap:
        """What spectators may see. While nobody looked and nothing is held back, it was not kept up."""
        session = self.session
        assert session is not None
        if not self.delay and (self.gallery.now is None or self.gallery.now.number != session.number):
            self.gallery.feed(session)
        assert self.gallery.now is not None
        return self.gallery.now

    async def enter(self, guest: Guest, have: int | None) -> None:
        """A socket comes: it gets the state in one message, and everything after it. The past is put together in
        pieces, between which others have their turn.
        """
        past: list[Past] = []
        if self.session is not None and have is not None:
            await self._current()
            past = await self._past(self.place(guest).seat, have)
        async with self.lock:
            await self._sure()
            self.guests.add(guest)
            if self.session is not None and self._let_look(guest):
                seat = self.place(guest).seat
                newest = self._newest(seat)
                if have is not None:
                    past = past[: max(0, newest - have)]
                    past += [past_of(logged, seat) for logged in self.session.log[have + len(past) : newest]]
                    if have == 0:
                        past = [*opening_of(self.session.start), *past]
                guest.send(self._state(seat, past))

    async def _past(self, seat: int | None, after: int) -> list[Past]:
        """What a seat may know of the entries after a number, as many as there are by now: asked right after the lock
        was held, when all that is in memory is on disk.
        """
        session = self.session
        assert session is not None
        found: list[Past] = []
        log, newest = session.log, self._newest(seat)
        for start in range(after, newest, PIECE):
            if start > after:
                await asyncio.sleep(0)
            found += [past_of(logged, seat) for logged in log[start : min(start + PIECE, newest)]]
        return found

    def _newest(self, seat: int | None) -> int:
        """The newest number that may be seen by a seat, or by spectators."""
        assert self.session is not None
        return self.session.number if seat is not None else self._gallery_now().number

    def leave(self, guest: Guest) -> None:
        """A socket goes."""
        self.guests.discard(guest)
        self._look_away(guest)

    def _look_away(self, guest: Guest) -> None:
        for seat in [seat for seat, those in self.listeners.items() if guest in those]:
            those = self.listeners[seat]
            those.discard(guest)
            if not those:
                del self.listeners[seat]
                if seat is not None:
                    self.lenses.pop(seat, None)

    def _state(self, seat: int | None, past: list[Past]) -> bytes:
        session = self.session
        assert session is not None
        if seat is None:
            now = self._gallery_now()
            number, standing, view = now.number, now.standing, now.view
        else:
            lens = self.lenses.get(seat)
            if lens is None:
                lens = self.lenses[seat] = Lens(seat)
            lens.look(session.match.view(seat))
            number, standing, view = session.number, session.standing(self.now()), lens.whole()
        return encode(
            MatchNow(
                self.id,
                session.start.game.name,
                session.start.game.version,
                seat,
                number,
                standing,
                view,
                past,
                session.actions_of(seat),
                session.undo_to(seat),
            )
        )

    async def replay(self, seat: int | None, number: int) -> bytes:
        """The match as a seat saw it at a number: of a running match nobody sees more than his own view."""
        session = await self._current()
        newest = self._newest(seat)
        if not 0 <= number <= newest:
            raise RequestRefused("no_such_number", f"there are the numbers 0 to {newest}", {"number": newest})
        then = await self._then(session, number)
        lens = Lens(seat)
        lens.look(then.match.view(seat))
        time = then.log[-1].entry.time if then.log else session.start.time
        past = [past_of(then.log[-1], seat)] if then.log else opening_of(session.start)
        return encode(
            MatchNow(self.id, session.start.game.name, session.start.game.version, seat, number, then.standing(time),
                  lens.whole(), past)
        )  # fmt: skip

    async def history(self, seat: int | None) -> list[Past]:
        """All entries as a seat may know them."""
        async with self.lock:
            await self._sure()
        if self.session is None:
            return []
        return [*opening_of(self.session.start), *await self._past(seat, 0)]

    async def summary(self) -> tuple[int, int | None, Asked | None]:
        """What one who may join is told: how many actions stand, whose turn it is, and what the score is asked with if
        the game has one, as a spectator knows the match. Raises RequestRefused if it has not started.
        """
        session = await self._current()
        match, game = session.match, session.start.game
        asked = None
        if "score" in game.guide().questions():
            asked = Asked("score", game.name, session.seats, session.number, None, match.view(None), match.seen(None))
        return match.taken, session.to_act(), asked

    async def ended(self) -> Session:
        """The match, which is over. Raises RequestRefused."""
        session = await self._current()
        if session.outcome is None:
            raise RequestRefused("running", "this is there when the match is over")
        return session

    async def at(self, number: int) -> Session:
        """The match as it was at a number: to be looked at, not to be changed. Raises RequestRefused."""
        session = await self._current()
        if not 0 <= number <= session.number:
            message = f"there are the numbers 0 to {session.number}"
            raise RequestRefused("no_such_number", message, {"number": session.number})
        return await self._then(session, number)

    async def last_view(self) -> JsonObject:
        """What a spectator may know of the match as it stands. Raises RequestRefused if it has not started."""
        return (await self._current()).match.view(None)

    async def _current(self) -> Session:
        """The match as the store has it. Raises RequestRefused if it has not started."""
        async with self.lock:
            await self._sure()
            if self.session is None:
                raise RequestRefused("not_started", "the match has not started")
            return self.session

    @staticmethod
    async def _then(session: Session, number: int) -> Session:
        """The match as it was at an earlier number."""
        if number == session.number:
            return session
        return await played(session.start, [logged.entry for logged in session.log[:number]])
