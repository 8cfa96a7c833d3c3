"""What a designer has: copies of our cards and our board in files of their own, with a change or as they are."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

GAMES = Path(__file__).resolve().parents[1] / "src" / "orrery" / "games"
SET = GAMES / "space_editor" / "data" / "sets" / "first_light"
COLLECTION = GAMES / "five_spheres" / "data" / "collections" / "genesis"
BOARD = GAMES / "vediic" / "data" / "boards" / "kundli-1.json"
FOLDERS = {"space_editor": SET, "five_spheres": COLLECTION}


def own_set(folder: Path, file: str = "", old: str = "", new: str = "") -> Path:
    """A copy of First Light; in one of its files the first occurrence of a text is another one."""
    return _copied(SET, folder, file, old, new)


def own_collection(folder: Path, file: str = "", old: str = "", new: str = "") -> Path:
    """A copy of Genesis; in one of its files the first occurrence of a text is another one."""
    return _copied(COLLECTION, folder, file, old, new)


def _copied(source: Path, folder: Path, file: str, old: str, new: str) -> Path:
    shutil.copytree(source, folder)
    if file:
        place = folder / file
        text = place.read_text(encoding="utf-8")
        assert old in text, f"{old!r} stands nowhere in {file}"
        place.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def own_board(file: Path, name: str = "kundli-1") -> Path:
    """Our board with one path more, perhaps by another name."""
    source = json.loads(BOARD.read_text(encoding="utf-8"))
    source["name"] = name
    source["circles"][0]["neighbours"].append("c36")
    source["circles"][36]["neighbours"].append("c00")
    file.write_text(json.dumps(source), encoding="utf-8")
    return file
