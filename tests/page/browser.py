"""What the tests of the page share: a server of their own, visitors with browsers of their own, and how they play."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect, sync_playwright

from needs import missing

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WEB = ROOT / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
PAGE = ROOT / "src" / "orrery" / "server" / "page"

SIZES = {"desk": (1280, 800), "phone": (390, 844)}
ROOMS = {**SIZES, "wide": (1440, 900), "small": (360, 640)}
HANDHELD = ("phone", "small")
LANGS = ("en", "ja")
THEMES = ("dark", "light")
GAMES = ("five_spheres", "space_editor", "vediic")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # The same picture on every machine.
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
]
SHORT: dict[str, dict[str, Any]] = {
    "space_editor": {"mode": "half"},
    "vediic": {"max_rounds": 1},
    "five_spheres": {"max_turns": 4},
}
"""Options with which a match of a game is soon over."""
BOARD = "section.board"
NOWHERE = "/no/such/page"
PATIENCE = 20_000
"""Milliseconds after which something that should come counts as missing."""

expect.set_options(timeout=PATIENCE)

PLAYER = (HERE / "player.js").read_text(encoding="utf-8")


def need_page() -> None:
    """Ends the test if the page is not built."""
    if not (PAGE / "index.html").exists() or not AXE.exists():
        missing("the page is not built (make page)")


def chromium() -> str:
    """The browser's program."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        missing("Chromium is not installed (on Debian: apt-get install chromium fonts-noto-cjk)")
    assert found is not None
    return found


@contextmanager
def running_browser() -> Iterator[Browser]:
    """A browser that nobody else uses."""
    program = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def axe(page: Page) -> list[str]:
    """What axe finds wrong with a page as it is now: the rule, why, and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
    return [
        f"{problem['id']}: {problem['help']}: {', '.join(' '.join(node['target']) for node in problem['nodes'][:5])}"
        for problem in found
    ]


@functools.cache
def rows(game: str | None = None) -> dict[str, dict[str, str]]:
    """The page's own sentences, and those of a game."""
    found: dict[str, dict[str, str]] = {}
    for name in ("page", "table"):
        found |= json.loads((WEB / "src" / "texts" / f"{name}.json").read_text(encoding="utf-8"))
    if game is not None:
        made = WEB / "src" / "generated"
        own = WEB / "src" / "games" / game / "texts.json"
        for file in (own, made / f"{game}.json", made / "refusals" / f"{game}.json"):
            found |= json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def line(name: str, lang: str, /, **facts: str) -> str:
    """A sentence of the page, by its name."""
    text = rows()[name][lang]
    for fact, value in facts.items():
        text = text.replace("{" + fact + "}", value)
    return text


def game_title(game: str, lang: str) -> str:
    """What a game is called."""
    with (ROOT / "src" / "orrery" / "games" / game / "data" / "texts.toml").open("rb") as file:
        title: str = tomllib.load(file)["game"]["title"][lang]
    return title


def option_name(game: str, key: str, lang: str) -> str:
    """What an option of a game's matches is called."""
    with (ROOT / "src" / "orrery" / "games" / game / "data" / "options.toml").open("rb") as file:
        name: str = tomllib.load(file)[key]["name"][lang]
    return name


class House:
    """A server in a process of its own."""

    def __init__(self, folder: Path, seed: int = 7, pace: float = 0.0) -> None:
        """`pace`: the seconds that bots take for each move."""
        self.folder = folder
        self.seed = seed
        self.pace = pace
        self.address = ""
        self.process: subprocess.Popen[str] | None = None

    def open(self) -> Self:
        """Starts; after an end, at the same address with what was kept."""
        port = self.address.rpartition(":")[2] or "0"
        command = [sys.executable, str(HERE / "serve.py"), str(self.folder / "orrery.db"), port, str(self.seed)]
        command.append(str(self.pace))
        environment = {**os.environ, "ORRERY_BUILD": "plain"}
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, f"the server did not start: {(self.folder / 'log').read_text()[-2000:]}"
        self.address = found[0]
        return self

    def close(self) -> None:
        """Ends."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


@contextmanager
def open_house(folder: Path, **how: Any) -> Iterator[House]:
    """A server while it is needed; ends the test if the page is not built."""
    need_page()
    opened = House(folder, **how).open()
    try:
        yield opened
    finally:
        opened.close()


class Visitor:
    """A person with a browser of their own. Whatever the page complains about in its console is kept as a fault."""

    def __init__(
        self,
        browser: Browser,
        house: House,
        *,
        lang: str = "en",
        size: str = "desk",
        theme: str = "dark",
        calm: bool = True,
        coached: bool = False,
    ) -> None:
        """`coached`: nobody has told them yet that they want no words about what is new."""
        width, height = ROOMS[size]
        self.house = house
        self.lang = lang
        self.size = size
        self.faults: list[str] = []
        self.heard: dict[Page, int] = {}
        self.person = ""
        self.context: BrowserContext = browser.new_context(
            base_url=house.address,
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "ja": "ja-JP"}[lang],
            timezone_id="UTC",
            color_scheme="light" if theme == "light" else "dark",
            reduced_motion="reduce" if calm else "no-preference",
            has_touch=size in HANDHELD,
        )
        self.context.set_default_timeout(PATIENCE)
        if not coached:
            self.context.add_init_script("localStorage['orrery.settings'] ??= '{\"coach\":false}'")
        self.page = self.new_tab()

    def new_tab(self) -> Page:
        """Another tab of the same person."""
        page = self.context.new_page()
        page.on("pageerror", lambda fault: self.faults.append(f"a fault in the page: {fault}"))
        page.on("console", self._heard)
        page.on("request", self._asked)
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self._told(page, frame)))
        self.heard[page] = 0
        return page

    def _told(self, page: Page, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] in ("state", "update"):
            self.heard[page] = max(self.heard[page], message["number"])

    def _heard(self, message: ConsoleMessage) -> None:
        # What the browser itself says in red: a page is not there, the link was cut.
        where = str(message.location.get("url", ""))
        usual = r"ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket connection to"
        is_usual = where.endswith(NOWHERE) or re.search(usual, message.text)
        if message.type in ("error", "warning") and not is_usual:
            self.faults.append(f"{message.type} in the console: {message.text} ({where})")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.house.address, "data:", "blob:")):
            self.faults.append(f"the page asked a stranger: {request.url}")

    def come(self, name: str) -> Self:
        """Takes a name."""
        answer = self.context.request.post("/api/me", data={"name": name})
        assert answer.ok, answer.text()
        self.person = answer.json()["person"]
        return self

    def make_table(self, game: str, *seats: str, **wish: Any) -> dict[str, Any]:
        """Makes a table; `seats` as the server takes them."""
        wish.setdefault("options", SHORT[game])
        answer = self.context.request.post("/api/tables", data={"game": game, "seats": list(seats), **wish})
        assert answer.ok, answer.text()
        table: dict[str, Any] = answer.json()
        return table

    def say(self, name: str, /, **facts: str) -> str:
        """A sentence of the page in this visitor's language."""
        return line(name, self.lang, **facts)

    def go(self, path: str) -> Self:
        """Opens a place of the page and waits until it is drawn and its letters are there."""
        self.page.goto(path)
        self.settle()
        return self

    def settle(self) -> None:
        """Waits until everything that the page asked for is there."""
        expect(self.page.locator("main").first).to_be_visible()
        expect(self.page.locator(".loading")).to_have_count(0)
        self.page.evaluate("document.fonts.ready")

    def sit(self, table: str) -> Self:
        """Opens a table and waits for the match."""
        self.page.goto(f"/table/{table}")
        expect(self.page.locator(f"{BOARD}, .curtain").first).to_be_visible()
        return self

    def take_screen(self) -> None:
        """At a table on one screen: passes it on if that is to be done, and takes it for whoever decides."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        expect(self.page.locator("button.skip")).to_have_count(0)
        expect(self.page.locator(".curtain, .asked strong, section.over").first).to_be_visible()
        self.close_panel()
        for button in (".pass-on", ".curtain button"):
            if self.page.locator(button).is_visible():
                self.page.locator(button).click()
        expect(self.page.locator(BOARD)).to_be_visible()

    def open_tab(self, name: str) -> None:
        """Opens one of the panels beside the board."""
        tab = self.page.locator(f"#tab-{name}")
        if tab.get_attribute("aria-selected") != "true" or not self.page.locator("#tab-panel").is_visible():
            tab.click()
        expect(self.page.locator("#tab-panel")).to_be_visible()

    def close_panel(self) -> None:
        """On a phone: closes the panel that covers the board."""
        if self.size in HANDHELD and self.page.locator("#tab-panel").is_visible():
            self.page.locator(".tabs .close").click()

    def play(self, most: int = 10_000, seed: int = 1, patience: int = PATIENCE) -> dict[str, Any]:
        """Plays on by the list of actions, choosing by chance; at most so many actions, or to the end."""
        done: dict[str, Any] = self.page.evaluate(PLAYER, {"seed": seed, "most": most, "patience": patience})
        assert not done["refused"], done["refused"]
        return done

    def act(self, word: str) -> None:
        """Does one action by its entry in the list."""
        self.open_tab("actions")
        self.page.locator(f'[data-action="{word}"]').click()

    def choices(self) -> list[str]:
        """The actions that the list offers, once it offers some."""
        self.open_tab("actions")
        entries = self.page.locator("[data-action]:enabled")
        entries.first.wait_for()
        return [str(word) for word in entries.evaluate_all("them => them.map((one) => one.dataset.action)")]

    def number(self) -> int:
        """How far the history has come, as far as this page was told."""
        self.page.wait_for_timeout(1)
        return self.heard[self.page]

    def reach(self, number: int) -> None:
        """Waits until the page was told of an entry."""
        end = time.monotonic() + PATIENCE / 1000
        while self.number() < number:
            assert time.monotonic() < end, f"the history should have come to {number}, but is at {self.number()}"
            self.page.wait_for_timeout(10)

    def entries(self) -> int:
        """How many entries of the history the log tells."""
        self.open_tab("log")
        return self.page.locator(".log .entry").count()

    def board(self) -> Locator:
        """The board of the table."""
        return self.page.locator(BOARD)

    def outcome(self) -> Locator:
        """The note that says how it ended."""
        return self.page.locator("section.over")

    def leave(self) -> None:
        """Closes the browser; fails if the page complained about anything."""
        self.context.close()
        assert not self.faults, self.faults


Come = Callable[..., Visitor]
"""How tests call the fixture `visitor`."""


def seated_pair(visitor: Come, house: House, game: str) -> tuple[Visitor, Visitor]:
    """Two people in two browsers, of two languages and sizes, who came to one table by its link."""
    ann, ben = visitor("Ann", lang="en", size="desk"), visitor("Ben", lang="ja", size="phone")
    made = ann.make_table(game, "me", "open")
    link = f"{house.address}/table/{made['id']}?invite={made['invite']}"
    ann.page.goto(f"/table/{made['id']}")
    ben.page.goto(link)
    ben.page.get_by_role("button", name=ben.say("lobby.sit")).click()
    ann.page.get_by_role("button", name=ann.say("lobby.start")).click()
    for one in (ann, ben):
        expect(one.page.locator(BOARD)).to_be_visible()
    return ann, ben


def turn(*visitors: Visitor) -> Visitor:
    """Whose decision it is, once it is somebody's; the first one's when it is over."""
    for one in visitors:
        if not one.outcome().is_visible():
            one.open_tab("actions")
    while True:
        for one in visitors:
            if one.outcome().is_visible() or one.page.locator("[data-action]:enabled").count():
                return one
        visitors[0].page.wait_for_timeout(20)
