"""A lord of Five Spheres as the mind sees him: his features, and how the lords stand against each other.

What lies on the table, what the hand can do with it, and how many attackers are left over when every blocker of a rival
has been met. While decks are made, only the cards taken so far.

The partners of a citadel attack in the same turn, block for each other and fall together, so there their towers,
attackers and blockers are looked at as one. In tag team only those who are in threaten each other; what a lord has who
is outside is worth less, for it serves nobody until he comes in.
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
F_FALLEN: Final = 28
F_REST_TOWERS: Final = 29
F_REST_CRYSTALS: Final = 30
F_REST_MIGHT: Final = 31

FEATURES: Final = (
    "out",  # the lord is destroyed
    "towers",  # towers, in fives; in a citadel those of both, in tens
    "bare",  # 1 without a tower (in a citadel: of either): the next siege is the last
    "two_towers",  # 1 with two towers or fewer; in a citadel four
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
    # in the own turn, before or in battle: attackers that more than match the blockers of the weakest rival, in threes;
    # in a citadel those of both, in sixes
    "push_now",
    # 1 if those are enough for all his towers and for the lord himself; half if a partner would come in for him
    "kill_now",
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
    "fallen",  # the lord is destroyed, and his partner has come in for him: half a team is left
    # what a lord has who is outside: it takes back a part of what the features above give him for it
    "rest_towers",  # his towers, in fives
    "rest_crystals",  # his crystals up to eight, in fours
    "rest_might",  # the strengths of his creatures, in twenties
)


# --- lords ------------------------------------------------------------------------------------------------------------


class Stand:
    """How a lord stands: what several features are made of."""

    __slots__ = (
        "attached", "best", "blockers", "guard", "keen", "lords", "might", "needs", "playable", "raiders",
        "ready_might", "slippery", "spheres", "towers",
    )  # fmt: skip

    def __init__(self, s: FiveSpheresState, lord: Lord) -> None:
        self.lords: int = 1
        """How many lords attack, block and fall together."""
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
        self.keen: bool = lies_ahead(s, lord.seat, BATTLE)
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

    def join(self, partner: Stand) -> None:
        """FS-21.8, FS-21.11: partners of a citadel attack in one turn, and both can block. While only one of them has
        his battle still before him, only his creatures attack.
        """
        if self.keen == partner.keen:
            self.raiders += partner.raiders
            self.slippery += partner.slippery
            self.best = max(self.best, partner.best)
        elif partner.keen:
            self.raiders, self.slippery, self.best = partner.raiders, partner.slippery, partner.best
        self.keen = self.keen or partner.keen
        self.blockers += partner.blockers
        self.guard = max(self.guard, partner.guard)
        self.towers += partner.towers
        self.lords = 2
        partner.raiders, partner.slippery, partner.best = self.raiders, self.slippery, self.best
        partner.keen, partner.blockers, partner.guard = self.keen, self.blockers, self.guard
        partner.towers, partner.lords = self.towers, self.lords

    def through(self, other: Stand) -> int:
        """How many attacks get through if the other lord meets every one that he can."""
        return self.slippery + max(0, self.raiders - self.slippery - other.blockers)


def stands_of(s: FiveSpheresState) -> list[Stand]:
    """How all lords stand, by seat."""
    stands = [Stand(s, lord) for lord in s.lords]
    if s.setting.is_citadel:
        for seat, partner in enumerate(s.partners):
            if seat < partner:
                stands[seat].join(stands[partner])
    return stands


def towers_of(s: FiveSpheresState, seat: int) -> int:
    """The towers that protect a lord: his own; in a citadel his partner's, too."""
    total = 0
    for near in s.kin[seat]:
        total += s.lords[near].towers()
    return total


def lies_ahead(s: FiveSpheresState, seat: int, step: int) -> bool:
    """Is it the lord's turn, and has his part of the step still to come, or does it go on?"""
    return s.is_turn_of(seat) and (s.step < step or (s.step == step and s.active <= seat))


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
        row[F_FALLEN if is_survived(s, seat) else F_OUT] = 1.0
        return row
    if s.draft is not None:
        _assembled(lord, row, cards)
        return row
    if not stands:
        stands = stands_of(s)
    own = stands[seat]
    row[F_TOWERS] = own.towers / (5 * own.lords)
    row[F_BARE] = 1.0 if own.towers == 0 else 0.0
    row[F_TWO_TOWERS] = 1.0 if own.towers <= 2 * own.lords else 0.0
    crystals = len(lord.vault)
    row[F_CRYSTALS] = min(crystals, 4) / 4
    row[F_MORE_CRYSTALS] = max(0, min(crystals - 4, 8)) / 4
    row[F_SPHERES] = bits(own.spheres) / 3
    hand = len(lord.hand)
    row[F_HAND] = min(hand, 8) / 4
    row[F_EMPTY_HAND] = 1.0 if hand == 0 else 0.0
    row[F_PLAYABLE] = own.playable / 4
    have = mana(s, lord) if lies_ahead(s, seat, CASTING) else crystals
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
    row[F_TURN] = 1.0 if s.is_turn_of(seat) else 0.0
    if not lord.inside:
        row[F_REST_TOWERS] = own.towers / 5
        row[F_REST_CRYSTALS] = min(crystals, 8) / 4
        row[F_REST_MIGHT] = own.might / 20
    return row


def is_survived(s: FiveSpheresState, seat: int) -> bool:
    """FS-21.6: does the partner of a lord fight on alone when that lord has fallen, or would he?"""
    return s.setting.is_tag and not s.setting.falls_together and not s.lords[s.partners[seat]].out


def _threaten(s: FiveSpheresState, seat: int, stands: list[Stand], row: list[float]) -> None:
    """What the lord's creatures can do to the rival who can stand it least."""
    own = stands[seat]
    most = -100
    push = 0
    guard = 0
    kill = 0.0
    for foe in s.foes[seat]:
        other = stands[foe]
        through = own.through(other)
        guard = max(guard, other.guard)
        if through - other.towers > most:
            most = through - other.towers
            push = through
            if most > 0:
                kill = 0.5 if is_survived(s, foe) else 1.0
    push_share = min(push / own.lords, 6.0) / 3
    if own.keen:
        row[F_PUSH_NOW] = push_share
        row[F_KILL_NOW] = kill
    else:
        row[F_PUSH_NEXT] = push_share
        row[F_KILL_NEXT] = kill
    if own.raiders and s.foes[seat]:
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
