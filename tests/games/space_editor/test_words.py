"""The words of Space Editor are those of its authors, in both languages and wherever people read them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from orrery.core.clause import rulebook

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = "orrery.games.space_editor"

OWN = [
    *sorted(ROOT.glob("src/orrery/games/space_editor/data/*.toml")),
    *sorted(ROOT.glob("src/orrery/bots/games/space_editor/*.toml")),
    *sorted(ROOT.glob("src/orrery/bots/games/space_editor/*.json")),
    *sorted(ROOT.glob("web/src/games/space_editor/*.json")),
    *sorted(ROOT.glob("web/src/games/space_editor/figures/*.json")),
    ROOT / "src/orrery/games/space_editor/rulebook/ja.md",
]
"""What says something about this game alone."""
SHARED = [
    *sorted(ROOT.glob("src/orrery/terminal/data/*.toml")),
    *sorted(ROOT.glob("web/src/texts/*.json")),
    *sorted(ROOT.glob("web/public/*.js")),
    *sorted(ROOT.glob("docs/**/*.md")),
]
"""What speaks of several games."""

NEVER = {
    r"スペースエディタ(?!ー)": "スペースエディター",
    "能力カード": "アビリティーカード",
    "能力ステップ": "アビリティー処理ステップ",
    "捨て札ステップ": "手札処理ステップ",
    "連星マーク": "連星記号",
    "位相変化": "位相の変化",
    "ハーフモード": "ハーフゲームモード",
    "フルモード": "フルゲームモード",
}
"""Words that the authors do not use, and theirs."""
NEVER_HERE = NEVER | {
    "空白": "記号のない辺",
    "マーク": "連星記号",
    "裏にな|裏にする|裏にし": "裏返る、裏返す",
    "表にな|表にする|表にし": "表に返る、表に返す",
    "移動": "再配置",
}
"""Words with another sense elsewhere."""
ALLOWED = ("矢印キーで移動", "再配置 再配置する 移動 移動する")
"""Moving about on the board is no relocation, and who types an old word is understood."""


def breaches(file: Path, words: dict[str, str]) -> list[str]:
    """The lines of a file with a word that is not used, and what would be right."""
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        for allowed in ALLOWED:
            line = line.replace(allowed, "")
        found += [f"{file.name}:{number}: {right}: {line}" for word, right in words.items() if re.search(word, line)]
    return found


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.name)
def test_what_is_said_of_the_game_in_japanese_uses_the_words_of_the_japanese_book(file: Path) -> None:
    assert not breaches(file, NEVER_HERE)


@pytest.mark.parametrize("file", SHARED, ids=lambda file: file.name)
def test_nor_are_other_words_used_where_several_games_are_spoken_of(file: Path) -> None:
    assert not breaches(file, NEVER)


def test_a_word_that_is_not_used_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "texts.toml"
    file.write_text(
        "スペースエディターの再配置\nスペースエディタの能力カード\n矢印キーで移動\n恒星を移動する\n", "utf-8"
    )
    assert [line.split(":")[1] for line in breaches(file, NEVER_HERE)] == ["2", "2", "4"]


NAMED = {
    "SE-1.6": (("phase change",), ("位相の変化", "裏返る", "表に返る")),
    "SE-2.2": (("card level",), ("カードレベル",)),
    "SE-2.4": (
        ("nuclear reaction energy", "gravitational energy", "destructive kinetic energy", "side with no symbol"),
        (
            "核反応エネルギー（以下、核）",
            "重力エネルギー（以下、重力）",
            "破壊的運動エネルギー（以下、運動）",
            "記号のない辺",
        ),
    ),
    "SE-2.5": (("binary star symbol",), ("連星記号",)),
    "SE-3.1": (("Half game mode", "full\ngame mode"), ("ハーフゲームモード", "フルゲームモード")),
    "SE-6.1": (("Ability resolve step", "Discard step"), ("アビリティー処理ステップ", "手札処理ステップ")),
    "SE-9.8": (("tie",), ("引き分け",)),
}
"""The clauses that define a word, and the words in each language."""


@pytest.mark.parametrize("clause", NAMED)
def test_the_clause_that_defines_a_word_names_it_in_full(clause: str) -> None:
    for lang, words in zip(("en", "ja"), NAMED[clause], strict=True):
        text = rulebook(PACKAGE, lang).clauses[clause]
        assert [word for word in words if word not in text] == []


def test_what_was_decided_or_inferred_is_said_openly() -> None:
    en, ja = rulebook(PACKAGE, "en").clauses["SE-18"], rulebook(PACKAGE, "ja").clauses["SE-18"]
    for words in ("English book", "Japanese book", "`half_end` = `decks`", "12 cards of 24", "First Light", "inferred"):
        assert words in en
    for words in ("英語版", "日本語版", "`half_end` = `decks`", "24枚のうち12枚", "First Light", "推定"):
        assert words in ja


@pytest.mark.parametrize("clause", ["SE-2.2", "SE-2.8", "SE-3.2", "SE-3.5", "SE-3.6"])
def test_what_only_programs_need_is_marked_in_what_a_beginner_reads(clause: str) -> None:
    for lang, mark in (("en", "For programmers:"), ("ja", "プログラムを書く人へ：")):
        before, _, after = rulebook(PACKAGE, lang).clauses[clause].partition(f"\n\n{mark}")
        assert before and after
        for words in ("`name`", "mod 4", "div 2", "13 10 22", "serial number", "通し番号"):
            assert words not in before
