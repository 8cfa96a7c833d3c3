"""Decks being built: read from a name, a code, a deck file or a list of cards, and checked by the rules of the game."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, shown
from orrery.core.decks import LONGEST_NAME, Sentences, bare_code
from orrery.server.bringing import DeckFault, deck_faults
from orrery.server.library import the_game
from orrery.server.refusal import Refusal
from orrery.server.tables import DECK_LONGEST

MOST_CARDS: Final = 500
"""So many different cards a list may name."""
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
    """Checks a deck. Raises Refusal where a game has no decks."""
    name = the_game(game).name
    if name == "five_spheres":
        return _check(Spheres(), wish)
    if name == "space_editor":
        rules = wish.options.get("deck_rules", "strict")
        if rules not in ("strict", "cost", "none"):
            message = "options.deck_rules: there are strict, cost and none"
            facts = {"value": shown(rules), "words": "strict, cost, none"}
            raise Refusal.because("bad_options", message, "not_one_of", facts)
        return _check(Editor(rules), wish)
    raise Refusal("no_decks", f"{name} is played without decks; there are decks of five_spheres and space_editor")


class Spheres:
    """Decks of Five Spheres."""

    def __init__(self) -> None:
        from orrery.games.five_spheres import collections, decks

        self.decks: Any = decks
        self.cards = collections.standard()
        self.known = [collections.shipped(folder) for folder in collections.folders()]
        self.sentences: Sentences = decks.SAID

    def named(self, name: str, lang: str) -> Any:
        """A deck that ships with the game, or None."""
        return self.decks.predesigned(self.cards, lang).get(name)

    def listed(self, deck: DeckList) -> Any:
        """A deck of these cards."""
        ids = [id for id, count in deck.cards.items() for _ in range(count)]
        return self.decks.Deck(deck.name, self.cards.id, ids)

    def faults(self, deck: Any, lang: str) -> list[str]:
        """Every rule that a deck breaks."""
        found: list[str] = self.decks.broken_rules(deck, self.decks.collection_of(deck, self.known), lang)
        return found

    def file_faults(self, text: str, lang: str) -> list[str]:
        """Everything that is wrong with a deck file."""
        found: list[str] = self.decks.file_faults(text, "deck", self.known, lang)
        return found

    def code(self, deck: Any) -> str:
        """A deck as a code. Raises DataFault."""
        code: str = self.decks.encode(deck, self.decks.collection_of(deck, self.known))
        return code


class Editor(Spheres):
    """Decks of Space Editor."""

    def __init__(self, rules: str) -> None:
        from orrery.games.space_editor import decks, sets

        self.decks = decks
        self.set = sets.standard()
        self.known: Any = [self.set]
        self.sentences = decks.SAID
        self.rules = rules

    def named(self, name: str, lang: str) -> Any:
        return self.decks.basic_decks(self.set, lang).get(name)

    def listed(self, deck: DeckList) -> Any:
        from orrery.games.space_editor.cards import ELEMENTS

        if deck.element not in ELEMENTS:
            message = f"deck.element: there are {', '.join(ELEMENTS)}"
            raise Refusal.because("bad_deck", message, "no_element", {"elements": list(ELEMENTS)})
        ids = [id for id, count in deck.cards.items() for _ in range(count)]
        return self.decks.Deck(deck.name, deck.element, self.set.name, ids)

    def faults(self, deck: Any, lang: str) -> list[str]:
        found: list[str] = self.decks.broken_rules(deck, self.set, self.rules, lang)
        return found

    def file_faults(self, text: str, lang: str) -> list[str]:
        found: list[str] = self.decks.file_faults(text, "deck", self.known, self.rules, lang)
        return found

    def code(self, deck: Any) -> str:
        code: str = self.decks.encode(deck, self.set)
        return code


def _check(shelf: Spheres, wish: DeckToCheck) -> DeckChecked:
    deck: Any = None
    said: dict[str, list[str]] = {}
    for lang in LANGUAGES:
        found, said[lang] = _read(shelf, wish.deck, lang)
        deck = found if deck is None else deck
    faults = deck_faults(shelf.sentences, said)
    code: str | None = None
    if deck is not None:
        try:
            code = shelf.code(deck)
        except DataFault:
            code = None
    name = "" if deck is None else deck.name
    return DeckChecked(
        ok=deck is not None and not faults,
        name=name,
        element=getattr(deck, "element", None),
        cards={} if deck is None else deck.counts(),
        code=code,
        faults=faults,
    )


def _read(shelf: Spheres, wish: str | DeckList, lang: str) -> tuple[Any, list[str]]:
    """A deck, if it can be read, and all that is wrong with it in a language."""
    if isinstance(wish, DeckList):
        deck = shelf.listed(wish)
        return deck, shelf.faults(deck, lang)
    deck = shelf.named(wish.strip(), lang)
    if deck is not None:
        return deck, shelf.faults(deck, lang)
    try:
        if "=" in wish:
            faults = shelf.file_faults(wish, lang)
            return (None, faults) if faults else (shelf.decks.read_deck(wish, "deck", shelf.known, lang), [])
        deck = shelf.decks.decode(bare_code(wish), shelf.known, lang)
        return deck, shelf.faults(deck, lang)
    except DataFault as fault:
        return None, [str(fault)]
