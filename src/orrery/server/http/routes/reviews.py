"""Requests about reviews: how good what was done in a match was, trying a decision again, playing on from a moment, and
which mistakes come again.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from orrery.bots.analysis import INACCURACY
from orrery.bots.reasons import features_of
from orrery.core.clause import in_words
from orrery.core.data import JsonObject
from orrery.core.notation import nearest
from orrery.server.access import MODEL, check
from orrery.server.http.door import (
    WITH_PERSON,
    Asked,
    Asking,
    TableId,
    address_of_client,
    eyes,
    person_of,
    service_of,
    spend_past,
)
from orrery.server.http.games import InWords
from orrery.server.http.review import ReviewNow, review_of
from orrery.server.http.routes.tables import Made
from orrery.server.live.session import Session
from orrery.server.live.tables import Table
from orrery.server.live.wire import Previewed
from orrery.server.refusal import RequestRefused
from orrery.server.store.rows import JudgementRow
from orrery.server.workers.pool import ThinkingFault
from orrery.server.workers.reviews import Job, Line, asked_at, row_of

HOLD: Final = 8.0
"""Seconds for which a question that knows all there is so far is held back at most."""
MOST_MISTAKES: Final = 400
"""So many of somebody's losses are looked through for what comes again."""
MOST_SHOWN: Final = 6
"""So many positions of one kind are given to be trained."""
Word = Annotated[str, Meta(max_length=400)]


class ReviewTry(Struct, frozen=True, forbid_unknown_fields=True):
    """An action that somebody would do now."""

    action: Word


class ReviewPlay(Struct, frozen=True, forbid_unknown_fields=True):
    """Against which bot somebody would play on."""

    bot: Annotated[str, Meta(max_length=32)]


class ReviewMoment(Struct, frozen=True):
    """A decision to be tried again: what the seat knew, and what it might have done. Nothing of how it was judged."""

    table: str
    game: str
    number: int
    seat: int
    view: dict[str, Any]
    actions: list[str]


class ReviewNext(Struct, frozen=True):
    """A decision that is likely to follow, in one of the worlds that the seat could imagine."""

    seat: int
    word: str


class ReviewAnswer(Struct, frozen=True):
    """What was best at a decision, and why where the features tell; and what was done instead."""

    word: str
    chance: float
    best: str
    best_chance: float
    good: list[str]
    why: InWords | None


class ReviewTried(Struct, frozen=True):
    """Was an action good? Where it is `accepted`, `answer` says what was best; else `leads` says what it leads to, and
    `chance` is the chance after it. Where the rules forbid it, it is told as in `refused`.
    """

    accepted: bool
    allowed: bool
    chance: float | None = None
    best_chance: float | None = None
    leads: list[ReviewNext] = []
    answer: ReviewAnswer | None = None
    message: str = ""
    kind: str | None = None
    reason: str | None = None
    clause: str | None = None
    facts: dict[str, Any] | None = None
    near: list[str] | None = None


class TrainingPosition(Struct, frozen=True):
    """A position of one's own in which one lost something: at which table and moment, and how much."""

    table: str
    at: int
    loss: float
    name: str


class Habit(Struct, frozen=True):
    """A mistake that comes again: what was overlooked, how often, how much was lost by it in all, and positions in
    which to do it better. `what` is null for those of which the features tell nothing.
    """

    game: str
    feature: str
    what: InWords | None
    times: int
    lost: float
    positions: list[TrainingPosition]


class GameHabits(Struct, frozen=True):
    """Of one game, how many decisions in how many of one's matches were looked at, and which mistakes come again."""

    game: str
    decisions: int
    matches: int
    habits: list[Habit]


async def looked_at(request: Asked, table: str, what: str) -> tuple[Session, Table]:
    """A match that is over, for somebody who may do this. Raises RequestRefused."""
    room, row = await service_of(request).hall.look_at(table)
    await eyes(request, row, what)
    return await room.ended(), row


async def yours_of(request: Asked, row: Table) -> list[int]:
    """The seats that who asks has played."""
    person = await person_of(request)
    return list(row.place(None if person is None else person.id).own)


@post("/api/tables/{table:str}/review", dependencies=WITH_PERSON, status_code=200)
async def begin_review(request: Asked, person: Asking, table: TableId) -> ReviewNow:
    """Have a match reviewed, in the background; what is known so far is told."""
    session, row = await looked_at(request, table, "review_begin")
    reviews = service_of(request).reviews
    known = await reviews.known(table)
    line = Line(session)
    yours = list(row.place(person.id).own)
    if any(at not in known for at in line.at):
        await spend_past(request, session.number)
        entries = [logged.entry for logged in session.log]
        reviews.ask(person.id, Job(table, session.start, entries, line, set(yours), address_of_client(request)))
    return review_of(session, known, yours, *reviews.state_of(table))


@get("/api/tables/{table:str}/review")
async def read_review(request: Asked, table: TableId, known: Annotated[int, QueryParameter(ge=-1)] = -1) -> ReviewNow:
    """What is known of a match so far. Where there is no more than so many judgements that are `known`, the answer is
    held back until there is, for some seconds at most.
    """
    session, row = await looked_at(request, table, "review")
    reviews = service_of(request).reviews
    yours = await yours_of(request, row)
    end = asyncio.get_running_loop().time() + HOLD
    while True:
        found = review_of(session, await reviews.known(table), yours, *reviews.state_of(table))
        rest = end - asyncio.get_running_loop().time()
        if found.judged > known or found.state not in ("working", "waiting") or rest <= 0:
            return found
        await reviews.change(rest)


@get("/api/tables/{table:str}/review/{number:int}")
async def read_decision(request: Asked, table: TableId, number: FromPath[int]) -> ReviewMoment:
    """A decision to be tried again, as its seat saw it."""
    then, seat = await decision_at(request, table, number, "review_moment")
    view, actions = then.match.view(seat), then.match.actions()
    return ReviewMoment(table, then.start.game.name, number, seat, view, actions)


async def decision_at(request: Asked, table: str, number: int, what: str) -> tuple[Session, int]:
    """A match that is over as it stood at a decision, and whose it was. Raises RequestRefused."""
    session, _ = await looked_at(request, table, what)
    await spend_past(request, min(max(0, number), session.number))
    room = await service_of(request).hall.room(table)
    then = await room.at(number)
    seat = then.match.to_act()
    if seat is None or len(then.match.actions()) < 2:
        raise RequestRefused("no_choice", f"at the number {number} there is nothing to choose")
    return then, seat


@post("/api/tables/{table:str}/review/{number:int}/try", dependencies=WITH_PERSON, status_code=200)
async def try_again(
    request: Asked, person: Asking, table: TableId, number: FromPath[int], data: JSONBody[ReviewTry]
) -> ReviewTried:
    """Would this have been good? Every action of nearly the same worth as the best is."""
    then, seat = await decision_at(request, table, number, "review_try")
    word, match = data.action, then.match
    refusal = match.why_not(word)
    if refusal is not None or word not in match.actions():
        return ReviewTried(
            accepted=False,
            allowed=False,
            message="" if refusal is None else in_words(match.game.package, refusal, "en"),
            kind=None if refusal is None else refusal.kind,
            reason=None if refusal is None else refusal.code,
            clause=None if refusal is None else refusal.clause,
            facts=None if refusal is None else refusal.facts,
            near=nearest(word, match.actions()),
        )
    kept = await judged_at(request, table, number)
    if kept is not None and (word == kept["word"] or word in kept["good"]):
        return tried(kept, word)
    fresh = await judge(request, person.id, then, seat, word)
    return tried(fresh, word) if kept is None else tried(fresh | {"best_chance": kept["best_chance"]}, word, kept)


def tried(row: JsonObject, word: str, known: JsonObject | None = None) -> ReviewTried:
    """What is said to an action; `known` is what was kept of the decision, where `row` was made for this action."""
    chance = row["chance"] if word == row["word"] else None
    is_good = word in row["good"] or word == row["best"]
    if is_good:
        return ReviewTried(True, True, chance, row["best_chance"], answer=answer_of(known or row))
    return ReviewTried(False, True, chance, row["best_chance"], msgspec.convert(row["leads"], list[ReviewNext]))


def answer_of(row: JsonObject) -> ReviewAnswer:
    """What was best, and why: told to who decides now in the place of that seat."""
    why = None if row["why"] is None else InWords(**row["why"])
    return ReviewAnswer(row["word"], row["chance"], row["best"], row["best_chance"], row["good"], why)


async def judged_at(request: Asked, table: str, number: int) -> JsonObject | None:
    """What is known of a decision; None if nothing is."""
    found: JudgementRow | None = (await service_of(request).reviews.known(table)).get(number)
    return None if found is None else row_of(found)


async def judge(request: Asked, person: str, then: Session, seat: int, word: str) -> JsonObject:
    """How good an action would be. Raises RequestRefused."""
    reviews, hall = service_of(request).reviews, service_of(request).hall
    address = address_of_client(request)
    reviews.check_budget(person, address)
    try:
        found = await hall.bots.pool.judge(asked_at(then, seat, word))
    except ThinkingFault:
        raise RequestRefused("not_judged", "this could not be judged just now; try again") from None
    reviews.owe(person, address, found.spent)
    if found.row is None:
        raise RequestRefused("not_judged", "too little is known of this action to say how good it is")
    return found.row


@post("/api/tables/{table:str}/review/{number:int}/preview", dependencies=WITH_PERSON, status_code=200)
async def preview_try(
    request: Asked, person: Asking, table: TableId, number: FromPath[int], data: JSONBody[ReviewTry]
) -> Previewed:
    """What an action would visibly do at a decision that is tried again, as `previewed` tells it at a table."""
    then, seat = await decision_at(request, table, number, "review_preview")
    match, word = then.match, data.action
    if word not in match.actions():
        raise RequestRefused("no_preview", "this is not to be done now")
    pool = service_of(request).hall.bots.glances
    try:
        reply = await pool.preview(match.game.name, match.view(seat), match.seen(seat), word, seat)
    except ThinkingFault:
        raise RequestRefused("no_preview", "this cannot be foreseen just now") from None
    return Previewed(0, number, reply.events, reply.whole, reply.score, reply.next, reply.answers, reply.idle)


@get("/api/tables/{table:str}/review/{number:int}/answer")
async def read_answer(request: Asked, table: TableId, number: FromPath[int]) -> ReviewAnswer:
    """What was best at a decision, for whoever has tried enough."""
    await looked_at(request, table, "review_answer")
    row = await judged_at(request, table, number)
    if row is None:
        raise RequestRefused("no_choice", f"of the decision at the number {number} nothing is known")
    return answer_of(row)


@post("/api/tables/{table:str}/replay/{number:int}/play", dependencies=WITH_PERSON)
async def play_on(
    request: Asked, person: Asking, table: TableId, number: FromPath[int], data: JSONBody[ReviewPlay]
) -> Made:
    """Play on against bots from a moment of a match that is over, at a table of one's own."""
    hall = service_of(request).hall
    room, row = await hall.look_at(table)
    check(MODEL.requests, "play_on", row.place(person.id))
    await room.ended()
    await spend_past(request, min(max(0, number), row.row.number))
    return Made(await hall.lobby.play_on(room, row, person, number, data.bot))


# --- what comes again -------------------------------------------------------------------------------------------------


@get("/api/mistakes", dependencies=WITH_PERSON)
async def read_mistakes(request: Asked, person: Asking) -> list[GameHabits]:
    """Which mistakes one makes again and again, in all one's matches that were reviewed."""
    reviews = service_of(request).reviews
    counts = await reviews.counts_of(person.id)
    rows = await reviews.of_person(person.id, INACCURACY, MOST_MISTAKES)
    return [
        GameHabits(game, decisions, matches, habits_of(game, [row for row in rows if row.game == game]))
        for game, (decisions, matches) in sorted(counts.items())
    ]


def habits_of(game: str, rows: list[JudgementRow]) -> list[Habit]:
    """Losses sorted by what was overlooked most, what cost most first; those of which nothing is told come last."""
    found: dict[str, list[tuple[JudgementRow, JsonObject]]] = {}
    for row in rows:
        judgement = row_of(row)
        if judgement is not None:
            reasons = judgement["reasons"]
            found.setdefault(reasons[0]["feature"] if reasons else "", []).append((row, judgement))
    habits = [habit_of(game, feature, those) for feature, those in found.items()]
    habits.sort(key=lambda habit: (habit.what is None, -habit.lost, habit.feature))
    return habits


def habit_of(game: str, feature: str, those: list[tuple[JudgementRow, JsonObject]]) -> Habit:
    """What the losses of one kind say."""
    row = features_of(game).get(feature, {})
    what = InWords(**row["thing"]) if "thing" in row else None
    those.sort(key=lambda one: (-one[0].loss, one[0].match, one[0].number))
    positions = [
        TrainingPosition(one.match, one.number, round(one.loss, 4), kept["name"]) for one, kept in those[:MOST_SHOWN]
    ]
    return Habit(game, feature, what, len(those), round(sum(one.loss for one, _ in those), 4), positions)


ROUTES: Final[list[Any]] = [
    begin_review,
    read_review,
    read_decision,
    try_again,
    preview_try,
    read_answer,
    play_on,
    read_mistakes,
]
