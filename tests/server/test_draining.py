"""A server that is told to end lets people go: nothing new begins, matches go on, and nothing is lost by an update."""

from __future__ import annotations

import asyncio
import signal

import httpx
import pytest

from orrery.server import service as services
from server.ends import Process, Side, acknowledged, check_all, move, sides_at, some_more
from server.harness import open_table, people, play_on, running, seated, service


def test_while_it_drains_matches_go_on_and_nothing_new_begins(sqlite_database: str) -> None:
    async def run() -> None:
        server = Process(sqlite_database, drain=60)
        await server.start()
        (ann, ben), sides = await sides_at(server.address)
        table = sides[2].table
        async with seated(table, ann, ben) as (a, b):
            server.tell(signal.SIGTERM)
            for socket in (a, b):
                assert 0 < (await socket.until("restart"))["seconds"] <= 60
            answer = await ann.http.get("/health/ready")
            assert (answer.status_code, answer.json()["why"]) == (503, ["draining"])
            assert (await ann.http.get("/health/live")).status_code == 200
            for path, body in (
                ("/api/tables", {"game": "vediic", "seats": ["me", "open"]}),
                (f"/api/tables/{table}/rematch", None),
                ("/api/quick/vediic", {"known": "", "skip": []}),
                ("/api/quick/vediic/bot", {"bot": "level1"}),
            ):
                refused = await ann.post(path, body, 503)
                assert refused["code"] == "draining", (path, refused)
            assert await play_on([a, b], 6) == 6
            async with ben.at(table) as late:
                await late.until("restart")
        # The bot's table waits for people: nobody is here, and so it ends long before the limit.
        assert await server.ended() == -signal.SIGTERM
        await server.start()
        move([ann, ben], server.address)
        async with ann.at(table, 0) as again:
            assert (await again.until("state"))["number"] == 6
        await server.kill()

    asyncio.run(run())


def test_at_the_limit_everybody_is_told_to_come_back(sqlite_database: str) -> None:
    async def run() -> None:
        server = Process(sqlite_database, drain=0.5)
        await server.start()
        (ann, ben), sides = await sides_at(server.address)
        async with seated(sides[2].table, ann, ben) as (a, b):
            server.tell(signal.SIGTERM)
            for socket in (a, b):
                assert await socket.closing() == 1012
                assert socket.messages[-1]["type"] == "bye" and socket.messages[-1]["again"]
            assert await server.ended() == -signal.SIGTERM

    asyncio.run(run())


def test_without_a_limit_it_ends_at_once_and_says_goodbye(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            made = await ann.post("/api/tables", {"game": "vediic", "seats": ["me", "level1"]})
            async with ann.at(made["id"]) as a:
                await a.until("state")
                server.should_exit = True
                assert await a.closing() == 1012 and a.messages[-1]["code"] == "restart"
                assert service(server).hall.draining

    asyncio.run(run())


def test_it_ends_while_the_database_hangs_and_what_was_acknowledged_is_there(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(services, "CLOSING", 0.5)

    async def hang(_batch: object) -> None:
        await asyncio.Event().wait()

    async def run() -> None:
        async with asyncio.timeout(60):
            async with running(sqlite_database) as server:
                ann, ben = await people(server, "Ann", "Ben")
                table = await open_table([ann, ben], "vediic")
                async with seated(table, ann, ben) as (a, b):
                    assert await play_on([a, b], 3) == 3
                    monkeypatch.setattr(service(server).store, "_commit", hang)
                    actor = (a, b)[a.standing["to_act"]]
                    await actor.say({"type": "act", "id": 9, "at": 3, "action": (actor.actions or [""])[0]})
                    while not service(server).hall.rooms[table].lock.locked():
                        await asyncio.sleep(0.01)
            assert "the database does not answer" in caplog.text
            async with running(sqlite_database) as server:
                move([ann, ben], server.address)
                async with ann.at(table, 0) as again:
                    assert (await again.until("state"))["number"] == 3

    asyncio.run(run())


async def update_often(database: str, times: int) -> dict[str, int]:
    """Two processes share a database; each in turn is replaced by a new one in the middle of play."""
    servers = [Process(database, drain=0.3), Process(database, drain=0.3)]
    await servers[0].start()
    players, sides = await sides_at(servers[0].address)
    for turn in range(times):
        old, new = servers[turn % 2], servers[(turn + 1) % 2]
        stop = asyncio.Event()
        tasks = [asyncio.create_task(side.play(stop)) for side in sides]
        await some_more(sides, tasks, acknowledged(sides))
        await new.start()
        old.tell(signal.SIGTERM)
        async with httpx.AsyncClient(base_url=new.address) as http:
            assert (await http.get("/health/ready")).status_code == 200
        await asyncio.gather(*tasks)  # until the old one says bye
        stop.set()
        assert await old.ended() == -signal.SIGTERM
        move(players, new.address)
    await check_all(sides)
    await servers[times % 2].kill()
    return {"updates": times, "acknowledged": acknowledged(sides), "found_again": sum(side.checks for side in sides)}


def check_updates(database: str, times: int) -> None:
    figures = asyncio.run(update_often(database, times))
    print(figures)
    assert figures["acknowledged"] > 3 * times and figures["found_again"] >= figures["acknowledged"]


def test_an_update_loses_nothing_that_was_acknowledged(database: str) -> None:
    check_updates(database, 4)


@pytest.mark.soak
def test_100_updates_lose_nothing_that_was_acknowledged(database: str) -> None:
    check_updates(database, 100)


def test_sides_notice_what_is_missing() -> None:
    side = Side(None, "t", 0)  # type: ignore[arg-type]
    side.acknowledged[2] = "roll"
    with pytest.raises(KeyError):
        side.check_state({"number": 1, "past": [{"number": 1, "kind": "act", "seat": 0, "action": "roll"}]})
