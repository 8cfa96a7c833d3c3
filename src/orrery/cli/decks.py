"""The commands `orrery deck`: decks as files and codes, and deck making."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from orrery import games
from orrery.cli.lazy import Command, Group
from orrery.cli.typed import (
    GameName,
    Lang,
    Options,
    Seed,
    SetFolder,
    echo_lines,
    fail,
    read_options,
    read_text,
    the_game,
    the_language,
)
from orrery.core.cards.decks import bare_code
from orrery.core.cards.shelf import AnyDeck, Shelf

deck_app = typer.Typer(
    cls=Group,
    help="Decks: check, show, files, short codes, and deck making.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
DeckName = Annotated[
    str,
    typer.Argument(
        metavar="DECK", help="a deck file, a deck code, or a deck of ours: an element, or genesis-1 to genesis-5"
    ),
]
WhichGame = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="the game, where the deck alone does not say it")
]


# --- where a deck stands ----------------------------------------------------------------------------------------------


def all_shelves(lang: str) -> list[Shelf]:
    """The shelves of all games; first those whose deck files need not say which game they are for."""
    return sorted(games.shelves(lang), key=lambda shelf: not shelf.needs_no_game)


def shelves(game: str | None, folder: Path | None, lang: str) -> list[Shelf]:
    """The shelves where a deck may stand: that of the game, if one is named or if the folder is one of its folders."""
    if game is None and folder is None:
        return all_shelves(lang)
    if game is None and folder is not None:
        among = all_shelves(lang)
        game = ([shelf.game for shelf in among if shelf.owns(folder)] or [among[0].game])[-1]
    assert game is not None
    found = the_game(game).guide().shelf(lang, folder)
    if found is None:
        fail(f"{game} has no decks; {' and '.join([shelf.game for shelf in all_shelves(lang)])} have")
    return [found]


def shelf_of_file(text: str, among: list[Shelf]) -> Shelf:
    """The shelf for a deck file: the one that it names, else the first."""
    return ([shelf for shelf in among if shelf.claims(text)] or among[:1])[0]


def the_deck(name: str, among: list[Shelf]) -> AnyDeck:
    """A deck by name, file or code, or the end of the command. Raises BadDeck, which the entry point tells."""
    numbers = name.isdecimal()
    if not (numbers and len(among) > 1):
        for shelf in among:
            found = shelf.named(name) or (shelf.numbered(name) if numbers else None)
            if found is not None:
                return found
    if Path(name).is_file():
        text = read_text(Path(name))
        return shelf_of_file(text, among).read(text, name)
    if "." in name or "/" in name:
        fail(f"{name}: there is no such file")
    for shelf in among:
        if bare_code(name).startswith(shelf.prefix):
            return shelf.decode(name)
    ours = ", ".join([each for shelf in among for each in shelf.names()])
    starts = " or ".join([f"{shelf.prefix}-" for shelf in among])
    able = " or ".join([shelf.game for shelf in among if shelf.has_numbers])
    hint = f"; with --game {able} a number will do" if numbers and len(among) > 1 and able else ""
    fail(f"{name!r} is no deck: there are {ours}, deck files, and codes that begin with {starts}{hint}")


# --- the commands -----------------------------------------------------------------------------------------------------


@deck_app.command("check", cls=Command)
def deck_check(
    file: Annotated[Path, typer.Argument(help="a deck file")],
    rules: Annotated[str | None, typer.Option(help="space_editor: strict, or cost to count costs as well")] = None,
    game: WhichGame = None,
    set_folder: SetFolder = None,
    lang: Lang = "en",
) -> None:
    """Check a deck file: every broken rule is named."""
    among = shelves(game, set_folder, the_language(lang))
    text = read_text(file)
    shelf = shelf_of_file(text, among)
    if rules is not None and rules not in shelf.rules:
        if shelf.rules:
            fail(f"the rules are {' or '.join(shelf.rules)}, not {rules!r}")
        able = " and ".join([each.game for each in all_shelves(lang) if each.rules])
        fail(f"--rules is for {able}; decks of {shelf.game} have one set of rules")
    _, found = shelf.inspected(text, file.name, rules or "")
    faults = shelf.said(found)
    echo_lines(faults or ["The deck is legal."])
    raise typer.Exit(1 if faults else 0)


@deck_app.command("show", cls=Command)
def deck_show(deck: DeckName, game: WhichGame = None, set_folder: SetFolder = None, lang: Lang = "en") -> None:
    """Show a deck and its code."""
    echo_lines(the_deck(deck, shelves(game, set_folder, the_language(lang))).lines())


@deck_app.command("code", cls=Command)
def deck_code(deck: DeckName, game: WhichGame = None, set_folder: SetFolder = None, lang: Lang = "en") -> None:
    """Print a deck's code, short enough to paste in a chat."""
    typer.echo(the_deck(deck, shelves(game, set_folder, the_language(lang))).code())


@deck_app.command("file", cls=Command)
def deck_file(deck: DeckName, game: WhichGame = None, set_folder: SetFolder = None, lang: Lang = "en") -> None:
    """Print a deck as a deck file."""
    typer.echo(the_deck(deck, shelves(game, set_folder, the_language(lang))).text(), nl=False)


@deck_app.command("make", cls=Command)
def deck_make(
    game: GameName,
    assembly: Annotated[
        str, typer.Option(metavar="METHOD", help="random, sets, open_draft, blind_draft or closed_draft")
    ],
    seats: Annotated[int | None, typer.Option(help="how many make decks; chance picks for the others")] = None,
    lords: Annotated[int | None, typer.Option(hidden=True)] = None,
    seat: Annotated[int, typer.Option(metavar="SEAT", help="your seat, 0 and up")] = 0,
    seed: Seed = None,
    auto: Annotated[bool, typer.Option("--auto", help="let chance pick for you, too")] = False,
    option: Options = None,
    name: Annotated[str, typer.Option(help="what the deck is called")] = "",
    out: Annotated[Path | None, typer.Option("--out", help="write the deck into this file")] = None,
    set_folder: SetFolder = None,
    lang: Lang = "en",
) -> None:
    """Make a deck by a method of the rules (FS-17), with others at the table; print it as a file and as a code."""
    from orrery.terminal.making import NotMade, Wish, maker_of

    found = the_game(game)
    make = maker_of(found)
    if make is None:
        able = [name for name in games.game_names() if maker_of(the_game(name)) is not None]
        fail(f"decks of {game} are not made here; those of {' and '.join(able)} are")
    [shelf] = shelves(game, set_folder, the_language(lang))
    options = read_options(option or [], lords if seats is None else seats)
    try:
        made = make(shelf, Wish(assembly, seat, seed, auto, name, options), echo_lines)
    except NotMade as why:
        fail(str(why))
    # A pool of more than three copies may give a deck that can only be played in its own match.
    last = shelf.said(made.broken_rules()) or [made.code()]
    if out is None:
        echo_lines([made.text(), *[f"# {line}" for line in last]])
        return
    try:
        out.write_text(made.text(), encoding="utf-8")
    except OSError as fault:
        fail(f"{out}: {fault.strerror or fault}")
    echo_lines([str(out), *last])
