"""Genesis has versions: today's is played with, earlier ones stay for what was written with them."""

from __future__ import annotations

import pytest

from marks import clause
from orrery.games.five_spheres.cards import collections, decks
from orrery.games.five_spheres.cards.shelf import GameShelf

GENESIS = collections.standard()
FIRST_HASH = "93a7ab0cef4a0a32456aef8fb576509f0d4c9ce5cc5886624b3e004b0fda148e"
"""Of version 1, which people have played with: its cards never change."""
FIRST_CODES = {
    1: "FS1-JEKT000001H-3P5F3KE207W-T917DV6248N",
    2: "FS1-JEKT0003EJN-NZXRW7QG6RF-PW7WH1DNC61",
    3: "FS1-JEKT0000000-000GDCYAW3G-W93M4365AAS",
    4: "FS1-JEKT10TAG7J-EW4ZVM7QDSE-PP3WBCE3R5V",
    5: "FS1-JEKT002BXFS-YTJHKSWYWM8-JX0C0B5H1ET",
}
"""Of the pre-designed decks, as version 1 gave them out."""


def test_people_play_with_the_latest_version() -> None:
    assert GENESIS.version == max(found.version for found in collections.every())
    assert decks.for_people({"cards": "genesis"}) == decks.for_people({}) == {"cards": GENESIS.cards}
    assert collections.current() == [GENESIS]


def test_an_earlier_version_is_found_and_is_what_it_was() -> None:
    first = collections.find("genesis", 1)
    assert first is not None and first is not GENESIS
    assert (first.id, first.version, first.hash) == ("genesis", 1, FIRST_HASH)
    assert collections.named_by_hash(FIRST_HASH) is first


@pytest.mark.parametrize("version", [0, 99, -1, None, "1", [1]])
def test_a_version_that_is_not_here_is_not_found(version: object) -> None:
    assert collections.find("genesis", version) is None


def test_every_version_before_the_one_of_today_is_here() -> None:
    assert [found.version for found in collections.every()] == list(range(GENESIS.version, 0, -1))
    assert len({found.hash for found in collections.every()}) == GENESIS.version


@clause("FS-18.3", "FS-18.4")
def test_a_code_means_the_same_card_in_every_version() -> None:
    for earlier in collections.every():
        assert {id: code.text for id, code in earlier.codes.items()} == {
            id: code.text for id, code in GENESIS.codes.items()
        }
        for lang in ("en", "ja"):
            assert earlier.names[lang] == GENESIS.names[lang]


@pytest.mark.parametrize("number", FIRST_CODES)
def test_a_deck_code_of_the_first_version_is_read_as_before(number: int) -> None:
    deck = GameShelf("en").decode(FIRST_CODES[number])
    assert deck.cards == sorted(GENESIS.deck(number))
    assert deck.collection is GENESIS
    assert deck.code() != FIRST_CODES[number]


def test_a_deck_that_is_in_several_versions_is_listed_once() -> None:
    names = GameShelf("en").names()
    assert names == [f"genesis-{number}" for number in range(1, 6)]
