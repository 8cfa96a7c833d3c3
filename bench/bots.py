"""The bots: decisions a second at the table, a sample included."""

from __future__ import annotations

import time
from typing import Any

from orrery.bots.bot import NoLimit, bot_names, make_bot
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games import game_named

Row = dict[str, Any]


def main(seconds: float = 2.0) -> list[Row]:
    """Each bot against itself."""
    rows: list[Row] = []
    game = game_named("space_editor")
    assert game is not None
    rates: dict[str, float] = {}
    for name in bot_names():
        bot = make_bot(name, game)
        fate, clock = Fate(1), NoLimit()
        decisions = seed = 0
        spent = 0.0
        while spent < seconds and seed < 20:
            match = Match.new(game, {"mode": "full"}, seed)
            seed += 1
            while (seat := match.to_act()) is not None:
                view, seen, actions = match.view(seat), match.seen(seat), match.actions()
                began = time.process_time()
                word = bot.choose(view, seen, actions, fate, clock)
                spent += time.process_time() - began
                match.act(word)
                decisions += 1
        rates[name] = decisions / spent
        rows.append({"what": f"bot {name}: decisions/s", "value": rates[name], "note": "space_editor, full mode"})
    rows.append(
        {"what": "random / greedy", "value": rates["random"] / rates["greedy"], "note": "ratio in the same run"}
    )
    return rows
