"""The engine protocol from the other side (docs/engines.md): any bot of ours as a program that another host talks to.

It is a sparring partner for programs in any language. It keeps what a seat was shown in one match, answers each line
with one, and goes on after an error, as the referee does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, BinaryIO, Final

from orrery import __version__
from orrery.bots.bot import Bot, UnknownBot, WallClock, make_bot
from orrery.bots.playing import Forfeit
from orrery.core.data import JsonObject, is_integer, shown
from orrery.core.fate import Fate
from orrery.core.game import Result
from orrery.games import game_named, game_names
from orrery.referee import Fault, bad_request, parse, run

PROTOCOL: Final = 1


class Engine:
    """A bot that is asked by requests."""

    def __init__(self, name: str, games: list[str] | None = None) -> None:
        self.name = name
        self.games = game_names() if games is None else games
        self.bot: Bot | None = None
        self.seen: list[JsonObject] = []
        self.ops: dict[str, Callable[[JsonObject], JsonObject]] = {
            "hello": self.hello,
            "new": self.new,
            "choose": self.choose,
            "over": self.over,
        }

    def answer(self, line: bytes) -> JsonObject:
        """The reply to one line. Never raises."""
        try:
            request = parse(line)
            op = field(request, "op", str, "a text")
            if op not in self.ops:
                raise bad_request(f"the op {shown(op)} is unknown; there are {', '.join(self.ops)}")
            return {"ok": True, **self.ops[op](request)}
        except Fault as fault:
            return fault.reply()
        except Forfeit as fault:
            return Fault("failed", str(fault)).reply()
        except Exception as fault:
            return Fault("failed", f"{self.name} failed: {type(fault).__name__}: {fault}").reply()

    def hello(self, request: JsonObject) -> JsonObject:
        """Who this is."""
        return {"protocol": PROTOCOL, "name": self.name, "version": __version__, "games": self.games}

    def new(self, request: JsonObject) -> JsonObject:
        """Another match begins."""
        name = field(request, "game", str, "a text")
        game = game_named(name) if name in self.games else None
        if game is None:
            raise bad_request(f"the game {shown(name)} is unknown; there are {', '.join(self.games)}")
        try:
            self.bot = make_bot(self.name, game)
        except UnknownBot as fault:
            raise bad_request(str(fault)) from None
        self.seen = []
        return {}

    def choose(self, request: JsonObject) -> JsonObject:
        """What the bot does."""
        view = field(request, "view", dict, "an object")
        events = field(request, "events", list, "a list")
        actions = field(request, "actions", list, "a list")
        seed = request.get("seed", 0)
        left = request.get("left_ms")
        if not is_integer(seed):
            raise bad_request(f"seed: {shown(seed)} is not a whole number")
        if left is not None and (isinstance(left, bool) or not isinstance(left, int | float)):
            raise bad_request(f"left_ms: {shown(left)} is neither a number of milliseconds nor null")
        if not actions or not all(isinstance(word, str) for word in actions):
            raise bad_request("actions: right is a list of at least one legal action")
        if self.bot is None:
            raise Fault("no_match", "no match has begun; say new first")
        clock = WallClock(3600.0 if left is None else left / 1000)
        self.seen += events
        return {"action": self.bot.choose(view, list(self.seen), actions, Fate(seed), clock)}

    def over(self, request: JsonObject) -> JsonObject:
        """The match has ended."""
        found = request.get("result")
        row: JsonObject = found if isinstance(found, dict) else {}
        if self.bot is not None:
            self.bot.over(Result(True, row.get("scores"), row.get("winners") or []))
        self.bot = None
        return {}


def field(request: JsonObject, key: str, kind: type, words: str) -> Any:
    """A field that a request must have. Raises Fault."""
    if key not in request:
        raise bad_request(f"the field {key} is missing")
    if not isinstance(request[key], kind):
        raise bad_request(f"{key}: {shown(request[key])} is not {words}")
    return request[key]


def main(name: str, games: list[str] | None, answers: BinaryIO) -> None:
    """The command `orrery engine`, which answers there."""
    engine = Engine(name, games)
    try:
        run(sys.stdin.buffer, answers, engine.answer)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()
