"""Many matches at once, in several processes, with their numbers in shared memory.

    from orrery.adapters.vector import VectorEnv
    with VectorEnv("vediic", matches=64, processes=4) as env:
        env.reset(seed=7)
        while env.steps < 100_000:
            env.step(env.sample())

Each match shows the decision of whichever seat is to act: learning is by self-play. A match that ends is followed by
the next one at once: `over` marks it, `returns` has what each seat got, and the other arrays show the new match. The
arrays are the same objects after every step; copy what is to be kept. The processes import the program anew: what runs
it must stand under `if __name__ == "__main__":`.
"""

from __future__ import annotations

import contextlib
import time
import traceback
from collections.abc import Callable
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import Any, Final

from orrery.adapters import needs

needs("numpy", "rl")

import numpy as np  # noqa: E402 (numpy is asked for first)
from numpy.typing import NDArray  # noqa: E402

from orrery.adapters.arrays import Row, as_row, parts_of  # noqa: E402
from orrery.adapters.play import Play  # noqa: E402
from orrery.core.data import JsonObject  # noqa: E402

MOST: Final = 512
"""How many legal actions are listed in `legal`; the mask has them all."""
BETWEEN: Final = 1 << 32
"""Seeds of matches in different places are at least so far apart."""

STEP: Final = b"step"
END: Final = b"end"
DONE: Final = b"done"
"""What is said to a process beside the seed of a reset, and what it says when all went well."""

Array = NDArray[Any]


class WorkerFailed(RuntimeError):
    """A process of a vector environment ended with an error."""


class Plan:
    """Where each array lies in the shared memory."""

    def __init__(self, matches: int, length: int, size: int, seats: int, processes: int) -> None:
        self.arrays: dict[str, tuple[tuple[int, ...], str, int]] = {}
        self.bytes = 0
        self._add("actions", (matches,), "int64")
        self._add("seat", (matches,), "int64")
        self._add("count", (matches,), "int64")
        self._add("legal", (matches, MOST), "int64")
        self._add("returns", (matches, seats), "float64")
        self._add("over", (matches,), "bool")
        self._add("observation", (matches, length), "int16")
        self._add("mask", (matches, size), "int8")
        self._add("used", (processes,), "float64")

    def _add(self, name: str, shape: tuple[int, ...], kind: str) -> None:
        self.arrays[name] = (shape, kind, self.bytes)
        count = int(np.prod(shape)) * np.dtype(kind).itemsize
        self.bytes += (count + 63) // 64 * 64

    def views(self, memory: SharedMemory) -> dict[str, Array]:
        """The arrays in a memory."""
        return {
            name: np.ndarray(shape, dtype=kind, buffer=memory.buf, offset=at)
            for name, (shape, kind, at) in self.arrays.items()
        }


class Rows:
    """The matches of one process, from `low` to `high`, written into the arrays."""

    def __init__(
        self,
        make: Callable[[], Play],
        arrays: dict[str, Array],
        low: int,
        high: int,
        observations: bool,
    ) -> None:
        self.plays = [make() for _ in range(low, high)]
        self.low = low
        self.arrays = arrays
        self.observations = observations
        self.shown: list[list[int]] = [[] for _ in self.plays]

    def reset(self, seed: int) -> None:
        """All matches anew, each of its own seed."""
        self.arrays["mask"][self.low : self.low + len(self.plays)] = 0
        for i, play in enumerate(self.plays):
            self.shown[i] = []
            play.begin(seed + (self.low + i) * BETWEEN)
            self.arrays["over"][self.low + i] = False
            self.arrays["returns"][self.low + i] = 0.0
            self._show(i, play)

    def step(self) -> None:
        """One action in each match."""
        over, totals, actions = self.arrays["over"], self.arrays["returns"], self.arrays["actions"]
        low = self.low
        wanted = actions[low : low + len(self.plays)].tolist()
        for i, play in enumerate(self.plays):
            play.act(wanted[i])
            if play.seat is None:
                over[low + i] = True
                totals[low + i] = play.returns()
                play.begin()
            elif over[low + i]:
                over[low + i] = False
                totals[low + i] = 0.0
            self._show(i, play)

    def _show(self, i: int, play: Play) -> None:
        place = self.low + i
        arrays = self.arrays
        seat = play.seat
        assert seat is not None
        codes = play.codes
        mask = arrays["mask"][place]
        if self.shown[i]:
            mask[self.shown[i]] = 0
        mask[codes] = 1
        self.shown[i] = codes
        count = min(len(codes), MOST)
        arrays["legal"][place, :count] = codes[:count]
        arrays["count"][place] = count
        arrays["seat"][place] = seat
        if self.observations:
            arrays["observation"][place] = as_row(play.observe(seat))


def _work(
    pipe: Connection,
    memory_name: str,
    plan: Plan,
    setup: tuple[str, JsonObject | None, int | None],
    number: int,
    low: int,
    high: int,
    observations: bool,
) -> None:
    """A process: it does what the pipe says until that is closed."""
    memory = SharedMemory(memory_name)
    try:
        arrays = plan.views(memory)
        rows = Rows(lambda: Play(*setup), arrays, low, high, observations)
        while True:
            order = pipe.recv_bytes()
            if order == END:
                return
            try:
                if order == STEP:
                    rows.step()
                else:
                    rows.reset(int(order))
                arrays["used"][number] = time.process_time()
                pipe.send_bytes(DONE)
            except Exception:
                pipe.send_bytes(traceback.format_exc().encode())
    except (EOFError, KeyboardInterrupt):
        return
    finally:
        rows = arrays = None  # type: ignore[assignment]  # the arrays must be gone before the memory is closed
        with contextlib.suppress(BufferError):
            memory.close()


class VectorEnv:
    """Matches of one game side by side. Arrays, one row a match:

    `observation` what the seat to act sees, `mask` what it may do, `legal` and `count` the same as a list of codes,
    `seat` whose decision it is, `over` whether a match has just ended, and `returns` what its seats got.
    """

    def __init__(
        self,
        game: str,
        matches: int,
        processes: int = 1,
        *,
        seats: int | None = None,
        options: JsonObject | None = None,
        observations: bool = True,
    ) -> None:
        """Raises ValueError, BadOptions with what would be right."""
        if matches < 1:
            raise ValueError(f"matches={matches}: there must be one at least")
        if not 1 <= processes <= matches:
            raise ValueError(f"processes={processes}: from 1 to {matches}, so that each has a match")
        probe = Play(game, options, seats)
        self.codec = probe.codec
        self.matches = matches
        self.seats = probe.seats
        self.steps = 0
        """How many actions were carried out, all matches together."""
        plan = Plan(matches, self.codec.length, self.codec.size, self.seats, processes)
        self.memory = SharedMemory(create=True, size=plan.bytes)
        self.arrays = plan.views(self.memory)
        self.observation: Array = self.arrays["observation"]
        self.mask: Array = self.arrays["mask"]
        self.legal: Array = self.arrays["legal"]
        self.count: Array = self.arrays["count"]
        self.seat: Array = self.arrays["seat"]
        self.over: Array = self.arrays["over"]
        self.returns: Array = self.arrays["returns"]
        self.used: Array = self.arrays["used"]
        """By process, the seconds of CPU time that it has worked: for measuring on a machine that others use too."""
        self.pipes: list[Connection] = []
        self.workers: list[Any] = []
        self.closed = False
        self.chance = np.random.default_rng()
        self.lines = np.arange(matches)
        context = get_context("spawn")
        bounds = [matches * i // processes for i in range(processes + 1)]
        for number, (low, high) in enumerate(pairwise(bounds)):
            ours, theirs = context.Pipe()
            setup = (probe.game.name, options, seats)
            worker = context.Process(
                target=_work,
                args=(theirs, self.memory.name, plan, setup, number, low, high, observations),
                daemon=True,
            )
            worker.start()
            theirs.close()
            self.pipes.append(ours)
            self.workers.append(worker)

    def reset(self, seed: int | None = None) -> None:
        """All matches anew. The same seed gives the same matches, however many processes there are."""
        self.chance = np.random.default_rng(seed)
        self.steps = 0
        first = int(np.random.default_rng().integers(BETWEEN)) if seed is None else seed
        self._all(str(first).encode())

    def step(self, actions: Array) -> None:
        """One legal action in each match. Raises ValueError if there are too few, WorkerFailed if one is not legal."""
        if len(actions) != self.matches:
            raise ValueError(f"there are {len(actions)} actions for {self.matches} matches")
        self.arrays["actions"][:] = actions
        self._all(STEP)
        self.steps += self.matches

    def sample(self) -> Array:
        """A legal action for each match by lot."""
        lots = (self.chance.random(self.matches) * self.count).astype(np.int64)
        chosen: Array = self.legal[self.lines, lots]
        return chosen

    def parts(self, match: int) -> dict[str, Row]:
        """The named parts of the observation of one match."""
        return parts_of(self.codec, self.observation[match])

    def _all(self, order: bytes) -> None:
        if self.closed:
            raise ValueError("the environment is closed")
        failed: list[str] = []
        try:
            for pipe in self.pipes:
                pipe.send_bytes(order)
            for pipe in self.pipes:
                said = pipe.recv_bytes()
                if said != DONE:
                    failed.append(said.decode())
        except (EOFError, OSError):
            failed.append("a process has ended")
        if failed:
            self.close()
            raise WorkerFailed(failed[0])

    def close(self) -> None:
        """Ends the processes and gives the memory back. The arrays must not be used after it."""
        if self.closed:
            return
        self.closed = True
        for pipe in self.pipes:
            with contextlib.suppress(OSError):
                pipe.send_bytes(END)
            pipe.close()
        for worker in self.workers:
            worker.join(5)
            if worker.is_alive():
                worker.kill()
        empty = np.zeros(0)
        self.arrays = {}
        self.observation = self.mask = self.legal = self.count = self.seat = self.over = self.returns = self.used = (
            empty
        )
        with contextlib.suppress(BufferError):
            self.memory.close()
        self.memory.unlink()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
