"""The command `orrery bridge`: a bot of this machine at a table of a server."""

from __future__ import annotations

from typing import Annotated

import typer

from orrery.cli.typed import fail


def bridge(
    url: Annotated[str, typer.Argument(metavar="URL", help="the server, or the link of an invitation")],
    bot: Annotated[str, typer.Option("--bot", metavar="BOT", help="who plays: level3, file.py:Class, cmd:COMMAND")],
    table: Annotated[str | None, typer.Option("--table", metavar="CODE", help="the table, by its code")] = None,
    invite: Annotated[str | None, typer.Option("--invite", metavar="LINK", help="the link of an invitation")] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="what it is called there")] = None,
) -> None:
    """Let a bot of this machine sit down at a table of a server, as a guest that is marked as a bot.

    Without --table and --invite it takes a seat at the newest table that is open to all.
    """
    from orrery.bridge import Bridge, BridgeFault, Place, guest_name

    if table is not None and invite is not None:
        fail("say either --table or --invite: the link names its table")
    outcome = None
    made: Bridge | None = None
    try:
        made = Bridge(Place(url, table, invite), bot, name or guest_name(bot), lambda line: typer.echo(line, err=True))
        made.come()
        outcome = made.play()
        you = made.table["you"]
        how = {"game": "", "resign": " by resigning", "draw": " by agreement", "time": " on time"}[outcome["by"]]
        won = (
            "wins" if outcome["winners"] == [you] else "shares the win" if you in outcome["winners"] else "does not win"
        )
        typer.echo(f"the match is over{how}: {made.name} {won}")
    except BridgeFault as fault:
        fail(str(fault))
    except KeyboardInterrupt:
        typer.echo("orrery: the bot has got up", err=True)
        raise typer.Exit(130) from None
    finally:
        if made is not None:
            made.leave(outcome)
