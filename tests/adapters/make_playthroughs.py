"""Writes the stored playthroughs, one match of each game as OpenSpiel sees it:
`python tests/adapters/make_playthroughs.py`. Read each difference.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = Path(__file__).resolve().parent / "playthroughs"
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

import pyspiel  # noqa: E402 (it needs the paths above)

from orrery.adapters import spiel  # noqa: E402
from orrery.core.fate import Fate  # noqa: E402
from orrery.games import our_games  # noqa: E402

SEED = 77
LONGEST = 400


def short(text: str) -> str:
    """A hash to compare long texts by."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def playthrough(name: str) -> str:
    """A match of two by random actions, a line for each decision."""
    spiel.register()
    game: Any = pyspiel.load_game(spiel.name_of(name), {"seats": 2})
    state = game.new_initial_state()
    lines = [f"{spiel.name_of(name)} {game.num_distinct_actions()} actions, {game.observation_tensor_shape()} numbers"]
    state.apply_action(SEED)
    luck = Fate(SEED)
    for _ in range(LONGEST):
        if state.is_terminal():
            break
        player = state.current_player()
        legal = state.legal_actions()
        action = legal[luck.draw(len(legal))]
        infos = " ".join(short(state.information_state_string(seat)) for seat in range(2))
        tensor = short(str(state.observation_tensor(player)))
        said = f"{action} = {state.action_to_string(player, action)}"
        lines.append(f"{player}: {len(legal)} legal {short(str(legal))}, infos {infos}, tensor {tensor}: {said}")
        state.apply_action(action)
    lines.append(f"terminal {state.is_terminal()}, returns {state.returns()}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Writes the files."""
    FOLDER.mkdir(exist_ok=True)
    for game in our_games():
        (FOLDER / f"{game.name}.txt").write_text(playthrough(game.name), encoding="utf-8")


if __name__ == "__main__":
    main()
