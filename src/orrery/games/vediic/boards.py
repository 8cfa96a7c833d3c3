"""The boards there are (VE-2.6, VE-14.1): ours, which ship with the package, those that a host registers, and those
that the options of a match bring along.

A position names its board if it is ours or registered. A board that a match brings stands whole in its positions and
views, as the cards of a card game do: so it goes wherever they go, to other processes, servers and records, and two
boards of one name never meet. A record embeds every board that is not ours. Board files that records may point at stay
in the package.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Final

from orrery.core.data import DataFault, JsonObject, shown
from orrery.core.notation import digest
from orrery.games.vediic.board import Board, parse_board

PACKAGE: Final = "orrery.games.vediic"
STANDARD: Final = "kundli-1"

BOARDS: Final[dict[str, Board]] = {}
"""By name: the boards read so far."""

BROUGHT: Final[dict[str, Board]] = {}
"""By hash: the boards that matches brought last, so that matches on the same board share one."""
MOST_BROUGHT: Final = 16

WHOLE: Final = "whole"
"""What a record calls the file of a board that a match brought."""


def shipped_names() -> list[str]:
    """The boards that ship with the package."""
    folder = resources.files(PACKAGE).joinpath("data").joinpath("boards")
    return sorted(place.name[: -len(".json")] for place in folder.iterdir() if place.name.endswith(".json"))


def names() -> list[str]:
    """The boards that a position may name."""
    return sorted({*shipped_names(), *BOARDS})


def standard() -> Board:
    """VE-2.6: the board that matches are played on unless they say otherwise."""
    return shipped(STANDARD)


def shipped(name: str) -> Board:
    """A board of the package."""
    found = BOARDS.get(name)
    if found is None:
        file = f"{name}.json"
        place = resources.files(PACKAGE).joinpath("data").joinpath("boards").joinpath(file)
        found = BOARDS[name] = parse_board(place.read_text(encoding="utf-8"), file)
    return found


def board_named(name: str) -> Board | None:
    """The registered board of that name, or None."""
    found = BOARDS.get(name)
    return shipped(name) if found is None and name in shipped_names() else found


def register_board(board: Board) -> Board:
    """Makes a board known by its name, so that positions can name it. Raises DataFault if another one has the name."""
    known = board_named(board.name)
    if known is None:
        BOARDS[board.name] = board
        return board
    if known.hash != board.hash:
        raise DataFault("name", f"there is another board named {board.name} here already; give yours another name")
    return known


def brought(value: object, path: str) -> Board:
    """The board that a match brings whole, as the object of its file; one of ours stays known by its name. Raises
    DataFault.
    """
    for board in BROUGHT.values():
        if board.source is value:
            return board
    if not isinstance(value, dict):
        problem = f"{shown(value)} is no board; it is given whole, as the object of a board file"
        raise DataFault(path, f"{problem} (left out: {STANDARD})", "not_object", {"value": shown(value)})
    try:
        hash = digest(value)
    except (TypeError, ValueError) as fault:
        raise DataFault(path, f"not JSON: {fault}") from None
    found = BROUGHT.get(hash)
    if found is not None:
        return found
    # A copy: whoever changes the object afterwards changes no match.
    made = Board(json.loads(json.dumps(value)), path)
    if made.name in shipped_names() and shipped(made.name).hash == hash:
        return shipped(made.name)
    made.is_brought = True
    while len(BROUGHT) >= MOST_BROUGHT:
        del BROUGHT[next(iter(BROUGHT))]
    BROUGHT[hash] = made
    return made


def board_at(value: object, path: str) -> Board:
    """VE-14.1: the board of a position or a view, by its name or whole. Raises DataFault."""
    if not isinstance(value, str):
        return brought(value, path)
    found = board_named(value)
    if found is None:
        raise DataFault(path, f"{shown(value)} is not one of {', '.join(names())}")
    return found


def pack_board(board: Board) -> JsonObject:
    """A board for a record: name, version and hash where it is ours, else the whole file."""
    if not board.is_brought and board.name in shipped_names():
        return {"name": board.name, "version": board.version, "hash": board.hash}
    return {WHOLE: board.source} if board.is_brought else board.source


def unpack_board(packed: JsonObject) -> Board:
    """The board of a record; one that was registered is so again. Raises DataFault if it is not the one that was
    meant.
    """
    if WHOLE in packed:
        return brought(packed[WHOLE], f"board.{WHOLE}")
    if "circles" in packed:
        return register_board(Board(packed))
    name = packed.get("name")
    found = board_named(name) if isinstance(name, str) else None
    if found is None or found.version != packed.get("version") or found.hash != packed.get("hash"):
        raise DataFault("board", f"the board {name} version {packed.get('version')} with that hash is not here")
    return found
