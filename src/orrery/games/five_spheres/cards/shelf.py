"""The deck shelf of Five Spheres (FS-17, FS-18): the pre-designed decks of the collections, and decks of everybody."""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable

from orrery.core.cards.decks import DeckFault
from orrery.core.cards.shelf import AnyDeck, NoOwnDecks, Shelf, own_cards
from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards import catalogue, collections, decks
from orrery.games.five_spheres.cards.collections import Collection
from orrery.games.five_spheres.rules import assembly, loading


class SpheresDeck(AnyDeck):
    """A deck with its collection."""

    def __init__(self, deck: decks.Deck, known: list[Collection], lang: str) -> None:
        super().__init__(deck.name, deck.cards)
        self.deck = deck
        self.collection = decks.collection_of(deck, known)
        self.lang = lang

    def code(self) -> str:
        return decks.encode(self.deck, self.collection, self.lang)

    def text(self) -> str:
        return decks.write_deck(self.deck, self.collection, self.lang)

    def lines(self) -> list[str]:
        """Of a deck that breaks rules, those instead of its code."""
        faults = decks.SAID.faults(self.broken_rules(), self.lang)
        lines = catalogue.deck_lines(self.deck, self.collection, self.lang, "" if faults else self.code())
        return [*lines, "", *faults] if faults else lines

    def broken_rules(self, rules: str = "") -> list[DeckFault]:
        return decks.broken_rules(self.deck, self.collection)


class GameShelf(Shelf):
    """The decks of Five Spheres. A collection of the designer's own hides ours of the same id."""

    game = "five_spheres"
    prefix = decks.PREFIX
    sentences = decks.SAID
    main_file = collections.MAIN_FILE
    takes_names = True
    deck_options = ("assembly", "deck_numbers", "decks", "cards")
    has_numbers = True

    def __init__(self, lang: str, folder: Traversable | None = None) -> None:
        super().__init__(lang)
        own = [] if folder is None else [Collection(folder, folder.name)]
        self.known = [*own, *[each for each in collections.every() if each.id not in [mine.id for mine in own]]]
        self.standard = own[0] if own else collections.standard()
        self.own = own[0] if own else None

    # --- finding a deck -----------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        return list(dict.fromkeys(name for each in self.known for name in decks.predesigned(each)))

    def named(self, name: str) -> SpheresDeck | None:
        for collection in self.known:
            found = decks.predesigned(collection, self.lang).get(name)
            if found is not None:
                return self.deck(found)
        return None

    def numbered(self, number: str) -> SpheresDeck | None:
        return self.named(f"{self.standard.id}-{number}")

    def read(self, text: str, file: str) -> SpheresDeck:
        return self.deck(decks.read_deck(text, file, self.known, self.lang))

    def decode(self, code: str) -> SpheresDeck:
        return self.deck(decks.decode(code, self.known, self.lang))

    def listed(self, counts: dict[str, int], name: str = "", element: str | None = None) -> SpheresDeck:
        ids = [id for id, count in counts.items() for _ in range(count)]
        return self.deck(decks.Deck(name, self.standard.id, ids))

    def inspected(self, text: str, file: str, rules: str = "") -> tuple[AnyDeck | None, list[DeckFault]]:
        deck, faults = decks.inspected(text, file, self.known)
        return None if deck is None else self.deck(deck), faults

    def deck(self, deck: decks.Deck) -> SpheresDeck:
        """A deck of one of the collections."""
        return SpheresDeck(deck, self.known, self.lang)

    def claims(self, text: str) -> bool:
        """A file that names a collection is meant, too."""
        return super().claims(text) or re.search(r"(?m)^\s*collection\s*=", text) is not None

    # --- decks in a match ---------------------------------------------------------------------------------------------

    def check_open(self, options: JsonObject) -> None:
        """FS-17.2: lords bring decks by the assembly custom."""
        super().check_open(options)
        method: object = options.get("assembly", assembly.METHODS[assembly.CUSTOM])
        if method != assembly.METHODS[assembly.CUSTOM]:
            problem = f"this table makes its decks by the assembly {method}"
            raise NoOwnDecks(problem, "decks_assembled", {"assembly": str(method)})
        cards: object = options.get("cards")
        if cards == decks.TEST_SET or isinstance(cards, dict):
            raise own_cards()

    def at(self, options: JsonObject) -> Shelf:
        """The shelf of the match's collection."""
        wanted: object = options.get("cards", collections.STANDARD)
        known = [each for each in self.known if each.id == wanted]
        if not known:
            decks.for_people(options)  # says that there is no such collection
        found = GameShelf(self.lang)
        found.known, found.standard = known, known[0]
        return found

    def usual(self, options: JsonObject, seats: int) -> list[list[str]]:
        """FS-17.2: the deck of a lord who has given none."""
        return [assembly.standard_deck(loading.table_of(options.get("cards")))] * seats

    def with_decks(self, options: JsonObject, given: list[AnyDeck]) -> JsonObject:
        found = [each for each in given if isinstance(each, SpheresDeck)]
        return decks.with_decks(options, [each.deck for each in found], self.own or found[0].collection)
