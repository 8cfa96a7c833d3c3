"""Clauses: how a rule points at its paragraph, how a refusal names it, and the reader of the rulebooks.

A clause id is a game's prefix of two capital letters, a section number and perhaps more: SE-4.2, SE-5.2a. In the
rulebook a section begins with a heading (`## SE-4 Placing`) and a clause with its id in bold (`**SE-4.2** A card ...`).
The functions that implement a clause name it in their docstring or by `covers(function, "SE-4.2")`; `make check` reads
both from the sources.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import Any, Final

from orrery.core.data import DataFault, JsonObject, data_file

NOT_UNDERSTOOD: Final = "not_understood"
NOT_NOW: Final = "not_now"
NOT_ALLOWED: Final = "not_allowed"

LANGUAGES: Final = ("en", "ja")

CLAUSE_LINE: Final = re.compile(r"\*\*([A-Z]{2}-[0-9]+(?:\.[0-9]+)*[a-z]?)\*\*\s*")
HEADING: Final = re.compile(r"#{1,6} ")
SECTION: Final = re.compile(r"[A-Z]{2}-[0-9]+")
LONG_BEGINNING: Final = 6
"""So many letters of a title are enough."""
PROSE: Final = "<!-- prose -->"
"""Marks a clause that states no rule."""


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


class Part:
    """A part of a chapter in Markdown: a clause with its number, or what stands between (`clause` None)."""

    __slots__ = ("clause", "text")

    def __init__(self, clause: str | None, text: str) -> None:
        self.clause = clause
        self.text = text


class Chapter:
    """A heading of a rulebook and what stands under it. `section` is its number, such as SE-4, where it has one."""

    __slots__ = ("level", "parts", "section", "title")

    def __init__(self, level: int, section: str | None, title: str) -> None:
        self.level = level
        self.section = section
        self.title = title
        self.parts: list[Part] = []


class Rulebook:
    """A game's rulebook in one language: as a whole in its order (`chapters`), and clause by clause.

    What players read beside the clauses is its `opening`, under the title of the book, and chapters without a number
    (`unnumbered`): advice, a glossary.
    """

    def __init__(self, text: str) -> None:
        """Raises DataFault for a clause that stands there twice."""
        self.chapters: list[Chapter] = []
        self.titles: dict[str, str] = {}
        """By section."""
        self.clauses: dict[str, str] = {}
        self.prose: set[str] = set()
        """The clauses that no code can implement."""
        clause: str | None = None
        lines: list[str] = []
        fenced = False
        for line in text.splitlines():
            if line.startswith("```"):
                fenced = not fenced  # what is fenced (pictures, notation) stays as it is
            heading = None if fenced else HEADING.match(line)
            begins = None if fenced else CLAUSE_LINE.match(line)
            if heading is not None:
                self._keep(clause, lines)
                self._begin(heading.end() - 1, line[heading.end() :].strip())
                clause, lines = None, []
            elif begins is not None:
                self._keep(clause, lines)
                clause, lines = begins.group(1), [line[begins.end() :]]
            else:
                lines.append(line)
        self._keep(clause, lines)

    @property
    def opening(self) -> Chapter | None:
        """The title of the book and what stands under it, before the first chapter."""
        return self.chapters[0] if self.chapters and self.chapters[0].level == 1 else None

    @property
    def unnumbered(self) -> list[Chapter]:
        """The chapters without a number, in their order."""
        return [chapter for chapter in self.chapters if chapter.level == 2 and chapter.section is None]

    def _begin(self, level: int, title: str) -> None:
        """A new chapter under this heading."""
        number, _, rest = title.partition(" ")
        if SECTION.fullmatch(number) is None:
            self.chapters.append(Chapter(level, None, title))
            return
        self.chapters.append(Chapter(level, number, rest))
        self.titles[number] = rest

    def _keep(self, clause: str | None, lines: list[str]) -> None:
        """One more part of the last chapter; of one without a heading, if the book has none yet."""
        whole = "\n".join(lines)
        text = whole.replace(PROSE, "").strip()
        if clause is None and not text:
            return
        if not self.chapters:
            self.chapters.append(Chapter(0, None, ""))
        self.chapters[-1].parts.append(Part(clause, text))
        if clause is None:
            return
        if clause in self.clauses:
            raise DataFault("rulebook", f"the clause {clause} stands there twice")
        self.clauses[clause] = text
        if PROSE in whole:
            self.prose.add(clause)


RULEBOOKS: dict[tuple[str, str], Rulebook] = {}


def rulebook(package: str, lang: str) -> Rulebook:
    """The rulebook that a game's package carries in rulebook/<lang>.md. Where it has none in this language, another
    one; where it has none at all, an empty one.
    """
    key = (package, lang)
    book = RULEBOOKS.get(key)
    if book is None:
        texts = [read_rulebook(package, each) for each in (lang, *LANGUAGES)]
        book = RULEBOOKS[key] = Rulebook(next((text for text in texts if text is not None), ""))
    return book


def chapter_named(package: str, lang: str, words: str) -> Chapter | None:
    """The chapter without a number that is called so, in any language: `glossary` finds it in a Japanese book as well.
    A beginning is enough if it is long; a short one could be a word that is looked for.
    """
    wanted = words.strip().casefold()
    own = rulebook(package, lang).unnumbered
    for each in (lang, *LANGUAGES):
        for chapter, there in zip(own, rulebook(package, each).unnumbered, strict=False):
            title = there.title.casefold()
            if title == wanted or (len(wanted) >= LONG_BEGINNING and title.startswith(wanted)):
                return chapter
    return None


def read_rulebook(package: str, lang: str) -> str | None:
    """The text of a rulebook; None if the package has none in this language."""
    try:
        place = resources.files(package).joinpath("rulebook").joinpath(f"{lang}.md")
        return place.read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError, NotADirectoryError, TypeError):
        return None  # a stranger's game may bring nothing but its rules, and be a single module


REFUSAL_TEXTS: dict[str, JsonObject] = {}


def explain(package: str, refusal: Refusal, lang: str) -> str:
    """The fault in one sentence with its numbers, from the game's data/refusals.toml. Raises DataFault if it has none.

    For those who make sure that every refusal has a text; people are told by `in_words`.
    """
    texts = REFUSAL_TEXTS.get(package)
    if texts is None:
        texts = REFUSAL_TEXTS[package] = data_file(package, "refusals.toml") or {}
    row: Any = texts.get(refusal.code)
    if row is None or lang not in row:
        raise DataFault("data/refusals.toml", f"no text for {refusal.code} in {lang}")
    words: JsonObject = texts.get("words", {}).get(lang, {})
    facts = {key: words.get(value, value) if isinstance(value, str) else value for key, value in refusal.facts.items()}
    return str(row[lang]).format(**facts)


def in_words(package: str, refusal: Refusal, lang: str) -> str:
    """The fault in one sentence for people: in the game's words; for a game that has none, the code and the facts."""
    try:
        return explain(package, refusal, lang)
    except (DataFault, LookupError, ValueError):
        fault = refusal.code.replace("_", " ")
        facts = ", ".join([f"{key} {value}" for key, value in refusal.facts.items()])
        return f"{fault} ({facts})" if facts else fault
