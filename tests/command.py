"""The command `orrery`, called in this process."""

from __future__ import annotations

from click.testing import Result
from typer.testing import CliRunner

from orrery.cli.app import app
from orrery.core.data import DataFault


def orrery(*words: str, stdin: str | None = None) -> Result:
    """What it printed and its status. It may refuse, also by a fault that the program tells in a sentence, but never
    break.
    """
    result = CliRunner().invoke(app, list(words), input=stdin)
    assert isinstance(result.exception, SystemExit | DataFault | None), result.exception
    assert "Traceback" not in result.output
    return result
