"""Records that people bring are replayed in a process of their own, under a clock."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import httpx

from known import known
from orrery.core.match import Match
from orrery.core.records import to_record
from orrery.games import for_people
from orrery.server.workers.pool import Pool
from server.harness import people, running, service, worker_that


def record_of(moves: int, game: str = "vediic") -> dict[str, Any]:
    """A record of a match for two that is not over."""
    rules = known(game)
    match = Match.new(rules, for_people(game, {"players": 2}), 3)
    for _ in range(moves):
        match.act(match.actions()[0])
    return to_record(match, ["Ann", "Ben"])


def test_a_record_that_takes_too_long_is_refused_and_the_next_is_replayed(sqlite_database: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            archive = service(server).archive
            good, record = archive.pool, record_of(8)
            assert good.tasks and good.workers == 1
            command = worker_that(tmp_path, "time.sleep(3600)")
            archive.pool = Pool(1, 0.5, command, patience=0.5, lazy=True, who="replays")
            archive.pool.start()
            try:
                refused = await ann.post("/api/records", record, 400)
                assert refused["code"] == "not_replayed" and "0.5 seconds" in refused["message"]
            finally:
                await archive.pool.close()
            archive.pool = good
            assert (await ann.post("/api/records", record))["entries"] == 8

    asyncio.run(run())


def test_a_process_that_dies_over_a_record_is_replaced_and_what_it_cannot_do_is_said(
    sqlite_database: str, tmp_path: Path
) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            archive = service(server).archive
            good, record = archive.pool, record_of(3)
            for body, code in (
                ("sys.exit(1)", "not_replayed"),
                ('print(\'{"type": "failed", "problem": "RecursionError"}\', flush=True)', "bad_record"),
            ):
                archive.pool = Pool(1, 30.0, worker_that(tmp_path, body), patience=30.0, lazy=True)
                archive.pool.start()
                for _ in range(2):
                    assert (await ann.post("/api/records", record, 400))["code"] == code
                assert archive.pool.killed == (2 if code == "not_replayed" else 0)
                await archive.pool.close()
            archive.pool = good
            refused = await ann.post("/api/records", {**record, "game": "chess"}, 404)
            assert refused["code"] == "no_such_game"
            refused = await ann.post("/api/records", {**record, "entries": 7}, 400)
            assert refused["code"] == "bad_record" and "entries" in refused["message"]

    asyncio.run(run())


def test_a_record_is_replayed_in_another_process_than_the_server(sqlite_database: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            file, log = tmp_path / "telling.py", tmp_path / "log"
            file.write_text(
                "import os, sys\nfrom orrery.server.workers import worker\n"
                f"open({str(log)!r}, 'a').write(str(os.getpid()) + '\\n')\nworker.main()\n"
            )
            archive = service(server).archive
            good = archive.pool
            archive.pool = Pool(1, 60.0, [sys.executable, str(file)], patience=60.0, lazy=True)
            archive.pool.start()
            assert not log.exists()  # it starts when it is needed
            kept = await ann.post("/api/records", record_of(8))
            moment = await ann.get(f"/api/records/{kept['record']}/replay/8?seat=1")
            assert moment["number"] == 8 and moment["view"]
            told = await ann.get(f"/api/records/{kept['record']}/replay?seat=1")
            assert [past["number"] for past in told["past"]] == list(range(1, 9))
            assert told["past"][-1]["events"] == moment["events"]
            assert {past["seat"] for past in told["past"] if "action" in past} == {1}
            assert (await ann.get(f"/api/records/{kept['record']}/replay?seat=9", 404))["code"] == "no_such_seat"
            await archive.pool.close()
            archive.pool = good
            (process,) = log.read_text().split()
            assert int(process) != os.getpid()

    asyncio.run(run())


def test_questions_about_a_moment_of_a_record_are_answered_as_at_a_table(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            kept = await ann.post("/api/records", record_of(8, "space_editor"))
            path = f"/api/records/{kept['record']}/replay"
            score = (await ann.get(f"{path}/8/told?what=score"))["answer"]
            assert [seat["seat"] for seat in score["seats"]] == [0, 1] and "stars" in score
            assert (await ann.get(f"{path}/0/told?what=score&seat=1"))["answer"]["seats"][1]["score"] == 0
            moment = await ann.get(f"{path}/6?seat=0")
            decider = moment["to_act"]
            analysis = (await ann.get(f"{path}/6/told?what=analysis&seat={decider}"))["answer"]
            done = next(past for past in (await ann.get(f"{path}?seat={decider}"))["past"] if past["number"] == 7)
            assert analysis["taken"]["word"] == done["action"]
            hint = (await ann.get(f"{path}/6/told?what=hint&seat={decider}"))["answer"]
            assert hint["hints"]
            other = 1 - decider
            assert (await ann.get(f"{path}/6/told?what=hint&seat={other}", 409))["code"] == "not_your_turn"
            assert (await ann.get(f"{path}/6/told?what=hint", 409))["code"] == "not_your_turn"
            assert (await ann.get(f"{path}/9/told?what=score", 404))["code"] == "no_such_number"
            assert (await ann.get(f"{path}/6/told?what=score&seat=2", 404))["code"] == "no_such_seat"
            assert (await ann.get(f"{path}/6/told?what=forecast", 400))["code"] == "no_forecast"
            assert (await ann.get(f"{path}/6/told?what=everything", 400))["code"] == "bad_request"
            stars = (await ann.post("/api/records", record_of(8)))["record"]
            forecast = (await ann.get(f"/api/records/{stars}/replay/8/told?what=forecast&turns=2"))["answer"]
            assert len(forecast["turns"]) == 2
            assert (await ann.get(f"/api/records/{stars}/replay/8/told?what=forecast&turns=4", 400))[
                "code"
            ] == "bad_request"

    asyncio.run(run())


def test_who_has_no_name_is_told_the_score_of_a_record_but_gets_no_help(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            kept = await ann.post("/api/records", record_of(8))
            path = f"/api/records/{kept['record']}/replay/6/told"
            async with httpx.AsyncClient(base_url=server.address) as nobody:
                assert (await nobody.get(f"{path}?what=score")).status_code == 200
                refused = await nobody.get(f"{path}?what=analysis&seat=0")
                assert (refused.status_code, refused.json()["code"]) == (401, "no_identity")

    asyncio.run(run())
