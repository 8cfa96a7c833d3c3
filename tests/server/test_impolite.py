"""Guests who want more than their share, or send what is no request: nobody else notices, and no secret is logged."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from orrery.server.limits import Bucket, Budget, Counts, OneAtATime, address_of
from orrery.server.live import room as rooms
from orrery.server.live import sockets
from orrery.server.people.calls import is_public
from orrery.server.run import JsonLines
from orrery.server.store.backup import backup
from orrery.server.store.schema import CHAT, PEOPLE
from orrery.server.store.store import Store
from server.harness import Player, open_table, people, running, seated, service

DEPTHS = [100, 900, 1_200, 30_000]


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_body_nested_beyond_all_measure_is_a_bad_request_and_no_fault_of_ours(
    sqlite_database: str, depth: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            deep = b"[" * depth + b"]" * depth
            bodies = {
                "/api/tables": b'{"game": "vediic", "seats": ["me", "open"], "options": {"hands": ' + deep + b"}}",
                "/api/records": b'{"game": "vediic", "entries": ' + deep + b"}",
                "/api/games/space_editor/decks/check": b'{"deck": "x", "options": {"a": ' + deep + b"}}",
                "/api/me": b'{"name": ' + deep + b"}",
            }
            for path, body in bodies.items():
                answer = await ann.http.post(path, content=body, headers={"content-type": "application/json"})
                assert answer.status_code < 500, (path, answer.text)
                if depth > 1000:
                    assert answer.status_code == 400 and answer.json()["code"] == "bad_request", path

    asyncio.run(run())
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_body_is_as_large_as_its_request_may_be(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            for path, size in (("/api/me", 70_000), ("/api/tables", 300_000), ("/api/records", 4_300_000)):
                answer = await ann.http.post(path, content=b'{"name": "' + b"x" * size + b'"}')
                assert answer.status_code == 413 and answer.json()["code"] == "too_large", (path, answer.text)

    asyncio.run(run())


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET /health HTTP/1.1\r\nho",
        b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 30\r\n\r\n{",
        b"POST /api/me HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\n",
    ],
)
def test_half_a_request_is_not_waited_for(sqlite_database: str, half: bytes) -> None:
    async def run() -> bytes:
        async with running(sqlite_database, patience=0.2) as server:
            host, port = server.address.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(half)
            answer = await asyncio.wait_for(reader.read(), 30)
            writer.close()
            # Who takes his time between whole requests is welcome.
            async with httpx.AsyncClient(base_url=server.address) as slow:
                for _ in range(2):
                    assert (await slow.get("/health")).status_code == 200
                    await asyncio.sleep(0.4)
            return answer

    answer = asyncio.run(run())
    assert answer == b"" if b"POST" not in half else answer.startswith(b"HTTP/1.1 408") and b"too_slow" in answer


def test_a_socket_that_never_says_hello_is_closed(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "FIRST_WORD", 0.2)

    async def run() -> None:
        async with running(sqlite_database, beat=0.2) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            async with ann.at(table, hello=False) as silent, ben.at(table) as polite:
                await polite.until("state")
                assert await silent.closing() == 4010
                assert (await polite.ask({"type": "ping"}))["type"] == "pong"

    asyncio.run(run())


def test_all_sockets_of_a_person_share_what_one_may_send(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, rate=0.001, burst=40) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            async with contextlib.AsyncExitStack() as stack:
                four = [await stack.enter_async_context(ann.at(table)) for _ in range(4)]
                answered = 0
                with pytest.raises(ConnectionClosed):
                    for _ in range(20):
                        for each in four:
                            assert (await each.ask({"type": "ping"}))["type"] == "pong"
                            answered += 1
                assert 20 <= answered <= 40 - len(four)
                async with ben.at(table) as b:
                    await b.until("state")

    asyncio.run(run())


def test_an_address_has_so_many_sockets_and_no_more(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, address_sockets=3) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            async with seated(table, ann, ben, ben), ann.at(table, hello=False) as four:
                assert await four.closing() == 4011 and four.messages == []
            async with ann.at(table) as again:
                await again.until("state")

    asyncio.run(run())


def test_a_long_past_is_put_together_in_pieces_that_let_others_through(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "PIECE", 5)

    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic", options={"max_rounds": 200})
            room = await service(server).hall.room(table)
            for number in range(100):
                play = room.session
                word = play.match.actions()[0]
                await room.enter_entry(number, lambda play, time, word=word: play.act(play.to_act(), word, time))
            turns = 0

            async def tick() -> None:
                nonlocal turns
                while True:
                    await asyncio.sleep(0)
                    turns += 1

            ticking = asyncio.create_task(tick())
            for work in (room._past(0, 0), room.history(0), room.replay(0, 99), rooms.played(play.start, [])):
                turns = 0
                found = await work
                assert turns >= (15 if work.__name__ != "played" else 0), work
            ticking.cancel()
            assert found.number == 0
            assert [past.number for past in await room._past(0, 40)] == list(range(41, 101))

    asyncio.run(run())


def test_who_asks_for_a_long_past_again_and_again_waits_and_is_then_sent_away(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            service(server).budgets.past = Budget(1.0, 10.0)
            room = await service(server).hall.room(table)
            for number in range(6):
                word = room.session.match.actions()[0]
                await room.enter_entry(number, lambda play, time, word=word: play.act(play.to_act(), word, time))
            async with ann.at(table, 0) as a, ben.at(table, 0) as b:
                await a.until("state")
                await b.until("state")
                with pytest.raises(ConnectionClosed) as closed:
                    for _ in range(9):
                        await a.say({"type": "hello", "protocol": 1, "have": 0})
                        await a.until("state", 20)
                assert closed.value.rcvd is not None and closed.value.rcvd.code == 4009
                assert (await b.ask({"type": "ping"}))["type"] == "pong"
            refused = await ann.get(f"/api/tables/{table}/replay", 429)
            assert refused["code"] == "too_fast"

    asyncio.run(run())


def test_who_owes_more_than_he_can_wait_for_owes_nothing_more() -> None:
    budget = Budget(1.0, 10.0)
    assert budget.owe("ann", "home", 0.0, 12.0, 5.0) == 2.0
    assert budget.owe("ann", "home", 0.0, 4.0, 5.0) is None
    assert budget.owe("ann", "home", 0.0, 1.0, 5.0) == 3.0
    assert budget.owe("ben", "home", 0.0, 10.0, 5.0) == 0.0
    assert Bucket(0.0, 1, 0.0).debt(5.0, 2.0) == float("inf")


def test_what_nobody_could_wait_for_is_given_to_who_owes_nothing() -> None:
    budget = Budget(1.0, 10.0)
    assert budget.owe("ann", "home", 0.0, 40.0, 5.0) == 5.0, "a match may be longer than any patience"
    assert budget.owe("ann", "home", 34.0, 40.0, 5.0) is None and budget.owe("ann", "home", 34.0, 5.0, 5.0) == 1.0
    assert budget.owe("ann", "home", 44.0, 40.0, 5.0) is None, "not before all is paid"
    assert budget.owe("ann", "home", 45.0, 40.0, 5.0) == 5.0


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_addresses_count_by_the_network_that_one_person_has(host: str, address: str) -> None:
    assert address_of(host) == address


@pytest.mark.parametrize("address", ["fec0::1", "fec0:1::5", "feff::1", "fe80::1", "fc00::1"])
def test_no_address_of_a_site_is_public(address: str) -> None:
    assert not is_public(address)


def test_counts_are_given_back() -> None:
    counts = Counts(2, 3)
    assert counts.take("ann", "home") and counts.take("ann", "home") and not counts.take("ann", "work")
    assert counts.take("ben", "home") and not counts.take("cat", "home") and counts.take("cat", "work")
    assert counts.total() == 4
    counts.give_back("ann", "home")
    assert counts.take("cat", "home") and counts.total() == 4
    for person, address in (("ann", "home"), ("ben", "home"), ("cat", "work"), ("cat", "home")):
        counts.give_back(person, address)
    assert not counts.people and not counts.addresses


def test_many_from_one_address_do_not_take_all_places() -> None:
    async def run() -> list[str]:
        lines, places, order = OneAtATime(), asyncio.Semaphore(2), []

        async def hash(address: str) -> None:
            async with lines.turn(address), places:
                await asyncio.sleep(0)
                order.append(address)

        await asyncio.gather(*(hash("many") for _ in range(10)), hash("other"))
        assert not lines.locks and not lines.waiting
        return order

    assert asyncio.run(run()).index("other") <= 2


def test_a_new_passphrase_asks_for_the_old_one_and_guesses_are_counted(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, guesses=0.0001, guess_burst=9) as server:
            ann, ben = await people(server, "Ann", "Ben")

            async def change(player: Player, new: str, old: str | None = None) -> tuple[int, str]:
                answer = await player.http.put("/api/me/passphrase", json={"passphrase": new, "old": old})
                return answer.status_code, answer.json().get("code", "")

            assert await change(ann, "correct horse") == (200, "")
            assert await change(ann, "wrong horse battery") == (401, "old_passphrase")
            assert await change(ann, "wrong horse battery", "not the one") == (401, "old_passphrase")
            assert await change(ann, "correct horse battery", "correct horse") == (200, "")
            # By now eight of nine tries for her are spent, from whatever address: the next but one is refused.
            thief = Player(server.address, "")
            for status in (401, 429, 429):
                await thief.post("/api/me/return", {"person": ann.id, "passphrase": "guess guess"}, status)
            assert await change(ben, "another one") == (200, "")

    asyncio.run(run())


def test_no_parameter_of_a_statement_reaches_a_log(database: str) -> None:
    async def run() -> str:
        store = Store(database)
        await store.open()
        lines = io.StringIO()
        handler = logging.StreamHandler(lines)
        handler.setFormatter(JsonLines())
        log = logging.getLogger("orrery.test")
        log.addHandler(handler)
        rows: list[tuple[Any, dict[str, Any]]] = [
            (PEOPLE, {"id": "p1", "name": None, "passphrase": "$argon2-secret", "version": 1, "created": 1}),
            (CHAT, {"match": "m", "person": None, "name": "Ann", "text": "chat-secret", "time": 1}),
        ]
        for table, row in rows:
            try:
                await store.execute(sa.insert(table), [row])
                raise AssertionError("it was written")
            except sa.exc.IntegrityError:
                log.exception("a statement failed")
        log.removeHandler(handler)
        await store.close()
        return lines.getvalue()

    written = asyncio.run(run())
    assert written.count("a statement failed") == 2 and "IntegrityError" in written
    assert "secret" not in written


def test_databases_and_backups_are_for_their_owner_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def rights(file: Path) -> int:
        return stat.S_IMODE(file.stat().st_mode)

    file = tmp_path / "folder" / "orrery.db"

    async def run() -> None:
        async with running(str(file)) as server:
            await people(server, "Ann")
            assert {rights(each) for each in file.parent.iterdir()} == {rights(file)}
            assert len(list(file.parent.iterdir())) >= 2, "the journal is there too"
        await backup(str(file), tmp_path / "backup.gz")

    asyncio.run(run())
    assert rights(tmp_path / "backup.gz") == rights(file) == 0o600
    assert "chmod" not in caplog.text
    file.chmod(0o644)
    asyncio.run(run())
    assert rights(file) == 0o644 and "chmod 600" in caplog.text


def test_what_is_said_after_the_link_was_closed_is_no_error(
    sqlite_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            async with ann.at(table) as a:
                await a.until("state")
                (guest,) = service(server).hall.rooms[table].guests
            while not guest.line.disconnected:
                await asyncio.sleep(0.01)
            guest.send(b'{"type": "beat"}')
            await guest._close(sockets.Goodbye(sockets.LOST, "lost", "late", True))
            guest.line.disconnected = False  # as long as it is closing
            guest.send(b'{"type": "beat"}')

    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
