"""Counting points: SE-9, and the winners of SE-1.1."""

from __future__ import annotations

from typing import Any

import pytest

from games.space_editor.abilities import worth
from games.space_editor.arrange import play, position, table
from games.space_editor.cards import Json, gifted, planet, star
from games.space_editor.lying import is_up
from marks import clause
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.space_editor import GAME

CARDS = {
    "a": star("- -* - -", vp=3, element="earth"),
    "b": star("- -* - -*", vp=4, element="earth"),
    "c": star("- - - -*", vp=2, element="earth"),
    "x": star("- -* - -*", vp=5, element="fire"),
    "w": star("- -* - -*", vp=6, element="water"),
    "n": star("-* - -* -", vp=7, element="earth"),
    "plain": star("- - - -", vp=8, element="fire"),
    "p": planet("- - - -", "earth"),
}
"""Seat 0 plays earth, seat 1 fire; nobody plays water. Marks are on the sides that face east and west."""


def scores(picture: str, cards: Json | None = None, **more: Any) -> list[int] | None:
    """The scores of a picture, by seat."""
    return table(picture, CARDS | (cards or {}), **more).result().scores


def over(picture: str, cards: Json | None = None) -> Match:
    """A match that is over with this picture."""
    return Match.load(GAME, position(picture, CARDS | (cards or {}), ("", ""), decks=("", ""), phase="over"))


@clause("SE-9.1")
@pytest.mark.parametrize("placer", [0, 1])
def test_a_star_scores_for_the_seat_that_plays_its_element(placer: int) -> None:
    assert scores(f"a@{placer} . plain@{placer}") == [3, 8]


@clause("SE-9.1")
def test_a_star_of_an_element_that_nobody_plays_scores_for_nobody() -> None:
    assert scores("w . a") == [3, 0]
    assert scores("w . a", elements=["earth", "fire", "water"], players=3, mode="half") == [3, 0, 6]


@clause("SE-9.1")
def test_face_down_stars_and_other_cards_score_nothing() -> None:
    assert scores("/a . p") == [0, 0]


@clause("SE-9.2")
def test_a_pair_of_one_element_adds_the_product() -> None:
    assert scores("a b") == [12, 0]
    assert scores("x x") == [0, 25]
    assert scores("n\nn") == [49, 0]


@clause("SE-9.2", "SE-2.8")
@pytest.mark.parametrize(
    ("picture", "earth"),
    [("b a", 7), ("a a", 6), ("a a:2", 9), ("a:1\na", 6), ("a:2 a", 6), ("a:2\na:2", 6), ("a:1\na:3", 9), ("a . b", 7)],
)
def test_both_touching_sides_must_carry_the_mark(picture: str, earth: int) -> None:
    assert scores(picture) == [earth, 0]


@clause("SE-9.2", "SE-1.4")
def test_stars_that_meet_at_a_corner_are_no_pair() -> None:
    full = {"s": star("-* -* -* -*", vp=3, element="earth"), "t": star("-* -* -* -*", vp=4, element="earth")}
    assert scores(". s\nt .", cards=full) == [7, 0]
    assert scores("s .\n. t", cards=full) == [7, 0]


@clause("SE-9.2", "SE-2.5")
def test_the_mark_counts_whatever_energy_its_side_has() -> None:
    cards = {"s": star("- n3* - -", vp=3, element="earth"), "t": star("- - - k*", vp=4, element="earth")}
    assert scores("s t", cards=cards) == [12, 0]


@clause("SE-9.3")
def test_a_pair_of_two_elements_costs_each_owner_its_own_value() -> None:
    assert scores("a x") == [-3, -5]
    assert scores("x c") == [-2, -5]


@clause("SE-9.3")
def test_a_pair_with_an_element_that_nobody_plays_costs_as_well() -> None:
    assert scores("a w") == [-3, 0]
    assert scores("w w") == [0, 0]
    assert scores("w c") == [-2, 0]


@clause("SE-9.4")
@pytest.mark.parametrize("picture", ["a /b", "a /x"])
def test_with_a_face_down_card_there_is_no_pair(picture: str) -> None:
    assert scores(picture) == [3, 0]


@clause("SE-9.4")
def test_a_pair_ends_when_one_of_its_stars_is_turned_down() -> None:
    match = table("a b", CARDS | {"k": "- - - k"}, ("k",))
    assert match.result().scores == [12, 0]
    play(match, "place k 2,0 r0")
    assert not is_up(match, 1, 0)
    assert match.result().scores == [3, 0]


@clause("SE-9.5")
@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("a b c", [3 * 4 + 4 * 2, 0]),
        ("a b b c", [3 * 4 + 4 * 4 + 4 * 2, 0]),
        ("a b x", [3 * 4 - 4, -5]),
        ("x b x", [-4 - 4, -5 - 5]),
        ("a x c", [-3 - 2, -5 - 5]),
        ("a b . b", [12 + 4, 0]),
    ],
)
def test_each_pair_is_reckoned_on_its_own_and_a_paired_star_not_singly(picture: str, expected: list[int]) -> None:
    assert scores(picture) == expected


@clause("SE-9.6")
@pytest.mark.parametrize(
    ("picture", "void", "expected"),
    [
        ("a", [(0, 0)], [0, 0]),
        ("a b", [(1, 0)], [3, 0]),
        ("a b", [(0, 0)], [4, 0]),
        ("a x", [(1, 0)], [3, 0]),
        ("a b c", [(1, 0)], [5, 0]),
        ("a b c", [(2, 0)], [12, 0]),
    ],
)
def test_a_void_star_is_left_out_and_its_partner_counts_as_if_alone(
    picture: str, void: list[tuple[int, int]], expected: list[int]
) -> None:
    assert scores(picture, marks={cell: {"void": True} for cell in void}) == expected


@clause("SE-9.7")
@pytest.mark.parametrize(
    ("static", "expected"),
    [
        (worth("any", 2), [3 + 2, 8 + 2]),
        (worth("any", -2), [1, 6]),
        (worth("any", -3), [0, 5]),
        (worth("any", -99), [0, 0]),
        (worth("any", 99), [102, 107]),
        (worth("any", 2, element=["earth"]), [5, 8]),
        (worth("any", 2, element=["same"]), [3, 10]),
        (worth("any", 2, placer="me"), [5, 8]),
        (worth("any", 2, placer="other"), [3, 10]),
    ],
)
def test_worth_changes_values_before_all_else_and_never_below_0(static: Json, expected: list[int]) -> None:
    cards = {"m": gifted("- - - -", static)}
    assert scores("m@1 . a@1 . plain@0", cards=cards) == expected


@clause("SE-9.7")
def test_several_changes_are_added_up_and_the_value_goes_into_pairs() -> None:
    both = gifted("- - - -", worth("any", -5), worth("any", 4))
    assert scores("m . a b", cards={"m": both}) == [(3 - 1) * (4 - 1), 0]
    assert scores("m . a x", cards={"m": gifted("- - - -", worth("any", -4))}) == [0, -1]


@clause("SE-9.7", "SE-8.2")
@pytest.mark.parametrize(("picture", "expected"), [("m . a", 5), ("/m . a", 3), ("m+ . a", 3)])
def test_worth_counts_only_while_its_card_is_awake(picture: str, expected: int) -> None:
    assert scores(picture, cards={"m": gifted("- - - -", worth("any", 2))}) == [expected, 0]


@clause("SE-9.7")
def test_worth_does_not_bring_back_void_or_face_down_stars() -> None:
    cards = {"m": gifted("- - - -", worth("any", 2))}
    assert scores("m . a . /plain", cards=cards, marks={(2, 0): {"void": True}}) == [0, 0]


@clause("SE-9.8", "SE-1.1")
@pytest.mark.parametrize(
    ("picture", "expected", "winners"),
    [
        ("a . plain", [3, 8], [1]),
        ("b . b . x", [8, 5], [0]),
        ("a . b . p", [7, 0], [0]),
        ("p", [0, 0], [0, 1]),
        ("a x", [-3, -5], [0]),
        ("b . x . b . x . c", [10, 10], [0, 1]),
    ],
)
def test_all_seats_with_the_highest_score_win(picture: str, expected: list[int], winners: list[int]) -> None:
    match = over(picture)
    assert match.result().as_json() == {"over": True, "scores": expected, "winners": winners}


@clause("SE-9.8")
def test_two_of_four_may_share_the_win() -> None:
    cards = CARDS | {"v": star("- - - -", vp=6, element="wind")}
    more: Json = {"players": 4, "mode": "half", "phase": "over", "decks": ("",) * 4}
    match = Match.load(GAME, position("w . v . a", cards, ("",) * 4, **more))
    assert match.result().as_json() == {"over": True, "scores": [3, 0, 6, 6], "winners": [2, 3]}


@clause("SE-9.9")
def test_the_result_can_be_asked_for_at_any_time_and_has_winners_only_at_the_end() -> None:
    match = table("a . plain", CARDS)
    assert match.result().as_json() == {"over": False, "scores": [3, 8], "winners": []}
    asleep = {"m": gifted("- - - -", worth("any", 2))}
    state = GAME.load(position("a m+", CARDS | asleep), Fate())
    assert state.result().scores == [3, 0]
    assert GAME.load(position("a m", CARDS | asleep), Fate()).result().scores == [5, 0]


@clause("SE-9.9", "SE-1.1")
def test_the_event_over_tells_the_final_scores_and_winners() -> None:
    match = table("a . plain", CARDS, ("", "p"), decks=("", ""), active=1)
    assert play(match, "place p 0,1 r0")[-1] == {"event": "over", "scores": [3, 8], "winners": [1]}
