"""Answers to questions about a position have the shapes that the games declare."""

from __future__ import annotations

import pytest

from known import known
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games import game_names
from orrery.server.workers.answers import Asked, told


@pytest.mark.parametrize("name", game_names())
def test_answers_fit_the_shapes_of_the_game(name: str) -> None:
    game = known(name)
    shapes = game.guide().shapes()
    assert shapes is not None and "score" in shapes.answers
    dice = Fate(3)
    for options in game.trials()[:4]:
        match = Match.new(game, options, 5)
        while match.to_act() is not None and match.taken < 120:
            if match.taken % 20 == 0:
                for seat in (None, match.to_act()):
                    for question in shapes.answers:
                        seats, view, seen = match.state.seats(), match.view(seat), match.seen(seat)
                        answer = told(Asked(question, name, seats, match.number, seat, view, seen), 1.0)
                        assert shapes.fault_in_answer(question, answer) is None
            match.act(dice.pick(match.actions()))
