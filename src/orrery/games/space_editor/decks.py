"""Deck building (SE-10): the rules of a deck, deck files, deck codes, and the basic decks by name.

A deck file is TOML: `name`, `element`, `set` and a table `cards` of ids with their number of copies. A deck code is a
short text to paste in a chat: five letters for the card set, then the deck, then five check letters, so that a mistyped
code is refused. All sentences are in data/decks.toml.
"""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from typing import TYPE_CHECKING, Final

from orrery.core.data import DataFault, JsonObject, read_toml, shown
from orrery.games.space_editor.cards import ELEMENTS, LEVELS, CardSet, card_set
from orrery.games.space_editor.texts import lexicon

if TYPE_CHECKING:
    from orrery.games.space_editor.sets import SetFile

SIZE: Final = 24
SHARES: Final = {"bronze": 13, "silver": 7, "gold": 4}
COPIES: Final = {"bronze": 2, "silver": 1, "gold": 1}
COST: Final = (380, 420)

PACKAGE: Final = "orrery.games.space_editor"
FILE: Final = "decks.toml"
FIELDS: Final = ("name", "element", "set", "cards")
MOST_COPIES: Final = 99
LONGEST_NAME: Final = 60

SENTENCES: dict[str, JsonObject] = {}


def say(key: str, lang: str, facts: dict[str, str]) -> str:
    """A sentence about decks in a language, with its facts."""
    if not SENTENCES:
        SENTENCES.update(read_toml(PACKAGE, "data", FILE))
    row = SENTENCES.get(key)
    if row is None or lang not in row:
        raise DataFault(f"data/{FILE}", f"no text for {key} in {lang}")
    return str(row[lang]).format_map(facts)


def deck_faults(cards: CardSet, deck: list[int], element: str, rules: str, lang: str = "en") -> list[str]:
    """SE-10.1, SE-10.2, SE-10.4: every rule that a deck breaks, in words; `rules` is the option deck_rules."""
    faults: list[str] = []
    ids = cards.ids
    basepoints = [card for card in sorted(set(deck)) if cards.is_basepoint[card]]
    for card in basepoints:
        faults.append(say("basepoint", lang, {"card": ids[card]}))
    if not deck:
        faults.append(say("empty", lang, {}))
    if rules == "none" or not deck:
        return faults
    if len(deck) != SIZE:
        faults.append(say("size", lang, {"count": str(len(deck)), "right": str(SIZE)}))
    words = lexicon(lang)
    for card in sorted(set(deck)):
        definition = cards.cards[card]
        if definition.element is None or definition.level is None:
            continue
        if definition.element != element:
            its, right = words.form(f"element.{definition.element}", False), words.form(f"element.{element}", False)
            faults.append(say("element", lang, {"card": ids[card], "its": its, "element": right}))
        most, count = COPIES[definition.level], deck.count(card)
        if count > most:
            level = words.text(f"level.{definition.level}")
            facts = {"card": ids[card], "count": str(count), "level": level, "most": str(most)}
            faults.append(say("copies", lang, facts))
    for level in LEVELS:
        count = sum([cards.cards[card].level == level for card in deck])
        if count != SHARES[level]:
            facts = {"count": str(count), "level": words.text(f"level.{level}"), "right": str(SHARES[level])}
            faults.append(say("level", lang, facts))
    if rules == "cost":
        total = sum([cards.cards[card].cost for card in deck])
        if not COST[0] <= total <= COST[1]:
            faults.append(say("cost", lang, {"total": str(total), "low": str(COST[0]), "high": str(COST[1])}))
    return faults


class Deck:
    """A deck of a card set: its cards by id in text order, copies repeated."""

    __slots__ = ("cards", "element", "name", "set")

    def __init__(self, name: str, element: str, set: str, cards: list[str]) -> None:
        self.name = name
        self.element = element
        self.set = set
        self.cards: list[str] = sorted(cards)

    def counts(self) -> dict[str, int]:
        """The number of copies of each card, in text order of the ids."""
        found: dict[str, int] = {}
        for id in self.cards:
            found[id] = found.get(id, 0) + 1
        return found


def broken_rules(deck: Deck, set_file: SetFile, rules: str = "cost", lang: str = "en") -> list[str]:
    """SE-10.1, SE-10.2: every rule that a deck breaks, in words; `rules` is `strict` (without the costs) or `cost`."""
    cards = card_set(set_file.material.cards)
    faults = [
        say("unknown_card", lang, {"card": plain(id), "set": set_file.name})
        for id in deck.counts()
        if id not in cards.index
    ]
    known = [cards.index[id] for id in deck.cards if id in cards.index]
    return faults + deck_faults(cards, known, deck.element, rules, lang)


def basic_decks(set_file: SetFile, lang: str = "en") -> dict[str, Deck]:
    """SE-3.2: the basic decks of a set, by the name of their element."""
    found: dict[str, Deck] = {}
    for element in ELEMENTS:
        name = say("basic", lang, {"element": lexicon(lang).form(f"element.{element}", False)})
        found[element] = Deck(name, element, set_file.name, set_file.material.basic[element])
    return found


# --- deck files -------------------------------------------------------------------------------------------------------


def read_deck(text: str, file: str, sets: list[SetFile], lang: str = "en") -> Deck:
    """The deck of a file; `file` is the name for faults. The rules of SE-10 are not checked. Raises DataFault."""
    reader = DeckReader(text, file, sets, lang)
    deck = reader.read()
    if reader.faults:
        raise reader.faults[0]
    assert deck is not None
    return deck


def file_faults(text: str, file: str, sets: list[SetFile], rules: str = "cost", lang: str = "en") -> list[str]:
    """Everything that is wrong with a deck file: faults of the file with their lines, then every broken rule."""
    reader = DeckReader(text, file, sets, lang)
    deck = reader.read()
    faults = [str(fault) for fault in reader.faults]
    if deck is not None:
        for found in sets:
            if found.name == deck.set:
                known = Deck(deck.name, deck.element, deck.set, [id for id in deck.cards if id in found.material.cards])
                faults += broken_rules(known, found, rules, lang)
    return faults


def write_deck(deck: Deck, set_file: SetFile, lang: str = "en") -> str:
    """A deck as the text of a deck file, each card with its name as a comment."""
    name = json.dumps(deck.name, ensure_ascii=False).replace("\x7f", "\\u007f")
    lines = [f"name = {name}", f'element = "{deck.element}"', f'set = "{deck.set}"', "", "[cards]"]
    for id, count in deck.counts().items():
        known = set_file.names[lang].get(id, "")
        lines.append(f"{id} = {count}" + (f"  # {known}" if known else ""))
    return "\n".join(lines) + "\n"


class DeckReader:
    """Reads one deck file and collects its faults; `read` gives the deck if element, set and cards could be read."""

    def __init__(self, text: str, file: str, sets: list[SetFile], lang: str) -> None:
        self.text = text
        self.file = file
        self.sets = sets
        self.lang = lang
        self.faults: list[DataFault] = []

    def read(self) -> Deck | None:
        """The deck, as far as it can be read; what could not be read is among the faults."""
        try:
            row = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as fault:
            self.fault("", "", "not_toml", {"problem": str(fault)})
            return None
        fields = ", ".join(FIELDS)
        for key in FIELDS:
            if key not in row:
                self.fault("", "", "missing", {"field": key, "fields": fields})
        for key in row:
            if key not in FIELDS:
                self.fault("", key, "unknown_field", {"fields": fields})
        name, element, set_name = self.words(row)
        counts: object = row.get("cards")
        if "cards" in row and not isinstance(counts, dict):
            self.fault("", "cards", "not_cards", {"value": shown(counts)})
        set_file = self.find(set_name)
        if element is None or set_file is None or not isinstance(counts, dict):
            return None
        return Deck(name, element, set_file.name, self.ids(counts, set_file))

    def words(self, row: JsonObject) -> tuple[str, str | None, str | None]:
        """Name, element and set, as far as they are right."""
        texts: dict[str, str] = {}
        for key in ("name", "element", "set"):
            value: object = row.get(key, "")
            if isinstance(value, str):
                texts[key] = value
            else:
                self.fault("", key, "not_text", {"value": shown(value)})
        name = texts.get("name", "")
        if not name.isprintable() or len(name) > LONGEST_NAME:
            self.fault("", "name", "not_name", {"value": shown(name), "most": str(LONGEST_NAME)})
        element = texts.get("element") if "element" in row else None
        if element is not None and element not in ELEMENTS:
            self.fault("", "element", "not_element", {"value": shown(element), "elements": ", ".join(ELEMENTS)})
            element = None
        return name, element, texts.get("set") if "set" in row else None

    def find(self, name: str | None) -> SetFile | None:
        """The set of that name."""
        if name is None:
            return None
        for found in self.sets:
            if found.name == name:
                return found
        self.fault("", "set", "not_set", {"value": shown(name), "sets": ", ".join([s.name for s in self.sets])})
        return None

    def ids(self, counts: JsonObject, set_file: SetFile) -> list[str]:
        """The cards of the table; unknown ones are faults but stay in the list."""
        found: list[str] = []
        for id, count in counts.items():
            if id not in set_file.material.cards:
                self.fault("cards", id, "unknown_card", {"card": plain(id), "set": set_file.name})
            if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_COPIES:
                self.fault("cards", id, "not_count", {"value": shown(count)})
            else:
                found += [id] * count
        return found

    def fault(self, table: str, key: str, sentence: str, facts: dict[str, str]) -> None:
        """Notes a fault at a field."""
        line = line_of(self.text, table, key) if key else 0
        path = say("file_place", self.lang, {"file": self.file})
        if key:
            field = f"{table}.{plain(key)}" if table else plain(key)
            path = say("place", self.lang, {"file": self.file, "line": str(line), "field": field})
        self.faults.append(DataFault(path, say(sentence, self.lang, facts)))


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

PREFIX: Final = "SE1"
"""The game and the form of the code."""
LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Thirty-two letters, none of which looks like another; small letters count as large ones."""
LOOKALIKES: Final = {"O": "0", "I": "1", "L": "1"}
GROUP: Final = 5
HASH_LETTERS: Final = 5
CHECK_LETTERS: Final = 5
CODE_COPIES: Final = 2
CRC_START: Final = 0xB704CE
CRC_BITS: Final = 0x1864CFB


def encode(deck: Deck, set_file: SetFile, lang: str = "en") -> str:
    """A deck as a short code. Raises DataFault if a card is unknown, of another element, or there more than twice."""
    where = say("code", lang, {})
    own = cards_of(set_file, deck.element)
    counts = deck.counts()
    for id, count in counts.items():
        if id not in set_file.material.cards:
            raise DataFault(where, say("unknown_card", lang, {"card": plain(id), "set": set_file.name}))
        if id not in own:
            element = lexicon(lang).form(f"element.{deck.element}", False)
            raise DataFault(where, say("code_element", lang, {"card": id, "element": element}))
        if count > CODE_COPIES:
            facts = {"card": id, "count": str(count), "most": str(CODE_COPIES)}
            raise DataFault(where, say("code_copies", lang, facts))
    value = 0
    for id in reversed(own):
        value = value * (CODE_COPIES + 1) + counts.get(id, 0)
    body = [*hash_letters(set_file), *to_letters(value * len(ELEMENTS) + ELEMENTS.index(deck.element), width(set_file))]
    whole = [*body, *to_letters(check_sum(body), CHECK_LETTERS)]
    text = "".join([LETTERS[letter] for letter in whole])
    return "-".join([PREFIX, *[text[i : i + GROUP] for i in range(0, len(text), GROUP)]])


def decode(code: str, sets: list[SetFile], lang: str = "en") -> Deck:
    """The deck of a code; hyphens, spaces, small and wide letters do not matter. Raises DataFault with a sentence."""
    where = say("code", lang, {})
    text = "".join(unicodedata.normalize("NFKC", code).upper().split()).replace("-", "")
    text = "".join([LOOKALIKES.get(letter, letter) for letter in text])
    for letter in text:
        if letter not in LETTERS:
            raise DataFault(where, say("code_letter", lang, {"letter": shown(letter)}))
    if not text.startswith(PREFIX):
        raise DataFault(where, say("code_start", lang, {"prefix": PREFIX}))
    whole = [LETTERS.index(letter) for letter in text[len(PREFIX) :]]
    body, check = whole[:-CHECK_LETTERS], whole[-CHECK_LETTERS:]
    if len(body) <= HASH_LETTERS or from_letters(check) != check_sum(body):
        raise DataFault(where, say("code_mistyped", lang, {}))
    for set_file in sets:
        if hash_letters(set_file) == body[:HASH_LETTERS] and width(set_file) == len(body) - HASH_LETTERS:
            return decode_cards(from_letters(body[HASH_LETTERS:]), set_file, lang)
    titles = ", ".join([f"{found.name} {found.version}" for found in sets])
    raise DataFault(where, say("code_set", lang, {"sets": titles}))


def decode_cards(value: int, set_file: SetFile, lang: str) -> Deck:
    """The deck of a number."""
    element = ELEMENTS[value % len(ELEMENTS)]
    value //= len(ELEMENTS)
    found: list[str] = []
    for id in cards_of(set_file, element):
        found += [id] * (value % (CODE_COPIES + 1))
        value //= CODE_COPIES + 1
    if value:
        raise DataFault(say("code", lang, {}), say("code_mistyped", lang, {}))
    name = say("from_code", lang, {"element": lexicon(lang).form(f"element.{element}", False)})
    return Deck(name, element, set_file.name, found)


def cards_of(set_file: SetFile, element: str) -> list[str]:
    """The cards of an element in text order, the order of deck codes."""
    cards = set_file.material.cards
    return sorted([id for id in cards if cards[id].get("element") == element])


def width(set_file: SetFile) -> int:
    """How many letters a deck of this set takes, so that every deck of every element fits."""
    most = max([len(cards_of(set_file, element)) for element in ELEMENTS])
    highest = int(len(ELEMENTS) * (CODE_COPIES + 1) ** most) - 1
    return (highest.bit_length() + 4) // 5


def hash_letters(set_file: SetFile) -> list[int]:
    """The first 25 bits of the set's hash: a code is read only with the version of the set that it was made with. The
    ids that it names are the same in every version.
    """
    return to_letters(int(set_file.hash[:7], 16) >> 3, HASH_LETTERS)


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
