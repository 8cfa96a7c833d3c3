"""The commands `orrery deck`: decks as files and codes, and deck making."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Annotated, Final

import typer

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
from orrery.core.clause import BadOptions
from orrery.core.data import JsonObject, is_integer
from orrery.core.decks import bare_code
from orrery.games.five_spheres import collections
from orrery.games.five_spheres import decks as five_spheres
from orrery.games.space_editor import decks as space_editor
from orrery.games.space_editor import sets
from orrery.games.space_editor.cards import ELEMENTS

deck_app = typer.Typer(help="Decks: check, show, files, short codes, and deck making.", no_args_is_help=True)
DeckName = Annotated[
    str, typer.Argument(help="a deck file, a deck code, or a deck of ours: an element, or genesis-1 to genesis-5")
]
WhichGame = Annotated[str | None, typer.Option("--game", help="the game, where the deck alone does not say it")]
FIVE_SPHERES_FILE: Final = re.compile(r"(?m)^\s*(?:game\s*=\s*[\"']five_spheres[\"']|collection\s*=)")


# --- the decks of each game -------------------------------------------------------------------------------------------


class AnyDeck(ABC):
    """A deck of some game, found."""

    @abstractmethod
    def code(self) -> str:
        """Its code."""

    @abstractmethod
    def text(self) -> str:
        """It as a deck file."""

    @abstractmethod
    def lines(self) -> list[str]:
        """All about it, for people."""


class Shelf(ABC):
    """The decks of one game: ours by name, others by file or code."""

    game: str
    prefix: str

    @abstractmethod
    def names(self) -> list[str]:
        """The decks that ship with the package."""

    @abstractmethod
    def named(self, name: str) -> AnyDeck | None:
        """A deck of ours."""

    @abstractmethod
    def read(self, text: str, file: str) -> AnyDeck:
        """The deck of a file. Raises DataFault."""

    @abstractmethod
    def decode(self, code: str) -> AnyDeck:
        """The deck of a code. Raises DataFault."""

    @abstractmethod
    def faults(self, text: str, file: str, rules: str | None) -> list[str]:
        """Everything that is wrong with a deck file."""


class SpaceEditorDeck(AnyDeck):
    """A deck of Space Editor with its set."""

    def __init__(self, deck: space_editor.Deck, known: list[sets.SetFile], lang: str) -> None:
        self.deck = deck
        self.set_file = next(each for each in known if each.name == deck.set)
        self.lang = lang

    def code(self) -> str:
        return space_editor.encode(self.deck, self.set_file, self.lang)

    def text(self) -> str:
        return space_editor.write_deck(self.deck, self.set_file, self.lang)

    def lines(self) -> list[str]:
        from orrery.games.space_editor import catalogue

        return catalogue.deck_lines(self.deck, self.set_file, self.lang, self.code())


class SpaceEditorShelf(Shelf):
    """The decks of Space Editor."""

    game = "space_editor"
    prefix = space_editor.PREFIX

    def __init__(self, folder: Path | None, lang: str) -> None:
        own = [] if folder is None else [sets.SetFile(folder, folder.name)]
        taken = [each.name for each in own]
        self.known = [*own, *[sets.shipped(name) for name in sets.names() if name not in taken]]
        self.standard = own[0] if own else sets.standard()
        self.lang = lang

    def names(self) -> list[str]:
        return list(ELEMENTS)

    def named(self, name: str) -> AnyDeck | None:
        found = space_editor.basic_decks(self.standard, self.lang).get(name)
        return None if found is None else SpaceEditorDeck(found, self.known, self.lang)

    def read(self, text: str, file: str) -> AnyDeck:
        return SpaceEditorDeck(space_editor.read_deck(text, file, self.known, self.lang), self.known, self.lang)

    def decode(self, code: str) -> AnyDeck:
        return SpaceEditorDeck(space_editor.decode(code, self.known, self.lang), self.known, self.lang)

    def faults(self, text: str, file: str, rules: str | None) -> list[str]:
        if rules not in (None, "strict", "cost"):
            fail(f"the rules are strict or cost, not {rules!r}")
        return space_editor.file_faults(text, file, self.known, rules or "strict", self.lang)


class FiveSpheresDeck(AnyDeck):
    """A deck of Five Spheres with its collection."""

    def __init__(self, deck: five_spheres.Deck, known: list[collections.Collection], lang: str) -> None:
        self.deck = deck
        self.collection = five_spheres.collection_of(deck, known)
        self.lang = lang

    def code(self) -> str:
        return five_spheres.encode(self.deck, self.collection, self.lang)

    def text(self) -> str:
        return five_spheres.write_deck(self.deck, self.collection, self.lang)

    def lines(self) -> list[str]:
        from orrery.games.five_spheres import catalogue

        faults = self.faults()
        lines = catalogue.deck_lines(self.deck, self.collection, self.lang, "" if faults else self.code())
        return [*lines, "", *faults] if faults else lines

    def faults(self) -> list[str]:
        """Every rule that it breaks."""
        return five_spheres.broken_rules(self.deck, self.collection, self.lang)


class FiveSpheresShelf(Shelf):
    """The decks of Five Spheres. A collection of the designer's own hides ours of the same id."""

    game = "five_spheres"
    prefix = five_spheres.PREFIX

    def __init__(self, folder: Path | None, lang: str) -> None:
        own = [] if folder is None else [collections.Collection(folder, folder.name)]
        shipped = [collections.shipped(each) for each in collections.folders()]
        newest = sorted(shipped, key=lambda each: -each.version)
        self.known = [*own, *[each for each in newest if each.id not in [mine.id for mine in own]]]
        self.standard = own[0] if own else collections.standard()
        self.lang = lang

    def names(self) -> list[str]:
        return [name for each in self.known for name in five_spheres.predesigned(each)]

    def named(self, name: str) -> FiveSpheresDeck | None:
        if name.isdecimal():
            name = f"{self.standard.id}-{name}"
        for collection in self.known:
            found = five_spheres.predesigned(collection, self.lang).get(name)
            if found is not None:
                return FiveSpheresDeck(found, self.known, self.lang)
        return None

    def read(self, text: str, file: str) -> FiveSpheresDeck:
        return FiveSpheresDeck(five_spheres.read_deck(text, file, self.known, self.lang), self.known, self.lang)

    def decode(self, code: str) -> FiveSpheresDeck:
        return FiveSpheresDeck(five_spheres.decode(code, self.known, self.lang), self.known, self.lang)

    def faults(self, text: str, file: str, rules: str | None) -> list[str]:
        if rules is not None:
            fail("--rules is for space_editor; decks of five_spheres have one set of rules")
        return five_spheres.file_faults(text, file, self.known, self.lang)


def shelves(game: str | None, folder: Path | None, lang: str) -> list[Shelf]:
    """The shelves where a deck may stand: that of the game, if one is named or if the folder is one of its folders."""
    if game is None and folder is not None:
        game = "five_spheres" if folder.joinpath(collections.MAIN_FILE).is_file() else "space_editor"
    if game is None:
        return [SpaceEditorShelf(None, lang), FiveSpheresShelf(None, lang)]
    name = the_game(game).name
    if name == "five_spheres":
        return [FiveSpheresShelf(folder, lang)]
    if name == "space_editor":
        return [SpaceEditorShelf(folder, lang)]
    fail(f"{game} has no decks; space_editor and five_spheres have")


def shelf_of_file(text: str, among: list[Shelf]) -> Shelf:
    """The shelf for a deck file: a file of Five Spheres says so."""
    return among[-1] if FIVE_SPHERES_FILE.search(text) else among[0]


def the_deck(name: str, among: list[Shelf]) -> AnyDeck:
    """A deck by name, file or code, or the end of the command."""
    if not (len(among) > 1 and name.isdecimal()):
        for shelf in among:
            found = shelf.named(name)
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
    hint = "; with --game five_spheres a number will do" if name.isdecimal() and len(among) > 1 else ""
    fail(f"{name!r} is no deck: there are {ours}, deck files, and codes that begin with {starts}{hint}")


def match_options(options: JsonObject, names: list[str], folder: Path | None, lang: str) -> JsonObject:
    """The options of a match with these decks of Five Spheres, or with a collection of one's own."""
    if not names and folder is None:
        return options
    shelf = FiveSpheresShelf(folder, lang)
    found = [the_deck(name, [shelf]) for name in names]
    decks = [each for each in found if isinstance(each, FiveSpheresDeck)]
    try:
        if decks:
            return five_spheres.with_decks(options, [each.deck for each in decks], decks[0].collection)
        return {"cards": shelf.standard.cards, **options}
    except BadOptions as fault:
        fail(str(fault))


# --- the commands -----------------------------------------------------------------------------------------------------


@deck_app.command("check")
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
    faults = shelf_of_file(text, among).faults(text, file.name, rules)
    echo_lines(faults or ["The deck is legal."])
    raise typer.Exit(1 if faults else 0)


@deck_app.command("show")
def deck_show(deck: DeckName, game: WhichGame = None, set_folder: SetFolder = None, lang: Lang = "en") -> None:
    """Show a deck and its code."""
    echo_lines(the_deck(deck, shelves(game, set_folder, the_language(lang))).lines())


@deck_app.command("code")
def deck_code(deck: DeckName, game: WhichGame = None, set_folder: SetFolder = None, lang: Lang = "en") -> None:
    """Print a deck's code, short enough to paste in a chat."""
    typer.echo(the_deck(deck, shelves(game, set_folder, the_language(lang))).code())


@deck_app.command("file")
def deck_file(deck: DeckName, game: WhichGame = None, set_folder: SetFolder = None, lang: Lang = "en") -> None:
    """Print a deck as a deck file."""
    typer.echo(the_deck(deck, shelves(game, set_folder, the_language(lang))).text(), nl=False)


@deck_app.command("make")
def deck_make(
    game: GameName,
    assembly: Annotated[str, typer.Option(help="random, sets, open_draft, blind_draft or closed_draft")],
    lords: Annotated[int, typer.Option(help="how many make decks; chance picks for the others")] = 2,
    seat: Annotated[int, typer.Option(help="your seat, 0 and up")] = 0,
    seed: Seed = None,
    auto: Annotated[bool, typer.Option("--auto", help="let chance pick for you, too")] = False,
    option: Options = None,
    name: Annotated[str, typer.Option(help="what the deck is called")] = "",
    out: Annotated[Path | None, typer.Option("--out", help="write the deck into this file")] = None,
    set_folder: SetFolder = None,
    lang: Lang = "en",
) -> None:
    """Make a deck by a method of the rules (FS-17), with others at the table; print it as file and code."""
    from orrery.cli.making import make_deck
    from orrery.games.five_spheres.assembly import enough_copies

    if the_game(game).name != "five_spheres":
        fail(f"decks of {game} are not made here; those of five_spheres are")
    shelf = FiveSpheresShelf(set_folder, the_language(lang))
    options = {"lords": lords, **read_options(option or []), "assembly": assembly, "cards": shelf.standard.cards}
    extra = options.get("random_extra", 0)
    if is_integer(options["lords"]) and is_integer(extra):
        copies = enough_copies(assembly, options["lords"], extra, shelf.standard.cards)
        options.setdefault("pool_copies", copies)
    made = make_deck(options, shelf.standard, seat, seed, auto, name, lang)
    found = FiveSpheresDeck(made, shelf.known, lang)
    # From a pool of more than three copies a deck may come that serves in its own match only.
    last = found.faults() or [found.code()]
    if out is None:
        echo_lines([found.text(), *[f"# {line}" for line in last]])
        return
    try:
        out.write_text(found.text(), encoding="utf-8")
    except OSError as fault:
        fail(f"{out}: {fault.strerror or fault}")
    echo_lines([str(out), *last])
