"""Which matches stand for a game: options in turn, so that every mode and deck that people play has its share."""

from __future__ import annotations

from orrery.bots import playing
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.guide import NoPlan
from orrery.games import game_named

__all__ = ["NoPlan", "plans_of", "sides_of"]


def plans_of(name: str, seats: int = 2, options: JsonObject | None = None) -> list[JsonObject]:
    """The options of the matches that stand for a game with so many seats, as people play it, each with the options
    that are wished for besides. Raises NoPlan, BadOptions.
    """
    game = game_named(name)
    if game is None:
        raise NoPlan(f"there is no game {name!r}")
    guide = game.guide()
    return [guide.for_people({**plan, **(options or {})}) for plan in guide.plans(seats)]


def sides_of(name: str, options: JsonObject) -> list[int]:
    """The side of each seat of a match, as the game's mind has them, numbered from 0 in the order of the seats: seats
    of one side win together. Raises BadOptions.
    """
    game = game_named(name)
    assert game is not None
    return playing.sides_of(game, game.new(options, Fate(0)))
