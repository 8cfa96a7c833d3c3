"""The grammar of the card language: what FS-12 and FS-18.3 allow and refuse, with the path and the words of the fault.

Every refusal stands beside a valid neighbour that differs in the one thing that is tested.
"""

from __future__ import annotations

import copy
import json
from importlib import resources
from typing import Any

import pytest

from marks import clause
from orrery.core.data import DataFault
from orrery.games.five_spheres.cards.grammar import check_card, check_running, check_table
from orrery.games.five_spheres.cards.vocabulary import (
    BY,
    CREATURE_VERBS,
    DESTINATIONS,
    EVENTS,
    FILTER_KEYS,
    GRANTABLE,
    LORD_EVENTS,
    PASSIVES,
    REFS,
    TARGET_VERBS,
    VERB_ZONES,
    VERBS,
    WHOSE,
    ZONES,
    default_by,
    default_pick,
    default_scope,
)

Json = dict[str, Any]


# --- arranging --------------------------------------------------------------------------------------------------------


def card(**changes: Any) -> Json:
    """A plain card with some fields changed; None takes a field away."""
    made: Json = {
        "spheres": ["science"],
        "creature": {"cost": 2, "race": "r", "strength": 3},
        "spell": {"type": "instant", "cost": 1, "do": []},
    }
    return changed(made, changes)


def changed(row: Json, changes: Json) -> Json:
    return {key: value for key, value in {**row, **changes}.items() if value is not None}


def creature(**changes: Any) -> Json:
    return card(creature=changed({"cost": 2, "race": "r", "strength": 3}, changes))


def having(*abilities: Any) -> Json:
    return creature(abilities=list(abilities))


def instant(*effects: Any) -> Json:
    return card(spell={"type": "instant", "cost": 1, "do": list(effects)})


def active(*abilities: Any) -> Json:
    return card(spell={"type": "active", "cost": 1, "abilities": list(abilities)})


def attached(*abilities: Any, host: str = "creature") -> Json:
    return card(spell={"type": "attached", "cost": 1, "host": host, "abilities": list(abilities)})


def hidden(**changes: Any) -> Json:
    return card(spell=changed({"type": "hidden", "cost": 3, "when": "attacked", "do": []}, changes))


def picked(zone: str, whose: object = "own", **more: Any) -> Json:
    return {"zone": zone, "whose": whose, **more}


def verb(word: str, target: Json, **more: Any) -> Json:
    if word == "strengthen":
        more.setdefault("amount", 1)
    elif word == "grant":
        more.setdefault("passive", "ranged")
    return {"do": word, "target": target, **more}


def trash(zone: str, whose: object = "own", **more: Any) -> Json:
    return instant(verb("trash", picked(zone, whose, **more)))


def giveback(zone: str, whose: object = "own", **more: Any) -> Json:
    return instant(verb("return", picked(zone, whose, **more)))


def draw(n: object = 1, **more: Any) -> Json:
    return {"do": "draw", "whose": "own", "n": n, **more}


def drawing_if(condition: object) -> Json:
    return instant(draw(**{"if": condition}))


def replacing(a: Json, b: Json) -> Json:
    return instant({"do": "replace", "a": a, "b": b})


def counted(zone: str, whose: object = "own", **more: Any) -> Json:
    return {"zone": zone, "whose": whose, **more}


def filtering(fits: object) -> Json:
    """A card with this filter on creatures."""
    return instant(verb("afflict", picked("battlefield", filter=fits)))


def accepted(made: Json) -> None:
    before = copy.deepcopy(made)
    check_card(made, "cards.x")
    assert made == before


def refused(made: object, path: str, piece: str) -> None:
    with pytest.raises(DataFault) as caught:
        check_card(made, "cards.x")
    assert caught.value.path == (f"cards.x.{path}" if path else "cards.x")
    assert piece in caught.value.problem


DO = "spell.do[0]"
TARGET = "spell.do[0].target"
ABILITY = "creature.abilities[0]"
OF_SPELL = "spell.abilities[0]"


# --- words ------------------------------------------------------------------------------------------------------------


@clause("FS-12.3", "FS-12.4", "FS-12.5", "FS-12.6", "FS-12.7", "FS-12.8")
def test_the_words_of_the_language_are_those_of_the_rules() -> None:
    assert " ".join(EVENTS) == (
        "summoned unveiled attacks attacked targeted blocks blocked battle wins sieges destroyed tower_lost spell_lost"
        " afflicted cured regroup turn_end crystallised cast retaliates used"
    )
    assert " ".join(BY) == "this own other opponent any"
    assert " ".join(REFS) == "this bearer subject attacker blocker foe last"
    assert " ".join(ZONES) == "battlefield vault groove hand trash deck tower spell"
    assert " ".join(WHOSE) == "own opponent any each each_opponent attacking defending"
    assert " ".join(VERBS) == (
        "return recover crystallise energise fortify summon cast trash destroy afflict cure engage ready strengthen"
        " unveil grant evoke draw shuffle replace"
    )
    assert " ".join(PASSIVES) == (
        "cannot_attack cannot_siege cannot_block must_be_blocked unblockable strength immune_afflict untargetable"
        " ranged swift stays_engaged wins_ties cost mana ward"
    )
    assert " ".join(FILTER_KEYS) == (
        "sphere race keyword spell_type max_cost min_cost max_spell_cost min_spell_cost max_strength min_strength"
        " status other matching"
    )


# --- tables and cards -------------------------------------------------------------------------------------------------


@clause("FS-12.1", "FS-17.10")
def test_the_test_set_is_valid_and_comes_back_as_it_was() -> None:
    place = resources.files("orrery.games.five_spheres").joinpath("data/testset.json")
    cards = json.loads(place.read_text(encoding="utf-8"))
    before = copy.deepcopy(cards)
    assert check_table(cards, "cards") is cards
    assert cards == before
    assert len(cards) == 24


@clause("FS-12.1")
def test_a_fault_in_a_table_is_named_with_its_card() -> None:
    with pytest.raises(DataFault) as caught:
        check_table({"a": card(), "sc3": having({"when": "summoned", "do": [draw(), draw(100)]})}, "cards")
    assert caught.value.path == "cards.sc3.creature.abilities[0].do[1].n"
    assert "from -99 to 99" in caught.value.problem


@clause("FS-12.1")
@pytest.mark.parametrize("id", ["x", "0", "_", "sc_03"])
def test_small_letters_digits_and_underscores_make_a_card_id(id: str) -> None:
    check_table({id: card()}, "cards")


@clause("FS-12.1")
@pytest.mark.parametrize("id", ["", "X", "a-b", "a b", "é", "a\n", "٣"])
def test_other_letters_make_no_card_id(id: str) -> None:
    with pytest.raises(DataFault, match="is not a card id") as caught:
        check_table({id: card()}, "cards")
    assert caught.value.path == "cards"


@clause("FS-12.1")
@pytest.mark.parametrize("cards", [[], None, "x", {"x": []}, {"x": None}])
def test_a_table_maps_ids_to_objects(cards: object) -> None:
    with pytest.raises(DataFault, match="is not an object"):
        check_table(cards, "cards")


@clause("FS-1.1", "FS-12.1")
@pytest.mark.parametrize("half", ["creature", "spell", "spheres"])
def test_a_card_has_spheres_and_both_halves(half: str) -> None:
    refused(card(**{half: None}), "", f"the field {half} is missing")


@clause("FS-12.1")
@pytest.mark.parametrize("name", ["", "Brass Scout"])
def test_a_card_and_its_halves_may_have_names(name: str) -> None:
    made = card(name=name)
    made["creature"]["name"] = name
    made["spell"]["name"] = name
    accepted(made)


@clause("FS-12.1")
def test_what_is_not_listed_is_no_field() -> None:
    refused(card(text="x"), "", 'the field "text" is unknown; allowed are code, creature, name, spell, spheres')
    refused(card(name=1), "name", "is not a text")
    refused(creature(keywords=["flyer"]), "creature", '"keywords" is unknown')
    refused(card(spell={"type": "instant", "cost": 1, "do": [], "abilities": []}), "spell", '"abilities" is unknown')
    refused(instant(draw(text="x")), DO, '"text" is unknown')
    refused(having({"passive": "swift", "text": "x"}), ABILITY, '"text" is unknown')


@clause("FS-1.4")
@pytest.mark.parametrize("spheres", [["science"], ["nature"], ["science", "chaos"], ["chaos", "science"]])
def test_a_card_has_one_sphere_or_two(spheres: list[str]) -> None:
    accepted(card(spheres=spheres))


@clause("FS-1.4")
@pytest.mark.parametrize(
    ("spheres", "path", "piece"),
    [
        ([], "spheres", "one sphere or two, not 0"),
        (["science", "ether", "chaos"], "spheres", "one sphere or two, not 3"),
        (["fire"], "spheres[0]", "is not one of science, ether, spirit, chaos, nature"),
        (["chaos", "void"], "spheres[1]", "is not one of science"),
        (["chaos", "chaos"], "spheres[1]", "two different spheres; with chaos go science, ether, spirit, nature"),
        ("chaos", "spheres", "is not a list"),
        ([["chaos"]], "spheres[0]", "is not one of science"),
    ],
)
def test_other_spheres_are_refused(spheres: object, path: str, piece: str) -> None:
    refused(card(spheres=spheres), path, piece)


@clause("FS-1.2", "FS-1.5", "FS-1.8", "FS-12.1")
@pytest.mark.parametrize(
    "changes",
    [
        {"cost": 1},
        {"cost": 9},
        {"strength": 0},
        {"strength": 99, "afflicted": 99},
        {"strength": 5, "afflicted": 0},
        {"strength": 0, "afflicted": 0},
        {"keyword": "flyer"},
        {"race": ""},
        {"abilities": []},
        {"inverted": True, "cost": 3},
        {"inverted": False, "cost": 4},
    ],
)
def test_what_a_creature_half_may_say(changes: Json) -> None:
    accepted(creature(**changes))


@clause("FS-1.2", "FS-1.5", "FS-1.8", "FS-12.1")
@pytest.mark.parametrize(
    ("changes", "path", "piece"),
    [
        ({"cost": 0}, "creature.cost", "allowed is from 1 to 9"),
        ({"cost": 10}, "creature.cost", "allowed is from 1 to 9"),
        ({"cost": 2.0}, "creature.cost", "is not a whole number"),
        ({"cost": True}, "creature.cost", "is not a whole number"),
        ({"cost": {"var": "strength", "of": "this"}}, "creature.cost", "is not a whole number"),
        ({"race": None}, "creature", "the field race is missing"),
        ({"race": 3}, "creature.race", "is not a text"),
        ({"keyword": ["flyer"]}, "creature.keyword", "is not a text"),
        ({"strength": None}, "creature", "the field strength is missing"),
        ({"strength": -1}, "creature.strength", "from 0 to 99"),
        ({"strength": 100}, "creature.strength", "from 0 to 99"),
        ({"strength": 3, "afflicted": 4}, "creature.afflicted", "from 0 to 3"),
        ({"strength": 3, "afflicted": -1}, "creature.afflicted", "from 0 to 3"),
        ({"abilities": {}}, "creature.abilities", "is not a list"),
        ({"abilities": ["swift"]}, ABILITY, "is not an object"),
    ],
)
def test_what_a_creature_half_may_not_say(changes: Json, path: str, piece: str) -> None:
    refused(creature(**changes), path, piece)


@clause("FS-1.9")
def test_an_inverted_half_costs_three() -> None:
    refused(creature(inverted=True, cost=2), "creature.cost", "an inverted half costs 3, not 2")
    refused(creature(inverted=1, cost=3), "creature.inverted", "neither true nor false")
    refused(hidden(cost=2), "spell.cost", "a hidden spell costs 3, not 2")
    refused(hidden(inverted=True), "spell", '"inverted" is unknown')


@clause("FS-1.3", "FS-1.10", "FS-12.1")
@pytest.mark.parametrize(
    "spell",
    [
        {"type": "instant", "cost": 9, "do": []},
        {"type": "active", "cost": 1, "abilities": []},
        {"type": "active", "cost": 1, "abilities": [], "do": [draw()]},
        {"type": "attached", "cost": 1, "host": "creature", "abilities": []},
        {"type": "attached", "cost": 1, "host": "tower", "abilities": [], "do": [draw()]},
        {"type": "hidden", "cost": 3, "when": "attacked", "do": []},
        {
            "type": "hidden",
            "cost": 3,
            "when": "summoned",
            "by": "opponent",
            "filter": {"race": "r"},
            "if": {"turn": "own"},
            "do": [draw()],
        },
    ],
)
def test_the_four_types_of_spell_halves(spell: Json) -> None:
    accepted(card(spell=spell))


@clause("FS-1.3", "FS-1.10", "FS-12.1")
@pytest.mark.parametrize(
    ("spell", "path", "piece"),
    [
        ({"type": "ritual", "cost": 1, "do": []}, "spell.type", "is not one of instant, active, attached, hidden"),
        ({"cost": 1, "do": []}, "spell", "the field type is missing"),
        ({"type": "instant", "do": []}, "spell", "the field cost is missing"),
        ({"type": "instant", "cost": 0, "do": []}, "spell.cost", "from 1 to 9"),
        ({"type": "instant", "cost": 1}, "spell", "the field do is missing"),
        ({"type": "instant", "cost": 1, "do": {}}, "spell.do", "is not a list of effects"),
        ({"type": "instant", "cost": 1, "do": ["draw"]}, DO, "is not an object"),
        ({"type": "instant", "cost": 1, "do": [], "host": "tower"}, "spell", '"host" is unknown'),
        ({"type": "active", "cost": 1, "do": []}, "spell", "the field abilities is missing"),
        ({"type": "active", "cost": 1, "abilities": [], "host": "tower"}, "spell", '"host" is unknown'),
        ({"type": "active", "cost": 1, "abilities": [], "when": "cast"}, "spell", '"when" is unknown'),
        ({"type": "attached", "cost": 1, "abilities": []}, "spell", "the field host is missing"),
        ({"type": "attached", "cost": 1, "abilities": [], "host": "spell"}, "spell.host", "one of creature, tower"),
        ({"type": "hidden", "cost": 3, "do": []}, "spell", "the field when is missing"),
        ({"type": "hidden", "cost": 3, "when": "attacked"}, "spell", "the field do is missing"),
        ({"type": "hidden", "when": "attacked", "do": []}, "spell", "the field cost is missing"),
        ({"type": "hidden", "cost": 3, "when": "cast", "do": [], "abilities": []}, "spell", '"abilities" is unknown'),
    ],
)
def test_other_spell_halves_are_refused(spell: Json, path: str, piece: str) -> None:
    refused(card(spell=spell), path, piece)


@clause("FS-18.3")
@pytest.mark.parametrize(
    ("code", "spheres"),
    [
        ("0001-2B-33J", ["ether"]),
        ("9999-1F-01A", ["science"]),
        ("0000-50-95T", ["nature"]),
        ("0001-4A-12E", ["chaos", "science"]),
        ("0001-40-11D", ["chaos"]),
    ],
)
def test_a_code_names_sphere_deck_and_set(code: str, spheres: list[str]) -> None:
    accepted(card(code=code, spheres=spheres))


@clause("FS-18.3")
@pytest.mark.parametrize(
    ("code", "piece"),
    [
        ("0001-2B-34T", "set T is in deck 5"),
        ("0001-2B-12D", "set D is in deck 1"),
        ("0001-1B-33J", "the card's first sphere is ether: 2"),
        ("0001-4B-33J", "the card's first sphere is ether: 2"),
        ("0001-2b-33J", "is not a code AAAA-BC-DEF"),
        ("0001-2B-33j", "is not a code"),
        ("001-2B-33J", "is not a code"),
        ("00001-2B-33J", "is not a code"),
        ("0001-2G-33J", "is not a code"),
        ("0001-6B-33J", "is not a code"),
        ("0001-2B-36J", "is not a code"),
        ("0001-2B-35U", "is not a code"),
        ("0001-2B-A3J", "is not a code"),
        ("00A1-2B-33J", "is not a code"),
        ("0001-2B-33J\n", "is not a code"),
        ("٠٠٠١-2B-33J", "is not a code"),
        ("", "is not a code"),
        (1, "is not a text"),
    ],
)
def test_a_code_that_says_something_else_is_refused(code: object, piece: str) -> None:
    refused(card(code=code, spheres=["ether", "chaos"]), "code", piece)


# --- abilities --------------------------------------------------------------------------------------------------------


@clause("FS-12.2")
def test_an_ability_is_a_trigger_or_a_passive() -> None:
    accepted(having({"when": "summoned", "do": []}, {"passive": "swift"}))
    refused(having({"do": []}), ABILITY, "with the field when, or a passive, with passive")
    refused(having({"passive": "swift", "when": "summoned"}), ABILITY, '"when" is unknown')
    refused(having({"when": "summoned"}), ABILITY, "the field do is missing")
    refused(having({"when": "summoned", "do": [], "scope": "own"}), ABILITY, '"scope" is unknown')


@clause("FS-12.3")
@pytest.mark.parametrize("event", EVENTS)
def test_every_event_stands_in_both_halves_except_used(event: str) -> None:
    accepted(having({"when": event, "by": "own", "do": []}) if event != "used" else having({"when": event, "do": []}))
    for made, path in (
        (active({"when": event, "by": "any", "do": []}), f"{OF_SPELL}.when"),
        (attached({"when": event, "by": "any", "do": []}), f"{OF_SPELL}.when"),
        (hidden(when=event), "spell.when"),
    ):
        if event == "used":
            refused(made, path, '"used" is not one of summoned, unveiled')
        else:
            accepted(made)


@clause("FS-12.3")
def test_used_takes_a_condition_but_no_by_and_no_filter() -> None:
    accepted(having({"when": "used", "if": {"turn": "own"}, "do": [draw()]}))
    refused(having({"when": "used", "by": "this", "do": []}), f"{ABILITY}.by", "`used` takes no by")
    refused(having({"when": "used", "filter": {}, "do": []}), f"{ABILITY}.filter", "`used` takes no filter")


@clause("FS-12.3")
def test_a_word_that_is_no_event_is_refused() -> None:
    refused(having({"when": "dies", "do": []}), f"{ABILITY}.when", "is not one of summoned")
    refused(having({"when": ["summoned"], "do": []}), f"{ABILITY}.when", "is not one of summoned")


@clause("FS-12.4")
@pytest.mark.parametrize("by", BY)
def test_every_by_is_allowed_where_it_says_something(by: str) -> None:
    accepted(having({"when": "summoned", "by": by, "filter": {"race": "r"}, "do": []}))
    accepted(having({"when": "regroup", "by": by, "filter": {"race": "r"}, "do": []}))
    accepted(attached({"when": "afflicted", "by": by, "do": []}))
    accepted(active({"when": "afflicted", "by": by, "do": []}))
    accepted(hidden(when="afflicted", by=by))


@clause("FS-12.4")
def test_a_creature_has_no_afflicted_ability_about_itself() -> None:
    for by in ("own", "other", "opponent", "any"):
        accepted(having({"when": "afflicted", "by": by, "do": []}))
    refused(having({"when": "afflicted", "by": "this", "do": []}), f"{ABILITY}.by", "allowed for by are own, other")
    refused(having({"when": "afflicted", "do": []}), f"{ABILITY}.when", "(its default)")
    accepted(attached({"when": "afflicted", "do": []}))


@clause("FS-12.4")
def test_attacked_is_never_by_this() -> None:
    row: Json = {"when": "attacked", "do": []}
    for made in (having(row), active(row), attached(row), hidden(when="attacked")):
        accepted(made)
    row = {**row, "by": "this"}
    for made, path in (
        (having(row), ABILITY),
        (active(row), OF_SPELL),
        (attached(row), OF_SPELL),
        (hidden(by="this"), "spell"),
    ):
        refused(made, f"{path}.by", "allowed are own, other, opponent, any")
    refused(having({"when": "attacks", "by": "me", "do": []}), f"{ABILITY}.by", "is not one of this, own, other")


@clause("FS-12.4")
def test_by_is_own_for_lord_events_and_for_active_and_hidden_spells_else_this() -> None:
    assert len(LORD_EVENTS) == 8
    assert default_by("attacked", None) == "own"
    assert default_by("cast", "attached") == "own"
    assert default_by("summoned", "active") == "own"
    assert default_by("summoned", "hidden") == "own"
    assert default_by("summoned", "attached") == "this"
    assert default_by("summoned", None) == "this"


# --- selectors --------------------------------------------------------------------------------------------------------


@clause("FS-12.5")
@pytest.mark.parametrize("ref", REFS)
def test_every_reference_is_a_target_for_every_verb(ref: str) -> None:
    for word in TARGET_VERBS:
        accepted(having({"when": "summoned", "do": [verb(word, {"ref": ref})]}))
    accepted(replacing({"ref": ref}, {"ref": "this"}))


@clause("FS-12.5")
def test_a_selector_is_a_reference_or_a_zone() -> None:
    refused(instant(verb("trash", {"ref": "host"})), f"{TARGET}.ref", "is not one of this, bearer, subject")
    refused(instant(verb("trash", {"ref": "this", "n": 1})), TARGET, '"n" is unknown; allowed are ref')
    refused(instant(verb("trash", {"whose": "own"})), TARGET, "the field zone is missing")
    refused(instant(verb("trash", {"zone": "hand"})), TARGET, "the field whose is missing")
    refused(instant({"do": "trash"}), DO, "the field target is missing")
    refused(instant({"do": "trash", "target": "this"}), TARGET, "is not an object")
    refused(giveback("trash", place="top"), TARGET, '"place" is unknown')


@clause("FS-12.5")
@pytest.mark.parametrize("whose", WHOSE)
def test_every_whose_is_allowed_in_selectors_draws_and_shuffles(whose: str) -> None:
    accepted(giveback("battlefield", whose))
    accepted(instant(draw(whose=whose), {"do": "shuffle", "whose": whose, "zone": "deck"}))


@clause("FS-12.5")
def test_a_seat_number_is_refused_in_a_card() -> None:
    refused(giveback("battlefield", 1), f"{TARGET}.whose", "only in positions; allowed are own, opponent, any, each")
    refused(instant(draw(whose=0)), f"{DO}.whose", "only in positions")
    refused(giveback("battlefield", "mine"), f"{TARGET}.whose", "is not one of own, opponent")
    refused(giveback("battlefield", True), f"{TARGET}.whose", "is not one of own, opponent")


@clause("FS-12.5")
def test_cards_attached_are_taken_by_four_verbs_and_never_searched() -> None:
    takers = [word for word in TARGET_VERBS if "attached" in VERB_ZONES[word]]
    assert takers == ["return", "recover", "energise", "trash"]
    for word in TARGET_VERBS:
        made = having({"when": "summoned", "do": [verb(word, picked("attached", filter={"race": "r"}))]})
        if word in takers:
            accepted(made)
        else:
            refused(made, f"{ABILITY}.do[0].target.zone", f'"attached" is no zone for {word}; allowed are ')
    refused(trash("attached", search=True), f"{TARGET}.search", "no search of attached; allowed are deck, hand")


@clause("FS-12.5")
@pytest.mark.parametrize("zone", ZONES)
def test_search_is_for_zones_that_lie_hidden(zone: str) -> None:
    made = instant(verb("energise" if zone != "groove" else "return", picked(zone, "opponent", search=True)))
    if zone in ("deck", "hand", "groove", "tower", "vault"):
        accepted(made)
    else:
        refused(made, f"{TARGET}.search", f"no search of {zone}")


@clause("FS-12.5")
@pytest.mark.parametrize("key", ["upto", "search"])
def test_upto_and_search_are_true_or_left_out(key: str) -> None:
    accepted(trash("vault", **{key: True}))
    for value in (False, 1, None, "true"):
        refused(trash("vault", **{key: value}), f"{TARGET}.{key}", f"leave {key} out")


@clause("FS-12.5")
@pytest.mark.parametrize("n", [0, -99, 99, {"count": {"zone": "vault", "whose": "own"}}])
def test_how_many_is_a_number(n: object) -> None:
    accepted(trash("vault", n=n))
    accepted(trash("vault", n=n, pick="all", upto=True))


@clause("FS-12.5")
def test_how_many_is_no_other_number() -> None:
    refused(trash("vault", n=100), f"{TARGET}.n", "from -99 to 99")
    refused(trash("vault", n="all"), f"{TARGET}.n", "neither a whole number nor an object with one of count, var")


@clause("FS-12.5")
def test_top_is_for_the_deck() -> None:
    assert default_pick("deck", False) == "top"
    assert default_pick("deck", True) == "choose"
    assert default_pick("hand", False) == "choose"
    accepted(trash("deck", pick="top", n=2))
    accepted(trash("deck", pick="top", search=True))
    refused(trash("vault", pick="top"), f"{TARGET}.pick", "top is for the deck only; allowed for vault are choose")
    refused(trash("vault", pick="bottom"), f"{TARGET}.pick", "is not one of choose, random, all, top, owner")


@clause("FS-12.5")
@pytest.mark.parametrize("pick", ["choose", "owner", "opponent_choice"])
@pytest.mark.parametrize("whose", WHOSE)
def test_cards_of_a_deck_are_named_only_with_search(pick: str, whose: str) -> None:
    accepted(trash("deck", whose, pick=pick, search=True))
    refused(
        trash("deck", whose, pick=pick), f"{TARGET}.pick", f'{pick} needs "search": true for a deck; allowed without'
    )


@clause("FS-12.5")
@pytest.mark.parametrize("whose", WHOSE)
def test_a_deck_without_search_gives_its_top_or_chance_or_all(whose: str) -> None:
    accepted(trash("deck", whose))
    for pick in ("top", "random", "all"):
        accepted(trash("deck", whose, pick=pick))


@clause("FS-12.5")
@pytest.mark.parametrize("whose", WHOSE)
def test_nobody_chooses_from_anothers_hand_without_search(whose: str) -> None:
    accepted(trash("hand", whose, search=True))
    if whose == "own":
        accepted(trash("hand", whose))
        accepted(trash("hand", whose, pick="choose"))
    else:
        refused(trash("hand", whose), TARGET, 'choose needs "search": true')
        refused(trash("hand", whose, pick="choose"), f"{TARGET}.pick", f"may not see ({whose})")


@clause("FS-12.5")
@pytest.mark.parametrize("whose", WHOSE)
def test_opponents_choice_from_a_hand_that_may_be_the_own_needs_search(whose: str) -> None:
    accepted(trash("hand", whose, pick="opponent_choice", search=True))
    if whose in ("opponent", "each_opponent"):
        accepted(trash("hand", whose, pick="opponent_choice"))
    else:
        refused(trash("hand", whose, pick="opponent_choice"), f"{TARGET}.pick", 'opponent_choice needs "search": true')


@clause("FS-12.5")
@pytest.mark.parametrize("whose", WHOSE)
def test_the_owner_chance_or_all_take_from_any_hand(whose: str) -> None:
    for pick in ("owner", "random", "all"):
        accepted(trash("hand", whose, pick=pick))


# --- effects ----------------------------------------------------------------------------------------------------------


@clause("FS-12.6")
def test_a_word_that_is_no_verb_is_refused() -> None:
    assert len(VERBS) == 20
    refused(instant({"do": "discard", "target": {"ref": "this"}}), f"{DO}.do", "is not one of return, recover")
    refused(instant({"target": {"ref": "this"}}), DO, "the field do is missing")


@clause("FS-12.6")
@pytest.mark.parametrize("word", TARGET_VERBS)
@pytest.mark.parametrize("zone", ZONES)
def test_the_zones_of_each_verb(word: str, zone: str) -> None:
    made = having({"when": "summoned", "do": [verb(word, picked(zone))]})
    if word in ("afflict", "cure", "engage", "ready", "strengthen", "unveil", "grant", "evoke"):
        valid = zone == "battlefield"
    elif word == "destroy":
        valid = zone in ("battlefield", "tower", "spell", "vault")
    elif word == "cast":
        valid = zone in ("hand", "trash")
    else:
        valid = zone != DESTINATIONS[word]
    if valid:
        accepted(made)
    else:
        refused(made, f"{ABILITY}.do[0].target.zone", "allowed are " if word != "cast" else "")


@clause("FS-12.6")
def test_no_verb_takes_a_card_to_where_it_lies() -> None:
    for word, zone in (
        ("return", "hand"),
        ("recover", "deck"),
        ("crystallise", "vault"),
        ("energise", "groove"),
        ("fortify", "tower"),
        ("summon", "battlefield"),
        ("trash", "trash"),
    ):
        refused(instant(verb(word, picked(zone))), f"{TARGET}.zone", f'"{zone}" is no zone for {word}')
    refused(instant(verb("recover", picked("deck"), place="bottom")), f"{TARGET}.zone", "no zone for recover")
    accepted(instant(verb("fortify", picked("spell"))))
    accepted(instant(verb("cast", picked("tower", search=True))))


@clause("FS-12.6")
@pytest.mark.parametrize("zone", ["deck", "groove", "tower", "vault"])
def test_cast_takes_from_other_zones_only_with_search(zone: str) -> None:
    accepted(instant(verb("cast", picked(zone, search=True))))
    refused(instant(verb("cast", picked(zone))), f"{TARGET}.zone", 'only with "search": true; without: hand, trash')


@clause("FS-12.6")
def test_recover_may_say_top_or_bottom() -> None:
    for place in ("top", "bottom"):
        accepted(instant(verb("recover", picked("trash"), place=place)))
    refused(instant(verb("recover", picked("trash"), place="middle")), f"{DO}.place", "is not one of top, bottom")
    refused(instant(verb("return", picked("trash"), place="top")), DO, '"place" is unknown')


@clause("FS-12.6")
def test_strengthen_says_an_amount() -> None:
    for amount in (0, -99, 99, {"var": "strength", "of": "this", "max": 99}):
        accepted(instant(verb("strengthen", {"ref": "this"}, amount=amount)))
    refused(instant({"do": "strengthen", "target": {"ref": "this"}}), DO, "the field amount is missing")
    refused(instant(verb("strengthen", {"ref": "this"}, amount=-100)), f"{DO}.amount", "from -99 to 99")
    refused(instant(verb("afflict", {"ref": "this"}, amount=1)), DO, '"amount" is unknown')


@clause("FS-12.6")
@pytest.mark.parametrize("word", PASSIVES)
def test_nine_passives_can_be_granted(word: str) -> None:
    made = instant(verb("grant", picked("battlefield"), passive=word))
    if word in ("strength", "swift", "stays_engaged", "cost", "mana", "ward"):
        refused(made, f"{DO}.passive", "is not one of cannot_attack, cannot_siege")
    else:
        accepted(made)
    assert len(GRANTABLE) == 9


@clause("FS-12.6")
def test_grant_names_a_passive_without_exception() -> None:
    refused(instant({"do": "grant", "target": {"ref": "this"}}), DO, "the field passive is missing")
    made = verb("grant", {"ref": "this"}, passive="unblockable")
    accepted(instant(made))
    refused(instant({**made, "except": {}}), DO, '"except" is unknown')


@clause("FS-12.6")
def test_evoke_stands_in_creature_halves_only_its_target_may_be_left_out() -> None:
    for effect in ({"do": "evoke"}, verb("evoke", {"ref": "subject"}), verb("evoke", picked("battlefield"))):
        row = {"when": "regroup", "do": [draw(), effect]}
        accepted(having(row))
        for made, path in (
            (instant(draw(), effect), "spell.do[1].do"),
            (active(row), f"{OF_SPELL}.do[1].do"),
            (attached(row), f"{OF_SPELL}.do[1].do"),
            (hidden(do=[effect]), "spell.do[0].do"),
            (card(spell={"type": "active", "cost": 1, "abilities": [], "do": [effect]}), "spell.do[0].do"),
        ):
            refused(made, path, "evoke is not allowed in a spell half; allowed are return")
    assert "evoke" in CREATURE_VERBS


@clause("FS-12.6")
def test_draw_says_whose_and_how_many() -> None:
    for n in (0, -1, 99, {"count": counted("tower", "opponent")}):
        accepted(instant(draw(n)))
    refused(instant({"do": "draw", "whose": "own"}), DO, "the field n is missing")
    refused(instant({"do": "draw", "n": 1}), DO, "the field whose is missing")
    refused(instant(draw(drawn=0)), DO, '"drawn" is unknown')
    refused(instant(draw(target={"ref": "this"})), DO, '"target" is unknown')


@clause("FS-12.6")
def test_shuffle_says_whose_deck_trash_or_groove() -> None:
    for zone in ("deck", "trash", "groove"):
        accepted(instant({"do": "shuffle", "whose": "opponent", "zone": zone}))
    refused(instant({"do": "shuffle", "whose": "own", "zone": "hand"}), f"{DO}.zone", "is not one of deck, trash")
    refused(instant({"do": "shuffle", "whose": "own"}), DO, "the field zone is missing")
    refused(instant({"do": "shuffle", "zone": "deck"}), DO, "the field whose is missing")


@clause("FS-12.6")
@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize(
    ("selector", "key", "piece"),
    [
        (picked("vault", "each"), "whose", "is not one of own, opponent, any, attacking, defending"),
        (picked("vault", "each_opponent"), "whose", "is not one of own, opponent, any"),
        (picked("vault", pick="all"), "pick", "replace takes one card, not all"),
        (picked("deck", search=True), "search", "does not search a deck; allowed are hand, groove, tower, vault"),
        (picked("deck", pick="choose"), "pick", 'needs "search": true'),
        (picked("attached"), "zone", '"attached" is no zone for replace'),
        (picked("hand", "opponent", pick="random", filter={}), "filter", "another lord's hand takes a filter"),
    ],
)
def test_each_side_of_replace_takes_one_card(side: str, selector: Json, key: str, piece: str) -> None:
    other = picked("tower")
    made = replacing(selector, other) if side == "a" else replacing(other, selector)
    refused(made, f"{DO}.{side}.{key}", piece)


@clause("FS-12.6")
@pytest.mark.parametrize("zone", ZONES)
def test_replace_takes_from_every_zone_of_cards(zone: str) -> None:
    accepted(replacing(picked(zone), picked("tower", "opponent")))
    accepted(replacing(picked("tower", search=True), picked(zone, "defending", pick="random")))
    refused(instant({"do": "replace", "a": picked(zone)}), DO, "the field b is missing")


@clause("FS-12.6")
def test_an_effect_may_have_a_condition() -> None:
    for effect in (draw(), verb("trash", {"ref": "this"}), {"do": "shuffle", "whose": "own", "zone": "deck"}):
        accepted(instant({**effect, "if": {"did": 1}}))
        refused(instant({**effect, "if": {}}), f"{DO}.if", "a condition has one of the fields count, is, turn, more")


# --- passives ---------------------------------------------------------------------------------------------------------

NUMBERED: Json = {"strength": {"n": 1}, "cost": {"n": -1, "of": "both"}, "mana": {"n": 1}}


@clause("FS-12.7")
@pytest.mark.parametrize("word", PASSIVES)
def test_a_passive_takes_a_condition_and_where_it_fits_scope_and_filter(word: str) -> None:
    row = {"passive": word, **NUMBERED.get(word, {})}
    accepted(attached(row, {**row, "if": {"turn": "own"}}))
    scoped, filtered = attached({**row, "scope": "others"}), attached({**row, "filter": {"race": "r"}})
    if word in ("cost", "mana", "ward"):
        refused(scoped, OF_SPELL, '"scope" is unknown')
    else:
        accepted(scoped)
    if word in ("mana", "ward"):
        refused(filtered, OF_SPELL, '"filter" is unknown')
    else:
        accepted(filtered)


@clause("FS-12.7")
def test_a_word_that_is_no_passive_is_refused() -> None:
    refused(having({"passive": "flying"}), f"{ABILITY}.passive", "is not one of cannot_attack")
    refused(having({"passive": "swift", "n": 1}), ABILITY, '"n" is unknown')
    refused(having({"passive": "swift", "by": "own"}), ABILITY, '"by" is unknown')


@clause("FS-12.7")
def test_scopes() -> None:
    for scope in ("this", "own", "others", "opponents"):
        accepted(active({"passive": "swift", "scope": scope}))
    refused(active({"passive": "swift", "scope": "any"}), f"{OF_SPELL}.scope", "is not one of this, own, others")
    assert [default_scope(kind) for kind in ("active", "attached", None)] == ["own", "this", "this"]


@clause("FS-12.7")
def test_ward_is_for_attached_spells() -> None:
    accepted(attached({"passive": "ward"}, host="tower"))
    accepted(attached({"passive": "ward", "if": {"turn": "own"}}, host="creature"))
    refused(active({"passive": "ward"}), f"{OF_SPELL}.passive", "ward is for attached spells only; allowed are cannot")
    refused(having({"passive": "ward"}), f"{ABILITY}.passive", "ward is for attached spells only")


@clause("FS-12.7")
def test_unblockable_may_have_an_exception() -> None:
    accepted(having({"passive": "unblockable", "except": {"keyword": "flyer", "min_strength": 3}}))
    refused(having({"passive": "unblockable", "except": {"flyer": True}}), f"{ABILITY}.except", '"flyer" is unknown')
    refused(having({"passive": "ranged", "except": {}}), ABILITY, '"except" is unknown')


@clause("FS-12.7")
def test_strength_says_how_much_and_perhaps_when() -> None:
    for during in ("always", "attack", "block", "defend"):
        accepted(having({"passive": "strength", "n": -99, "during": during}))
    refused(having({"passive": "strength"}), ABILITY, "the field n is missing")
    refused(having({"passive": "strength", "n": 1, "during": "siege"}), f"{ABILITY}.during", "one of always, attack")
    refused(having({"passive": "ranged", "during": "attack"}), ABILITY, '"during" is unknown')


STRONG: Json = {"zone": "battlefield", "whose": "own", "filter": {"min_strength": 3}}
STRONG_TRASH: Json = {"zone": "trash", "whose": "own", "filter": {"max_strength": 3}}
STRONG_VAULT: Json = {"zone": "vault", "whose": "own", "filter": {"min_strength": 3}}
MANY: Json = {"zone": "battlefield", "whose": "own", "filter": {"min_cost": 3}}
NESTED: Json = {"all": [{"turn": "own"}, {"not": {"any": [{"did": 0}, {"count": STRONG}]}}]}


@clause("FS-12.7")
@pytest.mark.parametrize(
    ("fields", "path", "words"),
    [
        ({"n": {"var": "strength", "of": "foe"}}, "n.var", "creature_cost, spell_cost"),
        ({"n": {"count": STRONG}}, "n.count.filter.min_strength", "sphere, race"),
        ({"n": {"count": STRONG_TRASH}}, "n.count.filter.max_strength", "sphere, race"),
        ({"n": {"count": STRONG_VAULT}}, "n.count.filter.min_strength", "sphere, status, other"),
        ({"n": 1, "filter": {"max_strength": 3}}, "filter.max_strength", "sphere, race"),
        ({"n": 1, "if": {"is": {"min_strength": 1}, "of": "subject"}}, "if.is.min_strength", "sphere, race"),
        ({"n": 1, "if": {"more": [MANY, STRONG]}}, "if.more[1].filter.min_strength", "sphere, race"),
        ({"n": 1, "if": NESTED}, "if.all[1].not.any[1].count.filter.min_strength", "sphere, race"),
    ],
)
def test_a_strength_may_not_depend_on_strength(fields: Json, path: str, words: str) -> None:
    refused(
        having({"passive": "strength", **fields}),
        f"{ABILITY}.{path}",
        f"makes a strength depend on strength; allowed are {words}",
    )


@clause("FS-12.7")
@pytest.mark.parametrize(
    "fields",
    [
        {"n": {"var": "creature_cost", "of": "foe"}},
        {"n": {"count": MANY}},
        {"n": 1, "filter": {"status": ["afflicted"], "matching": {"to": "this"}}},
        {"n": 1, "if": {"is": {"min_cost": 1}, "of": "subject"}},
        {"n": 1, "if": {"not": {"more": [MANY, {"zone": "hand", "whose": "own"}]}}},
    ],
)
def test_a_strength_may_depend_on_other_things(fields: Json) -> None:
    accepted(having({"passive": "strength", **fields}))


@clause("FS-12.7")
def test_other_passives_may_depend_on_strength() -> None:
    accepted(having({"passive": "ranged", "filter": {"min_strength": 3}, "if": {"count": STRONG}}))
    accepted(having({"passive": "mana", "n": {"var": "strength", "of": "this"}}))


@clause("FS-12.7")
def test_cost_says_of_which_half_and_how_much() -> None:
    for of in ("creature", "spell", "both"):
        accepted(having({"passive": "cost", "of": of, "n": 2}))
    fits = {"status": ["ready"], "other": True, "matching": {"to": "this"}, "max_strength": 2}
    accepted(having({"passive": "cost", "of": "both", "n": 1, "filter": fits}))
    refused(having({"passive": "cost", "n": 1}), ABILITY, "the field of is missing")
    refused(having({"passive": "cost", "of": "both"}), ABILITY, "the field n is missing")
    refused(having({"passive": "cost", "of": "tower", "n": 1}), f"{ABILITY}.of", "is not one of creature, spell, both")
    refused(having({"passive": "mana"}), ABILITY, "the field n is missing")
    refused(having({"passive": "mana", "n": 1, "of": "both"}), ABILITY, '"of" is unknown')


# --- filters ----------------------------------------------------------------------------------------------------------


@clause("FS-12.8")
@pytest.mark.parametrize(
    "fits",
    [
        {},
        {"sphere": "chaos"},
        {"sphere": ["chaos", "nature"]},
        {"sphere": []},
        {"race": "imp", "keyword": "flyer", "spell_type": "hidden"},
        {"max_cost": 0, "min_cost": 99, "max_spell_cost": 9, "min_spell_cost": 0},
        {"max_strength": 99, "min_strength": 0},
        {"status": ["engaged", "ready", "afflicted", "cured", "dizzy", "facedown", "attached"]},
        {"status": []},
        {"other": True},
        {"matching": {"to": "last"}},
        {"matching": {"to": "foe", "by": "both"}},
        {"matching": {"to": "bearer", "by": "keyword"}},
    ],
)
def test_what_a_filter_may_say(fits: Json) -> None:
    accepted(filtering(fits))
    accepted(having({"when": "crystallised", "filter": fits, "do": []}))


@clause("FS-12.8")
@pytest.mark.parametrize(
    ("fits", "path", "piece"),
    [
        ({"cost": 3}, "", '"cost" is unknown; allowed are sphere, race, keyword, spell_type, max_cost'),
        ({"sphere": "fire"}, ".sphere", "is not one of science, ether"),
        ({"sphere": ["chaos", "fire"]}, ".sphere[1]", "is not one of science"),
        ({"sphere": 1}, ".sphere", "is not one of science"),
        ({"race": ["imp"]}, ".race", "is not a text"),
        ({"keyword": None}, ".keyword", "is not a text"),
        ({"spell_type": "ritual"}, ".spell_type", "is not one of instant"),
        ({"max_cost": -1}, ".max_cost", "from 0 to 99"),
        ({"min_cost": 100}, ".min_cost", "from 0 to 99"),
        ({"min_spell_cost": {"var": "strength", "of": "this"}}, ".min_spell_cost", "is not a whole number"),
        ({"max_strength": True}, ".max_strength", "is not a whole number"),
        ({"status": "ready"}, ".status", "is not a list"),
        ({"status": ["exhausted"]}, ".status[0]", "is not one of engaged, ready"),
        ({"other": False}, ".other", "is not true"),
        ({"matching": "this"}, ".matching", "is not an object"),
        ({"matching": {"by": "race"}}, ".matching", "the field to is missing"),
        ({"matching": {"to": "me"}}, ".matching.to", "is not one of this, bearer"),
        ({"matching": {"to": "this", "by": "strength"}}, ".matching.by", "is not one of sphere, cost, both, race"),
        ({"matching": {"to": "this", "of": "this"}}, ".matching", '"of" is unknown'),
        ([], "", "is not an object"),
    ],
)
def test_what_a_filter_may_not_say(fits: object, path: str, piece: str) -> None:
    refused(filtering(fits), f"{TARGET}.filter{path}", piece)
    refused(having({"when": "summoned", "filter": fits, "do": []}), f"{ABILITY}.filter{path}", piece)


FACES: Json = {
    "race": "r",
    "keyword": "k",
    "spell_type": "active",
    "max_cost": 3,
    "min_cost": 3,
    "max_spell_cost": 3,
    "min_spell_cost": 3,
}
BACKS: Json = {"sphere": "chaos", "status": ["ready"], "other": True, "max_strength": 3, "min_strength": 0}
BACKS_TOO: Json = {"matching": {"to": "this", "by": "sphere"}}
FACES_TOO: list[Json] = [{"matching": {"to": "this", **by}} for by in ({}, {"by": "cost"}, {"by": "race"})]
"""`matching` by sphere reads the back, by anything else the face."""


@clause("FS-12.8")
@pytest.mark.parametrize("zone", ["vault", "tower", "groove"])
def test_of_face_down_cards_only_the_back_is_read_without_search(zone: str) -> None:
    assert len(FACES) + len(BACKS) + len(BACKS_TOO) == 13
    accepted(giveback(zone, filter={**BACKS, **BACKS_TOO}))
    accepted(giveback(zone, filter={**FACES, **BACKS, **FACES_TOO[0]}, search=True))
    for row in [*({key: value} for key, value in FACES.items()), *FACES_TOO]:
        key = next(iter(row))
        refused(
            giveback(zone, filter=row),
            f"{TARGET}.filter.{key}",
            f'{key} cannot be read in {zone} without "search": true; allowed are sphere',
        )


@clause("FS-12.8")
@pytest.mark.parametrize("zone", ["battlefield", "trash", "spell"])
def test_other_zones_take_every_key(zone: str) -> None:
    word = "return" if zone == "trash" else "trash"
    accepted(instant(verb(word, picked(zone, "any", filter={**FACES, **BACKS}))))
    accepted(drawing_if({"count": counted(zone, filter={**FACES, **BACKS})}))


@clause("FS-12.8")
@pytest.mark.parametrize("pick", ["choose", "random", "all", "opponent_choice"])
@pytest.mark.parametrize("whose", WHOSE)
def test_a_filter_on_a_deck_or_anothers_hand_needs_search(pick: str, whose: str) -> None:
    for zone in ("deck", "hand"):
        accepted(trash(zone, whose, pick=pick, search=True, filter={"race": "r"}))
    if pick in ("random", "all"):
        refused(trash("deck", whose, pick=pick, filter={}), f"{TARGET}.filter", "a deck takes a filter with")
        made = trash("hand", whose, pick=pick, filter={"sphere": "chaos"})
        if whose == "own":
            accepted(made)
        else:
            refused(made, f"{TARGET}.filter", f'hand takes a filter with {pick} only with "search": true')


@clause("FS-12.8")
def test_a_filter_on_a_hand_that_its_lord_chooses_from_is_allowed() -> None:
    accepted(trash("hand", "own", filter={"race": "r"}))
    accepted(trash("hand", "opponent", pick="owner", filter={"race": "r"}))
    accepted(trash("deck", "own", pick="top", filter={"race": "r"}))
    refused(
        trash("hand", "opponent", pick="opponent_choice", filter={"race": "r"}),
        f"{TARGET}.filter",
        "takes a filter with opponent_choice only with",
    )


@clause("FS-12.8")
def test_cast_counts_as_a_filter() -> None:
    accepted(instant(verb("cast", picked("hand", "own", pick="random"))))
    accepted(instant(verb("cast", picked("hand", "opponent", pick="owner"))))
    accepted(instant(verb("cast", picked("hand", "opponent", pick="random", search=True))))
    for pick in ("random", "all", "opponent_choice"):
        refused(instant(verb("cast", picked("hand", "opponent", pick=pick))), TARGET, "cast counts as a filter")
    accepted(instant(verb("summon", picked("hand", "opponent", pick="random"))))


@clause("FS-12.8")
@pytest.mark.parametrize("zone", ["hand", "deck"])
def test_a_count_over_a_hand_or_a_deck_takes_no_filter(zone: str) -> None:
    accepted(drawing_if({"count": counted(zone)}))
    for fits in ({}, {"sphere": "chaos"}):
        made = drawing_if({"count": counted(zone, filter=fits)})
        refused(made, f"{DO}.if.count.filter", f"a count over a {zone} takes no filter")


@clause("FS-12.8")
@pytest.mark.parametrize("zone", ["vault", "tower", "groove"])
def test_a_count_reads_the_backs_of_face_down_cards_only(zone: str) -> None:
    accepted(instant(draw({"count": counted(zone, filter={**BACKS, **BACKS_TOO})})))
    for row in [*({key: value} for key, value in FACES.items()), *FACES_TOO]:
        key = next(iter(row))
        made = instant(draw({"count": counted(zone, filter=row)}))
        refused(made, f"{DO}.n.count.filter.{key}", f"{key} cannot be read by a count over {zone}")


# --- numbers and conditions -------------------------------------------------------------------------------------------


@clause("FS-12.9")
@pytest.mark.parametrize(
    "number",
    [
        99,
        {"count": counted("battlefield")},
        {"count": counted("trash", "any", filter={}), "max": 0},
        {"var": "creature_cost", "of": "last"},
        {"var": "spell_cost", "of": "this", "max": 99},
        {"var": "strength", "of": "foe"},
    ],
)
def test_what_a_number_may_be(number: object) -> None:
    accepted(instant(draw(number)))


@clause("FS-12.9")
@pytest.mark.parametrize(
    ("number", "path", "piece"),
    [
        (100, "", "from -99 to 99"),
        (-100, "", "from -99 to 99"),
        (1.5, "", "neither a whole number nor an object with one of count, var"),
        (False, "", "neither a whole number"),
        ({}, "", "one of the fields count, var"),
        ({"count": counted("vault"), "min": 1}, "", '"min" is unknown'),
        ({"count": counted("vault"), "max": 100}, ".max", "from 0 to 99"),
        ({"count": counted("vault"), "max": -1}, ".max", "from 0 to 99"),
        ({"count": counted("vault"), "var": "strength"}, "", '"var" is unknown'),
        ({"var": "cost", "of": "this"}, ".var", "is not one of creature_cost, spell_cost, strength"),
        ({"var": "strength"}, "", "the field of is missing"),
        ({"var": "strength", "of": "own"}, ".of", "is not one of this, bearer"),
        ({"count": {"zone": "vault"}}, ".count", "the field whose is missing"),
        ({"count": {"whose": "own"}}, ".count", "the field zone is missing"),
        ({"count": counted("attached")}, ".count.zone", "is not one of battlefield, vault"),
        ({"count": counted("fortress")}, ".count.zone", "is not one of battlefield, vault"),
        ({"count": counted("vault", "each")}, ".count.whose", "is not one of own, opponent, any, attacking, defending"),
        ({"count": counted("vault", 0)}, ".count.whose", "is not one of own, opponent"),
        ({"count": counted("vault", pick="all")}, ".count", '"pick" is unknown'),
    ],
)
def test_what_a_number_may_not_be(number: object, path: str, piece: str) -> None:
    refused(instant(draw(number)), f"{DO}.n{path}", piece)


@clause("FS-12.9")
@pytest.mark.parametrize("whose", ["own", "opponent", "any", "attacking", "defending"])
@pytest.mark.parametrize("zone", ZONES)
def test_every_zone_but_attached_can_be_counted(zone: str, whose: str) -> None:
    accepted(instant(draw({"count": counted(zone, whose)})))


@clause("FS-12.10")
@pytest.mark.parametrize(
    "condition",
    [
        {"count": counted("hand")},
        {"count": counted("hand"), "min": 3, "max": 2},
        {"is": {}, "of": "attacker"},
        {"is": {"status": ["dizzy"]}, "of": "bearer"},
        {"turn": "own"},
        {"turn": "opponent"},
        {"more": [counted("hand"), counted("hand", "opponent")]},
        {"did": 0},
        {"did": 99},
        {"not": {"not": {"turn": "own"}}},
        {"all": []},
        {"any": [{"all": [{"did": 1}]}, {"turn": "own"}]},
    ],
)
def test_what_a_condition_may_be(condition: Json) -> None:
    accepted(drawing_if(condition))
    accepted(having({"when": "summoned", "if": condition, "do": []}))
    accepted(having({"passive": "swift", "if": condition}))
    accepted(hidden(**{"if": condition}))


@clause("FS-12.10")
@pytest.mark.parametrize(
    ("condition", "path", "piece"),
    [
        ({}, "", "one of the fields count, is, turn, more, did, not, all, any"),
        (True, "", "is not an object"),
        ({"count": counted("hand"), "min": -1}, ".min", "from 0 to 99"),
        ({"count": counted("hand"), "max": 100}, ".max", "from 0 to 99"),
        ({"count": counted("hand"), "of": "this"}, "", '"of" is unknown'),
        ({"is": {}}, "", "the field of is missing"),
        ({"is": {"cost": 1}, "of": "this"}, ".is", '"cost" is unknown'),
        ({"is": {}, "of": "me"}, ".of", "is not one of this"),
        ({"turn": "any"}, ".turn", "is not one of own, opponent"),
        ({"more": [counted("hand")]}, ".more", "two counts, not 1"),
        ({"more": [counted("hand")] * 3}, ".more", "two counts, not 3"),
        ({"more": [counted("hand"), 3]}, ".more[1]", "is not an object"),
        ({"did": 100}, ".did", "from 0 to 99"),
        ({"did": {"count": counted("hand")}}, ".did", "is not a whole number"),
        ({"not": []}, ".not", "is not an object"),
        ({"all": {"did": 1}}, ".all", "is not a list"),
        (
            {"all": [{"did": 1}, {"any": [{"not": {"turn": "mine"}}]}]},
            ".all[1].any[0].not.turn",
            "one of own, opponent",
        ),
        ({"all": [{"did": 100}, {"did": 101}]}, ".all[0].did", "100 is out of range"),
        ({"all": [], "any": []}, "", '"any" is unknown; allowed are all'),
    ],
)
def test_what_a_condition_may_not_be(condition: object, path: str, piece: str) -> None:
    refused(drawing_if(condition), f"{DO}.if{path}", piece)
    refused(having({"when": "summoned", "if": condition, "do": []}), f"{ABILITY}.if{path}", piece)


@clause("FS-12.10")
def test_conditions_may_lie_deep_in_each_other() -> None:
    good: Json = {"turn": "own"}
    bad: Json = {"turn": "mine"}
    for _ in range(2000):
        good, bad = {"not": good}, {"not": bad}
    check_card(drawing_if(good), "cards.x")
    refused(drawing_if(bad), f"{DO}.if{'.not' * 2000}.turn", "is not one of own, opponent")


# --- effects in positions ---------------------------------------------------------------------------------------------


def running(*effects: Json, spell_half: bool = False) -> None:
    """The effects as those of a program of seat 1 of three lords."""
    check_running(list(effects), "programs[0].do", 1, 3, spell_half)


def refused_running(effect: Json, path: str, piece: str) -> None:
    with pytest.raises(DataFault) as caught:
        running(draw(), effect)
    assert caught.value.path == f"programs[0].do[1]{path}"
    assert piece in caught.value.problem


@clause("FS-14.4", "FS-19.3")
def test_in_a_program_whose_may_be_a_seat_number() -> None:
    for seat in (0, 1, 2):
        running(
            verb("trash", picked("vault", seat, pick="owner")),
            draw(whose=seat),
            {"do": "shuffle", "whose": seat, "zone": "trash"},
            {"do": "replace", "a": picked("tower", seat), "b": picked("vault", seat)},
            draw(whose="each"),
        )
    refused_running(verb("trash", picked("vault", 3)), ".target.whose", "from 0 to 2")
    refused_running(verb("trash", picked("vault", -1)), ".target.whose", "from 0 to 2")
    refused_running(draw({"count": counted("vault", 0)}), ".n.count.whose", "is not one of own")
    refused_running(verb("trash", picked("vault", "mine")), ".target.whose", "is not one of own")


@clause("FS-14.4")
def test_in_a_program_a_seat_number_counts_as_own_or_anothers() -> None:
    running(
        verb("trash", picked("hand", 1)),
        verb("trash", picked("hand", 1, pick="random", filter={"race": "r"})),
        verb("trash", picked("hand", 0, pick="opponent_choice")),
    )
    refused_running(verb("trash", picked("hand", 0)), ".target", 'choose needs "search": true')
    refused_running(verb("trash", picked("hand", 1, pick="opponent_choice")), ".target.pick", 'needs "search": true')
    refused_running(verb("trash", picked("hand", 0, pick="random", filter={})), ".target.filter", "takes a filter")


@clause("FS-14.4")
def test_the_rest_of_a_draw_stands_only_in_a_program() -> None:
    tower = {"do": "destroy", "target": {"zone": "tower", "whose": 0, "pick": "owner", "n": 1}}
    running(tower, {"do": "draw", "whose": 0, "n": 4, "drawn": 1})
    running({"do": "draw", "whose": 2, "n": 0, "drawn": 0}, {"do": "draw", "whose": 2, "n": 150, "drawn": 120})
    refused_running({"do": "draw", "whose": 0, "n": -1, "drawn": 1}, ".n", "from 0 to")
    refused_running({"do": "draw", "whose": 0, "n": 1, "drawn": -1}, ".drawn", "from 0 to")
    refused_running({"do": "draw", "whose": 3, "n": 1, "drawn": 1}, ".whose", "from 0 to 2")
    refused_running({"do": "draw", "whose": "own", "n": 1, "drawn": 1}, ".whose", "is not a whole number")
    refused_running({"do": "draw", "whose": 0, "n": 1, "drawn": 1, "if": {"did": 1}}, "", '"if" is unknown')
    refused_running({"do": "draw", "whose": 0, "n": 150}, ".n", "from -99 to 99")


@clause("FS-19.3")
def test_a_program_of_a_spell_half_does_not_evoke() -> None:
    running({"do": "evoke"})
    with pytest.raises(DataFault, match="evoke is not allowed in a spell half"):
        running({"do": "evoke"}, spell_half=True)
    with pytest.raises(DataFault, match="is not a list of effects"):
        check_running({}, "programs[0].do", 0, 2)
