"""What the lab found, as one document: a sheet of sections with sentences, tables and plots.

The commands fill it and know the games; whoever shows it does not. It is shown as a page (page.py), as lines of a
terminal (lines.py) and as JSON (`Sheet.as_json`). Whatever a person reads is there in every language; names that
somebody made up, such as those of bots, are plain strings. Numbers are kept as they were measured, and only whoever
shows them rounds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from orrery.core.data import JsonObject

Said = dict[str, str]
"""A text by language."""

Name = Said | str
"""What something is called: in every language, or the same in all."""

LANGS: Final = ("en", "ja")

FIGURES: Final = ("share", "points", "number", "change", "count")
"""The kinds of figures: a share from 0 to 1 (0.464 is shown as 46.4 %), a difference of two shares (0.048 is shown as
+4.8 points), a plain number such as turns, a difference of two plain numbers, and a whole number.
"""
SIGNED: Final = ("points", "change")
TONES: Final = ("good", "bad", "even", "open", "mark")
PLOTS: Final = ("intervals", "bars", "lines")


def said(en: str, ja: str) -> Said:
    """A text in every language."""
    return {"en": en, "ja": ja}


def in_words(name: Name | None, lang: str = "en") -> str:
    """What a person of a language reads; English where there is nothing in theirs."""
    if name is None:
        return ""
    return name if isinstance(name, str) else name.get(lang) or name.get("en") or next(iter(name.values()), "")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its interval of 95 %, where it has one. What is not finite is not known, and counts as None."""

    value: float | None
    low: float | None = None
    high: float | None = None
    kind: str = "share"
    note: Said | None = None
    """What is to be known about this figure alone."""

    def __post_init__(self) -> None:
        if self.kind not in FIGURES:
            raise ValueError(f"a figure is one of {', '.join(FIGURES)}, not {self.kind!r}")
        for name in ("value", "low", "high"):
            number = getattr(self, name)
            if number is not None and not math.isfinite(number):
                object.__setattr__(self, name, None)

    def shown(self) -> str:
        """The number for people, without its interval; a dash where there is none."""
        return self._in_words(self.value) + (" %" if self.kind == "share" and self.value is not None else "")

    def ends(self) -> tuple[str, str] | None:
        """The ends of the interval for people, without a unit, or None where there is no interval."""
        if self.low is None or self.high is None:
            return None
        return self._in_words(self.low), self._in_words(self.high)

    def _in_words(self, number: float | None) -> str:
        if number is None:
            return "-"
        if self.kind in ("share", "points"):
            number, digits = number * 100, 1
        elif self.kind == "count":
            digits = 0
        else:
            digits = self._digits()
        number = round(number, digits) + 0.0
        return f"{number:+,.{digits}f}" if self.kind in SIGNED and number else f"{number:,.{digits}f}"

    def _digits(self) -> int:
        """How many digits after the point tell enough of a plain number: two that count of how far the interval reaches
        to each side, or of the number itself if that is all there is. The ends have as many as the number.
        """
        size = abs(self.value or 0.0)
        reach = 0.0 if self.low is None or self.high is None else (self.high - self.low) / 2
        known = reach if reach > 0 else size
        if known <= 0:
            return 1
        return max(0, min(1 - math.floor(math.log10(known)), 2 if size >= 1 else 4))

    def as_json(self) -> JsonObject:
        made: JsonObject = {"kind": self.kind, "value": self.value, "low": self.low, "high": self.high}
        return made if self.note is None else {**made, "note": self.note}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a test found: a word that programs go by, what people read, and a tone. A tone is never told by colour
    alone: whoever shows it adds the sign.
    """

    word: str
    said: Said
    tone: str

    def __post_init__(self) -> None:
        if self.tone not in TONES:
            raise ValueError(f"a tone is one of {', '.join(TONES)}, not {self.tone!r}")

    @property
    def sign(self) -> str:
        return {"good": "▲", "bad": "▼", "even": "=", "open": "?", "mark": "◆"}[self.tone]

    def as_json(self) -> JsonObject:
        return {"verdict": self.word, "tone": self.tone, "said": self.said}


Cell = Figure | Said | str | Verdict | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; `about` says what stands in it where the title is not enough."""

    key: str
    title: Name
    about: Said | None = None

    def as_json(self) -> JsonObject:
        return {"key": self.key, "title": self.title, **({} if self.about is None else {"about": self.about})}


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells by the keys of the columns; a cell may be left out. The first column says what a row is about."""

    key: str
    title: Said
    columns: Sequence[Column]
    rows: Sequence[dict[str, Cell]]
    about: Said | None = None
    sort: str | None = None
    """The key of the column that the rows are shown by, the smallest first; with a minus before it the largest first.
    Without it they stay as they are.
    """

    def __post_init__(self) -> None:
        keys = {column.key for column in self.columns}
        if not keys:
            raise ValueError(f"the table {self.key!r} has no column")
        strange = [key for row in self.rows for key in row if key not in keys]
        if self.sort is not None and self.sort.removeprefix("-") not in keys:
            strange.append(self.sort)
        if strange:
            raise ValueError(f"the table {self.key!r} has no column {strange[0]!r}; it has {', '.join(sorted(keys))}")

    def is_figures(self, column: Column) -> bool:
        """Whether numbers stand in a column."""
        return any(isinstance(row.get(column.key), Figure) for row in self.rows)

    def abouts(self) -> list[tuple[list[Name], Name]]:
        """What is said of columns, each text once, with the titles of all columns that it is said of."""
        found: list[tuple[list[Name], Name]] = []
        for column in self.columns:
            if column.about is None:
                continue
            titles = next((titles for titles, text in found if text == column.about), None)
            if titles is None:
                found.append(([column.title], column.about))
            else:
                titles.append(column.title)
        return found

    def ordered(self) -> list[dict[str, Cell]]:
        """The rows as they are shown first; what is not known stands last, whichever way round."""
        if self.sort is None:
            return list(self.rows)
        key, down = self.sort.removeprefix("-"), self.sort.startswith("-")
        known = [row for row in self.rows if weight(row.get(key)) is not None]
        unknown = [row for row in self.rows if weight(row.get(key)) is None]
        return [*sorted(known, key=lambda row: weight(row.get(key)) or (0.0, ""), reverse=down), *unknown]

    def as_json(self) -> JsonObject:
        return {
            "key": self.key,
            "title": self.title,
            **({} if self.about is None else {"about": self.about}),
            "columns": [column.as_json() for column in self.columns],
            "rows": [
                {column.key: plain(row.get(column.key)) for column in self.columns if column.key in row}
                for row in self.ordered()
            ],
        }


def weight(cell: Cell) -> tuple[float, str] | None:
    """By what a cell is sorted: numbers by size, then texts by their English letters; None for what is unknown."""
    if isinstance(cell, Figure):
        return None if cell.value is None else (cell.value, "")
    text = in_words(cell.said if isinstance(cell, Verdict) else cell)
    return (math.inf, text.casefold()) if text else None


def plain(cell: Cell) -> JsonObject | str | None:
    """A cell as JSON."""
    return cell.as_json() if isinstance(cell, Figure | Verdict) else cell


@dataclass(frozen=True, slots=True)
class Mark:
    """A row of a plot: what it is about, and a figure for each series (None where there is none).

    Of "intervals" it is a named dot with whiskers, or one for each series, one below the other; of "bars" a named bar,
    or one for each series, side by side; of "lines" a place on the axis across, and a point of each line above it.
    """

    name: Name
    figures: Sequence[Figure | None]
    at: float | None = None
    """Of lines alone: where on the axis it stands. Without it, all rows have the same distance."""

    def as_json(self) -> JsonObject:
        return {
            "name": self.name,
            **({} if self.at is None else {"at": self.at}),
            "figures": [None if figure is None else figure.as_json() for figure in self.figures],
        }


@dataclass(frozen=True, slots=True)
class Plot:
    """Figures to look at. All of them are of one kind. `series` names the figures of a row where there are several,
    such as the strengths of the players, or before and after.
    """

    key: str
    title: Said
    kind: str
    rows: Sequence[Mark]
    about: Said | None = None
    series: Sequence[Name] = ()
    band: tuple[float, float] | None = None
    """Where figures are hoped to be, such as from 0.45 to 0.55."""
    middle: float | None = None
    """A line to compare with, such as 0.5."""
    across: Said | None = None
    """What the axis across is about, such as turns."""

    def __post_init__(self) -> None:
        if self.kind not in PLOTS:
            raise ValueError(f"a plot is one of {', '.join(PLOTS)}, not {self.kind!r}")
        count = max(1, len(self.series))
        for row in self.rows:
            if len(row.figures) != count:
                raise ValueError(
                    f"the plot {self.key!r} has {count} figures in a row, but {in_words(row.name)!r} has "
                    f"{len(row.figures)}"
                )
        kinds = {figure.kind for row in self.rows for figure in row.figures if figure is not None}
        if len(kinds) > 1:
            raise ValueError(f"the plot {self.key!r} has figures of several kinds: {', '.join(sorted(kinds))}")
        placed = {row.at is None for row in self.rows}
        if len(placed) > 1:
            raise ValueError(f"the plot {self.key!r} says of some rows where they stand, and of some not")

    @property
    def figures(self) -> list[Figure]:
        """All that is drawn: the figures whose value is known."""
        return [
            figure for row in self.rows for figure in row.figures if figure is not None and figure.value is not None
        ]

    def as_table(self) -> Table:
        """The same numbers as a table."""
        across = self.across or said("Name", "名前")
        names = self.series or [said("Value", "値")]
        columns = [Column("name", across), *(Column(f"series{number}", name) for number, name in enumerate(names))]
        rows: list[dict[str, Cell]] = []
        for row in self.rows:
            cells: dict[str, Cell] = {f"series{number}": figure for number, figure in enumerate(row.figures)}
            rows.append({"name": row.name, **cells})
        return Table(self.key, self.title, columns, rows)

    def as_json(self) -> JsonObject:
        return {
            "key": self.key,
            "title": self.title,
            "kind": self.kind,
            **({} if self.about is None else {"about": self.about}),
            **({} if self.across is None else {"across": self.across}),
            **({} if self.band is None else {"band": list(self.band)}),
            **({} if self.middle is None else {"middle": self.middle}),
            "series": list(self.series),
            "rows": [row.as_json() for row in self.rows],
        }


@dataclass(frozen=True, slots=True)
class Section:
    """One question and its answer: sentences first, then plots and tables."""

    key: str
    title: Said
    said: Sequence[Said] = ()
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()
    command: str | None = None
    """What makes this section, where it is not the command of the whole sheet."""

    def as_json(self) -> JsonObject:
        return {
            "key": self.key,
            "title": self.title,
            **({} if self.command is None else {"command": self.command}),
            "said": list(self.said),
            "tables": [table.as_json() for table in self.tables],
            "plots": [plot.as_json() for plot in self.plots],
        }


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that one command found. `facts` are what the figures hold for: the game, the rules' version, the sets, the
    seed, the build, how many matches. They say nothing about the machine: the same command gives the same sheet.
    """

    title: Said
    command: str
    facts: Sequence[tuple[Said, Name]] = ()
    sections: Sequence[Section] = ()
    notes: Sequence[Said] = ()
    """What is needed to read the figures; it stands at the end."""

    def as_json(self) -> JsonObject:
        """Plain figures under keys that stay, for programs."""
        return {
            "title": self.title,
            "command": self.command,
            "facts": [{"name": name, "value": value} for name, value in self.facts],
            "sections": [section.as_json() for section in self.sections],
            "notes": list(self.notes),
        }
