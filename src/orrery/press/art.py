"""The art of all that ships, as the build of the page drew it: whole cards and boards as SVG text, by game and name.

For whoever prints, exports or shows them; the server gives the same files at /art/GAME/NAME.svg. Beside what ships
there are pieces, `piece-NAME`, which printed cards are put together from.
"""

from __future__ import annotations

import colorsys
import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import orrery
from orrery.build import BUILT_PAGE

FOLDER: Final = Path(orrery.__file__).resolve().parent.joinpath(*BUILT_PAGE, "art")
"""Beside the page, of which it is a part: without a built page there is none."""
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


def picture(game: str, name: str, folder: Path = FOLDER) -> str | None:
    """The picture of a card or a board that ships; None if there is none."""
    if not NAME.fullmatch(game) or not NAME.fullmatch(name):
        return None
    try:
        return folder.joinpath(game, f"{name}.svg").read_text(encoding="utf-8")
    except FileNotFoundError:
        return None


def names(game: str, folder: Path = FOLDER) -> list[str]:
    """The names of all pictures of a game, sorted."""
    return sorted(file.stem for file in folder.joinpath(game).glob("*.svg")) if NAME.fullmatch(game) else []


SVG: Final = "http://www.w3.org/2000/svg"
HSL: Final = re.compile(r"hsl\(([\d.]+) ([\d.]+)% ([\d.]+)%\)")


def within(svg: str, wide: float, high: float) -> str | None:
    """The picture of a card without its signs and words (`data-part="picture"`), drawn in a box of another shape: the
    square of 100 by 100 that it was composed for fills the shorter way, and along the longer one the picture runs on.
    None where the artist has named no picture.
    """
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    found = root if root.get("data-part") else root.find(".//*[@data-part='picture']")
    if found is None:
        return None
    across, down = (100 * wide / high, 100.0) if wide > high else (100.0, 100 * high / wide)
    box = f"{50 - across / 2:.3f} {50 - down / 2:.3f} {across:.3f} {down:.3f}"
    made = ElementTree.Element(f"{{{SVG}}}svg", {"viewBox": box})
    made.extend(list(found))
    return ElementTree.tostring(made, encoding="unicode")


def without(svg: str, part: str) -> str:
    """The picture without the elements that the artist has named so (`data-part`)."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for child in [each for each in parent if each.get("data-part") == part]:
            parent.remove(child)
    return ElementTree.tostring(root, encoding="unicode")


def tinted(svg: str, colour: str) -> str:
    """A piece of one colour in another one."""
    return re.sub(r'^<svg (?:color="[^"]*" )?', f'<svg color="{colour}" ', svg)


def colour_of(svg: str) -> str | None:
    """The colour that a piece of one colour has of itself, as #rrggbb."""
    found = re.match(r'<svg color="([^"]*)"', svg)
    if found is None:
        return None
    parts = HSL.fullmatch(found[1])
    if parts is None:
        return found[1]
    hue, strong, light = (float(part) for part in parts.groups())
    channels = colorsys.hls_to_rgb(hue / 360, light / 100, strong / 100)
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in channels)
