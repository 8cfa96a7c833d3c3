"""A probe that kills the process it counts in: for tests of runs that outlive their workers.

The folder that FATAL_FOLDER names holds the kills: whoever comes to the end of a match takes a file away and dies. It
is a module of its own, so that workers which share nothing with the tests can load it by its name.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Final

from orrery.bots.arena import Probe
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
        for kill in sorted(Path(os.environ[FOLDER]).glob("kill*")):
            try:
                kill.unlink()
            except FileNotFoundError:
                continue
            os.kill(os.getpid(), signal.SIGKILL)
        return {"actions": match.taken}


PROBES["fatal"] = Fatal


def lay_out(folder: Path, kills: int) -> None:
    """So many of those who end a match from now on are killed."""
    for number in range(kills):
        (folder / f"kill{number}").touch()
