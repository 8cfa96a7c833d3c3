"""The store: one database for everything, SQLite in a file by default, PostgreSQL by URL; the same code for both.

All writes go through one task. It takes everything that waits, writes it in one transaction, and only when the
transaction is on disk do those who asked hear of it (group commit: a thousand appends a second share a few dozen
syncs). An entry whose (match, number) is taken loses alone; the others of its batch are written. Any other write is a
job under a savepoint of its own, so a job that fails fails alone too.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from orrery.server.schema import ENTRIES, KEYS, LEASES, TABLES

T = TypeVar("T")

MOST_AT_ONCE: Final = 500
"""So many writes share a transaction at most."""
GATHER: Final = 0.01
"""Two transactions are at least so many seconds apart: one who comes alone never waits, many share."""
BUSY_MS: Final = 15_000
"""How long SQLite waits for another process that writes."""
MIGRATION_LOCK: Final = 0x0BBE41
"""PostgreSQL: only one process migrates at a time."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a match's history: what was done (`kind`), by which seat (-1: nobody), in which words, with which
    integers drawn, and when.
    """

    match: str
    number: int
    kind: str
    seat: int
    word: str
    draws: list[int]
    time: int


class Standing(msgspec.Struct, frozen=True):
    """What a table's row says after an entry: whose turn, when something is due, and how it ended if it did."""

    turn: int | None
    due: int | None
    state: str = "playing"
    result: str | None = None


class Taken(Exception):
    """Another process has written that number: reload."""


class StoreFault(Exception):
    """The database cannot be used: what is wrong, in a sentence."""


Job = Callable[[AsyncConnection], Awaitable[Any]]


class _Append:
    __slots__ = ("done", "entry", "standing")

    def __init__(self, entry: Entry, standing: Standing, done: asyncio.Future[None]) -> None:
        self.entry = entry
        self.standing = standing
        self.done = done


class _Job:
    __slots__ = ("done", "run")

    def __init__(self, run: Job, done: asyncio.Future[Any]) -> None:
        self.run = run
        self.done = done


def read_url(text: str) -> URL:
    """The URL of a database with the driver we use; a plain path is a SQLite file. Raises StoreFault."""
    if "://" not in text:
        return URL.create("sqlite+aiosqlite", database=text)
    try:
        url = make_url(text)
    except sa.exc.ArgumentError:
        raise StoreFault("the database URL cannot be read; right are sqlite:///FILE and postgresql://...") from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    kind = url.drivername.partition("+")[0]
    if kind not in drivers:
        raise StoreFault(f"a database of the kind {kind} is not known; there are sqlite and postgresql")
    return url.set(drivername=drivers[kind])


class Store:
    """The open database."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._queue: asyncio.Queue[_Append | _Job] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._reader: AsyncEngine | None = None
        self._writer: AsyncEngine | None = None
        self._insert = self._entry_insert()
        self._line: AsyncConnection | None = None
        self._written = 0.0
        self.batches = 0
        """How many transactions were written, for the curious."""

    def _entry_insert(self) -> Any:
        make: Any = sqlite.insert if self.is_sqlite else postgresql.insert
        return make(ENTRIES).on_conflict_do_nothing().returning(ENTRIES.c.match, ENTRIES.c.number)

    # --- opening and closing ------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Connects, brings the tables up to date and starts to write. Raises StoreFault."""
        if self.is_sqlite:
            if self.url.database and self.url.database != ":memory:":
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            self._writer = create_async_engine(self.url, pool_size=1, max_overflow=0)
            self._reader = create_async_engine(self.url, pool_size=4, max_overflow=0, isolation_level="AUTOCOMMIT")
            event.listen(self._writer.sync_engine, "connect", _set_up_writer)
            event.listen(self._writer.sync_engine, "begin", _begin_at_once)
            event.listen(self._reader.sync_engine, "connect", _set_up_reader)
        else:
            self._writer = create_async_engine(self.url, pool_size=1, max_overflow=1, pool_pre_ping=True)
            self._reader = create_async_engine(
                self.url, pool_size=4, max_overflow=4, pool_pre_ping=True, isolation_level="AUTOCOMMIT"
            )
        try:
            async with self._writer.begin() as connection:
                if not self.is_sqlite:
                    await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                await connection.run_sync(migrate)
        except (OSError, sa.exc.SQLAlchemyError) as fault:
            await self.close()
            raise StoreFault(f"the database {self.shown_url} cannot be opened: {_short(fault)}") from None
        self._task = asyncio.create_task(self._write_forever(), name="store writer")

    @property
    def shown_url(self) -> str:
        """The URL without its password."""
        return self.url.render_as_string(hide_password=True)

    async def close(self) -> None:
        """Writes what waits, then disconnects."""
        task, self._task = self._task, None
        if task is not None:
            await self._queue.join()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if self._line is not None:
            await self._line.close()
            self._line = None
        for engine in (self._reader, self._writer):
            if engine is not None:
                await engine.dispose()

    # --- writing ------------------------------------------------------------------------------------------------------

    async def append(self, entry: Entry, standing: Standing) -> None:
        """Adds an entry and says what its table's row is then. Returns when it is on disk. Raises Taken."""
        self._check_open()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Append(entry, standing, done))
        await done

    async def write(self, run: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Runs a job that writes; returns when it is on disk. What it raises is raised here, and undone there."""
        self._check_open()
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Job(run, done))
        return await done

    async def execute(self, statement: sa.Executable, rows: Sequence[dict[str, Any]] | None = None) -> int:
        """Writes one statement; gives how many rows it touched."""

        async def run(connection: AsyncConnection) -> int:
            return (await connection.execute(statement, rows)).rowcount

        return await self.write(run)

    def _check_open(self) -> None:
        if self._task is None:
            raise StoreFault("the database is closed")

    async def _write_forever(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            batch = [await self._queue.get()]
            pause = self._written + GATHER - loop.time()
            if pause > 0:
                await asyncio.sleep(pause)
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                outcomes = await self._commit(batch)
            except asyncio.CancelledError:
                raise
            except Exception as fault:
                outcomes = [fault] * len(batch)
                await self._hang_up()
            self._written = loop.time()
            for work, outcome in zip(batch, outcomes, strict=True):
                self._queue.task_done()
                if work.done.cancelled():
                    continue
                if isinstance(outcome, BaseException):
                    work.done.set_exception(outcome)
                else:
                    work.done.set_result(outcome)

    async def _commit(self, batch: list[_Append | _Job]) -> list[Any]:
        assert self._writer is not None
        outcomes: list[Any] = [None] * len(batch)
        if self._line is None:
            self._line = await self._writer.connect()
        connection = self._line
        async with connection.begin():
            await self._insert_entries(connection, batch, outcomes)
            for i, work in enumerate(batch):
                if isinstance(work, _Job):
                    try:
                        async with connection.begin_nested():
                            outcomes[i] = await work.run(connection)
                    except Exception as fault:
                        if connection.invalidated:
                            raise
                        outcomes[i] = fault
        self.batches += 1
        return outcomes

    async def _hang_up(self) -> None:
        """The connection may be broken: the next batch gets a new one."""
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(Exception):
                await line.invalidate()
            with contextlib.suppress(Exception):
                await line.close()

    async def _insert_entries(
        self, connection: AsyncConnection, batch: list[_Append | _Job], outcomes: list[Any]
    ) -> None:
        wanted: dict[tuple[str, int], int] = {}
        for i, work in enumerate(batch):
            if isinstance(work, _Append):
                key = (work.entry.match, work.entry.number)
                if key in wanted:
                    outcomes[i] = Taken()
                else:
                    wanted[key] = i
        if not wanted:
            return
        chosen = [batch[i] for i in wanted.values()]
        rows = [_entry_row(work.entry) for work in chosen if isinstance(work, _Append)]
        won = {(row[0], row[1]) for row in await connection.execute(self._insert, rows)}
        updates: dict[str, dict[str, Any]] = {}
        for key, i in wanted.items():
            work = batch[i]
            assert isinstance(work, _Append)
            if key in won:
                updates[key[0]] = _standing_row(work.entry, work.standing)
            else:
                outcomes[i] = Taken()
        if updates:
            await connection.execute(UPDATE_TABLE, list(updates.values()))

    # --- reading ------------------------------------------------------------------------------------------------------

    async def rows(self, statement: sa.Executable) -> list[Any]:
        """The rows that a query finds."""
        assert self._reader is not None
        async with self._reader.connect() as connection:
            return list((await connection.execute(statement)).mappings())

    async def row(self, statement: sa.Executable) -> Any | None:
        """The first row that a query finds; None if there is none."""
        found = await self.rows(statement)
        return found[0] if found else None

    async def entries(self, match: str, after: int = 0) -> list[Entry]:
        """The history of a match after a number, in order."""
        query = sa.select(ENTRIES).where(ENTRIES.c.match == match, ENTRIES.c.number > after).order_by(ENTRIES.c.number)
        return [
            Entry(
                row["match"], row["number"], row["kind"], row["seat"], row["word"],
                msgspec.json.decode(row["draws"], type=list[int]), row["time"],
            )
            for row in await self.rows(query)
        ]  # fmt: skip

    async def numbers(self, matches: list[str]) -> dict[str, int]:
        """The numbers that these matches have."""
        query = sa.select(TABLES.c.id, TABLES.c.number).where(TABLES.c.id.in_(matches))
        return {row["id"]: row["number"] for row in await self.rows(query)}

    async def due(self, now: int, most: int = 100) -> list[str]:
        """The matches in which the server must do something by itself."""
        query = (
            sa.select(TABLES.c.id)
            .where(TABLES.c.state == "playing", TABLES.c.due <= now)
            .order_by(TABLES.c.due)
            .limit(most)
        )
        return [row["id"] for row in await self.rows(query)]

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """A connection that reads the database as it is now, whatever is written meanwhile."""
        assert self._reader is not None
        level = "" if self.is_sqlite else " ISOLATION LEVEL REPEATABLE READ READ ONLY"
        async with self._reader.connect() as connection:
            await connection.exec_driver_sql(f"BEGIN{level}")
            try:
                yield connection
            finally:
                await connection.exec_driver_sql("ROLLBACK")

    async def is_well(self) -> bool:
        """Can it be written to?"""

        async def look(connection: AsyncConnection) -> bool:
            return (await connection.execute(sa.select(sa.literal(1)))).scalar() == 1

        return await self.write(look)

    # --- keys and leases ----------------------------------------------------------------------------------------------

    async def key(self, now: int, id: int = 1, new: Callable[[int], str] = secrets.token_hex) -> bytes:
        """A key of this server, of 32 bytes; made when it is first asked for, by `new`."""

        async def make(connection: AsyncConnection) -> str:
            insert: Any = sqlite.insert if self.is_sqlite else postgresql.insert
            row = {"id": id, "secret": new(32), "created": now}
            await connection.execute(insert(KEYS).values(row).on_conflict_do_nothing())
            return str((await connection.execute(sa.select(KEYS.c.secret).where(KEYS.c.id == id))).scalar_one())

        return bytes.fromhex(await self.write(make))

    async def lease(self, match: str, holder: str, now: int, until: int) -> bool:
        """Takes the right to think for a match's bots; False if another process holds it still."""

        async def take(connection: AsyncConnection) -> bool:
            insert: Any = sqlite.insert if self.is_sqlite else postgresql.insert
            statement = insert(LEASES).values(match=match, holder=holder, until=until)
            statement = statement.on_conflict_do_update(
                index_elements=[LEASES.c.match],
                set_={"holder": holder, "until": until},
                where=sa.or_(LEASES.c.until <= now, LEASES.c.holder == holder),
            ).returning(LEASES.c.match)
            return (await connection.execute(statement)).first() is not None

        return await self.write(take)

    async def release(self, match: str, holder: str) -> None:
        """Gives that right back."""
        await self.execute(sa.delete(LEASES).where(LEASES.c.match == match, LEASES.c.holder == holder))


UPDATE_TABLE: Final = (
    sa.update(TABLES)
    .where(TABLES.c.id == sa.bindparam("of"))
    .values(
        {
            name: sa.bindparam(f"new_{name}")
            for name in ("number", "turn", "due", "state", "result", "changed")
        }
    )
)  # fmt: skip


def _entry_row(entry: Entry) -> dict[str, Any]:
    return {
        "match": entry.match,
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "word": entry.word,
        "draws": msgspec.json.encode(entry.draws).decode(),
        "time": entry.time,
    }


def _standing_row(entry: Entry, standing: Standing) -> dict[str, Any]:
    return {
        "of": entry.match,
        "new_number": entry.number,
        "new_turn": standing.turn,
        "new_due": standing.due,
        "new_state": standing.state,
        "new_result": standing.result,
        "new_changed": entry.time,
    }


def migrate(connection: sa.Connection, to: str = "head") -> None:
    """Brings the tables up to date, or up to a step."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(resources.files("orrery.server").joinpath("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _set_up_writer(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: savepoints need it
    _pragmas(connection)


def _set_up_reader(connection: Any, _record: object) -> None:
    _pragmas(connection)


def _pragmas(connection: Any) -> None:
    cursor = connection.cursor()
    for line in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {line}")
    cursor.close()


def _begin_at_once(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _short(fault: BaseException) -> str:
    cause = getattr(fault, "orig", None) or fault
    return str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__
