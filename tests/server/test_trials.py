"""How does my deck do? Its matches are played a slice at a time, for all in turn, and for nobody too many."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from known import known
from orrery.bots.deck_trial import DRAWN, LOST, WON, DeckTrial
from orrery.server.refusal import RequestRefused
from orrery.server.workers import trials as trials_module
from orrery.server.workers.trials import ASKING, Line
from server.harness import Player, people, running, service

EDITOR = "/api/games/space_editor/decks/trial"
SPHERES = "/api/games/five_spheres/decks/trial"


async def tried(player: Player, matches: int, path: str = EDITOR, **wish: Any) -> tuple[list[int], Any]:
    """Tries a deck as the page does, until so many matches are known; gives how they ended, and the last answer."""
    halves: list[int] = []
    while True:
        part = await player.post(path, {"deck": "wind", "bot": "greedy", **wish, "start": len(halves)})
        assert part["start"] == len(halves)
        halves += part["halves"]
        if len(halves) >= matches or len(halves) >= part["most"]:
            return halves, part


def test_what_is_tried_is_what_the_bots_play(sqlite_database: str) -> None:
    game = known("space_editor")
    shelf = game.guide().shelf()
    assert shelf is not None
    deck = shelf.named("wind")
    assert deck is not None
    trial = DeckTrial(game, deck, "half", "greedy")
    expected = [trial.play(number) for number in range(6)]
    assert set(expected) <= {LOST, DRAWN, WON} and len(set(expected)) > 1, "they do not all end alike"

    async def run() -> None:
        async with running(sqlite_database, trial_slice=0.05) as server:
            (ann,) = await people(server, "Ann")
            offer = await ann.get(EDITOR)
            assert [mode["mode"] for mode in offer["modes"]] == ["half", "full"], "the usual one first"
            assert offer["usual_bot"] in offer["bots"] and offer["most"] == 1000
            halves, part = await tried(ann, 6)
            assert halves[:6] == expected
            assert part["mode"] == "half" and part["bot"] == "greedy"
            # In this game no two sit at a table with decks of one element.
            assert [rival["id"] for rival in part["field"]] == ["water", "earth", "fire"]
            assert all(rival["name"]["en"] and not rival["name"]["ja"].isascii() for rival in part["field"])
            again = await ann.post(EDITOR, {"deck": {"cards": deck.counts(), "element": "wind"}, "bot": "greedy"})
            assert again["halves"] == halves[: len(again["halves"])], "the same deck has the same matches"
            spheres = await ann.post(SPHERES, {"deck": "genesis-2", "bot": "greedy"})
            assert len(spheres["field"]) == 5 and spheres["mode"] == "" and spheres["halves"]
            assert spheres["field"][0]["name"]["en"] == "The Clockwork Heaven"

    asyncio.run(run())


def test_a_trial_ends_at_its_last_match_and_goes_on_from_anywhere(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, trial_matches=3, trial_slice=0.01) as server:
            (ann,) = await people(server, "Ann")
            halves, part = await tried(ann, 99)
            assert len(halves) == part["most"] == 3
            assert (await ann.post(EDITOR, {"deck": "wind", "start": 3}))["halves"] == []
            last = await ann.post(EDITOR, {"deck": "wind", "bot": "greedy", "start": 2})
            assert last["halves"] == halves[2:]

    asyncio.run(run())


HUGE = {"cards": {f"{i:03}": 99 for i in range(46, 147)}, "element": "wind"}
WRONG: list[tuple[str, Any, int, str, str]] = [
    (EDITOR, {"deck": HUGE}, 400, "bad_deck", "9999 cards; right is 24"),
    (EDITOR, {"deck": {"cards": {}, "element": "stone"}}, 400, "bad_deck", "there are water"),
    (EDITOR, {"deck": "no deck at all"}, 400, "bad_deck", "deck:"),
    (EDITOR, {"deck": "x" * 100_000}, 413, "too_large", ""),
    (EDITOR, {"deck": "x" * 9000}, 400, "bad_request", ""),
    (EDITOR, {"deck": {"cards": {f"c{i}": 20 for i in range(501)}, "element": "wind"}}, 400, "bad_request", ""),
    (EDITOR, {"deck": {"cards": {"w01": 10_000}, "element": "wind"}}, 400, "bad_request", ""),
    (EDITOR, {"deck": "wind", "mode": "double"}, 400, "no_trial", "half, full"),
    (EDITOR, {"deck": "wind", "bot": "level5"}, 400, "no_trial", "greedy, level1"),
    (EDITOR, {"deck": "wind", "bot": "mcts:100000"}, 400, "no_trial", "greedy, level1"),
    (EDITOR, {"deck": "wind", "start": -1}, 400, "bad_request", ""),
    (EDITOR, {"deck": "wind", "start": 10**12}, 400, "bad_request", ""),
    (EDITOR, {"deck": "wind", "matches": 10**9}, 400, "bad_request", ""),
    ("/api/games/vediic/decks/trial", {"deck": "wind"}, 404, "no_decks", "played without decks"),
    ("/api/games/chess/decks/trial", {"deck": "wind"}, 404, "no_such_game", "there is no game"),
]  # fmt: skip


def test_what_cannot_be_tried_is_refused_with_a_sentence(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            for path, wish, status, code, said in WRONG:
                refused = await ann.post(path, wish, status)
                assert refused["code"] == code and said in refused["message"] and refused["message"], refused
            assert not service(server).trials.pool.running, "nothing was played"

    asyncio.run(run())


def test_nobody_tries_a_deck_without_an_identity(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            stranger = Player(server.address, "Stranger")
            assert (await stranger.post(EDITOR, {"deck": "wind"}, 401))["code"] == "no_identity"
            assert (await stranger.get(EDITOR))["modes"], "how it goes may be known to all"
            # There is nothing of somebody else's that could be asked for, or stopped.
            mine = await ann.post(EDITOR, {"deck": "wind", "bot": "greedy"})
            assert ann.id not in str(mine) and "id" not in mine
            assert (await ann.http.delete(EDITOR)).status_code == 405

    asyncio.run(run())


def test_a_hundred_at_once_are_a_few_of_one_person_and_the_others_are_told_so(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, trial_slice=0.01) as server:
            ann, ben = await people(server, "Ann", "Ben")
            wish = {"deck": "wind", "bot": "greedy"}
            await ann.post(EDITOR, wish)
            flood = [asyncio.create_task(ann.http.post(EDITOR, json=wish)) for _ in range(100)]
            await asyncio.sleep(0.05)
            assert (await ben.post(EDITOR, wish))["halves"], "nobody else is kept waiting"
            answers = await asyncio.gather(*flood)
            refused = [answer.json() for answer in answers if answer.status_code == 429]
            assert len(refused) >= 50 and all(answer.status_code in (200, 429) for answer in answers)
            assert {body["code"] for body in refused} == {"too_many_trials"}
            assert all(body["reason"] == "trials_at_once" and body["facts"] == {"most": ASKING} for body in refused)
            assert service(server).trials.asking.total() == 0 and not service(server).trials.line.taken
            assert (await ann.post(EDITOR, wish))["halves"], "and it goes on"

    asyncio.run(run())


@pytest.mark.parametrize("bound", [{"trial_hourly": 2}, {"trial_seconds": 0.2}])
def test_matches_and_seconds_of_an_hour_are_bounded(sqlite_database: str, bound: dict[str, Any]) -> None:
    async def run() -> None:
        async with running(sqlite_database, trial_slice=0.3, **bound) as server:
            ann, ben = await people(server, "Ann", "Ben")
            wish = {"deck": "wind", "bot": "greedy"}
            for _ in range(9):
                answer = await ann.http.post(EDITOR, json=wish)
                if answer.status_code != 200:
                    break
            body = answer.json()
            assert answer.status_code == 429 and body["reason"] == "trials_spent" and body["facts"]["minutes"] >= 1
            assert (await ben.post(EDITOR, wish))["halves"], "others have their own"

    asyncio.run(run())


def test_a_process_that_dies_loses_nothing(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, trial_slice=0.01) as server:
            (ann,) = await people(server, "Ann")
            trials = service(server).trials
            first, _ = await tried(ann, 2)
            (worker,) = trials.pool.running.values()
            os.kill(worker.process.pid, signal.SIGKILL)
            refused = await ann.post(EDITOR, {"deck": "wind", "bot": "greedy"}, 503)
            assert refused["code"] == "not_tried"
            again, _ = await tried(ann, 2)
            assert again[:2] == first[:2]
            assert trials.asking.total() == 0 and not trials.line.taken and not trials.line.places

    asyncio.run(run())


def test_those_who_play_come_first(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with running(sqlite_database, trial_slice=0.01) as server:
            (ann,) = await people(server, "Ann")
            wish = {"deck": "wind", "bot": "greedy"}
            await ann.post(EDITOR, wish)
            trials, pool = service(server).trials, service(server).pool
            monkeypatch.setattr(trials_module, "POLITE", 60.0)
            pool.thinking = pool.workers  # as if every process for bots were thinking
            held = asyncio.create_task(ann.post(EDITOR, wish))
            await asyncio.sleep(0.3)
            assert not held.done() and trials.pool.thinking == 0, "no slice begins"
            pool.thinking = 0
            assert (await held)["halves"]
            monkeypatch.setattr(trials_module, "POLITE", 0.1)
            pool.thinking = pool.workers
            assert (await ann.post(EDITOR, wish))["halves"], "but nobody waits for ever"
            pool.thinking = 0

    asyncio.run(run())


async def until(holds: Callable[[], bool]) -> None:
    """Waits until that holds; ten seconds are enough for anything here."""
    async with asyncio.timeout(10):
        while not holds():
            await asyncio.sleep(0.01)


def test_whoever_goes_away_is_not_played_for(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials_module, "POLITE", 60.0)

    async def run() -> None:
        async with running(sqlite_database, trial_slice=0.01) as server:
            ann, ben = await people(server, "Ann", "Ben")
            wish = {"deck": "wind", "bot": "greedy"}
            await ann.post(EDITOR, wish)
            trials, pool = service(server).trials, service(server).pool
            pool.thinking = pool.workers
            one = asyncio.create_task(ann.post(EDITOR, wish))
            await until(lambda: trials.line.taken)
            two = asyncio.create_task(ben.post(EDITOR, wish))
            await until(lambda: list(trials.line.places) == [ben.id])
            two.cancel()
            await until(lambda: trials.asking.total() == 1)  # a link that is gone is noticed
            played = trials.pool.thinking
            pool.thinking = 0
            assert (await one)["halves"] and played == 0 and not trials.line.taken

    asyncio.run(run())


# --- the line ---------------------------------------------------------------------------------------------------------


def test_people_take_turns_and_are_told_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        line = Line()
        here: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        assert await line.wait("ann", 1.0, here) is None
        assert await line.wait("ben", 0.0, here) == 1
        assert await line.wait("cleo", 0.0, here) == 2
        assert await line.wait("ben", 0.0, here) == 1, "a place is kept for who asks again"
        cleo = asyncio.create_task(line.wait("cleo", 5.0, here))
        await asyncio.sleep(0)
        line.give_back()
        assert await cleo is None, "ben does not wait just now, and is passed by"
        ben = asyncio.create_task(line.wait("ben", 5.0, here))
        ann = asyncio.create_task(line.wait("ann", 5.0, here))
        await asyncio.sleep(0)
        line.give_back()
        assert await ben is None and not ann.done(), "who had a turn goes behind the others"
        line.give_back()
        assert await ann is None
        line.give_back()
        assert not line.places

        assert await line.wait("ann", 1.0, here) is None
        assert await line.wait("ben", 0.0, here) == 1
        monkeypatch.setattr(trials_module, "LOST", -1.0)
        assert await line.wait("cleo", 0.0, here) == 1, "ben was gone too long"
        monkeypatch.setattr(trials_module, "LONGEST_LINE", 0)
        with pytest.raises(RequestRefused, match="too many try their decks"):
            await line.wait("dora", 0.0, here)

    asyncio.run(run())
