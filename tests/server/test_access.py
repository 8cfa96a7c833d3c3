"""Who may see and do what: the model has a row for everything, the page for programmers prints it, and a walk at random
through sitting, leaving, connecting, revoking and playing finds no socket that could see or do anything else.
"""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from orrery.server import access
from orrery.server.access import MODEL, Row
from orrery.server.live import wire
from server.harness import Player, people, running
from server.walking import Guest, Ids, Walk

DOCS = Path(__file__).parents[2] / "docs"
ANSWERS = {"done", "refused", "previewed", "reason", "told", "pong", "beat", "bye", "restart"}
"""What the server says to nobody but who asked, or to everybody."""


def tags(union: object) -> set[str]:
    """The types of the messages of a union."""
    return {str(message.__struct_config__.tag) for message in union.__args__}  # type: ignore[attr-defined]


def test_every_kind_of_message_has_its_row() -> None:
    assert set(MODEL.messages) == tags(wire.ClientMessage) | {"help"}
    assert set(MODEL.sees) == tags(wire.ServerMessage) - ANSWERS | {"invite"}


def test_every_request_about_a_table_has_its_row() -> None:
    from orrery.server.http.routes import ROUTES

    asked = {
        f"{method} {path.replace(':str}', '}').replace(':int}', '}')}"
        for route in ROUTES
        for path in route.paths
        for method in getattr(route, "http_methods", ())
        if path.startswith("/api/tables/{table") and method != "HEAD"
    }
    assert {row.path for row in MODEL.requests.values()} == asked - {"OPTIONS"}


def test_the_model_speaks_of_known_roles_only() -> None:
    for rows in (MODEL.sees, MODEL.messages, MODEL.requests, MODEL.eyes):
        for name, row in rows.items():
            assert row.before | row.during | row.after <= MODEL.roles.keys(), name
    assert tuple(MODEL.phases) == access.PHASES


def test_what_has_no_row_is_refused() -> None:
    here = access.place(access.Roster(("ann", "ben"), ("Ann", "Ben"), "ann", True), access.DURING, "ann")
    assert here.seat == 0 and access.refusal({"dance": Row()}, "dance", here) is not None
    assert access.refusal({}, "dance", here) is not None


def test_the_documentation_prints_the_model() -> None:
    text = (DOCS / "server.md").read_text(encoding="utf-8")
    assert access.printed() in text, "renew it: python -m orrery.server.access"


async def walk(database: str, processes: int, redis: str, seed: int, steps: int) -> int:
    """Walks; gives how much was compared. Tells the whole story if something is wrong."""
    worlds = [Ids(process, seed) for process in range(processes)]
    async with contextlib.AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(running(database, world, redis=redis, sweep=1000.0, vanish=60.0))
            for world in worlds
        ]
        guests = []
        for first in await people(servers[0], *"ABCD"):
            guest = Guest([first, *(Player(server.address, first.name) for server in servers[1:])])
            for player in guest.players:
                player.id = first.id
            guest.take(first.token)
            guests.append(guest)
        found = Walk(servers, worlds, guests, seed)
        try:
            for _ in range(steps):
                await found.step()
        except BaseException:
            print("\n".join(found.story[-60:]))
            raise
        finally:
            for link in list(found.links):
                await link.socket.close()
                await link.reading
        return found.compared


@pytest.mark.parametrize("seed", [1, 2])
def test_no_socket_sees_or_does_more_than_the_model_says(sqlite_database: str, seed: int) -> None:
    assert asyncio.run(walk(sqlite_database, 1, "", seed, 120)) > 250


@pytest.mark.parametrize("seed", [3])
def test_nor_at_two_processes_that_do_not_hear_of_each_other(database: str, seed: int) -> None:
    assert asyncio.run(walk(database, 2, "", seed, 80)) > 100


@pytest.mark.parametrize("seed", [4])
def test_nor_at_two_processes_that_wake_each_other(sqlite_database: str, redis_url: str, seed: int) -> None:
    assert asyncio.run(walk(sqlite_database, 2, redis_url, seed, 80)) > 100


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 20))
def test_no_socket_sees_or_does_more_in_ten_thousand_steps(
    request: pytest.FixtureRequest, database: str, seed: int
) -> None:
    processes = 1 if seed % 3 == 0 else 2
    redis = str(request.getfixturevalue("redis_url")) if seed % 3 == 2 else ""
    assert asyncio.run(walk(database, processes, redis, seed, 500)) > 500
