"""The main screens as they were when somebody last looked at them: for the ear as the accessibility tree, for the eye
as small pictures that are compared with some tolerance.

    ORRERY_RENEW=1 .venv/bin/pytest tests/page/test_screens.py

writes both anew. Tables are played on one screen, with the same seeds each time, so they look the same in every run.
Pictures are taken with the letters that come with the page, so in English only.
"""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from page.browser import BOARD, GAMES, LANGS, Come, Visitor

SNAPSHOTS = Path(__file__).resolve().parent / "snapshots"
RENEW = bool(os.environ.get("ORRERY_RENEW"))
PAGES = {
    "home": "/",
    "new": "/new?game=five_spheres",
    "rules": "/rules/space_editor",
    "cards": "/cards/space_editor",
    "decks": "/decks/five_spheres",
    "settings": "/settings",
    "about": "/about",
}
SIDES = {"desk": 220, "phone": 110}
"""The width of a kept picture."""
FAR = 40
"""A value of a pixel that differs by more than this, of 255, is another one."""
SHARE = 0.03
"""So many of the pixels may be others."""
LATE = 16
"""How often a screen is listened to, four times a second, until it says what it did."""

COMPARE = """
async ({ now, kept, side, far }) => {
  const read = async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    return picture;
  };
  const small = (picture, width, height) => {
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, width, height);
    return canvas;
  };
  const fresh = await read(now);
  const width = side, height = Math.round((side * fresh.height) / fresh.width);
  // In two steps: large pictures lose thin lines when they are made small at once.
  const canvas = small(small(fresh, 2 * width, 2 * height), width, height);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
  const data = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
  if (kept === null) return { data, share: 1 };
  const old = await read(kept);
  if (old.width !== width || old.height !== height) return { data, share: 1 };
  const pixels = (one) => small(one, width, height).getContext("2d").getImageData(0, 0, width, height).data;
  const [a, b] = [pixels(canvas), pixels(old)];
  let others = 0;
  for (let i = 0; i < a.length; i += 4) {
    if ([0, 1, 2].some((part) => Math.abs(a[i + part] - b[i + part]) > far)) others += 1;
  }
  return { data, share: (4 * others) / a.length };
};
"""
"""A fresh picture made small, and how much of it differs from the kept one."""


class Played:
    """A table after its first actions, and who sits there: played once, and looked at in every language and size."""

    def __init__(self, one: Visitor, screen: str) -> None:
        game, _, actions = screen.partition(" ")
        self.table = one.make_table(game, "me", "me", names=["Ann", "Ben"], options={})["id"]
        one.sit(self.table)
        one.play(int(actions))
        one.reach(int(actions))
        self.person = one.person
        self.cookies = one.context.cookies()

    def show(self, one: Visitor) -> None:
        """As it is for somebody who comes now."""
        one.context.add_cookies(self.cookies)  # type: ignore[arg-type]  # what was read is what is written
        one.person = self.person
        one.sit(self.table)
        one.take_screen()


@pytest.fixture(scope="module")
def played() -> dict[str, Played]:
    """The tables that were played so far, by their screens."""
    return {}


def show(one: Visitor, screen: str, played: dict[str, Played]) -> Visitor:
    """Opens a screen: a page by its name, or a game's table after its first actions."""
    if screen in PAGES:
        one.go(PAGES[screen]).page.wait_for_load_state("networkidle")
        return one
    if screen not in played:
        played[screen] = Played(one, screen)
    played[screen].show(one)
    one.open_tab("log")
    one.close_panel()
    expect(one.page.locator(".loading")).to_have_count(0)
    one.page.evaluate("document.fonts.ready")
    one.page.mouse.move(0, 0)
    return one


SCREENS = [*PAGES, "space_editor 12", "vediic 24", "five_spheres 40"]
HEARD = [screen for screen in SCREENS if screen != "rules"]
"""Screens kept for the ear; not the rulebook, which is a data file itself."""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("screen", HEARD)
def test_what_a_screen_reader_finds_is_as_it_was(
    visitor: Come, screen: str, lang: str, played: dict[str, Played]
) -> None:
    ann = show(visitor("Ann", lang=lang), screen, played)
    name = f"{screen.replace(' ', '-')}-{lang}.yaml"
    place = SNAPSHOTS / name
    kept = place.read_text(encoding="utf-8") if place.exists() and not RENEW else None
    # What is asked of the server, such as points, comes a moment after the board.
    for _ in range(LATE):
        heard = ann.page.locator("body").aria_snapshot().replace(ann.person, "PERSON") + "\n"
        if heard == kept:
            return
        ann.page.wait_for_timeout(250)
    if RENEW:
        place.parent.mkdir(exist_ok=True)
        place.write_text(heard, encoding="utf-8")
    assert kept is not None or RENEW, f"{name} is not kept yet: ORRERY_RENEW=1 keeps it"
    assert RENEW or heard == kept, f"{name} differs; if that is right, ORRERY_RENEW=1 keeps it"


@pytest.mark.parametrize(("size", "theme"), [("desk", "dark"), ("phone", "light")])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_looks_as_it_did(
    visitor: Come, screen: str, size: str, theme: str, tmp_path: Path, played: dict[str, Played]
) -> None:
    ann = show(visitor("Ann", size=size, theme=theme), screen, played)
    place = SNAPSHOTS / f"{screen.replace(' ', '-')}-{size}-{theme}.png"
    picture = ann.page.screenshot(animations="disabled", caret="hide")
    kept = base64.b64encode(place.read_bytes()).decode() if place.exists() and not RENEW else None
    blank = ann.context.browser.new_page() if ann.context.browser else None
    assert blank is not None
    asked = {"now": base64.b64encode(picture).decode(), "kept": kept, "side": SIDES[size], "far": FAR}
    found: dict[str, Any] = blank.evaluate(COMPARE, asked)
    blank.close()
    if RENEW:
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(base64.b64decode(found["data"]))
        return
    assert kept is not None, f"{place.name} is not kept yet: ORRERY_RENEW=1 keeps it"
    (tmp_path / place.name).write_bytes(picture)
    assert found["share"] <= SHARE, (
        f"{found['share']:.1%} of {place.name} differs; as it is now: {tmp_path / place.name}"
    )


def test_the_kept_screens_are_those_that_are_compared() -> None:
    wanted = {f"{screen}-{lang}.yaml" for screen in HEARD for lang in LANGS}
    wanted |= {f"{screen}-{way}.png" for screen in SCREENS for way in ("desk-dark", "phone-light")}
    assert {file.name for file in SNAPSHOTS.iterdir()} == {name.replace(" ", "-") for name in wanted}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_the_smallest_phone_and_the_largest_screen(visitor: Come, game: str) -> None:
    ann = visitor("Ann", size="phone")
    ann.sit(ann.make_table(game, "me", "random")["id"])
    for width, height in ((360, 640), (640, 360), (3840, 2160)):
        ann.page.set_viewport_size({"width": width, "height": height})
        wider = ann.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, f"{wider} px too wide at {width}x{height}"
        expect(ann.page.locator(BOARD)).to_be_in_viewport()
