"""The plots of a sheet as SVG, for the page.

A drawing has no width of its own: places across are percentages, places down are pixels, and letters keep their size.
So one drawing fits a phone and a desk. Colours come from the page by class (look.py); series differ by the shape of
their dots too, so that nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rich.cells import cell_len, set_cell_size

from orrery.lab.markup import both, clean, reach, switched, told, typeset
from orrery.lab.plot import kind_of, mark_words, plot_axis, unit
from orrery.lab.sheets import LANGS, Figure, Name, Plot, in_words

SHAPES: Final = (
    '<circle r="4.5"/>',
    '<path d="M-4-4h8v8h-8z"/>',
    '<path d="M0-5.6 5.6 0 0 5.6-5.6 0z"/>',
    '<path d="M0-5.4 5.2 4.2h-10.4z"/>',
)
"""The dots of the first, second, ... series; there are as many colours."""
EDGE: Final = 3.0
"""What is left free at both sides, in percent, so that dots and marks at the ends have room."""
LETTER: Final = 6.4
"""About how wide a letter is, in pixels."""
PHONE: Final = 300.0
"""How wide a drawing is at least, in pixels."""
NAME: Final = 34
"""A name in a drawing has at most so many letters; all of it is in the table."""
LEFT: Final = 11.0
"""Where bars and lines begin, in percent: the marks of the axis stand before."""
HIGH: Final = 190
"""How high bars and lines are drawn, in pixels."""


class Drawing:
    """One plot as it is drawn, from top to bottom."""

    def __init__(self, plot: Plot, ident: str) -> None:
        self.plot = plot
        self.ident = ident
        self.axis = plot_axis(plot)
        self.unit = unit(kind_of(plot))
        self.written = mark_words(plot, self.axis)
        self.parts: list[str] = []

    def svg(self) -> str:
        """The whole drawing."""
        height = {"intervals": self._intervals, "bars": self._bars, "lines": self._lines}[self.plot.kind]()
        return "\n".join(
            [
                f'<svg class="drawing" role="img" width="100%" height="{height:g}" '
                f'aria-labelledby="{self.ident}-t" aria-describedby="{self.ident}-d">',
                switched(self.plot.title, "title", f' id="{self.ident}-t"'),
                switched(self._described(), "desc", f' id="{self.ident}-d"'),
                *self.parts,
                "</svg>",
            ]
        )

    def _described(self) -> dict[str, str]:
        """What there is to see, for those who cannot see it."""
        known = [
            (figure.value, row.name, figure)
            for row in self.plot.rows
            for figure in row.figures
            if figure is not None and figure.value is not None
        ]
        if not known:
            return {"en": "There is nothing to draw yet.", "ja": "まだ描くものがありません。"}
        _, lowest, least = min(known, key=lambda row: row[0])
        _, highest, most = max(known, key=lambda row: row[0])
        low, high = told(lowest, least), told(highest, most)
        return {
            "en": f"From {low['en']} to {high['en']}. All numbers are in the table below.",
            "ja": f"最小は{low['ja']}、最大は{high['ja']}。すべての数値は下の表にあります。",
        }

    # --- places -------------------------------------------------------------------------------------------------------

    def across(self, number: float) -> float:
        """Where a number as it was measured stands from left to right, in percent; what is beyond the axis stands at
        the edge.
        """
        return min(100.0, max(0.0, EDGE + (100 - 2 * EDGE) * self.axis.place(number * self.unit)))

    def down(self, number: float, top: float) -> float:
        """Where a number as it was measured stands on an axis that goes up, in pixels; what is beyond it stands at its
        ends.
        """
        return top + HIGH * (1 - min(1.0, max(0.0, self.axis.place(number * self.unit))))

    def line(self, kind: str, x1: float, y1: float, x2: float, y2: float) -> None:
        self.parts.append(f'<line class="{kind}" x1="{x1:.2f}%" y1="{y1:.1f}" x2="{x2:.2f}%" y2="{y2:.1f}"/>')

    def box(self, kind: str, x: float, y: float, width: float, height: float) -> None:
        self.parts.append(
            f'<rect class="{kind}" x="{x:.2f}%" y="{y:.1f}" width="{width:.2f}%" height="{max(0.0, height):.1f}"/>'
        )

    def text(self, kind: str, x: float, y: float, name: Name, anchor: str = "start") -> None:
        """Words, cut where they are too long."""
        cut = {lang: cut_to(in_words(name, lang), NAME) for lang in LANGS}
        for lang, text in cut.items() if len(set(cut.values())) > 1 else [("", cut[LANGS[0]])]:
            classes = f"{kind} {lang}".strip()
            self.parts.append(
                f'<text class="{classes}" x="{x:.2f}%" y="{y:.1f}" text-anchor="{anchor}">{clean(text)}</text>'
            )

    def dot(self, series: int, x: float, y: float) -> None:
        look = series % len(SHAPES)
        self.parts.append(f'<svg class="dot s{look}" x="{x:.2f}%" y="{y:.1f}" overflow="visible">{SHAPES[look]}</svg>')

    def begin(self, name: Name, series: int, figure: Figure) -> None:
        """A group that says its figure when it is pointed at."""
        words = told(name, figure)
        if self.plot.series:
            words = {lang: f"{in_words(self.plot.series[series], lang)}, {words[lang]}" for lang in LANGS}
        self.parts.append(f"<g>{switched(words, 'title')}")

    def end(self) -> None:
        self.parts.append("</g>")

    # --- dots with whiskers -------------------------------------------------------------------------------------------

    def _intervals(self) -> float:
        """Each row has its name above, and a lane for each series."""
        lane, head, gap = 15, 20, 10
        count = max(1, len(self.plot.series))
        bottom = 4 + len(self.plot.rows) * (head + lane * count + gap)
        if self.plot.band is not None:
            low, high = [self.across(end) for end in self.plot.band]
            self.box("band", low, 0, high - low, bottom)
        for number in self.axis.marks():
            x = self.across(number / self.unit)
            self.line("grid", x, 0, x, bottom)
            self.text("mark", x, bottom + 17, typeset(self.written(number)), "middle")
        if self.plot.middle is not None:
            x = self.across(self.plot.middle)
            self.line("middle", x, 0, x, bottom)
        y = 4.0
        for row in self.plot.rows:
            self.text("name", 0, y + 14, row.name)
            first = row.figures[0]
            if count == 1 and first is not None:
                self._value(y + 14, first)
            for series, figure in enumerate(row.figures):
                if figure is None or figure.value is None:
                    continue
                middle = y + head + lane * series + lane / 2
                self.begin(row.name, series, figure)
                if figure.low is not None and figure.high is not None:
                    low, high = self.across(figure.low), self.across(figure.high)
                    self.line(f"whisker s{series % len(SHAPES)}", low, middle, high, middle)
                self.dot(series, self.across(figure.value), middle)
                self.end()
            y += head + lane * count + gap
        return bottom + 26

    def _value(self, y: float, figure: Figure) -> None:
        """A figure at the right; a narrow page leaves its interval to the drawing and the table."""
        ends = figure.ends()
        small = "" if ends is None else f'<tspan class="ends"> ({both(reach(ends), "tspan")})</tspan>'
        self.parts.append(
            f'<text class="value" x="100%" y="{y:.1f}" text-anchor="end">{typeset(figure.shown())}{small}</text>'
        )

    # --- bars and lines -----------------------------------------------------------------------------------------------

    def _upright(self, top: float) -> None:
        """The axis that goes up: marks stand above their lines, within the drawing."""
        if self.plot.band is not None:
            low, high = [self.down(end, top) for end in self.plot.band]
            self.box("band", 0, high, 100, low - high)
        for number in self.axis.marks():
            y = self.down(number / self.unit, top)
            self.line("grid", 0, y, 100, y)
        if self.plot.middle is not None:
            y = self.down(self.plot.middle, top)
            self.line("middle", 0, y, 100, y)

    def _marks(self, top: float) -> None:
        for number in self.axis.marks():
            self.text("mark", 0, self.down(number / self.unit, top) - 4, typeset(self.written(number)))

    def _names(self, places: Sequence[float], y: float) -> float:
        """The names of the rows below, as many as have room on a phone, and what the axis is about."""
        end = -100.0
        for row, place in zip(self.plot.rows, places, strict=True):
            half = max(cell_len(cut_to(in_words(row.name, lang), NAME)) for lang in LANGS) * LETTER / 2 + 3
            middle = place / 100 * PHONE
            if middle - half >= end:
                end = middle + half
                self.text("mark", place, y + 17, row.name, "middle")
        if self.plot.across is None:
            return y + 26
        self.text("mark", 100, y + 36, self.plot.across, "end")
        return y + 44

    def _bars(self) -> float:
        top, count = 20.0, max(1, len(self.plot.series))
        self._upright(top)
        room = (100 - LEFT - 1) / max(1, len(self.plot.rows))
        wide = room * 0.8 / count
        zero = self.down(0.0, top)
        for number, row in enumerate(self.plot.rows):
            for series, figure in enumerate(row.figures):
                if figure is None or figure.value is None:
                    continue
                x, y = LEFT + room * (number + 0.1) + wide * series, self.down(figure.value, top)
                self.begin(row.name, series, figure)
                self.box(f"bar s{series % len(SHAPES)}", x, min(y, zero), wide, abs(y - zero))
                self._whisker(x + wide / 2, figure, top, "stem")
                self.end()
        self.line("base", LEFT, zero, 100, zero)
        self._marks(top)
        return self._names([LEFT + room * (number + 0.5) for number in range(len(self.plot.rows))], top + HIGH)

    def _lines(self) -> float:
        top = 20.0
        self._upright(top)
        places = self._places()
        for series in range(max(1, len(self.plot.series))):
            look = series % len(SHAPES)
            # The intervals of several lines stand side by side.
            aside = 1.2 * (series - (len(self.plot.series) - 1) / 2) if self.plot.series else 0.0
            points = [
                (place + aside, self.down(figure.value, top), row.name, figure)
                for place, row in zip(places, self.plot.rows, strict=True)
                if (figure := row.figures[series]) is not None and figure.value is not None
            ]
            for (x1, y1, *_), (x2, y2, *_) in pairwise(points):
                self.line(f"line s{look}", x1, y1, x2, y2)
            for x, y, name, figure in points:
                self.begin(name, series, figure)
                self._whisker(x, figure, top, f"whisker s{look}")
                self.dot(series, x, y)
                self.end()
        self._marks(top)
        return self._names(places, top + HIGH)

    def _places(self) -> list[float]:
        """Where the rows of lines stand from left to right."""
        rows = self.plot.rows
        ats = [float(number) if row.at is None else row.at for number, row in enumerate(rows)]
        low, high = min(ats, default=0.0), max(ats, default=0.0)
        left, right = LEFT + 4, 100 - 6
        return [left + (right - left) * ((at - low) / (high - low) if high > low else 0.5) for at in ats]

    def _whisker(self, x: float, figure: Figure, top: float, kind: str) -> None:
        if figure.low is not None and figure.high is not None:
            self.line(kind, x, self.down(figure.low, top), x, self.down(figure.high, top))


def cut_to(text: str, most: int) -> str:
    """A text of at most so many columns."""
    return text if cell_len(text) <= most else set_cell_size(text, most - 1).rstrip() + "…"


def svg_of(plot: Plot, ident: str) -> str:
    """A plot as SVG for the page; `ident` is a name of its own there."""
    return Drawing(plot, ident).svg()


def key_of(plot: Plot, series: int) -> str:
    """How a series is drawn, for the legend."""
    look = series % len(SHAPES)
    if plot.kind == "bars":
        drawn = f'<rect class="bar s{look}" x="5" y="1" width="12" height="10"/>'
    else:
        kind = "line" if plot.kind == "lines" else "whisker"
        drawn = (
            f'<line class="{kind} s{look}" x1="1" y1="6" x2="25" y2="6"/>'
            f'<svg class="dot s{look}" x="13" y="6" overflow="visible">{SHAPES[look]}</svg>'
        )
    return f'<svg class="key" width="26" height="12" aria-hidden="true">{drawn}</svg>'
