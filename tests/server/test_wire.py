"""The messages: documented, generated for TypeScript, and travelling between processes by Redis."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from orrery.server import wire
from orrery.server.typescript import typescript
from server.conftest import Redis
from server.harness import Player, open_table, people, running

DOCS = Path(__file__).parents[2] / "docs"
WEB = Path(__file__).parents[2] / "web"


def test_the_typescript_of_the_page_is_that_of_the_messages() -> None:
    assert (WEB / "src" / "wire.ts").read_text(encoding="utf-8") == typescript(), (
        "renew it: python -m orrery.server.typescript > web/src/wire.ts"
    )


def test_every_message_is_in_the_documentation() -> None:
    text = (DOCS / "server.md").read_text(encoding="utf-8")
    for union in (wire.ClientMessage, wire.ServerMessage):
        for message in union.__args__:
            assert f"`{message.__struct_config__.tag}`" in text, message


def test_every_endpoint_is_in_the_documentation() -> None:
    from orrery.server.routes import ROUTES

    text = (DOCS / "server.md").read_text(encoding="utf-8")
    for route in ROUTES:
        for path in route.paths:
            assert path.replace(":str}", "}").replace(":int}", "}") in text, path


def test_a_message_survives_the_way() -> None:
    act = wire.Act(id=1, at=2, action="roll")
    assert wire.read_message(wire.encode(act)) == act
    assert msgspec.json.decode(wire.encode(wire.Pong(3))) == {"type": "pong", "id": 3}


def test_two_processes_wake_each_other_by_redis_and_go_on_without_it(database: str, redis: Redis) -> None:
    async def run() -> None:
        async with running(database, redis=redis.url) as one, running(database, redis=redis.url) as two:
            ann, ben = await people(one, "Ann", "Ben")
            ben_there = Player(two.address, "Ben")
            ben_there.token = ben.token
            table = await open_table([ann, ben], "vediic", options={"max_rounds": 50})
            async with ann.at(table) as a, ben_there.at(table) as b:
                await a.until("state")
                await b.until("state")

                async def play(actions: int) -> float:
                    loop = asyncio.get_running_loop()
                    began = loop.time()
                    for _ in range(actions):
                        actor = (a, b)[a.standing["to_act"]]
                        assert actor.actions
                        number = (await actor.act(actor.actions[0]))["number"]
                        await a.reach(number)
                        await b.reach(number)
                    return loop.time() - began

                await play(8)
                assert a.standing == b.standing
                await a.ask({"type": "chat", "text": "over there?"})
                await b.until("said", text="over there?")
                redis.stop()
                await play(2)
                redis.start()
                await asyncio.sleep(3.0)
                assert await play(6) < 6 * 2.5, "wake-ups are back: nobody waits for the next comparison"

    asyncio.run(run())
