"""Puzzles: every one is sound, proved, in both languages, and solved by a bot that searches."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from known import known
from orrery.bots.bot import NoLimit, make_bot
from orrery.bots.hunting import FAR, SIMULATIONS
from orrery.bots.puzzle_making import EASY, SEARCH, parted
from orrery.bots.puzzles import (
    AVOID,
    BEST,
    FAIR,
    FORCED,
    RIGHT,
    SURVIVE,
    WIN,
    WRONG,
    Prover,
    Puzzle,
    PuzzleFile,
    TooLarge,
    draw_worlds,
    file_of,
    follow,
    holding,
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
WORLDS = 5
LEAST = 25
"""So many puzzles a game ships at least."""
FOUND_BY_BOTS = 2
"""Up to this hardness a bot that looks along its turn finds the solution, or a short search."""


PUZZLES = [puzzle for name in GAMES for puzzle in puzzles_of(known(name))]
EACH = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.game.name}-{puzzle.number}")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_puzzles_of_its_themes_and_all_that_ship_hold_for_the_present_versions(name: str) -> None:
    shown = puzzles_of(known(name))
    assert len(shown) >= LEAST
    assert {"win", "survive", "one"} <= {puzzle.theme for puzzle in shown}
    file = file_of(known(name))
    assert file is not None
    stale = {puzzle.id for puzzle in file.puzzles} - {puzzle.id for puzzle in shown}
    assert not stale, "orrery puzzle check GAME --out FILE moves those that still hold to the present versions"
    assert [puzzle.number for puzzle in shown] == list(range(1, len(shown) + 1))


def test_charts_are_read_where_there_are_any() -> None:
    assert [name for name in GAMES if any(puzzle.theme == "chart" for puzzle in puzzles_of(known(name)))] == ["vediic"]


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
        # A circle or a creature is named by what is seen of it, not by the letters of a record.
        assert not any(re.search(r"\b[cu][0-9]{2}\b", text, re.ASCII) for text in texts.values())
    assert all(len(title) <= 60 for title in puzzle.title.values())


@pytest.mark.parametrize(
    "puzzle", [p for p in PUZZLES if p.kind in FORCED], ids=lambda puzzle: f"{puzzle.game.name}-{puzzle.number}"
)
def test_what_is_forced_is_reached_by_the_right_actions_and_by_no_other(puzzle: Puzzle) -> None:
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
    "puzzle", [p for p in PUZZLES if p.kind not in FORCED], ids=lambda puzzle: f"{puzzle.game.name}-{puzzle.number}"
)
def test_a_choice_was_measured_with_a_clear_gap(puzzle: Puzzle) -> None:
    proof = puzzle.proof
    assert puzzle.wrong
    assert proof["way"] == "search" and proof["plays"] >= SIMULATIONS
    assert proof["best"] >= proof["right"]
    assert proof["right"] - proof["wrong"] >= FAR
    # The chances are those of all actions, and the gap lies between what solves it and everything else.
    solving, missing = parted(puzzle, puzzle.match().actions())
    assert sorted(puzzle.chances) == sorted([*solving, *missing])
    assert min(puzzle.chances[word] for word in solving) == pytest.approx(proof["right"], abs=0.001)
    assert max(puzzle.chances[word] for word in missing) == pytest.approx(proof["wrong"], abs=0.001)


@pytest.mark.parametrize(
    "puzzle",
    [p for p in PUZZLES if p.hard <= FOUND_BY_BOTS],
    ids=lambda puzzle: f"{puzzle.game.name}-{puzzle.number}",
)
def test_what_is_not_hard_a_bot_solves(puzzle: Puzzle) -> None:
    bots = (make_bot(name, puzzle.game) for name in (EASY, SEARCH, f"mcts:{LOOKS}"))
    words = (puzzle.ask(bot, Fate(1), NoLimit()) for bot in bots)
    assert any(puzzle.is_solved_by(word) for word in words)


def test_an_answer_is_right_fair_or_wrong() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.kind == AVOID)
    assert puzzle.judge(puzzle.right[0]) == RIGHT
    assert puzzle.judge(puzzle.wrong[0]) == WRONG
    assert puzzle.judge("something else") == FAIR
    assert puzzle.is_solved_by("something else")
    assert not puzzle.is_solved_by(puzzle.wrong[0])


def test_what_is_not_a_win_is_not_proved() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.kind == BEST and puzzle.game.name == "vediic")
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
        "id": "one", "kind": "win", "seat": puzzle.seat, "position": puzzle.packed, "right": puzzle.right,
        "line": puzzle.line, "title": texts, "task": texts, "why": texts, "proof": {"way": "solver"}, **changes,
    }  # fmt: skip
    return json.dumps({"game": puzzle.game.name, "puzzles": [given]})


def test_a_file_of_puzzles_is_read_strictly() -> None:
    game = PUZZLES[0].game
    assert read_puzzles(game, row(), "mine.json")[0].number == 1
    for text, fault in (
        ("{", "mine.json: not JSON"),
        (row(kind="draw"), "mine.json.puzzles[0].kind"),
        (row(id="Two words"), "mine.json.puzzles[0].id"),
        (row(theme="chess"), "mine.json.puzzles[0].theme"),
        (row(title={"en": "only one"}), "mine.json.puzzles[0].title"),
        (row(extra=1), "extra"),
        (row(position=3), "mine.json.puzzles[0].position"),
        (json.dumps({"game": "chess", "puzzles": []}), "mine.json.game"),
    ):
        with pytest.raises(DataFault) as caught:
            read_puzzles(game, text, "mine.json")
        assert fault in str(caught.value)


def test_a_puzzle_of_other_versions_is_not_shown() -> None:
    game = PUZZLES[0].game
    whole = json.loads(row())

    def shown() -> list[str]:
        return [puzzle.id for puzzle in holding(game, PuzzleFile(game, json.dumps(whole), "mine.json"))]

    assert shown() == ["one"]
    position = whole["puzzles"][0]["position"]
    for changed in ({"version": 99}, {"cards": {**position["cards"], "hash": "0" * 64}}):
        whole["puzzles"][0]["position"] = {**position, **changed}
        assert shown() == []


@pytest.mark.parametrize(
    "puzzle", [p for p in PUZZLES if p.kind in FORCED], ids=lambda puzzle: f"{puzzle.game.name}-{puzzle.number}"
)
def test_what_a_wrong_action_leads_to_misses_the_goal_in_a_world_that_looks_the_same(puzzle: Puzzle) -> None:
    wrong = [word for word in puzzle.match().actions() if word not in puzzle.right]
    prover = puzzle.prover(WORLDS)
    for word in wrong[:: max(1, len(wrong) // 3)]:
        world, words = prover.spoiling(word, 6000)
        assert world.view(puzzle.seat) == puzzle.match().view(puzzle.seat)
        assert words[0] == word
        state = world.clone()
        for one in words:
            follow(state, one)
        if state.to_act() is None:
            winners = state.result().winners
            assert puzzle.seat not in winners if puzzle.kind == SURVIVE else winners != [puzzle.seat]
        elif puzzle.kind == WIN and state.turn_of(puzzle.seat) <= prover.last:
            left = prover.few([state])
            assert state.to_act() != puzzle.seat or not left.winning()


def test_a_game_without_a_file_has_no_puzzles() -> None:
    assert puzzles_of(Stones()) == []
