"""Puzzles over HTTP: a trail in, the moment that it leads to out; the solution only to who has it, or gives up."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from known import known
from orrery.bots.puzzles import BEST, SURVIVE, WIN, Puzzle, puzzles_of
from orrery.bots.puzzling import LONGEST, Attempt
from orrery.core.fate import Fate
from orrery.server.http.routes.puzzles import now
from orrery.server.workers.pool import Pool, ThinkingFault
from server.harness import people, running

GAMES = ("space_editor", "vediic", "five_spheres")
SECRET = ("solution", "line", "right", "wrong", "why", "proof", "chances", "idea", "others", "hint")
"""Fields in which a solution would stand. Only `solution` may be there before the end, and then it is null."""


def path_of(puzzle: Puzzle) -> str:
    return f"/api/games/{puzzle.game.name}/puzzles/{puzzle.id}"


def one(game: str, kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles_of(known(game)) if puzzle.kind == kind)


def wrong_of(puzzle: Puzzle) -> list[str]:
    return [word for word in puzzle.match().actions() if not puzzle.is_solved_by(word)]


def test_puzzles_are_listed_with_the_one_of_the_day(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            listed = await ann.get("/api/puzzles?day=2026-11-19")
            assert listed["day"] == "2026-11-19"
            assert listed["today"] in listed["puzzles"]
            assert {"game", "puzzle", "title", "theme", "hard"} == set(listed["puzzles"][0])
            for name in GAMES:
                assert sum(row["game"] == name for row in listed["puzzles"]) == len(puzzles_of(known(name)))
            assert (await ann.get("/api/puzzles?day=2026-11-19"))["today"] == listed["today"]
            assert (await ann.get("/api/puzzles?day=2026-11-20"))["today"]["game"] != listed["today"]["game"]
            assert (await ann.get("/api/puzzles"))["today"] is not None
            for day in ("tomorrow", "2026-13-01"):
                assert (await ann.get(f"/api/puzzles?day={day}", 400))["code"] == "bad_request"

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_by_its_trail_alone(sqlite_database: str, game: str) -> None:
    puzzle = max((found for found in puzzles_of(known(game)) if found.kind == WIN), key=lambda found: len(found.line))

    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            begun = await ann.post(path_of(puzzle), {"trail": []}, 200)
            assert not begun["solved"] and begun["solution"] is None and begun["entries"] == []
            assert begun["actions"] == puzzle.match().actions()
            view, number, trail = begun["view"], 0, list[str]()
            at: dict[str, Any] = begun
            while not at["solved"]:
                word = Attempt(puzzle, trail).way()[0]
                tried = await ann.post(path_of(puzzle) + "/try", {"trail": trail, "action": word}, 200)
                assert tried["accepted"] and tried["allowed"] and tried["entries"] == []
                trail.append(word)
                at = await ann.post(path_of(puzzle), {"trail": trail, "have": number}, 200)
                for entry in at["entries"]:
                    view = {key: value for key, value in {**view, **entry["view"]}.items() if key not in entry["gone"]}
                number = at["number"]
            assert at["actions"] == [] and at["to_act"] is None
            assert at["solution"]["line"] == puzzle.line and at["solution"]["why"] == puzzle.why
            assert (await ann.post(path_of(puzzle), {"trail": trail}, 200))["view"] == view

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [WIN, BEST])
def test_a_wrong_action_is_answered_with_what_it_leads_to(sqlite_database: str, game: str, kind: str) -> None:
    puzzle = one(game, kind)

    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            word = wrong_of(puzzle)[0]
            found = await ann.post(path_of(puzzle) + "/try", {"trail": [], "action": word}, 200)
            assert not found["accepted"] and found["allowed"] and found["says"]["en"] and found["says"]["ja"]
            first = found["entries"][0]
            assert (first["number"], first["seat"], first["action"]) == (1, puzzle.seat, word) and first["events"]
            illegal = await ann.post(path_of(puzzle) + "/try", {"trail": [], "action": "dance"}, 200)
            assert not illegal["accepted"] and not illegal["allowed"] and illegal["reason"] and illegal["near"]

    asyncio.run(run())


def test_where_no_process_has_time_an_action_is_judged_all_the_same(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(*_: object) -> None:
        raise ThinkingFault("no answer")

    monkeypatch.setattr(Pool, "solve", busy)

    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            for puzzle in (one("vediic", WIN), one("space_editor", SURVIVE), one("five_spheres", BEST)):
                path = path_of(puzzle) + "/try"
                assert (await ann.post(path, {"trail": [], "action": puzzle.right[0]}, 200))["accepted"]
                wrong = await ann.post(path, {"trail": [], "action": wrong_of(puzzle)[0]}, 200)
                assert not wrong["accepted"] and wrong["says"]["ja"] and wrong["entries"]
                hint = await ann.post(path_of(puzzle) + "/hint", {"trail": [], "hint": 1}, 200)
                assert hint["says"] == Attempt(puzzle).idea()

    asyncio.run(run())


def test_hints_come_in_two_steps_and_the_solution_when_one_gives_up(sqlite_database: str) -> None:
    puzzle = one("space_editor", WIN)

    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            first = await ann.post(path_of(puzzle) + "/hint", {"trail": [], "hint": 1}, 200)
            assert first["says"]["ja"] and first["actions"] == []
            second = await ann.post(path_of(puzzle) + "/hint", {"trail": [], "hint": 2}, 200)
            assert len(second["actions"]) == 3 and sum(word in puzzle.right for word in second["actions"]) == 1
            given = await ann.post(path_of(puzzle) + "/solution", {}, 200)
            assert given["line"] == puzzle.line and given["proof"]["en"]

    asyncio.run(run())


def test_what_is_no_puzzle_and_no_trail_of_it_is_refused(sqlite_database: str) -> None:
    puzzle = one("space_editor", WIN)
    word = puzzle.right[0]

    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            path = path_of(puzzle)
            wrong: list[tuple[str, dict[str, Any], int, str]] = [
                (path, {"trail": [wrong_of(puzzle)[0]]}, 400, "strayed"),
                (path, {"trail": ["dance"]}, 400, "strayed"),
                (path, {"trail": [word] * (LONGEST + 1)}, 400, "bad_request"),
                (path, {"trail": [], "more": 1}, 400, "bad_request"),
                (path + "/hint", {"trail": [], "hint": 3}, 400, "bad_request"),
                (path + "/hint", {"trail": puzzle.line, "hint": 1}, 400, "strayed"),
                (path + "/preview", {"trail": [], "action": "dance"}, 400, "no_preview"),
                (path + "/told", {"trail": [], "what": "forecast"}, 400, "no_forecast"),
                ("/api/games/space_editor/puzzles/nothing", {"trail": []}, 404, "no_such_puzzle"),
                (f"/api/games/vediic/puzzles/{puzzle.id}-x", {"trail": []}, 404, "no_such_puzzle"),
                (f"/api/games/chess/puzzles/{puzzle.id}", {"trail": []}, 404, "no_such_game"),
            ]
            for where, body, status, code in wrong:
                refused = await ann.post(where, body, status)
                assert refused["code"] == code, (where, body, refused)
            solved = await ann.post(path + "/try", {"trail": puzzle.line, "action": word}, 200)
            assert not solved["accepted"] and not solved["allowed"]

    asyncio.run(run())


# --- secrets ----------------------------------------------------------------------------------------------------------


def keys_in(value: object) -> set[str]:
    """The names of all fields in an answer, but for those of views and events, which are the game's own."""
    if isinstance(value, dict):
        mine = {key: part for key, part in value.items() if key not in ("view", "events")}
        return set(mine).union(*(keys_in(part) for part in mine.values()))
    if isinstance(value, list):
        return set().union(*(keys_in(part) for part in value)) if value else set()
    return set()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_sent_before_the_end_tells_the_solution(sqlite_database: str, game: str) -> None:
    """Every byte of every answer that the page asks for on its own, of puzzles of each kind: no field and no text of
    the solution, and the legal actions in an order that tells nothing.
    """
    kinds = {puzzle.kind: puzzle for puzzle in puzzles_of(known(game))}

    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            listed = await ann.get("/api/puzzles?day=2026-11-19")
            for puzzle in kinds.values():
                path = path_of(puzzle)
                begun = await ann.post(path, {"trail": []}, 200)
                wrong = await ann.post(path + "/try", {"trail": [], "action": wrong_of(puzzle)[-1]}, 200)
                score = await ann.post(path + "/told", {"trail": [], "what": "score"}, 200)
                cards = await ann.get(path + "/cards") if "cards" in begun["view"] else {}
                for sent in (listed, begun, wrong, score, cards):
                    said = keys_in(sent) & set(SECRET)
                    assert said <= {"solution"} and sent.get("solution") is None, said
                    text = json.dumps(sent, ensure_ascii=False)
                    for words in (puzzle.why, puzzle.idea or {}):
                        assert not any(sentence in text for sentence in words.values())
                # The actions stand there once, all of them, and in their own order.
                assert begun["actions"] == sorted(begun["actions"]) == puzzle.match().actions()
                for word in puzzle.right:
                    assert json.dumps(wrong, ensure_ascii=False).count(f'"{word}"') == 0, word

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_a_solver_is_told_nothing_that_their_seat_does_not_see(game: str) -> None:
    for puzzle in puzzles_of(known(game)):
        attempt = Attempt(puzzle)
        told = now(attempt, None)
        assert told.view == attempt.match.view(puzzle.seat)
        # The same is told in a world in which all that is hidden is otherwise.
        world = puzzle.sampler().draw(Fate(3))
        assert world.view(puzzle.seat) == told.view
        assert sorted(world.word(action) for action in world.actions()) == told.actions


@pytest.mark.parametrize("game", GAMES)
def test_what_a_wrong_action_leads_to_is_the_same_whatever_is_truly_hidden(game: str) -> None:
    """A refutation is played in imagined worlds: the true one has no part in it."""
    for puzzle in puzzles_of(known(game))[::4]:
        word = wrong_of(puzzle)[0]
        told = Attempt(puzzle).after(word)
        other = Attempt(puzzle)
        other.match.state = puzzle.sampler().draw(Fate(99))
        again = other.after(word)
        assert told.says == again.says
        assert [(one.word, one.events, one.view) for one in told.line] == [
            (one.word, one.events, one.view) for one in again.line
        ]
