"""Requests of people about themselves: names, passphrases, notices, mutes."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import Response, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from orrery.server.http.door import (
    COOKIE,
    WITH_PERSON,
    Asked,
    Asking,
    TableId,
    address_of_client,
    provide_person,
    service_of,
)
from orrery.server.people.identity import PASSPHRASE_LONGEST, Person
from orrery.server.people.push import Subscription
from orrery.server.refusal import RequestRefused

YEAR: Final = 366 * 24 * 3600


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """A name of one's choice."""

    name: Annotated[str, Meta(max_length=200)]


class Guest(Struct, frozen=True, forbid_unknown_fields=True):
    """Who comes: by a name of one's choice; `program` if it is one, so that the others know."""

    name: Annotated[str, Meta(max_length=200)]
    program: bool = False


class Passphrase(Struct, frozen=True, forbid_unknown_fields=True):
    """A passphrase to come back with; who has one already says it as `old`."""

    passphrase: Annotated[str, Meta(max_length=PASSPHRASE_LONGEST)]
    old: Annotated[str, Meta(max_length=PASSPHRASE_LONGEST)] | None = None


class Webhook(Struct, frozen=True, forbid_unknown_fields=True):
    """Where one wants to be told that it is one's turn."""

    url: Annotated[str, Meta(max_length=1000)]


class PushKey(Struct, frozen=True):
    """The key of this server, as a browser's pushManager.subscribe wants it (applicationServerKey)."""

    key: str


class Return(Struct, frozen=True, forbid_unknown_fields=True):
    """Who comes back from another device."""

    person: Annotated[str, Meta(max_length=32)]
    passphrase: Annotated[str, Meta(max_length=PASSPHRASE_LONGEST)]


class Me(Struct, frozen=True):
    """Who one is here. `token` is for programs, which send it as a bearer token; browsers have it in a cookie."""

    person: str
    name: str
    has_passphrase: bool
    token: str | None = None


class Muted(Struct, frozen=True):
    """Somebody whom one does not read."""

    person: str
    name: str


def guess(request: Asked, person: str, cost: float = 1.0) -> str:
    """Somebody tries a passphrase of a person: gives the address it is tried from. Raises RequestRefused."""
    address = address_of_client(request)
    if not service_of(request).guesses.take(person, address, asyncio.get_running_loop().time(), cost):
        raise RequestRefused("too_fast", "too many tries; wait a little")
    return address


def me(request: Asked, person: Person, give_token: bool, status: int = 200) -> Response[Me]:
    """Who one is, with the cookie."""
    service = service_of(request)
    token = service.identity.token(person)
    cookie = Cookie(
        COOKIE, value=token, max_age=YEAR, httponly=True, secure=service.settings.secure, samesite="lax", path="/"
    )
    body = Me(person.id, person.name, person.has_passphrase, token if give_token else None)
    return Response(body, status_code=status, cookies=[cookie] if give_token else [])


@post("/api/me")
async def say_name(request: Asked, data: JSONBody[Guest]) -> Response[Me]:
    """Become a guest with a name."""
    service = service_of(request)
    if not service.newcomers.take(address_of_client(request), asyncio.get_running_loop().time()):
        raise RequestRefused("too_fast", "too many new guests from your address; wait a little")
    return me(request, await service.identity.welcome(data.name, data.program), True, 201)


@get("/api/me")
async def who_am_i(request: Asked) -> Me | None:
    """Who am I? A newcomer, who shows no identity, is nobody yet: null. An identity that is worthless is refused."""
    if COOKIE not in request.cookies and "authorization" not in request.headers:
        return None
    return me(request, await provide_person(request), False).content


@patch("/api/me", dependencies=WITH_PERSON)
async def rename(request: Asked, person: Asking, data: JSONBody[Name]) -> Response[Me]:
    """Take another name."""
    return me(request, await service_of(request).identity.rename(person, data.name), False)


@put("/api/me/passphrase", dependencies=WITH_PERSON)
async def set_passphrase(request: Asked, person: Asking, data: JSONBody[Passphrase]) -> Response[Me]:
    """Set a passphrase, to come back from another device. Who has one already must say it."""
    address = guess(request, person.id, 2.0)
    identity = service_of(request).identity
    return me(request, await identity.set_passphrase(person, data.passphrase, data.old, address), False)


@post("/api/me/return", status_code=200)
async def come_back(request: Asked, data: JSONBody[Return]) -> Response[Me]:
    """Come back with person and passphrase."""
    address = guess(request, data.person)
    return me(request, await service_of(request).identity.come_back(data.person, data.passphrase, address), True)


@post("/api/me/revoke", dependencies=WITH_PERSON, status_code=200)
async def revoke(request: Asked, person: Asking) -> Response[Me]:
    """Make all identities given out before worthless; this browser gets a new one. Sockets that are open close."""
    service = service_of(request)
    renewed = await service.identity.revoke(person)
    await service.hall.revoked(person.id)
    return me(request, renewed, True)


@put("/api/me/webhook", dependencies=WITH_PERSON, status_code=204)
async def set_webhook(request: Asked, person: Asking, data: JSONBody[Webhook]) -> None:
    """Be told by this webhook that it is one's turn, at tables with days a turn, while one is away."""
    await service_of(request).notices.set_webhook(person, data.url)


@delete("/api/me/webhook", dependencies=WITH_PERSON, status_code=204)
async def drop_webhook(request: Asked, person: Asking) -> None:
    """Be told no more."""
    await service_of(request).notices.set_webhook(person, None)


@get("/api/push")
async def read_push_key(request: Asked) -> PushKey:
    """The public key of this server for web push."""
    voice = service_of(request).notices.voice
    assert voice is not None, "a server that is open has a voice"
    return PushKey(voice.public)


@put("/api/me/push", dependencies=WITH_PERSON, status_code=204)
async def subscribe(request: Asked, person: Asking, data: JSONBody[Subscription]) -> None:
    """Be told by web push in this browser that it is one's turn, at tables with days a turn, while one is away."""
    await service_of(request).notices.subscribe(person, data)


@delete("/api/me/push", dependencies=WITH_PERSON, status_code=204)
async def unsubscribe(
    request: Asked, person: Asking, endpoint: Annotated[str | None, QueryParameter(max_length=1000)] = None
) -> None:
    """Be told no more in the browser with this endpoint, or in none."""
    await service_of(request).notices.unsubscribe(person, endpoint)


@get("/api/mutes", dependencies=WITH_PERSON)
async def list_mutes(request: Asked, person: Asking) -> list[Muted]:
    """Whom do I not read?"""
    service = service_of(request)
    return [
        Muted(other.id, other.name) for other in await service.identity.those(await service.hall.talk.muted(person.id))
    ]


@put("/api/mutes/{other:str}", dependencies=WITH_PERSON, status_code=204)
async def mute(request: Asked, person: Asking, other: TableId) -> None:
    """Do not read somebody any more."""
    if await service_of(request).identity.find(other) is None:
        raise RequestRefused("no_such_person", "there is no such person")
    await service_of(request).hall.talk.mute(person.id, other, True)


@delete("/api/mutes/{other:str}", dependencies=WITH_PERSON, status_code=204)
async def unmute(request: Asked, person: Asking, other: TableId) -> None:
    """Read somebody again."""
    if await service_of(request).identity.find(other) is None:
        raise RequestRefused("no_such_person", "there is no such person")
    await service_of(request).hall.talk.mute(person.id, other, False)


ROUTES: Final[list[Any]] = [
    say_name,
    who_am_i,
    rename,
    set_passphrase,
    come_back,
    revoke,
    set_webhook,
    drop_webhook,
    read_push_key,
    subscribe,
    unsubscribe,
    list_mutes,
    mute,
    unmute,
]
