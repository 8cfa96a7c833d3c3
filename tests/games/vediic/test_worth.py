"""What a planets' turn means for a seat, against the engine: every roll of the dice is played through, or many are."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from games.vediic.arrange import COLORS, Json, table
from marks import clause
from orrery.core.fate import Fate
from orrery.games.vediic import GAME
from orrery.games.vediic.answers import forecast
from orrery.games.vediic.rules import words
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.state import PENALTY

LINES = [
    ["red c10 c25: gray blue", "blue c10 c26", "yellow c10 c18"],
    ["green c25 c18: yellow yellow purple", "blue c26 c10: +1", "red c18 c25", "gray c11 c10"],
    ["purple c34 promoted: blue", "gray c10 c11"],
    ["orange c05 c06", "red c15 c22: gray"],
]
SKIES = [
    {"red": 1, "yellow": 12, "blue": 2, "gray": 5},
    {"purple": 8, "green": 9, "orange": 4, "red": 12},
    {"yellow": 11, "purple": 7, "orange": 5, "blue": 3, "green": 9, "red": 12, "gray": 5},
]


def turn_of_the_planets(state: VediicState, seat: int) -> tuple[int, int]:
    """Moves the planets and lets everybody pay without orange; gives what the seat lost and got."""
    events: list[Any] = []
    start, number = state.start, state.round
    state._move_planets(events)
    state._ask_penalties(events)
    while state.phase == PENALTY:
        events += state.act(next(action for action in state.actions() if action & words.WORD_MASK == words.PAY))
    # As if nothing had been decided between this turn and the next.
    assert (state.round, state.start) == (number + 1, (start + 1) % state.setting.seats)
    told = [event.as_json() for event in events]
    lost = sum(event["event"] == "pay" and event["seat"] == seat for event in told)
    got = sum(event["count"] for event in told if event["event"] == "reward" and event["seat"] == seat)
    return lost, got


def worth_of(view: Json, seat: int, turn: int = 0) -> Json:
    """What the forecast says for where the seat's pawns stand; its own words for both pawns agree."""
    own = forecast(view, turn + 1, seat)["turns"][turn]["worth"]["own"]
    said: list[Json] = [
        by[place] for by, place in zip(own, view["players"][seat]["pawns"], strict=True) if place != "promoted"
    ]
    assert all(one == said[0] for one in said)
    return said[0]


def flat(said: Json) -> dict[str, float]:
    """What was said, by name."""
    return {"gain": said["gain"], "loss": said["loss"], **{f"loses {n}": c for n, c in said["losses"].items()}}


def counted(found: list[tuple[int, int]]) -> dict[str, float]:
    """What happened, each as likely as the others, as it should be said."""
    n = len(found)
    losses = Counter(lost for lost, _ in found)
    return {
        "gain": sum(got for _, got in found) / n,
        "loss": sum(lost for lost, _ in found) / n,
        **{f"loses {lost}": count / n for lost, count in losses.items() if lost},
    }


@pytest.mark.parametrize("houses", SKIES)
@pytest.mark.parametrize("lines", LINES)
@pytest.mark.parametrize("short", [False, True])
@clause("VE-7.3", "VE-7.5", "VE-8.2", "VE-8.3", "VE-8.4")
def test_the_next_turn_equals_the_count_of_all_dice(lines: list[str], houses: Json, short: bool) -> None:
    """Where the supply is short, whoever comes first in the round is served first; what is paid does not add to it."""
    to = "charity" if short else "supply"
    start: Any = GAME.load(table(lines, houses, start=1 % len(lines), penalty_to=to).position(), Fate())
    if short:
        # Nobody may hold what is missing here: cards that are nowhere disturb no rule.
        start.supply = 0x1111111
    leaping = sum(start.is_retrograde(color) for color in range(len(COLORS)))
    for seat in range(len(lines)):
        found = []
        for dice in product(range(6), repeat=leaping):
            world = start.clone()
            world.fate = Fate(0, list(dice))
            found.append(turn_of_the_planets(world, seat))
        assert flat(worth_of(start.view(seat), seat)) == pytest.approx(counted(found), abs=2e-4)


def test_a_later_turn_comes_near_what_was_sampled() -> None:
    start: Any = GAME.load(table(LINES[1], SKIES[2]).position(), Fate())
    for seat in range(4):
        found = []
        for seed in range(2000):
            world = start.clone()
            world.fate = Fate(seed)
            world._move_planets([])
            world.round += 1
            world.start = (world.start + 1) % 4
            found.append(turn_of_the_planets(world, seat))
        assert flat(worth_of(start.view(seat), seat, 1)) == pytest.approx(counted(found), abs=0.06)


@pytest.mark.parametrize("acts", [False, True])
@clause("VE-10.3")
def test_the_planet_of_enlightenment_counts_only_where_it_acts(acts: bool) -> None:
    match = table(["red c10 c26: gray", "blue c00 c17"], {"yellow": 3}, enlightenment="yellow", stack_planet=acts)
    # Yellow comes to house 4, whose yellow tile touches c25.
    alone = forecast(match.view(0), 1, 0)["turns"][0]["worth"]["alone"]
    assert alone["c25"]["gain"] == (1 if acts else 0)


def test_a_hand_can_lose_no_more_than_it_holds_and_a_favourite_loses_nothing() -> None:
    poor = table(["blue c10 c25", "red c10 c25: gray"], {"red": 12})
    for seat in (0, 1):
        said = worth_of(poor.view(seat), seat)
        assert (said["loss"], said["losses"]) == (0, {})
    rich = table(["blue c10 c25: gray gray gray", "red c00 c17"], {"red": 12})
    assert worth_of(rich.view(0), 0)["losses"] == {"2": 1}
    assert forecast(rich.view(0), 1, 0)["turns"][0]["worth"]["alone"]["c10"]["losses"] == {"1": 1}


def test_pawns_that_are_not_put_yet_may_be_put_anywhere_and_who_looks_on_is_told_nothing() -> None:
    state: Any = GAME.new({"players": 2, "order": "seat0"}, Fate())
    turns = forecast(state.view(0), 2, 0)["turns"]
    for turn in turns:
        assert turn["worth"]["own"] == [turn["worth"]["alone"]] * 2
    assert all("worth" not in turn for turn in forecast(state.view(None), 2)["turns"])
