"""The hall: all rooms and sockets of this process; lobby, talk, bots and sweeper look after the rest.

Rooms are made when somebody comes and dropped when nobody does. When a match moves, others are woken by (match, number)
and no more: each process reads the store and filters for its own sockets.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from orrery.server.access import MODEL, Place, check
from orrery.server.http.offers import Offers
from orrery.server.live.bots import Bots
from orrery.server.live.clocks import SlowClock
from orrery.server.live.lobby import PRESENT_MS, TABLE_CHANGED, Lobby, place_of
from orrery.server.live.quick import QUEUE_CHANGED, Quick
from orrery.server.live.room import Guest, Room
from orrery.server.live.session import NEWCOMER, UNWELCOME, WELCOME
from orrery.server.live.sweeper import ALIVE, Sweeper
from orrery.server.live.tables import Table, Tables
from orrery.server.live.talk import CHAT_CHANGED, Talk
from orrery.server.live.wire import TableNow, encode
from orrery.server.measures import Measures
from orrery.server.refusal import RequestRefused
from orrery.server.settings import Settings, World
from orrery.server.store.rows import VersionRow
from orrery.server.store.schema import PEOPLE
from orrery.server.store.store import Store
from orrery.server.workers.pool import Pool

LOG: Final = logging.getLogger("orrery.server.live.hall")

REVOKED: Final = -3
"""Wakes other processes, of a person and not of a match: sockets that came with an older identity must go."""
AT_ONCE: Final = 200
"""How many people are looked up at a time."""


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
        self.publish = publish
        self.tables = Tables(store, world, settings.tables, Offers(settings))
        self.holder = world.id()
        self.grace = int(settings.lease * 1000)
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.touched: dict[str, float] = {}
        self.links: dict[str, set[Guest]] = {}
        """By person, all sockets that are open here, also those that have not said hello."""
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False
        self.draining = False
        """Are people being let go, because the server is about to end?"""
        self.measures = Measures()
        self.lobby = Lobby(self)
        self.quick = Quick(self)
        self.talk = Talk(self)
        self.bots = Bots(self, pool, glances)
        self.sweeper = Sweeper(self)

    def start(self) -> None:
        """Begins to do things by itself."""
        self.sweeper.start()

    async def close(self) -> None:
        """Stops doing things; what is being written is written."""
        self.closing = True
        self.quick.close()
        await self.sweeper.close()
        await self.bots.close()
        for room in list(self.rooms.values()):
            async with room.lock:  # an entry on its way is written and shown
                pass
        await asyncio.gather(*self.tasks, return_exceptions=True)
        here = [(id, person) for id, room in self.rooms.items() for person in room.here()]
        await self.tables.present(here, self.world.now())
        await self.store.release(ALIVE + self.holder, self.holder)

    def check_staying(self) -> None:
        """Nothing new is begun at a server that lets people go. Raises RequestRefused."""
        if self.draining:
            raise RequestRefused("draining", "this server is about to be restarted; try again in a moment")

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
        """The room of a table, made if need be. Raises RequestRefused."""
        self.touched[id] = asyncio.get_running_loop().time()
        found = self.rooms.get(id)
        if found is not None and found.session is not None:
            return found
        return (await self.look_at(id))[0]

    async def look_at(self, id: str) -> tuple[Room, Table]:
        """The room of a table and the table, both as the store has them: a match that has begun begins here too, and
        one that moved on at another process is caught up with. Raises RequestRefused.
        """
        async with self.opening.setdefault(id, asyncio.Lock()):
            row = await self.tables.the(id)
            room = self.rooms.get(id)
            if room is None:
                room = Room(
                    id,
                    self.store,
                    self.world.now,
                    self.grace,
                    self._moved,
                    lambda seat: self._gone(id, seat),
                    lambda person: self.quick.still_asks(person, id),
                )
                self.rooms[id] = room
            if room.session is None and row.row.start is not None:
                await room.begin(row.start(), row.settings.delay)
                self.bots.prod(room)
            elif room.shown < row.row.number:
                await room.catch_up()
            return room, row

    def _moved(self, room: Room, own: bool) -> None:
        """A match has moved on."""
        assert room.session is not None
        if own:
            self.measures.entries[room.session.log[-1].entry.kind] += 1
            self.publish(room.id, room.session.number)
        if room.session.outcome is not None or room.session.sat is not None:
            self.soon(self.lobby.tell(room.id))
        if room.session.log and room.session.log[-1].entry.kind in (NEWCOMER, WELCOME, UNWELCOME):
            self.quick.wake(room.session.start.game.name)
        self.bots.prod(room)

    async def _gone(self, id: str, seat: int) -> bool:
        room = self.rooms.get(id)
        if room is not None and room.session is not None and isinstance(room.session.start.clock, SlowClock):
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
            if QUEUE_CHANGED in numbers:
                self.quick.wake(id)
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
            await self.lobby.tell(id)
        elif number == CHAT_CHANGED:
            await self.talk.tell(id)
        elif room.shown < number:
            await room.catch_up()

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
        match has begun nobody gets up, and a bot's seat changes hands by an entry of the match: who has not heard of it
        yet may do less than by then, never more. So then there is nothing to be read. Raises RequestRefused.
        """
        if room.session is not None:
            return self.admitted(room, guest, what)
        room, table = await self.look_at(room.id)
        here = place_of(room, table, guest)
        check(MODEL.messages, what, here)
        return here

    @staticmethod
    def admitted(room: Room, guest: Guest, what: str) -> Place:
        """The same of a match that has begun. Raises RequestRefused."""
        here = room.place(guest)
        check(MODEL.messages, what, here)
        return here

    async def enter(self, room: Room, guest: Guest, have: int | None) -> None:
        """A socket comes: it hears of the table, gets the state and the last lines of chat."""
        room, table = await self.look_at(room.id)
        guest.send(encode(TableNow(await self.lobby.info(table, guest.person.id))))
        if table.place(guest.person.id).own:
            await self._present(room.id, guest.person.id, self.world.now() + PRESENT_MS)
        self.bots.glances.warm()
        first = not room.guests
        await room.enter(guest, have)
        here = place_of(room, table, guest)
        if guest not in room.guests:
            return  # it was sent away: the match began meanwhile, and is not for others' eyes
        await self.talk.greet(room, guest, here, first)
        if here.own:
            await self.lobby.changed(room.id)

    async def exit(self, room: Room, guest: Guest) -> None:
        """A socket goes."""
        room.leave(guest)
        if any(other.person.id == guest.person.id for other in room.guests):
            return
        table = await self.tables.find(room.id)
        if table is not None and table.place(guest.person.id).own:
            await self._present(room.id, guest.person.id, self.world.now())
            await self.lobby.changed(room.id)

    async def _present(self, id: str, person: str, until: int) -> None:
        """Says that somebody is there, or was. Where nothing can be written (the disk is full), people may look at
        their match all the same; as long as they stay it is said again and again.
        """
        try:
            await self.tables.present([(id, person)], until)
        except (sa.exc.SQLAlchemyError, OSError) as fault:
            LOG.warning("who is at table %s was not written: %s", id, type(fault).__name__)

    # --- identities ---------------------------------------------------------------------------------------------------

    async def revoked(self, person: str) -> None:
        """A person has made all identities given out before worthless: their sockets go, here and elsewhere."""
        self.publish(person, REVOKED)
        await self.look_at_identities([person])

    async def look_at_identities(self, people: Sequence[str]) -> None:
        """Sends away the sockets of these people that came with an identity which is worth nothing any more."""
        for start in range(0, len(people), AT_ONCE):
            some = people[start : start + AT_ONCE]
            query = sa.select(PEOPLE.c.id, PEOPLE.c.version).where(PEOPLE.c.id.in_(some))
            versions = {row.id: row.version for row in await self.store.rows(VersionRow, query)}
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
