"""The small changes of a card set: each passes the set's own check, and a copy differs only in the numbers changed."""

from __future__ import annotations

import shutil
from importlib import resources
from pathlib import Path
from random import Random

import pytest

from orrery.core.cards.tweaks import UNKNOWN, Tweak
from orrery.core.data import DataFault
from orrery.games import game_named
from orrery.games.space_editor.cards.card import ELEMENTS
from orrery.games.space_editor.cards.tweaks import SetTweaks

TWEAKS = SetTweaks()
SHIPPED = Path(str(resources.files("orrery.games.space_editor"))) / "data" / "sets" / "first_light"


@pytest.fixture(scope="module")
def every() -> list[Tweak]:
    return TWEAKS.of(None, list(ELEMENTS))


def findings(folder: Path) -> list[str]:
    """What `orrery cards space_editor --check --set FOLDER` finds."""
    game = game_named("space_editor")
    assert game is not None
    catalogue = game.guide().catalogue(folder)
    assert catalogue is not None
    return catalogue.findings()


def spoiled(target: Path, old: str, new: str, file: str) -> Path:
    """A copy of the shipped set with one text replaced."""
    shutil.copytree(SHIPPED, target)
    text = (target / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (target / file).write_text(text.replace(old, new), encoding="utf-8")
    return target


def test_each_tweak_passes_the_check_of_the_set_alone(every: list[Tweak], tmp_path: Path) -> None:
    for i, tweak in enumerate(Random(1).sample(every, 15)):
        target = tmp_path / str(i) / "first_light"
        assert TWEAKS.apply(None, [tweak], target) == target
        assert findings(target) == [], tweak.said["en"]
        assert TWEAKS.breaks(None, [tweak]) == []


def test_every_deck_can_be_made_stronger_and_weaker(every: list[Tweak]) -> None:
    for element in ELEMENTS:
        worths = [tweak.worth for tweak in every if tweak.decks == [element]]
        assert min(worths) < 0 < max(worths)
    second = SHIPPED.parent.parent / "archive" / "first_light" / "2"
    assert any(tweak.worth == UNKNOWN and tweak.field == "vp, sides" for tweak in TWEAKS.of(second, ["earth"]))


def test_only_the_decks_asked_for_are_changed() -> None:
    assert {tuple(tweak.decks) for tweak in TWEAKS.of(None, ["fire"])} == {("fire",)}


def test_a_copy_keeps_every_other_line(every: list[Tweak], tmp_path: Path) -> None:
    fire = next(tweak for tweak in every if tweak.card == "139" and tweak.after == "4")
    earth = next(tweak for tweak in every if tweak.card == "103" and tweak.field == "sides")
    TWEAKS.apply(None, [fire, earth], tmp_path / "copy")
    changed = []
    for file in sorted(SHIPPED.iterdir()):
        before = file.read_bytes().split(b"\n")
        after = (tmp_path / "copy" / file.name).read_bytes().split(b"\n")
        assert len(before) == len(after)
        changed += [(file.name, old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert (("fire.toml", b"vp = 5", b"vp = 4")) in changed
    assert {name for name, _, _ in changed} == {"fire.toml", "earth.toml"}
    assert all(old.split(b" ")[0] in (b"vp", b"cost", b"sides") for _, old, _ in changed)
    assert len(changed) == len({(edit.place[1], edit.place[2]) for tweak in (fire, earth) for edit in tweak.edits})


def test_other_files_and_folders_are_copied_byte_by_byte(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    shutil.copytree(SHIPPED, mine)
    (mine / "notes").mkdir()
    (mine / "notes" / "thoughts.txt").write_bytes(b"\xff\r\n")
    TWEAKS.apply(mine, [], tmp_path / "copy")
    assert (tmp_path / "copy" / "notes" / "thoughts.txt").read_bytes() == b"\xff\r\n"
    for file in SHIPPED.iterdir():
        assert (tmp_path / "copy" / file.name).read_bytes() == file.read_bytes()


def test_a_change_is_said_in_both_languages(every: list[Tweak]) -> None:
    tweak = next(tweak for tweak in every if tweak.card == "139" and tweak.after == "6")
    assert tweak.said == {"en": "Red Giant: 5 -> 6 points", "ja": "赤色巨星: 勝利点 5 → 6"}
    assert (tweak.file, tweak.field, tweak.before, tweak.after, tweak.size) == ("fire.toml", "vp", "5", "6", 1)
    assert tweak.worth >= 4


def test_changes_that_do_not_go_together_are_told(every: list[Tweak]) -> None:
    lowered = [tweak for tweak in every if tweak.decks == ["wind"] and tweak.field == "vp" and tweak.size == 2]
    down = [tweak for tweak in lowered if tweak.worth < 0][:2]
    assert len(down) == 2
    assert [line for line in TWEAKS.breaks(None, down) if line.startswith("SE-16.7, basic deck of wind")]
    same = [tweak for tweak in every if tweak.card == "138" and tweak.field == "vp"][:2]
    assert same[0].collides(same[1])
    with pytest.raises(DataFault, match="change the same number"):
        TWEAKS.breaks(None, same)


def test_a_set_that_is_not_in_order_gets_no_new_fault(tmp_path: Path) -> None:
    mine = spoiled(tmp_path / "first_light", "vp = 5\ncost = 29", "vp = 14\ncost = 65", "fire.toml")
    before = findings(mine)
    assert before
    assert TWEAKS.of(None, ["fire"])[0].edits  # the shipped set is read beside it
    down = next(tweak for tweak in TWEAKS.of(mine, ["fire"]) if tweak.before == "14" and tweak.after == "6")
    assert TWEAKS.breaks(mine, [down]) == []
    TWEAKS.apply(mine, [down], tmp_path / "mended" / "first_light")
    assert findings(tmp_path / "mended" / "first_light") == []


def test_a_folder_without_cards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataFault, match=r"set\.toml"):
        TWEAKS.of(tmp_path, ["fire"])


def test_the_changes_of_a_copy_are_those_of_the_original_whatever_its_folder_is_called(
    every: list[Tweak], tmp_path: Path
) -> None:
    shutil.copytree(SHIPPED, tmp_path / "mine")
    found = TWEAKS.of(tmp_path / "mine", list(ELEMENTS))
    assert [tweak.as_json() for tweak in found] == [tweak.as_json() for tweak in every]
    assert [tweak.worth for tweak in found] == [tweak.worth for tweak in every]
