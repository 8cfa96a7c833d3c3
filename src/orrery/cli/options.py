"""The command `orrery options`: what can be chosen about a match of a game, with all values, defaults and clauses."""

from __future__ import annotations

import json
from typing import Annotated, Final

import typer

from orrery.cli.typed import GameName, Lang, echo_lines, the_game, the_language
from orrery.core.guide import SEATS
from orrery.core.options import FLAG, NUMBER, WORD, Option
from orrery.terminal.texts import Texts

FLAGS: Final = ("true", "false")


def options(
    game: GameName,
    lang: Lang = "en",
    as_json: Annotated[bool, typer.Option("--json", help="print the rows as JSON, as GET /api/games has them")] = False,
) -> None:
    """List the options of a game: their values, what holds if they are left out, and the clauses that say so."""
    guide = the_game(game).guide()
    rows = guide.options()
    if as_json:
        typer.echo(json.dumps([row.as_json() for row in rows], ensure_ascii=False, indent=1))
        return
    texts = Texts(the_language(lang))
    title, about = guide.title()[lang], guide.about()[lang]
    if not rows:
        counts = ", ".join(map(str, guide.seats({})))
        typer.echo(texts.line("options.none", game=title, counts=counts))
        return
    echo_lines([f"{title}: {about}" if about else title, ""])
    for row in rows:
        echo_lines(lines_of(row, texts))
    typer.echo(texts.line("options.use", game=game))


def lines_of(row: Option, texts: Texts) -> list[str]:
    """An option as people read it: how it is typed, what it is, and each value."""
    notes = [row.clause]
    if row.default is not None:
        notes.append(texts.line("options.default", value=typed(row.default)))
    if row.kind == SEATS:
        notes.append(texts.line("options.seats", word=row.key, usual=row.usual))
    if row.house:
        notes.append(texts.line("options.house"))
    for key, words in row.only.items():
        notes.append(texts.line("options.beside", name=key, words=", ".join(words)))
    lines = [f"{SEATS if row.kind == SEATS else row.key}={allowed(row)}  ({'; '.join(notes)})"]
    lines.append("  " + said(row.name[texts.lang], None if row.about is None else row.about[texts.lang], texts.lang))
    widest = max([len(word) for word in row.words], default=0)
    for value in row.values:
        text = said(value.said[texts.lang], None if value.about is None else value.about[texts.lang], texts.lang)
        if value.seats is not None:
            text += f" ({texts.line('options.only', counts=', '.join(map(str, value.seats)))})"
        lines.append(f"    {value.word:{widest}}  {text}")
    return [*lines, ""]


def allowed(row: Option) -> str:
    """What may be typed for an option, in short."""
    if row.kind == WORD:
        return "|".join(value.word for value in row.values)
    if row.kind == FLAG:
        return "|".join(FLAGS)
    if row.kind == SEATS or row.kind == NUMBER:
        return f"{row.least}..{row.most}"
    return "JSON"


def typed(value: object) -> str:
    """A value as it is typed."""
    return value if isinstance(value, str) else json.dumps(value)


def said(name: str, about: str | None, lang: str) -> str:
    """A name, perhaps with a sentence about it."""
    if about is None:
        return name
    between = " " if name.endswith(("?", ".")) else ": "
    return f"{name}{between}{about}"
