"""`orrery` alone: the table in the browser, on this machine only.

The server listens on loopback and keeps its matches in the user's data directory; if the port is taken, a free one is
used. The table opens in a browser, unless that is declined. Ctrl-C ends it.
"""

from __future__ import annotations

import argparse
import signal
import socket
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

import typer

HOST: Final = "127.0.0.1"
PORT: Final = 8000
BUTTON: Final = ("--set", "lan_button=true")
"""Whoever plays here may open the table to the local network from its page."""
ENDED: Final = (0, 128 + signal.SIGINT, 128 + signal.SIGTERM)
"""How a server exits that was told to end; with 0 where whoever started us ignores Ctrl-C."""


def is_free(port: int) -> bool:
    """May a server listen there?"""
    with socket.socket() as place:
        # As the server does it: a port whose last connections are just being forgotten is free.
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((HOST, port))
        except OSError:
            return False
    return True


def open_table(arguments: Sequence[str]) -> int:
    """Runs the table until it is told to stop; the exit status. The arguments are `--port`, `--open` or `--no-open`,
    and options of `orrery serve`.
    """
    parser = argparse.ArgumentParser(description="Open the table in the browser, on this machine only.")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, default=True, help="open a browser?")
    found, more = parser.parse_known_args(arguments)
    try:
        return run_table(found.port, found.open, more)
    except typer.Exit as end:
        return int(end.exit_code)


def run_table(port: int = PORT, opens: bool = True, more: Sequence[str] = ()) -> int:
    """The same, with the arguments read: `more` are options of `orrery serve`."""
    from orrery.cli.app import COMMANDS
    from orrery.cli.lazy import load
    from orrery.cli.serve import need_parts
    from orrery.cli.typed import fail

    need_parts()
    if not 0 <= port < 1 << 16:
        fail(f"--port is a number from 0 (any that is free) to 65535, not {port}")
    if port and not is_free(port):
        typer.echo(f"Port {port} is taken by another program, so a free one is used.")
        port = 0
    typer.echo(f"The table {'opens in your browser' if opens else 'is for a browser'}, on this machine only.")
    typer.echo("Ctrl-C ends it; running matches are kept.")
    typer.echo("To play in the terminal instead: orrery play. All commands: orrery --help.")
    words = ["--host", HOST, "--port", str(port), "--open" if opens else "--no-open", *BUTTON, *more]
    # The server lets requests end before the signal comes through to us.
    signal.signal(signal.SIGTERM, _end)
    try:
        load("serve", COMMANDS["serve"]).main(words, prog_name="orrery serve")
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    if status not in ENDED:
        return status
    typer.echo("The table is closed. Your matches are kept: open it again to go on.")
    return 0


def _end(number: int, _frame: object) -> NoReturn:
    raise SystemExit(128 + number)


if __name__ == "__main__":
    raise SystemExit(open_table(sys.argv[1:]))
