"""The rulebook on the screen: a clause's own words, whole or in short, sections, and a search."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final

from rich.text import Text

from orrery.core.blocks import blocks
from orrery.core.clause import Chapter, Rulebook, chapter_named, rulebook
from orrery.core.game import Game
from orrery.core.handbook import handbook, handbook_chapter
from orrery.terminal.blocks import draw_block, running
from orrery.terminal.drawing import wrap
from orrery.terminal.handbook import chapter_lines
from orrery.terminal.numbers import clauses_named
from orrery.terminal.texts import Texts

WORD: Final = re.compile("[a-z]{3,}")
NEAR_MOST: Final = 5
"""So many near words are named."""


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
        part = handbook_chapter(self.game, self.texts.lang, words)
        if part is not None:
            return chapter_lines(self.game, self.texts, part, room)
        return self.search(book, words, room)

    def contents(self, book: Rulebook) -> list[Text]:
        """The chapters of the handbook, where there is one, and the sections of the reference."""
        guide = handbook(self.game)
        lines = [] if guide is None else [Text("  ").append(one.title) for one in guide.chapters[self.texts.lang]]
        if lines:
            lines = [self.texts.say("rules.book"), *lines, Text()]
        lines += self.sections(book)
        lines.append(self.texts.say("rules.hint", section=next(iter(book.titles), "")))
        if book.unnumbered:
            lines.append(self.texts.say("rules.hint_title", title=book.unnumbered[-1].title.lower()))
        return lines

    def sections(self, book: Rulebook) -> list[Text]:
        """The chapters of the reference, those without a number by their titles alone; where the game says which of
        them only programmers need, these last.
        """
        guide = handbook(self.game)
        last = set() if guide is None else set(guide.programmers)
        listed = [chapter for chapter in book.chapters if chapter.section is not None or chapter in book.unnumbered]

        def rows(chapters: list[Chapter]) -> list[Text]:
            return [Text(f"  {chapter.section or '':<7}").append(chapter.title) for chapter in chapters]

        own = rows([chapter for chapter in listed if chapter.section not in last])
        if guide is None:
            return own
        others = rows([chapter for chapter in listed if chapter.section in last])
        return [self.texts.say("rules.reference"), *own, self.texts.say("rules.programmers"), *others]

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
                lines += wrap(Text(f"  {id:<9}").append(around(plain, at, len(low))), room, indent=11, first=0)
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


def around(text: str, at: int, length: int) -> str:
    """What stands around a word of a text, from a whole word to a whole word; where it goes on, there are dots. A line
    without spaces, as in Japanese, is cut anywhere.
    """
    start, end = max(0, at - 30), min(len(text), at + length + 60)
    if start:
        start = max(start, text.find(" ", start, at) + 1)
    if end < len(text):
        end = max(text.rfind(" ", at + length, end + 1), at + length) if " " in text[at + length : end + 1] else end
    return ("..." if start else "") + text[start:end].rstrip() + ("..." if end < len(text) else "")
