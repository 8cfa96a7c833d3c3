"""The command `orrery print`."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import orrery
from orrery.press import typesetting
from own import own_set

from .prints import needs_print, read


@pytest.fixture(autouse=True)
def ready() -> None:
    needs_print()


def test_a_deck_goes_into_the_file_that_is_named(tmp_path: Path) -> None:
    out = tmp_path / "new" / "deck.pdf"
    result = orrery("print", "five_spheres", "--deck", "genesis-1", "--lang", "both", "--out", str(out))
    assert result.exit_code == 0 and f"into {out}" in result.output
    assert len(read(out.read_bytes()).pages) == 12


def test_everything_goes_into_a_folder(tmp_path: Path) -> None:
    result = orrery("print", "vediic", "all", "--out", str(tmp_path / "all"))
    assert result.exit_code == 0
    names = ["cards", "handbook", "kundli-1", "summary", "tokens"]
    assert sorted(file.name for file in (tmp_path / "all").iterdir()) == [f"vediic-{name}.pdf" for name in names]


def test_cards_of_ones_own_get_the_grounds_of_their_elements(tmp_path: Path) -> None:
    own = own_set(tmp_path / "mine", "water.toml", 'name = "', 'name = "My ')
    out = tmp_path / "own.pdf"
    result = orrery("print", "space_editor", "--set", str(own), "--where", "element=water", "--out", str(out))
    assert result.exit_code == 0, result.output
    assert "My" in "".join(page.extract_text() for page in read(out.read_bytes()).pages)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--paper", "a5"], '--paper "a5" is not one of a4, letter, a3, a2, card'),
        (["--bleed", "9"], "--bleed 9: right are 0 to 5 millimetres"),
        (["--paper", "card", "--backs", "fold"], "nothing to fold"),
        (["--where", "level"], "it is written NAME=VALUE"),
        (["--where", "sphere=chaos"], "not found by sphere, but by element"),
        (["board"], "has no board to print"),
        (["--deck", "nobody"], "nobody"),
        (["--address", "table.example"], "is no address of a page"),
        (["--address", "https://my table.example/"], "is no address of a page"),
        (["--address", "https://[::1"], "is no address of a page"),
        (["--lang", "fr"], "not one of en, ja, both"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(words: list[str], said: str, tmp_path: Path) -> None:
    result = orrery("print", "space_editor", *words, "--out", str(tmp_path / "none.pdf"))
    assert (result.exit_code == 2 or result.exception is not None) and not (tmp_path / "none.pdf").exists()
    assert said in result.output + str(result.exception)


def test_a_file_that_cannot_be_written_is_said_with_what_is_in_its_way(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine", encoding="utf-8")
    result = orrery("print", "vediic", "summary", "--out", str(tmp_path / "notes" / "all.pdf"))
    assert result.exit_code == 2
    assert f"{tmp_path / 'notes'} is a file, not a folder" in result.output


def test_without_typst_the_command_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "is_there", lambda: False)
    result = orrery("print", "vediic")
    assert result.exit_code == 2 and "printing needs typst: pip install 'orrery[print]'" in result.output
