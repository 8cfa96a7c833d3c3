"""The handbook in a real browser, as somebody reads it: with a pointer or a finger, motion on, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from orrery.core.handbook import Handbook, handbook, play_figure
from orrery.games import game_named
from page.browser import GAMES, LANGS, Come, axe

READ = [("desk", "en"), ("phone", "ja")]
SHOWN = {"space_editor": "nuclear", "vediic": "walk", "five_spheres": "block"}
"""A figure of each game with an action that changes the board."""


def book_of(game: str) -> Handbook:
    known = game_named(game)
    found = None if known is None else handbook(known)
    assert found is not None
    return found


def figure(page: Page, name: str) -> Locator:
    """A figure, brought into sight and loaded."""
    place = page.locator(f"[data-figure={name}]")
    place.scroll_into_view_if_needed()
    expect(place.locator(".said p").first).to_be_visible()
    return place


@pytest.mark.parametrize(("size", "lang"), READ)
@pytest.mark.parametrize("game", GAMES)
def test_one_steps_through_a_figure_and_reads_what_the_engine_did(
    visitor: Come, game: str, size: str, lang: str
) -> None:
    ann = visitor("Ann", size=size, lang=lang)
    ann.go(f"/rules/{game}")
    book = book_of(game)
    moments = play_figure(book, book.figures[SHOWN[game]])
    place = figure(ann.page, SHOWN[game])
    expect(place.locator(".stage > *").first).to_be_visible()
    drawn = [place.locator(".stage").screenshot()]
    for number, moment in enumerate(moments):
        expect(place.locator(".said p").first).to_have_text(moment.say[lang])
        expect(place.locator(".count")).to_have_text(f"{number + 1} / {len(moments)}")
        if moment.refusal is not None:
            expect(place.locator(".why a")).to_have_text(moment.refusal["clause"])
        if number + 1 < len(moments):
            place.locator(".next").click()
    ann.page.wait_for_timeout(1500)
    drawn.append(place.locator(".stage").screenshot())
    assert drawn[0] != drawn[1], "the board shows what happened"
    place.locator(".next").click()
    expect(place.locator(".said p").first).to_have_text(moments[0].say[lang])


@pytest.mark.parametrize(("size", "lang"), [("wide", "en"), ("small", "ja")])
@pytest.mark.parametrize(("game", "name"), [("space_editor", "marks"), ("five_spheres", "goal")])
def test_the_cards_of_a_figure_can_be_read(visitor: Come, game: str, name: str, size: str, lang: str) -> None:
    ann = visitor("Ann", size=size, lang=lang, calm=False)
    ann.go(f"/rules/{game}")
    place = figure(ann.page, name)
    named = place.get_by_role("list", name=ann.say("figure.cards")).get_by_role("button")
    # What is drawn is named: as many cards as lie there.
    expect(named).to_have_count({"marks": 3, "goal": 2}[name])
    for card in named.all():
        title = card.inner_text()
        card.tap() if size == "small" else card.click()
        reader = ann.page.get_by_role("dialog", name=title)
        expect(reader.locator("svg").first).to_be_visible()
        ann.page.keyboard.press("Escape")
        expect(reader).to_have_count(0)
        expect(card).to_be_focused()
    assert not axe(ann.page)


def test_the_arrow_keys_step_and_the_focus_stays(visitor: Come) -> None:
    ann = visitor("Ann")
    ann.go("/rules/space_editor")
    place = figure(ann.page, "connect")
    place.locator(".next").focus()
    for number in (2, 3, 4, 4):
        ann.page.keyboard.press("ArrowRight")
        expect(place.locator(".count")).to_have_text(f"{number} / 4")
    expect(place.locator(".next")).to_be_focused()
    ann.page.keyboard.press("ArrowLeft")
    expect(place.locator(".count")).to_have_text("3 / 4")


@pytest.mark.parametrize("lang", LANGS)
def test_a_clause_of_a_figure_opens_the_reference_there_and_one_comes_back(visitor: Come, lang: str) -> None:
    ann = visitor("Ann", lang=lang)
    ann.go("/rules/space_editor")
    place = figure(ann.page, "connect")
    place.locator(".next").click()
    place.locator(".why a").click()
    expect(ann.page.locator('[id="SE-4.2"]')).to_be_in_viewport()
    expect(ann.page).to_have_url(re.compile("#SE-4.2$"))
    ann.page.go_back()
    expect(ann.page.locator("#read-goal")).to_be_attached()
    ann.page.locator(".parts a.summary").click()
    expect(ann.page.locator("#read-summary")).to_be_in_viewport()


@pytest.mark.parametrize("game", GAMES)
def test_the_contents_mark_the_chapter_that_is_read(visitor: Come, game: str) -> None:
    ann = visitor("Ann", size="wide")
    ann.go(f"/rules/{game}")
    names = [chapter.name for chapter in book_of(game).chapters["en"]]
    now = ann.page.locator("nav.wide [aria-current=location]")
    for name in (names[3], names[6], names[1]):
        ann.page.locator(f"[id=read-{name}]").evaluate("(place) => place.scrollIntoView({ block: 'start' })")
        expect(now).to_have_attribute("data-chapter", f"read-{name}")
    ann.go(f"/rules/{game}#{'SE-4' if game == 'space_editor' else 'VE-4' if game == 'vediic' else 'FS-4'}.1")
    expect(now).to_have_attribute("data-chapter", re.compile("-4$"))


def test_programmers_chapters_stand_last_and_are_marked(visitor: Come) -> None:
    ann = visitor("Ann", size="wide")
    ann.go("/rules/space_editor#top")
    rows = ann.page.locator("nav.wide a")
    expect(rows.first).to_be_visible()
    ids = rows.evaluate_all("(rows) => rows.map((row) => row.dataset.chapter)")
    at = ids.index("programmers")
    assert ids[at + 1 :] == ["SE-11", "SE-12", "SE-13", "SE-14", "SE-16", "SE-17"] and "SE-18" in ids[:at]


@pytest.mark.parametrize(("size", "lang"), READ)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_wrong_with_a_handbook_whose_figures_are_shown(
    visitor: Come, game: str, size: str, lang: str
) -> None:
    ann = visitor("Ann", size=size, lang=lang)
    ann.go(f"/rules/{game}")
    figure(ann.page, SHOWN[game])
    assert not axe(ann.page)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the window"


def test_the_wheel_over_a_board_scrolls_the_book(visitor: Come) -> None:
    ann = visitor("Ann")
    ann.go("/rules/space_editor")
    place = figure(ann.page, "goal")
    box = place.locator(".stage").bounding_box()
    assert box is not None
    before = ann.page.evaluate("scrollY")
    ann.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
    ann.page.mouse.wheel(0, 300)
    ann.page.wait_for_function("(before) => scrollY > before + 100", arg=before)
