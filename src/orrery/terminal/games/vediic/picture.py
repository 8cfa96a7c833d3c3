"""The chart of Vediic in characters, laid out from the coordinates of the board, so that every board can be drawn.

Circles stand where the board says, with paths between them; tiles, house numbers and planets take the free cells
nearest to their places. What finds no room on a narrow screen is left out: the lists beside the chart say all of it.
"""

from __future__ import annotations

from typing import Final

from rich.text import Text

from orrery.games.vediic.board import HOUSES, Board
from orrery.games.vediic.cards import COLORS
from orrery.terminal.drawing import LEFT, RIGHT, Canvas, Glyphs, styled, width

Point = tuple[float, float]

COLOR_STYLES: Final = {
    "yellow": "bright_yellow",
    "purple": "magenta",
    "orange": "yellow",
    "blue": "bright_blue",
    "green": "green",
    "red": "red",
    "gray": "white",
}
SEATS: Final = "ABCDEFG"
"""The marks of the seats; a pawn is a mark and its number."""
ROWS: Final = 24
"""How high the chart is where there is room: the rows below its first."""
LOWER: Final = (16, 14, 13, 12)
"""How high it is where there is less: at its full width all of it still finds room, but at the lowest some of several
planets in one house.
"""
LOWEST: Final = 8
"""How high it is where nothing else can be done."""
CLOSE: Final = 13
"""A lower chart than this has its house numbers before the colours, which find room beside them."""
BROAD: Final = 75
"""The columns that a low chart needs to show all."""
WIDEST: Final = 96
MARKS: Final = 4
"""The cells kept to the right of a circle for two pawns."""


NEAR: Final = sorted([(abs(dx) + 4 * abs(dy), dy, dx) for dy in range(-4, 5) for dx in range(-16, 17)])
"""Steps from a cell to those around it, the nearest first: a row is as far as four columns."""


def planet_sign(retrograde: bool) -> str:
    """What stands before a planet's letters: a star, or a warning in retrograde."""
    return "!" if retrograde else "*"


def pawn_marks(pawns: list[tuple[int, int]]) -> str:
    """The pawns on one circle, as they stand after its name: two by their marks, more by their number."""
    if len(pawns) > 2:
        return f"x{len(pawns)}"
    return "".join([f"{SEATS[seat]}{pawn}" for seat, pawn in pawns])


class Chart:
    """One drawing of a board."""

    def __init__(self, board: Board, glyphs: Glyphs, room: int, codes: dict[str, str], high: int = ROWS) -> None:
        """`codes` are the letters of the colours, two cells each. `high` is how far the last row is from the first."""
        self.board = board
        self.codes = codes
        self.canvas = Canvas(glyphs)
        self.taken: set[tuple[int, int]] = set()
        self.crossed: set[tuple[int, int]] = set()
        """Cells of slanting paths, which give way where nothing else is free."""
        label = max(len(id) for id in board.ids)
        self.wide = min(WIDEST, room - label - MARKS)
        self.room = room
        self.high = high
        xs, ys = [x for x, _ in board.places], [y for _, y in board.places]
        self.low = (min(xs), min(ys))
        self.span = (max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0)

    def cell(self, place: Point) -> tuple[int, int]:
        """Column and row of a point of the board."""
        x = (place[0] - self.low[0]) / self.span[0] * self.wide
        y = (place[1] - self.low[1]) / self.span[1] * self.high
        return int(x + 0.5), int(y + 0.5)

    def draw(
        self,
        pawns: dict[str, list[tuple[int, int]]],
        planets: dict[str, tuple[int, bool]],
        own: int | None,
        lamp: str | None,
    ) -> list[Text]:
        """The chart with pawns by circle, and planets with house and retrograde; `lamp` is the planet of
        enlightenment.
        """
        for circle, others in enumerate(self.board.neighbours):
            for other in others:
                if circle < other:
                    self.path(circle, other)
        for circle, id in enumerate(self.board.ids):
            self.circle(circle, id, pawns.get(id, []), own)
        steps = (self.houses, self.tiles) if self.high < CLOSE else (self.tiles, self.houses)
        for step in steps:
            step()
        for name, (house, retrograde) in planets.items():
            token = Text(planet_sign(retrograde) + self.codes[name] + ("@" if name == lamp else ""))
            token.stylize(f"bold {COLOR_STYLES[name]}")
            self.put(self.centre(house), token, self.polygon(house))
        return self.canvas.rows()

    def path(self, start: int, end: int) -> None:
        """The line between two circles."""
        (x1, y1), (x2, y2) = sorted([self.cell(self.board.places[start]), self.cell(self.board.places[end])])
        x1, x2 = x1 + 1, x2 + 1
        if y1 == y2:
            for x in range(x1, x2 + 1):
                self.canvas.lines[(x, y1)] = LEFT | RIGHT
                self.taken.add((x, y1))
            return
        sign = "|" if x1 == x2 else "\\" if y2 > y1 else "/"
        if sign == "|" and not self.canvas.glyphs.plain:
            sign = self.canvas.glyphs.lines[5]
        step = 1 if y2 > y1 else -1
        for y in range(y1 + step, y2, step):
            x = int(x1 + (x2 - x1) * (y - y1) / (y2 - y1) + 0.5)
            self.canvas.write(x, y, styled(sign, "dim"))
            self.crossed.add((x, y))

    def circle(self, circle: int, id: str, pawns: list[tuple[int, int]], own: int | None) -> None:
        """A circle by its name, with the pawns on it."""
        x, y = self.cell(self.board.places[circle])
        marks = pawn_marks(pawns)
        mine = any(seat == own for seat, _ in pawns)
        text = Text(id).append(marks, "bold cyan" if mine else "bold")
        self.canvas.write(x, y, text)
        self.taken.update([(x + i, y) for i in range(-1, width(text) + 1)])

    def tiles(self) -> None:
        """The colours of the tiles."""
        for tile in self.board.tiles:
            name = COLORS[tile.color]
            centre = self.mean([self.board.places[circle] for circle in tile.circles])
            self.put(centre, styled(self.codes[name], COLOR_STYLES[name]), self.polygon(tile.house))

    def houses(self) -> None:
        """The numbers of all houses."""
        for house in range(1, HOUSES + 1):
            self.house(house)

    def house(self, house: int) -> None:
        """The number of a house, with its R if it has one."""
        text = Text(f"[{house}]")
        for color, home in enumerate(self.board.retrograde):
            if home == house:
                text.append("R:").append(self.codes[COLORS[color]], COLOR_STYLES[COLORS[color]])
        self.put(self.centre(house), text, self.polygon(house))

    def put(self, place: Point, text: Text, polygon: list[Point] | None) -> None:
        """Writes a text in the free cells nearest to a place, within a house if its outline is known."""
        size = width(text)
        at = self.room_for(place, size, polygon, self.taken | self.crossed)
        at = at or self.room_for(place, size, polygon, self.taken)
        if at is not None:
            self.canvas.write(*at, text)
            self.taken.update([(at[0] + i, at[1]) for i in range(size)])

    def room_for(
        self, place: Point, size: int, polygon: list[Point] | None, taken: set[tuple[int, int]]
    ) -> tuple[int, int] | None:
        """The cell nearest to a place where a text of this size keeps clear of what is taken, if there is one."""
        x0, y0 = self.cell(place)
        for _, dy, dx in NEAR:
            x, y = x0 + dx - (size - 1) // 2, y0 + dy
            if x < 0 or x + size > self.room or not 0 <= y <= self.high:
                continue
            if any((x + i, y) in taken for i in range(-1, size + 1)):
                continue
            if polygon is None or all(self.inside(x + i, y, polygon) for i in (0, size - 1)):
                return x, y
        return None

    def inside(self, x: int, y: int, polygon: list[Point]) -> bool:
        """Does a cell lie within an outline? Circles are written from their point on, so that lines lie one on."""
        px = (x - 1) / max(self.wide, 1) * self.span[0] + self.low[0]
        py = y / self.high * self.span[1] + self.low[1]
        found = False
        for i, (ax, ay) in enumerate(polygon):
            bx, by = polygon[i - 1]
            if (ay > py) != (by > py) and px < (bx - ax) * (py - ay) / (by - ay) + ax:
                found = not found
        return found

    def polygon(self, house: int) -> list[Point] | None:
        """The outline of a house, where the board gives one."""
        points = self.board.source["houses"][house - 1].get("polygon")
        return None if points is None else [(float(x), float(y)) for x, y in points]

    def centre(self, house: int) -> Point:
        """The middle of a house."""
        centre = self.board.source["houses"][house - 1].get("centre")
        if centre is not None:
            return float(centre[0]), float(centre[1])
        circles = {circle for tile in self.board.tiles if tile.house == house for circle in tile.circles}
        return self.mean([self.board.places[circle] for circle in sorted(circles)])

    @staticmethod
    def mean(points: list[Point]) -> Point:
        """The middle of some points."""
        count = max(len(points), 1)
        return sum([x for x, _ in points]) / count, sum([y for _, y in points]) / count
