"""Boards: circles, paths, houses and tiles from a data file, checked, with the tables that the rules ask.

A board file is JSON with `circles` (id, x, y, neighbours), `houses` (house, retrograde, tiles with color and circles)
and perhaps the drawing (polygons, kinds, centres). What stands there twice (the tiles of a circle, the retrograde map)
must agree. A fault names the place and what would be right (VE-2).
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

from orrery.core.clause import covers
from orrery.core.data import DataFault, Fields, JsonObject, named, shown, to_integer, to_list, to_text
from orrery.core.notation import digest
from orrery.games.vediic.cards import COLOR_INDEX, COLORS, GRAY

HOUSES: Final = 12
FEWEST_CIRCLES: Final = 14
"""VE-3.5: seven players put two pawns each on empty circles."""
MOST_CIRCLES: Final = 200
MOST_PATTERNS: Final = 512
"""How many patterns of neighbouring pawns are remembered for one pawn on one circle."""

PROMOTED: Final = -1
UNPLACED: Final = -2
OFF_BOARD: Final = 2
"""A pawn off the board stands on circle -1 or -2: tables by circle end with so many empty entries for it."""

WALK: Final = 2
LEAP: Final = 4
ID: Final = re.compile("[a-z0-9][a-z0-9_-]*")
RESERVED: Final = ("promoted", "with")


class Tile:
    """A coloured tile of a house and the circles that it touches."""

    __slots__ = ("circles", "color", "house")

    def __init__(self, house: int, color: int, circles: list[int]) -> None:
        self.house = house
        self.color = color
        self.circles = circles


class Board:
    """VE-2: a board. Circles are meant by index; sets of circles are bit sets."""

    def __init__(self, source: JsonObject, file: str = "board") -> None:
        """Raises DataFault naming what is wrong."""
        self.source = source
        self.is_brought = False
        """Does a match bring it along? Then positions have it whole, and do not name it (boards.py)."""
        self.ids: list[str] = []
        self.index: dict[str, int] = {}
        self.places: list[tuple[float, float]] = []
        self.neighbours: list[list[int]] = []
        self.tiles: list[Tile] = []
        self.retrograde: list[int] = []
        """VE-2.5: the house with the R of each colour."""
        self.lines: dict[int, str] = {}
        """Action lines once written; words.py keeps them here."""
        reader = _Reader(self, Fields(source, file))
        self.name: str = reader.read_head()
        self.version: int = reader.version
        reader.read_circles()
        reader.read_houses()
        reader.done()
        self.hash: str = digest(source)
        self._measure()
        self._light()

    def _measure(self) -> None:
        """VE-11.2, VE-11.4, VE-11.5: distances, and what can be reached from each circle."""
        n = len(self.ids)
        self.bits: list[int] = [1 << circle for circle in range(n)] + [0] * OFF_BOARD
        self.near: list[int] = [sum([1 << other for other in row]) for row in self.neighbours]
        self.distance: list[list[int]] = [self._distances(circle) for circle in range(n)]
        self.ball: list[int] = [self._within(circle, 1, WALK) for circle in range(n)]
        """The circles that one or two steps can reach when nothing bars the way."""
        far = max([max(row) for row in self.distance])
        self.leaps: list[list[list[int]]] = [
            [self._ring(circle, 1 if k == 1 else 2 * k + 1, 2 * k + 2) for circle in range(n)]
            for k in range(1, max(1, (far - 1) // 2) + 1)
        ]
        """VE-11.5: by the number of green cards less one, by circle: the circles that take just so many."""
        self.walks: list[dict[int, list[int]]] = [{} for _ in range(2 * n)]
        """By circle and pawn: the lists of free walks, by the pattern of pawns around."""

    def _distances(self, start: int) -> list[int]:
        steps = [-1] * len(self.ids)
        steps[start] = 0
        queue = [start]
        for circle in queue:
            for other in self.neighbours[circle]:
                if steps[other] < 0:
                    steps[other] = steps[circle] + 1
                    queue.append(other)
        return steps

    def _ring(self, circle: int, low: int, high: int) -> list[int]:
        return [other for other, steps in enumerate(self.distance[circle]) if low <= steps <= high]

    def _within(self, circle: int, low: int, high: int) -> int:
        return sum([1 << other for other in self._ring(circle, low, high)])

    def _light(self) -> None:
        """VE-6.2, VE-6.3: which circles a planet activates, by house and everywhere."""
        self.local: list[list[int]] = [[0] * (HOUSES + 1) for _ in COLORS]
        """By colour and house: the circles touched by the tiles of the colour in the house."""
        self.everywhere: list[int] = [0] * len(COLORS)
        """By colour: the circles touched by any tile of the colour."""
        for tile in self.tiles:
            touched = 0
            for circle in tile.circles:
                touched |= 1 << circle
            self.local[tile.color][tile.house] |= touched
            self.everywhere[tile.color] |= touched
        self.local_lists: list[list[list[int]]] = [[self.members(circles) for circles in row] for row in self.local]
        self.gray: list[int] = self.members(self.everywhere[GRAY])
        """VE-11.6: the circles that a gray card leads to."""

    def members(self, circles: int) -> list[int]:
        """The circles of a bit set, in order."""
        return [circle for circle in range(len(self.ids)) if circles >> circle & 1]

    def has_tile(self, house: int, color: int, circle: int) -> bool:
        """VE-2.4: does a tile of this colour in this house touch the circle? Asked of the tiles themselves."""
        return any(tile.house == house and tile.color == color and circle in tile.circles for tile in self.tiles)

    def reach(self, circle: int, taken: int) -> int:
        """VE-11.2, VE-11.3: where a walk may end, pawns there or not: one step, or two through a circle without
        pawns.
        """
        found = self.near[circle]
        for other in self.neighbours[circle]:
            if not taken >> other & 1:
                found |= self.near[other]
        return found & ~self.bits[circle]


class _Reader:
    """Fills a board from the fields of its file."""

    def __init__(self, board: Board, fields: Fields) -> None:
        self.board = board
        self.fields = fields
        self.version: int = 1
        self.said: list[tuple[int, str, list[Any]]] = []
        """The tiles that circles say they touch, to be compared with what the tiles say."""

    def read_head(self) -> str:
        """Name, version, and what every board has alike."""
        fields = self.fields
        name = fields.text("name")
        if not ID.fullmatch(name):
            raise DataFault(fields.at("name"), f"{shown(name)} is no name; it is lower-case letters, digits, - and _")
        fields.word("game", ("vediic",), "vediic")
        self.version = fields.integer("version", 1, None, 1)
        fields.word("direction", ("anticlockwise", "clockwise"), "anticlockwise")
        if fields.items("colors", list(COLORS)) != list(COLORS):
            raise DataFault(fields.at("colors"), f"the colours are {', '.join(COLORS)}, in this order")
        if fields.items("ring", list(range(1, HOUSES + 1))) != list(range(1, HOUSES + 1)):
            raise DataFault(fields.at("ring"), "the planets go through the houses 1 to 12 in this order")
        if fields.has("planets"):
            names = Fields(fields.raw("planets"), fields.at("planets"))
            for color in COLORS:
                names.text(color)
            names.done()
        return name

    def read_circles(self) -> None:
        """VE-2.2: circles and paths."""
        board, fields = self.board, self.fields
        rows = [Fields(raw, named(fields.at("circles"), i)) for i, raw in enumerate(fields.items("circles"))]
        if not FEWEST_CIRCLES <= len(rows) <= MOST_CIRCLES:
            raise DataFault(
                fields.at("circles"),
                f"there are {len(rows)}; the pawns of seven players need {FEWEST_CIRCLES}, {MOST_CIRCLES} are the most",
            )
        for row in rows:
            id = row.text("id")
            if not ID.fullmatch(id) or id in RESERVED:
                raise DataFault(row.at("id"), f"{shown(id)} is no id; it is lower-case letters, digits, - and _")
            if id in board.index:
                raise DataFault(row.at("id"), f"{id} stands there twice")
            board.index[id] = len(board.ids)
            board.ids.append(id)
            board.places.append((to_number(row.raw("x"), row.at("x")), to_number(row.raw("y"), row.at("y"))))
            row.text("kind", "")
        for circle, row in enumerate(rows):
            board.neighbours.append(self._circles(row, "neighbours", "a path leads to"))
            if row.has("tiles"):
                self.said.append((circle, row.at("tiles"), row.items("tiles")))
            row.done()
        self._check_paths()

    def _circles(self, row: Fields, key: str, what: str) -> list[int]:
        """A list of circles by id, none twice."""
        found: list[int] = []
        for i, raw in enumerate(row.items(key)):
            id = to_text(raw, named(row.at(key), i))
            circle = self.board.index.get(id, -1)
            if circle < 0:
                raise DataFault(named(row.at(key), i), f"{what} {shown(id)}, which is no circle of the board")
            if circle in found:
                raise DataFault(named(row.at(key), i), f"{id} stands there twice")
            found.append(circle)
        return found

    def _check_paths(self) -> None:
        board, path = self.board, self.fields.at("circles")
        for circle, row in enumerate(board.neighbours):
            for other in row:
                if other == circle:
                    raise DataFault(named(path, circle), f"a path leads from {board.ids[circle]} to itself")
                if circle not in board.neighbours[other]:
                    a, b = board.ids[circle], board.ids[other]
                    raise DataFault(
                        named(path, circle), f"{a} has the neighbour {b}, but {b} has not the neighbour {a}"
                    )
        for circle, steps in enumerate(board._distances(0)):
            if steps < 0:
                raise DataFault(named(path, circle), f"no path leads from {board.ids[0]} to {board.ids[circle]}")

    def read_houses(self) -> None:
        """VE-2.1, VE-2.3 to VE-2.6: houses with their tiles, and an R for each colour."""
        board, fields = self.board, self.fields
        rows = fields.items("houses")
        if len(rows) != HOUSES:
            raise DataFault(fields.at("houses"), f"there are {len(rows)} houses; a chart has {HOUSES}")
        found: dict[int, int] = {}
        for i, raw in enumerate(rows):
            row = Fields(raw, named(fields.at("houses"), i))
            row.integer("house", i + 1, i + 1)
            if row.raw("retrograde") is not None:
                color = COLOR_INDEX[row.word("retrograde", COLORS)]
                if color in found:
                    raise DataFault(
                        row.at("retrograde"), f"the R of {COLORS[color]} stands in house {found[color]} already"
                    )
                found[color] = i + 1
            row.text("shape", "")
            for key in ("polygon", "central"):
                check_polygon(row, key)
            if row.has("centre"):
                to_point(row.raw("centre"), row.at("centre"))
            for k, tile in enumerate(row.items("tiles")):
                self._read_tile(i + 1, Fields(tile, named(row.at("tiles"), k)))
            row.done()
        for color in range(len(COLORS)):
            if color not in found:
                raise DataFault(fields.at("houses"), f"no house carries the R of {COLORS[color]}")
            if all(tile.color != color for tile in board.tiles):
                raise DataFault(fields.at("houses"), f"no tile is {COLORS[color]}; its planet would activate nothing")
            board.retrograde.append(found[color])

    def _read_tile(self, house: int, row: Fields) -> None:
        color = COLOR_INDEX[row.word("color", COLORS)]
        circles = self._circles(row, "circles", "the tile touches")
        if not circles:
            raise DataFault(row.at("circles"), f"the {COLORS[color]} tile of house {house} touches no circle")
        if row.has("corner"):
            corner = self.board.index.get(row.text("corner"), -1)
            if corner not in circles:
                raise DataFault(row.at("corner"), f"{shown(row.raw('corner'))} is not among the circles of the tile")
        check_polygon(row, "polygon")
        row.done()
        self.board.tiles.append(Tile(house, color, circles))

    def done(self) -> None:
        """What stands there twice must agree, and nothing may be left over."""
        board, fields = self.board, self.fields
        if fields.has("retrograde"):
            row = Fields(fields.raw("retrograde"), fields.at("retrograde"))
            for color, house in enumerate(board.retrograde):
                if row.integer(COLORS[color], 1, HOUSES) != house:
                    raise DataFault(row.at(COLORS[color]), f"by the houses it is {house}")
            row.done()
        for circle, path, rows in self.said:
            self._compare(circle, path, rows)
        fields.done()

    def _compare(self, circle: int, path: str, rows: list[Any]) -> None:
        told = sorted([_tile_of(Fields(raw, named(path, i))) for i, raw in enumerate(rows)])
        true = sorted([(tile.house, COLORS[tile.color]) for tile in self.board.tiles if circle in tile.circles])
        if told != true:
            words = ", ".join([f"{color} of house {house}" for house, color in true]) or "none"
            raise DataFault(path, f"by the houses the tiles touching {self.board.ids[circle]} are: {words}")


def _tile_of(row: Fields) -> tuple[int, str]:
    found = (row.integer("house", 1, HOUSES), row.word("color", COLORS))
    row.done()
    return found


def to_number(value: object, path: str) -> float:
    """A number of the drawing."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise DataFault(path, f"{value} is not a number that can be drawn")
        return value
    return float(to_integer(value, path))


def to_point(value: object, path: str) -> tuple[float, float]:
    """A point [x, y] of the drawing."""
    row = to_list(value, path)
    if len(row) != 2:
        raise DataFault(path, f"{shown(value)} is not [x, y]")
    return to_number(row[0], named(path, 0)), to_number(row[1], named(path, 1))


def check_polygon(row: Fields, key: str) -> None:
    """A polygon of the drawing, where it is given, is a list of at least three points."""
    if not row.has(key):
        return
    points = row.items(key)
    if len(points) < 3:
        raise DataFault(row.at(key), "a polygon has at least three points")
    for i, point in enumerate(points):
        to_point(point, named(row.at(key), i))


def parse_board(text: str, file: str) -> Board:
    """A board from the text of its file. Raises DataFault naming file, place and what would be right."""
    try:
        source: Any = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise DataFault(file, f"not JSON: {fault}") from None
    if not isinstance(source, dict):
        raise DataFault(file, "a board file is a JSON object with circles and houses")
    return Board(source, file)


covers(Board, "VE-2.1", "VE-2.2", "VE-2.3", "VE-2.4", "VE-2.5", "VE-2.7")
