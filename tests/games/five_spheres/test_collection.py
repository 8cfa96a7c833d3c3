"""The collection Genesis (FS-18): it can be read, it breaks nothing, and whoever spoils it is told where."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from marks import clause
from orrery.core.data import DataFault, JsonObject
from orrery.core.notation import digest
from orrery.games.five_spheres.cards import checks, collections
from orrery.games.five_spheres.cards.balance import judge
from orrery.games.five_spheres.cards.collections import Code, Collection
from orrery.games.five_spheres.cards.grammar import check_table
from orrery.games.five_spheres.cards.vocabulary import SPHERES

GENESIS = collections.standard()
FILES = [f"{name}.toml" for name in ("collection", *SPHERES)]
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠々ー]+")


def copied(folder: Path) -> Path:
    """A copy of the collection's files that may be spoiled."""
    source = resources.files("orrery.games.five_spheres").joinpath("data").joinpath("collections").joinpath("genesis")
    for file in FILES:
        folder.joinpath(file).write_text(source.joinpath(file).read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def change(folder: Path, file: str, before: str, after: str) -> None:
    """Replaces the first occurrence of a text in a file."""
    place = folder.joinpath(file)
    text = place.read_text(encoding="utf-8")
    assert before in text
    place.write_text(text.replace(before, after, 1), encoding="utf-8")


def findings(folder: Path) -> list[str]:
    return [finding.line() for finding in checks.check_collection(Collection(folder, "spoiled"))]


def card_of(id: str) -> JsonObject:
    found: JsonObject = GENESIS.cards[id]
    return found


# --- the collection that ships ----------------------------------------------------------------------------------------


@clause("FS-18.1", "FS-18.2", "FS-18.3", "FS-18.4", "FS-16.2")
def test_genesis_breaks_nothing() -> None:
    assert [finding.line() for finding in checks.check_collection(GENESIS)] == []


@clause("FS-18.1")
def test_genesis_has_eighty_cards_sixteen_a_sphere_and_forty_races() -> None:
    assert len(GENESIS.cards) == 80
    for sphere in SPHERES:
        assert len([card for card in GENESIS.cards.values() if card["spheres"][0] == sphere]) == 16
    races = [card["creature"]["race"] for card in GENESIS.cards.values()]
    assert len(set(races)) == 40
    assert all(races.count(race) == 2 for race in races)


def test_the_table_of_cards_is_as_the_rules_write_it() -> None:
    assert check_table(GENESIS.cards, "cards") is GENESIS.cards
    card = card_of("sc_0")
    assert card["name"] == "Spring Sparrow / First Diagram"
    assert (card["creature"]["name"], card["spell"]["name"]) == ("Spring Sparrow", "First Diagram")
    assert (card["code"], card["spheres"]) == ("0001-10-11A", ["science"])


@clause("FS-18.3")
def test_an_id_tells_the_left_part_of_the_code() -> None:
    for id, code in GENESIS.codes.items():
        assert id == f"{SPHERES[code.sphere - 1][:2]}_{code.number:x}"
        assert (code.collection, code.catalogue) == ("0001", 1)


@clause("FS-18.3", "FS-18.4")
def test_a_code_is_read_part_by_part() -> None:
    code = Code("0001-2B-33J")
    assert (code.collection, code.sphere, code.number, code.catalogue) == ("0001", 2, 11, 3)
    assert (code.deck, code.letter, code.identity) == (3, "J", "0001-2B")


@clause("FS-18.2")
def test_each_set_holds_two_races_and_each_deck_four_sets() -> None:
    for number, deck in enumerate(GENESIS.decks, 1):
        assert deck.number == number
        letters = "ABCDEFGHIJKLMNOPQRST"[4 * number - 4 : 4 * number]
        assert deck.ids == [id for letter in letters for id in GENESIS.ids_of_set(letter)]
        for letter in letters:
            races = [card_of(id)["creature"]["race"] for id in GENESIS.ids_of_set(letter)]
            assert len(races) == 4
            assert all(races.count(race) == 2 for race in races)


@clause("FS-18.1", "FS-18.2")
def test_a_deck_has_48_cards_three_of_each() -> None:
    for number in range(1, 6):
        deck = GENESIS.deck(number)
        assert len(deck) == 48
        assert all(deck.count(id) == 3 for id in deck)


def test_every_deck_can_make_the_crystals_that_its_cards_need() -> None:
    for deck in GENESIS.decks:
        needed = {sphere for id in deck.ids for sphere in card_of(id)["spheres"]}
        assert len(needed) == 2
        for sphere in needed:
            assert len([id for id in deck.ids if sphere in card_of(id)["spheres"]]) >= 6


def test_dual_sphere_cards_lie_in_the_deck_of_both_their_spheres() -> None:
    dual = [id for id in GENESIS.cards if len(card_of(id)["spheres"]) == 2]
    assert len(dual) == 10
    for number in range(1, 6):
        pairs = {frozenset(card_of(id)["spheres"]) for id in dual if GENESIS.codes[id].deck == number}
        assert len(pairs) == 1


@clause("FS-16.2")
@pytest.mark.parametrize("id", sorted(GENESIS.cards))
def test_every_card_is_in_balance(id: str) -> None:
    found = judge(card_of(id))
    assert found.in_balance, found.lines()


@pytest.mark.parametrize("id", sorted(GENESIS.cards))
def test_every_card_has_a_japanese_name_for_both_halves(id: str) -> None:
    names = GENESIS.names["ja"][id]
    assert JAPANESE.fullmatch(names["creature"])
    assert JAPANESE.fullmatch(names["spell"])
    assert names["card"] == f"{names['creature']} / {names['spell']}"


def test_decks_races_and_keywords_have_names_in_both_languages() -> None:
    assert set(GENESIS.races["en"]) == set(GENESIS.races["ja"])
    assert set(GENESIS.keywords["en"]) == set(GENESIS.keywords["ja"])
    for deck in GENESIS.decks:
        assert deck.name["en"] != deck.name["ja"]
        assert deck.plan["en"] != deck.plan["ja"]


def test_a_collection_is_found_by_name_and_version_or_by_hash() -> None:
    assert collections.find("genesis", GENESIS.version) is GENESIS
    assert collections.find("genesis", GENESIS.version + 1) is None
    assert collections.find("exodus", 1) is None
    assert collections.named_by_hash(GENESIS.hash) is GENESIS
    assert collections.named_by_hash("0") is None
    assert GENESIS.as_json() == {"name": "genesis", "version": 3, "hash": digest(GENESIS.cards)}


def test_the_hash_covers_the_cards_and_not_the_translations(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    change(folder, "science.toml", "ぜんまい雀", "ばね仕掛けの雀")
    assert Collection(folder, "copy").hash == GENESIS.hash
    change(folder, "science.toml", "strength = 2", "strength = 3")
    assert Collection(folder, "copy").hash != GENESIS.hash


# --- faults of a file -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "before", "after", "words"),
    [
        ("science.toml", "strength = 2", "strength = 100", "science.toml.sc_0.creature.strength"),
        ("ether.toml", 'when = "unveiled"', 'when = "unmasked"', "ether.toml.et_0.creature.abilities[0].when"),
        ("spirit.toml", 'name_ja = "灯の見習い"\n', "", "spirit.toml.sp_0.creature: the field name_ja is missing"),
        ("spirit.toml", 'name = "Lamp Novice"', 'name = " "', "spirit.toml.sp_0.creature.name: an empty text"),
        ("chaos.toml", 'race = "emberling"', 'race = "ember"', "chaos.toml.ch_0.creature.race"),
        ("chaos.toml", 'keyword = "giant"', 'keyword = "gaint"', "chaos.toml.ch_5.creature.keyword"),
        ("chaos.toml", 'code = "0001-40-14M"', 'code = "0001-50-14M"', "chaos.toml.ch_0.code"),
        ("nature.toml", 'code = "0001-50-15Q"\n', "", "nature.toml.na_0: the field code is missing"),
        ("nature.toml", "[cards.na_0]", "[cards.ch_0]\ncode = '0001-50-15Q'\n[cards.na_0]", "stands in chaos.toml"),
        ("nature.toml", 'spheres = ["nature"]', "", "nature.toml: the field spheres is missing"),
        ("nature.toml", "[cards.na_0.spell]", "[cards.na_0.magic]", "nature.toml.na_0"),
        ("collection.toml", "version = 3", "version = 0", "collection.toml.version"),
        ("collection.toml", 'en = "Cogling", ', "", "collection.toml.races.cogling"),
        ("collection.toml", "plan = ", "plot = ", "collection.toml.decks[0]"),
        ("collection.toml", "catalogue = 1", "catalogue = 1\nextra = 1", "extra"),
        ("collection.toml", "version = 3", "version = ", "collection.toml: not TOML"),
    ],
)
def test_a_fault_names_file_card_and_field(tmp_path: Path, file: str, before: str, after: str, words: str) -> None:
    folder = copied(tmp_path)
    change(folder, file, before, after)
    with pytest.raises(DataFault) as fault:
        Collection(folder, "spoiled")
    assert words in str(fault.value)


def test_a_folder_without_its_main_file_is_no_collection(tmp_path: Path) -> None:
    with pytest.raises(DataFault, match=r"collection\.toml"):
        Collection(tmp_path, "empty")
    with pytest.raises(DataFault, match="no such folder"):
        Collection(tmp_path / "nowhere", "nowhere")


# --- findings of a collection that can be read ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "before", "after", "finding"),
    [
        pytest.param(
            "science.toml", "strength = 2", "strength = 4", "FS-16.2, sc_0 creature: value 5.5 at cost 1, +2.5",
            marks=clause("FS-16.2"),
        ),
        pytest.param(
            "chaos.toml", "strength = 16", "strength = 10", "FS-16.2, ch_5 creature: value 7.2 at cost 6, -5.8",
            marks=clause("FS-16.2"),
        ),
        pytest.param(
            "science.toml", "0001-10-11A", "0001-11-11A", "FS-18.4, place 10: 0 cards; right is 1",
            marks=clause("FS-18.4"),
        ),
        pytest.param(
            "science.toml", "0001-10-11A", "0001-10-11B", "FS-18.4, set A: 3 cards; right is 4",
            marks=clause("FS-18.2", "FS-18.4"),
        ),
        pytest.param(
            "science.toml", "0001-10-11A", "0001-10-12E", "FS-18.4, deck 1: 15 cards; right is 16",
            marks=clause("FS-18.2", "FS-18.4"),
        ),
        pytest.param(
            "science.toml", "0001-10-11A", "0002-10-11A", "FS-18.3, sc_0: collection 0002; right is 0001",
            marks=clause("FS-18.3"),
        ),
        pytest.param(
            "science.toml", "0001-10-11A", "0001-10-21A", "FS-18.3, sc_0: catalogue 2; right is 1",
            marks=clause("FS-18.3"),
        ),
        pytest.param(
            "science.toml", 'race = "cogling"', 'race = "orrerist"', "FS-18.4, race orrerist: 3 cards; right is 2",
            marks=clause("FS-18.4"),
        ),
        pytest.param(
            "science.toml", 'code = "0001-10-11A"', 'code = "0001-10-11A"\nspheres = ["science", "chaos"]',
            "design, deck 1: cards of science, chaos, ether",
        ),
        pytest.param(
            "science.toml", 'code = "0001-10-11A"', 'code = "0001-10-11A"\nspheres = ["science", "ether"]',
            "design, dual-sphere cards: 11; right is 5 to 10",
        ),
        pytest.param(
            "nature.toml", '{ when = "battle"', '{ when = "blocks"', "FS-12, the collection: no card says when battle",
        ),
        pytest.param(
            "ether.toml", 'var = "spell_cost"', 'var = "creature_cost"', "no card says var spell_cost",
        ),
        pytest.param(
            "science.toml", 'pick = "top"', 'pick = "random"', "no card says pick top",
        ),
        ("ether.toml", 'name = "Fog Child"', 'name = "Moon Dust"', "design, the name Moon Dust (en): 2 times"),
        ("ether.toml", '"霧の童"', '"月の鱗粉"', "design, the name 月の鱗粉 (ja): 2 times"),
        ("collection.toml", "[keywords]", '[keywords]\ngod = { en = "God", ja = "神" }', "design, keyword god"),
        ("science.toml", "strength = 2", "strength = 2", ""),
    ],
)  # fmt: skip
def test_a_spoiled_collection_gives_a_finding(tmp_path: Path, file: str, before: str, after: str, finding: str) -> None:
    folder = copied(tmp_path)
    change(folder, file, before, after)
    found = findings(folder)
    if finding:
        assert any(line.startswith(finding) or finding in line for line in found), found
    else:
        assert found == []


@clause("FS-18.1")
def test_a_missing_card_is_found(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    place = folder.joinpath("nature.toml")
    text = place.read_text(encoding="utf-8")
    place.write_text(text[: text.index("[cards.na_f]")], encoding="utf-8")
    found = findings(folder)
    assert "FS-18.1, the collection: 79 cards; right is 80" in found
    assert "FS-18.1, nature: 15 cards; right is 16" in found
    assert "FS-18.4, place 5F: 0 cards; right is 1" in found


def test_two_halves_alike_are_found(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    change(folder, "chaos.toml", 'cost = 4\ndo = [\n  { do = "summon"', 'cost = 3\ndo = [\n  { do = "summon"')
    assert any(line.startswith("design, sp_b spell: the same as ch_6 spell") for line in findings(folder))


def test_costs_stay_payable() -> None:
    costs = [card[half]["cost"] for card in GENESIS.cards.values() for half in ("creature", "spell")]
    assert len([cost for cost in costs if cost <= 4]) >= 120
    assert 1 <= len([cost for cost in costs if cost >= 8]) <= 6


def test_a_sphere_without_its_flavour_is_found(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    place = folder.joinpath("nature.toml")
    text = place.read_text(encoding="utf-8")
    text = re.sub(r"\nabilities = \[\n(  .*\n)+\]", "\nabilities = []", text)
    place.write_text(text.replace('do = "ready"', 'do = "cure"'), encoding="utf-8")
    assert any(line.startswith("FS-17.10, nature: ") for line in findings(folder))


def test_every_word_of_the_language_is_on_some_card() -> None:
    used: set[str] = set()
    for card in GENESIS.cards.values():
        used |= checks.words_of(card)
    assert [word for word in checks.language() if word not in used] == []
