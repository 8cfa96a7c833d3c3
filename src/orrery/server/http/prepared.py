"""What requests about prepared positions have in common, a lesson's or a puzzle's: what was done there, as the page
shows it; what the rules refuse; previews and scores. Nothing of it is kept: whoever asks brings what they did.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from orrery.core.clause import Refusal, in_words
from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.core.notation import nearest
from orrery.core.options import Said
from orrery.core.prepared import Done, Prepared
from orrery.server.http.door import Asked, service_of
from orrery.server.http.games import InWords
from orrery.server.http.routes.records import Answered
from orrery.server.live.wire import Previewed
from orrery.server.people.identity import Person
from orrery.server.refusal import RequestRefused
from orrery.server.workers.answers import Asked as Question
from orrery.server.workers.pool import ThinkingFault

Word = Annotated[str, Meta(max_length=400)]


class LessonEntry(Struct, frozen=True):
    """An action that was done in a lesson or a puzzle, as the one who plays there saw it. `view` holds the parts of the
    view that changed by it, `gone` those that are no more; both are empty where they are not needed.
    """

    number: int
    seat: int
    action: str | None
    events: list[dict[str, Any]]
    view: dict[str, Any]
    gone: list[str]


class Told(Struct, frozen=True):
    """Why the rules refuse an action: as in `refused` at a table."""

    message: str
    kind: str
    reason: str
    clause: str | None
    facts: dict[str, Any]
    near: list[str]


def both(text: Said) -> InWords:
    """A text in all languages."""
    return InWords(**text)


def entries_of(before: JsonObject, line: list[Done], viewer: int, have: int | None) -> tuple[list[LessonEntry], bool]:
    """What was done, and whether the present view is to be sent whole: nothing is known yet (`have` is None), or more
    than there is. Of what is known already nothing is told.
    """
    fresh = have is None or have > len(line)
    views = [before, *(done.view for done in line)]
    entries: list[LessonEntry] = []
    for number, done in enumerate(line, 1):
        if have is not None and not fresh and number <= have:
            continue
        changed, gone = ({}, []) if fresh else differences(views[number - 1], done.view)
        own = done.word if done.seat == viewer else None
        entries.append(LessonEntry(number, done.seat, own, done.events, changed, gone))
    return entries, fresh


def differences(before: JsonObject, after: JsonObject) -> tuple[JsonObject, list[str]]:
    """The parts of a view that changed, and the names of those that are no more."""
    changed = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return changed, [key for key in before if key not in after]


def refused(game: Game, word: str, refusal: Refusal, near: list[str]) -> Told:
    """What is told of an action that the rules refuse; `near` are the actions that may have been meant."""
    message = in_words(game.package, refusal, "en")
    return Told(message, refusal.kind, refusal.code, refusal.clause, refusal.facts, nearest(word, near))


async def preview_of(request: Asked, game: Game, at: Prepared, word: str) -> Previewed:
    """What an action would visibly do, as `previewed` tells it at a table. Raises RequestRefused."""
    match, seat = at.match, at.viewer
    if match.to_act() != seat or at.refusal(word) is not None:
        raise RequestRefused("no_preview", "this is not to be done now")
    pool = service_of(request).hall.bots.glances
    try:
        reply = await pool.preview(game.name, match.view(seat), match.seen(seat), word, seat)
    except ThinkingFault:
        raise RequestRefused("no_preview", "this cannot be foreseen just now") from None
    answers = reply.answers
    return Previewed(0, len(at.line), reply.events, reply.whole, reply.score, reply.next, answers, reply.idle)


async def answer_of(request: Asked, person: Person, game: Game, at: Prepared, what: str, turns: int) -> Answered:
    """The answer to a question about the moment, from what the one who plays can know. Raises RequestRefused."""
    match, seat = at.match, at.viewer
    question = Question(
        what=what,
        game=game.name,
        seats=match.state.seats(),
        number=len(at.line),
        seat=seat,
        view=match.view(seat),
        seen=match.seen(seat),
        turns=turns,
    )
    return Answered(await service_of(request).hall.bots.answer(person, question))
