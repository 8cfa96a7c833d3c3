"""`orrery puzzle make` and `orrery puzzle check`: finding more puzzles, and proving those that there are anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import typer

from orrery.bots.bot import UnknownBot, make_bot
from orrery.bots.minds import read_data
from orrery.bots.puzzle_making import WANTED, added, examined, hunt, moved, written
from orrery.bots.puzzles import FILE, Puzzle, PuzzleFile
from orrery.cli.brought import Brought
from orrery.cli.typed import fail
from orrery.core.clause import BadOptions
from orrery.core.data import DataFault, Fields, JsonObject
from orrery.core.game import Game
from orrery.core.guide import NoPlan
from orrery.games import game_named, game_names

SEATS: Final = 2


class Making:
    """How puzzles are to be looked for, or looked at again."""

    def __init__(self, matches: int, worlds: int, simulations: int, bots: str, seed: int, out: Path | None) -> None:
        self.matches = matches
        self.worlds = worlds
        self.simulations = simulations
        self.bots = bots.split(",")
        self.seed = seed
        self.out = out


def make_puzzles(brought: Brought, only: list[str], how: Making) -> int:
    """Plays matches, looks for puzzles in them, and adds those that it finds to a file, each as it is found."""
    game = brought.game
    kinds = checked_kinds(only)
    try:
        for name in how.bots:
            make_bot(name, game)
    except UnknownBot as fault:
        fail(str(fault))
    out = how.out or Path(f"{game.name}-puzzles.json")
    shipped = file_for(game, None)
    file = file_for(game, out) if out.exists() else PuzzleFile(game, head_of(game, shipped), FILE)
    try:
        plans = brought.plans(SEATS, shipped.options)
    except (BadOptions, NoPlan) as fault:
        fail(str(fault))
    rows = list(file.rows)
    found = hunt(game, plans, how.bots, how.matches, how.seed, kinds, worlds=how.worlds, simulations=how.simulations)
    number = 0
    for row in added(game, file, found):
        number += 1
        rows.append(row)
        save(out, written(game, file, rows))
        typer.echo(f"{row['id']}: {row['theme']}, {len(row['right'])} right, hardness {row['hard']}")
    typer.echo(
        f"{number} {'puzzle' if number == 1 else 'puzzles'} found in {how.matches} matches; {out} has {len(rows)}"
    )
    return 0


def checked_kinds(only: list[str]) -> list[str]:
    """The kinds that are wanted, or the end of the command."""
    for kind in only:
        if kind not in WANTED:
            fail(f"--only {kind}: what can be looked for is {', '.join(WANTED[:-1])} or {WANTED[-1]}")
    return only or list(WANTED)


def check_puzzles(game: Game | None, how: Making) -> int:
    """Moves the puzzles of a game, or of all, to the present rules, cards and boards, proves and measures them there,
    and says which hold. With `out` these are written. The number of those that do not hold decides the exit status.
    """
    games = [found for name in game_names() if (found := game_named(name)) is not None] if game is None else [game]
    if how.out is not None and game is None:
        fail("--out wants the puzzles of one game: orrery puzzle check GAME --out FILE")
    failed = 0
    for one in games:
        if read_data(one.name, FILE) is None:
            continue
        file = file_for(one, None)
        rows: list[JsonObject] = []
        for row in file.rows:
            fault, fresh = fault_in(one, row, how)
            typer.echo(f"{one.name} {row['id']}: {'holds' if fault is None else fault}")
            failed += fault is not None
            if fault is None and fresh is not None:
                rows.append(fresh)
        if how.out is not None:
            save(how.out, written(one, file, rows))
            typer.echo(f"{how.out} has the {len(rows)} that hold")
    return 1 if failed else 0


def fault_in(game: Game, row: JsonObject, how: Making) -> tuple[str | None, JsonObject | None]:
    """What is wrong with a puzzle by the present rules, cards and boards, and the puzzle as it is then, with its new
    figures.
    """
    fresh = moved(game, row)
    if fresh is None:
        return "its position is none with the present cards", None
    puzzle = Puzzle(game, 1, Fields(fresh, str(row["id"])))
    fault, figures = examined(puzzle, how.worlds, how.simulations)
    return fault, {**fresh, **figures}


def file_for(game: Game, path: Path | None) -> PuzzleFile:
    """The puzzles of a file, or those that ship (perhaps none); or the end of the command."""
    try:
        text = read_data(game.name, FILE) if path is None else path.read_text("utf-8")
        return PuzzleFile(game, text or json.dumps({"game": game.name, "puzzles": []}), str(path or FILE))
    except (DataFault, OSError) as fault:
        fail(str(fault))


def head_of(game: Game, shipped: PuzzleFile) -> str:
    """A file without puzzles that is otherwise as the one that ships."""
    return written(game, shipped, [])


def save(path: Path, text: str) -> None:
    """Writes a file, or ends the command."""
    try:
        path.write_text(text, "utf-8")
    except OSError as fault:
        fail(f"{path}: cannot be written: {fault.strerror}")
