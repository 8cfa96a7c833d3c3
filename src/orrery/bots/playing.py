"""A match between bots from where it stands to its end: the one loop that asks bots and acts.

`play` is for whoever writes a program; the ladder, the lab and the conformance suite play by the same loop, each with
dice and watchers of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from mypy_extensions import mypyc_attr

from orrery.bots.bot import Bot, Clock, NoLimit, make_bot
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Event, Game, Result, State
from orrery.core.match import Match


class Forfeit(Exception):
    """Raised by a bot that cannot go on, such as a program that is gone, late or answers nonsense: it gives the match
    up. The sentence says why, and `duty` which of the duties of a bot it broke (conformance.py).
    """

    def __init__(self, why: str, duty: str = "reliability") -> None:
        super().__init__(why)
        self.duty = duty


@mypyc_attr(allow_interpreted_subclasses=True)
class Probe(ABC):
    """Somebody who watches a match with full knowledge and counts; made anew for each match. Players never see it."""

    def before(self, match: Match, seat: int, actions: list[str]) -> None:
        """A seat is about to decide between these."""
        return

    def after(self, match: Match, seat: int, word: str, events: list[Event]) -> None:
        """A seat has done this, and so much happened."""
        return

    @abstractmethod
    def found(self, match: Match) -> JsonObject:
        """What was counted, at the end of the match: names and numbers."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice(ABC):
    """Where the bots of a match have their chance from."""

    @abstractmethod
    def of(self, seat: int) -> Fate:
        """The fate for a seat's next decision."""


class OwnDice(Dice):
    """Each seat has one fate for the whole match, and all come from one seed."""

    def __init__(self, seed: int, seats: int) -> None:
        self.fates = [Fate(seed * 7919 + seat) for seat in range(seats)]

    def of(self, seat: int) -> Fate:
        return self.fates[seat]


class Played:
    """How a match between bots ended."""

    __slots__ = ("forfeit", "match", "result", "why")

    def __init__(self, match: Match, result: Result, forfeit: int | None = None, why: str = "") -> None:
        self.match = match
        self.result = result
        """By the rules; after a forfeit all win who are not on the side of the seat that gave up, and nobody has
        scores.
        """
        self.forfeit = forfeit
        """The seat that gave the match up; None if it was played to its end."""
        self.why = why

    @property
    def winners(self) -> list[int]:
        """The seats that won; several where they won together or tied."""
        return self.result.winners

    def __repr__(self) -> str:
        scores = "" if self.result.scores is None else f", scores {self.result.scores}"
        gave_up = "" if self.forfeit is None else f", seat {self.forfeit} forfeits: {self.why}"
        return f"<{self.match.game.name}: seats {self.winners} won after {self.match.taken} actions{scores}{gave_up}>"


def seated(bots: Sequence[object], game: Game) -> list[Bot]:
    """Bots as people name them: a bot, its name, or its class, of which one is made. Raises UnknownBot, TypeError."""
    found: list[Bot] = []
    for bot in bots:
        if isinstance(bot, str):
            found.append(make_bot(bot, game))
        elif isinstance(bot, type) and issubclass(bot, Bot):
            found.append(bot(game, bot.__name__))
        elif isinstance(bot, Bot):
            found.append(bot)
        else:
            raise TypeError(f"{bot!r:.80} is no bot; right are a Bot, a subclass of it, or a name such as 'level2'")
    return found


def play(match: Match, bots: Sequence[Bot | type[Bot] | str], seed: int = 0, clock: Clock | None = None) -> Played:
    """Plays a match from where it stands to its end. `bots` has one for each seat: a bot, its class, or a name. The
    same match with the same seed and bots is the same once more.

    A bot from outside that is named gives the match up where it fails (`Played.why`); what a bot or a class raises
    comes through. Raises UnknownBot, ValueError where their number is not right, Illegal for what is not allowed.
    """
    seats = match.state.seats()
    if isinstance(bots, str) or len(bots) != seats:
        count = "one name" if isinstance(bots, str) else len(bots)
        raise ValueError(f"the match has {seats} seats and wants a list with a bot for each; it got {count}")
    return play_on(match, seated(bots, match.game), OwnDice(seed, seats), clock)


def play_on(
    match: Match, bots: Sequence[Bot], dice: Dice, clock: Clock | None = None, probes: Sequence[Probe] = ()
) -> Played:
    """The loop: each bot in turn is shown what its seat may know, and what it chooses is done. Without a clock all have
    the time they need. Raises Illegal.
    """
    limit = NoLimit() if clock is None else clock
    played: Played | None = None
    while played is None:
        seat = match.to_act()
        if seat is None:
            played = Played(match, match.result())
            break
        actions = match.actions()
        for probe in probes:
            probe.before(match, seat, actions)
        try:
            word = bots[seat].choose(match.view(seat), match.seen(seat), actions, dice.of(seat), limit)
        except Forfeit as fault:
            played = forfeited(match, seat, str(fault))
            break
        events = match.act(word)
        for probe in probes:
            probe.after(match, seat, word, events)
    for bot in bots:
        bot.over(played.result)
    return played


def forfeited(match: Match, seat: int, why: str) -> Played:
    """A match that a seat gave up: everybody wins who is not on its side."""
    sides = sides_of(match.game, match.state)
    winners = [other for other, side in enumerate(sides) if side != sides[seat]]
    return Played(match, Result(True, None, winners), seat, why)


def sides_of(game: Game, state: State) -> list[int]:
    """The side of each seat, numbered from 0 in the order of the seats: seats of one side win together."""
    from orrery.bots.minds import mind_of  # minds build upon bots

    mind = mind_of(game.name)
    sides = [mind.side(state, seat) for seat in range(state.seats())]
    numbers: dict[int, int] = {}
    return [numbers.setdefault(side, len(numbers)) for side in sides]
