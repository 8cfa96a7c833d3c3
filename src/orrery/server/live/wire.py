"""Every message of the WebSocket, typed: one union for what clients send, one for what the server sends.

A message is a JSON object with its `type`. What clients send is decoded strictly: unknown types and fields are refused
with a sentence that says where and what would be right. docs/server.md tells the story; web/src/wire.ts is made from
here.

A client opens /api/tables/TABLE/live, sends `hello` and gets `state`: everything its seat may know, with the number of
the last entry of the history. Then each entry comes as one `update` with the next number. After a lost link `hello`
with `have` (the last number seen) brings the same `state` with all entries since, in this one message. Requests carry
an `id` of the client's choice, and each is answered by `done`, `refused` or an answer of its own with the same id.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

PROTOCOL: Final = 1

Id = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Number = Annotated[int, Meta(ge=0, le=10_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Words = Annotated[str, Meta(max_length=2000)]
Said_ = Annotated[str, Meta(min_length=1, max_length=500)]
BotName = Annotated[str, Meta(max_length=32)]


class Sent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message from a client."""


class Hello(Sent, frozen=True, tag="hello"):
    """The first message: which protocol the client speaks, and the last number it has seen."""

    protocol: int
    have: Number | None = None


class Ping(Sent, frozen=True, tag="ping"):
    """Are you there? Answered by `pong`. A client with nothing else to say sends one at least every 5 seconds."""

    id: Id


class Act(Sent, frozen=True, tag="act"):
    """An action of the game, meant for the state with the number `at`."""

    id: Id
    at: Number
    action: Words


class Preview(Sent, frozen=True, tag="preview"):
    """What would visibly happen by this action? Answered by `previewed`."""

    id: Id
    at: Number
    action: Words


class Why(Sent, frozen=True, tag="why"):
    """Why may this action not be done now? Answered by `reason`; nothing is done. For any seat at any time: who is not
    to act is told so.
    """

    id: Id
    at: Number
    action: Words


class Details(Struct, frozen=True, forbid_unknown_fields=True):
    """More about a question: how many planets' turns a forecast goes, and once the match is over whose eyes it is
    about.
    """

    turns: Annotated[int, Meta(ge=1, le=3)] = 3
    seat: SeatNumber | None = None


class Ask(Sent, frozen=True, tag="ask"):
    """A question about the state with the number `at`, the last or an earlier one, answered by `told`.

    `score`: how the points come about. `forecast`: what the planets of Vediic will do. `hint`: the best actions of a
    decision of one's own. `analysis`: the same with more actions, and if one was taken there, what it lost.
    """

    id: Id
    at: Number
    what: Literal["score", "forecast", "hint", "analysis"]
    more: Details = Details()


class Undo(Sent, frozen=True, tag="undo"):
    """Back to where so many actions stood, as far as the seat may go alone (`undo_to` in updates)."""

    id: Id
    at: Number
    to: Number


class Offer(Sent, frozen=True, tag="offer"):
    """A proposal to the other people: a draw, a pause, or an undo (`to` says how far)."""

    id: Id
    at: Number
    what: Literal["draw", "pause", "undo"]
    to: Number | None = None


class Answer(Sent, frozen=True, tag="answer"):
    """Yes or no to the proposal that stands. The one who made it takes it back by no."""

    id: Id
    at: Number
    yes: bool


class Resign(Sent, frozen=True, tag="resign"):
    """Gives up. At a table of two the other wins; at a larger one a bot plays on."""

    id: Id
    at: Number


class GoOn(Sent, frozen=True, tag="go_on"):
    """Ends a pause."""

    id: Id
    at: Number


class StandIn(Sent, frozen=True, tag="stand_in"):
    """A bot shall play a seat: one's own, by a `bot` of one's choice, or that of a person who has vanished, by the bot
    that the table chose for this, whatever is named here.
    """

    id: Id
    at: Number
    seat: SeatNumber
    bot: BotName | None = None


class TakeBack(Sent, frozen=True, tag="take_back"):
    """One's own seat back from the bot that plays it."""

    id: Id
    at: Number


class Welcome(Sent, frozen=True, tag="welcome"):
    """Yes or no to a newcomer who asks for the seat of a bot that one plays against."""

    id: Id
    at: Number
    yes: bool


class Chat(Sent, frozen=True, tag="chat"):
    """Says something to the table."""

    id: Id
    text: Said_


ClientMessage = (
    Hello | Ping | Act | Preview | Why | Ask | Undo | Offer | Answer | Resign | GoOn | StandIn | TakeBack | Welcome
    | Chat
)  # fmt: skip
Command = Act | Undo | Offer | Answer | Resign | GoOn | StandIn | TakeBack | Welcome
"""What asks for a new entry of the history."""


class Reply(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """A message from the server."""


class SeatInfo(Struct, frozen=True):
    """Who sits at a seat. `kind` is who plays now: a person, a bot, or nobody yet. `own_deck`: somebody brought a deck,
    which nobody else sees before the match does. `keeper` is who plays for a companion, at a table on one screen.
    `kept` is for whom a free seat is kept, at a rematch: then `name` is that person's. `program`: the guest who sits
    here is a program, which came over `orrery bridge`.
    """

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    person: str | None
    bot: str | None
    present: bool
    own_deck: bool = False
    keeper: str | None = None
    kept: str | None = None
    program: bool = False


class Proposal(Struct, frozen=True):
    """A proposal that stands: by whom, what (`draw`, `pause`, `undo 12`), and who has agreed."""

    seat: int
    what: str
    agreed: list[int]


class Newcomer(Struct, frozen=True):
    """Somebody who asks for a bot's seat in a running match, and which seats have agreed. When all people have, the
    newcomer sits down at the next moment between two moves.
    """

    seat: int
    person: str
    name: str
    agreed: list[int]


class Outcome(Struct, frozen=True):
    """How a match ended: by the game's rules, by resigning, by agreement or by the clock."""

    by: Literal["game", "resign", "draw", "time"]
    winners: list[int]
    scores: list[int] | None


class Standing(Struct, frozen=True, omit_defaults=True):
    """How the match stands, the same for everybody. `clocks` are milliseconds left, `running` whose clock runs."""

    to_act: int | None
    bots: list[str | None]
    paused: bool
    proposal: Proposal | None
    clocks: list[int] | None
    running: int | None
    outcome: Outcome | None
    newcomer: Newcomer | None = None


class Past(Struct, frozen=True, omit_defaults=True):
    """An entry of the history as a seat may know it. `action` is there for the seat's own actions only. `back`: by this
    entry actions were taken back, and so many of all before it stand. What everybody saw of the setup, if anything, is
    the entry 0 of the kind `setup`.
    """

    number: int
    kind: str
    seat: int
    time: int
    events: Raw | UnsetType = UNSET
    action: str | UnsetType = UNSET
    word: str | UnsetType = UNSET
    back: int | UnsetType = UNSET


class MatchNow(Reply, frozen=True, tag="state"):
    """Everything that a seat may know (`seat` null: a spectator), and what happened since the number that the client
    had.
    """

    match: str
    game: str
    rules: int
    seat: int | None
    number: int
    standing: Standing
    view: dict[str, Raw]
    past: list[Past]
    actions: list[str] | None = None
    undo_to: int | None = None


class Update(Reply, frozen=True, tag="update"):
    """One more entry. `view` holds the parts of the view that changed, `gone` those that are no more."""

    number: int
    past: Past
    standing: Standing
    view: dict[str, Raw] = {}
    gone: list[str] = []
    actions: list[str] | None = None
    undo_to: int | None = None


class Done(Reply, frozen=True, tag="done"):
    """A request was carried out and is on disk; `number` is that of its entry."""

    id: int
    number: int


class Refused(Reply, frozen=True, tag="refused"):
    """A request was refused and nothing has changed. `code` is for programs, `message` for people.

    With `illegal_action` come the rules' own reasons: the kind of fault, its reason, the clause, the facts with their
    numbers, and up to three legal actions near it.
    """

    id: int | None
    code: str
    message: str
    number: int | None = None
    kind: str | None = None
    reason: str | None = None
    clause: str | None = None
    facts: dict[str, Any] | None = None
    near: list[str] | None = None


class Reason(Reply, frozen=True, tag="reason"):
    """Why an action may not be done, told as in `refused`; `allowed` where it may."""

    id: int
    at: int
    allowed: bool
    code: str | None = None
    message: str | None = None
    kind: str | None = None
    reason: str | None = None
    clause: str | None = None
    facts: dict[str, Any] | None = None
    near: list[str] | None = None


class Foreseen(Struct, frozen=True):
    """What an answer (`word`) of the seat that is next would lead to, told as in `previewed`."""

    word: str
    events: list[dict[str, Any]]
    whole: bool
    next: int | None


class Previewed(Reply, frozen=True, tag="previewed"):
    """What an action would visibly lead to, one's own steps without a choice included. `whole` is false when something
    of it, or something more, cannot be foreseen. `next` is the seat that has to choose then; where it only answers what
    was begun, and all see what it can answer, `answers` tells what would come of each. `idle`: it would only cost
    something and have no effect. `score` is what the question `score` would be answered then. What cannot be foreseen
    is left out.
    """

    id: int
    at: int
    events: list[dict[str, Any]]
    whole: bool
    score: dict[str, Any] | None = None
    next: int | None = None
    answers: list[Foreseen] = []
    idle: bool = False


class Told(Reply, frozen=True, tag="told"):
    """The answer to a question; docs/server.md says what each holds."""

    id: int
    at: int
    what: str
    answer: dict[str, Any]


class Said(Reply, frozen=True, tag="said"):
    """Somebody said something."""

    chat: int
    person: str
    name: str
    text: str
    time: int


class TableNow(Reply, frozen=True, tag="table"):
    """The table changed: who sits there, who is present, whether it has started."""

    table: TableInfo


class Pong(Reply, frozen=True, tag="pong"):
    """Yes, I am here."""

    id: int


class Beat(Reply, frozen=True, tag="beat"):
    """Sent when there was nothing else to say for some seconds: a client that hears nothing for 10 s has lost the
    link.
    """


class Restart(Reply, frozen=True, tag="restart"):
    """The server is about to be restarted: in so many seconds at the latest it says bye. Nothing is lost by it."""

    seconds: int


class Bye(Reply, frozen=True, tag="bye"):
    """The server closes the socket, and why. With `again` the client may come back and resume."""

    code: str
    message: str
    again: bool


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed about a table. `delay` is by how many entries spectators lag behind; `own_decks` says whether one
    may bring a deck, `hints` whether one may ask for hints while another person plays.
    """

    open: bool = True
    watch: bool = True
    delay: Annotated[int, Meta(ge=0, le=1000)] = 0
    stand_in: str = "level2"
    clock: dict[str, Any] | None = None
    own_decks: bool = True
    hints: bool = True


class TableInfo(Struct, frozen=True):
    """A table as everybody may know it; `invite`, `you` and `yours` only for those who sit there. `yours` are all seats
    that one plays, companions' included; `you` is the first of them.
    """

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    settings: TableSettings
    state: Literal["open", "playing", "over"]
    seats: list[SeatInfo]
    owner: str | None
    created: int
    started: int | None
    number: int
    turn: int | None
    outcome: Outcome | None
    rematch: str | None
    you: int | None = None
    invite: str | None = None
    yours: list[int] = []


ServerMessage = (
    MatchNow | Update | Done | Refused | Previewed | Reason | Told | Said | TableNow | Pong | Beat | Restart | Bye
)

_DECODER: Final = msgspec.json.Decoder(ClientMessage)
_ENCODER: Final = msgspec.json.Encoder()


class BadMessage(Exception):
    """A message that is not one: what is wrong, and its id if it has one."""

    def __init__(self, problem: str, id: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.id = id


def read_message(data: bytes) -> ClientMessage:
    """What a client sent. Raises BadMessage."""
    try:
        message: ClientMessage = _DECODER.decode(data)
        return message
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise BadMessage(_plain(fault), _id_of(data)) from None


def _plain(fault: Exception) -> str:
    text = str(fault) or "nested too deeply"
    return text if len(text) <= 300 else text[:297] + "..."


class _Bare(Struct):
    id: Id


def _id_of(data: bytes) -> int | None:
    try:
        return msgspec.json.decode(data, type=_Bare).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def encode(value: Any) -> bytes:
    """A message, or a part of one, as JSON."""
    return _ENCODER.encode(value)
