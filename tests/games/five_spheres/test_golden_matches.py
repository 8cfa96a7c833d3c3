"""The golden matches of Five Spheres have all modes and all ways to make a deck."""

from __future__ import annotations

from golden.make_matches import FOLDER, five_spheres_recipes, read
from orrery.games.five_spheres.rules.assembly import METHODS
from orrery.games.five_spheres.rules.state import MODES

NAMES = sorted(five_spheres_recipes())


def test_golden_matches_show_every_mode_and_every_assembly() -> None:
    options = [read(FOLDER / f"{name}.json")["options"] for name in NAMES]
    assert {row.get("mode", MODES[0]) for row in options} == set(MODES)
    assert {row.get("assembly", METHODS[0]) for row in options} == set(METHODS)
    assert {row.get("lords", 2) for row in options} == {2, 3, 4, 5, 6}
