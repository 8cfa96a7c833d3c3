"""Enforce the law of layers: `make check`.

For everybody who adds an import to src/orrery. The law is

    core <- games <- {bots, press} <- {adapters, lab, server, terminal} <- {referee, engine, bridge} <- cli

where the right side imports the left, never the reverse. The door (`orrery/__init__.py`) names what core, games and
bots give to programs, and no module of ours goes through it. Games never import each other; adapters, lab, server and
terminal never import each other. core and games import only the standard library and mypy_extensions, and of the
standard library nothing that lets the world outside into a match: no random (but in core/fate.py), time, os, asyncio,
logging.

Imports are read from the syntax tree, so those inside functions and under TYPE_CHECKING count as well, and so do calls
of import_module with a literal name.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

BELOW_THE_TOP: Final = frozenset({"build", "core", "games", "bots", "press", "adapters", "lab", "server", "terminal"})

MAY_IMPORT: Final = {
    "__init__": frozenset({"build", "core", "games", "bots"}),
    "build": frozenset[str](),
    "core": frozenset({"core"}),
    "games": frozenset({"core", "games"}),
    "bots": frozenset({"core", "games", "bots"}),
    "press": frozenset({"build", "core", "games", "press"}),
    "adapters": frozenset({"core", "games", "bots", "adapters"}),
    "lab": frozenset({"build", "core", "games", "bots", "lab"}),
    "server": frozenset({"build", "core", "games", "bots", "press", "server"}),
    "terminal": frozenset({"core", "games", "bots", "terminal"}),
    "referee": BELOW_THE_TOP | {"referee"},
    "engine": BELOW_THE_TOP | {"referee", "engine"},
    "bridge": BELOW_THE_TOP | {"bridge"},
    "cli": BELOW_THE_TOP | {"referee", "engine", "bridge", "cli"},
    "__main__": BELOW_THE_TOP | {"referee", "cli"},
}
"""For each part of the package (a folder or a module of src/orrery) the parts that it may import."""

PURE_PARTS: Final = frozenset({"core", "games"})
OUTSIDE_ALLOWED: Final = frozenset({"mypy_extensions"})
FORBIDDEN: Final = {
    "random": "draw through orrery.core.fate, the only module that imports random",
    "time": "let the caller pass the time in",
    "os": "read files with pathlib or importlib.resources, and settings from the caller",
    "asyncio": "the rules are plain functions; waiting belongs to server",
    "logging": "say it in an event, a refusal or an error",
}
"""Modules of the standard library that core and games never import, with what to do instead."""

EXEMPT: Final = {("core/fate.py", "random")}


def literal_imports(call: ast.Call) -> Iterator[str]:
    """The module that a call such as import_module("orrery.games.vediic") names."""
    function = call.func
    name = (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )
    if name in {"import_module", "__import__"} and call.args:
        argument = call.args[0]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def absolute(name: str, package: tuple[str, ...]) -> str:
    """The full name of a module that is perhaps given relative to `package`, such as `..core.fate`."""
    bare = name.lstrip(".")
    level = len(name) - len(bare)
    if level == 0:
        return name
    base = package[: len(package) - level + 1]
    return ".".join([*base, bare] if bare else base)


def imports(tree: ast.Module, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything that a module of `package` imports.

    `from a import b` gives `a.b`: b may be a module, and for a name inside a module the longer form does no harm.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = absolute("." * node.level + (node.module or ""), package)
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"
        elif isinstance(node, ast.Call):
            for name in literal_imports(node):
                yield node.lineno, absolute(name, package)


def fault(name: str, file: str, root: Path) -> str | None:
    """Why the module `file` (relative to the package folder `root`) may not import `name`, or None if it may."""
    own = file.split("/")
    part = own[0].removesuffix(".py")
    target = name.split(".")
    if target[0] != "orrery":
        if part not in PURE_PARTS or (file, target[0]) in EXEMPT:
            return None
        if target[0] in FORBIDDEN:
            return f"{part} imports {target[0]}: {FORBIDDEN[target[0]]}"
        if target[0] not in sys.stdlib_module_names and target[0] not in OUTSIDE_ALLOWED:
            return (
                f"{part} imports {target[0]}: core and games use only the standard library and "
                f"{', '.join(sorted(OUTSIDE_ALLOWED))}; move what needs it to a higher layer"
            )
        return None
    if len(target) == 1:
        return None
    other = target[1]
    if other not in MAY_IMPORT and not (root / other).is_dir() and not (root / f"{other}.py").is_file():
        if other.startswith("__") or part == "__init__":
            return None  # such as __version__
        return (
            f"{part} imports {name} through the door, which is for programs outside (src/orrery/__init__.py): name the "
            "module that it comes from"
        )
    if other not in MAY_IMPORT[part]:
        allowed = ", ".join(sorted(MAY_IMPORT[part])) or "nothing of orrery"
        return f"{part} imports {name}: {part} may import {allowed}; move the code, or pass the thing in from above"
    if part == other == "games" and len(own) > 2 and target[2:3] != [own[1]]:
        return (
            f"the game {own[1]} imports {name}: games never import each other; what they share belongs to orrery.core"
        )
    return None


def check(root: Path) -> list[str]:
    """All violations in the package folder `root`, as lines `file:line: what is wrong and what would be right`."""
    problems = []
    for file in sorted(root.rglob("*.py")):
        relative = file.relative_to(root)
        name = relative.as_posix()
        part = relative.parts[0].removesuffix(".py")
        if part not in MAY_IMPORT:
            problems.append(
                f"{file}:1: {part} has no place in the law of layers; "
                f"use one of {', '.join(sorted(MAY_IMPORT))}, or give it a line in MAY_IMPORT of tools/check_layers.py"
            )
            continue
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"))
        except SyntaxError as error:
            problems.append(f"{file}:{error.lineno}: not Python: {error.msg}")
            continue
        package = ("orrery", *relative.parent.parts)
        found = {(line, fault(target, name, root)) for line, target in imports(tree, package)}
        problems += [f"{file}:{line}: {wrong}" for line, wrong in sorted((n, w) for n, w in found if w is not None)]
    return problems


def main() -> int:
    """Run the command line; the exit status is 1 when the law is broken."""
    parser = argparse.ArgumentParser(description="Check that the imports of a package folder keep the law of layers.")
    parser.add_argument("package", nargs="?", type=Path, default=Path("src/orrery"), help="default: src/orrery")
    package: Path = parser.parse_args().package
    if not package.is_dir():
        parser.error(f"{package} is no folder; run this from the root of the repository")
    problems = check(package)
    print("\n".join(problems) or "layers: every import keeps the law")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
