"""Two bots against each other in many matches: which of them is stronger, and how surely.

For whoever writes a program and wants to know what a change did. `orrery ladder` measures more: several bots, several
processes, and it stops as soon as the answer is sure.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from orrery.bots.bot import Bot
from orrery.bots.playing import OwnDice, Played, play_on, seated, sides_of
from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.games import load_game


def interval(wins: float, count: float, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share of wins; a tie counts as half a win."""
    if count == 0:
        return 0.0, 1.0
    share = wins / count
    centre = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    size = 1 + z * z / count
    return (centre - spread) / size, (centre + spread) / size


class Duel:
    """What two bots did against each other."""

    def __init__(self, names: tuple[str, str]) -> None:
        self.names = names
        self.matches = 0
        self.wins = [0.0, 0.0]
        """What each of the two won; a tie is half a win for both."""
        self.forfeits: list[str] = []
        """Why matches were given up, with the name of the bot."""

    def add(self, played: Played, places: list[int]) -> None:
        """One more match, with which of the two (0 or 1) sat on each seat."""
        self.matches += 1
        for seat in played.winners:
            self.wins[places[seat]] += 1 / len(played.winners)
        if played.forfeit is not None:
            self.forfeits.append(f"{self.names[places[played.forfeit]]}: {played.why}")

    @property
    def share(self) -> float:
        """The first bot's share of the wins."""
        return self.wins[0] / self.matches if self.matches else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share is, as 19 of 20 such intervals have it (Wilson's)."""
        return interval(self.wins[0], self.matches)

    def __str__(self) -> str:
        low, high = self.interval
        gave_up = f"; {len(self.forfeits)} given up, the first by {self.forfeits[0]}" if self.forfeits else ""
        return (
            f"{self.names[0]} won {self.share:.0%} of {self.matches} matches against {self.names[1]} "
            f"({low:.0%} to {high:.0%}){gave_up}"
        )

    def __repr__(self) -> str:
        return f"<{self}>"


def duel(
    a: Bot | type[Bot] | str,
    b: Bot | type[Bot] | str,
    game: Game | str,
    options: JsonObject | None = None,
    seeds: int | Iterable[int] = 20,
) -> Duel:
    """Plays two matches with each seed, one from either side, so that luck and the first move weigh on both alike.

    `a` and `b` are bots, their classes, or names such as `level2`. `options` are those of a match between people, who
    may leave out what is usual; where seats win together, a bot has all seats of a side. `seeds` is how many, or which.
    Raises UnknownBot, UnknownGame, BadOptions, ValueError where the match has not two sides, Illegal.
    """
    rules = load_game(game) if isinstance(game, str) else game
    wishes = rules.guide().for_people({} if options is None else options)
    both: list[Bot | type[Bot] | str] = [a, b]
    first = seated(both, rules)
    found = Duel((first[0].name, first[1].name))
    for seed in range(seeds) if isinstance(seeds, int) else seeds:
        for turn in range(2):
            match = Match.new(rules, wishes, seed)
            sides = sides_of(rules, match.state)
            if max(sides) != 1:
                raise ValueError(
                    f"a duel is for two sides, and this match has {max(sides) + 1}; for one against many there is "
                    "orrery ladder --one BOT --against BOT"
                )
            places = [(side + turn) % 2 for side in sides]
            bots = seated([both[place] for place in places], rules)
            found.add(play_on(match, bots, OwnDice(seed, len(sides))), places)
    return found
