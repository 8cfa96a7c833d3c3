"""Two checkouts side by side: the same benchmarks in alternating runs, so that a noisy machine is noisy for both.

    python bench/compare.py ../before [--runs 5] [--seconds 0.5] [--build compiled] [engine|referee|server ...]

`../before` is another checkout, set up by `make setup` there (and compiled, for `--build compiled`). Each run is a
process of its own; who goes first changes from run to run. For every figure the two medians stand beside each other
with their ratio, and the spread: half the interquartile range of each side's runs, together, as a share of the median.
A figure whose medians differ by more than the spread, in the bad direction, is marked `worse`.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LESS_IS_BETTER = ("µs", "ms", "bytes", "kB", " s,", "seconds", "frames over", "pause")
"""Units of figures that are better when they are small."""


def run(checkout: Path, build: str, arguments: argparse.Namespace) -> dict[str, float]:
    """One run of the benchmarks of a checkout: the figures by name."""
    command = [str(checkout / ".venv/bin/python"), str(checkout / "bench/run.py"), "--here"]
    command += ["--seconds", str(arguments.seconds), "--rounds", "1", *arguments.parts]
    done = subprocess.run(
        command, env=dict(os.environ, ORRERY_BUILD=build), cwd=checkout, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"the benchmarks of {checkout} ended with {done.returncode}; is it set up (make setup, make compile)?")
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return {row["what"]: float(row["value"]) for row in rows if row["value"] is not None}


def spread(values: list[float]) -> float:
    """Half the interquartile range, as a share of the median."""
    low, _, high = statistics.quantiles(values, n=4)
    return (high - low) / 2 / abs(statistics.median(values) or 1.0)


def line(name: str, before: list[float], after: list[float]) -> str:
    """One figure, before and after."""
    old, new = statistics.median(before), statistics.median(after)
    ratio = new / old if old else float("nan")
    apart = spread(before) + spread(after)
    is_small = any(unit in name for unit in LESS_IS_BETTER)
    is_worse = ratio > 1 + apart if is_small else ratio < 1 - apart
    return f"{name:64}{old:14,.1f}{new:14,.1f}{ratio:8.3f}  ± {apart:.3f}{'  worse' if is_worse else ''}"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the other checkout")
    parser.add_argument("--runs", type=int, default=5, help="runs of each side, 2 or more")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--build", choices=("plain", "compiled"), default="plain")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    parser.add_argument("parts", nargs="*", help="as for bench/run.py; engine and referee by default")
    arguments = parser.parse_intermixed_args()
    arguments.parts = arguments.parts or ["engine", "referee"]
    if arguments.runs < 2:
        parser.error("a spread needs 2 runs or more")
    sides = {"before": arguments.before.resolve(), "after": ROOT}
    found: dict[str, dict[str, list[float]]] = {side: {} for side in sides}
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    try:
        for number in range(arguments.runs):
            for side in sorted(sides, reverse=number % 2 == 0):
                for name, value in run(sides[side], arguments.build, arguments).items():
                    found[side].setdefault(name, []).append(value)
                print(f"run {number + 1} of {arguments.runs}: {side}", file=sys.stderr)
                if arguments.json is not None:
                    arguments.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    finally:
        # Also of runs that were stopped early what there is of both sides is told.
        show(found, arguments.build)


def show(found: dict[str, dict[str, list[float]]], build: str) -> None:
    """Prints every figure of which both sides have two runs or more, as many of each."""
    print(f"{'':64}{'before':>14}{'after':>14}{'ratio':>8}  spread ({build} build)")
    for name, before in found["before"].items():
        after = found["after"].get(name, [])
        runs = min(len(before), len(after))
        if runs >= 2:
            print(f"{line(name, before[:runs], after[:runs])}  ({runs} runs)")


if __name__ == "__main__":
    main()
