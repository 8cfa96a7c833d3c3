"""The games there are. Importing this package makes ours known; others come by the entry point group `orrery.games`."""

from __future__ import annotations

from importlib.metadata import entry_points

from orrery.core.data import JsonObject
from orrery.core.game import GAMES, Game
from orrery.games import five_spheres, space_editor, vediic

__all__ = ["five_spheres", "for_people", "game_named", "game_names", "space_editor", "vediic"]


def _strangers() -> dict[str, str]:
    return {point.name: point.value for point in entry_points(group="orrery.games")}


def game_names() -> list[str]:
    """The names of all games that can be played here."""
    return sorted({*GAMES, *_strangers()})


def game_named(name: str) -> Game | None:
    """The game of that name: one of ours, or one that an installed package offers; None if there is none."""
    if name not in GAMES:
        for point in entry_points(group="orrery.games", name=name):
            game = point.load()
            if isinstance(game, Game):
                GAMES[name] = game
    return GAMES.get(name)


def for_people(name: str, options: JsonObject) -> JsonObject:
    """The options of a match between people, where they may leave out more than programs: Five Spheres is then played
    with a real collection and not with its test set. Raises BadOptions.
    """
    if name != "five_spheres":
        return options
    from orrery.games.five_spheres import decks

    return decks.for_people(options)
