"""Clauses: how a rule points at its paragraph, how a refusal names it, and the reader of the rulebooks.

A clause id is a game's prefix, a section number and perhaps more: SE-4.2, SE-5.2a. The functions that implement a
clause name it in their docstring or by `covers(function, "SE-4.2")`; `make check` reads both from the sources.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import Any, Final

from orrery.core.data import DataFault, JsonObject, read_toml

NOT_UNDERSTOOD: Final = "not_understood"
NOT_NOW: Final = "not_now"
NOT_ALLOWED: Final = "not_allowed"

LANGUAGES: Final = ("en", "ja")

CLAUSE_LINE: Final = re.compile(r"\*\*([A-Z]{2}-[0-9]+(?:\.[0-9]+)*[a-z]?)\*\*\s*")
HEADING: Final = re.compile(r"#{1,6} ")


def covers(function: object, *clauses: str) -> None:
    """Says that a function implements these clauses; read from the source by `make check`, nothing at run time."""


class Refusal:
    """Why an action is not allowed: the kind of fault, its code, the clause that says so, and the facts with their
    numbers.

    The kinds are never mixed: the words were not understood; it is not the time for it; the rules forbid it.
    """

    __slots__ = ("clause", "code", "facts", "kind")

    def __init__(self, kind: str, code: str, clause: str, facts: JsonObject | None = None) -> None:
        self.kind = kind
        self.code = code
        self.clause = clause
        self.facts: JsonObject = {} if facts is None else facts

    def as_json(self) -> JsonObject:
        """For messages and logs."""
        return {"kind": self.kind, "reason": self.code, "clause": self.clause, "facts": self.facts}


class Illegal(Exception):
    """An action was refused; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} ({refusal.clause})")
        self.refusal = refusal


class Over(Exception):
    """An action came after the end of the match."""


class BadPosition(Exception):
    """A position breaks the notation or its invariants; nothing has changed."""


class BadOptions(Exception):
    """A match cannot start like this. `field` is the option it is about, `code` and `facts` say it in any language."""

    def __init__(self, problem: str, field: str = "", code: str = "", facts: JsonObject | None = None) -> None:
        super().__init__(problem)
        self.field = field
        self.code = code
        self.facts: JsonObject = {} if facts is None else facts


def bad_options(fault: DataFault) -> BadOptions:
    """A fault in the options of a match."""
    return BadOptions(str(fault), fault.path.removeprefix("options."), fault.code, fault.facts)


class Rulebook:
    """A game's rulebook in one language, clause by clause."""

    def __init__(self, text: str) -> None:
        self.titles: dict[str, str] = {}
        self.clauses: dict[str, str] = {}
        self.prose: set[str] = set()
        current: str | None = None
        lines: list[str] = []
        fenced = False
        for line in text.splitlines():
            if line.startswith("```"):
                fenced = not fenced
            found = None if fenced else CLAUSE_LINE.match(line)
            if found or (not fenced and HEADING.match(line)):
                self._keep(current, lines)
                current, lines = (found.group(1), [line[found.end() :]]) if found else (None, [])
                if (
                    not found
                    and (words := line.lstrip("# ").split(" ", 1))
                    and re.fullmatch("[A-Z]{2}-[0-9]+", words[0])
                ):
                    self.titles[words[0]] = words[1] if len(words) > 1 else ""
            elif current is not None:
                lines.append(line)
        self._keep(current, lines)

    def _keep(self, clause: str | None, lines: list[str]) -> None:
        if clause is None:
            return
        if clause in self.clauses:
            raise DataFault("rulebook", f"the clause {clause} stands there twice")
        text = "\n".join(lines).strip()
        if "<!-- prose -->" in text:
            self.prose.add(clause)
            text = text.replace("<!-- prose -->", "").strip()
        self.clauses[clause] = text


RULEBOOKS: dict[tuple[str, str], Rulebook] = {}


def rulebook(package: str, lang: str) -> Rulebook:
    """The rulebook that a game's package carries in rulebook/<lang>.md."""
    key = (package, lang)
    book = RULEBOOKS.get(key)
    if book is None:
        place = resources.files(package).joinpath("rulebook").joinpath(f"{lang}.md")
        book = RULEBOOKS[key] = Rulebook(place.read_text(encoding="utf-8"))
    return book


REFUSAL_TEXTS: dict[str, JsonObject] = {}


def explain(package: str, refusal: Refusal, lang: str) -> str:
    """The fault in one sentence with its numbers, from the game's data/refusals.toml."""
    texts = REFUSAL_TEXTS.get(package)
    if texts is None:
        texts = REFUSAL_TEXTS[package] = read_toml(package, "data", "refusals.toml")
    row: Any = texts.get(refusal.code)
    if row is None or lang not in row:
        raise DataFault("data/refusals.toml", f"no text for {refusal.code} in {lang}")
    words: JsonObject = texts.get("words", {}).get(lang, {})
    facts = {key: words.get(value, value) if isinstance(value, str) else value for key, value in refusal.facts.items()}
    return str(row[lang]).format(**facts)
