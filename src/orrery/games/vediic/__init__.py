"""Vediic."""

from orrery.core.game import register
from orrery.games.vediic.game import GAME

__all__ = ["GAME"]

register(GAME)
