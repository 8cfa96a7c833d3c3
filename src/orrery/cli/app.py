"""The app: all commands but those of cards and decks, which have modules of their own."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from orrery import BUILD, __version__
from orrery.cli.analyse import analyse
from orrery.cli.cards import cards
from orrery.cli.decks import deck_app
from orrery.cli.ladder import ladder
from orrery.cli.puzzles import puzzle
from orrery.cli.serve import backup, reports, restore, serve
from orrery.cli.tune import tune
from orrery.cli.typed import (
    GameName,
    Lang,
    Options,
    SetFolder,
    echo_lines,
    fail,
    read_json,
    read_options,
    the_game,
    the_language,
)
from orrery.core.clause import rulebook
from orrery.core.data import DataFault
from orrery.core.records import BadRecord, from_record
from orrery.games import game_names

app = typer.Typer(
    name="orrery",
    help="Play, study and improve three cosmic tabletop games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


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


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="the game; without it you are asked", metavar="[GAME]")] = None,
    players: Annotated[
        list[str] | None, typer.Argument(help="one a seat: human, human:NAME or a bot such as level2")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="play this match again")] = None,
    lang: Annotated[str | None, typer.Option("--lang", help="en or ja")] = None,
    option: Options = None,
    deck: Annotated[
        list[str] | None, typer.Option("--deck", help="five_spheres: a seat's deck, by name, file or code; once a seat")
    ] = None,
    set_folder: SetFolder = None,
    load: Annotated[Path | None, typer.Option("--load", help="go on with a saved match")] = None,
    colour: Annotated[bool | None, typer.Option("--colour/--no-colour", help="force colours on or off")] = None,
) -> None:
    """Play at the terminal, alone against bots or several at one keyboard."""
    from orrery import table
    from orrery.cli.decks import match_options

    if lang is not None:
        the_language(lang)
    if game is None and load is not None:
        record = read_json(load)
        game = record.get("game") if isinstance(record, dict) and isinstance(record.get("game"), str) else None
    found = None if game is None else the_game(game)
    if (deck or set_folder is not None) and (found is None or found.name != "five_spheres"):
        fail("--deck and --set are for five_spheres: orrery play five_spheres --deck genesis-1 --deck genesis-2")
    if found is None or (not players and not option and not deck and set_folder is None and load is None):
        raise typer.Exit(table.choose(game, lang, seed, colour))
    options = match_options(read_options(option or []), deck or [], set_folder, lang or "en")
    raise typer.Exit(table.play(found, options, players or None, seed, lang or "en", colour, load=load))


app.command()(analyse)
app.command()(cards)
app.command()(ladder)
app.command()(serve)
app.command()(backup)
app.command()(restore)
app.command()(reports)
app.command()(puzzle)
app.command()(tune)
app.add_typer(deck_app, name="deck")


@app.command()
def board(
    game: GameName,
    check: Annotated[Path | None, typer.Option("--check", help="check this board file")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="draw the board into this file")] = None,
) -> None:
    """Check a board file of Vediic, or draw a board as SVG."""
    from orrery.games.vediic import boards
    from orrery.games.vediic.board import parse_board
    from orrery.games.vediic.svg import draw

    if the_game(game).name != "vediic":
        fail(f"{game} has no board; vediic has one")
    found = boards.standard()
    if check is not None:
        try:
            found = parse_board(check.read_text(encoding="utf-8"), check.name)
        except (OSError, UnicodeDecodeError) as fault:
            fail(f"{check}: {fault}")
        typer.echo(f"{check.name}: the board {found.name} is sound")
    if svg is not None:
        try:
            svg.write_text(draw(found), encoding="utf-8")
        except OSError as fault:
            fail(f"{svg}: {fault.strerror or fault}")
        typer.echo(f"drew {found.name} into {svg}")
    if check is None and svg is None:
        typer.echo(f"{', '.join(boards.names())}; --svg FILE draws, --check FILE checks a board of your own")


@app.command()
def balance(
    game: GameName,
    matches: Annotated[int, typer.Option(help="matches for each pair and mode")] = 100,
    bot: Annotated[str, typer.Option(help="who plays")] = "greedy",
    processes: Annotated[int | None, typer.Option(help="processes; as many as there are cores by default")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the figures as JSON")] = False,
) -> None:
    """Measure decks against each other: the basic ones of Space Editor, the pre-designed ones of Five Spheres."""
    from orrery.bots.bot import UnknownBot, make_bot

    found = the_game(game)
    if found.name not in BALANCES:
        fail(f"{game} has no decks to compare; there are some for {' and '.join(BALANCES)}")
    if matches < 1:
        fail(f"at least 1 match is needed, not {matches}")
    try:
        make_bot(bot, found)
    except UnknownBot as fault:
        fail(str(fault))
    figures, lines = BALANCES[found.name](matches, bot, processes)
    echo_lines([json.dumps(figures, indent=1)] if as_json else lines)


def pair_line(head: str, row: dict[str, Any]) -> str:
    """One pair of decks."""
    return (
        f"{head}{row['left']:>6} - {row['right']:6}{row['left_wins']:7.1%}"
        f"  [{row['low']:.1%}, {row['high']:.1%}]  first seat {row['first_wins']:.1%}"
    )


def balance_elements(matches: int, bot: str, processes: int | None) -> tuple[dict[str, Any], list[str]]:
    """Space Editor: the figures, and as lines."""
    from orrery.games.space_editor.cards import ELEMENTS
    from orrery.lab.simulate import pair_elements

    figures = {
        mode: [pairing.as_json() for pairing in pair_elements(mode, ELEMENTS, matches, bot, processes)]
        for mode in ("full", "half")
    }
    lines = [
        f"{pair_line(f'{mode:5}', row)}  lead {row['lead']:+.1f}  actions {row['actions']:.0f}"
        for mode, rows in figures.items()
        for row in rows
    ]
    return figures, lines


def balance_decks(matches: int, bot: str, processes: int | None) -> tuple[dict[str, Any], list[str]]:
    """Five Spheres: the figures, and as lines; the cards by how often they are played."""
    from orrery.games.five_spheres import collections
    from orrery.lab.duels import pair_decks

    collection = collections.standard()
    figures = pair_decks([deck.number for deck in collection.decks], matches, bot, processes).as_json()
    lines = [f"{pair_line('', row)}  actions {row['actions']:.0f}" for row in figures["pairs"]]
    turns = figures["turns"]
    lines.append(
        f"{figures['matches']} matches, the first lord wins {figures['first_lord_wins']:.1%}; turns: median "
        f"{turns['median']}, from {turns['tenth']} to {turns['ninetieth']} in eight of ten"
    )
    for row in sorted(figures["cards"], key=lambda row: -row["play_rate"]):
        lines.append(
            f"  {row['card']:6} deck {row['deck']}  played in {row['play_rate']:6.1%} of the matches; a match: "
            + ", ".join(f"{row[way]:.2f} {way}" for way in ("summoned", "face_down", "cast", "retaliated"))
        )
    return figures, lines


BALANCES = {"space_editor": balance_elements, "five_spheres": balance_decks}


def main() -> None:
    """The entry point: faults in data files end with a sentence, not a traceback."""
    try:
        app()
    except DataFault as fault:
        typer.echo(f"orrery: {fault}", err=True)
        sys.exit(2)
