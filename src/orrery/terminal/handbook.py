"""The handbook on the screen: its chapters in lines that fit, its figures as the table draws them."""

from __future__ import annotations

import sys
from typing import Final

from rich.text import Text

from orrery.core.blocks import blocks
from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.core.handbook import FIGURE, Chapter, Figure, Handbook, Moment, handbook, play_figure
from orrery.terminal.blocks import draw_block
from orrery.terminal.drawing import PARAGRAPH, wrap
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Scene, make_sheet
from orrery.terminal.texts import Texts

INDENT: Final = 2


class Pages:
    """A handbook in one language, as lines of a screen."""

    def __init__(self, book: Handbook, texts: Texts, screen: Screen, room: int) -> None:
        self.book = book
        self.texts = texts
        self.room = room
        self.sheet = make_sheet(book.game, texts, screen)

    def whole(self) -> list[Text]:
        """The book from its title to its last chapter."""
        lang = self.texts.lang
        lines = [Text(self.book.titles[lang], style="bold"), Text()]
        by = self.book.game.guide().by()
        if by.get(lang):
            lines += [Text(by[lang], style="italic"), Text()]
        lines += self.words(self.book.openings[lang])
        if self.texts.has("book.signs"):
            lines += [*wrap(self.texts.say("book.signs"), min(self.room, PARAGRAPH)), Text()]
        for chapter in self.book.chapters[lang]:
            lines += [*self.chapter(chapter), Text()]
        return lines

    def chapter(self, chapter: Chapter) -> list[Text]:
        """A chapter with its figures, and where the exact rules stand."""
        lines = [Text(chapter.title, style="bold"), Text()]
        # What is split by a pattern with a group has its matches at the odd places.
        for i, part in enumerate(FIGURE.split(chapter.text)):
            lines += self.figure(self.book.figures[part]) if i % 2 else self.words(part)
        if chapter.tells:
            clauses = self.texts.raw("list.between").join(chapter.tells)
            lines += wrap(
                self.texts.say("rules.exact", clauses=clauses), min(self.room, PARAGRAPH), indent=INDENT, first=0
            )
        return lines if lines[-1].plain else lines[:-1]

    def words(self, text: str) -> list[Text]:
        """Paragraphs, lists and tables, each with an empty line after it; items of a list follow one another."""
        lines: list[Text] = []
        found = blocks(text)
        for i, block in enumerate(found):
            lines += draw_block(block, self.room if block.kind == "table" else min(self.room, PARAGRAPH))
            follows = i + 1 < len(found) and block.kind == found[i + 1].kind == "item"
            if not follows:
                lines.append(Text())
        return lines

    def figure(self, figure: Figure) -> list[Text]:
        """What lies there first and what in the end, with all that is said between."""
        moments = play_figure(self.book, figure)
        lines = [*self.picture(moments, 0, figure.seat), Text()]
        for number, moment in enumerate(moments):
            mark = f"{number + 1}. " if len(moments) > 1 else ""
            lines += self.said(mark + moment.say[self.texts.lang], len(mark))
            if moment.refusal is not None:
                reason = f"{moment.refusal['text'][self.texts.lang]} ({moment.refusal['clause']})"
                lines += self.said(" " * len(mark) + reason, len(mark))
        if len(moments) > 1:
            lines += [Text(), *self.picture(moments, len(moments) - 1, figure.seat)]
        return [*lines, Text()]

    def said(self, words: str, indent: int) -> list[Text]:
        """A sentence below a figure."""
        drawn = wrap(Text(words), min(self.room, PARAGRAPH) - INDENT, indent=indent, first=0)
        return [Text(" " * INDENT).append_text(line) for line in drawn]

    def picture(self, moments: list[Moment], number: int, seat: int | None) -> list[Text]:
        """What lies there at a step, drawn as at the table."""
        moment = moments[number]
        seen: list[JsonObject] = [event for earlier in moments[: number + 1] for event in earlier.events]
        assert moment.result is not None
        names = self.book.names[self.texts.lang]
        scene = Scene(seat, moment.view, seen, [], moment.result, names, len(seen))
        return [Text(" " * INDENT).append_text(line) for line in self.sheet.picture(scene)]


def chapter_lines(game: Game, texts: Texts, chapter: Chapter, room: int) -> list[Text]:
    """A chapter of a game's handbook, as the table prints it."""
    book = handbook(game)
    assert book is not None
    return Pages(book, texts, Screen(sys.stdout), room).chapter(chapter)
