"""A forecast: which planets will or may activate each circle in the coming rounds, with exact probabilities.

Planets ask nobody: each goes one house a round, and from its R house leaps by a die (VE-7.1). So the chances of its
houses follow from where it stands, and those of the circles from the houses (VE-6.2, VE-6.3). All of it is
public.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from orrery.core.clause import covers
from orrery.core.data import JsonObject
from orrery.games.vediic import boards
from orrery.games.vediic.board import HOUSES, Board
from orrery.games.vediic.cards import COLORS

ZERO: Final = Fraction(0)
ONE: Final = Fraction(1)


class Chance:
    """How likely a planet activates a circle: in retrograde, or locally."""

    __slots__ = ("local", "planet", "retrograde")

    def __init__(self, planet: str, local: Fraction, retrograde: Fraction) -> None:
        self.planet = planet
        self.local = local
        self.retrograde = retrograde

    def total(self) -> Fraction:
        """The chance that the planet activates the circle at all; 1 is certain."""
        return self.local + self.retrograde

    def as_json(self) -> JsonObject:
        """For tables and pages; the exact chance stands beside the number as a fraction."""
        total = self.total()
        return {
            "planet": self.planet,
            "certain": total == 1,
            "chance": float(total),
            "exact": str(total),
            "retrograde": float(self.retrograde),
        }


class Outlook:
    """One planets' turn to come: the round at whose end it is, and the chances of planets' houses and of circles."""

    __slots__ = ("circles", "houses", "round")

    def __init__(self, round: int, houses: dict[str, dict[int, Fraction]], circles: dict[str, list[Chance]]) -> None:
        self.round = round
        self.houses = houses
        """By planet: the houses in which it may stand, each with its chance."""
        self.circles = circles
        """By circle, all of them: the planets that will or may activate it, in canonical order."""

    def as_json(self) -> JsonObject:
        """For tables and pages."""
        return {
            "round": self.round,
            "planets": {
                planet: {str(house): float(chance) for house, chance in houses.items()}
                for planet, houses in self.houses.items()
            },
            "circles": {id: [chance.as_json() for chance in chances] for id, chances in self.circles.items()},
        }


def forecast(view: JsonObject, rounds: int) -> list[Outlook]:
    """The next planets' turns, at most so many; fewer if the match ends before (VE-13.3). The first is that at the end
    of the present round, or in the setup that of round 0, when the planets come (VE-3.6).
    """
    board = board_of(view)
    phase = view["phase"]
    last = view["options"]["max_rounds"] - 1
    found: list[Outlook] = []
    if phase == "over":
        return found
    if phase in ("turn", "penalty"):
        standing = {color: {int(view["planets"][name]["house"]): ONE} for color, name in enumerate(COLORS)}
        coming = view["round"] + (phase == "penalty")
    else:
        standing = {color: arrivals(board.retrograde[color]) for color in range(7)}
        coming = 1
        if rounds > 0:
            found.append(outlook(board, 0, standing))
    while len(found) < rounds and coming <= last:
        standing = {color: moved(houses, board.retrograde[color]) for color, houses in standing.items()}
        found.append(outlook(board, coming, standing))
        coming += 1
    return found


def present(view: JsonObject) -> Outlook | None:
    """What the planets activate where they stand now; None before they are there."""
    planets = view["planets"]
    if planets[COLORS[0]]["house"] is None:
        return None
    standing = {color: {int(planets[name]["house"]): ONE} for color, name in enumerate(COLORS)}
    return outlook(board_of(view), view["round"], standing)


def board_of(view: JsonObject) -> Board:
    """The board of a view."""
    return boards.board_at(view["board"], "board")


def after(house: int, steps: int) -> int:
    """VE-2.1: the house so many steps on; the house after 12 is 1."""
    return (house + steps - 1) % HOUSES + 1


def arrivals(home: int) -> dict[int, Fraction]:
    """VE-3.6: where a planet comes to stand in the setup: two dice from its R house."""
    found: dict[int, Fraction] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            house = after(home, first + second)
            found[house] = found.get(house, ZERO) + Fraction(1, 36)
    return dict(sorted(found.items()))


def moved(houses: dict[int, Fraction], home: int) -> dict[int, Fraction]:
    """VE-7.1: one planets' turn on: one house, or from the R house a leap by a die."""
    found: dict[int, Fraction] = {}
    for house, chance in houses.items():
        for step in range(1, 7) if house == home else range(1, 2):
            to = after(house, step)
            found[to] = found.get(to, ZERO) + (chance / 6 if house == home else chance)
    return dict(sorted(found.items()))


def outlook(board: Board, round: int, standing: dict[int, dict[int, Fraction]]) -> Outlook:
    """VE-6.2, VE-6.3: from the chances of the houses those of the circles."""
    circles: dict[str, list[Chance]] = {id: [] for id in board.ids}
    for color, houses in standing.items():
        home = board.retrograde[color]
        retrograde = houses.get(home, ZERO)
        for circle, id in enumerate(board.ids):
            local = sum(
                [
                    chance
                    for house, chance in houses.items()
                    if house != home and board.local[color][house] >> circle & 1
                ],
                ZERO,
            )
            everywhere = retrograde if board.everywhere[color] >> circle & 1 else ZERO
            if local or everywhere:
                circles[id].append(Chance(COLORS[color], local, everywhere))
    return Outlook(round, {COLORS[color]: houses for color, houses in standing.items()}, circles)


covers(forecast, "VE-7.1")
