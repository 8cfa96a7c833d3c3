"""Matches within a bound of processor time: whoever plays them over processes is told what they cost in all.

The time of all processes counts, that of the one which reckons too, whatever the clock on the wall says. No match is
begun that is likely to end beyond the bound; what was begun is played to its end and counted. A match that a file has
kept is not played again, and counts with the time that it took.
"""

from __future__ import annotations

import math
import os
import pickle
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time
from types import TracebackType
from typing import Final

from orrery.lab.bench_file import BenchFile
from orrery.lab.running import Standing, Teller
from orrery.lab.simulate import in_order
from orrery.lab.sittings import Experiment, Row, Sitting

LOADED: Final[dict[str, Experiment]] = {}
"""In a process that plays for others: the experiment of the last match."""


class Bench:
    """Plays the sittings of one experiment after the other and counts the time."""

    def __init__(
        self,
        processes: int | None,
        seconds: float = math.inf,
        *,
        file: BenchFile | None = None,
        tell: Teller | None = None,
    ) -> None:
        """`tell` hears of every match that is given."""
        self.processes = processes or os.cpu_count() or 1
        self.file = file
        self.tell = tell
        self.bound = seconds
        """So many seconds may be used; whoever keeps some for later sets it lower."""
        self.matches = 0
        self.fresh = 0
        """How many of them were played here."""
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
        if self.file is not None:
            self.file.close()

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

    def play(
        self, experiment: Experiment, sittings: Iterable[Sitting], part: Standing | None = None
    ) -> Iterator[tuple[Sitting, Row]]:
        """The rows of these sittings, in their order, as far as the bound lets them be had; `part` is the part of the
        work that they belong to. Raises MatchFault, LostWorker and WrongFile.
        """
        file = self.folder / f"{self._written}.experiment"
        self._written += 1
        # Pickled, a table of cards that many setups share stays one table, and is worked out once.
        file.write_bytes(pickle.dumps(experiment))
        asked: deque[tuple[Sitting, str, Row | None]] = deque()
        jobs = self._jobs(str(file), experiment, sittings, asked)
        for (_, sitting), (row, seconds) in in_order(_timed, jobs, self.processes):
            yield from self._known(asked, sitting, part)
            _, key, _ = asked.popleft()
            self._count(seconds, self.processes > 1)
            self.fresh += 1
            if self.file is not None:
                self.file.keep(key, row, seconds)
            self._tell(part, is_fresh=True)
            yield sitting, row
        yield from self._known(asked, None, part)
        file.unlink()
        LOADED.clear()

    def _jobs(
        self,
        file: str,
        experiment: Experiment,
        sittings: Iterable[Sitting],
        asked: deque[tuple[Sitting, str, Row | None]],
    ) -> Iterator[tuple[str, Sitting]]:
        """What is to be played of these sittings; all of them are noted, those that the file has with their rows."""
        for sitting in sittings:
            if self.is_spent:
                self.was_cut = True
                return
            key = "" if self.file is None else self.file.key(experiment.setups[sitting.setup], sitting)
            known = None if self.file is None else self.file.known.get(key)
            if known is None:
                asked.append((sitting, key, None))
                yield file, sitting
            else:
                row, seconds = known
                self._count(seconds, True)
                asked.append((sitting, key, row))

    def _known(
        self, asked: deque[tuple[Sitting, str, Row | None]], until: Sitting | None, part: Standing | None
    ) -> Iterator[tuple[Sitting, Row]]:
        """Those that the file has, up to one that was played."""
        while asked and asked[0][0] is not until:
            sitting, _, row = asked.popleft()
            assert row is not None, "whatever was asked for and played comes in its order"
            self._tell(part, is_fresh=False)
            yield sitting, row

    def _count(self, seconds: float, is_theirs: bool) -> None:
        """One more match; what it took is added where the clock of this process does not show it."""
        self.matches += 1
        self._on_matches += seconds
        if is_theirs:
            self._theirs += seconds

    def _tell(self, part: Standing | None, is_fresh: bool) -> None:
        if part is None:
            return
        part.done += 1
        part.fresh += is_fresh
        if self.tell is not None:
            self.tell(part)


def _timed(job: tuple[str, Sitting]) -> tuple[Row, float]:
    """A match, and the processor time it took."""
    file, sitting = job
    began = process_time()
    if file not in LOADED:
        LOADED.clear()
        LOADED[file] = pickle.loads(Path(file).read_bytes())
    return LOADED[file].play(sitting), process_time() - began
