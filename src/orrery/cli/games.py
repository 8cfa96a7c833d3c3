"""The command `orrery games`: which games there are."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from orrery.cli.typed import the_game
from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.games import game_names, left_out


def games(
    as_json: Annotated[
        bool, typer.Option("--json", help="print all that a program needs to pick a game, as GET /api/games has it")
    ] = False,
) -> None:
    """List the games, and say on stderr which of those that packages offer are left out, and why."""
    found = [the_game(name) for name in game_names()]
    if as_json:
        typer.echo(json.dumps([row_of(game) for game in found], ensure_ascii=False, indent=1))
    else:
        for game in found:
            typer.echo(f"{game.name}  rules version {game.version}")
    for name, why in left_out().items():
        typer.echo(f"orrery: the game {name!r} is left out: {why}", err=True)


def row_of(game: Game) -> JsonObject:
    """A game for programs: name, rules version, title and tale in both languages, seats and options."""
    guide = game.guide()
    return {
        "game": game.name,
        "rules": game.version,
        "title": guide.title(),
        "about": guide.about(),
        "by": guide.by(),
        "tale": guide.tale(),
        "seats": {"counts": guide.seats({}), "usual": guide.usual_seats},
        "options": [row.as_json() for row in guide.options()],
    }
