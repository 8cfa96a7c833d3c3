"""What the card catalogues of all games share: what a catalogue answers, text in columns, what is typed to find cards.

Every line fits into 80 columns, where a Japanese letter takes two. Nothing here prints; all functions are pure.
"""

from __future__ import annotations

import textwrap
import unicodedata
from abc import ABC, abstractmethod
from typing import Final

from orrery.core.data import DataFault, JsonObject, shown

COLUMNS: Final = 80
NO_LINE_START: Final = "、。）」』ー,.)"
"""Letters that never begin a line."""


# --- a game's catalogue -----------------------------------------------------------------------------------------------


class Catalogue(ABC):
    """The cards of one game, for those who list, search and check them: `Guide.catalogue`."""

    wishes: tuple[str, ...]
    """What cards can be searched by."""
    reckons = False
    """Can it work out what a card is worth?"""

    @abstractmethod
    def count(self) -> int:
        """How many cards there are."""

    @abstractmethod
    def as_json(self) -> JsonObject:
        """The cards as the rules write them."""

    @abstractmethod
    def findings(self) -> list[str]:
        """What fails when the cards are checked, a line each."""

    @abstractmethod
    def card(self, typed: str, lang: str, worth: bool = False) -> tuple[list[str], bool]:
        """What is shown for an id, a name or a code, perhaps with what the card is worth; and whether there is such a
        card. Raises DataFault.
        """

    def find(self, wishes: dict[str, str]) -> list[str]:
        """The ids of the cards that meet all wishes; of all cards where nothing is wished. Raises DataFault."""
        if wishes:
            raise DataFault("cards", "those of this game cannot be chosen by what they are")
        return list(self.as_json())

    @abstractmethod
    def listing(self, wishes: dict[str, str], lang: str, texts: bool = False, worth: bool = False) -> list[str]:
        """The cards that meet all wishes, perhaps with their texts or with what each is worth; an overview where
        nothing is wished. Raises DataFault.
        """


# --- what is typed ----------------------------------------------------------------------------------------------------


def folded(text: str) -> str:
    """A text for comparing: wide and large letters count as plain ones."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


def read_range(text: str, path: str) -> tuple[int, int] | None:
    """A number or range as typed: 4, 3-5, 3-, -2; None for nothing."""
    if not text:
        return None
    low, dash, high = text.partition("-")
    if not dash:
        high = low
    if (low and not is_number(low)) or (high and not is_number(high)) or not (low or high):
        raise DataFault(path, f"{shown(text)} is no number or range; right are 4, 3-5, 3- and -2")
    return int(low or "0"), int(high or "99")


def is_number(text: str) -> bool:
    """Plain digits, not too many."""
    return text.isascii() and text.isdigit() and len(text) <= 3


# --- text in columns --------------------------------------------------------------------------------------------------


def columns(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum([letter_columns(letter) for letter in text])


def letter_columns(letter: str) -> int:
    """A wide letter takes two columns, a combining mark none."""
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def padded(text: str, width: int, right: bool = False) -> str:
    """A text brought to a width: cut with a mark if it is too long, filled with spaces if it is too short."""
    if columns(text) > width:
        cut = ""
        for letter in text:
            if columns(cut) + letter_columns(letter) > width - 1:
                break
            cut += letter
        text = cut + "~"
    space = " " * (width - columns(text))
    return space + text if right else text + space


def wrapped(text: str, width: int = COLUMNS, indent: str = "") -> list[str]:
    """A text in lines of a width, broken between words, or between letters where words have no spaces."""
    room = width - columns(indent)
    if all(letter_columns(letter) == 1 for letter in text):
        return [indent + line for line in textwrap.wrap(text, room, break_on_hyphens=False)]
    lines: list[str] = []
    line = ""
    for piece in pieces(text):
        if columns(line) + columns(piece) > room and line:
            lines.append(indent + line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    if line:
        lines.append(indent + line)
    return lines


def pieces(text: str) -> list[str]:
    """The parts of a text between which a line may end: wide letters with what may not begin a line, plain words."""
    found: list[str] = []
    for letter in text:
        joins = letter in NO_LINE_START or (
            letter_columns(letter) == 1 and letter != " " and found[-1:] != [] and letter_columns(found[-1][-1]) == 1
        )
        if found and joins:
            found[-1] += letter
        else:
            found.append(letter)
    return found
