"""How good a state is for a seat, as simple bots see it."""

from __future__ import annotations

from orrery.core.game import State


def lead(state: State, seat: int) -> float:
    """The seat's score less the best other score; where a game has no scores, 1 for a win, -1 for a defeat."""
    result = state.result()
    if result.scores is None:
        if not result.over:
            return 0.0
        return 1.0 if seat in result.winners else -1.0
    best = max([score for other, score in enumerate(result.scores) if other != seat], default=0)
    return float(result.scores[seat] - best)
