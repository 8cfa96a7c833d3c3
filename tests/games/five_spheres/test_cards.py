"""FS-1: the two halves of a card, spheres, costs, the back, the generic creature, inverted halves, spell types."""

from __future__ import annotations

from typing import Any

import pytest

from games.five_spheres.abilities import at, do, draw, passive, ref, stronger, when
from games.five_spheres.arrange import after, battle, cast, check_refused, invalid, lord, position, table
from games.five_spheres.cards import Json, active, attached, card, creature, hidden, instant, spell
from games.five_spheres.lying import field, pile, show, strengths
from games.five_spheres.told import events, listed, moves, named
from marks import clause

BOTH = card("science", 2, 4, active(passive("strength", n=1), cost=1), abilities=[when("summoned", draw())])


@clause("FS-1.1")
def test_the_zone_decides_which_half_counts() -> None:
    """The same card on the battlefield is its creature half only, in the fortress its spell half only."""
    match = table(lord("1 s3", vault="30 sc, 31 sc", hand="b b na"), lord(), step="casting", cards={"b": BOTH})
    after(match, "summon h0")
    assert strengths(match, 0) == {1: 3, 100: 4}
    assert pile(match, 0, "hand") == "b na na"
    match = table(lord("1 s3", vault="30 sc, 31 sc", hand="b b na"), lord(), step="casting", cards={"b": BOTH})
    after(match, "cast h0")
    assert strengths(match, 0) == {1: 4}
    assert pile(match, 0, "hand") == "b na"


@clause("FS-1.1")
@pytest.mark.parametrize("zone", ["vault", "tower", "hand", "deck", "trash", "groove"])
def test_neither_half_counts_elsewhere(zone: str) -> None:
    places: dict[str, Json] = {
        "vault": lord("1 s3", vault="30 b"),
        "tower": lord("1 s3", "20 b"),
        "hand": lord("1 s3", hand="b"),
        "deck": lord("1 s3", deck="b b b"),
        "trash": lord("1 s3", trash="b"),
        "groove": lord("1 s3", groove="b"),
    }
    match = table(places[zone], lord(), cards={"b": BOTH})
    assert strengths(match, 0) == {1: 3}


@clause("FS-1.2", "FS-12.1")
def test_a_creature_half_has_its_fields_and_may_lack_keyword_and_abilities() -> None:
    whole = card("chaos", 4, 6, afflicted=1, keyword="flyer", name="Roc", abilities=[passive("swift")])
    match = table(lord("1 a, 2 na"), lord(), cards={"a": whole})
    assert match.position()["cards"]["a"]["creature"] == whole["creature"]
    for field_name in ("cost", "race", "strength"):
        lacking = card()
        del lacking["creature"][field_name]
        assert "creature" in invalid(position(lord(), lord(), cards={"bad": lacking}))


@clause("FS-1.2")
def test_a_creature_has_at_most_one_keyword() -> None:
    assert "keyword" in invalid(position(lord(), lord(), cards={"bad": card(keyword=["flyer", "machine"])}))


@clause("FS-1.3", "FS-12.1")
@pytest.mark.parametrize("lacking", ["cost", "type", "do"])
def test_a_spell_half_has_cost_type_and_effect(lacking: str) -> None:
    half = instant(draw(), cost=2)
    assert table(lord("1 s1"), lord(), cards={"a": spell(half)}).position()["cards"]["a"]["spell"] == half
    del half[lacking]
    assert "spell" in invalid(position(lord(), lord(), cards={"bad": spell(half)}))


@clause("FS-1.4")
@pytest.mark.parametrize("sphere", ["science", "ether", "spirit", "chaos", "nature"])
def test_a_card_belongs_to_one_of_five_spheres(sphere: str) -> None:
    """The sphere counts for both halves, for the crystal, for the energy and for the back."""
    cards = {"a": card(sphere), "b": card(sphere)}
    match = table(lord(vault="30 a", hand="b na"), lord(groove="a"), step="casting", cards=cards)
    assert listed(match, "summon h0", "cast h0") == ["cast h0", "summon h0"]
    assert match.view(1)["seats"][0]["vault"] == [{"uid": 30, "card": f"?{sphere}"}]
    assert match.view(1)["seats"][1]["groove"] == [f"?{sphere}"]


@clause("FS-1.4")
def test_a_card_may_belong_to_two_spheres_but_not_to_one_twice_none_or_another() -> None:
    match = table(lord(vault="30 se", hand="na"), lord(), step="casting")
    assert match.view(1)["seats"][0]["vault"] == [{"uid": 30, "card": "?science/ether"}]
    for spheres in ([], ["water"], ["science", "science"], ["science", "ether", "chaos"]):
        assert "spheres" in invalid(position(lord(), lord(), cards={"bad": card() | {"spheres": spheres}}))


@clause("FS-1.5")
@pytest.mark.parametrize("half", ["creature", "spell"])
def test_costs_are_whole_numbers_from_1_to_9(half: str) -> None:
    for cost in (1, 9):
        good = card()
        good[half]["cost"] = cost
        assert table(lord("1 s1"), lord(), cards={"a": good}).position()["cards"]["a"][half]["cost"] == cost
    for cost in (0, 10, -1, 2.5, "3", None, True):  # type: ignore[assignment]
        bad = card()
        bad[half]["cost"] = cost
        assert "cost" in invalid(position(lord(), lord(), cards={"bad": bad})), cost


@clause("FS-1.6", "FS-19.6")
def test_everybody_sees_the_backs_on_the_table_and_none_in_deck_and_hand() -> None:
    own = lord("1 ch facedown", "20 et, 21 h spell facedown", "30 sp", "na et", "se sc", groove="na")
    match = table(own, lord(), step="crystal", cards={"h": spell(hidden("attacked", draw()), "science/chaos")})
    seen = match.view(1)["seats"][0]
    assert seen["battlefield"][0]["card"] == "?chaos"
    assert [row["card"] for row in seen["fortress"]] == ["?ether", "?science/chaos"]
    assert seen["vault"][0]["card"] == "?spirit"
    assert seen["groove"] == ["?nature"]
    assert (seen["hand"], seen["deck"]) == (2, 2)


@clause("FS-1.7", "FS-3.8")
def test_the_generic_creature_has_strength_3_afflicted_1_and_nothing_else() -> None:
    rich = card("science", 9, 9, race="elf", keyword="flyer", abilities=[passive("strength", n=5), passive("swift")])
    match = table(lord("1 a facedown, 2 a facedown afflicted"), lord(), cards={"a": rich})
    assert strengths(match, 0) == {1: 3, 2: 1}


@clause("FS-1.7")
def test_the_generic_creature_costs_3() -> None:
    match = table(lord(vault="30 sc, 31 sc, 32 sc", hand="s9 na"), lord(), step="casting")
    assert named(events(after(match, "generic h0")), "mana") == [{"event": "mana", "seat": 0, "spent": 3}]
    assert listed(table(lord(vault="30 sc, 31 sc", hand="s9 na"), lord(), step="casting"), "generic") == []


@clause("FS-1.7", "FS-19.1")
def test_the_option_generic_creature_sets_both_strengths_and_not_the_cost() -> None:
    own = lord("1 a facedown, 2 a facedown afflicted", vault="30 sc, 31 sc, 32 sc", hand="s9 na")
    match = table(own, lord(), step="casting", cards={"a": card()}, generic_creature={"strength": 8, "afflicted": 5})
    assert strengths(match, 0) == {1: 8, 2: 5}
    assert named(events(after(match, "generic h0")), "mana")[0]["spent"] == 3


@clause("FS-1.7")
@pytest.mark.parametrize(
    "wrong",
    [
        {"strength": 3, "afflicted": 4},
        {"strength": 100, "afflicted": 1},
        {"strength": 3, "afflicted": -1},
        {"strength": 3, "afflicted": 1, "cost": 2},
    ],
)
def test_other_generic_creatures_are_refused(wrong: Json) -> None:
    assert "generic_creature" in invalid(position(lord(), lord(), generic_creature=wrong))


@clause("FS-1.7")
@pytest.mark.parametrize("fine", [{"strength": 0, "afflicted": 0}, {"strength": 99, "afflicted": 99}])
def test_the_limits_of_the_generic_creature(fine: Json) -> None:
    match = table(lord("1 s1 facedown, 2 s1 facedown afflicted"), lord(), generic_creature=fine)
    assert strengths(match, 0) == {1: fine["strength"], 2: fine["afflicted"]}


@clause("FS-1.8", "FS-12.1")
@pytest.mark.parametrize(
    ("strength", "printed", "weak"), [(7, None, 3), (4, None, 2), (1, None, 0), (7, 6, 6), (7, 0, 0)]
)
def test_afflicted_strength_is_half_rounded_down_unless_another_is_printed(
    strength: int, printed: int | None, weak: int
) -> None:
    words: dict[str, Any] = {} if printed is None else {"afflicted": printed}
    match = table(lord("1 a afflicted, 2 a"), lord(), cards={"a": card(strength=strength, **words)})
    assert strengths(match, 0) == {1: weak, 2: strength}


@clause("FS-1.8")
@pytest.mark.parametrize("printed", [-1, 5])
def test_a_printed_afflicted_strength_lies_between_0_and_the_strength(printed: int) -> None:
    assert "afflicted" in invalid(position(lord(), lord(), cards={"a": card(strength=4, afflicted=printed)}))


@clause("FS-1.9", "FS-6.7")
def test_an_inverted_creature_half_is_played_face_down_for_3() -> None:
    cards = {"i": card("science", 3, 7, inverted=True)}
    match = table(lord(vault="30 sc, 31 sc, 32 sc", hand="i na"), lord(), step="casting", cards=cards)
    assert listed(match, "summon h0", "generic h0") == ["summon h0"]
    after(match, "summon h0")
    assert field(match, 0) == "100 i dizzy facedown"
    assert named(events(match), "mana")[0]["spent"] == 3


@clause("FS-1.9", "FS-1.10", "FS-6.7")
def test_a_hidden_spell_is_played_face_down_for_3() -> None:
    cards = {"h": spell(hidden("attacked", draw()))}
    match = table(lord("", "", "30 sc, 31 sc, 32 sc", "h na"), lord(), step="casting", cards=cards)
    after(match, "cast h0")
    assert show(match, 0, "fortress") == "100 h facedown spell"
    assert named(events(match), "mana")[0]["spent"] == 3
    assert listed(table(lord(vault="30 sc, 31 sc", hand="h na"), lord(), step="casting", cards=cards), "cast h0") == []


@clause("FS-1.9", "FS-12.1")
def test_inverted_halves_cost_exactly_3() -> None:
    assert "cost" in invalid(position(lord(), lord(), cards={"a": card(cost=4, inverted=True)}))
    assert "cost" in invalid(position(lord(), lord(), cards={"a": spell(hidden("attacked", draw()) | {"cost": 2})}))


@clause("FS-1.10")
def test_an_instant_goes_to_casting_does_its_effects_and_is_trashed() -> None:
    match = cast(draw())
    assert moves(match) == ["cast x hand>casting", "draw na deck>hand", "trash x casting>trash"]
    assert pile(match, 0, "trash") == "x"


@clause("FS-1.10")
def test_an_instant_that_moved_itself_is_not_trashed() -> None:
    match = cast(do("return", ref("this")))
    assert moves(match) == ["cast x hand>casting", "return x casting>hand"]
    assert (pile(match, 0, "trash"), pile(match, 0, "hand")) == ("", "na x")


@clause("FS-1.10", "FS-12.1")
def test_an_active_spell_lies_face_up_and_its_abilities_count_while_it_lies_there() -> None:
    half = active(passive("strength", n=2), when("attacks", draw()), do=[stronger(5, at("battlefield"))])
    own = lord("1 s1", "20 na", "30 sc", "a na")
    match = after(table(own, lord(), step="casting", cards={"a": spell(half)}), "cast h0")
    assert show(match, 0, "fortress") == "20 na, 100 a spell"
    assert field(match, 0) == "1 s1 +5", "its `do` is carried out once, when cast from the hand"
    assert strengths(match, 0) == {1: 8}
    after(match, "end", "attack u1 fortress 1")
    assert moves(match)[1] == "draw na deck>hand"


@clause("FS-1.10", "FS-6.7")
@pytest.mark.parametrize(("host", "place"), [("creature", "u1"), ("tower", "u20")])
def test_an_attached_spell_stays_as_long_as_its_host_stays(host: str, place: str) -> None:
    cards = {"b": spell(attached(host, when("attacks", draw(), by="own")))}
    match = table(lord("1 s1, 2 s1", "20 na, 21 na", "30 sc", "b na"), lord(), step="casting", cards=cards)
    hosts = ["u1", "u2"] if host == "creature" else ["u20", "u21"]
    assert listed(match, "cast h0") == [f"cast h0 at {uid}" for uid in hosts]
    after(match, f"cast h0 at {place}")
    shown = show(match, 0, "battlefield" if host == "creature" else "fortress")
    assert f"{place[1:]} {'s1' if host == 'creature' else 'na'} with 100:b" in shown
    after(match, "end", "attack u1 fortress 1")
    assert "draw na deck>hand" in moves(match), "its abilities count"


@clause("FS-1.10", "FS-13.5")
def test_a_hidden_spell_is_forced_when_its_trigger_occurs_and_is_trashed_after_its_effects() -> None:
    cards = {"h": spell(hidden("attacked", do("trash", at("hand", pick="all"))))}
    match = battle(lord("1 s1"), lord("", "20 na, 21 h spell", hand="na"), "attack u1 fortress 1", cards=cards)
    assert moves(match)[:3] == ["reveal h spell>casting", "trash na hand>trash", "trash h casting>trash"]
    assert pile(match, 1, "trash") == "na h"


@clause("FS-1.10")
def test_there_are_four_types_of_spells() -> None:
    for half in (instant(), active(), attached("tower"), hidden("attacked", draw())):
        assert table(lord("1 s1"), lord(), cards={"a": spell(half)}).position()["cards"]["a"]["spell"] == half
    assert "type" in invalid(position(lord(), lord(), cards={"a": spell(instant() | {"type": "ritual"})}))


@clause("FS-1.11")
def test_a_card_text_wins_over_a_rule() -> None:
    """Only engaged creatures can be attacked (FS-7.2) and new ones cannot attack (FS-3.7), unless a card says so."""
    cards = {"a": creature(passive("swift"), passive("ranged")), "b": creature()}
    own = lord("1 s1", vault="30 sc", hand="a b na")
    match = after(table(own, lord("5 s1"), step="casting", cards=cards), "summon h0", "end")
    assert listed(match, "attack u100") == ["attack u100 fortress 1", "attack u100 u5"]
    match = after(table(own, lord("5 s1"), step="casting", cards=cards), "summon h1", "end")
    assert listed(match, "attack") == ["attack u1 fortress 1"]
    check_refused(match, "attack u100 u5")
