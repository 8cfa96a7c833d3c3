"""Writing entries without a detour: to SQLite by one visit to one thread, to PostgreSQL by one question.

Under load most of what is written are entries, and nearly all that it costs to write some dozens of them is the way
through the layers that make one database look like another. The databases are asked here in their own words; everything
else that is written goes the usual way, on a connection of its own, and the store writes never with both at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

IN_MEMORY: Final = ("", ":memory:")
LAYERED: Final = frozenset(
    {"async_creator_fn", "async_fallback", "prepared_statement_cache_size", "prepared_statement_name_func"}
)
"""Words about a connection that SQLAlchemy keeps to itself."""


class Direct:
    """A connection of its own for entries."""

    def __init__(self, file: str, set_up: Callable[[Any, object], None], insert: str, update: str) -> None:
        """`set_up` prepares a connection; the statements are those of the store, about the rows of one JSON text."""
        self.file = file
        self.set_up = set_up
        self.insert = insert
        self.update = update
        self.line: sqlite3.Connection | None = None
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="entries")

    async def write(self, rows: str, standings: dict[tuple[str, int], bytes]) -> set[tuple[str, int]]:
        """Writes entries, and of those whose number was free how their tables stand then; gives which those were. All
        of it is on disk, or nothing is. Raises sqlite3.Error.
        """
        return await asyncio.get_running_loop().run_in_executor(self.thread, self._write, rows, standings)

    def _write(self, rows: str, standings: dict[tuple[str, int], bytes]) -> set[tuple[str, int]]:
        line = self._open()
        line.execute("BEGIN IMMEDIATE")
        try:
            won = {(match, number) for match, number in line.execute(self.insert, {"rows": rows})}
            if won:
                newest = {key[0]: standing for key, standing in standings.items() if key in won}
                line.execute(self.update, {"rows": "[" + b",".join(newest.values()).decode() + "]"})
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


class DirectPostgres:
    """The same for PostgreSQL: adding entries and saying how their tables stand is one statement, and a transaction of
    its own; so it takes one question and one answer instead of four.
    """

    def __init__(self, words: dict[str, Any], statement: str) -> None:
        """`words` are those that asyncpg connects with, as SQLAlchemy has them."""
        self.words = {name: value for name, value in words.items() if name not in LAYERED}
        self.statement = statement
        self.line: Any = None

    async def write(self, rows: str, standings: dict[tuple[str, int], bytes]) -> set[tuple[str, int]]:
        """Writes entries, and of those whose number was free how their tables stand then; gives which those were. All
        of it is on disk, or nothing is; where the link breaks meanwhile nobody knows. Raises asyncpg's faults, OSError.
        """
        import asyncpg

        told = "[" + b",".join(standings.values()).decode() + "]"
        for again in (False, True):
            try:
                if self.line is None or self.line.is_closed():
                    self.line = await asyncpg.connect(**self.words)
                return {(match, number) for match, number in await self.line.fetch(self.statement, rows, told)}
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
