"""Plays the sittings of an experiment, wherever there are hands for it, and keeps what came of them.

Whatever the number of processes, in whatever order matches end and however often a run was broken off: a sitting is
played once and counted once, and what is asked for in an order comes in that order. A row is always what a line of a
file says, also where there is no file: who reads it cannot know whether it was played just now, before, or elsewhere.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from importlib import import_module
from importlib.util import find_spec
from types import TracebackType
from typing import TYPE_CHECKING, Final

from orrery.core.data import JsonObject
from orrery.lab.crews import Alone, Crew, Processes, processes_here
from orrery.lab.keeping import RunFile, Share
from orrery.lab.sittings import Experiment, Row, Sitting

if TYPE_CHECKING:
    from orrery.lab.sheets import Sheet

__all__ = ["QUESTIONS", "Run", "Standing", "UnknownQuestion", "answer"]


class Standing:
    """How far a part of a run is: for whoever shows it."""

    __slots__ = ("done", "expected", "fresh", "total", "what")

    def __init__(self, what: str) -> None:
        self.what = what
        """Which part it is, in a few words."""
        self.total = 0
        """How many matches it has at most, as far as is known; it may change on the way."""
        self.expected = False
        """Did somebody say so? Else it is as many as were asked for until now."""
        self.done = 0
        """Matches that are known."""
        self.fresh = 0
        """Those of them that were played just now: by them the time that is left can be told."""


Teller = Callable[[Standing], None]


class Run:
    """An experiment under way."""

    def __init__(
        self,
        experiment: Experiment,
        processes: int | None = None,
        *,
        file: RunFile | None = None,
        share: Share | None = None,
        crew: Crew | None = None,
        rows: dict[str, Row] | None = None,
        tell: Teller | None = None,
    ) -> None:
        """It is played over so many processes (as many as there are cores if None) or by a crew; none is started before
        there is something to play, and all end with the context. With `rows` nothing is played at all.
        """
        self.experiment = experiment
        self.file = file
        self.share = share
        """The part that is played here; all of it, if None."""
        self.rows: dict[str, Row] = {} if file is None else dict(file.known)
        """By key: what is known."""
        self.found = len(self.rows)
        """How many the file held already."""
        self.fresh = 0
        """How many were played since."""
        self.missing: dict[str, Sitting] = {}
        """By key: what was asked for where nothing is played, and is not known."""
        self.asked: dict[str, Sitting] = {}
        """By key: what was asked for of a run that is played in shares, here or elsewhere."""
        self.standings: dict[str, Standing] = {}
        """How far it is, part by part."""
        self.tell = tell
        """Hears of every match that is given, and of the beginning of every part."""
        self.crew: Crew | None = None
        if rows is not None:
            self.rows.update(rows)
        elif crew is not None:
            self.crew = crew
        else:
            count = processes or processes_here()
            self.crew = Alone(experiment) if count == 1 else Processes(experiment, count)

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends the crew at once; matches that have ended by then are kept, those under way are not waited for."""
        try:
            # Whoever was interrupted may have been in the middle of a message: the next one cannot be understood.
            if self.crew is not None and (fault is None or isinstance(fault, Exception)):
                self._keep(self.crew.ended())
        finally:
            if self.crew is not None:
                self.crew.close()
            if self.file is not None:
                self.file.close()

    def expect(self, total: int, what: str = "") -> None:
        """How many matches this part of the run has at most: said by whoever asks for them bit by bit, and said again
        when some of them turn out not to be needed. Without it a part has as many as were asked for until now.
        """
        standing = self._standing(what)
        standing.total = total
        standing.expected = True

    def play(self, sittings: Iterable[Sitting], what: str = "") -> Iterator[tuple[Sitting, Row]]:
        """The rows of these sittings, in their order; those that are not known are played. `what` says in a few words
        which part of the run they are, for whoever shows how far it is.

        Sittings are asked for one by one, when somebody is free: whoever has heard enough stops listening, and what is
        still under way is used if it is asked for later. Of a run with a share only the sittings of that share are
        played and given; where nothing is played, those that are missing are noted and left out. Raises MatchFault,
        LostWorker, WrongFile.
        """
        if self.share is not None:
            sittings = self._own(sittings, self.share)
        elif self.crew is None:
            sittings = self._known(sittings)
        standing = self._standing(what)
        if not standing.expected and isinstance(sittings, Sized):
            standing.total += len(sittings)
        self._tell(standing)
        source = iter(sittings)
        due: deque[tuple[Sitting, bool]] = deque()
        while True:
            while due and due[0][0].key in self.rows:
                sitting, is_fresh = due.popleft()
                standing.done += 1
                standing.fresh += is_fresh
                self._tell(standing)
                yield sitting, self.rows[sitting.key]
            # Whoever listened before may have left the crew busy: one sitting is always asked for.
            is_time = not due or self.crew is None or self.crew.wants_more
            wanted = next(source, None) if is_time else None
            if wanted is not None:
                is_fresh = wanted.key not in self.rows
                due.append((wanted, is_fresh))
                if is_fresh and self.crew is not None:
                    self.crew.take(wanted)
            elif not due:
                return
            elif self.crew is not None:
                self._keep(self.crew.done())

    def play_share(self, sittings: Iterable[Sitting], what: str = "") -> int:
        """Plays what the share has of these sittings for the file alone, and says how many that are. Raises MatchFault,
        LostWorker, WrongFile.
        """
        return sum(1 for _ in self.play(sittings, what))

    def _own(self, sittings: Iterable[Sitting], share: Share) -> list[Sitting]:
        """Those of a share. The file keeps how many there are of all, so that `merge` can say what is missing."""
        wanted = list(sittings)
        self.asked.update((sitting.key, sitting) for sitting in wanted)
        if self.file is not None:
            self.file.plan(len(self.asked), sum(map(share.has, self.asked.values())))
        return [sitting for sitting in wanted if share.has(sitting)]

    def _known(self, sittings: Iterable[Sitting]) -> list[Sitting]:
        """Those whose rows are there; the others are noted."""
        wanted = list(sittings)
        self.missing.update((sitting.key, sitting) for sitting in wanted if sitting.key not in self.rows)
        return [sitting for sitting in wanted if sitting.key in self.rows]

    def _standing(self, what: str) -> Standing:
        return self.standings.setdefault(what, Standing(what))

    def _tell(self, standing: Standing) -> None:
        if self.tell is not None:
            self.tell(standing)

    def _keep(self, played: Iterable[tuple[Sitting, str]]) -> None:
        for sitting, line in played:
            # Who was thought lost may still have played it.
            if sitting.key not in self.rows:
                if self.file is not None:
                    self.file.write(line)
                self.rows[sitting.key] = Row.from_json(json.loads(line))
                self.fresh += 1


# --- questions --------------------------------------------------------------------------------------------------------

QUESTIONS: Final[dict[str, Callable[[JsonObject, Run], Sheet]]] = {}
"""What can be asked of matches, by command: it makes the sheet from the question as a file has it, a JSON object whose
`command` is the name here, and from a run. Who asks puts it here, in a module of the lab that is called as the command.
"""


class UnknownQuestion(Exception):
    """A file was made by a command that is not known here, or by none."""


def answer(question: JsonObject | None, run: Run) -> Sheet:
    """What the matches of a run say about the question that they were played for. Raises UnknownQuestion."""
    if question is None:
        raise UnknownQuestion("no command left its question with these matches")
    command = str(question.get("command", ""))
    place = f"orrery.lab.{command}"
    if command not in QUESTIONS and command.isidentifier() and find_spec(place) is not None:
        import_module(place)
    if command not in QUESTIONS:
        raise UnknownQuestion(f"there is no command {command!r} here that could tell of these matches")
    return QUESTIONS[command](question, run)
