"""A server in the test's own loop on loopback, and clients that talk to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from orrery.server.run import Server, make_server, serve_here
from orrery.server.settings import Settings, World

FAST: dict[str, Any] = {
    "port": 0, "workers": 1, "pace": 0.0, "sweep": 0.05, "lease": 1.0, "rate": 5000.0, "burst": 10000,
    "guest_burst": 1000, "tables": 1000, "beat": 30.0, "lost": 60.0,
}  # fmt: skip


class StillWorld(World):
    """A world in which time stands still until it is told to go on, and chance is what it is told to be."""

    def __init__(self, seed: int = 1) -> None:
        self.time = 1_700_000_000_000
        self.count = 0
        self.seeds = seed

    def now(self) -> int:
        return self.time

    def id(self, length: int = 12) -> str:
        self.count += 1
        return f"id{self.count:0{length - 2}d}"

    def seed(self) -> int:
        return self.seeds


class Player:
    """A person with a client: HTTP, and sockets at tables."""

    def __init__(self, base: str, name: str) -> None:
        self.base = base
        self.name = name
        self.http = httpx.AsyncClient(base_url=base, timeout=20)
        self.token = ""
        self.id = ""

    async def come(self) -> Player:
        """Becomes a guest."""
        me = (await self.http.post("/api/me", json={"name": self.name})).json()
        self.token, self.id = me["token"], me["person"]
        return self

    def elsewhere(self, server: Server) -> Player:
        """The same person at another process."""
        there = Player(server.address, self.name)
        there.token, there.id = self.token, self.id
        there.http.headers["authorization"] = f"Bearer {self.token}"
        return there

    async def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        """A POST; gives the answer's JSON."""
        answer = await self.http.post(path, json=body)
        if status is None:
            assert answer.status_code < 300, answer.text
        else:
            assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    async def get(self, path: str, status: int = 200) -> Any:
        """A GET; gives the answer's JSON."""
        answer = await self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    @contextlib.asynccontextmanager
    async def at(
        self, table: str, have: int | None = None, hello: bool = True, seat: int | str | None = None
    ) -> AsyncIterator[Seat]:
        """A socket at a table; `seat` says at which of the person's seats."""
        url = f"{self.base.replace('http', 'ws')}/api/tables/{table}/live" + ("" if seat is None else f"?seat={seat}")
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        async with connect(url, additional_headers=headers, max_size=None) as socket:
            own = Seat(socket)
            if hello:
                await own.say({"type": "hello", "protocol": 1, "have": have})
            yield own


class Seat:
    """One socket: what it was sent, and the state that follows from it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.raw: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.number = -1
        self.standing: dict[str, Any] = {}
        self.actions: list[str] | None = None
        self.undo_to: int | None = None
        self.table: dict[str, Any] = {}
        self.next = 0

    async def say(self, message: Any) -> None:
        """Sends a message."""
        await self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    async def hear(self, seconds: float = 10.0) -> dict[str, Any]:
        """The next message, taken in."""
        text = await asyncio.wait_for(self.socket.recv(), seconds)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.messages.append(message)
        kind = message["type"]
        if kind == "state":
            self.view = dict(message["view"])
        elif kind == "update":
            assert message["number"] == self.number + 1, (message["number"], self.number)
            self.view.update(message.get("view", {}))
            for key in message.get("gone", []):
                del self.view[key]
        if kind in ("state", "update"):
            self.number = message["number"]
            self.standing = message["standing"]
            self.actions = message.get("actions")
            self.undo_to = message.get("undo_to")
        elif kind == "table":
            self.table = message["table"]
        return message

    async def until(self, kind: str, seconds: float = 10.0, **fields: Any) -> dict[str, Any]:
        """Hears until a message of that kind with those fields comes."""
        while True:
            message = await self.hear(seconds)
            if message["type"] == kind and all(message.get(key) == value for key, value in fields.items()):
                return message

    async def ask(self, message: dict[str, Any], seconds: float = 10.0) -> dict[str, Any]:
        """Sends a request and gives its answer."""
        self.next += 1
        await self.say({"id": self.next, **message})
        while True:
            answer = await self.hear(seconds)
            if answer.get("id") == self.next:
                return answer

    async def act(self, action: str) -> dict[str, Any]:
        """Does an action at the state that this socket knows; gives the answer."""
        return await self.ask({"type": "act", "at": self.number, "action": action})

    async def reach(self, number: int, seconds: float = 10.0) -> None:
        """Hears until the state has that number."""
        while self.number < number:
            await self.hear(seconds)

    async def closing(self) -> int:
        """Hears until the server closes the socket; gives the code with which it does."""
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await self.hear()
        assert closed.value.rcvd is not None
        return int(closed.value.rcvd.code)


@contextlib.asynccontextmanager
async def running(database: str, world: World | None = None, **settings: Any) -> AsyncIterator[Server]:
    """A server that runs in this loop."""
    server = make_server(Settings(database=database, **{**FAST, **settings}), world)
    task = await serve_here(server)
    try:
        yield server
    finally:
        server.should_exit = True
        await task


def service(server: Server) -> Any:
    """What a server runs on."""
    return server.config.app.service  # type: ignore[union-attr]


async def people(server: Server, *names: str) -> list[Player]:
    """Guests with these names."""
    return [await Player(server.address, name).come() for name in names]


async def open_table(players: list[Player], game: str = "space_editor", **wish: Any) -> str:
    """A table for these people, started."""
    wish.setdefault("options", {"mode": "half"} if game == "space_editor" else {})
    seats = wish.pop("seats", ["me", *["open"] * (len(players) - 1)])
    made = await players[0].post("/api/tables", {"game": game, "seats": seats, **wish})
    id: str = made["id"]
    for player in players[1:]:
        await player.post(f"/api/tables/{id}/join", {"invite": made["invite"]})
    if "open" in seats:
        await players[0].post(f"/api/tables/{id}/start")
    return id


@contextlib.asynccontextmanager
async def seated(table: str, *players: Player) -> AsyncIterator[list[Seat]]:
    """A socket of each of these people at a table where a match is played, each with its state."""
    async with contextlib.AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(player.at(table)) for player in players]
        for seat in seats:
            await seat.until("state")
        yield seats


@dataclass
class Two:
    """Ann and Ben, who play against each other, and their sockets."""

    table: str
    ann: Player
    ben: Player
    a: Seat
    b: Seat

    def turn(self) -> tuple[Seat, Seat]:
        """The socket of who is to act, and the other."""
        return (self.a, self.b) if self.a.standing["to_act"] == 0 else (self.b, self.a)


@contextlib.asynccontextmanager
async def ann_and_ben(server: Server, game: str = "space_editor", **wish: Any) -> AsyncIterator[Two]:
    """A match of two at a table of their own, as it starts."""
    ann, ben = await people(server, "Ann", "Ben")
    table = await open_table([ann, ben], game, **wish)
    async with seated(table, ann, ben) as (a, b):
        yield Two(table, ann, ben, a, b)


async def play_on(seats: list[Seat], most: int = 10_000) -> int:
    """Whoever is to act takes the middle one of the legal actions, and all hear of it, so often or until it is over;
    gives how many actions were played.
    """
    for count in range(most):
        await asyncio.gather(*(seat.reach(max(one.number for one in seats)) for seat in seats))
        turn = seats[0].standing["to_act"]
        if turn is None:
            return count
        actor = seats[turn]
        assert actor.actions
        answer = await actor.act(actor.actions[len(actor.actions) // 2])
        assert answer["type"] == "done", answer
        await asyncio.gather(*(seat.reach(answer["number"]) for seat in seats))
    return most


async def play_own(seat: Seat, me: int, most: int = 10_000) -> None:
    """Plays the own seat, among others that play themselves, with the first action until it is over or so many entries
    are there.
    """
    while seat.number < most and seat.standing["outcome"] is None:
        if seat.standing["to_act"] == me and seat.actions:
            answer = await seat.act(seat.actions[0])
            assert answer["type"] == "done", answer
            await seat.reach(answer["number"])
        else:
            await seat.hear()


def worker_that(folder: Path, body: str) -> list[str]:
    """The command of a worker process that does something else than think with each `line` that it is asked."""
    file = folder / "worker.py"
    file.write_text(
        f"import json, pathlib, sys, time\nprint('ready', flush=True)\nfor line in sys.stdin:\n    {body}\n"
    )
    return [sys.executable, str(file)]
