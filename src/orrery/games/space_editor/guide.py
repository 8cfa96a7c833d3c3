"""What people and programs ask of Space Editor that is no rule."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from orrery.core.clause import bad_options
from orrery.core.data import DataFault, JsonObject
from orrery.core.guide import CardsForPeople, Guide, Rivals
from orrery.core.shapes import Shapes
from orrery.games.space_editor import answers
from orrery.games.space_editor.cards import catalogue, sets
from orrery.games.space_editor.cards.card import ELEMENTS
from orrery.games.space_editor.rules import loading
from orrery.games.space_editor.shapes import SHAPES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from orrery.core.cards.catalogue import Catalogue
    from orrery.core.cards.shelf import Shelf


class BasicDecks(Rivals):
    """The basic decks of the elements in one of the modes, perhaps of a set of one's own."""

    def __init__(self, mode: str, own: sets.SetFile | None) -> None:
        self.mode = mode
        self.own = own
        self.decks = list(ELEMENTS)

    def options(self, decks: list[str]) -> JsonObject:
        options: JsonObject = {"mode": self.mode, "elements": decks}
        return options if self.own is None else {**options, **self.own.as_options(decks)}


class GameGuide(Guide):
    """Space Editor's guide."""

    # --- a match ------------------------------------------------------------------------------------------------------

    def seats(self, options: JsonObject) -> list[int]:
        """SE-12.4: where elements or decks are given, one for each seat."""
        counts = super().seats(options)
        for key in ("elements", "decks"):
            given: object = options.get(key)
            if isinstance(given, list):
                counts = [count for count in counts if count == len(given)]
        return counts

    # --- cards and decks ----------------------------------------------------------------------------------------------

    def shelf(self, lang: str = "en", folder: Traversable | None = None) -> Shelf:
        """The decks of all sets."""
        from orrery.games.space_editor.cards.shelf import GameShelf

        return GameShelf(lang, folder)

    def catalogue(self, folder: Traversable | None = None) -> Catalogue:
        """The cards of the standard set, or of a folder."""
        from orrery.games.space_editor.cards.catalogue import CardCatalogue

        return CardCatalogue(sets.standard() if folder is None else sets.SetFile(folder, folder.name))

    def inspect_cards(self, folder: Traversable) -> tuple[int, list[str]]:
        from orrery.games.space_editor.cards.checks import inspect_set

        return inspect_set(folder, folder.name)

    def with_cards(self, options: JsonObject, folder: Traversable) -> JsonObject:
        """SE-12.4: with the basic decks of the elements, unless decks are given, and the basepoint that the set has
        first, unless one is.
        """
        own = sets.SetFile(folder, folder.name)
        rest: JsonObject = {key: value for key, value in self.in_rules_words(options).items() if key != "cards"}
        try:
            elements = loading.elements_of(rest)
        except DataFault as fault:
            raise bad_options(fault) from None
        return {**own.as_options(elements), **rest}

    # --- the lab ------------------------------------------------------------------------------------------------------

    def plans(self, seats: int) -> list[JsonObject]:
        """Every pair, triple or all of the elements; in full mode where there are two, in half mode too."""
        self.check_seats(seats)
        modes = [mode for mode in reversed(self.rows().row("mode").words) if seats in self.seats({"mode": mode})]
        return [{"mode": mode, "elements": list(names)} for names in combinations(ELEMENTS, seats) for mode in modes]

    def rivals(self, folder: Traversable | None = None) -> list[Rivals]:
        """The basic decks, in both modes."""
        own = None if folder is None else sets.SetFile(folder, folder.name)
        return [BasicDecks("full", own), BasicDecks("half", own)]

    # --- questions ----------------------------------------------------------------------------------------------------

    def answer(
        self, what: str, view: JsonObject, seen: list[JsonObject], seat: int | None, more: JsonObject
    ) -> JsonObject:
        if what == "score":
            return answers.score(self.game, view, seen)
        return super().answer(what, view, seen, seat, more)

    # --- cards --------------------------------------------------------------------------------------------------------

    def cards(self, cards: JsonObject | None = None) -> CardsForPeople:
        return catalogue.cards_for_people(cards)

    # --- shapes -------------------------------------------------------------------------------------------------------

    def shapes(self) -> Shapes:
        """The shapes that games/space_editor/shapes.py declares."""
        return SHAPES
