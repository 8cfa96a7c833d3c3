"""Five Spheres in the browser, played as people play it: decks made at the table, attacks by dragging, retaliations by
the keyboard alone.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from page.browser import Come, Visitor
from page.spheres import follow, middle, say, thing

# With the seed of these tests: the first match comes to an attack on a creature or a fortress, the second to a
# retaliation that can be paid in two ways.
BATTLE = ({"assembly": "predesign", "deck_numbers": [5, 4]}, """
crystal h0; summon h2; summon h2; end; keep; crystal h2; end; keep; crystal h1; end; attack u12 fortress 1; destroy u10;
noretaliate; attack u13 fortress 1; destroy u6; retaliate h4; keep; end; end
""")  # fmt: skip
RETALIATION = (
    {"assembly": "predesign", "deck_numbers": [1, 2]},
    "crystal h0; summon h0; end; attack u12 fortress 0; destroy u2",
)
BLOCK = ({"assembly": "predesign", "deck_numbers": [4, 3]}, """
crystal h0; end; keep; crystal h1; crystal2 h0; keep; crystal h4; summon h1; end; keep; crystal h2; summon h0; end;
keep; crystal h3; summon h0; end; attack u15 fortress 1
""")  # fmt: skip
"""A creature of strength 5 attacks and can be blocked by one of 7, but with what a block triggers it wins 11 to 9."""
SPENT = (
    {"assembly": "predesign", "deck_numbers": [4, 4]},
    "crystal h4; summon h1; end; attack u12 fortress 1; destroy u8",
)
"""A lord may retaliate, with hand card 1 for nothing."""


def play_to(one: Visitor, moment: tuple[dict[str, Any], str]) -> None:
    """Sits down with somebody at one screen and plays as far as a moment; shows the side of whoever decides."""
    follow(one, moment, "Ann", "Ben")


# --- making a deck ----------------------------------------------------------------------------------------------------


def test_four_sets_are_taken_by_touching_them_and_the_match_begins(visitor: Come) -> None:
    ann = visitor("Ann")
    ann.sit(ann.make_table("five_spheres", "me", "random", options={"assembly": "sets"})["id"])
    for n in range(4):
        sets = ann.board().locator(".set.can")
        expect(sets.first).to_be_visible()
        expect(ann.page.locator(".asked")).to_contain_text(f"{n} of 4")
        sets.first.click()
        expect(ann.board().locator(".faces article")).to_have_count(4)
        if n % 2:
            sets.first.click()  # touched again it is taken
        else:
            ann.board().get_by_role("button", name=say(ann, "page.draft.take_set"), exact=True).click()
    expect(thing(ann, "hand:0")).to_be_visible()
    expect(ann.board().locator(".draft")).to_have_count(0)


def test_too_many_cards_are_put_back_by_finger(visitor: Come) -> None:
    ann = visitor("Ann", size="phone", lang="ja")
    options = {"assembly": "random", "random_extra": 2, "pool_copies": 4}
    ann.sit(ann.make_table("five_spheres", "me", "random", options=options)["id"])
    for left in (50, 49):
        expect(ann.board().locator(".draft [data-nav]")).to_have_count(left)
        expect(ann.board().get_by_text(say(ann, "page.draft.choose_drop"))).to_be_visible()
        thing(ann, "draft:1").tap()
        ann.board().get_by_role("button", name=say(ann, "page.draft.put_back"), exact=True).tap()
    expect(thing(ann, "hand:0")).to_be_visible()


def test_a_blind_draft_shows_backs_and_covers_nothing_on_a_phone(visitor: Come) -> None:
    ann = visitor("Ann", size="phone")
    options = {"assembly": "blind_draft", "draft_batch": 2, "pool_copies": 4}
    ann.sit(ann.make_table("five_spheres", "me", "random", options=options)["id"])
    cards = ann.board().locator(".draft .card")
    for n in (1, 2):
        thing(ann, "draft:0").tap()
        take = ann.board().get_by_role("button", name=say(ann, "page.draft.take"), exact=True)
        expect(take).to_be_visible()
        expect(cards.first).to_be_in_viewport()
        assert ann.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('.card') !== null", list(middle(cards.first))
        )
        take.tap()
        # What was taken is seen; nothing is read any more that lies elsewhere now.
        expect(ann.board().locator(".deck li")).to_have_count(n)
        expect(take).to_have_count(0)


# --- attacks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["uid:12", "tower"])
def test_a_creature_is_dragged_onto_what_it_attacks(visitor: Come, target: str) -> None:
    ann = visitor("Ann")
    play_to(ann, BATTLE)
    mouse = ann.page.mouse
    x, y = middle(thing(ann, "uid:17"))
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 30, y - 30, steps=3)
    expect(ann.board().locator(".dragged")).to_be_visible()
    # The fortress has made room for what can be attacked there.
    on = ann.board().locator(".lord.mirrored .tower").first if target == "tower" else thing(ann, target)
    mouse.move(*middle(on), steps=3)
    mouse.up()
    confirm = ann.board().get_by_role("button", name=say(ann, "page.menu.confirm"), exact=True)
    expect(confirm).to_be_visible()
    # Who has dropped something there does not want to read it.
    ann.page.wait_for_timeout(700)
    expect(ann.board().locator(".peek")).to_have_count(0)
    before = ann.number()
    confirm.click()
    ann.reach(before + 1)


def test_a_creature_is_dragged_by_a_finger(visitor: Come) -> None:
    ann = visitor("Ann", size="phone")
    play_to(ann, BATTLE)
    fingers = ann.context.new_cdp_session(ann.page)
    (x, y), (to_x, to_y) = middle(thing(ann, "uid:17")), middle(thing(ann, "uid:12"))

    def touch(kind: str, *points: dict[str, float]) -> None:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 7):
        touch("touchMove", {"x": x + (to_x - x) * step / 6, "y": y + (to_y - y) * step / 6})
        ann.page.wait_for_timeout(20)
    touch("touchEnd")
    before = ann.number()
    confirm = ann.board().get_by_role("button", name=say(ann, "page.menu.confirm"), exact=True)
    expect(confirm).to_be_visible()
    # The browser takes no tap in the moment after a swipe.
    ann.page.wait_for_timeout(400)
    confirm.tap()
    ann.reach(before + 1)


def test_why_not_is_answered_with_names(visitor: Come) -> None:
    ann = visitor("Ann")
    play_to(ann, RETALIATION)
    cards = ann.board().locator(".hand .card")
    closed = next(card for card in cards.all() if "can" not in str(card.get_attribute("class")).split())
    spell = closed.locator(".title").last.inner_text()
    closed.click()
    ann.board().locator(".menu .closed").first.click()
    reason = ann.page.get_by_role("alert", name=ann.say("refused.title")).locator("p").nth(1)
    expect(reason).to_contain_text(spell)
    expect(reason).not_to_have_text(re.compile(r"\b[uhep]\d|retaliate"))


# --- what is foreseen -------------------------------------------------------------------------------------------------

PLACES = [("desk", "en"), ("phone", "ja")]


@pytest.mark.parametrize(("size", "lang"), PLACES)
def test_a_block_is_foretold_as_it_will_end(visitor: Come, size: str, lang: str) -> None:
    ann = visitor("Ann", size=size, lang=lang)
    play_to(ann, BLOCK)
    thing(ann, "uid:17").click()
    told = say(ann, "page.fight.wins").format(a=11, d=9)
    expect(ann.board().get_by_text(told)).to_be_visible()
    lost = say(ann, "page.fight.loses").split("{d}")[1]
    expect(ann.board().get_by_text(lost)).to_have_count(0)
    before = ann.number()
    ann.board().get_by_role("button", name=say(ann, "page.menu.confirm"), exact=True).click()
    ann.reach(before + 1)
    expect(thing(ann, "uid:17")).to_have_count(0)
    expect(thing(ann, "uid:15")).to_be_visible()


def test_an_attack_tells_what_each_block_would_come_to(visitor: Come) -> None:
    ann = visitor("Ann")
    options, words = BLOCK
    play_to(ann, (options, words.rpartition(";")[0]))
    thing(ann, "uid:15").click()
    thing(ann, "fort:1").first.click()
    bar = ann.board().locator(".bar")
    expect(bar).to_contain_text("If nobody blocks, a tower falls")
    expect(bar).to_contain_text(re.compile(r"can block with .+ \(11 against 9: the attacker would win\)"))


@pytest.mark.parametrize(("size", "lang"), PLACES)
def test_a_card_that_would_be_spent_for_nothing_says_so_and_waits_for_a_confirmation(
    visitor: Come, size: str, lang: str
) -> None:
    ann = visitor("Ann", size=size, lang=lang)
    play_to(ann, SPENT)
    thing(ann, "hand:1").click()
    way = ann.board().locator(".menu .way").first
    expect(way).to_contain_text(say(ann, "page.menu.idle"))
    before = ann.number()
    way.click()
    confirm = ann.board().get_by_role("button", name=say(ann, "page.menu.confirm"), exact=True)
    expect(confirm).to_be_visible()
    expect(ann.board().locator(".bar .warning")).to_have_text(say(ann, "page.menu.idle"))
    assert ann.number() == before
    confirm.click()
    ann.reach(before + 1)


def test_the_list_of_actions_warns_of_a_card_spent_for_nothing(visitor: Come) -> None:
    ann = visitor("Ann", lang="ja")
    play_to(ann, SPENT)
    ann.open_tab("actions")
    rows = ann.page.locator("[data-action]")
    vain = ann.page.locator("[data-action^='retaliate h1']").first
    expect(rows.filter(has_text=ann.say("actions.idle"))).to_have_count(0)
    vain.hover()
    expect(vain).to_contain_text(ann.say("actions.idle"))
    expect(rows.filter(has_text=ann.say("actions.idle"))).to_have_count(1)


# --- retaliation by the keyboard --------------------------------------------------------------------------------------


def test_a_retaliation_is_chosen_and_paid_otherwise_by_the_keyboard_alone(visitor: Come) -> None:
    ann = visitor("Ann")
    play_to(ann, RETALIATION)
    keys = ann.page.keyboard
    ann.board().locator('.hand [data-nav][tabindex="0"]').focus()
    for _ in range(3):
        keys.press("ArrowRight")
    expect(thing(ann, "hand:3")).to_be_focused()
    keys.press("Enter")
    expect(ann.board().locator(".menu .way").first).to_be_focused()
    before = ann.number()
    keys.press("Enter")
    ann.reach(before + 1)

    otherwise = ann.board().get_by_role("button", name=say(ann, "page.menu.otherwise"), exact=True)
    expect(otherwise).to_be_visible()
    # The hand has the focus; what is asked comes before it.
    for _ in range(6):
        if otherwise.evaluate("one => one === document.activeElement"):
            break
        keys.press("Shift+Tab")
    expect(otherwise).to_be_focused()
    keys.press("Enter")
    ways = ann.board().locator(".payments button")
    expect(ways).to_have_count(1)
    expect(ways.first).to_be_focused()
    keys.press("Escape")
    expect(ways).to_have_count(0)
    expect(otherwise).to_be_focused()
    keys.press("Enter")
    expect(ways.first).to_be_focused()
    keys.press("Enter")
    ann.reach(before + 2)
