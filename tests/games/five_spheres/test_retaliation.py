"""FS-9: the one spell that the defender may play from his energies after an attack that cost him cards."""

from __future__ import annotations

import pytest

from games.five_spheres.abilities import at, do, draw, passive, ref, when
from games.five_spheres.arrange import after, battle, lord, table
from games.five_spheres.cards import Json, active, attached, card, creature, hidden, instant, spell
from games.five_spheres.lying import field, options, pile, show, step
from games.five_spheres.told import events, last, listed, moves, named, names, triggers
from marks import clause
from orrery.core.match import Match


def siege(hand: str, groove: str = "", cards: Json | None = None, creatures: str = "", deck: str = "na") -> Match:
    """Seat 1 has lost a nature tower and with it the top card of its deck, so that it may retaliate."""
    other = lord(creatures, "20 na, 21 na", hand=hand, groove=groove, deck=deck)
    words = ["attack u1 fortress 1", *(["noblock"] if creatures else []), "destroy u20"]
    return battle(lord("1 s5, 2 s4"), other, *words, cards=cards)


@clause("FS-9.1")
def test_after_energy_has_come_the_defender_may_play_one_spell() -> None:
    match = siege("na na")
    assert (match.to_act(), match.actions()) == (1, ["noretaliate", "retaliate h0", "retaliate h1"])
    assert match.position()["pending"]["kind"] == "retaliate"
    after(match, "retaliate h0")
    assert (match.to_act(), step(match)) == (0, "0 battle"), "once an attack"


@clause("FS-9.1")
@pytest.mark.parametrize(
    ("own", "other", "words"),
    [
        (lord("1 s5"), lord("5 s9 engaged", hand="na", groove="na"), ["attack u1 u5"]),  # the attacker's loss
        (lord("1 s5"), lord("", "20 na", deck="na", groove="na"), ["attack u1 fortress 1"]),  # an empty hand
        (lord("1 s5"), lord("", "20 na with 40:w", hand="na", groove="na"), ["attack u1 fortress 1"]),  # a ward
    ],
)
def test_without_new_energy_or_a_hand_there_is_no_retaliation(own: Json, other: Json, words: list[str]) -> None:
    match = battle(own, other, *words, cards={"w": spell(attached("tower", passive("ward")))})
    assert (match.to_act(), named(events(match), "noretaliate")) == (0, [])
    assert step(match) == "0 discard"


@clause("FS-9.1")
@pytest.mark.parametrize("energy", [[], [do("energise", at("deck"))]])
def test_any_cause_of_energy_counts(energy: list[Json]) -> None:
    cards = {"a": spell(active(when("attacked", *energy)))}
    other = lord("5 s9 engaged", "20 na, 21 a spell", hand="na")
    match = battle(lord("1 s5"), other, "attack u1 u5", cards=cards)
    assert (match.to_act() == 1) == bool(energy)


@clause("FS-9.1")
def test_a_card_attached_to_the_tower_is_energy_too() -> None:
    cards = {"w": spell(attached("tower"), "ether"), "e": spell(instant(cost=3), "ether")}
    other = lord("", "20 na with 40:w", hand="e", deck="na")
    match = battle(lord("1 s5"), other, "attack u1 fortress 1", cards=cards)
    assert listed(match, "retaliate") == ["retaliate h0"]


@clause("FS-9.1")
def test_only_the_defender_retaliates() -> None:
    seats = [lord("1 s5", hand="na", groove="na"), lord("", "20 na, 21 na", hand="na"), lord(hand="na", groove="na")]
    match = after(table(*seats), "attack u1 fortress 1", "destroy u20")
    assert match.to_act() == 1
    assert step(after(match, "noretaliate")) == "0 discard"


@clause("FS-9.1")
def test_the_retaliation_comes_after_all_that_waits() -> None:
    cards = {"a": creature(when("sieges", do("trash", at("hand", "defending", pick="owner"))))}
    other = lord("", "20 na", hand="na sc")
    match = battle(lord("1 a"), other, "attack u1 fortress 1", cards=cards)
    assert (match.to_act(), options(match)) == (1, ["p1.h0", "p1.h1"])
    after(match, "target p1.h1")
    assert match.actions() == ["noretaliate", "retaliate h0"]


@clause("FS-9.1", "FS-20.3")
def test_the_defender_may_say_no() -> None:
    match = after(siege("na"), "noretaliate")
    assert named(last(match), "noretaliate") == [{"event": "noretaliate", "seat": 1}]
    assert (pile(match, 1, "hand"), match.to_act()) == ("na", 0)


@clause("FS-9.1")
def test_each_attack_gives_a_new_retaliation() -> None:
    match = after(siege("na na"), "noretaliate", "attack u2 fortress 1")
    assert match.to_act() == 1


TYPES: dict[str, tuple[Json, str]] = {
    "instant": (instant(), "retaliate h0"),
    "active": (active(), "retaliate h0"),
    "attached": (attached("creature"), "retaliate h0 at u5"),
    "wall": (attached("tower"), "retaliate h0 at u21"),
    "hidden": (hidden("attacked", draw()), "retaliate h0"),
}


@clause("FS-9.2", "FS-20.1")
@pytest.mark.parametrize("type", TYPES)
def test_spells_of_any_type_can_be_played(type: str) -> None:
    half, word = TYPES[type]
    match = siege("a", "na", {"a": spell(half, "nature")}, "5 s1")
    assert match.actions() == ["noretaliate", word]
    after(match, word)
    places = {"instant": "casting", "active": "spell", "attached": "attached", "wall": "attached", "hidden": "spell"}
    assert f"retaliate a hand>{places[type]}" in moves(match)


@clause("FS-9.2")
def test_creature_halves_cannot_be_played() -> None:
    assert listed(siege("na", "na na"), "summon", "generic") == []


@clause("FS-9.3")
def test_mana_plays_no_part_and_fresh_energy_pays() -> None:
    cards = {"a": spell(instant(cost=2), "nature")}
    match = after(siege("a", "", cards), "retaliate h0")
    assert pile(match, 1, "trash") == "na na a", "the tower and its extra card pay a cost of 2, without a crystal"
    assert named(events(match), "mana") == []


@clause("FS-9.4")
@pytest.mark.parametrize(
    ("spheres", "cost", "groove", "possible"),
    [
        ("nature", 1, "", True),
        ("nature", 3, "", False),  # two energies
        ("ether", 1, "", False),  # none of the sphere
        ("ether", 2, "et", True),
        ("ether", 3, "et", True),  # the two others fill up
        ("science/ether", 2, "sc et", True),
        ("science/ether", 2, "sc", False),  # each sphere must be found
        ("science/ether", 1, "sc et", False),  # one energy cannot show both
        ("science/ether", 1, "se", True),  # a dual energy can
    ],
)
def test_a_payment_holds_the_spheres_of_the_spell(spheres: str, cost: int, groove: str, possible: bool) -> None:
    match = siege("a", groove, {"a": spell(instant(cost=cost), spheres)})
    assert (listed(match, "retaliate") == ["retaliate h0"]) == possible


@clause("FS-9.4", "FS-20.1", "FS-19.4")
def test_of_equal_backs_the_oldest_are_taken_and_the_payer_chooses_how_many_of_each() -> None:
    cards = {"a": spell(instant(cost=2), "ether")}
    match = after(siege("a", "sc et sc et", cards), "retaliate h0")
    """Groove: sc et sc et na na. Sets of two with an ether: et+et, et+sc, et+na."""
    assert match.actions() == ["pay e0,e1", "pay e1,e3", "pay e1,e4"]
    pending = match.position()["pending"]
    assert (pending["kind"], pending["seat"], pending["options"]) == ("pay", 1, ["e0,e1", "e1,e3", "e1,e4"])
    after(match, "pay e1,e4")
    assert (pile(match, 1, "groove"), pile(match, 1, "trash")) == ("sc sc et na", "et na a")


@clause("FS-9.4")
def test_backs_are_equal_when_their_spheres_are_whatever_the_cards() -> None:
    cards = {"a": spell(instant(cost=1), "science")}
    match = after(siege("a", "s1 s2 se", cards), "retaliate h0")
    assert match.actions() == ["pay e0", "pay e2"], "s1 and s2 have the same back; se has another"


@clause("FS-9.4")
def test_the_only_payment_possible_is_made_without_asking() -> None:
    match = after(siege("na"), "retaliate h0")
    assert named(last(match), "retaliate") == [{"event": "retaliate", "seat": 1, "card": "na", "energy": [0]}]


@clause("FS-9.5", "FS-20.4")
def test_energies_are_trashed_in_index_order_then_the_spell_is_played_then_the_attacker_goes_on() -> None:
    cards = {"a": spell(instant(draw(), cost=2), "ether")}
    match = after(siege("a", "et", cards, deck="na sp sp"), "retaliate h0")
    assert names(last(match)) == ["retaliate", "move", "move", "move", "move", "move", "attack_over"]
    assert moves(match)[-5:] == [
        "trash et groove>trash",
        "trash na groove>trash",
        "retaliate a hand>casting",
        "draw sp deck>hand",
        "trash a casting>trash",
    ]
    assert (match.to_act(), step(match)) == (0, "0 battle")


@clause("FS-9.5", "FS-19.1")
def test_the_spell_waits_for_its_payment() -> None:
    cards = {"a": spell(attached("creature"), "ether")}
    match = after(siege("sp a", "et se", cards, "5 s1"), "retaliate h1 at u5")
    attack = match.position()["attack"]
    assert (attack["stage"], attack["spell"]) == ("pay", {"hand": 1, "host": 5})
    after(match, "pay e1")
    assert field(match, 1).startswith("5 s1 with")


@clause("FS-9.5", "FS-6.10", "FS-12.3")
def test_a_retaliation_fires_cast_and_retaliates_before_its_effects_are_carried_out() -> None:
    cards = {
        "a": spell(instant(do("trash", at("deck"))), "nature"),
        "w": creature(when("retaliates", draw()), when("cast", draw())),
    }
    match = after(siege("a sc", "", cards, "5 w", "na na na na na"), "retaliate h0")
    assert triggers(match) == ["5 cast", "5 retaliates"]
    assert moves(match)[-4:] == [
        "trash na deck>trash",
        "trash a casting>trash",
        "draw na deck>hand",
        "draw na deck>hand",
    ]


@clause("FS-9.5", "FS-6.10")
def test_a_hidden_spell_fires_neither_event() -> None:
    cards = {
        "h": spell(hidden("wins", draw()), "nature"),
        "w": creature(when("retaliates", draw()), when("cast", draw())),
    }
    match = after(siege("h", "na", cards, "5 w"), "retaliate h0")
    assert (triggers(match), show(match, 1, "fortress")) == ([], "21 na, 100 h facedown spell")


@clause("FS-9.5", "FS-6.9")
def test_the_energy_cost_never_changes() -> None:
    cards = {"a": spell(instant(cost=2), "nature"), "c": creature(passive("cost", of="both", n=-1))}
    match = after(siege("a", "", cards, "5 c"), "retaliate h0")
    assert named(events(match), "retaliate")[0]["energy"] == [0, 1]


@clause("FS-9.5")
def test_a_hidden_spell_costs_three_energies() -> None:
    cards = {"h": spell(hidden("wins", draw()), "nature")}
    assert listed(siege("h", "", cards), "retaliate") == []
    assert listed(siege("h", "sc", cards), "retaliate") == ["retaliate h0"]


@clause("FS-9.6")
def test_summon_this_brings_the_creature_of_the_spell_which_may_block_at_once() -> None:
    cards = {"a": card("nature", 5, 7, instant(do("summon", ref("this"))))}
    match = after(siege("a", "", cards), "retaliate h0")
    assert field(match, 1) == "101 a dizzy"
    assert pile(match, 1, "trash") == "na"
    after(match, "attack u2 fortress 1")
    assert match.actions() == ["block u101", "noblock"]


@clause("FS-9.6")
def test_summon_this_may_be_cast_with_mana_too() -> None:
    cards = {"a": card("nature", 5, 7, instant(do("summon", ref("this"))))}
    match = after(table(lord(vault="30 na", hand="a na"), lord(), step="casting", cards=cards), "cast h0")
    assert (field(match, 0), pile(match, 0, "trash")) == ("101 a dizzy", "")


@clause("FS-9.1", "FS-9.5")
def test_a_retaliation_makes_its_choices_in_anothers_turn() -> None:
    cards = {"a": spell(instant(do("destroy", at("battlefield", "opponent"))), "nature")}
    match = after(siege("a", "", cards), "retaliate h0", "target u2")
    assert field(match, 0) == "1 s5 engaged"
    assert step(match) == "0 discard"


@clause("FS-9.1")
def test_energy_that_has_come_and_gone_counts() -> None:
    """The destroyed creature goes to the groove and returns to the hand: a card did come into the groove."""
    cards = {"r": creature(when("destroyed", do("return", ref("this"))))}
    match = battle(lord("1 s5"), lord("5 r engaged", groove="sc"), "attack u1 u5", cards=cards)
    assert (match.to_act(), pile(match, 1, "hand")) == (1, "r")
    assert match.position()["attack"]["energy"] == 1


@clause("FS-9.1")
def test_energy_of_earlier_attacks_does_not_count() -> None:
    match = after(siege("na na"), "noretaliate")
    assert named(events(match), "attack_over") != []
    other = lord("5 s9 engaged", "20 na", hand="na", groove="na na")
    assert battle(lord("1 s5"), other, "attack u1 u5").to_act() == 0


@clause("FS-9.2", "FS-9.5")
def test_a_tower_that_has_just_fallen_is_no_host() -> None:
    cards = {"w": spell(attached("tower"), "nature")}
    match = battle(lord("1 s5"), lord("", "20 na", hand="w"), "attack u1 fortress 1", cards=cards)
    assert match.actions() == ["noretaliate"], "asked all the same: he has a hand"


@clause("FS-9.5", "FS-12.5.1", "FS-12.5.3")
def test_in_a_retaliation_the_attack_is_still_the_present_one() -> None:
    effects = [do("destroy", ref("attacker")), draw(1, "attacking"), draw(2, "defending")]
    match = after(siege("r", "", {"r": spell(instant(*effects), "nature")}, deck="na sp sp"), "retaliate h0")
    assert field(match, 0) == "2 s4"
    assert [row["seat"] for row in named(last(match), "move") if row["verb"] == "draw"] == [0, 1, 1]


@clause("FS-9.1", "FS-10.3")
def test_a_tower_lost_by_drawing_during_an_attack_is_energy_of_that_attack() -> None:
    cards = {"a": spell(active(when("attacked", draw())))}
    other = lord("5 s9 engaged", "20 na, 21 a spell", hand="na", deck="", trash="s1 s2 s3")
    match = battle(lord("1 s5"), other, "attack u1 u5", cards=cards)
    assert (match.to_act(), match.position()["attack"]["energy"]) == (1, 2)
