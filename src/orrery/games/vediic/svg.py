"""A board as people see it: as a drawing (SVG) from the coordinates of its file (tiles, houses with numbers and R,
paths, circles) for designers and the rulebook, and as the data that a page draws it from.

A board file without polygons is drawn as its paths and circles alone.
"""

from __future__ import annotations

from typing import Any, Final, TypedDict

from orrery.core.clause import LANGUAGES
from orrery.core.data import read_toml
from orrery.core.guide import BoardForPeople
from orrery.games.vediic.board import Board
from orrery.games.vediic.cards import COLORS

PACKAGE: Final = "orrery.games.vediic"
SIZE: Final = 1000
MARGIN: Final = 60
RADIUS: Final = 19
PAPER: Final = "#faf6ea"
INK: Final = "#26221c"
CENTRAL: Final = "#fffdf6"
FILLS: Final = {
    "yellow": "#f2cf3b",
    "purple": "#8a5cb8",
    "orange": "#ec8b33",
    "blue": "#4179cf",
    "green": "#3d9f5d",
    "red": "#cf4540",
    "gray": "#b4b8be",
}


class BoardInfo(TypedDict):
    """A board of Vediic. `source` is the board file: circles with their places and neighbours, houses with polygons and
    tiles, the direction, the R of each colour. `local` are the circles that a planet activates by colour and house,
    `everywhere` those that it activates in retrograde. `names` are colours, planets and powers by language, `fills` the
    colours of a drawing.
    """

    name: str
    version: int
    source: dict[str, Any]
    retrograde: dict[str, int]
    local: dict[str, dict[str, list[str]]]
    everywhere: dict[str, list[str]]
    names: dict[str, dict[str, dict[str, str]]]
    fills: dict[str, str]


class DrawnBoard(BoardForPeople):
    """A board of Vediic for people."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.name = board.name

    def as_json(self) -> BoardInfo:
        """All that a page draws it from."""
        board = self.board
        texts = read_toml(PACKAGE, "data", "texts.toml")
        return {
            "name": board.name,
            "version": board.version,
            "source": board.source,
            "retrograde": {name: board.retrograde[color] for color, name in enumerate(COLORS)},
            "local": {
                name: {str(house): self._ids(circles) for house, circles in enumerate(board.local[color]) if circles}
                for color, name in enumerate(COLORS)
            },
            "everywhere": {name: self._ids(board.everywhere[color]) for color, name in enumerate(COLORS)},
            "names": {
                lang: {
                    what: {name: texts[what][name][lang] for name in COLORS} for what in ("color", "planet", "power")
                }
                for lang in LANGUAGES
            },
            "fills": dict(FILLS),
        }

    def _ids(self, circles: int) -> list[str]:
        """The circles of a bit set by their ids."""
        return [self.board.ids[circle] for circle in self.board.members(circles)]

    def svg(self) -> str:
        return draw(self.board)


def draw(board: Board) -> str:
    """VE-2: the board as the text of an SVG file."""
    full = SIZE + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full} {full}" font-family="sans-serif"'
        ' text-anchor="middle">',
        f"<title>{board.name}</title>",
        f'<rect width="{full}" height="{full}" fill="{PAPER}"/>',
    ]
    frame = Frame(board)
    # Two letters tell each colour to those who do not see it, and in print without colours.
    codes = {color: str(row["en"]) for color, row in read_toml(PACKAGE, "data", "texts.toml")["code"].items()}
    for house in board.source["houses"]:
        lines += draw_tiles(frame, house, codes)
    lines += draw_paths(board, frame)
    for house in board.source["houses"]:
        lines += draw_label(board, frame, house, codes)
    for id, (x, y) in zip(board.ids, board.places, strict=True):
        px, py = frame.place(x, y)
        lines.append(f'<circle cx="{px}" cy="{py}" r="{RADIUS}" fill="{INK}"/>')
        lines.append(f'<text x="{px}" y="{py + 5:.1f}" font-size="14" fill="{PAPER}">{id}</text>')
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


class Frame:
    """Fits the coordinates of a board into the drawing, whatever their scale."""

    __slots__ = ("left", "scale", "top")

    def __init__(self, board: Board) -> None:
        points = list(board.places)
        for house in board.source["houses"]:
            points += [(x, y) for x, y in house.get("polygon", [])]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.left: float = min(xs)
        self.top: float = min(ys)
        self.scale: float = SIZE / (max(max(xs) - self.left, max(ys) - self.top) or 1.0)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point of the board in the drawing."""
        return (
            round(MARGIN + (x - self.left) * self.scale, 1),
            round(MARGIN + (y - self.top) * self.scale, 1),
        )

    def polygon(self, points: list[Any], style: str) -> str:
        """A polygon in the drawing."""
        corners = " ".join([f"{px},{py}" for px, py in [self.place(x, y) for x, y in points]])
        return f'<polygon points="{corners}" {style}/>'


def draw_tiles(frame: Frame, house: dict[str, Any], codes: dict[str, str]) -> list[str]:
    """VE-2.3: the coloured tiles of a house, each with the letters of its colour, and its central tile."""
    lines: list[str] = []
    for tile in house["tiles"]:
        if "polygon" in tile:
            corners = tile["polygon"]
            lines.append(frame.polygon(corners, f'fill="{FILLS[tile["color"]]}" stroke="{PAPER}" stroke-width="3"'))
            x, y = frame.place(sum([x for x, _ in corners]) / len(corners), sum([y for _, y in corners]) / len(corners))
            style = f'font-size="24" font-weight="bold" fill="{INK}"'
            lines.append(f'<text x="{x}" y="{y + 8:.1f}" {style}>{codes[tile["color"]]}</text>')
    if "central" in house:
        lines.append(frame.polygon(house["central"], f'fill="{CENTRAL}"'))
    return lines


def draw_paths(board: Board, frame: Frame) -> list[str]:
    """VE-2.2: a line for each path."""
    lines: list[str] = []
    for circle, row in enumerate(board.neighbours):
        for other in row:
            if circle < other:
                (x1, y1), (x2, y2) = frame.place(*board.places[circle]), frame.place(*board.places[other])
                lines.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{INK}" stroke-width="5"/>')
    return lines


def draw_label(board: Board, frame: Frame, house: dict[str, Any], codes: dict[str, str]) -> list[str]:
    """VE-2.1, VE-2.5: the number of a house, and its R in the colour of the planet."""
    if "centre" in house:
        x, y = house["centre"]
    else:
        touched = [c for tile in board.tiles if tile.house == house["house"] for c in tile.circles]
        if not touched:
            return []
        x = sum([board.places[c][0] for c in touched]) / len(touched)
        y = sum([board.places[c][1] for c in touched]) / len(touched)
    px, py = frame.place(x, y)
    color = house["retrograde"]
    number = py + 10 if color is None else py - 4
    lines = [f'<text x="{px}" y="{number:.1f}" font-size="30" fill="{INK}">{house["house"]}</text>']
    if color is not None:
        lines += [
            f'<circle cx="{px}" cy="{py + 16:.1f}" r="14" fill="{FILLS[color]}" stroke="{INK}"/>',
            f'<text x="{px}" y="{py + 23:.1f}" font-size="19" font-weight="bold" fill="{INK}">R</text>',
            f'<text x="{px + 27:.1f}" y="{py + 22:.1f}" font-size="17" fill="{INK}">{codes[color]}</text>',
        ]
    return lines
