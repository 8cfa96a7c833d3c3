"""Single cards as pictures, and sheets of them for other tables: what `orrery export` writes."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final, Literal

from orrery.press.order import BadOrder, Order
from orrery.press.prints import Face, Pictures, Prints, Thing
from orrery.press.sheets import Put, Sheet, job_of
from orrery.press.typesetting import Typesetter

MILLIMETRES: Final = 25.4
MOST_PIXELS: Final = 4096
"""The longest side of a sheet: what Tabletop Simulator's makers advise."""
LEAST_PPI: Final = 30
MOST_PPI: Final = 600


def page_of(thing: Thing, face: Face, order: Order) -> Sheet:
    """A side of a thing alone on its page."""
    return Sheet(thing.wide, thing.high, [Put(thing, face, 0, 0)])


def drawn(
    prints: Prints, sheets: list[Sheet], order: Order, pictures: Pictures, format: Literal["svg", "png"], ppi: float
) -> list[bytes]:
    """Sheets as pictures, one each, clear where nothing is drawn. Raises BadOrder."""
    files = {**pictures.files, "faces.typ": prints.template()}
    job = {**job_of(sheets, order, ""), "clear": True}
    return Typesetter("sheets.typ", files, job).made(format, ppi if format == "png" else None)


def singles(
    prints: Prints, things: list[Thing], order: Order, pictures: Pictures, format: Literal["svg", "png"], ppi: float
) -> dict[str, bytes]:
    """Each card once as a picture by the name of its file, and each back that they have. Raises BadOrder."""
    if not things:
        raise BadOrder("there is nothing to export: no card meets what is asked for")
    if not LEAST_PPI <= ppi <= MOST_PPI:
        raise BadOrder(f"--ppi {ppi:g}: right are {LEAST_PPI} to {MOST_PPI} pixels an inch")
    sides: dict[str, Sheet] = {}
    backs: dict[str, str] = {}
    for thing in things:
        sides[f"{thing.name}.{format}"] = page_of(thing, thing.face, order)
        if thing.back is not None and order.backs != "none":
            key = repr(thing.back)
            if key not in backs:
                backs[key] = f"back-{len(backs) + 1}.{format}"
                sides[backs[key]] = page_of(thing, thing.back, order)
    made = drawn(prints, list(sides.values()), order, pictures, format, ppi)
    return dict(zip(sides, made, strict=True))


@dataclass
class Atlas:
    """A sheet of faces in rows, all of one size, and where each lies on it."""

    things: list[Thing]
    columns: int
    rows: int
    png: bytes


def atlas(prints: Prints, things: list[Thing], order: Order, pictures: Pictures) -> Atlas:
    """Up to 69 faces on one sheet whose longer side is at most 4096 pixels. The last place stays free: there a table
    shows what is hidden. Raises BadOrder.
    """
    first = things[0]
    columns = max(2, min(10, len(things) + 1))
    rows = max(2, ceil((len(things) + 1) / columns))
    wide, high = columns * first.wide, rows * first.high
    sheet = Sheet(wide, high)
    for i, thing in enumerate(things):
        sheet.puts.append(Put(thing, thing.face, i % columns * first.wide, i // columns * first.high))
    if first.back is not None:
        sheet.puts.append(Put(first, first.back, (columns - 1) * first.wide, (rows - 1) * first.high))
    # A little less than the whole, for the typesetter rounds up.
    ppi = min(300.0, (MOST_PIXELS - 2) / max(wide, high) * MILLIMETRES)
    return Atlas(things, columns, rows, drawn(prints, [sheet], order, pictures, "png", ppi)[0])
