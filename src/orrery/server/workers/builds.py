"""Which build of the sources the processes that think load, and when they change over to the compiled one.

The server itself keeps the build that it was started with. A process is told its build by ORRERY_BUILD, so one of the
compiled build can take the place of a plain one at any time; what it answers is the same, only sooner.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final

import orrery
from orrery.build import BUILD, compiled_folder, why_not_compiled

if TYPE_CHECKING:
    from orrery.server.workers.pool import Pool

LOG: Final = logging.getLogger("orrery.server.workers.builds")
PLAIN: Final = "plain"
COMPILED: Final = "compiled"
LOOK: Final = 2.0
"""Seconds between two looks for a new compiled build."""


class DoesNotStart(Exception):
    """A process that does not start, and why."""


class Build:
    """The build that new processes load. All pools share one."""

    def __init__(self, name: str = BUILD, package: Path | None = None) -> None:
        self.name = name
        self.package = package or Path(orrery.__file__).resolve().parent
        """The folder of the sources, in whose checkout the compiled build lies."""

    def take_ready(self) -> bool:
        """If there is a compiled build of these sources, lets new processes load it."""
        with contextlib.suppress(OSError):  # sources that are just being replaced: there is another look later
            if why_not_compiled(self.package) is None:
                self.name = COMPILED
        return self.name == COMPILED

    def fall_back(self, tried: str, why: DoesNotStart) -> bool:
        """A process of some build did not start: is there another to try? Not if it was the plain one."""
        if tried == PLAIN:
            return False
        if self.name == PLAIN:
            return True  # another process found out before
        self.name = PLAIN
        LOG.warning(
            "opponents think in the plain build, which is slower: no process starts in the compiled one (%s)", why
        )
        return True

    async def watch(self, pools: list[Pool]) -> None:
        """Waits for a compiled build that can be used, and lets the processes change over to it."""
        stamp = compiled_folder(self.package) / "stamp.json"
        seen: int | None = None
        while True:
            found = await asyncio.to_thread(_age, stamp)
            if found is not None and found != seen and await asyncio.to_thread(self.take_ready):
                if await self.change_over(pools):
                    return
            seen = found
            await asyncio.sleep(LOOK)

    async def change_over(self, pools: list[Pool]) -> bool:
        """Lets processes of the build that is named now take the place of others."""
        build = self.name
        try:
            for pool in pools:
                await pool.renew(build)
        except DoesNotStart as fault:
            self.fall_back(build, fault)
            return False
        LOG.info("opponents, hints, previews and replays think in the %s build now", build)
        return True


def _age(file: Path) -> int | None:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return None
