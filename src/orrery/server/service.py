"""Everything that lives as long as the server, and how its parts are put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from typing import Any, Final

from litestar import Litestar
from litestar.config.app import AppConfig
from litestar.plugins import InitPlugin

from orrery.server import hosted
from orrery.server.doors import Doors
from orrery.server.http.page import Page
from orrery.server.limits import Buckets, Budget, Counts
from orrery.server.live.hall import Hall
from orrery.server.live.sockets import Budgets, Watch
from orrery.server.live.wakeups import RedisWire, Wakeups
from orrery.server.people.calls import Caller
from orrery.server.people.identity import Identity
from orrery.server.people.notices import Notices
from orrery.server.people.push import Voice, new_key
from orrery.server.settings import Settings, World
from orrery.server.store.archive import Archive
from orrery.server.store.store import Store
from orrery.server.workers.builds import PLAIN, Build
from orrery.server.workers.pool import Pool
from orrery.server.workers.printer import Printer
from orrery.server.workers.reviews import Reviews
from orrery.server.workers.trials import Trials

LOG: Final = logging.getLogger("orrery.server.service")
GLANCE: Final = 5.0
"""Seconds that a preview, a score or a forecast may take, the start of their process included."""
GLANCES_IDLE: Final = 600.0
"""After so many seconds without a question their process ends; it starts again when somebody comes to a table."""

SOCKETS_OF_GUEST: Final = 8
"""An address may have so many sockets for each guest that may come from it at once, if nothing else is set."""

FAREWELL: Final = 2.0
"""Seconds that saying goodbye to all sockets may take."""
CLOSING: Final = 5.0
"""Seconds that a server which ends waits for its matches, and as many for its database."""
NOTICE_SWEEPS: Final = 10
"""Notices are looked for every so many sweeps."""


class Service(InitPlugin):
    """Everything that lives as long as the server."""

    def __init__(self, settings: Settings, world: World) -> None:
        self.settings = settings
        hosted.offer(hosted.hosted_bots(settings))
        self.world = world
        self.store = Store(settings.database)
        self.build = Build()
        self.pool = Pool(settings.workers, settings.think, build=self.build)
        self.wakeups = Wakeups(RedisWire(settings.redis) if settings.redis else None)
        self.glances = Pool(settings.glances, GLANCE, lazy=True, idle=GLANCES_IDLE, who="glances", build=self.build)
        self.hall = Hall(self.store, world, settings, self.pool, self.glances, self.wakeups.publish)
        self.doors = Doors(settings.lan_button)
        self.notices = Notices(self.store, world, Caller(settings.inside))
        self.replays = Pool(1, settings.replay, patience=settings.replay, lazy=True, who="replays", build=self.build)
        self.archive = Archive(self.store, world, settings.records, self.replays, settings.most_records)
        self.trials = Trials(settings, [self.pool, self.glances])
        self.reviews = Reviews(settings, self.store, [self.pool, self.glances])
        self.printer = Printer(settings.prints)
        self.newcomers = Buckets(settings.guests, settings.guest_burst)
        self.asked = Buckets(settings.rate, settings.burst)
        """Requests of a person, from wherever."""
        self.guesses = Budget(settings.guesses, settings.guess_burst)
        self.budgets = Budgets(settings)
        self.watch = Watch(settings)
        of_address = settings.address_sockets or SOCKETS_OF_GUEST * settings.guest_burst
        self.open_sockets = Counts(settings.sockets, of_address)
        self._identity: Identity | None = None

    @property
    def identity(self) -> Identity:
        """Who is who; there from the start on."""
        assert self._identity is not None
        return self._identity

    def contact(self) -> str:
        """How push services reach the operator: as set, else the first page that people play at."""
        pages = [origin for origin in self.settings.origins if origin.startswith("https://")]
        return self.settings.contact or (pages[0] if pages else "")

    def pools(self) -> list[Pool]:
        """All processes that answer something."""
        return [self.pool, self.glances, self.replays, self.trials.pool, self.reviews.pool]

    def begin_to_drain(self) -> None:
        """From now on nothing new is begun here, and people hear that the server will be restarted."""
        self.hall.draining = True
        LOG.info("draining: %d sockets are open", self.open_sockets.total())
        for socket in list(self.watch.sockets):
            socket.tell_restart(self.settings.drain)

    def is_deserted(self) -> bool:
        """Is nobody here, and no bot thinking?"""
        return not (self.open_sockets.total() or self.hall.bots.thinking)

    async def say_goodbye(self) -> None:
        """Lets everybody go who is still here; they come back to another process, or to the next one."""
        for socket in list(self.watch.sockets):
            socket.restart()
        loop = asyncio.get_running_loop()
        end = loop.time() + FAREWELL
        while self.open_sockets.total() and loop.time() < end:
            await asyncio.sleep(0.02)

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        """Lives as long as the application."""
        app_config.lifespan.append(self.life)
        app_config.state["service"] = self
        app_config.state["page"] = Page()
        return app_config

    @contextlib.asynccontextmanager
    async def life(self, _app: Litestar) -> AsyncIterator[None]:
        """From the start to the graceful stop."""
        await self.store.open()
        self._identity = Identity(
            self.store, self.world, await self.store.key(self.world.now()), self.settings.most_guests
        )
        self.notices.voice = Voice(await self.store.key(self.world.now(), 2, new_key), self.contact())
        if self.settings.watch_build:
            await asyncio.to_thread(self.build.take_ready)
        for pool in self.pools():
            pool.start()
        building = asyncio.create_task(self._watch_build(), name="builds")
        listening = asyncio.create_task(self.wakeups.listen(self.hall.wake_many), name="wake-ups")
        noticing = asyncio.create_task(self._notice(), name="notices")
        watching = asyncio.create_task(self.watch.run(), name="watch")
        self.hall.start()
        LOG.info("open; the database is %s", self.store.shown_url)
        try:
            yield
        finally:
            building.cancel()
            await asyncio.gather(building, return_exceptions=True)
            await self.reviews.close()
            await self._in_time(self.hall.close())
            for pool in self.pools():
                await pool.close()
            for task in (listening, noticing, watching):
                task.cancel()
            await asyncio.gather(listening, noticing, watching, return_exceptions=True)
            await self.wakeups.close()
            await self.notices.close()
            await self._in_time(self.store.close())
            LOG.info("closed")

    @staticmethod
    async def _in_time(work: Coroutine[Any, Any, None]) -> None:
        """Writes what is under way, but does not wait for ever where the database hangs."""
        try:
            async with asyncio.timeout(CLOSING):
                await work
        except TimeoutError:
            LOG.error("the database does not answer; what was not acknowledged is given up")

    async def _watch_build(self) -> None:
        if self.settings.watch_build and self.build.name == PLAIN:
            await self.build.watch(self.pools())
            self.pool.levels.forget()

    async def _notice(self) -> None:
        while True:
            try:
                await self.notices.sweep()
            except Exception:
                LOG.exception("notices failed; they go on")
            await asyncio.sleep(NOTICE_SWEEPS * self.settings.sweep)
