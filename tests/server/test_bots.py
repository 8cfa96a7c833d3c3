"""Bots at tables: mixed tables of 2 to 7 seats, standing in, handing back, and bots never delay a socket."""

from __future__ import annotations

import asyncio

import pytest

from server.harness import Seat, StillWorld, open_table, people, running, service


async def play_own(seat: Seat, me: int, most: int) -> None:
    """Plays the own seat with the first action until it is over or so many entries are there."""
    while seat.number < most and seat.standing["outcome"] is None:
        if seat.standing["to_act"] == me and seat.actions:
            answer = await seat.act(seat.actions[0])
            assert answer["type"] == "done", answer
            await seat.reach(answer["number"])
        else:
            await seat.hear()


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("space_editor", 2, {"mode": "half"}),
        ("five_spheres", 3, {"max_turns": 30}),
        ("vediic", 7, {"max_rounds": 20}),
    ],
)
def test_people_and_bots_play_at_one_table(
    sqlite_database: str, game: str, seats: int, options: dict[str, object]
) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            kinds = ["random", "greedy", "level1"]
            names = ["me", *(kinds[i % len(kinds)] for i in range(seats - 1))]
            table = await open_table([ann], game, seats=names, options=options)
            async with ann.at(table) as a:
                await a.until("state")
                assert a.standing["bots"] == [None, *names[1:]]
                await play_own(a, 0, 40)
                movers = {m["past"]["seat"] for m in a.messages if m["type"] == "update"}
                movers |= {entry["seat"] for m in a.messages if m["type"] == "state" for entry in m["past"]}
                assert len(movers) >= 2

    asyncio.run(run())


def test_a_bot_stands_in_for_one_who_vanished_and_gives_the_seat_back(sqlite_database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(sqlite_database, world, vanish=60.0, lease=0.0) as server:
            ann, ben, cat = await people(server, "Ann", "Ben", "Cat")
            table = await open_table([ann, ben, cat], "vediic")
            async with ann.at(table) as a:
                async with ben.at(table) as b:
                    await a.until("state")
                    await b.until("state")
                    there = await a.ask({"type": "stand_in", "at": 0, "seat": 1, "bot": "random"})
                    assert there["code"] == "not_vanished"
                    while not a.table["seats"][1]["present"]:
                        await a.hear()
                while a.table["seats"][1]["present"]:
                    await a.hear()
                strange = await a.ask({"type": "stand_in", "at": 0, "seat": 0, "bot": "hal"})
                assert strange["code"] == "no_such_bot"
                soon = await a.ask({"type": "stand_in", "at": 0, "seat": 1, "bot": "random"})
                assert soon["code"] == "not_vanished", "a link may be lost for a moment"
                world.time += 61_000
                done = await a.ask({"type": "stand_in", "at": 0, "seat": 1, "bot": "random"})
                assert done["type"] == "done"
                await a.reach(done["number"])
                assert a.standing["bots"] == [None, "level2", None], "a rival does not choose who stands in"
                async with ben.at(table) as again:
                    await again.until("state")
                    assert again.actions is None
                    while True:
                        back = await again.ask({"type": "take_back", "at": again.number})
                        if back["type"] == "done":
                            break
                        assert back["code"] == "stale"
                    await again.reach(back["number"])
                    assert again.standing["bots"] == [None, None, None]

    asyncio.run(run())


def test_a_thinking_bot_does_not_delay_a_socket(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, think=2.0) as server:
            ann, ben = await people(server, "Ann", "Ben")
            thinking = await open_table([ann], "space_editor", seats=["level5", "level5"], options={"mode": "full"})
            table = await open_table([ann, ben], "vediic")
            pool = service(server).pool
            async with ben.at(table) as b, ann.at(thinking) as watching:
                await b.until("state")
                await watching.until("state")
                slowest = 0.0
                for _ in range(40):
                    began = asyncio.get_running_loop().time()
                    assert (await b.ask({"type": "ping"}))["type"] == "pong"
                    slowest = max(slowest, asyncio.get_running_loop().time() - began)
                    await asyncio.sleep(0.02)
                # A level 5 decision takes up to two seconds; a search in this process would show here.
                assert slowest < 0.7, slowest
                assert pool.killed == 0

    asyncio.run(run())


def test_after_a_restart_bots_go_on_where_they_were(database: str) -> None:
    async def run() -> None:
        async with running(database, pace=0.02) as server:
            (ann,) = await people(server, "Ann")
            table = await open_table([ann], "vediic", seats=["random", "random"], options={"max_rounds": 500})
            async with ann.at(table) as a:
                await a.until("state")
                await a.reach(5)
            before = a.number
        async with running(database, pace=0.0) as server:
            ann.base = server.address
            async with ann.at(table, before) as a:
                state = await a.until("state")
                assert state["number"] >= before
                await a.reach(state["number"] + 10)

    asyncio.run(run())
