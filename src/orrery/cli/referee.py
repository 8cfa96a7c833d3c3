"""The command `orrery referee`, where it is called with options; alone it has a shorter way in (`orrery.cli`)."""

from __future__ import annotations


def referee() -> None:
    """Speak the referee protocol: JSON lines on stdin and stdout (orrery docs protocol)."""
    from orrery.referee import main as run

    run()
