"""The small changes that a designer might try on a card set: victory points of stars and values of energies, each
within the cost formula and the constraints of SE-16. Ability cards stay as they are: what their weak sides are for, no
number says.

A card whose cost follows the formula keeps to it: its cost changes along. Where more points would cost a deck too much,
or fewer too little, the points are paid for with the energies of the same card. Sorts of energies, marks and levels
stay as they were designed.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from orrery.core.cards.layout import Edit
from orrery.core.cards.tweaks import UNKNOWN, Tweak, Tweaks, copy_edited, edits_of
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, Fields, JsonObject, parse_toml
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.cards.card import ELEMENTS, Card
from orrery.games.space_editor.cards.catalogue import label
from orrery.games.space_editor.cards.checks import CHECKS, Book, Finding, check_set
from orrery.games.space_editor.cards.costs import Weights, cost_of, sides_price, weights_of
from orrery.games.space_editor.cards.sets import MAIN_FILE, SetFile
from orrery.games.space_editor.rules.loading import Material

if TYPE_CHECKING:
    from orrery.core.options import Said

POINTS: Final = (-8, -5, -3, -2, -1, 1, 2, 3, 5, 8)
"""By how much the points of a star may change."""
VALUES: Final = (-5, -3, -2, -1, 1, 2, 3, 5)
"""By how much the value of one energy may change."""
MOST_PAID: Final = 8
"""So much, at most, one energy gives or gets to pay for points."""


class SetTweaks(Tweaks):
    """The small changes of the basic decks of a set."""

    def of(self, source: Traversable | None, decks: list[str]) -> list[Tweak]:
        draft = Draft(source)
        found: list[Tweak] = []
        for element in ELEMENTS:
            if element in decks:
                for id in draft.set.material.basic[element]:
                    found += draft.points(id, element) + draft.values(id, element)
        return found

    def breaks(self, source: Traversable | None, tweaks: list[Tweak]) -> list[str]:
        draft = Draft(source)
        known = {told(finding) for finding in check_set(draft.set)}
        cards: JsonObject = dict(draft.set.material.cards)
        for edits in edits_of(tweaks).values():
            for edit in edits:
                id, field = str(edit.place[1]), str(edit.place[2])
                card: JsonObject = dict(cards[id])
                if field == "sides":
                    card[field] = list(card[field])
                    card[field][int(edit.place[3])] = edit.after
                else:
                    card[field] = edit.after
                cards[id] = card
        material = draft.set.material
        draft.set.material = Material(cards, material.basic, material.basepoints)
        return [finding.line() for finding in check_set(draft.set) if told(finding) not in known]

    def apply(self, source: Traversable | None, tweaks: list[Tweak], target: Path) -> Path:
        copy_edited(folder_of(source), tweaks, target)
        return target


def folder_of(source: Traversable | None) -> Traversable:
    """The folder of a set; that of the standard one for None."""
    return sets.data().joinpath("sets").joinpath(sets.STANDARD) if source is None else source


def told(finding: Finding) -> tuple[str, str]:
    """What a finding is about: two that differ only in the number found are the same one."""
    return finding.clause, finding.where


class Draft:
    """A set whose cards are changed one at a time, each change looked at by the checks and taken back."""

    def __init__(self, source: Traversable | None) -> None:
        """Raises DataFault."""
        folder = folder_of(source)
        self.set = SetFile(folder, folder.name)
        self.files: dict[str, tuple[str, JsonObject]] = {}
        """By card: the file that has it, and what is written there."""
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            if file.name.endswith(".toml") and file.name != MAIN_FILE:
                for id, row in parse_toml(file.read_text(encoding="utf-8"), file.name)["cards"].items():
                    self.files[id] = file.name, row
        self.weights: Weights | None = weights_of(self.set.costs)
        self.book = Book(self.set.material)
        self.highest: int = max([side.value for card in self.book.cards.cards for side in card.sides])
        """No energy of the set is higher, and none becomes higher."""
        self.known = self._found()

    def _found(self) -> set[tuple[str, str]]:
        """What the checks find in the cards as they are now."""
        return {told(finding) for check in CHECKS for finding in check(self.book)}

    def points(self, id: str, element: str) -> list[Tweak]:
        """The changes of a star's points that are legal, the smallest first; paid for where they are not."""
        before = self.set.material.cards[id]
        if before["kind"] != "star" or "vp" not in self.files[id][1]:
            return []
        found: list[Tweak] = []
        for step in sorted(POINTS, key=abs):
            vp = before["vp"] + step
            if vp < 1:
                continue
            card = {**before, "vp": vp}
            plain = self.tweak(id, element, card, abs(step), self.worth(card) - self.worth(before))
            if plain is not None:
                found.append(plain)
            elif abs(step) == 1:
                found += self.paid(id, element, card, -step)
        return found

    def worth(self, card: JsonObject) -> float:
        """What the points and the energies of a card are worth by the formula, before it rounds; without one, what
        they add up to.
        """
        if self.weights is None:
            return float(card["vp"] + sum([int(side.strip("ng*")) for side in card["sides"] if side[0] in "ng"]))
        points = self.weights.number("vp") * card["vp"]
        return float(points + sides_price(card["sides"], card["vp"], self.weights))

    def paid(self, id: str, element: str, card: JsonObject, way: int) -> list[Tweak]:
        """A change of points that is legal only if an energy of the card pays for it: the least payment of each."""
        found: list[Tweak] = []
        for side in range(4):
            for by in range(1, MOST_PAID + 1):
                sides = changed(card["sides"], side, way * by, self.highest)
                tweak = None if sides is None else self.tweak(id, element, {**card, "sides": sides}, 1 + by, UNKNOWN)
                if tweak is not None:
                    found.append(tweak)
                    break
        return found

    def values(self, id: str, element: str) -> list[Tweak]:
        """The changes of one energy of a star or planet that are legal, the smallest first."""
        before = self.set.material.cards[id]
        if before["kind"] == "ability":
            return []
        found: list[Tweak] = []
        for step in sorted(VALUES, key=abs):
            for side in range(4):
                sides = changed(before["sides"], side, step, self.highest)
                if sides is not None:
                    card = {**before, "sides": sides}
                    tweak = self.tweak(id, element, card, abs(step), self.worth(card) - self.worth(before))
                    if tweak is not None:
                        found.append(tweak)
        return found

    def tweak(self, id: str, element: str, card: JsonObject, size: int, worth: float) -> Tweak | None:
        """The change to this card, or None if a check finds what it did not find before."""
        before = self.set.material.cards[id]
        file, written = self.files[id]
        if "cost" in written and self.weights is not None and before["cost"] == cost_of(before, self.weights):
            card = {**card, "cost": cost_of(card, self.weights)}
        try:
            read = Card(id, Fields({key: value for key, value in card.items() if key != "abilities"}, id))
        except DataFault:
            return None
        if not self._is_legal(id, element, read):
            return None
        edits: list[Edit] = []
        for field in ("vp", "cost"):
            if card[field] != before[field]:
                edits.append(Edit(file, ("cards", id, field), before[field], card[field]))
        for side in range(4):
            if card["sides"][side] != before["sides"][side]:
                edits.append(Edit(file, ("cards", id, "sides", side), before["sides"][side], card["sides"][side]))
        fields = [field for field in ("vp", "sides") if card[field] != before[field]]
        old, new = written_as(before, fields), written_as(card, fields)
        return Tweak(
            id, ", ".join(fields), old, new, edits, self._said(id, fields, before, card), size, [element], worth
        )

    def _is_legal(self, id: str, element: str, read: Card) -> bool:
        """Do the checks find nothing new with this card in the place of the one that was?"""
        cards, index = self.book.cards.cards, self.book.cards.index[id]
        places = [(deck, i) for deck in self.book.decks.values() for i, card in enumerate(deck) if card.id == id]
        was = cards[index]
        cards[index] = read
        for deck, i in places:
            deck[i] = read
        found = self._found()
        cards[index] = was
        for deck, i in places:
            deck[i] = was
        return found <= self.known

    def _said(self, id: str, fields: list[str], before: JsonObject, card: JsonObject) -> Said:
        """The change for people."""
        facts = {
            "vp": str(before["vp"]),
            "new_vp": str(card["vp"]),
            "sides": " ".join(before["sides"]),
            "new_sides": " ".join(card["sides"]),
        }
        said: Said = {}
        for lang in LANGUAGES:
            template = label(f"tweak.{'_'.join(fields)}", lang)
            said[lang] = template.format_map({**facts, "name": self.set.names[lang][id]})
        return said


def written_as(card: JsonObject, fields: list[str]) -> str:
    """Points and sides of a card as they are written."""
    return ", ".join([" ".join(card[field]) if field == "sides" else str(card[field]) for field in fields])


def changed(sides: list[str], side: int, step: int, highest: int) -> list[str] | None:
    """The sides with the value of one energy changed; None where there is no energy with a value, where none would be
    left, or where it would be higher than allowed and than it was.
    """
    text = sides[side]
    mark = "*" if text.endswith("*") else ""
    body = text.removesuffix("*")
    if body[0] not in "ng":
        return None
    value = int(body[1:]) + step
    if value < 1 or (step > 0 and value > highest):
        return None
    return [*sides[:side], f"{body[0]}{value}{mark}", *sides[side + 1 :]]
