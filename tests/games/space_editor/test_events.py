"""Events: SE-14, each with all its fields."""

from __future__ import annotations

import pytest

from games.space_editor.abilities import do, when
from games.space_editor.arrange import play, stir, table
from games.space_editor.cards import Json, basepoint, gifted, planet, star
from games.space_editor.told import named, names
from marks import clause
from orrery.core.match import Match
from orrery.games.space_editor import GAME

BLANK = "- - - -"
FIELDS = {
    "basepoint": ["seat", "card", "x", "y"],
    "drawn": ["seat", "cards"],
    "turn": ["turn", "seat"],
    "final": ["seat"],
    "skipped": ["seat"],
    "placed": ["seat", "no", "card", "x", "y", "r", "void"],
    "turned_down": ["seat", "no", "card", "x", "y", "rules"],
    "turned_up": ["seat", "no", "card", "x", "y", "rules"],
    "faced": ["seat", "no", "x", "y", "r"],
    "triggered": ["no", "card", "x", "y", "ability", "seat"],
    "resolving": ["no", "ability", "seat"],
    "fizzled": ["no", "ability", "effect"],
    "declined": ["seat", "no", "ability", "effect"],
    "targeted": ["seat", "no", "subject", "x", "y"],
    "rotated": ["seat", "no", "x", "y", "r"],
    "relocated": ["seat", "no", "card", "from", "x", "y", "r"],
    "guarded": ["seat", "no", "x", "y", "until"],
    "silenced": ["seat", "no", "x", "y", "until"],
    "stuck": ["seat"],
    "discarded": ["seat", "card"],
    "ending": ["turn"],
    "over": ["scores", "winners"],
}


def told() -> list[Json]:
    """Every event there is, from a few short matches."""
    steps = (
        do("turn_up", "line", pick="all"),
        do("rotate", "event"),
        do("relocate", "event"),
        do("guard", "self", turns=3),
        do("silence", "self"),
        do("turn_down", "line", kind=["star"]),
        do("turn_up", "self"),
        do("place", may=True),
    )
    cards = {"m": gifted(BLANK, when("turned_down", do("guard", "any", pick="all")), when("neighbour_placed", *steps))}
    cards |= {"p": planet("- - - n2"), "d": star("- n1 - -"), "b": basepoint(BLANK), "k": planet("k k k k")}
    match = table("/d m@1", cards, ("p k",), turn=8)
    events = play(match, "place p 2,0 r1", "face 0,0 r2", "rotate 2,0 r1", "relocate 0,1 r2", "target 0,0", "pass")
    options = {"cards": cards, "decks": [["p", "k", "k", "p"]] * 2, "deck_rules": "none", "table": [5, 4]}
    match = Match.new(GAME, options, 2)
    events += play(match, "basepoint 1,-2")
    gravity = {"b": basepoint("g1 g1 g1 g1"), "k": cards["k"]}
    match = table("b", gravity, ("fill", "k", ""), decks=("", "k", "fill"), players=3, mode="half")
    return events + play(match, "place fill 1,0 r0", "place fill 2,0 r0")


@clause("SE-14")
def test_every_event_has_its_fields_and_no_others() -> None:
    events = told()
    assert {event["event"] for event in events} == set(FIELDS)
    for event in events:
        assert list(event) == ["event", *FIELDS[event["event"]]]


@clause("SE-14")
def test_the_numbers_of_the_events_are_those_of_the_match() -> None:
    steps = (
        do("rotate", "event"),
        do("relocate", "event"),
        do("turn_up", "any", may=True),
        do("guard", "line", turns=3),
    )
    cards = {"m": gifted(BLANK, when("neighbour_placed", *steps)), "p": BLANK, "t": "- n1 - -", "q": "- - - n2"}
    match = table("t#4 . m@1#6\n. . /t#9", cards, ("p q",), turn=8, corner=(-1, -1))
    events = play(match, "place p 1,1 r1")
    assert events == [
        {"event": "placed", "seat": 0, "no": 10, "card": "p", "x": 1, "y": 1, "r": 1, "void": False},
        {"event": "triggered", "no": 6, "card": "m", "x": 1, "y": 0, "ability": 0, "seat": 0},
        {"event": "resolving", "no": 6, "ability": 0, "seat": 0},
    ]
    assert play(match, "rotate 1,1 r3") == [{"event": "rotated", "seat": 0, "no": 10, "x": 1, "y": 1, "r": 3}]
    moved = {"event": "relocated", "seat": 0, "no": 10, "card": "p", "from": [1, 1], "x": 2, "y": 0, "r": 2}
    assert play(match, "relocate 2,0 r2") == [moved]
    assert play(match, "pass") == [{"event": "declined", "seat": 0, "no": 6, "ability": 0, "effect": 2}]
    assert play(match, "target -1,0")[:2] == [
        {"event": "targeted", "seat": 0, "no": 6, "subject": 4, "x": -1, "y": 0},
        {"event": "guarded", "seat": 0, "no": 4, "x": -1, "y": 0, "until": 11},
    ]


@clause("SE-14")
@pytest.mark.parametrize(
    ("t", "p", "rule"),
    [("- n1 - -", "- - - n2", "nn"), ("- g1 - -", "- - - n2", "ng"), ("- - - -", "- - - k", "kb")],
)
def test_turned_down_tells_actor_card_cell_and_rules(t: str, p: str, rule: str) -> None:
    match = table("t@0#3", {"t": t, "p": p}, ("fill", "p"), active=1)
    events = named(play(match, "place p 1,0 r0"), "turned_down")
    assert events == [{"event": "turned_down", "seat": 1, "no": 3, "card": "t", "x": 0, "y": 0, "rules": [rule]}]


@clause("SE-14")
def test_turned_up_and_faced_tell_who_did_it() -> None:
    match = table("/t@0#3", {"t": BLANK, "p": "- - - k"}, ("fill", "p"), active=1)
    events = named(play(match, "place p 1,0 r0"), "turned_up")
    assert events == [{"event": "turned_up", "seat": 1, "no": 3, "card": "t", "x": 0, "y": 0, "rules": ["kf"]}]
    assert play(match, "face 0,0 r2")[0] == {"event": "faced", "seat": 1, "no": 3, "x": 0, "y": 0, "r": 2}


@clause("SE-14")
def test_what_an_ability_turns_has_no_rules() -> None:
    match = stir("m t", {"t": BLANK}, do("turn_over", "adjacent"))
    assert named(play(match, "target 1,0"), "turned_down")[0]["rules"] == []


@clause("SE-14")
def test_a_placement_is_told_first_then_what_turned_by_age_then_what_it_triggered() -> None:
    listener = gifted("- n1 - -", when("turned_down", do("guard", "event")))
    other = gifted("- - - n1", when("turned_down", do("guard", "event")))
    cards = {"a": listener, "b": other, "p": "- n2 - n2"}
    events = play(table("a#5 . b#2", cards), "place p 1,0 r0")
    assert [(event["event"], event.get("no")) for event in events[:5]] == [
        ("placed", 6),
        ("turned_down", 2),
        ("turned_down", 5),
        ("triggered", 2),
        ("triggered", 5),
    ]


@clause("SE-14")
def test_a_relocation_is_told_first_too() -> None:
    cards = {"t": gifted("- n1 - -", when("turned_down", do("guard", "event"))), "v": star("- - - n2")}
    match = stir("m . . t . . v", cards, do("relocate", "line", kind=["star"]))
    play(match, "target 6,0")
    assert names(play(match, "relocate 4,0 r0"))[:3] == ["relocated", "turned_down", "triggered"]


@clause("SE-14")
def test_draws_are_told_in_order_and_not_for_none() -> None:
    match = table("t", {"t": BLANK, "p": BLANK, "z": BLANK}, ("p", "p"), decks=("z p", ""), mode="half")
    events = play(match, "place p 1,0 r0")
    assert named(events, "drawn") == [{"event": "drawn", "seat": 0, "cards": ["z", "p"]}]
    assert names(play(match, "place p 2,0 r0")) == ["placed", "turn"]


@clause("SE-14")
def test_a_turn_starts_before_its_draw_and_final_comes_after_it() -> None:
    match = table("t", {"t": BLANK, "p": BLANK}, ("p", ""), decks=("", "p"))
    assert names(play(match, "place p 1,0 r0")) == ["placed", "turn", "drawn", "final"]


@clause("SE-14")
def test_a_basepoint_is_told_with_its_placer() -> None:
    options = {"cards": {"b": basepoint(), "p": planet(BLANK)}, "decks": [["p"], ["p"]], "deck_rules": "none"}
    match = Match.new(GAME, options, 1)
    assert play(match, "basepoint 3,-4")[0] == {"event": "basepoint", "seat": 1, "card": "b", "x": 3, "y": -4}


@clause("SE-14", "SE-15.3")
def test_only_draws_and_cards_turned_up_reveal_something() -> None:
    match = table("/t", {"t": BLANK, "p": "- - - k"})
    events = match.act("place p 1,0 r0")
    assert [event.reveals() for event in events] == [False, True]
    assert [event.reveals() for event in match.act("face 0,0 r0")] == [False, False, True]
