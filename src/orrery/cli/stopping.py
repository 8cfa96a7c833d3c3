"""How long work ends before its time: by Ctrl-C, by SIGTERM or a fault, always with a sentence about what was kept."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import typer


class Ended(KeyboardInterrupt):
    """SIGTERM: the same as Ctrl-C, but somebody else stopped it."""


@contextmanager
def ended_with_words() -> Iterator[None]:
    """Within it SIGTERM stops the work as Ctrl-C does, so that the user is told what was kept."""
    here = os.getpid()

    def end(number: int, _frame: object) -> None:
        if os.getpid() != here:
            # A process that plays matches has this from its parent; it just ends.
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            return
        raise Ended

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def last_words(fault: BaseException, kept: str) -> int:
    """Says on stderr what ended the work and what became of the matches; the exit code of the command."""
    if isinstance(fault, KeyboardInterrupt):
        typer.echo(f"\norrery: stopped; {kept}", err=True)
        return 143 if isinstance(fault, Ended) else 130
    trace = getattr(fault, "trace", "")
    typer.echo(f"{trace}\norrery: {fault}; {kept}" if trace else f"orrery: {fault}; {kept}", err=True)
    return 1
