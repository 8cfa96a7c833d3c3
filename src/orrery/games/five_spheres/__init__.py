"""Five Spheres."""

from orrery.core.game import register
from orrery.games.five_spheres.game import GAME

__all__ = ["GAME"]

register(GAME)
