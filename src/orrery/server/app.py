"""The application: what is opened at the start and closed at the end, and how the parts are put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response
from litestar.channels import ChannelsPlugin
from litestar.config.app import AppConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins import InitPlugin

from orrery import __version__
from orrery.core.data import JsonObject
from orrery.server.archive import Archive
from orrery.server.calling import Caller
from orrery.server.guard import Guard
from orrery.server.hall import Hall
from orrery.server.identity import Identity
from orrery.server.limits import Buckets, Budget, Counts
from orrery.server.notices import Notices
from orrery.server.pages import Page
from orrery.server.push import Voice, new_key
from orrery.server.refusal import Refusal
from orrery.server.settings import Settings, World
from orrery.server.sockets import Budgets
from orrery.server.store import Store
from orrery.server.thinking import Pool
from orrery.server.wakeups import WAKE, Wake, make_backend, read_wakes

LOG: Final = logging.getLogger("orrery.server.app")
BODY_LIMIT: Final = 64 * 1024
"""The largest request, in bytes; those that bring cards or records say otherwise."""

GLANCE: Final = 5.0
"""Seconds that a preview, a score or a forecast may take, the start of their process included."""
GLANCES_IDLE: Final = 600.0
"""After so many seconds without a question their process ends; it starts again when somebody comes to a table."""

SOCKETS_OF_GUEST: Final = 8
"""An address may have so many sockets for each guest that may come from it at once, if nothing else is set."""

NOTICE_SWEEPS: Final = 10
"""Notices are looked for every so many sweeps."""

STATUS: Final = {
    "no_identity": 401,
    "old_passphrase": 401,
    "wrong_passphrase": 401,
    "by_invitation": 403,
    "not_owner": 403,
    "not_seated": 403,
    "running": 403,
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_language": 404,
    "no_such_number": 404,
    "no_such_person": 404,
    "no_such_record": 404,
    "no_such_seat": 404,
    "no_cards": 404,
    "no_decks": 404,
    "no_such_board": 404,
    "seat_taken": 409,
    "seated": 409,
    "no_own_decks": 409,
    "not_open": 409,
    "not_over": 409,
    "not_your_turn": 409,
    "not_started": 409,
    "over": 409,
    "seats_free": 409,
    "stale": 409,
    "too_fast": 429,
    "too_many_records": 429,
    "too_many_tables": 429,
}
"""The HTTP status of a refusal; 400 for all others."""


class Service(InitPlugin):
    """Everything that lives as long as the server."""

    def __init__(self, settings: Settings, world: World) -> None:
        self.settings = settings
        self.world = world
        self.store = Store(settings.database)
        self.pool = Pool(settings.workers, settings.think)
        self.channels = ChannelsPlugin(make_backend(settings), channels=[WAKE])
        self.glances = Pool(settings.glances, GLANCE, lazy=True, idle=GLANCES_IDLE, who="glances")
        self.hall = Hall(self.store, world, settings, self.pool, self.glances, self.publish)
        self.notices = Notices(self.store, world, Caller(settings.inside))
        self.replays = Pool(1, settings.replay, patience=settings.replay, lazy=True, who="replays")
        self.archive = Archive(self.store, world, settings.records, self.replays)
        self.newcomers = Buckets(settings.guests, settings.guest_burst)
        self.asked = Buckets(settings.rate, settings.burst)
        """Requests of a person, from wherever."""
        self.guesses = Budget(settings.guesses, settings.guess_burst)
        self.budgets = Budgets(settings)
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

    def publish(self, match: str, number: int) -> None:
        """Wakes the other processes."""
        self.channels.publish(msgspec.json.encode(Wake(match, number)), WAKE)

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        """Lives within the channels' life: they start before and end after it."""
        app_config.lifespan.append(self.life)
        app_config.state["service"] = self
        app_config.state["page"] = Page()
        return app_config

    @contextlib.asynccontextmanager
    async def life(self, _app: Litestar) -> AsyncIterator[None]:
        """From the start to the graceful stop."""
        await self.store.open()
        self._identity = Identity(self.store, self.world, await self.store.key(self.world.now()))
        self.notices.voice = Voice(await self.store.key(self.world.now(), 2, new_key), self.contact())
        self.pool.start()
        self.glances.start()
        self.replays.start()
        listening = asyncio.create_task(self._listen(), name="wake-ups")
        noticing = asyncio.create_task(self._notice(), name="notices")
        self.hall.start()
        LOG.info("open; the database is %s", self.store.shown_url)
        try:
            yield
        finally:
            await self.hall.close()
            await self.pool.close()
            await self.glances.close()
            await self.replays.close()
            for task in (listening, noticing):
                task.cancel()
            await asyncio.gather(listening, noticing, return_exceptions=True)
            await self.notices.close()
            await self.store.close()
            LOG.info("closed")

    async def _notice(self) -> None:
        while True:
            try:
                await self.notices.sweep()
            except Exception:
                LOG.exception("notices failed; they go on")
            await asyncio.sleep(NOTICE_SWEEPS * self.settings.sweep)

    async def _listen(self) -> None:
        async with self.channels.start_subscription([WAKE]) as subscriber:
            async for event in subscriber.iter_events():
                try:
                    self.hall.wake_many(read_wakes(event))
                except msgspec.DecodeError:
                    LOG.warning("a wake-up that is none")


def refused(_request: Request[Any, Any, Any], refusal: Refusal) -> Response[dict[str, Any]]:
    """A refusal as an HTTP answer."""
    body = {"code": refusal.code, "message": refusal.message, **refusal.more}
    return Response(body, status_code=STATUS.get(refusal.code, 400), media_type="application/json")


def not_understood(_request: Request[Any, Any, Any], fault: HTTPException) -> Response[dict[str, Any]]:
    """A request that is none, as an HTTP answer of the same shape."""
    message = str(fault.detail)
    if isinstance(fault.extra, list):
        parts = [f"{part.get('key', '')}: {part.get('message', '')}" for part in fault.extra if isinstance(part, dict)]
        message = "; ".join(parts) or message
    code = {404: "not_found", 405: "wrong_method", 408: "too_slow", 413: "too_large", 429: "too_fast"}.get(
        fault.status_code
    )
    more = {} if code else in_short(message)
    return Response(
        {"code": code or "bad_request", "message": message, **more},
        status_code=fault.status_code,
        headers=dict(fault.headers or {}),
        media_type="application/json",
    )


def in_short(message: str) -> JsonObject:
    """What a person is told of a request that has a wrong form: the one thing that is in one's hand is how much one
    writes.
    """
    found = re.search(r"Expected `(?:str|array)` of length <= ([0-9]+)", message)
    if found:
        return {"reason": "too_long", "facts": {"most": int(found.group(1))}}
    return {"reason": "wrong_form", "facts": {}}


def too_deep(_request: Request[Any, Any, Any], _fault: RecursionError) -> Response[dict[str, Any]]:
    """What is nested beyond all measure is a request that is none."""
    body = {"code": "bad_request", "message": "the body is nested too deeply", "reason": "wrong_form", "facts": {}}
    return Response(body, status_code=400, media_type="application/json")


def failed(request: Request[Any, Any, Any], fault: Exception) -> Response[dict[str, Any]]:
    """A fault of ours: the log has it, the world does not."""
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=fault)
    return Response(
        {"code": "failed", "message": "something went wrong here"}, status_code=500, media_type="application/json"
    )


def create_app(settings: Settings, world: World | None = None) -> Guard:
    """The ASGI application. Tests put in a world of their own: its time, its ids, its seeds."""
    from orrery.server.routes import ROUTES

    service = Service(settings, world or World())
    app = Litestar(
        route_handlers=ROUTES,
        plugins=[service.channels, service],
        exception_handlers={
            Refusal: refused,
            HTTPException: not_understood,
            RecursionError: too_deep,
            Exception: failed,
        },
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Orrery",
            version=__version__,
            description="People and bots at one table. The WebSocket is described in docs/server.md.",
            # A path of its own: what is not found beside it is answered by us, not by a page of the framework.
            path="/api/openapi.json",
            render_plugins=[JsonRenderPlugin(path="/")],
            use_handler_docstrings=True,
        ),
    )
    guard = Guard(app, settings)
    guard.service = service
    return guard
