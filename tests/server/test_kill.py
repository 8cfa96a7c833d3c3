"""kill -9 in the middle of play: no acknowledged action is lost, none is done twice, and every table goes on."""

from __future__ import annotations

import asyncio

import pytest

from server.ends import Process, acknowledged, check_all, move, sides_at, some_more
from server.harness import seated


async def kill_often(database: str, times: int) -> dict[str, int]:
    """Kills a server so many times in the middle of play; gives some figures."""
    server = Process(database)
    await server.start()
    (ann, ben), sides = await sides_at(server.address)
    for _ in range(times):
        stop = asyncio.Event()
        tasks = [asyncio.create_task(side.play(stop)) for side in sides]
        await some_more(sides, tasks, acknowledged(sides))
        await server.kill()
        stop.set()
        await asyncio.gather(*tasks)
        await server.start()
        move([ann, ben], server.address)
    # The last word: all is there, and the table with the bot goes on.
    await check_all(sides)
    async with seated(sides[0].table, ann, ben) as (a, b):
        goal = a.number + 30
        bot = 0
        while a.number < goal and a.standing["outcome"] is None:
            for socket in (a, b):
                await socket.reach(max(a.number, b.number))
            if a.standing["to_act"] == 2:
                await a.hear()
                bot += 1
            else:
                actor = (a, b)[a.standing["to_act"]]
                if actor.actions:
                    answer = await actor.act(actor.actions[0])
                    await actor.reach(answer["number"])
                else:
                    await actor.hear()
        assert bot or a.standing["outcome"] is not None
    await server.kill()
    return {
        "kills": times,
        "acknowledged": acknowledged(sides),
        "found_again": sum(side.checks for side in sides),
    }


def check_kills(database: str, times: int) -> None:
    """Killed so often, the server has all that it acknowledged."""
    figures = asyncio.run(kill_often(database, times))
    print(figures)
    assert figures["acknowledged"] > 3 * times and figures["found_again"] >= figures["acknowledged"]


def test_kill_9_loses_nothing_that_was_acknowledged(database: str) -> None:
    check_kills(database, 20)


@pytest.mark.soak
def test_500_times_kill_9_loses_nothing_that_was_acknowledged(database: str) -> None:
    check_kills(database, 500)
