"""Tabletop Simulator: a game as saved objects, with the sheets of pictures that they show.

What is written follows what its makers and its players have published about saved objects; it was not loaded into the
program itself. A saved object goes into the folder `Saves/Saved Objects` of the program. Pictures are named by an
address: that of a web server (`--base-url`), or of the files on this machine.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

from orrery.core.data import JsonObject
from orrery.core.handbook import handbook
from orrery.press.books import board_png, booklet_pdf
from orrery.press.order import BadOrder, Order
from orrery.press.pictures import atlas, drawn, page_of
from orrery.press.prints import CARDS, TOKENS, Choice, Face, Pictures, Prints, Thing

ON_A_SHEET: Final = 69
"""Ten by seven places, of which the last is for what is hidden."""
APART: Final = 4.0
"""How far objects lie from each other on the table, in its inches."""
BOARD_PIXELS: Final = 4096


class Saved:
    """A saved object in the making: its objects, its files, and ids that never repeat."""

    def __init__(self, game: str, base: str) -> None:
        self.game = game
        self.base = base.rstrip("/")
        self.files: dict[str, bytes] = {}
        self.objects: list[JsonObject] = []
        self.decks = 0
        self.count = 0
        self.ids: set[str] = set()

    def address(self, name: str, content: bytes) -> str:
        """Where a file will be found."""
        self.files[name] = content
        return f"{self.base}/{name}"

    def guid(self) -> str:
        """The next id: six hexadecimal digits, the same in every export of a game, and none of them twice."""
        while True:
            self.count += 1
            found = sha256(f"{self.game} {self.count}".encode()).hexdigest()[:6]
            if found not in self.ids:
                self.ids.add(found)
                return found

    def made(self, name: str, nickname: str, about: str = "", face_down: bool = False) -> JsonObject:
        """An object with what every object has, beside the one before it."""
        place = len(self.objects)
        turn = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0 if face_down else 0.0}
        transform = {"posX": place % 6 * APART - 10, "posY": 2.0, "posZ": place // 6 * -APART, **turn}
        scale = {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
        return {
            "GUID": self.guid(), "Name": name, "Transform": {**transform, **scale}, "Nickname": nickname,
            "Description": about, "Locked": False, "Grid": True, "Snap": True, "Sticky": True, "Tooltip": True,
        }  # fmt: skip

    def text(self) -> bytes:
        """The file."""
        saved = {"SaveName": "", "GameMode": "", "Date": "", "Note": "", "Rules": "", "ObjectStates": self.objects}
        return (json.dumps(saved, ensure_ascii=False, indent=1) + "\n").encode()


def tts_files(prints: Prints, choice: Choice, order: Order, base: str) -> dict[str, bytes]:
    """All files of a game for Tabletop Simulator by name; `base` is the address they will have. Raises BadOrder."""
    game = prints.game
    order = replace(order, bleed=0.0, marks="none", paper="card", backs="duplex")
    pictures = Pictures(game.name)
    saved = Saved(game.name, base)
    if CARDS in prints.kinds():
        for name, group in by_back(prints.cards(choice, order, pictures)).items():
            add_deck(prints, saved, name, group, order, pictures)
    if TOKENS in prints.kinds():
        for thing in prints.tokens(order, pictures):
            add_token(prints, saved, thing, order, pictures)
    for board in game.guide().boards()[:1]:
        add_board(prints, saved, board, order)
    add_rules(prints, saved, order, pictures)
    if not saved.objects:
        raise BadOrder(f"{game.name} has nothing for another table")
    return {**saved.files, f"{game.name}.json": saved.text()}


def by_back(things: list[Thing]) -> dict[str, list[Thing]]:
    """Cards in decks of one back and size, each deck on one sheet."""
    groups: dict[str, list[Thing]] = {}
    for thing in things:
        groups.setdefault(f"{thing.wide} {thing.high} {thing.back!r}", []).append(thing)
    found: dict[str, list[Thing]] = {}
    for group in groups.values():
        for start in range(0, len(group), ON_A_SHEET):
            found[f"deck-{len(found) + 1}"] = group[start : start + ON_A_SHEET]
    return found


def add_deck(prints: Prints, saved: Saved, name: str, group: list[Thing], order: Order, pictures: Pictures) -> None:
    """A deck with all its cards: what lies where on its sheet, and what each says."""
    made = atlas(prints, group, order, pictures)
    saved.decks += 1
    number = saved.decks
    first = group[0]
    back = first.back or first.face
    custom: JsonObject = {
        str(number): {
            "FaceURL": saved.address(f"{name}-faces.png", made.png),
            "BackURL": saved.address(f"{name}-back.png", one(prints, first, back, order, pictures, 150)),
            "NumWidth": made.columns,
            "NumHeight": made.rows,
            "BackIsHidden": True,
            "UniqueBack": False,
        }
    }
    cards: list[JsonObject] = []
    known = prints.game.guide().cards(None) if prints.game.guide().has_cards() else None
    deck = saved.made("DeckCustom", prints.game.guide().title()[order.langs[0]], face_down=True)
    saved.objects.append(deck)
    for i, thing in enumerate(group):
        nickname, about = said(known, thing.name, order.langs)
        for _ in range(thing.copies):
            card = saved.made("Card", nickname, about, face_down=True)
            card["Transform"] = deck["Transform"]
            cards.append({**card, "CardID": 100 * number + i, "SidewaysCard": False, "CustomDeck": custom})
    if len(cards) == 1:
        saved.objects[-1] = cards[0]
        return
    deck["DeckIDs"] = [card["CardID"] for card in cards]
    deck["CustomDeck"] = custom
    deck["SidewaysCard"] = False
    deck["ContainedObjects"] = cards


def said(known: Any, name: str, langs: tuple[str, ...]) -> tuple[str, str]:
    """The name and the printed text of a card."""
    if known is None or name not in known.names[langs[0]]:
        return name, ""
    names: list[str] = []
    texts: list[str] = []
    for lang in langs:
        own, text = known.names[lang][name], known.texts[lang][name]
        names.append(own if isinstance(own, str) else own.get("card", " / ".join(own.values())))
        texts += text if isinstance(text, list) else [line for half in text.values() for line in half]
    return " · ".join(names), "\n".join(texts)


def one(prints: Prints, thing: Thing, face: Face, order: Order, pictures: Pictures, ppi: float) -> bytes:
    """A side of a thing as a picture."""
    return drawn(prints, [page_of(thing, face, order)], order, pictures, "png", ppi)[0]


def add_token(prints: Prints, saved: Saved, thing: Thing, order: Order, pictures: Pictures) -> None:
    """Tokens: so many of a thing, each by its outline; figures stand."""
    name = thing.name.replace(" ", "-")
    seen = thing.stands or thing
    image = saved.address(f"{name}.png", one(prints, seen, seen.face, order, pictures, 200))
    called = " · ".join(thing.called.get(lang, thing.name) for lang in order.langs)
    shown: JsonObject = {"ImageURL": image, "ImageSecondaryURL": image, "ImageScalar": 1.0, "WidthScale": 0.0}
    for _ in range(thing.copies):
        made = saved.made("Custom_Tile" if thing.stands is None else "Figurine_Custom", called)
        made["CustomImage"] = dict(shown)
        if thing.stands is None:
            tile = {"Type": 2 if thing.is_round else 0, "Thickness": 0.1, "Stackable": False, "Stretch": True}
            made["CustomImage"]["CustomTile"] = tile
        saved.objects.append(made)


def add_board(prints: Prints, saved: Saved, name: str, order: Order) -> None:
    """A board as a large tile that does not move."""
    image = saved.address("board.png", board_png(prints.board(name, order.ink_saver), BOARD_PIXELS))
    made = saved.made("Custom_Board", name)
    made["Locked"] = True
    made["CustomImage"] = {"ImageURL": image, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 1.0}
    saved.objects.append(made)


def add_rules(prints: Prints, saved: Saved, order: Order, pictures: Pictures) -> None:
    """The handbook as a book to turn the pages of; with the address of a page also a tablet that shows it there."""
    game = prints.game
    if handbook(game) is None:
        return
    for lang in order.langs:
        title = game.guide().title()[lang]
        pdf = booklet_pdf(prints, replace(order, lang=lang, paper="a4", backs="none"), pictures)
        made = saved.made("Custom_PDF", title)
        url = saved.address(f"handbook-{lang}.pdf", pdf)
        made["CustomPDF"] = {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        saved.objects.append(made)
        if order.address:
            tablet = saved.made("Tablet", title)
            tablet["Tablet"] = {"PageURL": order.link(f"/rules/{game.name}")}
            saved.objects.append(tablet)
