"""Activation, penalties and rewards: VE-6 to VE-8."""

from __future__ import annotations

from typing import Any

import pytest

from games.vediic.arrange import (
    COLORS,
    OTHERS,
    Json,
    held,
    listed,
    named,
    names,
    planets_move,
    play,
    position,
    refused,
    table,
)
from marks import clause
from orrery.core.clause import BadPosition
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.vediic import GAME
from orrery.games.vediic.boards import standard

HOMES = {"yellow": 12, "purple": 8, "orange": 5, "blue": 3, "green": 10, "red": 1, "gray": 6}


def rewards(events: list[Json]) -> list[tuple[int, int, str, int]]:
    """The rewards: seat, pawn, planet, count."""
    return [(e["seat"], e["pawn"], e["planet"], e["count"]) for e in named(events, "reward")]


def touched(color: str, house: int | None = None) -> set[str]:
    """The circles touched by tiles of a colour, in one house or in all; counted over the tiles of the board file."""
    return {
        circle
        for row in standard().source["houses"]
        if house in (None, row["house"])
        for tile in row["tiles"]
        if tile["color"] == color
        for circle in tile["circles"]
    }


@clause("VE-6.1")
@pytest.mark.parametrize("color", COLORS)
def test_a_planet_is_in_retrograde_exactly_in_the_house_with_its_r(color: str) -> None:
    for house in range(1, 13):
        match = table(["red c32 c36", *OTHERS], {color: house})
        assert match.position()["planets"][color] == {"house": house, "retrograde": house == HOMES[color]}
    wrong = position(["red c32 c36", *OTHERS])
    wrong["planets"][color]["retrograde"] = True
    with pytest.raises(BadPosition, match=f"true exactly in house {HOMES[color]}"):
        GAME.load(wrong, Fate())


@clause("VE-6.2")
@pytest.mark.parametrize("color", COLORS)
def test_a_planet_activates_the_circles_of_its_tiles_in_its_house_only(color: str) -> None:
    board = standard()
    for house in range(1, 13):
        if house != HOMES[color]:
            state: Any = table(["red c32 c36", *OTHERS], {color: house}).state
            lit = {board.ids[circle] for circle in board.members(state.lit[COLORS.index(color)])}
            assert lit == touched(color, house)


@clause("VE-6.3")
@pytest.mark.parametrize("color", COLORS)
def test_a_planet_in_retrograde_activates_all_circles_of_its_colour(color: str) -> None:
    board = standard()
    state: Any = table(["red c32 c36", *OTHERS], {color: HOMES[color]}).state
    lit = {board.ids[circle] for circle in board.members(state.lit[COLORS.index(color)])}
    assert lit == touched(color) and len(lit) in (15, 18)


@clause("VE-6.4")
def test_several_planets_act_on_one_circle_each_for_itself() -> None:
    match = planets_move(["green c14 c36", "blue c00 c17"], {"purple": 4, "orange": 4, "yellow": 1}, fate=[0])
    assert rewards(play(match, "end")) == [(0, 0, "yellow", 1), (0, 0, "purple", 1), (0, 0, "orange", 1)]
    retrograde = planets_move(["green c10 c36: gray", "blue c00 c17"], {"red": 1, "orange": 5})
    assert named(play(retrograde, "end"), "owes") == [{"event": "owes", "seat": 0, "count": 2}]


@clause("VE-7.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_planets_move_one_house_and_leap_by_a_die_out_of_retrograde(die: int) -> None:
    match = planets_move(["red c32 c36", *OTHERS], {"red": 2, "yellow": 1, "blue": 2}, fate=[die - 1, die - 1])
    events = play(match, "end")
    moved = {event["planet"]: (event["from"], event["to"]) for event in named(events, "planet_move")}
    assert moved["red"] == (1, 1 + die) and moved["yellow"] == (12, die), "the R of its own colour makes it leap"
    assert moved["blue"] == (1, 2), "the R of another colour means nothing"
    assert [event["planet"] for event in named(events, "planet_roll")] == ["yellow", "red"]
    assert all(not event["retrograde"] for event in named(events, "planet_move"))


@clause("VE-7.2")
def test_all_penalties_come_before_all_rewards() -> None:
    poor = planets_move(["green c10 c36", "blue c00 c17"], {"red": 1, "orange": 4})
    assert names(play(poor, "end")) == ["end", "owes", "spared", "reward", "round", "turn"]
    gray = "gray gray gray gray gray "
    match = planets_move([f"green c31 c25: {gray * 2}", "blue c00 c17: gray"], {"red": 1, "gray": 9})
    play(match, "end")
    assert match.position()["supply"]["gray"] == 0
    assert rewards(play(match, "pay gray")) == [(0, 0, "gray", 1)], "the card just paid is handed out"


@clause("VE-7.3")
def test_a_player_owes_for_each_pair_of_retrograde_planet_and_own_pawn() -> None:
    houses = {"red": 1, "orange": 5}
    match = planets_move(["green c10 c13: " + 5 * "gray ", "red c25 c22: blue", "blue c30 c00: blue"], houses)
    owed = {event["seat"]: event["count"] for event in named(play(match, "end"), "owes")}
    assert owed == {0: 4, 1: 1, 2: 2}, "c25 and c22 are red's own; c22 also touches orange"


@clause("VE-7.4")
def test_those_who_owe_pay_one_after_the_other_card_by_card() -> None:
    lines = ["green c10 c36: gray red", "blue c25 c17: blue", "gray c13 c26: yellow yellow"]
    match = planets_move(lines, {"red": 1}, start=2)
    play(match, "end")
    order = []
    while match.position()["phase"] == "penalty":
        order.append((match.to_act(), match.actions()[0]))
        play(match, match.actions()[0])
    assert order == [(2, "pay yellow"), (2, "pay yellow"), (0, "pay gray"), (1, "pay blue")]


@clause("VE-7.4")
@pytest.mark.parametrize("place", ["supply", "charity"])
def test_a_penalty_goes_to_the_supply_or_by_the_option_to_the_charity_pile(place: str) -> None:
    match = planets_move(["green c10 c36: gray red", "blue c00 c17"], {"red": 1}, penalty_to=place)
    before = match.position()[place]["gray"]
    play(match, "end")
    assert play(match, "pay gray")[0] == {"event": "pay", "seat": 0, "color": "gray"}
    assert match.position()[place]["gray"] == before + 1


@clause("VE-7.5")
def test_who_has_no_card_left_owes_nothing_more_and_keeps_enlightenment_cards() -> None:
    match = planets_move(["green c10 c13: gray +3", "blue c25 c17"], {"red": 1})
    events = play(match, "end")
    assert named(events, "owes") == [
        {"event": "owes", "seat": 0, "count": 2},
        {"event": "owes", "seat": 1, "count": 1},
    ]
    assert match.actions() == ["pay gray"]
    assert refused(match, "pay enlightenment") == ("unknown_color", "VE-1.4")
    assert named(play(match, "pay gray"), "spared") == [
        {"event": "spared", "seat": 0, "count": 1},
        {"event": "spared", "seat": 1, "count": 1},
    ]
    assert match.position()["players"][0]["enlightenment"] == 3


@clause("VE-7.6")
def test_a_planet_in_retrograde_does_its_favourite_no_harm_but_rewards_him() -> None:
    match = planets_move(["red c10 c13: gray", "blue c00 c17"], {"red": 1})
    events = play(match, "end")
    assert named(events, "owes") == []
    assert rewards(events) == [(0, 0, "red", 2), (0, 1, "red", 2)]


@clause("VE-7.7")
def test_orange_cancels_all_that_is_owed_and_makes_retrograde_planets_reward() -> None:
    lines = ["green c10 c13: orange gray", "blue c25 c17: orange"]
    match = planets_move(lines, {"red": 1, "orange": 5})
    play(match, "end")
    assert match.actions() == ["pay gray", "pay orange", "shield with orange"]
    assert play(match, "shield with orange") == [{"event": "shield", "seat": 0}]
    assert match.to_act() == 1, "it does not help others"
    events = play(match, "pay orange")
    assert rewards(events) == [(0, 0, "red", 1), (0, 1, "red", 1), (0, 0, "orange", 1), (0, 1, "orange", 1)]
    assert held(match, 0) == {"orange": 2, "gray": 1, "red": 2}


@clause("VE-7.7")
def test_orange_comes_before_the_first_payment_or_not_at_all() -> None:
    match = planets_move(["green c10 c13: orange gray", "blue c00 c17"], {"red": 1})
    play(match, "end", "pay gray")
    assert refused(match, "shield with orange") == ("shield_too_late", "VE-7.7")
    assert match.actions() == ["pay orange"]


@clause("VE-7.7", "VE-9.4", "VE-10.2")
def test_orange_opens_no_trade_and_no_pooja_with_planets_in_retrograde() -> None:
    cards = "orange yellow yellow blue green"
    match = planets_move([f"red c25 c29: {cards} +2", "blue c00 c17"], {"purple": 8}, start=1)
    play(match, "end", "shield with orange")
    assert match.position()["planets"]["purple"]["retrograde"] and match.to_act() == 0
    assert listed(match, "donate", "promote", "trade") == []
    assert refused(match, "donate yellow,blue,green") == ("planet_retrograde", "VE-10.2")
    assert refused(match, "trade yellow,yellow for purple") == ("planet_retrograde", "VE-9.4")


@clause("VE-8.1")
def test_planets_reward_in_the_order_of_their_houses_and_in_one_house_canonically() -> None:
    match = planets_move(["green c14 c13", "blue c00 c36"], {"purple": 4, "orange": 4, "green": 1, "gray": 3})
    order = [planet for _, _, planet, _ in rewards(play(match, "end"))]
    assert order == ["green", "gray", "purple", "orange", "orange"]


@clause("VE-8.2")
def test_a_planet_rewards_every_pawn_in_turn_order_pawn_0_first() -> None:
    lines = ["green c18 c18", "blue c18 c00", "gray c14 c18"]
    match = planets_move(lines, {"purple": 4}, start=1)
    found = [(seat, pawn) for seat, pawn, _, _ in rewards(play(match, "end"))]
    assert found == [(1, 0), (2, 0), (2, 1), (0, 0), (0, 1)]


@clause("VE-8.2")
def test_a_planet_in_retrograde_rewards_only_its_favourite_and_the_shielded() -> None:
    lines = ["green c10 c36: gray", "red c13 c36", "blue c25 c00: orange"]
    match = planets_move(lines, {"red": 1})
    play(match, "end", "pay gray")
    assert rewards(play(match, "shield with orange")) == [(1, 0, "red", 2), (2, 0, "red", 1)]


@clause("VE-8.3")
@pytest.mark.parametrize(("color", "count"), [("purple", 2), ("green", 1)])
def test_the_favourite_gets_two_cards(color: str, count: int) -> None:
    match = planets_move([f"{color} c18 c36", "blue c00 c17"], {"purple": 4})
    assert rewards(play(match, "end")) == [(0, 0, "purple", count)]


@clause("VE-8.4")
def test_the_supply_gives_what_is_left_and_the_rest_is_lost() -> None:
    lines = ["purple c18 c14", "blue c21 c17", "gray c00 c36: " + 10 * "purple "]
    match = planets_move(lines, {"purple": 4})
    found = named(play(match, "end"), "reward", "shortage")
    assert [(e["event"], e["seat"], e["pawn"], e["count"]) for e in found] == [
        ("reward", 0, 0, 1),
        ("shortage", 0, 0, 1),
        ("shortage", 0, 1, 2),
        ("shortage", 1, 0, 1),
    ]


@clause("VE-8.5")
def test_moving_onto_an_activated_circle_gives_and_costs_nothing() -> None:
    match = table(["green c32 c36: gray", "blue c00 c17"], {"purple": 5, "red": 1})
    assert names(play(match, "move 0 c25")) == ["move"]
    assert held(match, 0) == {"gray": 1} and match.position()["phase"] == "turn"


@clause("VE-8.6")
def test_rewards_are_not_asked_for_but_given() -> None:
    match = planets_move(["green c18 promoted: +2", "blue c00 c17"], {"purple": 4})
    events = play(match, "end")
    assert rewards(events) == [(0, 0, "purple", 1)] and events[-1]["event"] == "turn"
    assert held(match, 0) == {"purple": 1}


def test_a_planet_never_leaps_into_its_own_retrograde_house() -> None:
    for color in COLORS:
        houses = {color: HOMES[color] % 12 + 1}
        for die in range(6):
            match: Match = planets_move(["red c32 c36", *OTHERS], houses, fate=[die] * 7)
            moved = [e for e in named(play(match, "end"), "planet_move") if e["planet"] == color]
            assert moved[0]["from"] == HOMES[color] and moved[0]["to"] != HOMES[color]
