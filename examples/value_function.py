"""Trains a small value function with numpy and plays by it: `python examples/value_function.py [MATCHES [TRIALS]]`.

Needs `pip install 'orrery[rl]'`. First come matches at random: whoever decides remembers what he saw. From what he saw
and how the match ended, a network of one hidden layer learns how good a position is for the seat that looks at it. Then
it plays: for each legal action it imagines one world that fits all that its seat has seen, acts there, and takes what
looks best afterwards.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from orrery.adapters.arrays import as_row
from orrery.adapters.play import Play, returns
from orrery.core.fate import Fate

GAME, OPTIONS = "space_editor", {"mode": "half", "table": [9, 9]}
HIDDEN = 32


class Value:
    """How good what a seat sees is for it, from -1 to 1: one hidden layer, trained by stochastic gradient descent."""

    def __init__(self, length: int, chance: np.random.Generator) -> None:
        self.into = chance.normal(0, 0.5 / np.sqrt(length), (length, HIDDEN))
        self.out = np.zeros(HIDDEN)
        self.scale = np.ones(length)

    def of(self, rows: Any) -> Any:
        """The values of some rows."""
        return np.tanh(np.tanh(rows / self.scale @ self.into) @ self.out)

    def learn(self, rows: Any, results: Any, chance: np.random.Generator, rounds: int = 12, rate: float = 0.02) -> None:
        """Moves the values of these rows towards how the matches ended."""
        self.scale = np.maximum(1, np.abs(rows).max(axis=0))
        rows = rows / self.scale
        for _ in range(rounds):
            for batch in np.array_split(chance.permutation(len(rows)), max(1, len(rows) // 32)):
                hidden = np.tanh(rows[batch] @ self.into)
                guess = np.tanh(hidden @ self.out)
                slope = (guess - results[batch]) * (1 - guess**2) / len(batch)
                back = np.outer(slope, self.out) * (1 - hidden**2)
                self.out -= rate * 32 * hidden.T @ slope
                self.into -= rate * 32 * rows[batch].T @ back


def lessons(play: Play, matches: int, luck: Fate) -> tuple[Any, Any]:
    """What was seen in matches at random, and how they ended for who saw it."""
    rows: list[Any] = []
    results: list[float] = []
    for seed in range(matches):
        play.begin(seed)
        seats: list[int] = []
        while play.seat is not None:
            seats.append(play.seat)
            rows.append(as_row(play.observe(play.seat)).astype(np.float32))
            play.act(play.codes[luck.draw(len(play.codes))])
        ended = play.returns()
        results += [ended[seat] for seat in seats]
    return np.stack(rows), np.array(results)


def best(play: Play, value: Value, luck: Fate) -> int:
    """The code of the action that looks best in a world that the seat can imagine."""
    seat = play.seat
    assert seat is not None
    view = play.state.view(seat)
    world = play.game.sample(view, play.seen[seat], luck)
    known = dict(zip(play.codec.codes(world), world.actions(), strict=True))
    after: list[Any] = []
    for code in play.codes:
        imagined = world.clone()
        imagined.act(known[code])
        if imagined.to_act() is None:
            after.append(returns(imagined.result(), play.seats)[seat])
        else:
            row = as_row(play.codec.observe(imagined.view(seat), seat)).astype(np.float32)
            after.append(float(value.of(row)))
    return play.codes[int(np.argmax(after))]


def main(matches: int = 300, trials: int = 40) -> float:
    """Trains, plays against random from both sides, and gives the share of wins."""
    chance, luck = np.random.default_rng(1), Fate(1)
    play = Play(GAME, OPTIONS, remembers=True)
    rows, results = lessons(play, matches, luck)
    value = Value(play.codec.length, chance)
    value.learn(rows, results, chance)
    won = 0.0
    for trial in range(trials):
        play.begin(10_000 + trial // 2)
        while play.seat is not None:
            mine = play.seat == trial % 2
            play.act(best(play, value, luck) if mine else play.codes[luck.draw(len(play.codes))])
        won += (1 + play.returns()[trial % 2]) / 2
    share = won / trials
    print(f"{len(rows)} positions of {matches} matches; then {share:.0%} of {trials} matches won against random")
    return share


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
