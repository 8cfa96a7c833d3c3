"""The small changes that a designer might try on a collection: costs, strengths and numbers of abilities, each within
the balance of FS-16 and the constraints of FS-18.

The formula holds what is paid and what is got together, so most changes of a cost are coupled moves: a cost with a
strength, or with a number of an ability of the same half. Words, races and spheres stay as they were designed.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from orrery.core.cards.layout import Edit, Place
from orrery.core.cards.tweaks import Tweak, Tweaks, copy_edited, edits_of
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject, is_integer, parse_toml
from orrery.games.five_spheres.cards.balance import judge
from orrery.games.five_spheres.cards.catalogue import label
from orrery.games.five_spheres.cards.checks import CHECKS, Finding, check_collection, halves_in_balance
from orrery.games.five_spheres.cards.collections import (
    FOLDER,
    HALVES,
    MAIN_FILE,
    PACKAGE,
    STANDARD,
    Collection,
)
from orrery.games.five_spheres.cards.grammar import check_card
from orrery.games.five_spheres.cards.texts import creature_text, spell_text

if TYPE_CHECKING:
    from orrery.core.options import Said

NUMBERS: Final = ("cost", "strength", "afflicted", "n", "amount", "max", "min")
"""The fields whose numbers may change, wherever in a half they stand."""
PRINTED: Final = ("cost", "strength", "afflicted")
"""Those that stand on a card by themselves; the others are part of its text."""
STEPS: Final = {"cost": (-1, 1), "strength": (-2, -1, 1, 2)}
STEPS_OF_OTHERS: Final = (-1, 1)
COUPLED: Final = {"strength": (-3, -2, -1, 1, 2, 3)}
COUPLED_OTHERS: Final = (-2, -1, 1, 2)
"""By how much a number may change together with a cost."""


class CollectionTweaks(Tweaks):
    """The small changes of the pre-designed decks of a collection."""

    def of(self, source: Traversable | None, decks: list[str]) -> list[Tweak]:
        draft = Draft(source)
        found: list[Tweak] = []
        for deck in draft.collection.decks:
            if str(deck.number) in decks:
                for id in deck.ids:
                    for half in HALVES:
                        found += draft.tweaks(id, half)
        return found

    def breaks(self, source: Traversable | None, tweaks: list[Tweak]) -> list[str]:
        draft = Draft(source)
        cards = draft.collection.cards
        for edits in edits_of(tweaks).values():
            for edit in edits:
                id = str(edit.place[1])
                cards[id] = with_value(cards[id], edit.place[2:], edit.after)
        return [finding.line() for finding in check_collection(draft.collection) if told(finding) not in draft.known]

    def apply(self, source: Traversable | None, tweaks: list[Tweak], target: Path) -> Path:
        copy_edited(folder_of(source), tweaks, target)
        return target


def folder_of(source: Traversable | None) -> Traversable:
    """The folder of a collection; that of the standard one for None."""
    if source is not None:
        return source
    return resources.files(PACKAGE).joinpath("data").joinpath(FOLDER).joinpath(STANDARD)


def told(finding: Finding) -> tuple[str, str]:
    """What a finding is about: two that differ only in the number found are the same one."""
    return finding.clause, finding.where


def numbers_in(value: Any, place: Place) -> list[Place]:
    """The places of the numbers that may change, in the order in which they are written."""
    found: list[Place] = []
    if isinstance(value, dict):
        for key, part in value.items():
            if is_integer(part):
                if key in NUMBERS:
                    found.append((*place, key))
            else:
                found += numbers_in(part, (*place, key))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            found += numbers_in(part, (*place, i))
    return found


def value_at(value: Any, place: Place) -> Any:
    """The value at a place."""
    for key in place:
        value = value[key]
    return value


def with_value(value: Any, place: Place, new: object) -> Any:
    """A copy with another value at a place; what does not change is shared."""
    if not place:
        return new
    found: Any = dict(value) if isinstance(value, dict) else list(value)
    found[place[0]] = with_value(value[place[0]], place[1:], new)
    return found


class Draft:
    """A collection whose cards are changed one at a time, each change looked at by the checks and taken back."""

    def __init__(self, source: Traversable | None) -> None:
        """Raises DataFault."""
        folder = folder_of(source)
        self.collection = Collection(folder, folder.name)
        self.files: dict[str, str] = {}
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            if file.name.endswith(".toml") and file.name != MAIN_FILE:
                for id in parse_toml(file.read_text(encoding="utf-8"), file.name)["cards"]:
                    self.files[id] = file.name
        self.known: set[tuple[str, str]] = {told(finding) for finding in check_collection(self.collection)}

    def tweaks(self, id: str, half: str) -> list[Tweak]:
        """The legal changes of a half: one number, or the cost with another one; the smallest first."""
        card: JsonObject = self.collection.cards[id]
        numbers = numbers_in(card[half], (half,))
        steps: list[list[tuple[Place, int]]] = []
        for place in numbers:
            for step in STEPS.get(str(place[-1]), STEPS_OF_OTHERS):
                steps.append([(place, step)])
        cost: Place = (half, "cost")
        for paid in (-1, 1):
            for place in numbers:
                if place != cost:
                    for step in COUPLED.get(str(place[-1]), COUPLED_OTHERS):
                        steps.append([(cost, paid), (place, step)])
        steps.sort(key=lambda each: sum([abs(step) for _, step in each]))
        tweaks = [self._tweak(id, half, each) for each in steps]
        return [tweak for tweak in tweaks if tweak is not None]

    def _tweak(self, id: str, half: str, steps: list[tuple[Place, int]]) -> Tweak | None:
        """The change by these steps, or None if a check finds what it did not find before."""
        before: JsonObject = self.collection.cards[id]
        after = before
        for place, step in steps:
            old = value_at(before, place)
            if old and old * (old + step) <= 0:
                return None  # A number that vanishes or turns round makes another ability.
            after = with_value(after, place, old + step)
        try:
            check_card(after, id)
        except DataFault:
            return None
        if not self._is_legal(id, after):
            return None
        edits: list[Edit] = []
        for place, _ in steps:
            edits.append(Edit(self.files[id], ("cards", id, *place), value_at(before, place), value_at(after, place)))
        gain = worth(after) - worth(before)
        if not gain and len(steps) == 1 and steps[0][0][-1] == "afflicted":
            gain = Fraction(steps[0][1])
        return Tweak(
            id,
            ", ".join([field_of(place) for place, _ in steps]),
            ", ".join([str(edit.before) for edit in edits]),
            ", ".join([str(edit.after) for edit in edits]),
            edits,
            self._said(id, half, before[half], after[half]),
            sum([abs(step) for _, step in steps]),
            [str(self.collection.codes[id].deck)],
            float(gain),
        )

    def _is_legal(self, id: str, card: JsonObject) -> bool:
        """Do the checks find nothing new with this card in the place of the one that was? The balance, which refuses
        most, is asked first, and only of this card.
        """
        for half in judge(card).halves():
            if not half.in_balance and ("FS-16.2", f"{id} {half.half}") not in self.known:
                return False
        was = self.collection.cards[id]
        self.collection.cards[id] = card
        found = {
            told(finding) for check in CHECKS if check is not halves_in_balance for finding in check(self.collection)
        }
        self.collection.cards[id] = was
        return found <= self.known

    def _said(self, id: str, half: str, before: JsonObject, after: JsonObject) -> Said:
        """The change for people: the numbers printed by themselves, and the lines of the text that differ."""
        said: Said = {}
        for lang in LANGUAGES:
            changes: list[str] = []
            for field in PRINTED:
                old, new = before.get(field), after.get(field)
                if old != new:
                    changes.append(label(f"tweak.{field}", lang).format_map({"before": old, "after": new}))
            names = {**self.collection.races[lang], **self.collection.keywords[lang]}
            write = creature_text if half == "creature" else spell_text
            lines = zip(write(before, lang, names).split("\n"), write(after, lang, names).split("\n"), strict=True)
            for old_line, new_line in lines:
                if old_line != new_line:
                    changes.append(label("tweak.text", lang).format_map({"before": old_line, "after": new_line}))
            facts = {
                "name": self.collection.names[lang][id][half],
                "changes": label("tweak.between", lang).join(changes),
            }
            said[lang] = label("tweak.card", lang).format_map(facts)
        return said


def worth(card: JsonObject) -> Fraction:
    """FS-16: by how much a card is worth more than is paid for it, both halves together."""
    return sum([half.difference for half in judge(card).halves()], Fraction(0))


def field_of(place: Place) -> str:
    """A place in a card as its field is named: `spell.do[0].target.n`."""
    text = ""
    for key in place:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else key
    return text
