"""Open the table in the browser, on this machine only or (`--lan`, after asking) in its network: `make play`.

    python tools/play.py [--port 8000] [--no-open] [--lan] [OPTIONS OF orrery serve]

For somebody who wants to play: what `orrery` alone does (orrery/cli/table.py), in the best build that there is.

Opponents think in the compiled build of this checkout if there is a fresh one. If not, it is compiled in the background
(`tools/compile.py --behind`), and they change over to it when it is ready; ending the server ends that too, and the
next time it goes on. Who sets ORRERY_BUILD wants that build and no other: then nothing is compiled.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

ENDED: Final = (-signal.SIGINT, -signal.SIGTERM)
"""How a server exits that was told to end before it could say so."""
COMPILE: Final = Path(__file__).resolve().parent / "compile.py"
WATCH: Final = ("--set", "watch_build=true")


def wanted_build() -> str:
    """The build that ORRERY_BUILD asks for; empty where it asks for none, or for one that cannot be had."""
    try:
        from orrery.build import BUILD
    except ImportError as fault:
        print(f"{fault}. The plain build is used for now.", flush=True)
        return ""
    return BUILD if os.environ.get("ORRERY_BUILD") else ""


def compile_behind() -> subprocess.Popen[bytes]:
    """Starts to compile, if that is needed and possible. It goes on as long as its standard input is open."""
    return subprocess.Popen(
        [sys.executable, str(COMPILE), "--behind"],
        stdin=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the server
        creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
    )


def main() -> int:
    """Runs the server until it is told to stop; the exit status."""
    build = wanted_build()
    command = [sys.executable, "-m", "orrery.cli.table", *(() if build else WATCH), *sys.argv[1:]]
    environment = {**os.environ, "ORRERY_BUILD": build or "plain"}
    with subprocess.Popen(command, env=environment) as server:
        # Ctrl-C reaches the server too: it says goodbye to the page and ends; then so do we.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: server.terminate())
        compiling = None if build else compile_behind()
        status = server.wait()
        if compiling is not None:
            assert compiling.stdin is not None
            compiling.stdin.close()
            compiling.wait()
    return 0 if status in ENDED else status


if __name__ == "__main__":
    raise SystemExit(main())
