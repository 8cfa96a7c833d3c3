"""Makes the pins: `python tests/pins/make_pins.py` writes tests/pins/golden/ anew.

A pin is a file with something that programs or people outside see: answers of the server, lines of the referee, what
commands print, a record as it is saved. Run it after such a thing was changed on purpose, and read the difference
before it is committed. After a change that should be seen by nobody nothing may differ.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pins import answers, commands, sessions
from pins.doors import GAMES

FOLDER = Path(__file__).resolve().parent / "golden"
Look = Callable[[], dict[str, str]]


def as_file(name: str, look: Callable[[], str]) -> Look:
    """What a look finds, as the one file of that name."""
    return lambda: {name: look()}


def looks() -> dict[str, Look]:
    """All looks by name; each finds some files, by their names."""
    found: dict[str, Look] = {
        "server": answers.general,
        "command": as_file("command_general.txt", commands.general),
    }
    for game in GAMES:
        found[f"server-{game}"] = partial(answers.of_game, game)
        found[f"referee-{game}"] = as_file(f"referee_{game}.txt", partial(sessions.session, game))
        found[f"command-table-{game}"] = partial(commands.table, game)
        for name, look in (("cards", commands.cards), ("rules", commands.rules), ("records", commands.records)):
            found[f"command-{name}-{game}"] = as_file(f"command_{name}_{game}.txt", partial(look, game))
        if game in commands.DECK_NAMES:
            found[f"command-decks-{game}"] = as_file(f"command_decks_{game}.txt", partial(commands.decks, game))
    return found


def main() -> None:
    """Writes all pins; files that are no pins any more are removed."""
    FOLDER.mkdir(exist_ok=True)
    made: set[str] = set()
    for look in looks().values():
        for name, text in look().items():
            made.add(name)
            file = FOLDER / name
            if not file.is_file() or file.read_bytes() != text.encode():
                file.write_bytes(text.encode())
                print(f"wrote {name}")
    for file in FOLDER.iterdir():
        if file.name not in made:
            file.unlink()
            print(f"removed {file.name}")


if __name__ == "__main__":
    main()
