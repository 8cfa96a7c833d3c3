"""Solving puzzles: every solution that is proved is accepted, wrong actions are played out, hints keep the secret."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from known import known
from orrery.bots.puzzles import BEST, SURVIVE, WIN, Puzzle, puzzles_of
from orrery.bots.puzzling import DANGER, FEW, Attempt, Strayed, proof_of, puzzle_of_day, said
from orrery.core.clause import LANGUAGES

GAMES = ("space_editor", "vediic", "five_spheres")
PUZZLES = [puzzle for name in GAMES for puzzle in puzzles_of(known(name))]
EACH = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.game.name}-{puzzle.id}")


def wrong_of(puzzle: Puzzle) -> list[str]:
    return [word for word in puzzle.match().actions() if not puzzle.is_solved_by(word)]


@EACH
def test_every_beginning_that_is_right_leads_to_the_solution(puzzle: Puzzle) -> None:
    for first in puzzle.right[:3]:
        attempt = Attempt(puzzle)
        word = first
        for _ in range(12):
            assert attempt.is_right(word), word
            attempt.take(word)
            if attempt.is_solved:
                break
            word = attempt.way()[0]
        assert attempt.is_solved
        assert attempt.actions() == []


@EACH
def test_a_wrong_action_is_refused_and_played_out_as_its_solver_sees_it(puzzle: Puzzle) -> None:
    wrong = wrong_of(puzzle)
    for word in wrong[:: max(1, len(wrong) // 2)]:
        attempt = Attempt(puzzle)
        assert not attempt.is_right(word)
        with pytest.raises(Strayed):
            Attempt(puzzle, [word])
        after = attempt.after(word)
        assert after.line[0].word == word and after.line[0].seat == puzzle.seat
        assert sorted(after.says) == sorted(LANGUAGES) and all(after.says.values())
        later = {one.word for one in after.line[1:] if one.seat == puzzle.seat}
        assert not later & {*puzzle.right, *puzzle.line}, "it does not give the solution away"
        if puzzle.kind == SURVIVE:
            lost = after.line[-1].view["to_act"] is None
            assert lost == (after.says != said("leads", DANGER)), "it is played to where it is lost, but for that"


@EACH
def test_the_hints_keep_the_solution_to_the_last(puzzle: Puzzle) -> None:
    attempt = Attempt(puzzle)
    idea = attempt.idea()
    assert sorted(idea) == sorted(LANGUAGES)
    assert not any(word in text for word in puzzle.right for text in idea.values())
    few = attempt.few()
    assert len(set(few)) == len(few) and few == sorted(few)
    assert sum(word in puzzle.right for word in few) == 1
    assert len(few) == min(FEW, 1 + len(attempt.actions()) - len(puzzle.right))


@EACH
def test_a_puzzle_says_how_it_was_proved(puzzle: Puzzle) -> None:
    said = proof_of(puzzle)
    assert sorted(said) == sorted(LANGUAGES)
    assert all("{" not in text for text in said.values())


def test_a_later_wrong_action_of_a_win_is_wrong_too() -> None:
    puzzle = next(one for one in PUZZLES if one.id == "three-two-one-none")
    attempt = Attempt(puzzle, puzzle.line[:1])
    assert not attempt.is_solved
    wrong = next(word for word in attempt.actions() if not attempt.is_right(word))
    assert attempt.after(wrong).line[0].word == wrong
    assert attempt.few() and set(attempt.few()) <= set(attempt.actions())


def test_a_trail_of_something_else_is_refused() -> None:
    puzzle = next(one for one in PUZZLES if one.kind == WIN and len(one.line) > 1)
    for trail in (["dance"], [puzzle.line[0], "dance"], [*puzzle.line, "dance"]):
        with pytest.raises(Strayed):
            Attempt(puzzle, trail)


def test_a_wrong_choice_is_told_with_what_it_is_worth() -> None:
    puzzle = next(one for one in PUZZLES if one.kind == BEST and one.chances)
    word = min(wrong_of(puzzle), key=lambda word: float(puzzle.chances[word]))
    says = Attempt(puzzle).after(word).says["en"]
    assert "of 100 matches" in says or "loses" in says


# --- the puzzle of the day --------------------------------------------------------------------------------------------


def test_the_puzzle_of_the_day_is_the_same_for_all_differs_in_game_and_does_not_come_again_soon() -> None:
    puzzles = {name: puzzles_of(known(name)) for name in GAMES}
    start = date(2026, 11, 19)
    had = []
    for i in range(3 * min(len(found) for found in puzzles.values())):
        day = start + timedelta(days=i)
        found = puzzle_of_day(puzzles, day)
        assert found is not None
        turned = {name: list(reversed(puzzles[name])) for name in reversed(GAMES)}
        again = puzzle_of_day(turned, day)
        assert again is not None and again.id == found.id, "it hangs on nothing but the day and the puzzles"
        had.append((found.game.name, found.id))
    assert len(set(had)) == len(had)
    assert all(one[0] != other[0] for one, other in pairwise(had))


def test_without_puzzles_there_is_none_of_the_day() -> None:
    assert puzzle_of_day({"chess": []}, date(2026, 11, 19)) is None
