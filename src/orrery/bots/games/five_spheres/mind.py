"""What a search knows of Five Spheres: the features of a lord and the traits of an action, written down by hand.

A lord is looked at through what lies on the table (towers, crystals, creatures, energies, spells), what his hand can do
with it, and how many attackers are left over when every blocker of a rival has been met: that number against the
rival's towers is what ends matches. A sampled world shows all hands, so a rival's hand counts as the own one does.

An action is looked at without carrying it out: what it costs, what it is made of, and the strengths that meet. The
weights in weights.json say how much each figure matters; only `out` and those of the assembly, which matches of two
lords with ready-made decks never show, keep the values that were put there by hand.

Judging in the middle of an attack is noise, so a playout first brings the attack and the effects that run to their
probable end.
"""

from __future__ import annotations

from math import exp
from typing import Final

from orrery.bots.games.five_spheres.cards import CARD_BITS, FLAT, POWERS, CardTraits, offered, pile_of
from orrery.bots.games.five_spheres.features import FEATURES, Stand, features, stands_of
from orrery.bots.games.five_spheres.traits import TRAITS, ActionTraits
from orrery.bots.mind import STEEPEST, Mind, lot
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action, State
from orrery.games.five_spheres.cards.card import CardTable
from orrery.games.five_spheres.cards.language import (
    TOWER,
    VAULT,
)
from orrery.games.five_spheres.rules import assembly, words
from orrery.games.five_spheres.rules.engine import FiveSpheresState
from orrery.games.five_spheres.rules.state import (
    CITADEL,
    MODES,
    NOTHING,
    OPTION_GROOVE,
    OPTION_HAND,
    OPTION_LORD,
    OPTION_NONE,
    OPTION_PIECE,
    OVER,
    TAG_TEAM,
    TEAM_PLAY,
    Piece,
)

TEAMS: Final = "teams"
"""What levels.toml calls matches of teams."""
TEAM_MODES: Final = (MODES[TEAM_PLAY], MODES[TAG_TEAM], MODES[CITADEL])
PATIENCE: Final = 16
"""How many decisions, at most, until an attack is played to its end."""


class GameMind(Mind):
    """The knowledge of Five Spheres."""

    def __init__(self) -> None:
        super().__init__(list(FEATURES), list(TRAITS))
        self.table: CardTable | None = None
        self.card_traits: dict[str, CardTraits] = {}
        self.stands: list[Stand] = []
        """While a state is judged: how its lords stand."""

    def learn(self, s: FiveSpheresState) -> None:
        """Looks at the cards of a match, once."""
        table = s.setting.table
        if table is not self.table:
            self.table = table
            self.card_traits = {id: CardTraits(index, table.cards[id]) for index, id in enumerate(table.ids)}

    def kind(self, view: JsonObject) -> str:
        """Matches of teams (FS-21) are a kind of their own: there the levels are told apart otherwise."""
        return TEAMS if view["options"]["mode"] in TEAM_MODES else ""

    # --- names --------------------------------------------------------------------------------------------------------

    def key(self, state: State, action: Action) -> int:
        """Names cards, not places: a hand card by its face, a payment by its spheres, towers and crystals without
        cards under them by their spheres.
        """
        assert isinstance(state, FiveSpheresState)
        s = state
        kind = action & 31
        if kind in (words.END, words.TAG, words.KEEP, words.TRASHHAND, words.NOBLOCK, words.NORETALIATE):
            return kind
        if kind in (words.BLOCK, words.USE, words.ATTACK_FORTRESS, words.ATTACK_CREATURE, words.SET):
            return action
        self.learn(s)
        left = words.left_of(action)
        if kind in (words.CRYSTAL, words.CRYSTAL2, words.SUMMON, words.GENERIC):
            return kind + 32 * self.card_traits[s.lords[s.active].hand[left].id].index
        if kind == words.CAST or kind == words.RETALIATE:
            lord = s.lords[s.active if kind == words.CAST else s.asked]
            host = words.right_of(action)
            if host:
                piece = s.find(host - 1)
                host = 0 if piece is None else 1 + self._piece(s, piece)
            return kind + 32 * (self.card_traits[lord.hand[left].id].index + (host << CARD_BITS))
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
        return kind + 32 * self.card_traits[card.id].index

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
        return (value & 63) + 64 * self.card_traits[card.id].index

    def side(self, state: State, seat: int) -> int:
        assert isinstance(state, FiveSpheresState)
        return state.lords[seat].team

    # --- lords --------------------------------------------------------------------------------------------------------

    def chances(self, state: State) -> list[float]:
        assert isinstance(state, FiveSpheresState)
        if state.step != OVER:
            self.stands = stands_of(state)
        found = super().chances(state)
        self.stands = []
        return found

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, FiveSpheresState)
        if state.draft is not None:
            self.learn(state)
        return features(state, seat, self.stands, self.card_traits)

    # --- actions ------------------------------------------------------------------------------------------------------

    def traits(self, state: State, actions: list[Action]) -> list[list[float]]:
        assert isinstance(state, FiveSpheresState)
        self.learn(state)
        looked = ActionTraits(self.card_traits, state)
        rows: list[list[float]] = []
        for action in actions:
            looked.look(action)
            row: list[float] = [0.0] * len(TRAITS)
            for i, trait in enumerate(looked.at):
                row[trait] += looked.amounts[i]
            rows.append(row)
        return rows

    def priors(self, state: State, actions: list[Action]) -> list[float]:
        """As Mind has it, without going through the traits that are 0."""
        assert isinstance(state, FiveSpheresState)
        weights = self.policy
        self.learn(state)
        looked = ActionTraits(self.card_traits, state)
        found: list[float] = []
        for action in actions:
            looked.look(action)
            total = 0.0
            for i, trait in enumerate(looked.at):
                total += weights[trait] * looked.amounts[i]
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
