"""Where a person's lines come from: a line editor with completion on a terminal, plain lines otherwise."""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Final, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.shortcuts import CompleteStyle

from orrery.terminal.pages import STOP, pressed
from orrery.terminal.screen import harmless

Candidates = Callable[[], list[str]]
"""Gives the lines that could be typed now, for completion."""

FILE_WORDS: Final = ("save ", "load ")


class EndOfInput(Exception):
    """There is nothing more to read: the input has ended, or Ctrl-D was pressed."""


class Interrupted(Exception):
    """Ctrl-C was pressed."""


class Reader(ABC):
    """Reads lines from a person."""

    @abstractmethod
    def ask(self, prompt: str, candidates: Candidates | None = None) -> str:
        """The next line. Raises EndOfInput or Interrupted."""

    def key(self, prompt: str) -> str:
        """One key, for a text in pages; Enter and what ends the input count as keys, too. Here a line's first."""
        try:
            return self.ask(prompt)[:1] or "\n"
        except (EndOfInput, Interrupted):
            return STOP


class PlainReader(Reader):
    """Lines from a pipe, a file or a very simple terminal. What comes from a pipe is echoed, so that the output reads
    like a session.
    """

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self.source = source
        self.out = out
        self.echo = not source.isatty()

    def ask(self, prompt: str, candidates: Candidates | None = None) -> str:
        self.out.write(prompt)
        self.out.flush()
        try:
            line = self.source.readline()
        except KeyboardInterrupt:
            self.out.write("\n")
            raise Interrupted from None
        if not line:
            self.out.write("\n")
            raise EndOfInput
        line = line.rstrip("\r\n")
        if self.echo:
            self.out.write(harmless(line).plain + "\n")
        return line


class TerminalReader(Reader):
    """A line editor with history, and completion by Tab. It draws nothing but the line that is typed."""

    def __init__(self) -> None:
        # Cursor position requests confuse simple terminals and wait long over a slow line.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        self.session: PromptSession[str] = PromptSession(
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            enable_history_search=True,
            reserve_space_for_menu=0,
            mouse_support=False,
        )

    def ask(self, prompt: str, candidates: Candidates | None = None) -> str:
        completer = LineCompleter(list if candidates is None else candidates)
        while True:
            try:
                return self.session.prompt(prompt, completer=completer)
            except KeyboardInterrupt:
                # Ctrl-C first drops what was typed; on an empty line it means to leave.
                if not self.session.default_buffer.text.strip():
                    raise Interrupted from None
            except EOFError:
                raise EndOfInput from None

    def key(self, prompt: str) -> str:
        return pressed(prompt)


class LineCompleter(Completer):
    """Completes word by word from the lines that could be typed, and file names after `save` and `load`."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self.files = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What could follow, for prompt_toolkit."""
        text = document.text_before_cursor.lstrip()
        for word in FILE_WORDS:
            if text.startswith(word):
                rest = text[len(word) :]
                yield from self.files.get_completions(Document(rest, len(rest)), complete_event)
                return
        begun = text.rsplit(" ", 1)[-1]
        for following in next_words(text, self.candidates()):
            yield Completion(following, start_position=-len(begun))


def next_words(text: str, lines: Iterable[str]) -> list[str]:
    """The words that could stand where the typed text ends, each once, in the order of the lines."""
    low = text.lower()
    place = len(low.split(" ")) - 1
    found: dict[str, None] = {}
    for line in lines:
        if line.lower().startswith(low):
            found[line.split(" ")[place]] = None
    return list(found)


def make_reader(source: TextIO, out: TextIO) -> Reader:
    """The line editor where both ends are a terminal that can do it, else plain lines."""
    if source is sys.stdin and source.isatty() and out.isatty() and os.environ.get("TERM", "") not in ("", "dumb"):
        return TerminalReader()
    return PlainReader(source, out)
