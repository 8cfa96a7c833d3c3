"""A match: a state with its history. The one door for bots, lab, server and referee.

The history is append-only: an undo is one more entry, and the number of a match never goes back. What is random is
never drawn twice: after an undo the generator goes on from where it was, so nobody can try the dice again.
"""

from __future__ import annotations

from orrery.core.clause import NOT_ALLOWED, Illegal, Over, Refusal
from orrery.core.data import JsonObject
from orrery.core.fate import Fate, FateFault, TapeEnded
from orrery.core.game import Action, Event, Game, Result, State, seen_of
from orrery.core.notation import digest


class CannotUndo(Exception):
    """An undo that goes too far, or nowhere."""


class Entry:
    """One line of the history: an action with the integers drawn by it, or an undo (no word, back to `to` actions)."""

    __slots__ = ("draws", "events", "seat", "secret", "time", "to", "word")

    def __init__(self, word: str, seat: int, draws: list[int], events: list[Event], to: int, time: int | None) -> None:
        self.word = word
        self.seat = seat
        self.draws = draws
        self.events = events
        self.to = to
        self.time = time
        self.secret: bool = False
        """Did it show a seat something for its next decision only?"""


class Match:
    """One play of a game from its start to its end."""

    def __init__(self, game: Game, state: State, options: JsonObject | None, setup: list[int]) -> None:
        """Use Match.new or Match.load."""
        self.game = game
        self.state = state
        self.options = options
        self.setup = setup
        self.first = state.clone()
        self.opening: list[JsonObject] = []
        """The events of the setup that everybody saw."""
        self.entries: list[Entry] = []
        self.line: list[Entry] = []
        state.fate.recording = True

    @staticmethod
    def new(game: Game, options: JsonObject, seed: int, queue: list[int] | None = None) -> Match:
        """A match from its setup. Raises BadOptions."""
        return Match.fated(game, options, Fate(seed, queue))

    @staticmethod
    def fated(game: Game, options: JsonObject, fate: Fate) -> Match:
        """A match from its setup with a fate of another kind, such as the lab's. Raises BadOptions."""
        fate.recording = True
        state = game.new(options, fate)
        setup = list(fate.drawn)
        fate.drawn.clear()
        match = Match(game, state, options, setup)
        match.opening = state.opening()
        return match

    @staticmethod
    def load(game: Game, position: JsonObject, seed: int = 0) -> Match:
        """A match that starts from a position. Raises BadPosition."""
        return Match(game, game.load(position, Fate(seed)), None, [])

    def afresh(self) -> Match:
        """A match that stands where this one began, to be played once more."""
        match = Match(self.game, self.first.clone(), self.options, self.setup)
        match.opening = self.opening
        return match

    @property
    def number(self) -> int:
        """How many entries the history has. It only grows."""
        return len(self.entries)

    @property
    def taken(self) -> int:
        """How many actions stand: those that no undo took back."""
        return len(self.line)

    def line_at(self, number: int) -> list[Entry]:
        """The actions that stood after this many entries."""
        line: list[Entry] = []
        for entry in self.entries[:number]:
            if entry.word:
                line.append(entry)
            else:
                del line[entry.to :]
        return line

    def to_act(self) -> int | None:
        """The seat whose decision it is; None when the match is over."""
        return self.state.to_act()

    def actions(self) -> list[str]:
        """The words of all legal actions, sorted."""
        word = self.state.word
        return sorted([word(action) for action in self.state.actions()])

    def read(self, word: str) -> Action:
        """The legal action that these words name. Raises Over or Illegal."""
        state = self.state
        if state.to_act() is None:
            raise Over
        action = state.read(word)
        if action is not None and action in state.actions() and state.word(action) == word:
            return action
        refusal = state.why_not(word)
        if refusal is None:
            raise AssertionError(f"{self.game.name}: {word!r} is not in the list of actions, yet nothing forbids it")
        raise Illegal(refusal)

    def act(self, word: str, time: int | None = None) -> list[Event]:
        """Carries out an action. Raises Over or Illegal, and then nothing has changed."""
        action = self.read(word)
        state = self.state
        seat = state.to_act()
        assert seat is not None
        backup = state.clone() if state.fate.queue or state.fate.tape else None
        try:
            events = state.act(action)
        except TapeEnded:
            raise
        except FateFault as fault:
            assert backup is not None
            backup.fate.recording = True
            self.state = backup
            raise Illegal(Refusal(NOT_ALLOWED, "bad_fate", "", {"problem": fault.problem})) from None
        fate = state.fate
        entry = Entry(word, seat, list(fate.drawn), events, 0, time)
        entry.secret = state.shows_secret()
        fate.drawn.clear()
        self.entries.append(entry)
        self.line.append(entry)
        return events

    def redo(self, word: str, draws: list[int], time: int | None = None) -> list[Event]:
        """Carries out an action once more with the integers that were drawn by it then.

        Raises Over or Illegal, and then nothing has changed; FateFault if fewer or more integers were recorded than it
        draws, and then the match can no longer be used.
        """
        self.state.fate.tape = list(draws)
        try:
            events = self.act(word, time)
            if self.state.fate.tape:
                raise FateFault("more integers were recorded than drawn")
        finally:
            self.state.fate.tape = None
        return events

    def why_not(self, word: str) -> Refusal | None:
        """Why the seat to act may not do this; None if it may."""
        return self.state.why_not(word)

    def events(self, seat: int | None) -> list[JsonObject]:
        """What the last action did, as a seat may see it; before the first what everybody saw of the setup."""
        return seen_of(self.line[-1].events, seat) if self.line else list(self.opening)

    def seen(self, seat: int | None) -> list[JsonObject]:
        """All events since the start that stand, as a seat may see them: with its view all that the seat knows."""
        return [*self.opening, *[shown for entry in self.line for shown in seen_of(entry.events, seat)]]

    def view(self, seat: int | None) -> JsonObject:
        """What a seat may know of the position."""
        return self.state.view(seat)

    def position(self) -> JsonObject:
        """The position with full information."""
        return self.state.position()

    def hash(self) -> str:
        """The hash of the full position. It is for records and checks, never for players."""
        return digest(self.state.position())

    def result(self) -> Result:
        """How the match stands."""
        return self.state.result()

    def undo_limit(self, seat: int) -> int:
        """How far back a seat may go alone: to its last reveal, random event or another seat's decision."""
        back = len(self.line)
        while back > 0:
            entry = self.line[back - 1]
            if entry.seat != seat or entry.draws or entry.secret or any(event.reveals() for event in entry.events):
                break
            back -= 1
        return back

    def undo(self, to: int, seat: int | None = None, time: int | None = None) -> None:
        """Goes back to where `to` actions stood. For a seat alone within its limit; with seat None all have agreed."""
        low = 0 if seat is None else self.undo_limit(seat)
        if not low <= to < len(self.line):
            if low == len(self.line):
                raise CannotUndo(
                    "nothing can be taken back: the last action was another's, or it showed or drew something"
                )
            raise CannotUndo(f"one can go back to {low}..{len(self.line) - 1} actions, not to {to}")
        past = self.state.fate
        line = self.line[:to]
        self.state = replay(self.first, line)
        self.state.fate.state = past.state
        self.state.fate.recording = True
        self.line = line
        self.entries.append(Entry("", -1 if seat is None else seat, [], [], to, time))


def replay(first: State, line: list[Entry]) -> State:
    """The state after these actions, with the integers that were drawn then."""
    state = first.clone()
    fate = state.fate
    for entry in line:
        fate.tape = list(entry.draws)
        action = state.read(entry.word)
        assert action is not None
        state.act(action)
        if fate.tape:
            raise FateFault(f"{entry.word}: more integers were recorded than drawn")
    fate.tape = None
    return state
