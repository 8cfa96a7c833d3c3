"""The command `orrery replay`: a record, played again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from orrery.cli.typed import RecordFile, fail, read_json, the_game
from orrery.core.data import JsonObject
from orrery.core.match import Match
from orrery.core.records import BadRecord, from_record


def replay(
    file: RecordFile,
    log: Annotated[bool, typer.Option("--log", help="print every action")] = False,
) -> None:
    """Replay a record, check that it ends where it ended, and print the result."""
    _, match = read_record(file)
    if log:
        for entry in match.entries:
            typer.echo(f"{entry.seat}  {entry.word}" if entry.word else f"   undo to {entry.to}")
    result = match.result()
    state = "over" if result.over else f"seat {match.to_act()} to act"
    typer.echo(f"{match.game.name}: {match.taken} actions, {state}, scores {result.scores}, winners {result.winners}")


def read_record(file: Path) -> tuple[JsonObject, Match]:
    """A record and its match, or the end of the command."""
    record = read_json(file)
    name = record.get("game") if isinstance(record, dict) else None
    if not isinstance(name, str):
        fail(f"{file}: not a record: a record is an object with the field game")
    try:
        return record, from_record(the_game(name), record)
    except BadRecord as fault:
        fail(f"{file}: {fault}")
