"""Decks being built: read from a name, a code, a deck file or a list of cards, and checked by the rules of the game."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from orrery.core.cards import decks
from orrery.core.cards.decks import LONGEST_NAME, BadDeck
from orrery.core.cards.shelf import AnyDeck, Misfit, Shelf
from orrery.core.clause import BadOptions
from orrery.games import shelves
from orrery.server.http.library import the_game
from orrery.server.live.brought import DeckFault, bad_deck, deck_faults, misfit
from orrery.server.live.tables import DECK_LONGEST
from orrery.server.refusal import RequestRefused

MOST_CARDS: Final = 500
"""How many different cards a list may name."""
Count = Annotated[int, Meta(ge=1, le=99)]


class DeckList(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck as its cards: the number of copies by id. A deck of Space Editor has an element."""

    cards: Annotated[dict[Annotated[str, Meta(max_length=64)], Count], Meta(max_length=MOST_CARDS)]
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    element: Annotated[str, Meta(max_length=16)] | None = None


class DeckToCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck (a name, a code, the text of a deck file, or its cards), and options of the match it is meant for:
    `deck_rules` in Space Editor.
    """

    deck: Annotated[str, Meta(max_length=DECK_LONGEST)] | DeckList
    options: dict[str, Any] = {}


class DeckChecked(Struct, frozen=True):
    """What was found of a deck. `code` is there if the deck can be written as one, `cards` as far as they could be
    read.
    """

    ok: bool
    name: str
    element: str | None
    cards: dict[str, int]
    code: str | None
    faults: list[DeckFault]


def check(game: str, wish: DeckToCheck) -> DeckChecked:
    """Checks a deck. Raises RequestRefused where a game has no decks."""
    shelf = the_shelf(game)
    try:
        deck, faults = _read(shelf, wish.deck, shelf.rules_of(wish.options))
    except BadOptions as wrong:
        raise RequestRefused.because("bad_options", f"options.{wrong}", wrong.code, wrong.facts) from None
    except Misfit as fault:
        raise misfit(fault) from None
    if deck is None:
        return DeckChecked(False, "", None, {}, None, deck_faults(shelf.sentences, faults))
    try:
        code: str | None = deck.code()
    except BadDeck:
        code = None
    said = deck_faults(shelf.sentences, faults)
    return DeckChecked(not faults, deck.name, deck.element, deck.counts(), code, said)


def the_shelf(game: str) -> Shelf:
    """The decks of a game. Raises RequestRefused where it has none."""
    name = the_game(game).name
    shelf = the_game(game).guide().shelf()
    if shelf is None:
        known = " and ".join([each.game for each in shelves()])
        raise RequestRefused("no_decks", f"{name} is played without decks; there are decks of {known}")
    return shelf


def legal(game: str, wish: str | DeckList) -> AnyDeck:
    """A deck that breaks no rule. Raises RequestRefused that says which it breaks."""
    shelf = the_shelf(game)
    try:
        deck, faults = _read(shelf, wish, "")
    except Misfit as fault:
        raise misfit(fault) from None
    if deck is None or faults:
        raise bad_deck(shelf.bad(faults))
    return deck


def _read(shelf: Shelf, wish: str | DeckList, rules: str) -> tuple[AnyDeck | None, list[decks.DeckFault]]:
    """A deck, if it can be read, and all that is wrong with it."""
    if isinstance(wish, DeckList):
        found = shelf.listed(wish.cards, wish.name, wish.element)
        return found, found.broken_rules(rules)
    deck = shelf.named(wish.strip())
    if deck is None and "=" in wish:
        deck, faults = shelf.inspected(wish, "deck", rules)
        return (None, faults) if faults else (deck, [])
    try:
        deck = shelf.decode(wish) if deck is None else deck
    except BadDeck as fault:
        return None, fault.faults
    return deck, deck.broken_rules(rules)
