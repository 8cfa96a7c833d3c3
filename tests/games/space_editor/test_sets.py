"""Card sets have versions: today's is played with, earlier ones stay for what was written with them."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from orrery.core.match import Match
from orrery.core.notation import digest
from orrery.core.records import from_record, to_record
from orrery.games.space_editor import GAME
from orrery.games.space_editor.cards import sets

FIRST_HASH = "e5a4c1ce3588f6836be64ad20d2d100f3e8599b84c819f4e439ee36bcb73929f"
SECOND_HASH = "76e5f271820389c553955dac6a7bbdb6dfb1d3bba5a43ebce5b5d0717e0c185e"
THIRD_HASH = "aaa67dc922c8fae9583db06e483dd08eb8aa70324db8a58fc56216a79fd92882"
"""Of versions 1 to 3, which were released: their cards never change."""


def test_the_standard_set_is_found_by_name_and_version() -> None:
    standard = sets.standard()
    assert sets.find(sets.STANDARD, standard.version) is standard is sets.shipped(sets.STANDARD)


@pytest.mark.parametrize(("version", "hash"), [(1, FIRST_HASH), (2, SECOND_HASH), (3, THIRD_HASH)])
def test_an_earlier_version_is_found_and_is_what_it_was(version: int, hash: str) -> None:
    found = sets.find(sets.STANDARD, version)
    assert found is not None
    assert (found.name, found.version, found.hash) == (sets.STANDARD, version, hash)
    assert digest(found.material.cards) == hash
    assert found is sets.find(sets.STANDARD, version)


@pytest.mark.parametrize("version", [0, 99, -1, None, "1", True, 1.0, [1]])
def test_a_version_that_is_not_here_is_not_found(version: object) -> None:
    assert sets.find(sets.STANDARD, version) is None


@pytest.mark.parametrize("name", ["dusk", "", ".", "..", "../sets/first_light", "first_light/1"])
def test_a_name_that_is_not_here_is_not_found(name: str) -> None:
    assert sets.find(name, 1) is None


def test_the_archive_is_not_listed_and_holds_every_version_before_the_one_of_today() -> None:
    assert sets.names() == [sets.STANDARD]
    standard = sets.standard()
    assert [found.version for found in sets.archived(sets.STANDARD)] == list(range(standard.version - 1, 0, -1))
    assert [found.version for found in sets.every()] == list(range(standard.version, 0, -1))
    assert sets.archived("dusk") == []


def test_a_folder_of_the_archive_bears_the_version_of_its_set() -> None:
    archive = resources.files(sets.PACKAGE).joinpath("data").joinpath("archive")
    for name in sets.folders(archive):
        for version in sets.folders(archive.joinpath(name)):
            assert sets.SetFile(archive.joinpath(name).joinpath(version), name).version == int(version)


def test_no_two_versions_have_the_same_cards_and_all_have_the_same_ids() -> None:
    standard = sets.standard()
    for earlier in sets.archived(sets.STANDARD):
        assert earlier.hash != standard.hash
        for id, card in earlier.material.cards.items():
            now = standard.material.cards[id]
            assert [now[key] for key in ("name", "element", "kind")] == [
                card[key] for key in ("name", "element", "kind")
            ]


def test_a_set_is_known_by_its_hash_in_every_version() -> None:
    for found in sets.every():
        assert sets.named_by_hash(found.hash) is found
    assert sets.named_by_hash("0") is None


def test_a_match_with_the_cards_of_an_earlier_version_is_recorded_by_that_version() -> None:
    first = sets.find(sets.STANDARD, 1)
    assert first is not None
    material = first.material
    decks = [material.basic["water"], material.basic["fire"]]
    options = {"cards": material.cards, "decks": decks, "elements": ["water", "fire"], "basepoint": "181"}
    match = Match.new(GAME, options, 3)
    for _ in range(9):
        match.act(match.actions()[-1])
    record = json.loads(json.dumps(to_record(match)))
    assert record["start"]["cards"] == {"set": sets.STANDARD, "version": 1, "hash": FIRST_HASH}
    assert from_record(GAME, record).hash() == match.hash()
