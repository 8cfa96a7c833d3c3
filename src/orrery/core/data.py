"""Data from outside, typed: rows of data files and JSON objects, or an error that names the place and what would be
right.

`Fields` reads one object strictly: each field is asked for by type, unknown fields are refused at `done()`. Card files,
positions, options and protocol requests all come in through this door.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from importlib import resources
from typing import Any

JsonObject = dict[str, Any]


class DataFault(Exception):
    """Something in the data is wrong: where, and what would be right. What people can bring about has a code and facts
    as well, so that it can be said in every language (web/src/texts/faults.json).
    """

    def __init__(self, path: str, problem: str, code: str = "", facts: JsonObject | None = None) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path = path
        self.problem = problem
        self.code = code
        self.facts: JsonObject = {} if facts is None else facts

    def within(self, folder: str, name: str) -> str:
        """The sentence for who named a folder of this name, as they wrote it; what is about the folder itself says its
        place once.
        """
        return f"{folder}: {self.problem if self.path == name else self}"


def shown(value: object) -> str:
    """A value in short, for an error message."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def named(path: str, key: object) -> str:
    """The path of a part of something."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else str(key)


def is_integer(value: object) -> bool:
    """True for whole numbers; JSON's true and false are not numbers."""
    return isinstance(value, int) and not isinstance(value, bool)


def listed(words: Iterable[str]) -> str:
    """The words allowed, for an error message."""
    return ", ".join(words)


def to_integer(value: object, path: str, low: int | None = None, high: int | None = None) -> int:
    """The value as an integer within the bounds, or a fault at that path."""
    if not is_integer(value):
        raise DataFault(path, f"{shown(value)} is not a whole number", "not_integer", {"value": shown(value)})
    assert isinstance(value, int)
    if (low is not None and value < low) or (high is not None and value > high):
        if high is None:
            problem = f"{shown(value)} is out of range; allowed is at least {low}"
            raise DataFault(path, problem, "too_small", {"value": value, "low": low})
        problem = f"{shown(value)} is out of range; allowed is from {low} to {high}"
        raise DataFault(path, problem, "out_of_range", {"value": value, "low": low, "high": high})
    return value


def to_text(value: object, path: str) -> str:
    """The value as a text, or a fault at that path."""
    if not isinstance(value, str):
        raise DataFault(path, f"{shown(value)} is not a text", "not_text", {"value": shown(value)})
    return value


def to_list(value: object, path: str) -> list[Any]:
    """The value as a list, or a fault at that path."""
    if not isinstance(value, list):
        raise DataFault(path, f"{shown(value)} is not a list", "not_list", {"value": shown(value)})
    return value


def to_word(value: object, path: str, words: Iterable[str]) -> str:
    """The value as one of the words, or a fault that lists them."""
    words = tuple(words)
    if not isinstance(value, str) or value not in words:
        facts: JsonObject = {"value": shown(value), "words": listed(words)}
        raise DataFault(path, f"{shown(value)} is not one of {listed(words)}", "not_one_of", facts)
    return value


class Fields:
    """One object being read: ask for each field by its type, then call done()."""

    def __init__(self, value: object, path: str) -> None:
        if not isinstance(value, dict):
            raise DataFault(path, f"{shown(value)} is not an object", "not_object", {"value": shown(value)})
        self.value: JsonObject = value
        self.path = path
        self.asked: set[str] = set()

    def at(self, key: str) -> str:
        """The path of a field."""
        return named(self.path, key)

    def has(self, key: str) -> bool:
        """Is the field given?"""
        self.asked.add(key)
        return key in self.value

    def raw(self, key: str) -> Any:
        """A required field as it is."""
        self.asked.add(key)
        if key not in self.value:
            raise DataFault(self.path, f"the field {key} is missing", "missing", {"name": key})
        return self.value[key]

    def integer(self, key: str, low: int | None = None, high: int | None = None, default: int | None = None) -> int:
        """A whole number; required unless there is a default."""
        if default is not None and not self.has(key):
            return default
        return to_integer(self.raw(key), self.at(key), low, high)

    def boolean(self, key: str, default: bool | None = None) -> bool:
        """True or false; required unless there is a default."""
        if default is not None and not self.has(key):
            return default
        value = self.raw(key)
        if not isinstance(value, bool):
            problem = f"{shown(value)} is neither true nor false"
            raise DataFault(self.at(key), problem, "not_boolean", {"value": shown(value)})
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A text; required unless there is a default."""
        if default is not None and not self.has(key):
            return default
        return to_text(self.raw(key), self.at(key))

    def word(self, key: str, words: Iterable[str], default: str | None = None) -> str:
        """One of the words; required unless there is a default."""
        if default is not None and not self.has(key):
            return default
        return to_word(self.raw(key), self.at(key), words)

    def items(self, key: str, default: list[Any] | None = None) -> list[Any]:
        """A list; required unless there is a default."""
        if default is not None and not self.has(key):
            return default
        return to_list(self.raw(key), self.at(key))

    def done(self) -> None:
        """Refuses fields that nobody asked for."""
        for key in self.value:
            if key not in self.asked:
                known = listed(sorted(self.asked))
                problem = f"the field {shown(key)} is unknown; allowed are {known}"
                raise DataFault(self.path, problem, "unknown_field", {"name": shown(key), "known": known})


def read_toml(package: str, *names: str) -> JsonObject:
    """A TOML file of a package, as an object; a fault names the file."""
    place = resources.files(package)
    for name in names:
        place = place.joinpath(name)
    return parse_toml(place.read_text(encoding="utf-8"), "/".join(names))


def data_file(package: str, name: str) -> JsonObject | None:
    """A TOML file in the data folder of a game's package; None if there is no such file: a stranger's game may bring
    nothing but its rules, and be a single module.
    """
    try:
        return read_toml(package, "data", name)
    except (ModuleNotFoundError, FileNotFoundError, NotADirectoryError, TypeError):
        return None


def parse_toml(text: str, name: str) -> JsonObject:
    """TOML text as an object; a fault names the file and the line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise DataFault(name, f"not TOML: {fault}") from None
