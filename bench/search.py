"""The search: simulations a second with random playouts to the end, beside OpenSpiel's two MCTS bots in the same run.

Like for like: both sides search from the opening of a match with one uniformly random playout a simulation and nothing
else known of the game, in one process. Ours draws a new world for each simulation, theirs goes on from the true state.
Matches of different games have different lengths, so the decisions a second inside the search stand beside the
simulations. A second table shows the search as it plays, with each game's own mind.
"""

from __future__ import annotations

import statistics
import sys
import time
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
"""Simulations a second, decisions a second inside the search, decisions a playout."""

PLANS: dict[str, tuple[JsonObject, list[str]]] = {
    "space_editor": ({"mode": "full"}, ["hive"]),
    "vediic": ({"players": 2}, ["backgammon"]),
    "five_spheres": ({"assembly": "predesign", "deck_numbers": [1, 3]}, ["gin_rummy"]),
}


def simulate(match: Match, mind: Mind, seconds: float, seed: int) -> Rate:
    """Simulations from a match for this many CPU-seconds."""
    seat = match.to_act()
    assert seat is not None
    began = time.process_time()
    search = Search(mind, match.game.sampler(match.view(seat), match.seen(seat)), seat, Fate(seed))
    search.open(match.actions())
    while (used := time.process_time() - began) < seconds:
        search.simulate()
    return search.iterations / used, search.decisions / used, search.played / search.iterations


def play_open_spiel(name: str, native: bool, seconds: float, seed: int) -> Rate:
    """OpenSpiel's MCTS from the opening of a game: in C++, or in Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    count = 16
    while True:
        searcher = native_bot(game, count, seed) if native else python_bot(game, count, seed)
        began = time.process_time()
        searcher.step(state)
        used = time.process_time() - began
        if used > seconds / 2:
            length = playout_length(name, seed)
            return count / used, count * length / used, length
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


def playout_length(name: str, seed: int) -> float:
    """The mean number of decisions of a random playout from the opening, chance not counted."""
    import random

    import pyspiel

    dice = random.Random(seed)
    game = pyspiel.load_game(name)
    taken = 0
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            taken += not state.is_chance_node()
            state.apply_action(dice.choice(state.legal_actions()))
    return taken / 20


def beside_peers(name: str, seconds: float, rounds: int) -> list[Row]:
    """One game beside its peers, rounds alternating."""
    options, peers = PLANS[name]
    match = Match.new(known(name), for_people(name, options), 1)
    while len(match.actions()) == 1:
        match.act(match.actions()[0])
    ours: list[Rate] = []
    theirs: dict[tuple[str, bool], list[Rate]] = {(peer, native): [] for peer in peers for native in (False, True)}
    for turn in range(rounds):
        ours.append(simulate(match, PlainMind(100_000), seconds, turn))
        for (peer, native), found in theirs.items():
            found.append(play_open_spiel(peer, native, seconds, turn))
    rows = rows_of(f"{name}, search", ours, "random playouts from the opening")
    for (peer, native), found in theirs.items():
        label = f"{peer}, OpenSpiel MCTS {'C++' if native else 'Python'}"
        rows += rows_of(label, found, "random playouts from the opening")
        for part, what in enumerate(("simulations", "decisions")):
            ratio = statistics.median(one[part] / other[part] for one, other in zip(ours, found, strict=True))
            rows.append({"what": f"{name} / {label}: {what}", "value": ratio, "note": "ratio in the same run"})
    return rows


def rows_of(label: str, rates: list[Rate], note: str) -> list[Row]:
    """Medians over rounds."""
    names = ("simulations/s", "decisions/s inside", "decisions a playout")
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


if __name__ == "__main__":
    for row in main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0, 1):
        print(f"{row['what']:70}{row['value']:12,.1f}  {row['note']}")
