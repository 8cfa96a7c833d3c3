"""What people and programs ask of a position of Vediic beside the rules: how it stands, and what the planets will do.

Both follow from the view alone: pawns, enlightenment cards and planets are for all to see. What the planets mean for a
seat follows from its own view.
"""

from __future__ import annotations

from orrery.core.data import JsonObject
from orrery.games.vediic.forecast import forecast as foreseen
from orrery.games.vediic.forecast import present
from orrery.games.vediic.rules.state import points
from orrery.games.vediic.worth import Prospect

TURNS = 3
"""How many planets' turns a forecast tells where nobody says how many."""


def score(view: JsonObject) -> JsonObject:
    """VE-13.2: the points of each seat, and the promoted pawns and enlightenment cards that they come from."""
    seats: list[JsonObject] = []
    for seat, player in enumerate(view["players"]):
        promoted: int = player["pawns"].count("promoted")
        lights: int = player["enlightenment"]
        row = {"seat": seat, "score": points(promoted, lights), "promoted": promoted, "enlightenment": lights}
        seats.append(row)
    return {"seats": seats}


def forecast(view: JsonObject, turns: int = TURNS, seat: int | None = None) -> JsonObject:
    """The coming planets' turns with all their chances, and what the planets activate where they stand now. To a seat
    also what each turn means for it, in cards.
    """
    now = present(view)
    rows: list[JsonObject] = []
    for outlook in foreseen(view, turns):
        row = outlook.as_json()
        if seat is not None:
            prospect = Prospect(view, outlook, seat)
            row["worth"] = {"alone": prospect.alone(), "own": prospect.own()}
        rows.append(row)
    return {"now": None if now is None else now.as_json(), "turns": rows}
