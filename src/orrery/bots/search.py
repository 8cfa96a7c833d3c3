"""Information-set Monte Carlo tree search: many short simulations in worlds that agree with all that a seat knows.

Each simulation draws a world, walks down one tree that all worlds share, adds a leaf, judges it and writes the
judgement along its way. The tree branches by actions alone: what chance or a hidden hand brings differs from world to
world, so a node stands for all the worlds in which its actions can be taken, and an action is weighed against how often
it could have been taken (availability), not against how often its node was visited. Every seat chooses what is best for
itself (max^n; seats of one side share their value). Decisions without a choice make no node.

The tree never leaves this module: a bot gives view, events and legal words, and gets figures for each word.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from orrery.bots.bot import Clock
from orrery.bots.mind import FINE, Mind
from orrery.core.fate import Fate
from orrery.core.game import Action, Sampler, State

SEAT_BITS: Final = 3
"""Keys of kids carry the seat that acts: in some worlds another one may be asked at the same node."""
OPEN_MIND: Final = 0.1
"""At the root every action gets this share of the mean promise on top, so that none is ruled out at first sight."""
DEEPEST: Final = 200
"""No walk has more decisions in the tree than this."""


class Node:
    """What is known of taking one action after all those above it."""

    __slots__ = ("available", "kids", "prior", "stamp", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        """How promising it looked at first sight."""
        self.visits: int = 0
        self.available: int = 0
        """How often it could have been taken when its parent was visited."""
        self.total: float = 0.0
        """The sum of the acting seat's chances over all visits."""
        self.kids: dict[int, Node] = {}
        self.stamp: int = -1
        """The last simulation in which it could have been taken: actions that mean the same are one choice."""

    def mean(self) -> float:
        """The acting seat's chance after this action."""
        return self.total / self.visits if self.visits else 0.0


class Finding:
    """What a search says of one legal action."""

    __slots__ = ("chance", "prior", "visits", "word")

    def __init__(self, word: str, visits: int, chance: float, prior: float) -> None:
        self.word = word
        self.visits = visits
        self.chance = chance
        """The seat's chance to win after it; of an action never tried, 0."""
        self.prior = prior
        """How promising it looked at first sight; all priors add up to 1."""


class Search:
    """One decision of one seat."""

    def __init__(self, mind: Mind, sampler: Sampler, seat: int, fate: Fate, root: Node | None = None) -> None:
        self.mind = mind
        self.sampler = sampler
        self.seat = seat
        self.fate = fate
        self.root = Node(1.0) if root is None else root
        """A kept node brings the visits of an earlier search along."""
        self.explore: float = 1.0
        """How strongly promise draws beside the mean so far."""
        self.doubt: float = 0.1
        """How much less than its siblings an action never tried is thought to be worth."""
        self.insight: float = 1.0
        """How much of the promise at first sight is seen: 1 all of it, 0 nothing, so that actions come up by lot."""
        self.iterations: int = 0
        self.decisions: int = 0
        """Decisions taken in all worlds, in the tree and in playouts."""
        self.played: int = 0
        """Decisions of playouts alone."""
        self.words: dict[int, str] = {}
        """The words of the root's kids."""
        self.stamp: int = 0
        """The number of the simulation. It goes on from an earlier search if its tree is kept."""
        self.forced: int = -1
        """A kid of the root that every simulation must take; -1: none."""

    def open(self, actions: list[str]) -> None:
        """Tells the search the legal words: kids of the root are made for them."""
        world = self.sampler.draw(self.fate)
        legal: list[Action] = []
        words: list[str] = []
        for word in actions:
            action = world.read(word)
            if action is not None:
                legal.append(action)
                words.append(word)
        kids = self.root.kids
        priors = self.mind.priors(world, legal)
        floor = OPEN_MIND * sum(priors) / len(priors)
        for i, action in enumerate(legal):
            key = self.mind.key(world, action) << SEAT_BITS | self.seat
            if key not in self.words:
                self.words[key] = words[i]
            if key not in kids:
                kids[key] = Node(self._promise(priors[i] + floor))

    def _promise(self, prior: float) -> float:
        """As much of the promise as is seen. Who does not see all of it takes things as they come to mind."""
        if self.insight >= 1.0:
            return prior
        chance: float = prior**self.insight
        return chance * (0.5 + self.fate.draw(FINE) / FINE)

    def run(self, budget: int, clock: Clock, patience: float = 1.0) -> None:
        """Looks until the root has so many visits, the clock runs out or the choice is clear.

        The choice is clear when the most visited action stays so even if a share `patience` of the simulations left
        went to the next one. A clock that will not last for another simulation as long as the longest one so far has
        run out.
        """
        left = clock.left()
        longest = 0.0
        done = 0
        for key in self.words:
            done += self.root.kids[key].visits
        while done < budget and left > longest:
            self.simulate()
            done += 1
            now = clock.left()
            longest = max(longest, left - now)
            left = now
            if not done & 15 and self._is_clear(budget - done, patience):
                break

    def _is_clear(self, left: int, patience: float) -> bool:
        first = second = 0
        for key in self.words:
            visits = self.root.kids[key].visits
            if visits > first:
                first, second = visits, first
            elif visits > second:
                second = visits
        return first - second > left * patience

    def got(self, budget: int, patience: float) -> float:
        """The share of so many visits that the root got if the clock ended the search, else 1: it had all, or as many
        as it took to be clear.
        """
        done = 0
        for key in self.words:
            done += self.root.kids[key].visits
        if done >= budget or self._is_clear(budget - done, patience):
            return 1.0
        return done / budget

    def simulate(self) -> None:
        """One world, one walk, one leaf."""
        self.stamp += 1
        state = self.sampler.draw(self.fate)
        mind = self.mind
        node = self.root
        path: list[Node] = []
        movers: list[int] = []
        steps = 0
        while True:
            actions = state.actions()
            if not actions:
                break
            if len(actions) == 1:
                state.act(actions[0])
                steps += 1
                if steps > DEEPEST:
                    break
                continue
            seat = state.to_act()
            assert seat is not None
            action, node = self._select(node, state, actions, seat)
            state.act(action)
            steps += 1
            path.append(node)
            movers.append(seat)
            if node.visits == 0 or steps > DEEPEST:
                count = mind.playout(state, self.fate)
                steps += count
                self.played += count
                break
        values = mind.chances(state)
        for i, passed in enumerate(path):
            passed.visits += 1
            passed.total += values[movers[i]]
        self.iterations += 1
        self.decisions += steps

    def _select(self, node: Node, state: State, actions: list[Action], seat: int) -> tuple[Action, Node]:
        """The action to go on with, and its node."""
        kids = node.kids
        mind = self.mind
        now = self.stamp
        found: list[Node] = []
        choices: list[Action] = []
        fresh: list[Action] = []
        whole = total = met = 0.0
        visits = 0
        for action in actions:
            kid = kids.get(mind.key(state, action) << SEAT_BITS | seat)
            if kid is None:
                fresh.append(action)
            elif kid.stamp != now:
                kid.stamp = now
                kid.available += 1
                found.append(kid)
                choices.append(action)
                whole += kid.prior
                if kid.visits:
                    visits += kid.visits
                    total += kid.total
                    met += kid.prior
        if fresh:
            priors = mind.priors(state, fresh)
            for i, action in enumerate(fresh):
                key = mind.key(state, action) << SEAT_BITS | seat
                if key not in kids:
                    kid = kids[key] = Node(self._promise(priors[i]))
                    kid.stamp = now
                    kid.available = 1
                    found.append(kid)
                    choices.append(action)
                    whole += kid.prior
        if self.forced >= 0 and node is self.root:
            wanted = kids.get(self.forced)
            for i, kid in enumerate(found):
                if kid is wanted:
                    return choices[i], kid
        # Never below nothing: where all that was tried loses, what was not tried must come up.
        mean = max(0.0, total / visits - self.doubt * sqrt(met / whole)) if visits else 0.5
        scale = self.explore / whole
        best = 0
        top = -1e9
        for i, kid in enumerate(found):
            tries = kid.visits
            worth = kid.total / tries if tries else mean
            worth += scale * kid.prior * sqrt(kid.available) / (1 + tries)
            if worth > top:
                top = worth
                best = i
        return choices[best], found[best]

    def findings(self) -> list[Finding]:
        """What is known of each legal action, the most visited first; of equals the better one, then the more promising
        one, then by word.
        """
        kids = [(word, self.root.kids[key]) for key, word in self.words.items()]
        whole = sum([kid.prior for _, kid in kids])
        found = [Finding(word, kid.visits, kid.mean(), kid.prior / whole) for word, kid in kids]
        found.sort(key=rank)
        return found

    def kid(self, word: str) -> Node | None:
        """The node of a legal action."""
        for key, name in self.words.items():
            if name == word:
                return self.root.kids[key]
        return None

    def insist(self, word: str, count: int, clock: Clock) -> None:
        """Looks at one action until it has so many visits, so that its chance is known as well as that of the best."""
        for key, name in self.words.items():
            if name == word:
                self.forced = key
                kid = self.root.kids[key]
                while kid.visits < count and clock.left() > 0.0:
                    before = kid.visits
                    self.simulate()
                    if kid.visits == before:
                        break
        self.forced = -1


def seat_of(key: int) -> int:
    """The seat that acts by the kid with this key."""
    return key & ((1 << SEAT_BITS) - 1)


def rank(finding: Finding) -> tuple[int, float, float, str]:
    """Orders findings."""
    return -finding.visits, -finding.chance, -finding.prior, finding.word
