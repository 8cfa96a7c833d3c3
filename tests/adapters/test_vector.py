"""Many matches at once are the same matches as one by one, however many processes play them."""

from __future__ import annotations

from types import ModuleType

import pytest

from adapters.walks import GAMES
from orrery.adapters.play import Play


@pytest.mark.parametrize("name", GAMES)
def test_matches_do_not_depend_on_the_number_of_processes(vector: ModuleType, name: str) -> None:
    import numpy as np

    def trace(processes: int) -> list[bytes]:
        found: list[bytes] = []
        with vector.VectorEnv(name, 6, processes, seats=2) as env:
            env.reset(seed=11)
            for _ in range(60):
                assert (env.mask.sum(axis=1) == env.count).all()
                env.step(env.sample())
                found += [array.tobytes() for array in (env.observation, env.mask, env.seat, env.over, env.returns)]
            assert env.steps == 360
        return found

    assert trace(1) == trace(2)
    assert np.int16 is not None


def test_a_match_that_ends_says_so_and_the_next_one_follows(vector: ModuleType) -> None:
    with vector.VectorEnv("vediic", 4, 2, seats=2, options={"max_rounds": 1}) as env:
        env.reset(seed=1)
        ended = 0
        for _ in range(400):
            env.step(env.sample())
            ended += int(env.over.sum())
            assert (env.returns[~env.over] == 0).all()
            assert abs(env.returns.sum(axis=1)).max() < 1e-9
            assert env.mask.any(axis=1).all()
        assert ended > 8


def test_what_is_shown_is_what_a_single_match_shows(vector: ModuleType) -> None:
    with vector.VectorEnv("space_editor", 2, 1) as env:
        env.reset(seed=3)
        play = Play("space_editor")
        play.begin(3)
        for _ in range(30):
            assert play.seat == env.seat[0]
            assert env.observation[0].tolist() == play.observe(play.seat).tolist()
            assert env.legal[0, : env.count[0]].tolist() == play.codes
            chosen = env.sample()
            play.act(int(chosen[0]))
            env.step(chosen)
            if play.seat is None:
                break


def test_an_illegal_action_in_one_match_is_told_with_its_reason(vector: ModuleType) -> None:
    env = vector.VectorEnv("vediic", 2, 2)
    env.reset(seed=3)
    with pytest.raises(ValueError, match="there are 1 actions for 2 matches"):
        env.step(env.sample()[:1])
    wrong = env.sample()
    wrong[1] = env.codec.size + 5
    with pytest.raises(vector.WorkerFailed, match="they go from 0 to"):
        env.step(wrong)
    with pytest.raises(ValueError, match="is closed"):
        env.reset()


def test_wrong_numbers_are_refused(vector: ModuleType) -> None:
    with pytest.raises(ValueError, match="there must be one at least"):
        vector.VectorEnv("vediic", 0)
    with pytest.raises(ValueError, match="from 1 to 2"):
        vector.VectorEnv("vediic", 2, 3)
