"""FS-21, citadel: two lords in one turn, what they share, and how they are attacked."""

from __future__ import annotations

from typing import Any

import pytest

from games.five_spheres.abilities import at, do, draw, passive, ref, stronger, when
from games.five_spheres.arrange import after, cast, check_refused, invalid, lord, new, not_new, position, table
from games.five_spheres.cards import Json, active, attached, creature, hidden, instant, spell
from games.five_spheres.lying import field, mana, options, pile, show, step, strengths
from games.five_spheres.told import events, last, listed, named, names, triggers
from marks import clause
from orrery.core.clause import Illegal
from orrery.core.match import Match

GONE: Json = {"out": True}


def citadel(*seats: Json, **fields: Any) -> Match:
    """Lords in the battle step of seat 0, in citadels; seats that are not given are plain lords with a hand card."""
    rows = [*seats, *[lord(hand="na") for _ in range(4 - len(seats))]]
    return table(*rows, mode="citadel", **fields)


def refusal(match: Match, word: str) -> tuple[str, str]:
    """Why an action is refused, and by which clause."""
    check_refused(match, word)
    with pytest.raises(Illegal) as fault:
        match.act(word)
    return fault.value.refusal.code, fault.value.refusal.clause


def steps(rows: list[Json]) -> list[str]:
    """The steps that began: `0 regroup`."""
    return [f"{row['seat']} {row['step']}" for row in named(rows, "step")]


# --- setup and turns --------------------------------------------------------------------------------------------------


@clause("FS-21.1")
@pytest.mark.parametrize(("lords", "teams"), [(4, [0, 0, 1, 1]), (6, [0, 0, 1, 1, 2, 2])])
def test_partners_sit_side_by_side(lords: int, teams: list[int]) -> None:
    assert [row["team"] for row in new(lords=lords, mode="citadel").position()["seats"]] == teams
    assert "4 or 6 lords, not 3" in not_new(mode="citadel", lords=3)


@clause("FS-21.2", "FS-21.8")
@pytest.mark.parametrize(("first", "active"), [(0, 0), (1, 0), (2, 2), (3, 2)])
def test_the_team_of_the_first_lord_has_turn_1_the_lower_seat_first(first: int, active: int) -> None:
    match = new(lords=4, mode="citadel", first=first)
    assert (match.position()["first"], step(match)) == (first, f"{active} crystal")
    assert [len(row["fortress"]) for row in match.position()["seats"]] == [5, 5, 5, 5]


@clause("FS-21.2", "FS-6.4")
def test_neither_partner_places_a_second_crystal_in_turn_1() -> None:
    match = citadel(lord(hand="na sc"), lord(hand="na sc"), step="crystal", turn=1)
    after(match, "crystal h0", "crystal h0")
    assert step(match) == "0 casting" and not listed(match, "crystal2")
    assert step(after(match, "end")) == "1 casting" and not listed(match, "crystal2")


@clause("FS-21.8", "FS-21.13")
def test_each_step_has_a_part_of_the_lower_and_one_of_the_higher_seat() -> None:
    match = citadel(lord(hand="na"), lord(hand="na"), step="discard")
    after(match, "keep", "keep")
    assert steps(events(match)) == [
        "1 discard", "0 draw", "1 draw", "0 end", "1 end", "2 regroup", "3 regroup", "2 cure", "3 cure", "2 crystal",
    ]  # fmt: skip
    assert named(events(match), "turn") == [{"event": "turn", "turn": 6, "seat": 2}]
    assert (len(pile(match, 0, "hand").split()), len(pile(match, 1, "hand").split())) == (2, 2)
    after(match, "end", "end", "end", "end", "keep", "keep")
    assert step(match) == "0 crystal"


@clause("FS-21.3")
def test_turns_go_from_team_to_team_and_pass_over_the_destroyed() -> None:
    rows = [lord(hand="na"), lord(hand="na"), GONE, GONE, lord(hand="na"), lord(hand="na")]
    match = after(table(*rows, mode="citadel", step="discard", active=1), "keep")
    assert step(match) == "4 crystal"
    assert step(after(match, *["end"] * 4, "keep", "keep")) == "0 crystal"


@clause("FS-21.3")
def test_all_lords_are_in_range_and_partners_are_no_opponents() -> None:
    rows = [lord("1 s5", hand="na"), lord("11 s1 engaged"), lord("21 s1 engaged"), lord("31 s1 engaged")]
    match = citadel(*rows)
    assert listed(match, "attack") == ["attack u1 fortress 2", "attack u1 u21", "attack u1 u31"]
    assert refusal(match, "attack u1 fortress 1") == ("partner", "FS-21.3")
    assert refusal(match, "attack u1 u11") == ("partner", "FS-21.3")
    aimed = cast(draw(whose="each"), own=lord(hand="na"), others=[lord(), lord(), lord()], mode="citadel")
    assert [len(pile(aimed, seat, "hand").split()) for seat in range(4)] == [2, 1, 1, 1]


@clause("FS-21.8")
def test_placed_and_played_are_each_lords_own() -> None:
    match = after(citadel(lord(hand="na sc"), lord(hand="na"), step="crystal"), "crystal h0", "end")
    rows = match.position()["seats"]
    assert [row["placed"] for row in rows] == [[["nature"]], [], [], []]
    assert (match.position()["placed"], match.position()["played"]) == ([], False)
    assert listed(match, "crystal2") == ["crystal2 h0"]
    after(match, "crystal2 h0")
    assert step(match) == "1 casting" and not listed(match, "crystal2")


@clause("FS-21.8", "FS-5.6")
def test_a_dual_crystal_closes_the_casting_step_of_its_own_lord_only() -> None:
    match = after(citadel(lord(hand="se na"), lord(hand="na"), step="crystal"), "crystal h0", "end")
    assert step(match) == "1 casting"


@clause("FS-21.8", "FS-5.7", "FS-13.6")
def test_actions_are_counted_for_both_together() -> None:
    match = after(citadel(lord(hand="na"), lord(hand="na"), step="crystal", acts=198), "end", "end")
    assert (step(match), match.position()["acts"]) == ("0 discard", 200)


@clause("FS-21.8", "FS-10.5")
def test_what_lasts_for_the_turn_ends_after_both_parts_of_the_end() -> None:
    late = {"l": creature(when("turn_end", draw(), given={"is": {"min_strength": 5}, "of": "this"}), strength=3)}
    match = after(citadel(lord("1 s5 +1"), lord("11 l +2", hand="na"), step="discard", active=1, cards=late), "keep")
    assert (triggers(match), field(match, 0), field(match, 1)) == (["11 turn_end"], "1 s5", "11 l")


@clause("FS-21.8", "FS-2.4", "FS-12.10")
def test_the_turn_is_the_own_turn_of_both() -> None:
    helper = {"h": creature(when("summoned", do("summon", at("trash")), by="other"), strength=3)}
    rows = [lord("1 s5", hand="sc", vault="40 sc"), lord("11 h", trash="s4")]
    match = after(citadel(*rows, step="casting", cards=helper), "summon h0")
    assert field(match, 1) == "11 h, 101 s4 dizzy"
    asks = {"t": creature(when("attacks", draw(), by="any", given={"turn": "own"}))}
    match = after(
        citadel(lord("1 s5", hand="na"), lord("11 t"), lord(), lord("31 t"), cards=asks), "attack u1 fortress 2"
    )
    assert triggers(match) == ["11 attacks"]


@clause("FS-21.8", "FS-21.9")
def test_regroup_and_the_end_of_the_turn_are_each_lords_own() -> None:
    both = {"b": creature(when("regroup", stronger(1)), when("turn_end", draw()), when("crystallised", draw()))}
    match = citadel(lord("1 b", hand="na na"), lord("11 b", hand="na"), step="crystal", cards=both)
    assert triggers(after(match, "crystal h0")) == ["1 crystallised"]


@clause("FS-21.3")
def test_citadels_that_fall_in_their_own_turn_pass_the_rest_of_it() -> None:
    attack = {"attacker": 21, "by": 2, "defender": 0, "target": None, "blocker": None, "stage": "siege", "energy": 0}
    rows = [lord(fortress=""), lord(fortress="", hand="na"), lord("21 s5 engaged", hand="na"), lord(), lord(), lord()]
    match = table(*rows, mode="citadel", attack=attack)
    assert step(match) == "2 crystal"
    assert [row["out"] for row in match.position()["seats"]] == [True, True, False, False, False, False]


# --- what is shared ---------------------------------------------------------------------------------------------------


@clause("FS-21.7")
def test_only_the_owner_commands_a_creature() -> None:
    used = {"u": creature(when("used", draw()))}
    match = citadel(lord("1 s5", hand="na"), lord("11 s5, 12 u", hand="na"), cards=used)
    assert listed(match, "attack", "use") == ["attack u1 fortress 2"]
    assert refusal(match, "attack u11 fortress 2") == ("partners_creature", "FS-21.7")
    assert refusal(match, "use u12") == ("partners_creature", "FS-21.7")
    after(match, "end")
    assert listed(match, "attack", "use") == ["attack u11 fortress 2", "attack u12 fortress 2", "use u12"]


@clause("FS-21.7", "FS-2.1")
def test_a_spell_is_attached_to_own_cards_and_a_destroyed_card_goes_to_its_owner() -> None:
    bark = {"b": spell(attached("creature", passive("strength", n=1)))}
    match = citadel(lord("1 s5", hand="b na", vault="40 sc"), lord("11 s5"), step="casting", cards=bark)
    assert listed(match, "cast") == ["cast h0 at u1"]
    assert refusal(match, "cast h0 at u11") == ("not_your_host", "FS-2.1")
    rows = [lord("1 s5", hand="na"), lord(), lord("21 s9"), lord("31 s1 engaged")]
    match = after(citadel(*rows), "attack u1 u31", "noblock")
    assert (pile(match, 2, "groove"), pile(match, 3, "groove")) == ("", "s1")


@clause("FS-21.7", "FS-21.9", "FS-6.5")
def test_cost_passives_serve_both_and_mana_passives_their_lord() -> None:
    rich = {"r": spell(active(passive("mana", n=2), passive("cost", of="creature", n=-1))), "c3": creature(cost=3)}
    rows = [lord(hand="c3", vault="40 sc, 41 sc"), lord(hand="na", fortress="80 na, 81 r spell")]
    match = citadel(*rows, step="casting", cards=rich)
    assert (mana(match, 0), mana(match, 1)) == (2, 2)
    assert listed(match, "summon") == ["summon h0"]
    assert mana(after(match, "summon h0"), 0) == 0


@clause("FS-21.9")
def test_passives_for_own_creatures_reach_the_partners() -> None:
    flags = {
        "f": spell(active(passive("strength", n=2))),
        "o": creature(passive("strength", n=1, scope="others"), strength=5),
        "e": spell(active(passive("strength", n=-1, scope="opponents"))),
    }
    rows = [
        lord("1 s5", "80 na, 81 f spell", hand="na"),
        lord("11 o"),
        lord("21 s5"),
        lord("31 s5", "82 na, 83 e spell"),
    ]
    match = citadel(*rows, cards=flags)
    assert [strengths(match, seat) for seat in range(4)] == [{1: 7}, {11: 6}, {21: 5}, {31: 5}]


@clause("FS-21.9")
def test_own_creatures_are_those_of_both_the_lords_own_first() -> None:
    rows = [lord(), lord("11 s2"), lord(), lord()]
    match = cast(
        do("strengthen", at("battlefield"), amount=1), own=lord("1 s1", hand="na"), others=rows[1:], mode="citadel"
    )
    assert options(match) == ["u1", "u11"]
    match = cast(
        do("afflict", at("battlefield", pick="all")), own=lord("1 s1", hand="na"), others=rows[1:], mode="citadel"
    )
    assert [row["uid"] for row in named(events(match), "status")] == [1, 11]
    count = {"count": at("battlefield")}
    match = cast(draw(count), own=lord("1 s1", hand="na"), others=rows[1:], mode="citadel")
    assert len(pile(match, 0, "hand").split()) == 3


@clause("FS-21.9")
def test_hands_grooves_and_crystals_are_not_shared() -> None:
    others = [lord(hand="na na", groove="na", vault="41 sc"), lord(), lord()]
    for zone in ("hand", "groove", "vault", "trash"):
        match = cast(do("recover", at(zone, pick="all")), own=lord(hand="s1 s2"), others=others, mode="citadel")
        assert [row["seat"] for row in named(events(match), "move") if row["verb"] == "recover"].count(1) == 0


@clause("FS-21.9")
def test_the_attacking_and_the_defending_lords_are_both_partners() -> None:
    theirs, ours = at("battlefield", "defending", pick="all"), at("battlefield", "attacking", pick="all")
    duel = {
        "d": creature(when("attacks", do("afflict", theirs)), strength=5),
        "a": spell(active(when("attacked", do("afflict", ours)))),
    }
    rows = [lord("1 d", hand="na"), lord("11 s1"), lord("21 s1", "80 na, 81 a spell"), lord("31 s1")]
    match = after(citadel(*rows, cards=duel), "attack u1 fortress 2")
    assert [row["uid"] for row in named(last(match), "status") if row["status"] == "afflicted"] == [21, 31, 1, 11]


@clause("FS-21.9")
def test_the_lord_in_question_chooses_for_both() -> None:
    rows = [lord("1 s5", hand="na"), lord(), lord("21 o"), lord("31 s1", hand="na")]
    owner = {"o": creature(when("attacked", do("strengthen", at("battlefield", "defending", pick="owner"), amount=1)))}
    match = after(citadel(*rows, cards=owner), "attack u1 fortress 2")
    assert (match.to_act(), options(match)) == (2, ["u21", "u31"])
    choice = {
        "o": creature(
            when("attacked", do("strengthen", at("battlefield", "defending", pick="opponent_choice"), amount=1))
        )
    }
    match = after(citadel(*rows, cards=choice), "attack u1 fortress 2")
    assert (match.to_act(), options(match)) == (0, ["u21", "u31"])
    rows[2], rows[3] = lord("21 s1"), lord("31 o", hand="na")
    match = after(citadel(*rows, cards=choice), "attack u1 fortress 2")
    assert (match.to_act(), options(match)) == (2, ["u21", "u31"])


@clause("FS-21.9", "FS-21.14", "FS-19.6")
def test_a_search_of_own_towers_looks_through_both_fortresses() -> None:
    own = lord(hand="na", fortress="80 s1")
    others = [lord(fortress="81 s2"), lord(fortress="82 s3"), lord()]
    match = cast(do("return", at("tower", search=True)), own=own, others=others, mode="citadel")
    assert options(match) == ["u80", "u81"]
    seen = match.view(0)["seats"]
    assert [row["fortress"][0]["card"] for row in seen[:3]] == ["s1", "s2", "?science"]
    assert match.view(1)["seats"][1]["fortress"][0]["card"] == "?science"
    after(match, "target u81")
    assert [(row["seat"], row["lord"]) for row in named(last(match), "search")] == [(0, 0), (0, 1)]
    assert pile(match, 1, "hand") == "s2"


@clause("FS-21.9")
def test_a_replace_and_a_seat_number_mean_one_lord() -> None:
    swap = {"do": "replace", "a": at("battlefield"), "b": at("hand")}
    others = [lord("11 s2", hand="na"), lord(), lord()]
    match = cast(swap, own=lord("1 s1", hand="s3"), others=others, mode="citadel")
    assert (field(match, 0), field(match, 1)) == ("101 s3 dizzy", "11 s2")
    match = cast(
        do("afflict", at("battlefield", "each", pick="owner")),
        own=lord("1 s1", hand="na"),
        others=others,
        mode="citadel",
    )
    assert (field(match, 0), field(match, 1)) == ("1 s1 afflicted", "11 s2 afflicted")


@clause("FS-21.9")
@pytest.mark.parametrize(
    ("event", "by", "fires"),
    [
        ("destroyed", "own", True),
        ("destroyed", "other", True),
        ("destroyed", "this", False),
        ("attacked", "own", True),
        ("attacks", "opponent", True),
        ("crystallised", "own", False),
    ],
)
def test_what_happens_to_the_partners_creatures_happens_to_the_own(event: str, by: str, fires: bool) -> None:
    watch = {
        "w": creature(when(event, draw(), by=by), strength=1),
        "c": creature(when("attacked", do("crystallise", at("deck", n=1)))),
    }
    rows = [lord("1 s5", hand="na"), lord(), lord("21 c engaged"), lord("31 w")]
    match = after(citadel(*rows, cards=watch), "attack u1 u21")
    while match.to_act() != 0:
        match.act("noblock" if "noblock" in match.actions() else "noretaliate")
    assert (f"31 {event}" in triggers(match)) == fires


@clause("FS-21.9")
def test_the_loss_of_the_partners_tower_is_an_own_loss() -> None:
    mourner = {"m": spell(active(when("tower_lost", draw()), when("spell_lost", draw())))}
    rows = [lord("1 s5", hand="na"), lord(), lord(fortress="80 na"), lord(fortress="81 na, 82 m spell")]
    match = after(citadel(*rows, cards=mourner), "attack u1 fortress 2", "destroy u80")
    assert triggers(match) == ["82 tower_lost"]


@clause("FS-21.9", "FS-12.4")
def test_a_cast_spell_of_the_partner_is_not_ones_own() -> None:
    echo = {"e": creature(when("cast", draw(), by="own")), "x": spell(instant())}
    match = citadel(lord(hand="x na", vault="40 sc"), lord("11 e"), step="casting", cards=echo)
    assert triggers(after(match, "cast h0")) == []


@clause("FS-21.10")
def test_a_crystal_cures_the_partners_creature() -> None:
    match = citadel(lord("1 s5 afflicted", vault="40 sc", hand="na"), lord("11 s5 afflicted", hand="na"), step="cure")
    assert listed(match, "cure") == ["cure u1 with u40", "cure u11 with u40"]
    assert refusal(match, "cure u21 with u40")[0] == "no_such_piece"
    after(match, "cure u11 with u40")
    assert (field(match, 1), pile(match, 0, "trash"), step(match)) == ("11 s5", "sc", "0 crystal")
    foes = citadel(lord("1 s5 afflicted", vault="40 sc", hand="na"), lord(), lord("21 s5 afflicted"), step="cure")
    assert refusal(foes, "cure u21 with u40") == ("not_your_creature", "FS-5.4")


@clause("FS-21.10", "FS-10.3")
def test_a_lord_whose_deck_is_out_loses_a_tower_of_his_own() -> None:
    rows = [lord(deck="", trash="s1 s2", fortress="80 na, 81 na"), lord(fortress="82 na")]
    match = cast(draw(), own=rows[0] | {"hand": ["na"]}, others=[rows[1], lord(), lord()], mode="citadel")
    assert options(match) == ["u80", "u81"]
    bare = lord(deck="", trash="s1 s2", fortress="", hand="na")
    match = cast(draw(), own=bare, others=[lord(fortress="82 na"), lord(), lord()], mode="citadel")
    assert (show(match, 1, "fortress"), len(pile(match, 0, "hand").split())) == ("82 na", 2)


# --- attacks ----------------------------------------------------------------------------------------------------------


@clause("FS-21.11")
def test_a_citadel_is_attacked_at_its_lower_seat() -> None:
    rows = [lord("1 s5", hand="na"), *[lord(hand="na") for _ in range(5)]]
    match = table(*rows, mode="citadel")
    assert listed(match, "attack") == ["attack u1 fortress 2", "attack u1 fortress 4"]
    assert refusal(match, "attack u1 fortress 5") == ("citadel_gate", "FS-21.11")


@clause("FS-21.11", "FS-7.4")
def test_first_the_defender_is_asked_to_block_then_the_partner() -> None:
    rows = [lord("1 s5", hand="na"), lord(), lord("21 s3"), lord("31 s9", hand="na")]
    match = after(citadel(*rows), "attack u1 fortress 2")
    assert (match.to_act(), match.actions()) == (2, ["block u21", "noblock"])
    assert refusal(match, "block u31") == ("partners_creature", "FS-21.7")
    assert refusal(match, "end") == ("citadel_block_asked", "FS-21.11")
    after(match, "noblock")
    assert (match.to_act(), match.actions()) == (3, ["block u31", "noblock"])
    attack = match.position()["attack"]
    assert (attack["stage"], attack["defender"], match.position()["pending"]["seat"]) == ("partner", 2, 3)
    after(match, "block u31")
    assert (field(match, 0), field(match, 3)) == ("", "31 s9 engaged")
    assert named(last(match), "block") == [{"event": "block", "seat": 3, "uid": 31}]
    assert [row["seat"] for row in named(events(match), "noblock")] == [2]


@clause("FS-21.11")
def test_who_cannot_block_is_not_asked_and_each_who_can_must_if_the_attacker_must_be_blocked() -> None:
    bait = {"b": creature(passive("must_be_blocked"), strength=5)}
    rows = [lord("1 b", hand="na"), lord(), lord("21 s3 engaged"), lord("31 s1", hand="na")]
    match = after(citadel(*rows, cards=bait), "attack u1 fortress 2")
    assert (match.to_act(), match.actions()) == (3, ["block u31"])
    assert refusal(match, "noblock") == ("must_be_blocked", "FS-7.4")
    rows[2] = lord("21 s3", hand="na")
    match = after(citadel(*rows, cards=bait), "attack u1 fortress 2")
    assert (match.to_act(), match.actions()) == (2, ["block u21"])


@clause("FS-21.11", "FS-9.1")
def test_the_owner_of_the_blocker_is_the_defender_and_retaliates() -> None:
    strike = {"x": spell(instant(do("afflict", at("battlefield", "attacking", pick="all"))), "science")}
    rows = [lord("1 s5", hand="na"), lord("11 s2"), lord("21 s1", hand="x", groove="sc"), lord("31 s1", hand="x x")]
    match = after(citadel(*rows, cards=strike), "attack u1 fortress 2", "noblock", "block u31")
    attack = match.position()["attack"]
    assert (attack["defender"], attack["stage"], attack["energy"], match.to_act()) == (3, "retaliate", 1, 3)
    after(match, "retaliate h0")
    assert pile(match, 3, "trash") == "s1 x"
    assert (field(match, 0), field(match, 1)) == ("1 s5 engaged afflicted", "11 s2 afflicted")


@clause("FS-21.11", "FS-8.3")
def test_a_siege_takes_a_tower_or_a_spell_of_either_and_its_owner_retaliates() -> None:
    aura = {"f": spell(active(passive("strength", n=1)))}
    rows = [
        lord("1 s5", hand="na"),
        lord(),
        lord(fortress="80 na", hand="sc"),
        lord(fortress="81 na, 82 f spell", hand="na"),
    ]
    match = after(citadel(*rows, cards=aura), "attack u1 fortress 2")
    assert match.actions() == ["destroy u80", "destroy u81", "destroy u82"]
    assert named(last(match), "siege") == [{"event": "siege", "attacker": 1, "lord": 2}]
    assert refusal(match, "destroy u90") == ("not_in_citadel", "FS-21.11")
    assert refusal(match, "end") == ("citadel_siege_asked", "FS-21.11")
    after(match, "destroy u81")
    attack = match.position()["attack"]
    assert (attack["defender"], attack["energy"], match.to_act()) == (3, 2, 3)
    assert match.actions() == ["noretaliate", "retaliate h0"]


@clause("FS-21.11", "FS-8.4")
def test_a_ward_saves_the_card_and_its_owner_is_the_defender_all_the_same() -> None:
    ward = {"w": spell(attached("tower", passive("ward"))), "d": spell(active(when("attacks", draw())))}
    rows = [lord("1 s5", hand="na"), lord(), lord(fortress=""), lord(fortress="81 na with 82:w", hand="na")]
    match = after(citadel(*rows, cards=ward), "attack u1 fortress 2")
    assert named(last(match), "ward") == [{"event": "ward", "uid": 81, "by": 82}]
    assert show(match, 3, "fortress") == "81 na"


@clause("FS-21.11")
def test_the_only_card_of_a_citadel_is_taken_without_asking() -> None:
    rows = [lord("1 s5", hand="na"), lord(), lord(fortress=""), lord(fortress="81 s1")]
    match = after(citadel(*rows), "attack u1 fortress 2")
    assert (pile(match, 3, "groove"), match.position()["attack"]) == ("s1 na", None)


@clause("FS-21.11", "FS-21.12", "FS-21.13", "FS-15.2")
def test_without_a_tower_both_lords_fall_and_bring_one_tower() -> None:
    aura = {"f": spell(active(passive("strength", n=1)))}
    rows = [
        lord("1 s5", hand="na", deck="s8 s9"),
        lord(),
        lord(fortress=""),
        lord(fortress="82 f spell"),
        lord(),
        lord(),
    ]
    match = after(table(*rows, mode="citadel", cards=aura), "attack u1 fortress 2")
    assert names(last(match))[2:7] == ["siege", "attack_over", "lord_destroyed", "lord_destroyed", "move"]
    assert [row["seat"] for row in named(last(match), "lord_destroyed")] == [2, 3]
    assert show(match, 0, "fortress") == "90 na, 100 s8"


@clause("FS-21.12", "FS-11.1")
def test_the_last_team_wins() -> None:
    rows = [lord("1 s5", hand="na"), lord(), lord(fortress=""), lord(fortress="")]
    match = after(citadel(*rows), "attack u1 fortress 2")
    assert (match.result().winners, names(last(match))[-1]) == ([0, 1], "over")


@clause("FS-21.12", "FS-11.3")
def test_at_the_limit_partners_count_together() -> None:
    rows = [lord(fortress="80 na, 81 na, 82 na"), lord(hand="na", fortress=""), lord(fortress="83 na, 84 na"),
            lord(fortress="85 na, 86 na")]  # fmt: skip
    match = after(citadel(*rows, step="discard", active=1, max_turns=5), "keep")
    assert match.result().winners == [2, 3]


@clause("FS-21.11", "FS-7.3")
def test_the_owner_of_the_target_is_asked_first_whichever_seat_he_has() -> None:
    rows = [lord("1 s5", hand="na"), lord(), lord("21 s2"), lord("31 s1 engaged, 32 s2")]
    match = after(citadel(*rows), "attack u1 u31")
    assert (match.to_act(), match.position()["attack"]["defender"]) == (3, 3)
    after(match, "noblock")
    assert (match.to_act(), match.actions()) == (2, ["block u21", "noblock"])


@clause("FS-21.11", "FS-9.1")
def test_energy_of_either_partner_gives_the_defender_his_retaliation() -> None:
    hurt = {"h": creature(when("attacks", do("destroy", at("tower", "opponent", pick="owner"))), strength=9)}
    rows = [
        lord("1 h", hand="na"),
        lord(),
        lord("21 s1", "80 na, 81 na", hand="na"),
        lord("31 s1", "82 na, 83 na", hand="na"),
    ]
    match = after(citadel(*rows, cards=hurt), "attack u1 fortress 2", "target p3", "target u82", "noblock", "noblock")
    assert match.position()["attack"]["energy"] == 2
    after(match, "destroy u80")
    assert (match.to_act(), match.position()["attack"]["energy"]) == (2, 4)


# --- notation and secrets ---------------------------------------------------------------------------------------------


@clause("FS-21.13")
def test_a_citadel_says_placed_and_played_at_each_seat() -> None:
    rows = [lord(hand="na"), lord(hand="na"), lord(), lord()]
    said = [rows[0] | {"placed": [["nature"]], "played": True}, *rows[1:]]
    match = citadel(*said, step="casting")
    assert (match.position()["seats"][0]["placed"], match.position()["seats"][0]["played"]) == ([["nature"]], True)
    assert Match.load(match.game, match.position()).position() == match.position()
    assert "each seat says" in invalid(position(*rows, mode="citadel", placed=[["nature"]]))
    assert "each seat says" in invalid(position(*rows, mode="citadel", played=True))
    assert '"placed"' in invalid(position(*said, mode="team_play"))


@clause("FS-21.13")
def test_load_refuses_half_a_citadel_and_teams_that_are_none() -> None:
    rows = [lord(hand="na"), lord(), lord(), lord()]
    assert "partners fall together" in invalid(position(*rows[:3], GONE, mode="citadel"))
    teams = [row | {"team": team} for row, team in zip(rows, [0, 1, 1, 1], strict=True)]
    assert "a team has two lords" in invalid(position(*teams, mode="citadel"))
    crossed = [row | {"team": team} for row, team in zip(rows, [0, 1, 0, 1], strict=True)]
    match = table(*[row | {"hand": ["na"]} for row in crossed], mode="citadel", step="discard")
    assert step(after(match, "keep")) == "2 discard"


@clause("FS-21.14", "FS-20.7")
def test_partners_hide_their_cards_from_each_other() -> None:
    trap = {"t": spell(hidden("attacked"), "chaos")}
    match = citadel(
        lord(hand="na"), lord("11 s5 facedown", "80 na, 81 t spell", "40 et", "sc na"), step="crystal", cards=trap
    )
    assert match.view(0)["seats"][1] == match.view(2)["seats"][1]
    assert match.view(0)["seats"][1]["hand"] == 2
    after(match, "end", "crystal h0")
    assert [row["card"] for row in named(match.events(0), "move")] == ["?science"]
    assert [row["card"] for row in named(match.events(1), "move")] == ["sc"]


@clause("FS-21.9", "FS-12.5")
def test_a_reference_needs_no_owner() -> None:
    mate = {"m": creature(when("attacks", stronger(1, ref("subject")), by="other"), strength=1)}
    match = after(citadel(lord("1 s5", hand="na"), lord("11 m"), cards=mate), "attack u1 fortress 2")
    assert field(match, 0) == "1 s5 engaged +1"
