"""The lab: matches a second by game, strength and number of processes, and how much of linear that is.

    python -m bench.lab [--seconds 10] [--rounds 3] [--processes 1,2] [--bots greedy,level1] [--games NAME,...]

The same matches, as many as take about so many seconds on one process, are played by every number of processes. These
take turns within a round, so that what else the machine does reaches all of them; the share of linear is the median
over rounds of what n processes play a second, over n times what one plays. The clock on the wall counts, since that is
what people wait for; starting the processes is left out.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from typing import Any

from bench.engine import known
from orrery.games import game_names
from orrery.lab.crews import processes_here
from orrery.lab.running import Run
from orrery.lab.sittings import Experiment, Sitting
from orrery.lab.variants import variant_of

Row = dict[str, Any]

BOTS = ("greedy", "level1")
STEP = 1 << 20
"""Between the first rounds of what is played for different reasons."""


def experiment_of(name: str) -> Experiment:
    """The matches of the first mode of a game as it ships."""
    variant = variant_of(known(name), "ours", [])
    return Experiment(name, variant.setups([variant.rivals()[0].mode]), 1)


def sittings(experiment: Experiment, bot: str, first: int, count: int) -> list[Sitting]:
    """So many matches, from every pairing in turn."""
    found: list[Sitting] = []
    for round in range(first, first + count):
        for setup in range(len(experiment.setups)):
            found += experiment.sittings(setup, range(round, round + 1), bot)
            if len(found) >= count:
                return found[:count]
    return found


def seconds_of(experiment: Experiment, bot: str, count: int, processes: int) -> float:
    """How long so many matches take, on processes that have played before."""
    with Run(experiment, processes) as run:
        for _ in run.play(sittings(experiment, bot, STEP, 2 * processes)):
            pass
        began = time.perf_counter()
        for _ in run.play(sittings(experiment, bot, 0, count)):
            pass
        return time.perf_counter() - began


def rows_of(name: str, bot: str, numbers: Sequence[int], seconds: float, rounds: int) -> list[Row]:
    """A game at one strength."""
    experiment = experiment_of(name)
    usual = seconds_of(experiment, bot, 4, 1) / 4
    count = max(4 * max(numbers), round(seconds / usual))
    rates: dict[int, list[float]] = {number: [] for number in numbers}
    for _ in range(rounds):
        for number in numbers:
            rates[number].append(count / seconds_of(experiment, bot, count, number))
    found: list[Row] = []
    for number in numbers:
        what = f"{name}, {bot}, {number} {'process' if number == 1 else 'processes'}"
        note = f"{count} matches, {rounds} rounds"
        found.append({"what": f"{what}: matches/s", "value": statistics.median(rates[number]), "note": note})
        if number > 1 and 1 in rates:
            shares = [many / (number * one) for many, one in zip(rates[number], rates[1], strict=True)]
            told = f"least {min(shares):.2f}, most {max(shares):.2f}; goal 0.8 on as many as cores"
            found.append({"what": f"{what}: % of linear", "value": 100 * statistics.median(shares), "note": told})
    return found


def main(
    seconds: float = 10.0,
    rounds: int = 3,
    numbers: Sequence[int] = (),
    bots: Sequence[str] = BOTS,
    names: Sequence[str] = (),
) -> list[Row]:
    """Every game at every strength."""
    counts = numbers or sorted({1, processes_here()})
    return [
        row for name in names or game_names() for bot in bots for row in rows_of(name, bot, counts, seconds, rounds)
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processes", default="", help="numbers with commas between; 1 and as many as cores else")
    parser.add_argument("--bots", default=",".join(BOTS))
    parser.add_argument("--games", default="", help="names with commas between; all else")
    given = parser.parse_args()
    processes = [int(word) for word in given.processes.split(",") if word]
    games = [word for word in given.games.split(",") if word]
    for name in games or game_names():
        for bot in given.bots.split(","):
            for row in main(given.seconds, given.rounds, processes, [bot], [name]):
                print(f"{row['what']:56}{row['value']:>10.2f}  {row['note']}", flush=True)
