"""How much of their simulations the levels get on this machine.

A level is a number of simulations with a cap of seconds. Where the cap cuts its decisions short, it plays weaker than
it is meant to, and people are told so. It is judged from what the level did here, whatever the build or the machine.

What is told is rough on purpose, over many decisions and all tables: it is about the machine, not about what an
opponent is thinking about.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from orrery.bots.bot import bot_names

LATEST: Final = 64
"""A level is judged by so many of its latest decisions."""
STEP: Final = 8
"""It is judged anew after every so many."""
ENOUGH: Final = 0.95
"""With this share of its simulations it counts as whole."""
ROUGHLY: Final = 5
"""Shares are told in steps of so many per cent."""


class Levels:
    """What the levels got of late, by game."""

    def __init__(self) -> None:
        self.shares: dict[tuple[str, str], deque[float]] = {}
        self.waiting: dict[tuple[str, str], int] = {}
        """Decisions since the last judgement."""
        self.short: dict[str, dict[str, int]] = {}
        """By bot and game, where the clock cuts it short: the share of its simulations that it gets, in per cent."""

    def note(self, game: str, bot: str, got: float) -> None:
        """A decision was made with this share of its simulations."""
        if bot not in bot_names():
            return
        key = game, bot
        self.shares.setdefault(key, deque(maxlen=LATEST)).append(got)
        self.waiting[key] = self.waiting.get(key, 0) + 1
        if self.waiting[key] < STEP:
            return
        self.waiting[key] = 0
        share = sum(self.shares[key]) / len(self.shares[key])
        if share < ENOUGH:
            self.short.setdefault(bot, {})[game] = max(1, int(share * 100) // ROUGHLY * ROUGHLY)
        else:
            self.short.get(bot, {}).pop(game, None)

    def forget(self) -> None:
        """What was is no longer: from now on they think in another build."""
        self.shares.clear()
        self.waiting.clear()
        self.short.clear()
