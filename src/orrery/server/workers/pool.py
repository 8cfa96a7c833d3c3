"""Bots think in processes of their own, under a hard clock.

The clock starts with the request: waiting for a free process counts. What is left when a process takes the question up
is all the bot has, so under load bots look less and never later, and the log says so. A process that has not answered
by twice the time is killed and replaced, and the seat gets some legal action: a bot may fail, the match goes on.

Processes may be replaced by others of another build (builds.py) while they are being asked: one that thinks ends after
its answer, and whatever waits is taken up by whoever is free next.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Callable
from typing import Final

import msgspec

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.server import hosted
from orrery.server.measures import Spread
from orrery.server.workers.answers import Asked
from orrery.server.workers.builds import Build, DoesNotStart
from orrery.server.workers.levels import Levels
from orrery.server.workers.questions import (
    Answered,
    Choose,
    Chosen,
    Failed,
    Foresee,
    Foreseeing,
    Judge,
    Judged,
    NoRecord,
    Question,
    Replay,
    Replayed,
    Solve,
    Solving,
    Task,
    Tell,
    Tried,
    Try,
    WorkerReply,
)

LOG: Final = logging.getLogger("orrery.server.workers.pool")
LINE_LIMIT: Final = 64 * 1024 * 1024
SHARE: Final = 0.9
"""The share of the time left that a bot is told of; the rest is for the way there and back."""
IDLE: Final = 60.0
"""Seconds without a question after which a lazy process ends, unless told otherwise."""
READY: Final = b"ready"
"""The first line of a process that can be asked; any other says why it cannot."""
START: Final = 60
"""Seconds within which it must come."""
WORKER: Final = """\
try:
    from orrery.server.workers.worker import main
except Exception as fault:
    raise SystemExit(print(str(fault).replace(chr(10), " "), flush=True) or 1)
main()
"""
"""The program of a process. What hinders it is told in one line: a build may be broken or no longer fit the sources."""
WAY: Final = 10
"""How much a process gives way to the server; at most 19."""
LATE: Final = 0.25
"""From this share of the time lost in the queue on, the log tells."""


class ThinkingFault(Exception):
    """A question that no worker answered."""


class _Asked:
    __slots__ = ("asked", "deadline", "done", "question")

    def __init__(self, question: Question, asked: float, deadline: float, done: asyncio.Future[WorkerReply]) -> None:
        self.question = question
        self.asked = asked
        self.deadline = deadline
        self.done = done


class _Worker:
    __slots__ = ("build", "process")

    def __init__(self, process: asyncio.subprocess.Process, build: str) -> None:
        self.process = process
        self.build = build


class Pool:
    """The processes in which bots think."""

    def __init__(
        self,
        workers: int,
        seconds: float,
        command: list[str] | None = None,
        patience: float | None = None,
        lazy: bool = False,
        idle: float = IDLE,
        who: str = "bots",
        build: Build | None = None,
        way: int = WAY,
    ) -> None:
        """`seconds` are for thinking; after `patience` (twice as many) a process is killed. `lazy`: a process starts
        when it is first asked, and ends when it has not been asked for `idle` seconds. `who` is what the log calls
        them. `build` says what new processes load: if nothing is said, what this one has loaded. `way` is how much they
        give way to other processes.
        """
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self.seconds = seconds
        self.patience = 2 * seconds if patience is None else patience
        self.lazy = lazy
        self.idle = idle
        self.who = who
        self.build = build or Build()
        self.command = command or [sys.executable, "-c", WORKER, str(way)]
        self.queue: asyncio.Queue[_Asked | None] = asyncio.Queue()
        """Questions; None only wakes a process."""
        self.tasks: list[asyncio.Task[None]] = []
        self.running: dict[int, _Worker] = {}
        """The processes, each by the number of its place."""
        self.fresh: list[_Worker] = []
        """Processes that are to take the place of those of another build."""
        self.levels = Levels()
        self.time: Callable[[], float] = lambda: asyncio.get_running_loop().time()
        self.thought = Spread()
        """Seconds until questions were answered, waiting included."""
        self.thinking = 0
        """How many processes are thinking."""
        self.killed = 0
        """How many processes had to be killed."""
        self.hurried = 0
        """How many questions waited so long that the bot had less time than it should."""

    def start(self) -> None:
        """Starts the processes."""
        self.tasks = [asyncio.create_task(self._serve(number), name=f"bots {number}") for number in range(self.workers)]

    async def close(self) -> None:
        """Ends the processes."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks = []
        while self.fresh:
            await _end(self.fresh.pop())
        while not self.queue.empty():
            asked = self.queue.get_nowait()
            if asked is not None:
                asked.done.cancel()

    # --- asking -------------------------------------------------------------------------------------------------------

    async def choose(
        self, game: str, bot: str, view: JsonObject, seen: list[JsonObject], actions: list[str], seed: int
    ) -> str:
        """What a bot does: always one of the actions, at the latest after twice the time."""
        if len(actions) == 1:
            return actions[0]
        try:
            reply = await self._ask(Choose(game, bot, view, seen, actions, seed))
        except ThinkingFault as fault:
            LOG.warning("bot %s of %s failed: %s", bot, game, fault)
        else:
            if isinstance(reply, Chosen) and reply.action in actions:
                if reply.got is not None:
                    self.levels.note(game, bot, reply.got)
                return reply.action
            problem = reply.problem if isinstance(reply, Failed) else "an unknown word"
            LOG.error("bot %s of %s chose what is no action: %s", bot, game, problem)
        return Fate(seed).pick(actions)

    async def preview(self, game: str, view: JsonObject, seen: list[JsonObject], word: str, seat: int) -> Foreseeing:
        """What an action would visibly do. Raises ThinkingFault."""
        reply = await self._ask(Foresee(game, view, seen, word, seat))
        if not isinstance(reply, Foreseeing):
            raise ThinkingFault(_problem(reply))
        return reply

    async def tell(self, asked: Asked) -> JsonObject:
        """The answer to what a seat asks. Raises ThinkingFault."""
        reply = await self._ask(Tell(asked))
        if not isinstance(reply, Answered):
            LOG.error("a question about %s (%s) failed: %s", asked.game, asked.what, _problem(reply))
            raise ThinkingFault(_problem(reply))
        return reply.told

    async def judge(self, asked: Asked) -> Judged:
        """How good what a seat did was. Raises ThinkingFault."""
        reply = await self._ask(Judge(asked))
        if not isinstance(reply, Judged):
            LOG.error("a decision of %s could not be judged: %s", asked.game, _problem(reply))
            raise ThinkingFault(_problem(reply))
        return reply

    async def try_deck(self, question: Try) -> Tried:
        """How a deck does. Raises ThinkingFault."""
        reply = await self._ask(question)
        if not isinstance(reply, Tried):
            LOG.error("a trial of a deck of %s failed: %s", question.game, _problem(reply))
            raise ThinkingFault(_problem(reply))
        return reply

    async def solve(self, question: Solve) -> Solving:
        """Whether an action is right in a puzzle, or a hint. Raises ThinkingFault."""
        reply = await self._ask(question)
        if not isinstance(reply, Solving):
            LOG.error("the puzzle %s of %s cannot be judged: %s", question.puzzle, question.game, _problem(reply))
            raise ThinkingFault(_problem(reply))
        return reply

    def warm(self) -> None:
        """Lets a lazy process start, for it will be asked soon."""
        if self.lazy and self.queue.empty():
            self.queue.put_nowait(None)

    async def replay(
        self,
        record: JsonObject,
        number: int | None = None,
        seat: int | None = None,
        *,
        history: bool = False,
        knowing: bool = False,
    ) -> Replayed | NoRecord | Failed:
        """A record replayed: a moment of it, what was known then, or its history, through a seat's eyes. Raises
        ThinkingFault.
        """
        reply = await self._ask(Replay(str(record.get("game")), record, number, seat, history, knowing))
        return reply if isinstance(reply, Replayed | NoRecord) else Failed(_problem(reply))

    async def _ask(self, question: Question) -> WorkerReply:
        now = self.time()
        done: asyncio.Future[WorkerReply] = asyncio.get_running_loop().create_future()
        self.queue.put_nowait(_Asked(question, now, now + self.seconds, done))
        try:
            # The workers keep the time; this is for a pool in which all of them have to be replaced. (Not by
            # `wait_for`: before Python 3.12 it forgets that it was cancelled if the answer comes in that moment.)
            async with asyncio.timeout(self.patience):
                return await done
        except TimeoutError:
            raise ThinkingFault(f"no answer within {self.patience:.1f} s") from None
        finally:
            self.thought.add(self.time() - now)

    # --- the processes ------------------------------------------------------------------------------------------------

    async def renew(self, build: str) -> None:
        """Lets processes of this build take the place of those of another, one after the other, each as soon as it has
        nothing to think about. Raises DoesNotStart: then those that are left stay.
        """
        while sum(worker.build != build for worker in self.running.values()) > len(self.fresh):
            self.fresh.append(await self._begin(build))
            self.queue.put_nowait(None)  # one that waits for a question need not wait for it

    async def _serve(self, number: int) -> None:
        try:
            while True:
                await self._take_fresh(number)
                if number not in self.running and not self.lazy:
                    self.running[number] = await self._spawn()
                try:
                    async with asyncio.timeout(self.idle if self.lazy and number in self.running else None):
                        asked = await self.queue.get()
                except TimeoutError:
                    await _end(self.running.pop(number))
                    continue
                if asked is not None and asked.done.done():
                    continue
                await self._take_fresh(number)
                if number not in self.running:
                    self.running[number] = await self._spawn()
                if asked is not None and not await self._pass_on(self.running[number], asked, number):
                    await _end(self.running.pop(number))
        finally:
            if number in self.running:
                await _end(self.running.pop(number))

    async def _take_fresh(self, number: int) -> None:
        """If the process at this place is to be replaced and another is ready, replaces it."""
        old = self.running.get(number)
        if old is not None and self.fresh and old.build != self.fresh[-1].build:
            self.running[number] = self.fresh.pop()
            await _end(old)

    async def _spawn(self) -> _Worker:
        if self.fresh:
            return self.fresh.pop()
        while True:
            build = self.build.name
            try:
                return await self._begin(build)
            except DoesNotStart as fault:
                if not self.build.fall_back(build, fault):
                    LOG.error("a process for %s does not start (%s); trying again", self.who, fault)
                    await asyncio.sleep(1)

    async def _begin(self, build: str) -> _Worker:
        """A process of this build that can be asked. Raises DoesNotStart."""
        # In a session of its own: who stops the server by Ctrl-C means the server, which then ends this.
        process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **hosted.told(), "ORRERY_BUILD": build},
            limit=LINE_LIMIT,
            start_new_session=True,
        )
        worker = _Worker(process, build)
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START):
                said = await process.stdout.readline()
        except TimeoutError:
            said = f"it is not ready after {START} s".encode()
        except asyncio.CancelledError:
            await _end(worker)
            raise
        if said.strip() == READY:
            return worker
        await _end(worker)
        raise DoesNotStart(said.decode(errors="replace").strip() or "it ended before it was ready")

    def is_busy(self) -> bool:
        """Would a question have to wait just now?"""
        return self.thinking >= self.workers or not self.queue.empty()

    async def _pass_on(self, worker: _Worker, asked: _Asked, number: int) -> bool:
        """Asks a process. False if it did not answer and is of no more use."""
        self.thinking += 1
        try:
            return await self._ask_process(worker, asked, number)
        finally:
            self.thinking -= 1

    async def _ask_process(self, worker: _Worker, asked: _Asked, number: int) -> bool:
        process = worker.process
        assert process.stdin is not None and process.stdout is not None
        now = self.time()
        left = asked.deadline - now
        if now - asked.asked > LATE * self.seconds:
            self.hurried += 1
            LOG.warning(
                "%s are under load: a question waited %.2f s, %.2f s are left",
                self.who,
                now - asked.asked,
                max(0, left),
            )
        task = Task(asked.question, max(0.0, left * SHARE))
        try:
            process.stdin.write(msgspec.json.encode(task) + b"\n")
            async with asyncio.timeout(max(asked.asked + self.patience - now, 0.1)):
                await process.stdin.drain()
                line = await process.stdout.readline()
            reply: WorkerReply | None = msgspec.json.decode(line, type=WorkerReply) if line else None
        except (TimeoutError, OSError, msgspec.DecodeError, ValueError):
            reply = None
        if reply is None:
            self.killed += 1
            LOG.warning("a process for %s did not answer in time and is replaced (worker %d)", self.who, number)
            if not asked.done.done():
                asked.done.set_exception(ThinkingFault("the process did not answer in time"))
            return False
        if not asked.done.done():
            asked.done.set_result(reply)
        return True


def _problem(reply: WorkerReply) -> str:
    """What went wrong, where an answer is not of the kind that was asked for."""
    return reply.problem if isinstance(reply, Failed) else "the answer is to another question"


async def _end(worker: _Worker) -> None:
    with contextlib.suppress(ProcessLookupError):
        worker.process.kill()
    ending = asyncio.ensure_future(worker.process.wait())
    try:
        await asyncio.shield(ending)
    except asyncio.CancelledError:
        await ending  # it was killed, so that is soon; a process that nobody waits for outlives the loop
        raise
