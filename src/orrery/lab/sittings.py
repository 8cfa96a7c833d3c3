"""The matches of an experiment: what is compared, who sits where, and what came of each.

A *setup* is a kind of match: a variant (what ships, or what somebody changed), a mode, who has which deck, and the
options that make it. A *round* is one seed; a *sitting* is one match of it: the decks of a setup turned by so many
seats, played by these bots. Setups of several variants that play the same round from the same seats are paired: they
have the same luck, and differ by what was changed alone.

A match's row holds all that is counted of it, as plain JSON: whoever plays a sitting, in whatever process or place,
gets the same row.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from orrery.bots.arena import contest
from orrery.bots.bot import Bot, make_bot
from orrery.bots.playing import Probe
from orrery.core.data import JsonObject
from orrery.core.fate import Fate, branch
from orrery.core.game import Game
from orrery.core.guide import Rivals
from orrery.games import game_named
from orrery.lab.card_probe import CARDS, CardProbe
from orrery.lab.course import CENSUS, CHANCES, COURSE, WEIGHT, Chances, Counts, Course, Weight
from orrery.lab.handicaps import BarredBot, bars_of, bot_of, dealt, is_handicapped
from orrery.lab.simulate import MatchFault

ROUNDS: Final = 1 << 40
"""The purpose of a round's seed begins here."""


class Setup:
    """A kind of match: by a variant, in a mode, between decks."""

    __slots__ = ("mode", "names", "options", "variant")

    def __init__(self, variant: str, mode: str, names: list[str], options: list[JsonObject]) -> None:
        self.variant = variant
        self.mode = mode
        self.names = names
        """The decks that meet; empty in a game without decks."""
        self.options = options
        """By turn: the options of a match in which the first deck sits in seat 0, in seat 1 and so on."""

    def as_json(self) -> JsonObject:
        """As files and other machines get it."""
        return {"variant": self.variant, "mode": self.mode, "names": self.names, "options": self.options}

    @staticmethod
    def from_json(row: JsonObject) -> Setup:
        """The setup that was written."""
        return Setup(row["variant"], row["mode"], row["names"], row["options"])

    @property
    def turns(self) -> int:
        """How many matches a round has."""
        return len(self.options)

    def seat_of(self, place: int, turn: int) -> int:
        """Where the deck at this place of the names sits."""
        return (place + turn) % len(self.names)


class Sitting:
    """One match of an experiment: the place of its setup, the round, how far the decks are turned, and the bots by
    seat.
    """

    __slots__ = ("bots", "round", "setup", "turn")

    def __init__(self, setup: int, round: int, turn: int, bots: Sequence[str]) -> None:
        self.setup = setup
        self.round = round
        self.turn = turn
        self.bots = list(bots)

    @property
    def key(self) -> str:
        """Its name, by which it is played once and counted once."""
        return f"{self.setup}/{self.round}/{self.turn}/{'+'.join(self.bots)}"

    @staticmethod
    def named(key: str) -> Sitting:
        """The sitting of that name. Raises ValueError."""
        setup, round, turn, bots = key.split("/", 3)
        return Sitting(int(setup), int(round), int(turn), bots.split("+"))


class Row:
    """What came of a sitting: each seat's share of the win, its score if there are scores, its name (a deck, or what
    the game calls it at the end), how many actions it took, and what the probes counted.
    """

    __slots__ = ("actions", "names", "probes", "scores", "shares")

    def __init__(
        self, shares: list[float], scores: list[int] | None, names: list[str], actions: int, probes: JsonObject
    ) -> None:
        self.shares = shares
        self.scores = scores
        self.names = names
        self.actions = actions
        self.probes = probes

    def as_json(self) -> JsonObject:
        """As a line of a file says it."""
        return {
            "shares": self.shares, "scores": self.scores, "names": self.names, "actions": self.actions,
            "probes": self.probes,
        }  # fmt: skip

    @staticmethod
    def from_json(row: JsonObject) -> Row:
        """The row that was written. Raises KeyError or TypeError for something else."""
        return Row(row["shares"], row["scores"], row["names"], row["actions"], row["probes"])

    def lead(self, seat: int) -> int:
        """By how much a seat's score is above the best of the others."""
        assert self.scores is not None
        return self.scores[seat] - max(score for other, score in enumerate(self.scores) if other != seat)


ProbeMaker = Callable[[Game, Rivals], Probe]
PROBES: Final[dict[str, ProbeMaker]] = {
    CARDS: CardProbe,
    COURSE: Course,
    CHANCES: Chances,
    WEIGHT: Weight,
    CENSUS: Counts,
}
"""What can be counted, by name."""
BotMaker = Callable[[str, Game, Rivals], Bot]


class Experiment:
    """All that decides how sittings go: the game, its setups, the seed, and what is counted. It can be sent to other
    processes and machines.
    """

    def __init__(self, game: str, setups: list[Setup], seed: int, probes: Iterable[str] = ()) -> None:
        self.game = game
        self.setups = setups
        self.seed = seed
        self.probes = list(probes)
        self._seats: dict[int, int] = {}

    def as_json(self) -> JsonObject:
        """As files and other machines get it."""
        setups = [setup.as_json() for setup in self.setups]
        return {"game": self.game, "seed": self.seed, "probes": self.probes, "setups": setups}

    @staticmethod
    def from_json(row: JsonObject) -> Experiment:
        """The experiment that was written."""
        setups = [Setup.from_json(each) for each in row["setups"]]
        return Experiment(row["game"], setups, row["seed"], row["probes"])

    def sittings(self, setup: int, rounds: range, bot: str) -> Iterator[Sitting]:
        """The matches of a setup in these rounds, from every seating, all seats played by one kind of bot."""
        for round in rounds:
            for turn in range(self.setups[setup].turns):
                yield Sitting(setup, round, turn, [bot] * self.seats(setup))

    def seats(self, setup: int) -> int:
        """How many sit at matches of a setup."""
        if setup not in self._seats:
            self._seats[setup] = self._game().new(self.setups[setup].options[0], Fate(0)).seats()
        return self._seats[setup]

    def play(self, sitting: Sitting) -> Row:
        """One match. Raises MatchFault, whatever went wrong."""
        try:
            return self._play(sitting)
        except MatchFault:
            raise
        except Exception as fault:
            raise MatchFault(
                f"{self.game}: the match {sitting.key} of seed {self.seed} failed: {type(fault).__name__}: {fault}",
                traceback.format_exc(),
            ) from None

    def _game(self) -> Game:
        found = game_named(self.game)
        if found is None:
            raise ValueError(f"there is no game {self.game!r}")
        return found

    def _play(self, sitting: Sitting) -> Row:
        game, setup = self._game(), self.setups[sitting.setup]
        rivals = next(each for each in game.guide().rivals() if each.mode == setup.mode)
        probes = {name: PROBES[name](game, rivals) for name in self.probes}
        if any(is_handicapped(name) for name in sitting.bots):
            probes = {}  # such a match is played for its result
        bots = [player(name, game, rivals) for name in sitting.bots]
        seed = branch(self.seed, ROUNDS + sitting.round)
        played = contest(game, dealt(game, setup.options[sitting.turn], sitting.bots), bots, seed, [*probes.values()])
        if played.forfeit is not None:
            # The sentence says it all: what the trace would show is not what went wrong.
            raise MatchFault(
                f"{sitting.bots[played.forfeit]} gave the match up, and the lab counts whole ones: {played.why}", ""
            )
        match, result = played.match, played.result
        shares = [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(len(bots))]
        names = [""] * len(bots)
        for place, name in enumerate(setup.names):
            names[setup.seat_of(place, sitting.turn)] = name
        if not setup.names:
            names = rivals.names(match.view(None))
        found: JsonObject = {name: probe.found(match) for name, probe in probes.items()}
        return Row(shares, result.scores, names, match.taken, found)


def player(name: str, game: Game, rivals: Rivals) -> Bot:
    """The bot of that name, perhaps under a handicap (handicaps.py). Raises UnknownBot."""
    bot, bars = make_bot(bot_of(name), game), bars_of(name)
    return BarredBot(bot, rivals, bars) if bars else bot
