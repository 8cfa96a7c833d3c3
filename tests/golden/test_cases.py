"""The scenario cases of all games, by name; each names its clause in the file itself."""

from __future__ import annotations

import pytest

from golden.runner import Json, read_cases, run_case
from orrery.games import game_names

CASES = {game: read_cases(game) for game in game_names()}
ALL = [case for cases in CASES.values() for case in cases]


@pytest.mark.parametrize("case", ALL, ids=[f"{case['game']} {case['name']}" for case in ALL])
def test_the_referee_answers_a_case_as_it_expects(case: Json) -> None:
    assert run_case(case) == []


@pytest.mark.parametrize("game", CASES)
def test_a_case_has_a_name_of_its_own(game: str) -> None:
    assert CASES[game] and len({case["name"] for case in CASES[game]}) == len(CASES[game])
    assert {case["game"] for case in CASES[game]} == {game}
