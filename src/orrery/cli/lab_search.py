"""The command `orrery lab search`: proposes a few small changes of numbers that bring all pairings into a band."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated

import typer

from orrery.cli.lab_asked import (
    WORDS,
    AsJson,
    Decks,
    Html,
    LabSeed,
    Modes,
    check_count,
    check_page,
    command_line,
    names,
    show,
)
from orrery.cli.lab_asked import the_bots as bots_of
from orrery.cli.lab_progress import Processes, check_processes
from orrery.cli.stopping import ended_with_words, last_words
from orrery.cli.typed import GameName, fail, the_game
from orrery.core.data import DataFault

AIM = re.compile(r"\s*(\d+(?:\.\d+)?)\s*%?\s*(?:\.\.|-|–)\s*(\d+(?:\.\d+)?)\s*%?\s*")


def search(
    game: GameName,
    aim: Annotated[str, typer.Option("--aim", metavar="LOW..HIGH", help="the band of shares, in per cent")] = "45..55",
    most: Annotated[int, typer.Option("--max-changes", metavar="N", help="so many changes at most")] = 3,
    start: Annotated[
        list[str] | None, typer.Option("--set", metavar="WHAT", help=f"where to start: {WORDS}; without it what ships")
    ] = None,
    bots: Annotated[str, typer.Option("--bots", metavar="BOT", help="who plays: the strength that counts")] = "level2",
    modes: Modes = "",
    decks: Decks = "",
    matches: Annotated[
        int, typer.Option("--matches", help="matches of each pairing and change at most; hopeless ones get fewer")
    ] = 400,
    cpu: Annotated[
        float, typer.Option("--cpu", metavar="MINUTES", help="processor time at most, of all processes together")
    ] = 30.0,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="write the changed set into this new folder, its page beside it"),
    ] = None,
    seed: LabSeed = 1,
    processes: Processes = None,
    html: Html = None,
    as_json: AsJson = False,
) -> None:
    """Propose the smallest changes of numbers that bring all pairings of decks into a band.

    Changes stay within the formula and the rules of the set: `orrery cards GAME --check` finds nothing new. They are
    raced on the same seeds, and what is kept is measured again on fresh ones. It changes nothing by itself.
    """
    from orrery.lab.bench import Bench
    from orrery.lab.proposal import Proposal
    from orrery.lab.search import Search
    from orrery.lab.simulate import LostWorker, MatchFault
    from orrery.lab.variants import BadVariant, variant_of

    found = the_game(game)
    low, high = the_band(aim)
    strengths = bots_of(found, bots)
    if len(strengths) > 1:
        fail(f"--bots wants one bot here, the strength that the aim is for; not {len(strengths)}")
    if most < 1:
        fail(f"--max-changes is at least 1, not {most}")
    check_count(matches)
    if not cpu > 0:
        fail(f"--cpu is a number of minutes above 0, such as 10; not {cpu:g}")
    check_processes(processes)
    check_page(html)
    if out is not None:
        check_empty(out)
    page = page_beside(out) if html is None and out is not None else html
    try:
        with Bench(processes, cpu * 60) as bench, ended_with_words():
            made = Search(
                variant_of(found, "before", start or []),
                strengths[0],
                low=low,
                high=high,
                most=most,
                matches=matches,
                modes=names(modes),
                decks=names(decks),
                seed=seed,
                bench=bench,
                tell=tell,
            )
            made.run()
            written = None if out is None else made.write(out)
            if page is not None:
                page.parent.mkdir(parents=True, exist_ok=True)
            tell(f"{bench.matches:,} matches in {bench.used / 60:.1f} minutes of processor time")
    except BadVariant as fault:
        fail(str(fault))
    except DataFault as fault:
        fail(str(fault))
    except (KeyboardInterrupt, LostWorker, MatchFault) as fault:
        raise typer.Exit(last_words(fault, "nothing was written")) from None
    except OSError as fault:
        fail(f"{fault.filename or out}: {fault.strerror or fault}")
    show(Proposal(made, command_line(), out, written).sheet(), page, as_json)


def tell(sentence: str) -> None:
    """How far it is, on stderr."""
    typer.echo(f"orrery: {sentence}", err=True)


def the_band(text: str) -> tuple[float, float]:
    """A band of shares from per cents such as 45..55, or the end of the command."""
    found = AIM.fullmatch(text)
    if found is None:
        fail(f"--aim is a band in per cent, such as 45..55; not {text!r}")
    low, high = float(found[1]), float(found[2])
    if not 0 <= low < high <= 100:
        fail(f"--aim goes from a lower to a higher per cent, such as 45..55; not {text!r}")
    return low / 100, high / 100


def check_empty(folder: Path) -> None:
    """A folder that does not exist or is empty, or the end of the command."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            what = "is not empty" if folder.is_dir() else "is a file"
            fail(f"--out {folder}: this {what}; name a folder that does not exist yet, so that nothing is overwritten")
        nearest = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        if not nearest.is_dir() or not os.access(nearest, os.W_OK):
            fail(f"--out {folder}: nothing can be written into {nearest}; name a folder elsewhere")
    except OSError as fault:
        fail(f"{folder}: {fault.strerror or fault}")


def page_beside(folder: Path) -> Path:
    """Where the report on a set goes if nobody says: a file beside its folder that is not there yet, or the end."""
    page = folder.absolute().with_name(folder.absolute().name + ".html")
    if page.exists():
        fail(f"--out {folder}: its report would go to {page.name}, which is there already; say --html FILE as well")
    return page
