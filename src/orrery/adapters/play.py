"""One match in numbers: what all adapters stand on.

A `Play` goes from match to match of one setup. Its decisions are lists of codes, its views rows of numbers, its rewards
the same in every adapter. With `remembers` it also keeps the events that each seat has seen, for bots and for drawing
worlds; without, it is faster.
"""

from __future__ import annotations

from array import array
from secrets import randbits
from typing import Final

from orrery.core.codec import Codec
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action, Event, Game, Result, State, seen_of
from orrery.core.notation import canonical
from orrery.games import game_named, game_names

CLOCKWORK: Final = 1 << 62
"""Seeds of matches that follow without a seed of their own are below this."""


class IllegalCode(ValueError):
    """A code that names no legal action here."""


def named(game: Game | str) -> Game:
    """A game by its name, or as it is. Raises ValueError with the names there are."""
    if isinstance(game, Game):
        return game
    found = game_named(game)
    if found is None:
        raise ValueError(f"there is no game {game!r}; there are {', '.join(game_names())}")
    return found


def complete(game: Game, options: JsonObject | None, seats: int | None) -> JsonObject:
    """The options of a match: as people have them who choose nothing, or those given; `seats` for any game. Raises
    BadOptions.
    """
    guide = game.guide()
    if seats is not None:
        guide.in_rules_words({"seats": seats})
    if not options:
        return guide.for_people(guide.usual(guide.usual_seats if seats is None else seats))
    return guide.for_people(options if seats is None else {**options, "seats": seats})


def returns(result: Result, seats: int) -> list[float]:
    """What each seat gets at the end, zero in sum: who wins alone gets 1, and with n seats each loser -1 / (n - 1).
    Those who win together share.
    """
    winners = result.winners
    if not winners or seats < 2:
        return [0.0] * seats
    share = 1.0 / len(winners)
    scale = seats / (seats - 1)
    return [((share if seat in winners else 0.0) - 1.0 / seats) * scale for seat in range(seats)]


class Play:
    """Matches of one setup, one after another."""

    def __init__(
        self,
        game: Game | str,
        options: JsonObject | None = None,
        seats: int | None = None,
        remembers: bool = False,
    ) -> None:
        """Raises ValueError for a game that is not there, BadOptions."""
        self.game = named(game)
        self.options = complete(self.game, options, seats)
        self.remembers = remembers
        self.state: State = self.game.new(self.options, Fate(0))
        self.seats: int = self.state.seats()
        self.codec: Codec = self.game.guide().codec(self.state)
        self.fate = Fate(randbits(62))
        self.actions: list[Action] = []
        self.codes: list[int] = []
        """The legal actions and their codes, in the same order."""
        self.seat: int | None = None
        """Whose decision it is; None when the match is over."""
        self.seen: list[list[JsonObject]] = []
        """By seat the events so far, if they are remembered."""
        self.begin()

    def next_seed(self) -> int:
        """A seed for a match that is not given one: it follows from the last that was given."""
        return self.fate.draw(CLOCKWORK)

    def begin(self, seed: int | None = None) -> None:
        """A new match: of this seed as everywhere in Orrery, or of the next one."""
        if seed is None:
            seed = self.next_seed()
        else:
            self.fate = Fate(seed ^ CLOCKWORK)
        self.state = self.game.new(self.options, Fate(seed))
        if self.remembers:
            self.seen = [list(self.state.opening()) for _ in range(self.seats)]
        self.look()

    def look(self) -> None:
        """Works out the decision."""
        state = self.state
        self.seat = state.to_act()
        if self.seat is None:
            self.actions = []
            self.codes = []
        else:
            self.actions = state.actions()
            self.codes = self.codec.codes(state)

    def act(self, code: int) -> list[Event]:
        """Carries out the legal action with this code. Raises IllegalCode."""
        codes = self.codes
        if code not in codes:
            raise IllegalCode(self.why_not(code))
        events = self.state.act(self.actions[codes.index(code)])
        if self.remembers:
            for seat, seen in enumerate(self.seen):
                seen += seen_of(events, seat)
        self.look()
        return events

    def act_word(self, word: str) -> list[Event]:
        """Carries out a legal action by its words. Raises IllegalCode."""
        action = self.state.read(word)
        if action is None or action not in self.actions:
            raise IllegalCode(f"{word!r} is not legal here")
        return self.act(self.codes[self.actions.index(action)])

    def words(self) -> dict[str, int]:
        """The legal actions in words, sorted, each with its code."""
        word = self.state.word
        return dict(sorted([(word(action), code) for action, code in zip(self.actions, self.codes, strict=True)]))

    def why_not(self, code: int) -> str:
        """What is wrong with a code that is not legal."""
        if self.seat is None:
            return f"the match is over: there is no action {code}, only reset()"
        if not 0 <= code < self.codec.size:
            return f"there is no action {code}: they go from 0 to {self.codec.size - 1}"
        return (
            f"the action {code} ({self.codec.name_of(code)}) is not legal for seat {self.seat} here; the mask allows "
            f"{len(self.codes)}, such as {self.codes[0]} ({self.codec.name_of(self.codes[0])})"
        )

    def observe(self, seat: int) -> array[int]:
        """What a seat sees, as a row of numbers."""
        return self.codec.observe(self.state.view(seat), seat)

    def returns(self) -> list[float]:
        """What each seat gets; before the end nothing."""
        return returns(self.state.result(), self.seats) if self.seat is None else [0.0] * self.seats

    def text(self) -> str:
        """What everybody may know, for a look at a running match."""
        view = {key: value for key, value in self.state.view(None).items() if key != "cards"}
        return canonical(view)
