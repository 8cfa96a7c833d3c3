"""The games that are installed, by name."""

from __future__ import annotations

from orrery.core.game import Game
from orrery.games import game_named


def known(name: str) -> Game:
    """The game of this name, which must be there."""
    game = game_named(name)
    assert game is not None, f"there is no game {name}"
    return game
