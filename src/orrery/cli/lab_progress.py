"""How the commands of the lab work on matches: their options for it, how far they are, and how they end before the end.

On a terminal there is a bar for each part of a run, with the time that is left; elsewhere a line now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from orrery.cli.stopping import ended_with_words, last_words
from orrery.cli.typed import fail
from orrery.core.data import JsonObject

if TYPE_CHECKING:
    from orrery.lab.crews import Crew
    from orrery.lab.keeping import RunFile, Share
    from orrery.lab.running import Run, Standing
    from orrery.lab.sittings import Experiment

Processes = Annotated[int | None, typer.Option(help="processes; as many as there are cores by default")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="keep the matches in this file, a JSON line each, and go on from it"),
]
ShareWord = Annotated[
    str | None,
    typer.Option("--share", metavar="I/N", help="play only this part, such as 3/16, for --out; then orrery lab merge"),
]
RayAddress = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="play on a Ray cluster: auto, ray://HOST:PORT; local starts one"),
]


# --- a run of a command -----------------------------------------------------------------------------------------------


@contextmanager
def under_way(
    experiment: Experiment,
    question: JsonObject,
    line: str,
    *,
    processes: int | None = None,
    out: Path | None = None,
    share: str | None = None,
    ray: str | None = None,
) -> Iterator[Run]:
    """An experiment that a command plays, shown on stderr. `question` is what `orrery lab merge` makes the report from,
    `line` is what was typed.

    Whatever ends it early ends the command, with a sentence about what was kept.
    """
    from orrery.lab.running import Run
    from orrery.lab.simulate import LostWorker, MatchFault, WrongFile

    part = the_share(share, out)
    check_places(processes, out, ray)
    file = the_file(experiment, question, line, out, part)
    crew = the_crew(experiment, ray)
    shown = Progress()
    run = Run(experiment, processes, file=file, share=part, crew=crew, tell=shown.tell)
    if run.found:
        typer.echo(f"{run.found:,} matches were in {out} already", err=True)
    try:
        # The crew first: Ray has a word of its own to say about SIGTERM when it starts.
        with run, ended_with_words(), shown:
            yield run
    except (KeyboardInterrupt, MatchFault, LostWorker, WrongFile) as fault:
        raise typer.Exit(last_words(fault, how_to_go_on(run, out))) from None
    if part is not None:
        typer.echo(
            f"share {part} is played: {len(run.rows):,} matches are in {out}; orrery lab merge FILE... adds the files "
            "up",
            err=True,
        )


def the_share(word: str | None, out: Path | None) -> Share | None:
    """The part of the run that is asked for, or the end of the command."""
    from orrery.lab.keeping import BadShare, Share

    if word is None:
        return None
    if out is None:
        fail("--share plays a part of the matches for a file: say --out FILE as well")
    try:
        return Share.named(word)
    except BadShare as fault:
        fail(str(fault))


def check_processes(processes: int | None) -> None:
    """At least one process, or the end of the command."""
    if processes is not None and processes < 1:
        fail(f"at least 1 process is needed, not {processes}")


def check_places(processes: int | None, out: Path | None, ray: str | None) -> None:
    """There are processes, and a folder for the file, or the end of the command."""
    check_processes(processes)
    if processes is not None and ray is not None:
        fail("say either --processes or --ray: a cluster has its own")
    if out is not None and (out.is_dir() or not out.parent.is_dir()):
        fail(f"{out}: {'this is a folder' if out.is_dir() else 'there is no such folder'}")
    if out is not None and out.exists() and not out.is_file():
        fail(f"{out}: this is no file that matches could be kept in; choose another one")


def the_crew(experiment: Experiment, ray: str | None) -> Crew | None:
    """The cluster that is asked for, or the end of the command."""
    if ray is None:
        return None
    from orrery.lab.ray import NoCluster, RayCrew

    try:
        return RayCrew(experiment, ray)
    except NoCluster as fault:
        fail(str(fault))


def the_file(
    experiment: Experiment, question: JsonObject, line: str, out: Path | None, share: Share | None
) -> RunFile | None:
    """The file that is asked for, or the end of the command."""
    from orrery.lab.keeping import RunFile
    from orrery.lab.simulate import WrongFile

    try:
        return None if out is None else RunFile(out, experiment, question, line, share)
    except WrongFile as fault:
        fail(str(fault))


def how_to_go_on(run: Run, out: Path | None) -> str:
    """What became of the matches."""
    if out is None:
        return f"{run.fresh:,} matches were played and are not kept; with --out FILE they would be"
    return f"{run.found + run.fresh:,} matches are kept in {out}: the same command goes on from there"


# --- how far it is ----------------------------------------------------------------------------------------------------


class Progress:
    """How far a run is, on stderr: bars on a terminal, else a line now and then."""

    EVERY: Final = 10.0
    """Seconds between two lines."""
    DRAWN: Final = 0.1
    """Seconds between two drawings of the bars."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Bars

        self.clock = clock
        self.console = Console(stderr=True)
        self.bars = Bars(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[told]}"),
            console=self.console,
            # Drawn by hand: a thread of its own would be copied into the processes that play.
            auto_refresh=False,
            disable=not self.console.is_terminal,
        )
        self.tasks: dict[str, Any] = {}
        self.began: dict[str, float] = {}
        """By part: when it was first heard of."""
        self.said = clock()
        """When the last line was written, or the bars were drawn."""

    def __enter__(self) -> Progress:
        self.bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bars.refresh()
        self.bars.stop()

    def tell(self, standing: Standing) -> None:
        """A match of this part is there."""
        what, now = standing.what, self.clock()
        told = how_far(standing, now - self.began.setdefault(what, now))
        if self.console.is_terminal:
            total = max(standing.total, standing.done)
            self.bar(what, standing.done, total or None, told)
            if now - self.said >= self.DRAWN or standing.done >= standing.total:
                self.said = now
                self.bars.refresh()
        elif now - self.said >= self.EVERY:
            self.said = now
            typer.echo(f"{what}: {told}" if what else told, err=True)

    def bar(self, what: str, done: float, total: float | None, told: str) -> None:
        """How long a bar is when it is drawn next, and what is said beside it."""
        if what not in self.tasks:
            self.tasks[what] = self.bars.add_task(what or "matches", total=None, told="")
        self.bars.update(self.tasks[what], completed=done, total=total, told=told)

    def say(self, sentence: str) -> None:
        """A sentence on stderr, above the bars if there are any."""
        if self.console.is_terminal:
            self.console.print(f"orrery: {sentence}", markup=False, highlight=False, soft_wrap=True)
        else:
            typer.echo(f"orrery: {sentence}", err=True)


def how_far(standing: Standing, seconds: float) -> str:
    """So many of so many, how fast, and how long it will take if it goes on like this."""
    told = f"{standing.done:,} of {max(standing.total, standing.done):,} matches"
    if not standing.fresh or seconds <= 0:
        return told
    rate = standing.fresh / seconds
    left = (standing.total - standing.done) / rate
    told += f", {rate:,.0f} a second" if rate >= 10 else f", {rate:.1f} a second"
    return told if left <= 0 else f"{told}, {span(left)} left"


def span(seconds: float) -> str:
    """A time for people: 12 s, 3 min 20 s, 2 h 5 min."""
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
