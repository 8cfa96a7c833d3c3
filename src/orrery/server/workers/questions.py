"""What the server asks a worker process and what that answers: one union for the questions, one for the answers.

A question carries all that its answer may be worked out from, and no match: what a seat knows, or a record or a deck
that somebody brought.
"""

from __future__ import annotations

from msgspec import Struct

from orrery.core.data import JsonObject
from orrery.server.live.wire import Foreseen
from orrery.server.workers.answers import Asked


class Choose(Struct, tag="choose"):
    """What shall this bot do?"""

    game: str
    bot: str
    view: JsonObject
    seen: list[JsonObject]
    actions: list[str]
    seed: int


class Foresee(Struct, tag="foresee"):
    """What would this action of a seat visibly do?"""

    game: str
    view: JsonObject
    seen: list[JsonObject]
    word: str
    seat: int | None
    seed: int = 0


class Replay(Struct, tag="replay"):
    """What comes of replaying a record? With a `number`, how does it look to a seat after so many entries, and
    (`knowing`) what did the seat know then; with `history`, what did it see in all?
    """

    game: str
    record: JsonObject
    number: int | None = None
    seat: int | None = None
    history: bool = False
    knowing: bool = False


class Tell(Struct, tag="tell"):
    """What is the answer to what a seat asks?"""

    asked: Asked


class Judge(Struct, tag="judge"):
    """How good was what a seat did at a decision, as far as it could know?"""

    asked: Asked


class Try(Struct, tag="try"):
    """How does a deck do in its matches from number `start` on, to number `end` at most, in about so many `seconds`?
    The deck is told by its cards, and its element where it has one (bots/deck_trial.py).
    """

    game: str
    mode: str
    bot: str
    cards: dict[str, int]
    element: str | None
    start: int
    end: int
    seconds: float


class Solve(Struct, tag="solve"):
    """Is a legal action right in a puzzle, after the solver's actions in `trail`, and if not, what does it lead to?
    Without a `word`: what is the hint of this number?
    """

    game: str
    puzzle: str
    trail: list[str]
    word: str | None = None
    hint: int = 0


Question = Choose | Foresee | Judge | Replay | Tell | Try | Solve


class Task(Struct):
    """A question, and how many seconds there are for it."""

    question: Question
    seconds: float


class Chosen(Struct, tag="chosen"):
    """The action that the bot takes; of a bot with a number of simulations, the share of them that it had time for."""

    action: str
    got: float | None = None


class Foreseeing(Struct, tag="foreseeing", omit_defaults=True):
    """What an action would lead to, and the score after it, as far as the seat can know."""

    events: list[JsonObject]
    whole: bool
    score: JsonObject | None = None
    next: int | None = None
    answers: list[Foreseen] = []
    idle: bool = False


class Replayed(Struct, tag="replayed", omit_defaults=True):
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


class NoRecord(Struct, tag="no_record"):
    """Why a record is none: a sentence, and the reason with its facts."""

    message: str
    reason: str
    facts: JsonObject


class Answered(Struct, tag="answered"):
    """The answer to what a seat asked."""

    told: JsonObject


class Judged(Struct, tag="judged"):
    """The judgement of a decision (`answers.judgement`), and the seconds of a processor that it took."""

    row: JsonObject | None
    spent: float


class Tried(Struct, tag="tried"):
    """How the deck did, match by match in halves of a win, and the seconds of a processor that it took."""

    halves: list[int]
    spent: float


class Followed(Struct):
    """An action after a wrong one: who took it, what the solver saw, and their view after it."""

    word: str
    seat: int
    events: list[JsonObject]
    view: JsonObject


class Solving(Struct, tag="solving", omit_defaults=True):
    """Whether an action is right, else what comes of it and a sentence about that; or a hint: a sentence, and actions
    of which one is right.
    """

    right: bool
    says: dict[str, str] = {}
    line: list[Followed] = []
    actions: list[str] = []


class Failed(Struct, tag="failed"):
    """It went wrong, and how."""

    problem: str


WorkerReply = Chosen | Foreseeing | Replayed | NoRecord | Answered | Judged | Tried | Solving | Failed
