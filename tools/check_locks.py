"""Check that no lock file names an address: `make check`.

For everybody who re-makes a lock. A lock pins versions and hashes; where the packages come from is the business of
each machine's own settings, so an address of a registry or a mirror, or a folder of wheels, must not be in it.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SKIPPED_FOLDERS: Final = frozenset({".git", ".venv", "build", "dist", "node_modules"})

ADDRESS: Final = re.compile(r"(?:https?|file|ssh|git)://|\bgit\+", re.IGNORECASE)
LOCATION_OPTION: Final = re.compile(
    r"(?:^|\s)(--(?:index-url|extra-index-url|find-links|trusted-host|default-index|index)\b|-[if]\s)"
)

PYTHON_REMEDY: Final = "re-make it with `make lock`"
NPM_REMEDY: Final = "re-make it with `npm install --omit-lockfile-registry-resolved`"


def python_lock_problems(text: str) -> Iterator[tuple[int, str]]:
    """Line and fault of each address or location option in a requirements file."""
    for number, line in enumerate(text.splitlines(), start=1):
        option = LOCATION_OPTION.search(line)
        if option:
            yield number, f"names a package location by {option[1].strip()}"
        elif ADDRESS.search(line):
            yield number, "holds an address"


def npm_addresses(value: object, path: str) -> Iterator[str]:
    """Where in a package-lock.json there is an address; links to people who ask for funding are no location."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "resolved" and not value.get("link"):
                yield f"{path}/{key}"
            elif key != "funding":
                yield from npm_addresses(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from npm_addresses(inner, f"{path}/{position}")
    elif isinstance(value, str) and ADDRESS.search(value):
        yield path


def lock_files(root: Path) -> list[Path]:
    """The lock files under `root`, those of installed packages and build outputs left out."""
    found = [*root.glob("requirements*.lock"), *root.rglob("package-lock.json")]
    return sorted(file for file in found if not SKIPPED_FOLDERS.intersection(file.relative_to(root).parts))


def check(root: Path) -> list[str]:
    """All addresses in the lock files under `root`, as lines that say where and what would be right."""
    locks = lock_files(root)
    problems = []
    if not any(lock.suffix == ".lock" for lock in locks):
        problems.append(f"{root}: no requirements*.lock here; make it with `make lock`")
    for lock in locks:
        text = lock.read_text(encoding="utf-8")
        if lock.suffix == ".lock":
            problems += [f"{lock}:{line}: {wrong}; {PYTHON_REMEDY}" for line, wrong in python_lock_problems(text)]
        else:
            problems += [f"{lock}: an address at {path}; {NPM_REMEDY}" for path in npm_addresses(json.loads(text), "")]
    return problems


def main() -> int:
    """Run the command line; the exit status is 1 when an address was found."""
    parser = argparse.ArgumentParser(description="Check that no lock file names an address.")
    parser.add_argument("root", nargs="?", type=Path, default=Path(), help="default: the current folder")
    problems = check(parser.parse_args().root)
    print("\n".join(problems) or "locks: no address in any lock file")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
