"""Prints made for tests, and read again."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from needs import missing
from orrery.core.game import Game
from orrery.games import game_named
from orrery.press import art, typesetting
from orrery.press.order import Order
from orrery.press.printing import Printed, printed
from orrery.press.prints import Choice

GAMES = ("five_spheres", "space_editor", "vediic")
POINT = 25.4 / 72


def needs_print() -> None:
    """Ends a test where nothing can be printed."""
    if not typesetting.is_there():
        missing("typst is not installed (orrery[print])")
    if not (art.FOLDER / "vediic").is_dir():
        missing("the page is not built (make page)")


def the_game(name: str) -> Game:
    """A game of ours."""
    game = game_named(name)
    assert game is not None
    return game


MADE: dict[str, Printed] = {}


def a_print(game: str, kind: str = "cards", choice: Choice | None = None, **how: Any) -> Printed:
    """A print of a game; the same is made once."""
    key = repr((game, kind, choice, sorted(how.items())))
    if key not in MADE:
        MADE[key] = printed(the_game(game), kind, Order(**how), choice)
    return MADE[key]


def read(pdf: bytes) -> PdfReader:
    """A PDF, read again."""
    return PdfReader(BytesIO(pdf))


def box(page: Any, name: str) -> tuple[float, float, float, float]:
    """A box of a page in millimetres: left, lower, width, height."""
    left, lower, right, upper = (float(each) * POINT for each in page[f"/{name}"])
    return left, lower, right - left, upper - lower


SNAPSHOTS = Path(__file__).resolve().parent / "golden"
