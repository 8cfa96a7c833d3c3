"""Requests of people who wait for somebody to play with."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import delete, get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from orrery.server.http.door import WITH_PERSON, Asked, Asking, GameId, TableId, service_of
from orrery.server.http.routes.tables import Made
from orrery.server.live.quick import Wait, Waiting


class Meanwhile(Struct, frozen=True, forbid_unknown_fields=True):
    """The bot that one plays against until somebody comes."""

    bot: Annotated[str, Meta(max_length=32)]


class Left(Struct, frozen=True):
    """One waits no longer. `table`: somebody came at that very moment, and plays with one there."""

    table: str | None


class Crowd(Struct, frozen=True):
    """How many wait for somebody to play a game with."""

    game: str
    waiting: int


async def gone(request: Asked) -> None:
    """Ends when the link to who asks does."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


@get("/api/quick")
async def who_waits(request: Asked) -> list[Crowd]:
    """How many wait for which game just now; games for which nobody waits are left out."""
    quick = service_of(request).hall.quick
    return [Crowd(game, waiting) for game, waiting in sorted((await quick.crowds()).items())]


@post("/api/quick/{game:str}", dependencies=WITH_PERSON, status_code=200)
async def wait(request: Asked, person: Asking, game: GameId, data: JSONBody[Wait]) -> Waiting:
    """Wait for somebody to play a game with, and go on waiting: the answer comes when there is news, or after some
    seconds. Who does not ask again is gone.
    """
    return await service_of(request).hall.quick.wait(person, game, data, lambda: gone(request))


@delete("/api/quick/{game:str}", dependencies=WITH_PERSON, status_code=200)
async def leave(request: Asked, person: Asking, game: GameId) -> Left:
    """Wait no longer."""
    return Left(await service_of(request).hall.quick.leave(person, game))


@post("/api/quick/{game:str}/bot", dependencies=WITH_PERSON, status_code=200)
async def play_bot(request: Asked, person: Asking, game: GameId, data: JSONBody[Meanwhile]) -> Made:
    """Play against a bot meanwhile; somebody who comes later may ask for its seat."""
    return Made(await service_of(request).hall.quick.play_bot(person, game, data.bot))


@post("/api/tables/{table:str}/take_over", dependencies=WITH_PERSON, status_code=204)
async def take_over(request: Asked, person: Asking, table: TableId) -> None:
    """Ask for the bot's seat in a running match, as one who waits; its player is asked."""
    await service_of(request).hall.quick.ask(table, person)


ROUTES: Final[list[Any]] = [who_waits, wait, leave, play_bot, take_over]
