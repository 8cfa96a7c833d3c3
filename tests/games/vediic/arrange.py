"""Tables for tests: players as short lines, planets by house, and a match that starts from them.

    match = table(["red c32 c36: blue blue gray", "blue c00 c17: +2"], {"red": 6})
    play(match, "move 0 c28")

A player's line is his colour, his two pawns, and after a colon his cards and `+n` for n enlightenment cards. Planets
that are not named stand in houses without a tile of their colour: they activate nothing. The black disk lies under
purple. It is the turn of seat 0, at its beginning, unless something else is said.
"""

from __future__ import annotations

from typing import Any

from orrery.core.clause import Illegal
from orrery.core.match import Match
from orrery.games.vediic import GAME

Json = dict[str, Any]

COLORS = ("yellow", "purple", "orange", "blue", "green", "red", "gray")
QUIET = {"yellow": 5, "purple": 2, "orange": 11, "blue": 11, "green": 3, "red": 4, "gray": 10}
BEFORE_QUIET = {color: house - 1 for color, house in QUIET.items()}
"""One planets' turn before the planets are quiet."""

OTHERS = ("blue c00 c17", "yellow c04 c19")
"""Two opponents out of the way of pawns in the south west."""


def hand(cards: str) -> Json:
    """A hand as the notation writes it."""
    names = cards.split()
    return {color: names.count(color) for color in COLORS if color in names}


def player(line: str) -> Json:
    """A player of the notation."""
    first, _, second = line.partition(":")
    color, *pawns = first.split()
    words = second.split()
    lights = sum(int(word[1:]) for word in words if word.startswith("+"))
    cards = " ".join(word for word in words if not word.startswith("+"))
    places = [None if pawn == "-" else pawn for pawn in pawns]
    return {"color": color, "pawns": places, "hand": hand(cards), "enlightenment": lights}


def position(players: list[str], houses: Json | None = None, **fields: Any) -> Json:
    """A position; fields that are options go there."""
    options = {key: fields.pop(key) for key in list(fields) if key in OPTIONS}
    stand = QUIET | (houses or {})
    made: Json = {
        "game": "vediic",
        "options": {"players": len(players), **options},
        "phase": "turn",
        "to_act": 0,
        "planets": {color: {"house": stand[color]} for color in COLORS},
        "enlightenment": "purple",
        "players": [player(line) for line in players],
    }
    return made | fields


OPTIONS = (
    *("order", "hands", "trade", "teleport", "green_stack", "stack_planet", "pooja_per_pass", "donor_waits"),
    *("pass_rule", "penalty_to", "steals", "max_rounds"),
)


def table(players: list[str], houses: Json | None = None, **fields: Any) -> Match:
    """A match that starts from a position."""
    return Match.load(GAME, position(players, houses, **fields))


def planets_move(players: list[str], houses: Json | None = None, **fields: Any) -> Match:
    """A match whose last seat of the round has only to say `end`: then the planets move. The houses are those after
    their move, where it is one step.
    """
    before = {color: (house - 2) % 12 + 1 for color, house in (houses or {}).items()}
    last = (fields.get("start", 0) - 1) % len(players)
    return table(players, BEFORE_QUIET | before, to_act=last, turn=turn("after", moved=[True, False]), **fields)


def turn(stage: str = "before", **flags: Any) -> Json:
    """The flags of a turn."""
    fresh = {"leg": 1, "charity": False, "yellow": False, "pooja": False, "donated": False, "moved": [False, False]}
    return {"stage": stage, **fresh, **flags}


def play(match: Match, *words: str) -> list[Json]:
    """Carries out actions; gives the events of the last."""
    events: list[Json] = []
    for word in words:
        events = [event.as_json() for event in match.act(word)]
    return events


def refused(match: Match, word: str) -> tuple[str, str]:
    """The code and the clause with which an action is refused; the position stays as it was."""
    before = match.position()
    try:
        match.act(word)
    except Illegal as fault:
        assert match.position() == before, f"the refused {word} changed something"
        return fault.refusal.code, fault.refusal.clause
    raise AssertionError(f"{word} is not refused")


def listed(match: Match, *starts: str) -> list[str]:
    """The legal actions that begin with one of these words."""
    return [word for word in match.actions() if word.startswith(starts)]


def named(events: list[Json], *names: str) -> list[Json]:
    """The events of these names."""
    return [event for event in events if event["event"] in names]


def names(events: list[Json]) -> list[str]:
    """The names of events but for the planets' moves, which every planets' turn has."""
    return [event["event"] for event in events if event["event"] != "planet_move"]


def held(match: Match, seat: int) -> Json:
    """The cards of a seat, those it has."""
    return {color: count for color, count in match.position()["players"][seat]["hand"].items() if count}


def pawns(match: Match, seat: int) -> list[str | None]:
    """Where the pawns of a seat stand."""
    places: list[str | None] = match.position()["players"][seat]["pawns"]
    return places
