"""Notices: in quick matches and at tables with days a turn, people who are away are told that it is their turn, by web
push or a webhook.

What is to be told follows from the database (a slow table, a turn, a number not yet noticed). A process claims a notice
for a while, sends it, and marks it as sent afterwards: if it dies in between, the claim runs out and another sends it.
So a notice comes at least once, and perhaps twice; it has an id that stays the same, and a topic by which push services
and browsers put the later one in the place of the earlier.

Receivers are strangers' machines, and some hang. So notices are sent beside each other, a bounded number at once, and
to one host one at a time: who hangs makes only those wait who go to the same host. What does not have its turn in time
is left to a later sweep.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import logging
from collections.abc import AsyncIterator
from typing import Any, Final
from urllib.parse import urlsplit

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery.server.live.wire import encode
from orrery.server.people.calls import Caller
from orrery.server.people.identity import Person
from orrery.server.people.push import BrowserKeys, Subscription, Voice, encrypt, read_keys, topic_of
from orrery.server.refusal import RequestRefused
from orrery.server.settings import World
from orrery.server.store.rows import BrowserRow, ToldRow, TurnRow
from orrery.server.store.schema import PEOPLE, SEATS, SUBSCRIPTIONS, TABLES
from orrery.server.store.store import Store

LOG: Final = logging.getLogger("orrery.server.people.notices")
AT_ONCE: Final = 50
"""How many notices a sweep claims at most."""
CALLS: Final = 20
"""How many calls are made at one time."""
TRIES: Final = 3
CLAIM_MS: Final = 90_000
"""How long a process has for a notice."""
PATIENCE: Final = 60.0
"""Seconds after a notice was claimed during which a try may begin: the last one is over before the claim is."""
BROWSERS: Final = 10
"""How many browsers of a person are told; a further one takes the place of the oldest."""
GONE: Final = (404, 410)
AGAIN: Final = (408, 425, 429)


class _NoTurn(Exception):
    """Others to the same host took too long."""


class Notice(Struct, frozen=True):
    """What is sent: whose turn it is, and where. `id` is the same however often it comes."""

    notice: str
    id: str
    table: str
    game: str
    seat: int
    number: int
    name: str


class _Host:
    """A host that is called, as long as somebody waits for it."""

    __slots__ = ("line", "waiting")

    def __init__(self) -> None:
        self.line = asyncio.Lock()
        self.waiting = 0


class Notices:
    """Tells people that it is their turn."""

    def __init__(self, store: Store, world: World, caller: Caller) -> None:
        self.store = store
        self.world = world
        self.caller = caller
        self.calls = asyncio.Semaphore(CALLS)
        self.hosts: dict[str, _Host] = {}
        self.sending: dict[str, asyncio.Task[int]] = {}
        """By table, the notices that this process is about to send."""
        self.patience = PATIENCE
        self.voice: Voice | None = None
        """Who speaks to push services; there from the start on."""
        self.pause = 0.2
        """Seconds before the second try; four times as many before each further one."""

    # --- where people want to be told ---------------------------------------------------------------------------------

    async def set_webhook(self, person: Person, url: str | None) -> None:
        """Where a person wants to be told; None: nowhere. Raises RequestRefused."""
        if url is not None:
            self.caller.check(url, "url")
        await self.store.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person.id).values(webhook=url))

    async def subscribe(self, person: Person, wish: Subscription) -> None:
        """A browser wants to be told. Raises RequestRefused."""
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

    async def sweep(self) -> list[asyncio.Task[int]]:
        """Begins to tell all who are to be told, and waits for nobody: gives what is under way, each with how many
        were told.
        """
        begun = []
        for row in await self.claim():
            task = asyncio.create_task(self._finish(row), name=f"notice for {row.id}")
            self.sending[row.id] = task
            task.add_done_callback(functools.partial(self._finished, row.id))
            begun.append(task)
        return begun

    async def close(self) -> None:
        """Breaks off what is under way: the claims run out, and it is sent after the next start."""
        tasks = list(self.sending.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _finished(self, table: str, task: asyncio.Task[int]) -> None:
        if self.sending.get(table) is task:
            del self.sending[table]
        if not task.cancelled() and (fault := task.exception()) is not None:
            LOG.error("a notice failed; it is tried again", exc_info=fault)

    async def claim(self) -> list[TurnRow]:
        """The tables whose notices this process sends now."""
        now = self.world.now()
        waiting = sa.and_(TABLES.c.noticed < TABLES.c.number, TABLES.c.claimed <= now)
        query = (
            sa.select(TABLES.c.id, TABLES.c.game, TABLES.c.number, TABLES.c.turn)
            .where(TABLES.c.state == "playing", TABLES.c.slow, waiting)
            .order_by(TABLES.c.claimed)  # those that had no turn yet go first
            .limit(AT_ONCE)
        )
        claimed = []
        for row in await self.store.rows(TurnRow, query):
            claim = sa.update(TABLES).where(TABLES.c.id == row.id, TABLES.c.number == row.number, waiting)
            if await self.store.execute(claim.values(claimed=now + CLAIM_MS)) == 1:
                claimed.append(row)
        return claimed

    async def _finish(self, row: TurnRow) -> int:
        try:
            told = await self._tell(row)
        except _NoTurn:
            LOG.warning("a notice for table %s had to wait too long for others to the same host", row.id)
            return 0
        sent = sa.update(TABLES).where(TABLES.c.id == row.id, TABLES.c.noticed < row.number)
        await self.store.execute(sent.values(noticed=row.number, claimed=0))
        return told

    async def _tell(self, row: TurnRow) -> int:
        if row.turn is None:
            return 0  # the match stands still: nobody is waited for
        # A companion at a table on one screen is told through its keeper.
        told = sa.func.coalesce(SEATS.c.keeper, SEATS.c.person)
        query = (
            sa.select(SEATS.c.name, PEOPLE.c.id.label("person"), SEATS.c.present, PEOPLE.c.webhook)
            .join(PEOPLE, PEOPLE.c.id == told)
            .where(SEATS.c.match == row.id, SEATS.c.seat == row.turn)
        )
        who = await self.store.row(ToldRow, query)
        if who is None or who.present > self.world.now():
            return 0
        id = f"{row.id}-{row.number}"
        notice = Notice("your_turn", id, row.id, row.game, row.turn, row.number, who.name)
        mine = sa.select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == who.person)
        browsers = await self.store.rows(BrowserRow, mine)
        ways = [self._push(browser, notice) for browser in browsers]
        if who.webhook is not None:
            ways.append(self._call(who.webhook, notice))
        found = await asyncio.gather(*ways, return_exceptions=True)
        for fault in found:
            if isinstance(fault, BaseException) and not isinstance(fault, _NoTurn):
                raise fault
        if found and all(isinstance(one, _NoTurn) for one in found):
            raise _NoTurn
        return int(any(one is True for one in found))

    async def _call(self, url: str, notice: Notice) -> bool:
        headers = {"Content-Type": "application/json"}
        if self._is_heard(await self._try(url, encode(notice), headers)):
            return True
        LOG.warning("a webhook for table %s was not heard", notice.table)
        return False

    async def _push(self, browser: BrowserRow, notice: Notice) -> bool:
        assert self.voice is not None
        try:
            public, auth = read_keys(BrowserKeys(browser.key, browser.auth))
        except RequestRefused:
            return False
        body = encrypt(encode(notice), public, auth)
        headers = self.voice.headers(browser.endpoint, topic_of(notice.table), self.world.now())
        status = await self._try(browser.endpoint, body, headers)
        if status in GONE:
            same = sa.and_(SUBSCRIPTIONS.c.id == browser.id, SUBSCRIPTIONS.c.created == browser.created)
            await self.store.execute(sa.delete(SUBSCRIPTIONS).where(same))
            return False
        if not self._is_heard(status):
            LOG.warning("a push for table %s was not taken (%s)", notice.table, status)
        return self._is_heard(status)

    async def _try(self, url: str, body: bytes, headers: dict[str, str]) -> int | None:
        """Sends a few times until it is heard, or refused for good; gives the last status. Raises _NoTurn if there was
        not even time for a first try.
        """
        latest = asyncio.get_running_loop().time() + self.patience
        status: int | None = None
        for i in range(TRIES):
            if i:
                await asyncio.sleep(self.pause * 4 ** (i - 1))
            try:
                async with self._turn(url, latest):
                    status = await self.caller.post(url, body, headers)
            except _NoTurn:
                if i:
                    break
                raise
            if status is not None and status < 500 and status not in AGAIN:
                break
        return status

    @contextlib.asynccontextmanager
    async def _turn(self, url: str, latest: float) -> AsyncIterator[None]:
        """The right to call a host: one has it at a time, and so many have one for any host. Who waits for a host does
        not keep others from theirs. Raises _NoTurn.
        """
        name = urlsplit(url).netloc.lower()
        host = self.hosts.setdefault(name, _Host())
        host.waiting += 1
        try:
            async with contextlib.AsyncExitStack() as stack:
                try:
                    async with asyncio.timeout_at(latest):
                        await stack.enter_async_context(host.line)
                        await stack.enter_async_context(self.calls)
                except TimeoutError:
                    raise _NoTurn from None
                yield
        finally:
            host.waiting -= 1
            if not host.waiting:
                del self.hosts[name]

    @staticmethod
    def _is_heard(status: int | None) -> bool:
        return status is not None and 200 <= status < 300


def endpoint_id(endpoint: str) -> str:
    """What an endpoint is known by."""
    return hashlib.sha256(endpoint.encode()).hexdigest()
