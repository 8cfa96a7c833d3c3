"""Open the table in the browser, on this machine only: `make play`.

    python tools/play.py [--port 8000] [--no-open] [OPTIONS OF orrery serve]

For somebody who wants to play. The server listens on loopback and keeps its matches in the user's data directory; if
the port is taken, a free one is used. The table opens in a browser, unless that is declined. Ctrl-C ends it.
"""

from __future__ import annotations

import argparse
import signal
import socket
import subprocess
import sys
from typing import Final

HOST: Final = "127.0.0.1"
ENDED: Final = (-signal.SIGINT, -signal.SIGTERM, 128 + signal.SIGINT, 128 + signal.SIGTERM)
"""How a server exits that was told to end."""


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
    print("Ctrl-C ends it; running matches are kept.", flush=True)
    opens = "--open" if arguments.open else "--no-open"
    command = [sys.executable, "-m", "orrery", "serve", "--host", HOST, "--port", str(port), opens, *more]
    with subprocess.Popen(command) as server:
        # Ctrl-C reaches the server too: it says goodbye to the page and ends; then so do we.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: server.terminate())
        status = server.wait()
    return 0 if status in ENDED else status


if __name__ == "__main__":
    raise SystemExit(main())
