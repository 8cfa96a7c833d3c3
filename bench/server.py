"""Load: one server process on one core, many live tables with two connected seats each, one action a second a table.

    .venv/bin/python bench/server.py [--tables 1000] [--seconds 15] [--database URL] [--profile]
    .venv/bin/python bench/server.py --grow 1000,2000,5000 [--pace 5] [--patience 300]
    .venv/bin/python bench/server.py --processes 2 --database postgresql://... --redis redis://... [--together]
    .venv/bin/python bench/server.py --quick 200

Prints how long an action takes until it is acknowledged (it is on disk then), as the client sees it, how long until
the other seat hears of it, how much of a core the server needs for an action, how busy that core was, and how much
memory a table takes. Beside it, in the same run, on the same core and with the same settings of uvicorn: a bare
Litestar WebSocket that echoes, with as many sockets and as many messages of the same size, so that the overhead is a
ratio (--no-echo leaves it out). On a machine that others use too, the processor time of an action can still be
compared with that of the echo; how long people wait cannot.

The clients run in processes of their own (bench/clients.py), on the other cores. If they, or others on the server's
core, were the limit, `limit` says so. Both sides are real: HTTP, WebSockets, the database with synchronous=FULL. Each
table's actions come at a moment of its own within the second. With several processes the two seats of a table sit at
different ones, or with --together at the same. A database that is given must be empty; the tables stay in it.

With --profile the server says in which functions its main thread was when the processor's time was counted.

With --quick so many people wait for a quick match of one game, all at once, each at one of the processes: how long it
takes until each sits at a table whose match has begun.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
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

if __package__:
    from bench.clients import WISHES, Tables
else:
    from clients import WISHES, Tables

SPARE_FILES = 500
LATE = 10.0
"""Milliseconds that a generator may be late, in the worst of a hundred cases."""
FULL = 0.9
"""The share of a core from which on it counts as full."""
OTHERS = 0.1
"""The share of the server's core that others may use."""


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
    server.config.ws = "websockets-sansio"
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
    """A server that runs: where it is, its process and its core; `sampled`: it tells where its time goes."""

    base: str
    pid: int
    core: int | None
    sampled: bool = False

    def signal(self, name: str) -> None:
        """Tells the sampler to begin, or to say what it found."""
        if self.sampled:
            os.kill(self.pid, getattr(signal, name))


def own_cores() -> list[int]:
    """The cores that we may use; none if that cannot be said."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


@contextmanager
def running(command: list[str], core: int | None, sampled: bool = False) -> Iterator[Served]:
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
        yield Served(words[-1], process.pid, core, sampled)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Generators:
    """The clients, in processes of their own."""

    def __init__(self, kind: str, servers: Sequence[Served], count: int, cores: list[int], together: bool) -> None:
        self.servers = servers
        script = str(Path(__file__).resolve().with_name("clients.py"))
        self.processes = []
        before = own_cores()
        for number in range(count):
            if cores:
                os.sched_setaffinity(0, {cores[number % len(cores)]})
            self.processes.append(
                subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            )
        if cores:
            os.sched_setaffinity(0, before)
        bases = [server.base for server in servers]
        for number, process in enumerate(self.processes):
            self._say(process, do="begin", kind=kind, bases=bases, index=number, of=count, together=together)
        self._answers()

    @staticmethod
    def _say(process: subprocess.Popen[str], **asked: Any) -> None:
        assert process.stdin is not None
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()

    def _answers(self) -> list[Any]:
        lines = [process.stdout.readline() for process in self.processes if process.stdout is not None]
        if not all(lines):
            raise RuntimeError("a load generator has ended")
        return [json.loads(line) for line in lines]

    def grow(self, count: int, patience: float) -> str:
        """Opens more until there are this many. Says why if it does not get that far."""
        for process in self.processes:
            self._say(process, do="grow", count=count, patience=patience)
        return "; ".join(filter(None, self._answers()))

    def load(self, seconds: float, pace: float) -> dict[str, Any]:
        """A message each `pace` seconds for each pair: the figures."""
        cores = sorted({server.core for server in self.servers if server.core is not None})
        time.sleep(2.0)
        for server in self.servers:
            server.signal("SIGUSR1")
        used = [cpu_seconds(server.pid) for server in self.servers]
        busy = [core_seconds(core) for core in cores]
        began = time.perf_counter()
        for process in self.processes:
            self._say(process, do="load", seconds=seconds, pace=pace)
        found = self._answers()
        wall = time.perf_counter() - began
        used = [cpu_seconds(server.pid) - before for server, before in zip(self.servers, used, strict=True)]
        busy = [core_seconds(core) - before for core, before in zip(cores, busy, strict=True)]
        for server in self.servers:
            server.signal("SIGUSR2")
        taken, heard, late = (
            sorted(value for one in found for value in one[name]) for name in ("taken", "heard", "late")
        )
        most = max(one["wall"] for one in found)
        row = {
            "seconds": round(wall, 1),
            "acknowledged": len(taken),
            "actions_a_second": round(len(taken) / most, 1),
            "refused": sum(one["refused"] for one in found),
            "ended": sum(one["over"] for one in found),
            "skipped": sum(one["skipped"] for one in found),
            "unanswered": sum(one["waiting"] for one in found),
            "lost_sockets": sum(one["lost"] for one in found),
            "p50_ms": at_share(taken, 0.5),
            "p90_ms": at_share(taken, 0.9),
            "p99_ms": at_share(taken, 0.99),
            "max_ms": at_share(taken, 1.0),
            "other_seat_p50_ms": at_share(heard, 0.5),
            "other_seat_p99_ms": at_share(heard, 0.99),
            "core_ms_an_action": round(1000 * sum(used) / len(taken), 3) if taken else 0.0,
            "server_busy": [round(value / wall, 3) for value in used],
            "server_cores": cores,
            "those_cores_busy_by_all": [round(value / wall, 3) for value in busy],
            "clients": len(found),
            "client_busy": [round(one["busy"], 3) for one in found],
            "client_late_p99_ms": at_share(late, 0.99),
        }
        row["limit"] = limit_of(row)
        return row

    def end(self) -> None:
        """Lets all sockets go."""
        for process in self.processes:
            assert process.stdin is not None
            process.stdin.close()
        for process in self.processes:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def limit_of(row: dict[str, Any]) -> str:
    """What kept the figures from being the server's own; nothing if they are."""
    found = []
    if row["client_late_p99_ms"] > LATE or max(row["client_busy"]) > FULL:
        found.append(
            f"the load generator: its messages went out {row['client_late_p99_ms']} ms late (p99), "
            f"its core was busy {max(row['client_busy']):.0%}; take more --clients, or a machine with more cores"
        )
    others = sum(row["those_cores_busy_by_all"]) - sum(row["server_busy"])
    if row["server_cores"] and others > OTHERS * len(row["server_cores"]):
        found.append(f"others on the server's cores ({others:.0%} of a core): only processor time can be compared")
    if any(busy > FULL for busy in row["server_busy"]):
        found.append("the server: its core is full")
    return "; ".join(found)


class Waiters(Tables):
    """People who wait for somebody to play with."""

    async def wait(self, number: int, headers: dict[str, str]) -> tuple[str, float]:
        """Waits as a page does; gives the table, and how long it took."""
        began, known, table = time.perf_counter(), "", None
        while table is None:
            found = await self.ask(self.base(number, 0), f"/api/quick/{WISHES[0]['game']}", headers, {"known": known})
            known, table = found["tag"], found["table"]
        return table, time.perf_counter() - began

    async def measure(self, count: int, servers: Sequence[Served]) -> dict[str, Any]:
        """So many people, all at once: the figures. An even number, or one waits for ever."""
        # Questions are held back: everybody needs a link of their own.
        self.http = httpx.AsyncClient(timeout=120, limits=httpx.Limits(max_connections=count), trust_env=False)
        pairs = [await self.meet(number) for number in range(count // 2)]
        people = [headers for pair in pairs for headers in pair]
        used = [cpu_seconds(server.pid) for server in servers]
        began = time.perf_counter()
        found = await asyncio.gather(*(self.wait(number, headers) for number, headers in enumerate(people)))
        wall = time.perf_counter() - began
        await self.http.aclose()
        taken = sorted(seconds for _, seconds in found)
        busy = [cpu_seconds(server.pid) - before for server, before in zip(servers, used, strict=True)]
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


def measure(crowd: Generators, sizes: list[int], seconds: float, pace: float, patience: float) -> list[dict[str, Any]]:
    """The figures at each size. Before the memory is measured there is one table of each game."""
    rows: list[dict[str, Any]] = []
    if fault := crowd.grow(len(WISHES), patience):
        raise RuntimeError(fault)
    time.sleep(0.5)
    empty, opened = sum(memory(server.pid) for server in crowd.servers), len(WISHES)
    for size in sizes:
        began = time.perf_counter()
        fault = crowd.grow(size, patience)
        took = time.perf_counter() - began
        row: dict[str, Any] = {"tables": size, "sockets": 2 * size, "opening_seconds": round(took, 1)}
        rows.append(row)
        if fault:
            row["stopped"] = f"from {opened} tables on {fault}, in {took:.0f} s: it ends here"
            tell(f"{size}: {row['stopped']}")
            break
        opened = size
        full = sum(memory(server.pid) for server in crowd.servers)
        row.update(crowd.load(seconds, pace))
        later = sum(memory(server.pid) for server in crowd.servers)
        row["memory_mb"] = round(full / 1024, 1)
        row["kb_a_table"] = round((full - empty) / (size - len(WISHES)), 1)
        row["kb_a_table_after_the_load"] = round((later - empty) / (size - len(WISHES)), 1)
        row["load_average"] = round(os.getloadavg()[0], 2)
        tell(
            f"{size}: p50 {row['p50_ms']} ms, p99 {row['p99_ms']} ms, {row['core_ms_an_action']} ms of a core an action"
        )
        if row["limit"]:
            tell(f"the limit was {row['limit']}")
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
    clients: int = 0,
    together: bool = False,
    sampled: bool = False,
    pace: float = 1.0,
    patience: float = 120.0,
) -> dict[str, Any]:
    """Starts the servers one kind after the other, measures them, ends them."""
    allow_files(2 * sizes[-1] + SPARE_FILES)
    cores = own_cores()
    places = [cores[number % len(cores)] if len(cores) > 1 else None for number in range(processes)]
    client = [core for core in cores if core not in places] or cores
    found: dict[str, Any] = {"server_cores": places, "client_cores": client, "load_before": os.getloadavg()[0]}
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("echo", "orrery"):
                if name == "echo" and not echo:
                    continue
                command = [sys.executable, str(Path(__file__).resolve()), "--serve-echo"]
                if name == "orrery":
                    sampling = str(Path(__file__).resolve().with_name("sampling.py"))
                    command = [sys.executable, *([sampling] if sampled else ["-m", "orrery"]), "serve"]
                    command += ["--database", database or f"{folder}/orrery.db", *(["--redis", redis] if redis else [])]
                with ExitStack() as stack:
                    servers = [
                        stack.enter_context(running(command, place, sampled and name == "orrery")) for place in places
                    ]
                    many = clients or min(4, len(client) or 1)
                    crowd = Generators(name, servers, many, client if cores else [], together)
                    stack.callback(crowd.end)
                    found[name] = measure(crowd, sizes, seconds, pace, patience)
    finally:
        if cores:
            os.sched_setaffinity(0, cores)
    for row, bare in zip(found["orrery"], found.get("echo", []), strict=False):
        for key in ("p50_ms", "p99_ms"):
            if row.get(key) and bare.get(key):
                row[f"{key[:3]}_by_echo"] = round(row[key] / bare[key], 1)
        if row.get("core_ms_an_action") and bare.get("core_ms_an_action"):
            row["core_by_echo"] = round(row["core_ms_an_action"] / bare["core_ms_an_action"], 2)
    return found


def bench_quick(count: int, *, processes: int = 1, database: str = "", redis: str = "") -> dict[str, Any]:
    """Starts the servers, lets people wait for each other, ends them."""
    allow_files(2 * count + SPARE_FILES)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        command = [sys.executable, "-m", "orrery", "serve", "--database", database or f"{folder}/orrery.db"]
        command += ["--redis", redis] if redis else []
        servers = [stack.enter_context(running(command, None)) for _ in range(processes)]
        return asyncio.run(Waiters([server.base for server in servers]).measure(count, servers))


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
        {
            "what": "server: core of an action by an echo's",
            "value": row.get("core_by_echo"),
            "note": row.get("limit", ""),
        },
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
    parser.add_argument("--clients", type=int, default=0, help="load generators; by default one for each core left")
    parser.add_argument("--together", action="store_true", help="both seats of a table at the same process")
    parser.add_argument("--profile", action="store_true", help="print where the server's time went")
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
        clients=asked.clients,
        together=asked.together,
        sampled=asked.profile,
        pace=asked.pace,
        patience=asked.patience,
    )
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
