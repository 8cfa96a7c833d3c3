"""Build the compiled copy of Orrery: `make compile`.

For developers, the benchmarks, the tests of the compiled build, and the wheels, whose machine code is taken from here
(tools/wheels.py): what is compiled is listed in this file alone. The package is copied into `build/compiled/orrery` and
mypyc compiles the modules of core, games and bots there, so that no machine code ever lies beside the sources,
where a stale file would win silently. ORRERY_BUILD=compiled then loads that copy (see `orrery/build.py`).

A build that is up to date is left alone. If only other files changed (bots, data, texts), the copy is refreshed and the
machine code is kept. The new build takes the place of the old one only when it is complete, and a lock keeps two
builds from running at once. A build that was broken off goes on with the group of modules that it had come to.

`--behind` is for `make play`: it compiles while people play, at the lowest priority and on one core, tells how far it
is in a few lines for players, and ends when its standard input ends, that is when whoever started it is gone.

ORRERY_MYPYC_OPT (0 to 3, as the C compiler has it; 3 if not given) trades the speed of the machine code for the time
that it takes to make it.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import os
import shlex
import shutil
import signal
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterable
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from build_lock import only_one

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "src" / "orrery"
BUILD: Final = ROOT / "build"
OUTPUT: Final = BUILD / "compiled"
PARTS: Final = BUILD / "compiled.parts"
"""Machine code of groups, each in a folder named by the hash of its C code, as long as the build is not whole."""
LOG: Final = BUILD / "compile.log"
"""What the tools say while a build is made in the background."""

GROUPS: Final = {"orrery": ("core", "games"), "orrery_bots": ("bots",)}
"""mypyc puts the machine code of a group of parts into one library, named after it: `orrery__mypyc`. A group whose C
code comes out as it was in the last build keeps its machine code: a change to the bots costs seconds, not minutes."""

COMPILED_PARTS: Final = tuple(part for parts in GROUPS.values() for part in parts)

EXCLUDED: Final = {
    "core/conformance.py": "a test suite: it must meet the compiled core from outside, as a stranger's game does",
    "bots/conformance.py": "likewise for bots",
    "bots/engines.py": "it waits for programs, in coroutines",
    "bots/strangers.py": "likewise for the bots of other packages",
    "bots/outside.py": "it looks at what strangers offer, whose attributes may be of any type",
    "bots/parallel.py": "its functions travel to other processes by name",
    "games/strangers.py": "it looks at what strangers offer, whose attributes may be of any type",
}
"""Modules of the compiled parts that stay interpreted, with the reason. Every `__init__.py` stays interpreted too,
because packages find their data files and submodules through it."""

FOR_PEOPLE: Final = {
    *("answers", "balance", "catalogue", "chains", "checks", "codes", "costs", "decks", "guide", "handbook", "lessons"),
    *("lexicon", "linter", "phrases", "prepared", "puzzle_making", "puzzling", "scenes", "shapes", "shelf", "slips"),
    *("svg", "texts"),
}
"""Modules of these names list, check and print for people; they stay interpreted too, since no match runs through them
and machine code would only cost time and space."""

MULTI_FILE: Final = sys.platform == "win32"
"""A C file for each module: Microsoft's compiler runs out of memory on one for all of them."""

MYPY_OPTIONS: Final = ("--strict", "--python-version=3.11", "--no-warn-unused-ignores", "--config-file=")
"""No configuration file: mypy would otherwise look for one in the folders above the copy. An ignore that only a file
outside the compiled parts needs is no error here; `make check` judges the sources."""

os.environ["ORRERY_BUILD"] = "plain"
sys.path.insert(0, str(ROOT / "src"))
from orrery.build import source_files, source_fingerprint, why_not_compiled  # noqa: E402 (needs the two lines above)

Say = Callable[[str], None]


class CannotCompile(Exception):
    """What this machine lacks, and what to install."""


def modules_to_compile() -> list[str]:
    """The files that are compiled, relative to the package, sorted."""
    names = (file.relative_to(PACKAGE).as_posix() for file in source_files(PACKAGE))
    return [
        name
        for name in names
        if name.endswith(".py")
        and name.split("/")[0] in COMPILED_PARTS
        and not name.endswith("/__init__.py")
        and name not in EXCLUDED
        and Path(name).stem not in FOR_PEOPLE
    ]


def dotted(name: str) -> str:
    """The module name of a file of the package: `core/game.py` is `orrery.core.game`."""
    return "orrery." + name.removesuffix(".py").replace("/", ".")


def what_is_missing() -> str | None:
    """What this machine lacks for compiling and what to install, or None when it is ready."""
    for module, package in (("mypyc", "mypy"), ("setuptools", "setuptools")):
        if find_spec(module) is None:
            return f"no {module}; install it with `{sys.executable} -m pip install {package}`"
    if sys.platform != "win32":
        compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
        if shutil.which(compiler) is None:
            how = "`xcode-select --install`" if sys.platform == "darwin" else "`apt-get install gcc libc6-dev`"
            where = "" if sys.platform == "darwin" else "on Debian or Ubuntu "
            return f"no C compiler ({compiler}); install one, {where}with {how}"
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.is_file():
        return f"no Python headers ({header}); install them, on Debian or Ubuntu with `apt-get install python3-dev`"
    return None


def optimisation() -> str:
    """How hard the C compiler tries."""
    level = os.environ.get("ORRERY_MYPYC_OPT") or "3"
    if level not in ("0", "1", "2", "3"):
        raise SystemExit(f"tools/compile.py: ORRERY_MYPYC_OPT is {level!r}: it must be 0, 1, 2 or 3 (the default)")
    return level


def tools() -> tuple[str, ...]:
    """The tools that make the machine code, how they are set, and the Python it is for."""
    mypy = importlib.metadata.version("mypy") if find_spec("mypyc") else ""
    settings = [os.environ.get(name, "") for name in ("CC", "CFLAGS", "LDFLAGS", "ARCHFLAGS")]
    return mypy, sys.version, EXTENSION_SUFFIXES[0], optimisation(), *settings


def recipe() -> str:
    """A hash of everything that the machine code depends on: sources, options, tools and the Python it is for."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    digest.update(repr(tools()).encode())
    for part in COMPILED_PARTS:
        for file in source_files(PACKAGE / part):
            if file.suffix in {".py", ".pyi"}:
                digest.update(f"{file.relative_to(PACKAGE).as_posix()}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def read_stamp() -> dict[str, Any]:
    """What the build that lies there was made from; empty when there is none."""
    try:
        stamp: dict[str, Any] = json.loads((OUTPUT / "stamp.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp


def copy_package(target: Path) -> None:
    """Copy the package's files into `target`/orrery."""
    for file in source_files(PACKAGE):
        copy = target / "orrery" / file.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)


def run_mypyc(folder: Path, names: list[str], known: dict[str, str], say: Say) -> dict[str, str]:
    """Compile the named files of the copy in `folder`; the machine code comes to lie beside them.

    `known` holds the hash of each group's C code in the build that lies in OUTPUT; the new hashes are given back.
    """
    from mypyc.build import mypycify
    from setuptools import setup

    start = Path.cwd()
    os.chdir(folder)
    steps = len(GROUPS) + 1
    say(f"Compiling, step 1 of {steps}: translating {len(names)} modules to C with mypyc.")
    try:
        # No debug symbols: Python tracebacks do not need them and they make the C compiler slow.
        extensions = mypycify(
            [*MYPY_OPTIONS, *(f"orrery/{name}" for name in names)],
            opt_level=optimisation(),
            debug_level="0",
            multi_file=MULTI_FILE,
            separate=[([f"orrery/{name}" for name in members(names, group)], group) for group in GROUPS],
            target_dir="c",
        )
        hashes = {group: hash_of_c(Path("c"), group) for group in GROUPS}
        for step, (group, parts) in enumerate(GROUPS.items(), 2):
            here, part = machine_code(folder, names, [group]), PARTS / hashes[group]
            there = machine_code(OUTPUT if known.get(group) == hashes[group] else part, names, [group])
            what = f"Compiling, step {step} of {steps}: {' and '.join(parts)}"
            if all(file.is_file() for file in there):
                say(f"{what} came out as before; the machine code is there.")
                copy_files(there, here)
                continue
            say(f"{what}, from C to machine code.")
            made = {f"{group}__mypyc", *(dotted(name) for name in members(names, group))}
            setup(
                name="orrery-compiled",
                packages=[],
                ext_modules=[extension for extension in extensions if extension.name in made],
                script_args=["--quiet", "build_ext", "--inplace", "--build-temp", "c/objects"],
            )
            keep(here, machine_code(PARTS / "unfinished", names, [group]), part)
    finally:
        os.chdir(start)
    for leftover in ("c", "build", ".mypy_cache"):
        shutil.rmtree(folder / leftover, ignore_errors=True)
    return hashes


def keep(made: list[Path], copies: list[Path], part: Path) -> None:
    """Keep the machine code of a group for the case that this build is broken off: whole or not at all."""
    if not all(file.is_file() for file in made):
        return
    shutil.rmtree(PARTS / "unfinished", ignore_errors=True)
    for copy in copies:
        copy.parent.mkdir(parents=True, exist_ok=True)
    copy_files(made, copies)
    shutil.rmtree(part, ignore_errors=True)
    (PARTS / "unfinished").rename(part)


def members(names: list[str], group: str) -> list[str]:
    """The files of a group among those that are compiled."""
    return [name for name in names if name.split("/")[0] in GROUPS[group]]


def hash_of_c(folder: Path, group: str) -> str:
    """The hash of everything that the machine code of a group is made from: its C code, the headers of itself and of
    the groups before it, and the tools.
    """
    before = list(GROUPS)[: list(GROUPS).index(group) + 1]
    digest = hashlib.sha256(repr(tools()).encode())
    names = (*(f"{one}.h" for one in before), f"internal_{group}.h", f"{group}.c")
    files = [folder / f"__native_{name}" for name in names]
    if MULTI_FILE:  # which of them are of a group their names do not say
        files = sorted(folder.glob("__native_*.[ch]"))
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def machine_code(folder: Path, names: list[str], groups: Iterable[str] = tuple(GROUPS)) -> list[Path]:
    """Where the shared library of each group and the loader of each compiled module lie in `folder`."""
    suffix = EXTENSION_SUFFIXES[0]
    files: list[Path] = []
    for group in groups:
        files.append(folder / f"{group}__mypyc{suffix}")
        files += [folder / "orrery" / f"{name.removesuffix('.py')}{suffix}" for name in members(names, group)]
    return files


def copy_files(old: list[Path], new: list[Path]) -> None:
    """Copy each file to its new place."""
    for source, target in zip(old, new, strict=True):
        shutil.copy2(source, target)


def build(force: bool, say: Say = print) -> str:
    """Bring the compiled build up to date and say what was done. Raises CannotCompile."""
    names = modules_to_compile()
    if not names:
        raise SystemExit(f"tools/compile.py: nothing to compile, no modules under {PACKAGE} in {COMPILED_PARTS}")
    started = time.perf_counter()
    wanted: dict[str, Any] = {
        "sources": source_fingerprint(PACKAGE),
        "recipe": recipe(),
        "suffix": EXTENSION_SUFFIXES[0],
        "modules": [dotted(name) for name in names],
    }
    stamp = {} if force else read_stamp()
    kept = machine_code(OUTPUT, names)
    complete = all(file.is_file() for file in kept)
    if complete and stamp == wanted | {"groups": stamp.get("groups")}:
        return f"compiled build is up to date: {len(names)} modules in {OUTPUT.relative_to(ROOT)}"

    unfinished = BUILD / "compiling"
    shutil.rmtree(unfinished, ignore_errors=True)
    copy_package(unfinished)
    if complete and stamp.get("recipe") == wanted["recipe"]:
        copy_files(kept, machine_code(unfinished, names))
        wanted["groups"] = stamp.get("groups")
        done = f"refreshed the other files, kept the machine code of {len(names)} modules"
    else:
        missing = what_is_missing()
        if missing:
            raise CannotCompile(missing)
        if force:
            shutil.rmtree(PARTS, ignore_errors=True)
        wanted["groups"] = run_mypyc(unfinished, names, stamp.get("groups", {}), say)
        lost = [str(file.relative_to(unfinished)) for file in machine_code(unfinished, names) if not file.is_file()]
        if lost:
            raise SystemExit(f"tools/compile.py: mypyc made no {', '.join(lost)}")
        done = f"compiled {len(names)} modules"
    if source_fingerprint(PACKAGE) != wanted["sources"]:
        raise SystemExit("tools/compile.py: the sources changed during the build; run make compile again")
    (unfinished / "stamp.json").write_text(json.dumps(wanted, indent=2) + "\n", encoding="utf-8")

    replaced = BUILD / "compiled.old"
    shutil.rmtree(replaced, ignore_errors=True)
    if OUTPUT.exists():
        OUTPUT.rename(replaced)
    unfinished.rename(OUTPUT)
    shutil.rmtree(replaced, ignore_errors=True)
    shutil.rmtree(PARTS, ignore_errors=True)
    return f"{done} in {time.perf_counter() - started:.1f} s into {OUTPUT.relative_to(ROOT)}"


def end_with_input() -> None:
    """When standard input ends, whoever started this is gone: ends this process, and the compiler that works for it."""

    def wait() -> None:
        while os.read(0, 4096):
            pass
        if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
            os.killpg(os.getpid(), signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=wait, name="input", daemon=True).start()


def behind() -> int:
    """Compile while people play, if there is no build that they could use; the exit status."""
    end_with_input()
    if hasattr(os, "nice"):
        os.nice(19)
    players = os.fdopen(os.dup(1), "w", encoding="utf-8")
    began = time.monotonic()

    def say(line: str) -> None:
        print(line, file=players, flush=True)

    steps: list[str] = []

    def step(line: str) -> None:
        if not steps:
            say("Opponents think faster once they are compiled. That is done now, in the background: 5 to 20 minutes.")
        steps.append(line)
        say(line)

    with only_one(BUILD / "compile.lock"):
        if why_not_compiled(PACKAGE) is None:
            return 0
        with LOG.open("w", encoding="utf-8") as log:  # what compilers have to say is not for people who play
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        try:
            print(build(False, step), flush=True)
        except CannotCompile as fault:
            say(f"Opponents think more slowly than they could: {fault}.")
            return 1
        except (Exception, SystemExit) as fault:
            print(f"{type(fault).__name__}: {fault}", flush=True)
            say(f"Compiling failed, so opponents think as before; {LOG.relative_to(ROOT)} says why.")
            return 1
    minutes = round((time.monotonic() - began) / 60)
    say(f"Compiled{f' in {minutes} min' if minutes else ''}: opponents think faster from now on.")
    return 0


def main() -> int:
    """Run the command line; the exit status is 0 when what was asked for holds."""
    parser = argparse.ArgumentParser(description="Build the compiled copy of Orrery into build/compiled.")
    parser.add_argument("--force", action="store_true", help="compile even if the build is up to date")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--list", action="store_true", help="only print the modules that are compiled, one a line")
    asked.add_argument("--ready", action="store_true", help="only check that this machine can compile")
    asked.add_argument("--behind", action="store_true", help="compile while people play, until standard input ends")
    arguments = parser.parse_args()
    optimisation()
    if arguments.behind:
        return behind()
    if arguments.list:
        print("\n".join(dotted(name) for name in modules_to_compile()))
        return 0
    if arguments.ready:
        missing = what_is_missing()
        if missing:
            print(missing, file=sys.stderr)
        return 1 if missing else 0
    with only_one(BUILD / "compile.lock"):
        try:
            print(build(arguments.force, lambda line: print(line, flush=True)))
        except CannotCompile as fault:
            raise SystemExit(f"tools/compile.py: {fault}") from None
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
