"""Counts what becomes of every card in the hands of a match: the probe `cards`.

Of each seat it tells, by card: how many copies came into the hand, in which of the game's uses and how often it left
it, how many copies were thrown away unused, and the turn in which it was first played (0 if it never was). What comes
into a hand again, returned from the table, is counted again; so what has come in and has not left is in hand at the
end.
"""

from __future__ import annotations

from typing import Final

from orrery.bots.playing import Probe
from orrery.core.data import JsonObject
from orrery.core.game import Event, Game
from orrery.core.guide import DISCARDED, DRAWN, Rivals
from orrery.core.match import Match

CARDS: Final = "cards"
"""The name of the probe."""


class CardCount:
    """What became of one card in one seat's hand."""

    __slots__ = ("discarded", "drawn", "first", "used")

    def __init__(self, uses: int) -> None:
        self.drawn = 0
        self.used = [0] * uses
        """By the place of the use in `Rivals.uses`."""
        self.discarded = 0
        self.first = 0
        """The turn in which it was first played; 0: never."""

    @property
    def held(self) -> int:
        """Copies still in hand: at the end of the match, or when its owner was out of it."""
        return self.drawn - self.discarded - sum(self.used)

    def as_json(self) -> list[int]:
        """As a row keeps it, in few letters: there are many."""
        return [self.drawn, self.discarded, self.first, *self.used]

    @staticmethod
    def from_json(row: list[int]) -> CardCount:
        """The count that was written."""
        found = CardCount(len(row) - 3)
        found.drawn, found.discarded, found.first = row[:3]
        found.used = row[3:]
        return found


class CardProbe(Probe):
    """Follows the cards of all hands through a match."""

    def __init__(self, game: Game, rivals: Rivals) -> None:
        self.rivals = rivals
        self.turn = 1
        self.seats: list[dict[str, CardCount]] = []

    def before(self, match: Match, seat: int, actions: list[str]) -> None:
        """The hands that were dealt in the setup, before anybody decided anything, were drawn, too."""
        if not self.seats and self.rivals.uses:
            self.seats = [{} for _ in range(match.state.seats())]
            for owner, hand in enumerate(self.rivals.held(match.position())):
                for card in hand:
                    self._count(owner, card).drawn += 1

    def after(self, match: Match, seat: int, word: str, events: list[Event]) -> None:
        if not self.rivals.uses:
            return
        for event in events:
            told = event.as_json()
            turn = self.rivals.turn_begun(told)
            if turn is not None:
                self.turn = turn
            for owner, card, what in self.rivals.handled(told):
                self._add(self._count(owner, card), what)

    def found(self, match: Match) -> JsonObject:
        """By seat the cards that were in hand, each with its count; nothing in a game that does not follow cards."""
        return {"seats": [{card: seat[card].as_json() for card in sorted(seat)} for seat in self.seats]}

    def _count(self, seat: int, card: str) -> CardCount:
        found = self.seats[seat].get(card)
        if found is None:
            found = self.seats[seat][card] = CardCount(len(self.rivals.uses))
        return found

    def _add(self, count: CardCount, what: str) -> None:
        if what == DRAWN:
            count.drawn += 1
        elif what == DISCARDED:
            count.discarded += 1
        else:
            count.used[self.rivals.uses.index(what)] += 1
            if what in self.rivals.played_uses and not count.first:
                count.first = self.turn
