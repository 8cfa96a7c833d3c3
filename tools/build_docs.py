"""Build docs/ as a site: `make docs`, into build/site.

For people who read the documents in a browser. Nothing is written twice for it: the pages are the documents of the
repository as they are, a page for each game is put together from what the game says of itself (its texts, options,
codec and rulebook), and the reference is made of the docstrings. The site needs no network: no font, script or picture
comes from elsewhere. Open it with `python -m http.server --directory build/site`.

Links are rewritten on the way: to a document, to the reference of a module, or to nothing for files that are only in
the repository. A link that leads nowhere ends the build.
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "src" / "orrery"

os.environ.setdefault("ORRERY_BUILD", "plain")
sys.path.insert(0, str(ROOT / "src"))

FRONT: Final = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "THIRD-PARTY.md": "third-party.md",
    "LICENSE": "licence.md",
    "examples/bots/README.md": "bots.md",
    "examples/tides/README.md": "tides.md",
}
"""Documents outside docs/, with their places in the site."""

CHAPTERS: Final = {
    "Play": ("install.md", "cards-space-editor.md", "cards-five-spheres.md", "print.md"),
    "Bots and research": (
        "bots.md",
        "engines.md",
        "opponents.md",
        "adapters.md",
        "protocol.md",
        "notation.md",
        "performance.md",
    ),
    "Design games": ("lab.md", "balance.md", "tides.md", "lessons.md", "puzzles.md", "contributing.md"),
    "Run a server": ("operate.md", "server.md", "page.md"),
    "How it is built": ("architecture.md", "glossary.md", "changelog.md", "third-party.md", "licence.md"),
}
"""The order of the documents; those that are named nowhere come under "More"."""

REFERENCE: Final = ("__init__.py", "core", "games", "bots", "adapters", "lab", "referee.py")
"""The parts of the package that others build on; of their modules those with a docstring are in the reference."""

DOOR: Final = '    options:\n      filters: ["!^_", "!^WHERE$"]\n'
"""Of the package itself people are shown what it offers, not how it is found."""

ELSEWHERE: Final = re.compile(r"https?:(?:\\?/){2}(?:unpkg\.com|cdn\.jsdelivr\.net|fonts\.g[a-z]+\.com)[^\"'`\s]*")
"""Addresses in the theme's scripts from which it would load more; the site never needs what is there."""

LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


BLOCK: Final = re.compile(r"[-*] |\d+\. |\|")
FENCED: Final = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def title_of(text: str, otherwise: str) -> str:
    """The first heading of a document."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found.group(1).strip() if found else otherwise


def spaced(text: str) -> str:
    """A document in which every list and table is a block of its own, as the site's Markdown wants them."""
    lines: list[str] = []
    for line in text.split("\n"):
        before = lines[-1] if lines else ""
        if BLOCK.match(line) and before.strip() and not before.startswith(" ") and not BLOCK.match(before):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def in_prose(text: str, change: Callable[[str], str]) -> str:
    """A document with its prose changed and its code left alone."""
    pieces = FENCED.split(text)
    return "".join(piece if piece.startswith("```") else change(piece) for piece in pieces)


def modules() -> list[tuple[str, Path]]:
    """The modules of the reference by name, sorted."""
    found: list[tuple[str, Path]] = []
    for part in REFERENCE:
        place = PACKAGE / part
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            words = ["orrery", *file.relative_to(PACKAGE).with_suffix("").parts]
            if words[-1] == "__init__":
                words.pop()
            if file.read_text(encoding="utf-8").lstrip().startswith('"""'):
                found.append((".".join(words), file))
    return found


def page_of(module: str) -> str:
    """The page of a module in the site."""
    return f"reference/{module}.md"


class Site:
    """The sources of the site, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places: dict[Path, str] = {(ROOT / file).resolve(): place for file, place in FRONT.items()}
        """Files of the repository with their places in the site."""
        for file in sorted((ROOT / "docs").rglob("*")):
            if file.is_file():
                self.places[file.resolve()] = file.relative_to(ROOT / "docs").as_posix()
        self.modules = modules()
        for module, file in self.modules:
            self.places[file.resolve()] = page_of(module)
        self.titles: dict[str, str] = {}

    def write(self, place: str, text: str) -> None:
        """A page of the site."""
        file = self.folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        self.titles[place] = title_of(text, PurePosixPath(place).stem)

    def linked(self, text: str, file: Path, place: str) -> str:
        """A document with its links as they are in the site. Code is left alone."""

        def link(found: re.Match[str]) -> str:
            sign, words, target = found.groups()
            path, mark, anchor = target.partition("#")
            if "://" in target or not path:
                return found.group()
            wanted = (file.parent / path).resolve()
            there = self.places.get(wanted)
            if there is None:
                if not wanted.exists():
                    raise SystemExit(f"{file.relative_to(ROOT)} links to {target}, which is not there")
                return words if words.startswith("`") else f"{words} (`{wanted.relative_to(ROOT).as_posix()}`)"
            way = os.path.relpath(there, PurePosixPath(place).parent).replace(os.sep, "/")
            return f"{sign}[{words}]({way}{mark}{anchor})"

        return in_prose(text, lambda piece: spaced(LINK.sub(link, piece)))

    def documents(self) -> None:
        """The documents of the repository."""
        for file, place in self.places.items():
            if place.startswith("reference/"):
                continue
            if file.suffix == ".md":
                self.write(place, self.linked(file.read_text(encoding="utf-8"), file, place))
            elif file.name == "LICENSE":
                self.write(place, f"# Licence\n\n```\n{file.read_text(encoding='utf-8')}```\n")
            else:
                (self.folder / place).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, self.folder / place)

    def games(self) -> list[str]:
        """A page for each game of ours, from what it says of itself; gives the pages."""
        from orrery.games import our_games

        found: list[str] = []
        for game in sorted(our_games(), key=lambda game: game.name):
            place = f"games/{game.name}.md"
            self.write(place, "\n".join(game_page(game)))
            found.append(place)
        return found

    def reference(self) -> dict[str, list[str]]:
        """A page for each module; by part of the package the pages."""
        found: dict[str, list[str]] = {}
        for module, _ in self.modules:
            self.write(page_of(module), f"# {module}\n\n::: {module}\n{DOOR if module == 'orrery' else ''}")
            found.setdefault((module.split(".")[1:] or [module])[0], []).append(page_of(module))
        return found


def game_page(game: Any) -> Iterator[str]:
    """What a game says of itself: its texts, its options, its numbers, its rulebook."""
    from orrery.core.clause import read_rulebook
    from orrery.core.fate import Fate

    guide = game.guide()
    yield f"# {guide.title()['en']}\n"
    yield f"{guide.about()['en']}\n"
    if guide.by()["en"]:
        yield f"*{guide.by()['en']}*\n"
    yield f"{guide.tale()['en']}\n"
    yield f"Play it: `orrery play {game.name}`, or `orrery` for the browser. Learn it: `orrery rules {game.name}`.\n"
    yield "## Options\n"
    yield "| option | values, the first being the default | |"
    yield "| --- | --- | --- |"
    for row in guide.options():
        values = ", ".join(f"`{word}`" for word in row.words)
        if not values and row.kind in ("number", "seats"):
            values = f"{row.least} to {row.most}"
        yield f"| `{row.key}` | {values} | {row.name['en']} ({row.clause}) |"
    codec = guide.codec(game.new(guide.for_people(guide.usual(guide.usual_seats)), Fate(0)))
    yield "\n## For programs that learn\n"
    yield f"In a match as people first meet it: {codec.size:,} codes, observations of {codec.length:,} numbers.\n"
    yield "How to read them is said in [For researchers](../adapters.md).\n"
    yield "| verb | factors |"
    yield "| --- | --- |"
    for verb in codec.verbs:
        sizes = [f"{name} ({codec.factors[name].size})" for name in verb.factors]
        yield f"| {verb.name} | {', '.join(sizes)} |"
    yield "\n| part of an observation | rows | fields |"
    yield "| --- | --- | --- |"
    for part in codec.parts:
        fields = part.fields if len(part.fields) <= 40 else [*part.fields[:3], "...", part.fields[-1]]
        yield f"| {part.name} | {part.rows} | {', '.join(fields)} |"
    yield "\n## The rulebook\n"
    text = read_rulebook(game.package, "en") or ""
    deeper = re.sub(r"^# .*\n", "", text, count=1)
    yield in_prose(deeper, lambda piece: spaced(re.sub(r"^#", "##", piece, flags=re.MULTILINE)))


def navigation(site: Site, games: list[str], reference: dict[str, list[str]]) -> list[Any]:
    """The contents of the site."""
    nav: list[Any] = [{"Orrery": "index.md"}, {"Games": games}]
    named = {"index.md", *games}
    for chapter, places in CHAPTERS.items():
        nav.append({chapter: list(places)})
        named.update(places)
    decisions = sorted(place for place in site.titles if place.startswith("decisions/"))
    rest = sorted(
        place for place in site.titles if place not in named and not place.startswith(("decisions/", "reference/"))
    )
    nav.append({"Decisions": decisions})
    if rest:
        nav.append({"More": rest})
    # What the package itself offers comes first.
    parts = sorted(reference.items(), key=lambda each: (each[0] != "orrery", each[0]))
    nav.append({"Reference": [{part: places} for part, places in parts]})
    return nav


def settings(site: Site, folder: Path, nav: list[Any]) -> dict[str, Any]:
    """What mkdocs is told."""
    return {
        "site_name": "Orrery",
        "docs_dir": str(site.folder),
        "site_dir": str(folder),
        "use_directory_urls": False,
        "strict": True,
        "nav": nav,
        "theme": {
            "name": "material",
            "font": False,
            "features": ["navigation.tabs", "navigation.indexes", "navigation.top", "content.code.copy"],
            "palette": [
                {
                    "media": "(prefers-color-scheme: light)",
                    "scheme": "default",
                    "primary": "indigo",
                    "toggle": {"icon": "material/weather-night", "name": "Dark"},
                },
                {
                    "media": "(prefers-color-scheme: dark)",
                    "scheme": "slate",
                    "primary": "black",
                    "toggle": {"icon": "material/weather-sunny", "name": "Light"},
                },
            ],
        },
        "plugins": [
            "search",
            {
                "mkdocstrings": {
                    "handlers": {
                        "python": {
                            "paths": [str(ROOT / "src")],
                            "options": {
                                "show_root_heading": False,
                                "show_root_toc_entry": False,
                                "show_source": False,
                                "show_signature_annotations": True,
                                "separate_signature": True,
                                "members_order": "source",
                                "heading_level": 2,
                                "allow_inspection": False,
                                "docstring_style": "sphinx",
                                "filters": ["!^_"],
                            },
                        }
                    }
                }
            },
        ],
        "markdown_extensions": [
            "tables",
            "attr_list",
            {"toc": {"permalink": True}},
            "pymdownx.highlight",
            "pymdownx.superfences",
        ],
        "extra": {"generator": False},
    }


def close(folder: Path) -> None:
    """Takes the addresses of other places out of the theme's scripts: the site loads nothing from elsewhere."""
    for file in folder.rglob("*"):
        if file.suffix in (".js", ".css", ".html", ".map"):
            if file.suffix == ".map":
                file.unlink()
                continue
            text = file.read_text(encoding="utf-8")
            shut = ELSEWHERE.sub("about:blank", text)
            if shut != text:
                file.write_text(shut, encoding="utf-8")


def build(folder: Path, work: Path) -> int:
    """Builds the site into a folder; gives how many pages it has."""
    from mkdocs.commands.build import build as run
    from mkdocs.config import load_config

    logging.getLogger("mkdocs").addHandler(logging.StreamHandler(sys.stderr))
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    shutil.rmtree(work, ignore_errors=True)
    site = Site(work)
    site.documents()
    nav = navigation(site, site.games(), site.reference())
    file = work.parent / "mkdocs.yml"
    file.write_text("site_name: Orrery\n", encoding="utf-8")
    config = load_config(str(file), **settings(site, folder, nav))
    run(config)
    close(folder)
    return len(site.titles)


def main() -> int:
    """Runs the command line; the exit status is 1 if a link leads nowhere or a page is in no chapter."""
    parser = argparse.ArgumentParser(description="Build docs/ as a site that needs no network.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="default: build/site")
    folder: Path = parser.parse_args().out.resolve()
    from mkdocs.exceptions import Abort

    try:
        pages = build(folder, folder.parent / f"{folder.name}.sources")
    except Abort:
        return 1
    print(f"{pages} pages in {folder}; to read them: python -m http.server --directory {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
