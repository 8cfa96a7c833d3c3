"""Every test says what must hold: it asserts something itself, or calls a helper of the tests whose name says that it
checks. That something is not refused is said by an assertion, too: of what came of it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
CHECKING = ("check_", "expect_")
"""How the name of a helper begins that checks."""
ORACLE = "oracle"
"""The slow referees are programs, not helpers of tests: what they call a check raises faults of theirs."""
PYTEST = ("pytest.raises", "pytest.fail", "pytest.warns")

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module:
    """One file of the tests."""

    def __init__(self, root: Path, file: Path) -> None:
        self.name = file.relative_to(root).as_posix()
        self.nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        self.functions = [node for node in self.nodes if isinstance(node, Function)]
        ours = {path.stem for path in root.iterdir()} - {ORACLE}
        imports = [node for node in self.nodes if isinstance(node, ast.ImportFrom) and node.module]
        self.helpers = {function.name for function in self.functions if function.name.startswith(CHECKING)}
        """Names of helpers that this file has or gets from another file of the tests."""
        for node in imports:
            if str(node.module).split(".")[0] in ours:
                self.helpers |= {alias.asname or alias.name for alias in node.names if alias.name.startswith(CHECKING)}
        self.has_expect = any(node.module == "playwright.sync_api" for node in imports)

    def methods(self) -> set[str]:
        """Names of methods that check."""
        inside = (part for node in self.nodes if isinstance(node, ast.ClassDef) for part in node.body)
        return {part.name for part in inside if isinstance(part, Function) and part.name.startswith(CHECKING)}

    def asserts(self, function: Function, methods: set[str]) -> bool:
        """Can it fail by itself, or by a helper that checks?"""
        return any(self._asserts(node, methods) for node in ast.walk(function) if node is not function)

    def _asserts(self, node: ast.AST, methods: set[str]) -> bool:
        if isinstance(node, ast.Assert):
            return not isinstance(node.test, ast.Constant)
        if isinstance(node, ast.Raise):
            return node.exc is not None and "AssertionError" in ast.unparse(node.exc)
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Name):
            return node.func.id in self.helpers or (node.func.id == "expect" and self.has_expect)
        is_method = isinstance(node.func, ast.Attribute) and node.func.attr in methods
        return is_method or ast.unparse(node.func) in PYTEST


def read_tests(root: Path) -> list[Module]:
    """All files of the tests."""
    return [Module(root, file) for file in sorted(root.rglob("*.py")) if file.relative_to(root).parts[0] != ORACLE]


def that_assert_nothing(modules: list[Module]) -> Iterator[str]:
    """Tests, and helpers whose name promises a check, that cannot fail."""
    methods = {name for module in modules for name in module.methods()}
    for module in modules:
        is_test = Path(module.name).name.startswith("test_")
        for function in module.functions:
            promises = function.name.startswith(CHECKING) or (is_test and function.name.startswith("test_"))
            if promises and not module.asserts(function, methods):
                yield f"{module.name}:{function.lineno} {function.name}"


def test_every_test_asserts_something() -> None:
    modules = read_tests(TESTS)
    names = [function.name for module in modules for function in module.functions]
    assert sum(name.startswith("test_") for name in names) > 1500
    assert list(that_assert_nothing(modules)) == []


BARE = {
    "only does": "def test_a():\n    load(1)\n",
    "asserts a constant": "def test_a():\n    assert True\n",
    "calls a check of ours": "from orrery.core import check_card\ndef test_a():\n    check_card(1)\n",
    "has a helper that lies": "def check_it():\n    load(1)\ndef test_a():\n    assert check_it() is None\n",
    "expects nobody": "def test_a():\n    expect(1)\n",
    "calls a method of ours": "def test_a():\n    GAME.check_all()\n",
    "raises something else": "def test_a():\n    raise ValueError\n",
}
SOUND = {
    "asserts": "def test_a():\n    assert load(1) == 2\n",
    "asserts inside": "def test_a():\n    async def run():\n        assert load(1)\n    asyncio.run(run())\n",
    "sees a refusal": "def test_a():\n    with pytest.raises(ValueError):\n        load(1)\n",
    "fails by itself": "def test_a():\n    if not load(1):\n        raise AssertionError('nothing')\n",
    "has a helper": "def check_it():\n    assert load(1)\ndef test_a():\n    check_it()\n",
    "gets a helper": "from arrange import check_it\ndef test_a():\n    check_it()\n",
    "has a method": "class A:\n    def check_it(self):\n        assert load(1)\ndef test_a():\n    A().check_it()\n",
    "looks at the page": "from playwright.sync_api import expect\ndef test_a():\n    expect(page).to_be_visible()\n",
}


@pytest.mark.parametrize("text", BARE.values(), ids=BARE)
def test_a_test_that_asserts_nothing_is_found(tree: Callable[[dict[str, str]], Path], text: str) -> None:
    found = list(that_assert_nothing(read_tests(tree({"games/test_bare.py": text, "arrange.py": ""}))))
    assert len(found) == 1 and found[0].startswith("games/test_bare.py:")


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_a_test_that_asserts_something_is_left_alone(tree: Callable[[dict[str, str]], Path], text: str) -> None:
    files = {"games/test_sound.py": text, "arrange.py": "def check_it():\n    assert load(1)\n"}
    assert list(that_assert_nothing(read_tests(tree(files)))) == []
