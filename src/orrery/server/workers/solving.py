"""Judging what somebody does in a puzzle: in a process of its own, and where none has the time, beside the server."""

from __future__ import annotations

from functools import cache

from orrery.bots.puzzles import Puzzle, puzzles_of
from orrery.bots.puzzling import HINTS, Attempt, said
from orrery.games import game_named
from orrery.server.workers.questions import Followed, Solve, Solving


@cache
def puzzles_for(game: str) -> list[Puzzle]:
    """The puzzles of a game, kept for the next question: they do not change while a process runs."""
    rules = game_named(game)
    assert rules is not None, game
    return puzzles_of(rules)


def solve(question: Solve) -> Solving:
    """Whether an action is right in a puzzle and what a wrong one leads to, or a hint."""
    puzzle = next(one for one in puzzles_for(question.game) if one.id == question.puzzle)
    attempt = Attempt(puzzle, question.trail)
    word = question.word
    if word is None:
        if question.hint < HINTS:
            return Solving(False, attempt.idea())
        return Solving(False, said("idea", "few"), actions=attempt.few())
    if attempt.is_right(word):
        return Solving(True)
    after = attempt.after(word)
    return Solving(False, after.says, [Followed(one.word, one.seat, one.events, one.view) for one in after.line])
