"""The doors through which the pins look at Orrery, and how what comes out of them is written down.

Only doors that stand open to everybody are used: the command line, the referee on its pipes, and a server on loopback.
So the pins stay as they are when modules move.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from typer.main import get_command
from typer.testing import CliRunner

from orrery.cli.app import app

Json = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "tests" / "golden" / "records"
COMMAND = get_command(app)
GAMES = ("space_editor", "vediic", "five_spheres")
PLAIN = {"COLUMNS": "120", "LINES": "40", "NO_COLOR": "1", "TERM": "dumb", "FORCE_COLOR": None}
LONG_TEXT = 3000
"""What is printed is kept whole up to so many characters; of more there is a beginning, a count and a hash."""
LONG_VALUE = 1500
"""The same for a value inside an answer that is called by one of the names below."""
BULKY = (
    "cards",
    "actions",
    "names",
    "texts",
    "more",
    "source",
    "clauses",
    "chapters",
    "board",
    "view",
    "position",
    "seats",
    "past",
)
FIRST = 12
WIDTH = 118


def digest(text: str) -> str:
    """A hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def one_line(value: Any) -> str:
    """A value as JSON in one line, its keys in the order they came in."""
    return json.dumps(value, ensure_ascii=False)


def pretty(value: Any, sort: bool = False) -> str:
    """A value as a JSON file for readers: what fits stays on one line."""
    return opened(json.loads(json.dumps(value, sort_keys=sort)), 0) + "\n"


def opened(value: Any, depth: int) -> str:
    """A value as JSON, opened where it does not fit on a line."""
    line = one_line(value)
    if not isinstance(value, (dict, list)) or not value or len(line) + depth <= WIDTH:
        return line
    inside = " " * (depth + 1)
    if isinstance(value, dict):
        rows = [f"{inside}{one_line(key)}: {opened(row, depth + 1)}" for key, row in value.items()]
    else:
        rows = [inside + opened(row, depth + 1) for row in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return "\n".join([first, ",\n".join(rows), " " * depth + last])


def abridged(value: Any, name: str = "") -> Any:
    """An answer with its bulky parts as counts and hashes, each entry by its own, so that a difference is found."""
    if name in BULKY and isinstance(value, (dict, list)) and len(one_line(value)) > LONG_VALUE:
        if isinstance(value, list):
            found: Json = {"count": len(value), "sha256": digest(one_line(value))}
            return {**found, "first": [abridged(row) for row in value[:2]]}
        return {"count": len(value), "sha256": digest(one_line(value)), "entries": entries_of(value)}
    if isinstance(value, dict):
        return {key: abridged(row, key) for key, row in value.items()}
    if isinstance(value, list):
        return [abridged(row, name) for row in value]
    return value


def entries_of(value: Json) -> Any:
    """The entries of a large object: short ones as they are, long ones as a short hash; of very many only the names."""
    if len(value) > 60:
        return " ".join(f"{key}:{digest(one_line(row))[:6]}" for key, row in value.items())
    return {key: row if len(one_line(row)) < 100 else digest(one_line(row))[:12] for key, row in value.items()}


def shortened(text: str) -> str:
    """What was printed, or if it is long its beginning with a count and a hash of all."""
    if len(text) <= LONG_TEXT:
        return text
    lines = text.splitlines()
    first = [line if len(line) <= 240 else f"{line[:240]}..." for line in lines[:FIRST]]
    return "\n".join([*first, f"... in all {len(lines)} lines, sha256 {digest(text)}", ""])


@contextmanager
def workplace() -> Iterator[Path]:
    """An empty folder to work in, so that no path of this machine gets into what is printed."""
    with TemporaryDirectory() as folder, chdir(folder):
        yield Path(folder)


def orrery(*words: str, stdin: str | None = None) -> tuple[str, str, int]:
    """What the command prints, what it complains of, and its status."""
    status = 0
    # A runner's own `invoke` would read the whole app again for each command, which takes longer than most of them.
    with CliRunner(env=PLAIN).isolation(input=stdin) as (printed, complaint, _):
        try:
            COMMAND.main(list(words), prog_name="orrery")
        except SystemExit as end:
            assert end.code is None or isinstance(end.code, int), end.code
            status = end.code or 0
        except Exception as fault:
            # Faults in data files are told by the entry point.
            if "DataFault" not in [kind.__name__ for kind in type(fault).__mro__]:
                raise
            print(f"orrery: {fault}", file=sys.stderr)
            status = 2
        sys.stdout.flush()
        sys.stderr.flush()
        return printed.getvalue().decode(), complaint.getvalue().decode(), status


def transcript(*words: str, stdin: str | None = None) -> str:
    """A command with all that came of it, as it would look on a screen."""
    printed, complaint, status = orrery(*words, stdin=stdin)
    parts = [f"$ orrery {shlex.join(words)}\n"]
    if stdin is not None:
        parts += [f"< {line}\n" for line in stdin.splitlines()]
    parts.append(shortened(printed))
    parts += [f"! {line}\n" for line in shortened(complaint).splitlines()]
    parts.append(f"= {status}\n\n")
    return "".join(parts)


class Pipe:
    """A referee in a process of its own; what is said to it and what it says is written down."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "orrery", "referee"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ))
        self.lines: list[str] = []

    def say(self, line: str, keep: bool = True) -> Json:
        """Sends a line and gives the reply."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        text = self.process.stdout.readline().decode().rstrip("\n")
        reply: Json = json.loads(text)
        if keep:
            kept = text if len(text) <= LONG_VALUE else f"{one_line(abridged(reply))} sha256 {digest(text)}"
            self.lines += [f"> {line}", f"< {kept}"]
        return reply

    def ask(self, op: str, keep: bool = True, **fields: Any) -> Json:
        """Sends a request and gives the reply."""
        return self.say(json.dumps({"op": op, **fields}), keep)

    def note(self, text: str) -> None:
        """A heading in what is written down."""
        self.lines.append(f"# {text}")

    def close(self) -> str:
        """Ends the referee; gives all that was written down."""
        self.process.communicate()
        assert self.process.returncode == 0
        return "\n".join([*self.lines, ""])
