"""The HTTP endpoints and the door of the WebSocket. Described by OpenAPI at /api/openapi.json."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import MediaType, Request, Response, WebSocket, delete, get, patch, post, put, websocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from orrery import __version__
from orrery.bots.bot import bot_names
from orrery.core.data import JsonObject
from orrery.core.records import to_record
from orrery.server import access, building, library, showing
from orrery.server.access import MODEL, check, refusal
from orrery.server.archive import Kept, Moment
from orrery.server.asking import HELP, TURNS
from orrery.server.building import DeckChecked, DeckToCheck
from orrery.server.identity import PASSPHRASE_LONGEST, Person
from orrery.server.limits import address_of
from orrery.server.pages import show
from orrery.server.push import Subscription
from orrery.server.refusal import Refusal
from orrery.server.showing import Chapter
from orrery.server.sockets import NO_IDENTITY, NO_TABLE, NOT_YOURS, TOO_MANY, Socket
from orrery.server.tables import DECK_LONGEST, NewTable, TableRow
from orrery.server.wire import Past, TableInfo, encode

CARDS_LIMIT: Final = 256 * 1024
"""The largest wish for a table, in bytes: a set of cards of one's own fits."""
RECORD_LIMIT: Final = 4 * 1024 * 1024
"""The largest record, in bytes: one of a long match fits."""
COOKIE: Final = "orrery"
YEAR: Final = 366 * 24 * 3600

Connection = ASGIConnection[Any, Any, Any, Any]
Asked = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(max_length=32)]
GameId = Annotated[str, PathParameter(max_length=64)]
Eyes = Annotated[int | None, QueryParameter(ge=0, le=99)]
Lang = Annotated[str, QueryParameter(max_length=8)]


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """A name of one's choice."""

    name: Annotated[str, Meta(max_length=200)]


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


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, or any; the word of an invitation; and a deck of one's own: a name, a code, or a deck file."""

    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    invite: Annotated[str, Meta(max_length=64)] | None = None
    deck: Annotated[str, Meta(max_length=DECK_LONGEST)] | None = None


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody did."""

    person: Annotated[str, Meta(max_length=32)]
    text: Annotated[str, Meta(min_length=1, max_length=2000)]


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


class Made(Struct, frozen=True):
    """The id of what was made."""

    table: str


class GameInfo(Struct, frozen=True):
    """A game with examples of its options."""

    game: str
    rules: int
    examples: list[JsonObject]


class Level(Struct, frozen=True):
    """A bot as people are told of it."""

    bot: str
    name_en: str
    name_ja: str
    about_en: str
    about_ja: str


class RulesInfo(Struct, frozen=True):
    """A rulebook: clause by clause, and as a whole in its order (`chapters`)."""

    game: str
    rules: int
    lang: str
    sections: dict[str, str]
    clauses: dict[str, str]
    chapters: list[Chapter]


class DeckInfo(Struct, frozen=True):
    """A deck with its code."""

    id: str
    name: str
    cards: dict[str, int]
    code: str


class Replay(Struct, frozen=True):
    """The history of a match as one may know it."""

    match: str
    game: str
    seat: int | None
    past: list[Past]


class Answered(Struct, frozen=True):
    """The answer to a question, as `told` holds it at a table."""

    answer: JsonObject


class Health(Struct, frozen=True):
    """Is all well?"""

    ok: bool
    version: str
    rooms: int
    sockets: int
    bots_waiting: int


def address_of_client(connection: Connection) -> str:
    """The address that somebody comes from, as limits count it."""
    return address_of(connection.client.host) if connection.client else ""


def service_of(connection: Connection) -> Any:
    """What the application runs on."""
    return connection.app.state["service"]


async def person_of(connection: Connection) -> Person | None:
    """Who asks, by cookie or bearer token."""
    token = connection.cookies.get(COOKIE)
    words = connection.headers.get("authorization", "").split()
    if len(words) == 2 and words[0].lower() == "bearer":
        token = words[1]
    return None if token is None else await service_of(connection).identity.who(token)


async def provide_person(request: Asked) -> Person:
    """Who asks. Raises Refusal."""
    person = await person_of(request)
    if person is None:
        raise Refusal("no_identity", "tell us your name first: POST /api/me")
    if not service_of(request).asked.take(person.id, asyncio.get_running_loop().time()):
        raise Refusal("too_fast", "you ask for too much; wait a little")
    return person


async def spend_past(request: Asked, entries: int) -> None:
    """Waits until so many entries of the past may be told to who asks. Raises Refusal."""
    person, address = await person_of(request), address_of_client(request)
    wait = service_of(request).budgets.owe_past(address if person is None else person.id, address, entries)
    if wait is None:
        raise Refusal("too_fast", "you ask for the past too often; wait a little")
    await asyncio.sleep(wait)


def guess(request: Asked, person: str, cost: float = 1.0) -> str:
    """Somebody tries a passphrase of a person: gives the address it is tried from. Raises Refusal."""
    address = address_of_client(request)
    if not service_of(request).guesses.take(person, address, asyncio.get_running_loop().time(), cost):
        raise Refusal("too_fast", "too many tries; wait a little")
    return address


WITH_PERSON: Final = {"person": Provide(provide_person)}
Asking = NamedDependency[Person]


def me(request: Asked, person: Person, give_token: bool, status: int = 200) -> Response[Me]:
    """Who one is, with the cookie."""
    service = service_of(request)
    token = service.identity.token(person)
    cookie = Cookie(
        COOKIE, value=token, max_age=YEAR, httponly=True, secure=service.settings.secure, samesite="lax", path="/"
    )
    body = Me(person.id, person.name, person.has_passphrase, token if give_token else None)
    return Response(body, status_code=status, cookies=[cookie] if give_token else [])


# --- people -----------------------------------------------------------------------------------------------------------


@post("/api/me")
async def say_name(request: Asked, data: JSONBody[Name]) -> Response[Me]:
    """Become a guest with a name."""
    service = service_of(request)
    if not service.newcomers.take(address_of_client(request), asyncio.get_running_loop().time()):
        raise Refusal("too_fast", "too many new guests from your address; wait a little")
    return me(request, await service.identity.welcome(data.name), True, 201)


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
    return PushKey(service_of(request).notices.voice.public)


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
    return [Muted(other.id, other.name) for other in await service.identity.those(await service.hall.muted(person.id))]


@put("/api/mutes/{other:str}", dependencies=WITH_PERSON, status_code=204)
async def mute(request: Asked, person: Asking, other: TableId) -> None:
    """Do not read somebody any more."""
    if await service_of(request).identity.find(other) is None:
        raise Refusal("no_such_person", "there is no such person")
    await service_of(request).hall.mute(person.id, other, True)


@delete("/api/mutes/{other:str}", dependencies=WITH_PERSON, status_code=204)
async def unmute(request: Asked, person: Asking, other: TableId) -> None:
    """Read somebody again."""
    if await service_of(request).identity.find(other) is None:
        raise Refusal("no_such_person", "there is no such person")
    await service_of(request).hall.mute(person.id, other, False)


# --- games ------------------------------------------------------------------------------------------------------------


@get("/api/games", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    """The games there are."""
    return msgspec.convert(library.games(), list[GameInfo])


@get("/api/bots", sync_to_thread=False)
def list_bots() -> list[str]:
    """The bots that can be given a seat."""
    return bot_names()


@get("/api/levels", sync_to_thread=False)
def list_levels() -> list[Level]:
    """The bots, the weakest first, with a name and a sentence for people."""
    return msgspec.convert(library.levels(), list[Level])


@get("/api/games/{game:str}/rules", sync_to_thread=True)
def read_rules(request: Asked, game: GameId, lang: Lang = "en") -> Response[RulesInfo]:
    """The rulebook of a game."""
    found = library.rules(game, lang)
    book = RulesInfo(**found, chapters=showing.chapters(library.the_game(game).package, lang))
    return lasting(request, showing.Written(encode(book)))


def lasting(request: Asked, found: showing.Written) -> Response[Any]:
    """An answer that the one who asks may have already: then only that is said."""
    headers = {"etag": found.etag, "cache-control": "no-cache"}
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if found.etag in known:
        return Response(b"", status_code=304, headers=headers, media_type=MediaType.JSON)
    return Response(found.body, headers=headers, media_type=MediaType.JSON)


@get("/api/games/{game:str}/cards", sync_to_thread=True)
def read_cards(request: Asked, game: GameId) -> Response[showing.Cards]:
    """The cards of a game, with names and printed texts in all languages."""
    return lasting(request, showing.cards_of(library.the_game(game).name))


@get("/api/games/{game:str}/board", sync_to_thread=True)
def read_board(
    request: Asked, game: GameId, name: Annotated[str, QueryParameter(max_length=64)] = "kundli-1"
) -> Response[showing.BoardInfo]:
    """A board of Vediic, with all that is needed to draw it."""
    return lasting(request, showing.board_of(library.the_game(game).name, name))


@get("/api/games/{game:str}/decks", sync_to_thread=False)
def read_decks(game: GameId, lang: Lang = "en") -> list[DeckInfo]:
    """The decks that come with a game."""
    return msgspec.convert(library.decks(game, lang), list[DeckInfo])


@post("/api/games/{game:str}/decks/check", status_code=200, sync_to_thread=True)
def check_deck(game: GameId, data: JSONBody[DeckToCheck]) -> DeckChecked:
    """Check a deck: every rule that it breaks, and its code."""
    return building.check(game, data)


# --- tables -----------------------------------------------------------------------------------------------------------


async def shown(request: Asked, table: TableRow) -> TableInfo:
    """A table as the one who asks may know it."""
    person = await person_of(request)
    info: TableInfo = await service_of(request).hall.info(table, None if person is None else person.id)
    return info


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
    return [await hall.info(row, person.id) for row in await hall.tables.of(person.id)]


@post("/api/tables", dependencies=WITH_PERSON, request_max_body_size=CARDS_LIMIT)
async def make_table(request: Asked, person: Asking, data: JSONBody[NewTable]) -> TableInfo:
    """Make a table. Without open seats it starts at once."""
    hall = service_of(request).hall
    id = await hall.make(person, data)
    info: TableInfo = await hall.info(await hall.tables.the(id), person.id)
    return info


@get("/api/tables/{table:str}")
async def read_table(request: Asked, table: TableId) -> TableInfo:
    """One table."""
    return await shown(request, await service_of(request).hall.tables.the(table))


@post("/api/tables/{table:str}/join", dependencies=WITH_PERSON, status_code=200)
async def join(request: Asked, person: Asking, table: TableId, data: JSONBody[Join]) -> TableInfo:
    """Take a seat."""
    await service_of(request).hall.join(table, person, data.seat, data.invite, data.deck)
    return await shown(request, await service_of(request).hall.tables.the(table))


@post("/api/tables/{table:str}/leave", dependencies=WITH_PERSON, status_code=200)
async def leave(request: Asked, person: Asking, table: TableId) -> TableInfo:
    """Get up before the start."""
    await service_of(request).hall.leave(table, person)
    return await shown(request, await service_of(request).hall.tables.the(table))


@post("/api/tables/{table:str}/start", dependencies=WITH_PERSON, status_code=200)
async def start(request: Asked, person: Asking, table: TableId) -> TableInfo:
    """Start the match."""
    await service_of(request).hall.begin(table, person)
    return await shown(request, await service_of(request).hall.tables.the(table))


@post("/api/tables/{table:str}/rematch", dependencies=WITH_PERSON, status_code=200)
async def rematch(request: Asked, person: Asking, table: TableId) -> Made:
    """Ask for the same again; it starts when all have asked."""
    return Made(await service_of(request).hall.rematch(table, person))


@post("/api/tables/{table:str}/reports", dependencies=WITH_PERSON, status_code=204)
async def report(request: Asked, person: Asking, table: TableId, data: JSONBody[Report]) -> None:
    """Tell the host about somebody."""
    hall = service_of(request).hall
    check(MODEL.requests, "reports", (await hall.tables.the(table)).place(person.id))
    await hall.report(table, person, data.person, data.text)


# --- records and replays ----------------------------------------------------------------------------------------------


async def eyes(request: Asked, table: TableRow, what: str, wanted: int | None = None) -> int | None:
    """Through which eyes somebody sees a match who asks for `what`: a seat's, or a spectator's (None). When it is over,
    through those that are wanted. Raises Refusal.
    """
    person = await person_of(request)
    here = table.place(None if person is None else person.id)
    check(MODEL.requests, what, here)
    return access.eyes(here, wanted, len(table.seats))


@get("/api/tables/{table:str}/record")
async def read_record(request: Asked, table: TableId) -> Response[bytes]:
    """The whole match, every card and every drawn number, once it is over."""
    room, row = await service_of(request).hall.look_at(table)
    if row.state == "playing":
        await eyes(request, row, "replay")
        raise Refusal("running", "the record of a match is there when it is over; until then there is the replay")
    await eyes(request, row, "record")
    if row.row["start"] is None:
        raise Refusal("not_started", "no match was played at this table")
    async with room.lock:
        names = [seat["name"] for seat in row.seats]
        record = to_record(room.play.match, names)
        record["outcome"] = msgspec.json.decode(row.row["result"])
    headers = {"content-disposition": f'attachment; filename="orrery-{table}.json"'}
    return Response(encode(record), media_type=MediaType.JSON, headers=headers)


@post("/api/records", dependencies=WITH_PERSON, request_max_body_size=RECORD_LIMIT)
async def keep_record(request: Asked, person: Asking, data: JSONBody[dict[str, Any]]) -> Kept:
    """Bring a record along: it is replayed, and kept to be looked at and linked to."""
    kept: Kept = await service_of(request).archive.keep(person, data)
    return kept


@get("/api/records/{record:str}")
async def read_kept(request: Asked, record: TableId) -> dict[str, Any]:
    """A record that somebody brought."""
    found: JsonObject = await service_of(request).archive.find(record)
    return found


@get("/api/records/{record:str}/replay")
async def read_kept_history(request: Asked, record: TableId, seat: Eyes = None) -> Replay:
    """The history of a record, through any seat's eyes."""
    game, past = await service_of(request).archive.history(record, seat)
    return Replay(record, game, seat, past)


@get("/api/records/{record:str}/replay/{number:int}")
async def read_kept_moment(request: Asked, record: TableId, number: FromPath[int], seat: Eyes = None) -> Moment:
    """A moment of a record, through any seat's eyes."""
    moment: Moment = await service_of(request).archive.moment(record, number, seat)
    return moment


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
    return Answered(await service.hall.answer(person, asked))


@get("/api/tables/{table:str}/replay")
async def read_replay(request: Asked, table: TableId, seat: Eyes = None) -> Replay:
    """The history as one may know it: a seat its own, everybody else what spectators saw."""
    room, row = await service_of(request).hall.look_at(table)
    seat = await eyes(request, row, "replay", seat)
    await spend_past(request, row.row["number"])
    past = await room.history(seat)
    return Replay(table, row.row["game"], seat, past)


@get("/api/tables/{table:str}/replay/{number:int}")
async def read_moment(request: Asked, table: TableId, number: FromPath[int], seat: Eyes = None) -> Response[bytes]:
    """A moment of a match, as one saw it then."""
    room, row = await service_of(request).hall.look_at(table)
    seat = await eyes(request, row, "moment", seat)
    await spend_past(request, min(max(0, number), row.row["number"]))
    return Response(await room.replay(seat, number), media_type=MediaType.JSON)


@get("/api/tables/{table:str}/cards")
async def read_table_cards(request: Asked, table: TableId) -> Response[showing.Cards]:
    """The cards of a match, with names and printed texts in all languages."""
    room, row = await service_of(request).hall.look_at(table)
    await eyes(request, row, "cards")
    async with room.lock:
        if room.play is None:
            raise Refusal("not_started", "the match has not started")
        game, cards = room.play.start.game.name, room.play.match.view(None).get("cards")
    return lasting(request, await asyncio.to_thread(showing.cards_of, game, cards))


# --- the rest ---------------------------------------------------------------------------------------------------------


@get("/health")
async def health(request: Asked) -> Response[Health]:
    """Is all well? 503 if the database cannot be written to."""
    service = service_of(request)
    try:
        async with asyncio.timeout(5.0):
            well = await service.store.is_well()
    except Exception:
        well = False
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
        await Socket(socket, service.hall, service.settings, service.budgets, person, address, seat).run(room)
    finally:
        service.open_sockets.give_back(person.id, address)


ROUTES: Final[list[Any]] = [
    say_name, who_am_i, rename, set_passphrase, come_back, revoke, set_webhook, drop_webhook, read_push_key, subscribe,
    unsubscribe, list_mutes, mute, unmute,
    list_games, list_bots, list_levels, read_rules, read_cards, read_board, read_decks, check_deck,
    list_tables, my_tables, make_table, read_table, join, leave, start, rematch, report,
    read_table_cards, read_record, read_replay, read_moment, keep_record, read_kept, read_kept_history,
    read_kept_moment, ask_kept, health, live, show,
]  # fmt: skip
