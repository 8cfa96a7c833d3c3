"""The bots that search: by simulations (`mcts:800`), by time (`mcts:500ms`), and five calibrated levels.

A level is a number of simulations with a cap on the time, and at the low end some noise: the chance to win that a
simulation finds is then taken with a grain of salt, as a beginner would. Levels never differ by waiting.
"""

from __future__ import annotations

import gc
from math import exp
from typing import Final

from orrery.bots.bot import Bot, Clock, WallClock
from orrery.bots.mind import Mind, lot
from orrery.bots.search import Finding, Node, Search, seat_of
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game

NO_CAP: Final = 1e9
ENDLESS: Final = 1 << 40
SHARE: Final = 0.9
"""The share of a time budget that the simulations may fill; the rest is for what comes before and after them."""


class Budget:
    """How much a bot thinks: simulations, seconds, how much promise it sees at first sight, how soon a choice is clear,
    and how noisily it then chooses.
    """

    __slots__ = ("insight", "patience", "seconds", "simulations", "temperature")

    def __init__(
        self,
        simulations: int = ENDLESS,
        seconds: float = NO_CAP,
        temperature: float = 0.0,
        patience: float = 0.7,
        insight: float = 1.0,
    ) -> None:
        self.simulations = simulations
        self.seconds = seconds
        self.temperature = temperature
        """Two actions whose chances differ by this are chosen as e to 1; 0: always the best."""
        self.patience = patience
        """See Search.run."""
        self.insight = insight
        """See Search.insight."""


class Least(Clock):
    """The lesser of two clocks."""

    def __init__(self, one: Clock, two: Clock) -> None:
        self.one = one
        self.two = two

    def left(self) -> float:
        return min(self.one.left(), self.two.left())


class MctsBot(Bot):
    """Searches, within a budget and within the clock that it is given.

    Between two decisions of its own it keeps the part of the tree that its last action led to, as long as nobody else
    was to act in between. That is all it remembers of a match; without it, it decides as well, only from nothing.
    """

    def __init__(
        self, game: Game, name: str, mind: Mind, budget: Budget, others: dict[str, Budget] | None = None
    ) -> None:
        super().__init__(game, name)
        self.mind = mind
        self.budget = budget
        self.others: dict[str, Budget] = {} if others is None else others
        """By the kind of match (`Mind.kind`): what it thinks there, if not as usual."""
        self.explore: float = 1.0
        self.doubt: float = 0.1
        self.kept: Node | None = None
        self.kept_seen: list[JsonObject] = []
        self.last: Search | None = None
        """The last search, for those who want its figures."""
        self.got: float = 1.0
        """The share of its simulations that the last decision got: under 1 where the clock cut it short, 0 where there
        was no time to search. (Of a bot that thinks by time alone this says nothing.)"""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        if len(actions) == 1:
            return actions[0]
        if clock.left() <= 0.0:
            self.got = 0.0
            return fate.pick(actions)
        if self.mind.is_lot(view):
            self.got = 1.0
            return fate.pick(actions)
        collecting = gc.isenabled()
        gc.disable()  # a tree has no cycles, and a collection in the middle of it would break the clock
        try:
            search = self.think(view, seen, actions, fate, clock)
            word = pick(search.findings(), self.budget_for(view).temperature, fate)
            self.kept = search.kid(word)
            self.kept_seen = list(seen)
        finally:
            if collecting:
                gc.enable()
        return word

    def think(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> Search:
        """The search for a decision."""
        budget = self.budget_for(view)
        if budget.seconds < NO_CAP:
            clock = Least(clock, WallClock(budget.seconds * SHARE))
        stamp = 0
        if self.last is not None:
            stamp = self.last.stamp
            self.last = None  # letting go of a tree takes time: now, while the clock is looked at
        seat: int = view["to_act"]
        search = Search(self.mind, self.game.sampler(view, seen), seat, fate, self._recall(seen, seat))
        search.explore = self.explore
        search.doubt = self.doubt
        search.insight = budget.insight
        search.stamp = stamp
        search.open(actions if budget.insight >= 1.0 else self.mind.sensible(view, actions))
        search.run(budget.simulations, clock, budget.patience)
        self.got = search.got(budget.simulations, budget.patience)
        self.last = search
        return search

    def budget_for(self, view: JsonObject) -> Budget:
        """How much it thinks in this kind of match."""
        return self.others.get(self.mind.kind(view), self.budget) if self.others else self.budget

    def _recall(self, seen: list[JsonObject], seat: int) -> Node | None:
        """The kept part of the tree, if it belongs here: the match goes on from there, and this seat decides next.

        The same question once more finds nothing kept: it is answered as it was the first time.
        """
        kept, past = self.kept, self.kept_seen
        self.kept = None
        if kept is None or not kept.kids or len(seen) <= len(past) or seen[:1] != past[:1]:
            return None
        if past and seen[len(past) - 1] != past[-1]:
            return None
        for key in kept.kids:
            if seat_of(key) != seat:
                return None
        return kept


def pick(findings: list[Finding], temperature: float, fate: Fate) -> str:
    """The most visited action, or with temperature one of the visited ones by lot, the better the likelier."""
    if temperature <= 0.0:
        return findings[0].word
    tried = [finding for finding in findings if finding.visits] or findings[:1]
    best = max([finding.chance for finding in tried])
    weights = [exp(max((finding.chance - best) / temperature, -30.0)) for finding in tried]
    return tried[lot(weights, fate)].word
