"""What the tests of the server share: databases, and a clock that stands still until it is told."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from needs import missing

DATABASES = ["sqlite", "postgresql"]


def postgres_tools() -> Path | None:
    """The folder of initdb and pg_ctl; None if there is none."""
    found = shutil.which("initdb")
    if found and shutil.which("pg_ctl"):
        return Path(found).parent
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    return None


def as_nobody() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then it runs as somebody without rights."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            row = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": row.pw_uid, "group": row.pw_gid}
    return {}


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL server, without a database: ORRERY_TEST_POSTGRES, or a throw-away one."""
    given = os.environ.get("ORRERY_TEST_POSTGRES")
    if given:
        yield given.rstrip("/")
        return
    tools = postgres_tools()
    if tools is None:
        missing("PostgreSQL is not installed (on Debian: apt-get install postgresql), and ORRERY_TEST_POSTGRES unset")
    assert tools is not None

    # Not under pytest's folder, which only its owner may enter.
    folder = Path(tempfile.mkdtemp(prefix="orrery-postgres-"))
    who = as_nobody()
    if who:
        os.chown(folder, who["user"], who["group"])
    data = folder / "data"

    def run(tool: str, *words: object) -> None:
        subprocess.run(
            [str(tools / tool), "-D", str(data), *map(str, words)], check=True, capture_output=True, cwd=folder, **who
        )

    run("initdb", "-U", "orrery", "-A", "trust", "-N", "-E", "UTF8")
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c max_connections=60"
    run("pg_ctl", "-l", folder / "log", "-o", options, "-w", "start")
    try:
        yield f"postgresql://orrery@/DATABASE?host={folder}"
    finally:
        run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def make_database(server: str) -> str:
    """A new database on a server; gives its URL."""
    import asyncio

    import asyncpg

    name = f"orrery_{uuid.uuid4().hex[:12]}"

    async def create() -> None:
        connection = await asyncpg.connect(server.replace("DATABASE", "postgres"))
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return server.replace("DATABASE", name)


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once for each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'orrery.db'}"
    return make_database(request.getfixturevalue("postgres_server"))


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    """The URL of an empty SQLite database."""
    return f"sqlite:///{tmp_path / 'orrery.db'}"


class Redis:
    """A throw-away Redis server on loopback, which can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            missing("Redis is not installed (on Debian: apt-get install redis-server)")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        words = [program, "--bind", "127.0.0.1", "--port", self.port, "--save", "", "--dir", folder]
        self.command = [str(word) for word in words]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it and waits until it answers."""
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("Redis does not start")

    def stop(self) -> None:
        """Ends it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """A Redis server of one's own."""
    server = Redis(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def redis_url(request: pytest.FixtureRequest) -> str:
    """The URL of a Redis server: ORRERY_TEST_REDIS, or a throw-away one."""
    return os.environ.get("ORRERY_TEST_REDIS") or str(request.getfixturevalue("redis").url)
