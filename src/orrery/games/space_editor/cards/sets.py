"""Card sets as data files (SE-16): a folder with set.toml and files of cards, which a designer can edit or replace.

set.toml holds the set's name, version, basic decks and basepoints, and perhaps by which weights its costs are checked
(`costs`, else those of our set); every other .toml file of the folder holds cards. A fault names file, card and field.
data/sets/<name> is a set as it is now; its earlier versions, which records and deck
codes may point at, stay in data/archive/<name>/<version> and are never edited.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from orrery.core.cards.files import CardFiles, Faults, Step, read_mended
from orrery.core.data import DataFault, Fields, JsonObject, is_integer, named, shown
from orrery.core.notation import digest
from orrery.games.space_editor.cards.card import ELEMENTS, CardSet
from orrery.games.space_editor.cards.costs import NO_COSTS, weight_names
from orrery.games.space_editor.rules.loading import Material

PACKAGE: Final = "orrery.games.space_editor"
STANDARD: Final = "first_light"
MAIN_FILE: Final = "set.toml"
DEFINITION: Final = ("name", "element", "kind", "level", "vp", "cost", "sides", "abilities")


class SetFile:
    """SE-2.1: a card set read from its folder: the material for matches, and the names in other languages."""

    def __init__(self, folder: Traversable, name: str, faults: Faults | None = None) -> None:
        """Raises DataFault naming file, card and field. With `faults` they are collected there, as far as the folder is
        one of a card set at all; a set with faults is not to be played with.
        """
        self.name = name
        self.names: dict[str, dict[str, str]] = {"en": {}, "ja": {}}
        self.faults = Faults() if faults is None else faults
        self.files = CardFiles(folder, name, MAIN_FILE, "a card set", self.faults)
        self.broken: set[str] = set()
        """Cards that have faults."""
        self.title: dict[str, str] = {"en": name, "ja": name}
        self.version: int = 1
        self.costs: str = STANDARD
        """The weights by which its costs are checked, or none."""
        self.material = Material({}, {element: [] for element in ELEMENTS}, [])
        for file in self.files.card_files():
            self._read_cards(file)
        if MAIN_FILE in self.files.tables:
            self._read_main(Fields(self.files.tables[MAIN_FILE], MAIN_FILE))
        self.hash: str = digest(self.material.cards)

    # --- cards --------------------------------------------------------------------------------------------------------

    def _read_cards(self, file: str) -> None:
        """The cards of a file."""
        rows = Fields(self.files.tables[file], file)
        rows.has("cards")
        complete: JsonObject = {}
        for id, raw in self.files.card_rows(file, self.faults).items():
            if self.faults.collects:
                card = self._mended(raw, id, file)
            else:
                card = self._definition(Fields(raw, named(file, id)), id)
            if card is not None:
                complete[id] = card
        self.faults.attempt(rows.done, None)
        if not self.faults.collects:
            CardSet(complete, file)
        self.material.cards.update(complete)

    def _definition(self, row: Fields, id: str) -> JsonObject:
        """A card as the rules write it; the names of other languages are kept apart."""
        self.names["en"][id] = row.text("name")
        self.names["ja"][id] = row.text("name_ja")
        return definition({key: value for key, value in row.value.items() if key != "name_ja"})

    def _mended(self, raw: JsonObject, id: str, file: str) -> JsonObject | None:
        """A card whose faults are noted, with others in the place of what is wrong; None if nothing can be made of
        it.
        """
        before, path = len(self.faults.found), named(file, id)
        found = read_mended(deepcopy(raw), path, lambda row: self._checked(row, id, file), mend, self.faults)
        if len(self.faults.found) > before:
            self.broken.add(id)
        return found

    def _checked(self, row: JsonObject, id: str, file: str) -> JsonObject:
        card = self._definition(Fields(row, named(file, id)), id)
        CardSet({id: card}, file)
        return card

    # --- the main file ------------------------------------------------------------------------------------------------

    def _read_main(self, top: Fields) -> None:
        attempt = self.faults.attempt
        title = attempt(lambda: top.text("name"), self.name)
        self.title = {"en": title, "ja": attempt(lambda: top.text("name_ja", title), title)}
        self.version = attempt(lambda: top.integer("version", 1), 1)
        attempt(lambda: top.text("licence", ""), "")
        self.costs = attempt(lambda: top.word("costs", (*weight_names(), NO_COSTS), STANDARD), STANDARD)
        basic = attempt(lambda: Fields(top.raw("basic"), top.at("basic")), Fields({}, ""))
        if "basic" in top.value and basic.path:
            for element in ELEMENTS:
                self.material.basic[element] = self._ids(basic, element)
            attempt(basic.done, None)
        self.material.basepoints += self._basepoints(top)
        attempt(top.done, None)

    def _basepoints(self, top: Fields) -> list[str]:
        path = top.at("basepoints")
        before = len(self.faults.found)
        ids = self._ids(top, "basepoints")
        for i, id in enumerate(ids):
            if self.material.cards[id]["kind"] != "basepoint" and id not in self.broken:
                self.faults.note(DataFault(named(path, i), f"{id} is no basepoint"))
        if not ids and len(self.faults.found) == before:
            self.faults.note(DataFault(path, "a set has at least one basepoint, the standard one first"))
        return ids

    def _ids(self, top: Fields, key: str) -> list[str]:
        """A list of cards of the set by id."""
        path = top.at(key)
        rows: list[object] = self.faults.attempt(lambda: top.items(key), [])
        found: list[str] = []
        for i, row in enumerate(rows):
            if not isinstance(row, str):
                self.faults.note(DataFault(named(path, i), f"{shown(row)} is not a text"))
            elif row in self.material.cards:
                found.append(row)
            elif row not in self.broken and not self.files.unread:
                self.faults.note(DataFault(named(path, i), f"{row} is not a card of the set"))
        return found

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


SOUND: Final[JsonObject] = {
    "name": "?",
    "name_ja": "?",
    "element": "water",
    "level": "bronze",
    "vp": 0,
    "cost": 0,
    "sides": ["-", "-", "-", "-"],
}
"""What is put in the place of a field that is wrong, to look for further faults of its card."""
SOUND_ABILITY: Final[JsonObject] = {"static": "protect", "target": {"where": "self"}, "against": ["turn_down"]}


def mend(row: JsonObject, steps: list[Step], fault: DataFault) -> bool:
    """Takes a fault out of the row of a card, so that the next one can be found; False where all else hangs on it."""
    key = steps[0] if steps else ""
    if not steps and fault.code == "missing":
        key = fault.facts["name"]
    elif not steps and fault.code == "unknown_field":
        del row[json.loads(fault.facts["name"])]
        return True
    if key in ("abilities", "sides") and len(steps) > 1:
        row[str(key)][steps[1]] = SOUND_ABILITY if key == "abilities" else SOUND["sides"][0]
        return True
    if not isinstance(key, str) or key not in SOUND:
        return False
    row[key] = deepcopy(SOUND[key])
    return True


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
