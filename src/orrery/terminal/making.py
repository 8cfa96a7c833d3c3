"""Deck making at the terminal: what the command asks of a game whose rules say how decks are made.

A game that can do it has a module `making` in its folder of this layer, with a function `make_deck(shelf, wish, echo)`;
a stranger's game has it in its own package. What it shows it hands to `echo`, lines at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from orrery.core.cards.shelf import AnyDeck, Shelf
from orrery.core.game import Game
from orrery.games import part_of

Echo = Callable[[list[str]], None]


class NotMade(Exception):
    """No deck was made: why, in a sentence."""


class Wish:
    """How a deck is to be made: by which method of the rules, at which seat, with which chance (none: a new one),
    whether chance picks for the person, too; what the deck is called, and other options, such as `seats`.
    """

    def __init__(
        self, method: str, seat: int, seed: int | None, auto: bool, name: str, options: dict[str, Any]
    ) -> None:
        self.method = method
        self.seat = seat
        self.seed = seed
        self.auto = auto
        self.name = name
        self.options = options


class Maker(Protocol):
    """Makes a deck of the cards on a shelf. Raises NotMade."""

    def __call__(self, shelf: Shelf, wish: Wish, echo: Echo) -> AnyDeck: ...


def maker_of(game: Game) -> Maker | None:
    """What makes decks of a game; None for a game whose decks are not made here."""
    part = part_of(game, "terminal", "making")
    return None if part is None else cast(Maker, part.make_deck)
