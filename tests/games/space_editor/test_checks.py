"""The checks of a card set (SE-16): the shipped set passes, and for each clause a spoiled copy gives that finding."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from marks import clause
from orrery.core.data import DataFault, JsonObject, parse_toml
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.cards.card import ELEMENTS
from orrery.games.space_editor.cards.checks import Finding, check_material, check_set, costs_by_formula, leads
from orrery.games.space_editor.cards.costs import NO_COSTS, Weights, cost_of, weights_of
from orrery.games.space_editor.rules.loading import Material

Change = Callable[[Material], None]


def shipped() -> Material:
    """A copy of the shipped set that may be spoiled."""
    material = sets.standard_material()
    return Material(copy.deepcopy(material.cards), copy.deepcopy(material.basic), copy.deepcopy(material.basepoints))


def findings_after(*changes: Change) -> list[Finding]:
    material = shipped()
    for change in changes:
        change(material)
    return check_material(material)


def only(wanted: str, candidates: Iterator[Change]) -> list[Finding]:
    """The findings of the first change that breaks this clause and no other."""
    for change in candidates:
        found = findings_after(change)
        if found and {finding.clause for finding in found} == {wanted}:
            return found
    raise AssertionError(f"no change breaks {wanted} alone")


def deck_cards(material: Material, element: str, kind: str) -> list[JsonObject]:
    return [material.cards[id] for id in material.basic[element] if material.cards[id]["kind"] == kind]


def customs(element: str) -> list[str]:
    """The cards of an element that are in no basic deck."""
    material = sets.standard_material()
    return [i for i, card in material.cards.items() if card["element"] == element and i not in material.basic[element]]


def replaced(sides: list[str], before: str, after: str) -> list[str]:
    """The sides with one energy put in place of another; marks and values stay as far as the new one has them."""
    found = []
    for side in sides:
        mark = "*" if side.endswith("*") else ""
        if side[0] == before:
            value = side.strip("*")[1:] if after in "ng" else ""
            side = after + value + mark
        found.append(side)
    return found


def change_first(element: str, kind: str, before: str, after: str) -> Iterator[Change]:
    """Changes of an energy on the first card of that kind in a basic deck, on the first two, and so on."""
    for count in range(1, len(deck_cards(sets.standard_material(), element, kind)) + 1):
        yield changer(element, kind, before, after, count)


def changer(element: str, kind: str, before: str, after: str, count: int) -> Change:
    def change(material: Material) -> None:
        for card in deck_cards(material, element, kind)[:count]:
            card["sides"] = replaced(card["sides"], before, after)

    return change


def swaps(differ: str) -> Iterator[Change]:
    """Exchanges of a card of a basic deck for a custom card that differs in a field."""
    material = sets.standard_material()
    for element in ELEMENTS:
        for place, id in enumerate(material.basic[element]):
            for custom in customs(element):
                if material.cards[id][differ] != material.cards[custom][differ]:
                    yield swapper(element, place, custom)


def remover(id: str) -> Change:
    def change(material: Material) -> None:
        del material.cards[id]

    return change


def tamer(id: str) -> Change:
    """An ability card becomes a planet."""

    def change(material: Material) -> None:
        material.cards[id].update(kind="planet", vp=0, abilities=[])

    return change


def swapper(element: str, place: int, id: str) -> Change:
    def change(material: Material) -> None:
        material.basic[element][place] = id

    return change


@clause("SE-16.1", "SE-16.2", "SE-16.3", "SE-16.4", "SE-16.5", "SE-16.6", "SE-16.7", "SE-16.8")
@clause("SE-16.9", "SE-16.10", "SE-16.11", "SE-16.12", "SE-16.13", "SE-16.14", "SE-2.1", "SE-2.9", "SE-5.9")
def test_the_shipped_set_breaks_nothing() -> None:
    assert [finding.line() for finding in check_set(sets.standard())] == []


@clause("SE-16.1")
def test_an_invalid_card_is_found_with_its_field() -> None:
    def change(material: Material) -> None:
        material.cards["001"]["sides"][2] = "n0"

    (finding,) = findings_after(change)
    assert (finding.clause, finding.where) == ("SE-16.1", "001")
    assert finding.found.startswith('sides[2]: "n0" is not a side')


@clause("SE-16.1")
def test_every_invalid_card_is_found() -> None:
    def change(material: Material) -> None:
        material.cards["001"]["vp"] = 100
        material.cards["090"]["abilities"] = []

    assert [finding.where for finding in findings_after(change)] == ["001", "090"]


@clause("SE-16.2")
def test_a_missing_card_is_found() -> None:
    (finding,) = only("SE-16.2", (remover(id) for element in ELEMENTS for id in customs(element)))
    assert finding.found == "44 cards"
    assert finding.right == "45"


@clause("SE-16.2")
def test_too_many_basepoints_are_found() -> None:
    def change(material: Material) -> None:
        for number in range(6):
            id = f"x{number}"
            material.cards[id] = copy.deepcopy(material.cards["181"])
            material.basepoints.append(id)

    assert [finding.clause for finding in findings_after(change)] == ["SE-16.2"]


@clause("SE-16.2")
def test_a_basepoint_that_is_not_listed_is_found() -> None:
    def change(material: Material) -> None:
        material.cards["x9"] = copy.deepcopy(material.cards["181"])
        del material.basepoints[2:]
        for id in [id for id in material.cards if id not in ("181", "x9", *material.basepoints)]:
            if material.cards[id]["kind"] == "basepoint":
                del material.cards[id]

    (finding,) = findings_after(change)
    assert finding.clause == "SE-16.2"
    assert "x9" in finding.right


@clause("SE-16.3", "SE-2.9")
def test_an_id_outside_its_block_is_found() -> None:
    def change(material: Material) -> None:
        id = customs("fire")[0]
        material.cards["x1"] = material.cards.pop(id)

    (finding,) = findings_after(change)
    assert (finding.clause, finding.where) == ("SE-16.3", "x1")


@clause("SE-16.3", "SE-2.9")
def test_an_ability_card_before_the_last_nine_ids_is_found() -> None:
    def change(material: Material) -> None:
        cards = material.cards
        star = next(id for id in customs("wind") if cards[id]["kind"] != "ability")
        ability = next(id for id in customs("wind") if cards[id]["kind"] == "ability")
        cards[star], cards[ability] = cards[ability], cards[star]

    (finding,) = findings_after(change)
    assert finding.clause == "SE-16.3"
    assert finding.right == "082 to 090"


@clause("SE-16.3", "SE-2.9")
def test_a_standard_basepoint_with_another_id_is_found() -> None:
    def change(material: Material) -> None:
        material.basepoints.reverse()

    assert {finding.clause for finding in findings_after(change)} >= {"SE-16.3"}


@clause("SE-16.4")
def test_an_ability_card_too_few_is_found() -> None:
    (finding,) = only("SE-16.4", (tamer(id) for element in ELEMENTS for id in customs(element)))
    assert finding.found == "8 ability cards"


@clause("SE-16.5")
def test_a_basic_deck_with_other_kinds_is_found() -> None:
    found = only("SE-16.5", swaps("kind"))
    assert len(found) == 2
    assert all(finding.where.startswith("basic deck of") for finding in found)


@clause("SE-16.5")
def test_a_card_twice_in_a_basic_deck_is_found() -> None:
    def change(material: Material) -> None:
        material.basic["water"][1] = material.basic["water"][0]

    found = findings_after(change)
    assert next(finding.found for finding in found if finding.clause == "SE-16.5") == "23 different cards"


@clause("SE-16.5")
def test_an_unknown_card_in_a_basic_deck_is_found() -> None:
    (finding,) = findings_after(swapper("earth", 3, "nobody"))
    assert (finding.clause, finding.found) == ("SE-16.5", "no card nobody")


@clause("SE-16.6")
def test_a_basic_deck_against_the_rules_of_decks_is_found() -> None:
    found = only("SE-16.6", swaps("level"))
    assert all("bronze" in f.found or "silver" in f.found or "gold" in f.found or "cost" in f.found for f in found)


@clause("SE-16.6")
def test_a_basic_deck_that_costs_too_much_is_found() -> None:
    def change(material: Material) -> None:
        for id in material.basic["fire"]:
            material.cards[id]["cost"] += 2

    (finding,) = findings_after(change)
    assert (finding.clause, finding.where) == ("SE-16.6", "basic deck of fire")
    assert finding.found.startswith("the costs add up to")


@clause("SE-16.6")
def test_an_element_without_enough_gold_is_found() -> None:
    def change(material: Material) -> None:
        for card in material.cards.values():
            if card["element"] == "wind" and card["level"] == "gold":
                card["level"] = "silver"

    found = findings_after(change)
    assert ("wind", "0 gold cards", "at least 4") in [(f.where, f.found, f.right) for f in found]
    assert {finding.clause for finding in found} == {"SE-16.6"}


@clause("SE-16.7")
@pytest.mark.parametrize("total", [35, 45])
def test_stars_worth_too_little_or_too_much_are_found(total: int) -> None:
    def change(material: Material) -> None:
        stars = deck_cards(material, "earth", "star")
        for star in stars:
            star["vp"] = 0
        stars[0]["vp"] = total

    (finding,) = findings_after(change)
    assert (finding.clause, finding.where) == ("SE-16.7", "basic deck of earth")
    assert (finding.found, finding.right) == (f"stars worth {total} in all", "36 to 44")


@clause("SE-16.7")
@pytest.mark.parametrize("total", [36, 44])
def test_stars_at_the_edge_of_the_tolerance_pass(total: int) -> None:
    def change(material: Material) -> None:
        stars = deck_cards(material, "earth", "star")
        for star in stars:
            star["vp"] = 0
        stars[0]["vp"] = total

    assert findings_after(change) == []


PROTECT: JsonObject = {"static": "protect", "target": {"where": "self"}, "against": ["turn_down"]}


@clause("SE-16.8", "SE-5.9")
@pytest.mark.parametrize(
    "abilities",
    [
        [],
        [{**PROTECT, "cause": "energy"}],
        [{**PROTECT, "target": {"where": "adjacent"}}],
        [{**PROTECT, "against": ["rotate", "turn_up"]}],
        [{**PROTECT, "target": {"where": "self", "placer": "other"}}],
        [{**PROTECT, "target": {"where": "self", "kind": ["star"]}}],
    ],
)
def test_a_standard_basepoint_that_can_fall_is_found(abilities: list[JsonObject]) -> None:
    def change(material: Material) -> None:
        material.cards["181"]["abilities"] = abilities

    (finding,) = [f for f in findings_after(change) if f.clause != "SE-16.13"]
    assert (finding.clause, finding.where) == ("SE-16.8", "181")


@clause("SE-16.8")
def test_a_standard_basepoint_may_be_protected_by_two_abilities() -> None:
    def change(material: Material) -> None:
        target = {"where": "self", "kind": ["basepoint"], "placer": "me"}
        material.cards["181"]["abilities"] = [
            {**PROTECT, "cause": "energy", "target": target},
            {**PROTECT, "cause": "ability"},
        ]

    assert findings_after(change) == []


def unmark(count: int) -> Change:
    def change(material: Material) -> None:
        for star in deck_cards(material, "water", "star")[:count]:
            star["sides"] = [side.rstrip("*") for side in star["sides"]]

    return change


@clause("SE-16.9")
def test_too_few_binary_stars_in_water_are_found() -> None:
    found = only("SE-16.9", (unmark(count) for count in range(1, 11)))
    assert "stars with a binary mark" in found[0].found


@clause("SE-16.9")
def test_too_few_kinetic_planets_in_water_are_found() -> None:
    found = only("SE-16.9", change_first("water", "planet", "k", "-"))
    assert "planets with a kinetic side" in found[0].found


@clause("SE-16.10")
def test_stars_with_less_guard_than_those_of_wind_are_found() -> None:
    def change(material: Material) -> None:
        for star in deck_cards(material, "fire", "star"):
            star["sides"] = ["-*" if side.endswith("*") else "-" for side in star["sides"]]

    (finding,) = findings_after(change)
    assert finding.clause == "SE-16.10"
    assert "fire 0" in finding.found


@clause("SE-16.11")
def test_stars_with_more_guard_than_those_of_earth_are_found() -> None:
    candidates = (changer("earth", "star", energy, "-", count) for energy in "gn" for count in range(1, 13))
    (finding,) = only("SE-16.11", candidates)
    assert "mean guard of the stars" in finding.found


@clause("SE-16.11")
def test_planets_of_earth_that_punch_like_the_others_are_found() -> None:
    (finding,) = only("SE-16.11", change_first("earth", "planet", "g", "n"))
    assert "mean punch of the planets" in finding.found


@clause("SE-16.12")
def test_planets_of_fire_that_do_not_punch_hardest_are_found() -> None:
    def both(count: int) -> Change:
        """Earth's planets do not punch at all, so that theirs stays below the mean."""

        def change(material: Material) -> None:
            changer("earth", "planet", "n", "g", 7)(material)
            changer("fire", "planet", "n", "g", count)(material)

        return change

    (finding,) = only("SE-16.12", (both(count) for count in range(1, 6)))
    assert finding.where == "basic deck of fire"


@clause("SE-16.13")
@pytest.mark.parametrize(("element", "bland"), [("water", "rotate"), ("wind", "guard"), ("earth", "rotate")])
def test_an_element_without_its_flavour_is_found(element: str, bland: str) -> None:
    def change(material: Material) -> None:
        for card in material.cards.values():
            if card["element"] == element and card["kind"] == "ability":
                row = {"when": {"event": "turned_down"}, "do": [{"effect": bland, "target": {"where": "any"}}]}
                card["abilities"] = [row]

    found = findings_after(change)
    assert {finding.clause for finding in found} == {"SE-16.13"}
    assert found[0].where == element
    assert found[0].found.startswith("0 ability cards with a word of its flavour")


@clause("SE-16.13")
@pytest.mark.parametrize("verb", ["silence", "turn_over", "relocate", "place"])
def test_a_verb_that_never_occurs_is_found(verb: str) -> None:
    def change(material: Material) -> None:
        for card in material.cards.values():
            for row in card["abilities"]:
                if "do" in row:
                    row["do"] = [effect for effect in row["do"] if effect["effect"] != verb]

    found = [finding.found for finding in findings_after(change)]
    assert f"no card with {verb}" in found


@clause("SE-16.14")
def test_planets_with_less_guard_than_stars_are_found() -> None:
    candidates = (changer(element, "planet", "g", "-", count) for element in ELEMENTS for count in range(1, 10))
    strengthened = (stronger(value) for value in range(1, 30))
    found = only("SE-16.14", (change for some in (candidates, strengthened) for change in some))
    assert "mean guard of the stars" in found[0].found


def stronger(value: int) -> Change:
    """The guard of water's stars and earth's stars rises, so that the order of the elements stays."""

    def change(material: Material) -> None:
        for element, guard in (("water", value), ("earth", value + 1)):
            for star in deck_cards(material, element, "star"):
                side = star["sides"][0]
                rest = sum(int(s.strip("*")[1:]) for s in star["sides"][1:] if s[0] in "ng")
                star["sides"][0] = f"n{max(1, guard - rest)}" + ("*" if side.endswith("*") else "")

    return change


@clause("SE-16.9", "SE-16.10", "SE-16.11", "SE-16.12")
def test_a_tie_is_no_lead() -> None:
    values = {"water": Fraction(3), "wind": Fraction(3), "earth": Fraction(1), "fire": Fraction(1)}
    assert not leads(values, "water", True)
    assert not leads(values, "earth", False)
    values["wind"] -= Fraction(1, 100)
    values["fire"] += Fraction(1, 100)
    assert leads(values, "water", True)
    assert leads(values, "earth", False)


def test_a_finding_says_clause_place_fault_and_what_would_be_right() -> None:
    line = Finding("SE-16.4", "fire", "8 ability cards", "9").line()
    assert line == "SE-16.4, fire: 8 ability cards; right is 9"


# --- costs ------------------------------------------------------------------------------------------------------------

SIMPLE = Weights(
    {
        "level": {"bronze": 2, "silver": 4, "gold": 6},
        "vp": 4,
        "side": {
            "n": {"base": 1.1, "per_value": 0.3},
            "g": {"base": 0, "per_value": 0.35},
            "k": {"first": 10, "further": 3},
            "blank": 0,
            "mark": {"base": 0.5, "per_vp": 0.4},
        },
        "trigger": {"turned_down": 1, "neighbour_placed": 0.5},
        "control": {"own_act": 1, "own_choice": 0.6, "others_act": 0.3, "open": 0.5},
        "narrow": {"cause": {"hand": 0.9}, "card": 0.8, "condition": 0.7, "target": 0.9},
        "verb": {"turn_down": 12, "relocate": 10, "place": 4, "guard": 4, "pick_all": 2, "may": 1.1},
        "reach": {"self": 0.5, "event": 0.6, "adjacent": 0.6, "any": 1},
        "static": {"protect": {"turn_down": 9, "rotate": 1, "energy": 0.8}, "forbid": 7, "worth": 14},
    },
    "simple",
)


def cost(kind: str, sides: str, *rows: JsonObject, vp: int = 0, level: str = "bronze") -> int:
    return cost_of({"kind": kind, "level": level, "vp": vp, "sides": sides.split(), "abilities": list(rows)}, SIMPLE)


def trigger(effect: JsonObject, event: str = "turned_down", **more: object) -> JsonObject:
    when: JsonObject = {"event": event}
    when.update({key: more.pop(key) for key in ("by", "cause", "card") if key in more})
    return {"when": when, "do": [effect], **more}


ANY_CARD: JsonObject = {"effect": "turn_down", "target": {"where": "any"}}


@pytest.mark.parametrize(
    ("found", "right"),
    [
        (cost("star", "- - - -", vp=3), 14),
        (cost("star", "n2 g2 - -", vp=3, level="gold"), 20),  # 6 + 12 + 1.7 + 0.7 = 20.4
        (cost("star", "-* - g1* -", vp=5), 27),  # 2 + 20 + 2 * (0.5 + 2) + 0.35 = 27.35
        (cost("planet", "k n9 g4 -", level="silver"), 19),  # 4 + 10 + 3.8 + 1.4 = 19.2
        (cost("planet", "k k k -"), 18),
        (cost("planet", "g1 g1 g1 g9"), 6),  # 2 + 1.05 + 3.15 = 6.2
        (cost("planet", "n4 n4 n4 n3"), 11),  # 2 + 4.4 + 4.5 = 10.9
        (cost("planet", "g9 g1 - -"), 6),  # 2 + 3.5 = 5.5: halves up
        (cost("ability", "- - - -", trigger(ANY_CARD, by="placer")), 14),
        (cost("ability", "- - - -", trigger(ANY_CARD)), 8),  # 12 * 0.5
        (cost("ability", "- - - -", trigger(ANY_CARD, decider="placer")), 9),  # 12 * 0.6 = 7.2
        (cost("ability", "- - - -", trigger(ANY_CARD, by="other", decider="placer")), 6),  # 12 * 0.3 = 3.6
        (cost("ability", "- - - -", trigger({**ANY_CARD, "pick": "all", "may": True}, by="placer")), 28),  # 26.4
        (cost("ability", "- - - -", {**trigger(ANY_CARD, by="placer"), "if": [{"cond": "hand"}] * 2}), 8),  # 5.88
        (
            # 10 * 0.6 * 0.6 * 0.9 * 0.5 * 0.9 * 0.8 = 1.1664
            cost(
                "ability",
                "- - - -",
                trigger(
                    {"effect": "relocate", "target": {"where": "event", "binary": True}, "to": "adjacent"},
                    "neighbour_placed",
                    by="placer",
                    cause="hand",
                    card={"kind": ["star"]},
                ),
            ),
            3,
        ),
        (cost("ability", "- - - -", trigger({"effect": "place", "card": {"level": ["gold"]}}, by="placer")), 6),  # 3.6
        (cost("ability", "- - - -", {**PROTECT, "cause": "energy", "target": {"where": "adjacent"}}), 6),  # 4.32
        (cost("ability", "- - - -", {"static": "forbid", "where": "adjacent", "who": "other"}), 6),  # 4.2
        (cost("ability", "- - - -", {"static": "forbid", "where": "any"}), 6),  # 3.5: halves up
        (cost("ability", "- - - -", {"static": "worth", "target": {"where": "any", "kind": ["star"]}, "vp": 1}), 16),
        (cost("ability", "- - - -", {"static": "worth", "target": {"where": "any", "binary": True}, "vp": -9}), 0),
        (cost("basepoint", "g2 g2 g2 g2", PROTECT), 0),
    ],
)
def test_a_card_costs_what_the_formula_says(found: int, right: int) -> None:
    assert found == right


def test_every_card_of_the_shipped_set_costs_what_the_formula_says() -> None:
    weights = weights_of(sets.STANDARD)
    assert weights is not None
    assert costs_by_formula(sets.standard_material().cards, weights) == []


def test_the_paper_on_the_cards_shows_the_weights_that_are_read_and_its_examples_hold() -> None:
    paper = (Path(__file__).parents[3] / "docs" / "cards-space-editor.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```toml\n(.*?)```", paper, re.DOTALL)
    weights = weights_of(sets.STANDARD)
    assert weights is not None
    assert parse_toml(block, "the paper") == weights.table
    examples = re.findall(r"(\d{3}) ([A-Z][\w ]+): .*?, cost (\d+)\.", paper)
    assert examples
    for id, name, right in examples:
        assert name == sets.standard().names["en"][id]
        assert cost_of(sets.standard_material().cards[id], weights) == int(right)


def test_another_cost_is_found() -> None:
    material = shipped()
    material.cards["100"]["cost"] += 1
    weights = weights_of(sets.STANDARD)
    assert weights is not None
    (finding,) = costs_by_formula(material.cards, weights)
    right = material.cards["100"]["cost"] - 1
    assert (
        finding.line() == f"cost, 100: a cost of {right + 1}; right is {right} by the formula in costs/first_light.toml"
    )


def test_a_weight_that_is_missing_or_no_number_is_named() -> None:
    with pytest.raises(DataFault, match=r"mine: the weight level\.gold is missing"):
        Weights({"level": {}}, "mine").number("level.gold")
    with pytest.raises(DataFault, match='mine: the weight vp is "4"; right is a number'):
        Weights({"vp": "4"}, "mine").number("vp")


def test_a_set_without_weights_has_no_formula() -> None:
    assert weights_of(NO_COSTS) is None
