"""The command `orrery lab diff`: what a change does, with numbers."""

from __future__ import annotations

from typing import Annotated

import typer

from orrery.cli.lab_asked import (
    WORDS,
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


def diff(
    game: GameName,
    before: Annotated[
        list[str] | None, typer.Option("--before", metavar="WHAT", help=f"{WORDS}; without it what ships")
    ] = None,
    after: Annotated[list[str] | None, typer.Option("--after", metavar="WHAT", help=WORDS)] = None,
    bots: Bots = "level2",
    modes: Modes = "",
    decks: Decks = "",
    matches: Annotated[
        int, typer.Option("--matches", help="matches of each variant and pairing at most; it stops before if it can")
    ] = 2000,
    until: Annotated[
        float | None, typer.Option("--until", metavar="POINTS", help="go on until each interval is +-POINTS")
    ] = None,
    seed: LabSeed = 1,
    processes: Processes = None,
    out: Out = None,
    share: ShareWord = None,
    ray: RayAddress = None,
    html: Html = None,
    as_json: AsJson = False,
) -> None:
    """Play the same matches before and after a change, and say of each pairing: better, worse, no more than a point,
    or open.

    Paired: the same seeds, seats and luck. It stops by itself when the answer is known.
    """
    from orrery.lab.diff import plan
    from orrery.lab.variants import BadVariant, variant_of

    found = the_game(game)
    strengths = the_bots(found, bots)
    if not before and not after:
        fail("say what is changed: --after FOLDER (or a board, a deck, option=value)")
    check_count(matches)
    check_page(html)
    if until is not None and not 0 < until <= 50:
        fail(f"--until is a number of points above 0 and up to 50, such as 1.0; not {until:g}")
    try:
        made = plan(
            variant_of(found, "before", before or []),
            variant_of(found, "after", after or []),
            strengths,
            line=command_line(),
            modes=names(modes),
            decks=names(decks),
            seed=seed,
            matches=matches,
            until=None if until is None else until / 100,
            once=share is not None,
        )
    except BadVariant as fault:
        fail(str(fault))
    with under_way(
        made.experiment, made.question, made.question["line"], processes=processes, out=out, share=share, ray=ray
    ) as run:
        if share is not None:
            run.play_share(made.sittings(), f"share {share}")
        else:
            made.run(run)
    if share is None:
        show(made.sheet(), html, as_json)
