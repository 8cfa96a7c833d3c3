"""The art of all that ships, as the build of the page drew it: whole cards and boards as SVG text, by game and name.

For whoever prints, exports or shows them; the server gives the same files at /art/GAME/NAME.svg.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import orrery

FOLDER: Final = Path(orrery.__file__).resolve().parent.joinpath(*orrery.BUILT_PAGE, "art")
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
