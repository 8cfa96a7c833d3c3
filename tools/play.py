"""Open the table in the browser, on this machine only: `make play`.

    python tools/play.py [--port 8000] [--no-open] [OPTIONS OF orrery serve]

For somebody who wants to play. The server listens on loopback and keeps its matches in the user's data directory; if
the port is taken, a free one is used. The table opens in a browser, unless that is declined. Ctrl-C ends it.

Opponents think in the compiled build of this checkout if there is a fresh one. If not, it is compiled in the background
(`tools/compile.py --behind`), and they change over to it when it is ready; ending the server ends that too, and the
next time it goes on. Who sets ORRERY_BUILD wants that build and no other: then nothing is compiled.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

HOST: Final = "127.0.0.1"
ENDED: Final = (-signal.SIGINT, -signal.SIGTERM, 128 + signal.SIGINT, 128 + signal.SIGTERM)
"""How a server exits that was told to end."""
COMPILE: Final = Path(__file__).resolve().parent / "compile.py"
WATCH: Final = ("--set", "watch_build=true")


def is_free(port: int) -> bool:
    """May a server listen there?"""
    with socket.socket() as place:
        # As the server does it: a port whose last connections are just being forgotten is free.
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((HOST, port))
        except OSError:
            return False
    return True


def wanted_build() -> str:
    """The build that ORRERY_BUILD asks for; empty where it asks for none, or for one that cannot be had."""
    try:
        import orrery
    except ImportError as fault:
        print(f"{fault}. The plain build is used for now.", flush=True)
        return ""
    return orrery.BUILD if os.environ.get("ORRERY_BUILD") else ""


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
    parser = argparse.ArgumentParser(description="Open the table in the browser, on this machine only.")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, default=True, help="open a browser?")
    arguments, more = parser.parse_known_args()
    port = arguments.port
    if port and not is_free(port):
        print(f"Port {port} is taken by another program, so a free one is used.", flush=True)
        port = 0
    build = wanted_build()
    print("Ctrl-C ends it; running matches are kept.", flush=True)
    opens = "--open" if arguments.open else "--no-open"
    command = [sys.executable, "-m", "orrery", "serve", "--host", HOST, "--port", str(port), opens]
    command += [*(() if build else WATCH), *more]
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
