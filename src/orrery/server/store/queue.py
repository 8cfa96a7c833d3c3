"""Who waits for somebody to play with, as the database keeps it.

Processes pair people without knowing of each other: whoever finds two free rows takes them and lays their table in one
transaction, and a row that another process is just taking is passed over, not waited for. So nobody is paired twice,
and no process waits for another that waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery.server.store.rows import CrowdRow, PartnerRow, WaitRow
from orrery.server.store.schema import MUTES, PEOPLE, REPORTS, SEATS, TABLES, WAITS
from orrery.server.store.store import Job, Store, Taken

KEPT_MS: Final = 300_000
"""So long it is remembered where somebody was paired who has not asked since: a page or a server may be slow."""
WILLING_MS: Final = 86_400_000
"""So long somebody who plays against a bot would rather play against a person."""

FREE: Final = sa.and_(WAITS.c.match.is_(None), WAITS.c.playing.is_(None), WAITS.c.asking.is_(None))
"""Rows of people who can be paired at once."""


class Pair(msgspec.Struct, frozen=True):
    """Two who were paired, with their names; who waited longer comes first."""

    people: tuple[str, str]
    names: tuple[str, str]


class Queue:
    """The rows of those who wait."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # --- coming and going ---------------------------------------------------------------------------------------------

    async def come(self, person: str, game: str, now: int, until: int) -> WaitRow:
        """Somebody waits from now on, or goes on waiting. Who plays against a bot meanwhile, or was given up as gone,
        begins anew; who was paired stays so.
        """
        row = {"person": person, "game": game, "since": now, "until": until}
        mine = sa.and_(WAITS.c.person == person, WAITS.c.game == game)
        stale = sa.and_(WAITS.c.match.is_(None), sa.or_(WAITS.c.until <= now, WAITS.c.playing.is_not(None)))
        later = sa.case((WAITS.c.until > until, WAITS.c.until), else_=until)

        async def run(connection: AsyncConnection) -> WaitRow:
            insert: Any = sqlite.insert if self.store.is_sqlite else postgresql.insert
            await connection.execute(insert(WAITS).values(row).on_conflict_do_nothing())
            fresh = {"since": now, "until": until, "playing": None, "asking": None}
            await connection.execute(sa.update(WAITS).where(_unlocked(sa.and_(mine, stale))).values(**fresh))
            await connection.execute(sa.update(WAITS).where(_unlocked(mine)).values(until=later))
            found = (await connection.execute(sa.select(WAITS).where(mine))).mappings().one()
            return msgspec.convert(found, WaitRow)

        return await self.store.write(run)

    async def begin_anew(self, row: WaitRow, now: int, until: int) -> None:
        """The match for which somebody was paired is over: they wait again."""
        same = sa.and_(WAITS.c.person == row.person, WAITS.c.game == row.game, WAITS.c.match == row.match)
        await self.store.execute(sa.update(WAITS).where(same).values(since=now, until=until, match=None))

    async def fade(self, person: str, game: str, until: int) -> None:
        """The link to somebody who waits is gone: they have a moment to come again."""
        mine = sa.and_(WAITS.c.person == person, WAITS.c.game == game, WAITS.c.until > until, FREE)
        await self.store.execute(sa.update(WAITS).where(_unlocked(mine)).values(until=until))

    async def leave(self, person: str, game: str) -> WaitRow | None:
        """Somebody waits no longer; gives the row that is gone, or stays because they were paired a moment ago."""
        mine = sa.and_(WAITS.c.person == person, WAITS.c.game == game)

        async def run(connection: AsyncConnection) -> Any:
            row = (await connection.execute(sa.select(WAITS).where(mine))).mappings().one_or_none()
            await connection.execute(sa.delete(WAITS).where(mine, WAITS.c.match.is_(None)))
            return row

        row = await self.store.write(run)
        return None if row is None else msgspec.convert(row, WaitRow)

    async def expire(self, now: int) -> list[WaitRow]:
        """Forgets those who are gone, and those whose match against a bot is over; gives their rows."""
        over = sa.select(TABLES.c.id).where(TABLES.c.id == WAITS.c.playing, TABLES.c.state == "over").exists()
        gone = sa.or_(WAITS.c.until <= now, over)
        if not await self.store.values(str, sa.select(WAITS.c.person).where(gone).limit(1)):
            return []

        async def run(connection: AsyncConnection) -> list[WaitRow]:
            statement = sa.delete(WAITS).where(_unlocked(gone)).returning(*WAITS.c)
            return [msgspec.convert(row, WaitRow) for row in (await connection.execute(statement)).mappings()]

        return await self.store.write(run)

    # --- looking ------------------------------------------------------------------------------------------------------

    async def find(self, person: str, game: str) -> WaitRow | None:
        """The row of somebody who waits for a game."""
        return await self.store.row(WaitRow, sa.select(WAITS).where(WAITS.c.person == person, WAITS.c.game == game))

    async def others(self, person: str, game: str, now: int) -> int:
        """How many others wait for this game and have no table."""
        free = sa.and_(WAITS.c.game == game, WAITS.c.person != person, WAITS.c.until > now)
        free = sa.and_(free, WAITS.c.match.is_(None), WAITS.c.playing.is_(None))
        return (await self.store.values(int, sa.select(sa.func.count()).select_from(WAITS).where(free)))[0]

    async def crowds(self, now: int) -> dict[str, int]:
        """By game, how many wait for a person, also those who play against a bot and are there."""
        here = sa.select(SEATS.c.seat).where(
            SEATS.c.match == WAITS.c.playing, SEATS.c.person == WAITS.c.person, SEATS.c.present > now
        )
        free = sa.and_(WAITS.c.match.is_(None), WAITS.c.until > now, sa.or_(WAITS.c.playing.is_(None), here.exists()))
        query = sa.select(WAITS.c.game, sa.func.count().label("waiting")).where(free).group_by(WAITS.c.game)
        return {row.game: row.waiting for row in await self.store.rows(CrowdRow, query)}

    async def sits_at(self, person: str) -> int:
        """At how many tables that are not over somebody sits."""
        query = sa.select(sa.func.count()).select_from(SEATS.join(TABLES, TABLES.c.id == SEATS.c.match))
        query = query.where(SEATS.c.person == person, TABLES.c.state != "over")
        return (await self.store.values(int, query))[0]

    async def partner(self, person: str, game: str, now: int, skip: list[str]) -> PartnerRow | None:
        """Somebody who plays against a bot, is there, and is not being asked by another: who has waited longest."""
        rival = WAITS.alias()
        asked = sa.select(rival.c.person).where(rival.c.asking == WAITS.c.playing, rival.c.until > now).exists()
        query = (
            sa.select(WAITS.c.person, SEATS.c.name, WAITS.c.playing)
            .join(SEATS, sa.and_(SEATS.c.match == WAITS.c.playing, SEATS.c.person == WAITS.c.person))
            .join(TABLES, TABLES.c.id == WAITS.c.playing)
            .where(WAITS.c.game == game, WAITS.c.person != person, WAITS.c.until > now, TABLES.c.state == "playing")
            .where(SEATS.c.present > now, WAITS.c.playing.not_in(skip), ~_apart(person), ~asked)
            .order_by(WAITS.c.since, WAITS.c.person)
        )
        return await self.store.row(PartnerRow, query.limit(1))

    async def is_there(self, match: str, now: int) -> bool:
        """Is who plays against a bot there, still there, and still willing to play against a person?"""
        query = (
            sa.select(WAITS.c.person)
            .join(SEATS, sa.and_(SEATS.c.match == WAITS.c.playing, SEATS.c.person == WAITS.c.person))
            .join(TABLES, TABLES.c.id == WAITS.c.playing)
            .where(WAITS.c.playing == match, SEATS.c.present > now, TABLES.c.state == "playing")
        )
        return bool(await self.store.values(str, query.limit(1)))

    async def still_asks(self, person: str, match: str, now: int) -> bool:
        """Does a newcomer still wait for the answer from that table?"""
        query = sa.select(WAITS.c.person)
        query = query.where(WAITS.c.person == person, WAITS.c.asking == match, WAITS.c.until > now)
        return bool(await self.store.values(str, query))

    # --- finding each other -------------------------------------------------------------------------------------------

    async def pair(self, person: str, game: str, now: int, lay: Callable[[Pair], tuple[str, Job]]) -> bool:
        """Takes somebody and the one who has waited longest, both free, and lays their table: `lay` gives its id and
        the job for a `Pair`. False if there is nobody, or another process is just taking one of them.
        """
        own = WAITS.c.person == person
        query = (
            sa.select(WAITS.c.person)
            .where(WAITS.c.game == game, WAITS.c.until > now, FREE, sa.or_(own, ~_apart(person)))
            .order_by(sa.case((own, 0), else_=1), WAITS.c.since, WAITS.c.person)
            .limit(2)
            .with_for_update(skip_locked=True, of=WAITS)
        )

        async def run(connection: AsyncConnection) -> bool:
            found = [str(row[0]) for row in await connection.execute(query)]
            if len(found) < 2 or found[0] != person:
                return False
            those = sa.select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(found))
            names = {row.id: row.name for row in await connection.execute(those)}
            match, job = lay(Pair((found[1], found[0]), (names[found[1]], names[found[0]])))
            both = sa.and_(WAITS.c.game == game, WAITS.c.person.in_(found))
            await connection.execute(sa.update(WAITS).where(both).values(match=match, until=now + KEPT_MS))
            await job(connection)
            return True

        return await self.store.write(run)

    async def play_on(self, person: str, game: str, match: str, now: int, lay: Job) -> bool:
        """Somebody plays against a bot meanwhile, at a table that `lay` lays. False if they wait no longer."""
        mine = sa.and_(WAITS.c.person == person, WAITS.c.game == game, WAITS.c.until > now, FREE)

        async def run(connection: AsyncConnection) -> bool:
            kept = sa.update(WAITS).where(_unlocked(mine)).values(playing=match, until=now + WILLING_MS)
            if (await connection.execute(kept)).rowcount != 1:
                return False
            await lay(connection)
            return True

        return await self.store.write(run)

    async def ask(self, person: str, game: str, match: str, now: int) -> bool:
        """A newcomer asks for the bot's seat at a table. False if they wait no longer, or its player does not."""
        other = WAITS.alias()
        willing = sa.select(other.c.person).where(other.c.playing == match, other.c.game == game).exists()
        mine = sa.and_(WAITS.c.person == person, WAITS.c.game == game, WAITS.c.until > now, FREE, willing)
        return await self.store.execute(sa.update(WAITS).where(_unlocked(mine)).values(asking=match)) == 1

    async def ask_no_more(self, person: str, match: str) -> None:
        """A newcomer asks there no longer, and waits on."""
        mine = sa.and_(WAITS.c.person == person, WAITS.c.asking == match)
        await self.store.execute(sa.update(WAITS).where(mine).values(asking=None))


def took_seat(match: str, seat: int, person: str, name: str, time: int) -> Job:
    """What else is written by the entry with which a newcomer takes a bot's seat."""

    async def run(connection: AsyncConnection) -> None:
        free = sa.and_(SEATS.c.match == match, SEATS.c.seat == seat, SEATS.c.person.is_(None))
        taken = sa.update(SEATS).where(free).values(person=person, name=name, present=time)
        if (await connection.execute(taken)).rowcount != 1:
            raise Taken
        newcomer = sa.and_(WAITS.c.person == person, WAITS.c.asking == match)
        kept = {"match": match, "asking": None, "until": time + KEPT_MS}
        await connection.execute(sa.update(WAITS).where(newcomer).values(**kept))
        await connection.execute(sa.delete(WAITS).where(WAITS.c.playing == match))

    return run


def turned_away(match: str, for_good: bool) -> Job:
    """What else is written by the entry with which a newcomer is turned away, or goes; `for_good`: whoever plays there
    is not asked again.
    """

    async def run(connection: AsyncConnection) -> None:
        await connection.execute(sa.update(WAITS).where(WAITS.c.asking == match).values(asking=None))
        if for_good:
            await connection.execute(sa.delete(WAITS).where(WAITS.c.playing == match))

    return run


def _unlocked(which: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """These rows, but for those that another process is just changing."""
    rows = sa.select(WAITS.c.person, WAITS.c.game).where(which).with_for_update(skip_locked=True)
    return sa.tuple_(WAITS.c.person, WAITS.c.game).in_(rows)


def _apart(person: str) -> sa.ColumnElement[bool]:
    """Rows of people who are not to meet this one: one of the two has muted or reported the other."""
    other = WAITS.c.person

    def either(one: sa.Column[Any], two: sa.Column[Any]) -> sa.ColumnElement[bool]:
        return sa.or_(sa.and_(one == person, two == other), sa.and_(one == other, two == person))

    muted = sa.select(MUTES.c.person).where(either(MUTES.c.person, MUTES.c.other)).exists()
    reported = sa.select(REPORTS.c.id).where(either(REPORTS.c.person, REPORTS.c.about)).exists()
    return sa.or_(muted, reported)
