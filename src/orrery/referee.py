"""The referee: the protocol of docs/protocol.md on stdin and stdout, one JSON object a line.

It is how programs in any language play with the engine. Whatever comes in, a request gets exactly one reply, the
process goes on, and after an error the match is as it was.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable
from typing import IO, Any

from orrery.core.clause import BadOptions, BadPosition, Illegal, Over, Refusal, in_words
from orrery.core.data import JsonObject, is_integer, shown
from orrery.core.match import Match
from orrery.core.notation import nearest
from orrery.games import game_named, game_names

LINE_LIMIT = 16 * 1024 * 1024
DEPTH_LIMIT = 200
TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


class Fault(Exception):
    """An error reply: its code, a sentence for people, and perhaps more fields."""

    def __init__(self, code: str, message: str, more: JsonObject | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.more: JsonObject = more or {}

    def reply(self) -> JsonObject:
        """As it is sent."""
        return {"ok": False, "error": {"code": self.code, "message": self.message, **self.more}}


def bad_request(message: str) -> Fault:
    """A request that is not one."""
    return Fault("bad_request", message)


def _no_duplicates(pairs: list[tuple[str, Any]]) -> JsonObject:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise bad_request(f"the key {shown(key)} stands twice in one object")
            seen.add(key)
    return found


def _no_constant(word: str) -> Any:
    raise bad_request(f"{word} is not a JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise bad_request(f"the number {shown(text)} is too large")
    return value


def _check_depth(line: bytes) -> None:
    if line.count(b"[") + line.count(b"{") <= DEPTH_LIMIT:
        return
    depth = 0
    for found in TOKENS.finditer(line):
        token = found.group()
        if token in (b"[", b"{"):
            depth += 1
            if depth > DEPTH_LIMIT:
                raise bad_request(f"nested deeper than {DEPTH_LIMIT}")
        elif token in (b"]", b"}"):
            depth -= 1


def parse(line: bytes) -> JsonObject:
    """One line as a request object; raises Fault."""
    if len(line) > LINE_LIMIT:
        raise bad_request(f"the line is longer than {LINE_LIMIT} bytes")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise bad_request(f"the line is not UTF-8: {fault.reason} at byte {fault.start}") from None
    _check_depth(line)
    try:
        request = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError) as fault:
        raise bad_request(f"the line is not JSON: {fault}") from None
    if not isinstance(request, dict):
        raise bad_request('a request is a JSON object such as {"op": "actions"}')
    return request


class Referee:
    """One match at a time, spoken to by requests."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.ops: dict[str, Callable[[JsonObject], JsonObject]] = {
            "new": self.new,
            "load": self.load,
            "position": self.position,
            "view": self.view,
            "actions": self.actions,
            "act": self.act,
            "why_not": self.why_not,
            "events": self.events,
            "result": self.result,
        }

    def answer(self, line: bytes) -> JsonObject:
        """The reply to one line. Never raises."""
        try:
            request = parse(line)
            op = self._field(request, "op", str, "a text")
            if op not in self.ops:
                raise bad_request(f"the op {shown(op)} is unknown; there are {', '.join(self.ops)}")
            return {"ok": True, **self.ops[op](request)}
        except Fault as fault:
            return fault.reply()

    # --- fields -------------------------------------------------------------------------------------------------------

    def _field(self, request: JsonObject, key: str, kind: type, words: str) -> Any:
        if key not in request:
            raise bad_request(f"the field {key} is missing")
        value = request[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise bad_request(f"{key}: {shown(value)} is not {words}")
        return value

    def _integer(self, request: JsonObject, key: str) -> int:
        value = self._field(request, key, int, "a whole number")
        assert isinstance(value, int)
        return value

    def _seat(self, request: JsonObject, match: Match) -> int | None:
        seat: object = request["seat"]
        seats = match.state.seats()
        if seat is None:
            return None
        assert isinstance(seat, int)
        if not 0 <= seat < seats:
            raise bad_request(f"seat: there is no seat {seat}; they are 0 to {seats - 1}, and null for a spectator")
        return seat

    def _check_seat(self, request: JsonObject) -> None:
        if "seat" not in request:
            raise bad_request("the field seat is missing")
        if request["seat"] is not None and not is_integer(request["seat"]):
            raise bad_request(f"seat: {shown(request['seat'])} is neither a whole number nor null")

    def _match(self) -> Match:
        if self.match is None:
            raise Fault("no_match", "no match has started; use new or load")
        return self.match

    # --- ops ----------------------------------------------------------------------------------------------------------

    def new(self, request: JsonObject) -> JsonObject:
        """Starts a match from its setup."""
        name = self._field(request, "game", str, "a text")
        seed = self._integer(request, "seed")
        queue: list[int] = []
        if "fate" in request:
            queue = self._field(request, "fate", list, "a list")
            for value in queue:
                if not is_integer(value) or value < 0:
                    raise bad_request(f"fate: {shown(value)} is not a whole number from 0 on")
        game = game_named(name)
        if game is None:
            raise bad_request(f"the game {shown(name)} is unknown; there are {', '.join(game_names())}")
        given = "options" in request or not game.may_lack_options
        options = self._field(request, "options", dict, "an object") if given else {}
        try:
            self.match = Match.new(game, options, seed, queue)
        except BadOptions as fault:
            raise bad_request(str(fault)) from None
        return {"position": self.match.position()}

    def load(self, request: JsonObject) -> JsonObject:
        """Starts a match from a position."""
        position = self._field(request, "position", dict, "an object")
        seed = self._integer(request, "seed") if "seed" in request else 0
        name = position.get("game")
        game = game_named(name) if isinstance(name, str) else None
        if game is None:
            raise Fault("bad_position", f"game: {shown(name)} is not one of {', '.join(game_names())}")
        try:
            self.match = Match.load(game, position, seed)
        except BadPosition as fault:
            raise Fault("bad_position", str(fault)) from None
        return {"position": self.match.position()}

    def position(self, request: JsonObject) -> JsonObject:
        """The position with full information."""
        return {"position": self._match().position()}

    def view(self, request: JsonObject) -> JsonObject:
        """What a seat may know."""
        self._check_seat(request)
        match = self._match()
        return {"view": match.view(self._seat(request, match))}

    def actions(self, request: JsonObject) -> JsonObject:
        """Who is to act, and what may be done."""
        match = self._match()
        return {"to_act": match.to_act(), "actions": match.actions()}

    def act(self, request: JsonObject) -> JsonObject:
        """Carries out an action."""
        word = self._field(request, "action", str, "a text")
        number = self._integer(request, "at") if "at" in request else None
        match = self._match()
        if match.to_act() is None:
            raise Fault("over", "the match is over")
        if number is not None and number != match.taken:
            raise Fault("illegal_action", f"at: {match.taken} actions have been taken, not {shown(number)}")
        try:
            events = match.act(word)
        except Illegal as illegal:
            more = self._reasons(match, word, illegal.refusal)
            raise Fault("illegal_action", in_words(match.game.package, illegal.refusal, "en"), more) from None
        except Over:
            raise Fault("over", "the match is over") from None
        return {"events": [event.as_json() for event in events], "to_act": match.to_act()}

    def why_not(self, request: JsonObject) -> JsonObject:
        """Why the seat to act may not do this, or that it may. Nothing is done."""
        word = self._field(request, "action", str, "a text")
        match = self._match()
        if match.to_act() is None:
            raise Fault("over", "the match is over")
        refusal = match.why_not(word)
        if refusal is None:
            return {"legal": True}
        said = in_words(match.game.package, refusal, "en")
        return {"legal": False, "message": said, **self._reasons(match, word, refusal)}

    def _reasons(self, match: Match, word: str, refusal: Refusal) -> JsonObject:
        return {**refusal.as_json(), "try": nearest(word, match.actions())}

    def events(self, request: JsonObject) -> JsonObject:
        """The last action's events as a seat may see them."""
        self._check_seat(request)
        match = self._match()
        return {"events": match.events(self._seat(request, match))}

    def result(self, request: JsonObject) -> JsonObject:
        """How the match stands."""
        return self._match().result().as_json()


def read_line(source: IO[bytes]) -> bytes:
    """One line without its end; of a line over the limit one byte more than the limit, the rest being dropped. Empty at
    the end of input.
    """
    line = source.readline(LINE_LIMIT + 2)
    if len(line) == LINE_LIMIT + 2 and not line.endswith(b"\n"):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(1 << 16)
        return line
    return line


def run(source: IO[bytes], sink: IO[bytes], answer: Callable[[bytes], JsonObject] | None = None) -> None:
    """Answers requests until the input ends, as a referee or in another way."""
    answer = answer or Referee().answer
    dumps = json.JSONEncoder(ensure_ascii=True, separators=(", ", ": ")).encode
    while line := read_line(source):
        line = line.rstrip(b"\r\n")
        if not line.strip(b" \t"):
            continue
        sink.write(dumps(answer(line)).encode("ascii") + b"\n")
        sink.flush()


def main() -> None:
    """The command `orrery referee`."""
    try:
        run(sys.stdin.buffer, sys.stdout.buffer)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()
