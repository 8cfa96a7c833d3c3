"""The end of the game: SE-7."""

from __future__ import annotations

from typing import Any

import pytest

from games.space_editor.abilities import do, forbid, when
from games.space_editor.arrange import play, position, refused, table
from games.space_editor.cards import Json, basepoint, gifted, planet, star
from games.space_editor.lying import at, is_up
from games.space_editor.told import named, names, turned
from marks import clause
from orrery.core.clause import Over
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.space_editor import GAME

CARDS = {
    "t": "g1 g1 g1 g1",
    "p": "g1 g1 g1 g1",
    "s": star("g1 g1 g1 g1", vp=5, element="fire"),
    "e": star("g1 g1 g1 g1", vp=7, element="earth"),
}
HELPER = gifted("g1 g1 g1 g1", when("neighbour_placed", do("place")))
"""Whoever places a card beside it places another one."""


def last_turn(hands: tuple[str, ...], decks: tuple[str, ...] = ("", ""), seat: int = 1, **more: Any) -> Match:
    """A match near its end, in the place step of a seat; h at 0,1 is a HELPER, t lies at 0,0."""
    known = CARDS | {"h": HELPER}
    return table("h\nt", known | more.pop("cards", {}), hands, decks=decks, active=seat, turn=9, **more)


@clause("SE-7.1")
@pytest.mark.parametrize(
    ("half_end", "decks", "rest", "over"),
    [
        ("hands", ("", ""), ("", ""), True),
        ("hands", ("", ""), ("p", ""), False),
        ("hands", ("p", ""), ("", ""), False),
        ("decks", ("", ""), ("p", "p"), True),
        ("decks", ("", ""), ("", ""), True),
        ("decks", ("p", ""), ("p", ""), False),
        ("decks", ("", "p p p"), ("p", ""), False),
        ("decks", ("p p p", ""), ("p", ""), False),
    ],
)
def test_half_mode_ends_after_a_turn(half_end: str, decks: tuple[str, str], rest: tuple[str, str], over: bool) -> None:
    # Seat 1 places p; what `rest` says seat 1 holds besides is discarded in any case.
    hands = (rest[0], f"p {rest[1]}".strip())
    match = table("t", CARDS, hands, decks=decks, active=1, mode="half", options={"half_end": half_end})
    events = play(match, "place p 1,0 r0")
    assert ("over" in names(events)) is over
    assert match.result().over is over


@clause("SE-7.1")
@pytest.mark.parametrize("half_end", ["hands", "decks"])
def test_half_mode_may_end_with_a_turn_of_any_seat(half_end: str) -> None:
    match = table("t", CARDS, ("p", ""), decks=("", ""), mode="half", options={"half_end": half_end})
    assert names(play(match, "place p 1,0 r0"))[-2:] == ["ending", "over"]


@clause("SE-7.1", "SE-6.8")
def test_half_mode_with_decks_may_end_with_a_turn_that_only_draws() -> None:
    match = table("t", CARDS, ("p", ""), decks=("", "p p"), mode="half", options={"half_end": "decks"})
    assert names(play(match, "place p 1,0 r0")) == ["placed", "turn", "skipped", "drawn", "ending", "over"]
    assert match.position()["hands"] == [[], ["p", "p"]]


@clause("SE-7.2")
@pytest.mark.parametrize(
    ("hands", "decks", "over"),
    [
        (("", "p"), ("", ""), True),
        (("", "p p"), ("", ""), False),
        (("p", "p"), ("", ""), False),
        (("", "p"), ("p", ""), False),
        (("", "p"), ("", "p"), False),
    ],
)
@pytest.mark.parametrize("half_end", ["hands", "decks"])
def test_full_mode_ends_when_all_decks_and_hands_are_empty(
    hands: tuple[str, str], decks: tuple[str, str], over: bool, half_end: str
) -> None:
    match = table("t", CARDS, hands, decks=decks, active=1, options={"half_end": half_end})
    assert ("over" in names(play(match, "place p 1,0 r0"))) is over


def whole_match(mode: str, players: int, half_end: str) -> Match:
    """A match of 24-card decks in which everybody can always place and nothing turns."""
    elements = ["water", "wind", "earth", "fire"][:players]
    cards: Json = {"base": basepoint("g1 g1 g1 g1")}
    cards |= {element: planet("g1 g1 g1 g1", element) for element in elements}
    options = {"mode": mode, "players": players, "half_end": half_end, "cards": cards, "deck_rules": "none"}
    match = Match.new(GAME, options | {"decks": [[element] * 24 for element in elements]}, 1)
    while match.to_act() is not None:
        match.state.act(match.state.actions()[0])
    return match


@clause("SE-7.3")
@pytest.mark.parametrize(
    ("mode", "half_end", "players", "each", "last"),
    [
        ("half", "hands", 2, 12, 24),
        ("half", "hands", 3, 12, 36),
        ("half", "hands", 4, 12, 48),
        ("half", "decks", 2, 11, 22),
        ("half", "decks", 3, 11, 33),
        ("half", "decks", 4, 11, 44),
        ("full", "hands", 2, 24, 48),
        ("full", "decks", 2, 24, 48),
    ],
)
def test_a_match_of_24_card_decks_has_so_many_turns(
    mode: str, half_end: str, players: int, each: int, last: int
) -> None:
    end = whole_match(mode, players, half_end).position()
    assert end["turn"] == last + 1
    assert end["active"] == players - 1
    for seat in range(players):
        placed = [row["turn"] for row in end["board"] if row["placer"] == seat and row["no"] > 0]
        assert sorted(placed) == list(range(seat + 1, last + 1, players))
        assert len(placed) == each


FINAL = [
    ("full", "hands", ("", "p"), ("", ""), 1, True),
    ("full", "decks", ("", "p"), ("", ""), 1, True),
    ("full", "hands", ("", "p p"), ("", ""), 1, False),
    ("full", "decks", ("", "p p"), ("", ""), 1, False),
    ("full", "decks", ("p", "p"), ("", ""), 1, False),
    ("full", "decks", ("", "p"), ("", "p p"), 1, False),
    ("full", "hands", ("p", "p"), ("", ""), 1, False),
    ("full", "hands", ("", "p"), ("p", ""), 1, False),
    ("full", "hands", ("", "p"), ("", "p"), 1, False),
    ("full", "hands", ("p", ""), ("", ""), 0, False),
    ("half", "hands", ("", "p"), ("", ""), 1, True),
    ("half", "hands", ("", "p p"), ("", ""), 1, True),
    ("half", "hands", ("p", "p"), ("", ""), 1, False),
    ("half", "hands", ("", "p"), ("p", ""), 1, False),
    ("half", "hands", ("", "p"), ("", "p"), 1, False),
    ("half", "hands", ("p", ""), ("", ""), 0, False),
    ("half", "decks", ("", "p"), ("", ""), 1, True),
    ("half", "decks", ("p p", "p p"), ("", ""), 1, True),
    ("half", "decks", ("p p", "p p"), ("", "p"), 1, True),
    ("half", "decks", ("p p", "p p"), ("", "p p"), 1, True),
    ("half", "decks", ("p p", "p p"), ("", "p p p"), 1, False),
    ("half", "decks", ("p p", "p p"), ("p", ""), 1, False),
    ("half", "decks", ("p p", "p p"), ("", ""), 0, False),
]


@clause("SE-7.4", "SE-12.2")
@pytest.mark.parametrize(("mode", "half_end", "hands", "decks", "seat", "final"), FINAL)
def test_a_turn_is_final_if_the_game_will_end_with_it(
    mode: str, half_end: str, hands: tuple[str, str], decks: tuple[str, str], seat: int, final: bool
) -> None:
    options = {"half_end": half_end}
    match = table("t", CARDS, hands, decks=decks, active=seat, mode=mode, options=options)
    assert match.position()["final"] is final


@clause("SE-7.4")
@pytest.mark.parametrize(
    ("hands", "decks", "final"),
    [
        (("", "", "p"), ("", "", ""), True),
        (("", "p", "p"), ("", "", ""), False),
        (("p", "", "p"), ("", "", ""), False),
        (("", "", "p"), ("", "p", ""), False),
        (("", "", "p"), ("p", "", ""), False),
    ],
)
def test_every_other_seat_is_asked_before_a_turn_is_final(
    hands: tuple[str, ...], decks: tuple[str, ...], final: bool
) -> None:
    match = table("t", CARDS, hands, decks=decks, active=2, players=3, mode="half")
    assert match.position()["final"] is final


@clause("SE-7.4", "SE-14")
def test_a_final_turn_is_announced_when_its_place_step_begins() -> None:
    match = table("t", CARDS, ("p", ""), decks=("", "p"))
    assert play(match, "place p 1,0 r0")[1:] == [
        {"event": "turn", "turn": 6, "seat": 1},
        {"event": "drawn", "seat": 1, "cards": ["p"]},
        {"event": "final", "seat": 1},
    ]
    match = table("t", CARDS, ("p", "p"), decks=("", ""), mode="half")
    assert names(play(match, "place p 1,0 r0")) == ["placed", "turn", "final"]


@clause("SE-7.4")
def test_the_turn_of_another_seat_is_never_final() -> None:
    match = table("t", CARDS, ("p", "p"), decks=("", ""), active=1, mode="half")
    assert "final" not in names(play(match, "place p 1,0 r0"))
    assert match.position()["active"] == 0
    assert match.position()["final"] is False


@clause("SE-7.4")
def test_the_flag_holds_until_the_turn_ends() -> None:
    asking = gifted("g1 g1 g1 g1", when("neighbour_placed", do("guard", "self", may=True)))
    asleep = when("game_end", do("turn_down", "any", may=True))
    cards = CARDS | {"m": gifted("g1 g1 g1 g1", *asking["abilities"], asleep)}
    match = table("m", cards, ("", "p"), decks=("", ""), active=1)
    play(match, "place p 1,0 r0")
    assert match.position()["phase"] == "resolve"
    assert match.position()["final"] is True
    play(match, "pass")
    assert match.position()["phase"] == "end"
    assert match.position()["final"] is False


@clause("SE-7.4")
def test_the_flag_of_one_turn_is_not_that_of_the_next() -> None:
    # A given flag is taken as it is; the game goes on nevertheless, and seat 0's turn is not final.
    match = table("t", CARDS, ("p", "p"), active=1, final=True)
    play(match, "place p 1,0 r0")
    assert match.position()["final"] is False


@clause("SE-7.5", "SE-9.6")
def test_a_star_of_the_final_turn_is_void_and_its_sides_work() -> None:
    cards = {"s": star("- - - n2", vp=5, element="fire"), "t": star("- n1 - -", vp=3, element="fire")}
    match = table("t", CARDS | cards, ("", "s"), decks=("", ""), active=1)
    assert match.position()["final"] is True
    events = play(match, "place s 1,0 r0")
    assert named(events, "placed")[0]["void"] is True
    assert turned(events) == [("turned_down", 0, 0, ["nn"])]
    assert at(match, 1, 0)["void"] is True
    assert match.result().scores == [0, 0]


@clause("SE-7.5")
def test_only_stars_of_the_final_turn_are_void() -> None:
    match = table("t", CARDS, ("", "p"), decks=("", ""), active=1)
    assert named(play(match, "place p 1,0 r0"), "placed")[0]["void"] is False
    match = table("t", CARDS, ("", "s s"), decks=("", ""), active=1)
    assert named(play(match, "place s 1,0 r0"), "placed")[0]["void"] is False
    assert at(match, 1, 0)["void"] is False


@clause("SE-7.5")
def test_under_forbid_the_last_player_may_not_place_a_star_in_the_final_turn() -> None:
    options = {"final_star": "forbid"}
    match = table("t", CARDS, ("", "s"), decks=("", ""), active=1, options=options)
    assert refused(match, "place s 1,0 r0") == ("final_star", "SE-7.5")
    assert match.actions() == ["discard s"]
    assert names(play(match, "discard s")) == ["stuck", "discarded", "ending", "over"]
    match = table("t", CARDS, ("", "p s"), decks=("", ""), active=1, mode="half", options=options)
    assert {word.split()[1] for word in match.actions()} == {"p"}


@clause("SE-7.5", "SE-6.4")
def test_under_forbid_a_hand_of_stars_is_stuck_in_half_mode() -> None:
    options = {"final_star": "forbid"}
    match = table("t", CARDS, ("p", "s"), decks=("", ""), mode="half", options=options)
    assert names(play(match, "place p 1,0 r0")) == ["placed", "turn", "final", "stuck", "discarded", "ending", "over"]


@clause("SE-7.5")
def test_forbid_does_not_touch_turns_that_are_not_final_or_other_seats() -> None:
    options = {"final_star": "forbid"}
    for hands, seat in ((("", "s s"), 1), (("s", ""), 0)):
        match = table("t", CARDS, hands, decks=("", ""), active=seat, options=options)
        assert "place s 1,0 r0" in match.actions()


@clause("SE-7.5", "SE-11.6f")
def test_placing_by_an_ability_in_the_final_turn_follows_the_same_option() -> None:
    more: Json = {"mode": "half", "decks": ("", "")}
    match = last_turn(("", "p s"), **more)
    play(match, "place p 1,1 r0")
    assert named(play(match, "place s 1,0 r0"), "placed")[0]["void"] is True
    match = last_turn(("", "p p s"), options={"final_star": "forbid"}, **more)
    play(match, "place p 1,1 r0")
    assert refused(match, "place s 1,0 r0") == ("final_star", "SE-7.5")
    assert {word.split()[1] for word in match.actions()} == {"p"}
    match = last_turn(("", "p s"), options={"final_star": "forbid"}, **more)
    assert "fizzled" in names(play(match, "place p 1,1 r0"))


@clause("SE-7.5")
@pytest.mark.parametrize("final_star", ["void", "forbid"])
def test_the_stars_of_other_seats_are_untouched_by_a_final_turn(final_star: str) -> None:
    helper = gifted("g1 g1 g1 g1", when("neighbour_placed", do("place"), decider="placer"))
    options = {"half_end": "decks", "final_star": final_star}
    match = last_turn(("e p", "p"), mode="half", options=options, cards={"h": helper})
    assert match.position()["final"] is True
    play(match, "place p 1,1 r0")
    assert match.to_act() == 0
    assert named(play(match, "place e 1,0 r0"), "placed")[0]["void"] is False
    assert match.result().scores == [7, 0]


@clause("SE-7.5")
def test_relocating_a_star_in_the_final_turn_does_not_make_it_void() -> None:
    mover = gifted("g1 g1 g1 g1", when("neighbour_placed", do("relocate", "any", kind=["star"])))
    match = table("m@1 s@1", CARDS | {"m": mover}, ("", "p"), decks=("", ""), active=1)
    assert match.position()["final"] is True
    play(match, "place p 0,1 r0", "target 1,0", "relocate 0,-1 r0")
    assert at(match, 0, -1)["void"] is False
    assert match.result().scores == [0, 5]


@clause("SE-7.5")
@pytest.mark.parametrize("final_star", ["void", "forbid"])
def test_stars_of_a_last_turn_that_nobody_foresaw_are_void_before_ending(final_star: str) -> None:
    # With two cards in hand the turn is not final, but the ability has the second one placed as well.
    match = last_turn(("", "s s"), options={"final_star": final_star}, cards={"s": star("g1 g1 g1 g1", vp=5)})
    assert match.position()["final"] is False
    play(match, "place s 1,1 r0")
    events = play(match, "place s 1,0 r0")
    assert names(events) == ["placed", "ending", "over"]
    assert events[0]["void"] is False
    assert at(match, 1, 0)["void"] is True
    assert at(match, 1, 1)["void"] is True
    assert match.result().scores == [0, 0]


@clause("SE-7.5")
def test_only_stars_that_the_last_player_placed_in_that_turn_become_void() -> None:
    # o lies there since turn 1, x is placed by seat 0 through the ability; only s is void in the end.
    helper = gifted("g1 g1 g1 g1", when("neighbour_placed", do("place"), by="placer", decider="actor"))
    other = gifted("g1 g1 g1 g1", when("neighbour_placed", do("place"), decider="placer"))
    cards = CARDS | {"h": helper, "k": other}
    match = table("k@0 s@1 h@1", cards, ("e", "s s p"), decks=("", ""), active=1, turn=9)
    play(match, "place s 2,1 r0")  # beside h: seat 1 places another card
    play(match, "place s 0,1 r0")  # beside k: seat 0 places its star
    assert match.to_act() == 0
    play(match, "place e 3,0 r0")
    # Seat 1 still holds p, so the match goes on and its next turn is final.
    assert match.position()["final"] is True
    assert [row["void"] for row in match.position()["board"]] == [False] * 6
    match = table("k@0 s@1 h@1", cards, ("e", "s s"), decks=("", ""), active=1, turn=9)
    play(match, "place s 2,1 r0", "place s 0,1 r0")
    assert names(play(match, "place e 3,0 r0"))[-2:] == ["ending", "over"]
    assert {(row["x"], row["y"]) for row in match.position()["board"] if row["void"]} == {(2, 1), (0, 1)}
    assert match.result().scores == [7, 5]


@clause("SE-7.5")
def test_a_planet_of_an_unforeseen_last_turn_is_not_void() -> None:
    match = last_turn(("", "p s"))
    play(match, "place p 1,1 r0", "place s 1,0 r0")
    assert at(match, 1, 1)["void"] is False
    assert at(match, 1, 0)["void"] is True


@clause("SE-7.5")
@pytest.mark.parametrize("final", [True, False])
def test_a_turn_that_was_marked_final_makes_nothing_void_at_its_end(final: bool) -> None:
    # A position may say that the turn is final and that the star placed in it is not void; then that stands.
    pending = {
        "no": 0,
        "ability": 0,
        "event": 1,
        "actor": 1,
        "decider": 1,
        "effect": 0,
        "stage": "use",
        "subject": None,
    }
    asks = gifted("g1 g1 g1 g1", when("neighbour_placed", do("guard", "self", may=True)))
    more: Json = {"active": 1, "phase": "resolve", "now": pending, "final": final, "decks": ("", "")}
    match = table("m s@1+", CARDS | {"m": asks}, ("", ""), **more)
    play(match, "pass")
    assert match.result().over
    assert at(match, 1, 0)["void"] is not final


@clause("SE-7.5")
def test_the_last_turn_of_another_seat_makes_nothing_void() -> None:
    match = table("t", CARDS, ("e", ""), decks=("", ""))
    play(match, "place e 1,0 r0")
    assert match.result().over
    assert at(match, 1, 0)["void"] is False
    assert match.result().scores == [7, 0]


@clause("SE-7.6", "SE-8.11")
def test_after_the_last_turn_the_number_goes_up_and_game_end_abilities_are_resolved() -> None:
    phoenix = gifted("g1 g1 g1 g1", when("game_end", do("turn_up", "adjacent")))
    match = table("m /e", CARDS | {"m": phoenix}, ("", "p"), decks=("", ""), active=1, turn=9)
    events = play(match, "place p 0,1 r0")
    assert names(events) == ["placed", "ending", "triggered", "resolving"]
    assert events[1] == {"event": "ending", "turn": 10}
    after = match.position()
    assert (after["phase"], after["turn"], after["active"], match.to_act()) == ("end", 10, 1, 0)
    assert match.result().as_json() == {"over": False, "scores": [0, 0], "winners": []}
    play(match, "target 1,0")
    assert names(play(match, "face 1,0 r0")) == ["faced", "over"]
    assert is_up(match, 1, 0)


@clause("SE-7.6")
def test_after_the_end_nobody_acts() -> None:
    match = table("t", CARDS, ("", "p"), decks=("", ""), active=1, turn=9)
    events = play(match, "place p 1,0 r0")
    assert events[-1] == {"event": "over", "scores": [0, 0], "winners": [0, 1]}
    assert match.position()["phase"] == "over"
    assert match.position()["turn"] == 10
    assert match.to_act() is None
    assert match.actions() == []
    with pytest.raises(Over):
        match.act("place p 1,0 r0")


@clause("SE-7.6", "SE-12.2")
def test_what_was_used_is_forgotten_at_the_ending_and_when_the_match_is_over() -> None:
    once = gifted("g1 g1 g1 g1", when("neighbour_placed", do("guard", "self")), when("game_end", do("guard", "self")))
    match = table("m", CARDS | {"m": once}, ("", "p"), decks=("", ""), active=1)
    play(match, "place p 0,1 r0")
    assert match.position()["phase"] == "over"
    assert match.position()["used"] == []
    asking = gifted(
        "g1 g1 g1 g1", when("neighbour_placed", do("guard", "self")), when("game_end", do("guard", "self", may=True))
    )
    match = table("m", CARDS | {"m": asking}, ("", "p"), decks=("", ""), active=1)
    play(match, "place p 0,1 r0")
    assert match.position()["used"] == [[0, 1, None]]


@clause("SE-7.5", "SE-12.1")
def test_a_final_turn_that_is_saved_goes_on_as_final() -> None:
    saved = position("t", CARDS, ("", "s"), decks=("", ""), active=1, final=True)
    state = GAME.load(GAME.load(saved, Fate()).position(), Fate())
    assert state.position()["final"] is True


@clause("SE-7.5", "SE-4.8")
def test_under_forbid_a_final_hand_barred_from_the_board_is_stuck_too() -> None:
    barrier = gifted("g1 g1 g1 g1", forbid("any", kind=["planet"]))
    options = {"final_star": "forbid"}
    match = table("b", CARDS | {"b": barrier}, ("", "p"), decks=("", ""), active=1, options=options)
    assert match.actions() == ["discard p"]
