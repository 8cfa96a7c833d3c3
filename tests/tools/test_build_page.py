"""The built page: what counts as its sources, and when it is built anew."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def builder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """tools/build_page.py, for a folder of its own with a page of two files."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    spec = importlib.util.spec_from_file_location("build_page_under_test", ROOT / "tools" / "build_page.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tool = tmp_path / "tools" / "build_page.py"
    files = {
        tmp_path / "web" / "src" / "main.ts": "start();\n",
        tmp_path / "web" / "public" / "icon.svg": "<svg/>\n",
        tmp_path / "web" / "index.html": "<html></html>\n",
        tmp_path / "web" / "package-lock.json": "{}\n",
        tmp_path / "web" / "node_modules" / "vite" / "index.js": "vite();\n",
        tmp_path / "src" / "orrery" / "games" / "go" / "data" / "stones" / "cards.toml": "",
        tmp_path / "src" / "orrery" / "games" / "go" / "game.py": "",
        tmp_path / "tools" / "shipped.py": 'import pathlib, sys\n\npathlib.Path(sys.argv[1]).write_text("{}")\n',
        tool: "",
    }
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for name, value in {
        "ROOT": tmp_path,
        "TOOLS": tmp_path / "tools",
        "WEB": tmp_path / "web",
        "BUILD": tmp_path / "build",
        "PAGE": tmp_path / "src" / "orrery" / "server" / "page",
        "PAGE_STAMP": tmp_path / "build" / "page.json",
        "__file__": str(tool),
    }.items():
        monkeypatch.setattr(module, name, value)
    (tmp_path / "build").mkdir()
    (tmp_path / "src" / "orrery" / "server").mkdir()
    return module


class PretendNode:
    """Writes a page as Vite would, and counts how often."""

    def __init__(self) -> None:
        self.builds = 0

    def must(self, what: str, script: Path, *words: str) -> None:
        if what == "vite build":
            self.builds += 1
            place = Path(words[words.index("--outDir") + 1])
            place.mkdir(parents=True)
            (place / "index.html").write_text(f"build {self.builds}\n", encoding="utf-8")
        if script.name == "paint.mjs":
            assert json.loads(Path(words[0]).read_text(encoding="utf-8")) == {}
            Path(words[1]).mkdir()


def test_a_page_is_built_once_and_again_when_a_source_changes(builder: ModuleType) -> None:
    node = PretendNode()
    assert builder.build(node, force=False).startswith("Built")
    assert builder.build(node, force=False).startswith("The page is up to date")
    (builder.WEB / "src" / "main.ts").write_text("start(2);\n", encoding="utf-8")
    assert builder.build(node, force=False).startswith("Built")
    assert (builder.PAGE / "index.html").read_text(encoding="utf-8") == "build 2\n"
    assert builder.build(node, force=True).startswith("Built")


def test_a_page_is_built_anew_when_a_card_changes_and_holds_its_art(builder: ModuleType) -> None:
    node = PretendNode()
    builder.build(node, force=False)
    (builder.ROOT / "src" / "orrery" / "games" / "go" / "data" / "stones" / "cards.toml").write_text("a = 1\n")
    assert builder.build(node, force=False).startswith("Built")
    assert (builder.PAGE / "art").is_dir()


def test_a_page_that_somebody_else_put_there_is_built_anew(builder: ModuleType) -> None:
    node = PretendNode()
    builder.build(node, force=False)
    (builder.PAGE / "index.html").write_text("not ours\n", encoding="utf-8")
    assert builder.build(node, force=False).startswith("Built")


def test_installed_packages_are_no_sources_and_everything_else_is(builder: ModuleType) -> None:
    found = {file.relative_to(builder.ROOT).as_posix() for file in builder.page_sources()}
    assert found == {
        "src/orrery/games/go/data/stones/cards.toml",
        "tools/build_page.py",
        "tools/shipped.py",
        "web/index.html",
        "web/package-lock.json",
        "web/public/icon.svg",
        "web/src/main.ts",
    }


def test_the_npm_lock_holds_a_hash_for_every_package() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages
    assert [name for name, entry in packages.items() if not entry.get("integrity")] == []
