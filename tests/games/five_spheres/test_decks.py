"""Decks for people: every broken rule is named, files and codes go round, mistyped codes do not pass; matches with such
decks; records that name their cards.
"""

from __future__ import annotations

import json
import random
import re
import string
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marks import clause
from orrery.core.cards.decks import DeckFault
from orrery.core.clause import LANGUAGES, BadOptions, BadPosition
from orrery.core.data import DataFault
from orrery.core.match import Match
from orrery.core.records import BadRecord, from_record, to_record
from orrery.games import for_people
from orrery.games.five_spheres import GAME
from orrery.games.five_spheres.cards import collections, decks
from orrery.games.five_spheres.cards.collections import Collection
from orrery.games.five_spheres.cards.decks import (
    SAID,
    Deck,
    broken_rules,
    decode,
    encode,
    inspected,
    read_deck,
    write_deck,
)

GENESIS = collections.standard()
IDS = sorted(GENESIS.cards)
PREDESIGNED = decks.predesigned(GENESIS)


def said(faults: list[DeckFault], lang: str = "en") -> list[str]:
    """Faults in words."""
    return SAID.faults(faults, lang)


def random_deck(rng: random.Random) -> Deck:
    """A deck by FS-17.2."""
    return Deck("", "genesis", rng.sample(IDS * 3, 48))


@st.composite
def legal_deck(draw: st.DrawFn) -> Deck:
    rng = draw(st.randoms(use_true_random=False))
    ids = rng.sample(IDS * 3, 48)
    return Deck(draw(st.text(max_size=60).filter(str.isprintable)), "genesis", ids)


def file(text: str = "", table: str = "na_0 = 1", name: str = '"Mine"', collection: str = '"genesis"') -> str:
    """The text of a deck file."""
    return f'game = "five_spheres"\ncollection = {collection}\nname = {name}\n{text}\n[cards]\n{table}\n'


def other_collection(folder: Path) -> Collection:
    """The shipped collection as it would be if a card had been changed."""
    source = resources.files("orrery.games.five_spheres").joinpath("data").joinpath("collections").joinpath("genesis")
    for place in source.iterdir():
        text = place.read_text(encoding="utf-8")
        (folder / place.name).write_text(text.replace("strength = 2", "strength = 3", 1), encoding="utf-8")
    return Collection(folder, "mine")


# --- rules ------------------------------------------------------------------------------------------------------------


@clause("FS-17.1", "FS-18.2")
@pytest.mark.parametrize("number", range(1, 6))
def test_a_predesigned_deck_is_found_by_name_and_breaks_no_rule(number: int) -> None:
    deck = PREDESIGNED[f"genesis-{number}"]
    assert deck.name == GENESIS.decks[number - 1].name["en"]
    assert deck.cards == sorted(GENESIS.deck(number)) and len(deck.cards) == 48
    assert broken_rules(deck, GENESIS) == []


@clause("FS-17.2")
def test_every_broken_rule_is_named() -> None:
    deck = Deck("Bad", "genesis", ["na_0"] * 4 + ["sc_0"] * 3 + ["nobody"])
    assert said(broken_rules(deck, GENESIS)) == [
        "na_0 stands there 4 times; a deck has a card at most 3 times",
        "nobody is not a card of the collection genesis",
        "8 cards; a deck has 48",
    ]
    assert said(broken_rules(deck, GENESIS), "ja") == [
        "na_0 が4枚あります。同じカードは3枚までです",
        "nobody はコレクション genesis のカードではありません",
        "カードが8枚あります。デッキは48枚です",
    ]


# --- files ------------------------------------------------------------------------------------------------------------


@given(legal_deck(), st.sampled_from(LANGUAGES))
@settings(max_examples=40, deadline=None)
def test_a_deck_file_goes_round(deck: Deck, lang: str) -> None:
    text = write_deck(deck, GENESIS, lang)
    read = read_deck(text, "mine.toml", [GENESIS])
    assert (read.name, read.collection, read.cards) == (deck.name, deck.collection, deck.cards)
    assert said(inspected(text, "mine.toml", [GENESIS])[1]) == []


BAD_FILES = [
    ("name = Mine\n", "mine.toml: this is not TOML: Invalid value (at line 1, column 8)"),
    ("", "mine.toml: the field game is missing; a deck file has game, collection, name, cards"),
    (
        file().replace("five_spheres", "chess"),
        'mine.toml, line 1: game: "chess" is another game; here it is five_spheres',
    ),
    (
        file(collection='"dusk"'),
        'mine.toml, line 2: collection: there is no collection "dusk"; there is genesis',
    ),
    (file(collection="3"), "mine.toml, line 2: collection: 3 is not a text in quotation marks"),
    (
        file(name='"a\\u001b[31m"'),
        'mine.toml, line 3: name: "a\\u001b[31m" is not a name; right is one line of at most',
    ),
    (file('colour = "red"'), "mine.toml, line 4: colour: a deck file has no such field; it has game, collection, name"),
    (file(table="na_0 = 0"), "mine.toml, line 6: cards.na_0: 0 is not a number of copies; "),
    (file(table="na_0 = 1\nxx = 1"), "mine.toml, line 7: cards.xx: xx is not a card of the collection genesis"),
    (
        'game = "five_spheres"\ncollection = "genesis"\nname = "a"\ncards = ["na_0"]\n',
        'mine.toml, line 4: cards: ["na_0"] is not a table; right is [cards] with a line such as na_0 = 2',
    ),
]


@pytest.mark.parametrize(("text", "sentence"), BAD_FILES)
def test_a_bad_deck_file_is_refused_with_file_line_and_field(text: str, sentence: str) -> None:
    with pytest.raises(DataFault) as caught:
        read_deck(text, "mine.toml", [GENESIS])
    assert str(caught.value).startswith(sentence)
    assert said(inspected(text, "mine.toml", [GENESIS])[1])[0].startswith(sentence)
    assert re.match(r"mine\.toml", said(inspected(text, "mine.toml", [GENESIS])[1], "ja")[0])


@clause("FS-17.2")
def test_all_faults_of_a_file_are_named_and_then_its_broken_rules() -> None:
    text = file(table="na_0 = 4\nxx = 1\nsc_0 = 1.5")
    assert said(inspected(text, "d.toml", [GENESIS])[1]) == [
        "d.toml, line 7: cards.xx: xx is not a card of the collection genesis",
        "d.toml, line 8: cards.sc_0: 1.5 is not a number of copies; right is a whole number from 1 to 99",
        "na_0 stands there 4 times; a deck has a card at most 3 times",
        "4 cards; a deck has 48",
    ]


# --- codes ------------------------------------------------------------------------------------------------------------


def reading(code: str) -> tuple[str, ...] | None:
    """The deck of a code, or None if the code is refused."""
    try:
        return tuple(decode(code, [GENESIS]).cards)
    except DataFault:
        return None


@given(legal_deck())
@settings(max_examples=100, deadline=None)
def test_a_deck_code_goes_round_and_is_short(deck: Deck) -> None:
    code = encode(deck, GENESIS)
    assert len(code) < 40 and re.fullmatch(r"FS1(-[0-9A-Z]{11}){3}", code)
    read = decode(code, [GENESIS])
    assert (read.collection, read.cards) == ("genesis", deck.cards)
    assert broken_rules(read, GENESIS) == []


def test_the_first_and_the_last_deck_have_codes() -> None:
    for ids in (IDS[:16], IDS[-16:]):
        deck = Deck("", "genesis", ids * 3)
        assert decode(encode(deck, GENESIS), [GENESIS]).cards == deck.cards


CHARACTERS = string.printable + "ßıſÉあ０Ａ－—"


def test_no_single_character_can_be_changed_into_another_deck() -> None:
    deck = random_deck(random.Random(4))
    code = encode(deck, GENESIS)
    for i in range(len(code)):
        for letter in CHARACTERS:
            found = reading(code[:i] + letter + code[i + 1 :])
            assert found is None or found == tuple(deck.cards), (code, i, letter)


def test_no_character_can_be_left_out_doubled_or_swapped_into_another_deck() -> None:
    rng = random.Random(5)
    for _ in range(20):
        deck = random_deck(rng)
        code, right = encode(deck, GENESIS), tuple(deck.cards)
        for i in range(len(code)):
            changed = [code[:i] + code[i + 1 :], code[:i] + code[i] + code[i:], code[:i], code[i:]]
            changed.append(code[:i] + code[i : i + 2][::-1] + code[i + 2 :])
            for other in changed:
                assert reading(other) in (None, right), (code, other)


def test_a_code_may_be_typed_small_wide_or_without_hyphens() -> None:
    code = encode(PREDESIGNED["genesis-2"], GENESIS)
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    for other in (code.lower(), code.replace("-", ""), f"  {code.replace('-', ' ')}\n", wide):
        assert reading(other) == reading(code) is not None


def test_a_code_of_another_collection_is_refused(tmp_path: Path) -> None:
    code = encode(PREDESIGNED["genesis-1"], GENESIS)
    other = other_collection(tmp_path)
    with pytest.raises(
        DataFault, match="made with another collection, or another version of it; here there is genesis 3"
    ):
        decode(code, [other])
    assert decode(code, [other, GENESIS]).cards == PREDESIGNED["genesis-1"].cards


@pytest.mark.parametrize(
    ("code", "en", "ja"),
    [
        ("SE1-ABCDE", "a deck code begins with FS1-", "デッキコードは FS1- で始まります"),
        ("FS1-AB?", 'the character "?" is in no deck code', '文字 "?" はデッキコードに使われません'),
        ("FS1-ABCDE", "this code is mistyped or cut off", "このコードには打ち間違いか欠けがあります"),
    ],
)
def test_a_refused_code_says_why(code: str, en: str, ja: str) -> None:
    for lang, sentence in (("en", en), ("ja", ja)):
        with pytest.raises(DataFault, match=re.escape(sentence)):
            decode(code, [GENESIS], lang)


@clause("FS-17.2")
@pytest.mark.parametrize(
    ("ids", "sentence"),
    [
        (IDS[:47], "this one: 47 cards; a deck has 48"),
        (["sp_f"] * 4 + IDS[:44], "this one: sp_f stands there 4 times"),
        (["nobody", *IDS[:47]], "this one: nobody is not a card"),
    ],
)
def test_only_a_legal_deck_has_a_code(ids: list[str], sentence: str) -> None:
    with pytest.raises(DataFault, match=sentence):
        encode(Deck("", "genesis", ids), GENESIS)


def test_every_sentence_has_both_languages_and_the_same_facts() -> None:
    for key, row in SAID.rows.items():
        facts = [sorted(re.findall(r"\{(\w+)\}", row[lang])) for lang in LANGUAGES]
        assert facts[0] == facts[1], key


# --- matches ----------------------------------------------------------------------------------------------------------


@clause("FS-17.10")
def test_people_play_with_the_collection_and_programs_with_the_test_set() -> None:
    assert for_people("five_spheres", {"lords": 3}) == {"lords": 3, "cards": GENESIS.cards}
    assert for_people("five_spheres", {"cards": "genesis"}) == {"cards": GENESIS.cards}
    assert for_people("five_spheres", {"cards": "testset"}) == {}
    assert for_people("five_spheres", {"cards": {"a": 1}}) == {"cards": {"a": 1}}
    assert for_people("vediic", {"players": 2}) == {"players": 2}
    with pytest.raises(BadOptions, match='there is no collection "dusk"; there are genesis, testset'):
        for_people("five_spheres", {"cards": "dusk"})


@clause("FS-17.2")
def test_decks_become_the_options_of_a_match() -> None:
    two = [PREDESIGNED["genesis-1"], PREDESIGNED["genesis-4"]]
    match = Match.new(GAME, decks.with_decks({"towers": 3}, two, GENESIS), 1)
    for lord, deck in zip(match.position()["seats"], two, strict=True):
        cards = [*lord["deck"], *lord["hand"], *[piece["card"] for piece in lord["fortress"]]]
        assert sorted(cards) == deck.cards
    assert decks.with_decks({}, [*two, two[0]], GENESIS)["lords"] == 3
    mirror = Match.new(GAME, decks.with_decks({"assembly": "mirror"}, two[:1], GENESIS), 1)
    assert mirror.state.seats() == 2


@pytest.mark.parametrize(
    ("options", "deck", "sentence"),
    [
        ({"assembly": "sets"}, PREDESIGNED["genesis-1"], '"sets" takes no decks; custom and mirror do'),
        ({"decks": []}, PREDESIGNED["genesis-1"], "leave the option decks out"),
        ({}, Deck("Small", "genesis", ["na_0"]), "decks: Small: 1 cards; a deck has 48"),
        ({}, Deck("Other", "dusk", IDS[:16] * 3), "decks: Other is of dusk; the others are of genesis"),
    ],
)
def test_decks_that_cannot_be_played_are_refused(options: dict[str, object], deck: Deck, sentence: str) -> None:
    with pytest.raises(BadOptions, match=re.escape(sentence)):
        decks.with_decks(options, [deck, deck], GENESIS)


# --- records ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"cards": GENESIS.cards}], ids=["testset", "genesis"])
def test_a_record_names_cards_that_ship_and_replays(options: dict[str, object]) -> None:
    match = Match.new(GAME, options, 3)
    for _ in range(8):
        match.act(match.actions()[0])
    record = json.loads(json.dumps(to_record(match)))
    name = "genesis" if options else "testset"
    assert set(record["start"]["cards"]) == {"name", "version", "hash"} and record["start"]["cards"]["name"] == name
    assert from_record(GAME, record).hash() == match.hash()
    for key, value in (("version", 9), ("hash", "0"), ("name", "dusk")):
        wrong = json.loads(json.dumps(record))
        wrong["start"]["cards"][key] = value
        with pytest.raises(BadPosition, match=r"the collection .* with that hash is not here"):
            GAME.unpack(wrong["start"])
        with pytest.raises(BadRecord, match="is not here"):
            from_record(GAME, wrong)


def test_a_record_with_other_cards_holds_them_whole(tmp_path: Path) -> None:
    cards = other_collection(tmp_path).cards
    match = Match.new(GAME, {"cards": cards}, 3)
    record = json.loads(json.dumps(to_record(match)))
    assert record["start"]["cards"] == cards
    assert from_record(GAME, record).hash() == match.hash()
