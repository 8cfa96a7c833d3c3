"""Card collections as data files (FS-18): a folder with collection.toml and files of cards, which a designer can edit.

collection.toml holds what the collection is called, its numbers, the names of races and keywords, and the pre-designed
decks; every other .toml file of the folder holds cards, mostly a file for each sphere. A fault names file, card and
field. Collections that records may point at stay in the package: records name a collection by id, version and hash.
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, Fields, JsonObject, named, parse_toml, shown, to_text
from orrery.core.notation import digest
from orrery.games.five_spheres.cards.grammar import check_card, check_table

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

    def __init__(self, folder: Traversable, place: str) -> None:
        """Raises DataFault naming file, card and field."""
        self.names: dict[str, dict[str, dict[str, str]]] = {language: {} for language in LANGUAGES}
        self.cards: JsonObject = {}
        files = self._files(folder, place)
        top = Fields(parse_toml(files.pop(MAIN_FILE).read_text(encoding="utf-8"), MAIN_FILE), MAIN_FILE)
        self.id: str = top.text("id")
        self.version: int = top.integer("version", 1)
        self.licence: str = top.text("licence")
        self.number: str = top.text("number")
        self.catalogue: int = top.integer("catalogue", 0, 9)
        self.title: dict[str, str] = translated(top, "name")
        self.races: dict[str, dict[str, str]] = read_names(top, "races")
        self.keywords: dict[str, dict[str, str]] = read_names(top, "keywords")
        for file in sorted(files):
            self._read_file(parse_toml(files[file].read_text(encoding="utf-8"), file), file)
        check_table(self.cards, "cards")
        self.codes: dict[str, Code] = {id: Code(card["code"]) for id, card in self.cards.items()}
        self.decks: list[Deck] = self._read_decks(top)
        top.done()
        self.hash: str = digest(self.cards)

    @staticmethod
    def _files(folder: Traversable, place: str) -> dict[str, Traversable]:
        try:
            files = {file.name: file for file in folder.iterdir() if file.name.endswith(".toml")}
        except OSError:
            raise DataFault(place, "there is no such folder of card files") from None
        if MAIN_FILE not in files:
            raise DataFault(place, f"a collection has a file {MAIN_FILE}")
        return files

    def _read_file(self, table: JsonObject, file: str) -> None:
        rows = Fields(table, file)
        spheres = rows.items("spheres")
        found = Fields(rows.raw("cards"), rows.at("cards"))
        rows.done()
        for id, raw in found.value.items():
            row = Fields(raw, named(file, id))
            if id in self.cards:
                raise DataFault(row.path, "a card of this id stands in another file already")
            self.cards[id] = self._read_card(row, id, spheres)

    def _read_card(self, row: Fields, id: str, spheres: list[str]) -> JsonObject:
        """A card as the rules write it; the names of other languages are kept apart."""
        card: JsonObject = {"name": "", "code": row.text("code"), "spheres": row.items("spheres", spheres)}
        names: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
        for half in HALVES:
            fields = Fields(row.raw(half), row.at(half))
            for language, name in translated(fields, "name").items():
                names[language][half] = name
            others = [f"name_{language}" for language in LANGUAGES if language != "en"]
            card[half] = {key: value for key, value in fields.value.items() if key not in others}
        row.done()
        for language in LANGUAGES:
            names[language][WHOLE] = " / ".join([names[language][half] for half in HALVES])
            self.names[language][id] = names[language]
        card["name"] = names["en"][WHOLE]
        check_card(card, row.path)
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
        decks: list[Deck] = []
        for i, raw in enumerate(top.items("decks")):
            row = Fields(raw, named(top.at("decks"), i))
            decks.append(Deck(i + 1, translated(row, "name"), translated(row, "plan"), self.ids_of_deck(i + 1)))
            row.done()
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


def read_names(top: Fields, key: str) -> dict[str, dict[str, str]]:
    """The names of races or keywords by language and word: `cogling = { en = "Cogling", ja = "..." }`."""
    names: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for word, raw in Fields(top.raw(key), top.at(key)).value.items():
        row = Fields(raw, named(top.at(key), word))
        for language in LANGUAGES:
            names[language][word] = to_text(row.raw(language), row.at(language))
        row.done()
    return names


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


def find(name: str, version: object) -> Collection | None:
    """The collection of a record: by its id and version; an old version lies in a folder of its own."""
    for folder in folders():
        found = shipped(folder)
        if found.id == name and found.version == version:
            return found
    return None


def named_by_hash(hash: str) -> Collection | None:
    """The collection of the package whose cards have this hash."""
    for folder in folders():
        if shipped(folder).hash == hash:
            return shipped(folder)
    return None
