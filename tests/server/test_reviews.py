"""Looking back at a match: judged in the background, for all in turn, and told to those who may know it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from orrery.server.http.routes.reviews import HOLD
from orrery.server.run import Server
from orrery.server.workers import reviews as reviews_module
from orrery.server.workers.pool import ThinkingFault
from orrery.server.workers.reviews import Line, order
from server.harness import Player, StillWorld, Two, ann_and_ben, people, play_on, running, seated, service


async def ended(two: Two, actions: int = 8) -> str:
    """Plays some actions; then Ann resigns."""
    await play_on([two.a, two.b], actions)
    await two.a.ask({"type": "resign", "at": two.a.number})
    await two.b.reach(actions + 1)
    return two.table


async def reviewed(player: Player, table: str) -> Any:
    """Has a match reviewed, and waits until it is."""
    found = await player.post(f"/api/tables/{table}/review")
    while found["state"] in ("working", "waiting"):
        found = await player.get(f"/api/tables/{table}/review?known={found['judged']}")
    return found


async def after_match(server: Server, actions: int = 8, game: str = "space_editor", **wish: Any) -> tuple[Any, ...]:
    """A match that is over and reviewed: Ann, Ben, its table and what Ann is told."""
    async with ann_and_ben(server, game, **wish) as two:
        table = await ended(two, actions)
        return two.ann, two.ben, table, await reviewed(two.ann, table)


def test_every_choice_of_a_match_is_judged_and_luck_is_told_apart(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, StillWorld(5)) as server:
            ann, _ben, table, found = await after_match(server, 10)
            assert found["state"] == "done" and found["judged"] == found["choices"] == 10
            assert found["length"] == 11, "resigning is an entry, and no choice"
            assert [points[-1] for points in found["curves"]] == [{"at": 11, "chance": 0.0}, {"at": 11, "chance": 1.0}]
            for points in found["curves"]:
                assert len(points) > 2 and all(0 <= point["chance"] <= 1 for point in points)
            for one in found["accounts"]:
                moved = one["start"] - one["lost"] + one["luck"] + one["others"]
                assert moved == pytest.approx(one["end"], abs=0.001), one
                assert one["lost"] >= 0
            assert {one["seat"] for one in found["accounts"]} == {0, 1} and found["yours"] == [0]
            again = await ann.post(f"/api/tables/{table}/review")
            assert again == found, "it is kept, and not judged again"

    asyncio.run(run())


def test_what_could_not_be_judged_at_once_is_judged_in_the_end(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, StillWorld(5)) as server, ann_and_ben(server, "space_editor") as two:
            reviews = service(server).reviews
            judge, asked = reviews.pool.judge, []

            async def busy(*question: Any) -> Any:
                asked.append(question)
                if len(asked) in (1, 2, 5):
                    raise ThinkingFault("no answer in time")
                return await judge(*question)

            reviews.pool.judge = busy  # type: ignore[method-assign]
            found = await reviewed(two.ann, await ended(two, 8))
            assert found["state"] == "done" and found["judged"] == found["choices"] == 8
            assert len(asked) == 8 + 3

    asyncio.run(run())


def test_nothing_is_told_of_a_running_match(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server, ann_and_ben(server) as two:
            await play_on([two.a, two.b], 4)
            (eve,) = await people(server, "Eve")
            base = f"/api/tables/{two.table}"
            for player in (two.ann, eve):
                for method, path, body in (
                    ("GET", "/review", None),
                    ("POST", "/review", None),
                    ("GET", "/review/1", None),
                    ("POST", "/review/1/try", {"action": "pass"}),
                    ("POST", "/review/1/preview", {"action": "pass"}),
                    ("GET", "/review/1/answer", None),
                    ("POST", "/replay/1/play", {"bot": "level1"}),
                ):
                    answer = await player.http.request(method, base + path, json=body)
                    assert (answer.status_code, answer.json()["code"]) == (403, "running"), (method, path, answer.text)
            assert not service(server).reviews.waiting

    asyncio.run(run())


def test_a_match_that_is_not_to_be_watched_is_reviewed_by_those_who_played(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            _ann, ben, table, found = await after_match(server, 4, watch=False)
            assert found["state"] == "done"
            (eve,) = await people(server, "Eve")
            for path in ("/review", "/review/1", "/review/1/answer"):
                refused = await eve.get(f"/api/tables/{table}{path}", 403)
                assert refused["code"] == "not_seated" and refused["reason"] == "not_watched"
            assert (await eve.post(f"/api/tables/{table}/review", None, 403))["reason"] == "not_watched"
            assert (await eve.post(f"/api/tables/{table}/replay/1/play", {"bot": "level1"}, 403))[
                "code"
            ] == "not_seated"
            assert (await ben.get(f"/api/tables/{table}/review"))["yours"] == [1]

    asyncio.run(run())


def test_ones_own_mistake_is_tried_again_without_its_answer(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, StillWorld(3), workers=1) as server:
            ann, ben, table, found = await after_match(server, 14)
            mine = [one for one in found["losses"] if one["yours"]]
            assert mine, "whoever takes the middle one of all actions loses something"
            assert all(one["why"] is None for one in mine) and "best" not in mine[0]
            loss = max(mine, key=lambda one: float(one["best_chance"]) - float(one["chance"]))
            path = f"/api/tables/{table}/review/{loss['at']}"
            moment = await ann.get(path)
            assert moment["seat"] == 0 and loss["word"] in moment["actions"]
            assert set(moment) == {"table", "game", "number", "seat", "view", "actions"}, "nothing of the answer"
            assert isinstance(moment["view"]["hands"][1], int), "and not what the other held"
            wrong = await ann.post(f"{path}/try", {"action": loss["word"]})
            assert not wrong["accepted"] and wrong["allowed"] and wrong["answer"] is None
            assert wrong["chance"] == loss["chance"] and isinstance(wrong["leads"], list)
            answer = await ann.get(f"{path}/answer")
            assert answer["best"] in answer["good"] and loss["word"] not in answer["good"]
            for word in answer["good"]:
                right = await ann.post(f"{path}/try", {"action": word})
                assert right["accepted"] and right["answer"]["best"] == answer["best"], word
            forbidden = await ann.post(f"{path}/try", {"action": "place 1 99,99 r0"})
            assert not forbidden["accepted"] and not forbidden["allowed"] and forbidden["message"]
            preview = await ann.post(f"{path}/preview", {"action": loss["word"]})
            assert preview["events"]
            assert (await ann.get(f"/api/tables/{table}/review/99", 404))["code"] == "no_such_number"
            theirs = await ben.get(f"/api/tables/{table}/review")
            same = next(one for one in theirs["losses"] if one["at"] == loss["at"])
            assert not same["yours"], "to Ben it is another's"

    asyncio.run(run())


@pytest.mark.parametrize("game", ["space_editor", "five_spheres", "vediic"])
def test_one_plays_on_against_a_bot_with_what_was_hidden_dealt_anew(sqlite_database: str, game: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server, ann_and_ben(server, game) as two:
            table = await ended(two, 9)
            made = await two.ann.post(f"/api/tables/{table}/replay/6/play", {"bot": "random"})
            then = await two.ann.get(f"/api/tables/{table}/replay/6")
            seat = then["standing"]["to_act"]
            told = await two.ann.get(f"/api/tables/{table}/replay/6?seat={seat}")
            async with seated(made["table"], two.ann) as (mine,):
                assert mine.table["you"] == seat and mine.standing["bots"][1 - seat] == "random"
                assert mine.view == told["view"], "one sees what one saw then"
                answer = await mine.act(mine.actions[0])
                assert answer["type"] == "done", answer
            refused = await two.ann.post(f"/api/tables/{table}/replay/10/play", {"bot": "level9"}, 400)
            assert refused["code"] == "no_such_bot" and "level1" in refused["message"]
            record = await two.ann.get(f"/api/tables/{made['table']}/record", 403)
            assert record["code"] == "running"

    asyncio.run(run())


def test_what_others_held_is_not_what_they_hold_when_one_plays_on(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, StillWorld(8)) as server, ann_and_ben(server) as two:
            table = await ended(two, 6)
            hall = service(server).hall
            hands: set[str] = set()
            for seed in range(6):
                server_world = service(server).world
                server_world.seeds = seed
                made = await two.ann.post(f"/api/tables/{table}/replay/4/play", {"bot": "random"})
                row = await hall.tables.the(made["table"])
                hands.add(str(row.start().position["hands"]))
            assert len(hands) > 1, "each time they are dealt anew"

    asyncio.run(run())


def test_people_take_turns_one_decision_each(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            tables = []
            for _ in range(3):
                async with ann_and_ben(server) as two:
                    tables.append((two.ann, two.ben, await ended(two, 6)))
            reviews = service(server).reviews
            order: list[str] = []
            judge = reviews.pool.judge

            async def noting(asked: Any) -> Any:
                order.append(reviews.now[0])
                return await judge(asked)

            reviews.pool.judge = noting
            (ann, _, first), (_, _, second), (cid, _, third) = tables
            await asyncio.gather(*(who.post(f"/api/tables/{one}/review") for who, one in ((ann, first), (ann, second))))
            await cid.post(f"/api/tables/{third}/review")
            while reviews.waiting:
                await asyncio.sleep(0.02)
            theirs = order.index(cid.id)
            assert order[theirs : theirs + 8 : 2] == [cid.id] * 4, "every second turn is hers, whoever asked for more"
            assert order.count(ann.id) == 12 and order.count(cid.id) == 6

    asyncio.run(run())


def test_who_has_had_enough_reviewed_is_told_and_keeps_what_there_is(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, review_seconds=0.01) as server:
            ann, _, table, found = await after_match(server, 8)
            assert found["state"] == "spent" and 0 < found["judged"] < found["choices"]
            assert found["turnings"] == [] and found["accounts"] == [], "these wait until all was looked at"
            refused = await ann.post(f"/api/tables/{table}/review", None, 429)
            assert refused["code"] == "too_many_reviews" and refused["reason"] == "reviews_spent"
            assert refused["facts"]["minutes"] >= 1
            assert (await ann.get(f"/api/tables/{table}/review"))["judged"] == found["judged"]

    asyncio.run(run())


def test_a_review_goes_on_after_a_restart(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, review_seconds=0.01) as server:
            ann, _, table, found = await after_match(server, 8)
        async with running(sqlite_database) as server:
            service(server).reviews.pool.judge, judge = None, service(server).reviews.pool.judge
            there = ann.elsewhere(server)
            before = await there.get(f"/api/tables/{table}/review")
            assert before["judged"] == found["judged"] and before["state"] == "idle"
            service(server).reviews.pool.judge = judge
            assert (await reviewed(there, table))["state"] == "done"

    asyncio.run(run())


def test_what_one_does_wrong_again_and_again_is_known(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, StillWorld(3)) as server:
            ann, _ben, table, found = await after_match(server, 14)
            (game,) = await ann.get("/api/mistakes")
            mine = [one for one in found["losses"] if one["yours"]]
            assert game["game"] == "space_editor" and game["matches"] == 1 and game["decisions"] == 6
            assert sum(habit["times"] for habit in game["habits"]) == len(mine)
            spots = {(one["table"], one["at"]) for habit in game["habits"] for one in habit["positions"]}
            assert spots == {(table, one["at"]) for one in mine}, "and nothing of Ben's"
            told = [habit for habit in game["habits"] if habit["what"] is not None]
            assert all(habit["what"]["en"] and not habit["what"]["ja"].isascii() for habit in told)
            (eve,) = await people(server, "Eve")
            assert await eve.get("/api/mistakes") == []
            assert (await Player(server.address, "").get("/api/mistakes", 401))["code"] == "no_identity"

    asyncio.run(run())


def test_the_first_look_is_all_over_the_match() -> None:
    class Short(Line):
        def __init__(self) -> None:
            self.at = list(range(12))

    mine = [at % 2 == 0 for at in range(12)]
    assert order(Short(), mine) == [0, 5, 10, 2, 4, 6, 8, 1, 3, 7, 9, 11]


def test_a_question_that_knows_all_is_held_back_no_longer_than_a_while() -> None:
    assert HOLD < 10 and reviews_module.COARSE > 1
