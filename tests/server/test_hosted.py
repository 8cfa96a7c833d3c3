"""Bots from outside on a server: only those that its host has chosen, and whatever they do, the match goes on."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from command import orrery
from orrery.bots.bot import HOSTED, bot_names
from orrery.server.hosted import hosted_bots, offer
from orrery.server.settings import Settings, SettingsFault
from server.harness import people, play_own, running

SCORER = f"scorer={Path(__file__).resolve().parent.parent.parent}/examples/bots/scorer.py:Scorer"
ENGINE = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    reply = {"ok": True, "games": ["vediic"]}
    if asked["op"] == "choose":
        reply["action"] = ANSWER
    print(json.dumps(reply), flush=True)
"""


@pytest.fixture(autouse=True)
def nobody_hosted() -> Iterator[None]:
    yield
    HOSTED.clear()


def test_people_play_against_a_bot_of_the_host_and_only_that(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, bots=[SCORER]) as server:
            [ann] = await people(server, "Ann")
            assert "scorer" in await ann.get("/api/bots")
            row = (await ann.get("/api/levels"))[-1]
            assert (row["bot"], row["name_en"], row["games"]) == (
                "scorer", "scorer", ["five_spheres", "space_editor", "vediic"],
            )  # fmt: skip
            wish = {"game": "space_editor", "options": {"mode": "half"}}
            for other in ("cmd:true", "scorer.py:Scorer", "random:Random"):
                refused = await ann.post("/api/tables", {**wish, "seats": ["me", other]}, 400)
                assert refused["code"] == "no_such_bot"
            made = await ann.post("/api/tables", {**wish, "seats": ["me", "scorer"]})
            async with ann.at(made["id"]) as seat:
                await seat.until("state")
                await play_own(seat, 0)
            assert seat.standing["outcome"]["by"] == "game"

    asyncio.run(run())


def test_a_bot_that_plays_one_game_is_offered_for_that_and_one_that_fails_stops_nobody(
    sqlite_database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "engine.py"
    file.write_text(ENGINE.replace("ANSWER", '"win"'))

    async def run() -> None:
        async with running(sqlite_database, bots=[f"weak=cmd+200ms:{sys.executable} {file}"]) as server:
            [ann] = await people(server, "Ann")
            refused = await ann.post("/api/tables", {"game": "space_editor", "seats": ["me", "weak"]}, 400)
            assert refused["code"] == "no_such_bot"
            wish = {"game": "vediic", "options": {"max_rounds": 2}, "seats": ["me", "weak"]}
            made = await ann.post("/api/tables", wish)
            async with ann.at(made["id"]) as seat:
                await seat.until("state")
                await play_own(seat, 0)
            assert seat.standing["outcome"]["by"] == "game"

    asyncio.run(run())
    assert "'win' is not one of the legal actions" in caplog.text


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("scorer.py:Scorer", "write NAME=PLAYER, such as scorer=scorer.py:Scorer"),
        ("Big=greedy", "write NAME=PLAYER"),
        ("level3=greedy", "one of our bots has that name; give it another"),
        ("lost=cmd:./nothing_here", "bots: lost: there is no program './nothing_here'"),
        ("lost=nowhere.py:Bot", "bots: lost: nowhere.py:Bot: there is no file nowhere.py"),
    ],
)
def test_a_wrong_setting_keeps_a_server_from_starting_with_a_sentence(row: str, sentence: str) -> None:
    with pytest.raises(SettingsFault, match=sentence.replace("?", r"\?")):
        hosted_bots(Settings(bots=[row]))
    found = orrery("serve", "--set", f"bots={row}", "--port", "0")
    assert found.exit_code == 2
    assert sentence in found.output and found.output.count("\n") == 1


def test_a_bot_of_the_host_is_no_bot_of_the_command_line_by_itself() -> None:
    offer(hosted_bots(Settings(bots=[SCORER])))
    assert bot_names()[-1] == "scorer" and bot_names("chess")[-1] == "level5"
    offer({})
    assert bot_names()[-1] == "level5"
