"""A server for the tests of the page: real in everything, but its matches all begin with the same seed.

    python tests/page/serve.py DATABASE PORT SEED PACE

Bots take PACE seconds for a move, nobody is turned away for asking too often, who waits for somebody to play with is
soon offered a bot, and another address of loopback stands for the local network.
"""

from __future__ import annotations

import sys

from orrery.server.run import Announcing, make_server, set_up_logs
from orrery.server.settings import Settings, World
from orrery.server.workers import reviews

NETWORK = "127.0.0.2"


class SeededWorld(World):
    """A world in which every match begins with the same seed."""

    def __init__(self, seed: int) -> None:
        self.same = seed

    def seed(self) -> int:
        return self.same


def main() -> None:
    """Serves until it is told to stop."""
    database, port, seed, pace = sys.argv[1:]
    set_up_logs(sys.stderr)
    reviews.WAY = 0  # type: ignore[misc]  # on a busy machine they would come last, and the tests would wait
    settings = Settings(
        database=database,
        port=int(port),
        workers=1,
        pace=float(pace),
        sweep=0.05,
        lease=1.0,
        rate=5000.0,
        burst=10000,
        guest_burst=1000,
        tables=1000,
        sockets=1000,
        quick_bot=2.0,
        lan_button=True,
    )
    server = make_server(settings, SeededWorld(int(seed)), kind=Announcing)
    server.doors.find = lambda: [NETWORK]
    server.run()


if __name__ == "__main__":
    main()
