"""What people and programs ask of Five Spheres that is no rule."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from orrery.core.data import JsonObject
from orrery.core.guide import CardsForPeople, Guide, Rematch, Rivals
from orrery.core.options import options_of
from orrery.core.shapes import Shapes
from orrery.games.five_spheres import answers
from orrery.games.five_spheres.cards import catalogue, collections, decks
from orrery.games.five_spheres.rules import loading
from orrery.games.five_spheres.rules.assembly import enough_copies
from orrery.games.five_spheres.shapes import SHAPES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from orrery.core.cards.catalogue import Catalogue
    from orrery.core.cards.shelf import Shelf


USUAL_DECKS: Final = (5, 4, 3, 2, 1, 5)
"""The ready-made decks of the seats, if nobody wishes for others."""
PLAYS: Final = {"summon": "summoned", "generic": "face_down", "cast": "cast", "retaliate": "retaliated"}
"""By the verb of a move from the hand: how a card was played."""


class PredesignedDecks(Rivals):
    """The pre-designed decks of a collection, by number."""

    def __init__(self, collection: collections.Collection) -> None:
        self.collection = collection
        self.mode = ""
        self.decks = [str(deck.number) for deck in collection.decks]
        self.ways = tuple(PLAYS.values())
        self.seat_word = "lord"

    def options(self, decks: list[str]) -> JsonObject:
        return {"cards": self.collection.cards, "assembly": "predesign", "deck_numbers": [int(deck) for deck in decks]}

    def cards_of(self, deck: str) -> list[JsonObject]:
        number = int(deck)
        return [{"card": id, "deck": number} for id in self.collection.ids_of_deck(number)]

    def played(self, event: JsonObject) -> tuple[int, str, str] | None:
        if event["event"] != "move" or event["from"] != "hand" or event["verb"] not in PLAYS:
            return None
        return event["seat"], event["card"], PLAYS[event["verb"]]

    def course(self, view: JsonObject) -> tuple[int, int]:
        return view["turn"], view["first"]


class GameGuide(Guide):
    """Five Spheres' guide."""

    # --- a match ------------------------------------------------------------------------------------------------------

    def for_people(self, options: JsonObject) -> JsonObject:
        """With a real collection, and not the test set of the rules' examples; with a pool that is large enough."""
        return with_pool(decks.for_people(super().for_people(options)))

    def rematch(self, options: JsonObject, view: JsonObject | None, seats: int) -> Rematch:
        """FS-4.3: everybody stays seated, partners beside each other, and the next lord clockwise begins."""
        return Rematch(options if view is None else {**options, "first": (view["first"] + 1) % seats}, 0)

    # --- cards and decks ----------------------------------------------------------------------------------------------

    def shelf(self, lang: str = "en", folder: Traversable | None = None) -> Shelf:
        """The decks of all collections."""
        from orrery.games.five_spheres.cards.shelf import GameShelf

        return GameShelf(lang, folder)

    def catalogue(self, folder: Traversable | None = None) -> Catalogue:
        """The cards of the standard collection, or of a folder."""
        from orrery.games.five_spheres.cards.catalogue import CardCatalogue

        return CardCatalogue(self._collection(folder))

    def inspect_cards(self, folder: Traversable) -> tuple[int, list[str]]:
        from orrery.games.five_spheres.cards.checks import inspect_collection

        return inspect_collection(folder, folder.name)

    def with_cards(self, options: JsonObject, folder: Traversable) -> JsonObject:
        """FS-17.2: decks by number are those of the collection, whose cards say by their codes which they are in."""
        return {**options, "cards": self._collection(folder).cards}

    @staticmethod
    def _collection(folder: Traversable | None) -> collections.Collection:
        """The collection of a folder, or the standard one."""
        return collections.standard() if folder is None else collections.Collection(folder, folder.name)

    def usual(self, seats: int) -> JsonObject:
        """Ready-made decks, another one for each seat as far as there are."""
        decks = [USUAL_DECKS[seat % len(USUAL_DECKS)] for seat in range(seats)]
        return self.with_seats({"assembly": "predesign", "deck_numbers": decks}, seats)

    # --- the lab ------------------------------------------------------------------------------------------------------

    def plans(self, seats: int) -> list[JsonObject]:
        """Every pair of ready-made decks; with more seats every deck in each of them in turn."""
        self.check_seats(seats)
        numbers = [deck.number for deck in collections.standard().decks]
        if seats == 2:
            hands = [list(pair) for pair in combinations(numbers, 2)]
        else:
            hands = [[numbers[(first + seat) % len(numbers)] for seat in range(seats)] for first in range(len(numbers))]
        plans: list[JsonObject] = [{"assembly": "predesign", "deck_numbers": each} for each in hands]
        return plans if seats == 2 else [self.with_seats(plan, seats) for plan in plans]

    def rivals(self, folder: Traversable | None = None) -> list[Rivals]:
        """The pre-designed decks; their cards are counted too."""
        return [PredesignedDecks(self._collection(folder))]

    # --- questions ----------------------------------------------------------------------------------------------------

    def answer(
        self, what: str, view: JsonObject, seen: list[JsonObject], seat: int | None, more: JsonObject
    ) -> JsonObject:
        if what == "score":
            return answers.score(self.game, view, seen, seat)
        return super().answer(what, view, seen, seat, more)

    # --- cards --------------------------------------------------------------------------------------------------------

    def cards(self, cards: JsonObject | None = None) -> CardsForPeople:
        return catalogue.cards_for_people(cards)

    # --- shapes -------------------------------------------------------------------------------------------------------

    def shapes(self) -> Shapes:
        """The shapes that games/five_spheres/shapes.py declares."""
        return SHAPES


def with_pool(options: JsonObject) -> JsonObject:
    """FS-17.9: the options of a match between people, with more copies of each card in the pool where they do not say
    how many and the usual ones are too few for the lords.
    """
    if "pool_copies" in options:
        return options
    rows = options_of(loading.PACKAGE)
    given = {key: options.get(key, rows.row(key).default) for key in ("assembly", "lords", "random_extra")}
    cards: object = options.get("cards", loading.table_of(None).raw)
    if not all(rows.row(key).allows(value) for key, value in given.items()) or not isinstance(cards, dict):
        return options  # the rules say what is wrong
    if not all(isinstance(card, dict) for card in cards.values()):
        return options
    copies = enough_copies(given["assembly"], given["lords"], given["random_extra"], cards)
    row = rows.row("pool_copies")
    return {**options, row.key: copies} if copies > row.default and row.allows(copies) else options
