"""Runs scenario cases against the referee, in this process, for the tests of any game.

A case is one line of a file in cases/: an object with `game`, `name`, `clause`, a start, perhaps actions, and what is
expected of them.

- start: `position` is sent with `load`; `new` holds the fields of a `new`; `requests` are raw lines.
- `action`: a text, or a list of texts; each is sent with `act`, and all but the last must succeed. An object instead of
  a text gives all fields of the request, such as `at`.
- `expect`, each word optional:
  - `error`: the code with which the last request fails; an action that fails leaves the position as it was;
  - `actions`: the exact list afterwards; `has`, `lacks`: what is and what is not in it; `count`: its length;
  - `to_act`: the seat, or null, afterwards;
  - `events`: partial events that occur in this order among those of all actions; `names`: the exact names of the last
    action's events; `no_events`: names that occur nowhere;
  - `board`: partial cells, `{"x", "y", "empty": true}` for one without a card; `position`: a partial position, objects
    partially and lists exactly; `same`: `load` gives back exactly what was sent;
  - `over`, `scores`, `winners`: of `result`;
  - `view`: `{"seat", "position", "board"}`, partial; `seat_events`: `{"seat", "events"}` or a list of such;
  - `replies`: one partial reply for each of `requests`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from orrery.referee import Referee

Json = dict[str, Any]

CASES = Path(__file__).resolve().parent / "cases"
WORDS = {
    *("error", "actions", "has", "lacks", "count", "to_act", "events", "names", "no_events", "seat_events"),
    *("board", "position", "same", "over", "scores", "winners", "view", "replies"),
}


def read_cases(game: str) -> list[Json]:
    """All cases of a game, in the order of its file."""
    lines = (CASES / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def run_case(case: Json) -> list[str]:
    """What a case finds wrong, in sentences; empty when all is as expected."""
    unknown = set(case["expect"]) - WORDS
    if unknown:
        return [f"the case expects something that the runner does not know: {sorted(unknown)}"]
    if "requests" in case:
        return list(_wrong_replies(case))
    return list(_Run(case).faults())


def disagreement(want: Any, have: Any, path: str = "$") -> str | None:
    """Where `have` does not hold what `want` asks for; None when it does. Objects may hold more, lists may not."""
    if isinstance(want, dict):
        if not isinstance(have, dict):
            return f"{path}: {have!r} is no object"
        for key, value in want.items():
            if key not in have:
                return f"{path}.{key} is missing"
            found = disagreement(value, have[key], f"{path}.{key}")
            if found:
                return found
        return None
    if isinstance(want, list) and isinstance(have, list) and len(want) == len(have):
        pairs = enumerate(zip(want, have, strict=True))
        return next((found for i, (w, h) in pairs if (found := disagreement(w, h, f"{path}[{i}]"))), None)
    # 1 and true are equal to Python, but they are different answers.
    if type(want) is not type(have) or want != have:
        return f"{path}: wanted {json.dumps(want)}, got {json.dumps(have)}"
    return None


def missing_event(wanted: list[Json], events: list[Json]) -> Json | None:
    """The first of the wanted partial events that does not occur in its turn; None when all do."""
    rest = iter(events)
    for want in wanted:
        if not any(disagreement(want, event) is None for event in rest):
            return want
    return None


def _wrong_replies(case: Json) -> Iterator[str]:
    referee = Referee()
    for request, want in zip(case["requests"], case["expect"]["replies"], strict=True):
        line = request if isinstance(request, str) else json.dumps(request)
        found = disagreement(want, referee.answer(line.encode()))
        if found:
            yield f"reply to {line[:80]}: {found}"


def _wrong_cells(wanted: list[Json], board: list[Json]) -> Iterator[str]:
    for want in wanted:
        name = f"cell {want['x']},{want['y']}"
        cell = next((c for c in board if (c["x"], c["y"]) == (want["x"], want["y"])), None)
        if want.get("empty"):
            if cell is not None:
                yield f"{name} is not empty"
        elif cell is None:
            yield f"{name} is empty"
        elif found := disagreement(want, cell, name):
            yield found


class _Run:
    """One case on a referee of its own."""

    def __init__(self, case: Json) -> None:
        self.case = case
        self.expect: Json = case["expect"]
        self.referee = Referee()
        action = case.get("action", [])
        self.actions: list[Any] = action if isinstance(action, list) else [action]
        self.events: list[Json] = []
        self.last: list[Json] = []

    def ask(self, op: str, **fields: Any) -> Json:
        """One request, by the door that every caller uses."""
        return self.referee.answer(json.dumps({"op": op, **fields}).encode())

    def faults(self) -> Iterator[str]:
        """Start, actions, and then every word of `expect`."""
        case, expect = self.case, self.expect
        if "new" in case:
            start = self.ask("new", game=case["game"], **case["new"])
        else:
            start = self.ask("load", position=case["position"])
        if not start["ok"]:
            if self.actions or start["error"]["code"] != expect.get("error"):
                yield f"the start was refused: {start['error']}"
            return
        if "error" in expect and not self.actions:
            yield f"the start should have failed with {expect['error']}"
            return
        if expect.get("same") and start["position"] != case["position"]:
            yield f"load did not give back the position: {disagreement(case['position'], start['position'])}"
        for number, action in enumerate(self.actions):
            fault = self.act(action, expect.get("error") if number == len(self.actions) - 1 else None)
            if fault:
                yield fault
                return
        yield from self.wrong_actions()
        yield from self.wrong_events()
        yield from self.wrong_picture()

    def act(self, action: Any, error: str | None) -> str | None:
        """One action, with the error it must meet or None."""
        before = self.ask("position")
        reply = self.ask("act", **(action if isinstance(action, dict) else {"action": action}))
        if error is None:
            if not reply["ok"]:
                return f"{action} was refused: {reply['error']}"
            self.last = reply["events"]
            self.events += self.last
        elif reply["ok"] or reply["error"]["code"] != error:
            return f"{action}: wanted the error {error}, got {json.dumps(reply)[:200]}"
        elif self.ask("position") != before:
            return f"{action} failed and changed the position"
        return None

    def wrong_actions(self) -> Iterator[str]:
        """actions, has, lacks, count, to_act"""
        reply, position = self.ask("actions"), self.ask("position")["position"]
        listed: list[str] = reply["actions"]
        if "actions" in self.expect and listed != self.expect["actions"]:
            yield f"actions: wanted {self.expect['actions']}, got {listed}"
        for action in self.expect.get("has", []):
            if action not in listed:
                yield f"not listed: {action}"
        for action in self.expect.get("lacks", []):
            if action in listed:
                yield f"should not be listed: {action}"
        if "count" in self.expect and len(listed) != self.expect["count"]:
            yield f"wanted {self.expect['count']} actions, got {len(listed)}: {listed[:12]}"
        if "to_act" in self.expect and not (reply["to_act"] == position["to_act"] == self.expect["to_act"]):
            yield f"to_act: wanted {self.expect['to_act']}, got {reply['to_act']} and {position['to_act']}"

    def wrong_events(self) -> Iterator[str]:
        """events, names, no_events, seat_events"""
        missing = missing_event(self.expect.get("events", []), self.events)
        if missing is not None:
            yield f"event missing: {missing} among {json.dumps(self.events)}"
        names = [event["event"] for event in self.last]
        if "names" in self.expect and names != self.expect["names"]:
            yield f"event names: wanted {self.expect['names']}, got {names}"
        for name in self.expect.get("no_events", []):
            if any(event["event"] == name for event in self.events):
                yield f"event should not occur: {name}"
        wanted = self.expect.get("seat_events", [])
        for want in wanted if isinstance(wanted, list) else [wanted]:
            reply = self.ask("events", seat=want["seat"])
            missing = missing_event(want["events"], reply["events"]) if reply["ok"] else reply["error"]
            if missing is not None:
                yield f"event of seat {want['seat']} missing: {missing} among {json.dumps(reply)}"

    def wrong_picture(self) -> Iterator[str]:
        """board, position, over, scores, winners, view"""
        position = self.ask("position")["position"]
        yield from _wrong_cells(self.expect.get("board", []), position.get("board", []))
        found = disagreement(self.expect.get("position", {}), position)
        if found:
            yield f"position: {found}"
        result = self.ask("result")
        for key in ("over", "scores", "winners"):
            if key in self.expect and disagreement(self.expect[key], result[key]):
                yield f"{key}: wanted {self.expect[key]}, got {result[key]}"
        if "view" in self.expect:
            want = self.expect["view"]
            view = self.ask("view", seat=want["seat"])["view"]
            found = disagreement(want.get("position", {}), view)
            if found:
                yield f"view: {found}"
            yield from (f"view: {fault}" for fault in _wrong_cells(want.get("board", []), view.get("board", [])))
