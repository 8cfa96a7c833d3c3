"""Load: one server process on one core, many live tables with two connected seats each, one action a second a table.

    .venv/bin/python bench/server.py [--tables 1000] [--seconds 15] [--database URL]
    .venv/bin/python bench/server.py --grow 1000,2000,5000 [--pace 5] [--patience 300]
    .venv/bin/python bench/server.py --processes 2 --database postgresql://... --redis redis://...
    .venv/bin/python bench/server.py --quick 200

Prints how long an action takes until it is acknowledged (it is on disk then), as the client sees it, how long until
the other seat hears of it, how busy the server's core was, and how much memory a table takes. Beside it, in the same
run, on the same core and with the same settings of uvicorn: a bare Litestar WebSocket that echoes, with as many sockets
and as many messages of the same size, so that the overhead is a ratio (--no-echo leaves it out).

The client runs in this process, on the other cores. Both sides are real: HTTP, WebSockets, the database with
synchronous=FULL. Each table's actions come at a moment of its own within the second. With several processes the two
seats of a table sit at different ones. A database that is given must be empty; the tables stay in it.

With --quick so many people wait for a quick match of one game, all at once, each at one of the processes: how long it
takes until each sits at a table whose match has begun.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
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
"""How many tables are opened at the same time."""
TABLES_A_PAIR = 20
"""How many tables two people share."""
SPARE_FILES = 500


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

    def __init__(self) -> None:
        self.sockets: list[ClientConnection] = []
        self.actor = 0
        self.sent = 0.0
        self.waiting = False
        self.taken: list[float] = []
        self.heard: list[float] = []
        self.refused = 0
        self.skipped = 0
        self.lost = 0
        self.over = False

    def forget(self) -> None:
        """Begins to count anew."""
        self.taken, self.heard, self.refused, self.skipped = [], [], 0, 0

    def hear(self, seat: int, data: str | bytes) -> None:
        """What comes from the server."""
        if self.waiting:
            self.taken.append(time.perf_counter() - self.sent)
            self.waiting = False

    def choose(self) -> tuple[int, str] | None:
        """Who is to send what; nothing if an answer is still to come."""
        seat = 1 - self.actor
        return None if self.waiting else (seat, '{"type": "act", "id": 1, "at": 123, "action": "move a b to c d"}')

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
        await asyncio.sleep(random.random() * pace)
        at = loop.time()
        while at < end:
            if (chosen := self.choose()) is None:
                self.skipped += 1
            else:
                self.waiting = True
                self.actor = chosen[0]
                self.sent = time.perf_counter()
                try:
                    await self.sockets[self.actor].send(chosen[1])
                except ConnectionClosed:
                    return
            at += pace
            await asyncio.sleep(max(0.0, at - loop.time()))


class Table(Pair):
    """A table with its two sockets."""

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


def server_environment() -> dict[str, str]:
    """Limits high enough for thousands of tables."""
    many = ("RATE", "BURST", "GUESTS", "GUEST_BURST", "TABLES", "SOCKETS")
    return {
        **os.environ,
        **{f"ORRERY_{name}": "1000000" for name in many},
        "ORRERY_PORT": "0",
        "ORRERY_WORKERS": "1",
        "ORRERY_BEAT": "4",
        "ORRERY_LOST": "600",
    }


def serve_echo() -> None:
    """A bare Litestar WebSocket that echoes, run as `orrery serve` runs the server."""
    from litestar import Litestar, WebSocket, websocket
    from litestar.exceptions import WebSocketDisconnect

    from orrery.server.run import Announcing, make_server, set_up_logs
    from orrery.server.settings import read_settings

    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        try:
            while True:
                await socket.send_text(await socket.receive_text())
        except WebSocketDisconnect:
            return

    echo.__annotations__["socket"] = WebSocket
    set_up_logs(sys.stderr)
    server = make_server(read_settings({"database": ":memory:"}), kind=Announcing)
    server.config.app = Litestar([websocket("/echo")(echo)])
    server.run()


def cpu_seconds(pid: int) -> float:
    """How much processor time a process has used (Linux); 0 elsewhere."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def core_seconds(core: int) -> float:
    """How long a core was not idle, whoever used it (Linux); 0 elsewhere."""
    try:
        lines = Path("/proc/stat").read_text().splitlines()
    except OSError:
        return 0.0
    fields = next((line.split()[1:9] for line in lines if line.startswith(f"cpu{core} ")), ["0"] * 8)
    return sum(int(field) for place, field in enumerate(fields) if place not in (3, 4)) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """The memory of a process in kB (Linux); 0 elsewhere."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((float(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0.0)


class Served(msgspec.Struct):
    """A server that runs: where it is, its process and its core."""

    base: str
    pid: int
    core: int | None


def own_cores() -> list[int]:
    """The cores that we may use; none if that cannot be said."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


@contextmanager
def running(command: list[str], core: int | None) -> Iterator[Served]:
    """A server in a process of its own, on one core, until it is no longer needed."""
    cores = own_cores()
    if core is not None:
        os.sched_setaffinity(0, {core})  # the server inherits it
    process = subprocess.Popen(command, env=server_environment(), stdout=subprocess.PIPE)
    if core is not None:
        os.sched_setaffinity(0, cores)
    try:
        assert process.stdout is not None
        words = process.stdout.readline().decode().split()
        if not words:
            raise RuntimeError(f"it did not start: {' '.join(command[1:4])}")
        yield Served(words[-1], process.pid, core)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


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
    """All pairs of sockets with some servers."""

    def __init__(self, servers: Sequence[Served]) -> None:
        self.servers = servers
        self.pairs: list[Any] = []
        self.listening: list[asyncio.Task[None]] = []
        self.begun = 0

    async def grow(self, count: int, patience: float) -> str:
        """Opens more until there are this many. Says why if it does not get that far."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with gate:
                pair = await self.make(number)
            self.pairs.append(pair)
            self.listening += [asyncio.create_task(pair.listen(seat)) for seat in (0, 1)]

        numbers = range(self.begun, count)
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
            server = self.servers[(number + seat) % len(self.servers)]
            pair.sockets.append(await link(server.base.replace("http", "ws") + "/echo", {}))
        return pair

    async def load(self, seconds: float, pace: float) -> dict[str, Any]:
        """A message each `pace` seconds for each pair: the figures."""
        gc.collect()
        gc.freeze()
        gc.disable()  # our own pauses are not the server's
        await asyncio.sleep(2.0)
        for pair in self.pairs:
            pair.forget()
        cores = sorted({server.core for server in self.servers if server.core is not None})
        used = [cpu_seconds(server.pid) for server in self.servers]
        busy = [core_seconds(core) for core in cores]
        own, began = time.process_time(), time.perf_counter()
        await asyncio.gather(*(pair.play(seconds, pace) for pair in self.pairs))
        wall, own = time.perf_counter() - began, time.process_time() - own
        used = [cpu_seconds(server.pid) - before for server, before in zip(self.servers, used, strict=True)]
        busy = [core_seconds(core) - before for core, before in zip(cores, busy, strict=True)]
        await asyncio.sleep(1.0)
        gc.enable()
        gc.unfreeze()
        taken = sorted(value for pair in self.pairs for value in pair.taken)
        heard = sorted(value for pair in self.pairs for value in pair.heard)
        return {
            "seconds": round(wall, 1),
            "acknowledged": len(taken),
            "actions_a_second": round(len(taken) / wall, 1),
            "refused": sum(pair.refused for pair in self.pairs),
            "ended": sum(pair.over for pair in self.pairs),
            "skipped": sum(pair.skipped for pair in self.pairs),
            "unanswered": sum(pair.waiting for pair in self.pairs),
            "lost_sockets": sum(pair.lost for pair in self.pairs),
            "p50_ms": at_share(taken, 0.5),
            "p90_ms": at_share(taken, 0.9),
            "p99_ms": at_share(taken, 0.99),
            "max_ms": at_share(taken, 1.0),
            "other_seat_p50_ms": at_share(heard, 0.5),
            "other_seat_p99_ms": at_share(heard, 0.99),
            "server_busy": [round(value / wall, 3) for value in used],
            "server_cores": cores,
            "those_cores_busy_by_all": [round(value / wall, 3) for value in busy],
            "client_busy": round(own / wall, 3),
        }

    def end(self) -> None:
        """Lets all sockets go."""
        for task in self.listening:
            task.cancel()
        for pair in self.pairs:
            for socket in pair.sockets:
                socket.transport.abort()


class Tables(Crowd):
    """Tables, with people at them."""

    def __init__(self, servers: Sequence[Served]) -> None:
        super().__init__(servers)
        # The server lets go of a link that is silent for 5 seconds: we do it sooner.
        limits = httpx.Limits(max_connections=2 * AT_ONCE, max_keepalive_connections=AT_ONCE, keepalive_expiry=1)
        self.http = httpx.AsyncClient(timeout=120, limits=limits, trust_env=False)
        self.people: dict[int, asyncio.Task[list[dict[str, str]]]] = {}

    async def meet(self, number: int) -> list[dict[str, str]]:
        """Two new people."""
        headers = []
        for name in (f"Ann {number}", f"Ben {number}"):
            answer = await self.ask("/api/me", {}, {"name": name}, 0)
            headers.append({"Authorization": f"Bearer {answer['token']}"})
        return headers

    async def ask(self, path: str, headers: dict[str, str], body: Any, server: int) -> Any:
        """A request that must be granted."""
        base = self.servers[server % len(self.servers)].base
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
        path = f"/api/tables/{(await self.ask('/api/tables', people[0], wish, number))['id']}"
        await self.ask(path + "/join", people[1], {}, number + 1)
        await self.ask(path + "/start", people[0], None, number)
        table = Table()
        for seat, headers in enumerate(people):
            base = self.servers[(number + seat) % len(self.servers)].base
            socket = await link(f"{base.replace('http', 'ws')}{path}/live", headers)
            table.sockets.append(socket)
            await socket.send('{"type": "hello", "protocol": 1}')
        return table


class Waiters(Tables):
    """People who wait for somebody to play with."""

    async def wait(self, number: int, headers: dict[str, str]) -> tuple[str, float]:
        """Waits as a page does; gives the table, and how long it took."""
        began, known, table = time.perf_counter(), "", None
        while table is None:
            found = await self.ask(f"/api/quick/{WISHES[0]['game']}", headers, {"known": known}, number)
            known, table = found["tag"], found["table"]
        return table, time.perf_counter() - began

    async def measure(self, count: int) -> dict[str, Any]:
        """So many people, all at once: the figures. An even number, or one waits for ever."""
        # Questions are held back: everybody needs a link of their own.
        self.http = httpx.AsyncClient(timeout=120, limits=httpx.Limits(max_connections=count), trust_env=False)
        pairs = [await self.meet(number) for number in range(count // 2)]
        people = [headers for pair in pairs for headers in pair]
        used = [cpu_seconds(server.pid) for server in self.servers]
        began = time.perf_counter()
        found = await asyncio.gather(*(self.wait(number, headers) for number, headers in enumerate(people)))
        wall = time.perf_counter() - began
        await self.http.aclose()
        taken = sorted(seconds for _, seconds in found)
        busy = [cpu_seconds(server.pid) - before for server, before in zip(self.servers, used, strict=True)]
        return {
            "people": len(people),
            "tables": len({table for table, _ in found}),
            "seconds": round(wall, 2),
            "p50_ms": at_share(taken, 0.5),
            "p99_ms": at_share(taken, 0.99),
            "server_busy": [round(value / wall, 3) for value in busy],
        }


def at_share(values: list[float], share: float) -> float:
    """The value in milliseconds that this share lies below; 0 if there is none."""
    return round(1000 * values[min(len(values) - 1, int(share * len(values)))], 2) if values else 0.0


def tell(text: str) -> None:
    """How far it has come."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


async def measure(crowd: Crowd, sizes: list[int], seconds: float, pace: float, patience: float) -> list[dict[str, Any]]:
    """The figures at each size. Before the memory is measured there is one table of each game."""
    rows: list[dict[str, Any]] = []
    try:
        if fault := await crowd.grow(len(WISHES), patience):
            raise RuntimeError(fault)
        await asyncio.sleep(0.5)
        empty = sum(memory(server.pid) for server in crowd.servers)
        for size in sizes:
            began, before = time.perf_counter(), len(crowd.pairs)
            fault = await crowd.grow(size, patience)
            took = time.perf_counter() - began
            row: dict[str, Any] = {"tables": size, "sockets": 2 * size, "opening_seconds": round(took, 1)}
            rows.append(row)
            if fault:
                row["stopped"] = f"{len(crowd.pairs) - before} more opened in {took:.0f} s, then {fault}: it ends here"
                tell(f"{type(crowd).__name__} {size}: {row['stopped']}")
                break
            full = sum(memory(server.pid) for server in crowd.servers)
            row.update(await crowd.load(seconds, pace))
            later = sum(memory(server.pid) for server in crowd.servers)
            row["memory_mb"] = round(full / 1024, 1)
            row["kb_a_table"] = round((full - empty) / (size - len(WISHES)), 1)
            row["kb_a_table_after_the_load"] = round((later - empty) / (size - len(WISHES)), 1)
            row["load_average"] = round(os.getloadavg()[0], 2)
            tell(f"{type(crowd).__name__} {size}: p50 {row['p50_ms']} ms, p99 {row['p99_ms']} ms, {took:.0f} s to open")
    finally:
        crowd.end()
        if isinstance(crowd, Tables):
            await crowd.http.aclose()
    return rows


def allow_files(count: int) -> None:
    """Lets this process and those it starts have this many files open, if the system allows it."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < count:
        new = count if hard == resource.RLIM_INFINITY else min(count, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (new, hard))
        if new < count:
            tell(f"only {new} files may be open")


def bench(
    sizes: list[int],
    seconds: float,
    *,
    processes: int = 1,
    database: str = "",
    redis: str = "",
    echo: bool = True,
    pace: float = 1.0,
    patience: float = 120.0,
) -> dict[str, Any]:
    """Starts the servers one kind after the other, measures them, ends them."""
    allow_files(2 * sizes[-1] + SPARE_FILES)
    cores = own_cores()
    places = [cores[number % len(cores)] if len(cores) > 1 else None for number in range(processes)]
    client = [core for core in cores if core not in places] or cores
    found: dict[str, Any] = {"server_cores": places, "client_cores": client, "load_before": os.getloadavg()[0]}
    kinds: list[tuple[str, type[Crowd]]] = [("echo", Crowd), ("orrery", Tables)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, kind in kinds:
                if name == "echo" and not echo:
                    continue
                command = [sys.executable, str(Path(__file__).resolve()), "--serve-echo"]
                if name == "orrery":
                    command = [sys.executable, "-m", "orrery", "serve", "--database", database or f"{folder}/orrery.db"]
                    command += ["--redis", redis] if redis else []
                with ExitStack() as stack:
                    servers = [stack.enter_context(running(command, place)) for place in places]
                    if cores:
                        os.sched_setaffinity(0, client)
                    found[name] = asyncio.run(measure(kind(servers), sizes, seconds, pace, patience))
                if cores:
                    os.sched_setaffinity(0, cores)
                gc.collect()
    finally:
        if cores:
            os.sched_setaffinity(0, cores)
    for row, bare in zip(found["orrery"], found.get("echo", []), strict=False):
        for key in ("p50_ms", "p99_ms"):
            if row.get(key) and bare.get(key):
                row[f"{key[:3]}_by_echo"] = round(row[key] / bare[key], 1)
        if row.get("server_busy") and sum(bare.get("server_busy", [])):
            row["busy_by_echo"] = round(sum(row["server_busy"]) / sum(bare["server_busy"]), 1)
    return found


def bench_quick(count: int, *, processes: int = 1, database: str = "", redis: str = "") -> dict[str, Any]:
    """Starts the servers, lets people wait for each other, ends them."""
    allow_files(2 * count + SPARE_FILES)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        command = [sys.executable, "-m", "orrery", "serve", "--database", database or f"{folder}/orrery.db"]
        command += ["--redis", redis] if redis else []
        servers = [stack.enter_context(running(command, None)) for _ in range(processes)]
        return asyncio.run(Waiters(servers).measure(count))


def rows(seconds: float) -> list[dict[str, Any]]:
    """For bench/run.py: a thousand tables."""
    found = bench([1000], seconds)
    row, bare = found["orrery"][0], found["echo"][0]
    busy = sum(row.get("server_busy", []))
    note = f"1,000 tables, {row.get('actions_a_second', 0):.0f} actions/s, core busy {busy:.0%}"
    return [
        {"what": "server: p50 acknowledge, ms", "value": row.get("p50_ms"), "note": note},
        {"what": "server: p99 acknowledge, ms", "value": row.get("p99_ms"), "note": note},
        {"what": "server: p99 of a bare echo, ms", "value": bare.get("p99_ms"), "note": "as many sockets and messages"},
        {"what": "server: memory a table, kB", "value": row.get("kb_a_table"), "note": "two sockets included"},
    ]


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--grow", help="several sizes instead, such as 1000,2000,5000, one after the other")
    parser.add_argument("--seconds", type=float, default=15.0, help="of load at each size")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds from one action of a table to the next")
    parser.add_argument("--patience", type=float, default=120.0, help="seconds that opening tables may take, each size")
    parser.add_argument("--processes", type=int, default=1, help="server processes; more than one share the database")
    parser.add_argument("--database", default="", help="a URL, empty; by default a SQLite file in a new folder")
    parser.add_argument("--redis", default="", help="a URL, for several processes")
    parser.add_argument("--no-echo", action="store_true", help="leave out the bare echo")
    parser.add_argument("--quick", type=int, default=0, help="instead: so many people wait for a quick match")
    parser.add_argument("--serve-echo", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve_echo:
        serve_echo()
        return
    if asked.quick:
        if asked.quick % 2:
            parser.error("--quick: an even number, or one waits for ever")
        how = {"processes": asked.processes, "database": asked.database, "redis": asked.redis}
        print(json.dumps(bench_quick(asked.quick, **how), indent=2))
        return
    sizes = sorted({int(size) for size in asked.grow.split(",")} if asked.grow else {asked.tables})
    if sizes[0] <= len(WISHES) or not 1 <= asked.processes <= 16:
        parser.error(f"more than {len(WISHES)} tables, and 1 to 16 processes")
    found = bench(
        sizes,
        asked.seconds,
        processes=asked.processes,
        database=asked.database,
        redis=asked.redis,
        echo=not asked.no_echo,
        pace=asked.pace,
        patience=asked.patience,
    )
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
