"""Sessions with the referee: matches with many options, and everything that it refuses."""

from __future__ import annotations

import json
from typing import Any

from pins.doors import Json, Pipe

STARTS: dict[str, list[Json]] = {
    "space_editor": [
        {},
        {"mode": "full", "elements": ["fire", "earth"], "table": [7, 7]},
        {"mode": "half", "players": 4, "split": "forbid", "face_down": "shown"},
    ],
    "vediic": [
        {"players": 2},
        {"players": 3, "order": "seat0", "trade": "distinct", "teleport": "gray", "green_stack": True},
        {"players": 5, "order": "seat0", "hands": "open", "pass_rule": "none", "penalty_to": "charity"},
    ],
    "five_spheres": [
        {},
        {"lords": 3, "assembly": "closed_draft", "draft_batch": 3, "pool_copies": 6, "max_turns": 12},
        {"lords": 4, "mode": "team_play", "assembly": "mirror", "towers": 1, "first": 2, "max_turns": 30},
    ],
}
"""With which options the matches of a game start."""

WRONG: dict[str, list[Json]] = {
    "space_editor": [
        {"mode": "full", "players": 3},
        {"elements": ["fire", "fire"]},
        {"elements": ["fire", "ether"]},
        {"elements": ["fire", "earth", "wind"], "players": 2},
        {"table": [1, 1]},
        {"table": [5]},
        {"table": [5, 100]},
        {"table": [5, True]},
        {"decks": [["001"] * 24]},
        {"decks": [["001"] * 24, ["002"] * 24]},
        {"decks": [["nobody"] * 24, []]},
        {"decks": [["001"], []], "deck_rules": "none"},
        {"basepoint": "001"},
        {"basepoint": "nobody"},
        {"cards": {}},
        {"cards": {"drum": {"name": "Drum", "element": "fire", "kind": "moon"}}},
        {"cards": {"drum": {"name": "Drum", "element": "fire", "kind": "planet", "level": "bronze", "sides": ["g2"]}}},
    ],
    "vediic": [{"players": 1}, {"players": 8}, {"max_rounds": 0}, {"max_rounds": 100001}, {"board": "kundli-1"}],
    "five_spheres": [
        {"lords": 7},
        {"lords": 3, "mode": "team_play"},
        {"assembly": "open_draft", "draft_batch": 3},
        {"assembly": "random", "pool_copies": 1},
        {"assembly": "predesign"},
        {"assembly": "predesign", "deck_numbers": [1]},
        {"assembly": "predesign", "deck_numbers": [1, 99]},
        {"assembly": "sets", "decks": []},
        {"decks": [[]]},
        {"decks": [["nobody"] * 48, []]},
        {"first": 2},
        {"generic_creature": {"strength": 1, "afflicted": 2}},
        {"generic_creature": {"strength": 1, "afflicted": 1, "colour": 1}},
        {"cards": None},
        {"cards": "nobody"},
        {"cards": {"x": {}}},
    ],
}
"""Options that do not go together, or are no options."""

STRANGE: tuple[Any, ...] = ("nonsense", -1, {"a": 1}, 1_000_000, True, None)
"""Values that are wrong nearly everywhere."""
BAD_LINES = (
    "this is not json",
    "[]",
    "{}",
    '{"op": 1}',
    '{"op": "dance"}',
    '{"op": "position", "op": "position"}',
    '{"op": "position", "x": NaN}',
    '{"op": "view"}',
    '{"op": "view", "seat": 99}',
    '{"op": "events", "seat": "0"}',
    '{"op": "act"}',
    '{"op": "act", "action": 3}',
    '{"op": "act", "action": ""}',
    '{"op": "act", "action": "dance"}',
    '{"op": "act", "action": "dance", "at": 99}',
    '{"op": "load"}',
    '{"op": "load", "position": {}}',
    '{"op": "load", "position": {"game": "chess"}}',
)
BAD_STARTS: list[Json] = [
    {"seed": "1"},
    {"options": []},
    {"game": "chess"},
    {"fate": [-1]},
    {"fate": [10_000] * 3},
]
"""Fields with which no match starts."""
STEPS = 24
MIDDLE = 20
"""After so many actions a match is in its middle."""
PATIENCE = 4
"""So many of the actions heard of before are tried where they are not legal."""


def session(game: str) -> str:
    """All sessions of a game, as text."""
    pipe = Pipe()
    pipe.note("without a match, and lines that are no requests")
    for line in ('{"op": "actions"}', '{"op": "position"}', '{"op": "result"}'):
        pipe.say(line)
    for wrong in BAD_STARTS:
        pipe.say(json.dumps({"op": "new", "game": game, "options": STARTS[game][0], "seed": 1, **wrong}))
    for number, options in enumerate(STARTS[game]):
        pipe.note(f"a match with {json.dumps(options)}")
        play(pipe, game, options, seed=11 + number)
    pipe.ask("new", keep=False, game=game, options=STARTS[game][0], seed=5)
    pipe.note("lines that are no requests, in a match")
    for line in BAD_LINES:
        pipe.say(line)
    pipe.note("options that are refused")
    wrong_options(pipe, game)
    pipe.note("positions that are refused")
    wrong_positions(pipe, game)
    return pipe.close()


def play(pipe: Pipe, game: str, options: Json, seed: int) -> None:
    """Plays some actions, looks at it from all sides, and tries what is not legal."""
    pipe.ask("new", game=game, options=options, seed=seed)
    heard: dict[str, None] = {}
    for step in range(STEPS):
        listed = pipe.ask("actions", keep=step % 6 == 0)
        words: list[str] = listed["actions"]
        if listed["to_act"] is None:
            break
        if step % 6 == 5:
            others = [word for word in heard if word not in words]
            for word in others[step % 5 :: max(1, len(others) // PATIENCE)][:PATIENCE]:
                pipe.ask("act", action=word)
        heard.update(dict.fromkeys(words))
        pipe.ask("act", action=words[(step * 7 + seed) % len(words)])
        if step % 12 == 11:
            for seat in (0, 1, None):
                pipe.ask("events", seat=seat)
                pipe.ask("view", seat=seat)
            pipe.ask("position")
    pipe.ask("result")


def wrong_options(pipe: Pipe, game: str) -> None:
    """Each option with values that it cannot have, and options that do not go together."""
    known = pipe.ask("position", keep=False)["position"]["options"]
    for key in [*known, "colour"]:
        for value in STRANGE:
            pipe.ask("new", game=game, options={key: value}, seed=1)
    for options in WRONG[game]:
        pipe.ask("new", game=game, options=options, seed=1)


def wrong_positions(pipe: Pipe, game: str) -> None:
    """A position in the middle of a match, with each of its parts in turn left out or wrong."""
    pipe.ask("new", keep=False, game=game, options=STARTS[game][0], seed=5)
    for step in range(MIDDLE):
        words = pipe.ask("actions", keep=False)["actions"]
        pipe.ask("act", keep=False, action=words[(step * 7 + 5) % len(words)])
    position = pipe.ask("position", keep=False)["position"]
    for key in [*position, "colour"]:
        lacking = {name: value for name, value in position.items() if name != key}
        refuse(pipe, f"without {key}", lacking)
        for value in STRANGE[:3]:
            refuse(pipe, f"{key} = {json.dumps(value)}", {**position, key: value})


def refuse(pipe: Pipe, what: str, position: Json) -> None:
    """What comes of a position that was tampered with."""
    reply = pipe.ask("load", keep=False, position=position)
    pipe.lines.append(f"{what}: {json.dumps(reply['error']) if not reply['ok'] else 'taken'}")
