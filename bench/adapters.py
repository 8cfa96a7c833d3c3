"""The adapters: steps a second through PettingZoo with masks, OpenSpiel and a vector of processes, beside peers.

    python -m bench.adapters [SECONDS [ROUNDS]]

Everybody plays at random in one process, and what counts is its CPU time, since other work may run beside it. Through
PettingZoo a step is `last()`, a choice among the legal actions and `step()`; "dummy" is without observations, "real"
with them. The peers are OpenSpiel's own games in C++, with observation tensors where that is said, and PettingZoo's
chess, connect four and Leduc hold'em where the packages that they need are there (pygame, chess, rlcard): Orrery does
not install these.

The vector of processes is measured with one, two and four processes in turns, by the clock on the wall, and by CPU
time along the longest path, which other work on the machine does not lengthen.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from bench.engine import Row
from orrery.adapters import pettingzoo as ours
from orrery.adapters import spiel
from orrery.adapters.vector import VectorEnv

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("space_editor", {"mode": "half"}),
    ("space_editor", {"mode": "full"}),
    ("vediic", {"players": 2}),
    ("five_spheres", {"seats": 2}),
]
CPP = ("chess", "gin_rummy", "dou_dizhu", "python_kuhn_poker")
CLASSIC = ("connect_four_v3", "chess_v6", "leduc_holdem_v4")
MATCHES = 64
PROCESSES = (1, 2, 4)
GAP = "; goal {:,} dummy, half of that real"
GOALS = {"space_editor": 25_000, "vediic": 90_000, "five_spheres": 90_000}


def through_ours(env: Any, seconds: float, seed: int) -> float:
    """Steps a second of CPU through our environment; a choice costs as much as possible the same for all."""
    rnd = random.Random(seed).random
    steps = 0
    began = time.process_time()
    while True:
        env.reset(seed=seed)
        seed += 1
        while True:
            _, _, over, _, _ = env.last()
            if over:
                break
            codes = env.play.codes
            env.step(codes[int(rnd() * len(codes))])
            steps += 1
        used = time.process_time() - began
        if used > seconds:
            return steps / used


def through_theirs(env: Any, seconds: float, seed: int) -> float:
    """The same through an environment of PettingZoo's own, which tells what is legal by the mask alone."""
    rnd = random.Random(seed).random
    steps = 0
    began = time.process_time()
    while True:
        env.reset(seed=seed)
        seed += 1
        while True:
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                break
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rnd() * len(legal))]))
            steps += 1
        used = time.process_time() - began
        if used > seconds:
            return steps / used


def through_spiel(game: Any, seconds: float, seed: int, observes: bool) -> float:
    """Decisions a second of CPU through OpenSpiel's interface, driven from Python."""
    rnd = random.Random(seed).random
    steps = 0
    began = time.process_time()
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rnd() * len(outcomes))][0])
                continue
            if observes:
                state.observation_tensor(state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(rnd() * len(legal))])
            steps += 1
        used = time.process_time() - began
        if used > seconds:
            return steps / used


def through_processes(name: str, options: dict[str, Any], processes: int, seconds: float) -> tuple[float, float]:
    """Steps a second of a vector of matches: on the wall, and by the longest path of CPU time, which is that of the
    process that hands out the actions and then that of the busiest of the others. The second is what a machine does
    that has a core for each.
    """
    with VectorEnv(name, MATCHES * processes, processes, options=options) as env:
        env.reset(seed=1)
        env.step(env.sample())
        wall, here, there, before = time.perf_counter(), time.process_time(), env.used.copy(), env.steps
        while time.perf_counter() - wall < seconds:
            env.step(env.sample())
        steps = env.steps - before
        path = time.process_time() - here + (env.used - there).max()
        return steps / (time.perf_counter() - wall), steps / path


def main(seconds: float = 1.0, rounds: int = 5) -> list[Row]:
    """The rows of the table: medians of rounds in which everybody has a turn."""
    import pyspiel
    from open_spiel.python.games import kuhn_poker  # noqa: F401 (it registers itself, as Python games do)

    spiel.register()
    runs: dict[str, Callable[[int], float]] = {}
    notes: dict[str, str] = {}
    for name, options in SETUPS:
        setup = ",".join(str(value) for value in options.values())
        for observes, said in ((False, "dummy"), (True, "real")):
            env = ours.env(name, options=options, observations=observes)
            what = f"PettingZoo {name} {setup}, {said} observation, steps/s"
            runs[what] = lambda seed, env=env: through_ours(env, seconds, seed)
            notes[what] = "CPU time" + GAP.format(GOALS[name])
    for name, _ in SETUPS[1:]:
        game = pyspiel.load_game(spiel.name_of(name), {"seats": 2})
        what = f"OpenSpiel {name}, steps/s"
        runs[what] = lambda seed, game=game: through_spiel(game, seconds, seed, False)
        notes[what] = "CPU time"
    for name in CPP:
        game = pyspiel.load_game(name)
        for observes in (False, True) if game.get_type().provides_observation_tensor else (False,):
            what = f"peer OpenSpiel {name}{', tensors' if observes else ''}, steps/s"
            runs[what] = lambda seed, game=game, observes=observes: through_spiel(game, seconds, seed, observes)
            notes[what] = "CPU time"
    for name in CLASSIC:
        if all(find_spec(needed) for needed in ("pygame", "chess", "rlcard")):
            from importlib import import_module

            env = import_module(f"pettingzoo.classic.{name}").env()
            what = f"peer PettingZoo {name}, steps/s"
            runs[what] = lambda seed, env=env: through_theirs(env, seconds, seed)
            notes[what] = "CPU time, with its own observation"
    found: dict[str, list[float]] = {what: [] for what in runs}
    for round_ in range(rounds):
        for what, run in runs.items():
            found[what].append(run(1000 * round_))
    rows: list[Row] = [
        {"what": what, "value": statistics.median(values), "note": notes[what]} for what, values in found.items()
    ]
    for name, options in SETUPS[1:]:
        taken: dict[int, list[tuple[float, float]]] = {processes: [] for processes in PROCESSES}
        for _ in range(rounds):
            for processes in PROCESSES:
                taken[processes].append(through_processes(name, options, processes, 2 * seconds))
        one = taken[1]
        for processes in PROCESSES:
            what = f"vector {name}, {MATCHES} matches in each of {processes}"
            for i, said in enumerate(("wall", "CPU path")):
                speeds = [each[i] for each in taken[processes]]
                shares = [each[i] / alone[i] / processes for each, alone in zip(taken[processes], one, strict=True)]
                note = f"{statistics.median(shares):.2f} of linear; goal 0.8"
                rows.append({"what": f"{what}, {said}, steps/s", "value": statistics.median(speeds), "note": note})
    return rows


if __name__ == "__main__":
    for row in main(*(kind(word) for kind, word in zip((float, int), sys.argv[1:], strict=False))):
        print(f"{row['what']:70}{row['value']:12,.2f}  {row['note']}")
