"""Where a server can be reached: a link to loopback is no invitation, and only who plays at the server's own machine
opens it to the local network. Another address of loopback stands for the network's.
"""

from __future__ import annotations

import asyncio
import io
import socket

import httpx
import pytest
import typer

from orrery.cli import serve
from orrery.server import doors
from orrery.server.doors import Doors, address_at, is_loopback, is_reachable, local_addresses
from orrery.server.run import Announcing, make_server, serve_here
from orrery.server.settings import Settings
from server.harness import FAST, Player, people, running, service

OUTSIDE = "127.0.0.2"


def found() -> list[str]:
    return [OUTSIDE]


async def waiting_table(ann: Player) -> str:
    """A table that waits for somebody."""
    made = await ann.post("/api/tables", {"game": "space_editor", "seats": ["me", "open"], "open": False})
    return f"/api/tables/{made['id']}/invitation"


def test_a_link_to_loopback_is_no_invitation_until_the_network_is_let_in(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, lan_button=True) as server:
            service(server).doors.find = found
            ann, ben = await people(server, "Ann", "Ben")
            path = await waiting_table(ann)
            assert await ann.get(f"{path}?origin={server.address}") == {"links": [], "can_open": True}
            assert (await ben.get(path, 403))["code"] == "not_seated", "for those who sit there"
            # Neither a stranger's page whose name leads here nor somebody behind a proxy opens it.
            port = server.address.rpartition(":")[2]
            for host in (f"evil.example:{port}", "play.example.org"):
                answer = await ann.http.post("/api/lan", json={}, headers={"host": host})
                assert answer.json()["code"] == "not_local", host
            await ann.post("/api/lan", {})
            (link,) = (await ann.get(f"{path}?origin={server.address}"))["links"]
            assert link["address"].startswith(f"http://{OUTSIDE}:{port}/table/") and "?invite=" in link["address"]
            assert link["code"].startswith("M") and link["size"] >= 29
            # It is the same server there: its own page may talk to it, and no other.
            async with httpx.AsyncClient(base_url=f"http://{OUTSIDE}:{port}") as there:
                for origin, status in ((f"http://{OUTSIDE}:{port}", 201), ("http://evil.example", 403)):
                    answer = await there.post("/api/me", json={"name": "Cleo"}, headers={"origin": origin})
                    assert answer.status_code == status, origin
        with socket.socket() as probe:
            assert probe.connect_ex((OUTSIDE, int(port))) != 0, "it ends with the server"

    asyncio.run(run())


def test_a_server_for_everybody_has_no_button_and_invites_to_where_its_page_is(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database) as server:
            (ann,) = await people(server, "Ann")
            path = await waiting_table(ann)
            assert await ann.get(f"{path}?origin={server.address}") == {"links": [], "can_open": False}
            assert (await ann.post("/api/lan", {}, 403))["code"] == "not_local"
            headers = {"host": "play.example.org"}
            answer = await ann.http.get(path, params={"origin": "https://play.example.org"}, headers=headers)
            assert answer.json()["links"][0]["address"].startswith("https://play.example.org/table/")
            # What a page says of itself counts only if it was asked for there.
            answer = await ann.http.get(path, params={"origin": "https://evil.example"}, headers=headers)
            assert answer.json()["links"] == []

    asyncio.run(run())


def test_without_a_network_nothing_is_opened(sqlite_database: str) -> None:
    async def run() -> None:
        async with running(sqlite_database, lan_button=True) as server:
            service(server).doors.find = list
            (ann,) = await people(server, "Ann")
            assert (await ann.post("/api/lan", {}, 409))["code"] == "no_network"

    asyncio.run(run())


def test_addresses_that_others_can_open(monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = Doors(False, lambda: ["192.168.1.5", "10.0.0.7", "fd00::5"])
    everywhere.opened("0.0.0.0", 8000)
    assert everywhere.outside == ["http://192.168.1.5:8000", "http://10.0.0.7:8000"]
    everywhere.opened("::", 8000)
    assert everywhere.outside[-1] == "http://[fd00::5]:8000" == address_at("fd00::5", 8000)
    here = Doors(True)
    here.opened("127.0.0.1", 8000)
    assert here.outside == []
    assert all(is_loopback(host) for host in ("127.0.0.1", "127.9.9.9", "[::1]", "localhost", "LOCALHOST."))
    assert not any(is_loopback(host) for host in ("192.168.1.5", "localhost.example.org", "127.0.0.1.example.org", ""))
    assert not any(is_reachable(address) for address in ("127.0.0.1", "169.254.3.4", "0.0.0.0", "fe80::1%eth0", "x"))

    def no_network(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(doors.socket, "socket", no_network)
    monkeypatch.setattr(doors.socket, "getaddrinfo", no_network)
    assert local_addresses() == []


def test_the_terminal_says_what_others_open(sqlite_database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def run(outside: list[str]) -> list[str]:
        server = make_server(Settings(database=sqlite_database, **FAST), kind=Announcing)
        server.doors.outside = outside
        task = await serve_here(server)
        server.should_exit = True
        await task
        return capsys.readouterr().out.splitlines()

    first, second, *_ = asyncio.run(run(["http://192.168.1.5:8000"]))
    assert first.startswith("Orrery is open at http://127.0.0.1:")
    assert second == "Others in your network open http://192.168.1.5:8000"
    first, second, *_ = asyncio.run(run([]))
    assert first.startswith("Orrery is open at http://127.0.0.1:") and "--lan" in second


def test_the_network_is_let_in_only_after_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    serve.ask_for_network(yes=True)
    monkeypatch.setattr(serve.sys, "stdin", io.StringIO("y\n"))
    with pytest.raises(typer.Exit):
        serve.ask_for_network(yes=False)  # nobody is there to be asked
    for answer, goes_on in (("y\n", True), ("n\n", False), ("\n", False)):
        monkeypatch.setattr(serve.sys, "stdin", Terminal(answer))
        if goes_on:
            serve.ask_for_network(yes=False)
        else:
            with pytest.raises(typer.Exit):
                serve.ask_for_network(yes=False)
