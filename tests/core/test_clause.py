"""Clauses: the rulebook reader and the words of refusals."""

from __future__ import annotations

import pytest

from known import known
from orrery.core.clause import LANGUAGES, NOT_NOW, Refusal, Rulebook, chapter_named, explain, rulebook
from orrery.core.data import DataFault
from orrery.games import game_names

BOOK = """# Title

Words before.

## XX-1 First things
**XX-1.1** One
two.
```
**XX-9.9** not a clause, a picture
## nor a heading
```
**XX-1.2a** Three. <!-- prose -->

## XX-2 Second things
Not part of a clause.
**XX-2** Four.
"""


def test_a_rulebook_is_read_clause_by_clause() -> None:
    book = Rulebook(BOOK)
    assert list(book.clauses) == ["XX-1.1", "XX-1.2a", "XX-2"]
    assert book.clauses["XX-1.1"].startswith("One\ntwo.") and "XX-9.9" in book.clauses["XX-1.1"]
    assert book.clauses["XX-1.2a"] == "Three." and book.prose == {"XX-1.2a"}
    assert book.titles == {"XX-1": "First things", "XX-2": "Second things"} and book.clauses["XX-2"] == "Four."


def test_a_rulebook_is_read_as_a_whole_in_its_order() -> None:
    first, one, two = Rulebook(BOOK).chapters
    assert (first.level, first.section, first.title) == (1, None, "Title")
    assert [(part.clause, part.text) for part in first.parts] == [(None, "Words before.")]
    assert (one.level, one.section, one.title) == (2, "XX-1", "First things")
    assert [part.clause for part in one.parts] == ["XX-1.1", "XX-1.2a"] and one.parts[1].text == "Three."
    assert [(part.clause, part.text) for part in two.parts] == [(None, "Not part of a clause."), ("XX-2", "Four.")]


def test_what_stands_beside_the_clauses_is_the_opening_and_chapters_without_a_number() -> None:
    book = Rulebook(BOOK + "\n### An example\nFive.\n\n## Some advice\nSix.\n\n## Glossary\nSeven.\n")
    assert book.opening is book.chapters[0]
    assert [(each.title, each.parts[0].text) for each in book.unnumbered] == [
        ("Some advice", "Six."),
        ("Glossary", "Seven."),
    ]
    assert Rulebook("Words.\n").opening is None and Rulebook("").opening is None


def test_a_chapter_is_found_by_its_title_in_any_language_but_not_by_a_short_word() -> None:
    package = "orrery.games.space_editor"
    for words in ("glossary", " GLOSSARY ", "用語集"):
        for lang in LANGUAGES:
            assert chapter_named(package, lang, words) is rulebook(package, lang).unnumbered[-1]
    assert chapter_named(package, "en", "four gods") is rulebook(package, "en").unnumbered[0]
    for words in ("", "four", "which", "star", "no such chapter"):
        assert chapter_named(package, "en", words) is None
    assert chapter_named("no_such_package", "en", "glossary") is None


def test_clauses_and_titles_are_those_of_the_chapters() -> None:
    for name in game_names():
        game = known(name)
        book = rulebook(game.package, "en")
        parts = [part for chapter in book.chapters for part in chapter.parts]
        assert {part.clause: part.text for part in parts if part.clause is not None} == book.clauses
        assert {each.section: each.title for each in book.chapters if each.section is not None} == book.titles


def test_what_stands_before_the_first_heading_is_not_lost() -> None:
    (chapter,) = Rulebook("Words.\n**XX-1.1** a\n").chapters
    assert (chapter.level, chapter.section, chapter.title) == (0, None, "")
    assert [(part.clause, part.text) for part in chapter.parts] == [(None, "Words."), ("XX-1.1", "a")]
    assert Rulebook("").chapters == []


def test_a_clause_that_stands_twice_is_refused() -> None:
    with pytest.raises(DataFault, match=r"XX-1\.1 stands there twice"):
        Rulebook("**XX-1.1** a\n**XX-1.1** b\n")


@pytest.mark.parametrize("name", game_names())
def test_the_rulebooks_of_both_languages_cover_the_same_clauses(name: str) -> None:
    game = known(name)
    english, japanese = (rulebook(game.package, lang) for lang in LANGUAGES)
    assert list(english.clauses) == list(japanese.clauses) and list(english.titles) == list(japanese.titles)
    assert english.prose == japanese.prose and all(english.clauses.values()) and all(japanese.clauses.values())


def test_a_refusal_is_explained_with_its_facts_in_both_languages() -> None:
    refusal = Refusal(NOT_NOW, "cell_taken", "SE-4.5", {"x": 3, "y": -2})
    for lang in LANGUAGES:
        assert "3,-2" in explain("orrery.games.space_editor", refusal, lang)


def test_a_refusal_without_a_text_is_a_fault_of_the_data() -> None:
    with pytest.raises(DataFault, match="no text for no_such_code"):
        explain("orrery.games.space_editor", Refusal(NOT_NOW, "no_such_code", "SE-1.1"), "en")
