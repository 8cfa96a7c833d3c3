"""Sockets: bad input, bad people, lost links and slow readers."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from orrery.server.live.wire import BadMessage, read_message
from server.harness import Player, Seat, StillWorld, ann_and_ben, open_table, people, running, seated, service

GARBAGE = [
    b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"type": "dance"}', b'{"type": "act"}', b'"hello"', b"1e999", b"NaN",
    b'{"type": "act", "id": 1, "at": -1, "action": "x"}',
    b'{"type": "act", "id": 1, "at": 0, "action": "x", "more": 1}',
    b'{"type": "act", "id": true, "at": 0, "action": "x"}',
    b'{"type": "hello", "protocol": 1, "have": 99999999999999999999999}',
    b'{"type": "act", "id": 1, "at": 0, "action": "' + b"x" * 3000 + b'"}',
    b"[" * 10_000,
]  # fmt: skip


@pytest.mark.parametrize("data", GARBAGE)
def test_what_is_no_message_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(BadMessage) as fault:
        read_message(data)
    assert fault.value.problem


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_at_all_break_the_reader(data: bytes) -> None:
    try:
        read_message(data)
    except BadMessage as fault:
        assert fault.problem and len(fault.problem) <= 300


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KINDS = [
    "hello", "ping", "act", "preview", "why", "undo", "offer", "answer", "resign", "go_on", "stand_in", "take_back",
    "chat", "ask", "x",
]  # fmt: skip
FIELDS = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={
        "id": st.integers(-1, 2**54) | JSON, "at": st.integers(-2, 40) | JSON, "to": st.integers(-2, 40) | JSON,
        "action": st.sampled_from(["roll", "pass", "basepoint 0,0", ""]) | JSON, "seat": st.integers(-1, 5) | JSON,
        "what": st.sampled_from(["draw", "pause", "undo", "score", "forecast", "hint", "cake"]),
        "yes": st.booleans() | JSON, "bot": JSON,
        "text": st.text(max_size=600) | JSON, "protocol": st.integers(0, 2), "have": st.integers(-1, 99) | JSON,
        "more": st.fixed_dictionaries({}, optional={"turns": st.integers(0, 4), "seat": st.integers(-1, 4)}) | JSON,
    },
)  # fmt: skip


def test_whatever_a_socket_is_told_it_answers_and_the_match_stays_sound(sqlite_database: str) -> None:
    """One server, many examples: each message gets its answer, and a fresh look agrees with the store."""

    async def converse(server: Any, ann: Player, table: str, messages: list[dict[str, Any]]) -> None:
        async with ann.at(table) as a:
            await a.until("state")
            for message in messages:
                await a.say(json.dumps(message))
            await a.say({"type": "ping", "id": 123456})
            await a.until("pong", id=123456)
        room = service(server).hall.rooms[table]
        rows = await room.store.entries(table)
        assert [row.number for row in rows] == list(range(1, room.session.number + 1))

    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic", options={"max_rounds": 50})
            loop = asyncio.get_running_loop()

            @settings(
                max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck), derandomize=True
            )
            @given(st.lists(FIELDS, min_size=1, max_size=12))
            def fuzz(messages: list[dict[str, Any]]) -> None:
                asyncio.run_coroutine_threadsafe(converse(server, ann, table, messages), loop).result(60)

            await asyncio.to_thread(fuzz)
            assert (await ann.get("/health"))["ok"]

    asyncio.run(run())


def test_a_garbage_flood_is_cut_off_and_does_not_slow_the_others(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, rate=50.0, burst=100) as server:
            ann, ben, eve = await people(server, "Ann", "Ben", "Eve")
            table = await open_table([ann, ben], "vediic")

            async def flood() -> tuple[int, int | None]:
                """How many answers came, and with which code it ended."""
                answers = 0
                async with eve.at(table) as e:
                    await e.until("state")

                    async def send() -> None:
                        with contextlib.suppress(ConnectionClosed):
                            while True:
                                await e.say('{"type": "act", "id": 1, "at": 0, "action": "' + "x" * 1500)

                    sending = asyncio.create_task(send())
                    try:
                        while True:
                            answers += (await e.hear())["type"] == "refused"
                    except ConnectionClosed as closed:
                        await sending
                        return answers, None if closed.rcvd is None else closed.rcvd.code

            async with ann.at(table) as a:
                await a.until("state")
                flooding = asyncio.create_task(flood())
                answered = 0
                while not flooding.done():
                    await a.ask({"type": "ping"})
                    answered += 1
                    await asyncio.sleep(0.01)
                answers, code = await flooding
                # Who floods is cut off after as many messages as anybody may send at once: so others wait for no more.
                assert code in (None, 4009) and answers <= 101
                assert answered
                await a.ask({"type": "ping"})

    asyncio.run(run())


def test_a_slow_reader_is_dropped_and_can_resume(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, queue=4) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            hall = service(server).hall
            async with ann.at(table) as a:
                await a.until("state")
                guest = next(iter(hall.rooms[table].guests))
                # As if the link were stuck: nothing leaves the queue while more comes.
                guest.line.pause_writing()
                for _ in range(20):
                    guest.send(b'{"type": "beat"}')
                assert await a.closing() == 4008
            async with ann.at(table, 0) as again:
                await again.until("state")

    asyncio.run(run())


def test_a_silent_client_is_noticed_and_a_silent_server_beats(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, beat=0.1, lost=3.0) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            async with ann.at(table) as a:
                await a.until("state")
                await a.until("beat")
                assert await a.closing() == 4010
                assert a.messages[-1]["type"] == "bye" and a.messages[-1]["again"]

    asyncio.run(run())


def test_with_the_usual_settings_a_lost_link_is_noticed_within_ten_seconds_on_both_sides() -> None:
    from orrery.server.settings import Settings

    usual = Settings()
    assert usual.beat < 5 < usual.lost < usual.lost + usual.beat / 2 < 10


def test_a_foreign_page_cannot_open_a_socket_and_strangers_are_sent_away(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            table = (await ann.post("/api/tables", {"game": "vediic", "seats": ["me", "open"]}))["id"]
            url = f"{server.address.replace('http', 'ws')}/api/tables/{table}/live"
            cookie = {"Cookie": f"orrery={ann.token}"}
            with pytest.raises(InvalidStatus):
                async with connect(url, additional_headers=cookie, origin="https://evil.example.org"):  # type: ignore[arg-type]
                    pass
            async with connect(url, additional_headers=cookie, origin=server.address) as socket:  # type: ignore[arg-type]
                await Seat(socket).ask({"type": "ping"})
            for headers, place, code in (({}, table, 4001), (cookie, "nowhere", 4004)):
                async with connect(url.replace(table, place), additional_headers=headers) as socket:
                    stranger = Seat(socket)
                    assert await stranger.closing() == code and stranger.messages == []

    asyncio.run(run())


def test_one_must_say_hello_first_in_the_right_protocol(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            async with ann.at(table, hello=False) as a:
                assert (await a.ask({"type": "resign", "at": 0}))["code"] == "no_hello"
                await a.say({"type": "hello", "protocol": 2})
                assert (await a.until("refused"))["code"] == "bad_protocol"
                await a.say({"type": "hello", "protocol": 1})
                await a.until("state")

    asyncio.run(run())


def test_chat_reaches_the_table_but_not_those_who_mute(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben, eve = await people(server, "Ann", "Ben", "Eve")
            table = await open_table([ann, ben], "vediic")
            async with seated(table, ann, ben, eve) as (a, b, e):
                assert (await a.ask({"type": "chat", "text": "Hello <b>"}))["type"] == "done"
                assert (await b.until("said"))["text"] == "Hello <b>"
                assert (await e.ask({"type": "chat", "text": "me too"}))["code"] == "not_seated"
                assert (await a.ask({"type": "chat", "text": "a\x00b"}))["code"] == "bad_text"
                assert (await ben.http.put(f"/api/mutes/{ann.id}")).status_code == 204
                assert (await ben.http.get("/api/mutes")).json() == [{"person": ann.id, "name": "Ann"}]
                assert (await ann.http.get("/api/mutes")).json() == []
                await a.ask({"type": "chat", "text": "Can you hear me?"})
                await b.ask({"type": "chat", "text": "la la la"})
                said = [m["text"] for m in b.messages if m["type"] == "said"]
                assert said == ["Hello <b>", "la la la"]
            async with ben.at(table) as b:
                await b.until("said", text="la la la")
                assert "Can you hear me?" not in [m.get("text") for m in b.messages]
                assert (await ben.http.delete(f"/api/mutes/{ann.id}")).status_code == 204
                await b.until("said", text="Can you hear me?")
            assert (await ben.http.get("/api/mutes")).json() == []
            async with ben.at(table) as b:
                await b.until("said", text="Can you hear me?")
            report = {"person": ann.id, "text": "shouts"}
            assert (await ben.http.post(f"/api/tables/{table}/reports", json=report)).status_code == 204

    asyncio.run(run())


def test_a_preview_over_the_wire_tells_what_would_happen_and_changes_nothing(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, think=10.0) as server, ann_and_ben(server) as two:
            actor, other = two.turn()
            ask = {"type": "preview", "at": 0, "action": "basepoint 0,0"}
            answer = await actor.ask(ask, 30)
            assert answer["type"] == "previewed" and answer["events"][0]["event"] == "basepoint"
            assert not answer["whole"], "which cards are drawn cannot be foreseen"
            assert [row["score"] for row in answer["score"]["seats"]] == [0, 0], "but the score can"
            assert (await actor.ask({**ask, "action": "dance"}))["code"] == "illegal_action"
            assert (await other.ask(ask))["code"] == "not_your_turn"
            await actor.act("basepoint 0,0")
            assert (await actor.ask(ask))["code"] == "stale"

    asyncio.run(run())


def test_why_over_the_wire_is_answered_to_every_seat_and_changes_nothing(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server, ann_and_ben(server) as two:
            actor, other = two.turn()
            ask = {"type": "why", "at": 0, "action": "basepoint 99,0"}
            answer = await actor.ask(ask)
            assert answer["type"] == "reason" and answer["allowed"] is False and answer["at"] == 0
            refused = await actor.act("basepoint 99,0")
            told = ("code", "message", "kind", "reason", "clause", "facts", "near")
            assert {key: answer[key] for key in told} == {key: refused[key] for key in told}
            allowed = await actor.ask({**ask, "action": "basepoint 0,0"})
            assert allowed == {"type": "reason", "id": allowed["id"], "at": 0, "allowed": True}
            assert (await other.ask(ask))["code"] == "not_your_turn"
            await actor.act("basepoint 0,0")
            assert (await actor.ask(ask))["code"] == "stale"
            await other.ask({"type": "resign", "at": 1})
            over = await actor.ask({**ask, "at": 2})
            assert over["type"] == "reason" and over["code"] == "over"

    asyncio.run(run())


def test_undo_pause_and_draw_over_the_wire(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server, ann_and_ben(server) as two:
            a, b = two.a, two.b

            async def both(answer: dict[str, Any]) -> None:
                assert answer["type"] == "done", answer
                await a.reach(answer["number"])
                await b.reach(answer["number"])

            first = a.standing["to_act"]
            actor, other = two.turn()
            before = dict(actor.view)
            await both(await actor.act("basepoint 0,0"))
            assert (await actor.ask({"type": "undo", "at": 1, "to": 0}))["code"] == "cannot_undo"
            await both(await actor.ask({"type": "offer", "at": 1, "what": "undo", "to": 0}))
            assert other.standing["proposal"] == {"seat": first, "what": "undo 0", "agreed": []}
            await both(await other.ask({"type": "answer", "at": 2, "yes": True}))
            assert actor.view == before and actor.number == 3
            await both(await a.ask({"type": "offer", "at": 3, "what": "pause"}))
            await both(await b.ask({"type": "answer", "at": 4, "yes": True}))
            assert a.standing["paused"] and actor.actions is None
            assert (await actor.act("basepoint 0,0"))["code"] == "paused"
            await both(await b.ask({"type": "go_on", "at": 5}))
            await both(await a.ask({"type": "offer", "at": 6, "what": "draw"}))
            await both(await b.ask({"type": "answer", "at": 7, "yes": True}))
            assert a.standing["outcome"]["by"] == "draw"

    asyncio.run(run())


def test_clocks_run_on_over_a_restart_and_a_flag_falls_by_itself(database: str) -> None:
    async def run() -> None:
        world = StillWorld()
        async with running(database, world) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], clock={"type": "live", "seconds": 60, "increment": 5})
            async with ann.at(table) as a:
                await a.until("state")
                first = a.standing["to_act"]
                assert a.standing["clocks"] == [60_000, 60_000] and a.standing["running"] == first
        world.time += 20_000
        async with running(database, world) as server:
            ann.base = server.address
            async with ann.at(table) as a:
                await a.until("state")
                assert a.standing["clocks"][first] == 40_000
                world.time += 40_000
                await a.until("update")
                assert a.messages[-1]["past"]["kind"] == "flag"
                assert a.standing["outcome"] == {"by": "time", "winners": [1 - first], "scores": [0, 0]}

    asyncio.run(run())
