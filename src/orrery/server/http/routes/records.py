"""Requests about records and replays: of matches played here, and of records that people bring."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct

from orrery.core.data import JsonObject
from orrery.core.records import to_record
from orrery.server.http.door import (
    WITH_PERSON,
    Asked,
    Asking,
    Eyes,
    TableId,
    eyes,
    provide_person,
    service_of,
    spend_past,
)
from orrery.server.live.wire import Past, encode
from orrery.server.refusal import RequestRefused
from orrery.server.store.archive import Kept, Moment
from orrery.server.workers.answers import HELP, TURNS

RECORD_LIMIT: Final = 4 * 1024 * 1024
"""The largest record, in bytes: one of a long match fits."""


class Replay(Struct, frozen=True):
    """The history of a match as one may know it."""

    match: str
    game: str
    seat: int | None
    past: list[Past]


class Answered(Struct, frozen=True):
    """The answer to a question, as `told` holds it at a table."""

    answer: JsonObject


@get("/api/tables/{table:str}/record")
async def read_record(request: Asked, table: TableId) -> Response[bytes]:
    """The whole match, every card and every drawn number, once it is over."""
    room, row = await service_of(request).hall.look_at(table)
    if row.state == "playing":
        await eyes(request, row, "replay")
        raise RequestRefused(
            "running", "the record of a match is there when it is over; until then there is the replay"
        )
    await eyes(request, row, "record")
    if row.row.start is None:
        raise RequestRefused("not_started", "no match was played at this table")
    async with room.lock:
        names = [seat.name for seat in row.seats]
        assert room.session is not None, "the room of a table whose match has begun plays it"
        record = to_record(room.session.match, names)
        assert row.row.result is not None, "a match that is over has ended somehow"
        record["outcome"] = msgspec.json.decode(row.row.result)
    headers = {"content-disposition": f'attachment; filename="orrery-{table}.json"'}
    return Response(encode(record), media_type=MediaType.JSON, headers=headers)


@post("/api/records", dependencies=WITH_PERSON, request_max_body_size=RECORD_LIMIT)
async def keep_record(request: Asked, person: Asking, data: JSONBody[dict[str, Any]]) -> Kept:
    """Bring a record along: it is replayed, and kept to be looked at and linked to."""
    return await service_of(request).archive.keep(person, data)


@get("/api/records/{record:str}")
async def read_kept(request: Asked, record: TableId) -> dict[str, Any]:
    """A record that somebody brought."""
    return await service_of(request).archive.find(record)


@get("/api/records/{record:str}/replay")
async def read_kept_history(request: Asked, record: TableId, seat: Eyes = None) -> Replay:
    """The history of a record, through any seat's eyes."""
    game, past = await service_of(request).archive.history(record, seat)
    return Replay(record, game, seat, past)


@get("/api/records/{record:str}/replay/{number:int}")
async def read_kept_moment(request: Asked, record: TableId, number: FromPath[int], seat: Eyes = None) -> Moment:
    """A moment of a record, through any seat's eyes."""
    return await service_of(request).archive.moment(record, number, seat)


@get("/api/records/{record:str}/replay/{number:int}/told")
async def ask_kept(
    request: Asked,
    record: TableId,
    number: FromPath[int],
    what: Annotated[Literal["score", "forecast", "hint", "analysis"], QueryParameter()],
    seat: Eyes = None,
    turns: Annotated[int, QueryParameter(ge=1, le=TURNS)] = TURNS,
) -> Answered:
    """The answer to a question about a moment of a record, from what the seat knew then."""
    service = service_of(request)
    person = await provide_person(request) if what in HELP else None
    asked = await service.archive.asked(record, number, seat, what, turns)
    return Answered(await service.hall.bots.answer(person, asked))


@get("/api/tables/{table:str}/replay")
async def read_replay(request: Asked, table: TableId, seat: Eyes = None) -> Replay:
    """The history as one may know it: a seat its own, everybody else what spectators saw."""
    room, row = await service_of(request).hall.look_at(table)
    seat = await eyes(request, row, "replay", seat)
    await spend_past(request, row.row.number)
    past = await room.history(seat)
    return Replay(table, row.row.game, seat, past)


@get("/api/tables/{table:str}/replay/{number:int}")
async def read_moment(request: Asked, table: TableId, number: FromPath[int], seat: Eyes = None) -> Response[bytes]:
    """A moment of a match, as one saw it then."""
    room, row = await service_of(request).hall.look_at(table)
    seat = await eyes(request, row, "moment", seat)
    await spend_past(request, min(max(0, number), row.row.number))
    return Response(await room.replay(seat, number), media_type=MediaType.JSON)


ROUTES: Final[list[Any]] = [
    read_record,
    keep_record,
    read_kept,
    read_kept_history,
    read_kept_moment,
    ask_kept,
    read_replay,
    read_moment,
]
