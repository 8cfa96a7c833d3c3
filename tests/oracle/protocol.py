"""What the slow referees of all games have in common: refusals, the reading of data, chance, and the referee protocol.

Nothing here knows a rule of a game, and nothing of it is taken from the engines.
"""

import json
import sys
from collections.abc import Iterable
from typing import Any, Protocol

Json = dict[str, Any]


class Referee(Protocol):
    """What can be asked of a match. Refusals are exceptions with the protocol's word in `code`."""

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json: ...

    def load(self, position: Any, seed: Any = 0) -> Json: ...

    def position(self) -> Json: ...

    def view(self, seat: Any) -> Json: ...

    def actions(self) -> list[str]: ...

    def to_act(self) -> int | None: ...

    def act(self, action: Any, /) -> list[Json]: ...

    def events(self, seat: Any) -> list[Json]: ...

    def result(self) -> tuple[bool, Any, list[int]]: ...


class RefereeError(Exception):
    """A request that is refused; code is the protocol's word for the reason."""

    code = "bad_request"


class BadRequest(RefereeError):
    """A fault in `new`, or a seat that does not exist."""


class BadPosition(RefereeError):
    """A position that breaks the notation or its invariants."""

    code = "bad_position"


class IllegalAction(RefereeError):
    """An action that is not in the list."""

    code = "illegal_action"


class MatchOver(IllegalAction):
    """An action after the end."""

    code = "over"


class NoMatch(RefereeError):
    """A question although no match was started."""

    code = "no_match"


class Fault(Exception):
    """Something wrong in data; `new` reports it as BadRequest, `load` as BadPosition."""


def need(holds: bool, fault: str) -> None:
    """Raises the fault unless the demand holds."""
    if not holds:
        raise Fault(fault)


def is_int(value: Any, low: int | None = None, high: int | None = None) -> bool:
    """A whole number in the range; true, false and numbers with a fraction part such as 1.0 are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (low is None or value >= low) and (high is None or value <= high)


def is_word(value: Any, words: Iterable[str]) -> bool:
    """One of the words, as text."""
    return isinstance(value, str) and value in tuple(words)


def check_fields(value: Any, required: Iterable[str], optional: Iterable[str], what: str) -> None:
    """An object with all required fields and none but the required and optional ones."""
    need(isinstance(value, dict), f"{what} is no object")
    for key in required:
        need(key in value, f"{what} has no {key}")
    for key in value:
        need(key in tuple(required) + tuple(optional), f"{what}: unknown word {key!r}")


class SplitMix:
    """The protocol's seeded generator, behind the queue of given values."""

    def __init__(self, seed: int, fate: list[int]) -> None:
        self.state = seed % 2**64
        self.fate = fate

    def below(self, n: int) -> int:
        """Protocol, randomness: the next number from 0 to n-1."""
        if self.fate:
            value = self.fate.pop(0)
            need(0 <= value < n, f"fate {value} is not below {n}")
            return value
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
        z = z ^ (z >> 31)
        return (z * n) // 2**64

    def shuffle(self, items: list[str]) -> None:
        """Protocol, randomness: Fisher-Yates from the last item down."""
        for i in range(len(items) - 1, 0, -1):
            v = self.below(i + 1)
            items[i], items[v] = items[v], items[i]


# ------------------------------------------------------------------------------------------------------- the protocol


def parse_line(line: bytes) -> Json:
    """Protocol: one request as an object, or BadRequest."""

    def no_constant(text: str) -> Any:
        raise BadRequest(f"{text} is no number")

    def finite(text: str) -> float:
        number = float(text)
        if number in (float("inf"), float("-inf")):
            raise BadRequest(f"{text} is too large")
        return number

    def no_double(pairs: list[tuple[str, Any]]) -> Json:
        if len({key for key, _ in pairs}) != len(pairs):
            raise BadRequest("a key twice")
        return dict(pairs)

    if len(line.rstrip(b"\r\n")) > 16 * 1024 * 1024:
        raise BadRequest("the line is too long")
    try:
        request = json.loads(
            line.decode("utf-8"), object_pairs_hook=no_double, parse_constant=no_constant, parse_float=finite
        )
    except (ValueError, RecursionError):
        raise BadRequest("not JSON") from None
    if nesting(request) > 200:
        raise BadRequest("nested too deeply")
    if not isinstance(request, dict):
        raise BadRequest("not an object")
    return request


def nesting(value: Any) -> int:
    """How many lists and objects lie in each other."""
    depth = 0
    layer = [value]
    while True:
        layer = [item for item in layer if isinstance(item, list | dict)]
        if not layer:
            return depth
        depth += 1
        layer = [inner for item in layer for inner in (item.values() if isinstance(item, dict) else item)]


class Server:
    """Protocol: one match and the number of actions taken in it. `may_lack_options`: the game's rules let a request for
    a new match leave its options out.
    """

    def __init__(self, match: Referee, game: str, may_lack_options: bool = False) -> None:
        self.match = match
        self.game = game
        self.may_lack_options = may_lack_options
        self.taken = 0

    def serve(self) -> None:
        """Reads requests from stdin and writes replies to stdout until the input ends."""
        for line in sys.stdin.buffer:
            if line.strip():
                print(json.dumps(self.answer(line)), flush=True)

    def answer(self, line: bytes) -> Json:
        """One reply to one line."""
        try:
            return {"ok": True, **self.reply(parse_line(line))}
        except RefereeError as error:
            return {"ok": False, "error": {"code": error.code, "message": str(error)}}

    def field(self, request: Json, name: str) -> Any:
        """A field that must be there."""
        if name not in request:
            raise BadRequest(f"no {name}")
        return request[name]

    def reply(self, request: Json) -> Json:
        """The fields of a successful reply. Reading: the request's own fields are checked before the match is."""
        match = self.match
        op = self.field(request, "op")
        if op == "new":
            if self.field(request, "game") != self.game:
                raise BadRequest("unknown game")
            seed, fate = self.field(request, "seed"), request.get("fate", [])
            if not isinstance(fate, list):  # null too is no list
                raise BadRequest("fate is no list")
            options = request.get("options", {}) if self.may_lack_options else self.field(request, "options")
            position = match.new(options, seed, fate)
            self.taken = 0
            return {"position": position}
        if op == "load":
            sent = self.field(request, "position")
            if not isinstance(sent, dict):
                raise BadRequest("position is no object")
            position = match.load(sent, request.get("seed", 0))
            self.taken = 0
            return {"position": position}
        if op == "position":
            return {"position": match.position()}
        if op in ("view", "events"):
            seat = self.field(request, "seat")
            if seat is not None and not is_int(seat):
                raise BadRequest("seat")
            return {"view": match.view(seat)} if op == "view" else {"events": match.events(seat)}
        if op == "actions":
            return {"to_act": match.to_act(), "actions": match.actions()}
        if op == "act":
            action = self.field(request, "action")
            if not isinstance(action, str) or not is_int(request.get("at", 0)):
                raise BadRequest("action is no text, or at no integer")
            if match.to_act() is not None and request.get("at", self.taken) != self.taken:
                raise IllegalAction(f"{self.taken} actions were taken so far")
            events = match.act(action)
            self.taken += 1
            return {"events": events, "to_act": match.to_act()}
        if op == "result":
            over, scores, winners = match.result()
            return {"over": over, "scores": scores, "winners": winners}
        raise BadRequest("unknown op")
