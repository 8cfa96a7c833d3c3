"""The texts of a package, for tests that look at all of them."""

from __future__ import annotations

from string import Formatter

from orrery.core.data import JsonObject


def rows(tree: JsonObject, path: str = "") -> dict[str, JsonObject]:
    """All texts of a file by their dotted names."""
    found: dict[str, JsonObject] = {}
    for key, value in tree.items():
        name = f"{path}.{key}" if path else key
        if any(isinstance(part, dict) for part in value.values()):
            found |= rows(value, name)
        else:
            found[name] = value
    return found


def slots(template: str) -> set[str]:
    """The words in braces."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
