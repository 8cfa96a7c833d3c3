"""Prints what is asked for as JSON on standard input, and writes the PDF to standard output: for the server, which lets
other processes do it.

    {"game": "vediic", "kind": "cards", "order": {...}, "deck": {"name": "...", "cards": ["..."]}}

What cannot be printed is said as JSON, `{"message": "..."}`, and the exit status is 2.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final

from orrery.core.data import DataFault
from orrery.games import game_named
from orrery.press.order import BadOrder, Order
from orrery.press.printing import printed
from orrery.press.prints import Choice

REFUSED: Final = 2
MOST_MEMORY: Final = 3 * 1024**3


def bounded() -> None:
    """No print may take more memory than a small machine has."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def main() -> int:
    """Reads, prints, writes."""
    bounded()
    wish: Any = json.load(sys.stdin)
    game = game_named(wish["game"])
    try:
        if game is None:
            raise BadOrder(f"there is no game {wish['game']!r}")
        deck = wish.get("deck")
        choice = None if deck is None else Choice(deck=deck["cards"], deck_name=deck["name"])
        made = printed(game, wish["kind"], Order(**wish["order"]), choice)
    except (BadOrder, DataFault) as fault:
        json.dump({"message": str(fault)}, sys.stdout)
        return REFUSED
    sys.stdout.buffer.write(made.pdf)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
