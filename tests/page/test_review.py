"""Looking back after a match, by pointer: how it went, trying a mistake again, playing on, and what comes again."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from page.browser import BOARD, House, Visitor, axe, open_house
from page.hands import Hands

Come = Callable[..., Visitor]
SLOW = 240_000
"""Milliseconds within which a whole match is judged."""


def looked_at(visitor: Visitor, name: str) -> None:
    """Keeps a picture of what is on the screen, for the eye, where ORRERY_PICTURES names a folder."""
    folder = os.environ.get("ORRERY_PICTURES")
    if folder:
        file = Path(folder) / f"{name}-{visitor.size}-{visitor.lang}.png"
        visitor.page.wait_for_timeout(600)  # what comes in has come
        visitor.page.screenshot(path=str(file), full_page="review" in visitor.page.url or "mine" in visitor.page.url)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of its own: reviews take its processor."""
    with open_house(tmp_path_factory.mktemp("reviews"), seed=11) as opened:
        yield opened


def finished(visitor: Visitor, game: str, bot: str = "level1") -> str:
    """A match that the visitor has played to its end, in any way that the rules allow; gives its table."""
    table: str = visitor.make_table(game, "me", bot)["id"]
    visitor.sit(table).play()
    return table


def clear(visitor: Visitor) -> None:
    """Nothing is wrong on the screen, for axe and for the console."""
    assert axe(visitor.page) == []
    wide = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"the page is {wide} px wider than the window"
    assert visitor.faults == []


def tap(visitor: Visitor, selector: Any) -> None:
    """Somebody clicks, or on a phone taps, what they see."""
    place = visitor.page.locator(selector).first if isinstance(selector, str) else selector
    place.scroll_into_view_if_needed()
    place.tap() if visitor.size == "phone" else place.click()


def do(visitor: Visitor, word: str) -> None:
    """Does an action from the list in words, which is searched for it where it is long."""
    visitor.open_tab("actions")
    find = visitor.page.locator("#tab-panel input[type=search]")
    if find.count():
        find.fill(word)
    visitor.page.locator(f'[data-action="{word}"]').click()


@pytest.mark.parametrize(("lang", "size"), [("en", "desk"), ("ja", "phone")])
def test_one_looks_back_tries_a_mistake_again_and_plays_on(visitor: Come, lang: str, size: str) -> None:
    ann = visitor("Ann", lang=lang, size=size, calm=False)
    table = finished(ann, "space_editor")
    expect(ann.page.locator("section.over")).to_be_visible()
    looked_at(ann, "outcome")
    assert axe(ann.page) == []
    tap(ann, ann.page.get_by_role("link", name=ann.say("review.do")))
    expect(ann.page.get_by_role("heading", name=ann.say("review.title"), level=1)).to_be_visible()
    done = re.compile(re.escape(ann.say("review.done")).replace(r"\{n\}", r"\d+"))
    expect(ann.page.get_by_role("status").filter(has_text=done)).to_be_visible(timeout=SLOW)
    for heading in ("review.curve", "review.mine", "review.luck", "review.score"):
        expect(ann.page.get_by_role("heading", name=ann.say(heading))).to_be_visible()
    text = ann.page.locator("main").inner_text().lower()
    assert "brilliant" not in text and "!!" not in text
    looked_at(ann, "review")
    clear(ann)
    # The curve answers to a pointer, and the slider says the same.
    box = ann.page.get_by_role("img", name=ann.say("review.curve")).bounding_box()
    assert box is not None
    if size == "desk":
        ann.page.mouse.click(box["x"] + box["width"] * 0.4, box["y"] + box["height"] / 2)
    else:
        ann.page.touchscreen.tap(box["x"] + box["width"] * 0.4, box["y"] + box["height"] / 2)
    moment = int(ann.page.locator("figure input").input_value())
    assert 0 < moment < 27
    expect(ann.page.locator("figcaption")).to_contain_text("%")

    answer_of = ann.page.locator("li[data-at]").first
    at = answer_of.get_attribute("data-at")
    tap(ann, answer_of.get_by_role("link", name=ann.say("try.do")))
    expect(ann.page.locator(BOARD)).to_be_visible()
    asked: list[str] = []
    ann.page.on("response", lambda answer: asked.append(answer.url) if "/answer" in answer.url else None)
    looked_at(ann, "try")
    clear(ann)
    # Whoever knows only what is lit gets an answer too.
    hands = Hands(ann, "space_editor")
    told = ann.page.locator(".sheets section")
    for _ in range(8):
        hands.next()
        ann.page.wait_for_timeout(1500)
        expect(ann.page.locator(".asked [role=status]")).to_have_count(0)  # it is being judged
        if told.count():
            break
    expect(told.first).to_be_visible()
    mine = ann.context.request.get(f"/api/tables/{table}/review").json()["losses"]
    played = next(one["word"] for one in mine if str(one["at"]) == at)
    best = ann.context.request.get(f"/api/tables/{table}/review/{at}/answer").json()["good"][0]
    do(ann, played)
    expect(ann.page.get_by_role("heading", name=ann.say("try.wrong"))).to_be_visible()
    ann.close_panel()
    looked_at(ann, "wrong")
    clear(ann)
    do(ann, best)
    expect(ann.page.locator("section.solved")).to_be_visible()
    ann.close_panel()
    looked_at(ann, "solved")
    clear(ann)
    assert not asked, "the page asks for the answer only where somebody gives up"

    tap(ann, ann.page.get_by_role("button", name=ann.say("play_on.title")))
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    looked_at(ann, "play_on")
    clear(ann)
    tap(ann, ann.page.get_by_role("button", name=ann.say("play_on.begin")))
    expect(ann.page).to_have_url(re.compile(r"/table/(?!" + table + ")"))
    expect(ann.page.locator(BOARD)).to_be_visible()
    Hands(ann, "space_editor").play(2)
    assert ann.faults == []

    ann.go("/mine#habits")
    expect(ann.page.get_by_role("heading", name=ann.say("habits.title"))).to_be_visible()
    expect(ann.page.locator("#habits a").first).to_be_visible()
    looked_at(ann, "habits")
    clear(ann)
    tap(ann, "#habits a")
    expect(ann.page.locator(BOARD)).to_be_visible()
    tap(ann, ann.page.get_by_role("button", name=ann.say("try.show")))
    expect(ann.page.locator("section.solved")).to_be_visible()
    assert asked, "now it was asked for"
    assert ann.faults == []


@pytest.mark.parametrize("game", ["vediic", "five_spheres"])
def test_every_game_can_be_looked_back_at(visitor: Come, game: str) -> None:
    ann = visitor("Ann", calm=False, lang="ja" if game == "vediic" else "en")
    table = finished(ann, game)
    ann.go(f"/table/{table}?review")
    done = re.compile(re.escape(ann.say("review.done")).replace(r"\{n\}", r"\d+"))
    expect(ann.page.get_by_role("status").filter(has_text=done)).to_be_visible(timeout=SLOW)
    looked_at(ann, f"review-{game}")
    clear(ann)


def test_whoever_watches_sees_the_review_and_no_other_sees_it_while_it_is_played(visitor: Come) -> None:
    ann, eve = visitor("Ann"), visitor("Eve")
    table = ann.make_table("space_editor", "me", "level1")["id"]
    eve.page.goto(f"/table/{table}?review")
    expect(eve.page.locator(BOARD)).to_be_visible()
    assert eve.context.request.get(f"/api/tables/{table}/review").status == 403
    ann.sit(table).play()
    eve.go(f"/table/{table}?review")
    expect(eve.page.get_by_role("heading", name=eve.say("review.curve"))).to_be_visible(timeout=SLOW)
    expect(eve.page.get_by_role("heading", name=eve.say("review.mine"))).to_have_count(0)
    assert eve.faults == []


def test_the_result_names_the_next_opponent_with_a_picture(visitor: Come) -> None:
    ann = visitor("Ann", calm=False)
    finished(ann, "space_editor", "level2")
    rival = ann.page.locator(".next")
    expect(rival.locator(".portrait svg")).to_be_visible()
    expect(rival).to_contain_text("Level")
    tap(ann, rival.get_by_role("button"))
    expect(ann.page.locator('[data-seat="1"] .portrait')).to_be_visible()
    expect(ann.page.locator('[data-seat="1"]')).to_contain_text("Level")
    ann.go("/")
    looked_at(ann, "home")
    clear(ann)
