"""What previews foretell comes true: it is little rather than wrong."""

from __future__ import annotations

from typing import Any

import pytest

from known import known
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.foresight import Course, Foresight, foresee
from orrery.core.match import Match
from orrery.games import for_people

GAMES = [
    ("space_editor", {"mode": "half"}),
    ("space_editor", {"mode": "full"}),
    ("vediic", {"players": 3}),
    ("five_spheres", {"assembly": "predesign", "deck_numbers": [1, 4]}),
    ("five_spheres", {"assembly": "predesign", "deck_numbers": [2, 3]}),
    ("five_spheres", {"assembly": "predesign", "deck_numbers": [5, 1]}),
    ("five_spheres", {"lords": 4, "mode": "team_play"}),
]


def foreseen(match: Match, word: str, has_time: bool = True) -> Foresight:
    """What the seat to act is told of an action."""
    seat = match.to_act()
    return foresee(match.game, match.view(seat), match.seen(seat), word, seat, Fate(0), lambda: has_time)


def came_true(course: Course, match: Match, seat: int, first: int, view: JsonObject) -> None:
    """Holds what was foretold against what a seat has seen since; its own steps without a choice are taken first."""
    while len(match.seen(seat)) - first < len(course.events) and match.to_act() == seat and len(match.actions()) == 1:
        match.act(match.actions()[0])
    happened = match.seen(seat)[first:]
    for i, told in enumerate(course.events):
        real = happened[i]
        if told != real and told != match.game.veil(real, view, True):
            # A trap that lies face down may go off: that much is said.
            assert match.game.is_doubtful(view, course.events) and not course.whole, (course.word, told, real)
            return
    if course.next is not None and not match.game.is_doubtful(view, course.events):
        assert len(course.events) == len(happened), course.word
        assert course.next == match.to_act()


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_foretold_comes_true(game: str, options: dict[str, Any], seed: int) -> None:
    match, fate = Match.new(known(game), for_people(game, options), seed), Fate(seed)
    told = answers = 0
    while (seat := match.to_act()) is not None and match.taken < 220:
        eager = [
            word for word in match.actions() if word.split()[0] in ("attack", "block", "cast", "summon", "crystal")
        ]
        word = fate.pick(eager or match.actions())
        view, first = match.view(seat), len(match.seen(seat))
        found = foreseen(match, word)
        match.act(word)
        here = match.taken
        came_true(found, match, seat, first, view)
        told += len(found.events)
        for course in found.answers:
            assert match.taken == here
            past = len(match.seen(seat))
            assert course.word in match.actions()
            match.act(course.word)
            came_true(course, match, seat, past, view)
            match.undo(here)
            answers += 1
    assert told > 50
    assert answers or options.get("deck_numbers") != [1, 4]


def test_without_time_one_world_is_a_guess_and_little_is_said() -> None:
    match = Match.new(known("space_editor"), for_people("space_editor", {"mode": "full"}), 3)
    match.act("basepoint 0,0")
    word = match.actions()[0]
    assert foreseen(match, word).whole
    hurried = foreseen(match, word, has_time=False)
    assert not hurried.whole and not hurried.answers and not hurried.idle and len(hurried.worlds) == 1


def test_an_action_that_is_none_is_refused() -> None:
    match = Match.new(known("vediic"), for_people("vediic", {"players": 3}), 3)
    with pytest.raises(ValueError, match="there is no action 'dance' here"):
        foreseen(match, "dance")
