"""Whatever fails around a server, play goes on once it is back, and nothing is lost that was acknowledged: databases
and Redis are killed or stopped, processes too, the disk is full, and clients read slowly or not at all. Each trouble
comes so many times in the middle of play; the figures are printed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from needs import missing
from server.conftest import Redis, as_nobody, make_database, postgres_tools
from server.ends import Process, Side, acknowledged, check_all, more_sides, move, sides_at
from server.harness import Player
from server.test_line import link, text_of

SLICE, WHOLE = 1, 200
"""How often each trouble comes in `make test`, and in `make soak`."""
CROWD = 12
"""How many clients at a time read slowly, or never."""


class Postgres:
    """A PostgreSQL server of one's own, to be killed."""

    def __init__(self) -> None:
        tools = postgres_tools()
        if tools is None:
            missing("PostgreSQL is not installed (on Debian: apt-get install postgresql)")
        assert tools is not None
        self.tools = tools
        self.who = as_nobody()
        self.folder = Path(tempfile.mkdtemp(prefix="orrery-outage-"))
        if self.who:
            os.chown(self.folder, self.who["user"], self.who["group"])
        self._run("initdb", "-U", "orrery", "-A", "trust", "-N", "-E", "UTF8")

    def _run(self, tool: str, *words: object) -> None:
        command = [str(self.tools / tool), "-D", str(self.folder / "data"), *map(str, words)]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, **self.who)

    @property
    def url(self) -> str:
        """Where it is, without a database."""
        return f"postgresql://orrery@/DATABASE?host={self.folder}"

    def start(self) -> None:
        """Starts it, and waits until it has put its house in order."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=60"
        self._run("pg_ctl", "-l", self.folder / "log", "-o", options, "-w", "start")

    def kill(self) -> None:
        """Ends it as a crash does: nothing is written any more."""
        self._run("pg_ctl", "-m", "immediate", "stop")

    def tell(self, sign: signal.Signals) -> None:
        """Sends a signal to everything that works for it (Linux)."""
        first = (self.folder / "data/postmaster.pid").read_text().split()[0]
        for status in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if status.read_text().rpartition(")")[2].split()[1] == first:
                    os.kill(int(status.parent.name), sign)

    def close(self) -> None:
        """Takes it away."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Club:
    """A server of one or two processes, what it stands on, and people who play whatever happens."""

    def __init__(self, servers: list[Process], redis: Redis | None = None, postgres: Postgres | None = None) -> None:
        self.servers = servers
        self.redis = redis
        self.postgres = postgres
        self.players: list[Player] = []
        self.sides: list[Side] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.stop = asyncio.Event()

    async def open(self) -> None:
        """Ann at the first process, Ben at the last, and they begin to play."""
        for server in self.servers:
            await server.start()
        self.players, self.sides = await sides_at(self.servers[0].address)
        self.settle()
        self._begin(self.sides)

    def settle(self) -> None:
        """Everybody is where they were, or where that process is now."""
        for player, server in zip(self.players, (self.servers[0], self.servers[-1]), strict=True):
            move([player], server.address)

    def _begin(self, sides: list[Side]) -> None:
        self.tasks += [asyncio.create_task(self._play(side)) for side in sides]

    async def _play(self, side: Side) -> None:
        while not (self.stop.is_set() or side.is_over):
            await side.play(self.stop)
            await asyncio.sleep(0.05)

    async def play_on(self) -> None:
        """Matches end, after some thousand actions: where most are over, the same people begin others. What was
        acknowledged in the old ones is still looked for in the end.
        """
        if sum(not side.is_over for side in self.sides) <= 2:
            sides = await more_sides(self.players)
            self.sides += sides
            self._begin(sides)

    async def goes_on(self) -> None:
        """Waits until something more was acknowledged, whatever has happened. A side that found a fault says so."""
        before = acknowledged(self.sides)
        async with asyncio.timeout(90):
            while acknowledged(self.sides) == before:
                for task in self.tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.02)

    async def close(self) -> None:
        """All is there, and then it ends."""
        self.stop.set()
        await asyncio.gather(*self.tasks)
        await check_all(self.sides)
        for server in self.servers:
            await server.kill()


# --- what may happen --------------------------------------------------------------------------------------------------


async def database_killed(club: Club) -> None:
    """The database crashes and comes back; the processes stay."""
    assert club.postgres is not None
    await asyncio.to_thread(club.postgres.kill)
    await asyncio.sleep(0.2)
    await asyncio.to_thread(club.postgres.start)


async def database_stopped(club: Club) -> None:
    """The database stands still for a while, and nobody knows whether it will ever answer; then it goes on."""
    assert club.postgres is not None
    club.postgres.tell(signal.SIGSTOP)
    try:
        await asyncio.sleep(1.0)
    finally:
        club.postgres.tell(signal.SIGCONT)


async def redis_stopped(club: Club) -> None:
    """Redis takes what it is told and says nothing; people play on without it."""
    assert club.redis is not None and club.redis.process is not None
    club.redis.process.send_signal(signal.SIGSTOP)
    try:
        await club.goes_on()
    finally:
        club.redis.process.send_signal(signal.SIGCONT)


async def redis_killed(club: Club) -> None:
    """Redis crashes; people play on without it, and it comes back."""
    assert club.redis is not None
    await asyncio.to_thread(club.redis.stop)
    await club.goes_on()
    await asyncio.to_thread(club.redis.start)


async def one_killed(club: Club) -> None:
    """One process of two is killed: its people go to the other, and back when it is there again."""
    await club.servers[0].kill()
    move(club.players, club.servers[1].address)
    await club.goes_on()
    await club.servers[0].start()
    club.settle()


async def all_killed(club: Club) -> None:
    """All processes are killed at the same time."""
    await asyncio.gather(*(server.kill() for server in club.servers))
    for server in club.servers:
        await server.start()
    club.settle()


async def one_stopped(club: Club) -> None:
    """One process stands still for a while, as a machine does that swaps, and then goes on as if nothing were."""
    club.servers[0].tell(signal.SIGSTOP)
    await asyncio.sleep(1.0)
    club.servers[0].tell(signal.SIGCONT)


async def disk_full(club: Club) -> None:
    """Nothing can be written for a while: what is played is refused, and said so; then there is room again."""
    (server,) = club.servers
    assert server.process is not None
    unsaved = sum(side.unsaved for side in club.sides)
    eve = await Player(server.address, "Eve").come()
    soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, hard))
    async with asyncio.timeout(60), httpx.AsyncClient(base_url=server.address) as http:
        while sum(side.unsaved for side in club.sides) == unsaved:
            await asyncio.sleep(0.02)
        before = acknowledged(club.sides)
        async with eve.at(club.sides[0].table) as watching:
            await watching.until("state")  # one may look, all the same
        answer = await http.get("/health/ready")
        while answer.status_code != 503:
            await asyncio.sleep(0.1)
            answer = await http.get("/health/ready")
        assert answer.json() == {"ready": False, "why": ["database"]}
        answer = await http.post("/api/me", json={"name": "Eve"})
        assert (answer.status_code, answer.json()["code"]) == (503, "not_saved")
        assert acknowledged(club.sides) == before
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
        while (await http.get("/health/ready")).status_code != 200:
            await asyncio.sleep(0.1)


async def slow_readers(club: Club) -> None:
    """A crowd asks for the past again and again, and reads it slowly or never; it is let go, and leaves nothing."""
    server = club.servers[0]
    eve = await Player(server.address, "Eve").come()
    table, hello = club.sides[0].table, b'{"type": "hello", "protocol": 1, "have": 0}'
    asked = bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(eve.http.aclose)
        reading: list[asyncio.Task[Any]] = []
        for number in range(CROWD):
            reader, writer = await link(server.address, table, eve.token)
            stack.callback(writer.transport.abort)
            with contextlib.suppress(OSError):
                for _ in range(40):
                    writer.write(asked)
            if number % 2:
                reading.append(asyncio.create_task(_crawl(reader)))
        await club.goes_on()
        await club.goes_on()
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        # Those who are still there go by themselves; who was let go is cut off.
    async with asyncio.timeout(30), httpx.AsyncClient(base_url=server.address) as http:
        while (await http.get("/health")).json()["sockets"] > len(club.sides):
            await asyncio.sleep(0.1)


async def _crawl(reader: asyncio.StreamReader) -> None:
    while True:
        await text_of(reader)
        await asyncio.sleep(0.3)


TROUBLES = {
    "postgresql": {"database killed": database_killed, "database stopped": database_stopped,
                   "redis killed": redis_killed, "redis stopped": redis_stopped, "one process killed": one_killed,
                   "all processes killed": all_killed, "one process stopped": one_stopped},
    "sqlite": {"disk full": disk_full, "all processes killed": all_killed, "one process stopped": one_stopped,
               "slow readers": slow_readers},
}  # fmt: skip
CASES = [(kind, name) for kind, troubles in TROUBLES.items() for name in troubles]


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for this module alone: it is killed often."""
    server = Postgres()
    server.start()
    yield server
    server.close()


@contextlib.asynccontextmanager
async def a_club(kind: str, folder: Path, request: pytest.FixtureRequest) -> AsyncIterator[Club]:
    """A server that plays already."""
    if kind == "sqlite":
        club = Club([Process(f"sqlite:///{folder / 'orrery.db'}")])
    else:
        postgres: Postgres = request.getfixturevalue("own_postgres")
        database = await asyncio.to_thread(make_database, postgres.url)
        redis: Redis = request.getfixturevalue("redis")
        club = Club([Process(database, redis=redis.url) for _ in range(2)], redis, postgres)
    try:
        await club.open()
        yield club
    finally:
        for server in club.servers:
            if server.process is not None and server.process.returncode is None:
                server.tell(signal.SIGCONT)
                await server.kill()


async def suffer(kind: str, name: str, times: int, folder: Path, request: pytest.FixtureRequest) -> dict[str, Any]:
    """One trouble, so many times in the middle of play; gives the figures."""
    async with a_club(kind, folder, request) as club:
        for _ in range(times):
            await club.play_on()
            await club.goes_on()
            await asyncio.sleep(random.random() * 0.4)
            await TROUBLES[kind][name](club)
            await club.goes_on()
        await club.close()
    return {
        "trouble": f"{name} ({kind})", "times": times, "acknowledged": acknowledged(club.sides),
        "found_again": sum(side.checks for side in club.sides),
        "refused_as_not_saved": sum(side.unsaved for side in club.sides),
    }  # fmt: skip


def check_case(kind: str, name: str, times: int, folder: Path, request: pytest.FixtureRequest) -> None:
    figures = asyncio.run(suffer(kind, name, times, folder, request))
    print(json.dumps(figures))
    assert figures["acknowledged"] >= 2 * times and figures["found_again"] >= figures["acknowledged"]
    assert bool(figures["refused_as_not_saved"]) or name != "disk full"


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_play_goes_on_and_nothing_is_lost(kind: str, name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    check_case(kind, name, SLICE, tmp_path, request)


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_play_goes_on_200_times_and_nothing_is_lost(
    kind: str, name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    check_case(kind, name, int(os.environ.get("ORRERY_OUTAGES", WHOLE)), tmp_path, request)
