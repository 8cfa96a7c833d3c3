"""Requests about lessons. They keep nothing: a lesson and what a learner has done in it (the trail, which the learner
keeps) give the moment that it leads to, worked out anew for each question.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from orrery.core.data import DataFault
from orrery.core.lessons import LONGEST, Astray, Lesson, Moment, lessons_of
from orrery.games import game_named, game_names
from orrery.server.http import exhibits
from orrery.server.http.door import WITH_PERSON, Asked, Asking, GameId
from orrery.server.http.games import InWords
from orrery.server.http.library import the_game
from orrery.server.http.prepared import LessonEntry, Word, answer_of, both, entries_of, preview_of, refused
from orrery.server.http.routes.games import lasting
from orrery.server.http.routes.records import Answered
from orrery.server.live.wire import Previewed
from orrery.server.refusal import RequestRefused
from orrery.server.workers.answers import TURNS, check_question

LessonId = Annotated[str, PathParameter(max_length=64)]
Trail = Annotated[list[Word], Meta(max_length=LONGEST)]


class LessonInfo(Struct, frozen=True):
    """A lesson of a game: its name and what one learns; how many steps it has."""

    game: str
    lesson: str
    title: InWords
    about: InWords
    steps: int


class LessonAt(Struct, frozen=True, forbid_unknown_fields=True):
    """What a learner has done: for each step that is behind, the action that was taken, or an empty text where it only
    said something. `have`: so many of the actions done are known already; null: none, the present is enough.
    """

    trail: Trail
    have: Annotated[int, Meta(ge=0)] | None = None


class LessonTry(Struct, frozen=True, forbid_unknown_fields=True):
    """An action that somebody would do at the end of a trail."""

    trail: Trail
    action: Word


class LessonQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about the moment at the end of a trail, as at a table (`ask`)."""

    trail: Trail
    what: Literal["score", "forecast"]
    turns: Annotated[int, Meta(ge=1, le=TURNS)] = TURNS


class LessonNow(Struct, frozen=True):
    """A moment of a lesson. `step` is counted from 0; at the end it is `steps`, and `say` tells what was learned. Where
    an action is asked for (`asks`), `actions` are those that the rules allow; the lesson may accept fewer, `example`
    among them. `view` is null where the entries lead on from one that is known.
    """

    game: str
    lesson: str
    title: InWords
    seat: int
    names: list[InWords]
    step: int
    steps: int
    say: InWords
    point: list[str]
    asks: bool
    actions: list[str]
    example: str | None
    to_act: int | None
    number: int
    entries: list[LessonEntry]
    view: dict[str, Any] | None


class LessonAnswer(Struct, frozen=True):
    """Would this action be done? If it is not `accepted`, either the rules forbid it (then it is told as in `refused`),
    or it is not what the lesson asks for. `note`: what this lesson has to say about it.
    """

    accepted: bool
    allowed: bool
    note: InWords | None
    message: str = ""
    kind: str | None = None
    reason: str | None = None
    clause: str | None = None
    facts: dict[str, Any] | None = None
    near: list[str] | None = None


def known_lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game. Raises RequestRefused."""
    try:
        return lessons_of(the_game(game))
    except DataFault as fault:
        raise RequestRefused("no_such_lesson", f"the lessons of {game} cannot be read: {fault}") from None


def the_lesson(game: str, name: str) -> Lesson:
    """A lesson by its name. Raises RequestRefused."""
    found = known_lessons(game)
    for lesson in found:
        if lesson.name == name:
            return lesson
    there = ", ".join(lesson.name for lesson in found) or "none"
    raise RequestRefused("no_such_lesson", f"there is no lesson {name[:40]!r} of {game}; there are {there}")


def the_moment(game: str, name: str, trail: list[str]) -> Moment:
    """Where a trail leads. Raises RequestRefused."""
    try:
        return the_lesson(game, name).walk(trail)
    except Astray as fault:
        raise RequestRefused("astray", str(fault)) from None


@get("/api/lessons", sync_to_thread=True)
def list_lessons() -> list[LessonInfo]:
    """The lessons of all games, in the order in which they are best taken."""
    found: list[LessonInfo] = []
    for name in game_names():
        game = game_named(name)
        try:
            lessons = () if game is None else lessons_of(game)
        except DataFault:
            continue  # those of another package that cannot be read: its other parts can be used all the same
        found += [LessonInfo(name, one.name, both(one.title), both(one.about), len(one.steps)) for one in lessons]
    return found


@post("/api/games/{game:str}/lessons/{lesson:str}", dependencies=WITH_PERSON, status_code=200, sync_to_thread=True)
def read_lesson(person: Asking, game: GameId, lesson: LessonId, data: JSONBody[LessonAt]) -> LessonNow:
    """A moment of a lesson, and what has happened since the one that is known."""
    return now(the_moment(game, lesson, data.trail), data.have)


def now(moment: Moment, have: int | None) -> LessonNow:
    """A moment as it is told."""
    lesson, step, actions = moment.lesson, moment.step, moment.actions()
    entries, fresh = entries_of(moment.before, moment.line, lesson.seat, have)
    return LessonNow(
        game=lesson.game.name,
        lesson=lesson.name,
        title=both(lesson.title),
        seat=lesson.seat,
        names=[both(name) for name in lesson.names],
        step=moment.number,
        steps=len(lesson.steps),
        say=both(lesson.filled(lesson.done if step is None else step.say)),
        point=[] if step is None else step.point,
        asks=step is not None and bool(step.ask),
        actions=actions,
        example=next((word for word in actions if step is not None and step.accepts(word)), None),
        to_act=moment.match.to_act(),
        number=len(moment.line),
        entries=entries,
        view=moment.match.view(lesson.seat) if fresh else None,
    )


@post("/api/games/{game:str}/lessons/{lesson:str}/try", dependencies=WITH_PERSON, status_code=200, sync_to_thread=True)
def try_action(person: Asking, game: GameId, lesson: LessonId, data: JSONBody[LessonTry]) -> LessonAnswer:
    """Would this action be done at the end of the trail, and if not, why? Nothing is done: whoever goes on asks for the
    moment at the end of the longer trail.
    """
    return judged(the_moment(game, lesson, data.trail), data.action)


def judged(moment: Moment, word: str) -> LessonAnswer:
    """What is said to an action."""
    step = moment.step
    refusal = moment.refusal(word)
    if step is None or not step.ask:
        return LessonAnswer(accepted=False, allowed=refusal is None, note=None)
    mistake = step.mistake(word, refusal)
    note = None if mistake is None else both(moment.lesson.filled(mistake.say))
    if refusal is None:
        accepted = step.accepts(word)
        return LessonAnswer(accepted=accepted, allowed=True, note=None if accepted else note)
    told = refused(moment.lesson.game, word, refusal, [one for one in moment.actions() if step.accepts(one)])
    return LessonAnswer(
        accepted=False,
        allowed=False,
        note=note,
        message=told.message,
        kind=told.kind,
        reason=told.reason,
        clause=told.clause,
        facts=told.facts,
        near=told.near,
    )


@post("/api/games/{game:str}/lessons/{lesson:str}/preview", dependencies=WITH_PERSON, status_code=200)
async def preview(
    request: Asked, person: Asking, game: GameId, lesson: LessonId, data: JSONBody[LessonTry]
) -> Previewed:
    """What an action would visibly do, as `previewed` tells it at a table."""
    moment = await asyncio.to_thread(the_moment, game, lesson, data.trail)
    return await preview_of(request, moment.lesson.game, moment, data.action)


@post("/api/games/{game:str}/lessons/{lesson:str}/told", dependencies=WITH_PERSON, status_code=200)
async def tell(
    request: Asked, person: Asking, game: GameId, lesson: LessonId, data: JSONBody[LessonQuestion]
) -> Answered:
    """The answer to a question about the moment, from what the learner can know."""
    check_question(the_game(game), data.what)
    moment = await asyncio.to_thread(the_moment, game, lesson, data.trail)
    return await answer_of(request, person, moment.lesson.game, moment, data.what, data.turns)


@get("/api/games/{game:str}/lessons/{lesson:str}/cards", sync_to_thread=True)
def read_lesson_cards(request: Asked, game: GameId, lesson: LessonId) -> Response[exhibits.Cards]:
    """The cards of a lesson, with names and printed texts in all languages."""
    found = the_lesson(game, lesson)
    return lasting(request, exhibits.cards_of(found.game, found.match().view(None).get("cards")))


ROUTES: Final[list[Any]] = [list_lessons, read_lesson, try_action, preview, tell, read_lesson_cards]
