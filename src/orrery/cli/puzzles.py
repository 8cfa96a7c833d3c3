"""The command `orrery puzzle`: positions with a task, one at a time."""

from __future__ import annotations

from typing import Annotated

import typer

from orrery.cli.brought import BoardFile, Brought, DeckNames
from orrery.cli.typed import Lang, SetFolder, fail, the_game, the_language
from orrery.core.clause import BadOptions
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.guide import NoPlan


def puzzle(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="the game; without it all puzzles are listed")
    ] = None,
    number: Annotated[
        str | None, typer.Argument(metavar="NUMBER", help="which one; without it the game's puzzles are listed")
    ] = None,
    set_folder: SetFolder = None,
    deck: DeckNames = None,
    board: BoardFile = None,
    seed: Annotated[int, typer.Option("--seed", help="with --set, --deck or --board: other puzzles")] = 1,
    lang: Lang = "en",
    colour: Annotated[bool | None, typer.Option("--colour/--no-colour", help="force colours on or off")] = None,
) -> None:
    """Solve puzzles: win at once, find the one good action, do not fall into the trap.

    With cards, decks or a board of your own, which the puzzles that ship know nothing of, some are hunted for in
    matches between bots.
    """
    from orrery.terminal.puzzles import hunt_puzzles, list_puzzles, offer_puzzles

    found = None if game is None else the_game(game)
    the_language(lang)
    if set_folder is not None or deck or board is not None:
        if found is None:
            fail("--set, --deck and --board go with a game: orrery puzzle GAME --set FOLDER")
        if number is not None:
            fail("puzzles with what you bring are hunted for and have no numbers yet; --seed NUMBER hunts for others")
        plans = hunted_plans(Brought(found, deck, set_folder, board, lang))
        raise typer.Exit(hunt_puzzles(found, plans, seed, lang, colour))
    if found is None or number is None:
        raise typer.Exit(list_puzzles(found, lang, colour))
    if not number.isascii() or not number.isdigit():
        fail(f"{number!r} is not the number of a puzzle; orrery puzzle {found.name} lists them")
    raise typer.Exit(offer_puzzles(found, int(number[:9]), lang, colour))


def hunted_plans(brought: Brought) -> list[JsonObject]:
    """The options of the matches in which puzzles are hunted for, or the end of the command."""
    guide = brought.game.guide()
    try:
        plans = brought.plans(len(brought.decks) or guide.usual_seats, {})
        for plan in plans:
            brought.game.new(plan, Fate(0))
    except (BadOptions, NoPlan) as fault:
        fail(str(fault))
    return plans
