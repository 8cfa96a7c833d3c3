"""What somebody wants to have printed, and how: read strictly, so that a wrong word gets a sentence and no sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from orrery.core.clause import LANGUAGES
from orrery.core.data import listed, shown

PAPERS: Final = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "a2": (420.0, 594.0),
}
"""Sheets of paper, in millimetres."""
CARD: Final = "card"
"""The paper that is as large as each card, with its bleed around it: what printing services ask for."""
MARKS: Final = ("corners", "full", "none")
BACKS: Final = ("duplex", "fold", "none")
BOTH: Final = "both"
LANGS: Final = (*LANGUAGES, BOTH)
BOARD_SIZES: Final = ("a2", "a3", "a4")
MOST_BLEED: Final = 5.0
ADDRESS: Final = re.compile(r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?([/?#][!-~]*)?")
"""What a browser opens, in letters that a QR code takes as they are."""
LONGEST_ADDRESS: Final = 150
"""With the way to a deck behind it, an address has to go into a QR code."""


class BadOrder(Exception):
    """Something that cannot be printed: what is wrong, and what would be right."""


@dataclass(frozen=True)
class Order:
    """How it is to be printed. Raises BadOrder."""

    paper: str = "a4"
    bleed: float = 0.0
    """How far the pictures run on beyond the cut, in millimetres."""
    marks: str = "corners"
    backs: str = "duplex"
    lang: str = "en"
    ink_saver: bool = False
    board_size: str = "a3"
    address: str = ""
    """The address of a page that QR codes lead to; none are printed without one."""
    deck: str = ""
    """The code of the deck that is printed, for its QR code."""
    langs: tuple[str, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        one_of("--paper", self.paper, (*PAPERS, CARD))
        one_of("--marks", self.marks, MARKS)
        one_of("--backs", self.backs, BACKS)
        one_of("--lang", self.lang, LANGS)
        one_of("--board-size", self.board_size, BOARD_SIZES)
        if not 0 <= self.bleed <= MOST_BLEED:
            raise BadOrder(f"--bleed {self.bleed:g}: right are 0 to {MOST_BLEED:g} millimetres")
        if self.paper == CARD and self.backs == "fold":
            raise BadOrder("--paper card has a card on each page, and nothing to fold: use --backs duplex or none")
        if self.address:
            if not ADDRESS.fullmatch(self.address):
                problem = "is no address of a page; right is one such as https://table.example"
                raise BadOrder(f"--address {shown(self.address)} {problem}")
            parts = urlsplit(self.address)
            if parts.query or parts.fragment or len(self.address) > LONGEST_ADDRESS:
                problem = f"takes no query and at most {LONGEST_ADDRESS} letters, for it has to go into a QR code"
                raise BadOrder(f"--address {shown(self.address)} {problem}")
        object.__setattr__(self, "langs", LANGUAGES if self.lang == BOTH else (self.lang,))

    def link(self, path: str) -> str:
        """The address of something in the page; empty without an address."""
        return f"{self.address.rstrip('/')}/{path.lstrip('/')}" if self.address else ""


def one_of(name: str, word: str, words: tuple[str, ...]) -> None:
    """Raises BadOrder for a word that is not one of these."""
    if word not in words:
        raise BadOrder(f"{name} {shown(word)} is not one of {listed(list(words))}")
