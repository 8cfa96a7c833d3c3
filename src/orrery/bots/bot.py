"""The contract of bots, and their names.

A bot is asked with its seat's view, its copy of the events so far, the words of the legal actions, a fate for its
dice and a clock; it answers with one of the words. It never holds a state of the match: what it needs to imagine it
draws with the game's sampler from what it was given. So it cannot peek, and the same questions with the same fate give
the same answers.

Bots are named by a word on every command line and at every table: `random`, `greedy`, `level1` to `level5`, `mcts:800`
(simulations a decision), `mcts:500ms` (time a decision).
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod

from mypy_extensions import mypyc_attr

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class Clock(ABC):
    """How much time a bot has left for its decision."""

    @abstractmethod
    def left(self) -> float:
        """Seconds left; never more than at the last look. A bot that finds none left answers at once."""


class NoLimit(Clock):
    """All the time it needs."""

    def left(self) -> float:
        return math.inf


class WallClock(Clock):
    """A number of seconds from now."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds

    def left(self) -> float:
        return max(0.0, self.end - time.monotonic())


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """A player of one game."""

    def __init__(self, game: Game, name: str) -> None:
        self.game = game
        self.name = name

    @abstractmethod
    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        """One of the actions. Neither view nor seen nor actions may be changed."""


class UnknownBot(Exception):
    """No bot has that name."""


def bot_names() -> list[str]:
    """The names that `make_bot` takes, but for those with parameters."""
    from orrery.bots.minds import LEVELS
    from orrery.bots.simple import SIMPLE

    return [*SIMPLE, *(f"level{level}" for level in range(1, LEVELS + 1))]


def make_bot(name: str, game: Game) -> Bot:
    """The bot of that name for a game. Raises UnknownBot with the names there are."""
    from orrery.bots.minds import make_searcher
    from orrery.bots.simple import SIMPLE

    maker = SIMPLE.get(name)
    if maker is not None:
        return maker(game, name)
    bot = make_searcher(game, name)
    if bot is None:
        raise UnknownBot(
            f"there is no bot {name!r}; there are {', '.join(bot_names())}, mcts:800 (simulations) and mcts:500ms "
            "(time)"
        )
    return bot
