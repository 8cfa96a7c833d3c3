"""Backup and restore: the whole database as one file, from SQLite or PostgreSQL into either.

The file is gzipped JSON lines: first which form it has, then for each table its name and columns and its rows. It is
read in one snapshot while the server goes on, and written beside its name first, so there is never half a backup.
It holds all secrets of all matches: keep it as you keep the database.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery.server.store.schema import METADATA, PEOPLE, TABLES
from orrery.server.store.store import PRIVATE, Store

FORM: Final = 1
AT_ONCE: Final = 1000
BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""Windows would write two bytes for the end of a line."""


class BackupFault(Exception):
    """A backup that cannot be made or restored: why."""


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """A store for a moment."""
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def backup(url: str, file: Path) -> dict[str, int]:
    """Writes everything into a file; gives how many rows of each table. Raises BackupFault, StoreFault."""
    part = file.with_name(file.name + ".part")
    counts: dict[str, int] = {}
    try:
        async with opened(url) as store, store.snapshot() as connection:
            with (
                os.fdopen(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY | BINARY, PRIVATE), "wb") as raw,
                gzip.open(raw, "wb") as sink,
            ):
                sink.write(msgspec.json.encode({"orrery_backup": FORM}) + b"\n")
                for table in METADATA.sorted_tables:
                    counts[str(table.name)] = await _write_table(connection, table, sink)
        with part.open("r+b") as written:
            os.fsync(written.fileno())
        part.replace(file)
    except OSError as fault:
        raise BackupFault(f"{file}: {fault.strerror or fault}") from None
    finally:
        part.unlink(missing_ok=True)
    return counts


async def _write_table(connection: AsyncConnection, table: sa.Table, sink: gzip.GzipFile) -> int:
    columns = [str(column.name) for column in table.columns]
    sink.write(msgspec.json.encode({"table": str(table.name), "columns": columns}) + b"\n")
    count = 0
    async with connection.stream(sa.select(table)) as rows:
        async for row in rows:
            sink.write(msgspec.json.encode(list(row)) + b"\n")
            count += 1
    return count


async def restore(url: str, file: Path) -> dict[str, int]:
    """Fills an empty database from a file. Raises BackupFault, StoreFault."""
    async with opened(url) as store:
        for table in (PEOPLE, TABLES):
            if await store.values(int, sa.select(sa.literal(1)).select_from(table).limit(1)):
                raise BackupFault(f"the database {store.shown_url} is not empty; restore into a new one")
        return await store.write(lambda connection: _fill(connection, file, store.is_sqlite))


async def _fill(connection: AsyncConnection, file: Path, is_sqlite: bool) -> dict[str, int]:
    counts: dict[str, int] = {}
    for table, rows in _read(file):
        if rows:
            await connection.execute(sa.insert(table), rows)
        counts[str(table.name)] = counts.get(str(table.name), 0) + len(rows)
    if not is_sqlite:
        for name in ("chat", "reports"):
            await connection.execute(
                sa.text(
                    f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), "
                    f"(SELECT coalesce(max(id), 0) + 1 FROM {name}), false)"
                )
            )
    return counts


def _read(file: Path) -> Iterator[tuple[sa.Table, list[dict[str, Any]]]]:
    """The tables of a backup with some of their rows at a time."""
    try:
        with gzip.open(file, "rb") as source:
            if msgspec.json.decode(source.readline()) != {"orrery_backup": FORM}:
                raise BackupFault(f"{file}: not a backup of this form")
            table: sa.Table | None = None
            columns: list[str] = []
            rows: list[dict[str, Any]] = []
            for line in source:
                row = msgspec.json.decode(line)
                if isinstance(row, dict):
                    if table is not None:
                        yield table, rows
                    rows = []
                    table, columns = METADATA.tables[row["table"]], row["columns"]
                    continue
                rows.append(dict(zip(columns, row, strict=True)))
                if len(rows) >= AT_ONCE and table is not None:
                    yield table, rows
                    rows = []
            if table is not None:
                yield table, rows
    except OSError as fault:
        raise BackupFault(f"{file}: {fault.strerror or fault}") from None
    except (msgspec.DecodeError, EOFError, KeyError, ValueError) as fault:
        raise BackupFault(f"{file}: not a backup: {fault}") from None
