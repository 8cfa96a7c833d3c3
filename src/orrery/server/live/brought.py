"""Decks that people bring to their seats: read, checked by the rules, and put into the options of the match.

A deck comes as a name, a code or the text of a deck file. The game's shelf (`Guide.shelf`) knows who may bring which;
who brings none plays the deck that the rules give. What somebody brought is in the database only, until the match shows
it.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from orrery.core.cards import decks
from orrery.core.cards.decks import BadDeck, Sentences
from orrery.core.cards.shelf import Misfit, NoOwnDecks, Shelf, decks_given
from orrery.core.clause import BadOptions
from orrery.core.data import JsonObject
from orrery.games import game_named
from orrery.server.refusal import RequestRefused

SHOWN_FAULTS: Final = 3


class DeckFault(Struct, frozen=True):
    """A rule that a deck breaks, or why it cannot be read."""

    code: str
    message_en: str
    message_ja: str


def bad_options(game: str, fault: BadOptions) -> RequestRefused:
    """The refusal of options: which of them, and why."""
    facts = {"game": game, "field": fault.field, **fault.facts}
    return RequestRefused.because("bad_options", str(fault), fault.code, facts)


def deck_faults(sentences: Sentences, faults: list[decks.DeckFault]) -> list[DeckFault]:
    """What is wrong with a deck, said in all languages."""
    return [DeckFault(each.code, sentences.fault(each, "en"), sentences.fault(each, "ja")) for each in faults]


def bad_deck(fault: BadDeck) -> RequestRefused:
    """The refusal of a deck that cannot be read or breaks rules: the first faults in the sentence, all beside it."""
    said = fault.said("en")
    more = f" (and {len(said) - SHOWN_FAULTS} more)" if len(said) > SHOWN_FAULTS else ""
    message = f"deck: {'; '.join(said[:SHOWN_FAULTS])}{more}"
    return RequestRefused("bad_deck", message, {"faults": deck_faults(fault.sentences, fault.faults)})


def misfit(fault: Misfit) -> RequestRefused:
    """The refusal of a deck that does not fit here."""
    field = f"deck.{fault.field}" if fault.field else "deck"
    return RequestRefused.because("bad_deck", f"{field}: {fault}", fault.reason, fault.facts)


def shelf_of(game: str) -> Shelf | None:
    """The decks of a game; None for one without."""
    found = game_named(game)
    return None if found is None else found.guide().shelf()


def read_deck(game: str, options: JsonObject, given: list[str], text: str, seats: int) -> tuple[list[str], list[int]]:
    """A deck that somebody brings, as its cards, and the seats at which it may be played; `given` are the decks that a
    table has already. Raises RequestRefused.
    """
    shelf = shelf_of(game)
    try:
        if shelf is None:
            raise NoOwnDecks(f"{game} is played without decks of one's own", "game_without_decks")
        if given:
            raise decks_given()
        return shelf.brought(text, options, seats)
    except NoOwnDecks as no:
        raise RequestRefused.because("no_own_decks", f"deck: {no}", no.reason, no.facts) from None
    except BadDeck as fault:
        raise bad_deck(fault) from None
    except Misfit as fault:
        raise misfit(fault) from None
    except BadOptions as wrong:
        raise bad_options(game, wrong) from None


def fitting_seats(game: str, fitting: list[int], free: list[int], options: JsonObject, seats: int) -> list[int]:
    """Those of the free seats at which a deck may be played. Raises RequestRefused."""
    found = [seat for seat in free if seat in fitting]
    shelf = shelf_of(game)
    if not found and shelf is not None:
        raise misfit(shelf.not_here(fitting, free, options, seats))
    return found


def with_brought(game: str, options: JsonObject, brought: list[list[str] | None]) -> JsonObject:
    """The options of a match, complete ones, to which some seats brought their decks."""
    shelf = shelf_of(game)
    return options if shelf is None else shelf.with_brought(options, brought)


def moved_on(game: str, options: JsonObject, seats: int) -> JsonObject:
    """The options for a rematch in which everybody keeps their deck and sits one seat lower."""
    shelf = shelf_of(game)
    return options if shelf is None else shelf.moved_on(options, seats)
