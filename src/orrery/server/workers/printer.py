"""Prints are set in a process of their own, one after the other, so that a sheet of cards slows nobody's match.

A public server is asked by strangers: who asks may have one print at a time and a few in a while, only so many wait in
line, and a process that takes too long is killed. Nothing of a print is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from typing import Final

from orrery.core.data import JsonObject
from orrery.press.__main__ import REFUSED
from orrery.press.typesetting import is_there
from orrery.server.limits import Budget, Counts
from orrery.server.refusal import RequestRefused

LOG: Final = logging.getLogger("orrery.server.workers.printer")
SECONDS: Final = 120.0
"""A print takes one to three; a machine that is busy with other things needs many times as long."""
IN_LINE: Final = 8
AT_ONCE: Final = 1
OF_ADDRESS: Final = 3
RATE: Final = 1 / 15
BURST: Final = 6
"""Prints of a person: so many at once, then one in a quarter of a minute; of an address ten times as many."""
LARGEST: Final = 64 * 1024 * 1024
WAY: Final = 5


class Printer:
    """The one who prints for all."""

    def __init__(self, burst: int = BURST, command: list[str] | None = None, seconds: float = SECONDS) -> None:
        """`burst`: prints of a person at once; with 0 there are none."""
        self.command = command or [sys.executable, "-m", "orrery.press"]
        self.seconds = seconds
        self.turn = asyncio.Lock()
        self.waiting = 0
        self.asking = Counts(AT_ONCE, OF_ADDRESS)
        self.burst = burst
        self.budget = Budget(RATE, burst)

    @property
    def is_ready(self) -> bool:
        """Can this server print?"""
        return self.burst > 0 and is_there()

    async def printed(self, person: str, address: str, wish: JsonObject) -> bytes:
        """The PDF of a print. Raises RequestRefused."""
        if not self.is_ready:
            raise RequestRefused("no_print", "this server does not print")
        if self.waiting >= IN_LINE or not self.asking.take(person, address):
            raise RequestRefused("too_many_prints", "somebody prints already; wait a little")
        self.waiting += 1
        try:
            if not self.budget.take(person, address, asyncio.get_running_loop().time()):
                raise RequestRefused("too_many_prints", "you print too much just now; wait a little")
            async with self.turn:
                return await self._set(wish)
        finally:
            self.waiting -= 1
            self.asking.give_back(person, address)

    async def _set(self, wish: JsonObject) -> bytes:
        """Lets a process print, and ends it whatever happens."""
        process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LARGEST,
        )
        with contextlib.suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, process.pid, WAY)
        try:
            async with asyncio.timeout(self.seconds):
                out, _ = await process.communicate(json.dumps(wish).encode())
        except TimeoutError:
            LOG.warning("a print of %s took more than %.0f seconds and was ended", wish["game"], self.seconds)
            raise RequestRefused("too_many_prints", "this print took too long; ask for less at once") from None
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode == REFUSED:
            raise RequestRefused("not_printed", str(json.loads(out)["message"]))
        if process.returncode != 0 or not out.startswith(b"%PDF"):
            LOG.error("a print of %s failed with status %s", wish["game"], process.returncode)
            raise RequestRefused("print_failed", "the print failed; the server's log says so too")
        return out
