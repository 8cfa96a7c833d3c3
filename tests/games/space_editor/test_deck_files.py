"""Deck rules, deck files and deck codes: every broken rule is named, files and codes go round, mistyped codes do not
pass.
"""

from __future__ import annotations

import random
import re
import string
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marks import clause
from orrery.core.cards.decks import DeckFault
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault
from orrery.games.space_editor.cards import decks, sets
from orrery.games.space_editor.cards.card import ELEMENTS, CardSet
from orrery.games.space_editor.cards.decks import (
    SAID,
    Deck,
    broken_rules,
    decode,
    encode,
    inspected,
    read_deck,
    write_deck,
)
from orrery.games.space_editor.cards.sets import SetFile

PACKAGE = "orrery.games.space_editor"
SET = sets.standard()


def said(faults: list[DeckFault], lang: str = "en") -> list[str]:
    """Faults in words."""
    return SAID.faults(faults, lang)


def cards(element: str, level: str) -> list[str]:
    """The ids of an element's cards of a level."""
    found = SET.material.cards
    return sorted(i for i in found if found[i]["element"] == element and found[i]["level"] == level)


def file(text: str = "", table: str = "001 = 1", name: str = '"Mine"', element: str = '"water"') -> str:
    """The text of a deck file."""
    return f'name = {name}\nelement = {element}\nset = "first_light"\n{text}\n[cards]\n{table}\n'


@st.composite
def any_deck(draw: st.DrawFn) -> Deck:
    """A deck of one element with up to two copies of each card, whether it obeys the rules or not."""
    element = draw(st.sampled_from(ELEMENTS))
    pool = decks.cards_of(SET, element)
    counts = draw(st.lists(st.integers(0, 2), min_size=len(pool), max_size=len(pool)))
    ids = [id for id, count in zip(pool, counts, strict=True) for _ in range(count)]
    name = draw(st.text(max_size=60).filter(str.isprintable))
    return Deck(name, element, SET.name, ids)


def random_deck(rng: random.Random) -> Deck:
    """A deck by SE-10.1."""
    element = rng.choice(ELEMENTS)
    ids = rng.sample(cards(element, "bronze") * 2, 13)
    ids += rng.sample(cards(element, "silver"), 7) + rng.sample(cards(element, "gold"), 4)
    return Deck("", element, SET.name, ids)


# --- rules ------------------------------------------------------------------------------------------------------------


@clause("SE-10.1", "SE-10.2", "SE-3.2")
@pytest.mark.parametrize("element", ELEMENTS)
def test_a_basic_deck_is_found_by_name_and_breaks_no_rule(element: str) -> None:
    deck = decks.basic_decks(SET)[element]
    assert deck.name == f"Basic deck of {element}"
    assert len(deck.cards) == 24
    assert broken_rules(deck, SET) == []


@clause("SE-10.1")
def test_a_random_deck_by_the_rules_breaks_none() -> None:
    rng = random.Random(10)
    for _ in range(50):
        assert broken_rules(random_deck(rng), SET, "strict") == []


@clause("SE-10.1", "SE-10.2")
def test_every_broken_rule_is_named() -> None:
    silver, fire = cards("water", "silver")[0], cards("fire", "bronze")[0]
    bronze = cards("water", "bronze")[0]
    deck = Deck("Bad", "water", SET.name, [silver] * 2 + [bronze] * 3 + [fire, "181", "nobody"])
    total = sum(SET.material.cards[id]["cost"] for id in deck.cards if id != "nobody")
    assert said(broken_rules(deck, SET)) == [
        "nobody is not a card of the set first_light",
        "181 is a basepoint, which is in no deck",
        "7 cards; right is 24",
        *sorted(
            [
                f"{silver} stands there 2 times; a silver card at most 1",
                f"{bronze} stands there 3 times; a bronze card at most 2",
                f"{fire} is of fire; the deck is of water",
            ]
        ),
        "4 bronze cards; right is 13",
        "2 silver cards; right is 7",
        "0 gold cards; right is 4",
        f"the costs add up to {total}; right is 380 to 420",
    ]


@clause("SE-10.1", "SE-10.2")
def test_broken_rules_are_named_in_japanese() -> None:
    silver = cards("water", "silver")[0]
    found = broken_rules(Deck("", "fire", SET.name, [silver] * 2), SET, "strict")
    assert said(found, "ja") == [
        "カードが2枚あります。正しくは24枚です",
        f"{silver} は水のカードです。このデッキは火のデッキです",
        f"{silver} が2枚あります。シルバーのカードは1枚までです",
        "ブロンズのカードが0枚あります。正しくは13枚です",
        "シルバーのカードが2枚あります。正しくは7枚です",
        "ゴールドのカードが0枚あります。正しくは4枚です",
    ]


@clause("SE-10.2", "SE-10.4")
def test_the_costs_count_only_under_the_rule_for_costs() -> None:
    source = {id: dict(SET.material.cards[id]) for id in SET.material.basic["wind"]}
    for definition in source.values():
        definition["cost"] = 17
    own = CardSet(source)
    deck = list(range(24))
    assert decks.deck_faults(own, deck, "wind", "cost") == []
    source[own.ids[0]]["cost"] = 17 + 13
    own = CardSet(source)
    assert decks.deck_faults(own, deck, "wind", "strict") == []
    assert said(decks.deck_faults(own, deck, "wind", "cost")) == ["the costs add up to 421; right is 380 to 420"]


@clause("SE-10.4")
def test_without_rules_only_basepoints_and_empty_decks_are_refused() -> None:
    own = CardSet(SET.material.cards)
    assert decks.deck_faults(own, [own.index["001"]] * 3, "fire", "none") == []
    assert said(decks.deck_faults(own, [own.index["181"]], "fire", "none")) == [
        "181 is a basepoint, which is in no deck"
    ]
    assert said(decks.deck_faults(own, [], "fire", "none")) == ["the deck is empty"]


# --- files ------------------------------------------------------------------------------------------------------------


@given(any_deck(), st.sampled_from(LANGUAGES))
@settings(max_examples=60, deadline=None)
def test_a_deck_file_goes_round(deck: Deck, lang: str) -> None:
    read = read_deck(write_deck(deck, SET, lang), "mine.toml", [SET])
    assert (read.name, read.element, read.set, read.cards) == (deck.name, deck.element, deck.set, deck.cards)


BAD_FILES = [
    ("name = Mine\n", "mine.toml: this is not TOML: Invalid value (at line 1, column 8)"),
    ("", "mine.toml: the field name is missing; a deck file has name, element, set, cards"),
    (file(name="7"), "mine.toml, line 1: name: 7 is not a text in quotation marks"),
    (
        file(name='"a\\u001b[31m"'),
        'mine.toml, line 1: name: "a\\u001b[31m" is not a name; right is one line of at most 60 letters',
    ),
    (file(element='"mud"'), 'mine.toml, line 2: element: "mud" is not one of water, wind, earth, fire'),
    (file(element="[1]"), "mine.toml, line 2: element: [1] is not a text in quotation marks"),
    (
        file().replace("first_light", "dusk"),
        'mine.toml, line 3: set: there is no card set "dusk"; there is first_light',
    ),
    (
        file('colour = "red"'),
        "mine.toml, line 4: colour: a deck file has no such field; it has name, element, set, cards",
    ),
    (file(table="001 = 0"), "mine.toml, line 6: cards.001: 0 is not a number of copies; "),
    (file(table='001 = 1\n002 = "two"'), 'mine.toml, line 7: cards.002: "two" is not a number of copies; '),
    (file(table="001 = true"), "mine.toml, line 6: cards.001: true is not a number of copies; "),
    (file(table="001 = 1\n999 = 1"), "mine.toml, line 7: cards.999: 999 is not a card of the set first_light"),
    (
        file(table='"\\u001b" = 1'),
        'mine.toml, line 1: cards."\\u001b": "\\u001b" is not a card of the set first_light',
    ),
    (
        'name = "a"\nelement = "fire"\nset = "first_light"\ncards = ["001"]\n',
        'mine.toml, line 4: cards: ["001"] is not a table; right is [cards] with a line such as 001 = 2 for each card',
    ),
    (
        'name = "a"\nelement = "fire"\nset = "first_light"\ncards = { 001 = 1.5 }\n',
        "mine.toml, line 4: cards.001: 1.5 is not a number of copies; ",
    ),
    (file(table="001 = 1\n001 = 1"), "mine.toml: this is not TOML: Cannot overwrite a value (at line 7, column 8)"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD_FILES)
def test_a_bad_deck_file_is_refused_with_file_line_and_field(text: str, sentence: str) -> None:
    with pytest.raises(DataFault) as caught:
        read_deck(text, "mine.toml", [SET])
    assert str(caught.value).startswith(sentence)
    assert said(inspected(text, "mine.toml", [SET])[1])[0].startswith(sentence)
    assert re.match(r"mine\.toml", said(inspected(text, "mine.toml", [SET])[1], "ja")[0])


def test_all_faults_of_a_file_are_named_and_then_its_broken_rules() -> None:
    text = file(table="001 = 3\n999 = x'"[:-2] + "0", element='"fire"')
    found = said(inspected(text, "d.toml", [SET], "strict")[1])
    level = SET.material.cards["001"]["level"]
    assert found[:2] == [
        "d.toml, line 7: cards.999: 999 is not a card of the set first_light",
        "d.toml, line 7: cards.999: 0 is not a number of copies; right is a whole number from 1 to 99",
    ]
    assert "3 cards; right is 24" in found
    assert "001 is of water; the deck is of fire" in found
    assert any(f"a {level} card at most" in sentence for sentence in found)


def test_a_file_without_element_set_and_cards_names_all_three() -> None:
    found = said(inspected('name = "a"\n', "d.toml", [SET])[1])
    assert [sentence.split()[3] for sentence in found] == ["element", "set", "cards"]


def test_a_right_deck_file_has_no_fault() -> None:
    deck = decks.basic_decks(SET)["earth"]
    assert inspected(write_deck(deck, SET), "d.toml", [SET])[1] == []


# --- codes ------------------------------------------------------------------------------------------------------------


def reading(code: str) -> tuple[str, tuple[str, ...]] | None:
    """The deck of a code, or None if the code is refused."""
    try:
        deck = decode(code, [SET])
    except DataFault:
        return None
    return deck.element, tuple(deck.cards)


@given(any_deck())
@settings(max_examples=150, deadline=None)
def test_a_deck_code_goes_round(deck: Deck) -> None:
    read = decode(encode(deck, SET), [SET])
    assert (read.element, read.set, read.cards) == (deck.element, deck.set, deck.cards)


def test_a_deck_code_is_short_and_may_stand_in_an_address() -> None:
    rng = random.Random(3)
    for _ in range(50):
        code = encode(random_deck(rng), SET)
        assert re.fullmatch(r"SE1(-[0-9A-Z]{5}){5}", code)


CHARACTERS = string.printable + "ßıſÉあ０Ａ－—"


def test_no_single_character_can_be_changed_into_another_deck() -> None:
    rng = random.Random(4)
    for deck in [decks.basic_decks(SET)["fire"], random_deck(rng), random_deck(rng)]:
        code = encode(deck, SET)
        right = reading(code)
        for i in range(len(code)):
            for letter in CHARACTERS:
                found = reading(code[:i] + letter + code[i + 1 :])
                assert found is None or found == right, (code, i, letter)


def test_no_character_can_be_left_out_doubled_or_swapped_into_another_deck() -> None:
    rng = random.Random(5)
    for _ in range(40):
        code = encode(random_deck(rng), SET)
        right = reading(code)
        for i in range(len(code)):
            changed = [code[:i] + code[i + 1 :], code[:i] + code[i] + code[i:], code[:i], code[i:]]
            changed += [code[:i] + code[i : i + 2][::-1] + code[i + 2 :], code[:i] + rng.choice("Z0") + code[i:]]
            for other in changed:
                assert reading(other) in (None, right), (code, other)


@given(st.text(max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    for code in (text, f"SE1-{text}"):
        with pytest.raises(DataFault, match="deck code: "):
            decode(code, [SET])


def test_a_code_may_be_typed_small_wide_or_without_hyphens() -> None:
    code = encode(decks.basic_decks(SET)["wind"], SET)
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    lookalikes = code[4:].replace("0", "o").replace("1", "l")
    for other in (code.lower(), code.replace("-", ""), f"  {code.replace('-', ' ')}\n", wide, f"se1-{lookalikes}"):
        assert reading(other) == reading(code)


def another_set() -> SetFile:
    """The shipped set as it would be if a card had been changed."""
    other = SetFile(resources.files(PACKAGE).joinpath("data").joinpath("sets").joinpath("first_light"), "first_light")
    other.hash = "0123456789abcdef" * 4
    other.version += 1
    return other


def test_a_code_of_another_set_is_refused() -> None:
    code = encode(decks.basic_decks(SET)["water"], SET)
    with pytest.raises(DataFault, match="made with another card set, or another version of it; here there is first_l"):
        decode(code, [another_set()])
    assert decode(code, [another_set(), SET]).element == "water"


def test_a_code_of_an_earlier_version_names_the_same_cards() -> None:
    for earlier in sets.archived(SET.name):
        for element, deck in decks.basic_decks(SET).items():
            old = encode(Deck("", element, SET.name, deck.cards), earlier)
            assert old != encode(deck, SET)
            found = decode(old, list(sets.every()))
            assert (found.set, found.element, sorted(found.cards)) == (SET.name, element, sorted(deck.cards))


# The code of the basic deck of water as version 1 printed it: people have it in their chats.
OLD_CODE = "SE1-WPJC3-3V5GP-8F2B7-EN39R-1G43T"


def test_a_code_that_version_1_printed_is_still_read() -> None:
    assert sorted(decode(OLD_CODE, list(sets.every())).cards) == sorted(SET.material.basic["water"])
    with pytest.raises(DataFault, match="another version of it; here there is first_light"):
        decode(OLD_CODE, [SET])


@pytest.mark.parametrize(
    ("code", "en", "ja"),
    [
        ("hello", "a deck code begins with SE1-", "デッキコードは SE1- で始まります"),
        ("SE1-AB?", 'the character "?" is in no deck code', '文字 "?" はデッキコードに使われません'),
        ("SE1-ABCDE", "this code is mistyped or cut off", "このコードには打ち間違いか欠けがあります"),
        ("SE1-00000-00000-00000-00000-00000", "this code is mistyped or cut off", "このコードには打ち間違いか"),
    ],
)
def test_a_refused_code_says_why(code: str, en: str, ja: str) -> None:
    with pytest.raises(DataFault, match=re.escape(en)):
        decode(code, [SET])
    with pytest.raises(DataFault, match=re.escape(ja)):
        decode(code, [SET], "ja")


def test_what_a_code_cannot_hold_is_refused() -> None:
    bronze = cards("water", "bronze")[0]
    for ids, sentence in (
        (["nobody"], "nobody is not a card of the set first_light"),
        ([cards("fire", "gold")[0]], "is not of water; a deck code holds cards of one element"),
        (["181"], "181 is not of water"),
        ([bronze] * 3, f"{bronze} stands there 3 times; a deck code holds at most 2 copies of a card"),
    ):
        with pytest.raises(DataFault, match=sentence):
            encode(Deck("", "water", SET.name, ids), SET)


def test_every_sentence_has_both_languages_and_the_same_facts() -> None:
    for key, row in SAID.rows.items():
        facts = [sorted(re.findall(r"\{(\w+)\}", row[lang])) for lang in LANGUAGES]
        assert facts[0] == facts[1], key
