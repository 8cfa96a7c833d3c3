"""The words of which a game puts the texts of its cards together, and which of them are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import Any

from orrery.core.data import JsonObject, parse_toml

FILE = "ability_texts.toml"


def words_of(package: str, lang: str) -> JsonObject:
    """The tables of a game's data file, in one language."""
    place = resources.files(package).joinpath("data").joinpath(FILE)
    found: JsonObject = parse_toml(place.read_text(encoding="utf-8"), FILE)[lang]
    return found


class Recorder(dict[str, Any]):
    """A table of the data file that notes which of its words were asked for."""

    def __init__(self, table: JsonObject, path: str, asked: set[str]) -> None:
        super().__init__({k: Recorder(v, f"{path}{k}.", asked) if isinstance(v, dict) else v for k, v in table.items()})
        self.path = path
        self.asked = asked

    def __getitem__(self, key: str) -> Any:
        self.asked.add(self.path + key)
        return super().__getitem__(key)


def tables(value: Any) -> Iterator[JsonObject]:
    """All tables inside an ability."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from tables(part)
