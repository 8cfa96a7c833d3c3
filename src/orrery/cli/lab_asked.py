"""What the commands of the lab ask for alike, and how they show what was found."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orrery.cli.typed import check_lab_bot, echo_lines, fail
from orrery.core.game import Game

if TYPE_CHECKING:
    from orrery.lab.sheets import Sheet

Bots = Annotated[
    str, typer.Option("--bots", metavar="BOTS", help="who plays, with commas between: each strength is measured")
]
Modes = Annotated[
    str, typer.Option("--modes", metavar="MODES", help="only these modes: half, full; vediic: 4,7 players")
]
Decks = Annotated[str, typer.Option("--decks", metavar="DECKS", help="only these decks, such as water,fire")]
LabSeed = Annotated[int, typer.Option("--seed", help="other matches; the same seed gives the same figures")]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="write a page to look at into this file")]
AsJson = Annotated[bool, typer.Option("--json", help="print the figures as JSON")]
WORDS = "a folder of cards, a board file, a deck (name, file or code) or option=value; may be repeated"


def command_line() -> str:
    """What was typed, so that a report says what made it."""
    return shlex.join(["orrery", *sys.argv[1:]])


def names(text: str) -> list[str]:
    """Names with commas between."""
    return [name.strip() for name in text.split(",") if name.strip()]


def the_bots(game: Game, text: str) -> list[str]:
    """The strengths that are to play, or the end of the command."""
    from orrery.bots.outside import split_names

    found = [name for name in split_names(text) if name]
    if not found:
        fail("--bots wants at least one bot, such as greedy or level2")
    for name in found:
        if found.count(name) > 1:
            fail(f"{name} is named twice in --bots; each strength is named once")
        check_lab_bot(name, game)
    return found


def check_count(matches: int, option: str = "--matches") -> None:
    """At least a round of two matches, or the end of the command."""
    if matches < 2:
        fail(f"{option} is at least 2, since a seed is played both ways round; not {matches}")


def check_page(html: Path | None) -> None:
    """There is a folder for the page, or the end of the command: before matches are played for it, not after."""
    if html is not None and (html.is_dir() or not html.parent.is_dir()):
        fail(f"{html}: {'this is a folder' if html.is_dir() else 'there is no such folder'}")


def show(sheet: Sheet, html: Path | None, as_json: bool) -> None:
    """Writes the page, and prints the figures."""
    from orrery.lab.lines import lines
    from orrery.lab.page import html as page_of

    if html is not None:
        try:
            html.write_text(page_of(sheet), encoding="utf-8")
        except OSError as fault:
            fail(f"{html}: {fault.strerror or fault}")
    if as_json:
        typer.echo(json.dumps(sheet.as_json(), ensure_ascii=False, indent=1))
    else:
        echo_lines(lines(sheet, min(140, shutil.get_terminal_size().columns)))
