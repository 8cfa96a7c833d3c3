"""The terminal table: play any game at the keyboard, alone, with others in a hot seat, or against bots.

`play` lays out a match, `choose` asks first what to play; both are loaded when they are asked for, since commands that
only print need neither keyboard nor bots. Each game has one module here that draws it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orrery.terminal.opening import choose, play

__all__ = ["choose", "play"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module("orrery.terminal.opening"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
