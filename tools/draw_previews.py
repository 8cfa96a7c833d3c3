"""Draw the pictures that links show where people share them, from the page's own art.

    python tools/draw_previews.py http://127.0.0.1:8765

A server must run there with the page as it is now (`make play`). Writes web/public/preview.jpg for the whole page and
web/src/games/GAME/preview.jpg for every game that brings a picture of itself; look at them before keeping them. There
are no words on them but the name, so they serve every language. Chromium draws; the pictures are kept in the
repository, because whoever only builds the page need not have it.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import ViewportSize, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
GAMES: Final = ROOT / "web" / "src" / "games"
SIZE: Final[ViewportSize] = {"width": 1200, "height": 630}
QUALITIES: Final = range(90, 40, -5)
LARGEST: Final = 60_000
"""Bytes of a picture: each is drawn as finely as goes into so many."""

STAGE: Final = """
(titles) => {
  const frames = titles.map((title) => {
    const isIts = (one) => one.querySelector("h2")?.textContent.trim() === title;
    const named = [...document.querySelectorAll("section")].find(isIts);
    return named.querySelector(".frame");
  });
  const stage = document.createElement("div");
  stage.id = "stage";
  stage.style.cssText = `position: fixed; inset: 0; z-index: 999; display: grid; gap: 0 24px; padding: 24px 24px 0;
    background: var(--bg-2); grid-template: minmax(0, 1fr) 106px / repeat(${frames.length}, minmax(0, 1fr))`;
  for (const frame of frames) {
    frame.style.cssText = "aspect-ratio: auto; width: 100%; height: 100%; background: none";
    stage.append(frame);
  }
  const name = document.createElement("div");
  name.append(document.querySelector("header .brand").cloneNode(true));
  name.style.cssText = "grid-column: 1 / -1; display: grid; place-content: center; zoom: 1.9";
  stage.append(name);
  document.body.append(stage);
}
"""
"""Puts the living pictures of games, by their titles, on a stage as large as the window."""


def main() -> None:
    """Draws all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", help="where a server shows the page")
    address = parser.parse_args().address
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-lcd-text"])
        page = browser.new_page(viewport=SIZE, color_scheme="dark", reduced_motion="reduce", base_url=address)
        titles = {one["game"]: one["title"]["en"] for one in page.request.get("/api/games").json()}
        drawn = {game: title for game, title in titles.items() if (GAMES / game / "Picture.svelte").exists()}
        wanted = {ROOT / "web" / "public" / "preview.jpg": list(drawn.values())}
        wanted |= {GAMES / game / "preview.jpg": [title] for game, title in drawn.items()}
        for file, shown in wanted.items():
            page.goto("/", wait_until="networkidle")
            page.wait_for_timeout(2000)  # pictures come when the browser has time
            page.evaluate(STAGE, shown)
            page.wait_for_timeout(300)
            pictures = (page.screenshot(type="jpeg", quality=quality) for quality in QUALITIES)
            size = file.write_bytes(next(picture for picture in pictures if len(picture) <= LARGEST))
            print(f"{file.relative_to(ROOT)}: {size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
