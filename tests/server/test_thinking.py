"""Bots in processes of their own: legal, in time, and the match goes on when one fails."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from known import known
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.server.workers.pool import SHARE, Pool, ThinkingFault
from orrery.server.workers.questions import Choose, Chosen
from server.harness import worker_that


def question(game: str = "vediic", options: dict[str, Any] | None = None, moves: int = 6) -> tuple[Any, ...]:
    rules = known(game)
    match = Match.new(rules, options or {"players": 3}, 5)
    while moves > 0 or len(match.actions()) < 2:
        match.act(match.actions()[0])
        moves -= 1
    seat = match.to_act()
    return match.view(seat), match.seen(seat), match.actions()


def with_pool(pool: Pool, work: Any) -> Any:
    async def run() -> Any:
        pool.start()
        try:
            return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


@pytest.mark.parametrize("bot", ["random", "greedy", "level1"])
def test_a_bot_answers_with_one_of_the_actions(bot: str) -> None:
    view, seen, actions = question()

    async def work(pool: Pool) -> None:
        words = [await pool.choose("vediic", bot, view, seen, actions, 11) for _ in range(2)]
        assert words[0] in actions

    pool = Pool(1, 10.0)
    with_pool(pool, work)
    assert pool.killed == 0


def test_who_stops_waiting_in_the_moment_of_the_answer_has_stopped() -> None:
    view, seen, actions = question()

    async def run() -> None:
        pool = Pool(1, 10.0)  # without processes: the test answers
        thinking = asyncio.create_task(pool.choose("vediic", "random", view, seen, actions, 11))
        asked = await pool.queue.get()
        assert asked is not None
        asked.done.set_result(Chosen(actions[0]))
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking

    asyncio.run(run())


def test_a_process_that_does_not_answer_is_killed_and_replaced_and_the_seat_acts_all_the_same(tmp_path: Path) -> None:
    view, seen, actions = question()

    async def work(pool: Pool) -> None:
        # No process ever answers, so an answer shows that it was not waited for; and two in a row are killed.
        async with asyncio.timeout(60):
            while pool.killed < 2:
                assert await pool.choose("vediic", "level3", view, seen, actions, 11) == Fate(11).pick(actions)

    with_pool(Pool(1, 0.3, worker_that(tmp_path, "time.sleep(3600)")), work)


def test_a_bot_that_answers_nonsense_or_dies_does_no_harm(tmp_path: Path) -> None:
    view, seen, actions = question()
    for body in (
        "print(json.dumps({'type': 'chosen', 'action': 'cheat'}), flush=True)",
        "print('{', flush=True)",
        "sys.exit()",
    ):
        pool = Pool(1, 2.0, worker_that(tmp_path, body))
        assert with_pool(pool, lambda pool: pool.choose("vediic", "level3", view, seen, actions, 11)) in actions


def test_time_in_the_queue_counts_and_the_log_says_that_bots_are_under_load(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    view, seen, actions = question()
    body = "print(json.dumps({'type': 'chosen', 'action': str(json.loads(line)['seconds'])}), flush=True)"

    async def work(pool: Pool) -> list[float]:
        # Three ask at one time; one process takes them up one by one, the second and the third 0.4 seconds later each.
        answered: list[object] = []
        ask = pool._ask_process

        async def ask_process(*wanted: Any) -> bool:
            try:
                return await ask(*wanted)
            finally:
                answered.append(wanted)

        pool._ask_process = ask_process  # type: ignore[method-assign]
        pool.time = lambda: 0.4 * len(answered)
        asked = Choose("vediic", "level3", view, seen, actions, 1)
        replies = await asyncio.gather(*(pool._ask(asked) for _ in range(3)))
        return [float(reply.action) for reply in replies if isinstance(reply, Chosen)]

    pool = Pool(1, 1.0, worker_that(tmp_path, body), patience=60.0)
    with caplog.at_level(logging.WARNING, "orrery.server.workers.pool"):
        left = with_pool(pool, work)
    assert left == pytest.approx([SHARE, 0.6 * SHARE, 0.2 * SHARE])
    assert pool.hurried == 2
    assert "under load" in caplog.text


def test_a_preview_tells_what_happens_in_every_world_that_the_seat_can_imagine() -> None:
    rules = known("space_editor")
    match = Match.new(rules, {"mode": "half"}, 3)
    match.act("basepoint 0,0")
    seat = match.to_act()
    assert seat is not None
    view, seen = match.view(seat), match.seen(seat)
    word = next(word for word in match.actions() if word.startswith("place"))

    async def work(pool: Pool) -> Any:
        with pytest.raises(ThinkingFault):
            await pool.preview("space_editor", view, seen, "dance", seat)
        return await pool.preview("space_editor", view, seen, word, seat)

    reply = with_pool(Pool(1, 10.0), work)
    match.act(word)
    real = match.events(seat)
    assert reply.events and len(reply.events) <= len(real)
    for told, seen_then in zip(reply.events, real, strict=False):
        assert told == seen_then or told == rules.veil(seen_then, view, True)
    drawn = [event for event in reply.events if event["event"] == "drawn" and event["seat"] == seat]
    assert [event["cards"] for event in drawn] == [2], "which cards are drawn cannot be foreseen, how many can"
    assert not reply.whole and reply.next == match.to_act()
