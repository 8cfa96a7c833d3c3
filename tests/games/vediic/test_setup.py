"""Setting up a match by decisions: VE-3."""

from __future__ import annotations

from typing import Any

import pytest

from games.vediic.arrange import COLORS, Json, held, named, names, pawns, play, refused
from marks import clause
from orrery.core.match import Match
from orrery.games.vediic import GAME


def new(players: int = 3, fate: list[int] | None = None, **options: Any) -> Match:
    """A new match; `fate` are the chance values, a die's face less one."""
    return Match.new(GAME, {"players": players, **options}, 1, fate)


def started(players: int = 3, **options: Any) -> Match:
    """A new match without order rolls."""
    return new(players, order="seat0", **options)


def dealt(match: Match, *takes: str) -> Match:
    """Every seat has picked a colour and taken cards."""
    for i in range(match.state.seats()):
        play(match, f"color {COLORS[i]}", f"take {takes[i] if i < len(takes) else 'red gray'}")
    return match


@clause("VE-3.1")
def test_the_highest_sum_of_two_dice_starts() -> None:
    match = new(fate=[0, 0, 5, 4, 3, 3])
    assert play(match, "roll") == [{"event": "order_roll", "seat": 0, "dice": [1, 1]}]
    play(match, "roll")
    assert match.position()["rolls"] == [2, 11, None]
    assert play(match, "roll")[1:] == [{"event": "first", "seat": 1}]
    assert (match.to_act(), match.position()["start"], match.position()["phase"]) == (1, 1, "color")


@clause("VE-3.1")
def test_those_who_share_the_highest_sum_alone_roll_again() -> None:
    match = new(4, fate=[5, 5, 0, 0, 5, 5, 5, 5, 2, 2, 3, 3, 3, 3, 0, 1, 4, 5])
    play(match, "roll", "roll", "roll")
    assert play(match, "roll")[1:] == [{"event": "order_tie", "seats": [0, 2, 3]}]
    assert match.position()["rolls"] == [None, 0, None, None]
    play(match, "roll", "roll")
    assert play(match, "roll")[1:] == [{"event": "order_tie", "seats": [2, 3]}]
    assert match.to_act() == 2
    play(match, "roll", "roll")
    assert match.position()["start"] == 3


@clause("VE-3.1")
def test_with_order_seat0_nobody_rolls() -> None:
    match = started()
    assert (match.to_act(), match.position()["phase"], match.position()["rolls"]) == (0, "color", None)
    assert refused(match, "roll")[0] == "wrong_step"


@clause("VE-3.2")
def test_from_the_start_seat_each_picks_a_colour_that_nobody_has_and_takes_cards_at_once() -> None:
    match = new(fate=[0, 0, 5, 4, 3, 3])
    play(match, "roll", "roll", "roll")
    order: list[int | None] = []
    for color in ("red", "blue", "gray"):
        order.append(match.to_act())
        assert play(match, f"color {color}")[0]["color"] == color
        assert match.position()["phase"] == "take"
        play(match, "take red gray")
        if color != "gray":
            assert refused(match, "color red") == ("color_taken", "VE-3.2")
            assert len(match.actions()) == 7 - len(order)
    assert order == [1, 2, 0]


@clause("VE-3.3")
def test_two_cards_are_taken_as_far_as_the_supply_has_them() -> None:
    match = started(7)
    for color in COLORS[:5]:
        play(match, f"color {color}", "take green green")
    play(match, f"color {COLORS[5]}")
    assert refused(match, "take green green") == ("supply_short", "VE-3.3")
    assert len(match.actions()) == 27
    assert play(match, "take green red") == [{"event": "take", "seat": 5, "cards": ["green", "red"]}]
    assert held(match, 5) == {"green": 1, "red": 1}
    play(match, f"color {COLORS[6]}")
    assert refused(match, "take green red") == ("supply_short", "VE-3.3")
    assert len(match.actions()) == 21


@clause("VE-3.4")
def test_the_seat_before_the_start_seat_picks_the_planet_of_enlightenment_of_any_colour() -> None:
    match = new(fate=[0, 0, 5, 4, 3, 3])
    play(match, "roll", "roll", "roll")
    dealt(match)
    assert match.to_act() == 0 and match.position()["phase"] == "enlightenment"
    assert match.actions() == sorted(f"enlightenment {color}" for color in COLORS)
    assert play(match, "enlightenment yellow") == [{"event": "enlightenment", "seat": 0, "color": "yellow"}]
    assert match.position()["enlightenment"] == "yellow"


@clause("VE-3.5")
def test_from_the_start_seat_each_puts_two_pawns_on_empty_circles() -> None:
    match = dealt(started(2))
    play(match, "enlightenment red")
    assert len(match.actions()) == 37
    assert play(match, "put c05") == [{"event": "put", "seat": 0, "pawn": 0, "circle": "c05"}]
    assert refused(match, "put c05") == ("circle_taken", "VE-3.5")
    assert play(match, "put c06")[0]["pawn"] == 1
    assert match.to_act() == 1 and len(match.actions()) == 35
    assert refused(match, "put c06") == ("circle_taken", "VE-3.5")
    assert pawns(match, 0) == ["c05", "c06"]


def arrive(dice: list[int], **options: Any) -> tuple[Match, list[Json]]:
    """Two players, pawns on c10 c25 (yellow) and c00 c36 (purple); the planets come by these dice."""
    match = new(2, [value - 1 for value in dice], order="seat0", **options)
    dealt(match)
    play(match, "enlightenment red", "put c10", "put c25", "put c00")
    return match, play(match, "put c36")


@clause("VE-3.6")
def test_each_planet_goes_forward_from_its_retrograde_house_by_two_dice() -> None:
    homes = {"yellow": 12, "purple": 8, "orange": 5, "blue": 3, "green": 10, "red": 1, "gray": 6}
    _, events = arrive([1, 1, 1, 2, 2, 2, 1, 4, 3, 3, 6, 6, 6, 5])
    moves = named(events, "planet_move")
    sums = [2, 3, 4, 5, 6, 12, 11]
    assert [event["planet"] for event in moves] == list(COLORS)
    for event, total in zip(moves, sums, strict=True):
        home = homes[event["planet"]]
        assert (event["from"], event["to"]) == (home, (home + total - 1) % 12 + 1)
        assert event["retrograde"] == (total == 12)
    assert [event["dice"] for event in named(events, "planet_roll")][:2] == [[1, 1], [1, 2]]


@clause("VE-3.7")
def test_round_0_asks_penalties_and_gives_rewards_and_round_1_begins_with_the_start_seat() -> None:
    match, events = arrive([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 1, 1])
    assert names(events)[-1] == "owes"
    assert match.position()["round"] == 0 and match.position()["phase"] == "penalty"
    assert named(events, "owes") == [{"event": "owes", "seat": 0, "count": 2}]
    play(match, "pay red")
    after = play(match, "pay gray")
    assert after[-2:] == [{"event": "round", "round": 1, "start": 0}, {"event": "turn", "seat": 0}]
    assert match.position()["round"] == 1


@pytest.mark.parametrize("seed", range(5))
@clause("VE-3.6", "VE-14.5")
def test_the_planets_come_in_the_house_that_their_dice_tell(seed: int) -> None:
    match = Match.new(GAME, {"players": 2, "order": "seat0"}, seed)
    dealt(match)
    play(match, "enlightenment red", "put c10", "put c25", "put c00")
    events = play(match, "put c36")
    rolls, moves = named(events, "planet_roll"), named(events, "planet_move")
    for roll, move in zip(rolls, moves, strict=True):
        assert move["to"] == (move["from"] + sum(roll["dice"]) - 1) % 12 + 1
