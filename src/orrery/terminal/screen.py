"""What the table prints on.

The screen only ever appends lines: no cursor is moved and nothing is drawn over, so it works over a slow line and in a
pipe. Colour is left out where it is not wanted; then not a single escape code is printed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

from orrery.terminal.drawing import ASCII, PARAGRAPH, UNICODE, Glyphs, spread, styled, width, wrap

NARROWEST: Final = 40
WIDE_SPACE: Final = "\u3000"
"""The space of Japanese keyboards, which Python does not call printable."""


class Screen:
    """Prints styled lines that fit the width."""

    def __init__(self, out: TextIO, colour: bool | None = None, columns: int | None = None) -> None:
        """`colour` None: where the output is a terminal and NO_COLOR is not set. `columns` None: as wide as it is."""
        self.out = out
        self.columns = columns
        if colour is None:
            colour = out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.colour = colour
        self.glyphs: Glyphs = UNICODE if (getattr(out, "encoding", None) or "").lower().startswith("utf") else ASCII
        self.console = Console(
            file=out,
            color_system="standard" if colour else None,
            force_terminal=colour,
            no_color=not colour,
            highlight=False,
            markup=False,
            emoji=False,
            width=10_000,
        )

    @property
    def room(self) -> int:
        """The cells that a line may take: one less than the terminal has, for some wrap in the last column."""
        if self.columns is not None:
            found = self.columns
        else:
            found = _terminal_size(self.out)[0]
        return max(found, NARROWEST) - 1

    @property
    def height(self) -> int:
        """How many lines the terminal shows."""
        return _terminal_size(self.out)[1]

    def show(self, lines: Iterable[Text | str]) -> None:
        """Prints lines as they are: pictures, which fit already."""
        for line in lines:
            self.console.print(harmless(line), soft_wrap=True)

    def say(self, text: Text | str, indent: int = 0, first: int | None = None) -> None:
        """Prints running text, wrapped."""
        self.show(wrap(text, min(self.room, PARAGRAPH), indent, first))

    def gap(self, lines: int = 1) -> None:
        """Empty lines."""
        self.show([""] * lines)

    def numbered(self, labels: list[Text]) -> None:
        """A numbered list; in columns where there are many."""
        digits = len(str(len(labels)))
        items = [Text(f" {i:>{digits}}) ").append_text(label) for i, label in enumerate(labels, 1)]
        if len(items) > 6 and 2 * max(width(item) for item in items) + 3 <= self.room:
            self.show(spread(items, self.room))
        else:
            for item in items:
                self.say(item, indent=digits + 3, first=0)

    def rule(self, title: Text) -> None:
        """A heading with a line after it."""
        line = styled(self.glyphs.dash * 2 + " ", "dim").append_text(title).append(" ")
        line.append(self.glyphs.dash * max(0, min(self.room, PARAGRAPH) - width(line)), "dim")
        self.show([line])


def _terminal_size(out: TextIO) -> tuple[int, int]:
    """Width and height of the terminal; what COLUMNS and LINES say, or 80 by 24, where there is none."""
    try:
        size = os.get_terminal_size(out.fileno())
        if size.columns > 0 and size.lines > 0:
            return size.columns, size.lines
    except (OSError, ValueError, AttributeError):
        pass
    return _number("COLUMNS", 80), _number("LINES", 24)


def _number(variable: str, default: int) -> int:
    text = os.environ.get(variable, "")
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text) < 10_000 else default


def harmless(line: Text | str) -> Text:
    """A line without control characters, whatever a file or a keyboard put into it."""
    text = line if isinstance(line, Text) else Text(line)
    if not text.plain.isprintable():
        text = text.copy()
        text.plain = "".join([c if c.isprintable() or c == WIDE_SPACE else "?" for c in text.plain])
    return text


def be_lenient(stream: TextIO) -> None:
    """Lets bytes that are no text through as signs instead of raising."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
