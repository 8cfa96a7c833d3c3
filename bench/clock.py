"""How well a budget of time is kept: a bot with `mcts:20ms` plays against itself, and its decisions are timed.

    python -m bench.clock [--budget 20] [--decisions 1000] [GAME...]

Wall time is what players feel, and what counts. On a machine with other work a process is interrupted, which no budget
can foresee, so decisions go on until as many as were asked for went by without another process in between (as the
system counts them); those show what an idle core would. Each seat has a bot of its own, made before any clock runs; the
first decisions of the process are among those timed, those without a choice are not. A budget may be smaller here than
a bot's name allows.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from typing import Any

from bench.bots import PLANS
from bench.engine import known
from orrery.bots.bot import NoLimit
from orrery.bots.mcts import Budget
from orrery.bots.minds import searcher
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games import for_people

Row = dict[str, Any]


MOST = 4
"""How many times the decisions that were asked for are timed at most."""


def interruptions() -> int:
    """How often another process took this one's place so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw


def decisions(name: str, budget: int, options: JsonObject) -> Iterator[tuple[float, bool]]:
    """Match after match: the wall time of each decision with a choice, and whether it went by without interruption."""
    game = known(name)
    fate, clock = Fate(1), NoLimit()
    seed = 0
    thought = Budget(seconds=budget / 1000)
    bots = [searcher(game, f"mcts:{budget}ms", thought) for _ in range(game.new(options, Fate(seed)).seats())]
    while True:
        match = Match.new(game, options, seed)
        seed += 1
        while (seat := match.to_act()) is not None:
            view, seen, actions = match.view(seat), match.seen(seat), match.actions()
            before, began = interruptions(), time.perf_counter()
            word = bots[seat].choose(view, seen, actions, fate, clock)
            used = time.perf_counter() - began
            if len(actions) > 1:
                yield used, interruptions() == before
            match.act(word)


def kept(name: str, options: JsonObject, budget: int, count: int) -> list[Row]:
    """The share of decisions that stay within a budget of milliseconds, and the longest as a multiple of it."""
    bot = f"mcts:{budget}ms"
    every: list[float] = []
    quiet: list[float] = []
    for used, undisturbed in decisions(name, budget, options):
        every.append(used * 1000 / budget)
        if undisturbed:
            quiet.append(every[-1])
        if len(quiet) == count or len(every) == MOST * count:
            break
    rows: list[Row] = []
    for what, shares in (("undisturbed", quiet), ("all", every)):
        within = 100 * sum(share <= 1 for share in shares) / max(1, len(shares))
        note = f"of {len(shares)} decisions, wall time"
        rows.append({"what": f"{name}, {bot}, {what}: % within its budget", "value": within, "note": note})
        rows.append(
            {"what": f"{name}, {bot}, {what}: longest / budget", "value": max(shares, default=0.0), "note": note}
        )
    return rows


def main(budget: int = 50, count: int = 1000, names: list[str] | None = None) -> list[Row]:
    """All games, or some."""
    rows: list[Row] = []
    for name in names or PLANS:
        rows += kept(name, for_people(name, PLANS[name]), budget, count)
    return rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=int, default=20, help="milliseconds for a decision")
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("games", nargs="*", help=f"some of {', '.join(PLANS)}; all by default")
    asked = parser.parse_args()
    if unknown := [name for name in asked.games if name not in PLANS]:
        sys.exit(f"unknown game {unknown[0]!r}; there are {', '.join(PLANS)}")
    for row in main(asked.budget, asked.decisions, asked.games):
        print(f"{row['what']:70}{row['value']:10,.3f}  {row['note']}")
