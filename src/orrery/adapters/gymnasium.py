"""The games as Gymnasium knows them: one seat, and bots on the others.

    from orrery.adapters import gymnasium
    env = gymnasium.env("vediic", opponents="level2")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(env.legal()[0])

`info["action_mask"]` and `env.action_masks()` are the mask, as libraries for masked policies ask for it. An illegal
action loses the match (`illegal="forfeit"`) or is refused with ValueError (`illegal="raise"`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from orrery.adapters import needs

needs("gymnasium", "rl")

import gymnasium as gym  # noqa: E402 (Gymnasium is asked for first)
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402

from orrery.adapters.arrays import Mask, Row, as_row, mask_of, parts_of  # noqa: E402
from orrery.adapters.play import IllegalCode, Play  # noqa: E402
from orrery.bots.bot import Bot, NoLimit, make_bot, no_such_action  # noqa: E402
from orrery.core.codec import HIGHEST  # noqa: E402
from orrery.core.data import JsonObject  # noqa: E402
from orrery.core.fate import Fate  # noqa: E402
from orrery.core.game import Game  # noqa: E402
from orrery.games import game_names  # noqa: E402

Opponents = str | Bot | Sequence[str | Bot]
Illegal = Literal["forfeit", "raise"]

DICE: Final = 0x5EED
"""Opponents think with a fate of their own, apart from that of the match."""


def env(
    game: Game | str,
    *,
    opponents: Opponents = "random",
    seat: int = 0,
    seats: int | None = None,
    options: JsonObject | None = None,
    illegal: Illegal = "forfeit",
    render_mode: str | None = None,
) -> OrreryEnv:
    """One seat of a match as an environment. `opponents` is the name of a bot for all other seats (`random`, `greedy`,
    `level2`), a bot, or one for each of them in order; the rest is as for PettingZoo.

    Raises ValueError, UnknownBot or BadOptions with what would be right.
    """
    return OrreryEnv(game, opponents, seat, seats, options, illegal, render_mode)


def register() -> list[str]:
    """Makes `gymnasium.make("orrery/vediic-v1")` work, one name for each game and version of its rules; gives the
    names.
    """
    names: list[str] = []
    for name in game_names():
        version = Play(name).game.version
        known = f"orrery/{name}-v{version}"
        if known not in gym.registry:
            gym.register(known, entry_point="orrery.adapters.gymnasium:env", kwargs={"game": name})
        names.append(known)
    return names


class OrreryEnv(gym.Env[Row, np.int64]):
    """One seat of a match against bots. The observation is the codec's row; the mask is in `info`."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self,
        game: Game | str,
        opponents: Opponents = "random",
        seat: int = 0,
        seats: int | None = None,
        options: JsonObject | None = None,
        illegal: Illegal = "forfeit",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("forfeit", "raise"):
            raise ValueError(f"illegal={illegal!r}: right are 'forfeit' and 'raise'")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: right are None and 'ansi'")
        self.play = Play(game, options, seats, remembers=True)
        if not 0 <= seat < self.play.seats:
            raise ValueError(f"there is no seat {seat}: the match has seats 0 to {self.play.seats - 1}")
        self.seat = seat
        self.illegal = illegal
        self.render_mode = render_mode
        self.codec = self.play.codec
        self.bots = self._bots(opponents)
        self.dice = Fate(0)
        self.clock = NoLimit()
        self.forfeited = False
        self.observation_space = spaces.Box(-HIGHEST, HIGHEST, (self.codec.length,), np.int16)
        self.action_space = spaces.Discrete(self.codec.size)

    def _bots(self, opponents: Opponents) -> dict[int, Bot]:
        others = [other for other in range(self.play.seats) if other != self.seat]
        named = [opponents] * len(others) if isinstance(opponents, str | Bot) else list(opponents)
        if len(named) != len(others):
            raise ValueError(f"there are {len(named)} opponents for the {len(others)} other seats")
        game = self.play.game
        return {
            other: bot if isinstance(bot, Bot) else make_bot(bot, game)
            for other, bot in zip(others, named, strict=True)
        }

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """A new match, played on to the first decision of the seat. A match that is over before that is followed by the
        next one.
        """
        super().reset(seed=seed)
        self.play.begin(seed)
        self.forfeited = False
        while True:
            self.dice = Fate(self.play.next_seed() ^ DICE)
            self._others()
            if self.play.seat is not None:
                return self._observation(), self._info()
            self.play.begin()

    def step(self, action: np.int64 | int) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """The action of the seat, and all that the others do up to its next decision."""
        if self.forfeited:
            raise IllegalCode("the match is over: it was lost by an illegal action; only reset() goes on")
        play = self.play
        code = int(action)
        if code not in play.codes and self.illegal == "forfeit" and play.seat is not None:
            self.forfeited = True
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": play.why_not(code)}
        play.act(code)
        self._others()
        over = play.seat is None
        return self._observation(), play.returns()[self.seat], over, False, self._info()

    def _others(self) -> None:
        """The bots play until the seat decides, or the match is over."""
        play = self.play
        while play.seat is not None and play.seat != self.seat:
            seat = play.seat
            bot = self.bots[seat]
            words = play.words()
            dice = Fate(self.dice.draw(1 << 62))
            word = bot.choose(play.state.view(seat), play.seen[seat], list(words), dice, self.clock)
            if word not in words:
                raise ValueError(f"{bot.name}: {no_such_action(word, list(words))}")
            play.act(words[word])

    def _observation(self) -> Row:
        return as_row(self.play.observe(self.seat))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> Mask:
        """1 for every legal action; nothing after the end."""
        over = self.play.seat is None or self.forfeited
        return mask_of([] if over else self.play.codes, self.codec.size)

    def legal(self) -> list[int]:
        """The legal actions, rising."""
        return [] if self.forfeited else sorted(self.play.codes)

    def parts(self, observation: Row) -> dict[str, Row]:
        """The named parts of an observation."""
        return parts_of(self.codec, observation)

    def render(self) -> str | None:
        """What everybody may know of the match, as a line of JSON."""
        return self.play.text() if self.render_mode == "ansi" else None
