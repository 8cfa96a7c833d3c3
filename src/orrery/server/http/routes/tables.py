"""Requests about tables: made, listed, joined, left, started, played again."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any, Final

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from orrery.press import qr
from orrery.server.access import MODEL, check
from orrery.server.http import exhibits
from orrery.server.http.door import (
    WITH_PERSON,
    Asked,
    Asking,
    TableId,
    eyes,
    person_of,
    service_of,
)
from orrery.server.http.routes.games import lasting
from orrery.server.live.tables import DECK_LONGEST, NewTable, Table
from orrery.server.live.wire import TableInfo
from orrery.server.refusal import RequestRefused

LOG: Final = logging.getLogger("orrery.server.http.routes.tables")
CARDS_LIMIT: Final = 256 * 1024
"""The largest wish for a table, in bytes: a set of cards of one's own fits."""


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, or any; the word of an invitation; and a deck of one's own: a name, a code, or a deck file."""

    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    invite: Annotated[str, Meta(max_length=64)] | None = None
    deck: Annotated[str, Meta(max_length=DECK_LONGEST)] | None = None


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody did."""

    person: Annotated[str, Meta(max_length=32)]
    text: Annotated[str, Meta(min_length=1, max_length=2000)]


class Link(Struct, frozen=True):
    """An address by which others come to a table, and its QR code: the path of an SVG so many units wide and high."""

    address: str
    code: str
    size: int


class Invitation(Struct, frozen=True):
    """How others come to a table: by these links. There are none where only this machine can be reached; `can_open`:
    then who asks may open it to the local network.
    """

    links: list[Link]
    can_open: bool


class Opened(Struct, frozen=True):
    """Where others in the local network reach the server from now on."""

    addresses: list[str]


class Made(Struct, frozen=True):
    """The id of what was made."""

    table: str


async def shown(request: Asked, table: Table) -> TableInfo:
    """A table as the one who asks may know it."""
    person = await person_of(request)
    return await service_of(request).hall.lobby.info(table, None if person is None else person.id)


@get("/api/tables")
async def list_tables(
    request: Asked,
    playing: Annotated[bool, QueryParameter()] = False,
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> list[TableInfo]:
    """The newest tables that are open to all: those that wait for people, or those being played."""
    rows = await service_of(request).hall.tables.listed("playing" if playing else "open", game)
    return [await shown(request, row) for row in rows]


@get("/api/tables/mine", dependencies=WITH_PERSON)
async def my_tables(request: Asked, person: Asking) -> list[TableInfo]:
    """The newest tables at which one sits."""
    hall = service_of(request).hall
    return [await hall.lobby.info(row, person.id) for row in await hall.tables.of(person.id)]


@post("/api/tables", dependencies=WITH_PERSON, request_max_body_size=CARDS_LIMIT)
async def make_table(request: Asked, person: Asking, data: JSONBody[NewTable]) -> TableInfo:
    """Make a table. Without open seats it starts at once."""
    hall = service_of(request).hall
    id = await hall.lobby.make(person, data)
    info: TableInfo = await hall.lobby.info(await hall.tables.the(id), person.id)
    return info


@get("/api/tables/{table:str}")
async def read_table(request: Asked, table: TableId) -> TableInfo:
    """One table."""
    return await shown(request, await service_of(request).hall.tables.the(table))


@post("/api/tables/{table:str}/join", dependencies=WITH_PERSON, status_code=200)
async def join(request: Asked, person: Asking, table: TableId, data: JSONBody[Join]) -> TableInfo:
    """Take a seat."""
    await service_of(request).hall.lobby.join(table, person, data.seat, data.invite, data.deck)
    return await shown(request, await service_of(request).hall.tables.the(table))


@post("/api/tables/{table:str}/leave", dependencies=WITH_PERSON, status_code=200)
async def leave(request: Asked, person: Asking, table: TableId) -> TableInfo:
    """Get up before the start."""
    await service_of(request).hall.lobby.leave(table, person)
    return await shown(request, await service_of(request).hall.tables.the(table))


@post("/api/tables/{table:str}/start", dependencies=WITH_PERSON, status_code=200)
async def start(request: Asked, person: Asking, table: TableId) -> TableInfo:
    """Start the match."""
    await service_of(request).hall.lobby.begin(table, person)
    return await shown(request, await service_of(request).hall.tables.the(table))


@post("/api/tables/{table:str}/rematch", dependencies=WITH_PERSON, status_code=200)
async def rematch(request: Asked, person: Asking, table: TableId) -> Made:
    """Ask for the same again; it starts when all have asked."""
    return Made(await service_of(request).hall.lobby.rematch(table, person))


@get("/api/tables/{table:str}/invitation", dependencies=WITH_PERSON)
async def read_invitation(
    request: Asked, person: Asking, table: TableId, origin: Annotated[str, QueryParameter(max_length=300)] = ""
) -> Invitation:
    """How others come to a table that waits for people; `origin` is where one's own page is."""
    service = service_of(request)
    row = await service.hall.tables.the(table)
    check(MODEL.requests, "invitation", row.place(person.id))
    host = request.headers.get("host", "")
    path = f"/table/{row.id}?invite={row.row.invite}"
    links = [linked(f"{place}{path}") for place in service.doors.invitations(origin, host)]
    client = request.client.host if request.client else ""
    return Invitation(links, service.doors.can_open(client, host))


def linked(address: str) -> Link:
    """An address with its code; of one that is too long there is none."""
    try:
        modules = qr.encode(address)
    except qr.TooLong:
        return Link(address, "", 0)
    return Link(address, qr.as_path(modules), len(modules) + 2 * qr.QUIET)


@post("/api/lan", dependencies=WITH_PERSON, status_code=200)
async def open_to_network(request: Asked, person: Asking) -> Opened:
    """Open this server to the local network: for whoever plays at its own machine."""
    service = service_of(request)
    client = request.client.host if request.client else ""
    if not service.doors.can_open(client, request.headers.get("host", "")):
        raise RequestRefused("not_local", "only whoever plays at the server's own machine opens it to the network")
    found = await service.doors.open()
    if not found:
        raise RequestRefused("no_network", "this machine has no address that others in a network could open")
    LOG.info("opened to the local network by %s", person.id)
    return Opened(found)


@post("/api/tables/{table:str}/reports", dependencies=WITH_PERSON, status_code=204)
async def report(request: Asked, person: Asking, table: TableId, data: JSONBody[Report]) -> None:
    """Tell the host about somebody."""
    hall = service_of(request).hall
    check(MODEL.requests, "reports", (await hall.tables.the(table)).place(person.id))
    await hall.talk.report(table, person, data.person, data.text)


@get("/api/tables/{table:str}/cards")
async def read_table_cards(request: Asked, table: TableId) -> Response[exhibits.Cards]:
    """The cards of a match, with names and printed texts in all languages."""
    room, row = await service_of(request).hall.look_at(table)
    await eyes(request, row, "cards")
    async with room.lock:
        if room.session is None:
            raise RequestRefused("not_started", "the match has not started")
        game, cards = room.session.start.game, room.session.match.view(None).get("cards")
    return lasting(request, await asyncio.to_thread(exhibits.cards_of, game, cards))


ROUTES: Final[list[Any]] = [
    list_tables,
    my_tables,
    make_table,
    read_table,
    join,
    leave,
    start,
    rematch,
    read_invitation,
    open_to_network,
    report,
    read_table_cards,
]
