"""What a seat may ask: scores, forecasts, hints and analyses, from what it knows and no more."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from known import known
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games import for_people
from orrery.server.workers.answers import Asked, told
from orrery.server.workers.questions import Foresee, Foreseeing
from orrery.server.workers.worker import preview
from server.harness import Seat, open_table, people, running, seated, service

SECONDS = 20.0


def asked(match: Match, what: str, seat: int | None, **more: Any) -> Asked:
    """A question at the present state of a match, as it travels to a worker and arrives there."""
    found = Asked(what, match.game.name, match.state.seats(), match.number, seat, match.view(seat), match.seen(seat))
    if what in ("hint", "analysis"):
        found.actions = match.actions()
    for key, value in more.items():
        setattr(found, key, value)
    return msgspec.json.decode(msgspec.json.encode(found), type=Asked)


def played(game: str, options: dict[str, Any], actions: int, seed: int = 3) -> Match:
    """A match some actions after its start, by lot."""
    rules = known(game)
    match = Match.new(rules, for_people(game, options), seed)
    fate = Fate(seed)
    while actions > 0 and match.to_act() is not None:
        match.act(fate.pick(match.actions()))
        actions -= 1
    return match


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_parts_of_a_picture_add_up_to_the_score_for_seats_and_spectators(seed: int) -> None:
    options = {"mode": "full"} if seed % 2 else {"mode": "half", "players": 4}
    match = played("space_editor", options, 60, seed)
    for eyes in (0, 1, None):
        answer = told(asked(match, "score", eyes), SECONDS)
        assert [row["score"] for row in answer["seats"]] == match.result().scores
        for row in answer["seats"]:
            assert row["score"] == sum(part["points"] for part in row["parts"])
        for star in answer["stars"]:
            if star["nothing"] is None:
                assert star["value"] == max(0, star["base"] + sum(one["vp"] for one in star["bonuses"]))
            else:
                assert star["value"] == 0 and star["bonuses"] == []


def test_a_star_says_which_ability_changes_its_worth() -> None:
    found: list[Any] = []
    for seed in range(1, 30):
        match = played("space_editor", {"mode": "full"}, 70, seed)
        view = match.view(0)
        for star in told(asked(match, "score", 0), SECONDS)["stars"]:
            for bonus in star["bonuses"]:
                ability = view["cards"][bonus["card"]]["abilities"][bonus["ability"]]
                assert ability["static"] == "worth" and ability["vp"] == bonus["vp"]
                found.append(bonus)
    assert found, "no match of these had such an ability: take others"


def test_strengths_and_costs_of_five_spheres_are_those_of_the_rules() -> None:
    seen_creatures = seen_payable = 0
    for seed in range(1, 7):
        match = played("five_spheres", {}, 120, seed)
        seat = match.to_act()
        if seat is None:
            continue
        view = match.view(seat)
        answer = told(asked(match, "score", seat), SECONDS)
        shown = {row["uid"]: row for lord in view["seats"] for row in lord["battlefield"]}
        assert {row["uid"] for row in answer["creatures"]} == set(shown)
        for row in answer["creatures"]:
            seen_creatures += 1
            assert row["strength"] == shown[row["uid"]]["strength"]
            assert row["strength"] == row["afflicted" if shown[row["uid"]]["afflicted"] else "well"]
        assert [row["card"] for row in answer["hand"]] == view["seats"][seat]["hand"]
        words = match.actions()
        for row in answer["hand"]:
            for half, verb in (("creature", "summon"), ("generic", "generic"), ("spell", "cast")):
                if any(word.split()[:2] == [verb, f"h{row['index']}"] for word in words):
                    seen_payable += 1
                    assert row[half]["missing"] is None, (row, half)
        assert told(asked(match, "score", None), SECONDS)["hand"] == []
    assert seen_creatures and seen_payable


def previewed(match: Match, word: str, seconds: float = SECONDS) -> Foreseeing:
    """What a worker says of an action that the seat to act thinks of."""
    seat = match.to_act()
    question = Foresee(match.game.name, match.view(seat), match.seen(seat), word, seat)
    return preview(msgspec.json.decode(msgspec.json.encode(question), type=Foresee), seconds)


@pytest.mark.parametrize("options", [{"mode": "full"}, {"mode": "half"}, {"mode": "half", "players": 4}])
def test_a_preview_tells_the_score_as_it_would_be_asked_after_the_action(options: dict[str, Any]) -> None:
    changed = 0
    for actions in (12, 20):
        match = played("space_editor", options, actions)
        seat = match.to_act()
        before = match.result().scores
        for word in match.actions()[::7]:
            told_before = previewed(match, word).score
            match.act(word)
            assert told_before == told(asked(match, "score", seat), SECONDS), word
            changed += match.result().scores != before
            match.undo(actions)
    assert changed, "no action of these changed the score"


@pytest.mark.parametrize(("game", "options"), [("vediic", {"players": 3}), ("five_spheres", {})])
def test_every_game_tells_the_score_of_a_preview(game: str, options: dict[str, Any]) -> None:
    compared = 0
    for actions in range(10, 60, 5):
        match = played(game, options, actions)
        seat, word = match.to_act(), match.actions()[-1]
        reply = previewed(match, word)
        if not reply.whole:
            continue
        match.act(word)
        assert reply.score == told(asked(match, "score", seat), SECONDS)
        compared += 1
    assert compared >= 3


def test_a_preview_tells_no_score_that_cannot_be_foreseen() -> None:
    # The lord draws: what the new cards cost is a part of the score.
    match = played("five_spheres", {}, 0)
    while "keep" not in match.actions():
        match.act(match.actions()[0])
    reply = previewed(match, "keep")
    assert not reply.whole and reply.score is None
    # Without time only one world is looked at, and one world is a guess.
    match = played("space_editor", {"mode": "full"}, 12)
    word = match.actions()[0]
    assert previewed(match, word).whole and previewed(match, word).score is not None
    hurried = previewed(match, word, 0.0)
    assert not hurried.whole and hurried.score is None


@pytest.mark.parametrize("seed", range(1, 5))
def test_the_score_of_a_preview_is_that_of_every_world_the_seat_can_imagine(seed: int) -> None:
    match = played("space_editor", {"mode": "half", "players": 4}, 26, seed)
    seat = match.to_act()
    sampler, fate = match.game.sampler(match.view(seat), match.seen(seat)), Fate(99 + seed)
    for word in match.actions()[:20]:
        reply = previewed(match, word)
        assert reply.score is not None
        for _ in range(3):
            world = sampler.draw(fate)
            action = world.read(word)
            assert action is not None
            world.act(action)
            assert world.result().scores == [row["score"] for row in reply.score["seats"]]


def test_a_forecast_gives_chances_that_add_up() -> None:
    match = played("vediic", {"players": 3}, 30)
    answer = told(asked(match, "forecast", None, turns=2), SECONDS)
    assert len(answer["turns"]) == 2
    for outlook in answer["turns"]:
        for chances in outlook["planets"].values():
            assert sum(chances.values()) == pytest.approx(1.0)
    assert answer["now"]["round"] == match.view(None)["round"]
    points = told(asked(match, "score", 0), SECONDS)["seats"]
    assert [row["score"] for row in points] == match.result().scores


@pytest.mark.parametrize(
    ("game", "options"), [("space_editor", {"mode": "half"}), ("vediic", {"players": 3}), ("five_spheres", {})]
)
def test_hints_name_legal_actions_with_reasons_in_both_languages(game: str, options: dict[str, Any]) -> None:
    match = played(game, options, 12)
    while len(match.actions()) < 3:
        match.act(match.actions()[0])
    seat = match.to_act()
    hints = told(asked(match, "hint", seat), SECONDS)["hints"]
    assert 1 <= len(hints) <= 3
    assert sum(hint["share"] for hint in hints) == pytest.approx(1.0, abs=0.01)
    for hint in hints:
        assert hint["action"] in match.actions() and 0 <= hint["chance"] <= 1
        assert hint["why"]["en"] and hint["why"]["ja"] and hint["why"]["en"] != hint["why"]["ja"]
    word = match.actions()[-1]
    analysis = told(asked(match, "analysis", seat, word=word), SECONDS)
    assert analysis["options"] == len(match.actions())
    assert {row["action"] for row in analysis["actions"]} <= set(match.actions())
    if analysis["taken"] is not None:
        assert analysis["taken"]["word"] == word and analysis["taken"]["loss"] >= 0


@pytest.mark.parametrize(
    ("game", "options", "actions", "seed"),
    [
        ("space_editor", {"mode": "half"}, 9, 1),
        ("space_editor", {"mode": "half"}, 9, 2),
        ("five_spheres", {}, 14, 1),
        ("five_spheres", {}, 30, 1),
        ("vediic", {"players": 3}, 40, 1),
    ],
)
def test_the_list_of_an_analysis_and_its_judgement_agree(
    game: str, options: dict[str, Any], actions: int, seed: int
) -> None:
    match = played(game, options, actions, seed)
    while len(match.actions()) < 4:
        match.act(match.actions()[0])
    word = match.actions()[len(match.actions()) // 2]
    answer = told(asked(match, "analysis", match.to_act(), word=word), 600.0)
    rows, taken = answer["actions"], answer["taken"]
    assert [row["chance"] for row in rows] == sorted([row["chance"] for row in rows], reverse=True)
    best = rows[0]
    assert (taken["best"], taken["best_chance"], taken["best_visits"]) == (
        best["action"], best["chance"], best["visits"],
    )  # fmt: skip
    assert taken["loss"] == pytest.approx(max(0.0, best["chance"] - taken["chance"]), abs=0.0002)
    assert best["visits"] == max(row["visits"] for row in rows), "a few lucky looks passed for the best"
    (own,) = [row for row in rows if row["action"] == word]
    assert (own["chance"], own["visits"]) == (taken["chance"], taken["visits"])
    if taken["why"] is not None:
        assert taken["why"] == best["why"], "the reason belongs to the row that it speaks of"


def test_an_answer_without_time_says_nothing_of_lines_that_nobody_looked_at() -> None:
    match = played("vediic", {"players": 3}, 20)
    while len(match.actions()) < 4:
        match.act(match.actions()[0])
    hints = told(asked(match, "hint", match.to_act()), 0.0)["hints"]
    assert hints and all(hint["visits"] == 0 for hint in hints)
    for hint in hints:
        assert "0" not in hint["why"]["en"] + hint["why"]["ja"]
    analysis = told(asked(match, "analysis", match.to_act(), word=match.actions()[0]), 0.0)
    assert analysis["actions"] == [] and analysis["taken"] is None


async def first_turn(seat: Seat) -> None:
    """Hears until the seat is to act with a choice."""
    await seat.until("state")
    while not seat.actions or len(seat.actions) < 2:
        if seat.actions:
            await seat.reach((await seat.act(seat.actions[0]))["number"])
        else:
            await seat.hear()


def test_questions_are_answered_over_the_wire_to_seats_and_spectators(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            ann, cat = await people(server, "Ann", "Cat")
            table = await open_table([ann], "vediic", seats=["me", "random"], options={"max_rounds": 50})
            async with ann.at(table) as a, cat.at(table) as c:
                await first_turn(a)
                await c.until("state")
                await c.reach(a.number)
                for who in (a, c):
                    answer = await who.ask({"type": "ask", "at": a.number, "what": "score"}, 30)
                    assert answer["type"] == "told" and len(answer["answer"]["seats"]) == 2
                    wish = {"type": "ask", "at": a.number, "what": "forecast", "more": {"turns": 1}}
                    answer = await who.ask(wish, 30)
                    assert len(answer["answer"]["turns"]) == 1 and answer["at"] == a.number
                hint = await a.ask({"type": "ask", "at": a.number, "what": "hint"}, 30)
                assert hint["answer"]["hints"][0]["action"] in (a.actions or [])
                none = await c.ask({"type": "ask", "at": a.number, "what": "hint"})
                assert none["code"] == "not_seated"
                late = await a.ask({"type": "ask", "at": a.number + 5, "what": "score"})
                assert late["code"] == "no_such_number"
                far = await a.ask({"type": "ask", "at": 0, "what": "forecast", "more": {"turns": 9}})
                assert far["code"] == "bad_message"
                spy = await a.ask({"type": "ask", "at": a.number, "what": "score", "more": {"seat": 1}})
                assert spy["code"] == "running"
                number = a.number
                done = await a.act((a.actions or [])[0])
                await a.reach(done["number"])
                past = await a.ask({"type": "ask", "at": number, "what": "analysis"}, 30)
                assert past["at"] == number and past["answer"]["actions"]

    asyncio.run(run())


def test_a_table_may_forbid_hints_while_other_people_play_and_a_person_has_only_so_many(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, hints=0.0001, hint_burst=1) as server:
            ann, ben = await people(server, "Ann", "Ben")
            options = {"max_rounds": 50}
            strict = await open_table([ann, ben], "vediic", options=options, hints=False)
            async with seated(strict, ann, ben) as (a, b):
                actor = (a, b)[a.standing["to_act"]]
                refused = await actor.ask({"type": "ask", "at": actor.number, "what": "hint"})
                assert refused["code"] == "no_hints"
                assert (await actor.ask({"type": "ask", "at": actor.number, "what": "score"}, 30))["type"] == "told"
            alone = await open_table([ann], "vediic", seats=["me", "random"], options=options, hints=False)
            async with ann.at(alone) as a:
                await first_turn(a)
                wish = {"type": "ask", "at": a.number, "what": "hint"}
                assert (await a.ask(wish, 30))["type"] == "told", "among bots there are always hints"
                assert (await a.ask(wish, 30))["code"] == "too_fast"

    asyncio.run(run())


def test_scores_do_not_wait_behind_thinking_bots(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            table = await open_table([ann], "vediic", seats=["me", "random"], options={"max_rounds": 50})
            async with ann.at(table) as a:
                await first_turn(a)
                await service(server).pool.close()  # no bot will ever answer again
                answer = await a.ask({"type": "ask", "at": a.number, "what": "score"}, 30)
                assert answer["type"] == "told"

    asyncio.run(run())
