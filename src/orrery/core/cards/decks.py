"""What the decks of all games share: deck files that name every fault with its line, and deck codes with check letters.

A deck file is TOML with a table `cards` of ids and their number of copies; a game says which other fields it has. A
deck code is a short text to paste in a chat: a prefix for the game, then letters of five bits each: first some of the
hash of the cards, then the deck, last five check letters, so that a mistyped code is refused.

What is wrong with a deck is a value, a `DeckFault`: its code and its facts. Nothing is said before somebody is to hear
it; then the `Sentences` of the game say it in any language: texts/decks.toml here and data/decks.toml of each game.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Container, Mapping
from typing import Final, TypeAlias

from orrery.core.cards.lexicon import lexicon_of
from orrery.core.data import DataFault, JsonObject, is_integer, read_toml, shown

FILE: Final = "decks.toml"
MOST_COPIES: Final = 99
"""How many copies can be written in a file; how many a deck may have is for the rules to say."""
LONGEST_NAME: Final = 60


# --- what is said about decks -----------------------------------------------------------------------------------------


class Word:
    """A word of the game among the facts of a sentence, such as a level: said as the language of the sentence has it
    in the texts of the cards.
    """

    __slots__ = ("kind", "word")

    def __init__(self, kind: str, word: str) -> None:
        self.kind = kind
        self.word = word


class Saying:
    """Something to be said about a deck: the key of a sentence, and its facts."""

    __slots__ = ("code", "facts")

    def __init__(self, code: str, facts: Mapping[str, Fact] | None = None) -> None:
        self.code = code
        self.facts: Mapping[str, Fact] = {} if facts is None else facts

    def plain_facts(self) -> JsonObject:
        """The facts for programs: in no language."""
        found: JsonObject = {}
        for name, fact in self.facts.items():
            if isinstance(fact, Word):
                found[name] = fact.word
            elif isinstance(fact, Saying):
                found[name] = {"code": fact.code, "facts": fact.plain_facts()}
            else:
                found[name] = fact
        return found


Fact: TypeAlias = str | Word | Saying


class DeckFault(Saying):
    """A rule that a deck breaks, or why it cannot be read. `place` is where in a file it is, or what was read."""

    __slots__ = ("place",)

    def __init__(self, code: str, facts: Mapping[str, Fact] | None = None, place: Saying | str = "") -> None:
        super().__init__(code, facts)
        self.place = place


class Sentences:
    """What is said about decks of one game: its own sentences and those of all games."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.read: dict[str, JsonObject] = {}

    @property
    def rows(self) -> dict[str, JsonObject]:
        """The sentences by key, each in every language."""
        if not self.read:
            self.read.update(read_toml("orrery.core", "texts", FILE))
            self.read.update(read_toml(self.package, "data", FILE))
        return self.read

    def say(self, key: str, lang: str, facts: Mapping[str, Fact]) -> str:
        """A sentence in a language, with its facts."""
        row = self.rows.get(key)
        if row is None or lang not in row:
            raise DataFault(f"data/{FILE}", f"no text for {key} in {lang}")
        return str(row[lang]).format_map({name: self._told(fact, lang) for name, fact in facts.items()})

    def _told(self, fact: Fact, lang: str) -> str:
        if isinstance(fact, Word):
            return lexicon_of(self.package, lang).word(f"{fact.kind}.{fact.word}")
        return self.say(fact.code, lang, fact.facts) if isinstance(fact, Saying) else fact

    def place(self, fault: DeckFault, lang: str) -> str:
        """Where a fault is; empty where that goes without saying."""
        return self._told(fault.place, lang)

    def fault(self, fault: DeckFault, lang: str) -> str:
        """A fault in one sentence, with its place."""
        place, problem = self.place(fault, lang), self.say(fault.code, lang, fault.facts)
        return f"{place}: {problem}" if place else problem

    def faults(self, faults: list[DeckFault], lang: str) -> list[str]:
        """Faults, a sentence each."""
        return [self.fault(fault, lang) for fault in faults]


class BadDeck(DataFault):
    """A deck that cannot be read or breaks rules: the first fault said in the language in which it was asked for, and
    all of them as values, so that `sentences` can say them in every language.
    """

    def __init__(self, faults: list[DeckFault], sentences: Sentences, lang: str) -> None:
        first = faults[0]
        problem = sentences.say(first.code, lang, first.facts)
        super().__init__(sentences.place(first, lang), problem, first.code, first.plain_facts())
        self.faults = faults
        self.sentences = sentences

    def said(self, lang: str) -> list[str]:
        """All that is wrong, in a language."""
        return self.sentences.faults(self.faults, lang)


def counted(ids: list[str]) -> dict[str, int]:
    """The number of copies of each card, in the order in which they come up."""
    found: dict[str, int] = {}
    for id in ids:
        found[id] = found.get(id, 0) + 1
    return found


# --- deck files -------------------------------------------------------------------------------------------------------


class DeckFile:
    """One deck file being read; every fault is collected, with its line. A game asks for what its decks have."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.faults: list[DeckFault] = []

    def table(self, fields: tuple[str, ...]) -> JsonObject | None:
        """The fields of the file as they are; None if it is not TOML."""
        try:
            row = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as fault:
            self.fault("", "", "not_toml", {"problem": str(fault)})
            return None
        names = ", ".join(fields)
        for key in fields:
            if key not in row:
                self.fault("", "", "missing", {"field": key, "fields": names})
        for key in row:
            if key not in fields:
                self.fault("", key, "unknown_field", {"fields": names})
        return row

    def texts(self, row: JsonObject, keys: tuple[str, ...]) -> dict[str, str]:
        """Those of the fields that are texts; a name must be fit to print."""
        found: dict[str, str] = {}
        for key in keys:
            value: object = row.get(key)
            if isinstance(value, str):
                found[key] = value
            elif key in row:
                self.fault("", key, "not_text", {"value": shown(value)})
        name = found.get("name", "")
        if not name.isprintable() or len(name) > LONGEST_NAME:
            self.fault("", "name", "not_name", {"value": shown(name), "most": str(LONGEST_NAME)})
        return found

    def counts(self, row: JsonObject, example: str) -> JsonObject | None:
        """The table of cards; None if there is none."""
        found: object = row.get("cards")
        if isinstance(found, dict):
            return found
        if "cards" in row:
            self.fault("", "cards", "not_cards", {"value": shown(found), "card": example})
        return None

    def ids(self, counts: JsonObject, known: Container[str], facts: Mapping[str, str]) -> list[str]:
        """The cards of the table, copies repeated; unknown ones are faults but stay in the list."""
        found: list[str] = []
        for id, count in counts.items():
            if id not in known:
                self.fault("cards", id, "unknown_card", {"card": plain(id), **facts})
            if not is_integer(count) or not 1 <= count <= MOST_COPIES:
                self.fault("cards", id, "not_count", {"value": shown(count)})
            else:
                found += [id] * int(count)
        return found

    def fault(self, table: str, key: str, code: str, facts: Mapping[str, Fact]) -> None:
        """Notes a fault at a field."""
        place = Saying("file_place", {"file": self.file})
        if key:
            field = f"{table}.{plain(key)}" if table else plain(key)
            line = line_of(self.text, table, key)
            place = Saying("place", {"file": self.file, "line": str(line), "field": field})
        self.faults.append(DeckFault(code, facts, place))


def plain(key: str) -> str:
    """A key for a message: as it is if it could be an id or a field, else in quotation marks."""
    return key if re.fullmatch("[0-9A-Za-z_-]+", key) else shown(key)


def line_of(text: str, table: str, key: str) -> int:
    """The line of a TOML text, from 1, where a key of a table (or of none) stands; for one written inline or as a
    table of its own the line that speaks of it first.
    """
    current, fallback = "", 0
    wanted = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]")
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[+\s*[\"']?([^\]\"']*?)[\"']?\s*\]", line)
        if header:
            current = header.group(1)
            if current in (key, f"{table}.{key}") and not fallback:
                fallback = number
        elif current == table and wanted.match(line):
            return number
        elif key in line and not fallback:
            fallback = number
    return fallback or 1


# --- deck codes -------------------------------------------------------------------------------------------------------

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Thirty-two letters, none of which looks like another; small letters count as large ones."""
LOOKALIKES: Final = {"O": "0", "I": "1", "L": "1"}
CHECK_LETTERS: Final = 5
CRC_START: Final = 0xB704CE
CRC_BITS: Final = 0x1864CFB

CODE: Final = Saying("code")
"""The place of what is wrong with a code."""


class BadCode(Exception):
    """A text that is not a deck code: why."""

    def __init__(self, code: str, facts: Mapping[str, Fact] | None = None) -> None:
        super().__init__(code)
        self.fault = DeckFault(code, facts, CODE)


def write_code(prefix: str, body: list[int], group: int) -> str:
    """A code: its prefix, the letters of the body and the check letters, in groups with hyphens between them."""
    whole = [*body, *to_letters(check_sum(body), CHECK_LETTERS)]
    text = "".join([LETTERS[letter] for letter in whole])
    return "-".join([prefix, *[text[i : i + group] for i in range(0, len(text), group)]])


def bare_code(code: str) -> str:
    """A code as it is compared: hyphens, spaces, small and wide letters do not matter."""
    text = "".join(unicodedata.normalize("NFKC", code).upper().split()).replace("-", "")
    return "".join([LOOKALIKES.get(letter, letter) for letter in text])


def read_code(prefix: str, code: str) -> list[int]:
    """The letters of a code's body. Raises BadCode."""
    text = bare_code(code)
    for letter in text:
        if letter not in LETTERS:
            raise BadCode("code_letter", {"letter": shown(letter)})
    if not text.startswith(prefix):
        raise BadCode("code_start", {"prefix": prefix})
    whole = [LETTERS.index(letter) for letter in text[len(prefix) :]]
    body, check = whole[:-CHECK_LETTERS], whole[-CHECK_LETTERS:]
    if not body or from_letters(check) != check_sum(body):
        raise BadCode("code_mistyped")
    return body


def hash_letters(hash: str, count: int) -> list[int]:
    """The first bits of a hash as this many letters: a code is read only with the cards it was made with."""
    return to_letters(int(hash[:16], 16) >> 64 - 5 * count, count)


def letters_for(count: int) -> int:
    """How many letters it takes to tell this many things apart."""
    return ((count - 1).bit_length() + 4) // 5


def to_letters(value: int, count: int) -> list[int]:
    """A number in letters of five bits, highest first."""
    return [value >> 5 * i & 31 for i in range(count - 1, -1, -1)]


def from_letters(letters: list[int]) -> int:
    """The number of these letters."""
    value = 0
    for letter in letters:
        value = value << 5 | letter
    return value


def check_sum(letters: list[int]) -> int:
    """A cyclic check of 24 bits: it notices every change within four neighbouring letters, swapped ones included."""
    crc = CRC_START
    for letter in letters:
        crc ^= letter << 19
        for _ in range(5):
            crc <<= 1
            if crc & 0x1000000:
                crc ^= CRC_BITS
    return crc
