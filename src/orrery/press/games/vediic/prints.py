"""Vediic on paper: 77 + 13 cards, seven planet disks and the black one, two pawns of each colour (VE-1.2, VE-1.3)."""

from __future__ import annotations

from typing import Final

from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault
from orrery.games.vediic import catalogue
from orrery.games.vediic.cards import COLORS
from orrery.press.order import BadOrder, Order
from orrery.press.prints import Choice, Face, Pictures, Prints, Thing

WIDE: Final = 63
HIGH: Final = 88
DISK: Final = 34
BLACK_DISK: Final = 42
"""Larger, so that it is seen under the planet that it lies under."""
PAWN: Final = (24, 80)
PAWNS: Final = 2
LIGHT: Final = "#f7f5ff"
DARK: Final = "#16182b"


class GamePrints(Prints):
    """Vediic on paper."""

    def cards(self, choice: Choice, order: Order, pictures: Pictures) -> list[Thing]:
        """VE-1.2: eleven of each colour and the cards of enlightenment."""
        if choice.folder is not None:
            raise DataFault(choice.folder.name, f"{self.game.name} is played with no cards but its own")
        if choice.deck is not None:
            raise BadOrder(f"{self.game.name} has no decks; without --deck all its cards are printed")
        night = pictures.piece("night")
        title = self.game.guide().title()[order.langs[0]]
        lamp = pictures.piece("lamp")
        things: list[Thing] = []
        for card in catalogue.CardCatalogue().find(choice.wishes):
            is_light = card == catalogue.LIGHT
            words = {
                lang: {
                    "name": catalogue.name_of(card, lang),
                    "planet": catalogue.planet_of(card, lang),
                    "meaning": catalogue.said("meaning", card, lang),
                    "text": catalogue.text_of(card, lang),
                }
                for lang in LANGUAGES
            }
            data = {
                "night": night,
                "body": lamp if is_light else pictures.piece(f"planet-{card}"),
                "sign": lamp if is_light else pictures.piece(f"sign-{card}", LIGHT),
                "sign-dark": lamp if is_light else pictures.piece(f"sign-{card}", DARK),
                "words": words,
            }
            back = Face("back", {"night": night, "title": title, "lamp": lamp, "light": is_light})
            things.append(Thing(card, Face("card", data), WIDE, HIGH, back, catalogue.copies(card)))
        return things

    def tokens(self, order: Order, pictures: Pictures) -> list[Thing]:
        """VE-1.3: a disk for each planet, the black disk, and two pawns of each colour."""
        bodies = {color: Face("disk", {"body": pictures.piece(f"planet-{color}")}) for color in COLORS}
        disks = [Thing(color, face, DISK, DISK, face, is_round=True) for color, face in bodies.items()]
        black = Face("disk", {"body": pictures.piece("lamp")})
        wide, high = PAWN
        pawns = [
            Thing(
                f"pawn {color}",
                Face(
                    "pawn",
                    {"figure": pictures.piece(f"figure-{color}"), "sign": pictures.piece(f"sign-{color}", DARK)},
                ),
                wide,
                high,
                copies=PAWNS,
            )
            for color in COLORS
        ]
        return [*disks, Thing("black disk", black, BLACK_DISK, BLACK_DISK, black, is_round=True), *pawns]
