"""Check an installed Orrery as its user meets it: the build, a match of each game, the server with its page.

    python tools/check_installed.py --build compiled|plain

For wheels: run it with the Python into whose environment the wheel was installed. The tests do (tests/tools), and so
does the workflow that releases, on every platform. It needs nothing but what the wheel brought along.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parent.parent
COMMAND: Final = (sys.executable, "-m", "orrery")
SECONDS: Final = 120
"""How long a command may take before it counts as hanging."""


class Fault(Exception):
    """What is wrong with what was installed."""


def need(holds: bool, fault: str) -> None:
    """Raises Fault with this sentence unless something holds."""
    if not holds:
        raise Fault(fault)


def environment(build: str = "") -> dict[str, str]:
    """The variables for a command of ours: nothing leads back to a checkout, and texts are UTF-8 everywhere."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "ORRERY_BUILD")}
    return {**kept, "PYTHONUTF8": "1", **({"ORRERY_BUILD": build} if build else {})}


def ask(*words: str, build: str = "", status: int = 0) -> str:
    """What a command says, on both streams; it must end with this status."""
    done = subprocess.run(
        [*COMMAND, *words],
        env=environment(build),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    said = done.stdout
    need(done.returncode == status, f"orrery {' '.join(words)} ended with status {done.returncode}:\n{said}")
    need("Traceback" not in said, f"orrery {' '.join(words)} answered with a traceback:\n{said}")
    return said


def check_files(build: str) -> str:
    """Code, data and documents come from the installed package, and the code is of the right build."""
    import orrery
    from orrery.build import BUILD, loaded_build

    package = Path(orrery.__file__).resolve().parent
    need(not package.is_relative_to(CHECKOUT / "src"), f"orrery was loaded from the checkout, {package}")
    machine, python = 0, 0
    for part in ("orrery.core", "orrery.games", "orrery.bots"):
        for found in pkgutil.walk_packages(importlib.import_module(part).__path__, f"{part}."):
            file = str(importlib.import_module(found.name).__file__)
            need(Path(file).resolve().is_relative_to(package), f"{found.name} was loaded from {file}")
            if file.endswith(tuple(EXTENSION_SUFFIXES)):
                machine += 1
            else:
                python += 1
    need((machine > 0) == (build == "compiled"), f"{machine} modules are machine code; the build should be {build}")
    need(BUILD == loaded_build() == build, f"the package says that it is the {BUILD} build")
    documents = sorted(file.name for file in package.joinpath("docs").glob("*.md"))
    need("install.md" in documents, f"there is no docs/install.md in the package, only {documents}")
    return f"{machine} modules of machine code, {python} of Python, {len(documents)} documents in {package}"


def check_build(build: str) -> str:
    """The command knows its build, and a build that is not there is refused by a sentence."""
    said = ask("--version").strip()
    need(said.endswith(f"({build} build)"), f"orrery --version says {said!r}")
    other = "plain" if build == "compiled" else "compiled"
    refusal = ask("--version", build=other, status=1)
    need(f"is the {build} build" in refusal, f"ORRERY_BUILD={other} is answered by {refusal!r}")
    ask("--version", build=build)
    return said


def check_matches() -> str:
    """A match of each game can be played to its end at the terminal."""
    games = [line.split()[0] for line in ask("games").splitlines()]
    need(len(games) >= 3, f"there are only the games {games}")
    for game in games:
        said = ask("play", game, "random", "random", "--seed", "7", "--lang", "en", "--no-colour")
        need("again: a rematch" in said, f"a match of {game} did not end:\n{said[-1000:]}")
    return f"played {', '.join(games)}"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server with a new database; gives its address."""
    words = ("serve", "--port", "0", "--no-open", "--database", str(folder / "orrery.db"))
    log = folder / "log"
    with log.open("w", encoding="utf-8") as errors:
        server = subprocess.Popen(
            [*COMMAND, *words], env=environment(), stdout=subprocess.PIPE, stderr=errors, encoding="utf-8"
        )
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            found = re.search(r"http://\S+", line)
            if found is None:
                server.terminate()
                server.wait(SECONDS)
                raise Fault(f"the server does not open: {line}{log.read_text(encoding='utf-8')}")
            yield found[0]
        finally:
            server.terminate()
            server.communicate(timeout=SECONDS)


def load(address: str) -> bytes:
    """What lies at an address."""
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        body: bytes = answer.read()
    return body


def check_page() -> str:
    """The server opens, and gives the page with all that its first file names."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address:
        index = load(address).decode()
        need('id="app"' in index, f"there is no page at {address}:\n{index[:500]}")
        named = re.findall(r'(?:src|href)="(/[^"]+)"', index)
        need(any(name.startswith("/assets/") for name in named), f"the page names no files: {named}")
        size = sum(len(load(address + name)) for name in named)
        need("space_editor" in load(f"{address}/api/games").decode(), "the server offers no games")
    return f"served the page, {len(named)} files with {size} bytes"


def main() -> int:
    """Runs the command line; the exit status is 1 when something is wrong."""
    parser = argparse.ArgumentParser(description="Check an installed Orrery.")
    parser.add_argument("--build", choices=("compiled", "plain"), required=True, help="the build that it should be")
    build = parser.parse_args().build
    try:
        for line in (check_files(build), check_build(build), check_matches(), check_page()):
            print(line, flush=True)
    except Fault as fault:
        print(f"tools/check_installed.py: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
