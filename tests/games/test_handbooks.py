"""The handbooks of our games: the engine plays what they say, and what they tell is held to the clauses."""

from __future__ import annotations

import re

import pytest

from orrery.core.clause import LANGUAGES, rulebook
from orrery.core.game import Game
from orrery.core.handbook import FACT, Chapter, Handbook, handbook, play_figure, read_file
from orrery.games import game_named, game_names

GAMES: list[Game] = [game for game in map(game_named, game_names()) if game is not None and handbook(game) is not None]
NUMBER = re.compile(r"[0-9]+")
COUNTED = re.compile("[1-9](?:枚|つ|人|体|本|回|度|倍|歩|色|マス)")
"""What other languages write as a word: three sides, the eight cells."""
NUMBERING = re.compile(r"^[0-9]+\. ", re.MULTILINE)
OURS = ("space_editor", "vediic", "five_spheres")


def by_name(game: Game) -> str:
    return game.name


def book_of(game: Game) -> Handbook:
    found = handbook(game)
    assert found is not None
    return found


FIGURES = [(game, name) for game in GAMES for name in book_of(game).figures]


def test_each_of_our_games_has_a_handbook() -> None:
    assert {game.name for game in GAMES} >= set(OURS)


@pytest.mark.parametrize(("game", "name"), FIGURES, ids=lambda value: getattr(value, "name", value))
def test_what_a_figure_says_happens_when_the_engine_plays_it(game: Game, name: str) -> None:
    book = book_of(game)
    moments = play_figure(book, book.figures[name])
    assert len(moments) == len(book.figures[name].steps)
    assert all(moment.say[lang] and "{" not in moment.say[lang] for moment in moments for lang in LANGUAGES)


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_a_sentence_of_a_figure_writes_no_number_of_its_own(game: Game) -> None:
    for figure in book_of(game).figures.values():
        for step in figure.steps:
            for lang, text in step.say.items():
                assert not NUMBER.search(COUNTED.sub("", FACT.sub("", text))), (figure.name, lang)


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_chapters_tell_clauses_that_there_are_and_every_clause_of_play_is_told(game: Game) -> None:
    book = book_of(game)
    clauses = rulebook(game.package, "en").clauses
    told = [clause for chapter in book.chapters["en"] for clause in chapter.tells]
    assert sorted(set(told)) == sorted(told), "each by one chapter"
    assert set(told) <= set(clauses)
    assert set(book.clauses_of_play()) <= set(told)
    assert set(book.programmers) <= {*clauses, *(clause.split(".")[0] for clause in clauses)}


@pytest.mark.parametrize("game", GAMES, ids=by_name)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_of_a_chapter_stands_in_a_clause_that_it_tells(game: Game, lang: str) -> None:
    book = book_of(game)
    clauses = rulebook(game.package, lang).clauses
    everything = [clause for chapter in book.chapters[lang] for clause in chapter.tells]
    for chapter in book.chapters[lang]:
        prose = NUMBERING.sub("", chapter.text)
        stated = " ".join([clauses[clause] for clause in chapter.tells or everything])
        assert set(NUMBER.findall(prose)) - {"1"} <= set(NUMBER.findall(stated)), chapter.name


def shape(chapter: Chapter) -> list[str]:
    """What sort of lines a chapter has: figures, items, rows; paragraphs may be cut differently."""
    kinds = {"{": "figure", "-": "item", "|": "row"}
    lines = [line for line in chapter.text.splitlines() if line[:1] in kinds or NUMBERING.match(line)]
    return [line if line[0] == "{" else kinds.get(line[0], "numbered") for line in lines]


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_both_languages_have_the_same_figures_lists_and_tables(game: Game) -> None:
    english, japanese = (book_of(game).chapters[lang] for lang in LANGUAGES)
    assert [shape(chapter) for chapter in english] == [shape(chapter) for chapter in japanese]
    assert {"summary", "advice", "words"} <= {chapter.name for chapter in english}


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_a_handbook_has_neither_signs_of_the_notation_nor_pictures_of_letters(game: Game) -> None:
    for lang in LANGUAGES:
        text = read_file(game.package, f"handbook.{lang}.md")
        assert text is not None
        assert "`" not in text and "+--" not in text and not re.search(r"\b[A-Z]{2}-[0-9]", text)
        said = [step.say[lang] for figure in book_of(game).figures.values() for step in figure.steps]
        assert not [words for words in said if re.search(r"\b[a-z]+ [0-9]+,|`", words)]


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_a_chapter_is_short(game: Game) -> None:
    for chapter in book_of(game).chapters["en"]:
        assert len(chapter.text.split()) <= 480, chapter.name
