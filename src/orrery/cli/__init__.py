"""The command `orrery`.

Programs start the referee and shells ask for completions over and over: both have their own way in, which loads
nothing that they do not need. All else goes through `orrery.cli.app`.
"""

from __future__ import annotations

import sys
from typing import Final

__all__ = ["COMPLETE", "main"]

COMPLETE: Final = "__complete"
"""What a shell says to ask for completions (completion.py)."""


def main() -> None:
    """The entry point: faults in data files end with a sentence, not a traceback."""
    try:
        run(sys.argv[1:])
    except Exception as fault:
        from orrery.core.data import DataFault  # help needs none of it

        if not isinstance(fault, DataFault):
            raise
        print(f"orrery: {fault}", file=sys.stderr)
        sys.exit(2)


def run(words: list[str]) -> None:
    """The command with these words."""
    if words == ["referee"]:
        from orrery.referee import main as referee

        referee()
    elif words[:1] == [COMPLETE]:
        from orrery.cli.complete import main as complete

        complete(words[1:])
    else:
        from orrery.cli.app import app

        app()
