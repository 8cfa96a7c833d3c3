"""Nobody sits in another's seat: what impolite guests have tried, each in the order in which it once succeeded."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from orrery.server.live.sweeper import RENEW
from server.harness import Player, StillWorld, open_table, people, running, seated, service

WISH = {"game": "space_editor", "seats": ["me", "open"], "options": {"mode": "half"}}


async def played(two: list[Player]) -> str:
    """A table at which two people have played, and the first has given up."""
    table = await open_table(two, "vediic")
    async with seated(table, two[0]) as (first,):
        await first.ask({"type": "resign", "at": 0})
    return table


@pytest.mark.parametrize("wish", [{}, {"open": False}, {"open": False, "watch": False}])
def test_a_late_hello_gives_nobody_the_seat_that_was_left(sqlite_database: str, wish: dict[str, Any]) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben, eve = await people(server, "Ann", "Ben", "Eve")
            made = await ann.post("/api/tables", {**WISH, **wish})
            table, invite = made["id"], {"invite": made["invite"]}
            await eve.post(f"/api/tables/{table}/join", invite)
            async with eve.at(table, hello=False) as thief:
                await eve.post(f"/api/tables/{table}/leave")
                await ben.post(f"/api/tables/{table}/join", invite)
                await ann.post(f"/api/tables/{table}/start")
                await thief.say({"type": "hello", "protocol": 1, "have": 0})
                if wish.get("watch") is False:
                    assert await thief.closing() == 4004
                    assert "state" not in [message["type"] for message in thief.messages]
                    return
                state = await thief.until("state")
                assert state["seat"] is None and "actions" not in state
                hall = service(server).hall
                assert state["view"] == json.loads(json.dumps(hall.rooms[table].session.match.view(None)))
                for message in ({"type": "resign"}, {"type": "act", "action": "basepoint 0,0"}):
                    assert (await thief.ask({**message, "at": 0}))["code"] == "not_seated"
                assert (await thief.ask({"type": "chat", "text": "mine now"}))["code"] == "not_seated"

    asyncio.run(run())


@contextlib.asynccontextmanager
async def two_processes(database: str, redis: str) -> AsyncIterator[tuple[Any, Any]]:
    """Two servers on one database that wake each other, and do nothing else by themselves."""
    quiet = {"redis": redis, "sweep": 1000.0}
    async with running(database, **quiet) as one, running(database, **quiet) as two:
        yield one, two


def test_a_seat_that_was_left_at_another_process_is_lost_there_too(sqlite_database: str, redis_url: str) -> None:
    async def run() -> None:
        async with two_processes(sqlite_database, redis_url) as (one, two):
            ann, ben, eve = await people(one, "Ann", "Ben", "Eve")
            table = (await ann.post("/api/tables", WISH))["id"]
            await eve.post(f"/api/tables/{table}/join", {})
            async with eve.elsewhere(two).at(table) as thief:
                while not thief.table or thief.table["you"] != 1:
                    await thief.hear()
                await eve.post(f"/api/tables/{table}/leave")
                await ben.post(f"/api/tables/{table}/join", {})
                await ann.post(f"/api/tables/{table}/start")
                state = await thief.until("state")
                assert state["seat"] is None and "actions" not in state
                assert (await thief.ask({"type": "resign", "at": 0}))["code"] == "not_seated"

    asyncio.run(run())


@pytest.mark.parametrize("hello", [True, False])
def test_who_revokes_ends_every_socket_that_came_before(sqlite_database: str, hello: bool) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            async with ann.at(table, hello=hello) as old:
                if hello:
                    await old.until("state")
                renewed = await ann.post("/api/me/revoke")
                ann.token = renewed["token"]
                assert await old.closing() == 4001
                async with ann.at(table) as again:
                    assert (await again.until("state"))["seat"] == 0

    asyncio.run(run())


SILENT: list[tuple[dict[str, Any], bool]] = [
    ({"type": "resign", "at": 0}, True),
    ({"type": "act", "at": 0, "action": "nonsense"}, True),
    ({"type": "act", "at": 9, "action": "roll"}, True),
    ({"type": "chat", "text": "still here"}, True),
    ({"type": "ask", "at": 0, "what": "score"}, True),
    ({"type": "preview", "at": 0, "action": "roll"}, True),
    ({"type": "why", "at": 0, "action": "roll"}, True),
    ({"type": "hello", "protocol": 1, "have": 0}, True),
    ({"type": "hello", "protocol": 1, "have": 0}, False),
]


@pytest.mark.parametrize(("message", "hello"), SILENT)
def test_a_revoked_identity_is_refused_by_a_process_that_nobody_told(
    database: str, message: dict[str, Any], hello: bool
) -> None:
    """Two processes and no Redis; nothing is compared meanwhile: every message is judged by what is true now."""

    async def run() -> None:
        async with two_processes(database, "") as (one, two):
            ann, ben = await people(one, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            async with ann.elsewhere(two).at(table, hello=hello) as old, ben.at(table) as b:
                await b.until("state")
                if hello:
                    await old.until("state")
                await ann.post("/api/me/revoke")
                heard = len(old.messages)
                await old.say({"id": 7, **message} if message["type"] != "hello" else message)
                assert await old.closing() == 4001
                kinds = [said["type"] for said in old.messages[heard:]]
                assert set(kinds) <= {"bye", "table"}, "nothing was told and nothing was done"
                assert (await b.ask({"type": "ping"}))["type"] == "pong"
                assert b.number == 0 and service(two).hall.rooms[table].session.number == 0

    asyncio.run(run())


def test_without_redis_a_revoked_socket_that_says_nothing_is_found_by_the_next_comparison(database: str) -> None:
    async def run() -> None:
        async with two_processes(database, "") as (one, two):
            ann, ben = await people(one, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            async with ann.elsewhere(two).at(table) as old, ann.elsewhere(two).at(table, hello=False) as silent:
                await old.until("state")
                await ann.post("/api/me/revoke")
                await service(two).hall.sweeper.compare()
                assert await old.closing() == await silent.closing() == 4001

    asyncio.run(run())


def test_a_table_that_is_not_to_be_watched_shows_nothing_to_who_came_before_the_start(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben, eve = await people(server, "Ann", "Ben", "Eve")
            table = (await ann.post("/api/tables", {**WISH, "watch": False}))["id"]
            async with ann.at(table) as a, eve.at(table) as e:
                await e.until("table")
                await a.until("table")
                await a.ask({"type": "chat", "text": "a secret"})
                await ben.post(f"/api/tables/{table}/join", {})
                await ann.post(f"/api/tables/{table}/start")
                assert await e.closing() == 4004
                assert {message["type"] for message in e.messages} == {"table", "bye"}
                assert e.messages[-1]["code"] == "not_watched"
            async with eve.at(table, hello=False) as again:
                assert await again.closing() == 4004
            await eve.get(f"/api/tables/{table}/replay", 403)

    asyncio.run(run())


def test_the_seats_of_a_rematch_are_kept_for_those_who_sat_there(database: str) -> None:
    async def run() -> None:
        async with running(database) as server:
            ann, ben, eve = await people(server, "Ann", "Ben", "Eve")
            table = await played([ann, ben])
            new = (await ann.post(f"/api/tables/{table}/rematch"))["table"]
            path = f"/api/tables/{new}"
            info = await eve.get(path)
            assert [(seat["name"], seat["kind"], seat["kept"]) for seat in info["seats"]] == [
                ("Ben", "open", ben.id),
                ("Ann", "person", None),
            ]
            assert new not in [one["id"] for one in await eve.get("/api/tables")], "nobody else is waited for"
            for seat in (None, 0):
                assert (await eve.post(f"{path}/join", {"seat": seat}, 409))["code"] == "seat_taken"
            await ann.post(f"{path}/start", status=409)
            # By the lobby as well as by the button for a rematch: it starts when all are there.
            assert (await ben.post(f"{path}/join", {}))["state"] == "playing"

    asyncio.run(run())


def test_who_does_not_want_a_rematch_gives_the_seat_free(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben, eve = await people(server, "Ann", "Ben", "Eve")
            table = await played([ann, ben])
            path = f"/api/tables/{(await ann.post(f'/api/tables/{table}/rematch'))['table']}"
            await eve.post(f"{path}/leave", status=403)
            left = await ben.post(f"{path}/leave")
            assert (left["state"], left["seats"][0]["kept"], left["seats"][0]["name"]) == ("open", None, "")
            assert (await eve.post(f"{path}/join", {}))["you"] == 0

    asyncio.run(run())


def test_companions_keep_their_seats_at_a_rematch_and_nobody_else_sits_there(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben, eve = await people(server, "Ann", "Ben", "Eve")
            wish = {"seats": ["me", "me", "open"], "names": ["Anna", "Bea", ""], "options": {"max_rounds": 20}}
            table = await open_table([ann, ben], "vediic", **wish)
            async with ann.at(table) as a:
                await a.until("state")
                answer = await a.ask({"type": "offer", "at": a.number, "what": "draw"})
                async with ben.at(table) as b:
                    await b.until("state")
                    await b.ask({"type": "answer", "at": answer["number"], "yes": True})
            new = (await ben.post(f"/api/tables/{table}/rematch"))["table"]
            waiting = await ben.get(f"/api/tables/{new}")
            assert [seat["kept"] for seat in waiting["seats"]] == [ann.id, None, ann.id]
            await eve.post(f"/api/tables/{new}/join", {}, 409)
            assert (await ann.post(f"/api/tables/{table}/rematch"))["table"] == new
            info = await ann.get(f"/api/tables/{new}")
            assert (info["state"], info["yours"]) == ("playing", [0, 2])
            assert [seat["name"] for seat in info["seats"]] == ["Bea", "Ben", "Anna"]

    asyncio.run(run())


def test_who_stands_in_for_one_who_vanished_was_chosen_by_the_table(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world) as server:
            ann, ben, cat = await people(server, "Ann", "Ben", "Cat")
            table = await open_table([ann, ben, cat], "vediic", stand_in="greedy")
            async with ann.at(table) as a:
                await a.until("state")
                world.time += 61_000
                await a.ask({"type": "stand_in", "at": 0, "seat": 1, "bot": "random"})
                await a.reach(1)
                assert a.standing["bots"] == [None, "greedy", None]
                while True:  # for oneself one chooses
                    own = await a.ask({"type": "stand_in", "at": a.number, "seat": 0, "bot": "random"})
                    if own["type"] == "done":
                        break
                await a.reach(own["number"])
                assert a.standing["bots"][0] == "random"

    asyncio.run(run())


def test_who_left_does_not_make_the_next_one_at_that_seat_look_absent(sqlite_database: str) -> None:
    async def run() -> None:
        assert RENEW > 10
        async with running(sqlite_database) as server:
            ann, ben, eve = await people(server, "Ann", "Ben", "Eve")
            table = (await ann.post("/api/tables", WISH))["id"]
            await eve.post(f"/api/tables/{table}/join", {})
            async with eve.at(table) as e, ben.at(table) as b:
                await e.until("table")
                await b.until("table")
                await eve.post(f"/api/tables/{table}/leave")
                await ben.post(f"/api/tables/{table}/join", {})
                while b.table["you"] != 1 or not b.table["seats"][1]["present"]:
                    await b.hear()
                await e.socket.close()
                await b.ask({"type": "chat", "text": "here"})
                assert (await ben.get(f"/api/tables/{table}"))["seats"][1]["present"]

    asyncio.run(run())
