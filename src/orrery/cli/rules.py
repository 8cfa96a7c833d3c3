"""The command `orrery rules`: the rulebook of a game."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer
from rich.text import Text

from orrery.cli.typed import GameName, Lang, echo_lines, fail, the_game, the_language
from orrery.core.clause import Chapter, Rulebook, chapter_named, rulebook
from orrery.core.game import Game
from orrery.core.handbook import Chapter as HandbookChapter
from orrery.core.handbook import handbook, handbook_chapter
from orrery.terminal.numbers import clauses_named
from orrery.terminal.texts import Texts


def rules(
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLAUSE|WORD",
            help="a clause such as SE-5.2, a section such as SE-5, a title such as glossary, or words to look for",
        ),
    ] = None,
    lang: Lang = "en",
    where: Annotated[bool, typer.Option("--where", help="print the code and the tests of the clause as well")] = False,
) -> None:
    """Print the rulebook of a game, a section or a clause of it, or look for words in it."""
    found = the_game(game)
    book = rulebook(found.package, the_language(lang))
    if not book.clauses:
        fail(f"{game} has no rulebook")
    wanted = " ".join(words or [])
    named = clauses_named(book, wanted)
    titled = chapter_named(found.package, lang, wanted) if wanted else None
    if not wanted:
        open_book(found, book, lang)
    elif named:
        section = named[0].split(".")[0]
        parts = [f"# {section} {book.titles[section]}"] if len(named) > 1 and section in book.titles else []
        for id in named:
            parts.append(f"{id}  {book.clauses[id]}")
            if where:
                parts.append(places_of(game, id))
        show(parts, lang)
    elif titled is not None:
        show(chapter(titled), lang)
    elif (part := handbook_chapter(found, lang, wanted)) is not None:
        show_handbook(found, lang, part)
    else:
        look_for(found, wanted, lang)


def open_book(game: Game, book: Rulebook, lang: str) -> None:
    """The handbook, where a game has one, and after it what the reference holds; else the opening of the reference."""
    if handbook(game) is None:
        show(contents(game.name, book), lang)
    else:
        show_handbook(game, lang, None)


def show_handbook(game: Game, lang: str, part: HandbookChapter | None) -> None:
    """A chapter of the handbook, or all of it with the sections of the reference."""
    from orrery.cli.pages import show_lines
    from orrery.terminal.clauses import Clauses
    from orrery.terminal.drawing import PARAGRAPH
    from orrery.terminal.handbook import Pages
    from orrery.terminal.screen import Screen

    book = handbook(game)
    assert book is not None
    texts, screen = Texts(lang, game.package), Screen(sys.stdout)
    pages = Pages(book, texts, screen, screen.room if sys.stdout.isatty() else PARAGRAPH)
    if part is not None:
        show_lines(screen, pages.chapter(part), lang)
        return
    reference = Clauses(game, texts).sections(rulebook(game.package, lang))
    show_lines(screen, [*pages.whole(), *reference, *hints(game.name, rulebook(game.package, lang), texts)], lang)


def hints(game: str, book: Rulebook, texts: Texts) -> list[Text]:
    """How the rest is found."""
    return [texts.say("rules.command", game=game, section=next(iter(book.titles)), title=book.unnumbered[-1].title)]


def look_for(game: Game, words: str, lang: str) -> None:
    """The clauses in which words occur, as the table finds them; the end of the command if there are none."""
    from orrery.cli.pages import show_lines
    from orrery.terminal.clauses import Clauses
    from orrery.terminal.drawing import PARAGRAPH
    from orrery.terminal.screen import Screen

    clauses = Clauses(game, Texts(lang, game.package))
    screen = Screen(sys.stdout)
    lines = clauses.find(words, screen.room if sys.stdout.isatty() else PARAGRAPH)
    if lines is None:
        said = [*clauses.missing(words), clauses.texts.say("rules.all", game=game.name)]
        fail(" ".join([sentence.plain for sentence in said]))
    show_lines(screen, lines, lang)


def contents(game: str, book: Rulebook) -> list[str]:
    """What a newcomer reads first: the opening of a rulebook, then its chapters."""
    listed = [each for each in book.chapters if each.section is not None or each in book.unnumbered]
    rows = "\n".join([f"{each.section or '':8}{each.title}" for each in listed])
    first = next(iter({**book.titles, **book.clauses}))
    last = f"; its title prints a chapter without one: {book.unnumbered[-1].title.lower()}" if book.unnumbered else ""
    opening = [] if book.opening is None else chapter(book.opening)
    return [*opening, f"```\n{rows}\n```", f"orrery rules {game} {first} prints a section, a word is looked for{last}."]


def chapter(chapter: Chapter) -> list[str]:
    """A chapter without clauses."""
    return [f"# {chapter.title}", *[part.text for part in chapter.parts]]


def places_of(game: str, clause: str) -> str:
    """The functions and tests of a clause, from the index that ships with the package."""
    from importlib import resources

    index = json.loads(resources.files("orrery").joinpath("clauses.json").read_text(encoding="utf-8"))
    row = index.get(game, {}).get(clause, {})
    lines = [f"    {kind:6}{place}" for kind in ("code", "tests") for place in row.get(kind, [])]
    return "\n".join(["```", *lines, "```"])


def show(parts: list[str], lang: str) -> None:
    """Parts of a rulebook with an empty line after each: on a terminal drawn and page by page, elsewhere as they are
    written.
    """
    if sys.stdout.isatty():
        from orrery.cli.pages import show_page

        show_page("\n\n".join(parts), lang)
        return
    for part in parts:
        listed = part.startswith("```")
        echo_lines(part.splitlines()[1:-1] if listed else [part.removeprefix("# ")])
        typer.echo("")
