"""Which matches stand for a game: options in turn, so that every mode and deck that people play has its share."""

from __future__ import annotations

from orrery.core.data import JsonObject
from orrery.core.guide import NoPlan
from orrery.games import game_named

__all__ = ["NoPlan", "plans_of"]


def plans_of(name: str, seats: int = 2) -> list[JsonObject]:
    """The options of the matches that stand for a game with this number of seats, as people play it. Raises NoPlan."""
    game = game_named(name)
    if game is None:
        raise NoPlan(f"there is no game {name!r}")
    guide = game.guide()
    return [guide.for_people(options) for options in guide.plans(seats)]
