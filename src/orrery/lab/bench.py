"""Matches within a bound of processor time: whoever plays them over processes is told what they cost in all.

The time of all processes counts, that of the one which reckons too, whatever the clock on the wall says. No match is
begun that is likely to end beyond the bound; what was begun is played to its end and counted.
"""

from __future__ import annotations

import math
import os
import pickle
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time
from types import TracebackType
from typing import Final

from orrery.lab.simulate import in_order
from orrery.lab.sittings import Experiment, Row, Sitting

LOADED: Final[dict[str, Experiment]] = {}
"""In a process that plays for others: the experiment of the last match."""


class Bench:
    """Plays the sittings of one experiment after the other and counts the time."""

    def __init__(self, processes: int | None, seconds: float = math.inf) -> None:
        self.processes = processes or os.cpu_count() or 1
        self.bound = seconds
        """So many seconds may be used; whoever keeps some for later sets it lower."""
        self.matches = 0
        self.was_cut = False
        """Was a match left out because of the bound?"""
        self._began = process_time()
        self._theirs = 0.0
        self._on_matches = 0.0
        self._folder = tempfile.TemporaryDirectory(prefix="orrery-search-")
        self._written = 0

    def __enter__(self) -> Bench:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._folder.cleanup()

    @property
    def folder(self) -> Path:
        """A folder for what is needed only as long as the bench is."""
        return Path(self._folder.name)

    @property
    def used(self) -> float:
        """How many seconds of processor time were used, by all processes together."""
        return process_time() - self._began + self._theirs

    @property
    def is_spent(self) -> bool:
        """Would the next matches go beyond the bound?"""
        usual = self._on_matches / self.matches if self.matches else 0.0
        return self.used + usual * self.processes >= self.bound

    def play(self, experiment: Experiment, sittings: Iterable[Sitting]) -> Iterator[tuple[Sitting, Row]]:
        """The rows of these sittings, in their order, as far as the bound lets them be played. Raises MatchFault and
        LostWorker.
        """
        file = self.folder / f"{self._written}.experiment"
        self._written += 1
        # Pickled, a table of cards that many setups share stays one table, and is worked out once.
        file.write_bytes(pickle.dumps(experiment))
        for (_, sitting), (row, seconds) in in_order(_timed, self._jobs(str(file), sittings), self.processes):
            self.matches += 1
            self._on_matches += seconds
            if self.processes > 1:
                self._theirs += seconds
            yield sitting, row
        file.unlink()
        LOADED.clear()

    def _jobs(self, file: str, sittings: Iterable[Sitting]) -> Iterator[tuple[str, Sitting]]:
        for sitting in sittings:
            if self.is_spent:
                self.was_cut = True
                return
            yield file, sitting


def _timed(job: tuple[str, Sitting]) -> tuple[Row, float]:
    """A match, and the processor time it took."""
    file, sitting = job
    began = process_time()
    if file not in LOADED:
        LOADED.clear()
        LOADED[file] = pickle.loads(Path(file).read_bytes())
    return LOADED[file].play(sitting), process_time() - began
