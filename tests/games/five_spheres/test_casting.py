"""FS-6: second crystal, mana, spheres, summoning, generic creatures, casting, costs and the order inside a cast."""

from __future__ import annotations

import pytest

from games.five_spheres.abilities import at, do, draw, passive, when
from games.five_spheres.arrange import after, lord, table
from games.five_spheres.cards import Json, active, attached, card, creature, hidden, instant, spell
from games.five_spheres.lying import field, mana, pile, show, step
from games.five_spheres.told import events, last, listed, moves, named, names, triggers
from marks import clause
from orrery.core.match import Match


def casting(hand: str, vault: str = "30 sc, 31 sc, 32 sc", field: str = "", cards: Json | None = None) -> Match:
    """Seat 0 in its casting step."""
    return table(lord(field, vault=vault, hand=hand), lord(), step="casting", cards=cards)


# --- crystals ---------------------------------------------------------------------------------------------------------


@clause("FS-6.1", "FS-6.2")
def test_the_lord_places_a_second_crystal_or_plays_cards_or_does_nothing() -> None:
    match = after(table(lord("1 s1", hand="sc et sc na"), lord(), step="crystal"), "crystal h0")
    assert match.actions() == ["cast h1", "crystal2 h0", "crystal2 h2", "end", "summon h1"]
    after(match, "crystal2 h0")
    assert (step(match), show(match, 0, "vault")) == ("0 battle", "100 sc, 101 et")
    assert match.position()["placed"] == [["science"], ["ether"]]


@clause("FS-6.1", "FS-6.2")
@pytest.mark.parametrize("word", ["summon h0", "cast h0"])
def test_a_lord_who_has_played_a_card_places_no_second_crystal(word: str) -> None:
    match = after(table(lord(hand="sc sc et na"), lord(), step="crystal"), "crystal h0")
    assert listed(match, "crystal2") == ["crystal2 h1", "crystal2 h2"]
    assert listed(after(match, word), "crystal2") == []
    assert match.position()["played"] is True


@clause("FS-6.2")
def test_without_a_first_crystal_there_is_no_second() -> None:
    match = after(table(lord(hand="sc et na"), lord(), step="crystal"), "end")
    assert listed(match, "crystal2") == []


@clause("FS-6.3")
def test_the_second_crystal_has_another_sphere_and_is_not_dual() -> None:
    match = after(table(lord(hand="sc sc et se na"), lord(), step="crystal"), "crystal h0")
    assert listed(match, "crystal2") == ["crystal2 h1", "crystal2 h3"], "neither science nor dual"


@clause("FS-6.3")
def test_crystals_placed_by_effects_do_not_count() -> None:
    cards = {"a": card("science", abilities=[when("crystallised", do("crystallise", at("deck")), by="own")])}
    own = lord("1 a", hand="sc et sp", deck="et sp na na na na na na na")
    match = after(table(own, lord(), step="crystal", cards=cards), "crystal h0")
    """The ability goes on until the loop protection cuts it; none of its crystals is one of the two placements."""
    assert match.position()["placed"] == [["science"]]
    assert "crystal2 h0" in match.actions() and "crystal2 h1" in match.actions()


@clause("FS-6.4")
@pytest.mark.parametrize(("turn", "first", "allowed"), [(1, 0, False), (2, 0, True), (1, 1, True)])
def test_the_lord_who_begins_places_no_second_crystal_in_turn_1(turn: int, first: int, allowed: bool) -> None:
    own = lord(hand="sc et na")
    match = after(table(own, lord(), step="crystal", turn=turn, first=first), "crystal h0")
    assert (listed(match, "crystal2") != []) == allowed


# --- mana -------------------------------------------------------------------------------------------------------------


@clause("FS-6.5", "FS-19.6")
def test_each_crystal_gives_one_mana_those_of_this_turn_and_dual_ones_too() -> None:
    match = table(lord(vault="30 sc, 31 se", hand="sc na"), lord(), step="crystal")
    assert mana(match) == 2
    assert mana(after(match, "crystal h0")) == 3


@clause("FS-6.5", "FS-20.3")
def test_mana_is_spent_and_what_is_left_is_lost_with_the_turn() -> None:
    cards = {"a": card(cost=2)}
    match = casting("a a na", cards=cards)
    after(match, "summon h0")
    assert (mana(match), match.position()["seats"][0]["mana_spent"]) == (1, 2)
    assert named(last(match), "mana") == [{"event": "mana", "seat": 0, "spent": 2}]
    assert listed(match, "summon") == [], "1 mana is left, the second card costs 2"
    after(match, "end", "keep")
    assert mana(match) == 3


@clause("FS-6.5", "FS-12.7")
def test_mana_passives_give_more_or_less() -> None:
    cards = {"m": creature(passive("mana", n=2)), "a": spell(active(passive("mana", n=-1)))}
    own = lord("1 m", "20 na, 21 a spell", "30 sc", "na")
    match = table(own, lord("5 m"), step="casting", cards=cards)
    assert (mana(match, 0), mana(match, 1)) == (2, 2)


@clause("FS-6.5")
def test_mana_counts_the_crystals_there_are_now() -> None:
    cards = {"x": spell(instant(do("trash", at("vault", n=2)), cost=1))}
    match = after(casting("x s1 na", "30 sc, 31 sc, 32 sc", cards=cards), "cast h0", "target u30", "target u31")
    assert mana(match) == 0
    assert listed(match, "summon", "cast") == []


@clause("FS-6.6")
@pytest.mark.parametrize(
    ("vault", "playable"),
    [
        ("30 sc, 31 sc", ["h0"]),
        ("30 et, 31 et", ["h1"]),
        ("30 sc, 31 et", ["h0", "h1", "h2"]),
        ("30 se", ["h0", "h1", "h2"]),
        ("30 sp", []),
        ("", []),
    ],
)
def test_a_card_needs_a_crystal_of_each_of_its_spheres(vault: str, playable: list[str]) -> None:
    match = casting("sc et se na", vault)
    assert listed(match, "summon") == [f"summon {card}" for card in playable]
    assert listed(match, "cast") == [f"cast {card}" for card in playable]


@clause("FS-6.6")
def test_a_card_needs_the_mana_of_its_cost_whatever_the_colour_of_the_other_crystals() -> None:
    cards = {"a": card("science", 3, spell=instant(cost=2))}
    assert listed(casting("a na", "30 sc", cards=cards), "summon h0", "cast h0") == []
    assert listed(casting("a na", "30 sc, 31 et", cards=cards), "summon h0", "cast h0") == ["cast h0"]
    assert listed(casting("a na", "30 sc, 31 et, 32 et", cards=cards), "summon h0", "cast h0") == [
        "cast h0",
        "summon h0",
    ]


@clause("FS-6.6")
def test_the_matching_crystal_need_not_be_unspent() -> None:
    match = after(casting("sc sc sc na", "30 sc, 31 et"), "summon h0")
    assert listed(match, "summon") == ["summon h0", "summon h1"]


# --- playing ----------------------------------------------------------------------------------------------------------


@clause("FS-6.7")
def test_a_lord_plays_any_number_of_cards_one_action_each() -> None:
    match = after(casting("s1 s2 sc na"), "summon h0", "cast h1", "summon h0")
    assert (field(match, 0), pile(match, 0, "trash")) == ("100 s1 dizzy, 102 s2 dizzy", "sc")


@clause("FS-6.7", "FS-1.7")
def test_a_generic_creature_is_any_card_face_down_of_a_matching_sphere() -> None:
    cards = {"h": spell(hidden("attacked", draw())), "i": card(cost=3, inverted=True)}
    match = casting("s9 et se h i na", cards=cards)
    assert listed(match, "generic") == ["generic h0", "generic h3"], "science, not inverted"
    after(match, "generic h0")
    assert (field(match, 0), mana(match)) == ("100 s9 dizzy facedown", 0)
    assert moves(match) == ["generic s9 hand>battlefield"]


@clause("FS-6.7", "FS-19.1")
def test_the_option_generic_forbids_generic_creatures() -> None:
    own = lord(vault="30 sc, 31 sc, 32 sc", hand="s9 na")
    assert listed(table(own, lord(), step="casting", generic=False), "generic") == []
    assert listed(table(own, lord(), step="casting", generic=True), "generic") == ["generic h0"]
    assert table(own, lord(), step="casting").position()["options"]["generic"] is True


@clause("FS-6.7")
def test_an_attached_spell_names_its_host() -> None:
    cards = {"b": spell(attached("creature")), "w": spell(attached("tower"))}
    match = table(lord("1 s1, 2 s1 facedown", "20 na, 21 a spell", "30 sc", "b w na"), lord("5 s1"), step="casting",
                  cards=cards | {"a": spell(active())})  # fmt: skip
    assert listed(match, "cast") == ["cast h0 at u1", "cast h0 at u2", "cast h1 at u20"]
    after(match, "cast h0 at u2")
    assert field(match, 0) == "1 s1, 2 s1 facedown with 100:b"
    assert named(last(match), "move")[0]["host"] == 2


@clause("FS-6.7")
def test_an_attached_spell_without_a_host_cannot_be_cast() -> None:
    cards = {"b": spell(attached("creature")), "w": spell(attached("tower"))}
    match = table(lord("", "", "30 sc", "b w na"), lord("5 s1"), step="casting", cards=cards)
    assert listed(match, "cast") == []


@clause("FS-6.7", "FS-12.1")
def test_the_do_of_an_attached_spell_is_carried_out_when_it_is_cast() -> None:
    cards = {"b": spell(attached("creature", do=[do("afflict", {"ref": "bearer"}), draw()]))}
    match = after(casting("b na", field="1 s5", cards=cards), "cast h0 at u1")
    assert field(match, 0) == "1 s5 afflicted with 100:b"
    assert moves(match) == ["cast b hand>attached", "draw na deck>hand"]


@clause("FS-6.8")
def test_a_spell_may_be_cast_although_nothing_can_be_picked() -> None:
    cards = {"x": spell(instant(do("destroy", at("battlefield", "opponent"))))}
    match = after(casting("x na", cards=cards), "cast h0")
    assert moves(match) == ["cast x hand>casting", "trash x casting>trash"]


# --- FS-6.9 -----------------------------------------------------------------------------------------------------------


def price(word: str, *passives: Json, **cards: Json) -> int:
    """What seat 0 spends on an action while a creature with these passives lies on its battlefield."""
    table_of = {"p": creature(*passives), **cards}
    match = casting("a na", "30 sc, 31 sc, 32 sc, 33 sc, 34 sc, 35 sc, 36 sc, 37 sc", "1 p", table_of)
    spent: int = named(events(after(match, word)), "mana")[0]["spent"]
    return spent


MIDDLE = card("science", 4, spell=instant(cost=3))


@clause("FS-6.9", "FS-12.7")
@pytest.mark.parametrize(("of", "summon", "spell_cost"), [("creature", 3, 3), ("spell", 4, 2), ("both", 3, 2)])
def test_cost_passives_change_the_cost_of_the_halves_they_name(of: str, summon: int, spell_cost: int) -> None:
    cheaper = passive("cost", of=of, n=-1)
    assert price("summon h0", cheaper, a=MIDDLE) == summon
    assert price("cast h0", cheaper, a=MIDDLE) == spell_cost


@clause("FS-6.9")
def test_costs_add_up_and_never_fall_below_1() -> None:
    assert price("summon h0", passive("cost", of="both", n=2), passive("cost", of="creature", n=1), a=MIDDLE) == 7
    assert price("summon h0", passive("cost", of="both", n=-9), a=MIDDLE) == 1
    assert price("cast h0", passive("cost", of="both", n=-9), a=MIDDLE) == 1


@clause("FS-6.9")
@pytest.mark.parametrize("n", [-2, 2])
def test_the_cost_3_of_face_down_play_never_changes(n: int) -> None:
    change = passive("cost", of="both", n=n)
    assert price("generic h0", change, a=MIDDLE) == 3
    assert price("summon h0", change, a=card(cost=3, inverted=True)) == 3
    assert price("cast h0", change, a=spell(hidden("attacked", draw()))) == 3


@clause("FS-6.9", "FS-12.7")
@pytest.mark.parametrize(
    ("wanted", "summon"),
    [
        ({"sphere": "science"}, 3),
        ({"sphere": "ether"}, 4),
        ({"race": "plain"}, 3),
        ({"race": "elf"}, 4),
        ({"keyword": "flyer"}, 4),
        ({"spell_type": "instant"}, 3),
        ({"spell_type": "active"}, 4),
        ({"min_cost": 4}, 3),
        ({"max_cost": 3}, 4),
        ({"max_spell_cost": 3}, 3),
        ({"min_spell_cost": 4}, 4),
        ({"min_strength": 2}, 3),
        ({"max_strength": 1}, 4),
        ({"other": True}, 3),
        ({"status": ["ready"]}, 4),
        ({"matching": {"to": "this"}}, 4),
    ],
)
def test_the_filter_of_a_cost_passive_is_on_the_card_played(wanted: Json, summon: int) -> None:
    assert price("summon h0", passive("cost", of="creature", n=-1, filter=wanted), a=MIDDLE) == summon


@clause("FS-6.9")
def test_cost_passives_are_for_the_lord_of_their_source_only() -> None:
    cards = {"p": creature(passive("cost", of="both", n=3)), "a": MIDDLE}
    own = lord(vault="30 sc, 31 sc, 32 sc, 33 sc", hand="a na")
    match = after(table(own, lord("5 p"), step="casting", cards=cards), "summon h0")
    assert named(events(match), "mana")[0]["spent"] == 4


@clause("FS-6.9")
def test_whether_a_card_can_be_paid_follows_the_changed_cost() -> None:
    cards = {"p": creature(passive("cost", of="creature", n=-1)), "a": MIDDLE}
    assert listed(casting("a na", field="1 p", cards=cards), "summon h0") == ["summon h0"]
    assert listed(casting("a na", field="1 s1", cards=cards), "summon h0") == []


# --- FS-6.10 ----------------------------------------------------------------------------------------------------------

WATCH = creature(when("cast", draw(), by="own"), when("summoned", draw(), by="own"))


@clause("FS-6.10", "FS-20.4")
def test_mana_movement_effects_trash_then_what_the_cast_fired() -> None:
    cards = {"w": WATCH, "x": spell(instant(do("trash", at("deck"))))}
    match = after(casting("x na", field="1 w", cards=cards), "cast h0")
    assert names(last(match)) == ["mana", "move", "move", "move", "trigger", "move"]
    assert moves(match) == [
        "cast x hand>casting",
        "trash na deck>trash",
        "trash x casting>trash",
        "draw na deck>hand",
    ]
    assert triggers(match) == ["1 cast"]


@clause("FS-6.10")
def test_the_event_cast_waits_behind_the_spell_but_is_checked_before_its_effects() -> None:
    """The watcher that the spell destroys heard the event when it fired; its ability is carried out all the same."""
    cards = {"w": WATCH, "x": spell(instant(do("destroy", at("battlefield"))))}
    match = after(casting("x na", field="1 w", cards=cards), "cast h0")
    assert moves(match)[1:] == ["destroy w battlefield>groove", "trash x casting>trash", "draw na deck>hand"]


@clause("FS-6.10")
def test_a_hidden_spell_fires_no_event_cast() -> None:
    cards = {"w": WATCH, "h": spell(hidden("attacked", draw()))}
    match = after(casting("h na", field="1 w", cards=cards), "cast h0")
    assert (moves(match), triggers(match)) == (["cast h hand>spell"], [])


@clause("FS-6.10", "FS-20.4")
@pytest.mark.parametrize("word", ["summon h0", "generic h0"])
def test_inside_summon_come_mana_movement_and_the_event(word: str) -> None:
    match = after(casting("s1 na", field="1 w", cards={"w": WATCH}), word)
    assert names(last(match)) == ["mana", "move", "trigger", "move"]
    assert triggers(match) == ["1 summoned"]


@clause("FS-6.10")
@pytest.mark.parametrize("half", [active(), attached("creature")])
def test_active_and_attached_spells_fire_cast_too(half: Json) -> None:
    match = casting("a na", field="1 w", cards={"w": WATCH, "a": spell(half)})
    after(match, *listed(match, "cast h0"))
    assert triggers(match) == ["1 cast"]


@clause("FS-6.5")
def test_mana_may_fall_below_zero_when_crystals_go_after_they_were_spent() -> None:
    cards = {"x": spell(instant(do("trash", at("vault", pick="all")), cost=2))}
    match = after(casting("x s1 na", "30 sc, 31 sc", cards=cards), "cast h0")
    assert mana(match) == -2, "no crystal, two spent"
    assert match.actions() == ["end"]


@clause("FS-6.9", "FS-12.7")
@pytest.mark.parametrize("kind", ["attached", "active"])
def test_cost_passives_of_spells_count_too_and_need_their_condition(kind: str) -> None:
    for condition, summon in (({"turn": "own"}, 3), ({"turn": "opponent"}, 4)):
        ability = passive("cost", of="creature", n=-1, given=condition)
        half = attached("creature", ability) if kind == "attached" else active(ability)
        fortress = "20 na, 29 p spell" if kind == "active" else "20 na"
        creatures = "1 s1 with 9:p" if kind == "attached" else "1 s1"
        own = lord(creatures, fortress, "30 sc, 31 sc, 32 sc, 33 sc", "a na")
        match = table(own, lord(), step="casting", cards={"p": spell(half), "a": MIDDLE})
        assert named(events(after(match, "summon h0")), "mana")[0]["spent"] == summon
