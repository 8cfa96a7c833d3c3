"""Root parallel search: `mcts:800x4` runs 800 simulations in each of four processes and adds up what they found.

Each process searches by itself with a fate of its own, so the same question gives the same answer however the processes
are scheduled. The figures of the root are added; trees are not shared and not kept. The processes are started at the
first decision and end with the bot.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor

from orrery.bots.bot import Bot, Clock, NoLimit, WallClock
from orrery.bots.mcts import Budget, pick
from orrery.bots.search import Finding, rank
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game

Question = tuple[JsonObject, list[JsonObject], list[str]]
Row = tuple[str, int, float, float]
"""A finding as it travels between processes: word, visits, chance, prior."""


def search_alone(game: str, simulations: int, cap: float, question: Question, seed: int, seconds: float) -> list[Row]:
    """One process's share: a search from nothing, within a budget of simulations and time and what the clock leaves."""
    from orrery.bots.minds import searcher
    from orrery.games import game_named

    rules = game_named(game)
    assert rules is not None, game
    view, seen, actions = question
    clock: Clock = NoLimit() if math.isinf(seconds) else WallClock(seconds)
    search = searcher(rules, "alone", Budget(simulations, cap)).think(view, seen, actions, Fate(seed), clock)
    return [(one.word, one.visits, one.chance, one.prior) for one in search.findings()]


def together(parts: list[list[Row]]) -> list[Finding]:
    """The findings of several searches of one decision as if of one."""
    visits: dict[str, int] = {}
    totals: dict[str, float] = {}
    priors: dict[str, float] = {}
    for part in parts:
        for word, count, chance, prior in part:
            visits[word] = visits.get(word, 0) + count
            totals[word] = totals.get(word, 0.0) + count * chance
            priors[word] = priors.get(word, 0.0) + prior / len(parts)
    found = [Finding(word, count, totals[word] / max(count, 1), priors[word]) for word, count in visits.items()]
    found.sort(key=rank)
    return found


def follow() -> None:
    """In a process that works for another: Ctrl-C is for that one, and when it dies, however it dies, so does this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class ParallelBot(Bot):
    """Searches in several processes at once."""

    def __init__(self, game: Game, name: str, budget: Budget, processes: int) -> None:
        super().__init__(game, name)
        self.budget = budget
        self.processes = processes
        self.pool: ProcessPoolExecutor | None = None

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        if len(actions) == 1:
            return actions[0]
        seconds = clock.left()
        if seconds <= 0.0:
            return fate.pick(actions)
        if self.pool is None:
            # Spawned, not forked: the caller may have threads.
            self.pool = ProcessPoolExecutor(self.processes, multiprocessing.get_context("spawn"), initializer=follow)
            self.warm(self.pool)
        budget, question = self.budget, (view, seen, actions)
        left = min(seconds, clock.left())
        shares = [
            self.pool.submit(
                search_alone, self.game.name, budget.simulations, budget.seconds, question, fate.draw(1 << 48), left
            )
            for _ in range(self.processes)
        ]
        return pick(together([share.result() for share in shares]), self.budget.temperature, fate)

    def warm(self, pool: ProcessPoolExecutor) -> None:
        """Starts the processes and lets them load the game, so that the first decision does not pay for it."""
        for ready in [pool.submit(load_all, self.game.name) for _ in range(self.processes)]:
            ready.result()

    def close(self) -> None:
        """Ends the processes."""
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
            self.pool = None

    def __del__(self) -> None:
        self.close()


def load_all(game: str) -> bool:
    """Loads what a search needs, and fills its tables."""
    from orrery.bots.minds import mind_of, warm
    from orrery.games import game_named

    rules = game_named(game)
    assert rules is not None, game
    mind = mind_of(game)
    warm(rules, mind)
    return bool(mind.trait_names)
