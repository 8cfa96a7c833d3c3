"""The command `orrery replay`: a record, played again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from orrery.cli.brought import BoardFile, Brought
from orrery.cli.typed import RecordFile, SetFolder, fail, read_json, the_game
from orrery.core.data import JsonObject
from orrery.core.match import Match
from orrery.core.records import BadRecord, from_record


def replay(
    file: RecordFile,
    log: Annotated[bool, typer.Option("--log", help="print every action")] = False,
    set_folder: SetFolder = None,
    board: BoardFile = None,
) -> None:
    """Replay a record, check that it ends where it ended, and print the result.

    A match with cards or a board of one's own has them in its record; --set and --board are for a record that names
    some that are not here.
    """
    _, match = read_record(file, set_folder, board)
    if log:
        for entry in match.entries:
            typer.echo(f"{entry.seat}  {entry.word}" if entry.word else f"   undo to {entry.to}")
    result = match.result()
    state = "over" if result.over else f"seat {match.to_act()} to act"
    typer.echo(f"{match.game.name}: {match.taken} actions, {state}, scores {result.scores}, winners {result.winners}")


def read_record(file: Path, folder: Path | None = None, board: Path | None = None) -> tuple[JsonObject, Match]:
    """A record and its match, or the end of the command. A folder of cards or a board file is what the record names,
    where that is not here.
    """
    record = read_json(file)
    name = record.get("game") if isinstance(record, dict) else None
    if not isinstance(name, str):
        fail(f"{file}: not a record: a record is an object with the field game")
    game = the_game(name)
    record = Brought(game, None, folder, board).given_to(record, file)
    try:
        return record, from_record(game, record)
    except BadRecord as fault:
        fail(f"{file}: {fault}")
