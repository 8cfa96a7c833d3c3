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


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="the game; without it you are asked", metavar="[GAME]")] = None,
    players: Annotated[
        list[str] | None, typer.Argument(help="one a seat: human, human:NAME or a bot such as greedy")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="play this match again")] = None,
    lang: Annotated[str | None, typer.Option("--lang", help="en or ja")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="NAME=VALUE, such as mode=full")] = None,
    load: Annotated[Path | None, typer.Option("--load", help="go on with a saved match")] = None,
    colour: Annotated[bool | None, typer.Option("--colour/--no-colour", help="force colours on or off")] = None,
) -> None:
    """Play at the terminal, alone against bots or several at one keyboard."""
    from orrery import table

    if lang is not None:
        the_language(lang)
    if game is None and load is not None:
        record = read_json(load)
        game = record.get("game") if isinstance(record, dict) and isinstance(record.get("game"), str) else None
    found = None if game is None else the_game(game)
    if found is None or (not players and not option and load is None):
        raise typer.Exit(table.choose(game, lang, seed, colour))
    options = read_options(option or [])
    raise typer.Exit(table.play(found, options, players or None, seed, lang or "en", colour, load=load))


def read_options(words: list[str]) -> dict[str, Any]:
    """NAME=VALUE words as options; a value that is JSON is taken as such, else as a text."""
    options: dict[str, Any] = {}
    for word in words:
        name, separator, value = word.partition("=")
        if not separator or not name:
            fail(f"{word!r} is not an option; it is written NAME=VALUE, such as mode=full")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


@app.command()
def cards(
    game: GameName,
    card: Annotated[str | None, typer.Argument(help="a card's id or whole name")] = None,
    set_folder: Annotated[Path | None, typer.Option("--set", help="a folder of card files instead of ours")] = None,
    element: Annotated[str, typer.Option(help="water, wind, earth or fire")] = "",
    kind: Annotated[str, typer.Option(help="star, planet, ability or basepoint")] = "",
    level: Annotated[str, typer.Option(help="bronze, silver or gold")] = "",
    vp: Annotated[str, typer.Option(help="victory points: 4, 3-5, 3- or -2")] = "",
    text: Annotated[str, typer.Option(help="a part of the name or the id")] = "",
    word: Annotated[str, typer.Option(help="a word of the ability vocabulary, such as relocate")] = "",
    deck: Annotated[str, typer.Option(help="only the cards of this basic deck")] = "",
    texts: Annotated[bool, typer.Option("--texts", help="print the abilities' texts as well")] = False,
    check: Annotated[bool, typer.Option("--check", help="verify the set, and say what fails")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the set file")] = False,
    lang: Lang = "en",
) -> None:
    """List, filter and show cards, or check a card set."""
    from orrery.games.space_editor import catalogue, checks, decks, sets

    if the_game(game).name != "space_editor":
        fail(f"{game} has no card set here yet; there is one for space_editor")
    the_language(lang)
    found = sets.standard() if set_folder is None else sets.SetFile(set_folder, set_folder.name)
    if as_json:
        typer.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=1))
    elif check:
        findings = checks.check_set(found)
        for finding in findings:
            typer.echo(finding.line())
        typer.echo(f"{len(found.material.cards)} cards, {len(findings)} findings")
        raise typer.Exit(1 if findings else 0)
    elif card is not None:
        echo_lines(catalogue.card_lines(found, card, lang))
    else:
        basic = decks.basic_decks(found, lang)
        if deck and deck not in basic:
            fail(f"there is no basic deck {deck!r}; there are {', '.join(basic)}")
        wish = catalogue.Wish(element, kind, level, vp, text, word, basic[deck] if deck else None)
        plain = not (element or kind or level or vp or text or word or deck or texts)
        ids = catalogue.find_cards(found, wish)
        echo_lines(catalogue.set_lines(found, lang) if plain else catalogue.list_lines(found, ids, lang, texts))


deck_app = typer.Typer(help="Decks of Space Editor: check, show, and short codes.", no_args_is_help=True)
app.add_typer(deck_app, name="deck")
DeckName = Annotated[str, typer.Argument(help="a deck file, a deck code, or the element of a basic deck")]


def echo_lines(lines: list[str]) -> None:
    """Prints lines."""
    for line in lines:
        typer.echo(line)


def the_deck(name: str, lang: str) -> Any:
    """A deck by file, code or element, with its set."""
    from orrery.games.space_editor import decks, sets

    known = [sets.shipped(each) for each in sets.names()]
    basic = decks.basic_decks(sets.standard(), lang)
    if name in basic:
        found = basic[name]
    elif Path(name).is_file():
        found = decks.read_deck(Path(name).read_text(encoding="utf-8"), name, known, lang)
    elif "." in name or "/" in name:
        fail(f"{name}: there is no such file")
    else:
        found = decks.decode(name, list(sets.every()), lang)
    return found, next(each for each in sets.every() if each.name == found.set)


@deck_app.command("check")
def deck_check(
    file: Annotated[Path, typer.Argument(help="a deck file")],
    rules: Annotated[str, typer.Option(help="strict, or cost to count costs as well")] = "strict",
    lang: Lang = "en",
) -> None:
    """Check a deck file: every broken rule is named."""
    from orrery.games.space_editor import decks, sets

    the_language(lang)
    if rules not in ("strict", "cost"):
        fail(f"the rules are strict or cost, not {rules!r}")
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        fail(f"{file}: {fault}")
    faults = decks.file_faults(text, file.name, [sets.shipped(name) for name in sets.names()], rules, lang)
    echo_lines(faults or ["The deck is legal."])
    raise typer.Exit(1 if faults else 0)


@deck_app.command("show")
def deck_show(deck: DeckName, lang: Lang = "en") -> None:
    """Show a deck and its code."""
    from orrery.games.space_editor import catalogue, decks

    found, set_file = the_deck(deck, the_language(lang))
    echo_lines(catalogue.deck_lines(found, set_file, lang, decks.encode(found, set_file, lang)))


@deck_app.command("code")
def deck_code(deck: DeckName, lang: Lang = "en") -> None:
    """Print a deck's code, short enough to paste in a chat."""
    from orrery.games.space_editor import decks

    found, set_file = the_deck(deck, the_language(lang))
    typer.echo(decks.encode(found, set_file, lang))


@deck_app.command("file")
def deck_file(deck: DeckName, lang: Lang = "en") -> None:
    """Print a deck as a deck file."""
    from orrery.games.space_editor import decks

    found, set_file = the_deck(deck, the_language(lang))
    typer.echo(decks.write_deck(found, set_file, lang), nl=False)


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
    """Measure the basic decks of Space Editor against each other."""
    from orrery.bots.bot import UnknownBot, make_bot
    from orrery.games.space_editor.cards import ELEMENTS
    from orrery.lab.simulate import pair_elements

    found = the_game(game)
    if found.name != "space_editor":
        fail(f"{game} has no decks to compare; space_editor has")
    if matches < 1:
        fail(f"at least 1 match is needed, not {matches}")
    try:
        make_bot(bot, found)
    except UnknownBot as fault:
        fail(str(fault))
    figures = {
        mode: [pairing.as_json() for pairing in pair_elements(mode, ELEMENTS, matches, bot, processes)]
        for mode in ("full", "half")
    }
    if as_json:
        typer.echo(json.dumps(figures, indent=1))
        return
    for mode, rows in figures.items():
        for row in rows:
            typer.echo(
                f"{mode:5}{row['left']:>6} - {row['right']:6}{row['left_wins']:7.1%}"
                f"  [{row['low']:.1%}, {row['high']:.1%}]"
                f"  first seat {row['first_wins']:.1%}  lead {row['lead']:+.1f}  actions {row['actions']:.0f}"
            )


def main() -> None:
    """The entry point: faults in data files end with a sentence, not a traceback."""
    try:
        app()
    except DataFault as fault:
        typer.echo(f"orrery: {fault}", err=True)
        sys.exit(2)
