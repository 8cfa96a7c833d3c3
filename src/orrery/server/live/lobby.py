"""The lobby: tables before and after a match, for people: made, joined, left, started, played again."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.server.access import Place, may_see
from orrery.server.live.room import Guest, Room
from orrery.server.live.tables import NewTable, Table
from orrery.server.live.wire import TableInfo, TableNow, encode
from orrery.server.people.identity import Person
from orrery.server.refusal import RequestRefused

if TYPE_CHECKING:
    from orrery.server.live.hall import Hall

TABLE_CHANGED: Final = -1
"""Wakes other processes: the table looks otherwise than before."""
PRESENT_MS: Final = 45_000
"""Milliseconds for which somebody who was here is taken to be here."""


def place_of(room: Room, table: Table, guest: Guest) -> Place:
    """What a socket is at a table now: by who sits there while it waits, by the match once it has begun."""
    return table.place(guest.person.id, guest.wanted) if room.session is None else room.place(guest)


def dealt_anew(then: Match, seat: int, seed: int) -> Match:
    """A match that begins where another one stands, in some world that a seat cannot tell from it."""
    fate = Fate(seed)
    world = then.game.sampler(then.view(seat), then.seen(seat)).draw(fate)
    match = Match.load(then.game, world.position(), fate.draw(1 << 32))
    match.options = then.options
    return match


class Lobby:
    """What people do with tables. Whatever changes is told to all sockets at the table, here and in other processes."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tables = hall.tables

    async def info(self, table: Table, person: str | None) -> TableInfo:
        """A table as a person may know it."""
        room = self.hall.rooms.get(table.id)
        bots = None if room is None or room.session is None else room.session.bots
        return table.info(self.hall.world.now(), person, bots)

    async def changed(self, id: str) -> None:
        """Tells everybody that a table has changed."""
        self.hall.publish(id, TABLE_CHANGED)
        await self.tell(id)

    async def tell(self, id: str) -> None:
        """Tells all sockets at a table how it looks now. If its match has begun, it begins here."""
        room = self.hall.rooms.get(id)
        if room is None or not room.guests:
            return
        room, table = await self.hall.look_at(id)
        for guest in list(room.guests):
            if may_see("table", place_of(room, table, guest)):
                guest.send(encode(TableNow(await self.info(table, guest.person.id))))

    async def make(self, person: Person, wish: NewTable) -> str:
        """A new table; it starts at once if nobody is to be waited for. Raises RequestRefused."""
        self.hall.check_staying()
        id = await self.tables.make(person, wish)
        if "open" not in wish.seats:
            await self.begin(id, None)
        return id

    async def play_on(self, room: Room, table: Table, person: Person, number: int, bot: str) -> str:
        """A new table at which somebody plays on against bots from a moment of a match, at the seat whose decision it
        was. What this seat could not know then is dealt anew, so that nobody plays with what they have seen since.
        Gives its id. Raises RequestRefused.
        """
        then = await room.at(number)
        seat = then.match.to_act()
        if seat is None:
            raise RequestRefused.because("over", "the match is over there; choose an earlier moment", "over_there")
        match = await asyncio.to_thread(dealt_anew, then.match, seat, self.hall.world.seed())
        id = await self.tables.lay_from(table, person, seat, bot, match, self.hall.grace)
        await self.hall.look_at(id)
        return id

    async def join(
        self, id: str, person: Person, seat: int | None, invite: str | None, deck: str | None = None
    ) -> None:
        """Takes a seat, perhaps with a deck of one's own; a rematch starts when all for whom seats were kept have come.
        Raises RequestRefused.
        """
        table = await self.tables.the(id)
        await self.tables.join(table, person, seat, invite, deck)
        room = self.hall.rooms.get(id)
        if room is not None and any(guest.person.id == person.id for guest in room.guests):
            await self.tables.present([(id, person.id)], self.hall.world.now() + PRESENT_MS)
        await self.changed(id)
        if table.kept(person.id):
            await self.begin_if_full(id)

    async def leave(self, id: str, person: Person) -> None:
        """Gets up. Raises RequestRefused."""
        await self.tables.leave(await self.tables.the(id), person)
        await self.changed(id)

    async def begin(self, id: str, person: Person | None) -> None:
        """Starts the match. Raises RequestRefused."""
        await self.tables.start(await self.tables.the(id), person, self.hall.grace)
        self.hall.publish(id, TABLE_CHANGED)
        await self.hall.room(id)
        await self.tell(id)

    async def rematch(self, id: str, person: Person) -> str:
        """The same again; it starts when all have asked for it. Raises RequestRefused."""
        self.hall.check_staying()
        table = await self.tables.the(id)
        new = await self.tables.rematch(table, person, lambda: self._end_of(id))
        again = await self.tables.the(new)
        if again.state == "open" and again.kept(person.id):
            await self.tables.sit_kept(again, person)
            await self.changed(id)
            await self.changed(new)
        await self.begin_if_full(new)
        return new

    async def _end_of(self, id: str) -> JsonObject | None:
        """A spectator's view of a match at its end; None if the match can be had no more."""
        with contextlib.suppress(RequestRefused):
            return await (await self.hall.room(id)).last_view()
        return None

    async def begin_if_full(self, id: str) -> None:
        """Starts a match for which all have come: of a rematch, or of two who were paired."""
        table = await self.tables.the(id)
        if table.state == "open" and not any(one.is_empty for one in table.seats):
            with contextlib.suppress(RequestRefused):  # another was faster, or somebody got up
                await self.begin(id, None)
