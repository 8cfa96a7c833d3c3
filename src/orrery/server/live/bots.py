"""Bots at tables: their turns, taken by one process at a time, and what people ask for beside the rules: previews,
scores, forecasts, hints.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from orrery.core.data import JsonObject
from orrery.server.access import Place
from orrery.server.limits import Buckets
from orrery.server.live.room import Room
from orrery.server.live.wire import Ask, Previewed, Told
from orrery.server.people.identity import Person
from orrery.server.refusal import RequestRefused
from orrery.server.workers.answers import HELP, Asked
from orrery.server.workers.pool import Pool, ThinkingFault

if TYPE_CHECKING:
    from orrery.server.live.hall import Hall

LOG: Final = logging.getLogger("orrery.server.live.bots")


class Bots:
    """The bots of this process."""

    def __init__(self, hall: Hall, pool: Pool, glances: Pool) -> None:
        """`pool` thinks for bots and hints, `glances` answers what must not wait behind them: previews, scores,
        forecasts.
        """
        self.hall = hall
        self.pool = pool
        self.glances = glances
        self.helped = Buckets(hall.settings.hints, hall.settings.hint_burst)
        self.thinking: dict[str, asyncio.Task[None]] = {}
        """By table, who plays for its bots here."""

    async def close(self) -> None:
        """Stops thinking."""
        tasks = list(self.thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- their turns --------------------------------------------------------------------------------------------------

    def prod(self, room: Room) -> None:
        """If it is a bot's turn and nobody here thinks about it yet, thinks."""
        if self.hall.closing or room.id in self.thinking:
            return
        if room.session is not None and room.session.bot_to_act() is not None:
            task = asyncio.create_task(self._think(room), name=f"bots of {room.id}")
            self.thinking[room.id] = task
            task.add_done_callback(lambda done: self._thought(room, done))

    def _thought(self, room: Room, task: asyncio.Task[None]) -> None:
        self.thinking.pop(room.id, None)
        if not task.cancelled() and (fault := task.exception()) is not None:
            LOG.error("the bots of table %s failed", room.id, exc_info=fault)

    async def _think(self, room: Room) -> None:
        """Plays for the bots of a match as long as it is their turn and no other process does."""
        held = 0
        try:
            while not self.hall.closing and (turn := await room.question()) is not None:
                now = self.hall.world.now()
                if now > held - self.hall.grace // 2:
                    if not await self.hall.store.lease(room.id, self.hall.holder, now, now + self.hall.grace):
                        return
                    held = now + self.hall.grace
                assert room.session is not None
                began = asyncio.get_running_loop().time()
                game = room.session.start.game.name
                word = await self.pool.choose(game, turn.bot, turn.view, turn.seen, turn.actions, turn.seed)
                rest = self.hall.settings.pace - (asyncio.get_running_loop().time() - began)
                if rest > 0:
                    await asyncio.sleep(rest)
                try:
                    await room.bot_act(turn.seat, turn.number, word)
                except RequestRefused as refusal:
                    LOG.info("a bot's action at table %s came too late: %s", room.id, refusal.code)
        finally:
            if held:
                self.hall.soon(self.hall.store.release(room.id, self.hall.holder))

    # --- what they are asked ------------------------------------------------------------------------------------------

    async def preview(self, room: Room, seat: int, id: int, at: int, word: str) -> Previewed:
        """What an action would visibly do. Raises RequestRefused."""
        turn = await room.imagine(seat, at, word)
        assert room.session is not None
        try:
            reply = await self.glances.preview(room.session.start.game.name, turn.view, turn.seen, word, seat)
        except ThinkingFault:
            raise RequestRefused("no_preview", "this cannot be foreseen just now") from None
        return Previewed(id, at, reply.events, reply.whole, reply.score, reply.next, reply.answers, reply.idle)

    async def tell(self, room: Room, here: Place, person: Person, message: Ask) -> Told:
        """The answer to a question. Raises RequestRefused."""
        asked = await room.ask(here, message)
        return Told(message.id, message.at, message.what, await self.answer(person, asked))

    async def answer(self, person: Person | None, asked: Asked) -> JsonObject:
        """The answer to what somebody asks; only who wants help need be known. Raises RequestRefused."""
        pool = self.glances
        if asked.what in HELP:
            assert person is not None, asked.what
            if not self.helped.take(person.id, asyncio.get_running_loop().time()):
                raise RequestRefused("too_fast", "you have asked for many hints; wait a little")
            pool = self.pool
        try:
            return await pool.tell(asked)
        except ThinkingFault:
            raise RequestRefused("not_answered", "this could not be answered just now; ask again") from None
