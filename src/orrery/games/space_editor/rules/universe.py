"""The universe: all placed cards, and for every cell what its neighbours show it.

The contacts of open cells and of lying cards are kept up to date with every change, so that asking where a card fits
costs one look-up a cell. Cells are numbered in cell order (SE-3.5) with a margin around the table, so that a neighbour
is
always a fixed step away. Placed cards are known by their *slot*: their rank in order of age.
"""

from __future__ import annotations

from typing import Final

from orrery.games.space_editor.cards.card import CELL_SHIFT, FACE_DOWN, CardSet
from orrery.games.space_editor.rules.abilities import ANY, AROUND


class Geometry:
    """SE-3.5, SE-3.6, SE-2.8: the table's grid. Direction d leads from a cell to cell + steps[d].

    A cell is a multiple of 64, so that cell | card | rotation is the action that puts the card there (see words.py).
    """

    __slots__ = ("cells", "height", "inside", "names", "rings", "starts", "steps", "stride", "width", "x0", "y0")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.x0: int = width // 2
        self.y0: int = height // 2
        self.stride: int = (height + 2) << CELL_SHIFT
        self.cells: list[int] = [
            (column + 1) * self.stride + ((row + 1) << CELL_SHIFT) for column in range(width) for row in range(height)
        ]
        """All cells, in cell order."""
        self.starts: list[int] = []
        """The actions that lay the basepoint on each of them, once they were asked for."""
        self.names: dict[int, str] = {}
        """Cells as words, once they were asked for: lists of actions name the same cells again and again."""
        self.inside: set[int] = set(self.cells)
        self.steps: list[int] = [1 << CELL_SHIFT, self.stride, -1 << CELL_SHIFT, -self.stride]
        north, east = self.steps[0], self.steps[1]
        self.rings: list[int] = [*self.steps, north + east, north - east, east - north, -north - east]

    def x(self, cell: int) -> int:
        """The column of a cell, growing to the east."""
        return cell // self.stride - 1 - self.x0

    def y(self, cell: int) -> int:
        """The row of a cell, growing to the north."""
        return (cell % self.stride >> CELL_SHIFT) - 1 - self.y0

    def name(self, cell: int) -> str:
        """The coordinates of a cell, as actions say them."""
        found = self.names.get(cell)
        if found is None:
            found = self.names[cell] = f"{self.x(cell)},{self.y(cell)}"
        return found

    def cell(self, x: int, y: int) -> int:
        """The cell at these coordinates; -1 if it is not on the table."""
        column, row = x + self.x0, y + self.y0
        if 0 <= column < self.width and 0 <= row < self.height:
            return (column + 1) * self.stride + ((row + 1) << CELL_SHIFT)
        return -1

    def within(self, area: int, centre: int, cell: int) -> bool:
        """SE-11.4: does a cell lie in an area around another? That one itself is never asked for."""
        if area == ANY:
            return True
        step = cell - centre
        stride, row = self.stride, 1 << CELL_SHIFT
        if area <= AROUND:
            if step < 0:
                step = -step
            return step == row or step == stride or (area == AROUND and (step == stride + row or step == stride - row))
        return step % stride == 0 or cell // stride == centre // stride


GEOMETRIES: dict[int, Geometry] = {}


def geometry(width: int, height: int) -> Geometry:
    """The grid of a table of this size."""
    key = width << 8 | height
    found = GEOMETRIES.get(key)
    if found is None:
        found = GEOMETRIES[key] = Geometry(width, height)
    return found


class Stone:
    """What never changes about a placed card: serial number, card, placer (SE-1.7), turn of placement."""

    __slots__ = ("card", "no", "placer", "turn")

    def __init__(self, no: int, card: int, placer: int, turn: int) -> None:
        self.no = no
        self.card = card
        self.placer = placer
        self.turn = turn


class Universe:
    """SE-1.3, SE-1.4, SE-5.6: the placed cards by slot, where and how they lie, and the contacts of every cell
    beside them.
    """

    __slots__ = (
        "at",
        "cards",
        "cells",
        "contacts",
        "facing",
        "grid",
        "guard",
        "open",
        "silence",
        "statics",
        "stones",
        "void",
    )

    def __init__(self, cards: CardSet, grid: Geometry) -> None:
        self.cards = cards
        self.grid = grid
        self.stones: list[Stone] = []
        self.cells: list[int] = []
        self.facing: list[int] = []
        self.contacts: list[int] = []
        self.at: dict[int, int] = {}
        self.open: dict[int, int] = {}
        """The empty cells beside placed cards, each with its kind (see cards.py)."""
        self.statics: list[int] = []
        """The slots of cards with static abilities, oldest first."""
        self.guard: dict[int, int] = {}
        self.silence: dict[int, int] = {}
        self.void: int = 0
        """A bit for each slot that is a void star."""

    def clone(self) -> Universe:
        """An independent copy."""
        other = Universe(self.cards, self.grid)
        other.stones = self.stones[:]
        other.cells = self.cells[:]
        other.facing = self.facing[:]
        other.contacts = self.contacts[:]
        other.at = self.at.copy()
        other.open = self.open.copy()
        other.statics = self.statics[:]
        other.guard = self.guard.copy()
        other.silence = self.silence.copy()
        other.void = self.void
        return other

    def add(self, stone: Stone, cell: int, rotation: int, up: bool) -> int:
        """A new card; gives its slot. The table cell must be empty."""
        slot = len(self.stones)
        facing = stone.card << 3 | rotation
        self.stones.append(stone)
        self.cells.append(cell)
        self.facing.append(facing if up else facing | FACE_DOWN)
        self.contacts.append(0)
        if self.cards.statics[stone.card]:
            self.statics.append(slot)
        self.settle(slot, cell)
        return slot

    def settle(self, slot: int, cell: int) -> None:
        """Lays a card that is nowhere on an empty cell."""
        open = self.open
        at = self.at
        cards = self.cards
        kind_of, contacts_of = cards.kind_of, cards.contacts_of
        contacts = self.contacts
        steps, inside = self.grid.steps, self.grid.inside
        self.cells[slot] = cell
        contacts[slot] = cards.contacts(open.pop(cell, 0))
        at[cell] = slot
        shows = cards.shows[self.facing[slot]]
        for d in range(4):
            beside = cell + steps[d]
            kind = open.get(beside)
            touched = shows[d]
            if kind is not None:
                touched += contacts_of[kind] if kind >= 0 else -kind
            else:
                other = at.get(beside)
                if other is not None:
                    contacts[other] += touched
                    continue
                if beside not in inside:
                    continue
            kind = kind_of.get(touched)
            open[beside] = cards.kind(touched) if kind is None else kind

    def lift(self, slot: int) -> None:
        """Takes a card up from its cell; it keeps its slot and must be settled again."""
        open = self.open
        cell = self.cells[slot]
        shows = self.cards.shows[self.facing[slot]]
        steps = self.grid.steps
        del self.at[cell]
        if self.contacts[slot]:
            open[cell] = self.cards.kind(self.contacts[slot])
        for d in range(4):
            beside = cell + steps[d]
            other = self.at.get(beside)
            if other is not None:
                self.contacts[other] -= shows[d]
            elif beside in self.grid.inside:
                left = self.cards.contacts(open[beside]) - shows[d]
                if left:
                    open[beside] = self.cards.kind(left)
                else:
                    del open[beside]

    def reface(self, slot: int, facing: int) -> None:
        """Turns over or rotates a card where it lies (SE-1.6)."""
        cell = self.cells[slot]
        before = self.cards.shows[self.facing[slot]]
        after = self.cards.shows[facing]
        self.facing[slot] = facing
        steps = self.grid.steps
        for d in range(4):
            change = after[d] - before[d]
            if change:
                beside = cell + steps[d]
                other = self.at.get(beside)
                if other is not None:
                    self.contacts[other] += change
                elif beside in self.grid.inside:
                    self.open[beside] = self.cards.kind(self.cards.contacts(self.open[beside]) + change)

    def is_up(self, slot: int) -> bool:
        """Does the card lie face up?"""
        return not self.facing[slot] & FACE_DOWN

    def slot_of(self, no: int) -> int:
        """The slot of a serial number; -1 if no card has it."""
        stones = self.stones
        if 0 <= no < len(stones) and stones[no].no == no:
            return no
        for slot, stone in enumerate(stones):
            if stone.no == no:
                return slot
        return -1

    def is_one_piece(self) -> bool:
        """SE-8.10, option split: do all cards form one side-by-side connected group?"""
        at = self.at
        reached: set[int] = set()
        edge = [next(iter(at))] if at else []
        while edge:
            cell = edge.pop()
            if cell in reached:
                continue
            reached.add(cell)
            for step in self.grid.steps:
                if cell + step in at:
                    edge.append(cell + step)
        return len(reached) == len(at)


DIRECTIONS: Final = ("north", "east", "south", "west")
