"""Rows of the database with a type: the fields of a struct are columns of the query that it is read from.

`Store.rows` reads a query as structs of a kind, `Store.values` the first column of it. A row that does not fit its
struct is a fault of ours, and says which field it is.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class HistoryRow(Struct, frozen=True):
    """One line of a match's history: what was done (`kind`), by which seat (-1: nobody), in which words, with which
    integers drawn, and when.
    """

    match: str
    number: int
    kind: str
    seat: int
    word: str
    draws: list[int]
    time: int


class TableStatus(Struct, frozen=True):
    """What a table's row says after an entry: whose turn, when something is due, and how it ended if it did."""

    turn: int | None
    due: int | None
    state: str = "playing"
    result: str | None = None


class TableRow(Struct, frozen=True):
    """A table and the match played at it. `options`, `settings`, `start`, `setup`, `opening` and `result` are JSON,
    `seed` is hexadecimal.
    """

    id: str
    game: str
    rules: int
    options: str
    settings: str
    seed: str
    owner: str | None
    invite: str
    state: Literal["open", "playing", "over"]
    created: int
    started: int | None
    number: int
    turn: int | None
    due: int | None
    start: str | None
    setup: str | None
    opening: str | None
    result: str | None
    rematch: str | None


class SeatRow(Struct, frozen=True):
    """Who sits at a seat; `deck` is JSON."""

    match: str
    seat: int
    person: str | None
    bot: str | None
    name: str
    present: int
    deck: str | None
    keeper: str | None
    kept: str | None

    @property
    def is_empty(self) -> bool:
        """Does nobody sit there?"""
        return self.person is None and self.bot is None


class JudgementRow(Struct, frozen=True):
    """How good what was done at a decision was; `data` is JSON."""

    match: str
    number: int
    seat: int
    person: str | None
    game: str
    loss: float
    made_by: str
    data: str | None


class SeatedRow(Struct, frozen=True):
    """Of a seat, who is there: to notice that somebody came or went."""

    match: str
    person: str | None
    name: str
    present: int


class MovedRow(Struct, frozen=True):
    """Of a table, how far its match has come: to notice that it moved on elsewhere."""

    id: str
    number: int
    state: str


class TurnRow(Struct, frozen=True):
    """Of a table, whose turn it is: for a notice."""

    id: str
    game: str
    number: int
    turn: int | None


class ToldRow(Struct, frozen=True):
    """Who is told of a turn, by which name at the table, and where."""

    name: str
    person: str
    present: int
    webhook: str | None


class WaitRow(Struct, frozen=True):
    """Somebody who waits for a game, or did a moment ago."""

    person: str
    game: str
    since: int
    until: int
    match: str | None
    playing: str | None
    asking: str | None


class CrowdRow(Struct, frozen=True):
    """Of a game, how many wait for somebody to play with."""

    game: str
    waiting: int


class PartnerRow(Struct, frozen=True):
    """Somebody who plays against a bot and would rather play against a person: who, and where."""

    person: str
    name: str
    playing: str


class PersonRow(Struct, frozen=True):
    """A person; `passphrase` is its hash."""

    id: str
    name: str
    passphrase: str | None
    version: int


class VersionRow(Struct, frozen=True):
    """Of a person, which identities count."""

    id: str
    version: int


class ChatRow(Struct, frozen=True):
    """A line of chat."""

    id: int
    person: str
    name: str
    text: str
    time: int


class LastSaidRow(Struct, frozen=True):
    """The newest line of chat at a table."""

    match: str
    last: int


class BrowserRow(Struct, frozen=True):
    """A browser that wants to be told by web push."""

    id: str
    endpoint: str
    key: str
    auth: str
    created: int


class ReportRow(Struct, frozen=True):
    """What somebody told the host about somebody; names are None of people who are gone."""

    time: int
    match: str
    person: str
    name: str | None
    about: str
    about_name: str | None
    text: str
