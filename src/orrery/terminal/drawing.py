"""Drawing with characters: lines that wrap by their width in cells, boxes that share their borders, rows of boxes.

Widths are counted in terminal cells, for a Japanese character takes two. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.text import Text

UP: Final = 1
RIGHT: Final = 2
DOWN: Final = 4
LEFT: Final = 8

CLOSING: Final = "、。，．・：；？！）」』】〕〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…”’,.:;?!)]}%"
"""What may not begin a line where that can be avoided."""
OPENING: Final = "（「『【〔〈《“‘([{"
"""What may not end a line."""


MORE: Final = " ..."


@dataclass(frozen=True)
class Glyphs:
    """The signs that pictures are drawn with; `plain` ones are ASCII, for terminals that have no others."""

    plain: bool
    lines: str
    """Sixteen characters: the crossing of lines for each sum of UP, RIGHT, DOWN, LEFT."""
    dash: str
    down: str
    up: str


UNICODE: Final = Glyphs(False, " ╵╶└╷│┌├╴┘─┴┐┤┬┼", "─", "▼", "▲")
ASCII: Final = Glyphs(True, " |-+||++-+-+++++", "-", "v", "^")


def styled(text: str, style: str) -> Text:
    """A text in a style that ends with it: what is appended later does not take it on."""
    return Text().append(text, style)


def width(text: Text | str) -> int:
    """The cells that a text takes."""
    return cell_len(text.plain if isinstance(text, Text) else text)


def trim(text: Text | str, room: int) -> Text:
    """A text cut to at most this many cells."""
    text = text.copy() if isinstance(text, Text) else Text(text)
    if width(text) > room:
        end = len(text.plain)
        while end > 0 and cell_len(text.plain[:end]) > room:
            end -= 1
        text = text[:end]
    return text


def shortened(text: Text | str, room: int) -> Text:
    """The first line of a text, cut to at most this many cells; dots tell that there is more."""
    text = text if isinstance(text, Text) else Text(text)
    first = text.split("\n", allow_blank=True)[0]
    if width(first) <= room and len(first) == len(text):
        return first
    return trim(first, room - len(MORE)).append(MORE)


def fit(text: Text | str, room: int, align: str = "left") -> Text:
    """A text cut or filled up to exactly this many cells; align is left, right or centre."""
    text = trim(text, room)
    spare = room - width(text)
    before = 0 if align == "left" else spare if align == "right" else (spare + 1) // 2
    return Text(" " * before).append_text(text).append(" " * (spare - before))


def wrap(text: Text | str, room: int, indent: int = 0, first: int | None = None) -> list[Text]:
    """A text broken into lines of at most `room` cells; all but the first line are indented.

    `first` is how much the first line is indented, `indent` if not given. Between Japanese characters a line may break
    anywhere but before closing and after opening marks; elsewhere it breaks at spaces; a word longer than a line is
    cut.
    """
    text = text if isinstance(text, Text) else Text(text)
    lines: list[Text] = []
    for paragraph in text.split("\n", allow_blank=True):
        lead = indent if first is None or lines else first
        lines += _wrap_paragraph(paragraph, room, indent, lead)
    return lines or [Text()]


def _wrap_paragraph(text: Text, room: int, indent: int, first: int) -> list[Text]:
    plain = text.plain
    lines: list[Text] = []
    start, used = 0, 0
    end = 0
    space = max(room - first, 4)
    for low, high in _atoms(plain):
        size = cell_len(plain[low:high].rstrip(" "))
        if used and used + size > space:
            lines.append(_line(text, start, end, first if not lines else indent))
            space = max(room - indent, 4)
            start, used = low, 0
        while size > space:
            cut = low + 1
            while cell_len(plain[low : cut + 1]) <= space:
                cut += 1
            lines.append(_line(text, low, cut, first if not lines else indent))
            space = max(room - indent, 4)
            start = low = cut
            size = cell_len(plain[low:high].rstrip(" "))
        used += cell_len(plain[low:high])
        end = high
    lines.append(_line(text, start, end, first if not lines else indent))
    return lines


def _line(text: Text, start: int, end: int, indent: int) -> Text:
    while end > start and text.plain[end - 1] == " ":
        end -= 1
    return Text(" " * indent).append_text(text[start:end])


def _atoms(plain: str) -> list[tuple[int, int]]:
    """The pieces between which a line may break, as ranges; each has its following spaces with it."""
    atoms: list[tuple[int, int]] = []
    start = 0
    for i in range(1, len(plain)):
        before, after = plain[i - 1], plain[i]
        if after == " ":
            continue
        wide = cell_len(before) > 1 or cell_len(after) > 1
        if (before == " " or wide) and after not in CLOSING and before not in OPENING:
            atoms.append((start, i))
            start = i
    if plain:
        atoms.append((start, len(plain)))
    return atoms


PARAGRAPH: Final = 100
"""Running text is not set wider than this."""


class Canvas:
    """A sheet of cells to draw boxes and texts on. Where boxes touch, their lines join."""

    def __init__(self, glyphs: Glyphs, line_style: str = "dim") -> None:
        self.glyphs = glyphs
        self.line_style = line_style
        self.lines: dict[tuple[int, int], int] = {}
        self.texts: dict[tuple[int, int], tuple[str, str]] = {}

    def box(self, x: int, y: int, inner: int, high: int) -> None:
        """A frame whose upper left corner is at x,y, around `inner` cells and `high` lines."""
        right, bottom = x + inner + 1, y + high + 1
        for column in range(x, right):
            for row in (y, bottom):
                self._join(column, row, RIGHT)
                self._join(column + 1, row, LEFT)
        for row in range(y, bottom):
            for column in (x, right):
                self._join(column, row, DOWN)
                self._join(column, row + 1, UP)

    def posts(self, x: int, y: int, inner: int, high: int) -> None:
        """The sides of a frame without its top and bottom: lines at the left and right of `inner` cells."""
        for row in range(y, y + high):
            for column in (x, x + inner + 1):
                self._join(column, row, UP | DOWN)

    def _join(self, x: int, y: int, line: int) -> None:
        self.lines[(x, y)] = self.lines.get((x, y), 0) | line

    def write(self, x: int, y: int, text: Text | str) -> None:
        """Writes a text from this cell on."""
        text = text if isinstance(text, Text) else Text(text)
        styles = [str(text.style or "")] * len(text.plain)
        for span in text.spans:
            for i in range(span.start, min(span.end, len(styles))):
                styles[i] = f"{styles[i]} {span.style}".strip()
        for character, style in zip(text.plain, styles, strict=True):
            size = cell_len(character)
            if size == 0:
                continue
            self.texts[(x, y)] = (character, style)
            for further in range(1, size):
                self.texts[(x + further, y)] = ("", style)
            x += size

    def rows(self) -> list[Text]:
        """What was drawn, line by line, without spaces at the ends."""
        places = [*self.lines, *self.texts]
        if not places:
            return []
        ends: dict[int, int] = {}
        for x, y in places:
            ends[y] = max(ends.get(y, 0), x + 1)
        return [self._row(y, ends.get(y, 0)) for y in range(max(ends) + 1)]

    def _row(self, y: int, end: int) -> Text:
        """One line. Neighbours of one style become one piece, for each piece costs bytes; a space goes with any."""
        line = Text()
        piece, style = "", ""
        for x in range(end):
            if (x, y) in self.texts:
                character, own = self.texts[(x, y)]
            else:
                character, own = self.glyphs.lines[self.lines.get((x, y), 0)], self.line_style
            if own != style and character.strip():
                line.append(piece, style)
                piece, style = "", own
            piece += character
        line.append(piece, style)
        line.rstrip()
        return line


def row_of_boxes(glyphs: Glyphs, boxes: Sequence[tuple[Text, list[Text]]], inner: int, room: int) -> list[Text]:
    """Boxes side by side under their headings, in as many rows as they need; headings spread where there is room."""
    pitch = inner + 3
    if boxes:
        wish = max(width(heading) for heading, _ in boxes) + 2
        pitch = max(pitch, min(wish, (room + 1) // len(boxes)))
    each = max(1, (room + 1) // pitch)
    lines: list[Text] = []
    for start in range(0, len(boxes), each):
        canvas = Canvas(glyphs)
        for i, (heading, content) in enumerate(boxes[start : start + each]):
            x = i * pitch
            canvas.write(x, 0, trim(heading, pitch - 1))
            canvas.box(x, 1, inner, len(content))
            for row, line in enumerate(content):
                canvas.write(x + 1, row + 2, trim(line, inner))
        lines += canvas.rows()
    return lines


def columns(rows: Sequence[Sequence[Text | str]], gap: int = 2) -> list[Text]:
    """Rows of short texts in columns as wide as they need."""
    count = max((len(row) for row in rows), default=0)
    sizes = [max((width(row[i]) for row in rows if i < len(row)), default=0) for i in range(count)]
    lines: list[Text] = []
    for row in rows:
        line = Text()
        for i, part in enumerate(row):
            line.append_text(fit(part, sizes[i] + gap))
        line.rstrip()
        lines.append(line)
    return lines


def spread(items: Sequence[Text], room: int, gap: int = 3) -> list[Text]:
    """Many short texts laid out in columns, read from top to bottom."""
    size = max((width(item) for item in items), default=0) + gap
    across = max(1, (room + gap) // size)
    down = -(-len(items) // across)
    return columns([[trim(item, room) for item in items[row::down]] for row in range(down)], gap)


def flow(items: Sequence[Text], room: int, indent: int, gap: int = 3) -> list[Text]:
    """Short texts one after the other, none broken, in lines that are indented."""
    lines: list[Text] = []
    for item in items:
        if lines and width(lines[-1]) + gap + width(item) <= room:
            lines[-1].append(" " * gap).append_text(item)
        else:
            lines.append(Text(" " * indent).append_text(trim(item, room - indent)))
    return lines


def paragraphs(room: int, texts: Sequence[Text]) -> list[Text]:
    """Running texts, wrapped; what does not fit a line goes on indented."""
    return [line for text in texts for line in wrap(text, min(room, PARAGRAPH), indent=2, first=0)]
