"""Bots from outside at the terminal table: where one cannot go on another plays for it, and the person reads why."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from terminal.sitting import ANY_WAY, sit, sit_down

ENGINE = """
import json, sys
made = 0
for line in sys.stdin:
    asked = json.loads(line)
    made += asked["op"] == "choose"
    word = "win" if made > 3 else asked["actions"][0] if "actions" in asked else ""
    print(json.dumps({"ok": True, "action": word}), flush=True)
"""


@pytest.fixture
def weak(tmp_path: Path) -> str:
    """The command of an engine that soon does what is not allowed."""
    (tmp_path / "weak.py").write_text(ENGINE)
    return f"{sys.executable} {tmp_path}/weak.py"


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("terms", "other"), [("", "greedy"), ("+level1", "level1")])
def test_another_plays_on_for_a_bot_that_gives_up(weak: str, terms: str, other: str) -> None:
    text = flat(sit(ANY_WAY * 60, players=["human", f"cmd{terms}:{weak}"], options={"mode": "half"}, seed=5))
    assert "cannot go on" in text and "'win' is not one of the legal actions" in text
    assert text.count(f"{other} plays the rest of the match for it.") == 1
    assert "The match is over" in text


def test_another_plays_on_for_a_bot_of_a_file_that_fails(tmp_path: Path) -> None:
    (tmp_path / "weak.py").write_text(
        "from orrery import Bot\nclass Weak(Bot):\n    def choose(self, view, seen, actions, fate, clock):\n"
        "        return view['nothing']\n"
    )
    players = ["human", f"{tmp_path}/weak.py:Weak"]
    text = flat(sit(ANY_WAY * 60, players=players, options={"mode": "half"}, seed=5))
    assert "failed: line 4: KeyError: 'nothing'" in text
    assert text.count("greedy plays the rest of the match for it.") == 1
    assert "The match is over" in text


def test_the_sentence_is_there_in_japanese(weak: str) -> None:
    text = sit(ANY_WAY * 60, players=["human", f"cmd:{weak}"], options={"mode": "half"}, seed=5, lang="ja")
    assert "この対戦の残りはgreedyが代わりに打ちます。" in "".join(text.split())


def test_a_bot_of_a_file_sits_down_and_a_wrong_name_is_refused() -> None:
    root = Path(__file__).resolve().parent.parent.parent
    players = ["human", f"{root}/examples/bots/scorer.py:Scorer"]
    text, status = sit_down(ANY_WAY * 60, players=players, options={"mode": "half"}, seed=5)
    assert status == 0, text
    text, status = sit_down([], players=["human", "levle2"], options={"mode": "half"})
    assert status == 2
    assert "did you mean level2?" in flat(text)
