"""The command `orrery docs`: the documents that come with Orrery."""

from __future__ import annotations

import re
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Final

import typer

import orrery
from orrery.cli.typed import echo_lines, fail

DocumentName = Annotated[
    str | None, typer.Argument(metavar="DOCUMENT", help="such as protocol; without it all are listed")
]
LINK: Final = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
DECISIONS: Final = "decisions"


def docs(name: DocumentName = None) -> None:
    """List the documents, or print one."""
    known = documents()
    if not known:
        fail("the documents are missing from this installation")
    if name is None:
        widest = max(map(len, known))
        echo_lines([f"{each:{widest}}  {title_of(file)}" for each, file in known.items()])
        return
    wanted = name.removeprefix("docs/").removeprefix(f"{DECISIONS}/").removesuffix(".md")
    wanted = wanted.lower() if wanted.lower() in known else number_of(wanted)
    if wanted not in known:
        near = get_close_matches(wanted.lower(), known, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        fail(f"there is no document {name!r}; {hint}")
    text = known[wanted].read_text(encoding="utf-8")
    if sys.stdout.isatty():
        from orrery.cli.pages import show_page

        show_page(with_commands(text, known))
    else:
        typer.echo(text, nl=False)


def folder() -> Path | None:
    """Where the documents are: in the package, or in the checkout that it stands in; None if in neither."""
    package = Path(orrery.__file__).parent
    checkout = package.parent.parent
    for place, sign in ((package / "docs", package), (checkout / "docs", checkout / "pyproject.toml")):
        if place.is_dir() and sign.exists():
            return place
    return None


def documents() -> dict[str, Path]:
    """The documents by name: those about the whole by their files' names, the decisions by their numbers."""
    place = folder()
    if place is None:
        return {}
    found = {file.stem: file for file in sorted(place.glob("*.md"))}
    return found | {number_of(file.stem): file for file in sorted((place / DECISIONS).glob("*.md"))}


def number_of(name: str) -> str:
    """The number of a decision's file; any other name is left as it is."""
    found = re.match("([0-9]{4})-", name)
    return found.group(1) if found else name


def title_of(file: Path) -> str:
    """The heading of a document."""
    with file.open(encoding="utf-8") as lines:
        return next((line.removeprefix("#").strip() for line in lines if line.startswith("# ")), "")


def with_commands(text: str, known: dict[str, Path]) -> str:
    """A document in which links to others say the commands that print them; a link to a file of the sources names the
    file.
    """

    def said(link: re.Match[str]) -> str:
        words, target = link.groups()
        if "://" in target:
            return f"{words} [{target}]"
        path = target.partition("#")[0]
        name = number_of(Path(path).stem)
        if not path:
            return words
        if path.endswith(".md") and name in known:
            command = f"`orrery docs {name}`"
            return command if words.strip("`") == path else f"{words} [{command}]"
        place = path.removeprefix("../")
        return f"`{place}`" if words.strip("`") == place else f"{words} [`{place}`]"

    return LINK.sub(said, text)
