"""A stranger's game at the command line: the terminal table, the lab, the referee, records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from examples.conftest import Command

ANY_WAVE = "actions\n1\n"
"""Lines that get a person through any decision of Tides."""


def test_a_whole_match_is_played_at_the_terminal_by_typed_lines(orrery: Command, tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    typed = ANY_WAVE * 6 + f"score\nlog all\nsave {record}\nquit\n"
    done = orrery("play", "tides", "human", "level1", "--seed", "5", typed=typed)
    assert done.returncode == 0, done.stderr
    assert (
        "── Tides" in done.stdout
        and "The match is over" in done.stdout
        and "The seed of this match was 5" in done.stdout
    )
    assert done.stdout.count("waves_shown") >= 12, "told as it happens, and once more by the log"
    kept = json.loads(record.read_text(encoding="utf-8"))
    assert kept["game"] == "tides" and len(kept["entries"]) == 12 and kept["result"]["over"]
    again = orrery("replay", str(record))
    assert again.stdout.startswith("tides: 12 actions, over"), again.stderr
    judged = orrery("analyse", str(record), "--looks", "5")
    assert judged.returncode == 0 and "Turning points" in judged.stdout, judged.stderr


def test_who_errs_is_told_why_by_the_games_own_texts_and_clauses(orrery: Command) -> None:
    typed = "lay 12\nlay 5\nrules TI-4\nhint\nquit\n\n"
    done = orrery("play", "tides", "human", "level1", "--seed", "5", "--lang", "ja", typed=typed)
    assert "「lay 12」というアクションはありません。" in done.stdout
    assert "高さ5の波は手札にありません。" in done.stdout and "TI-3.2" in done.stdout
    assert "上げ潮では単独の波のうち最も高いもの" in done.stdout
    assert done.returncode == 0 and "Traceback" not in done.stderr


def test_newcomers_are_offered_it_and_asked_who_plays(orrery: Command) -> None:
    done = orrery("play", typed="tides\n1\nquit\n\n")
    assert "Tides: lay waves in secret" in done.stdout and "Seat 1: level1" in done.stdout, done.stdout


def test_four_sit_at_one_table(orrery: Command) -> None:
    typed = ANY_WAVE * 3
    words = ["human", "level1", "greedy", "random", "-o", "rounds=3"]
    done = orrery("play", "tides", *words, "--seed", "5", typed=typed)
    assert done.returncode == 0 and "The match is over" in done.stdout, done.stdout


def test_bots_climb_a_ladder_of_it(orrery: Command) -> None:
    words = ["ladder", "tides", "--players", "level2,random", "--matches", "8", "--processes", "1", "--json"]
    done = orrery(*words)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["game"] == "tides" and figures["pairings"][0]["matches"] == 8
    many = orrery("ladder", "tides", "--one", "level1", "--against", "random", "--seats", "3", "--matches", "3")
    assert many.returncode == 0 and "level1 - random x2" in many.stdout, many.stderr


def test_the_referee_holds_a_match_of_it(orrery: Command) -> None:
    asked = [
        {"op": "new", "game": "tides", "seed": 5},
        {"op": "view", "seat": 1},
        {"op": "actions"},
        {"op": "act", "action": "lay 5"},
        {"op": "act", "action": "lay 4", "at": 0},
        {"op": "events", "seat": 1},
        {"op": "new", "game": "tides", "options": {"seats": 9}, "seed": 5},
    ]
    done = orrery("referee", typed="".join(json.dumps(line) + "\n" for line in asked))
    new, view, actions, refused, acted, events, bad = map(json.loads, done.stdout.splitlines())
    assert new["position"]["game"] == "tides" and view["view"]["hands"][0] == 7
    assert actions["to_act"] == 0 and "lay 4" in actions["actions"] and "lay 5" not in actions["actions"]
    fault = refused["error"]
    assert (fault["code"], fault["reason"], fault["clause"]) == ("illegal_action", "not_in_hand", "TI-3.2")
    assert fault["message"].startswith("You have no wave of height 5.") and fault["try"]
    assert acted["events"] == [{"event": "wave_laid", "seat": 0, "height": 4}]
    assert events["events"] == [{"event": "wave_laid", "seat": 0, "height": None}]
    assert bad["error"]["code"] == "bad_request" and "2 to 4" in bad["error"]["message"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["games"], "tides  rules version 1"),
        (["rules", "tides"], "TI-6    Notation"),
        (["rules", "tides", "TI-4.1", "--where"], "A wave is *alone*"),
    ],
)
def test_commands_answer_for_it(orrery: Command, words: list[str], says: str) -> None:
    done = orrery(*words)
    assert done.returncode == 0 and says in done.stdout, (done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["cards", "tides"], "tides has no cards"),
        (["board", "tides"], "tides has no board"),
        (["balance", "tides"], "tides has nothing to compare"),
        (["puzzle", "tides"], "There are no puzzles of tides"),
        (["tune", "tides", "--out", "weights.json"], "tides has no mind"),
        (["ladder", "tides", "--one", "level1", "--seats", "5"], "tides"),
    ],
)
def test_what_it_does_not_have_is_said_in_a_sentence(orrery: Command, words: list[str], says: str) -> None:
    done = orrery(*words)
    assert done.returncode == 2 and says in done.stdout + done.stderr, done.stderr
    assert "Traceback" not in done.stderr
