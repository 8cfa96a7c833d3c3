"""The built page: served with the right headers, found at every page path, and nothing outside its folder."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Coroutine
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from orrery.server.http.page import Page, policy, read_folder
from server.harness import running, service

INDEX = "<!doctype html><title>Orrery</title>"
SCRIPT = "console.log('orrery')"
PATHS = [
    "/", "/new", "/open", "/mine", "/table/abc123", "/record/abc123", "/records", "/rules", "/rules/vediic", "/cards",
    "/cards/space_editor", "/decks", "/decks/five_spheres", "/settings", "/about",
]  # fmt: skip


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small page, as vite would build it."""
    folder = tmp_path / "outer" / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "sw.js").write_text("self.skipWaiting()")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets" / "main-1a2b3c.js").write_text(SCRIPT)
    (folder / "assets" / "main-1a2b3c.js.br").write_bytes(b"as if by brotli")
    (folder / "assets" / "main-1a2b3c.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (tmp_path / "outer" / "secret.txt").write_text("root: secret")
    (folder / "link.txt").symlink_to(tmp_path / "outer" / "secret.txt")
    return folder


def with_page(database: str, folder: Path, work: Callable[[httpx.AsyncClient], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with running(database) as server:
            server.config.app.app.state["page"] = Page(folder)  # type: ignore[union-attr]
            assert service(server)
            async with httpx.AsyncClient(base_url=server.address) as http:
                await work(http)

    asyncio.run(run())


def test_every_page_path_is_answered_with_the_page_and_a_strict_policy(sqlite_database: str, built: Path) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        for path in PATHS:
            answer = await http.get(path)
            assert (answer.status_code, answer.text) == (200, INDEX), path
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers.get_list("content-security-policy") == [policy(answer.request.headers["host"])]
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["x-content-type-options"] == "nosniff"
        again = await http.get("/", headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304 and not again.content
        head = await http.head("/")
        assert head.status_code == 200 and not head.content

    with_page(sqlite_database, built, work)


def test_other_paths_get_the_page_with_status_404_and_the_interface_answers_for_itself(
    sqlite_database: str, built: Path
) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        for path in ("/nothing", "/table", "/table/a/b", "/assets/none.js", "/index.html", "/rules/../new/x"):
            answer = await http.get(path)
            assert (answer.status_code, answer.text) == (404, INDEX), path
        answer = await http.get("/api/nothing")
        assert answer.status_code == 404 and answer.json()["code"] == "not_found"
        assert (await http.get("/health")).json()["ok"]
        assert (await http.get("/api/games")).headers["cache-control"] == "no-store"
        assert (await http.post("/new")).status_code == 405

    with_page(sqlite_database, built, work)


def test_assets_are_kept_for_ever_and_sent_compressed_where_they_may_be(sqlite_database: str, built: Path) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        path = "/assets/main-1a2b3c.js"
        plain = await http.get(path, headers={"accept-encoding": "identity"})
        assert plain.text == SCRIPT and "immutable" in plain.headers["cache-control"]
        assert "content-encoding" not in plain.headers
        zipped = await http.get(path, headers={"accept-encoding": "gzip, deflate"})
        assert zipped.headers["content-encoding"] == "gzip" and zipped.text == SCRIPT
        async with http.stream("GET", path, headers={"accept-encoding": "gzip, br"}) as best:
            assert best.headers["content-encoding"] == "br" and best.headers["vary"] == "accept-encoding"
        assert len({plain.headers["etag"], zipped.headers["etag"], best.headers["etag"]}) == 3
        for name, type in (
            ("sw.js", "text/javascript"), ("manifest.webmanifest", "application/manifest+json"),
            ("icon.svg", "image/svg+xml"),
        ):  # fmt: skip
            answer = await http.get(f"/{name}")
            assert answer.status_code == 200 and answer.headers["content-type"].startswith(type)
            assert answer.headers["cache-control"] == "no-cache"

    with_page(sqlite_database, built, work)


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..%2fsecret.txt", "/assets/..%5c..%5csecret.txt", "//etc/passwd", "/link.txt", "/%00", "/assets/",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_folder(sqlite_database: str, built: Path, path: str) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        def ask() -> tuple[int, str]:
            # Not httpx, which would tidy the path up.
            line = HTTPConnection(urlsplit(str(client.base_url)).netloc, timeout=10)
            line.request("GET", path)
            answer = line.getresponse()
            return answer.status, answer.read().decode(errors="replace")

        client = http
        status, text = await asyncio.to_thread(ask)
        assert status in (400, 404) and "secret" not in text and "root:" not in text

    with_page(sqlite_database, built, work)


def test_a_page_that_is_not_built_says_how_to_build_it_and_is_found_once_it_is(
    sqlite_database: str, tmp_path: Path
) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        before = await http.get("/")
        assert before.status_code == 200 and "make page" in before.text and 'lang="ja"' in before.text
        (tmp_path / "index.html").write_text(INDEX)
        assert (await http.get("/")).text == INDEX

    with_page(sqlite_database, tmp_path, work)


def test_only_known_kinds_of_files_are_read_and_the_policy_names_no_strange_host(built: Path) -> None:
    (built / "notes.py").write_text("secret")
    assert sorted(read_folder(built)) == [
        "/assets/main-1a2b3c.js", "/icon.svg", "/index.html", "/manifest.webmanifest", "/sw.js",
    ]  # fmt: skip
    assert "ws://play.example.org:8000 " in policy("play.example.org:8000")
    assert "evil" not in policy("a.example; script-src evil")


def test_serve_opens_the_page_in_a_browser_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from orrery.server.run import open_page

    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    open_page("http://0.0.0.0:8000").join()
    open_page("http://192.0.2.7:8000").join()
    assert opened.read_text().split() == ["http://127.0.0.1:8000", "http://192.0.2.7:8000"]


def test_a_browser_that_fails_says_nothing_in_the_terminal_and_cannot_wait_for_its_keys(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from orrery.server.run import open_page

    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\nread key\necho cannot open display >&2\nexit 1\n")
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    opening = open_page("http://127.0.0.1:8000")
    opening.join(30)
    assert not opening.is_alive()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("here", "opens"),
    [({}, False), ({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "w"}, True), ({"BROWSER": "b"}, True)],
)
def test_without_a_screen_no_browser_is_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here: dict[str, str], opens: bool
) -> None:
    from orrery.server import run as serving
    from orrery.server.settings import Settings

    opened: list[str] = []
    monkeypatch.setattr(serving, "open_page", opened.append)
    monkeypatch.setattr(serving.sys, "platform", "linux")
    for name in ("freeze", "collect", "set_threshold"):
        monkeypatch.setattr(serving.gc, name, lambda *_: None)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in here.items():
        monkeypatch.setenv(name, value)
    server = serving.make_server(Settings(database=":memory:"), kind=serving.Announcing)
    server.address, server.opens = "http://127.0.0.1:8000", True
    server.say()
    assert bool(opened) == opens
    assert ("There is no screen here" in capsys.readouterr().out) == (not opens)
