"""Check that every clause of the rules has code and a test: `make check`, and `make index` to renew the index.

For everybody who writes rules. The clauses of a game are the lines of its rulebook
(src/orrery/games/<game>/rulebook/en.md) that begin with an id in bold, such as `**SE-4.2** ...`; one whose text holds
`<!-- prose -->` asks for neither code nor test.

Code covers a clause if a docstring inside the game's own package names it, or a module-level line
`covers(why_not_place, "SE-4.2")` anywhere in src/orrery does. Docstrings elsewhere may speak of a clause without
claiming it. A test covers a clause by the mark `@clause("SE-4.2")` on a function or class, by `pytestmark =
clause("SE-4.2")`, or by a line of tests/golden/cases/*.jsonl that names it. A clause with lettered children is also
covered by its children together.

A clause that lacks code or a test fails the check unless pending_clauses.txt lists it, and that file may list no clause
that has both. What covers what is written to src/orrery/clauses.json, which ships with the package: it holds no line
numbers, so that it changes only when the coverage does.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

GAMES: Final = {"SE": "space_editor", "VE": "vediic", "FS": "five_spheres"}
"""The first letters of a clause id, and the game whose rules it belongs to."""

ID: Final = rf"(?:{'|'.join(GAMES)})-\d+(?:\.\d+)*[a-z]?"
ID_IN_TEXT: Final = re.compile(rf"\b{ID}\b")
WHOLE_ID: Final = re.compile(ID)
CLAUSE_LINE: Final = re.compile(rf"\*\*({ID})\*\*")
ALMOST_CLAUSE_LINE: Final = re.compile(rf"\s*(?:[-*+]\s+)?\*\*({ID})\b")
HEADING: Final = re.compile(r"#+\s")
PROSE_MARK: Final = "<!-- prose -->"

NO_CLAUSE: Final = "protocol"
"""What a golden case says in place of a clause when it tests the referee protocol, which has no clauses."""

PACKAGE: Final = "src/orrery"
INDEX: Final = "src/orrery/clauses.json"
PENDING: Final = "pending_clauses.txt"
CASES: Final = "tests/golden/cases"

CODE: Final = "code"
TESTS: Final = "tests"

Index = dict[str, dict[str, dict[str, list[str]]]]


@dataclass(frozen=True)
class Rulebook:
    """The clauses of one game's rulebook in its order, each with whether it is prose."""

    game: str
    clauses: dict[str, bool]

    def is_section(self, clause: str) -> bool:
        """Whether this is no clause but the number of a section or a paragraph that has clauses."""
        return clause not in self.clauses and any(
            re.match(rf"{re.escape(clause)}[.a-z]", other) for other in self.clauses
        )

    def children(self, clause: str) -> list[str]:
        """The lettered clauses under this one that need code and tests: of SE-5.2 those from SE-5.2a on."""
        lettered = re.compile(rf"{re.escape(clause)}[a-z]")
        return [other for other, is_prose in self.clauses.items() if lettered.fullmatch(other) and not is_prose]


@dataclass(frozen=True)
class Mention:
    """One place where code or a test names a clause."""

    clause: str
    side: str
    """CODE or TESTS"""
    place: str
    """What the index says: `games/vediic/rules/engine.py:move` or `tests/games/test_x.py::test_y`"""
    where: str
    """File and line, for messages"""
    covers: bool = True
    may_be_section: bool = False


@dataclass
class Findings:
    """What was read from a tree: mentions of clauses, and what was wrong with their form."""

    mentions: list[Mention] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def game_of(clause: str) -> str:
    """The game that a clause id belongs to."""
    return GAMES[clause.partition("-")[0]]


def natural(clause: str) -> list[tuple[int, str]]:
    """A sort key that puts SE-4.10 after SE-4.9."""
    return [(int(piece), "") if piece.isdigit() else (-1, piece) for piece in re.findall(r"\d+|[A-Za-z]+", clause)]


def read_clauses(file: Path, shown: str, game: str) -> tuple[dict[str, bool], list[str]]:
    """The clauses of a rulebook file, and what is wrong with its clause lines."""
    clauses: dict[str, bool] = {}
    almost: list[tuple[int, str]] = []
    problems = []
    current: str | None = None
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        match = CLAUSE_LINE.match(line)
        if match:
            current = match[1]
            if current in clauses:
                problems.append(f"{shown}:{number}: {current} stands here a second time; each clause has one line")
            if game_of(current) != game:
                problems.append(f"{shown}:{number}: {current} is a clause of {game_of(current)}, not of {game}")
            clauses[current] = False
        elif HEADING.match(line):
            current = None
        else:
            near = ALMOST_CLAUSE_LINE.match(line)
            if near:
                almost.append((number, near[1]))
        if current is not None and PROSE_MARK in line:
            clauses[current] = True
    problems += [
        f"{shown}:{number}: this line would be a clause if it began with **{clause}**"
        for number, clause in almost
        if clause not in clauses
    ]
    return clauses, problems


def read_rulebooks(root: Path) -> tuple[dict[str, Rulebook], list[str]]:
    """The rulebooks that are there, by game, and their problems, a difference between en.md and ja.md included."""
    books: dict[str, Rulebook] = {}
    problems: list[str] = []
    for game in GAMES.values():
        folder = f"{PACKAGE}/games/{game}/rulebook"
        english, japanese = f"{folder}/en.md", f"{folder}/ja.md"
        if not (root / english).is_file():
            continue
        clauses, wrong = read_clauses(root / english, english, game)
        problems += wrong
        books[game] = Rulebook(game, clauses)
        if (root / japanese).is_file():
            translated, wrong = read_clauses(root / japanese, japanese, game)
            problems += wrong
            for lacking, having, ids in (
                (japanese, english, clauses.keys() - translated.keys()),
                (english, japanese, translated.keys() - clauses.keys()),
            ):
                if ids:
                    names = ", ".join(sorted(ids, key=natural))
                    problems.append(f"{lacking}: lacks clauses that {having} has: {names}")
    return books, problems


def parse(file: Path, shown: str, findings: Findings) -> ast.Module | None:
    """The syntax tree of a file, or None with a problem noted."""
    try:
        return ast.parse(file.read_text(encoding="utf-8"))
    except SyntaxError as error:
        findings.problems.append(f"{shown}:{error.lineno}: not Python: {error.msg}")
        return None


Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def definitions(node: ast.AST, outer: str = "", between: str = ".") -> Iterator[tuple[str, Definition]]:
    """All classes and functions under a node, with their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            name = f"{outer}{between}{child.name}" if outer else child.name
            yield name, child
            yield from definitions(child, name, between)
        else:
            yield from definitions(child, outer, between)


def called_name(call: ast.Call) -> str:
    """The last word of what is called: `clause` for clause(...) and for pytest.mark.clause(...)."""
    function = call.func
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def literal_ids(arguments: Iterable[ast.expr], where: str, findings: Findings) -> Iterator[str]:
    """The clause ids among the arguments of covers() or clause(); anything else there is a problem."""
    for argument in arguments:
        if (
            isinstance(argument, ast.Constant)
            and isinstance(argument.value, str)
            and WHOLE_ID.fullmatch(argument.value)
        ):
            yield argument.value
        else:
            findings.problems.append(f'{where}: {ast.unparse(argument)} is no clause id; write it as "SE-4.2"')


def read_code(root: Path, findings: Findings) -> None:
    """Find the clauses that the docstrings and the covers() lines of the package name."""
    package = root / PACKAGE
    for file in sorted(package.rglob("*.py")):
        name = file.relative_to(package).as_posix()
        shown = f"{PACKAGE}/{name}"
        tree = parse(file, shown, findings)
        if tree is None:
            continue
        documented: list[tuple[str, int, ast.Module | Definition]] = [(name, 1, tree)]
        documented += [(f"{name}:{qualified}", node.lineno, node) for qualified, node in definitions(tree)]
        for place, line, node in documented:
            for clause in ID_IN_TEXT.findall(ast.get_docstring(node) or ""):
                own = name.startswith(f"games/{game_of(clause)}/")
                findings.mentions.append(Mention(clause, CODE, place, f"{shown}:{line}", own, may_be_section=True))
        for statement in tree.body:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
                continue
            call = statement.value
            if called_name(call) != "covers":
                continue
            where = f"{shown}:{statement.lineno}"
            if len(call.args) < 2 or not isinstance(call.args[0], ast.Name | ast.Attribute):
                findings.problems.append(f'{where}: covers() takes a function and clause ids: covers(place, "SE-4.2")')
                continue
            place = f"{name}:{ast.unparse(call.args[0])}"
            for clause in literal_ids(call.args[1:], where, findings):
                findings.mentions.append(Mention(clause, CODE, place, where))


def marks(node: ast.Module | Definition) -> Iterator[ast.Call]:
    """The clause(...) calls that mark a test module, class or function."""
    found: list[ast.expr] = []
    if not isinstance(node, ast.Module):
        found += node.decorator_list
    if isinstance(node, ast.Module | ast.ClassDef):
        for statement in node.body:
            value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
            targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
            if value is not None and any(
                isinstance(target, ast.Name) and target.id == "pytestmark" for target in targets
            ):
                found += value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
    yield from (mark for mark in found if isinstance(mark, ast.Call) and called_name(mark) == "clause")


def read_tests(root: Path, findings: Findings) -> None:
    """Find the clauses that tests name by the mark `clause`."""
    for file in sorted((root / "tests").rglob("*.py")):
        shown = file.relative_to(root).as_posix()
        tree = parse(file, shown, findings)
        if tree is None:
            continue
        marked: list[tuple[str, ast.Module | Definition]] = [(shown, tree)]
        marked += [(f"{shown}::{qualified}", node) for qualified, node in definitions(tree, between="::")]
        for place, node in marked:
            for mark in marks(node):
                where = f"{shown}:{mark.lineno}"
                if not file.name.startswith("test_"):
                    findings.problems.append(f"{where}: pytest does not collect this file, so the mark covers nothing")
                elif not isinstance(node, ast.Module) and not node.name.lower().startswith("test"):
                    findings.problems.append(f"{where}: {node.name} is no test, so the mark covers nothing")
                else:
                    for clause in literal_ids(mark.args, where, findings):
                        findings.mentions.append(Mention(clause, TESTS, place, where))


def read_cases(root: Path, findings: Findings) -> None:
    """Find the clauses that the golden cases name."""
    for file in sorted((root / CASES).glob("*.jsonl")):
        shown = file.relative_to(root).as_posix()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.strip():
                continue
            where = f"{shown}:{number}"
            try:
                case = json.loads(line)
                name, clause = case["name"], case["clause"]
            except (ValueError, KeyError, TypeError):
                findings.problems.append(f'{where}: a case is one line of JSON, an object with "name" and "clause"')
                continue
            if clause == NO_CLAUSE:
                continue
            if not isinstance(clause, str) or not WHOLE_ID.fullmatch(clause):
                findings.problems.append(f'{where}: {clause!r} is no clause id; write one such as "SE-4.2"')
                continue
            findings.mentions.append(Mention(clause, TESTS, f"{shown}:{name}", where, may_be_section=True))


def read_pending(root: Path, books: dict[str, Rulebook]) -> tuple[dict[str, str], list[str]]:
    """The clauses that may wait, each with file and line, and the problems of the list itself."""
    pending: dict[str, str] = {}
    problems = []
    file = root / PENDING
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines() if file.is_file() else [], start=1):
        clause = line.partition("#")[0].strip()
        where = f"{PENDING}:{number}"
        if not clause:
            continue
        if not WHOLE_ID.fullmatch(clause):
            problems.append(f"{where}: {clause!r} is no clause id; write one id a line, such as SE-4.2")
        elif clause in pending:
            problems.append(f"{where}: {clause} stands here a second time; remove it")
        else:
            pending[clause] = where
            book = books.get(game_of(clause))
            if book and clause not in book.clauses:
                problems.append(f"{where}: {clause} is no clause of the rulebook of {book.game}; remove it")
    return pending, problems


def wrong_ids(mentions: Iterable[Mention], books: dict[str, Rulebook]) -> Iterator[str]:
    """The mentions of clauses that the rulebook does not have."""
    for mention in mentions:
        book = books.get(game_of(mention.clause))
        if book is None or mention.clause in book.clauses:
            continue
        if not book.is_section(mention.clause):
            yield f"{mention.where}: {mention.clause} is no clause of {PACKAGE}/games/{book.game}/rulebook/en.md"
        elif not mention.may_be_section:
            yield f"{mention.where}: {mention.clause} is a section; name its clauses"


def uncovered(book: Rulebook, index: dict[str, dict[str, list[str]]], pending: dict[str, str]) -> Iterator[str]:
    """The clauses of a book that lack code or a test and may not wait, and those that wait without need."""

    def has(clause: str, side: str) -> bool:
        children = book.children(clause)
        return bool(index[clause][side]) or (bool(children) and all(index[child][side] for child in children))

    for clause, is_prose in book.clauses.items():
        lacking = [side for side in (CODE, TESTS) if not has(clause, side)]
        waits = pending.get(clause)
        if is_prose:
            if waits:
                yield f"{waits}: {clause} is marked as prose and needs no code; remove it from {PENDING}"
        elif not lacking:
            if waits:
                yield f"{waits}: {clause} now has code and a test; remove it from {PENDING}"
        elif not waits:
            missing = " and ".join({CODE: "code", TESTS: "test"}[side] for side in lacking)
            yield (
                f"{PACKAGE}/games/{book.game}/rulebook/en.md: {clause} has no {missing}; name it in the docstring "
                f'of the function that implements it, or by covers(), and in a test by @clause("{clause}")'
            )


def make_index(books: dict[str, Rulebook], mentions: Iterable[Mention]) -> Index:
    """For each clause of each game the code and the tests that cover it, all sorted."""
    index: Index = {
        game: {clause: {CODE: [], TESTS: []} for clause in sorted(books[game].clauses, key=natural)}
        for game in sorted(books)
    }
    for mention in mentions:
        entry = index.get(game_of(mention.clause), {}).get(mention.clause)
        if entry and mention.covers and mention.place not in entry[mention.side]:
            entry[mention.side].append(mention.place)
    for clauses in index.values():
        for entry in clauses.values():
            for places in entry.values():
                places.sort()
    return index


def check(root: Path, write: bool) -> tuple[list[str], Index]:
    """All problems of the tree at `root`, and the index, which is written if `write` says so."""
    books, problems = read_rulebooks(root)
    findings = Findings()
    read_code(root, findings)
    read_tests(root, findings)
    read_cases(root, findings)
    pending, wrong = read_pending(root, books)
    index = make_index(books, findings.mentions)
    problems += findings.problems + wrong + list(wrong_ids(findings.mentions, books))
    for game, book in books.items():
        problems += uncovered(book, index[game], pending)

    text = json.dumps(index, ensure_ascii=False, indent=1) + "\n"
    file = root / INDEX
    if write:
        file.write_text(text, encoding="utf-8", newline="\n")
    elif not file.is_file() or file.read_text(encoding="utf-8") != text:
        problems.append(f"{INDEX}: not up to date with the rulebooks, the code and the tests; run make index")
    return problems, index


def main() -> int:
    """Run the command line; the exit status is 1 when a check found a problem. Renewing the index judges nothing."""
    parser = argparse.ArgumentParser(description="Check that every clause of the rules has code and a test.")
    parser.add_argument("--write", action="store_true", help=f"renew {INDEX} instead of checking it")
    parser.add_argument("root", nargs="?", type=Path, default=Path(), help="default: the current folder")
    arguments = parser.parse_args()
    root: Path = arguments.root
    if not (root / PACKAGE).is_dir():
        parser.error(f"{root / PACKAGE} is no folder; run this from the root of the repository")
    problems, index = check(root, arguments.write)
    for problem in problems:
        print(problem)
    for game, clauses in index.items():
        full = sum(bool(entry[CODE] and entry[TESTS]) for entry in clauses.values())
        print(f"clauses of {game}: {len(clauses)}, with code and tests of their own: {full}")
    return 1 if problems and not arguments.write else 0


if __name__ == "__main__":
    raise SystemExit(main())
