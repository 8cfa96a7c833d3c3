"""Matches that were left: each is kept in a file of its own from a person's first action on, and offered again.

The file is written anew after every action, whole or not at all, so that a match survives whatever ends the program. It
holds the record of the match, where its fate and the dice of the bots stand, and which process plays it. A match that
is over is removed; a file that cannot be read is told of and left alone.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from orrery.core.data import DataFault, Fields, JsonObject
from orrery.core.match import Match
from orrery.core.records import BadRecord, from_record, to_record
from orrery.games import game_named
from orrery.terminal.commands import LARGEST_FILE, reason, write

if TYPE_CHECKING:
    from orrery.terminal.table import Table

FORMAT: Final = 1
FOLDER: Final = "kept"


def kept_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where matches are kept: in the user's data directory."""
    environment = os.environ if environment is None else environment
    if os.name == "nt" and environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"]) / "orrery" / FOLDER
    if environment.get("XDG_DATA_HOME"):
        return Path(environment["XDG_DATA_HOME"]) / "orrery" / FOLDER
    return Path.home() / ".local" / "share" / "orrery" / FOLDER


class Keeper:
    """Keeps the match on a table."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file: Path | None = None
        """Where the present match is kept; None before it is."""
        self.number = -1
        """How many entries it had when it was kept."""

    def begin(self, file: Path | None = None) -> None:
        """Another match lies on the table; one that was kept before goes on in its file."""
        self.file = file
        self.number = -1

    def keep(self, table: Table, playing: bool = True) -> None:
        """Writes the match as it is now; `playing` until the person leaves. Raises OSError."""
        match = table.match
        if self.file is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.file = self.folder / f"{table.game.name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"
        kept = {
            "kept": FORMAT,
            "when": int(time.time()),
            "process": os.getpid() if playing else 0,
            "seed": None if table.seed is None else str(table.seed),
            "fate": str(match.state.fate.state),
            "dice": str(table.fate.state),
            "record": to_record(match, [player.spec for player in table.players]),
        }
        write(self.file, json.dumps(kept, ensure_ascii=False))
        self.number = match.number

    def drop(self) -> None:
        """The match is over, and no longer kept."""
        if self.file is not None:
            self.file.unlink(missing_ok=True)
            self.begin()


@dataclass(frozen=True)
class Kept:
    """A match that was left."""

    file: Path
    game: str
    when: int
    players: list[str]
    taken: int
    """How many actions had been taken."""
    is_open: bool
    """Does a process still run that plays it? Then it is probably open in another window."""
    seed: int | None
    fate: int
    dice: int
    record: JsonObject

    def match(self) -> Match:
        """The match, as it was left: what is random goes on from where it was. Raises BadRecord."""
        game = game_named(self.game)
        if game is None:
            raise BadRecord(f"there is no game {self.game!r}")
        match = from_record(game, self.record)
        match.state.fate.state = self.fate
        return match


def kept_matches(folder: Path, game: str | None = None) -> tuple[list[Kept], list[tuple[Path, str]]]:
    """The matches kept in a folder, of one game or of all, the latest first; and the files that cannot be read, with
    what is wrong with them.
    """
    found: list[Kept] = []
    bad: list[tuple[Path, str]] = []
    for file in sorted(folder.glob("*.json")):
        try:
            kept = read_kept(file)
        except (OSError, ValueError, RecursionError, DataFault, BadRecord) as fault:
            bad.append((file, reason(fault)))
            continue
        if game is None or kept.game == game:
            found.append(kept)
    return sorted(found, key=lambda kept: (kept.is_open, -kept.when)), bad


def read_kept(file: Path) -> Kept:
    """A kept match. Raises OSError, ValueError or DataFault."""
    if file.stat().st_size > LARGEST_FILE:
        raise ValueError("too large")
    fields = Fields(json.loads(file.read_text(encoding="utf-8")), "kept")
    fields.integer("kept", FORMAT, FORMAT)
    record = Fields(fields.raw("record"), "record")
    players = [str(player) for player in record.items("players", [])]
    seed = fields.raw("seed")
    return Kept(
        file,
        record.text("game"),
        fields.integer("when", 0),
        players,
        len(record.items("entries")),
        is_running(fields.integer("process", 0)),
        int(seed) if isinstance(seed, str) else None,
        int(fields.text("fate")),
        int(fields.text("dice")),
        dict(fields.raw("record")),
    )


def is_running(process: int) -> bool:
    """Is there another process of this number?"""
    if process in (0, os.getpid()) or os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
