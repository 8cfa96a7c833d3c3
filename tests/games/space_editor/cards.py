"""Cards for tests of Space Editor, by their sides."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def card(kind: str, sides: str, element: str | None = "fire", level: str | None = "bronze", **more: Any) -> Json:
    """A complete definition; the sides are written N E S W."""
    rest = {"name": "", "vp": 0, "cost": 10, "abilities": []} | more
    return {"kind": kind, "element": element, "level": level, "sides": sides.split(), **rest}


def planet(sides: str, element: str = "fire", level: str = "bronze") -> Json:
    """A card that does nothing but by its sides."""
    return card("planet", sides, element, level)


def star(sides: str = "- - - -", vp: int = 1, element: str = "fire", level: str = "bronze") -> Json:
    """A card that scores."""
    return card("star", sides, element, level, vp=vp)


def gifted(sides: str, *abilities: Json, element: str = "fire", level: str = "bronze") -> Json:
    """An ability card."""
    return card("ability", sides, element, level, abilities=list(abilities))


def basepoint(sides: str = "g2 g2 g2 g2", *abilities: Json) -> Json:
    """A basepoint; without abilities it turns like any card (SE-5.9)."""
    return card("basepoint", sides, None, None, abilities=list(abilities))


FILL = planet("g1 g1 g1 g1")
"""The card `fill`, which every match knows: it fits beside most and changes nothing."""
