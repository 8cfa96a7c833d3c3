"""A probe that kills the process it counts in: for tests of runs that outlive their workers.

The folder that FATAL_FOLDER names holds the kills and a mark for every match that came to its end: whoever ends a match
when a kill is due takes its file away and dies. It is a module of its own, so that workers which share nothing with the
tests can load it by its name.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Final
from uuid import uuid4

from orrery.bots.playing import Probe
from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.core.guide import Rivals
from orrery.core.match import Match
from orrery.lab.sittings import PROBES

FOLDER: Final = "FATAL_FOLDER"


class Fatal(Probe):
    """Counts actions, if it lives to tell."""

    def __init__(self, game: Game, rivals: Rivals) -> None:
        self.game = game

    def found(self, match: Match) -> JsonObject:
        """The number of actions."""
        folder = Path(os.environ[FOLDER])
        ended = ends(folder)
        for kill in sorted(folder.glob("kill*")):
            try:
                if ended < int(kill.read_text()):
                    continue
                kill.unlink()
            except FileNotFoundError:
                continue
            os.kill(os.getpid(), signal.SIGKILL)
        (folder / f"end{uuid4()}").touch()
        return {"actions": match.taken}


PROBES["fatal"] = Fatal


def ends(folder: Path) -> int:
    """How many matches came to their end."""
    return len(list(folder.glob("end*")))


def lay_out(folder: Path, kills: int, after: int = 0) -> None:
    """So many of those who end a match from now on are killed, once so many more have ended one."""
    due = ends(folder) + after
    for number in range(kills):
        laid = folder / f"laid{number}"
        laid.write_text(str(due))
        laid.rename(folder / f"kill{number}")
