"""The command `orrery lab report`: how a game stands, at several strengths side by side."""

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


def report(
    game: GameName,
    what: Annotated[
        list[str] | None, typer.Option("--set", metavar="WHAT", help=f"{WORDS}; without it what ships")
    ] = None,
    bots: Bots = "greedy,level2",
    cards: Annotated[
        str, typer.Option("--cards", metavar="CARDS", help="measure what these cards are worth: ids or names, or all")
    ] = "",
    modes: Modes = "",
    decks: Decks = "",
    matches: Annotated[int, typer.Option("--matches", help="matches of each pairing and strength")] = 40,
    card_matches: Annotated[
        int | None, typer.Option("--card-matches", help="of each pairing for the values of cards; else as many")
    ] = None,
    weight: Annotated[
        bool | None, typer.Option("--weight/--no-weight", help="weigh decisions by search; else where matches are few")
    ] = None,
    seed: LabSeed = 1,
    processes: Processes = None,
    out: Out = None,
    share: ShareWord = None,
    ray: RayAddress = None,
    html: Html = None,
    as_json: AsJson = False,
) -> None:
    """Tell how the decks, seats, matches and cards of a game stand, at several strengths side by side: from the weakest
    to the strongest.

    Every pairing in every mode, seat and turn-order edge, length, lead changes, drama, decisions that matter, how much
    the better player wins; what becomes of each card, and with --cards what it is worth: against a blank of its cost on
    the same seeds, and to a player who may not play it.
    """
    from orrery.lab.report import plan
    from orrery.lab.variants import BadVariant, variant_of

    found = the_game(game)
    strengths = the_bots(found, bots)
    check_count(matches)
    check_page(html)
    if card_matches is not None:
        check_count(card_matches, "--card-matches")
    try:
        made = plan(
            variant_of(found, "set", what or []),
            strengths,
            line=command_line(),
            matches=matches,
            cards=names(cards),
            card_matches=card_matches,
            modes=names(modes),
            decks=names(decks),
            seed=seed,
            weight=weight,
        )
        with under_way(
            made.experiment, made.question, made.question["line"], processes=processes, out=out, share=share, ray=ray
        ) as run:
            if share is not None:
                run.play_share(made.sittings(run), f"share {share}")
                return
            sheet = made.answer(run)
    except BadVariant as fault:
        fail(str(fault))
    show(sheet, html, as_json)
