"""Which build of the sources `import orrery` loads, and what tools ask about builds. It is loaded before all else.

There are two builds of the same sources. The plain one is the Python files themselves. In the compiled one the modules
of core, games and bots stand as machine code beside their Python files. A wheel is one or the other. A source checkout
may have both: the compiled build is a copy in `build/compiled/`, made by `make compile`, and the environment variable
ORRERY_BUILD (`plain`, the default, or `compiled`) says which one `import orrery` loads. `BUILD` tells which one it was;
a build that is not there is refused.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path
from typing import Final, NoReturn

BUILT_PAGE: Final = ("server", "page")
"""The folder of this package into which `make page` builds the browser table. It is made, not written: it belongs to no
build of the sources, and both builds of a checkout serve the one that lies there."""


def source_files(package: Path) -> list[Path]:
    """The files of a package folder, code and data, sorted: what the compiled build copies and is made from."""
    found: list[Path] = []
    for file in package.rglob("*"):
        parts = file.relative_to(package).parts
        if parts[: len(BUILT_PAGE)] == BUILT_PAGE or file.suffix in {".pyc", ".so", ".pyd"} or not file.is_file():
            continue
        if not any(part.startswith(".") or part == "__pycache__" for part in parts):
            found.append(file)
    return sorted(found)


def source_fingerprint(package: Path) -> str:
    """A hash of the names and contents of a package's files, by which a stale compiled build is known."""
    import hashlib

    digest = hashlib.sha256()
    for file in source_files(package):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(package).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def loaded_build() -> str:
    """Which build runs, by the files that the modules of core were loaded from."""
    files = [str(getattr(module, "__file__", "")) for name, module in sys.modules.items() if _is_of_core(name)]
    return "compiled" if any(file.endswith(tuple(EXTENSION_SUFFIXES)) for file in files) else "plain"


def _is_of_core(name: str) -> bool:
    return name.startswith("orrery.core.")


def _refuse(why: str) -> NoReturn:
    """Ends a command with a sentence; a program that imports us gets an ImportError."""
    # While `python -m` looks for its module, that is its first word.
    if Path(sys.argv[0] if sys.argv else "").stem in ("orrery", "-m"):
        raise SystemExit(f"orrery: {why}")
    raise ImportError(why) from None


def compiled_folder(package: Path) -> Path:
    """Where the compiled build of a source checkout lies, or would lie."""
    return package.parent.parent / "build" / "compiled"


def why_not_compiled(package: Path) -> str | None:
    """Why the compiled build cannot be used: there is none, or it is not of this Python or these sources. None: it
    can.
    """
    import json

    folder = compiled_folder(package)
    try:
        stamp = json.loads((folder / "stamp.json").read_text(encoding="utf-8"))
        sources, suffix = stamp["sources"], stamp["suffix"]
    except (OSError, ValueError, KeyError, TypeError):
        return f"there is no compiled build in {folder}"
    if suffix != EXTENSION_SUFFIXES[0]:
        return f"the build in {folder} is for another Python ({suffix}, this one loads {EXTENSION_SUFFIXES[0]})"
    if sources != source_fingerprint(package):
        return f"the build in {folder} is stale (the sources in {package} differ)"
    return None


def _compiled_copy(package: Path) -> Path:
    """The compiled copy of a checkout's package, or the end with a sentence that says why it cannot be used."""
    why_not = why_not_compiled(package)
    if why_not is not None:
        remedy = "run make compile in the source checkout, or unset ORRERY_BUILD for the plain build"
        _refuse(f"ORRERY_BUILD=compiled, but {why_not}: {remedy}")
    # The compiled modules share one library, a top-level module of its own that lies beside the package's copy.
    folder = compiled_folder(package)
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    return folder / "orrery"


def _build_that_lies_there(package: Path) -> str:
    """Which build a package folder is: what Python finds there for a module of core."""
    found = PathFinder.find_spec("orrery.core.game", [str(package / "core")])
    is_compiled = found is not None and str(found.origin).endswith(tuple(EXTENSION_SUFFIXES))
    return "compiled" if is_compiled else "plain"


def _select_build() -> tuple[str, Path]:
    """The build that was asked for, and the folder from which every other module of orrery is loaded."""
    asked = os.environ.get("ORRERY_BUILD") or ""
    if asked not in ("", "plain", "compiled"):
        _refuse(f"ORRERY_BUILD is {asked!r}: it must be 'plain' (the default) or 'compiled'")
    package = Path(__file__).resolve().parent
    if asked == "compiled" and (package.parent.parent / "tools" / "compile.py").is_file():
        return asked, _compiled_copy(package)
    there = _build_that_lies_there(package)
    if asked not in ("", there):
        _refuse(
            f"ORRERY_BUILD={asked}, but the package in {package} is the {there} build: unset ORRERY_BUILD, or install "
            "the other one (docs/install.md); both side by side are for source checkouts"
        )
    return there, package


_SELECTED: Final = _select_build()
BUILD: Final = _SELECTED[0]
"""Which build was loaded: `plain` or `compiled`."""
FOLDER: Final = _SELECTED[1]
"""Where every other module of orrery is loaded from."""
