"""A text of a book on the screen: paragraphs, items of lists, pictures and tables, each in lines that fit."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from orrery.core.blocks import ITEM, Block, cells, runs
from orrery.terminal.drawing import columns, width, wrap

STYLES: Final = {"plain": "", "strong": "bold", "soft": "italic", "code": "bold"}


def running(lines: list[str]) -> Text:
    """Lines of the file as one paragraph; emphasis and code become styles."""
    return styled(runs(lines))


def styled(parts: list[tuple[str, str]]) -> Text:
    """Runs of a paragraph in their styles."""
    text = Text()
    for kind, words in parts:
        text.append(words, STYLES[kind] or None)
    return text


def draw_block(block: Block, room: int) -> list[Text]:
    """A block in lines that fit."""
    if block.kind == "picture":
        return [Text(line) for line in block.lines]
    if block.kind == "table":
        return draw_table(block.lines, room)
    if block.kind == "item":
        mark = ITEM.match(block.lines[0])
        indent = len(mark.group(0)) if mark else 2
        return wrap(running(block.lines), room, indent=indent, first=0)
    return wrap(running(block.lines), room)


def draw_table(lines: list[str], room: int) -> list[Text]:
    """A table in columns; where it is too wide, each row as a small paragraph."""
    rows = [[styled(cell) for cell in row] for row in cells(lines)]
    drawn = columns(rows)
    if max(width(line) for line in drawn) <= room:
        return drawn
    found: list[Text] = []
    for row in rows:
        found += wrap(Text("  ").join(row), room, indent=6, first=0)
    return found
