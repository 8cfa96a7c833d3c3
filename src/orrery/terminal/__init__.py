"""The terminal table: play any game at the keyboard, alone, with others in a hot seat, or against bots.

`play` lays out a match, `choose` asks first what to play. Each game has one module here that draws it.
"""

from orrery.terminal.opening import choose, play

__all__ = ["choose", "play"]
