"""`orrery ladder`: bots against each other, rated."""

from __future__ import annotations

import json
import shutil
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from orrery.cli.brought import BoardFile, Brought, DeckNames
from orrery.cli.stopping import ended_with_words, last_words
from orrery.cli.typed import GameName, Options, SetFolder, check_bot_name, echo_lines, fail, read_options, the_game
from orrery.core.clause import BadOptions
from orrery.core.data import JsonObject
from orrery.core.game import Game

if TYPE_CHECKING:
    from orrery.lab.ladder import Ladder, Pairing, Table
    from orrery.lab.simulate import MatchFile


def ladder(
    game: GameName,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="BOTS", help="bots, such as level3,mcts:800,greedy: each meets the next"),
    ] = None,
    everybody: Annotated[bool, typer.Option("--all", help="each of the players meets each other")] = False,
    one: Annotated[
        str | None, typer.Option("--one", metavar="BOT", help="one bot that meets others in all other seats")
    ] = None,
    against: Annotated[str | None, typer.Option("--against", metavar="BOT", help="the bot in all other seats")] = None,
    seats: Annotated[int, typer.Option("--seats", help="seats of a match; with more than 2 sides one meets many")] = 2,
    option: Options = None,
    set_folder: SetFolder = None,
    deck: DeckNames = None,
    board: BoardFile = None,
    matches: Annotated[int, typer.Option("--matches", help="matches of a pairing at most")] = 400,
    low: Annotated[float | None, typer.Option("--low", help="the test tells a share of at most this (0.5)...")] = None,
    high: Annotated[float | None, typer.Option("--high", help="... from one of at least this (0.65)")] = None,
    alpha: Annotated[float, typer.Option("--alpha", help="the risk to find high although it is low")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="the risk to find low although it is high")] = 0.05,
    seed: Annotated[int, typer.Option("--seed", help="other matches")] = 1,
    processes: Annotated[int | None, typer.Option(help="processes; as many as there are cores by default")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="keep the matches in this file, a JSON line each, and go on from it")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="draw the ratings into this file")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the figures as JSON")] = False,
) -> None:
    """Measure how strong bots are: paired seeds with swapped seats, a sequential test, ratings with intervals.

    Without --players the levels climb a ladder: each meets the one below, and the highest meets greedy and random.
    Every pairing ends as soon as the test has decided about its aim. In a mode with teams (--seats 4 -o
    mode=team_play) a bot plays all seats of a team.
    """
    from orrery.lab.ladder import Ladder
    from orrery.lab.simulate import MatchFile, WrongFile

    found = the_game(game)
    wishes = read_options(option or [])
    brought = Brought(found, deck, set_folder, board)
    matches_of = the_table(found, seats, wishes, brought)
    sides = matches_of.parties
    pairs = the_pairs(players, everybody, one, against, sides)
    check_bots(found, [name for pair in pairs for name in pair])
    if processes is not None and processes < 1:
        fail(f"at least 1 process is needed, not {processes}")
    if svg is not None and sides > 2:
        fail("--svg draws ratings, and one against many has none; leave it out")
    for file in (out, svg):
        if file is not None and (file.is_dir() or not file.parent.is_dir()):
            fail(f"{file}: {'this is a folder' if file.is_dir() else 'there is no such folder'}")
    try:
        made = Ladder(
            found.name,
            pairs,
            seats=seats,
            options=wishes,
            seed=seed,
            most=matches,
            low=low,
            high=high,
            alpha=alpha,
            beta=beta,
            table=matches_of,
            brought=brought.mark(matches_of.plans),
        )
        kept = None if out is None else MatchFile(out, made.setup())
        if kept is not None:
            made.recall(kept)
    except (ValueError, WrongFile) as fault:
        fail(str(fault))
    code = climb(made, processes, kept)
    report(made, svg, as_json)
    if code:
        raise typer.Exit(code)


def the_table(game: Game, seats: int, wishes: JsonObject, brought: Brought) -> Table:
    """The matches to be played, with what was brought to them, or the end of the command."""
    from orrery.lab.ladder import make_table, table_of
    from orrery.lab.plans import NoPlan

    try:
        if not brought:
            return table_of(game.name, seats, json.dumps(wishes, sort_keys=True))
        return make_table(game.name, seats, brought.plans(seats, wishes))
    except (NoPlan, BadOptions, ValueError) as fault:
        fail(str(fault))


def the_pairs(
    players: str | None, everybody: bool, one: str | None, against: str | None, sides: int
) -> list[tuple[str, str]]:
    """Who meets whom, or the end of the command."""
    from orrery.bots.outside import split_names
    from orrery.lab.ladder import DEFAULT, PLAYERS, neighbours

    if players is not None and (one is not None or against is not None):
        fail("say either --players or --one with --against")
    if sides > 2 and players is not None:
        fail(f"with {sides} sides one meets many: --one level5 --against greedy instead of --players")
    if sides > 2 or one is not None or against is not None:
        if everybody:
            fail("--all goes with --players")
        return [(one or "level5", against or "greedy")]
    if players is None:
        return list(combinations(PLAYERS, 2)) if everybody else list(DEFAULT)
    names = split_names(players)
    if len(names) < 2 or "" in names:
        fail(f"--players wants at least two bots with commas between, such as level3,greedy; not {players!r}")
    for name in names:
        if names.count(name) > 1:
            fail(f"{name} is named twice in --players; each player is named once")
    return list(combinations(names, 2)) if everybody else neighbours(names)


def check_bots(game: Game, names: list[str]) -> None:
    """All bots can be made, or the end of the command."""
    for name in dict.fromkeys(names):
        check_bot_name(name, game)


def climb(made: Ladder, processes: int | None, kept: MatchFile | None) -> int:
    """Plays, and shows how far it is; the exit code, 0 if all went well."""
    from orrery.lab.simulate import LostWorker, MatchFault, WrongFile

    file = None if kept is None else kept.path
    shown = Progress(made)
    if made.found:
        typer.echo(f"{made.found} matches were in {file} already", err=True)
    try:
        with ended_with_words(), shown:
            made.run(processes, kept, shown.tell)
        return 0
    except (KeyboardInterrupt, MatchFault, LostWorker, WrongFile) as fault:
        return last_words(fault, how_to_go_on(made, file))
    finally:
        if kept is not None:
            kept.close()


def how_to_go_on(made: Ladder, file: Path | None) -> str:
    """What became of the matches."""
    if file is None:
        return f"{made.fresh} matches were played and are not kept; with --out FILE they would be"
    count = made.found + made.fresh
    return f"{count} matches are kept in {file}: the same command goes on from there"


class Progress:
    """How far a ladder is, on stderr: bars on a terminal, else a line now and then and one at the end of a pairing."""

    EVERY: Final = 50
    """After how many matches a pairing's line is due."""

    def __init__(self, made: Ladder) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bars

        self.made = made
        self.console = Console(stderr=True)
        self.bars = Bars(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[share]}"),
            TextColumn("{task.fields[verdict]}"),
            TimeElapsedColumn(),
            console=self.console,
            auto_refresh=False,
            disable=not self.console.is_terminal,
        )
        self.tasks: dict[int, Any] = {}
        self.said: dict[int, int] = {}
        """By pairing, how many matches its last line was about."""

    def __enter__(self) -> Progress:
        self.bars.start()
        for pairing in self.made.pairings:
            name = f"{pairing.left} - {pairing.right}"
            self.tasks[id(pairing)] = self.bars.add_task(
                name, total=pairing.rounds * pairing.parties, share="", verdict=""
            )
            if pairing.matches:
                self.tell(pairing)
        return self

    def __exit__(self, *_: object) -> None:
        self.bars.stop()

    def tell(self, pairing: Pairing) -> None:
        """A match of the pairing was played."""
        trial = pairing.trial
        share = sum(value * count for value, count in trial.rounds.items()) / max(1, trial.count)
        verdict = pairing.aim.verdict(trial.verdict) if pairing.is_over else f"{trial.evidence:+.1f}"
        self.bars.update(
            self.tasks[id(pairing)],
            completed=pairing.matches,
            total=pairing.matches if pairing.is_over else pairing.rounds * pairing.parties,
            share=f"{share:.0%}" if trial.count else "",
            verdict=verdict,
        )
        self.bars.refresh()
        said = self.said.get(id(pairing), 0)
        due = pairing.matches - said >= self.EVERY or (pairing.is_over and pairing.matches > said)
        if due and not self.console.is_terminal:
            self.said[id(pairing)] = pairing.matches
            typer.echo(
                f"{pairing.left} - {pairing.right}: {share:.1%} of {pairing.matches} matches, {verdict}", err=True
            )


# --- what is printed --------------------------------------------------------------------------------------------------


def report(made: Ladder, svg: Path | None, as_json: bool) -> None:
    """Prints the figures, and draws."""
    from orrery.lab.plot import svg_plot, text_plot

    ratings = made.ratings()
    if svg is not None:
        try:
            svg.write_text(svg_plot(ratings, f"{made.game}: ratings with intervals of 95 %"), encoding="utf-8")
        except OSError as fault:
            fail(f"{svg}: {fault.strerror or fault}")
    figures = made.as_json()
    if as_json:
        typer.echo(json.dumps(figures, indent=1))
        return
    lines = [*pairing_lines(figures), "", *player_lines(figures)]
    if ratings:
        lines += ["", *text_plot(ratings, min(100, shutil.get_terminal_size().columns))]
    echo_lines([*lines, "", *notes(figures)])


def table(rows: list[list[str]]) -> list[str]:
    """Cells in columns; the first one aligned to the left, all others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def pairing_lines(figures: dict[str, Any]) -> list[str]:
    """Who met whom, and what the test says."""
    rows = [["pairing", "matches", "share", "95 %", "aim", "test", "evidence", "verdict"]]
    for row in figures["pairings"]:
        rows.append(
            [
                f"{row['left']} - {row['right']}" + (f" x{figures['sides'] - 1}" if figures["sides"] > 2 else ""),
                str(row["matches"]),
                percent(row["share"]),
                f"{percent(row['interval'][0])} to {percent(row['interval'][1])}",
                f"{'at most' if row['at_most'] else 'at least'} {row['aim']:.0%}",
                f"{row['low']:.0%} or {row['high']:.0%}",
                f"{row['evidence']:+.2f}",
                row["verdict"],
            ]
        )
    return table(rows)


def player_lines(figures: dict[str, Any]) -> list[str]:
    """Every player's rating, share and time."""
    rated = figures["sides"] == 2
    rows = [["player", *(["rating", "95 %"] if rated else []), "matches", "share", "a decision", "longest"]]
    for row in figures["players"]:
        cells = [row["player"]]
        if rated:
            low, high = row["interval"]
            cells += [f"{row['rating']:.0f}", "anchor" if low == high else f"{low:.0f} to {high:.0f}"]
        rows.append(
            [*cells, str(row["matches"]), percent(row["share"]), span(row["seconds_a_decision"]), span(row["longest"])]
        )
    return table(rows)


def notes(figures: dict[str, Any]) -> list[str]:
    """What is needed to read the figures."""
    builds = " and ".join(figures["builds"]) or "no"
    lines = [
        f"{figures['game']}, rules version {figures['rules']}, seed {figures['seed']}, {builds} build; "
        f"{figures['plans']} plans in turn; a tie is half a win."
    ]
    if figures["options"]:
        wishes = " ".join(f"{key}={json.dumps(value)}" for key, value in figures["options"].items())
        lines.append(f"{figures['seats']} seats with {wishes}.")
    if "brought" in figures:
        lines.append(f"Played with {figures['brought']}.")
    if figures["sides"] < figures["seats"]:
        lines.append(f"{figures['sides']} sides: a player has all seats of one.")
    if figures["sides"] == 2:
        lines.append(f"{figures['anchor']} is set to 1000; 400 points are odds of 10 to 1.")
        lines.append("Every pairing counts one tie more than was played, so that who won all has a rating too.")
    for player, row in figures.get("forfeits", {}).items():
        count = "1 match" if row["matches"] == 1 else f"{row['matches']} matches"
        lines.append(f"{player} gave {count} up; the first time: {row['why']}")
    if not figures["finished"]:
        lines.append("The run is not finished: these are the figures so far.")
    return lines


def percent(share: float | None) -> str:
    """A share for people."""
    return "-" if share is None else f"{share:.1%}"


def span(seconds: float | None) -> str:
    """A time for people."""
    if seconds is None:
        return "-"
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"
