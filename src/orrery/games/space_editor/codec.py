"""The numbers of Space Editor for programs that learn: its words with their factors, and what a seat sees.

Cards are meant by their slot in the hand, cells by their place on the table. A hand never holds more than it is dealt:
two cards in half mode, five in full mode.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

from orrery.core.codec import Codec, CodecFull, Factor, Part, Verb, capped, numbered
from orrery.core.data import JsonObject
from orrery.core.game import State
from orrery.games.space_editor.cards.card import CELL_SHIFT, DOWN, KINDS, LEVELS
from orrery.games.space_editor.rules import words
from orrery.games.space_editor.rules.engine import SpaceEditorState
from orrery.games.space_editor.rules.state import PHASES, STAGES, Setting

HAND_HALF: Final = 2
HAND_FULL: Final = 5

SIDES: Final = ("north", "east", "south", "west")
CARD_FIELDS: Final = [
    *("card", "kind", "element", "level", "points", "cost", *SIDES, *[f"mark_{side}" for side in SIDES]),
]
"""A card: its number in the order of ids, from 1; sides by what they show (0 nothing, 1 blank, 2 kinetic, 3 a card face
down, 4 gravity, 5 and more nuclear), as printed or, on the board, as the card lies.
"""
CELL_FIELDS: Final = [
    *CARD_FIELDS,
    *("lies", "up", "rotation", "placer", "age", "guard", "silence", "void", "asked"),
    *[f"beside_{side}" for side in SIDES],
]
"""A cell: the card that lies there, and what the neighbours show it. `asked`: 1 the card whose ability asks, 2 the card
chosen last, 3 the card whose rotation is to be chosen.
"""
CARD_WIDTH: Final = len(CARD_FIELDS)
CELL_WIDTH: Final = len(CELL_FIELDS)
PILE_FIELDS: Final = ["hand", "deck", "discards", "element", "acts"]
TURN_FIELDS: Final = ["phase", "turn", "active", "final", "stage", "ability", "effect", "actor", "waiting"]


class SpaceEditorCodec(Codec):
    """The numbers of a match on one table, with one set of cards."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        grid = setting.grid
        cells = [f"{grid.x(cell)},{grid.y(cell)}" for cell in grid.cells]
        slots = HAND_FULL if setting.full else HAND_HALF
        cards = setting.cards
        super().__init__(
            [
                Factor("hand", numbered(slots), "hand"),
                Factor("cell", cells, "table"),
                Factor("turn", numbered(4)),
            ],
            [
                Verb("place", ["hand", "cell", "turn"]),
                Verb("basepoint", ["cell"]),
                Verb("discard", ["hand"]),
                Verb("face", ["cell", "turn"]),
                Verb("use", []),
                Verb("pass", []),
                Verb("target", ["cell"]),
                Verb("rotate", ["cell", "turn"]),
                Verb("relocate", ["cell", "turn"]),
            ],
            [
                Part("table", len(cells), CELL_FIELDS),
                Part("hand", slots, CARD_FIELDS),
                Part("deck", 1, [f"card_{id}" for id in cards.ids]),
                Part("discards", setting.seats, [f"card_{id}" for id in cards.ids]),
                Part("piles", setting.seats, PILE_FIELDS),
                Part("turn", 1, TURN_FIELDS),
            ],
        )
        self.slots: int = slots
        self.cell_count: int = len(cells)
        self.cell_at: list[int] = [0] * ((grid.width + 2) * (grid.height + 2))
        """By number of a cell in the rules, its place on the table."""
        for place, cell in enumerate(grid.cells):
            self.cell_at[cell >> CELL_SHIFT] = place
        self.card_count: int = len(cards.ids)
        self.card_at: dict[str, int] = cards.index
        self.rows: list[list[array[int]]] = [
            [array("h", self._row(card, turn)) for turn in range(4)] for card in range(len(cards.ids))
        ]
        """By card and rotation: its fields."""
        self.phase_at: dict[str, int] = {phase: i for i, phase in enumerate(PHASES)}
        self.stage_at: dict[str, int] = {stage: i for i, stage in enumerate(STAGES)}

    def _row(self, number: int, turn: int) -> list[int]:
        card = self.setting.cards.cards[number]
        sides = [card.sides[(d - turn) & 3] for d in range(4)]
        return [
            number + 1,
            1 + KINDS.index(card.kind),
            1 + self.setting.cards.element[number],
            0 if card.level is None else 1 + LEVELS.index(card.level),
            card.vp,
            card.cost,
            *[side.code for side in sides],
            *[int(side.mark) for side in sides],
        ]

    def codes(self, state: State) -> list[int]:
        assert isinstance(state, SpaceEditorState)
        bases, cell_at, count = self.bases, self.cell_at, self.cell_count
        found: list[int] = []
        card, slot = -1, 0
        for action in state.actions():
            word = action >> 2 & 15
            base = bases[word]
            if word == words.PLACE:
                if words.card_of(action) != card:
                    card = words.card_of(action)
                    slot = self._slot(state, card)
                cell = cell_at[words.cell_of(action) >> CELL_SHIFT]
                found.append(base + ((slot * count + cell) << 2) + (action & 3))
            elif word == words.DISCARD:
                found.append(base + self._slot(state, words.card_of(action)))
            elif word == words.BASEPOINT or word == words.TARGET:
                found.append(base + cell_at[words.cell_of(action) >> CELL_SHIFT])
            elif word == words.USE or word == words.PASS:
                found.append(base)
            else:
                found.append(base + (cell_at[words.cell_of(action) >> CELL_SHIFT] << 2) + (action & 3))
        return found

    def _slot(self, state: SpaceEditorState, card: int) -> int:
        """The first place of a card in the hand of the seat to act."""
        slot = state.hands[state.decider()].index(card)
        if slot >= self.slots:
            raise CodecFull(f"the hand has more than {self.slots} cards, as no match of this mode deals them")
        return slot

    def fill(self, view: JsonObject, seat: int, row: array[int]) -> None:
        self._fill_table(view, seat, row)
        seats = self.setting.seats
        starts = self.starts
        hands, decks, discards = view["hands"], view["decks"], view["discards"]
        to_act = view["to_act"]
        hand: list[str] = hands[seat]
        at = starts["hand"]
        for slot in range(min(len(hand), self.slots)):
            row[at : at + CARD_WIDTH] = self.rows[self.card_at[hand[slot]]][0]
            at += CARD_WIDTH
        at = starts["deck"]
        own: list[str] = decks[seat]
        for id in own:
            row[at + self.card_at[id]] += 1
        pile_at = starts["discards"]
        at = starts["piles"]
        for i in range(seats):
            other = (seat + i) % seats
            pile: list[str] = discards[other]
            for id in pile:
                row[pile_at + self.card_at[id]] += 1
            pile_at += self.card_count
            if i == 0:
                row[at] = len(hand)
                row[at + 1] = len(own)
            else:
                row[at] = hands[other]
                row[at + 1] = decks[other]
            row[at + 2] = len(pile)
            row[at + 3] = 1 + self.setting.elements[other]
            if to_act == other:
                row[at + 4] = 1
            at += len(PILE_FIELDS)

    def _fill_table(self, view: JsonObject, seat: int, row: array[int]) -> None:
        """The cards that lie there, what is shown to the cells beside them, and what is asked."""
        height = self.setting.grid.height
        width = self.setting.grid.width
        x0, y0 = self.setting.grid.x0, self.setting.grid.y0
        turn: int = view["turn"]
        seats = self.setting.seats
        places: dict[int, int] = {}
        board: list[Any] = view["board"]
        for lying in board:
            x: int = lying["x"] + x0
            y: int = lying["y"] + y0
            cell = x * height + y
            at = cell * CELL_WIDTH
            no: int = lying["no"]
            places[no] = at
            up: bool = lying["up"]
            id = lying["card"]
            if id is not None:
                rotation: int = lying["r"]
                sides = self.rows[self.card_at[id]][rotation]
                row[at : at + CARD_WIDTH] = sides
                row[at + CARD_WIDTH + 2] = rotation
                guard: int = lying["guard"]
                silence: int = lying["silence"]
                if guard:
                    row[at + CARD_WIDTH + 5] = capped(1 + guard - turn)
                if silence:
                    row[at + CARD_WIDTH + 6] = capped(1 + silence - turn)
                if lying["void"]:
                    row[at + CARD_WIDTH + 7] = 1
            else:
                sides = FACE_DOWN
            if not up:
                sides = FACE_DOWN
            row[at + CARD_WIDTH] = 1
            if up:
                row[at + CARD_WIDTH + 1] = 1
            placer: int = lying["placer"]
            age: int = lying["turn"]
            row[at + CARD_WIDTH + 3] = 1 + (placer - seat) % seats
            row[at + CARD_WIDTH + 4] = capped(turn - age)
            # What a neighbour is shown: the cell to the north has this card to its south.
            beside = at + CARD_WIDTH + 9
            if y + 1 < height:
                row[beside + CELL_WIDTH + 2] = sides[6]
            if x + 1 < width:
                row[beside + CELL_WIDTH * height + 3] = sides[7]
            if y > 0:
                row[beside - CELL_WIDTH] = sides[8]
            if x > 0:
                row[beside - CELL_WIDTH * height + 1] = sides[9]
        self._fill_turn(view, seat, places, row)

    def _fill_turn(self, view: JsonObject, seat: int, places: dict[int, int], row: array[int]) -> None:
        seats = self.setting.seats
        at = self.starts["turn"]
        row[at] = self.phase_at[view["phase"]]
        row[at + 1] = capped(view["turn"])
        row[at + 2] = (view["active"] - seat) % seats
        if view["final"]:
            row[at + 3] = 1
        asked = CARD_WIDTH + 8
        now = view["now"]
        if now is not None:
            row[at + 4] = 1 + self.stage_at[now["stage"]]
            row[at + 5] = 1 + now["ability"]
            row[at + 6] = 1 + now["effect"]
            row[at + 7] = 1 + (now["actor"] - seat) % seats
            row[places[now["no"]] + asked] = 1
            if now["subject"] is not None:
                row[places[now["subject"]] + asked] = 2
        row[at + 8] = len(view["queue"])
        faces = view["faces"]
        if faces:
            row[places[faces[0]["no"]] + asked] = 3


FACE_DOWN: Final = array("h", [0, 0, 0, 0, 0, 0, DOWN, DOWN, DOWN, DOWN, 0, 0, 0, 0])
"""What a card shows that lies face down."""
