"""Writing entries without a detour: to SQLite by one visit to one thread, to PostgreSQL by one question.

Under load most of what is written are entries, and nearly all that it costs to write some dozens of them is the way
through the layers that make one database look like another. The databases are asked here in their own words; everything
else that is written goes the usual way, on a connection of its own, and the store writes never with both at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final

import msgspec

IN_MEMORY: Final = ("", ":memory:")
LAYERED: Final = frozenset(
    {"async_creator_fn", "async_fallback", "prepared_statement_cache_size", "prepared_statement_name_func"}
)
"""Words about a connection that SQLAlchemy keeps to itself."""


Row = dict[str, Any]
Rows = dict[tuple[str, int], Row]
"""Rows by match and number."""


class Direct:
    """A connection of its own for entries."""

    def __init__(
        self,
        file: str,
        set_up: Callable[[Any, object], None],
        insert: Callable[[str], str],
        update: Callable[[str], str],
    ) -> None:
        """`set_up` prepares a connection; `insert` and `update` give a statement about the rows of a table `r`, from
        the words that make it.
        """
        self.file = file
        self.set_up = set_up
        self.insert = insert
        self.update = update
        self.line: sqlite3.Connection | None = None
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="entries")

    async def write(self, rows: Rows, standings: Rows) -> set[tuple[str, int]]:
        """Writes entries, and of those whose number was free how their tables stand then; gives which those were. All
        of it is on disk, or nothing is. Raises sqlite3.Error.
        """
        return await asyncio.get_running_loop().run_in_executor(self.thread, self._write, rows, standings)

    def _write(self, rows: Rows, standings: Rows) -> set[tuple[str, int]]:
        line = self._open()
        line.execute("BEGIN IMMEDIATE")
        try:
            won = {(match, number) for match, number in line.execute(*_about(self.insert, list(rows.values())))}
            if won:
                newest = {key[0]: standing for key, standing in standings.items() if key in won}
                line.execute(*_about(self.update, list(newest.values())))
            line.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                line.execute("ROLLBACK")
            if line.in_transaction:
                self._close()
            raise
        return won

    def _open(self) -> sqlite3.Connection:
        if self.line is None:
            line = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
            self.set_up(line, None)
            self.line = line
        return self.line

    def _close(self) -> None:
        line, self.line = self.line, None
        if line is not None:
            line.close()

    async def close(self) -> None:
        """Ends the connection and the thread."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self._close)
        self.thread.shutdown()


@lru_cache(64)
def _text(statement: Callable[[str], str], names: tuple[str, ...], size: int) -> str:
    """A statement about so many rows with these columns."""
    places = f"({', '.join('?' * len(names))})"
    columns = ", ".join(f"column{number} AS {name}" for number, name in enumerate(names, 1))
    return statement(f"(SELECT {columns} FROM (VALUES {', '.join([places] * size)})) AS r")


def _about(statement: Callable[[str], str], rows: Sequence[Row]) -> tuple[str, list[Any]]:
    """A statement about rows, and what is to be put into it: SQLite takes values sooner than it reads them from a JSON
    text. So that there are few statements, each of which is read and planned once, the number of rows is rounded up to
    a power of two; a row of nothing is nothing to the statement.
    """
    names = tuple(rows[0])
    size = 1 << (len(rows) - 1).bit_length()
    values = [value for row in rows for value in row.values()]
    values += [None] * (len(names) * (size - len(rows)))
    return _text(statement, names, size), values


class DirectPostgres:
    """The same for PostgreSQL: adding entries and saying how their tables stand is one statement, and a transaction of
    its own; so it takes one question and one answer instead of four.
    """

    def __init__(self, words: dict[str, Any], statement: str) -> None:
        """`words` are those that asyncpg connects with, as SQLAlchemy has them."""
        self.words = {name: value for name, value in words.items() if name not in LAYERED}
        self.statement = statement
        self.line: Any = None

    async def write(self, rows: Rows, standings: Rows) -> set[tuple[str, int]]:
        """Writes entries, and of those whose number was free how their tables stand then; gives which those were. All
        of it is on disk, or nothing is; where the link breaks meanwhile nobody knows. Raises asyncpg's faults, OSError.
        """
        import asyncpg

        asked, told = (msgspec.json.encode(list(those.values())).decode() for those in (rows, standings))
        for again in (False, True):
            try:
                if self.line is None or self.line.is_closed():
                    self.line = await asyncpg.connect(**self.words)
                return {(match, number) for match, number in await self.line.fetch(self.statement, asked, told)}
            except asyncpg.InterfaceError:
                # The link was found dead before anything was said.
                self._drop()
                if again:
                    raise
            except BaseException:
                self._drop()
                raise
        raise AssertionError("a batch is tried twice")

    def _drop(self) -> None:
        line, self.line = self.line, None
        if line is not None:
            line.terminate()

    async def close(self) -> None:
        """Ends the connection."""
        line, self.line = self.line, None
        if line is not None and not line.is_closed():
            await line.close()
