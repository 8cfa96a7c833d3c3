"""kill -9 in the middle of play: no acknowledged action is lost, none is done twice, and every table goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server.harness import Player, Seat, seated

ENVIRONMENT = {
    "ORRERY_PORT": "0", "ORRERY_WORKERS": "1", "ORRERY_PACE": "0", "ORRERY_SWEEP": "0.05", "ORRERY_LEASE": "0.3",
    "ORRERY_RATE": "100000", "ORRERY_BURST": "100000", "ORRERY_GUEST_BURST": "1000", "ORRERY_TABLES": "100000",
    "ORRERY_REDIS": "",
}  # fmt: skip


class Process:
    """A server in a process of its own, to be killed."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.process: asyncio.subprocess.Process | None = None
        self.address = ""

    async def start(self) -> None:
        """Starts it and waits until it is open."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "orrery", "serve", "--database", self.database,
            env={**os.environ, **ENVIRONMENT}, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = (await asyncio.wait_for(self.process.stdout.readline(), 60)).decode()
        assert "open at" in line, line
        self.address = line.split()[-1]

    async def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


class Side:
    """One person at a table, who remembers what was acknowledged."""

    def __init__(self, player: Player, table: str, seat: int) -> None:
        self.player = player
        self.table = table
        self.seat = seat
        self.acknowledged: dict[int, str] = {}
        self.seen: dict[int, Any] = {}
        self.checks = 0

    async def play(self, stop: asyncio.Event) -> None:
        """Checks that nothing is lost, then acts whenever it can until the server dies."""
        with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
            async with self.player.at(self.table, 0) as socket:
                state = await socket.until("state")
                self.check(state)
                while not stop.is_set():
                    if socket.actions:
                        await self.act(socket)
                    else:
                        message = await socket.hear()
                        if message["type"] == "update":
                            self.seen[message["number"]] = message["past"]

    async def act(self, socket: Seat) -> None:
        """One action; what is acknowledged is remembered at once."""
        assert socket.actions
        word = random.choice(socket.actions)
        answer = await socket.act(word)
        if answer["type"] == "done":
            self.acknowledged[answer["number"]] = word
            await socket.reach(answer["number"])
        else:
            assert answer["code"] == "stale", answer
            await socket.reach(answer["number"])

    def check(self, state: dict[str, Any]) -> None:
        """Everything that was acknowledged or seen is there, once, in its place."""
        past = {entry["number"]: entry for entry in state["past"] if entry["kind"] != "setup"}
        assert sorted(past) == list(range(1, state["number"] + 1))
        for number, word in self.acknowledged.items():
            assert past[number]["seat"] == self.seat and past[number]["action"] == word, (number, word)
        for number, entry in self.seen.items():
            assert past[number] == entry, number
        self.checks += len(self.acknowledged)


async def kill_often(database: str, times: int) -> dict[str, int]:
    """Kills a server so many times in the middle of play; gives some figures."""
    server = Process(database)
    await server.start()
    ann, ben = [await Player(server.address, name).come() for name in ("Ann", "Ben")]
    sides: list[Side] = []
    for wish in (
        {"game": "vediic", "seats": ["me", "open", "random"], "options": {"players": 3, "max_rounds": 100000}},
        {"game": "vediic", "seats": ["me", "open"], "options": {"players": 2, "max_rounds": 100000}},
        {"game": "five_spheres", "seats": ["me", "open"], "options": {"max_turns": 100000, "towers": 9}},
    ):
        table = (await ann.post("/api/tables", wish))["id"]
        await ben.post(f"/api/tables/{table}/join", {})
        await ann.post(f"/api/tables/{table}/start")
        sides += [Side(ann, table, 0), Side(ben, table, 1)]
    for _ in range(times):
        stop = asyncio.Event()
        tasks = [asyncio.create_task(side.play(stop)) for side in sides]
        before = sum(len(side.acknowledged) for side in sides)
        # Not before anything was acknowledged this time; then at any moment.
        async with asyncio.timeout(60):
            while sum(len(side.acknowledged) for side in sides) == before and not all(t.done() for t in tasks):
                await asyncio.sleep(0.01)
        await asyncio.sleep(random.random() * 0.4)
        await server.kill()
        stop.set()
        await asyncio.gather(*tasks)
        await server.start()
        for player in (ann, ben):
            player.base = server.address
            player.http.base_url = server.address  # type: ignore[assignment]
    # The last word: all is there, and the table with the bot goes on.
    for side in sides:
        async with side.player.at(side.table, 0) as socket:
            side.check(await socket.until("state"))
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
        "acknowledged": sum(len(side.acknowledged) for side in sides),
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
