"""The command `orrery puzzle`: positions with a task, one at a time."""

from __future__ import annotations

from typing import Annotated

import typer

from orrery.cli.typed import Lang, fail, the_game, the_language


def puzzle(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="the game; without it all puzzles are listed")
    ] = None,
    number: Annotated[
        str | None, typer.Argument(metavar="NUMBER", help="which one; without it the game's puzzles are listed")
    ] = None,
    lang: Lang = "en",
    colour: Annotated[bool | None, typer.Option("--colour/--no-colour", help="force colours on or off")] = None,
) -> None:
    """Solve puzzles: win at once, find the one good action, do not fall into the trap."""
    from orrery.terminal.puzzles import list_puzzles, offer_puzzles

    found = None if game is None else the_game(game)
    the_language(lang)
    if found is None or number is None:
        raise typer.Exit(list_puzzles(found, lang, colour))
    if not number.isascii() or not number.isdigit():
        fail(f"{number!r} is not the number of a puzzle; orrery puzzle {found.name} lists them")
    raise typer.Exit(offer_puzzles(found, int(number[:9]), lang, colour))
