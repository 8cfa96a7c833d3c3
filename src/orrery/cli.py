"""The command `orrery`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from orrery import BUILD, __version__
from orrery.core.clause import LANGUAGES, rulebook
from orrery.core.data import DataFault
from orrery.core.game import Game
from orrery.core.records import BadRecord, from_record
from orrery.games import game_named, game_names

app = typer.Typer(
    name="orrery",
    help="Play, study and improve three cosmic tabletop games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(help="the game, such as space_editor", metavar="GAME")]
Lang = Annotated[str, typer.Option("--lang", help="en or ja")]


def fail(message: str) -> NoReturn:
    """Ends the command with a sentence on stderr."""
    typer.echo(f"orrery: {message}", err=True)
    raise typer.Exit(2)


def the_game(name: str) -> Game:
    """The game of that name, or the end of the command."""
    game = game_named(name)
    if game is None:
        fail(f"there is no game {name!r}; there are {', '.join(game_names())}")
    return game


def the_language(lang: str) -> str:
    """A language there is, or the end of the command."""
    if lang not in LANGUAGES:
        fail(f"there is no language {lang!r}; there are {', '.join(LANGUAGES)}")
    return lang


def read_json(file: Path) -> Any:
    """A JSON file, or the end of the command."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as fault:
        fail(f"{file}: {fault.strerror or fault}")
    except ValueError as fault:
        fail(f"{file}: not JSON: {fault}")


def print_version(asked: bool) -> None:
    """Prints version and build, and ends."""
    if asked:
        typer.echo(f"orrery {__version__} ({BUILD} build)")
        raise typer.Exit


@app.callback()
def top(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="print version and build")
    ] = False,
) -> None:
    """Play, study and improve three cosmic tabletop games."""


@app.command()
def referee() -> None:
    """Speak the referee protocol: JSON lines on stdin and stdout (docs/protocol.md)."""
    from orrery.referee import main as run

    run()


@app.command()
def games() -> None:
    """List the games there are."""
    for name in game_names():
        game = the_game(name)
        typer.echo(f"{name}  rules version {game.version}")


@app.command()
def rules(
    game: GameName,
    clause: Annotated[str | None, typer.Argument(help="a clause such as SE-5.2, or a section such as SE-5")] = None,
    lang: Lang = "en",
    where: Annotated[bool, typer.Option("--where", help="print the code and the tests of the clause as well")] = False,
) -> None:
    """Print the rulebook of a game, a section or a clause of it."""
    found = the_game(game)
    book = rulebook(found.package, the_language(lang))
    if clause is None:
        for section, title in book.titles.items():
            typer.echo(f"{section:8}{title}")
        typer.echo(f"\norrery rules {game} {next(iter(book.titles))} prints a section.")
        return
    wanted = clause.upper() if clause.upper() in book.titles else clause[:2].upper() + clause[2:]
    clauses = [id for id in book.clauses if id == wanted or (id.startswith(wanted) and not id[len(wanted)].isdigit())]
    if not clauses:
        fail(f"{game} has no clause {clause!r}; orrery rules {game} lists the sections")
    if wanted in book.titles:
        typer.echo(f"{wanted} {book.titles[wanted]}\n")
    for id in clauses:
        typer.echo(f"{id}  {book.clauses[id]}\n")
        if where:
            print_where(game, id)


def print_where(game: str, clause: str) -> None:
    """The functions and tests of a clause, from the index that ships with the package."""
    from importlib import resources

    index = json.loads(resources.files("orrery").joinpath("clauses.json").read_text(encoding="utf-8"))
    row = index.get(game, {}).get(clause, {})
    for kind in ("code", "tests"):
        for place in row.get(kind, []):
            typer.echo(f"    {kind:6}{place}")
    typer.echo("")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a record, as `save` writes it")],
    log: Annotated[bool, typer.Option("--log", help="print every action")] = False,
) -> None:
    """Replay a record, check that it ends where it ended, and print the result."""
    record = read_json(file)
    name = record.get("game") if isinstance(record, dict) else None
    if not isinstance(name, str):
        fail(f"{file}: not a record: a record is an object with the field game")
    try:
        match = from_record(the_game(name), record)
    except BadRecord as fault:
        fail(f"{file}: {fault}")
    if log:
        for entry in match.entries:
            typer.echo(f"{entry.seat}  {entry.word}" if entry.word else f"   undo to {entry.to}")
    result = match.result()
    state = "over" if result.over else f"seat {match.to_act()} to act"
    typer.echo(f"{name}: {match.taken} actions, {state}, scores {result.scores}, winners {result.winners}")


def main() -> None:
    """The entry point: faults in data files end with a sentence, not a traceback."""
    try:
        app()
    except DataFault as fault:
        typer.echo(f"orrery: {fault}", err=True)
        sys.exit(2)
