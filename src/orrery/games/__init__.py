"""The games there are: ours, which are the folders of this package, and others that come by the entry point group
`orrery.games` (strangers.py). A game of ours is loaded when somebody asks for it: who plays one does not wait for all.

What a higher layer knows of a game lies in a folder of that layer, such as `orrery/bots/games/vediic`; a stranger's
game brings the same files in its own package. `folder_of` and `part_of` find them: nobody asks which game it is.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from orrery.core.cards.shelf import Shelf
from orrery.core.data import JsonObject
from orrery.core.game import GAMES, Game
from orrery.core.guide import Guide
from orrery.core.notation import meant
from orrery.games.strangers import OURS, strangers

__all__ = [
    "OURS",
    "UnknownGame",
    "folder_of",
    "for_people",
    "game_named",
    "game_names",
    "games_with",
    "left_out",
    "load_game",
    "our_games",
    "part_of",
    "shelves",
]

OURS[:] = [folder.name for folder in pkgutil.iter_modules(__path__) if folder.ispkg]


def game_names() -> list[str]:
    """The names of all games that can be played here."""
    return sorted({*OURS, *GAMES, *strangers().games})


def left_out() -> dict[str, str]:
    """Games that installed packages offer and that cannot be played here, with a sentence why."""
    return strangers().left_out


def game_named(name: str) -> Game | None:
    """The game of that name: one of ours, or one that an installed package offers; None if there is none."""
    if name in OURS and name not in GAMES:
        import_module(f"{__name__}.{name}")
    return GAMES[name] if name in GAMES else strangers().games.get(name)


class UnknownGame(LookupError):
    """There is no game of that name."""


def load_game(name: str) -> Game:
    """The game of that name. Raises UnknownGame with the names there are."""
    game = game_named(name)
    if game is None:
        if name in left_out():
            raise UnknownGame(f"the game {name!r} is left out: {left_out()[name]}")
        names = game_names()
        raise UnknownGame(f"there is no game {name!r}{meant(name, names)}; there are {', '.join(names)}")
    return game


def our_games() -> list[Game]:
    """The games of this package, all of them loaded."""
    found = [game_named(name) for name in OURS]
    return [game for game in found if game is not None]


def games_with(has: Callable[[Guide], bool]) -> list[str]:
    """The names of the games whose guides say so: for the sentence that tells where something is to be had."""
    return [name for name in game_names() if (game := game_named(name)) is not None and has(game.guide())]


def folder_of(game: Game, layer: str) -> str:
    """The Python package in which a layer (`bots`, `terminal`) keeps what it knows of a game: a folder of that layer
    for ours, for a stranger's game its own package.
    """
    ours = f"orrery.{layer}.games.{game.name}"
    return ours if _is_there(ours) else game.package


def part_of(game: Game, layer: str, name: str) -> ModuleType | None:
    """A module that a layer has for a game, such as `mind` of `bots`; None where there is none."""
    module = f"{folder_of(game, layer)}.{name}"
    return import_module(module) if _is_there(module) else None


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def for_people(name: str, options: JsonObject) -> JsonObject:
    """The options of a match between people, who may leave out more than programs (`Guide.for_people`). Raises
    BadOptions.
    """
    game = game_named(name)
    return options if game is None else game.guide().for_people(options)


def shelves(lang: str = "en") -> list[Shelf]:
    """The deck shelves of all games that have one (`Guide.shelf`), by name of the game."""
    games = [game_named(name) for name in game_names()]
    found = [game.guide().shelf(lang) for game in games if game is not None]
    return [shelf for shelf in found if shelf is not None]
