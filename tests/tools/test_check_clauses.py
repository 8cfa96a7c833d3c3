"""From clause to code to test: what tools/check_clauses.py lets pass and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str]]
Tree = Callable[[dict[str, str]], Path]

GAME = "src/orrery/games/space_editor"
RULEBOOK = f"{GAME}/rulebook/en.md"
JAPANESE = f"{GAME}/rulebook/ja.md"
RULES = f"{GAME}/rules.py"
TESTS = "tests/games/test_rules.py"
CASES = "tests/golden/cases/space_editor.jsonl"
PENDING = "pending_clauses.txt"
INDEX = "src/orrery/clauses.json"

COVERED = {
    RULEBOOK: """# Space Editor

## SE-4 Placement

**SE-4.1** The rules of this section hold for the place step.
They hold for relocation too. <!-- prose -->

**SE-4.2** Sides must connect. See **SE-4.10**.

**SE-4.10** The cell must be empty.

**SE-5.2** A card turns if one of these holds:

**SE-5.2a** nuclear beats nuclear,

**SE-5.2b** nuclear beats gravity.
""",
    RULES: '''"""The rules of placement (SE-4)."""


def place():
    """Put a card down: SE-4.2."""


class Turning:
    """How cards turn."""

    def beats(self):
        """Whether a side beats another (SE-5.2a)."""


def why_not_place():
    """Why a card may not lie there."""


covers(why_not_place, "SE-4.10")
covers(Turning.beats, "SE-5.2b")
''',
    TESTS: """from marks import clause
import pytest

pytestmark = [clause("SE-4.2")]


@clause("SE-4.10", "SE-5.2a")
def test_a_taken_cell_refuses_a_card():
    pass


class TestTurning:
    @pytest.mark.clause("SE-5.2a")
    def test_nuclear_beats_nuclear(self):
        pass
""",
    CASES: '{"name": "gravity loses", "clause": "SE-5.2b"}\n\n{"name": "no match", "clause": "protocol"}\n',
}

# The line that a text added to one of these files begins on.
AFTER_RULES = COVERED[RULES].count("\n") + 1
AFTER_RULEBOOK = COVERED[RULEBOOK].count("\n") + 1


def indexed(tree: Tree, run_tool: Run, changes: dict[str, str]) -> Path:
    """The covered tree with changes, its index renewed, so that only the changes themselves can be at fault."""
    root = tree({**COVERED, **changes})
    assert run_tool("check_clauses.py", "--write", root)[0] == 0
    return root


def problems(run_tool: Run, root: Path) -> list[str]:
    """What the check finds; the exit status must agree."""
    status, printed = run_tool("check_clauses.py", root)
    found = [line for line in printed.splitlines() if not line.startswith("clauses of ")]
    assert status == (1 if found else 0)
    return found


def read_index(root: Path) -> Any:
    return json.loads((root / INDEX).read_text(encoding="utf-8"))


def test_a_covered_game_passes_and_its_index_is_sorted_and_complete(run_tool: Run, tree: Tree) -> None:
    root = indexed(tree, run_tool, {})
    assert problems(run_tool, root) == []
    index = read_index(root)
    assert index == {
        "space_editor": {
            "SE-4.1": {"code": [], "tests": []},
            "SE-4.2": {"code": ["games/space_editor/rules.py:place"], "tests": [TESTS]},
            "SE-4.10": {
                "code": ["games/space_editor/rules.py:why_not_place"],
                "tests": [f"{TESTS}::test_a_taken_cell_refuses_a_card"],
            },
            "SE-5.2": {"code": [], "tests": []},
            "SE-5.2a": {
                "code": ["games/space_editor/rules.py:Turning.beats"],
                "tests": [
                    f"{TESTS}::TestTurning::test_nuclear_beats_nuclear",
                    f"{TESTS}::test_a_taken_cell_refuses_a_card",
                ],
            },
            "SE-5.2b": {"code": ["games/space_editor/rules.py:Turning.beats"], "tests": [f"{CASES}:gravity loses"]},
        }
    }
    assert list(index["space_editor"]) == ["SE-4.1", "SE-4.2", "SE-4.10", "SE-5.2", "SE-5.2a", "SE-5.2b"]


def test_a_missing_or_old_index_asks_for_make_index(run_tool: Run, tree: Tree) -> None:
    root = tree(COVERED)
    expected = [f"{INDEX}: not up to date with the rulebooks, the code and the tests; run make index"]
    assert problems(run_tool, root) == expected
    run_tool("check_clauses.py", "--write", root)
    assert problems(run_tool, root) == []
    tree({RULES: COVERED[RULES].replace("def place", "def put")})
    assert problems(run_tool, root) == expected


def test_moving_lines_leaves_the_index_up_to_date(run_tool: Run, tree: Tree) -> None:
    root = indexed(tree, run_tool, {})
    tree({RULES: COVERED[RULES].replace("def place", "\n\n\ndef place")})
    assert problems(run_tool, root) == []


@pytest.mark.parametrize(
    ("changes", "clause", "missing"),
    [
        ({RULES: COVERED[RULES].replace("SE-4.2.", "")}, "SE-4.2", "code"),
        ({RULES: COVERED[RULES].replace('covers(why_not_place, "SE-4.10")', "")}, "SE-4.10", "code"),
        ({TESTS: COVERED[TESTS].replace("pytestmark", "unread")}, "SE-4.2", "test"),
        ({RULEBOOK: COVERED[RULEBOOK].replace(" <!-- prose -->", "")}, "SE-4.1", "code and test"),
        ({RULEBOOK: COVERED[RULEBOOK] + "\n**SE-6.1** New.\n"}, "SE-6.1", "code and test"),
        ({RULEBOOK: COVERED[RULEBOOK] + "\n**SE-6.1** New.\n\n## Next\n<!-- prose -->\n"}, "SE-6.1", "code and test"),
    ],
)
def test_a_clause_without_code_or_test_is_refused(
    run_tool: Run, tree: Tree, changes: dict[str, str], clause: str, missing: str
) -> None:
    (problem,) = problems(run_tool, indexed(tree, run_tool, changes))
    assert problem.startswith(f"{RULEBOOK}: {clause} has no {missing}; ")


def test_a_parent_needs_all_its_lettered_children(run_tool: Run, tree: Tree) -> None:
    found = problems(run_tool, indexed(tree, run_tool, {CASES: ""}))
    assert [problem.split(";")[0] for problem in found] == [
        f"{RULEBOOK}: SE-5.2 has no test",
        f"{RULEBOOK}: SE-5.2b has no test",
    ]


def test_a_parent_may_be_covered_itself(run_tool: Run, tree: Tree) -> None:
    changes = {CASES: '{"name": "turns", "clause": "SE-5.2"}\n', PENDING: "SE-5.2b\n"}
    assert problems(run_tool, indexed(tree, run_tool, changes)) == []


@pytest.mark.parametrize(
    "elsewhere", ["src/orrery/core/clause.py", "src/orrery/games/vediic/rules.py", "src/orrery/bots/simple.py"]
)
def test_a_docstring_outside_the_game_covers_nothing(run_tool: Run, tree: Tree, elsewhere: str) -> None:
    changes = {RULES: COVERED[RULES].replace("SE-4.2.", ""), elsewhere: '"""For example SE-4.2."""\n'}
    (problem,) = problems(run_tool, indexed(tree, run_tool, changes))
    assert problem.startswith(f"{RULEBOOK}: SE-4.2 has no code; ")


def test_covers_outside_the_game_counts(run_tool: Run, tree: Tree) -> None:
    changes = {RULES: COVERED[RULES].replace("SE-4.2.", ""), "src/orrery/core/x.py": 'covers(act, "SE-4.2")\n'}
    root = indexed(tree, run_tool, changes)
    assert problems(run_tool, root) == []
    assert read_index(root)["space_editor"]["SE-4.2"]["code"] == ["core/x.py:act"]


def test_a_pending_clause_may_wait(run_tool: Run, tree: Tree) -> None:
    changes = {RULEBOOK: COVERED[RULEBOOK] + "\n**SE-6.1** New.\n", PENDING: "# later\nSE-6.1  # turns\n"}
    assert problems(run_tool, indexed(tree, run_tool, changes)) == []


@pytest.mark.parametrize(
    ("pending", "problem"),
    [
        ("SE-4.2", "SE-4.2 now has code and a test; remove it from pending_clauses.txt"),
        ("SE-5.2", "SE-5.2 now has code and a test; remove it from pending_clauses.txt"),
        ("SE-4.1", "SE-4.1 is marked as prose and needs no code; remove it from pending_clauses.txt"),
        ("SE-9.9", "SE-9.9 is no clause of the rulebook of space_editor; remove it"),
        ("SE-4", "SE-4 is no clause of the rulebook of space_editor; remove it"),
        ("place", "'place' is no clause id; write one id a line, such as SE-4.2"),
    ],
)
def test_a_pending_entry_without_need_is_refused(run_tool: Run, tree: Tree, pending: str, problem: str) -> None:
    root = indexed(tree, run_tool, {PENDING: f"# waiting\n{pending}\n"})
    assert problems(run_tool, root) == [f"{PENDING}:2: {problem}"]


def test_a_pending_entry_stands_once(run_tool: Run, tree: Tree) -> None:
    changes = {RULEBOOK: COVERED[RULEBOOK] + "\n**SE-6.1** New.\n", PENDING: "SE-6.1\nSE-6.1\n"}
    found = problems(run_tool, indexed(tree, run_tool, changes))
    assert found == [f"{PENDING}:2: SE-6.1 stands here a second time; remove it"]


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        (
            RULES,
            COVERED[RULES] + 'covers(place, "SE-9.9")\n',
            f"{RULES}:{AFTER_RULES}: SE-9.9 is no clause of {RULEBOOK}",
        ),
        (
            RULES,
            COVERED[RULES] + 'covers(place, "SE-4")\n',
            f"{RULES}:{AFTER_RULES}: SE-4 is a section; name its clauses",
        ),
        (
            RULES,
            COVERED[RULES] + "covers(place, IDS)\n",
            f'{RULES}:{AFTER_RULES}: IDS is no clause id; write it as "SE-4.2"',
        ),
        (RULES, COVERED[RULES] + "covers(place)\n", f"{RULES}:{AFTER_RULES}: covers() takes a function and clause ids"),
        (
            "src/orrery/core/x.py",
            'def f():\n    """SE-9.9"""\n',
            f"src/orrery/core/x.py:1: SE-9.9 is no clause of {RULEBOOK}",
        ),
        ("src/orrery/core/x.py", "def f(:\n", "src/orrery/core/x.py:1: not Python"),
        (
            "tests/test_x.py",
            '@clause("SE-4.2x1")\ndef test_x(): pass\n',
            "tests/test_x.py:1: 'SE-4.2x1' is no clause id",
        ),
        (
            "tests/test_x.py",
            '@clause("SE-9.9")\ndef test_x(): pass\n',
            f"tests/test_x.py:1: SE-9.9 is no clause of {RULEBOOK}",
        ),
        ("tests/test_x.py", '@clause("SE-4")\ndef test_x(): pass\n', "tests/test_x.py:1: SE-4 is a section"),
        ("tests/test_x.py", '@clause("SE-4.2")\ndef check_x(): pass\n', "tests/test_x.py:1: check_x is no test"),
        ("tests/marks.py", 'pytestmark = clause("SE-4.2")\n', "tests/marks.py:1: pytest does not collect this file"),
        (
            CASES,
            COVERED[CASES] + '{"name": "x", "clause": "SE-9.9"}\n',
            f"{CASES}:4: SE-9.9 is no clause of {RULEBOOK}",
        ),
        (CASES, COVERED[CASES] + '{"name": "x", "clause": "4.2"}\n', f"{CASES}:4: '4.2' is no clause id"),
        (CASES, COVERED[CASES] + '{"name": "x"}\n', f"{CASES}:4: a case is one line of JSON"),
        (
            RULEBOOK,
            COVERED[RULEBOOK] + "\n**SE-4.2** Again.\n",
            f"{RULEBOOK}:{AFTER_RULEBOOK + 1}: SE-4.2 stands here a second time",
        ),
        (
            RULEBOOK,
            COVERED[RULEBOOK] + "\n- **SE-6.1** New.\n",
            f"{RULEBOOK}:{AFTER_RULEBOOK + 1}: this line would be a clause if",
        ),
        (
            RULEBOOK,
            COVERED[RULEBOOK] + "\n**SE-6.1 Scope.** New.\n",
            f"{RULEBOOK}:{AFTER_RULEBOOK + 1}: this line would be a clause if",
        ),
    ],
)
def test_a_wrong_form_or_an_unknown_clause_is_named_with_its_place(
    run_tool: Run, tree: Tree, file: str, text: str, problem: str
) -> None:
    (found,) = problems(run_tool, indexed(tree, run_tool, {file: text}))
    assert found.startswith(problem)


def test_a_clause_of_another_game_is_refused(run_tool: Run, tree: Tree) -> None:
    found = problems(run_tool, indexed(tree, run_tool, {RULEBOOK: COVERED[RULEBOOK] + "\n**VE-1.1** Astray.\n"}))
    assert f"{RULEBOOK}:{AFTER_RULEBOOK + 1}: VE-1.1 is a clause of vediic, not of space_editor" in found


def test_both_languages_have_the_same_clauses(run_tool: Run, tree: Tree) -> None:
    translated = COVERED[RULEBOOK].replace("The cell must be empty.", "セルは空でなければならない。")
    assert problems(run_tool, indexed(tree, run_tool, {JAPANESE: translated})) == []
    found = problems(run_tool, indexed(tree, run_tool, {JAPANESE: translated.replace("**SE-4.2**", "**SE-4.3**")}))
    assert found == [
        f"{JAPANESE}: lacks clauses that {RULEBOOK} has: SE-4.2",
        f"{RULEBOOK}: lacks clauses that {JAPANESE} has: SE-4.3",
    ]


def test_a_game_without_a_rulebook_is_left_alone(run_tool: Run, tree: Tree) -> None:
    changes = {"src/orrery/games/vediic/rules.py": '"""VE-3.1"""\n', PENDING: "VE-3.2\n"}
    root = indexed(tree, run_tool, changes)
    assert problems(run_tool, root) == []
    assert list(read_index(root)) == ["space_editor"]
