"""Tides, the game of examples/tides, installed as its users install it: by pip, into a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from orrery.games.strangers import find_strangers
from page import conftest as page

ROOT = Path(__file__).resolve().parent.parent.parent
browser, visitor = page.browser, page.visitor


def install(package: Path, folder: Path, work: Path) -> Path:
    """Installs a package into a folder without a network. It is built from a copy: building leaves traces."""
    copy = shutil.copytree(package, work / package.name, ignore=shutil.ignore_patterns("build", "*.egg-info"))
    words = ["install", "--disable-pip-version-check", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    command = [sys.executable, "-m", "pip", *words, "--target", str(folder), str(copy)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@contextmanager
def within_reach(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is installed in the folder can be imported here and in every process that is started meanwhile."""
    before = set(sys.modules)
    with patch.context() as patched:
        known = os.environ.get("PYTHONPATH")
        patched.setenv("PYTHONPATH", f"{folder}{os.pathsep}{known}" if known else str(folder))
        patched.syspath_prepend(folder)
        find_strangers()
        yield
    for name in set(sys.modules) - before:
        if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
    find_strangers()


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which Tides was installed."""
    folder = tmp_path_factory.mktemp("installed")
    return install(ROOT / "examples" / "tides", folder, tmp_path_factory.mktemp("built"))


@pytest.fixture
def tides(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """For the time of a test Tides is one of the games."""
    with within_reach(installed, monkeypatch):
        yield


@pytest.fixture(scope="module")
def tides_here(installed: Path) -> Iterator[None]:
    """For the time of a module's tests Tides is one of the games."""
    with pytest.MonkeyPatch.context() as patch, within_reach(installed, patch):
        yield


Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def orrery(installed: Path) -> Command:
    """The command `orrery` beside the installed game: call as orrery("play", "tides", typed="quit")."""

    def run(*words: str, typed: str = "", folder: Path = installed) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "orrery", *words]
        place = {**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}
        return subprocess.run(
            command, input=typed, capture_output=True, text=True, check=False, env=place, encoding="utf-8", timeout=300
        )

    return run
