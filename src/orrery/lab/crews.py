"""Who plays the sittings of a run: this process alone, or processes beside it.

Sittings are handed over by the handful: as many as take a tenth of a second, so that quick matches do not drown in
messages, and slow ones go one by one. A process that is lost, killed or out of memory, takes no match with it: what it
had is played again by another one.
"""

from __future__ import annotations

import json
import os
import signal
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable
from importlib import import_module
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from time import perf_counter
from typing import Final

from orrery.bots.parallel import follow
from orrery.core.data import JsonObject
from orrery.lab.simulate import LostWorker, MatchFault
from orrery.lab.sittings import PROBES, Experiment, Sitting

MOST: Final = 64
"""A handful has no more sittings."""
QUICK: Final = 0.2
"""A handful that takes no more seconds lets another one wait behind it."""
AHEAD: Final = 2
"""So many handfuls are under way for each process."""
TRIES: Final = 3
"""A sitting over which so many were lost is not tried again."""

Played = tuple[Sitting, str]
"""A sitting and what came of it, as a line of a file."""

Answer = tuple[list[tuple[str, float]], MatchFault | None]
"""What a handful comes back as: lines and the seconds each took, and the fault that ended it early."""


def processes_here() -> int:
    """As many as there are cores."""
    return os.cpu_count() or 1


def line_of(experiment: Experiment, sitting: Sitting) -> str:
    """One match, as a line of a file. Raises MatchFault."""
    return json.dumps({"key": sitting.key, **experiment.play(sitting).as_json()}, separators=(",", ":"))


def probe_modules(experiment: Experiment) -> list[str]:
    """Where the probes of an experiment are made: a fresh Python must load these before it plays."""
    return sorted({str(getattr(PROBES[name], "__module__", "")) for name in experiment.probes} - {""})


def at_hand(experiment: JsonObject, modules: Iterable[str]) -> Experiment:
    """The experiment in a process that plays for others."""
    for module in modules:
        import_module(module)
    return Experiment.from_json(experiment)


def play_handful(experiment: Experiment, sittings: Iterable[Sitting]) -> Answer:
    """Plays them, up to the first that fails."""
    lines: list[tuple[str, float]] = []
    for sitting in sittings:
        began = perf_counter()
        try:
            line = line_of(experiment, sitting)
        except MatchFault as fault:
            return lines, fault
        lines.append((line, perf_counter() - began))
    return lines, None


# --- crews ------------------------------------------------------------------------------------------------------------


class Handful:
    """Sittings that are handed over together."""

    __slots__ = ("seconds", "sittings", "tries")

    def __init__(self, sittings: list[Sitting], seconds: float | None, tries: int = 0) -> None:
        self.sittings = sittings
        self.seconds = seconds
        """How long it is thought to take, if that is known."""
        self.tries = tries
        """How many players were lost over it."""


class Crew(ABC):
    """Those who play. Sittings are given to it while it wants more; `done` waits for some of them to be played."""

    handful = 0.1
    """A handful of sittings is to take so many seconds."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.lost = 0
        """How often somebody was lost, with what they had to play."""
        self.seconds: dict[tuple[str, str], float] = {}
        """What a match takes, by mode and bots."""
        self.under_way: set[str] = set()
        """The keys of all sittings that were taken and have not come back."""
        self.handfuls = 0
        """How many were handed over and have not come back."""
        self.fault: MatchFault | None = None
        self._next: list[Sitting] = []
        self._next_seconds = 0.0

    @property
    @abstractmethod
    def wants_more(self) -> bool:
        """Is somebody free, or soon?"""

    @abstractmethod
    def hand_over(self, handful: Handful) -> None:
        """Lets somebody play these."""

    @abstractmethod
    def wait(self) -> list[Played]:
        """What was played; waits until there is something. Raises LostWorker."""

    @abstractmethod
    def ended(self) -> list[Played]:
        """What was played, without waiting."""

    def close(self) -> None:
        """Ends everybody at once."""
        return

    def take(self, sitting: Sitting) -> None:
        """One more to be played."""
        if sitting.key in self.under_way:
            return
        self.under_way.add(sitting.key)
        seconds = self.seconds.get(self._kind(sitting))
        self._next.append(sitting)
        self._next_seconds += self.handful if seconds is None else seconds
        if self._next_seconds >= self.handful or len(self._next) >= MOST:
            self._hand_over_next()

    def done(self) -> list[Played]:
        """Some of what was taken, played by now; waits for it. Raises LostWorker, and MatchFault once all that was
        played before it has been given.
        """
        if self.fault is not None:
            raise self.fault
        if self._next:
            self._hand_over_next()
        played = self.wait()
        if not played and self.fault is not None:
            raise self.fault
        return played

    def take_answer(self, handful: Handful, answer: Answer) -> list[Played]:
        """What somebody played of a handful."""
        self.handfuls -= 1
        lines, self.fault = answer[0], self.fault or answer[1]
        played = []
        for sitting, (line, seconds) in zip(handful.sittings, lines, strict=False):
            kind = self._kind(sitting)
            known = self.seconds.get(kind)
            self.seconds[kind] = seconds if known is None else known + (seconds - known) / 8
            self.under_way.discard(sitting.key)
            played.append((sitting, line))
        return played

    def again(self, handful: Handful) -> list[Handful]:
        """Whoever played these is lost: they are played again match by match, so that it becomes known if one match is
        always the last of its player. Raises LostWorker.
        """
        self.lost += 1
        if handful.tries + 1 >= TRIES:
            raise LostWorker(
                f"{TRIES} processes were lost one after another over the match {handful.sittings[0].key}; perhaps "
                "memory ran out"
            )
        self.handfuls += len(handful.sittings) - 1
        return [Handful([sitting], None, handful.tries + 1) for sitting in handful.sittings]

    def _hand_over_next(self) -> None:
        kinds = {self._kind(sitting) for sitting in self._next}
        seconds = self._next_seconds if all(kind in self.seconds for kind in kinds) else None
        handful = Handful(self._next, seconds)
        self._next, self._next_seconds = [], 0.0
        self.handfuls += 1
        self.hand_over(handful)

    def _kind(self, sitting: Sitting) -> tuple[str, str]:
        return self.experiment.setups[sitting.setup].mode, "+".join(sitting.bots)


class Alone(Crew):
    """This process plays, one match after another."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__(experiment)
        self.waiting: deque[Handful] = deque()

    @property
    def wants_more(self) -> bool:
        return not self.under_way

    def hand_over(self, handful: Handful) -> None:
        self.waiting.append(handful)

    def wait(self) -> list[Played]:
        handful = self.waiting.popleft()
        return self.take_answer(handful, play_handful(self.experiment, handful.sittings))

    def ended(self) -> list[Played]:
        return []


class Worker:
    """A process that plays, the pipe to it, and what it was given, in order."""

    __slots__ = ("given", "pipe", "process")

    def __init__(self, experiment: JsonObject, modules: list[str]) -> None:
        self.given: deque[Handful] = deque()
        self.pipe, other = Pipe()
        # No daemon: a bot may think in processes of its own.
        self.process = Process(target=_work, args=(experiment, modules, other))
        self.process.start()
        other.close()

    @property
    def is_free(self) -> bool:
        """May it be given a handful? A second one waits in the pipe while a quick one is played; nothing is to wait
        behind a slow match that somebody else could begin with.
        """
        if not self.given:
            return True
        seconds = self.given[0].seconds
        return len(self.given) < AHEAD and seconds is not None and seconds <= QUICK


class Processes(Crew):
    """Processes beside this one. They are started as they are needed."""

    def __init__(self, experiment: Experiment, count: int) -> None:
        super().__init__(experiment)
        self.count = count
        self.workers: list[Worker] = []
        self.waiting: deque[Handful] = deque()
        self._told = experiment.as_json()
        self._modules = probe_modules(experiment)

    @property
    def wants_more(self) -> bool:
        return self.handfuls < AHEAD * self.count

    def hand_over(self, handful: Handful) -> None:
        self.waiting.append(handful)
        self._deal()

    def wait(self) -> list[Played]:
        played: list[Played] = []
        while not played and self.fault is None:
            self._deal()
            ready = wait([worker.pipe for worker in self.workers])
            for worker in [worker for worker in self.workers if worker.pipe in ready]:
                played += self._hear(worker)
        return played

    def ended(self) -> list[Played]:
        played: list[Played] = []
        for worker in [worker for worker in self.workers if worker.given]:
            try:
                while worker.given and worker.pipe.poll():
                    played += self.take_answer(worker.given.popleft(), worker.pipe.recv())
            except (EOFError, OSError):
                continue
        return played

    def close(self) -> None:
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join()
            worker.pipe.close()
        self.workers.clear()

    def _deal(self) -> None:
        """Gives what waits to those who are free: first to who has nothing."""
        while self.waiting:
            free = min(self.workers, key=lambda worker: len(worker.given), default=None)
            if free is None or (free.given and len(self.workers) < self.count):
                free = Worker(self._told, self._modules)
                self.workers.append(free)
            elif not free.is_free:
                free = next((worker for worker in self.workers if worker.is_free), None)
            if free is None:
                return
            handful = self.waiting.popleft()
            free.given.append(handful)
            try:
                free.pipe.send(handful.sittings)
            except OSError:
                self._replace(free)

    def _hear(self, worker: Worker) -> list[Played]:
        try:
            answer: Answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return []
        return self.take_answer(worker.given.popleft(), answer)

    def _replace(self, worker: Worker) -> None:
        """A process is gone: what it had is played by others. Raises LostWorker."""
        self.workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        for place, handful in enumerate(worker.given):
            self.waiting.extend(self.again(handful) if place == 0 else [handful])


def _work(experiment: JsonObject, modules: list[str], pipe: Connection) -> None:
    """What a process does that plays for others."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    follow()
    here = at_hand(experiment, modules)
    while True:
        try:
            sittings: list[Sitting] = pipe.recv()
            pipe.send(play_handful(here, sittings))
        except (EOFError, OSError):
            return
