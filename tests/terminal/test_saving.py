"""Saving and loading: a match goes on where it stood, and bad files get a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from terminal.sitting import ANY_WAY, sit, sit_down


def test_a_saved_match_goes_on_where_it_stood(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    first = sit(["p 1", "1", "1", f"save {file}", "cards", "hand", "quit"], seed=4)
    assert "Saved as" in first
    second = sit(["cards", "hand", *ANY_WAY * 60], load=file, seed=9)
    looks = [text.split("place> cards\n")[1].split("place> ")[0:2] for text in (first, second)]
    assert looks[0] == looks[1]
    assert "The match is over" in second


def test_a_match_can_be_loaded_while_another_is_played(tmp_path: Path) -> None:
    file = tmp_path / "match"
    sit(["p 1", "1", "1", f"save {file}", "quit"], seed=4)
    text = sit(["p 1", "1", "1", f"load {file}", "n", f"load {file}", "y", "log", "quit"], seed=5)
    assert "The present match is not saved" in text
    assert "The present match goes on." in text
    assert "3 actions have been played." in text.replace("\n", " ")


def test_a_record_keeps_the_players_and_a_custom_card_set(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    cards = {
        "drum": {
            "name": "Drum",
            "element": "fire",
            "kind": "planet",
            "level": "bronze",
            "sides": ["g2", "-", "-", "g2"],
        },
        "base": {"name": "Base", "kind": "basepoint", "sides": ["g2", "g2", "g2", "g2"]},
    }
    options = {"cards": cards, "decks": [["drum"] * 24, ["drum"] * 24], "deck_rules": "none"}
    options |= {"elements": ["fire", "earth"]}
    sit(["", "", "", "p 1", "1", "1", "", f"save {file}"], options=options, players=["human:Mika", "human:Ren"])
    assert json.loads(file.read_text(encoding="utf-8"))["players"] == ["human:Mika", "human:Ren"]
    text = sit(["", "log", "again", "y", "", ""], load=file)
    assert "Mika placed Drum" in text
    assert text.count("Seat 1: Ren (earth)") == 2


@pytest.fixture
def foreign(tmp_path: Path) -> tuple[Path, str, Path]:
    """A record that names a bot of a file, the name, and what is there once the code of that file has run."""
    file, trace = tmp_path / "match.json", tmp_path / "trace"
    (tmp_path / "bot.py").write_text(
        f"open({str(trace)!r}, 'w').close()\nfrom orrery import Bot\nclass First(Bot):\n"
        "    def choose(self, view, seen, actions, fate, clock): return actions[0]\n"
    )
    sit(["p 1", "1", "1", f"save {file}", "quit"], players=["human", "level1"], seed=4)
    name = f"{tmp_path}/bot.py:First"
    record = json.loads(file.read_text(encoding="utf-8")) | {"players": ["human", name]}
    file.write_text(json.dumps(record), encoding="utf-8")
    return file, name, trace


@pytest.mark.parametrize(("answer", "runs", "saved"), [("y", True, "bot.py:First"), ("n", False, "greedy")])
def test_the_code_of_a_bot_that_a_file_names_runs_only_if_the_person_says_so(
    foreign: tuple[Path, str, Path], tmp_path: Path, answer: str, runs: bool, saved: str
) -> None:
    file, _, trace = foreign
    again = tmp_path / "again.json"
    text = " ".join(sit([answer, "p 1", "1", "1", f"save {again}", "quit"], load=file).split())
    assert "The file names the bot" in text and "Otherwise greedy plays for it." in text
    assert trace.exists() is runs
    assert json.loads(again.read_text(encoding="utf-8"))["players"][1].endswith(saved)


def test_who_is_not_there_to_say_so_lets_no_code_of_a_file_run(foreign: tuple[Path, str, Path]) -> None:
    file, _, trace = foreign
    sit([], load=file)
    sit([f"load {file}"], seed=4)
    assert not trace.exists()


def test_a_bot_that_sits_at_the_table_already_is_not_asked_about(foreign: tuple[Path, str, Path]) -> None:
    file, name, _ = foreign
    text = " ".join(sit([f"load {file}", "quit"], players=["human", name], seed=4).split())
    assert "The file names the bot" not in text and "3 actions" in text


def test_a_finished_match_loads_and_shows_its_end(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    sit([*ANY_WAY * 60, f"save {file}"], seed=5)
    text = sit(["score", "undo", "y", "quit", ""], load=file)
    assert text.count("The match is over") == 1
    assert "Taken back:" in text


def test_an_existing_file_is_not_written_over_unasked(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text("precious", encoding="utf-8")
    text = sit(["p 1", "1", "1", f"save {file}", "n", "quit", str(file), "n", "back", "quit", ""])
    assert "Nothing was saved." in text
    assert file.read_text(encoding="utf-8") == "precious"
    sit(["p 1", "1", "1", f"save {file}", "y", "quit"])
    assert json.loads(file.read_text(encoding="utf-8"))["game"] == "space_editor"


def test_leaving_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "left"
    text = sit(["p 1", "1", "1", "quit", "back", "quit", str(tmp_path / "no" / "such" / "folder"), str(file)])
    assert text.count("neither over nor saved") == 2
    assert "could not be written" in text
    assert (tmp_path / "left.json").is_file()
    assert "neither over nor saved" not in sit(["quit"])
    assert "The match was not saved." in sit(["p 1", "1", "1"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[1, 2]", "not a record"),
        (b"{}", "missing"),
        (b'{"game": "vediic"}', "another game"),
        (b'{"game": "space_editor", "record": 99}', "out of range"),
        (b'{"game": "space_editor", "record": 1, "rules": 1, "start": {}}', "does not load"),
    ],
)
def test_a_broken_file_gets_a_sentence(content: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_bytes(content)
    text = sit([f"load {file}"])
    assert "could not be loaded:" in text.replace("\n", " ")
    assert said in text.replace("\n", " ")
    text, status = sit_down([], load=file)
    assert status == 2
    assert said in text.replace("\n", " ")


def test_a_record_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    sit(["p 1", "1", "1", f"save {file}", "quit"], seed=4)
    record = json.loads(file.read_text(encoding="utf-8"))
    record["entries"][1]["act"] = "place 001 9,9 r0"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert "is refused" in sit([f"load {file}"])


@pytest.mark.parametrize("name", ["no/such/folder/x", ".", "a/", "/dev/zero", "a\0b", "~nobody-at-all/x", "x" * 5000])
def test_bad_file_names_get_a_sentence(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = sit([f"load {name}", "p 1", "1", "1", f"save no/such/{name}", "quit", ""])
    assert "could not be loaded" in text.replace("\n", " ")
    assert "could not be written" in text.replace("\n", " ")
    assert not list(tmp_path.iterdir())
