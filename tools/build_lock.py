"""One build at a time: what writes into build/ waits for others that do."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Waits until no other process holds this lock file, then keeps others waiting."""
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        try:
            import fcntl
        except ImportError:  # Windows: two builds at once are then the user's to avoid
            yield
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
