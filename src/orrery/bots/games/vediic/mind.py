"""What a search knows of Vediic.

A match is a race of six poojas: four donations and two promotions, one in a turn at most, each in contact with the
planet of enlightenment. That planet goes its way whatever the players do, so the rounds in which it can be met are much
the same for all. What tells the players apart is how many poojas they have still to make, who is there when the next
round of this kind comes, who has the cards for it, who acts first in the round in which the last one falls, and at the
end who has an empty hand. The features say just that; the traits say what an action changes in it at first sight.
"""

from __future__ import annotations

from orrery.bots.games.vediic.features import FEATURES, features
from orrery.bots.games.vediic.sky import Sky
from orrery.bots.games.vediic.traits import TRAITS, ActionTraits, Worths
from orrery.bots.mind import Mind
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action, State
from orrery.games.vediic.board import Board
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.state import PENALTY


class GameMind(Mind):
    """The knowledge of Vediic. Actions are colours, circles and seats: they mean the same in all worlds."""

    def __init__(self) -> None:
        super().__init__(list(FEATURES), list(TRAITS))
        self.sky: Sky | None = None
        self.worths = Worths()

    def _sky(self, board: Board) -> Sky:
        sky = self.sky
        if sky is None or sky.board is not board:
            sky = self.sky = Sky(board)
        return sky

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, VediicState)
        return features(state, self._sky(state.board), seat)

    def traits(self, state: State, actions: list[Action]) -> list[list[float]]:
        assert isinstance(state, VediicState)
        return ActionTraits(self.worths, state, self._sky(state.board)).rows(actions)

    def is_lot(self, view: JsonObject) -> bool:
        """VE-3.2: before there are planets and pawns, no feature tells one colour from another."""
        return bool(view["phase"] == "color")

    def playout(self, state: State, fate: Fate) -> int:
        """Penalties are paid to the end before a state is judged, each with the most promising card: so that what the
        planets give is in the hands.
        """
        assert isinstance(state, VediicState)
        count = 0
        while state.phase == PENALTY:
            actions = state.actions()
            best = 0
            if len(actions) > 1:
                priors = self.priors(state, actions)
                for i, prior in enumerate(priors):
                    if prior > priors[best]:
                        best = i
            state.act(actions[best])
            count += 1
        return count + super().playout(state, fate) if self.steps else count
