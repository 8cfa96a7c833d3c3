"""Vediic at the table: the chart by keys and fingers, what is paid, why something is refused, and motion that ends."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from page.browser import Come, Visitor, axe, rows
from page.hands import sit_down


def circle(one: Visitor, name: str) -> Locator:
    """A circle of the chart."""
    return one.board().locator(f'[data-ref="circle:{name}"]')


def text(one: Visitor, name: str) -> str:
    """A sentence of the game."""
    return rows("vediic")[name][one.lang]


def at_decision(one: Visitor, verb: str, ways: int = 1, most: int = 120) -> list[str]:
    """Sits down at one screen for two and plays by the list until an action with a verb is offered, perhaps in several
    ways; gives the actions.
    """
    one.sit(one.make_table("vediic", "me", "me", names=["Ann", "Ben"], options={})["id"])
    for step in range(most):
        one.take_screen()
        words = one.choices()
        if sum(word.split()[0] == verb for word in words) >= ways:
            one.close_panel()
            return words
        one.play(1, step + 1)
        one.reach(step + 1)
    raise AssertionError(f"nobody could {verb}")


MIDDLE = """
const middle = (one) => {
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const far = (one, other) => {
  const [[x, y], [a, b]] = [middle(one), middle(other)];
  return Math.hypot(a - x, b - y);
};
"""
"""How far the middles of two elements are from each other."""


def test_a_pawn_is_put_by_the_keyboard_alone(visitor: Come) -> None:
    ann = visitor("Ann")
    free = {word.split()[1] for word in at_decision(ann, "put")}
    before = ann.number()
    keyboard = ann.page.keyboard
    ann.board().locator('svg.chart [tabindex="0"]').focus()
    reached = ""
    for key in ("ArrowRight", "ArrowDown", "ArrowRight"):
        keyboard.press(key)
        reached = str(ann.page.evaluate("document.activeElement.dataset.ref"))
    assert reached.removeprefix("circle:") in free
    keyboard.press("Enter")
    expect(ann.page.locator(f'[data-ref="{reached}"]')).to_have_attribute("aria-pressed", "true")
    keyboard.press("Enter")
    ann.reach(before + 1)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_pawn_walks_by_three_taps(visitor: Come, lang: str) -> None:
    ann = visitor("Ann", size="phone", lang=lang)
    words = at_decision(ann, "move")
    before = ann.number()
    _, pawn, goal = next(word for word in words if re.fullmatch(r"move \d c\d\d", word)).split()
    place = ann.page.evaluate(
        "(pawn) => {"
        + MIDDLE
        + """
          const stand = document.querySelector(`[data-pawn$='-${pawn}'].movable .figure`);
          const own = [...document.querySelectorAll(".circle.mine")];
          const away = (one) => far(one.querySelector(".dot"), stand);
          return own.sort((a, b) => away(a) - away(b))[0].dataset.ref;
        }""",
        pawn,
    )
    ann.board().locator(f'[data-ref="{place}"]').tap()
    expect(ann.board().locator(".stand.chosen")).to_have_count(1)
    expect(circle(ann, goal)).to_have_class(re.compile(r"\bgoal\b"))
    circle(ann, goal).tap()
    # The way is drawn with an arrow, and the pawn as it would stand.
    expect(ann.board().locator("path.path")).to_be_attached()
    expect(ann.board().locator("path.tip")).to_be_attached()
    expect(ann.board().locator("[data-ghost]")).to_be_attached()
    expect(ann.board().locator(".brings")).to_have_text(re.compile(r"[+−0]"))
    circle(ann, goal).tap()
    ann.reach(before + 1)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_why_not_is_answered_without_notation(visitor: Come, lang: str) -> None:
    ann = visitor("Ann", lang=lang)
    words = at_decision(ann, "move")
    goals = {word.split()[2] for word in words if word.startswith("move ")}
    far = next(name for name in ("c36", "c00", "c32", "c04", "c18") if name not in goals)
    circle(ann, far).click()
    ann.board().locator("[data-why]").first.click()
    note = ann.page.locator(".note", has=ann.page.locator("[data-clause]"))
    expect(note).to_be_visible()
    said = note.inner_text()
    assert not re.search(r"with (green|blue|red|gray)|席\d|seat \d|c\d\d|[Pp]awn \d|コマ\d|[{}“”]", said), said
    if lang == "ja":
        assert not re.search(r"[A-Za-z]{2,}", re.sub(r"VE-[\d.]+", "", said)), said


def test_another_card_is_paid_than_the_one_chosen_first(visitor: Come) -> None:
    ann = visitor("Ann")
    payable = [word.split()[1] for word in at_decision(ann, "pay", 2) if word.startswith("pay ")]
    before = ann.number()
    for color in payable[:2]:
        ann.board().locator(f'[data-anchor="hand:{color}"]').click()
    chosen = ann.board().locator('.hand [aria-pressed="true"]')
    expect(chosen).to_have_count(1)
    expect(chosen).to_have_attribute("data-anchor", f"hand:{payable[1]}")
    ann.board().locator("button.main").click()
    ann.reach(before + 1)


def test_what_happens_is_shown_in_motion_and_ends_as_it_is(visitor: Come) -> None:
    ann = visitor("Ann", calm=False)
    words = at_decision(ann, "move")
    before = ann.number()
    _, pawn, goal = next(word for word in words if re.fullmatch(r"move \d c\d\d", word)).split()
    ann.act(f"move {pawn} {goal}")
    ann.reach(before + 1)
    # While the pawn walks nothing is offered; then it stands on its goal, and the steps have gone on.
    end = ann.page.locator('[data-action="end"]')
    expect(end).to_be_enabled()
    away = ann.page.evaluate(
        "(goal) => {"
        + MIDDLE
        + """
          const dot = document.querySelector(`[data-ref='circle:${goal}'] .dot`);
          return Math.min(...[...document.querySelectorAll("[data-pawn] .figure")].map((one) => far(one, dot)));
        }""",
        goal,
    )
    assert away < 3
    expect(ann.board().locator("[data-flight]")).to_have_count(0)
    expect(ann.board().locator("li.done", has_text=text(ann, "page.step.move"))).to_have_count(1)


BOX = """() => {
  const { x, y, width, height } = document.querySelector("svg.chart").getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
}"""


def test_the_chart_keeps_its_place_and_what_others_did_stays_marked(visitor: Come) -> None:
    ann = visitor("Ann", size="wide", calm=False)
    hands = sit_down(ann, "vediic", "level1")
    page = ann.page
    boxes: set[str] = set()
    powers = 0
    walked = page.locator('[data-trail^="trail:walk"], [data-trail^="trail:jump"]')
    mine = page.locator(".stand.movable")
    for _ in range(80):
        hands.next()
        boxes.add(str(page.evaluate(BOX)))
        powers += page.locator(".choices .row .power").count() == 7
        if walked.count() and mine.count():
            break
    expect(walked.first).to_be_attached()
    # The last touch may have begun something: it is given up.
    page.keyboard.press("Escape")
    assert len(boxes) == 1, boxes
    assert powers, "the powers stand neither by the colours nor by the first cards"
    # What it means to stand here, in cards; then for every circle.
    standing = page.locator(".brings")
    expect(standing).to_have_text(
        re.compile(r"about (0|[+−]\d+(\.\d)?) cards.*, (no danger|\d+% danger of losing \d|sure to lose \d)")
    )
    page.locator(".tool").first.click()
    expect(page.locator(".expected").first).to_be_attached()
    told = page.locator(".expected").all_text_contents()
    assert all(re.fullmatch(r"0|[+−]\d+(\.\d)?", one) for one in told), told
    page.locator(".tool").first.click(click_count=3)
    said = page.locator(".log").inner_text()
    assert not re.search(r"\bc\d\d\b|pawn \d", said), said
    # With the next action of one's own the marks are gone.
    before = ann.number()
    while ann.number() == before:
        hands.next()
    expect(walked).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_seven_seats_are_all_in_sight(visitor: Come, lang: str) -> None:
    ann = visitor("Ann", size="phone", lang=lang)
    page = ann.page
    ann.sit(ann.make_table("vediic", "me", *["random"] * 6)["id"])
    seats = page.locator(".strip .seat")
    expect(seats).to_have_count(7)
    for width, height, most in ((1440, 900, 64), (390, 844, 92), (360, 640, 34)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)
        strip = page.locator(".strip")
        assert strip.evaluate("(one) => one.scrollWidth <= one.clientWidth && one.offsetHeight") in range(1, most + 1)
        for i in range(7):
            box = seats.nth(i).bounding_box()
            assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
            # Who it is, is seen whole: on a slim line no name tells it.
            cut = "(one) => one.getBoundingClientRect().right - one.parentElement.getBoundingClientRect().right"
            assert seats.nth(i).locator(".sign").evaluate(cut) <= 0.5
        # Where there are names, bots that are called alike are told apart, however short the names are cut.
        letters = page.locator(".strip .letter")
        assert letters.all_inner_texts() == list("BCDEFG")
        assert width == 360 or all(letter.evaluate(cut) <= 0.5 for letter in letters.all())
    assert not axe(page)


def test_a_hint_to_move_is_drawn_as_a_way_with_the_pawn_at_its_end(visitor: Come) -> None:
    ann = visitor("Ann", size="wide")
    at_decision(ann, "move")
    ann.page.get_by_role("button", name=ann.say("do.hint"), exact=True).click()
    lines = ann.page.get_by_role("region", name=ann.say("hint.title"), exact=True).locator("li .what")
    expect(lines.first).to_be_visible()
    drawn = []
    for i in range(lines.count()):
        lines.nth(i).click()
        drawn.append(str(ann.board().get_attribute("data-suggested")))
        if drawn[-1].startswith("move "):
            expect(ann.board().locator("path.tip")).to_be_attached()
            expect(ann.board().locator("[data-ghost]")).to_be_attached()
    assert any(word.startswith("move ") for word in drawn), drawn
    ann.page.keyboard.press("Escape")
    expect(ann.board().locator("[data-ghost]")).to_have_count(0)
