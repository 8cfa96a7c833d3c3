"""The commands `orrery lab`: change a card, a board, a deck or a rule, and see with numbers what that does."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orrery.cli.lazy import Command, Group
from orrery.cli.typed import GameName, echo_lines, fail, the_game
from orrery.core.game import Game

if TYPE_CHECKING:
    from orrery.lab.sheets import Sheet

lab_app = typer.Typer(
    cls=Group,
    help="The lab: change a card, a board, a deck or a rule, and see with numbers what that does.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

Bots = Annotated[
    str, typer.Option("--bots", metavar="BOTS", help="who plays, with commas between: each strength is measured")
]
Modes = Annotated[
    str, typer.Option("--modes", metavar="MODES", help="only these modes: half, full; vediic: 4,7 players")
]
Decks = Annotated[str, typer.Option("--decks", metavar="DECKS", help="only these decks, such as water,fire")]
LabSeed = Annotated[int, typer.Option("--seed", help="other matches; the same seed gives the same figures")]
Processes = Annotated[int | None, typer.Option(help="processes; as many as there are cores by default")]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="write a page to look at into this file")]
AsJson = Annotated[bool, typer.Option("--json", help="print the figures as JSON")]
WORDS = "a folder of cards, a board file, a deck (name, file or code) or option=value; may be repeated"


@lab_app.command("diff", cls=Command)
def diff(
    game: GameName,
    before: Annotated[
        list[str] | None, typer.Option("--before", metavar="WHAT", help=f"{WORDS}; without it what ships")
    ] = None,
    after: Annotated[list[str] | None, typer.Option("--after", metavar="WHAT", help=WORDS)] = None,
    bots: Bots = "level2",
    modes: Modes = "",
    decks: Decks = "",
    matches: Annotated[
        int, typer.Option("--matches", help="matches of each variant and pairing at most; it stops before if it can")
    ] = 2000,
    until: Annotated[
        float | None, typer.Option("--until", metavar="POINTS", help="go on until each interval is +-POINTS")
    ] = None,
    seed: LabSeed = 1,
    processes: Processes = None,
    html: Html = None,
    as_json: AsJson = False,
) -> None:
    """Play the same matches before and after a change, and say of each pairing: better, worse, no more than a point,
    or open.

    Paired: the same seeds, seats and luck. It stops by itself when the answer is known.
    """
    from orrery.lab.diff import plan
    from orrery.lab.running import Run
    from orrery.lab.variants import BadVariant, variant_of

    found = the_game(game)
    strengths = the_bots(found, bots)
    if not before and not after:
        fail("say what is changed: --after FOLDER (or a board, a deck, option=value)")
    check_count(matches)
    if until is not None and not 0 < until <= 50:
        fail(f"--until is a number of points above 0, such as 1.0; not {until:g}")
    try:
        made = plan(
            variant_of(found, "before", before or []),
            variant_of(found, "after", after or []),
            strengths,
            line=command_line(),
            modes=names(modes),
            decks=names(decks),
            seed=seed,
            matches=matches,
            until=None if until is None else until / 100,
        )
    except BadVariant as fault:
        fail(str(fault))
    with Run(made.experiment, processes) as run:
        made.run(run)
    show(made.sheet(), html, as_json)


# --- what they share --------------------------------------------------------------------------------------------------


def command_line() -> str:
    """What was typed, so that a report says what made it."""
    return shlex.join(["orrery", *sys.argv[1:]])


def names(text: str) -> list[str]:
    """Names with commas between."""
    return [name.strip() for name in text.split(",") if name.strip()]


def the_bots(game: Game, text: str) -> list[str]:
    """The strengths that are to play, or the end of the command."""
    from orrery.bots.bot import UnknownBot, make_bot

    found = names(text)
    if not found:
        fail("--bots wants at least one bot, such as greedy or level2")
    for name in found:
        if found.count(name) > 1:
            fail(f"{name} is named twice in --bots; each strength is named once")
        try:
            make_bot(name, game)
        except UnknownBot as fault:
            fail(str(fault))
    return found


def check_count(matches: int) -> None:
    """At least a round of two matches, or the end of the command."""
    if matches < 2:
        fail(f"--matches is at least 2, since a seed is played both ways round; not {matches}")


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
