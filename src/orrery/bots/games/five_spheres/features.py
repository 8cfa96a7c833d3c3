"""A lord of Five Spheres as the mind sees him: his features, and how the lords stand against each other.

What lies on the table, what the hand can do with it, and how many attackers are left over when every blocker of a rival
has been met. While decks are made, only the cards taken so far.
"""

from __future__ import annotations

from typing import Final

from orrery.bots.games.five_spheres.cards import CardTraits, bits, cheapest
from orrery.games.five_spheres.cards.language import CANNOT_ATTACK, CANNOT_BLOCK, CANNOT_SIEGE, SPELL, UNBLOCKABLE
from orrery.games.five_spheres.rules import battle
from orrery.games.five_spheres.rules.engine import FiveSpheresState
from orrery.games.five_spheres.rules.reading import has, mana, strength
from orrery.games.five_spheres.rules.state import BATTLE, CASTING, Lord, Piece

F_OUT: Final = 0
F_TOWERS: Final = 1
F_BARE: Final = 2
F_TWO_TOWERS: Final = 3
F_CRYSTALS: Final = 4
F_MORE_CRYSTALS: Final = 5
F_SPHERES: Final = 6
F_HAND: Final = 7
F_EMPTY_HAND: Final = 8
F_PLAYABLE: Final = 9
F_PLANS: Final = 10
F_ENERGY: Final = 11
F_REPLIES: Final = 12
F_CREATURES: Final = 13
F_MIGHT: Final = 14
F_READY_MIGHT: Final = 15
F_PUSH_NOW: Final = 16
F_KILL_NOW: Final = 17
F_PUSH_NEXT: Final = 18
F_KILL_NEXT: Final = 19
F_EDGE: Final = 20
F_HIDDEN: Final = 21
F_ACTIVE: Final = 22
F_ATTACHED: Final = 23
F_THIN_DECK: Final = 24
F_TURN: Final = 25
F_DECK_WORTH: Final = 26
F_DECK_FOCUS: Final = 27

FEATURES: Final = (
    "out",  # the lord is destroyed
    "towers",  # towers, in fives
    "bare",  # 1 without a tower: the next siege is the last
    "two_towers",  # 1 with two towers or fewer
    "crystals",  # the first four crystals, in fours: they decide whether anything can be played
    "more_crystals",  # crystals beyond four, up to eight more, in fours: worth less and less
    "spheres",  # different spheres in the vault, in threes
    "hand",  # cards in hand up to eight, in fours
    "empty_hand",  # 1 without a hand: five cards come at the end of the turn
    "playable",  # cards in hand whose spheres the vault has and that the crystals and one more pay for, in fours
    "plans",  # mana that the hand can use: this turn if it is still to be spent, else in the next one, in fives
    "energy",  # energies up to eight, in fours
    "replies",  # spells in hand that the energies pay for, up to four, in twos
    "creatures",  # creatures, in fours
    "might",  # their strengths together, in twenties
    "ready_might",  # strengths of those that stand ready, in twenties
    # in the own turn, before or in battle: attackers that more than match the blockers of the weakest rival, in threes
    "push_now",
    "kill_now",  # 1 if those are enough for all his towers and for the lord himself
    "push_next",  # the same for the next turn
    "kill_next",  # the same for the next turn
    "edge",  # how much the best attacker outdoes the best blocker of the rivals (-1 to 1)
    "hidden",  # hidden spells, in twos
    "active",  # mana printed on active spells, in fours
    "attached",  # cards attached, in twos
    "thin_deck",  # how near the deck is to its end, from ten cards on (0 to 1): it costs a tower
    "turn",  # 1 if it is his turn
    "deck_worth",  # while decks are made: the mean worth of the cards taken
    "deck_focus",  # while decks are made: the share of the two commonest spheres, weighed by the cards taken
)


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


def margin(mine: int, theirs: int) -> float:
    """How much stronger, from -1 to 1."""
    return max(-5, min(5, mine - theirs)) / 5


# --- features ---------------------------------------------------------------------------------------------------------


def features(s: FiveSpheresState, seat: int, stands: list[Stand], cards: dict[str, CardTraits]) -> list[float]:
    """What speaks for a lord, in the order of FEATURES; `stands` is empty unless it is known how the lords stand, and
    `cards` are asked for only while decks are made.
    """
    row: list[float] = [0.0] * len(FEATURES)
    lord = s.lords[seat]
    if lord.out:
        row[F_OUT] = 1.0
        return row
    if s.draft is not None:
        _assembled(lord, row, cards)
        return row
    if not stands:
        stands = [Stand(s, one) for one in s.lords]
    own = stands[seat]
    row[F_TOWERS] = own.towers / 5
    row[F_BARE] = 1.0 if own.towers == 0 else 0.0
    row[F_TWO_TOWERS] = 1.0 if own.towers <= 2 else 0.0
    crystals = len(lord.vault)
    row[F_CRYSTALS] = min(crystals, 4) / 4
    row[F_MORE_CRYSTALS] = max(0, min(crystals - 4, 8)) / 4
    row[F_SPHERES] = bits(own.spheres) / 3
    hand = len(lord.hand)
    row[F_HAND] = min(hand, 8) / 4
    row[F_EMPTY_HAND] = 1.0 if hand == 0 else 0.0
    row[F_PLAYABLE] = own.playable / 4
    active = s.active == seat
    have = mana(s, lord) if active and s.step <= CASTING else crystals
    row[F_PLANS] = min(have, own.needs, 10) / 5
    energies = min(len(lord.groove), 8)
    row[F_ENERGY] = energies / 4
    if energies:
        replies = 0
        for card in lord.hand:
            if battle.can_pay(lord, card):
                replies += 1
        row[F_REPLIES] = min(replies, 4) / 2
    row[F_CREATURES] = len(lord.battlefield) / 4
    row[F_MIGHT] = own.might / 20
    row[F_READY_MIGHT] = own.ready_might / 20
    _threaten(s, seat, stands, row)
    for piece in lord.fortress:
        if piece.zone == SPELL:
            if piece.facedown:
                row[F_HIDDEN] += 0.5
            else:
                row[F_ACTIVE] += piece.card.spell_cost / 4
    row[F_ATTACHED] = own.attached / 2
    row[F_THIN_DECK] = max(0, 10 - len(lord.deck)) / 10
    row[F_TURN] = 1.0 if active else 0.0
    return row


def _threaten(s: FiveSpheresState, seat: int, stands: list[Stand], row: list[float]) -> None:
    """What the lord's creatures can do to the rival who can stand it least."""
    own = stands[seat]
    most = -100
    push = 0
    guard = 0
    for foe in s.foes[seat]:
        other = stands[foe]
        through = own.through(other)
        guard = max(guard, other.guard)
        if through - other.towers > most:
            most = through - other.towers
            push = through
    kill = 1.0 if most > 0 else 0.0
    if own.keen:
        row[F_PUSH_NOW] = min(push, 6) / 3
        row[F_KILL_NOW] = kill
    else:
        row[F_PUSH_NEXT] = min(push, 6) / 3
        row[F_KILL_NEXT] = kill
    if own.raiders:
        row[F_EDGE] = margin(own.best, guard)


def _assembled(lord: Lord, row: list[float], cards: dict[str, CardTraits]) -> None:
    """The cards that a lord has taken so far."""
    if not lord.deck:
        return
    worth = 0.0
    counts = [0] * 5
    for card in lord.deck:
        worth += cards[card.id].worth
        for bit in range(5):
            counts[bit] += card.mask >> bit & 1
    counts.sort()
    size = len(lord.deck)
    row[F_DECK_WORTH] = worth / size
    row[F_DECK_FOCUS] = (counts[4] + counts[3]) / size * min(1.0, size / 16)
