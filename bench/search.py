"""The search: decisions a second inside it with random playouts to the end, beside OpenSpiel's two MCTS bots.

    python -m bench.search [SECONDS [ROUNDS]]
    python -m bench.search peers gin_rummy go_fish ...      how still OpenSpiel's C++ search holds on its games

Like for like: both sides search from the opening of a match with one uniformly random playout a simulation and nothing
else known of the game, in one process and with Python's collector off, as our bots think. Ours draws a new world for
each simulation, theirs goes on from the true state. Each round has another deal.

Matches of different games differ in length, so what counts are the decisions a second, in the tree and in playouts,
chance not counted. Ours are counted as they happen; theirs by a stand-in for the evaluator of OpenSpiel's Python bot,
in the same positions and not against the clock, as its bots do not tell. A second table shows the search as it plays,
with each game's own mind.
"""

from __future__ import annotations

import contextlib
import gc
import random
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any

from bench.engine import known, middle
from orrery.bots.mind import Mind, PlainMind
from orrery.bots.minds import mind_of, settings_of
from orrery.bots.search import Search
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games import for_people

Row = dict[str, Any]
Rate = tuple[float, float, float]
"""Simulations a second, decisions a second inside the search, decisions a simulation."""

PLANS: dict[str, tuple[JsonObject, list[str]]] = {
    "space_editor": ({"mode": "full"}, ["hive"]),
    "vediic": ({"players": 2}, ["backgammon"]),
    "five_spheres": ({"assembly": "predesign", "deck_numbers": [1, 3]}, ["gin_rummy"]),
}

COUNTED = 100
"""In how many simulations a round the decisions of OpenSpiel's search are counted."""


@contextlib.contextmanager
def no_collector() -> Iterator[None]:
    """As a bot thinks: a tree has no cycles."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def simulate(match: Match, mind: Mind, seconds: float, seed: int) -> Rate:
    """Simulations from a match for this many CPU-seconds."""
    seat = match.to_act()
    assert seat is not None
    with no_collector():
        began = time.process_time()
        search = Search(mind, match.game.sampler(match.view(seat), match.seen(seat)), seat, Fate(seed))
        search.open(match.actions())
        while (used := time.process_time() - began) < seconds:
            search.simulate()
    return search.iterations / used, search.decisions / used, search.decisions / search.iterations


def opening(name: str, seed: int) -> tuple[Any, Any]:
    """A game of OpenSpiel and its first choice, dealt at random: the first of all deals would be a sorted one."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    dice = random.Random(seed)
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(by_chance(state, dice) if state.is_chance_node() else state.legal_actions()[0])
    return game, state


def by_chance(state: Any, dice: random.Random) -> int:
    """An outcome of chance, by its odds."""
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    found: int = dice.choices(outcomes, odds)[0]
    return found


def play_open_spiel(name: str, native: bool, seconds: float, seed: int) -> float:
    """OpenSpiel's MCTS from the opening of a game, in C++ or in Python: simulations a second."""
    game, state = opening(name, seed)
    count = 16
    while True:
        searcher = native_bot(game, count, seed) if native else python_bot(game, count, seed)
        with no_collector():
            began = time.process_time()
            searcher.step(state)
            used = time.process_time() - began
        if used > seconds / 2:
            return count / used
        count *= 4 if used < seconds / 20 else 2


def native_bot(game: Any, count: int, seed: int) -> Any:
    """The bot in C++."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, 1.4, count, 1000, False, seed, False)


def python_bot(game: Any, count: int, seed: int) -> Any:
    """The bot in Python."""
    import numpy
    from open_spiel.python.algorithms import mcts

    dice = numpy.random.RandomState(seed)
    return mcts.MCTSBot(game, 1.4, count, mcts.RandomRolloutEvaluator(1, dice), solve=False, random_state=dice)


class Counter:
    """Stands in for the evaluator of OpenSpiel's Python bot and counts decisions, in the tree and in playouts."""

    def __init__(self, root: Any, seed: int) -> None:
        self.dice = random.Random(seed)
        self.above = taken(root)
        self.playouts = 0
        self.decisions = 0

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """All actions alike."""
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return outcomes
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def evaluate(self, state: Any) -> Any:
        """A random playout."""
        state = state.clone()
        while not state.is_terminal():
            chance = state.is_chance_node()
            state.apply_action(by_chance(state, self.dice) if chance else self.dice.choice(state.legal_actions()))
        self.playouts += 1
        self.decisions += taken(state) - self.above
        return state.returns()


def taken(state: Any) -> int:
    """How many decisions led to a state, chance not counted."""
    return sum(step.player >= 0 for step in state.full_history())


def count_decisions(name: str, seed: int) -> Counter:
    """The decisions in some simulations of OpenSpiel's search from an opening."""
    import numpy
    from open_spiel.python.algorithms import mcts

    game, state = opening(name, seed)
    counter = Counter(state, seed)
    dice = numpy.random.RandomState(seed)
    mcts.MCTSBot(game, 1.4, COUNTED, counter, solve=False, random_state=dice).step(state)
    return counter


def with_decisions(name: str, rates: list[float]) -> list[Rate]:
    """The rates of rounds with the mean number of decisions in a simulation of all rounds."""
    counts = [count_decisions(name, seed) for seed in range(len(rates))]
    length = sum(one.decisions for one in counts) / sum(one.playouts for one in counts)
    return [(rate, rate * length, length) for rate in rates]


def beside_peers(name: str, seconds: float, rounds: int) -> list[Row]:
    """One game beside its peers, rounds alternating."""
    options, peers = PLANS[name]
    ours: list[Rate] = []
    kinds = [(peer, native) for peer in peers for native in (False, True)]
    counted: dict[tuple[str, bool], list[float]] = {kind: [] for kind in kinds}
    for turn in range(rounds):
        match = Match.new(known(name), for_people(name, options), turn)
        while len(match.actions()) == 1:
            match.act(match.actions()[0])
        ours.append(simulate(match, PlainMind(100_000), seconds, turn))
        for peer, native in kinds:
            counted[peer, native].append(play_open_spiel(peer, native, seconds, turn))
    rows = rows_of(f"{name}, search", ours, "random playouts from the opening")
    for peer, native in kinds:
        label = f"{peer}, OpenSpiel MCTS {'C++' if native else 'Python'}"
        found = with_decisions(peer, counted[peer, native])
        rows += rows_of(label, found, "random playouts from the opening")
        ratios = [one[1] / other[1] for one, other in zip(ours, found, strict=True)]
        for what, value in (("", statistics.median(ratios)), (", least", min(ratios)), (", most", max(ratios))):
            rows.append({"what": f"{name} / {label}: decisions{what}", "value": value, "note": "ratio in the same run"})
    return rows


def rows_of(label: str, rates: list[Rate], note: str) -> list[Row]:
    """Medians over rounds."""
    names = ("simulations/s", "decisions/s inside", "decisions a simulation")
    return [
        {"what": f"{label}: {what}", "value": statistics.median(rate[part] for rate in rates), "note": note}
        for part, what in enumerate(names)
    ]


def with_mind(name: str, seconds: float) -> list[Row]:
    """The search as it plays: the game's own mind, in the middle of a match."""
    options, _ = PLANS[name]
    mind = mind_of(name)
    mind.steps = settings_of(name).get("steps", mind.steps)
    rates: list[Rate] = []
    for seed in range(4):
        match = middle(known(name), for_people(name, options), seed)
        while len(match.actions()) == 1:
            match.act(match.actions()[0])
        if match.to_act() is not None:
            rates.append(simulate(match, mind, seconds / 2, seed))
    return rows_of(f"{name}, search with its mind", rates, "mid-match")


def main(seconds: float = 2.0, rounds: int = 3) -> list[Row]:
    """All games."""
    rows: list[Row] = []
    for name in PLANS:
        rows += beside_peers(name, seconds, rounds)
        rows += with_mind(name, seconds)
    return rows


def still(names: list[str], seconds: float = 0.5, rounds: int = 8) -> None:
    """Prints how OpenSpiel's C++ search does on games of its own, and how far the rounds lie apart."""
    for name in names:
        rates = [play_open_spiel(name, True, seconds, turn) for turn in range(rounds)]
        counts = [count_decisions(name, turn) for turn in range(rounds)]
        lengths = [one.decisions / one.playouts for one in counts]
        inside = [rate * length for rate, length in zip(rates, lengths, strict=True)]
        print(
            f"{name:24}{statistics.median(inside):12,.0f} decisions/s, {min(inside):,.0f} to {max(inside):,.0f}; "
            f"{statistics.median(lengths):.0f} a simulation, {min(lengths):.0f} to {max(lengths):.0f}"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["peers"]:
        still(sys.argv[2:])
    else:
        for row in main(*map(float, sys.argv[1:2]), *map(int, sys.argv[2:3])):
            print(f"{row['what']:70}{row['value']:12,.1f}  {row['note']}")
