"""The bots: decisions a second at the table, a sample included. How well budgets of time are kept: bench/clock.py."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from bench.engine import known
from orrery.bots.bot import Bot, NoLimit, bot_names, make_bot
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games import for_people

Row = dict[str, Any]

PLANS: dict[str, JsonObject] = {
    "space_editor": {"mode": "full"},
    "vediic": {"players": 4},
    "five_spheres": {"assembly": "predesign", "deck_numbers": [1, 3]},
}


def decisions(name: str, bot: Bot, options: JsonObject) -> Iterator[float]:
    """A bot against itself, match after match: the CPU time of each decision with a choice."""
    game = known(name)
    fate, clock = Fate(1), NoLimit()
    seed = 0
    while True:
        match = Match.new(game, options, seed)
        seed += 1
        while (seat := match.to_act()) is not None:
            view, seen, actions = match.view(seat), match.seen(seat), match.actions()
            began = time.process_time()
            word = bot.choose(view, seen, actions, fate, clock)
            if len(actions) > 1:
                yield time.process_time() - began
            match.act(word)


def rate(name: str, bot_name: str, options: JsonObject, seconds: float) -> float:
    """Decisions a second of a bot against itself."""
    spent = 0.0
    for count, used in enumerate(decisions(name, make_bot(bot_name, known(name)), options), 1):
        spent += used
        if spent >= seconds:
            return count / spent
    raise AssertionError


def main(seconds: float = 2.0) -> list[Row]:
    """Each bot against itself, in every game."""
    rows: list[Row] = []
    for game, options in PLANS.items():
        complete = for_people(game, options)
        rates = {name: rate(game, name, complete, seconds) for name in bot_names()}
        for name, value in rates.items():
            rows.append({"what": f"{game}, bot {name}: decisions/s", "value": value, "note": "its own time only"})
        ratio = rates["random"] / rates["greedy"]
        rows.append({"what": f"{game}: random / greedy", "value": ratio, "note": "ratio in the same run"})
    return rows
