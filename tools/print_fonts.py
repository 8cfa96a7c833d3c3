"""Makes the fonts that printing needs, small enough to travel with every installation: src/orrery/press/fonts.

    python tools/print_fonts.py [--noto FOLDER]

For whoever adds texts with letters that no text had before: tests/press/test_fonts.py says which are missing. The
Japanese letters come from Debian's fonts-noto-cjk, cut down to what our texts use, all kana and signs; for other
letters, in cards of one's own, a font of the machine is taken. Inter and Marcellus are the page's own typefaces (npm,
`make page` installs them), Inter at the weights that are printed.
"""

from __future__ import annotations

import argparse
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT: Final = Path(__file__).resolve().parent.parent
FONTS: Final = ROOT / "src" / "orrery" / "press" / "fonts"
MODULES: Final = ROOT / "web" / "node_modules"
NOTO: Final = Path("/usr/share/fonts/opentype/noto")
TEXTS: Final = ("src/orrery/games", "src/orrery/core/texts", "src/orrery/press")
KINDS: Final = {".toml", ".json", ".md", ".py", ".typ"}
LATIN: Final = {*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2028), 0x2212, 0x2026, 0x20AC}
SIGNS: Final = {*range(0x3000, 0x3100), *range(0xFF01, 0xFF60), *map(ord, "←↑→↓↔⇒○●◎◇◆□■△▲▽▼☆★※×÷±≤≥≠∞…‥")}
WEIGHTS: Final = {"Regular": 400, "Bold": 700}
COVERED: Final = "covered.txt"


def texts() -> str:
    """All that is printed, or could be."""
    found = (file for folder in TEXTS for file in sorted((ROOT / folder).rglob("*")) if file.suffix in KINDS)
    return "".join(file.read_text(encoding="utf-8") for file in found)


def named(font: TTFont, family: str, style: str) -> None:
    """Gives a font a plain family name and style, so that the typesetter finds it by them."""
    table: Any = font["name"]
    for record in list(table.names):
        if record.nameID in (1, 2, 3, 4, 6, 16, 17, 21, 22, 25):
            table.removeNames(nameID=record.nameID)
    table.setName(family, 1, 3, 1, 0x409)
    table.setName(style, 2, 3, 1, 0x409)
    table.setName(f"{family} {style} (Orrery)", 3, 3, 1, 0x409)
    table.setName(f"{family} {style}", 4, 3, 1, 0x409)
    table.setName(f"{family.replace(' ', '')}-{style}", 6, 3, 1, 0x409)


def cut(font: TTFont, letters: set[int]) -> TTFont:
    """A font with these letters only."""
    options = subset.Options()
    options.layout_features = ["kern", "liga", "locl", "ccmp", "mark", "mkmk", "tnum", "lnum"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]
    options.notdef_outline = True
    options.hinting = False
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE"]  # nothing is set from top to bottom
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    return font


def japanese(folder: Path, style: str, letters: set[int]) -> TTFont:
    """Noto Sans JP in a weight."""
    for font in TTCollection(str(folder / f"NotoSansCJK-{style}.ttc")).fonts:
        if font["name"].getDebugName(1).startswith("Noto Sans CJK JP"):
            # Read anew, alone: the fonts of a collection share tables that must not be cut twice.
            whole = BytesIO()
            font.save(whole)
            alone = cut(TTFont(whole), letters)
            named(alone, "Noto Sans JP", style)
            return alone
    raise SystemExit(f"{folder} holds no Noto Sans CJK JP")


def inter(style: str) -> TTFont:
    """Inter in a weight: Latin letters from the page's variable font."""
    files = MODULES / "@fontsource-variable" / "inter" / "files"
    font = instantiateVariableFont(TTFont(files / "inter-latin-wght-normal.woff2"), {"wght": WEIGHTS[style]})
    font.flavor = None
    font = cut(font, LATIN)
    named(font, "Inter", style)
    font["OS/2"].usWeightClass = WEIGHTS[style]
    return font


def marcellus() -> TTFont:
    """Marcellus, for titles."""
    font = TTFont(MODULES / "@fontsource" / "marcellus" / "files" / "marcellus-latin-400-normal.woff")
    font.flavor = None
    return font


def main() -> int:
    """Writes the fonts and the list of what they cover."""
    parser = argparse.ArgumentParser(description="Make the fonts that printing needs.")
    parser.add_argument("--noto", type=Path, default=NOTO, help="the folder of NotoSansCJK-Regular.ttc and -Bold.ttc")
    folder: Path = parser.parse_args().noto
    used = {ord(letter) for letter in texts() if letter.isprintable()} | LATIN | SIGNS
    FONTS.mkdir(parents=True, exist_ok=True)
    made = {
        "NotoSansJP-Regular.otf": japanese(folder, "Regular", used),
        "NotoSansJP-Bold.otf": japanese(folder, "Bold", used),
        "Inter-Regular.ttf": inter("Regular"),
        "Inter-Bold.ttf": inter("Bold"),
        "Marcellus-Regular.ttf": marcellus(),
    }
    covered: set[int] = set()
    for name, font in made.items():
        covered |= set(font.getBestCmap())
        font.save(FONTS / name)
        print(f"{name}: {len(font.getBestCmap())} letters, {(FONTS / name).stat().st_size:,} bytes")
    (FONTS / COVERED).write_text("".join(map(chr, sorted(covered - {0}))) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
