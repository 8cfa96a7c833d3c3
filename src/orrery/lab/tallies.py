"""What was counted in the matches of an experiment, round by round, under the names of what it is about.

A round is one seed, whatever was played with it: matches of one round share their luck, also those of different
pairings, so all that is counted of one thing in a round is added up before anything is estimated (see estimates.py).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from orrery.lab.estimates import Difference, Ratio
from orrery.lab.sheets import Figure, Said

Key = tuple[str, ...]
"""What is counted: a measure first, then what it is counted of."""


class Tallies:
    """Sums by key and round."""

    def __init__(self) -> None:
        self.sums: dict[Key, dict[int, tuple[float, float]]] = {}

    def add(self, key: Key, round: int, num: float, den: float = 1.0) -> None:
        """So much more, of so much more."""
        rounds = self.sums.setdefault(key, {})
        known = rounds.get(round, (0.0, 0.0))
        rounds[round] = (known[0] + num, known[1] + den)

    def ratio(self, *key: str, share: bool = False) -> Ratio:
        """What was counted under a key, over all that it was counted of."""
        found = Ratio(share)
        for num, den in self.sums.get(key, {}).values():
            found.add(min(num, den) if share else num, den)
        return found

    def difference(self, before: Key, after: Key, share: bool = False) -> Difference:
        """What was counted under the second key less what was counted under the first, in the rounds that have both."""
        found = Difference(share)
        one, other = self.sums.get(before, {}), self.sums.get(after, {})
        for round, (num, den) in one.items():
            if round in other:
                later = other[round]
                found.add(
                    min(num, den) if share else num, den, min(later[0], later[1]) if share else later[0], later[1]
                )
        return found


def figure(found: Ratio, kind: str = "share", less: float = 0.0) -> Figure:
    """A ratio with its interval, perhaps as what it is above some number. Where all rounds agree, the scatter of what
    is no share is not known, and there is no interval. A number that was below 0 in no round is a count: its interval
    does not go below 0 either.
    """
    value, ends = found.value, found.interval()
    if value is None or ends is None or not (found.share or found.error):
        return Figure(None if value is None else value - less, kind=kind)
    low, high = ends if kind != "share" else (max(0.0, ends[0]), min(1.0, ends[1]))
    if kind == "number" and all(num >= 0 for num, _ in found.tally):
        low = max(0.0, low)
    return Figure(value - less, low - less, high - less, kind=kind)


def change(found: Difference, kind: str = "change", sign: int = 1) -> Figure:
    """A difference with its interval; with a sign of -1 the other way round."""
    if found.value is None:
        return Figure(None, kind=kind)
    low, high = found.interval() or (math.nan, math.nan)
    ends = sorted([sign * low, sign * high])
    return Figure(sign * found.value + 0.0, ends[0], ends[1], kind=kind)


def joined(*parts: Mapping[str, str]) -> Said:
    """Several names in a row; those that say nothing are left out."""
    return {lang: ", ".join([part[lang] for part in parts if part.get(lang)]) for lang in parts[0]}
