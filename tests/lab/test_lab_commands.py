"""`orrery lab`: what a designer types, what is printed and written, and a sentence for whatever cannot be done."""

from __future__ import annotations

import json
import re
import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from command import orrery

SMALL = ["--bots", "random", "--modes", "half", "--decks", "water,fire", "--processes", "1"]
DIFF = ["lab", "diff", "space_editor", *SMALL, "--matches", "4"]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A set of one's own: a copy of ours with one number changed."""
    with as_file(files("orrery.games.space_editor") / "data" / "sets" / "first_light") as ours:
        shutil.copytree(ours, tmp_path / "mine")
    file = tmp_path / "mine" / "fire.toml"
    text, count = re.subn(r"(?m)^vp = 6$", "vp = 8", file.read_text(encoding="utf-8"), count=1)
    assert count == 1
    file.write_text(text, encoding="utf-8")
    return tmp_path / "mine"


def test_a_change_is_told_printed_as_json_and_written_as_a_page(mine: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    result = orrery(*DIFF, "--after", str(mine), "--html", str(page))
    assert result.exit_code == 0, result.output
    for words in ("vp", "water – fire, Half game mode", "Difference, points", "open", "Made by:"):
        assert words in result.stdout
    written = page.read_text(encoding="utf-8")
    assert written.startswith("<!doctype html>") and not re.search(r"(?:src|href)=.?https?:", written)
    figures = json.loads(orrery(*DIFF, "--after", str(mine), "--json").stdout)
    [row] = figures["sections"][1]["tables"][0]["rows"]
    assert row["difference"]["kind"] == "points" and row["verdict"]["verdict"] == "open"
    assert row["before"]["low"] <= row["before"]["value"] <= row["before"]["high"]


def test_a_run_is_taken_up_again_from_its_file(mine: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    words = [*DIFF, "--after", str(mine), "--out", str(out), "--json"]
    first = orrery(*words)
    lines = out.read_text(encoding="utf-8").splitlines()
    out.write_text("\n".join(lines[:-3]) + "\n" + lines[-3][:20], encoding="utf-8")
    again = orrery(*words)
    assert again.exit_code == 0 and "matches were in" in again.stderr
    assert json.loads(again.stdout) == json.loads(first.stdout)
    assert len(out.read_text(encoding="utf-8").splitlines()) == len(lines)


def test_shares_add_up_to_what_one_run_finds(mine: Path, tmp_path: Path) -> None:
    words = ["lab", "diff", "space_editor", *SMALL, "--matches", "12", "--after", str(mine)]
    parts = [tmp_path / f"part{number}.jsonl" for number in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        result = orrery(*words, "--share", f"{number}/3", "--out", str(part))
        assert result.exit_code == 0 and not result.stdout, result.output
    merged = orrery("lab", "merge", *map(str, parts), str(parts[0]), "--json")
    assert merged.exit_code == 0, merged.output
    whole = tmp_path / "whole.jsonl"
    orrery(*words, "--share", "1/1", "--out", str(whole))
    alone = orrery("lab", "merge", str(whole), "--json")
    tables = [json.loads(each.stdout)["sections"][1]["tables"] for each in (merged, alone)]
    assert tables[0] == tables[1]
    [row] = tables[0][0]["rows"]
    assert row["matches"]["value"] == 12
    lacking = orrery("lab", "merge", str(parts[0]), str(parts[2]))
    assert "2/3" in lacking.stderr and lacking.exit_code == 0
    assert "8" in lacking.stdout


def test_a_report_tells_of_pairings_seats_matches_and_cards() -> None:
    result = orrery("lab", "report", "space_editor", *SMALL, "--matches", "2", "--json", "--no-weight")
    assert result.exit_code == 0, result.output
    keys = {table["key"] for section in json.loads(result.stdout)["sections"] for table in section["tables"]}
    assert {"pairings", "cards_half"} & keys or any("card" in key for key in keys), keys
    assert len(keys) >= 6, keys


def test_a_card_that_is_asked_for_has_its_values() -> None:
    words = [
        "lab",
        "report",
        "space_editor",
        *SMALL,
        "--matches",
        "2",
        "--cards",
        "Noon Crown",
        "--json",
        "--no-weight",
    ]
    result = orrery(*words)
    assert result.exit_code == 0, result.output
    tables = [table for section in json.loads(result.stdout)["sections"] for table in section["tables"]]
    [values] = [table for table in tables if table["key"] == "card_values_half"]
    [row] = values["rows"]
    assert row["card"]["en"] == "136 Noon Crown" and row["swap_random"]["kind"] == "points"
    assert row["restricted_random"]["kind"] == "points"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["diff", "chess", "--after", "x"], "there is no game 'chess'"),
        (["diff", "space_editor"], "say what is changed"),
        (["diff", "space_editor", "--after", "no/such/folder"], "'no/such/folder' is not there"),
        (["diff", "space_editor", "--after", ""], "after: an empty word says nothing"),
        (["diff", "space_editor", "--after", __file__], "test_lab_commands.py"),
        (
            ["diff", "space_editor", "--after", "split=forbid", "--out", "/dev/null"],
            "no file that matches could be kept",
        ),
        (
            ["diff", "space_editor", "--after", "split=forbid", "--share", "1/0", "--out", "x"],
            "1/0 is no share; a share",
        ),
        (["report", "space_editor", "--card-matches", "0"], "--card-matches is at least 2"),
        (["search", "space_editor", "--set", "split=forbid", "--set", "water"], "not a deck"),
        (["diff", "space_editor", "--after", "mode=full"], "--modes and --decks choose"),
        (["diff", "space_editor", "--after", "final_star=maybe"], "final_star"),
        (["diff", "space_editor", "--after", "split=forbid", "--bots", "level9"], "there is no bot 'level9'"),
        (["diff", "space_editor", "--after", "split=forbid", "--bots", "greedy,greedy"], "named twice"),
        (["diff", "space_editor", "--after", "split=forbid", "--bots", " , "], "at least one bot"),
        (["diff", "space_editor", "--after", "split=forbid", "--matches", "1"], "--matches is at least 2"),
        (["diff", "space_editor", "--after", "split=forbid", "--until", "0"], "--until is a number of points"),
        (["diff", "space_editor", "--after", "split=forbid", "--until", "60"], "above 0 and up to 50"),
        (["report", "space_editor", "--decks", "water"], "a match is of two decks, and here is only water"),
        (["rulings", "space_editor", "--decks", "water"], "a match is of two decks, and here is only water"),
        (["diff", "space_editor", "--after", "split=forbid", "--modes", "third"], "there is no mode 'third'"),
        (["diff", "space_editor", "--after", "split=forbid", "--decks", "ice,fire"], "there is no deck 'ice'"),
        (["diff", "space_editor", "--after", "split=forbid", "--share", "1/2"], "say --out FILE as well"),
        (["diff", "space_editor", "--after", "split=forbid", "--processes", "0"], "at least 1 process"),
        (["diff", "vediic", "--after", "1"], "takes a board file"),
        (["diff", "space_editor", "--after", "nofolder"], "'nofolder' is neither a folder of cards nor a deck here"),
        (["report", "vediic", "--cards", "all"], "no cards whose values"),
        (["report", "space_editor", "--cards", "Nobody", *SMALL, "--matches", "2"], "there is no card 'Nobody'"),
        (["merge", "no-such-file.jsonl"], "no-such-file.jsonl"),
    ],
)
def test_whatever_cannot_be_done_is_told_in_a_sentence(words: list[str], sentence: str) -> None:
    result = orrery("lab", *words)
    assert result.exit_code == 2, result.output
    assert sentence in result.stderr


def test_a_card_that_is_not_there_is_told_before_matches_are_played(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    result = orrery("lab", "report", "space_editor", *SMALL, "--cards", "Noon Crown,Nobody", "--out", str(out))
    assert result.exit_code == 2 and "there is no card 'Nobody'" in result.stderr
    assert not out.exists()


def test_matches_of_a_game_that_is_not_here_are_told_in_a_sentence(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    orrery(*DIFF, "--after", "split=forbid", "--out", str(out))
    out.write_text(out.read_text(encoding="utf-8").replace("space_editor", "chess"), encoding="utf-8")
    result = orrery("lab", "merge", str(out))
    assert result.exit_code == 2 and "of the game 'chess', which is not here" in result.stderr


@pytest.mark.parametrize("name", ["folder", "toml", "bytes"])
def test_a_folder_or_file_that_is_no_set_is_told_in_a_sentence(name: str, tmp_path: Path) -> None:
    place = tmp_path / "odd"
    if name == "folder":
        place.mkdir()
    elif name == "toml":
        place = tmp_path / "odd.toml"
        place.write_text("cards = [", encoding="utf-8")
    else:
        place = tmp_path / "odd.json"
        place.write_bytes(b"\xff\xfe\x00")
    result = orrery("lab", "diff", "space_editor", "--after", str(place))
    assert result.exit_code == 2 and "odd" in result.stderr and "Error" not in result.stderr, result.output
