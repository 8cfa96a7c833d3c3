"""Many matches between bots, in as many processes as the machine has cores, and what their results say.

Seeds are paired: each seed is played with the sides one way round and the other, so that the luck of the draw and the
edge of moving first weigh on both sides alike. The same seed gives the same figures, however many processes work.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from typing import Any

from orrery.bots.bot import NoLimit, make_bot
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games import game_named


class Job:
    """One match to be played: a game, options, a bot for each seat, a seed."""

    __slots__ = ("bots", "game", "label", "options", "seed")

    def __init__(self, game: str, options: JsonObject, bots: list[str], seed: int, label: Any = None) -> None:
        self.game = game
        self.options = options
        self.bots = bots
        self.seed = seed
        self.label = label


class Outcome:
    """How a match ended: its job's label, scores, winners, actions taken."""

    __slots__ = ("actions", "label", "scores", "winners")

    def __init__(self, label: Any, scores: list[int] | None, winners: list[int], actions: int) -> None:
        self.label = label
        self.scores = scores
        self.winners = winners
        self.actions = actions


def play(job: Job) -> Outcome:
    """One match from its start to its end."""
    game = game_named(job.game)
    if game is None:
        raise ValueError(f"there is no game {job.game!r}")
    match = Match.new(game, job.options, job.seed)
    bots = [make_bot(name, game) for name in job.bots]
    fates = [Fate(job.seed * 7919 + seat) for seat in range(len(bots))]
    clock = NoLimit()
    while (seat := match.to_act()) is not None:
        word = bots[seat].choose(match.view(seat), match.seen(seat), match.actions(), fates[seat], clock)
        match.act(word)
    result = match.result()
    return Outcome(job.label, result.scores, result.winners, match.taken)


def play_all(jobs: list[Job], processes: int | None = None) -> Iterable[Outcome]:
    """The outcomes of many matches, in the order of the jobs."""
    count = processes or os.cpu_count() or 1
    if count == 1:
        yield from map(play, jobs)
        return
    with ProcessPoolExecutor(count) as pool:
        yield from pool.map(play, jobs, chunksize=max(1, min(20, len(jobs) // (4 * count))))


def interval(wins: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share of wins; a tie counts as half a win."""
    if count == 0:
        return 0.0, 1.0
    share = wins / count
    centre = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    size = 1 + z * z / count
    return (centre - spread) / size, (centre + spread) / size


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

    def add(self, outcome: Outcome, left_seat: int) -> None:
        """One more match, in which the left side sat here."""
        self.count += 1
        self.actions += outcome.actions
        share = 1 / len(outcome.winners)
        self.wins += share if left_seat in outcome.winners else 0.0
        self.first_wins += share if 0 in outcome.winners else 0.0
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


def pair_elements(mode: str, elements: Iterable[str], matches: int, bot: str, processes: int | None) -> list[Pairing]:
    """Space Editor: every pair of basic decks against each other, so many matches a pair, each seed both ways round."""
    pairings: list[Pairing] = []
    jobs: list[Job] = []
    for left, right in combinations(elements, 2):
        number = len(pairings)
        pairings.append(Pairing(left, right))
        for i in range(matches):
            sides = [left, right] if i % 2 == 0 else [right, left]
            jobs.append(Job("space_editor", {"mode": mode, "elements": sides}, [bot, bot], i // 2 + 1, (number, i % 2)))
    for outcome in play_all(jobs, processes):
        number, left_seat = outcome.label
        pairings[number].add(outcome, left_seat)
    return pairings
