"""Impolite guests: how long two polite people wait for their actions while one guest misbehaves, beside how long they
wait when nobody does, in the same run.

    .venv/bin/python bench/guests.py [--seconds 8] [--entries 600]

A server with its usual settings (but for the pace of bots, who make the long match, and the number of guests), on
loopback. What the guest does: asks for the whole past of a long match again and again, with many sockets; asks for
tables with as many options as fit; changes passphrases, several at a time; sends half of a request. Prints p50, p90 and
the longest wait of the polite two in each case, and the ratio of their p90 to that of the quiet case.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

POLITE, IMPOLITE = "127.0.0.1", "127.0.0.2"
"""Two addresses, since what an address may ask for is limited too."""
SOCKETS = 8
HALVES = 40
A_ROUND = 20
"""About how many entries a round of four bots has."""


class Person:
    """Somebody with a client."""

    def __init__(self, base: str, address: str) -> None:
        self.base = base
        self.address = address
        way = httpx.AsyncHTTPTransport(local_address=address)
        self.http = httpx.AsyncClient(base_url=base, timeout=60, trust_env=False, transport=way)
        self.token = ""

    async def come(self, name: str) -> Person:
        """Becomes a guest."""
        answer = (await self.http.post("/api/me", json={"name": name})).json()
        self.token = answer["token"]
        return self

    async def at(self, table: str) -> ClientConnection:
        """A socket at a table."""
        url = f"{self.base.replace('http', 'ws')}/api/tables/{table}/live"
        headers = {"Authorization": f"Bearer {self.token}"}
        return await connect(url, additional_headers=headers, max_size=None, local_addr=(self.address, 0))


async def until(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """Hears until a message of one of these kinds comes."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] in kinds:
            return message


async def polite(ann: Person, ben: Person, seconds: float) -> list[float]:
    """Two people play a match, ten actions a second at most; gives how long each took."""
    made = (await ann.http.post("/api/tables", json={"game": "vediic", "seats": ["me", "open"]})).json()
    await ben.http.post(f"/api/tables/{made['id']}/join", json={})
    await ann.http.post(f"/api/tables/{made['id']}/start")
    sockets = [await ann.at(made["id"]), await ben.at(made["id"])]
    state: dict[str, Any] = {}
    for socket in sockets:
        await socket.send('{"type": "hello", "protocol": 1}')
        message = await until(socket, "state")
        state = message if message.get("actions") else state
    taken: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and state.get("actions"):
        actor = sockets[state["standing"]["to_act"]]
        act = {"type": "act", "id": 1, "at": state["number"], "action": state["actions"][0]}
        began = time.perf_counter()
        await actor.send(json.dumps(act))
        heard = [await until(socket, "update") for socket in sockets]
        taken.append(time.perf_counter() - began)
        state = next((one for one in heard if one.get("actions")), {})
        await asyncio.sleep(0.1)
    for socket in sockets:
        await socket.close()
    return taken


async def hellos(eve: Person, long: str) -> None:
    """The whole past of a long match, again and again, by several sockets."""

    async def ask() -> None:
        while True:
            with contextlib.suppress(WebSocketException, OSError):
                socket = await eve.at(long)
                while True:
                    await socket.send('{"type": "hello", "protocol": 1, "have": 0}')
                    await until(socket, "state")

    await asyncio.gather(*(ask() for _ in range(SOCKETS)))


async def options(eve: Person, _long: str) -> None:
    """Asks for tables with as many options as fit, several at a time."""
    card = {"id": "x", "name": "y", "kind": "star", "sides": [{"n": 1}] * 50}
    body = json.dumps({"game": "space_editor", "seats": ["me", "open"], "options": {"cards": {"cards": [card] * 120}}})

    async def ask() -> None:
        while True:
            await eve.http.post("/api/tables", content=body, headers={"content-type": "application/json"})

    await asyncio.gather(*(ask() for _ in range(SOCKETS)))


async def passphrases(eve: Person, _long: str) -> None:
    """Changes a passphrase again and again, several at a time."""
    words = {"passphrase": "correct horse battery", "old": "correct horse battery"}

    async def ask() -> None:
        while True:
            await eve.http.put("/api/me/passphrase", json=words)

    await asyncio.gather(*(ask() for _ in range(SOCKETS)))


async def halves(eve: Person, _long: str) -> None:
    """Sends half of a request, some dozens at a time."""
    host, port = eve.base.removeprefix("http://").split(":")

    async def ask() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(host, int(port), local_addr=(eve.address, 0))
                writer.write(b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-length: 9999\r\n\r\n{")
                await reader.read()
                writer.close()

    await asyncio.gather(*(ask() for _ in range(HALVES)))


WORST: dict[str, Callable[[Person, str], Awaitable[None]]] = {
    "the past, again and again": hellos,
    "options by the megabyte": options,
    "passphrases": passphrases,
    "half requests": halves,
}


async def misbehave(base: str, token: str, case: str, long: str) -> None:
    """Misbehaves until it is ended."""
    eve = Person(base, IMPOLITE)
    eve.token = token
    eve.http.headers["authorization"] = f"Bearer {token}"
    await WORST[case](eve, long)


@contextlib.contextmanager
def misbehaving(eve: Person, case: str, long: str) -> Iterator[None]:
    """Somebody misbehaves meanwhile, in a process of their own."""
    if case not in WORST:
        yield
        return
    words = [sys.executable, __file__, "--worst", json.dumps([eve.base, eve.token, case, long])]
    process = subprocess.Popen(words)
    try:
        yield
    finally:
        process.kill()
        process.wait()


async def long_match(eve: Person, entries: int) -> str:
    """A match of bots that is over, with about this many entries."""
    wish = {"game": "vediic", "seats": ["random"] * 4, "options": {"max_rounds": max(1, entries // A_ROUND)}}
    table: str = (await eve.http.post("/api/tables", json=wish)).json()["id"]
    while (await eve.http.get(f"/api/tables/{table}")).json()["state"] != "over":
        await asyncio.sleep(0.5)
    return table


async def measure(base: str, seconds: float, entries: int) -> list[dict[str, Any]]:
    """The figures of each case."""
    ann, ben, eve = [await Person(base, address).come(address) for address in (POLITE, POLITE, IMPOLITE)]
    long = await long_match(eve, entries)
    rows: list[dict[str, Any]] = []
    for case in ("nobody", *WORST):
        with misbehaving(eve, case, long):
            await asyncio.sleep(2.0)
            taken = sorted(await polite(ann, ben, seconds))
        at = [round(1000 * taken[int(share * (len(taken) - 1))], 1) for share in (0.5, 0.9, 1.0)]
        row = {"case": case, "actions": len(taken), "p50_ms": at[0], "p90_ms": at[1], "longest_ms": at[2]}
        row["p90_by_nobody"] = round(at[1] / rows[0]["p90_ms"], 2) if rows else 1.0
        rows.append(row)
        await asyncio.sleep(3.0)  # what is spent comes in again
    return rows


def bench(seconds: float, entries: int) -> list[dict[str, Any]]:
    """Starts a server, measures, ends it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "orrery", "serve", "--port", "0", "--database", f"{folder}/orrery.db"]
        command += ["--set", "pace=0"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ})
        try:
            assert process.stdout is not None
            base = process.stdout.readline().decode().strip().rpartition(" ")[2]
            return asyncio.run(measure(base, seconds, entries))
        finally:
            process.terminate()
            process.wait(30)


def rows(seconds: float) -> list[dict[str, Any]]:
    """For bench/run.py."""
    return [
        {
            "what": f"server: p90 acknowledge, ms ({row['case']})",
            "value": row["p90_ms"],
            "note": f"{row['p90_by_nobody']} x",
        }
        for row in bench(seconds, 600)
    ]


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=8.0, help="of each case")
    parser.add_argument("--entries", type=int, default=600, help="of the long match")
    parser.add_argument("--worst", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worst:
        asyncio.run(misbehave(*json.loads(asked.worst)))
        return
    for row in bench(asked.seconds, asked.entries):
        print(json.dumps(row))


if __name__ == "__main__":
    main()
