"""Bots from outside on the command line: orrery engine, orrery check-bot, and where bots are named."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from command import orrery
from known import known
from orrery.bots.bot import NoLimit, make_bot
from orrery.bots.engines import SEEDS
from orrery.bots.playing import play
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.engine import Engine
from orrery.games import game_names

ROOT = Path(__file__).resolve().parent.parent
SCORER = f"{ROOT}/examples/bots/scorer.py:Scorer"
PEEKING = """
import sys
from orrery import Bot, Match


class Peeking(Bot):
    def choose(self, view, seen, actions, fate, clock):
        frame = sys._getframe(1)
        while frame and not isinstance(frame.f_locals.get("match"), Match):
            frame = frame.f_back
        return actions[int(frame.f_locals["match"].hash()[:6], 16) % len(actions) if frame else 0]
"""
ENGINE_THAT_ENDS = """
import sys
for line in sys.stdin:
    print('{"ok": true}', flush=True)
    len(line) > 90 and 1/0
"""
CLASS_THAT_FAILS = """
from orrery import Bot
class Gone(Bot):
    def choose(self, *asked):
        1/0
"""


def test_a_bot_of_ours_as_an_engine_does_what_it_does_at_home() -> None:
    game = known("space_editor")
    away = f'cmd:"{sys.executable}" -m orrery engine greedy --game space_editor'
    match, there, here = Match.new(game, {"mode": "half"}, 3), make_bot(away, game), make_bot("greedy", game)
    while (seat := match.to_act()) is not None:
        view, seen, actions = match.view(seat), match.seen(seat), match.actions()
        number = Fate(match.taken).draw(SEEDS)  # away it is given the number that is drawn first
        word = there.choose(view, seen, actions, Fate(match.taken), NoLimit())
        assert word == here.choose(view, seen, actions, Fate(number), NoLimit())
        match.act(word)
    assert match.taken > 10
    there.over(match.result())


def ask(engine: Engine, **request: object) -> dict[str, object]:
    reply = engine.answer(json.dumps(request).encode())
    assert isinstance(reply["ok"], bool)
    return reply


@pytest.mark.parametrize(
    ("request_", "code", "words"),
    [
        ({"op": "go"}, "bad_request", "the op 'go' is unknown; there are hello, new, choose, over"),
        ({"op": "new", "game": "chess"}, "bad_request", "the game 'chess' is unknown; there are vediic"),
        ({"op": "choose", "view": {}, "events": [], "actions": ["a"]}, "no_match", "say new first"),
        ({"op": "choose", "view": {}, "events": []}, "bad_request", "the field actions is missing"),
        ({"op": "choose", "view": 1, "events": [], "actions": ["a"]}, "bad_request", "view: 1 is not an object"),
        ({"op": "choose", "view": {}, "events": [], "actions": [1]}, "bad_request", "at least one legal action"),
        ({"op": "choose", "view": {}, "events": [], "actions": ["a"], "seed": 0.5}, "bad_request", "seed: 0.5 is not"),
        (
            {"op": "choose", "view": {}, "events": [], "actions": ["a"], "left_ms": "1"},
            "bad_request",
            "left_ms: '1' is",
        ),
    ],
)
def test_an_engine_of_ours_answers_what_makes_no_sense_with_a_sentence(
    request_: dict[str, object], code: str, words: str
) -> None:
    engine = Engine("random", ["vediic"])
    error = ask(engine, **request_)["error"]
    assert isinstance(error, dict)
    assert error["code"] == code and words in error["message"].replace('"', "'")
    assert ask(engine, op="new", game="vediic")["ok"], "it goes on"


def test_a_bot_that_fails_as_an_engine_says_so_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "weak.py"
    file.write_text("from orrery import Bot\nclass Weak(Bot):\n    def choose(self, *asked): return 1 / 0\n")
    engine = Engine(f"{file}:Weak")
    assert ask(engine, op="new", game="vediic")["ok"]
    error = ask(engine, op="choose", view={"to_act": 0}, events=[], actions=["a"])["error"]
    assert isinstance(error, dict)
    assert error["code"] == "failed" and "ZeroDivisionError" in error["message"]
    assert ask(engine, op="hello")["ok"]


def test_what_a_bot_prints_is_no_answer(tmp_path: Path) -> None:
    file = tmp_path / "chatty.py"
    file.write_text(
        "print('here I am')\nfrom orrery import Bot\nclass Chatty(Bot):\n"
        "    def choose(self, view, seen, actions, fate, clock):\n        print(view)\n        return actions[0]\n"
    )
    game = known("space_editor")
    bot = make_bot(f'cmd:"{sys.executable}" -m orrery engine {file}:Chatty', game)
    assert bot.choose({"to_act": 0}, [], ["a", "b"], Fate(1), NoLimit()) == "a"
    bot.over(Match.new(game, {"mode": "half"}, 1).result())


def test_orrery_engine_refuses_a_bot_and_a_game_that_are_not_there() -> None:
    found = orrery("engine", "levle2")
    assert found.exit_code == 2 and "did you mean level2?" in found.output
    found = orrery("engine", "level2", "--game", "vedic")
    assert found.exit_code == 2 and "did you mean vediic?" in found.output


def test_check_bot_reports_a_good_bot_and_ends_well() -> None:
    found = orrery("check-bot", SCORER, "space_editor", "-o", "mode=half", "--decisions", "3")
    assert found.exit_code == 0, found.output
    assert "kept    secrecy: chooses alike in worlds" in found.output
    assert "of 1 match; asked again in" in found.output
    assert "BROKEN" not in found.output


def test_check_bot_asks_an_engine_itself_and_nobody_who_would_play_on_for_it(tmp_path: Path) -> None:
    file = tmp_path / "gone.py"
    file.write_text(ENGINE_THAT_ENDS)
    found = orrery("check-bot", f"cmd+greedy:{sys.executable} {file}", "space_editor", "-o", "mode=half", "--json")
    assert found.exit_code == 1, found.output
    assert json.loads(found.stdout)["games"]["space_editor"]["duties"]["reliability"]["broken"]


@pytest.mark.parametrize("game", game_names())
def test_check_bot_finds_a_bot_of_a_file_that_peeks_in_every_game(game: str, tmp_path: Path) -> None:
    file = tmp_path / "peeking.py"
    file.write_text(PEEKING)
    found = orrery("check-bot", f"{file}:Peeking", game, "--json", "--seconds", "0.2")
    assert found.exit_code == 1, found.output
    report = json.loads(found.stdout)["games"][game]
    assert report["holds"] is False
    assert [name for name, row in report["duties"].items() if row["broken"]] == ["secrecy"]
    assert "it peeked" in report["duties"]["secrecy"]["first"]
    assert report["differing"] > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["greedy", "vedic"], "did you mean vediic?"),
        (["gredy"], "did you mean greedy?"),
        (["greedy", "--decisions", "0"], "--decisions and --seconds want more than 0"),
        (["greedy", "-o", "mode=half"], "options go with one game"),
        (["greedy", "space_editor", "-o", "mode=quarter"], "mode"),
        (["cmd:true"], "is no engine: it ended before it answered hello"),
    ],
)
def test_check_bot_refuses_what_makes_no_sense_with_a_sentence(words: list[str], sentence: str) -> None:
    found = orrery("check-bot", *words)
    assert found.exit_code == 2, found.output
    assert sentence in found.output
    assert found.output.startswith("orrery: ") and found.output.count("\n") == 1


@pytest.mark.parametrize(
    ("source", "name", "why"),
    [
        (ENGINE_THAT_ENDS, f"cmd:{sys.executable} FILE", ": it ended before it answered choose"),
        (CLASS_THAT_FAILS, "FILE:Gone", " failed: line 5: ZeroDivisionError: division by zero"),
    ],
)
def test_the_ladder_meets_bots_from_outside_and_tells_who_gave_up(
    source: str, name: str, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "gone.py"
    file.write_text(source)
    gone = name.replace("FILE", str(file))
    words = ["ladder", "space_editor", "--matches", "2", "--processes", "1", "-o", "mode=half"]
    found = orrery(*words, "--players", f"{SCORER},{gone}")
    assert found.exit_code == 0, found.output
    assert f"{gone} gave 2 matches up; the first time: {gone}{why}" in found.output
    figures = json.loads(orrery(*words, "--players", f"{SCORER},{gone}", "--json").stdout)
    assert figures["forfeits"][gone]["matches"] == 2


def test_matches_that_were_given_up_are_kept_and_counted_when_a_ladder_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "gone.py"
    file.write_text("import sys\nfor line in sys.stdin:\n    print('{\"ok\": true}', flush=True)\n")
    gone = f"cmd:{sys.executable} {file}"
    kept = str(tmp_path / "kept.jsonl")
    words = ["ladder", "space_editor", "--matches", "2", "--processes", "1", "-o", "mode=half", "--out", kept, "--json"]
    first, second = (orrery(*words, "--players", f"{gone},random") for _ in range(2))
    assert "2 matches were in" in second.stderr
    assert json.loads(first.stdout)["forfeits"] == json.loads(second.stdout)["forfeits"]


@pytest.mark.parametrize(
    "words",
    [
        ("lab", "report", "space_editor", "--bots", "cmd:./a!b"),
        ("balance", "space_editor", "--bot", "cmd:~/engine"),
    ],
)
def test_the_lab_refuses_names_with_its_own_marks(words: tuple[str, ...]) -> None:
    found = orrery(*words)
    assert found.exit_code == 2
    assert "the lab marks bots with ! and ~; name this one without them" in found.output


def test_a_bot_that_gives_up_in_the_lab_ends_the_run_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "gone.py"
    file.write_text("import sys\nfor line in sys.stdin:\n    print('{\"ok\": true}', flush=True)\n")
    found = orrery(
        "balance", "space_editor", "--bot", f"cmd:{sys.executable} {file}", "--matches", "1", "--processes", "1"
    )
    assert found.exit_code != 0
    assert "gave the match up, and the lab counts whole ones" in found.output


def test_a_duel_at_the_door_takes_all_names() -> None:
    assert play(Match.new(known("space_editor"), {"mode": "half"}, 1), [SCORER, "random"]).result.over
