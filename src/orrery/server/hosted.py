"""Bots from outside that the host of a server lets people play against: the setting `bots`, NAME=PLAYER.

Naming a bot from outside runs its code, so people cannot: they choose among our bots and those that stand in this list.
A bot that does not start keeps the server from starting, with a sentence; one that fails in a match is a matter of its
own terms (docs/engines.md), and at the last somebody plays by lot for it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from orrery.bots.bot import HOSTED, Hosted, UnknownBot, make_bot
from orrery.bots.outside import closed
from orrery.bots.strangers import WORD, is_ours
from orrery.games import game_named, game_names
from orrery.server.settings import Settings, SettingsFault

VARIABLE: Final = "ORRERY_HOSTED_BOTS"
"""How the processes in which bots think are told."""


def hosted_bots(settings: Settings) -> dict[str, Hosted]:
    """The bots of the host, each made once to see that it can be. Raises SettingsFault."""
    with ThreadPoolExecutor(1) as aside:  # an engine is waited for, which no running loop may do
        return dict([aside.submit(hosted_bot, row).result() for row in settings.bots])


def hosted_bot(row: str) -> tuple[str, Hosted]:
    """A bot of the host, as the setting says it. Raises SettingsFault."""
    name, equals, player = row.partition("=")
    name, player = name.strip(), player.strip()
    if not equals or not player or WORD.fullmatch(name) is None:
        raise SettingsFault(f"bots: {row!r}: write NAME=PLAYER, such as scorer=scorer.py:Scorer")
    if is_ours(name):
        raise SettingsFault(f"bots: {name}: one of our bots has that name; give it another")
    games: list[str] = []
    why = ""
    for game in game_names():
        rules = game_named(game)
        assert rules is not None, game
        try:
            closed([make_bot(player, rules)])
        except UnknownBot as fault:
            why = str(fault)
        else:
            games.append(game)
    if not games:
        raise SettingsFault(f"bots: {name}: {why}")
    return name, Hosted(player, games)


def offer(found: Mapping[str, Hosted]) -> None:
    """From now on these can be played in this process, and in those that it starts."""
    HOSTED.clear()
    HOSTED.update(found)


def told() -> dict[str, str]:
    """What a process in which bots think is told of them, as variables."""
    return {VARIABLE: json.dumps({name: [bot.player, *bot.games] for name, bot in HOSTED.items()})}


def hear() -> None:
    """In such a process: takes in what it was told."""
    rows = json.loads(os.environ.get(VARIABLE, "{}"))
    offer({name: Hosted(player, games) for name, (player, *games) in rows.items()})
