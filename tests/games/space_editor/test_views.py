"""Who may know what: SE-15."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.space_editor.abilities import do, when
from games.space_editor.arrange import play, position, table
from games.space_editor.cards import Json, basepoint, gifted, planet, star
from games.space_editor.lying import at
from games.space_editor.told import named
from marks import clause
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.core.notation import canonical
from orrery.games.space_editor import GAME

BLANK = "- - - -"
CARDS = {"t": star(), "p": BLANK, "q": BLANK, "r": "n1 - - -", "s": star("- g1 - -"), "b": basepoint(BLANK)}
MARKS = {(1, 0): {"r": 3, "guard": 7, "silence": 8, "void": True, "placer": 1, "turn": 2}}


def world(**more: Any) -> Json:
    """Seat 0 is to place; t lies face down with marks of every sort."""
    more = {"hands": ("q p", "s r r"), "decks": ("r p q", "q p"), "marks": MARKS} | more
    return position("b /t s", CARDS, more.pop("hands"), fate=[4, 5], discards=[["s", "q"], ["p"]], **more)


@clause("SE-15.1", "SE-15.2")
def test_a_seat_sees_its_own_hand_and_the_content_of_its_deck_and_else_sizes() -> None:
    match = Match.load(GAME, world())
    assert match.view(0)["hands"] == [["p", "q"], 3]
    assert match.view(0)["decks"] == [["p", "q", "r"], 2]
    assert match.view(1)["hands"] == [2, ["r", "r", "s"]]
    assert match.view(1)["decks"] == [3, ["p", "q"]]


@clause("SE-15.2")
def test_a_spectator_sees_sizes_only() -> None:
    view = Match.load(GAME, world()).view(None)
    assert (view["hands"], view["decks"]) == ([2, 3], [3, 2])


@clause("SE-15.2")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_is_the_position_but_for_hands_decks_fate_and_face_down_cards(seat: int | None) -> None:
    match = Match.load(GAME, world())
    full, view = match.position(), match.view(seat)
    assert list(view) and set(view) == set(full)
    changed = {key for key in full if view[key] != full[key]}
    assert changed == {"hands", "decks", "fate", "board"}
    assert view["fate"] is None
    seen = [row for row in view["board"] if row["up"]]
    assert seen == [row for row in full["board"] if row["up"]]


@clause("SE-15.2")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_of_a_face_down_card_everybody_sees_where_it_lies_and_who_placed_it_when(seat: int | None) -> None:
    row = Match.load(GAME, world()).view(seat)["board"][1]
    hidden = {"card": None, "r": None, "guard": None, "silence": None, "void": None}
    assert row == {"x": 1, "y": 0, "up": False, "placer": 1, "turn": 2, "no": 1} | hidden


@clause("SE-15.3")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_with_face_down_shown_the_board_is_open(seat: int | None) -> None:
    match = Match.load(GAME, world(options={"face_down": "shown"}))
    assert match.view(seat)["board"] == match.position()["board"]
    assert match.view(seat)["board"][1]["card"] == "t"
    assert match.view(seat)["board"][1]["guard"] == 7


@clause("SE-15.2", "SE-1.6")
def test_a_card_is_hidden_when_it_is_turned_down_and_seen_when_it_is_turned_up() -> None:
    match = table("t", {"t": "- - - -", "k": "- - - k"}, ("k", "k"), decks=("k", "k"))
    play(match, "place k 1,0 r0")
    assert match.view(1)["board"][0]["card"] is None
    assert at(match, 0, 0)["card"] == "t"
    play(match, "place k -1,0 r2")
    assert match.view(1)["board"][1]["card"] == "t"


@clause("SE-15.3")
@pytest.mark.parametrize("mode", ["half", "full"])
def test_the_draws_of_other_seats_are_numbers_in_the_events_of_a_seat(mode: str) -> None:
    cards = {"b": basepoint(BLANK), "p": planet(BLANK), "q": planet(BLANK)}
    options = {"mode": mode, "cards": cards, "decks": [["p", "q"] * 6, ["q", "p"] * 6], "deck_rules": "none"}
    match = Match.new(GAME, options, 4)
    truth = play(match, "basepoint 0,0")
    for seat in (0, 1, None):
        seen = match.events(seat)
        assert len(seen) == len(truth)
        for event, full in zip(seen, truth, strict=True):
            if full["event"] == "drawn" and full["seat"] != seat:
                assert event == {"event": "drawn", "seat": full["seat"], "cards": len(full["cards"])}
            else:
                assert event == full
        assert named(seen, "drawn")


@clause("SE-15.3")
def test_the_knowledge_of_a_seat_is_all_its_events_since_the_start() -> None:
    cards = {"b": basepoint(BLANK), "p": planet(BLANK), "q": planet(BLANK)}
    options = {"cards": cards, "decks": [["p", "q"] * 3, ["q", "p"] * 3], "deck_rules": "none"}
    match = Match.new(GAME, options, 4)
    told: dict[int | None, list[Json]] = {0: [], 1: [], None: []}
    while match.to_act() is not None:
        match.act(match.actions()[0])
        for seat, seen in told.items():
            seen += match.events(seat)
    for seat, seen in told.items():
        assert match.seen(seat) == seen
        strangers = [event for event in named(seen, "drawn") if event["seat"] != seat]
        assert strangers
        assert all(isinstance(event["cards"], int) for event in strangers)


@clause("SE-15.4")
def test_everybody_sees_all_cards_that_were_given() -> None:
    sent = world()
    for seat in (0, 1, None):
        assert Match.load(GAME, sent).view(seat)["cards"] == sent["cards"]


@clause("SE-15.1", "SE-15.2")
@pytest.mark.parametrize(
    "other",
    [
        {"hands": ("q p", "p q s")},
        {"decks": ("r p q", "t r")},
        {"decks": ("p q r", "q p")},
        {"decks": ("q r p", "p q")},
    ],
)
def test_two_worlds_that_differ_in_what_a_seat_may_not_know_look_alike_to_it(other: Json) -> None:
    one, two = Match.load(GAME, world()), Match.load(GAME, world(**other))
    assert one.position() != two.position()
    assert canonical(one.view(0)) == canonical(two.view(0))
    assert canonical(one.view(None)) == canonical(two.view(None))
    assert one.actions() == two.actions()


@clause("SE-15.2")
def test_worlds_that_differ_in_a_face_down_card_look_alike_and_ask_alike() -> None:
    asks = gifted(BLANK, when("neighbour_placed", do("turn_over", "line"), do("turn_down", "any")))
    pictures = [
        {"d": star("n9 k g1 -", 7)},
        {"d": planet(BLANK, "water", "gold")},
        {"d": gifted(BLANK, when("rotated"))},
    ]
    seen: set[str] = set()
    for hidden in pictures:
        sent = position("m /x t", {"m": asks, "t": BLANK, "p": BLANK, "x": star(), **hidden})
        # Which of the cards lies face down is the only difference; the definitions are the same.
        sent["cards"] = {"m": asks, **{f"d{i}": picture["d"] for i, picture in enumerate(pictures)}}
        sent["cards"] |= {"t": planet(BLANK), "p": planet(BLANK), "fill": planet(BLANK)}
        sent["board"][1] |= {"card": f"d{pictures.index(hidden)}", "r": pictures.index(hidden)}
        match = Match.load(GAME, sent)
        events = play(match, "place p 0,1 r0")
        answers = [match.why_not(word) for word in ("target 1,0", "target 2,0", "target 0,0", "target 7,7", "use")]
        words = [None if answer is None else answer.as_json() for answer in answers]
        seen.add(canonical([match.view(0), match.actions(), events, words]))
    assert len(seen) == 1


@clause("SE-15.2")
def test_a_view_is_the_readers_own_to_change() -> None:
    state = GAME.load(world(), Fate())
    before = copy.deepcopy(state.position())
    for seat in (0, 1, None):
        view = state.view(seat)
        view["board"].clear()
        view["discards"][0].append("x")
        view["options"]["mode"] = "x"
        view["elements"].clear()
        if seat is not None:
            view["hands"][seat].clear()
    assert state.position() == before
