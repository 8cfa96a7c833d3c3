"""What an operator sees of a running server: numbers for Prometheus, liveness and readiness, and the log."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from orrery.server.run import JsonLines
from orrery.server.settings import SettingsFault, read_settings
from orrery.server.store import store as stores
from server.harness import ann_and_ben, people, play_on, running, service


@pytest.fixture
def lines() -> Iterator[Any]:
    """Gives the lines of the log so far, read as JSON."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger("orrery")
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.removeHandler(handler)
    root.setLevel(level)


async def told(address: str) -> str:
    """What is answered there."""
    async with httpx.AsyncClient() as http:
        answer = await http.get(address)
        assert answer.status_code == 200, answer.text
        return answer.text


def numbers(text: str) -> dict[tuple[str, str], float]:
    """By name and label, what Prometheus would read."""
    return {
        (sample.name, next(iter(sample.labels.values()), "")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if "le" not in sample.labels
    }


def test_the_numbers_say_what_was_played_and_name_nobody(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, metrics="127.0.0.1:0") as server, ann_and_ben(server, "vediic") as two:
            before = numbers(await told(server.counted_at))
            played = await play_on([two.a, two.b], 12)
            await two.a.ask({"type": "act", "at": 0, "action": "fly"})
            text = await told(server.counted_at)
            now = numbers(text)
            assert before["orrery_entries_total", "act"] == 0 if ("orrery_entries_total", "act") in before else True
            assert now["orrery_entries_total", "act"] == now["orrery_acknowledge_seconds_count", ""] == played == 12
            assert 0 < now["orrery_acknowledge_seconds_sum", ""] < 60
            assert now["orrery_refused_total", "stale"] == 1
            assert (now["orrery_sockets", ""], now["orrery_tables", "playing"]) == (2, 1)
            assert now["orrery_commit_seconds_count", ""] > 12 and now["orrery_database_faults_total", ""] == 0
            assert now["orrery_waiting", "bots"] == 0 and ("orrery_think_seconds_count", "glances") in now
            assert now["orrery_requests_total", "2xx"] >= 5 and now["process_cpu_seconds_total", ""] > 0
            for secret in (two.table, two.ann.id, two.ann.name, two.ann.token, two.ben.id, "127.0.0.1"):
                assert secret not in text, secret

    asyncio.run(run())


def test_bots_time_is_counted(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, metrics="127.0.0.1:0") as server:
            (ann,) = await people(server, "Ann")
            wish = {"game": "vediic", "seats": ["random", "random"], "options": {"max_rounds": 2}}
            table = (await ann.post("/api/tables", wish))["id"]
            async with asyncio.timeout(60):
                while (await ann.get(f"/api/tables/{table}"))["state"] != "over":
                    await asyncio.sleep(0.1)
            found = numbers(await told(server.counted_at))
            assert found["orrery_think_seconds_count", "bots"] > 0
            assert found["orrery_entries_total", "act"] > 0 == found["orrery_acknowledge_seconds_count", ""]

    asyncio.run(run())


def test_where_people_play_nobody_reads_the_numbers_and_at_the_numbers_nobody_plays(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            assert not server.counted_at, "they are nowhere unless the host says so"
        async with running(sqlite_database, metrics="127.0.0.1:0") as server, httpx.AsyncClient() as http:
            answer = await http.get(f"{server.address}/metrics")
            assert "orrery_" not in answer.text
            base = server.counted_at.removesuffix("/metrics")
            for path in ("/", "/api/games", "/health", "/metrics/more"):
                answer = await http.get(base + path)
                assert (answer.status_code, answer.text) == (404, "the numbers are at /metrics\n")
            assert (await http.post(server.counted_at)).status_code == 404

    asyncio.run(run())


@pytest.mark.parametrize("text", ["9464", "127.0.0.1", "127.0.0.1:x", ":9464", "127.0.0.1:99999"])
def test_an_address_for_the_numbers_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SettingsFault, match=re.escape(repr(text)) + ".*right is 127.0.0.1:9464"):
        read_settings({"metrics": text}, {})


def test_a_level_of_the_log_that_is_none_is_refused() -> None:
    with pytest.raises(SettingsFault, match="'loud' is not one of debug, info, warning, error"):
        read_settings({"log_level": "loud"}, {})


def test_a_server_is_live_but_not_ready_while_the_database_takes_nothing(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "LOOK_MOST", 0.3)
    monkeypatch.setattr(stores, "LOOK", 0.05)

    async def run() -> None:
        async with running(sqlite_database) as server, httpx.AsyncClient(base_url=server.address) as http:
            assert (await http.get("/health/ready")).json() == {"ready": True, "why": []}
            other = sqlite3.connect(sqlite_database.removeprefix("sqlite:///"), isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(0.1)
            answer = await http.get("/health/ready")
            assert (answer.status_code, answer.json()) == (503, {"ready": False, "why": ["database"]})
            assert (await http.get("/health")).status_code == 503
            answer = await http.get("/health/live")
            assert (answer.status_code, answer.json()) == (200, {"live": True})
            other.execute("ROLLBACK")
            other.close()
            async with asyncio.timeout(20):
                while (await http.get("/health/ready")).status_code != 200:
                    await asyncio.sleep(0.1)

    asyncio.run(run())


def test_asking_a_hundred_times_whether_all_is_well_writes_once(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server, httpx.AsyncClient(base_url=server.address) as http:
            await asyncio.gather(*(http.get("/health/ready") for _ in range(50)))
            assert service(server).store._looks <= 2

    asyncio.run(run())


def test_a_line_of_the_log_has_the_id_of_its_request_and_so_has_the_answer(sqlite_database: str, lines: Any) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server, httpx.AsyncClient(base_url=server.address) as http:
            given = await http.get("/api/games", headers={"x-request-id": "from-the-proxy-1"})
            own = await http.get("/api/tables/nowhere")
            odd = await http.get("/api/games", headers={"x-request-id": 'x" y'})
            ids = [answer.headers["x-request-id"] for answer in (given, own, odd)]
            assert ids[0] == "from-the-proxy-1" and all(re.fullmatch("[0-9a-f]{16}", id) for id in ids[1:])
            rows = {row["request"]: row for row in lines() if "request" in row}
            assert list(rows) == ids
            assert [row["level"] for row in rows.values()] == ["debug"] * 3
            assert re.fullmatch(r"GET /api/tables/nowhere: 404 after [\d.]+ ms", rows[ids[1]]["message"])

    asyncio.run(run())


def test_what_a_socket_brings_about_is_logged_with_one_id(sqlite_database: str, lines: Any) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server, ann_and_ben(server, "vediic") as two:
            room = service(server).hall.rooms[two.table]
            room.store = None  # as if a fault of ours were there
            await two.a.say({"type": "act", "id": 1, "at": 0, "action": (two.a.actions or two.b.actions or [""])[0]})
            actor, _ = two.turn()
            await actor.say({"type": "act", "id": 2, "at": 0, "action": (actor.actions or [""])[0]})
            async with asyncio.timeout(10):
                while not any(row["message"] == "a socket failed" for row in lines()):
                    await asyncio.sleep(0.02)
            (row,) = [row for row in lines() if row["message"] == "a socket failed"][:1]
            assert re.fullmatch("[0-9a-f]{16}", row["request"]) and "fault" in row

    asyncio.run(run())
