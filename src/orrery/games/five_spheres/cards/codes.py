"""Card codes as people type them (FS-18.3): what each part of a code says, and what is wrong with a wrong one."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from orrery.core.cards.lexicon import Lexicon, lexicon_of
from orrery.core.data import DataFault, shown
from orrery.games.five_spheres.cards.collections import Code, Collection
from orrery.games.five_spheres.cards.grammar import SETS_IN_A_DECK
from orrery.games.five_spheres.cards.texts import lexicon
from orrery.games.five_spheres.cards.vocabulary import SPHERES

PACKAGE: Final = "orrery.games.five_spheres"
FILE: Final = "catalogue.toml"
LENGTHS: Final = (4, 2, 3)
LETTERS: Final = "ABCDEFGHIJKLMNOPQRST"
PARTS: Final = (
    ("collection", 0, 4, "[0-9]{4}"),
    ("sphere", 4, 5, "[1-5]"),
    ("number", 5, 6, "[0-9A-F]"),
    ("catalogue", 6, 7, "[0-9]"),
    ("deck", 7, 8, "[1-5]"),
    ("set", 8, 9, "[A-T]"),
)
"""The parts of a code without its hyphens: from where to where, and what may stand there."""
CODE_LIKE: Final = re.compile("[0-9A-Z]+(?:-[0-9A-Z]+)+|[0-9]{4}[0-9A-Z]{5}")


def upper(text: str) -> str:
    """A code with wide and small letters made plain capitals."""
    return unicodedata.normalize("NFKC", text).strip().upper()


def looks_like_code(text: str) -> bool:
    """Is this meant as a code, right or wrong?"""
    plain = upper(text)
    return CODE_LIKE.fullmatch(plain) is not None and any(letter.isdigit() for letter in plain)


def read_code(text: str, lang: str = "en") -> Code:
    """FS-18.3: a code. Raises DataFault that names every wrong part and what would be right there."""
    words = lexicon_of(PACKAGE, lang, FILE)
    faults = code_faults(text, words)
    if faults:
        where = words.text("code_faults.where").format_map({"code": shown(text.strip())})
        raise DataFault(where, words.text("code_faults.between").join(faults))
    return Code(text.strip())


def code_faults(text: str, words: Lexicon) -> list[str]:
    """FS-18.3: everything that is wrong with a code."""
    plain = upper(text)
    parts = plain.split("-")
    if len(parts) == 1 and len(plain) == sum(LENGTHS):
        parts = [plain[:4], plain[4:6], plain[6:]]
    if len(parts) != len(LENGTHS):
        return [words.text("code_faults.form").format_map({"count": str(len(parts))})]
    faults: list[str] = []
    for part, right in zip(parts, LENGTHS, strict=True):
        if len(part) != right:
            facts = {"part": shown(part), "count": str(len(part)), "right": str(right)}
            faults.append(words.text("code_faults.length").format_map(facts))
    if faults:
        return faults
    letters = "".join(parts)
    deck, letter = letters[7], letters[8]
    for name, start, end, pattern in PARTS:
        if name == "deck" and letter in LETTERS:
            right_deck = str(deck_of_set(letter))
            if deck != right_deck:
                code = f"{parts[0]}-{parts[1]}-{letters[6]}{right_deck}{letter}"
                facts = {"set": letter, "part": deck, "right": right_deck, "code": code}
                faults.append(words.text("code_faults.deck_of_set").format_map(facts))
        elif not re.fullmatch(pattern, letters[start:end]):
            faults.append(words.text(f"code_faults.{name}").format_map({"part": shown(letters[start:end])}))
    if not faults and "-".join(parts) != text.strip():
        faults.append(words.text("code_faults.letters").format_map({"right": "-".join(parts)}))
    return faults


def deck_of_set(letter: str) -> int:
    """FS-18.3: the deck of a set."""
    return LETTERS.index(letter) // SETS_IN_A_DECK + 1


def code_lines(code: Code, collection: Collection, lang: str) -> list[str]:
    """FS-18.3: what each part of a code says, a line for each."""
    words = lexicon_of(PACKAGE, lang, FILE)
    ours = code.collection == collection.number
    named = deck = version = ""
    if ours:
        named = words.text("code_parts.named").format_map({"name": collection.title[lang]})
        if code.deck <= len(collection.decks):
            name = collection.decks[code.deck - 1].name[lang]
            deck = words.text("code_parts.named").format_map({"name": name})
        if code.catalogue != collection.catalogue:
            facts = {"title": collection.title[lang], "value": str(collection.catalogue)}
            version = words.text("code_parts.its_own").format_map(facts)
    place = LETTERS.index(code.letter) % SETS_IN_A_DECK + 1
    rows = (
        (code.collection, "collection", {"value": str(int(code.collection)), "name": named}),
        (str(code.sphere), "sphere", {"value": lexicon(lang).text(f"sphere.{SPHERES[code.sphere - 1]}")}),
        (f"{code.number:X}", "number", {"value": str(code.number)}),
        (str(code.catalogue), "catalogue", {"value": str(code.catalogue), "name": version}),
        (str(code.deck), "deck", {"value": str(code.deck), "name": deck}),
        (code.letter, "set", {"value": code.letter, "place": str(place)}),
    )
    return [
        code.text,
        *[f"  {part:<4}  {words.text(f'code_parts.{key}').format_map(facts)}" for part, key, facts in rows],
    ]


def whose_code(code: Code, collection: Collection, lang: str) -> tuple[str | None, str]:
    """FS-18.4: the id of the card that bears a code, None if there is none in the collection; and a sentence on it."""
    words = lexicon_of(PACKAGE, lang, FILE)
    facts = {"title": collection.title[lang], "identity": code.identity, "number": collection.number}
    for id in sorted(collection.codes):
        own = collection.codes[id]
        if own.text == code.text:
            return id, words.text("code_parts.right")
        if own.identity == code.identity:
            facts.update(card=collection.names[lang][id]["card"], id=id, code=own.text)
            return None, words.text("code_parts.other").format_map(facts)
    key = "nobody" if code.collection == collection.number else "elsewhere"
    return None, words.text(f"code_parts.{key}").format_map(facts)
