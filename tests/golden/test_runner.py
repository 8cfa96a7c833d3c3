"""The runner of scenario cases (tests/golden): a case that expects something else than what is true fails."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.space_editor.arrange import position
from games.space_editor.cards import star
from golden.runner import Json, run_case

SENT = position("t", {"t": star("- n1 - -", 3, "earth"), "p": "- - - n2"}, ("p", "p"), decks=("p", "p"))
GOOD: Json = {
    "has": ["place p 2,0 r1"],
    "lacks": ["place p 0,0 r0"],
    "count": 18,
    "to_act": 1,
    "events": [{"event": "placed", "x": 1}, {"event": "turned_down", "rules": ["nn"]}],
    "names": ["placed", "turned_down", "turn", "drawn"],
    "no_events": ["discarded"],
    "board": [{"x": 0, "y": 0, "up": False}, {"x": 5, "y": 5, "empty": True}],
    "position": {"turn": 6, "hands": [[], ["p", "p"]]},
    "over": False,
    "scores": [0, 0],
    "winners": [],
    "view": {"seat": 0, "position": {"hands": [[], 2]}, "board": [{"x": 0, "y": 0, "card": None}]},
    "seat_events": [{"seat": 0, "events": [{"event": "drawn", "cards": 1}]}],
}
WRONG: list[tuple[str, Any]] = [
    ("error", "illegal_action"),
    ("actions", []),
    ("has", ["place p 0,0 r0"]),
    ("lacks", ["place p 2,0 r1"]),
    ("count", 3),
    ("to_act", 0),
    ("to_act", None),
    ("events", [{"event": "turned_down"}, {"event": "placed"}]),
    ("events", [{"event": "placed", "x": True}]),
    ("events", [{"event": "turned_down", "rules": []}]),
    ("names", ["placed", "turned_down", "turn"]),
    ("no_events", ["turned_down"]),
    ("board", [{"x": 0, "y": 0, "up": True}]),
    ("board", [{"x": 5, "y": 5, "card": "p"}]),
    ("board", [{"x": 0, "y": 0, "empty": True}]),
    ("position", {"turn": 5}),
    ("position", {"colour": "red"}),
    ("position", {"hands": [[], ["p"]]}),
    ("same", True),
    ("over", True),
    ("scores", [3, 0]),
    ("winners", [0]),
    ("view", {"seat": 1, "position": {"hands": [[], 2]}}),
    ("view", {"seat": 0, "board": [{"x": 0, "y": 0, "card": "t"}]}),
    ("seat_events", {"seat": 0, "events": [{"event": "drawn", "cards": ["p"]}]}),
    ("seat_events", {"seat": 9, "events": []}),
    ("colour", "red"),
]


def case_with(**expect: Any) -> Json:
    """A case that expects this of one placement."""
    known = {"game": "space_editor", "name": "a placement", "clause": "SE-5.2a", "position": copy.deepcopy(SENT)}
    return known | {"action": "place p 1,0 r0", "expect": expect}


def test_a_case_that_expects_the_truth_passes() -> None:
    assert run_case(case_with(**GOOD)) == []
    refused = case_with(error="illegal_action") | {"action": ["place p 1,0 r0", "place p 0,0 r0"]}
    assert run_case(refused) == []
    assert run_case(case_with(error="illegal_action") | {"action": {"action": "place p 1,0 r0", "at": 3}}) == []
    bad = case_with(error="bad_position")
    bad["position"]["turn"] = -1
    del bad["action"]
    assert run_case(bad) == []
    asked = {"expect": {"replies": [{"ok": False, "error": {"code": "no_match"}}]}, "requests": [{"op": "position"}]}
    assert run_case(asked) == []


@pytest.mark.parametrize(("word", "value"), WRONG)
def test_a_case_that_expects_anything_else_fails(word: str, value: Any) -> None:
    assert run_case(case_with(**{word: value})) != []


def test_a_case_whose_start_or_actions_are_refused_fails() -> None:
    bad = case_with()
    bad["position"]["turn"] = -1
    assert run_case(bad) != []
    assert run_case(case_with() | {"action": ["place p 0,0 r0", "place p 1,0 r0"]}) != []
    good = case_with(error="bad_position")
    del good["action"]
    assert run_case(good) != []
    asked = {"expect": {"replies": [{"ok": True}]}, "requests": ['{"op": "position"}']}
    assert run_case(asked) != []
