"""The store: one database for everything, SQLite in a file by default, PostgreSQL by URL; the same code for both.

All writes go through one task. It takes everything that waits, writes it in one transaction, and only when the
transaction is on disk do those who asked hear of it (group commit: a thousand appends a second share a few dozen
syncs). An entry whose (match, number) is taken loses alone; the others of its batch are written. Any other write is a
job under a savepoint of its own, so a job that fails fails alone too.

Histories are read together as well: matches that moved at about the same time are asked for in one query. A connection
that died while nobody used it (the database was restarted, a firewall forgot it) is replaced, and what was asked is
asked once more: so nothing need be asked beforehand.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction, create_async_engine

from orrery.server.measures import SIZES, Spread
from orrery.server.store.direct import IN_MEMORY, Direct, DirectPostgres
from orrery.server.store.rows import HistoryRow, TableStatus
from orrery.server.store.schema import KEYS, LEASES, TABLES

T = TypeVar("T")
R = TypeVar("R", bound=msgspec.Struct)

LOG: Final = logging.getLogger("orrery.server.store.store")
PRIVATE: Final = 0o600
"""The rights of files that hold secrets."""

MOST_AT_ONCE: Final = 500
"""How many writes share a transaction at most."""
GATHER: Final = 0.01
"""Seconds between two transactions at least: one who comes alone never waits, many share."""
CROWD: Final = 8
"""From so many writes in a transaction on it is busy, and the next one comes after twice as long."""
LOOK: Final = 1.0
"""Seconds for which it counts that the database could be written to, or could not."""
LOOK_MOST: Final = 5.0
"""Seconds that trying may take."""
WELL: Final = "!"
"""The lease that is written to see whether anything can be; it gives no rights to anybody."""
BUSY_MS: Final = 15_000
"""How long SQLite waits for another process that writes."""
MIGRATION_LOCK: Final = 0x0BBE41
"""PostgreSQL: only one process migrates at a time."""


class Taken(Exception):
    """Another process has written that number: reload."""


class _Unsent(Exception):
    """The connection was dead before anything was committed: it can be tried again."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


class StoreFault(Exception):
    """The database cannot be used: what is wrong, in a sentence."""


Job = Callable[[AsyncConnection], Awaitable[Any]]


class _Append:
    __slots__ = ("by", "entry", "status", "told")

    def __init__(
        self,
        entry: HistoryRow,
        status: TableStatus,
        by: tuple[str, int] | None,
        told: Callable[[Exception | None], None],
    ) -> None:
        self.entry = entry
        self.status = status
        self.by = by
        self.told = told


class _Read:
    __slots__ = ("after", "done", "match")

    def __init__(self, match: str, after: int, done: asyncio.Future[list[HistoryRow]]) -> None:
        self.match = match
        self.after = after
        self.done = done


class _Job:
    __slots__ = ("done", "run")

    def __init__(self, run: Job, done: asyncio.Future[Any]) -> None:
        self.run = run
        self.done = done


def make_private(file: Path) -> None:
    """Makes an empty file that only its owner may read, if there is none; what SQLite puts beside a database (the
    journal) gets the same rights. Of a file that others may read the log tells: perhaps it is meant so. Raises
    StoreFault.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
        if os.name == "posix" and file.stat().st_mode & 0o077:
            LOG.warning("%s can be read by others, and holds every secret; right is: chmod 600", file)
    except OSError as fault:
        raise StoreFault(f"the database {file} cannot be opened: {fault.strerror or fault}") from None


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
    if kind != "sqlite" and find_spec("asyncpg") is None:
        raise StoreFault("what talks to PostgreSQL is not installed: make setup, or pip install 'orrery[postgres]'")
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
        self._insert, self._update, self._histories_of = _statements(self.is_sqlite)
        self._line: AsyncConnection | None = None
        self._looking: asyncio.Future[bool] | None = None
        self._looked = 0.0
        self._looks = 0
        self._direct: Direct | DirectPostgres | None = None
        self._written = 0.0
        self._wanted: list[_Read] = []
        self._reading: asyncio.Task[None] | None = None
        self.reads = 0
        """How many queries for entries were made, for the curious."""
        self.committed = Spread()
        """Seconds that transactions took, those that failed included."""
        self.shared = Spread(SIZES)
        """How many writes shared a transaction."""
        self.faults = 0
        """How many transactions failed."""
        self.batches = 0
        """How many transactions were written, for the curious."""

    # --- opening and closing ------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Connects, brings the tables up to date and starts to write. Raises StoreFault."""
        if self.is_sqlite:
            if self.url.database and self.url.database != ":memory:":
                make_private(Path(self.url.database))
            self._writer = create_async_engine(self.url, hide_parameters=True, pool_size=1, max_overflow=0)
            self._reader = create_async_engine(
                self.url, hide_parameters=True, pool_size=4, max_overflow=0, isolation_level="AUTOCOMMIT"
            )
            event.listen(self._writer.sync_engine, "connect", _set_up_writer)
            event.listen(self._writer.sync_engine, "begin", _begin_at_once)
            event.listen(self._reader.sync_engine, "connect", _set_up_reader)
        else:
            self._writer = create_async_engine(self.url, hide_parameters=True, pool_size=1, max_overflow=1)
            self._reader = create_async_engine(
                self.url, hide_parameters=True, pool_size=4, max_overflow=4, isolation_level="AUTOCOMMIT"
            )
        try:
            async with self._writer.begin() as connection:
                if not self.is_sqlite:
                    await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                await connection.run_sync(migrate)
        except (OSError, sa.exc.SQLAlchemyError) as fault:
            await self.close()
            raise StoreFault(f"the database {self.shown_url} cannot be opened: {_short(fault)}") from None
        if self.is_sqlite and (self.url.database or "") not in IN_MEMORY and not self.url.query:
            self._direct = Direct(str(self.url.database), _set_up_writer, _insert_from, _update_from)
        elif not self.is_sqlite:
            _, words = self._writer.sync_engine.dialect.create_connect_args(self.url)
            self._direct = DirectPostgres(dict(words), _at_once(str(self._insert), str(self._update)))
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
        if self._reading is not None:
            await self._reading
        if self._line is not None:
            await self._line.close()
            self._line = None
        if self._direct is not None:
            await self._direct.close()
            self._direct = None
        for engine in (self._reader, self._writer):
            if engine is not None:
                await engine.dispose()

    # --- writing ------------------------------------------------------------------------------------------------------

    async def append(self, entry: HistoryRow, status: TableStatus, by: tuple[str, int] | None = None) -> None:
        """Adds an entry and says what its table's row is then. Returns when it is on disk. `by` is the person behind it
        with the version of the identity shown: of one that was revoked nothing is written, whichever process heard of
        it. Raises Taken, also then.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.append_soon(entry, status, by, partial(_settle, done))
        await done

    def append_soon(
        self,
        entry: HistoryRow,
        status: TableStatus,
        by: tuple[str, int] | None,
        told: Callable[[Exception | None], None],
    ) -> None:
        """The same without waiting: `told` is called when it is on disk, or with what would be raised. It must not
        raise anything itself.
        """
        self._check_open()
        self._queue.put_nowait(_Append(entry, status, by, told))

    async def append_and(self, entry: HistoryRow, status: TableStatus, by: tuple[str, int] | None, also: Job) -> None:
        """The same for an entry by which more changes than its table's row: all of it is written, or nothing."""

        async def run(connection: AsyncConnection) -> None:
            row = _entry_row(entry, by)
            if not list(await connection.execute(self._insert, _as_json([row]))):
                raise Taken
            await connection.execute(self._update, _as_json([_status_row(entry, status)]))
            await also(connection)

        await self.write(run)

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
        crowded = False
        while True:
            batch = [await self._queue.get()]
            pause = self._written + (2 * GATHER if crowded else GATHER) - loop.time()
            if pause > 0:
                await asyncio.sleep(pause)
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            crowded = len(batch) >= CROWD
            began = loop.time()
            outcomes = await self._commit_or_fail(batch)
            self._written = loop.time()
            self.committed.add(self._written - began)
            self.shared.add(len(batch))
            for work, outcome in zip(batch, outcomes, strict=True):
                self._queue.task_done()
                if isinstance(work, _Append):
                    try:
                        work.told(outcome)
                    except Exception as fault:
                        LOG.error("who waited for an entry failed", exc_info=fault)
                elif work.done.cancelled():
                    continue
                elif isinstance(outcome, BaseException):
                    work.done.set_exception(outcome)
                else:
                    work.done.set_result(outcome)

    async def _commit_or_fail(self, batch: list[_Append | _Job]) -> list[Any]:
        """Writes a batch; if the connection turns out to be dead before the commit, once more on a new one. A commit
        that broke off may have happened: then nobody but the store knows, and those who asked must look.
        """
        for again in (False, True):
            try:
                return await self._commit(batch)
            except _Unsent as fault:
                await self._hang_up()
                if again:
                    self._tell(fault.cause)
                    return [fault.cause] * len(batch)
            except Exception as fault:
                await self._hang_up()
                self._tell(fault)
                return [fault] * len(batch)
        raise AssertionError("a batch is tried twice")

    def _tell(self, fault: Exception) -> None:
        self.faults += 1
        if self.faults & (self.faults - 1) == 0:  # the first, second, fourth, eighth...
            LOG.error("nothing can be written (%d times by now): %s", self.faults, _short(fault))

    async def _commit(self, batch: list[_Append | _Job]) -> list[Any]:
        assert self._writer is not None
        appends = [work for work in batch if isinstance(work, _Append)]
        if self._direct is not None and len(appends) == len(batch):
            outcomes = await self._write_entries(self._direct, appends)
            self.batches += 1
            return outcomes
        if self._line is None:
            self._line = await self._writer.connect()
        connection = self._line
        transaction = await self._begin(connection)
        try:
            outcomes = await self._fill(connection, batch)
        except Exception as fault:
            with contextlib.suppress(Exception):
                await transaction.rollback()
            raise (_Unsent(fault) if connection.invalidated else fault) from None
        await transaction.commit()
        self.batches += 1
        return outcomes

    @staticmethod
    async def _begin(connection: AsyncConnection) -> AsyncTransaction:
        try:
            return await connection.begin()
        except Exception as fault:
            raise (_Unsent(fault) if connection.invalidated else fault) from None

    async def _fill(self, connection: AsyncConnection, batch: list[_Append | _Job]) -> list[Any]:
        outcomes: list[Any] = [None] * len(batch)
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
        appends = [(i, work) for i, work in enumerate(batch) if isinstance(work, _Append)]
        if not appends:
            return
        wanted = _in_order([work for _, work in appends])
        rows = [_entry_row(work.entry, work.by) for work in wanted.values()]
        won = {(row[0], row[1]) for row in await connection.execute(self._insert, _as_json(rows))}
        updates = {key[0]: _status_row(work.entry, work.status) for key, work in wanted.items() if key in won}
        if updates:
            await connection.execute(self._update, _as_json(list(updates.values())))
        for i, work in appends:
            key = (work.entry.match, work.entry.number)
            if wanted[key] is not work or key not in won:
                outcomes[i] = Taken()

    @staticmethod
    async def _write_entries(direct: Direct | DirectPostgres, batch: list[_Append]) -> list[Any]:
        """Writes a batch of nothing but entries."""
        wanted = _in_order(batch)
        rows = {key: _entry_row(work.entry, work.by) for key, work in wanted.items()}
        standings = {key: _status_row(work.entry, work.status) for key, work in wanted.items()}
        won = await direct.write(rows, standings)
        keys = [(work.entry.match, work.entry.number) for work in batch]
        return [None if wanted[key] is work and key in won else Taken() for key, work in zip(keys, batch, strict=True)]

    # --- reading ------------------------------------------------------------------------------------------------------

    async def rows(self, kind: type[R], statement: sa.Executable) -> list[R]:
        """The rows that a query finds, as structs whose fields are columns of it."""
        found = await self._read(lambda connection: _mappings(connection, statement))
        return [msgspec.convert(row, kind) for row in found]

    async def values(self, kind: type[T], statement: sa.Executable) -> list[T]:
        """The first column of the rows that a query finds."""
        found = await self._read(lambda connection: _first_column(connection, statement))
        return [msgspec.convert(value, kind) for value in found]

    async def _read(self, run: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Reads; if the connection turns out to be dead, once more on a new one."""
        assert self._reader is not None
        try:
            async with self._reader.connect() as connection:
                return await run(connection)
        except sa.exc.DBAPIError as fault:
            if not fault.connection_invalidated:
                raise
        async with self._reader.connect() as connection:
            return await run(connection)

    async def row(self, kind: type[R], statement: sa.Executable) -> R | None:
        """The first row that a query finds; None if there is none."""
        found = await self.rows(kind, statement)
        return found[0] if found else None

    async def entries(self, match: str, after: int = 0) -> list[HistoryRow]:
        """The history of a match after a number, in order. Who asks alone is answered at once, many share a query."""
        self._check_open()
        done: asyncio.Future[list[HistoryRow]] = asyncio.get_running_loop().create_future()
        self._wanted.append(_Read(match, after, done))
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_on(), name="store reader")
        return await done

    async def _read_on(self) -> None:
        """Reads what is wanted, as long as something is."""
        try:
            while self._wanted:
                wanted, self._wanted = self._wanted[:MOST_AT_ONCE], self._wanted[MOST_AT_ONCE:]
                found: dict[str, list[HistoryRow]] | Exception
                try:
                    found = await self._histories(wanted)
                except Exception as fault:
                    found = fault
                for read in wanted:
                    if read.done.cancelled():
                        continue
                    if isinstance(found, Exception):
                        read.done.set_exception(found)
                    else:
                        read.done.set_result([one for one in found.get(read.match, ()) if one.number > read.after])
                await asyncio.sleep(2 * GATHER)
        finally:
            self._reading = None

    async def _histories(self, wanted: list[_Read]) -> dict[str, list[HistoryRow]]:
        """One query for all: what each match has after the number that is known of it."""
        known: dict[str, int] = {}
        for read in wanted:
            known[read.match] = min(read.after, known.get(read.match, read.after))
        self.reads += 1
        asked = _as_json([{"of": match, "after": after} for match, after in known.items()])

        async def run(connection: AsyncConnection) -> list[Any]:
            return list(await connection.execute(self._histories_of, asked))

        found: dict[str, list[HistoryRow]] = {}
        for match, number, kind, seat, word, draws, time in await self._read(run):
            entry = HistoryRow(match, number, kind, seat, word, msgspec.json.decode(draws, type=list[int]), time)
            found.setdefault(match, []).append(entry)
        return found

    async def due(self, now: int, most: int = 100) -> list[str]:
        """The matches in which the server must do something by itself."""
        query = (
            sa.select(TABLES.c.id)
            .where(TABLES.c.state == "playing", TABLES.c.due <= now)
            .order_by(TABLES.c.due)
            .limit(most)
        )
        return await self.values(str, query)

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

    def waiting(self) -> int:
        """How many writes wait for their transaction."""
        return self._queue.qsize()

    async def is_well(self) -> bool:
        """Can it be written to? It is tried, by a row of its own; whoever asks while somebody does, or within a second,
        gets the same answer.
        """
        if self._looking is None or (self._looking.done() and asyncio.get_running_loop().time() > self._looked + LOOK):
            self._looked = asyncio.get_running_loop().time()
            self._looking = asyncio.ensure_future(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> bool:
        try:
            async with asyncio.timeout(LOOK_MOST):
                self._looks += 1
                return await self.lease(WELL, WELL, self._looks, 0)
        except Exception:
            return False

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


def _settle(done: asyncio.Future[None], fault: Exception | None) -> None:
    """Tells whoever waits for an entry what came of it, unless they have gone."""
    if done.cancelled():
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)


def _in_order(appends: list[_Append]) -> dict[tuple[str, int], _Append]:
    """Entries by match and number, the first where two want the same; in one order in all processes, so that none waits
    for another that waits for it.
    """
    wanted: dict[tuple[str, int], _Append] = {}
    for work in appends:
        wanted.setdefault((work.entry.match, work.entry.number), work)
    return dict(sorted(wanted.items()))


def _rows(is_sqlite: bool, kinds: dict[str, str]) -> str:
    """The rows of the parameter `rows`, a JSON list of objects, as a table `r`: the names of its columns, and their
    kinds. So a statement has one text however many rows it is about, and the database reads and plans it once.
    """
    if not is_sqlite:
        columns = ", ".join(f"{name} {kind}" for name, kind in kinds.items())
        return f"json_to_recordset(CAST(:rows AS json)) AS r({columns})"
    columns = ", ".join(f"json_extract(value, '$.{name}') AS {name}" for name in kinds)
    return f"(SELECT {columns} FROM json_each(:rows)) AS r"


ENTRY: Final = {
    "match": "text", "number": "integer", "kind": "text", "seat": "integer", "word": "text", "draws": "text",
    "time": "bigint",
}  # fmt: skip
PERSON: Final = {"who": "text", "shown": "integer"}
STANDING: Final = {
    "of": "text", "number": "integer", "turn": "integer", "due": "bigint", "state": "text", "result": "text",
    "changed": "bigint",
}  # fmt: skip
"""The columns of the rows that are written, and their kinds."""


def _insert_from(rows: str) -> str:
    """Adds entries, those of a table `r`; without a match there is none."""
    names = ", ".join(ENTRY)
    welcome = "(r.who IS NULL OR EXISTS (SELECT 1 FROM people p WHERE p.id = r.who AND p.version = r.shown))"
    return (
        f"INSERT INTO entries ({names}) SELECT {names} FROM {rows} WHERE r.match IS NOT NULL AND {welcome} "
        "ON CONFLICT DO NOTHING RETURNING match, number"
    )


def _update_from(rows: str) -> str:
    """Says how tables stand, those of a table `r`."""
    values = ", ".join(f"{name} = r.{name}" for name in STANDING if name != "of")
    return f"UPDATE tables SET {values} FROM {rows} WHERE tables.id = r.of"


def _statements(is_sqlite: bool) -> tuple[sa.TextClause, sa.TextClause, sa.TextClause]:
    """Adding entries, saying how their tables stand then, and reading the histories of some matches."""
    insert = _insert_from(_rows(is_sqlite, ENTRY | PERSON))
    update = _update_from(_rows(is_sqlite, STANDING))
    own = ", ".join(f"e.{name}" for name in ENTRY)
    histories = (
        f"SELECT {own} FROM {_rows(is_sqlite, {'of': 'text', 'after': 'integer'})} "
        "JOIN entries e ON e.match = r.of AND e.number > r.after ORDER BY e.match, e.number"
    )
    return sa.text(insert), sa.text(update), sa.text(histories)


def _at_once(insert: str, update: str) -> str:
    """Both statements as one, in PostgreSQL's own words: tables are changed where an entry was added, by the newest."""
    added = insert.replace(":rows", "$1")
    changed = (
        update.replace(":rows", "$2") + " AND (r.of, r.number) IN (SELECT match, max(number) FROM added GROUP BY match)"
    )
    return f"WITH added AS ({added}), changed AS ({changed}) SELECT match, number FROM added"


def _as_json(rows: list[dict[str, Any]]) -> dict[str, str]:
    return {"rows": msgspec.json.encode(rows).decode()}


async def _mappings(connection: AsyncConnection, statement: sa.Executable) -> list[Any]:
    return list((await connection.execute(statement)).mappings())


async def _first_column(connection: AsyncConnection, statement: sa.Executable) -> list[Any]:
    return list((await connection.execute(statement)).scalars())


def _entry_row(entry: HistoryRow, by: tuple[str, int] | None) -> dict[str, Any]:
    who, shown = by or (None, None)
    return {
        "who": who,
        "shown": shown,
        "match": entry.match,
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "word": entry.word,
        "draws": msgspec.json.encode(entry.draws).decode(),
        "time": entry.time,
    }


def _status_row(entry: HistoryRow, status: TableStatus) -> dict[str, Any]:
    return {
        "of": entry.match,
        "number": entry.number,
        "turn": status.turn,
        "due": status.due,
        "state": status.state,
        "result": status.result,
        "changed": entry.time,
    }


def migrate(connection: sa.Connection, to: str = "head") -> None:
    """Brings the tables up to date, or up to a step."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(resources.files("orrery.server.store").joinpath("migrations")))
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
