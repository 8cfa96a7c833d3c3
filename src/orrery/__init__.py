"""Orrery: one place to play, study and improve Space Editor, Vediic and Five Spheres.

This is the door for whoever writes a program: what stands in `__all__` is documented and stays. Importing it loads
nothing else; each name is loaded when it is first used.

    from orrery import Bot, Match, duel, load_game, play

    match = Match.new(load_game("vediic"), {"players": 3}, seed=7)
    print(play(match, ["level2", "greedy", "random"]).result.winners)

Everything else lies in the packages `core`, `games`, `bots` and `lab` (docs/architecture.md), and may be moved from one
version to the next.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from orrery.build import FOLDER

__version__: Final = "0.1.0"

__path__[:] = [str(FOLDER)]  # of the two builds of a checkout the one that was asked for

__all__ = [
    "BadOptions",
    "Bot",
    "Clock",
    "Duel",
    "Event",
    "Fate",
    "Forfeit",
    "Game",
    "Illegal",
    "Match",
    "NoLimit",
    "Played",
    "Refusal",
    "Result",
    "State",
    "UnknownBot",
    "UnknownGame",
    "WallClock",
    "__version__",
    "bot_names",
    "duel",
    "game_names",
    "load_game",
    "make_bot",
    "play",
]

WHERE: Final = {
    "orrery.core.clause": ("BadOptions", "Illegal", "Refusal"),
    "orrery.core.fate": ("Fate",),
    "orrery.core.game": ("Event", "Game", "Result", "State"),
    "orrery.core.match": ("Match",),
    "orrery.games": ("UnknownGame", "game_names", "load_game"),
    "orrery.bots.bot": ("Bot", "Clock", "NoLimit", "UnknownBot", "WallClock", "bot_names", "make_bot"),
    "orrery.bots.duel": ("Duel", "duel"),
    "orrery.bots.playing": ("Forfeit", "Played", "play"),
}
"""The module of each name of the door."""

if TYPE_CHECKING:
    from orrery.bots.bot import Bot, Clock, NoLimit, UnknownBot, WallClock, bot_names, make_bot
    from orrery.bots.duel import Duel, duel
    from orrery.bots.playing import Forfeit, Played, play
    from orrery.core.clause import BadOptions, Illegal, Refusal
    from orrery.core.fate import Fate
    from orrery.core.game import Event, Game, Result, State
    from orrery.core.match import Match
    from orrery.games import UnknownGame, game_names, load_game
else:

    def __getattr__(name: str) -> object:
        """A name of the door, loaded when it is first asked for."""
        for module, names in WHERE.items():
            if name in names:
                found = globals()[name] = getattr(import_module(module), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; its names are in orrery.__all__")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
