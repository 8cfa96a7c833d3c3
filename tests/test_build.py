"""The build that ORRERY_BUILD names is the one that is loaded: no stale or missing machine code passes for it."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

import pytest

from orrery.build import BUILD, loaded_build, source_fingerprint

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "orrery"
COMPILED = ROOT / "build" / "compiled"
ASKED_FOR = os.environ.get("ORRERY_BUILD") or "plain"


def engine_modules() -> Iterator[ModuleType]:
    """Every module of core, games and bots, imported, the packages included."""
    for part in ("orrery.core", "orrery.games", "orrery.bots"):
        package = importlib.import_module(part)
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{part}."):
            yield importlib.import_module(found.name)


def file_of(module: ModuleType) -> Path:
    assert module.__file__ is not None, module.__name__
    return Path(module.__file__).resolve()


def modules_to_compile() -> set[str]:
    answer = subprocess.run(
        [sys.executable, ROOT / "tools" / "compile.py", "--list"], check=True, capture_output=True, text=True
    )
    return set(answer.stdout.split())


def test_the_package_says_which_build_it_is() -> None:
    assert ASKED_FOR == BUILD


def test_every_engine_module_is_loaded_from_the_build_that_was_asked_for() -> None:
    is_compiled = ASKED_FOR == "compiled"
    folder = COMPILED / "orrery" if is_compiled else SOURCES
    can_be_compiled = modules_to_compile()
    loaded = {module.__name__: file_of(module) for module in engine_modules()}
    assert can_be_compiled
    assert can_be_compiled <= loaded.keys(), "a package without __init__.py hides its modules"
    for name, file in loaded.items():
        assert file.is_relative_to(folder), f"{name} was loaded from {file}"
        right = tuple(EXTENSION_SUFFIXES) if is_compiled and name in can_be_compiled else ".py"
        assert file.name.endswith(right), f"{name} was loaded from {file}"


def test_no_machine_code_lies_beside_the_sources() -> None:
    assert [file for file in SOURCES.rglob("*") if file.name.endswith(tuple(EXTENSION_SUFFIXES))] == []


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A source checkout of a package that has orrery's own way of choosing the build, and one module."""
    package = tmp_path / "src" / "orrery"
    package.mkdir(parents=True)
    for name in ("__init__.py", "build.py"):
        shutil.copy(SOURCES / name, package)
    (package / "part.py").write_text("")
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "compile.py").write_text("")
    return tmp_path


def add_compiled_copy(checkout: Path, **changes: str) -> Path:
    """Lay a copy with a stamp where the compiled build belongs; `changes` are put into the stamp."""
    package, folder = checkout / "src" / "orrery", checkout / "build" / "compiled"
    shutil.copytree(package, folder / "orrery")
    stamp = {"sources": source_fingerprint(package), "suffix": EXTENSION_SUFFIXES[0], **changes}
    (folder / "stamp.json").write_text(json.dumps(stamp))
    return folder


def import_with(build: str, checkout: Path) -> subprocess.CompletedProcess[str]:
    return run_with(
        build, checkout, "import orrery.build, orrery.part; print(orrery.build.BUILD, orrery.part.__file__)"
    )


def run_with(build: str, checkout: Path, program: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "ORRERY_BUILD": build,
        "PYTHONPATH": str(checkout / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("build", ["", "plain"])
def test_plain_and_nothing_load_the_sources(checkout: Path, build: str) -> None:
    add_compiled_copy(checkout)
    assert import_with(build, checkout).stdout.strip() == f"plain {checkout / 'src' / 'orrery' / 'part.py'}"


def test_compiled_loads_the_copy(checkout: Path) -> None:
    folder = add_compiled_copy(checkout)
    assert import_with("compiled", checkout).stdout.strip() == f"compiled {folder / 'orrery' / 'part.py'}"


def test_an_unknown_build_is_refused_by_name(checkout: Path) -> None:
    answer = import_with("fast", checkout)
    assert answer.returncode != 0
    assert "ORRERY_BUILD is 'fast': it must be 'plain' (the default) or 'compiled'" in answer.stderr


def test_a_missing_compiled_build_asks_for_make_compile(checkout: Path) -> None:
    answer = import_with("compiled", checkout)
    assert answer.returncode != 0
    assert "there is no compiled build" in answer.stderr
    assert "run make compile" in answer.stderr


def test_a_compiled_build_older_than_the_sources_is_refused(checkout: Path) -> None:
    add_compiled_copy(checkout)
    (checkout / "src" / "orrery" / "part.py").write_text("changed = True\n")
    answer = import_with("compiled", checkout)
    assert answer.returncode != 0
    assert "is stale" in answer.stderr
    assert "run make compile" in answer.stderr


def test_building_the_page_does_not_make_the_compiled_build_stale(checkout: Path) -> None:
    add_compiled_copy(checkout)
    page = checkout / "src" / "orrery" / "server" / "page"
    page.mkdir(parents=True)
    (page / "index.html").write_text("<html></html>\n")
    answer = import_with("compiled", checkout)
    assert answer.returncode == 0, answer.stderr
    (page.parent / "app.py").write_text("")
    assert "is stale" in import_with("compiled", checkout).stderr, "only the page is left out"


def test_the_compiled_build_serves_the_page_that_lies_beside_the_sources(checkout: Path) -> None:
    package = checkout / "src" / "orrery"
    for part in ("core", "games", "bots", "server"):
        shutil.copytree(SOURCES / part, package / part, ignore=shutil.ignore_patterns("page", "__pycache__"))
    add_compiled_copy(checkout)
    program = "import orrery.server.http.page as pages; print(pages.__file__); print(pages.FOLDER)"
    answer = run_with("compiled", checkout, program)
    assert answer.stdout.split() == [
        str(checkout / "build" / "compiled" / "orrery" / "server" / "http" / "page.py"),
        str(package / "server" / "page"),
    ], answer.stderr


def test_a_compiled_build_for_another_python_is_refused(checkout: Path) -> None:
    add_compiled_copy(checkout, suffix=".other.so")
    answer = import_with("compiled", checkout)
    assert answer.returncode != 0
    assert "is for another Python" in answer.stderr


def test_a_command_gets_a_sentence_where_a_program_gets_an_import_error(checkout: Path) -> None:
    command = [sys.executable, "-m", "orrery.part"]
    environment = {**os.environ, "ORRERY_BUILD": "compiled", "PYTHONPATH": str(checkout / "src")}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert answer.stderr.startswith("orrery: ORRERY_BUILD=compiled, but there is no compiled build in")
    assert len(answer.stderr.splitlines()) == 1


@pytest.fixture
def installed(checkout: Path) -> Path:
    """A package that was installed: nothing around it belongs to it."""
    shutil.rmtree(checkout / "tools")
    core = checkout / "src" / "orrery" / "core"
    core.mkdir()
    (core / "__init__.py").write_text("")
    (core / "game.py").write_text("")
    return checkout


@pytest.mark.parametrize(("build", "right"), [("plain", True), ("", True), ("compiled", False)])
def test_an_installed_package_is_one_build_and_refuses_to_be_the_other(
    installed: Path, build: str, right: bool
) -> None:
    add_compiled_copy(installed)
    answer = import_with(build, installed)
    if right:
        assert answer.stdout.split()[0] == "plain"
    else:
        assert "is the plain build: unset ORRERY_BUILD" in answer.stderr


def test_machine_code_in_an_installed_package_makes_it_the_compiled_build(installed: Path) -> None:
    (installed / "src" / "orrery" / "core" / f"game{EXTENSION_SUFFIXES[0]}").write_bytes(b"")
    assert import_with("", installed).stdout.split()[0] == "compiled"
    assert "is the compiled build: unset ORRERY_BUILD" in import_with("plain", installed).stderr


def test_the_version_names_the_build_that_was_loaded() -> None:
    importlib.import_module("orrery.core.game")
    assert loaded_build() == ASKED_FOR
    command = [sys.executable, "-m", "orrery", "--version"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.endswith(f"({ASKED_FOR} build)\n")
