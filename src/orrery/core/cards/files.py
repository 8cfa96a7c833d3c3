"""The card files of a folder, for who plays with them and for who checks them.

Whoever plays wants the first fault at once; whoever checks wants all of them, each with its file, its line and its
card. Both read in the same way, through `Faults`, which raises or collects. What the system says about a file is put
into a sentence; nobody reads it raw.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from importlib.resources.abc import Traversable
from typing import Final, TypeVar

from orrery.core.data import DataFault, JsonObject, named, shown

SUFFIX: Final = ".toml"
MOST_MENDED: Final = 40
"""So many faults of one card are told at most."""
TOML_LINE: Final = re.compile(r" \(at line ([0-9]+), column [0-9]+\)$")

Found = TypeVar("Found")
Step = str | int


class Faults:
    """What is wrong with some files: raised at once, or collected."""

    def __init__(self, collects: bool = False) -> None:
        self.collects = collects
        self.found: list[DataFault] = []

    def note(self, fault: DataFault) -> None:
        """One more fault. Raises it where they are not collected."""
        if not self.collects:
            raise fault
        self.found.append(fault)

    def attempt(self, read: Callable[[], Found], otherwise: Found) -> Found:
        """What is read, or something else after a fault, if faults are collected."""
        try:
            return read()
        except DataFault as fault:
            self.note(fault)
            return otherwise


def read_mended(
    raw: JsonObject,
    path: str,
    read: Callable[[JsonObject], Found],
    mend: Callable[[JsonObject, list[Step], DataFault], bool],
    faults: Faults,
) -> Found | None:
    """What is read from the row of a card at this path. Where faults are collected and there is one, it is noted and
    mended, so that the others come up, too; None if that cannot be. `mend` changes the row, told by which steps from it
    the fault is reached, and says whether it could.
    """
    told: set[str] = set()
    for _ in range(MOST_MENDED):
        try:
            return read(raw)
        except DataFault as fault:
            if str(fault) in told:
                return None
            told.add(str(fault))
            faults.note(fault)
            if not mend(raw, steps_of(fault.path.removeprefix(path)), fault):
                return None
    return None


class CardFiles:
    """The TOML files of a folder by name, as texts and as tables. Those that cannot be read are missing."""

    def __init__(self, folder: Traversable, place: str, main_file: str, what: str, faults: Faults) -> None:
        """Raises DataFault for a folder that is none, or (as `what`, such as a card set) has not its main file."""
        self.main_file = main_file
        self.texts: dict[str, str] = {}
        self.tables: dict[str, JsonObject] = {}
        self.unread: list[str] = []
        """Files that could not be read: nobody knows what is in them."""
        self.cards: dict[str, str] = {}
        """The file of each card, by id."""
        self.lines: dict[str, TomlLines] = {}
        try:
            found = {file.name: file for file in folder.iterdir() if file.name.endswith(SUFFIX)}
        except NotADirectoryError:
            raise DataFault(place, "this is a file; wanted is the folder that it is in") from None
        except OSError as fault:
            problem = "there is no such folder of card files" if isinstance(fault, FileNotFoundError) else told(fault)
            raise DataFault(place, problem) from None
        if main_file not in found:
            raise DataFault(place, f"{what} has a file {main_file}")
        for name in sorted(found):
            try:
                self._read(found[name])
            except DataFault as bad:
                self.unread.append(name)
                faults.note(bad)

    def _read(self, file: Traversable) -> None:
        try:
            self.texts[file.name] = text = file.read_bytes().decode("utf-8")
        except UnicodeDecodeError as fault:
            line = fault.object[: fault.start].count(b"\n") + 1
            problem = f"not UTF-8: the byte {fault.object[fault.start]:#04x} (at line {line}, column 1)"
            raise DataFault(file.name, problem) from None
        except OSError as refused:
            raise DataFault(file.name, told(refused)) from None
        try:
            self.tables[file.name] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as bad:
            raise DataFault(file.name, f"not TOML: {bad}") from None
        except RecursionError:
            raise DataFault(file.name, "its lists or tables lie too deep within each other") from None

    def card_files(self) -> list[str]:
        """The files of cards that could be read, in order."""
        return [name for name in self.tables if name != self.main_file]

    def card_rows(self, file: str, faults: Faults) -> JsonObject:
        """The cards of a file by id, as they are written, without those that stand in another file already. Other
        fields of the file are for who asks for them.
        """
        found: object = self.tables[file].get("cards")
        if not isinstance(found, dict):
            said = "is missing" if found is None else f"is {shown(found)}"
            faults.note(DataFault(file, f"the field cards {said}; right are tables of cards, such as [cards.my_card]"))
            return {}
        rows: JsonObject = {}
        for id, raw in found.items():
            if id in self.cards:
                faults.note(DataFault(named(file, id), f"a card of this id stands in {self.cards[id]} already"))
                continue
            self.cards[id] = file
            if isinstance(raw, dict):
                rows[id] = raw
            else:
                problem = f"{shown(raw)} is no card; right is a table [cards.{id}]"
                faults.note(DataFault(named(file, id), problem))
        return rows

    # --- where a fault is ---------------------------------------------------------------------------------------------

    def said(self, fault: DataFault) -> str:
        """A fault in one line: file, line, card and field, what is wrong and what would be right."""
        problem = fault.problem
        at_line = TOML_LINE.search(problem)
        if at_line is not None:
            return f"{fault.path}, line {at_line.group(1)}: {problem[: at_line.start()]}"
        for name in self.tables:
            if fault.path == name or fault.path.startswith((f"{name}.", f"{name}[")):
                inner = [json.loads(fault.facts["name"])] if fault.code == "unknown_field" else []
                return f"{self._place(name, fault.path[len(name) :].removeprefix('.'), inner)}: {problem}"
        return str(fault)

    def _place(self, file: str, field: str, inner: list[Step]) -> str:
        """A place in a file, with its line; in a file of cards a field begins with a card's id."""
        steps = steps_of(field)
        is_card = bool(steps) and self.cards.get(str(steps[0])) is not None and file != self.main_file
        line = self._lines(file).line((*(("cards",) if is_card else ()), *steps, *inner))
        if not steps:
            return f"{file}, line {line}" if inner else file
        inside = field[len(str(steps[0])) :].removeprefix(".") if is_card else field
        return ", ".join(
            [file, f"line {line}", *([f"card {steps[0]}"] if is_card else []), *([inside] if inside else [])]
        )

    def place_of_card(self, id: str, *steps: Step) -> str:
        """Where a card stands, or a field of it; empty for a card that is in none of the files."""
        file = self.cards.get(id)
        if file is None:
            return ""
        return f"{file}, line {self._lines(file).line(('cards', id, *steps))}"

    def _lines(self, file: str) -> TomlLines:
        found = self.lines.get(file)
        if found is None:
            try:
                found = TomlLines(self.texts[file])
            except RecursionError:
                found = TomlLines("")  # so deep that there are no lines to be told
            self.lines[file] = found
        return found


def told(fault: OSError) -> str:
    """What the system says about a file, as a sentence."""
    if isinstance(fault, FileNotFoundError):
        return "it leads nowhere; a link to a file that is not there?"
    if isinstance(fault, IsADirectoryError):
        return "this is a folder; wanted is a file of that name, or another name for the folder"
    if isinstance(fault, PermissionError):
        return "it may not be read; its permissions are to be changed"
    return f"it cannot be read ({fault.strerror or 'the system does not say why'})"


def steps_of(path: str) -> list[Step]:
    """The steps of a path such as 001.sides[2]."""
    return [
        int(index) if index else key for key, index in re.findall(r"([^.\[\]]+)|\[([0-9]+)\]", path) if key or index
    ]


# --- lines ------------------------------------------------------------------------------------------------------------


class TomlLines:
    """Where the keys and the items of a TOML text stand. The text is valid: it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", " \n") + "\n"
        self.places: dict[tuple[Step, ...], int] = {}
        self.tables: dict[tuple[Step, ...], int] = {}
        """How many tables of an array there have been, by its name."""
        at = self._skip(0)
        head: tuple[Step, ...] = ()
        while at < len(self.text):
            if self.text[at] == "[":
                head, at = self._header(at)
            else:
                at = self._pair(at, head)
            at = self._skip(at)

    def line(self, steps: tuple[Step, ...]) -> int:
        """The line, from 1, of what these steps lead to, or of the nearest thing around it."""
        for count in range(len(steps), 0, -1):
            at = self.places.get(steps[:count])
            if at is not None:
                return self.text.count("\n", 0, at) + 1
        return 1

    def _note(self, steps: tuple[Step, ...], at: int) -> None:
        for count in range(1, len(steps) + 1):
            self.places.setdefault(steps[:count], at)

    def _skip(self, at: int) -> int:
        """Past blanks, commas, line ends and comments."""
        text = self.text
        while at < len(text) and text[at] in " \t\n,#":
            at = text.index("\n", at) if text[at] == "#" else at + 1
        return at

    def _header(self, at: int) -> tuple[tuple[Step, ...], int]:
        many = self.text[at + 1] == "["
        keys, end = self._keys(at + (2 if many else 1))
        steps = self._within(keys)
        if many:
            self.tables[steps] = self.tables.get(steps, -1) + 1
            steps = (*steps, self.tables[steps])
        self._note(steps, at)
        return steps, self.text.index("]", end) + (2 if many else 1)

    def _within(self, keys: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps to what a header names: what lies in an array of tables lies in the last of them so far."""
        steps: tuple[Step, ...] = ()
        for key in keys[:-1]:
            steps = (*steps, key)
            if steps in self.tables:
                steps = (*steps, self.tables[steps])
        return (*steps, *keys[-1:])

    def _keys(self, at: int) -> tuple[tuple[Step, ...], int]:
        """A key of one or more parts, and where it ends."""
        text = self.text
        keys: list[Step] = []
        while True:
            at = self._blank(at)
            start = at
            if text[at] in "\"'":
                at = self._string(at)
                keys.append(text[start + 1 : at - 1])
            else:
                while text[at] not in " \t.=]":
                    at += 1
                keys.append(text[start:at])
            at = self._blank(at)
            if text[at] != ".":
                return tuple(keys), at
            at += 1

    def _blank(self, at: int) -> int:
        while self.text[at] in " \t":
            at += 1
        return at

    def _pair(self, at: int, head: tuple[Step, ...]) -> int:
        keys, end = self._keys(at)
        steps = (*head, *keys)
        self._note(steps, at)
        return self._value(self._blank(end + 1), steps)

    def _value(self, at: int, steps: tuple[Step, ...]) -> int:
        """Past a value, whose parts are noted."""
        text = self.text
        if text[at] in "\"'":
            return self._string(at)
        if text[at] == "[":
            at = self._skip(at + 1)
            i = 0
            while text[at] != "]":
                self._note((*steps, i), at)
                at = self._skip(self._value(at, (*steps, i)))
                i += 1
            return at + 1
        if text[at] == "{":
            at = self._skip(at + 1)
            while text[at] != "}":
                at = self._skip(self._pair(at, steps))
            return at + 1
        while text[at] not in ",]}\n#":
            at += 1
        return at

    def _string(self, at: int) -> int:
        """Past a text in quotation marks of any sort."""
        text, mark = self.text, self.text[at]
        end = mark * 3 if text.startswith(mark * 3, at) else mark
        at += len(end)
        while not text.startswith(end, at):
            at += 2 if mark == '"' and text[at] == "\\" else 1
        at += len(end)
        while len(end) == 3 and text[at] == mark:  # a text may end with one or two marks of its own
            at += 1
        return at
