"""Bots of other packages, which offer themselves by the entry point group `orrery.bots`: a name, and a subclass of Bot.

They are looked for once, when somebody asks for a bot that is not ours, and loaded when somebody plays one. Whatever is
wrong with one offer, the others are there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "orrery.bots"
WORD: Final = re.compile("[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
"""The name of a bot that a package offers is a word of command lines."""


class Offered:
    """The bots that installed packages offer."""

    def __init__(self) -> None:
        self.points: dict[str, EntryPoint] = {}
        self.left_out: dict[str, str] = {}
        """Why an offered name cannot be used, by the name."""


FOUND: list[Offered] = []
"""What was found, once somebody has asked."""


def offered() -> Offered:
    """The bots of other packages. They are loaded when somebody plays them."""
    return FOUND[0] if FOUND else find_offered()


def find_offered() -> Offered:
    """Looks for the bots of other packages, also if they were looked for already."""
    from importlib.metadata import entry_points  # slow to load, and whoever plays ours needs none

    found = Offered()
    for point in entry_points(group=GROUP):
        first = found.points.setdefault(point.name, point)
        if first.value != point.value:
            found.left_out[point.name] = f"{first.value} and {point.value} both offer it; uninstall one of them"
        elif WORD.fullmatch(point.name) is None:
            found.left_out[point.name] = "right are lower-case letters, digits and single underscores, a letter first"
        elif is_ours(point.name):
            found.left_out[point.name] = "one of our bots has that name; give it another in the entry point"
    for name in found.left_out:
        found.points.pop(name, None)
    FOUND[:] = [found]
    return found


def is_ours(name: str) -> bool:
    """Is it the name of a bot of this package, or may it become one?"""
    from orrery.bots.simple import SIMPLE

    return name in SIMPLE or re.fullmatch(r"level\d*|mcts|cmd|human|me|you", name) is not None


def outside_names() -> list[str]:
    """The names that packages offer."""
    return sorted(offered().points)
