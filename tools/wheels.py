"""How pip makes wheels of Orrery: the build backend that pyproject.toml names, setuptools with two things added.

For everybody who installs from a checkout or a source archive. A wheel holds the built page, the documents that the
commands name and, where this machine can compile, machine code: tools/build_page.py and tools/compile.py make them, and
what is up to date is taken as it is. The environment variable ORRERY_MYPYC decides: `0` makes a pure wheel, `1` refuses
to make one, and if it is not given a machine that cannot compile makes a pure one. A source archive carries the built
page, so that who installs from it needs no node. An editable install has neither page nor machine code: it is the
checkout, for which `make page` and `make compile` make them.

setup.py, which setuptools runs, takes its classes from here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final

import setuptools
from setuptools import build_meta
from setuptools.command.build_py import build_py

import build_page
from build_lock import only_one

ROOT: Final = Path(__file__).resolve().parent.parent
TOOLS: Final = ROOT / "tools"
BUILD: Final = ROOT / "build"
PAGE: Final = ROOT / "src" / "orrery" / "server" / "page"
COMPILED: Final = BUILD / "compiled"
WHEEL: Final = BUILD / "wheel"
"""Where setuptools gathers what goes into a wheel."""
DOCUMENTS: Final = "orrery/docs"
"""The documents' folder in the package."""
IS_ARCHIVE: Final = (ROOT / "PKG-INFO").is_file()
"""An unpacked source archive: its page came with it."""

Settings = dict[str, Any] | None

get_requires_for_build_editable = build_meta.get_requires_for_build_editable
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable
build_editable = build_meta.build_editable


class Contents:
    """What the wheel that is being made holds besides the package's own files."""

    machine_code = False


class Distribution(setuptools.Distribution):  # type: ignore[misc] # setuptools has no types
    """The distribution: a wheel with machine code is for one Python on one platform."""

    def has_ext_modules(self) -> bool:
        """Does it hold machine code?"""
        return Contents.machine_code


class BuildPy(build_py):  # type: ignore[misc] # likewise
    """Gathers the package, then adds documents and machine code. Without a page there is no wheel."""

    def run(self) -> None:
        """Fills the folder of which the wheel is made."""
        if not self.editable_mode and not (PAGE / "index.html").is_file():
            raise SystemExit(
                f"orrery: there is no page in {PAGE.relative_to(ROOT).as_posix()}, and a wheel without one is of no "
                "use: build it with make page, or install from a source archive, which carries it"
            )
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib)
            add_documents(target)
            if Contents.machine_code:
                add_machine_code(target)


def add_documents(target: Path) -> None:
    """Copies the documents that commands name into the package."""
    place = target / DOCUMENTS
    place.mkdir(parents=True, exist_ok=True)
    for file in sorted((ROOT / "docs").glob("*.md")):
        shutil.copyfile(file, place / file.name)


def add_machine_code(target: Path) -> None:
    """Copies the machine code of the compiled build to where it lies there."""
    with only_one(BUILD / "compile.lock"):
        for file in sorted(COMPILED.rglob(f"*{EXTENSION_SUFFIXES[0]}")):
            place = target / file.relative_to(COMPILED)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, place)


def run(tool: str, *words: str) -> bool:
    """Runs one of our tools as somebody at a keyboard would; True if it succeeds."""
    environment = {name: value for name, value in os.environ.items() if name != "ORRERY_BUILD"}
    return not subprocess.run([sys.executable, str(TOOLS / tool), *words], env=environment, check=False).returncode


def asked_for() -> bool | None:
    """What ORRERY_MYPYC says of machine code: True, False, or nothing."""
    word = os.environ.get("ORRERY_MYPYC") or ""
    if word not in ("", "0", "1"):
        raise SystemExit(f"orrery: ORRERY_MYPYC is {word!r}: it must be 0 (a pure wheel) or 1 (no other than compiled)")
    return None if not word else word == "1"


def group(name: str) -> list[str]:
    """A group of requirements of pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        found: list[str] = tomllib.load(file)["dependency-groups"][name]
    return found


def needs_of_the_page() -> list[str]:
    """What building the page needs here: nothing, if it is there or a node is."""
    return group("page") if not IS_ARCHIVE and build_page.needs_node() else []


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """What making a source archive needs besides what pyproject.toml names."""
    return [*build_meta.get_requires_for_build_sdist(config_settings), *needs_of_the_page()]


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What making a wheel needs besides what pyproject.toml names: mypyc only where there is a C compiler."""
    asked = asked_for()
    compiles = asked is not False and (run("compile.py", "--ready") or asked is True)
    mypyc = group("compile") if compiles else []
    return [*build_meta.get_requires_for_build_wheel(config_settings), *needs_of_the_page(), *mypyc]


def make_page() -> None:
    """Brings the page of a checkout up to date. Why it cannot be built, the tool has said."""
    if not IS_ARCHIVE and not run("build_page.py"):
        raise SystemExit(
            "orrery: the page could not be built (why stands above), and a wheel without one is of no use: install "
            "from a source archive, which carries it, or put node on the path"
        )


def make_machine_code() -> bool:
    """Compiles if that is wanted and can be done; True if the machine code is there."""
    asked = asked_for()
    if asked is False:
        return False
    if run("compile.py", "--ready") and run("compile.py"):
        return True
    if asked:
        raise SystemExit("orrery: this machine could not compile (why stands above), and ORRERY_MYPYC=1 asks for it")
    print("orrery: not compiled (why stands above): the wheel is pure, and slower", file=sys.stderr)
    return False


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Makes the source archive, with the page."""
    make_page()
    with only_one(BUILD / "wheel.lock"):
        return str(build_meta.build_sdist(sdist_directory, config_settings))


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Makes the wheel."""
    make_page()
    Contents.machine_code = make_machine_code()
    with only_one(BUILD / "wheel.lock"):
        # What an earlier wheel held must not get into this one.
        shutil.rmtree(WHEEL, ignore_errors=True)
        return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))
