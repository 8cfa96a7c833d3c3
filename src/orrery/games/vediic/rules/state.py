"""Everything that is true of a match at one moment: the setting, the planets, the pawns, the cards, the turn and what
is owed.
"""

from __future__ import annotations

from typing import Final

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import State
from orrery.games.vediic.board import OFF_BOARD, PROMOTED, UNPLACED, Board
from orrery.games.vediic.cards import LIGHTS, WHOLE

ORDER: Final = 0
COLOR: Final = 1
TAKE: Final = 2
ENLIGHTENMENT: Final = 3
PLACE: Final = 4
TURN: Final = 5
PENALTY: Final = 6
OVER: Final = 7
PHASES: Final = ("order", "color", "take", "enlightenment", "place", "turn", "penalty", "over")

BEFORE: Final = 0
STEALING: Final = 1
AFTER: Final = 2
STAGES: Final = ("before", "steal", "after")
"""VE-5.1: `before`: steps 1, 2 and all later ones are open; `steal`: steps 3 and 4; `after`: step 5 and later."""

OTHER: Final = 0
DISTINCT: Final = 1
ANY: Final = 2
TRADES: Final = ("other", "distinct", "any")
"""VE-9.2: which two cards a trade takes."""

NOBODY: Final = -1
UNROLLED: Final = -1


def points(promoted: int, lights: int) -> int:
    """VE-13.2: 4 for each promoted pawn and 1 for each enlightenment card."""
    return 4 * promoted + lights


class Setting:
    """What stays the same through a match: the options and the board."""

    def __init__(self, options: JsonObject, board: Board) -> None:
        """VE-18.2: takes options that are complete and checked."""
        self.options = options
        self.board = board
        self.seats: int = options["players"]
        self.hides_hands: bool = options["hands"] == "hidden"
        self.trade: int = TRADES.index(options["trade"])
        self.teleports_from_gray: bool = options["teleport"] == "gray"
        self.stacks_green: bool = options["green_stack"]
        self.stack_acts: bool = options["stack_planet"]
        self.pooja_per_leg: bool = options["pooja_per_pass"]
        self.donor_waits: bool = options["donor_waits"]
        self.pass_needs_no_move: bool = options["pass_rule"] == "none"
        self.pays_to_charity: bool = options["penalty_to"] == "charity"
        self.steals_once: bool = options.get("steals") == "one"
        self.max_rounds: int = options["max_rounds"]


class Situation(State):
    """VE-1.1 to VE-1.3: the data of a state. The rules that move it are in rules.py.

    Pawns are listed by seat: 2 * seat is pawn 0, 2 * seat + 1 is pawn 1.
    """

    def __init__(self, setting: Setting, fate: Fate, source: Situation | None = None) -> None:
        """The situation before a match, or with a source an independent copy of that."""
        self.setting = setting
        self.fate = fate
        if source is not None:
            self._copy(source)
            return
        n = setting.seats
        board = setting.board
        self.board = board
        self.phase: int = ORDER
        self.round: int = 0
        self.start: int = 0
        self.active: int = 0
        """The seat to act."""
        self.rolls: list[int] = []
        """VE-3.1, in phase order: sums by seat; UNROLLED has to roll, 0 is out of a tie-break."""
        self.houses: list[int] = [0] * 7
        """By colour; 0 before the planets are there."""
        self.lit: list[int] = [0] * 7
        """VE-6: by colour the circles that the planet activates. A new list each time the planets move, so that clones
        share it."""
        self.touch: list[int] = [0] * (len(board.ids) + OFF_BOARD)
        """VE-9.1: by circle the planets not in retrograde that activate it, as a bit set of colours. Shared too."""
        self.stack: int = NOBODY
        """VE-10.1: the colour of the planet of enlightenment."""
        self.colors: list[int] = [NOBODY] * n
        self.pawns: list[int] = [UNPLACED] * (2 * n)
        self.hands: list[int] = [0] * n
        self.sizes: list[int] = [0] * n
        """How many benefit cards each seat holds."""
        self.lights: list[int] = [0] * n
        """How many enlightenment cards each seat holds."""
        self.supply: int = WHOLE
        self.spare: int = LIGHTS
        """The enlightenment cards in the supply."""
        self.pile: int = 0
        """VE-12.1: the charity pile."""
        self.stage: int = BEFORE
        self.leg: int = 1
        self.fresh: bool = True
        """VE-5.3: step 1 of the leg is open."""
        self.yellow: bool = False
        self.pooja: bool = False
        self.donated: bool = False
        self.stole: bool = False
        """VE-11.15: a purple card was played in this turn. Kept only where that bars another one."""
        self.moved: int = 0
        """The pawns moved in this turn, as a bit set."""
        self.owed: list[int] = []
        """VE-7.3, in phase penalty: what each seat still owes."""
        self.shields: int = 0
        """VE-7.7: the seats that have played orange in this planets' turn, as a bit set."""
        self.paid: bool = False
        self.legal: list[int] | None = None
        """The legal actions, once they have been worked out."""

    def _copy(self, source: Situation) -> None:
        self.board = source.board
        self.phase = source.phase
        self.round = source.round
        self.start = source.start
        self.active = source.active
        self.rolls = source.rolls[:]
        self.houses = source.houses[:]
        self.lit = source.lit
        self.touch = source.touch
        self.stack = source.stack
        self.colors = source.colors[:]
        self.pawns = source.pawns[:]
        self.hands = source.hands[:]
        self.sizes = source.sizes[:]
        self.lights = source.lights[:]
        self.supply = source.supply
        self.spare = source.spare
        self.pile = source.pile
        self.stage = source.stage
        self.leg = source.leg
        self.fresh = source.fresh
        self.yellow = source.yellow
        self.pooja = source.pooja
        self.donated = source.donated
        self.stole = source.stole
        self.moved = source.moved
        self.owed = source.owed[:]
        self.shields = source.shields
        self.paid = source.paid
        self.legal = source.legal

    def seats(self) -> int:
        return self.setting.seats

    def to_act(self) -> int | None:
        return None if self.phase == OVER else self.active

    def turn_order(self) -> list[int]:
        """VE-4.1: the seats clockwise from the start seat of the round."""
        n = self.setting.seats
        return [(self.start + i) % n for i in range(n)]

    def on_board(self, seat: int) -> int:
        """How many pawns of a seat stand on the board."""
        return (self.pawns[2 * seat] >= 0) + (self.pawns[2 * seat + 1] >= 0)

    def promoted(self, seat: int) -> int:
        """VE-10.7: how many pawns of a seat are promoted."""
        return (self.pawns[2 * seat] == PROMOTED) + (self.pawns[2 * seat + 1] == PROMOTED)

    def has_skipped(self) -> bool:
        """VE-11.12: has the seat in turn skipped its move with a yellow card?"""
        return self.leg == 1 and self.stage == AFTER and self.yellow

    def is_retrograde(self, color: int) -> bool:
        """VE-6.1"""
        return self.houses[color] == self.board.retrograde[color]

    def shine(self) -> None:
        """VE-6.2, VE-6.3: works out what the planets activate where they now stand."""
        board = self.board
        touch = [0] * len(self.touch)
        lit = [0] * 7
        for color in range(7):
            house = self.houses[color]
            if house == board.retrograde[color]:
                lit[color] = board.everywhere[color]
            else:
                lit[color] = board.local[color][house]
                for circle in board.local_lists[color][house]:
                    touch[circle] |= 1 << color
        self.lit = lit
        self.touch = touch

    def due(self, seat: int) -> int:
        """VE-7.3, VE-7.6, VE-10.3: what the planets in retrograde ask of a seat: a card for each pair of such a planet,
        not its favourite, and own pawn on a circle activated by it.
        """
        board, pawns = self.board, self.pawns
        first, second = board.bits[pawns[2 * seat]], board.bits[pawns[2 * seat + 1]]
        total = 0
        for color in range(7):
            if self.houses[color] == board.retrograde[color] and color != self.colors[seat]:
                if color != self.stack or self.setting.stack_acts:
                    lit = self.lit[color]
                    total += (lit & first > 0) + (lit & second > 0)
        return total

    def start_turn(self) -> None:
        """VE-5.1: a fresh turn: first leg, step 1 open, nothing done."""
        self.stage = BEFORE
        self.leg = 1
        self.fresh = True
        self.yellow = False
        self.pooja = False
        self.donated = False
        self.stole = False
        self.moved = 0
