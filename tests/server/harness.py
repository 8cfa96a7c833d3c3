"""A server in the test's own loop on loopback, and clients that talk to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

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
    async def at(self, table: str, have: int | None = None, hello: bool = True) -> AsyncIterator[Seat]:
        """A socket at a table."""
        url = f"{self.base.replace('http', 'ws')}/api/tables/{table}/live"
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        async with connect(url, additional_headers=headers, max_size=None) as socket:
            seat = Seat(socket)
            if hello:
                await seat.say({"type": "hello", "protocol": 1, "have": have})
            yield seat


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
