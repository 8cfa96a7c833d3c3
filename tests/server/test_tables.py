"""People at a table over the network: joining, starting, playing, resuming."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from marks import clause
from orrery.server.live.sweeper import EXPIRE_MS
from server.harness import Player, Seat, StillWorld, open_table, people, running, service


async def play_on(seats: list[Seat], most: int = 10_000) -> int:
    """Plays the first legal action until it is over; gives how many actions were played."""
    for count in range(most):
        await asyncio.gather(*(seat.reach(max(one.number for one in seats)) for seat in seats))
        turn = seats[0].standing["to_act"]
        if turn is None:
            return count
        actor = seats[turn]
        assert actor.actions
        answer = await actor.act(actor.actions[len(actor.actions) // 2])
        assert answer["type"] == "done", answer
        await actor.reach(answer["number"])
        await asyncio.gather(*(seat.reach(answer["number"]) for seat in seats))
    return most


async def states(seats: list[Seat]) -> None:
    """Each socket hears its state."""
    for seat in seats:
        await seat.until("state")


def test_two_people_play_a_match_to_its_end_and_take_the_record_home(database: str) -> None:
    async def run() -> None:
        async with running(database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben])
            async with ann.at(table) as a, ben.at(table) as b:
                await states([a, b])
                await ann.get(f"/api/tables/{table}/record", 403)
                await ann.get(f"/api/tables/{table}/replay?seat=1", 403)
                played = await play_on([a, b])
                assert a.standing["outcome"]["by"] == "game"
                assert a.standing == b.standing
                assert a.view["hands"][1] != b.view["hands"][1] or a.view == b.view
            record = await ann.get(f"/api/tables/{table}/record")
            assert len(record["entries"]) == played
            assert record["players"] == ["Ann", "Ben"]
            kept = await ben.post("/api/records", record)
            assert kept["entries"] == played and kept["result"] == record["result"]
            path = f"/api/records/{kept['record']}"
            assert (await ann.get(path))["hash"] == record["hash"]
            for number in (0, played // 2, played):
                for seat in (0, 1):
                    moment = await ann.get(f"{path}/replay/{number}?seat={seat}")
                    there = await ann.get(f"/api/tables/{table}/replay/{number}?seat={seat}")
                    assert moment["view"] == there["view"]
            await ann.get(f"{path}/replay/{played + 1}", 404)
            await ann.get(f"{path}/replay/0?seat=2", 404)
            bad = {**record, "hash": "0" * 64}
            assert (await ben.post("/api/records", bad, 400))["code"] == "bad_record"
            info = await ben.get(f"/api/tables/{table}")
            assert info["state"] == "over" and info["outcome"]["winners"] == record["result"]["winners"]

    asyncio.run(run())


def test_the_parts_of_updates_add_up_to_the_view_of_a_fresh_state(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            for game, options in (("space_editor", {"mode": "full"}), ("five_spheres", {}), ("vediic", {})):
                ann, ben = await people(server, "Ann", "Ben")
                table = await open_table([ann, ben], game, options=options)
                async with ann.at(table) as a, ben.at(table) as b:
                    await states([a, b])
                    await play_on([a, b], 40)
                    for player, seat in ((ann, a), (ben, b)):
                        async with player.at(table) as fresh:
                            await fresh.until("state")
                            assert fresh.view == seat.view
                            assert fresh.actions == seat.actions

    asyncio.run(run())


def test_a_client_that_lost_the_link_resumes_in_one_message(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben])
            async with ann.at(table) as a:
                async with ben.at(table) as b:
                    await states([a, b])
                    await play_on([a, b], 6)
                    have, before = b.number, [m["past"] for m in b.messages if m["type"] == "update"]
                async with ben.at(table) as other:
                    await other.until("state")
                    await play_on([a, other], 8)
                    missed = [m["past"] for m in other.messages if m["type"] == "update"]
                async with ben.at(table, have) as again:
                    state = await again.until("state")
                    assert state["past"] == missed
                    assert again.view == other.view and again.number == other.number
                async with ben.at(table, 0) as all_of_it:
                    assert (await all_of_it.until("state"))["past"] == before + missed

    asyncio.run(run())


def test_a_stale_or_doubled_action_is_refused_and_never_done_twice(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben])
            async with ann.at(table) as a, ben.at(table) as b:
                await states([a, b])
                actor = (a, b)[a.standing["to_act"]]
                assert actor.actions
                act = {"type": "act", "at": 0, "action": actor.actions[0]}
                await actor.say({"id": 1, **act})
                await actor.say({"id": 2, **act})
                assert (await actor.until("done", id=1))["number"] == 1
                refused = await actor.until("refused", id=2)
                assert (refused["code"], refused["number"]) == ("stale", 1)
                await b.reach(1)
                assert (await a.ask({"type": "act", "at": 7, "action": "pass"}))["code"] == "stale"

    asyncio.run(run())


def test_an_illegal_action_is_refused_with_its_clause(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben])
            async with ann.at(table) as a, ben.at(table) as b:
                await states([a, b])
                turn = a.standing["to_act"]
                actor, other = ((a, b), (b, a))[turn]
                refused = await actor.act("basepoint 99,99")
                assert refused["code"] == "illegal_action"
                assert refused["clause"].startswith("SE-") and refused["message"] and len(refused["near"]) == 3
                assert (await other.act("basepoint 0,0"))["code"] == "not_your_turn"
                assert (await actor.act("dance"))["kind"] == "not_understood"

    asyncio.run(run())


def test_a_table_by_invitation_needs_the_word(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            wish = {"game": "vediic", "seats": ["me", "open"], "open": False}
            made = await ann.post("/api/tables", wish)
            path = f"/api/tables/{made['id']}"
            assert made["id"] not in [table["id"] for table in await ben.get("/api/tables")]
            assert (await ben.get(path))["invite"] is None
            await ann.post(f"{path}/start", status=409)
            assert (await ben.post(f"{path}/join", {}, 403))["code"] == "by_invitation"
            joined = await ben.post(f"{path}/join", {"invite": made["invite"]})
            assert joined["you"] == 1 and joined["seats"][1]["name"] == "Ben"
            await ben.post(f"{path}/join", {}, 409)
            await ben.post(f"{path}/start", status=403)
            await ben.post(f"{path}/leave")
            await ben.post(f"{path}/join", {"invite": made["invite"], "seat": 1})
            assert (await ann.post(f"{path}/start"))["state"] == "playing"
            await ben.post(f"{path}/leave", status=409)

    asyncio.run(run())


def test_a_table_that_makes_no_sense_is_refused_with_a_sentence(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, tables=2) as server:
            (ann,) = await people(server, "Ann")

            async def refused(code: str, status: int = 400, **wish: Any) -> str:
                answer = await ann.post("/api/tables", wish, status)
                assert answer["code"] == code, answer
                return str(answer["message"])

            assert "vediic" in await refused("no_such_game", 404, game="chess", seats=["me", "open"])
            assert "level1" in await refused("no_such_bot", game="vediic", seats=["me", "level9"])
            await refused("bad_options", game="vediic", seats=["me", "open"], options={"players": 3})
            await refused("bad_options", game="space_editor", seats=["me", "open"], options={"mode": "double"})
            await refused("bad_seats", game="vediic", seats=["me", "me"], names=["Ann"])
            assert "genesis-1" in await refused("bad_options", game="five_spheres", seats=["me", "open"], decks=["x"])
            await refused("bad_request", game="vediic", seats=["me", "open"], colour="red")
            for _ in range(2):
                await ann.post("/api/tables", {"game": "vediic", "seats": ["me", "open"]})
            await refused("too_many_tables", 429, game="vediic", seats=["me", "open"])

    asyncio.run(run())


def test_a_socket_at_an_open_table_sees_people_come_and_the_match_start(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            made = await ann.post("/api/tables", {"game": "vediic", "seats": ["me", "open"]})
            async with ann.at(made["id"]) as a, ben.at(made["id"]) as b:
                await b.until("table")
                await ben.post(f"/api/tables/{made['id']}/join", {})
                while a.table["seats"][1]["name"] != "Ben" if a.table else True:
                    await a.hear()
                await ann.post(f"/api/tables/{made['id']}/start")
                await states([a, b])
                assert b.messages[-1]["seat"] == 1
                await play_on([a, b], 5)

    asyncio.run(run())


def test_a_rematch_moves_the_seats_on_and_starts_when_all_have_asked(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            await ann.post(f"/api/tables/{table}/rematch", status=409)
            async with ann.at(table) as a:
                await a.until("state")
                assert (await a.ask({"type": "resign", "at": 0}))["type"] == "done"
            new = (await ann.post(f"/api/tables/{table}/rematch"))["table"]
            assert (await ann.get(f"/api/tables/{new}"))["state"] == "open"
            assert (await ben.post(f"/api/tables/{table}/rematch"))["table"] == new
            info = await ben.get(f"/api/tables/{new}")
            assert info["state"] == "playing"
            assert [seat["name"] for seat in info["seats"]] == ["Ben", "Ann"]

    asyncio.run(run())


@clause("FS-4.3", "FS-20.7")
def test_in_a_rematch_of_five_spheres_all_stay_seated_and_the_next_lord_begins(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "five_spheres")
            firsts: list[int] = []
            for number in range(3):
                async with ann.at(table) as a:
                    state = await a.until("state")
                    firsts.append(state["view"]["first"])
                    cuts = {event["event"] for event in state.get("opening", [])}
                    assert cuts == (set() if number else {"split"}), "who begins again needs no cut"
                    assert (await a.ask({"type": "resign", "at": 0}))["type"] == "done"
                new = (await ann.post(f"/api/tables/{table}/rematch"))["table"]
                assert (await ben.post(f"/api/tables/{table}/rematch"))["table"] == new
                info = await ben.get(f"/api/tables/{new}")
                assert [seat["name"] for seat in info["seats"]] == ["Ann", "Ben"]
                table = new
            assert firsts[1:] == [(firsts[0] + 1) % 2, firsts[0]]

    asyncio.run(run())


def test_two_processes_on_one_database_play_one_match(database: str) -> None:
    async def run() -> None:
        async with running(database) as one, running(database) as two:
            # Without Redis the two hear of each other by hand: what travels is only (match, number).
            first, second = service(one), service(two)

            def both(match: str, number: int) -> None:
                for each in (first, second):
                    each.hall.soon(each.hall.wake(match, number))

            first.hall.publish = second.hall.publish = both
            ann, ben = await people(one, "Ann", "Ben")
            ben_there = Player(two.address, "Ben")
            ben_there.token, ben_there.id = ben.token, ben.id
            table = await open_table([ann, ben])
            async with ann.at(table) as a, ben_there.at(table) as b:
                await states([a, b])
                assert await play_on([a, b], 12) == 12
                # Nobody is told any more. Who was not told tries an old number: the store refuses it, the room
                # reloads, and the client hears what it missed.
                first.hall.publish = second.hall.publish = lambda match, number: None
                actor, other = ((a, b), (b, a))[a.standing["to_act"]]
                assert actor.actions
                done = await actor.act(actor.actions[0])
                refused = await other.ask({"type": "resign", "at": other.number})
                assert (refused["type"], refused["code"], refused["number"]) == ("refused", "stale", done["number"])
                assert other.number == done["number"]
                assert other.standing["outcome"] is None

    asyncio.run(run())


def test_two_processes_without_redis_see_each_other_s_matches_tables_and_chat(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("orrery.server.live.sweeper.COMPARE", 0.05)

    async def run() -> None:
        async with running(database) as one, running(database) as two:
            ann, ben = await people(one, "Ann", "Ben")
            ben_there = Player(two.address, "Ben")
            ben_there.http.headers["authorization"] = f"Bearer {ben.token}"
            ben_there.token, ben_there.id = ben.token, ben.id
            wish = {"game": "space_editor", "seats": ["me", "open"], "options": {"mode": "half"}}
            table = (await ann.post("/api/tables", wish))["id"]
            async with ann.at(table) as a, ben_there.at(table) as b:
                await a.until("table")
                await b.until("table")
                await ben_there.post(f"/api/tables/{table}/join", {})
                while a.table["seats"][1]["name"] != "Ben" or not a.table["seats"][1]["present"]:
                    await a.hear()
                await ann.post(f"/api/tables/{table}/start")
                await states([a, b])
                assert b.messages[-1]["seat"] == 1
                assert await play_on([a, b], 12) == 12
                await a.say({"type": "chat", "id": 1, "text": "Here I am"})
                assert (await b.until("said"))["text"] == "Here I am"
        # Those who went have said so: the next one is alone.
        async with running(database) as three:
            assert not await service(three).hall.sweeper.has_company()

    asyncio.run(run())


def test_one_process_alone_compares_nothing_and_knows_when_it_has_company(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as one:
            assert not await service(one).hall.sweeper.has_company()
            async with running(sqlite_database) as two:
                assert not await service(one).hall.sweeper.has_company()  # the other has not said a word yet
                assert await service(two).hall.sweeper.has_company()
                assert await service(one).hall.sweeper.has_company()
            assert not await service(one).hall.sweeper.has_company()

    asyncio.run(run())


def test_a_table_that_waits_too_long_for_people_is_closed(database: str) -> None:
    day = 86_400_000

    async def run() -> None:
        world = StillWorld()
        async with running(database, world, open_days=7, sweep=1000.0) as server:
            hall = service(server).hall
            ann, ben, eve = await people(server, "Ann", "Ben", "Eve")
            wish = {"game": "vediic", "seats": ["me", "open", "open"]}
            lonely = (await ann.post("/api/tables", wish))["id"]
            joined = await ann.post("/api/tables", {**wish, "open": False})
            playing = await open_table([ann, ben], "vediic")
            world.time += 6 * day
            await ben.post(f"/api/tables/{joined['id']}/join", {"invite": joined["invite"]})
            world.time += day - 1
            await hall.sweeper.sweep()
            assert (await ann.get(f"/api/tables/{lonely}"))["state"] == "open"
            async with ann.at(lonely) as a:
                await a.until("table")
                world.time += EXPIRE_MS
                await hall.sweeper.sweep()
                while a.table["state"] != "over":
                    await a.hear()
            refused = await eve.post(f"/api/tables/{lonely}/join", {}, 409)
            assert refused["code"] == "not_open" and "closed" in refused["message"]
            assert lonely not in [table["id"] for table in await eve.get("/api/tables")]
            # Where something happened since then, and where a match is played, nothing is closed.
            assert (await ann.get(f"/api/tables/{joined['id']}"))["state"] == "open"
            assert (await ann.get(f"/api/tables/{playing}"))["state"] == "playing"
            world.time += 6 * day
            await hall.sweeper.sweep()
            assert (await ann.get(f"/api/tables/{joined['id']}"))["state"] == "over"
            assert (await ann.get(f"/api/tables/{playing}"))["state"] == "playing"

    asyncio.run(run())
