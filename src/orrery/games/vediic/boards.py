"""The boards there are (VE-2.6, VE-14.1): ours, which ship with the package, and those that a host registers.

A position names its board; a record embeds a board that is not ours. Board files that records may point at stay in the
package.
"""

from __future__ import annotations

from importlib import resources
from typing import Final

from orrery.core.data import DataFault, JsonObject
from orrery.games.vediic.board import Board, parse_board

PACKAGE: Final = "orrery.games.vediic"
STANDARD: Final = "kundli-1"

BOARDS: Final[dict[str, Board]] = {}
"""By name: the boards read so far."""


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


def pack_board(board: Board) -> JsonObject:
    """A board for a record: name, version and hash where it is ours, else the whole file."""
    if board.name in shipped_names():
        return {"name": board.name, "version": board.version, "hash": board.hash}
    return board.source


def unpack_board(packed: JsonObject) -> Board:
    """The board of a record, registered. Raises DataFault if it is not the one that was meant."""
    if "circles" in packed:
        return register_board(Board(packed))
    name = packed.get("name")
    found = board_named(name) if isinstance(name, str) else None
    if found is None or found.version != packed.get("version") or found.hash != packed.get("hash"):
        raise DataFault("board", f"the board {name} version {packed.get('version')} with that hash is not here")
    return found
