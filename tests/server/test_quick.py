"""Quick match: two who wait for the same game are paired once and for all, whatever process they ask; who waits long
may play against a bot, whose seat another may take if both want it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any

import pytest

from orrery.server.run import Server
from server.harness import Player, StillWorld, people, play_own, running, seated, service

GAME = "space_editor"
PATH = f"/api/quick/{GAME}"


async def wait(player: Player, known: str = "", **more: Any) -> Any:
    """Asks how one's waiting stands."""
    return await player.post(PATH, {"known": known, **more})


async def until(player: Player, holds: str, seconds: float = 10.0) -> Any:
    """Waits as a page does, until there is something of that name."""
    found: Any = await wait(player)
    async with asyncio.timeout(seconds):
        while not found[holds]:
            found = await wait(player, found["tag"])
    return found


def test_two_who_wait_for_the_same_game_play_at_once(database: str) -> None:
    async def run() -> None:
        async with running(database) as server:
            ann, ben, cleo = await people(server, "Ann", "Ben", "Cleo")
            first = await wait(ann)
            assert first["table"] is None and first["others"] == 0 and not first["bot"]
            assert (await cleo.post("/api/quick/vediic", {}))["table"] is None, "another game"
            held = asyncio.create_task(wait(ann, first["tag"]))
            await asyncio.sleep(0.1)
            assert not held.done(), "no news: the answer is held back"
            table = (await wait(ben))["table"]
            assert table and (await held)["table"] == table, "the one who waited hears of it at once"
            info = await ann.get(f"/api/tables/{table}")
            assert info["state"] == "playing" and {seat["person"] for seat in info["seats"]} == {ann.id, ben.id}
            async with seated(table, ann, ben) as (a, _):
                answer = await a.ask({"type": "ask", "at": a.number, "what": "hint"})
                assert answer["code"] in ("no_hints", "not_your_turn"), "two who do not know each other: no hints"
            assert await ann.get("/api/quick") == [{"game": "vediic", "waiting": 1}]

    asyncio.run(run())


def test_many_at_once_are_each_paired_exactly_once_at_two_processes(database: str) -> None:
    async def run() -> None:
        async with running(database) as one, running(database) as two:
            crowd = await people(one, *(f"P{i}" for i in range(14)))
            there = [player if i % 2 else player.elsewhere(two) for i, player in enumerate(crowd)]
            found = await asyncio.gather(*(until(player, "table", 30) for player in there))
            tables = Counter(state["table"] for state in found)
            assert len(tables) == 7 and set(tables.values()) == {2}
            for table in tables:
                seats = (await crowd[0].get(f"/api/tables/{table}"))["seats"]
                here = {player.id for player, state in zip(crowd, found, strict=True) if state["table"] == table}
                assert {seat["person"] for seat in seats} == here

    asyncio.run(run())


def test_who_asks_twice_waits_once_and_never_meets_themselves(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            states = await asyncio.gather(*(wait(ann) for _ in range(5)))
            assert all(state["table"] is None and state["others"] == 0 for state in states)
            assert await ann.get("/api/quick") == [{"game": GAME, "waiting": 1}]
            assert (await ann.http.delete(PATH)).json() == {"table": None}
            assert await ann.get("/api/quick") == []

    asyncio.run(run())


def test_who_muted_or_reported_another_is_not_paired_with_them(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben, cleo = await people(server, "Ann", "Ben", "Cleo")
            await ben.http.put(f"/api/mutes/{ann.id}")
            table = (await cleo.post("/api/tables", {"game": GAME, "seats": ["me", "open"]}))["id"]
            await cleo.post(f"/api/tables/{table}/reports", {"person": ben.id, "text": "rude"})
            await wait(ann)
            assert (await wait(ben))["table"] is None
            assert (await wait(cleo))["table"] is not None, "Ann and Cleo play"
            (dora,) = await people(server, "Dora")
            assert (await wait(dora))["table"] is not None, "Dora and Ben play"

    asyncio.run(run())


def test_who_is_gone_is_not_waited_for(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world, quick_lost=20.0) as server:
            ann, ben = await people(server, "Ann", "Ben")
            await wait(ann)
            world.time += 21_000
            assert (await wait(ben))["table"] is None
            assert (await wait(ben))["others"] == 0
            # One who comes again begins anew.
            assert (await wait(ann))["table"] is not None

    asyncio.run(run())


def test_who_hears_late_of_being_paired_is_not_paired_again(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world, quick_lost=20.0) as server:
            ann, ben, cleo = await people(server, "Ann", "Ben", "Cleo")
            await wait(ann)
            table = (await wait(ben))["table"]
            world.time += 60_000
            await wait(cleo)
            assert (await wait(ann))["table"] == table, "and not with Cleo"
            # Once that match is over she waits again.
            async with seated(table, ann) as (a,):
                assert (await a.ask({"type": "resign", "at": a.number}))["type"] == "done"
            assert (await wait(ann))["table"] not in (None, table)

    asyncio.run(run())


def test_a_page_that_is_closed_takes_its_person_out_of_the_queue(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world, quick_lost=20.0) as server:
            ann, ben = await people(server, "Ann", "Ben")
            first = await wait(ann)
            held = asyncio.create_task(wait(ann, first["tag"]))
            await asyncio.sleep(0.2)
            held.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await held
            await asyncio.sleep(0.3)
            world.time += 5_000
            assert (await wait(ben))["table"] is None, "long before the twenty seconds are over"

    asyncio.run(run())


def test_a_pair_whose_table_nobody_could_start_finds_it_after_a_restart(database: str) -> None:
    async def run() -> None:
        async with running(database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            await wait(ann)

            async def fails(*_: object) -> None:
                raise RuntimeError("the process dies here")

            service(server).hall.lobby.begin_if_full = fails
            assert (await ben.http.post(PATH, json={})).status_code == 500
        async with running(database) as server:
            ann, ben = ann.elsewhere(server), ben.elsewhere(server)
            table = (await wait(ann))["table"]
            assert table == (await wait(ben))["table"]
            assert (await ann.get(f"/api/tables/{table}"))["state"] == "playing"

    asyncio.run(run())


def test_a_person_plays_at_so_many_tables_at_most(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, tables=1) as server:
            (ann,) = await people(server, "Ann")
            await ann.post("/api/tables", {"game": GAME, "seats": ["me", "level1"]})
            assert (await ann.post(PATH, {}, 429))["code"] == "too_many_tables"
            assert (await ann.post("/api/quick/chess", {}, 404))["code"] == "no_such_game"
            assert (await ann.post(f"{PATH}/bot", {"bot": "level1"}, 409))["code"] == "not_waiting"

    asyncio.run(run())


async def meanwhile(server: Server, world: StillWorld, bot: str = "random") -> tuple[Player, str]:
    """Ann, who has waited so long that she plays against a bot, and her table."""
    (ann,) = await people(server, "Ann")
    for _ in range(2):
        assert not (await wait(ann))["bot"]
        world.time += 15_000
    assert (await wait(ann))["bot"], "after half a minute a bot is offered"
    table: str = (await ann.post(f"{PATH}/bot", {"bot": bot}))["table"]
    return ann, table


@pytest.mark.parametrize(("database", "apart"), [("sqlite", False), ("postgresql", True)], indirect=["database"])
def test_a_newcomer_takes_the_bots_seat_if_both_agree(database: str, apart: bool) -> None:
    """Ann and the newcomer at one process, or at two that do not wake each other."""

    async def run() -> None:
        world = StillWorld()
        async with running(database, world) as one, running(database, Later(world)) as two:
            ann, table = await meanwhile(one, world)
            (ben,) = await people(one, "Ben")
            if apart:
                ben = ben.elsewhere(two)
            async with seated(table, ann) as (a,):
                me = a.table["you"]
                await play_own(a, me, 6)
                offer = (await wait(ben))["offer"]
                assert offer["table"] == table and offer["name"] == "Ann" and offer["moves"] >= 6
                assert len(offer["scores"]) == 2 and offer["seat"] == 1 - me and offer["turn"] in (0, 1)
                assert (await wait(ben, skip=[table]))["offer"] is None
                await ben.post(f"/api/tables/{table}/take_over", {}, 204)
                while a.standing.get("newcomer") is None:
                    await a.hear()
                assert a.standing["newcomer"] == {"seat": 1 - me, "person": ben.id, "name": "Ben", "agreed": []}
                assert (await wait(ben))["asking"] == table
                answer = await welcome(a, True)
                assert answer["type"] == "done", answer
                found = await until(ben, "table")
                assert found["table"] == table
                async with ben.at(table) as b:
                    state = await b.until("state")
                    assert state["seat"] == 1 - me and state["standing"]["bots"] == [None, None]
                    await a.reach(state["number"])
                    seats = (await ann.get(f"/api/tables/{table}"))["seats"]
                    assert seats[1 - me]["person"] == ben.id and seats[1 - me]["kind"] == "person"
                    # Both play on, each from their own seat and no other.
                    for _ in range(4):
                        turn = b.standing["to_act"]
                        actor, other = (a, b) if turn == me else (b, a)
                        assert actor.actions and other.actions is None
                        done = await actor.act(actor.actions[0])
                        assert done["type"] == "done", done
                        await asyncio.gather(a.reach(done["number"]), b.reach(done["number"]))
            assert await ann.get("/api/quick") == [], "nobody waits any longer"

    asyncio.run(run())


class Later(StillWorld):
    """The same time for a second process, and ids of its own."""

    def __init__(self, world: StillWorld) -> None:
        super().__init__()
        self.world = world
        self.count = 500_000

    def now(self) -> int:
        return self.world.time


async def welcome(seat: Any, yes: bool) -> Any:
    """Answers a newcomer; the bot may move meanwhile."""
    while True:
        answer = await seat.ask({"type": "welcome", "at": seat.number, "yes": yes})
        if answer.get("code") != "stale":
            return answer
        await seat.reach(answer["number"])


async def asked(server: Server, world: StillWorld, a: Any, table: str) -> Player:
    """Ben, who has asked for the bot's seat at Ann's table."""
    (ben,) = await people(server, "Ben")
    assert (await wait(ben))["offer"]["table"] == table
    await ben.post(f"/api/tables/{table}/take_over", {}, 204)
    while a.standing.get("newcomer") is None:
        await a.hear()
    return ben


def test_a_newcomer_who_is_turned_away_waits_on(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world) as server:
            ann, table = await meanwhile(server, world)
            async with seated(table, ann) as (a,):
                ben = await asked(server, world, a, table)
                (cleo,) = await people(server, "Cleo")
                assert (await wait(cleo))["offer"] is None, "one is asked by one at a time"
                await cleo.http.delete(PATH)
                assert (await welcome(a, False))["type"] == "done"
                found = await wait(ben)
                assert found["asking"] is None and found["offer"] is None, "and Ann is not asked again"
                assert "newcomer" not in a.standing and a.standing["bots"].count(None) == 1
                assert (await ben.post(f"/api/tables/{table}/take_over", {}, 409))["code"] == "not_offered"
                assert (await wait(cleo))["table"] is not None, "Ben still waits: now somebody is there"

    asyncio.run(run())


def test_a_newcomer_who_leaves_is_not_waited_for(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world) as server:
            ann, table = await meanwhile(server, world)
            async with seated(table, ann) as (a,):
                ben = await asked(server, world, a, table)
                await ben.http.delete(PATH)
                while a.standing.get("newcomer") is not None:
                    await a.hear()
                # The next one vanishes without a word: Ann's yes finds nobody.
                cleo = await asked(server, world, a, table)
                service(server).hall.quick.swept = world.time + 60_000
                world.time += 21_000
                answer = await welcome(a, True)
                assert answer["code"] == "newcomer_gone"
                assert "newcomer" not in a.standing and a.standing["bots"].count(None) == 1
                assert (await ann.get(f"/api/tables/{table}"))["seats"][1 - a.table["you"]]["person"] is None
                assert cleo.id

    asyncio.run(run())


def test_a_player_who_leaves_meanwhile_lets_the_newcomer_wait_on(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world) as server:
            ann, table = await meanwhile(server, world)
            async with seated(table, ann) as (a,):
                ben = await asked(server, world, a, table)
            await asyncio.sleep(0.2)
            world.time += 100
            found = await wait(ben)
            assert found["asking"] is None and found["offer"] is None
            async with seated(table, ann) as (a,):
                assert "newcomer" not in a.standing
                assert (await wait(ben))["offer"]["table"] == table, "she is back"

    asyncio.run(run())


def test_nobody_takes_a_seat_that_was_not_offered(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = (await ann.post("/api/tables", {"game": GAME, "seats": ["me", "random"]}))["id"]
            async with seated(table, ann) as (a,):
                await wait(ben)
                path = f"/api/tables/{table}/take_over"
                assert (await ben.post(path, {}, 409))["code"] == "not_offered", "Ann does not wait for anybody"
                assert (await ann.post(path, {}, 409))["code"] == "seated"
                answer = await a.ask({"type": "welcome", "at": a.number, "yes": True})
                assert answer["code"] in ("no_newcomer", "stale")

    asyncio.run(run())


def test_what_a_newcomer_sees_is_what_the_bots_seat_may_see(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world) as server:
            ann, table = await meanwhile(server, world)
            async with seated(table, ann) as (a,):
                ben = await asked(server, world, a, table)
                async with ben.at(table, have=0) as b:
                    before = await b.until("state")
                    assert before["seat"] is None and not before.get("actions"), "a spectator until then"
                    assert (await welcome(a, True))["type"] == "done"
                    while True:
                        state = await b.until("state")
                        if state["seat"] is not None:
                            break
                    room = service(server).hall.rooms[table]
                    assert state["view"].keys() == room.session.match.view(state["seat"]).keys()
                    assert state["seat"] == 1 - a.table["you"]
                    refused = await b.ask({"type": "ask", "at": 0, "what": "score", "more": {"seat": a.table["you"]}})
                    assert refused["code"] == "running", "not through Ann's eyes"
            # After a restart of the room it is the same match.
            service(server).hall.rooms.clear()
            async with seated(table, ann, ben) as (a, b):
                assert a.messages[-1]["seat"] != b.messages[-1]["seat"]
                assert b.standing["bots"] == [None, None]

    asyncio.run(run())


def test_who_is_away_from_a_quick_match_is_told_of_their_turn(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world) as server:
            ann, ben = await people(server, "Ann", "Ben")
            await wait(ann)
            table = (await wait(ben))["table"]
            world.time += 1_000
            found = {row.id for row in await service(server).notices.claim()}
            assert found == {table}, "though there are no days for a turn"

    asyncio.run(run())


def test_after_a_newcomer_vanished_the_bot_may_come_back(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world, vanish=60.0) as server:
            ann, table = await meanwhile(server, world)
            async with seated(table, ann) as (a,):
                me = a.table["you"]
                ben = await asked(server, world, a, table)
                assert (await welcome(a, True))["type"] == "done"
                while a.standing["bots"] != [None, None]:
                    await a.hear()
                message = {"type": "stand_in", "at": a.number, "seat": 1 - me}
                assert (await a.ask(message))["code"] == "not_vanished"
                world.time += 61_000
                assert (await a.ask({**message, "at": a.number}))["type"] == "done"
                async with seated(table, ben) as (b,):
                    answer = {"code": "stale"}
                    while answer.get("code") == "stale":
                        answer = await b.ask({"type": "take_back", "at": b.number})
                    assert answer["type"] == "done", "and go again"

    asyncio.run(run())
