"""The options of a match: VE-18.2."""

from __future__ import annotations

from typing import Any

import pytest

from marks import clause
from orrery.core.clause import BadOptions, BadPosition
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.vediic import GAME

DEFAULTS = {
    "players": 4,
    "order": "dice",
    "hands": "hidden",
    "trade": "other",
    "teleport": "any",
    "green_stack": False,
    "stack_planet": True,
    "pooja_per_pass": False,
    "donor_waits": True,
    "pass_rule": "free",
    "penalty_to": "supply",
    "max_rounds": 60,
}


@clause("VE-18.2")
def test_options_that_are_not_given_have_their_defaults() -> None:
    options = Match.new(GAME, {}, 1).position()["options"]
    assert options == DEFAULTS and list(options) == list(DEFAULTS)


@clause("VE-18.2")
@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("players", value) for value in (1, 8, "4", 4.0, True, None)],
        *[
            (key, value)
            for key in ("order", "hands", "trade", "teleport", "pass_rule", "penalty_to")
            for value in ("", 1)
        ],
        *[(key, 1) for key in ("green_stack", "stack_planet", "pooja_per_pass", "donor_waits")],
        *[("max_rounds", value) for value in (0, 100001, "60")],
        ("board", "kundli-1"),
        ("wings", 1),
    ],
)
def test_an_unknown_option_or_value_is_refused_in_new_and_in_load(key: str, value: Any) -> None:
    with pytest.raises(BadOptions, match=key):
        Match.new(GAME, {key: value}, 1)
    position = Match.new(GAME, {}, 1).position()
    position["options"][key] = value
    with pytest.raises(BadPosition, match=key):
        GAME.load(position, Fate())


@clause("VE-18.2")
def test_a_new_match_draws_nothing_and_keeps_the_fate_it_is_given() -> None:
    match = Match.new(GAME, {}, 1, [3, 4])
    assert match.setup == [] and match.position()["fate"] == [3, 4]
    again = Match.new(GAME, {}, 1)
    assert [event.as_json() for event in again.act("roll")] == [
        event.as_json() for event in Match.new(GAME, {}, 1).act("roll")
    ]
