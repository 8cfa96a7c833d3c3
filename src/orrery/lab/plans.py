"""Which matches stand for a game: options in turn, so that every mode and deck that people play has its share."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.games import for_people, game_named

DECKS: Final = 5
"""Five Spheres: the ready-made decks of Genesis."""


class NoPlan(Exception):
    """The game has no such matches."""


def space_editor(seats: int) -> list[JsonObject]:
    """Every pair, triple or all of the elements; in full mode where there are two, in half mode too."""
    from orrery.games.space_editor.cards import ELEMENTS

    if not 2 <= seats <= len(ELEMENTS):
        raise NoPlan(f"space_editor has 2 to {len(ELEMENTS)} seats, not {seats}")
    modes = ["full", "half"] if seats == 2 else ["half"]
    return [{"mode": mode, "elements": list(names)} for names in combinations(ELEMENTS, seats) for mode in modes]


def vediic(seats: int) -> list[JsonObject]:
    """The standard board with the standard rules."""
    if not 2 <= seats <= 7:
        raise NoPlan(f"vediic has 2 to 7 seats, not {seats}")
    return [{"players": seats}]


def five_spheres(seats: int) -> list[JsonObject]:
    """Every pair of ready-made decks; with more seats every deck in each of them in turn."""
    if not 2 <= seats <= 6:
        raise NoPlan(f"five_spheres has 2 to 6 seats, not {seats}")
    if seats == 2:
        hands = [list(pair) for pair in combinations(range(1, DECKS + 1), 2)]
    else:
        hands = [[(first + seat) % DECKS + 1 for seat in range(seats)] for first in range(DECKS)]
    plans: list[JsonObject] = [{"assembly": "predesign", "deck_numbers": decks} for decks in hands]
    for plan in plans:
        if seats > 2:
            plan["lords"] = seats
    return plans


PLANS: Final[dict[str, Callable[[int], list[JsonObject]]]] = {
    "space_editor": space_editor,
    "vediic": vediic,
    "five_spheres": five_spheres,
}


def plans_of(name: str, seats: int = 2) -> list[JsonObject]:
    """The options of the matches that stand for a game with so many seats; a stranger's game is played as it likes to
    be tried, where that has so many seats. Raises NoPlan.
    """
    maker = PLANS.get(name)
    if maker is not None:
        return [for_people(name, options) for options in maker(seats)]
    game = game_named(name)
    if game is None:
        raise NoPlan(f"there is no game {name!r}")
    trials = [options for options in game.trials() if game.new(options, Fate(0)).seats() == seats]
    if not trials:
        raise NoPlan(f"{name} tries no match with {seats} seats")
    return trials
