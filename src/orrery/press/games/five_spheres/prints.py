"""The cards of Five Spheres, for print: 63 by 88 mm, and backs on which the generic creature stands (FS-1.6)."""

from __future__ import annotations

import re
from typing import Any, Final

from orrery.core.clause import LANGUAGES
from orrery.core.data import JsonObject, data_file
from orrery.core.handbook import Moment
from orrery.games.five_spheres.cards import collections
from orrery.games.five_spheres.cards.catalogue import CardCatalogue
from orrery.games.five_spheres.cards.texts import creature_text, spell_text
from orrery.games.five_spheres.rules.loading import table_of
from orrery.press.art import colour_of
from orrery.press.order import Order
from orrery.press.prints import Choice, Face, Pictures, Prints, Thing, scene_wide

WIDE: Final = 63
HIGH: Final = 88
GENERIC_COST: Final = 3
GENERIC: Final = (3, 1)
"""FS-1.7."""
SHOWN: Final = 10.5
"""How wide a card is in the booklet, and in a figure of one step."""
SHOWN_ALONE: Final = 16.0
LABEL: Final = 3.0
"""How high the word is that says where cards lie."""
LINES: Final = (("battlefield",), ("fortress", "vault", "groove"), ("hand",))
"""What lies beside each other, from the middle of the table on."""
SPHERE: Final = re.compile(r"[a-z]+")
LIGHT: Final = "#f7f5ff"
DARK: Final = "#16182b"


class GamePrints(Prints):
    """Five Spheres on paper."""

    def cards(self, choice: Choice, order: Order, pictures: Pictures) -> list[Thing]:
        """All cards of a collection once, or those of a deck as often as they are in it."""
        known = (
            collections.standard()
            if choice.folder is None
            else collections.Collection(choice.folder, choice.folder.name)
        )
        ids = CardCatalogue(known).find(choice.wishes)
        if choice.deck is not None:
            ids = [id for id in choice.deck if id in ids]
        texts = data_file(self.game.package, "texts.toml")
        assert texts is not None
        maker = Maker(known, texts, pictures, choice.folder is None)
        things: dict[str, Thing] = {}
        for id in ids:
            if id in things:
                things[id].copies += 1
            else:
                things[id] = Thing(id, Face("card", maker.card(id)), WIDE, HIGH, Face("back", maker.back(id)))
        return list(things.values())

    def signs(self, pictures: Pictures) -> list[JsonObject]:
        """The spheres, and the kinds of spells."""
        texts = data_file(self.game.package, "texts.toml")
        assert texts is not None
        spheres: list[JsonObject] = [
            {"picture": pictures.piece(f"sphere-{sphere}"), "words": dict(texts["sphere"][sphere])}
            for sphere in texts["sphere"]
        ]
        kinds: list[JsonObject] = [
            {"picture": pictures.piece(f"mark-{kind}", DARK), "words": dict(texts["type"][kind])}
            for kind in texts["type"]
            if pictures.has(f"piece-mark-{kind}")
        ]
        return spheres + kinds

    def scenes(self, moments: list[Moment], pictures: Pictures) -> list[Thing]:
        """What lies before each lord, the second one's above: creatures that are engaged and crystals lie turned."""
        texts = data_file(self.game.package, "texts.toml")
        assert texts is not None
        maker = Maker(collections.standard(), texts, pictures, True)
        seats = len(moments[0].view["seats"])
        order = [(seat, line) for seat in reversed(range(seats)) for line in (LINES if seat == 0 else LINES[::-1])]
        shown = [
            (seat, line) for seat, line in order if any(lies(moment, seat, zone) for moment in moments for zone in line)
        ]
        size = SHOWN if len(moments) > 1 else SHOWN_ALONE
        high = len(shown) * (size * HIGH / WIDE + LABEL)
        found: list[Thing] = []
        for moment in moments:
            lines = [
                [
                    {"words": dict(texts["zone"]["spell" if zone == "fortress" else zone]),
                     "cards": [maker.lying(card, zone) for card in lies(moment, seat, zone)]}
                    for zone in line if lies(moment, seat, zone)
                ]
                for seat, line in shown
            ]  # fmt: skip
            middle = sum(1 for seat, _ in shown if seat > 0)
            data = {"size": size, "label": LABEL, "lines": lines, "middle": middle if middle < len(shown) else 0}
            found.append(Thing("the table", Face("realms", data), scene_wide(moments), high))
        return found


def lies(moment: Moment, seat: int, zone: str) -> list[Any]:
    """The cards of a zone at a moment, as the view has them; of a hand that is not seen none."""
    there: Any = moment.view["seats"][seat][zone]
    return there if isinstance(there, list) else []


class Maker:
    """What faces are set from."""

    def __init__(self, known: collections.Collection, texts: JsonObject, pictures: Pictures, is_ours: bool) -> None:
        self.known = known
        self.texts = texts
        self.pictures = pictures
        self.is_ours = is_ours
        self.strengths = table_of(known.cards).cards

    def card(self, id: str) -> JsonObject:
        """A face; a card of one's own has the ground and the motif of its sphere."""
        card: JsonObject = self.known.cards[id]
        spheres: list[str] = card["spheres"]
        signs = [self.pictures.piece(f"sphere-{sphere}") for sphere in spheres]
        is_drawn = self.is_ours and self.pictures.has(id)
        printed = self.strengths[id]
        return {
            "colours": [self._colour(sphere) for sphere in spheres],
            "creature": self._half(id, card, "creature"),
            "spell": self._half(id, card, "spell"),
            "mark": f"{id} · {card.get('code', '')} · {self.known.title.get('en', '')} {self.known.version}",
            "picture": self.pictures.within(id if is_drawn else f"piece-ground-{spheres[0]}", 12, 5),
            "sphere": signs[0],
            "spheres": signs,
            "strengths": [printed.strength, printed.afflicted],
        }

    def back(self, id: str) -> JsonObject:
        """A back, by the spheres alone."""
        spheres: list[str] = self.known.cards[id]["spheres"]
        signs = {key: self._sign(f"sign-{key}") for key in ("crystal", "energy")}
        words = {"crystal": dict(self.texts["step"]["crystal"]), "energy": dict(self.texts["zone"]["groove"])}
        return {
            "ground": self.pictures.within(f"piece-back-{'-'.join(spheres)}", WIDE, HIGH),
            "spheres": [self.pictures.piece(f"sphere-{sphere}") for sphere in spheres],
            "cost": GENERIC_COST,
            "strengths": list(GENERIC),
            "words": words,
            **{key: light for key, (light, _) in signs.items()},
            **{f"{key}-dark": dark for key, (_, dark) in signs.items()},
        }

    def lying(self, card: Any, zone: str) -> JsonObject:
        """A card on the table of a figure: a face with names and strength, or a back with what it stands for."""
        row: JsonObject = card if isinstance(card, dict) else {"card": card}
        id = str(row["card"])
        turned = zone == "vault" or bool(row.get("engaged"))
        if id.startswith("?"):
            mark = {"fortress": "tower", "groove": "energy"}.get(zone)
            return {
                "ground": self.pictures.within(f"piece-back-{'-'.join(SPHERE.findall(id))}", WIDE, HIGH),
                "mark": None if mark is None else self._sign(f"sign-{mark}")[0],
                "turned": turned,
            }
        names = {lang: self.known.names[lang][id] for lang in LANGUAGES}
        halves = {"battlefield": ("creature",), "fortress": ("spell",)}.get(zone, ("creature", "spell"))
        return {
            "names": {lang: [own[half] for half in halves] for lang, own in names.items()},
            "picture": self.pictures.within(id, 1, 1),
            "sphere": self.pictures.piece(f"sphere-{self.known.cards[id]['spheres'][0]}"),
            "strength": row.get("strength"),
            "afflicted": bool(row.get("afflicted")),
            "turned": turned,
        }

    def _colour(self, sphere: str) -> str:
        """The colour that a sphere has in all its art."""
        return colour_of(self.pictures.text(f"piece-sphere-{sphere}")) or LIGHT

    def _sign(self, name: str) -> tuple[str, str]:
        """A mark in light and in dark."""
        return self.pictures.piece(name, LIGHT), self.pictures.piece(name, DARK)

    def _half(self, id: str, card: JsonObject, half: str) -> JsonObject:
        """A half: its cost, names, what it is, and its lines with their marks."""
        row: JsonObject = card[half]
        is_creature = half == "creature"
        kind = row.get("keyword", "") if is_creature else row["type"]
        light, dark = ("", "") if not kind else self._mark(kind)
        if not light:
            light, dark = self._sign("sign-mana")
        abilities: list[Any] = row.get("abilities", [])
        lines: dict[str, list[JsonObject]] = {}
        kinds: dict[str, str] = {}
        for lang in LANGUAGES:
            words = self.known.races[lang] | self.known.keywords[lang]
            text = (creature_text if is_creature else spell_text)(row, lang, words).splitlines()
            first = max(0, len(text) - len(abilities))
            lines[lang] = [self._line(one, abilities[i - first] if i >= first else None) for i, one in enumerate(text)]
            if is_creature:
                named = [str(words.get(row["race"], row["race"]))]
                named += [str(words.get(row["keyword"], row["keyword"]))] if "keyword" in row else []
                kinds[lang] = " · ".join(named)
            else:
                kinds[lang] = str(self.texts["type"][row["type"]][lang])
        cost = GENERIC_COST if row.get("inverted") else row["cost"]
        names = {lang: self.known.names[lang][id][half] for lang in LANGUAGES}
        return {"cost": cost, "names": names, "kinds": kinds, "lines": lines, "mark": light, "dark": dark}

    def _mark(self, name: str) -> tuple[str, str]:
        """The mark of a keyword, a moment or a passive; empty for a word that has none."""
        if not self.pictures.has(f"piece-mark-{name}"):
            return "", ""
        return self._sign(f"mark-{name}")

    def _line(self, text: str, ability: JsonObject | None) -> JsonObject:
        """A line of text with the mark of its ability."""
        name = "" if ability is None else ability.get("when") or ability.get("passive") or ""
        light, dark = self._mark(name) if name else ("", "")
        return {"text": text, "mark": light or None, "dark": dark or None}
