"""What is asked for, printed: the one door for the command and for the server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from orrery.core.game import Game
from orrery.press import qr
from orrery.press.books import booklet_pdf, poster_pdf
from orrery.press.order import BadOrder, Order, one_of
from orrery.press.prints import (
    BOARD,
    BOOKLET,
    CARDS,
    KINDS,
    SCORE,
    SUMMARY_CARDS,
    TOKENS,
    Choice,
    Face,
    Pictures,
    Prints,
    Thing,
    nothing_to_print,
    prints_of,
)
from orrery.press.sheets import things_pdf

WORDS: Final = {
    CARDS: {"en": "cards", "ja": "カード"},
    BOARD: {"en": "board", "ja": "盤"},
    TOKENS: {"en": "tokens", "ja": "コマ"},
    SUMMARY_CARDS: {"en": "summary", "ja": "早見表"},
    SCORE: {"en": "score sheet", "ja": "得点表"},
    BOOKLET: {"en": "handbook", "ja": "手引き"},
}


OPENS: Final = {
    "deck": {"en": "opens this deck in the page", "ja": "このデッキをページで開きます"},
    "cards": {"en": "opens these cards in the page", "ja": "カードの一覧をページで開きます"},
}
"""What stands below a QR code."""


@dataclass
class Printed:
    """A finished print: the PDF and a name for its file."""

    name: str
    pdf: bytes


def the_prints(game: Game) -> Prints:
    """What a game has printed. Raises BadOrder for a game that brings nothing."""
    found = prints_of(game)
    if found is None:
        raise nothing_to_print(game)
    return found


def printed(
    game: Game, kind: str, order: Order, choice: Choice | None = None, board: tuple[str, str] | None = None
) -> Printed:
    """A kind of print of a game; of the cards only those of a choice, and of the boards the first, or one by its name
    and SVG text. Raises BadOrder, or DataFault for a choice that cannot be met.
    """
    prints = the_prints(game)
    one_of("what is printed,", kind, KINDS)
    if kind not in prints.kinds():
        raise BadOrder(f"{game.name} has no {kind} to print; it has {', '.join(prints.kinds())}")
    lang = order.langs[0]
    title = f"{game.guide().title()[lang]} · {WORDS[kind][lang]}"
    pictures = Pictures(game.name)
    if kind == BOOKLET:
        return Printed(f"{game.name}-handbook", booklet_pdf(prints, order, pictures))
    if kind == BOARD:
        first = game.guide().boards()[0]
        name, svg = (first, prints.board(first, order.ink_saver)) if board is None else board
        return Printed(f"{game.name}-{name}", poster_pdf(prints, name, svg, order, title))
    file = f"{game.name}-{kind}"
    if kind == CARDS:
        chosen = Choice() if choice is None else choice
        things = prints.cards(chosen, order, pictures)
        if chosen.deck_name:
            title, file = f"{title} · {chosen.deck_name}", f"{file}-{chosen.deck_name}"
        label = deck_label(game, chosen, order, title)
        if label is not None and things:
            things.append(replace(label, wide=things[0].wide, high=things[0].high))
    elif kind == TOKENS:
        things = prints.tokens(order, pictures)
    elif kind == SCORE:
        things = prints.score(order, pictures)
        order = replace(order, bleed=0.0)
    else:
        things = prints.summary(order, pictures)
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "-" for letter in file)
    return Printed(safe, things_pdf(prints, things, order, pictures, title))


def deck_label(game: Game, choice: Choice, order: Order, title: str) -> Thing | None:
    """A card with a QR code that opens the deck, or the cards of the game, in the page; None without an address."""
    if not order.address:
        return None
    link = order.link(f"/decks/{game.name}/{order.deck}" if order.deck else f"/cards/{game.name}")
    try:
        modules = qr.encode(link)
    except qr.TooLong:
        raise BadOrder(f"{link} is too long for a QR code; give a shorter --address") from None
    name = choice.deck_name or game.guide().title()[order.langs[0]]
    return Thing(
        "the card with the code",
        Face("label", {"code": modules, "name": name, "link": link, "words": OPENS["deck" if order.deck else "cards"]}),
        63,
        63,
    )
