"""The page in a real browser: how much a table loads, how soon it can be played, what a frame costs while things move.

    .venv/bin/python bench/page.py [--seconds 6] [--loads 5]

Needs the built page (`make page`) and Chromium. Measured are, for each game: script and style of the first load of a
table, compressed as they are sent; the time from opening the table until the decision is asked for and the page has
answered everything, on a CPU slowed down four times, the median of some loads with an empty cache. And from a trace,
for a replay in motion: the milliseconds of script, style and layout in each frame, of a universe that grows to 48 cards
while it is moved and zoomed, of a chart with 7 players, and of a duel of 4 lords.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright

from orrery.build import BUILD
from orrery.core.match import Match
from orrery.core.records import to_record
from orrery.games import for_people, game_named

PAGE = Path(__file__).resolve().parent.parent / "src" / "orrery" / "server" / "page"
GAMES = ("space_editor", "vediic", "five_spheres")
SLOWED = 4
BUDGET = 8
"""Milliseconds of script and layout that a frame may cost."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
ARGUMENTS += ["--disable-sync", "--no-first-run"]
CATEGORIES = ["devtools.timeline", "devtools.timeline.frame", "disabled-by-default-devtools.timeline.frame", "v8"]
DESK = {"width": 1280, "height": 800}

WATCH = """
window.asked = 0; window.worked = 0;
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.worked = Math.max(window.worked, task.startTime + task.duration);
}).observe({ type: "longtask", buffered: true });
new MutationObserver((_, watcher) => {
  if (document.querySelector(".frame .asked strong") === null) return;
  watcher.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.asked = performance.now())));
}).observe(document, { childList: true, subtree: true });
"""
"""Notes when the decision is asked for, drawn and all, and when the last long task ended."""

LOOP = """
() => {
  const times = [];
  for (let i = 0; i < 7; i++) {
    const began = performance.now();
    let h = 1;
    for (let j = 0; j < 3_000_000; j++) h = Math.imul(h ^ j, 16777619);
    times.push(performance.now() - began + (h & 0));
  }
  return times.sort((a, b) => a - b)[3];
}
"""
"""A plain loop, in milliseconds: how quick this machine is just now, beside which the other figures are to be read."""

WORK = {
    "FunctionCall",
    "EvaluateScript",
    "v8.compile",
    "RunMicrotasks",
    "FireAnimationFrame",
    "TimerFire",
    "EventDispatch",
}
WORK |= {"UpdateLayoutTree", "Layout", "ParseHTML", "MinorGC", "MajorGC"}
"""The slices of a trace that are script, style or layout."""


@contextmanager
def running() -> Iterator[str]:
    """A server with an empty database: its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "orrery", "serve", "--port", "0", "--database", f"{folder}/orrery.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            try:
                if found is None:
                    raise SystemExit("bench/page.py: the server did not start")
                yield found[0]
            finally:
                server.terminate()


def visitor(browser: Browser, address: str) -> BrowserContext:
    """Somebody with an empty cache and a name."""
    context = browser.new_context(base_url=address, viewport=DESK, locale="en-GB", reduced_motion="no-preference")
    context.set_default_timeout(60_000)
    answer = context.request.post("/api/me", data={"name": "Ann"})
    assert answer.ok, answer.text()
    return context


def first_load(browser: Browser, address: str, game: str) -> tuple[dict[str, int], float]:
    """What opening a table loads, in bytes by kind, and the milliseconds until it can be played on a slow CPU."""
    context = visitor(browser, address)
    made = context.request.post("/api/tables", data={"game": game, "seats": ["me", "level1"]})
    assert made.ok, made.text()
    page = context.new_page()
    page.add_init_script(WATCH)
    files: set[str] = set()

    def heard(response: Response) -> None:
        place = response.url.removeprefix(address)
        if place.startswith("/assets/") and place.endswith((".js", ".css")):
            files.add(place)

    page.on("response", heard)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(f"/table/{made.json()['id']}")
    page.wait_for_function("() => window.asked > 0")
    page.wait_for_function("() => performance.now() - Math.max(window.asked, window.worked) > 1000")
    ready = float(page.evaluate("Math.max(window.asked, window.worked)"))
    context.close()
    sizes = {"gzip": 0, "br": 0, "plain": 0, "files": len(files)}
    for file in files:
        place = PAGE / file[1:]
        plain = place.stat().st_size
        for kind, ending in (("gzip", ".gz"), ("br", ".br")):
            copy = place.with_name(place.name + ending)
            sizes[kind] += copy.stat().st_size if copy.exists() else plain
        sizes["plain"] += plain
    return sizes, ready


def bring(context: BrowserContext, game: str, options: dict[str, Any]) -> tuple[str, int]:
    """Plays a match by chance and brings its record to the server: its address there, and its length."""
    match = Match.new(game_named(game), for_people(game, options), 7)
    chance = random.Random(1)
    while match.to_act() is not None:
        match.act(chance.choice(match.actions()))
    answer = context.request.post("/api/records", data=to_record(match))
    assert answer.ok, answer.text()
    return f"/record/{answer.json()['record']}", len(match.entries)


def frames(trace: dict[str, Any]) -> list[float]:
    """Milliseconds of script, style and layout in each frame of a trace, on the thread that draws the page. Counted is
    the thread's own time, as far as the trace has it: what other programs take is not the page's.
    """
    events = trace["traceEvents"]
    begins = [event for event in events if event["name"] == "BeginMainThreadFrame"]
    if not begins:
        return []
    main = statistics.mode((event["pid"], event["tid"]) for event in begins)
    clock, length = ("tts", "tdur") if all("tts" in event for event in begins) else ("ts", "dur")
    starts = sorted(event[clock] for event in begins if (event["pid"], event["tid"]) == main)
    slices = sorted(
        (event[clock], event[clock] + event[length])
        for event in events
        if event["name"] in WORK and length in event and (event["pid"], event["tid"]) == main
    )
    spent = [0.0] * len(starts)
    at, end = 0, 0.0
    for begin, finish in slices:
        begin, end = max(begin, end), max(finish, end)  # one slice may lie within another
        while at + 1 < len(starts) and starts[at + 1] <= begin:
            at += 1
        if begin >= starts[0]:
            spent[at] += max(0.0, end - begin) / 1000
    return spent


def in_motion(browser: Browser, page: Page, seconds: float, moving: bool) -> list[float]:
    """Plays a replay on and gives the cost of each frame; `moving`: the board is also dragged and zoomed meanwhile."""
    page.get_by_role("button", name="Play", exact=True).click()
    browser.start_tracing(page=page, categories=CATEGORIES)
    box = page.locator("section.board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    end = time.monotonic() + seconds
    step = 0
    while time.monotonic() < end:
        if moving and step % 40 == 0:
            page.mouse.move(x, y)
            page.mouse.down()
        if moving and step % 40 == 20:
            page.mouse.up()
            page.mouse.wheel(0, 120 if step % 80 == 20 else -120)
        if moving and step % 40 < 20:
            page.mouse.move(x + 6 * (step % 20), y + 4 * (step % 20))
        step += 1
        page.wait_for_timeout(16)
    if moving:
        page.mouse.up()
    trace: dict[str, Any] = json.loads(browser.stop_tracing())
    return frames(trace)


def motions(browser: Browser, address: str, seconds: float) -> dict[str, tuple[list[float], float]]:
    """The cost of each frame by what is shown, and what a plain loop takes in the same page."""
    found: dict[str, tuple[list[float], float]] = {}
    for what, game, options, moving in (
        ("universe of 48 cards", "space_editor", {"mode": "full", "players": 2}, True),
        ("chart with 7 players", "vediic", {"players": 7, "max_rounds": 6}, False),
        ("duel of 4 lords", "five_spheres", {"lords": 4}, False),
    ):
        context = visitor(browser, address)
        place, length = bring(context, game, options)
        page = context.new_page()
        page.goto(f"{place}?at={max(0, length - 8) if moving else length // 2}")
        page.locator("section.board").wait_for()
        page.wait_for_load_state("networkidle")
        loop = float(page.evaluate(LOOP))
        found[what] = in_motion(browser, page, seconds, moving), (loop + float(page.evaluate(LOOP))) / 2
        context.close()
    return found


def rows(seconds: float, loads: int = 5) -> list[dict[str, Any]]:
    """For bench/run.py. The page is the same whatever build serves it, so it is measured once."""
    if BUILD != "plain":
        return []
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None or not (PAGE / "index.html").exists():
        raise SystemExit("bench/page.py: needs the built page (make page) and Chromium (apt-get install chromium)")
    found: list[dict[str, Any]] = []
    with running() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        for game in GAMES:
            measured = [first_load(browser, address, game) for _ in range(loads)]
            size = measured[0][0]
            note = f"{size['files']} files, {size['br'] / 1000:.0f} kB with brotli, budget 200"
            found.append(
                {"what": f"page: {game}, script and style, kB gzip", "value": size["gzip"] / 1000, "note": note}
            )
            times = sorted(ready for _, ready in measured)
            note = f"CPU slowed {SLOWED} times, {times[0]:.0f} to {times[-1]:.0f}, budget 2,000"
            found.append({"what": f"page: {game}, ready to play, ms", "value": statistics.median(times), "note": note})
        for what, (costs, loop) in motions(browser, address, seconds).items():
            costs = sorted(costs) or [0.0]
            over = sum(cost > BUDGET for cost in costs)
            note = f"{len(costs)} frames, median {statistics.median(costs):.1f}, most {costs[-1]:.1f}, "
            note += f"{over} over the budget of {BUDGET}; a plain loop took {loop:.1f} ms"
            high = costs[min(len(costs) - 1, int(0.95 * len(costs)))]
            found.append({"what": f"page: {what}, ms a frame (p95)", "value": high, "note": note})
        browser.close()
    return found


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=6.0, help="of motion in each trace")
    parser.add_argument("--loads", type=int, default=5, help="of each table")
    asked = parser.parse_args()
    for row in rows(asked.seconds, asked.loads):
        print(f"{row['what']:58}{row['value']:>10,.1f}  {row['note']}")


if __name__ == "__main__":
    main()
