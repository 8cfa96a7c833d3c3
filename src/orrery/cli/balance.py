"""The command `orrery balance`: decks against each other."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from orrery.cli.brought import BoardFile, Brought, DeckNames
from orrery.cli.lab_asked import names
from orrery.cli.lab_progress import Processes, Progress, check_processes
from orrery.cli.stopping import ended_with_words, last_words
from orrery.cli.typed import GameName, SetFolder, check_lab_bot, echo_lines, fail, the_game
from orrery.games import games_with


def balance(
    game: GameName,
    matches: Annotated[int, typer.Option(help="matches for each pair and mode")] = 100,
    bot: Annotated[str, typer.Option(metavar="BOT", help="who plays")] = "greedy",
    deck: DeckNames = None,
    set_folder: SetFolder = None,
    board: BoardFile = None,
    modes: Annotated[
        str,
        typer.Option(
            "--modes", metavar="MODES", help="only these modes: half, full; vediic: 2,7 players, 4 if nobody says"
        ),
    ] = "",
    processes: Processes = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the figures as JSON")] = False,
) -> None:
    """Measure the decks of a game against each other: the basic or the pre-designed ones.

    With --deck, decks of one's own against all of them; in a game without decks what its seats are told apart by, with
    as many players as a match has if nobody says.
    orrery lab report tells more, with better players; orrery lab diff compares two sets.
    """
    from orrery.lab.duels import compare_decks, figures_of, lines_of, usual_modes
    from orrery.lab.simulate import LostWorker, MatchFault
    from orrery.lab.variants import BadVariant, Variant

    found = the_game(game)
    if not found.guide().rivals():
        others = games_with(lambda guide: bool(guide.rivals()))
        fail(f"{game} has nothing to compare; there is something in {' and '.join(others) or 'no game'}")
    if matches < 1:
        fail(f"at least 1 match is needed, not {matches}")
    check_processes(processes)
    check_lab_bot(bot, found)
    brought = Brought(found, deck, set_folder, board)
    variants = [Variant(found, name) for name in deck or ["ours"]]
    for place, variant in enumerate(variants):
        variant.folder, variant.board = brought.folder, brought.board
        variant.deck = brought.decks[place] if brought.decks else None
    shown = Progress()
    try:
        with ended_with_words(), shown:
            reports = compare_decks(variants, matches, bot, processes, names(modes) or usual_modes(found), shown.tell)
    except KeyboardInterrupt as fault:
        raise typer.Exit(last_words(fault, "nothing is kept; orrery lab report --out FILE keeps its matches")) from None
    except (BadVariant, LostWorker) as fault:
        fail(str(fault))
    except MatchFault as broken:
        typer.echo(broken.trace, err=True)
        fail(str(broken))
    figures = [json.dumps(figures_of(reports), indent=1)]
    echo_lines(figures if as_json else [line for report in reports for line in lines_of(report)])
