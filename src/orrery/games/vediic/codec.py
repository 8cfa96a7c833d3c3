"""The numbers of Vediic for programs that learn: its verbs with their factors, and what a seat sees.

A move is told by its pawn, its circle, how the pawn gets there and how it stands there: how many green and red cards
that takes follows from the board.
"""

from __future__ import annotations

from array import array
from typing import Final

from orrery.core.codec import Codec, Factor, Part, Verb, capped
from orrery.core.data import JsonObject
from orrery.core.game import State
from orrery.games.vediic.cards import COLORS
from orrery.games.vediic.rules import words
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.state import PHASES, STAGES, Setting

WAYS: Final = ("walk", "leap", "teleport")
STANDS: Final = ("alone", "beside", "displacing", "displacing beside")

PAIRS: Final = [(a, b) for a in range(7) for b in range(a, 7)]
TRIPLES: Final = [(a, b, c) for a in range(7) for b in range(a, 7) for c in range(b, 7)]
PAIR_AT: Final = [0] * 64
TRIPLE_AT: Final = [0] * 512
for _i, (_a, _b) in enumerate(PAIRS):
    PAIR_AT[_b << 3 | _a] = _i
for _i, (_a, _b, _c) in enumerate(TRIPLES):
    TRIPLE_AT[_c << 6 | _b << 3 | _a] = _i

CIRCLE_FIELDS: Final = ["own_0", "own_1", "others", *COLORS]
PLAYER_FIELDS: Final = [
    *("color", "pawn_0", "pawn_1", "cards", "enlightenment", "known", *COLORS, "owed", "shield", "rolled", "acts")
]
PLANET_FIELDS: Final = ["house", "retrograde", "enlightens"]
TURN_FIELDS: Final = [
    *("phase", "round", "start", "stage", "leg", "charity", "yellow", "pooja", "donated", "moved_0", "moved_1"),
    *("stole", "paid"),
]
PLAYER_WIDTH: Final = len(PLAYER_FIELDS)
CIRCLE_WIDTH: Final = len(CIRCLE_FIELDS)


def _colored(colors: tuple[int, ...]) -> str:
    return ",".join([COLORS[color] for color in colors])


class VediicCodec(Codec):
    """The numbers of a match on one board with so many players."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.board = setting.board
        seats = setting.seats
        circles = list(self.board.ids)
        super().__init__(
            [
                Factor("color", list(COLORS), "planets"),
                Factor("pair", [_colored(pair) for pair in PAIRS]),
                Factor("triple", [_colored(triple) for triple in TRIPLES]),
                Factor("circle", circles, "circles"),
                Factor("pawn", ["0", "1"]),
                Factor("victims", [f"{victims:b}" for victims in range(1 << (seats - 1))]),
                Factor("way", list(WAYS)),
                Factor("stand", list(STANDS)),
            ],
            [
                Verb("roll", []),
                Verb("color", ["color"]),
                Verb("take", ["pair"]),
                Verb("enlightenment", ["color"]),
                Verb("put", ["circle"]),
                Verb("charity", ["color"]),
                Verb("trade", ["pair", "color"]),
                Verb("donate", ["triple"]),
                Verb("promote", ["pawn"]),
                Verb("steal", ["victims"]),
                Verb("move", ["pawn", "circle", "way", "stand"]),
                Verb("skip", []),
                Verb("again", []),
                Verb("pass", []),
                Verb("end", []),
                Verb("pay", ["color"]),
                Verb("shield", []),
            ],
            [
                Part("circles", len(circles), CIRCLE_FIELDS),
                Part("players", seats, PLAYER_FIELDS),
                Part("planets", 7, PLANET_FIELDS),
                Part("supply", 1, [*COLORS, "enlightenment"]),
                Part("charity", 1, list(COLORS)),
                Part("turn", 1, TURN_FIELDS),
            ],
        )
        self.circle_count: int = len(circles)
        self.standing: dict[str | None, int] = {circle: 2 + i for i, circle in enumerate(circles)}
        """What is written of a pawn: 0 before it is placed, 1 once promoted, else 2 and more for its circle."""
        self.standing[None] = 0
        self.standing["promoted"] = 1
        self.color_at: dict[str | None, int] = {color: i for i, color in enumerate(COLORS)}
        self.color_at[None] = -1
        self.touched: list[list[list[int]]] = [
            [_members(circles_lit) for circles_lit in self.board.local[color]] for color in range(7)
        ]
        """By colour and house: the circles that the planet activates there."""
        self.everywhere: list[list[int]] = [_members(circles_lit) for circles_lit in self.board.everywhere]
        self.phase_at: dict[str, int] = {phase: i for i, phase in enumerate(PHASES)}
        self.stage_at: dict[str, int] = {stage: i for i, stage in enumerate(STAGES)}

    def codes(self, state: State) -> list[int]:
        assert isinstance(state, VediicState)
        bases = self.bases
        found: list[int] = []
        for action in state.actions():
            word = action & words.WORD_MASK
            base = bases[word]
            if word == words.MOVE:
                found.append(base + self._move(action))
            elif word == words.TRADE:
                found.append(base + PAIR_AT[action >> words.FIRST & 63] * 7 + (action >> words.THIRD & 7))
            elif word == words.DONATE:
                found.append(base + TRIPLE_AT[action >> words.FIRST & 511])
            elif word == words.TAKE:
                found.append(base + PAIR_AT[action >> words.FIRST & 63])
            elif word == words.STEAL:
                found.append(base + self._victims(action >> words.FIRST, state.active))
            elif word == words.PROMOTE:
                found.append(base + (action >> words.PAWN_SHIFT & 1))
            elif word == words.PUT:
                found.append(base + (action >> words.CIRCLE_SHIFT))
            elif word in (words.COLOR, words.ENLIGHTENMENT, words.CHARITY, words.PAY):
                found.append(base + (action >> words.FIRST & 7))
            else:
                found.append(base)
        return found

    def _move(self, action: int) -> int:
        """The factors of a move as one number."""
        way = 0
        if action & words.WITH_GRAY:
            way = 2
        elif action >> words.GREEN_SHIFT & 15:
            way = 1
        stand = (action & words.WITH_BLUE > 0) + 2 * (action >> words.RED_SHIFT & 15 > 0)
        pawn = action >> words.PAWN_SHIFT & 1
        return ((pawn * self.circle_count + (action >> words.CIRCLE_SHIFT)) * 3 + way) * 4 + stand

    def _victims(self, victims: int, seat: int) -> int:
        """The victims as a bit set of seats counted from the left neighbour of the thief."""
        seats = self.setting.seats
        found = 0
        for i in range(seats - 1):
            if victims >> (seat + 1 + i) % seats & 1:
                found |= 1 << i
        return found

    def fill(self, view: JsonObject, seat: int, row: array[int]) -> None:
        players = view["players"]
        seats = self.setting.seats
        starts = self.starts
        self._fill_planets(view, row)
        pending = view["pending"]
        rolls = view["rolls"]
        to_act = view["to_act"]
        at = starts["players"]
        for i in range(seats):
            other = (seat + i) % seats
            player = players[other]
            row[at] = self.color_at[player["color"]] + 1
            self._fill_pawns(player["pawns"], i, at, row)
            hand = player["hand"]
            if isinstance(hand, dict):
                row[at + 5] = 1
                total, to = 0, at + 6
                for color in COLORS:
                    count: int = hand[color]
                    if count:
                        row[to] = count
                        total += count
                    to += 1
                row[at + 3] = total
            else:
                row[at + 3] = hand
            row[at + 4] = player["enlightenment"]
            if pending is not None:
                row[at + 13] = pending["owed"][other]
                row[at + 14] = pending["shield"][other]
            if rolls is not None and rolls[other] is not None:
                row[at + 15] = 1 + rolls[other]
            if to_act == other:
                row[at + 16] = 1
            at += PLAYER_WIDTH
        at = starts["supply"]
        for count in view["supply"].values():
            row[at] = count
            at += 1
        at = starts["charity"]
        for count in view["charity"].values():
            row[at] = count
            at += 1
        self._fill_turn(view, seat, row)

    def _fill_pawns(self, pawns: list[str | None], i: int, at: int, row: array[int]) -> None:
        for pawn in range(2):
            standing = self.standing[pawns[pawn]]
            if standing:
                row[at + 1 + pawn] = standing
                if standing > 1:
                    cell = (standing - 2) * CIRCLE_WIDTH
                    if i == 0:
                        row[cell + pawn] = 1
                    else:
                        row[cell + 2] += 1

    def _fill_planets(self, view: JsonObject, row: array[int]) -> None:
        planets = view["planets"]
        light = self.color_at[view["enlightenment"]]
        at = self.starts["planets"]
        for color in range(7):
            planet = planets[COLORS[color]]
            house = planet["house"]
            if house is not None:
                row[at] = house
                where: int = house
                lit = self.touched[color][where]
                if planet["retrograde"]:
                    row[at + 1] = 1
                    lit = self.everywhere[color]
                for circle in lit:
                    row[circle * CIRCLE_WIDTH + 3 + color] = 1
            if color == light:
                row[at + 2] = 1
            at += 3

    def _fill_turn(self, view: JsonObject, seat: int, row: array[int]) -> None:
        at = self.starts["turn"]
        row[at] = self.phase_at[view["phase"]]
        row[at + 1] = capped(view["round"])
        row[at + 2] = (view["start"] - seat) % self.setting.seats
        turn = view["turn"]
        if turn is not None:
            row[at + 3] = 1 + self.stage_at[turn["stage"]]
            row[at + 4] = turn["leg"]
            row[at + 5] = turn["charity"]
            row[at + 6] = turn["yellow"]
            row[at + 7] = turn["pooja"]
            row[at + 8] = turn["donated"]
            moved = turn["moved"]
            row[at + 9] = moved[0]
            row[at + 10] = moved[1]
            row[at + 11] = turn.get("stole", False)
        pending = view["pending"]
        if pending is not None:
            row[at + 12] = pending["paid"]


def _members(bits: int) -> list[int]:
    return [circle for circle in range(bits.bit_length()) if bits >> circle & 1]
