"""What sheets look like, kept as small pictures. `ORRERY_RENEW=1` writes them anew: look at each difference."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from orrery.core.handbook import handbook, play_figure
from orrery.press import sheets
from orrery.press.order import Order
from orrery.press.prints import Choice, Pictures, Prints, Thing, prints_of

from .pixels import furthest
from .prints import SNAPSHOTS, needs_print, the_game

PPI = 24
FAR = 30.0
"""Another drawing in a block differs by more; other smoothing of edges by less."""
Choose = Callable[[Prints, Order, Pictures], list[Thing]]


def cards(**wishes: str) -> Choose:
    """Some cards."""
    return lambda prints, order, pictures: prints.cards(Choice(wishes=wishes), order, pictures)


def steps(name: str) -> Choose:
    """What the steps of a figure show."""

    def scenes(prints: Prints, order: Order, pictures: Pictures) -> list[Thing]:
        book = handbook(prints.game)
        assert book is not None
        return prints.scenes(play_figure(book, book.figures[name]), pictures)

    return scenes


SHEETS: dict[str, tuple[str, Order, Choose]] = {
    "editor": ("space_editor", Order(lang="both", backs="none"), cards(element="water", kind="ability")),
    "editor-fold": ("space_editor", Order(backs="fold", bleed=2, marks="full"), cards(element="fire", level="gold")),
    "editor-white": ("space_editor", Order(ink_saver=True, backs="none"), cards(element="wind", kind="star")),
    "editor-score": ("space_editor", Order(lang="ja"), lambda p, order, pictures: p.score(order, pictures)),
    "spheres": ("five_spheres", Order(lang="en", bleed=3, backs="none"), cards(sphere="chaos")),
    "spheres-both": ("five_spheres", Order(lang="both", backs="none"), cards(sphere="nature")),
    "spheres-white": ("five_spheres", Order(lang="ja", ink_saver=True, backs="none"), cards(sphere="spirit")),
    "vediic": ("vediic", Order(lang="ja", backs="none"), cards()),
    "vediic-tokens": ("vediic", Order(backs="none"), lambda p, order, pictures: p.tokens(order, pictures)[8:]),
    "editor-figure": ("space_editor", Order(), steps("connect")),
    "spheres-figure": ("five_spheres", Order(lang="ja"), steps("block")),
    "vediic-figure": ("vediic", Order(), steps("red")),
    "vediic-summary": ("vediic", Order(lang="en"), lambda p, order, pictures: p.summary(order, pictures)),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_looks_as_it_did(name: str) -> None:
    needs_print()
    game, order, choose = SHEETS[name]
    prints = prints_of(the_game(game))
    assert prints is not None
    pictures = Pictures(game)
    things = choose(prints, order, pictures)
    made = sheets.typesetter(prints, things, order, pictures, "").made("png", PPI)[0]
    file = SNAPSHOTS / f"{name}.png"
    if os.environ.get("ORRERY_RENEW"):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(made)
    assert furthest(made, file.read_bytes()) < FAR


def test_another_sheet_would_be_noticed() -> None:
    one, other = ((SNAPSHOTS / f"{name}.png").read_bytes() for name in ("editor", "editor-white"))
    assert furthest(one, one) == 0 and furthest(one, other) > FAR
