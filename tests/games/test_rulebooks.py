"""What the rulebooks of our games tell beside their clauses, in both languages: an opening, advice, a glossary."""

from __future__ import annotations

import pytest

from orrery.core.clause import LANGUAGES, Chapter, rulebook
from orrery.core.game import Game
from orrery.games import game_named, game_names

GAMES: list[Game] = [game for game in map(game_named, game_names()) if game is not None]
WITH_AUTHORS = {"space_editor": "Yota Suzuki (Tactical Games)", "vediic": "Yasanthi Rajakarunaratne"}


def by_name(game: Game) -> str:
    return game.name


def glossary(game: Game, lang: str) -> Chapter:
    """The last chapter."""
    return rulebook(game.package, lang).unnumbered[-1]


def rows(chapter: Chapter) -> list[list[str]]:
    """The rows of its table, without the head."""
    lines = [line for part in chapter.parts for line in part.text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_every_book_opens_with_words_and_ends_with_a_glossary(game: Game) -> None:
    books = [rulebook(game.package, lang) for lang in LANGUAGES]
    for book in books:
        assert book.opening is not None and book.opening.parts
    assert [glossary(game, lang).title for lang in LANGUAGES] == ["Glossary", "用語集"]
    assert len(books[0].unnumbered) == len(books[1].unnumbered)


@pytest.mark.parametrize("name", WITH_AUTHORS)
def test_a_glossary_explains_the_same_words_in_both_languages(name: str) -> None:
    game = next(game for game in GAMES if game.name == name)
    english, japanese = (rows(glossary(game, lang)) for lang in LANGUAGES)
    words = [word for word, _ in english]
    assert len(words) > 35 and len(set(words)) == len(words) and words == sorted(words, key=str.casefold)
    told = [word for _, names, _ in japanese for word in names.split(", ")]
    assert set(told) <= set(words), "each is in the English one"
    assert len(set(words) - set(told)) <= 2, "and few are missing"
    assert all(meaning for *_, meaning in [*english, *japanese])


@pytest.mark.parametrize("name", WITH_AUTHORS)
def test_the_author_is_named_where_a_game_is_introduced(name: str) -> None:
    game = next(game for game in GAMES if game.name == name)
    author = WITH_AUTHORS[name]
    for lang in LANGUAGES:
        opening = rulebook(game.package, lang).opening
        assert opening is not None
        folded = opening.parts[0].text.replace("（", " (").replace("）", ")")
        assert author in folded and author in game.guide().by()[lang]


def test_the_gods_and_what_the_planets_stand_for_are_told_where_people_meet_the_games() -> None:
    space, vediic = (next(game for game in GAMES if game.name == name).guide() for name in WITH_AUTHORS)
    for god, ja in (
        ("Brahma", "ブラフマー"),
        ("Varuna", "ヴァルナ"),
        ("Vayu", "ヴァーユ"),
        ("Bhumi", "ブーミ"),
        ("Agni", "アグニ"),
    ):
        assert god in space.tale()["en"] and ja in space.tale()["ja"]
    for meaning, ja in (
        ("wisdom", "知恵"),
        ("obstruction", "障害"),
        ("vitality", "活力"),
        ("love", "愛"),
        ("luck", "幸運"),
    ):
        assert meaning in vediic.tale()["en"] and ja in vediic.tale()["ja"]
