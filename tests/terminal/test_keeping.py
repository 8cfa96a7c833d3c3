"""Matches that are left: kept after every action, offered again, gone on with as if nothing had been."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from known import known
from orrery.core.fate import Fate
from orrery.core.records import BadRecord, to_record
from orrery.terminal import keeping
from orrery.terminal.keeping import Keeper, kept_folder, kept_matches, read_kept
from orrery.terminal.players import read_players
from orrery.terminal.table import Table
from terminal.sitting import Paper, lay_table

GAMES = ["space_editor", "vediic", "five_spheres"]


def answering(dice: random.Random, most: int) -> Callable[[Table, str], str | None]:
    """A person who decides by these dice, so many times, and then presses Ctrl-D."""
    left = [most]

    def answer(table: Table, prompt: str) -> str | None:
        if table.match.to_act() is None or left[0] == 0:
            return None
        left[0] -= 1
        return dice.choice(table.match.actions())

    return answer


def played(name: str, folder: Path, most: int, seed: int = 5) -> tuple[Table, Paper, random.Random]:
    """A match that was left after so many decisions of a person."""
    dice = random.Random(seed)
    table, paper = lay_table(answering(dice, most), {}, ["human", "random"], seed, game=known(name))
    table.keeper = Keeper(folder)
    table.run()
    return table, paper, dice


@pytest.mark.parametrize("name", GAMES)
def test_a_match_goes_on_as_if_it_had_not_been_left(name: str, tmp_path: Path) -> None:
    left, paper, dice = played(name, tmp_path, 6)
    assert "The match is kept: orrery play goes on with it." in paper.getvalue()
    (kept,), bad = kept_matches(tmp_path)
    assert not bad and (kept.game, kept.players) == (name, ["human", "random"])
    assert kept.taken == left.match.number and not kept.is_open

    whole, _, _ = played(name, tmp_path / "other", 60)
    match = kept.match()
    table, _ = lay_table(answering(dice, 54), {}, ["human", "random"], 1, game=known(name))
    table.keeper = Keeper(tmp_path)
    bots = Fate()
    bots.state = kept.dice
    table.lay(match, read_players(kept.players, table.game), bots, kept.seed)
    table.keeper.begin(kept.file)
    table.run()
    assert to_record(table.match)["entries"] == to_record(whole.match)["entries"]


def test_it_is_kept_after_every_action_and_gone_when_it_is_over(tmp_path: Path) -> None:
    seen: list[int] = []
    dice = random.Random(2)

    def answer(table: Table, prompt: str) -> str | None:
        if table.match.to_act() is None:
            return None
        if table.match.taken > 1:
            (file,) = tmp_path.glob("*")
            seen.append(len(json.loads(file.read_text(encoding="utf-8"))["record"]["entries"]))
            assert seen[-1] == table.match.number
        if len(seen) == 4:
            seen.append(0)
            return "undo"
        return "y" if "[y/N]" in prompt else dice.choice(table.match.actions())

    table, _ = lay_table(answer, {}, ["human", "random"], 2)
    table.keeper = Keeper(tmp_path)
    table.run()
    assert table.match.to_act() is None and len(seen) > 8
    assert list(tmp_path.glob("*")) == []


def test_a_match_in_which_nobody_has_played_is_not_kept(tmp_path: Path) -> None:
    _, paper, _ = played("vediic", tmp_path, 0)
    assert list(tmp_path.glob("*")) == [] and "kept" not in paper.getvalue()


def test_where_nothing_can_be_written_the_table_says_so_and_offers_to_save(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    _, paper, _ = played("space_editor", tmp_path / "file", 2)
    text = paper.getvalue()
    assert "This match cannot be kept for later" in text and "neither over nor saved" in text


def test_files_that_cannot_be_read_are_told_of_and_left_alone(tmp_path: Path) -> None:
    played("space_editor", tmp_path, 3)
    (good,) = tmp_path.glob("*.json")
    contents = {
        "text.json": "hello",
        "list.json": "[]",
        "later.json": good.read_text(encoding="utf-8").replace('"kept": 1', '"kept": 2', 1),
        "deep.json": "[" * 100_000,
        "fields.json": json.dumps({"kept": 1}),
    }
    for name, text in contents.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found, bad = kept_matches(tmp_path)
    assert [kept.file for kept in found] == [good] and {file.name for file, _ in bad} == set(contents)
    assert all((tmp_path / name).read_text(encoding="utf-8") == text for name, text in contents.items())
    kept = json.loads(good.read_text(encoding="utf-8"))
    kept["record"]["hash"] = "0"
    good.write_text(json.dumps(kept), encoding="utf-8")
    with pytest.raises(BadRecord):
        read_kept(good).match()


def test_a_match_that_another_process_plays_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, when in enumerate((30, 10, 20)):
        played("vediic", tmp_path / str(number), 2)
        (file,) = (tmp_path / str(number)).glob("*.json")
        kept = json.loads(file.read_text(encoding="utf-8")) | {"when": when, "process": 77 if when == 30 else 0}
        (tmp_path / f"{number}.json").write_text(json.dumps(kept), encoding="utf-8")
    monkeypatch.setattr(keeping, "is_running", lambda process: process == 77)
    found, _ = kept_matches(tmp_path)
    assert [(kept.when, kept.is_open) for kept in found] == [(20, False), (10, False), (30, True)]
    assert kept_matches(tmp_path, "space_editor") == ([], [])


def test_matches_are_kept_in_the_users_data_directory(tmp_path: Path) -> None:
    assert kept_folder({"XDG_DATA_HOME": str(tmp_path)}) == tmp_path / "orrery" / "kept"
    assert kept_folder({}).parts[-3:] == ("share", "orrery", "kept")


def test_several_matches_are_listed_and_one_can_be_forgotten(tmp_path: Path) -> None:
    from orrery.terminal.opening import Opening, Room
    from terminal.sitting import Scripted

    for seed in (1, 2, 3):
        played("space_editor", tmp_path / str(seed), 2, seed)
        (file,) = (tmp_path / str(seed)).glob("*.json")
        kept = json.loads(file.read_text(encoding="utf-8")) | {"when": seed}
        (tmp_path / f"{seed}.json").write_text(json.dumps(kept), encoding="utf-8")
    paper = Paper()
    room = Room("en", False, 80, None, paper)
    lines = iter(["nonsense", "forget 1", "2", "quit"])
    reader = Scripted(paper, lambda table, prompt: next(lines))
    reader.table = lay_table(lambda table, prompt: None)[0]
    room.reader, room.folder = reader, tmp_path
    assert Opening(room).offer_kept(tmp_path, None)
    text = paper.getvalue()
    assert "4) a new match" in text and "is none of the answers" in text and "It is removed." in text
    assert "The match goes on." in text and "The match is kept" in text
    assert sorted(file.name for file in tmp_path.glob("*.json")) == ["1.json", "2.json"]
    with pytest.raises(StopIteration):
        next(lines)
