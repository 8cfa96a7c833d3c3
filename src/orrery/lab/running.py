"""Plays the sittings of an experiment, over processes, and keeps what came of them.

Whatever the number of processes, in whatever order matches end and however often a run was broken off: a sitting is
played once and counted once, and what is asked for in an order comes in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from types import TracebackType
from typing import Final

from orrery.bots.parallel import follow
from orrery.core.data import JsonObject
from orrery.lab.sittings import Experiment, Row, Sitting

HERE: Final[list[Experiment]] = []
"""In a process that plays for others: the experiment."""


class Run:
    """An experiment under way."""

    def __init__(self, experiment: Experiment, processes: int | None = None) -> None:
        self.experiment = experiment
        self.processes = processes
        self.rows: dict[str, Row] = {}
        """By key: what is known."""
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Run:
        if self.processes != 1:
            self.pool = ProcessPoolExecutor(self.processes, initializer=_begin, initargs=(self.experiment.as_json(),))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def play(self, sittings: Iterable[Sitting]) -> Iterator[tuple[Sitting, Row]]:
        """The rows of these sittings, in their order; those that are not known are played. Raises MatchFault."""
        wanted = list(sittings)
        fresh = [sitting for sitting in wanted if sitting.key not in self.rows]
        if self.pool is None:
            played: Iterable[Row] = map(self.experiment.play, fresh)
        else:
            played = self.pool.map(_play, fresh)
        coming = iter(played)
        for sitting in wanted:
            if sitting.key not in self.rows:
                self.rows[sitting.key] = next(coming)
            yield sitting, self.rows[sitting.key]


def _begin(experiment: JsonObject) -> None:
    follow()
    HERE.append(Experiment.from_json(experiment))


def _play(sitting: Sitting) -> Row:
    return HERE[0].play(sitting)
