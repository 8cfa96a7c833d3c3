"""Texts in two languages: every sentence that the table says stands in a data file, never in code.

A text is a row such as `saved = { en = "Saved.", ja = "保存しました。" }` in a data/texts.toml, found by its dotted
name. Words in braces are filled in; a fact that has a style keeps it. A row may have `en_one` for the English text
that goes with `n = 1`, and `en_you` and `ja_you` for the texts that go with somebody who is called "You": the `who`
of the sentence, where it has none its `whom`, then its `lord`.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter
from typing import Any

from rich.text import Text

from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject, data_file

TABLE = "orrery.terminal"

Fact = Text | str | int

PERSONS = ("who", "whom", "lord")
"""The facts that name whom a sentence is about: the first of them that it has."""


class Texts:
    """The texts of the table and of one game, in the language that is spoken now."""

    def __init__(self, lang: str, *packages: str) -> None:
        """A text is looked for in the packages in this order, then in the table's own."""
        self.lang = lang
        self.sources = [read_texts(package) for package in (*packages, TABLE)]

    def has(self, key: str) -> bool:
        """Is there such a text?"""
        return self._row(key) is not None

    def raw(self, key: str, facts: dict[str, Any] | None = None) -> str:
        """The text as it stands in the file, braces and all."""
        row = self._row(key)
        if row is None or self.lang not in row:
            raise DataFault("data/texts.toml", f"no text {key} in {self.lang}")
        you = row.get(f"{self.lang}_you")
        if you is not None and facts is not None and self.is_about_you(str(row[self.lang]), facts):
            return str(you)
        one = row.get(f"{self.lang}_one")
        if one is not None and facts is not None and facts.get("n") in (1, "1"):
            return str(one)
        return str(row[self.lang])

    def say(self, key: str, **facts: Fact) -> Text:
        """The text with its facts filled in; facts keep their styles."""
        return fill(self.raw(key, facts), facts)

    def line(self, key: str, **facts: Fact) -> str:
        """The text with its facts filled in, without styles."""
        return self.say(key, **facts).plain

    def join(self, parts: Iterable[Text | str]) -> Text:
        """Things in a row, as the language counts them up."""
        items = [part if isinstance(part, Text) else Text(part) for part in parts]
        joined = Text()
        for i, item in enumerate(items):
            if i:
                joined.append(self.raw("list.last" if i == len(items) - 1 else "list.between"))
            joined.append_text(item)
        return joined

    def is_about_you(self, template: str, facts: dict[str, Any]) -> bool:
        """Is the one whom a sentence is about called "You"? Within a sentence it may be written small."""
        person = next((facts[name] for name in PERSONS if f"{{{name}}}" in template), "")
        return str(person).lower() == self.raw("who.you").lower()

    def words(self, key: str) -> list[str]:
        """A row of words of all languages, as they may be typed: the aliases of a command."""
        row = self._row(key)
        found = [] if row is None else [row.get(lang, "") for lang in LANGUAGES]
        return [word for text in found for word in str(text).split()]

    def _row(self, key: str) -> JsonObject | None:
        for source in self.sources:
            place: Any = source
            for part in key.split("."):
                place = place.get(part) if isinstance(place, dict) else None
            if isinstance(place, dict) and any(lang in place for lang in LANGUAGES):
                return place
        return None


def fill(template: str, facts: dict[str, Any]) -> Text:
    """A template with its words in braces replaced."""
    text = Text()
    for literal, name, _, _ in Formatter().parse(template):
        text.append(literal)
        if name is not None:
            fact = facts[name]
            if isinstance(fact, Text):
                text.append_text(fact)
            else:
                text.append(str(fact))
    return text


READ: dict[str, JsonObject] = {}


def read_texts(package: str) -> JsonObject:
    """The texts that a package carries in data/texts.toml; none if it has no such file."""
    found = READ.get(package)
    if found is None:
        found = READ[package] = data_file(package, "texts.toml") or {}
    return found
