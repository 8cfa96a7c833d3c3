"""The contract: what a game, a state and an event are. Each method's duty stands in its docstring and is law.

A `Game` is the rules; a `State` is the full truth of one match in memory, changed in place by `act`; a `Sampler` draws
worlds that a seat cannot tell from the true one. Inside, an action is a small integer that only its game can read; at
every border it is a readable word (a line of lower-case words such as `place e01 1,0 r2`).

These classes may be subclassed by ordinary Python, even when this file is compiled: a stranger's game works like ours,
and `orrery.core.conformance.check_game` tells whether it keeps the contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NewType

from mypy_extensions import mypyc_attr

from orrery.core.clause import Refusal
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.guide import Guide

Action = int
Seat = NewType("Seat", int)


@mypyc_attr(allow_interpreted_subclasses=True)
class Event(ABC):
    """Something that happened. Frozen once made."""

    __slots__ = ()

    @abstractmethod
    def as_json(self) -> JsonObject:
        """The event with full information."""

    @abstractmethod
    def seen_by(self, seat: int | None) -> JsonObject | None:
        """The event as a seat may see it (seat None is a spectator); None if no seat notices it at all: an event is
        noticed by all, in whatever form, or by none.

        Every event says this for itself: nothing is shown by default.
        """

    def reveals(self) -> bool:
        """Did a seat learn something from it that it could not know before, other than what the acting seat chose to
        show?

        Such events bar a seat from taking its action back alone.
        """
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class OpenEvent(Event):
    """An event that everybody sees as it is."""

    __slots__ = ()

    def seen_by(self, seat: int | None) -> JsonObject:
        return self.as_json()


def seen_of(events: list[Event], seat: int | None) -> list[JsonObject]:
    """What a seat sees of these events."""
    seen: list[JsonObject] = []
    for event in events:
        shown = event.seen_by(seat)
        if shown is not None:
            seen.append(shown)
    return seen


class Result:
    """How a match stands: over or not, the scores by seat (None where the game has none), the winners (empty before the
    end).
    """

    __slots__ = ("over", "scores", "winners")

    def __init__(self, over: bool, scores: list[int] | None, winners: list[int]) -> None:
        self.over = over
        self.scores = scores
        self.winners = winners

    def as_json(self) -> JsonObject:
        """As the protocol says it."""
        return {"over": self.over, "scores": self.scores, "winners": self.winners}


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """The full truth of a match at one moment."""

    fate: Fate

    @abstractmethod
    def seats(self) -> int:
        """How many seats there are."""

    @abstractmethod
    def to_act(self) -> int | None:
        """The seat whose decision it is; None when the match is over."""

    @abstractmethod
    def actions(self) -> list[Action]:
        """All legal actions of the seat to act, each once, in any order that the seat's knowledge determines.

        The list belongs to the state: do not change it. It is empty exactly when the match is over.
        """

    @abstractmethod
    def act(self, action: Action) -> list[Event]:
        """Carries out a legal action and all that follows by itself; gives what happened, in order.

        The caller has made sure that the action is legal: it is one of actions().
        """

    def opening(self) -> list[JsonObject]:
        """Of a state that `Game.new` has just made: the events of its setup that everybody saw, mostly none."""
        return []

    @abstractmethod
    def clone(self) -> State:
        """An independent copy, its fate included."""

    @abstractmethod
    def position(self) -> JsonObject:
        """The state as JSON in the game's notation; Game.load gives an equal state back. A new object each time."""

    @abstractmethod
    def view(self, seat: int | None) -> JsonObject:
        """What one seat may know of the position (None: a spectator). Built from nothing by adding what the seat may
        know.
        """

    def shows_secret(self) -> bool:
        """Does the view show the seat to act, for this decision only, what it could not know before (a deck that it
        searches)?

        Then a seat cannot alone take back the action that led here.
        """
        return False

    def is_answering(self) -> bool:
        """Does the seat to act answer what another seat has begun, which then goes on, and do all seats see what it can
        answer (it may block)?

        A preview of what is begun tells what each answer would lead to. Where the answers depend on hidden cards: no.
        """
        return False

    def turn_of(self, seat: int) -> int:
        """A number that grows from one turn of the seat to the next: what has the same number is still this turn.

        For tasks such as "win in this turn". A game that counts turns gives its count; else a turn lasts as long as the
        seat decides.
        """
        return 0 if self.to_act() in (seat, None) else 1

    @abstractmethod
    def result(self) -> Result:
        """How the match stands."""

    @abstractmethod
    def word(self, action: Action) -> str:
        """The action as readable words."""

    @abstractmethod
    def read(self, word: str) -> Action | None:
        """The action that these words name, legal or not; None if they name none here."""

    @abstractmethod
    def why_not(self, word: str) -> Refusal | None:
        """Why the seat to act may not do this; None if it may.

        The patient explainer beside the fast list: it answers None exactly for the words of actions(). It uses only
        what the view of the seat to act shows. Its code has a sentence in the game's data/refusals.toml.
        """


@mypyc_attr(allow_interpreted_subclasses=True)
class Sampler(ABC):
    """Draws worlds for one seat at one moment. Made once for a decision, drawn from many times."""

    @abstractmethod
    def draw(self, fate: Fate) -> State:
        """A state that agrees with everything the seat has seen; its own fate is independent of the true one, such as
        `Fate(fate.draw(1 << 32))`.
        """


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """The rules of a game. Set its attributes in __init__: compiled code does not see those of a class body."""

    name: str
    """The word for it in notation and on the command line."""

    version: int
    """The rules version that records carry."""

    package: str
    """The Python package that holds its data and rulebooks."""

    may_lack_options: bool = False
    """May a request for a new match leave its options out? The game's rules say so."""

    @abstractmethod
    def new(self, options: JsonObject, fate: Fate) -> State:
        """A match at its start. Raises BadOptions with a sentence that says what was wrong and what would be right."""

    @abstractmethod
    def load(self, position: JsonObject, fate: Fate) -> State:
        """The state of a position. Raises BadPosition. The fate's queue becomes that of the position (its field
        `fate`, a list of forced values that is mostly empty).
        """

    @abstractmethod
    def sampler(self, view: JsonObject, seen: list[JsonObject]) -> Sampler:
        """For worlds that agree with a seat's view (or a spectator's) and with the events it has seen since the start
        of the match. It is asked after the end as well.
        """

    def sample(self, view: JsonObject, seen: list[JsonObject], fate: Fate) -> State:
        """One world that agrees with a seat's view and events. For many worlds at one decision keep the sampler."""
        return self.sampler(view, seen).draw(fate)

    def by_rules(self, version: int) -> Game:
        """The game as an earlier version of its rules had it, down to the first: for matches that were begun by that
        one. A game whose rules only grew is the same by all of them.
        """
        return self

    def guide(self) -> Guide:
        """What people and programs ask of the game that is not a rule: options, decks, cards, boards, plans."""
        return Guide(self)

    @abstractmethod
    def trials(self) -> list[JsonObject]:
        """Options of matches that between them show every part of the game: for conformance, fuzzing and benchmarks."""

    def veil(self, event: JsonObject, view: JsonObject, reveals: bool) -> JsonObject | None:
        """An event that is the same in some imagined worlds, as a preview may foretell it to somebody with this view:
        without the facts that they cannot know yet (which card is drawn), as the notation writes what is not known.
        `reveals`: somebody learns something from such an event (`Event.reveals`).

        None if it cannot be foretold; then nothing after it is either. That a few imagined worlds agree is not
        knowledge.
        """
        return None if reveals else event

    def is_doubtful(self, view: JsonObject, events: list[JsonObject]) -> bool:
        """May something that is hidden from somebody with this view (a trap that lies face down) make things go
        differently from these foretold events?
        """
        return False

    def is_idle(self, events: list[JsonObject]) -> bool:
        """Did an action cost something and do nothing else? Asked about everything that its seat saw happen because of
        it, up to the next decision. A preview warns then, so where it is not sure the answer is no.
        """
        return False

    def check(self, state: State) -> None:
        """Raises AssertionError with a sentence if an invariant of the game is broken."""

    def pack(self, position: JsonObject) -> JsonObject:
        """A position for a record: parts that ship with the package become name, version and hash; others stay
        whole.
        """
        return position

    def unpack(self, position: JsonObject) -> JsonObject:
        """The full position of a packed one. Raises BadPosition if a part is not the one that was meant."""
        return position


GAMES: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Makes a game known by its name."""
    GAMES[game.name] = game
    return game
