"""Cards for tests of Five Spheres, each as plain as it may be where nothing else is said."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

SPHERES = ("science", "ether", "spirit", "chaos", "nature")


def instant(*effects: Json, cost: int = 1) -> Json:
    """An instant spell half."""
    return {"type": "instant", "cost": cost, "do": list(effects)}


def active(*abilities: Json, cost: int = 1, **words: Any) -> Json:
    """An active spell half."""
    return {"type": "active", "cost": cost, "abilities": list(abilities), **words}


def attached(host: str, *abilities: Json, cost: int = 1, **words: Any) -> Json:
    """An attached spell half."""
    return {"type": "attached", "host": host, "cost": cost, "abilities": list(abilities), **words}


def hidden(event: str, *effects: Json, **words: Any) -> Json:
    """A hidden spell half."""
    return {"type": "hidden", "cost": 3, "when": event, "do": list(effects), **words}


def card(spheres: str = "science", cost: int = 1, strength: int = 2, spell: Json | None = None, **words: Any) -> Json:
    """A card: a plain creature of cost 1, strength 2 and race `plain` and an instant that does nothing, unless said
    otherwise. `words` are those of the creature half.
    """
    creature = {"cost": cost, "race": "plain", "strength": strength, **words}
    return {"spheres": spheres.split("/"), "creature": creature, "spell": spell or instant()}


def spell(half: Json, spheres: str = "science") -> Json:
    """A card for its spell half."""
    return card(spheres, spell=half)


def creature(*abilities: Json, strength: int = 2, spheres: str = "science", **words: Any) -> Json:
    """A card for its creature half."""
    return card(spheres, strength=strength, abilities=list(abilities), **words)


PLAIN: Json = {
    "sc": card("science"),
    "et": card("ether"),
    "sp": card("spirit"),
    "ch": card("chaos"),
    "na": card("nature"),
    "se": card("science/ether"),
    **{f"s{n}": card("science", strength=n) for n in range(10)},
}
"""One plain card of each sphere, a dual one, and science creatures of each strength up to 9."""
