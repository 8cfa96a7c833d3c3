"""Figures drawn with their intervals: an axis, rows of dots and whiskers as lines of text, and ratings as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from rich.cells import cell_len

from orrery.lab.rating import Rating
from orrery.lab.sheets import SIGNED, Figure, Plot

LEAST: Final = 24
"""A plot of text is never narrower than this."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Marks with the same step between them, from the bottom to the top."""

    bottom: float
    top: float
    step: float

    def place(self, number: float) -> float:
        """Where a number stands, from 0 at the bottom to 1 at the top."""
        return (number - self.bottom) / (self.top - self.bottom)

    def marks(self) -> list[float]:
        return [self.bottom + count * self.step for count in range(round((self.top - self.bottom) / self.step) + 1)]


def axis_of(numbers: Iterable[float], least: float) -> Axis:
    """An axis with about five round steps that holds all the numbers. `least`: what it spans at least."""
    found = list(numbers) or [0.0]
    low, high = min(found), max(found)
    rough = max(high - low, least) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough * (1 - 1e-9))
    bottom = math.floor(low / step + 1e-9) * step
    return Axis(bottom, max(math.ceil(high / step - 1e-9) * step, bottom + step), step)


@dataclass(frozen=True, slots=True)
class Dot:
    """A row of a plot of text: a name, a number, the ends of its interval, and the sign that stands for the number."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    sign: str = "●"


def dot_lines(
    dots: Sequence[Dot], axis: Axis, width: int, shown: Callable[[float], str], guides: Sequence[float] = ()
) -> list[str]:
    """A line for each dot, with its interval as a bar, and the axis below. `guides` are numbers to compare with, each a
    dotted line through all rows.
    """
    names = max([cell_len(dot.name) for dot in dots], default=0)
    room = max(LEAST, width - names - 2)

    def column(number: float) -> int:
        return min(room - 1, max(0, round(axis.place(number) * (room - 1))))

    lines = []
    for dot in dots:
        cells = [" "] * room
        for guide in guides:
            cells[column(guide)] = "┊"
        if dot.low is not None and dot.high is not None:
            first, last = column(dot.low), column(dot.high)
            if last > first:
                cells[first : last + 1] = ["├", *"─" * (last - first - 1), "┤"]
        if dot.value is not None:
            cells[column(dot.value)] = dot.sign
        lines.append(f"{dot.name}{' ' * (names - cell_len(dot.name))}  {''.join(cells)}".rstrip())
    rule, marks = ["─"] * room, [" "] * (room + 8)
    for number in axis.marks():
        place = column(number)
        rule[place] = "┴"
        text = shown(number)
        start = max(0, min(place - len(text) // 2, room - len(text)))
        if all(cell == " " for cell in marks[max(0, start - 1) : start + len(text) + 1]):
            marks[start : start + len(text)] = text
    lines.append(" " * (names + 2) + "".join(rule))
    lines.append((" " * (names + 2) + "".join(marks)).rstrip())
    return lines


# --- the plots of a sheet ---------------------------------------------------------------------------------------------


def unit(kind: str) -> float:
    """What a kind of figures is multiplied with to be shown."""
    return 100.0 if kind in ("share", "points") else 1.0


def plot_axis(plot: Plot) -> Axis:
    """The axis of a plot's figures, as they are shown: it holds intervals, the band and the middle; bars start at 0. Of
    an interval that is far wider than the others it holds a part, so that one figure of which nothing is known does
    not hide all that is known of the others.
    """
    kind = kind_of(plot)
    numbers = [end for figure in plot.figures for end in held(figure, *reach_of(plot)) if end is not None]
    numbers += [*(plot.band or ()), *([] if plot.middle is None else [plot.middle])]
    if plot.kind == "bars":
        numbers.append(0.0)
    shown = [number * unit(kind) for number in numbers]
    if kind != "share":
        least = {"points": 2.0, "count": 5.0}.get(kind, max([abs(number) for number in shown] + [0.1]) / 10)
        return axis_of(shown, least)
    # Ten points at least, but no share is below 0 or above 100.
    low = max(0.0, min([*shown, 90.0]))
    made = axis_of([*shown, low, low + 10.0], 10.0)
    return Axis(max(made.bottom, 0.0), min(made.top, 100.0), made.step)


def reach_of(plot: Plot) -> tuple[float, float]:
    """From where to where intervals are held by the axis whole: as far beyond the outermost values as these lie apart,
    or as half of the intervals are wide.
    """
    values = [figure.value for figure in plot.figures if figure.value is not None]
    widths = sorted(
        figure.high - figure.low for figure in plot.figures if figure.low is not None and figure.high is not None
    )
    if not values or kind_of(plot) in ("share", "points"):
        return -math.inf, math.inf
    beyond = max(max(values) - min(values), widths[len(widths) // 2] if widths else 0.0)
    return min(values) - beyond, max(values) + beyond


def held(figure: Figure, low: float, high: float) -> list[float | None]:
    """A figure and what the axis holds of its interval."""
    return [figure.value, *(None if end is None else min(max(end, low), high) for end in (figure.low, figure.high))]


def kind_of(plot: Plot) -> str:
    """The kind of all figures of a plot."""
    return plot.figures[0].kind if plot.figures else "share"


def mark_words(plot: Plot, axis: Axis) -> Callable[[float], str]:
    """How the marks of an axis are written."""
    kind = kind_of(plot)
    digits = 0 if axis.step >= 1 else 1 if axis.step >= 0.1 else 2

    def written(number: float) -> str:
        number = round(number, digits) + 0.0
        text = f"{number:+.{digits}f}" if kind in SIGNED and number else f"{number:,.{digits}f}"
        return f"{text} %" if kind == "share" else text

    return written


# --- ratings ----------------------------------------------------------------------------------------------------------


def scale(ratings: Sequence[Rating]) -> Axis:
    """An axis that holds all intervals."""
    return axis_of([end for rating in ratings for end in (rating.low, rating.high)], 50.0)


def text_plot(ratings: Sequence[Rating], width: int = 80) -> list[str]:
    """The best player first; a dot is the rating, a bar its interval of 95 %."""
    ordered = sorted(ratings, key=lambda rating: -rating.points)
    dots = [Dot(rating.player, rating.points, rating.low, rating.high) for rating in ordered]
    return dot_lines(dots, scale(ratings), width, "{:.0f}".format)


ROW: Final = 28
LEFT: Final = 120
RIGHT: Final = 24
ACROSS: Final = 640


def svg_plot(ratings: Sequence[Rating], title: str) -> str:
    """Ratings with their intervals as a small SVG."""
    ordered = sorted(ratings, key=lambda rating: -rating.points)
    axis = scale(ratings)
    base = 48 + ROW * len(ordered)

    def across(points: float) -> float:
        return round(LEFT + axis.place(points) * (ACROSS - LEFT - RIGHT), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ACROSS} {base + 34}" width="{ACROSS}" '
        f'height="{base + 34}" font-family="system-ui, sans-serif" font-size="13" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{ACROSS}" height="{base + 34}" fill="#ffffff"/>',
        f'<text x="16" y="26" font-size="15" font-weight="600" fill="#1c2430">{escape(title)}</text>',
    ]
    for points in axis.marks():
        x = across(points)
        parts.append(f'<line x1="{x}" y1="42" x2="{x}" y2="{base}" stroke="#dde2e9"/>')
        parts.append(f'<text x="{x}" y="{base + 20}" text-anchor="middle" fill="#5b6675">{points:.0f}</text>')
    for row, rating in enumerate(ordered):
        y = 42 + ROW * row + ROW // 2
        low, high, x = across(rating.low), across(rating.high), across(rating.points)
        parts.append(
            f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor="end" fill="#1c2430">{escape(rating.player)}</text>'
        )
        parts.append(f'<line x1="{low}" y1="{y}" x2="{high}" y2="{y}" stroke="#3f72af" stroke-width="2"/>')
        for end in (low, high) if high > low else ():
            parts.append(f'<line x1="{end}" y1="{y - 5}" x2="{end}" y2="{y + 5}" stroke="#3f72af" stroke-width="2"/>')
        label = f"{rating.player}: {rating.points:.0f}, from {rating.low:.0f} to {rating.high:.0f}"
        parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="#1d4e89"><title>{escape(label)}</title></circle>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
