"""The command `orrery board`: boards, checked and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from orrery.cli.typed import GameName, fail, read_text, the_game
from orrery.games import games_with


def board(
    game: GameName,
    check: Annotated[Path | None, typer.Option("--check", help="check this board file")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="draw the board into this file")] = None,
) -> None:
    """Check a board file of a game, or draw a board as SVG."""
    guide = the_game(game).guide()
    names = guide.boards()
    if not names:
        others = " and ".join(games_with(lambda guide: bool(guide.boards())))
        fail(f"{game} has no board; {f'{others} has one' if others else 'no game has one'}")
    found = guide.board(names[0])
    if check is not None:
        found = guide.read_board(read_text(check), check.name)
        typer.echo(f"{check.name}: the board {found.name} is sound")
    if svg is not None:
        try:
            svg.write_text(found.svg(), encoding="utf-8")
        except OSError as fault:
            fail(f"{svg}: {fault.strerror or fault}")
        typer.echo(f"drew {found.name} into {svg}")
    if check is None and svg is None:
        typer.echo(f"{', '.join(names)}; --svg FILE draws, --check FILE checks a board of your own")
