"""What people and programs ask of Five Spheres that is no rule."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject, data_file
from orrery.core.guide import DISCARDED, DRAWN, CardsForPeople, Guide, Rematch, Rivals
from orrery.core.options import Said, options_of
from orrery.core.shapes import Shapes
from orrery.games.five_spheres import answers
from orrery.games.five_spheres.cards import blank, catalogue, collections, decks
from orrery.games.five_spheres.rules import loading
from orrery.games.five_spheres.rules.assembly import enough_copies
from orrery.games.five_spheres.shapes import SHAPES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from orrery.core.cards.catalogue import Catalogue
    from orrery.core.cards.shelf import Shelf
    from orrery.core.cards.tweaks import Tweaks
    from orrery.core.codec import Codec
    from orrery.core.game import State


USUAL_DECKS: Final = (5, 4, 3, 2, 1, 5)
"""The ready-made decks of the seats, if nobody wishes for others."""
PLAYS: Final = {"summon": "summoned", "generic": "face_down", "cast": "cast", "retaliate": "retaliated"}
"""By the verb of a move from the hand, which is also the first word of the action: how a card was played."""
CRYSTAL: Final = "crystal"
"""FS-5.5, FS-6.2: what else a card in hand is good for, whichever it is."""


class PredesignedDecks(Rivals):
    """The pre-designed decks of a collection, by number."""

    def __init__(self, collection: collections.Collection) -> None:
        self.collection = collection
        self.mode = ""
        self.decks = [str(deck.number) for deck in collection.decks]
        self.ways = tuple(PLAYS.values())
        self.seat_word = "lord"
        self.played_uses = self.ways
        self.uses = (*self.ways, CRYSTAL)

    def options(self, decks: list[str]) -> JsonObject:
        return {"cards": self.collection.cards, "assembly": "predesign", "deck_numbers": [int(deck) for deck in decks]}

    def said(self, name: str) -> Said:
        deck = next(deck for deck in self.collection.decks if str(deck.number) == name)
        return {lang: f"{name} {deck.name[lang]}" for lang in LANGUAGES}

    def cards_of(self, deck: str) -> list[JsonObject]:
        number = int(deck)
        return [{"card": id, "deck": number} for id in self.collection.ids_of_deck(number)]

    def course(self, view: JsonObject) -> tuple[int, int]:
        return view["turn"], view["first"]

    def use_said(self, use: str) -> Said:
        texts = data_file(loading.PACKAGE, "texts.toml")
        return {} if texts is None else dict(texts["use"][use])

    def card_said(self, id: str) -> Said:
        names = self.collection.names
        return {lang: names[lang][id][collections.WHOLE] if id in names[lang] else id for lang in LANGUAGES}

    def owned(self, position: JsonObject) -> list[list[str]]:
        """FS-4.4: at the start some lie in the fortress as towers, and some are in hand."""
        return [
            [*lord["deck"], *lord["hand"], *(piece["card"] for piece in lord["fortress"])] for lord in position["seats"]
        ]

    def held(self, position: JsonObject) -> list[list[str]]:
        return [list(lord["hand"]) for lord in position["seats"]]

    def handled(self, event: JsonObject) -> list[tuple[int, str, str]]:
        """FS-20.3: also a card that was returned to the hand has come into it."""
        if event["event"] != "move" or "hand" not in (event["from"], event["to"]):
            return []
        if event["from"] != "hand":
            return [(event["seat"], event["card"], DRAWN)]
        verb: str = event["verb"]
        use = CRYSTAL if event["to"] == "vault" else PLAYS.get(verb, DISCARDED)
        return [(event["seat"], event["card"], use)]

    def turn_begun(self, event: JsonObject) -> int | None:
        return event["turn"] if event["event"] == "turn" else None

    def plays(self, view: JsonObject, word: str) -> str | None:
        """FS-20.1: by an action of its own, or as what an effect that summons or casts is to take from the hand."""
        seat: int = view["to_act"]
        parts = word.split(" ")
        place = ""
        if parts[0] in PLAYS:
            place = parts[1].removeprefix("h")
        elif parts[0] == "target" and view["pending"]["verb"] in PLAYS:
            owner, _, place = parts[1].partition(".h")
            place = place if owner == f"p{seat}" else ""
        hand: list[str] = view["seats"][seat]["hand"]
        return hand[int(place)] if place else None


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

    def with_blank(self, options: JsonObject, id: str) -> JsonObject:
        cards: JsonObject = options.get("cards", loading.table_of(None).raw)
        if id not in cards:
            raise DataFault("cards", f"{id} is not a card of the match")
        return {**options, "cards": {**cards, id: blank.blank_of(cards[id])}}

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

    def tweaks(self) -> Tweaks:
        """Costs, strengths and numbers of abilities of the pre-designed decks."""
        from orrery.games.five_spheres.cards.tweaks import CollectionTweaks

        return CollectionTweaks()

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

    def codec(self, state: State) -> Codec:
        from orrery.games.five_spheres.codec import FiveSpheresCodec
        from orrery.games.five_spheres.rules.engine import FiveSpheresState

        assert isinstance(state, FiveSpheresState)
        return FiveSpheresCodec(state.setting)

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
