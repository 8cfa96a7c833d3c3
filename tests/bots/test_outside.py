"""Bots from outside: named by module, file or package, and refused with a sentence where something is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from known import known
from orrery.bots import strangers
from orrery.bots.bot import Bot, UnknownBot, make_bot
from orrery.bots.conformance import examine
from orrery.bots.outside import OutsideBot, split_names
from orrery.bots.playing import play
from orrery.bots.strangers import find_offered, outside_names
from orrery.core.match import Match

GOOD = """
from helper import pick
from orrery import Bot


class First(Bot):
    def choose(self, view, seen, actions, fate, clock):
        return pick(actions)


class Half(Bot):
    pass


class Picky(Bot):
    def __init__(self, game, name):
        raise ValueError("not today")

    def choose(self, view, seen, actions, fate, clock):
        return actions[0]


thing = 7
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "helper.py").write_text("def pick(actions):\n    return actions[0]\n")
    (tmp_path / "torn.py").write_text("x = 7\ndef f(: pass\n")
    (tmp_path / "failing.py").write_text("\n\n1 / 0\n")
    (tmp_path / "empty.py").write_text("")
    return tmp_path


def inner(name: str) -> type[Bot]:
    """The class that a name means."""
    bot = make_bot(name, known("vediic"))
    assert isinstance(bot, OutsideBot)
    return type(bot.bot)


def test_a_class_of_a_file_plays_and_may_import_what_lies_beside_it(folder: Path) -> None:
    game = known("space_editor")
    name = f"{folder}/good.py:First"
    bot = make_bot(name, game)
    assert bot.name == name
    match = Match.new(game, {"mode": "half"}, 3)
    assert play(match, [name, bot]).result.over
    assert inner(name) is inner(name), "a file is loaded once"


def test_a_class_of_a_module_is_found_also_in_the_folder_where_one_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pack_of_bots").mkdir()
    (folder / "pack_of_bots" / "inner.py").write_text(GOOD.replace("from helper", "from helper"))
    monkeypatch.chdir(folder)
    assert inner("pack_of_bots.inner:First").__name__ == "First"
    assert make_bot("orrery.bots.simple:RandomBot", known("vediic")).name == "orrery.bots.simple:RandomBot"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("levle2", r"no bot 'levle2' \(did you mean level2\?\); there are random, greedy, .*file\.py:Class"),
        ("{}/none.py:First", "there is no file .*none.py"),
        ("{}/torn.py:First", "torn.py cannot be imported: line 2: SyntaxError"),
        ("{}/failing.py:First", "failing.py cannot be imported: line 3: ZeroDivisionError: division by zero"),
        ("{}/good.py", "say which bot of it, as .*good.py:First"),
        ("{}/good.py:Frist", r"has no 'Frist' \(did you mean First\?\); its bots are First, Picky"),
        ("{}/good.py:thing", "good.py:thing is 7; right is a subclass of orrery.Bot"),
        ("{}/good.py:Half", "good.py:Half has no method choose"),
        ("{}/good.py:Picky", "good.py:Picky cannot be made: line 17: ValueError: not today"),
        ("{}/empty.py:First", "has no 'First'; it has no subclass of orrery.Bot at all"),
        ("no_such_module.at_all:First", "there is no module no_such_module; write module:Class"),
        ("orrery.core.match:Match", "right is a subclass of orrery.Bot"),
        ("two words:First", "there is no bot 'two words:First'; write module:Class"),
        ("levels.py:First", "there is no file levels.py"),
    ],
)
def test_whatever_is_wrong_is_told_in_one_sentence(folder: Path, name: str, sentence: str) -> None:
    with pytest.raises(UnknownBot, match=sentence) as raised:
        make_bot(name.format(folder), known("space_editor"))
    assert "\n" not in str(raised.value)


@pytest.fixture
def offers(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[None]:
    """Packages that offer bots."""
    rows = {
        "first": "good:First",
        "level3": "good:First",
        "Big": "good:First",
        "twice": "good:First",
        "lost": "no_such_module:First",
    }
    points = [EntryPoint(name, value, "orrery.bots") for name, value in rows.items()]
    points.append(EntryPoint("twice", "good:Picky", "orrery.bots"))
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == strangers.GROUP else [])
    find_offered()
    yield
    strangers.FOUND.clear()


@pytest.mark.usefixtures("offers")
def test_a_package_offers_bots_by_name() -> None:
    assert outside_names() == ["first", "lost"]
    assert inner("first").__name__ == "First"
    assert make_bot("level3", known("vediic")).__class__.__name__ == "MctsBot", "ours stay ours"
    for name, sentence in {
        "Big": "left out: right are lower-case letters",
        "twice": "left out: good:First and good:Picky both offer it",
        "lost": "there is no module no_such_module",
        "fisrt": r"did you mean first\?\); there are .*level5, first, lost",
    }.items():
        with pytest.raises(UnknownBot, match=sentence):
            make_bot(name, known("vediic"))


FAILING = {
    "raises": ("return view['nothing']", "failed: line 6: KeyError: 'nothing'", "reliability"),
    "ends the process": ("raise SystemExit('bye')", "failed: line 6: SystemExit: bye", "reliability"),
    "answers nothing": ("pass", "None is not one of the legal actions", "legality"),
    "answers what is not allowed": (
        "actions.append(actions[0] + 'x'); return actions[-1]",
        r"x' is not one of the legal actions \(did you mean (place|basepoint) ",
        "legality",
    ),
}


@pytest.fixture
def failing(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The name of a bot of a file that does this when it is asked, and fails at the end of a match too."""
    (tmp_path / "failing.py").write_text(
        "from orrery import Bot\n\n\nclass Failing(Bot):\n    def choose(self, view, seen, actions, fate, clock):\n"
        f"        {FAILING[request.param][0]}\n\n    def over(self, result):\n        raise OSError('too late')\n"
    )
    return f"{tmp_path}/failing.py:Failing"


@pytest.mark.parametrize(("failing", "case"), [(case, case) for case in FAILING], indirect=["failing"])
def test_a_bot_of_a_file_that_fails_gives_the_match_up_and_the_sentence_says_where(
    failing: str, case: str, caplog: pytest.LogCaptureFixture
) -> None:
    played = play(Match.new(known("space_editor"), {"mode": "half"}, 3), [failing, "random"])
    assert (played.forfeit, played.winners) == (0, [1])
    assert played.why.startswith(failing) and re.search(FAILING[case][1], played.why), played.why
    assert "failed at the end of a match: line 9: OSError: too late" in caplog.text


@pytest.mark.parametrize(("failing", "case"), [(case, case) for case in FAILING], indirect=["failing"])
def test_a_bot_of_a_file_that_fails_is_blamed_for_that_alone(failing: str, case: str) -> None:
    _, sentence, duty = FAILING[case]
    report = examine(lambda game: make_bot(failing, game), known("space_editor"), [{"mode": "half"}], decisions=2)
    broken = [name for name, row in report.duties.items() if row.broken]
    assert duty in broken and set(broken) <= {duty, "care"}
    assert re.search(sentence, report.duties[duty].first)


def test_commas_within_quotes_are_no_ends_of_names() -> None:
    assert split_names('level2, cmd:"./engine a,b" ,greedy') == ["level2", 'cmd:"./engine a,b"', "greedy"]
    assert split_names("cmd:'a,b',x") == ["cmd:'a,b'", "x"]
    assert split_names("a,,b") == ["a", "", "b"]
    assert json.dumps(split_names("")) == '[""]'
