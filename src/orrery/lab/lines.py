"""A sheet as lines of a terminal: the same sentences, tables and plots, in English, without colours.

Lines hold what was measured also when they are piped into a file. A table that is wider than the terminal folds its
texts and goes on below in further blocks of columns, each with the first column again, so that nothing is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len, chop_cells, set_cell_size

from orrery.lab.plot import Dot, dot_lines, kind_of, mark_words, plot_axis, unit
from orrery.lab.sheets import Cell, Figure, Name, Plot, Section, Sheet, Table, Verdict, in_words

LEAST: Final = 40
"""Lines are made for at least so many columns."""
READABLE: Final = 100
"""Sentences and plots are never wider than this."""
NAME: Final = 32
"""A name beside a plot has at most so many columns, and a text in a table that would be too wide otherwise."""
SIGNS: Final = "●■◆▲"
"""The dots of the first, second, ... series."""
BETWEEN: Final = "  "
INTERVALS: Final = "In brackets stands the interval of 95 % of a figure; in plots it is the bar through the dot."


def lines(sheet: Sheet, width: int = 80, most: int | None = None) -> list[str]:
    """The whole sheet for a terminal of so many columns. `most`: tables end after so many rows and say how many more
    there are. Commands stay in one line each, so that they can be copied.
    """
    width = max(LEAST, width)
    made = [*titled(sheet.title, "=")]
    if sheet.facts:
        made += folded("; ".join(f"{plain(name)}: {plain(value)}" for name, value in sheet.facts), width)
    for section in sheet.sections:
        made += ["", *section_lines(section, width, most)]
    made.append("")
    for note in (INTERVALS, *(plain(note) for note in sheet.notes)):
        made += folded(note, width)
    return [*made, "", f"Made by: {plain(sheet.command)}"]


def section_lines(section: Section, width: int, most: int | None) -> list[str]:
    """A section with all that is in it."""
    made = titled(section.title, "-")
    for text in section.said:
        made += folded(plain(text), width)
    for table in section.tables:
        made += ["", *table_lines(table, width, most)]
    for plot in section.plots:
        made += ["", *plot_lines(plot, width)]
    return [*made, "", f"Made by: {plain(section.command)}"] if section.command else made


def titled(name: Name, rule: str) -> list[str]:
    """A heading with a rule below it."""
    return [plain(name), rule * cell_len(plain(name))]


def plain(name: Name | None) -> str:
    """An English text of one line; whatever would steer a terminal is left out."""
    return "".join(letter if letter.isprintable() else " " for letter in in_words(name))


def folded(text: str, width: int) -> list[str]:
    """A sentence in lines that fit; only a word that is wider than a line is broken."""
    width = min(width, READABLE)
    made = [""]
    for word in text.split():
        parts = chop_cells(word, width)
        if made[-1] and cell_len(made[-1]) + 1 + cell_len(parts[0]) <= width:
            made[-1] += f" {parts[0]}"
        else:
            made.append(parts[0])
        made += parts[1:]
    return made[1:] or made


# --- tables -----------------------------------------------------------------------------------------------------------


def table_lines(table: Table, width: int, most: int | None = None) -> list[str]:
    """A table, and what is said about it."""
    notes: list[str] = []
    shown = table.ordered()[:most]
    rows = [[plain(column.title) for column in table.columns]]
    rows += [[cell_words(row.get(column.key), notes) for column in table.columns] for row in shown]
    rights = [number > 0 and table.is_figures(column) for number, column in enumerate(table.columns)]
    made = [f"{plain(table.title)}:"]
    if table.about is not None:
        made += folded(plain(table.about), width)
    for number, block in enumerate(blocks(rows, rights, width)):
        made += [""] if number else []
        for row in rows:
            made += row_lines(row, rights, block)
    if len(shown) < len(table.rows):
        made.append(f"... and {len(table.rows) - len(shown)} more rows")
    for titles, text in table.abouts():
        made += folded(f"{'; '.join(map(plain, titles))}: {plain(text)}", width)
    for number, note in enumerate(notes, start=1):
        made += folded(f"[{number}] {note}", width)
    return made


def cell_words(cell: Cell, notes: list[str]) -> str:
    """A cell in one line; what is said of a figure alone becomes a note with a number."""
    if isinstance(cell, Figure):
        ends = cell.ends()
        words = cell.shown() if ends is None else f"{cell.shown()} ({ends[0]} to {ends[1]})"
        if cell.note is None:
            return words
        note = plain(cell.note)
        if note not in notes:
            notes.append(note)
        return f"{words} [{notes.index(note) + 1}]"
    if isinstance(cell, Verdict):
        return f"{cell.sign} {plain(cell.said)}"
    return plain(cell)


def blocks(rows: Sequence[Sequence[str]], rights: Sequence[bool], width: int) -> list[dict[int, int]]:
    """Which columns stand together, each with its width; the first column is in all of them, an empty one in none."""
    widths = [max(cell_len(row[place]) for row in rows) for place in range(len(rows[0]))]
    if sum(widths) + len(BETWEEN) * (len(widths) - 1) > width:
        widths = [size if right else min(size, NAME) for size, right in zip(widths, rights, strict=True)]
        widths[0] = min(widths[0], max(20, width // 3))
    made = [{0: widths[0]}]
    for place, size in enumerate(widths[1:], start=1):
        if not any(row[place] for row in rows[1:]):
            continue
        used = sum(made[-1].values()) + len(BETWEEN) * len(made[-1])
        if used + size > width and len(made[-1]) > 1:
            made.append({0: widths[0]})
        made[-1][place] = size
    return made


def row_lines(row: Sequence[str], rights: Sequence[bool], block: dict[int, int]) -> list[str]:
    """The columns of a block of one row, in as many lines as its longest text folds into."""
    cells = []
    for place, size in block.items():
        first, *others = [row[place]] if cell_len(row[place]) <= size else folded(row[place], size - 2)
        cells.append([padded(part, size, rights[place]) for part in (first, *(f"  {other}" for other in others))])
    empty = [" " * size for size in block.values()]
    return [
        BETWEEN.join(part or blank for part, blank in zip(parts, empty, strict=True)).rstrip()
        for parts in zip_longest(*cells, fillvalue="")
    ]


def padded(text: str, width: int, right: bool) -> str:
    """A text in a column."""
    room = " " * (width - cell_len(text))
    return room + text if right else text + room


# --- plots ------------------------------------------------------------------------------------------------------------


def plot_lines(plot: Plot, width: int) -> list[str]:
    """A plot as dots with their intervals, row by row; bars have bars instead."""
    made = [f"{plain(plot.title)}:"]
    if plot.about is not None:
        made += folded(plain(plot.about), width)
    if plot.series:
        keys = [f"{SIGNS[number % len(SIGNS)]} {plain(name)}" for number, name in enumerate(plot.series)]
        made += folded(", ".join(keys), width)
    if not plot.figures:
        return [*made, "There is nothing to draw yet."]
    axis, size = plot_axis(plot), unit(kind_of(plot))
    dots = []
    for row in plot.rows:
        for series, figure in enumerate(row.figures):
            name = cut(plain(row.name)) if series == 0 else ""
            dots.append(dot_of(name, figure, size, SIGNS[series % len(SIGNS)], plot.kind == "bars"))
    guides = [end * size for end in plot.band or (() if plot.middle is None else (plot.middle,))]
    return [*made, *dot_lines(dots, axis, min(width, READABLE), mark_words(plot, axis), guides)]


def dot_of(name: str, figure: Figure | None, size: float, sign: str, is_bar: bool) -> Dot:
    """A figure as it is drawn."""
    if figure is None or figure.value is None:
        return Dot(name, None)
    if is_bar:
        return Dot(name, figure.value * size, min(0.0, figure.value * size), max(0.0, figure.value * size), sign)
    if figure.low is None or figure.high is None:
        return Dot(name, figure.value * size, sign=sign)
    return Dot(name, figure.value * size, figure.low * size, figure.high * size, sign)


def cut(name: str) -> str:
    """A name that leaves room for the plot; all of it is in the tables."""
    return name if cell_len(name) <= NAME else set_cell_size(name, NAME - 1).rstrip() + "…"
