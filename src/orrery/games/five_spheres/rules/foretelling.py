"""What previews ask of the game: which facts cannot be known before, and when a card was spent for nothing.

Both read events as a seat is shown them (FS-20.7), for a preview never sees the truth.
"""

from __future__ import annotations

from typing import Final

from orrery.core.data import JsonObject

COURSE: Final = ("step", "turn", "attack_over", "noblock", "noretaliate", "over")
"""Events that belong to the course of a turn: what comes after them is no effect of an action before."""


def veil(event: JsonObject, view: JsonObject, reveals: bool) -> JsonObject | None:
    """Of a move from a deck, a groove or another's hand the card is not known yet, of a tower only the back. What a
    hidden spell or a face-down creature of another lord is cannot be foretold, nor how such a creature fights (FS-3.9).
    """
    name = event["event"]
    if name == "battle":
        masked = is_back(shown(view, event["attacker"])) or is_back(shown(view, event["defender"]))
        return None if masked else event
    if not reveals:
        return event
    uid = event.get("uid")
    if name == "move":
        known = is_own_hand(view, event) if uid is None else shown(view, uid) in (None, event["card"])
        return event if known else {**event, "card": None}
    if name == "trigger" or name == "unveil":
        return None if is_back(shown(view, uid)) else event
    return event


def is_own_hand(view: JsonObject, event: JsonObject) -> bool:
    """Does a card come from the hand of the seat that has the view?"""
    return event["from"] == "hand" and isinstance(view["seats"][event["seat"]]["hand"], list)


def shown(view: JsonObject, uid: int | None) -> str | None:
    """What the view shows of a card in play, its face or its back; None for a card that is not in play yet."""
    for lord in view["seats"]:
        for zone in ("battlefield", "fortress", "vault"):
            for row in lord[zone]:
                if row["uid"] == uid:
                    return str(row["card"])
    return None


def is_back(card: str | None) -> bool:
    """FS-19.6: is only the back of the card shown?"""
    return card is not None and card.startswith("?")


def has_hidden_spells(view: JsonObject) -> bool:
    """FS-1.10: does another lord have a spell that is turned up when its trigger occurs, whatever that is?"""
    for lord in view["seats"]:
        for row in lord["fortress"]:
            if row["kind"] == "spell" and is_back(row["card"]):
                return True
    return False


def is_idle(events: list[JsonObject]) -> bool:
    """FS-6.8: was an instant spell trashed, or a creature engaged for its ability, and nothing else happened?

    Cards that stay (creatures, crystals, active, attached and hidden spells) are worth their cost by lying there.
    """
    paying = True
    spent = False
    for i, event in enumerate(events):
        name = event["event"]
        if name in COURSE:
            break
        if name == "use":
            spent = True
        elif name == "move" and event["from"] == "hand" and event["to"] == "casting":
            paying = False
        elif name == "move" and event["from"] == "casting" and event["verb"] == "trash" and not paying:
            spent = True
        elif not (paying and is_price(event, events[i - 1] if i else None)) and not is_nothing(event):
            return False
    return spent


def is_price(event: JsonObject, before: JsonObject | None) -> bool:
    """FS-6.10, FS-7.12, FS-9.5: mana, energies, and the engaging of the creature that is used."""
    name = event["event"]
    if name == "move":
        return bool(event["from"] == "groove" and event["verb"] == "trash")
    if name == "status" and before is not None and before["event"] == "use":
        return bool(event["status"] == "engaged" and event["uid"] == before["uid"])
    return bool(name == "mana" or name == "retaliate")


def is_nothing(event: JsonObject) -> bool:
    """Does an event tell of a choice, or of an effect that begins, but change nothing by itself? A bonus of 0 does not
    either (FS-12.6).
    """
    name = event["event"]
    return bool(name == "target" or name == "evoke" or (name == "strengthen" and event["n"] == 0))
