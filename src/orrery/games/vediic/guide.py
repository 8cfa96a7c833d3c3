"""What people and programs ask of Vediic that is no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core.clause import BadOptions
from orrery.core.data import JsonObject, data_file, listed, shown
from orrery.core.guide import BoardForPeople, Guide, Rivals
from orrery.core.options import Said
from orrery.core.shapes import Shapes
from orrery.games.vediic import answers, boards
from orrery.games.vediic.board import parse_board
from orrery.games.vediic.cards import COLORS
from orrery.games.vediic.rules.loading import BOARD
from orrery.games.vediic.shapes import SHAPES
from orrery.games.vediic.svg import BoardInfo, DrawnBoard

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from orrery.core.cards.catalogue import Catalogue
    from orrery.core.cards.tweaks import Tweaks


class Colours(Rivals):
    """Matches for so many players, who are told apart by the colours that they choose in the match."""

    def __init__(self, seats: int) -> None:
        self.mode = str(seats)
        self.seats = seats
        self.decks = []

    def options(self, decks: list[str]) -> JsonObject:
        return {"players": self.seats}

    def names(self, view: JsonObject) -> list[str]:
        """VE-3.2: the colour of each player."""
        return [str(player["color"]) for player in view["players"]]

    def others(self) -> list[str]:
        return list(COLORS)

    def said(self, name: str) -> Said:
        texts = data_file(boards.PACKAGE, "texts.toml")
        return {} if texts is None else dict(texts["color"][name])

    def mode_said(self) -> Said:
        return {"en": f"{self.seats} players", "ja": f"{self.seats}人"}


class GameGuide(Guide):
    """Vediic's guide."""

    # --- a match ------------------------------------------------------------------------------------------------------

    def for_people(self, options: JsonObject) -> JsonObject:
        """Who plays on one of our boards may say which by its name."""
        found = super().for_people(options)
        name: object = found.get(BOARD)
        if not isinstance(name, str):
            return found
        if name not in boards.shipped_names():
            known = listed(self.boards())
            problem = f"{BOARD}: {shown(name)} is not one of {known}"
            raise BadOptions(problem, BOARD, "not_one_of", {"value": shown(name), "words": known})
        return self.with_board(found, self.board(name))

    # --- cards --------------------------------------------------------------------------------------------------------

    def catalogue(self, folder: Traversable | None = None) -> Catalogue:
        """VE-1.2: the same cards in every match, so that no folder has others."""
        from orrery.games.vediic.catalogue import CardCatalogue

        if folder is not None:
            raise self._no_cards(folder)
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

    def rivals(self, folder: Traversable | None = None) -> list[Rivals]:
        """The colours, for every number of players. VE-1.2: no folder has other cards."""
        if folder is not None:
            raise self._no_cards(folder)
        return [Colours(seats) for seats in self.seats({})]

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

    def with_board(self, options: JsonObject, board: BoardForPeople) -> JsonObject:
        """The board goes whole, as the option `board`; that of VE-2.6, which needs no saying, does not."""
        assert isinstance(board, DrawnBoard), "a board that this guide gave or read"
        rest: JsonObject = {key: value for key, value in options.items() if key != BOARD}
        if board.board.hash == boards.standard().hash:
            return rest
        return {**rest, BOARD: board.board.source}

    # --- shapes -------------------------------------------------------------------------------------------------------

    def shapes(self) -> Shapes:
        """The shapes that games/vediic/shapes.py declares."""
        return SHAPES
