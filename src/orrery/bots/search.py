"""Information-set Monte Carlo tree search: many short simulations in worlds that agree with all that a seat knows.

Each simulation draws a world, walks down one tree that all worlds share, adds a leaf, judges it and writes the
judgement along its way. The tree branches by actions alone: what chance or a hidden hand brings differs from world to
world, so a node stands for all the worlds in which its actions can be taken, and an action is weighed against how often
it could have been taken (availability), not against how often its node was visited. Every seat chooses what is best for
itself (max^n; seats of one side share their value). Decisions without a choice make no node.

Where a mind can name *bundles* of actions that come and go together (all ways to place one card), the search looks at
those instead of every action: what was tried of a bundle, and the most promising action that was not. A node is made
only for what is tried.

The tree never leaves this module: a bot gives view, events and legal words, and gets figures for each word.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from orrery.bots.bot import Clock
from orrery.bots.mind import FINE, Mind, Outlook
from orrery.core.fate import Fate
from orrery.core.game import Action, Sampler, State

SEAT_BITS: Final = 3
"""Keys of kids carry the seat that acts: in some worlds another one may be asked at the same node."""
OPEN_MIND: Final = 0.1
"""At the root every action gets this share of the mean promise on top, so that none is ruled out at first sight."""
DEEPEST: Final = 200
"""No walk has more decisions in the tree than this."""
OUTLOOKS: Final = 512
UNTRIED: Final = -1
GONE: Final = -1.0
"""In place of the promise of an action of a bundle that was tried."""


class Node:
    """What is known of taking one action after all those above it."""

    __slots__ = ("available", "bundles", "ground", "kids", "listed", "prior", "stamp", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        """How promising it looked at first sight."""
        self.visits: int = 0
        self.available: int = 0
        """How often it could have been taken when its parent was visited."""
        self.total: float = 0.0
        """The sum of the acting seat's chances over all visits."""
        self.kids: dict[int, Node] | None = None
        """By key. Of bundles only those that were tried, unless the kids are listed."""
        self.listed: bool = False
        """Were kids made for a whole list of actions?"""
        self.stamp: int = -1
        """The last simulation in which it could have been taken: actions that mean the same are one choice."""
        self.bundles: dict[int, Bundle] | None = None
        self.ground: dict[int, int] | None = None
        """Where the bundles hold: see Mind.ground."""

    def mean(self) -> float:
        """The acting seat's chance after this action."""
        return self.total / self.visits if self.visits else 0.0


class Bundle:
    """Actions that come and go together."""

    __slots__ = ("actions", "available", "best", "left", "met", "priors", "taken", "tried", "whole")

    def __init__(self, actions: list[Action]) -> None:
        self.actions = actions
        self.priors: list[float] = []
        """The promise of each; GONE once it was tried."""
        self.left: int = len(actions)
        """How many were not tried."""
        self.best: int = 0
        """The most promising of those, the first among equals."""
        self.tried: list[Node] = []
        self.taken: list[Action] = []
        """The actions of those that were tried."""
        self.whole: float = 0.0
        """The promise of all actions together."""
        self.met: float = 0.0
        """The promise of those that were tried."""
        self.available: int = 0
        """How often they could have been taken."""

    def take(self, at: int, kid: Node) -> None:
        """One more was tried."""
        self.priors[at] = GONE
        self.left -= 1
        self.met += kid.prior
        self.tried.append(kid)
        self.taken.append(self.actions[at])

    def find_best(self) -> None:
        """Finds the most promising action that was not tried."""
        top = GONE
        priors = self.priors
        for i in range(len(priors)):
            prior = priors[i]
            if prior > top:
                top = prior
                self.best = i


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
        self.kids: dict[int, Node] = {}
        """The root's kids."""
        self.stamp: int = 0
        """The number of the simulation. It goes on from an earlier search if its tree is kept."""
        self.bundling: bool = True
        """Whether bundles are looked at where a mind has them, or every action: the same choices, more slowly."""
        self.memory: int = OUTLOOKS
        """Of how many nodes the decision at first sight is remembered for other worlds."""
        self.outlooks: dict[Node, Outlook] = {}
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
        if kids is None:
            kids = self.root.kids = {}
        self.root.listed = True
        self.root.bundles = None
        priors = self.mind.priors(world, legal)
        floor = OPEN_MIND * sum(priors) / len(priors)
        for i, action in enumerate(legal):
            key = self.mind.key(world, action) << SEAT_BITS | self.seat
            if key not in self.words:
                self.words[key] = words[i]
            if key not in kids:
                kids[key] = Node(self._promise(priors[i] + floor))
        self.kids = kids

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
        done = self._done()
        while done < budget and left > longest:
            self.simulate()
            done += 1
            now = clock.left()
            longest = max(longest, left - now)
            left = now
            if not done & 15 and self._is_clear(budget - done, patience):
                break

    def _done(self) -> int:
        """The visits of the root."""
        return sum([self.kids[key].visits for key in self.words])

    def _is_clear(self, left: int, patience: float) -> bool:
        first = second = 0
        for key in self.words:
            visits = self.kids[key].visits
            if visits > first:
                first, second = visits, first
            elif visits > second:
                second = visits
        return first - second > left * patience

    def got(self, budget: int, patience: float) -> float:
        """The share of so many visits that the root got if the clock ended the search, else 1: it had all, or as many
        as it took to be clear.
        """
        done = self._done()
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
            seat = state.to_act()
            if seat is None:
                break
            bundles = self._bundles(node, state, seat)
            if bundles is not None:
                action, node = self._choose(node, state, bundles, seat)
            else:
                actions = state.actions()
                if not actions:
                    break
                if len(actions) == 1:
                    state.act(actions[0])
                    steps += 1
                    if steps > DEEPEST:
                        break
                    continue
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

    def _bundles(self, node: Node, state: State, seat: int) -> list[Bundle] | None:
        """The bundles that can be taken now; None where there are none to speak of, or no choice."""
        mind = self.mind
        ground = mind.ground(state) if self.bundling else None
        if ground is None or (self.forced >= 0 and node is self.root):
            return None
        known = node.bundles
        if known is None:
            known = node.bundles = {}
            node.ground = ground.copy()
        elif node.ground != ground:
            return None  # in another world forced steps have led elsewhere
        found: list[Bundle] = []
        fresh: list[Bundle] = []
        count = 0
        for name in mind.bundles(state):
            mark = name << SEAT_BITS | seat
            bundle = known.get(mark)
            if bundle is None:
                bundle = known[mark] = Bundle(mind.unfold(state, name))
                fresh.append(bundle)
            count += len(bundle.actions)
            found.append(bundle)
        if fresh:
            self._weigh(node, state, fresh, seat)
        if count < 2:
            return None
        for bundle in found:
            bundle.available += 1
        return found

    def _weigh(self, node: Node, state: State, fresh: list[Bundle], seat: int) -> None:
        """Finds the promise of the actions of new bundles; what has a node already keeps the one it had."""
        mind = self.mind
        kids = node.kids
        wanted: list[Action] = []
        for bundle in fresh:
            wanted += bundle.actions
        if kids is None:
            kids = node.kids = {}
        elif node.listed:
            wanted = [one for one in wanted if mind.key(state, one) << SEAT_BITS | seat not in kids]
        priors = self._outlook(node, state).priors(wanted) if wanted else []
        at = 0
        for bundle in fresh:
            size = len(bundle.actions)
            if not node.listed and self.insight >= 1.0:
                bundle.priors = priors[at : at + size]
                at += size
            else:
                for i, action in enumerate(bundle.actions):
                    kid = kids.get(mind.key(state, action) << SEAT_BITS | seat)
                    if kid is None:
                        bundle.priors.append(self._promise(priors[at]))
                        at += 1
                    else:
                        bundle.priors.append(kid.prior)
                        if kid.visits:
                            bundle.whole += kid.prior
                            bundle.take(i, kid)
            for prior in bundle.priors:
                if prior != GONE:
                    bundle.whole += prior
            bundle.find_best()

    def _outlook(self, node: Node, state: State) -> Outlook:
        """The decision of a node at first sight, made once for the worlds that lead there while it is remembered."""
        if not self.memory:
            return self.mind.outlook(state)
        found = self.outlooks.get(node)
        if found is None:
            if len(self.outlooks) >= self.memory:
                self.outlooks.clear()
            found = self.outlooks[node] = self.mind.outlook(state.clone())
        return found

    def _choose(self, node: Node, state: State, bundles: list[Bundle], seat: int) -> tuple[Action, Node]:
        """As `_select`, from bundles: of what was never tried only the most promising action of each is looked at."""
        mind = self.mind
        whole = total = met = 0.0
        visits = 0
        for bundle in bundles:
            whole += bundle.whole
            met += bundle.met
            for kid in bundle.tried:
                visits += kid.visits
                total += kid.total
        mean = self._untried(visits, total, met / whole)
        scale = self.explore / whole
        chosen = bundles[0]
        best = UNTRIED
        top = -1e9
        for bundle in bundles:
            reach = scale * sqrt(float(bundle.available))
            for i, kid in enumerate(bundle.tried):
                worth = kid.total / kid.visits + reach * kid.prior / (1 + kid.visits)
                if worth > top:
                    top = worth
                    best = i
                    chosen = bundle
            if bundle.left:
                worth = mean + reach * bundle.priors[bundle.best]
                if worth > top:
                    top = worth
                    best = UNTRIED
                    chosen = bundle
        if best != UNTRIED:
            return chosen.taken[best], chosen.tried[best]
        at = chosen.best
        action = chosen.actions[at]
        key = mind.key(state, action) << SEAT_BITS | seat
        kids = node.kids
        assert kids is not None
        fresh = kids.get(key)
        if fresh is None:
            fresh = kids[key] = Node(chosen.priors[at])
        fresh.available = chosen.available
        chosen.take(at, fresh)
        chosen.find_best()
        return action, fresh

    def _untried(self, visits: int, total: float, met: float) -> float:
        """What an action never tried is thought to be worth, by what was tried: `met` is their share of the promise.

        Never below nothing: where all that was tried loses, what was not tried must come up.
        """
        return max(0.0, total / visits - self.doubt * sqrt(met)) if visits else 0.5

    def _select(self, node: Node, state: State, actions: list[Action], seat: int) -> tuple[Action, Node]:
        """The action to go on with, and its node."""
        kids = node.kids
        if kids is None:
            kids = node.kids = {}
        node.listed = True
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
        mean = self._untried(visits, total, met / whole)
        scale = self.explore / whole
        best = 0
        top = -1e9
        for i, kid in enumerate(found):
            tries = kid.visits
            worth = kid.total / tries if tries else mean
            worth += scale * kid.prior * sqrt(float(kid.available)) / (1 + tries)
            if worth > top:
                top = worth
                best = i
        return choices[best], found[best]

    def findings(self) -> list[Finding]:
        """What is known of each legal action, the most visited first; of equals the better one, then the more promising
        one, then by word.
        """
        kids = [(word, self.kids[key]) for key, word in self.words.items()]
        whole = sum([kid.prior for _, kid in kids])
        found = [Finding(word, kid.visits, kid.mean(), kid.prior / whole) for word, kid in kids]
        found.sort(key=rank)
        return found

    def kid(self, word: str) -> Node | None:
        """The node of a legal action."""
        for key, name in self.words.items():
            if name == word:
                return self.kids[key]
        return None

    def insist(self, word: str, count: int, clock: Clock) -> None:
        """Looks at one action until it has so many visits, so that its chance is known as well as that of the best."""
        for key, name in self.words.items():
            if name == word:
                self.forced = key
                kid = self.kids[key]
                while kid.visits < count and clock.left() > 0.0:
                    before = kid.visits
                    self.simulate()
                    if kid.visits == before:
                        break
        self.forced = -1
        self.root.bundles = None  # what was tried meanwhile is not in them


def seat_of(key: int) -> int:
    """The seat that acts by the kid with this key."""
    return key & ((1 << SEAT_BITS) - 1)


def rank(finding: Finding) -> tuple[int, float, float, str]:
    """Orders findings."""
    return -finding.visits, -finding.chance, -finding.prior, finding.word
