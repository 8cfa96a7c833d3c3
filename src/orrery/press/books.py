"""Boards as posters, and the handbook as a booklet."""

from __future__ import annotations

import re
from typing import Any, Final

from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.core.handbook import FIGURE, Handbook, Moment, handbook, play_figure
from orrery.press import imposing, qr
from orrery.press.boxes import OBJECT, with_boxes
from orrery.press.order import CARD, PAPERS, BadOrder, Order
from orrery.press.prints import BESIDE, Pictures, Prints, Thing, set_text
from orrery.press.typesetting import Typesetter

SIZES: Final = {"a2": 400.0, "a3": 277.0, "a4": 190.0}
"""How large a square board is on a sheet of that name, with a margin around it."""
GLUE: Final = {
    "en": "glue each sheet so that it begins at the dashed line of its neighbour",
    "ja": "隣のシートの点線に合わせて貼ります",
}
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def poster_pdf(prints: Prints, name: str, svg: str, order: Order, title: str) -> bytes:
    """A board at its size on the paper of the order, on as many sheets as that takes. Raises BadOrder."""
    if order.paper == CARD:
        raise BadOrder("a board does not go onto --paper card; take a4, letter, a3 or a2")
    size = SIZES[order.board_size]
    shared = imposing.tiling(order.paper, size)
    several = len(shared.tiles) > 1
    how = GLUE[order.langs[0]] if several else ""
    tiles = [
        {
            "row": tile.row,
            "column": tile.column,
            "left": tile.left,
            "top": tile.top,
            "note": " · ".join(
                [
                    title,
                    name,
                    *([f"{LETTERS[tile.row]}{tile.column + 1}/{len(shared.tiles)}"] if several else []),
                ]
                + ([how] if how else [])
            ),
        }
        for tile in shared.tiles
    ]
    job = {
        "title": title, "width": shared.width, "height": shared.height, "wide": shared.wide, "high": shared.high,
        "size": size, "overlap": imposing.OVERLAP, "marks": order.marks != "none" and several, "tiles": tiles,
    }  # fmt: skip
    return with_boxes(Typesetter("poster.typ", {"board.svg": svg.encode()}, job).made()[0])


def booklet_pdf(prints: Prints, order: Order, pictures: Pictures) -> bytes:
    """The handbook in the languages of the order, to be folded in the middle of the paper; with no backs its pages one
    after another. Raises BadOrder.
    """
    if order.paper == CARD:
        raise BadOrder("a booklet does not go onto --paper card; take a4, letter, a3 or a2")
    short, long = PAPERS[order.paper]
    title = prints.game.guide().title()[order.langs[0]]
    width, height = long / 2, short
    book = handbook(prints.game)
    assert book is not None
    played = played_of(book)
    scenes = {name: [scene_of(each) for each in prints.scenes(moments, pictures)] for name, moments in played.items()}
    books = [book_of(prints.game, book, played, lang, order, pictures) for lang in order.langs]
    job: JsonObject = {
        "title": title, "width": width, "height": height, "books": books, "scenes": scenes, "saver": order.ink_saver,
        "beside": BESIDE,
    }  # fmt: skip
    files = {**pictures.files, "faces.typ": prints.template()}
    made = Typesetter("booklet.typ", files, job).made()[0]
    if order.backs == "none":
        return with_boxes(made)
    sides = imposing.folded(len(OBJECT.findall(made)))
    folded = {"title": title, "width": long, "height": short, "sides": [list(pair) for pair in sides]}
    return with_boxes(Typesetter("folded.typ", {"book.pdf": made}, folded).made()[0])


def played_of(book: Handbook) -> dict[str, list[Moment]]:
    """The figures of a handbook by name, as the engine plays them."""
    return {name: play_figure(book, figure) for name, figure in book.figures.items()}


def scene_of(thing: Thing) -> JsonObject:
    """What lies on the table at a moment, as the template sets it."""
    return {
        "face": thing.face.name, "data": thing.face.data, "name": thing.name, "wide": thing.wide, "high": thing.high,
    }  # fmt: skip


def book_of(
    game: Game, book: Handbook, played: dict[str, list[Moment]], lang: str, order: Order, pictures: Pictures
) -> JsonObject:
    """The handbook in a language as the template sets it; figures by their names, with what is said at their steps."""
    chapters: list[Any] = []
    for chapter in book.chapters[lang]:
        parts: list[Any] = []
        # What is split by a pattern with a group has its matches at the odd places.
        for i, part in enumerate(FIGURE.split(chapter.text)):
            if i % 2:
                steps = [moment.say[lang] for moment in played[part]]
                parts.append({"kind": "figure", "name": part, "steps": steps})
            elif part.strip():
                parts.append({"kind": "words", "blocks": set_text(part)})
        link = order.link(f"/rules/{game.name}#read-{chapter.name}")
        chapters.append({"title": chapter.title, "parts": parts, "code": qr.encode(link) if link else None})
    boards = game.guide().boards()
    has = bool(boards) and pictures.has(f"paper-{boards[0]}")
    return {
        "lang": lang,
        "title": game.guide().title()[lang],
        "by": game.guide().by()[lang],
        "picture": pictures.add("board", pictures.text(f"paper-{boards[0]}")) if has else None,
        "opening": set_text(re.sub(r"(?m)^\{.*\}$", "", book.openings[lang])),
        "chapters": chapters,
    }


def board_png(svg: str, pixels: int) -> bytes:
    """A square board as a picture of so many pixels each way."""
    job = {
        "title": "", "width": 100, "height": 100, "wide": 100, "high": 100, "size": 100, "overlap": 0, "marks": False,
        "tiles": [{"row": 0, "column": 0, "left": 0, "top": 0, "note": ""}],
    }  # fmt: skip
    ppi = (pixels - 2) / 100 * 25.4
    return Typesetter("poster.typ", {"board.svg": svg.encode()}, job).made("png", ppi)[0]
