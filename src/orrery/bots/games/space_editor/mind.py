"""What a search knows of Space Editor.

Points lie on face-up stars, and nearly every card of a deck comes to the table. So a match is decided by which stars
fall, which are turned up again and which pair. A value by the present lead alone is blind to that: a star with an open
blank side is worth little while a rival still holds kinetic energy, and a star whose weak sides are all covered is
safe for good. The mind therefore studies each lying card once: by which sides it could still fall, and how likely it is
that somebody has what it takes (its *hazard*). Features of a seat and traits of an action are sums over these studies.
"""

from __future__ import annotations

from math import exp
from typing import Final

from orrery.bots.games.space_editor.features import FEATURES, Facts, Survey
from orrery.bots.games.space_editor.traits import TRAITS, ActionTraits
from orrery.bots.mind import STEEPEST, Mind
from orrery.core.fate import Fate
from orrery.core.game import Action, State
from orrery.games.space_editor.cards.card import (
    CARD_SHIFT,
)
from orrery.games.space_editor.rules.engine import SpaceEditorState
from orrery.games.space_editor.rules.state import OVER
from orrery.games.space_editor.rules.state import PLACE as PLACE_PHASE
from orrery.games.space_editor.rules.words import (
    PLACE,
)

SETTLING: Final = 8
"""How many pending decisions of abilities are taken, at most, before a state is judged."""


class GameMind(Mind):
    """Stars, what threatens them, and what could bring them back."""

    def __init__(self) -> None:
        super().__init__(list(FEATURES), list(TRAITS))
        self.facts: Facts | None = None
        """Of the card set of the last state looked at: a mind serves one match after the other."""

    def facts_of(self, state: SpaceEditorState) -> Facts:
        """What it needs to know of the state's cards."""
        facts = self.facts
        if facts is None or facts.cards is not state.setting.cards:
            facts = self.facts = Facts(state.setting.cards)
        return facts

    def key(self, state: State, action: Action) -> int:
        """Cards and cells have the same numbers in all worlds; rotations in which a card looks the same are one."""
        if action >> 2 & 15 != PLACE:
            return action
        assert isinstance(state, SpaceEditorState)
        return action & ~3 | self.facts_of(state).twin[(action >> CARD_SHIFT) * 4 + (action & 3)]

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, SpaceEditorState)
        return Survey(self.facts_of(state), state).rows()[seat]

    def chances(self, state: State) -> list[float]:
        """As any mind's, with one survey for all seats."""
        assert isinstance(state, SpaceEditorState)
        if state.phase == OVER:
            return self.ended(state)
        weights = self.value
        sums: list[float] = []
        for row in Survey(self.facts_of(state), state).rows():
            total = 0.0
            for i in range(len(weights)):
                total += weights[i] * row[i]
            sums.append(total)
        top = max(sums)
        powers = [exp(max(one - top, -STEEPEST)) for one in sums]
        whole = sum(powers)
        return [power / whole for power in powers]

    def _action_traits(self, state: State) -> ActionTraits:
        assert isinstance(state, SpaceEditorState)
        return ActionTraits(Survey(self.facts_of(state), state), self.policy, state.decider())

    def traits(self, state: State, actions: list[Action]) -> list[list[float]]:
        looked = self._action_traits(state)
        found: list[list[float]] = []
        for action in actions:
            row = [0.0] * len(TRAITS)
            looked.row = row
            looked.look(action)
            found.append(row)
        return found

    def priors(self, state: State, actions: list[Action]) -> list[float]:
        """As any mind's, without writing the traits down."""
        looked = self._action_traits(state)
        found: list[float] = []
        for action in actions:
            looked.look(action)
            found.append(exp(max(min(looked.total, STEEPEST), -STEEPEST)))
        return found

    def playout(self, state: State, fate: Fate) -> int:
        """Takes pending decisions of abilities first, each as it looks best: a state in the middle of a turn is hard to
        judge. Then plays on for as many decisions as a playout lasts.
        """
        assert isinstance(state, SpaceEditorState)
        count = 0
        while count < SETTLING and state.phase != PLACE_PHASE and state.phase != OVER:
            actions = state.actions()
            best = 0
            if len(actions) > 1:
                priors = self.priors(state, actions)
                best = priors.index(max(priors))
            state.act(actions[best])
            count += 1
        return count + super().playout(state, fate)
