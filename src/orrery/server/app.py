"""The application: its routes, and how refusals and faults are answered."""

from __future__ import annotations

import logging
from typing import Any, Final

import sqlalchemy as sa
from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from orrery import __version__
from orrery.server.guard import Guard
from orrery.server.http.forms import WRONG_FORM, KeptRequest, fault_of
from orrery.server.http.routes import ROUTES
from orrery.server.refusal import RequestRefused, not_saved
from orrery.server.service import Service
from orrery.server.settings import Settings, World
from orrery.server.store.store import StoreFault

LOG: Final = logging.getLogger("orrery.server.app")
BODY_LIMIT: Final = 64 * 1024
"""The largest request, in bytes; those that bring cards or records say otherwise."""

STATUS: Final = {
    "no_identity": 401,
    "old_passphrase": 401,
    "wrong_passphrase": 401,
    "by_invitation": 403,
    "not_local": 403,
    "no_network": 409,
    "not_owner": 403,
    "not_seated": 403,
    "running": 403,
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_language": 404,
    "no_such_lesson": 404,
    "no_such_puzzle": 404,
    "no_such_number": 404,
    "no_such_person": 404,
    "no_such_record": 404,
    "no_choice": 404,
    "no_such_seat": 404,
    "no_cards": 404,
    "no_decks": 404,
    "draining": 503,
    "full": 503,
    "not_saved": 503,
    "not_tried": 503,
    "not_judged": 503,
    "no_such_board": 404,
    "seat_taken": 409,
    "seated": 409,
    "no_own_decks": 409,
    "newcomer_gone": 409,
    "no_newcomer": 409,
    "not_offered": 409,
    "not_waiting": 409,
    "not_open": 409,
    "not_over": 409,
    "not_your_turn": 409,
    "not_started": 409,
    "over": 409,
    "seats_free": 409,
    "stale": 409,
    "too_fast": 429,
    "too_many_records": 429,
    "too_many_reviews": 429,
    "too_many_tables": 429,
    "too_many_trials": 429,
    "too_much_said": 429,
    "too_many_prints": 429,
    "no_print": 409,
    "print_failed": 500,
}
"""The HTTP status of a refusal; 400 for all others."""


def refused(_request: Request[Any, Any, Any], refusal: RequestRefused) -> Response[dict[str, Any]]:
    """A refusal as an HTTP answer."""
    body = {"code": refusal.code, "message": refusal.message, **refusal.more}
    return Response(body, status_code=STATUS.get(refusal.code, 400), media_type="application/json")


def not_understood(request: Request[Any, Any, Any], fault: HTTPException) -> Response[dict[str, Any]]:
    """A request that is none, as an HTTP answer of the same shape."""
    message = str(fault.detail)
    if isinstance(fault.extra, list):
        parts = [f"{part.get('key', '')}: {part.get('message', '')}" for part in fault.extra if isinstance(part, dict)]
        message = "; ".join(parts) or message
    code = {404: "not_found", 405: "wrong_method", 408: "too_slow", 413: "too_large", 429: "too_fast"}.get(
        fault.status_code
    )
    more = {} if code else fault_of(request).as_json()
    return Response(
        {"code": code or "bad_request", "message": message, **more},
        status_code=fault.status_code,
        headers=dict(fault.headers or {}),
        media_type="application/json",
    )


def too_deep(_request: Request[Any, Any, Any], _fault: RecursionError) -> Response[dict[str, Any]]:
    """What is nested beyond all measure is a request that is none."""
    body = {"code": "bad_request", "message": "the body is nested too deeply", **WRONG_FORM.as_json()}
    return Response(body, status_code=400, media_type="application/json")


def failed(request: Request[Any, Any, Any], fault: Exception) -> Response[dict[str, Any]]:
    """A fault of ours: the log has it, the world does not."""
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=fault)
    return Response(
        {"code": "failed", "message": "something went wrong here"}, status_code=500, media_type="application/json"
    )


def unsaved(request: Request[Any, Any, Any], fault: Exception) -> Response[dict[str, Any]]:
    """The database does not take it: it is full, or cannot be reached."""
    LOG.error("%s %s was not saved: %s", request.method, request.url.path, type(fault).__name__)
    return refused(request, not_saved())


def create_app(settings: Settings, world: World | None = None) -> Guard:
    """The ASGI application. Tests put in a world of their own: its time, its ids, its seeds."""
    service = Service(settings, world or World())
    app = Litestar(
        route_handlers=ROUTES,
        plugins=[service],
        exception_handlers={
            RequestRefused: refused,
            HTTPException: not_understood,
            RecursionError: too_deep,
            sa.exc.OperationalError: unsaved,
            sa.exc.InterfaceError: unsaved,
            StoreFault: unsaved,
            Exception: failed,
        },
        request_class=KeptRequest,
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
