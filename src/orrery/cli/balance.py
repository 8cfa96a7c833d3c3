"""The command `orrery balance`: decks against each other."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from orrery.cli.typed import GameName, echo_lines, fail, the_game
from orrery.games import games_with


def balance(
    game: GameName,
    matches: Annotated[int, typer.Option(help="matches for each pair and mode")] = 100,
    bot: Annotated[str, typer.Option(metavar="BOT", help="who plays")] = "greedy",
    processes: Annotated[int | None, typer.Option(help="processes; as many as there are cores by default")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the figures as JSON")] = False,
) -> None:
    """Measure the decks of a game against each other: the basic or the pre-designed ones."""
    from orrery.bots.bot import UnknownBot, make_bot
    from orrery.lab.duels import compare_decks, figures_of, lines_of

    found = the_game(game)
    if not any(rivals.decks for rivals in found.guide().rivals()):
        others = games_with(lambda guide: any(rivals.decks for rivals in guide.rivals()))
        others.sort(key=lambda name: -len(the_game(name).guide().rivals()))  # who has most to compare comes first
        fail(f"{game} has no decks to compare; there are some for {' and '.join(others) or 'no game'}")
    if matches < 1:
        fail(f"at least 1 match is needed, not {matches}")
    try:
        make_bot(bot, found)
    except UnknownBot as fault:
        fail(str(fault))
    reports = compare_decks(found, matches, bot, processes)
    figures = [json.dumps(figures_of(reports), indent=1)]
    echo_lines(figures if as_json else [line for report in reports for line in lines_of(report)])
