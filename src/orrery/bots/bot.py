"""The contract of bots, and their names.

A bot is asked with its seat's view, its copy of the events so far, the words of the legal actions, a fate for its
dice and a clock; it answers with one of the words. It never holds a state of the match: what it needs to imagine it
draws with the game's sampler from what it was given. So it cannot peek, and the same questions with the same fate give
the same answers.

Bots are named by a word on every command line and at every table: `random`, `greedy`, `level1` to `level5`, `mcts:800`
(simulations a decision), `mcts:500ms` (time a decision), or from outside (outside.py).
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod

from mypy_extensions import mypyc_attr

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game, Result
from orrery.core.notation import meant


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

    def over(self, result: Result) -> None:
        """The match is over, and this is how it ended. Most bots have nothing to do then; one that holds something for
        a match (a process, a file) lets go of it. Not every host says it.
        """
        return


def no_such_action(word: object, actions: list[str]) -> str:
    """What is wrong with an answer that is none of the actions."""
    near = meant(word, actions) if isinstance(word, str) else ""
    return f"{word!r:.80} is not one of the legal actions{near}"


class UnknownBot(Exception):
    """No bot has that name, or the one that has cannot be made."""


class Hosted:
    """A bot from outside that the host of a server lets people play against."""

    def __init__(self, player: str, games: list[str]) -> None:
        self.player = player
        """What it is called here: what `make_bot` takes."""
        self.games = games
        """Those it plays."""


HOSTED: dict[str, Hosted] = {}
"""The bots that the host of this server has chosen, by the name that people know."""


def bot_names(game: str | None = None) -> list[str]:
    """The names of our bots, but for those with parameters; on a server also those of its host's bots, of a game or of
    all.
    """
    from orrery.bots.minds import LEVELS
    from orrery.bots.simple import SIMPLE

    hosted = [name for name, bot in HOSTED.items() if game is None or game in bot.games]
    return [*SIMPLE, *(f"level{level}" for level in range(1, LEVELS + 1)), *hosted]


def make_bot(name: str, game: Game) -> Bot:
    """The bot of that name for a game: one of ours, or one from outside (outside.py), whose code it runs. Raises
    UnknownBot with the names there are.
    """
    from orrery.bots.minds import make_searcher
    from orrery.bots.simple import SIMPLE

    maker = SIMPLE.get(name)
    if maker is not None:
        return maker(game, name)
    bot = make_searcher(game, name)
    if bot is not None:
        return bot
    from orrery.bots.outside import outside_bot  # who plays ours does not look outside
    from orrery.bots.strangers import outside_names

    bot = outside_bot(HOSTED[name].player if name in HOSTED else name, game)
    if bot is None:
        names = [*bot_names(), *outside_names()]
        raise UnknownBot(
            f"there is no bot {name!r}{meant(name, names)}; there are {', '.join(names)}, mcts:800 (simulations), "
            "mcts:500ms (time), module:Class, file.py:Class and cmd:COMMAND (orrery docs engines)"
        )
    return bot
