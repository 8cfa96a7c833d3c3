"""What a review of a match says, put together from the judgements that there are so far.

It tells how good every decision was, as far as its seat could know, and how the match turned. What would have been
better at a decision of one's own is left out: whoever wants to try it again has not been told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from orrery.bots.analysis import INACCURACY, Account, Decision, Summary, Turning, account, curve, thinker, turnings
from orrery.core.data import JsonObject
from orrery.server.http.games import InWords
from orrery.server.live.session import Session
from orrery.server.store.rows import JudgementRow
from orrery.server.workers.reviews import DONE, Line, row_of


class ReviewPoint(Struct, frozen=True):
    """A seat's chance to win at a moment, as far as it could know."""

    at: int
    chance: float


class ReviewAccount(Struct, frozen=True):
    """Luck apart from skill: where a seat's chance began, what its own decisions gave away, what luck brought, what the
    others' decisions did, and where it ended.
    """

    seat: int
    start: float
    lost: float
    luck: float
    others: float
    end: float


class ReviewSummary(Struct, frozen=True):
    """How one seat decided."""

    seat: int
    decisions: int
    mean_loss: float
    inaccuracies: int
    mistakes: int
    blunders: int
    accuracy: float


class ReviewLoss(Struct, frozen=True):
    """A decision by which something was lost: what was done, and the chances after it and after the best. `why` says
    what the best has over it where the features tell; of one's own decisions it is left out.
    """

    at: int
    seat: int
    word: str
    chance: float
    best_chance: float
    name: Literal["inaccuracy", "mistake", "blunder"]
    yours: bool
    why: InWords | None


class ReviewTurning(Struct, frozen=True):
    """Where the match turned: by a `mistake` or `blunder`, by `luck`, by a `surprise`, or where it was decided."""

    kind: Literal["mistake", "blunder", "luck", "surprise", "decisive"]
    seat: int
    at: int
    until: int
    before: float
    after: float


class ReviewNow(Struct, frozen=True):
    """What is known of a match so far. `judged` of the `choices` have been looked at; `before` people have their turn
    before. Accounts come when all has been looked at.
    """

    table: str
    game: str
    state: Literal["idle", "waiting", "working", "spent", "done"]
    before: int
    judged: int
    choices: int
    length: int
    yours: list[int]
    curves: list[list[ReviewPoint]]
    summaries: list[ReviewSummary]
    accounts: list[ReviewAccount]
    turnings: list[ReviewTurning]
    losses: list[ReviewLoss]


def review_of(
    session: Session, known: Mapping[int, JudgementRow], yours: list[int], state: str, before: int
) -> ReviewNow:
    """The review of a match that is over."""
    line = Line(session)
    rows = {at: row_of(known[at]) for at in line.at if at in known}
    decisions = [
        Decision.read(row, action)
        for action, at in enumerate(line.at, 1)
        if (row := rows.get(at)) is not None
    ]  # fmt: skip
    by_number = {decision.number: rows[line.number_of(decision.number)] for decision in decisions}
    is_whole = len(rows) == len(line.at)
    seats, match, shares = range(session.seats), session.match, shares_of(session)
    # Who resigns, or has no time left, was not brought there by luck.
    ended = shares if match.to_act() is None else []
    accounts = [account(decisions, match, seat, ended) for seat in seats] if is_whole else []
    return ReviewNow(
        table=session.start.id,
        game=session.start.game.name,
        state=_state(DONE if is_whole else state),
        before=before,
        judged=len(rows),
        choices=len(line.at),
        length=line.length,
        yours=yours,
        curves=[points(curve(decisions, seat, match.taken + 1, shares), line) for seat in seats],
        summaries=[told(Summary(seat, [one for one in decisions if one.seat == seat])) for seat in seats],
        accounts=[counted(one) for one in accounts if one is not None],
        turnings=[turned(one, line) for one in turnings(decisions, match, ended)] if is_whole else [],
        losses=[
            lost(decision, line, by_number[decision.number], decision.seat in yours)
            for decision in decisions
            if decision.loss >= INACCURACY
        ],
    )


def shares_of(session: Session) -> list[float]:
    """How a match ended, by seat: 1 for whoever won, 0 for whoever lost."""
    outcome = session.outcome
    assert outcome is not None, "a review is of a match that is over"
    if session.match.to_act() is None:
        ended: list[float] = thinker(session.start.game, 1).mind.ended(session.match.state)
        return ended
    won = outcome.winners
    share = 1.0 / len(won) if outcome.by == "draw" and won else 1.0
    return [share if seat in won else 0.0 for seat in range(session.seats)]


def points(found: list[tuple[int, float]], line: Line) -> list[ReviewPoint]:
    """A curve by the numbers of states."""
    return [ReviewPoint(line.number_of(number), round(chance, 4)) for number, chance in found]


def told(summary: Summary) -> ReviewSummary:
    """A summary as it is sent."""
    return msgspec.convert(summary.as_json(), ReviewSummary)


def counted(one: Account) -> ReviewAccount:
    """An account as it is sent."""
    return msgspec.convert(one.as_json(), ReviewAccount)


def turned(turning: Turning, line: Line) -> ReviewTurning:
    """A turning point by the numbers of states."""
    kind: Any = turning.kind
    at, until = line.number_of(turning.number), line.number_of(turning.until)
    return ReviewTurning(kind, turning.seat, at, until, round(turning.before, 4), round(turning.after, 4))


def lost(decision: Decision, line: Line, row: JsonObject | None, yours: bool) -> ReviewLoss:
    """A loss as it is sent."""
    name: Any = decision.name
    why = None if yours or row is None or row["why_theirs"] is None else InWords(**row["why_theirs"])
    return ReviewLoss(
        line.number_of(decision.number),
        decision.seat,
        decision.word,
        round(decision.chance, 4),
        round(decision.best_chance, 4),
        name,
        yours,
        why,
    )


def _state(state: str) -> Any:
    return state
