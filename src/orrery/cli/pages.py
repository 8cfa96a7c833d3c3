"""Markdown on a terminal, as the table draws the rulebook: wrapped, tables in columns, headings and words in styles."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from rich.text import Text

from orrery.core.blocks import blocks
from orrery.terminal.blocks import draw_block
from orrery.terminal.drawing import PARAGRAPH
from orrery.terminal.pages import pressed, show_pages
from orrery.terminal.screen import Screen
from orrery.terminal.texts import Texts

FENCE: Final = "```"


def show_page(text: str, lang: str = "en") -> None:
    """Shows a text with headings on the terminal, page by page."""
    screen = Screen(sys.stdout)
    show_lines(screen, list(page_lines(text, screen.room)), lang)


def show_lines(screen: Screen, lines: list[Text], lang: str = "en") -> None:
    """Shows lines on the terminal: page by page where somebody can press a key."""
    if sys.stdin.isatty():
        show_pages(screen, lines, Texts(lang).raw("pages.prompt"), pressed)
    else:
        screen.show(lines)


def page_lines(text: str, room: int) -> Iterator[Text]:
    """The lines of a text, with an empty one between its blocks."""
    first = True
    for part in parts_of(text):
        drawn: list[list[Text]]
        if part.startswith("#"):
            drawn = [[Text(part.lstrip("#").strip(), style="bold")]]
        else:
            drawn = [
                draw_block(block, room if block.kind == "table" else min(room, PARAGRAPH)) for block in blocks(part)
            ]
        for lines in drawn:
            if not first:
                yield Text()
            first = False
            yield from lines


def parts_of(text: str) -> Iterator[str]:
    """The headings of a text, and what stands between them."""
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith(FENCE):
            inside = not inside
        if line.startswith("#") and not inside:
            yield "\n".join(kept)
            kept = []
            yield line
        else:
            kept.append(line)
    yield "\n".join(kept)
