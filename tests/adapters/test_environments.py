"""PettingZoo's and Gymnasium's own tests pass for every game, and what goes wrong is said in a sentence."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from adapters.walks import GAMES
from orrery.bots.bot import UnknownBot
from orrery.bots.playing import Forfeit
from orrery.core.clause import BadOptions
from orrery.core.fate import Fate
from toys.high_card import HighCard


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("actions", ["codes", "features"])
def test_pettingzoos_own_tests_pass(
    pettingzoo: ModuleType, name: str, actions: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        # It would have plain arrays; with masks an observation is a dictionary, as PettingZoo's own card games have it.
        warnings.filterwarnings("ignore", message="Observation")
        api_test(pettingzoo.env(name, actions=actions), num_cycles=60)
        seed_test(lambda: pettingzoo.env(name, actions=actions), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_checker_passes(gymnasium: ModuleType, name: str) -> None:
    import gymnasium as library
    from gymnasium.utils.env_checker import check_env

    gymnasium.register()
    made = library.make(f"orrery/{name}-v{gymnasium.env(name).play.game.version}", opponents="random")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped, skip_render_check=True)
    assert made.spec is not None and made.reset(seed=1)[0].shape == made.observation_space.shape


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_played_to_its_end_and_rewards_add_up_to_nothing(pettingzoo: ModuleType, name: str) -> None:
    env = pettingzoo.env(name)
    env.reset(seed=3)
    luck = Fate(3)
    rewards: dict[str, float] = {}
    decisions = 0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        assert not truncated
        if terminated:
            rewards[agent] = reward
            assert not observation["action_mask"].any()
            env.step(None)
            continue
        decisions += 1
        legal = env.legal()
        assert observation["action_mask"].nonzero()[0].tolist() == legal
        assert set(env.parts(observation["observation"])) == {part.name for part in env.codec.parts}
        for other in env.agents:
            assert other == agent or not env.observe(other)["action_mask"].any()
        env.step(legal[luck.draw(len(legal))])
    assert decisions > 20 and sorted(rewards) == env.possible_agents
    assert sum(rewards.values()) == pytest.approx(0) and max(rewards.values()) > 0


def test_the_same_seed_is_the_same_match_and_the_next_one_another(pettingzoo: ModuleType) -> None:
    first, second = pettingzoo.env("space_editor"), pettingzoo.env("space_editor")
    first.reset(seed=5)
    second.reset(seed=5)
    assert first.play.state.position() == second.play.state.position()
    first.step(first.legal()[0])
    second.step(second.legal()[0])
    begun = first.play.state.position()
    assert begun == second.play.state.position()
    first.reset()
    second.reset()
    first.step(first.legal()[0])
    second.step(second.legal()[0])
    assert first.play.state.position() == second.play.state.position() != begun


def test_the_legal_actions_are_told_by_their_features(pettingzoo: ModuleType) -> None:
    env = pettingzoo.env("space_editor", actions="features", most=450)
    env.reset(seed=1)
    env.step(0)
    observation = env.observe(env.agent_selection)
    count = len(env.play.codes)
    assert observation["action_mask"].tolist() == [1] * count + [0] * (450 - count)
    names = env.features.names
    table = observation["actions"]
    assert not table[count:].any()
    hand = env.parts(observation["observation"])["hand"]
    for place, code in enumerate(sorted(env.play.codes)):
        slot, _, turn = env.codec.factors_of(code)
        assert table[place, names.index("verb_place")] == 1
        assert table[place, names.index("hand_card")] == hand[slot, 0]
        assert table[place, names.index("turn")] == turn / 4


def test_more_actions_than_an_environment_has_room_for_are_refused(pettingzoo: ModuleType) -> None:
    env = pettingzoo.env("space_editor", actions="features", most=2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="made with most=2"):
        env.observe(env.agent_selection)


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess'; there are five_spheres"),
        ({"game": "vediic", "actions": "words"}, "right are 'codes' and 'features'"),
        ({"game": "vediic", "render_mode": "human"}, "right are None and 'ansi'"),
        ({"game": "vediic", "seats": 9}, "seats"),
        ({"game": "vediic", "options": {"max_round": 3}}, "max_round"),
    ],
)
def test_a_wrong_environment_is_refused_with_what_would_be_right(
    pettingzoo: ModuleType, bad: dict[str, Any], sentence: str
) -> None:
    with pytest.raises((ValueError, BadOptions), match=sentence):
        pettingzoo.env(**bad)


def test_an_illegal_action_is_refused_and_changes_nothing(pettingzoo: ModuleType) -> None:
    env = pettingzoo.env("vediic")
    env.reset(seed=1)
    before = env.play.state.position()
    for wrong, sentence in ((5, "is not legal for seat"), (10**6, "they go from 0 to"), (None, "has to act")):
        with pytest.raises(ValueError, match=sentence):
            env.step(wrong)
    assert env.play.state.position() == before


def test_a_match_may_be_looked_at_as_text(pettingzoo: ModuleType, gymnasium: ModuleType) -> None:
    env = pettingzoo.env("vediic", render_mode="ansi")
    env.reset(seed=1)
    assert '"game":"vediic"' in env.render()
    seat = gymnasium.env("vediic", render_mode="ansi")
    seat.reset(seed=1)
    assert '"game":"vediic"' in seat.render()


def test_an_observation_may_be_left_out(pettingzoo: ModuleType) -> None:
    env = pettingzoo.env("vediic", observations=False)
    env.reset(seed=1)
    observation = env.observe(env.agent_selection)
    assert observation["observation"].tolist() == [0] and observation["action_mask"].any()
    assert env.observation_space(env.agent_selection).contains(observation)


def test_a_strangers_game_without_a_codec_is_an_environment_too(pettingzoo: ModuleType, gymnasium: ModuleType) -> None:
    env = pettingzoo.env(HighCard(), actions="features")
    luck = Fate(1)
    for seed in range(3):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            if env.last()[2]:
                env.step(None)
            else:
                env.step(env.legal()[luck.draw(len(env.legal()))])
    assert not env.agents
    seat = gymnasium.env(HighCard(), opponents="greedy")
    seat.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, _ = seat.step(seat.legal()[0])


# --- one seat ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 2])
def test_one_seat_is_played_against_bots_to_the_end(gymnasium: ModuleType, seat: int) -> None:
    env = gymnasium.env("vediic", opponents=["random", "greedy"], seat=seat, seats=3, options={"max_rounds": 4})
    luck = Fate(2)
    for seed in (1, 2):
        observation, info = env.reset(seed=seed)
        reward, over = 0.0, False
        while not over:
            assert env.play.seat == seat and env.observation_space.contains(observation)
            assert info["action_mask"].nonzero()[0].tolist() == env.legal()
            observation, reward, over, truncated, info = env.step(env.legal()[luck.draw(len(env.legal()))])
            assert not truncated
        assert reward in (1.0, -0.5, pytest.approx(0.25), 0.0) and env.legal() == []


def test_an_illegal_action_loses_the_match_or_is_refused(gymnasium: ModuleType) -> None:
    env = gymnasium.env("vediic")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(5)
    assert (reward, over) == (-1.0, True) and "is not legal for seat 0" in info["illegal"]
    with pytest.raises(ValueError, match="lost by an illegal action"):
        env.step(0)
    strict = gymnasium.env("vediic", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal for seat 0"):
        strict.step(5)


def test_wrong_opponents_and_seats_are_refused(gymnasium: ModuleType) -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'kasparov'"):
        gymnasium.env("vediic", opponents="kasparov")
    with pytest.raises(ValueError, match="2 opponents for the 1 other seats"):
        gymnasium.env("vediic", opponents=["random", "random"], seats=2)
    with pytest.raises(ValueError, match="the match has seats 0 to 1"):
        gymnasium.env("vediic", seat=2, seats=2)
    with pytest.raises(ValueError, match="right are 'forfeit' and 'raise'"):
        gymnasium.env("vediic", illegal="ignore")


def test_an_opponent_that_fails_is_no_victory(gymnasium: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "weak.py").write_text(
        "from orrery import Bot\nclass Weak(Bot):\n    def choose(self, *asked):\n        1 / 0\n"
    )
    env = gymnasium.env("vediic", opponents=f"{tmp_path}/weak.py:Weak", seats=2)
    with pytest.raises(Forfeit, match=r"weak\.py:Weak failed: line 4: ZeroDivisionError"):
        env.reset(seed=1)
        while True:
            env.step(env.legal()[0])


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("arrays", "numpy", "rl"),
        ("vector", "numpy", "rl"),
        ("pettingzoo", "pettingzoo", "rl"),
        ("gymnasium", "gymnasium", "rl"),
        ("spiel", "pyspiel", "spiel"),
    ],
)
def test_without_its_library_an_adapter_says_in_one_sentence_what_to_install(
    module: str, library: str, extra: str
) -> None:
    program = f"""
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "{library}" else real(name, package)
import orrery.adapters.{module}
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    sentence = f"this adapter needs {library}, which is not installed: pip install 'orrery[{extra}]'"
    assert done.returncode == 1 and last == f"orrery.adapters.Missing: {sentence}"


def test_nothing_else_asks_for_the_libraries() -> None:
    program = """
import sys
import orrery.adapters.play, orrery.cli.app, orrery.lab, orrery.referee, orrery.server, orrery.terminal
from orrery.core.fate import Fate
from orrery.games import our_games
[game.guide().codec(game.new(game.trials()[0], Fate(0))) for game in our_games()]
print(sorted({"numpy", "gymnasium", "pettingzoo", "pyspiel"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "[]\n", done.stderr
