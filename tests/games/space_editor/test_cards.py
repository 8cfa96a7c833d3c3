"""The card model: SE-2."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.space_editor.abilities import do, when
from games.space_editor.arrange import position, refused, table
from games.space_editor.cards import Json, basepoint, gifted, planet, star
from games.space_editor.lying import cells
from marks import clause
from orrery.core.clause import BadPosition
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.space_editor import GAME
from orrery.games.space_editor.cards import sets

ELEMENTS = ("water", "wind", "earth", "fire")
SOME_ABILITY = when("turned_down", do("turn_down", "adjacent"))


def load(definition: Any, id: str = "x") -> Json:
    """Loads a match whose set holds this card among others; gives the card as its position has it."""
    sent = position("t", {"t": "- - - -", "p": "- - - -", id: definition})
    found: Json = GAME.load(sent, Fate()).position()["cards"][id]
    return found


def changed(definition: Json, **fields: Any) -> Json:
    """A definition with other fields; those that are None are taken out, those that are "null" become null."""
    known = {**definition, **fields}
    return {key: None if value == "null" else value for key, value in known.items() if value is not None}


PLANET = planet("- - - -")
STAR = star("- - - -", vp=3)
BASE = basepoint()
ABLE = gifted("- - - -", SOME_ABILITY)


@clause("SE-2.2")
@pytest.mark.parametrize(
    "definition",
    [
        *(changed(PLANET, element=element) for element in ("water", "wind", "earth", "fire")),
        *(changed(PLANET, level=level) for level in ("bronze", "silver", "gold")),
        *(changed(STAR, vp=vp) for vp in (0, 1, 99)),
        *(changed(PLANET, cost=cost) for cost in (0, 999)),
        changed(PLANET, vp=0),
        changed(BASE, abilities=[SOME_ABILITY, SOME_ABILITY]),
        changed(ABLE, abilities=[SOME_ABILITY] * 3),
        {"kind": "planet", "element": "fire", "level": "gold", "sides": ["-", "-", "-", "-"]},
        {"kind": "basepoint", "sides": ["-", "-", "-", "-"]},
        changed(PLANET, text="a text", set="a set"),
        changed(PLANET, text=7, set=["anything"]),
    ],
)
def test_a_definition_may_be_like_this(definition: Json) -> None:
    assert load(definition) == definition


@clause("SE-2.2")
@pytest.mark.parametrize(
    "definition",
    [
        changed(PLANET, kind=None),
        changed(PLANET, kind="comet"),
        changed(PLANET, sides=None),
        changed(PLANET, element=None),
        changed(PLANET, element="null"),
        changed(PLANET, element="aether"),
        changed(PLANET, level=None),
        changed(PLANET, level="null"),
        changed(PLANET, level="iron"),
        changed(BASE, element="fire"),
        changed(BASE, level="gold"),
        changed(STAR, vp=100),
        changed(STAR, vp=-1),
        changed(STAR, vp=True),
        changed(STAR, vp=1.0),
        changed(PLANET, vp=1),
        changed(ABLE, vp=1),
        changed(BASE, vp=1),
        changed(PLANET, cost=1000),
        changed(PLANET, cost=-1),
        changed(PLANET, name=7),
        changed(PLANET, sides=["-", "-", "-"]),
        changed(PLANET, sides=["-"] * 5),
        changed(PLANET, sides="----"),
        changed(PLANET, abilities=[SOME_ABILITY]),
        changed(STAR, abilities=[SOME_ABILITY]),
        changed(ABLE, abilities=[]),
        changed(ABLE, abilities=None),
        changed(ABLE, abilities={}),
        changed(PLANET, colour="red"),
        "planet",
    ],
)
def test_a_definition_may_not_be_like_this(definition: Any) -> None:
    with pytest.raises(BadPosition, match=r"cards\.x"):
        load(definition)


@clause("SE-2.2", "SE-12.2")
@pytest.mark.parametrize("id", ["a", "z_9", "007", "_"])
def test_an_id_is_of_small_letters_digits_and_low_lines(id: str) -> None:
    assert load(PLANET, id) == PLANET
    for wrong in (id.upper() + "A", id + "-", id + " ", id + "é", ""):
        with pytest.raises(BadPosition, match="is not an id"):
            load(PLANET, wrong)


@clause("SE-2.4", "SE-2.7")
@pytest.mark.parametrize("side", ["n1", "n9", "n10", "n99", "g1", "g99", "k", "-"])
def test_a_side_has_one_energy_with_a_value_from_1_to_99(side: str) -> None:
    assert load(changed(PLANET, sides=["-", side, "-", "-"]))["sides"] == ["-", side, "-", "-"]
    assert load(changed(STAR, sides=["-", "-", "-", side + "*"]))["sides"] == ["-", "-", "-", side + "*"]


@clause("SE-2.4", "SE-2.7")
@pytest.mark.parametrize(
    "side",
    [
        *("", "*", "n", "g", "n0", "n01", "n100", "g0", "g100", "n-1", "n+1", "n1.5", "k1", "-1", "f", "N1", "K"),
        *("n1n1", "n1**", "*n1", "n 1", " n1", "n1 ", "n1\n", "n٣", "x", None, 1, ["n1"]),
    ],
)
def test_no_other_text_is_a_side(side: Any) -> None:
    with pytest.raises(BadPosition, match=r"cards\.x\.sides\[1\]"):
        load(changed(STAR, sides=["-", side, "-", "-"]))


@clause("SE-2.5")
@pytest.mark.parametrize("definition", [PLANET, ABLE, BASE])
def test_only_stars_carry_binary_marks(definition: Json) -> None:
    with pytest.raises(BadPosition, match="binary mark"):
        load(changed(definition, sides=["-", "-", "-*", "-"]))
    load(changed(STAR, sides=["-*", "n1*", "g2*", "k*"]))


@clause("SE-2.5")
@pytest.mark.parametrize("side", ["-", "n2", "g2", "k"])
@pytest.mark.parametrize("touched", ["-", "n2", "g2", "k"])
def test_a_mark_changes_nothing_about_connecting(side: str, touched: str) -> None:
    for mine, theirs in ((side + "*", touched), (side, touched + "*"), (side + "*", touched + "*")):
        plain = table("t", {"t": star(f"- {touched} - -"), "p": star(f"- - - {side}")})
        marked = table("t", {"t": star(f"- {theirs} - -"), "p": star(f"- - - {mine}")})
        assert marked.actions() == plain.actions()


@clause("SE-2.6")
def test_a_face_down_side_is_a_sort_of_its_own() -> None:
    cards = {"t": "- - - -", "p": "g1 - - -"}
    # Beside a blank side gravity connects, beside a face-down card it does not.
    assert "place p 0,-1 r0" in table("t", cards).actions()
    assert refused(table("/t", cards), "place p 0,-1 r0") == ("does_not_connect", "SE-4.2")


@clause("SE-2.6", "SE-9.4")
def test_a_face_down_star_has_no_mark() -> None:
    twins = {"s": star("- -* - -*", vp=3, element="earth"), "p": "- - - -"}
    assert table("s s", twins).result().scores == [9, 0]
    assert table("s /s", twins).result().scores == [3, 0]


@clause("SE-2.8")
@pytest.mark.parametrize("rotation", range(4))
def test_a_card_is_turned_clockwise_by_its_rotation(rotation: int) -> None:
    # Only nuclear and gravity sides take a nuclear one, so p fits only where the printed north side looks.
    match = table(f"t:{rotation}", {"t": "n1 - - -", "p": "n1 n1 n1 n1"})
    assert cells(match, "place", "p") == {[(0, 1), (1, 0), (0, -1), (-1, 0)][rotation]}


@clause("SE-2.8")
@pytest.mark.parametrize("direction", range(4))
def test_the_side_that_looks_in_a_direction_is_printed_side_d_minus_r(direction: int) -> None:
    # The one nuclear side of p must look back at t, which lies in the opposite direction of the cell.
    x, y = [(0, 1), (1, 0), (0, -1), (-1, 0)][direction]
    match = table("t", {"t": "n1 n1 n1 n1", "p": "- n1 - -"})
    back = (direction + 2) % 4
    legal = [r for r in range(4) if (back - r) % 4 == 1]
    assert [word for word in match.actions() if f" {x},{y} " in word] == [f"place p {x},{y} r{r}" for r in legal]


@clause("SE-2.1")
def test_the_standard_set_has_45_cards_of_each_element_and_a_basepoint() -> None:
    material = sets.standard().material
    numbered = {id: card for id, card in material.cards.items() if id.isdigit()}
    assert len(numbered) == 181
    of_element = Counter(card["element"] for card in numbered.values())
    assert of_element == {"water": 45, "wind": 45, "earth": 45, "fire": 45, None: 1}
    assert {element: len(set(deck)) for element, deck in material.basic.items()} == dict.fromkeys(ELEMENTS, 24)
    others = {id: card["kind"] for id, card in material.cards.items() if not id.isdigit()}
    assert set(others.values()) <= {"basepoint"}
    assert len(others) <= 5


@clause("SE-2.9")
def test_the_ids_of_the_standard_set_stand_in_blocks_with_the_ability_cards_last() -> None:
    cards = sets.standard().material.cards
    for number in range(1, 182):
        card = cards[f"{number:03}"]
        if number == 181:
            assert card["kind"] == "basepoint"
        else:
            block, place = divmod(number - 1, 45)
            assert card["element"] == ELEMENTS[block]
            assert (card["kind"] == "ability") is (place >= 36)


@clause("SE-2.1", "SE-12.4")
def test_a_match_without_cards_of_its_own_is_played_with_the_standard_set() -> None:
    material = sets.standard().material
    start = Match.new(GAME, {"players": 4}, 1).position()
    assert start["cards"] == material.cards
    assert start["basepoint"] == material.basepoints[0]
    assert [sorted(deck) for deck in start["decks"]] == [sorted(material.basic[element]) for element in ELEMENTS]
    other = Match.new(GAME, {"elements": ["fire", "wind"], "basepoint": material.basepoints[-1]}, 1).position()
    assert other["basepoint"] == material.basepoints[-1]
    assert [sorted(deck) for deck in other["decks"]] == [sorted(material.basic[e]) for e in ("fire", "wind")]
