"""`orrery ladder` and `orrery tune`: what they print and write, and a sentence for whatever cannot be done."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from command import orrery
from orrery.lab import ladder as lab
from orrery.lab import tune as school
from orrery.lab.simulate import LostWorker, MatchFault

QUICK = ["ladder", "space_editor", "--players", "greedy,random", "--matches", "2", "--processes", "1"]


def test_a_ladder_prints_pairings_ratings_and_a_plot_and_draws_it(tmp_path: Path) -> None:
    out, svg = tmp_path / "matches.jsonl", tmp_path / "plot.svg"
    result = orrery(*QUICK, "--out", str(out), "--svg", str(svg))
    assert result.exit_code == 0, result.output
    for words in (
        "greedy - random",
        "at least 65%",
        "50% or 65%",
        "a decision",
        "anchor",
        "●",
        "seed 1",
        "plain build",
    ):
        assert words in result.stdout.replace("compiled build", "plain build")
    assert "greedy - random" in result.stderr and svg.read_text().startswith("<svg")
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(rows) == 3 and rows[0]["setup"]["game"] == "space_editor"
    assert [row["bots"] for row in rows[1:]] == [["greedy", "random"], ["random", "greedy"]]
    assert rows[1]["seed"] == rows[2]["seed"] and rows[1]["plan"] == rows[2]["plan"] == 0
    assert {"game", "rules", "build", "winners", "scores", "actions", "usage"} <= set(rows[1])

    again = orrery(*QUICK, "--out", str(out), "--json")
    assert again.exit_code == 0 and "2 matches were in" in again.stderr
    figures = json.loads(again.stdout)
    assert figures["finished"] and figures["pairings"][0]["matches"] == 2 and figures["anchor"] == "greedy"
    assert len(out.read_text().splitlines()) == 3

    other = orrery(*QUICK, "--out", str(out), "--seed", "2")
    assert other.exit_code == 2 and "another run: seed is 1 there and 2 here" in other.stderr


def test_one_against_many_prints_its_share() -> None:
    words = ["--one", "random", "--against", "random", "--seats", "3", "--matches", "3", "--processes", "1"]
    result = orrery("ladder", "space_editor", *words)
    assert result.exit_code == 0 and "random - random x2" in result.stdout and "rating" not in result.stdout


def test_teams_meet_as_two_players_do() -> None:
    words = ["--players", "random,greedy", "--seats", "4", "-o", "mode=tag_team", "-o", "towers=1", "--matches", "2"]
    result = orrery("ladder", "five_spheres", *words, "--processes", "1")
    assert result.exit_code == 0, result.output
    for said in (
        "random - greedy ",
        "rating",
        '4 seats with mode="tag_team" towers=1.',
        "a player has all seats of one",
    ):
        assert said in result.stdout


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["chess"], "there is no game 'chess'"),
        (["space_editor", "--players", "hal,random"], "there is no bot 'hal'"),
        (["space_editor", "--players", "level9,random"], "the levels are"),
        (["space_editor", "--players", "mcts:x,random"], "names no bot"),
        (["space_editor", "--players", "random"], "at least two bots"),
        (["space_editor", "--players", "random,,greedy"], "at least two bots"),
        (["space_editor", "--players", "random,greedy,random"], "random is named twice"),
        (["space_editor", "--players", "random,greedy", "--one", "random"], "either --players or --one"),
        (["space_editor", "--players", "random,greedy", "--seats", "3"], "one meets many"),
        (
            ["five_spheres", "--players", "random,greedy", "--seats", "6", "-o", "mode=citadel"],
            "with 3 sides one meets",
        ),
        (["five_spheres", "--players", "random,greedy", "--seats", "3", "-o", "mode=citadel"], "citadel is for 4 or 6"),
        (["five_spheres", "-o", "mode=chess"], '"chess" is not one of'),
        (["five_spheres", "-o", "mode"], "is not an option"),
        (["vediic", "-o", "players=3"], "3 seats; 2 were asked for"),
        (["space_editor", "--one", "random", "--all"], "--all goes with --players"),
        (["space_editor", "--one", "random", "--seats", "5"], "space_editor has 2 to 4 seats, not 5"),
        (["vediic", "--seats", "1"], "vediic has 2 to 7 seats, not 1"),
        (["five_spheres", "--seats", "0"], "five_spheres has 2 to 6 seats, not 0"),
        (["space_editor", "--one", "random", "--seats", "3", "--svg", "x.svg"], "--svg draws ratings"),
        (["space_editor", "--matches", "1"], "a round has 2"),
        (["space_editor", "--processes", "0"], "at least 1 process"),
        (["space_editor", "--seed", "-1"], "a seed is a whole number"),
        (["space_editor", "--low", "0.7"], "0 < low < high < 1"),
        (["space_editor", "--high", "1"], "0 < low < high < 1"),
        (["space_editor", "--alpha", "0"], "the risks of a test"),
        (["space_editor", "--out", "."], "this is a folder"),
        (["space_editor", "--out", "nowhere/m.jsonl"], "there is no such folder"),
        (["space_editor", "--svg", "nowhere/m.svg"], "there is no such folder"),
        (["space_editor", "--out", __file__], "no file of matches"),
    ],
    ids=lambda value: " ".join(value)[-40:] if isinstance(value, list) else "",
)
def test_what_makes_no_ladder_gets_a_sentence(words: list[str], fault: str) -> None:
    result = orrery("ladder", *words)
    assert result.exit_code == 2 and fault in result.stderr and result.stdout == ""


@pytest.mark.parametrize(
    ("raised", "code", "words"),
    [
        (KeyboardInterrupt(), 130, ["stopped", "1 matches are kept", "the same command goes on"]),
        (MatchFault("the match of a, b with seed 3 failed", "Trace of it"), 1, ["seed 3 failed", "Trace of it"]),
        (LostWorker("a process was killed"), 1, ["a process was killed", "goes on from there"]),
    ],
    ids=["interrupt", "fault", "lost"],
)
def test_a_run_that_is_broken_off_keeps_its_file_and_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int, words: list[str]
) -> None:
    out = tmp_path / "m.jsonl"
    real = lab.play_fixture

    def second_fails(fixture: lab.Fixture) -> Any:
        if fixture.number == 1:
            raise raised
        return real(fixture)

    with monkeypatch.context() as patch:
        patch.setattr(lab, "play_fixture", second_fails)
        result = orrery(*QUICK, "--out", str(out))
    assert result.exit_code == code and all(word in result.stderr for word in words)
    assert "not finished" in result.stdout and len(out.read_text().splitlines()) == 2
    assert orrery(*QUICK, "--out", str(out)).exit_code == 0 and len(out.read_text().splitlines()) == 3


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_run_that_is_ended_by_sigterm_says_what_was_kept_and_how_to_go_on(tmp_path: Path, processes: str) -> None:
    out = tmp_path / "m.jsonl"
    words = ["ladder", "space_editor", "--players", "level1,greedy", "--matches", "400", "--processes", processes]
    command = [sys.executable, "-m", "orrery", *words, "--low", "0.499", "--high", "0.501", "--out", str(out)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        for _ in range(600):
            if out.exists() and len(out.read_text().splitlines()) > 2:
                break
            assert run.poll() is None, run.communicate()
            time.sleep(0.1)
        run.send_signal(signal.SIGTERM)
        said, complained = run.communicate(timeout=30)
    finally:
        run.kill()
        run.wait()
    kept = len(out.read_text().splitlines()) - 1
    assert run.returncode == 143, complained
    # The signal may come between writing a match and counting it.
    told = re.search(
        r"orrery: stopped; (\d+) matches are kept in (.*): the same command goes on from there", complained
    )
    assert told is not None and told[2] == str(out) and kept - 1 <= int(told[1]) <= kept, complained
    assert "not finished" in said and "Traceback" not in complained and kept >= 2


def test_without_a_file_an_interrupt_says_that_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lab.Ladder, "run", stop)
    result = orrery(*QUICK)
    assert result.exit_code == 130 and "with --out FILE they would be" in result.stderr


# --- tune -------------------------------------------------------------------------------------------------------------


def test_tune_starts_from_weights_and_writes_weights(tmp_path: Path) -> None:
    start, out = tmp_path / "start.json", tmp_path / "out.json"
    start.write_text('{"value": {}, "policy": {}}')
    figures = ["--matches", "10", "--simulations", "1", "--rounds", "1", "--processes", "1"]
    result = orrery("tune", "space_editor", *figures, "--from", str(start), "--out", str(out))
    assert result.exit_code == 0 and "round 1: value 0.6931 -> " in result.stdout and "wrote" in result.stdout
    weights = school.read_weights(out.read_text())
    assert "--simulations 1" in weights["made"][0] and "--from start.json" in weights["made"][0]
    assert weights["value"] and weights["policy"] and sorted(tmp_path.iterdir()) == [out, start]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["chess"], "there is no game 'chess'"),
        (["space_editor", "--matches", "9"], "--matches must be at least 10"),
        (["space_editor", "--looks", "0"], "--simulations must be at least 1"),
        (["space_editor", "--rounds", "0"], "--rounds must be at least 1"),
        (["space_editor", "--processes", "0"], "at least 1 process"),
        (["space_editor", "--seed", "-1"], "not below 0"),
        (["space_editor", "--seats", "2", "--seats", "9"], "space_editor has 2 to 4 seats, not 9"),
        (["space_editor", "--from", __file__], "not JSON"),
        (["space_editor", "--from", "nowhere.json"], "nowhere.json"),
        (["space_editor", "--out", "."], "this is a folder"),
        (["space_editor", "--out", "nowhere/w.json"], "there is no such folder"),
    ],
    ids=lambda value: " ".join(value)[-30:] if isinstance(value, list) else "",
)
def test_what_cannot_be_tuned_gets_a_sentence(tmp_path: Path, words: list[str], fault: str) -> None:
    out = [] if "--out" in words else ["--out", str(tmp_path / "w.json")]
    result = orrery("tune", *words, *out)
    assert result.exit_code == 2 and fault in result.stderr and list(tmp_path.iterdir()) == []


def test_an_interrupted_tuning_keeps_the_rounds_that_are_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def one_round(*_: object) -> Any:
        yield school.Report({"a": 1.0}, {}, {"value": (0.7, 0.6)})
        raise KeyboardInterrupt

    monkeypatch.setattr(school, "rounds", one_round)
    out = tmp_path / "w.json"
    result = orrery("tune", "space_editor", "--out", str(out))
    assert result.exit_code == 130 and "has the weights of round 1" in result.stderr
    assert json.loads(out.read_text())["value"] == {"a": 1.0}
