"""HTTP fuzzed by its own description: whatever is sent, the answer is one, and never a fault of ours."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from orrery.server.run import make_server, serve_here
from orrery.server.settings import Settings
from server.conftest import DATABASES, make_database
from server.harness import FAST


@pytest.fixture(scope="module", params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of its own."""
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'orrery.db'}"
    else:
        database = make_database(request.getfixturevalue("postgres_server"))
    server = make_server(Settings(database=database, **FAST))

    async def run() -> None:
        await (await serve_here(server))

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    for _ in range(600):
        if server.address:
            break
        threading.Event().wait(0.05)
    yield server.address
    server.should_exit = True
    thread.join(30)


def fuzz(address: str, examples: int) -> tuple[int, set[int]]:
    """Sends what the description allows and what it forbids; gives how many requests, and the statuses."""
    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    token = httpx.post(f"{address}/api/me", json={"name": "Fuzz"}).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    sent, statuses = 0, set()

    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path == "/api/me/revoke":
            continue  # it would end the identity that the others need

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            nonlocal sent
            answer = case.call(headers=headers)
            sent += 1
            statuses.add(answer.status_code)
            assert answer.status_code < 500, (case.formatted_path, answer.status_code)
            if answer.status_code >= 400 and answer.headers.get("content-type", [""])[0].startswith("application/json"):
                body = answer.json()
                assert body["code"] and body["message"]

        check()
    return sent, statuses


def check_unbroken(address: str, examples: int) -> None:
    """However it is asked, so often for each operation, the server answers as it should, and it is sound afterwards."""
    sent, statuses = fuzz(address, examples)
    assert sent > 10 * examples and {200, 400, 404} <= statuses
    assert httpx.get(f"{address}/health").json()["ok"]


def test_no_request_that_the_description_can_think_of_breaks_the_server(address: str) -> None:
    check_unbroken(address, 12)


@pytest.mark.soak
def test_many_requests_do_not_break_the_server_either(address: str) -> None:
    check_unbroken(address, 500)


@pytest.mark.parametrize(
    "path",
    ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api/tables/%00", "/api/games/..%2f..%2fx/rules"],
)
def test_paths_lead_nowhere_else(address: str, path: str) -> None:
    answer = httpx.get(address + path)
    assert answer.status_code in (400, 404)
    assert "root:" not in answer.text


def test_a_server_that_is_told_to_stop_ends_gracefully(tmp_path: Path) -> None:
    import os
    import signal
    import subprocess
    import sys

    process = subprocess.Popen(
        [sys.executable, "-m", "orrery", "serve", "--port", "0", "--database", str(tmp_path / "orrery.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "ORRERY_WORKERS": "1"},
    )
    assert process.stdout is not None and process.stderr is not None
    assert b"open at http://127.0.0.1:" in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    log = process.stderr.read().decode()
    process.wait(20)
    assert '"message": "closed"' in log
    for line in log.splitlines():
        assert line.startswith('{"time": '), line
