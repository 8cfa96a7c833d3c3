"""What is not kept for ever: matches that are over, what was said, records, guests who left nothing behind.

How long is the host's to say; nothing goes unless it is set. A little goes at a time, so that nobody waits for it, and
it does not matter which process does it.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery.server.live.clocks import DAY_MS
from orrery.server.settings import Settings
from orrery.server.store.schema import (
    CHAT,
    ENTRIES,
    LEASES,
    MUTES,
    PEOPLE,
    RECORDS,
    SEATS,
    SUBSCRIPTIONS,
    TABLES,
    WAITS,
)
from orrery.server.store.store import Store

AT_ONCE: Final = 200
"""How many of each kind go at a time."""


class Tidying:
    """Lets go what was kept long enough."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings

    @property
    def is_wanted(self) -> bool:
        """Is there anything that is not kept for ever?"""
        found = self.settings
        return any((found.keep_matches, found.keep_chat, found.keep_records, found.keep_guests))

    async def tidy(self, now: int) -> Counter[str]:
        """Lets go some of what is too old by now; gives how much of what."""
        gone: Counter[str] = Counter()
        settings = self.settings
        for name, days, let_go in (
            ("matches", settings.keep_matches, self._matches),
            ("lines of chat", settings.keep_chat, self._chat),
            ("records", settings.keep_records, self._records),
            ("guests", settings.keep_guests, self._guests),
        ):
            if days > 0 and (count := await let_go(now - int(days * DAY_MS))):
                gone[name] = count
        return gone

    async def _matches(self, before: int) -> int:
        """Tables whose match is over, or that never had one, with their entries, seats and chat."""
        old = sa.select(TABLES.c.id).where(TABLES.c.state == "over", TABLES.c.changed < before)
        ids = await self.store.values(str, old.order_by(TABLES.c.changed).limit(AT_ONCE))
        if not ids:
            return 0

        async def go(connection: AsyncConnection) -> None:
            for table, column in (
                (ENTRIES, ENTRIES.c.match),
                (SEATS, SEATS.c.match),
                (CHAT, CHAT.c.match),
                (LEASES, LEASES.c.match),
                (TABLES, TABLES.c.id),
            ):
                await connection.execute(sa.delete(table).where(column.in_(ids)))
            await connection.execute(sa.update(TABLES).where(TABLES.c.rematch.in_(ids)).values(rematch=None))

        await self.store.write(go)
        return len(ids)

    async def _chat(self, before: int) -> int:
        """Lines that were said long ago, wherever."""
        ids = sa.select(CHAT.c.id).where(CHAT.c.time < before).order_by(CHAT.c.id).limit(AT_ONCE)
        return await self.store.execute(sa.delete(CHAT).where(CHAT.c.id.in_(ids)))

    async def _records(self, before: int) -> int:
        """Records that were brought long ago."""
        ids = sa.select(RECORDS.c.id).where(RECORDS.c.created < before).limit(AT_ONCE)
        return await self.store.execute(sa.delete(RECORDS).where(RECORDS.c.id.in_(ids)))

    async def _guests(self, before: int) -> int:
        """People who came long ago, have no passphrase to come back with, and of whom nothing is here: no seat, no
        record, nothing by which they want to be told. Whoever played within the time that matches are kept has a seat.
        """
        nothing = [
            ~sa.select(table.c.person).where(column == PEOPLE.c.id).exists()
            for table, column in (
                (SEATS, SEATS.c.person),
                (SEATS, SEATS.c.keeper),
                (SEATS, SEATS.c.kept),
                (RECORDS, RECORDS.c.person),
                (SUBSCRIPTIONS, SUBSCRIPTIONS.c.person),
                (WAITS, WAITS.c.person),
            )
        ]
        owned = ~sa.select(TABLES.c.id).where(TABLES.c.owner == PEOPLE.c.id, TABLES.c.state != "over").exists()
        gone = sa.and_(
            PEOPLE.c.created < before, PEOPLE.c.passphrase.is_(None), PEOPLE.c.webhook.is_(None), *nothing, owned
        )
        ids = await self.store.values(str, sa.select(PEOPLE.c.id).where(gone).limit(AT_ONCE))
        if not ids:
            return 0

        async def go(connection: AsyncConnection) -> int:
            # Asked once more: somebody may have sat down meanwhile.
            count = (await connection.execute(sa.delete(PEOPLE).where(PEOPLE.c.id.in_(ids), gone))).rowcount
            left = sa.select(PEOPLE.c.id).where(PEOPLE.c.id.in_(ids))
            mute = sa.or_(MUTES.c.person.in_(ids), MUTES.c.other.in_(ids))
            stays = sa.or_(MUTES.c.person.in_(left), MUTES.c.other.in_(left))
            await connection.execute(sa.delete(MUTES).where(mute, ~stays))
            return count

        return await self.store.write(go)
