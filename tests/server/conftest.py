"""What the tests of the server share: databases, and a clock that stands still until it is told."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DATABASES = ["sqlite", "postgresql"]


def missing(what: str) -> None:
    """Ends a test that cannot run here: skipped, or failed where nothing may be skipped."""
    if os.environ.get("ORRERY_REQUIRE") == "all":
        pytest.fail(f"{what}, and ORRERY_REQUIRE=all asks for it")
    pytest.skip(what)


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
