"""The small changes of a board: each keeps the chart and the conditions on its colours, and has its own name."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from random import Random

import pytest

from marks import clause
from orrery.core.cards.tweaks import Tweak
from orrery.core.data import DataFault
from orrery.games.vediic.board import Board, parse_board
from orrery.games.vediic.tweaks import BoardTweaks, breaches

TWEAKS = BoardTweaks()
SHIPPED = Path(str(resources.files("orrery.games.vediic"))) / "data" / "boards" / "kundli-1.json"


@pytest.fixture(scope="module")
def every() -> list[Tweak]:
    return TWEAKS.of(None, [])


def made(tweaks: list[Tweak], target: Path) -> Board:
    file = TWEAKS.apply(None, tweaks, target)
    return parse_board(file.read_text(encoding="utf-8"), file.name)


@clause("VE-2.3", "VE-2.5")
def test_each_tweak_makes_a_board_that_breaks_nothing(every: list[Tweak], tmp_path: Path) -> None:
    names = set()
    few = Random(1).sample(every, 25)
    for i, tweak in enumerate(few):
        board = made([tweak], tmp_path / str(i))
        assert breaches(board.source) == set(), tweak.said["en"]
        assert TWEAKS.breaks(None, [tweak]) == []
        names.add(board.name)
    assert len(names) == len(few)
    assert {tweak.field for tweak in every} == {"color", "swap", "retrograde"}


def test_only_colours_houses_and_the_name_change(every: list[Tweak], tmp_path: Path) -> None:
    before = json.loads(SHIPPED.read_text(encoding="utf-8"))
    swap = next(tweak for tweak in every if tweak.field == "swap")
    after = made([swap], tmp_path).source
    assert after["name"].startswith("kundli-1-")
    assert [house["polygon"] for house in after["houses"]] == [house["polygon"] for house in before["houses"]]
    colors = [
        sorted(tile["color"] for house in board["houses"] for tile in house["tiles"]) for board in (before, after)
    ]
    assert colors[0] == colors[1]


def test_an_r_moves_with_all_that_tells_of_it(every: list[Tweak], tmp_path: Path) -> None:
    turning = next(tweak for tweak in every if tweak.field == "retrograde")
    board = made([turning], tmp_path)
    assert board.source["retrograde"][turning.card] == int(turning.after)
    assert board.source["houses"][int(turning.after) - 1]["retrograde"] == turning.card
    assert turning.said["en"] == f"R of {turning.card}: house {turning.before} -> {turning.after}"


def test_changes_that_do_not_go_together_are_told(every: list[Tweak]) -> None:
    found = [
        line
        for i, first in enumerate(every[:8])
        for second in every[:i]
        if not first.collides(second)
        for line in TWEAKS.breaks(None, [first, second])
    ]
    assert any("too few or too many tiles; right are 5 or 6" in line for line in found)


def test_the_same_board_without_changes_keeps_its_name_and_its_bytes(tmp_path: Path) -> None:
    file = TWEAKS.apply(SHIPPED, [], tmp_path)
    assert file.name == "kundli-1.json"
    assert file.read_bytes() == SHIPPED.read_bytes()


def test_what_is_no_board_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataFault, match="this is no board file"):
        TWEAKS.of(tmp_path / "none.json", [])
