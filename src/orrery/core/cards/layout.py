"""Where each value stands in the text of a TOML or JSON file, so that one number can be changed and every other byte
stays: comments, order, line ends and the designer's own layout.

The text must be right already: whoever asks has read it with `tomllib` or `json`. What comes out is read again and
compared, so that a slip here is a fault and never a file that says something else.
"""

from __future__ import annotations

import json
import tomllib
from typing import Any, Final

from orrery.core.data import DataFault, named, shown

Place = tuple[str | int, ...]
"""The way to a value: keys of tables and numbers in lists, from the top."""

BARE_ENDS: Final = ",]}#\r\n"
QUOTES: Final = "\"'"


class Edit:
    """One value in one file that becomes another one: a number or a text."""

    __slots__ = ("after", "before", "file", "place")

    def __init__(self, file: str, place: Place, before: int | str | None, after: int | str | None) -> None:
        self.file: Final = file
        self.place: Final = place
        self.before: Final = before
        self.after: Final = after

    @property
    def where(self) -> tuple[str, Place]:
        """The file and the place in it."""
        return self.file, self.place


def edited(text: str, file: str, edits: list[Edit]) -> str:
    """The text of a file with these values changed and nothing else. Raises DataFault where a value is not what the
    edit says it is.
    """
    is_json = file.endswith(".json")
    spans = Layout(text, is_json).spans
    wanted = parsed(text, is_json)
    changes: list[tuple[int, int, str]] = []
    for edit in edits:
        path = file
        for key in edit.place:
            path = named(path, key)
        if edit.place not in spans:
            raise DataFault(path, "there is no such value")
        holder = wanted
        for key in edit.place[:-1]:
            holder = holder[key]
        found = holder[edit.place[-1]]
        if found != edit.before:
            raise DataFault(path, f"{shown(found)} stands here, not {shown(edit.before)}")
        holder[edit.place[-1]] = edit.after
        start, end = spans[edit.place]
        changes.append((start, end, json.dumps(edit.after, ensure_ascii=False)))
    for start, end, written in sorted(changes, reverse=True):
        text = text[:start] + written + text[end:]
    if parsed(text, is_json) != wanted:
        raise DataFault(
            file, "the change would say something else than was meant; write the value on a line of its own"
        )
    return text


def parsed(text: str, is_json: bool) -> Any:
    """The values of a text."""
    return json.loads(text) if is_json else tomllib.loads(text)


class Layout:
    """A text being read for the places of its values: `spans` has for each the first and the last letter, as a
    slice.
    """

    def __init__(self, text: str, is_json: bool) -> None:
        self.text = text
        self.at = 0
        self.is_json = is_json
        self.spans: dict[Place, tuple[int, int]] = {}
        self.tables: dict[Place, int] = {}
        """The lists of tables by their keys: how many tables each has so far."""
        if is_json:
            self._gap()
            self._value(())
        else:
            self._document()

    def _document(self) -> None:
        """Headers of tables and lines `key = value`."""
        table: Place = ()
        while True:
            self._gap()
            if self.at >= len(self.text):
                return
            if self.text.startswith("[[", self.at):
                self.at += 2
                table = self._entered(self._keys(), True)
                self.at += 2
            elif self.text[self.at] == "[":
                self.at += 1
                table = self._entered(self._keys(), False)
                self.at += 1
            else:
                self._pair(table)

    def _entered(self, keys: Place, is_list: bool) -> Place:
        """The place of a header: a list of tables on its way means its last table."""
        place: Place = ()
        for i, key in enumerate(keys):
            place = (*place, key)
            if is_list and i == len(keys) - 1:
                self.tables[place] = self.tables.get(place, 0) + 1
            if place in self.tables:
                place = (*place, self.tables[place] - 1)
        return place

    def _pair(self, table: Place) -> None:
        """A key and its value."""
        place = (*table, *self._keys())
        self.at += 1
        self._gap()
        self._value(place)

    def _keys(self) -> Place:
        """A key, perhaps several with dots between them, up to what ends them."""
        keys: list[str] = []
        while True:
            self._gap()
            start = self.at
            if self.text[self.at] in QUOTES:
                self._quoted()
                keys.append(str(parsed(f"k = {self.text[start : self.at]}", False)["k"]))
            else:
                while self.text[self.at].isalnum() or self.text[self.at] in "_-":
                    self.at += 1
                keys.append(self.text[start : self.at])
            self._gap()
            if self.is_json or self.text[self.at] != ".":
                return tuple(keys)
            self.at += 1

    def _value(self, place: Place) -> None:
        """A value with all that is in it; the place in the text ends up behind it."""
        start = self.at
        first = self.text[self.at]
        if first in QUOTES:
            self._quoted()
        elif first == "[":
            self._parts(place, "]", True)
        elif first == "{":
            self._parts(place, "}", False)
        else:
            while self.at < len(self.text) and self.text[self.at] not in BARE_ENDS:
                self.at += 1
            self.at = start + len(self.text[start : self.at].rstrip())
        self.spans[place] = start, self.at

    def _parts(self, place: Place, end: str, is_list: bool) -> None:
        """The values of a list or of a table in braces."""
        self.at += 1
        count = 0
        self._gap()
        while self.text[self.at] != end:
            if is_list:
                self._value((*place, count))
                count += 1
            else:
                self._pair(place)
            self._gap()
            if self.text[self.at] == ",":
                self.at += 1
                self._gap()
        self.at += 1

    def _quoted(self) -> None:
        """A text in quotation marks, single or three at each end."""
        mark = self.text[self.at]
        if self.text.startswith(mark * 3, self.at) and not self.is_json:
            self.at += 3
            while not self.text.startswith(mark * 3, self.at):
                self.at += 2 if self.text[self.at] == "\\" and mark == '"' else 1
            self.at += 3
            while self.at < len(self.text) and self.text[self.at] == mark:
                self.at += 1
            return
        self.at += 1
        while self.text[self.at] != mark:
            self.at += 2 if self.text[self.at] == "\\" and mark == '"' else 1
        self.at += 1

    def _gap(self) -> None:
        """Over spaces, line ends and comments."""
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter == "#" and not self.is_json:
                while self.at < len(self.text) and self.text[self.at] != "\n":
                    self.at += 1
            elif letter in " \t\r\n":
                self.at += 1
            else:
                return
