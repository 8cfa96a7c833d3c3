"""Files of lessons are read strictly: what is wrong is named with its place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from orrery.core.data import DataFault, read_toml
from orrery.core.lessons import read_lesson
from orrery.games.space_editor import GAME

FILE: dict[str, Any] = read_toml(GAME.package, "data", "lessons", "first_star.toml")


def changed(*path: str | int, value: Any = None) -> dict[str, Any]:
    """The file with one thing changed, or without it."""
    found = copy.deepcopy(FILE)
    inner: Any = found
    for key in path[:-1]:
        inner = inner[key]
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return found


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("title", "ja"), None, "title: the field ja is missing"),
        (("title", "ja"), " ", "title.ja: is empty"),
        (("steps", 0, "ask"), "place 004 1,0 r0", "steps[0].ask"),
        (("steps", 0, "asks"), ["x"], 'the field "asks" is unknown'),
        (("steps", 0, "mistakes", 0, "refusal"), None, "neither refusal nor action"),
        (("steps", 0, "ask"), None, "mistakes: nothing is asked here"),
        (("steps",), [], "allowed are 1 to"),
        (("names",), [{"en": "You", "ja": "あなた"}], "the position has 2 seats"),
        (("seat",), 5, "the position has 2 seats"),
        (("position", "cards", "hash"), "0", "the card set first_light version"),
        (("position", "active"), 7, "active: 7 is out of range"),
        (("steps", 0, "say", "en"), "{cards.004.points}", "{cards.004.points} is no fact of the position"),
    ],
)
def test_a_fault_in_a_lesson_is_named_with_its_place(path: tuple[str | int, ...], value: Any, says: str) -> None:
    with pytest.raises(DataFault) as fault:
        read_lesson(GAME, "first_star", changed(*path, value=value))
    assert says in str(fault.value)


def test_the_file_itself_is_read() -> None:
    assert read_lesson(GAME, "first_star", copy.deepcopy(FILE)).order == 1


def test_facts_of_a_text_come_from_the_position() -> None:
    lesson = read_lesson(GAME, "first_star", changed("done", "en", value="{cards.002.vp} and {turn}"))
    assert lesson.filled(lesson.done)["en"] == f"{lesson.position['cards']['002']['vp']} and {lesson.position['turn']}"
