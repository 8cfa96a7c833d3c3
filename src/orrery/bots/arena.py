"""A match between bots from its start to its end, for whoever wants many of them: the lab, and trials of a deck.

It is played by a fate of its own (`Streams`): each deck's shuffle, each planet's dice and each decision of each bot has
its own stream, all from one seed. So a match that is played again with one thing changed has the same luck wherever the
change does not reach, and what differs is the change's doing. Such matches are no records of the protocol.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from orrery.bots.bot import Bot
from orrery.bots.playing import Dice, Played, Probe, play_on
from orrery.core.data import JsonObject
from orrery.core.fate import Fate, Streams, branch
from orrery.core.game import Game
from orrery.core.match import Match

DICE: Final = 1 << 20
"""The purpose of a seat's thoughts begins here, beyond all purposes of games."""


class Branches(Dice):
    """Each decision has a fate of its own, which what was drawn before does not move."""

    def __init__(self, seed: int, seats: int) -> None:
        self.thoughts = [branch(seed, DICE + seat) for seat in range(seats)]
        self.decisions = [0] * seats

    def of(self, seat: int) -> Fate:
        self.decisions[seat] += 1
        return Fate(branch(self.thoughts[seat], self.decisions[seat] - 1))


def contest(game: Game, options: JsonObject, bots: Sequence[Bot], seed: int, probes: Sequence[Probe] = ()) -> Played:
    """A match of these bots, seat by seat, played to its end. Raises BadOptions."""
    match = Match.fated(game, options, Streams(seed))
    return play_on(match, bots, Branches(seed, len(bots)), None, probes)
