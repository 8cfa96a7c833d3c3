"""What somebody means by a number of a rulebook: loaded by commands that only print, so it loads nothing itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from orrery.core.clause import Rulebook

NUMBER: Final = re.compile(r"(?:[A-Za-z]{2}-?)?([0-9]+)(?:\.([0-9]+)([a-z]?))?")


def clauses_named(book: Rulebook, words: str) -> list[str]:
    """The clauses that a number means: SE-4.2, se4.2, 4.2, or a whole section: SE-4, 4."""
    found = NUMBER.fullmatch(words.strip())
    if not found or not book.clauses:
        return []
    section, clause, letter = found.groups()
    prefix = next(iter(book.clauses)).split("-")[0]
    wanted = f"{prefix}-{section}" + (f".{clause}{letter or ''}" if clause else "")
    return [id for id in book.clauses if id == wanted or (id.startswith(wanted) and not id[len(wanted)].isdigit())]
