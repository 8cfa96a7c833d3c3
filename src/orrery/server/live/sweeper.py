"""What the server does by itself: a sweep asks the store what is due, bots that wait and clocks that ran out, in
whatever process that was meant to happen. So after a crash or a restart every table goes on.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa

from orrery.server.live.clocks import DAY_MS
from orrery.server.live.lobby import PRESENT_MS
from orrery.server.store.rows import MovedRow, SeatedRow
from orrery.server.store.schema import LEASES, SEATS, TABLES
from orrery.server.store.tidying import Tidying

if TYPE_CHECKING:
    from orrery.server.live.hall import Hall

LOG: Final = logging.getLogger("orrery.server.live.sweeper")

RENEW: Final = 20.0
"""Seconds between two times that those who are here are said to be here for PRESENT_MS more."""
COMPARE: Final = 3.0
"""Seconds between two times that a process among several checks whether it missed a wake-up."""
ALIVE: Final = "~"
"""Leases with names that begin with this are held by processes to say that they live."""
ALIVE_MS: Final = 30_000
AT_ONCE: Final = 200
"""How many tables are compared, and how many seats said to be taken, at a time; in between others have their turn."""
TIDY_MS: Final = 60_000
"""Milliseconds between two times that what was kept long enough is let go."""
EXPIRE_MS: Final = 30_000
"""Milliseconds between two searches for tables that waited too long for people."""


class Sweeper:
    """Looks again and again at what is due."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.looks: dict[str, tuple[Any, ...]] = {}
        """By table, how it looked when this process last compared it."""
        self.expired = 0
        """When one last looked for tables that waited too long."""
        self.tidying = Tidying(hall.store, hall.settings)
        self.tidied = 0
        """When one last looked for what was kept long enough."""
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to sweep."""
        self.task = asyncio.create_task(self._run(), name="sweeper")

    async def close(self) -> None:
        """Sweeps no more."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def _run(self) -> None:
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
                    await self.renew()
            except Exception:
                LOG.exception("the sweep failed; it goes on")
            await asyncio.sleep(self.hall.settings.sweep)

    async def sweep(self) -> None:
        """Does what is due."""
        now = self.hall.world.now()
        if now - self.expired >= EXPIRE_MS:
            self.expired = now
            for id in await self.hall.tables.expire(now - int(self.hall.settings.open_days * DAY_MS)):
                LOG.info("table %s waited too long for people and is closed", id)
                await self.hall.lobby.changed(id)
        if now - self.tidied >= TIDY_MS and self.tidying.is_wanted:
            self.tidied = now
            if gone := await self.tidying.tidy(now):
                LOG.info("kept long enough: %s", ", ".join(f"{count} {what}" for what, count in gone.items()))
        await self.hall.quick.sweep(now)
        await asyncio.gather(*(self._go_on(id) for id in await self.hall.store.due(now)))

    async def _go_on(self, id: str) -> None:
        """Something is due at a table: a clock, or a bot."""
        try:
            room = await self.hall.room(id)
            await room.catch_up()
            await room.flag()
            self.hall.bots.prod(room)
        except Exception:
            LOG.exception("table %s cannot go on", id)

    async def has_company(self) -> bool:
        """Says that this process is alive, by a lease on its own name, and asks whether others are."""
        now = self.hall.world.now()
        await self.hall.store.lease(ALIVE + self.hall.holder, self.hall.holder, now, now + ALIVE_MS)
        alive = sa.and_(LEASES.c.match.startswith(ALIVE), LEASES.c.until > now, LEASES.c.holder != self.hall.holder)
        return bool(await self.hall.store.values(str, sa.select(LEASES.c.match).where(alive).limit(1)))

    async def compare(self) -> None:
        """With several processes a wake-up may have been lost, or without Redis never sent: so what is looked at here
        is compared with the store: identities first, then matches, tables that wait for people, chat.
        """
        await self.hall.look_at_identities(list(self.hall.links))
        watched = [id for id, room in self.hall.rooms.items() if room.busy]
        for start in range(0, len(watched), AT_ONCE):
            some = watched[start : start + AT_ONCE]
            rows = await self.hall.store.rows(
                MovedRow, sa.select(TABLES.c.id, TABLES.c.number, TABLES.c.state).where(TABLES.c.id.in_(some))
            )
            behind = []
            for row in rows:
                room = self.hall.rooms.get(row.id)
                if room is not None and room.session is not None and room.shown < row.number:
                    behind.append(room.catch_up())
            await asyncio.gather(*behind)
            looks = await self._looks(some)
            await self.hall.talk.catch_up(some)
            for row in rows:
                await self._compare_table(row.id, (row.state, *looks.get(row.id, ())))

    async def _looks(self, ids: list[str]) -> dict[str, list[Any]]:
        """By table, who sits there and is present."""
        now = self.hall.world.now()
        query = sa.select(SEATS.c.match, SEATS.c.person, SEATS.c.name, SEATS.c.present).where(SEATS.c.match.in_(ids))
        found: dict[str, list[Any]] = {}
        for row in await self.hall.store.rows(SeatedRow, query.order_by(SEATS.c.match, SEATS.c.seat)):
            found.setdefault(row.match, []).append((row.person, row.name, row.present > now))
        return found

    async def _compare_table(self, id: str, looks: tuple[Any, ...]) -> None:
        if self.looks.get(id) == looks:
            return
        self.looks[id] = looks
        await self.hall.lobby.tell(id)

    async def renew(self) -> None:
        """Says who is here, and lets go of rooms that nobody looks at, and of processes that are no more."""
        here = [(id, person) for id, room in self.hall.rooms.items() for person in room.here()]
        for start in range(0, len(here), AT_ONCE):
            await self.hall.tables.present(here[start : start + AT_ONCE], self.hall.world.now() + PRESENT_MS)
        dead = sa.and_(LEASES.c.match.startswith(ALIVE), LEASES.c.until <= self.hall.world.now())
        await self.hall.store.execute(sa.delete(LEASES).where(dead))
        late = asyncio.get_running_loop().time() - self.hall.settings.idle
        for id, room in list(self.hall.rooms.items()):
            if not room.busy and id not in self.hall.bots.thinking and self.hall.touched.get(id, 0.0) < late:
                del self.hall.rooms[id]
                self.hall.touched.pop(id, None)
                self.hall.opening.pop(id, None)
                self.hall.talk.heard.pop(id, None)
                self.looks.pop(id, None)
