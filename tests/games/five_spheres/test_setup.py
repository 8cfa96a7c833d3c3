"""FS-4: the decks, the first lord, towers and hands at the start."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.five_spheres.arrange import new, not_new
from games.five_spheres.cards import card, instant
from marks import clause
from orrery.core.match import Match

COSTS = {f"c{n:02}": card(cost=1 + n % 9, spell=instant(cost=1 + n // 9)) for n in range(48)}
"""Card cNN has summon cost 1 + NN mod 9 and spell cost 1 + NN div 9; the default deck holds each once, in order."""

AS_IT_LIES = list(range(47, 0, -1))
"""The chance of a shuffle that changes nothing."""


def start(*splits: int, lords: int = 2, **options: Any) -> Match:
    """A match whose lords split at these places of their decks; the shuffles change nothing."""
    return new(queue=[*splits, *AS_IT_LIES * lords], lords=lords, cards=COSTS, **options)


@clause("FS-4.1", "FS-4.4")
@pytest.mark.parametrize("lords", range(2, 7))
def test_every_lord_has_48_cards_of_which_5_are_towers_and_5_in_hand(lords: int) -> None:
    match = new(seed=lords, lords=lords, first=0, cards=COSTS)
    for row in match.position()["seats"]:
        assert (len(row["deck"]), len(row["fortress"]), len(row["hand"])) == (38, 5, 5)
        assert Counter(row["deck"] + row["hand"] + [tower["card"] for tower in row["fortress"]]) == Counter(list(COSTS))
        assert all(tower["kind"] == "tower" and tower["facedown"] for tower in row["fortress"])


@clause("FS-4.2")
@pytest.mark.parametrize(
    ("splits", "first"),
    [
        ((8, 7), 0),  # summon costs 9 and 8
        ((7, 8), 1),
        ((0, 9), 1),  # summon costs 1 and 1, spell costs 1 and 2
        ((17, 8), 0),  # summon costs 9 and 9, spell costs 2 and 1
        ((8, 45), 0),  # summon costs 9 and 1; the spell cost 6 does not count
    ],
)
def test_the_highest_summon_cost_begins_and_the_spell_cost_decides_a_tie(splits: tuple[int, int], first: int) -> None:
    match = start(*splits)
    assert (match.position()["first"], match.position()["active"], match.to_act()) == (first, first, first)
    assert match.position()["fate"] == []


@clause("FS-4.2")
def test_lords_still_tied_split_again_the_others_do_not() -> None:
    match = start(8, 3, 8, 5, 6, lords=3)
    assert match.position()["first"] == 2, "seats 0 and 2 tie with cost 9, then 6 against 7"


@clause("FS-4.2")
def test_a_lord_who_lost_the_first_round_does_not_come_back() -> None:
    match = start(8, 3, 8, 1, 0, lords=3)
    assert match.position()["first"] == 0, "2 against 1 in the second round; seat 1 with its 4 is out of it"


@clause("FS-4.2")
def test_after_ten_rounds_the_lowest_tied_seat_begins() -> None:
    match = start(*[4, 6, 6] + [6, 6] * 9, lords=3)
    assert (match.position()["first"], match.position()["fate"]) == (1, [])


@clause("FS-4.2")
def test_the_tenth_round_still_decides() -> None:
    assert start(*[6, 6] * 9, 5, 6).position()["first"] == 1


@clause("FS-4.2", "FS-20.5")
def test_a_split_is_a_chance_number_below_48() -> None:
    assert start(47, 0).position()["first"] == 0, "cost 3 against 1"
    assert not_new(lords=2, cards=COSTS, queue=[48, 0])


@clause("FS-4.3", "FS-19.1")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_option_first_names_the_first_lord_and_nobody_splits(first: int) -> None:
    match = start(lords=3, first=first)
    assert (match.position()["first"], match.to_act(), match.position()["fate"]) == (first, first, [])
    assert match.position()["options"]["first"] == first


@clause("FS-4.3")
@pytest.mark.parametrize("first", [2, -1, "0", 1.0])
def test_the_first_lord_is_a_seat(first: Any) -> None:
    assert "first" in not_new(lords=2, cards=COSTS, first=first)


@clause("FS-4.4")
def test_towers_are_taken_from_the_top_before_the_hands() -> None:
    match = start(8, 0)
    for row in match.position()["seats"]:
        assert [tower["card"] for tower in row["fortress"]] == ["c00", "c01", "c02", "c03", "c04"]
        assert row["hand"] == ["c05", "c06", "c07", "c08", "c09"]
        assert row["deck"] == [f"c{n:02}" for n in range(10, 48)]
    uids = [[tower["uid"] for tower in row["fortress"]] for row in match.position()["seats"]]
    assert uids[0] == sorted(uids[0]) and max(uids[0]) < min(uids[1]), "seat by seat from 0"


@clause("FS-4.4")
def test_the_deck_of_seat_0_is_shuffled_first() -> None:
    turned = [0, *range(46, 0, -1)]
    """The last card and the first change places."""
    match = new(queue=[*turned, *AS_IT_LIES], lords=2, first=0, cards=COSTS)
    seats = match.position()["seats"]
    assert (seats[0]["fortress"][0]["card"], seats[0]["deck"][-1]) == ("c47", "c00")
    assert (seats[1]["fortress"][0]["card"], seats[1]["deck"][-1]) == ("c00", "c47")


@clause("FS-4.4", "FS-19.1")
@pytest.mark.parametrize(("towers", "hand"), [(1, 0), (10, 10), (3, 7)])
def test_options_set_how_many_towers_and_hand_cards_there_are_at_the_start(towers: int, hand: int) -> None:
    match = start(lords=2, first=0, towers=towers, hand=hand)
    waiting = match.position()["seats"][1]
    assert (len(waiting["fortress"]), len(waiting["deck"])) == (towers, 48 - towers - len(waiting["hand"]))
    if hand:
        assert len(waiting["hand"]) == hand
    else:
        assert match.position()["turn"] > 1, "with empty hands the first turns pass by themselves"


@clause("FS-4.4", "FS-19.1")
@pytest.mark.parametrize("wrong", [{"towers": 0}, {"towers": 11}, {"hand": -1}, {"hand": 11}])
def test_other_numbers_at_the_start_are_refused(wrong: dict[str, Any]) -> None:
    assert next(iter(wrong)) in not_new(lords=2, cards=COSTS, **wrong)


@clause("FS-4.4", "FS-5.2")
def test_the_first_decision_is_the_crystal_of_turn_1() -> None:
    at = start(lords=2, first=1).position()
    assert (at["turn"], at["active"], at["step"], at["to_act"]) == (1, 1, "crystal", 1)
