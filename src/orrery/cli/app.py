"""The app: the commands that have no module of their own, and how all of them are put together."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from orrery import __version__, loaded_build
from orrery.cli.analyse import analyse
from orrery.cli.cards import cards
from orrery.cli.decks import deck_app
from orrery.cli.ladder import ladder
from orrery.cli.options import options
from orrery.cli.puzzles import puzzle
from orrery.cli.serve import backup, reports, restore, serve
from orrery.cli.tune import tune
from orrery.cli.typed import (
    GameName,
    Lang,
    Options,
    Seats,
    SetFolder,
    echo_lines,
    fail,
    read_json,
    read_options,
    the_game,
    the_language,
)
from orrery.core.clause import Chapter, Rulebook, chapter_named, rulebook
from orrery.core.data import DataFault
from orrery.core.records import BadRecord, from_record
from orrery.games import game_names, games_with, left_out

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
        typer.echo(f"orrery {__version__} ({loaded_build()} build)")
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
    """List the games, and say on stderr which of those that packages offer are left out, and why."""
    for name in game_names():
        game = the_game(name)
        typer.echo(f"{name}  rules version {game.version}")
    for name, why in left_out().items():
        typer.echo(f"orrery: the game {name!r} is left out: {why}", err=True)


@app.command()
def rules(
    game: GameName,
    clause: Annotated[
        str | None, typer.Argument(help="a clause such as SE-5.2, a section such as SE-5, or a title such as glossary")
    ] = None,
    lang: Lang = "en",
    where: Annotated[bool, typer.Option("--where", help="print the code and the tests of the clause as well")] = False,
) -> None:
    """Print the rulebook of a game, a section or a clause of it."""
    found = the_game(game)
    book = rulebook(found.package, the_language(lang))
    if not book.clauses:
        fail(f"{game} has no rulebook")
    if clause is None:
        print_contents(game, book)
        return
    titled = chapter_named(found.package, lang, clause)
    if titled is not None:
        print_chapter(titled)
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


def print_contents(game: str, book: Rulebook) -> None:
    """What a newcomer reads first: the opening of a rulebook, then its chapters."""
    if book.opening is not None:
        print_chapter(book.opening)
    for chapter in book.chapters:
        if chapter.section is not None or chapter in book.unnumbered:
            typer.echo(f"{chapter.section or '':8}{chapter.title}")
    first = next(iter({**book.titles, **book.clauses}))
    last = f"; its title prints a chapter without one: {book.unnumbered[-1].title.lower()}" if book.unnumbered else ""
    typer.echo(f"\norrery rules {game} {first} prints a section{last}.")


def print_chapter(chapter: Chapter) -> None:
    """A chapter without clauses."""
    typer.echo(f"{chapter.title}\n")
    for part in chapter.parts:
        typer.echo(f"{part.text}\n")


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
    seats: Seats = None,
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
    from orrery import terminal as table
    from orrery.cli.decks import check_takes_decks, match_options

    if lang is not None:
        the_language(lang)
    if game is None and load is not None:
        record = read_json(load)
        game = record.get("game") if isinstance(record, dict) and isinstance(record.get("game"), str) else None
    found = None if game is None else the_game(game)
    if deck or set_folder is not None:
        check_takes_decks(found, lang or "en")
    chosen = read_options(option or [], seats)
    if found is None or (not players and not chosen and not deck and set_folder is None and load is None):
        raise typer.Exit(table.choose(game, lang, seed, colour))
    complete = match_options(found, chosen, deck or [], set_folder, lang or "en")
    raise typer.Exit(table.play(found, complete, players or None, seed, lang or "en", colour, load=load))


app.command()(analyse)
app.command()(cards)
app.command()(ladder)
app.command()(options)
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
    guide = the_game(game).guide()
    names = guide.boards()
    if not names:
        others = " and ".join(games_with(lambda guide: bool(guide.boards())))
        fail(f"{game} has no board; {f'{others} has one' if others else 'no game has one'}")
    found = guide.board(names[0])
    if check is not None:
        try:
            found = guide.read_board(check.read_text(encoding="utf-8"), check.name)
        except (OSError, UnicodeDecodeError) as fault:
            fail(f"{check}: {fault}")
        typer.echo(f"{check.name}: the board {found.name} is sound")
    if svg is not None:
        try:
            svg.write_text(found.svg(), encoding="utf-8")
        except OSError as fault:
            fail(f"{svg}: {fault.strerror or fault}")
        typer.echo(f"drew {found.name} into {svg}")
    if check is None and svg is None:
        typer.echo(f"{', '.join(names)}; --svg FILE draws, --check FILE checks a board of your own")


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
    from orrery.lab.duels import compare_decks, figures_of, lines_of

    found = the_game(game)
    if not found.guide().rivals():
        others = games_with(lambda guide: bool(guide.rivals()))
        others.sort(key=lambda name: -len(the_game(name).guide().rivals()))  # who has most to compare comes first
        fail(f"{game} has no decks to compare; there are some for {' and '.join(others) or 'no game'}")
    if matches < 1:
        fail(f"at least 1 match is needed, not {matches}")
    try:
        make_bot(bot, found)
    except UnknownBot as fault:
        fail(str(fault))
    reports = compare_decks(found, matches, bot, processes)
    figures = [json.dumps(figures_of(reports), indent=1)]
    echo_lines(figures if as_json else [line for report in reports for line in lines_of(report)])


def main() -> None:
    """The entry point: faults in data files end with a sentence, not a traceback."""
    try:
        app()
    except DataFault as fault:
        typer.echo(f"orrery: {fault}", err=True)
        sys.exit(2)
