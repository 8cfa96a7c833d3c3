"""What everybody is told of the games: titles, seats and options in both languages; and `seats` in a wish's options."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from known import known
from orrery.core.clause import LANGUAGES
from orrery.games import game_names
from orrery.server.http.games import GameInfo, games
from orrery.server.http.library import match_options
from orrery.server.refusal import RequestRefused
from server.harness import people, running


def test_the_games_are_told_with_titles_seats_and_options(database: str) -> None:
    async def run() -> list[dict[str, Any]]:
        async with running(database) as server:
            (ann,) = await people(server, "Ann")
            found: list[dict[str, Any]] = await ann.get("/api/games")
            return found

    told = asyncio.run(run())
    assert [row["game"] for row in told] == game_names()
    assert msgspec.convert(told, list[GameInfo]) == games()
    for row in told:
        game = known(row["game"])
        assert (row["rules"], row["examples"]) == (game.version, game.trials())
        assert set(row["title"]) == set(row["about"]) == set(LANGUAGES) and all(row["about"].values())
        assert row["seats"]["usual"] in row["seats"]["counts"]
        assert row["options"] == [option.as_json() for option in game.guide().options()]
    vediic = next(row for row in told if row["game"] == "vediic")
    assert vediic["title"] == {"en": "Vediic", "ja": "ヴェディック"}
    assert vediic["seats"] == {"counts": [2, 3, 4, 5, 6, 7], "usual": 3}
    house = [option["key"] for option in vediic["options"] if option["house"]]
    assert house[:3] == ["max_rounds", "hands", "order"] and "players" not in house


def test_a_wish_may_say_seats_and_the_table_keeps_the_rules_word(database: str) -> None:
    async def run() -> None:
        async with running(database) as server:
            (ann,) = await people(server, "Ann")
            wish = {"game": "five_spheres", "seats": ["me", "level1", "open"], "options": {"seats": 3}}
            made = await ann.post("/api/tables", wish)
            info = await ann.get(f"/api/tables/{made['id']}")
            assert info["options"] == {"lords": 3} and len(info["seats"]) == 3
            refused = await ann.post("/api/tables", {**wish, "options": {"seats": 4}}, 400)
            assert (refused["code"], refused["reason"]) == ("bad_options", "other_seats")
            assert refused["facts"]["made"] == 4 and refused["facts"]["seats"] == 3
            refused = await ann.post("/api/tables", {**wish, "options": {"seats": 9}}, 400)
            assert (refused["reason"], refused["facts"]["field"]) == ("out_of_range", "seats")

    asyncio.run(run())


def test_a_table_of_many_lords_gets_a_pool_that_is_large_enough() -> None:
    game = known("five_spheres")
    found = match_options(game, {"assembly": "closed_draft"}, [], 6)
    assert (found["lords"], found["pool_copies"]) == (6, 4)
    with pytest.raises(RequestRefused) as refusal:
        match_options(game, {"assembly": "closed_draft", "pool_copies": 3}, [], 6)
    assert refusal.value.code == "bad_options"
