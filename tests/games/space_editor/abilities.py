"""The language of abilities (SE-11) in small words, for tests."""

from __future__ import annotations

from typing import Any

from games.space_editor.cards import Json

EFFECT_WORDS = ("may", "pick", "to", "turns", "card")


def when(event: str, *effects: Json, conditions: list[Json] | None = None, decider: str = "", **words: Any) -> Json:
    """A triggered ability (SE-11.1); `words` are those of WHEN: by, cause, card."""
    ability: Json = {"when": {"event": event, **words}, "do": list(effects)}
    if conditions is not None:
        ability["if"] = conditions
    if decider:
        ability["decider"] = decider
    return ability


def do(verb: str, where: str = "", **words: Any) -> Json:
    """An effect (SE-11.5): may, pick, to, turns and card are its own words, the others are of its target."""
    effect: Json = {"effect": verb, **{key: value for key, value in words.items() if key in EFFECT_WORDS}}
    if where:
        match = {key: value for key, value in words.items() if key not in EFFECT_WORDS}
        effect["target"] = {"where": where, **match}
    return effect


def protect(where: str, *against: str, cause: str = "any", **match: Any) -> Json:
    """A static `protect` (SE-11.7a)."""
    return {"static": "protect", "target": {"where": where, **match}, "against": list(against), "cause": cause}


def forbid(where: str, who: str = "anyone", **match: Any) -> Json:
    """A static `forbid` (SE-11.7b)."""
    return {"static": "forbid", "where": where, "card": match, "who": who}


def worth(where: str, vp: int, **match: Any) -> Json:
    """A static `worth` (SE-11.7c)."""
    return {"static": "worth", "target": {"where": where, **match}, "vp": vp}


def count(where: str, low: int = 0, high: int = 999, face: str = "up", **match: Any) -> Json:
    """A condition `count` (SE-11.3)."""
    return {"cond": "count", "of": {"where": where, **match}, "face": face, "min": low, "max": high}
