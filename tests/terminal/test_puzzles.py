"""Puzzles at the terminal: the list, a right answer, a wrong one, giving up."""

from __future__ import annotations

import io

import pytest
from typer.testing import CliRunner

from known import known
from orrery.bots.puzzles import AVOID, BEST, SURVIVE, WIN, Puzzle, puzzles_of
from orrery.bots.puzzling import Attempt
from orrery.cli.app import app
from orrery.core.game import Game
from orrery.terminal.drawing import width
from orrery.terminal.puzzles import list_puzzles, offer_puzzles
from terminal.sitting import Paper

GAMES = ("space_editor", "vediic", "five_spheres")


def sit(game: Game, number: int, lines: list[str], lang: str = "en") -> str:
    """Types these lines at a puzzle; gives all that was printed."""
    paper = Paper()
    source = io.StringIO("".join([line + "\n" for line in lines]))
    assert offer_puzzles(game, number, lang, False, columns=80, stdin=source, stdout=paper) == 0
    return paper.getvalue()


def one(name: str, kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles_of(known(name)) if puzzle.kind == kind)


def wrong_words(puzzle: Puzzle) -> list[str]:
    return [word for word in puzzle.match().actions() if not puzzle.is_solved_by(word)]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_list_names_every_puzzle_and_fits_the_screen(lang: str) -> None:
    paper = Paper()
    assert list_puzzles(None, lang, False, stdout=paper) == 0
    text = paper.getvalue()
    for name in GAMES:
        for puzzle in puzzles_of(known(name)):
            assert puzzle.title[lang] in text.replace("\n              ", " ")
    assert max(width(line) for line in text.splitlines()) < 80


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_win_is_played_to_its_end(name: str, lang: str) -> None:
    puzzle = one(name, WIN)
    text = sit(puzzle.game, puzzle.number, [*puzzle.line, "quit"], lang)
    assert ("Solved!" if lang == "en" else "解けました!") in text
    assert puzzle.task[lang][:10] in text
    assert puzzle.why[lang][:10] in text
    assert max(width(line) for line in text.splitlines()) < 80


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_answer_is_refused_and_can_be_mended(name: str) -> None:
    puzzle = one(name, WIN)
    text = sit(puzzle.game, puzzle.number, [wrong_words(puzzle)[0]])
    assert "does not win for certain" in text
    assert "Try again" in text
    assert "Solved!" not in text
    text = sit(puzzle.game, puzzle.number, [wrong_words(puzzle)[0], *puzzle.line, "quit"])
    assert text.index("Try again") < text.index("Solved!")


def test_a_wrong_second_action_is_refused_too() -> None:
    puzzle = next(puzzle for puzzle in puzzles_of(known("vediic")) if puzzle.kind == WIN and len(puzzle.line) > 1)
    match = puzzle.match()
    match.act(puzzle.line[0])
    second = [word for word in match.actions() if word.startswith(("end", "move"))]
    text = sit(puzzle.game, puzzle.number, [puzzle.line[0], *[w for w in second if w not in puzzle.line][:1]])
    assert "does not win for certain" in text


@pytest.mark.parametrize("name", GAMES)
def test_a_choice_takes_one_action(name: str) -> None:
    puzzle = one(name, BEST)
    text = sit(puzzle.game, puzzle.number, [puzzle.wrong[0], puzzle.right[0], "quit"])
    assert "Try again" in text
    assert "Solved!" in text
    assert "Measured by" in text


@pytest.mark.parametrize("name", GAMES)
def test_who_survives_has_solved_it_and_who_does_not_is_told_how_it_goes(name: str) -> None:
    puzzle = one(name, SURVIVE)
    wrong = wrong_words(puzzle)[0]
    text = sit(puzzle.game, puzzle.number, [wrong, puzzle.right[0], "quit"])
    assert f"{wrong} is not safe." in text
    assert Attempt(puzzle).after(wrong).says["en"] in " ".join(text.split())
    assert text.index("Try again") < text.index("Solved!")
    assert "Proved by" in text


def test_what_merely_avoids_the_trap_is_enough_where_that_is_the_task() -> None:
    for name in GAMES:
        for puzzle in puzzles_of(known(name)):
            fair = [w for w in puzzle.match().actions() if w not in puzzle.right and w not in puzzle.wrong]
            if puzzle.kind == AVOID and fair:
                text = sit(puzzle.game, puzzle.number, [fair[0], "quit"])
                assert "avoids the trap" in text
                assert "Solved!" in text
                return


def test_the_answer_can_be_seen_and_the_next_puzzle_follows() -> None:
    first, second = puzzles_of(known("vediic"))[:2]
    text = sit(first.game, 1, ["answer", "", "quit"])
    assert first.line[0] in text
    assert first.why["en"][:20] in text
    assert second.title["en"] in text


def test_commands_of_the_table_work_and_nonsense_gets_a_sentence() -> None:
    puzzle = one("vediic", WIN)
    text = sit(puzzle.game, puzzle.number, ["actions", "nonsense", "help", "again", "lang ja", "quit"])
    assert text.count("pawn 1 to c19") >= 2
    assert "Not understood: nonsense" in text
    assert text.count(puzzle.title["en"]) == 2
    assert "日本語に切り替えました" in text


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("lang", "typed", "said"),
    [
        ("en", ["analyse"], "A puzzle is not analysed"),
        ("ja", ["analyse", "分析"], "問題では分析は使えません"),
    ],
)
def test_a_puzzle_is_not_analysed_until_it_is_solved(name: str, lang: str, typed: list[str], said: str) -> None:
    puzzle = one(name, WIN)
    text = sit(puzzle.game, puzzle.number, [*typed, "quit"], lang)
    assert text.count(said) == len(typed)
    assert "%" not in text.split(said, 1)[1], "no chance to win is told"
    assert not any(word in text for word in puzzle.line)
    if len(puzzle.line) > 1:
        text = sit(puzzle.game, puzzle.number, [puzzle.line[0], typed[0], "quit"], lang)
        assert text.count(said) == 1


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("lang", "hint"), [("en", "hint"), ("ja", "ヒント")])
def test_hints_come_in_two_steps(name: str, lang: str, hint: str) -> None:
    puzzle = one(name, WIN)
    attempt = Attempt(puzzle)
    once = " ".join(sit(puzzle.game, puzzle.number, [hint, "quit"], lang).split())
    assert attempt.idea()[lang] in once
    assert not any(word in once for word in puzzle.right)
    twice = " ".join(sit(puzzle.game, puzzle.number, [hint, hint, "quit"], lang).split())
    assert all(word in twice for word in attempt.few())


def test_the_command_line_lists_and_refuses() -> None:
    runner = CliRunner()
    listed = runner.invoke(app, ["puzzle", "vediic", "--no-colour"])
    assert listed.exit_code == 0
    assert puzzles_of(known("vediic"))[0].title["en"] in listed.output
    for words, sentence in (
        (["puzzle", "chess"], "there is no game 'chess'"),
        (["puzzle", "vediic", "first"], "'first' is not the number or the name of a puzzle"),
        (["puzzle", "vediic", "99"], "There is no puzzle 99 of vediic"),
        (["puzzle", "vediic", "1", "--lang", "fr"], "there is no language 'fr'"),
    ):
        refused = runner.invoke(app, words)
        assert refused.exit_code == 2, words
        assert sentence in refused.output
