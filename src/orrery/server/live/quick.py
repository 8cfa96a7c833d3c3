"""Quick match: pairs two who wait for the same game.

Whoever waits asks again and again; a question is held back until there is news, so that asking is also the sign of
being there. Two who wait are paired at once at the game's usual table for two. Who has waited for a while is offered a
bot. Whoever plays against that bot still waits in a way: the next one who comes is shown their match and may ask for
the bot's seat, and gets it between two moves if they agree (session.py). Rows of the database decide (store/queue.py);
what is in memory here only wakes those who wait.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta, Struct

from orrery.bots.bot import bot_names
from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.server.access import MODEL, check
from orrery.server.http.library import the_game
from orrery.server.live.session import Session
from orrery.server.live.tables import Wish
from orrery.server.live.wire import TableSettings
from orrery.server.people.identity import Person, is_program
from orrery.server.refusal import RequestRefused
from orrery.server.store.queue import Pair, Queue
from orrery.server.store.rows import HistoryRow, PartnerRow, WaitRow
from orrery.server.store.store import Job
from orrery.server.workers.answers import Asked
from orrery.server.workers.pool import ThinkingFault

if TYPE_CHECKING:
    from orrery.server.live.hall import Hall

QUEUE_CHANGED: Final = -4
"""Wakes other processes, of a game or a person and not of a match: something has changed for those who wait for that
game, or for that person.
"""
SEATS: Final = 2
HOLD: Final = 10.0
"""Seconds for which a question is held back at most while there is no news."""
LOOK: Final = 2.0
"""Seconds after which one looks without having been woken: a wake-up may have been lost."""
HELD: Final = 6
"""How many questions of one person are held back at a time; further ones are answered at once."""
FADE_MS: Final = 4000
"""Milliseconds to come again for one whose link is gone, as when a page is loaded anew."""
SWEEP_MS: Final = 2000
TRIES: Final = 3
"""How often something is tried that a match which moves on may get in the way of."""
SKIPPED: Final = 20

SETTINGS: Final = TableSettings(hints=False)
"""Two who do not know each other play without hints; while a bot plays there are hints all the same."""


class Wait(Struct, frozen=True, forbid_unknown_fields=True):
    """Waits for somebody to play with. `known` is the `tag` of the last answer: the next one comes when there is news.
    `skip` are tables of others whose bot's seat one does not want.
    """

    known: Annotated[str, Meta(max_length=200)] = ""
    skip: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=SKIPPED)] = []


class Running(Struct, frozen=True):
    """A match against a bot whose seat one may ask for: against whom, at which of the seats the bot sits, how many
    moves were made, whose turn it is, and the points where the game counts some.
    """

    table: str
    name: str
    seat: int
    moves: int
    turn: int | None
    scores: list[int] | None


class Waiting(Struct, frozen=True):
    """How one's waiting stands: for how many milliseconds, how many others wait, whether a bot may be had meanwhile,
    whose match one may join, whether one asks there, and the `table` at which one plays once there is somebody.
    """

    game: str
    waited: int
    others: int
    bot: bool
    offer: Running | None
    asking: str | None
    table: str | None
    tag: str


class Quick:
    """Those who wait, as far as this process hears of them."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.queue = Queue(hall.store)
        self.news: dict[str, set[asyncio.Event]] = {}
        """By game and by person, what those wait for who are held back here."""
        self.held: Counter[str] = Counter()
        self.swept = 0

    # --- waking -------------------------------------------------------------------------------------------------------

    def wake(self, whom: str) -> None:
        """Something has changed for those who wait for a game, or for a person."""
        for event in self.news.get(whom, ()):
            event.set()

    def changed(self, whom: str) -> None:
        """The same, here and in the other processes."""
        self.hall.publish(whom, QUEUE_CHANGED)
        self.wake(whom)

    def close(self) -> None:
        """Holds nobody back any longer."""
        for whom in self.news:
            self.wake(whom)

    @contextlib.contextmanager
    def _hearing(self, *whom: str) -> Iterator[asyncio.Event]:
        """Hears of what changes for a game or a person."""
        event = asyncio.Event()
        for one in whom:
            self.news.setdefault(one, set()).add(event)
        try:
            yield event
        finally:
            for one in whom:
                self.news[one].discard(event)
                if not self.news[one]:
                    del self.news[one]

    async def sweep(self, now: int) -> None:
        """Forgets those who are gone; what they asked for is taken back."""
        if now - self.swept < SWEEP_MS:
            return
        self.swept = now
        for row in await self.queue.expire(now):
            if row.asking is not None:
                await self._take_back(row.person, row.asking)
            if row.match is None:
                self.changed(row.game)

    # --- waiting ------------------------------------------------------------------------------------------------------

    async def wait(self, person: Person, game: str, wish: Wait, gone: Callable[[], Awaitable[None]]) -> Waiting:
        """Waits, and gives how it stands when there is news, or after a while. What `gone` gives ends when the link to
        who asks does. Raises RequestRefused.
        """
        self.hall.check_staying()
        self._check_game(game)
        if is_program(person.id):
            raise RequestRefused(
                "no_programs", "a bot sits down at a table that people have opened, not in a quick match"
            )
        now, loop = self.hall.world.now(), asyncio.get_running_loop()
        hold = min(HOLD, self.hall.settings.quick_lost / 2)
        known = await self.queue.find(person.id, game)
        if known is None and await self.queue.sits_at(person.id) >= self.hall.settings.tables:
            most = self.hall.settings.tables
            raise RequestRefused("too_many_tables", f"you play at {most} tables already; end some first")
        row = await self.queue.come(person.id, game, now, now + int(self.hall.settings.quick_lost * 1000))
        new = row.since == now
        end = loop.time() + (hold if self.held[person.id] < HELD else 0.0)
        self.held[person.id] += 1
        leaving = asyncio.ensure_future(gone())
        try:
            with self._hearing(game, person.id) as event:
                while True:
                    event.clear()
                    found = await self._look(row, person, wish.skip)
                    if new and found.table is None:
                        self.changed(game)  # one more waits
                    new = False
                    rest = end - loop.time()
                    if found.tag != wish.known or rest <= 0 or self.hall.closing:
                        return found
                    if await self._left(event, leaving, min(rest, LOOK)):
                        await self.queue.fade(person.id, game, self.hall.world.now() + FADE_MS)
                        return found
                    row = await self.queue.find(person.id, game) or row
        finally:
            leaving.cancel()
            self.held[person.id] -= 1
            if not self.held[person.id]:
                del self.held[person.id]

    @staticmethod
    async def _left(event: asyncio.Event, leaving: asyncio.Future[None], seconds: float) -> bool:
        """Waits for news, for so long at most; True if who asked has left meanwhile."""
        news = asyncio.ensure_future(event.wait())
        try:
            both: list[asyncio.Future[Any]] = [news, leaving]
            await asyncio.wait(both, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()
        return leaving.done()

    async def _look(self, row: WaitRow, person: Person, skip: list[str]) -> Waiting:
        """How it stands for one who waits; pairs them if there is somebody."""
        now, game = self.hall.world.now(), row.game
        table = await self._table_of(row)
        if row.match is not None and table is None:
            await self.queue.begin_anew(row, now, now + int(self.hall.settings.quick_lost * 1000))
            row = await self.queue.find(person.id, game) or row
        asking, offer, others = row.asking, None, 0
        if asking is not None and not await self.queue.is_there(asking, now):
            await self._take_back(person.id, asking)
            asking = None
        if table is None:
            others = await self.queue.others(person.id, game, now)
            if others and asking is None:
                table = await self._pair(person, game)
        if table is None and asking is None:
            partner = await self.queue.partner(person.id, game, now, skip)
            offer = None if partner is None else await self._running(partner)
        waited = max(0, now - row.since)
        bot = waited >= self.hall.settings.quick_bot * 1000 and table is None and asking is None
        tag = f"{others} {int(bot)} {table} {asking} {None if offer is None else offer.table}"
        return Waiting(game, waited, others, bot, offer, asking, table, tag)

    async def _table_of(self, row: WaitRow) -> str | None:
        """The table at which one who waited plays now. If whoever laid it could not start the match, it starts now."""
        id = row.match or row.playing
        found = None if id is None else await self.hall.tables.find(id)
        if found is None or found.state == "over":
            return None
        if found.state == "open":
            await self.hall.lobby.begin_if_full(found.id)
        return found.id

    async def leave(self, person: Person, game: str) -> str | None:
        """Waits no longer; gives the table at which one was paired a moment before. Raises RequestRefused."""
        row = await self.queue.leave(person.id, game)
        if row is None:
            return None
        if row.match is not None:
            return await self._table_of(row)
        if row.asking is not None:
            await self._take_back(person.id, row.asking)
        self.changed(game)
        return None

    async def crowds(self) -> dict[str, int]:
        """By game, how many wait for somebody to play with, those who play against a bot meanwhile included."""
        return await self.queue.crowds(self.hall.world.now())

    async def still_asks(self, person: str, table: str) -> bool:
        """Does a newcomer still wait for the answer from that table?"""
        return await self.queue.still_asks(person, table, self.hall.world.now())

    # --- finding each other -------------------------------------------------------------------------------------------

    async def _pair(self, person: Person, game: str) -> str | None:
        """Pairs somebody with the one who has waited longest; gives their table, whose match begins at once."""
        rules, seed = the_game(game), self.hall.world.seed()
        made: list[tuple[str, str]] = []

        def lay(pair: Pair) -> tuple[str, Job]:
            seats = [_seat(person=id, name=name) for id, name in zip(pair.people, pair.names, strict=True)]
            # Chance decides who sits where: in some games it is good to begin.
            seats = _turned(seats, seed)
            id, job = self._laid(rules, pair.people[0], seats)
            made.append((id, pair.people[0]))
            return id, job

        if not await self.queue.pair(person.id, game, self.hall.world.now(), lay):
            return None
        table, other = made[-1]
        await self.hall.lobby.begin_if_full(table)
        self.changed(other)
        return table

    def _laid(self, game: Game, owner: str, seats: list[JsonObject]) -> tuple[str, Job]:
        """The game's usual table for two, and how it is laid."""
        wish = Wish(game.guide().usual(SEATS), [])
        return self.hall.tables.laid(game.name, game.version, wish, SETTINGS, owner, seats, notices=True)

    async def play_bot(self, person: Person, game: str, bot: str) -> str:
        """Plays against a bot meanwhile; gives the table. Raises RequestRefused."""
        self.hall.check_staying()
        self._check_game(game)
        if bot not in bot_names(game):
            raise RequestRefused("no_such_bot", f"bot: there are {', '.join(bot_names(game))}")
        seats = _turned([_seat(person=person.id, name=person.name), _seat(bot=bot, name=bot)], self.hall.world.seed())
        id, lay = self._laid(the_game(game), person.id, seats)
        if not await self.queue.play_on(person.id, game, id, self.hall.world.now(), lay):
            row = await self.queue.find(person.id, game)
            table = None if row is None else await self._table_of(row)
            if table is None:
                raise RequestRefused("not_waiting", "you do not wait for this game")
            return table  # somebody came at this very moment
        await self.hall.lobby.begin_if_full(id)
        self.changed(game)
        return id

    async def ask(self, id: str, person: Person) -> None:
        """Asks for the bot's seat at a table where somebody waits for a person. Raises RequestRefused."""
        table = await self.hall.tables.the(id)
        check(MODEL.requests, "take_over", table.place(person.id))
        seat = next((one.seat for one in table.seats if one.bot is not None and one.person is None), None)
        now, game = self.hall.world.now(), table.row.game
        if seat is None or not await self.queue.is_there(id, now):
            raise RequestRefused("not_offered", "nobody waits there for a person to take the bot's seat")
        if not await self.queue.ask(person.id, game, id, now):
            raise RequestRefused("not_waiting", "you do not wait for this game")
        try:
            await self._enter(id, lambda session, time: session.come(seat, person.id, person.name, time), person)
        except RequestRefused:
            await self.queue.ask_no_more(person.id, id)
            raise
        self.changed(game)

    async def _take_back(self, person: str, id: str) -> None:
        """A newcomer asks for a seat no longer."""
        with contextlib.suppress(RequestRefused):  # it was answered, or the match is over
            await self._enter(id, lambda session, time: session.go_away(person, time), None)
        await self.queue.ask_no_more(person, id)

    async def _enter(self, id: str, make: Callable[[Session, int], HistoryRow], by: Person | None) -> None:
        """Makes an entry of a match by somebody who does not sit there, whatever happens there meanwhile."""
        room = await self.hall.room(id)
        for i in range(TRIES):
            await room.catch_up()
            try:
                await room.enter_entry(room.shown, make, by)
                return
            except RequestRefused as refusal:
                if refusal.code != "stale" or i == TRIES - 1:
                    raise

    async def _running(self, partner: PartnerRow) -> Running | None:
        """What a newcomer is told of a match before asking for a seat: what everybody may know."""
        table = await self.hall.tables.find(partner.playing)
        seat = None if table is None else next((one.seat for one in table.seats if one.bot is not None), None)
        if table is None or seat is None:
            return None
        with contextlib.suppress(RequestRefused):
            room = await self.hall.room(table.id)
            moves, turn, asked = await room.summary()
            return Running(table.id, partner.name, seat, moves, turn, await self._scores(asked))
        return None

    async def _scores(self, asked: Asked | None) -> list[int] | None:
        """The points as a spectator is told them; None where the game has none."""
        if asked is None:
            return None
        try:
            rows = (await self.hall.bots.glances.tell(asked)).get("seats", [])
        except ThinkingFault:
            return None
        found = [row["score"] for row in rows if isinstance(row.get("score"), int)]
        return found if found and len(found) == len(rows) else None

    @staticmethod
    def _check_game(game: str) -> None:
        if SEATS not in the_game(game).guide().seats({}):
            raise RequestRefused("no_quick_match", "this game is not for two")


def _seat(person: str | None = None, bot: str | None = None, name: str = "") -> JsonObject:
    return {"person": person, "bot": bot, "name": name, "deck": None, "keeper": None, "kept": None}


def _turned(seats: list[JsonObject], seed: int) -> list[JsonObject]:
    return seats[::-1] if seed & 1 else seats
