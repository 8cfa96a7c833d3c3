"""`make bench`: every benchmark on both builds, as one table.

    python bench/run.py [--seconds 1] [--rounds 5] [--json FILE] [engine|referee|startup|bots|...]

Each build runs in a process of its own. The compiled build is left out, with a line that says so, if it is not there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("engine", "referee", "startup", "bots", "search", "clock", "lab", "adapters", "server", "guests", "page")


def run_here(parts: list[str], seconds: float, rounds: int) -> list[dict[str, Any]]:
    """The benchmarks in this process, on the build it has loaded."""
    sys.path.insert(0, str(ROOT))
    from bench import bots, clock, engine, lab, referee, search, startup

    rows: list[dict[str, Any]] = []
    if "engine" in parts:
        rows += engine.main([], seconds, rounds)
    if "referee" in parts:
        rows += referee.main(2 * seconds)
    if "startup" in parts:
        rows += startup.main(2 * rounds)
    if "bots" in parts:
        rows += bots.main(2 * seconds)
    if "search" in parts:
        rows += search.main(seconds, rounds)
    if "clock" in parts:
        rows += clock.main()
    if "lab" in parts:
        rows += lab.main(5 * seconds, rounds)
    if "adapters" in parts:
        from bench import adapters

        rows += adapters.main(seconds, rounds)
    if "server" in parts:
        from bench import server

        rows += server.rows(15 * seconds)
    if "guests" in parts:
        from bench import guests

        rows += guests.rows(8 * seconds)
    if "page" in parts:
        from bench import page

        rows += page.rows(6 * seconds, rounds)
    return rows


def run_build(build: str, arguments: argparse.Namespace) -> list[dict[str, Any]] | None:
    """The benchmarks on one build, in a process of its own."""
    command = [
        sys.executable,
        __file__,
        "--here",
        "--seconds",
        str(arguments.seconds),
        "--rounds",
        str(arguments.rounds),
    ]
    environment = dict(os.environ, ORRERY_BUILD=build)
    done = subprocess.run([*command, *arguments.parts], env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        print(f"The {build} build did not run (is it there? make compile)", file=sys.stderr)
        return None
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


def shown(value: float | None) -> str:
    """A number as the table shows it."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", help="also write the figures to this file")
    parser.add_argument("--here", action="store_true", help="run in this process and print JSON")
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(PARTS)}; all by default")
    arguments = parser.parse_args()
    if unknown := [part for part in arguments.parts if part not in PARTS]:
        parser.error(f"unknown part {unknown[0]!r}; there are {', '.join(PARTS)}")
    arguments.parts = arguments.parts or list(PARTS)
    if arguments.here:
        print(json.dumps(run_here(arguments.parts, arguments.seconds, arguments.rounds)))
        return
    found = {build: rows for build in ("plain", "compiled") if (rows := run_build(build, arguments)) is not None}
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    names = [row["what"] for rows in found.values() for row in rows]
    print(f"{'':66}{'plain':>12}{'compiled':>12}")
    for name in dict.fromkeys(names):
        values = {build: next((row for row in rows if row["what"] == name), None) for build, rows in found.items()}
        note = next(row["note"] for row in values.values() if row)
        cells = [shown(row["value"]) if (row := values.get(build)) else "-" for build in ("plain", "compiled")]
        print(f"{name:66}{cells[0]:>12}{cells[1]:>12}  {note}")


if __name__ == "__main__":
    main()
