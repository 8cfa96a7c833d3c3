"""Whatever one must read to play can be read: on the table of every game, at its resting zoom and with the settings
that everybody begins with, no letter is smaller than 11 pixels, on small phones as on a desk, in both languages.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from page.browser import GAMES, HERE, LANGS, Come, Visitor

READABLE = (HERE / "readable.js").read_text(encoding="utf-8")
LEAST = 10.95
"""Pixels; a little less than 11, for what browsers round."""
ALLOWED: dict[str, str] = {
    ".brand": "the sign of the page, no part of any table",
}
"""What may be smaller, with the reason: not read by those who play."""
ROOMS = {"wide": ((1440, 900),), "phone": ((390, 844), (360, 640))}
MOMENTS = {"space_editor": (3, 18), "vediic": (5, 30), "five_spheres": (5, 50)}
"""How many actions are done before somebody looks: in the beginning, and when much lies on the table."""
LONG = {"space_editor": {"mode": "full"}}
"""Options with which most comes to lie on the table."""


def small_texts(one: Visitor) -> list[dict[str, Any]]:
    """The texts on the screen that are too small."""
    one.page.evaluate("document.fonts.ready")
    one.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[dict[str, Any]] = one.page.evaluate(READABLE, {"least": LEAST, "allowed": list(ALLOWED)})
    return found


def speak(one: Visitor, lang: str) -> None:
    """Changes the language of the page by its switch."""
    if one.page.locator("html").get_attribute("lang") != lang:
        one.page.locator(f'header button[lang="{lang}"]').click()
    expect(one.page.locator("html")).to_have_attribute("lang", lang)


@pytest.mark.parametrize("game", GAMES)
def test_no_text_that_one_must_read_is_smaller_than_eleven_pixels(visitor: Come, game: str) -> None:
    ann = visitor("Ann", size="wide")
    phone = visitor(size="phone", lang="ja")
    phone.context.add_cookies(ann.context.cookies())  # type: ignore[arg-type]  # what was read is what is written
    table = ann.make_table(game, "me", "random", options=LONG.get(game, {}))["id"]
    found: dict[str, tuple[float, str]] = {}
    done = 0
    for moment in MOMENTS[game]:
        ann.page.set_viewport_size({"width": ROOMS["wide"][0][0], "height": ROOMS["wide"][0][1]})
        ann.sit(table)
        over = ann.play(moment - done)["over"]
        done = moment
        for one in (ann, phone):
            for width, height in ROOMS[one.size]:
                for text in look(one, table, width, height):
                    seen = (text["size"], f"at {width}x{height}: {text['name']} ({text['words']!r})")
                    found[text["name"]] = min(seen, found.get(text["name"], seen))
        if over:
            break
    lines = [f"{size} px {where}" for size, where in sorted(found.values())]
    assert not found, f"{len(lines)} texts are too small:\n" + "\n".join(lines)


def look(one: Visitor, table: str, width: int, height: int) -> list[dict[str, Any]]:
    """The texts that are too small for somebody who comes to a table now, in either language."""
    one.page.set_viewport_size({"width": width, "height": height})
    one.sit(table)
    expect(one.page.locator(".asked")).to_be_attached()
    expect(one.page.locator("button.skip")).to_have_count(0)
    one.settle()
    found: list[dict[str, Any]] = []
    for lang in LANGS:
        speak(one, lang)
        found += small_texts(one)
    return found


def test_letters_are_measured_as_they_are_on_the_screen(visitor: Come) -> None:
    ann = visitor("Ann", size="wide").go("/about")
    ann.page.evaluate(
        """() => document.body.insertAdjacentHTML("beforeend", `
          <div id="measured" style="position: fixed; inset: 0; z-index: 99; background: white; font-size: 16px">
            <p class="plain">plain</p>
            <p class="small" style="font-size: 8px">small</p>
            <div style="transform: scale(0.5)"><p class="shrunk">shrunk</p></div>
            <div style="transform: rotate(90deg)"><p class="turned">turned</p></div>
            <div style="zoom: 0.5"><p class="zoomed">zoomed</p></div>
            <svg width="100" height="100" viewBox="0 0 200 200"><text class="drawn" x="9" y="99">drawn</text></svg>
            <svg width="100" height="100" viewBox="0 0 100 100"><text class="full" x="9" y="50">full</text></svg>
            <div style="scale: 0.5"
              ><svg width="99" height="99" viewBox="0 0 99 99"><text class="both" y="50">both</text></svg></div>
            <svg width="100" height="100" viewBox="0 0 100 100"><svg width="50" height="50" viewBox="0 0 100 100"
              ><text class="nested" y="50">nested</text></svg></svg>
            <svg width="99" height="99" viewBox="0 0 99 99"
              ><g style="transform: scale(0.5)"><text class="group" y="50">group</text></g></svg>
            <p class="hidden">hidden</p>
            <p style="opacity: 0; font-size: 5px" class="faint">faint</p>
          </div>`)"""
    )
    sizes = {text["name"].rpartition(".")[2]: text["size"] for text in small_texts(ann)}
    assert sizes == {"small": 8, "shrunk": 8, "zoomed": 8, "drawn": 8, "both": 8, "nested": 8, "group": 8}
