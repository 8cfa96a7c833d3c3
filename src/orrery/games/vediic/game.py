"""The game Vediic as the core knows it."""

from __future__ import annotations

from orrery.core.clause import BadPosition, bad_options
from orrery.core.data import DataFault, JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game, Sampler, State
from orrery.core.guide import Guide
from orrery.games.vediic import boards
from orrery.games.vediic.board import Board
from orrery.games.vediic.cards import CARDS, COLORS, LIGHTS, count_of, size_of
from orrery.games.vediic.rules import loading
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.state import OVER, PENALTY, TURN
from orrery.games.vediic.sampling import VediicSampler


class Vediic(Game):
    """Vediic: pawns on a chart of twelve houses, seven wandering planets that reward, punish and trade."""

    def __init__(self, board: Board | None = None) -> None:
        """With a board of one's own, new matches are played on that; it is made known by its name."""
        self.name = "vediic"
        self.version = 1
        self.package = "orrery.games.vediic"
        self.may_lack_options = True
        self.board: Board | None = None if board is None else boards.register_board(board)

    def new(self, options: JsonObject, fate: Fate) -> State:
        """VE-18.2"""
        try:
            return loading.start(options, fate, boards.standard() if self.board is None else self.board)
        except DataFault as fault:
            raise bad_options(fault) from None

    def load(self, position: JsonObject, fate: Fate) -> State:
        """VE-14.2, VE-14.3"""
        try:
            return loading.load(position, fate)
        except DataFault as fault:
            raise BadPosition(str(fault)) from None

    def sampler(self, view: JsonObject, seen: list[JsonObject]) -> Sampler:
        return VediicSampler(view, seen)

    def guide(self) -> Guide:
        from orrery.games.vediic.guide import GameGuide

        return GameGuide(self)

    def trials(self) -> list[JsonObject]:
        return [
            {"players": 4},
            {"players": 2, "max_rounds": 30},
            {"players": 3, "order": "seat0", "trade": "distinct", "teleport": "gray", "green_stack": True},
            {"players": 5, "trade": "any", "stack_planet": False, "donor_waits": False, "penalty_to": "charity"},
            {"players": 6, "hands": "open", "pooja_per_pass": True, "pass_rule": "none", "max_rounds": 20},
            {"players": 7, "pass_rule": "none", "green_stack": True, "max_rounds": 12},
            {"players": 4, "steals": "one", "max_rounds": 20},
        ]

    def check(self, state: State) -> None:
        """What is true after every action: VE-1.2, VE-10.5, and that the tables kept agree with the board."""
        assert isinstance(state, VediicState)
        for color in range(7):
            total = sum([count_of(pile, color) for pile in (state.supply, state.pile, *state.hands)])
            assert total == CARDS, f"there are {total} {COLORS[color]} cards, not {CARDS}"
        assert state.spare >= 0 and state.spare + sum(state.lights) == LIGHTS, "enlightenment cards are lost or made"
        for seat in range(state.setting.seats):
            assert state.sizes[seat] == size_of(state.hands[seat]), f"the hand of seat {seat} is miscounted"
            if state.phase >= TURN:
                most = min(3, 2 * state.on_board(seat))
                assert state.lights[seat] <= most, f"seat {seat} holds more than {most} enlightenment cards"
        lit, touch = state.lit, state.touch
        if state.houses[0]:
            state.shine()
            assert (lit, touch) == (state.lit, state.touch), "what is activated does not agree with the houses"
        if state.phase == PENALTY:
            assert state.owed[state.active] and state.sizes[state.active], "the seat to act has nothing to pay"
        assert (state.to_act() is None) == (state.phase == OVER), "nobody is to act before the end"

    def pack(self, position: JsonObject) -> JsonObject:
        """The board by name, version and hash where it is ours, else whole."""
        packed = dict(position)
        packed["board"] = boards.pack_board(boards.board_at(position["board"], "board"))
        return packed

    def unpack(self, position: JsonObject) -> JsonObject:
        packed = position.get("board")
        if not isinstance(packed, dict):
            return position
        try:
            board = boards.unpack_board(packed)
        except DataFault as fault:
            raise BadPosition(str(fault)) from None
        full = dict(position)
        full["board"] = board.source if board.is_brought else board.name
        return full


GAME = Vediic()
