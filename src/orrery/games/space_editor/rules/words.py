"""Actions: as integers inside, as words at the border (SE-13.1).

An action is card << 20 | cell | word << 2 | rotation; cells are multiples of 64. What a word does not need is 0.
"""

from __future__ import annotations

from typing import Final

from orrery.core.notation import read_number
from orrery.games.space_editor.cards.card import CARD_SHIFT, CELL_MASK
from orrery.games.space_editor.rules.state import Setting

PLACE: Final = 0
BASEPOINT: Final = 1
DISCARD: Final = 2
FACE: Final = 3
USE: Final = 4
PASS: Final = 5
TARGET: Final = 6
ROTATE: Final = 7
RELOCATE: Final = 8
WORDS: Final = ("place", "basepoint", "discard", "face", "use", "pass", "target", "rotate", "relocate")

CARD: Final = 1
CELL: Final = 2
ROTATION: Final = 4
PARTS: Final = (CARD | CELL | ROTATION, CELL, CARD, CELL | ROTATION, 0, 0, CELL, CELL | ROTATION, CELL | ROTATION)
TURNS: Final = (" r0", " r1", " r2", " r3")
FORMS: Final = (
    "place ID X,Y rR",
    "basepoint X,Y",
    "discard ID",
    "face X,Y rR",
    "use",
    "pass",
    "target X,Y",
    "rotate X,Y rR",
    "relocate X,Y rR",
)


def make(word: int, card: int = 0, cell: int = 0, rotation: int = 0) -> int:
    """The action of these parts."""
    return card << CARD_SHIFT | cell | word << 2 | rotation


def word_of(action: int) -> int:
    """The word of an action."""
    return action >> 2 & 15


def card_of(action: int) -> int:
    """The card of an action."""
    return action >> CARD_SHIFT


def cell_of(action: int) -> int:
    """The cell of an action."""
    return action & CELL_MASK


def write(setting: Setting, action: int) -> str:
    """SE-13.1: the action as a line of words."""
    word = word_of(action)
    if word == PLACE:
        # Nearly all that is listed, so it is put together in one go.
        return f"place {setting.cards.ids[card_of(action)]} {setting.grid.name(cell_of(action))}{TURNS[action & 3]}"
    parts = PARTS[word]
    text = WORDS[word]
    if parts & CARD:
        text += " " + setting.cards.ids[card_of(action)]
    if parts & CELL:
        text += " " + setting.grid.name(cell_of(action))
    if parts & ROTATION:
        text += TURNS[action & 3]
    return text


class Sentence:
    """An action word taken apart, as far as it makes sense: what a refusal talks about."""

    __slots__ = ("card", "cell", "fault", "parts", "rotation", "word", "x", "y")

    def __init__(self, setting: Setting, text: str) -> None:
        self.word: int = -1
        self.card: int = -1
        self.cell: int = -1
        self.x: int = 0
        self.y: int = 0
        self.rotation: int = 0
        self.fault: str = ""
        """The code of what is wrong with the words: unknown_word, wrong_form, unknown_card; empty if nothing."""
        self.parts: list[str] = text.split(" ")
        if self.parts[0] not in WORDS:
            self.fault = "unknown_word"
            return
        self.word = WORDS.index(self.parts[0])
        needed = PARTS[self.word]
        rest = self.parts[1:]
        if len(rest) != (needed & CARD > 0) + (needed & CELL > 0) + (needed & ROTATION > 0):
            self.fault = "wrong_form"
            return
        if needed & ROTATION and not self._read_rotation(rest.pop()):
            self.fault = "wrong_form"
        if needed & CELL and not self._read_cell(setting, rest.pop()):
            self.fault = "wrong_form"
        if needed & CARD:
            self.card = setting.cards.index.get(rest[0], -1)
            if self.card < 0 and not self.fault:
                self.fault = "unknown_card"

    def _read_rotation(self, text: str) -> bool:
        if len(text) != 2 or text[0] != "r" or text[1] not in "0123":
            return False
        self.rotation = int(text[1])
        return True

    def _read_cell(self, setting: Setting, text: str) -> bool:
        numbers = text.split(",")
        if len(numbers) != 2:
            return False
        x, y = read_number(numbers[0]), read_number(numbers[1])
        if x is None or y is None:
            return False
        self.x, self.y = x, y
        self.cell = setting.grid.cell(x, y)
        return True

    def action(self) -> int | None:
        """The action that the words name, legal or not; None if they name none on this table."""
        if self.fault or (PARTS[self.word] & CELL and self.cell < 0):
            return None
        return make(self.word, max(self.card, 0), max(self.cell, 0), self.rotation)
