"""The archive: records that people bring along, replayed before they are kept, to be looked at and linked to.

A record is of a match that is over or was played elsewhere, so it has no secrets: one may look through any seat's eyes.
Replaying a long record takes a while, so it happens in a process of its own, one at a time and under a clock.
"""

from __future__ import annotations

import logging
from typing import Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from orrery.core.data import JsonObject
from orrery.server.http.library import the_game
from orrery.server.live.wire import Past, encode
from orrery.server.people.identity import Person, is_id
from orrery.server.refusal import RequestRefused
from orrery.server.settings import World
from orrery.server.store.schema import RECORDS
from orrery.server.store.store import Store
from orrery.server.workers.answers import HELP, Asked, check_question
from orrery.server.workers.pool import Pool, ThinkingFault
from orrery.server.workers.questions import Failed, NoRecord, Replayed

LOG: Final = logging.getLogger("orrery.server.store.archive")


class Kept(Struct, frozen=True):
    """A record in the archive: its id, its game, how many entries it has, and how it ended."""

    record: str
    game: str
    seats: int
    entries: int
    result: JsonObject


class Moment(Struct, frozen=True):
    """A moment of a record, through a seat's eyes or a spectator's: what just happened, and how it looks then."""

    record: str
    game: str
    number: int
    seat: int | None
    to_act: int | None
    action: str | None
    events: list[JsonObject]
    view: JsonObject


class Archive:
    """The records of a server."""

    def __init__(self, store: Store, world: World, most: int, pool: Pool, most_of_all: int = 0) -> None:
        """`most` records of a person, and `most_of_all` people together; 0: as many as come."""
        self.store = store
        self.world = world
        self.most = most
        self.pool = pool
        self.most_of_all = most_of_all

    async def keep(self, person: Person, data: JsonObject) -> Kept:
        """Checks a record by replaying it, and keeps it. Raises RequestRefused."""
        mine = sa.select(sa.func.count()).select_from(RECORDS).where(RECORDS.c.person == person.id)
        if (await self.store.values(int, mine))[0] >= self.most:
            raise RequestRefused("too_many_records", f"you keep {self.most} records here already")
        everybody = sa.select(sa.func.count()).select_from(RECORDS)
        if self.most_of_all and (await self.store.values(int, everybody))[0] >= self.most_of_all:
            raise RequestRefused("full", "this server keeps as many records as it takes; try again later")
        record = {key: value for key, value in data.items() if key != "outcome"}
        game = the_game(str(record.get("game"))).name
        found = await self._replay(record)
        id = self.world.id()
        row = {
            "id": id, "person": person.id, "game": game, "record": encode(record).decode(), "created": self.world.now(),
        }  # fmt: skip
        await self.store.execute(sa.insert(RECORDS), [row])
        return Kept(id, game, found.seats, found.entries, found.result)

    async def find(self, id: str) -> JsonObject:
        """A record as it was brought. Raises RequestRefused."""
        found = await self.store.values(str, sa.select(RECORDS.c.record).where(RECORDS.c.id == id)) if is_id(id) else []
        if not found:
            raise RequestRefused("no_such_record", "there is no such record")
        record: JsonObject = msgspec.json.decode(found[0])
        return record

    async def history(self, id: str, seat: int | None) -> tuple[str, list[Past]]:
        """The game of a record, and its entries as a seat saw them, or a spectator. Raises RequestRefused."""
        record = await self.find(id)
        found = await self._replay(record, seat=seat, history=True)
        self._check_seat(seat, found)
        return record["game"], msgspec.json.decode(encode(found.past), type=list[Past])

    @staticmethod
    def _check_seat(seat: int | None, found: Replayed) -> None:
        if seat is not None and not 0 <= seat < found.seats:
            raise RequestRefused("no_such_seat", f"there is no seat {seat}; they are 0 to {found.seats - 1}")

    async def moment(self, id: str, number: int, seat: int | None) -> Moment:
        """What a record looks like after so many entries. Raises RequestRefused."""
        game, found = await self._at(id, number, seat)
        return Moment(id, game, number, seat, found.to_act, found.action, found.events, found.view)

    async def asked(self, id: str, number: int, seat: int | None, what: str, turns: int) -> Asked:
        """What the answer to a question about a moment needs: all that the seat knew then. Raises RequestRefused."""
        game, found = await self._at(id, number, seat, knowing=True)
        asked = Asked(what, game, found.seats, number, seat, found.view, found.seen, turns=turns)
        check_question(the_game(game), what)
        if what in HELP:
            if seat is None or found.to_act != seat:
                raise RequestRefused("not_your_turn", "there is nothing to decide for this seat")
            asked.actions, asked.word = found.actions, found.word
        return asked

    async def _at(self, id: str, number: int, seat: int | None, *, knowing: bool = False) -> tuple[str, Replayed]:
        """The game of a record, and how it looks after so many entries. Raises RequestRefused."""
        record = await self.find(id)
        found = await self._replay(record, number, seat, knowing=knowing)
        self._check_seat(seat, found)
        if not 0 <= number <= found.entries:
            raise RequestRefused(
                "no_such_number", f"there are the numbers 0 to {found.entries}", {"number": found.entries}
            )
        return record["game"], found

    async def _replay(
        self,
        record: JsonObject,
        number: int | None = None,
        seat: int | None = None,
        *,
        history: bool = False,
        knowing: bool = False,
    ) -> Replayed:
        try:
            reply = await self.pool.replay(record, number, seat, history=history, knowing=knowing)
        except ThinkingFault as fault:
            LOG.warning("a record was not replayed: %s", fault)
            message = f"the record could not be replayed within {self.pool.patience:g} seconds"
            raise RequestRefused("not_replayed", message) from None
        if isinstance(reply, NoRecord):
            raise RequestRefused.because("bad_record", reply.message, reply.reason, reply.facts)
        if isinstance(reply, Failed):
            LOG.warning("a record was not replayed: %s", reply.problem)
            raise RequestRefused("bad_record", "the record cannot be replayed")
        return reply
