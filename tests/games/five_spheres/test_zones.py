"""FS-2 and FS-3: cards stay with their owner, nothing new comes in another's turn; zones, uids, statuses, face down."""

from __future__ import annotations

from collections import Counter

import pytest

from games.five_spheres.abilities import at, do, draw, passive, ref, stronger, when
from games.five_spheres.arrange import after, battle, cast, check_refused, lord, table
from games.five_spheres.cards import Json, active, attached, card, creature, hidden, instant, spell
from games.five_spheres.lying import field, options, owned, pile, show, step, strengths
from games.five_spheres.told import last, listed, moves, named, triggers
from marks import clause

# --- FS-2 -------------------------------------------------------------------------------------------------------------


@clause("FS-2.1", "FS-2.2")
@pytest.mark.parametrize("verb", ["return", "recover", "crystallise", "energise", "fortify", "trash", "destroy"])
def test_an_effect_moves_a_card_of_another_lord_to_his_own_zones(verb: str) -> None:
    others = [lord("5 s5 with 40:bark", hand="et", trash="ch")]
    cards = {"bark": spell(attached("creature"))}
    match = cast(do(verb, at("battlefield", "opponent")), others=others, cards=cards)
    assert field(match, 1) == ""
    assert owned(match.position()["seats"][1]) == Counter(["s5", "bark", "et", "ch", *["na"] * 9])
    assert owned(match.position()["seats"][0]) == Counter(["x", "sc", *["na"] * 10])


@clause("FS-2.1", "FS-6.7")
def test_a_spell_is_attached_to_cards_of_its_own_lord_only() -> None:
    cards = {"b": spell(attached("creature")), "w": spell(attached("tower"))}
    match = table(lord("1 s1", "20 na", "30 sc", "b w na"), lord("5 s1", "21 na"), step="casting", cards=cards)
    assert listed(match, "cast h0", "cast h1") == ["cast h0 at u1", "cast h1 at u20"]


@clause("FS-2.3")
def test_block_and_retaliation_are_decisions_in_anothers_turn() -> None:
    match = battle(lord("1 s5"), lord("5 s1", "20 na", hand="sc", groove="sc sc"), "attack u1 fortress 1")
    assert (match.to_act(), match.actions()) == (1, ["block u5", "noblock"])
    after(match, "noblock")
    assert (match.to_act(), listed(match, "retaliate")) == (1, ["retaliate h0"])
    after(match, "noretaliate")
    assert step(match) == "0 discard", "the attacking lord goes on"


@clause("FS-2.3", "FS-14.5")
def test_choices_of_an_effect_belong_to_its_controller_in_anothers_turn_too() -> None:
    cards = {"a": spell(active(when("attacked", do("afflict", at("battlefield", "opponent")))))}
    match = battle(lord("1 s5, 2 s4"), lord("", "20 na, 21 a spell"), "attack u1 fortress 1", cards=cards)
    assert (match.to_act(), match.actions()) == (1, ["target u1", "target u2"])


@clause("FS-2.3", "FS-10.4")
def test_the_tower_of_a_draw_that_another_lord_caused_is_the_drawers_decision() -> None:
    match = cast(draw(1, "opponent"), others=[lord("", "20 na, 21 na", deck="", trash="s1 s2")], fate=[0])
    assert (match.to_act(), match.actions()) == (1, ["target u20", "target u21"])


LATE: dict[str, Json] = {
    "summon": do("summon", at("hand", pick="choose")),
    "cast": do("cast", at("trash", pick="choose")),
    "replace": do("replace", a=at("battlefield"), b=at("hand", pick="choose")),
}


@clause("FS-2.4", "FS-12.6")
@pytest.mark.parametrize("verb", LATE)
def test_an_effect_brings_nothing_new_in_anothers_turn(verb: str) -> None:
    cards = {"a": spell(active(when("attacked", LATE[verb]))), "b": spell(active())}
    other = lord("5 s1 engaged", "20 na, 21 a spell", hand="s2 s3", trash="b b")
    match = battle(lord("1 s5"), other, "attack u1 u5", cards=cards)
    assert triggers(match) == ["21 attacked"]
    assert moves(match) == ["destroy s1 battlefield>groove"], "nobody is asked, nothing comes"


@clause("FS-2.4")
@pytest.mark.parametrize("verb", LATE)
def test_the_same_effect_brings_it_in_the_own_turn(verb: str) -> None:
    cards = {"a": spell(active(when("attacks", LATE[verb], by="own"))), "b": spell(active())}
    own = lord("1 s5", "20 na, 21 a spell", hand="s2 s3", trash="b b")
    match = battle(own, lord("5 s1 engaged"), "attack u1 u5", cards=cards)
    assert (match.to_act(), step(match)) == (0, "0 battle")
    after(match, match.actions()[0])
    assert moves(match)[0] in ("summon s2 hand>battlefield", "cast b trash>spell", "replace s5 battlefield>hand")


@clause("FS-2.4", "FS-9.6")
def test_a_retaliation_brings_creatures_and_what_it_fires_does_too() -> None:
    cards = {
        "r": spell(instant(do("summon", at("trash", filter={"min_strength": 4})))),
        "c": creature(when("retaliates", do("summon", at("hand", pick="choose")))),
    }
    other = lord("5 c", "20 na", hand="r s3", groove="sc", trash="s4")
    match = battle(lord("1 s5"), other, "attack u1 fortress 1", "noblock", "retaliate h0", cards=cards)
    assert moves(match)[-3:] == ["summon s4 trash>battlefield", "trash r casting>trash", "summon s3 hand>battlefield"]


@clause("FS-2.4")
@pytest.mark.parametrize(("verb", "zone"), [("fortify", "tower"), ("crystallise", "vault")])
def test_towers_and_crystals_may_come_at_any_time(verb: str, zone: str) -> None:
    cards = {"a": spell(active(when("attacked", do(verb, at("hand", pick="choose")))))}
    match = battle(lord("1 s5"), lord("", "20 na, 21 a spell", hand="s2"), "attack u1 fortress 1", cards=cards)
    assert moves(match)[0] == f"{verb} s2 hand>{zone}"


@clause("FS-2.4")
def test_replace_may_change_towers_in_anothers_turn() -> None:
    cards = {"a": spell(active(when("attacked", do("replace", a=at("tower"), b=at("hand", pick="choose")))))}
    match = battle(lord("1 s5"), lord("", "20 na, 21 a spell", hand="s2"), "attack u1 fortress 1", cards=cards)
    assert moves(match)[:2] == ["replace na tower>hand", "replace s2 hand>tower"]


# --- FS-3 -------------------------------------------------------------------------------------------------------------

ROADS = [
    ("return", at("battlefield"), "return s5 battlefield>hand"),
    ("recover", at("battlefield"), "recover s5 battlefield>deck"),
    ("crystallise", at("battlefield"), "crystallise s5 battlefield>vault"),
    ("energise", at("battlefield"), "energise s5 battlefield>groove"),
    ("destroy", at("battlefield"), "destroy s5 battlefield>groove"),
    ("fortify", at("battlefield"), "fortify s5 battlefield>tower"),
    ("summon", at("trash"), "summon ch trash>battlefield"),
    ("cast", at("trash"), "cast ch trash>spell"),
    ("trash", at("battlefield"), "trash s5 battlefield>trash"),
]


@clause("FS-3.1", "FS-12.6")
@pytest.mark.parametrize(("verb", "target", "move"), ROADS, ids=[road[0] for road in ROADS])
def test_each_zone_has_its_movement(verb: str, target: Json, move: str) -> None:
    cards = {"ch": spell(active(), "chaos")}
    match = cast(do(verb, target), own=lord("1 s5", hand="na", trash="ch"), cards=cards)
    assert moves(match)[1] == move


@clause("FS-3.1")
def test_what_lies_face_down_and_what_face_up() -> None:
    own = lord("1 s5, 2 s4 facedown", "20 et, 21 a spell, 22 h spell", "30 sp", "ch", trash="na", groove="s1")
    cards = {"a": spell(active()), "h": spell(hidden("attacked", draw()))}
    match = table(own, lord(), step="crystal", cards=cards)
    for seat, hand, vault, secret in (
        (0, ["ch"], "sp", "h"),
        (1, 1, "?spirit", "?science"),
        (None, 1, "?spirit", "?science"),
    ):
        seen = match.view(seat)["seats"][0]
        assert seen["hand"] == hand
        assert seen["trash"] == ["na"]
        assert seen["groove"] == ["?science"]
        assert [row["card"] for row in seen["fortress"]] == ["?ether", "a", secret]
        assert seen["vault"][0]["card"] == vault


@clause("FS-3.1", "FS-8.3")
def test_the_fortress_is_one_zone_of_towers_and_spells() -> None:
    match = battle(lord("1 s5"), lord("", "20 na, 21 a spell"), "attack u1 fortress 1", cards={"a": spell(active())})
    assert match.actions() == ["destroy u20", "destroy u21"]


@clause("FS-3.1")
def test_both_parts_of_the_battlefield_are_one_zone() -> None:
    match = cast(do("afflict", at("battlefield", "opponent")), others=[lord("5 s1 engaged, 6 s1")])
    assert options(match) == ["u5", "u6"]


@clause("FS-3.2")
def test_an_instant_lies_in_casting_while_its_effects_are_carried_out() -> None:
    match = cast(do("afflict", at("battlefield", "opponent")), others=[lord("5 s1, 6 s1")])
    assert show(match, 0, "casting") == "100 x"
    after(match, "target u5")
    assert show(match, 0, "casting") == ""


@clause("FS-3.2", "FS-8.5")
def test_the_cards_of_a_destroyed_lord_lie_in_removed() -> None:
    match = battle(lord("1 s5"), lord("5 s1 engaged", "", deck="s3", hand="s2"), "attack u1 fortress 1")
    assert pile(match, 1, "removed") == "s1 s2 s3"


@clause("FS-3.3")
def test_cards_in_play_get_fresh_uids_and_go_to_the_end() -> None:
    own = lord("1 s5", "20 na", "30 sc, 31 sc", "s1 s2 na")
    match = after(table(own, lord(), step="casting"), "summon h0", "summon h0")
    assert field(match, 0) == "1 s5, 100 s1 dizzy, 101 s2 dizzy"
    assert match.position()["next_uid"] == 102


@clause("FS-3.3")
def test_a_card_that_changes_its_place_in_play_gets_a_new_uid() -> None:
    match = cast(do("fortify", at("battlefield")), do("crystallise", ref("last")), own=lord("1 s5", "20 na", hand="na"))
    rows = named(last(match), "move")
    assert [(row["to"], row["uid"], row["new"]) for row in rows] == [
        ("casting", None, 100),
        ("tower", 1, 101),
        ("vault", 101, 102),
        ("trash", 100, None),
    ]


@clause("FS-3.3")
@pytest.mark.parametrize(
    ("verb", "zone", "shown"),
    [("return", "hand", "na sp s5"), ("trash", "trash", "et s5 x"), ("energise", "groove", "ch s5")],
)
def test_new_cards_are_appended_to_the_piles(verb: str, zone: str, shown: str) -> None:
    match = cast(do(verb, at("battlefield")), own=lord("1 s5", hand="na sp", trash="et", groove="ch"))
    assert pile(match, 0, zone) == shown


@clause("FS-3.3")
@pytest.mark.parametrize(
    ("verb", "zone", "shown"),
    [("fortify", "fortress", "20 na, 21 a spell, 101 s5"), ("crystallise", "vault", "30 sc, 31 et, 101 s5")],
)
def test_new_cards_are_appended_in_play(verb: str, zone: str, shown: str) -> None:
    own = lord("1 s5", "20 na, 21 a spell", "31 et", "na")
    assert show(cast(do(verb, at("battlefield")), own=own, cards={"a": spell(active())}), 0, zone) == shown


@clause("FS-3.3")
def test_a_new_attached_card_is_the_last_under_its_host() -> None:
    own = lord("1 s5 with 40:bark", vault="30 sc", hand="bark na")
    match = table(own, lord(), step="casting", cards={"bark": spell(attached("creature"))})
    assert field(after(match, "cast h0 at u1"), 0) == "1 s5 with 40:bark 100:bark"


@clause("FS-3.4", "FS-12.6")
@pytest.mark.parametrize(
    ("place", "deck"), [({}, "s5 na ch"), ({"place": "top"}, "s5 na ch"), ({"place": "bottom"}, "na ch s5")]
)
def test_recover_puts_a_card_on_top_of_the_deck_or_under_it(place: Json, deck: str) -> None:
    match = cast(do("recover", at("battlefield"), **place), own=lord("1 s5", hand="na", deck="na ch"))
    assert pile(match, 0, "deck") == deck


@clause("FS-3.4")
def test_cards_without_more_words_come_from_the_top_of_the_deck() -> None:
    match = cast(do("trash", at("deck", n=2)), own=lord(hand="na", deck="s1 s2 s3"))
    assert (pile(match, 0, "trash"), pile(match, 0, "deck")) == ("s1 s2 x", "s3")


UNDER = {"bark": spell(attached("creature")), "wall": spell(attached("tower"))}


@clause("FS-3.5", "FS-8.2")
@pytest.mark.parametrize("verb", ["return", "destroy", "fortify", "crystallise", "recover"])
def test_cards_under_a_creature_are_trashed_when_it_leaves(verb: str) -> None:
    own = lord("1 s5 with 41:bark 40:bark", hand="na")
    rows = moves(cast(do(verb, at("battlefield")), own=own, cards=UNDER))
    assert rows[1].startswith(f"{verb} s5 battlefield>")
    assert rows[2:] == ["trash bark attached>trash"] * 2 + ["trash x casting>trash"]


@clause("FS-3.5")
def test_cards_under_a_tower_go_to_the_groove_when_it_is_destroyed_after_the_extra_card() -> None:
    own = lord("", "20 et with 41:wall 40:wall", hand="na", deck="sp")
    match = cast(do("destroy", at("tower")), own=own, cards=UNDER)
    assert moves(match)[1:5] == [
        "destroy et tower>groove",
        "energise sp deck>groove",
        "destroy wall attached>groove",
        "destroy wall attached>groove",
    ]
    assert [row["uid"] for row in named(last(match), "move") if row["from"] == "attached"] == [41, 40]


@clause("FS-3.5")
@pytest.mark.parametrize("verb", ["return", "energise", "trash", "crystallise", "recover"])
def test_cards_under_a_tower_that_leaves_otherwise_are_trashed(verb: str) -> None:
    match = cast(do(verb, at("tower")), own=lord("", "20 et with 40:wall", hand="na", deck="sp"), cards=UNDER)
    assert moves(match)[2] == "trash wall attached>trash"


@clause("FS-3.6")
def test_a_creature_comes_ready_cured_and_dizzy_without_bonus_and_granted_words() -> None:
    own = lord("1 s5 engaged afflicted +3 !ranged", hand="na")
    match = cast(do("return", at("battlefield")), do("summon", at("hand", filter={"min_strength": 5})), own=own)
    assert field(match, 0) == "101 s5 dizzy"


@clause("FS-3.7", "FS-7.12")
def test_dizzy_creatures_cannot_attack_nor_be_used() -> None:
    cards = {"u": creature(when("used", draw()))}
    match = table(lord("1 u dizzy, 2 u"), lord(), cards=cards)
    assert match.actions() == ["attack u2 fortress 1", "end", "use u2"]


@clause("FS-3.7")
def test_dizzy_creatures_may_block() -> None:
    match = battle(lord("1 s5"), lord("5 s1 dizzy"), "attack u1 fortress 1")
    assert match.actions() == ["block u5", "noblock"]


@clause("FS-3.7", "FS-10.5")
def test_dizziness_of_all_creatures_ends_with_the_turn() -> None:
    match = after(table(lord("1 s5 dizzy", hand="na"), lord("5 s1 dizzy", hand="na"), step="discard"), "keep")
    assert (field(match, 0), field(match, 1)) == ("1 s5", "5 s1")


@clause("FS-3.8")
def test_a_face_down_creature_keeps_sphere_statuses_granted_words_and_attached_cards() -> None:
    cards = {
        "a": card("chaos", 5, 9, race="elf", keyword="flyer", abilities=[passive("ranged"), when("attacks", draw())]),
        "bark": spell(attached("creature", passive("strength", n=2))),
    }
    own = lord("1 a facedown !wins_ties with 40:bark, 2 a facedown engaged", hand="na")
    match = table(own, lord("5 s5, 6 s5 engaged"), cards=cards)
    assert strengths(match, 0) == {1: 5, 2: 3}
    assert listed(match, "attack") == ["attack u1 fortress 1", "attack u1 u6"], "its own word ranged does not count"
    after(match, "attack u1 u6", "noblock")
    assert triggers(match) == []
    assert field(match, 0) == "1 a engaged facedown !wins_ties with 40:bark, 2 a engaged facedown"


@clause("FS-3.8", "FS-12.8")
def test_effects_find_a_face_down_creature_by_its_back() -> None:
    cards = {"a": card("chaos", 5, 9, race="elf")}
    own = lord("1 a facedown, 2 a, 3 s1 facedown", hand="na")
    match = cast(stronger(1, at("battlefield", pick="all", filter={"sphere": "chaos"})), own=own, cards=cards)
    assert field(match, 0) == "1 a facedown +1, 2 a +1, 3 s1 facedown"
    match = cast(stronger(1, at("battlefield", pick="all", filter={"race": "elf"})), own=own, cards=cards)
    assert field(match, 0) == "1 a facedown, 2 a +1, 3 s1 facedown"


@clause("FS-3.9", "FS-7.7")
def test_an_inverted_creature_is_unveiled_for_good_when_it_is_about_to_fight() -> None:
    cards = {"i": card("science", 3, 7, inverted=True)}
    match = battle(lord("1 i facedown"), lord("5 s5 engaged"), cards=cards)
    assert strengths(match, 0) == {1: 3}
    after(match, "attack u1 u5")
    assert field(match, 0) == "1 i engaged"
    assert field(match, 1) == ""


@clause("FS-3.9")
def test_other_face_down_creatures_stay_face_down() -> None:
    match = battle(lord("1 s9 facedown"), lord("5 s2 engaged"), "attack u1 u5")
    assert field(match, 0) == "1 s9 engaged facedown"


@clause("FS-3.9")
def test_the_verb_unveil_turns_an_inverted_creature_up_and_no_other() -> None:
    cards = {"i": card("science", 3, 7, inverted=True)}
    match = cast(
        do("unveil", at("battlefield", pick="all")), own=lord("1 i facedown, 2 s9 facedown", hand="na"), cards=cards
    )
    assert field(match, 0) == "1 i, 2 s9 facedown"
    check_refused(match, "target u2")


@clause("FS-2.4", "FS-12.5.6")
@pytest.mark.parametrize(("verb", "own_card"), [("summon", "s4"), ("cast", "a")])
def test_in_the_own_turn_only_the_own_cards_can_be_brought(verb: str, own_card: str) -> None:
    cards = {"a": spell(active())}
    own, other = lord(hand="na", trash=own_card), lord(trash=f"{own_card} {own_card}")
    match = cast(do(verb, at("trash", "any")), own=own, others=[other], cards=cards)
    assert moves(match)[1].startswith(f"{verb} {own_card} trash>"), "the only eligible card, without a question"
    assert pile(match, 1, "trash") == f"{own_card} {own_card}"


@clause("FS-2.1")
def test_an_effect_may_fortify_a_card_of_another_lord_in_his_own_fortress() -> None:
    match = cast(do("fortify", at("trash", "opponent")), others=[lord("", "20 na", trash="s4")])
    assert show(match, 1, "fortress") == "20 na, 101 s4"
