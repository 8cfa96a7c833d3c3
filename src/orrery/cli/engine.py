"""The commands `orrery engine` and `orrery check-bot`: bots for other programs, and whether one keeps its contract."""

from __future__ import annotations

import json
import logging
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any

import typer

from orrery.cli.typed import Options, Seats, check_bot_name, echo_lines, fail, read_options, the_game
from orrery.core.data import JsonObject
from orrery.core.game import Game

if TYPE_CHECKING:
    from orrery.bots.bot import Bot

BotName = Annotated[str, typer.Argument(metavar="BOT", help="level3, file.py:Class, module:Class or cmd:COMMAND")]


def engine(
    bot: BotName,
    game: Annotated[
        list[str] | None, typer.Option("--game", metavar="GAME", help="only this game; may be repeated")
    ] = None,
) -> None:
    """Let a bot speak the engine protocol: JSON lines on stdin and stdout (orrery docs engines)."""
    from orrery.engine import main
    from orrery.games import game_names

    games = [the_game(name).name for name in game or game_names()]
    answers = sys.stdout.buffer
    with redirect_stdout(sys.stderr):  # what a bot prints is no answer
        check_bot_name(bot, the_game(games[0]))
        main(bot, games, answers)


def check_bot(
    bot: BotName,
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="all games by default")] = None,
    option: Options = None,
    seats: Seats = None,
    decisions: Annotated[int, typer.Option("--decisions", help="decisions of a match that are looked at closely")] = 8,
    seconds: Annotated[float, typer.Option("--seconds", help="time for a decision, by which it is late")] = 1.0,
    seed: Annotated[int, typer.Option("--seed", help="other matches")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="print the report as JSON")] = False,
) -> None:
    """Find out whether a bot keeps its contract: legal, punctual, reproducible, and blind to what is hidden.

    Exits with status 1 if it does not.
    """
    from orrery.bots.bot import UnknownBot, make_bot
    from orrery.bots.conformance import examine
    from orrery.core.clause import BadOptions
    from orrery.games import game_names

    if decisions < 1 or seconds <= 0:
        fail("--decisions and --seconds want more than 0")
    wishes = read_options(option or [], seats)
    if wishes and len(games or []) != 1:
        fail("options go with one game: orrery check-bot BOT GAME -o NAME=VALUE")
    chosen = [the_game(name) for name in games or game_names()]
    for found in chosen[: 1 if not games else None]:
        check_bot_name(bot, found)
    logging.disable(logging.WARNING)  # what is found stands in the report
    reports: JsonObject = {}
    for found in chosen:
        try:
            trials = [found.guide().for_people(wishes)] if wishes else two_of(found)
            report = examine(lambda rules: alone(make_bot(bot, rules)), found, trials, seed, decisions, seconds)
        except (BadOptions, UnknownBot) as fault:
            fail(f"{found.name}: {fault}")
        reports[found.name] = report.as_json()
        if not as_json:
            echo_lines(lines_of(bot, found.name, reports[found.name]))
    if as_json:
        typer.echo(json.dumps({"bot": bot, "seed": seed, "games": reports}, indent=1))
    if not all(report["holds"] for report in reports.values()):
        raise typer.Exit(1)


def alone(bot: Bot) -> Bot:
    """The bot without whoever would play on for it: that one is not asked about."""
    from orrery.bots.engines import EngineBot

    if isinstance(bot, EngineBot):
        bot.stand_in = None
    return bot


def two_of(game: Game) -> list[JsonObject]:
    """Matches that show much of a game: its first trials."""
    return game.trials()[:2]


def lines_of(bot: str, game: str, report: dict[str, Any]) -> list[str]:
    """A report for people."""
    from orrery.bots.conformance import DUTIES

    lines = [
        f"{bot} in {game}: {count(report['decisions'], 'decision')} of {count(report['matches'], 'match', 'matches')}; "
        f"asked again in {count(report['worlds'], 'world')}, of which {report['differing']} really differ; "
        f"longest {report['longest']:.2f} s"
    ]
    for name, row in report["duties"].items():
        if "untold" in row:
            lines.append(f"  -       {name}: {row['untold']}")
        elif not row["asked"]:
            lines.append(f"  -       {name}: never came up")
        elif row["broken"]:
            lines.append(f"  BROKEN  {name}: {row['broken']} of {row['asked']} times")
            lines.append(f"          {row['first']}")
        else:
            lines.append(f"  kept    {name}: {DUTIES[name]}")
    return lines


def count(number: int, one: str, many: str = "") -> str:
    """A number of things, in words that go with it."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"
