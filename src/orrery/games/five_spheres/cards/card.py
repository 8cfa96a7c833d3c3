"""Cards (FS-1): one kind of card with two halves, and the table of cards a match is played with."""

from __future__ import annotations

from typing import Final

from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards import grammar
from orrery.games.five_spheres.cards import vocabulary as v
from orrery.games.five_spheres.cards.language import (
    ACTIVE,
    ATTACHED_SPELL,
    HIDDEN,
    Effect,
    Passive,
    Trigger,
    effects_of,
    mask_of,
)

GENERIC_COST: Final = v.FACE_DOWN_COST
"""FS-1.7: what the generic creature costs, and every half that is played face down."""


class Card:
    """FS-1.1 to FS-1.10: a card of the table, read once and shared by all matches that use the table."""

    __slots__ = (
        "afflicted", "back", "cost", "creature_events", "creature_passives", "creature_triggers", "creature_words",
        "effects", "host_is_tower", "id", "inverted", "keyword", "letter", "mask", "race", "raw", "spell_cost",
        "spell_events", "spell_passives", "spell_triggers", "spell_type", "spell_words", "spheres", "strength",
    )  # fmt: skip

    def __init__(self, id: str, raw: JsonObject) -> None:
        """Takes a card that grammar.check_card has found valid."""
        self.id = id
        self.raw = raw
        self.spheres: list[str] = raw["spheres"]
        self.mask: int = mask_of(self.spheres)
        self.back: str = "?" + "/".join(self.spheres)
        self.letter: str = raw["code"][-1] if "code" in raw else ""
        """FS-18.2: the set it belongs to, by its code."""
        creature: JsonObject = raw["creature"]
        self.cost: int = creature["cost"]
        self.race: str = creature["race"]
        self.strength: int = creature["strength"]
        self.afflicted: int = creature.get("afflicted", self.strength // 2)
        self.keyword: str | None = creature.get("keyword")
        self.inverted: bool = creature.get("inverted", False)
        abilities: list[JsonObject] = creature.get("abilities", [])
        self.creature_triggers: list[Trigger] = [Trigger(item, False) for item in abilities if "when" in item]
        self.creature_passives: list[Passive] = [Passive(item, False) for item in abilities if "passive" in item]
        spell: JsonObject = raw["spell"]
        self.spell_cost: int = spell["cost"]
        self.spell_type: int = v.SPELL_TYPES.index(spell["type"])
        self.host_is_tower: bool = spell.get("host") == "tower"
        self.effects: list[Effect] = effects_of(spell.get("do", []))
        """What the spell half does when it is played; of a hidden spell, when it is turned up."""
        lasting = self.spell_type == ACTIVE or self.spell_type == ATTACHED_SPELL
        abilities = spell.get("abilities", []) if lasting else []
        of_active = self.spell_type == ACTIVE
        self.spell_triggers: list[Trigger] = [Trigger(item, of_active) for item in abilities if "when" in item]
        if self.spell_type == HIDDEN:
            self.spell_triggers = [Trigger(spell, True)]
        self.spell_passives: list[Passive] = [Passive(item, of_active) for item in abilities if "passive" in item]
        self.creature_events: int = events_mask(self.creature_triggers)
        self.spell_events: int = events_mask(self.spell_triggers)
        self.creature_words: int = words_mask(self.creature_passives)
        self.spell_words: int = words_mask(self.spell_passives)

    def is_dual(self) -> bool:
        """FS-1.4"""
        return len(self.spheres) == 2


def events_mask(triggers: list[Trigger]) -> int:
    """The events that an ability waits for, as a bit set."""
    mask = 0
    for trigger in triggers:
        mask |= 1 << trigger.event
    return mask


def words_mask(passives: list[Passive]) -> int:
    """The words of passives, as a bit set."""
    mask = 0
    for passive in passives:
        mask |= 1 << passive.word
    return mask


class CardTable:
    """FS-12.1: the cards of a match by id."""

    __slots__ = ("cards", "ids", "raw", "sets")

    def __init__(self, raw: object, path: str = "cards") -> None:
        """Raises DataFault naming card, path and the words allowed there."""
        self.raw: JsonObject = grammar.check_table(raw, path)
        self.ids: list[str] = sorted(self.raw)
        self.cards: dict[str, Card] = {id: Card(id, self.raw[id]) for id in self.ids}
        self.sets: dict[str, list[str]] = {}
        """FS-17.3, FS-18.2: by letter the ids of the cards whose codes name that set, in order."""
        for id in self.ids:
            letter = self.cards[id].letter
            if letter:
                self.sets.setdefault(letter, []).append(id)

    def complete_sets(self) -> list[str]:
        """FS-17.3: the letters of the sets that have their four cards."""
        return sorted([letter for letter, ids in self.sets.items() if len(ids) == 4])
