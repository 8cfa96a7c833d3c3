"""Talk at tables: what is said, who does not want to read whom, and reports to the host."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery.server.access import Place, may_see
from orrery.server.live.lobby import place_of
from orrery.server.live.room import Guest, Room
from orrery.server.live.wire import Said, encode
from orrery.server.people.identity import Person, clean_text, is_id
from orrery.server.refusal import RequestRefused
from orrery.server.store.rows import ChatRow, LastSaidRow
from orrery.server.store.schema import CHAT, MUTES, REPORTS

if TYPE_CHECKING:
    from orrery.server.live.hall import Hall

LOG: Final = logging.getLogger("orrery.server.live.talk")

CHAT_CHANGED: Final = -2
"""Wakes other processes: something was said at the table."""
SAID_AT_FIRST: Final = 50
"""How many lines of chat a newcomer gets."""


class Talk:
    """What is said at the tables of this process."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.heard: dict[str, int] = {}
        """By table, the last line of chat that its sockets here have got."""

    async def greet(self, room: Room, guest: Guest, here: Place, first: bool) -> None:
        """The last lines of chat for a socket that comes, perhaps the first one at the table here."""
        rows = await self.rows(room.id, 0)
        if may_see("said", here):
            for row in rows:
                if row.person not in guest.muted:
                    guest.send(encode(_said(row)))
        if first:
            self.heard[room.id] = rows[-1].id if rows else 0

    async def say(self, room: Room, person: Person, here: Place, text: str) -> None:
        """Says something to a table, by the name that one's seat goes by there."""
        assert here.seat is not None, "the model lets only seats speak"
        roster = (await self.hall.tables.the(room.id)).roster() if room.session is None else room.session.roster
        row = {
            "match": room.id,
            "person": person.id,
            "name": roster.names[here.seat],
            "text": clean_text(text),
            "time": self.hall.world.now(),
        }
        said = sa.select(sa.func.count()).where(CHAT.c.match == room.id, CHAT.c.person == person.id)
        if (await self.hall.store.values(int, said))[0] >= self.hall.settings.most_lines:
            most = self.hall.settings.most_lines
            raise RequestRefused("too_much_said", f"you have said {most} lines at this table, which is all it takes")
        await self.hall.store.execute(sa.insert(CHAT), [row])
        self.hall.publish(room.id, CHAT_CHANGED)
        await self.tell(room.id)

    async def tell(self, id: str) -> None:
        """Tells the sockets at a table what was said and they have not heard."""
        room = self.hall.rooms.get(id)
        if room is None or not room.guests:
            return
        rows = await self.rows(id, self.heard.get(id, 0))
        room, table = await self.hall.look_at(id)
        for row in rows:
            if row.id > self.heard.get(id, 0):
                self.heard[id] = row.id
                for guest in list(room.guests):
                    if row.person not in guest.muted and may_see("said", place_of(room, table, guest)):
                        guest.send(encode(_said(row)))

    async def rows(self, id: str, after: int) -> list[ChatRow]:
        """The last lines that were said at a table after that one."""
        query = sa.select(CHAT).where(CHAT.c.match == id, CHAT.c.id > after)
        return (await self.hall.store.rows(ChatRow, query.order_by(CHAT.c.id.desc()).limit(SAID_AT_FIRST)))[::-1]

    async def muted(self, person: str) -> set[str]:
        """Whom a person does not want to read."""
        return set(await self.hall.store.values(str, sa.select(MUTES.c.other).where(MUTES.c.person == person)))

    async def mute(self, person: str, other: str, on: bool) -> None:
        """From now on, or no longer, a person does not read another."""

        async def change(connection: AsyncConnection) -> None:
            both = sa.and_(MUTES.c.person == person, MUTES.c.other == other)
            await connection.execute(sa.delete(MUTES).where(both))
            if on:
                await connection.execute(sa.insert(MUTES), [{"person": person, "other": other}])

        await self.hall.store.write(change)
        for guest in list(self.hall.links.get(person, ())):
            (guest.muted.add if on else guest.muted.discard)(other)
        if on:
            return
        # What was not heard is told now.
        for room in list(self.hall.rooms.values()):
            mine = [guest for guest in room.guests if guest.person.id == person]
            if not mine:
                continue
            table = await self.hall.tables.the(room.id)
            unheard = [encode(_said(row)) for row in await self.rows(room.id, 0) if row.person == other]
            for guest in mine:
                for said in unheard if may_see("said", place_of(room, table, guest)) else ():
                    guest.send(said)

    async def report(self, id: str, person: Person, about: str, text: str) -> None:
        """Tells the host about somebody."""
        if not is_id(about):
            raise RequestRefused("no_such_person", "there is no such person")
        text = clean_text(text)
        row = {"match": id, "person": person.id, "about": about, "text": text, "time": self.hall.world.now()}
        await self.hall.store.execute(sa.insert(REPORTS), [row])
        LOG.warning("a report about %s at table %s", about, id)

    async def catch_up(self, ids: list[str]) -> None:
        """Tells what was said at these tables in other processes."""
        query = sa.select(CHAT.c.match, sa.func.max(CHAT.c.id).label("last")).where(CHAT.c.match.in_(ids))
        for row in await self.hall.store.rows(LastSaidRow, query.group_by(CHAT.c.match)):
            if row.last > self.heard.get(row.match, 0):
                await self.tell(row.match)


def _said(row: ChatRow) -> Said:
    return Said(row.id, row.person, row.name, row.text, row.time)
