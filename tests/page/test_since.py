"""What is to be read at a table, from the user's chair: hints and analyses beside the board and drawn on it, and what
happened since one's turn. By pointer or finger, with the settings that everybody begins with, in motion.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from orrery.server.settings import Settings
from page.browser import BOARD, Come, House, Visitor, axe, open_house
from page.hands import Hands, sit_down


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose bots take as long for a move as they do by default."""
    with open_house(tmp_path_factory.mktemp("house"), pace=Settings().pace) as opened:
        yield opened


def button(one: Visitor, name: str) -> Locator:
    """A button of the table by the name of its sentence."""
    return one.page.get_by_role("button", name=one.say(name), exact=True)


def place_of(what: Locator) -> tuple[float, float, float, float]:
    """Where something is on the screen, and how large."""
    box = what.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


def my_turn(one: Visitor) -> None:
    """Waits until it is one's turn and nothing moves."""
    expect(one.page.locator(".asked strong")).to_be_visible()
    expect(one.page.locator("button.skip")).to_have_count(0)


def first_choice(one: Visitor, hands: Hands) -> None:
    """Plays to the first decision with a hand."""
    my_turn(one)
    while one.board().locator(".hand button[aria-pressed=false]").count() == 0:
        hands.next()


def pull(one: Visitor, far: int) -> None:
    """Pulls the sheet by its handle; up where that is negative."""
    x, y, width, _ = place_of(one.page.locator(".note .handle"))
    mouse = one.page.mouse
    mouse.move(x + width / 2, y + 8)
    mouse.down()
    mouse.move(x + width / 2, y + 8 + far, steps=4)
    mouse.up()


def acts_of(one: Visitor) -> list[str]:
    """The actions that a visitor's page sends from now on, at tables that it opens."""
    sent: list[str] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "act":
            sent.append(message["action"])

    one.page.on("websocket", lambda socket: socket.on("framesent", hear))
    return sent


def test_a_hint_is_drawn_on_the_board_which_stays_as_large_as_it_was(visitor: Come) -> None:
    ann = visitor("Ann", size="wide", calm=False)
    sent = acts_of(ann)
    first_choice(ann, sit_down(ann, "space_editor", "level1"))
    page, board = ann.page, ann.page.locator(BOARD)
    assert page.evaluate("document.documentElement.scrollHeight") == page.evaluate("innerHeight")
    before = place_of(board)
    button(ann, "do.hint").click()
    note = page.get_by_role("region", name=ann.say("hint.title"), exact=True)
    lines = note.locator("li .what")
    expect(note).to_be_visible()
    assert place_of(board) == before
    expect(lines.nth(1)).to_be_visible()
    assert place_of(board) == before
    assert place_of(note)[0] >= before[0] + before[2]
    # The best is drawn at once, another one while one points at it, and the one that was chosen until it is closed.
    first = str(board.get_attribute("data-suggested"))
    assert board.get_attribute("data-lit")
    lines.nth(1).hover()
    expect(board).not_to_have_attribute("data-suggested", first)
    second = str(board.get_attribute("data-suggested"))
    look_away(ann)
    expect(board).to_have_attribute("data-suggested", first)
    lines.nth(1).click()
    look_away(ann)
    expect(board).to_have_attribute("data-suggested", second)
    expect(button(ann, "hint.play")).to_have_count(1)
    assert not axe(page)
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    assert (board.get_attribute("data-suggested"), board.get_attribute("data-lit")) == (None, None)
    # What a line of the log is about is lit as long as one points there.
    page.locator(".log .entry").last.hover()
    expect(board).to_have_attribute("data-lit", re.compile("."))
    look_away(ann)
    expect(board).not_to_have_attribute("data-lit", re.compile("."))
    # What is played is what is shown.
    button(ann, "do.hint").click()
    lines.nth(1).click()
    expect(lines.nth(1)).to_have_attribute("aria-pressed", "true")
    drawn, done = str(board.get_attribute("data-suggested")), len(sent)
    button(ann, "hint.play").click()
    expect(note).to_have_count(0)
    assert sent[done:] == [drawn]


def look_away(one: Visitor) -> None:
    """Points at nothing in particular."""
    one.page.mouse.move(5, 5)


def test_on_a_phone_a_hint_is_a_low_sheet_that_is_pulled_up_and_down(visitor: Come) -> None:
    ann = visitor("Ann", size="phone", lang="ja", calm=False)
    first_choice(ann, sit_down(ann, "space_editor", "level1"))
    page, board = ann.page, ann.page.locator(BOARD)
    before = place_of(board)
    button(ann, "do.hint").tap()
    note = page.get_by_role("region", name=ann.say("hint.title"), exact=True)
    shown = note.locator("li:visible")
    expect(shown).to_have_count(1)
    assert place_of(board) == before
    page.wait_for_function("document.querySelector('.note').getAnimations().length === 0")
    # It lies over the bars at the foot of the page: all of the board is in sight above it.
    assert place_of(note)[1] >= before[1] + before[3] - 1
    first = str(board.get_attribute("data-suggested"))
    button(ann, "sheet.next").tap()
    expect(board).not_to_have_attribute("data-suggested", first)
    assert not axe(page)
    pull(ann, -90)
    expect(shown.nth(1)).to_be_visible()
    pull(ann, 90)
    expect(shown).to_have_count(1)
    pull(ann, 90)
    expect(note).to_have_count(0)
    assert (place_of(board), board.get_attribute("data-suggested")) == (before, None)
    # The panel goes by the same key as the notes.
    ann.open_tab("log")
    page.keyboard.press("Escape")
    expect(page.locator("#tab-panel")).not_to_be_visible()


def test_an_analysis_is_drawn_on_the_board_of_the_moment(visitor: Come) -> None:
    ann = visitor("Ann", size="wide", lang="ja", calm=False)
    first_choice(ann, sit_down(ann, "space_editor", "level1"))
    page, board = ann.page, ann.page.locator(BOARD)
    button(ann, "menu.open").click()
    page.get_by_role("link", name=ann.say("menu.replay")).click()
    # It opens at the moment one was at, not on an empty board.
    expect(page.get_by_role("slider")).to_have_value(str(ann.number()))
    expect(board.locator("button.card").first).to_be_visible()
    expect(button(ann, "analysis.do")).to_be_enabled()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    before = place_of(board)
    button(ann, "analysis.do").click()
    note = page.get_by_role("region", name=ann.say("analysis.title"), exact=True)
    expect(note.locator("li").first).to_be_visible()
    assert place_of(board) == before
    expect(board).to_have_attribute("data-suggested", re.compile("."))
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    expect(board).not_to_have_attribute("data-suggested", re.compile("."))
    # At the end it is played from the start.
    button(ann, "replay.again").click()
    expect(page.get_by_role("slider")).to_have_value("1")


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_what_happened_since_ones_turn_is_told_and_shown_again(visitor: Come, size: str) -> None:
    ann = visitor("Ann", size=size, calm=False)
    hands = sit_down(ann, "space_editor", "level1")
    page, cards = ann.page, ann.board().locator("button.card")
    strip = page.locator(".heed .since-list")
    first_choice(ann, hands)
    hands.play(2)
    my_turn(ann)
    if size == "wide":
        expect(strip).to_contain_text("Level 1")
    see_again(ann, cards)
    # After a reload the moments are fetched; Skip ends it.
    page.reload()
    my_turn(ann)
    board = place_of(page.locator(BOARD))
    press_again(ann)
    expect(page.locator(".asked")).to_contain_text(ann.say("since.playing"))
    expect(page.locator("[data-action]:enabled")).to_have_count(0)
    button(ann, "do.skip").click()
    my_turn(ann)
    assert place_of(page.locator(BOARD)) == board
    if size == "phone":
        return
    # What came while nobody looked: the tab was hidden.
    told = strip.inner_text()
    page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    hands.play(2)
    my_turn(ann)
    page.evaluate("delete document.hidden")
    expect(strip).not_to_have_text(told)
    see_again(ann, cards)


def press_again(one: Visitor) -> None:
    """Wants to see it once more; on a phone what happened is a sheet."""
    if one.size == "phone":
        one.page.locator(".tabs .chip").tap()
        one.page.locator(".note .play").tap()
    else:
        one.page.locator(".heed .play").click()


def see_again(one: Visitor, cards: Locator) -> None:
    """The board goes back, shows what happened, and is as it was."""
    count = cards.count()
    press_again(one)
    expect(cards).to_have_count(count - 1)
    expect(cards).to_have_count(count)
    my_turn(one)
    assert cards.count() == count


def test_sound_is_offered_once_at_the_first_table(visitor: Come) -> None:
    ann = visitor("Ann", size="wide", lang="ja")
    ann.sit(ann.make_table("vediic", "me", "random")["id"])
    offer = ann.page.get_by_role("group", name=ann.say("sound.ask"))
    expect(offer).to_be_visible()
    ann.page.reload()
    expect(offer).to_be_visible()
    offer.get_by_role("button", name=ann.say("sound.yes"), exact=True).click()
    expect(offer).to_have_count(0)
    assert ann.page.evaluate("JSON.parse(localStorage['orrery.settings']).sound") is True
    ben = visitor("Ben", size="wide")
    for shown in (1, 0):
        ben.sit(ben.make_table("vediic", "me", "random")["id"])
        my_turn(ben)
        expect(ben.page.get_by_role("group", name=ben.say("sound.ask"))).to_have_count(shown)
