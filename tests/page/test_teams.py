"""Tag team and citadel of Five Spheres in the browser: from the form to the table, by pointer, finger and keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from orrery.server.settings import Settings
from page.browser import Come, House, Visitor, axe, need_page, option_name, rows
from page.hands import WAITS, Hands
from page.spheres import follow, middle, say, thing
from page.test_chair import check_waits, press

PLACES = [("desk", "en"), ("phone", "ja")]
NAMES = ("Ann", "Ben", "Cid", "Dee")
FOUR: dict[str, Any] = {"assembly": "predesign", "first": 0, "towers": 3}

# With the seed of these tests.
TAG = ({**FOUR, "mode": "tag_team", "deck_numbers": [4, 4, 5, 3]}, """
tag; crystal h4; end; keep; tag; crystal h3; summon h1; end; keep; end; crystal h3; crystal2 h1; keep; end; crystal h3;
end
""")  # fmt: skip
"""Ann and Ben have tagged their partners in; Dee may attack Cid, and Ann is outside."""
CITADEL = ({**FOUR, "mode": "citadel", "deck_numbers": [5, 4, 4, 5]}, """
crystal h0; crystal h4; end; keep; keep; end; crystal h4; end; summon h3; summon h1; end; keep; keep; crystal h2;
crystal h0; summon h3; end; summon h1; end; keep; keep; crystal h5; crystal h1
""")  # fmt: skip
"""A creature may attack a citadel both of whose lords can block it."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose bots take as long for a move as they do by default."""
    need_page()
    opened = House(tmp_path_factory.mktemp("house"), pace=Settings().pace).open()
    try:
        yield opened
    finally:
        opened.close()


def deed(one: Visitor, word: str) -> Locator:
    """The button of an answer that names nothing of the table."""
    return one.board().locator(f'[data-deed="{word}"]')


def confirm(one: Visitor) -> None:
    """Does what is proposed."""
    before = one.number()
    press(one, one.board().get_by_role("button", name=say(one, "page.menu.confirm"), exact=True))
    one.reach(before + 1)


def answer(one: Visitor, word: str) -> None:
    """Presses the button of an answer, and passes the screen on to whoever decides next."""
    before = one.number()
    press(one, deed(one, word))
    one.reach(before + 1)
    one.take_screen()


# --- from the form on -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "lang"), PLACES)
@pytest.mark.parametrize("mode", ["tag_team", "citadel"])
def test_the_form_seats_teams_and_the_first_turns_are_played_by_pointer(
    visitor: Come, mode: str, size: str, lang: str
) -> None:
    ann = visitor("Ann", size=size, lang=lang, calm=False)
    ann.page.add_init_script(WAITS)
    ann.go("/new?game=five_spheres")
    modes = ann.page.get_by_label(option_name("five_spheres", "mode", lang))
    loss = ann.page.get_by_label(option_name("five_spheres", "tag_loss", lang))
    seats = ann.page.locator("[data-part=seats] li")
    expect(seats).to_have_count(2)
    expect(loss).to_have_count(0)
    modes.select_option(mode)
    expect(seats).to_have_count(4)
    expect(loss).to_have_count(1 if mode == "tag_team" else 0)
    sides = seats.locator(".side").all_inner_texts()
    signs, partners = (["◆1", "●2"] * 2, "3412") if mode == "tag_team" else (["◆1", "◆1", "●2", "●2"], "2143")
    texts = rows("five_spheres")
    # Each seat says its team and with whom, and one's own team is called so.
    assert sides == [
        texts["seat.side_mine" if sign == "◆1" else "seat.side"][lang].format(side=sign, others=partner)
        for sign, partner in zip(signs, partners, strict=True)
    ]
    # Each ready-made deck says how it plays, and so does each bot: here three of one level.
    assert len(set(seats.locator("[data-about=deck]").all_inner_texts())) == 4
    assert len(seats.locator("[data-about=bot]").all_inner_texts()) == 3

    press(ann, ann.page.locator("form button[type=submit]"))
    expect(ann.board().locator(".pair")).to_have_count(2)
    hands = Hands(ann, "five_spheres", seed=3)
    hands.play(22)
    check_waits(hands)
    expect(ann.board().locator(".own .pair .lord")).to_have_count(2)
    if mode == "tag_team":
        expect(ann.board().locator(".lord.rests")).to_have_count(2)
    else:
        expect(ann.board().locator(".wall")).to_have_count(2)
    # Of the partner's hand nothing is known but how many cards it has.
    partner = 2 if mode == "tag_team" else 1
    # Three bots may have a lot to do, and it is shown step by step.
    expect(ann.page.locator("button.skip")).to_have_count(0, timeout=90_000)
    expect(thing(ann, f"seat:{partner}")).to_be_visible()
    # What can be done with a card that was begun with may lie over it.
    ann.page.keyboard.press("Escape")
    press(ann, thing(ann, f"seat:{partner}"))
    zones = ann.page.get_by_role("dialog").locator("section").filter(has_text=say(ann, "page.zone.hand"))
    expect(zones.first.get_by_role("button")).to_have_count(0)


# --- tag team ---------------------------------------------------------------------------------------------------------


def test_a_partner_is_tagged_in_by_the_keyboard(visitor: Come) -> None:
    ann = visitor("Ann")
    options = {**TAG[0]}
    ann.sit(ann.make_table("five_spheres", *["me"] * 4, names=list(NAMES), options=options)["id"])
    ann.take_screen()
    expect(ann.board().locator(".lord.rests")).to_have_count(2)
    expect(ann.page.locator(".asked")).to_contain_text("tag Cid in")
    keys = ann.page.keyboard
    ann.board().locator('.hand [data-nav][tabindex="0"]').focus()
    for _ in range(4):
        if deed(ann, "tag").evaluate("one => one === document.activeElement"):
            break
        keys.press("Shift+Tab")
    expect(deed(ann, "tag")).to_be_focused()
    expect(deed(ann, "tag")).to_have_text("Tag Cid in")
    before = ann.number()
    keys.press("Enter")
    ann.reach(before + 1)
    # Whoever went out sees it, and what it means.
    expect(thing(ann, "seat:2").locator(".part.fights")).to_be_visible()
    expect(thing(ann, "seat:0").locator(".part.outside")).to_be_visible()
    expect(ann.board().locator(".bar")).to_contain_text("You wait outside: Cid fights for your team")
    expect(ann.page.locator(".log .entry").last).to_contain_text("tagged Cid in")
    assert axe(ann.page) == []
    ann.take_screen()
    expect(ann.board().locator(".hand .can").first).to_be_visible()


@pytest.mark.parametrize(("size", "lang"), PLACES)
def test_who_is_outside_is_at_rest_and_why_nobody_reaches_them_is_told(visitor: Come, size: str, lang: str) -> None:
    ann = visitor("Ann", size=size, lang=lang)
    follow(ann, TAG, *NAMES)
    press(ann, ann.board().locator(".own .tile.can").first)
    outside, inside = (ann.board().locator(".others .lord").nth(i) for i in (0, 1))
    expect(outside).to_have_class(re.compile("rests"))
    expect(inside).not_to_have_class(re.compile("rests"))
    expect(thing(ann, "fort:2").first).to_have_class(re.compile("can"))
    press(ann, outside.locator(".fort"))
    press(ann, ann.board().get_by_role("button", name=say(ann, "page.why.ask"), exact=True))
    reason = ann.page.get_by_role("alert", name=ann.say("refused.title")).locator("p").nth(1)
    expect(reason).to_contain_text("Ann")
    expect(reason).to_contain_text({"en": "waits outside", "ja": "控え"}[lang])


# --- citadel ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "lang"), PLACES)
def test_a_citadel_is_attacked_as_one_and_both_its_lords_are_asked(visitor: Come, size: str, lang: str) -> None:
    ann = visitor("Ann", size=size, lang=lang)
    follow(ann, CITADEL, *NAMES)
    foes = ann.board().locator(".others .wall")
    low = int(str(foes.get_attribute("data-seat")))
    high = low + 1
    press(ann, ann.board().locator(".own .tile.can").first)
    # The wall of either lord stands for the citadel.
    press(ann, foes.locator(".tower").last if size == "desk" else foes.locator(".gate"))
    citadel = say(ann, "page.citadel.of").format(team={"en": "{} and {}", "ja": "{}と{}"}[lang].format(*NAMES[low:]))
    expect(ann.board().locator(".bar")).to_contain_text(citadel)
    confirm(ann)
    ann.take_screen()

    bar = ann.board().locator(".bar")
    expect(bar).to_contain_text(say(ann, "page.citadel.block_first").format(partner=NAMES[high]))
    answer(ann, "noblock")
    expect(bar).to_contain_text(say(ann, "page.citadel.block_second").format(partner=NAMES[low]))
    expect(ann.page.locator(".asked")).to_contain_text(say(ann, "page.citadel.your"))
    if size == "desk":
        assert axe(ann.page) == []
    answer(ann, "noblock")

    # The siege chooses among the towers of both; the owner of what falls may retaliate.
    if size == "desk":
        towers = ann.board().locator(f'.others [data-zone="{high}.tower"] .tower')
        expect(towers).to_have_count(3)
        expect(ann.board().locator(".others .tower.can")).to_have_count(6)
        towers.last.click()
    else:
        rows = ann.board().locator(".options .pick")
        expect(rows).to_have_count(6)
        rows.filter(has_text=NAMES[high]).last.tap()
    confirm(ann)
    if size == "desk":
        expect(ann.board().locator(f'.others [data-zone="{high}.tower"] .tower')).to_have_count(2)
    else:
        expect(foes.locator(".counts b").last).to_have_text("2")
    expect(ann.page.locator(".asked, .pass-on").first).to_be_visible()


def test_a_creature_is_dragged_onto_the_wall_of_the_partner_of_the_lord_who_is_named(visitor: Come) -> None:
    ann = visitor("Ann")
    follow(ann, CITADEL, *NAMES)
    mouse = ann.page.mouse
    mouse.move(*middle(ann.board().locator(".own .tile.can").first))
    mouse.down()
    mouse.move(600, 400, steps=3)
    expect(ann.board().locator(".dragged")).to_be_visible()
    mouse.move(*middle(ann.board().locator(".others .wall .tower").last), steps=3)
    mouse.up()
    expect(ann.board().locator(".bar")).to_contain_text(f"the citadel of {NAMES[0]} and {NAMES[1]}")
    confirm(ann)
    ann.take_screen()
    expect(deed(ann, "noblock")).to_be_visible()
