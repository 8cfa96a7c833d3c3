"""Random agents through PettingZoo: `python examples/pettingzoo_run.py [GAME [MATCHES]]`.

Needs `pip install 'orrery[rl]'`. An agent of yours goes where the action is drawn: it gets the observation, a row of
numbers whose parts have names, and the mask of what is legal.
"""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np

from orrery.adapters import pettingzoo


def main(game: str = "vediic", matches: int = 3) -> Counter[str]:
    """Plays the matches and tells who won how often."""
    env = pettingzoo.env(game)
    chance = np.random.default_rng(7)
    won: Counter[str] = Counter()
    for seed in range(matches):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            if over:
                won[agent] += reward > 0
                env.step(None)
                continue
            env.step(int(chance.choice(observation["action_mask"].nonzero()[0])))
    print(f"{game}: {', '.join(f'{agent} won {won[agent]}' for agent in env.possible_agents)} of {matches}")
    return won


if __name__ == "__main__":
    main(*sys.argv[1:2], *(int(word) for word in sys.argv[2:3]))
