"""What a search knows of Five Spheres: the features of a lord and the traits of an action, written down by hand.

A lord is looked at through what lies on the table (towers, crystals, creatures, energies, spells), what his hand can do
with it, and how many attackers are left over when every blocker of a rival has been met: that number against the
rival's towers is what ends matches. A sampled world shows all hands, so a rival's hand counts as the own one does.

An action is looked at without carrying it out: what it costs, what it is made of, and the strengths that meet. The
weights in data/five_spheres.json say how much each figure matters; only `out` and those of the assembly, which matches
of two lords with ready-made decks never show, keep the values that were put there by hand.

Judging in the middle of an attack is noise, so a playout first brings the attack and the effects that run to their
probable end.
"""

from __future__ import annotations

from math import exp
from typing import Final

from orrery.bots.five_spheres_scene import TRAITS, Scene
from orrery.bots.five_spheres_stand import CARD_BITS, FLAT, POWERS, Glance, Stand, bits, margin, offered, pile_of
from orrery.bots.mind import STEEPEST, Mind, lot
from orrery.core.fate import Fate
from orrery.core.game import Action, State
from orrery.games.five_spheres import assembly, battle, words
from orrery.games.five_spheres.cards import CardTable
from orrery.games.five_spheres.language import (
    SPELL,
    TOWER,
    VAULT,
)
from orrery.games.five_spheres.reading import mana
from orrery.games.five_spheres.rules import FiveSpheresState
from orrery.games.five_spheres.state import (
    CASTING,
    NOTHING,
    OPTION_GROOVE,
    OPTION_HAND,
    OPTION_LORD,
    OPTION_NONE,
    OPTION_PIECE,
    OVER,
    Lord,
    Piece,
)

PATIENCE: Final = 16
"""So many decisions at most until an attack is thought to its end."""


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


# --- the mind ---------------------------------------------------------------------------------------------------------


class FiveSpheresMind(Mind):
    """The knowledge of Five Spheres."""

    def __init__(self) -> None:
        super().__init__(list(FEATURES), list(TRAITS))
        self.table: CardTable | None = None
        self.glances: dict[str, Glance] = {}
        self.stands: list[Stand] = []
        """While a state is judged: how its lords stand."""

    def learn(self, s: FiveSpheresState) -> None:
        """Looks at the cards of a match, once."""
        table = s.setting.table
        if table is not self.table:
            self.table = table
            self.glances = {id: Glance(index, table.cards[id]) for index, id in enumerate(table.ids)}

    # --- names --------------------------------------------------------------------------------------------------------

    def key(self, state: State, action: Action) -> int:
        """Names cards, not places: a hand card by its face, a payment by its spheres, towers and crystals without
        cards under them by their spheres.
        """
        assert isinstance(state, FiveSpheresState)
        s = state
        kind = action & 31
        if kind in (words.END, words.KEEP, words.TRASHHAND, words.NOBLOCK, words.NORETALIATE):
            return kind
        if kind in (words.BLOCK, words.USE, words.ATTACK_FORTRESS, words.ATTACK_CREATURE, words.SET):
            return action
        self.learn(s)
        left = words.left_of(action)
        if kind in (words.CRYSTAL, words.CRYSTAL2, words.SUMMON, words.GENERIC):
            return kind + 32 * self.glances[s.lords[s.active].hand[left].id].index
        if kind == words.CAST or kind == words.RETALIATE:
            lord = s.lords[s.active if kind == words.CAST else s.asked]
            host = words.right_of(action)
            if host:
                piece = s.find(host - 1)
                host = 0 if piece is None else 1 + self._piece(s, piece)
            return kind + 32 * (self.glances[lord.hand[left].id].index + (host << CARD_BITS))
        if kind == words.TARGET:
            return kind + 32 * self._option(s, action >> 5)
        if kind == words.PAY:
            groove = s.lords[s.asked].groove
            total = 0
            for index in s.payments[action >> 5]:
                total += POWERS[groove[index].mask]
            return kind + 32 * total
        if kind == words.DESTROY:
            piece = s.find(left)
            return action if piece is None else kind + 32 * self._piece(s, piece)
        if kind == words.CURE:
            piece = s.find(words.right_of(action))
            return action if piece is None else words.pair(kind, left, piece.card.mask)
        draft = s.draft
        assert draft is not None
        card = offered(s, left)
        if draft.method == assembly.BLIND_DRAFT:
            return kind + 32 * card.mask
        return kind + 32 * self.glances[card.id].index

    def _piece(self, s: FiveSpheresState, piece: Piece) -> int:
        """A card in play by its number; towers and crystals are alike if their spheres are."""
        if (piece.zone == TOWER or piece.zone == VAULT) and not piece.attached and not s.shows_secret():
            return FLAT + 1024 * piece.zone + 64 * piece.seat + piece.card.mask
        return piece.uid

    def _option(self, s: FiveSpheresState, value: int) -> int:
        """What a target names: a card in play; a card that the lord sees by its face; else its place."""
        kind = value & 7
        if kind == OPTION_PIECE:
            piece = s.find(value >> 6)
            return value if piece is None else kind + 64 * self._piece(s, piece)
        if kind == OPTION_LORD or kind == OPTION_NONE:
            return value
        seat = value >> 3 & 7
        if kind == OPTION_GROOVE or (kind == OPTION_HAND and seat != s.asked):
            if not s.shows_secret():
                return value
        card = pile_of(s, value)[value >> 6]
        return (value & 63) + 64 * self.glances[card.id].index

    def side(self, state: State, seat: int) -> int:
        assert isinstance(state, FiveSpheresState)
        return state.lords[seat].team

    # --- lords --------------------------------------------------------------------------------------------------------

    def chances(self, state: State) -> list[float]:
        assert isinstance(state, FiveSpheresState)
        if state.step != OVER:
            self.stands = [Stand(state, lord) for lord in state.lords]
        found = super().chances(state)
        self.stands = []
        return found

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, FiveSpheresState)
        s = state
        row: list[float] = [0.0] * len(FEATURES)
        lord = s.lords[seat]
        if lord.out:
            row[F_OUT] = 1.0
            return row
        if s.draft is not None:
            self._assembled(s, lord, row)
            return row
        stands = self.stands if self.stands else [Stand(s, one) for one in s.lords]
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
        self._threaten(s, seat, stands, row)
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

    def _threaten(self, s: FiveSpheresState, seat: int, stands: list[Stand], row: list[float]) -> None:
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

    def _assembled(self, s: FiveSpheresState, lord: Lord, row: list[float]) -> None:
        """The cards that a lord has taken so far."""
        if not lord.deck:
            return
        self.learn(s)
        worth = 0.0
        counts = [0] * 5
        for card in lord.deck:
            worth += self.glances[card.id].worth
            for bit in range(5):
                counts[bit] += card.mask >> bit & 1
        counts.sort()
        size = len(lord.deck)
        row[F_DECK_WORTH] = worth / size
        row[F_DECK_FOCUS] = (counts[4] + counts[3]) / size * min(1.0, size / 16)

    # --- actions ------------------------------------------------------------------------------------------------------

    def traits(self, state: State, actions: list[Action]) -> list[list[float]]:
        assert isinstance(state, FiveSpheresState)
        self.learn(state)
        scene = Scene(self.glances, state)
        rows: list[list[float]] = []
        for action in actions:
            scene.look(action)
            row: list[float] = [0.0] * len(TRAITS)
            for i, trait in enumerate(scene.at):
                row[trait] += scene.amounts[i]
            rows.append(row)
        return rows

    def priors(self, state: State, actions: list[Action]) -> list[float]:
        """As Mind has it, without going through the traits that are 0."""
        assert isinstance(state, FiveSpheresState)
        weights = self.policy
        self.learn(state)
        scene = Scene(self.glances, state)
        found: list[float] = []
        for action in actions:
            scene.look(action)
            total = 0.0
            for i, trait in enumerate(scene.at):
                total += weights[trait] * scene.amounts[i]
            found.append(exp(max(min(total, STEEPEST), -STEEPEST)))
        return found

    def playout(self, state: State, fate: Fate) -> int:
        """Some decisions by lot, each as likely as it looks promising; then the attack and the effects that run are
        brought to their probable end.
        """
        assert isinstance(state, FiveSpheresState)
        s = state
        for count in range(self.steps + PATIENCE):
            if count >= self.steps and (s.attack is None and s.ask == NOTHING):
                return count
            actions = s.actions()
            if not actions:
                return count
            if len(actions) == 1:
                s.act(actions[0])
            elif count < self.steps:
                s.act(actions[lot(self.priors(s, actions), fate)])
            else:
                s.act(likeliest(actions, self.priors(s, actions)))
        return self.steps + PATIENCE


def likeliest(actions: list[Action], weights: list[float]) -> Action:
    """The action of the greatest weight."""
    best = 0
    for i in range(1, len(actions)):
        if weights[i] > weights[best]:
            best = i
    return actions[best]
