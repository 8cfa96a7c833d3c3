"""Building a deck: SE-10."""

from __future__ import annotations

from typing import Any

import pytest

from games.space_editor.arrange import play, position
from games.space_editor.cards import Json, basepoint, planet
from marks import clause
from orrery.core.clause import BadOptions
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.space_editor import GAME

COST = 16
"""24 cards of this cost come to 384."""


def level_cards(element: str) -> Json:
    """b00 ... of bronze, s00 ... of silver, g00 ... of gold: more than a deck needs of each."""
    made: Json = {}
    for level, count in (("bronze", 16), ("silver", 9), ("gold", 6)):
        for number in range(count):
            made[f"{element[:2]}_{level[0]}{number:02}"] = planet("- - - -", element, level) | {"cost": COST}
    return made


CARDS: Json = {**level_cards("water"), **level_cards("wind"), "base": basepoint(), "other": basepoint()}


def deck(element: str = "wa", bronze: int = 13, silver: int = 7, gold: int = 4) -> list[str]:
    """A deck with so many different cards of each level."""
    shares = (("b", bronze), ("s", silver), ("g", gold))
    return [f"{element}_{level}{number:02}" for level, count in shares for number in range(count)]


def new(first: list[Any], rules: str | None = "strict", cards: Json | None = None) -> Match:
    """A match in which seat 0 comes with this deck, seat 1 with a good one."""
    options: Json = {"cards": cards or CARDS, "decks": [first, deck("wi")]}
    if rules is not None:
        options["deck_rules"] = rules
    return Match.new(GAME, options, 1)


TWICE = ["wa_b00", *deck(bronze=12)]
WRONG = {
    "23 cards": deck()[:-1],
    "25 cards": [*deck(), "wa_b13"],
    "14 bronze, 6 silver": deck(bronze=14, silver=6),
    "12 bronze, 8 silver": deck(bronze=12, silver=8),
    "8 silver, 3 gold": deck(silver=8, gold=3),
    "12 bronze, 5 gold": deck(bronze=12, gold=5),
    "another element": [*deck()[1:], "wi_b00"],
    "all of another element": deck("wi"),
    "a bronze card three times": ["wa_b00", "wa_b00", *deck(bronze=11)],
    "a silver card twice": [*deck(silver=6), "wa_s00"],
    "a gold card twice": [*deck(gold=3), "wa_g00"],
}


@clause("SE-10.1", "SE-10.4")
@pytest.mark.parametrize("rules", [None, "strict", "cost"])
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_strict_deck_may_not_be_like_this(wrong: list[str], rules: str | None) -> None:
    with pytest.raises(BadOptions, match=r"options\.decks\[0\]"):
        new(wrong, rules)


@clause("SE-10.1")
@pytest.mark.parametrize("right", [deck(), TWICE, ["wa_b00", "wa_b01", *deck(bronze=11)], deck()[::-1]])
@pytest.mark.parametrize("rules", [None, "strict", "cost"])
def test_a_strict_deck_has_13_bronze_7_silver_and_4_gold_cards(right: list[str], rules: str | None) -> None:
    assert sorted(new(right, rules).position()["decks"][0]) == sorted(right)


@clause("SE-10.1")
def test_the_deck_of_every_seat_is_checked() -> None:
    with pytest.raises(BadOptions, match=r"options\.decks\[1\]"):
        Match.new(GAME, {"cards": CARDS, "decks": [deck(), deck()]}, 1)


@clause("SE-10.1")
@pytest.mark.parametrize(("wrong", "words"), [(deck()[:-1], "23 cards"), ([*deck(), "wa_b13"], "25 cards")])
def test_a_deck_of_another_size_is_told_so(wrong: list[str], words: str) -> None:
    with pytest.raises(BadOptions, match=rf"options\.decks\[0\]: {words}"):
        new(wrong)


@clause("SE-10.2", "SE-10.4")
@pytest.mark.parametrize(("total", "right"), [(379, False), (380, True), (400, True), (420, True), (421, False)])
def test_the_costs_add_up_to_380_to_420_where_the_rule_is_in_force(total: int, right: bool) -> None:
    cards = {**CARDS, "wa_b00": CARDS["wa_b00"] | {"cost": total - 23 * COST}}
    new(deck(), "strict", cards)
    new(deck(), "none", cards)
    if right:
        new(deck(), "cost", cards)
    else:
        with pytest.raises(BadOptions, match=f"add up to {total}"):
            new(deck(), "cost", cards)


@clause("SE-10.4")
@pytest.mark.parametrize("free", [*WRONG.values(), ["wa_b00"], ["wa_b00"] * 40, ["wi_g00", "wa_g00", "wa_g00"]])
def test_without_deck_rules_any_known_cards_make_a_deck(free: list[str]) -> None:
    assert sorted(new(free, "none").position()["decks"][0]) == sorted(free)


@clause("SE-10.1", "SE-10.4")
@pytest.mark.parametrize("rules", ["strict", "cost", "none"])
@pytest.mark.parametrize("wrong", [["base"], [*deck()[1:], "base"], [*deck()[1:], "nowhere"], [*deck()[1:], 7], []])
def test_unknown_cards_and_basepoints_are_in_no_deck_whatever_the_rules(wrong: list[Any], rules: str) -> None:
    with pytest.raises(BadOptions, match=r"options\.decks\[0\]"):
        new(wrong, rules)


@clause("SE-10.4")
@pytest.mark.parametrize("rules", ["strict", "cost", "none"])
def test_decks_are_checked_by_new_only(rules: str) -> None:
    sent = position(
        "t", {"t": "- - - -", "p": "- - - -"}, ("p", "p"), decks=("p p", "t"), options={"deck_rules": rules}
    )
    assert GAME.load(sent, Fate()).position()["decks"] == [["p", "p"], ["t"]]


@clause("SE-10.1", "SE-3.2")
def test_a_built_deck_can_be_played() -> None:
    match = new(TWICE, "cost")
    play(match, "basepoint 0,0")
    assert len(match.position()["hands"][0]) == 2
    assert len(match.position()["decks"][0]) == 22
