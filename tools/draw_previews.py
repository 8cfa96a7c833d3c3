"""Draw the pictures that links show where people share them, from the page's own art.

    python tools/draw_previews.py http://127.0.0.1:8765

A server must run there with the page as it is now (`make play`). Writes web/public/preview.jpg for the whole page,
web/src/games/GAME/preview.jpg for every game that brings a picture of itself, preview-deck.jpg beside it where there
are decks (a fan of cards from the art that ships) and preview-question.jpg for positions and puzzles (the game's
picture, and a question that no picture answers); look at them before keeping them. There
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
ART: Final = ROOT / "src" / "orrery" / "server" / "page" / "art"
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


FAN: Final = """
(cards) => {
  const stage = document.createElement("div");
  stage.style.cssText = `position: fixed; inset: 0; z-index: 999; overflow: hidden;
    background: radial-gradient(circle at 50% 110%, #3b3570, #10112a 75%)`;
  cards.forEach((card, i) => {
    const turn = (i - (cards.length - 1) / 2) * 11;
    const one = document.createElement("img");
    one.src = card;
    one.style.cssText = `position: absolute; left: 50%; top: 62px; height: 430px; transform-origin: 50% 150%;
      translate: -50% 0; rotate: ${turn}deg; border-radius: 18px; box-shadow: 0 10px 34px #000a`;
    stage.append(one);
  });
  const name = document.createElement("div");
  name.append(document.querySelector("header .brand").cloneNode(true));
  name.style.cssText = `position: absolute; inset: auto 0 0 0; height: 110px; display: grid; place-content: center;
    zoom: 1; background: linear-gradient(transparent, #0b0c1fe0 60%); color: #f4efdf; scale: 1.7; translate: 0 -8px`;
  stage.append(name);
  document.body.append(stage);
}
"""
"""Puts cards, by the addresses of their pictures, into a fan as large as the window."""
ASK: Final = """
() => {
  const mark = document.createElement("div");
  mark.textContent = "?";
  mark.style.cssText = `position: fixed; right: 64px; top: 120px; z-index: 1000; width: 270px; height: 270px;
    border-radius: 50%; display: grid; place-content: center; background: #14162cdd; border: 6px solid #f2c14e;
    color: #f2c14e; font: 190px/1 Marcellus, serif; box-shadow: 0 8px 40px #000c`;
  document.body.append(mark);
}
"""
"""Puts a question beside what is on the stage."""
IN_FAN: Final = 5


def fan_of(folder: Path, game: str) -> list[str]:
    """Cards that ship, by the addresses of their pictures: some from all over the set."""
    cards = sorted(file.name for file in (folder / game).glob("*.svg") if not file.name.startswith("board-"))
    return [f"/art/{game}/{cards[(2 * i + 1) * len(cards) // (2 * IN_FAN)]}" for i in range(IN_FAN)] if cards else []


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
        staged: list[tuple[Path, str, list[str], bool]] = [
            (file, STAGE, shown, False) for file, shown in wanted.items()
        ]
        for game, title in drawn.items():
            staged.append((GAMES / game / "preview-question.jpg", STAGE, [title], True))
            if cards := fan_of(ART, game):
                staged.append((GAMES / game / "preview-deck.jpg", FAN, cards, False))
        for file, stage, shown, asks in staged:
            page.goto("/", wait_until="networkidle")
            page.wait_for_timeout(2000)  # pictures come when the browser has time
            page.evaluate(stage, shown)
            if asks:
                page.evaluate(ASK)
            page.wait_for_timeout(600)
            pictures = (page.screenshot(type="jpeg", quality=quality) for quality in QUALITIES)
            size = file.write_bytes(next(picture for picture in pictures if len(picture) <= LARGEST))
            print(f"{file.relative_to(ROOT)}: {size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
