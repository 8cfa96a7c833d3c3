"""The command `orrery rules`: the rulebook of a game."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from orrery.cli.typed import GameName, Lang, fail, the_game, the_language
from orrery.core.clause import Chapter, Rulebook, chapter_named, rulebook


def rules(
    game: GameName,
    clause: Annotated[
        str | None,
        typer.Argument(
            metavar="CLAUSE", help="a clause such as SE-5.2, a section such as SE-5, or a title such as glossary"
        ),
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
        print_text(f"{wanted} {book.titles[wanted]}", heading=True)
    for id in clauses:
        print_text(f"{id}  {book.clauses[id]}")
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
    print_text(chapter.title, heading=True)
    for part in chapter.parts:
        print_text(part.text)


def print_text(text: str, heading: bool = False) -> None:
    """A part of a rulebook and an empty line: drawn on a terminal, elsewhere as it is written."""
    if sys.stdout.isatty():
        from orrery.cli.pages import show_page

        show_page(f"# {text}" if heading else text)
        typer.echo("")
    else:
        typer.echo(f"{text}\n")


def print_where(game: str, clause: str) -> None:
    """The functions and tests of a clause, from the index that ships with the package."""
    from importlib import resources

    index = json.loads(resources.files("orrery").joinpath("clauses.json").read_text(encoding="utf-8"))
    row = index.get(game, {}).get(clause, {})
    for kind in ("code", "tests"):
        for place in row.get(kind, []):
            typer.echo(f"    {kind:6}{place}")
    typer.echo("")
