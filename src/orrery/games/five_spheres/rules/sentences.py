"""What a player tried to say, taken apart (FS-20.1): also where it names nothing that there is.

words.py reads only what could be an action; here every text gets as far as it goes, so that a refusal can say which
part is wrong. Texts come from anywhere: they may be very long, and numbers may be very large.
"""

from __future__ import annotations

import re
from typing import Final

from orrery.games.five_spheres.cards.language import DECK, GROOVE, HAND, NONE, TRASH
from orrery.games.five_spheres.rules.words import PLAIN, WITH_CARD, WITH_HAND, WITH_HOST, WITH_PIECE, read_option

FORMS: Final = {
    "end": "end",
    "cure": "cure uN with uN",
    "crystal": "crystal hN",
    "crystal2": "crystal2 hN",
    "summon": "summon hN",
    "generic": "generic hN",
    "cast": "cast hN / cast hN at uN",
    "attack": "attack uN fortress S / attack uN uN",
    "use": "use uN",
    "keep": "keep",
    "trashhand": "trashhand",
    "block": "block uN",
    "noblock": "noblock",
    "destroy": "destroy uN",
    "retaliate": "retaliate hN / retaliate hN at uN",
    "noretaliate": "noretaliate",
    "pay": "pay eN,eN",
    "target": "target uN / target pS.hN / target pS.xN / target pS.eN / target pS.cN / target pS / target none",
    "pick": "pick mN",
    "set": "set a",
    "drop": "drop mN",
    "tag": "tag",
}
"""By first word, how an action is written: N is a number, S a seat."""

PART: Final = re.compile(r"([a-z])(0|[1-9][0-9]*)")
SEAT: Final = re.compile(r"0|[1-9][0-9]*")
OPTION: Final = re.compile(r"p(0|[1-9][0-9]*)(?:\.([hxec])(0|[1-9][0-9]*))?")
PILES: Final = {"h": HAND, "x": TRASH, "e": GROOVE, "c": DECK}

DIGITS: Final = 9
FAR: Final = 1 << 40
"""Stands for every number of more digits: there is never so much of anything."""

LONGEST: Final = 40
"""So much of a text is repeated in an answer."""


def shortened(text: str) -> str:
    """A text from outside, fit to be shown: not too long, nothing but characters that can be printed."""
    part = "".join([letter if letter.isprintable() else "\ufffd" for letter in text[:LONGEST]])
    return part if len(text) <= LONGEST else part + "…"


def to_number(digits: str) -> int:
    """A number, however long."""
    return int(digits) if len(digits) <= DIGITS else FAR


def number_of(text: str, letter: str) -> int:
    """The number of a part such as h3 or u12; NONE if it is none."""
    found = PART.fullmatch(text)
    return NONE if found is None or found.group(1) != letter else to_number(found.group(2))


class Asked:
    """A sentence in its parts. `complete` says whether it is written as its first word wants it."""

    __slots__ = (
        "complete", "first", "has_second", "known", "left", "name", "numbers", "option", "right", "seat", "second",
        "text", "wants_none", "zone",
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        parts = text.split(" ")
        self.text: str = shortened(text)
        self.name: str = parts[0]
        self.known: bool = self.name in FORMS
        self.first: str = shortened(parts[1]) if len(parts) > 1 else ""
        """The parts as they were written, for people."""
        self.second: str = shortened(parts[-1])
        self.left: int = NONE
        """The numbers of the first part and, where `has_second`, of the second."""
        self.right: int = NONE
        self.has_second: bool = False
        self.seat: int = NONE
        """Of an attack on a fortress, a lord, or a card of a pile: the lord."""
        self.zone: int = NONE
        """Of a card of a pile: which."""
        self.option: int = NONE
        """What a `target` names, in the numbers of the engine; NONE if there is never such a thing."""
        self.wants_none: bool = False
        self.numbers: list[int] = []
        """The energies of a payment."""
        self.complete: bool = self.known and self._read(parts)

    def _read(self, parts: list[str]) -> bool:
        name, n = self.name, len(parts)
        if name in PLAIN:
            return n == 1
        if n < 2:
            return False
        if name == "attack":
            return self._read_attack(parts)
        if name == "cure":
            self.left = number_of(parts[1], "u")
            return self._read_second(parts, "with") and self.left >= 0
        if name in WITH_HOST:
            self.left = number_of(parts[1], "h")
            return self.left >= 0 and (n == 2 or self._read_second(parts, "at"))
        if n > 2:
            return False
        part = parts[1]
        if name == "target":
            return self._read_option(part)
        if name == "pay":
            self.numbers = [number_of(energy, "e") for energy in part.split(",")]
            return min(self.numbers) >= 0
        if name == "set":
            self.left = ord(part) - ord("a") if len(part) == 1 else NONE
            return 0 <= self.left < 26
        letter = "h"
        if name in WITH_PIECE:
            letter = "u"
        elif name in WITH_CARD:
            letter = "m"
        else:
            assert name in WITH_HAND
        self.left = number_of(part, letter)
        return self.left >= 0

    def _read_second(self, parts: list[str], link: str) -> bool:
        if len(parts) != 4 or parts[2] != link:
            return False
        self.has_second = True
        self.right = number_of(parts[3], "u")
        return self.right >= 0

    def _read_attack(self, parts: list[str]) -> bool:
        self.left = number_of(parts[1], "u")
        if len(parts) == 3:
            self.right = number_of(parts[2], "u")
            return self.left >= 0 and self.right >= 0
        if len(parts) != 4 or parts[2] != "fortress" or SEAT.fullmatch(parts[3]) is None:
            return False
        self.seat = to_number(parts[3])
        return self.left >= 0

    def _read_option(self, part: str) -> bool:
        self.option = read_option(part)
        if part == "none":
            self.wants_none = True
            return True
        self.left = number_of(part, "u")
        if self.left >= 0:
            return True
        found = OPTION.fullmatch(part)
        if found is None:
            return False
        self.seat = to_number(found.group(1))
        if found.group(2) is not None:
            self.zone = PILES[found.group(2)]
            self.left = to_number(found.group(3))
        return True
