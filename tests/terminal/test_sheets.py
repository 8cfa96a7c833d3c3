"""What a game brings to the table: its sheet and its texts; and that a game without any can be played."""

from __future__ import annotations

from string import Formatter

import pytest
from rich.text import Text

from known import known
from orrery.core.clause import LANGUAGES
from orrery.games import game_names
from orrery.games.space_editor.rules import events
from orrery.terminal.commands import COMMANDS, TOPICS
from orrery.terminal.games.space_editor.sheet import GameSheet
from orrery.terminal.sheet import PlainSheet
from orrery.terminal.table import Table
from orrery.terminal.texts import Texts, fill, read_texts
from terminal.sitting import lay_table
from terminal.wording import rows, slots
from toys.stones import Stones

PACKAGES = ["orrery.terminal", *(known(name).package for name in game_names())]
MAY_BE_EMPTY = ("code.none",)
"""What stands for a card that has no element is left blank."""


@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_is_there_in_both_languages_with_the_same_facts(package: str) -> None:
    for name, row in rows(read_texts(package)).items():
        assert set(row) <= {*LANGUAGES, "en_one", "en_you", "ja_you"}, name
        assert all(row.get(lang, "").strip() or name in MAY_BE_EMPTY for lang in LANGUAGES), name
        assert slots(row["en"]) == slots(row["ja"]), name
        assert all(slots(row.get(more, "")) <= slots(row["en"]) for more in ("en_one", "en_you", "ja_you")), name
        assert not [part for part in Formatter().parse(row["en"]) if part[2]], name
        if not name.startswith(("alias.", "code.")):
            assert any(ord(c) > 0x2E80 for c in row["ja"]) or len(slots(row["ja"])) or row["ja"] == row["en"], name


def test_no_word_means_two_commands() -> None:
    texts = Texts("en", "orrery.games.space_editor")
    table, _ = lay_table(lambda table, prompt: None)
    names = [*COMMANDS, *table.sheet.extras()]
    words = [word for name in names for word in (name, *texts.words(f"alias.{name}"))]
    assert sorted(words) == sorted(set(words))
    assert sorted(name for group in TOPICS.values() for name in group) == sorted(COMMANDS)


def test_every_event_of_space_editor_has_a_sentence() -> None:
    texts = Texts("en", "orrery.games.space_editor")
    named = {"faced", "rotated", "final", "skipped", "stuck", "guarded", "silenced", "basepoint", "drawn", "turn"}
    named |= {"placed", "turned_up", "turned_down", "triggered", "resolving", "fizzled", "declined", "targeted"}
    named |= {"relocated", "discarded", "ending", "over"}
    assert len([kind for kind in vars(events).values() if isinstance(kind, type)]) >= 17
    assert all(texts.has(f"event.{name}") for name in named)


def test_whoever_is_called_you_is_spoken_to_where_a_sentence_is_about_them() -> None:
    facts = {"card": "Iron Wolf", "target": "Fawn"}
    texts = Texts("en", "orrery.games.five_spheres")
    assert texts.line("event.attack_creature", who="You", lord="Ann", **facts).startswith("You attack Ann")
    assert texts.line("event.attack_creature", who="Ann", lord="you", **facts).startswith("Ann attacks you")
    assert (
        texts.line("event.siege", who="Ann", lord=Text("you"), card="Iron Wolf") == "Iron Wolf besieges your fortress."
    )
    asked = {lang: Texts(lang, "orrery.games.space_editor") for lang in LANGUAGES}
    assert asked["en"].line("page.ask.wait", who=Text("You")) == "One moment."
    assert asked["ja"].line("page.ask.wait", who="あなた") == "少々お待ちください。"
    assert asked["en"].line("page.ask.wait", who="Ann") == "Ann is thinking."


def test_facts_keep_their_braces_and_styles() -> None:
    assert fill("{a} and {b}", {"a": "{b}", "b": 2}).plain == "{b} and 2"


def test_space_editor_brings_its_own_sheet() -> None:
    table, _ = lay_table(lambda table, prompt: None)
    assert isinstance(table.sheet, GameSheet)


def test_a_strangers_game_is_played_with_the_plain_sheet() -> None:
    lines = [
        "view",
        "help",
        "rules",
        "take 3",
        "dance",
        "card x",
        "look x",
        "score",
        "legal",
        "2",
        "log",
        "1",
        "1",
        "1",
    ]
    typed = iter([*lines, *["actions", "1"] * 10])

    def answer(table: Table, prompt: str) -> str | None:
        return next(typed, None) if table.match.to_act() is not None else None

    for lang in LANGUAGES:
        typed = iter([*lines, *["actions", "1"] * 10])
        table, paper = lay_table(answer, {}, ["human", "random"], 1, lang, game=Stones())
        table.run()
        assert isinstance(table.sheet, PlainSheet)
        assert table.match.to_act() is None
        text = paper.getvalue()
        assert "took seat=0 count=2" in text
        assert "too many (left 7)" in text


def test_events_that_nobody_notices_leave_no_gap_in_what_is_told() -> None:
    def answer(table: Table, prompt: str) -> str | None:
        return "1" if table.match.to_act() is not None else None

    table, paper = lay_table(answer, {}, ["human", "random"], 3, "en", game=Stones())
    table.run()
    text = paper.getvalue()
    told = [entry.word for entry in table.match.line]
    assert len(told) >= 4 and "dust" not in text
    assert text.count("took seat=") == len(told)
