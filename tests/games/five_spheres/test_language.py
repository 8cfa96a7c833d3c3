"""FS-12.1 to FS-12.5 and FS-12.8 to FS-12.10: events, by, references, zones, whose, pick, filters, numbers, conditions.

What the grammar refuses is in test_grammar.py; here every word is tried in play.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.five_spheres.arrange import (
    Json,
    active,
    after,
    at,
    attached,
    battle,
    card,
    cast,
    creature,
    do,
    draw,
    events,
    field,
    hidden,
    instant,
    invalid,
    lord,
    moves,
    named,
    options,
    passive,
    pile,
    position,
    ref,
    show,
    spell,
    step,
    strengths,
    stronger,
    table,
    triggers,
    when,
)
from marks import clause
from orrery.core.match import Match
from orrery.games.five_spheres import GAME

# --- FS-12.1, FS-12.2 -------------------------------------------------------------------------------------------------


@clause("FS-12.1", "FS-12.2")
def test_a_field_or_word_that_is_not_listed_makes_the_position_invalid() -> None:
    for bad in (
        card() | {"colour": "red"},
        card(colour="red"),
        spell(instant() | {"speed": 1}),
        creature(when("sneezes", draw())),
        creature(passive("glows")),
        creature(when("attacks", {"do": "explode"})),
        creature({"do": [draw()]}),
    ):
        assert invalid(position(lord(), lord(), cards={"bad": bad}))


@clause("FS-12.1")
def test_halves_may_have_names() -> None:
    named_card = card(name="Roc", spell=instant() | {"name": "Gale"}) | {"name": "Roc / Gale"}
    match = table(lord("1 a"), lord(), cards={"a": named_card})
    assert match.position()["cards"]["a"] == named_card


# --- FS-12.3: every event, with its subject ---------------------------------------------------------------------------

INVERTED = card(cost=3, strength=5, inverted=True)
HEAL = spell(instant(do("cure", at("battlefield", pick="all"))))
HURT = spell(instant(do("afflict", at("battlefield", pick="all"))))
OPENER = spell(instant(do("unveil", at("battlefield", pick="all"))))

EVENTS: dict[str, tuple[Json, Json, str, list[str], str]] = {
    # the event: both lords, the step, the actions, and the move of the subject that the listener 29 returns
    "summoned": (lord(vault="30 sc", hand="s1 na"), lord(), "casting", ["summon h0"], "s1 battlefield"),
    "unveiled": (lord("1 i facedown", vault="30 sc", hand="open na"), lord(), "casting", ["cast h0"], "i battlefield"),
    "attacks": (lord("1 s5", hand="na"), lord("5 s1 engaged"), "battle", ["attack u1 u5"], "s5 battlefield"),
    "attacked": (lord("1 s5", hand="na"), lord("5 s1 engaged"), "battle", ["attack u1 u5"], "s5 battlefield"),
    "targeted": (lord("1 s5", hand="na"), lord("5 s1 engaged"), "battle", ["attack u1 u5"], "s1 battlefield"),
    "blocks": (lord("1 s5", hand="na"), lord("5 s1"), "battle", ["attack u1 fortress 1", "block u5"], "s1 battlefield"),
    "blocked": (
        lord("1 s5", hand="na"),
        lord("5 s1"),
        "battle",
        ["attack u1 fortress 1", "block u5"],
        "s5 battlefield",
    ),
    "wins": (lord("1 s1", hand="na"), lord("5 s5 engaged"), "battle", ["attack u1 u5"], "s5 battlefield"),
    "sieges": (lord("1 s5", hand="na"), lord(), "battle", ["attack u1 fortress 1"], "s5 battlefield"),
    "destroyed": (lord("1 s5", hand="na"), lord("5 s1 engaged"), "battle", ["attack u1 u5"], "s1 groove"),
    "tower_lost": (lord("1 s5", hand="na"), lord("", "20 et"), "battle", ["attack u1 fortress 1"], "et groove"),
    "spell_lost": (
        lord("1 s5", hand="na"),
        lord("", "20 et, 21 a spell"),
        "battle",
        ["attack u1 fortress 1", "destroy u21"],
        "a groove",
    ),
    "afflicted": (lord("1 s5", vault="30 sc", hand="hurt na"), lord(), "casting", ["cast h0"], "s5 battlefield"),
    "cured": (lord("1 s5 afflicted", vault="30 sc", hand="na"), lord(), "cure", ["cure u1 with u30"], "s5 battlefield"),
    "crystallised": (lord(hand="s1 na"), lord(), "crystal", ["crystal h0"], "s1 vault"),
    "cast": (lord(vault="30 sc", hand="a na"), lord(), "casting", ["cast h0"], "a spell"),
    "retaliates": (
        lord("1 s5", hand="na"),
        lord("", "20 sc", hand="a", deck="na"),
        "battle",
        ["attack u1 fortress 1", "retaliate h0"],
        "a spell",
    ),
}
STOCK = {"i": INVERTED, "open": OPENER, "hurt": HURT, "heal": HEAL, "a": spell(active())}


def listener(event: str, *effects: Json, **words: Any) -> Json:
    """An active spell that hears an event of any lord."""
    return spell(active(when(event, *effects, by="any", **words)))


@clause("FS-12.3", "FS-12.5.1")
@pytest.mark.parametrize("event", EVENTS)
def test_an_event_fires_with_its_subject(event: str) -> None:
    own, other, at_step, words, subject = EVENTS[event]
    own = own | {"fortress": [{"uid": 28, "card": "na"}, {"uid": 29, "card": "l", "kind": "spell"}]}
    cards = STOCK | {"l": listener(event, do("return", ref("subject")))}
    match = after(table(own, other, step=at_step, cards=cards), *words)
    assert triggers(match) == [f"29 {event}"]
    assert f"return {subject}>hand" in moves(match)


@clause("FS-12.3")
@pytest.mark.parametrize("event", EVENTS)
def test_an_event_that_does_not_happen_does_not_fire(event: str) -> None:
    """In a turn in which nothing happens but the lord keeps his hand."""
    own = lord("1 s5 afflicted", "28 na, 29 l spell", "30 sc", "na")
    match = after(table(own, lord(hand="na"), step="discard", cards={"l": listener(event, draw())}), "keep")
    assert triggers(match) == []


@clause("FS-12.3", "FS-7.7")
def test_battle_fires_once_for_each_side_before_strengths_are_compared() -> None:
    cards = {"l": listener("battle", stronger(-1, ref("subject")))}
    match = battle(lord("1 s5", "28 na, 29 l spell"), lord("5 s3 engaged"), "attack u1 u5", cards=cards)
    assert triggers(match) == ["29 battle", "29 battle"]
    assert named(events(match), "battle")[0]["strengths"] == [4, 2]


@clause("FS-12.3")
@pytest.mark.parametrize("event", ["regroup", "turn_end"])
def test_regroup_and_turn_end_are_the_active_lords_and_have_no_subject(event: str) -> None:
    own = lord("", "28 na, 29 l spell", hand="na")
    cards = {"l": spell(active(when(event, do("return", ref("subject")), draw())))}
    other = lord("", "26 na, 27 l spell", hand="na")
    match = after(table(own, other, step="discard", cards=cards), "keep")
    assert triggers(match) == (["29 turn_end"] if event == "turn_end" else ["27 regroup"])
    assert [row for row in moves(match) if row.startswith("return")] == []


@clause("FS-12.3")
@pytest.mark.parametrize(
    ("effects", "own"),
    [
        ([do("summon", at("trash"))], lord(hand="na", trash="s1")),
        ([do("replace", a=at("battlefield"), b=at("trash"))], lord("1 et", hand="na", trash="s1")),
    ],
)
def test_summoned_fires_for_effects_and_replace_too(effects: list[Json], own: Json) -> None:
    own = own | {"fortress": [{"uid": 28, "card": "na"}, {"uid": 29, "card": "l", "kind": "spell"}]}
    match = cast(*effects, own=own, cards={"l": spell(active(when("summoned", stronger(2, ref("subject")))))})
    assert triggers(match) == ["29 summoned"]
    assert field(match, 0).endswith("s1 dizzy +2")


@clause("FS-12.3")
def test_crystallised_fires_for_any_reason() -> None:
    own = lord("1 s1", "28 na, 29 l spell", hand="na")
    cards = {"l": spell(active(when("crystallised", draw())))}
    match = cast(do("crystallise", at("battlefield")), do("crystallise", at("deck")), own=own, cards=cards)
    assert triggers(match) == ["29 crystallised", "29 crystallised"]


@clause("FS-12.3")
def test_the_lord_of_attacked_is_the_defender() -> None:
    cards = {
        "l": spell(active(when("attacked", draw(), by="own"))),
        "o": spell(active(when("attacked", draw(), by="opponent"))),
    }
    own = lord("1 s5", "24 na, 25 l spell, 26 o spell")
    match = battle(own, lord("5 s1 engaged", "27 na, 28 l spell, 29 o spell"), "attack u1 u5", cards=cards)
    assert triggers(match) == ["26 attacked", "28 attacked"]


@clause("FS-12.3")
@pytest.mark.parametrize("event", ["cast", "retaliates"])
def test_a_spell_does_not_hear_itself_played(event: str) -> None:
    half = spell(active(when(event, draw(), by="any")), "nature")
    if event == "cast":
        own = lord("", "28 na, 29 a spell", "30 na", "a na")
        match = after(table(own, lord(), step="casting", cards={"a": half}), "cast h0")
    else:
        other = lord("", "20 na, 29 a spell", hand="a")
        match = battle(lord("1 s5"), other, "attack u1 fortress 1", "destroy u20", "retaliate h0", cards={"a": half})
    assert triggers(match) == [f"29 {event}"]


@clause("FS-12.3")
def test_used_is_no_event_and_takes_no_by_and_no_filter() -> None:
    wrong: list[Json] = [{"by": "own"}, {"filter": {}}]
    for words in wrong:
        assert invalid(position(lord(), lord(), cards={"u": creature(when("used", draw(), **words))}))
    cards = {"u": creature(when("used", draw()))}
    assert triggers(battle(lord("1 u"), lord("5 s9 engaged"), "attack u1 u5", cards=cards)) == []


# --- FS-12.4 ----------------------------------------------------------------------------------------------------------


def heard(kind: str, by: str | None, who: str) -> bool:
    """Whether a source of seat 0 fires when somebody attacks: itself (or its host), another of its lord, an enemy."""
    ability = when("attacks", draw(), **({} if by is None else {"by": by}))
    hidden_words: Json = {} if by is None else {"by": by}
    halves: dict[str, Json] = {
        "creature": creature(ability),
        "attached": spell(attached("creature", ability)),
        "active": spell(active(ability)),
        "hidden": spell(hidden("attacks", draw(), **hidden_words)),
    }
    creatures = {"creature": "1 l, 2 s1", "attached": "1 s1 with 9:l, 2 s1"}.get(kind, "1 s1, 2 s1")
    fortress = "20 na, 21 na" + ("" if kind in ("creature", "attached") else ", 29 l spell")
    own, other = lord(creatures, fortress, hand="na"), lord("5 s1", "22 na, 23 na", hand="na")
    match = table(own, other, cards={"l": halves[kind]}, active=1 if who == "enemy" else 0)
    after(
        match,
        {"itself": "attack u1 fortress 1", "another": "attack u2 fortress 1", "enemy": "attack u5 fortress 0"}[who],
    )
    return triggers(match) != []


@clause("FS-12.4")
@pytest.mark.parametrize("kind", ["creature", "attached"])
@pytest.mark.parametrize(
    ("by", "hears"),
    [
        ("this", ["itself"]),
        ("own", ["itself", "another"]),
        ("other", ["another"]),
        ("opponent", ["enemy"]),
        ("any", ["itself", "another", "enemy"]),
        (None, ["itself"]),
    ],
)
def test_by_of_creatures_and_attached_spells(kind: str, by: str | None, hears: list[str]) -> None:
    assert [who for who in ("itself", "another", "enemy") if heard(kind, by, who)] == hears


@clause("FS-12.4")
@pytest.mark.parametrize("kind", ["active", "hidden"])
@pytest.mark.parametrize(
    ("by", "hears"),
    [
        ("own", ["another"]),
        ("other", ["another"]),
        ("opponent", ["enemy"]),
        ("any", ["another", "enemy"]),
        (None, ["another"]),
    ],
)
def test_by_of_active_and_hidden_spells(kind: str, by: str | None, hears: list[str]) -> None:
    assert [who for who in ("another", "enemy") if heard(kind, by, who)] == hears


@clause("FS-12.4")
@pytest.mark.parametrize(
    ("event", "hears"),
    [("crystallised", ["1"]), ("cast", ["1"]), ("tower_lost", ["1"]), ("turn_end", ["1"]), ("regroup", ["5"])],
)
def test_the_default_of_lord_events_is_own(event: str, hears: list[str]) -> None:
    """A creature of each lord listens; everything happens to seat 0 in its turn, then comes the regroup of seat 1."""
    cards = {"l": creature(when(event, draw())), "x": spell(instant(do("destroy", at("tower"))))}
    own = lord("1 l", "20 na", "30 sc", "sc x na")
    match = table(own, lord("5 l", hand="na"), step="crystal", cards=cards)
    after(match, "crystal h0", "cast h0", "end", "end", "keep")
    assert triggers(match) == [f"{uid} {event}" for uid in hears]


@clause("FS-12.4", "FS-15.4")
@pytest.mark.parametrize("by", ["opponent", "any"])
def test_lords_out_of_range_are_not_heard(by: str) -> None:
    cards = {"l": creature(when("attacks", draw(), by=by))}
    seats = [lord("1 l"), lord("", "20 na, 21 na"), lord("3 s1", hand="na"), lord()]
    match = after(table(*seats, cards=cards, active=2, mode="limited_range"), "attack u3 fortress 1")
    assert triggers(match) == [], "seat 2 sits opposite"
    seats[1] = lord("2 s1", "20 na", hand="na")
    match = after(table(*seats, cards=cards, active=1, mode="limited_range"), "attack u2 fortress 2", "noblock")
    assert triggers(match) == ["1 attacks"], "seat 1 sits beside"


@clause("FS-12.4")
def test_an_event_is_filtered_by_its_subject_and_without_a_subject_never_fits() -> None:
    cards = {
        "l": spell(active(when("attacks", draw(), filter={"min_strength": 4}))),
        "r": spell(active(when("turn_end", draw(), filter={}))),
    }
    own = lord("1 s5, 2 s1", "27 na, 28 r spell, 29 l spell")
    other = lord("", "20 na, 21 na, 22 na, 23 na", hand="na")
    match = battle(own, other, "attack u2 fortress 1", "destroy u20", "noretaliate", cards=cards)
    assert triggers(match) == []
    after(match, "attack u1 fortress 1", "destroy u21", "noretaliate", "keep")
    assert triggers(match) == ["29 attacks"]


@clause("FS-12.4")
@pytest.mark.parametrize(
    "bad",
    [
        creature(when("afflicted", draw())),
        creature(when("afflicted", draw(), by="this")),
        creature(when("attacked", draw(), by="this")),
        spell(active(when("attacked", draw(), by="this"))),
    ],
)
def test_what_could_never_fire_is_invalid(bad: Json) -> None:
    assert invalid(position(lord(), lord(), cards={"bad": bad}))


# --- FS-12.5.1: references --------------------------------------------------------------------------------------------


@clause("FS-12.5", "FS-12.5.1")
def test_this_is_the_source() -> None:
    match = battle(
        lord("1 a, 2 s1"),
        lord("5 s9 engaged"),
        "attack u1 u5",
        cards={"a": creature(when("attacks", do("return", ref("this"))))},
    )
    assert pile(match, 0, "hand") == "na a"


@clause("FS-12.5.1")
def test_bearer_is_the_host_of_an_attached_source_and_else_nothing() -> None:
    effect = when("attacks", stronger(2, ref("bearer")))
    cards = {"b": spell(attached("creature", effect)), "a": creature(effect)}
    match = battle(lord("1 s1 with 9:b, 2 s1"), lord("", "20 na, 21 na"), "attack u1 fortress 1", cards=cards)
    assert field(match, 0) == "1 s1 engaged +2 with 9:b, 2 s1"
    match = battle(lord("1 a, 2 s1"), lord("", "20 na, 21 na"), "attack u1 fortress 1", cards=cards)
    assert field(match, 0) == "1 a engaged, 2 s1"


@clause("FS-12.5.1")
@pytest.mark.parametrize(("word", "changed"), [("attacker", 1), ("blocker", 5)])
def test_attacker_and_blocker_are_those_of_the_present_attack(word: str, changed: int) -> None:
    cards = {"l": spell(active(when("blocks", stronger(2, ref(word)), by="any")))}
    match = battle(
        lord("1 s5, 2 s1", "20 na, 29 l spell"), lord("5 s1, 6 s1"), "attack u1 fortress 1", "block u5", cards=cards
    )
    assert [row["uid"] for row in named(events(match), "strengthen")] == [changed]


@clause("FS-12.5.1")
@pytest.mark.parametrize("word", ["attacker", "blocker", "foe", "subject", "bearer", "last"])
def test_a_reference_to_nothing_does_nothing(word: str) -> None:
    match = cast(stronger(1, ref(word)), do("return", ref(word)), own=lord("1 s1", hand="na"))
    assert named(events(match), "strengthen") == []
    assert field(match, 0) == "1 s1"


FOE = creature(when("battle", stronger(-1, ref("foe"))), strength=4)


@clause("FS-12.5.1")
@pytest.mark.parametrize(
    ("own", "other", "words", "changed"),
    [
        ("1 f", "5 s1 engaged", ["attack u1 u5"], [5]),  # the attacker: the target
        ("1 f", "5 s1 engaged, 6 s1", ["attack u1 u5", "block u6"], [6]),  # or the blocker
        ("1 s1", "5 f", ["attack u1 fortress 1", "block u5"], [1]),  # the blocker: the attacker
        ("1 s1", "5 f engaged", ["attack u1 u5"], [1]),  # the target of an unblocked attack
        ("1 s1 with 9:b", "5 s1 engaged", ["attack u1 u5"], [5]),  # for the host
    ],
)
def test_foe_is_the_one_it_fights(own: str, other: str, words: list[str], changed: list[int]) -> None:
    cards = {"f": FOE, "b": spell(attached("creature", when("battle", stronger(-1, ref("foe")))))}
    match = battle(lord(own), lord(other), *words, cards=cards)
    assert [row["uid"] for row in named(events(match), "strengthen")] == changed


@clause("FS-12.5.1")
def test_a_target_whose_attacker_was_blocked_by_another_and_a_bystander_have_no_foe() -> None:
    cards = {"f": creature(when("battle", stronger(-1, ref("foe")), by="any"))}
    match = battle(lord("1 s5"), lord("5 f engaged, 6 s1, 7 f"), "attack u1 u5", "block u6", cards=cards)
    assert named(events(match), "strengthen") == []


@clause("FS-12.5.1")
def test_last_are_the_cards_of_the_previous_effect_under_their_new_uids() -> None:
    own = lord("1 s1, 2 s2, 3 s3", hand="na")
    match = cast(do("afflict", at("battlefield", n=2)), stronger(2, ref("last")), own=own)
    after(match, "target u3", "target u1")
    assert field(match, 0) == "1 s1 afflicted +2, 2 s2, 3 s3 afflicted +2"
    match = cast(do("summon", at("trash")), stronger(2, ref("last")), own=lord(hand="na", trash="s4"))
    assert field(match, 0) == "101 s4 dizzy +2"


@clause("FS-12.5.1")
def test_last_does_not_know_cards_that_are_no_longer_in_play_nor_those_before_the_previous_effect() -> None:
    match = cast(do("trash", at("battlefield")), do("return", ref("last")), own=lord("1 s1", hand="na"))
    assert (pile(match, 0, "hand"), pile(match, 0, "trash")) == ("na", "s1 x")
    match = cast(do("afflict", at("battlefield")), draw(), stronger(2, ref("last")), own=lord("1 s1", hand="na"))
    assert field(match, 0) == "1 s1 afflicted"


@clause("FS-12.5.1")
def test_last_of_an_expanded_each_are_those_of_the_last_lord() -> None:
    effect = do("afflict", at("battlefield", "each", pick="all"))
    match = cast(effect, stronger(2, ref("last")), own=lord("1 s1", hand="na"), others=[lord("5 s1")])
    assert (field(match, 0), field(match, 1)) == ("1 s1 afflicted", "5 s1 afflicted +2")


@clause("FS-12.5.1")
@pytest.mark.parametrize("word", ["this", "subject"])
def test_a_destroyed_card_is_found_again_as_the_last_of_its_id_in_the_groove(word: str) -> None:
    cards = {"a": creature(when("destroyed", do("return", ref(word))), strength=1)}
    match = battle(lord("1 s5"), lord("5 a engaged", groove="a s1"), "attack u1 u5", cards=cards)
    assert (pile(match, 1, "groove"), pile(match, 1, "hand")) == ("a s1", "a")


@clause("FS-12.5.1")
@pytest.mark.parametrize("event", ["tower_lost", "spell_lost"])
def test_towers_and_spells_that_were_lost_are_found_again(event: str) -> None:
    cards = {"l": creature(when(event, do("return", ref("subject")))), "a": spell(active())}
    other = lord("5 l engaged", "20 et, 21 a spell", deck="sp")
    word = "destroy u20" if event == "tower_lost" else "destroy u21"
    match = battle(lord("1 s5"), other, "attack u1 fortress 1", word, "noretaliate", cards=cards)
    assert pile(match, 1, "hand") == ("et" if event == "tower_lost" else "a")


@clause("FS-12.5.1")
def test_a_card_that_left_otherwise_is_not_found() -> None:
    cards = {"a": creature(when("attacks", do("trash", ref("this")), do("return", ref("this"))))}
    match = battle(lord("1 a"), lord("5 s1 engaged"), "attack u1 u5", cards=cards)
    assert (pile(match, 0, "hand"), pile(match, 0, "trash")) == ("na", "a")


# --- FS-12.5.2: zones -------------------------------------------------------------------------------------------------

RICH = lord(
    "1 s1 with 8:b, 2 s2",
    "20 et with 9:w, 21 et, 22 a spell, 23 a spell",
    "31 sp",
    "ch ch",
    "s5 s6",
    trash="s7 s7",
    groove="s8 s9",
)
RICH_CARDS = {"b": spell(attached("creature")), "w": spell(attached("tower")), "a": spell(active())}

ZONES = [
    ("battlefield", {}, "recover", ["u1", "u2"]),
    ("vault", {}, "recover", ["u30", "u31"]),
    ("groove", {}, "recover", ["p0.e0", "p0.e1"]),
    ("hand", {}, "recover", ["p0.h0", "p0.h1"]),
    ("trash", {}, "recover", ["p0.x0", "p0.x1"]),
    ("deck", {"pick": "choose", "search": True}, "return", ["p0.c0", "p0.c1"]),
    ("tower", {}, "recover", ["u20", "u21"]),
    ("spell", {}, "recover", ["u22", "u23"]),
    ("attached", {}, "recover", ["u8", "u9"]),
]


@clause("FS-12.5", "FS-12.5.2", "FS-20.1")
@pytest.mark.parametrize(("zone", "words", "verb", "offered"), ZONES, ids=[row[0] for row in ZONES])
def test_every_zone_offers_its_cards(zone: str, words: Json, verb: str, offered: list[str]) -> None:
    match = cast(do(verb, at(zone, **words)), own=RICH, cards=RICH_CARDS)
    assert (options(match), match.position()["pending"]["kind"]) == (offered, "target")
    after(match, f"target {offered[1]}")
    moved = {
        "battlefield": "s2",
        "vault": "sp",
        "groove": "s9",
        "hand": "ch",
        "trash": "s7",
        "deck": "s6",
        "tower": "et",
        "spell": "a",
        "attached": "w",
    }
    assert f"{verb} {moved[zone]} {zone}>{'hand' if verb == 'return' else 'deck'}" in moves(match)


@clause("FS-12.5.2")
@pytest.mark.parametrize("verb", ["return", "recover", "energise", "trash"])
def test_attached_cards_can_be_taken_by_four_verbs(verb: str) -> None:
    match = cast(do(verb, at("attached")), own=lord("1 s1 with 8:b", hand="na"), cards=RICH_CARDS)
    assert field(match, 0) == "1 s1"
    assert moves(match)[1].startswith(f"{verb} b attached>")


@clause("FS-12.5.2")
def test_attached_cards_come_in_the_order_of_the_sources_and_are_no_creatures() -> None:
    own = lord("2 s1 with 9:b, 1 s1 !untargetable with 8:b", "20 et with 7:w", hand="na")
    match = cast(do("trash", at("attached", pick="all")), own=own, cards=RICH_CARDS)
    rows = [row["uid"] for row in named(events(match), "move") if row["from"] == "attached"]
    assert rows == [9, 8, 7]
    match = cast(do("trash", at("attached", pick="all", filter={"status": ["ready"]})), own=own, cards=RICH_CARDS)
    assert moves(match)[1:] == ["trash x casting>trash"], "no status fits"
    other = lord("5 s1 !untargetable with 8:b")
    match = cast(do("trash", at("attached", "opponent")), others=[other], cards=RICH_CARDS)
    assert field(match, 1) == "5 s1 !untargetable", "untargetable of the host does not protect it"


# --- FS-12.5.3: whose -------------------------------------------------------------------------------------------------


def reached(whose: str, **fields: Any) -> list[int]:
    """The seats of four whose creature is afflicted by `all` of whose; seat 1 has cast the spell."""
    seats = [lord("10 s1"), lord("11 s1", vault="30 sc", hand="x na"), lord("12 s1"), lord("13 s1")]
    cards = {"x": spell(instant(do("afflict", at("battlefield", whose, pick="all"))))}
    match = after(table(*seats, step="casting", cards=cards, active=1, **fields), "cast h0")
    return [row["uid"] - 10 for row in named(events(match), "status")]


@clause("FS-12.5.3", "FS-14.2", "FS-15.3", "FS-15.4", "FS-15.5")
@pytest.mark.parametrize(
    ("whose", "free", "limited", "team"),
    [
        ("own", [1], [1], [1]),
        ("opponent", [2, 3, 0], [2, 0], [2, 0]),
        ("any", [1, 2, 3, 0], [1, 2, 0], [1, 2, 0]),
        ("each", [1, 2, 3, 0], [1, 2, 0], [1, 2, 0]),
        ("each_opponent", [2, 3, 0], [2, 0], [2, 0]),
        ("attacking", [], [], []),
        ("defending", [], [], []),
    ],
)
def test_whose_names_lords_clockwise_from_the_controller(
    whose: str, free: list[int], limited: list[int], team: list[int]
) -> None:
    assert reached(whose) == free
    assert reached(whose, mode="limited_range") == limited
    assert reached(whose, mode="team_play") == team


@clause("FS-12.5.3", "FS-15.5")
def test_an_adjacent_partner_is_in_range_for_any_and_each_but_no_opponent() -> None:
    """Seat 2 is gone, so that the partner of seat 1, seat 3, sits beside it."""
    for whose, expected in (("any", [1, 3, 0]), ("each", [1, 3, 0]), ("opponent", [0]), ("each_opponent", [0])):
        seats = [lord("10 s1"), lord("11 s1", vault="30 sc", hand="x na"), {"out": True}, lord("13 s1")]
        cards = {"x": spell(instant(do("afflict", at("battlefield", whose, pick="all"))))}
        match = after(table(*seats, step="casting", cards=cards, active=1, mode="team_play"), "cast h0")
        assert [row["uid"] - 10 for row in named(events(match), "status")] == expected, whose


@clause("FS-12.5.3")
@pytest.mark.parametrize(("whose", "hurt"), [("attacking", [1, 2]), ("defending", [5, 6])])
def test_attacking_and_defending_are_the_lords_of_the_present_attack(whose: str, hurt: list[int]) -> None:
    cards = {"l": spell(active(when("attacks", do("afflict", at("battlefield", whose, pick="all")))))}
    seats = [lord("1 s9, 2 s1", "20 na, 29 l spell", hand="na"), lord("7 s1"), lord("5 s1 engaged, 6 s1 engaged")]
    match = after(table(*seats, cards=cards), "attack u1 u5")
    assert [row["uid"] for row in named(events(match), "status") if row["status"] == "afflicted"] == hurt


@clause("FS-12.5.3")
def test_a_seat_number_is_invalid_in_a_card() -> None:
    assert invalid(
        position(lord(), lord(), cards={"bad": spell(instant(do("afflict", {"zone": "battlefield", "whose": 1})))})
    )


# --- FS-12.5.4 and 5: pick, n, upto, search ---------------------------------------------------------------------------

TWO = lord("5 s1, 6 s2", hand="s3 s4", deck="s5 s6 s7", trash="s8 s9", groove="s1 s2")


@clause("FS-12.5.4")
def test_choose_lets_the_controller_choose_and_is_the_default() -> None:
    for words in ({}, {"pick": "choose"}):
        match = cast(do("afflict", at("battlefield", "opponent", **words)), others=[TWO])
        assert (match.to_act(), options(match)) == (0, ["u5", "u6"])


@clause("FS-12.5.4", "FS-14.3", "FS-20.5")
@pytest.mark.parametrize(("fate", "hurt"), [(0, 5), (1, 6)])
def test_random_lets_chance_choose(fate: int, hurt: int) -> None:
    match = cast(do("afflict", at("battlefield", "opponent", pick="random")), others=[TWO], fate=[fate])
    assert [row["uid"] for row in named(events(match), "status")] == [hurt]
    assert named(events(match), "random") == [{"event": "random", "n": 2, "v": fate}]


@clause("FS-12.5.4", "FS-14.3")
def test_random_picks_one_after_the_other_of_those_that_remain() -> None:
    match = cast(do("trash", at("deck", pick="random", n=2)), own=lord(hand="na", deck="s1 s2 s3 s4"), fate=[1, 1])
    """The second of four, then the second of the three that remain."""
    assert [(row["n"], row["v"]) for row in named(events(match), "random")] == [(4, 1), (3, 1)]
    assert (pile(match, 0, "trash"), pile(match, 0, "deck")) == ("s2 s3 x", "s1 s4")


@clause("FS-12.5.5", "FS-14.3")
def test_random_takes_no_chance_where_not_more_than_n_are_eligible() -> None:
    match = cast(do("trash", at("hand", "opponent", pick="random", n=2)), others=[TWO], fate=[9])
    assert (pile(match, 1, "trash"), match.position()["fate"]) == ("s8 s9 s3 s4", [9])


@clause("FS-12.5.4")
def test_all_takes_every_card_without_asking() -> None:
    match = cast(do("afflict", at("battlefield", "opponent", pick="all")), others=[TWO])
    assert field(match, 1) == "5 s1 afflicted, 6 s2 afflicted"


@clause("FS-12.5.4")
def test_top_takes_the_first_cards_of_the_deck_and_is_its_default() -> None:
    for words in ({}, {"pick": "top"}):
        match = cast(do("trash", at("deck", "opponent", n=2, **words)), others=[TWO])
        assert (pile(match, 1, "deck"), pile(match, 1, "trash")) == ("s7", "s8 s9 s5 s6")


@clause("FS-12.5.4")
@pytest.mark.parametrize("pick", ["owner", "opponent_choice"])
def test_owner_and_opponent_choice_let_the_other_lord_choose_of_his_own(pick: str) -> None:
    match = cast(do("afflict", at("battlefield", "opponent", pick=pick)), others=[TWO])
    assert (match.to_act(), options(match)) == (1, ["u5", "u6"])


@clause("FS-12.5.4")
@pytest.mark.parametrize(("pick", "chooser"), [("owner", 0), ("opponent_choice", 1)])
def test_of_the_own_zone_the_first_opponent_clockwise_chooses_by_opponent_choice(pick: str, chooser: int) -> None:
    own = lord("1 s1, 2 s2", hand="na")
    match = cast(do("afflict", at("battlefield", pick=pick)), own=own, others=[lord(), lord()])
    assert (match.to_act(), options(match)) == (chooser, ["u1", "u2"])


@clause("FS-12.5.4", "FS-15.4")
def test_the_first_opponent_clockwise_is_one_in_range() -> None:
    cards = {"x": spell(instant(do("afflict", at("battlefield", pick="opponent_choice"))))}
    seats = [lord(), lord(), lord("1 s1, 2 s2", vault="30 sc", hand="x na"), {"out": True}]
    match = after(table(*seats, cards=cards, step="casting", active=2, mode="team_play"), "cast h0")
    assert match.to_act() == 1, "seat 0 is the partner of seat 2"


@clause("FS-12.5.5", "FS-14.3")
def test_n_cards_are_named_one_at_a_time_and_too_few_are_all_taken() -> None:
    own = lord("1 s1, 2 s2, 3 s3", hand="na")
    match = cast(do("afflict", at("battlefield", n=2)), own=own)
    assert match.position()["pending"]["need"] == 2
    after(match, "target u3")
    assert (options(match), match.position()["pending"]["need"]) == (["u1", "u2"], 1)
    assert match.position()["pending"]["picked"] == ["u3"]
    after(match, "target u1")
    assert [row["uid"] for row in named(events(match), "status")] == [3, 1], "in the order in which they were picked"
    assert (
        field(cast(do("afflict", at("battlefield", n=5)), own=own), 0)
        == "1 s1 afflicted, 2 s2 afflicted, 3 s3 afflicted"
    )


@clause("FS-12.5.5")
@pytest.mark.parametrize("n", [0, -3])
def test_n_below_1_takes_nothing_and_searches_nothing(n: int) -> None:
    assert field(cast(do("afflict", at("battlefield", n=n)), own=lord("1 s1, 2 s1", hand="na")), 0) == "1 s1, 2 s1"
    match = cast(do("return", at("deck", pick="choose", search=True, n=n)), own=lord(hand="na"))
    assert named(events(match), "search", "shuffle") == []


@clause("FS-12.5.5", "FS-14.3")
def test_upto_lets_the_chooser_stop_earlier() -> None:
    own = lord("1 s1, 2 s2, 3 s3", hand="na")
    match = cast(do("afflict", at("battlefield", n=2, upto=True)), own=own)
    assert options(match) == ["u1", "u2", "u3", "none"]
    after(match, "target u2")
    assert options(match) == ["u1", "u3", "none"]
    after(match, "target none")
    assert field(match, 0) == "1 s1, 2 s2 afflicted, 3 s3"


@clause("FS-12.5.5", "FS-14.3")
def test_upto_asks_even_for_the_only_card() -> None:
    match = cast(do("afflict", at("battlefield", upto=True)), own=lord("1 s1", hand="na"))
    assert options(match) == ["u1", "none"]


@clause("FS-12.5.5", "FS-14.3", "FS-20.3", "FS-20.4")
def test_a_searched_deck_is_seen_by_the_chooser_and_shuffled_afterwards() -> None:
    own = lord(hand="na", deck="s5 s6 s7")
    match = cast(do("return", at("deck", pick="choose", search=True)), own=own, fate=[0])
    assert options(match) == ["p0.c0", "p0.c1", "p0.c2"]
    assert match.view(0)["seats"][0]["deck"] == ["s5", "s6", "s7"]
    assert match.view(1)["seats"][0]["deck"] == 3
    after(match, "target p0.c1")
    assert (pile(match, 0, "hand"), pile(match, 0, "deck")) == ("na s6", "s7 s5")
    tail = [row["event"] for row in events(match)][-6:]
    assert tail == ["target", "move", "search", "shuffle", "random", "move"]
    assert named(events(match), "search") == [{"event": "search", "seat": 0, "lord": 0, "zone": "deck"}]
    assert match.view(0)["seats"][0]["deck"] == 2


@clause("FS-12.5.5", "FS-14.3")
def test_a_searched_deck_is_shuffled_even_where_nothing_was_taken() -> None:
    effect = do("return", at("deck", pick="choose", search=True, filter={"sphere": "chaos"}))
    match = cast(effect, own=lord(hand="na", deck="s5 s6"), fate=[0])
    assert options(match) == ["none"]
    after(match, "target none")
    assert pile(match, 0, "deck") == "s6 s5"


@clause("FS-12.5.5")
@pytest.mark.parametrize("zone", ["hand", "groove", "tower", "vault"])
def test_other_zones_are_searched_and_told_but_not_shuffled(zone: str) -> None:
    other = lord("", "20 s1, 21 s2", "31 s3, 32 s4", "s5 s6", groove="s7 s8")
    match = cast(do("trash", at(zone, "opponent", search=True)), others=[other])
    seen = match.view(0)["seats"][1]
    shown = {
        "hand": seen["hand"],
        "groove": seen["groove"],
        "tower": [row["card"] for row in seen["fortress"]],
        "vault": [row["card"] for row in seen["vault"]],
    }
    assert (
        shown[zone]
        == {"hand": ["s5", "s6"], "groove": ["s7", "s8"], "tower": ["s1", "s2"], "vault": ["s3", "s4"]}[zone]
    )
    after(match, match.actions()[0])
    assert named(events(match), "search", "shuffle") == [{"event": "search", "seat": 0, "lord": 1, "zone": zone}]


@clause("FS-12.5.5")
def test_a_zone_without_cards_is_not_searched() -> None:
    match = cast(do("return", at("deck", pick="choose", search=True)), own=lord(hand="na", deck=""))
    assert (step(match), named(events(match), "search")) == ("0 casting", [])


@clause("FS-12.5.5")
@pytest.mark.parametrize("pick", ["all", "random"])
def test_with_all_and_random_nobody_looks_but_the_search_is_the_controllers(pick: str) -> None:
    effect = do("trash", at("hand", "opponent", pick=pick, search=True, filter={"min_strength": 4}))
    match = cast(effect, others=[TWO])
    assert pile(match, 1, "hand") == "s3"
    assert named(events(match), "search") == [{"event": "search", "seat": 0, "lord": 1, "zone": "hand"}]


@clause("FS-12.5.5", "FS-20.3")
def test_the_owner_who_chooses_with_search_is_the_one_who_looks() -> None:
    match = cast(do("trash", at("tower", "opponent", pick="owner", search=True)), others=[lord("", "20 s1, 21 s2")])
    assert [row["card"] for row in match.view(1)["seats"][1]["fortress"]] == ["s1", "s2"]
    assert [row["card"] for row in match.view(0)["seats"][1]["fortress"]] == ["?science", "?science"]
    after(match, "target u20")
    assert named(events(match), "search")[0]["seat"] == 1


# --- FS-12.5.6: eligible ----------------------------------------------------------------------------------------------

STATES = lord("1 s1, 2 s1 engaged, 3 s1 afflicted, 4 i facedown, 5 im, 6 s1 !ranged, 7 s1", hand="na")


@clause("FS-12.5.6", "FS-12.6")
@pytest.mark.parametrize(
    ("effect", "offered"),
    [
        (do("afflict", at("battlefield")), ["u1", "u2", "u4", "u6", "u7"]),
        (do("engage", at("battlefield")), ["u1", "u3", "u4", "u5", "u6", "u7"]),
        (do("grant", at("battlefield"), passive="ranged"), ["u1", "u2", "u3", "u4", "u5", "u7"]),
        (stronger(1, at("battlefield")), ["u1", "u2", "u3", "u4", "u5", "u6", "u7"]),
    ],
)
def test_eligible_are_cards_on_which_the_verb_does_something(effect: Json, offered: list[str]) -> None:
    cards = {"i": INVERTED, "im": creature(passive("immune_afflict"))}
    assert options(cast(effect, own=STATES, cards=cards)) == offered


@clause("FS-12.5.6", "FS-12.6")
@pytest.mark.parametrize(("verb", "shown"), [("cure", 3), ("ready", 2), ("unveil", 4)])
def test_the_only_eligible_card_is_taken(verb: str, shown: int) -> None:
    cards = {"i": INVERTED, "im": creature(passive("immune_afflict"))}
    match = cast(do(verb, at("battlefield")), own=STATES, cards=cards)
    assert [row["uid"] for row in named(events(match), "status", "unveil")] == [shown]


@clause("FS-12.5.6")
def test_face_down_creatures_are_eligible_for_unveil_also_if_they_are_not_inverted() -> None:
    match = cast(
        do("unveil", at("battlefield")), own=lord("1 s1 facedown, 2 i facedown, 3 s1", hand="na"), cards={"i": INVERTED}
    )
    assert options(match) == ["u1", "u2"], "the back does not tell"
    assert field(after(match, "target u1"), 0) == "1 s1 facedown, 2 i facedown, 3 s1"


@clause("FS-12.5.6")
def test_only_face_up_creatures_are_eligible_for_evoke() -> None:
    cards = {"e": creature(when("summoned", do("evoke", at("battlefield"))))}
    own = lord("1 s1, 2 s1 facedown", vault="30 sc", hand="e na")
    match = after(table(own, lord(), step="casting", cards=cards), "summon h0")
    assert options(match) == ["u1", "u100"]


@clause("FS-12.5.6")
def test_only_active_spells_are_eligible_for_cast() -> None:
    cards = {"a": spell(active()), "h": spell(hidden("wins", draw()))}
    match = cast(do("cast", at("trash", upto=True)), own=lord(hand="na", trash="sc a h a"), cards=cards)
    assert options(match) == ["p0.x1", "p0.x3", "none"]


@clause("FS-12.5.6", "FS-12.7")
def test_untargetable_creatures_of_another_side_are_not_eligible_except_with_all() -> None:
    cards = {"u": creature(passive("untargetable"))}
    own, others = lord("1 u", hand="na"), [lord("5 u, 6 s1, 7 s1")]
    assert options(cast(do("afflict", at("battlefield", "any")), own=own, others=others, cards=cards)) == [
        "u1",
        "u6",
        "u7",
    ]
    match = cast(do("afflict", at("battlefield", "opponent", pick="all")), own=own, others=others, cards=cards)
    assert field(match, 1) == "5 u afflicted, 6 s1 afflicted, 7 s1 afflicted"


# --- FS-12.8: filters -------------------------------------------------------------------------------------------------

ZOO = {
    "elf": card("ether", 2, 3, active(cost=2), race="elf", keyword="flyer"),
    "orc": card("chaos", 4, 6, instant(cost=5), race="orc", keyword="rider"),
    "man": card("science/nature", 6, 8, hidden("wins", draw()), race="man"),
}
"""Costs 2, 4, 6; strengths 3, 6, 8; spell costs 2, 5, 3."""

KEYS: list[tuple[Json, str]] = [
    ({}, "elf orc man"),
    ({"sphere": "ether"}, "elf"),
    ({"sphere": "nature"}, "man"),
    ({"sphere": ["ether", "chaos"]}, "elf orc"),
    ({"race": "orc"}, "orc"),
    ({"keyword": "flyer"}, "elf"),
    ({"spell_type": "instant"}, "orc"),
    ({"spell_type": "active"}, "elf"),
    ({"spell_type": "hidden"}, "man"),
    ({"spell_type": "attached"}, ""),
    ({"max_cost": 4}, "elf orc"),
    ({"min_cost": 4}, "orc man"),
    ({"max_spell_cost": 3}, "elf man"),
    ({"min_spell_cost": 3}, "orc man"),
    ({"max_strength": 6}, "elf orc"),
    ({"min_strength": 6}, "orc man"),
    ({"min_cost": 3, "max_strength": 6}, "orc"),
    ({"other": True}, "elf orc man"),
    ({"status": ["ready"]}, ""),
]


@clause("FS-12.8")
@pytest.mark.parametrize(("wanted", "fit"), KEYS, ids=[str(row[0]) for row in KEYS])
def test_a_filter_on_cards_outside_the_battlefield(wanted: Json, fit: str) -> None:
    match = cast(
        do("recover", at("trash", pick="all", filter=wanted)),
        own=lord(hand="na", trash="elf orc man", deck=""),
        cards=ZOO,
    )
    assert pile(match, 0, "deck") == " ".join(reversed(fit.split()))


@clause("FS-12.8")
@pytest.mark.parametrize(
    ("wanted", "fit"),
    [
        ({"sphere": "ether"}, [1, 2]),
        ({"race": "elf"}, [1]),
        ({"keyword": "rider"}, [3]),
        ({"spell_type": "active"}, [1]),
        ({"max_cost": 3}, [1]),
        ({"min_cost": 2}, [1, 3]),
        ({"max_spell_cost": 9}, [1, 3]),
        ({"min_spell_cost": 0}, [1, 3]),
        ({"min_strength": 3}, [1, 2]),  # 3, 3 and the afflicted 3 - 1
        ({"max_strength": 2}, [3]),
        ({"status": ["facedown"]}, [2]),
    ],
)
def test_of_a_face_down_creature_only_sphere_statuses_and_strength_can_be_read(wanted: Json, fit: list[int]) -> None:
    own = lord("1 elf, 2 elf facedown, 3 orc afflicted -2", hand="na")
    match = cast(stronger(1, at("battlefield", pick="all", filter=wanted)), own=own, cards=ZOO)
    assert [row["uid"] for row in named(events(match), "strengthen")] == fit


@clause("FS-12.8")
@pytest.mark.parametrize("zone", ["vault", "tower", "groove"])
def test_of_other_face_down_cards_the_sphere_can_be_read(zone: str) -> None:
    own = lord("", "20 elf, 21 orc", "31 elf, 32 orc", "na", groove="elf orc", deck="")
    match = cast(do("trash", at(zone, pick="all", filter={"sphere": "chaos"})), own=own, cards=ZOO)
    assert pile(match, 0, "trash") == "orc x"


@clause("FS-12.8")
@pytest.mark.parametrize("zone", ["vault", "tower", "groove"])
def test_with_search_the_faces_can_be_read(zone: str) -> None:
    own = lord("", "20 elf, 21 orc", "31 elf, 32 orc", "na", groove="elf orc", deck="")
    match = cast(do("trash", at(zone, search=True, filter={"race": "orc"})), own=own, cards=ZOO)
    assert len(match.actions()) == 1
    assert pile(after(match, match.actions()[0]), 0, "trash") == "orc x"


@clause("FS-12.8")
def test_of_a_hidden_spell_only_the_sphere_can_be_read() -> None:
    own = lord("", "20 na, 21 man spell, 22 elf spell", hand="na")
    for wanted, fit in (
        ({"sphere": "science"}, "man"),
        ({"race": "man"}, ""),
        ({"race": "elf"}, "elf"),
        ({"spell_type": "hidden"}, ""),
    ):
        match = cast(do("trash", at("spell", pick="all", filter=wanted)), own=own, cards=ZOO)
        assert pile(match, 0, "trash") == f"{fit} x".strip()


@clause("FS-12.8", "FS-3.6")
@pytest.mark.parametrize(
    ("status", "fit"),
    [
        (["engaged"], [2]),
        (["ready"], [1, 3, 4, 5, 6]),
        (["afflicted"], [3]),
        (["cured"], [1, 2, 4, 5, 6]),
        (["dizzy"], [4]),
        (["facedown"], [5]),
        (["attached"], [6]),
        (["ready", "cured"], [1, 4, 5, 6]),
        (["ready", "engaged"], []),
    ],
)
def test_every_status_and_all_of_a_list(status: list[str], fit: list[int]) -> None:
    own = lord("1 s1, 2 s1 engaged, 3 s1 afflicted, 4 s1 dizzy, 5 s1 facedown, 6 s1 with 9:b", hand="na")
    match = cast(stronger(1, at("battlefield", pick="all", filter={"status": status})), own=own, cards=RICH_CARDS)
    assert [row["uid"] for row in named(events(match), "strengthen")] == fit


@clause("FS-12.8")
def test_other_is_neither_the_source_nor_its_host() -> None:
    effect = when("attacks", do("afflict", at("battlefield", pick="all", filter={"other": True})))
    cards = {"a": creature(effect), "b": spell(attached("creature", effect))}
    for creatures in ("1 a, 2 s1", "1 s1 with 9:b, 2 s1"):
        match = battle(lord(creatures), lord("5 s9 engaged, 6 s9 engaged"), "attack u1 u5", cards=cards)
        hurt = [row["uid"] for row in named(events(match), "status") if row["status"] == "afflicted"]
        assert hurt == [2]


ALIKE = {
    "me": card("ether", 4, 1, race="elf", keyword="flyer"),
    "kin": card("ether/chaos", 3, 1, race="elf", keyword="rider"),
    "dear": card("ether", 5, 1, race="orc", keyword="flyer"),
    "far": card("nature", 4, 1, race="man"),
    "bare": card("nature", 9, 1, race="god"),
}


@clause("FS-12.8")
@pytest.mark.parametrize(
    ("by", "fit"),
    [
        ("sphere", [2, 3]),  # shares a sphere
        ("cost", [2, 4]),  # the same or a lower summon cost
        ("both", [2]),
        (None, [2]),  # the default
        ("race", [2]),
        ("keyword", [3]),
    ],
)
def test_every_matching(by: str | None, fit: list[int]) -> None:
    matching = {"to": "this"} if by is None else {"to": "this", "by": by}
    effect = stronger(1, at("battlefield", pick="all", filter={"matching": matching, "other": True}))
    cards = ALIKE | {
        "me": ALIKE["me"] | {"creature": ALIKE["me"]["creature"] | {"abilities": [when("attacks", effect)]}}
    }
    match = battle(lord("1 me, 2 kin, 3 dear, 4 far, 5 bare"), lord("7 s9 engaged"), "attack u1 u7", cards=cards)
    assert [row["uid"] for row in named(events(match), "strengthen")] == fit


@clause("FS-12.8")
def test_two_cards_without_a_keyword_match_by_keyword() -> None:
    effect = stronger(1, at("battlefield", pick="all", filter={"matching": {"to": "subject", "by": "keyword"}}))
    cards = ALIKE | {"l": spell(active(when("attacks", effect)))}
    own = lord("1 far, 2 kin, 5 bare", "20 na, 29 l spell")
    match = battle(own, lord("7 s9 engaged"), "attack u1 u7", cards=cards)
    assert [row["uid"] for row in named(events(match), "strengthen")] == [1, 5]


@clause("FS-12.8")
@pytest.mark.parametrize(("by", "fit"), [("sphere", [1, 2]), ("cost", [2, 3]), ("race", []), ("keyword", [])])
def test_matching_to_a_face_down_creature_reads_its_back_and_cost_3(by: str, fit: list[int]) -> None:
    """Creature 2 costs 3 and shares a sphere, creature 3 costs 1 and does not. Creature 1 itself lies face down: of it
    nothing but the sphere can be read, so that every other `matching` fails.
    """
    effect = stronger(1, at("battlefield", pick="all", filter={"matching": {"to": "subject", "by": by}}))
    cards = ALIKE | {"l": spell(active(when("attacks", effect)))}
    own = lord("1 me facedown, 2 kin, 3 s1", "20 na, 29 l spell")
    match = battle(own, lord("7 s9 engaged"), "attack u1 u7", cards=cards)
    changed = [row["uid"] for row in named(events(match), "strengthen")]
    assert changed == fit


DEAR: Json = {
    "x": card("science", cost=1, spell=instant(cost=3)),
    "a3": card("science", cost=9, spell=active(cost=3)),
    "a4": card("science", cost=1, spell=active(cost=4)),
}
"""Spells of cost 3 and 4 whose creatures cost 9 and 1."""


@clause("FS-12.8")
@pytest.mark.parametrize(
    ("verb", "zone", "own", "fit"),
    [
        ("cast", "trash", {"trash": "a3 a4"}, ["p0.x0"]),
        ("return", "trash", {"trash": "a3 a4"}, ["p0.x1"]),
        ("destroy", "spell", {"fortress": "20 na, 21 a3 spell, 22 a4 spell"}, ["u21"]),
        ("return", "battlefield", {"field": "1 a3, 2 a4"}, ["u2"]),
    ],
)
def test_spells_match_by_their_casting_costs(verb: str, zone: str, own: dict[str, str], fit: list[str]) -> None:
    effect = do(verb, at(zone, upto=True, filter={"matching": {"to": "this", "by": "cost"}}))
    cards = DEAR | {"x": card("science", cost=1, spell=instant(effect, cost=3))}
    match = after(
        table(lord(hand="x na", vault="30 sc, 31 sc, 32 sc", **own), lord(), step="casting", cards=cards), "cast h0"
    )
    assert options(match) == [*fit, "none"]


@clause("FS-12.8")
def test_an_attached_spell_and_one_to_be_evoked_match_by_casting_cost() -> None:
    bark = {"b3": card("science", cost=9, spell=attached("creature", passive("ranged"), cost=3)),
            "b4": card("science", cost=1, spell=attached("creature", passive("ranged"), cost=4))}  # fmt: skip
    effect = do("return", at("attached", upto=True, filter={"matching": {"to": "this", "by": "cost"}}))
    cards = bark | {"x": card("science", cost=1, spell=instant(effect, cost=3))}
    own = lord("1 s1 with 40:b3 41:b4", hand="x na", vault="30 sc, 31 sc, 32 sc")
    assert options(after(table(own, lord(), step="casting", cards=cards), "cast h0")) == ["u40", "none"]
    calls = when(
        "attacks", do("evoke", at("battlefield", upto=True, filter={"matching": {"to": "this", "by": "cost"}}))
    )
    cards = DEAR | {"e": card("science", cost=1, spell=instant(cost=3), abilities=[calls])}
    match = battle(lord("1 e, 2 a3, 3 a4"), lord(), "attack u1 fortress 1", cards=cards)
    assert options(match) == ["u1", "u2", "none"]


@clause("FS-12.8")
def test_a_spell_never_matches_the_casting_cost_of_a_face_down_card() -> None:
    effect = do("destroy", at("spell", filter={"matching": {"to": "last", "by": "cost"}}))
    for flag, left in (("facedown", "20 na, 21 a1 spell"), ("", "20 na")):
        own = lord(f"1 s1 engaged {flag}", "20 na, 21 a1 spell", hand="na")
        cards = {"a1": card("science", spell=active(cost=1))}
        assert show(cast(do("ready", at("battlefield")), effect, cards=cards, own=own), 0, "fortress") == left


@clause("FS-12.8")
@pytest.mark.parametrize("zone", ["vault", "tower", "groove"])
def test_matching_by_sphere_reads_backs(zone: str) -> None:
    effect = do("trash", at(zone, upto=True, filter={"matching": {"to": "this", "by": "sphere"}}))
    own = lord(hand="na", vault="31 na, 32 s2", fortress="21 na, 22 s3", groove="na s4")
    wanted = {"vault": ["u30", "u32"], "tower": ["u22"], "groove": ["p0.e1"]}[zone]
    assert options(cast(effect, own=own)) == [*wanted, "none"]
    counts = draw({"count": at(zone, filter={"matching": {"to": "this", "by": "sphere"}})})
    assert len(pile(cast(counts, own=own), 0, "hand").split()) == 1 + len(wanted)


@clause("FS-12.8")
def test_a_trigger_by_sphere_sees_what_comes_face_down() -> None:
    drawn = {"d": spell(active(when("crystallised", draw(), filter={"matching": {"to": "this", "by": "sphere"}})))}
    rows = lord(hand="na s1", fortress="20 na, 21 d spell"), lord()
    assert triggers(after(table(*rows, step="crystal", cards=drawn), "crystal h1")) == ["21 crystallised"]
    assert triggers(after(table(*rows, step="crystal", cards=drawn), "crystal h0")) == []


@clause("FS-12.8")
def test_version_1_of_the_rules_reads_matching_as_it_did() -> None:
    drawn = {"d": spell(active(when("crystallised", draw(), filter={"matching": {"to": "this", "by": "sphere"}})))}
    start = position(lord(hand="na s1", fortress="20 na, 21 d spell"), lord(), step="crystal", cards=drawn)
    match = after(Match.load(GAME.by_rules(1), start), "crystal h1")
    assert (triggers(match), match.game.version) == ([], 1)
    effect = do("destroy", at("spell", upto=True, filter={"matching": {"to": "this", "by": "cost"}}))
    cards = DEAR | {"x": card("science", cost=1, spell=instant(effect, cost=3))}
    own = lord(hand="x na", vault="30 sc, 31 sc, 32 sc", fortress="20 na, 21 a3 spell, 22 a4 spell")
    start = position(own, lord(), step="casting", cards=cards)
    assert options(after(Match.load(GAME.by_rules(1), start), "cast h0")) == ["u22", "none"]
    assert options(after(Match.load(GAME, start), "cast h0")) == ["u21", "none"]


@clause("FS-12.8")
def test_matching_to_nothing_fits_nothing() -> None:
    match = cast(
        stronger(1, at("battlefield", pick="all", filter={"matching": {"to": "attacker"}})), own=lord("1 s1", hand="na")
    )
    assert field(match, 0) == "1 s1"


@clause("FS-12.8")
@pytest.mark.parametrize(
    "bad",
    [
        do("trash", at("vault", filter={"race": "elf"})),
        do("trash", at("hand", "opponent", pick="random", filter={"sphere": "ether"})),
        do("trash", at("deck", pick="all", filter={"sphere": "ether"})),
        draw({"count": at("hand", filter={"sphere": "ether"})}),
        draw({"count": at("tower", filter={"race": "elf"})}),
        do("cast", at("hand", "opponent", pick="random")),
    ],
)
def test_nothing_reads_what_lies_hidden(bad: Json) -> None:
    assert invalid(position(lord(), lord(), cards={"bad": spell(instant(bad))}))


# --- FS-12.9: numbers -------------------------------------------------------------------------------------------------


def bonus(amount: Any, own: Json | None = None, others: list[Json] | None = None) -> int:
    """What a number is worth: the bonus that creature 1 gets by it."""
    match = cast(
        stronger(amount, at("battlefield", filter={"race": "one"})),
        own=own or lord("1 one", hand="na"),
        others=others,
        cards=ZOO | {"one": card(race="one", strength=5), "a": spell(active())},
    )
    found: int = match.position()["seats"][0]["battlefield"][0]["bonus"]
    return found


@clause("FS-12.9")
@pytest.mark.parametrize("n", [-99, -1, 0, 7, 99])
def test_a_number_is_an_integer(n: int) -> None:
    assert bonus(n) == n


COUNTED = lord(
    "1 one, 2 orc, 3 elf",
    "20 na, 21 na, 22 a spell",
    "31 et, 32 sc",
    "na na na na",
    "sc sc sc sc sc",
    trash="sc",
    groove="sc et",
)
OTHERS = [lord("5 orc, 6 elf", "23 na", "33 sp"), lord("7 orc", "")]


@clause("FS-12.9")
@pytest.mark.parametrize(
    ("count", "n"),
    [
        (at("battlefield"), 3),
        (at("battlefield", filter={"race": "orc"}), 1),
        (at("battlefield", "opponent"), 3),
        (at("battlefield", "any"), 6),
        (at("battlefield", "any", filter={"race": "orc"}), 3),
        (at("tower"), 2),
        (at("spell"), 1),
        (at("vault"), 3),
        (at("vault", filter={"sphere": "ether"}), 1),
        (at("hand"), 4),
        (at("deck"), 5),
        (at("trash"), 1),
        (at("groove"), 2),
        (at("groove", filter={"sphere": "science"}), 1),
        (at("battlefield", "attacking"), 0),
        (at("battlefield", "defending"), 0),
    ],
)
def test_a_number_counts_the_cards_of_a_zone(count: Json, n: int) -> None:
    assert bonus({"count": count}, COUNTED, OTHERS) == n


@clause("FS-12.9")
def test_a_number_has_a_maximum() -> None:
    assert bonus({"count": at("deck"), "max": 3}, COUNTED) == 3
    assert bonus({"count": at("deck"), "max": 9}, COUNTED) == 5


@clause("FS-12.9")
@pytest.mark.parametrize(("whose", "n"), [("attacking", 2), ("defending", 1)])
def test_in_an_attack_both_sides_can_be_counted(whose: str, n: int) -> None:
    cards = {"a": creature(when("attacks", stronger({"count": at("battlefield", whose)})))}
    match = battle(lord("1 a, 2 s1"), lord("5 s9 engaged"), "attack u1 u5", cards=cards)
    assert named(events(match), "strengthen")[0]["n"] == n


@clause("FS-12.9", "FS-12.8")
@pytest.mark.parametrize(
    ("var", "foe", "n"),
    [
        ("creature_cost", "orc", 4),
        ("spell_cost", "orc", 5),
        ("strength", "orc", 6),
        ("strength", "orc -2", 4),
        ("strength", "orc afflicted", 3),
        ("creature_cost", "orc facedown", 3),
        ("spell_cost", "orc facedown", 0),
        ("strength", "orc facedown", 3),
    ],
)
def test_a_number_reads_a_variable_of_a_reference(var: str, foe: str, n: int) -> None:
    cards = ZOO | {"a": creature(when("attacks", draw({"var": var, "of": "foe"})))}
    match = battle(lord("1 a"), lord(f"5 {foe} engaged"), "attack u1 u5", cards=cards)
    assert len([row for row in moves(match) if row.startswith("draw")]) == n


@clause("FS-12.9")
def test_a_variable_of_nothing_is_0_and_has_a_maximum() -> None:
    assert bonus({"var": "creature_cost", "of": "attacker"}) == 0
    cards = ZOO | {"a": creature(when("attacks", stronger({"var": "spell_cost", "of": "foe", "max": 2})))}
    match = battle(lord("1 a"), lord("5 orc engaged"), "attack u1 u5", cards=cards)
    assert named(events(match), "strengthen")[0]["n"] == 2


@clause("FS-12.9")
def test_a_variable_of_several_cards_is_that_of_the_first() -> None:
    own = lord("1 elf, 2 orc", hand="na")
    match = cast(
        do("afflict", at("battlefield", n=2)),
        do("trash", at("deck", n={"var": "creature_cost", "of": "last"})),
        own=own,
        cards=ZOO,
    )
    assert len([row for row in moves(match) if "deck>trash" in row]) == 2
    match = cast(
        do("afflict", at("battlefield", n=2, filter={"min_cost": 2})),
        do("trash", at("deck", n={"var": "creature_cost", "of": "last"})),
        own=lord("1 elf, 2 orc, 3 man", hand="na"),
        cards=ZOO,
    )
    after(match, "target u2", "target u1")
    assert len([row for row in moves(match) if "deck>trash" in row]) == 4, "the first that was picked"


# --- FS-12.10: conditions ---------------------------------------------------------------------------------------------


def holds(condition: Json, seat: int = 0) -> bool:
    """Whether a condition holds for a creature 1 of seat 0 that attacks 5 of seat 1, or for 5 itself."""
    cards = ZOO | {"a": creature(when("battle", stronger(1, given=condition)), strength=6, race="one"), "s": creature()}
    own = lord("1 a, 2 orc" if seat == 0 else "1 s, 2 orc", "20 na, 21 na", "30 et", "na na")
    other = lord("5 elf engaged" if seat == 0 else "5 a engaged", "22 na")
    match = battle(own, other, "attack u1 u5", cards=cards)
    return named(events(match), "strengthen") != []


CONDITIONS: list[tuple[Json, bool]] = [
    ({"count": at("battlefield"), "min": 2}, True),
    ({"count": at("battlefield"), "min": 3}, False),
    ({"count": at("battlefield"), "max": 2}, True),
    ({"count": at("battlefield"), "max": 1}, False),
    ({"count": at("battlefield", filter={"race": "orc"}), "min": 1, "max": 1}, True),
    ({"is": {"race": "elf"}, "of": "foe"}, True),
    ({"is": {"race": "orc"}, "of": "foe"}, False),
    ({"is": {}, "of": "foe"}, True),
    ({"is": {}, "of": "blocker"}, False),
    ({"is": {"status": ["engaged"]}, "of": "this"}, True),
    ({"turn": "own"}, True),
    ({"turn": "opponent"}, False),
    ({"more": [at("tower"), at("tower", "opponent")]}, True),
    ({"more": [at("tower", "opponent"), at("tower")]}, False),
    ({"more": [at("vault"), at("vault")]}, False),
    ({"did": 0}, True),
    ({"did": 1}, False),
    ({"not": {"turn": "own"}}, False),
    ({"not": {"turn": "opponent"}}, True),
    ({"all": [{"turn": "own"}, {"is": {}, "of": "foe"}]}, True),
    ({"all": [{"turn": "own"}, {"is": {}, "of": "blocker"}]}, False),
    ({"any": [{"turn": "opponent"}, {"is": {}, "of": "foe"}]}, True),
    ({"any": [{"turn": "opponent"}, {"is": {}, "of": "blocker"}]}, False),
]


@clause("FS-12.10")
@pytest.mark.parametrize(("condition", "expected"), CONDITIONS, ids=[str(row[0])[:60] for row in CONDITIONS])
def test_every_condition_on_an_effect_and_on_a_trigger(condition: Json, expected: bool) -> None:
    assert holds(condition) == expected
    cards = ZOO | {"a": creature(when("battle", stronger(1), given=condition), strength=6, race="one")}
    own = lord("1 a, 2 orc", "20 na, 21 na", "30 et", "na na")
    match = battle(own, lord("5 elf engaged", "22 na"), "attack u1 u5", cards=cards)
    assert (named(events(match), "strengthen") != []) == expected


@clause("FS-12.10")
def test_the_turn_is_that_of_the_controller() -> None:
    assert holds({"turn": "opponent"}, seat=1)
    assert not holds({"turn": "own"}, seat=1)


@clause("FS-12.10")
@pytest.mark.parametrize("empty", ["all", "any"])
def test_conditions_of_conditions(empty: str) -> None:
    deep: Json = {"not": {empty: [{"not": {"turn": "own"}}, {"turn": "opponent"}]}}
    assert holds(deep), "neither holds"


DID: list[tuple[Json, int]] = [
    (do("trash", at("deck", n=2)), 2),
    (do("trash", at("deck", "opponent", n=2)), 1),  # his deck has one card
    (do("destroy", at("battlefield", "opponent", pick="all")), 1),  # one of two has a ward
    (do("afflict", at("battlefield", "opponent", pick="all")), 2),
    (do("engage", at("battlefield", "opponent", pick="all")), 2),
    (stronger(1, at("battlefield", "opponent", pick="all")), 2),
    (stronger(0, at("battlefield", "opponent", pick="all")), 0),
    (do("grant", at("battlefield", "opponent", pick="all"), passive="ranged"), 2),
    (do("unveil", at("battlefield", "own", pick="all")), 1),  # two are face down, one is inverted
    (draw(2), 2),
    (draw(2, "opponent"), 1),
    (do("shuffle", whose="own", zone="deck"), 0),
    (do("replace", a=at("battlefield", filter={"race": "one"}), b=at("trash")), 2),
    (do("replace", a=at("battlefield", filter={"race": "none"}), b=at("trash")), 0),
    (do("trash", at("deck", n=2), given={"turn": "opponent"}), 0),
    (do("afflict", at("battlefield", "each", pick="all")), 2),  # that of the last lord
]


@clause("FS-12.10")
@pytest.mark.parametrize(("effect", "n"), DID, ids=[str(n) for n, _ in enumerate(DID)])
def test_what_an_effect_did(effect: Json, n: int) -> None:
    cards = {"i": INVERTED, "w": spell(attached("creature", passive("ward"))), "one": card(race="one")}
    own = lord("1 i facedown, 2 s1 facedown, 3 one", hand="na", trash="et")
    other = lord("5 s1 with 40:w, 6 s1", "", deck="na")
    counts = [do("crystallise", at("deck"), given={"did": k}) for k in (n, n + 1)]
    for effects, crystals in (([effect, counts[0]], 2), ([effect, counts[1]], 1)):
        match = cast(*effects, own=own, others=[other], cards=cards)
        assert len(match.position()["seats"][0]["vault"]) == crystals


@clause("FS-12.10")
def test_did_counts_the_previous_effect_only_and_an_evoke_counts_1() -> None:
    cards = {
        "e": card(abilities=[when("summoned", do("evoke"), draw(given={"did": 1}), draw(given={"did": 2}))]),
        "f": card(abilities=[when("summoned", do("evoke", ref("bearer")), draw(given={"did": 1}))]),
    }
    own = lord(vault="30 sc, 31 sc", hand="e f na")
    match = after(table(own, lord(), step="casting", cards=cards), "summon h0")
    assert len([row for row in moves(match) if row.startswith("draw")]) == 1
    after(match, "summon h0")
    assert len([row for row in moves(match) if row.startswith("draw")]) == 1, "nothing was evoked"


@clause("FS-12.10")
def test_did_is_0_outside_a_list() -> None:
    cards = {"a": creature(passive("strength", n=3, given={"did": 1}), passive("strength", n=5, given={"did": 0}))}
    match = battle(lord("1 a"), lord(), cards=cards)
    assert strengths(match, 0) == {1: 7}
    assert show(match, 0) == "1 a"


@clause("FS-12.9", "FS-12.8")
@pytest.mark.parametrize(("var", "n"), [("creature_cost", 2), ("spell_cost", 3), ("strength", 4)])
def test_a_variable_of_a_face_up_card_off_the_battlefield_is_the_printed_one(var: str, n: int) -> None:
    cards = {
        "l": creature(when("cast", do("trash", at("deck", n={"var": var, "of": "subject"})))),
        "a": card("science", 2, 4, active(cost=3)),
    }
    own = lord("1 l", vault="30 sc, 31 sc, 32 sc", hand="a na")
    match = after(table(own, lord(), step="casting", cards=cards), "cast h0")
    assert len([row for row in moves(match) if "deck>trash" in row]) == n


@clause("FS-12.9", "FS-12.8")
@pytest.mark.parametrize(("var", "n"), [("creature_cost", 3), ("spell_cost", 0), ("strength", 0)])
def test_a_variable_of_a_crystal_is_that_of_its_back(var: str, n: int) -> None:
    cards = {
        "l": creature(when("crystallised", do("trash", at("deck", n={"var": var, "of": "subject"})))),
        "a": card("science", 2, 4, active(cost=3)),
    }
    match = after(table(lord("1 l", hand="a na"), lord(), step="crystal", cards=cards), "crystal h0")
    assert len([row for row in moves(match) if "deck>trash" in row]) == n


@clause("FS-12.4", "FS-15.5")
@pytest.mark.parametrize(("by", "heard_it"), [("any", True), ("opponent", False), ("own", False)])
def test_an_adjacent_partner_is_heard_by_any_only(by: str, heard_it: bool) -> None:
    cards = {"l": creature(when("attacks", draw(), by=by))}
    seats = [lord("1 l"), {"out": True}, lord("3 s1", hand="na"), lord("", "20 na, 21 na")]
    match = after(table(*seats, cards=cards, active=2, mode="team_play"), "attack u3 fortress 3")
    assert (triggers(match) == ["1 attacks"]) == heard_it


@clause("FS-12.7", "FS-15.5")
def test_the_scope_opponents_spares_an_adjacent_partner() -> None:
    cards = {"a": creature(passive("strength", n=-1, scope="opponents"))}
    seats = [lord("1 a", hand="na"), {"out": True}, lord("6 s2"), lord("7 s2")]
    match = table(*seats, cards=cards, mode="team_play")
    assert (strengths(match, 2), strengths(match, 3)) == ({6: 2}, {7: 1})


@clause("FS-12.5.3")
@pytest.mark.parametrize(("whose", "drawer"), [("attacking", 0), ("defending", 1)])
def test_draw_for_the_lords_of_an_attack(whose: str, drawer: int) -> None:
    cards = {"l": creature(when("attacks", draw(1, whose)))}
    match = battle(lord("1 l"), lord("5 s9 engaged"), "attack u1 u5", cards=cards)
    assert [row["seat"] for row in named(events(match), "move") if row["verb"] == "draw"] == [drawer]
    assert named(events(cast(draw(1, whose))), "move")[1:] == named(events(cast()), "move")[1:], "nobody outside one"


@clause("FS-12.5.1", "FS-7.3")
def test_the_foe_of_a_target_is_the_attacker_as_long_as_nobody_has_blocked() -> None:
    cards = {"t": creature(when("targeted", stronger(-1, ref("foe"))))}
    match = battle(lord("1 s5"), lord("5 t engaged, 6 s1"), "attack u1 u5", cards=cards)
    assert field(match, 0) == "1 s5 engaged -1"
    assert match.actions() == ["block u6", "noblock"]


@clause("FS-12.8", "FS-12.5.1")
@pytest.mark.parametrize(("var", "n"), [("creature_cost", 3), ("spell_cost", 0), ("strength", 0)])
def test_a_variable_of_a_destroyed_card_is_that_of_its_back(var: str, n: int) -> None:
    effect = do("trash", at("deck", n={"var": var, "of": "this"}))
    cards = {"a": card("science", 5, 2, instant(cost=4), abilities=[when("destroyed", effect)])}
    match = battle(lord("1 s5"), lord("5 a engaged"), "attack u1 u5", cards=cards)
    assert len([row for row in moves(match) if "deck>trash" in row]) == n


@clause("FS-12.8", "FS-12.5.1")
@pytest.mark.parametrize(
    ("by", "fit"), [("sphere", [8, 7]), ("cost", [6, 7]), ("both", [7]), ("race", []), ("keyword", [])]
)
def test_matching_to_a_destroyed_card_reads_its_back(by: str, fit: list[int]) -> None:
    effect = stronger(1, at("battlefield", pick="all", filter={"matching": {"to": "this", "by": by}}))
    cards = {
        "a": card("science", 5, 2, abilities=[when("destroyed", effect)]),
        "dear": card("science", 5),
        "far": card("nature", 3),
        "near": card("science", 3),
    }
    match = battle(lord("1 s5"), lord("5 a engaged, 8 dear, 6 far, 7 near"), "attack u1 u5", "noblock", cards=cards)
    assert [row["uid"] for row in named(events(match), "strengthen")] == fit
