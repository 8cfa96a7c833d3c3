"""Rounds with an effect of known size planted in them, to try the statistics of the lab on.

A round is two matches played before and after a change: (won before, matches before, won after, matches after).
"""

from __future__ import annotations

import random
from collections import Counter

Kind = tuple[float, float, float, float]


def rounds(effect: float, change: float = 0.13, share: float = 0.5, whole: bool = False) -> dict[Kind, float]:
    """The kinds of rounds with their chances: so large a part of the matches ends otherwise after the change, and the
    share of wins grows by the effect. Matches change one by one, or with `whole` both matches of a round together.
    """
    up, down = (change + effect) / 2 / (1 - share), (change - effect) / 2 / share
    match = {
        (0, 0): (1 - share) * (1 - up),
        (0, 1): (1 - share) * up,
        (1, 0): share * down,
        (1, 1): share * (1 - down),
    }
    found: dict[Kind, float] = {}
    for (before, after), chance in match.items():
        if whole:
            found[before * 2, 2, after * 2, 2] = chance
            continue
        for (other_before, other_after), other in match.items():
            kind = before + other_before, 2, after + other_after, 2
            found[kind] = found.get(kind, 0.0) + chance * other
    return found


def lopsided() -> dict[Kind, float]:
    """No effect, but many rounds go up by one match, and half as many go down by two."""
    return {(1, 2, 1, 2): 0.85, (1, 2, 2, 2): 0.10, (2, 2, 0, 2): 0.05}


def drawn(rng: random.Random, kinds: dict[Kind, float], count: int) -> Counter[Kind]:
    """So many rounds, by kind."""
    return Counter(rng.choices([*kinds], [*kinds.values()], k=count))
