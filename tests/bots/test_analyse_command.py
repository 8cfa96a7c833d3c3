"""`orrery analyse`: a record goes in, figures and sentences come out; what is wrong gets a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from command import orrery
from known import known
from orrery.core.match import Match
from orrery.core.records import to_record
from orrery.terminal.players import LONGEST_BOT


def analyse(*words: str) -> Result:
    return orrery("analyse", *words)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A short match on a small table, played to its end by the first legal actions."""
    game = known("space_editor")
    match = Match.new(game, {"elements": ["water", "wind"], "table": [3, 3]}, 1)
    while match.to_act() is not None:
        match.act(match.actions()[0])
    file = tmp_path / "match.json"
    file.write_text(json.dumps(to_record(match, ["human:Ann", "greedy"])), encoding="utf-8")
    return file


def changed(file: Path, **fields: Any) -> Path:
    """A copy of the record with other fields."""
    copy = file.with_name("changed.json")
    copy.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | fields), encoding="utf-8")
    return copy


@pytest.mark.parametrize(("lang", "head"), [("en", "Turning points"), ("ja", "分かれ目")])
def test_a_record_is_analysed_in_each_language(record: Path, lang: str, head: str) -> None:
    result = analyse(str(record), "--simulations", "4", "--lang", lang)
    assert result.exit_code == 0
    assert head in result.output and "Ann" in result.output and "greedy" in result.output
    assert all(len(line) < 80 for line in result.output.splitlines())


def test_the_figures_come_as_json_and_again_the_same(record: Path) -> None:
    first = analyse(str(record), "--simulations", "4", "--seed", "7", "--json")
    said = json.loads(first.stdout)
    assert said["looks"] == 4 and said["seed"] == 7 and said["over"] and said["players"] == ["Ann", "greedy"]
    assert {"number", "seat", "word", "chance", "best", "best_chance", "loss", "visits"} <= set(said["decisions"][0])
    assert analyse(str(record), "--simulations", "4", "--seed", "7", "--json").stdout == first.stdout


def test_one_seat_alone_is_judged(record: Path) -> None:
    said = json.loads(analyse(str(record), "--simulations", "4", "--seat", "1", "--json").stdout)
    assert {decision["seat"] for decision in said["decisions"]} == {1}
    assert [row["decisions"] > 0 for row in said["seats"]] == [False, True]


def test_all_lists_every_decision(record: Path) -> None:
    said = json.loads(analyse(str(record), "--simulations", "4", "--json").stdout)
    output = analyse(str(record), "--simulations", "4", "--all").output
    assert output.count("took: ") == len(said["decisions"])


def test_the_code_of_a_bot_that_a_record_names_is_not_run(record: Path, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(f"open({str(tmp_path / 'trace')!r}, 'w')")
    for name in (f"cmd:touch {tmp_path}/trace", f"{tmp_path}/bot.py:First", "a\x1b[2Jb"):
        result = analyse(str(changed(record, players=[name, "human:Ann"])), "--simulations", "4", "--json")
        assert json.loads(result.stdout)["players"] == [name.replace("\x1b", "")[:LONGEST_BOT], "Ann"]
        assert not (tmp_path / "trace").exists()


def test_an_unfinished_match_is_analysed_as_far_as_it_goes(tmp_path: Path) -> None:
    game = known("five_spheres")
    match = Match.new(game, game.trials()[0], 1)
    for _ in range(6):
        match.act(match.actions()[0])
    file = tmp_path / "open.json"
    file.write_text(json.dumps(to_record(match)), encoding="utf-8")
    output = analyse(str(file), "--simulations", "4").output
    assert "This match is not over" in output and "Seat 0" in output


def test_what_was_taken_back_is_said_to_be_left_out(tmp_path: Path) -> None:
    game = known("space_editor")
    match = Match.new(game, {}, 1)
    for back in (None, 0, None):
        if back is None:
            match.act(match.actions()[0])
        else:
            match.undo(back)
    file = tmp_path / "undone.json"
    file.write_text(json.dumps(to_record(match)), encoding="utf-8")
    assert "One action that was taken back is left out." in analyse(str(file), "--simulations", "4").output


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--simulations", "0"], "at least 1 simulation"),
        (["--seat", "2"], "there is no seat 2; there are 0 to 1"),
        (["--lang", "fr"], "there is no language"),
    ],
)
def test_a_bad_wish_gets_a_sentence(record: Path, words: list[str], fault: str) -> None:
    result = analyse(str(record), *words)
    assert result.exit_code == 2 and fault in result.output


def test_a_bad_file_gets_a_sentence(record: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{", encoding="utf-8")
    empty = tmp_path / "empty.json"
    game = known("space_editor")
    empty.write_text(json.dumps(to_record(Match.new(game, {}, 1))), encoding="utf-8")
    for file, fault in [
        (tmp_path / "none.json", "No such file"),
        (tmp_path, "a folder, not a file"),
        (bad, "not JSON"),
        (empty, "nothing to analyse"),
    ]:
        result = analyse(str(file))
        assert result.exit_code == 2 and fault in result.output, (file, result.output)
    for name, fault in ((3, "not a record"), ("chess", "there is no game 'chess'")):
        result = analyse(str(changed(record, game=name)))
        assert result.exit_code == 2 and fault in result.output
    for fields in ({"hash": "0" * 64}, {"entries": [{"act": "fly", "draws": []}]}, {"record": 99}):
        result = analyse(str(changed(record, **fields)))
        assert result.exit_code == 2 and "changed.json: " in result.output
