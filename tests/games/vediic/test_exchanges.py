"""Trades, donations, promotions: VE-9, VE-10."""

from __future__ import annotations

from typing import Any

import pytest

from games.vediic.arrange import OTHERS, held, listed, named, names, pawns, planets_move, play, refused, table, turn
from marks import clause

AFTER = turn("after", moved=[True, False])


@clause("VE-9.1")
def test_contact_is_a_planet_out_of_retrograde_that_activates_a_circle_with_an_own_pawn() -> None:
    there = table(["red c36 c28: blue blue", *OTHERS], {"red": 6})
    assert listed(there, "trade") == ["trade blue,blue for red"]
    elsewhere = table(["red c36 c28: blue blue", *OTHERS], {"red": 8})
    assert refused(elsewhere, "trade blue,blue for red") == ("no_contact", "VE-9.1")
    others_pawn = table(["red c36 c32: blue blue", "blue c28 c17"], {"red": 6})
    assert refused(others_pawn, "trade blue,blue for red") == ("no_contact", "VE-9.1")


@clause("VE-9.2")
@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("other", {"blue,blue", "blue,gray"}),
        ("distinct", {"blue,gray"}),
        ("any", {"blue,blue", "blue,gray", "blue,red", "red,gray", "red,red"}),
    ],
)
def test_a_trade_takes_two_cards_by_the_option(rule: str, expected: set[str]) -> None:
    match = table(["green c28 c36: blue blue gray red red", *OTHERS], {"red": 6}, trade=rule)
    assert {word.split(" ")[1] for word in listed(match, "trade")} == expected
    assert refused(match, "trade gray,gray for red")[0] in ("cards_missing", "trade_not_distinct")
    if rule != "any":
        assert refused(match, "trade blue,red for red") == ("trade_own_color", "VE-9.2")


@clause("VE-9.2")
def test_a_trade_moves_two_cards_to_the_supply_and_one_from_it() -> None:
    match = table(["green c28 c36: blue gray", *OTHERS], {"red": 6})
    gave = {"event": "trade", "seat": 0, "gave": ["blue", "gray"], "got": "red"}
    assert play(match, "trade blue,gray for red") == [gave]
    assert held(match, 0) == {"red": 1}
    supply = match.position()["supply"]
    assert (supply["blue"], supply["gray"], supply["red"]) == (11, 11, 10)


@clause("VE-9.3")
def test_the_number_of_trades_is_not_limited() -> None:
    match = table(["green c28 c36: " + 8 * "blue ", *OTHERS], {"red": 6})
    for left in (3, 2, 1, 0):
        play(match, "trade blue,blue for red")
        assert len(listed(match, "trade")) == (left > 0)
    assert held(match, 0) == {"red": 4}


@clause("VE-9.4")
def test_there_is_no_trade_with_a_planet_in_retrograde() -> None:
    match = table(["green c28 c36: blue blue", *OTHERS], {"red": 1})
    assert listed(match, "trade") == []
    assert refused(match, "trade blue,blue for red") == ("planet_retrograde", "VE-9.4")


@clause("VE-9.5")
def test_there_is_no_trade_for_a_colour_that_the_supply_lacks() -> None:
    match = table(["green c28 c36: blue blue", "blue c00 c17: " + 11 * "red "], {"red": 6}, trade="any")
    assert refused(match, "trade blue,blue for red") == ("supply_empty", "VE-9.5")
    own = table(["green c28 c36: " + 11 * "red ", "blue c00 c17"], {"red": 6}, trade="any")
    assert refused(own, "trade red,red for red") == ("supply_empty", "VE-9.5"), "also if the trade would bring some"


@clause("VE-9.6")
def test_after_the_move_contact_counts_by_the_new_places_of_both_pawns() -> None:
    match = table(["green c28 c36: blue blue blue blue", *OTHERS], {"red": 6, "orange": 8})
    play(match, "move 1 c26")
    assert {word.split(" ")[-1] for word in listed(match, "trade")} == {"red", "orange"}
    away = table(["green c28 c36: blue blue", *OTHERS], {"red": 6})
    play(away, "move 0 c32")
    assert listed(away, "trade") == []


@clause("VE-9.7")
def test_players_do_not_trade_with_each_other() -> None:
    match = table(["green c28 c36: blue blue", "red c28 c17: gray gray"])
    assert listed(match, "trade") == []
    assert refused(match, "trade blue,blue for gray") == ("no_contact", "VE-9.1")


@clause("VE-10.1")
def test_the_planet_of_enlightenment_moves_as_its_coloured_planet() -> None:
    match = planets_move(["green c32 c36", *OTHERS], {"purple": 9}, fate=[3])
    found = [event for event in named(play(match, "end"), "planet_move") if event["planet"] == "purple"]
    assert (found[0]["from"], found[0]["to"]) == (8, 12)
    assert match.position()["enlightenment"] == "purple"


@clause("VE-10.2")
@pytest.mark.parametrize(("house", "allowed"), [(5, True), (2, False), (8, False)])
def test_pooja_needs_contact_with_the_planet_of_enlightenment(house: int, allowed: bool) -> None:
    match = table(["green c28 c36: blue gray red +2", *OTHERS], {"purple": house})
    assert (listed(match, "donate", "promote") == ["donate blue,red,gray", "promote 0"]) == allowed
    if not allowed:
        code = "planet_retrograde" if house == 8 else "no_contact"
        assert refused(match, "donate blue,red,gray")[0] == refused(match, "promote 0")[0] == code
    play(match, "move 1 c35")
    assert (listed(match, "donate", "promote") == ["donate blue,red,gray", "promote 0"]) == allowed


@clause("VE-10.3")
@pytest.mark.parametrize("acts", [True, False])
def test_the_stack_acts_as_its_coloured_planet_unless_the_option_says_no(acts: bool) -> None:
    match = table(["green c28 c36: blue blue gray red", *OTHERS], {"purple": 5}, stack_planet=acts)
    assert ("trade blue,blue for purple" in match.actions()) == acts
    if acts:
        play(match, "trade blue,blue for purple")
    else:
        assert refused(match, "trade blue,blue for purple") == ("stack_does_not_trade", "VE-10.3")
    assert listed(match, "donate"), "a trade is no pooja"
    rewarding = planets_move(["green c28 c36", *OTHERS], {"purple": 5}, stack_planet=acts)
    assert bool(named(play(rewarding, "end"), "reward")) == acts
    punishing = planets_move(["green c28 c36: gray", *OTHERS], {"purple": 8}, stack_planet=acts)
    assert bool(named(play(punishing, "end"), "owes")) == acts


@clause("VE-10.4")
def test_three_cards_of_three_colours_go_to_the_charity_pile_for_an_enlightenment_card() -> None:
    match = table(["green c28 c36: blue blue gray red", *OTHERS], {"purple": 5})
    assert listed(match, "donate") == ["donate blue,red,gray"]
    assert refused(match, "donate blue,blue,gray") == ("not_three_colors", "VE-10.4")
    assert refused(match, "donate yellow,blue,gray") == ("cards_missing", "VE-10.4")
    assert play(match, "donate blue,red,gray") == [{"event": "donate", "seat": 0, "cards": ["blue", "red", "gray"]}]
    after = match.position()
    assert {color for color, count in after["charity"].items() if count} == {"blue", "red", "gray"}
    assert after["players"][0]["enlightenment"] == 1 and after["supply"]["enlightenment"] == 12
    assert held(match, 0) == {"blue": 1}


@clause("VE-10.5")
@pytest.mark.parametrize(("second", "lights", "allowed"), [("c36", 2, True), ("c36", 3, False), ("promoted", 2, False)])
def test_nobody_holds_more_than_three_enlightenment_cards_nor_two_for_each_pawn(
    second: str, lights: int, allowed: bool
) -> None:
    match = table([f"green c28 {second}: blue gray red +{lights}", *OTHERS], {"purple": 5})
    assert bool(listed(match, "donate")) == allowed
    if not allowed:
        assert refused(match, "donate blue,red,gray") == ("too_many_lights", "VE-10.5")


@clause("VE-10.5")
def test_a_donation_needs_an_enlightenment_card_in_the_supply() -> None:
    lines = ["green c28 c36: blue gray red +1", "blue c00 c17: +3", "red c01 c02: +3", "gray c03 c04: +3"]
    match = table([*lines, "orange c05 c06: +3"], {"purple": 5})
    assert refused(match, "donate blue,red,gray") == ("no_lights_left", "VE-10.5")


@clause("VE-10.6")
@pytest.mark.parametrize("per_leg", [False, True])
def test_there_is_one_pooja_in_a_turn_or_by_the_option_in_a_leg(per_leg: bool) -> None:
    line = "green c28 c36: yellow blue blue gray gray red red +1"
    match = table([line, *OTHERS], {"purple": 5}, pooja_per_pass=per_leg)
    play(match, "donate blue,red,gray")
    code = "pooja_used_leg" if per_leg else "pooja_used"
    assert refused(match, "donate blue,red,gray") == (code, "VE-10.6")
    assert refused(match, "promote 0") == (code, "VE-10.6")
    play(match, "move 1 c35")
    assert listed(match, "donate", "promote") == []
    play(match, "again with yellow")
    assert bool(listed(match, "donate")) == bool(listed(match, "promote")) == per_leg


@clause("VE-10.7")
def test_a_pawn_on_an_activated_circle_is_promoted_for_two_enlightenment_cards() -> None:
    match = table(["green c36 c28: gray +3", *OTHERS], {"purple": 5})
    assert listed(match, "promote") == ["promote 1"]
    assert refused(match, "promote 0") == ("no_contact", "VE-9.1"), "the pawn itself must stand there"
    assert play(match, "promote 1") == [{"event": "promote", "seat": 0, "pawn": 1, "circle": "c28"}]
    after = match.position()
    assert pawns(match, 0) == ["c36", "promoted"] and after["players"][0]["enlightenment"] == 1
    assert after["supply"]["enlightenment"] == 12
    poor = table(["green c36 c28: +1", *OTHERS], {"purple": 5})
    assert refused(poor, "promote 1") == ("lights_missing", "VE-10.7")
    gone = table(["green c28 promoted: +2", *OTHERS], {"purple": 5})
    assert refused(gone, "promote 1") == ("pawn_promoted", "VE-10.7")


@clause("VE-10.8")
def test_the_last_pawn_is_promoted_only_with_an_empty_hand() -> None:
    match = table(["green promoted c28: gray +2", *OTHERS], {"purple": 5})
    assert refused(match, "promote 1") == ("hand_not_empty", "VE-10.8")
    play(match, "move 1 c25")
    assert refused(match, "promote 1") == ("hand_not_empty", "VE-10.8")
    empty = table(["green promoted c28: +2", *OTHERS], {"purple": 5})
    assert names(play(empty, "promote 1")) == ["promote", "over"]


@clause("VE-10.9")
def test_enlightenment_cards_are_not_stolen_traded_or_paid() -> None:
    match = table(["green c28 c36: purple +3", "blue c00 c17: +3"], {"red": 6})
    assert refused(match, "steal 1") == ("victim_empty", "VE-11.15")
    for word in (
        "trade enlightenment,enlightenment for red",
        "donate blue,red,enlightenment",
        "move 0 c32 with enlightenment",
    ):
        assert refused(match, word) == ("unknown_color", "VE-1.4")
    payer: Any = planets_move(["green c10 c36: gray +3", *OTHERS], {"red": 1})
    play(payer, "end")
    assert payer.actions() == ["pay gray"]
