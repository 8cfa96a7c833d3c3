"""Enforce that a game answers for itself: `make check`.

For everybody who is about to write `if game == "vediic"`. Code under src/orrery and web/src names no game outside the
game's own folders (`games/<game>/` of the package, of its layers and of the page): what differs from game to game is
asked of its guide (`orrery.core.guide`), found in its folders (`orrery.games.part_of`), or stands in its module of the
page. There are no exceptions.

Python is read as a syntax tree: names, imports and strings count, docstrings, comments and `help=` texts do not. Of the
page's sources everything counts but comments and tests, of data files (TOML, JSON) the keys. Files that are made
(web/src/generated, the built page, the index of clauses) are not read.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent

MADE: Final = ("src/orrery/server/page/", "src/orrery/clauses.json", "web/src/generated/")
"""What is made and not written."""

COMMENTS: Final = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'`])//[^\n]*", re.DOTALL)
"""Comments of TypeScript and Svelte. (`://` in an address is none.)"""


def games(root: Path) -> list[str]:
    """The names of the games: the folders of src/orrery/games."""
    found = [place.name for place in (root / "src/orrery/games").iterdir() if (place / "game.py").is_file()]
    assert found, "there are no games"
    return sorted(found)


def pattern(names: list[str]) -> re.Pattern[str]:
    """A game's name in any spelling: vediic, space_editor, SpaceEditor, spaceEditor, "Space Editor"."""
    ways = {form for name in names for form in (name, name.replace("_", ""), name.replace("_", " "))}
    return re.compile("|".join(sorted(map(re.escape, ways), key=len, reverse=True)), re.IGNORECASE)


def others(file: str, names: list[str]) -> list[str]:
    """The games that a file may not name: all but the one in whose folder it lies."""
    return [name for name in names if f"games/{name}/" not in file]


def python_names(text: str) -> Iterator[tuple[int, str]]:
    """Line and text of everything in a Python file that could name a game."""
    tree = ast.parse(text)
    quiet: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            quiet.add(id(node.value))  # docstrings, also those of constants and attributes
        if isinstance(node, ast.keyword) and node.arg == "help":
            quiet.update(id(each) for each in ast.walk(node.value))
    for node in ast.walk(tree):
        if id(node) in quiet:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg | ast.keyword):
            yield node.lineno, node.arg or ""
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = " ".join(f"{alias.name} {alias.asname or ''}" for alias in node.names)
            yield node.lineno, f"{getattr(node, 'module', '')} {names}"


def page_names(text: str) -> Iterator[tuple[int, str]]:
    """Line and text of everything in a source of the page, comments left out."""
    bare = COMMENTS.sub(lambda found: "\n" * found.group().count("\n"), text)
    yield from enumerate(bare.splitlines(), 1)


def data_names(tree: Any) -> Iterator[tuple[int, str]]:
    """The keys of a data file (their lines are not known)."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield 0, str(key)
            yield from data_names(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from data_names(value)


def named(file: str, text: str) -> Iterator[tuple[int, str]]:
    """Line and text of everything in a file that could name a game."""
    if file.endswith(".py"):
        return python_names(text)
    if file.endswith(".toml"):
        return data_names(tomllib.loads(text))
    if file.endswith(".json"):
        return data_names(json.loads(text))
    return page_names(text)


def faults(root: Path) -> list[str]:
    """Every place that names a game outside its folders."""
    names = games(root)
    found: list[str] = []
    for part, kinds in (("src/orrery", {".py", ".toml", ".json"}), ("web/src", {".ts", ".svelte", ".json"})):
        for place in sorted((root / part).rglob("*")):
            file = place.relative_to(root).as_posix()
            if place.suffix not in kinds or not place.is_file() or file.endswith(".test.ts"):
                continue
            if file.startswith(MADE):
                continue
            wanted = pattern(others(file, names))
            seen: set[int] = set()
            for line, text in named(file, place.read_text(encoding="utf-8")):
                hit = wanted.search(text)
                if hit is not None and (line == 0 or line not in seen):
                    seen.add(line)
                    found.append(f"{file}:{line or ''}: names {hit.group()}: {text.strip()[:100]}")
    return found


def main() -> int:
    """The exit status: 1 if a game is named where it should answer for itself."""
    parser = argparse.ArgumentParser(description="Enforce that no code names a game outside its own folders.")
    parser.add_argument("--root", type=Path, default=ROOT)
    found = faults(parser.parse_args().root)
    for line in found:
        print(line)
    if found:
        print(
            f"{len(found)} places name a game outside its folders: ask its guide (core/guide.py), find what you need "
            "by orrery.games.part_of, or put it into the game's folder of the page"
        )
        return 1
    print("games: none is named outside its own folders")
    return 0


if __name__ == "__main__":
    sys.exit(main())
