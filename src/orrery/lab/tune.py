"""The weights of a mind, found by regression over matches that it plays against itself.

Value and policy have the same form: some alternatives (the sides of a match; the legal actions), each with a row of
figures, and a distribution over them that is to be predicted (who won; what the search chose). The weights are those of
a softmax that predicts it best: a convex problem, so there is one answer whatever one starts from. A tenth of the
matches is held back, and the report says how well they are predicted before and after.

Run it again with the new weights, and the matches are better ones: two or three rounds are enough.
"""

from __future__ import annotations

import json
import math
import traceback
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Final

from orrery.bots.bot import NoLimit
from orrery.bots.mcts import Budget, pick
from orrery.bots.minds import maker_of, mind_of, minded_games, searcher, weigh
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action
from orrery.core.match import Match
from orrery.games import game_named
from orrery.lab.plans import plans_of
from orrery.lab.simulate import MatchFault, in_order

Rows = list[list[float]]

PARTS: Final = ("value", "policy")


class Sample:
    """Alternatives, each with its figures, and how likely each was."""

    __slots__ = ("rows", "shares")

    def __init__(self, rows: Rows, shares: list[float]) -> None:
        self.rows = rows
        self.shares = shares


class Lesson:
    """What one match teaches: samples for the value, samples for the policy."""

    __slots__ = ("policy", "value")

    def __init__(self) -> None:
        self.value: list[Sample] = []
        self.policy: list[Sample] = []


class School:
    """How lessons are held: game, seats (of several counts every match takes the next one), simulations a decision,
    noise that makes matches differ, weights to start from.
    """

    __slots__ = ("game", "seats", "simulations", "temperature", "weights")

    def __init__(
        self, game: str, seats: int | list[int], simulations: int, temperature: float, weights: JsonObject | None
    ) -> None:
        self.game = game
        self.seats = [seats] if isinstance(seats, int) else list(seats)
        self.simulations = simulations
        self.temperature = temperature
        self.weights = weights


MOST: Final = 24
"""How many actions of a wide decision are learnt from: the most visited ones, and others by lot."""


def lesson(school: School, seed: int) -> Lesson:
    """One match of the mind against itself, with what is to be learnt from it."""
    game = game_named(school.game)
    assert game is not None
    turn, place = divmod(seed, len(school.seats))
    plans = plans_of(school.game, school.seats[place])
    match = Match.new(game, plans[turn % len(plans)], seed)
    bot = searcher(game, "tune", Budget(school.simulations))
    if school.weights is not None:
        weigh(bot.mind, school.weights)
    mind, fate, clock = bot.mind, Fate(seed * 7919), NoLimit()
    found = Lesson()
    while (seat := match.to_act()) is not None:
        actions = match.actions()
        if len(actions) == 1:
            match.act(actions[0])
            continue
        sides: list[Rows] = [[] for _ in range(match.state.seats())]
        for other in range(match.state.seats()):
            sides[mind.side(match.state, other)].append(mind.features(match.state, other))
        found.value.append(Sample([mean(rows) for rows in sides if rows], []))
        view, seen = match.view(seat), match.seen(seat)
        search = bot.think(view, seen, actions, fate, clock)
        findings = search.findings()
        world = game.sample(view, seen, fate)
        rest = findings[MOST // 2 :]
        fate.shuffle(rest)
        shown = findings[: MOST // 2] + rest[: MOST // 2]
        legal: list[Action] = []
        visits: list[int] = []
        for finding in shown:
            action = world.read(finding.word)
            if action is not None:
                legal.append(action)
                visits.append(finding.visits)
        whole = sum(visits)
        if whole:
            found.policy.append(Sample(mind.traits(world, legal), [count / whole for count in visits]))
        match.act(pick(findings, school.temperature, fate))
    ended = mind.ended(match.state)
    shares = [0.0] * len(ended)
    for seat, share in enumerate(ended):
        shares[mind.side(match.state, seat)] = share
    playing = sorted({mind.side(match.state, seat) for seat in range(len(ended))})
    for sample in found.value:
        sample.shares = [shares[side] for side in playing]
    return found


def mean(rows: Rows) -> list[float]:
    """The mean of some rows."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def lessons(school: School, matches: int, seed: int, processes: int | None = None) -> Iterator[Lesson]:
    """Many matches, in the order of their seeds. Raises MatchFault."""
    for _, found in in_order(partial(_guarded, school), range(seed, seed + matches), processes):
        yield found


def _guarded(school: School, seed: int) -> Lesson:
    """A lesson whose faults say where they were."""
    try:
        return lesson(school, seed)
    except Exception as fault:
        raise MatchFault(
            f"{school.game}: the lesson with seed {seed} failed: {type(fault).__name__}: {fault}",
            traceback.format_exc(),
        ) from None


def softmax(weights: list[float], rows: Rows) -> list[float]:
    """How likely each alternative is with these weights."""
    sums = [sum([weight * amount for weight, amount in zip(weights, row, strict=True)]) for row in rows]
    top = max(sums)
    powers = [math.exp(max(one - top, -60.0)) for one in sums]
    whole = sum(powers)
    return [power / whole for power in powers]


def loss(weights: list[float], samples: list[Sample]) -> float:
    """How badly the weights predict the samples: the mean of -log of the likelihood, per sample."""
    total = 0.0
    for sample in samples:
        for share, chance in zip(sample.shares, softmax(weights, sample.rows), strict=True):
            if share:
                total -= share * math.log(max(chance, 1e-12))
    return total / max(1, len(samples))


ENOUGH: Final = {"value": 60_000, "policy": 20_000}
"""How many samples are learnt from at most, chosen by lot: neighbours in a match say nearly the same, and a policy
sample has many rows."""


def some(samples: list[Sample], count: int, fate: Fate) -> list[Sample]:
    """At most this many of them, by lot."""
    if len(samples) > count:
        fate.shuffle(samples)
    return samples[:count]


PASSES: Final = 6
RATE: Final = 0.05
BATCH: Final = 32
PULL: Final = {"value": 3.0, "policy": 0.1}
"""How strongly weights are held where they were, divided by the number of matches: what the samples do not speak of
stays as it is. All positions of a match share one result, so values need more of it than policies."""


def fit(samples: list[Sample], start: list[float], fate: Fate, pull: float = 1e-4) -> list[float]:
    """The weights that predict the samples best (Adam over columns scaled to one size), held a little to the start.

    A column in which the alternatives never differ keeps its weight.
    """
    width = len(start)
    if not samples or not width:
        return start
    found = [spread(samples, column) for column in range(width)]
    scale = [size or 1.0 for size in found]
    scaled = [
        Sample([[amount / size for amount, size in zip(row, scale, strict=True)] for row in sample.rows], sample.shares)
        for sample in samples
    ]
    home = [weight * size for weight, size in zip(start, scale, strict=True)]
    weights = list(home)
    slope, square = [0.0] * width, [0.0] * width
    steps = PASSES * ((len(scaled) + BATCH - 1) // BATCH)
    step = 0
    for _ in range(PASSES):
        fate.shuffle(scaled)
        for first in range(0, len(scaled), BATCH):
            step += 1
            rate = RATE * (1 - (step - 1) / steps)
            for column, grade in enumerate(gradient(weights, home, scaled[first : first + BATCH], pull)):
                if not found[column]:
                    continue
                slope[column] = 0.9 * slope[column] + 0.1 * grade
                square[column] = 0.99 * square[column] + 0.01 * grade * grade
                size = math.sqrt(square[column] / (1 - 0.99**step)) + 1e-8
                weights[column] -= rate * slope[column] / (1 - 0.9**step) / size
    return [weight / size for weight, size in zip(weights, scale, strict=True)]


def spread(samples: list[Sample], column: int) -> float:
    """How much a column differs among the alternatives of a sample: its root mean square about their mean."""
    total = count = 0.0
    for sample in samples:
        amounts = [row[column] for row in sample.rows]
        middle = sum(amounts) / len(amounts)
        total += sum([(amount - middle) ** 2 for amount in amounts])
        count += len(amounts)
    return math.sqrt(total / count)


def gradient(weights: list[float], home: list[float], batch: list[Sample], pull: float) -> list[float]:
    """Where the loss of a batch grows, and the way from home."""
    found = [pull * (weight - first) for weight, first in zip(weights, home, strict=True)]
    for sample in batch:
        for row, share, chance in zip(sample.rows, sample.shares, softmax(weights, sample.rows), strict=True):
            off = (chance - share) / len(batch)
            for column, amount in enumerate(row):
                found[column] += off * amount
    return found


class Report:
    """The weights found, and how well the matches held back are predicted before and after."""

    def __init__(
        self, value: dict[str, float], policy: dict[str, float], losses: dict[str, tuple[float, float]]
    ) -> None:
        self.value = value
        self.policy = policy
        self.losses = losses

    def as_json(self, made: list[str]) -> JsonObject:
        """As the file of weights, with lines that say how it was made."""
        return {"made": made, "value": self.value, "policy": self.policy}


def tune(
    school: School,
    matches: int,
    seed: int,
    processes: int | None = None,
    told: Callable[[], None] | None = None,
    parts: Collection[str] = PARTS,
) -> Report:
    """Plays, learns and reports; `told` hears of every match; parts that are not named stay as they are.

    Raises ValueError for a game without a mind of its own, NoPlan for a number of seats that it does not have.
    """
    if maker_of(school.game) is None:
        others = ", ".join(minded_games()) or "no game"
        raise ValueError(f"{school.game} has no mind to tune; there are minds for {others}")
    for seats in school.seats:
        plans_of(school.game, seats)
    found: list[Lesson] = []
    for one in lessons(school, matches, seed, processes):
        found.append(one)
        if told is not None:
            told()
    held = max(1, len(found) // 10)
    mind = mind_of(school.game)
    if school.weights is not None:
        weigh(mind, school.weights)
    losses: dict[str, tuple[float, float]] = {}
    tuned: dict[str, dict[str, float]] = {}
    for part, names, start in (
        ("value", mind.feature_names, mind.value),
        ("policy", mind.trait_names, mind.policy),
    ):
        if part not in parts:
            tuned[part] = dict(zip(names, start, strict=True))
            continue
        samples: list[list[Sample]] = [one.value if part == "value" else one.policy for one in found]
        learnt = some([sample for match in samples[held:] for sample in match], ENOUGH[part], Fate(seed))
        tested = [sample for match in samples[:held] for sample in match]
        weights = fit(learnt, list(start), Fate(seed), PULL[part] / len(found))
        losses[part] = (loss(start, tested), loss(weights, tested))
        tuned[part] = {name: round(weight, 4) for name, weight in zip(names, weights, strict=True)}
    return Report(tuned["value"], tuned["policy"], losses)


def rounds(
    school: School,
    matches: int,
    seed: int,
    count: int,
    processes: int | None = None,
    told: Callable[[], None] | None = None,
    parts: Collection[str] = PARTS,
) -> Iterator[Report]:
    """Several rounds: each plays new matches with the weights that the one before found. Raises as tune does."""
    for number in range(count):
        report = tune(school, matches, seed + number * matches, processes, told, parts)
        yield report
        school = School(school.game, school.seats, school.simulations, school.temperature, report.as_json([]))


def read_weights(text: str) -> JsonObject:
    """A file of weights. Raises ValueError."""
    try:
        weights = json.loads(text)
    except ValueError as fault:
        raise ValueError(f"not JSON: {fault}") from None
    for part in ("value", "policy"):
        found = weights.get(part) if isinstance(weights, dict) else None
        if not isinstance(found, dict) or not all(isinstance(one, int | float) for one in found.values()):
            raise ValueError(f"a file of weights has an object {part!r} with a number for each name")
    checked: JsonObject = weights
    return checked
