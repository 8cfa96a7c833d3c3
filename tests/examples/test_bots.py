"""The examples for whoever writes bots run as their files say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def run(*words: str) -> str:
    done = subprocess.run(
        words, cwd=ROOT, env={**os.environ, "PATH": PATH}, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_duel_runs_and_the_scorer_wins_it() -> None:
    said = run(sys.executable, "examples/bots/duel.py")
    found = re.fullmatch(r"Scorer won (\d+)% of 10 matches against random .*\n", said)
    assert found is not None
    assert int(found[1]) >= 70


def test_the_scorer_is_a_bot_of_twenty_lines() -> None:
    lines = (ROOT / "examples" / "bots" / "scorer.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 20


@pytest.mark.parametrize("command", ["python examples/bots/engine.py", "node examples/bots/engine.mjs"])
def test_an_engine_keeps_the_contract_and_plays_on_the_ladder(command: str) -> None:
    checked = run("orrery", "check-bot", f"cmd:{command}", "space_editor", "-o", "mode=half", "--decisions", "3")
    assert "BROKEN" not in checked
    words = ("--matches", "2", "--processes", "1", "-o", "mode=half")
    played = run("orrery", "ladder", "space_editor", "--players", f"cmd:{command},random", *words)
    assert f"cmd:{command} - random" in played
    assert "gave" not in played


def test_the_lab_measures_one_card() -> None:
    said = run(
        sys.executable, "examples/lab/one_card.py", "Noon Crown", "8", "--decks", "water,fire", "--processes", "1"
    )
    assert "water – fire" in said
    assert re.search(r"136 Noon Crown|Noon Crown", said)


def test_the_commands_of_the_examples_are_those_that_are_documented() -> None:
    text = (ROOT / "examples" / "bots" / "README.md").read_text(encoding="utf-8")
    for file in re.findall(r"examples/[\w/.]+\.\w+", text):
        assert (ROOT / file).is_file(), file
