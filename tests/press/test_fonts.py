"""The fonts of prints: every letter of our texts is there, and they stay small."""

from __future__ import annotations

from pathlib import Path

from fontTools.ttLib import TTFont

from orrery.press.typesetting import FONTS, covered, uncovered

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = {".toml", ".json", ".md", ".py", ".typ"}
MOST = 2_000_000


def texts() -> str:
    """All that is printed, or could be."""
    folders = [ROOT / "src/orrery" / part for part in ("games", "core/texts", "press")]
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix in KINDS]
    assert len(files) > 50
    return "".join(file.read_text(encoding="utf-8") for file in files)


def test_our_fonts_have_every_letter_of_our_texts() -> None:
    assert uncovered(texts()) == "", "run tools/print_fonts.py"
    assert uncovered("a鱻b") == "鱻"


def test_the_list_of_letters_is_that_of_the_fonts_and_both_weights_of_japanese_are_alike() -> None:
    found = {file.name: set(TTFont(file).getBestCmap()) for file in FONTS.iterdir() if file.suffix in {".otf", ".ttf"}}
    assert len(found) == 5
    assert {ord(letter) for letter in covered()} - {0x0A} == set().union(*found.values()) - {0, 0x0A}
    assert found["NotoSansJP-Regular.otf"] == found["NotoSansJP-Bold.otf"]


def test_the_fonts_are_small_and_come_with_their_licences() -> None:
    assert sum(file.stat().st_size for file in FONTS.iterdir()) < MOST
    notes = (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8")
    for name in ("Inter", "Marcellus", "NotoSansJP"):
        licence = (FONTS / f"OFL-{name}.txt").read_text(encoding="utf-8")
        assert "Copyright" in licence and "SIL OPEN FONT LICENSE Version 1.1" in licence
        assert name.replace("NotoSansJP", "Noto Sans JP") in notes
