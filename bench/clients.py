"""The load generator: people with sockets, in a process of its own beside bench/server.py, which starts it and tells it
line by line on standard input what to do; each line is answered by one on standard output, all as JSON.

    {"do": "begin", "kind": "orrery", "bases": ["http://127.0.0.1:8000"], "index": 0, "of": 1, "together": false}
    {"do": "grow", "count": 1000, "patience": 120}      open more until all generators together have so many
    {"do": "load", "seconds": 15, "pace": 1}            a message each `pace` seconds for each pair

It measures itself too: how late its own messages went out, and how much of a core it used. Where that is much, the
figures say more about the generator than about the server, and bench/server.py says so.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
import time
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

WISHES: list[dict[str, Any]] = [
    {"game": "vediic", "options": {"max_rounds": 100000}},
    {"game": "space_editor", "options": {"mode": "full"}},
    {"game": "five_spheres", "options": {"max_turns": 100000}},
]
AT_ONCE = 32
"""How many tables are opened at the same time, by all generators together."""
TABLES_A_PAIR = 20
"""How many tables two people share."""
SILENT = 4.5
"""A client that has said nothing for so many seconds says ping, as the page does."""


class Standing(msgspec.Struct):
    """Whose turn it is."""

    to_act: int | None


class Message(msgspec.Struct):
    """What a client needs of a message."""

    type: str
    id: int = 0
    number: int = 0
    standing: Standing | None = None
    actions: list[str] | None = None
    code: str = ""


READ = msgspec.json.Decoder(Message)


class Pair:
    """Two sockets, and a message a second from one of them, which is answered; as it stands, for the echo."""

    pings = False

    def __init__(self) -> None:
        self.sockets: list[ClientConnection] = []
        self.actor = 0
        self.sent = 0.0
        self.waiting = False
        self.taken: list[float] = []
        self.heard: list[float] = []
        self.late: list[float] = []
        """How late our own messages went out."""
        self.said = [0.0, 0.0]
        """When each socket said something last."""
        self.refused = 0
        self.skipped = 0
        self.lost = 0
        self.over = False

    def forget(self) -> None:
        """Begins to count anew."""
        self.taken, self.heard, self.late, self.refused, self.skipped = [], [], [], 0, 0

    def hear(self, seat: int, data: str | bytes) -> None:
        """What comes from the server."""
        if self.waiting:
            self.taken.append(time.perf_counter() - self.sent)
            self.waiting = False

    def choose(self) -> tuple[int, str] | None:
        """Who is to send what; nothing if an answer is still to come."""
        seat = 1 - self.actor
        return None if self.waiting else (seat, '{"type": "act", "id": 1, "at": 123, "action": "move a b to c d"}')

    async def idle(self, seconds: float) -> None:
        """Waits, and says ping where a socket has been silent for long."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (rest := end - loop.time()) > 0:
            await asyncio.sleep(min(rest, 1.0) if seconds > SILENT else rest)
            for seat, said in enumerate(self.said):
                if loop.time() - said > SILENT and self.pings:
                    self.said[seat] = loop.time()
                    await self.sockets[seat].send('{"type": "ping", "id": 0}')

    async def listen(self, seat: int) -> None:
        """Hears what the server says to a seat."""
        try:
            async for data in self.sockets[seat]:
                self.hear(seat, data)
        except ConnectionClosed:
            pass
        self.lost += 1

    async def play(self, seconds: float, pace: float) -> None:
        """One message each `pace` seconds."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        at = loop.time() + random.random() * pace
        self.said = [at, at]
        try:
            await self._play(at, end, pace)
        except ConnectionClosed:
            return

    async def _play(self, at: float, end: float, pace: float) -> None:
        loop = asyncio.get_running_loop()
        await self.idle(at - loop.time())
        while at < end:
            if (chosen := self.choose()) is None:
                self.skipped += 1
            else:
                self.waiting = True
                self.actor = chosen[0]
                self.late.append(loop.time() - at)
                self.said[self.actor] = loop.time()
                self.sent = time.perf_counter()
                await self.sockets[self.actor].send(chosen[1])
            at += pace
            await self.idle(max(0.0, at - loop.time()))


class Table(Pair):
    """A table with its two sockets."""

    pings = True

    def __init__(self) -> None:
        super().__init__()
        self.numbers = [0, 0]
        self.to_act: int | None = None
        self.actions: list[list[str] | None] = [None, None]
        self.hearing = False

    def hear(self, seat: int, data: str | bytes) -> None:
        """What comes from the server."""
        message = READ.decode(data)
        if message.type == "done" and self.waiting:
            self.taken.append(time.perf_counter() - self.sent)
            self.waiting = False
        elif message.type == "refused":
            self.refused += 1
            self.waiting = self.hearing = False
        elif message.standing is not None:
            if seat != self.actor and self.hearing and message.number > self.numbers[seat]:
                self.heard.append(time.perf_counter() - self.sent)
                self.hearing = False
            self.actions[seat] = message.actions
            if message.number >= max(self.numbers):
                self.to_act = message.standing.to_act
                self.over = self.to_act is None
            self.numbers[seat] = message.number

    def choose(self) -> tuple[int, str] | None:
        """Who is to send what; nothing if the seat does not yet know that it is to act."""
        seat = self.to_act
        if seat is None or self.waiting or self.numbers[seat] != max(self.numbers):
            return None
        words = self.actions[seat]
        if not words:
            return None
        self.hearing = True
        act = {"type": "act", "id": 1, "at": self.numbers[seat], "action": random.choice(words)}
        return seat, json.dumps(act)


async def link(url: str, headers: dict[str, str]) -> ClientConnection:
    """A socket."""
    return await connect(
        url,
        additional_headers=headers,
        max_size=None,
        compression=None,
        ping_interval=None,
        open_timeout=60,
        proxy=None,
    )


class Crowd:
    """The pairs of sockets of this generator, with some servers."""

    def __init__(self, bases: list[str], index: int = 0, of: int = 1, together: bool = False) -> None:
        """`together`: both sockets of a pair are at the same server."""
        self.bases = bases
        self.index = index
        self.of = of
        self.together = together
        self.pairs: list[Any] = []
        self.listening: list[asyncio.Task[None]] = []
        self.begun = 0

    def base(self, number: int, seat: int) -> str:
        """At which server a seat of a pair is."""
        return self.bases[(number + (0 if self.together else seat)) % len(self.bases)]

    async def grow(self, count: int, patience: float) -> str:
        """Opens more until there are this many. Says why if it does not get that far."""
        gate = asyncio.Semaphore(max(1, AT_ONCE // self.of))

        async def one(number: int) -> None:
            async with gate:
                pair = await self.make(number)
            self.pairs.append(pair)
            self.listening += [asyncio.create_task(pair.listen(seat)) for seat in (0, 1)]

        numbers = [number for number in range(self.begun, count) if number % self.of == self.index]
        self.begun = count
        try:
            async with asyncio.timeout(patience):
                await asyncio.gather(*(one(number) for number in numbers))
        except TimeoutError:
            return f"too slow ({patience:g} s)"
        except (httpx.HTTPError, OSError, WebSocketException) as fault:
            return f"a fault ({type(fault).__name__} {fault})"
        return ""

    async def make(self, number: int) -> Pair:
        """One more pair, of the echo."""
        pair = Pair()
        for seat in (0, 1):
            pair.sockets.append(await link(self.base(number, seat).replace("http", "ws") + "/echo", {}))
        return pair

    async def load(self, seconds: float, pace: float) -> dict[str, Any]:
        """A message each `pace` seconds for each pair: what was measured."""
        gc.collect()
        gc.freeze()
        gc.disable()  # our own pauses are not the server's
        for pair in self.pairs:
            pair.forget()
        own, began = time.process_time(), time.perf_counter()
        await asyncio.gather(*(pair.play(seconds, pace) for pair in self.pairs))
        wall, own = time.perf_counter() - began, time.process_time() - own
        await asyncio.sleep(1.0)
        gc.enable()
        gc.unfreeze()
        found: dict[str, Any] = {
            name: [round(value, 5) for pair in self.pairs for value in getattr(pair, name)]
            for name in ("taken", "heard", "late")
        }
        counted = {name: sum(getattr(pair, name) for pair in self.pairs) for name in ("refused", "skipped", "lost")}
        over, waiting = sum(pair.over for pair in self.pairs), sum(pair.waiting for pair in self.pairs)
        return {**found, **counted, "over": over, "waiting": waiting, "wall": wall, "busy": own / wall}

    async def end(self) -> None:
        """Lets all sockets go."""
        for task in self.listening:
            task.cancel()
        for pair in self.pairs:
            for socket in pair.sockets:
                socket.transport.abort()


class Tables(Crowd):
    """Tables, with people at them."""

    def __init__(self, bases: list[str], index: int = 0, of: int = 1, together: bool = False) -> None:
        super().__init__(bases, index, of, together)
        # The server lets go of a link that is silent for 5 seconds: we do it sooner.
        limits = httpx.Limits(max_connections=2 * AT_ONCE, max_keepalive_connections=AT_ONCE, keepalive_expiry=1)
        self.http = httpx.AsyncClient(timeout=120, limits=limits, trust_env=False)
        self.people: dict[int, asyncio.Task[list[dict[str, str]]]] = {}

    async def meet(self, number: int) -> list[dict[str, str]]:
        """Two new people."""
        headers = []
        for name in (f"Ann {number}", f"Ben {number}"):
            answer = await self.ask(self.bases[0], "/api/me", {}, {"name": name})
            headers.append({"Authorization": f"Bearer {answer['token']}"})
        return headers

    async def ask(self, base: str, path: str, headers: dict[str, str], body: Any) -> Any:
        """A request that must be granted."""
        answer = await self.http.post(base + path, json=body, headers=headers)
        self.http.cookies.clear()
        answer.raise_for_status()
        return answer.json()

    async def make(self, number: int) -> Pair:
        """A table that has started, with two sockets."""
        group = number // TABLES_A_PAIR
        if group not in self.people:
            self.people[group] = asyncio.create_task(self.meet(group))
        people = await self.people[group]
        wish = {**WISHES[number % len(WISHES)], "seats": ["me", "open"]}
        own, other = self.base(number, 0), self.base(number, 1)
        path = f"/api/tables/{(await self.ask(own, '/api/tables', people[0], wish))['id']}"
        await self.ask(other, path + "/join", people[1], {})
        await self.ask(own, path + "/start", people[0], None)
        table = Table()
        for seat, headers in enumerate(people):
            socket = await link(f"{self.base(number, seat).replace('http', 'ws')}{path}/live", headers)
            table.sockets.append(socket)
            await socket.send('{"type": "hello", "protocol": 1}')
        return table

    async def end(self) -> None:
        """Lets all sockets go."""
        await super().end()
        await self.http.aclose()


KINDS: dict[str, type[Crowd]] = {"echo": Crowd, "orrery": Tables}


async def obey() -> None:
    """Does what standard input says, line by line, until it ends."""
    crowd: Crowd | None = None
    while line := await asyncio.to_thread(sys.stdin.readline):
        asked = json.loads(line)
        answer: Any = None
        if asked["do"] == "begin":
            crowd = KINDS[asked["kind"]](asked["bases"], asked["index"], asked["of"], asked["together"])
        else:
            assert crowd is not None, "begin comes first"
            if asked["do"] == "grow":
                answer = await crowd.grow(asked["count"], asked["patience"])
            elif asked["do"] == "load":
                answer = await crowd.load(asked["seconds"], asked["pace"])
        print(json.dumps(answer), flush=True)
    if crowd is not None:
        await crowd.end()


if __name__ == "__main__":
    asyncio.run(obey())
