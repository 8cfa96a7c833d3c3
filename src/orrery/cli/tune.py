"""`orrery tune`: finds the weights of a game's mind by regression over matches that it plays against itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orrery.cli.typed import GameName, fail, read_text, the_game

if TYPE_CHECKING:
    from orrery.lab.tune import Report


def tune(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", help="write the weights into this file")],
    matches: Annotated[int, typer.Option("--matches", help="matches of a round; a tenth of them is held back")] = 200,
    simulations: Annotated[int, typer.Option("--simulations", "--looks", help="simulations a decision")] = 200,
    seats: Annotated[list[int] | None, typer.Option("--seats", help="seats of a match; may be said again")] = None,
    rounds: Annotated[int, typer.Option("--rounds", help="rounds, each with the weights of the one before")] = 2,
    part: Annotated[
        str | None,
        typer.Option("--part", help="only value (many matches, few simulations) or only policy (many simulations)"),
    ] = None,
    temperature: Annotated[
        float, typer.Option("--temperature", "--warmth", help="noise in the choice, so that matches differ")
    ] = 0.05,
    processes: Annotated[int | None, typer.Option(help="processes; as many as there are cores by default")] = None,
    seed: Annotated[int, typer.Option("--seed", help="other matches")] = 1,
    start: Annotated[Path | None, typer.Option("--from", help="a file of weights to start from; ours if none")] = None,
) -> None:
    """Find the weights of a game's mind: it plays against itself and learns to predict who wins and what is chosen."""
    from orrery.lab import tune as lab
    from orrery.lab.plans import NoPlan
    from orrery.lab.simulate import LostWorker, MatchFault

    found = the_game(game)
    tables = list(dict.fromkeys(seats or [2]))
    for amount, least, name in ((matches, 10, "--matches"), (simulations, 1, "--simulations"), (rounds, 1, "--rounds")):
        if amount < least:
            fail(f"{name} must be at least {least}, not {amount}")
    if processes is not None and processes < 1:
        fail(f"at least 1 process is needed, not {processes}")
    if seed < 0 or temperature < 0:
        fail("--seed and --temperature are not below 0")
    if out.is_dir() or not out.parent.is_dir():
        fail(f"{out}: {'this is a folder' if out.is_dir() else 'there is no such folder'}")
    weights = None
    if start is not None:
        try:
            weights = lab.read_weights(read_text(start))
        except ValueError as fault:
            fail(f"{start}: {fault}")
    school = lab.School(found.name, tables, simulations, temperature, weights)
    if part is not None and part not in lab.PARTS:
        fail(f"--part is {' or '.join(lab.PARTS)}, not {part!r}")
    before = [] if weights is None else weights.get("made", [])
    made = (
        f"orrery tune {found.name} --matches {matches} --simulations {simulations} "
        f"{' '.join(f'--seats {count}' for count in tables)} --temperature {temperature:g} --seed {seed}"
    )
    if part is not None:
        made += f" --part {part}"
    if start is not None:
        made += f" --from {start.name}"
    done = 0
    bar = Bar(matches * rounds)
    try:
        with bar:
            for report in lab.rounds(
                school, matches, seed, rounds, processes, bar.tell, lab.PARTS if part is None else [part]
            ):
                done += 1
                write(out, report, before, f"{made} --rounds {done}")
                bar.say(f"round {done}: {losses(report)}")
    except (NoPlan, ValueError) as fault:
        fail(str(fault))
    except (KeyboardInterrupt, LostWorker, MatchFault) as fault:
        if isinstance(fault, MatchFault):
            typer.echo(fault.trace, err=True)
        kept = f"{out} has the weights of round {done}" if done else "nothing was written"
        typer.echo(f"orrery: {'stopped' if isinstance(fault, KeyboardInterrupt) else fault}; {kept}", err=True)
        raise typer.Exit(130 if isinstance(fault, KeyboardInterrupt) else 1) from None
    typer.echo(f"wrote {out}")


def losses(report: Report) -> str:
    """How well the matches held back are predicted before and after."""
    return "; ".join(f"{part} {before:.4f} -> {after:.4f}" for part, (before, after) in report.losses.items())


def write(file: Path, report: Report, before: str | list[str], made: str) -> None:
    """Writes the weights and how they and those before them came about; the file is whole at every moment."""
    lines = [before] if isinstance(before, str) else before
    report_line = f"{made}; loss on the matches held back: {losses(report)}"
    text = json.dumps(report.as_json([*lines, report_line]), indent=1)
    beside = file.with_name(file.name + ".new")
    try:
        beside.write_text(text + "\n", encoding="utf-8")
        beside.replace(file)
    except OSError as fault:
        fail(f"{file}: {fault.strerror or fault}")


class Bar:
    """How many of the matches have been played: a bar on stderr, where that is a terminal."""

    def __init__(self, matches: int) -> None:
        from rich.console import Console
        from rich.progress import Progress

        console = Console(stderr=True)
        self.bars = Progress(console=console, auto_refresh=False, disable=not console.is_terminal)
        self.task = self.bars.add_task("matches", total=matches)

    def __enter__(self) -> Bar:
        self.bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bars.stop()

    def tell(self) -> None:
        """One more match."""
        self.bars.advance(self.task)
        self.bars.refresh()

    def say(self, text: str) -> None:
        """A line: above the bar, or on stdout where there is no bar."""
        if self.bars.disable:
            typer.echo(text)
        else:
            self.bars.print(text)
