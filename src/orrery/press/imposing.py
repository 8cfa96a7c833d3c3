"""Where things lie on sheets of paper: pure reckoning in millimetres, the corner at the top left being 0, 0.

A thing lies by its trim, the line along which it is cut; its bleed runs on around it. Things of one size are laid in a
grid in the middle of the sheet, the sheet lying whichever way takes more of them. Backs in duplex lie mirrored from
left to right, so that they come behind their faces when the sheet is turned over sideways.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from orrery.press.order import CARD, PAPERS, BadOrder, Order

MARGIN: Final = 5.0
"""What few printers reach: nothing that is cut out lies there."""
TICK: Final = 3.5
GAP: Final = 0.7
"""How far a mark stays off the cut, so that none of it is left on a card."""
OVERLAP: Final = 10.0
"""How much of a board two sheets share."""
TILE_MARGIN: Final = 8.0


@dataclass(frozen=True)
class Grid:
    """A sheet with places for things of one size."""

    width: float
    height: float
    columns: int
    rows: int
    x: float
    y: float
    step_x: float
    step_y: float

    @property
    def places(self) -> list[tuple[float, float]]:
        """The upper left corners of the trims, row by row."""
        return [
            (self.x + column * self.step_x, self.y + row * self.step_y)
            for row in range(self.rows)
            for column in range(self.columns)
        ]


@dataclass(frozen=True)
class Line:
    """A mark: a thin line between two points."""

    x1: float
    y1: float
    x2: float
    y2: float
    fold: bool = False


def grid(order: Order, wide: float, high: float) -> Grid:
    """The places for things of this size on the paper of an order. Raises BadOrder if not even one fits."""
    if order.paper == CARD:
        return Grid(wide, high, 1, 1, 0, 0, wide, high)
    found: list[Grid] = []
    step_x, step_y = wide + 2 * order.bleed, high + 2 * order.bleed
    short, long = PAPERS[order.paper]
    for width, height in ((short, long), (long, short)):
        columns = int((width - 2 * MARGIN + 1e-6) // step_x)
        rows = int((height - 2 * MARGIN + 1e-6) // step_y)
        if order.backs == "fold":
            columns -= columns % 2
        if columns and rows:
            x = (width - columns * step_x) / 2 + order.bleed
            y = (height - rows * step_y) / 2 + order.bleed
            found.append(Grid(width, height, columns, rows, x, y, step_x, step_y))
    if not found:
        two = "two of them side by side do" if order.backs == "fold" else "it does"
        raise BadOrder(f"{wide:g} by {high:g} mm: {two} not fit on {order.paper}; take larger paper or less bleed")
    return max(found, key=lambda each: each.columns * each.rows)


def mirrored(sheet: Grid, x: float, wide: float) -> float:
    """Where the back of a thing at x lies on the other side of the sheet."""
    return sheet.width - x - wide


def cut_marks(order: Order, sheet: Grid, places: list[tuple[float, float]], wide: float, high: float) -> list[Line]:
    """The marks for cutting things at these places: short ones off each corner, or lines along every cut from edge to
    edge. Short marks are left out where they would lie on a neighbour.
    """
    if order.marks == "none" or order.paper == CARD:
        return []
    xs = sorted({round(edge, 4) for x, _ in places for edge in (x, x + wide)})
    ys = sorted({round(edge, 4) for _, y in places for edge in (y, y + high)})
    if order.marks == "full":
        return [
            *(Line(x, 0, x, sheet.height) for x in xs),
            *(Line(0, y, sheet.width, y) for y in ys),
        ]
    found: list[Line] = []
    for x in xs:
        found += [Line(*ends) for ends in ticks(x, ys, places, wide, high, sheet.height, order.bleed, True)]
    for y in ys:
        found += [Line(*ends) for ends in ticks(y, xs, places, wide, high, sheet.width, order.bleed, False)]
    return found


def ticks(
    at: float,
    edges: list[float],
    places: list[tuple[float, float]],
    wide: float,
    high: float,
    whole: float,
    bleed: float,
    upright: bool,
) -> list[tuple[float, float, float, float]]:
    """The short marks on one line of cuts: before and after each thing that is cut along it, in the gaps only."""
    spans: list[tuple[float, float]] = []
    for x, y in places:
        start, first, second, size = (y, x, x + wide, high) if upright else (x, y, y + high, wide)
        if abs(first - at) < 1e-3 or abs(second - at) < 1e-3:
            spans.append((start, start + size))
    covered = sorted(set(spans))
    found: list[tuple[float, float]] = []
    for start, end in covered:
        for point, way in ((start, -1), (end, 1)):
            # In a gap between two things each has its half; outside all of them there is room for a whole mark.
            inner = any(abs(other - point) > 1e-3 and 0 < way * (other - point) <= 2 * bleed + 1e-3 for other in edges)
            touches = any(abs((s if way > 0 else e) - point) < 1e-3 for s, e in covered)
            length = bleed if inner else max(TICK, bleed) + GAP
            if touches or length <= GAP:
                continue
            far = min(max(point + way * length, 0), whole)
            found.append((point + way * GAP, far))
    return [(at, a, at, b) if upright else (a, at, b, at) for a, b in sorted(set(found))]


@dataclass(frozen=True)
class Tile:
    """A sheet that shows a part of something larger: which part, and in which row and column it belongs."""

    row: int
    column: int
    left: float
    top: float


@dataclass(frozen=True)
class Tiling:
    """How something larger than a sheet is shared out; `wide` and `high` are what a sheet shows of it."""

    width: float
    height: float
    wide: float
    high: float
    tiles: list[Tile]


def tiling(paper: str, size: float) -> Tiling:
    """The sheets for a square board of this size: as few as possible, whichever way the paper lies."""
    short, long = PAPERS[paper]
    found: list[Tiling] = []
    for width, height in ((short, long), (long, short)):
        room = (width - 2 * TILE_MARGIN, height - 2 * TILE_MARGIN)
        columns, rows = (1 if size <= one else ceil((size - OVERLAP) / (one - OVERLAP)) for one in room)
        # All sheets show parts of one size: what they share is the same everywhere.
        wide, high = ((size + (count - 1) * OVERLAP) / count for count in (columns, rows))
        tiles = [
            Tile(row, column, column * (wide - OVERLAP), row * (high - OVERLAP))
            for row in range(rows)
            for column in range(columns)
        ]
        found.append(Tiling(width, height, wide, high, tiles))
    return min(found, key=lambda each: len(each.tiles))


def folded(pages: int) -> list[tuple[int | None, int | None]]:
    """A booklet that is folded in the middle: which pages, from 0, lie left and right on each side of its sheets, the
    outermost first. None is an empty page at the end.
    """
    whole = max(4, ceil(pages / 4) * 4)

    def page(number: int) -> int | None:
        return number if number < pages else None

    found: list[tuple[int | None, int | None]] = []
    for sheet in range(whole // 4):
        first, last = 2 * sheet, whole - 1 - 2 * sheet
        found += [(page(last), page(first)), (page(first + 1), page(last - 1))]
    return found
