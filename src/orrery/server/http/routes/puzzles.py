"""Requests about puzzles. They keep nothing: a puzzle and what its solver has done (the trail, which the solver keeps)
give the moment that it leads to. Nothing that is sent before a puzzle is solved holds its solution: neither the right
actions nor the line nor the explanation, and what a wrong action leads to is played in a world that the solver cannot
tell from the true one.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from typing import Annotated, Any, Final, Literal

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from orrery.bots.puzzles import Puzzle
from orrery.bots.puzzling import HINTS, LONGEST, Attempt, Strayed, proof_of, puzzle_of_day
from orrery.core.prepared import Done
from orrery.games import game_names
from orrery.server.http import exhibits
from orrery.server.http.door import WITH_PERSON, Asked, Asking, GameId, service_of
from orrery.server.http.games import InWords
from orrery.server.http.library import known_puzzles, the_game
from orrery.server.http.prepared import LessonEntry, Word, answer_of, both, entries_of, preview_of, refused
from orrery.server.http.routes.games import lasting
from orrery.server.http.routes.records import Answered
from orrery.server.live.wire import Previewed
from orrery.server.refusal import RequestRefused
from orrery.server.workers.answers import TURNS, check_question
from orrery.server.workers.pool import ThinkingFault
from orrery.server.workers.questions import Solve, Solving
from orrery.server.workers.solving import solve

PuzzleId = Annotated[str, PathParameter(max_length=64)]
Day = Annotated[str | None, QueryParameter(max_length=10)]
Trail = Annotated[list[Word], Meta(max_length=LONGEST)]


class PuzzleInfo(Struct, frozen=True):
    """A puzzle: its name, what it is about, and how hard it is, from 1 to 3."""

    game: str
    puzzle: str
    title: InWords
    theme: Literal["win", "survive", "one", "chart"]
    hard: int


class PuzzleList(Struct, frozen=True):
    """The puzzles of all games that hold for their present versions, and the one of a day."""

    day: str
    today: PuzzleInfo | None
    puzzles: list[PuzzleInfo]


class PuzzleAt(Struct, frozen=True, forbid_unknown_fields=True):
    """What a solver has done. `have`: so many of the actions done are known already; null: none, the present is
    enough.
    """

    trail: Trail
    have: Annotated[int, Meta(ge=0)] | None = None


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """An action that somebody would do at the end of a trail."""

    trail: Trail
    action: Word


class PuzzleQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about the moment at the end of a trail, as at a table (`ask`)."""

    trail: Trail
    what: Literal["score", "forecast"]
    turns: Annotated[int, Meta(ge=1, le=TURNS)] = TURNS


class PuzzleHintWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A hint that is wished for at the end of a trail: the first or the second."""

    trail: Trail
    hint: Annotated[int, Meta(ge=1, le=HINTS)]


class PuzzleSolution(Struct, frozen=True):
    """What is told when a puzzle is solved, or given up: an answer from the first action to the last, other first
    actions that do as well, why, and how that was proved.
    """

    line: list[str]
    others: list[str]
    why: InWords
    proof: InWords


class PuzzleNow(Struct, frozen=True):
    """A moment of a puzzle. `actions` are those that the rules allow. `solution` is null until it is solved. `view` is
    null where the entries lead on from one that is known.
    """

    game: str
    puzzle: str
    title: InWords
    theme: Literal["win", "survive", "one", "chart"]
    hard: int
    task: InWords
    seat: int
    seats: int
    actions: list[str]
    to_act: int | None
    number: int
    solved: bool
    solution: PuzzleSolution | None
    entries: list[LessonEntry]
    view: dict[str, Any] | None


class PuzzleAnswer(Struct, frozen=True):
    """Is this action right? If it is not `accepted`, either the rules forbid it (then it is told as in `refused`), or
    it misses the goal: then `entries` are what it leads to, the action itself first, and `says` what is said of it.
    """

    accepted: bool
    allowed: bool
    says: InWords | None = None
    entries: list[LessonEntry] = []
    message: str = ""
    kind: str | None = None
    reason: str | None = None
    clause: str | None = None
    facts: dict[str, Any] | None = None
    near: list[str] | None = None


class PuzzleHint(Struct, frozen=True):
    """A hint in words; the second one also names a few actions, one of which is right."""

    says: InWords
    actions: list[str]


def info(puzzle: Puzzle) -> PuzzleInfo:
    """What a list tells of a puzzle."""
    return PuzzleInfo(puzzle.game.name, puzzle.id, both(puzzle.title), theme_of(puzzle), puzzle.hard)


def theme_of(puzzle: Puzzle) -> Any:
    """Its theme; the file is read strictly."""
    return puzzle.theme


def the_puzzle(game: str, name: str) -> Puzzle:
    """A puzzle by its name. Raises RequestRefused."""
    rules = the_game(game)
    found = known_puzzles(rules.name)
    for puzzle in found:
        if puzzle.id == name:
            return puzzle
    there = f"the first of them is {found[0].id}" if found else "there are none of this game"
    raise RequestRefused("no_such_puzzle", f"there is no puzzle {name[:40]!r} of {game}; {there}")


def the_attempt(game: str, name: str, trail: list[str]) -> Attempt:
    """Where a trail leads. Raises RequestRefused."""
    try:
        return Attempt(the_puzzle(game, name), trail)
    except Strayed as fault:
        raise RequestRefused("strayed", str(fault)) from None


@get("/api/puzzles", sync_to_thread=True)
def list_puzzles(day: Day = None) -> PuzzleList:
    """The puzzles of all games, and the one of a day: `day` is the date where the solver is (2026-11-19), so that it
    changes at their midnight; without it today's by UTC.
    """
    games = {name: known_puzzles(name) for name in game_names()}
    when = the_day(day)
    today = puzzle_of_day(games, when)
    rows = [info(puzzle) for found in games.values() for puzzle in found]
    return PuzzleList(when.isoformat(), None if today is None else info(today), rows)


def the_day(text: str | None) -> date:
    """A date in its usual form. Raises RequestRefused."""
    if text is None:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise RequestRefused("bad_request", f"day: {text!r} is not a date such as 2026-11-19") from None


@post("/api/games/{game:str}/puzzles/{puzzle:str}", dependencies=WITH_PERSON, status_code=200, sync_to_thread=True)
def read_puzzle(person: Asking, game: GameId, puzzle: PuzzleId, data: JSONBody[PuzzleAt]) -> PuzzleNow:
    """A moment of a puzzle, and what has happened since the one that is known."""
    return now(the_attempt(game, puzzle, data.trail), data.have)


def now(attempt: Attempt, have: int | None) -> PuzzleNow:
    """A moment as it is told."""
    puzzle, match = attempt.puzzle, attempt.match
    entries, fresh = entries_of(attempt.before, attempt.line, puzzle.seat, have)
    return PuzzleNow(
        game=puzzle.game.name,
        puzzle=puzzle.id,
        title=both(puzzle.title),
        theme=theme_of(puzzle),
        hard=puzzle.hard,
        task=both(puzzle.task),
        seat=puzzle.seat,
        seats=match.state.seats(),
        actions=attempt.actions(),
        to_act=None if attempt.is_solved else match.to_act(),
        number=len(attempt.line),
        solved=attempt.is_solved,
        solution=solution(puzzle) if attempt.is_solved else None,
        entries=entries,
        view=match.view(puzzle.seat) if fresh else None,
    )


def solution(puzzle: Puzzle) -> PuzzleSolution:
    """What is told in the end."""
    others = [word for word in puzzle.right if word != puzzle.line[0]]
    return PuzzleSolution(puzzle.line, others, both(puzzle.why), both(proof_of(puzzle)))


@post("/api/games/{game:str}/puzzles/{puzzle:str}/try", dependencies=WITH_PERSON, status_code=200)
async def try_answer(
    request: Asked, person: Asking, game: GameId, puzzle: PuzzleId, data: JSONBody[PuzzleTry]
) -> PuzzleAnswer:
    """Is this action right at the end of the trail, and if not, what does it lead to? Nothing is done: whoever goes on
    asks for the moment at the end of the longer trail.
    """
    attempt = await asyncio.to_thread(the_attempt, game, puzzle, data.trail)
    refusal = None if data.action in attempt.actions() else attempt.refusal(data.action)
    if attempt.is_solved:
        return PuzzleAnswer(accepted=False, allowed=False, message="this puzzle is solved")
    if refusal is not None:
        told = refused(attempt.puzzle.game, data.action, refusal, attempt.actions())
        return PuzzleAnswer(
            accepted=False,
            allowed=False,
            message=told.message,
            kind=told.kind,
            reason=told.reason,
            clause=told.clause,
            facts=told.facts,
            near=told.near,
        )
    found = await solving(request, Solve(game, attempt.puzzle.id, data.trail, data.action))
    if found.right:
        return PuzzleAnswer(accepted=True, allowed=True)
    line = [Done(one.word, one.seat, one.events, one.view) for one in found.line]
    entries, _ = entries_of(attempt.match.view(attempt.viewer), line, attempt.viewer, 0)
    first = len(attempt.line)
    shown = [LessonEntry(first + one.number, one.seat, one.action, one.events, one.view, one.gone) for one in entries]
    return PuzzleAnswer(accepted=False, allowed=True, says=both(found.says), entries=shown)


async def solving(request: Asked, question: Solve) -> Solving:
    """What a process says that judges. Where none has the time it is worked out here: it takes a moment only."""
    try:
        return await service_of(request).hall.bots.glances.solve(question)
    except ThinkingFault:
        return await asyncio.to_thread(solve, question)


@post("/api/games/{game:str}/puzzles/{puzzle:str}/hint", dependencies=WITH_PERSON, status_code=200)
async def give_hint(
    request: Asked, person: Asking, game: GameId, puzzle: PuzzleId, data: JSONBody[PuzzleHintWish]
) -> PuzzleHint:
    """The first hint says what to look for, the second one names a few actions, of which one is right."""
    attempt = await asyncio.to_thread(the_attempt, game, puzzle, data.trail)
    if attempt.is_solved:
        raise RequestRefused("strayed", "this puzzle is solved")
    found = await solving(request, Solve(game, attempt.puzzle.id, data.trail, None, data.hint))
    return PuzzleHint(both(found.says), found.actions)


@post("/api/games/{game:str}/puzzles/{puzzle:str}/solution", dependencies=WITH_PERSON, status_code=200)
async def give_up(person: Asking, game: GameId, puzzle: PuzzleId) -> PuzzleSolution:
    """The solution, for whoever gives the puzzle up."""
    return solution(the_puzzle(game, puzzle))


@post("/api/games/{game:str}/puzzles/{puzzle:str}/preview", dependencies=WITH_PERSON, status_code=200)
async def preview(
    request: Asked, person: Asking, game: GameId, puzzle: PuzzleId, data: JSONBody[PuzzleTry]
) -> Previewed:
    """What an action would visibly do, as `previewed` tells it at a table."""
    attempt = await asyncio.to_thread(the_attempt, game, puzzle, data.trail)
    return await preview_of(request, attempt.puzzle.game, attempt, data.action)


@post("/api/games/{game:str}/puzzles/{puzzle:str}/told", dependencies=WITH_PERSON, status_code=200)
async def tell(
    request: Asked, person: Asking, game: GameId, puzzle: PuzzleId, data: JSONBody[PuzzleQuestion]
) -> Answered:
    """The answer to a question about the moment, from what the solver can know."""
    check_question(the_game(game), data.what)
    attempt = await asyncio.to_thread(the_attempt, game, puzzle, data.trail)
    return await answer_of(request, person, attempt.puzzle.game, attempt, data.what, data.turns)


@get("/api/games/{game:str}/puzzles/{puzzle:str}/cards", sync_to_thread=True)
def read_puzzle_cards(request: Asked, game: GameId, puzzle: PuzzleId) -> Response[exhibits.Cards]:
    """The cards of a puzzle, with names and printed texts in all languages."""
    found = the_puzzle(game, puzzle)
    return lasting(request, exhibits.cards_of(found.game, found.match().view(None).get("cards")))


ROUTES: Final[list[Any]] = [
    list_puzzles, read_puzzle, try_answer, give_hint, give_up, preview, tell, read_puzzle_cards,
]  # fmt: skip
