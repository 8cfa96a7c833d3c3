"""The cards of Space Editor, for print: squares of 63.5 mm (SE-2.10) whose backs show their elements."""

from __future__ import annotations

import re
from typing import Final

from orrery.core.clause import LANGUAGES
from orrery.core.data import JsonObject, data_file
from orrery.core.handbook import Moment
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.cards.card import ELEMENTS
from orrery.games.space_editor.cards.catalogue import CardCatalogue
from orrery.games.space_editor.cards.texts import printed_lines
from orrery.press.order import Order
from orrery.press.prints import BESIDE, Choice, Face, Pictures, Prints, Thing, scene_wide

SIZE: Final = 63.5
SIGNS: Final[dict[str, dict[str, str]]] = {
    "energy-nuclear": {"en": "nuclear", "ja": "核"},
    "energy-gravity": {"en": "gravity", "ja": "重力"},
    "energy-kinetic": {"en": "kinetic", "ja": "運動"},
    "binary": {"en": "binary mark", "ja": "連星記号"},
    "star": {"en": "star", "ja": "恒星"},
    "planet": {"en": "planet", "ja": "惑星"},
    "ability": {"en": "ability", "ja": "アビリティー"},
}
"""What the summary card explains, beside the elements."""
LARGEST_SHOWN: Final = 18.0
"""How large a card is in the booklet at most."""
ALONE: Final = 1.5
"""How much larger in a figure of one step."""
HAND_APART: Final = 3.0
"""How far below the table a hand lies."""
CHANGES: Final = frozenset({"placed", "turned_down", "turned_up", "faced", "rotated"})
PLACE: Final = re.compile(r"place (\w+) (-?\d+),(-?\d+) r(\d)")
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
            face = Face("card", self._data(known, id, card, pictures, choice.folder is None))
            things[id] = Thing(id, face, SIZE, SIZE, Face("back", self._back(card, pictures)))
        return list(things.values())

    def signs(self, pictures: Pictures) -> list[JsonObject]:
        """Energies, the binary mark, kinds of cards, elements."""
        texts = data_file(self.game.package, "texts.toml")
        assert texts is not None
        named = {**SIGNS, **{f"element-{each}": dict(texts["element"][each]) for each in ELEMENTS}}
        return [{"picture": pictures.piece(name), "words": words} for name, words in named.items()]

    def scenes(self, moments: list[Moment], pictures: Pictures) -> list[Thing]:
        """The cards on the table as they lie, as large as their number allows; a card that is tried and refused lies
        there under a cross. A hand that is seen lies below them.
        """
        laid = [self._laid(moment) for moment in moments]
        left = min(card["x"] for cards in laid for card in cards)
        right = max(card["x"] for cards in laid for card in cards)
        hands = [[hand for hand in moment.view["hands"] if isinstance(hand, list)] for moment in moments]
        columns = max(right - left + 1, *(len(hand) for seen in hands for hand in seen), 1)
        size = min(LARGEST_SHOWN * ALONE if len(moments) == 1 else LARGEST_SHOWN, scene_wide(moments) / columns)
        found: list[Thing] = []
        for at in range(len(moments)):
            row = [card for cards in laid[at - at % BESIDE : at - at % BESIDE + BESIDE] for card in cards]
            top, foot = max(card["y"] for card in row), min(card["y"] for card in row)
            rows = top - foot + 1
            start = (columns - (right - left + 1)) / 2
            shown = [self._shown(card, start + card["x"] - left, top - card["y"], 0.0, pictures) for card in laid[at]]
            for hand in hands[at]:
                for i, id in enumerate(hand):
                    held = {"card": id, "up": True, "turn": 0, "mark": ""}
                    shown.append(self._shown(held, (columns - len(hand)) / 2 + i, rows, HAND_APART, pictures))
            high = rows * size + (HAND_APART + size if hands[at] else 0)
            found.append(Thing("the universe", Face("universe", {"size": size, "cards": shown}), columns * size, high))
        return found

    def _shown(self, card: JsonObject, x: float, y: float, gap: float, pictures: Pictures) -> JsonObject:
        """A card of a figure with both its sides, and where it lies: counted in cards, the gap above in millimetres."""
        known = sets.standard()
        id = str(card["card"])
        row: JsonObject = known.material.cards[id]
        face = {**self._data(known, id, row, pictures, True), "turn": card["turn"]}
        return {**card, "x": x, "y": y, "gap": gap, "face": face, "back": self._back(row, pictures)}

    def _laid(self, moment: Moment) -> list[JsonObject]:
        """The cards in the universe, and one that was tried; those that have just been placed or turned are marked."""
        changed = {event["no"] for event in moment.events if event["event"] in CHANGES}
        found: list[JsonObject] = [
            {"card": each["card"], "x": each["x"], "y": each["y"], "turn": each["r"], "up": each["up"],
             "mark": "changed" if each["no"] in changed else ""}
            for each in moment.view["board"]
        ]  # fmt: skip
        tried = None if moment.refusal is None else PLACE.fullmatch(moment.word or "")
        if tried is not None:
            id, x, y, turn = tried.groups()
            found.append({"card": id, "x": int(x), "y": int(y), "turn": int(turn), "up": True, "mark": "refused"})
        return found

    def _back(self, card: JsonObject, pictures: Pictures) -> JsonObject:
        """A card face down: its element alone."""
        element = card["element"] or "none"
        return {"back": pictures.piece(f"back-{element}"), "element": pictures.piece(f"element-{element}")}

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
