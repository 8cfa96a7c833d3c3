"""How strong bots are: players meet in rounds until a sequential test has decided, and ratings are made of it all.

In a round one seed and one plan (see plans.py) are played once from every side: two matches with the sides swapped, or,
one against many, as many as there are sides. A side is a seat; where seats win together, as in a mode with teams, a
player has all seats of a side. The matches of a pairing are numbered, and number, seed, options and players alone say
what is played. Rounds are counted in order, and those after the verdict are not counted, even if some have been
played by then. So the same seed gives the same figures, whatever the number of processes and however often the run was
broken off, as long as the bots go by simulations and not by the clock.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Final

import orrery
from orrery.bots.duel import interval
from orrery.build import source_fingerprint
from orrery.core.data import JsonObject
from orrery.games import game_named
from orrery.lab.plans import plans_of, sides_of
from orrery.lab.rating import TIES, Bounds, Meeting, Rating, Trial, clumping, rate
from orrery.lab.simulate import Job, JobResult, MatchFile, Usage, WrongFile, over_processes, play

NO_WISHES: Final = "{}"
MOST: Final = 400
"""How many matches a pairing has at most, unless another number is asked for."""
ROUNDS: Final = 100_000
"""No pairing has more rounds: the seeds of one run never reach those of the next."""


class Aim:
    """What is hoped of the left player of a pairing: at least a share of the wins, or at most one.

    The test decides between the share itself and one that misses it by the margin.
    """

    __slots__ = ("at_most", "margin", "share")

    def __init__(self, share: float, margin: float, at_most: bool = False) -> None:
        self.share = share
        self.margin = margin
        self.at_most = at_most

    def bounds(self, alpha: float, beta: float) -> Bounds:
        """The test that tells. Raises ValueError."""
        if self.at_most:
            return Bounds(self.share, self.share + self.margin, alpha, beta)
        return Bounds(self.share - self.margin, self.share, alpha, beta)

    def verdict(self, found: str | None) -> str:
        """What the test found, in a word."""
        if found is None:
            return "open"
        return "reached" if (found == "low") == self.at_most else "missed"

    def __str__(self) -> str:
        return f"{'at most' if self.at_most else 'at least'} {self.share:.0%}"


STRONGER: Final = Aim(0.65, 0.15)
"""Of two players of whom nothing else is known: is the left one clearly stronger, or not stronger at all?"""

NEXT: Final = Aim(0.65, 0.10)
DEFAULT: Final[dict[tuple[str, str], Aim]] = {
    ("level1", "greedy"): Aim(0.50, 0.10, at_most=True),
    ("level2", "level1"): NEXT,
    ("level3", "level2"): NEXT,
    ("level4", "level3"): NEXT,
    ("level5", "level4"): NEXT,
    ("level5", "greedy"): Aim(0.90, 0.05),
    ("level5", "random"): Aim(0.99, 0.03),
}
"""The pairings of the ladder and what is hoped of them."""

PLAYERS: Final = ("level5", "level4", "level3", "level2", "level1", "greedy", "random")
"""Who plays if all are to meet each other and nobody is named."""


def aim_of(left: str, right: str, sides: int = 2) -> Aim:
    """What is hoped of a player against another: what the ladder hopes; else that it is clearly stronger. One against
    many: that it wins twice as often as its side would give it.
    """
    if sides > 2:
        return Aim(2 / sides, 0.4 / sides)
    return DEFAULT.get((left, right), STRONGER)


class Table:
    """The matches of a ladder: their options in turn, and the side of each seat, which is the same in all of them."""

    __slots__ = ("plans", "sides")

    def __init__(self, plans: list[JsonObject], sides: list[int]) -> None:
        self.plans = plans
        self.sides = sides

    @property
    def parties(self) -> int:
        """How many sides there are."""
        return max(self.sides) + 1


@lru_cache(maxsize=8)
def table_of(game: str, seats: int, wishes: str = NO_WISHES) -> Table:
    """The matches of a game for so many seats, with options that people wish for (as JSON, so that it can be kept).
    Raises NoPlan, BadOptions, or ValueError where the matches do not go together.
    """
    return make_table(game, seats, plans_of(game, seats, json.loads(wishes)))


def make_table(game: str, seats: int, plans: list[JsonObject]) -> Table:
    """The matches with these options in turn. Raises BadOptions, or ValueError where they do not go together."""
    sides = sides_of(game, plans[0])
    if len(sides) != seats:
        raise ValueError(f"the options make a match of {len(sides)} seats; {seats} were asked for")
    if any(sides_of(game, plan) != sides for plan in plans):
        raise ValueError(
            "the matches of these options have different sides; choose options that settle who plays along"
        )
    return Table(plans, sides)


class Fixture:
    """One match of a ladder: the players, which match of theirs it is, and the side of the left one. It has all that is
    needed to play it, in whatever process.
    """

    __slots__ = ("bots", "game", "left", "number", "options", "plan", "right", "seed", "side")

    def __init__(self, game: str, table: Table, left: str, right: str, number: int, base: int) -> None:
        self.game = game
        self.left = left
        self.right = right
        self.number = number
        self.seed = base * ROUNDS + number // table.parties
        self.side = number % table.parties
        self.bots = [left if side == self.side else right for side in table.sides]
        """The players by seat."""
        self.plan = number // table.parties % len(table.plans)
        """The number of the plan: rounds take them in turn."""
        self.options = table.plans[self.plan]


def play_fixture(fixture: Fixture) -> JobResult:
    """Plays it. Raises MatchFault."""
    return play(Job(fixture.game, fixture.options, fixture.bots, fixture.seed))


class Pairing:
    """A player against another: what is hoped, what was played, what is known."""

    def __init__(self, left: str, right: str, aim: Aim, sides: list[int], trial: Trial, most: int) -> None:
        self.left = left
        self.right = right
        self.aim = aim
        self.sides = sides
        """By seat."""
        self.parties = max(sides) + 1
        self.trial = trial
        self.rounds = most // self.parties
        """It has so many rounds at most."""
        self.played: dict[int, JobResult] = {}
        """By number; also those that are not counted (yet)."""
        self.handed = 0
        """Numbers below this have been handed out or were found in a file."""

    @property
    def is_over(self) -> bool:
        return self.trial.verdict is not None or self.trial.count >= self.rounds

    @property
    def matches(self) -> int:
        """How many are counted."""
        return self.trial.count * self.parties

    def share(self, outcome: JobResult, side: int) -> float:
        """What a side got of the win."""
        return sum([outcome.share(seat) for seat, own in enumerate(self.sides) if own == side])

    def take(self, number: int, outcome: JobResult) -> None:
        """A match that was played. Whole rounds are counted as soon as all before them are."""
        self.played.setdefault(number, outcome)
        while not self.is_over:
            first = self.matches
            if any(i not in self.played for i in range(first, first + self.parties)):
                break
            shares = [self.share(self.played[first + side], side) for side in range(self.parties)]
            self.trial.add(sum(shares) / self.parties)

    def counted(self) -> Iterator[tuple[int, JobResult]]:
        """The matches that are counted, each with the side of the left player."""
        for number in range(self.matches):
            yield number % self.parties, self.played[number]

    @property
    def wins(self) -> float:
        return sum([self.share(outcome, side) for side, outcome in self.counted()])

    def meeting(self) -> Meeting:
        """For ratings."""
        return Meeting(self.left, self.right, self.matches, self.wins, clumping(self.trial.rounds, self.parties))

    def as_json(self) -> JsonObject:
        """The figures. The interval of the share takes into account that the matches of a round belong together."""
        meeting, bounds = self.meeting(), self.trial.bounds
        known = meeting.matches / meeting.clumping
        share = meeting.wins / meeting.matches if meeting.matches else None
        low, high = interval((share or 0.0) * known, known)
        return {
            "left": self.left,
            "right": self.right,
            "matches": self.matches,
            "wins": meeting.wins,
            "share": share,
            "interval": [low, high],
            "rounds": {f"{value:g}": self.trial.rounds[value] for value in sorted(self.trial.rounds)},
            "first_seat_wins": self._first_seat(),
            "aim": self.aim.share,
            "at_most": self.aim.at_most,
            "low": bounds.low,
            "high": bounds.high,
            "evidence": self.trial.evidence,
            "verdict": self.aim.verdict(self.trial.verdict),
        }

    def _first_seat(self) -> float | None:
        wins = [self.share(outcome, self.sides[0]) for _, outcome in self.counted()]
        return sum(wins) / len(wins) if wins else None


class Ladder:
    """Players of one game, their pairings and everything that was played."""

    def __init__(
        self,
        game: str,
        pairs: Iterable[tuple[str, str]],
        *,
        seats: int = 2,
        options: JsonObject | None = None,
        seed: int = 1,
        most: int = MOST,
        low: float | None = None,
        high: float | None = None,
        alpha: float = 0.05,
        beta: float = 0.05,
        table: Table | None = None,
        brought: str = "",
    ) -> None:
        """`options` are those that every match has, beside what its plan says. Where somebody brings cards, decks or a
        board, `table` has the matches with them, and `brought` tells them from any others. Raises NoPlan, BadOptions,
        or ValueError for figures that make no test.
        """
        found = game_named(game)
        assert found is not None
        self.wishes = json.dumps(options or {}, sort_keys=True)
        self.table = table_of(game, seats, self.wishes) if table is None else table
        self.brought = brought
        table = self.table
        self.plans = len(table.plans)
        self.parties = table.parties
        if seed < 0:
            raise ValueError(f"a seed is a whole number from 0 on, not {seed}")
        if not self.parties <= most <= ROUNDS * self.parties:
            raise ValueError(
                f"a pairing has {self.parties} to {ROUNDS * self.parties} matches, since a round has {self.parties}; "
                f"not {most}"
            )
        self.game = game
        self.version = found.version
        self.seats = seats
        self.seed = seed
        self.pairings: list[Pairing] = []
        for left, right in pairs:
            aim = aim_of(left, right, self.parties)
            if low is not None or high is not None:
                top = aim_of("", "", self.parties).share if high is None else high
                bottom = 1 / self.parties if low is None else low
                aim = Aim(top, top - bottom)
                bounds = Bounds(bottom, top, alpha, beta)
            else:
                bounds = aim.bounds(alpha, beta)
            trial = Trial(bounds, min(self.plans, most // self.parties))
            self.pairings.append(Pairing(left, right, aim, table.sides, trial, most))
        self.by_players = {(pairing.left, pairing.right): pairing for pairing in self.pairings}
        self.found = 0
        """Matches that a file held already."""
        self.fresh = 0
        """Matches that were played in this run."""

    def setup(self) -> JsonObject:
        """What a file of matches must agree in. Pairings, bounds and the number of matches may change: what was played
        stays true. The bots must not, so their code and weights are part of it.
        """
        return {
            "game": self.game,
            "rules": self.version,
            "seats": self.seats,
            "options": json.loads(self.wishes),
            "seed": self.seed,
            "plans": self.plans,
            "code": code_mark(),
            **self._what_was_brought(),
        }

    def _what_was_brought(self) -> JsonObject:
        return {"brought": self.brought} if self.brought else {}

    def row(self, fixture: Fixture, outcome: JobResult) -> JsonObject:
        """A match as a line of a file."""
        return {
            "game": self.game,
            "rules": self.version,
            "build": outcome.build,
            "left": fixture.left,
            "right": fixture.right,
            "number": fixture.number,
            "seed": fixture.seed,
            "plan": fixture.plan,
            "bots": fixture.bots,
            "winners": outcome.winners,
            "scores": outcome.scores,
            "actions": outcome.actions,
            "usage": [usage.as_json() for usage in outcome.usage],
            **({} if outcome.forfeit is None else {"forfeit": outcome.forfeit}),
        }

    def recall(self, file: MatchFile) -> None:
        """Counts the matches that a file holds. Raises WrongFile for a line that makes no sense here."""
        for line, row in enumerate(file.rows, 2):
            try:
                left, right, number = row["left"], row["right"], row["number"]
                fixture = self._fixture(left, right, number)
                fits = number >= 0 and row["seed"] == fixture.seed and row["bots"] == fixture.bots
                winners, spent = row["winners"], row["usage"]
                fits = fits and len(spent) == self.seats and set() < set(winners) <= set(range(self.seats))
                usage = [Usage(one["decisions"], one["seconds"], one["longest"]) for one in spent]
                outcome = JobResult(None, row["scores"], winners, row["actions"], usage, row["build"])
                outcome.forfeit = row.get("forfeit")
            except (KeyError, TypeError, AttributeError):
                fits = False
            if not fits:
                raise WrongFile(f"{file.path}: line {line} is no match of this run; correct it or choose another file")
            pairing = self.by_players.get((left, right))
            if pairing is not None and number not in pairing.played:
                self.found += 1
                pairing.take(number, outcome)

    def _fixture(self, left: str, right: str, number: int) -> Fixture:
        return Fixture(self.game, self.table, left, right, number, self.seed)

    def fixtures(self) -> Iterator[Fixture]:
        """The matches to be played, by what is known when one is asked for: always of the pairing that has had fewest.

        Matches that are under way when a verdict falls are played for nothing; there are never many.
        """
        while True:
            waiting = []
            for pairing in self.pairings:
                if not pairing.is_over:
                    while pairing.handed in pairing.played:
                        pairing.handed += 1
                    if pairing.handed < pairing.rounds * self.parties:
                        waiting.append(pairing)
            if not waiting:
                return
            pairing = min(waiting, key=lambda one: one.handed)
            yield self._fixture(pairing.left, pairing.right, pairing.handed)
            pairing.handed += 1

    def run(
        self,
        processes: int | None = None,
        file: MatchFile | None = None,
        told: Callable[[Pairing], None] | None = None,
    ) -> None:
        """Plays until all pairings are over; `told` hears of every match. Raises MatchFault, LostWorker, WrongFile."""
        with closing(over_processes(play_fixture, self.fixtures(), processes)) as matches:
            for fixture, outcome in matches:
                if file is not None:
                    file.add(self.row(fixture, outcome))
                pairing = self.by_players[fixture.left, fixture.right]
                pairing.take(fixture.number, outcome)
                self.fresh += 1
                if told is not None:
                    told(pairing)
                if all(pairing.is_over for pairing in self.pairings):
                    break

    # --- what it says -------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return all(pairing.is_over for pairing in self.pairings)

    @property
    def players(self) -> list[str]:
        """Each once, in the order in which the pairings name them."""
        return list(dict.fromkeys([name for pairing in self.pairings for name in (pairing.left, pairing.right)]))

    @property
    def anchor(self) -> str:
        """Whose rating is 1000: greedy's if it plays, else that of the first player."""
        players = self.players
        return "greedy" if "greedy" in players else players[0]

    def ratings(self) -> list[Rating]:
        """The ratings of the players, the best first; none where one plays against many."""
        if self.parties > 2:
            return []
        found = rate(self.players, [pairing.meeting() for pairing in self.pairings], self.anchor)
        return sorted(found, key=lambda rating: -rating.points)

    def as_json(self) -> JsonObject:
        """The figures of it all."""
        ratings = {rating.player: rating for rating in self.ratings()}
        totals = {player: Total() for player in self.players}
        builds: Counter[str] = Counter()
        forfeits: dict[str, JsonObject] = {}
        for pairing in self.pairings:
            for left_side, outcome in pairing.counted():
                builds[outcome.build] += 1
                if outcome.forfeit is not None:
                    own = pairing.sides[outcome.forfeit["seat"]] == left_side
                    row = forfeits.setdefault(
                        pairing.left if own else pairing.right, {"matches": 0, "why": outcome.forfeit["why"]}
                    )
                    row["matches"] += 1
                for side in range(self.parties):
                    player = pairing.left if side == left_side else pairing.right
                    spent = [usage for seat, usage in enumerate(outcome.usage) if pairing.sides[seat] == side]
                    totals[player].add(pairing.share(outcome, side), spent)
        players = []
        for player in [*ratings] or self.players:
            row = {"player": player}
            if player in ratings:
                rating = ratings[player]
                row |= {"rating": rating.points, "interval": [rating.low, rating.high]}
            players.append(row | totals[player].as_json())
        return {
            "game": self.game,
            "rules": self.version,
            "builds": dict(builds),
            "seats": self.seats,
            "sides": self.parties,
            "options": json.loads(self.wishes),
            **self._what_was_brought(),
            **({"forfeits": forfeits} if forfeits else {}),
            "seed": self.seed,
            "plans": self.plans,
            "anchor": self.anchor,
            "ties_thought_of": TIES,
            "finished": self.is_over,
            "pairings": [pairing.as_json() for pairing in self.pairings],
            "players": players,
        }


class Total:
    """All that one player did: one entry for each side that it had in a match."""

    def __init__(self) -> None:
        self.matches = 0
        self.wins = 0.0
        self.usage = Usage()

    def add(self, share: float, spent: list[Usage]) -> None:
        """One more match on one more side, with what was spent in each seat of it."""
        self.matches += 1
        self.wins += share
        for usage in spent:
            self.usage.merge(usage)

    def as_json(self) -> JsonObject:
        """The figures; times in seconds."""
        usage = self.usage
        return {
            "matches": self.matches,
            "share": self.wins / self.matches if self.matches else None,
            "decisions": usage.decisions,
            "seconds_a_decision": usage.seconds / usage.decisions if usage.decisions else None,
            "longest": usage.longest if usage.decisions else None,
        }


def neighbours(players: Sequence[str]) -> list[tuple[str, str]]:
    """Each player with the next."""
    return list(pairwise(players))


@lru_cache(maxsize=1)
def code_mark() -> str:
    """A short hash of the rules and the bots, code and data, by which matches of other bots are known."""
    package = Path(orrery.__path__[0])
    marks = [source_fingerprint(package / part) for part in ("core", "games", "bots")]
    return sha256("".join(marks).encode()).hexdigest()[:12]
