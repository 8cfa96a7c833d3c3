"""Actions: as integers inside, as words at the border (VE-15).

The lowest five bits are the word. Above them stand colours of three bits each (take, trade, donate and the words of one
colour), or the victims as a bit set of seats (steal), or a pawn (promote, move). A move also carries its cards, and
like
`put` its circle from bit 16 on:

    circle << 16 | reds << 12 | greens << 8 | gray << 7 | blue << 6 | pawn << 5 | word
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.core.notation import read_number
from orrery.games.vediic.cards import COLORS, names_of

if TYPE_CHECKING:
    from orrery.games.vediic.board import Board

ROLL: Final = 0
COLOR: Final = 1
TAKE: Final = 2
ENLIGHTENMENT: Final = 3
PUT: Final = 4
CHARITY: Final = 5
TRADE: Final = 6
DONATE: Final = 7
PROMOTE: Final = 8
STEAL: Final = 9
MOVE: Final = 10
SKIP: Final = 11
AGAIN: Final = 12
PASS: Final = 13
END: Final = 14
PAY: Final = 15
SHIELD: Final = 16
WORDS: Final = (
    "roll",
    "color",
    "take",
    "enlightenment",
    "put",
    "charity",
    "trade",
    "donate",
    "promote",
    "steal",
    "move",
    "skip",
    "again",
    "pass",
    "end",
    "pay",
    "shield",
)
FORMS: Final = (
    "roll",
    "color COLOR",
    "take COLOR COLOR",
    "enlightenment COLOR",
    "put CIRCLE",
    "charity COLOR",
    "trade COLOR,COLOR for COLOR",
    "donate COLOR,COLOR,COLOR",
    "promote PAWN",
    "steal [SEAT [SEAT]]",
    "move PAWN CIRCLE [with CARDS]",
    "skip with yellow",
    "again with yellow",
    "pass",
    "end",
    "pay COLOR",
    "shield with orange",
)
PLAYED: Final = {SKIP: "yellow", AGAIN: "yellow", SHIELD: "orange"}
"""The words that name one certain card which is played."""

WORD_MASK: Final = 31
PAWN_SHIFT: Final = 5
WITH_BLUE: Final = 1 << 6
WITH_GRAY: Final = 1 << 7
GREEN_SHIFT: Final = 8
RED_SHIFT: Final = 12
CIRCLE_SHIFT: Final = 16
FIRST: Final = 5
SECOND: Final = 8
THIRD: Final = 11


def make_color(word: int, color: int) -> int:
    """color, enlightenment, charity, pay."""
    return color << FIRST | word


def make_take(a: int, b: int) -> int:
    """VE-3.3"""
    return b << SECOND | a << FIRST | TAKE


def make_trade(a: int, b: int, got: int) -> int:
    """VE-9.2"""
    return got << THIRD | b << SECOND | a << FIRST | TRADE


def make_donate(a: int, b: int, c: int) -> int:
    """VE-10.4"""
    return c << THIRD | b << SECOND | a << FIRST | DONATE


def make_steal(victims: int) -> int:
    """VE-11.15: the victims as a bit set of seats."""
    return victims << FIRST | STEAL


def make_promote(pawn: int) -> int:
    """VE-10.7"""
    return pawn << PAWN_SHIFT | PROMOTE


def make_put(circle: int) -> int:
    """VE-3.5"""
    return circle << CIRCLE_SHIFT | PUT


def make_move(pawn: int, circle: int, blues: int, greens: int, reds: int, grays: int) -> int:
    """VE-11.1"""
    cards = reds << RED_SHIFT | greens << GREEN_SHIFT | grays << 7 | blues << 6
    return circle << CIRCLE_SHIFT | cards | pawn << PAWN_SHIFT | MOVE


def move_cards(action: int) -> int:
    """VE-11.1: the cards that a move plays, as a pile."""
    return (
        (action >> 6 & 1) << 12
        | (action >> GREEN_SHIFT & 15) << 16
        | (action >> RED_SHIFT & 15) << 20
        | (action >> 7 & 1) << 24
    )


def seats_of(victims: int) -> list[int]:
    """The seats of a bit set, ascending."""
    return [seat for seat in range(7) if victims >> seat & 1]


def write(board: Board, action: int) -> str:
    """VE-15: the action as a line of words. The lines of a board are kept, up to a bound."""
    text = board.lines.get(action)
    if text is None:
        if len(board.lines) >= MOST_LINES:
            board.lines.clear()
        text = board.lines[action] = _write(board, action)
    return text


MOST_LINES: Final = 20000


def _write(board: Board, action: int) -> str:
    word = action & WORD_MASK
    text = WORDS[word]
    first, second, third = COLORS[(action >> FIRST & 7) % 7], COLORS[(action >> SECOND & 7) % 7], action >> THIRD & 7
    if word == MOVE:
        text += f" {action >> PAWN_SHIFT & 1} {board.ids[action >> CIRCLE_SHIFT]}"
        cards = names_of(move_cards(action))
        return f"{text} with {','.join(cards)}" if cards else text
    if word == TRADE:
        return f"{text} {first},{second} for {COLORS[third]}"
    if word == DONATE:
        return f"{text} {first},{second},{COLORS[third]}"
    if word == TAKE:
        return f"{text} {first} {second}"
    if word == STEAL:
        return " ".join([text, *[str(seat) for seat in seats_of(action >> FIRST)]])
    if word == PROMOTE:
        return f"{text} {action >> PAWN_SHIFT & 1}"
    if word == PUT:
        return f"{text} {board.ids[action >> CIRCLE_SHIFT]}"
    if word in PLAYED:
        return f"{text} with {PLAYED[word]}"
    if word in (COLOR, ENLIGHTENMENT, CHARITY, PAY):
        return f"{text} {first}"
    return text


class Sentence:
    """A line of words taken apart, as far as it makes sense: what a refusal talks about."""

    __slots__ = ("circle", "colors", "fault", "got", "part", "pawn", "seats", "text", "word")

    def __init__(self, board: Board, text: str) -> None:
        self.text = text
        self.word: int = -1
        self.colors: list[int] = []
        self.got: int = -1
        self.pawn: int = -1
        self.circle: int = -1
        self.seats: list[int] = []
        self.fault: str = ""
        """The code of what is wrong with the words: unknown_word, wrong_form, unknown_color, unknown_circle; empty if
        nothing."""
        self.part: str = ""
        """The part of the line that is not understood."""
        parts = text.split(" ")
        if parts[0] not in WORDS:
            self.fault = "unknown_word"
            return
        self.word = WORDS.index(parts[0])
        if not self._read(board, parts[1:]) and not self.fault:
            self.fault = "wrong_form"

    def _read(self, board: Board, rest: list[str]) -> bool:
        word = self.word
        if word in PLAYED:
            return rest == ["with", PLAYED[word]]
        if word in (COLOR, ENLIGHTENMENT, CHARITY, PAY):
            return len(rest) == 1 and self._read_colors(rest)
        if word == TAKE:
            return len(rest) == 2 and self._read_colors(rest)
        if word == DONATE:
            return len(rest) == 1 and rest[0].count(",") == 2 and self._read_colors(rest[0].split(","))
        if word == TRADE:
            return self._read_trade(rest)
        if word == PUT:
            return len(rest) == 1 and self._read_circle(board, rest[0])
        if word == PROMOTE:
            return len(rest) == 1 and self._read_pawn(rest[0])
        if word == STEAL:
            return len(rest) <= 2 and self._read_seats(rest)
        if word == MOVE:
            return self._read_move(board, rest)
        return not rest

    def _read_colors(self, names: list[str]) -> bool:
        for name in names:
            if name not in COLORS:
                if name.isascii() and name.isalpha():
                    self.fault = "unknown_color"
                    self.part = name
                return False
            self.colors.append(COLORS.index(name))
        return True

    def _read_trade(self, rest: list[str]) -> bool:
        if len(rest) != 3 or rest[1] != "for" or rest[0].count(",") != 1:
            return False
        if not self._read_colors(rest[0].split(",")) or not self._read_colors([rest[2]]):
            return False
        self.got = self.colors.pop()
        return True

    def _read_pawn(self, text: str) -> bool:
        if text not in ("0", "1"):
            return False
        self.pawn = int(text)
        return True

    def _read_circle(self, board: Board, text: str) -> bool:
        self.circle = board.index.get(text, -1)
        if self.circle < 0 and text:
            self.fault = "unknown_circle"
            self.part = text
        return self.circle >= 0

    def _read_seats(self, rest: list[str]) -> bool:
        for text in rest:
            seat = read_number(text)
            if seat is None or seat < 0:
                return False
            self.seats.append(seat)
        return True

    def _read_move(self, board: Board, rest: list[str]) -> bool:
        if len(rest) not in (2, 4) or not self._read_pawn(rest[0]):
            return False
        if len(rest) == 4 and rest[2] != "with":
            return False
        return self._read_circle(board, rest[1]) and (len(rest) == 2 or self._read_colors(rest[3].split(",")))

    def pile(self) -> int:
        """The colours named, as a pile; only for as many of one colour as a pile can hold."""
        return sum([1 << 4 * color for color in self.colors])

    def action(self) -> int | None:
        """The action that the words name, legal or not; None if they name none on this board."""
        if self.fault or self.colors != sorted(self.colors) or any(self.colors.count(c) > 15 for c in self.colors):
            return None
        word, colors = self.word, self.colors
        if word == TRADE:
            return make_trade(colors[0], colors[1], self.got)
        if word == DONATE:
            return make_donate(colors[0], colors[1], colors[2])
        if word == TAKE:
            return make_take(colors[0], colors[1])
        if word == PROMOTE:
            return make_promote(self.pawn)
        if word == PUT:
            return make_put(self.circle)
        if word == STEAL:
            return self._steal()
        if word == MOVE:
            return self._move()
        return make_color(word, colors[0]) if colors else word

    def _steal(self) -> int | None:
        seats = self.seats
        if any(seat > 6 for seat in seats) or seats != sorted(set(seats)):
            return None
        return make_steal(sum([1 << seat for seat in seats]))

    def _move(self) -> int | None:
        used = [self.colors.count(color) for color in range(7)]
        if used[0] or used[1] or used[2] or used[3] > 1 or used[6] > 1:
            return None
        return make_move(self.pawn, self.circle, used[3], used[4], used[5], used[6])
