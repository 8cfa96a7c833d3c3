"""Colours, and piles of cards as packed counts.

A pile of benefit cards (a hand, the supply, the charity pile) is one integer with four bits for each colour in
canonical order: there are 11 cards of a colour (VE-1.2), so four bits hold any count. Two piles with the same cards are
the same number, and adding a card adds 1 << 4 * color. Enlightenment cards are no benefit cards (VE-1.6) and are only
counted.
"""

from __future__ import annotations

from typing import Final

from orrery.core.clause import covers

YELLOW: Final = 0
PURPLE: Final = 1
ORANGE: Final = 2
BLUE: Final = 3
GREEN: Final = 4
RED: Final = 5
GRAY: Final = 6
COLORS: Final = ("yellow", "purple", "orange", "blue", "green", "red", "gray")
"""VE-1.4: the seven colours in canonical order."""

COLOR_INDEX: Final[dict[str, int]] = {color: i for i, color in enumerate(COLORS)}

CARDS: Final = 11
"""VE-1.2: how many benefit cards there are of each colour."""

LIGHTS: Final = 13
"""VE-1.2: how many enlightenment cards there are."""

EVERY: Final = 0x1111111
"""One card of each colour; also the lowest bit of each colour's count."""

WHOLE: Final = CARDS * EVERY
"""All 77 benefit cards."""


def count_of(pile: int, color: int) -> int:
    """How many cards of a colour a pile holds."""
    return pile >> 4 * color & 15


def size_of(pile: int) -> int:
    """How many cards a pile holds."""
    return sum([pile >> 4 * color & 15 for color in range(7)])


def card_at(pile: int, index: int) -> int:
    """VE-14.4: the colour of the card at an index of the pile as a list, in canonical order, equal cards together."""
    for color in range(7):
        index -= pile >> 4 * color & 15
        if index < 0:
            return color
    raise IndexError


def counts_of(pile: int) -> list[int]:
    """The counts by colour of a pile."""
    return [pile >> 4 * color & 15 for color in range(7)]


def names_of(pile: int) -> list[str]:
    """VE-14.4: the cards of a pile by name, as a list."""
    return [name for color, name in enumerate(COLORS) for _ in range(pile >> 4 * color & 15)]


covers(names_of, "VE-1.4")
