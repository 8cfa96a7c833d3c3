"""What would never end: abilities that fire themselves or each other again, until only the referee cuts the chain."""

from __future__ import annotations

from typing import Final

from orrery.core.data import JsonObject, named
from orrery.games.five_spheres.cards.lint.scenes import CREATURE, FACE_DOWN_SUBJECTS, is_this
from orrery.games.five_spheres.cards.lint.slips import Slip
from orrery.games.five_spheres.cards.vocabulary import DESTINATIONS, default_by

CUT_AFTER: Final = 30
"""FS-13.6: so many abilities in a row are carried out."""
STEADY_KEYS: Final = ("sphere", "race", "keyword", "spell_type", "max_cost", "min_cost", "max_spell_cost",
                      "min_spell_cost")  # fmt: skip
"""The keys of a filter that hold for a card wherever its face is seen."""
CHAINS: Final = {
    "crystallised": ("crystallise", ""),
    "summoned": ("summon", ""),
    "destroyed": ("destroy", "battlefield"),
    "tower_lost": ("destroy", "tower"),
    "spell_lost": ("destroy", "spell"),
}
"""The verb, and its zone, that fires an event about one more card."""
COMES_TO: Final = {"crystallised": "vault", "summoned": "battlefield"}
REACHED: Final = {
    "own": ("own", "other", "any"),
    "each": ("own", "other", "opponent", "any"),
    "opponent": ("opponent", "any"),
    "each_opponent": ("opponent", "any"),
    "any": ("any",),
}
"""FS-12.4: the words of `by` that a card of these lords surely fits."""
FLIPS: Final = {"afflict": "afflicted", "cure": "cured"}


def loops(rows: list[JsonObject], path: str, kind: str, spell: list[JsonObject]) -> list[Slip]:
    """Abilities without condition that surely fire themselves again; `spell`: what a creature evokes."""
    found: list[Slip] = []
    free: list[tuple[int, Firing]] = []
    for i, row in enumerate(rows):
        if "when" in row and "if" not in row:
            free.append((i, Firing(row, kind, spell)))
    for i, firing in free:
        where = named(named(path, i), "do")
        again = firing.fires_itself()
        if again:
            problem = f"fires itself again, {again}: FS-13.6 cuts it after {CUT_AFTER}"
            right = f"an `if`, an `upto`, or a `by` or `filter` without what it {firing.makes()} itself"
            found.append(Slip("FS-13.6", where, problem, right))
            continue
        for j, other in free:
            if j > i and not other.fires_itself() and firing.feeds(other) and other.feeds(firing):
                problem = f"fires {named(path, j)}, which fires this again, for ever: FS-13.6 cuts it after {CUT_AFTER}"
                found.append(Slip("FS-13.6", where, problem, "an `if` on one of the two"))
    return found


class Firing:
    """A trigger without condition, and what it surely does."""

    __slots__ = ("by", "effects", "event", "filter", "kind")

    def __init__(self, row: JsonObject, kind: str, spell: list[JsonObject]) -> None:
        self.kind = kind
        self.event: str = row["when"]
        self.by: str = row.get("by", default_by(self.event, None if kind == CREATURE else kind))
        self.filter: JsonObject = row.get("filter", {})
        self.effects: list[JsonObject] = []
        """Those with a condition stand here as a gap."""
        for effect in row["do"]:
            if "if" in effect:
                self.effects.append({})
            elif effect["do"] == "evoke" and is_this(effect):
                self.effects += [{}, *[{} if "if" in inner else inner for inner in spell], {}]
            else:
                self.effects.append(effect)

    def makes(self) -> str:
        """What the ability does to fire itself, in a word."""
        words = {"crystallised": "crystallises", "summoned": "summons", "afflicted": "afflicts", "cured": "cures"}
        return words.get(self.event, "destroys")

    def fires_itself(self) -> str:
        """Until when the ability fires itself; empty if it surely does not."""
        if self.event in CHAINS:
            if any(self.exchanges(effect) for effect in self.effects if effect):
                return "for ever"
            if any(self.chains(effect) for effect in self.effects if effect):
                return "until no card is left"
            return ""
        if self.event in FLIPS.values() and (self.event, self.by) != ("afflicted", "this"):
            steady = all(key in STEADY_KEYS for key in self.filter)
            if steady and self.event in self.flips(self.subject_refs(), self.event == "afflicted"):
                return "for ever"
            if self.event == "cured" and not self.filter and self.by in ("this", "own", "any"):
                itself = {CREATURE: "this", "attached": "bearer"}.get(self.kind, "")
                if itself and "cured" in self.flips({itself}, False):
                    return "for ever"
        return ""

    def chains(self, effect: JsonObject) -> bool:
        """Does an effect surely do to one more card what the ability fires about?"""
        verb, zone = CHAINS[self.event]
        target: JsonObject = effect.get("target", {"ref": "this"})
        if effect["do"] != verb or "ref" in target or (zone and target["zone"] != zone):
            return False
        n = target.get("n", 1)
        if "upto" in target or target.get("pick", "") == "all" or not isinstance(n, int) or n < 1:
            return False
        return self.reaches(target)

    def exchanges(self, effect: JsonObject) -> bool:
        """Does a `replace` surely bring one more card to where the ability fires about?"""
        if effect["do"] != "replace" or self.event not in COMES_TO:
            return False
        sides: list[JsonObject] = [effect["a"], effect["b"]]
        if any("ref" in side or "upto" in side or side["whose"] != "own" for side in sides):
            return False
        zones = [side["zone"] for side in sides]
        if COMES_TO[self.event] not in zones or zones[0] == zones[1]:
            return False
        return self.reaches(sides[0] if zones[1] == COMES_TO[self.event] else sides[1])

    def reaches(self, target: JsonObject) -> bool:
        """Do the cards of a selector surely fit `by` and filter of the ability?"""
        allowed: JsonObject = target.get("filter", {})
        if self.by not in REACHED.get(str(target["whose"]), ()):
            return False
        if self.by == "other" and self.event in ("destroyed", "spell_lost") and "other" not in allowed:
            return False
        if self.event in FACE_DOWN_SUBJECTS and any(key != "sphere" for key in self.filter):
            return False
        return all(key in STEADY_KEYS and allowed.get(key) == self.filter[key] for key in self.filter)

    def subject_refs(self) -> set[str]:
        """The references that mean the subject."""
        if self.by != "this":
            return {"subject"}
        return {"subject", "bearer" if self.kind == "attached" else "this"}

    def flips(self, refs: set[str], afflicted: bool) -> set[str]:
        """The events that the effects surely fire about the creature of these references, which is afflicted or not."""
        found: set[str] = set()
        was_it = False
        for effect in self.effects:
            target: JsonObject = effect.get("target", {})
            ref = target.get("ref", "")
            it = ref in refs or (ref == "last" and was_it)
            was_it = it
            verb = str(effect.get("do", ""))
            if it and verb in DESTINATIONS:
                return set()
            if it and verb in FLIPS and (verb == "afflict") != afflicted:
                afflicted = not afflicted
                found.add(FLIPS[verb])
        return found

    def feeds(self, other: Firing) -> bool:
        """Does the ability surely fire another one of the card about the same creature, which is not the source?"""
        if self.event not in FLIPS.values() or "this" in (self.by, other.by) or self.filter != other.filter:
            return False
        if any(key not in STEADY_KEYS for key in self.filter):
            return False
        same = self.by == other.by or "any" in (self.by, other.by) or {self.by, other.by} == {"own", "other"}
        return same and other.event in self.flips({"subject"}, self.event == "afflicted")
