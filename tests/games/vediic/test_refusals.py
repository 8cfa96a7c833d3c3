"""Every refusal has its sentence, in English and in Japanese, with its numbers."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib import resources

import pytest

from games.vediic.arrange import OTHERS, table, turn
from marks import clause
from orrery.core.clause import NOT_ALLOWED, NOT_NOW, NOT_UNDERSTOOD, explain, rulebook
from orrery.core.match import Match
from orrery.games.vediic import GAME

PACKAGE = resources.files(GAME.package)
TEXTS = tomllib.loads(PACKAGE.joinpath("data").joinpath("refusals.toml").read_text(encoding="utf-8"))


def codes_in_source() -> set[str]:
    """The codes that the explainer can give, read from its source."""
    found: set[str] = {"bad_fate"}
    for file in ("refusals.py", "move_refusals.py"):
        tree = ast.parse(PACKAGE.joinpath("rules", file).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                for part in ast.walk(node.args[1]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        found.add(part.value)
    return found


def test_there_is_a_sentence_for_every_refusal_and_no_other() -> None:
    named = {"pooja_used", "pooja_used_leg", "can_move", "can_move_with_cards"}
    assert set(TEXTS) - {"words"} == codes_in_source() | named


@pytest.mark.parametrize("code", sorted(set(TEXTS) - {"words"}))
def test_a_sentence_has_the_same_facts_in_both_languages(code: str) -> None:
    row = TEXTS[code]
    assert set(row) == {"en", "ja"}
    facts = {lang: set(re.findall(r"{(\w+)}", row[lang])) for lang in row}
    assert facts["en"] == facts["ja"]
    assert re.search("[぀-ヿ一-鿿]", row["ja"]) and row["en"].isprintable() and row["en"].endswith(".")


EXAMPLES = [
    (
        "move 0 c24 with blue",
        "blue can only be played on an occupied circle, c24 is empty.",
        "青のカードはコマのいるサークルでしか使えません。c24 は空いています。",
    ),
    (
        "move 0 c34",
        "The way from c32 to c34 is barred: a pawn stands on c33.",
        "c32 から c34 への道はふさがれています。c33 にコマがあります。",
    ),
    (
        "move 0 c18",
        "From c32 to c18 it is 4 steps; this move reaches 2.",
        "c32 から c18 までは4歩です。この移動で進めるのは2歩までです。",
    ),
    (
        "trade blue,blue for red",
        "The red planet is in retrograde in house 1: no trade and no pooja with it, not even after orange.",
        "赤の惑星はハウス1で逆行しています。橙を使ったあとでも、交換もプージャもできません。",
    ),
    (
        "move 0 c33 with red",
        "You need 1 red for this and hold 0.",
        "赤のカードが1枚必要ですが、手札には0枚しかありません。",
    ),
    ("charity red", "There is no red card on the charity pile.", "施しの山に赤のカードはありません。"),
]


@clause("VE-11.7", "VE-11.3", "VE-9.4")
@pytest.mark.parametrize(("word", "english", "japanese"), EXAMPLES)
def test_a_refusal_tells_the_fault_with_its_numbers(word: str, english: str, japanese: str) -> None:
    match = table(["gray c32 c36: blue blue", "blue c33 c17"], {"red": 1})
    refusal = match.why_not(word)
    assert refusal is not None
    assert explain(GAME.package, refusal, "en") == english
    assert explain(GAME.package, refusal, "ja") == japanese


def test_a_refusal_names_a_clause_that_the_rulebook_has() -> None:
    clauses = rulebook(GAME.package, "en").clauses
    source = "".join(
        PACKAGE.joinpath("rules", file).read_text(encoding="utf-8") for file in ("refusals.py", "move_refusals.py")
    )
    assert set(re.findall(r'"(VE-[0-9.]+)"', source)) <= set(clauses)


def kind(match: Match, word: str) -> str:
    refusal = match.why_not(word)
    assert refusal is not None
    return refusal.kind


@clause("VE-15")
def test_the_three_kinds_of_refusal_are_never_mixed() -> None:
    match = table(["gray c32 c36: blue blue", *OTHERS], turn=turn("steal"))
    for word in ("dance", "move c32", "move 0 c99", "trade blue,pink for red", "move 0 c24 with green,blue"):
        assert kind(match, word) == NOT_UNDERSTOOD
    for word in ("roll", "end", "charity red", "trade blue,blue for red", "again with yellow", "pass"):
        assert kind(match, word) == NOT_NOW
    for word in ("move 0 c18", "move 0 c24 with green", "steal", "skip with yellow", "move 0 c24 with blue"):
        assert kind(match, word) == NOT_ALLOWED
