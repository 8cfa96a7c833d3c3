"""How much of their simulations the levels at a table get.

A level is a number of simulations with a cap of seconds. Where the cap cuts its decisions short on this machine it
plays weaker than it is meant to, and the person is told so once, roughly.
"""

from __future__ import annotations

from typing import Final

STEP: Final = 8
"""A level is judged by so many decisions."""
ENOUGH: Final = 0.95
"""With this share of its simulations it counts as whole."""
ROUGHLY: Final = 5
"""Shares are told in steps of so many per cent."""


class Levels:
    """What the levels got, by their names."""

    def __init__(self) -> None:
        self.shares: dict[str, list[float]] = {}
        self.told: set[str] = set()

    def note(self, bot: str, got: float) -> int | None:
        """A decision was made with this share of its simulations. The share in per cent that is to be told now, if
        any.
        """
        shares = self.shares.setdefault(bot, [])
        shares.append(got)
        if len(shares) < STEP or bot in self.told:
            return None
        share = sum(shares) / len(shares)
        shares.clear()
        if share >= ENOUGH:
            return None
        self.told.add(bot)
        return max(1, int(share * 100) // ROUGHLY * ROUGHLY)
