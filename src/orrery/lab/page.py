"""A sheet as a page to look at: one HTML file that asks nobody for anything.

Style, script and drawings are within it, and a policy in its head forbids everything else: even a name that got past
the escaping could neither run nor load anything, since only the very script of page.js may run. Without a script the
page is English and its tables stay as they were made.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from importlib import resources
from typing import Final
from urllib.parse import quote

from orrery.lab.markup import both, clean, reach, switched, typeset
from orrery.lab.plot import kind_of, mark_words, plot_axis, unit
from orrery.lab.sheets import Cell, Column, Figure, Plot, Said, Section, Sheet, Table, Verdict, said
from orrery.lab.svg import key_of, svg_of

STYLE: Final = resources.files("orrery.lab").joinpath("page.css").read_text(encoding="utf-8")
SCRIPT: Final = resources.files("orrery.lab").joinpath("page.js").read_text(encoding="utf-8")

LONG: Final = 20
"""A table with more rows scrolls within its box, and its rows can be searched."""

EMBLEM: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" aria-hidden="true">'
    '<rect width="512" height="512" rx="96" fill="#0d1020"/>'
    '<g fill="none" stroke="#f4c95d" stroke-width="12"><circle cx="256" cy="256" r="172"/>'
    '<ellipse cx="256" cy="256" rx="172" ry="70" transform="rotate(-28 256 256)"/></g>'
    '<circle cx="256" cy="256" r="58" fill="#f4c95d"/><circle cx="398" cy="159" r="34" fill="#9cc4ff"/>'
    '<circle cx="133" cy="329" r="26" fill="#d3a8ff"/></svg>'
)

LAB: Final = said("Orrery lab", "Orreryの実験室")
SKIP: Final = said("Skip to the content", "本文へ移動")
DARK: Final = said("Dark theme", "暗い配色にする")
LIGHT: Final = said("Light theme", "明るい配色にする")
CONTENTS: Final = said("Contents", "目次")
MADE_BY: Final = said("Made by", "作成コマンド")
SOURCE: Final = said("The command that made this", "これを作成したコマンド")
COPY: Final = said("Copy", "コピー")
COPIED: Final = said("Copied", "コピーしました")
NUMBERS: Final = said("The numbers of this plot", "このグラフの数値")
FIND: Final = said("Find", "絞り込み")
BAND: Final = said("band", "帯の範囲")
NOTES: Final = said("How to read this", "読み方")
INTERVALS: Final = said(
    "The small figures below a number are its interval of 95 %; in plots it is the bar through the dot.",
    "数値に添えた小さな数字は95%信頼区間です。グラフでは点を通る線がそれに当たります。",
)


def html(sheet: Sheet) -> str:
    """The whole file."""
    return Page(sheet).html()


class Page:
    """A sheet while it is written down as HTML."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.idents: set[str] = set()

    def html(self) -> str:
        sections = [(self.ident(section.key), section) for section in self.sheet.sections]
        return "\n".join(
            [
                "<!doctype html>",
                '<html lang="en">',
                "<head>",
                '<meta charset="utf-8">',
                f'<meta http-equiv="Content-Security-Policy" content="{policy()}">',
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                '<meta name="color-scheme" content="light dark">',
                switched(self.sheet.title, "title"),
                f'<link rel="icon" href="data:image/svg+xml,{quote(EMBLEM)}">',
                f"<style>{STYLE}</style>",
                "</head>",
                "<body>",
                f'<a class="skip" href="#content">{both(SKIP)}</a>',
                '<div class="wrap">',
                *self._top(sections),
                '<main id="content" tabindex="-1">',
                *(self._section(ident, section) for ident, section in sections),
                *self._notes(),
                "</main>",
                f"<footer>{both(LAB)}</footer>",
                "</div>",
                f"<script>{SCRIPT}</script>",
                "</body>",
                "</html>",
                "",
            ]
        )

    def ident(self, key: str) -> str:
        """A name of its own within the page, as near to the key as it can be."""
        base = "at-" + (re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-") or "part")
        found, number = base, 2
        while found in self.idents:
            found, number = f"{base}-{number}", number + 1
        self.idents.add(found)
        return found

    # --- the parts, from top to bottom --------------------------------------------------------------------------------

    def _top(self, sections: list[tuple[str, Section]]) -> list[str]:
        facts = "".join(f"<div><dt>{both(name)}</dt><dd>{both(value)}</dd></div>" for name, value in self.sheet.facts)
        links = "".join(f'<li><a href="#{ident}">{both(section.title)}</a></li>' for ident, section in sections)
        return [
            "<header>",
            f'<div class="masthead"><div class="brand">{EMBLEM}<span>{both(LAB)}</span></div>',
            '<div class="tools" hidden>',
            '<button type="button" class="pill" data-lang="en" lang="en">English</button>',
            '<button type="button" class="pill" data-lang="ja" lang="ja">日本語</button>',
            f'<button type="button" class="pill" id="theme"><span class="to-dark">{both(DARK)}</span>'
            f'<span class="to-light">{both(LIGHT)}</span></button>',
            "</div></div>",
            f"<h1>{both(self.sheet.title)}</h1>",
            f'<dl class="facts">{facts}</dl>' if facts else "",
            made_by(self.sheet.command, MADE_BY),
            f'<nav aria-labelledby="contents"><span class="unseen" id="contents">{both(CONTENTS)}</span>'
            f"<ul>{links}</ul></nav>"
            if len(sections) > 1
            else "",
            "</header>",
        ]

    def _section(self, ident: str, section: Section) -> str:
        return "\n".join(
            [
                f'<section aria-labelledby="{ident}">',
                f'<h2 id="{ident}">{both(section.title)}</h2>',
                *(both(text, "p") for text in section.said),
                *(['<div class="plots">', *map(self._plot, section.plots), "</div>"] if section.plots else []),
                *map(self._sheet, section.tables),
                f'<details class="source"><summary>{both(SOURCE)}</summary>',
                made_by(section.command or self.sheet.command),
                "</details>",
                "</section>",
            ]
        )

    def _plot(self, plot: Plot) -> str:
        ident = self.ident(plot.key)
        keys = [f"<li>{key_of(plot, number)}{both(name)}</li>" for number, name in enumerate(plot.series)]
        if plot.band is not None:
            written = mark_words(plot, plot_axis(plot))
            low, high = [written(end * unit(kind_of(plot))) for end in plot.band]
            keys.append(f'<li><span class="swatch"></span><span>{both(BAND)}: {both(reach((low, high)))}</span></li>')
        numbers = self._table(plot.as_table(), f"{ident}-n")
        return "\n".join(
            [
                f'<figure id="{ident}">',
                f"<figcaption><h3>{both(plot.title)}</h3>{about(plot.about)}</figcaption>",
                f'<ul class="legend">{"".join(keys)}</ul>' if keys else "",
                svg_of(plot, ident),
                f"<details><summary>{both(NUMBERS)}</summary>{numbers}</details>",
                "</figure>",
            ]
        )

    def _sheet(self, table: Table) -> str:
        """A table with all that is said about it."""
        ident = self.ident(table.key)
        find = (
            f'<label class="find" data-of="{ident}" hidden><span>{both(FIND)}</span><input type="search">'
            "<output></output></label>"
            if len(table.rows) > LONG
            else ""
        )
        return "\n".join(
            [
                '<div class="sheet">',
                f'<div class="head"><h3>{both(table.title)}</h3>{about(table.about)}{find}</div>',
                self._table(table, ident),
                below(table),
                "</div>",
            ]
        )

    def _table(self, table: Table, ident: str) -> str:
        """The table alone, in a box that scrolls where it is too wide or too long."""
        notes = notes_of(table)
        size = " long" if len(table.rows) > LONG else ""
        columns = [(column.key, table.is_figures(column)) for column in table.columns]
        rows = [f"<tr>{''.join(cells_of(row, columns, notes))}</tr>" for row in table.ordered()]
        return "\n".join(
            [
                f'<div class="box{size}" id="{ident}" role="group" tabindex="0" aria-labelledby="{ident}-c">',
                f'<table><caption class="unseen" id="{ident}-c">{both(table.title)}</caption>',
                f"<thead><tr>{''.join(head_of(table, column) for column in table.columns)}</tr></thead>",
                "<tbody>",
                *rows,
                "</tbody></table></div>",
            ]
        )

    def _notes(self) -> list[str]:
        lines = "".join(f"<li>{both(note)}</li>" for note in (INTERVALS, *self.sheet.notes))
        return [f'<section><h2>{both(NOTES)}</h2><ul class="notes">{lines}</ul></section>']


# --- tables -----------------------------------------------------------------------------------------------------------


def head_of(table: Table, column: Column) -> str:
    """The head of a column. The page's script makes a button of it."""
    kind = ' class="n"' if table.is_figures(column) else ""
    sort = ""
    if table.sort is not None and table.sort.removeprefix("-") == column.key:
        sort = f' aria-sort="{"descending" if table.sort.startswith("-") else "ascending"}"'
    return f'<th scope="col"{kind}{sort}>{both(column.title)}</th>'


def cells_of(row: dict[str, Cell], columns: list[tuple[str, bool]], notes: list[Said]) -> list[str]:
    """The cells of a row, by the keys of the columns and whether they are figures; the first one is its head."""
    cells = []
    for number, (key, is_figures) in enumerate(columns):
        cell = row.get(key)
        tag = 'th scope="row"' if number == 0 else "td"
        more = ""
        if is_figures:
            value = cell.value if isinstance(cell, Figure) else None
            more = f' class="n" data-value="{"" if value is None else repr(value)}"'
        cells.append(f"<{tag}{more}>{cell_of(cell, notes)}</{tag[:2]}>")
    return cells


def cell_of(cell: Cell, notes: list[Said]) -> str:
    """What stands in a cell."""
    if isinstance(cell, Figure):
        ends = cell.ends()
        small = "" if ends is None else f"<small>{both(reach(ends))}</small>"
        note = "" if cell.note is None else f"<sup>{notes.index(cell.note) + 1}</sup>"
        return f"{typeset(cell.shown())}{note}{small}"
    if isinstance(cell, Verdict):
        tone = "notable" if cell.tone == "mark" else cell.tone
        return f'<span class="verdict {tone}"><i aria-hidden="true">{cell.sign}</i>{both(cell.said)}</span>'
    return both(cell)


def notes_of(table: Table) -> list[Said]:
    """What is said of single figures: each once, in the order of the rows."""
    notes: list[Said] = []
    for row in table.ordered():
        for cell in row.values():
            if isinstance(cell, Figure) and cell.note is not None and cell.note not in notes:
                notes.append(cell.note)
    return notes


def below(table: Table) -> str:
    """What stands below a table: what its columns say, and the notes on single figures."""
    columns = "".join(
        f"{''.join(f'<dt>{both(title)}</dt>' for title in titles)}<dd>{both(text)}</dd>"
        for titles, text in table.abouts()
    )
    notes = "".join(
        f"<li><sup>{number}</sup> {both(note)}</li>" for number, note in enumerate(notes_of(table), start=1)
    )
    parts = [f"<dl>{columns}</dl>" if columns else "", f"<ol>{notes}</ol>" if notes else ""]
    return f'<div class="below">{"".join(parts)}</div>' if any(parts) else ""


# --- small things -----------------------------------------------------------------------------------------------------


def about(text: Said | None) -> str:
    """A paragraph, or nothing."""
    return "" if text is None else both(text, "p")


def made_by(command: str, title: Said | None = None) -> str:
    """A command that people can copy. It breaks between its words, and not after the first of two hyphens."""
    words = " ".join(f"<span>{clean(word)}</span>" for word in command.split(" "))
    return (
        f'<div class="made"><div>{about(title)}<code>{words}</code></div>'
        f'<button type="button" class="copy" aria-live="polite" hidden><span class="do">{both(COPY)}</span>'
        f'<span class="done">{both(COPIED)}</span></button></div>'
    )


def policy() -> str:
    """What the browser allows the page: its own style and its own script, and nothing from anywhere else."""

    def of(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    return (
        f"default-src 'none'; style-src {of(STYLE)}; script-src {of(SCRIPT)}; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    )
