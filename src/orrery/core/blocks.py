"""The text of a clause or a chapter taken apart, for whoever draws it: paragraphs, items of lists, pictures, tables."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

INLINE: Final = re.compile(r"\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|`([^`]+)`")
ITEM: Final = re.compile(r"(-|[0-9]+\.) +")


@dataclass(frozen=True)
class Block:
    """A part of a clause: words, a list item, a picture or a table, by its lines."""

    kind: str
    lines: list[str]


def blocks(text: str) -> list[Block]:
    """A clause's text taken apart."""
    found: list[Block] = []
    lines: list[str] = []
    kind = "words"

    def close() -> None:
        nonlocal lines, kind
        if lines:
            found.append(Block(kind, lines))
        lines, kind = [], "words"

    for line in text.splitlines():
        if line.startswith("```"):
            opening = kind != "picture"
            close()
            kind = "picture" if opening else "words"
        elif kind == "picture":
            lines.append(line)
        elif not line.strip():
            close()
        elif line.startswith("|"):
            if kind != "table":
                close()
                kind = "table"
            lines.append(line)
        else:
            if ITEM.match(line):
                close()
                kind = "item"
            lines.append(line)
    close()
    return found


def runs(lines: list[str]) -> list[tuple[str, str]]:
    """Lines of a file as one paragraph: its parts in order, each with how it is set: plain, strong, soft or code."""
    joined = ""
    for line in lines:
        part = line.strip()
        between = "" if not joined or is_wide(joined[-1]) or is_wide(part[:1]) else " "
        joined += between + part
    found: list[tuple[str, str]] = []
    end = 0
    for mark in INLINE.finditer(joined):
        if mark.start() > end:
            found.append(("plain", joined[end : mark.start()]))
        strong, soft, code = mark.groups()
        found.append(("strong" if strong else "soft" if soft else "code", strong or soft or code))
        end = mark.end()
    return [*found, ("plain", joined[end:])] if joined[end:] else found


def is_wide(letter: str) -> bool:
    """Is this a letter that is set without spaces around it?"""
    return letter != "" and unicodedata.east_asian_width(letter) in ("W", "F")


def cells(lines: list[str]) -> list[list[list[tuple[str, str]]]]:
    """The rows of a table, each cell as its runs; the line under the head is left out."""
    rows = [[runs([part]) for part in line.strip().strip("|").split("|")] for line in lines]
    return [row for row in rows if not all(is_rule("".join(text for _, text in cell)) for cell in row)]


def is_rule(text: str) -> bool:
    """Is this a cell of the line under a table's head?"""
    return set(text) <= set(":- ") and "-" in text
