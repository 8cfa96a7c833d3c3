"""The pawn move and the powers of cards: VE-11."""

from __future__ import annotations

from typing import Any

import pytest

from games.vediic.arrange import OTHERS, Json, held, listed, named, names, pawns, play, refused, table, turn
from marks import clause
from orrery.core.match import Match
from orrery.games.vediic.boards import standard

GRAY_CIRCLES = {
    circle
    for row in standard().source["houses"]
    for tile in row["tiles"]
    if tile["color"] == "gray"
    for circle in tile["circles"]
}


def goals(match: Match, pawn: int, cards: str = "") -> set[str]:
    """The circles that a pawn can reach with exactly these cards."""
    found = [word.split(" ") for word in listed(match, f"move {pawn} ")]
    return {words[2] for words in found if (words[4] if len(words) > 3 else "") == cards}


def steps(start: str, most: int) -> set[str]:
    """The circles within so many steps, counted on the neighbours of the board file."""
    near = {row["id"]: row["neighbours"] for row in standard().source["circles"]}
    found, edge = {start}, {start}
    for _ in range(most):
        edge = {other for circle in edge for other in near[circle]} - found
        found |= edge
    return found - {start}


@clause("VE-11.1")
def test_a_move_plays_the_cards_it_names_and_they_go_to_the_supply() -> None:
    match = table(["red c32 c36: green blue gray", "blue c33 c17"])
    events = play(match, "move 0 c33 with blue,green")
    assert events == [
        {"event": "move", "seat": 0, "pawn": 0, "from": "c32", "to": "c33", "cards": ["blue", "green"]},
    ]
    assert held(match, 0) == {"gray": 1} and pawns(match, 0) == ["c33", "c36"]
    assert match.position()["turn"] == turn("after", moved=[True, False])
    fresh = table(["red c32 promoted: yellow purple orange", "blue c33 c17"])
    for color in ("yellow", "purple", "orange"):
        assert refused(fresh, f"move 0 c28 with {color}") == ("not_for_moving", "VE-11.1")
    assert refused(fresh, "move 0 c28 with green") == ("cards_missing", "VE-11.1")
    assert refused(fresh, "move 1 c28") == ("pawn_promoted", "VE-11.1")


@clause("VE-11.2")
@pytest.mark.parametrize("start", ["c00", "c01", "c10", "c18", "c36"])
def test_a_walk_is_one_or_two_steps_along_the_paths(start: str) -> None:
    match = table([f"red {start} promoted", "blue promoted c25" if start != "c25" else "blue promoted c02"])
    assert goals(match, 0) == steps(start, 2) - {"c25"}
    far = next(iter(steps(start, 3) - steps(start, 2)))
    assert refused(match, f"move 0 {far}") == ("too_far", "VE-11.2")


@clause("VE-11.3")
@pytest.mark.parametrize("own", [False, True])
def test_a_walk_passes_no_pawn_but_any_free_way_will_do(own: bool) -> None:
    lines = ["red c32 c33", "blue c00 c17"] if own else ["red c32 c36", "blue c33 c17"]
    match = table(lines)
    assert "c34" not in goals(match, 0) and "c25" in goals(match, 0)
    assert refused(match, "move 0 c34") == ("way_barred", "VE-11.3")
    assert refused(match, "move 0 c32") == ("same_circle", "VE-11.3")
    shared = table(["red c32 c36", "blue c32 c17"])
    assert goals(shared, 0) == steps("c32", 2) - {"c17"}, "pawns that share the starting circle do not matter"


@clause("VE-11.3")
def test_some_free_way_is_enough() -> None:
    match = table(["red c10 promoted", "blue c14 c00"])
    near = {row["id"]: set(row["neighbours"]) for row in standard().source["circles"]}
    two = {goal for goal in steps("c10", 2) - steps("c10", 1) if near[goal] & near["c10"] - {"c14"}}
    assert goals(match, 0) == (near["c10"] | two) - {"c14", "c00"}


@clause("VE-11.4")
def test_green_leaps_one_to_four_steps_over_any_pawns() -> None:
    match = table(["red c32 c33: green", "blue c28 c24"])
    assert goals(match, 0) == set(), "walled in"
    assert goals(match, 0, "green") == steps("c32", 4) - {"c33", "c28", "c24"}
    far = next(iter(steps("c32", 5) - steps("c32", 4)))
    assert refused(match, f"move 0 {far} with green") == ("too_far", "VE-11.4")
    open_field = table(["red c32 c36: green", *OTHERS])
    assert steps("c32", 1) <= goals(open_field, 0, "green"), "it may be played though a walk would do"


@clause("VE-11.5")
def test_one_green_card_for_a_move_or_by_the_option_two_steps_for_each_further_one() -> None:
    single = table(["red c32 c36: green green green", *OTHERS])
    assert goals(single, 0, "green,green") == set()
    assert refused(single, "move 0 c18 with green,green") == ("one_green", "VE-11.5")
    stacked = table(["red c32 promoted: green green green", "blue promoted c01"], green_stack=True)
    assert goals(stacked, 0, "green") == steps("c32", 4)
    assert goals(stacked, 0, "green,green") == steps("c32", 6) - steps("c32", 4) - {"c01"}
    assert goals(stacked, 0, "green,green,green") == steps("c32", 8) - steps("c32", 6) - {"c01"}
    near = next(iter(steps("c32", 4)))
    assert refused(stacked, f"move 0 {near} with green,green") == ("green_needless", "VE-11.5")


@clause("VE-11.6")
@pytest.mark.parametrize("start", ["c32", "c00"])
@pytest.mark.parametrize("rule", ["any", "gray"])
def test_gray_leads_to_any_circle_touched_by_a_gray_tile(start: str, rule: str) -> None:
    match = table([f"red {start} c33: gray green", "blue c17 c02"], teleport=rule)
    allowed = rule == "any" or start in GRAY_CIRCLES
    assert goals(match, 0, "gray") == (GRAY_CIRCLES - {start, "c17"} if allowed else set())
    assert refused(match, "move 0 c08 with gray") == ("not_gray", "VE-11.6")
    assert refused(match, "move 0 c18 with green,gray") == ("gray_with_green", "VE-11.6")
    if not allowed:
        assert refused(match, "move 0 c18 with gray") == ("start_not_gray", "VE-11.6")


@clause("VE-11.7")
def test_an_empty_circle_takes_no_landing_card_and_a_taken_one_needs_it() -> None:
    match = table(["red c32 c28: blue red", "blue c33 c17"])
    assert refused(match, "move 0 c24 with blue") == ("landing_on_empty", "VE-11.7")
    assert refused(match, "move 0 c24 with red") == ("landing_on_empty", "VE-11.7")
    assert refused(match, "move 0 c33") == ("circle_occupied", "VE-11.7")
    assert refused(match, "move 0 c28") == ("own_pawn_there", "VE-11.7")
    assert listed(match, "move 0 c33") == ["move 0 c33 with blue", "move 0 c33 with red"]
    assert listed(match, "move 0 c28") == ["move 0 c28 with blue"]


@clause("VE-11.8")
def test_one_blue_lets_a_pawn_share_a_circle_with_all_and_for_good() -> None:
    match = table(["red c32 c33: blue blue", "blue c33 c33", "green c33 c00"])
    assert listed(match, "move 0 c33") == ["move 0 c33 with blue"]
    assert refused(match, "move 0 c33 with blue,blue") == ("one_blue", "VE-11.8")
    assert named(play(match, "move 0 c33 with blue"), "displace") == []
    assert pawns(match, 0) == ["c33", "c33"] and held(match, 0) == {"blue": 1}
    play(match, "end", "move 0 c32", "end")
    assert pawns(match, 0) == ["c33", "c33"], "sharing lasts without further cards"


@clause("VE-11.9")
def test_red_displaces_every_opposing_pawn_to_where_the_mover_began() -> None:
    match = table(["red c32 c36: red red red", "blue c33 c32", "green c00 c33"])
    assert listed(match, "move 0 c33") == ["move 0 c33 with red,red"]
    assert refused(match, "move 0 c33 with red") == ("red_for_each", "VE-11.9")
    assert refused(match, "move 0 c33 with red,red,red") == ("red_for_each", "VE-11.9")
    events = play(match, "move 0 c33 with red,red")
    assert events[1:] == [
        {"event": "displace", "seat": 1, "pawn": 0, "from": "c33", "to": "c32"},
        {"event": "displace", "seat": 2, "pawn": 1, "from": "c33", "to": "c32"},
    ]
    assert pawns(match, 1) == ["c32", "c32"] and pawns(match, 2) == ["c00", "c32"]
    assert held(match, 0) == {"red": 1}


@clause("VE-11.9")
def test_beside_an_own_pawn_red_needs_a_blue_and_without_one_it_may_have_none() -> None:
    mixed = table(["red c32 c33: red blue", "blue c33 c17"])
    assert listed(mixed, "move 0 c33") == ["move 0 c33 with blue", "move 0 c33 with blue,red"]
    assert refused(mixed, "move 0 c33 with red") == ("blue_beside_own", "VE-11.9")
    play(mixed, "move 0 c33 with blue,red")
    assert pawns(mixed, 0) == ["c33", "c33"] and pawns(mixed, 1) == ["c32", "c17"], "own pawns are never displaced"
    foe = table(["red c32 c36: red blue", "blue c33 c17"])
    assert refused(foe, "move 0 c33 with blue,red") == ("red_and_blue", "VE-11.9")
    own = table(["red c32 c33: red blue", "blue c00 c17"])
    assert refused(own, "move 0 c33 with red") == ("red_on_own_pawn", "VE-11.9")
    assert refused(own, "move 0 c33 with blue,red") == ("red_on_own_pawn", "VE-11.9")


@clause("VE-11.10")
def test_access_and_landing_combine_freely() -> None:
    match = table(["red c32 c24: green gray blue red", "blue c28 c24"])
    assert listed(match, "move 0 c28") == [
        f"move 0 c28 with {cards}" for cards in ("blue", "blue,gray", "blue,green", "green,red", "red", "red,gray")
    ]
    assert listed(match, "move 0 c24") == [
        f"move 0 c24 with {cards}"
        for cards in ("blue", "blue,gray", "blue,green", "blue,green,red", "blue,red", "blue,red,gray")
    ]
    play(match, "move 0 c24 with blue,red,gray")
    assert held(match, 0) == {"green": 1} and pawns(match, 1) == ["c28", "c32"]


STUCK = ["red c00 promoted: {}", "blue c01 c05", "green c09 c36"]
"""A pawn whose three neighbours are taken."""


def stuck(cards: str, **options: Any) -> Match:
    return table([STUCK[0].format(cards), *STUCK[1:]], **options)


@clause("VE-11.11")
def test_a_player_passes_exactly_when_no_move_without_cards_is_left() -> None:
    match = stuck("red blue blue")
    assert "pass" in match.actions() and len(listed(match, "move")) == 6
    assert play(match, "pass") == [{"event": "pass", "seat": 0}]
    assert match.position()["turn"] == turn("after")
    free = table(["red c32 c36", *OTHERS])
    assert refused(free, "pass") == ("can_move", "VE-11.11")


@clause("VE-11.11")
def test_by_the_option_only_when_no_move_is_left_at_all() -> None:
    match = stuck("red", pass_rule="none")
    assert "pass" not in match.actions()
    assert refused(match, "pass") == ("can_move_with_cards", "VE-11.11")
    assert stuck("purple", pass_rule="none").actions() == ["pass", "steal"]
    assert "pass" not in stuck("gray", pass_rule="none").actions()


@clause("VE-11.12")
def test_yellow_skips_the_move_and_opens_charity_exchanges_and_steals_in_any_order() -> None:
    lines = ["red c28 c36: yellow purple purple blue blue green gray", "blue c00 c17: gray gray"]
    match = table(lines, {"red": 6}, charity={"orange": 1})
    assert play(match, "skip with yellow") == [{"event": "skip", "seat": 0}]
    assert {word.split(" ")[0] for word in match.actions()} == {"charity", "trade", "steal", "end"}
    assert match.position()["turn"] == turn("after", charity=True, yellow=True)
    play(match, "steal 1", "trade blue,blue for red")
    assert refused(match, "charity orange") == ("charity_closed", "VE-5.3")
    assert {"steal 1", "trade green,gray for red"} <= set(match.actions())
    assert refused(match, "move 0 c32") == ("move_skipped", "VE-11.12")
    assert refused(match, "pass") == ("move_skipped", "VE-11.12")
    play(match, "end")
    assert match.to_act() == 1 and match.position()["supply"]["yellow"] == 11


@clause("VE-11.13")
def test_yellow_begins_a_second_leg_for_a_pawn_not_moved() -> None:
    match = table(["red c32 c36: yellow", *OTHERS], charity={"gray": 1})
    assert refused(match, "again with yellow") == ("again_before_move", "VE-11.13")
    play(match, "move 0 c33")
    assert names(play(match, "again with yellow")) == ["again"]
    assert goals(match, 0) == set() and goals(match, 1) != set()
    assert refused(match, "move 0 c32") == ("pawn_moved", "VE-11.13")
    assert {"end", "charity gray"} <= set(match.actions())
    play(match, "charity gray", "move 1 c35")
    assert match.actions() == ["end"]


@clause("VE-11.13")
def test_a_second_leg_can_be_played_with_one_pawn_just_for_charity() -> None:
    match = table(["red c32 promoted: yellow", *OTHERS], charity={"gray": 1})
    play(match, "move 0 c33", "again with yellow")
    assert match.actions() == ["charity gray", "end"]


@clause("VE-11.14")
@pytest.mark.parametrize("first", ["skip with yellow", "again with yellow"])
def test_there_is_one_yellow_card_in_a_turn(first: str) -> None:
    match = table(["red c32 c36: yellow yellow", *OTHERS])
    if first.startswith("again"):
        play(match, "move 0 c33")
    play(match, first)
    assert listed(match, "skip", "again") == []
    assert refused(match, "again with yellow") == ("yellow_used", "VE-11.14")


@clause("VE-11.14")
def test_other_colours_have_no_limit_in_a_turn() -> None:
    match = table(["red c32 c36: yellow purple purple green green", "blue c00 c17: gray gray gray"])
    play(match, "steal 1", "steal 1", "move 0 c33 with green", "again with yellow")
    assert "move 1 c35 with green" in match.actions()


THIEF = ["red c32 c36: purple purple", "blue c00 c17: red gray", "green c04 c19: yellow", "gray c25 c26"]


@clause("VE-11.15")
def test_purple_steals_at_random_from_up_to_two_opponents_with_cards() -> None:
    match = table(THIEF, fate=[1, 0])
    assert listed(match, "steal") == ["steal", "steal 1", "steal 1 2", "steal 2"]
    assert play(match, "steal 1 2") == [
        {"event": "purple", "seat": 0, "targets": [1, 2]},
        {"event": "steal", "seat": 0, "victim": 1, "index": 1, "color": "gray"},
        {"event": "steal", "seat": 0, "victim": 2, "index": 0, "color": "yellow"},
    ]
    assert held(match, 0) == {"yellow": 1, "purple": 1, "gray": 1} and held(match, 1) == {"red": 1}
    assert {"steal", "steal 1", "move 0 c18 with gray", "skip with yellow"} <= set(match.actions()), "used at once"


@clause("VE-11.15")
def test_purple_needs_opponents_that_differ_and_hold_cards_or_none_at_all() -> None:
    match = table(THIEF)
    assert refused(match, "steal 0") == ("steal_from_self", "VE-11.15")
    assert refused(match, "steal 3") == ("victim_empty", "VE-11.15")
    assert refused(match, "steal 4") == ("no_such_seat", "VE-1.1")
    assert refused(match, "steal 1 1") == ("victim_twice", "VE-11.15")
    assert refused(match, "steal 2 1") == ("wrong_seat_order", "VE-15")
    assert play(match, "steal") == [{"event": "purple", "seat": 0, "targets": []}]
    assert held(match, 0) == {"purple": 1}
    poor: Json = table(["red c32 c36", *THIEF[1:]]).position()
    assert poor["players"][0]["hand"]["purple"] == 0
    assert refused(table(["red c32 c36", *THIEF[1:]]), "steal") == ("cards_missing", "VE-11.15")
