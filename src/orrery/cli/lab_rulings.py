"""The command `orrery lab rulings`: what each ruling of a game does to its matches."""

from __future__ import annotations

from typing import Annotated

import typer

from orrery.cli.lab_asked import (
    AsJson,
    Bots,
    Decks,
    Html,
    LabSeed,
    Modes,
    check_count,
    check_page,
    command_line,
    names,
    show,
    the_bots,
)
from orrery.cli.lab_progress import Out, Processes, RayAddress, ShareWord, under_way
from orrery.cli.typed import GameName, fail, the_game


def rulings(
    game: GameName,
    only: Annotated[
        str, typer.Option("--only", metavar="OPTIONS", help="only these rulings, such as trade,max_rounds")
    ] = "",
    bots: Bots = "level2",
    modes: Modes = "",
    decks: Decks = "",
    matches: Annotated[
        int, typer.Option("--matches", help="matches of each pairing, as usual and with each ruling switched")
    ] = 40,
    seed: LabSeed = 1,
    processes: Processes = None,
    out: Out = None,
    share: ShareWord = None,
    ray: RayAddress = None,
    html: Html = None,
    as_json: AsJson = False,
) -> None:
    """Switch every ruling of a game, one at a time, and say what that does to the length of matches, to who begins, to
    drama and to the results of pairings.

    Paired: the same seeds, seats and luck as usual and with the switch. `orrery options GAME` lists the rulings.
    """
    from orrery.lab.rulings import plan
    from orrery.lab.variants import BadVariant

    found = the_game(game)
    strengths = the_bots(found, bots)
    check_count(matches)
    check_page(html)
    try:
        made = plan(
            found,
            strengths,
            line=command_line(),
            matches=matches,
            only=names(only),
            modes=names(modes),
            decks=names(decks),
            seed=seed,
        )
    except BadVariant as fault:
        fail(str(fault))
    with under_way(
        made.experiment, made.question, made.question["line"], processes=processes, out=out, share=share, ray=ray
    ) as run:
        if share is not None:
            run.play_share(made.sittings(), f"share {share}")
            return
        made.run(run)
    show(made.sheet(), html, as_json)
