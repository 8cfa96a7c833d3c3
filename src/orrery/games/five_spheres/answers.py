"""What people and programs ask of a position of Five Spheres beside the rules: how the lords stand, how strong their
creatures are now, and what the own hand costs.

A world is drawn that agrees with what the seat knows, and the rules are asked there: so no answer tells what the seat
cannot know.
"""

from __future__ import annotations

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.games.five_spheres.cards.card import GENERIC_COST
from orrery.games.five_spheres.rules.engine import FiveSpheresState
from orrery.games.five_spheres.rules.play_refusals import why_not_generic, why_not_pay
from orrery.games.five_spheres.rules.reading import cost_now, strength


def score(game: Game, view: JsonObject, seen: list[JsonObject], seat: int | None) -> JsonObject:
    """What each lord has (FS-11.3), the strengths of the creatures as they are now, and what the cards of the own hand
    cost now.
    """
    seats: list[JsonObject] = []
    if view["step"] == "assembly":
        return {"seats": seats, "creatures": [], "hand": []}
    for place, lord in enumerate(view["seats"]):
        spheres: dict[str, int] = {}
        for row in lord["vault"]:
            for sphere in _spheres(view, row["card"]):
                spheres[sphere] = spheres.get(sphere, 0) + 1
        seats.append(
            {
                "seat": place,
                "out": lord["out"],
                "towers": len([row for row in lord["fortress"] if row["kind"] == "tower"]),
                "creatures": len(lord["battlefield"]),
                "crystals": len(lord["vault"]),
                "spheres": spheres,
                "mana": max(lord["mana"], 0),
                "mana_all": lord["mana"] + lord["mana_spent"],
                "deck": _size(lord["deck"]),
                "hand": _size(lord["hand"]),
            }
        )
    world = game.sample(view, seen, Fate(0))
    assert isinstance(world, FiveSpheresState)
    return {"seats": seats, "creatures": creatures(world), "hand": hand(world, seat)}


def _size(pile: int | list[str]) -> int:
    """How many cards: of a pile that is shown, or of which only that is told."""
    return pile if isinstance(pile, int) else len(pile)


def _spheres(view: JsonObject, card: str) -> list[str]:
    """The spheres of a card or of a back."""
    found: list[str] = card[1:].split("/") if card.startswith("?") else view["cards"][card]["spheres"]
    return found


def creatures(world: FiveSpheresState) -> list[JsonObject]:
    """FS-7.6: each creature's strength now, what it would be well and afflicted, and what is printed."""
    setting = world.setting
    found: list[JsonObject] = []
    for lord in world.lords:
        for piece in lord.battlefield:
            now, was = strength(world, piece), piece.afflicted
            piece.afflicted = False
            well = strength(world, piece)
            piece.afflicted = True
            ill = strength(world, piece)
            piece.afflicted = was
            down = piece.facedown
            printed = setting.generic_strength if down else piece.card.strength
            afflicted = setting.generic_afflicted if down else piece.card.afflicted
            found.append(
                {
                    "uid": piece.uid,
                    "seat": lord.seat,
                    "strength": now,
                    "well": well,
                    "afflicted": ill,
                    "printed": [printed, afflicted],
                }
            )
    return found


def hand(world: FiveSpheresState, seat: int | None) -> list[JsonObject]:
    """FS-6.5 to FS-6.7: what each card of the own hand costs now, either half and face down, and why it cannot be paid
    if it cannot (`no_mana`, `no_crystal`, `no_mana_no_crystal`).
    """
    if seat is None:
        return []
    lord = world.lords[seat]
    found: list[JsonObject] = []
    for index, card in enumerate(lord.hand):
        row: JsonObject = {"index": index, "card": card.id}
        for half, creature in (("creature", True), ("spell", False)):
            cost = cost_now(world, lord, card, creature)
            refusal = why_not_pay(world, lord, card, card.id, cost)
            row[half] = {"cost": cost, "missing": None if refusal is None else refusal.code}
        refusal = why_not_generic(world, card) or why_not_pay(world, lord, card, card.id, GENERIC_COST)
        row["generic"] = {"cost": GENERIC_COST, "missing": None if refusal is None else refusal.code}
        found.append(row)
    return found
