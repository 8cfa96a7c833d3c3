"""FS-7 and FS-8: attacks, blocks, strength, battles, ties, uses; destruction, sieges, wards, the end of a lord."""

from __future__ import annotations

import pytest

from games.five_spheres.abilities import at, do, draw, passive, ref, stronger, when
from games.five_spheres.arrange import after, battle, cast, lord, table
from games.five_spheres.cards import Json, active, attached, card, creature, hidden, spell
from games.five_spheres.lying import field, pile, show, step, strengths
from games.five_spheres.told import events, last, listed, moves, named, names, triggers
from marks import clause

# --- FS-7.1 to FS-7.5 -------------------------------------------------------------------------------------------------


@clause("FS-7.1")
def test_a_ready_creature_that_is_not_dizzy_may_attack_as_often_as_it_is_ready() -> None:
    cards = {"c": creature(passive("cannot_attack"))}
    match = battle(
        lord("1 s5, 2 s5 engaged, 3 s5 dizzy, 4 c, 5 s5 afflicted"), lord("", "20 na, 21 na, 22 na"), cards=cards
    )
    assert match.actions() == ["attack u1 fortress 1", "attack u5 fortress 1", "end"]
    after(match, "attack u1 fortress 1", "destroy u20")
    assert match.actions() == ["attack u5 fortress 1", "end"]


@clause("FS-7.1", "FS-12.6")
def test_a_creature_readied_in_the_battle_step_attacks_again() -> None:
    cards = {"a": creature(when("sieges", do("ready", ref("this"))))}
    match = battle(lord("1 a"), lord("", "20 na, 21 na, 22 na"), "attack u1 fortress 1", "destroy u20", cards=cards)
    assert listed(match, "attack") == ["attack u1 fortress 1"]


@clause("FS-7.2", "FS-20.1")
def test_targets_are_fortresses_and_engaged_creatures() -> None:
    match = battle(lord("1 s5, 2 s5 engaged"), lord("5 s1, 6 s1 engaged, 7 s1 engaged facedown"))
    assert listed(match, "attack") == ["attack u1 fortress 1", "attack u1 u6", "attack u1 u7"]


@clause("FS-7.2", "FS-12.7")
def test_ranged_creatures_attack_ready_ones_too() -> None:
    match = battle(lord("1 r"), lord("5 s1, 6 s1 engaged"), cards={"r": creature(passive("ranged"))})
    assert listed(match, "attack") == ["attack u1 fortress 1", "attack u1 u5", "attack u1 u6"]


@clause("FS-7.2", "FS-12.7")
def test_cannot_siege_forbids_fortresses_only() -> None:
    match = battle(lord("1 c"), lord("5 s1 engaged"), cards={"c": creature(passive("cannot_siege"))})
    assert listed(match, "attack") == ["attack u1 u5"]


@clause("FS-7.2", "FS-15.4")
def test_the_defender_is_a_lord_in_range() -> None:
    seats = [lord("1 s5", hand="na"), lord(), lord("6 s1 engaged"), lord("7 s1 engaged")]
    match = table(*seats, mode="limited_range")
    assert listed(match, "attack") == ["attack u1 fortress 1", "attack u1 fortress 3", "attack u1 u7"]
    assert after(match, "attack u1 u7").position()["attack"] is None
    assert named(events(match), "attack")[0] == {"event": "attack", "seat": 0, "attacker": 1, "lord": 3, "target": 7}


@clause("FS-7.3", "FS-20.4", "FS-12.3")
def test_declaring_engages_the_attacker_and_fires_attacks_attacked_targeted() -> None:
    cards = {
        "a": creature(when("attacks", stronger(1)), strength=5),
        "d": spell(active(when("attacked", draw()))),
        "t": creature(when("targeted", stronger(1))),
    }
    match = battle(lord("1 a"), lord("5 t engaged, 6 s1", "20 na, 21 d spell"), "attack u1 u5", cards=cards)
    assert names(last(match))[:2] == ["attack", "status"]
    assert named(last(match), "status") == [{"event": "status", "uid": 1, "status": "engaged", "on": True}]
    assert triggers(match) == ["1 attacks", "21 attacked", "5 targeted"], "all before the block"
    assert match.actions() == ["block u6", "noblock"]
    assert match.position()["attack"] == {
        "attacker": 1,
        "by": 0,
        "defender": 1,
        "target": 5,
        "blocker": None,
        "stage": "block",
        "energy": 0,
        "spell": None,
    }


@clause("FS-7.3")
def test_an_attack_on_a_fortress_fires_no_targeted() -> None:
    cards = {"t": creature(when("targeted", draw(), by="own"))}
    match = battle(lord("1 s5"), lord("5 t engaged"), "attack u1 fortress 1", cards=cards)
    assert triggers(match) == []


@clause("FS-7.4")
def test_the_defender_blocks_with_a_ready_creature_that_is_not_the_target() -> None:
    cards = {"r": creature(passive("ranged"), strength=5), "c": creature(passive("cannot_block"))}
    own, other = lord("1 r, 2 s1"), lord("5 s1, 6 s1, 7 s1 engaged, 8 c, 9 s1 afflicted facedown")
    match = battle(own, other, "attack u1 u5", cards=cards)
    assert (match.to_act(), match.actions()) == (1, ["block u6", "block u9", "noblock"])
    match = battle(own, other, "attack u1 fortress 1", cards=cards)
    assert match.actions() == ["block u5", "block u6", "block u9", "noblock"]


@clause("FS-7.4", "FS-20.4", "FS-12.3")
def test_a_block_engages_the_blocker_and_fires_blocks_then_blocked() -> None:
    cards = {"a": creature(when("blocked", stronger(1)), strength=5), "b": creature(when("blocks", stronger(1)))}
    match = battle(lord("1 a"), lord("5 b"), "attack u1 fortress 1", "block u5", cards=cards)
    assert names(last(match))[:2] == ["block", "status"]
    assert triggers(match) == ["5 blocks", "1 blocked"], "seat 0 is active, yet blocks fires first"
    assert named(last(match), "battle")[0]["strengths"] == [6, 3]


@clause("FS-7.4")
def test_nobody_is_asked_where_no_creature_can_block() -> None:
    match = battle(lord("1 s5"), lord("5 s1 engaged", "20 na, 21 na"), "attack u1 fortress 1")
    assert (match.to_act(), match.actions()) == (0, ["destroy u20", "destroy u21"])


@clause("FS-7.4", "FS-12.7")
@pytest.mark.parametrize(
    ("except_", "blockers"),
    [
        (None, []),
        ({"sphere": "ether"}, ["block u6"]),
        ({"keyword": "flyer"}, ["block u7"]),
        ({"min_strength": 4}, ["block u8"]),
        ({"sphere": "chaos"}, []),
    ],
)
def test_unblockable_except_by_creatures_that_fit(except_: Json | None, blockers: list[str]) -> None:
    word = passive("unblockable") if except_ is None else passive("unblockable", **{"except": except_})
    cards = {"a": creature(word, strength=5), "f": creature(keyword="flyer")}
    match = battle(lord("1 a"), lord("5 s1, 6 et, 7 f, 8 s4"), "attack u1 fortress 1", cards=cards)
    assert listed(match, "block") == blockers


@clause("FS-7.4")
def test_a_blocker_meets_every_unblockable() -> None:
    words = [
        passive("unblockable", **{"except": {"sphere": "ether"}}),
        passive("unblockable", **{"except": {"keyword": "flyer"}}),
    ]
    cards = {"a": creature(*words), "f": creature(keyword="flyer"), "g": creature(keyword="flyer", spheres="ether")}
    match = battle(lord("1 a"), lord("5 et, 6 f, 7 g"), "attack u1 fortress 1", cards=cards)
    assert listed(match, "block") == ["block u7"]


@clause("FS-7.4", "FS-12.7")
def test_must_be_blocked_leaves_no_choice_but_the_blocker() -> None:
    cards = {"a": creature(passive("must_be_blocked"))}
    match = battle(lord("1 a, 2 s1"), lord("5 s1, 6 s1"), "attack u1 fortress 1", cards=cards)
    assert match.actions() == ["block u5", "block u6"]
    match = battle(lord("1 a, 2 s1"), lord("5 s1 engaged", "20 na, 21 na"), "attack u1 fortress 1", cards=cards)
    assert match.actions() == ["destroy u20", "destroy u21"], "if he can"


@clause("FS-7.4")
def test_only_the_attacked_lord_may_block() -> None:
    match = after(table(lord("1 s5", hand="na"), lord("5 s1"), lord("6 s1")), "attack u1 fortress 2")
    assert (match.to_act(), match.actions()) == (2, ["block u6", "noblock"])


@clause("FS-7.4")
def test_noblock_lets_the_attack_through() -> None:
    match = battle(lord("1 s5"), lord("5 s1, 6 s1 engaged"), "attack u1 u6", "noblock")
    assert field(match, 1) == "5 s1"
    assert named(events(match), "noblock") == [{"event": "noblock", "seat": 1}]


@clause("FS-7.5")
@pytest.mark.parametrize(
    ("gone", "when_", "words"),
    [
        ("attacker", "attacked", ["attack u1 u5"]),
        ("subject", "targeted", ["attack u1 u5"]),
        ("blocker", "blocks", ["attack u1 u5", "block u6"]),
        ("attacker", "blocks", ["attack u1 fortress 1", "block u6"]),
    ],
)
def test_an_attack_ends_when_attacker_target_or_blocker_has_left(gone: str, when_: str, words: list[str]) -> None:
    cards = {"d": spell(active(when(when_, do("return", ref(gone)))))}
    match = battle(lord("1 s5, 2 s5"), lord("5 s1 engaged, 6 s1", "20 na, 21 d spell"), *words, cards=cards)
    assert named(events(match), "battle", "siege") == []
    assert len(named(events(match), "attack_over")) == 1
    assert match.actions() == ["attack u2 fortress 1", *([] if gone == "subject" else ["attack u2 u5"]), *(
        ["attack u2 u6"] if (gone, when_) == ("attacker", "blocks") else []), "end"]  # fmt: skip


@clause("FS-7.5")
def test_an_attack_that_ended_early_may_be_retaliated() -> None:
    cards = {"d": spell(active(when("targeted", do("destroy", ref("subject")))))}
    other = lord("5 sc engaged", "20 na, 21 d spell", hand="sc")
    match = battle(lord("1 s5"), other, "attack u1 u5", cards=cards)
    assert match.actions() == ["noretaliate", "retaliate h0"]


@clause("FS-7.5")
def test_an_attack_goes_on_although_the_target_has_become_ready() -> None:
    cards = {"t": creature(when("targeted", do("ready", ref("this"))))}
    match = battle(lord("1 s5"), lord("5 t engaged"), "attack u1 u5", cards=cards)
    assert named(events(match), "battle")[0]["outcome"] == "attacker"


# --- FS-7.6 -----------------------------------------------------------------------------------------------------------

BARK = spell(attached("creature", passive("strength", n=3)))


@clause("FS-7.6", "FS-19.6")
@pytest.mark.parametrize(
    ("creatures", "strength"),
    [
        ("1 s5", 5),
        ("1 s5 +2", 7),
        ("1 s5 -9", 0),
        ("1 s5 with 40:bark", 8),
        ("1 s5 -4 with 40:bark", 4),
        ("1 s5 afflicted", 2),
        ("1 s5 afflicted +3", 3),  # 2 + floor(3/2)
        ("1 s5 afflicted -1", 1),  # 2 + floor(-1/2)
        ("1 s5 afflicted -3", 0),
        ("1 s5 afflicted -9", 0),
        ("1 s5 afflicted +2 with 40:bark", 4),  # 2 + floor(5/2)
        ("1 s9 facedown", 3),
        ("1 s9 facedown +2", 5),
        ("1 s9 facedown afflicted", 1),
        ("1 s9 facedown afflicted +3", 2),
        ("1 s9 facedown with 40:bark", 6),
    ],
)
def test_strength_is_the_printed_one_with_all_bonuses(creatures: str, strength: int) -> None:
    assert strengths(battle(lord(creatures), lord(), cards={"bark": BARK}), 0) == {1: strength}


@clause("FS-7.6")
def test_bonuses_of_all_sources_are_summed_before_they_are_halved() -> None:
    cards = {
        "bark": BARK,
        "a": spell(active(passive("strength", n=1))),
        "w": spell(active(passive("strength", n=-1, scope="opponents"))),
    }
    own = lord("1 s5 afflicted with 40:bark, 2 s5", "20 na, 21 a spell, 22 a spell")
    match = battle(own, lord("5 s5", "23 na, 24 w spell"), cards=cards)
    assert strengths(match, 0) == {1: 4, 2: 6}, "2 + floor((3 + 1 + 1 - 1)/2); 5 + 1 + 1 - 1"
    assert strengths(match, 1) == {5: 5}


# --- FS-7.7 to FS-7.12 ------------------------------------------------------------------------------------------------


@clause("FS-7.7", "FS-12.3", "FS-20.3")
def test_a_battle_unveils_then_fires_for_both_then_compares() -> None:
    cards = {
        "a": card(cost=3, strength=4, inverted=True, abilities=[when("unveiled", draw()), when("battle", stronger(1))]),
        "d": card(
            cost=3, strength=6, inverted=True, abilities=[when("unveiled", draw()), when("battle", stronger(-2))]
        ),
    }
    match = battle(lord("1 a facedown"), lord("5 d facedown engaged"), "attack u1 u5", cards=cards)
    assert [row["uid"] for row in named(events(match), "unveil")] == [1, 5]
    assert triggers(match) == ["1 unveiled", "5 unveiled", "1 battle", "5 battle"]
    assert named(events(match), "battle") == [
        {"event": "battle", "attacker": 1, "defender": 5, "strengths": [5, 4], "outcome": "attacker"}
    ]


@clause("FS-7.7")
def test_nothing_is_compared_when_one_of_them_is_gone_after_the_event_battle() -> None:
    cards = {"a": creature(when("battle", do("return", ref("foe"))))}
    match = battle(lord("1 a"), lord("5 s9 engaged"), "attack u1 u5", cards=cards)
    assert named(events(match), "battle") == []
    assert (field(match, 0), pile(match, 1, "hand")) == ("1 a engaged", "s9")


@clause("FS-7.7")
def test_a_blocked_attack_is_fought_with_the_blocker() -> None:
    match = battle(lord("1 s5"), lord("5 s1 engaged, 6 s3"), "attack u1 u5", "block u6")
    assert (field(match, 0), field(match, 1)) == ("1 s5 engaged", "5 s1 engaged")


@clause("FS-7.8")
@pytest.mark.parametrize(
    ("a", "d", "outcome", "left"),
    [("s5", "s4", "attacker", ("1 s5 engaged", "")), ("s4", "s5", "defender", ("", "5 s5 engaged"))],
)
def test_the_weaker_creature_is_destroyed(a: str, d: str, outcome: str, left: tuple[str, str]) -> None:
    match = battle(lord(f"1 {a}"), lord(f"5 {d} engaged"), "attack u1 u5")
    assert named(events(match), "battle")[0]["outcome"] == outcome
    assert (field(match, 0), field(match, 1)) == left
    assert pile(match, 1 if outcome == "attacker" else 0, "groove") == "s4"


@clause("FS-7.8", "FS-12.3")
def test_wins_fires_only_if_the_loser_went_to_the_groove() -> None:
    cards = {"a": creature(when("wins", draw()), strength=5), "ward": spell(attached("creature", passive("ward")))}
    assert triggers(battle(lord("1 a"), lord("5 s1 engaged"), "attack u1 u5", cards=cards)) == ["1 wins"]
    saved = battle(lord("1 a"), lord("5 s1 engaged with 40:ward"), "attack u1 u5", cards=cards)
    assert (triggers(saved), field(saved, 1)) == ([], "5 s1 engaged")
    assert triggers(battle(lord("1 s5"), lord("5 a engaged"), "attack u1 u5", cards=cards)) == [], "a tie"
    assert triggers(battle(lord("1 s4"), lord("5 a engaged"), "attack u1 u5", cards=cards)) == ["5 wins"]


@clause("FS-7.9", "FS-19.1")
@pytest.mark.parametrize(
    ("ties", "a", "d", "left"),
    [
        ("both", "s2", "s2", ("", "")),
        ("none", "s2", "s2", ("1 s2 engaged", "5 s2 engaged")),
        ("both", "t", "s2", ("1 t engaged", "")),
        ("both", "s2", "t", ("", "5 t engaged")),
        ("both", "t", "t", ("", "")),
        ("none", "t", "s2", ("1 t engaged", "")),
        ("none", "t", "t", ("1 t engaged", "5 t engaged")),
    ],
)
def test_a_tie(ties: str, a: str, d: str, left: tuple[str, str]) -> None:
    cards = {"t": creature(passive("wins_ties"))}
    match = battle(lord(f"1 {a}"), lord(f"5 {d} engaged"), "attack u1 u5", cards=cards, ties=ties)
    assert (field(match, 0), field(match, 1)) == left


@clause("FS-7.9")
def test_in_a_tie_the_attacker_is_destroyed_first() -> None:
    match = battle(lord("1 s2"), lord("5 et engaged"), "attack u1 u5")
    assert moves(match) == ["destroy s2 battlefield>groove", "destroy et battlefield>groove"]
    assert named(events(match), "battle")[0]["outcome"] == "tie"


@clause("FS-7.9")
def test_who_wins_a_tie_fires_wins() -> None:
    cards = {"t": creature(passive("wins_ties"), when("wins", draw()))}
    match = battle(lord("1 t"), lord("5 s2 engaged"), "attack u1 u5", cards=cards)
    assert (triggers(match), named(events(match), "battle")[0]["outcome"]) == (["1 wins"], "attacker")


@clause("FS-7.10")
def test_a_siege_is_no_battle() -> None:
    cards = {"a": creature(when("battle", draw()), when("wins", draw()), when("sieges", stronger(1)))}
    match = battle(lord("1 a"), lord(), "attack u1 fortress 1", cards=cards)
    assert (triggers(match), named(events(match), "battle")) == (["1 sieges"], [])


@clause("FS-7.11")
def test_the_battle_ends_by_the_lord_or_when_nothing_is_left() -> None:
    match = battle(lord("1 s5, 2 s5"), lord("", "20 na, 21 na, 22 na"), "attack u1 fortress 1", "destroy u20")
    assert step(match) == "0 battle"
    assert step(after(match, "end")) == "0 discard"
    match = battle(lord("1 s5"), lord("", "20 na, 21 na"), "attack u1 fortress 1", "destroy u20")
    assert step(match) == "0 discard"


@clause("FS-7.12", "FS-20.3", "FS-12.3")
def test_a_use_engages_the_creature_and_carries_out_its_ability() -> None:
    match = battle(lord("1 u"), lord(), "use u1", cards={"u": creature(when("used", draw()))})
    assert names(last(match))[:2] == ["use", "status"]
    assert last(match)[0] == {"event": "use", "seat": 0, "uid": 1}
    assert (field(match, 0), pile(match, 0, "hand")) == ("1 u engaged", "na na")


@clause("FS-7.12")
@pytest.mark.parametrize("flag", ["engaged", "dizzy", "afflicted", "facedown"])
def test_a_creature_that_is_not_fit_cannot_be_used(flag: str) -> None:
    match = battle(lord(f"1 u {flag}, 2 s1"), lord(), cards={"u": creature(when("used", draw()))})
    assert listed(match, "use") == []


@clause("FS-7.12")
def test_a_use_needs_its_condition_and_the_first_that_holds_is_carried_out() -> None:
    never, always = {"turn": "opponent"}, {"turn": "own"}
    first = when("used", stronger(1), given=never)
    cards = {
        "n": creature(first),
        "u": creature(first, when("used", stronger(2), given=always), when("used", stronger(3))),
    }
    match = battle(lord("1 n, 2 u"), lord(), cards=cards)
    assert listed(match, "use") == ["use u2"]
    assert field(after(match, "use u2"), 0) == "1 n, 2 u engaged +2"


@clause("FS-7.12")
def test_creatures_are_used_in_the_battle_step_only() -> None:
    cards = {"u": creature(when("used", draw()))}
    for at_step in ("crystal", "casting", "discard"):
        assert listed(table(lord("1 u", hand="na"), lord(), step=at_step, cards=cards), "use") == []


# --- FS-8 -------------------------------------------------------------------------------------------------------------


@clause("FS-8.1")
@pytest.mark.parametrize(("zone", "id"), [("battlefield", "s1"), ("tower", "et"), ("spell", "a"), ("vault", "sp")])
def test_destroyed_cards_go_to_the_groove_of_their_owner(zone: str, id: str) -> None:
    other = lord("5 s1", "20 et, 21 a spell", "31 sp", deck="")
    match = cast(do("destroy", at(zone, "opponent")), others=[other], cards={"a": spell(active())})
    assert (pile(match, 1, "groove"), pile(match, 1, "trash")) == (id, "")


@clause("FS-8.1")
@pytest.mark.parametrize(("zone", "id"), [("battlefield", "s1"), ("tower", "et"), ("spell", "a"), ("vault", "sp")])
def test_trashed_cards_give_no_energy(zone: str, id: str) -> None:
    other = lord("5 s1", "20 et, 21 a spell", "31 sp")
    match = cast(do("trash", at(zone, "opponent")), others=[other], cards={"a": spell(active())})
    assert (pile(match, 1, "groove"), pile(match, 1, "trash")) == ("", id)


@clause("FS-8.2", "FS-20.4")
@pytest.mark.parametrize("way", ["siege", "effect"])
def test_a_destroyed_tower_takes_the_top_card_of_the_deck_along(way: str) -> None:
    other = lord("", "20 et with 40:w", deck="s1 s2")
    cards = {"w": spell(attached("tower"))}
    match = (
        battle(lord("1 s5"), other, "attack u1 fortress 1", cards=cards)
        if way == "siege"
        else cast(do("destroy", at("tower", "opponent")), others=[other], cards=cards)
    )
    assert pile(match, 1, "groove") == "et s1 w"
    assert [row for row in moves(match) if "groove" in row] == [
        "destroy et tower>groove",
        "energise s1 deck>groove",
        "destroy w attached>groove",
    ]


@clause("FS-8.2")
def test_with_an_empty_deck_there_is_no_extra_card_and_no_reshuffle() -> None:
    match = battle(lord("1 s5"), lord("", "20 et", deck="", trash="s1"), "attack u1 fortress 1")
    assert (pile(match, 1, "groove"), pile(match, 1, "trash")) == ("et", "s1")


@clause("FS-8.2")
@pytest.mark.parametrize("verb", ["energise", "trash", "return"])
def test_only_destroying_a_tower_takes_a_card_along(verb: str) -> None:
    match = cast(do(verb, at("tower", "opponent")), others=[lord("", "20 et", deck="s1 s2")])
    assert pile(match, 1, "deck") == "s1 s2"


@clause("FS-8.3", "FS-20.3")
def test_the_attacking_lord_chooses_a_tower_or_a_spell() -> None:
    cards = {"a": spell(active()), "h": spell(hidden("wins", draw()))}
    match = battle(lord("1 s5"), lord("", "20 na, 21 a spell, 22 h spell"), "attack u1 fortress 1", cards=cards)
    assert (match.to_act(), match.actions()) == (0, ["destroy u20", "destroy u21", "destroy u22"])
    assert last(match)[-1] == {"event": "siege", "attacker": 1, "lord": 1}
    assert match.position()["pending"]["kind"] == "siege"
    after(match, "destroy u22")
    assert (show(match, 1, "fortress"), pile(match, 1, "groove")) == ("20 na, 21 a spell", "h")


@clause("FS-8.3")
def test_the_only_card_is_taken_without_asking_and_sieges_fires_afterwards() -> None:
    cards = {"a": creature(when("sieges", draw(), given={"count": at("tower", "defending"), "max": 0}))}
    match = battle(lord("1 a"), lord("", "20 na"), "attack u1 fortress 1", cards=cards)
    assert (show(match, 1, "fortress"), triggers(match)) == ("", ["1 sieges"])


@clause("FS-8.3", "FS-12.3")
def test_sieges_fires_after_the_loss_and_also_when_a_ward_was_met() -> None:
    cards = {
        "a": creature(when("sieges", draw())),
        "w": spell(attached("tower", passive("ward"))),
        "r": spell(active(when("tower_lost", draw()))),
    }
    match = battle(lord("1 a"), lord("", "20 na with 40:w"), "attack u1 fortress 1", cards=cards)
    assert triggers(match) == ["1 sieges"]
    match = battle(lord("1 a"), lord("", "20 na, 21 r spell"), "attack u1 fortress 1", "destroy u20", cards=cards)
    assert triggers(match) == ["21 tower_lost", "1 sieges"]


@clause("FS-8.4", "FS-20.3", "FS-12.7")
@pytest.mark.parametrize("host", ["creature", "tower"])
def test_a_ward_is_trashed_instead_of_its_host(host: str) -> None:
    cards = {"w": spell(attached(host, passive("ward"))), "v": spell(attached(host))}
    zone = "battlefield" if host == "creature" else "tower"
    other = (
        lord("5 s1 with 39:v 40:w 41:w", "20 na")
        if host == "creature"
        else lord("", "20 et with 39:v 40:w 41:w", deck="s1")
    )
    match = cast(do("destroy", at(zone, "opponent")), draw(given={"did": 1}), others=[other], cards=cards)
    assert (pile(match, 1, "trash"), pile(match, 1, "groove")) == ("w", "")
    uid = 5 if host == "creature" else 20
    assert named(events(match), "ward") == [{"event": "ward", "uid": uid, "by": 40}], "the first ward"
    shown = show(match, 1, "battlefield" if host == "creature" else "fortress")
    assert shown.endswith("with 39:v 41:w"), "nothing else happens"
    assert "draw na deck>hand" not in moves(match), "what an effect did: what went to the groove"


@clause("FS-8.4")
def test_a_ward_saves_from_destruction_only() -> None:
    cards = {"w": spell(attached("creature", passive("ward")))}
    match = cast(do("trash", at("battlefield", "opponent")), others=[lord("5 s1 with 40:w")], cards=cards)
    assert pile(match, 1, "trash") == "s1 w"


@clause("FS-8.4", "FS-12.3")
def test_a_creature_saved_by_a_ward_is_not_destroyed() -> None:
    cards = {"w": spell(attached("creature", passive("ward"))), "c": creature(when("destroyed", draw()))}
    match = cast(do("destroy", at("battlefield", "opponent")), others=[lord("5 c with 40:w")], cards=cards)
    assert triggers(match) == []


@clause("FS-8.4")
def test_a_ward_counts_only_while_its_condition_holds() -> None:
    cards = {"w": spell(attached("creature", passive("ward", given={"turn": "own"})))}
    match = cast(do("destroy", at("battlefield", "opponent")), others=[lord("5 s1 with 40:w")], cards=cards)
    assert (pile(match, 1, "groove"), pile(match, 1, "trash")) == ("s1", "w")


@clause("FS-8.5", "FS-20.4")
def test_a_siege_without_towers_destroys_the_lord_whatever_spells_are_left() -> None:
    cards = {"a": spell(active()), "b": spell(attached("creature"))}
    other = lord("5 s1 engaged with 40:b", "21 a spell", "31 sp", "s2 s3", "s4", groove="s5", trash="s6")
    match = after(table(lord("1 s9", hand="na"), other, lord(), cards=cards), "attack u1 fortress 1")
    row = match.position()["seats"][1]
    assert row["out"] is True
    assert row["removed"] == ["s1", "b", "a", "sp", "s5", "s2", "s3", "s4", "s6"]
    assert [row[zone] for zone in ("battlefield", "fortress", "vault", "groove", "hand", "deck", "trash")] == [[]] * 7
    shown = names(last(match))
    assert shown[2:6] == ["siege", "attack_over", "lord_destroyed", "move"], "then the tower of FS-15.2"
    assert named(last(match), "lord_destroyed") == [{"event": "lord_destroyed", "seat": 1, "by": 0}]


@clause("FS-8.5")
def test_a_destroyed_lord_does_not_retaliate_and_what_waits_for_him_is_dropped() -> None:
    cards = {"a": spell(active(when("sieges", draw(), by="any"), when("attacked", draw())))}
    other = lord("", "21 a spell", hand="sc", groove="sc sc")
    match = after(table(lord("1 s9, 2 s9", hand="na"), other, lord(), cards=cards), "attack u1 fortress 1")
    assert triggers(match) == ["21 attacked"]
    assert (match.to_act(), step(match)) == (0, "0 battle")


@clause("FS-8.5")
def test_losing_the_last_tower_does_not_destroy_a_lord() -> None:
    match = battle(lord("1 s9, 2 s9"), lord("", "20 na"), "attack u1 fortress 1")
    assert (match.result().over, match.position()["seats"][1]["out"]) == (False, False)
    assert after(match, "attack u2 fortress 1").result().over


@clause("FS-8.5")
def test_a_lord_without_towers_may_still_block() -> None:
    match = battle(lord("1 s1"), lord("5 s9", ""), "attack u1 fortress 1", "block u5")
    assert not match.result().over


@clause("FS-7.12", "FS-13.4")
def test_a_used_ability_is_no_ability_of_the_queue() -> None:
    match = battle(lord("1 u"), lord(), "use u1", cards={"u": creature(when("used", draw()))})
    assert triggers(match) == []
    assert match.position()["chain"] == 0


@clause("FS-7.9", "FS-8.4")
def test_in_a_tie_a_ward_saves_its_host_alone() -> None:
    cards = {"w": spell(attached("creature", passive("ward")))}
    match = battle(lord("1 s5"), lord("5 s5 engaged with 9:w"), "attack u1 u5", cards=cards)
    assert (field(match, 0), field(match, 1)) == ("", "5 s5 engaged")
    assert moves(match) == ["destroy s5 battlefield>groove", "trash w attached>trash"]
