"""A program in a terminal window of a size: what it prints is put where a terminal would put it."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

from rich.cells import cell_len

import orrery

SOURCES = str(Path(orrery.__file__).resolve().parent.parent)
CODE = re.compile(r"\x1b(?:\[([?>0-9;]*)([A-Za-z])|[()][A-Z0-9]|[=>78]|\][^\x07]*\x07)")


class Window:
    """The cells of a window, and a cursor. It knows what line editors and coloured text need."""

    def __init__(self, columns: int, lines: int) -> None:
        self.columns = columns
        self.lines = lines
        self.rows: list[list[str]] = [[]]
        self.x = 0
        self.y = 0
        """The row of the cursor among all that there ever were; the last `lines` rows are to be seen."""
        self.rest = ""

    def feed(self, text: str) -> None:
        """What the program printed."""
        text = self.rest + text
        self.rest = ""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                found = CODE.match(text, at)
                if found is None:
                    if len(text) - at < 40:
                        self.rest = text[at:]
                        return
                    at += 1
                    continue
                self.code(found.group(1) or "", found.group(2) or "")
                at = found.end()
                continue
            self.sign(text[at])
            at += 1

    def sign(self, sign: str) -> None:
        if sign == "\n":
            self.down()
        elif sign == "\r":
            self.x = 0
        elif sign == "\b":
            self.x = max(0, self.x - 1)
        elif sign.isprintable():
            size = cell_len(sign)
            if self.x + size > self.columns:
                self.x = 0
                self.down()
            row = self.rows[self.y]
            row += [" "] * (self.x + size - len(row))
            row[self.x : self.x + size] = [sign, *[""] * (size - 1)]
            self.x += size

    def down(self) -> None:
        self.y += 1
        while len(self.rows) <= self.y:
            self.rows.append([])

    def code(self, numbers: str, letter: str) -> None:
        plain = numbers.lstrip("?>")
        count = int(plain) if plain.isdigit() else 1
        if letter == "A":
            self.y = max(len(self.rows) - self.lines, self.y - count, 0)
        elif letter == "B":
            for _ in range(count):
                self.down()
        elif letter == "C":
            self.x = min(self.columns - 1, self.x + count)
        elif letter == "D":
            self.x = max(0, self.x - count)
        elif letter == "G":
            self.x = count - 1
        elif letter == "K":
            del self.rows[self.y][self.x :]
        elif letter == "J":
            del self.rows[self.y][self.x :]
            for row in self.rows[self.y + 1 :]:
                row.clear()

    def seen(self) -> list[str]:
        """The rows that are to be seen now."""
        end = self.y + 1
        return ["".join(row).rstrip() for row in self.rows[max(0, end - self.lines) : end]]


class Program:
    """A command of Orrery in a window of its own."""

    def __init__(self, words: list[str], home: Path, columns: int = 80, lines: int = 24, lang: str = "en") -> None:
        self.window = Window(columns, lines)
        kept = {
            key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES", "LC_ALL")
        }
        environment = {**kept, "PYTHONPATH": SOURCES, "PYTHONUTF8": "1", "TERM": "xterm", "XDG_DATA_HOME": str(home)}
        environment["LANG"] = {"en": "en_GB.UTF-8", "ja": "ja_JP.UTF-8"}[lang]
        self.process, self.place = pty.fork()
        if self.process == 0:
            size = struct.pack("HHHH", lines, columns, 0, 0)
            fcntl.ioctl(1, termios.TIOCSWINSZ, size)
            os.execve(sys.executable, [sys.executable, "-m", "orrery", *words], environment)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.status: int | None = None

    def resize(self, columns: int, lines: int) -> None:
        """Makes the window larger or smaller."""
        self.window.columns, self.window.lines = columns, lines
        fcntl.ioctl(self.place, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def read(self) -> bool:
        """Takes in what has been printed; False when the program has ended."""
        if select.select([self.place], [], [], 0.1)[0]:
            try:
                part = os.read(self.place, 65536)
            except OSError:
                return False
            if not part:
                return False
            self.window.feed(self.decoder.decode(part))
        return True

    def wait_for(self, words: str, most: float = 60.0) -> list[str]:
        """Reads until the last row that is to be seen ends with these words; gives what is to be seen."""
        end = time.monotonic() + most
        quiet = 0.0
        while time.monotonic() < end:
            before = self.window.y, self.window.x
            if not self.read():
                break
            if self.window.seen()[-1].endswith(words) and (self.window.y, self.window.x) == before:
                quiet += 0.1
                if quiet >= 0.2:
                    return self.window.seen()
            else:
                quiet = 0.0
        raise AssertionError(f"no {words!r} at the end of:\n" + "\n".join(self.window.seen()))

    def type(self, keys: str) -> None:
        """Types keys."""
        os.write(self.place, keys.encode())

    def end(self) -> list[str]:
        """Waits for the end; gives what is to be seen then."""
        end = time.monotonic() + 60
        while self.read():
            assert time.monotonic() < end, "\n".join(self.window.seen())
        self.status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.close(self.place)
        return self.window.seen()

    def kill(self) -> None:
        """Ends the program at once, as a power cut would."""
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.place)
