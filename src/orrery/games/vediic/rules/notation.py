"""Positions and views as JSON (VE-14, VE-17). Writing only; loading.py reads."""

from __future__ import annotations

from orrery.core.data import JsonObject
from orrery.games.vediic.board import PROMOTED, UNPLACED
from orrery.games.vediic.cards import COLORS
from orrery.games.vediic.rules.state import NOBODY, ORDER, PENALTY, PHASES, STAGES, TURN, UNROLLED, Situation


def write_position(s: Situation) -> JsonObject:
    """VE-14.1: the position with full information, normalised."""
    position = write_public(s)
    players: list[JsonObject] = position["players"]
    for seat, player in enumerate(players):
        player["hand"] = write_pile(s.hands[seat])
    position["fate"] = list(s.fate.queue)
    return position


def write_view(s: Situation, seat: int | None) -> JsonObject:
    """VE-17.1, VE-17.2, VE-17.4: what a seat may know. It starts from what is public and adds what the seat holds, or
    with open hands what all hold.
    """
    view = write_public(s)
    players: list[JsonObject] = view["players"]
    for other, player in enumerate(players):
        if not s.setting.hides_hands or (seat is not None and seat == other):
            player["hand"] = write_pile(s.hands[other])
    view["fate"] = None
    return view


def write_public(s: Situation) -> JsonObject:
    """VE-14.1, VE-17.1: what everybody may know; of hands the sizes."""
    placed = s.houses[0] > 0
    planets: JsonObject = {}
    for color, name in enumerate(COLORS):
        house = s.houses[color]
        planets[name] = {"house": house if placed else None, "retrograde": placed and s.is_retrograde(color)}
    supply = write_pile(s.supply)
    supply["enlightenment"] = s.spare
    return {
        "game": "vediic",
        "version": 1,
        "options": dict(s.setting.options),
        "board": s.board.source if s.board.is_brought else s.board.name,
        "phase": PHASES[s.phase],
        "round": s.round,
        "start": s.start,
        "to_act": s.to_act(),
        "rolls": [None if roll == UNROLLED else roll for roll in s.rolls] if s.phase == ORDER else None,
        "planets": planets,
        "enlightenment": write_color(s.stack),
        "players": [write_player(s, seat) for seat in range(s.setting.seats)],
        "supply": supply,
        "charity": write_pile(s.pile),
        "turn": write_turn(s) if s.phase == TURN else None,
        "pending": write_pending(s) if s.phase == PENALTY else None,
        "fate": None,
    }


def write_color(color: int) -> str | None:
    """A colour by name."""
    return None if color == NOBODY else COLORS[color]


def write_pile(pile: int) -> JsonObject:
    """A pile as a map from colour to count, all seven colours."""
    return {name: pile >> 4 * color & 15 for color, name in enumerate(COLORS)}


def write_player(s: Situation, seat: int) -> JsonObject:
    """What is public of a player."""
    return {
        "color": write_color(s.colors[seat]),
        "pawns": [write_pawn(s, s.pawns[2 * seat]), write_pawn(s, s.pawns[2 * seat + 1])],
        "hand": s.sizes[seat],
        "enlightenment": s.lights[seat],
    }


def write_pawn(s: Situation, circle: int) -> str | None:
    """A circle id, `promoted`, or null for a pawn not yet placed."""
    if circle == UNPLACED:
        return None
    return "promoted" if circle == PROMOTED else s.board.ids[circle]


def write_turn(s: Situation) -> JsonObject:
    """VE-14.1: the flags of a turn; `stole` is among them where a turn has one purple card (VE-11.15)."""
    flags: JsonObject = {
        "stage": STAGES[s.stage],
        "leg": s.leg,
        "charity": s.fresh,
        "yellow": s.yellow,
        "pooja": s.pooja,
        "donated": s.donated,
        "moved": [s.moved & 1 == 1, s.moved >> 1 & 1 == 1],
    }
    return {**flags, "stole": s.stole} if s.setting.steals_once else flags


def write_pending(s: Situation) -> JsonObject:
    """VE-14.1: what is owed in phase penalty."""
    return {
        "owed": list(s.owed),
        "shield": [s.shields >> seat & 1 == 1 for seat in range(s.setting.seats)],
        "paid": s.paid,
    }
