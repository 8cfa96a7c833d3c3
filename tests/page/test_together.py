"""Two people in two browsers: how they come together, agree on what no one may decide alone, and talk."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from page.browser import BOARD, Come, House, Visitor, axe, seated_pair, turn


def choose(one: Visitor, name: str) -> None:
    """Chooses something from the table's menu."""
    one.page.get_by_role("button", name=one.say("menu.open"), exact=True).click()
    one.page.get_by_role("dialog").get_by_role("button", name=one.say(name), exact=True).click()


def answer(one: Visitor, name: str) -> None:
    """Answers a proposal, or withdraws one's own."""
    one.close_panel()
    button = one.page.get_by_role("button", name=one.say(name), exact=True)
    button.click()
    expect(button).to_have_count(0)


def last_entry(one: Visitor) -> Locator:
    """What the log tells last."""
    one.open_tab("log")
    return one.page.locator(".log .entry").last


def test_an_undo_is_agreed_between_two_browsers(visitor: Come, house: House) -> None:
    ann, ben = seated_pair(visitor, house, "space_editor")
    turn(ann, ben).play(1)
    first = turn(ann, ben)
    second = ben if first is ann else ann
    before = first.choices()
    first.act(before[0])
    assert turn(ann, ben) is second
    at = second.number()
    choose(first, "menu.undo")
    expect(first.page.get_by_role("button", name=first.say("offer.withdraw"))).to_be_visible()
    # It says what it goes back to by the number and the words of the log.
    for one in (first, second):
        one.open_tab("log")
        told = one.page.locator(f'[data-number="{at}"] + .lines p').first.inner_text()
        note = one.page.locator(".notes [role=status]")
        expect(note).to_contain_text(told)
        expect(note).to_contain_text(str(at))
        expect(last_entry(one).locator(".lines")).to_contain_text(str(at))
    answer(second, "offer.yes")
    for one in (first, second):
        one.reach(at + 2)
        expect(last_entry(one)).to_contain_text(one.say("entry.agree", who="").strip())
    assert turn(ann, ben) is first
    assert first.choices() == before


def test_an_undo_that_is_declined_or_withdrawn_changes_nothing(visitor: Come, house: House) -> None:
    ann, ben = seated_pair(visitor, house, "space_editor")
    for _ in range(2):
        turn(ann, ben).play(1)
    decider = turn(ann, ben)
    other = ben if decider is ann else ann
    before = decider.choices()
    for who, reply in ((decider, "offer.no"), (other, "offer.withdraw")):
        at = ann.number()
        choose(other, "menu.undo")
        answer(who, reply)
        for one in (ann, ben):
            one.reach(at + 2)
            expect(one.page.get_by_role("button", name=one.say("offer.yes"))).to_have_count(0)
    assert decider.choices() == before


def test_a_draw_is_agreed_between_two_browsers_and_nobody_has_won(visitor: Come, house: House) -> None:
    ann, ben = seated_pair(visitor, house, "vediic")
    turn(ann, ben).play(1)
    choose(ann, "menu.draw")
    answer(ben, "offer.yes")
    for one in (ann, ben):
        expect(one.outcome()).to_contain_text(one.say("over.draw"))
        expect(one.page.locator(".strip")).not_to_contain_text(one.say("seats.won"))
    ann.outcome().get_by_role("button", name=ann.say("over.rematch"), exact=True).click()
    expect(ann.page.get_by_text(ann.say("lobby.kept", name="Ben"))).to_be_visible()
    expect(ann.page.get_by_label(ann.say("lobby.invite"))).to_have_count(0)
    ben.outcome().get_by_role("button", name=ben.say("over.rematch_go")).click()
    # All have asked for it: it starts by itself, with the seats moved on.
    for one in (ann, ben):
        expect(one.page.locator(BOARD)).to_be_visible()
        expect(one.outcome()).to_have_count(0)
    assert ann.page.url.split("?")[0] == ben.page.url.split("?")[0]


def test_a_pause_is_agreed_and_outlasts_a_reload(visitor: Come, house: House) -> None:
    ann, ben = seated_pair(visitor, house, "vediic")
    choose(ben, "menu.pause")
    answer(ann, "offer.yes")
    ben.page.reload()
    expect(ben.page.locator(BOARD)).to_be_visible()
    expect(ben.page.get_by_text(ben.say("prompt.paused"), exact=True)).to_be_visible()
    answer(ben, "prompt.go_on")
    expect(ann.page.get_by_text(ann.say("prompt.paused"), exact=True)).to_have_count(0)
    turn(ann, ben).play(1)


def test_who_was_muted_can_be_heard_again_at_any_time(visitor: Come, house: House) -> None:
    ann, ben = seated_pair(visitor, house, "vediic")

    def say(words: str) -> None:
        ann.open_tab("chat")
        ann.page.get_by_label(ann.say("chat.say")).fill(words)
        ann.page.keyboard.press("Enter")
        expect(ann.page.get_by_role("log", name=ann.say("tab.chat"))).to_contain_text(words)

    say("Good luck!")
    ben.open_tab("chat")
    ben.page.get_by_label(f"Ann: {ben.say('do.menu')}").click()
    ben.page.get_by_role("button", name=ben.say("chat.mute", who="Ann")).click()
    heard = ben.page.get_by_role("log", name=ben.say("tab.chat"))
    again = ben.page.get_by_role("button", name=ben.say("chat.unmute"))
    expect(again).to_be_focused()
    expect(heard).not_to_contain_text("Good luck!")
    say("Are you there?")
    # Neither looking at something else nor coming again takes the way back.
    ben.page.reload()
    expect(ben.page.locator(BOARD)).to_be_visible()
    ben.open_tab("log")
    ben.open_tab("chat")
    expect(again).to_be_visible()
    expect(heard).not_to_contain_text("Are you there?")
    again.click()
    expect(again).to_have_count(0)
    expect(heard).to_contain_text(re.compile(r"Good luck!.*Are you there\?", re.DOTALL))
    say("Now you hear me.")
    expect(heard).to_contain_text("Now you hear me.")


def press(one: Visitor, name: str, /, **facts: str) -> None:
    """Presses a button by what it says."""
    one.page.get_by_role("button", name=one.say(name, **facts), exact=True).click()


def quick_match(one: Visitor) -> None:
    """Presses Quick match of the first game on the home page."""
    one.go("/").page.locator("button.quick").first.click()


def test_two_who_press_quick_match_meet_at_one_table(visitor: Come) -> None:
    ann, ben = visitor(lang="en", size="phone", calm=False), visitor("Ben", lang="ja", size="wide", calm=False)
    quick_match(ann)
    expect(ann.page.get_by_role("dialog")).to_contain_text(ann.say("quick.nobody"))
    assert not axe(ann.page)
    press(ann, "quick.cancel")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    quick_match(ann)
    expect(ann.page.get_by_text(ann.say("quick.looking"))).to_be_visible()
    quick_match(ben)
    for one in (ann, ben):
        expect(one.page.locator(BOARD)).to_be_visible()
    assert ann.page.url == ben.page.url
    expect(ann.page.locator(".strip")).to_contain_text("Ben")


def test_a_newcomer_takes_the_seat_of_the_bot_that_was_offered(visitor: Come) -> None:
    ann, ben = visitor("Ann", lang="ja", size="wide", calm=False), visitor("Ben", lang="en", size="phone", calm=False)
    quick_match(ann)
    press(ann, "quick.start_bot")
    expect(ann.page.locator(BOARD)).to_be_visible()
    quick_match(ben)
    dialog = ben.page.get_by_role("dialog")
    expect(dialog).to_contain_text(ben.say("quick.offer", name="Ann"))
    assert not axe(ben.page)
    press(ben, "quick.take")
    expect(dialog).to_contain_text(ben.say("quick.asking", name="Ann"))
    press(ann, "newcomer.no")
    expect(dialog).to_contain_text(ben.say("quick.declined", name="Ann"))
    # Ann waits again, and so does somebody else for another bot's seat.
    press(ben, "quick.cancel")
    quick_match(ann)
    press(ann, "quick.start_bot")
    expect(ann.page.locator(BOARD)).to_be_visible()
    quick_match(ben)
    press(ben, "quick.take")
    press(ann, "newcomer.yes")
    expect(ben.page.locator(BOARD)).to_be_visible()
    assert ann.page.url == ben.page.url
    expect(ann.page.locator(".strip")).to_contain_text("Ben")
    expect(ben.page.locator(".strip")).to_contain_text("Ann")
    turn(ann, ben).play(1)


def test_a_table_on_this_machine_is_opened_to_the_network_after_asking(visitor: Come, house: House) -> None:
    ann = visitor("Ann")
    made = ann.make_table("space_editor", "me", "open", open=False)
    ann.go(f"/table/{made['id']}")
    expect(ann.page.get_by_text(ann.say("lobby.alone"))).to_be_visible()
    expect(ann.page.get_by_label(ann.say("lobby.invite"))).to_have_count(0)
    press(ann, "lobby.open")
    press(ann, "lobby.open_no")
    press(ann, "lobby.open")
    press(ann, "lobby.open_yes")
    port = house.address.rpartition(":")[2]
    link = f"http://127.0.0.2:{port}/table/{made['id']}?invite={made['invite']}"
    expect(ann.page.get_by_label(ann.say("lobby.invite"))).to_have_value(link)
    expect(ann.page.get_by_role("img", name=ann.say("lobby.code"))).to_be_visible()
    assert not axe(ann.page)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_who_comes_by_a_link_says_their_name_before_sitting_down(visitor: Come, lang: str) -> None:
    ann, guest = visitor("Ann"), visitor(lang=lang, size="phone")
    made = ann.make_table("space_editor", "me", "open")
    ann.page.goto(f"/table/{made['id']}")
    guest.page.goto(f"/table/{made['id']}?invite={made['invite']}")
    name = guest.page.get_by_label(guest.say("lobby.your_name"))
    expect(name).not_to_have_value("")
    name.fill("Bea")
    guest.page.get_by_role("button", name=guest.say("lobby.sit")).click()
    expect(name).to_have_count(0)
    expect(ann.page.get_by_role("listitem").filter(has_text="Bea")).to_be_visible()
    expect(ann.page.get_by_text(ann.say("lobby.you_start"))).to_be_visible()
    expect(guest.page.get_by_text(guest.say("lobby.owner_starts"))).to_be_visible()
