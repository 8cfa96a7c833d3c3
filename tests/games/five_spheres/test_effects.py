"""FS-12.6 and FS-12.7: every verb and every passive, in play."""

from __future__ import annotations

from typing import Any

import pytest

from games.five_spheres.abilities import at, do, draw, passive, ref, stronger, when
from games.five_spheres.arrange import after, battle, cast, invalid, lord, position, table
from games.five_spheres.cards import Json, active, attached, card, creature, hidden, instant, spell
from games.five_spheres.lying import field, mana, options, pile, show, strengths
from games.five_spheres.told import events, last, listed, moves, named, triggers
from marks import clause
from orrery.core.match import Match

INVERTED = card(cost=3, strength=5, inverted=True)

# --- FS-12.6: verbs that move -----------------------------------------------------------------------------------------


@clause("FS-12.6")
@pytest.mark.parametrize("zone", ["battlefield", "vault", "groove", "trash", "deck", "tower", "spell"])
def test_return_takes_a_card_of_any_zone_to_its_owners_hand(zone: str) -> None:
    other = lord("5 s1", "20 s2, 21 a spell", "31 s3", deck="s4", trash="s5", groove="s6")
    match = cast(do("return", at(zone, "opponent")), others=[other], cards={"a": spell(active())})
    card_of = {
        "battlefield": "s1",
        "tower": "s2",
        "spell": "a",
        "vault": "s3",
        "deck": "s4",
        "trash": "s5",
        "groove": "s6",
    }
    assert pile(match, 1, "hand") == card_of[zone]


@clause("FS-12.6")
def test_recover_fills_the_deck_one_card_after_the_other() -> None:
    own = lord(hand="na", trash="s1 s2", deck="s9")
    assert pile(cast(do("recover", at("trash", n=2)), own=own), 0, "deck") == "s2 s1 s9"
    assert pile(cast(do("recover", at("trash", n=2), place="bottom"), own=own), 0, "deck") == "s9 s1 s2"


@clause("FS-12.6")
def test_crystallise_fires_its_event_and_gives_mana() -> None:
    cards = {"l": creature(when("crystallised", draw()))}
    match = cast(do("crystallise", at("deck")), own=lord("1 l", hand="na", deck="s4 s5"), cards=cards)
    assert (show(match, 0, "vault"), pile(match, 0, "hand"), mana(match)) == ("30 sc, 101 s4", "na s5", 1)


@clause("FS-12.6")
def test_energise_takes_a_tower_to_the_groove_without_an_extra_card() -> None:
    match = cast(do("energise", at("tower")), own=lord("", "20 et", hand="na", deck="s4"))
    assert (pile(match, 0, "groove"), pile(match, 0, "deck")) == ("et", "s4")


@clause("FS-12.6")
def test_fortify_makes_a_face_down_tower() -> None:
    match = cast(do("fortify", at("deck")), own=lord("", "20 et", hand="na", deck="s4"))
    row = match.position()["seats"][0]["fortress"][1]
    assert (row["card"], row["kind"], row["facedown"]) == ("s4", "tower", True)


@clause("FS-12.6")
def test_summon_brings_a_creature_face_up_even_if_it_is_inverted_and_costs_nothing() -> None:
    cards = {"i": INVERTED, "l": creature(when("summoned", draw(), by="other"))}
    match = cast(do("summon", at("trash")), own=lord("1 l", hand="na", trash="i"), cards=cards)
    assert field(match, 0) == "1 l, 101 i dizzy"
    assert (triggers(match), mana(match)) == (["1 summoned"], 0), "the one mana was spent on x"


@clause("FS-12.6")
@pytest.mark.parametrize("target", [at("hand", filter={"spell_type": "active"}), at("trash")])
def test_cast_brings_an_active_spell_and_fires_nothing(target: Json) -> None:
    cards = {
        "a": spell(active(passive("strength", n=1), do=[draw()])),
        "l": creature(when("cast", draw())),
    }
    own = lord("1 l", "20 na", hand="a na", trash="a")
    match = cast(do("cast", target), own=own, cards=cards)
    assert show(match, 0, "fortress") == "20 na, 101 a spell"
    assert triggers(match) == ["1 cast"], "for x itself only"
    assert [row for row in moves(match) if row.startswith("draw")] == ["draw na deck>hand"], "for l, not the `do` of a"
    assert strengths(match, 0) == {1: 3}


@clause("FS-12.6")
def test_cast_takes_from_the_deck_with_search() -> None:
    effect = do("cast", at("deck", pick="choose", search=True))
    match = cast(effect, own=lord("", "20 na", hand="na", deck="s1 a s2"), cards={"a": spell(active())})
    assert options(match) == ["p0.c1"]
    assert show(after(match, "target p0.c1"), 0, "fortress") == "20 na, 101 a spell"


@clause("FS-12.6")
@pytest.mark.parametrize("zone", ["battlefield", "vault", "groove", "hand", "deck", "tower", "spell"])
def test_trash_takes_a_card_of_any_zone_to_the_trash(zone: str) -> None:
    other = lord("5 s1", "20 s2, 21 a spell", "31 s3", "s5", "s4", groove="s6")
    words = {"pick": "owner"} if zone == "hand" else {}
    match = cast(do("trash", at(zone, "opponent", **words)), others=[other], cards={"a": spell(active())})
    card_of = {
        "battlefield": "s1",
        "tower": "s2",
        "spell": "a",
        "vault": "s3",
        "deck": "s4",
        "hand": "s5",
        "groove": "s6",
    }
    assert pile(match, 1, "trash") == card_of[zone]


@clause("FS-12.6", "FS-8.1")
@pytest.mark.parametrize("zone", ["battlefield", "tower", "spell", "vault"])
def test_destroy_takes_from_four_zones(zone: str) -> None:
    other = lord("5 s1", "20 s2, 21 a spell", "31 s3", deck="s4")
    match = cast(do("destroy", at(zone, "opponent")), others=[other], cards={"a": spell(active())})
    assert pile(match, 1, "groove") == {"battlefield": "s1", "tower": "s2 s4", "spell": "a", "vault": "s3"}[zone]


@clause("FS-12.6")
@pytest.mark.parametrize(
    ("zone", "event"), [("battlefield", "destroyed"), ("tower", "tower_lost"), ("spell", "spell_lost"), ("vault", "")]
)
def test_destroy_fires_the_event_of_its_zone(zone: str, event: str) -> None:
    words = ("destroyed", "tower_lost", "spell_lost")
    cards = {"a": spell(active()), "l": spell(active(*[when(word, draw(), by="opponent") for word in words]))}
    own = lord("", "28 na, 29 l spell", hand="na")
    match = cast(
        do("destroy", at(zone, "opponent")), own=own, others=[lord("5 s1", "20 s2, 21 a spell", "31 s3")], cards=cards
    )
    assert triggers(match) == ([f"29 {event}"] if event else [])


@clause("FS-12.6")
@pytest.mark.parametrize("verb", ["return", "trash", "energise", "recover", "fortify", "crystallise"])
def test_a_creature_that_is_not_destroyed_fires_no_destroyed(verb: str) -> None:
    cards = {"c": creature(when("destroyed", draw()))}
    assert triggers(cast(do(verb, at("battlefield")), own=lord("1 c", hand="na"), cards=cards)) == []


@clause("FS-12.6")
def test_a_verb_whose_destination_is_the_cards_own_zone_does_nothing() -> None:
    cards = {"a": creature(when("attacks", do("summon", ref("this")), draw(given={"did": 1})))}
    match = battle(lord("1 a"), lord("5 s9 engaged, 6 s9"), "attack u1 u5", cards=cards)
    assert (field(match, 0), moves(match)) == ("1 a engaged", [])
    assert invalid(position(lord(), lord(), cards={"bad": spell(instant(do("return", at("hand"))))}))


# --- FS-12.6: verbs that change ---------------------------------------------------------------------------------------


@clause("FS-12.6", "FS-20.3")
@pytest.mark.parametrize(
    ("verb", "before", "later", "status", "on"),
    [
        ("afflict", "1 s5", "1 s5 afflicted", "afflicted", True),
        ("cure", "1 s5 afflicted", "1 s5", "afflicted", False),
        ("engage", "1 s5", "1 s5 engaged", "engaged", True),
        ("ready", "1 s5 engaged", "1 s5", "engaged", False),
    ],
)
def test_a_verb_sets_or_clears_a_status(verb: str, before: str, later: str, status: str, on: bool) -> None:
    match = cast(do(verb, at("battlefield")), own=lord(before, hand="na"))
    assert field(match, 0) == later
    assert named(last(match), "status") == [{"event": "status", "uid": 1, "status": status, "on": on}]


@clause("FS-12.6")
@pytest.mark.parametrize(
    ("verb", "state"), [("afflict", " afflicted"), ("cure", ""), ("engage", " engaged"), ("ready", "")]
)
def test_nothing_happens_if_it_is_already_so(verb: str, state: str) -> None:
    match = cast(do(verb, at("battlefield", pick="all")), draw(given={"did": 1}), own=lord(f"1 s5{state}", hand="na"))
    assert (named(last(match), "status"), pile(match, 0, "hand")) == ([], "na")


@clause("FS-12.6", "FS-12.3")
@pytest.mark.parametrize(("verb", "event", "state"), [("afflict", "afflicted", ""), ("cure", "cured", " afflicted")])
def test_afflict_and_cure_fire_their_events(verb: str, event: str, state: str) -> None:
    cards = {"l": creature(when(event, draw(), by="other"))}
    own = lord(f"1 l, 2 s1{state}", hand="na")
    match = cast(do(verb, at("battlefield", filter={"max_strength": 1})), own=own, cards=cards)
    assert triggers(match) == [f"1 {event}"]


@clause("FS-12.6", "FS-20.3")
def test_strengthen_adds_to_the_bonus_of_this_turn() -> None:
    match = cast(stronger(2, at("battlefield")), stronger(-5, ref("last")), own=lord("1 s5 +1", hand="na"))
    assert (field(match, 0), strengths(match, 0)) == ("1 s5 -2", {1: 3})
    assert named(last(match), "strengthen") == [{"event": "strengthen", "uid": 1, "n": n} for n in (2, -5)]


@clause("FS-12.6", "FS-20.3")
def test_unveil_turns_an_inverted_creature_up_and_fires_unveiled() -> None:
    cards = {"i": INVERTED | {"creature": INVERTED["creature"] | {"abilities": [when("unveiled", draw())]}}}
    match = cast(do("unveil", at("battlefield")), own=lord("1 i facedown engaged", hand="na"), cards=cards)
    assert (field(match, 0), triggers(match)) == ("1 i engaged", ["1 unveiled"])
    assert named(last(match), "unveil") == [{"event": "unveil", "uid": 1, "card": "i"}]


def granted(word: str, creatures: str = "1 s2", other: str = "5 s2 engaged, 6 s2", **cards: Json) -> Match:
    """Creature 1 has been granted a word by a spell; seat 0 is in its battle step."""
    effect = do("grant", at("battlefield", n=1), passive=word)
    return after(cast(effect, own=lord(creatures, hand="na"), others=[lord(other)], cards=cards), "end")


@clause("FS-12.6")
@pytest.mark.parametrize(
    ("word", "attacks"),
    [
        ("cannot_attack", []),
        ("cannot_siege", ["attack u1 u5"]),
        ("ranged", ["attack u1 fortress 1", "attack u1 u5", "attack u1 u6"]),
        ("wins_ties", ["attack u1 fortress 1", "attack u1 u5"]),
    ],
)
def test_granted_words_change_what_a_creature_may_attack(word: str, attacks: list[str]) -> None:
    assert listed(granted(word), "attack") == attacks


@clause("FS-12.6", "FS-20.3")
def test_a_grant_is_told() -> None:
    match = granted("ranged")
    assert named(events(match), "grant") == [{"event": "grant", "uid": 1, "word": "ranged"}]
    assert field(match, 0) == "1 s2 !ranged"


@clause("FS-12.6")
@pytest.mark.parametrize(
    ("word", "answers"),
    [("must_be_blocked", ["block u6"]), ("unblockable", []), ("ranged", ["block u6", "noblock"])],
)
def test_granted_words_change_the_block(word: str, answers: list[str]) -> None:
    match = after(granted(word), "attack u1 fortress 1")
    assert listed(match, "block", "noblock") == answers


@clause("FS-12.6")
def test_granted_cannot_block() -> None:
    match = battle(lord("1 s5"), lord("5 s1 !cannot_block, 6 s1"), "attack u1 fortress 1")
    assert listed(match, "block") == ["block u6"]


@clause("FS-12.6")
def test_granted_wins_ties() -> None:
    assert field(after(granted("wins_ties"), "attack u1 u5", "noblock"), 0) == "1 s2 engaged !wins_ties"


@clause("FS-12.6")
def test_granted_untargetable_and_immune_afflict() -> None:
    others = [lord("5 s1 !untargetable, 6 s1 !immune_afflict, 7 s1")]
    match = cast(do("afflict", at("battlefield", "opponent")), others=others)
    assert field(match, 1) == "5 s1 !untargetable, 6 s1 !immune_afflict, 7 s1 afflicted"


@clause("FS-12.6")
def test_a_word_is_granted_once_and_words_stand_in_the_order_of_granting() -> None:
    both = [do("grant", at("battlefield", pick="all"), passive=word) for word in ("ranged", "wins_ties", "ranged")]
    match = cast(*both, own=lord("1 s1, 2 s1 !wins_ties", hand="na"))
    assert field(match, 0) == "1 s1 !ranged !wins_ties, 2 s1 !wins_ties !ranged"


@clause("FS-12.6")
def test_face_down_and_afflicted_creatures_keep_granted_words_also_when_unveiled() -> None:
    match = battle(lord("1 i facedown afflicted !ranged"), lord("5 s1"), cards={"i": INVERTED})
    assert listed(match, "attack") == ["attack u1 fortress 1", "attack u1 u5"]
    assert field(after(match, "attack u1 u5"), 0) == "1 i engaged afflicted !ranged"


@clause("FS-12.6", "FS-10.5")
def test_granted_words_last_until_the_end_of_the_turn_or_until_the_creature_leaves() -> None:
    match = after(table(lord("1 s1 !ranged", hand="na"), lord("5 s1 !ranged", hand="na"), step="discard"), "keep")
    assert (field(match, 0), field(match, 1)) == ("1 s1", "5 s1")
    match = cast(
        do("return", at("battlefield")),
        do("summon", at("hand", filter={"max_strength": 1})),
        own=lord("1 s1 !ranged", hand="na"),
    )
    assert field(match, 0) == "101 s1 dizzy"


# --- evoke ------------------------------------------------------------------------------------------------------------


def evoking(
    half: Json, *effects: Json, creatures: str = "", cards: Json | None = None, event: str = "summoned"
) -> Match:
    """Seat 0 has summoned `e` (uid 100), whose ability has these effects and whose spell half is `half`."""
    known = {"e": card(spell=half, abilities=[when(event, *(effects or (do("evoke"),)))])} | (cards or {})
    own = lord(creatures, vault="30 sc", hand="e na")
    return after(table(own, lord("5 s5"), step="casting", cards=known), "summon h0")


@clause("FS-12.6", "FS-20.3")
@pytest.mark.parametrize(
    "half", [instant(draw()), active(do=[draw()]), hidden("wins", draw()), attached("tower", do=[draw()])]
)
def test_evoke_carries_out_the_do_of_the_spell_half(half: Json) -> None:
    match = evoking(half)
    assert named(last(match), "evoke") == [{"event": "evoke", "seat": 0, "uid": 100, "card": "e"}]
    assert (pile(match, 0, "hand"), field(match, 0)) == ("na na", "100 e dizzy")


@clause("FS-12.6")
def test_in_an_evoked_list_this_is_the_creature_and_subject_that_of_the_ability() -> None:
    match = evoking(instant(stronger(2), stronger(3, ref("subject")), stronger(9, ref("bearer"))))
    assert field(match, 0) == "100 e dizzy +5"


@clause("FS-12.6")
def test_in_an_evoked_list_last_is_empty() -> None:
    match = evoking(
        instant(stronger(2, ref("last"))),
        do("afflict", at("battlefield", filter={"max_strength": 1})),
        do("evoke"),
        creatures="1 s1",
    )
    assert field(match, 0) == "1 s1 afflicted, 100 e dizzy"


@clause("FS-12.6")
def test_evoke_of_another_creature_is_the_controllers_effect() -> None:
    cards = {"o": card(spell=instant(draw(), stronger(2)))}
    match = battle(
        lord("1 e"),
        lord("5 o engaged"),
        "attack u1 u5",
        cards=cards | {"e": creature(when("attacks", do("evoke", ref("foe"))), strength=9)},
    )
    assert pile(match, 0, "hand") == "na na", "the controller draws"
    assert named(events(match), "strengthen") == [{"event": "strengthen", "uid": 5, "n": 2}], "this is the creature"


@clause("FS-12.6")
def test_only_the_first_card_picked_is_evoked() -> None:
    match = evoking(
        instant(),
        do("evoke", at("battlefield", pick="all")),
        creatures="1 a, 2 a",
        cards={"a": card(spell=instant(draw()))},
    )
    assert [row["uid"] for row in named(last(match), "evoke")] == [1]


@clause("FS-12.6", "FS-12.5.1")
def test_a_destroyed_this_can_be_evoked() -> None:
    cards = {
        "e": card(
            strength=1, spell=instant(draw(), do("return", ref("this"))), abilities=[when("destroyed", do("evoke"))]
        )
    }
    match = battle(lord("1 s5"), lord("5 e engaged"), "attack u1 u5", cards=cards)
    assert moves(match) == ["destroy e battlefield>groove", "draw na deck>hand", "return e groove>hand"]


@clause("FS-12.6")
def test_evoke_is_not_allowed_in_a_spell_half() -> None:
    for half in (instant(do("evoke")), active(when("attacks", do("evoke"))), hidden("attacks", do("evoke"))):
        assert invalid(position(lord(), lord(), cards={"bad": spell(half)}))


# --- verbs without target ---------------------------------------------------------------------------------------------


@clause("FS-12.6")
@pytest.mark.parametrize(
    ("whose", "hands"), [("own", (2, 0)), ("opponent", (0, 2)), ("each", (2, 2)), ("each_opponent", (0, 2))]
)
def test_draw_takes_n_cards_of_the_deck(whose: str, hands: tuple[int, int]) -> None:
    match = cast(draw(2, whose))
    rows = match.position()["seats"]
    assert (len(rows[0]["hand"]) - 1, len(rows[1]["hand"])) == hands


@clause("FS-12.6", "FS-20.3", "FS-20.4")
@pytest.mark.parametrize("zone", ["deck", "trash", "groove"])
def test_shuffle_mixes_a_zone(zone: str) -> None:
    own = lord(hand="na", deck="s1 s2 s3", trash="s1 s2 s3", groove="s1 s2 s3")
    match = cast(do("shuffle", whose="own", zone=zone), own=own, fate=[0, 1])
    assert pile(match, 0, zone).removesuffix(" x") == "s3 s2 s1"
    assert [row["event"] for row in last(match)][2:5] == ["shuffle", "random", "random"]
    assert named(last(match), "shuffle") == [{"event": "shuffle", "seat": 0, "zone": zone}]


@clause("FS-12.6", "FS-14.3")
def test_draw_and_shuffle_of_one_of_several_lords_let_the_controller_choose_him() -> None:
    for effect in (draw(1, "opponent"), do("shuffle", whose="any", zone="trash")):
        match = cast(effect, others=[lord(), lord()])
        assert match.position()["pending"]["kind"] == "lord"
        assert options(match) == (["p1", "p2"] if effect["whose"] == "opponent" else ["p0", "p1", "p2"])


def replacing(a: Json, b: Json, own: Json, **fields: Any) -> Match:
    """Seat 0 has cast a replace."""
    return cast(do("replace", a=a, b=b), draw(given={"did": 2}), own=own, **fields)


SWAPS: list[tuple[Json, Json, Json, list[str]]] = [
    (
        at("battlefield"),
        at("trash"),
        lord("1 s1 engaged +2", hand="na", trash="s5"),
        ["s1 battlefield>trash", "s5 trash>battlefield"],
    ),
    (at("tower"), at("groove"), lord("", "20 s1", hand="na", groove="s5"), ["s1 tower>groove", "s5 groove>tower"]),
    (
        at("vault", filter={"sphere": "chaos"}),
        at("hand"),
        lord(vault="31 ch", hand="s5"),
        ["ch vault>hand", "s5 hand>vault"],
    ),
    (at("trash"), at("deck"), lord(hand="na", trash="s1", deck="s5 s6"), ["s1 trash>deck", "s5 deck>trash"]),
    (at("deck"), at("trash"), lord(hand="na", trash="s1", deck="s5 s6"), ["s5 deck>trash", "s1 trash>deck"]),
    (at("spell"), at("trash"), lord("", "20 na, 21 a spell", hand="na", trash="a"), ["a spell>trash", "a trash>spell"]),
]


@clause("FS-12.6", "FS-20.4")
@pytest.mark.parametrize(("a", "b", "own", "rows"), SWAPS)
def test_replace_changes_two_cards_a_first(a: Json, b: Json, own: Json, rows: list[str]) -> None:
    match = replacing(a, b, own, cards={"a": spell(active())})
    assert [row for row in moves(match) if row.startswith("replace")] == [f"replace {row}" for row in rows]
    assert "draw" in " ".join(moves(match)), "it did 2"


@clause("FS-12.6")
def test_replaced_cards_are_new_cards_there() -> None:
    match = replacing(at("battlefield"), at("tower"), lord("1 s1 engaged +2 !ranged", "20 s5", hand="na"))
    assert (field(match, 0), show(match, 0, "fortress")) == ("102 s5 dizzy", "101 s1")


@clause("FS-12.6")
@pytest.mark.parametrize(
    ("a", "b", "own"),
    [
        (at("battlefield"), at("trash"), lord("1 s1", hand="na")),  # one is missing
        (at("battlefield"), at("trash"), lord(hand="na", trash="s1")),
        (
            at("battlefield", filter={"min_strength": 5}),
            at("battlefield", filter={"max_strength": 1}),
            lord("1 s1, 2 s5", hand="na"),
        ),
        (ref("this"), at("trash"), lord(hand="na", trash="s1")),  # one is in casting
        (at("spell"), at("trash"), lord("", "20 na, 21 a spell", hand="na", trash="s1")),  # no active spell
    ],
)
def test_a_replace_that_is_not_possible_does_nothing(a: Json, b: Json, own: Json) -> None:
    match = replacing(a, b, own, cards={"a": spell(active())})
    assert [row for row in moves(match) if row.startswith(("replace", "draw"))] == []


@clause("FS-12.6")
def test_the_card_of_a_decides_the_lord_of_a_replace() -> None:
    own, other = lord("", "20 s1", hand="na", trash="s8"), lord("", "21 s2", trash="s9 s7")
    match = cast(do("replace", a=at("tower", "any"), b=at("trash", "any")), own=own, others=[other])
    assert options(match) == ["u20", "u21"]
    after(match, "target u21")
    assert options(match) == ["p1.x0", "p1.x1"]
    after(match, "target p1.x1")
    assert (show(match, 1, "fortress"), pile(match, 1, "trash")) == ("101 s7", "s9 s2")


@clause("FS-12.6", "FS-2.4")
def test_a_replace_that_would_bring_a_creature_in_anothers_turn_finds_no_card_for_it() -> None:
    own, other = lord("1 s1", hand="na", trash="s8"), lord("5 s2", trash="s9 s9")
    effect = do("replace", a=at("battlefield", "any"), b=at("trash", "any"))
    match = after(cast(effect, own=own, others=[other]), "target u5")
    assert (field(match, 1), pile(match, 1, "trash")) == ("5 s2", "s9 s9")
    match = after(cast(effect, own=own, others=[other]), "target u1")
    assert field(match, 0) == "101 s8 dizzy"


@clause("FS-12.6")
def test_an_effect_may_have_a_condition_that_is_checked_when_its_turn_comes() -> None:
    """The second effect looks at what the first has done."""
    match = cast(
        do("trash", at("battlefield")), draw(given={"count": at("battlefield"), "max": 0}), own=lord("1 s1", hand="na")
    )
    assert pile(match, 0, "hand") == "na na"
    match = cast(
        draw(given={"count": at("battlefield"), "max": 0}), do("trash", at("battlefield")), own=lord("1 s1", hand="na")
    )
    assert pile(match, 0, "hand") == "na"


# --- FS-12.7: scope and filter ----------------------------------------------------------------------------------------


def spread(kind: str, **words: Any) -> list[int]:
    """The creatures that a passive of strength 1 reaches: 1 (the source or its host) and 2 of seat 0, 5 of seat 1."""
    ability = passive("strength", n=1, **words)
    halves = {
        "creature": creature(ability),
        "attached": spell(attached("creature", ability)),
        "active": spell(active(ability)),
        "wall": spell(attached("tower", ability)),
    }
    creatures = {"creature": "1 l, 2 s2", "attached": "1 s2 with 9:l, 2 s2"}.get(kind, "1 s2, 2 s2")
    fortress = {"active": "20 na, 29 l spell", "wall": "20 na with 29:l"}.get(kind, "20 na")
    match = battle(lord(creatures, fortress), lord("5 s2"), cards={"l": halves[kind]})
    return [uid for seat in (0, 1) for uid, strength in strengths(match, seat).items() if strength == 3]


@clause("FS-12.7")
@pytest.mark.parametrize(
    ("kind", "scope", "reached"),
    [
        ("creature", None, [1]),
        ("creature", "this", [1]),
        ("creature", "own", [1, 2]),
        ("creature", "others", [2]),
        ("creature", "opponents", [5]),
        ("attached", None, [1]),
        ("attached", "this", [1]),
        ("attached", "own", [1, 2]),
        ("attached", "others", [2]),
        ("attached", "opponents", [5]),
        ("active", None, [1, 2]),
        ("active", "own", [1, 2]),
        ("active", "others", [1, 2]),
        ("active", "opponents", [5]),
        ("wall", "own", [1, 2]),
        ("wall", "opponents", [5]),
    ],
)
def test_every_scope(kind: str, scope: str | None, reached: list[int]) -> None:
    assert spread(kind, **({} if scope is None else {"scope": scope})) == reached


@clause("FS-12.7", "FS-15.4")
def test_the_scope_opponents_reaches_lords_in_range_only() -> None:
    cards = {"a": creature(passive("strength", n=-1, scope="opponents"))}
    seats = [lord("1 a", hand="na"), lord("5 s2"), lord("6 s2"), lord("7 s2")]
    match = table(*seats, cards=cards, mode="limited_range")
    assert [strengths(match, seat) for seat in (1, 2, 3)] == [{5: 1}, {6: 2}, {7: 1}]


@clause("FS-12.7")
def test_a_filter_restricts_the_creatures_concerned() -> None:
    cards = {"a": spell(active(passive("strength", n=1, filter={"sphere": "ether"})))}
    match = battle(lord("1 et, 2 s2, 3 et facedown", "20 na, 29 a spell"), lord(), cards=cards)
    assert strengths(match, 0) == {1: 3, 2: 2, 3: 4}


@clause("FS-12.7")
def test_a_passive_counts_while_its_condition_holds() -> None:
    ability = passive("strength", n=3, given={"is": {"status": ["engaged"]}, "of": "this"})
    match = battle(lord("1 a, 2 a engaged"), lord(), cards={"a": creature(ability)})
    assert strengths(match, 0) == {1: 2, 2: 5}


@clause("FS-12.7")
def test_the_subject_of_a_passive_is_the_creature_concerned() -> None:
    ability = passive("strength", n=3, given={"is": {"status": ["engaged"]}, "of": "subject"})
    match = battle(lord("1 s2, 2 s2 engaged", "20 na, 29 a spell"), lord(), cards={"a": spell(active(ability))})
    assert strengths(match, 0) == {1: 2, 2: 5}


@clause("FS-12.7")
@pytest.mark.parametrize(("word", "met"), [("this", {1: 5}), ("bearer", {1: 5}), ("last", {1: 2})])
def test_this_and_bearer_of_a_passive_are_as_usual_and_last_is_empty(word: str, met: dict[int, int]) -> None:
    ability = passive("strength", n=3, given={"is": {}, "of": word})
    match = battle(lord("1 s2 with 9:b"), lord(), cards={"b": spell(attached("creature", ability))})
    assert strengths(match, 0) == met


@clause("FS-12.7", "FS-13.3")
def test_afflicted_creatures_keep_their_passives_and_face_down_ones_have_none() -> None:
    cards = {"a": creature(passive("ranged"), passive("strength", n=2))}
    match = battle(lord("1 a afflicted, 2 a facedown"), lord("5 s1"), cards=cards)
    assert listed(match, "attack") == ["attack u1 fortress 1", "attack u1 u5", "attack u2 fortress 1"]
    assert strengths(match, 0) == {1: 2, 2: 3}


@clause("FS-12.7", "FS-3.8")
def test_passives_of_cards_attached_to_face_down_and_afflicted_creatures_count() -> None:
    cards = {"b": spell(attached("creature", passive("ranged")))}
    match = battle(lord("1 s1 facedown with 8:b, 2 s1 afflicted with 9:b"), lord("5 s1"), cards=cards)
    assert listed(match, "attack") == [f"attack u{n} {goal}" for n in (1, 2) for goal in ("fortress 1", "u5")]


# --- FS-12.7: the words -----------------------------------------------------------------------------------------------


@clause("FS-12.7", "FS-7.1", "FS-7.2", "FS-7.4")
@pytest.mark.parametrize(
    ("word", "attacks", "blocks"),
    [
        ("cannot_attack", [], ["block u5"]),
        ("cannot_siege", ["attack u1 u6"], ["block u5"]),
        ("cannot_block", ["attack u1 fortress 1", "attack u1 u6"], []),
    ],
)
def test_what_a_creature_cannot_do(word: str, attacks: list[str], blocks: list[str]) -> None:
    cards = {"c": creature(passive(word))}
    assert listed(battle(lord("1 c"), lord("5 c, 6 s1 engaged"), cards=cards), "attack") == attacks
    match = battle(lord("1 s5"), lord("5 c, 6 s1 engaged"), "attack u1 fortress 1", cards=cards)
    assert listed(match, "block") == blocks


def fight(own: str, other: str, *words: str, **cards: Json) -> list[int]:
    """The strengths of the battle that follows."""
    match = battle(lord(own), lord(other), *words, cards=cards)
    found: list[int] = named(events(match), "battle")[0]["strengths"]
    return found


@clause("FS-12.7")
@pytest.mark.parametrize(
    ("during", "attacker", "blocker", "target"),
    [("always", 5, 5, 5), (None, 5, 5, 5), ("attack", 5, 2, 2), ("block", 2, 5, 2), ("defend", 2, 5, 5)],
)
def test_strength_in_each_part_of_a_fight(during: str | None, attacker: int, blocker: int, target: int) -> None:
    a = creature(passive("strength", n=3, **({} if during is None else {"during": during})))
    assert fight("1 a", "5 s1 engaged", "attack u1 u5", a=a)[0] == attacker
    assert fight("1 s1", "5 a", "attack u1 fortress 1", "block u5", a=a)[1] == blocker
    assert fight("1 s1", "5 a engaged", "attack u1 u5", a=a)[1] == target


@clause("FS-12.7")
@pytest.mark.parametrize("during", ["attack", "block", "defend"])
def test_strength_during_a_part_counts_in_no_other_time(during: str) -> None:
    cards = {"a": creature(passive("strength", n=3, during=during))}
    assert strengths(battle(lord("1 a, 2 a engaged"), lord(), cards=cards), 0) == {1: 2, 2: 2}


@clause("FS-12.7")
def test_the_target_of_a_blocked_attack_does_not_defend() -> None:
    """The ability at `blocks` takes the creatures of strength 5 or more: the blocker defends, the target does not."""
    cards = {
        "a": creature(passive("strength", n=3, during="defend")),
        "l": spell(active(when("blocks", stronger(1, at("battlefield", pick="all", filter={"min_strength": 5}))))),
    }
    other = lord("5 a engaged, 6 a", "20 na, 29 l spell")
    match = battle(lord("1 s1"), other, "attack u1 u5", "block u6", cards=cards)
    assert [row["uid"] for row in named(events(match), "strengthen")] == [6]


@clause("FS-12.7")
def test_strength_may_be_counted_and_not_depend_on_strength() -> None:
    cards = {"a": creature(passive("strength", n={"count": at("vault"), "max": 2}))}
    assert strengths(battle(lord("1 a", vault="30 sc"), lord(), cards=cards), 0) == {1: 3}
    assert strengths(battle(lord("1 a", vault="30 sc, 31 sc, 32 sc"), lord(), cards=cards), 0) == {1: 4}
    bad = creature(passive("strength", n={"var": "strength", "of": "foe"}))
    assert invalid(position(lord(), lord(), cards={"bad": bad}))


@clause("FS-12.7")
def test_immune_afflict() -> None:
    cards = {"a": creature(passive("immune_afflict"))}
    match = cast(
        do("afflict", at("battlefield", "any", pick="all")),
        own=lord("1 a, 2 s1", hand="na"),
        others=[lord("5 a")],
        cards=cards,
    )
    assert (field(match, 0), field(match, 1)) == ("1 a, 2 s1 afflicted", "5 a")


@clause("FS-12.7", "FS-15.5")
def test_untargetable_does_not_hold_against_the_own_side() -> None:
    cards = {"u": creature(passive("untargetable")), "x": spell(instant(do("afflict", at("battlefield", "any"))))}
    seats = [lord("1 u", vault="30 sc", hand="x na"), {"out": True}, lord("3 u"), lord("5 u")]
    match = after(table(*seats, step="casting", cards=cards, mode="team_play"), "cast h0")
    assert options(match) == ["u1", "u3"], "his own and his partner's"


@clause("FS-12.7")
def test_untargetable_creatures_can_be_attacked_and_chosen_by_their_owner() -> None:
    cards = {"u": creature(passive("untargetable"))}
    assert listed(battle(lord("1 s5"), lord("5 u engaged"), cards=cards), "attack u1 u5") == ["attack u1 u5"]
    match = cast(
        do("afflict", at("battlefield", "opponent", pick="owner")), others=[lord("5 u, 6 s1, 7 s1")], cards=cards
    )
    assert options(match) == ["u6", "u7"], "it is still an effect of a lord of another side"


@clause("FS-12.7", "FS-3.6")
def test_swift_creatures_are_not_dizzy_when_they_come() -> None:
    cards = {"f": creature(passive("swift")), "a": spell(active(passive("swift", filter={"sphere": "ether"})))}
    own = lord("", "20 na, 29 a spell", "30 sc, 31 et, 32 sc, 33 sc, 34 sc", "f et s1 f na")
    match = table(own, lord(), step="casting", cards=cards)
    after(match, "summon h0", "summon h0", "generic h1")
    assert field(match, 0) == "100 f, 101 et, 102 f dizzy facedown", "a face-down creature has no word of its own"


@clause("FS-12.7", "FS-5.3")
def test_stays_engaged() -> None:
    cards = {"a": spell(active(passive("stays_engaged", scope="opponents")))}
    other = lord("5 s1 engaged", hand="na")
    match = after(table(lord("", "20 na, 29 a spell", hand="na"), other, step="discard", cards=cards), "keep")
    assert field(match, 1) == "5 s1 engaged"


@clause("FS-12.7", "FS-6.5")
def test_mana_may_be_counted_and_needs_its_condition() -> None:
    cards = {"a": creature(passive("mana", n={"count": at("tower"), "max": 3}, given={"count": at("hand"), "min": 1}))}
    assert mana(table(lord("1 a", "20 na, 21 na", hand="na"), lord(), step="casting", cards=cards)) == 2
    assert mana(battle(lord("1 a", "20 na, 21 na"), lord("5 a", "22 na"), cards=cards), 1) == 0


@clause("FS-12.7", "FS-12.8")
def test_the_exception_of_unblockable_may_speak_of_the_creature_concerned() -> None:
    """All own creatures can be blocked only by creatures that share a sphere with the attacker."""
    word = passive("unblockable", **{"except": {"matching": {"to": "subject", "by": "sphere"}}})
    cards = {"a": spell(active(word))}
    own, other = lord("1 et, 2 s5", "20 na, 29 a spell"), lord("5 et, 6 s1, 7 na")
    assert listed(battle(own, other, "attack u1 fortress 1", cards=cards), "block") == ["block u5"]
    assert listed(battle(own, other, "attack u2 fortress 1", cards=cards), "block") == ["block u6"]


@clause("FS-12.5.6", "FS-12.7")
@pytest.mark.parametrize("pick", ["choose", "random", "owner", "opponent_choice"])
def test_untargetable_creatures_are_safe_from_every_pick_but_all(pick: str) -> None:
    cards = {"u": creature(passive("untargetable"))}
    match = cast(do("afflict", at("battlefield", "opponent", pick=pick)), others=[lord("5 u, 6 s1")], cards=cards)
    assert field(match, 1) == "5 u, 6 s1 afflicted"


@clause("FS-12.6", "FS-12.7")
def test_a_face_down_creature_that_is_unveiled_has_its_passives_from_then_on() -> None:
    cards = {"i": card(cost=3, strength=1, inverted=True, abilities=[passive("strength", n=6)])}
    match = cast(do("unveil", at("battlefield")), own=lord("1 i facedown", hand="na"), cards=cards)
    assert strengths(match, 0) == {1: 7}


@clause("FS-12.6")
def test_upto_none_did_nothing() -> None:
    effects = [
        do("afflict", at("battlefield", upto=True)),
        draw(given={"did": 1}),
        do("trash", at("deck"), given={"did": 0}),
    ]
    match = after(cast(*effects, own=lord("1 s1", hand="na")), "target none")
    assert moves(match)[1:] == ["trash na deck>trash", "trash x casting>trash"]


@clause("FS-12.6", "FS-14.3")
def test_a_side_of_a_replace_may_be_random_or_chosen_by_the_owner() -> None:
    own = lord("", "20 s1, 21 s2", hand="na", trash="s3 s4 s5")
    match = cast(do("replace", a=at("trash", pick="random"), b=at("tower")), own=own, fate=[2])
    assert [(row["n"], row["v"]) for row in named(events(match), "random")] == [(3, 2)]
    after(match, "target u20")
    assert moves(match)[1:3] == ["replace s5 trash>tower", "replace s1 tower>trash"]
    match = cast(do("replace", a=at("tower", "opponent", pick="owner"), b=at("trash", "opponent")), others=[own])
    assert (match.to_act(), options(match)) == (1, ["u20", "u21"])
    after(match, "target u21")
    assert (match.to_act(), options(match)) == (0, ["p1.x0", "p1.x1", "p1.x2"]), "the controller chooses the other"


@clause("FS-12.6")
def test_a_side_of_a_replace_may_be_a_reference() -> None:
    cards = {"a": creature(when("attacks", do("replace", a=ref("this"), b=at("trash")), stronger(1, ref("last"))))}
    match = battle(lord("1 a", trash="s9"), lord("5 s1 engaged"), "attack u1 u5", cards=cards)
    assert (field(match, 0), pile(match, 0, "trash")) == ("100 s9 dizzy +1", "a"), "last is what is in play after it"


@clause("FS-12.6")
@pytest.mark.parametrize("zone", ["hand", "trash", "groove"])
def test_the_first_card_of_a_zone_may_be_side_a(zone: str) -> None:
    own = lord("", "20 s1, 21 s2", hand="s3 s4", trash="s3 s4", groove="s3 s4")
    word = {"hand": "p0.h0", "trash": "p0.x0", "groove": "p0.e0"}[zone]
    match = after(cast(do("replace", a=at(zone), b=at("tower")), own=own), f"target {word}")
    assert options(match) == ["u20", "u21"]
    after(match, "target u21")
    assert moves(match)[1:3] == [f"replace s3 {zone}>tower", f"replace s2 tower>{zone}"]


@clause("FS-12.6", "FS-12.5.5")
def test_a_replace_may_search_a_hand() -> None:
    own, other = lord(hand="na"), lord("", "20 s1", hand="s3 s4")
    effect = do("replace", a=at("tower", "opponent"), b=at("hand", "opponent", search=True))
    match = cast(effect, own=own, others=[other])
    assert match.view(0)["seats"][1]["hand"] == ["s3", "s4"]
    after(match, "target p1.h1")
    assert named(events(match), "search") == [{"event": "search", "seat": 0, "lord": 1, "zone": "hand"}]
    assert (pile(match, 1, "hand"), show(match, 1, "fortress")) == ("s3 s1", "101 s4")


@clause("FS-1.10", "FS-12.6")
def test_an_instant_may_trash_itself_once() -> None:
    match = cast(do("trash", ref("this")), draw(given={"did": 1}))
    assert moves(match) == ["cast x hand>casting", "trash x casting>trash", "draw na deck>hand"]


@clause("FS-2.4", "FS-13.5")
def test_a_hidden_spell_cannot_summon_itself_in_anothers_turn() -> None:
    cards = {"h": spell(hidden("attacked", do("summon", ref("this"))))}
    match = battle(lord("1 s5"), lord("5 s1 engaged", "20 na, 21 h spell"), "attack u1 u5", cards=cards)
    assert moves(match)[:2] == ["reveal h spell>casting", "trash h casting>trash"]


@clause("FS-3.5", "FS-12.6")
def test_what_lies_under_side_a_of_a_replace_is_trashed_before_side_b_comes() -> None:
    own = lord("1 s1 with 9:b", hand="na", trash="s5")
    effect = do("replace", a=at("battlefield"), b=at("trash"))
    match = cast(effect, own=own, cards={"b": spell(attached("creature"))})
    assert moves(match)[1:4] == [
        "replace s1 battlefield>trash",
        "trash b attached>trash",
        "replace s5 trash>battlefield",
    ]
