"""The command `orrery lab search`: proposes a few small changes of numbers that bring all pairings into a band."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from orrery.cli.lab_progress import Processes, Progress, check_places, span
from orrery.cli.stopping import ended_with_words, last_words
from orrery.cli.typed import GameName, fail, the_game
from orrery.core.data import DataFault

if TYPE_CHECKING:
    from orrery.lab.bench import Bench
    from orrery.lab.running import Standing, Teller

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
    keep: Annotated[
        Path | None,
        typer.Option(
            "--keep", metavar="FILE", help="keep the matches in this file, a JSON line each, and go on from it"
        ),
    ] = None,
    seed: LabSeed = 1,
    processes: Processes = None,
    html: Html = None,
    as_json: AsJson = False,
) -> None:
    """Propose the smallest changes of numbers that bring all pairings of decks into a band.

    Changes stay within the formula and the rules of the set: `orrery cards GAME --check` finds nothing new. They are
    raced on the same seeds, and what is chosen is measured again on fresh ones. It changes nothing by itself.
    """
    from orrery.lab.bench import Bench
    from orrery.lab.bench_file import BenchFile
    from orrery.lab.proposal import Proposal
    from orrery.lab.search import Search
    from orrery.lab.simulate import LostWorker, MatchFault, WrongFile
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
    check_places(processes, keep, None)
    check_page(html)
    if out is not None:
        check_empty(out)
    page = page_beside(out) if html is None and out is not None else html
    bench: Bench | None = None
    shown = Progress()
    try:
        base = variant_of(found, "set", start or [])
        file = None if keep is None else BenchFile(keep, found.name, seed, command_line())
        with Bench(processes, cpu * 60, file=file) as bench, ended_with_words(), shown:
            bench.tell = far(shown, bench, cpu * 60)
            if file is not None and file.known:
                shown.say(f"{len(file.known):,} matches were in {keep} already")
            made = Search(
                base,
                strengths[0],
                low=low,
                high=high,
                most=most,
                matches=matches,
                modes=names(modes),
                decks=names(decks),
                seed=seed,
                bench=bench,
                tell=shown.say,
            )
            made.run()
            written = None if out is None else made.write(out)
            if page is not None:
                page.parent.mkdir(parents=True, exist_ok=True)
            shown.say(f"{bench.matches:,} matches in {bench.used / 60:.1f} minutes of processor time")
    except BadVariant as fault:
        fail(str(fault))
    except DataFault as fault:
        fail(str(fault))
    except WrongFile as fault:
        if bench is None:
            fail(str(fault))
        raise typer.Exit(last_words(fault, what_is_kept(bench, keep))) from None
    except (KeyboardInterrupt, LostWorker, MatchFault) as fault:
        raise typer.Exit(last_words(fault, what_is_kept(bench, keep))) from None
    except OSError as fault:
        fail(f"{fault.filename or out}: {fault.strerror or fault}")
    show(Proposal(made, command_line(), out, written).sheet(), page, as_json)


def far(shown: Progress, bench: Bench, bound: float) -> Teller:
    """Shows a part of the search, and beside it what is used of the processor time."""

    def tell(part: Standing) -> None:
        used = min(bench.used, bound)
        shown.bar("processor time", used, bound, f"{span(used)} of {span(bound)} at most")
        shown.tell(part)

    return tell


def what_is_kept(bench: Bench | None, keep: Path | None) -> str:
    """What became of the matches of a search that did not come to its end."""
    if bench is None or bench.file is None:
        return "nothing was written; with --keep FILE the matches would be kept"
    return f"{len(bench.file.known) + bench.fresh:,} matches are kept in {keep}: the same command goes on from there"


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
