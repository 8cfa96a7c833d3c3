"""A prepared position on which somebody plays: a lesson's, or a puzzle's. All that was done on it is kept with what the
seat that plays saw of it, so that the page can show it as at a table.
"""

from __future__ import annotations

from orrery.core.clause import Illegal, Over, Refusal
from orrery.core.data import JsonObject
from orrery.core.game import Event
from orrery.core.match import Match


class Done:
    """An action that was done, its events as the seat saw them, and the seat's view after it."""

    __slots__ = ("events", "seat", "view", "word")

    def __init__(self, word: str, seat: int, events: list[JsonObject], view: JsonObject) -> None:
        self.word = word
        self.seat = seat
        self.events = events
        self.view = view


class Prepared:
    """A match that starts from a prepared position, through the eyes of the seat that somebody plays."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.before: JsonObject = match.view(viewer)
        """The view at the beginning."""
        self.line: list[Done] = []

    def do(self, word: str) -> None:
        """Carries out an action by its words. Raises Illegal, Over."""
        match, viewer = self.match, self.viewer
        seat = match.to_act()
        events: list[Event] = match.act(word)
        assert seat is not None
        seen = [shown for event in events if (shown := event.seen_by(viewer)) is not None]
        self.line.append(Done(word, seat, seen, match.view(viewer)))

    def refusal(self, word: str) -> Refusal | None:
        """Why the rules forbid this action now; None if they allow it."""
        try:
            self.match.read(word)
        except Illegal as illegal:
            return illegal.refusal
        except Over:
            return self.match.why_not(word)
        return None
