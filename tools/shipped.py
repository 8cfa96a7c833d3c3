"""Writes what the package ships of each game, for those who draw it: its own cards with their names, and its boards.

    python tools/shipped.py FILE

The file is JSON by game: `{"cards": {ID: card}, "names": {LANGUAGE: {ID: name}}, "boards": {NAME: board}}`. What a card
is, the game says (`Guide.cards`), as it says it to the server; a board is what stands in its file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent


def shipped() -> dict[str, Any]:
    """What is shipped, by game."""
    from orrery.games import our_games

    found: dict[str, Any] = {}
    for game in our_games():
        guide = game.guide()
        cards = guide.cards(None) if guide.has_cards() else None
        found[game.name] = {
            "cards": {} if cards is None else cards.cards,
            "names": {} if cards is None else cards.names,
            "boards": {name: guide.board(name).as_json()["source"] for name in guide.boards()},
        }
    return found


def main() -> int:
    """Writes the file that is named."""
    if len(sys.argv) != 2:
        print("usage: python tools/shipped.py FILE", file=sys.stderr)
        return 2
    sys.path.insert(0, str(ROOT / "src"))
    Path(sys.argv[1]).write_text(json.dumps(shipped(), ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
