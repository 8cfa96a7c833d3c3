"""How matches go: what the lab counts while they are played, beside who wins.

Four probes (see bots/arena.py), by the names that experiments know them by:

- `course`: how many turns, who began and who came in which place, how many decisions, how many of them left no choice,
  and between how many actions the others chose.
- `chances`: after every turn, each seat's chance to win, with full knowledge; from these how often the lead changed,
  whether the later winner had been nearly beaten, from when on the result was known, and what the chances are worth.
- `weight`: of a few decisions of each match, by lot, how much worse the second-best action was than the best, by a
  search from what the seat knew.
- `census`: what else the game says is to be counted: powers, places of the board (`Rivals.census`).

The chances are those of the game's mind, the same that its bots judge positions by; for a game that has none, the share
of a few random continuations. How far they can be believed the probe tells itself: of all moments at which it gave
somebody 30 to 40 %, how many were won.
"""

from __future__ import annotations

from typing import Final

from orrery.bots.analysis import thinker
from orrery.bots.bot import NoLimit
from orrery.bots.mind import Mind, PlainMind
from orrery.bots.minds import mind_of
from orrery.bots.playing import Probe
from orrery.core.data import JsonObject
from orrery.core.fate import Fate, branch
from orrery.core.game import Event, Game, State
from orrery.core.guide import Census, Rivals
from orrery.core.match import Match

COURSE: Final = "course"
CHANCES: Final = "chances"
WEIGHT: Final = "weight"
CENSUS: Final = "census"

NEARLY: Final = 2 / 3
"""Whoever has less than so much of an even share of the chances is nearly beaten: of two sides, whoever has less than
one third; of four players, less than one sixth."""
BINS: Final = 10
"""Chances are held against results in steps of 10 %."""
LOOKS: Final = 12
"""How many random continuations tell the chances in a game without a mind of its own."""
SAMPLE: Final = 2
"""How many decisions of a match are weighed."""
SIMULATIONS: Final = 200
"""How many simulations weigh a decision, and a quarter as many more for each of the best actions that got fewer."""
CLOSEST: Final = 3
"""How many of the best actions are looked at more closely."""
MATTERS: Final = 0.05
"""A decision matters where the second-best action loses more than this of the chance to win."""
DRAWN: Final = 1 << 30
"""The purposes of dice that decide what is weighed, and of those of the search, begin here."""


class Course(Probe):
    """Turns, places in the order of turns, and decisions."""

    def __init__(self, game: Game, rivals: Rivals) -> None:
        self.rivals = rivals
        self.pace = Pace(rivals)
        self.turns = 0
        self.forced = 0
        self.choices = 0
        self.breadth = 0

    def before(self, match: Match, seat: int, actions: list[str]) -> None:
        self.pace.note(match.state, seat)
        if len(actions) > 1:
            self.choices += 1
            self.breadth += len(actions)
        else:
            self.forced += 1

    def after(self, match: Match, seat: int, word: str, events: list[Event]) -> None:
        self.turns += self.pace.has_ended(match.state, seat)

    def found(self, match: Match) -> JsonObject:
        turns, began = self.rivals.course(match.view(None))
        seats = match.state.seats()
        return {
            "turns": turns or self.turns,
            "began": began,
            "places": [(seat - began) % seats for seat in range(seats)],
            "forced": self.forced,
            "choices": self.choices,
            "breadth": self.breadth,
        }


class Pace:
    """Tells when a turn has ended: by the game's count, or where it has none, by whose decision it is."""

    def __init__(self, rivals: Rivals) -> None:
        self.rivals = rivals
        self.now = 0

    def _turn(self, state: State, seat: int) -> int:
        turn = self.rivals.turn(state)
        return state.turn_of(seat) if turn is None else turn

    def note(self, state: State, seat: int) -> None:
        """A seat is about to act."""
        self.now = self._turn(state, seat)

    def has_ended(self, state: State, seat: int) -> bool:
        """Has the turn in which the seat has just acted ended? The end of the match ends it."""
        return state.to_act() is None or self._turn(state, seat) != self.now


class Chances(Probe):
    """Who was ahead after each turn. Whoever has the best score leads; in a game without scores, and for all else that
    is counted here, whoever has the best chance.
    """

    def __init__(self, game: Game, rivals: Rivals) -> None:
        self.mind = mind_of(game.name)
        self.pace = Pace(rivals)
        self.moments: list[list[float]] = []
        self.leaders: list[int] = []
        """Whoever leads, by seat or by side, as long as it is one alone."""

    def before(self, match: Match, seat: int, actions: list[str]) -> None:
        self.pace.note(match.state, seat)

    def after(self, match: Match, seat: int, word: str, events: list[Event]) -> None:
        state = match.state
        if state.to_act() is None:
            self._lead(state, [])
        elif self.pace.has_ended(state, seat):
            chances = chances_in(self.mind, state, branch(match.first.fate.state, DRAWN + match.taken))
            self.moments.append(chances)
            self._lead(state, chances)

    def _lead(self, state: State, chances: list[float]) -> None:
        """Notes who leads now; at the end whoever has won."""
        result = state.result()
        sides = [self.mind.side(state, seat) for seat in range(state.seats())]
        if result.over:
            best = result.winners
        else:
            worths: list[float] = chances if result.scores is None else [float(score) for score in result.scores]
            best = [seat for seat, worth in enumerate(worths) if worth == max(worths)]
        leaders = {sides[seat] for seat in best}
        if len(leaders) == 1:
            self.leaders.append(leaders.pop())

    def found(self, match: Match) -> JsonObject:
        state = match.state
        sides = [self.mind.side(state, seat) for seat in range(state.seats())]
        won = match.result().winners
        winners = {sides[seat] for seat in won}
        changes = sum([one != other for one, other in zip(self.leaders, self.leaders[1:], strict=False)])
        found: JsonObject = {"moments": len(self.moments), "lead_changes": changes, "bins": self._bins(sides, winners)}
        if len(winners) == 1 and self.moments:
            found |= self._drama(won[0], sides)
        return found

    def _drama(self, winner: int, sides: list[int]) -> JsonObject:
        """For a match that one side won: how low the winner stood, from when on it was ahead, and half time."""
        own = [moment[winner] for moment in self.moments]
        others = [
            max([chance for seat, chance in enumerate(moment) if sides[seat] != sides[winner]], default=0.0)
            for moment in self.moments
        ]
        late = len(own)
        while late > 0 and own[late - 1] > others[late - 1]:
            late -= 1
        half = len(own) // 2
        return {
            "lowest": min(own),
            "nearly": min(own) < NEARLY / len(set(sides)),
            "known": late / len(own),
            "half": own[half],
            "half_led": own[half] > others[half],
        }

    def _bins(self, sides: list[int], winners: set[int]) -> JsonObject:
        """By step of 10 %: how many chances of a side were given in it, and how many of them came true."""
        bins: JsonObject = {}
        firsts = [sides.index(side) for side in sorted(set(sides))]
        for moment in self.moments:
            for seat in firsts:
                row = bins.setdefault(str(min(BINS - 1, int(moment[seat] * BINS))), [0, 0.0])
                row[0] += 1
                row[1] += 1 / len(winners) if sides[seat] in winners else 0.0
        return bins


def chances_in(mind: Mind, state: State, seed: int) -> list[float]:
    """Each seat's chance to win, as the game's mind judges the state; without one, by random continuations of it."""
    if not isinstance(mind, PlainMind):
        return mind.chances(state)
    fate = Fate(seed)
    sums = [0.0] * state.seats()
    for _ in range(LOOKS):
        world = state.clone()
        world.fate = Fate(fate.draw(1 << 32))
        mind.playout(world, fate)
        for seat, chance in enumerate(mind.chances(world)):
            sums[seat] += chance
    return [total / LOOKS for total in sums]


class Question:
    """A decision as the seat met it."""

    __slots__ = ("actions", "seen", "view")

    def __init__(self, view: JsonObject, seen: list[JsonObject], actions: list[str]) -> None:
        self.view = view
        self.seen = seen
        self.actions = actions


class Weight(Probe):
    """How much a few decisions weigh, drawn by lot from those of the match that left a choice, each as likely as the
    others. They are searched when the match is over.
    """

    def __init__(self, game: Game, rivals: Rivals) -> None:
        self.game = game
        self.choices = 0
        self.kept: list[Question] = []
        self.dice: Fate | None = None

    def before(self, match: Match, seat: int, actions: list[str]) -> None:
        if len(actions) < 2:
            return
        if self.dice is None:
            self.dice = Fate(branch(match.first.fate.state, DRAWN - 1))
        self.choices += 1
        place = len(self.kept) if len(self.kept) < SAMPLE else self.dice.draw(self.choices)
        if place < SAMPLE:
            self.kept[place : place + 1] = [Question(match.view(seat), match.seen(seat), list(actions))]

    def found(self, match: Match) -> JsonObject:
        losses = [loss_of(self.game, each, Fate(branch(i, DRAWN - 2))) for i, each in enumerate(self.kept)]
        return {"choices": self.choices, "losses": losses}


def loss_of(game: Game, question: Question, fate: Fate) -> float:
    """What the second-best action loses of the chance to win against the best; 0 where all mean the same."""
    clock = NoLimit()
    search = thinker(game, SIMULATIONS).think(question.view, question.seen, question.actions, fate, clock)
    for word in [finding.word for finding in search.findings()[:CLOSEST]]:
        search.insist(word, SIMULATIONS // 4, clock)
    known = [finding.chance for finding in search.findings() if finding.visits >= SIMULATIONS // 4]
    known.sort(reverse=True)
    return known[0] - known[1] if len(known) > 1 else 0.0


class Counts(Probe):
    """What the game's census counts: by kind, word and measure an amount for each seat; nothing is not written."""

    def __init__(self, game: Game, rivals: Rivals) -> None:
        self.rivals = rivals
        self.census: Census | None = None
        self.amounts: JsonObject = {}

    def before(self, match: Match, seat: int, actions: list[str]) -> None:
        if self.census is None:
            self.census = self.rivals.census(match.view(None))

    def after(self, match: Match, seat: int, word: str, events: list[Event]) -> None:
        if self.census is None:
            return
        for event in events:
            for count in self.census.counts(event.as_json()):
                words = self.amounts.setdefault(count.kind, {}).setdefault(count.word, {})
                amounts = words.setdefault(count.measure, [0] * match.state.seats())
                amounts[count.seat] += count.amount

    def found(self, match: Match) -> JsonObject:
        return self.amounts
