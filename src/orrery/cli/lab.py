"""The commands `orrery lab`: change a card, a board, a deck or a rule, and see with numbers what that does."""

from __future__ import annotations

from typing import Final

import typer

from orrery.cli.lazy import Entry, LazyGroup

COMMANDS: Final = {
    "diff": Entry(
        "orrery.cli.lab_diff",
        "diff",
        "Play the same matches before and after a change, and say of each pairing: better, worse, no more than a "
        "point, or open.",
    ),
    "report": Entry(
        "orrery.cli.lab_report",
        "report",
        "Tell how the decks, seats, matches and cards of a game stand, at several strengths side by side.",
    ),
    "rulings": Entry(
        "orrery.cli.lab_rulings",
        "rulings",
        "Switch every ruling of a game, one at a time, and say what that does to its matches.",
    ),
    "search": Entry(
        "orrery.cli.lab_search",
        "search",
        "Propose the smallest changes of numbers that bring all pairings of decks into a band.",
    ),
    "merge": Entry("orrery.cli.lab_merge", "merge", "Add up the files of a run that was played in shares."),
}


class LabCommands(LazyGroup):
    """The commands of `orrery lab`."""

    entries = COMMANDS


lab_app = typer.Typer(
    cls=LabCommands,
    help="The lab: change a card, a board, a deck or a rule, and see with numbers what that does.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


@lab_app.callback()
def lab() -> None:
    """Nothing but its commands."""
