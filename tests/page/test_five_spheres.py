"""Five Spheres in the browser, played as people play it: decks made at the table, attacks by dragging, retaliations by
the keyboard alone.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from page.browser import Come, Visitor, axe
from page.spheres import follow, middle, say, thing

PLACES = [("desk", "en"), ("phone", "ja")]

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
        sets = ann.board().locator(".set .can")
        expect(sets.first).to_be_visible()
        expect(ann.page.locator(".asked")).to_contain_text(f"{n} of 4")
        sets.first.click()
        expect(ann.board().locator(".four .offer")).to_have_count(4)
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
        thing(ann, "draft:1").tap()
        back = ann.board().locator(".offer.chosen .take")
        expect(back).to_contain_text(say(ann, "page.draft.put_back"))
        back.tap()
    expect(thing(ann, "hand:0")).to_be_visible()


def test_a_blind_draft_shows_backs_and_covers_nothing_on_a_phone(visitor: Come) -> None:
    ann = visitor("Ann", size="phone")
    options = {"assembly": "blind_draft", "draft_batch": 2, "pool_copies": 4}
    ann.sit(ann.make_table("five_spheres", "me", "random", options=options)["id"])
    offers = ann.board().locator(".draft .offer")
    so_far = ann.board().locator("details.narrow")
    so_far.locator("summary").tap()
    for n in (1, 2):
        thing(ann, "draft:0").tap()
        take = offers.first.locator(".take")
        expect(take).to_be_in_viewport()
        assert ann.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('.offer') !== null", list(middle(offers.first))
        )
        take.tap()
        # What was taken is seen; nothing is chosen any more that lies elsewhere now.
        expect(so_far.locator("summary")).to_contain_text(f"{n} of 48")
        expect(so_far.locator(".list li")).to_have_count(n)
        expect(ann.board().locator(".draft .chosen")).to_have_count(0)


@pytest.mark.parametrize(("size", "lang"), PLACES)
def test_a_draft_shows_all_texts_the_deck_so_far_a_suggestion_and_finishes_on_demand(
    visitor: Come, size: str, lang: str
) -> None:
    ann = visitor("Ann", size=size, lang=lang, calm=False)
    options = {"assembly": "open_draft", "first": 0}
    ann.sit(ann.make_table("five_spheres", "me", "level1", options=options)["id"])
    offers = ann.board().locator(".draft .offer")
    expect(offers).to_have_count(3)
    for offer in offers.all():
        # A spell always says what it does, and the button stands with its card.
        expect(offer.locator(".spell .line").first).not_to_be_empty()
        expect(offer.locator(".take")).to_have_count(1)
    so_far = ann.board().locator("details.narrow" if size == "phone" else "aside.wide")
    if size == "phone":
        so_far.locator("summary").tap()
        so_far.locator("summary").tap()
        offers.first.locator(".take").tap()
    else:
        thing(ann, "draft:0").dblclick()
    expect(ann.page.locator(".asked")).to_contain_text("1")
    header = ann.board().locator(".draft header")
    header.get_by_role("button", name=say(ann, "page.draft.suggest")).click()
    best = ann.board().locator(".offer.suggested")
    expect(best.locator(".why")).to_contain_text(say(ann, "page.draft.suggested"))
    best.locator(".take").click()
    header.get_by_role("button", name=say(ann, "page.draft.finish")).click()
    header.get_by_role("button", name=say(ann, "page.draft.finish_yes")).click()
    counts = "bars => bars.reduce((sum, one) => sum + Number(one.textContent), 0)"
    curve = so_far.locator("figure").first.locator(".n")
    ann.page.wait_for_timeout(100)
    for _ in range(400):
        if curve.evaluate_all(counts) >= 4:
            break
        ann.page.wait_for_timeout(50)
    assert curve.evaluate_all(counts) >= 4
    header.get_by_role("button", name=say(ann, "page.draft.stop")).click()
    expect(header.get_by_role("button", name=say(ann, "page.draft.suggest"))).to_be_visible()
    expect(so_far.locator(".spheres li")).not_to_have_count(0)
    assert not axe(ann.page)


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
    expect(ann.page.locator(".lens")).to_have_count(0)
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


# --- what is shown ----------------------------------------------------------------------------------------------------

SAMPLE = """
([beaten, winner]) => {
  window.seen = [];
  const look = () => {
    const marks = [...document.querySelectorAll(".layer .clash")].map((one) => one.textContent);
    const at = (uid) => document.querySelector(`[data-thing="uid:${uid}"]`);
    const tile = at(beaten);
    const shown = tile !== null && Number(getComputedStyle(tile).opacity) > 0.9;
    if (window.seen.length < 2000) window.seen.push([marks.join(), shown, at(winner) !== null]);
    requestAnimationFrame(look);
  };
  look();
}
"""
"""Notes in every frame which numbers stand over the board, and whether the creatures are there."""


def test_the_numbers_of_a_battle_stand_over_both_creatures_before_the_beaten_one_falls(visitor: Come) -> None:
    ann = visitor("Ann")
    play_to(ann, BLOCK)
    ann.page.emulate_media(reduced_motion="no-preference")
    thing(ann, "uid:17").click()
    ann.page.evaluate(SAMPLE, [17, 15])
    ann.board().get_by_role("button", name=say(ann, "page.menu.confirm"), exact=True).click()
    expect(thing(ann, "uid:17")).to_have_count(0)
    seen: list[tuple[str, bool, bool]] = [tuple(one) for one in ann.page.evaluate("window.seen")]
    fought = [shown for numbers, shown, _ in seen if numbers == "11,9"]
    assert len(fought) > 5, "both numbers are read"
    assert all(fought), "the beaten creature stands while they are read"
    # It falls after that, and the other one stays.
    assert not seen[-1][1]
    assert seen[-1][2]
    expect(ann.page.locator("button.skip")).to_have_count(0)


def test_what_others_did_stays_marked_until_ones_own_action(visitor: Come) -> None:
    ann = visitor("Ann")
    options, words = BATTLE
    play_to(ann, (options, words[: words.index("noretaliate")].rstrip("; \n")))
    # Ben may retaliate: a creature has attacked and a tower of his has fallen.
    marked = ann.board().locator(".slot.on")
    expect(marked.filter(has=ann.page.locator('[data-thing="uid:12"]'))).to_have_count(1)
    expect(marked.filter(has=ann.page.locator(".towers"))).to_have_count(1)
    expect(thing(ann, "seat:0")).to_contain_text(say(ann, "page.board.changed"))
    expect(marked.filter(has=ann.page.locator('[data-thing="uid:13"]'))).to_have_count(0)


@pytest.mark.parametrize(("size", "lang"), PLACES)
def test_a_hint_is_drawn_on_the_board(visitor: Come, size: str, lang: str) -> None:
    ann = visitor("Ann", size=size, lang=lang, calm=False)
    options = {"assembly": "predesign", "deck_numbers": [5, 4], "first": 0}
    ann.sit(ann.make_table("five_spheres", "me", "random", options=options)["id"])
    expect(thing(ann, "hand:0")).to_be_visible()
    ann.page.get_by_role("button", name=ann.say("hint.title"), exact=True).first.click()
    # The first turn asks for a crystal: a ghost of it, the card, and an arrow from one to the other.
    expect(ann.board().locator(".ghost.vault, [data-deed=end].pointed").first).to_be_visible()
    if ann.board().locator(".ghost").count():
        expect(ann.board().locator(".hand .card.pointed")).to_have_count(1)
        expect(ann.board().locator(".arrows .line.suggested")).to_have_count(1)
    ann.page.keyboard.press("Escape")
    expect(ann.board().locator(".ghost, .pointed, .line.suggested")).to_have_count(0)


def test_creatures_are_as_large_as_the_band_allows_and_small_phones_need_no_scrolling(visitor: Come) -> None:
    ann = visitor("Ann")
    play_to(ann, BATTLE)
    box = """one => { const own = one.getBoundingClientRect(), band = one.closest(".ground").getBoundingClientRect();
        return own.height / band.height }"""
    for uid in (12, 13, 17):
        # An engaged one lies tilted and a little smaller.
        assert thing(ann, f"uid:{uid}").evaluate(box) > 0.8
    ann.page.set_viewport_size({"width": 360, "height": 640})
    ann.page.wait_for_timeout(100)
    board = ann.board().locator("> .board")
    assert board.evaluate("one => one.scrollHeight - one.clientHeight") <= 0
    # What has to be read to play is not too small.
    small = ann.board().locator(".hand .title, .hand .type, .tile .name, .tile .strength, .bar p, .bar button")
    assert min(small.evaluate_all("them => them.map((one) => parseFloat(getComputedStyle(one).fontSize))")) >= 11


def test_the_lens_reads_a_card_under_the_pointer_and_under_the_keyboard(visitor: Come) -> None:
    ann = visitor("Ann", calm=False)
    play_to(ann, RETALIATION)
    lens = ann.page.locator(".lens")
    card = thing(ann, "hand:2")
    card.hover()
    expect(lens).to_contain_text(card.locator(".title").first.inner_text())
    ann.page.mouse.move(5, 5)
    expect(lens).to_have_count(0)
    ann.board().locator('.hand [data-nav][tabindex="0"]').focus()
    ann.page.keyboard.press("ArrowRight")
    expect(lens).to_be_visible()
