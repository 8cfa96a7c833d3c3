"""Blanks: what a card's cost buys of nothing but plain energy."""

from __future__ import annotations

import pytest

from orrery.core.data import DataFault, JsonObject
from orrery.core.fate import Fate, Streams
from orrery.games.space_editor import GAME
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.cards.blank import blank_of
from orrery.games.space_editor.cards.card import CardSet
from orrery.games.space_editor.cards.costs import cost_of, weights_of

CARDS = sets.standard_material().cards


@pytest.fixture(scope="module")
def blanks() -> JsonObject:
    """The blanks of all cards that have one."""
    return {id: blank for id, card in CARDS.items() if (blank := blank_of(card)) is not None}


def test_a_blank_costs_what_its_card_costs_by_the_formula(blanks: JsonObject) -> None:
    weights = weights_of(sets.STANDARD)
    assert weights is not None
    for id, blank in blanks.items():
        assert cost_of(blank, weights) == blank["cost"] == CARDS[id]["cost"], id


def test_a_blank_belongs_where_its_card_belongs(blanks: JsonObject) -> None:
    for id, blank in blanks.items():
        card = CARDS[id]
        assert [blank[key] for key in ("element", "level")] == [card[key] for key in ("element", "level")]
        assert blank["kind"] == ("star" if card["kind"] == "star" else "planet")
        assert not blank["abilities"] and not any(side[0] == "k" or side.endswith("*") for side in blank["sides"])
        assert bool(blank["vp"]) == (card["kind"] == "star")


def test_all_cards_of_a_kind_and_cost_have_the_same_blank(blanks: JsonObject) -> None:
    found: dict[tuple[str, ...], JsonObject] = {}
    for id, blank in blanks.items():
        key = (blank["element"], blank["kind"], blank["level"], str(blank["cost"]))
        plain = {key: value for key, value in blank.items() if key != "name"}
        assert found.setdefault(key, plain) == plain, id


def test_the_blank_of_a_blank_is_itself(blanks: JsonObject) -> None:
    assert all(blank_of(blank) == blank for blank in [blanks[id] for id in ("001", "023", "036", "119", "177")])


def test_points_that_nobody_paid_for_are_not_in_the_blank() -> None:
    assert blank_of({**CARDS["136"], "vp": 60}) == blank_of(CARDS["136"])


@pytest.mark.parametrize(("cost", "sides"), [(1, "----"), (3, "g---"), (4, "n-g-"), (6, "ngn-"), (16, "ngng")])
def test_the_more_there_is_to_spend_the_more_sides_have_energy(cost: int, sides: str) -> None:
    blank = blank_of({**CARDS["011"], "level": "bronze", "cost": cost})
    assert blank is not None and "".join(side[0] for side in blank["sides"]) == sides


def test_a_basepoint_has_no_blank_and_a_strange_card_is_named() -> None:
    guide = GAME.guide()
    assert blank_of(CARDS["181"]) is None and guide.with_blank({}, "181") is None
    with pytest.raises(DataFault, match="999"):
        guide.with_blank({}, "999")


def test_a_match_with_a_blank_has_the_same_decks_in_the_same_order(blanks: JsonObject) -> None:
    CardSet({**CARDS, **blanks})
    options: JsonObject = {"mode": "half", "elements": ["fire", "water"]}
    changed = GAME.guide().with_blank(options, "136")
    assert changed is not None
    one, two = (GAME.new(each, Streams(7)).position() for each in (options, changed))
    assert one["decks"] == two["decks"] and one["basepoint"] == two["basepoint"]
    assert {id for id in CARDS if one["cards"][id] != two["cards"][id]} == {"136"}
    assert GAME.guide().with_blank(changed, "136") == changed
    assert GAME.new({**changed, "deck_rules": "cost"}, Fate(1)).seats() == 2
