"""The matches of a search in a file, so that a search that was broken off is taken up again with the same command.

A search makes its matches up as it goes, so a match has no number in an experiment: it is known by the options that it
is played with, its round, its turn and its players. Whatever is asked of the matches may change, such as the band or
how many there may be: what was played stays true. Each line says what the match took as well, and a match that is known
costs as much of the processor time as when it was played: a search that was broken off ends where it would have ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from orrery.core.data import JsonObject
from orrery.games import game_named
from orrery.lab.keeping import digest
from orrery.lab.ladder import code_mark
from orrery.lab.simulate import MatchFile, WrongFile
from orrery.lab.sittings import Row, Setup, Sitting

SEARCH = "search"


class BenchFile(MatchFile):
    """The file that a search writes and goes on from."""

    def __init__(self, path: Path, game: str, seed: int, command: str = "") -> None:
        """Raises WrongFile."""
        rules = game_named(game)
        assert rules is not None, game
        here = {"what": SEARCH, "game": game, "rules": rules.version, "code": code_mark(), "seed": seed}
        super().__init__(path, here, {"command": command})
        self.known: dict[str, tuple[Row, float]] = {}
        """By key: what came of a match, and the seconds of processor time that it took."""
        for number, line in enumerate(self.rows, 2):
            self._read(number, line)
        self.rows.clear()
        self._marks: dict[Setup, list[str]] = {}

    def compare(self, found: JsonObject, setup: JsonObject) -> None:
        """Raises WrongFile."""
        if found.get("what") != SEARCH:
            raise WrongFile(f"{self.path}: orrery lab search --keep did not write this file; choose another one")
        super().compare(found, setup)

    def key(self, setup: Setup, sitting: Sitting) -> str:
        """What a match of a setup is known by, whatever the experiment that it belongs to."""
        if setup not in self._marks:
            self._marks[setup] = [digest([setup.mode, setup.names, options]) for options in setup.options]
        return f"{self._marks[setup][sitting.turn]}/{sitting.round}/{sitting.turn}/{'+'.join(sitting.bots)}"

    def keep(self, key: str, row: Row, seconds: float) -> None:
        """Writes a match that was played. Raises WrongFile."""
        self.add({"key": key, "seconds": round(seconds, 4), **row.as_json()})

    def _read(self, number: int, line: JsonObject) -> None:
        try:
            key, seconds, row = line["key"], line["seconds"], Row.from_json(line)
            fits = isinstance(key, str) and seconds >= 0 and len(row.shares) == len(row.names) == len(seats_of(key))
            fits = fits and isinstance(row.actions, int) and isinstance(row.probes, dict)
            fits = fits and all(0 <= share <= 1 for share in row.shares)
        except (KeyError, TypeError):
            fits = False
        if not fits:
            raise WrongFile(f"{self.path}: line {number} is no match of a search; correct it or choose another file")
        self.known.setdefault(key, (row, seconds))


def seats_of(key: str) -> Sequence[str]:
    """Who played the match of that key."""
    return key.split("/", 3)[-1].split("+")
