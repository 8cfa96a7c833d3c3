"""Card sets as data files (SE-16): a folder with set.toml and files of cards, which a designer can edit or replace.

set.toml holds the set's name, version, basic decks and basepoints; every other .toml file of the folder holds cards. A
fault names file, card and field. data/sets/<name> is a set as it is now; its earlier versions, which records and deck
codes may point at, stay in data/archive/<name>/<version> and are never edited.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from orrery.core.data import DataFault, Fields, JsonObject, is_integer, named, parse_toml, to_text
from orrery.core.notation import digest
from orrery.games.space_editor.cards.card import ELEMENTS, CardSet
from orrery.games.space_editor.rules.loading import Material

PACKAGE: Final = "orrery.games.space_editor"
STANDARD: Final = "first_light"
MAIN_FILE: Final = "set.toml"
DEFINITION: Final = ("name", "element", "kind", "level", "vp", "cost", "sides", "abilities")


class SetFile:
    """SE-2.1: a card set read from its folder: the material for matches, and the names in other languages."""

    def __init__(self, folder: Traversable, name: str) -> None:
        """Raises DataFault naming file, card and field."""
        self.name = name
        self.names: dict[str, dict[str, str]] = {"en": {}, "ja": {}}
        cards: JsonObject = {}
        try:
            files = sorted(
                [place for place in folder.iterdir() if place.name.endswith(".toml")], key=lambda place: place.name
            )
        except OSError:
            raise DataFault(name, "there is no such folder of card files") from None
        if MAIN_FILE not in [place.name for place in files]:
            raise DataFault(name, f"a card set has a file {MAIN_FILE}")
        for place in files:
            if place.name != MAIN_FILE:
                self._read_cards(parse_toml(place.read_text(encoding="utf-8"), place.name), place.name, cards)
        top = Fields(parse_toml(folder.joinpath(MAIN_FILE).read_text(encoding="utf-8"), MAIN_FILE), MAIN_FILE)
        self.title: dict[str, str] = {"en": top.text("name"), "ja": top.text("name_ja", top.text("name"))}
        self.version: int = top.integer("version", 1)
        top.text("licence", "")
        self.material = Material(cards, self._read_basic(top, cards), self._read_basepoints(top, cards))
        top.done()
        self.hash: str = digest(cards)

    def _read_cards(self, table: JsonObject, file: str, cards: JsonObject) -> None:
        rows = Fields(table, file)
        found = rows.raw("cards")
        rows.done()
        complete: JsonObject = {}
        for id, raw in Fields(found, named(file, "cards")).value.items():
            row = Fields(raw, named(file, id))
            if id in cards:
                raise DataFault(row.path, "a card of this id stands in another file already")
            self.names["en"][id] = row.text("name")
            self.names["ja"][id] = row.text("name_ja")
            complete[id] = definition({key: value for key, value in row.value.items() if key != "name_ja"})
        CardSet(complete, file)
        cards.update(complete)

    def _read_basic(self, top: Fields, cards: JsonObject) -> dict[str, list[str]]:
        rows = Fields(top.raw("basic"), top.at("basic"))
        basic = {element: self._ids(rows.items(element), rows.at(element), cards) for element in ELEMENTS}
        rows.done()
        return basic

    def _read_basepoints(self, top: Fields, cards: JsonObject) -> list[str]:
        ids = self._ids(top.items("basepoints"), top.at("basepoints"), cards)
        for i, id in enumerate(ids):
            if cards[id]["kind"] != "basepoint":
                raise DataFault(named(top.at("basepoints"), i), f"{id} is no basepoint")
        if not ids:
            raise DataFault(top.at("basepoints"), "a set has at least one basepoint, the standard one first")
        return ids

    @staticmethod
    def _ids(rows: list[Any], path: str, cards: JsonObject) -> list[str]:
        ids = [to_text(row, named(path, i)) for i, row in enumerate(rows)]
        for i, id in enumerate(ids):
            if id not in cards:
                raise DataFault(named(path, i), f"{id} is not a card of the set")
        return ids

    def as_json(self) -> JsonObject:
        """SE-16: the set file, definitions exactly as SE-2.2 with English names."""
        material = self.material
        return {"cards": material.cards, "basic": material.basic, "basepoints": material.basepoints}

    def as_options(self, elements: list[str]) -> JsonObject:
        """SE-12.4: what the options of a match with these cards say: cards, basepoint, and the basic decks of the
        elements, seat by seat.
        """
        material = self.material
        decks = [list(material.basic[element]) for element in elements]
        return {"cards": material.cards, "decks": decks, "basepoint": material.basepoints[0]}


def definition(row: JsonObject) -> JsonObject:
    """SE-2.2: a card's definition with every field, in order; fields it does not know stay for the check to refuse."""
    basepoint = row.get("kind") == "basepoint"
    defaults: JsonObject = {"name": "", "vp": 0, "cost": 0, "abilities": []}
    if basepoint:
        defaults.update(element=None, level=None)
    complete: JsonObject = {}
    for key in DEFINITION:
        if key in row or key in defaults:
            complete[key] = row.get(key, defaults.get(key))
    complete.update({key: value for key, value in row.items() if key not in complete})
    return complete


SETS: dict[str, SetFile] = {}
ARCHIVE: dict[str, list[SetFile]] = {}


def names() -> list[str]:
    """The sets that ship with the package, without those that are only in the archive."""
    return folders(data().joinpath("sets"))


def standard() -> SetFile:
    """The set that matches are played with unless they say otherwise."""
    return shipped(STANDARD)


def standard_material() -> Material:
    """What matches are played with unless they say otherwise."""
    return standard().material


def shipped(name: str) -> SetFile:
    """A set of the package in its version of today."""
    found = SETS.get(name)
    if found is None:
        found = SETS[name] = SetFile(data().joinpath("sets").joinpath(name), name)
    return found


def archived(name: str) -> list[SetFile]:
    """The earlier versions of a set, the newest first."""
    found = ARCHIVE.get(name)
    if found is None:
        shelf = data().joinpath("archive").joinpath(name)
        found = [SetFile(shelf.joinpath(version), name) for version in folders(shelf)]
        found.sort(key=lambda each: -each.version)
        ARCHIVE[name] = found
    return found


def every() -> Iterator[SetFile]:
    """Every version of every set in the package: those of today, then the earlier ones. For reading what was written
    with one of them.
    """
    for name in names():
        yield shipped(name)
    for name in folders(data().joinpath("archive")):
        yield from archived(name)


def find(name: str, version: object) -> SetFile | None:
    """The set of a record, by name and version: today's or an earlier one."""
    if not is_integer(version):
        return None
    for found in every():
        if found.name == name and found.version == version:
            return found
    return None


def named_by_hash(hash: str) -> SetFile | None:
    """The set of the package, of whatever version, whose cards have this hash."""
    for found in every():
        if found.hash == hash:
            return found
    return None


def data() -> Traversable:
    """The folder of the game's data files."""
    return resources.files(PACKAGE).joinpath("data")


def folders(place: Traversable) -> list[str]:
    """The names of the folders in a folder; none where there is no such folder."""
    return sorted([each.name for each in place.iterdir() if each.is_dir()]) if place.is_dir() else []
