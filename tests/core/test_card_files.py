"""Card files: where things stand in them, and what is said when they cannot be read."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from orrery.core.cards.files import CardFiles, Faults, TomlLines, read_mended, steps_of
from orrery.core.data import DataFault, Fields, JsonObject

SOURCE = Path(__file__).resolve().parents[2] / "src" / "orrery"

TRICKY = '''# nothing [here] = { 1 }
top = "a # b"  # c = 1

[cards.001]
"quoted key" = 'x = [1]'
list = [
  1,  # one ]
  { a = "}", b = [2, 3] },
]
dotted.key = """
not = "a key"
"" """
last = 2024-01-01

[[decks]]
name = "one"
[[decks]]
name = "two"
'''


def paths(value: Any, steps: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The steps to everything in a table."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [steps, *[path for key, part in inner for path in paths(part, (*steps, key))]]


def test_every_key_and_item_of_our_own_files_is_found() -> None:
    files = list(SOURCE.rglob("*.toml"))
    assert len(files) > 20
    for file in files:
        text = file.read_text(encoding="utf-8")
        lines = TomlLines(text)
        assert set(paths(tomllib.loads(text))) - {()} <= set(lines.places), file.name


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        (("top",), 2),
        (("cards", "001"), 4),
        (("cards", "001", "quoted key"), 5),
        (("cards", "001", "list", 0), 7),
        (("cards", "001", "list", 1, "b", 1), 8),
        (("cards", "001", "list", 9), 6),
        (("cards", "001", "dotted", "key"), 10),
        (("cards", "001", "last"), 13),
        (("cards", "001", "nowhere"), 4),
        (("decks", 1, "name"), 18),
        (("nowhere",), 1),
    ],
)
def test_a_thing_stands_in_its_line_or_in_that_of_what_is_around_it(steps: tuple[str | int, ...], line: int) -> None:
    assert tomllib.loads(TRICKY)["cards"]["001"]["last"]
    assert TomlLines(TRICKY).line(steps) == TomlLines(TRICKY.replace("\n", "\r\n")).line(steps) == line


def test_a_path_is_read_step_by_step() -> None:
    assert steps_of("001.abilities[1].do[0].target") == ["001", "abilities", 1, "do", 0, "target"]
    assert steps_of("") == []


# --- files that cannot be read ----------------------------------------------------------------------------------------


def folder_with(tmp_path: Path, **files: str) -> Path:
    (tmp_path / "main.toml").write_text("a = 1\n", encoding="utf-8")
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    return tmp_path


def read(folder: Path, faults: Faults) -> CardFiles:
    return CardFiles(folder, folder.name, "main.toml", "a pack", faults)


def test_all_files_that_cannot_be_read_are_told_with_their_lines(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, good="[cards.a]\n", torn="a = 1\nb = \n", deep="a = " + "[" * 5000)
    (folder / "bytes.toml").write_bytes(b"a = 1\n\nb = '\xff'\n")
    (folder / "folder.toml").mkdir()
    (folder / "link.toml").symlink_to(folder / "nowhere")
    (folder / "notes.txt").write_bytes(b"\xff")
    faults = Faults(collects=True)
    files = read(folder, faults)
    said = [files.said(fault) for fault in faults.found]
    assert said[0] == "bytes.toml, line 3: not UTF-8: the byte 0xff"
    assert said[1] == "deep.toml: its lists or tables lie too deep within each other"
    assert said[2].startswith("folder.toml: this is a folder; wanted is a file")
    assert said[3].startswith("link.toml: it leads nowhere")
    assert said[4] == "torn.toml, line 2: not TOML: Invalid value"
    assert len(said) == 5 and all("Errno" not in line for line in said)
    assert files.card_files() == ["good.toml"] and len(files.unread) == 5


@pytest.mark.skipif(os.geteuid() == 0, reason="whoever may do all may read all")
def test_a_file_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, shut="")
    (folder / "shut.toml").chmod(0)
    with pytest.raises(DataFault, match="it may not be read"):
        read(folder, Faults())


@pytest.mark.parametrize("name", ["nowhere", "main.toml", "empty"])
def test_what_is_no_folder_of_cards_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    folder = folder_with(tmp_path)
    (folder / "empty").mkdir()
    said = {"nowhere": "no such folder of card files", "main.toml": "this is a file", "empty": "has a file main.toml"}
    with pytest.raises(DataFault, match=said[name]):
        read(folder / name, Faults(collects=True))


def test_who_does_not_collect_gets_the_first_fault(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, a="x =", b="y =")
    with pytest.raises(DataFault, match=r"a\.toml: not TOML"):
        read(folder, Faults())


def test_cards_that_are_none_or_stand_there_twice_are_told(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, a="[cards]\none = 1\ntwo = {}\n", b="[cards.two]\n", c="cards = []\n", d="")
    faults = Faults(collects=True)
    files = read(folder, faults)
    assert [list(files.card_rows(file, faults)) for file in files.card_files()] == [["two"], [], [], []]
    assert [files.said(fault) for fault in faults.found] == [
        "a.toml, line 2, card one: 1 is no card; right is a table [cards.one]",
        "b.toml, line 1, card two: a card of this id stands in a.toml already",
        "c.toml: the field cards is []; right are tables of cards, such as [cards.my_card]",
        "d.toml: the field cards is missing; right are tables of cards, such as [cards.my_card]",
    ]


# --- mending ----------------------------------------------------------------------------------------------------------


def read_row(row: JsonObject) -> int:
    fields = Fields(row, "a.toml.x")
    return fields.integer("one", 1) + fields.integer("two", 1)


def test_a_row_with_several_faults_tells_them_all() -> None:
    def mend(row: JsonObject, steps: list[str | int], fault: DataFault) -> bool:
        row[str(steps[0])] = 1
        return True

    faults = Faults(collects=True)
    assert read_mended({"one": 0, "two": "2"}, "a.toml.x", read_row, mend, faults) == 2
    assert [fault.path for fault in faults.found] == ["a.toml.x.one", "a.toml.x.two"]


def test_what_cannot_be_mended_ends_it_and_nothing_is_told_twice() -> None:
    faults = Faults(collects=True)
    assert read_mended({"one": 0}, "a.toml.x", read_row, lambda row, steps, fault: False, faults) is None
    assert read_mended({"one": 0}, "a.toml.x", read_row, lambda row, steps, fault: True, faults) is None
    assert [fault.path for fault in faults.found] == ["a.toml.x.one", "a.toml.x.one"]
    with pytest.raises(DataFault):
        read_mended({"one": 0}, "a.toml.x", read_row, lambda row, steps, fault: True, Faults())
