"""The card catalogue: all ninety cards and what they do, what they are found by, in 80 columns and both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from marks import clause
from orrery.core.cards.catalogue import Catalogue, columns
from orrery.core.clause import LANGUAGES, rulebook
from orrery.core.data import DataFault
from orrery.games.vediic.cards import COLORS
from orrery.games.vediic.catalogue import ALL, CLAUSES, find_cards, known_card, said, text_of
from orrery.games.vediic.game import GAME


def catalogue() -> Catalogue:
    found = GAME.guide().catalogue()
    assert found is not None
    return found


@clause("VE-1.2")
def test_there_are_77_benefit_cards_and_13_enlightenment_cards() -> None:
    assert catalogue().count() == 90
    supply = catalogue().as_json()["supply"]
    assert supply == {**dict.fromkeys(COLORS, 11), "enlightenment": 13}
    assert catalogue().findings() == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_shows_every_card_and_what_it_does_in_80_columns(lang: str) -> None:
    lines = catalogue().listing({}, lang)
    assert all(columns(line) <= 80 for line in lines)
    text = "".join([line.strip() for line in lines]).replace(" ", "")
    for card in ALL:
        assert text_of(card, lang).replace(" ", "") in text and said("meaning", card, lang) in text
    assert "77" in text and "13" in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("card", ALL)
def test_a_card_is_shown_in_full(card: str, lang: str) -> None:
    lines, known = catalogue().card(card, lang)
    assert known and all(columns(line) <= 80 for line in lines)
    text = "".join(lines)
    assert CLAUSES[card] in text and said("meaning", card, lang) in text


def test_a_card_is_known_by_its_colour_its_planet_and_its_name_in_any_language() -> None:
    assert [known_card(name) for name in ("Green", "緑", "mercury", "水星")] == ["green"] * 4
    assert [known_card(name) for name in ("enlightenment", "Enlightenment card", "悟りカード")] == ["enlightenment"] * 3
    with pytest.raises(DataFault, match='"teal" is no card; there are yellow, purple'):
        catalogue().card("teal", "en")


def test_cards_are_found_by_kind_and_by_words() -> None:
    assert find_cards(kind="benefit") == list(COLORS) and find_cards(kind="enlightenment") == ["enlightenment"]
    assert find_cards(text="LUCK") == find_cards(text="幸運") == ["gray"]
    assert find_cards(text="steal") == ["purple"] and find_cards(kind="enlightenment", text="steal") == []
    assert catalogue().listing({"text": "no such word"}, "en") == ["No card fits."]
    assert catalogue().listing({"kind": "enlightenment"}, "en")[-1] == "13 of 90 cards"
    with pytest.raises(DataFault, match="is not one of benefit, enlightenment"):
        catalogue().listing({"kind": "star"}, "en")


def test_the_clauses_that_a_card_names_are_in_the_rulebook() -> None:
    known = rulebook(GAME.package, "en").clauses
    assert all(id in known for ids in CLAUSES.values() for id in ids.split(", "))


def test_there_are_no_cards_but_these(tmp_path: Path) -> None:
    with pytest.raises(DataFault, match="vediic is played with no cards but its own"):
        GAME.guide().catalogue(tmp_path)
