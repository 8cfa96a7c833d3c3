"""A decision of Five Spheres at first sight: the traits of its actions, without carrying them out."""

from __future__ import annotations

from typing import Final

from orrery.bots.games.five_spheres.cards import (
    BOOSTS,
    BREACHES,
    DRAWS,
    GROWS,
    STRIKES,
    CardTraits,
    cheapest,
    is_harm,
    is_loss,
    offered,
    pile_of,
)
from orrery.bots.games.five_spheres.features import margin, slips, towers_of
from orrery.core.game import Action
from orrery.games.five_spheres.cards.card import GENERIC_COST, Card
from orrery.games.five_spheres.cards.language import ACTIVE as ACTIVE_SPELL
from orrery.games.five_spheres.cards.language import (
    ATTACHED_SPELL,
    BATTLEFIELD,
    CANNOT_BLOCK,
    HIDDEN,
    INSTANT,
    SPELL,
    SUMMON,
)
from orrery.games.five_spheres.rules import assembly, words
from orrery.games.five_spheres.rules.engine import FiveSpheresState
from orrery.games.five_spheres.rules.reading import has, mana, strength
from orrery.games.five_spheres.rules.state import (
    ASK_LORD,
    BATTLE,
    BLOCK,
    CASTING,
    CRYSTAL,
    CURE,
    NOTHING,
    OPTION_LORD,
    OPTION_NONE,
    OPTION_PIECE,
    OVER,
    Attack,
    Lord,
)

T_END_CURE: Final = 0
T_END_CRYSTAL: Final = 1
T_END_CASTING: Final = 2
T_END_MANA: Final = 3
T_END_BATTLE: Final = 4
T_END_FREE: Final = 5
T_CURE: Final = 6
T_CURE_GAIN: Final = 7
T_CURE_LAST: Final = 8
T_CRYSTAL: Final = 9
T_CRYSTAL_FULL: Final = 10
T_CRYSTAL_OPENS: Final = 11
T_CRYSTAL_COST: Final = 12
T_CRYSTAL_WORTH: Final = 13
T_CRYSTAL_DULL: Final = 14
T_CRYSTAL_DUAL: Final = 15
T_CRYSTAL_SECOND: Final = 16
T_CRYSTAL_SECOND_MANA: Final = 17
T_SUMMON: Final = 18
T_SUMMON_COST: Final = 19
T_SUMMON_STRENGTH: Final = 20
T_SUMMON_SHARE: Final = 21
T_SUMMON_WORDS: Final = 22
T_GENERIC: Final = 23
T_GENERIC_LOST: Final = 24
T_CAST_INSTANT: Final = 25
T_CAST_ACTIVE: Final = 26
T_CAST_ATTACHED: Final = 27
T_CAST_HIDDEN: Final = 28
T_CAST_COST: Final = 29
T_CAST_STRIKE: Final = 30
T_CAST_IDLE: Final = 31
T_CAST_BREACH: Final = 32
T_CAST_DRAW: Final = 33
T_CAST_GROW: Final = 34
T_CAST_BOOST: Final = 35
T_CAST_BOOST_LATE: Final = 36
T_CAST_HOST: Final = 37
T_SIEGE: Final = 38
T_SIEGE_FREE: Final = 39
T_SIEGE_MARGIN: Final = 40
T_SIEGE_TIE: Final = 41
T_SIEGE_BARE: Final = 42
T_SIEGE_LAST: Final = 43
T_SIEGE_TOWERS: Final = 44
T_SIEGE_RISK: Final = 45
T_HUNT: Final = 46
T_HUNT_WINS: Final = 47
T_HUNT_TIE: Final = 48
T_HUNT_GAIN: Final = 49
T_HUNT_MARGIN: Final = 50
T_USE: Final = 51
T_KEEP: Final = 52
T_TRASH_CARDS: Final = 53
T_TRASH_PLAYABLE: Final = 54
T_TRASH_DECK: Final = 55
T_BLOCK_WINS: Final = 56
T_BLOCK_TIE: Final = 57
T_BLOCK_LOSES: Final = 58
T_BLOCK_PRICE: Final = 59
T_BLOCK_FOE: Final = 60
T_BLOCK_SAVES: Final = 61
T_BLOCK_SAVES_TOWER: Final = 62
T_NOBLOCK_TARGET: Final = 63
T_TAKE_SPELL: Final = 64
T_TAKE_HIDDEN: Final = 65
T_TAKE_LAST: Final = 66
T_TAKE_ATTACHED: Final = 67
T_RETALIATE: Final = 68
T_RETALIATE_COST: Final = 69
T_RETALIATE_SUMMON: Final = 70
T_PAY_RARE: Final = 71
T_HARM_RIVAL: Final = 72
T_HARM_OWN: Final = 73
T_HELP_RIVAL: Final = 74
T_HELP_OWN: Final = 75
T_NAME_NONE: Final = 76
T_NAME_WORTH: Final = 77
T_NAME_RIVAL: Final = 78
T_PICK_WORTH: Final = 79
T_PICK_FOCUS: Final = 80
T_TAG: Final = 81
T_TAG_DANGER: Final = 82
T_TAG_RISK: Final = 83
T_TAG_TOWERS: Final = 84
T_TAG_MIGHT: Final = 85
T_TAG_CRYSTALS: Final = 86
T_NOBLOCK_PARTNER: Final = 87

TRAITS: Final = (
    "end_cure",  # closing the cure step
    "end_crystal",  # closing the crystal step without a crystal
    "end_casting",  # closing the casting step
    "end_mana",  # mana that is then lost although the hand could use it, in fives
    "end_battle",  # closing the battle step
    "end_free",  # attackers that then stay at home although nobody can block them, in twos
    "cure",  # curing a creature
    "cure_gain",  # strength that comes back, in fives
    "cure_last",  # 1 if the crystal is the last of a sphere
    "crystal",  # a crystal, first or second
    "crystal_full",  # crystals that are there already, in eights
    "crystal_opens",  # cards in hand that get their sphere by it, in twos
    "crystal_cost",  # cheaper half of the card, in fives
    "crystal_worth",  # worth of the card that is given up
    "crystal_dull",  # 1 if the card cannot be played this turn anyway
    "crystal_dual",  # 1 for a card of two spheres: the casting step is lost
    "crystal_second",  # 1 for the second crystal: the mana of the turn is lost
    "crystal_second_mana",  # mana that the hand could use and that is lost by it, in fives
    "summon",  # a summons
    "summon_cost",  # its cost, in fives
    "summon_strength",  # its strength, in tens
    "summon_share",  # share of the mana left that it takes
    "summon_words",  # its abilities, in twos
    "generic",  # a face-down creature
    "generic_lost",  # strength of the creature half that is given up, in tens
    "cast_instant",  # an instant
    "cast_active",  # an active spell
    "cast_attached",  # an attached spell
    "cast_hidden",  # a hidden spell
    "cast_cost",  # mana or energies, in fives
    "cast_strike",  # spells that strike at creatures of rivals
    "cast_idle",  # the same, if there is no creature that they could strike at
    "cast_breach",  # spells that destroy a tower
    "cast_draw",  # spells that bring cards into the hand
    "cast_grow",  # spells that bring crystals, towers or creatures
    "cast_boost",  # spells that make own creatures stronger or ready
    "cast_boost_late",  # the same, if no creature of the lord can fight this turn
    "cast_host",  # strength of the creature that an attached spell goes to, in tens
    "siege",  # an attack on a fortress
    "siege_free",  # 1 if nobody can block it
    "siege_margin",  # strength beyond the best ready blocker (-1 to 1)
    "siege_tie",  # 1 if that blocker is as strong
    "siege_bare",  # 1 if the fortress (in a citadel: of both) has no tower
    "siege_last",  # 1 if nobody can block it and there is no tower: the lord is destroyed
    "siege_towers",  # towers of the defender, in fives; of a citadel in tens
    # rivals' creatures that the attacker will not be ready to block, beyond the other blockers, in twos
    "siege_risk",
    "hunt",  # an attack on a creature
    "hunt_wins",  # 1 if the attacker is stronger
    "hunt_tie",  # 1 if they are alike
    "hunt_gain",  # strength of the target less that of the attacker, in tens
    "hunt_margin",  # strength beyond the best other ready blocker (-1 to 1; 1 without one)
    "use",  # the use of a creature
    "keep",  # keeping the hand
    "trash_cards",  # trashing the hand: its cards, in fives
    "trash_playable",  # its cards that can be played in the next turn, in threes
    "trash_deck",  # 1 if the deck is too short for five new cards
    "block_wins",  # a block by a stronger creature
    "block_tie",  # by an equal one
    "block_loses",  # by a weaker one
    "block_price",  # strength of the blocker, in tens
    "block_foe",  # strength of the attacker, in tens, if the blocker destroys it
    "block_saves",  # 1 if the lord would be destroyed without a block
    "block_saves_tower",  # 1 if a tower is at stake and two or fewer are left (in a citadel four)
    "noblock_target",  # no block, although the target of the attack would lose: its strength in tens
    "take_spell",  # a siege takes a face-up spell: its cost in fours
    "take_hidden",  # a siege takes a hidden spell
    "take_last",  # a siege takes the last tower
    "take_attached",  # cards under the tower that a siege takes, in twos
    "retaliate",  # a retaliation
    "retaliate_cost",  # its cost, in fives
    "retaliate_summon",  # 1 if it brings a creature
    "pay_rare",  # how rare the energies of a payment are
    "harm_rival",  # an effect that harms is aimed at a rival's card: strength in tens and a half
    "harm_own",  # the same at an own card
    "help_rival",  # an effect that helps is aimed at a rival's card
    "help_own",  # the same at an own card
    "name_none",  # naming nothing more
    # worth of the card that is named in hand, deck, trash or groove, if the effect helps it; negative if it harms
    "name_worth",
    "name_rival",  # naming a lord of another side
    "pick_worth",  # worth of the card that is picked (of one put back: negative)
    "pick_focus",  # share of its spheres among the cards that the lord has (of one put back: negative)
    "tag",  # the partner comes in
    "tag_danger",  # 1 if a rival has enough creatures to destroy the lord who is in, even if all of his block
    "tag_risk",  # the same of the partner who would come in
    "tag_towers",  # towers of the partner less those of the lord, in fives
    "tag_might",  # strengths of the partner's creatures less those of the lord's, in twenties
    "tag_crystals",  # crystals of the partner less those of the lord, in fours
    "noblock_partner",  # no block, but the partner is asked next and has a creature that is at least as strong
)


class ActionTraits:
    """A decision: what is the same for all of its actions, and the traits of one after the other."""

    __slots__ = (
        "amounts",
        "at",
        "blockers",
        "card_traits",
        "fighters",
        "foe_best",
        "foe_guard",
        "foe_hunters",
        "have",
        "lord",
        "needs",
        "s",
        "seat",
        "spheres",
    )  # fmt: skip

    def __init__(self, card_traits: dict[str, CardTraits], s: FiveSpheresState) -> None:
        """`card_traits`: what is known of the cards of the match, by id."""
        self.card_traits = card_traits
        self.s = s
        self.at: list[int] = []
        self.amounts: list[float] = []
        seat = s.to_act()
        self.seat: int = 0 if seat is None else seat
        self.lord: Lord = s.lords[self.seat]
        self.spheres: int = 0
        self.have: int = 0
        self.needs: int = 0
        """The mana that is there, and what the hand could use of it."""
        self.foe_best: int = -1
        """The greatest strength among rivals' creatures."""
        self.foe_guard: list[int] = []
        """By seat the greatest strength of a ready blocker, in a citadel the partner's, too; -1: none."""
        self.foe_hunters: int = 0
        """Rivals' creatures that can attack in their next turn."""
        self.blockers: int = 0
        """Own creatures that stand ready; in a citadel the partner's, too."""
        self.fighters: int = 0
        """Of the lord's own those that can still attack."""
        if s.draft is not None or s.step == OVER:
            return
        for crystal in self.lord.vault:
            self.spheres |= crystal.card.mask
        if s.ask == NOTHING and s.step != BATTLE:
            self.have = mana(s, self.lord)
            for card in self.lord.hand:
                if card.mask & self.spheres == card.mask and cheapest(card) <= self.have:
                    self.needs += cheapest(card)
        for other in s.lords:
            guard = -1
            if other.team != self.lord.team and other.inside:
                for c in other.battlefield:
                    might = strength(s, c)
                    self.foe_best = max(self.foe_best, might)
                    self.foe_hunters += 1
                    if not c.engaged:
                        guard = max(guard, might)
            self.foe_guard.append(guard)
        if s.setting.is_citadel:
            alone = self.foe_guard
            self.foe_guard = [max(guard, alone[s.partners[one]]) for one, guard in enumerate(alone)]
        for near in s.kin[self.seat]:
            for c in s.lords[near].battlefield:
                if not c.engaged:
                    self.blockers += 1
                    if near == self.seat and not c.dizzy:
                        self.fighters += 1

    def put(self, trait: int, amount: float) -> None:
        """Notes a trait of the action."""
        self.at.append(trait)
        self.amounts.append(amount)

    def look(self, action: Action) -> None:
        """Finds the traits of an action."""
        self.at = []
        self.amounts = []
        kind = action & 31
        if kind == words.TARGET:
            self._target(action >> 5)
        elif kind == words.PICK or kind == words.DROP:
            self._pick(offered(self.s, words.left_of(action)), 1.0 if kind == words.PICK else -1.0)
        elif kind == words.SET:
            self._set(words.left_of(action))
        elif kind == words.PAY:
            self._pay(self.s.payments[action >> 5])
        elif kind == words.CAST or kind == words.RETALIATE:
            self._spell(self.lord.hand[words.left_of(action)], words.right_of(action) - 1, kind == words.RETALIATE)
        elif kind == words.CRYSTAL or kind == words.CRYSTAL2:
            self._crystal(words.left_of(action), kind == words.CRYSTAL2)
        elif kind == words.SUMMON:
            self._summon(self.lord.hand[words.left_of(action)])
        elif kind == words.GENERIC:
            self.put(T_GENERIC, 1.0)
            self.put(T_GENERIC_LOST, self.lord.hand[words.left_of(action)].strength / 10)
            self.put(T_SUMMON_SHARE, GENERIC_COST / max(self.have, 1))
        elif kind == words.ATTACK_FORTRESS:
            self._siege(words.left_of(action), words.right_of(action))
        elif kind == words.ATTACK_CREATURE:
            self._hunt(words.left_of(action), words.right_of(action))
        elif kind == words.BLOCK or kind == words.NOBLOCK:
            self._block(words.left_of(action) if kind == words.BLOCK else -1)
        elif kind == words.DESTROY:
            self._take(words.left_of(action))
        elif kind == words.CURE:
            self._cure(words.left_of(action), words.right_of(action))
        elif kind == words.USE:
            self.put(T_USE, 1.0)
        elif kind == words.KEEP:
            self.put(T_KEEP, 1.0)
        elif kind == words.TRASHHAND:
            self._trash()
        elif kind == words.END:
            self._end()
        elif kind == words.TAG:
            self._tag()

    def _end(self) -> None:
        step = self.s.step
        if step == CURE:
            self.put(T_END_CURE, 1.0)
        elif step == CRYSTAL:
            self.put(T_END_CRYSTAL, 1.0)
        elif step == CASTING:
            self.put(T_END_CASTING, 1.0)
            self.put(T_END_MANA, min(self.have, self.needs) / 5)
        elif step == BATTLE:
            self.put(T_END_BATTLE, 1.0)
            for seat in self.s.foes[self.seat]:
                if self.foe_guard[seat] < 0:
                    self.put(T_END_FREE, self.fighters / 2)
                    break

    def _tag(self) -> None:
        s = self.s
        lord, partner = self.lord, s.lords[s.partners[self.seat]]
        most = 0
        for seat in s.foes[self.seat]:
            most = max(most, len(s.lords[seat].battlefield))
        self.put(T_TAG, 1.0)
        if most - len(lord.battlefield) > lord.towers():
            self.put(T_TAG_DANGER, 1.0)
        if most - len(partner.battlefield) > partner.towers():
            self.put(T_TAG_RISK, 1.0)
        might = 0
        for c in partner.battlefield:
            might += strength(s, c)
        for c in lord.battlefield:
            might -= strength(s, c)
        self.put(T_TAG_TOWERS, (partner.towers() - lord.towers()) / 5)
        self.put(T_TAG_MIGHT, might / 20)
        self.put(T_TAG_CRYSTALS, (len(partner.vault) - len(lord.vault)) / 4)

    def _cure(self, uid: int, crystal: int) -> None:
        c = self.s.creature(uid)
        piece = self.s.find(crystal)
        if c is None or piece is None:
            return
        self.put(T_CURE, 1.0)
        if not c.facedown:
            self.put(T_CURE_GAIN, (c.card.strength - c.card.afflicted) / 5)
        else:
            self.put(T_CURE_GAIN, (self.s.setting.generic_strength - self.s.setting.generic_afflicted) / 5)
        rest = 0
        for other in self.lord.vault:
            if other is not piece:
                rest |= other.card.mask
        if rest != self.spheres:
            self.put(T_CURE_LAST, 1.0)

    def _crystal(self, index: int, second: bool) -> None:
        hand = self.lord.hand
        card = hand[index]
        crystals = len(self.lord.vault)
        self.put(T_CRYSTAL, 1.0)
        self.put(T_CRYSTAL_FULL, crystals / 8)
        opened = 0
        for i, other in enumerate(hand):
            if i != index and other.mask & self.spheres != other.mask:
                if other.mask & (self.spheres | card.mask) == other.mask:
                    opened += 1
        if opened:
            self.put(T_CRYSTAL_OPENS, opened / 2)
        cost = cheapest(card)
        self.put(T_CRYSTAL_COST, cost / 5)
        self.put(T_CRYSTAL_WORTH, self.card_traits[card.id].worth)
        if card.mask & self.spheres != card.mask or cost > crystals + 1:
            self.put(T_CRYSTAL_DULL, 1.0)
        if len(card.spheres) > 1:
            self.put(T_CRYSTAL_DUAL, 1.0)
        if second:
            self.put(T_CRYSTAL_SECOND, 1.0)
            self.put(T_CRYSTAL_SECOND_MANA, min(self.have, self.needs) / 5)

    def _summon(self, card: Card) -> None:
        cost = GENERIC_COST if card.inverted else card.cost
        self.put(T_SUMMON, 1.0)
        self.put(T_SUMMON_COST, cost / 5)
        self.put(T_SUMMON_STRENGTH, card.strength / 10)
        self.put(T_SUMMON_SHARE, cost / max(self.have, 1))
        self.put(T_SUMMON_WORDS, self.card_traits[card.id].abilities / 2)

    def _spell(self, card: Card, host: int, retaliates: bool) -> None:
        known = self.card_traits[card.id]
        kind = card.spell_type
        if retaliates:
            self.put(T_RETALIATE, 1.0)
            self.put(T_RETALIATE_COST, card.spell_cost / 5)
            for effect in card.effects:
                if effect.verb == SUMMON:
                    self.put(T_RETALIATE_SUMMON, 1.0)
                    break
        else:
            self.put(T_CAST_COST, card.spell_cost / 5)
            self.put(T_SUMMON_SHARE, card.spell_cost / max(self.have, 1))
        if kind == INSTANT:
            self.put(T_CAST_INSTANT, 1.0)
        elif kind == ACTIVE_SPELL:
            self.put(T_CAST_ACTIVE, 1.0)
        elif kind == HIDDEN:
            self.put(T_CAST_HIDDEN, 1.0)
        elif kind == ATTACHED_SPELL:
            self.put(T_CAST_ATTACHED, 1.0)
            bearer = self.s.creature(host)
            if bearer is not None:
                self.put(T_CAST_HOST, strength(self.s, bearer) / 10)
        does = 0 if kind == HIDDEN else known.spell
        if not does:
            return
        if does & STRIKES:
            self.put(T_CAST_STRIKE, 1.0)
            if not self._can_strike(known):
                self.put(T_CAST_IDLE, 1.0)
        if does & BREACHES:
            self.put(T_CAST_BREACH, 1.0)
        if does & DRAWS:
            self.put(T_CAST_DRAW, 1.0)
        if does & GROWS:
            self.put(T_CAST_GROW, 1.0)
        if does & BOOSTS:
            self.put(T_CAST_BOOST, 1.0)
            if not retaliates and not self.fighters:
                self.put(T_CAST_BOOST_LATE, 1.0)

    def _can_strike(self, known: CardTraits) -> bool:
        """Is there a creature of a rival that the spell could be aimed at?"""
        if self.foe_best < known.least:
            return False
        for seat in self.s.foes[self.seat]:
            for c in self.s.lords[seat].battlefield:
                if known.least <= strength(self.s, c) <= known.most:
                    return True
        return False

    def _siege(self, uid: int, seat: int) -> None:
        c = self.s.creature(uid)
        if c is None:
            return
        might = strength(self.s, c)
        guard = self.foe_guard[seat]
        together = self.s.kin[seat]
        towers = towers_of(self.s, seat)
        free = guard < 0 or slips(self.s, c)
        self.put(T_SIEGE, 1.0)
        self.put(T_SIEGE_TOWERS, towers / (5 * len(together)))
        if free:
            self.put(T_SIEGE_FREE, 1.0)
        else:
            self.put(T_SIEGE_MARGIN, margin(might, guard))
            if might == guard:
                self.put(T_SIEGE_TIE, 1.0)
        if towers == 0:
            self.put(T_SIEGE_BARE, 1.0)
            if free:
                self.put(T_SIEGE_LAST, 1.0)
        self.put(T_SIEGE_RISK, max(0, min(4, self.foe_hunters - self.blockers + 1)) / 2)

    def _hunt(self, uid: int, target: int) -> None:
        c = self.s.creature(uid)
        other = self.s.creature(target)
        if c is None or other is None:
            return
        might, foe = strength(self.s, c), strength(self.s, other)
        self.put(T_HUNT, 1.0)
        if might > foe:
            self.put(T_HUNT_WINS, 1.0)
        elif might == foe:
            self.put(T_HUNT_TIE, 1.0)
        self.put(T_HUNT_GAIN, (foe - might) / 10)
        guard = self.foe_guard[other.seat]
        self.put(T_HUNT_MARGIN, 1.0 if guard < 0 else margin(might, guard))

    def _block(self, uid: int) -> None:
        s = self.s
        attack = s.attack
        if attack is None:
            return
        attacker = s.creature(attack.attacker)
        if attacker is None:
            return
        danger = strength(s, attacker)
        if uid < 0:
            target = s.creature(attack.target)
            if target is not None:
                might = strength(s, target)
                if might <= danger:
                    self.put(T_NOBLOCK_TARGET, might / 10)
            if self._partner_can_block(attack, danger):
                self.put(T_NOBLOCK_PARTNER, 1.0)
            return
        c = s.creature(uid)
        if c is None:
            return
        might = strength(s, c)
        self.put(T_BLOCK_PRICE, might / 10)
        if might > danger:
            self.put(T_BLOCK_WINS, 1.0)
        else:
            self.put(T_BLOCK_TIE if might == danger else T_BLOCK_LOSES, 1.0)
        if might >= danger:
            self.put(T_BLOCK_FOE, danger / 10)
        if attack.target < 0:
            towers = towers_of(s, attack.defender)
            if towers == 0:
                self.put(T_BLOCK_SAVES, 1.0)
            elif towers <= 2 * len(s.kin[attack.defender]):
                self.put(T_BLOCK_SAVES_TOWER, 1.0)

    def _partner_can_block(self, attack: Attack, danger: int) -> bool:
        """FS-21.11: is the partner asked after this lord, and has he a creature that stands up to the attacker?"""
        s = self.s
        if not s.setting.is_citadel or attack.stage != BLOCK:
            return False
        for c in s.lords[s.partners[self.seat]].battlefield:
            if not c.engaged and c.uid != attack.target and strength(s, c) >= danger and not has(s, c, CANNOT_BLOCK):
                return True
        return False

    def _take(self, uid: int) -> None:
        piece = self.s.find(uid)
        if piece is None:
            return
        if piece.zone == SPELL:
            if piece.facedown:
                self.put(T_TAKE_HIDDEN, 1.0)
            else:
                self.put(T_TAKE_SPELL, piece.card.spell_cost / 4)
            return
        if piece.attached:
            self.put(T_TAKE_ATTACHED, len(piece.attached) / 2)
        if towers_of(self.s, piece.seat) == 1:
            self.put(T_TAKE_LAST, 1.0)

    def _trash(self) -> None:
        lord = self.lord
        self.put(T_TRASH_CARDS, len(lord.hand) / 5)
        playable = 0
        for card in lord.hand:
            if card.mask & self.spheres == card.mask and cheapest(card) <= len(lord.vault) + 1:
                playable += 1
        self.put(T_TRASH_PLAYABLE, playable / 3)
        if len(lord.deck) < 5:
            self.put(T_TRASH_DECK, 1.0)

    def _pay(self, energies: list[int]) -> None:
        groove = self.lord.groove
        rare = 0.0
        for index in energies:
            alike = 0
            for other in groove:
                if other.mask & groove[index].mask:
                    alike += 1
            rare += 1.0 / alike
        self.put(T_PAY_RARE, rare)

    def _target(self, value: int) -> None:
        s = self.s
        kind = value & 7
        if kind == OPTION_NONE:
            self.put(T_NAME_NONE, 1.0)
            return
        seat = value >> 3 & 7
        if kind == OPTION_LORD or not s.programs or not s.programs[-1].effects:
            if s.lords[seat].team != self.lord.team:
                self.put(T_NAME_RIVAL, 1.0)
            return
        effect = s.programs[-1].effects[0]
        if kind != OPTION_PIECE:
            worth = 1.0 + self.card_traits[pile_of(s, value)[value >> 6].id].worth
            if s.ask == ASK_LORD:
                return
            good = is_loss(effect) == (s.lords[seat].team != self.lord.team)
            self.put(T_NAME_WORTH, worth if good else -worth)
            return
        piece = s.find(value >> 6)
        if piece is None:
            return
        size = 0.5 + strength(s, piece) / 10 if piece.zone == BATTLEFIELD else 0.5
        if is_harm(effect):
            self.put(T_HARM_OWN if s.lords[piece.seat].team == self.lord.team else T_HARM_RIVAL, size)
        else:
            self.put(T_HELP_OWN if s.lords[piece.seat].team == self.lord.team else T_HELP_RIVAL, size)

    def _pick(self, card: Card, sign: float) -> None:
        """A card taken, or put back; of face-down ones only the spheres are seen."""
        draft = self.s.draft
        if draft is None or draft.method != assembly.BLIND_DRAFT:
            self.put(T_PICK_WORTH, sign * self.card_traits[card.id].worth)
        deck = self.lord.deck
        if deck:
            alike = 0
            for other in deck:
                if other.mask & card.mask:
                    alike += 1
            self.put(T_PICK_FOCUS, sign * alike / len(deck) / len(card.spheres))

    def _set(self, letter: int) -> None:
        """Four cards at once: their mean."""
        table = self.s.setting.table
        ids = table.sets.get(chr(ord("A") + letter), [])
        deck = self.lord.deck
        for id in ids:
            self.put(T_PICK_WORTH, self.card_traits[id].worth / len(ids))
            if deck:
                alike = 0
                for other in deck:
                    if other.mask & table.cards[id].mask:
                        alike += 1
                self.put(T_PICK_FOCUS, alike / len(deck) / len(ids))
