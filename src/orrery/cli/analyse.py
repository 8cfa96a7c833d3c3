"""`orrery analyse`: what each decision of a recorded match lost, and where the match turned."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orrery.cli.brought import BoardFile
from orrery.cli.replay import read_record
from orrery.cli.typed import Lang, RecordFile, SetFolder, fail, the_language
from orrery.core.data import JsonObject
from orrery.core.match import Match

if TYPE_CHECKING:
    from orrery.bots.analysis import Analysis
    from orrery.terminal.texts import Texts


def analyse(
    file: RecordFile,
    simulations: Annotated[
        int | None,
        typer.Option(
            "--simulations", "--looks", help="simulations a decision; more of them judge better and take longer"
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="the same seed gives the same figures")] = 0,
    seat: Annotated[int | None, typer.Option(metavar="SEAT", help="judge only this seat, counted from 0")] = None,
    whole: Annotated[
        bool, typer.Option("--all", help="list every decision, not only those that lost something")
    ] = False,
    set_folder: SetFolder = None,
    board: BoardFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the figures as JSON")] = False,
    lang: Lang = "en",
) -> None:
    """Judge every decision of a recorded match by what its player knew then, and name the turning points.

    A match with cards or a board of one's own has them in its record; --set and --board are for a record that names
    some that are not here.
    """
    from orrery.bots.analysis import ANALYSIS_SIMULATIONS
    from orrery.terminal.screen import Screen
    from orrery.terminal.sheet import make_sheet
    from orrery.terminal.study import Report
    from orrery.terminal.texts import Texts

    the_language(lang)
    if simulations is not None and simulations < 1:
        fail(f"at least 1 simulation a decision is needed, not {simulations}")
    record, match = read_match(file, set_folder, board)
    if seat is not None and not 0 <= seat < match.state.seats():
        fail(f"{file}: there is no seat {seat}; there are 0 to {match.state.seats() - 1}")
    found = judged(match, simulations or ANALYSIS_SIMULATIONS, seed, None if seat is None else [seat])
    texts = Texts(lang, match.game.package)
    names = named(record, match, texts)
    if as_json:
        typer.echo(json.dumps(figures(found, names, lang), ensure_ascii=False, indent=1))
        return
    screen = Screen(sys.stdout)
    Report(found, match, make_sheet(match.game, texts, screen), texts, screen, names).show(whole)


def read_match(file: Path, folder: Path | None, board: Path | None) -> tuple[JsonObject, Match]:
    """A record with something to analyse and its match, or the end of the command."""
    record, match = read_record(file, folder, board)
    if not match.line:
        fail(f"{file}: no action has been taken in this match, so there is nothing to analyse")
    return record, match


def judged(match: Match, simulations: int, seed: int, seats: list[int] | None) -> Analysis:
    """The analysis, with a bar on the terminal while it is being made. Ctrl-C ends the command."""
    from rich.console import Console
    from rich.progress import Progress

    from orrery.bots.analysis import analyse as judge

    console = Console(file=sys.stderr)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=match.taken)
        try:
            return judge(
                match.game, match, simulations, seed, seats, lambda done, total: bar.update(task, completed=done)
            )
        except KeyboardInterrupt:
            raise typer.Exit(130) from None


def named(record: JsonObject, match: Match, texts: Texts) -> list[str]:
    """Who sat where: the players of the record, else the seats by number."""
    from orrery.terminal.players import names_of

    specs = record.get("players")
    seats = match.state.seats()
    if isinstance(specs, list) and len(specs) == seats and all(isinstance(spec, str) for spec in specs):
        return names_of(specs, texts)
    return [texts.line("study.seat", seat=seat) for seat in range(seats)]


def figures(found: Analysis, names: list[str], lang: str) -> JsonObject:
    """The analysis as JSON, with the players and each reason in a sentence."""
    from orrery.bots.reasons import sentence

    said = found.as_json()
    said["players"] = names
    for row, decision in zip(said["decisions"], found.decisions, strict=True):
        if decision.reasons:
            args = (decision.reasons, decision.best_chance, decision.best_visits, lang)
            row["why"] = sentence(found.game, *args, found.seats, you=False)
    return said
