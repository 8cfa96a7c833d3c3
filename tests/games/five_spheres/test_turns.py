"""FS-5, FS-10 and FS-11: the steps of a turn, regroup, cure, crystal, discard, draw, end, and victory."""

from __future__ import annotations

from typing import Any

import pytest

from games.five_spheres.abilities import at, do, draw, passive, stronger, when
from games.five_spheres.arrange import after, battle, cast, check_refused, lord, table
from games.five_spheres.cards import Json, active, attached, card, creature, spell
from games.five_spheres.lying import field, mana, pile, show, step, strengths
from games.five_spheres.told import events, last, listed, moves, named, names, triggers
from marks import clause
from orrery.core.clause import Over
from orrery.core.match import Match

STEPS = ["regroup", "cure", "crystal", "casting", "battle", "discard", "draw", "end"]


def steps(rows: list[Json]) -> list[str]:
    """The turns and steps that began, in order."""
    return [f"turn {row['seat']}" if row["event"] == "turn" else row["step"] for row in named(rows, "turn", "step")]


# --- FS-5 -------------------------------------------------------------------------------------------------------------


@clause("FS-5.1", "FS-20.3")
def test_a_turn_has_eight_steps_and_passes_to_the_next_lord() -> None:
    ready = lord("1 s1, 2 s1 afflicted", vault="30 sc, 31 sc", hand="sc et")
    match = table(ready, lord(hand="na"), step="discard", active=1)
    begun = steps(last(after(match, "keep")))
    assert begun == ["draw", "end", "turn 0", "regroup", "cure"]
    for word, reached in (("end", "crystal"), ("end", "casting"), ("end", "battle"), ("end", "discard")):
        assert steps(last(after(match, word))) == [reached]
        assert step(match) == f"0 {reached}"
    assert steps(last(after(match, "keep"))) == ["draw", "end", "turn 1", "regroup", "cure", "crystal"]


@clause("FS-5.1", "FS-8.5")
def test_a_turn_passes_clockwise_to_the_next_living_lord() -> None:
    seats = [lord(hand="na"), {"out": True}, lord(hand="na"), lord(hand="na")]
    match = after(table(*seats, step="discard"), "keep")
    assert step(match) == "2 crystal"
    match = after(table(*seats, step="discard", active=3), "keep")
    assert step(match) == "0 crystal"
    assert match.position()["turn"] == 6


@clause("FS-5.2")
@pytest.mark.parametrize(
    ("own", "reached"),
    [
        (lord("1 s1 afflicted", vault="30 et", hand="na"), "crystal"),  # no crystal of the sphere
        (lord("1 s1", vault="30 sc", hand="na"), "crystal"),  # nobody is afflicted
        (lord("1 s1 afflicted", vault="30 sc", hand="na"), "cure"),
        (lord("1 s1", vault="30 sc"), "battle"),  # an empty hand: neither crystal nor casting
    ],
)
def test_steps_without_a_choice_are_skipped(own: Json, reached: str) -> None:
    assert step(table(own, lord(hand="na"), step="regroup")) == f"0 {reached}"


@clause("FS-5.2")
def test_a_lord_with_a_hand_is_asked_although_he_can_only_end_the_step() -> None:
    match = table(lord(hand="s9"), lord(), step="casting")
    assert (step(match), match.actions()) == ("0 casting", ["end"])


@clause("FS-5.2")
@pytest.mark.parametrize(
    ("field", "reached"),
    [
        ("", "discard"),
        ("1 s1 engaged", "discard"),
        ("1 s1 dizzy", "discard"),
        ("1 stone", "discard"),
        ("1 s1", "battle"),
    ],
)
def test_the_battle_is_skipped_where_no_attack_is_possible(field: str, reached: str) -> None:
    cards = {"stone": creature(passive("cannot_attack"))}
    assert step(table(lord(field, hand="na"), lord(), step="battle", cards=cards)) == f"0 {reached}"


@clause("FS-5.2", "FS-7.12")
def test_the_battle_is_not_skipped_where_a_creature_can_be_used() -> None:
    cards = {"u": creature(passive("cannot_attack"), when("used", draw()))}
    match = table(lord("1 u", hand="na"), lord(), step="battle", cards=cards)
    assert match.actions() == ["end", "use u1"]


@clause("FS-5.2")
def test_discard_is_skipped_with_an_empty_hand() -> None:
    match = table(lord(), lord(hand="na"), step="discard")
    assert (step(match), len(match.position()["seats"][0]["hand"])) == ("1 crystal", 5)


@clause("FS-5.3", "FS-20.3")
def test_regroup_readies_the_engaged_creatures_of_the_lord_in_battlefield_order() -> None:
    own = lord("3 s1 engaged, 2 s1, 1 s1 engaged", hand="na")
    match = after(table(own, lord("5 s1 engaged", hand="na"), step="discard", active=1), "keep")
    assert (field(match, 0), field(match, 1)) == ("3 s1, 2 s1, 1 s1", "5 s1 engaged")
    assert [(row["uid"], row["on"]) for row in named(last(match), "status")] == [(3, False), (1, False)]


@clause("FS-5.3", "FS-12.7")
def test_stays_engaged_creatures_are_not_readied() -> None:
    cards = {"slow": creature(passive("stays_engaged"))}
    own = lord("1 slow engaged, 2 s1 engaged", hand="na")
    match = after(table(own, lord(hand="na"), step="discard", active=1, cards=cards), "keep")
    assert field(match, 0) == "1 slow engaged, 2 s1"


@clause("FS-5.3", "FS-12.3")
def test_the_event_regroup_comes_after_readying() -> None:
    cards = {"a": creature(when("regroup", stronger(1), given={"is": {"status": ["ready"]}, "of": "this"}))}
    match = table(lord("1 a engaged", hand="na"), lord(hand="na"), step="regroup", cards=cards)
    assert field(match, 0) == "1 a +1"


@clause("FS-5.4", "FS-20.4")
def test_a_crystal_cures_a_creature_of_its_sphere_as_often_as_the_lord_likes() -> None:
    own = lord("1 s1 afflicted, 2 s1 afflicted, 3 et afflicted", vault="30 sc, 31 sc, 32 sp", hand="na")
    match = table(own, lord(), step="cure")
    both = [f"cure u{a} with u{b}" for a in (1, 2) for b in (30, 31)]
    assert match.actions() == [*both, "end"]
    after(match, "cure u2 with u30")
    assert names(last(match)) == ["move", "status"]
    after(match, "cure u1 with u31")
    assert field(match, 0) == "1 s1, 2 s1, 3 et afflicted"
    assert (pile(match, 0, "trash"), show(match, 0, "vault")) == ("sc sc", "32 sp")
    assert step(match) == "0 crystal"


@clause("FS-5.4")
@pytest.mark.parametrize(
    ("creatures", "crystal", "possible"),
    [
        ("1 se afflicted", "et", True),
        ("1 et afflicted", "se", True),
        ("1 se afflicted", "na", False),
        ("1 et afflicted facedown", "et", True),
        ("1 et afflicted facedown", "sc", False),
    ],
)
def test_one_shared_sphere_is_enough_for_a_cure(creatures: str, crystal: str, possible: bool) -> None:
    match = table(lord(creatures, vault=f"30 {crystal}", hand="na"), lord(), step="cure")
    assert ("cure u1 with u30" in match.actions()) == possible


@clause("FS-5.4")
def test_only_own_creatures_are_cured() -> None:
    match = table(lord("1 s1 afflicted", vault="30 sc"), lord("5 s1 afflicted"), step="cure")
    assert match.actions() == ["cure u1 with u30", "end"]


@clause("FS-5.5", "FS-20.1")
def test_the_lord_may_crystallise_one_hand_card_which_ends_the_step() -> None:
    match = table(lord(hand="sc et na"), lord(), step="crystal")
    assert match.actions() == ["crystal h0", "crystal h1", "crystal h2", "end"]
    after(match, "crystal h1")
    assert (show(match, 0, "vault"), pile(match, 0, "hand"), step(match)) == ("100 et", "sc na", "0 casting")
    assert moves(match) == ["crystallise et hand>vault"]
    assert match.position()["placed"] == [["ether"]]


@clause("FS-5.5")
def test_the_lord_may_place_no_crystal() -> None:
    match = after(table(lord(hand="sc"), lord(), step="crystal"), "end")
    assert (show(match, 0, "vault"), step(match), match.position()["placed"]) == ("", "0 casting", [])


@clause("FS-5.6")
def test_after_a_dual_sphere_crystal_the_casting_step_is_skipped() -> None:
    match = table(lord("1 s1", vault="30 sc, 31 et, 32 na", hand="se na sc"), lord(), step="crystal")
    assert step(after(match, "crystal h0")) == "0 battle"
    assert match.position()["placed"] == [["science", "ether"]]


@clause("FS-5.7")
def test_the_actions_of_the_active_lord_are_counted_but_no_targets_and_no_decisions_of_others() -> None:
    cards = {"x": card(abilities=[when("summoned", stronger(1, at("battlefield")))])}
    own = lord("1 s1, 2 s5", vault="30 sc, 31 sc", hand="x na")
    match = table(own, lord("5 s1", "20 na, 21 na", hand="na"), step="casting", cards=cards)
    after(match, "summon h0", "target u1")
    assert match.position()["acts"] == 1
    after(match, "end", "attack u1 fortress 1", "noblock")
    assert match.position()["acts"] == 3
    after(match, "destroy u20", "noretaliate")
    assert match.position()["acts"] == 4
    after(match, "end", "keep")
    assert match.position()["acts"] == 0, "counted in this turn only"


@clause("FS-5.7")
@pytest.mark.parametrize(("acts", "reached"), [(198, "casting"), (199, "discard")])
def test_after_200_actions_casting_and_battle_are_closed(acts: int, reached: str) -> None:
    own = lord("1 s1, 2 s1 afflicted", vault="30 sc, 31 sc", hand="sc na")
    match = after(table(own, lord(), step="casting", acts=acts), "summon h0")
    assert step(match) == f"0 {reached}"


@clause("FS-5.7")
@pytest.mark.parametrize(("acts", "reached"), [(198, "cure"), (199, "discard")])
def test_after_200_actions_cure_and_crystal_are_closed(acts: int, reached: str) -> None:
    own = lord("1 s1 afflicted, 2 s1 afflicted", vault="30 sc, 31 sc", hand="na")
    assert step(after(table(own, lord(), step="cure", acts=acts), "cure u1 with u30")) == f"0 {reached}"


@clause("FS-5.7")
def test_an_attack_is_finished_before_the_battle_is_closed() -> None:
    match = battle(lord("1 s5, 2 s5"), lord("5 s1", "20 na, 21 na"), acts=199)
    after(match, "attack u1 fortress 1")
    assert match.actions() == ["block u5", "noblock"]
    after(match, "noblock", "destroy u20")
    assert (step(match), show(match, 1, "fortress")) == ("0 discard", "21 na")


# --- FS-10 ------------------------------------------------------------------------------------------------------------


@clause("FS-10.1", "FS-20.1")
def test_the_whole_hand_is_trashed_or_kept() -> None:
    match = table(lord(hand="sc et"), lord(hand="na"), step="discard")
    assert match.actions() == ["keep", "trashhand"]
    after(match, "trashhand")
    assert pile(match, 0, "trash") == "sc et"
    assert moves(match)[:2] == ["trash sc hand>trash", "trash et hand>trash"]


@clause("FS-10.2")
@pytest.mark.parametrize(("word", "hand"), [("keep", "sc et s1"), ("trashhand", "s1 s2 s3 s4 s5")])
def test_a_lord_draws_one_card_or_five_with_an_empty_hand(word: str, hand: str) -> None:
    match = table(lord(hand="sc et", deck="s1 s2 s3 s4 s5 s6"), lord(hand="na"), step="discard")
    assert pile(after(match, word), 0, "hand") == hand


@clause("FS-10.3", "FS-20.4")
def test_when_a_card_is_needed_the_trash_is_shuffled_into_a_deck_and_a_tower_falls() -> None:
    own = lord("", "20 et", hand="sc", deck="", trash="s1 s2 s3")
    match = after(table(own, lord(hand="na"), step="discard", fate=[0, 1]), "keep")
    """Fisher-Yates with 0 and 1: s3 s2 s1. The top one falls with the tower, the next is drawn."""
    assert moves(match) == ["destroy et tower>groove", "energise s3 deck>groove", "draw s2 deck>hand"]
    assert (pile(match, 0, "deck"), pile(match, 0, "trash"), pile(match, 0, "hand")) == ("s1", "", "sc s2")
    shown = [name for name in names(last(match)) if name in ("deckout", "random", "move", "shuffle")]
    assert shown == ["deckout", "random", "random", "move", "move", "move"]


@clause("FS-10.3")
def test_a_lord_without_towers_draws_on() -> None:
    own = lord("", "", hand="sc", deck="", trash="s1")
    match = after(table(own, lord(hand="na"), step="discard"), "keep")
    assert (pile(match, 0, "hand"), match.result().over) == ("sc s1", False)


@clause("FS-10.3")
def test_drawing_goes_on_after_the_tower() -> None:
    own = lord("", "20 et", hand="sc", deck="s1 s2", trash="s3 s4 s5 s6")
    match = after(table(own, lord(hand="na"), step="discard", fate=[4, 3, 2, 1]), "trashhand")
    """Two cards of the deck, then the trash (with the hand) as it lies: s3 falls with the tower."""
    assert pile(match, 0, "hand") == "s1 s2 s4 s5 s6"
    assert (pile(match, 0, "deck"), pile(match, 0, "groove")) == ("sc", "et s3")


@clause("FS-10.3")
def test_the_last_card_leaves_the_deck_without_a_deckout() -> None:
    match = after(table(lord(hand="sc", deck="s1", trash="s2"), lord(hand="na"), step="discard"), "keep")
    assert (pile(match, 0, "deck"), pile(match, 0, "trash")) == ("", "s2")
    assert named(events(match), "deckout") == []


@clause("FS-10.3")
def test_with_an_empty_trash_one_tower_falls_and_drawing_stops() -> None:
    match = cast(draw(3), own=lord("", "20 et, 21 et", hand="na", deck="s1"), others=[lord()])
    assert match.actions() == ["target u20", "target u21"]
    after(match, "target u21")
    assert (pile(match, 0, "hand"), pile(match, 0, "groove"), show(match, 0, "fortress")) == ("na s1", "et", "20 et")
    assert len(named(events(match), "deckout")) == 1


@clause("FS-10.3")
def test_an_effect_that_makes_a_lord_draw_can_empty_his_deck_too() -> None:
    match = cast(draw(1, "opponent"), others=[lord("", "20 et", deck="", trash="s1 s2")], fate=[1])
    assert (pile(match, 1, "groove"), pile(match, 1, "hand"), show(match, 1, "fortress")) == ("et s1", "s2", "")


@clause("FS-10.3")
@pytest.mark.parametrize("verb", ["trash", "energise", "fortify", "crystallise", "return"])
def test_other_verbs_take_what_is_there(verb: str) -> None:
    match = cast(do(verb, at("deck", n=3)), own=lord("", "20 et", hand="na", deck="s1", trash="s2"))
    assert moves(match)[1:] == [next(row for row in moves(match) if " s1 deck>" in row), "trash x casting>trash"]
    assert named(events(match), "deckout") == []


@clause("FS-10.4", "FS-2.3")
def test_the_owner_chooses_the_tower_unless_he_has_only_one() -> None:
    own = lord("", "20 et, 21 sp, 22 a spell", hand="sc", deck="", trash="s1 s2")
    match = after(table(own, lord(hand="na"), step="discard", cards={"a": spell(active())}, fate=[1]), "keep")
    pending = match.position()["pending"]
    assert (pending["kind"], pending["seat"], pending["options"]) == ("target", 0, ["u20", "u21"])
    after(match, "target u21")
    assert (pile(match, 0, "groove"), pile(match, 0, "hand")) == ("sp s1", "sc s2")
    assert step(match) == "1 crystal"


@clause("FS-10.4", "FS-9.1")
def test_a_tower_lost_by_drawing_is_no_attack_and_gives_no_retaliation() -> None:
    other = lord("", "20 et", hand="et", deck="", trash="s1 s2", groove="et et")
    match = cast(draw(1, "opponent"), others=[other])
    assert (match.to_act(), step(match)) == (0, "0 casting")


@clause("FS-10.5", "FS-12.3")
def test_turn_end_comes_before_bonuses_words_dizziness_and_spent_mana_are_cleared() -> None:
    cards = {
        "a": creature(when("turn_end", draw(), given={"is": {"status": ["dizzy"], "min_strength": 4}, "of": "this"}))
    }
    own = lord("1 a dizzy +2 !ranged", vault="30 sc", hand="na", mana_spent=1)
    other = lord("5 s1 dizzy -1 !untargetable", vault="31 sc", hand="na", mana_spent=1)
    match = after(table(own, other, step="discard", cards=cards), "keep")
    assert triggers(match) == ["1 turn_end"]
    assert (field(match, 0), field(match, 1)) == ("1 a", "5 s1")
    assert (mana(match, 0), mana(match, 1)) == (1, 1)


@clause("FS-10.5")
def test_what_turn_end_does_is_carried_out_before_the_turn_passes() -> None:
    cards = {"a": spell(active(when("turn_end", do("cure", at("battlefield")))))}
    own = lord("1 s1 afflicted, 2 s1 afflicted", "20 na, 21 a spell", hand="na")
    match = after(table(own, lord(hand="na"), step="discard", cards=cards), "keep")
    assert (step(match), match.actions()) == ("0 end", ["target u1", "target u2"])
    assert step(after(match, "target u1")) == "1 crystal"


# --- FS-11 ------------------------------------------------------------------------------------------------------------


@clause("FS-11.1", "FS-11.2", "FS-20.2")
def test_the_last_lord_wins_and_there_are_no_scores() -> None:
    match = battle(lord("1 s1"), lord("", ""), "attack u1 fortress 1")
    result = match.result()
    assert (result.over, result.scores, result.winners) == (True, None, [0])
    assert match.position()["result"] == {"winners": [0], "reason": "last_lord"}
    assert named(events(match), "over") == [{"event": "over", "winners": [0], "reason": "last_lord"}]
    assert (match.to_act(), match.actions(), match.position()["step"]) == (None, [], "over")
    with pytest.raises(Over):
        match.act("end")


@clause("FS-11.1")
def test_with_three_lords_the_game_goes_on_until_one_is_left() -> None:
    match = after(table(lord("1 s1, 2 s1", hand="na"), lord("", ""), lord("", "")), "attack u1 fortress 2")
    assert (match.result().over, match.result().winners) == (False, [])
    assert after(match, "attack u2 fortress 1").result().winners == [0]


@clause("FS-11.1", "FS-15.5")
def test_the_last_team_wins_destroyed_members_too() -> None:
    seats = [lord("1 s1", hand="na"), lord("", ""), {"out": True}, {"out": True}]
    match = after(table(*seats, mode="team_play"), "attack u1 fortress 1")
    assert match.result().winners == [0, 2]


def at_the_limit(*seats: Json, **fields: Any) -> Match:
    """The last turn has come to its discard step; seat 0 says keep and draws a card."""
    return after(table(*seats, step="discard", max_turns=5, **fields), "keep")


@clause("FS-11.3", "FS-20.3")
@pytest.mark.parametrize(
    ("own", "other", "winners"),
    [
        (lord("", "20 na, 21 na", hand="na"), lord("5 s1, 6 s1", "22 na", "31 na"), [0]),  # towers first
        (lord("1 s1", "20 na", hand="na"), lord("", "22 na", "31 na, 32 na"), [0]),  # then creatures
        (lord("", "20 na", "30 na", "na", "na"), lord("", "22 na", deck="na na na"), [0]),  # then crystals
        (lord("", "20 na", "", "na", "na na na"), lord("", "22 na", deck="na"), [0]),  # then the deck: 2 to 1
        (lord("", "20 na", "", "na", "na na"), lord("", "22 na", deck="na"), [0, 1]),  # equal sides share
        (lord("", "20 na", "", "na", "na"), lord("", "22 na", deck="na"), [1]),
        (
            lord("", "20 na, 21 a spell", hand="na", deck="na"),
            lord("", "22 na", deck="na"),
            [1],
        ),  # spells are no towers
    ],
)
def test_at_the_limit_towers_creatures_crystals_and_deck_are_compared(
    own: Json, other: Json, winners: list[int]
) -> None:
    match = at_the_limit(own, other, cards={"a": spell(active())})
    assert match.position()["result"] == {"winners": winners, "reason": "max_turns"}
    assert last(match)[-1] == {"event": "over", "winners": winners, "reason": "max_turns"}
    assert match.result().winners == winners


@clause("FS-11.3")
def test_the_limit_counts_the_turns_of_all_lords_together() -> None:
    match = after(table(lord(hand="na"), lord(hand="na"), step="discard", max_turns=6), "keep")
    assert (match.result().over, match.position()["turn"]) == (False, 6)
    assert after(match, "end", "end", "keep").result().over


@clause("FS-11.3")
def test_teams_are_compared_by_the_sum_over_their_living_members() -> None:
    seats = [
        lord("", "20 na, 21 na, 22 na", hand="na"),
        lord("", "23 na, 24 na"),
        lord("", ""),
        lord("", "25 na, 26 na"),
    ]
    assert at_the_limit(*seats, mode="team_play").result().winners == [1, 3], "2 + 2 towers against 3"
    seats[1] = {"out": True}
    assert at_the_limit(*seats, mode="team_play").result().winners == [0, 2], "2 towers against 3"


@clause("FS-11.3", "FS-19.1")
def test_the_limit_is_200_turns_by_default() -> None:
    match = table(lord(hand="na"), lord(hand="na"), step="discard", turn=200)
    assert match.position()["options"]["max_turns"] == 200
    assert after(match, "keep").result().over


@clause("FS-11.3")
def test_destroyed_lords_have_no_part_in_the_comparison() -> None:
    match = at_the_limit(lord("", "", hand="na", deck="na"), {"out": True, "removed": ["s1"]}, lord("", "", deck=""))
    assert match.result().winners == [0, 2], "no tower, no creature, no crystal, no card in the deck"


@clause("FS-10.1", "FS-20.2")
def test_no_part_of_the_hand_can_be_trashed() -> None:
    match = table(lord(hand="sc et"), lord(), step="discard")
    check_refused(match, "trashhand h0")
    assert listed(match, "trash") == ["trashhand"]


@clause("FS-5.3", "FS-3.5")
def test_a_creature_keeps_what_lies_under_it_when_it_is_readied() -> None:
    cards = {"b": spell(attached("creature", passive("strength", n=1)))}
    own = lord("1 s1 engaged with 40:b", hand="na")
    match = table(own, lord(), step="regroup", cards=cards)
    assert (field(match, 0), strengths(match, 0)) == ("1 s1 with 40:b", {1: 2})


@clause("FS-10.3")
def test_a_deck_that_is_empty_again_is_a_second_deckout() -> None:
    """The trash of one card falls with the first tower; the card that is still needed costs a second one, and stops."""
    own = lord("", "20 et, 21 sp, 22 ch", hand="na", deck="", trash="s1")
    match = after(cast(draw(), own=own), "target u20", "target u22")
    assert (pile(match, 0, "groove"), show(match, 0, "fortress")) == ("et s1 ch", "21 sp")
    assert (pile(match, 0, "hand"), len(named(events(match), "deckout"))) == ("na", 2)
