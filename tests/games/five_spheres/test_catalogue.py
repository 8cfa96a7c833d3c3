"""The card catalogue: filters, lists, cards in full and card codes, in 80 columns and both languages."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest

from marks import clause
from orrery.core.cards.catalogue import columns
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, parse_toml
from orrery.games.five_spheres.cards import catalogue, checks, collections
from orrery.games.five_spheres.cards.balance import judge
from orrery.games.five_spheres.cards.catalogue import Wish, card_lines, deck_lines, find_cards, known_card, list_lines
from orrery.games.five_spheres.cards.codes import code_lines, looks_like_code, read_code, whose_code
from orrery.games.five_spheres.cards.collections import HALVES
from orrery.games.five_spheres.cards.decks import encode, predesigned
from orrery.games.five_spheres.cards.texts import creature_text, spell_text

GENESIS = collections.standard()
ALL = sorted(GENESIS.cards, key=lambda id: GENESIS.codes[id].text)


def found(**wishes: str) -> list[str]:
    return find_cards(GENESIS, Wish(GENESIS, **wishes))


# --- filters ----------------------------------------------------------------------------------------------------------


def test_without_a_wish_all_cards_are_found_by_code() -> None:
    assert found() == ALL and len(ALL) == 80


@pytest.mark.parametrize("sphere", ["science", "nature"])
def test_cards_are_found_by_sphere_dual_ones_by_both(sphere: str) -> None:
    assert found(sphere=sphere) == [id for id in ALL if sphere in GENESIS.cards[id]["spheres"]]


@pytest.mark.parametrize("typed", ["cogling", "Cogling", "歯車の子"])
def test_cards_are_found_by_race_in_either_language(typed: str) -> None:
    assert found(race=typed) == ["sc_0", "sc_1"]


def test_cards_are_found_by_keyword_and_type() -> None:
    machines = found(keyword="machine")
    assert machines and machines == found(keyword="機械")
    assert machines == [id for id in ALL if GENESIS.cards[id]["creature"].get("keyword") == "machine"]
    assert found(type="hidden") == [id for id in ALL if GENESIS.cards[id]["spell"]["type"] == "hidden"]


@pytest.mark.parametrize(("typed", "low", "high"), [("3", 3, 3), ("7-", 7, 9), ("-1", 0, 1), ("4-5", 4, 5)])
def test_cards_are_found_by_the_cost_of_either_half(typed: str, low: int, high: int) -> None:
    right = [id for id in ALL if any(low <= GENESIS.cards[id][half]["cost"] <= high for half in HALVES)]
    assert found(cost=typed) == right and right


@clause("FS-18.2")
def test_cards_are_found_by_deck_and_set() -> None:
    assert sorted(found(deck="3")) == sorted(GENESIS.ids_of_deck(3)) == sorted(found(deck="genesis-3"))
    assert found(letter="j") == GENESIS.ids_of_set("J")
    assert found(letter="J", deck="1") == []


def test_cards_are_found_by_a_part_of_a_name_a_text_an_id_or_a_code() -> None:
    for text in ("spring sp", "ぜんまい", "FIRST DIAG", "sc_0", "0001-10", "bottom of your deck"):
        assert "sc_0" in found(text=text), text
    assert found(text="no such text") == []


@pytest.mark.parametrize("word", ["draw", "verb draw", "unblockable", "evoke", "keyword flyer", "inverted"])
def test_cards_are_found_by_a_word_of_the_language(word: str) -> None:
    right = [
        id for id in ALL if any(each == word or each.split()[-1] == word for each in checks.words_of(GENESIS.cards[id]))
    ]
    assert found(word=word) == right and right


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"sphere": "mud"}, 'sphere: "mud" is not one of science, ether, spirit, chaos, nature'),
        ({"race": "cogleng"}, 'race: "cogleng" is no race of the collection; near it are cogling'),
        ({"keyword": "robot"}, 'keyword: "robot" is no keyword of the collection; near it are '),
        ({"cost": "many"}, 'cost: "many" is no number or range; right are 4, 3-5, 3- and -2'),
        ({"type": "slow"}, 'type: "slow" is not one of instant, active, attached, hidden'),
        ({"deck": "6"}, 'deck: "6" is not one of 1, 2, 3, 4, 5'),
        ({"letter": "u"}, 'letter: "U" is not one of A, B, C'),
        ({"word": "drow"}, 'word: "drow" is no word of the card language; near it are draw'),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(wish: dict[str, str], sentence: str) -> None:
    with pytest.raises(DataFault) as caught:
        Wish(GENESIS, **wish)
    assert str(caught.value).startswith(sentence)


# --- lines ------------------------------------------------------------------------------------------------------------


def check_lines(lines: list[str]) -> None:
    for line in lines:
        assert columns(line) <= 80, line
        assert line == line.rstrip()
        assert "{" not in line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lists_fit_and_show_both_halves_of_every_card(lang: str) -> None:
    lines = list_lines(GENESIS, ALL, lang)
    check_lines(lines)
    assert len(lines) == 1 + 2 * 80 + 2
    text = "\n".join(lines)
    for id in ALL:
        for half in HALVES:
            assert GENESIS.names[lang][id][half] in text
    check_lines(list_lines(GENESIS, ALL, lang, True))
    check_lines(catalogue.collection_lines(GENESIS, lang))
    for letter in "ABC":
        check_lines(catalogue.set_lines(GENESIS, letter, lang, 2))


def test_no_card_is_said_to_be_none() -> None:
    assert list_lines(GENESIS, [], "en") == ["No card fits."]


@clause("FS-12.1", "FS-16.2")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_in_full_has_both_halves_their_texts_and_on_demand_its_balance(lang: str) -> None:
    for id in ALL:
        lines = card_lines(GENESIS, id, lang)
        check_lines(lines)
        text = "".join(line.strip().replace(" ", "") for line in lines)
        names = {**GENESIS.races[lang], **GENESIS.keywords[lang]}
        card = GENESIS.cards[id]
        for printed in (creature_text(card["creature"], lang, names), spell_text(card["spell"], lang, names)):
            for line in printed.splitlines():
                assert line.replace(" ", "") in text
        with_balance = card_lines(GENESIS, id, lang, True)
        check_lines(with_balance)
        assert with_balance[: len(lines)] == lines
        told = " ".join(line.strip() for line in with_balance[len(lines) :])
        for line in judge(card).lines():
            assert line.strip() in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_deck_shows_its_plan_its_sums_its_cards_and_its_code(lang: str) -> None:
    for number, deck in enumerate(predesigned(GENESIS, lang).values(), 1):
        code = encode(deck, GENESIS, lang)
        lines = deck_lines(deck, GENESIS, lang, code)
        check_lines(lines)
        text = "\n".join(lines)
        assert deck.name in text and code in text and deck.plan[:20] in text
        assert all(id in text for id in GENESIS.ids_of_deck(number))


# --- one card by what is typed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        "sc_0",
        "SC_0",
        "Spring Sparrow",
        "first diagram",
        "ぜんまい雀",
        "最初の図面",
        "Spring Sparrow / First Diagram",
        "0001-10",
    ],
)
def test_a_card_is_known_by_id_by_either_name_in_either_language_and_by_its_identity(typed: str) -> None:
    assert known_card(GENESIS, typed) == "sc_0"


@pytest.mark.parametrize(
    ("typed", "near"), [("Sprng Sparow", "near it are sc_0 Spring Sparrow"), ("Sparrow", "near it are sc_0 Spring")]
)
def test_a_card_that_is_none_names_what_is_near(typed: str, near: str) -> None:
    with pytest.raises(DataFault, match=near):
        known_card(GENESIS, typed)


# --- codes ------------------------------------------------------------------------------------------------------------


@clause("FS-18.3")
def test_each_part_of_a_code_is_explained() -> None:
    assert code_lines(read_code("0001-2B-33J"), GENESIS, "en") == [
        "0001-2B-33J",
        "  0001  collection 1: Genesis",
        "  2     sphere: ether",
        "  B     card 11 of its sphere",
        "  3     version 3 of the catalogue (Genesis has 1)",
        "  3     deck 3: The Returning Lamps",
        "  J     set J: number 2 of the four sets of its deck",
    ]
    check_lines(code_lines(read_code("9999-5F-95T"), GENESIS, "ja"))


@clause("FS-18.3", "FS-18.4")
def test_every_code_of_the_collection_shows_its_card() -> None:
    for id in ALL:
        code = GENESIS.codes[id]
        lines, known = catalogue.shown_card(GENESIS, code.text, "en")
        assert known and lines[0] == code.text and GENESIS.names["en"][id]["creature"] in "\n".join(lines)
        assert looks_like_code(code.text)


@clause("FS-18.4")
@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (
            "0001-2B-33J",
            "Genesis has no such card: 0001-2B there is Fog Child / The Road Is Gone (et_b), with the code",
        ),
        ("0002-2B-33J", "Genesis has no such card: its collection has the number 0001"),
    ],
)
def test_a_right_code_without_a_card_is_said_to_be_one(code: str, sentence: str) -> None:
    id, said = whose_code(read_code(code), GENESIS, "en")
    assert id is None and said.startswith("The code is right, but " + sentence)
    assert catalogue.shown_card(GENESIS, code, "ja")[1] is False


@clause("FS-18.3")
@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ("0001-6B-33J", ['the sphere "6" is not 1 to 5']),
        ("0001-2G-33J", ['the number "G" is not hexadecimal']),
        ("000X-2B-33J", ['the collection "000X" is not four digits']),
        ("0001-2B-X3J", ['the version of the catalogue "X" is not a digit']),
        ("0001-2B-32J", ["set J is in deck 3, not in deck 2; right would be 0001-2B-33J"]),
        ("0001-2B-39J", ["set J is in deck 3, not in deck 9; right would be 0001-2B-33J"]),
        ("0001-2B-33U", ['the set "U" is not a letter from A to T']),
        ("0001-2B-39U", ['the deck "9" is not 1 to 5', 'the set "U" is not']),
        ("0001-6Z-33J", ['the sphere "6"', 'the number "Z"']),
        ("0001-2b-33j", ["capital letters and two hyphens; right would be 0001-2B-33J"]),
        ("00012B33J", ["capital letters and two hyphens; right would be 0001-2B-33J"]),
        ("１-2B-33J", ['the part "1" has the length 1, not 4']),
        ("0001-2B3-33J", ['the part "2B3" has the length 3, not 2']),
        ("0001-2B-33-J", ["not written AAAA-BC-DEF, such as 0001-2B-33J: 4 parts"]),
        ("0001-9F", ["not written AAAA-BC-DEF, such as 0001-2B-33J: 2 parts"]),
    ],
)
def test_a_wrong_code_says_which_part_is_wrong_and_what_would_be_right(code: str, faults: list[str]) -> None:
    with pytest.raises(DataFault, match=r"^code ") as caught:
        catalogue.shown_card(GENESIS, code, "en")
    for fault in faults:
        assert fault in str(caught.value)
    with pytest.raises(DataFault, match=r"^コード "):
        catalogue.shown_card(GENESIS, code, "ja")


# --- words ------------------------------------------------------------------------------------------------------------


def paths(tree: dict[str, Any], before: str = "") -> dict[str, list[str]]:
    """Every text of a tree with its slots."""
    result: dict[str, list[str]] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            result.update(paths(value, f"{before}{key}."))
        else:
            result[before + key] = sorted(re.findall(r"\{\w+\}", str(value)))
    return result


def test_both_languages_have_the_same_labels() -> None:
    place = resources.files("orrery.games.five_spheres").joinpath("data").joinpath("catalogue.toml")
    words = parse_toml(place.read_text(encoding="utf-8"), "catalogue.toml")
    assert list(words) == list(LANGUAGES)
    assert paths(words["en"]) == paths(words["ja"])


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(DataFault, match="lang: 'la' is not one of en, ja"):
        catalogue.label("name", "la")
