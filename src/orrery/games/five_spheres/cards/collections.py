"""Card collections as data files (FS-18): a folder with collection.toml and files of cards, which a designer can edit.

collection.toml holds what the collection is called, its numbers, the names of races and keywords, and the pre-designed
decks; every other .toml file of the folder holds cards, mostly a file for each sphere. A fault names file, card and
field. Collections that records may point at stay in the package: records name a collection by id, version and hash.
"""

from __future__ import annotations

import json
from copy import deepcopy
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from orrery.core.cards.files import CardFiles, Faults, Step, read_mended
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, Fields, JsonObject, named, shown, to_text
from orrery.core.notation import digest
from orrery.games.five_spheres.cards.grammar import CARD_ID, check_card, check_table
from orrery.games.five_spheres.cards.vocabulary import SPELL_TYPES, SPHERES

PACKAGE: Final = "orrery.games.five_spheres"
FOLDER: Final = "collections"
STANDARD: Final = "genesis"
MAIN_FILE: Final = "collection.toml"
COPIES: Final = 3
"""FS-18.1: so many copies of each card."""
HALVES: Final = ("creature", "spell")
WHOLE: Final = "card"


class Code:
    """FS-18.3: a code AAAA-BC-DEF in its parts; the grammar has checked it."""

    __slots__ = ("catalogue", "collection", "deck", "letter", "number", "sphere", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.collection: str = text[:4]
        self.sphere: int = int(text[5])
        self.number: int = int(text[6], 16)
        self.catalogue: int = int(text[8])
        self.deck: int = int(text[9])
        self.letter: str = text[10]

    @property
    def identity(self) -> str:
        """FS-18.4: the left part, which identifies a card in a collection."""
        return self.text[:7]


class Deck:
    """A pre-designed deck: its number, what it is called and how it is meant to win, in each language, and
    the ids of its cards, set by set.
    """

    __slots__ = ("ids", "name", "number", "plan")

    def __init__(self, number: int, name: dict[str, str], plan: dict[str, str], ids: list[str]) -> None:
        self.number = number
        self.name = name
        self.plan = plan
        self.ids = ids

    def cards(self) -> list[str]:
        """FS-18.2: the deck as it is played, with all copies."""
        return [id for id in self.ids for _ in range(COPIES)]


class Collection:
    """FS-18.1: a collection read from its folder.

    `cards` is the table that matches are played with, with codes and English names; `names[language][id]` are the names
    of a card's two halves under `creature` and `spell`, and of the whole card under `card`.
    """

    def __init__(self, folder: Traversable, place: str, faults: Faults | None = None) -> None:
        """Raises DataFault naming file, card and field. With `faults` they are collected there, as far as the folder is
        one of a collection at all; a collection with faults is not to be played with.
        """
        self.names: dict[str, dict[str, dict[str, str]]] = {language: {} for language in LANGUAGES}
        self.cards: JsonObject = {}
        self.faults = Faults() if faults is None else faults
        self.files = CardFiles(folder, place, MAIN_FILE, "a collection", self.faults)
        self.broken: set[str] = set()
        """Cards that have faults."""
        top = Fields(self.files.tables.get(MAIN_FILE, {}), MAIN_FILE)
        self.knows_names = MAIN_FILE in self.files.tables
        """Can races and keywords be held against those that the main file names?"""
        self.id: str = place
        self.version: int = 1
        self.licence: str = ""
        self.number: str = ""
        self.catalogue: int = 0
        self.title: dict[str, str] = dict.fromkeys(LANGUAGES, place)
        self.races: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
        self.keywords: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
        if self.knows_names:
            self._read_head(top)
        for file in self.files.card_files():
            self._read_file(file)
        if not self.faults.collects:
            check_table(self.cards, "cards")
        self.codes: dict[str, Code] = {id: Code(card["code"]) for id, card in self.cards.items()}
        self.decks: list[Deck] = self._read_decks(top) if MAIN_FILE in self.files.tables else []
        self.hash: str = digest(self.cards)

    def _read_head(self, top: Fields) -> None:
        """The main file but for its decks."""
        attempt = self.faults.attempt
        self.id = attempt(lambda: top.text("id"), self.id)
        self.version = attempt(lambda: top.integer("version", 1), 1)
        self.licence = attempt(lambda: top.text("licence"), "")
        self.number = attempt(lambda: top.text("number"), "")
        self.catalogue = attempt(lambda: top.integer("catalogue", 0, 9), 0)
        self.title = attempt(lambda: translated(top, "name"), self.title)
        before = len(self.faults.found)
        self.races = read_names(top, "races", self.faults)
        self.keywords = read_names(top, "keywords", self.faults)
        self.knows_names = len(self.faults.found) == before

    def _read_file(self, file: str) -> None:
        """The cards of a file."""
        rows = Fields(self.files.tables[file], file)
        rows.has("cards")
        spheres: list[str] | None = self.faults.attempt(lambda: rows.items("spheres"), None)
        for id, raw in self.files.card_rows(file, self.faults).items():
            card = self._mended(raw, id, file, sphere_by_code(raw) if spheres is None else spheres)
            if card is not None:
                self.cards[id] = card
        self.faults.attempt(rows.done, None)

    def _mended(self, raw: JsonObject, id: str, file: str, spheres: list[str]) -> JsonObject | None:
        """A card; where faults are collected, with others in the place of what is wrong, and None if nothing can be
        made of it.
        """
        before, path = len(self.faults.found), named(file, id)
        row = deepcopy(raw) if self.faults.collects else raw
        found = read_mended(row, path, lambda row: self._read_card(Fields(row, path), id, spheres), mend, self.faults)
        if len(self.faults.found) > before:
            self.broken.add(id)
        return found

    def _read_card(self, row: Fields, id: str, spheres: list[str]) -> JsonObject:
        """A card as the rules write it; the names of other languages are kept apart."""
        for key in ("code", "spheres", *HALVES):
            row.has(key)
        row.done()
        card: JsonObject = {"name": "", "code": row.text("code"), "spheres": row.items("spheres", spheres)}
        names: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
        for half in HALVES:
            fields = Fields(row.raw(half), row.at(half))
            for language, name in translated(fields, "name").items():
                names[language][half] = name
            others = [f"name_{language}" for language in LANGUAGES if language != "en"]
            card[half] = {key: value for key, value in fields.value.items() if key not in others}
        for language in LANGUAGES:
            names[language][WHOLE] = " / ".join([names[language][half] for half in HALVES])
            self.names[language][id] = names[language]
        card["name"] = names["en"][WHOLE]
        check_card(card, row.path)
        if not CARD_ID.fullmatch(id):
            raise DataFault(row.path, f"{shown(id)} is not a card id; allowed are small letters, digits and _")
        if not self.knows_names:
            return card
        creature: JsonObject = card["creature"]
        self._check_named(creature["race"], self.races, row.at("creature.race"), "race")
        if "keyword" in creature:
            self._check_named(creature["keyword"], self.keywords, row.at("creature.keyword"), "keyword")
        return card

    @staticmethod
    def _check_named(word: str, names: dict[str, dict[str, str]], path: str, what: str) -> None:
        if word not in names["en"]:
            raise DataFault(path, f"{shown(word)} is no {what} that {MAIN_FILE} names")

    def _read_decks(self, top: Fields) -> list[Deck]:
        attempt = self.faults.attempt
        rows: list[object] = attempt(lambda: top.items("decks"), [])
        decks: list[Deck] = []
        for i, raw in enumerate(rows):
            number = i + 1
            try:
                row = Fields(raw, named(top.at("decks"), i))
                decks.append(Deck(number, translated(row, "name"), translated(row, "plan"), self.ids_of_deck(number)))
                row.done()
            except DataFault as fault:
                self.faults.note(fault)
        attempt(top.done, None)
        return decks

    def ids_of_deck(self, number: int) -> list[str]:
        """FS-18.2: the different cards of a deck by their codes, set by set, in each set by sphere and number."""
        ids = [id for id, code in self.codes.items() if code.deck == number]
        return sorted(ids, key=lambda id: (self.codes[id].letter, self.codes[id].identity))

    def ids_of_set(self, letter: str) -> list[str]:
        """FS-18.2: the different cards of a set, by sphere and number."""
        ids = [id for id, code in self.codes.items() if code.letter == letter]
        return sorted(ids, key=lambda id: self.codes[id].identity)

    def deck(self, number: int) -> list[str]:
        """A pre-designed deck by its number, with all copies."""
        return self.decks[number - 1].cards()

    def as_json(self) -> JsonObject:
        """What a record says about the collection it was played with."""
        return {"name": self.id, "version": self.version, "hash": self.hash}


def translated(fields: Fields, key: str) -> dict[str, str]:
    """A text in each language: `name` is the English one, `name_ja` the Japanese one."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        field = key if language == "en" else f"{key}_{language}"
        found[language] = fields.text(field)
        if not found[language].strip():
            raise DataFault(fields.at(field), "an empty text")
    return found


def read_names(top: Fields, key: str, faults: Faults) -> dict[str, dict[str, str]]:
    """The names of races or keywords by language and word: `cogling = { en = "Cogling", ja = "..." }`."""
    names: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    found: JsonObject = faults.attempt(lambda: Fields(top.raw(key), top.at(key)).value, {})
    for word, raw in found.items():
        try:
            row = Fields(raw, named(top.at(key), word))
            for language in LANGUAGES:
                names[language][word] = to_text(row.raw(language), row.at(language))
            row.done()
        except DataFault as fault:
            faults.note(fault)
    return names


def sphere_by_code(row: JsonObject) -> list[str]:
    """FS-18.3: the sphere that a card's code says, where its file does not say it."""
    code = str(row.get("code", ""))
    number = int(code[5]) if code[5:6].isascii() and code[5:6].isdigit() else 1
    return [SPHERES[number - 1] if 1 <= number <= len(SPHERES) else SPHERES[0]]


SOUND: Final[dict[str, JsonObject]] = {
    "creature": {"name": "?", "name_ja": "?", "cost": 1, "strength": 1},
    "spell": {"name": "?", "name_ja": "?", "cost": 1, "do": [{"do": "draw", "whose": "own", "n": 1}]},
}
"""What is put in the place of a field that is wrong, to look for further faults of its card."""
SPARE: Final = ("abilities", "afflicted", "inverted", "keyword")
"""What a half may do without."""
SOUND_CODE: Final = "0000-10-01A"
"""Of the first sphere."""


def mend(row: JsonObject, steps: list[Step], fault: DataFault) -> bool:
    """Takes a fault out of the row of a card, so that the next one can be found; False where all else hangs on it."""
    keys = [str(step) for step in steps]
    if fault.code == "missing":
        keys.append(str(fault.facts["name"]))
    place = row[keys[0]] if len(keys) > 1 and keys[0] in HALVES else row
    if fault.code == "unknown_field" and len(keys) < 2:
        half = row[keys[0]] if keys else row
        return half.pop(json.loads(fault.facts["name"]), None) is not None
    if keys[:1] in (["code"], ["spheres"]):
        row["code"], row["spheres"] = SOUND_CODE, [SPHERES[0]]
        return True
    if len(keys) < 2 or not isinstance(place, dict):
        return False
    if keys[:2] == ["spell", "type"]:  # what else the spell says hangs on it
        row["spell"] = {**deepcopy(SOUND["spell"]), "type": SPELL_TYPES[0]}
        return True
    if keys[1] == "abilities" and len(steps) > 2 and isinstance(steps[2], int):
        del place["abilities"][steps[2]]
        return True
    if keys[1] in SPARE:
        return place.pop(keys[1], None) is not None
    if keys[1] not in SOUND[keys[0]]:
        return False
    place[keys[1]] = deepcopy(SOUND[keys[0]][keys[1]])
    return True


COLLECTIONS: dict[str, Collection] = {}


def folders() -> list[str]:
    """The folders of collections that ship with the package."""
    place = resources.files(PACKAGE).joinpath("data").joinpath(FOLDER)
    return sorted(folder.name for folder in place.iterdir() if folder.is_dir())


def shipped(folder: str) -> Collection:
    """A collection of the package, by its folder."""
    found = COLLECTIONS.get(folder)
    if found is None:
        place = resources.files(PACKAGE).joinpath("data").joinpath(FOLDER).joinpath(folder)
        found = COLLECTIONS[folder] = Collection(place, folder)
    return found


def standard() -> Collection:
    """The collection that people play with unless they say otherwise."""
    return shipped(STANDARD)


def every() -> list[Collection]:
    """All collections of the package, later versions before earlier ones."""
    return sorted([shipped(folder) for folder in folders()], key=lambda found: -found.version)


def current() -> list[Collection]:
    """The collections as they are now: the latest version of each."""
    latest: dict[str, Collection] = {}
    for found in every():
        latest.setdefault(found.id, found)
    return list(latest.values())


def find(name: str, version: object) -> Collection | None:
    """The collection of a record: by its id and version; an old version lies in a folder of its own."""
    for found in every():
        if found.id == name and found.version == version:
            return found
    return None


def named_by_hash(hash: str) -> Collection | None:
    """The collection of the package whose cards have this hash."""
    for found in every():
        if found.hash == hash:
            return found
    return None
