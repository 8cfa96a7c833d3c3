"""The line under a socket: what is sent at once, what waits for a slow reader, and what becomes of who never reads."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from orrery.server.live import line
from orrery.server.live.line import framed
from server.harness import open_table, people, running, service


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 0xFFFF, 0x10000, 200_000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    text = b"x" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def message(number: int, size: int = 20_000) -> bytes:
    """A message that says which one it is."""
    return json.dumps({"type": "beat", "number": number, "rest": "x" * size}).encode()


async def link(address: str, table: str, token: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket by hand, that reads only when it is asked to."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
    lines = [
        f"GET /api/tables/{table}/live HTTP/1.1", f"Host: {host}:{port}", "Connection: Upgrade", "Upgrade: websocket",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Authorization: Bearer {token}",
    ]  # fmt: skip
    writer.write("\r\n".join([*lines, "", ""]).encode())
    await reader.readuntil(b"\r\n\r\n")
    hello = b'{"type": "hello", "protocol": 1}'
    writer.write(bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello)
    return reader, writer


async def text_of(reader: asyncio.StreamReader) -> bytes:
    """The next text that came."""
    head = await reader.readexactly(2)
    size = head[1]
    if size >= 126:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    return await reader.readexactly(size)


async def guest_at(server: Any, table: str) -> Any:
    """The one socket at a table, once it has said hello."""
    rooms = service(server).hall.rooms
    async with asyncio.timeout(10):
        while not (table in rooms and rooms[table].guests):
            await asyncio.sleep(0.01)
    (guest,) = rooms[table].guests
    return guest


def test_what_does_not_fit_into_the_link_waits_and_comes_in_its_order(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, queue=1000) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            reader, writer = await link(server.address, table, ann.token)
            guest = await guest_at(server, table)
            for number in range(600):
                guest.send(message(number))
            assert 0 < len(guest.waiting) < 600, "some went at once, and some wait"
            numbers = []
            async with asyncio.timeout(20):
                while len(numbers) < 600:
                    found = json.loads(await text_of(reader))
                    if "rest" in found:
                        numbers.append(found["number"])
            assert numbers == list(range(600)) and not guest.waiting
            writer.close()

    asyncio.run(run())


def test_one_who_never_reads_is_let_go_and_nothing_of_them_stays(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "LINGER", 0.2)

    async def run() -> None:
        async with running(sqlite_database, queue=50) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            _, writer = await link(server.address, table, ann.token)
            guest = await guest_at(server, table)
            for number in range(1000):
                guest.send(message(number))
            assert len(guest.waiting) == 50, "no more than so many wait"
            async with asyncio.timeout(10):
                while not guest.line.disconnected:
                    await asyncio.sleep(0.02)
                while service(server).open_sockets.total() or service(server).hall.rooms[table].guests:
                    await asyncio.sleep(0.02)
            assert guest not in service(server).watch.sockets
            writer.transport.abort()
            async with ben.at(table) as b:
                await b.until("state")

    asyncio.run(run())
