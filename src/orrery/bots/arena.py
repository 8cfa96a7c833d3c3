"""A match between bots from its start to its end, for whoever wants many of them: the lab, and trials of a deck.

It is played by a fate of its own (`Streams`): each deck's shuffle, each planet's dice and each decision of each bot has
its own stream, all from one seed. So a match that is played again with one thing changed has the same luck wherever the
change does not reach, and what differs is the change's doing. Such matches are no records of the protocol.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from orrery.bots.bot import Bot, NoLimit
from orrery.core.data import JsonObject
from orrery.core.fate import Fate, Streams, branch
from orrery.core.game import Event, Game
from orrery.core.match import Match

DICE: Final = 1 << 20
"""The purpose of a seat's thoughts begins here, beyond all purposes of games."""


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


def contest(game: Game, options: JsonObject, bots: Sequence[Bot], seed: int, probes: Sequence[Probe] = ()) -> Match:
    """A match of these bots, seat by seat, played to its end. Raises BadOptions."""
    match = Match.fated(game, options, Streams(seed))
    clock = NoLimit()
    thoughts = [branch(seed, DICE + seat) for seat in range(len(bots))]
    decisions = [0] * len(bots)
    while True:
        seat = match.to_act()
        if seat is None:
            return match
        actions = match.actions()
        for probe in probes:
            probe.before(match, seat, actions)
        dice = Fate(branch(thoughts[seat], decisions[seat]))
        decisions[seat] += 1
        word = bots[seat].choose(match.view(seat), match.seen(seat), actions, dice, clock)
        events = match.act(word)
        for probe in probes:
            probe.after(match, seat, word, events)
