"""Orrery's games as research libraries know them.

For people who train and test agents. `orrery.adapters.pettingzoo.env("vediic")` is an AEC environment with action
masks, `orrery.adapters.gymnasium.env("vediic", opponents="level2")` one seat of a match against bots,
`orrery.adapters.spiel.register()` makes the games known to OpenSpiel, and `orrery.adapters.vector.VectorEnv` plays many
matches at once in several processes. All of them stand on `Play`: one match whose actions are codes and whose views are
rows of numbers, as the game's codec says (`orrery.core.codec`), with nothing in them that the seat may not know.

The libraries come with the extras `orrery[rl]` and `orrery[spiel]`; nothing else in Orrery needs them.
docs/adapters.md is the guide.
"""

from __future__ import annotations

from importlib.util import find_spec


class Missing(ImportError):
    """A library that an adapter needs is not installed."""


def needs(module: str, extra: str) -> None:
    """Raises Missing with what to install, if the module is not there."""
    if find_spec(module) is None:
        raise Missing(f"this adapter needs {module}, which is not installed: pip install 'orrery[{extra}]'")
