"""The suite that every bot passes, ours or a stranger's: `check_bot` plays with it and raises Broken where it breaks
the contract; `examine` goes on and reports all that it found (`orrery check-bot`).

A bot answers with a legal action, changes nothing that it is given, gives the same answer to the same question with the
same fate, keeps to its clock, and cannot peek: where two worlds differ only in what its seat cannot know, it chooses
the same in both.

In some games nearly everything comes to light by the events: in Vediic only a theft between two others hides a card.
Where the worlds of a match do not differ, it is taken up once more from its position, as one that was loaded: then
nobody knows what the events told, and the worlds differ.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter
from typing import Final

from orrery.bots.bot import Bot, Clock, WallClock, no_such_action
from orrery.bots.playing import Forfeit
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game, State
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


DUTIES: Final = {
    "legality": "answers with one of the legal actions",
    "care": "changes nothing that it is given",
    "reproducibility": "gives the same answer to the same question with the same fate",
    "punctuality": "keeps to its clock",
    "secrecy": "chooses alike in worlds that its seat cannot tell apart",
    "reliability": "answers at all",
}
"""What a bot owes, by name."""

SLACK: Final = 0.5
"""So many seconds after the end of its time an answer is not late yet: machines are busy."""


ENOUGH: Final = 12
"""After so many decisions without an answer a report does not go on with a match: a program that is always late would
keep people waiting for an hour.
"""


class Duty:
    """How a bot does one of its duties."""

    def __init__(self) -> None:
        self.asked = 0
        self.broken = 0
        self.first = ""
        """The first breach, in a sentence."""
        self.untold = ""
        """Why nothing can be said of it, if that is so."""

    def as_json(self) -> JsonObject:
        """The figures, and what is to be said of them."""
        row: JsonObject = {"asked": self.asked, "broken": self.broken}
        if self.untold:
            row["untold"] = self.untold
        elif self.broken:
            row["first"] = self.first
        return row


class Report:
    """How much was checked, and what was found."""

    def __init__(self) -> None:
        self.matches = 0
        self.decisions = 0
        self.worlds = 0
        """Worlds that the seat could not tell from the true one and in which it was asked again."""
        self.differing = 0
        """Those among them that really differed from the truth."""
        self.longest = 0.0
        """Seconds of the longest answer under a clock that shows the time."""
        self.duties = {name: Duty() for name in DUTIES}

    @property
    def holds(self) -> bool:
        """Was no duty broken?"""
        return not any(duty.broken for duty in self.duties.values())

    def as_json(self) -> JsonObject:
        """The figures."""
        return {
            "holds": self.holds,
            "matches": self.matches,
            "decisions": self.decisions,
            "worlds": self.worlds,
            "differing": self.differing,
            "longest": round(self.longest, 3),
            "duties": {name: duty.as_json() for name, duty in self.duties.items()},
        }

    def judge_secrecy(self) -> None:
        """Who answers the same question differently does so in other worlds too: that is no proof of peeking."""
        if self.duties["reproducibility"].broken:
            secrecy = self.duties["secrecy"] = Duty()
            secrecy.untold = "nothing can be said while the same question gets two answers"


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
    """Plays one match of each trial between copies of the bot, and looks closely at `decisions` of it. Raises Broken at
    the first breach.

    Every decision is made under a clock that runs out after `looks` looks at it. A bot that goes by the time of day
    besides gives no answer twice: ask for no close looks (`decisions` 0).
    """
    report = Report()
    for options in game.trials() if trials is None else trials:
        Check(make, game, options, seed, report).play(decisions, looks, worlds)
        report.matches += 1
        seed += 1
    return report


def examine(
    make: Maker,
    game: Game,
    trials: list[JsonObject] | None = None,
    seed: int = 1,
    decisions: int = 12,
    seconds: float = 1.0,
    most: int = 300,
) -> Report:
    """The same for a report: goes on after a breach, with another action where the bot has none, and besides asks under
    a clock that shows the time, with `seconds` left. A match is looked at for `most` decisions at most.
    """
    report = Report()
    for options in game.trials() if trials is None else trials:
        check = Check(make, game, options, seed, report)
        check.seconds, check.strict, check.most = seconds, False, most
        check.play(decisions, 40, 2)
        report.matches += 1
        seed += 1
    report.judge_secrecy()
    return report


class Check:
    """One match, in which worlds take the place of the truth for a while."""

    strict = True
    """Does the first breach end it?"""
    seconds: float | None = None
    """If it asks under a clock that shows the time besides: how much is left."""
    most: int | None = None
    """After how many decisions it ends; None: with the match."""

    def __init__(self, make: Maker, game: Game, options: JsonObject, seed: int, report: Report) -> None:
        self.make = make
        self.game = game
        self.match = Match.new(game, options, seed)
        self.dice = Fate(seed)
        self.report = report

    def play(self, decisions: int, looks: int, worlds: int) -> None:
        """Plays the match, and looks closely at some of its decisions."""
        bots = [self.make(self.game) for _ in range(self.match.state.seats())]
        fates = [Fate(self.dice.draw(1 << 32)) for _ in bots]
        every = 1 + self.dice.draw(6)
        checked = made = unanswered = 0
        missed = False
        """Was the last decision that was due not worth a look?"""
        while (seat := self.match.to_act()) is not None and (self.most is None or made < self.most):
            match = self.match
            view, seen, actions = match.view(seat), match.seen(seat), match.actions()
            given = json.dumps([view, seen, actions])
            clock = Countdown(looks)
            word = self.answer(bots[seat], view, seen, actions, fates[seat], clock)
            self.need("care", json.dumps([view, seen, actions]) == given, "the bot changed what it was given")
            self.need("punctuality", clock.late <= 3, f"the bot looked {clock.late} times at a clock that had run out")
            self.report.decisions += 1
            made += 1
            unanswered += not word
            if unanswered == ENOUGH and not self.strict:
                break
            legal = match.actions()
            if len(legal) > 1 and checked < decisions and (missed or made % every == 0):
                missed = not self.check_closely(seat, looks, worlds, 2 * checked >= decisions)
                checked += not missed
            self.match.act(word if word in legal else self.dice.pick(legal))
        result = self.match.result()
        for bot in bots:
            bot.over(result)

    def check_closely(self, seat: int, looks: int, worlds: int, insist: bool) -> bool:
        """The same question, and the same question in worlds that the seat cannot tell apart; with `insist` in such as
        really differ. Says whether it looked: even of a position there may be no others.
        """
        drawn = self.draw_worlds(seat, worlds)
        if insist:
            drawn = self.differing(drawn) or self.differing_when_forgotten(seat, worlds)
            if not drawn:
                return False
        match = self.match
        view, seen, actions = match.view(seat), match.seen(seat), match.actions()
        number = self.dice.draw(1 << 32)
        word = self.ask(view, seen, actions, number, Countdown(looks))
        if not word:
            return True  # it was noted, and what is no answer cannot be compared
        self.ask_again(word, view, seen, actions, number, looks)
        self.ask(view, seen, actions, number, Countdown(0), "with no time left, ")
        if self.seconds is not None:
            self.check_time(view, seen, actions, number, self.seconds)
        truth = match.state
        position = truth.position()
        for world in drawn:
            match.state = world
            again = self.ask(match.view(seat), seen, match.actions(), number, Countdown(looks))
            self.report.worlds += 1
            self.report.differing += match.position() != position
            match.state = truth
            if not again:
                continue
            peeked = again != word and all(self.ask_again(word, view, seen, actions, number, looks) for _ in range(2))
            self.need(
                "secrecy",
                not peeked,
                f"seat {seat} chose otherwise in a world that it cannot tell from the true one: it peeked",
            )
        return True

    def ask_again(
        self, word: str, view: JsonObject, seen: list[JsonObject], actions: list[str], number: int, looks: int
    ) -> bool:
        """The question that was answered with this word, once more. Says whether the answer is the same."""
        again = self.ask(view, seen, actions, number, Countdown(looks))
        if again:
            self.need("reproducibility", again == word, "the same question with the same fate got two answers")
        return again == word

    def check_time(
        self, view: JsonObject, seen: list[JsonObject], actions: list[str], number: int, seconds: float
    ) -> None:
        """The question under a clock that shows the time."""
        bot = self.make(self.game)
        began = perf_counter()
        self.answer(bot, view, seen, actions, Fate(number), WallClock(seconds))
        took = perf_counter() - began
        self.report.longest = max(self.report.longest, took)
        self.need("punctuality", took <= seconds + SLACK, f"with {seconds:g} s left the bot took {took:.1f} s")
        bot.over(self.match.result())

    def draw_worlds(self, seat: int, count: int) -> list[State]:
        """Worlds that the seat cannot tell from the true one."""
        sampler = self.game.sampler(self.match.view(seat), self.match.seen(seat))
        return [sampler.draw(self.dice) for _ in range(count)]

    def differing(self, worlds: list[State]) -> list[State]:
        """Those that really differ from the truth."""
        position = self.match.position()
        return [world for world in worlds if world.position() != position]

    def differing_when_forgotten(self, seat: int, count: int) -> list[State]:
        """Takes the match up from its position, where nobody knows any more what was seen before, and draws worlds that
        differ; fewer than asked for where most are like the truth.
        """
        self.match = Match.load(self.game, self.match.position(), self.dice.draw(1 << 32))
        return self.differing(self.draw_worlds(seat, 6 * count))[:count]

    def ask(
        self,
        view: JsonObject,
        seen: list[JsonObject],
        actions: list[str],
        number: int,
        clock: Clock,
        when: str = "",
    ) -> str:
        """A new bot's answer."""
        bot = self.make(self.game)
        word = self.answer(bot, view, seen, actions, Fate(number), clock, when)
        bot.over(self.match.result())
        return word

    def answer(
        self,
        bot: Bot,
        view: JsonObject,
        seen: list[JsonObject],
        actions: list[str],
        fate: Fate,
        clock: Clock,
        when: str = "",
    ) -> str:
        """What a bot answers; empty, and noted, if it is no legal action. `when` is told with the fault."""
        legal = list(actions)
        try:
            word = bot.choose(view, seen, actions, fate, clock)
        except Forfeit as fault:
            self.need(fault.duty if fault.duty in DUTIES else "reliability", False, f"{when}{fault}")
            return ""
        except Exception as fault:
            if self.strict:
                raise
            self.need("reliability", False, f"{when}the bot failed: {type(fault).__name__}: {fault}")
            return ""
        self.need("reliability", True, "")
        self.need("legality", word in legal, f"{when}{no_such_action(word, legal)}")
        return word if word in legal else ""

    def need(self, duty: str, holds: bool, problem: str) -> None:
        """Notes whether a duty was done. Raises Broken if it was not and this is the end."""
        noted = self.report.duties[duty]
        noted.asked += 1
        if holds:
            return
        sentence = f"{self.game.name}, after {self.match.taken} actions: {problem}"
        if self.strict:
            raise Broken(sentence)
        noted.broken += 1
        noted.first = noted.first or sentence
