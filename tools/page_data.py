"""Writes what the browser page takes from the package into web/src/generated: the texts of the games, so that a
sentence stands in one data file whether the terminal says it or the page.

    python tools/page_data.py

Each file holds rows by their dotted names, `{"event.round": {"en": ..., "ja": ...}}`. What is said of a refusal has
files of its own, in `refusals`, which a table loads when something is first refused: rows `refusal.CODE`, the words in
their facts `refusal_word.WORD`, and `page.refusal.CODE` where the page says it in other words.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "src" / "orrery"
OUT: Final = ROOT / "web" / "src" / "generated"
GAMES: Final = tuple(sorted(place.parent.name for place in PACKAGE.glob("games/*/game.py")))
"""Our games: the folders in which one lies."""
AT_THE_TERMINAL: Final = (
    "alias",
    "asked",
    "command",
    "heading",
    "help",
    "hint",
    "legend",
    "opening",
    "owned",
    "setup",
    "typed",
    "typing",
)
"""The tables of a game's texts that are about typing and reading at the terminal: the page has no use for them, and
would only load longer.
"""
OF_REFUSALS: Final = ("refusal.", "refusal_word.", "page.refusal.")
SHARED: Final = ("list", "who")
"""The tables of the terminal's own texts that the page says too."""

Rows = dict[str, dict[str, str]]


def flat(tree: dict[str, Any], prefix: str = "") -> Rows:
    """The rows of a file of texts by their dotted names."""
    found: Rows = {}
    for name, value in tree.items():
        if isinstance(value.get("en"), str) and isinstance(value.get("ja"), str):
            found[prefix + name] = value
        else:
            found |= flat(value, f"{prefix}{name}.")
    return found


def refusals(tree: dict[str, Any]) -> Rows:
    """The sentences of refusals, and the words in their facts."""
    words = tree.pop("words", {"en": {}, "ja": {}})
    found = {f"refusal.{code}": row for code, row in flat(tree).items()}
    for word, english in words["en"].items():
        found[f"refusal_word.{word}"] = {"en": english, "ja": words["ja"][word]}
    return found


def read(*parts: str) -> dict[str, Any]:
    """A data file of the package."""
    with PACKAGE.joinpath(*parts).open("rb") as file:
        return tomllib.load(file)


def game_rows(game: str) -> Rows:
    """All that the page says about a game."""
    texts = {
        name: table for name, table in read("games", game, "data", "texts.toml").items() if name not in AT_THE_TERMINAL
    }
    return flat(texts) | refusals(read("games", game, "data", "refusals.toml"))


def shared_rows() -> Rows:
    """What the terminal's table and the page say alike."""
    texts = read("terminal", "data", "texts.toml")
    return flat({name: texts[name] for name in SHARED})


def main() -> None:
    """Writes the files that have changed."""
    (OUT / "refusals").mkdir(parents=True, exist_ok=True)
    files = {"shared": shared_rows()}
    for game in GAMES:
        rows = game_rows(game)
        files[game] = {key: row for key, row in rows.items() if not key.startswith(OF_REFUSALS)}
        files[f"refusals/{game}"] = {key: row for key, row in rows.items() if key.startswith(OF_REFUSALS)}
    for name, rows in files.items():
        text = json.dumps(rows, ensure_ascii=False, sort_keys=True, indent=0) + "\n"
        place = OUT / f"{name}.json"
        if not place.exists() or place.read_text(encoding="utf-8") != text:
            place.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
