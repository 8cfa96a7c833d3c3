"""All HTTP endpoints and the door of the WebSocket. Described by OpenAPI at /api/openapi.json."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, WebSocket, get, websocket
from msgspec import Struct

from orrery import __version__
from orrery.server.access import MODEL, refusal
from orrery.server.http.door import Asked, TableId, address_of_client, person_of, service_of
from orrery.server.http.page import show
from orrery.server.http.routes import games, lessons, people, prints, puzzles, quick, records, reviews, tables, trials
from orrery.server.live.line import line_of
from orrery.server.live.sockets import NO_IDENTITY, NO_TABLE, NOT_YOURS, TOO_MANY, Socket


class Health(Struct, frozen=True):
    """Is all well?"""

    ok: bool
    version: str
    rooms: int
    sockets: int
    bots_waiting: int


class Readiness(Struct, frozen=True):
    """May people be sent here? If not, `why`."""

    ready: bool
    why: list[str]


@get("/health/live")
async def live_still() -> dict[str, bool]:
    """Does the process answer? If not, it is to be ended and started anew."""
    return {"live": True}


@get("/health/ready")
async def ready(request: Asked) -> Response[Readiness]:
    """May people be sent here? 503 while the server lets people go, or cannot write to the database."""
    service = service_of(request)
    why = ["draining"] if service.hall.draining else []
    why += [] if await service.store.is_well() else ["database"]
    return Response(Readiness(not why, why), status_code=503 if why else 200)


@get("/health")
async def health(request: Asked) -> Response[Health]:
    """Is all well? 503 if the database cannot be written to."""
    service = service_of(request)
    well = await service.store.is_well()
    hall = service.hall
    body = Health(well, __version__, len(hall.rooms), service.open_sockets.total(), service.pool.queue.qsize())
    return Response(body, status_code=200 if well else 503)


@websocket("/api/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: TableId) -> None:
    """Look at a table, and play: the messages are those of wire.py."""
    service = service_of(socket)
    person = await person_of(socket)
    await socket.accept()
    if person is None:
        await socket.close(code=NO_IDENTITY, reason="no_identity")
        return
    row = await service.hall.tables.find(table[:32])
    wanted = socket.query_params.get("seat")
    here = None if row is None else row.place(person.id)
    if row is None or here is None or refusal(MODEL.messages, "hello", here) is not None:
        await socket.close(code=NO_TABLE, reason="no_such_table")
        return
    if wanted is not None and wanted not in map(str, here.own):
        await socket.close(code=NOT_YOURS, reason="not_your_seat")
        return
    address = address_of_client(socket)
    if not service.open_sockets.take(person.id, address):
        await socket.close(code=TOO_MANY, reason="too_many_sockets")
        return
    try:
        room = await service.hall.room(row.id)
        seat = None if wanted is None else int(wanted)
        hall, settings = service.hall, service.settings
        line = line_of(socket)
        await Socket(line, hall, settings, service.budgets, service.watch, person, address, seat).run(room)
    finally:
        service.open_sockets.give_back(person.id, address)


ROUTES: Final[list[Any]] = [
    *people.ROUTES, *games.ROUTES, *prints.ROUTES, *lessons.ROUTES, *puzzles.ROUTES, *trials.ROUTES, *tables.ROUTES,
    *quick.ROUTES, *records.ROUTES, *reviews.ROUTES, health, live_still, ready, live, show,
]  # fmt: skip
