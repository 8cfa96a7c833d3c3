"""The forecast against the engine itself: every roll of the dice is played through."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from games.vediic.arrange import COLORS, OTHERS, Json, planets_move, play, table
from marks import clause
from orrery.core.fate import Fate
from orrery.games.vediic import GAME
from orrery.games.vediic.forecast import Outlook, forecast, present
from orrery.games.vediic.rules.engine import VediicState

LINES = ["red c32 c36", *OTHERS]
START = [
    {"red": 1, "yellow": 12, "blue": 2, "gray": 4},
    {"purple": 8, "green": 10, "orange": 5, "red": 11},
    {"yellow": 11, "purple": 7, "orange": 4, "blue": 2, "green": 9, "red": 12, "gray": 5},
]


def end_round(state: VediicState) -> None:
    """Lets the round end without anybody doing anything, whatever is owed."""
    state.legal = None
    state._move_planets([])
    state.shine()


def activated(state: VediicState) -> dict[tuple[str, str], bool]:
    """By circle and planet that activates it: in retrograde or not."""
    return {
        (id, color): state.is_retrograde(index)
        for index, color in enumerate(COLORS)
        for circle, id in enumerate(state.board.ids)
        if state.lit[index] >> circle & 1
    }


def told(outlook: Outlook) -> dict[tuple[str, str], tuple[Fraction, Fraction]]:
    """What a forecast says: by circle and planet the chances, locally and in retrograde."""
    return {
        (id, chance.planet): (chance.local, chance.retrograde)
        for id, chances in outlook.circles.items()
        for chance in chances
    }


def counted(view: Json, rounds: int) -> list[dict[tuple[str, str], tuple[Fraction, Fraction]]]:
    """The chances found by playing every roll of every planet, one planet at a time: each goes its own way."""
    found: list[dict[tuple[str, str], tuple[Fraction, Fraction]]] = [{} for _ in range(rounds)]
    for color in COLORS:
        for dice in product(range(6), repeat=2):
            state: Any = GAME.load(
                view | {"fate": [], "players": [row | {"hand": {}} for row in view["players"]]}, Fate()
            )
            rolls = list(dice)
            for turn in range(rounds):
                queue = [0 for other in COLORS if other != color and view_retrograde(state, other)]
                if view_retrograde(state, color):
                    before = [o for o in COLORS[: COLORS.index(color)] if view_retrograde(state, o)]
                    queue.insert(len(before), rolls.pop(0))
                state.fate.queue = queue
                end_round(state)
                for (id, planet), retrograde in activated(state).items():
                    if planet == color:
                        local, leap = found[turn].get((id, planet), (Fraction(0), Fraction(0)))
                        share = Fraction(1, 36)
                        found[turn][id, planet] = (local, leap + share) if retrograde else (local + share, leap)
    return found


def view_retrograde(state: VediicState, color: str) -> bool:
    return state.is_retrograde(COLORS.index(color))


@pytest.mark.parametrize("houses", START)
@clause("VE-7.1", "VE-6.2", "VE-6.3")
def test_the_forecast_equals_the_count_of_all_dice(houses: Json) -> None:
    view = table(LINES, houses).view(0)
    rounds = 9
    # Within nine rounds a planet leaps at most twice: two dice for each planet are all there is to count.
    assert [told(outlook) for outlook in forecast(view, rounds)] == counted(view, rounds)


@clause("VE-3.6")
def test_in_the_setup_the_forecast_begins_with_the_planets_arrival() -> None:
    state: Any = GAME.new({"players": 2, "order": "seat0"}, Fate())
    outlooks = forecast(state.view(0), 2)
    assert [outlook.round for outlook in outlooks] == [0, 1]
    found: dict[tuple[str, str], tuple[Fraction, Fraction]] = {}
    for dice in product(range(6), repeat=2):
        world = state.clone()
        world.fate = Fate(0, list(dice) * 7)
        world._place_planets([])
        world.shine()
        for key, retrograde in activated(world).items():
            local, home = found.get(key, (Fraction(0), Fraction(0)))
            found[key] = (local, home + Fraction(1, 36)) if retrograde else (local + Fraction(1, 36), home)
    assert told(outlooks[0]) == found
    assert present(state.view(0)) is None


def test_a_forecast_of_planets_that_do_not_leap_is_certain_and_comes_true() -> None:
    match = planets_move(LINES, {"orange": 2, "gray": 11})
    outlook = forecast(match.view(None), 1)[0]
    play(match, "end")
    now = present(match.view(None))
    assert now is not None and now.round == outlook.round + 1
    assert told(outlook) == told(now)
    assert all(chance.as_json()["certain"] for chances in outlook.circles.values() for chance in chances)


def test_the_chances_of_a_planets_houses_add_up_to_one() -> None:
    for outlook in forecast(table(LINES, START[0]).view(1), 40):
        for houses in outlook.houses.values():
            assert sum(houses.values()) == 1


@clause("VE-13.3")
def test_no_planets_turn_is_foretold_after_the_last_one() -> None:
    assert [o.round for o in forecast(table(LINES, round=58).view(0), 9)] == [58, 59]
    assert forecast(table(LINES, round=60).view(0), 9) == []
    assert [o.round for o in forecast(table(LINES).view(0), 3)] == [1, 2, 3]
    paying = planets_move(["green c10 c36: gray", "blue c00 c17"], {"red": 1}, round=7)
    play(paying, "end")
    assert paying.position()["phase"] == "penalty"
    assert [o.round for o in forecast(paying.view(0), 2)] == [8, 9]
    over = table(["red promoted promoted", "blue c00 c17"], phase="over", to_act=None)
    assert forecast(over.view(0), 3) == []


def test_a_forecast_as_json_tells_chances_as_numbers_and_fractions() -> None:
    row = forecast(table(LINES, {"red": 1}).view(0), 2)[1].as_json()
    red = [chance for chance in row["circles"]["c10"] if chance["planet"] == "red"]
    assert red == [{"planet": "red", "certain": False, "chance": 1 / 6, "exact": "1/6", "retrograde": 0.0}]
    assert row["planets"]["red"] == {str(house): pytest.approx(1 / 6) for house in range(3, 9)}
