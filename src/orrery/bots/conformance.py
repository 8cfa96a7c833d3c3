"""The suite that every bot passes, ours or a stranger's: `check_bot` plays with it and raises Broken where it breaks
the contract.

A bot answers with a legal action, changes nothing that it is given, gives the same answer to the same question with the
same fate, keeps to its clock, and cannot peek: where two worlds differ only in what its seat cannot know, it chooses
the same in both.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from orrery.bots.bot import Bot, Clock
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.match import Match


class Broken(AssertionError):
    """A bot broke the contract."""


class Countdown(Clock):
    """A clock that runs out after so many looks at it, whatever the time."""

    def __init__(self, looks: int) -> None:
        self.looks = looks
        self.late = 0
        """How often it was looked at when nothing was left."""

    def left(self) -> float:
        if self.looks <= 0:
            self.late += 1
            return 0.0
        self.looks -= 1
        return float(self.looks)


class Report:
    """How much was checked."""

    def __init__(self) -> None:
        self.matches = 0
        self.decisions = 0
        self.worlds = 0
        """Worlds that the seat could not tell from the true one and that got the same answer."""
        self.differing = 0
        """Those among them that really differed from the truth."""


Maker = Callable[[Game], Bot]


def check_bot(
    make: Maker,
    game: Game,
    trials: list[JsonObject] | None = None,
    seed: int = 1,
    decisions: int = 12,
    looks: int = 40,
    worlds: int = 2,
) -> Report:
    """Plays one match of each trial between copies of the bot, and looks closely at `decisions` of it.

    Every decision is made under a clock that runs out after `looks` looks at it. A bot that goes by the time of day
    besides gives no answer twice: ask for no close looks (`decisions` 0).
    """
    report = Report()
    for options in game.trials() if trials is None else trials:
        Check(make, game, options, seed, report).play(decisions, looks, worlds)
        report.matches += 1
        seed += 1
    return report


class Check:
    """One match, in which worlds take the place of the truth for a while."""

    def __init__(self, make: Maker, game: Game, options: JsonObject, seed: int, report: Report) -> None:
        self.make = make
        self.game = game
        self.match = Match.new(game, options, seed)
        self.dice = Fate(seed)
        self.report = report

    def play(self, decisions: int, looks: int, worlds: int) -> None:
        match = self.match
        bots = [self.make(self.game) for _ in range(match.state.seats())]
        fates = [Fate(self.dice.draw(1 << 32)) for _ in bots]
        every = 1 + self.dice.draw(6)
        checked = 0
        while (seat := match.to_act()) is not None:
            view, seen, actions = match.view(seat), match.seen(seat), match.actions()
            given = json.dumps([view, seen, actions])
            clock = Countdown(looks)
            word = bots[seat].choose(view, seen, actions, fates[seat], clock)
            self.need(word in actions, f"{word!r} is not one of the legal actions")
            self.need(json.dumps([view, seen, actions]) == given, "the bot changed what it was given")
            self.need(clock.late <= 3, f"the bot looked {clock.late} times at a clock that had run out")
            self.report.decisions += 1
            if len(actions) > 1 and match.taken % every == 0 and checked < decisions:
                self.check_closely(seat, looks, worlds)
                checked += 1
            match.act(word)

    def check_closely(self, seat: int, looks: int, worlds: int) -> None:
        """The same question, and the same question in worlds that the seat cannot tell apart."""
        match = self.match
        view, seen, actions = match.view(seat), match.seen(seat), match.actions()
        number = self.dice.draw(1 << 32)
        word = self.ask(view, seen, actions, number, Countdown(looks))
        self.need(
            word == self.ask(view, seen, actions, number, Countdown(looks)),
            "the same question with the same fate got two answers",
        )
        self.need(self.ask(view, seen, actions, number, Countdown(0)) in actions, "out of time the bot has no answer")
        truth = match.state
        position = truth.position()
        sampler = self.game.sampler(view, seen)
        for _ in range(worlds):
            match.state = sampler.draw(self.dice)
            again = self.ask(match.view(seat), seen, match.actions(), number, Countdown(looks))
            self.report.worlds += 1
            self.report.differing += match.position() != position
            match.state = truth
            self.need(
                again == word,
                f"seat {seat} chose otherwise in a world that it cannot tell from the true one: it peeked",
            )

    def ask(self, view: JsonObject, seen: list[JsonObject], actions: list[str], number: int, clock: Clock) -> str:
        """A new bot's answer."""
        return self.make(self.game).choose(view, seen, actions, Fate(number), clock)

    def need(self, holds: bool, problem: str) -> None:
        """Raises Broken unless it holds."""
        if not holds:
            raise Broken(f"{self.game.name}, after {self.match.taken} actions: {problem}")
