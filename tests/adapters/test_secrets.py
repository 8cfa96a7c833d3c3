"""Nothing that a seat may not know is in the numbers: worlds that it cannot tell apart give the same observation, the
same mask, the same features, and the same worlds by the same luck.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from adapters.walks import GAMES, SECRETIVE, SETUPS, Moment, walk
from known import known
from needs import missing
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import State
from orrery.core.notation import digest


def worlds_of(moment: Moment, luck: Fate, count: int) -> list[State]:
    """Worlds that the seat to act cannot tell from the true one, and that are not the true one."""
    sampler = moment.game.sampler(moment.state.view(moment.seat), moment.seen[moment.seat])
    true = digest(moment.state.position())
    drawn = [sampler.draw(luck) for _ in range(count)]
    return [world for world in drawn if digest(world.position()) != true]


@pytest.mark.parametrize(("name", "number"), SETUPS)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_numbers(name: str, number: int) -> None:
    game = known(name)
    options = game.trials()[number]
    luck = Fate(number)
    compared = 0
    for seed in range(12):
        for step, moment in enumerate(walk(game, options, 70 + seed, 700, SECRETIVE)):
            if step % 3 or (compared > 60 and step % 30):
                continue
            codec, seat = moment.codec, moment.seat
            row = codec.observe(moment.state.view(seat), seat)
            codes = sorted(codec.codes(moment.state))
            for world in worlds_of(moment, luck, 3):
                compared += 1
                assert world.to_act() == seat
                assert codec.observe(world.view(seat), seat) == row, f"step {step}: the observation tells a secret"
                assert sorted(codec.codes(world)) == codes, f"step {step}: the mask tells a secret"
        if compared > 5:
            break
    assert compared > 5 or nothing_is_hidden(options)


def nothing_is_hidden(options: JsonObject) -> bool:
    """In Vediic with open hands, or where the two that a card passes between are all."""
    return options.get("hands") == "open" or (options.get("players") == 2 and "max_rounds" in options)


@pytest.mark.parametrize("name", GAMES)
def test_resampling_depends_on_what_the_player_has_seen_and_on_luck_alone(name: str) -> None:
    """The law by which OpenSpiel draws worlds: from two worlds that a player cannot tell apart, the same luck draws the
    same world, and what the player has seen is the same string.
    """
    spiel = _spiel()
    import pyspiel

    spiel.register()
    options = {"vediic": "(seats=3)"}.get(name, "")
    game = pyspiel.load_game(spiel.name_of(name) + options)
    compared = Counter[bool]()
    for seed in range(8):
        state = game.new_initial_state()
        state.apply_action(seed)
        luck = Fate(seed)
        for step in range(400):
            if state.is_terminal() or compared[True] >= 8:
                break
            player = state.current_player()
            if step % 5 == 4:
                other = state.resample_from_infostate(player, _numbers(seed + step))
                differs = digest(other.world.state.position()) != digest(state.world.state.position())
                compared[differs] += 1
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.legal_actions() == state.legal_actions()
                assert other.observation_tensor(player) == state.observation_tensor(player)
                for first in range(3):
                    drawn = [each.resample_from_infostate(player, _numbers(first)) for each in (state, other)]
                    positions = [each.world.state.position() for each in drawn]
                    assert positions[0] == positions[1], f"step {step}: the law of worlds tells a secret"
            legal = state.legal_actions()
            for words in SECRETIVE:
                legal = [code for code in legal if state.action_to_string(player, code).startswith(words)] or legal
            state.apply_action(legal[luck.draw(len(legal))])
    assert compared[True] >= 3


@pytest.mark.parametrize("name", GAMES)
def test_features_of_actions_are_made_of_the_observation(name: str) -> None:
    arrays = _arrays()
    game = known(name)
    luck = Fate(3)
    compared = 0
    for step, moment in enumerate(walk(game, game.trials()[0], 70, 700, SECRETIVE)):
        if step % 4:
            continue
        features = arrays.Features(moment.codec)
        seat = moment.seat

        def table(state: State, moment: Moment = moment, seat: int = seat, features: Any = features) -> Any:
            codes = sorted(moment.codec.codes(state))
            return features.of(codes, arrays.as_row(moment.codec.observe(state.view(seat), seat)))

        true = table(moment.state)
        assert true.shape == (len(moment.state.actions()), features.width) and len(features.names) == features.width
        for world in worlds_of(moment, luck, 4):
            compared += 1
            assert (table(world) == true).all()
    assert compared > 3


def _numbers(seed: int) -> Any:
    """Numbers from 0 to 1, always the same."""
    luck = Fate(seed)
    return lambda: luck.draw(1 << 31) / (1 << 31)


def _spiel() -> Any:
    try:
        from orrery.adapters import spiel
    except ImportError as error:
        missing(str(error))
    return spiel


def _arrays() -> Any:
    try:
        from orrery.adapters import arrays
    except ImportError as error:
        missing(str(error))
    return arrays
