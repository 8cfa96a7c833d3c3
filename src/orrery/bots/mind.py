"""What a search knows of a game: how to name its actions, how promising they look, how good a state is for each seat.

A mind is made by hand for a game and tuned by regression (see lab/tune.py): it looks at a state through a few named
*features* of a seat and at an action through a few named *traits*, and it has a weight for each. The chance to win is
the softmax of the sides' weighted features, the promise of an action the softmax of its weighted traits. Both are
plain sums, so that a hint can say what speaks for an action.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import exp
from typing import Final

from mypy_extensions import mypyc_attr

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action, State

STEEPEST: Final = 30.0
"""Exponents are kept within this, so that no sum overflows."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Outlook:
    """A decision at first sight. It may be kept for other worlds on the same ground, so it must not be led on."""

    def __init__(self, mind: Mind, state: State) -> None:
        self.mind = mind
        self.state = state

    def priors(self, actions: list[Action]) -> list[float]:
        """As Mind.priors, of some of the actions."""
        return self.mind.priors(self.state, actions)


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind(ABC):
    """The knowledge of one game. It never looks at a match, only at worlds that a seat can imagine."""

    def __init__(
        self,
        features: list[str],
        traits: list[str],
        value: list[float] | None = None,
        policy: list[float] | None = None,
    ) -> None:
        self.feature_names = features
        self.trait_names = traits
        self.value: list[float] = [0.0] * len(features) if value is None else value
        """A weight for each feature."""
        self.policy: list[float] = [0.0] * len(traits) if policy is None else policy
        """A weight for each trait."""
        self.steps: int = 0
        """How many decisions a playout lasts before the state is judged."""

    def key(self, state: State, action: Action) -> int:
        """A number for what the action means, the same in all worlds that a seat can imagine (a card, not its place in
        a hand). Actions that mean the same may share it.
        """
        return action

    def ground(self, state: State) -> dict[int, int] | None:
        """Where decisions are wide because each of a few things can be done in many ways: all that decides in which
        ways. On equal ground a *bundle* of that name holds the same actions. None: this decision has no bundles.
        """
        return None

    def bundles(self, state: State) -> list[int]:
        """The names of the bundles that the legal actions fall into, if there is a ground."""
        return []

    def unfold(self, state: State, bundle: int) -> list[Action]:
        """The actions of a bundle, in the order of the legal list. Of those that mean the same, one."""
        return []

    def side(self, state: State, seat: int) -> int:
        """The side that a seat is on: seats of one side win together."""
        return seat

    def is_lot(self, view: JsonObject) -> bool:
        """Is this a decision in which nothing that the mind knows tells the actions apart? Then a bot draws lots, or it
        would always take what comes first.
        """
        return False

    def kind(self, view: JsonObject) -> str:
        """The kind of match, where the levels of a game think otherwise in some kinds than in others (levels.toml); an
        empty word for the usual one.
        """
        return ""

    def sensible(self, view: JsonObject, actions: list[str]) -> list[str]:
        """Of these actions those that even somebody of little insight would choose among: where one can hardly go wrong
        by the rules of the game, but would make the match ugly for everybody. At least one of them.
        """
        return actions

    @abstractmethod
    def features(self, state: State, seat: int) -> list[float]:
        """What speaks for a seat, in the order of the names."""

    @abstractmethod
    def traits(self, state: State, actions: list[Action]) -> list[list[float]]:
        """What speaks for each of these actions at first sight, in the order of the names; cheap to find out."""

    def chances(self, state: State) -> list[float]:
        """Each seat's chance to win; the sides' chances add up to 1."""
        seats = state.seats()
        if state.to_act() is None:
            return self.ended(state)
        weights = self.value
        sums: list[float] = [0.0] * seats
        members: list[int] = [0] * seats
        for seat in range(seats):
            side = self.side(state, seat)
            total = 0.0
            for weight, amount in zip(weights, self.features(state, seat), strict=True):
                total += weight * amount
            sums[side] += total
            members[side] += 1
        top = -1e9
        for side in range(seats):
            if members[side] > 0:
                sums[side] /= members[side]
                top = max(top, sums[side])
        whole = 0.0
        for side in range(seats):
            if members[side] > 0:
                sums[side] = exp(max(sums[side] - top, -STEEPEST))
                whole += sums[side]
        return [sums[self.side(state, seat)] / whole for seat in range(seats)]

    def ended(self, state: State) -> list[float]:
        """The result of a match that is over: 1 for the winning side, shared by sides that win together."""
        winners = state.result().winners
        sides: list[int] = []
        for seat in winners:
            side = self.side(state, seat)
            if side not in sides:
                sides.append(side)
        share = 1.0 / len(sides) if sides else 0.0
        return [share if self.side(state, seat) in sides else 0.0 for seat in range(state.seats())]

    def priors(self, state: State, actions: list[Action]) -> list[float]:
        """How promising each action looks, as weights that need not add up to 1."""
        weights = self.policy
        if not weights:
            return [1.0] * len(actions)
        found: list[float] = []
        for row in self.traits(state, actions):
            total = 0.0
            for weight, amount in zip(weights, row, strict=True):
                total += weight * amount
            found.append(exp(max(min(total, STEEPEST), -STEEPEST)))
        return found

    def outlook(self, state: State) -> Outlook:
        """The decision at first sight, where actions are asked for bundle by bundle."""
        return Outlook(self, state)

    def playout(self, state: State, fate: Fate) -> int:
        """Plays on for as many decisions as a playout lasts; gives how many it were."""
        for count in range(self.steps):
            actions = state.actions()
            if not actions:
                return count
            state.act(actions[lot(self.priors(state, actions), fate)] if len(actions) > 1 else actions[0])
        return self.steps


FINE: Final = 1 << 30


def lot(weights: list[float], fate: Fate) -> int:
    """The index of one of the weights by lot, the heavier the likelier."""
    whole = 0.0
    for weight in weights:
        whole += weight
    mark = whole * (fate.draw(FINE) / FINE)
    for i, weight in enumerate(weights):
        mark -= weight
        if mark < 0.0:
            return i
    return len(weights) - 1


@mypyc_attr(allow_interpreted_subclasses=True)
class PlainMind(Mind):
    """For a game of which nothing is known: random play to the end, or as long as patience lasts.

    Where a match does not end in time, scores decide if the game has some; else all seats are alike.
    """

    def __init__(self, patience: int = 2000) -> None:
        super().__init__([], [])
        self.steps = patience

    def features(self, state: State, seat: int) -> list[float]:
        return []

    def traits(self, state: State, actions: list[Action]) -> list[list[float]]:
        return [[] for _ in actions]

    def playout(self, state: State, fate: Fate) -> int:
        for count in range(self.steps):
            actions = state.actions()
            if not actions:
                return count
            state.act(actions[fate.draw(len(actions))])
        return self.steps

    def chances(self, state: State) -> list[float]:
        result = state.result()
        if result.over:
            return self.ended(state)
        seats = state.seats()
        scores = result.scores
        if scores is None:
            return [1.0 / seats] * seats
        top = max(scores)
        leaders = 0
        for score in scores:
            leaders += score == top
        return [1.0 / leaders if score == top else 0.0 for score in scores]
