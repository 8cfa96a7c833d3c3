"""Cards as pictures, and games for other tables."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from command import orrery
from orrery.press.order import BOTH, Order
from orrery.press.prints import Choice, prints_of
from orrery.press.tts import Saved, tts_files

from .prints import GAMES, needs_print, read, the_game

CARDS = {"five_spheres": 80, "space_editor": 186, "vediic": 90}
NUMBER = {"type": "number"}
TEXT = {"type": "string"}
URL = {"type": "string", "pattern": "^https://files\\.example/x/[a-z0-9-]+\\.(png|pdf)$"}
DECK = {
    "type": "object",
    "required": ["FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack"],
    "properties": {
        "FaceURL": URL, "BackURL": URL, "BackIsHidden": {"type": "boolean"}, "UniqueBack": {"type": "boolean"},
        "NumWidth": {"type": "integer", "minimum": 2, "maximum": 10},
        "NumHeight": {"type": "integer", "minimum": 2, "maximum": 7},
    },
}  # fmt: skip
SCHEMA: dict[str, Any] = {
    "$defs": {
        "object": {
            "type": "object",
            "required": ["GUID", "Name", "Transform", "Nickname", "Description", "Locked"],
            "properties": {
                "GUID": {"type": "string", "pattern": "^[0-9a-f]{6}$"},
                "Name": {
                    "enum": [
                        "Card",
                        "Custom_Board",
                        "Custom_PDF",
                        "Custom_Tile",
                        "DeckCustom",
                        "Figurine_Custom",
                        "Tablet",
                    ]
                },
                "Nickname": TEXT,
                "Description": TEXT,
                "Transform": {
                    "type": "object",
                    "additionalProperties": NUMBER,
                    "required": [f"{kind}{axis}" for kind in ("pos", "rot", "scale") for axis in "XYZ"],
                },
                "CardID": {"type": "integer", "minimum": 100},
                "DeckIDs": {"type": "array", "minItems": 2, "items": {"type": "integer", "minimum": 100}},
                "CustomDeck": {"type": "object", "patternProperties": {"^[1-9][0-9]*$": DECK}, "minProperties": 1},
                "ContainedObjects": {"type": "array", "items": {"$ref": "#/$defs/object"}},
                "CustomImage": {"type": "object", "required": ["ImageURL", "ImageSecondaryURL", "ImageScalar"]},
                "CustomPDF": {"type": "object", "required": ["PDFUrl"], "properties": {"PDFUrl": URL}},
            },
            "allOf": [
                {
                    "if": {"properties": {"Name": {"const": name}}},
                    "then": {"required": needs},
                }
                for name, needs in {
                    "Card": ["CardID", "CustomDeck"],
                    "DeckCustom": ["DeckIDs", "CustomDeck", "ContainedObjects"],
                    "Custom_Tile": ["CustomImage"],
                    "Figurine_Custom": ["CustomImage"],
                    "Custom_Board": ["CustomImage"],
                    "Custom_PDF": ["CustomPDF"],
                    "Tablet": ["Tablet"],
                }.items()
            ],
        }
    },
    "type": "object",
    "required": ["ObjectStates"],
    "properties": {"ObjectStates": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/object"}}},
}


@pytest.fixture(autouse=True)
def ready() -> None:
    needs_print()


def size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def objects(states: list[Any]) -> Iterator[Any]:
    """All objects, those in decks too."""
    for each in states:
        yield each
        yield from objects(each.get("ContainedObjects", []))


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_object_has_all_cards_with_ids_of_their_own_and_files_that_are_there(game: str) -> None:
    prints = prints_of(the_game(game))
    assert prints is not None
    order = Order(lang=BOTH, address="https://table.example")
    files = tts_files(prints, Choice(), order, "https://files.example/x/")
    saved = json.loads(files[f"{game}.json"])
    jsonschema.validate(saved, SCHEMA)
    found = list(objects(saved["ObjectStates"]))
    ids = [each["GUID"] for each in found]
    assert len(ids) == len(set(ids))
    cards = [each for each in found if each["Name"] == "Card"]
    assert len(cards) == CARDS[game]
    for deck in (each for each in found if each["Name"] == "DeckCustom"):
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    places: dict[int, str] = {}
    for card in cards:
        number, place = divmod(card["CardID"], 100)
        sheet = card["CustomDeck"][str(number)]
        assert place < sheet["NumWidth"] * sheet["NumHeight"] - 1, "the last place is for what is hidden"
        assert places.setdefault(card["CardID"], card["Nickname"]) == card["Nickname"]
    named = set(files) - {f"{game}.json"}
    text = files[f"{game}.json"].decode()
    assert all(f"https://files.example/x/{name}" in text for name in named)
    assert "https://table.example/rules/" in text
    for name in named:
        if name.endswith(".png"):
            assert max(size(files[name])) <= 4096, name
        else:
            assert len(read(files[name]).pages) > 4


def test_pawns_stand_by_themselves_and_tokens_are_called_in_the_language() -> None:
    prints = prints_of(the_game("vediic"))
    assert prints is not None
    files = tts_files(prints, Choice(), Order(lang="ja"), "https://files.example/x")
    found = json.loads(files["vediic.json"])["ObjectStates"]
    pawns = [each["Nickname"] for each in found if each["Name"] == "Figurine_Custom"]
    disks = [each["Nickname"] for each in found if each["Name"] == "Custom_Tile"]
    assert len(pawns) == 14 and pawns.count("赤のコマ") == 2 and {"火星", "黒い円盤"} < set(disks)
    wide, high = size(files["pawn-red.png"])
    assert wide == high, "one figure, not the two that are folded back to back"


def test_no_id_is_given_twice_however_many_things_there_are() -> None:
    saved = Saved("five_spheres", "https://files.example/x")
    ids = [saved.guid() for _ in range(3000)]
    assert len(set(ids)) == 3000


def test_the_sheets_of_a_set_are_as_large_as_they_may_be() -> None:
    prints = prints_of(the_game("space_editor"))
    assert prints is not None
    files = tts_files(prints, Choice(wishes={"element": "water"}), Order(), "https://files.example/x")
    assert max(size(files["deck-1-faces.png"])) > 3500


@pytest.mark.parametrize("format", ["svg", "png"])
def test_single_cards_are_written_with_their_backs(format: str, tmp_path: Path) -> None:
    result = orrery("export", format, "five_spheres", "--where", "sphere=chaos", "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    names = sorted(file.name for file in tmp_path.iterdir())
    backs = [name for name in names if name.startswith("back-")]
    assert f"ch_0.{format}" in names and len(names) - len(backs) >= 16 and backs
    if format == "png":
        assert size((tmp_path / "ch_0.png").read_bytes()) == (744, 1039)
    else:
        assert (tmp_path / "ch_0.svg").read_text(encoding="utf-8").startswith("<svg")


def test_what_cannot_be_exported_is_said_in_a_sentence(tmp_path: Path) -> None:
    low = orrery("export", "png", "vediic", "--ppi", "5", "--out", str(tmp_path))
    assert low.exit_code == 2 and "--ppi 5: right are 30 to 600" in low.output
    bad = orrery("export", "tts", "vediic", "--base-url", "ftp://x", "--out", str(tmp_path))
    assert bad.exit_code == 2 and "is no address" in bad.output
    assert list(tmp_path.iterdir()) == []
