"""Things laid out on sheets of paper and set: what `orrery print` and the page's *Print* give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from orrery.core.data import JsonObject
from orrery.press import imposing
from orrery.press.boxes import with_boxes
from orrery.press.imposing import Grid, Line
from orrery.press.order import CARD, BadOrder, Order
from orrery.press.prints import Face, Pictures, Prints, Thing
from orrery.press.typesetting import Files, Typesetter

NOTES: Final = {
    "long": {"en": "backs: print on both sides, turned over along the long edge", "ja": "裏面: 両面印刷、長辺とじ"},
    "short": {"en": "backs: print on both sides, turned over along the short edge", "ja": "裏面: 両面印刷、短辺とじ"},
    "fold": {"en": "fold along the dashed line, glue, then cut", "ja": "点線で折り、貼り合わせてから切ります"},
}
"""What stands below a sheet."""
APART: Final = 3.0
"""How much room round things have around them."""
MOST_THINGS: Final = 2000
"""More than that is no deck any more, and a machine would set it for minutes."""


@dataclass
class Put:
    """A side of a thing at a place: the corner of its trim."""

    thing: Thing
    face: Face
    x: float
    y: float


@dataclass
class Sheet:
    """One side of a sheet of paper."""

    width: float
    height: float
    puts: list[Put] = field(default_factory=list)
    marks: list[Line] = field(default_factory=list)
    note: str = ""
    bleed: float = 0.0


def laid_out(things: list[Thing], order: Order, title: str) -> list[Sheet]:
    """The sheets of these things, those of one size together, each followed by its back where backs are wanted. Raises
    BadOrder.
    """
    count = sum(thing.copies for thing in things)
    if not count:
        raise BadOrder("there is nothing to print: no card meets what is asked for")
    if count > MOST_THINGS:
        raise BadOrder(f"{count} cards are more than can be printed at once; right are up to {MOST_THINGS}")
    # Round things of all sizes lie together, each in the middle of a place that the largest fits into.
    largest = max((thing.wide for thing in things if thing.is_round), default=0.0)
    sizes: dict[tuple[float, float, bool], list[Thing]] = {}
    for thing in things:
        place = (thing.wide, thing.high) if not thing.is_round or order.paper == CARD else (largest, largest)
        sizes.setdefault((*place, thing.is_round), []).extend([thing] * thing.copies)
    found: list[Sheet] = []
    for (wide, high, is_round), group in sizes.items():
        grid = round_grid(order, wide, high) if is_round else imposing.grid(order, wide, high)
        if order.backs == "fold" and any(thing.back for thing in group):
            found += fold_sheets(group, order, grid, wide, high, is_round)
        else:
            found += plain_sheets(group, order, grid, wide, high, is_round)
    if order.paper != CARD:
        for number, sheet in enumerate(found, 1):
            sheet.note = f"{title} · {number}/{len(found)}{sheet.note}"
    return found


def plain_sheets(
    group: list[Thing], order: Order, grid: Grid, wide: float, high: float, is_round: bool
) -> Iterable[Sheet]:
    """Faces, and after each sheet of them their backs, mirrored."""
    places = grid.places
    for start in range(0, len(group), len(places)):
        some = list(zip(group[start : start + len(places)], places, strict=False))
        used = [place for _, place in some]
        face = blank(order, grid)
        face.puts = [put_into(thing, thing.face, x, y, wide, high) for thing, (x, y) in some]
        cuts = imposing.cut_marks(order, grid, used, wide, high)
        face.marks = round_marks(order, face.puts) if is_round else cuts
        yield face
        if order.backs == "duplex" and any(thing.back for thing, _ in some):
            back = blank(order, grid)
            back.puts = [
                put_into(thing, thing.back, imposing.mirrored(grid, x, wide), y, wide, high)
                for thing, (x, y) in some
                if thing.back is not None
            ]
            edge = "long" if grid.width < grid.height else "short"
            back.note = f" · {NOTES[edge][order.langs[0]]}"
            yield back


def fold_sheets(
    group: list[Thing], order: Order, grid: Grid, wide: float, high: float, is_round: bool
) -> Iterable[Sheet]:
    """Faces to the left of a fold, their backs mirrored to the right of it."""
    left = [(x, y) for x, y in grid.places if x + wide / 2 < grid.width / 2]
    for start in range(0, len(group), len(left)):
        some = list(zip(group[start : start + len(left)], left, strict=False))
        sheet = blank(order, grid)
        used: list[tuple[float, float]] = []
        for thing, (x, y) in some:
            other = imposing.mirrored(grid, x, wide)
            sheet.puts.append(put_into(thing, thing.face, x, y, wide, high))
            used += [(x, y), (other, y)]
            if thing.back is not None:
                sheet.puts.append(put_into(thing, thing.back, other, y, wide, high))
        middle = grid.width / 2
        cuts = round_marks(order, sheet.puts) if is_round else imposing.cut_marks(order, grid, used, wide, high)
        sheet.marks = [*cuts, Line(middle, 0, middle, grid.height, fold=True)]
        sheet.note = f" · {NOTES['fold'][order.langs[0]]}"
        yield sheet


def round_grid(order: Order, wide: float, high: float) -> Grid:
    """Places for round things, with room between them for their marks and for scissors."""
    if order.paper == CARD:
        return imposing.grid(order, wide, high)
    found = imposing.grid(order, wide + 2 * APART, high + 2 * APART)
    return replace(found, x=found.x + APART, y=found.y + APART)


def put_into(thing: Thing, face: Face, x: float, y: float, wide: float, high: float) -> Put:
    """A side of a thing in the middle of a place of this size."""
    return Put(thing, face, x + (wide - thing.wide) / 2, y + (high - thing.high) / 2)


def round_marks(order: Order, puts: list[Put]) -> list[Line]:
    """Marks for round things: a short one above, below and beside each, towards its middle."""
    if order.marks == "none" or order.paper == CARD:
        return []
    found: list[Line] = []
    gap, tick = order.bleed + imposing.GAP, 1.6
    for put in puts:
        x, y, wide, high = put.x, put.y, put.thing.wide, put.thing.high
        across, down = x + wide / 2, y + high / 2
        found += [
            Line(across, y - gap, across, y - gap - tick),
            Line(across, y + high + gap, across, y + high + gap + tick),
        ]
        found += [Line(x - gap, down, x - gap - tick, down), Line(x + wide + gap, down, x + wide + gap + tick, down)]
    return found


def blank(order: Order, grid: Grid) -> Sheet:
    """An empty side of a sheet."""
    return Sheet(grid.width, grid.height, bleed=order.bleed if order.paper == CARD else 0.0)


def job_of(sheets: list[Sheet], order: Order, title: str) -> JsonObject:
    """The sheets as the template reads them; each side of a thing is told once."""
    sides: list[JsonObject] = []
    numbers: dict[int, int] = {}
    written: list[JsonObject] = []
    for sheet in sheets:
        puts: list[JsonObject] = []
        for put in sheet.puts:
            number = numbers.get(id(put.face))
            if number is None:
                number = numbers[id(put.face)] = len(sides)
                thing = put.thing
                sides.append(
                    {
                        "face": put.face.name,
                        "data": put.face.data,
                        "thing": thing.name,
                        "wide": thing.wide,
                        "high": thing.high,
                        "round": thing.is_round,
                    }
                )
            puts.append({"side": number, "x": put.x - order.bleed, "y": put.y - order.bleed})
        marks = [{"x1": m.x1, "y1": m.y1, "x2": m.x2, "y2": m.y2, "fold": m.fold} for m in sheet.marks]
        shown = {"width": sheet.width, "height": sheet.height, "bleed": sheet.bleed, "note": sheet.note}
        written.append({**shown, "puts": puts, "marks": marks})
    return {
        "title": title,
        "bleed": order.bleed,
        "langs": list(order.langs),
        "saver": order.ink_saver,
        "clear": False,
        "sides": sides,
        "sheets": written,
    }


def typesetter(prints: Prints, things: list[Thing], order: Order, pictures: Pictures, title: str) -> Typesetter:
    """What sets the sheets of these things. Raises BadOrder."""
    sheets = laid_out(things, order, title)
    files: Files = {**pictures.files, "faces.typ": prints.template()}
    return Typesetter("sheets.typ", files, job_of(sheets, order, title))


def things_pdf(prints: Prints, things: list[Thing], order: Order, pictures: Pictures, title: str) -> bytes:
    """The sheets of these things as a PDF. Raises BadOrder."""
    return with_boxes(typesetter(prints, things, order, pictures, title).made()[0])
