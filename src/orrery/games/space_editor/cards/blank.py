"""The blank of a card: what its cost buys of nothing but plain energy, for whoever wants to know what a card is worth
beyond a filler (the lab's swap value).

A blank has the element, the level and the cost of its card, and is otherwise the same for all cards of that cost:

- in place of a star it is a star, with as many points as three quarters of its cost beyond the level buy (the stars of
  First Light spend 76 % of it on points), and no binary mark;
- in place of a planet or an ability card it is a planet: it has no points, no ability and no kinetic side;
- the rest of the cost is spread as evenly as can be over its sides, nuclear and gravity by turns, with one side blank,
  and more where there is little to spend, none where there is much. By the cost formula it costs what the card says.

The formula is that of First Light, also for sets of one's own, whose costs mean the same.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from orrery.core.data import JsonObject
from orrery.games.space_editor.cards.costs import Weights, cost_of, weights_of

FORMULA: Final = "first_light"
ON_POINTS: Final = Fraction(3, 4)
"""The share of its cost beyond the level that a plain star spends on points."""
USUAL: Final = ("n1", "g1", "n1", "-")
FEWER: Final = (("n1", "-", "g1", "-"), ("g1", "-", "-", "-"), ("-", "-", "-", "-"))
MORE: Final = ("n1", "g1", "n1", "g1")
"""Which sides have energy, at its least: usually three; fewer where the cost does not reach so far."""
HIGHEST: Final = 8
"""The greatest value of a side in First Light: where more is to be spent, the fourth side has energy, too."""
MOST: Final = 99
"""SE-2.4: no side has more."""


def blank_of(card: JsonObject) -> JsonObject | None:
    """The definition of a card's blank; None for a basepoint, which is in no deck and costs nothing."""
    if card["kind"] == "basepoint":
        return None
    weights = weights_of(FORMULA)
    assert weights is not None, "the standard set has a formula"
    cost = int(card.get("cost", 0))
    blank: JsonObject = {
        "name": str(card.get("name", "")),
        "element": card["element"],
        "kind": "star" if card["kind"] == "star" else "planet",
        "level": card["level"],
        "vp": points(card, cost, weights),
        "cost": cost,
        "sides": [],
        "abilities": [],
    }
    blank["sides"] = sides(blank, weights)
    return blank


def points(card: JsonObject, cost: int, weights: Weights) -> int:
    """The points of a blank: of a star, what the usual share of its cost buys."""
    if card["kind"] != "star":
        return 0
    beyond = max(Fraction(0), cost - weights.number(f"level.{card['level']}"))
    return int(ON_POINTS * beyond / weights.number("vp") + Fraction(1, 2))


def sides(blank: JsonObject, weights: Weights) -> list[str]:
    """The sides of a blank: what is left of its cost, spread evenly."""
    found = filled(blank, USUAL, weights)
    if found is not None and max(int(side[1:]) for side in found if side != "-") > HIGHEST:
        return filled(blank, MORE, weights) or found
    for pattern in FEWER:
        found = found or filled(blank, pattern, weights)
    return found or list(FEWER[-1])


def filled(blank: JsonObject, least: tuple[str, ...], weights: Weights) -> list[str] | None:
    """Sides whose values are raised by turns, the lowest first, until the cost is reached; None if they cost too much
    as they are.
    """
    powered = [i for i, side in enumerate(least) if side != "-"]
    sides, best = list(least), None
    while cost_of({**blank, "sides": sides}, weights) <= blank["cost"]:
        best = list(sides)
        if not powered:
            break
        lowest = min(powered, key=lambda i: int(sides[i][1:]))
        value = int(sides[lowest][1:]) + 1
        if value > MOST:
            break
        sides[lowest] = f"{sides[lowest][0]}{value}"
    return best
