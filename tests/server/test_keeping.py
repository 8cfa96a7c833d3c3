"""What a server keeps, and for how long: matches, chat, records, guests; and how many of each."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa

from known import known
from orrery.core.match import Match
from orrery.core.records import to_record
from orrery.server.live.sweeper import TIDY_MS
from orrery.server.store.schema import CHAT, ENTRIES, MUTES, PEOPLE, RECORDS, SEATS, TABLES
from server.harness import StillWorld, open_table, people, running, seated, service

DAY = 86_400_000


def a_record() -> dict[str, Any]:
    """A record of a short match of Vediic."""
    match = Match.new(known("vediic"), {"players": 2}, 3)
    for _ in range(4):
        match.act(match.actions()[0])
    return to_record(match, ["Ann", "Ben"])


async def count(server: Any, table: sa.Table) -> int:
    """How many rows there are."""
    found: list[int] = await service(server).store.values(int, sa.select(sa.func.count()).select_from(table))
    return found[0]


async def ended(server: Any, ann: Any, ben: Any) -> str:
    """A match that is over: two actions, a line of chat, and Ben resigns."""
    table = await open_table([ann, ben], "vediic")
    async with seated(table, ann, ben) as (a, b):
        for _ in range(2):
            actor = (a, b)[a.standing["to_act"]]
            answer = await actor.act((actor.actions or [""])[0])
            await a.reach(answer["number"])
            await b.reach(answer["number"])
        await a.ask({"type": "chat", "text": "well played"})
        await b.ask({"type": "resign", "at": b.number})
    return table


def test_only_what_is_old_enough_goes_and_what_runs_stays(database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        keep = {"keep_matches": 10, "keep_guests": 20, "keep_records": 5, "sweep": 1000.0}
        async with running(database, world, **keep) as server:
            ann, ben, eve, dan = await people(server, "Ann", "Ben", "Eve", "Dan")
            await dan.http.put("/api/me/passphrase", json={"passphrase": "correct horse"})
            await eve.http.put(f"/api/mutes/{ann.id}")
            old = await ended(server, ann, ben)
            running_still = await open_table([ann, ben], "vediic")
            record = (await ann.post("/api/records", a_record()))["record"]
            sweep = service(server).hall.sweeper.sweep

            async def after(days: float) -> None:
                world.time += int(days * DAY) + TIDY_MS
                await sweep()

            await after(4.9)
            assert (await ann.get(f"/api/records/{record}"))["game"] == "vediic"
            await after(0.2)
            assert (await ann.get(f"/api/records/{record}", 404))["code"] == "no_such_record"
            assert (await ann.get(f"/api/tables/{old}"))["state"] == "over"
            new = await ended(server, ann, ben)
            await after(5)
            assert (await ann.get(f"/api/tables/{old}", 404))["code"] == "no_such_table"
            assert (await ann.get(f"/api/tables/{new}"))["state"] == "over"
            assert (await ann.get(f"/api/tables/{running_still}"))["state"] == "playing"
            assert (await count(server, ENTRIES), await count(server, CHAT)) == (3, 1)
            assert (await count(server, SEATS), await count(server, TABLES)) == (4, 2)
            assert await count(server, PEOPLE) == 4
            await after(10)
            # Eve left nothing behind; Ann and Ben still sit somewhere, Dan can come back.
            names = await service(server).store.values(str, sa.select(PEOPLE.c.name).order_by(PEOPLE.c.name))
            assert names == ["Ann", "Ben", "Dan"] and await count(server, MUTES) == 0
            assert (await eve.get("/api/me", 401))["code"] == "no_identity"
            async with seated(running_still, ann, ben) as (a, b):
                actor = (a, b)[a.standing["to_act"]]
                assert (await actor.act((actor.actions or [""])[0]))["type"] == "done"

    asyncio.run(run())


def test_chat_may_go_before_its_match(database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(database, world, keep_chat=1, sweep=1000.0) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await ended(server, ann, ben)
            world.time += DAY - 1000
            await service(server).hall.sweeper.sweep()
            assert await count(server, CHAT) == 1
            world.time += TIDY_MS
            await service(server).hall.sweeper.sweep()
            assert await count(server, CHAT) == 0
            assert (await ann.get(f"/api/tables/{table}"))["state"] == "over"

    asyncio.run(run())


def test_with_the_usual_settings_nothing_ever_goes(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world, sweep=1000.0) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await ended(server, ann, ben)
            world.time += 10_000 * DAY
            await service(server).hall.sweeper.sweep()
            assert (await ann.get(f"/api/tables/{table}"))["state"] == "over"
            assert (await count(server, PEOPLE), await count(server, CHAT)) == (2, 1)

    asyncio.run(run())


def test_a_server_that_is_full_says_so(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, most_guests=2, most_records=1, most_lines=2) as server:
            ann, ben = await people(server, "Ann", "Ben")
            answer = await ann.http.post("/api/me", json={"name": "Eve"}, headers={"cookie": ""})
            assert (answer.status_code, answer.json()["code"]) == (503, "full")
            await ann.post("/api/records", a_record())
            assert (await ben.post("/api/records", a_record(), 503))["code"] == "full"
            assert await count(server, RECORDS) == 1
            table = await open_table([ann, ben], "vediic")
            async with seated(table, ann, ben) as (a, b):
                for text in ("one", "two"):
                    assert (await a.ask({"type": "chat", "text": text}))["type"] == "done"
                assert (await a.ask({"type": "chat", "text": "three"}))["code"] == "too_much_said"
                assert (await b.ask({"type": "chat", "text": "one"}))["type"] == "done"

    asyncio.run(run())
