"""What all commands share: how they end with a sentence, and how they read what is typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from orrery.core.clause import LANGUAGES
from orrery.core.game import Game
from orrery.core.guide import SEATS
from orrery.games import UnknownGame, load_game

GameName = Annotated[str, typer.Argument(help="the game, such as space_editor", metavar="GAME")]
Lang = Annotated[str, typer.Option("--lang", metavar="LANGUAGE", help="en or ja")]
SetFolder = Annotated[
    Path | None, typer.Option("--set", metavar="FOLDER", help="a folder of card files instead of ours")
]
Seed = Annotated[int | None, typer.Option("--seed", help="the same chance again")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="such as mode=full; may be repeated")
]
Seats = Annotated[int | None, typer.Option("--seats", help="how many play")]
RecordFile = Annotated[Path, typer.Argument(help="a record, as `save` writes it")]


def fail(message: str) -> NoReturn:
    """Ends the command with a sentence on stderr."""
    typer.echo(f"orrery: {message}", err=True)
    raise typer.Exit(2)


def the_game(name: str) -> Game:
    """The game of that name, or the end of the command."""
    try:
        return load_game(name)
    except UnknownGame as fault:
        fail(str(fault))


def check_bot_name(name: str, game: Game) -> None:
    """The bot can be made, or the end of the command."""
    from orrery.bots.bot import UnknownBot, make_bot
    from orrery.bots.outside import closed

    try:
        closed([make_bot(name, game)])
    except UnknownBot as fault:
        fail(str(fault))


def check_lab_bot(name: str, game: Game) -> None:
    """The same for commands of the lab, which mark names with signs of their own."""
    from orrery.lab.handicaps import is_handicapped

    if is_handicapped(name):
        fail(f"{name!r}: the lab marks bots with ! and ~; name this one without them")
    check_bot_name(name, game)


def the_language(lang: str) -> str:
    """A language there is, or the end of the command."""
    if lang not in LANGUAGES:
        fail(f"there is no language {lang!r}; there are {', '.join(LANGUAGES)}")
    return lang


def read_json(file: Path) -> Any:
    """A JSON file, or the end of the command."""
    try:
        return json.loads(read_text(file))
    except (RecursionError, ValueError) as fault:
        fail(f"{file}: not JSON: {fault}")


def read_text(file: Path) -> str:
    """A text file, or the end of the command."""
    try:
        return file.read_text(encoding="utf-8")
    except IsADirectoryError:
        fail(f"{file}: this is a folder, not a file")
    except OSError as fault:
        fail(f"{file}: {fault.strerror or 'it cannot be read'}")
    except UnicodeDecodeError as fault:
        line = fault.object[: fault.start].count(b"\n") + 1
        fail(f"{file}, line {line}: not UTF-8: the byte {fault.object[fault.start]:#04x}")


def read_options(words: list[str], seats: int | None = None) -> dict[str, Any]:
    """NAME=VALUE words as options, perhaps with the number of seats; a value that is JSON is taken as such, else as a
    text.
    """
    options: dict[str, Any] = {}
    for word in words:
        name, separator, value = word.partition("=")
        if not separator or not name:
            fail(f"{word!r} is not an option; it is written NAME=VALUE, such as mode=full")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    if seats is not None:
        if options.get(SEATS, seats) != seats:
            fail(f"--seats {seats} and -o {SEATS}={options[SEATS]}: say one of the two")
        options[SEATS] = seats
    return options


def echo_lines(lines: list[str]) -> None:
    """Prints lines."""
    for line in lines:
        typer.echo(line)
