"""What the mind of Five Spheres knows of cards: what they do at first sight, and which ones an action names."""

from __future__ import annotations

from typing import Final

from orrery.games.five_spheres.cards.card import GENERIC_COST, Card
from orrery.games.five_spheres.cards.language import (
    AFFLICT,
    BATTLEFIELD,
    CRYSTALLISE,
    DESTROY,
    DRAW,
    ENERGISE,
    ENGAGE,
    FORTIFY,
    GRANT,
    OWN,
    READY,
    RECOVER,
    RETURN,
    STRENGTHEN,
    SUMMON,
    TOWER,
    TRASH_IT,
    Effect,
)
from orrery.games.five_spheres.rules import assembly
from orrery.games.five_spheres.rules.engine import FiveSpheresState
from orrery.games.five_spheres.rules.state import (
    OPTION_GROOVE,
    OPTION_HAND,
    OPTION_TRASH,
)

CARD_BITS: Final = 14
FLAT: Final = 1 << 28
"""Above all uids: towers and crystals that differ in nothing but their number."""


# --- cards ------------------------------------------------------------------------------------------------------------

STRIKES: Final = 1
BREACHES: Final = 2
DRAWS: Final = 4
GROWS: Final = 8
BOOSTS: Final = 16


class CardTraits:
    """What one sees of a card at first sight."""

    __slots__ = ("abilities", "index", "least", "most", "spell", "worth")

    def __init__(self, index: int, card: Card) -> None:
        self.index = index
        self.spell: int = 0
        """What its spell half does, as a bit set."""
        self.least: int = 0
        self.most: int = 1000
        """The strengths that it can strike at."""
        for effect in card.effects:
            self._read(effect)
        self.abilities: int = len(card.creature_triggers) + len(card.creature_passives)
        cost = GENERIC_COST if card.inverted else card.cost
        self.worth: float = (card.strength - 1.8 * cost) / 5 + 0.1 * self.abilities + (0.2 if self.spell else 0.0)
        """A rough guess: strength beyond what the cost lets expect, and what else it can do."""
        self.worth -= 0.06 * abs(cost - 3) + 0.15 * (len(card.spheres) - 1)

    def _read(self, effect: Effect) -> None:
        verb = effect.verb
        target = effect.target
        if verb == DRAW:
            self.spell |= DRAWS
        elif verb == CRYSTALLISE or verb == FORTIFY or verb == SUMMON:
            self.spell |= GROWS
        elif target is None:
            return
        elif verb == STRENGTHEN or verb == GRANT or verb == READY:
            self.spell |= BOOSTS
        elif verb == RETURN and target.whose == OWN:
            self.spell |= DRAWS
        elif target.whose == OWN or target.ref >= 0:
            return
        elif target.zone == BATTLEFIELD:
            self.spell |= STRIKES
            if target.filter is not None:
                self.least = target.filter.min_strength
                self.most = target.filter.max_strength
        elif target.zone == TOWER:
            self.spell |= BREACHES


def is_harm(effect: Effect) -> bool:
    """Is it bad for a card on the table to be named for this?"""
    verb = effect.verb
    if verb == STRENGTHEN:
        return effect.amount.value < 0
    return verb == DESTROY or verb == TRASH_IT or verb == AFFLICT or verb == ENGAGE or verb == RETURN or verb == RECOVER


def is_loss(effect: Effect) -> bool:
    """Is it bad for a card in hand, deck, trash or groove to be named for this?"""
    verb = effect.verb
    return verb == TRASH_IT or verb == ENERGISE or verb == RECOVER or verb == CRYSTALLISE or verb == FORTIFY


def cheapest(card: Card) -> int:
    """What the cheaper half costs."""
    return min(GENERIC_COST if card.inverted else card.cost, card.spell_cost)


def rank_of(mask: int) -> int:
    """A number below 15 for each back: five single spheres, ten pairs."""
    low = high = -1
    for bit in range(5):
        if mask >> bit & 1:
            if low < 0:
                low = bit
            else:
                high = bit
    return max(low, 0) if high < 0 else 5 + high * (high - 1) // 2 + low


POWERS: Final[list[int]] = [10 ** rank_of(mask) for mask in range(32)]
"""By spheres: a digit of its own in the name of a payment, since no payment takes ten energies."""


def bits(mask: int) -> int:
    """How many spheres."""
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1) + (mask >> 4 & 1)


def offered(s: FiveSpheresState, index: int) -> Card:
    """The card that a pick or a drop names."""
    draft = s.draft
    assert draft is not None
    if draft.method == assembly.RANDOM:
        return s.lords[draft.to_pick].deck[index]
    if draft.method == assembly.CLOSED_DRAFT:
        return draft.packs[draft.to_pick][index]
    return draft.market[index]


def pile_of(s: FiveSpheresState, value: int) -> list[Card]:
    """The pile that an option names a card of."""
    lord = s.lords[value >> 3 & 7]
    kind = value & 7
    if kind == OPTION_HAND:
        return lord.hand
    if kind == OPTION_GROOVE:
        return lord.groove
    return lord.trash if kind == OPTION_TRASH else lord.deck
