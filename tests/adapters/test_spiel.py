"""OpenSpiel takes the games as its own: its simulations, its serialisation, its search."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from adapters.walks import GAMES
from orrery.core.fate import Fate


def load(name: str, short: bool = False) -> Any:
    import pyspiel

    parameters: dict[str, Any] = {"seats": 2}
    if short:
        parameters["options"] = {"vediic": '{"max_rounds": 2}', "five_spheres": '{"max_turns": 4}'}.get(name, "")
    return pyspiel.load_game(f"orrery_{name}", parameters)


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations_with_serialisation_pass(spiel: ModuleType, name: str) -> None:
    import pyspiel

    game = load(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state = game.new_initial_state()
    for _ in range(12):
        state.apply_action(state.legal_actions()[-1])
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.history() == state.history() and str(again) == str(state)
    assert [again.information_state_string(seat) for seat in range(2)] == [
        state.information_state_string(seat) for seat in range(2)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_search_plays(spiel: ModuleType, name: str) -> None:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    game = load(name, short=True)
    chance = np.random.RandomState(1)
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1, chance), uct_c=1.5, max_simulations=3, random_state=chance)
    state = game.new_initial_state()
    state.apply_action(4)
    decided = 0
    luck = Fate(1)
    while not state.is_terminal() and decided < 6:
        if state.current_player() == 0:
            action = bot.step(state)
            decided += len(state.legal_actions()) > 1
        else:
            action = state.legal_actions()[luck.draw(len(state.legal_actions()))]
        assert action in state.legal_actions()
        state.apply_action(action)
    assert decided >= 3
    assert state.history()[0] == 4 and not isinstance(state, pyspiel.SpielError)


def test_a_clone_goes_on_by_itself(spiel: ModuleType) -> None:
    state = load("vediic").new_initial_state()
    state.apply_action(9)
    before = state.information_state_string(0)
    other = state.clone()
    for _ in range(30):
        other.apply_action(other.legal_actions()[0])
    assert state.information_state_string(0) == before != other.information_state_string(0)


def test_a_drawn_world_has_dice_of_its_own(spiel: ModuleType) -> None:
    """Else a search would see the dice to come."""
    state = load("vediic").new_initial_state()
    state.apply_action(2)
    futures = set()
    for first in range(8):
        luck = Fate(first)
        world = state.resample_from_infostate(state.current_player(), lambda luck=luck: luck.draw(1000) / 1000)
        for _ in range(4):
            world.apply_action(world.legal_actions()[0])
        futures.add(world.observation_string(0))
    assert len(futures) > 1


def test_a_world_that_was_drawn_for_one_is_not_drawn_again_for_another(spiel: ModuleType) -> None:
    state = load("space_editor").new_initial_state()
    state.apply_action(2)
    player = state.current_player()
    world = state.resample_from_infostate(player, lambda: 0.5)
    assert world.resample_from_infostate(player, lambda: 0.25).current_player() == player
    with pytest.raises(ValueError, match=f"drawn for player {player}"):
        world.resample_from_infostate(1 - player, lambda: 0.5)


def test_wrong_parameters_are_refused_with_what_would_be_right(spiel: ModuleType) -> None:
    import pyspiel

    for parameters, sentence in (
        ({"options": "max_rounds"}, "right is JSON"),
        ({"options": "[1]"}, "is no object"),
        ({"seeds": 0}, "there must be a match at least"),
        ({"options": '{"max_round": 1}'}, "max_round"),
    ):
        with pytest.raises(Exception, match=sentence):
            pyspiel.load_game("orrery_vediic", parameters)


def test_what_a_player_observes_has_named_parts(spiel: ModuleType) -> None:
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = load("vediic")
    observer = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False))
    state = game.new_initial_state()
    state.apply_action(1)
    observer.set_from(state, 0)
    assert observer.dict["players"].shape == (2, len(game.codec.parts[1].fields))
    assert observer.string_from(state, 0) == state.observation_string(0)
    assert state.observation_tensor(0) == observer.tensor.tolist()
