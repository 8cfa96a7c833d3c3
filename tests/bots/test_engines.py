"""Bots that are programs: they get what their seat knows and no more, and whatever they do the host goes on."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from known import known
from orrery.bots.bot import NoLimit, UnknownBot, WallClock, make_bot
from orrery.bots.conformance import examine
from orrery.bots.engines import IDLE, EngineBot, Terms
from orrery.bots.playing import Forfeit, Played, play
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.lab.simulate import Job, play_all

HEAD = "import json, sys, time\n"
LOOP = """
made = 0
for line in sys.stdin:
    asked = json.loads(line)
    reply = {"ok": True}
    if asked["op"] == "hello":
        reply |= HELLO
    if asked["op"] == "choose":
        made += 1
        reply["action"] = asked["actions"][asked["seed"] % len(asked["actions"])]
        if made > GOOD:
            BAD
    print(json.dumps(reply), flush=True)
"""

Maker = Callable[..., str]


@pytest.fixture
def engine(tmp_path: Path) -> Maker:
    """Writes an engine that does `bad` from its fourth decision on, and gives its name."""
    count = 0

    def write(bad: str = "pass", terms: str = "", good: int = 3, hello: str = "{}", before: str = "") -> str:
        nonlocal count
        count += 1
        file = tmp_path / f"engine{count}.py"
        program = LOOP.replace("BAD", bad).replace("GOOD", str(good)).replace("HELLO", hello)
        file.write_text(HEAD + before + program)
        return f"cmd{terms}:{sys.executable} {file}"

    return write


@pytest.fixture(autouse=True)
def nobody_left() -> Any:
    """Programs that wait for another match end with the test."""
    yield
    for waiting in IDLE.values():
        for each in waiting:
            each.close()
    IDLE.clear()


def match_of(seed: int = 3) -> Match:
    return Match.new(known("space_editor"), {"mode": "half"}, seed)


def test_an_engine_plays_a_match_and_plays_it_again(engine: Maker) -> None:
    name = engine()
    lines = [[entry.word for entry in play(match_of(), [name, name], seed=4).match.line] for _ in range(2)]
    assert lines[0] == lines[1]
    assert len(lines[0]) > 10
    assert [len(waiting) for waiting in IDLE.values()] == [2], "two programs waited for the second match"


def test_an_engine_is_shown_its_view_and_each_event_once(engine: Maker, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    name = engine(before=f"log = open({str(log)!r}, 'w')\n")
    file = Path(name.split()[-1])
    noting = "    print(line, end='', file=log, flush=True)\n    reply = {"
    file.write_text(file.read_text().replace("    reply = {", noting))
    match = match_of()
    played = play(match, [name, "random"])
    said = [json.loads(line) for line in log.read_text().splitlines()]
    assert [row["op"] for row in said[:3]] == ["hello", "new", "choose"]
    assert said[0] == {"op": "hello", "protocol": 1}
    assert said[1] == {
        "op": "new",
        "game": "space_editor",
        "rules": 1,
        "seat": 0,
        "options": said[2]["view"]["options"],
    }
    chosen = [row for row in said if row["op"] == "choose"]
    events = [event for row in chosen for event in row["events"]]
    assert events == match.seen(0)[: len(events)]
    assert all(set(row) == {"op", "view", "events", "actions", "seed", "left_ms"} for row in chosen)
    assert all(row["left_ms"] == 10_000 and 0 <= row["seed"] < 1 << 32 for row in chosen)
    assert all(not isinstance(row["view"]["hands"][1], list) for row in chosen), "the other hand is a number"
    assert said[-1] == {"op": "over", "result": played.result.as_json()}


BAD = {
    "late": ("time.sleep(30)", "late: no answer to choose within 1.2 s", "punctuality"),
    "dead": (
        "sys.exit('out of ideas')",
        "it ended before it answered choose; its last words: out of ideas",
        "reliability",
    ),
    "illegal": ("reply['action'] = 'win'", "'win' is not one of the legal actions", "legality"),
    "no action": ("del reply['action']", "None is not one of the legal actions", "legality"),
    "nonsense": ("print('hm', flush=True); continue", "its answer to choose is no JSON object: 'hm'", "reliability"),
    "a list": ("print('[1]', flush=True); continue", "is no JSON object: '[1]'", "reliability"),
    "an echo": ("print('{}', flush=True); continue", 'its answer to choose has no "ok": true', "reliability"),
    "a refusal": (
        "reply = {'ok': False, 'error': {'code': 'x', 'message': 'not today'}}",
        "it refuses choose: 'not today'",
        "reliability",
    ),
    "a flood": ("sys.stdout.write('x' * (17 << 20))", "is longer than 16777216 bytes", "reliability"),
}


def played_with(name: str) -> Played:
    return play(match_of(), [name, "random"], seed=4)


@pytest.mark.parametrize("case", BAD)
def test_one_that_fails_gives_the_match_up_and_the_sentence_says_why(engine: Maker, case: str) -> None:
    bad, sentence, _ = BAD[case]
    played = played_with(engine(bad, "+200ms"))
    assert (played.forfeit, played.winners) == (0, [1])
    assert sentence in played.why
    assert len(played.match.line) >= 6, "it played before"
    assert not any(IDLE.values()), "it is not asked for another match"


@pytest.mark.parametrize("case", ["late", "dead", "illegal"])
def test_one_that_fails_is_replaced_where_its_name_says_by_whom(
    engine: Maker, case: str, caplog: pytest.LogCaptureFixture
) -> None:
    bad, sentence, _ = BAD[case]
    game = known("space_editor")
    bot = EngineBot(game, engine(bad, "+200ms+greedy"))
    played = play(match_of(), [bot, "random"], seed=4)
    assert played.forfeit is None and played.result.over
    assert len(bot.faults) == 1 and sentence in bot.faults[0]
    assert "greedy plays on" in caplog.text
    assert play(match_of(), [bot, "random"], seed=4).result.over
    assert len(bot.faults) == 2, "in the next match it is tried again"


def test_what_it_writes_to_stderr_never_stops_it(engine: Maker) -> None:
    assert played_with(engine("print('thinking ' * 100000, file=sys.stderr)", "+5s", good=0)).forfeit is None


def test_a_question_larger_than_a_pipe_does_not_stop_one_that_does_not_read(engine: Maker) -> None:
    bot = EngineBot(known("space_editor"), engine("time.sleep(30)", "+200ms", good=0))
    view: JsonObject = {"to_act": 0, "much": "x" * (1 << 20)}
    with pytest.raises(Forfeit, match="late"):
        for _ in range(2):
            bot.choose(view, [], ["pass"], Fate(1), NoLimit())


def test_the_clock_of_the_host_counts_where_it_is_shorter(engine: Maker) -> None:
    bot = EngineBot(known("space_editor"), engine("reply['action'] = str(asked['left_ms'])", good=0))
    with pytest.raises(Forfeit) as raised:
        bot.choose({"to_act": 0}, [], ["pass"], Fate(1), WallClock(2.5))
    assert 2000 <= int(str(raised.value).split("'")[1]) <= 2500


def test_another_match_begins_with_new_also_in_the_middle_of_one(engine: Maker) -> None:
    bot = EngineBot(known("space_editor"), engine("reply['action'] = str(len(asked['events']))", good=0))
    asked = [([{"a": 1}], "1"), ([{"a": 1}, {"b": 2}], "1"), ([{"c": 3}, {"d": 4}, {"e": 5}], "3")]
    for seen, count in asked:
        assert bot.choose({"to_act": 0}, seen, ["1", "3"], Fate(1), NoLimit()) == count
    bot.close()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("cmd:", "names no program; write cmd: and a command"),
        ("cmd:./nothing_here --fast", "there is no program './nothing_here', neither here nor on the path"),
        ("cmd:'open", "is no command: No closing quotation"),
        ("cmd+soon!:ls", "'soon!' is neither a time such as 500ms or 2s nor a bot that plays on"),
        ("cmd+nobody:true", "there is no bot 'nobody'"),
        ("cmd:ls /", "is no engine: its answer to hello is no JSON object"),
        ("cmd:cat", 'is no engine: its answer to hello has no "ok": true'),
        ("cmd:true", "is no engine: it ended before it answered hello"),
    ],
)
def test_what_is_no_engine_is_refused_before_a_match_begins(name: str, sentence: str) -> None:
    with pytest.raises(UnknownBot, match=sentence):
        make_bot(name, known("space_editor"))


def test_a_file_that_may_not_be_run_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text("")
    with pytest.raises(UnknownBot, match=r"may not be run; make it executable, or name what runs it \(python"):
        make_bot(f"cmd:{tmp_path}/engine.py", known("space_editor"))
    with pytest.raises(UnknownBot, match="is a folder, not a program"):
        make_bot(f"cmd:{tmp_path}", known("space_editor"))


def test_an_engine_says_which_games_it_plays_and_which_protocol(engine: Maker) -> None:
    make_bot(engine(hello='{"games": ["vediic"]}'), known("vediic")).over(match_of().result())
    with pytest.raises(UnknownBot, match="is no engine: it plays vediic, not space_editor"):
        make_bot(engine(hello='{"games": ["vediic"]}'), known("space_editor"))
    with pytest.raises(UnknownBot, match="it speaks protocol 2 and not 1"):
        make_bot(engine(hello='{"protocol": 2}'), known("space_editor"))


def test_a_command_is_written_with_quotes_or_without() -> None:
    for name in ("cmd:ls -a b", 'cmd:"ls -a b"', "cmd+2s:'ls -a b'"):
        assert Terms(name).words[1:] == ["-a", "b"]
    terms = Terms("cmd+250ms+level1:ls")
    assert (terms.seconds, terms.stand_in) == (0.25, "level1")


def test_a_program_ends_with_the_bot_that_nobody_has_any_more(engine: Maker) -> None:
    bot = EngineBot(known("space_editor"), engine())
    assert bot.engine is not None
    pid = bot.engine.process.pid
    del bot
    gc.collect()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_matches_in_other_processes_are_given_up_there_and_told_here(engine: Maker) -> None:
    name = engine("sys.exit('gone')")
    jobs = [Job("space_editor", {"mode": "half"}, [name, "random"], seed) for seed in range(2)]
    for found in play_all(jobs, 2):
        assert found.winners == [1] and found.scores is None
        assert found.forfeit is not None and found.forfeit["seat"] == 0 and "gone" in found.forfeit["why"]


def test_a_good_engine_keeps_the_contract(engine: Maker) -> None:
    name = engine()
    report = examine(lambda game: make_bot(name, game), known("space_editor"), [{"mode": "half"}], decisions=3)
    assert report.holds, report.as_json()


@pytest.mark.parametrize("case", ["illegal", "dead", "nonsense", "late"])
def test_what_an_engine_does_wrong_is_put_under_its_duty_and_no_other(engine: Maker, case: str) -> None:
    bad, sentence, duty = BAD[case]
    name = engine(bad, "+200ms")
    report = examine(lambda game: make_bot(name, game), known("space_editor"), [{"mode": "half"}], decisions=2, most=8)
    assert [each for each, found in report.duties.items() if found.broken] == [duty]
    assert sentence in report.duties[duty].first


def test_an_engine_that_goes_by_its_own_luck_is_found_out(engine: Maker) -> None:
    name = engine("import random; reply['action'] = random.choice(asked['actions'])", good=0)
    report = examine(lambda game: make_bot(name, game), known("space_editor"), [{"mode": "half"}])
    assert [duty for duty, found in report.duties.items() if found.broken] == ["reproducibility"]
    assert "nothing can be said" in report.as_json()["duties"]["secrecy"]["untold"]
