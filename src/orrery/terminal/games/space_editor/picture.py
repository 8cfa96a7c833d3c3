"""Drawing the universe of Space Editor: cards with their sides as they lie, on a grid with its coordinates.

A card shows its element (two letters, or one Japanese character), its kind and victory points, and its four sides where
they point. There are five sizes; the largest that fits the terminal is taken, and a universe that is too wide for the
smallest is drawn in bands. Columns and rows without a card are left out, with a gap where they would be. Where the
height is limited, cards lie without lines between their rows, and of a universe that is still too large the rows and
columns are drawn in which something happens.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from orrery.core.data import JsonObject
from orrery.terminal.drawing import Canvas, Glyphs, fit, styled, trim, width

Cell = tuple[int, int]

ELEMENT_STYLES: Final = {"water": "bold bright_blue", "wind": "bold green", "earth": "bold yellow", "fire": "bold red"}
SIDE_STYLES: Final = {"n": "bright_magenta", "g": "bright_cyan", "k": "bold", "-": "dim"}
KIND_SIGNS: Final = {"star": "★", "void": "☆", "planet": "●", "ability": "◆", "basepoint": "◎"}
PLAIN_SIGNS: Final = {"star": "S", "void": "s", "planet": "P", "ability": "A", "basepoint": "B"}
MARGIN: Final = 4


@dataclass(frozen=True)
class Size:
    """How large cards are drawn: cells across and lines down inside the frame."""

    name: str
    inner: int
    high: int
    lined: bool = True
    """Are there lines above and below a card?"""

    @property
    def framed(self) -> bool:
        """Are there lines at its sides?"""
        return self.high > 1

    @property
    def pitch(self) -> int:
        """How many rows it is from a card to the one below."""
        return self.high + self.lined


LARGE: Final = Size("large", 13, 3)
MEDIUM: Final = Size("medium", 9, 3)
SMALL: Final = Size("small", 7, 3)
NARROW: Final = Size("narrow", 5, 3)
TINY: Final = Size("tiny", 3, 1, lined=False)
SIZES: Final = (LARGE, MEDIUM, SMALL, NARROW, TINY)
FLAT: Final = tuple([Size(size.name, size.inner, size.high, lined=False) for size in (MEDIUM, SMALL, NARROW)])
"""Sizes for low windows."""


def side_text(side: str, short: bool = False) -> Text:
    """A side as it is written, in the colour of its energy.

    In short, a side with the binary mark has a capital letter instead, and a blank one is `*` alone.
    """
    written = side
    if short and side.endswith("*"):
        written = "*" if side == "-*" else side[:-1].upper()
    return styled(written, SIDE_STYLES.get(side[:1], ""))


def sides_shown(definition: JsonObject, rotation: int) -> list[str]:
    """The sides that a card shows to the north, east, south and west when it has been turned so often."""
    sides: list[str] = definition["sides"]
    return [sides[(d - rotation) % 4] for d in range(4)]


def kind_signs(glyphs: Glyphs) -> dict[str, str]:
    """The signs of the kinds of cards, one cell each; a star's is followed by its points."""
    return PLAIN_SIGNS if glyphs.plain else KIND_SIGNS


class Piece(ABC):
    """Something that lies in a cell of the picture."""

    framed = True

    @abstractmethod
    def draw(self, size: Size) -> list[Text]:
        """Its lines, at most as wide as the size says."""


@dataclass(frozen=True)
class CardPiece(Piece):
    """A card that lies face up, or one in a hand."""

    element: str | None
    code: str
    """The element in two cells."""
    sign: str
    """Kind and victory points, such as ★4."""
    sides: list[str]
    id: str
    name: str
    marks: str = ""

    def draw(self, size: Size) -> list[Text]:
        style = ELEMENT_STYLES.get(self.element or "", "bold")
        north, east, south, west = [side_text(side) for side in self.sides]
        if size is TINY:
            sign = self.sign if width(self.sign) == 1 else self.sign[1:] if len(self.sign) == 2 else self.sign[:1]
            return [styled(self.code + sign, style)]
        if size.name == NARROW.name:
            return self.draw_narrow(style)
        middle = self.name if size is LARGE else self.id if size.name == MEDIUM.name else ""
        free = size.inner - 2 * max(width(west), width(east)) - (2 if size is LARGE else 0)
        return [
            across(styled(self.code, style), north, styled(self.sign, style), size.inner),
            across(west, trim(styled(middle, style), max(free, 0)), east, size.inner),
            across(styled(self.marks, "bold"), south, styled(self.id if size is LARGE else "", "dim"), size.inner),
        ]

    def draw_narrow(self, style: str) -> list[Text]:
        """Five cells across: points and a mark at the lower left, sides with a binary mark as capitals or `*`."""
        north, east, south, west = [side_text(side, short=True) for side in self.sides]
        corner = styled(self.sign[1:], style).append(self.marks[:1], "bold")
        return [
            styled(self.code, style).append_text(north),
            across(fit(west, 2), styled(self.sign[:1], style), east, NARROW.inner),
            fit(corner, 2).append_text(south),
        ]


@dataclass(frozen=True)
class DownPiece(Piece):
    """A card that lies face down, with its name if it is known."""

    id: str
    name: str
    marks: str = ""

    def draw(self, size: Size) -> list[Text]:
        hatch = "/" * size.inner
        if size is TINY:
            return [styled(hatch, "dim")]
        name = self.name if size is LARGE else self.id
        label = trim(name, size.inner - 4 if size is LARGE else size.inner - 2)
        middle = fit(label, width(label) + 2, "centre") if label.plain else label
        spare = size.inner - width(middle)
        lines = [styled(hatch, "dim") for _ in range(3)]
        lines[1] = styled("/" * (spare // 2), "dim").append_text(middle).append("/" * (spare - spare // 2), "dim")
        lines[2] = styled(self.marks, "bold").append("/" * (size.inner - width(self.marks)), "dim")
        return lines


@dataclass(frozen=True)
class OpenPiece(Piece):
    """An empty cell in which a card may be put, with the rotations, or one that is looked at."""

    label: str

    framed = False

    def draw(self, size: Size) -> list[Text]:
        written = self.label if width(self.label) <= size.inner else self.label[:1] + "*"
        label = fit(written, size.inner, "centre")
        label.stylize("bold green")
        return [label] if size is TINY else [Text(), label, Text()]


def across(left: Text, middle: Text, right: Text, room: int) -> Text:
    """Three texts in a line: at the left, in the middle, at the right."""
    start = max((room - width(middle) + 1) // 2, width(left))
    start = max(min(start, room - width(right) - width(middle)), width(left))
    line = Text().append_text(left).append(" " * (start - width(left))).append_text(middle)
    line.append(" " * max(0, room - width(line) - width(right))).append_text(right)
    return trim(line, room)


def draw_universe(glyphs: Glyphs, pieces: dict[Cell, Piece], room: int, size: Size | None = None) -> list[Text]:
    """The pieces on their grid, north up, as large as they fit; in bands if they fit in no size."""
    across_cells = sorted({x for x, _ in pieces})
    for candidate in SIZES if size is None else (size,):
        if wide(across_cells, candidate) <= room:
            return draw_band(glyphs, pieces, across_cells, candidate)
    candidate = size or TINY
    lines: list[Text] = []
    while across_cells:
        count = len(across_cells)
        while count > 1 and wide(across_cells[:count], candidate) > room:
            count -= 1
        band, across_cells = across_cells[:count], across_cells[count:]
        lines += draw_band(glyphs, {cell: piece for cell, piece in pieces.items() if cell[0] in band}, band, candidate)
    return lines


def wide(columns: list[int], size: Size) -> int:
    """The cells that columns take."""
    return places(columns, size)[-1][1] + size.inner + 2


def high(rows: list[int], size: Size) -> int:
    """The lines that rows take, with the numbers of the columns above them; `rows` from north to south."""
    gaps = sum([1 for i, y in enumerate(rows) if i and rows[i - 1] - y > 1])
    return 1 + len(rows) * size.pitch + size.lined + gaps * (1 + size.lined)


def draw_whole(
    glyphs: Glyphs, pieces: dict[Cell, Piece], room: int, most: int, sizes: Sequence[Size]
) -> list[Text] | None:
    """All pieces in the first of these sizes that takes no more than this room and so many lines; None if none does."""
    columns, rows = sorted({x for x, _ in pieces}), sorted({y for _, y in pieces}, reverse=True)
    for size in sizes:
        if wide(columns, size) <= room and high(rows, size) <= most:
            return draw_band(glyphs, pieces, columns, size)
    return None


def draw_part(
    glyphs: Glyphs, pieces: dict[Cell, Piece], room: int, most: int, size: Size, worth: dict[Cell, int]
) -> tuple[list[Text], int]:
    """As much of the universe as fits: the rows and columns that are worth most. Also how many cards lie elsewhere."""
    rows = dearest({y for _, y in pieces}, {cell: worth.get(cell, 1) for cell in pieces}, 1)
    ys = fitting(rows, lambda some: high(sorted(some, reverse=True), size) <= most)
    columns = dearest({x for x, _ in pieces}, {cell: worth.get(cell, 1) for cell in pieces if cell[1] in ys}, 0)
    xs = fitting(columns, lambda some: wide(sorted(some), size) <= room)
    shown = {cell: piece for cell, piece in pieces.items() if cell[0] in xs and cell[1] in ys}
    outside = [cell for cell, piece in pieces.items() if cell not in shown and piece.framed]
    return draw_band(glyphs, shown, sorted({x for x, _ in shown}), size), len(outside)


def dearest(numbers: set[int], worth: dict[Cell, int], part: int) -> list[int]:
    """Columns (part 0) or rows (part 1), those first whose cells are worth most; what is beside such a one gains by
    it.
    """
    own = dict.fromkeys(numbers, 0)
    for cell, value in worth.items():
        own[cell[part]] += value
    total = {number: own[number] + (own.get(number - 1, 0) + own.get(number + 1, 0)) / 4 for number in numbers}
    return sorted(numbers, key=lambda number: (-total[number], abs(number), number))


def fitting(numbers: list[int], fits: Callable[[list[int]], bool]) -> list[int]:
    """As many of the numbers, one after the other, as fit; at least the first."""
    found = numbers[:1]
    for number in numbers[1:]:
        if fits([*found, number]):
            found.append(number)
    return found


def places(numbers: list[int], size: Size) -> list[tuple[int, int]]:
    """Where columns stand: their numbers, and the cell where each begins. Frames are shared by neighbours."""
    found: list[tuple[int, int]] = []
    at = MARGIN
    for i, number in enumerate(numbers):
        if i:
            at += size.inner + 1 + (2 if number - numbers[i - 1] > 1 else 0)
        found.append((number, at))
    return found


def draw_band(glyphs: Glyphs, pieces: dict[Cell, Piece], columns: list[int], size: Size) -> list[Text]:
    """Pieces of these columns, with coordinates above and at the left."""
    canvas = Canvas(glyphs)
    rows = sorted({y for _, y in pieces}, reverse=True)
    side, line = int(size.framed), int(size.lined)
    canvas.write(0, 0, styled("y\\x", "dim"))
    starts = dict(places(columns, size))
    for x, start in starts.items():
        canvas.write(start, 0, styled(fit(str(x), size.inner + 2 * side, "centre").plain.rstrip(), "dim"))
    top = 1
    for i, y in enumerate(rows):
        if i and rows[i - 1] - y > 1:
            top += 1 + line
        canvas.write(0, top + line + size.high // 2, styled(f"{y:>3}", "dim"))
        for x, start in starts.items():
            piece = pieces.get((x, y))
            if piece is None:
                continue
            if line and piece.framed:
                canvas.box(start, top, size.inner, size.high)
            elif side and piece.framed:
                canvas.posts(start, top, size.inner, size.high)
            for row, text in enumerate(piece.draw(size)):
                canvas.write(start + side, top + line + row, trim(text, size.inner))
        top += size.pitch
    return canvas.rows()
