"""The built page: served with the right headers, found at every page path, and nothing outside its folder."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Callable, Coroutine
from html.parser import HTMLParser
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from known import known
from orrery.bots.puzzles import puzzles_of
from orrery.server.http import previews
from orrery.server.http.page import Page, policy, read_folder
from orrery.server.http.previews import MARK, language_of
from server.harness import Player, running, seated, service

INDEX = "<!doctype html><title>Orrery</title>"
SCRIPT = "console.log('orrery')"
PICTURE = "<svg xmlns='http://www.w3.org/2000/svg'><circle r='1'/></svg>"
PATHS = [
    "/", "/new", "/open", "/mine", "/table/abc123", "/record/abc123", "/records", "/rules", "/rules/vediic", "/cards",
    "/cards/space_editor", "/decks", "/decks/five_spheres", "/decks/five_spheres/new", "/decks/space_editor/SE1-AB-9",
    "/settings", "/about",
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
    (folder / "art" / "go").mkdir(parents=True)
    (folder / "art" / "go" / "stone-1.svg").write_text(PICTURE)
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
        picture = await http.get("/art/go/stone-1.svg")
        assert picture.text == PICTURE and picture.headers["cache-control"] == "public, max-age=86400"
        assert (await http.get("/art/go/stone-2.svg")).headers["cache-control"] == "no-cache"

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
        "/art/go/stone-1.svg", "/assets/main-1a2b3c.js", "/icon.svg", "/index.html", "/manifest.webmanifest", "/sw.js",
    ]  # fmt: skip
    assert "ws://play.example.org:8000 " in policy("play.example.org:8000")
    assert "evil" not in policy("a.example; script-src evil")


def test_serve_opens_the_page_in_a_browser_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from orrery.server.run import open_page

    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    open_page("http://127.0.0.1:8000").join()
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


# --- previews of links ------------------------------------------------------------------------------------------------

NASTY = '"><script>alert(1)</script>&{who}'


class Tags(HTMLParser):
    """The tags of a page's head, as those read them who show previews."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.scripts = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        row = dict(attrs)
        self.scripts += tag == "script"
        if tag == "meta":
            self.found[row.get("property") or row.get("name") or ""] = row.get("content") or ""


@pytest.fixture
def shared(built: Path) -> Path:
    """A page with a place for previews, and pictures."""
    (built / "index.html").write_text(f"<!doctype html><html><head>\n    {MARK}\n</head><body></body></html>")
    (built / "preview.jpg").write_bytes(b"a picture")
    (built / "previews").mkdir()
    (built / "previews" / "vediic.jpg").write_bytes(b"a picture of a game")
    return built


async def tags_of(http: httpx.AsyncClient, path: str, lang: str = "en") -> dict[str, str]:
    """What a preview of a link shows."""
    answer = await http.get(path, headers={"accept-language": lang})
    assert answer.status_code == 200 and "accept-language" in answer.headers["vary"], path
    assert MARK not in answer.text
    tags = Tags(answer.text)
    assert tags.scripts == 0
    assert tags.found["og:title"] == tags.found["twitter:title"]
    assert tags.found["og:description"] == tags.found["twitter:description"] == tags.found["description"]
    return tags.found


def test_a_link_shows_what_it_leads_to_in_the_language_asked_for(sqlite_database: str, shared: Path) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        host = str(http.base_url).rstrip("/")
        home = await tags_of(http, "/")
        assert "Vediic" in home["og:description"] and home["og:url"] == f"{host}/"
        assert home["og:image"] == f"{host}/preview.jpg" and home["og:locale"] == "en_GB"
        assert (await http.get(home["og:image"])).headers["content-type"] == "image/jpeg"
        ja = await tags_of(http, "/", "fr;q=0.9, ja-JP, en;q=0.8")
        assert "ヴェディック" in ja["og:description"] and ja["og:locale"] == "ja_JP"
        for path in ("/rules/vediic", "/new?game=vediic"):
            game = await tags_of(http, path)
            assert "Vediic" in game["og:title"] and game["og:image"] == f"{host}/previews/vediic.jpg"
        # A game without a picture has the general one; what is no game has the general words.
        assert (await tags_of(http, "/decks/space_editor/SE1-ABC"))["og:image"] == f"{host}/preview.jpg"
        for path in ("/new?game=%22%3E%3Cscript%3E", "/rules/no_such_game", "/cards"):
            assert (await tags_of(http, path))["og:title"] == home["og:title"], path

    with_page(sqlite_database, shared, work)


def test_a_link_to_a_listed_table_says_who_is_there_and_one_to_another_says_nothing_of_it(
    sqlite_database: str, shared: Path
) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        base = str(http.base_url).rstrip("/")
        ann = await Player(base, NASTY[:30]).come()
        shown = (await ann.get("/api/me"))["name"]
        assert "<script>" in shown
        wish = {"game": "vediic", "seats": ["me", "level1", "open"]}
        listed = (await ann.post("/api/tables", wish))["id"]
        found = await tags_of(http, f"/table/{listed}?invite=abc")
        assert "Vediic" in found["og:title"] and shown in found["og:description"]
        assert found["og:url"] == f"{base}/table/{listed}" and found["og:image"].endswith("/previews/vediic.jpg")
        secret = (await ann.post("/api/tables", {**wish, "open": False}))["id"]
        unwatched = (await ann.post("/api/tables", {"game": "vediic", "seats": ["me", "level1"], "watch": False}))["id"]
        nothing = await tags_of(http, "/table/nosuchtable1")
        for hidden in (secret, unwatched):
            found = await tags_of(http, f"/table/{hidden}")
            assert {**found, "og:url": ""} == {**nothing, "og:url": ""}
        assert "Vediic" not in str(nothing) and shown not in str(nothing)
        watched = (await ann.post("/api/tables", {"game": "vediic", "seats": ["me", "level1"]}))["id"]
        playing = await tags_of(http, f"/table/{watched}", "ja")
        assert "ヴェディック" in playing["og:title"] and shown in playing["og:description"]
        replay = await tags_of(http, f"/table/{secret}?at=0")
        assert replay["og:title"] == (await tags_of(http, "/record/abc123"))["og:title"] != nothing["og:title"]

    with_page(sqlite_database, shared, work)


def test_a_link_to_a_deck_a_lesson_or_a_puzzle_says_which_and_shows_its_kind(
    sqlite_database: str, shared: Path
) -> None:
    (shared / "previews" / "five_spheres-deck.jpg").write_bytes(b"a fan of cards")
    (shared / "previews" / "vediic-question.jpg").write_bytes(b"a question")

    async def work(http: httpx.AsyncClient) -> None:
        host = str(http.base_url).rstrip("/")
        ready = (await http.get("/api/games/five_spheres/decks")).json()[0]
        shelf = known("five_spheres").guide().shelf("en")
        assert shelf is not None
        name, code = shelf.names()[0], ready["code"]
        for word in (name, code):
            deck = await tags_of(http, f"/decks/five_spheres/{word}")
            assert "Five Spheres" in deck["og:title"] and deck["og:image"] == f"{host}/previews/five_spheres-deck.jpg"
            assert re.search(r"\d+ cards", deck["og:description"]), word
        assert "デッキ" in (await tags_of(http, f"/decks/five_spheres/{name}", "ja"))["og:title"]
        lesson = (await http.get("/api/lessons")).json()[0]
        shown = await tags_of(http, f"/learn/{lesson['game']}/{lesson['lesson']}")
        assert lesson["title"]["en"] in shown["og:title"] and lesson["about"]["en"] in shown["og:description"]
        puzzles = puzzles_of(known("vediic"))
        for puzzle in puzzles:
            asked = await tags_of(http, f"/puzzles/vediic/{puzzle.id}", "ja")
            assert puzzle.title["ja"] in asked["og:title"] and puzzle.task["ja"] in asked["og:description"]
            assert asked["og:image"] == f"{host}/previews/vediic-question.jpg"
            told = " ".join(asked.values())
            for secret in (puzzle.why, puzzle.idea or {}):
                assert not any(text in told for text in secret.values())
            assert not any(word in told for word in (*puzzle.right, *puzzle.line))
        # One that there is not says no more than the list of the game's puzzles.
        none, listed = [previews.of_place(path, {}, "en") for path in ("/puzzles/vediic/none", "/puzzles/vediic")]
        assert none == listed and listed.game == "vediic" and listed.picture == "question"
        day, learn, home = [(await tags_of(http, path))["og:title"] for path in ("/puzzles", "/learn", "/")]
        assert "puzzle of the day" in day and "Learn" in learn and len({day, learn, home}) == 3
        # What cannot be read says no more than the game.
        for path in ("/decks/five_spheres/FS1-NONSENSE", "/learn/vediic/no_such_lesson"):
            assert (await tags_of(http, path))[
                "og:title"
            ] == f"{path.split('/')[2].replace('_', ' ').title()} at Orrery"

    with_page(sqlite_database, shared, work)


def test_a_link_to_a_match_that_is_over_tells_the_game_and_nothing_of_who_played_or_what_was_best(
    sqlite_database: str, shared: Path
) -> None:
    (shared / "previews" / "vediic-question.jpg").write_bytes(b"a question")

    async def work(http: httpx.AsyncClient) -> None:
        base = str(http.base_url).rstrip("/")
        ann = await Player(base, "Annabel").come()
        wish = {"game": "vediic", "seats": ["me", "level1"], "open": False}
        tables = []
        for more in ({}, {"watch": False}):
            table = (await ann.post("/api/tables", {**wish, **more}))["id"]
            general = await tags_of(http, f"/table/{table}?try=1")
            assert "Vediic" not in str(general), "while it is played nothing is told"
            async with seated(table, ann) as (mine,):
                await mine.ask({"type": "resign", "at": mine.number})
            tables.append(table)
        watched, unwatched = tables
        titles = {what: (await tags_of(http, f"/table/{watched}{what}")) for what in ("", "?at=3", "?review", "?try=3")}
        assert all("Vediic" in one["og:title"] and "Annabel" not in str(one) for one in titles.values())
        assert len({one["og:title"] for one in titles.values()}) == 4 and "3" in titles["?at=3"]["og:title"]
        assert titles["?try=3"]["og:image"] == f"{base}/previews/vediic-question.jpg"
        assert titles["?review"]["og:image"] == f"{base}/previews/vediic.jpg"
        for what in titles:
            assert "Vediic" not in str(await tags_of(http, f"/table/{unwatched}{what}"))

    with_page(sqlite_database, shared, work)


@pytest.mark.parametrize(
    ("wanted", "lang"),
    [
        ("", "en"), ("ja", "ja"), ("ja-JP,ja;q=0.9,en;q=0.8", "ja"), ("en-GB,ja;q=0.5", "en"), ("fr", "en"),
        ("en;q=0.1, ja;q=0.2", "ja"), ("ja;q=nonsense", "en"), ("*", "en"), (",;,;q=", "en"),
    ],
)  # fmt: skip
def test_the_language_of_a_preview_is_the_one_that_is_wanted_most(wanted: str, lang: str) -> None:
    assert language_of(wanted) == lang
