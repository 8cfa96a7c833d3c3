"""Decks that people bring to their seats: read, checked by the rules, and put into the options of the match.

A deck comes as a name, a code or the text of a deck file. In Five Spheres with the assembly `custom` every seat may
bring a deck of the table's collection; in Space Editor one of the seat's element. Who brings none plays the deck that
the rules give. What somebody brought is in the database only, until the match shows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from msgspec import Struct

from orrery.core.clause import LANGUAGES, BadOptions
from orrery.core.data import DataFault, JsonObject
from orrery.core.decks import Sentences, bare_code
from orrery.server.refusal import Refusal

SHOWN_FAULTS: Final = 3


class DeckFault(Struct, frozen=True):
    """A rule that a deck breaks, or why it cannot be read."""

    code: str
    message_en: str
    message_ja: str


class FaultyDeck(Exception):
    """A deck that cannot be read or breaks rules: the English sentence, and all that is wrong in every language."""

    def __init__(self, message: str, faults: list[DeckFault]) -> None:
        super().__init__(message)
        self.faults = faults


def bad_options(game: str, fault: BadOptions) -> Refusal:
    """The refusal of options: which of them, and why."""
    facts = {"game": game, "field": fault.field, **fault.facts}
    return Refusal.because("bad_options", str(fault), fault.code, facts)


def deck_faults(sentences: Sentences, said: dict[str, list[str]]) -> list[DeckFault]:
    """What was said about a deck in all languages, with the names of the sentences."""
    return [
        DeckFault(code_of(sentences, english), english, japanese)
        for english, japanese in zip(said["en"], said["ja"], strict=True)
    ]


def code_of(sentences: Sentences, said: str) -> str:
    """The name of a sentence about decks, by its form: the longest that fits, for some are parts of others."""
    fitting = [
        (len(row["en"]), key)
        for key, row in sentences.rows.items()
        if re.fullmatch(f"(?:.*: )?{_form(row['en'])}", said, re.DOTALL)
    ]
    return max(fitting)[1] if fitting else "unreadable"


def _form(sentence: str) -> str:
    """A sentence as a regular expression, its facts being anything."""
    return ".*".join(re.escape(part) for part in re.split(r"\{[a-z_]+\}", sentence))


def in_all_languages(sentences: Sentences, read: Callable[[str], Any]) -> Any:
    """What `read` finds; its fault, if it raises a DataFault, is told in every language. Raises FaultyDeck."""
    said: dict[str, list[str]] = {}
    for lang in LANGUAGES:
        try:
            return read(lang)
        except DataFault as fault:
            said[lang] = [str(fault)]
    raise FaultyDeck(said["en"][0], deck_faults(sentences, said))


def why_not(game: str, options: JsonObject, decks: list[str]) -> Refusal | None:
    """Why nobody brings a deck to such a table; None if everybody may."""

    def no(message: str, reason: str, facts: JsonObject | None = None) -> Refusal:
        return Refusal.because("no_own_decks", f"deck: {message}", reason, facts)

    if game not in ("five_spheres", "space_editor"):
        return no(f"{game} is played without decks of one's own", "game_without_decks")
    if decks or "decks" in options:
        return no("the decks of this table are given", "decks_given")
    own_cards = "cards" in options
    if game == "five_spheres":
        method = options.get("assembly", "custom")
        if method != "custom":
            message = f"this table makes its decks by the assembly {method}"
            return no(message, "decks_assembled", {"assembly": str(method)})
        own_cards = options.get("cards") == "testset" or isinstance(options.get("cards"), dict)
    if own_cards:
        return no("this table has cards of its own, of which there are no decks", "own_cards")
    return None


def read_deck(game: str, options: JsonObject, decks: list[str], text: str, seats: int) -> tuple[list[str], list[int]]:
    """A deck that somebody brings, as its cards, and the seats at which it may be played. Raises Refusal."""
    refusal = why_not(game, options, decks)
    if refusal is not None:
        raise refusal
    try:
        if game == "five_spheres":
            return _sphere_deck(options, text), list(range(seats))
        return _editor_deck(options, text, seats)
    except FaultyDeck as fault:
        raise Refusal("bad_deck", f"deck: {fault}", {"faults": fault.faults}) from None
    except BadOptions as wrong:
        raise bad_options(game, wrong) from None


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


def _refuse(sentences: Sentences, broken: Callable[[str], list[str]]) -> None:
    """Raises FaultyDeck if there are broken rules in a language."""
    said = {lang: broken(lang) for lang in LANGUAGES}
    faults = said["en"]
    if faults:
        more = f" (and {len(faults) - SHOWN_FAULTS} more)" if len(faults) > SHOWN_FAULTS else ""
        raise FaultyDeck(f"{'; '.join(faults[:SHOWN_FAULTS])}{more}", deck_faults(sentences, said))


def _sphere_deck(options: JsonObject, text: str) -> list[str]:
    from orrery.games.five_spheres import collections, decks

    wanted = options.get("cards", collections.STANDARD)
    known = [each for each in map(collections.shipped, collections.folders()) if each.id == wanted]
    if not known:
        decks.for_people(options)  # says that there is no such collection
    shipped = decks.predesigned(known[0])
    read = partial(_read, decks, text, known, list(shipped))
    deck = shipped.get(text.strip()) or in_all_languages(decks.SAID, read)
    _refuse(decks.SAID, lambda lang: decks.broken_rules(deck, known[0], lang))
    return list(deck.cards)


def _editor_deck(options: JsonObject, text: str, seats: int) -> tuple[list[str], list[int]]:
    from orrery.games.space_editor import decks, sets

    standard = sets.standard()
    shipped = decks.basic_decks(standard)
    read = partial(_read, decks, text, [standard], list(shipped))
    deck = shipped.get(text.strip()) or in_all_languages(decks.SAID, read)
    rules = str(options.get("deck_rules", "strict"))
    _refuse(decks.SAID, lambda lang: decks.broken_rules(deck, standard, rules, lang))
    elements = elements_of(options, seats)
    if deck.element not in elements:
        message = f"deck: it is of {deck.element}, and this table is for {', '.join(elements)}"
        facts = {"element": deck.element, "elements": elements}
        raise Refusal.because("bad_deck", message, "other_element", facts)
    return list(deck.cards), [elements.index(deck.element)]


def _read(decks: Any, text: str, known: list[Any], names: list[str], lang: str) -> Any:
    """A deck by code, or from the text of a deck file. Raises DataFault."""
    if "=" in text:
        return decks.read_deck(text, "deck", known, lang)
    if bare_code(text).startswith(decks.PREFIX):
        return decks.decode(text, known, lang)
    facts = {"names": ", ".join(names), "prefix": decks.PREFIX}
    raise DataFault(text[:40], decks.say("no_deck", lang, facts))
