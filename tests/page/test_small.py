"""Small phones, and what is to be seen while others move: by finger or pointer, with the settings that everybody begins
with, in motion.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from orrery.server.settings import Settings
from page.browser import GAMES, Come, House, Visitor, axe, open_house, rows, turn
from page.hands import Hands, sit_down
from page.spheres import follow

LOOK = {"assembly": "predesign", "deck_numbers": [1, 5]}, "crystal h4; cast h3"
"""With the seed of these tests: a card is chosen from one's own deck."""
RETALIATES = (
    {"assembly": "predesign", "deck_numbers": [1, 2]},
    "crystal h0; summon h0; end; attack u12 fortress 0; destroy u2",
)
"""A lord may retaliate with hand card 3."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose bots take as long for a move as they do by default."""
    with open_house(tmp_path_factory.mktemp("house"), pace=Settings().pace) as opened:
        yield opened


def button(one: Visitor, name: str) -> Locator:
    """A button of the table by the name of its sentence."""
    return one.page.get_by_role("button", name=one.say(name), exact=True)


def my_turn(one: Visitor) -> None:
    """Waits until it is one's turn and nothing moves."""
    expect(one.page.locator(".asked strong")).to_be_visible()
    expect(one.page.locator("button.skip")).to_have_count(0)


def ask_for_hint(one: Visitor) -> Locator:
    """Asks for a hint; gives the sheet, once it lies still and there is something to play on it."""
    my_turn(one)
    button(one, "do.hint").tap()
    note = one.page.get_by_role("region", name=one.say("hint.title"), exact=True)
    expect(button(one, "hint.play")).to_be_visible()
    one.page.wait_for_function("() => document.querySelector('.note').getAnimations().length === 0")
    return note


# Whether a point in the middle of something is that thing: nothing lies over it.
IS_ON_TOP = """(one) => {
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return top !== null && (one.contains(top) || top.contains(one));
}"""


@pytest.mark.parametrize(("game", "lang"), [(game, lang) for game in GAMES for lang in ("en", "ja")])
def test_a_hint_on_a_small_phone_covers_nothing_of_the_board(visitor: Come, game: str, lang: str) -> None:
    ann = visitor("Ann", size="small", lang=lang, calm=False)
    hands = sit_down(ann, game, "level1")
    my_turn(ann)
    while ann.board().locator(".hand button").count() == 0:
        hands.next()
    before = ann.board().bounding_box()
    note = ask_for_hint(ann)
    assert ann.board().bounding_box() == before and before is not None
    low = note.bounding_box()
    assert low is not None and low["y"] >= before["y"] + before["height"] - 1, (low, before)
    for what in (button(ann, "hint.play"), note.locator(".line"), note.get_by_role("button").last):
        assert what.evaluate(IS_ON_TOP)
    # Each card of the hand that the hint is about can be seen.
    word = ann.board().get_attribute("data-suggested")
    assert word is not None
    assert ann.board().locator(".hand button").first.evaluate(IS_ON_TOP)
    assert not axe(ann.page)
    # Pulled up it tells the rest.
    note.get_by_role("button", name=ann.say("sheet.more"), exact=True).tap()
    expect(note.get_by_role("heading")).to_be_visible()
    expect(note.locator("li").last).to_be_visible()
    note.get_by_role("button", name=ann.say("do.close"), exact=True).tap()
    expect(note).to_have_count(0)


def test_a_hint_at_the_charity_pile_shows_the_pile_on_a_small_phone(visitor: Come) -> None:
    ann = visitor("Ann", size="small", calm=False)
    hands = sit_down(ann, "vediic", "level1")
    for _ in range(40):
        my_turn(ann)
        if not any(word.startswith("charity ") for word in ann.choices()):
            ann.close_panel()
            hands.next()
            continue
        ann.close_panel()
        note = ask_for_hint(ann)
        count = note.locator("li").count()
        for _ in range(count):
            word = str(ann.board().get_attribute("data-suggested"))
            if word.startswith("charity "):
                pile = ann.board().locator(".choices .pointed")
                expect(pile).to_have_count(1)
                assert word.removeprefix("charity ") in str(pile.get_attribute("aria-label")).lower()
                assert pile.evaluate(IS_ON_TOP)
                return
            if count > 1:
                button(ann, "sheet.next").tap()
        ann.page.keyboard.press("Escape")
        hands.next()
    raise AssertionError("no hint was about the charity pile")


# Whether the one card that is lit in the list is the one that is suggested, and lies in sight.
IS_LIT = f"""() => {{
  const lit = [...document.querySelectorAll("section.board .options .pointed")];
  const word = document.querySelector("section.board").dataset.suggested ?? "";
  const isOnTop = {IS_ON_TOP};
  return lit.length === 1 && lit[0].dataset.option === word.replace("target p", "pile:") && isOnTop(lit[0]);
}}"""


@pytest.mark.parametrize("size", ["wide", "small"])
def test_a_card_of_the_deck_that_is_suggested_is_lit_in_the_list(visitor: Come, size: str) -> None:
    ann = visitor("Ann", size=size)
    follow(ann, LOOK, "Ann", "Ben")
    options = ann.board().locator(".options .option")
    expect(options.nth(2)).to_be_visible()
    expect(ann.board().locator(".options .pointed")).to_have_count(0)
    hint = button(ann, "do.hint")
    hint.click()
    expect(button(ann, "hint.play")).to_be_visible()
    lit = ann.board().locator(".options .pointed")
    seen: set[str] = set()
    for _ in range(3):
        word = str(ann.board().get_attribute("data-suggested"))
        if word != "target none":
            expect(lit).to_have_count(1)
            ann.page.wait_for_function(IS_LIT)
            seen.add(word)
            # No arrow goes behind the list.
            expect(ann.board().locator(".arrows .suggested.line")).to_have_count(0)
        if size == "small":
            button(ann, "sheet.next").click()
        else:
            lines = ann.page.locator(".note li .what")
            lines.nth(min(lines.count() - 1, len(seen))).click()
    assert seen


def test_a_prompt_that_is_cut_says_so_and_opens(visitor: Come) -> None:
    ann = visitor("Ann", size="small", lang="ja", calm=False)
    sit_down(ann, "vediic", "level1")
    my_turn(ann)
    asked = ann.page.locator("p.asked")
    expect(asked).not_to_have_class("cut")
    # Somebody who needs large letters.
    ann.page.add_style_tag(content="html { font-size: 30px }")
    expect(asked).to_contain_class("cut")
    asked.focus()
    expect(asked).not_to_contain_class("cut")


@pytest.mark.parametrize("game", GAMES)
def test_the_bar_on_top_holds_its_buttons_whole_on_a_small_phone(visitor: Come, game: str) -> None:
    ann = visitor("Ann", size="small", calm=False)
    sit_down(ann, game, "level1")
    bar = ann.page.locator("header.compact")
    holds = """(bar) => [...bar.querySelectorAll('.brand, .langs, button')].every((one) => {
      const [outer, inner] = [bar.getBoundingClientRect(), one.getBoundingClientRect()];
      return inner.top >= outer.top && inner.bottom <= outer.bottom;
    })"""
    assert bar.evaluate(holds)


def test_a_suggested_card_of_a_draft_is_brought_into_sight_on_a_small_phone(visitor: Come) -> None:
    ann = visitor("Ann", size="small", calm=False)
    sit_down(ann, "five_spheres", "level1", options={"assembly": "open_draft", "first": 0})
    offers = ann.board().locator(".draft .offer")
    expect(offers).to_have_count(3)
    ann.board().locator(".draft header button").first.tap()
    best = ann.board().locator(".offer.suggested")
    expect(best).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("size", ["wide", "small"])
def test_dice_are_told_when_they_lie_still(visitor: Come, size: str) -> None:
    ann = visitor("Ann", size=size, calm=False)
    hands = sit_down(ann, "vediic", "level1")
    my_turn(ann)
    told = """() => {
      window.early = [];
      const look = () => {
        // The first dice, until they are taken off the board.
        if (document.querySelector("section.board .dice") === null) {
          if (window.early.length) return;
        } else {
          const seats = document.querySelector(".strip").innerText.replace(/\\s+/g, " ");
          window.early.push(document.querySelectorAll(".log .entry").length + " " + /Dice \\d/.test(seats));
        }
        requestAnimationFrame(look);
      };
      look();
    }"""
    ann.page.evaluate(told)
    hands.next()
    expect(ann.page.locator(".strip")).to_contain_text("Dice")
    ann.page.wait_for_function("window.early.length > 0")
    seen = ann.page.evaluate("[...new Set(window.early)]")
    assert seen == ["0 false"], seen
    expect(ann.page.locator(".log .entry").first).to_be_attached()


@pytest.mark.parametrize("size", ["wide", "small"])
def test_a_retaliation_of_another_lord_is_shown_in_the_middle(visitor: Come, size: str) -> None:
    ann, ben = visitor("Ann", size=size, calm=False), visitor("Ben", calm=False)
    options, words = RETALIATES
    made = ann.make_table("five_spheres", "me", "open", options=options)
    assert ben.context.request.post(f"/api/tables/{made['id']}/join", data={"invite": made["invite"]}).ok
    assert ann.context.request.post(f"/api/tables/{made['id']}/start").ok
    for one in (ann, ben):
        one.sit(made["id"])
    done = 0
    for word in words.split("; "):
        mover = turn(ann, ben)
        mover.act(word)
        done += 1
        for one in (ann, ben):
            one.reach(done)
    lord = turn(ann, ben)
    other = ben if lord is ann else ann
    other.close_panel()
    other.page.evaluate(
        """() => {
          window.shown = [];
          new MutationObserver(() => {
            const found = document.querySelector("section.board .played");
            if (found !== null) {
              const [box, board] = [found, found.parentElement].map((one) => one.getBoundingClientRect());
              window.shown.push([found.innerText, (box.y + box.height / 2 - board.y) / board.height]);
            }
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    word = next(one for one in lord.choices() if one.startswith("retaliate "))
    lord.act(word)
    paying = lord.page.locator('[data-action^="pay "]:enabled, .asked')
    expect(paying.first).to_be_visible()
    lord.reach(done + 1)
    pays = [one for one in lord.choices() if one.startswith("pay ")] if turn(lord, other) is lord else []
    if pays:
        lord.act(pays[0])
    other.page.wait_for_function("window.shown.length > 0")
    words_seen, middle = other.page.evaluate("window.shown[0]")
    assert "Ann" in words_seen or "Ben" in words_seen, words_seen
    assert 0.35 < middle < 0.65
    # It goes again, and the lord who played it did not need to be told.
    expect(other.board().locator(".played")).to_have_count(0)
    assert lord.page.locator("section.board .played").count() == 0


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_completes_a_choice_is_in_sight_on_a_phone(visitor: Come, lang: str) -> None:
    ann = visitor("Ann", size="phone", lang=lang, calm=False)
    hands: Hands = sit_down(ann, "vediic", "level1")
    put = rows("vediic")["page.tip.put"][lang]
    for _ in range(60):
        my_turn(ann)
        if ann.board().get_by_text(put[:8]).count() and ann.board().locator(".circle.goal").count():
            break
        hands.next()
    hands.next()
    main = ann.board().locator(".choices .button.main").last
    expect(main).to_be_visible()
    box, tray = main.bounding_box(), ann.board().locator(".tray").bounding_box()
    assert box is not None and tray is not None
    assert box["y"] + box["height"] <= tray["y"] + tray["height"] + 1, (box, tray)
    assert main.evaluate(IS_ON_TOP)


def low_sheet(one: Visitor) -> Locator:
    """The low sheet, once it lies still: nothing of the board is under it."""
    note = one.page.locator("section.note.brief")
    expect(note).to_be_visible()
    one.page.wait_for_function("() => document.querySelector('.note').getAnimations().length === 0")
    board, low = one.board().bounding_box(), note.bounding_box()
    assert board is not None and low is not None
    assert low["y"] >= board["y"] + board["height"] - 1, (low, board)
    return note


@pytest.mark.parametrize(("game", "lang"), [("space_editor", "ja"), ("vediic", "en"), ("five_spheres", "ja")])
def test_what_happened_is_told_on_a_small_phone_below_the_board(visitor: Come, game: str, lang: str) -> None:
    ann = visitor("Ann", size="small", lang=lang, calm=False)
    hands = sit_down(ann, game, "level1")
    chip = ann.page.get_by_role("button", name=ann.say("since.open", n="").strip("件 "))
    my_turn(ann)
    while not chip.is_visible():
        hands.next()
        my_turn(ann)
    # Beside it the tabs keep to one line each, within the window.
    lines = """(tabs) => [...tabs.querySelectorAll('[role=tab]')].every((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      return words.getClientRects().length === 1 && words.getBoundingClientRect().right <= innerWidth;
    })"""
    assert ann.page.locator(".tabs").evaluate(lines)
    chip.tap()
    note = low_sheet(ann)
    told = note.locator(".line")
    first = told.inner_text()
    assert first.strip()
    following = button(ann, "since.next")
    if following.is_visible():
        following.tap()
        expect(told).not_to_have_text(first)
    assert not axe(ann.page)
    # Pulled up it tells all of it.
    expect(note.locator(".since-list")).to_be_hidden()
    note.get_by_role("button", name=ann.say("sheet.more"), exact=True).tap()
    expect(note.locator(".since-list li").last).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_analysis_on_a_small_phone_lies_below_the_board(visitor: Come, lang: str) -> None:
    ann = visitor("Ann", size="small", lang=lang, calm=False)
    hands = sit_down(ann, "space_editor", "level1")
    my_turn(ann)
    while ann.board().locator(".hand button[aria-pressed=false]").count() == 0:
        hands.next()
    at = ann.number()
    hands.play(1)
    ann.page.goto(f"{ann.page.url.split('?')[0]}?at={at}")
    analyse = button(ann, "analysis.do")
    expect(analyse).to_be_enabled()
    analyse.tap()
    note = low_sheet(ann)
    following = button(ann, "sheet.next")
    expect(following).to_be_visible()
    suggested = ann.board().get_attribute("data-suggested")
    assert suggested
    # What was done and how good it was is told beside what is looked at.
    expect(note.locator(".done strong")).to_be_visible()
    following.tap()
    expect(ann.board()).not_to_have_attribute("data-suggested", suggested)
    low_sheet(ann)
    assert not axe(ann.page)


def test_the_strip_of_seats_tells_everything_when_it_is_tapped(visitor: Come) -> None:
    ann = visitor("Ann", size="small", calm=False)
    ann.sit(ann.make_table("five_spheres", "me", "level1", "level1", "level1")["id"])
    expect(ann.board()).to_be_visible()
    strip = ann.page.locator(".strip")
    # No number is cut: what has no room is not begun.
    cut = """them => them.filter((one) => {
      const [box, room] = [one.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
      return box.top < room.bottom - 2 && box.right > room.right + 1;
    }).map((one) => one.textContent)"""
    assert strip.locator(".fact").evaluate_all(cut) == []
    box = strip.bounding_box()
    assert box is not None
    ann.page.touchscreen.tap(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2)
    told = ann.page.get_by_role("dialog", name=ann.say("seats.label"))
    expect(told.locator("li")).to_have_count(4)
    bot = ann.say("bot.level1")
    for name in ("You", f"{bot} B", f"{bot} C", f"{bot} D"):
        expect(told.get_by_text(name, exact=True)).to_be_visible()
    for known in told.locator("li").all():
        assert known.locator("dd").count() >= 3
    assert not axe(ann.page)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_each_way_to_use_a_card_is_told_whole_on_a_small_phone(visitor: Come, lang: str) -> None:
    ann = visitor("Ann", size="small", lang=lang, calm=False)
    hands = sit_down(ann, "five_spheres", "level1", options={"assembly": "predesign", "deck_numbers": [1, 2]})
    # Somebody who needs large letters.
    ann.page.add_style_tag(content="html { font-size: 21px }")
    ways = ann.board().locator(".menu .way")
    seen = 0
    for _ in range(60):
        if ways.count() > 1:
            cut = "them => them.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.innerText)"
            assert ways.evaluate_all(cut) == []
            seen += 1
            if seen == 4:
                return
        if hands.next() == "over":
            break
    assert seen


def test_the_charity_pile_is_all_in_sight_on_a_small_phone(visitor: Come) -> None:
    ann = visitor("Ann", size="small", calm=False)
    hands = sit_down(ann, "vediic", "level1", "level1", "level1")
    piles = ann.board().locator(".choices .piles:not(.shown) .stack")
    for _ in range(150):
        my_turn(ann)
        if piles.count():
            tray = ann.board().locator(".tray").bounding_box()
            assert tray is not None
            for pile in [*piles.all(), ann.board().locator(".choices .back")]:
                box = pile.bounding_box()
                assert box is not None and box["y"] + box["height"] <= tray["y"] + tray["height"] + 1, (box, tray)
                assert pile.evaluate(IS_ON_TOP)
            return
        if hands.next() == "over":
            break
    raise AssertionError("charity was never chosen")
