"""The minds there are, and the files of their weights and levels.

A game's folder (`bots/games/<game>`, or the package of a stranger's game) has `mind.py` with the class `GameMind`,
`weights.json` with what `orrery tune` wrote (a weight for each feature and trait by its name, and how it was found) and
`levels.toml` with its five levels and how its search explores. A game may lack any of them.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from importlib import resources
from typing import Any, Final

from orrery.bots.bot import Bot, UnknownBot
from orrery.bots.mcts import ENDLESS, Budget, MctsBot
from orrery.bots.mind import Mind, PlainMind
from orrery.bots.parallel import ParallelBot
from orrery.bots.search import Search
from orrery.core.data import read_toml
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.games import folder_of, game_named, game_names, part_of

LEVELS: Final = 5
LONGEST: Final = 2.0
"""No level thinks longer about a decision than so many seconds."""
SHORTEST: Final = 20
"""The least budget of time, in milliseconds, that an idle core keeps on the plain build (docs/performance.md)."""


def maker_of(game: str) -> Callable[[], Mind] | None:
    """The class of a game's own mind; None if it has none."""
    found = game_named(game)
    kind = None if found is None else getattr(part_of(found, "bots", "mind"), "GameMind", None)
    if isinstance(kind, type) and issubclass(kind, Mind):
        made: Callable[[], Mind] = kind
        return made
    return None


def minded_games() -> list[str]:
    """The games that have a mind of their own."""
    return [name for name in game_names() if maker_of(name) is not None]


def mind_of(game: str) -> Mind:
    """A mind for a game: its own with the weights that ship with it, else one that only plays to the end. A mind that
    was never tuned has weights of 0.
    """
    maker = maker_of(game)
    if maker is None:
        return PlainMind()
    mind = maker()
    weights = read_data(game, "weights.json")
    if weights is not None:
        weigh(mind, json.loads(weights))
    return mind


def weigh(mind: Mind, weights: dict[str, Any]) -> None:
    """Gives a mind its weights, by name; a name that the file does not know weighs nothing."""
    mind.value = [float(weights["value"].get(name, 0.0)) for name in mind.feature_names]
    mind.policy = [float(weights["policy"].get(name, 0.0)) for name in mind.trait_names]


SETTINGS: dict[str, dict[str, Any]] = {}
"""What the files of levels say, by game, once they have been read."""


def settings_of(game: str) -> dict[str, Any]:
    """How a game's search explores, and its levels."""
    found = SETTINGS.get(game)
    if found is None:
        text = read_data(game, "levels.toml")
        found = read_toml("orrery.bots", "data", "levels.toml")["other"] if text is None else tomllib.loads(text)
        SETTINGS[game] = found
    return found


def read_data(game: str, name: str) -> str | None:
    """The text of a file in what the bots know of a game; None if it has no such file."""
    found = game_named(game)
    if found is None:
        return None
    try:
        file = resources.files(folder_of(found, "bots")).joinpath(name)
    except (ModuleNotFoundError, TypeError):
        return None  # a game that was made here and lies in no package, or is a single module
    return file.read_text(encoding="utf-8") if file.is_file() else None


def make_searcher(game: Game, name: str) -> Bot | None:
    """The bot that a word such as `level3` or `mcts:800` names; None if it names none. Raises UnknownBot for a word of
    that kind that makes no sense.
    """
    if re.fullmatch("level[0-9]*", name):
        number = name.removeprefix("level")
        if number not in {str(level) for level in range(1, LEVELS + 1)}:
            raise UnknownBot(f"there is no bot {name!r}; the levels are level1 to level{LEVELS}")
        settings, place = settings_of(game.name), int(number) - 1
        others = {kind: budget_of(rows[place]) for kind, rows in settings.get("kinds", {}).items()}
        return searcher(game, name, budget_of(settings["level"][place]), others)
    if name == "mcts" or name.startswith("mcts:"):
        budget, processes = read_budget(name)
        if processes > 1:
            return ParallelBot(game, name, budget, processes)
        return searcher(game, name, budget)
    return None


def budget_of(row: dict[str, Any]) -> Budget:
    """What a row of levels.toml lets a level think."""
    return Budget(row["simulations"], LONGEST, row.get("temperature", 0.0), insight=row.get("insight", 1.0))


def searcher(game: Game, name: str, budget: Budget, others: dict[str, Budget] | None = None) -> MctsBot:
    """A bot that searches with the game's own mind, in some kinds of matches by other budgets."""
    settings = settings_of(game.name)
    mind = mind_of(game.name)
    mind.steps = settings.get("steps", mind.steps)
    bot = MctsBot(game, name, mind, budget, others)
    bot.explore = settings["explore"]
    bot.doubt = settings["doubt"]
    if budget.simulations == ENDLESS:
        warm(game, mind)
    return bot


WARM: set[str] = set()
"""The games whose tables were filled in this process."""
WARMING: Final = 40
"""How many decisions of a match are looked at for that."""
GLANCES: Final = 2
"""How many simulations each of them gets."""


def warm(game: Game, mind: Mind) -> None:
    """Fills the tables that a game and its mind make when they are first used, by a little of a match: before a clock
    runs that would have to pay for it. Once in a process is enough.
    """
    if game.name in WARM:
        return
    WARM.add(game.name)
    fate = Fate(0)
    for options in game.trials()[:1]:
        match = Match.new(game, options, 0)
        for _ in range(WARMING):
            seat = match.to_act()
            if seat is None:
                break
            actions = match.actions()
            if len(actions) > 1:
                search = Search(mind, game.sampler(match.view(seat), match.seen(seat)), seat, fate)
                search.open(actions)
                for _ in range(GLANCES):
                    search.simulate()
            match.act(fate.pick(actions))


NAME: Final = re.compile(r"mcts:([1-9][0-9]{0,6})(ms)?(?:x([1-9][0-9]?))?", re.ASCII)


def read_budget(name: str) -> tuple[Budget, int]:
    """The budget in a name such as `mcts:800`, `mcts:500ms` or `mcts:800x4`, and the number of processes."""
    found = NAME.fullmatch(name)
    if found is None:
        raise UnknownBot(
            f"{name!r} names no bot: write mcts:800 for 800 simulations a decision, mcts:500ms for half a second "
            "(up to 9999999), mcts:800x4 for 800 simulations in each of four processes (up to 99)"
        )
    amount, processes = int(found.group(1)), int(found.group(3) or 1)
    if found.group(2) and amount < SHORTEST:
        raise UnknownBot(
            f"{name!r} has too little time to keep to it: the least is mcts:{SHORTEST}ms; "
            "for a bot that answers sooner write a small number of simulations, such as mcts:20"
        )
    return (Budget(seconds=amount / 1000) if found.group(2) else Budget(amount)), processes
