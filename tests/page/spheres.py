"""What the tests of Five Spheres in the browser share: things of its board, and how a moment of a match is reached."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from page.browser import Visitor, rows

FOLLOW = """
async (words) => {
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const find = (what) => document.querySelector(what);
  const isShown = (one) => one !== null && one.getClientRects().length > 0;
  const offered = () => [...document.querySelectorAll("[data-action]")].filter((one) => !one.disabled);
  const all = () => offered().map((one) => one.dataset.action).join();
  for (const word of words) {
    const end = performance.now() + 15000;
    for (;;) {
      for (const screen of [".pass-on", ".curtain button"]) find(screen)?.click();
      const tab = find("#tab-actions");
      if (tab !== null && (tab.ariaSelected !== "true" || !isShown(find("#tab-panel")))) tab.click();
      if (offered().some((one) => one.dataset.action === word)) break;
      if (performance.now() > end) throw new Error(`${word} is not offered, but ${all()}`);
      await sleep(5);
    }
    const before = all();
    offered().find((one) => one.dataset.action === word).click();
    // Until it is on its way; it may be done in no time and what is offered look the same: then a moment has to do.
    const start = performance.now();
    while (all() === before && performance.now() - start < 600) await sleep(2);
  }
};
"""
"""Does actions by their entries in the list, whoever's they are."""


def say(one: Visitor, name: str) -> str:
    """A sentence of the game."""
    return rows("five_spheres")[name][one.lang]


def thing(one: Visitor, name: str) -> Locator:
    """A thing of the board by its name."""
    return one.board().locator(f'[data-thing="{name}"]')


def follow(one: Visitor, moment: tuple[dict[str, Any], str], *names: str) -> None:
    """Sits down with others at one screen and plays as far as a moment; shows the side of whoever decides."""
    options, words = moment
    one.sit(one.make_table("five_spheres", *["me"] * len(names), names=list(names), options=options)["id"])
    known = [word.strip() for word in words.split(";")]
    one.page.evaluate(FOLLOW, known)
    one.reach(len(known))
    one.take_screen()
    one.open_tab("log")
    one.close_panel()
    expect(one.board()).to_be_visible()


def middle(of: Locator) -> tuple[float, float]:
    """Where a thing is."""
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
