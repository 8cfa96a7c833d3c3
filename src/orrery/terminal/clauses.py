"""The rulebook on the screen: a clause's own words, whole or in short, sections, and a search."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from orrery.core.clause import Chapter, Rulebook, chapter_named, rulebook
from orrery.core.game import Game
from orrery.terminal.drawing import columns, width, wrap
from orrery.terminal.numbers import clauses_named
from orrery.terminal.texts import Texts

INLINE: Final = re.compile(r"\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|`([^`]+)`")
ITEM: Final = re.compile(r"(-|[0-9]+\.) +")
WORD: Final = re.compile("[a-z]{3,}")
NEAR_MOST: Final = 5
"""So many near words are named."""


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


def running(lines: list[str]) -> Text:
    """Lines of the file as one paragraph; emphasis and code become styles."""
    joined = ""
    for line in lines:
        part = line.strip()
        between = "" if not joined or cell_len(joined[-1]) > 1 or cell_len(part[:1]) > 1 else " "
        joined += between + part
    text = Text()
    end = 0
    for found in INLINE.finditer(joined):
        text.append(joined[end : found.start()])
        strong, soft, code = found.groups()
        text.append(strong or soft or code, "bold" if strong else "italic" if soft else "bold")
        end = found.end()
    return text.append(joined[end:])


def draw_block(block: Block, room: int) -> list[Text]:
    """A block in lines that fit."""
    if block.kind == "picture":
        return [Text(line) for line in block.lines]
    if block.kind == "table":
        return draw_table(block.lines, room)
    if block.kind == "item":
        mark = ITEM.match(block.lines[0])
        indent = len(mark.group(0)) if mark else 2
        return wrap(running(block.lines), room, indent=indent, first=0)
    return wrap(running(block.lines), room)


def draw_table(lines: list[str], room: int) -> list[Text]:
    """A table in columns; where it is too wide, each row as a small paragraph."""
    rows = [[running([part]) for part in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not all(set(part.plain) <= set(":- ") and "-" in part.plain for part in row)]
    drawn = columns(rows)
    if max(width(line) for line in drawn) <= room:
        return drawn
    found: list[Text] = []
    for row in rows:
        found += wrap(Text("  ").join(row), room, indent=6, first=0)
    return found


class Clauses:
    """A game's rulebook as the table prints it, in the language spoken now."""

    def __init__(self, game: Game, texts: Texts) -> None:
        self.game = game
        self.texts = texts

    @property
    def book(self) -> Rulebook | None:
        """The rulebook; None where the game has none."""
        book = rulebook(self.game.package, self.texts.lang)
        return book if book.clauses else None

    def brief(self, clause: str, room: int, most: int = 8) -> list[Text]:
        """The clause's own words as a refusal quotes them: its first blocks, up to this many lines, without
        pictures.
        """
        book = self.book
        text = None if book is None else book.clauses.get(clause)
        if text is None:
            return []
        lines: list[Text] = []
        rest = False
        for i, block in enumerate(blocks(f"**{clause}** {text}")):
            drawn = draw_block(block, room - 2)
            if block.kind == "picture" or (i and len(lines) + len(drawn) > most):
                rest = True
                break
            lines += drawn
        if len(lines) > most + 2:
            lines, rest = lines[:most], True
        lines = [Text("  ").append_text(line) for line in lines]
        if rest:
            lines.append(self.texts.say("rules.more", clause=clause))
        return lines

    def find(self, words: str, room: int) -> list[Text] | None:
        """A clause, a section, the list of sections, or the clauses in which words occur; None if there are none."""
        book = self.book
        if book is None:
            return [self.texts.say("rules.no_book")]
        if not words:
            return self.contents(book)
        ids = clauses_named(book, words)
        if ids:
            return self.print_clauses(book, ids, room)
        chapter = chapter_named(self.game.package, self.texts.lang, words)
        if chapter is not None:
            return self.print_chapter(chapter, room)
        return self.search(book, words, room)

    def contents(self, book: Rulebook) -> list[Text]:
        """The chapters, those without a number by their titles alone."""
        listed = [chapter for chapter in book.chapters if chapter.section is not None or chapter in book.unnumbered]
        lines = [Text(f"  {chapter.section or '':<7}").append(chapter.title) for chapter in listed]
        lines.append(self.texts.say("rules.hint", section=next(iter(book.titles), "")))
        if book.unnumbered:
            lines.append(self.texts.say("rules.hint_title", title=book.unnumbered[-1].title.lower()))
        return lines

    def print_clauses(self, book: Rulebook, ids: list[str], room: int) -> list[Text]:
        """Clauses in full, one after the other, with the title of their section."""
        section = ids[0].split(".")[0]
        lines = [Text(f"{section} {book.titles.get(section, '')}".rstrip(), style="bold"), Text()]
        for id in ids:
            lines.append(Text(id, style="bold"))
            for block in blocks(book.clauses[id]):
                lines += [Text("  ").append_text(line) for line in draw_block(block, room - 2)]
            lines.append(Text())
        return lines[:-1]

    def print_chapter(self, chapter: Chapter, room: int) -> list[Text]:
        """A chapter without clauses, in full."""
        lines = [Text(chapter.title, style="bold"), Text()]
        for part in chapter.parts:
            for block in blocks(part.text):
                lines += [Text("  ").append_text(line) for line in draw_block(block, room - 2)]
                lines.append(Text())
        return lines[:-1]

    def search(self, book: Rulebook, words: str, room: int) -> list[Text] | None:
        """What the chapters without a number say of words (the glossary line by line), then the clauses in which they
        occur, with what stands around them.
        """
        low = words.lower()
        lines = self.explained(book, low, room)
        found = 0
        for id, text in book.clauses.items():
            plain = " ".join([running(b.lines).plain for b in blocks(text) if b.kind in ("words", "item")])
            at = plain.lower().find(low)
            if at < 0:
                continue
            found += 1
            if found <= 12:
                start = max(0, at - 30)
                around = ("..." if start else "") + plain[start : at + len(low) + 60]
                lines += wrap(Text(f"  {id:<9}").append(around), room, indent=11, first=0)[:2]
        if found > 12:
            lines.append(self.texts.say("rules.further", n=found - 12))
        return lines or None

    def missing(self, words: str) -> list[Text]:
        """What is said of words that the rulebook does not have: that, and which of its words are near."""
        near = self.near(words)
        said = [self.texts.say("rules.unknown", tried=words)]
        return [*said, self.texts.say("rules.near", words=self.texts.raw("list.between").join(near))] if near else said

    def near(self, words: str) -> list[str]:
        """Words of the rulebook that somebody may have meant by others: those of the clauses, and what the chapters
        without a number explain.
        """
        book = self.book
        if book is None:
            return []
        terms = [cells[0].lower() for cells in self.rows(book)]
        prose = " ".join([*book.titles.values(), *book.clauses.values()]).lower()
        known = dict.fromkeys([*terms, *WORD.findall(prose)])
        low = words.lower()
        found = get_close_matches(low, known, NEAR_MOST, 0.7)
        return (
            found
            or [term for term in terms if any(part in term for part in low.split(" ") if len(part) > 1)][:NEAR_MOST]
        )

    def explained(self, book: Rulebook, low: str, room: int) -> list[Text]:
        """The rows of tables in chapters without a number whose first word holds these letters: a word's meaning."""
        lines: list[Text] = []
        for cells in self.rows(book):
            if low in " ".join(cells[:-1]).lower():
                lines += wrap(Text("  ").append(": ".join([cells[0], cells[-1]])), room, indent=4, first=0)
        return lines

    @staticmethod
    def rows(book: Rulebook) -> list[list[str]]:
        """The rows of all tables in chapters without a number, by their cells."""
        parts = [part for chapter in book.unnumbered for part in chapter.parts]
        rows = [
            row for part in parts for block in blocks(part.text) if block.kind == "table" for row in block.lines[2:]
        ]
        return [[running([cell]).plain for cell in row.strip().strip("|").split("|")] for row in rows]
