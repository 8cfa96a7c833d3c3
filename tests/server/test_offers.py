"""What a host offers: sets of cards and boards of their own, which tables are played with."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from command import orrery
from own import own_board, own_collection, own_set
from server.harness import open_table, people, play_own, running, seated


def option(games: list[dict[str, Any]], game: str, key: str) -> dict[str, Any]:
    """The row of an option, as forms read it."""
    row: dict[str, Any] = next(
        row for each in games if each["game"] == game for row in each["options"] if row["key"] == key
    )
    return row


def test_a_table_is_played_with_the_set_of_the_host(sqlite_database: str, tmp_path: Path) -> None:
    mine = own_set(tmp_path / "mine", "water.toml", "vp = 6", "vp = 7")

    async def run() -> None:
        async with running(sqlite_database, sets=[str(mine)]) as server:
            (ann,) = await people(server, "Ann")
            row = option(await ann.get("/api/games"), "space_editor", "cards")
            assert (row["kind"], row["values"], row["default"]) == ("word", ["first_light", "mine"], "first_light")
            assert row["house"] and row["words"]["first_light"]["en"] == "First Light"
            plain = option(await ann.get("/api/games"), "five_spheres", "cards")
            assert plain["kind"] == "data" and "values" not in plain
            wish: dict[str, Any] = {"mode": "half", "elements": ["wind", "water", "fire"]}
            seats = ["me", "greedy", "greedy"]
            own = await open_table([ann], seats=seats, options={**wish, "cards": "mine"})
            ours = await open_table([ann], seats=seats, options={**wish, "cards": "first_light"})
            told = (await ann.get(f"/api/tables/{own}"))["options"]
            assert told == {**wish, "players": 3, "basepoint": "181"}, "nobody reads the cards in a list of tables"
            async with seated(own, ann) as (a,), seated(ours, ann) as (b,):
                changed = [id for id, card in a.view["cards"].items() if card != b.view["cards"][id]]
                assert [a.view["cards"][id]["vp"] for id in changed] == [7]
                await play_own(a, 0, 8)
            other = {"game": "space_editor", "seats": seats, "options": {"cards": "nobody's"}}
            refused = await ann.post("/api/tables", other, 400)
            assert refused["code"] == "bad_options" and "cards" in refused["message"]

    asyncio.run(run())


def test_a_table_is_played_on_the_board_of_the_host_and_bots_know_it(sqlite_database: str, tmp_path: Path) -> None:
    file = own_board(tmp_path / "mine.json", "mine")

    async def run() -> None:
        async with running(sqlite_database, boards=[str(file)]) as server:
            (ann,) = await people(server, "Ann")
            row = option(await ann.get("/api/games"), "vediic", "board")
            assert row["values"] == ["kundli-1", "mine"] and row["words"]["mine"] == {"en": "mine", "ja": "mine"}
            options = {"order": "seat0", "max_rounds": 3, "board": "mine"}
            table = await open_table([ann], "vediic", seats=["me", "level1"], options=options)
            assert "board" not in (await ann.get(f"/api/tables/{table}"))["options"]
            async with seated(table, ann) as (a,):
                assert a.view["board"] == json.loads(file.read_text(encoding="utf-8"))
                await play_own(a, 0, 30)
                movers = {m["past"]["seat"] for m in a.messages if m["type"] == "update"}
                assert movers == {0, 1}
                assert all("board" not in m.get("view", {}) for m in a.messages if m["type"] == "update")
            ours = await open_table([ann], "vediic", seats=["me", "level1"], options={"board": "kundli-1"})
            async with seated(ours, ann) as (b,):
                assert b.view["board"] == "kundli-1"
            wish = {"game": "vediic", "seats": ["me", "level1"], "options": {"board": "nobody's"}}
            refused = await ann.post("/api/tables", wish, 400)
            assert refused["reason"] == "not_one_of" and "kundli-1" in refused["message"]

    asyncio.run(run())


def test_a_collection_of_the_host_is_played_by_deck_numbers(sqlite_database: str, tmp_path: Path) -> None:
    mine = own_collection(tmp_path / "mine", "chaos.toml", "strength = 2", "strength = 3")

    async def run() -> None:
        async with running(sqlite_database, sets=[str(mine)]) as server:
            (ann,) = await people(server, "Ann")
            options = {"cards": "mine", "assembly": "predesign", "deck_numbers": [1, 2]}
            table = await open_table([ann], "five_spheres", seats=["me", "greedy"], options=options)
            async with seated(table, ann) as (a,):
                assert len(a.view["cards"]) == 80

    asyncio.run(run())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--set", "{}/nowhere/"],
            "this is no folder of cards; one has a file collection.toml (five_spheres) or set.toml",
        ),
        (["--set", "{}"], "this is no folder of cards"),
        (["--board", "{}/nowhere.json"], "No such file or directory"),
        (["--board", "{}/bad.json"], "bad.json: not JSON"),
        (["--set", "{}/a/mine", "--set", "{}/b/mine"], "there is another one named mine already"),
        (["--board", "{}/one.json", "--board", "{}/one.json"], "there is another one named one already"),
        (["--set", "nonsense"], "there is no such setting, and no such folder of cards"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_offered_is_said_before_the_server_opens(words: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    own_set(tmp_path / "a" / "mine")
    own_set(tmp_path / "b" / "mine")
    own_board(tmp_path / "one.json", "one")
    result = orrery("serve", "--database", str(tmp_path / "d.db"), *[word.format(tmp_path) for word in words])
    assert result.exit_code == 2 and said in result.output
