"""Who can be there: the ways in which the words of an ability are read, which references mean nobody then, and which
abilities can never fire.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards.vocabulary import LORD_EVENTS, UNSCOPED, default_by

CREATURE: Final = "creature"
"""The kind of a source; the others are the types of spells."""
ATTACK_REFS: Final = ("attacker", "blocker", "foe")
ATTACK_WHOSE: Final = ("attacking", "defending")
OUTSIDE_ATTACKS: Final = ("regroup", "turn_end", "used")
"""FS-5, FS-7.12: these never come in the middle of an attack, and are about no card."""
BEFORE_BLOCKS: Final = ("attacks", "attacked", "targeted")
"""FS-7.3: what they fire is over when a block is declared."""
CALM_PASSIVES: Final = ("cost", "mana", "stays_engaged")
"""FS-6.5, FS-6.9, FS-5.3: these are never read in the middle of an attack."""
OF_ACTIVE_LORD: Final = ("attacks", "blocked", "sieges", "regroup", "turn_end")
OF_DEFENDER: Final = ("attacked", "targeted", "blocks", "retaliates")
"""FS-7: whose turn it is when the lord of the event is known."""
NO_CREATURES: Final = {
    "tower_lost": "a tower",
    "spell_lost": "a spell",
    "crystallised": "a crystal",
    "cast": "a spell",
    "retaliates": "a spell",
}
"""FS-12.3: what these events are about, and no creature."""
FACE_DOWN_SUBJECTS: Final = ("tower_lost", "crystallised")
"""FS-12.8: of a tower and a crystal only the back can be read."""


class Scene:
    """One way in which words are read: the kind of the source, and for a trigger its event and `by`."""

    __slots__ = ("event", "inert", "kind", "missing", "turn")

    def __init__(self, kind: str, host: str = "", event: str = "", by: str = "") -> None:
        self.kind = kind
        self.event = event
        self.missing: dict[str, str] = {}
        """References and words of `whose` that mean nobody, and why."""
        self.inert: dict[str, str] = {}
        """References to cards that are no creatures on the battlefield, and why."""
        self.turn: str = turn_of(event, by)
        """Whose turn it surely is, as `turn` says it; empty where it may be any."""
        if kind != "attached":
            self.missing["bearer"] = "only an attached spell has a host"
        if not event or event in OUTSIDE_ATTACKS:
            self.missing["subject"] = (
                f"`{event}` is about no card" if event else "a spell that is played has no subject"
            )
        if event in OUTSIDE_ATTACKS:
            self._without_attack(f"`{event}` never comes in an attack")
        elif event in BEFORE_BLOCKS:
            self.missing["blocker"] = f"`{event}` comes before any block"
        elif event == "sieges":
            self.missing["blocker"] = self.missing["foe"] = "in a siege there is no other creature"
        if kind != CREATURE and (kind != "attached" or host == "tower"):
            self.missing["foe"] = "neither this spell nor its host can fight"
        if kind != CREATURE:
            self.inert["this"] = "the spell itself is no creature"
        elif event == "destroyed" and by == "this":
            self.inert["this"] = "it has been destroyed"
        if event == "destroyed":
            self.inert["subject"] = "it has been destroyed"
        elif event in NO_CREATURES:
            self.inert["subject"] = f"`{event}` is about {NO_CREATURES[event]}"
        if host == "tower":
            self.inert["bearer"] = "the host is a tower"

    def _without_attack(self, why: str) -> None:
        for word in (*ATTACK_REFS, *ATTACK_WHOSE):
            self.missing[word] = why

    @classmethod
    def of_passive(cls, kind: str, host: str, word: str) -> Scene:
        """How the words of a passive are read."""
        scene = cls(kind, host)
        del scene.missing["subject"]
        if word in UNSCOPED:
            scene.missing["subject"] = f"`{word}` is about no creature"
        if word in CALM_PASSIVES:
            scene._without_attack(f"`{word}` is never read in an attack")
        return scene

    @classmethod
    def of_evoking(cls, event: str, by: str, itself: bool) -> Scene:
        """How the words of a spell half are read that a creature evokes, `itself` or another one."""
        scene = cls(CREATURE, "", event, by)
        if not itself:
            scene.inert.pop("this", None)
        return scene


def turn_of(event: str, by: str) -> str:
    """Whose turn it is when such an ability fires, seen from its controller; empty: any lord's."""
    if event == "used":
        return "own"
    if event in OF_ACTIVE_LORD and by != "any":
        return "opponent" if by == "opponent" else "own"
    if event in OF_DEFENDER and by in ("this", "own", "other"):
        return "opponent"
    return ""


class Lore:
    """What the other cards of a collection tell about a card: the races and keywords there are, and how creatures
    evoke the spells of others.
    """

    __slots__ = ("evokings", "keywords", "races")

    def __init__(self, cards: JsonObject) -> None:
        creatures: list[JsonObject] = [cards[id]["creature"] for id in sorted(cards)]
        self.races: list[str] = sorted({creature["race"] for creature in creatures})
        self.keywords: list[str] = sorted({creature["keyword"] for creature in creatures if "keyword" in creature})
        self.evokings: list[Scene] = [
            scene for creature in creatures for scene, itself in evokings(creature) if not itself
        ]


def evokings(creature: JsonObject) -> Iterator[tuple[Scene, bool]]:
    """The scenes in which a creature half evokes, and whether it evokes its own spell."""
    for ability in creature.get("abilities", []):
        for effect in ability.get("do", []):
            if effect["do"] == "evoke":
                itself = is_this(effect)
                event = str(ability["when"])
                yield Scene.of_evoking(event, ability.get("by", default_by(event, None)), itself), itself


def is_this(effect: JsonObject) -> bool:
    """Does an effect act on `this`?"""
    return bool(effect.get("target", {"ref": "this"}) == {"ref": "this"})


def subject_of(event: str) -> str:
    """Where the subject of an event lies; `back`: where only its back can be read."""
    if event in FACE_DOWN_SUBJECTS:
        return "back"
    if event in NO_CREATURES:
        return "spell"
    return "battlefield" if event else ""


def never_fires(event: str, by: str, kind: str, host: str, may_be_inverted: bool) -> str:
    """Why an event can never be about the source itself; empty if it can, or need not be."""
    if by != "this":
        return ""
    what = NO_CREATURES.get(event, "a creature")
    if event in ("regroup", "turn_end"):
        return f"`{event}` is about no card"
    if event in ("crystallised", "cast", "retaliates"):
        return f"`{event}` is about {what}, which is never the source"
    if kind == CREATURE:
        if event in LORD_EVENTS:
            return f"`{event}` is about {what}, not about a creature"
        return "only an inverted creature can be unveiled" if event == "unveiled" and not may_be_inverted else ""
    if kind == "hidden" and event == "spell_lost":
        return "a hidden spell that is destroyed lies in the fortress no more (FS-13.5)"
    if kind != "attached":
        return "" if event == "spell_lost" else f"`{event}` is about {what}, not about an {kind} spell"
    if host == "tower":
        return "" if event == "tower_lost" else f"`{event}` is about {what}, and the host is a tower"
    if event in LORD_EVENTS:
        return f"`{event}` is about {what}, and the host is a creature"
    if event == "afflicted":
        return "cards under an afflicted creature fire nothing (FS-13.3)"
    return "the host has come before the spell" if event == "summoned" else ""
