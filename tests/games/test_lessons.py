"""Every lesson of every game is walked to its end, by every action that it accepts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import pytest

from orrery.bots.puzzles import present_versions, versions_of
from orrery.core.clause import in_words
from orrery.core.lessons import READ, Astray, Lesson, Moment, lessons_of
from orrery.core.match import Match
from orrery.core.prepared import Prepared
from orrery.games import our_games
from orrery.games.space_editor import GAME as SPACE_EDITOR

LESSONS = [lesson for game in our_games() for lesson in lessons_of(game)]
MOST = 60
"""So many ways through a lesson are walked; where there are more, they are spread over all."""
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")

each = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game.name}-{lesson.name}")


def accepted(moment: Moment) -> list[str]:
    """The ways to go on from here."""
    step = moment.step
    assert step is not None
    return [word for word in moment.actions() if step.accepts(word)] if step.ask else [READ]


@cache
def ways(lesson: Lesson) -> list[list[str]]:
    """Trails to the end of a lesson: each accepted action is on one of them."""
    done: list[list[str]] = []
    open_ones: list[list[str]] = [[]]
    while open_ones:
        trail = open_ones.pop()
        moment = lesson.walk(trail)
        if moment.step is None:
            done.append(trail)
            continue
        found = accepted(moment)
        assert found, f"step {moment.number + 1} after {trail}: nothing that is legal is accepted: {moment.step.ask}"
        # Every accepted action of a step is tried; after enough ways, the first only.
        open_ones += [[*trail, word] for word in (found if len(done) + len(open_ones) < MOST else found[:1])]
    return done


def moments(lesson: Lesson) -> Iterator[Moment]:
    """The moments along the first way."""
    trail: list[str] = []
    while True:
        moment = lesson.walk(trail)
        yield moment
        if moment.step is None:
            return
        trail = [*trail, accepted(moment)[0]]


@each
def test_every_lesson_can_be_walked_to_its_end_by_every_action_that_it_accepts(lesson: Lesson) -> None:
    for trail in ways(lesson):
        assert lesson.walk(trail).step is None


@each
def test_what_a_lesson_says_will_happen_happens_on_every_way(lesson: Lesson) -> None:
    for trail in ways(lesson):
        for number, step in enumerate(lesson.steps):
            # What is played on entering a step, and what its answer does before the next is entered.
            entered, answered = lesson.walk(trail[:number]), lesson.walk(trail[: number + 1])
            following = lesson.steps[number + 1] if number + 1 < len(lesson.steps) else None
            own = len(answered.line) - (len(following.play) if following is not None else 0)
            line = answered.line[len(entered.line) - len(step.play) : own]
            seen = [event for done in line for event in done.events]
            for wanted in step.happens:
                fits = [event for event in seen if all(event.get(key) == value for key, value in wanted.items())]
                assert fits, f"step {number + 1} by {trail}: {wanted} does not happen, but {seen}"
            for denied in step.never:
                fits = [event for event in seen if all(event.get(key) == value for key, value in denied.items())]
                assert not fits, f"step {number + 1} by {trail}: {fits}"


@each
def test_fate_of_a_lesson_is_prepared_and_never_runs_out(lesson: Lesson) -> None:
    for trail in ways(lesson):
        fate = lesson.walk(trail).match.state.fate
        assert fate.state == lesson.match().state.fate.state, f"{trail} draws from a generator: the position lacks fate"


@each
def test_every_answer_to_a_mistake_can_be_reached(lesson: Lesson) -> None:
    for moment in moments(lesson):
        step = moment.step
        for mistake in step.mistakes if step is not None else []:
            assert step is not None
            done = set(accepted(moment))
            met = [word for word in tries(moment) if word not in done and said_to(moment, word) is mistake]
            assert met, f"step {moment.number + 1}: nobody meets {mistake.refusals or mistake.actions}"


@each
def test_what_is_legal_and_not_asked_for_is_answered_in_words_of_the_lesson(lesson: Lesson) -> None:
    for moment in moments(lesson):
        done = set(accepted(moment)) if moment.step is not None else set()
        mute = [word for word in moment.actions() if word not in done and said_to(moment, word) is None]
        assert not mute, f"step {moment.number + 1}: {mute}"


@each
def test_what_an_answer_to_a_mistake_denies_would_not_happen(lesson: Lesson) -> None:
    for moment in moments(lesson):
        done = set(accepted(moment)) if moment.step is not None else set()
        for word in moment.actions():
            mistake = None if word in done else said_to(moment, word)
            if mistake is None or not mistake.never:
                continue
            tried = Prepared(Match.load(lesson.game, moment.match.position()), lesson.seat)
            tried.do(word)
            seen = [event for one in tried.line for event in one.events]
            for denied in mistake.never:
                fits = [event for event in seen if all(event.get(key) == value for key, value in denied.items())]
                assert not fits, f"step {moment.number + 1}, {word}: {mistake.say['en']!r}, but {fits}"


def said_to(moment: Moment, word: str) -> Any:
    """The lesson's own words to an action."""
    assert moment.step is not None
    return moment.step.mistake(word, moment.refusal(word))


def tries(moment: Moment) -> list[str]:
    """What somebody may try: all that the rules allow, and such actions with parts of others, which they may not."""
    step = moment.step
    assert step is not None
    legal = moment.actions()
    columns: list[set[str]] = []
    for word in legal:
        for i, part in enumerate(word.split(" ")):
            if i == len(columns):
                columns.append(set())
            columns[i].add(part)
    patterns = [pattern for one in step.mistakes for pattern in one.actions]
    made = [*legal, *(pattern.replace("*", part) for pattern in patterns for column in columns for part in column)]
    for word in legal[:: max(1, len(legal) // 40)]:
        parts = word.split(" ")
        for i in range(1, len(parts)):
            made += [" ".join([*parts[:i], other, *parts[i + 1 :]]) for other in sorted(columns[i] | others(parts[i]))]
    return made


def others(part: str) -> set[str]:
    """What stands in such a place of an action, if it is one that any table has."""
    if re.fullmatch("-?[0-9]+,-?[0-9]+", part):
        return {f"{x},{y}" for x in range(-4, 5) for y in range(-4, 5)}
    if re.fullmatch("c[0-9]{2}", part):
        return {f"c{circle:02}" for circle in range(37)}
    return {f"r{turns}" for turns in range(4)} if re.fullmatch("r[0-3]", part) else set()


@each
def test_lessons_are_short_and_whole_in_both_languages(lesson: Lesson) -> None:
    asks = [step for step in lesson.steps if step.ask]
    assert 1 <= len(asks) <= 12, "a lesson is two minutes, and by doing"
    for text in lesson.texts():
        filled = lesson.filled(text)
        assert JAPANESE.search(filled["ja"]), filled
        assert not JAPANESE.search(filled["en"]), filled
        assert len(filled["en"]) <= 400 and len(filled["ja"]) <= 220, f"shorter is better: {filled}"


@each
def test_nothing_is_pointed_at_by_a_word_that_no_board_knows(lesson: Lesson) -> None:
    for step in lesson.steps:
        for ref in step.point:
            assert re.fullmatch(r"(card|cell|seat|circle|pawn|color|planet|house|uid|hand|fort|zone):\S+", ref), ref


@each
def test_a_lesson_is_taught_with_the_cards_and_boards_that_one_meets_at_the_table(lesson: Lesson) -> None:
    """Whoever raises the version of a set moves the lessons to it: a card that was learned is the card in hand."""
    position = json.loads(json.dumps(lesson.game.pack(lesson.match().position())))
    assert versions_of(position) == present_versions(lesson.game)


def test_every_game_of_ours_has_lessons_and_their_order_is_their_own() -> None:
    for game in our_games():
        lessons = lessons_of(game)
        assert 5 <= len(lessons) <= 8, game.name
        assert [one.order for one in lessons] == sorted({one.order for one in lessons})


def test_a_trail_that_is_none_of_the_lesson_is_told_from_one_that_is() -> None:
    lesson = lessons_of(SPACE_EDITOR)[0]
    for trail in (["place 004 0,1 r0"], [READ], ["nonsense"], [*ways(lesson)[0], READ]):
        with pytest.raises(Astray):
            lesson.walk(trail)


def test_a_mistake_is_met_by_the_words_of_the_lesson_and_a_refusal_by_its_clause() -> None:
    lesson = lessons_of(SPACE_EDITOR)[0]
    moment = lesson.walk([])
    refusal = moment.refusal("place 004 3,3 r0")
    assert refusal is not None and refusal.code == "touches_nothing"
    assert in_words(lesson.game.package, refusal, "en")
    assert "edge to edge" in said_to(moment, "place 004 3,3 r0").say["en"]
    assert moment.refusal("place 004 0,1 r0") is None
    assert fnmatchcase("place 004 0,1 r0", said_to(moment, "place 004 0,1 r0").actions[0])
