"""Comparisons: what is changed is found, nothing is found where nothing changed, and the figures are the same however
they are played.
"""

from __future__ import annotations

import re
import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from orrery.core.data import JsonObject
from orrery.games import game_named
from orrery.lab.diff import AFTER, BEFORE, Diff, changes, plan
from orrery.lab.running import Run
from orrery.lab.sheets import Figure, Table, Verdict
from orrery.lab.variants import BadVariant, Variant, variant_of


def made(
    game: str, before: list[str], after: list[str], bot: str = "random", matches: int = 24, **more: object
) -> Diff:
    """A small comparison."""
    found = game_named(game)
    assert found is not None
    wishes: JsonObject = {"modes": [], "decks": [], "line": "orrery lab diff", **more}
    return plan(variant_of(found, BEFORE, before), variant_of(found, AFTER, after), [bot], matches=matches, **wishes)


def played(diff: Diff, processes: int = 1) -> Diff:
    with Run(diff.experiment, processes) as run:
        diff.run(run)
    return diff


def table_of(diff: Diff, key: str) -> Table:
    return next(table for section in diff.sheet().sections for table in section.tables if table.key == key)


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A copy of the set in which a star of fire has many more points."""
    with as_file(files("orrery.games.space_editor") / "data" / "sets" / "first_light") as ours:
        shutil.copytree(ours, tmp_path / "mine")
    file = tmp_path / "mine" / "fire.toml"
    text = file.read_text(encoding="utf-8")
    text, count = re.subn(r"(?m)^vp = ([1-9])$", lambda found: f"vp = {int(found[1]) + 20}", text)
    assert count > 5
    file.write_text(text, encoding="utf-8")
    return tmp_path / "mine"


def test_a_change_that_changes_nothing_gives_exactly_zero(tmp_path: Path) -> None:
    with as_file(files("orrery.games.space_editor") / "data" / "sets" / "first_light") as ours:
        shutil.copytree(ours, tmp_path / "copy")
    diff = played(made("space_editor", [], [str(tmp_path / "copy")], modes=["half"], decks=["water", "fire"]))
    [row] = table_of(diff, "shares").rows
    difference = row["difference"]
    assert isinstance(difference, Figure)
    assert difference.value == 0.0 and difference.low is not None and difference.low < 0.0
    assert diff.question["changes"] == []
    assert "Nothing differs" in diff.sheet().sections[0].said[0]["en"]


def test_a_planted_change_is_found_and_named(changed: Path) -> None:
    diff = played(
        made("space_editor", [], [str(changed)], "greedy", 200, modes=["half"], decks=["water", "fire"]), processes=2
    )
    [row] = table_of(diff, "shares").rows
    verdict, difference = row["verdict"], row["difference"]
    assert isinstance(verdict, Verdict) and isinstance(difference, Figure)
    # The share is that of water, the left deck: fire has become stronger.
    assert verdict.word == "worse", row
    assert difference.value is not None and difference.value < -0.1
    assert diff.panel.pairings[diff.lines[0].key].estimate.count < 60, "it stops when it knows"
    rows = table_of(diff, "changes").rows
    assert rows and all(row["field"] == "vp" for row in rows)
    assert any("Noon Crown" in str(row["what"]) for row in rows)


def test_strengths_are_drawn_one_below_the_other_and_told_apart_by_a_legend() -> None:
    game = game_named("space_editor")
    assert game is not None
    before, after = variant_of(game, BEFORE, []), variant_of(game, AFTER, ["split=forbid"])
    wishes: JsonObject = {"line": "", "modes": ["half"], "decks": ["water", "fire", "wind"], "matches": 2}
    sheet = played(plan(before, after, ["random", "mcts:1"], **wishes)).sheet()
    [plot] = [plot for section in sheet.sections for plot in section.plots]
    assert list(plot.series) == ["random", "mcts:1"] and len(plot.rows) == 3
    rows = next(table for section in sheet.sections for table in section.tables if table.key == "shares").rows
    for mark in plot.rows:
        of_pairing = {row["bot"]: row["difference"] for row in rows if row["pairing"] == mark.name}
        assert list(mark.figures) == [of_pairing[bot] for bot in plot.series]


@pytest.mark.parametrize(("rounds", "is_told"), [(1, False), (300, True)])
def test_what_pairing_was_good_for_is_told_only_where_it_was(rounds: int, is_told: bool) -> None:
    diff = made("space_editor", [], ["split=forbid"], modes=["half"], decks=["water", "fire"])
    [line] = diff.lines
    for kind in ((1, 2, 1, 2), (2, 2, 2, 2), (0, 2, 0, 2), (1, 2, 2, 2)):
        diff.panel.add(line.key, *kind, times=rounds)
    told = diff.sheet().notes[-1]
    assert "75% of the rounds ended alike" in told["en"] and "75%" in told["ja"]
    assert ("times as many matches" in told["en"]) == ("倍" in told["ja"]) == is_told


def test_the_figures_do_not_depend_on_the_number_of_processes(changed: Path) -> None:
    wishes = {"modes": ["half"], "decks": ["water", "wind", "fire"]}
    sheets = [
        played(made("space_editor", [], [str(changed)], matches=24, **wishes), processes).sheet().as_json()
        for processes in (1, 2)
    ]
    assert sheets[0] == sheets[1]


def test_the_same_luck_on_both_sides(changed: Path) -> None:
    """Only points differ, so players who do not look at them play the very same matches."""
    diff = made("space_editor", [], [str(changed)], modes=["full"], decks=["earth", "wind"])
    with Run(diff.experiment, 1) as run:
        pairs = zip(
            run.play(diff.experiment.sittings(0, range(6), "random")),
            run.play(diff.experiment.sittings(1, range(6), "random")),
            strict=True,
        )
        for (_, before), (_, after) in pairs:
            assert (before.shares, before.scores, before.actions) == (after.shares, after.scores, after.actions)


def test_a_ruling_is_compared_colour_by_colour() -> None:
    diff = played(made("vediic", [], ["hands=open"], "greedy", 4, modes=["2"]))
    rows = table_of(diff, "shares").rows
    assert len(rows) == 7
    assert all(isinstance(row["difference"], Figure) for row in rows)
    assert table_of(diff, "changes").rows[0]["field"] == "hands"


def test_a_deck_is_compared_against_the_field() -> None:
    diff = played(made("five_spheres", ["1"], ["2"], matches=4))
    names = [row["pairing"] for row in table_of(diff, "shares").rows]
    assert len(names) == 5 and all(isinstance(name, dict) and "the deck" in name["en"] for name in names)
    assert all(row["field"] == "copies" for row in diff.question["changes"])


@pytest.mark.parametrize(
    ("deck", "others"), [("water", ["wind", "earth", "fire"]), ("fire", ["water", "wind", "earth"])]
)
def test_a_deck_meets_the_ready_decks_that_it_can_meet(deck: str, others: list[str]) -> None:
    """No two seats of Space Editor have the same element."""
    game = game_named("space_editor")
    assert game is not None
    assert [setup.names for setup in variant_of(game, BEFORE, [deck]).setups(["half"])] == [
        ["deck", other] for other in others
    ]
    with pytest.raises(BadVariant, match="no two seats have the same element"):
        variant_of(game, BEFORE, [deck]).setups(["half"], [deck])
    rest = sorted({*others} - {"earth"})
    diff = played(made("space_editor", [deck], ["earth"], matches=2, modes=["half"]))
    assert sorted(setup.names[1] for setup in diff.experiment.setups if setup.variant == AFTER) == sorted([*rest, deck])
    assert len(table_of(diff, "shares").rows) == len(rest), "only what both meet is compared"


@pytest.mark.parametrize(
    ("game", "words", "sentence"),
    [
        ("space_editor", ["nowhere/set"], "'nowhere/set' is not there"),
        ("space_editor", ["steam"], "'steam'"),
        ("space_editor", ["mode=quarter"], "mode"),
        ("vediic", ["water"], "'water' is not there; vediic takes a board file"),
        ("vediic", [__file__], "is no board file; vediic takes a board file"),
        (
            "vediic",
            [str(Path(__file__).parent)],
            f"{Path(__file__).parent}: vediic is played with no cards but its own",
        ),
        ("five_spheres", ["1", "2"], "has a deck already"),
        ("five_spheres", ["towers=99"], "towers"),
    ],
)
def test_words_that_make_no_variant_are_refused_with_a_sentence(game: str, words: list[str], sentence: str) -> None:
    with pytest.raises(BadVariant) as fault:
        made(game, [], words) if len(words) == 1 and "=" in words[0] else made(game, words, words)
    assert sentence in str(fault.value)


def test_a_deck_is_compared_with_a_deck() -> None:
    with pytest.raises(BadVariant, match="a deck is compared with a deck"):
        made("five_spheres", [], ["2"])


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"modes": ["both"]}, "no mode 'both'"),
        ({"decks": ["ice"]}, "no deck"),
        ({"decks": ["water"]}, "a match is of two decks, and here is only water; there are water, wind, earth, fire"),
    ],
)
def test_modes_and_decks_that_are_not_there_are_named(wish: JsonObject, sentence: str) -> None:
    with pytest.raises(BadVariant, match=sentence):
        made("space_editor", [], ["face_down=shown"], **wish)


def test_what_was_changed_is_told_field_by_field(changed: Path) -> None:
    game = game_named("space_editor")
    assert game is not None
    before, after = Variant(game, BEFORE), variant_of(game, AFTER, [str(changed), "split=forbid"])
    rows = changes(before, after)
    assert {"what": {"en": "136 Noon Crown", "ja": "136 真昼の冠"}, "field": "vp", "before": "6", "after": "26"} in rows
    assert rows[-1]["field"] == "split" and rows[-1]["after"] == "forbid"
