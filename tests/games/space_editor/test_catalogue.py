"""The card catalogue: filters, lists and cards in full, in 80 columns and both languages."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, parse_toml
from orrery.games.space_editor.cards import catalogue, sets
from orrery.games.space_editor.cards.catalogue import (
    Wish,
    card_lines,
    columns,
    deck_lines,
    find_cards,
    list_lines,
    wrapped,
)
from orrery.games.space_editor.cards.decks import basic_decks, encode
from orrery.games.space_editor.cards.texts import ability_texts

SET = sets.standard()
ALL = sorted(SET.material.cards)


# --- filters ----------------------------------------------------------------------------------------------------------


def test_without_a_wish_all_cards_are_found_in_order() -> None:
    assert find_cards(SET, Wish()) == ALL


@pytest.mark.parametrize(("key", "value"), [("element", "wind"), ("kind", "planet"), ("level", "gold")])
def test_cards_are_found_by_a_field(key: str, value: str) -> None:
    found = find_cards(SET, Wish(**{key: value}))  # type: ignore[arg-type]
    assert found == [id for id in ALL if SET.material.cards[id][key] == value]
    assert found


def test_wishes_add_up() -> None:
    found = find_cards(SET, Wish(element="fire", kind="star", level="bronze"))
    assert found
    for id in found:
        card = SET.material.cards[id]
        assert (card["element"], card["kind"], card["level"]) == ("fire", "star", "bronze")


@pytest.mark.parametrize(
    ("typed", "low", "high"), [("4", 4, 4), ("3-5", 3, 5), ("5-", 5, 99), ("-2", 0, 2), ("0", 0, 0)]
)
def test_cards_are_found_by_points(typed: str, low: int, high: int) -> None:
    found = find_cards(SET, Wish(kind="star", vp=typed))
    stars = [id for id in ALL if SET.material.cards[id]["kind"] == "star"]
    assert found == [id for id in stars if low <= SET.material.cards[id]["vp"] <= high]


def test_cards_are_found_by_a_part_of_a_name_in_either_language_or_of_the_id() -> None:
    id = "001"
    for text in (SET.names["en"][id][1:-1].upper(), SET.names["ja"][id][:2], id):
        assert id in find_cards(SET, Wish(text=text))
    assert find_cards(SET, Wish(text="no such name")) == []


@pytest.mark.parametrize("word", ["relocate", "worth", "game_end", "turn_over", "binary", "may"])
def test_cards_are_found_by_a_word_of_their_abilities(word: str) -> None:
    found = find_cards(SET, Wish(word=word))
    assert found
    for id in ALL:
        rows = SET.material.cards[id]["abilities"]
        if word == "may":
            has = any(effect.get("may") for row in rows for effect in row.get("do", []))
        else:
            has = f'"{word}"' in str(rows).replace("'", '"')
        assert (id in found) == has


def test_cards_are_found_by_deck() -> None:
    deck = basic_decks(SET)["earth"]
    assert find_cards(SET, Wish(deck=deck)) == sorted(SET.material.basic["earth"])


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"element": "mud"}, 'element: "mud" is not one of water, wind, earth, fire'),
        ({"kind": "moon"}, 'kind: "moon" is not one of star, planet, ability, basepoint'),
        ({"level": "tin"}, 'level: "tin" is not one of bronze, silver, gold'),
        ({"vp": "many"}, 'vp: "many" is no number or range; right are 4, 3-5, 3- and -2'),
        ({"vp": "-"}, 'vp: "-" is no number or range'),
        ({"word": "relocat"}, 'word: "relocat" is no word of abilities; near it are relocat'),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(wish: dict[str, str], sentence: str) -> None:
    with pytest.raises(DataFault) as caught:
        Wish(**wish)  # type: ignore[arg-type]
    assert str(caught.value).startswith(sentence)


# --- lines ------------------------------------------------------------------------------------------------------------


def check_lines(lines: list[str]) -> None:
    for line in lines:
        assert columns(line) <= 80, line
        assert line == line.rstrip()
        assert not re.search(r"[{}\n\t]", line), line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_fits_into_80_columns(lang: str) -> None:
    check_lines(catalogue.set_lines(SET, lang))
    check_lines(list_lines(SET, ALL, lang, texts=True))
    for id in ALL:
        check_lines(card_lines(SET, id, lang))
    for deck in basic_decks(SET, lang).values():
        check_lines(deck_lines(deck, SET, lang, encode(deck, SET)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_list_names_every_card_and_counts_them(lang: str) -> None:
    ids = find_cards(SET, Wish(element="wind"))
    lines = list_lines(SET, ids, lang)
    assert len(lines) == len(ids) + 3
    for id, line in zip(ids, lines[1:], strict=False):
        assert line.startswith(f"{id} {SET.names[lang][id][:8]}")
        assert line.split()[-4:] == SET.material.cards[id]["sides"]
    assert str(len(ids)) in lines[-1]
    assert str(len(ALL)) in lines[-1]


def test_a_list_of_nothing_says_so() -> None:
    assert list_lines(SET, [], "en") == ["No card fits."]
    assert list_lines(SET, [], "ja") == ["当てはまるカードはありません。"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_in_full_shows_all_there_is(lang: str) -> None:
    for id in ALL:
        card = SET.material.cards[id]
        lines = card_lines(SET, id, lang)
        whole = "\n".join(lines)
        squeezed = re.sub(r"\s", "", whole)
        for name in (SET.names["en"][id], SET.names["ja"][id]):
            assert re.sub(r"\s", "", name) in squeezed
        assert str(card["cost"]) in whole
        if card["kind"] == "star":
            assert f": {card['vp']}" in whole
        for text in ability_texts(card, lang):
            assert re.sub(r"\s", "", text) in squeezed
        assert [line.split()[1] for line in lines[lines.index("") + 1 :][:4]] == card["sides"]


def test_a_card_is_drawn_with_its_sides_where_they_lie() -> None:
    assert catalogue.drawing("007", ["n12*", "g2", "k", "-*"]) == [
        "+-------------+",
        "|    n12*     |",
        "| -*  007  g2 |",
        "|      k      |",
        "+-------------+",
    ]


def test_a_card_is_shown_by_its_name_too() -> None:
    for lang in LANGUAGES:
        assert card_lines(SET, SET.names[lang]["001"], "en") == card_lines(SET, "001", "en")


def test_an_unknown_card_is_refused_with_cards_that_are_near() -> None:
    with pytest.raises(DataFault, match='card: "999" is no card of the set first_light; near it are '):
        card_lines(SET, "999", "en")
    with pytest.raises(DataFault, match=f"near it are 001 {SET.names['en']['001']}"):
        card_lines(SET, SET.names["en"]["001"][:-1], "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_deck_is_listed_with_its_sums_and_its_code(lang: str) -> None:
    deck = basic_decks(SET, lang)["water"]
    lines = deck_lines(deck, SET, lang, "SE1-CODE")
    assert deck.name in lines[0]
    assert str(sum(SET.material.cards[id]["cost"] for id in deck.cards)) in lines[0]
    assert "13" in lines[1]
    assert lines[-1].endswith("SE1-CODE")
    assert len([line for line in lines if re.match(r" +1 \d{3} ", line)]) == 24


def test_a_long_text_is_broken_before_no_closing_mark() -> None:
    text = "このカードが裏返ったとき、隣接する裏向きのカード1枚を表に返す。" * 3
    lines = wrapped(text, 22, "  ")
    assert "".join(line.strip() for line in lines) == text
    for line in lines:
        assert columns(line) <= 22
        assert line.strip()[0] not in "、。"


def test_both_languages_have_the_same_labels() -> None:
    place = resources.files("orrery.games.space_editor").joinpath("data").joinpath("catalogue.toml")
    words = parse_toml(place.read_text(encoding="utf-8"), "catalogue.toml")
    assert list(words) == list(LANGUAGES)
    assert set(words["en"]) == set(words["ja"])
    for key, word in words["en"].items():
        if isinstance(word, str):
            assert set(re.findall(r"\{\w+\}", word)) == set(re.findall(r"\{\w+\}", words["ja"][key])), key


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(DataFault, match="lang: 'la' is not one of en, ja"):
        catalogue.label("name", "la")
