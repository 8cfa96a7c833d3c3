"""The command line: every command answers, and bad input gets a sentence, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from orrery.cli import app
from orrery.core.match import Match
from orrery.core.records import to_record
from orrery.games import game_names, space_editor

ROOT = Path(__file__).resolve().parent.parent


def orrery(*words: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(app, list(words), input=stdin)
    assert "Traceback" not in result.output
    return result


def test_the_version_names_the_build() -> None:
    assert "build)" in orrery("--version").output


def test_games_are_listed() -> None:
    assert [line.split()[0] for line in orrery("games").output.splitlines()] == game_names()


@pytest.mark.parametrize(("lang", "words"), [("en", "connect"), ("ja", "接続")])
def test_a_clause_is_printed_in_each_language(lang: str, words: str) -> None:
    result = orrery("rules", "space_editor", "SE-4.2", "--lang", lang)
    assert result.exit_code == 0 and result.output.startswith("SE-4.2") and words in result.output


def test_a_section_prints_its_clauses_and_no_others() -> None:
    output = orrery("rules", "space_editor", "se-1").output
    assert "SE-1.7" in output and "\nSE-10.1" not in output and "\nSE-2.1" not in output


def test_where_names_code_and_tests() -> None:
    output = orrery("rules", "space_editor", "SE-4.2", "--where").output
    assert "games/space_editor/placing.py" in output and "tests" in output


def test_the_rulebook_lists_its_sections() -> None:
    output = orrery("rules", "space_editor").output
    assert "SE-1 " in output and "SE-18" in output


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["rules", "chess"], "there is no game 'chess'"),
        (["rules", "space_editor", "SE-99"], "no clause"),
        (["rules", "space_editor", "SE-4.2", "--lang", "fr"], "there is no language"),
        (["cards", "space_editor", "no such card"], "no such card"),
        (["cards", "space_editor", "--element", "ether"], "ether"),
        (["cards", "space_editor", "--vp", "many"], "many"),
        (["cards", "space_editor", "--deck", "ether"], "there is no basic deck"),
        (["cards", "space_editor", "--set", "nowhere"], "nowhere"),
        (["deck", "check", "nowhere.toml"], "nowhere.toml"),
        (["deck", "show", "SE1-AAAAA"], "mistyped"),
        (["deck", "show", "nowhere.toml"], "no such file"),
        (["replay", "nowhere.json"], "nowhere.json"),
        (["board", "space_editor"], "has no board"),
        (["board", "vediic", "--check", "nowhere.json"], "nowhere.json"),
        (["balance", "space_editor", "--matches", "0"], "at least 1"),
        (["balance", "space_editor", "--bot", "hal"], "there is no bot"),
        (["play", "chess"], "there is no game"),
        (["play", "space_editor", "-o", "mode"], "NAME=VALUE"),
        (["play", "space_editor", "--lang", "fr"], "there is no language"),
    ],
    ids=" ".join,
)
def test_bad_input_gets_a_sentence(words: list[str], fault: str) -> None:
    result = orrery(*words)
    said = result.output + (str(result.exception) if result.exception else "")
    assert result.exit_code != 0 and fault in said


def test_cards_are_listed_filtered_and_shown() -> None:
    assert orrery("cards", "space_editor").exit_code == 0
    stars = orrery("cards", "space_editor", "--element", "fire", "--kind", "star").output
    assert "136" in stars and "001" not in stars
    assert "turn up any face-down card" in orrery("cards", "space_editor", "129").output
    assert "表" in orrery("cards", "space_editor", "129", "--lang", "ja").output


def test_the_shipped_set_passes_its_check() -> None:
    result = orrery("cards", "space_editor", "--check")
    assert result.exit_code == 0 and "186 cards, 0 findings" in result.output


def test_the_set_file_is_printed_as_json() -> None:
    found = json.loads(orrery("cards", "space_editor", "--json").output)
    assert set(found) == {"cards", "basic", "basepoints"} and len(found["cards"]) == 186
    assert list(found["cards"]["001"]) == ["name", "element", "kind", "level", "vp", "cost", "sides", "abilities"]


def test_a_bad_set_names_file_card_and_field(tmp_path: Path) -> None:
    source = ROOT / "src/orrery/games/space_editor/data/sets/first_light"
    for file in source.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        (tmp_path / file.name).write_text(text.replace('kind = "planet"', 'kind = "moon"', 1), encoding="utf-8")
    result = orrery("cards", "space_editor", "--set", str(tmp_path), "--check")
    assert result.exit_code != 0 and "kind" in str(result.exception) and ".toml" in str(result.exception)


def test_decks_travel_as_files_and_codes(tmp_path: Path) -> None:
    code = orrery("deck", "code", "water").output.strip()
    assert code.startswith("SE1-")
    text = orrery("deck", "file", code).output
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    assert orrery("deck", "check", str(tmp_path / "mine.toml")).output.strip() == "The deck is legal."
    assert orrery("deck", "code", str(tmp_path / "mine.toml")).output.strip() == code
    assert code in orrery("deck", "show", "water").output


def test_every_broken_rule_of_a_deck_is_named(tmp_path: Path) -> None:
    text = orrery("deck", "file", "water").output
    lines = [line for line in text.splitlines() if not line.startswith(('"001', "001"))]
    (tmp_path / "bad.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = orrery("deck", "check", str(tmp_path / "bad.toml"))
    assert result.exit_code == 1 and len(result.output.splitlines()) >= 2


def test_a_record_is_replayed_and_a_broken_one_refused(tmp_path: Path) -> None:
    match = Match.new(space_editor.GAME, {"mode": "half"}, 1)
    match.act("basepoint 0,0")
    record = to_record(match)
    (tmp_path / "good.json").write_text(json.dumps(record), encoding="utf-8")
    (tmp_path / "bad.json").write_text(json.dumps(dict(record, hash="0")), encoding="utf-8")
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    (tmp_path / "text.json").write_text("hello", encoding="utf-8")
    good = orrery("replay", str(tmp_path / "good.json"), "--log")
    assert good.exit_code == 0 and "basepoint 0,0" in good.output and "1 actions" in good.output
    for name in ("bad.json", "list.json", "text.json"):
        assert orrery("replay", str(tmp_path / name)).exit_code == 2


def test_the_board_is_checked_and_drawn(tmp_path: Path) -> None:
    source = ROOT / "src/orrery/games/vediic/data/boards/kundli-1.json"
    assert "is sound" in orrery("board", "vediic", "--check", str(source)).output
    assert orrery("board", "vediic", "--svg", str(tmp_path / "b.svg")).exit_code == 0
    assert (tmp_path / "b.svg").read_text(encoding="utf-8").startswith("<svg")
    (tmp_path / "bad.json").write_text(
        source.read_text(encoding="utf-8").replace('"c01"', '"c999"', 1), encoding="utf-8"
    )
    assert orrery("board", "vediic", "--check", str(tmp_path / "bad.json")).exit_code != 0


def test_balance_prints_every_pair() -> None:
    output = orrery("balance", "space_editor", "--matches", "2", "--bot", "random", "--processes", "1").output
    assert len(output.splitlines()) == 12 and "water" in output


def test_a_match_can_be_played_and_left() -> None:
    result = orrery("play", "space_editor", "human", "greedy", "--seed", "5", "-o", "mode=half", stdin="quit\nn\n")
    assert result.exit_code in (0, 2) and result.output
