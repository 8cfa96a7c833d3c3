"""Notices: at tables with days a turn, people who are away are told that it is their turn, by web push or a webhook.

What is to be told follows from the database (a slow table, a turn, a number not yet noticed). A process claims a notice
for a while, sends it, and marks it as sent afterwards: if it dies in between, the claim runs out and another sends it.
So a notice comes at least once, and perhaps twice; it has an id that stays the same, and a topic by which push services
and browsers put the later one in the place of the earlier.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery.server.calling import Caller
from orrery.server.identity import Person
from orrery.server.play import Refusal
from orrery.server.push import BrowserKeys, Subscription, Voice, encrypt, read_keys, topic_of
from orrery.server.schema import PEOPLE, SEATS, SUBSCRIPTIONS, TABLES
from orrery.server.settings import World
from orrery.server.store import Store
from orrery.server.wire import encode

LOG: Final = logging.getLogger("orrery.server.notices")
AT_ONCE: Final = 50
TRIES: Final = 3
CLAIM_MS: Final = 90_000
"""How long a process has for a notice: longer than all its tries take."""
BROWSERS: Final = 10
"""So many browsers of a person are told; a further one takes the place of the oldest."""
GONE: Final = (404, 410)
AGAIN: Final = (408, 425, 429)


class Notice(Struct, frozen=True):
    """What is sent: whose turn it is, and where. `id` is the same however often it comes."""

    notice: str
    id: str
    table: str
    game: str
    seat: int
    number: int
    name: str


class Notices:
    """Tells people that it is their turn."""

    def __init__(self, store: Store, world: World, caller: Caller) -> None:
        self.store = store
        self.world = world
        self.caller = caller
        self.voice: Voice | None = None
        """Who speaks to push services; there from the start on."""
        self.pause = 0.2
        """Seconds before the second try; four times as many before each further one."""

    # --- where people want to be told ---------------------------------------------------------------------------------

    async def set_webhook(self, person: Person, url: str | None) -> None:
        """Where a person wants to be told; None: nowhere. Raises Refusal."""
        if url is not None:
            self.caller.check(url, "url")
        await self.store.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person.id).values(webhook=url))

    async def subscribe(self, person: Person, wish: Subscription) -> None:
        """A browser wants to be told. Raises Refusal."""
        self.caller.check(wish.endpoint, "endpoint")
        read_keys(wish.keys)
        row = {
            "id": endpoint_id(wish.endpoint), "person": person.id, "endpoint": wish.endpoint,
            "key": wish.keys.p256dh, "auth": wish.keys.auth, "created": self.world.now(),
        }  # fmt: skip

        async def keep(connection: AsyncConnection) -> None:
            insert: Any = sqlite.insert if self.store.is_sqlite else postgresql.insert
            statement = insert(SUBSCRIPTIONS).values(row)
            await connection.execute(
                statement.on_conflict_do_update(index_elements=[SUBSCRIPTIONS.c.id], set_={**row, "id": row["id"]})
            )
            newest = (
                sa.select(SUBSCRIPTIONS.c.id)
                .where(SUBSCRIPTIONS.c.person == person.id)
                .order_by(SUBSCRIPTIONS.c.created.desc(), SUBSCRIPTIONS.c.id)
                .limit(BROWSERS)
            )
            kept = [found[0] for found in await connection.execute(newest)]
            others = sa.and_(SUBSCRIPTIONS.c.person == person.id, SUBSCRIPTIONS.c.id.not_in(kept))
            await connection.execute(sa.delete(SUBSCRIPTIONS).where(others))

        await self.store.write(keep)

    async def unsubscribe(self, person: Person, endpoint: str | None) -> None:
        """A browser wants to be told no more; None: none of the person's browsers does."""
        mine = sa.delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == person.id)
        if endpoint is not None:
            mine = mine.where(SUBSCRIPTIONS.c.id == endpoint_id(endpoint))
        await self.store.execute(mine)

    # --- telling ------------------------------------------------------------------------------------------------------

    async def sweep(self) -> int:
        """Tells all who are to be told; gives how many were."""
        claimed = await self.claim()
        # Together: one receiver that does not answer makes no other wait.
        found = await asyncio.gather(*(self._finish(row) for row in claimed), return_exceptions=True)
        for fault in found:
            if isinstance(fault, BaseException):
                LOG.error("a notice failed; it is tried again", exc_info=fault)
        return sum(told for told in found if isinstance(told, int))

    async def claim(self) -> list[Any]:
        """The tables whose notices this process sends now."""
        now = self.world.now()
        waiting = sa.and_(TABLES.c.noticed < TABLES.c.number, TABLES.c.claimed <= now)
        query = (
            sa.select(TABLES.c.id, TABLES.c.game, TABLES.c.number, TABLES.c.turn)
            .where(TABLES.c.state == "playing", TABLES.c.slow, waiting)
            .limit(AT_ONCE)
        )
        claimed = []
        for row in await self.store.rows(query):
            claim = sa.update(TABLES).where(TABLES.c.id == row["id"], TABLES.c.number == row["number"], waiting)
            if await self.store.execute(claim.values(claimed=now + CLAIM_MS)) == 1:
                claimed.append(row)
        return claimed

    async def _finish(self, row: Any) -> int:
        told = await self._tell(row)
        sent = sa.update(TABLES).where(TABLES.c.id == row["id"], TABLES.c.noticed < row["number"])
        await self.store.execute(sent.values(noticed=row["number"], claimed=0))
        return told

    async def _tell(self, row: Any) -> int:
        query = (
            sa.select(SEATS.c.name, SEATS.c.person, SEATS.c.present, PEOPLE.c.webhook)
            .join(PEOPLE, PEOPLE.c.id == SEATS.c.person)
            .where(SEATS.c.match == row["id"], SEATS.c.seat == row["turn"])
        )
        who = await self.store.row(query)
        if who is None or who["present"] > self.world.now():
            return 0
        id = f"{row['id']}-{row['number']}"
        notice = Notice("your_turn", id, row["id"], row["game"], row["turn"], row["number"], who["name"])
        browsers = await self.store.rows(sa.select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == who["person"]))
        ways = [self._push(browser, notice) for browser in browsers]
        if who["webhook"] is not None:
            ways.append(self._call(who["webhook"], notice))
        return int(any(await asyncio.gather(*ways)))

    async def _call(self, url: str, notice: Notice) -> bool:
        headers = {"Content-Type": "application/json"}
        if self._is_heard(await self._try(url, encode(notice), headers)):
            return True
        LOG.warning("a webhook for table %s was not heard", notice.table)
        return False

    async def _push(self, browser: Any, notice: Notice) -> bool:
        assert self.voice is not None
        try:
            public, auth = read_keys(BrowserKeys(browser["key"], browser["auth"]))
        except Refusal:
            return False
        body = encrypt(encode(notice), public, auth)
        headers = self.voice.headers(browser["endpoint"], topic_of(notice.table), self.world.now())
        status = await self._try(browser["endpoint"], body, headers)
        if status in GONE:
            same = sa.and_(SUBSCRIPTIONS.c.id == browser["id"], SUBSCRIPTIONS.c.created == browser["created"])
            await self.store.execute(sa.delete(SUBSCRIPTIONS).where(same))
            return False
        if not self._is_heard(status):
            LOG.warning("a push for table %s was not taken (%s)", notice.table, status)
        return self._is_heard(status)

    async def _try(self, url: str, body: bytes, headers: dict[str, str]) -> int | None:
        """Sends a few times until it is heard, or refused for good; gives the last status."""
        status: int | None = None
        for i in range(TRIES):
            if i:
                await asyncio.sleep(self.pause * 4 ** (i - 1))
            status = await self.caller.post(url, body, headers)
            if status is not None and status < 500 and status not in AGAIN:
                break
        return status

    @staticmethod
    def _is_heard(status: int | None) -> bool:
        return status is not None and 200 <= status < 300


def endpoint_id(endpoint: str) -> str:
    """What an endpoint is known by."""
    return hashlib.sha256(endpoint.encode()).hexdigest()
