"""What people and programs ask of Vediic that is no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.core.clause import BadOptions
from orrery.core.data import JsonObject, data_file, listed, shown
from orrery.core.guide import BoardForPeople, Census, Count, Guide, Kind, Rivals
from orrery.core.options import Said
from orrery.core.shapes import Shapes
from orrery.games.vediic import answers, boards
from orrery.games.vediic.board import parse_board
from orrery.games.vediic.cards import COLORS
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.loading import BOARD
from orrery.games.vediic.rules.state import PENALTY, TURN
from orrery.games.vediic.shapes import SHAPES
from orrery.games.vediic.svg import BoardInfo, DrawnBoard

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from orrery.core.cards.catalogue import Catalogue
    from orrery.core.cards.tweaks import Tweaks
    from orrery.core.codec import Codec
    from orrery.core.game import State


POWER: Final = "power"
CIRCLE: Final = "circle"
POWERS: Final[dict[str, tuple[str, Said]]] = {
    "extra": ("yellow", {"en": "extra move", "ja": "追加の動き"}),
    "steal": ("purple", {"en": "steal", "ja": "盗み"}),
    "protection": ("orange", {"en": "protection", "ja": "防御"}),
    "coexistence": ("blue", {"en": "coexistence", "ja": "共存"}),
    "speed": ("green", {"en": "speed", "ja": "速さ"}),
    "displacement": ("red", {"en": "displacement", "ja": "押し出し"}),
    "teleport": ("gray", {"en": "teleport", "ja": "テレポート"}),
}
"""VE-1.4: the powers, each with the colour of its card."""
BY_COLOR: Final = {color: power for power, (color, _) in POWERS.items()}
BY_EVENT: Final = {"skip": "extra", "again": "extra", "purple": "steal", "shield": "protection"}
"""The events, and so the words of actions, that play one certain card."""
BY_WORD: Final = {"skip": "extra", "again": "extra", "steal": "steal", "shield": "protection"}


class Chronicle(Census):
    """What is counted in a match beside wins: each power when its card is played for it, and each circle: how often a
    pawn came there, how many planets' turns it stood there, and how many cards the planets gave for it.
    """

    def __init__(self, circles: list[str]) -> None:
        powers = {power: {lang: f"{said[lang]} ({color})" for lang in said} for power, (color, said) in POWERS.items()}
        self.kinds = [
            Kind(
                POWER,
                {"en": "Powers", "ja": "能力"},
                powers,
                {"used": {"en": "Used a match", "ja": "1対戦の使用回数"}},
                can_forbid=True,
            ),
            Kind(
                CIRCLE,
                {"en": "Circles of the board", "ja": "盤のサークル"},
                {circle: {"en": circle, "ja": circle} for circle in circles},
                {
                    "came": {"en": "Pawns came, a match", "ja": "1対戦でコマが来た回数"},
                    "stood": {"en": "Planets' turns stood there, a match", "ja": "1対戦で惑星の番に立っていた回数"},
                    "cards": {"en": "Cards got there, a match", "ja": "1対戦でもらった報酬"},
                },
                yields=("cards", "stood"),
            ),
        ]
        self.places: dict[tuple[int, int], str] = {}
        """By seat and pawn: the circle, of those on the board."""

    def counts(self, event: JsonObject) -> list[Count]:
        name, seat = event["event"], event.get("seat", -1)
        if name in BY_EVENT:
            return [Count(POWER, BY_EVENT[name], "used", seat)]
        if name == "put":
            return self._come(seat, event["pawn"], event["circle"])
        if name == "move":
            used = [Count(POWER, BY_COLOR[color], "used", seat) for color in dict.fromkeys(event["cards"])]
            return [*used, *self._come(seat, event["pawn"], event["to"])]
        if name == "displace":
            return self._come(seat, event["pawn"], event["to"])
        if name == "promote":
            del self.places[seat, event["pawn"]]
        if name == "reward":
            return [Count(CIRCLE, self.places[seat, event["pawn"]], "cards", seat, event["count"])]
        if name == "round":  # the planets have just had their turn
            return [Count(CIRCLE, circle, "stood", who) for (who, _), circle in self.places.items()]
        return []

    def _come(self, seat: int, pawn: int, circle: str) -> list[Count]:
        self.places[seat, pawn] = circle
        return [Count(CIRCLE, circle, "came", seat)]


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

    def others_said(self) -> Said:
        return {"en": "Colours", "ja": "色"}

    def said(self, name: str) -> Said:
        texts = data_file(boards.PACKAGE, "texts.toml")
        return {} if texts is None else dict(texts["color"][name])

    def mode_said(self) -> Said:
        return {"en": f"{self.seats} players", "ja": f"{self.seats}人"}

    def course(self, view: JsonObject) -> tuple[int, int]:
        """VE-4.2: the start seat goes round by one with every round."""
        return view["round"], (view["start"] - max(0, view["round"] - 1)) % self.seats

    def turns_said(self) -> Said:
        return {"en": "rounds", "ja": "ラウンド"}

    def turn(self, state: State) -> int:
        """Players' turns, the setup being one before them all. Who pays the planets does so before the next turn."""
        assert isinstance(state, VediicState)
        past = max(0, state.round - 1) * self.seats
        if state.phase == TURN:
            return past + (state.active - state.start) % self.seats
        return state.round * self.seats if state.phase == PENALTY else -1

    def census(self, view: JsonObject) -> Chronicle:
        """VE-14.1: on the board that the match names or brings."""
        return Chronicle(boards.board_at(view["board"], "board").ids)

    def forbids(self, what: str, view: JsonObject, word: str) -> bool:
        """VE-1.4: who may not use a power plays no card for it; to pay, trade or give such a card away is no use of
        it.
        """
        kind, _, power = what.partition(":")
        if kind != POWER or power not in POWERS:
            raise KeyError(what)
        parts = word.split(" ")
        if parts[0] == "move":
            return len(parts) > 3 and POWERS[power][0] in parts[4].split(",")
        return BY_WORD.get(parts[0]) == power


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

    def codec(self, state: State) -> Codec:
        from orrery.games.vediic.codec import VediicCodec

        assert isinstance(state, VediicState)
        return VediicCodec(state.setting)

    def shapes(self) -> Shapes:
        """The shapes that games/vediic/shapes.py declares."""
        return SHAPES
