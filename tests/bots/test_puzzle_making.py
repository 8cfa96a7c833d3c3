"""Making puzzles: what is found in matches is what it says, gets words, and is proved anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from known import known
from orrery.bots.hunting import CLOSE, FAR, choice_at, forced_at, sorted_out
from orrery.bots.puzzle_making import added, examined, fault_of, free_name, moved, stars, written
from orrery.bots.puzzles import AVOID, BEST, CHART, FILE, SURVIVE, WIN, Puzzle, PuzzleFile, file_of, puzzles_of
from orrery.cli.app import app
from orrery.core.clause import LANGUAGES
from orrery.core.data import Fields, JsonObject

VEDIIC = known("vediic")


def file_of_vediic() -> PuzzleFile:
    found = file_of(VEDIIC)
    assert found is not None
    return found


def one(kind: str) -> Puzzle:
    return next(
        puzzle for name in ("vediic", "space_editor") for puzzle in puzzles_of(known(name)) if puzzle.kind == kind
    )


@pytest.mark.parametrize("kind", [WIN, SURVIVE])
def test_what_is_forced_is_found_where_it_is(kind: str) -> None:
    puzzle = one(kind)
    row = forced_at(puzzle.game, puzzle.packed, kind, puzzle.turns, 10, 4000)
    assert row is not None and row["right"] == puzzle.right


def test_a_choice_is_found_where_it_is_with_the_chances_of_all_actions() -> None:
    puzzle = next(found for found in puzzles_of(VEDIIC) if found.kind == BEST and found.theme == CHART)
    row = choice_at(puzzle.game, puzzle.packed, 1500)
    assert row is not None and row["right"] == puzzle.right
    assert set(row["chances"]) == set(puzzle.match().actions())
    assert row["proof"]["right"] - row["proof"]["wrong"] >= FAR


def test_a_choice_needs_a_wide_gap_below_the_right_actions_and_none_within_them() -> None:
    clear = {"a": 0.9, "b": 0.9 - CLOSE / 2, "c": 0.5, "d": 0.4, "e": 0.3, "f": 0.2}
    assert sorted_out(clear, FAR) == (["a", "b"], ["c", "d", "e", "f"])
    assert sorted_out({**clear, "g": 0.75}, FAR) is None, "one comes near"
    assert sorted_out({word: chance / 2 for word, chance in clear.items()}, FAR) is None, "there is little to win"
    assert sorted_out({"a": 0.9, "b": 0.9}, FAR) is None, "nothing is wrong"


def test_what_is_found_gets_a_name_and_words_in_every_language_and_is_read_again() -> None:
    file = file_of_vediic()
    raw: list[JsonObject] = [
        {"kind": kind, "seat": puzzle.seat, "turns": 1, "position": puzzle.packed, "right": puzzle.right,
         "line": puzzle.line, "proof": puzzle.proof}
        for kind in (WIN, SURVIVE) for puzzle in [next(p for p in file.puzzles if p.kind == kind)]
    ]  # fmt: skip
    empty = PuzzleFile(VEDIIC, json.dumps({"game": "vediic", "chart": file.chart, "puzzles": []}), FILE)
    rows = list(added(VEDIIC, empty, [*raw, raw[0]]))
    assert len(rows) == 2, "what came before is not added again"
    again = PuzzleFile(VEDIIC, written(VEDIIC, empty, rows), FILE)
    assert [puzzle.kind for puzzle in again.puzzles] == [WIN, SURVIVE]
    assert again.chart == file.chart
    for puzzle in again.puzzles:
        assert puzzle.id in stars() and puzzle.title == stars()[puzzle.id]
        assert sorted(puzzle.task) == sorted(LANGUAGES)
    assert list(added(VEDIIC, file, raw)) == [], "what is in the file is not added again"


def test_names_never_come_twice() -> None:
    taken: set[str] = set()
    for number in range(len(stars()) + 5):
        name, title = free_name({"version": number}, taken)
        assert name not in taken and sorted(title) == sorted(LANGUAGES)
        taken.add(name)


@pytest.mark.parametrize("kind", [WIN, SURVIVE, BEST])
def test_a_puzzle_that_holds_is_found_to_hold_and_one_that_was_changed_is_not(kind: str) -> None:
    puzzle = next(found for found in puzzles_of(VEDIIC) if found.kind == kind and len(found.wrong) != 1)
    assert fault_of(puzzle, 5, 1000) is None
    wrong = next(word for word in puzzle.match().actions() if not puzzle.is_solved_by(word))
    puzzle.right = [*puzzle.right, wrong]
    assert fault_of(puzzle, 5, 1000) is not None
    puzzle.right = ["dance"]
    assert fault_of(puzzle, 5, 1000) == "'dance' is not legal"


def test_what_is_examined_comes_with_its_figures() -> None:
    spheres = known("five_spheres")
    choice = next(found for found in puzzles_of(spheres) if found.kind == BEST and len(found.chances) == 4)
    fault, figures = examined(choice, 5, 300)
    assert fault is None and sorted(figures) == ["chances", "proof"]
    assert figures["proof"]["plays"] == 300 and sorted(figures["chances"]) == choice.match().actions()
    forced = next(found for found in puzzles_of(spheres) if found.kind == WIN)
    assert examined(forced, 5, 300) == (None, {"proof": {"way": "solver", "worlds": 5}})


def test_of_a_choice_nothing_that_misses_it_comes_near_and_of_what_is_to_be_avoided_nothing_that_is_accepted() -> None:
    choice = next(found for found in puzzles_of(VEDIIC) if found.kind == BEST and len(found.right) > 1)
    # An action that is about as good as the right ones, but counts neither as right nor as wrong.
    choice.right.pop()
    assert fault_of(choice, 5, 1000) is not None
    choice.kind = AVOID
    assert fault_of(choice, 5, 1000) is None, "it is accepted there"


def test_a_puzzle_of_an_earlier_set_is_moved_to_the_present_one() -> None:
    game = known("space_editor")
    file = file_of(game)
    assert file is not None
    row = file.rows[0]
    cards = row["position"]["cards"]
    old = {**row, "position": {**row["position"], "cards": {**cards, "version": 1, "hash": "0" * 64}}}
    fresh = moved(game, old)
    assert fresh is not None and fresh["position"] == row["position"]
    assert Puzzle(game, 1, Fields(fresh, "fresh")).id == row["id"]


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def runner() -> Iterator[CliRunner]:
    yield CliRunner()


def test_make_finds_puzzles_and_adds_them_to_a_file(runner: CliRunner, tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    asked = ["puzzle", "make", "vediic", "--matches", "2", "--only", "win", "--worlds", "5", "--out", str(out)]
    found = runner.invoke(app, asked)
    assert found.exit_code == 0, found.output
    file = PuzzleFile(VEDIIC, out.read_text("utf-8"), "found.json")
    assert file.puzzles and all(fault_of(puzzle, 5, 1000) is None for puzzle in file.puzzles)
    assert f"has {len(file.puzzles)}" in found.output
    again = runner.invoke(app, asked)
    assert "0 puzzles found" in again.output
    assert PuzzleFile(VEDIIC, out.read_text("utf-8"), "found.json").rows == file.rows


def test_what_make_does_not_understand_it_says(runner: CliRunner, tmp_path: Path) -> None:
    for words, said in (
        (["make"], "of which game"),
        (["make", "vediic", "--only", "draw"], "win, survive or best"),
        (["make", "vediic", "--bots", "nobody"], "there is no bot"),
        (["make", "chess"], "chess"),
        (["check", "--out", str(tmp_path / "x")], "of one game"),
        (["vediic", "nothing"], "the number or the name"),
    ):
        found = runner.invoke(app, ["puzzle", *words])
        assert found.exit_code != 0
        assert said in found.output, (words, found.output)


def test_check_writes_what_holds_with_the_figures_of_now(
    runner: CliRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spheres = known("five_spheres")
    file = file_of(spheres)
    assert file is not None
    kept = [next(row for row in file.rows if row["kind"] == kind) for kind in (WIN, AVOID)]
    gone = {**kept[0], "id": "gone", "right": [*kept[0]["right"][:1], "end"]}
    text = written(spheres, file, [*kept, gone])
    monkeypatch.setattr("orrery.cli.puzzle_making.read_data", lambda game, name: text)
    out = tmp_path / "held.json"
    asked = ["puzzle", "check", "five_spheres", "--worlds", "4", "--simulations", "200", "--out", str(out)]
    found = runner.invoke(app, asked)
    assert found.exit_code == 1 and "gone: now right:" in found.output
    held = PuzzleFile(spheres, out.read_text("utf-8"), "held.json").puzzles
    assert [puzzle.id for puzzle in held] == [row["id"] for row in kept]
    assert held[0].proof == {"way": "solver", "worlds": 4} and held[1].proof["plays"] == 200
