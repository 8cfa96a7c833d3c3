"""Turns: SE-6."""

from __future__ import annotations

import pytest

from games.space_editor.abilities import do, when
from games.space_editor.arrange import play, refused, table
from games.space_editor.cards import gifted
from games.space_editor.lying import cells
from games.space_editor.told import named, names
from marks import clause
from orrery.core.match import Match

CARDS = {"t": "g1 g1 g1 g1", "p": "g1 g1 g1 g1", "q": "g1 g1 g1 g1", "a": "k k k k", "z": "k k k k"}
"""a and z fit nowhere beside gravity."""


def half(hands: tuple[str, ...], decks: tuple[str, ...], players: int = 2, **more: object) -> Match:
    """A match in half mode in which the active seat can place p."""
    return table("t", CARDS, hands, decks=decks, players=players, mode="half", **more)


@clause("SE-6.1")
def test_a_turn_of_half_mode_is_place_discard_draw_and_then_the_next_seat() -> None:
    match = half(("q p z", "p"), ("a q p", "p"))
    events = play(match, "place p 1,0 r0")
    assert events[1:] == [
        {"event": "discarded", "seat": 0, "card": "q"},
        {"event": "discarded", "seat": 0, "card": "z"},
        {"event": "drawn", "seat": 0, "cards": ["a", "q"]},
        {"event": "turn", "turn": 6, "seat": 1},
    ]
    after = match.position()
    assert (after["hands"][0], after["decks"][0], after["discards"][0]) == (["a", "q"], ["p"], ["q", "z"])
    assert (match.to_act(), after["phase"], after["active"]) == (1, "place", 1)


@clause("SE-6.1")
def test_abilities_are_resolved_before_the_hand_is_discarded() -> None:
    asking = gifted("g1 g1 g1 g1", when("neighbour_placed", do("guard", "self", may=True)))
    match = table("m", CARDS | {"m": asking}, ("p q",), mode="half")
    assert "discarded" not in names(play(match, "place p 1,0 r0"))
    assert match.position()["hands"][0] == ["q"]
    assert names(play(match, "pass")) == ["declined", "discarded", "drawn", "turn"]


@clause("SE-6.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_seats_take_turns_in_a_ring(players: int) -> None:
    match = half(("p",) * players, ("p p p p",) * players, players)
    seats = []
    for _ in range(2 * players):
        seats.append(match.to_act())
        play(match, next(word for word in match.actions() if word.startswith("place p")))
    assert seats == [*range(players), *range(players)]


@clause("SE-6.2")
def test_a_turn_of_full_mode_draws_one_card_first_and_keeps_the_hand() -> None:
    match = table("t", CARDS, ("p q", "q"), decks=("a z", "z q"))
    events = play(match, "place p 1,0 r0")
    assert events[1:] == [
        {"event": "turn", "turn": 6, "seat": 1},
        {"event": "drawn", "seat": 1, "cards": ["z"]},
    ]
    after = match.position()
    assert after["hands"] == [["q"], ["q", "z"]]
    assert after["discards"] == [[], []]
    assert after["decks"] == [["a", "z"], ["q"]]


@clause("SE-6.2")
def test_full_mode_skips_the_draw_when_the_deck_is_empty() -> None:
    match = table("t", CARDS, ("p q", "q"), decks=("a", ""))
    assert names(play(match, "place p 1,0 r0")) == ["placed", "turn"]


@clause("SE-6.3")
@pytest.mark.parametrize("mode", ["half", "full"])
def test_no_step_may_be_passed(mode: str) -> None:
    match = table("t", CARDS, ("p",), mode=mode)
    assert refused(match, "pass") == ("no_passing", "SE-6.3")
    assert all(word.startswith("place") for word in match.actions())


@clause("SE-6.4")
def test_a_stuck_seat_of_full_mode_discards_one_card_of_its_choice() -> None:
    match = table("t", CARDS, ("a z a", "q"), decks=("p", "q"))
    assert match.actions() == ["discard a", "discard z"]
    assert play(match, "discard a") == [
        {"event": "stuck", "seat": 0},
        {"event": "discarded", "seat": 0, "card": "a"},
        {"event": "turn", "turn": 6, "seat": 1},
        {"event": "drawn", "seat": 1, "cards": ["q"]},
    ]
    assert match.position()["hands"][0] == ["a", "z"]
    assert match.position()["discards"][0] == ["a"]
    assert match.position()["decks"][0] == ["p"]


@clause("SE-6.4")
def test_nothing_is_discarded_while_a_single_placement_is_legal() -> None:
    match = table("t", CARDS | {"t": "g1 n1 k k", "a": "- - - k"}, ("a",))
    assert match.actions() == ["place a 0,1 r0", "place a 0,1 r1", "place a 0,1 r2"]
    assert refused(match, "discard a") == ("can_place", "SE-6.4")


@clause("SE-6.4")
def test_a_stuck_seat_of_half_mode_loses_its_hand_unasked() -> None:
    match = half(("p", "z a"), ("q q", "q p p"))
    assert play(match, "place p 1,0 r0")[2:] == [
        {"event": "turn", "turn": 6, "seat": 1},
        {"event": "stuck", "seat": 1},
        {"event": "discarded", "seat": 1, "card": "a"},
        {"event": "discarded", "seat": 1, "card": "z"},
        {"event": "drawn", "seat": 1, "cards": ["q", "p"]},
        {"event": "turn", "turn": 7, "seat": 0},
    ]
    after = match.position()
    assert after["discards"] == [[], ["a", "z"]]
    assert after["hands"][1] == ["p", "q"]


@clause("SE-6.4")
def test_one_card_that_fits_keeps_a_hand_of_half_mode_from_being_stuck() -> None:
    match = half(("p", "z q"), ("q q", "q p"))
    assert "stuck" not in names(play(match, "place p 1,0 r0"))
    assert match.to_act() == 1
    assert refused(match, "discard z") == ("no_discarding", "SE-6.4")


@clause("SE-6.4", "SE-7.1")
def test_seats_may_be_stuck_one_after_the_other_up_to_the_end() -> None:
    match = half(("p", "z", "a"), ("a", "", ""), 3)
    assert names(play(match, "place p 1,0 r0")) == [
        *("placed", "drawn"),
        *("turn", "stuck", "discarded"),
        *("turn", "stuck", "discarded"),
        *("turn", "stuck", "discarded"),
        *("ending", "over"),
    ]


@clause("SE-6.5", "SE-15.1")
def test_discarded_cards_stay_out_and_are_open_to_all() -> None:
    match = half(("p q", "p"), ("p", "p p"))
    play(match, "place p 1,0 r0")
    for seat in (0, 1, None):
        assert match.view(seat)["discards"] == [["q"], []]
    while match.to_act() is not None:
        before = match.position()["discards"]
        play(match, match.actions()[0])
        assert all(new[: len(old)] == old for old, new in zip(before, match.position()["discards"], strict=True))
    assert match.position()["discards"][0][0] == "q"


@clause("SE-6.6")
@pytest.mark.parametrize(("deck", "drawn"), [("q a z", ["q", "a"]), ("q a", ["q", "a"]), ("q", ["q"]), ("", None)])
def test_a_draw_takes_as_many_cards_as_there_are(deck: str, drawn: list[str] | None) -> None:
    match = half(("p", "p p"), (deck, "p"))
    events = named(play(match, "place p 1,0 r0"), "drawn")
    assert events == ([] if drawn is None else [{"event": "drawn", "seat": 0, "cards": drawn}])


@clause("SE-6.7")
@pytest.mark.parametrize("mode", ["half", "full"])
def test_a_seat_without_cards_is_passed_over_without_a_turn_number(mode: str) -> None:
    match = table("t", CARDS, ("p p", ""), decks=("q q", ""), mode=mode)
    events = [event for event in play(match, "place p 1,0 r0") if event["event"] not in ("discarded", "drawn")]
    assert events[1:] == [{"event": "skipped", "seat": 1}, {"event": "turn", "turn": 6, "seat": 0}]


@clause("SE-6.7")
def test_several_seats_without_cards_are_passed_over_in_turn() -> None:
    match = half(("p", "", "", "p"), ("q", "", "", ""), 4)
    events = play(match, "place p 1,0 r0")
    assert named(events, "skipped", "turn") == [
        {"event": "skipped", "seat": 1},
        {"event": "skipped", "seat": 2},
        {"event": "turn", "turn": 6, "seat": 3},
    ]


@clause("SE-6.7")
@pytest.mark.parametrize(("hand", "deck"), [("q", ""), ("", "q")])
def test_a_seat_with_a_hand_or_a_deck_is_not_passed_over(hand: str, deck: str) -> None:
    match = half(("p", hand), ("q q q", deck))
    assert {"event": "turn", "turn": 6, "seat": 1} in play(match, "place p 1,0 r0")


@clause("SE-6.8")
def test_an_empty_hand_of_half_mode_draws_two_without_a_place_step() -> None:
    match = half(("p", ""), ("q q", "a q p"))
    assert play(match, "place p 1,0 r0")[2:] == [
        {"event": "turn", "turn": 6, "seat": 1},
        {"event": "skipped", "seat": 1},
        {"event": "drawn", "seat": 1, "cards": ["a", "q"]},
        {"event": "turn", "turn": 7, "seat": 0},
    ]
    assert match.to_act() == 0
    assert match.position()["hands"][1] == ["a", "q"]


@clause("SE-6.8", "SE-8.5")
def test_an_ability_may_empty_a_hand_out_of_turn() -> None:
    helper = gifted("g1 g1 g1 g1", when("neighbour_placed", do("place"), by="other", decider="placer"))
    match = table("m@1", CARDS | {"m": helper}, ("p", "q"), decks=("p p", "p p p"), mode="half")
    play(match, "place p 1,0 r0")
    assert match.to_act() == 1
    events = play(match, "place q 0,1 r0")
    assert names(events) == ["placed", "drawn", "turn", "skipped", "drawn", "turn"]


@clause("SE-6.9")
def test_turns_are_numbered_through_the_whole_match() -> None:
    match = half(("p", "p"), ("p p p p", "p p p p"), turn=1)
    numbers = []
    while match.to_act() is not None:
        events = play(match, next(word for word in match.actions() if word.startswith("place p")))
        numbers += [event["turn"] for event in named(events, "turn")]
    assert numbers == list(range(2, len(numbers) + 2))
    assert {row["turn"] for row in match.position()["board"]} >= set(range(1, len(numbers) + 2))


@clause("SE-6.1", "SE-4.6")
def test_the_place_step_offers_each_card_of_the_hand_wherever_it_fits() -> None:
    match = half(("p q a", "p"), ("q", "q"))
    around = {(0, 1), (1, 0), (0, -1), (-1, 0)}
    assert cells(match, "place", "p") == cells(match, "place", "q") == around
    assert cells(match, "place", "a") == set()
