"""FS-21, tag team: who is in, changing places, what a lord outside is spared, and how a team falls."""

from __future__ import annotations

from typing import Any

import pytest

from games.five_spheres.abilities import at, do, draw, passive, stronger, when
from games.five_spheres.arrange import after, cast, check_refused, invalid, lord, new, not_new, position, table
from games.five_spheres.cards import Json, active, creature, spell
from games.five_spheres.lying import field, mana, options, pile, show, step, strengths
from games.five_spheres.told import events, last, listed, named, names, triggers
from marks import clause
from orrery.core.clause import Illegal
from orrery.core.match import Match

GONE: Json = {"out": True}


def tag(*seats: Json, **fields: Any) -> Match:
    """Lords in the battle step of seat 0, in tag team."""
    return table(*seats, mode="tag_team", **fields)


def insiders(match: Match) -> list[int]:
    """The seats of those who are in."""
    return [seat for seat, row in enumerate(match.position()["seats"]) if row["in"]]


def refusal(match: Match, word: str) -> tuple[str, str]:
    """Why an action is refused, and by which clause."""
    check_refused(match, word)
    with pytest.raises(Illegal) as fault:
        match.act(word)
    return fault.value.refusal.code, fault.value.refusal.clause


# --- options and setup ------------------------------------------------------------------------------------------------


@clause("FS-21.1")
@pytest.mark.parametrize(("lords", "teams"), [(4, [0, 1, 0, 1]), (6, [0, 1, 2, 0, 1, 2])])
def test_partners_sit_opposite_each_other(lords: int, teams: list[int]) -> None:
    at_start = new(lords=lords, mode="tag_team", first=1).position()
    assert [row["team"] for row in at_start["seats"]] == teams
    assert at_start["options"]["tag_loss"] == "both"


@clause("FS-21.1", "FS-21.13")
def test_tag_loss_is_an_option_of_tag_team_only() -> None:
    assert new(lords=4, mode="tag_team", tag_loss="first").position()["options"]["tag_loss"] == "first"
    assert "tag_loss" in not_new(lords=4, mode="team_play", tag_loss="both")
    assert "tag_loss" in not_new(tag_loss="both")
    assert "tag_loss" in not_new(lords=4, mode="tag_team", tag_loss="none")
    assert "4 or 6 lords, not 2" in not_new(mode="tag_team")


@clause("FS-21.2", "FS-21.4")
@pytest.mark.parametrize(("first", "inside"), [(0, [0, 1]), (1, [1, 2]), (2, [2, 3]), (3, [0, 3])])
def test_at_the_start_the_first_of_each_team_clockwise_from_who_begins_is_in(first: int, inside: list[int]) -> None:
    match = new(lords=4, mode="tag_team", first=first)
    assert (insiders(match), step(match), match.position()["first"]) == (inside, f"{first} tag", first)
    assert [len(row["fortress"]) for row in match.position()["seats"]] == [5, 5, 5, 5]


@clause("FS-21.2", "FS-6.4")
def test_nobody_places_a_second_crystal_in_turn_1_not_even_after_a_tag() -> None:
    rows = [lord(hand="na sc"), lord(), lord(hand="na sc"), lord()]
    match = after(tag(*rows, step="tag", turn=1), "tag", "crystal h0")
    assert step(match) == "2 casting" and not listed(match, "crystal2")
    assert refusal(match, "crystal2 h0") == ("second_in_first_turn", "FS-6.4")


# --- turns ------------------------------------------------------------------------------------------------------------


@clause("FS-21.3")
def test_turns_go_from_team_to_team_by_number_and_pass_over_the_destroyed() -> None:
    rows = [lord(), lord(hand="na"), lord(hand="na"), lord(hand="na"), GONE, lord(hand="na")]
    match = tag(*rows, active=3, step="discard")
    assert insiders(match) == [1, 3, 5]
    assert step(after(match, "keep")) == "1 crystal"  # of team 1 only seat 1 is left, so nobody asks about a tag
    assert step(after(match, "end", "end", "keep")) == "5 tag"
    assert step(after(match, "end", "end", "end", "keep")) == "3 tag"
    assert [row["turn"] for row in named(events(match), "turn")] == [6, 7, 8]


@clause("FS-21.3")
def test_all_who_are_in_are_in_range_of_each_other() -> None:
    rows = [lord("1 s5", hand="na"), lord("11 s1 engaged"), lord("21 s1 engaged"), lord("31 s1 engaged")]
    match = tag(*rows, lord("41 s1 engaged"), lord("51 s1 engaged"))
    assert listed(match, "attack") == [
        "attack u1 fortress 1",
        "attack u1 fortress 2",
        "attack u1 u11",
        "attack u1 u21",
    ]
    assert refusal(match, "attack u1 fortress 3") == ("partner", "FS-21.3")
    assert refusal(match, "attack u1 u31") == ("partner", "FS-21.3")


@clause("FS-21.3")
def test_who_falls_in_his_own_turn_stays_active_and_decides_nothing_more() -> None:
    attack = {"attacker": 11, "by": 1, "defender": 0, "target": None, "blocker": None, "stage": "siege", "energy": 0}
    match = tag(lord(fortress="", hand="na"), lord("11 s5 engaged"), lord(hand="na"), lord(), attack=attack)
    assert (step(match), insiders(match)) == ("1 tag", [1, 2])
    assert pile(match, 2, "hand") == "na"


# --- outside ----------------------------------------------------------------------------------------------------------


@clause("FS-21.4")
def test_a_lord_outside_can_neither_be_attacked_nor_reached() -> None:
    rows = [lord("1 s5", hand="na"), lord("11 s1 engaged"), lord("21 s1"), lord("31 s1 engaged")]
    match = tag(*rows)
    assert listed(match, "attack") == ["attack u1 fortress 1", "attack u1 u11"]
    assert refusal(match, "attack u1 fortress 3") == ("lord_outside", "FS-21.4")
    assert refusal(match, "attack u1 u31") == ("lord_outside", "FS-21.4")
    aimed = cast(
        do("afflict", at("battlefield", "any")),
        own=lord("1 s5", hand="na"),
        others=rows[1:],
        mode="tag_team",
    )
    assert options(aimed) == ["u1", "u11"]


@clause("FS-21.4")
def test_nothing_of_a_lord_outside_counts() -> None:
    aura = {"x": spell(active(passive("strength", n=3), passive("mana", n=2)))}
    curse = {"y": spell(active(passive("strength", n=-1, scope="opponents")))}
    rows = [
        lord("1 s5 +1", hand="na", fortress="90 na, 91 x spell", vault="40 sc"),
        lord("11 s5", fortress="92 na, 93 y spell"),
        lord("21 s5 +1 afflicted", fortress="94 na, 95 x spell", vault="41 sc, 42 sc"),
        lord("31 s5", fortress="96 na, 97 y spell", mana_spent=1),
    ]
    match = tag(*rows, cards=aura | curse)
    assert [strengths(match, seat) for seat in range(4)] == [{1: 8}, {11: 5}, {21: 2}, {31: 5}]
    assert [mana(match, seat) for seat in range(4)] == [3, 0, 2, -1]


@clause("FS-21.4")
def test_triggers_of_a_lord_outside_do_not_fire() -> None:
    watcher = {"w": spell(active(when("attacked", draw(), by="any")))}
    rows = [lord("1 s5", hand="na"), *[lord(fortress=f"9{seat} na, 8{seat} w spell") for seat in (1, 2, 3)]]
    match = after(tag(*rows, cards=watcher), "attack u1 fortress 1")
    assert triggers(match) == ["81 attacked"]


@clause("FS-21.4")
def test_a_lord_outside_draws_nothing_even_if_he_is_named() -> None:
    rows = [lord(hand="na"), lord(hand="na"), lord(hand="na"), lord(hand="na")]
    match = cast(draw(whose="each"), own=rows[0], others=rows[1:], mode="tag_team")
    assert [pile(match, seat, "hand").split() for seat in (1, 2, 3)] == [["na", "na"], ["na"], ["na"]]
    effects = [{"do": "draw", "whose": 2, "n": 1}, {"do": "shuffle", "whose": 2, "zone": "deck"}]
    running: Json = {"seat": 0, "uid": None, "card": None, "bearer": None, "subject": None, "event": None, "last": []}
    running |= {"do": effects, "finish": False, "picked": [], "first": None, "stop": False}
    assert pile(tag(*rows, step="crystal", programs=[running]), 2, "hand") == "na"


@clause("FS-21.4", "FS-10.5")
def test_what_lasts_for_a_turn_ends_outside_too() -> None:
    rows = [lord(hand="na"), lord(hand="na"), lord("21 s5 +2 dizzy engaged !ranged", mana_spent=3), lord()]
    match = after(tag(*rows, step="discard"), "keep")
    assert field(match, 2) == "21 s5 engaged"
    assert match.position()["seats"][2]["mana_spent"] == 0


# --- changing places --------------------------------------------------------------------------------------------------


@clause("FS-21.5")
def test_a_tag_gives_the_turn_to_the_partner_from_regroup_on() -> None:
    rows = [lord("1 s5 engaged", hand="na"), lord(), lord("21 s3 engaged", hand="na"), lord()]
    match = tag(*rows, step="tag")
    assert match.actions() == ["end", "tag"]
    after(match, "tag")
    assert (step(match), insiders(match), match.position()["acts"]) == ("2 crystal", [1, 2], 1)
    assert names(last(match)) == ["tag", "step", "status", "step", "step"]
    assert last(match)[0] == {"event": "tag", "seat": 0, "partner": 2}
    assert (field(match, 0), field(match, 2)) == ("1 s5 engaged", "21 s3")
    assert step(after(match, "end", "end", "end", "keep")) == "1 tag"


@clause("FS-21.5")
def test_who_says_end_stays_in() -> None:
    match = after(tag(lord("1 s5 engaged", hand="na"), lord(), lord(), lord(), step="tag"), "end")
    assert (step(match), insiders(match), field(match, 0), match.position()["acts"]) == ("0 crystal", [0, 1], "1 s5", 1)


@clause("FS-21.5", "FS-5.7")
def test_the_step_is_asked_however_many_actions_there_were_and_skipped_without_a_living_partner() -> None:
    assert step(tag(lord(hand="na"), lord(), lord(), lord(), step="tag", acts=200)) == "0 tag"
    alone = tag(lord(hand="na"), lord(hand="na"), GONE, lord(), step="tag")
    assert step(alone) == "0 crystal"
    begun = after(tag(lord(hand="na"), lord(hand="na"), lord(), GONE, step="discard"), "keep")
    assert [row["step"] for row in named(last(begun), "step")][-4:] == ["tag", "regroup", "cure", "crystal"]


@clause("FS-21.5")
def test_a_tag_at_another_time_is_refused() -> None:
    rows = [lord("1 s5", hand="na"), lord(), lord(), lord()]
    assert refusal(tag(*rows), "tag") == ("tag_too_late", "FS-21.5")
    assert refusal(tag(rows[0], lord(), GONE, lord()), "tag") == ("no_partner", "FS-21.5")
    assert refusal(table(*rows, mode="team_play"), "tag") == ("no_tags", "FS-21.1")
    assert refusal(tag(*rows, step="tag"), "attack u1 fortress 1") == ("wrong_step", "FS-5.1")


# --- falling ----------------------------------------------------------------------------------------------------------


@clause("FS-21.6", "FS-21.13", "FS-15.2")
def test_the_partner_of_a_fallen_lord_is_in_at_once() -> None:
    rows = [lord("1 s5, 2 s5", hand="na", deck="s8 s9"), lord(fortress=""), lord(), lord("31 s1 engaged", hand="na")]
    match = after(tag(*rows), "attack u1 fortress 1")
    assert names(last(match)) == ["attack", "status", "siege", "attack_over", "lord_destroyed", "tag", "move"]
    assert last(match)[5] == {"event": "tag", "seat": 1, "partner": 3}
    assert (insiders(match), show(match, 0, "fortress")) == ([0, 3], "90 na, 100 s8")
    assert listed(match, "attack") == ["attack u2 fortress 3", "attack u2 u31"]
    assert refusal(match, "attack u2 fortress 1") == ("lord_destroyed", "FS-8.5")
    assert step(after(match, "end", "keep")) == "3 crystal"


@clause("FS-21.6", "FS-21.12", "FS-11.1")
def test_a_team_has_lost_when_both_are_destroyed() -> None:
    rows = [lord("1 s5", hand="na"), lord(fortress=""), lord(), GONE]
    match = after(tag(*rows), "attack u1 fortress 1")
    assert names(last(match))[2:] == ["siege", "attack_over", "lord_destroyed", "over"]
    assert (match.result().over, match.result().winners) == (True, [0, 2])


@clause("FS-21.6", "FS-21.12", "FS-15.2")
def test_with_tag_loss_first_partners_fall_together_and_bring_one_tower() -> None:
    rows = [lord("1 s5", hand="na"), lord(fortress=""), lord(), lord(), lord(hand="s1", deck="s2"), lord()]
    match = after(tag(*rows, tag_loss="first"), "attack u1 fortress 1")
    assert [(row["event"], row.get("seat")) for row in last(match)[4:7]] == [
        ("lord_destroyed", 1),
        ("lord_destroyed", 4),
        ("move", 0),
    ]
    assert match.position()["seats"][4]["removed"] == ["na", "s1", "s2"]
    assert insiders(match) == [0, 2]
    ended = after(tag(*rows[:1], lord(fortress=""), lord(), lord(), tag_loss="first"), "attack u1 fortress 1")
    assert ended.result().winners == [0, 2]


@clause("FS-21.12", "FS-11.3")
def test_at_the_limit_lords_outside_count_and_fallen_members_win() -> None:
    rows = [lord(hand="na"), lord(fortress="92 na, 93 na"), GONE, lord(fortress="94 na")]
    match = after(tag(*rows, step="discard", max_turns=5), "keep")
    assert (match.result().over, match.result().winners) == (True, [1, 3])
    rows = [lord(fortress="80 na, 81 na, 82 na, 83 na", hand="na"), lord(), GONE, lord()]
    match = after(tag(*rows, step="discard", max_turns=5), "keep")
    assert match.result().winners == [0, 2]


# --- notation ---------------------------------------------------------------------------------------------------------


@clause("FS-21.13")
def test_who_is_in_may_be_left_out_or_said() -> None:
    rows = [lord(hand="na"), lord(), lord(), lord()]
    assert insiders(tag(*rows, active=2, step="tag")) == [2, 3]
    said = [rows[0] | {"in": True}, rows[1] | {"in": False}, rows[2] | {"in": False}, rows[3] | {"in": True}]
    match = tag(*said, step="crystal")
    assert insiders(match) == [0, 3]
    assert Match.load(match.game, match.position()).position() == match.position()
    assert insiders(tag(lord(hand="na"), GONE, lord(), lord(), step="crystal")) == [0, 3]


@clause("FS-21.13")
@pytest.mark.parametrize(
    ("inside", "fault"),
    [
        ([0, 2], "exactly one is in"),
        ([0], "exactly one is in"),
        ([1, 2], "the lord 0 is outside"),
        ([0, 1, 3], "exactly one is in"),
    ],
)
def test_load_refuses_the_wrong_lords_inside(inside: list[int], fault: str) -> None:
    rows = [lord(hand="na") | {"in": seat in inside} for seat in range(4)]
    assert fault in invalid(position(*rows, mode="tag_team", step="crystal"))


@clause("FS-21.13")
def test_load_refuses_attacks_and_abilities_of_lords_outside_and_teams_that_are_none() -> None:
    attack = {"attacker": 1, "by": 0, "defender": 3, "target": None, "blocker": None, "stage": "block", "energy": 0}
    rows = [lord("1 s5 engaged", hand="na"), lord(), lord(), lord()]
    assert "attack.defender: the lord 3 is outside" in invalid(position(*rows, mode="tag_team", attack=attack))
    entry: Json = {"seat": 2, "uid": 1, "card": "sc", "bearer": None, "subject": None, "event": None}
    entry |= {"do": [draw()], "hidden": False}
    assert "queue[0]: the lord 2 is outside" in invalid(position(*rows, mode="tag_team", queue=[entry]))
    teams = [row | {"team": team} for row, team in zip(rows, [0, 0, 0, 1], strict=True)]
    assert "a team has two lords" in invalid(position(*teams, mode="tag_team"))
    fallen = [*rows[:3], GONE]
    assert "partners fall together" in invalid(position(*fallen, mode="tag_team", tag_loss="first"))
    gone = [*rows[:3], GONE | {"in": True}]
    assert "exactly one is in" in invalid(position(*gone, mode="tag_team"))


@clause("FS-21.13")
def test_the_words_of_tag_team_are_refused_elsewhere() -> None:
    rows = [lord(hand="na"), lord(), lord(), lord()]
    for mode in ("free_for_all", "team_play", "citadel"):
        assert '"tag"' in invalid(position(*rows, mode=mode, step="tag"))
        assert '"in"' in invalid(position(rows[0] | {"in": True}, *rows[1:], mode=mode))
        assert "tag_loss" in invalid(position(*rows, mode=mode, tag_loss="both"))
    attack = {"attacker": 1, "by": 0, "defender": 1, "target": None, "blocker": None, "stage": "partner", "energy": 0}
    fighting = [lord("1 s5 engaged", hand="na"), *rows[1:]]
    assert '"partner"' in invalid(position(*fighting, mode="tag_team", attack=attack))


@clause("FS-21.13", "FS-21.2")
def test_while_decks_are_built_who_is_in_follows_the_active_seat_and_the_setup_sets_it_anew() -> None:
    match = new(lords=4, mode="tag_team", assembly="random", random_extra=1, pool_copies=12)
    assert (match.position()["active"], insiders(match)) == (0, [0, 1])
    after(match, *["drop m0"] * 4)
    first = match.position()["first"]
    assert insiders(match) == sorted([first, (first + 1) % 4])


@clause("FS-21.14")
def test_a_partner_sees_no_more_than_another_seat() -> None:
    trap = {"t": {"spheres": ["chaos"], "creature": {"cost": 1, "race": "x", "strength": 1},
                  "spell": {"type": "hidden", "cost": 3, "when": "attacked", "do": []}}}  # fmt: skip
    rows = [lord("1 s5 facedown", "80 na, 81 t spell", "40 et", "sc na"), lord(hand="na"), lord(), lord()]
    match = tag(*rows, cards=trap)
    partner, stranger = match.view(2)["seats"][0], match.view(1)["seats"][0]
    assert partner == stranger
    assert (partner["hand"], partner["vault"][0]["card"], partner["in"]) == (2, "?ether", True)
    assert partner["battlefield"][0]["card"] == "?science" and partner["fortress"][1]["card"] == "?chaos"


@clause("FS-21.4")
def test_an_ability_that_waits_for_its_lord_counts_again_when_he_is_in() -> None:
    growing = {"g": creature(when("regroup", stronger(1)), strength=3)}
    rows = [lord(hand="na"), lord(), lord("21 g", hand="na"), lord()]
    match = after(tag(*rows, step="tag", cards=growing), "tag")
    assert (triggers(match), field(match, 2)) == (["21 regroup"], "21 g +1")
