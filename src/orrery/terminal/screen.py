"""What the table prints on.

The screen only ever appends lines: no cursor is moved and nothing is drawn over, so it works over a slow line and in a
pipe. Colour is left out where it is not wanted; then not a single escape code is printed. It counts the rows that it
has printed, so that the table knows what is still to be seen.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

from orrery.terminal.drawing import ASCII, PARAGRAPH, UNICODE, Glyphs, shortened, spread, styled, width, wrap

NARROWEST: Final = 40
WIDE_SPACE: Final = "\u3000"
"""The space of Japanese keyboards, which Python does not call printable."""


class Screen:
    """Prints styled lines that fit the width."""

    def __init__(
        self, out: TextIO, colour: bool | None = None, columns: int | None = None, lines: int | None = None
    ) -> None:
        """`colour` None: where the output is a terminal and NO_COLOR is not set. `columns` and `lines` None: as wide
        and as high as the terminal is.
        """
        self.out = out
        self.columns = columns
        self.lines = lines
        self.rows = 0
        """How many rows have been printed."""
        self.kept: list[Text] | None = None
        """Lines that are gathered instead of printed."""
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
    def tall(self) -> int | None:
        """How many rows are to be seen at once; None where nothing scrolls away: in a pipe or a file."""
        if self.lines is not None:
            return self.lines
        return _terminal_size(self.out)[1] if self.out.isatty() else None

    def show(self, lines: Iterable[Text | str]) -> None:
        """Prints lines as they are: pictures, which fit already."""
        for line in lines:
            text = harmless(line)
            if self.kept is not None:
                self.kept.append(text)
                continue
            self.console.print(text, soft_wrap=True)
            self.count(width(text))

    def count(self, cells: int) -> None:
        """A line of so many cells has been printed, by whomever."""
        self.rows += max(1, -(-cells // (self.room + 1)))

    @contextmanager
    def gathered(self) -> Iterator[list[Text]]:
        """What is shown meanwhile is not printed but put into the list."""
        before, self.kept = self.kept, []
        try:
            yield self.kept
        finally:
            self.kept = before

    def say(self, text: Text | str, indent: int = 0, first: int | None = None) -> None:
        """Prints running text, wrapped."""
        self.show(wrap(text, min(self.room, PARAGRAPH), indent, first))

    def gap(self, lines: int = 1) -> None:
        """Empty lines."""
        self.show([""] * lines)

    def numbered(self, labels: list[Text], brief: int = 0) -> None:
        """A numbered list; in columns where there are many. In brief (1) no label takes more than a row, in very brief
        (2) two of them share one.
        """
        digits = len(str(len(labels)))
        items = [Text(f" {i:>{digits}}) ").append_text(label) for i, label in enumerate(labels, 1)]
        most = 6 if self.tall is None else 3
        if len(items) > most and 2 * max(width(item) for item in items) + 3 <= self.room:
            self.show(spread(items, self.room))
        elif brief > 1 and len(items) > 4:
            self.show(spread([shortened(item, (self.room - 3) // 2) for item in items], self.room))
        elif brief > 0:
            self.show([shortened(item, self.room) for item in items])
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
