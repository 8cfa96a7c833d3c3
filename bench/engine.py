"""The engines: decisions a CPU-second of uniformly random play, beside peers driven from Python in the same run.

A decision is the full legal list plus one act with its events built as objects; forced ones count; no match history, no
strings. Rounds of ours and of the peers alternate, and the median of the rounds counts, because machines are noisy.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game, State
from orrery.core.match import Match
from orrery.games import game_named

Row = dict[str, Any]


def known(name: str) -> Game:
    """A game that is there."""
    game = game_named(name)
    assert game is not None, name
    return game


def play_ours(game: Game, options: JsonObject, seconds: float, seed: int) -> tuple[int, int, float]:
    """Random matches for this many CPU-seconds: decisions, legal actions in all, seconds used."""
    rnd = random.Random(seed).random
    decisions = legal = 0
    began = time.process_time()
    while True:
        state = game.new(options, Fate(seed))
        seed += 1
        while True:
            actions = state.actions()
            count = len(actions)
            if not count:
                break
            legal += count
            decisions += 1
            state.act(actions[int(rnd() * count)])
        used = time.process_time() - began
        if used > seconds:
            return decisions, legal, used


def play_match(game: Game, options: JsonObject, seconds: float, seed: int) -> float:
    """The same through Match, with history and action words: decisions a second."""
    rnd = random.Random(seed).random
    decisions = 0
    began = time.process_time()
    while True:
        match = Match.new(game, options, seed)
        seed += 1
        while match.to_act() is not None:
            actions = match.actions()
            match.act(actions[int(rnd() * len(actions))])
            decisions += 1
        used = time.process_time() - began
        if used > seconds:
            return decisions / used


def play_open_spiel(name: str, seconds: float, seed: int) -> tuple[int, int, float]:
    """Random play of an OpenSpiel game, driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    rnd = random.Random(seed).random
    decisions = legal = 0
    began = time.process_time()
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rnd() * len(outcomes))][0])
                continue
            actions = state.legal_actions()
            legal += len(actions)
            decisions += 1
            state.apply_action(actions[int(rnd() * len(actions))])
        used = time.process_time() - began
        if used > seconds:
            return decisions, legal, used


def play_catanatron(seconds: float, seed: int) -> tuple[int, int, float]:
    """Random play of catanatron's Catan with four players."""
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    random.seed(seed)
    decisions = legal = 0
    began = time.process_time()
    while True:
        game = Catan([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        while game.winning_color() is None and game.state.num_turns < 1000:
            legal += len(game.state.playable_actions)
            game.play_tick()
            decisions += 1
        used = time.process_time() - began
        if used > seconds:
            return decisions, legal, used


def play_peer(peer: str, seconds: float, seed: int) -> tuple[int, int, float]:
    """Random play of a peer."""
    return play_catanatron(seconds, seed) if peer == "catanatron" else play_open_spiel(peer, seconds, seed)


def middle(game: Game, options: JsonObject, seed: int, share: float = 0.5) -> Match:
    """A match half-way through."""
    rnd = random.Random(seed).random
    whole = Match.new(game, options, seed)
    while whole.to_act() is not None:
        actions = whole.actions()
        whole.act(actions[int(rnd() * len(actions))])
    half = Match.new(game, options, seed)
    for entry in whole.line[: int(len(whole.line) * share)]:
        half.act(entry.word)
    return half


def microseconds(call: Callable[[], Any], rounds: int = 7, times: int = 2000) -> float:
    """The best of some rounds, a call."""
    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        for _ in range(times):
            call()
        best = min(best, time.process_time() - began)
    return best / times * 1e6


def memory_of(state: State) -> float:
    """Bytes that a clone takes."""
    state.clone()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    clones = [state.clone() for _ in range(200)]
    size = (tracemalloc.get_traced_memory()[0] - before) / len(clones)
    tracemalloc.stop()
    return size


def measure(name: str, options: JsonObject, peers: list[str], seconds: float, rounds: int) -> list[Row]:
    """One game beside its peers."""
    game = known(name)
    play_ours(game, options, seconds, 1)
    ours: list[tuple[int, int, float]] = []
    theirs: dict[str, list[tuple[int, int, float]]] = {peer: [] for peer in peers}
    for turn in range(rounds):
        ours.append(play_ours(game, options, seconds, 1000 * turn))
        for peer in peers:
            theirs[peer].append(play_peer(peer, seconds, turn))
    rate = statistics.median(d / s for d, _, s in ours)
    rows: list[Row] = [
        {"what": f"{name}: decisions/s", "value": rate, "note": f"branching {ours[0][1] / ours[0][0]:.0f}"}
    ]
    for peer, measured in theirs.items():
        peer_rate = statistics.median(d / s for d, _, s in measured)
        ratio = statistics.median((d / s) / (dp / sp) for (d, _, s), (dp, _, sp) in zip(ours, measured, strict=True))
        branching = measured[0][1] / measured[0][0]
        rows.append({"what": f"{peer}: decisions/s", "value": peer_rate, "note": f"branching {branching:.0f}"})
        rows.append({"what": f"{name} / {peer}", "value": ratio, "note": "ratio in the same run"})
    rows.append(
        {
            "what": f"{name} through Match: decisions/s",
            "value": play_match(game, options, seconds, 5),
            "note": "words, history",
        }
    )
    match = middle(game, options, 11)
    state = match.state
    rows.append({"what": f"{name}: clone, µs", "value": microseconds(state.clone), "note": "mid-match"})
    rows.append({"what": f"{name}: act, µs", "value": act_cost(match), "note": "mid-match, clone not counted"})
    seat = state.to_act()
    sampler = game.sampler(match.view(seat), match.seen(seat))
    fate = Fate(3)
    rows.append(
        {
            "what": f"{name}: sample, µs",
            "value": microseconds(lambda: sampler.draw(fate), times=300),
            "note": "a world from a ready sampler",
        }
    )
    view, seen = match.view(seat), match.seen(seat)
    rows.append(
        {
            "what": f"{name}: sampler, µs",
            "value": microseconds(lambda: game.sampler(view, seen), times=50),
            "note": "once a decision",
        }
    )
    rows.append({"what": f"{name}: memory a state, bytes", "value": memory_of(state), "note": "mid-match clone"})
    return rows


def act_cost(match: Match) -> float:
    """Microseconds of an act on clones made beforehand."""
    state = match.state
    actions = state.actions()
    best = float("inf")
    for _ in range(5):
        clones = [state.clone() for _ in range(600)]
        began = time.process_time()
        for i, clone in enumerate(clones):
            clone.act(actions[i % len(actions)])
        best = min(best, time.process_time() - began)
    return best / 600 * 1e6


PLANS: dict[str, tuple[JsonObject, list[str]]] = {
    "space_editor": ({"mode": "full"}, ["hive"]),
    "vediic": ({"players": 4}, ["backgammon", "catanatron"]),
    "five_spheres": ({}, ["hanabi", "gin_rummy", "catanatron"]),
}


def main(names: list[str], seconds: float, rounds: int) -> list[Row]:
    """All engines asked for."""
    rows: list[Row] = []
    for name in names or list(PLANS):
        options, peers = PLANS[name]
        rows += measure(name, options, peers, seconds, rounds)
    return rows


if __name__ == "__main__":
    for row in main(sys.argv[1:], 1.0, 3):
        print(row)
