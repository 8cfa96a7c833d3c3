"""Puzzles: every one is sound, proved, in both languages, and solved by a bot that searches."""

from __future__ import annotations

import json
from typing import Any

import pytest

from known import known
from orrery.bots.bot import NoLimit, make_bot
from orrery.bots.puzzles import (
    AVOID,
    BEST,
    FAIR,
    KINDS,
    RIGHT,
    WIN,
    WRONG,
    Prover,
    Puzzle,
    TooLarge,
    draw_worlds,
    follow,
    puzzles_of,
    read_puzzles,
    words_of,
)
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault
from orrery.core.fate import Fate
from toys.stones import Stones

GAMES = ("space_editor", "vediic", "five_spheres")
LOOKS = 400
MORE = {("space_editor", 3): 3000, ("space_editor", 6): 3000, ("vediic", 6): 1600}
"""Looks where it takes more: the right actions look unlikely at first sight."""
WORLDS = 5


PUZZLES = [puzzle for name in GAMES for puzzle in puzzles_of(known(name))]
EACH = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.game.name}-{puzzle.number}")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_small_suite(name: str) -> None:
    kinds = [puzzle.kind for puzzle in puzzles_of(known(name))]
    assert len(kinds) >= 7
    assert kinds.count(WIN) >= 3
    assert kinds.count(AVOID) + kinds.count(BEST) >= 3
    assert set(kinds) <= set(KINDS)


@EACH
def test_a_puzzle_loads_and_its_words_are_legal_in_the_true_and_in_imagined_worlds(puzzle: Puzzle) -> None:
    match = puzzle.match()
    legal = match.actions()
    assert match.to_act() == puzzle.seat
    assert puzzle.line[0] in puzzle.right
    assert {*puzzle.right, *puzzle.wrong} <= set(legal)
    assert not set(puzzle.right) & set(puzzle.wrong)
    assert len(puzzle.right) < len(legal)
    for world in draw_worlds(puzzle.sampler(), WORLDS, 2):
        assert world.to_act() == puzzle.seat
        assert words_of(world) == legal
        assert world.view(puzzle.seat) == match.view(puzzle.seat)


@EACH
def test_a_puzzle_speaks_every_language(puzzle: Puzzle) -> None:
    for texts in (puzzle.title, puzzle.task, puzzle.why):
        assert sorted(texts) == sorted(LANGUAGES)
        assert all(text.strip() for text in texts.values())
        assert len(set(texts.values())) == len(LANGUAGES)
    assert all(len(title) <= 60 for title in puzzle.title.values())


@pytest.mark.parametrize(
    "puzzle", [p for p in PUZZLES if p.kind == WIN], ids=lambda puzzle: f"{puzzle.game.name}-{puzzle.number}"
)
def test_a_win_is_forced_by_the_right_actions_and_by_no_other(puzzle: Puzzle) -> None:
    prover = puzzle.prover(WORLDS)
    for word in puzzle.right[:3]:
        assert prover.wins_by(prover.worlds, word), word
    others = [word for word in puzzle.match().actions() if word not in puzzle.right]
    Fate(puzzle.number).shuffle(others)
    for word in others[:4]:
        assert not prover.wins_by(prover.worlds, word), word


@pytest.mark.parametrize(
    "puzzle", [p for p in PUZZLES if p.kind == WIN], ids=lambda puzzle: f"{puzzle.game.name}-{puzzle.number}"
)
def test_the_line_of_a_win_wins_if_the_others_help_or_not(puzzle: Puzzle) -> None:
    for pick in (0, -1):
        state = puzzle.sampler().draw(Fate(4))
        line = list(puzzle.line)
        while state.to_act() is not None:
            actions = state.actions()
            if state.to_act() != puzzle.seat:
                state.act(actions[pick])
            elif line and line[0] in words_of(state):
                follow(state, line.pop(0))
            else:
                break
        if state.to_act() is not None:
            # The others' replies may call for another way; it must be there.
            sampler = puzzle.game.sampler(state.view(puzzle.seat), [])
            prover = Prover(draw_worlds(sampler, 1, 1), puzzle.seat)
            assert prover.winning()
        else:
            assert state.result().winners == [puzzle.seat]


@pytest.mark.parametrize(
    "puzzle", [p for p in PUZZLES if p.kind != WIN], ids=lambda puzzle: f"{puzzle.game.name}-{puzzle.number}"
)
def test_a_choice_was_measured_with_a_clear_gap(puzzle: Puzzle) -> None:
    proof = puzzle.proof
    assert puzzle.wrong
    assert proof["plays"] * len(puzzle.match().actions()) >= 1000
    assert proof["best"] >= proof["right"]
    assert proof["right"] - proof["wrong"] >= 0.25


@EACH
def test_a_searching_bot_solves_it(puzzle: Puzzle) -> None:
    bot = make_bot(f"mcts:{MORE.get((puzzle.game.name, puzzle.number), LOOKS)}", puzzle.game)
    word = puzzle.ask(bot, Fate(7), NoLimit())
    assert puzzle.is_solved_by(word), (word, puzzle.right)


def test_an_answer_is_right_fair_or_wrong() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.kind == AVOID)
    assert puzzle.judge(puzzle.right[0]) == RIGHT
    assert puzzle.judge(puzzle.wrong[0]) == WRONG
    assert puzzle.judge("something else") == FAIR
    assert puzzle.is_solved_by("something else")
    assert not puzzle.is_solved_by(puzzle.wrong[0])


def test_what_is_not_a_win_is_not_proved() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.kind == BEST and puzzle.game.name == "space_editor")
    assert Prover(draw_worlds(puzzle.sampler(), 1, 1), puzzle.seat).winning() == []


def test_a_proof_that_grows_too_large_is_given_up() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.kind == WIN and puzzle.game.name == "vediic")
    with pytest.raises(TooLarge):
        Prover(draw_worlds(puzzle.sampler(), 1, 1), puzzle.seat, 1, 2).winning()


def row(**changes: Any) -> str:
    """A file with one puzzle, with some changes."""
    puzzle = PUZZLES[0]
    texts = {"en": "a", "ja": "b"}
    given = {
        "kind": "win", "seat": puzzle.seat, "position": puzzle.packed, "right": puzzle.right, "line": puzzle.line,
        "title": texts, "task": texts, "why": texts, "proof": {"way": "solver"}, **changes,
    }  # fmt: skip
    return json.dumps({"game": puzzle.game.name, "puzzles": [given]})


def test_a_file_of_puzzles_is_read_strictly() -> None:
    game = PUZZLES[0].game
    assert read_puzzles(game, row(), "mine.json")[0].number == 1
    for text, fault in (
        ("{", "mine.json: not JSON"),
        (row(kind="draw"), "mine.json.puzzles[0].kind"),
        (row(title={"en": "only one"}), "mine.json.puzzles[0].title"),
        (row(extra=1), "extra"),
        (row(position=3), "mine.json.puzzles[0].position"),
        (json.dumps({"game": "chess", "puzzles": []}), "mine.json.game"),
    ):
        with pytest.raises(DataFault) as caught:
            read_puzzles(game, text, "mine.json")
        assert fault in str(caught.value)


def test_a_game_without_a_file_has_no_puzzles() -> None:
    assert puzzles_of(Stones()) == []
