"""The games as OpenSpiel knows them.

    import pyspiel
    from orrery.adapters import spiel
    spiel.register()
    game = pyspiel.load_game("orrery_vediic(seats=2)")

Chance is one node at the root, which draws the seed of the match; what follows from the seed is not drawn again. So a
search that clones the true state would see future dice: use `resample_from_infostate`, as OpenSpiel's ISMCTS does. It
draws from the game's own sampler a world that the player cannot tell from the true one, with dice of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final

from orrery.adapters import needs

needs("pyspiel", "spiel")

import numpy as np  # noqa: E402 (OpenSpiel is asked for first)
import pyspiel  # noqa: E402

from orrery.adapters.play import Play, complete, named, returns  # noqa: E402
from orrery.core.codec import Codec  # noqa: E402
from orrery.core.data import JsonObject  # noqa: E402
from orrery.core.fate import Fate  # noqa: E402
from orrery.core.game import Action, Game, Sampler, State, seen_of  # noqa: E402
from orrery.core.notation import canonical  # noqa: E402
from orrery.games import game_names  # noqa: E402

SEEDS: Final = 1024
"""How many matches the node of chance knows, unless the parameter `seeds` says otherwise."""
LONGEST: Final = 1_000_000
IMAGINED: Final = "imagined"
"""What stands for the past of players in a world that was drawn for another."""


def name_of(game: Game | str) -> str:
    """What OpenSpiel calls a game: `orrery_vediic`."""
    return f"orrery_{named(game).name}"


def register() -> list[str]:
    """Makes all games known to OpenSpiel; gives their names there. To do so twice does no harm."""
    known = set(pyspiel.registered_names())
    names: list[str] = []
    for name in game_names():
        short = name_of(name)
        if short not in known:
            _register(named(name), short)
        names.append(short)
    return names


def _register(game: Game, short: str) -> None:
    """One game: the parameters are `seats` (0: as people first meet it), `options` (JSON; empty: the same) and `seeds`
    (how many matches there are).
    """
    guide = game.guide()
    counts = guide.seats({}) or [guide.usual_seats]
    kind = pyspiel.GameType(
        short_name=short,
        long_name=guide.title()["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": 0, "options": "", "seeds": SEEDS},
    )

    class Registered(OrreryGame):
        """The game as OpenSpiel makes it."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, kind, params or {})

    pyspiel.register_game(kind, Registered)


class OrreryGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of Orrery with its options."""

    def __init__(self, game: Game, kind: Any, params: dict[str, Any]) -> None:
        seats = params.get("seats", 0) or None
        text = params.get("options", "")
        try:
            options = json.loads(text) if text else None
        except json.JSONDecodeError as error:
            raise ValueError(f'options: {error}; right is JSON such as {{"max_rounds": 20}}') from None
        if options is not None and not isinstance(options, dict):
            raise ValueError(f'options: {text} is no object; right is JSON such as {{"max_rounds": 20}}')
        self.orrery = game
        self.setup: JsonObject = complete(game, options, seats)
        self.seeds: int = params.get("seeds", SEEDS)
        if self.seeds < 1:
            raise ValueError(f"seeds: {self.seeds} is too few: there must be a match at least")
        first = game.new(self.setup, Fate(0))
        self.seats = first.seats()
        self.codec: Codec = game.guide().codec(first)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.codec.size,
            max_chance_outcomes=self.seeds,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self, *_: object) -> OrreryState:
        """Before the seed is drawn."""
        return OrreryState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Observations are rows of the game's codec, with its parts by name."""
        if params:
            raise ValueError(f"observers of Orrery's games have no parameters, not {params}")
        return Observer(self.codec, iig_obs_type is not None and iig_obs_type.perfect_recall)


class World:
    """One state of a match with what the players have seen: what a clone copies."""

    __slots__ = ("actions", "codes", "fixed", "past", "samplers", "state")

    def __init__(self, state: State, past: list[str], fixed: JsonObject) -> None:
        self.state = state
        self.past = past
        """By player the hash of all events seen so far; events of a world that was drawn are known to one alone."""
        self.fixed = fixed
        """Of the first view: parts that stay the same object, such as the cards of the match."""
        self.actions: list[Action] = []
        self.codes: list[int] = []
        self.samplers: dict[int, Sampler] = {}
        """By player, what draws worlds at this moment: a search draws many of them."""

    def __deepcopy__(self, memo: object) -> World:
        other = World(self.state.clone(), self.past[:], self.fixed)
        other.actions = self.actions
        other.codes = self.codes
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """As its position: machine code cannot be taken apart, and a position is what lasts."""
        position = self.state.position()
        return _again, (position["game"], position, self.state.fate.state, self.past, list(self.fixed))


def _again(name: str, position: JsonObject, luck: int, past: list[str], fixed: list[str]) -> World:
    """The world of a position."""
    game = named(name)
    state = game.load(position, Fate(0))
    state.fate.state = luck
    view = state.view(None)
    world = World(state, past, {key: view[key] for key in fixed})
    if state.to_act() is not None:
        world.actions = state.actions()
        world.codes = game.guide().codec(state).codes(state)
    return world


class Log:
    """The events that each player has seen since the start; copied with the state."""

    __slots__ = ("seen",)

    def __init__(self, seen: list[list[JsonObject]]) -> None:
        self.seen = seen

    def __deepcopy__(self, memo: object) -> Log:
        return Log([seen[:] for seen in self.seen])


class OrreryState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a match, or of the node of chance before it."""

    def __init__(self, game: OrreryGame) -> None:
        super().__init__(game)
        self.world: World | None = None
        self.log = Log([])
        self.drawn_for: int | None = None
        """The player for whom this world was drawn; None in the true one."""

    @property
    def game_made(self) -> OrreryGame:
        """The game with its options."""
        found = self.get_game()
        assert isinstance(found, OrreryGame)
        return found

    def current_player(self) -> int:
        """Whose decision it is."""
        world = self.world
        if world is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = world.state.to_act()
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The seeds, all alike."""
        seeds = self.game_made.seeds
        return [(seed, 1.0 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        world = self.world
        return [] if world is None or world.state.to_act() != player else sorted(world.codes)

    def _apply_action(self, action: int) -> None:
        if self.world is None:
            self._begin(action)
            return
        world = self.world
        if action not in world.codes:
            raise ValueError(f"the action {action} is not legal here")
        events = world.state.act(world.actions[world.codes.index(action)])
        world.samplers = {}
        for seat, past in enumerate(world.past):
            news = seen_of(events, seat)
            if news:
                world.past[seat] = chained(past, news)
            self.log.seen[seat] += news
        self._look(world)

    def _begin(self, seed: int) -> None:
        made = self.game_made
        state = made.orrery.new(made.setup, Fate(seed))
        opening = state.opening()
        first = state.view(None)
        again = state.view(None)
        fixed = {key: first[key] for key in first if isinstance(first[key], dict) and first[key] is again[key]}
        self.world = World(state, [chained("", opening)] * made.seats, fixed)
        self.log = Log([list(opening) for _ in range(made.seats)])
        self._look(self.world)

    def _look(self, world: World) -> None:
        over = world.state.to_act() is None
        world.actions = [] if over else world.state.actions()
        world.codes = [] if over else self.game_made.codec.codes(world.state)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        world = self.world
        if world is not None and action in world.codes:
            return world.state.word(world.actions[world.codes.index(action)])
        return self.game_made.codec.name_of(action)

    def is_terminal(self) -> bool:
        """Is the match over?"""
        return self.world is not None and self.world.state.to_act() is None

    def returns(self) -> list[float]:
        """As in all adapters: zero in sum, nothing before the end."""
        seats = self.game_made.seats
        if self.world is None or not self.is_terminal():
            return [0.0] * seats
        return returns(self.world.state.result(), seats)

    def observation_string(self, player: int | None = None) -> str:
        """The view of a player as JSON, without what stays the same through the match."""
        world = self.world
        if world is None:
            return "before the match"
        seat = self.current_player() if player is None else player
        view = world.state.view(seat if seat >= 0 else None)
        return canonical({key: value for key, value in view.items() if world.fixed.get(key) is not value})

    def information_state_string(self, player: int | None = None) -> str:
        """What a player sees, and the hash of all that the player has seen. In a world that was drawn for somebody else
        nothing is known of the player's past: there it is what the player sees.
        """
        world = self.world
        if world is None:
            return "before the match"
        seat = self.current_player() if player is None else player
        past = world.past[seat] if seat >= 0 else ""
        return f"seat {seat} after {past}: {self.observation_string(seat)}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OrreryState:
        """A world that the player cannot tell from this one, as likely as it is for the player, with dice of its own.

        It depends on what the player has seen and on the numbers of `sampler` (each from 0 to below 1), on nothing
        else. It has no history: it is for searches, not for keeping.
        """
        world = self.world
        if world is None:
            return self.clone()  # type: ignore[no-any-return]
        made = self.game_made
        if self.drawn_for not in (None, player):
            raise ValueError(f"this world was drawn for player {self.drawn_for}: only that one's past is known in it")
        fate = Fate(int(sampler() * (1 << 31)) << 31 | int(sampler() * (1 << 31)))
        sampler_here = world.samplers.get(player)
        if sampler_here is None:
            sampler_here = made.orrery.sampler(world.state.view(player), self.log.seen[player])
            world.samplers[player] = sampler_here
        drawn = sampler_here.draw(fate)
        other = made.new_initial_state()
        past = [IMAGINED] * made.seats
        past[player] = world.past[player]
        other.world = World(drawn, past, {key: drawn.view(None)[key] for key in world.fixed})
        other.log = Log([self.log.seen[seat][:] if seat == player else [] for seat in range(made.seats)])
        other.drawn_for = player
        other._look(other.world)
        return other

    def __str__(self) -> str:
        """What everybody may know, and what was done."""
        if self.world is None:
            return "before the match"
        view = self.world.state.view(None)
        return canonical({key: value for key, value in view.items() if self.world.fixed.get(key) is not value})


def chained(past: str, news: list[JsonObject]) -> str:
    """The hash of a past and what came after it."""
    return hashlib.sha256((past + canonical(news)).encode()).hexdigest()[:32]


class Observer:
    """What OpenSpiel asks of a player's view: `tensor`, the same by part in `dict`, and as a string."""

    def __init__(self, codec: Codec, recalls: bool) -> None:
        self.codec = codec
        self.recalls = recalls
        self.tensor = np.zeros(codec.length, np.float32)
        self.dict: dict[str, Any] = {}
        for part in codec.parts:
            start = codec.starts[part.name]
            self.dict[part.name] = self.tensor[start : start + part.length].reshape(part.rows, len(part.fields))

    def set_from(self, state: OrreryState, player: int) -> None:
        """Shows what a player sees."""
        world = state.world
        if world is None:
            self.tensor.fill(0)
        else:
            row = self.codec.observe(world.state.view(player), player)
            self.tensor[:] = np.frombuffer(row, dtype=np.int16)

    def string_from(self, state: OrreryState, player: int) -> str:
        """The same as text, with the past where the observer recalls it."""
        return state.information_state_string(player) if self.recalls else state.observation_string(player)


__all__ = ["Observer", "OrreryGame", "OrreryState", "Play", "name_of", "register"]
