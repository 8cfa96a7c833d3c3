"""Many matches between bots, in as many processes as the machine has cores, and what their results say.

Seeds are paired: each seed is played with the sides one way round and the other, so that the luck of the draw and the
edge of moving first weigh on both sides alike. The same seed gives the same figures, however many processes work.

Matches can be kept in a file, one JSON line each, so that a long run can be broken off and taken up again.
"""

from __future__ import annotations

import json
import os
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from orrery.bots import playing
from orrery.bots.bot import Bot, Clock, make_bot
from orrery.bots.duel import interval
from orrery.bots.parallel import follow
from orrery.build import BUILD
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Result
from orrery.core.match import Match
from orrery.games import game_named

Work = TypeVar("Work")
Found = TypeVar("Found")


class Job:
    """One match to be played: a game, options, a bot for each seat, a seed."""

    __slots__ = ("bots", "game", "label", "options", "seed")

    def __init__(self, game: str, options: JsonObject, bots: list[str], seed: int, label: Any = None) -> None:
        self.game = game
        self.options = options
        self.bots = bots
        self.seed = seed
        self.label = label


class Usage:
    """What a seat's bot spent on its decisions, that is, where it had more than one legal action."""

    __slots__ = ("decisions", "longest", "seconds")

    def __init__(self, decisions: int = 0, seconds: float = 0.0, longest: float = 0.0) -> None:
        self.decisions = decisions
        self.seconds = seconds
        self.longest = longest

    def add(self, seconds: float) -> None:
        """One more decision."""
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)

    def merge(self, other: Usage) -> None:
        """The decisions of another match as well."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)

    def as_json(self) -> JsonObject:
        """As a line of a match file says it; seconds to the tenth of a millisecond."""
        return {
            "decisions": self.decisions,
            "seconds": round(self.seconds, 4),
            "longest": round(self.longest, 4),
        }


class JobResult:
    """How a match ended: its job's label, scores, winners, actions taken, what each seat's bot spent, which build."""

    __slots__ = ("actions", "build", "forfeit", "label", "scores", "usage", "winners")

    def __init__(
        self,
        label: Any,
        scores: list[int] | None,
        winners: list[int],
        actions: int,
        usage: list[Usage] | None = None,
        build: str = BUILD,
        forfeit: JsonObject | None = None,
    ) -> None:
        self.label = label
        self.scores = scores
        self.winners = winners
        self.actions = actions
        self.usage = [] if usage is None else usage
        self.build = build
        self.forfeit = forfeit
        """If a bot gave the match up: which seat's, and why."""

    def share(self, seat: int) -> float:
        """What a seat got of the win: 1, 0, or its part where several won."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class MatchFault(Exception):
    """A match that could not be played to its end: a sentence with its bots and seed, and the trace of the fault."""

    def __init__(self, sentence: str, trace: str) -> None:
        super().__init__(sentence, trace)
        self.sentence = sentence
        self.trace = trace

    def __str__(self) -> str:
        return self.sentence


def play(job: Job) -> JobResult:
    """One match from its start to its end. Raises MatchFault, whatever went wrong."""
    try:
        return _play(job)
    except Exception as fault:
        raise MatchFault(
            f"{job.game}: the match of {', '.join(job.bots)} with seed {job.seed} failed: "
            f"{type(fault).__name__}: {fault}",
            traceback.format_exc(),
        ) from None


def _play(job: Job) -> JobResult:
    game = game_named(job.game)
    if game is None:
        raise ValueError(f"there is no game {job.game!r}")
    bots = [TimedBot(make_bot(name, game)) for name in job.bots]
    played = playing.play(Match.new(game, job.options, job.seed), bots, job.seed)
    result, usage = played.result, [bot.usage for bot in bots]
    return JobResult(job.label, result.scores, result.winners, played.match.taken, usage, forfeit=gave_up(played))


class TimedBot(Bot):
    """A bot whose time is taken."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.game, bot.name)
        self.bot = bot
        self.usage = Usage()

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        began = perf_counter()
        word = self.bot.choose(view, seen, actions, fate, clock)
        if len(actions) > 1:
            self.usage.add(perf_counter() - began)
        return word

    def over(self, result: Result) -> None:
        self.bot.over(result)


def gave_up(played: playing.Played) -> JsonObject | None:
    """Who gave the match up and why, as a line of a match file says it."""
    return None if played.forfeit is None else {"seat": played.forfeit, "why": played.why}


# --- processes --------------------------------------------------------------------------------------------------------


class LostWorker(Exception):
    """A process that worked for us is gone: killed, or out of memory."""


def over_processes(
    work: Callable[[Work], Found], jobs: Iterable[Work], processes: int | None = None
) -> Generator[tuple[Work, Found], None, None]:
    """Does many jobs over processes (as many as there are cores if None) and gives each as it is done.

    Jobs are asked for only when somebody is free for one, so that an iterator of jobs may go by what was found so far;
    at most one more than there are processes is under way. What a job raises is raised here; LostWorker if a process
    died. Whoever stops listening, by Ctrl-C or because enough is known, stops the work: nothing goes on unseen.
    """
    count = processes or os.cpu_count() or 1
    source = iter(jobs)
    if count == 1:
        for job in source:
            yield job, work(job)
        return
    pool = ProcessPoolExecutor(count, initializer=follow)
    flying: dict[Future[Found], Work] = {}
    try:
        while True:
            for job in islice(source, count + 1 - len(flying)):
                flying[pool.submit(work, job)] = job
            if not flying:
                break
            wait(flying, return_when=FIRST_COMPLETED)
            for future in [future for future in flying if future.done()]:
                yield flying.pop(future), future.result()
    except BrokenExecutor:
        raise LostWorker("a process that played matches was killed; perhaps memory ran out") from None
    finally:
        _close(pool, bool(flying))


def _close(pool: ProcessPoolExecutor, busy: bool) -> None:
    """Ends the processes of a pool; those that are busy with what nobody asks for any more are not waited for."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=not busy, cancel_futures=True)
    if busy:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


def in_order(
    work: Callable[[Work], Found], jobs: Iterable[Work], processes: int | None = None
) -> Iterator[tuple[Work, Found]]:
    """The same, in the order of the jobs."""
    early: dict[int, tuple[Work, Found]] = {}
    due = 0
    for (place, job), found in over_processes(partial(_second, work), enumerate(jobs), processes):
        early[place] = job, found
        while due in early:
            yield early.pop(due)
            due += 1


def _second(work: Callable[[Work], Found], placed: tuple[int, Work]) -> Found:
    return work(placed[1])


def play_all(jobs: list[Job], processes: int | None = None) -> Iterator[JobResult]:
    """The outcomes of many matches, in the order of the jobs."""
    for _, outcome in in_order(play, jobs, processes):
        yield outcome


# --- match files ------------------------------------------------------------------------------------------------------


class WrongFile(Exception):
    """A file that does not hold matches of this run, or that cannot be read or written."""


class MatchFile:
    """A file of matches. Its first line says what run they belong to, every other line is one match.

    Opening it reads the matches that are there. A last line that was torn when a run was killed is dropped, and the
    next match is written in its place. A file of another run, or of something else, is refused and not touched.
    """

    def __init__(self, path: Path, setup: JsonObject, notes: JsonObject | None = None) -> None:
        """The notes stand in the first line of a new file, beside the setup; nobody compares them. Raises WrongFile."""
        self.path = path
        self.head: JsonObject = {"setup": setup, **(notes or {})}
        """The first line, as it stands in the file."""
        self.rows: list[JsonObject] = []
        """The matches that were there."""
        begun = json.dumps({"setup": setup}, separators=(",", ":"))[:-1].encode()
        try:
            content = path.read_bytes() if path.exists() else b""
            whole, _, torn = content.rpartition(b"\n")
            if content and not whole and not begun.startswith(torn[: len(begun)]):
                raise WrongFile(no_matches(path))
            if whole:
                self.head, self.rows = read_matches(path, whole)
                self.compare(self.head["setup"], setup)
            self._file = path.open("r+b" if content else "wb")
            if whole:
                self._file.truncate(len(whole) + 1)
                self._file.seek(0, os.SEEK_END)
            else:
                self._file.truncate(0)
                self.write(json.dumps(self.head, separators=(",", ":")))
        except OSError as fault:
            raise WrongFile(f"{path}: {fault.strerror or fault}") from None

    def compare(self, found: JsonObject, setup: JsonObject) -> None:
        """Raises WrongFile if the matches of the file are of another run."""
        for field in {**setup, **found}:
            if found.get(field) != setup.get(field):
                raise WrongFile(
                    f"{self.path}: its matches belong to another run: {field} is {found.get(field)!r} there and "
                    f"{setup.get(field)!r} here; choose another file"
                )

    def add(self, row: JsonObject) -> None:
        """Writes a match at once, so that nothing but the match being played is ever lost. Raises WrongFile."""
        self.write(json.dumps(row, separators=(",", ":")))

    def write(self, line: str) -> None:
        """Writes a match that is a line already. Raises WrongFile."""
        try:
            self._file.write(line.encode() + b"\n")
            self._file.flush()
        except OSError as fault:
            raise WrongFile(f"{self.path}: {fault.strerror or fault}") from None

    def close(self) -> None:
        """Nothing more is to be written."""
        self._file.close()


def read_matches(path: Path, whole: bytes) -> tuple[JsonObject, list[JsonObject]]:
    """The first line of a file of matches, which has a setup, and the matches. Raises WrongFile."""
    lines = whole.decode(errors="replace").split("\n")
    head = _json(lines[0])
    if head is None or not isinstance(head.get("setup"), dict):
        raise WrongFile(no_matches(path))
    rows: list[JsonObject] = []
    for number, line in enumerate(lines[1:], 2):
        row = _json(line)
        if row is None:
            raise WrongFile(f"{path}: line {number} is no match; correct it or choose another file")
        rows.append(row)
    return head, rows


def no_matches(path: Path) -> str:
    """What is said of a file of something else."""
    return f"{path}: this is no file of matches; choose another one"


def _json(line: str) -> JsonObject | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


# --- what results say -------------------------------------------------------------------------------------------------


class Pairing:
    """Two sides that met in many matches."""

    def __init__(self, left: str, right: str) -> None:
        self.left = left
        self.right = right
        self.count = 0
        self.wins = 0.0
        self.first_wins = 0.0
        self.lead = 0
        self.actions = 0

    def add(self, outcome: JobResult, left_seat: int) -> None:
        """One more match, in which the left side sat here."""
        self.count += 1
        self.actions += outcome.actions
        self.wins += outcome.share(left_seat)
        self.first_wins += outcome.share(0)
        if outcome.scores is not None:
            self.lead += outcome.scores[left_seat] - outcome.scores[1 - left_seat]

    def as_json(self) -> JsonObject:
        """The figures."""
        low, high = interval(self.wins, self.count)
        return {
            "left": self.left,
            "right": self.right,
            "matches": self.count,
            "left_wins": self.wins / self.count,
            "low": low,
            "high": high,
            "first_wins": self.first_wins / self.count,
            "lead": self.lead / self.count,
            "actions": self.actions / self.count,
        }
