"""The line under a socket: what is sent at once, what waits for a slow reader, and what becomes of who never reads."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from orrery.server.live import line, sockets
from orrery.server.live.line import end_of_frame, framed
from server.harness import ann_and_ben, open_table, people, play_on, running, service


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


def frame(text: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """What a client sends, as the library makes it."""
    return Frame(opcode, text, fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 0xFFFF, 0x10000, 200_000])
def test_the_end_of_a_frame_is_known_as_soon_as_its_head_is_there(size: int) -> None:
    whole = b"before" + frame(b"x" * size)
    head = len(whole) - size - 4
    for length in (head, head + 1, len(whole)):
        assert end_of_frame(whole[:length], 6) == len(whole)
    for length in range(6, head):
        assert end_of_frame(whole[:length], 6) == 0


def ping(id: int) -> bytes:
    return json.dumps({"type": "ping", "id": id}).encode()


async def until_text(reader: asyncio.StreamReader, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    async with asyncio.timeout(10):
        while (found := json.loads(await text_of(reader)))["type"] != kind:
            pass
    return dict(found)


def test_texts_are_understood_however_they_are_cut(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            reader, writer = await link(server.address, table, ann.token)
            state = await until_text(reader, "state")
            assert state["actions"], "Ann begins"
            act = json.dumps({"type": "act", "id": 1, "at": 0, "action": state["actions"][0]}).encode()
            # An action, and what it would do again, byte by byte; then a ping in two fragments and one between them.
            for number, some in enumerate((act, act.replace(b'"id": 1', b'"id": 2'))):
                for byte in frame(some):
                    writer.write(bytes((byte,)))
                    await writer.drain()
                    await asyncio.sleep(0)
                assert (await until_text(reader, "refused" if number else "done"))["id"] == number + 1
            first, second = ping(7)[:5], ping(7)[5:]
            writer.write(
                frame(first, fin=False) + frame(b"", Opcode.PING) + frame(second, Opcode.CONT) + frame(ping(8))
            )
            head = await reader.readexactly(2)
            assert head == b"\x8a\x00", "the ping of the WebSocket is answered between the fragments"
            assert [(await until_text(reader, "pong"))["id"] for _ in range(2)] == [7, 8]
            writer.transport.abort()

    asyncio.run(run())


def test_what_follows_an_action_waits_until_it_is_done(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            reader, writer = await link(server.address, table, ann.token)
            state = await until_text(reader, "state")
            act = {"type": "act", "id": 1, "at": 0, "action": state["actions"][0]}
            told = [
                json.dumps(one).encode() for one in (act, {**act, "id": 2}, {**act, "id": 3, "at": 1, "action": "no"})
            ]
            writer.write(b"".join(frame(some) for some in (*told, ping(4))))
            found = []
            while len(found) < 5:
                message = json.loads(await text_of(reader))
                if message["type"] in ("update", "done", "refused", "pong"):
                    found.append((message["type"], message.get("id"), message.get("code")))
            assert found[:3] == [("update", None, None), ("done", 1, None), ("refused", 2, "stale")]
            assert found[3][:2] == ("refused", 3) and found[4] == ("pong", 4, None)
            writer.transport.abort()

    asyncio.run(run())


def test_a_text_that_is_too_long_is_not_waited_for(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            reader, writer = await link(server.address, table, ann.token)
            await until_text(reader, "state")
            writer.write(frame(b"x" * 100_000)[:20])
            async with asyncio.timeout(10):
                while (head := await reader.readexactly(2))[0] == 0x81:
                    size = head[1] if head[1] < 126 else int.from_bytes(await reader.readexactly(2), "big")
                    await reader.readexactly(size)
                assert head[0] == 0x88 and await reader.readexactly(2) == (1009).to_bytes(2, "big")
            writer.transport.abort()

    asyncio.run(run())


def test_one_who_is_gone_is_told_nothing_more_of_what_they_asked(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "PAST_RATE", 4.0)
    monkeypatch.setattr(sockets, "PAST_BURST", 4.0)

    async def run() -> None:
        async with running(sqlite_database) as server, ann_and_ben(server, "vediic") as two:
            await play_on([two.a, two.b], 4)
            _, writer = await link(server.address, two.table, two.ann.token)
            hello = b'{"type": "hello", "protocol": 1, "have": 0}'
            for _ in range(8):
                writer.write(bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello)
            await asyncio.sleep(0.2)
            writer.transport.abort()
            async with asyncio.timeout(3):  # each of them waits for a second
                while service(server).open_sockets.total() > 2:
                    await asyncio.sleep(0.02)
            assert service(server).open_sockets.total() == 2

    asyncio.run(run())
