"""The command `orrery puzzle`: positions with a task, one at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from orrery.cli.brought import BoardFile, Brought, DeckNames
from orrery.cli.typed import Lang, SetFolder, fail, the_game, the_language
from orrery.core.clause import BadOptions
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.guide import NoPlan

MAKE: Final = "make"
CHECK: Final = "check"


def puzzle(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="the game; without it all puzzles are listed")
    ] = None,
    number: Annotated[
        str | None,
        typer.Argument(metavar="NUMBER", help="which one, by number or name; without it the game's puzzles are listed"),
    ] = None,
    set_folder: SetFolder = None,
    deck: DeckNames = None,
    board: BoardFile = None,
    seed: Annotated[int, typer.Option("--seed", help="make, --set, --deck, --board: other puzzles")] = 1,
    matches: Annotated[int, typer.Option("--matches", min=1, help="make: in how many matches to look")] = 50,
    bots: Annotated[str, typer.Option("--bots", metavar="BOT,...", help="make: who plays them, in turn")] = "greedy",
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="KIND", help="make: only win, survive or best; may repeat")
    ] = None,
    worlds: Annotated[
        int, typer.Option("--worlds", min=1, help="make, check: in how many worlds a proof must hold")
    ] = 100,
    simulations: Annotated[
        int, typer.Option("--simulations", min=100, help="make, check: of each action that a choice depends on")
    ] = 20_000,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="make, check: the file for what is found, or holds")
    ] = None,
    lang: Lang = "en",
    colour: Annotated[bool | None, typer.Option("--colour/--no-colour", help="force colours on or off")] = None,
) -> None:
    """Solve puzzles: win at once, survive, find the one good action, read the chart.

    `orrery puzzle make GAME` looks for more in matches between bots, `orrery puzzle check [GAME]` proves those that
    ship anew for the present rules, cards and boards. With cards, decks or a board of your own, which the puzzles that
    ship know nothing of, some are hunted for.
    """
    from orrery.terminal.puzzles import hunt_puzzles, list_puzzles, offer_puzzles

    if game in (MAKE, CHECK):
        from orrery.cli.puzzle_making import Making, check_puzzles, make_puzzles

        how = Making(matches, worlds, simulations, bots, seed, out)
        which = None if number is None else the_game(number)
        if game == CHECK:
            raise typer.Exit(check_puzzles(which, how))
        if which is None:
            fail("of which game? orrery puzzle make GAME; orrery games lists them")
        raise typer.Exit(make_puzzles(Brought(which, deck, set_folder, board, lang), only or [], how))
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
    raise typer.Exit(offer_puzzles(found, the_number(found, number), lang, colour))


def the_number(game: Game, text: str) -> int:
    """The number of a puzzle that is named by it or by its name, or the end of the command."""
    from orrery.bots.puzzles import puzzles_of

    if text.isascii() and text.isdigit():
        return int(text[:9])
    for one in puzzles_of(game):
        if one.id == text:
            return one.number
    fail(f"{text!r} is not the number or the name of a puzzle; orrery puzzle {game.name} lists them")


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
