"""Lessons over HTTP: a trail in, the moment that it leads to out. Nothing is kept."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from known import known
from orrery.core.lessons import READ, lessons_of
from orrery.server.http.routes.lessons import now
from server.harness import people, running

STAR = "/api/games/space_editor/lessons/first_star"
FIRST = "place 004 1,0 r0"


def test_a_lesson_is_taken_by_its_trail_alone(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            listed = await ann.get("/api/lessons")
            assert {"game", "lesson", "title", "about", "steps"} == set(listed[0])
            assert next(one["lesson"] for one in listed if one["game"] == "space_editor") == "first_star"

            begun = await ann.post(STAR, {"trail": []}, 200)
            assert begun["step"] == 0 and begun["asks"] and begun["view"] is not None and begun["entries"] == []
            assert begun["point"] == ["card:004", "cell:1,0"] and FIRST in begun["actions"]
            assert "6" not in begun["say"]["en"] and "{" not in begun["say"]["en"]

            # Illegal: as in play, with the words of the lesson. Legal, but not asked for: the lesson's words alone.
            far = await ann.post(STAR + "/try", {"trail": [], "action": "place 004 3,3 r0"}, 200)
            assert (far["accepted"], far["allowed"], far["reason"], far["clause"]) == (
                False,
                False,
                "touches_nothing",
                "SE-4.6",
            )
            assert "edge to edge" in far["note"]["en"] and all(word.startswith("place 004 1,0") for word in far["near"])
            other = await ann.post(STAR + "/try", {"trail": [], "action": "place 004 0,1 r0"}, 200)
            assert (other["accepted"], other["allowed"], other["reason"]) == (False, True, None) and other["note"]["ja"]
            right = await ann.post(STAR + "/try", {"trail": [], "action": FIRST}, 200)
            assert right["accepted"] and right["allowed"] and right["note"] is None

            # One step on: two actions, one's own and the rival's, each with what changed by it.
            step = await ann.post(STAR, {"trail": [FIRST], "have": 0}, 200)
            assert step["view"] is None and [entry["seat"] for entry in step["entries"]] == [0, 1]
            assert step["entries"][0]["action"] == FIRST and step["entries"][1]["action"] is None
            view = begun["view"]
            for entry in step["entries"]:
                view = {key: value for key, value in {**view, **entry["view"]}.items() if key not in entry["gone"]}
                assert "cards" not in entry["view"], "what did not change is not sent again"
            again = await ann.post(STAR, {"trail": [FIRST]}, 200)
            assert again["view"] == view, "whoever resumes stands where they would stand"
            assert [entry["view"] for entry in again["entries"]] == [{}, {}]

            foreseen = await ann.post(STAR + "/preview", {"trail": [], "action": FIRST}, 200)
            assert foreseen["score"]["seats"][0]["score"] == 5
            told = await ann.post(STAR + "/told", {"trail": [FIRST], "what": "score"}, 200)
            assert [row["score"] for row in told["answer"]["seats"]] == [5, 5]
            cards = await ann.get(STAR + "/cards")
            assert cards["names"]["ja"]["004"] == "ヴァルナの真珠"

    asyncio.run(run())


def test_what_is_no_lesson_and_no_trail_of_it_is_refused(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            wrong: list[tuple[str, dict[str, Any], int, str]] = [
                (STAR, {"trail": ["place 004 0,1 r0"]}, 400, "astray"),
                (STAR, {"trail": [READ]}, 400, "astray"),
                (STAR, {"trail": [FIRST] * 61}, 400, "bad_request"),
                (STAR, {"trail": [], "more": 1}, 400, "bad_request"),
                (STAR + "/preview", {"trail": [], "action": "place 004 3,3 r0"}, 400, "no_preview"),
                (STAR + "/told", {"trail": [], "what": "forecast"}, 400, "no_forecast"),
                ("/api/games/space_editor/lessons/nothing", {"trail": []}, 404, "no_such_lesson"),
                ("/api/games/chess/lessons/first_star", {"trail": []}, 404, "no_such_game"),
            ]
            for path, body, status, code in wrong:
                refused = await ann.post(path, body, status)
                assert refused["code"] == code, (path, body, refused)

    asyncio.run(run())


@pytest.mark.parametrize("game", ["space_editor", "vediic", "five_spheres"])
def test_a_learner_is_told_nothing_that_their_seat_does_not_see(game: str) -> None:
    for lesson in lessons_of(known(game)):
        moment = lesson.walk([])
        told = now(moment, None)
        assert told.view == moment.match.view(lesson.seat)
        rival = next(seat for seat in range(moment.match.state.seats()) if seat != lesson.seat)
        assert told.view != moment.match.view(rival)
