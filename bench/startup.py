"""Starting the command: the CPU time from the call to the end, beside a bare interpreter in the same rounds.

    python bench/startup.py [ROUNDS]

What is run is what the installed script `orrery` runs. `referee` gets an empty input, so that it ends when it is ready;
`__complete` is what a shell asks when somebody presses the tab key.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from typing import Any, Final

Row = dict[str, Any]

SCRIPT: Final = "import sys; sys.argv[0] = 'orrery'; from orrery.cli import main; sys.exit(main())"
BARE: Final = "a bare interpreter"
TYPER: Final = "import typer"
COMMANDS: Final = (
    "--help",
    "--version",
    "referee",
    "play --help",
    "docs protocol",
    "games --json",
    "__complete words pl",
    "__complete words play five_spheres -o mode=",
    "__complete words deck show gen",
    "__complete words rules five_spheres FS",
)


def cpu_seconds(code: str, *words: str) -> float:
    """The CPU time, user and system, of a process of this Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", code, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main(rounds: int = 10) -> list[Row]:
    """Medians over rounds in which everything runs once."""
    calls = {BARE: ("pass", ""), TYPER: ("import typer", "")}
    calls |= {f"orrery {words}": (SCRIPT, words) for words in COMMANDS}
    spent: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, (code, words) in calls.items():
            spent[name].append(cpu_seconds(code, *words.split()))
    rows: list[Row] = []
    for name, times in spent.items():
        ratios = [
            statistics.median([mine / theirs for mine, theirs in zip(times, spent[other], strict=True)])
            for other in (BARE, TYPER)
        ]
        note = f"{ratios[0]:.1f} times {BARE}, {ratios[1]:.1f} times {TYPER}"
        rows.append({"what": f"start: {name}, ms of CPU", "value": 1000 * statistics.median(times), "note": note})
    return rows


if __name__ == "__main__":
    for row in main(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
        print(f"{row['what']:66}{row['value']:8.0f}  {row['note']}")
