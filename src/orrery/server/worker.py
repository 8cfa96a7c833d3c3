"""A process in which bots think: one question a line on standard input, one answer a line on standard output.

It holds no match and no secret: a question carries a seat's view, its copy of the events and the legal actions, which
is all that a bot may know. When the server goes, the input ends and so does the worker.
"""

from __future__ import annotations

import os
import sys
import time
from typing import IO, Any, Final

import msgspec

from orrery.bots.bot import Bot, WallClock, make_bot
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.foresight import WORLDS, Foresight, foresee
from orrery.core.game import Game, seen_of
from orrery.core.match import Entry, Match, replay
from orrery.core.records import BadRecord, from_record
from orrery.games import game_named
from orrery.server.asking import Asked, score, told
from orrery.server.wire import Foreseen

HASTE: Final = 0.05
"""With fewer seconds left than this a bot does not search."""
CHEAP: Final = "greedy"


class Question(msgspec.Struct):
    """What shall this bot do? With `word`: what would this action visibly do? With `record`: what comes of replaying
    it, after so many entries (`number`) how does it look to a seat, (`knowing`) what did the seat know then, and
    (`history`) what did it see in all? With `asked`: what is the answer to that?
    """

    game: str
    bot: str
    view: JsonObject
    seen: list[JsonObject]
    actions: list[str]
    seed: int
    seconds: float
    word: str | None = None
    seat: int | None = 0
    record: JsonObject | None = None
    number: int | None = None
    history: bool = False
    knowing: bool = False
    asked: Asked | None = None


class Replayed(msgspec.Struct):
    """What came of replaying a record; with a number that there is, also how it looked then, and with `knowing` what
    had been seen, what could be done and what was done (`word`); with `history`, also its entries as somebody saw them.
    """

    seats: int
    entries: int
    result: JsonObject
    to_act: int | None = None
    action: str | None = None
    events: list[JsonObject] = []
    view: JsonObject = {}
    past: list[JsonObject] = []
    seen: list[JsonObject] = []
    actions: list[str] = []
    word: str | None = None


class Reply(msgspec.Struct):
    """The action chosen, what an action would lead to with the score after it, a replay, or an answer (`told`);
    `problem` if it went wrong, `refused` if the record is none, with the `reason` and its `facts`.
    """

    action: str = ""
    events: list[JsonObject] = []
    whole: bool = True
    score: JsonObject | None = None
    next: int | None = None
    answers: list[Foreseen] = []
    idle: bool = False
    seconds: float = 0.0
    problem: str = ""
    refused: str = ""
    reason: str = ""
    facts: JsonObject = {}
    replayed: Replayed | None = None
    told: JsonObject = {}


BOTS: dict[tuple[str, str], Bot] = {}


def bot_for(game: str, name: str) -> Bot:
    """The bot of that name, kept for the next question."""
    bot = BOTS.get((game, name))
    if bot is None:
        rules = game_named(game)
        assert rules is not None, game
        bot = BOTS[game, name] = make_bot(name, rules)
    return bot


def choose(question: Question) -> Reply:
    """What a bot does, within its time."""
    name = question.bot if question.seconds >= HASTE else CHEAP
    clock = WallClock(max(question.seconds, 0.0))
    bot = bot_for(question.game, name)
    return Reply(bot.choose(question.view, question.seen, question.actions, Fate(question.seed), clock))


def preview(question: Question) -> Reply:
    """What an action would lead to, as far as the seat can know, and the score then: told from what the seat would see,
    and only if it is the same in all imagined worlds.
    """
    rules = game_named(question.game)
    assert rules is not None and question.word is not None
    clock = WallClock(question.seconds)
    found = foresee(
        rules,
        question.view,
        question.seen,
        question.word,
        question.seat,
        Fate(question.seed),
        lambda: clock.left() > 0.0,
    )
    answers = [Foreseen(one.word, one.events, one.whole, one.next) for one in found.answers]
    points = score_after(rules, question, found)
    return Reply(
        events=found.events, whole=found.whole, score=points, next=found.next, answers=answers, idle=found.idle
    )


def score_after(rules: Game, question: Question, found: Foresight) -> JsonObject | None:
    """The score in the imagined worlds, as the seat would be told it; None where they differ or are too few."""
    points: JsonObject | None = None
    if len(found.worlds) < WORLDS:
        return None
    for state, events in zip(found.worlds, found.seen, strict=True):
        view, seen = state.view(question.seat), [*question.seen, *events]
        row = score(rules, Asked("score", question.game, state.seats(), 0, question.seat, view, seen))
        if points is not None and points != row:
            return None
        points = row
    return points


def replay_record(question: Question) -> Reply:
    """Replays a record that somebody brought."""
    rules = game_named(question.game)
    assert rules is not None and question.record is not None
    try:
        match = from_record(rules, question.record)
    except BadRecord as fault:
        return Reply(refused=str(fault), reason=fault.code, facts=fault.facts)
    found = Replayed(match.state.seats(), match.number, match.result().as_json())
    number, seat = question.number, question.seat
    if question.history and (seat is None or 0 <= seat < found.seats):
        found.past = [past_of(entry, i, seat) for i, entry in enumerate(match.entries, 1)]
    if number is None or not 0 <= number <= match.number or (seat is not None and not 0 <= seat < found.seats):
        return Reply(replayed=found)
    line = line_at(match, number)
    state = replay(match.first, line)
    if number:
        last = match.entries[number - 1]
        found.action = last.word or f"undo {last.to}"
        found.events = seen_of(last.events, seat)
    found.to_act = state.to_act()
    found.view = state.view(seat)
    if question.knowing:
        found.seen = [shown for entry in line for shown in seen_of(entry.events, seat)]
        found.actions = sorted(state.word(action) for action in state.actions())
        found.word = match.entries[number].word or None if number < match.number else None
    return Reply(replayed=found)


def past_of(entry: Entry, number: int, seat: int | None) -> JsonObject:
    """An entry of a record as somebody saw it, in the shape of wire.Past."""
    past = {"number": number, "seat": entry.seat, "time": entry.time or 0}
    if not entry.word:
        return {**past, "kind": "undo", "word": str(entry.to)}
    own = {"action": entry.word} if entry.seat == seat else {}
    return {**past, "kind": "act", "events": seen_of(entry.events, seat), **own}


def line_at(match: Match, number: int) -> list[Entry]:
    """The actions that stand after so many entries of a match."""
    line: list[Entry] = []
    for entry in match.entries[:number]:
        if entry.word:
            line.append(entry)
        else:
            del line[entry.to :]
    return line


def answer(line: bytes) -> Reply:
    """The answer to a question; a bot that fails fails with a sentence."""
    began = time.monotonic()
    try:
        question = msgspec.json.decode(line, type=Question)
        if question.asked is not None:
            reply = Reply(told=told(question.asked, question.seconds))
        elif question.record is not None:
            reply = replay_record(question)
        else:
            reply = choose(question) if question.word is None else preview(question)
    except Exception as fault:
        reply = Reply(problem=f"{type(fault).__name__}: {fault}")
    reply.seconds = time.monotonic() - began
    return reply


def run(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answers questions until there are no more."""
    sink.write(b"ready\n")
    sink.flush()
    while line := source.readline():
        sink.write(msgspec.json.encode(answer(line)) + b"\n")
        sink.flush()


def main() -> None:
    """The process: it gives way to the server, whose sockets must not wait."""
    if hasattr(os, "nice"):
        os.nice(10)
    sink: Any = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints is no answer
    try:
        run(sys.stdin.buffer, sink)
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)


if __name__ == "__main__":
    main()
