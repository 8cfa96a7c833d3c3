"""Ratings drawn with their intervals: as lines of text for a terminal, and as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from orrery.lab.rating import Rating

LEAST: Final = 24
"""A plot of text is never narrower than this."""


def scale(ratings: Sequence[Rating]) -> tuple[float, float, float]:
    """The lowest and the highest mark of an axis that holds all intervals, and the step between its marks."""
    low = min([rating.low for rating in ratings])
    high = max([rating.high for rating in ratings])
    rough = max(high - low, 50.0) / 5
    power = 10 ** math.floor(math.log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
    bottom = math.floor(low / step) * step
    return bottom, max(math.ceil(high / step) * step, bottom + step), step


def text_plot(ratings: Sequence[Rating], width: int = 80) -> list[str]:
    """The best player first; a dot is the rating, a bar its interval of 95 %."""
    ordered = sorted(ratings, key=lambda rating: -rating.points)
    names = max(len(rating.player) for rating in ratings)
    room = max(LEAST, width - names - 2)
    bottom, top, step = scale(ratings)

    def column(points: float) -> int:
        return round((points - bottom) / (top - bottom) * (room - 1))

    lines = []
    for rating in ordered:
        cells = [" "] * room
        first, last = column(rating.low), column(rating.high)
        if last > first:
            cells[first : last + 1] = ["├", *"─" * (last - first - 1), "┤"]
        cells[column(rating.points)] = "●"
        lines.append(f"{rating.player:<{names}}  {''.join(cells).rstrip()}")
    rule, marks = ["─"] * room, [" "] * (room + 8)
    for number in range(round((top - bottom) / step) + 1):
        place = column(bottom + number * step)
        rule[place] = "┴"
        text = f"{bottom + number * step:.0f}"
        start = max(0, min(place - len(text) // 2, room - len(text)))
        if all(cell == " " for cell in marks[max(0, start - 1) : start + len(text) + 1]):
            marks[start : start + len(text)] = text
    lines.append(" " * (names + 2) + "".join(rule))
    lines.append((" " * (names + 2) + "".join(marks)).rstrip())
    return lines


ROW: Final = 28
LEFT: Final = 120
RIGHT: Final = 24
ACROSS: Final = 640


def svg_plot(ratings: Sequence[Rating], title: str) -> str:
    """The same as a small SVG."""
    ordered = sorted(ratings, key=lambda rating: -rating.points)
    bottom, top, step = scale(ratings)
    base = 48 + ROW * len(ordered)

    def across(points: float) -> float:
        return round(LEFT + (points - bottom) / (top - bottom) * (ACROSS - LEFT - RIGHT), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ACROSS} {base + 34}" width="{ACROSS}" '
        f'height="{base + 34}" font-family="system-ui, sans-serif" font-size="13" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{ACROSS}" height="{base + 34}" fill="#ffffff"/>',
        f'<text x="16" y="26" font-size="15" font-weight="600" fill="#1c2430">{escape(title)}</text>',
    ]
    for number in range(round((top - bottom) / step) + 1):
        points = bottom + number * step
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
