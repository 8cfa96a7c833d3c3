"""Games of other packages, which offer themselves by the entry point group `orrery.games`.

They are looked for once, when somebody asks for a game that is not ours or for the list of all. Whatever is wrong with
a package, the others are played: its game is left out, and a sentence says why and what would be right (`orrery games`
prints it, the server logs it).
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from orrery.core.data import is_integer
from orrery.core.game import GAMES, Game
from orrery.core.guide import Guide

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "orrery.games"
WORD: Final = re.compile("[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
"""A game's name is a word of paths, modules and command lines."""
LONGEST: Final = 40
OURS: list[str] = []
"""The names of our own games, loaded or not; the package fills them in."""


class Unfit(Exception):
    """Why an offered game cannot be one."""


class Strangers:
    """What was found."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.left_out: dict[str, str] = {}
        """Why a game is not there, by the name that it was offered by."""


FOUND: list[Strangers] = []
"""What was found, once somebody has asked."""


def strangers() -> Strangers:
    """The games of other packages."""
    return FOUND[0] if FOUND else find_strangers()


def find_strangers() -> Strangers:
    """Looks for the games of other packages, also if they were looked for already: something may have been installed
    since.
    """
    from importlib.metadata import entry_points  # slow to load, and whoever plays a game of ours needs none

    found = Strangers()
    points: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        first = points.setdefault(point.name, point)
        if first.value != point.value:
            found.left_out[point.name] = f"{first.value} and {point.value} both offer it; uninstall one of them"
    for name, point in points.items():
        if name not in found.left_out:
            try:
                found.games[name] = load(point)
            except Unfit as fault:
                found.left_out[name] = str(fault)
    FOUND[:] = [found]
    return found


def load(point: EntryPoint) -> Game:
    """The game that an entry point offers. Raises Unfit."""
    name = point.name
    if WORD.fullmatch(name) is None or len(name) > LONGEST:
        raise Unfit(
            f"{name!r} is not a name for a game; right are lower-case letters, digits and single underscores, a letter "
            f"first, {LONGEST} at most"
        )
    if name in OURS or name in GAMES:
        raise Unfit("one of our games has that name; give it another in the entry point and in Game.name")
    try:
        game = point.load()
    except (Exception, SystemExit) as fault:
        raise Unfit(f"{point.value} cannot be loaded: {type(fault).__name__}: {fault}") from None
    if not isinstance(game, Game):
        raise Unfit(f"{point.value} is {game!r:.60}; right is an object of a subclass of orrery.core.game.Game")
    try:
        check(game, name)
    except Unfit:
        raise
    except (Exception, SystemExit) as fault:
        raise Unfit(f"{point.value} does not answer for itself: {type(fault).__name__}: {fault}") from None
    return game


def check(game: Game, name: str) -> None:
    """What everybody asks who lists the games. The rest is for `orrery.core.conformance`. Raises Unfit, or whatever the
    game raises.
    """
    if game.name != name:
        raise Unfit(f"its Game.name is {game.name!r}; right is {name!r}, the name of its entry point")
    if not is_integer(game.version) or game.version < 1:
        raise Unfit(f"its Game.version is {game.version!r}; right is a whole number from 1 on")
    if not isinstance(game.package, str) or not game.package or find_spec(game.package) is None:
        raise Unfit(f"its Game.package is {game.package!r}; right is the Python package that holds its data")
    trials = game.trials()
    if not isinstance(trials, list) or not trials or not all(isinstance(options, dict) for options in trials):
        raise Unfit("its trials() are no options; right is a list of at least one object")
    guide = game.guide()
    if not isinstance(guide, Guide):
        raise Unfit("its guide() is none; right is an object of orrery.core.guide.Guide or of a subclass")
    guide.title(), guide.about(), guide.options()
    if not guide.seats({}):
        raise Unfit("nobody can sit at it; right is a number of seats in data/options.toml or in a trial")
