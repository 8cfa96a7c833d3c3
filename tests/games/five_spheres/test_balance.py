"""What you pay is what you get (FS-16): the value of halves by the formula, piece by piece, and the test set."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from importlib import resources

import pytest

from marks import clause
from orrery.core.data import DataFault, JsonObject
from orrery.games.five_spheres.cards import balance
from orrery.games.five_spheres.cards.balance import Weights, judge
from orrery.games.five_spheres.cards.grammar import check_card
from orrery.games.five_spheres.cards.vocabulary import EVENTS, PASSIVES

OWN = {"zone": "battlefield", "whose": "own"}
OPPONENT = {"zone": "battlefield", "whose": "opponent"}
ALONE = {"count": {"zone": "battlefield", "whose": "own"}, "max": 1}


def shipped_test_set() -> JsonObject:
    place = resources.files("orrery.games.five_spheres").joinpath("data").joinpath("testset.json")
    cards: JsonObject = json.loads(place.read_text(encoding="utf-8"))
    return cards


def table() -> JsonObject:
    place = resources.files("orrery.games.five_spheres").joinpath("data").joinpath("balance.json")
    weights: JsonObject = json.loads(place.read_text(encoding="utf-8"))
    return weights


def card(creature: JsonObject | None = None, spell: JsonObject | None = None) -> JsonObject:
    """A plain card in balance, with other fields in its halves."""
    found: JsonObject = {
        "spheres": ["nature"],
        "creature": {"cost": 2, "race": "beast", "strength": 5, **(creature or {})},
        "spell": {"type": "instant", "cost": 1, "do": [{"do": "draw", "whose": "own", "n": 1}], **(spell or {})},
    }
    check_card(found, "card")
    return found


def value_of(effect: JsonObject) -> float:
    """The value of a spell half with this effect alone."""
    return float(judge(card(spell={"do": [effect]})).spell.value)


def ability_value(ability: JsonObject) -> float:
    """The value that an ability adds to a creature."""
    return float(judge(card({"abilities": [ability], "strength": 0})).creature.value)


def passive_value(ability: JsonObject, **fields: str) -> float:
    """The value of a spell half in the fortress or under a host with this ability alone."""
    spell: JsonObject = {"type": "active", "abilities": [ability], **fields}
    found = card()
    found["spell"] = {"cost": 1, **spell}
    check_card(found, "card")
    return float(judge(found).spell.value)


@clause("FS-16.2", "FS-17.10", "FS-2.5")
@pytest.mark.parametrize("id", sorted(shipped_test_set()))
def test_every_card_of_the_test_set_is_in_balance(id: str) -> None:
    found = judge(shipped_test_set()[id])
    assert found.in_balance, found.lines()


@clause("FS-16.2")
def test_a_budget_follows_from_cost_and_inversion() -> None:
    plain = judge(card({"cost": 4, "strength": 9}, {"cost": 3}))
    assert (plain.creature.budget, plain.spell.budget) == (9, 6)
    assert judge(card({"cost": 3, "strength": 8, "inverted": True})).creature.budget == 8


@clause("FS-16.2")
@pytest.mark.parametrize(("strength", "difference"), [(3, -2), (4, -1), (5, 0), (6, 1), (7, 2)])
def test_a_half_is_in_balance_up_to_a_difference_of_one(strength: int, difference: int) -> None:
    found = judge(card({"strength": strength})).creature
    assert found.difference == difference
    assert found.in_balance == (abs(difference) <= 1)


@clause("FS-16.1")
@pytest.mark.parametrize("id", sorted(shipped_test_set()))
def test_sphere_race_keyword_and_names_play_no_part(id: str) -> None:
    known = shipped_test_set()[id]
    other = copy.deepcopy(known)
    other["spheres"] = ["chaos", "ether"]
    other["name"] = other["creature"]["name"] = other["spell"]["name"] = "x"
    other["creature"]["race"] = other["creature"]["keyword"] = "y"
    assert [half.value for half in judge(known).halves()] == [half.value for half in judge(other).halves()]


@clause("FS-16.3")
@pytest.mark.parametrize(
    ("effect", "value"),
    [
        # bases for the own side and the opponent's
        ({"do": "draw", "whose": "own", "n": 1}, 2),
        ({"do": "draw", "whose": "opponent", "n": 1}, -2),
        ({"do": "destroy", "target": OWN}, -3),
        ({"do": "destroy", "target": OPPONENT}, 8),
        ({"do": "destroy", "target": {"zone": "tower", "whose": "opponent"}}, 9),
        ({"do": "afflict", "target": OPPONENT}, 4),
        ({"do": "return", "target": {"zone": "trash", "whose": "own"}}, 2.5),
        ({"do": "return", "target": {"zone": "deck", "whose": "own", "search": True}}, 3.5),
        ({"do": "crystallise", "target": {"zone": "groove", "whose": "own"}}, 4),
        ({"do": "fortify", "target": {"zone": "deck", "whose": "own"}}, 8),
        ({"do": "shuffle", "zone": "deck", "whose": "own"}, 0.25),
        ({"do": "shuffle", "zone": "groove", "whose": "opponent"}, 0),
        ({"do": "replace", "a": OWN, "b": {"zone": "hand", "whose": "own"}}, 1),
        ({"do": "recover", "target": {"zone": "attached", "whose": "own"}}, -1),
        ({"do": "energise", "target": {"zone": "attached", "whose": "opponent"}}, 3),
        # whose
        ({"do": "return", "target": {"zone": "battlefield", "whose": "any"}}, 4),
        ({"do": "destroy", "target": {"zone": "battlefield", "whose": "each"}}, 5),
        ({"do": "draw", "whose": "each", "n": 1}, 0),
        ({"do": "destroy", "target": {"zone": "battlefield", "whose": "each_opponent"}}, 8),
        ({"do": "destroy", "target": {"zone": "battlefield", "whose": "attacking"}}, 8),
        ({"do": "destroy", "target": {"zone": "battlefield", "whose": "defending"}}, 8),
        # pick, also for negative values
        ({"do": "destroy", "target": {**OPPONENT, "pick": "random"}}, 6),
        ({"do": "destroy", "target": {**OPPONENT, "pick": "owner"}}, 4.8),
        ({"do": "destroy", "target": {**OPPONENT, "pick": "opponent_choice"}}, 4.8),
        ({"do": "destroy", "target": {**OPPONENT, "pick": "all"}}, 24),
        ({"do": "destroy", "target": {**OWN, "pick": "random"}}, -3.75),
        ({"do": "destroy", "target": {**OWN, "pick": "opponent_choice"}}, -4.2),
        ({"do": "destroy", "target": {**OWN, "pick": "all"}}, -9),
        # number: n for the deck, else 0.7 for each further card
        ({"do": "draw", "whose": "own", "n": 3}, 6),
        ({"do": "energise", "target": {"zone": "deck", "whose": "own", "n": 3}}, 3),
        ({"do": "afflict", "target": {**OPPONENT, "n": 2}}, 6.8),
        ({"do": "draw", "whose": "own", "n": {"count": {"zone": "vault", "whose": "own"}, "max": 5}}, 6),
        ({"do": "draw", "whose": "own", "n": {"var": "strength", "of": "this"}}, 2.4),
        # filter, condition, upto, last
        ({"do": "destroy", "target": {**OPPONENT, "filter": {"max_strength": 4}}}, 6.4),
        ({"do": "destroy", "target": {**OPPONENT, "filter": {"other": True}}}, 8),
        ({"do": "destroy", "target": {**OPPONENT, "filter": {"other": True, "race": "imp"}}}, 6.4),
        ({"do": "destroy", "target": OPPONENT, "if": ALONE}, 5.6),
        ({"do": "draw", "whose": "own", "n": 1, "if": {"did": 1}}, 1.4),
        ({"do": "destroy", "target": {**OWN, "upto": True}}, 0),
        ({"do": "cure", "target": {**OWN, "upto": True}}, 2),
        ({"do": "cure", "target": {"ref": "last"}}, 1),
        # references
        ({"do": "destroy", "target": {"ref": "attacker"}}, 8),
        ({"do": "destroy", "target": {"ref": "subject"}}, 8),
        ({"do": "afflict", "target": {"ref": "this"}}, -2),
        ({"do": "return", "target": {"ref": "this"}}, 2),
        ({"do": "return", "target": {"ref": "bearer"}}, 1),
        ({"do": "summon", "target": {"ref": "this"}}, 6),
        # strengthen and grant change their sign on the other side
        ({"do": "strengthen", "amount": 4, "target": OWN}, 2),
        ({"do": "strengthen", "amount": -4, "target": OPPONENT}, 2),
        ({"do": "strengthen", "amount": -4, "target": {"ref": "foe"}}, 2),
        ({"do": "strengthen", "amount": -4, "target": {"zone": "battlefield", "whose": "any"}}, 2),
        ({"do": "strengthen", "amount": {"count": {"zone": "vault", "whose": "own"}, "max": 8}, "target": OWN}, 2.4),
        ({"do": "grant", "passive": "ranged", "target": OWN}, 1.5),
        ({"do": "grant", "passive": "cannot_block", "target": {**OPPONENT, "n": 2}}, 1.53),
        ({"do": "grant", "passive": "cannot_attack", "target": {"ref": "attacker"}}, 1.8),
    ],
)  # fmt: skip
def test_the_value_of_an_effect(effect: JsonObject, value: float) -> None:
    assert value_of(effect) == pytest.approx(value)


@clause("FS-16.3")
def test_a_verb_and_zone_without_a_weight_count_nothing() -> None:
    raw = table()
    raw["base"] = [row for row in raw["base"] if (row["verb"], row["zone"]) != ("destroy", "battlefield")]
    found = judge(card(spell={"do": [{"do": "destroy", "target": OPPONENT}]}), Weights(raw, "weights"))
    assert found.spell.value == 0


@clause("FS-16.3")
def test_evoke_is_worth_the_spell_half() -> None:
    evoking = {"abilities": [{"when": "summoned", "do": [{"do": "evoke"}]}], "strength": 1}
    found = judge(card(evoking, {"cost": 2, "do": [{"do": "afflict", "target": OPPONENT}]}))
    assert (found.creature.value, found.spell.value) == (5, 4)


@clause("FS-16.4")
@pytest.mark.parametrize("event", EVENTS)
def test_a_trigger_is_worth_its_effects_times_how_often_it_comes(event: str) -> None:
    factors = {
        "unveiled": 0.75, "attacks": 1.5, "blocked": 0.75, "sieges": 1.25, "destroyed": 0.75, "afflicted": 0.5,
        "cured": 0.5, "tower_lost": 1.25, "spell_lost": 0.25, "regroup": 2, "turn_end": 2, "crystallised": 1.5,
        "cast": 1.5, "retaliates": 0.75, "used": 1.5,
    }  # fmt: skip
    by = {} if event in ("used", "attacked") else {"by": "own"}
    ability = {"when": event, **by, "do": [{"do": "draw", "whose": "own", "n": 2}]}
    assert ability_value(ability) == 4 * factors.get(event, 1)


@clause("FS-16.4")
def test_filter_and_condition_narrow_a_trigger() -> None:
    ability: JsonObject = {"when": "destroyed", "by": "own", "do": [{"do": "draw", "whose": "own", "n": 2}]}
    assert ability_value({**ability, "filter": {"race": "imp"}}) == pytest.approx(2.4)
    assert ability_value({**ability, "filter": {"other": True}}) == pytest.approx(3)
    assert ability_value({**ability, "if": ALONE}) == pytest.approx(2.1)


@clause("FS-16.4")
@pytest.mark.parametrize(
    ("ability", "value"),
    [
        ({"passive": "cannot_attack"}, -3),
        ({"passive": "unblockable"}, 3),
        ({"passive": "unblockable", "except": {"keyword": "flyer"}}, 2),
        ({"passive": "swift", "scope": "others", "filter": {"max_cost": 3}}, 2.1),
        ({"passive": "cost", "of": "creature", "n": -1}, 1.5),
        ({"passive": "cost", "of": "both", "n": 1, "filter": {"race": "imp"}}, -1.2),
        ({"passive": "mana", "n": 1, "if": ALONE}, 1.75),
        ({"passive": "strength", "n": 3}, 3),
        ({"passive": "strength", "n": 3, "during": "attack"}, 1.8),
        ({"passive": "strength", "n": 3, "during": "block"}, 1.8),
        ({"passive": "strength", "n": 3, "during": "defend"}, 2.1),
        ({"passive": "strength", "n": -2, "scope": "opponents"}, 4),
        ({"passive": "strength", "n": {"count": {"zone": "tower", "whose": "own"}, "max": 4}}, 2.4),
        ({"passive": "stays_engaged", "if": ALONE}, -2.8),
        ({"passive": "wins_ties"}, 0.5),
    ],
)
def test_the_value_of_a_passive(ability: JsonObject, value: float) -> None:
    assert ability_value(ability) == pytest.approx(value)


@clause("FS-16.4")
@pytest.mark.parametrize("passive", [word for word in PASSIVES if word not in ("strength", "cost", "mana")])
def test_every_passive_has_a_weight(passive: str) -> None:
    assert balance.load().passive[passive] != 0


@clause("FS-16.4")
def test_a_passive_reaches_all_own_creatures_from_the_fortress_and_the_host_from_below() -> None:
    ability: JsonObject = {"passive": "strength", "n": 2}
    assert passive_value(ability) == 4
    assert passive_value({**ability, "scope": "this"}) == 2
    assert passive_value(ability, type="attached", host="creature") == 2
    assert passive_value({"passive": "ward"}, type="attached", host="tower") == 4
    assert passive_value({"passive": "mana", "n": 1}) == 2.5


@clause("FS-16.4")
def test_a_hidden_spell_is_one_trigger() -> None:
    found = card()
    found["spell"] = {"type": "hidden", "cost": 3, "when": "tower_lost", "do": [{"do": "draw", "whose": "own", "n": 2}]}
    found["spell"]["if"] = {"turn": "opponent"}
    assert judge(found).spell.value == Fraction(35, 10)
    assert judge(found).spell.budget == 6


@clause("FS-16.2")
@pytest.mark.parametrize("id", sorted(shipped_test_set()))
def test_the_parts_add_up_and_tell_their_reckoning(id: str) -> None:
    for half in judge(shipped_test_set()[id]).halves():
        assert sum(part.value for part in half.parts) == half.value
        assert all(part.path in part.line() and part.reckoning for part in half.parts)


@clause("FS-16.2")
def test_a_judgement_can_be_read() -> None:
    assert judge(shipped_test_set()["ch4"]).lines() == [
        "creature, cost 4: value 8.1, budget 9, difference -0.9, in balance",
        "  strength: strength = 13",
        "  abilities[0]: turn_end of (afflict battlefield, own -2 * 1.25 random = -2.5) -2.5 * 2 turn_end"
        " * 0.7 condition = -3.5",
        "  abilities[1]: cannot_siege -2 * 0.7 condition = -1.4",
        "spell, cost 1: value 1.2, budget 2, difference -0.8, in balance",
        "  do[0]: destroy battlefield, own -3 * 1.4 opponent_choice = -4.2",
        "  do[1]: trash vault, opponent 4 * 0.75 random = 3",
        "  do[2]: draw, own 2 * 1.2 number = 2.4",
    ]


@clause("FS-16.1")
@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("tolerance", "1", "tolerance"),
        ("pick", {"all": None}, "pick.all"),
        ("base", [{"verb": "draw", "zone": "deck", "own": 2}], "base[0]"),
        ("base", [{"verb": "draw", "zone": "deck", "own": 2, "opponent": 1}] * 2, "base[1]"),
        ("more", 1, "more"),
    ],
)
def test_a_faulty_weight_is_named(key: str, value: object, words: str) -> None:
    raw = table()
    raw[key] = value
    with pytest.raises(DataFault) as fault:
        Weights(raw, "balance.json")
    assert words in str(fault.value)


@clause("FS-16.1")
def test_weights_are_exact() -> None:
    weights = balance.load()
    assert (weights.condition, weights.filter, weights.grant) == (Fraction(7, 10), Fraction(4, 5), Fraction(3, 5))
    assert weights.of("recover", "battlefield", "opponent") == Fraction(9, 2)
