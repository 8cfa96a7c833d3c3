"""`hint` and `analyse` at the table: what they print, and that they know no more than the person who asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from known import known
from orrery.bots.analysis import Hint, hint
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.games import game_names
from orrery.terminal import study
from orrery.terminal.drawing import width
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Scene, make_sheet
from orrery.terminal.table import Table
from orrery.terminal.texts import Texts
from terminal.sitting import Paper, lay_table, sit
from toys.stones import Stones

SMALL = {"elements": ["water", "wind"], "table": [3, 3]}
"""A match that is soon over."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Scene]]:
    """Few looks; gives the scenes that hints were asked for."""
    asked: list[Scene] = []

    def ask_hints(game: Game, scene: Scene, number: int) -> list[Hint]:
        asked.append(scene)
        return hint(game, scene.view, scene.seen, scene.actions, Fate(number), study.WallClock(60), 12)

    monkeypatch.setattr(study, "ask_hints", ask_hints)
    monkeypatch.setattr(study, "SIMULATIONS", 4)
    yield asked


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_hint_shows_three_actions_with_chances_and_reasons(lang: str) -> None:
    text = sit(["hint", "quit", ""], options={"elements": ["water", "wind"]}, lang=lang)
    said = text.split("hint\n", 1)[1]
    assert len(re.findall(r"^ [123]\) +[<>]?\d+%  ", said, re.MULTILINE)) == 3
    assert ("place " if lang == "en" else "置く") in said
    reasons = [line for line in said.splitlines() if line.startswith("    ")]
    assert len(reasons) >= 3 and reasons[-1].endswith("." if lang == "en" else "。")
    assert all(width(line) < 80 for line in said.splitlines())


def test_the_number_of_a_hint_plays_it() -> None:
    text = sit(["hint", "1", "quit", ""], options={"elements": ["water", "wind"]})
    found = re.search(r" 1\) +\d+%  place (.+) at (\S+), (r\d)", text)
    assert found is not None
    assert f"You placed {found.group(1)} at {found.group(2)}, {found.group(3)}." in text


def test_a_hint_is_for_the_seat_to_act_alone(quick: list[Scene]) -> None:
    lines = ["", "hint", "1", "", "hint", "1", "", "quit", ""]
    sit(lines, players=["human:Ann", "human:Bo"], options={"elements": ["water", "wind"]})
    assert len({scene.seat for scene in quick}) == 2
    for scene in quick:
        assert scene.seat == scene.view["to_act"]
        hands = scene.view["hands"]
        assert isinstance(hands[scene.seat], list) and not isinstance(hands[1 - scene.seat], list)


def test_who_is_asked_nothing_gets_no_hint(quick: list[Scene]) -> None:
    text = sit(["hint", "quit"], players=["greedy", "greedy"])
    assert "Nothing is asked of you now." in text and not quick


def test_where_nothing_can_be_chosen_the_hint_says_so(quick: list[Scene]) -> None:
    lines = iter(["", "take 2", "", "take 2", "", "take 2", "", "hint"])
    table, paper = lay_table(lambda table, prompt: next(lines, None), game=Stones(), players=["human:Ann", "human:Bo"])
    table.run()
    assert "There is nothing to choose: take 1." in paper.getvalue() and not quick


def test_a_match_is_analysed_only_when_it_is_over() -> None:
    text = sit(["analyse", "analyse xyz", "quit", ""])
    assert "A match is analysed when it is over" in text
    assert "analyse [all]" in text


def ended(lang: str = "en", columns: int = 80, command: str = "analyse") -> str:
    """What `analyse` prints after a match of bots on a small table."""
    given: dict[str, Any] = {"players": ["random", "human:Ann"], "options": SMALL, "lang": lang, "columns": columns}
    text = sit([*lines_to_the_end(), command, "quit"], **given)
    return text.split(f"{command}\n", 1)[1]


def lines_to_the_end() -> list[str]:
    """What Ann types to come to the end of that match: always the first legal action."""
    typed: list[str] = []

    def answer(table: Table, prompt: str) -> str | None:
        if table.match.to_act() is None:
            return None
        typed.append(table.match.actions()[0])
        return typed[-1]

    table, _ = lay_table(answer, SMALL, ["random", "human:Ann"])
    table.run()
    return typed


@pytest.mark.parametrize(("lang", "columns"), [("en", 80), ("ja", 80), ("en", 60)])
def test_the_analysis_has_all_its_parts_and_fits(lang: str, columns: int) -> None:
    said = ended(lang, columns)
    heads = {
        "en": ["Turning points", "Chance to win before each decision", "Summary", "Simulations a decision: 4"],
        "ja": ["分かれ目", "各手の前の勝つ見込み", "まとめ", "正確さ", "シード0"],
    }
    for head in heads[lang]:
        assert head in said
    assert "Ann" in said and "100% │" in said
    assert all(width(line) < columns for line in said.splitlines())


def test_analyse_all_lists_every_decision() -> None:
    assert "All decisions" in ended(command="analyse all")


def test_the_end_of_a_match_offers_the_analysis() -> None:
    text = sit([*lines_to_the_end(), "quit"], players=["random", "human:Ann"], options=SMALL)
    assert "analyse · save FILE" in text


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", game_names())
def test_every_action_of_a_match_can_be_said(game: str, lang: str) -> None:
    found = known(game)
    texts = Texts(lang, found.package)
    sheet = make_sheet(found, texts, Screen(Paper(), False, 80))
    raw: set[str] = set()
    said = 0
    for options in found.trials():
        match = Match.new(found, options, 3)
        names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"][: match.state.seats()]
        fate = Fate(5)
        while (seat := match.to_act()) is not None and match.taken < 60:
            scene = Scene(seat, match.view(seat), match.seen(seat), match.actions(), match.result(), names)
            word = scene.actions[fate.draw(len(scene.actions))]
            label = sheet.action(scene, word).plain
            assert label and "{" not in label
            said += 1
            if label == word:
                raw.add(word.split(" ", maxsplit=1)[0])
            match.act(word)
    assert said > 50
    assert raw <= {"pass", "pay"}, raw


def test_a_loss_is_the_difference_of_the_chances_beside_it() -> None:
    found = ended(command="analyse all")
    rows = re.findall(r"^ *\d+  \S.*?(?:-(\d+)|(?<= )0)  +(\d+)% → (\d+)%", found, re.MULTILINE)
    assert len(rows) > 2
    for lost, before, after in rows:
        assert int(lost or 0) == max(0, int(before) - int(after)), (lost, before, after)


def test_a_hint_that_nobody_looked_ahead_for_has_no_chance() -> None:
    game = known("space_editor")
    match = Match.new(game, SMALL, 1)
    seat = match.to_act()
    assert seat is not None
    texts, scene = Texts("en", game.package), Scene(
        seat, match.view(seat), match.seen(seat), match.actions(), match.result(), ["Ann", "Bo"]
    )  # fmt: skip
    sheet = make_sheet(game, texts, Screen(Paper()))
    (label,) = study.hint_labels(game, sheet, texts, scene, [Hint(match.actions()[0], 0.0, 0, [])])
    assert "?" in label.plain and "0%" not in label.plain and "no time" in label.plain


def test_chances_that_are_not_certain_do_not_look_so() -> None:
    assert [study.percent(chance) for chance in (0.0, 0.001, 0.5, 0.999, 1.0)] == ["0%", "<1%", "50%", ">99%", "100%"]
