"""How good a state is for a seat, as simple bots see it: by hand-made values where a game has one, else by the lead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action, Game, State
from orrery.games import game_named, part_of


def lead(state: State, seat: int) -> float:
    """The seat's score less the best other score; where a game has no scores, 1 for a win, -1 for a defeat."""
    result = state.result()
    if result.scores is None:
        if not result.over:
            return 0.0
        return 1.0 if seat in result.winners else -1.0
    best = max([score for other, score in enumerate(result.scores) if other != seat], default=0)
    return float(result.scores[seat] - best)


def never(state: State, action: Action) -> bool:
    """For games without an action that only ends a turn."""
    return False


def sample(game: Game, view: JsonObject, seen: list[JsonObject], fate: Fate) -> State:
    """A world that the seat cannot tell from the true one."""
    return game.sample(view, seen, fate)


def nothing(state: State, seat: int) -> float:
    """For games where the value says it all."""
    return 0.0


class Judge:
    """How a bot judges a game: the value of a state, and how far it looks along its own decisions in a row."""

    __slots__ = ("closes", "imagine", "promise", "steps", "value", "width")

    def __init__(
        self,
        value: Callable[[State, int], float],
        steps: int = 1,
        width: int = 1,
        closes: Callable[[State, Action], bool] = never,
        imagine: Callable[[Game, JsonObject, list[JsonObject], Fate], State] = sample,
        promise: Callable[[State, int], float] = nothing,
    ) -> None:
        self.value = value
        self.steps = steps
        """How many of its own decisions in a row it looks ahead."""
        self.width = width
        """How many lines of play it keeps at each of them."""
        self.closes = closes
        """Is this an action that only ends the turn? It is worth what the state before it is, whatever chance brings
        afterwards."""
        self.imagine = imagine
        """A world in which to look: from a view and the events seen, nothing else."""
        self.promise = promise
        """What a state in the middle of a turn offers beyond its value: it decides which lines are kept."""


LEAD: Final = Judge(lead)


def judge_of(game: str) -> Judge:
    """The judge of a game (`JUDGE` in its module `value`); the lead for games without one of their own."""
    found = game_named(game)
    judge = None if found is None else getattr(part_of(found, "bots", "value"), "JUDGE", None)
    return judge if isinstance(judge, Judge) else LEAD
