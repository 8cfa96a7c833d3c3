"""What the mind of Five Spheres knows of cards, and how two lords stand against each other."""

from __future__ import annotations

from typing import Final

from orrery.games.five_spheres import assembly
from orrery.games.five_spheres.cards import GENERIC_COST, Card
from orrery.games.five_spheres.language import (
    AFFLICT,
    BATTLEFIELD,
    CANNOT_ATTACK,
    CANNOT_BLOCK,
    CANNOT_SIEGE,
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
    UNBLOCKABLE,
    Effect,
)
from orrery.games.five_spheres.reading import has, strength
from orrery.games.five_spheres.rules import FiveSpheresState
from orrery.games.five_spheres.state import (
    BATTLE,
    OPTION_GROOVE,
    OPTION_HAND,
    OPTION_TRASH,
    Lord,
    Piece,
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


class Glance:
    """What one sees of a card at a glance."""

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


# --- lords ------------------------------------------------------------------------------------------------------------


class Stand:
    """How a lord stands: what several features are made of."""

    __slots__ = (
        "attached", "best", "blockers", "guard", "keen", "might", "needs", "playable", "raiders", "ready_might",
        "slippery", "spheres", "towers",
    )  # fmt: skip

    def __init__(self, s: FiveSpheresState, lord: Lord) -> None:
        self.towers: int = lord.towers()
        self.spheres: int = 0
        for crystal in lord.vault:
            self.spheres |= crystal.card.mask
        self.might: int = 0
        self.ready_might: int = 0
        self.attached: int = 0
        self.raiders: int = 0
        """Creatures that can attack a fortress at the next occasion, and of them those that nobody can block."""
        self.slippery: int = 0
        self.best: int = 0
        """The greatest strength of a raider; of a blocker."""
        self.guard: int = 0
        self.blockers: int = 0
        self.keen: bool = s.active == lord.seat and s.step <= BATTLE
        """Is the next occasion in this turn?"""
        for c in lord.battlefield:
            might = strength(s, c)
            self.might += might
            self.attached += len(c.attached)
            if not c.engaged:
                self.ready_might += might
                if not has(s, c, CANNOT_BLOCK):
                    self.blockers += 1
                    self.guard = max(self.guard, might)
            if self.keen and (c.engaged or c.dizzy):
                continue
            if has(s, c, CANNOT_ATTACK) or has(s, c, CANNOT_SIEGE):
                continue
            self.raiders += 1
            self.best = max(self.best, might)
            if slips(s, c):
                self.slippery += 1
        for piece in lord.fortress:
            self.attached += len(piece.attached)
        self.playable: int = 0
        self.needs: int = 0
        """The cheaper halves of all cards in hand that have their spheres."""
        crystals = len(lord.vault)
        for card in lord.hand:
            if card.mask & self.spheres == card.mask:
                cost = cheapest(card)
                self.needs += cost
                if cost <= crystals + 1:
                    self.playable += 1

    def through(self, other: Stand) -> int:
        """How many attacks get through if the other lord meets every one that he can."""
        return self.slippery + max(0, self.raiders - self.slippery - other.blockers)


def slips(s: FiveSpheresState, c: Piece) -> bool:
    """Can hardly anybody block it?"""
    if c.words >> UNBLOCKABLE & 1:
        return True
    return not c.facedown and c.card.creature_words >> UNBLOCKABLE & 1 == 1


def cheapest(card: Card) -> int:
    """What the cheaper half costs."""
    return min(GENERIC_COST if card.inverted else card.cost, card.spell_cost)


def margin(mine: int, theirs: int) -> float:
    """How much stronger, from -1 to 1."""
    return max(-5, min(5, mine - theirs)) / 5


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
