"""Bots at tables: mixed tables of 2 to 7 seats, standing in, handing back, and bots never delay a socket."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.harness import (
    StillWorld,
    ann_and_ben,
    open_table,
    people,
    play_on,
    play_own,
    running,
    seated,
    service,
    worker_that,
)


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


LONG_THOUGHT = """
    here = pathlib.Path({folder!r})
    (here / "thinking").touch()
    for _ in range(10_000):
        if (here / "enough").exists():
            break
        time.sleep(0.01)
    print(json.dumps({{"type": "chosen", "action": json.loads(line)["question"]["actions"][0]}}), flush=True)
"""
"""A worker that says when it begins to think, and ends when it is told, at the latest after some minutes."""


def test_a_thinking_bot_does_not_delay_a_socket(sqlite_database: str, tmp_path: Path) -> None:
    """The bot thinks until others have been served: were they made to wait for it, it would answer before them."""

    async def run() -> None:
        async with running(sqlite_database, think=600.0) as server, ann_and_ben(server, "vediic") as two:
            pool = service(server).pool
            await pool.close()
            pool.command = worker_that(tmp_path, LONG_THOUGHT.format(folder=str(tmp_path)))
            pool.start()
            thinking = await open_table([two.ann], seats=["level5", "level5"], options={"mode": "full"})
            async with seated(thinking, two.ann) as (watching,):
                async with asyncio.timeout(60):
                    while not (tmp_path / "thinking").exists():
                        await asyncio.sleep(0.01)
                for _ in range(40):
                    assert (await two.b.ask({"type": "ping"}))["type"] == "pong"
                assert await play_on([two.a, two.b], 5) == 5
                assert (await watching.ask({"type": "ping"}))["type"] == "pong"
                assert watching.number == 0, "the bot still thinks"
                (tmp_path / "enough").touch()
                await watching.reach(1)
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
