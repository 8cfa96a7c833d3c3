"""The games as PettingZoo knows them: an AEC environment with action masks.

    from orrery.adapters import pettingzoo
    env = pettingzoo.env("vediic", seats=3)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Agents are `seat_0`, `seat_1` and so on. Rewards come at the end of a match and add up to 0.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from orrery.adapters import needs

needs("pettingzoo", "rl")

import numpy as np  # noqa: E402 (PettingZoo is asked for first)
from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402

from orrery.adapters.arrays import Features, Row, as_row, mask_of, parts_of  # noqa: E402
from orrery.adapters.play import IllegalCode, Play  # noqa: E402
from orrery.core.codec import HIGHEST  # noqa: E402
from orrery.core.data import JsonObject  # noqa: E402
from orrery.core.game import Game  # noqa: E402

Actions = Literal["codes", "features"]
MOST: Final = 512
"""How many actions a decision may have where actions are scored by their features."""


def env(
    game: Game | str,
    *,
    seats: int | None = None,
    options: JsonObject | None = None,
    observations: bool = True,
    actions: Actions = "codes",
    most: int = MOST,
    render_mode: str | None = None,
) -> OrreryAEC:
    """The environment of a game. `seats` and `options` as in `orrery options GAME`; left out, those with which people
    first meet the game.

    `observations=False`: the observation is one zero, for those who look at the state by themselves (or not at all).
    `actions="codes"`: an action is a code of the game's codec; `"features"`: it is a place in the list of legal actions
    by rising code, of which each has a row in the observation's `actions`.

    Raises ValueError for a game that is not there, BadOptions with what would be right.
    """
    return OrreryAEC(game, seats, options, observations, actions, most, render_mode)


class OrreryAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match of a game as an environment of PettingZoo. An illegal action is refused with ValueError, and nothing has
    changed then.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: JsonObject | None = None,
        observations: bool = True,
        actions: Actions = "codes",
        most: int = MOST,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if actions not in ("codes", "features"):
            raise ValueError(f"actions={actions!r}: right are 'codes' and 'features'")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: right are None and 'ansi'")
        self.play = Play(game, options, seats)
        codec = self.play.codec
        self.codec = codec
        name = f"{self.play.game.name}_v{self.play.game.version}"
        self.metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False, "name": name}
        self.render_mode = render_mode
        self.observations = observations
        self.features = Features(codec) if actions == "features" else None
        self.size = codec.size if self.features is None else most
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        length = codec.length if observations else 1
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-HIGHEST, HIGHEST, (length,), np.int16),
            "action_mask": spaces.Box(0, 1, (self.size,), np.int8),
        }
        if self.features is not None:
            shape = (most, self.features.width)
            parts["actions"] = spaces.Box(-HIGHEST, HIGHEST, shape, np.float32)
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.size) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.nothing = np.zeros(1, dtype=np.int16)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents: `observation`, `action_mask`, and `actions` if they have features."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The codes, or the places in the list of legal actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; of this seed it is the match that has it everywhere in Orrery. Without one, the next match."""
        self.play.begin(seed)
        agents = self.possible_agents
        self.agents = list(agents)
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        seat = self.play.seat
        assert seat is not None
        self.agent_selection = agents[seat]

    def legal(self) -> list[int]:
        """The actions that the mask allows the agent to move, rising."""
        codes = self.play.codes
        if self.features is None:
            return sorted(codes)
        if len(codes) > self.size:
            raise ValueError(
                f"there are {len(codes)} legal actions, and the environment was made with most={self.size}"
            )
        return list(range(len(codes)))

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; its mask allows nothing while others move."""
        seat = self.seat_of[agent]
        play = self.play
        moves = play.seat == seat
        if self.observations:
            row = as_row(play.observe(seat))
        else:
            row = self.nothing
        if self.features is None:
            return {"observation": row, "action_mask": mask_of(play.codes if moves else [], self.size)}
        codes = sorted(play.codes) if moves else []
        table = np.zeros((self.size, self.features.width), dtype=np.float32)
        if codes:
            self.legal()
            seen = row if self.observations else as_row(play.observe(seat))
            table[: len(codes)] = self.features.of(codes, seen)
        mask = np.zeros(self.size, dtype=np.int8)
        mask[: len(codes)] = 1
        return {"observation": row, "action_mask": mask, "actions": table}

    def parts(self, observation: Row) -> dict[str, Row]:
        """The named parts of an observation."""
        return parts_of(self.codec, observation)

    def step(self, action: int | None) -> None:
        """Carries out an action. Raises ValueError for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalCode(f"{agent} has to act: None is for agents whose match is over")
        play = self.play
        code = int(action)
        if self.features is not None:
            if not 0 <= code < len(play.codes):
                raise IllegalCode(f"there is no action {code}: the list of legal actions has {len(play.codes)}")
            code = sorted(play.codes)[code]
        play.act(code)
        seat = play.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            return
        rewards = play.returns()
        for i, each in enumerate(self.possible_agents):
            self.rewards[each] = self._cumulative_rewards[each] = rewards[i]
            self.terminations[each] = True
        self._deads_step_first()

    def render(self) -> str | None:
        """What everybody may know of the match, as a line of JSON."""
        return self.play.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""
