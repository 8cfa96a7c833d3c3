"""The table of Space Editor from the user's chair: what is drawn of actions, what stays of a rival's move, how cards
are read, and how large they are. Motion is on, and bots take their time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from orrery.server.settings import Settings
from page.browser import BOARD, Come, House, Visitor, open_house, rows
from page.hands import Hands, sit_down

GAME = "space_editor"
CELL = re.compile(r"-?\d+,-?\d+")
"""A cell as programs write it: the board shows no numbers."""
READABLE = {"wide": 64, "small": 48}
"""Pixels that a card measures at least where one plays, on a desk and on a small phone."""
LETTERS = 11
"""Pixels of the smallest number that one must read."""

# The smallest card that is in sight, and the smallest number on one, in pixels.
MEASURE = """() => {
  const window = document.querySelector("section.board .window").getBoundingClientRect();
  const cards = [...document.querySelectorAll("section.board button.card")];
  const sizes = cards.map((card) => card.getBoundingClientRect().width);
  const letters = cards.flatMap((card) =>
    [...card.querySelectorAll(".front text")].map((text) => {
      const { width } = card.getBoundingClientRect();
      return (Number.parseFloat(getComputedStyle(text).fontSize) * width) / 100;
    }),
  );
  const seen = cards.filter((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return left >= window.left && right <= window.right && top >= window.top && bottom <= window.bottom;
  });
  return { cards: cards.length, seen: seen.length, size: Math.min(...sizes), letters: Math.min(...letters) };
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose bots take as long for a move as they do by default."""
    with open_house(tmp_path_factory.mktemp("house"), pace=Settings().pace) as opened:
        yield opened


def text(one: Visitor, name: str) -> str:
    """A sentence of the game."""
    return rows(GAME)[name][one.lang]


def at_rest(one: Visitor) -> None:
    """Waits for one's own decision, when all is shown and nothing moves."""
    expect(one.page.locator(".asked strong")).to_be_visible()
    expect(one.page.locator("button.skip")).to_have_count(0)
    expect(one.page.locator(f"{BOARD} .world.gliding")).to_have_count(0)


def to_place(hands: Hands, entries: int) -> None:
    """Plays so far, and on until a card of the hand is to be placed."""
    hands.play(entries)
    at_rest(hands.visitor)
    while hands.visitor.board().locator(".hand button[aria-pressed]").count() < 2:
        hands.play(1)
        at_rest(hands.visitor)


def in_window(one: Visitor, what: Locator) -> bool:
    """Does it lie whole within the window to the universe?"""
    window, box = one.page.locator(f"{BOARD} .window").bounding_box(), what.bounding_box()
    assert window is not None and box is not None
    return (
        box["x"] >= window["x"] - 1
        and box["y"] >= window["y"] - 1
        and box["x"] + box["width"] <= window["x"] + window["width"] + 1
        and box["y"] + box["height"] <= window["y"] + window["height"] + 1
    )


def test_a_hint_is_drawn_where_it_would_lie_and_a_rivals_move_stays_marked(visitor: Come) -> None:
    ann = visitor("Ann", size="wide", calm=False)
    hands = sit_down(ann, GAME, "level1")
    to_place(hands, 6)
    # What the rival put down last is marked, and what the log says of it names no cell.
    marked = ann.board().locator("button.card.marked")
    expect(marked.first).to_be_visible()
    expect(marked.first.locator(".trace")).to_be_visible()
    assert in_window(ann, marked.first)
    assert not CELL.search(ann.page.locator(".log").inner_text())
    cards = ann.board().locator("button.card").count()
    ann.page.get_by_role("button", name=ann.say("do.hint"), exact=True).click()
    proposal = ann.board().locator(".proposal")
    expect(proposal).to_be_visible()
    expect(ann.board().locator(".hand button.proposed")).to_have_count(1)
    expect(ann.board().locator(".decision .title")).to_contain_text(
        text(ann, "page.label.suggested").split("{")[0].strip()
    )
    ann.page.wait_for_timeout(700)
    assert in_window(ann, proposal)
    cell = proposal.get_attribute("data-cell")
    assert not CELL.search(ann.page.get_by_label(ann.say("hint.title")).first.inner_text())
    # It is only shown: nothing was done, and with the hint it goes.
    expect(ann.board().locator("button.card")).to_have_count(cards)
    expect(ann.board().locator(f'button.card[data-cell="{cell}"]')).to_have_count(0)
    ann.page.keyboard.press("Escape")
    expect(proposal).to_have_count(0)
    hands.play(1)
    expect(ann.board().locator("button.card").nth(cards)).to_be_attached()


def test_the_hand_stays_where_it_is_and_a_card_can_be_wished_for_while_others_play(visitor: Come) -> None:
    ann = visitor("Ann", size="wide", calm=False)
    hands = sit_down(ann, GAME, "level1", options={"mode": "full"})
    to_place(hands, 3)
    first = ann.board().locator(".hand button").first
    before = first.bounding_box()
    at = ann.number()
    # A card, a lit place, and the button that confirms; then, while it still lands, the next card.
    first.click()
    expect(ann.page.locator(".asked")).to_contain_text(text(ann, "page.ask.place_where").split("{")[0].strip())
    ann.board().locator("button.spot").first.click()
    ann.board().locator(".decision button.main").click()
    ann.reach(at + 1)
    wished = ann.board().locator(".hand button").first
    card = wished.get_attribute("data-card")
    wished.click()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    during = wished.bounding_box()
    at_rest(ann)
    if ann.board().locator(".hand button[aria-pressed]").count() > 1:
        expect(ann.board().locator(f'.hand button[data-card="{card}"]')).to_have_attribute("aria-pressed", "true")
        expect(ann.board().locator("button.spot").first).to_be_visible()
    after = ann.board().locator(".hand button").first.bounding_box()
    assert before is not None and during is not None and after is not None
    assert abs(before["x"] - during["x"]) < 2 and abs(before["x"] - after["x"]) < 2


def test_a_card_is_read_under_a_lens_as_it_lies(visitor: Come) -> None:
    ann = visitor("Ann", size="wide", calm=False)
    hands = sit_down(ann, GAME, "level1")
    lens = ann.page.locator(".lens")
    for _ in range(20):
        hands.play(1)
        at_rest(ann)
        turned = ann.page.evaluate(
            """() => [...document.querySelectorAll("section.board button.card:not(.down) .front .sides")]
              .filter((sides) => !/rotate\\((0|-?360)deg\\)/.test(sides.style.transform))
              .map((sides) => sides.closest("button").dataset.cell)"""
        )
        if turned:
            break
    card = ann.board().locator(f'button.card[data-cell="{turned[0]}"]')
    words = card.locator(".hidden").inner_text()
    card.hover()
    expect(lens).to_be_visible()
    # The sides under the lens are those that are read out on the board, and the card itself is not covered.
    names, sides = lens.locator("dt").all_inner_texts(), lens.locator("dd").all_inner_texts()
    said = [f"{name} {side.split(chr(10))[-1]}" for name, side in zip(names, sides, strict=True)]
    assert ", ".join(said) in words, (said, words)
    shown, box = lens.bounding_box(), card.bounding_box()
    assert shown is not None and box is not None
    assert shown["x"] >= box["x"] + box["width"] or shown["x"] + shown["width"] <= box["x"]
    assert shown["y"] >= 0 and shown["y"] + shown["height"] <= 900
    ann.page.keyboard.press("Escape")
    expect(lens).to_have_count(0)
    ann.board().locator(".hand button").first.hover()
    expect(lens).to_be_visible()
    ann.page.mouse.move(5, 5)
    expect(lens).to_have_count(0)


def test_a_finger_that_stays_on_a_card_reads_it_and_does_nothing_else(visitor: Come) -> None:
    ann = visitor("Ann", size="phone", lang="ja", calm=False)
    hands = sit_down(ann, GAME, "level1")
    to_place(hands, 3)
    card = ann.board().locator(".hand button").first
    box = card.bounding_box()
    assert box is not None
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 3}
    touch = ann.context.new_cdp_session(ann.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    lens = ann.page.locator(".lens")
    expect(lens).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    ann.page.wait_for_timeout(300)
    expect(lens).to_be_visible()
    expect(card).to_have_attribute("aria-pressed", "false")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    # The next tap puts it away.
    box = ann.page.locator(f"{BOARD} .window").bounding_box()
    assert box is not None
    ann.page.touchscreen.tap(box["x"] + 20, box["y"] + box["height"] - 20)
    expect(lens).to_have_count(0)


def test_cards_can_be_read_at_turn_25(visitor: Come) -> None:
    ann = visitor("Ann", size="wide")
    table = ann.make_table(GAME, "me", "random", options={"mode": "full"})["id"]
    ann.sit(table)
    while ann.number() < 26:
        assert not ann.play(1)["over"]
    for name, (width, height) in {"wide": (1440, 900), "small": (360, 640)}.items():
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.sit(table)
        ann.page.wait_for_timeout(300)
        found = ann.page.evaluate(MEASURE)
        print(name, found)
        assert found["cards"] > 20
        assert found["size"] >= READABLE[name], (name, found)
        assert found["letters"] >= LETTERS, (name, found)
        assert found["seen"] >= 3, (name, found)
        # Everything at once is one press away, and so is the way back.
        toggle = ann.board().locator(".zoom button").last
        if toggle.get_attribute("aria-label") == text(ann, "page.do.fit"):
            toggle.click()
            ann.page.wait_for_timeout(100)
            overview = ann.page.evaluate(MEASURE)
            assert overview["seen"] == overview["cards"], (name, overview)
            toggle.click()
            ann.page.wait_for_timeout(100)
            assert ann.page.evaluate(MEASURE)["size"] >= READABLE[name]
