"""What lies on the cells of a match of Space Editor, and what may be put there."""

from __future__ import annotations

from games.space_editor.cards import Json
from orrery.core.match import Match


def at(match: Match, x: int, y: int) -> Json:
    """The card on a cell, as the position tells it."""
    return next(row for row in match.position()["board"] if (row["x"], row["y"]) == (x, y))


def is_up(match: Match, x: int, y: int) -> bool:
    """Does the card on a cell lie face up?"""
    return bool(at(match, x, y)["up"])


def cells(match: Match, *start: str) -> set[tuple[int, int]]:
    """The cells of all legal actions that begin with these words."""
    found: set[tuple[int, int]] = set()
    for words in (word.split() for word in match.actions()):
        if words[: len(start)] == list(start):
            x, y = words[len(start)].split(",")
            found.add((int(x), int(y)))
    return found
