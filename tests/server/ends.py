"""Servers in processes of their own, to be ended in whatever way, and people who remember what was acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
from typing import Any

from websockets.exceptions import ConnectionClosed, WebSocketException

from server.harness import Player, Seat

ENVIRONMENT = {
    "ORRERY_PORT": "0", "ORRERY_WORKERS": "1", "ORRERY_PACE": "0", "ORRERY_SWEEP": "0.05", "ORRERY_LEASE": "0.3",
    "ORRERY_RATE": "100000", "ORRERY_BURST": "100000", "ORRERY_GUEST_BURST": "1000", "ORRERY_TABLES": "100000",
    "ORRERY_REDIS": "", "ORRERY_SOCKETS": "1000", "ORRERY_ADDRESS_SOCKETS": "10000",
}  # fmt: skip


class Process:
    """A server in a process of its own, to be killed."""

    def __init__(self, database: str, **settings: object) -> None:
        """`settings` are given as variables, beside ENVIRONMENT."""
        self.database = database
        self.settings = {f"ORRERY_{name.upper()}": str(value) for name, value in settings.items()}
        self.process: asyncio.subprocess.Process | None = None
        self.address = ""

    async def start(self) -> None:
        """Starts it and waits until it is open."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "orrery", "serve", "--database", self.database,
            env={**os.environ, **ENVIRONMENT, **self.settings},
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
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

    async def end(self) -> int:
        """SIGTERM; gives the exit status once it has ended."""
        self.tell(signal.SIGTERM)
        return await self.ended()

    def tell(self, sign: signal.Signals) -> None:
        """Sends a signal."""
        assert self.process is not None
        self.process.send_signal(sign)

    async def ended(self, seconds: float = 40) -> int:
        """Waits until it has ended."""
        assert self.process is not None
        return await asyncio.wait_for(self.process.wait(), seconds)


class Side:
    """One person at a table, who remembers what was acknowledged."""

    def __init__(self, player: Player, table: str, seat: int) -> None:
        self.player = player
        self.table = table
        self.seat = seat
        self.acknowledged: dict[int, str] = {}
        self.seen: dict[int, Any] = {}
        self.checks = 0
        self.unsaved = 0
        """How often it was told that nothing could be written."""
        self.is_over = False
        """Has the match come to its end?"""

    async def play(self, stop: asyncio.Event) -> None:
        """Checks that nothing is lost, then acts whenever it can until the server dies."""
        with contextlib.suppress(WebSocketException, EOFError, OSError, TimeoutError):
            async with self.player.at(self.table, 0) as socket:
                state = await socket.until("state")
                self.check_state(state)
                while not (stop.is_set() or self.is_over):
                    self.is_over = socket.standing["outcome"] is not None
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
        elif answer["code"] == "not_saved":
            self.unsaved += 1
            await asyncio.sleep(0.05)
        else:
            assert answer["code"] == "stale", answer
            await socket.reach(answer["number"])

    def check_state(self, state: dict[str, Any]) -> None:
        """Everything that was acknowledged or seen is there, once, in its place."""
        past = {entry["number"]: entry for entry in state["past"] if entry["kind"] != "setup"}
        assert sorted(past) == list(range(1, state["number"] + 1))
        for number, word in self.acknowledged.items():
            assert past[number]["seat"] == self.seat and past[number]["action"] == word, (number, word)
        for number, entry in self.seen.items():
            assert past[number] == entry, number
        self.checks += len(self.acknowledged)


WISHES: list[dict[str, Any]] = [
    {"game": "vediic", "seats": ["me", "open", "random"], "options": {"players": 3, "max_rounds": 100000}},
    {"game": "vediic", "seats": ["me", "open"], "options": {"players": 2, "max_rounds": 100000}},
    {"game": "five_spheres", "seats": ["me", "open"], "options": {"max_turns": 100000, "towers": 9}},
]


async def sides_at(address: str) -> tuple[list[Player], list[Side]]:
    """Ann and Ben, and their sides of three tables; at the first one sits a bot too."""
    players = [await Player(address, name).come() for name in ("Ann", "Ben")]
    return players, await more_sides(players)


async def more_sides(players: list[Player]) -> list[Side]:
    """Three tables at which the same two begin to play."""
    ann, ben = players
    sides: list[Side] = []
    for wish in WISHES:
        table = (await ann.post("/api/tables", wish))["id"]
        await ben.post(f"/api/tables/{table}/join", {})
        await ann.post(f"/api/tables/{table}/start")
        sides += [Side(ann, table, 0), Side(ben, table, 1)]
    return sides


def move(players: list[Player], address: str) -> None:
    """From now on these people are at another server."""
    for player in players:
        player.base = address
        player.http.base_url = address  # type: ignore[assignment]


def acknowledged(sides: list[Side]) -> int:
    """How many actions were acknowledged, all together."""
    return sum(len(side.acknowledged) for side in sides)


async def some_more(sides: list[Side], tasks: list[asyncio.Task[None]], before: int) -> None:
    """Waits until something more was acknowledged; then for a moment that nobody knows."""
    async with asyncio.timeout(60):
        while acknowledged(sides) == before and not all(task.done() for task in tasks):
            await asyncio.sleep(0.01)
    await asyncio.sleep(random.random() * 0.4)


async def check_all(sides: list[Side]) -> None:
    """The last word: everything that was acknowledged is there. Where the server says that so much past is asked for
    too fast, it is asked again.
    """
    left = list(sides)
    async with asyncio.timeout(600):
        while left:
            side = left[-1]
            try:
                async with side.player.at(side.table, 0) as socket:
                    side.check_state(await socket.until("state", 30))
                left.pop()
            except ConnectionClosed as closed:
                assert closed.rcvd is not None and closed.rcvd.reason == "too_fast", closed
                await asyncio.sleep(1)
