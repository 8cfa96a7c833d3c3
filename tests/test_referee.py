"""The referee survives anything on its input: the right error code, an unchanged match, one reply a line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from orrery.referee import DEPTH_LIMIT, LINE_LIMIT, Referee, run

START = {"op": "new", "game": "space_editor", "options": {"mode": "half", "table": [5, 5]}, "seed": 3}


def talk(*lines: Any) -> list[Any]:
    """The replies to lines, given as objects or as bytes."""
    source = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    sink = io.BytesIO()
    run(io.BytesIO(source), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def code(reply: Any) -> str | None:
    return None if reply["ok"] else str(reply["error"]["code"])


def nested(depth: int) -> bytes:
    """A request whose nesting is so deep, the request itself counted."""
    return b'{"op": "position", "x": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


BAD_LINES = {
    "not json": b"this is not json",
    "half json": b'{"op": "new"',
    "two objects": b'{"op": "position"} {"op": "position"}',
    "not utf-8": b'{"op": "position", "x": "\xff"}',
    "utf-16": '{"op": "position"}'.encode("utf-16"),
    "byte order mark": b'\xef\xbb\xbf{"op": "position"}',
    "nan": b'{"op": "position", "x": NaN}',
    "infinity": b'{"op": "position", "x": -Infinity}',
    "number too large": b'{"op": "position", "x": 1e999}',
    "endless integer": b'{"op": "position", "x": ' + b"9" * 10000 + b"}",
    "duplicate key": b'{"op": "position", "op": "position"}',
    "duplicate key inside": b'{"op": "position", "x": {"a": 1, "a": 2}}',
    "nesting": nested(DEPTH_LIMIT + 1),
    "deep nesting": nested(100_000),
    "open nesting": b"[" * 100_000,
    "a list": b"[]",
    "a number": b"1",
    "null": b"null",
    "a text": b'"position"',
    "no op": b"{}",
    "op of another type": b'{"op": 1}',
    "unknown op": b'{"op": "dance"}',
    "nul bytes": b"\x00\x00",
    "long line": b'{"op": "position", "x": "' + b"a" * LINE_LIMIT + b'"}',
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_is_a_bad_request_and_the_match_is_as_it_was(name: str) -> None:
    started, before, refused, after = talk(START, {"op": "position"}, BAD_LINES[name], {"op": "position"})
    assert code(started) is None and code(refused) == "bad_request" and refused["error"]["message"]
    assert before == after


def test_a_line_of_50_megabytes_gets_one_reply() -> None:
    replies = talk(b'{"op": "x' + b"y" * 50_000_000 + b'"}', {"op": "actions"})
    assert [code(reply) for reply in replies] == ["bad_request", "no_match"]


def test_nesting_at_the_limit_is_allowed() -> None:
    assert code(talk(START, nested(DEPTH_LIMIT))[1]) is None


def test_brackets_in_texts_are_no_nesting() -> None:
    assert code(talk(START, b'{"op": "position", "x": "' + b"[{" * 500 + b'\\""}')[1]) is None


def test_a_line_at_the_limit_is_allowed() -> None:
    line = b'{"op": "position", "x": ""}'
    line = line[:-2] + b"a" * (LINE_LIMIT - len(line)) + line[-2:]
    assert len(line) == LINE_LIMIT and code(talk(START, line)[1]) is None


def test_blank_lines_get_no_reply_and_line_ends_do_not_matter() -> None:
    assert len(talk(b"", b"   ", b"\t", b"\r", b'{"op": "actions"}\r')) == 1


def test_the_last_line_needs_no_line_end() -> None:
    sink = io.BytesIO()
    run(io.BytesIO(b'{"op": "actions"}'), sink)
    assert json.loads(sink.getvalue())["error"]["code"] == "no_match"


@pytest.mark.parametrize(
    "request_",
    [
        {"op": "new"},
        {"op": "new", "game": "space_editor", "options": {}},
        {"op": "new", "game": "space_editor", "seed": 1},
        {"op": "new", "options": {}, "seed": 1},
        {"op": "new", "game": "chess", "options": {}, "seed": 1},
        {"op": "new", "game": 1, "options": {}, "seed": 1},
        {"op": "new", "game": "space_editor", "options": [], "seed": 1},
        {"op": "new", "game": "space_editor", "options": {}, "seed": 1.5},
        {"op": "new", "game": "space_editor", "options": {}, "seed": True},
        {"op": "new", "game": "space_editor", "options": {}, "seed": "1"},
        {"op": "new", "game": "space_editor", "options": {}, "seed": 1, "fate": 3},
        {"op": "new", "game": "space_editor", "options": {}, "seed": 1, "fate": [True]},
        {"op": "new", "game": "space_editor", "options": {}, "seed": 1, "fate": [-1]},
        {"op": "new", "game": "space_editor", "options": {}, "seed": 1, "fate": [24]},
        {"op": "new", "game": "space_editor", "options": {"colour": "red"}, "seed": 1},
        {"op": "load"},
        {"op": "load", "position": []},
        {"op": "load", "position": {}, "seed": "x"},
        {"op": "view"},
        {"op": "view", "seat": 2},
        {"op": "view", "seat": -1},
        {"op": "view", "seat": "0"},
        {"op": "view", "seat": True},
        {"op": "events"},
        {"op": "events", "seat": 2},
        {"op": "act"},
        {"op": "act", "action": 3},
        {"op": "act", "action": "basepoint 0,0", "at": "0"},
        {"op": "act", "action": "basepoint 0,0", "at": True},
    ],
    ids=json.dumps,
)
def test_wrong_fields_are_a_bad_request(request_: dict[str, Any]) -> None:
    _, before, refused, after = talk(START, {"op": "position"}, request_, {"op": "position"})
    assert code(refused) == "bad_request" and before == after


@pytest.mark.parametrize("position", [{}, {"game": "chess"}, {"game": 1}, {"game": "space_editor"}], ids=json.dumps)
def test_a_bad_position_leaves_the_match_as_it_was(position: dict[str, Any]) -> None:
    _, before, refused, after = talk(
        START, {"op": "position"}, {"op": "load", "position": position}, {"op": "position"}
    )
    assert code(refused) == "bad_position" and before == after


@pytest.mark.parametrize("op", ["position", "actions", "result"])
def test_without_a_match_there_is_nothing_to_ask(op: str) -> None:
    assert code(talk({"op": op})[0]) == "no_match"


def test_unknown_fields_are_ignored() -> None:
    assert code(talk(dict(START, comment="hello"))[0]) is None


def test_at_guards_against_an_action_sent_twice() -> None:
    act = {"op": "act", "action": "basepoint 0,0", "at": 0}
    _, first, twice, result = talk(START, act, act, {"op": "result"})
    assert code(first) is None and code(twice) == "illegal_action" and result["over"] is False


def test_after_the_end_the_error_is_over_whatever_at_says() -> None:
    referee = Referee()

    def ask(**request: Any) -> Any:
        return referee.answer(json.dumps(request).encode())

    ask(**START)
    while (listed := ask(op="actions"))["to_act"] is not None:
        assert ask(op="act", action=listed["actions"][0])["ok"]
    assert code(ask(op="act", action="basepoint 0,0", at=0)) == "over"
    assert code(ask(op="act", action="basepoint 0,0")) == "over"
    assert ask(op="result")["over"] is True


def test_a_refusal_carries_reason_clause_facts_and_near_actions() -> None:
    _, refused = talk(START, {"op": "act", "action": "basepoint 9,9"})
    error = refused["error"]
    assert error["code"] == "illegal_action" and error["reason"] == "off_table" and error["clause"] == "SE-4.5"
    assert error["kind"] == "not_allowed" and error["facts"]["x"] == 9 and "9,9" in error["message"]
    assert error["try"] == ["basepoint 2,2", "basepoint 1,2", "basepoint 2,1"]


def test_why_not_tells_what_a_refusal_would_and_does_nothing() -> None:
    _, refused, told, legal, missing, position, before = talk(
        START,
        {"op": "act", "action": "basepoint 9,9"},
        {"op": "why_not", "action": "basepoint 9,9"},
        {"op": "why_not", "action": "basepoint 0,0"},
        {"op": "why_not"},
        {"op": "position"},
        START,
    )
    same = ("message", "kind", "reason", "clause", "facts", "try")
    assert told == {"ok": True, "legal": False, **{key: refused["error"][key] for key in same}}
    assert legal == {"ok": True, "legal": True}
    assert code(missing) == "bad_request" and position["position"] == before["position"]
    assert code(*talk({"op": "why_not", "action": "x"})) == "no_match"


def test_events_of_other_seats_hide_what_they_drew() -> None:
    _, full, seat, watcher = talk(
        START, {"op": "act", "action": "basepoint 0,0"}, {"op": "events", "seat": 1}, {"op": "events", "seat": None}
    )
    drawn = [event["cards"] for event in full["events"] if event["event"] == "drawn"]
    seen = [event["cards"] for event in seat["events"] if event["event"] == "drawn"]
    outside = [event["cards"] for event in watcher["events"] if event["event"] == "drawn"]
    assert seen == [2, drawn[1]] and outside == [2, 2]


def test_events_are_empty_after_new_and_load() -> None:
    replies = talk(START, {"op": "events", "seat": 0}, {"op": "act", "action": "basepoint 0,0"}, {"op": "position"})
    assert replies[1]["events"] == []
    loaded = talk({"op": "load", "position": replies[3]["position"]}, {"op": "events", "seat": 0})
    assert loaded[0]["position"] == replies[3]["position"] and loaded[1]["events"] == []


def test_the_command_answers_on_stdin_and_stdout() -> None:
    lines = b'{"op": "actions"}\n' + json.dumps(START).encode() + b"\n"
    command = [sys.executable, "-m", "orrery", "referee"]
    done = subprocess.run(command, input=lines, capture_output=True, check=True, env=dict(os.environ))
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [False, True] and done.stderr == b""
