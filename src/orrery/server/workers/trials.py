"""Trials of decks: how a deck does against the ready ones, played a slice at a time in a process of its own.

The server keeps nothing of a trial. Whoever wants to know how a deck does asks for its matches from some number on and
is told as many as fit into a slice; the matches of a deck follow from its cards and their numbers alone
(bots/deck_trial.py), so who asks again, of another process of the server or after a restart, goes on where they were.
A trial that nobody asks about any more is over, and nobody can see, stop or spoil that of somebody else.

People take turns, one slice each; those who wait stand in line and are told their place. Bots at tables and hints come
first: while all of their processes are thinking, no slice begins, though nobody waits for that for ever. How much one
person may ask for in an hour is bounded, in matches and in seconds of a processor.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Final

from orrery.server.limits import NEIGHBOURS, Budget, Counts
from orrery.server.refusal import RequestRefused
from orrery.server.settings import Settings
from orrery.server.workers.builds import COMPILED
from orrery.server.workers.pool import Pool, ThinkingFault
from orrery.server.workers.questions import Try

HOUR: Final = 3600.0
HOLD: Final = 5.0
"""Seconds for which a question is held back at most while others have their turns; then it is told its place."""
LOST: Final = 4.0
"""Seconds without a question after which one's place in line is lost."""
ASKING: Final = 3
"""How many questions of one person may wait or be answered at a time; of an address ten times as many."""
LONGEST_LINE: Final = 200
"""How many people may stand in line."""
POLITE: Final = 5.0
"""Seconds for which a slice waits at most until a process for bots is free."""
LOOK: Final = 0.05
"""Seconds between two looks whether one is."""
PATIENCE: Final = 60.0
"""Seconds after which a process that plays is taken for dead: some matches are longer than a slice."""
WAY: Final = 19
"""The process gives way to all others."""


class Place:
    """Somebody in line: how many questions of theirs wait, and when the last one did."""

    __slots__ = ("held", "seen")

    def __init__(self) -> None:
        self.held = 0
        self.seen = 0.0


class Line:
    """Those who want a turn, in the order in which they came. Each person stands in it once, however often they ask."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self.taken = False
        """Has somebody the turn?"""
        self.news = asyncio.Event()
        """Something has changed for those who wait; another one takes its place then."""

    def before(self, person: str) -> int:
        """How many have their turn before somebody."""
        return int(self.taken) + list(self.places).index(person)

    async def wait(self, person: str, seconds: float, gone: asyncio.Future[None]) -> int | None:
        """Waits for one's turn, for so long at most. None if one has it: then `give_back` it. Else how many are before
        one; the place is kept for who asks again soon. Raises RequestRefused.
        """
        time = asyncio.get_running_loop().time
        end = time() + seconds
        self._forget(time())
        if person not in self.places and len(self.places) >= LONGEST_LINE:
            raise RequestRefused.because(
                "too_many_trials", "too many try their decks just now; come back later", "trials_full"
            )
        while True:
            place = self.places.setdefault(person, Place())
            if self._is_next(person):
                del self.places[person]
                self.taken = True
                return None
            rest = end - time()
            if rest <= 0 or gone.done():
                place.seen = time()
                return self.before(person)
            place.held += 1
            try:
                await self._news(rest, gone)
            finally:
                place.held -= 1
                place.seen = time()

    def give_back(self) -> None:
        """One's turn is over."""
        self.taken = False
        self._tell()

    def _is_next(self, person: str) -> bool:
        """Is it somebody's turn? Who has a place but does not wait just now is passed by, and keeps it."""
        waiting = [who for who, place in self.places.items() if place.held or who == person]
        return not self.taken and waiting[0] == person

    async def _news(self, seconds: float, gone: asyncio.Future[None]) -> None:
        waiting = asyncio.ensure_future(self.news.wait())
        both: list[asyncio.Future[object]] = [waiting, gone]  # type: ignore[list-item]
        try:
            await asyncio.wait(both, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()

    def _tell(self) -> None:
        self.news.set()
        self.news = asyncio.Event()

    def _forget(self, now: float) -> None:
        lost = [who for who, place in self.places.items() if not place.held and now - place.seen > LOST]
        for who in lost:
            del self.places[who]


class Slice:
    """What came of a question: how the matches ended, in halves of a win, or how many have their turn before."""

    __slots__ = ("before", "halves")

    def __init__(self, halves: list[int], before: int) -> None:
        self.halves = halves
        self.before = before


class Trials:
    """The trials of all decks on this server."""

    def __init__(self, settings: Settings, others: list[Pool]) -> None:
        """`others` think for those who play: they come first."""
        self.settings = settings
        self.others = others
        self.pool = Pool(1, PATIENCE, patience=PATIENCE, lazy=True, who="trials", build=others[0].build, way=WAY)
        self.line = Line()
        self.asking = Counts(ASKING, ASKING * NEIGHBOURS)
        self.matches = Budget(settings.trial_hourly / HOUR, settings.trial_hourly)
        self.seconds = Budget(settings.trial_seconds / HOUR, settings.trial_seconds)

    def usual_bot(self) -> str:
        """Who tries decks if nobody says: in the plain build the quickest, which takes as long as a better one
        compiled.
        """
        return "level2" if self.pool.build.name == COMPILED else "greedy"

    async def go_on(self, person: str, address: str, wish: Try, gone: Callable[[], Awaitable[None]]) -> Slice:
        """The next matches of a trial. What `gone` gives ends when the link to who asks does. Raises RequestRefused."""
        self._check_budgets(person, address)
        if not self.asking.take(person, address):
            message = f"you try {ASKING} decks at once already; wait for them"
            raise RequestRefused.because("too_many_trials", message, "trials_at_once", {"most": ASKING})
        leaving = asyncio.ensure_future(_ended(gone))
        try:
            before = await self.line.wait(person, HOLD, leaving)
            if before is not None:
                return Slice([], before)
            try:
                await self._be_polite()
                if leaving.done():
                    return Slice([], 0)
                found = await self.pool.try_deck(wish)
            finally:
                self.line.give_back()
        except ThinkingFault:
            raise RequestRefused("not_tried", "the matches could not be played; ask again") from None
        finally:
            leaving.cancel()
            self.asking.give_back(person, address)
        now = asyncio.get_running_loop().time()
        self.matches.owe(person, address, now, len(found.halves), math.inf)
        self.seconds.owe(person, address, now, found.spent, math.inf)
        return Slice(found.halves, 0)

    def _check_budgets(self, person: str, address: str) -> None:
        now = asyncio.get_running_loop().time()
        wait = max(self.matches.wait_for(person, address, now), self.seconds.wait_for(person, address, now, 0.0))
        if wait > 0:
            minutes = max(1, math.ceil(min(wait, HOUR) / 60))
            message = f"you have had as many matches played as one may in an hour; some more in {minutes} minutes"
            raise RequestRefused.because("too_many_trials", message, "trials_spent", {"minutes": minutes})

    async def _be_polite(self) -> None:
        """Lets those think first for whom people wait at their tables."""
        end = asyncio.get_running_loop().time() + POLITE
        while any(pool.is_busy() for pool in self.others) and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(LOOK)


async def _ended(gone: Callable[[], Awaitable[None]]) -> None:
    await gone()
