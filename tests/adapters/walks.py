"""Random matches with all that each seat has seen, for the tests of codecs and adapters."""

from __future__ import annotations

from collections.abc import Iterator

from orrery.core.codec import Codec
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game, State, seen_of
from orrery.games import our_games

GAMES = [game.name for game in our_games()]
SETUPS = [(game.name, number) for game in our_games() for number in range(len(game.trials()))]


class Moment:
    """A decision: the state, its codec, and what each seat has seen."""

    def __init__(self, game: Game, state: State, codec: Codec, seat: int, seen: list[list[JsonObject]]) -> None:
        self.game = game
        self.state = state
        self.codec = codec
        self.seat = seat
        self.seen = seen


SECRETIVE = ("steal ", "take purple", "enlightenment purple")
"""Actions that come before others where secrets are wanted: in Vediic worlds differ only after a theft."""


def walk(
    game: Game, options: JsonObject, seed: int, most: int = 100_000, eager: tuple[str, ...] = ()
) -> Iterator[Moment]:
    """The decisions of a match in which everybody acts at random, but for actions that are `eager`, by the words with
    which they begin.
    """
    state = game.new(options, Fate(seed))
    codec = game.guide().codec(state)
    seen = [list(state.opening()) for _ in range(state.seats())]
    chance = Fate(seed + 1)
    for _ in range(most):
        seat = state.to_act()
        if seat is None:
            return
        yield Moment(game, state, codec, seat, seen)
        actions = state.actions()
        for words in eager:
            actions = [action for action in actions if state.word(action).startswith(words)] or actions
        events = state.act(actions[chance.draw(len(actions))])
        for other, news in enumerate(seen):
            news += seen_of(events, other)
