"""Decks that people bring to their seats: read, checked by the rules, and put into the options of the match.

A deck comes as a name, a code or the text of a deck file. In Five Spheres with the assembly `custom` every seat may
bring a deck of the table's collection; in Space Editor one of the seat's element. Who brings none plays the deck that
the rules give. What somebody brought is in the database only, until the match shows it.
"""

from __future__ import annotations

from typing import Any, Final

from orrery.core.clause import BadOptions
from orrery.core.data import DataFault, JsonObject
from orrery.server.play import Refusal

SHOWN_FAULTS: Final = 3


def why_not(game: str, options: JsonObject, decks: list[str]) -> str | None:
    """Why nobody brings a deck to such a table; None if everybody may."""
    if game not in ("five_spheres", "space_editor"):
        return f"{game} is played without decks of one's own"
    if decks or "decks" in options:
        return "the decks of this table are given"
    if game == "five_spheres":
        if options.get("assembly", "custom") != "custom":
            return f"this table makes its decks by the assembly {options['assembly']}"
        if options.get("cards") == "testset" or isinstance(options.get("cards"), dict):
            return "this table has cards of its own, of which there are no decks"
    elif "cards" in options:
        return "this table has cards of its own, of which there are no decks"
    return None


def read_deck(game: str, options: JsonObject, decks: list[str], text: str, seats: int) -> tuple[list[str], list[int]]:
    """A deck that somebody brings, as its cards, and the seats at which it may be played. Raises Refusal."""
    reason = why_not(game, options, decks)
    if reason is not None:
        raise Refusal("no_own_decks", f"deck: {reason}")
    try:
        if game == "five_spheres":
            return _sphere_deck(options, text), list(range(seats))
        return _editor_deck(options, text, seats)
    except DataFault as fault:
        raise Refusal("bad_deck", f"deck: {fault}") from None
    except BadOptions as fault:
        raise Refusal("bad_options", str(fault)) from None


def with_brought(game: str, options: JsonObject, brought: list[list[str] | None]) -> JsonObject:
    """The options of a match, complete ones, to which some seats brought their decks."""
    if not any(deck is not None for deck in brought):
        return options
    found: list[list[str]] = []
    if game == "five_spheres":
        from orrery.games.five_spheres import assembly, loading

        standard = assembly.standard_deck(loading.table_of(options.get("cards")))
        found = [standard if deck is None else deck for deck in brought]
    else:
        from orrery.games.space_editor import decks, sets

        basic = decks.basic_decks(sets.standard())
        elements = elements_of(options, len(brought))
        found = [basic[elements[i]].cards if deck is None else deck for i, deck in enumerate(brought)]
    return {**options, "decks": found}


def elements_of(options: JsonObject, seats: int) -> list[str]:
    """Space Editor: which element each seat plays, by options that were checked."""
    from orrery.games.space_editor.cards import ELEMENTS

    return [str(element) for element in options.get("elements") or ELEMENTS[:seats]]


def moved_on(game: str, options: JsonObject, seats: int) -> JsonObject:
    """The options for a rematch in which everybody keeps their deck and sits one seat lower."""
    if game != "space_editor":
        return options
    elements = elements_of(options, seats)
    return {**options, "elements": [*elements[1:], elements[0]]}


def _refuse(faults: list[str]) -> None:
    if faults:
        more = f" (and {len(faults) - SHOWN_FAULTS} more)" if len(faults) > SHOWN_FAULTS else ""
        raise Refusal("bad_deck", f"deck: {'; '.join(faults[:SHOWN_FAULTS])}{more}")


def _sphere_deck(options: JsonObject, text: str) -> list[str]:
    from orrery.games.five_spheres import collections, decks

    wanted = options.get("cards", collections.STANDARD)
    known = [each for each in map(collections.shipped, collections.folders()) if each.id == wanted]
    if not known:
        decks.for_people(options)  # says that there is no such collection
    shipped = decks.predesigned(known[0])
    deck = shipped.get(text.strip()) or _read(decks, text, known, list(shipped))
    _refuse(decks.broken_rules(deck, known[0]))
    return list(deck.cards)


def _editor_deck(options: JsonObject, text: str, seats: int) -> tuple[list[str], list[int]]:
    from orrery.games.space_editor import decks, sets

    standard = sets.standard()
    shipped = decks.basic_decks(standard)
    deck = shipped.get(text.strip()) or _read(decks, text, [standard], list(shipped))
    rules = str(options.get("deck_rules", "strict"))
    _refuse(decks.broken_rules(deck, standard, rules))
    elements = elements_of(options, seats)
    if deck.element not in elements:
        raise Refusal("bad_deck", f"deck: it is of {deck.element}, and this table is for {', '.join(elements)}")
    return list(deck.cards), [elements.index(deck.element)]


def _read(decks: Any, text: str, known: list[Any], names: list[str]) -> Any:
    """A deck by code, or from the text of a deck file. Raises DataFault."""
    from orrery.core.decks import bare_code

    if "=" in text:
        return decks.read_deck(text, "deck", known)
    if bare_code(text).startswith(decks.PREFIX):
        return decks.decode(text, known)
    raise DataFault(
        text[:40], f"this is no deck: there are {', '.join(names)}, codes that begin with {decks.PREFIX}-, and files"
    )
