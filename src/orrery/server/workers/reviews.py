"""Reviews of matches: every decision judged by what its seat knew then, in the background, one after the other.

A judgement is kept in the database as soon as it is made. So a review goes on where it was, whoever asks for it next,
at whatever process and after a restart; and what people do wrong again and again is known over all their matches.

People take turns, one decision each, however many matches they have asked for. Whoever plays comes first: while all
processes for bots are thinking no judgement begins, though nobody waits for that for ever. How many seconds of a
processor one may have in an hour is bounded; what was judged until then stays.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import OrderedDict, deque
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery import __version__
from orrery.core.data import JsonObject
from orrery.server.limits import Budget
from orrery.server.live.session import ACT, Session, Start
from orrery.server.live.wire import encode
from orrery.server.refusal import RequestRefused
from orrery.server.settings import Settings
from orrery.server.store.rows import HistoryRow, JudgementRow
from orrery.server.store.schema import JUDGEMENTS
from orrery.server.store.store import Store
from orrery.server.workers.answers import Asked
from orrery.server.workers.pool import Pool, ThinkingFault
from orrery.server.workers.questions import Judged

LOG: Final = logging.getLogger("orrery.server.workers.reviews")
HOUR: Final = 3600.0
JUDGING: Final = 12.0
"""Seconds that a judgement may take at most; then it says what is known."""
PATIENCE: Final = 60.0
"""Seconds after which a process that judges is taken for dead."""
POLITE: Final = 5.0
"""Seconds for which a judgement waits at most until a process for bots is free."""
LOOK: Final = 0.05
"""Seconds between two looks whether one is."""
WAY: Final = 12
"""The process gives way to bots at tables, and less to others: somebody looks on."""
MOST_FAILED: Final = 8
"""So many failures of one review are tried again by themselves."""
MOST_WAITING: Final = 20
"""How many matches of one person may wait to be reviewed."""
MOST_PEOPLE: Final = 500
"""How many people may wait for reviews."""
COARSE: Final = 5
"""The first look at a match takes one decision of so many: soon there is a curve, which then grows finer."""
PIECE: Final = 25
"""So many entries are played again at a time; in between others have their turn."""
WORKING: Final = "working"
WAITING: Final = "waiting"
SPENT: Final = "spent"
DONE: Final = "done"
IDLE: Final = "idle"


class Line:
    """What stands of a match at its end: the number of the state before each action, with who decided there. Actions
    that were taken back are left out.
    """

    __slots__ = ("at", "choices", "length")

    def __init__(self, session: Session) -> None:
        self.at: list[int] = []
        self.length = session.number
        for logged in session.log:
            if logged.entry.kind == ACT:
                self.at.append(logged.entry.number - 1)
            elif logged.back is not None:
                del self.at[logged.back :]

    def number_of(self, action: int) -> int:
        """The number of the state before an action, which are counted from 1; after the last one the end."""
        return self.at[action - 1] if action <= len(self.at) else self.length


class Job:
    """A match that somebody wants reviewed: at which moments of it is to be looked, in this order."""

    __slots__ = ("address", "decisions", "entries", "failed", "id", "start", "walk")

    def __init__(self, id: str, start: Start, entries: list[HistoryRow], line: Line, mine: set[int], address: str):
        """`mine` are the seats whose decisions come first."""
        self.id = id
        self.start = start
        self.entries = entries
        self.address = address
        self.decisions: deque[int] = deque(order(line, [entries[at].seat in mine for at in line.at]))
        self.walk: Session | None = None
        self.failed = 0
        """How often a decision could not be judged."""


def order(line: Line, mine: list[bool]) -> list[int]:
    """In which order the moments of a match are looked at: a few all over it, then one's own, then all others; within
    each as they came, so that the match is played through three times and no more.
    """
    coarse = line.at[::COARSE]
    rest = [(at, own) for i, (at, own) in enumerate(zip(line.at, mine, strict=True)) if i % COARSE]
    return [*coarse, *[at for at, own in rest if own], *[at for at, own in rest if not own]]


class Reviews:
    """The reviews of all matches on this server, made at this process."""

    def __init__(self, settings: Settings, store: Store, others: list[Pool]) -> None:
        """`others` think for those who play: they come first."""
        self.store = store
        self.others = others
        self.pool = Pool(1, JUDGING, patience=PATIENCE, lazy=True, who="reviews", build=others[0].build, way=WAY)
        self.seconds = Budget(settings.review_seconds / HOUR, settings.review_seconds)
        self.waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        """By person, the matches to be reviewed; whose turn it is comes first."""
        self.now: tuple[str, str] | None = None
        """Who has the turn, with which match."""
        self.spent: dict[str, str] = {}
        """By match, who has no more seconds for it."""
        self.task: asyncio.Task[None] | None = None
        self.news = asyncio.Event()
        """Something was judged; another one takes its place then."""

    async def close(self) -> None:
        """Ends what is being done; what was judged is kept. Its process is ended with all others of the service."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        self.waiting.clear()

    # --- asking -------------------------------------------------------------------------------------------------------

    def ask(self, person: str, job: Job) -> None:
        """Has a match reviewed, unless somebody's turn with it will come anyway. Raises RequestRefused."""
        self.check_budget(person, job.address)
        mine = self.waiting.get(person)
        if any(one.id == job.id for one in mine or ()):
            return
        if mine is not None and len(mine) >= MOST_WAITING:
            message = f"{MOST_WAITING} of your matches wait to be reviewed already; come back when some are done"
            raise RequestRefused.because("too_many_reviews", message, "reviews_waiting", {"most": MOST_WAITING})
        if mine is None and len(self.waiting) >= MOST_PEOPLE:
            message = "too many matches wait to be reviewed just now; come back later"
            raise RequestRefused.because("too_many_reviews", message, "reviews_full")
        self.spent.pop(job.id, None)
        self.waiting.setdefault(person, deque()).append(job)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._work(), name="reviews")

    def check_budget(self, person: str, address: str) -> None:
        """Has somebody seconds left? Raises RequestRefused."""
        wait = self.seconds.wait_for(person, address, asyncio.get_running_loop().time(), 0.0)
        if wait > 0:
            minutes = max(1, math.ceil(min(wait, HOUR) / 60))
            message = f"you have had as much reviewed as one may in an hour; some more in {minutes} minutes"
            raise RequestRefused.because("too_many_reviews", message, "reviews_spent", {"minutes": minutes})

    def owe(self, person: str, address: str, seconds: float) -> None:
        """Somebody had a process think for so long."""
        self.seconds.owe(person, address, asyncio.get_running_loop().time(), seconds, math.inf)

    def state_of(self, id: str) -> tuple[str, int]:
        """What becomes of a match's review here, and how many people have their turn before."""
        for before, jobs in enumerate(self.waiting.values()):
            if any(job.id == id for job in jobs):
                working = (self.now is not None and self.now[1] == id) or before == 0
                return (WORKING, 0) if working else (WAITING, before)
        return (SPENT if id in self.spent else IDLE), 0

    async def change(self, seconds: float) -> None:
        """Waits until something was judged, for so long at most."""
        waiting = asyncio.ensure_future(self.news.wait())
        try:
            await asyncio.wait([waiting], timeout=seconds)
        finally:
            waiting.cancel()

    # --- working ------------------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        while self.waiting:
            person = next(iter(self.waiting))
            job = self.waiting[person][0]
            self.now = person, job.id
            try:
                goes_on = await self._step(person, job)
            except Exception:
                LOG.exception("the review of the match %s failed", job.id)
                goes_on = False
            self.now = None
            jobs = self.waiting.pop(person)
            if not goes_on:
                jobs.remove(job)
            if jobs:
                self.waiting[person] = jobs  # the next turn is another's
            self.news.set()
            self.news = asyncio.Event()

    async def _step(self, person: str, job: Job) -> bool:
        """Judges the next decision of a match that is not judged yet; False if there is no more to be done."""
        known = await self.known(job.id)
        while job.decisions:
            at = job.decisions.popleft()
            if at in known:
                continue
            session = await self._then(job, at)
            seat = session.match.to_act()
            assert seat is not None, "somebody acted there"
            who = decider(session, seat)
            asked = asked_at(session, seat, job.entries[at].word)
            if len(asked.actions) < 2:
                await self._keep(job, at, seat, who, Judged(None, 0.0))
                continue
            await self._be_polite()
            try:
                judged = await self.pool.judge(asked)
            except ThinkingFault:
                # The others can be judged all the same; this one is tried again after them, when a busy machine has
                # more time again. Who asks again has it tried again, too.
                job.failed += 1
                if job.failed <= MOST_FAILED:
                    job.decisions.append(at)
                LOG.warning("the state %d of the match %s could not be judged", at, job.id)
                return bool(job.decisions)
            await self._keep(job, at, seat, who, judged)
            self.owe(person, job.address, judged.spent)
            try:
                self.check_budget(person, job.address)
            except RequestRefused:
                self.spent[job.id] = person
                while len(self.spent) > MOST_PEOPLE:
                    del self.spent[next(iter(self.spent))]
                return False
            return bool(job.decisions)
        return False

    async def _then(self, job: Job, at: int) -> Session:
        """The match as it stood at a moment: played on from where it was looked at last."""
        if job.walk is None or job.walk.number > at:
            job.walk = Session(job.start, [])
        walk = job.walk
        while walk.number < at:
            for entry in job.entries[walk.number : min(at, walk.number + PIECE)]:
                walk.apply(entry)
            await asyncio.sleep(0)
        return walk

    async def _be_polite(self) -> None:
        end = asyncio.get_running_loop().time() + POLITE
        while any(pool.is_busy() for pool in self.others) and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(LOOK)

    # --- keeping ------------------------------------------------------------------------------------------------------

    async def _keep(self, job: Job, at: int, seat: int, who: str | None, judged: Judged) -> None:
        row: JsonObject = {
            "match": job.id, "number": at, "seat": seat, "person": who, "game": job.start.game.name,
            "loss": 0.0 if judged.row is None else judged.row["loss"], "made_by": MADE_BY,
            "data": None if judged.row is None else encode(judged.row).decode(),
        }  # fmt: skip

        async def insert(connection: AsyncConnection) -> None:
            make: Any = sqlite.insert if self.store.is_sqlite else postgresql.insert
            statement = make(JUDGEMENTS).values(row)
            keys = [JUDGEMENTS.c.match, JUDGEMENTS.c.number]
            # Another process may have been faster: what it found is as good. What an earlier version said is not.
            statement = statement.on_conflict_do_update(index_elements=keys, set_=row)
            await connection.execute(statement)

        await self.store.write(insert)

    async def known(self, id: str) -> dict[int, JudgementRow]:
        """What is known of a match, by the number of the state: as this version of the bots judges."""
        query = sa.select(JUDGEMENTS).where(JUDGEMENTS.c.match == id, JUDGEMENTS.c.made_by == MADE_BY)
        return {row.number: row for row in await self.store.rows(JudgementRow, query)}

    async def of_person(self, person: str, least: float, most: int) -> list[JudgementRow]:
        """The decisions of a person in all their matches by which they lost as much, the newest matches' first."""
        query = (
            sa.select(JUDGEMENTS)
            .where(JUDGEMENTS.c.person == person, JUDGEMENTS.c.loss >= least, JUDGEMENTS.c.data.is_not(None))
            .order_by(JUDGEMENTS.c.loss.desc(), JUDGEMENTS.c.match, JUDGEMENTS.c.number)
            .limit(most)
        )
        return await self.store.rows(JudgementRow, query)

    async def counts_of(self, person: str) -> dict[str, tuple[int, int]]:
        """By game, how many decisions of a person were judged, and in how many matches."""
        columns = (JUDGEMENTS.c.game, sa.func.count(), sa.func.count(sa.distinct(JUDGEMENTS.c.match)))
        query = (
            sa.select(*columns)
            .where(JUDGEMENTS.c.person == person, JUDGEMENTS.c.data.is_not(None))
            .group_by(JUDGEMENTS.c.game)
        )
        async with self.store.snapshot() as connection:
            return {str(row[0]): (int(row[1]), int(row[2])) for row in await connection.execute(query)}


MADE_BY: Final = __version__
"""Who judges: another release may judge otherwise, and judges anew."""


def decider(session: Session, seat: int) -> str | None:
    """The person who decides at a seat at this moment; None for a bot, and for a companion, whom nobody knows."""
    player = session.roster.players[seat]
    if session.bots[seat] is not None or player is None or session.roster.seats_of(player)[0] != seat:
        return None
    return player


def asked_at(session: Session, seat: int, word: str | None) -> Asked:
    """What judging an action of a seat at this moment needs: all that the seat knows, and no more."""
    match = session.match
    asked = Asked(
        "analysis", session.start.game.name, session.seats, session.number, seat, match.view(seat), match.seen(seat)
    )
    asked.actions = match.actions()
    asked.word = word
    return asked


def row_of(found: JudgementRow) -> JsonObject | None:
    """A judgement as it was made; None where there was nothing to judge."""
    row: JsonObject | None = None if found.data is None else msgspec.json.decode(found.data)
    return row
