"""The cards of Space Editor, for print: squares of 63.5 mm (SE-2.10) whose backs show their elements."""

from __future__ import annotations

from typing import Final

from orrery.core.clause import LANGUAGES
from orrery.core.data import JsonObject, data_file
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.cards.card import ELEMENTS
from orrery.games.space_editor.cards.catalogue import CardCatalogue
from orrery.games.space_editor.cards.texts import printed_lines
from orrery.press.order import Order
from orrery.press.prints import Choice, Face, Pictures, Prints, Thing

SIZE: Final = 63.5
PIPS: Final = {"bronze": 1, "silver": 2, "gold": 3}
ENERGIES: Final = {"n": "nuclear", "g": "gravity", "k": "kinetic", "-": "blank"}
ROWS: Final[list[dict[str, str]]] = [
    {"en": "Player", "ja": "プレイヤー"},
    {"en": "Stars alone", "ja": "単独の恒星"},
    {"en": "Pairs of stars", "ja": "連星のペア"},
    {"en": "This match", "ja": "この対戦"},
    {"en": "Match 2", "ja": "2戦目"},
    {"en": "Match 3", "ja": "3戦目"},
    {"en": "Match 4", "ja": "4戦目"},
    {"en": "Together", "ja": "合計"},
]
"""What is written down on the score sheet."""


class GamePrints(Prints):
    """Space Editor on paper."""

    def cards(self, choice: Choice, order: Order, pictures: Pictures) -> list[Thing]:
        """SE-2.1: all cards of a set once, or those of a deck as often as they are in it."""
        known = sets.standard() if choice.folder is None else sets.SetFile(choice.folder, choice.folder.name)
        cards = known.material.cards
        ids = CardCatalogue(known).find(choice.wishes)
        if choice.deck is not None:
            ids = [id for id in choice.deck if id in ids]
        things: dict[str, Thing] = {}
        for id in ids:
            if id in things:
                things[id].copies += 1
                continue
            card: JsonObject = cards[id]
            element = card["element"] or "none"
            back = {"back": pictures.piece(f"back-{element}"), "element": pictures.piece(f"element-{element}")}
            face = Face("card", self._data(known, id, card, pictures, choice.folder is None))
            things[id] = Thing(id, face, SIZE, SIZE, Face("back", back))
        return list(things.values())

    def _data(self, known: sets.SetFile, id: str, card: JsonObject, pictures: Pictures, is_ours: bool) -> JsonObject:
        """What a face is set from. A card of one's own has the plain sky of its element."""
        element = card["element"] or "none"
        sides = [
            {"energy": ENERGIES[text[0]], "value": text.strip("*")[1:], "mark": text.endswith("*")}
            for text in card["sides"]
        ]
        named = f"ground-{element}"
        drawn = {
            "picture": pictures.within(id, 1, 1) if is_ours and pictures.has(id) else pictures.piece(named),
            "element": pictures.piece(f"element-{element}"),
            "binary": pictures.piece("binary"),
            **{energy: pictures.piece(f"energy-{energy}") for energy in ENERGIES.values()},
        }
        if card["level"]:
            drawn["level"] = pictures.piece(f"level-{card['level']}")
        if card["kind"] in ("star", "planet", "ability"):
            drawn[card["kind"]] = pictures.piece(card["kind"])
        words = {
            lang: {"name": known.names[lang].get(id) or card.get("name") or id, "lines": printed_lines(card, lang)}
            for lang in LANGUAGES
        }
        return {
            "art": drawn,
            "kind": card["kind"],
            "level": card["level"],
            "mark": f"{id} · {known.title.get('en', known.name)} {known.version}",
            "pips": PIPS.get(card["level"] or "", 0),
            "points": card["vp"],
            "sides": sides,
            "words": words,
        }

    def score(self, order: Order, pictures: Pictures) -> list[Thing]:
        """A sheet of half the size of A4, with a column for each element."""
        texts = data_file(self.game.package, "texts.toml")
        assert texts is not None
        names: JsonObject = texts["element"]
        columns = [{"name": dict(names[each]), "sign": pictures.piece(f"element-{each}")} for each in ELEMENTS]
        title = self.game.guide().title()[order.langs[0]]
        return [Thing("score", Face("score", {"title": title, "elements": columns, "rows": ROWS}), 138, 190, copies=2)]
