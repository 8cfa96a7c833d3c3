"""The app: the table of all commands, and what `orrery` does without one."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from orrery import __version__
from orrery.build import loaded_build
from orrery.cli.lazy import Entry, LazyGroup

COMMANDS: Final = {
    "play": Entry("orrery.cli.play", "play", "Play at the terminal, alone against bots or several at one keyboard."),
    "rules": Entry(
        "orrery.cli.rules",
        "rules",
        "Print the rulebook of a game, a section or a clause of it, or look for words in it.",
    ),
    "puzzle": Entry(
        "orrery.cli.puzzles",
        "puzzle",
        "Solve puzzles: win at once, survive, find the one good action, read the chart.",
    ),
    "games": Entry(
        "orrery.cli.games",
        "games",
        "List the games, and say on stderr which of those that packages offer are left out, and why.",
    ),
    "options": Entry(
        "orrery.cli.options",
        "options",
        "List the options of a game: their values, what holds if they are left out, and the clauses that say so.",
    ),
    "cards": Entry("orrery.cli.cards", "cards", "List, filter and show cards, or check a card set."),
    "deck": Entry("orrery.cli.decks", "deck_app", "Decks: check, show, files, short codes, and deck making."),
    "board": Entry("orrery.cli.board", "board", "Check a board file of a game, or draw a board as SVG."),
    "print": Entry(
        "orrery.cli.press",
        "print_game",
        "Print a game: a PDF with its cards, board, tokens, summary cards, score sheet or handbook.",
    ),
    "export": Entry(
        "orrery.cli.export", "export_app", "Cards as pictures, and games for Tabletop Simulator, with their boards."
    ),
    "replay": Entry(
        "orrery.cli.replay", "replay", "Replay a record, check that it ends where it ended, and print the result."
    ),
    "analyse": Entry(
        "orrery.cli.analyse",
        "analyse",
        "Judge every decision of a recorded match by what its player knew then, and name the turning points.",
    ),
    "serve": Entry("orrery.cli.serve", "serve", "Open a server: people and bots at one table over the network."),
    "backup": Entry(
        "orrery.cli.serve",
        "backup",
        "Write the server's whole database into one file; the server may keep running.",
    ),
    "restore": Entry("orrery.cli.serve", "restore", "Fill a new, empty database from a backup."),
    "reports": Entry("orrery.cli.serve", "reports", "Print what people reported to the host, the newest first."),
    "referee": Entry(
        "orrery.cli.referee",
        "referee",
        "Speak the referee protocol: JSON lines on stdin and stdout (orrery docs protocol).",
    ),
    "engine": Entry(
        "orrery.cli.engine",
        "engine",
        "Let a bot speak the engine protocol: JSON lines on stdin and stdout (orrery docs engines).",
    ),
    "check-bot": Entry(
        "orrery.cli.engine",
        "check_bot",
        "Find out whether a bot keeps its contract: legal, punctual, reproducible, and blind to what is hidden.",
    ),
    "bridge": Entry(
        "orrery.cli.bridge",
        "bridge",
        "Let a bot of this machine sit down at a table of a server, as a guest that is marked as a bot.",
    ),
    "ladder": Entry(
        "orrery.cli.ladder",
        "ladder",
        "Measure how strong bots are: paired seeds with swapped seats, a sequential test, ratings with intervals.",
    ),
    "balance": Entry(
        "orrery.cli.balance",
        "balance",
        "Measure the decks of a game against each other: the basic or the pre-designed ones.",
    ),
    "lab": Entry(
        "orrery.cli.lab",
        "lab_app",
        "The lab: change a card, a board, a deck or a rule, and see with numbers what that does.",
    ),
    "tune": Entry(
        "orrery.cli.tune",
        "tune",
        "Find the weights of a game's mind: it plays against itself and learns to predict who wins and what is chosen.",
    ),
    "docs": Entry("orrery.cli.docs", "docs", "List the documents, or print one."),
    "completion": Entry(
        "orrery.cli.completion", "completion", "Print what makes a shell complete what you type after orrery."
    ),
}
"""All commands, in the order of help: to play, to look things up, to run a server, to measure."""


class Commands(LazyGroup):
    """The commands of `orrery`."""

    entries = COMMANDS


app = typer.Typer(
    name="orrery",
    cls=Commands,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND]...",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def print_version(asked: bool) -> None:
    """Prints version and build, and ends."""
    if asked:
        import orrery.core.fate  # noqa: F401 (commands are loaded when used: something must be, to look at it)

        typer.echo(f"orrery {__version__} ({loaded_build()} build)")
        raise typer.Exit


@app.callback()
def top(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="print version and build")
    ] = False,
    opens: Annotated[
        bool, typer.Option("--open/--no-open", help="without a command: open the table in a browser, or do not")
    ] = True,
) -> None:
    """Play, study and improve three cosmic tabletop games.

    Without a command it opens the table in your browser, on this machine only. Ctrl-C ends it; matches are kept.
    """
    if context.invoked_subcommand is None:
        from orrery.cli.table import run_table

        raise typer.Exit(run_table(opens=opens))
