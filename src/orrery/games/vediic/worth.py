"""What a planets' turn to come means for one seat: the cards that it may expect to get and to lose.

Everybody is taken to stay where they stand, with the cards that are in the supply and in the seat's hand now; nobody
plays orange, and what somebody pays does not help the supply. Under that the numbers are exact: planets go each their
own way, so that what they ask for adds up planet by planet. All of it follows from what the seat's own view shows.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from orrery.core.clause import covers
from orrery.core.data import JsonObject
from orrery.games.vediic.board import Board
from orrery.games.vediic.cards import COLORS
from orrery.games.vediic.forecast import Outlook, board_of

DIGITS: Final = 4
"""To how many digits cards and chances are told."""


class Visit:
    """A planet in one of the houses where it may stand: how likely, what it activates, and what it means for the seat.

    By the number of the seat's pawns that it reaches: the cards that it gives, and whether it asks for one each.
    """

    __slots__ = ("asks", "chance", "gives", "lit")

    def __init__(self, chance: float, lit: int, gives: tuple[int, int, int], asks: bool) -> None:
        self.chance = chance
        self.lit = lit
        self.gives = gives
        self.asks = asks


class Prospect:
    """A planets' turn to come as a seat sees it, wherever its pawns may stand then."""

    def __init__(self, view: JsonObject, outlook: Outlook, seat: int) -> None:
        self.board: Board = board_of(view)
        self.view = view
        self.seat = seat
        seats = len(view["players"])
        # VE-4.2: with each round after the first the start goes on to the next seat.
        start = (view["start"] + max(outlook.round, 1) - max(view["round"], 1)) % seats
        self.first: list[int] = [(start + i) % seats for i in range((seat - start) % seats)]
        """VE-8.2: those whom each planet rewards before the seat."""
        hand = view["players"][seat]["hand"]
        self.hand: int = hand if isinstance(hand, int) else sum(hand.values())
        disk = view["enlightenment"]
        acts = view["options"]["stack_planet"]
        self.planets: list[list[Visit]] = [
            self._visits(color, outlook.houses[name]) for color, name in enumerate(COLORS) if name != disk or acts
        ]

    def _visits(self, color: int, houses: dict[int, Fraction]) -> list[Visit]:
        board = self.board
        home = board.retrograde[color]
        found: list[Visit] = []
        for house, chance in houses.items():
            lit = board.everywhere[color] if house == home else board.local[color][house]
            favourite = self._is_favourite(self.seat, color)
            asks = house == home and not favourite
            left = 0 if asks else self._left(color, lit, house == home)
            due = 2 if favourite else 1
            found.append(Visit(float(chance), lit, (0, min(due, left), min(2 * due, left)), asks))
        return found

    def _is_favourite(self, seat: int, color: int) -> bool:
        """VE-6.4: has the seat chosen the colour of the planet?"""
        return bool(self.view["players"][seat]["color"] == COLORS[color])

    def _left(self, color: int, lit: int, retrograde: bool) -> int:
        """VE-8.2 to VE-8.4: the cards of a colour that the supply still has when the seat's turn comes."""
        left: int = self.view["supply"][COLORS[color]]
        for seat in self.first:
            favourite = self._is_favourite(seat, color)
            if not retrograde or favourite:
                for place in self.view["players"][seat]["pawns"]:
                    if self._is_lit(lit, place):
                        left -= min(2 if favourite else 1, left)
        return left

    def _is_lit(self, lit: int, place: str | None) -> bool:
        """A pawn that is not on the board is reached by nothing."""
        circle = -1 if place is None else self.board.index.get(place, -1)
        return circle >= 0 and bool(lit >> circle & 1)

    def worth(self, places: list[str | None]) -> JsonObject:
        """VE-7.3, VE-7.5, VE-8.3: what the turn brings to pawns on these circles."""
        gain = 0.0
        owed = [1.0]
        for visits in self.planets:
            asked = [1.0, 0.0, 0.0]
            for visit in visits:
                pawns = sum([self._is_lit(visit.lit, place) for place in places])
                gain += visit.chance * visit.gives[pawns]
                if visit.asks and pawns:
                    asked[0] -= visit.chance
                    asked[pawns] += visit.chance
            owed = both(owed, asked)
        losses = [0.0] * (self.hand + 1)
        for cards, chance in enumerate(owed):
            losses[min(cards, self.hand)] += chance
        told = {cards: round(chance, DIGITS) for cards, chance in enumerate(losses) if cards}
        return {
            "gain": round(gain, DIGITS),
            "loss": round(sum([cards * chance for cards, chance in enumerate(losses)]), DIGITS),
            "losses": {str(cards): chance for cards, chance in told.items() if chance},
        }

    def alone(self) -> JsonObject:
        """By circle: what a pawn of the seat there would bring."""
        return {id: self.worth([id]) for id in self.board.ids}

    def own(self) -> list[JsonObject]:
        """By the seat's pawns, then by circle: what both would bring if that pawn stood there; nothing for one that has
        left the board for good.
        """
        places: list[str | None] = self.view["players"][self.seat]["pawns"]
        found: list[JsonObject] = []
        for pawn, place in enumerate(places):
            other = places[1 - pawn]
            found.append({} if place == "promoted" else {id: self.worth([id, other]) for id in self.board.ids})
        return found


def both(one: list[float], other: list[float]) -> list[float]:
    """The chances of the sum of two numbers that do not depend on each other."""
    found = [0.0] * (len(one) + len(other) - 1)
    for a, chance in enumerate(one):
        if chance:
            for b, another in enumerate(other):
                found[a + b] += chance * another
    return found


covers(Prospect, "VE-10.3")
