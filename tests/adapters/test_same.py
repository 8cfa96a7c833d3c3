"""All adapters play the same match as the bare engine, and it is the one that is stored."""

from __future__ import annotations

from types import ModuleType

import pytest

from adapters.walks import GAMES
from known import known
from orrery.adapters.play import Play, complete, returns
from orrery.bots.bot import Bot, Clock
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match


class Scripted(Bot):
    """Does what it is told."""

    script: list[str]

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        return self.script.pop(0)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_trajectory_gives_the_same_views_and_results_everywhere(
    pettingzoo: ModuleType, gymnasium: ModuleType, spiel: ModuleType, vector: ModuleType, name: str
) -> None:
    import pyspiel

    seed = 21
    game = known(name)
    options = complete(game, None, 2)
    match = Match.new(game, options, seed)
    luck = Fate(seed)
    script: list[tuple[int, str]] = []
    rehearsal = Match.new(game, options, seed)
    while (seat := rehearsal.to_act()) is not None:
        word = rehearsal.actions()[luck.draw(len(rehearsal.actions()))]
        script.append((seat, word))
        rehearsal.act(word)
    aec = pettingzoo.env(name, seats=2)
    aec.reset(seed=seed)
    state = pyspiel.load_game(spiel.name_of(name), {"seats": 2}).new_initial_state()
    state.apply_action(seed)
    bot = Scripted(game, "scripted")
    bot.script = [word for seat, word in script if seat == 1]
    gym = gymnasium.env(name, opponents=bot, seats=2)
    observation, _ = gym.reset(seed=seed)
    reward, over = 0.0, False
    with vector.VectorEnv(name, 1, seats=2) as many:
        many.reset(seed=seed)
        for seat, word in script:
            codec = aec.codec
            words = aec.play.words()
            assert list(words) == match.actions()
            row = codec.observe(match.view(seat), seat).tolist()
            assert aec.agent_selection == f"seat_{seat}" and aec.observe(f"seat_{seat}")["observation"].tolist() == row
            assert state.current_player() == seat and state.observation_tensor(seat) == row
            assert many.seat[0] == seat and many.observation[0].tolist() == row
            mask = sorted(words.values())
            assert aec.legal() == state.legal_actions() == many.mask[0].nonzero()[0].tolist() == mask
            code = words[word]
            assert state.action_to_string(seat, code) == word
            if seat == 0:
                assert observation.tolist() == row and gym.legal() == mask and not over
                observation, reward, over, _, _ = gym.step(code)
            match.act(word)
            aec.step(code)
            state.apply_action(code)
            many.step([code])
        earned = returns(match.result(), 2)
        assert over and many.over[0] and state.is_terminal()
        assert reward == earned[0] and state.returns() == earned and many.returns[0].tolist() == earned
        assert [aec.rewards[f"seat_{seat}"] for seat in range(2)] == earned
    assert bot.script == []


@pytest.mark.parametrize("name", GAMES)
def test_the_stored_playthrough_is_played_again(spiel: ModuleType, name: str) -> None:
    from adapters import make_playthroughs

    stored = (make_playthroughs.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert make_playthroughs.playthrough(name) == stored


def test_who_wins_alone_gets_one_and_winners_share() -> None:
    class Ended:
        def __init__(self, winners: list[int]) -> None:
            self.winners = winners

    assert returns(Ended([1]), 2) == [-1, 1]  # type: ignore[arg-type]
    assert returns(Ended([0, 1]), 2) == [0, 0]  # type: ignore[arg-type]
    assert returns(Ended([0]), 3) == pytest.approx([1, -0.5, -0.5])  # type: ignore[arg-type]
    assert returns(Ended([0, 2]), 4) == pytest.approx([1 / 3, -1 / 3, 1 / 3, -1 / 3])  # type: ignore[arg-type]
    assert returns(Ended([]), 2) == [0, 0]  # type: ignore[arg-type]


def test_a_match_may_be_played_by_words() -> None:
    play = Play("vediic", seats=2)
    play.begin(1)
    word = next(iter(play.words()))
    assert play.act_word(word)
    with pytest.raises(ValueError, match="'fly' is not legal here"):
        play.act_word("fly")
