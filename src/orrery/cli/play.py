"""The command `orrery play`: a match at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from orrery.cli.brought import BoardFile, Brought, DeckNames
from orrery.cli.typed import Options, Seats, SetFolder, fail, read_json, read_options, the_game, the_language


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="the game; without it you are asked")] = None,
    players: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER", help="one a seat: human, human:NAME or a bot such as level2")
    ] = None,
    seats: Seats = None,
    seed: Annotated[int | None, typer.Option("--seed", help="play this match again")] = None,
    lang: Annotated[str | None, typer.Option("--lang", metavar="LANGUAGE", help="en or ja")] = None,
    option: Options = None,
    deck: DeckNames = None,
    set_folder: SetFolder = None,
    board: BoardFile = None,
    load: Annotated[Path | None, typer.Option("--load", help="go on with a saved match")] = None,
    new: Annotated[bool, typer.Option("--new", help="a new match, without asking about one that was left")] = False,
    colour: Annotated[bool | None, typer.Option("--colour/--no-colour", help="force colours on or off")] = None,
) -> None:
    """Play at the terminal, alone against bots or several at one keyboard.

    A match that is left is kept, and offered again by orrery play or orrery play GAME.
    """
    from orrery import terminal as table

    if lang is not None:
        the_language(lang)
    if game is None and load is not None:
        record = read_json(load)
        game = record.get("game") if isinstance(record, dict) and isinstance(record.get("game"), str) else None
    found = None if game is None else the_game(game)
    brings = bool(deck) or set_folder is not None or board is not None
    if brings and found is None:
        fail("--deck, --set and --board go with a game: orrery play GAME --set FOLDER")
    if brings and load is not None:
        fail("a saved match has its cards, decks and board already; leave --deck, --set and --board out")
    chosen = read_options(option or [], seats)
    if found is None or (not players and not chosen and not brings and load is None):
        raise typer.Exit(table.choose(game, lang, seed, colour, new=new))
    brought = Brought(found, deck, set_folder, board, lang or "en")
    if brought and players:
        chosen = found.guide().with_seats(chosen, len(players))
    complete = brought.into(chosen)
    raise typer.Exit(table.play(found, complete, players or None, seed, lang or "en", colour, load=load))
