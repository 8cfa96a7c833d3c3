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
from orrery.bots.deck_trial import DeckTrial
from orrery.bots.mcts import ENDLESS, MctsBot
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.foresight import WORLDS, Foresight, foresee
from orrery.core.game import Game, seen_of
from orrery.core.match import Entry, replay
from orrery.core.records import BadRecord, from_record
from orrery.games import game_named
from orrery.server import hosted
from orrery.server.live.wire import Foreseen
from orrery.server.workers.answers import judgement, told
from orrery.server.workers.questions import (
    Answered,
    Choose,
    Chosen,
    Failed,
    Foresee,
    Foreseeing,
    Judge,
    Judged,
    NoRecord,
    Replay,
    Replayed,
    Solve,
    Task,
    Tried,
    Try,
    WorkerReply,
)
from orrery.server.workers.solving import solve

HASTE: Final = 0.05
"""With fewer seconds left than this a bot does not search."""
CHEAP: Final = "greedy"


BOTS: dict[tuple[str, str], Bot] = {}


def bot_for(game: str, name: str) -> Bot:
    """The bot of that name, kept for the next question."""
    bot = BOTS.get((game, name))
    if bot is None:
        rules = game_named(game)
        assert rules is not None, game
        bot = BOTS[game, name] = make_bot(name, rules)
    return bot


def choose(question: Choose, seconds: float) -> Chosen:
    """What a bot does, within its time."""
    asked = bot_for(question.game, question.bot)
    bot = asked if seconds >= HASTE else bot_for(question.game, CHEAP)
    clock = WallClock(max(seconds, 0.0))
    word = bot.choose(question.view, question.seen, question.actions, Fate(question.seed), clock)
    if not isinstance(asked, MctsBot) or asked.budget.simulations == ENDLESS:
        return Chosen(word)
    return Chosen(word, asked.got if bot is asked else 0.0)


def preview(question: Foresee, seconds: float) -> Foreseeing:
    """What an action would lead to, as far as the seat can know, and the score then: told from what the seat would see,
    and only if it is the same in all imagined worlds.
    """
    rules = game_named(question.game)
    assert rules is not None, question.game
    clock = WallClock(seconds)
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
    return Foreseeing(found.events, found.whole, points, found.next, answers, found.idle)


def score_after(rules: Game, question: Foresee, found: Foresight) -> JsonObject | None:
    """The score in the imagined worlds, as the seat would be told it; None where they differ or are too few."""
    points: JsonObject | None = None
    guide = rules.guide()
    if len(found.worlds) < WORLDS or "score" not in guide.questions():
        return None
    for state, events in zip(found.worlds, found.seen, strict=True):
        view, seen = state.view(question.seat), [*question.seen, *events]
        row = guide.answer("score", view, seen, question.seat, {})
        if points is not None and points != row:
            return None
        points = row
    return points


def replay_record(question: Replay) -> Replayed | NoRecord:
    """Replays a record that somebody brought."""
    rules = game_named(question.game)
    assert rules is not None, question.game
    try:
        match = from_record(rules, question.record)
    except BadRecord as fault:
        return NoRecord(str(fault), fault.code, fault.facts)
    found = Replayed(match.state.seats(), match.number, match.result().as_json())
    number, seat = question.number, question.seat
    if question.history and (seat is None or 0 <= seat < found.seats):
        found.past = [past_of(entry, i, seat) for i, entry in enumerate(match.entries, 1)]
        if match.opening:
            found.past.insert(0, {"number": 0, "kind": "setup", "seat": -1, "time": 0, "events": match.opening})
    if number is None or not 0 <= number <= match.number or (seat is not None and not 0 <= seat < found.seats):
        return found
    line = match.line_at(number)
    state = replay(match.first, line)
    if number:
        last = match.entries[number - 1]
        found.action = last.word or f"undo {last.to}"
        found.events = seen_of(last.events, seat)
    else:
        found.events = list(match.opening)
    found.to_act = state.to_act()
    found.view = state.view(seat)
    if question.knowing:
        found.seen = [*match.opening, *[shown for entry in line for shown in seen_of(entry.events, seat)]]
        found.actions = sorted(state.word(action) for action in state.actions())
        found.word = match.entries[number].word or None if number < match.number else None
    return found


def past_of(entry: Entry, number: int, seat: int | None) -> JsonObject:
    """An entry of a record as somebody saw it, in the shape of wire.Past."""
    past = {"number": number, "seat": entry.seat, "time": entry.time or 0}
    if not entry.word:
        return {**past, "kind": "undo", "word": str(entry.to), "back": entry.to}
    own = {"action": entry.word} if entry.seat == seat else {}
    return {**past, "kind": "act", "events": seen_of(entry.events, seat), **own}


def judge(question: Judge, seconds: float) -> Judged:
    """How good a decision was."""
    game, before = game_named(question.asked.game), time.process_time()
    assert game is not None, question.asked.game
    row = judgement(game, question.asked, WallClock(max(0.0, seconds)))
    return Judged(row, time.process_time() - before)


TRIALS: dict[tuple[object, ...], DeckTrial] = {}
MOST_TRIALS: Final = 16
"""How many trials are kept for the next question."""


def trial_for(question: Try) -> DeckTrial:
    """The trial of that deck, kept for the next question."""
    cards = tuple(sorted(question.cards.items()))
    key = (question.game, question.mode, question.bot, question.element, cards)
    found = TRIALS.pop(key, None)
    if found is None:
        rules = game_named(question.game)
        assert rules is not None, question.game
        shelf = rules.guide().shelf()
        assert shelf is not None, question.game
        deck = shelf.listed(question.cards, "", question.element)
        found = DeckTrial(rules, deck, question.mode, question.bot)
    TRIALS[key] = found
    while len(TRIALS) > MOST_TRIALS:
        del TRIALS[next(iter(TRIALS))]
    return found


def try_deck(question: Try) -> Tried:
    """Matches of a deck, one at least, until the seconds are over."""
    clock, before = WallClock(question.seconds), time.process_time()
    trial = trial_for(question)
    halves: list[int] = []
    for number in range(question.start, question.end):
        halves.append(trial.play(number))
        if clock.left() <= 0.0:
            break
    return Tried(halves, time.process_time() - before)


def answer(line: bytes) -> WorkerReply:
    """The answer to a question; a bot that fails fails with a sentence."""
    try:
        task = msgspec.json.decode(line, type=Task)
        question, seconds = task.question, task.seconds
        if isinstance(question, Choose):
            return choose(question, seconds)
        if isinstance(question, Foresee):
            return preview(question, seconds)
        if isinstance(question, Replay):
            return replay_record(question)
        if isinstance(question, Judge):
            return judge(question, seconds)
        if isinstance(question, Try):
            return try_deck(question)
        if isinstance(question, Solve):
            return solve(question)
        return Answered(told(question.asked, seconds))
    except Exception as fault:
        return Failed(f"{type(fault).__name__}: {fault}")


def run(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answers questions until there are no more."""
    sink.write(b"ready\n")
    sink.flush()
    while line := source.readline():
        sink.write(msgspec.json.encode(answer(line)) + b"\n")
        sink.flush()


def main() -> None:
    """The process. It gives way to the server, whose sockets must not wait, and to processes that give less: how much
    is the word that it is started with.
    """
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
    hosted.hear()
    sink: Any = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints is no answer
    try:
        run(sys.stdin.buffer, sink)
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)


if __name__ == "__main__":
    main()
