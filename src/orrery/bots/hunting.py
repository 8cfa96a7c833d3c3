"""Hunting for puzzles: bots play matches, and near their end each position is looked at for something to find.

Wins by force, narrow escapes (both proved by `Prover`), and choices in which a few actions are far better than all
others (measured by searches). By this the puzzles that ship were found; `orrery puzzle make` finds more, and whoever
brings cards, decks or a board of their own has theirs hunted for: the puzzles that ship know none of them.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Final

from orrery.bots.bot import NoLimit, make_bot
from orrery.bots.mcts import MctsBot
from orrery.bots.playing import Dice, play_on
from orrery.bots.puzzles import BEST, SURVIVE, WIN, Prover, TooLarge, draw_worlds, words_of
from orrery.bots.reasons import Reason, reasons
from orrery.bots.search import SEAT_BITS, Search
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
SIMULATIONS: Final = 20_000
"""Of each action that a choice depends on."""
CLOSE: Final = 0.10
"""How much worse than the best action another one may be and still be right."""
FAR: Final = 0.25
"""By how much the right actions of a choice are better than any other."""
SPARE: Final = 0.03
"""By so much more they are better where a puzzle is found, so that they still are when it is measured again."""
SURE: Final = 0.40
"""An action that a first search finds so much worse than the best is not looked at as closely."""
GLANCE: Final = 24
LOOK: Final = 1000
"""Simulations of each action in the searches that sift positions."""


def play_matches(game: Game, plans: list[JsonObject], bots: list[str], count: int, seed: int) -> Iterator[Match]:
    """Matches between bots, who sit down in turn, played to the end; plans are taken in turn. Raises BadOptions."""
    for i in range(seed, seed + count):
        match = Match.new(game, plans[i % len(plans)], i)
        seated = [make_bot(bots[seat % len(bots)], game) for seat in range(match.state.seats())]
        play_on(match, seated, SharedDice(i))
        yield match


class SharedDice(Dice):
    """All seats draw from one fate."""

    def __init__(self, seed: int) -> None:
        self.fate = Fate(seed)

    def of(self, seat: int) -> Fate:
        return self.fate


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


# --- what is proved ---------------------------------------------------------------------------------------------------


def win_at(game: Game, packed: JsonObject, turns: int, worlds: int, steps: int = STEPS) -> JsonObject | None:
    """The win by force in a position, as a row of a file of puzzles without its texts; None if there is none, or no
    telling, or if it needs no finding. `worlds` is in how many worlds it must hold, `turns` within how many turns.
    """
    return forced_at(game, packed, WIN, turns, worlds, steps)


def forced_at(
    game: Game, packed: JsonObject, kind: str, turns: int, worlds: int, steps: int = STEPS
) -> JsonObject | None:
    """As `win_at`, of a win or of the way to survive so many turns."""
    seat, sampler, loaded = solved_position(game, packed)
    legal = len(loaded.actions())
    survives = kind == SURVIVE
    if legal < FEWEST_ACTIONS and not (survives and legal > 1):
        return None
    try:
        right = prove(sampler, seat, turns, worlds, steps, survives, legal // 2)
    except TooLarge:
        return None
    if right is None or 2 * len(right) > legal:
        return None
    line = right[:1]
    if not survives:
        with contextlib.suppress(TooLarge):
            line = Prover(draw_worlds(sampler, 4, 5), seat, turns, 100_000).line(right)
    proof: JsonObject = {"way": "solver", "worlds": worlds}
    found = {"kind": kind, "seat": seat, "turns": turns, "position": packed}
    return {**found, "right": right, "line": line, "proof": proof}


def prove(
    sampler: Sampler, seat: int, turns: int, worlds: int, steps: int, survives: bool = False, most: int = 1 << 30
) -> list[str] | None:
    """The first actions that reach the goal in all of many worlds; None if none does, or none in a few, or more than
    so many. Raises TooLarge: the first sieve after so many steps, the others after as many more as they have worlds.
    """
    first = Prover(draw_worlds(sampler, 1, 7), seat, turns, steps, survives).winning()
    if not first or (survives and len(first) > most):
        return None
    second = Prover(draw_worlds(sampler, 6, 8), seat, turns, 20 * steps, survives).winning()
    if not second or (survives and len(second) > most):
        return None
    found = Prover(draw_worlds(sampler, worlds, 9), seat, turns, 2 * worlds * steps, survives).winning()
    # What few worlds do not show is no fair task, and could not be judged while somebody waits.
    return found if found == second else None


# --- what is measured -------------------------------------------------------------------------------------------------


class Weighing:
    """What the actions of a position are worth, by searches that look at each of them equally often."""

    def __init__(self, game: Game, sampler: Sampler, seat: int, words: list[str], seed: int) -> None:
        bot = make_bot("mcts:1", game)
        assert isinstance(bot, MctsBot)
        self.game = game
        self.search = Search(bot.mind, sampler, seat, Fate(seed))
        self.search.explore = bot.explore
        self.search.doubt = bot.doubt
        self.search.open(words)
        world = sampler.draw(Fate(seed))
        named = self.search.words
        self.meaning: dict[str, str] = {}
        """For each action the one that stands for all that mean the same."""
        for word in words:
            action = world.read(word)
            if action is not None:
                self.meaning[word] = named[bot.mind.key(world, action) << SEAT_BITS | seat]

    def look(self, words: list[str], simulations: int) -> None:
        """Looks at these actions until each has so many simulations."""
        for word in words:
            self.search.insist(self.meaning[word], simulations, NoLimit())

    def chances(self) -> dict[str, float]:
        """The chance to win after each action."""
        found = {finding.word: finding.chance for finding in self.search.findings()}
        return {word: found[meant] for word, meant in self.meaning.items()}

    def reasons(self, word: str, other: str | None) -> list[Reason]:
        """What speaks for one action beside another."""
        return reasons(self.search, self.meaning[word], other and self.meaning[other], Fate(5), self.game.name)


def weigh(game: Game, packed: JsonObject, simulations: int) -> Weighing | None:
    """The actions of a position weighed: all of them a little at first; only where it looks like a clear choice those
    on which it depends are looked at in full. None where it is no clear case.
    """
    seat, sampler, loaded = solved_position(game, packed)
    words = words_of(loaded)
    if len(words) < FEWEST_ACTIONS:
        return None
    weighing = Weighing(game, sampler, seat, words, 1)
    for count, gap in ((GLANCE, 0.7 * FAR), (LOOK, 0.9 * FAR), (simulations, FAR + SPARE)):
        if count == simulations:
            chances = weighing.chances()
            best = max(chances.values())
            words = [word for word in words if chances[word] > best - SURE]
        weighing.look(words, count)
        if sorted_out(weighing.chances(), gap) is None:
            return None
    return weighing


def choice_at(game: Game, packed: JsonObject, simulations: int = SIMULATIONS) -> JsonObject | None:
    """The choice in a position, as a row without its texts: a few actions better by far than all others. None if it is
    no clear case.
    """
    weighing = weigh(game, packed, simulations)
    if weighing is None:
        return None
    chances = weighing.chances()
    found = sorted_out(chances, FAR)
    assert found is not None
    right, wrong = found
    top, second = (max(words, key=lambda word: chances[word]) for words in (right, wrong))
    why = weighing.reasons(top, second)
    return {
        "kind": BEST,
        "seat": weighing.search.seat,
        "position": packed,
        "right": sorted(right),
        "wrong": sorted(wrong),
        "line": [top],
        "proof": {
            "way": "search",
            "plays": simulations,
            "right": round(min(chances[word] for word in right), 3),
            "best": round(chances[top], 3),
            "wrong": round(chances[second], 3),
        },
        "chances": {word: round(chances[word], 3) for word in sorted(chances)},
        "reasons": [reason.as_json() for reason in why],
    }


def sorted_out(chances: dict[str, float], gap: float) -> tuple[list[str], list[str]] | None:
    """The right actions and all others, if a gap lies between them; None if none does. Whoever is lost anyway, or wins
    whatever is done, has nothing to find.
    """
    best = max(chances.values())
    right = [word for word, chance in chances.items() if chance >= best - CLOSE]
    wrong = [word for word, chance in chances.items() if chance < best - CLOSE]
    if not wrong or 3 * len(right) > len(chances) or best < 2 * FAR:
        return None
    if min(chances[word] for word in right) - max(chances[word] for word in wrong) < gap:
        return None
    return right, wrong
