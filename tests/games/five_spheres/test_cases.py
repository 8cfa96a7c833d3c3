"""The scenario cases of Five Spheres, by name; each names its clause in the file itself."""

from __future__ import annotations

import pytest

from golden.runner import Json, read_cases, run_case
from orrery.games.five_spheres import GAME

CASES = read_cases("five_spheres")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_referee_answers_a_case_as_it_expects(case: Json) -> None:
    assert run_case(case) == []


def test_a_case_has_a_name_of_its_own() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES)
    assert {case["game"] for case in CASES} == {GAME.name}
