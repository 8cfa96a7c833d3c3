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
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action, State
from orrery.games.space_editor.cards.card import CARD_SHIFT
from orrery.games.space_editor.rules.engine import SpaceEditorState
from orrery.games.space_editor.rules.placing import (
    Spell,
    list_by_bits,
    placeable,
    placements_of,
    special_cells,
    spells_of,
)
from orrery.games.space_editor.rules.state import NOBODY, OVER
from orrery.games.space_editor.rules.state import PLACE as PLACE_PHASE
from orrery.games.space_editor.rules.words import PLACE

SETTLING: Final = 8
"""How many pending decisions of abilities are taken, at most, before a state is judged."""

NEAR: Final = 2
"""How far from the middle of the table everybody puts the basepoint, in cells."""

NAME_SHIFT: Final = 16
CARD_MASK: Final = (1 << NAME_SHIFT) - 1
NAMES: Final = 4096
"""How many names of bundles are remembered."""


class GameMind(Mind):
    """Stars, what threatens them, and what could bring them back."""

    def __init__(self) -> None:
        super().__init__(list(FEATURES), list(TRAITS))
        self.facts: Facts | None = None
        """Of the card set of the last state looked at: a mind serves one match after the other."""
        self.names: dict[tuple[int, ...], int] = {}
        self.named: int = 0
        """The names of bundles whose placements static abilities have a say in, and how many there were."""

    def facts_of(self, state: SpaceEditorState) -> Facts:
        """What it needs to know of the state's cards."""
        facts = self.facts
        if facts is None or facts.cards is not state.setting.cards:
            facts = self.facts = Facts(state.setting.cards)
        return facts

    def sensible(self, view: JsonObject, actions: list[str]) -> list[str]:
        """SE-3.6: the basepoint near the middle; beside the edge of the table a universe can grow to one side only."""
        if view["phase"] != "basepoint":
            return actions
        cells = {word: [abs(int(number)) for number in word.split()[1].split(",")] for word in actions}
        return [word for word in actions if max(cells[word]) <= NEAR] or actions

    def key(self, state: State, action: Action) -> int:
        """Cards and cells have the same numbers in all worlds; rotations in which a card looks the same are one."""
        if action >> 2 & 15 != PLACE:
            return action
        assert isinstance(state, SpaceEditorState)
        return action & ~3 | self.facts_of(state).twin[(action >> CARD_SHIFT) * 4 + (action & 3)]

    def ground(self, state: State) -> dict[int, int] | None:
        """In the place step the open cells: they decide where a card fits."""
        assert isinstance(state, SpaceEditorState)
        if state.phase != PLACE_PHASE or state.setting.cards.is_crowded:
            return None
        return state.universe.open

    def bundles(self, state: State) -> list[int]:
        """The cards of the hand. If static abilities have a say in where one may lie, the name tells which ones."""
        assert isinstance(state, SpaceEditorState)
        seat = state.active
        hand = placeable(state, seat, None)
        if not state.universe.statics:
            return hand
        spells = spells_of(state, seat, seat, NOBODY, hand)
        return [self._spelled(card, spells) for card in hand] if spells else hand

    def _spelled(self, card: int, spells: list[Spell]) -> int:
        """The name of a card's bundle under these spells; none is ever given to another one. On the same ground the
        same spells allow the same placements.
        """
        marks = [spell.mark for spell in spells if spell.fits[card]]
        if not marks:
            return card
        marks.append(card)
        key = tuple(marks)
        name = self.names.get(key)
        if name is None:
            if len(self.names) >= NAMES:
                del self.names[next(iter(self.names))]  # the oldest: letting go of all at once would break a clock
            self.named += 1
            name = self.names[key] = self.named << NAME_SHIFT | card
        return name

    def unfold(self, state: State, bundle: int) -> list[Action]:
        assert isinstance(state, SpaceEditorState)
        card = bundle & CARD_MASK
        different = self.facts_of(state).different[card]
        if bundle != card:
            seat = state.active
            special = special_cells(state, seat, seat, NOBODY, [card])
            found = placements_of(state, card, {} if special is None else special)
            return found if different == 15 else [action for action in found if different >> (action & 3) & 1]
        cards = state.setting.cards
        cards.keep_up(card)
        return list_by_bits(cards, [card], state.universe.open, different)

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

    def outlook(self, state: State) -> ActionTraits:
        assert isinstance(state, SpaceEditorState)
        return ActionTraits(self, self.facts_of(state), state, self.policy, state.decider())

    def traits(self, state: State, actions: list[Action]) -> list[list[float]]:
        looked = self.outlook(state)
        found: list[list[float]] = []
        for action in actions:
            row = [0.0] * len(TRAITS)
            looked.row = row
            looked.look(action)
            found.append(row)
        return found

    def priors(self, state: State, actions: list[Action]) -> list[float]:
        return self.outlook(state).priors(actions)

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
