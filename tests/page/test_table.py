"""What a table in the browser promises besides the game itself: honest links, reasons, looking back, both languages."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from orrery.core.match import Match
from orrery.core.records import to_record
from orrery.games import for_people, game_named
from page.browser import BOARD, GAMES, SHORT, Come, Visitor, game_title

UNLAWFUL = {"space_editor": "place 181 5,5 r0", "vediic": "pass", "five_spheres": "pass"}
LIVE = re.compile(r"/api/tables/[^/]+/live")


@pytest.mark.parametrize("game", GAMES)
def test_the_language_can_be_switched_in_the_middle_of_a_match(visitor: Come, game: str) -> None:
    ann = visitor("Ann")
    ann.sit(ann.make_table(game, "me", "random")["id"]).play(3)
    ann.choices()
    ann.open_tab("log")
    # What is not shown yet has no text to be read.
    expect(ann.page.locator(".log .lines").last).to_be_visible()
    said = ann.page.locator(".log .lines").all_inner_texts()
    for lang in ("ja", "en"):
        ann.page.get_by_role("button", name={"en": "English", "ja": "日本語"}[lang]).click()
        expect(ann.page.locator("html")).to_have_attribute("lang", lang)
        expect(ann.page.get_by_role("tab").first).to_have_text(visitor(lang=lang).say("tab.log"))
        assert game_title(game, lang) in ann.page.title()
        now = ann.page.locator(".log .lines").all_inner_texts()
        assert len(now) == len(said) and (now == said) == (lang == "en")


def test_a_refusal_names_its_clause_which_opens_in_the_rulebook(visitor: Come) -> None:
    ann = visitor("Ann")

    def meddle(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def send(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "act" and not said["action"].startswith("basepoint"):
                said["action"] = UNLAWFUL["space_editor"]
            server.send(json.dumps(said))

        socket.on_message(send)

    ann.page.route_web_socket(LIVE, meddle)
    ann.sit(ann.make_table("space_editor", "me", "random")["id"])
    while any(word.startswith("basepoint") for word in ann.choices()):
        ann.play(1)
    before = ann.number()
    ann.act(ann.choices()[0])
    note = ann.page.get_by_role("alert", name=ann.say("refused.title"))
    expect(note).to_be_visible()
    clause = note.locator("[data-clause]")
    name = str(clause.get_attribute("data-clause"))
    assert re.fullmatch(r"SE-\d+(\.\d+)*[a-z]?", name)
    clause.click()
    expect(ann.page.locator("#tab-panel")).to_contain_text(name)
    assert ann.number() == before


def test_a_move_is_not_shown_before_it_is_acknowledged(visitor: Come) -> None:
    ann = visitor("Ann")
    held: list[Any] = []
    holding = False

    def meddle(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            if holding:
                held.append((socket, message))
            else:
                socket.send(message)

        server.on_message(hear)

    ann.page.route_web_socket(LIVE, meddle)
    ann.sit(ann.make_table("space_editor", "me", "random")["id"])
    choice = ann.choices()[0]
    before = ann.entries()
    board = ann.page.locator(BOARD).inner_html()
    holding = True
    ann.act(choice)
    expect(ann.page.get_by_text(ann.say("prompt.sending"))).to_be_visible()
    expect(ann.page.locator("[data-action]:enabled")).to_have_count(0)
    assert ann.entries() == before
    assert unmarked(ann.page.locator(BOARD).inner_html()) == unmarked(board)
    holding = False
    for socket, message in held:
        socket.send(message)
    expect(ann.page.get_by_text(ann.say("prompt.sending"))).to_have_count(0)
    expect(ann.page.locator(".log .entry").nth(before)).to_be_attached()


def unmarked(html: str) -> str:
    """A board's elements, without what only says that it may not be touched now."""
    return re.sub(r' (class|style|disabled|aria-\w+|tabindex)(="[^"]*")?', "", html)


def test_two_tabs_of_one_person_show_and_do_the_same(visitor: Come) -> None:
    ann = visitor("Ann")
    table = ann.make_table("vediic", "me", "random")["id"]
    ann.sit(table)
    first, second = ann.page, ann.new_tab()
    second.goto(f"/table/{table}")
    for tab in (first, second, first):
        ann.page = tab
        before = ann.number()
        ann.play(1, seed=5)
        ann.reach(before + 1)
        seen = ann.number()
        ann.page = second if tab is first else first
        ann.reach(seen)
    told = []
    for tab in (first, second):
        ann.page = tab
        ann.reach(seen)
        ann.open_tab("log")
        expect(tab.locator(".log .entry").nth(seen - 1)).to_be_attached()
        told.append(tab.locator(".log .entry").all_text_contents()[:seen])
    assert len(told[0]) == seen and told[0] == told[1]


def test_a_match_that_is_over_can_be_looked_back_at_through_any_eyes(visitor: Come) -> None:
    ann = visitor("Ann")
    table = ann.make_table("vediic", "me", "random")["id"]
    assert ann.sit(table).play()["over"]
    last = ann.number()
    ann.outcome().get_by_role("link", name=ann.say("menu.replay")).click()
    scrubber = ann.page.get_by_role("slider")
    expect(scrubber).to_have_value(str(last))
    press(ann, "replay.first")
    expect(scrubber).to_have_value("0")
    press(ann, "replay.next")
    expect(scrubber).to_have_value("1")
    expect(ann.page).to_have_url(re.compile(r"at=1$"))
    press(ann, "replay.last")
    expect(scrubber).to_have_value(str(last))
    press(ann, "replay.back")
    expect(scrubber).to_have_value(str(last - 1))
    scrubber.fill(str(last // 2))
    expect(ann.page.get_by_text(ann.say("replay.at", n=str(last // 2), all=str(last))).first).to_be_visible()
    ann.page.get_by_label(ann.say("replay.eyes")).select_option("1")
    expect(scrubber).to_have_value(str(last // 2))
    ann.page.get_by_role("button", name="日本語").click()
    ann.lang = "ja"
    expect(ann.page.get_by_text(ann.say("replay.at", n=str(last // 2), all=str(last))).first).to_be_visible()
    press(ann, "replay.first")
    expect(scrubber).to_have_value("0")
    ann.page.keyboard.press("ArrowRight")
    expect(scrubber).to_have_value("1")
    expect(ann.page).to_have_url(re.compile(r"at=1$"))
    ann.page.reload()
    expect(ann.page.get_by_role("slider")).to_have_value("1")


def test_a_part_of_the_page_that_cannot_be_had_is_asked_for_again(visitor: Come) -> None:
    ann = visitor("Ann")
    made = ann.make_table("vediic", "me", "random")
    ann.context.route("**/assets/Replay-*.js", lambda route: route.abort())
    ann.go(f"/table/{made['id']}?at=0")
    expect(ann.page.get_by_role("alert")).to_contain_text(ann.say("fault.unknown"))
    ann.context.unroute_all()
    ann.page.get_by_role("button", name=ann.say("do.again")).click()
    expect(ann.board()).to_be_visible()
    ann.faults.clear()  # the browser itself says that it was not there


@pytest.mark.parametrize("game", GAMES)
def test_a_record_that_somebody_brings_is_shown_from_its_beginning_to_its_end(visitor: Come, game: str) -> None:
    ann = visitor("Ann")
    record, length = play_by_chance(game)
    answer = ann.context.request.post("/api/records", data=record)
    assert answer.ok, answer.text()
    ann.page.goto(f"/record/{answer.json()['record']}")
    scrubber = ann.page.get_by_role("slider")
    expect(scrubber).to_have_attribute("max", str(length))
    expect(ann.page.locator(BOARD)).to_be_visible()
    # It opens at its end, which is no empty board.
    expect(scrubber).to_have_value(str(length))
    press(ann, "replay.first")
    expect(scrubber).to_have_value("0")
    press(ann, "replay.last")
    expect(scrubber).to_have_value(str(length))
    ann.page.get_by_label(ann.say("replay.eyes")).select_option("1")
    expect(scrubber).to_have_value(str(length))


def play_by_chance(game: str) -> tuple[dict[str, Any], int]:
    """The record of a match that was played by chance, and its length."""
    match = Match.new(game_named(game), for_people(game, SHORT[game]), 7)
    chance = random.Random(1)
    while match.to_act() is not None:
        match.act(chance.choice(match.actions()))
    return to_record(match), len(match.entries)


def press(one: Visitor, name: str) -> None:
    """Presses a button by the name of its sentence."""
    one.page.get_by_role("button", name=one.say(name), exact=True).click()


def test_an_action_can_be_taken_back(visitor: Come) -> None:
    ann = visitor("Ann")
    ann.sit(ann.make_table("vediic", "me", "random")["id"])
    undo = ann.page.get_by_role("button", name=ann.say("do.undo"), exact=True)
    seed = 1
    while ann.page.locator('[title="' + ann.say("undo.one") + '"]').count() == 0:
        assert not ann.play(1, seed=seed)["over"]
        seed += 1
    before = ann.number()
    undo.click()
    ann.open_tab("log")
    expect(ann.page.locator(".log .entry").last).to_contain_text(re.compile(r"went back"))
    assert ann.number() == before + 1
    gone = ann.page.locator(".log .entry.undone")
    expect(gone).to_have_count(1)
    expect(gone).to_contain_text(ann.say("log.undone"))


def test_a_hint_names_actions_with_reasons_and_one_of_them_can_be_played(visitor: Come) -> None:
    ann = visitor("Ann")
    ann.sit(ann.make_table("vediic", "me", "random")["id"])
    ann.choices()
    press(ann, "do.hint")
    note = ann.page.get_by_label(ann.say("hint.title")).filter(has=ann.page.get_by_role("listitem"))
    expect(note.get_by_role("listitem").first).to_be_visible()
    before = ann.number()
    note.get_by_role("button", name=ann.say("hint.play")).first.click()
    ann.reach(before + 1)


def test_people_at_a_table_talk_and_may_close_their_ears(visitor: Come) -> None:
    ann, ben = visitor("Ann"), visitor("Ben", size="phone")
    made = ann.make_table("vediic", "me", "open")
    answer = ben.context.request.post(f"/api/tables/{made['id']}/join", data={"invite": made["invite"]})
    assert answer.ok
    ann.context.request.post(f"/api/tables/{made['id']}/start")
    for one in (ann, ben):
        one.sit(made["id"]).open_tab("chat")
    ann.page.get_by_label(ann.say("chat.say")).fill("Good luck!")
    ann.page.keyboard.press("Enter")
    spoken = ben.page.get_by_text("Good luck!")
    expect(spoken).to_be_visible()
    ben.page.get_by_label(f"Ann: {ben.say('do.menu')}").click()
    ben.page.get_by_role("button", name=ben.say("chat.mute", who="Ann")).click()
    expect(spoken).to_have_count(0)


def test_who_watches_sees_the_match_and_decides_nothing(visitor: Come) -> None:
    ann, eve = visitor("Ann"), visitor("Eve", lang="ja")
    table = ann.make_table("vediic", "me", "random")["id"]
    ann.sit(table)
    eve.sit(table)
    expect(eve.page.get_by_text(eve.say("prompt.watching"))).to_be_visible()
    ann.play(2)
    eve.open_tab("log")
    expect(eve.page.locator(".log .entry").first).to_be_visible()
    eve.open_tab("actions")
    expect(eve.page.locator("[data-action]")).to_have_count(0)
    expect(eve.page.get_by_role("button", name=eve.say("do.undo"))).to_have_count(0)


def test_a_match_can_be_played_by_the_keyboard_alone(visitor: Come) -> None:
    ann = visitor("Ann")
    ann.sit(ann.make_table("vediic", "me", "random")["id"])
    page = ann.page
    tab_to(page, "#tab-log")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-actions")).to_be_focused()
    before = page.locator("[data-action]").first.get_attribute("data-action")
    tab_to(page, f'[data-action="{before}"]')
    at = ann.number()
    page.keyboard.press("Enter")
    ann.reach(at + 1)


def tab_to(page: Page, what: str, most: int = 200) -> None:
    """Presses Tab until something has the focus."""
    for _ in range(most):
        if page.evaluate("what => document.activeElement?.matches(what) ?? false", what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{what} cannot be reached with Tab")
