"""What everybody saw of the setup of a match, and the rules that a match was begun by."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa

from orrery.server.store.schema import TABLES
from server.harness import open_table, people, running, service


def test_the_cut_of_the_decks_is_seen_by_everybody_and_is_there_again_after_a_restart(database: str) -> None:
    async def run() -> None:
        async with running(database) as server:
            ann, ben, cat = await people(server, "Ann", "Ben", "Cat")
            table = await open_table([ann, ben], "five_spheres")
            said = []
            for player in (ann, ben, cat):
                async with player.at(table, 0) as link:
                    said.append((await link.until("state"))["past"])
            (entry,) = said[0]
            assert said[0] == said[1] == said[2]
            assert (entry["number"], entry["kind"], entry["seat"]) == (0, "setup", -1)
            assert {event["event"] for event in entry["events"]} == {"split"}
            assert {event["seat"] for event in entry["events"]} == {0, 1}
            first = (await ann.get(f"/api/tables/{table}/replay/0"))["past"]
            assert first == [entry]
        async with running(database) as server:
            ann.base = ann.http.base_url = server.address
            async with ann.at(table, 0) as link:
                assert (await link.until("state"))["past"] == [entry]
                await link.ask({"type": "resign", "at": 0})
                await link.reach(1)
            async with ann.at(table, 1) as link:
                assert (await link.until("state"))["past"] == [], "who has it is not told again"
            record = await ann.get(f"/api/tables/{table}/record")
            assert record["opening"] == entry["events"]
            played = (await ann.get(f"/api/tables/{table}/replay"))["past"]
            assert [past["kind"] for past in played] == ["setup", "resign"]
            kept = (await ann.post("/api/records", record))["record"]
            history: list[dict[str, Any]] = (await ann.get(f"/api/records/{kept}/replay"))["past"]
            assert (history[0]["kind"], history[0]["events"]) == ("setup", entry["events"])
            assert (await ann.get(f"/api/records/{kept}/replay/0"))["events"] == entry["events"]

    asyncio.run(run())


def test_who_waits_at_the_table_sees_the_cut_when_the_match_begins(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            made = await ann.post("/api/tables", {"game": "five_spheres", "seats": ["me", "open"]})
            async with ann.at(made["id"], 0) as link:
                await link.until("table")
                await ben.post(f"/api/tables/{made['id']}/join", {"invite": made["invite"]})
                await ann.post(f"/api/tables/{made['id']}/start")
                assert [past["kind"] for past in (await link.until("state"))["past"]] == ["setup"]

    asyncio.run(run())


def test_a_match_goes_on_by_the_rules_that_it_was_begun_by(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "five_spheres")
            await service(server).store.execute(sa.update(TABLES).values(rules=1))
        async with running(sqlite_database) as server:
            ann.base = ann.http.base_url = server.address
            async with ann.at(table) as link:
                assert (await link.until("state"))["rules"] == 1
                await link.ask({"type": "resign", "at": 0})
                await link.reach(1)
            assert (await ann.get(f"/api/tables/{table}/record"))["rules"] == 1

    asyncio.run(run())
