"""The small changes that a designer might try on a board: the colour of a tile, two tiles that change places, and the
house that a planet turns back in.

The shape of the chart stays, and so do the conditions under which its colours were found (VE-18.1, the third ruling):
five or six tiles of each colour, no colour twice in a house or at a circle, no planet with a tile in its own R house.
A board that breaks one of them is not made to break more. A changed board has a name of its own, since a name means one
board.
"""

from __future__ import annotations

import json
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import combinations
from pathlib import Path
from typing import Final

from orrery.core.cards.layout import Edit, Place, edited
from orrery.core.cards.lexicon import lexicon_of
from orrery.core.cards.tweaks import UNKNOWN, Tweak, Tweaks, edits_of
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject, read_toml
from orrery.core.notation import digest
from orrery.core.options import Said
from orrery.games.vediic.board import HOUSES, parse_board
from orrery.games.vediic.boards import PACKAGE, STANDARD
from orrery.games.vediic.cards import COLORS

FILE: Final = "catalogue.toml"
TILES_OF_A_COLOR: Final = (5, 6)
LETTERS_OF_A_NAME: Final = 6
"""So many letters of a digest tell the names of changed boards apart."""


class BoardTweaks(Tweaks):
    """The small changes of a board; it belongs to no deck."""

    def of(self, source: Traversable | None, decks: list[str]) -> list[Tweak]:
        draft = Draft(source)
        return draft.recolourings() + draft.turnings() + draft.swaps()

    def breaks(self, source: Traversable | None, tweaks: list[Tweak]) -> list[str]:
        draft = Draft(source)
        text = draft.changed(tweaks)
        try:
            parse_board(text, draft.name)
        except DataFault as fault:
            return [str(fault)]
        return sorted(breaches(json.loads(text)) - draft.known)

    def apply(self, source: Traversable | None, tweaks: list[Tweak], target: Path) -> Path:
        draft = Draft(source)
        text = draft.changed(tweaks)
        name: str = json.loads(text)["name"]
        target.mkdir(parents=True, exist_ok=True)
        file = target / f"{name}.json"
        file.write_bytes(text.encode("utf-8"))
        return file


def breaches(board: JsonObject) -> set[str]:
    """VE-18.1: the conditions on colours that a board breaks, a sentence each."""
    found: set[str] = set()
    counts: dict[str, int] = {}
    at_circle: set[tuple[str, str]] = set()
    for house in board["houses"]:
        colors = [tile["color"] for tile in house["tiles"]]
        for color in colors:
            counts[color] = counts.get(color, 0) + 1
            if colors.count(color) > 1:
                found.add(f"house {house['house']} has {color} twice; right is each colour once at most")
        if house["retrograde"] in colors:
            found.add(f"house {house['house']} has the R and a tile of {house['retrograde']}; right is one of the two")
        for tile in house["tiles"]:
            for circle in tile["circles"]:
                if (circle, tile["color"]) in at_circle:
                    found.add(f"{circle} touches {tile['color']} twice; right is each colour once at most")
                at_circle.add((circle, tile["color"]))
    low, high = TILES_OF_A_COLOR
    for color in COLORS:
        if not low <= counts.get(color, 0) <= high:
            found.add(f"{color} has too few or too many tiles; right are {low} or {high}")
    return found


class Draft:
    """A board whose tiles are changed one at a time, each change looked at and taken back."""

    def __init__(self, source: Traversable | None) -> None:
        """Raises DataFault."""
        if source is None:
            source = resources.files(PACKAGE).joinpath("data").joinpath("boards").joinpath(f"{STANDARD}.json")
        self.name = source.name
        try:
            self.text = source.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            raise DataFault(source.name, f"this is no board file: {fault}") from None
        parse_board(self.text, source.name)
        self.board: JsonObject = json.loads(self.text)
        self.known = breaches(self.board)
        self.words: JsonObject = read_toml(PACKAGE, "data", "texts.toml")["color"]

    def changed(self, tweaks: list[Tweak]) -> str:
        """The text of the board with the changes and a name of its own. Raises DataFault."""
        edits = edits_of(tweaks).get(self.name, [])
        if not edits:
            return self.text
        before: str = self.board["name"]
        sign = digest([[*edit.place, edit.after] for edit in edits])[:LETTERS_OF_A_NAME]
        return edited(self.text, self.name, [*edits, Edit(self.name, ("name",), before, f"{before}-{sign}")])

    # --- the changes --------------------------------------------------------------------------------------------------

    def recolourings(self) -> list[Tweak]:
        """One tile in another colour."""
        found: list[Tweak] = []
        for house, row in enumerate(self.board["houses"]):
            for k, tile in enumerate(row["tiles"]):
                for color in COLORS:
                    if color != tile["color"] and self._is_legal([(house, k, color)]):
                        facts = {"house": str(house + 1), "corner": corner_of(tile)}
                        facts.update(before=tile["color"], after=color)
                        found.append(self._tweak("color", self._recoloured(house, k, color), facts, 1))
        return found

    def swaps(self) -> list[Tweak]:
        """Two tiles that change places."""
        places = [(house, k) for house, row in enumerate(self.board["houses"]) for k in range(len(row["tiles"]))]
        found: list[Tweak] = []
        for (house, k), (other, m) in combinations(places, 2):
            first: JsonObject = self.board["houses"][house]["tiles"][k]
            second: JsonObject = self.board["houses"][other]["tiles"][m]
            if first["color"] == second["color"]:
                continue
            if self._is_legal([(house, k, second["color"]), (other, m, first["color"])]):
                edits = self._recoloured(house, k, second["color"]) + self._recoloured(other, m, first["color"])
                facts = {"house": str(house + 1), "corner": corner_of(first), "before": first["color"]}
                facts.update(other=str(other + 1), other_corner=corner_of(second), after=second["color"])
                found.append(self._tweak("swap", edits, facts, 2))
        return found

    def turnings(self) -> list[Tweak]:
        """An R in another house that has none."""
        houses: list[JsonObject] = self.board["houses"]
        found: list[Tweak] = []
        for house in range(HOUSES):
            color = houses[house]["retrograde"]
            for other in range(HOUSES):
                if color is None or houses[other]["retrograde"] is not None:
                    continue
                if any(tile["color"] == color for tile in houses[other]["tiles"]):
                    continue
                edits = [
                    Edit(self.name, ("houses", house, "retrograde"), color, None),
                    Edit(self.name, ("houses", other, "retrograde"), None, color),
                ]
                if "retrograde" in self.board:
                    edits.append(Edit(self.name, ("retrograde", color), house + 1, other + 1))
                facts = {"color": color, "before": str(house + 1), "after": str(other + 1)}
                way = abs(house - other)
                found.append(self._tweak("retrograde", edits, facts, min(way, HOUSES - way)))
        return found

    def _is_legal(self, changes: list[tuple[int, int, str]]) -> bool:
        """Does the board break no more conditions with these tiles in these colours?"""
        was = [self.board["houses"][house]["tiles"][k]["color"] for house, k, _ in changes]
        for house, k, color in changes:
            self.board["houses"][house]["tiles"][k]["color"] = color
        found = breaches(self.board)
        for (house, k, _), color in zip(changes, was, strict=True):
            self.board["houses"][house]["tiles"][k]["color"] = color
        return found <= self.known

    def _recoloured(self, house: int, k: int, color: str) -> list[Edit]:
        """The edits for a tile in another colour: at its house, and at each circle that tells its tiles."""
        tile: JsonObject = self.board["houses"][house]["tiles"][k]
        before: str = tile["color"]
        places: list[Place] = [("houses", house, "tiles", k, "color")]
        for i, circle in enumerate(self.board["circles"]):
            if circle["id"] in tile["circles"]:
                for j, row in enumerate(circle.get("tiles", [])):
                    if row["house"] == house + 1 and row["color"] == before:
                        places.append(("circles", i, "tiles", j, "color"))
        return [Edit(self.name, place, before, color) for place in places]

    def _tweak(self, key: str, edits: list[Edit], facts: dict[str, str], size: int) -> Tweak:
        said: Said = {}
        for lang in LANGUAGES:
            told = dict(facts)
            for fact, word in facts.items():
                if word in self.words:
                    told[fact] = self.words[word][lang]
            said[lang] = lexicon_of(PACKAGE, lang, FILE).text(f"tweak.{key}").format_map(told)
        where = facts.get("corner", facts.get("color", ""))
        return Tweak(where, key, facts["before"], facts["after"], edits, said, size, [], UNKNOWN)


def corner_of(tile: JsonObject) -> str:
    """The circle that a tile is called after."""
    return str(tile.get("corner", tile["circles"][0]))
