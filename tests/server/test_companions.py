"""Tables on one screen: one person plays several seats, the further ones for companions."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from server.harness import Player, Seat, open_table, people, play_on, running
from server.plays import act, check_refused, start
from server.receiver import receiving


@contextlib.asynccontextmanager
async def sits(player: Player, table: str, seat: int | str | None = None) -> AsyncIterator[Seat]:
    """A socket of a person at one of the person's seats, with its state."""
    async with player.at(table, seat=seat) as found:
        await found.until("state")
        yield found


def test_further_seats_are_those_of_companions_and_each_is_looked_at_by_its_number(database: str) -> None:
    async def run() -> None:
        async with running(database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            wish = {"seats": ["me", "me", "random"], "names": ["Anna", "Bea", ""], "options": {"max_rounds": 20}}
            made = await ann.post("/api/tables", {"game": "vediic", **wish})
            assert made["state"] == "playing" and made["you"] == 0 and made["yours"] == [0, 1]
            assert [seat["name"] for seat in made["seats"]] == ["Anna", "Bea", "random"]
            assert [seat["keeper"] for seat in made["seats"]] == [None, ann.id, None]
            assert len({seat["person"] for seat in made["seats"]}) == 3
            assert [one["id"] for one in await ann.get("/api/tables/mine")] == [made["id"]]
            table = made["id"]
            async with sits(ann, table) as first, sits(ann, table, 1) as second:
                for expected, own in ((0, first), (1, second)):
                    state = next(message for message in own.messages if message["type"] == "state")
                    assert state["seat"] == expected
                while not first.actions:
                    await first.hear()
                await first.reach((await first.act(first.actions[0]))["number"])
                while not second.actions:
                    await second.hear()
                assert (await second.act(second.actions[0]))["type"] == "done"
                told = await second.ask({"type": "chat", "text": "my turn!"})
                assert told["type"] == "done"
                said = await first.until("said")
                assert (said["name"], said["person"]) == ("Bea", ann.id)
            seen = await ben.get(f"/api/tables/{table}")
            assert seen["you"] is None and seen["yours"] == []

    asyncio.run(run())


def test_one_looks_through_the_eyes_of_own_companions_only(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "five_spheres", seats=["me", "me", "open"], options={"max_turns": 30})
            for seat in (0, 1):
                state = await ann.get(f"/api/tables/{table}/replay/0?seat={seat}")
                hands = [lord["hand"] for lord in state["view"]["seats"]]
                assert [isinstance(hand, list) for hand in hands] == [i == seat for i in range(3)]
                assert (await ann.get(f"/api/tables/{table}/replay?seat={seat}"))["seat"] == seat
            assert (await ann.get(f"/api/tables/{table}/replay/0?seat=2", 403))["code"] == "running"
            assert (await ben.get(f"/api/tables/{table}/replay/0?seat=1", 403))["code"] == "running"
            assert (await ben.get(f"/api/tables/{table}/replay/0"))["seat"] == 2
            async with sits(ann, table) as a:
                through = {"type": "ask", "at": a.number, "what": "score", "more": {"seat": 1}}
                answer = await a.ask(through, 30)
                assert [row["card"] for row in answer["answer"]["hand"]] == hands[1]
                assert (await a.ask({**through, "more": {"seat": 2}}))["code"] == "running"
            for who, seat in ((ann, 2), (ben, 0), (ben, 1), (ann, "x"), (ann, -1), (ann, 7)):
                async with who.at(table, seat=seat) as turned_away:
                    assert await turned_away.closing() == 4007 and not turned_away.view, (who.name, seat)

    asyncio.run(run())


def test_presence_leaving_and_wrong_wishes(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            made = await ann.post("/api/tables", {"game": "vediic", "seats": ["me", "me", "open"]})
            table = made["id"]
            assert [seat["name"] for seat in made["seats"]] == ["Ann", "Ann 2", ""]
            assert (await ann.post(f"/api/tables/{table}/join", {}, 409))["code"] == "seated"
            await ben.post(f"/api/tables/{table}/join", {})
            left = await ann.post(f"/api/tables/{table}/leave")
            assert [seat["kind"] for seat in left["seats"]] == ["open", "open", "person"] and left["yours"] == []
            assert [seat["keeper"] for seat in left["seats"]] == [None, None, None]
            for wish in (
                {"seats": ["me", "me"], "names": ["Ann"]},
                {"seats": ["me", "open"], "names": ["Ann", "Ben"]},
                {"seats": ["me", "random"], "names": ["", "Hal"]},
            ):
                assert (await ann.post("/api/tables", {"game": "vediic", **wish}, 400))["code"] == "bad_seats"
            bad = {"game": "vediic", "seats": ["me", "me"], "names": ["", "x" * 40]}
            assert (await ann.post("/api/tables", bad, 400))["code"] == "bad_name"
            here = await open_table([ann], "vediic", seats=["me", "me"])
            async with sits(ann, here, 1) as second:
                while not all(seat["present"] for seat in second.table["seats"]):
                    await second.hear()
            info = await ben.get(f"/api/tables/{here}")
            while any(seat["present"] for seat in info["seats"]):
                await asyncio.sleep(0.02)
                info = await ben.get(f"/api/tables/{here}")

    asyncio.run(run())


def test_among_own_seats_an_undo_of_any_length_a_draw_and_a_rematch_need_nobody_else(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            table = await open_table([ann], "vediic", seats=["me", "me"], names=["Ann", "Bea"])
            async with sits(ann, table, 0) as a, sits(ann, table, 1) as b:
                while {m["past"]["seat"] for m in a.messages if m["type"] == "update"} != {0, 1}:
                    await play_on([a, b], 1)
                view = (await ann.get(f"/api/tables/{table}/replay/0?seat=0"))["view"]
                undone = await a.ask({"type": "offer", "at": a.number, "what": "undo", "to": 0})
                await a.reach(undone["number"])
                assert a.view == view and a.standing["proposal"] is None
                draw = await b.ask({"type": "offer", "at": undone["number"], "what": "draw"})
                await a.reach(draw["number"])
                assert a.standing["outcome"]["by"] == "draw"
            again = (await ann.post(f"/api/tables/{table}/rematch"))["table"]
            info = await ann.get(f"/api/tables/{again}")
            assert info["state"] == "playing" and info["yours"] == [0, 1]
            assert [seat["name"] for seat in info["seats"]] == ["Bea", "Ann"]
            assert [seat["keeper"] for seat in info["seats"]] == [ann.id, None]

    asyncio.run(run())


def test_whoever_of_ones_seats_is_to_act_oneself_is_told(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, sweep=0.02, inside=True) as server, receiving() as receiver:
            (ann,) = await people(server, "Ann")
            assert (await ann.http.put("/api/me/webhook", json={"url": receiver.hook})).status_code == 204
            clock = {"type": "slow", "days": 2}
            for game in ("vediic", "space_editor"):  # the first seat begins; the last one does
                await open_table([ann], game, seats=["me", "me"], names=["Ann", "Bea"], clock=clock)
            notices = [json.loads(heard.body) for heard in await receiver.until(2)]
            told = {(notice["game"], notice["seat"], notice["name"]) for notice in notices}
            assert told == {("vediic", 0, "Ann"), ("space_editor", 1, "Bea")}

    asyncio.run(run())


def shared(hands: list[int]) -> Any:
    """A table of three whose seats are played by these hands."""
    found = start("vediic", {"players": 3})
    found.hands = hands
    return found


def test_companions_answer_a_proposal_together_and_other_people_are_asked_all_the_same() -> None:
    from orrery.server.live.session import Session

    play = Session(shared([0, 0, 2]), [])
    for _ in range(4):
        act(play)
    play.offer(2, "pause", None, 3000)
    assert not play.paused and play.proposal is not None
    play.answer(1, True, 3001)
    assert play.paused, "seat 0 has the same hand as seat 1"
    play.go_on(0, 3002)
    play.offer(0, "undo", 0, 3003)
    check_refused("answered", lambda: play.answer(1, True, 3004))
    assert play.match.taken == 4
    play.answer(2, True, 3005)
    assert play.match.taken == 0
    alone = Session(shared([0, 0, 0]), [])
    act(alone)
    alone.offer(1, "undo", 0, 3000)
    assert alone.match.taken == 0
