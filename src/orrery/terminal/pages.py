"""Long texts on a terminal, a page at a time: at the table, and for the commands that print documents.

Where the output is no terminal, or nobody could press a key, everything is printed at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Final

from rich.text import Text

from orrery.terminal.screen import Screen

STOP: Final = "q"
STOPS: Final = ("q", "Q", "ｑ", "\x1b", "\x03", "\x04", "")
"""Keys that mean that it is enough: q, Esc, Ctrl-C, Ctrl-D, the end of the input."""
MARGIN: Final = 2
"""Rows of the window that a page leaves free: one for the question, one for a line of the page before."""


def show_pages(screen: Screen, lines: Sequence[Text], prompt: str, key: Callable[[str], str]) -> None:
    """Shows lines; where they are more than the window holds, page by page. `key` asks for a key, with a prompt that
    says how far it has come.
    """
    tall = screen.tall
    if tall is None or len(lines) < tall or screen.kept is not None:
        screen.show(lines)
        return
    page = max(tall - MARGIN, 1)
    for start in range(0, len(lines), page):
        screen.show(lines[start : start + page])
        if start + page < len(lines):
            percent = 100 * (start + page) // len(lines)
            if key(prompt.format(percent=percent)) in STOPS:
                return


def pressed(prompt: str) -> str:
    """The next key pressed on this terminal, without waiting for Enter; the prompt is gone afterwards."""
    out = sys.stdout
    out.write(prompt)
    out.flush()
    try:
        return one_key()
    except KeyboardInterrupt:
        return STOP
    finally:
        out.write("\r\x1b[K")
        out.flush()


def one_key() -> str:
    """A key from the terminal; where it cannot be read by itself, the first letter of a line."""
    try:
        import termios  # not on every system
        import tty

        place = sys.stdin.fileno()
        before = termios.tcgetattr(place)
    except (ImportError, OSError, ValueError):
        return sys.stdin.readline()[:1]
    try:
        tty.setcbreak(place)
        return os.read(place, 8).decode("utf-8", "replace")[:1]
    finally:
        termios.tcsetattr(place, termios.TCSADRAIN, before)
