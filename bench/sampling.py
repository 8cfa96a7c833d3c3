"""Where a server spends its processor time: a sampler of its main thread, driven by the processor's time alone.

    .venv/bin/python bench/sampling.py serve --database FILE       as `orrery serve`, and sampled

SIGUSR1 begins anew, SIGUSR2 prints what was found to standard error: the share of each function alone and with all that
it calls, and the ticks of each thread (the database of SQLite works in one of its own).
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

EVERY = 0.002
"""Seconds of processor time between two samples; the kernel may count in longer ones."""
MOST = 30
"""How many functions are printed."""


class Sampler:
    """Counts in which functions the main thread was."""

    def __init__(self) -> None:
        self.alone: Counter[str] = Counter()
        self.within: Counter[str] = Counter()

    def start(self) -> None:
        """Begins to count."""
        signal.signal(signal.SIGPROF, self.take)
        signal.signal(signal.SIGUSR1, self.forget)
        signal.signal(signal.SIGUSR2, self.tell)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def take(self, _signal: int, frame: FrameType | None) -> None:
        """One sample."""
        names = []
        while frame is not None:
            code = frame.f_code
            names.append(f"{'/'.join(Path(code.co_filename).parts[-2:])}:{code.co_name}")
            frame = frame.f_back
        self.alone[names[0]] += 1
        self.within.update(set(names))

    def forget(self, _signal: int, _frame: FrameType | None) -> None:
        """Begins anew."""
        self.alone.clear()
        self.within.clear()

    def tell(self, _signal: int, _frame: FrameType | None) -> None:
        """Prints what was found."""
        whole = max(1, self.alone.total())
        print(f"{whole} samples; alone:", file=sys.stderr)
        for name, count in self.alone.most_common(MOST):
            print(f"{count / whole:7.1%} {name}", file=sys.stderr)
        print("with all that it calls:", file=sys.stderr)
        for name, count in self.within.most_common(3 * MOST):
            print(f"{count / whole:7.1%} {name}", file=sys.stderr)
        for thread in sorted(Path(f"/proc/{os.getpid()}/task").glob("*")):
            fields = (thread / "stat").read_text().rpartition(")")[2].split()
            print(f"thread {thread.name}: {fields[11]} ticks, {fields[12]} in the system", file=sys.stderr)
        sys.stderr.flush()


def main() -> None:
    """As the command `orrery`."""
    Sampler().start()
    from orrery.cli import main as orrery

    orrery()


if __name__ == "__main__":
    main()
