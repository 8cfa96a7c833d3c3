"""The one place that calls typst: files in, a PDF or pictures out. It gets our own fonts, and those of the machine only
for letters that ours do not have.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal

import orrery
from orrery.press.order import BadOrder

FOLDER: Final = Path(orrery.__file__).resolve().parent / "press"
FONTS: Final = FOLDER / "fonts"
TEMPLATES: Final = FOLDER / "templates"
COVERED: Final = FONTS / "covered.txt"
MISSING: Final = "printing needs typst: pip install 'orrery[print]'"
JAPANESE: Final = ("Noto Sans CJK JP", "Source Han Sans", "IPAGothic", "Hiragino Sans", "Yu Gothic", "Meiryo")
"""Fonts of machines that have kanji which ours have not."""

Files = dict[str, bytes]


class NotInstalled(BadOrder):
    """The part that prints is not there."""


class Overflow(BadOrder):
    """A text that does not fit where it is to stand, however small."""


def is_there() -> bool:
    """Can anything be printed here?"""
    return find_spec("typst") is not None


@cache
def covered() -> frozenset[str]:
    """The letters that our fonts have."""
    return frozenset(COVERED.read_text(encoding="utf-8"))


def uncovered(text: str) -> str:
    """The letters of a text that our fonts do not have, each once."""
    return "".join(sorted({letter for letter in text if letter not in covered() and letter.isprintable()}))


class Typesetter:
    """Sets files with a main template. Raises NotInstalled without typst."""

    def __init__(self, main: str, files: Files, job: Any) -> None:
        if not is_there():
            raise NotInstalled(MISSING)
        written = json.dumps(job, ensure_ascii=False)
        self.odd = uncovered(written)
        if self.odd:
            self._check_fonts()
        templates = {f"{file.name}": file.read_bytes() for file in TEMPLATES.glob("*.typ")}
        body = templates[main]
        self.files: Files = {**templates, **files, "job.json": written.encode(), "main.typ": body}

    def _check_fonts(self) -> None:
        """Raises BadOrder where no font of this machine is likely to have the letters that ours do not have."""
        import typst

        families = set(typst.Fonts(include_system_fonts=True).families())
        if not families & set(JAPANESE):
            raise BadOrder(
                f"the fonts here lack the letters {self.odd[:20]}: install Noto Sans CJK JP (on Debian, "
                "fonts-noto-cjk), or write these words with other letters"
            )

    def made(self, format: Literal["pdf", "png", "svg"] = "pdf", ppi: float | None = None) -> list[bytes]:
        """The document: one PDF, or a picture for each page. Raises Overflow where a text does not fit."""
        import typst

        # The typesetter takes texts from memory, but other files, such as the pages of a book, from a folder only.
        with TemporaryDirectory(prefix="orrery-print-") as folder:
            for name, content in self.files.items():
                place = Path(folder, name)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
            compiler = typst.Compiler(
                str(Path(folder, "main.typ")), root=folder, font_paths=[str(FONTS)], ignore_system_fonts=not self.odd
            )
            spilt = json.loads(compiler.query("<overflow>", field="value"))
            if spilt:
                names = list(dict.fromkeys(str(name) for name in spilt))
                more = f" and {len(names) - 5} more" if len(names) > 5 else ""
                problem = f"a text does not fit on {', '.join(names[:5])}{more}"
                raise Overflow(f"{problem}: make it shorter, or print one language")
            out = compiler.compile(format=format, ppi=ppi, timestamp=0)
        assert out is not None, "without a file to write to, what was made is given back"
        return list(out) if isinstance(out, list) else [out]
