"""No lock file names an address: what tools/check_locks.py lets pass and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str]]
Tree = Callable[[dict[str, str]], Path]

PINNED = "# made by make lock\nrich==15.0.0 \\\n    --hash=sha256:0a1b\n    # via orrery (pyproject.toml)\n"
SOMEWHERE = "https://packages.example/simple"


def npm_lock(entry: dict[str, object]) -> str:
    return json.dumps({"name": "web", "lockfileVersion": 3, "packages": {"node_modules/svelte": entry}}, indent=2)


def test_pinned_versions_and_hashes_pass(run_tool: Run, tree: Tree) -> None:
    funding: dict[str, object] = {
        "version": "5.0.0",
        "integrity": "sha512-AAAA",
        "funding": {"url": "https://people.example/fund"},
    }
    root = tree(
        {
            "requirements.lock": PINNED,
            "requirements-play.lock": PINNED,
            "web/package-lock.json": npm_lock(funding),
            "web/node_modules/x/package-lock.json": npm_lock({"resolved": SOMEWHERE}),
        }
    )
    assert run_tool("check_locks.py", root) == (0, "locks: no address in any lock file\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"--index-url {SOMEWHERE}", "names a package location by --index-url"),
        (f"--extra-index-url={SOMEWHERE}", "names a package location by --extra-index-url"),
        (f"-i {SOMEWHERE}", "names a package location by -i"),
        ("--find-links wheels", "names a package location by --find-links"),
        ("-f wheels", "names a package location by -f"),
        ("--trusted-host packages.example", "names a package location by --trusted-host"),
        (f"rich @ {SOMEWHERE}/rich.whl", "holds an address"),
        ("rich @ http://packages.example/rich.whl", "holds an address"),
        ("rich @ file:///wheels/rich.whl", "holds an address"),
        (f"# from {SOMEWHERE}", "holds an address"),
    ],
)
@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-play.lock"])
def test_an_address_in_a_python_lock_is_named_with_its_line(
    run_tool: Run, tree: Tree, lock: str, line: str, message: str
) -> None:
    root = tree({"requirements.lock": PINNED, lock: PINNED + line + "\n"})
    status, printed = run_tool("check_locks.py", root)
    assert status == 1
    assert printed == f"{root / lock}:5: {message}; re-make it with `make lock`\n"


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ({"resolved": f"{SOMEWHERE}/svelte.tgz"}, "/packages/node_modules/svelte/resolved"),
        ({"version": f"git+{SOMEWHERE}"}, "/packages/node_modules/svelte/version"),
        ({"from": [SOMEWHERE]}, "/packages/node_modules/svelte/from/0"),
    ],
)
def test_an_address_in_an_npm_lock_is_named_with_its_path(
    run_tool: Run, tree: Tree, entry: dict[str, object], path: str
) -> None:
    root = tree({"requirements.lock": PINNED, "web/package-lock.json": npm_lock(entry)})
    status, printed = run_tool("check_locks.py", root)
    assert status == 1
    assert printed.startswith(f"{root / 'web' / 'package-lock.json'}: an address at {path}; ")


def test_a_tree_without_locks_is_refused(run_tool: Run, tree: Tree) -> None:
    status, printed = run_tool("check_locks.py", tree({}))
    assert status == 1
    assert "no requirements*.lock here; make it with `make lock`" in printed
