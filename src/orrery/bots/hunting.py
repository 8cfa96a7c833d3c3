"""Hunting for puzzles: bots play matches, and near their end each position is looked at for a win by force.

For tools/find_puzzles.py, by which the puzzles that ship were found, and for whoever brings cards, decks or a board of
their own: the puzzles that ship know none of them, and those that are hunted for do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from orrery.bots.bot import Bot, NoLimit, make_bot
from orrery.bots.puzzles import WIN, Prover, TooLarge, draw_worlds
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game, Sampler, State
from orrery.core.match import Match

LATE: Final = 12
"""How many of the last decisions of each match are looked at."""
STEPS: Final = 2000
"""After how many steps the first sieve of a proof gives up."""
FEWEST_ACTIONS: Final = 4
"""With fewer legal actions there is nothing to find."""


def play_matches(game: Game, plans: list[JsonObject], bots: list[str], count: int, seed: int) -> Iterator[Match]:
    """Matches between bots, who sit down in turn, played to the end; plans are taken in turn. Raises BadOptions."""
    for i in range(seed, seed + count):
        match = Match.new(game, plans[i % len(plans)], i)
        seated = [make_bot(bots[seat % len(bots)], game) for seat in range(match.state.seats())]
        play_on(match, seated, Fate(i))
        yield match


def play_on(match: Match, bots: list[Bot], fate: Fate) -> None:
    """Plays a match to its end."""
    while (seat := match.to_act()) is not None:
        match.act(bots[seat].choose(match.view(seat), match.seen(seat), match.actions(), fate, NoLimit()))


def late_states(match: Match, count: int) -> Iterator[State]:
    """The states before each of the last decisions that leave a choice."""
    back = 0
    taken = match.taken
    while taken > 0 and back < count:
        match.undo(taken - 1)
        taken -= 1
        if len(match.state.actions()) > 1:
            back += 1
            yield match.state


def shown_position(game: Game, state: State) -> JsonObject:
    """A position as a puzzle has it: packed, with nothing fated."""
    packed: JsonObject = json.loads(json.dumps(game.pack({**state.position(), "fate": []})))
    return packed


def solved_position(game: Game, packed: JsonObject) -> tuple[int, Sampler, State]:
    """The position as its solver meets it: whose decision it is, a sampler that knows no event, the state loaded."""
    loaded = game.load(game.unpack(packed), Fate(0))
    seat = loaded.to_act()
    assert seat is not None
    return seat, game.sampler(loaded.view(seat), []), loaded


def win_at(game: Game, packed: JsonObject, turns: int, worlds: int, steps: int = STEPS) -> JsonObject | None:
    """The win by force in a position, as a row of a file of puzzles without its texts; None if there is none, or no
    telling, or if it needs no finding. `worlds` is in how many worlds it must hold, `turns` within how many turns.
    """
    seat, sampler, loaded = solved_position(game, packed)
    try:
        right = prove(sampler, seat, turns, worlds, steps)
    except TooLarge:
        return None
    legal = len(loaded.actions())
    if right is None or 2 * len(right) > legal or legal < FEWEST_ACTIONS:
        return None
    try:
        line = Prover(draw_worlds(sampler, 4, 5), seat, turns, 100_000).line()
    except TooLarge:
        line = right[:1]
    proof: JsonObject = {"way": "solver", "worlds": worlds}
    return {"kind": WIN, "seat": seat, "turns": turns, "position": packed, "right": right, "line": line, "proof": proof}


def prove(sampler: Sampler, seat: int, turns: int, worlds: int, steps: int) -> list[str] | None:
    """The first actions that win in all of many worlds; None if none does, or none in a few. Raises TooLarge."""
    if not Prover(draw_worlds(sampler, 1, 7), seat, turns, steps).winning():
        return None
    if not Prover(draw_worlds(sampler, 6, 8), seat, turns).winning():
        return None
    return Prover(draw_worlds(sampler, worlds, 9), seat, turns, 2_000_000).winning() or None
