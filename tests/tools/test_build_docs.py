"""The site of the documents: every page is there, every link leads somewhere, and nothing is loaded from elsewhere."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest

import orrery
from orrery.games import our_games

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def builder(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """tools/build_docs.py."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import build_docs

    return build_docs


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, str(ROOT / "tools" / "build_docs.py"), "--out", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_document_has_a_page_and_every_game(site: Path) -> None:
    documents = [file.relative_to(ROOT / "docs") for file in (ROOT / "docs").rglob("*.md")]
    assert len(documents) > 40
    for document in documents:
        assert (site / document.with_suffix(".html")).is_file(), document
    for name in ("index", "contributing", "changelog", "tides", "third-party"):
        assert (site / f"{name}.html").is_file()
    for game in our_games():
        text = html.unescape((site / "games" / f"{game.name}.html").read_text(encoding="utf-8"))
        guide = game.guide()
        for said in (guide.about()["en"], guide.tale()["en"], *[row.name["en"] for row in guide.options()]):
            assert said in text


def test_the_reference_is_made_of_the_docstrings(site: Path) -> None:
    text = html.unescape((site / "reference" / "orrery.core.codec.html").read_text(encoding="utf-8"))
    assert "A position holds more of something than the codec has slots for." in text
    assert 'id="orrery.core.codec.Codec.decode"' in text
    for module in ("orrery", "orrery.adapters.pettingzoo", "orrery.bots.bot", "orrery.lab.ladder"):
        assert (site / "reference" / f"{module}.html").is_file()


def test_the_reference_of_the_door_has_all_its_names_and_nothing_else(site: Path) -> None:
    text = (site / "reference" / "orrery.html").read_text(encoding="utf-8")
    headings = re.findall(r'<h2 id="([\w.]+)"', text)
    assert {heading.rpartition(".")[2] for heading in headings} == {*orrery.__all__} - {"__version__"}


def test_what_one_needs_for_a_bot_stands_together(site: Path) -> None:
    for page in ("bots", "engines", "adapters", "opponents", "protocol"):
        text = (site / f"{page}.html").read_text(encoding="utf-8")
        active = re.search(r'md-tabs__item--active">\s*<a [^>]*>\s*([\w ]+?)\s*</a>', text)
        assert active is not None and active.group(1) == "Bots and research", page


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 200
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for tag in re.findall(r"<(?:script|link|img|iframe|source)\b[^>]*>", text):
            assert "://" not in tag or 'rel="canonical"' in tag, f"{page.name}: {tag}"
    for file in [*site.rglob("*.css"), *site.rglob("*.js"), *pages]:
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"(?:unpkg|jsdelivr|fonts\.googleapis|fonts\.gstatic)\.", text), file
        assert not re.search(r"(?:@import|url\()\s*[\"']?https?:", text), file


def test_every_link_within_the_site_leads_somewhere(site: Path) -> None:
    checked = 0
    for page in site.rglob("*.html"):
        if page.name == "404.html":
            continue
        for target in re.findall(r'(?:href|src)="([^"#?:]+)(?:[#?][^"]*)?"', page.read_text(encoding="utf-8")):
            checked += 1
            assert (page.parent / unquote(html.unescape(target))).exists(), f"{page.relative_to(site)}: {target}"
    assert checked > 5000


def test_links_lead_to_where_things_are_in_the_site(builder: ModuleType, tmp_path: Path) -> None:
    site = builder.Site(tmp_path)
    readme = ROOT / "README.md"

    def linked(text: str) -> str:
        found: str = site.linked(text, readme, "index.md")
        return found

    assert linked("[a](docs/lab.md#x)") == "[a](lab.md#x)"
    assert linked("[a](CONTRIBUTING.md)") == "[a](contributing.md)"
    assert linked("[bot](src/orrery/bots/bot.py)") == "[bot](reference/orrery.bots.bot.md)"
    assert linked("[a](Makefile) [b](#c) [d](https://e.org)") == "a (`Makefile`) [b](#c) [d](https://e.org)"
    assert linked("```\n[a](nowhere.md)\n```") == "```\n[a](nowhere.md)\n```"
    with pytest.raises(SystemExit, match=r"README\.md links to nowhere\.md, which is not there"):
        linked("[a](nowhere.md)")


def test_lists_and_tables_become_blocks_of_their_own(builder: ModuleType) -> None:
    assert builder.spaced("so:\n- a\n- b\n  c\n- d") == "so:\n\n- a\n- b\n  c\n- d"
    assert builder.spaced("so:\n| a |\n| --- |") == "so:\n\n| a |\n| --- |"
