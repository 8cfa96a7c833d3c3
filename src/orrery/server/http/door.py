"""Who asks, and on what the application runs: what every request over HTTP has in common."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency, Provide
from litestar.params import PathParameter, QueryParameter

from orrery.server import access
from orrery.server.access import MODEL, check
from orrery.server.limits import address_of
from orrery.server.live.tables import Table
from orrery.server.people.identity import Person
from orrery.server.refusal import RequestRefused
from orrery.server.service import Service

COOKIE: Final = "orrery"


Connection = ASGIConnection[Any, Any, Any, Any]


Asked = Request[Any, Any, Any]


TableId = Annotated[str, PathParameter(max_length=32)]


GameId = Annotated[str, PathParameter(max_length=64)]


Eyes = Annotated[int | None, QueryParameter(ge=0, le=99)]


Lang = Annotated[str, QueryParameter(max_length=8)]


def address_of_client(connection: Connection) -> str:
    """The address that somebody comes from, as limits count it."""
    return address_of(connection.client.host) if connection.client else ""


def service_of(connection: Connection) -> Service:
    """What the application runs on."""
    service: Service = connection.app.state["service"]
    return service


async def person_of(connection: Connection) -> Person | None:
    """Who asks, by cookie or bearer token."""
    token = connection.cookies.get(COOKIE)
    words = connection.headers.get("authorization", "").split()
    if len(words) == 2 and words[0].lower() == "bearer":
        token = words[1]
    return None if token is None else await service_of(connection).identity.who(token)


async def provide_person(request: Asked) -> Person:
    """Who asks. Raises RequestRefused."""
    person = await person_of(request)
    if person is None:
        raise RequestRefused("no_identity", "tell us your name first: POST /api/me")
    if not service_of(request).asked.take(person.id, asyncio.get_running_loop().time()):
        raise RequestRefused("too_fast", "you ask for too much; wait a little")
    return person


async def spend_past(request: Asked, entries: int) -> None:
    """Waits until so many entries of the past may be told to who asks. Raises RequestRefused."""
    person, address = await person_of(request), address_of_client(request)
    wait = service_of(request).budgets.owe_past(address if person is None else person.id, address, entries)
    if wait is None:
        raise RequestRefused("too_fast", "you ask for the past too often; wait a little")
    await asyncio.sleep(wait)


WITH_PERSON: Final = {"person": Provide(provide_person)}


Asking = NamedDependency[Person]


async def eyes(request: Asked, table: Table, what: str, wanted: int | None = None) -> int | None:
    """Through which eyes somebody sees a match who asks for `what`: a seat's, or a spectator's (None). When it is over,
    through those that are wanted. Raises RequestRefused.
    """
    person = await person_of(request)
    here = table.place(None if person is None else person.id)
    check(MODEL.requests, what, here)
    return access.eyes(here, wanted, len(table.seats))
