"""The cards of Vediic as plain lines of text for the command line: a list, a card in full, what is searched by.

There are eight of them: one for each colour, eleven times over, and the enlightenment card, thirteen times (VE-1.2). A
card is called by its colour, as actions write it, by its planet, or by these in any language.

Every line fits into 80 columns, where a Japanese letter takes two. Nothing here prints; all functions are pure.
"""

from __future__ import annotations

from typing import Any, Final

from orrery.core.cards.catalogue import COLUMNS, Catalogue, columns, folded, padded, wrapped
from orrery.core.cards.lexicon import lexicon_of
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject, data_file, shown, to_word
from orrery.games.vediic.cards import CARDS, COLORS, LIGHTS

PACKAGE: Final = "orrery.games.vediic"
FILE: Final = "catalogue.toml"
LIGHT: Final = "enlightenment"
ALL: Final = (*COLORS, LIGHT)
"""The cards, in canonical order."""
KINDS: Final = ("benefit", LIGHT)
CLAUSES: Final = {
    "yellow": "VE-11.12, VE-11.13",
    "purple": "VE-11.15",
    "orange": "VE-7.7",
    "blue": "VE-11.8",
    "green": "VE-11.4",
    "red": "VE-11.9",
    "gray": "VE-11.6",
    LIGHT: "VE-10.4, VE-10.7",
}
"""Where the rules say what a card does."""


def label(key: str, lang: str) -> str:
    """A word or template of the catalogue."""
    return lexicon_of(PACKAGE, lang, FILE).text(key)


def said(table: str, card: str, lang: str) -> str:
    """What the texts of the game call a card, in one of their tables."""
    rows: Any = data_file(PACKAGE, "texts.toml") or {}
    for name in table.split("."):
        rows = rows[name]
    text: str = rows[card][lang]
    return text


def name_of(card: str, lang: str) -> str:
    """What a card is called: its colour, or in full."""
    return label("light", lang) if card == LIGHT else said("color", card, lang)


def planet_of(card: str, lang: str) -> str:
    """The planet that gives a card."""
    return label("lamp", lang) if card == LIGHT else said("planet", card, lang)


def text_of(card: str, lang: str) -> str:
    """What a card can do."""
    return label("promotes", lang) if card == LIGHT else said("page.power", card, lang)


def copies(card: str) -> int:
    """VE-1.2: how many there are of a card."""
    return LIGHTS if card == LIGHT else CARDS


def words_of(card: str) -> list[str]:
    """All that is said of a card, in every language."""
    found = [card, CLAUSES[card]]
    for lang in LANGUAGES:
        found += [name_of(card, lang), planet_of(card, lang), said("meaning", card, lang), text_of(card, lang)]
    return found


class CardCatalogue(Catalogue):
    """The eight cards."""

    wishes = ("kind", "text")

    def count(self) -> int:
        return sum([copies(card) for card in ALL])

    def as_json(self) -> JsonObject:
        """VE-14.1: the whole supply, before anybody has a card."""
        return {"supply": {card: copies(card) for card in ALL}}

    def findings(self) -> list[str]:
        """A card of which nothing is said in a language."""
        return [f"{card}: no text in {lang}" for card in ALL for lang in LANGUAGES if not text_of(card, lang)]

    def card(self, typed: str, lang: str, worth: bool = False) -> tuple[list[str], bool]:
        return card_lines(known_card(typed), lang), True

    def listing(self, wishes: dict[str, str], lang: str, texts: bool = False, worth: bool = False) -> list[str]:
        """The cards are few, so that each says what it can do even if nobody asks for texts."""
        found = self.find(wishes)
        if not found:
            return [label("nothing", lang)]
        facts = {"count": str(sum([copies(card) for card in found])), "all": str(self.count())}
        about = [] if wishes else [*wrapped(label("title", lang)), ""]
        return [*about, *list_lines(found, lang), "", label("found", lang).format_map(facts)]

    def find(self, wishes: dict[str, str]) -> list[str]:
        return find_cards(**wishes)


def find_cards(kind: str = "", text: str = "") -> list[str]:
    """The cards of a kind of which these words are said, in canonical order. Raises DataFault."""
    wanted = to_word(kind, "kind", KINDS) if kind else ""
    found = [card for card in ALL if wanted in ("", LIGHT if card == LIGHT else "benefit")]
    return [card for card in found if any(folded(text) in folded(words) for words in words_of(card))]


def known_card(typed: str) -> str:
    """A card by its colour, its planet or its name in any language; a fault names all there are."""
    wanted = folded(typed)
    for card in ALL:
        names = [card, *[name for lang in LANGUAGES for name in (name_of(card, lang), planet_of(card, lang))]]
        if wanted in [folded(name) for name in names]:
            return card
    raise DataFault("card", f"{shown(typed)} is no card; there are {', '.join(ALL)}")


def list_lines(cards: list[str], lang: str) -> list[str]:
    """Cards as a table with a head, each with what it can do."""
    head = [label(key, lang) for key in ("copies", "name", "planet", "meaning", "clauses")]
    rows = [[str(copies(card)), *short(card, lang)] for card in cards]
    widths = [max([columns(row[i]) for row in [head, *rows]]) for i in range(len(head))]
    lines = [line_of(head, widths)]
    for card, row in zip(cards, rows, strict=True):
        lines += [line_of(row, widths), *wrapped(text_of(card, lang), COLUMNS, "      ")]
    return lines


def short(card: str, lang: str) -> list[str]:
    """The cells of a card's row, after the number of copies."""
    return [name_of(card, lang), planet_of(card, lang), said("meaning", card, lang), CLAUSES[card]]


def line_of(cells: list[str], widths: list[int]) -> str:
    """One line of the table; the number stands to the right."""
    found = [padded(cell, widths[i], i == 0) for i, cell in enumerate(cells)]
    return "  ".join(found).rstrip()


def card_lines(card: str, lang: str) -> list[str]:
    """A card in full: its names, its planet and what that stands for, how many there are, what it can do."""
    facts = {
        "name": name_of(card, lang),
        "other": name_of(card, next(each for each in LANGUAGES if each != lang)),
        "planet": planet_of(card, lang),
        "meaning": said("meaning", card, lang),
        "n": str(copies(card)),
        "clauses": CLAUSES[card],
    }
    lines = [label(key, lang).format_map(facts) for key in ("both_names", "whose", "many", "where")]
    return [*lines, "", *wrapped(text_of(card, lang), COLUMNS, "  ")]
