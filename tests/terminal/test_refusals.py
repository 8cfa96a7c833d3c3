"""Refused input: what was tried, the fault with its numbers, the clause's own words, and legal actions near it."""

from __future__ import annotations

import pytest

from orrery.core.clause import rulebook
from terminal.sitting import sit

CARDS = {
    "drum": {"name": "Drum", "element": "water", "kind": "planet", "level": "bronze", "sides": ["n3", "k", "-", "g2"]},
    "bell": {"name": "Bell", "element": "wind", "kind": "planet", "level": "bronze", "sides": ["n3", "k", "-", "g2"]},
    "base": {"name": "Base", "kind": "basepoint", "sides": ["n4", "g2", "k", "-"]},
}
OPTIONS = {"cards": CARDS, "decks": [["drum"] * 24, ["bell"] * 24], "deck_rules": "none", "elements": ["water", "wind"]}


def refused(*lines: str, lang: str = "en") -> str:
    """What is answered to Ren, who has put the basepoint at 0,0 and now plays water."""
    typed = ["", "", "", *lines, "quit", ""]
    text = sit(typed, options=OPTIONS, players=["human:Mika", "human:Ren"], lang=lang)
    return text.split("Mika, place> " if lang == "en" else "Mika 配置> ", 1)[1]


def test_a_refusal_has_its_four_parts() -> None:
    text = refused("place drum 0,1 r0")
    assert "Not allowed: place drum 0,1 r0" in text
    assert "On 0,1 with r0 the south side of Drum [drum] is - and would touch n4: these\n  do not connect." in text
    assert "  SE-4.2 Two sides that meet must connect." in text
    assert "Legal and near to it:\n 1) place drum " in text
    assert text.count("\n 3) place drum") == 1


def test_a_refusal_speaks_japanese() -> None:
    text = refused("place drum 0,1 r0", lang="ja")
    assert "できません: place drum 0,1 r0" in text
    assert "南の辺 - が n4 に接します" in text.replace("\n  ", "")
    assert "  SE-4.2 向かい合う2つの辺は" in text
    assert "近いもので、できるのは次のとおりです:" in text


def test_a_short_form_without_rotation_says_what_is_wrong_with_each() -> None:
    text = refused("p 1 0,-1")
    assert "Not allowed: p 1 0,-1" in text
    assert text.count("would touch k") == 4


def test_a_taken_cell_a_far_cell_and_a_cell_off_the_table_are_told_apart() -> None:
    text = refused("p 1 0,0", "p 1 5,5", "p 1 50,0")
    assert "The cell 0,0 is taken" in text and "SE-4.5" in text
    assert "would touch nothing" in text and "SE-4.6" in text
    assert "The cell 50,0 is not on the table, which goes from -10,-10 to 10,10." in text.replace("\n  ", " ")


def test_a_fall_is_explained_in_words() -> None:
    text = refused("place drum 0,1 r2")
    assert "nn: nuclear beats nuclear" in text.replace("\n  ", " ")


def test_the_three_kinds_of_refusal_are_kept_apart() -> None:
    text = refused("pass", "dance", "place drum 0,0 r1", "place nosuch 0,1 r1")
    assert "Not now: pass" in text
    assert "Not understood: dance" in text
    assert "Not allowed: place drum 0,0 r1" in text
    assert "Not understood: place nosuch 0,1 r1" in text


def test_a_number_takes_a_legal_action_that_was_near() -> None:
    assert "Mika placed Drum" in refused("place drum 0,1 r0", "1")


def test_why_tells_without_playing() -> None:
    text = refused("why p 1 0,-1 r1", "why", "why p 1 1,0", "why place drum 0,1 r3")
    assert "Not allowed: place drum 0,-1 r1" in text
    assert "There is no row for f" in text
    assert "Nothing forbids p 1 1,0." in text
    assert "Mika placed" not in text
    assert "Nothing has been refused." in refused("why")


def test_misspelt_commands_are_guessed() -> None:
    assert "Perhaps the command undo is meant" in refused("unod")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_clause_can_be_quoted_in_80_columns(lang: str) -> None:
    book = rulebook("orrery.games.space_editor", lang)
    text = sit([f"rules {id}" for id in book.titles], lang=lang)
    for id in book.clauses:
        assert f"\n{id}\n" in text
