"""Space Editor."""

from orrery.core.game import register
from orrery.games.space_editor.game import GAME

__all__ = ["GAME"]

register(GAME)
