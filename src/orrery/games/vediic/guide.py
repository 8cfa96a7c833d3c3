"""What people and programs ask of Vediic that is no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core.data import DataFault, JsonObject
from orrery.core.guide import Guide
from orrery.core.shapes import Shapes
from orrery.games.vediic import answers, boards
from orrery.games.vediic.board import parse_board
from orrery.games.vediic.shapes import SHAPES
from orrery.games.vediic.svg import BoardInfo, DrawnBoard

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from orrery.core.cards.catalogue import Catalogue
    from orrery.core.cards.tweaks import Tweaks


class GameGuide(Guide):
    """Vediic's guide."""

    # --- cards --------------------------------------------------------------------------------------------------------

    def catalogue(self, folder: Traversable | None = None) -> Catalogue:
        """VE-1.2: the same cards in every match, so that no folder has others."""
        from orrery.games.vediic.catalogue import CardCatalogue

        if folder is not None:
            raise DataFault(folder.name, f"{self.game.name} is played with no cards but its own")
        return CardCatalogue()

    # --- the lab ------------------------------------------------------------------------------------------------------

    def plans(self, seats: int) -> list[JsonObject]:
        """The standard board with the standard rules."""
        self.check_seats(seats)
        return [self.with_seats({}, seats)]

    def tweaks(self) -> Tweaks:
        """Colours of tiles and retrograde houses of a board."""
        from orrery.games.vediic.tweaks import BoardTweaks

        return BoardTweaks()

    # --- questions ----------------------------------------------------------------------------------------------------

    def questions(self) -> tuple[str, ...]:
        """What the planets will do can be told in advance."""
        return ("score", "forecast")

    def answer(
        self, what: str, view: JsonObject, seen: list[JsonObject], seat: int | None, more: JsonObject
    ) -> JsonObject:
        if what == "score":
            return answers.score(view)
        if what == "forecast":
            return answers.forecast(view, more.get("turns", answers.TURNS), seat)
        return super().answer(what, view, seen, seat, more)

    # --- boards -------------------------------------------------------------------------------------------------------

    def boards(self) -> list[str]:
        """The boards that ship with the package, that of VE-2.6 first."""
        return sorted(boards.shipped_names(), key=lambda name: (name != boards.STANDARD, name))

    def board_shape(self) -> object:
        return BoardInfo

    def board(self, name: str) -> DrawnBoard:
        return DrawnBoard(boards.shipped(name))

    def read_board(self, text: str, file: str) -> DrawnBoard:
        return DrawnBoard(parse_board(text, file))

    # --- shapes -------------------------------------------------------------------------------------------------------

    def shapes(self) -> Shapes:
        """The shapes that games/vediic/shapes.py declares."""
        return SHAPES
