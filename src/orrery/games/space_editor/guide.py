"""What people and programs ask of Space Editor that is no rule."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from orrery.core.data import JsonObject
from orrery.core.guide import CardsForPeople, Guide, Rivals
from orrery.core.shapes import Shapes
from orrery.games.space_editor import answers
from orrery.games.space_editor.cards import catalogue, sets
from orrery.games.space_editor.cards.card import ELEMENTS
from orrery.games.space_editor.shapes import SHAPES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from orrery.core.cards.catalogue import Catalogue
    from orrery.core.cards.shelf import Shelf
    from orrery.core.cards.tweaks import Tweaks


class BasicDecks(Rivals):
    """The basic decks of the elements in one of the modes."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.decks = list(ELEMENTS)

    def options(self, decks: list[str]) -> JsonObject:
        return {"mode": self.mode, "elements": decks}


class GameGuide(Guide):
    """Space Editor's guide."""

    # --- a match ------------------------------------------------------------------------------------------------------

    def seats(self, options: JsonObject) -> list[int]:
        """SE-12.4: where elements are given, one for each seat."""
        counts = super().seats(options)
        elements: object = options.get("elements")
        return [count for count in counts if count == len(elements)] if isinstance(elements, list) else counts

    # --- cards and decks ----------------------------------------------------------------------------------------------

    def shelf(self, lang: str = "en", folder: Traversable | None = None) -> Shelf:
        """The decks of all sets."""
        from orrery.games.space_editor.cards.shelf import GameShelf

        return GameShelf(lang, folder)

    def catalogue(self, folder: Traversable | None = None) -> Catalogue:
        """The cards of the standard set, or of a folder."""
        from orrery.games.space_editor.cards.catalogue import CardCatalogue

        return CardCatalogue(sets.standard() if folder is None else sets.SetFile(folder, folder.name))

    # --- the lab ------------------------------------------------------------------------------------------------------

    def plans(self, seats: int) -> list[JsonObject]:
        """Every pair, triple or all of the elements; in full mode where there are two, in half mode too."""
        self.check_seats(seats)
        modes = [mode for mode in reversed(self.rows().row("mode").words) if seats in self.seats({"mode": mode})]
        return [{"mode": mode, "elements": list(names)} for names in combinations(ELEMENTS, seats) for mode in modes]

    def rivals(self) -> list[Rivals]:
        """The basic decks, in both modes."""
        return [BasicDecks("full"), BasicDecks("half")]

    def tweaks(self) -> Tweaks:
        """Points and energies of the basic decks."""
        from orrery.games.space_editor.cards.tweaks import SetTweaks

        return SetTweaks()

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
