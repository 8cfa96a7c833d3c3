"""The table as a program: in a pipe, and on a real terminal with its line editor."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

import orrery

SOURCES = str(Path(orrery.__file__).resolve().parent.parent)
PROGRAM = (
    "import sys; from orrery.terminal import play; from orrery.games import game_named; "
    "sys.exit(play(game_named('space_editor'), {}, ['human', 'random'], 1, LANG, COLOUR))"
)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def program(lang: str = "en", colour: bool | None = None) -> list[str]:
    return [sys.executable, "-c", PROGRAM.replace("LANG", repr(lang)).replace("COLOUR", repr(colour))]


def environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "TERM", "LC_ALL")}
    return {**kept, "PYTHONPATH": SOURCES, "PYTHONUTF8": "1", **more}


def piped(text: bytes, lang: str = "en", colour: bool | None = None, **more: str) -> tuple[str, str, int]:
    """Output, errors and status of the program when this is piped into it."""
    done = subprocess.run(program(lang, colour), input=text, capture_output=True, check=False, env=environment(**more))
    return done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), done.returncode


def test_a_pipe_gets_no_escape_codes_unless_colour_is_asked_for() -> None:
    for more in ({}, {"NO_COLOR": "1"}, {"TERM": "xterm-256color"}):
        out, errors, status = piped(b"help\nlegend\nview\nquit\n", **more)
        assert (errors, status) == ("", 0)
        assert "\x1b" not in out
        assert "Goodbye." in out
    out, errors, status = piped(b"quit\n", colour=True)
    assert COLOUR.search(out)


def test_bytes_that_are_no_text_do_no_harm() -> None:
    out, errors, status = piped(bytes(range(256)) * 20 + b"\nquit\n")
    assert (errors, status) == ("", 0)
    assert "\x1b" not in out


def test_an_output_that_closes_early_is_no_disaster() -> None:
    process = subprocess.Popen(
        program(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None and process.stdin is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    try:
        process.stdin.write(b"view\n" * 2000)
        process.stdin.close()
    except BrokenPipeError:
        pass
    errors = process.stderr.read().decode()
    process.wait(60)
    process.stderr.close()
    assert "Traceback" not in errors


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, lang: str = "en", colour: bool | None = None, **more: str) -> None:
        self.process, self.screen = pty.fork()
        if self.process == 0:
            os.execve(sys.executable, program(lang, colour), environment(**{"TERM": "xterm", **more}))
        self.text = ""

    def wait_for(self, words: str, since: int = 0) -> int:
        """Reads until the words have been printed; gives where they end."""
        end = time.monotonic() + 60
        while words not in self.text[since:]:
            assert time.monotonic() < end, f"no {words!r} in {self.text[since:]!r}"
            if select.select([self.screen], [], [], 0.2)[0]:
                try:
                    self.text += os.read(self.screen, 65536).decode("utf-8", "replace")
                except OSError:
                    assert words in self.text[since:], f"the program ended without {words!r}: {self.text[since:]!r}"
        return self.text.index(words, since) + len(words)

    def type(self, keys: str) -> int:
        """Types keys; gives where their answer begins."""
        os.write(self.screen, keys.encode())
        return len(self.text)

    def leave(self) -> int:
        """Waits for the end; gives the exit status."""
        self.wait_for("Goodbye.")
        try:
            while os.read(self.screen, 65536):
                pass
        except OSError:
            pass  # the other end is closed
        status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.close(self.screen)
        return status


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no pseudo-terminals here")
def test_the_terminal_has_completion_colours_and_safe_keys() -> None:
    terminal = Terminal()
    terminal.wait_for("place>")
    assert COLOUR.search(terminal.text)
    at = terminal.type("leg\t\r")
    at = terminal.wait_for("Elements: ", at)
    terminal.wait_for("place>", at)
    at = terminal.type("half a line\x03")
    terminal.wait_for("place>", at)
    at = terminal.type("p 1\r")
    at = terminal.wait_for("fits in", at)
    terminal.wait_for("place>", at)
    at = terminal.type("\x04")
    assert terminal.leave() == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no pseudo-terminals here")
def test_no_color_keeps_a_terminal_plain() -> None:
    terminal = Terminal(NO_COLOR="1")
    terminal.wait_for("place>")
    assert not re.search(r"\x1b\[[0-9;]*[1-9][0-9;]*m", terminal.text.split("place>")[0])
    terminal.type("quit\r")
    assert terminal.leave() == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no pseudo-terminals here")
def test_a_simple_terminal_is_served_with_plain_lines() -> None:
    terminal = Terminal(TERM="dumb")
    terminal.wait_for("place>")
    terminal.type("quit\n")
    assert terminal.leave() == 0
    assert "\x1b" not in terminal.text
