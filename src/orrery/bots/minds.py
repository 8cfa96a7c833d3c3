"""The minds there are, and the files of their weights and levels.

`data/GAME.json` holds what `orrery tune` wrote: a weight for each feature and trait by its name, and how it was found.
`data/levels.toml` holds the five levels of each game and how its search explores.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from orrery.bots.bot import Bot, UnknownBot
from orrery.bots.five_spheres_mind import FiveSpheresMind
from orrery.bots.mcts import Budget, MctsBot
from orrery.bots.mind import Mind, PlainMind
from orrery.bots.parallel import ParallelBot
from orrery.bots.space_editor_mind import SpaceEditorMind
from orrery.bots.vediic_mind import VediicMind
from orrery.core.game import Game

LEVELS: Final = 5
LONGEST: Final = 2.0
"""No level thinks longer about a decision than so many seconds."""

MAKERS: dict[str, Callable[[], Mind]] = {
    "five_spheres": FiveSpheresMind,
    "space_editor": SpaceEditorMind,
    "vediic": VediicMind,
}
"""By the name of the game, the class of its mind."""


def mind_of(game: str) -> Mind:
    """A mind for a game: its own with the weights that ship with it, else one that only plays to the end. A mind that
    was never tuned has weights of 0.
    """
    maker = MAKERS.get(game)
    if maker is None:
        return PlainMind()
    mind = maker()
    if _file(f"{game}.json").is_file():
        weigh(mind, json.loads(_read(f"{game}.json")))
    return mind


def weigh(mind: Mind, weights: dict[str, Any]) -> None:
    """Gives a mind its weights, by name; a name that the file does not know weighs nothing."""
    mind.value = [float(weights["value"].get(name, 0.0)) for name in mind.feature_names]
    mind.policy = [float(weights["policy"].get(name, 0.0)) for name in mind.trait_names]


SETTINGS: dict[str, Any] = {}
"""What levels.toml says, once it has been read."""


def settings_of(game: str) -> dict[str, Any]:
    """How a game's search explores, and its levels."""
    if not SETTINGS:
        SETTINGS.update(tomllib.loads(_read("levels.toml")))
    found: dict[str, Any] = SETTINGS.get(game, SETTINGS["other"])
    return found


def _file(name: str) -> Traversable:
    return resources.files("orrery.bots").joinpath("data", name)


def _read(name: str) -> str:
    return _file(name).read_text(encoding="utf-8")


def make_searcher(game: Game, name: str) -> Bot | None:
    """The bot that a word such as `level3` or `mcts:800` names; None if it names none. Raises UnknownBot for a word
    that starts so and makes no sense.
    """
    if name.startswith("level"):
        number = name.removeprefix("level")
        if number not in {str(level) for level in range(1, LEVELS + 1)}:
            raise UnknownBot(f"there is no bot {name!r}; the levels are level1 to level{LEVELS}")
        row = settings_of(game.name)["level"][int(number) - 1]
        budget = Budget(row["looks"], LONGEST, row.get("warmth", 0.0), insight=row.get("insight", 1.0))
        return searcher(game, name, budget)
    if name == "mcts" or name.startswith("mcts:"):
        budget, processes = read_budget(name)
        if processes > 1:
            return ParallelBot(game, name, budget, processes)
        return searcher(game, name, budget)
    return None


def searcher(game: Game, name: str, budget: Budget) -> MctsBot:
    """A bot that searches with the game's own mind."""
    settings = settings_of(game.name)
    mind = mind_of(game.name)
    mind.steps = settings.get("steps", mind.steps)
    bot = MctsBot(game, name, mind, budget)
    bot.explore = settings["explore"]
    bot.doubt = settings["doubt"]
    return bot


NAME: Final = re.compile(r"mcts:([1-9][0-9]{0,6})(ms)?(?:x([1-9][0-9]?))?", re.ASCII)


def read_budget(name: str) -> tuple[Budget, int]:
    """The budget in a name such as `mcts:800`, `mcts:500ms` or `mcts:800x4`, and the number of processes."""
    found = NAME.fullmatch(name)
    if found is None:
        raise UnknownBot(
            f"{name!r} names no bot: write mcts:800 for 800 looks a decision, mcts:500ms for half a second (up to "
            "9999999), mcts:800x4 for 800 looks in each of four processes (up to 99)"
        )
    amount, processes = int(found.group(1)), int(found.group(3) or 1)
    return (Budget(seconds=amount / 1000) if found.group(2) else Budget(amount)), processes
