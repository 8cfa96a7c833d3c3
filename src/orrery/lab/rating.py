"""The statistics of a ladder: a sequential test of a share of wins, and ratings with their uncertainty.

One observation is a *round*: a seed played once from every seat, so two matches where there are two seats. Matches of a
round share their luck, so they are not independent; rounds are. Its value is the share of the wins that one side got,
from 0 to 1, a tie being half a win.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

EDGE: Final = 1e-3
"""How many rounds are assumed to have been lost and won altogether before the first one, so that no logarithm fails."""
ELO: Final = 400 / math.log(10)
"""Points of rating for a factor e in the odds: 400 points are odds of 10 to 1."""
WIDE: Final = 1.96
"""How many standard errors an interval of 95 % reaches to each side."""


class Bounds:
    """What a test decides between: a share of at most `low`, or of at least `high`.

    `alpha` is the risk to find for high although the share is low, `beta` the risk to find for low although it is high.
    """

    __slots__ = ("alpha", "beta", "high", "low")

    def __init__(self, low: float, high: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        """Raises ValueError."""
        if not 0.0 < low < high < 1.0:
            raise ValueError(f"a test needs 0 < low < high < 1, not low {low:g} and high {high:g}")
        if not (0.0 < alpha < 0.5 and 0.0 < beta < 0.5):
            raise ValueError(f"the risks of a test lie between 0 and 0.5, not {alpha:g} and {beta:g}")
        self.low = low
        self.high = high
        self.alpha = alpha
        self.beta = beta

    def decide(self, evidence: float) -> str | None:
        """`high`, `low`, or None while the evidence is not enough (Wald's limits)."""
        if evidence >= math.log((1 - self.beta) / self.alpha):
            return "high"
        if evidence <= math.log(self.beta / (1 - self.alpha)):
            return "low"
        return None


def evidence(rounds: Counter[float], bounds: Bounds) -> float:
    """The generalised log likelihood ratio of a share `high` against a share `low`.

    Nothing is assumed about how rounds are distributed over their values: for either share the likeliest distribution
    with that mean is taken (Van den Bergh's form of the sequential probability ratio test, as chess engines are
    tested).
    """
    counts = {0.0: EDGE, 1.0: EDGE}
    for value, count in rounds.items():
        counts[value] = counts.get(value, 0.0) + count
    return _fitness(counts, bounds.high) - _fitness(counts, bounds.low)


def _fitness(counts: dict[float, float], mean: float) -> float:
    """The log likelihood of the counts under the likeliest distribution with that mean, up to a constant.

    It gives the value x the chance f(x) / (1 + t (x - mean)), f being its frequency and t such that the mean is right.
    """
    low, high = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(60):
        tilt = (low + high) / 2
        if sum([count * (x - mean) / (1 + tilt * (x - mean)) for x, count in counts.items()]) > 0:
            low = tilt
        else:
            high = tilt
    return -sum([count * math.log1p(tilt * (x - mean)) for x, count in counts.items()])


class Trial:
    """A sequential test on its way: rounds go in one by one until it is decided."""

    def __init__(self, bounds: Bounds, least: int = 1) -> None:
        self.bounds = bounds
        self.least = least
        """How many rounds there must be before it is decided, so that every plan of the game has its say."""
        self.rounds: Counter[float] = Counter()
        self.count = 0
        self.evidence = 0.0
        self.verdict: str | None = None

    def add(self, value: float) -> str | None:
        """One more round; the verdict, if there is one now."""
        self.rounds[round(value, 6)] += 1
        self.count += 1
        self.evidence = evidence(self.rounds, self.bounds)
        if self.count >= self.least:
            self.verdict = self.bounds.decide(self.evidence)
        return self.verdict


def clumping(rounds: Counter[float], seats: int) -> float:
    """How much more the shares of rounds vary than if all their matches were independent: below 1 where seats matter
    much, since swapping them takes that out; above 1 where the luck of a seed favours one side in all seats.

    It leans to 1 as long as there is little to tell it from, above all when nearly all matches went one way.
    """
    count = rounds.total()
    if count < 2:
        return 1.0
    mean = sum([x * times for x, times in rounds.items()]) / count
    free = (count - 1) * mean * (1 - mean) / seats
    seen = sum([times * (x - mean) ** 2 for x, times in rounds.items()])
    return (seen + 1) / (free + 1)


class Meeting:
    """How often one player met another, what share it won, and how the rounds clump."""

    __slots__ = ("clumping", "left", "matches", "right", "wins")

    def __init__(self, left: str, right: str, matches: int, wins: float, clumping: float = 1.0) -> None:
        self.left = left
        self.right = right
        self.matches = matches
        self.wins = wins
        self.clumping = clumping


class Rating:
    """A player's strength and its interval of 95 %; the anchor's is fixed and has none."""

    __slots__ = ("error", "player", "points")

    def __init__(self, player: str, points: float, error: float) -> None:
        self.player = player
        self.points = points
        self.error = error
        """The standard error."""

    @property
    def low(self) -> float:
        return self.points - WIDE * self.error

    @property
    def high(self) -> float:
        return self.points + WIDE * self.error


TIES: Final = 1.0
"""How many ties are assumed to have been played in every meeting, so that a player who won everything has a rating
too."""


def rate(players: Sequence[str], meetings: Sequence[Meeting], anchor: str, base: float = 1000.0) -> list[Rating]:
    """The likeliest ratings (Bradley and Terry's model, ties as half wins), in the order of the players.

    The anchor has `base` points; others stand to it. All players are linked by meetings.
    """
    free = [player for player in players if player != anchor]
    place = {player: i for i, player in enumerate(free)}
    strength = dict.fromkeys(players, 0.0)
    for _ in range(100):
        slope = [0.0] * len(free)
        bend = [[0.0] * len(free) for _ in free]
        for meeting in meetings:
            chance = 1 / (1 + math.exp(strength[meeting.right] - strength[meeting.left]))
            over = meeting.wins + TIES / 2 - (meeting.matches + TIES) * chance
            weight = (meeting.matches + TIES) * chance * (1 - chance)
            _spread(slope, bend, place, meeting, over, weight)
        steps = solve(bend, slope)
        for player, step in zip(free, steps, strict=True):
            strength[player] += max(-1.0, min(1.0, step))
        if all(abs(step) < 1e-9 for step in steps):
            break
    spare = [0.0] * len(free)
    noise = [[0.0] * len(free) for _ in free]
    for meeting in meetings:
        chance = 1 / (1 + math.exp(strength[meeting.right] - strength[meeting.left]))
        weight = (meeting.matches * meeting.clumping + TIES) * chance * (1 - chance)
        _spread(spare, noise, place, meeting, 0.0, weight)
    ratings = []
    for player in players:
        error = 0.0
        if player != anchor:
            unit = [1.0 if other == player else 0.0 for other in free]
            lever = solve(bend, unit)
            whole = sum([a * b * noise[i][j] for i, a in enumerate(lever) for j, b in enumerate(lever)])
            error = ELO * math.sqrt(max(0.0, whole))
        ratings.append(Rating(player, base + ELO * (strength[player] - strength[anchor]), error))
    return ratings


def _spread(
    slope: list[float], bend: list[list[float]], place: dict[str, int], meeting: Meeting, over: float, weight: float
) -> None:
    """Adds what a meeting says of its two players to the slope and the bend of the likelihood."""
    left, right = place.get(meeting.left), place.get(meeting.right)
    if left is not None:
        slope[left] += over
        bend[left][left] += weight
    if right is not None:
        slope[right] -= over
        bend[right][right] += weight
    if left is not None and right is not None:
        bend[left][right] -= weight
        bend[right][left] -= weight


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations (elimination with the largest pivot). Raises ValueError if there is none."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        if abs(rows[pivot][column]) < 1e-300:
            raise ValueError("the players are not all linked by meetings")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column] / rows[column][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]
