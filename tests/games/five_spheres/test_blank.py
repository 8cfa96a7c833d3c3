"""Blanks: what a card's costs buy of nothing but the plainest things."""

from __future__ import annotations

import pytest

from orrery.core.data import DataFault
from orrery.core.fate import Streams
from orrery.games.five_spheres import GAME
from orrery.games.five_spheres.cards import collections
from orrery.games.five_spheres.cards.balance import judge
from orrery.games.five_spheres.cards.blank import blank_of
from orrery.games.five_spheres.cards.card import CardTable

CARDS = collections.standard().cards


def test_both_halves_of_a_blank_are_exactly_in_balance() -> None:
    for card in CARDS.values():
        assert [half.difference for half in judge(blank_of(card)).halves()] == [0, 0]


def test_a_blank_is_paid_for_and_found_as_its_card_is_and_has_no_abilities() -> None:
    table = CardTable({id: blank_of(card) for id, card in CARDS.items()})
    for id, card in CARDS.items():
        blank = table.raw[id]
        assert (blank["spheres"], blank["code"]) == (card["spheres"], card["code"])
        for half in ("creature", "spell"):
            assert blank[half]["cost"] == card[half]["cost"] and "abilities" not in blank[half]
        assert blank["creature"]["race"] == card["creature"]["race"]
        assert blank["creature"].get("inverted") == card["creature"].get("inverted")


def test_the_blank_of_a_blank_is_itself() -> None:
    assert all(blank_of(blank_of(card)) == blank_of(card) for card in CARDS.values())


def test_a_match_with_a_blank_has_the_same_cards_in_the_same_places() -> None:
    rivals = GAME.guide().rivals()[0]
    options = rivals.options(["4", "5"])
    changed = GAME.guide().with_blank(options, "ch_0")
    assert changed is not None
    one, two = (GAME.new(each, Streams(7)).position() for each in (options, changed))
    assert one["seats"] == two["seats"] and one["cards"] != two["cards"]
    with pytest.raises(DataFault, match="xx_9"):
        GAME.guide().with_blank(options, "xx_9")
