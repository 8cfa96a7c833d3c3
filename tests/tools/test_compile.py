"""`tools/compile.py --behind`, as `make play` starts it: polite, with a few lines for players; it can be broken off."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from needs import missing

ROOT = Path(__file__).resolve().parent.parent.parent
TOOLS = ROOT / "tools"
DOOR = "from orrery.build import FOLDER\n\n__path__[:] = [str(FOLDER)]\n"
"""The front of the package, as far as builds are concerned."""
SOURCE = "def double(number: int) -> int:\n    return 2 * number\n"


@pytest.fixture
def checkout(tree: Callable[[dict[str, str]], Path]) -> Path:
    """A source checkout of the same shape, with one small module in each group."""
    files = {f"src/orrery/{part}/{name}.py": "" for part in ("core", "games", "bots") for name in ("__init__",)}
    folder = tree({**files, "src/orrery/core/small.py": SOURCE, "src/orrery/bots/little.py": SOURCE})
    (folder / "src" / "orrery" / "__init__.py").write_text(DOOR)
    shutil.copy(ROOT / "src" / "orrery" / "build.py", folder / "src" / "orrery")
    shutil.copytree(TOOLS, folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@contextmanager
def compiling(checkout: Path, **more: str) -> Iterator[subprocess.Popen[str]]:
    """The compiler at work behind somebody who plays, in a session of its own."""
    with subprocess.Popen(
        [sys.executable, str(checkout / "tools" / "compile.py"), "--behind"],
        env={**os.environ, "ORRERY_MYPYC_OPT": "0", **more},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        yield process


def need_compiler() -> None:
    ready = subprocess.run(
        [sys.executable, TOOLS / "compile.py", "--ready"], capture_output=True, text=True, check=False
    )
    if ready.returncode:
        missing(ready.stderr.strip())


def lines_of(process: subprocess.Popen[str]) -> list[str]:
    """All that players read, and nothing else is said; the process has ended then, by itself."""
    assert process.stdout is not None and process.stderr is not None
    lines = process.stdout.read().splitlines()
    assert process.stderr.read() == ""
    process.wait(60)
    return lines


def doubled_by(checkout: Path) -> str:
    """What the compiled build of the checkout says of itself when it is used."""
    program = "import orrery.core.small as small; print(small.double(21), small.__file__.rsplit('.', 1)[1])"
    environment = {**os.environ, "ORRERY_BUILD": "compiled", "PYTHONPATH": str(checkout / "src")}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_without_a_compiler_one_line_says_what_that_costs_and_what_to_install(checkout: Path) -> None:
    with compiling(checkout, CC="no-such-compiler") as process:
        (line,) = lines_of(process)
    assert line.startswith("Opponents think more slowly than they could: no C compiler (no-such-compiler); install one")
    assert process.returncode == 1 and not (checkout / "build" / "compiled").exists()


def test_a_compiler_that_fails_leaves_a_line_for_players_and_the_rest_in_a_file(checkout: Path) -> None:
    need_compiler()
    (checkout / "src" / "orrery" / "core" / "small.py").write_text(
        "def double(number: int) -> str:\n    return number\n"
    )
    with compiling(checkout) as process:
        lines = lines_of(process)
    assert lines[-1] == "Compiling failed, so opponents think as before; build/compile.log says why."
    assert "Incompatible return value" in (checkout / "build" / "compile.log").read_text()
    assert process.returncode == 1 and not (checkout / "build" / "compiled").exists()


def test_a_build_that_was_broken_off_goes_on_where_it_was_and_one_that_is_there_is_left_alone(checkout: Path) -> None:
    need_compiler()
    with compiling(checkout) as process:
        assert process.stdin is not None and process.stdout is not None
        while "step 3 of 3" not in (line := process.stdout.readline()):
            assert line
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == 19
        process.stdin.close()  # whoever played has gone
        assert process.wait(60) != 0
    assert not (checkout / "build" / "compiled").exists()

    with compiling(checkout) as process:
        lines = lines_of(process)
    assert process.returncode == 0, (checkout / "build" / "compile.log").read_text()
    assert lines[0].startswith("Opponents think faster once they are compiled.")
    assert lines[1:-1] == [
        "Compiling, step 1 of 3: translating 2 modules to C with mypyc.",
        "Compiling, step 2 of 3: core and games came out as before; the machine code is there.",
        "Compiling, step 3 of 3: bots, from C to machine code.",
    ]
    # On a busy machine it takes minutes, and then says how many.
    assert re.fullmatch(r"Compiled( in \d+ min)?: opponents think faster from now on\.", lines[-1])
    assert doubled_by(checkout) in {"42 so", "42 pyd"}
    kept = {file.name for file in (checkout / "build").iterdir()}
    assert kept == {"compile.lock", "compile.log", "compiled"}, "nothing unfinished is left"

    stamp = (checkout / "build" / "compiled" / "stamp.json").stat().st_mtime_ns
    with compiling(checkout) as process:
        assert lines_of(process) == [] and process.returncode == 0
    assert (checkout / "build" / "compiled" / "stamp.json").stat().st_mtime_ns == stamp


@pytest.mark.parametrize("words", [["--behind"], []])
def test_an_optimisation_that_there_is_not_is_refused(checkout: Path, words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, checkout / "tools" / "compile.py", *words],
        env={**os.environ, "ORRERY_MYPYC_OPT": "fast"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and "ORRERY_MYPYC_OPT is 'fast': it must be 0, 1, 2 or 3" in done.stderr


def test_the_optimisation_belongs_to_the_build(checkout: Path) -> None:
    program = "import compile, json; print(json.dumps(compile.recipe()))"
    recipes = set()
    for level in ("", "0", "3"):
        environment = {**os.environ, "ORRERY_MYPYC_OPT": level, "PYTHONPATH": str(checkout / "tools")}
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
        recipes.add(json.loads(done.stdout))
    assert len(recipes) == 2, "3 is what is usual"
