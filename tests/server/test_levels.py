"""Levels that the clock cuts short on this machine, and how people are told."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from known import known
from orrery.core.match import Match
from orrery.server.workers import pool as pools
from orrery.server.workers.levels import ENOUGH, LATEST, STEP, Levels
from orrery.server.workers.pool import Pool
from orrery.server.workers.questions import Choose
from orrery.server.workers.worker import choose
from server.harness import running, service, worker_that


def note(levels: Levels, *shares: float, bot: str = "level5") -> None:
    for share in shares:
        levels.note("vediic", bot, share)


def test_a_level_whose_decisions_are_cut_short_is_named_with_its_rough_share() -> None:
    levels = Levels()
    note(levels, *[0.2, 1.0] * (STEP // 2))
    assert levels.short == {"level5": {"vediic": 60}}
    levels.note("five_spheres", "level5", 0.1)
    assert levels.short == {"level5": {"vediic": 60}}, "one decision says nothing"


@pytest.mark.parametrize("share", [1.0, ENOUGH + 0.01])
def test_a_level_that_gets_nearly_all_it_needs_is_not_named(share: float) -> None:
    levels = Levels()
    note(levels, *[share] * LATEST)
    assert levels.short == {}


def test_a_single_decision_cannot_be_told_from_what_is_said() -> None:
    levels = Levels()
    note(levels, *[0.5] * (STEP - 1))
    assert levels.short == {}
    note(levels, 0.5)
    said = {"level5": {"vediic": 50}}
    assert levels.short == said
    for _ in range(STEP - 1):
        note(levels, 0.0)
        assert levels.short == said, "judged anew only after several more"
    note(levels, 0.0)
    assert levels.short == {"level5": {"vediic": 25}}


def test_only_the_latest_decisions_count() -> None:
    levels = Levels()
    note(levels, *[0.0] * LATEST)
    assert levels.short == {"level5": {"vediic": 1}}, "never nothing: it does take an action"
    note(levels, *[1.0] * LATEST)
    assert levels.short == {"level5": {}}


def test_bots_of_any_budget_are_not_judged() -> None:
    levels = Levels()
    note(levels, *[0.1] * STEP, bot="mcts:9999999")
    assert levels.short == {} and levels.shares == {}


def test_what_was_is_forgotten_when_they_think_in_another_build() -> None:
    levels = Levels()
    note(levels, *[0.5] * (2 * STEP - 1))
    levels.forget()
    assert levels.short == {}
    note(levels, 0.5)
    assert levels.short == {}


def a_choice(bot: str) -> Choose:
    match = Match.new(known("vediic"), {"players": 2}, 5)
    # Colours are chosen by lot, without a search.
    while not any(word.startswith("move") for word in match.actions()):
        match.act(match.actions()[0])
    seat = match.to_act()
    return Choose("vediic", bot, match.view(seat), match.seen(seat), match.actions(), 3)


@pytest.mark.parametrize(
    ("bot", "seconds", "got"),
    [
        ("level1", 60.0, 1.0),
        ("level1", 0.01, 0.0),
        ("greedy", 60.0, None),
        ("mcts:50ms", 60.0, None),
        ("mcts:20", 60.0, 1.0),
    ],
)
def test_a_process_tells_what_a_bot_had_time_for(bot: str, seconds: float, got: float | None) -> None:
    question = a_choice(bot)
    reply = choose(question, seconds)
    assert reply.action in question.actions and reply.got == got


def test_a_bot_with_more_simulations_than_time_is_cut_short() -> None:
    reply = choose(a_choice("mcts:9999999"), 0.2)
    assert reply.got is not None and reply.got < 0.5


def test_the_list_of_levels_says_where_they_are_cut_short(
    sqlite_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = a_choice("level5")
    body = f"print(json.dumps({{'type': 'chosen', 'action': {asked.actions[0]!r}, 'got': 0.5}}), flush=True)"

    monkeypatch.setattr(pools, "WORKER", Path(worker_that(tmp_path, body)[-1]).read_text())

    async def run() -> list[Any]:
        async with running(sqlite_database) as server, httpx.AsyncClient(base_url=server.address) as http:
            found = [(await http.get("/api/levels")).json()]
            pool: Pool = service(server).pool
            async with asyncio.timeout(60):
                while pool.levels.short == {}:
                    await pool.choose("vediic", "level5", asked.view, asked.seen, asked.actions, asked.seed)
            found.append((await http.get("/api/levels")).json())
            return found

    before, after = asyncio.run(run())
    assert not any("short" in row for row in before)
    assert {row["bot"]: row["short"] for row in after if "short" in row} == {"level5": {"vediic": 50}}
