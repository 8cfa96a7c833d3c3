"""The deck shelf of a game: its own decks by name, everybody's by file and code, and how decks come into a match.

Command line, server and page find decks here, through `Guide.shelf`; none of them knows which game it is. A game whose
decks are files and codes subclasses `Shelf` and `AnyDeck` in its `cards/shelf.py`. What is wrong with a deck is given
as values with code and facts (`orrery.core.cards.decks.DeckFault`), which the shelf's sentences say in every language.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from importlib.resources.abc import Traversable

from orrery.core.cards.decks import BadDeck, DeckFault, Sentences, bare_code, counted
from orrery.core.data import JsonObject


class NoOwnDecks(Exception):
    """Nobody brings a deck to such a match: why, in a sentence, and as a reason with facts for every language."""

    def __init__(self, problem: str, reason: str, facts: JsonObject | None = None) -> None:
        super().__init__(problem)
        self.reason = reason
        self.facts: JsonObject = {} if facts is None else facts


class Misfit(Exception):
    """A deck that does not fit here, though it may be a good one: a sentence, and a reason with facts. `field` is the
    part of the deck that it is about.
    """

    def __init__(self, problem: str, reason: str = "", facts: JsonObject | None = None, field: str = "") -> None:
        super().__init__(problem)
        self.reason = reason
        self.facts: JsonObject = {} if facts is None else facts
        self.field = field


def decks_given() -> NoOwnDecks:
    """The options of a match have its decks already."""
    return NoOwnDecks("the decks of this table are given", "decks_given")


def own_cards() -> NoOwnDecks:
    """A match has cards that are on no shelf."""
    return NoOwnDecks("this table has cards of its own, of which there are no decks", "own_cards")


class AnyDeck(ABC):
    """A deck of some game, found: its name and its cards by id, copies repeated. `element` is what the whole deck is
    of, in a game where each deck is of one element.
    """

    def __init__(self, name: str, cards: list[str], element: str | None = None) -> None:
        self.name = name
        self.cards = cards
        self.element = element

    def counts(self) -> dict[str, int]:
        """The number of copies of each card."""
        return counted(self.cards)

    @abstractmethod
    def code(self) -> str:
        """Its code. Raises BadDeck where a deck cannot be written as one."""

    @abstractmethod
    def text(self) -> str:
        """The deck as a deck file."""

    @abstractmethod
    def lines(self) -> list[str]:
        """Everything about it, for people."""

    @abstractmethod
    def broken_rules(self, rules: str = "") -> list[DeckFault]:
        """Every rule that it breaks; `rules` is one of the sets of rules that the shelf names, or the usual one."""


class Shelf(ABC):
    """The decks of one game in one language: ours by name, others by file or code."""

    game: str
    prefix: str
    """The codes of the game's decks begin with it."""
    sentences: Sentences
    main_file: str
    """A folder of one's own cards has a file of this name."""
    rules: tuple[str, ...] = ()
    """The sets of rules that a deck file can be checked by, the usual one first; none where there is only one set."""
    takes_names = False
    """May the decks of a match be given by name or code instead of in its options?"""
    deck_options: tuple[str, ...] = ("decks",)
    """The options of a match that say which decks are played in it."""
    has_numbers = False
    """Do our decks have numbers beside their names?"""
    needs_no_game = False
    """May a deck file of this game leave out what game it is for?"""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    # --- finding a deck -----------------------------------------------------------------------------------------------

    @abstractmethod
    def names(self) -> list[str]:
        """The decks that ship with the game, or with the folder of cards."""

    @abstractmethod
    def named(self, name: str) -> AnyDeck | None:
        """One of those decks; None if there is none of that name."""

    def numbered(self, number: str) -> AnyDeck | None:
        """One of those decks by its number."""
        return None

    @abstractmethod
    def read(self, text: str, file: str) -> AnyDeck:
        """The deck of a file, whose name is for faults. Raises BadDeck if it cannot be read."""

    @abstractmethod
    def decode(self, code: str) -> AnyDeck:
        """The deck of a code. Raises BadDeck."""

    @abstractmethod
    def listed(self, counts: dict[str, int], name: str = "", element: str | None = None) -> AnyDeck:
        """A deck of these cards. Raises Misfit."""

    @abstractmethod
    def inspected(self, text: str, file: str, rules: str = "") -> tuple[AnyDeck | None, list[DeckFault]]:
        """The deck of a file as far as it can be read, and everything that is wrong with it."""

    def find(self, text: str) -> AnyDeck:
        """A deck by name, from the text of a file, or by code. Raises BadDeck."""
        found = self.named(text.strip())
        if found is not None:
            return found
        if "=" in text:
            return self.read(text, "deck")
        if bare_code(text).startswith(self.prefix):
            return self.decode(text)
        facts = {"names": ", ".join(self.names()), "prefix": self.prefix}
        raise self.bad([DeckFault("no_deck", facts, text[:40])])

    def claims(self, text: str) -> bool:
        """Does a deck file say that it is of this game?"""
        return re.search(rf"(?m)^\s*game\s*=\s*[\"']{re.escape(self.game)}[\"']", text) is not None

    def owns(self, folder: Traversable) -> bool:
        """Is a folder one of cards of this game?"""
        return folder.joinpath(self.main_file).is_file()

    # --- what is wrong with a deck ------------------------------------------------------------------------------------

    def said(self, faults: list[DeckFault]) -> list[str]:
        """Faults in the language of the shelf."""
        return self.sentences.faults(faults, self.lang)

    def bad(self, faults: list[DeckFault]) -> BadDeck:
        """Faults as an exception."""
        return BadDeck(faults, self.sentences, self.lang)

    # --- decks in a match ---------------------------------------------------------------------------------------------

    def rules_of(self, options: JsonObject) -> str:
        """The set of rules for decks that the options of a match name. Raises BadOptions."""
        return ""

    def check_open(self, options: JsonObject) -> None:
        """Raises NoOwnDecks if nobody brings a deck to a match with these options."""
        if "decks" in options:
            raise decks_given()

    def at(self, options: JsonObject) -> Shelf:
        """The shelf with the cards of a match with these options. Raises BadOptions."""
        return self

    def seats_for(self, deck: AnyDeck, options: JsonObject, seats: int) -> list[int]:
        """The seats of a match at which a deck may be played. Raises Misfit if there is none."""
        return list(range(seats))

    def not_here(self, fitting: list[int], free: list[int], options: JsonObject, seats: int) -> Misfit:
        """What is said of a deck that may be played at these seats, when only those are free."""
        places = ", ".join([str(seat) for seat in free])
        return Misfit(f"it is for seat {fitting[0]}; free are {places}")

    def brought(self, text: str, options: JsonObject, seats: int) -> tuple[list[str], list[int]]:
        """A deck that somebody brings to a match, as its cards, and the seats at which it may be played. Raises
        NoOwnDecks, BadDeck, Misfit or BadOptions.
        """
        self.check_open(options)
        deck = self.at(options).find(text)
        faults = deck.broken_rules(self.rules_of(options))
        if faults:
            raise self.bad(faults)
        return list(deck.cards), self.seats_for(deck, options, seats)

    @abstractmethod
    def usual(self, options: JsonObject, seats: int) -> list[list[str]]:
        """What the seats play that bring no deck, by options that are complete."""

    def with_brought(self, options: JsonObject, brought: list[list[str] | None]) -> JsonObject:
        """The options of a match, complete ones, to which some seats brought their decks."""
        if all(deck is None for deck in brought):
            return options
        usual = self.usual(options, len(brought))
        return {**options, "decks": [usual[i] if deck is None else deck for i, deck in enumerate(brought)]}

    def with_decks(self, options: JsonObject, decks: list[AnyDeck]) -> JsonObject:
        """The options of a match with these decks, one for each seat, and their cards, where names are taken. Raises
        BadOptions.
        """
        return options

    def moved_on(self, options: JsonObject, seats: int) -> JsonObject:
        """The options for a rematch in which everybody keeps their deck and sits one seat lower."""
        return options
