"""Vediic on paper: 77 + 13 cards, seven planet disks and the black one, two pawns of each colour (VE-1.2, VE-1.3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject
from orrery.core.handbook import Moment
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
CALLED: Final = {
    "black disk": {"en": "black disk", "ja": "黒い円盤"},
    "turns back": {"en": "R house", "ja": "Rのハウス"},
    "pawn": {"en": "{color} pawn", "ja": "{color}のコマ"},
}
CHART: Final = 54.0
"""How large the chart is in the booklet, and how far apart what belongs to each player stands below it."""
ROW: Final = 6.0
EDGE: Final = 62 / 1124
"""How much of the board's picture is its edge, on each side."""
CIRCLE: Final = re.compile(r"move \d (c\d\d)")
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
        disks = [
            Thing(color, face, DISK, DISK, face, is_round=True, called=in_both(catalogue.planet_of, color))
            for color, face in bodies.items()
        ]
        black = Face("disk", {"body": pictures.piece("lamp")})
        disks.append(
            Thing("black disk", black, BLACK_DISK, BLACK_DISK, black, is_round=True, called=CALLED["black disk"])
        )
        wide, high = PAWN
        pawns: list[Thing] = []
        for color in COLORS:
            figure = pictures.piece(f"figure-{color}")
            net = Face("pawn", {"figure": figure, "sign": pictures.piece(f"sign-{color}", DARK)})
            names = in_both(catalogue.name_of, color)
            called = {lang: word.format(color=names[lang]) for lang, word in CALLED["pawn"].items()}
            stands = Thing(color, Face("figure", {"figure": figure}), wide, wide)
            pawns.append(Thing(f"pawn {color}", net, wide, high, copies=PAWNS, stands=stands, called=called))
        return [*disks, *pawns]

    def signs(self, pictures: Pictures) -> list[JsonObject]:
        """The planets by their colours, the black disk, and the mark of the house where a planet turns back."""
        planets: list[JsonObject] = []
        for color in COLORS:
            names, bodies = in_both(catalogue.name_of, color), in_both(catalogue.planet_of, color)
            words = {lang: f"{names[lang]} · {bodies[lang]}" for lang in LANGUAGES}
            planets.append({"picture": pictures.piece(f"planet-{color}"), "words": words})
        return [
            *planets,
            {"picture": pictures.piece("lamp"), "words": CALLED["black disk"]},
            {"picture": pictures.piece("turns-back", DARK), "words": CALLED["turns back"]},
        ]

    def scenes(self, moments: list[Moment], pictures: Pictures) -> list[Thing]:
        """The chart with planets, the black disk and pawns; below it what each player has: cards that are seen, the
        backs of others, and enlightenment. The way of a pawn that moves is shown, and a circle that is refused.
        """
        name = str(moments[0].view["board"])
        info: Any = self.game.guide().board(name).as_json()
        places = {circle["id"]: (on_chart(circle["x"]), on_chart(circle["y"])) for circle in info["source"]["circles"]}
        houses = {house["house"]: tuple(on_chart(one) for one in house["centre"]) for house in info["source"]["houses"]}
        # Dark lines on white are told apart at this size, and cost less ink.
        board = pictures.add("chart", self.board(name, True))
        return [
            Thing(
                "the chart",
                Face(
                    "chart",
                    {
                        "board": board,
                        "planets": planets_of(moment, houses, pictures),
                        "pawns": pawns_of(moment, places, pictures),
                        "ways": ways_of(moment, places),
                        "refused": refused_of(moment, places),
                        "hands": [hand_of(each, pictures) for each in moment.view["players"]],
                        "row": ROW,
                    },
                ),
                CHART,
                CHART + ROW * len(moment.view["players"]),
            )
            for moment in moments
        ]


def in_both(word: Callable[[str, str], str], color: str) -> dict[str, str]:
    """A word for a colour in each language."""
    return {lang: word(color, lang) for lang in LANGUAGES}


def on_chart(part: float) -> float:
    """Where a point of the board lies in its picture: both are counted as parts of the whole."""
    return EDGE + (1 - 2 * EDGE) * part


def planets_of(moment: Moment, houses: dict[Any, Any], pictures: Pictures) -> list[JsonObject]:
    """The planets, those of a house beside each other."""
    found: list[JsonObject] = []
    for house, (x, y) in houses.items():
        here = [color for color, planet in moment.view["planets"].items() if planet["house"] == house]
        for i, color in enumerate(here):
            planet = moment.view["planets"][color]
            found.append(
                {
                    "x": x + (i - (len(here) - 1) / 2) * 0.085,
                    "y": y,
                    "body": pictures.piece(f"planet-{color}"),
                    "turned": pictures.piece("turns-back", DARK) if planet["retrograde"] else None,
                    "lamp": pictures.piece("lamp") if moment.view["enlightenment"] == color else None,
                }
            )
    return found


def pawns_of(moment: Moment, places: dict[Any, Any], pictures: Pictures) -> list[JsonObject]:
    """The pawns that are on the board, those of one circle beside each other."""
    standing = [
        (circle, player["color"]) for player in moment.view["players"] for circle in player["pawns"] if circle in places
    ]
    found: list[JsonObject] = []
    for circle, (x, y) in places.items():
        here = [color for where, color in standing if where == circle]
        for i, color in enumerate(here):
            shift = (i - (len(here) - 1) / 2) * 0.06
            found.append({"x": x + shift, "y": y, "figure": pictures.piece(f"figure-{color}")})
    return found


def ways_of(moment: Moment, places: dict[Any, Any]) -> list[list[float]]:
    """From where to where pawns came at this moment."""
    return [
        [*places[event["from"]], *places[event["to"]]]
        for event in moment.events
        if event["event"] in ("move", "displace") and event["from"] in places and event["to"] in places
    ]


def refused_of(moment: Moment, places: dict[Any, Any]) -> list[float] | None:
    """The circle that a refused move would have led to."""
    tried = None if moment.refusal is None else CIRCLE.match(moment.word or "")
    return None if tried is None else list(places[tried[1]])


def hand_of(player: JsonObject, pictures: Pictures) -> JsonObject:
    """What a player has: who it is, and its cards as their signs, or as backs where they are not seen."""
    hand: Any = player["hand"]
    seen = isinstance(hand, dict)
    signs = [color for color, count in hand.items() for _ in range(count)] if seen else []
    return {
        "figure": pictures.piece(f"figure-{player['color']}"),
        "signs": [pictures.piece(f"planet-{color}") for color in signs],
        "hidden": 0 if seen else hand,
        "lamps": player["enlightenment"],
        "lamp": pictures.piece("lamp"),
    }
