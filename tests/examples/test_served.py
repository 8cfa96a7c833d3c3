"""A stranger's game over the network: people and bots at one table, questions, previews, records."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server.harness import Seat, open_table, people, play_own, running

pytestmark = pytest.mark.usefixtures("tides")


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'orrery.db'}"


def last_told(seat: Seat) -> dict[str, Any]:
    """The first event of the last update."""
    updates = [message for message in seat.messages if message["type"] == "update"]
    event: dict[str, Any] = updates[-1]["past"]["events"][0]
    return event


@pytest.mark.parametrize("seats", [["me", "level1"], ["me", "level1", "greedy", "random"]])
def test_a_person_plays_a_whole_match_with_bots(database: str, seats: list[str]) -> None:
    async def run() -> None:
        async with running(database) as server:
            (ann,) = await people(server, "Ann")
            table = await open_table([ann], "tides", seats=seats, options={"rounds": 4})
            async with ann.at(table) as a:
                await a.until("state")
                assert a.view["options"] == {"seats": len(seats), "rounds": 4, "waves": "hidden"}
                assert a.view["hands"] == [a.view["hands"][0], *[5] * (len(seats) - 1)]
                await play_own(a, 0)
            outcome = a.standing["outcome"]
            assert outcome["winners"] and len(outcome["scores"]) == len(seats)
            told = [event for message in a.messages for event in (message.get("past") or {}).get("events", [])]
            laid = [event["height"] for event in told if event["event"] == "wave_laid" and event["seat"] != 0]
            assert len(laid) == 4 * (len(seats) - 1) and set(laid) == {None}, "what lies face down is not sent"

            record = await ann.get(f"/api/tables/{table}/record")
            assert record["game"] == "tides" and record["result"]["scores"] == outcome["scores"]
            kept = await ann.post("/api/records", record)
            assert kept["entries"] == 4 * len(seats)
            moment = await ann.get(f"/api/records/{kept['record']}/replay/{kept['entries']}?seat=0")
            assert moment["view"]["scores"] == outcome["scores"]

    asyncio.run(run())


def test_two_people_are_told_what_each_may_know(database: str) -> None:
    async def run() -> None:
        async with running(database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "tides", options={"rounds": 3})
            async with ann.at(table) as a, ben.at(table) as b:
                await a.until("state")
                await b.until("state")
                assert a.actions is not None and b.actions is None
                height = int(a.actions[0].removeprefix("lay "))
                done = await a.act(a.actions[0])
                await b.reach(done["number"])
                await a.reach(done["number"])
                assert a.view["laid"] == [height] and b.view["laid"] == [None]
                assert [last_told(seat)["height"] for seat in (a, b)] == [height, None]
                refused = await b.act("lay 0")
                assert refused["code"] == "illegal_action" and refused["clause"] == "TI-6.2" and refused["near"]
                assert "is not an action" in refused["message"]

    asyncio.run(run())


def test_hints_and_previews_need_nothing_but_the_rules(database: str) -> None:
    async def run() -> None:
        async with running(database) as server:
            (ann,) = await people(server, "Ann")
            table = await open_table([ann], "tides", seats=["me", "level1"])
            async with ann.at(table) as a:
                await a.until("state")
                assert a.actions
                foreseen = await a.ask({"type": "preview", "at": a.number, "action": a.actions[0]})
                assert foreseen["type"] != "refused", foreseen
                asked: dict[str, Any] = {"type": "ask", "at": a.number}
                hints = await a.ask({**asked, "what": "hint"}, 60)
                assert hints["type"] != "refused", hints
                assert {row["action"] for row in hints["answer"]["hints"]} <= set(a.actions), hints
                score = await a.ask({**asked, "what": "score"})
                assert score["type"] != "refused", score

    asyncio.run(run())


def test_what_can_be_read_of_it_over_http(database: str) -> None:
    async def run() -> None:
        async with running(database) as server:
            (ann,) = await people(server, "Ann")
            rows = {row["game"]: row for row in await ann.get("/api/games")}
            assert sorted(rows) == ["five_spheres", "space_editor", "tides", "vediic"]
            for lang, title in (("en", "The tide"), ("ja", "潮")):
                book = await ann.get(f"/api/games/tides/rules?lang={lang}")
                assert book["sections"]["TI-4"] == title
            assert await ann.get("/api/games/tides/decks") == []
            for nothing in ("cards", "board"):
                answer = await ann.http.get(f"/api/games/tides/{nothing}")
                assert answer.status_code in (200, 404) and answer.json(), answer.text
            seats = ["me", "level1"]
            bad = await ann.post("/api/tables", {"game": "tides", "seats": seats, "options": {"rounds": 99}}, 400)
            assert bad["code"] == "bad_options" and "3 to 8" in bad["message"]
            many = await ann.post("/api/tables", {"game": "tides", "seats": ["me", *["level1"] * 4]}, 400)
            assert many["code"] == "bad_options", many

    asyncio.run(run())
