"""The hall: all rooms of this process, and what the server does by itself.

Rooms are made when somebody comes and dropped when nobody does. When a match moves, others are woken by (match, number)
and no more: each process reads the store and filters for its own sockets. A sweep asks the store what is due, bots that
wait and clocks that ran out, in whatever process that was meant to happen: after a crash or a restart every table goes
on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery.core.data import JsonObject
from orrery.server.access import MODEL, Place, check, may_see
from orrery.server.asking import HELP, Asked
from orrery.server.clocks import DAY_MS, SlowClock
from orrery.server.identity import Person, clean_text, is_id
from orrery.server.limits import Buckets
from orrery.server.refusal import Refusal
from orrery.server.room import Guest, Room
from orrery.server.schema import CHAT, LEASES, MUTES, PEOPLE, REPORTS, SEATS, TABLES
from orrery.server.settings import Settings, World
from orrery.server.store import Store
from orrery.server.tables import NewTable, TableRow, Tables
from orrery.server.thinking import Pool, ThinkingFault
from orrery.server.wire import Ask, Previewed, Said, TableInfo, TableNow, Told, encode

LOG: Final = logging.getLogger("orrery.server.hall")

TABLE_CHANGED: Final = -1
CHAT_CHANGED: Final = -2
REVOKED: Final = -3
"""Of a person, not of a match: sockets that came with an older identity must go."""
PRESENT_MS: Final = 45_000
RENEW: Final = 20.0
"""Every so many seconds those who are here are said to be here for PRESENT_MS more."""
COMPARE: Final = 3.0
"""Every so many seconds a process among several looks whether it missed a wake-up."""
ALIVE: Final = "~"
"""Leases with names that begin with this are held by processes to say that they live."""
ALIVE_MS: Final = 30_000
AT_ONCE: Final = 200
"""So many tables are compared, and so many seats said to be taken, at a time; in between others have their turn."""
EXPIRE_MS: Final = 30_000
"""Every so often one looks for tables that waited too long for people."""
SAID_AT_FIRST: Final = 50
"""So many lines of chat a newcomer gets."""


class Hall:
    """The rooms of this process."""

    def __init__(
        self,
        store: Store,
        world: World,
        settings: Settings,
        pool: Pool,
        glances: Pool,
        publish: Callable[[str, int], None],
    ) -> None:
        """`pool` thinks for bots and hints, `glances` answers what must not wait behind them: previews, scores,
        forecasts. `publish` wakes the other processes.
        """
        self.store = store
        self.world = world
        self.settings = settings
        self.pool = pool
        self.glances = glances
        self.helped = Buckets(settings.hints, settings.hint_burst)
        self.publish = publish
        self.tables = Tables(store, world, settings.tables)
        self.holder = world.id()
        self.grace = int(settings.lease * 1000)
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.touched: dict[str, float] = {}
        self.links: dict[str, set[Guest]] = {}
        """By person, all sockets that are open here, also those that have not said hello."""
        self.heard: dict[str, int] = {}
        """By table, the last line of chat that its sockets here have got."""
        self.looks: dict[str, tuple[Any, ...]] = {}
        """By table, how it looked when this process last compared it."""
        self.expired = 0
        """When one last looked for tables that waited too long."""
        self.thinking: dict[str, asyncio.Task[None]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.sweeper: asyncio.Task[None] | None = None
        self.closing = False

    def start(self) -> None:
        """Begins to do things by itself."""
        self.sweeper = asyncio.create_task(self._sweep_forever(), name="sweeper")

    async def close(self) -> None:
        """Stops doing things; what is being written is written."""
        self.closing = True
        tasks = [task for task in (self.sweeper, *self.thinking.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in list(self.rooms.values()):
            async with room.lock:  # an entry on its way is written and shown
                pass
        await asyncio.gather(*self.tasks, return_exceptions=True)
        here = [(id, person) for id, room in self.rooms.items() for person in room.here()]
        await self.tables.present(here, self.world.now())
        await self.store.release(ALIVE + self.holder, self.holder)

    def soon(self, work: Coroutine[Any, Any, Any]) -> None:
        """Lets something be done beside; if it fails, the log tells."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            LOG.error("something done beside failed", exc_info=fault)

    # --- rooms --------------------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """The room of a table, made if need be. Raises Refusal."""
        self.touched[id] = asyncio.get_running_loop().time()
        found = self.rooms.get(id)
        if found is not None and found.play is not None:
            return found
        return (await self.look_at(id))[0]

    async def look_at(self, id: str) -> tuple[Room, TableRow]:
        """The room of a table and the table, both as the store has them: a match that has begun begins here too, and
        one that moved on at another process is caught up with. Raises Refusal.
        """
        async with self.opening.setdefault(id, asyncio.Lock()):
            row = await self.tables.the(id)
            room = self.rooms.get(id)
            if room is None:
                room = Room(id, self.store, self.world.now, self.grace, self._moved, lambda seat: self._gone(id, seat))
                self.rooms[id] = room
            if room.play is None and row.row["start"] is not None:
                await room.begin(row.start(), row.settings.delay)
                self.prod(room)
            elif room.shown < row.row["number"]:
                await room.catch_up()
            return room, row

    def _moved(self, room: Room, own: bool) -> None:
        """A match has moved on."""
        assert room.play is not None
        if own:
            self.publish(room.id, room.play.number)
        if room.play.outcome is not None:
            self.soon(self._tell_table(room.id))
        self.prod(room)

    async def _gone(self, id: str, seat: int) -> bool:
        room = self.rooms.get(id)
        if room is not None and room.play is not None and isinstance(room.play.start.clock, SlowClock):
            return False  # over days nobody need be there; the clock decides
        since = self.world.now() - int(self.settings.vanish * 1000)
        return await self.tables.vanished(id, seat, since)

    def wake_many(self, wakes: Mapping[str, Iterable[int]]) -> None:
        """Another process, or this one, says what changed. A match that is not here, or is there already, costs
        nothing; those that moved ask the store together.
        """
        for id, numbers in wakes.items():
            if REVOKED in numbers:
                self.soon(self.look_at_identities([id]))
                continue
            room = self.rooms.get(id)
            if room is not None:
                for number in numbers:
                    if number < 0 or room.shown < number:
                        self.soon(self.wake(id, number))

    async def wake(self, id: str, number: int) -> None:
        """Another process says that something changed."""
        room = self.rooms.get(id)
        if room is None:
            return
        if number == TABLE_CHANGED:
            await self._tell_table(id)
        elif number == CHAT_CHANGED:
            await self._tell_chat(id)
        elif room.shown < number:
            await room.catch_up()

    # --- tables -------------------------------------------------------------------------------------------------------

    async def info(self, table: TableRow, person: str | None) -> TableInfo:
        """A table as a person may know it."""
        room = self.rooms.get(table.id)
        bots = None if room is None or room.play is None else room.play.bots
        return table.info(self.world.now(), person, bots)

    async def changed(self, id: str) -> None:
        """Tells everybody that a table has changed."""
        self.publish(id, TABLE_CHANGED)
        await self._tell_table(id)

    async def _tell_table(self, id: str) -> None:
        """Tells all sockets at a table how it looks now. If its match has begun, it begins here."""
        room = self.rooms.get(id)
        if room is None or not room.guests:
            return
        room, table = await self.look_at(id)
        for guest in list(room.guests):
            if may_see("table", self._place(room, table, guest)):
                guest.send(encode(TableNow(await self.info(table, guest.person.id))))

    async def make(self, person: Person, wish: NewTable) -> str:
        """A new table; it starts at once if nobody is to be waited for. Raises Refusal."""
        id = await self.tables.make(person, wish)
        if "open" not in wish.seats:
            await self.begin(id, None)
        return id

    async def join(
        self, id: str, person: Person, seat: int | None, invite: str | None, deck: str | None = None
    ) -> None:
        """Takes a seat, perhaps with a deck of one's own; a rematch starts when all for whom seats were kept have come.
        Raises Refusal.
        """
        table = await self.tables.the(id)
        await self.tables.join(table, person, seat, invite, deck)
        room = self.rooms.get(id)
        if room is not None and any(guest.person.id == person.id for guest in room.guests):
            await self.tables.present([(id, person.id)], self.world.now() + PRESENT_MS)
        await self.changed(id)
        if table.kept(person.id):
            await self._begin_if_full(id)

    async def leave(self, id: str, person: Person) -> None:
        """Gets up. Raises Refusal."""
        await self.tables.leave(await self.tables.the(id), person)
        await self.changed(id)

    async def begin(self, id: str, person: Person | None) -> None:
        """Starts the match. Raises Refusal."""
        await self.tables.start(await self.tables.the(id), person, self.grace)
        self.publish(id, TABLE_CHANGED)
        await self.room(id)
        await self._tell_table(id)

    async def rematch(self, id: str, person: Person) -> str:
        """The same again; it starts when all have asked for it. Raises Refusal."""
        table = await self.tables.the(id)
        new = await self.tables.rematch(table, person)
        again = await self.tables.the(new)
        if again.state == "open" and again.kept(person.id):
            await self.tables.sit_kept(again, person)
            await self.changed(id)
            await self.changed(new)
        await self._begin_if_full(new)
        return new

    async def _begin_if_full(self, id: str) -> None:
        """Starts the match of a rematch for which all have come."""
        table = await self.tables.the(id)
        if table.state == "open" and all(one["person"] or one["bot"] for one in table.seats):
            with contextlib.suppress(Refusal):  # another was faster, or somebody got up
                await self.begin(id, None)

    # --- sockets ------------------------------------------------------------------------------------------------------

    def connect(self, guest: Guest) -> None:
        """A socket is open, though it has said nothing yet."""
        self.links.setdefault(guest.person.id, set()).add(guest)

    def disconnect(self, guest: Guest) -> None:
        """A socket is open no longer."""
        those = self.links.get(guest.person.id, set())
        those.discard(guest)
        if not those:
            self.links.pop(guest.person.id, None)

    async def admit(self, room: Room, guest: Guest, what: str) -> Place:
        """What a socket is at this table now, if it may send a message of that kind: asked at every message. Once a
        match has begun nobody gets up or sits down, so then there is nothing to be read. Raises Refusal.
        """
        if room.play is None:
            room, table = await self.look_at(room.id)
            here = self._place(room, table, guest)
        else:
            here = room.place(guest)
        check(MODEL.messages, what, here)
        return here

    @staticmethod
    def _place(room: Room, table: TableRow, guest: Guest) -> Place:
        return table.place(guest.person.id, guest.wanted) if room.play is None else room.place(guest)

    async def enter(self, room: Room, guest: Guest, have: int | None) -> None:
        """A socket comes: it hears of the table, gets the state and the last lines of chat."""
        room, table = await self.look_at(room.id)
        guest.send(encode(TableNow(await self.info(table, guest.person.id))))
        if table.place(guest.person.id).own:
            await self.tables.present([(room.id, guest.person.id)], self.world.now() + PRESENT_MS)
        self.glances.warm()
        first = not room.guests
        await room.enter(guest, have)
        here = self._place(room, table, guest)
        if guest not in room.guests:
            return  # it was sent away: the match began meanwhile, and is not for others' eyes
        rows = await self._chat_rows(room.id, 0)
        if may_see("said", here):
            for row in rows:
                if row["person"] not in guest.muted:
                    guest.send(encode(_said(row)))
        if first:
            self.heard[room.id] = rows[-1]["id"] if rows else 0
        if here.own:
            await self.changed(room.id)

    async def exit(self, room: Room, guest: Guest) -> None:
        """A socket goes."""
        room.leave(guest)
        if any(other.person.id == guest.person.id for other in room.guests):
            return
        table = await self.tables.find(room.id)
        if table is not None and table.place(guest.person.id).own:
            await self.tables.present([(room.id, guest.person.id)], self.world.now())
            await self.changed(room.id)

    async def preview(self, room: Room, seat: int, id: int, at: int, word: str) -> Previewed:
        """What an action would visibly do. Raises Refusal."""
        turn = await room.imagine(seat, at, word)
        assert room.play is not None
        try:
            reply = await self.glances.preview(room.play.start.game.name, turn.view, turn.seen, word, seat)
        except ThinkingFault:
            raise Refusal("no_preview", "this cannot be foreseen just now") from None
        return Previewed(id, at, reply.events, reply.whole, reply.score, reply.next, reply.answers, reply.idle)

    async def tell(self, room: Room, here: Place, person: Person, message: Ask) -> Told:
        """The answer to a question. Raises Refusal."""
        asked = await room.ask(here, message)
        return Told(message.id, message.at, message.what, await self.answer(person, asked))

    async def answer(self, person: Person | None, asked: Asked) -> JsonObject:
        """The answer to what somebody asks; only who wants help need be known. Raises Refusal."""
        pool = self.glances
        if asked.what in HELP:
            assert person is not None, asked.what
            if not self.helped.take(person.id, asyncio.get_running_loop().time()):
                raise Refusal("too_fast", "you have asked for many hints; wait a little")
            pool = self.pool
        try:
            return await pool.tell(asked)
        except ThinkingFault:
            raise Refusal("not_answered", "this could not be answered just now; ask again") from None

    # --- chat ---------------------------------------------------------------------------------------------------------

    async def say(self, room: Room, person: Person, here: Place, text: str) -> None:
        """Says something to a table, by the name that one's seat goes by there."""
        assert here.seat is not None, "the model lets only seats speak"
        roster = (await self.tables.the(room.id)).roster() if room.play is None else room.play.start.roster
        row = {
            "match": room.id,
            "person": person.id,
            "name": roster.names[here.seat],
            "text": clean_text(text),
            "time": self.world.now(),
        }
        await self.store.execute(sa.insert(CHAT), [row])
        self.publish(room.id, CHAT_CHANGED)
        await self._tell_chat(room.id)

    async def _tell_chat(self, id: str) -> None:
        room = self.rooms.get(id)
        if room is None or not room.guests:
            return
        rows = await self._chat_rows(id, self.heard.get(id, 0))
        room, table = await self.look_at(id)
        for row in rows:
            if row["id"] > self.heard.get(id, 0):
                self.heard[id] = row["id"]
                for guest in list(room.guests):
                    if row["person"] not in guest.muted and may_see("said", self._place(room, table, guest)):
                        guest.send(encode(_said(row)))

    async def _chat_rows(self, id: str, after: int) -> list[Any]:
        query = sa.select(CHAT).where(CHAT.c.match == id, CHAT.c.id > after)
        return (await self.store.rows(query.order_by(CHAT.c.id.desc()).limit(SAID_AT_FIRST)))[::-1]

    async def muted(self, person: str) -> set[str]:
        """Whom a person does not want to read."""
        rows = await self.store.rows(sa.select(MUTES.c.other).where(MUTES.c.person == person))
        return {row["other"] for row in rows}

    async def mute(self, person: str, other: str, on: bool) -> None:
        """From now on, or no longer, a person does not read another."""

        async def change(connection: AsyncConnection) -> None:
            both = sa.and_(MUTES.c.person == person, MUTES.c.other == other)
            await connection.execute(sa.delete(MUTES).where(both))
            if on:
                await connection.execute(sa.insert(MUTES), [{"person": person, "other": other}])

        await self.store.write(change)
        for guest in list(self.links.get(person, ())):
            (guest.muted.add if on else guest.muted.discard)(other)
        if on:
            return
        # What was not heard is told now.
        for room in list(self.rooms.values()):
            mine = [guest for guest in room.guests if guest.person.id == person]
            if not mine:
                continue
            table = await self.tables.the(room.id)
            unheard = [encode(_said(row)) for row in await self._chat_rows(room.id, 0) if row["person"] == other]
            for guest in mine:
                for said in unheard if may_see("said", self._place(room, table, guest)) else ():
                    guest.send(said)

    async def revoked(self, person: str) -> None:
        """A person has made all identities given out before worthless: their sockets go, here and elsewhere."""
        self.publish(person, REVOKED)
        await self.look_at_identities([person])

    async def look_at_identities(self, people: Sequence[str]) -> None:
        """Sends away the sockets of these people that came with an identity which is worth nothing any more."""
        for start in range(0, len(people), AT_ONCE):
            some = people[start : start + AT_ONCE]
            rows = await self.store.rows(sa.select(PEOPLE.c.id, PEOPLE.c.version).where(PEOPLE.c.id.in_(some)))
            versions = {row["id"]: row["version"] for row in rows}
            for person in some:
                for guest in list(self.links.get(person, ())):
                    if guest.person.version != versions.get(person):
                        guest.revoke()

    async def is_welcome(self, guest: Guest) -> bool:
        """Is the identity that a socket came with still worth something? Asked of the store: it may have been revoked
        at another process a moment ago.
        """
        await self.look_at_identities([guest.person.id])
        return not guest.revoked

    async def report(self, id: str, person: Person, about: str, text: str) -> None:
        """Tells the host about somebody."""
        if not is_id(about):
            raise Refusal("no_such_person", "there is no such person")
        text = clean_text(text)
        row = {"match": id, "person": person.id, "about": about, "text": text, "time": self.world.now()}
        await self.store.execute(sa.insert(REPORTS), [row])
        LOG.warning("a report about %s at table %s", about, id)

    # --- bots ---------------------------------------------------------------------------------------------------------

    def prod(self, room: Room) -> None:
        """If it is a bot's turn and nobody here thinks about it yet, thinks."""
        if self.closing or room.id in self.thinking:
            return
        if room.play is not None and room.play.bot_to_act() is not None:
            task = asyncio.create_task(self._think(room), name=f"bots of {room.id}")
            self.thinking[room.id] = task
            task.add_done_callback(lambda done: self._thought(room, done))

    def _thought(self, room: Room, task: asyncio.Task[None]) -> None:
        self.thinking.pop(room.id, None)
        if not task.cancelled() and (fault := task.exception()) is not None:
            LOG.error("the bots of table %s failed", room.id, exc_info=fault)

    async def _think(self, room: Room) -> None:
        """Plays for the bots of a match as long as it is their turn and no other process does."""
        held = 0
        try:
            while (turn := await room.question()) is not None:
                now = self.world.now()
                if now > held - self.grace // 2:
                    if not await self.store.lease(room.id, self.holder, now, now + self.grace):
                        return
                    held = now + self.grace
                assert room.play is not None
                began = asyncio.get_running_loop().time()
                game = room.play.start.game.name
                word = await self.pool.choose(game, turn.bot, turn.view, turn.seen, turn.actions, turn.seed)
                rest = self.settings.pace - (asyncio.get_running_loop().time() - began)
                if rest > 0:
                    await asyncio.sleep(rest)
                try:
                    await room.bot_act(turn.seat, turn.number, word)
                except Refusal as refusal:
                    LOG.info("a bot's action at table %s came too late: %s", room.id, refusal.code)
        finally:
            if held:
                self.soon(self.store.release(room.id, self.holder))

    # --- by itself ----------------------------------------------------------------------------------------------------

    async def _sweep_forever(self) -> None:
        loop = asyncio.get_running_loop()
        renewed = compared = loop.time()
        while True:
            try:
                await self.sweep()
                if loop.time() - compared > COMPARE:
                    compared = loop.time()
                    if await self.has_company():
                        await self.compare()
                if loop.time() - renewed > RENEW:
                    renewed = loop.time()
                    await self._renew()
            except Exception:
                LOG.exception("the sweep failed; it goes on")
            await asyncio.sleep(self.settings.sweep)

    async def sweep(self) -> None:
        """Does what is due."""
        now = self.world.now()
        if now - self.expired >= EXPIRE_MS:
            self.expired = now
            for id in await self.tables.expire(now - int(self.settings.open_days * DAY_MS)):
                LOG.info("table %s waited too long for people and is closed", id)
                await self.changed(id)
        await asyncio.gather(*(self._go_on(id) for id in await self.store.due(now)))

    async def _go_on(self, id: str) -> None:
        """Something is due at a table: a clock, or a bot."""
        try:
            room = await self.room(id)
            await room.catch_up()
            await room.flag()
            self.prod(room)
        except Exception:
            LOG.exception("table %s cannot go on", id)

    async def has_company(self) -> bool:
        """Says that this process is alive, by a lease on its own name, and asks whether others are."""
        now = self.world.now()
        await self.store.lease(ALIVE + self.holder, self.holder, now, now + ALIVE_MS)
        alive = sa.and_(LEASES.c.match.startswith(ALIVE), LEASES.c.until > now, LEASES.c.holder != self.holder)
        return await self.store.row(sa.select(LEASES.c.match).where(alive).limit(1)) is not None

    async def compare(self) -> None:
        """With several processes a wake-up may have been lost, or without Redis never sent: so what is looked at here
        is compared with the store: identities first, then matches, tables that wait for people, chat.
        """
        await self.look_at_identities(list(self.links))
        watched = [id for id, room in self.rooms.items() if room.busy]
        for start in range(0, len(watched), AT_ONCE):
            some = watched[start : start + AT_ONCE]
            rows = await self.store.rows(
                sa.select(TABLES.c.id, TABLES.c.number, TABLES.c.state).where(TABLES.c.id.in_(some))
            )
            behind = []
            for row in rows:
                room = self.rooms.get(row["id"])
                if room is not None and room.play is not None and room.shown < row["number"]:
                    behind.append(room.catch_up())
            await asyncio.gather(*behind)
            looks = await self._looks(some)
            said = await self._last_said(some)
            for row in rows:
                id = row["id"]
                if said.get(id, 0) > self.heard.get(id, 0):
                    await self._tell_chat(id)
                await self._compare_table(id, (row["state"], *looks.get(id, ())))

    async def _looks(self, ids: list[str]) -> dict[str, list[Any]]:
        """By table, who sits there and is present."""
        now = self.world.now()
        query = sa.select(SEATS.c.match, SEATS.c.person, SEATS.c.name, SEATS.c.present).where(SEATS.c.match.in_(ids))
        found: dict[str, list[Any]] = {}
        for row in await self.store.rows(query.order_by(SEATS.c.match, SEATS.c.seat)):
            found.setdefault(row["match"], []).append((row["person"], row["name"], row["present"] > now))
        return found

    async def _compare_table(self, id: str, looks: tuple[Any, ...]) -> None:
        if self.looks.get(id) == looks:
            return
        self.looks[id] = looks
        await self._tell_table(id)

    async def _last_said(self, ids: list[str]) -> dict[str, int]:
        query = sa.select(CHAT.c.match, sa.func.max(CHAT.c.id).label("last")).where(CHAT.c.match.in_(ids))
        return {row["match"]: row["last"] for row in await self.store.rows(query.group_by(CHAT.c.match))}

    async def _renew(self) -> None:
        """Says who is here, and lets go of rooms that nobody looks at, and of processes that are no more."""
        here = [(id, person) for id, room in self.rooms.items() for person in room.here()]
        for start in range(0, len(here), AT_ONCE):
            await self.tables.present(here[start : start + AT_ONCE], self.world.now() + PRESENT_MS)
        dead = sa.and_(LEASES.c.match.startswith(ALIVE), LEASES.c.until <= self.world.now())
        await self.store.execute(sa.delete(LEASES).where(dead))
        late = asyncio.get_running_loop().time() - self.settings.idle
        for id, room in list(self.rooms.items()):
            if not room.busy and id not in self.thinking and self.touched.get(id, 0.0) < late:
                del self.rooms[id]
                self.touched.pop(id, None)
                self.opening.pop(id, None)
                self.heard.pop(id, None)
                self.looks.pop(id, None)


def _said(row: Any) -> Said:
    return Said(row["id"], row["person"], row["name"], row["text"], row["time"])
