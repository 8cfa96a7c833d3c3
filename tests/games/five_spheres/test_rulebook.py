"""The rulebook as people read it: the list of what was decided and the glossary are the same in both languages."""

from __future__ import annotations

import re

import pytest

from orrery.core.clause import LANGUAGES, Part, rulebook
from orrery.games.five_spheres.cards import vocabulary

PACKAGE = "orrery.games.five_spheres"
BARE_VERBS = {"trash": "trash (verb)", "engage": "engaged", "afflict": "afflicted"}
"""Verbs of the cards that the glossary has in another form."""


def table(text: str) -> list[list[str]]:
    """The rows of the only table in a text, without its head."""
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def glossary(lang: str) -> list[list[str]]:
    """The rows of the last chapter."""
    parts: list[Part] = rulebook(PACKAGE, lang).chapters[-1].parts
    return table("\n".join(part.text for part in parts))


def test_both_glossaries_have_the_same_entries_in_the_same_order() -> None:
    english, japanese = glossary("en"), glossary("ja")
    assert len(english) > 80
    assert [row[0] for row in english] == [row[0] for row in japanese]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_entry_of_the_glossary_says_something_and_stands_there_once(lang: str) -> None:
    rows = glossary(lang)
    assert all(len(row) == (2 if lang == "en" else 3) and all(row) for row in rows)
    assert len({row[0] for row in rows}) == len(rows)


def test_the_glossary_has_what_card_texts_and_zones_are_written_with() -> None:
    words = {word for row in glossary("en") for word in row[0].split(", ")}
    verbs = {BARE_VERBS.get(verb, verb) for verb in vocabulary.VERBS}
    assert verbs - words == set()
    assert set(vocabulary.SPHERES) - words == set()
    for word in ("active spell", "matching", "search", "random", "opponent choice", "foe", "use", "host", "fortress"):
        assert word in words


def test_what_was_decided_is_told_alike_in_both_languages() -> None:
    english, japanese = (table(rulebook(PACKAGE, lang).clauses["FS-22.1"]) for lang in LANGUAGES)
    assert len(english) > 40
    for one, other in zip(english, japanese, strict=True):
        assert all(one) and all(other)
        assert re.findall(r"FS-[0-9.]+", one[0]) == re.findall(r"FS-[0-9.]+", other[0])
        assert re.findall("`[^`]+`", " ".join(one)) == re.findall("`[^`]+`", " ".join(other))
        assert (one[2] == "-") == (other[2] == "-")
