"""The boards themselves, touched as people touch them: a card, a place, a confirmation; by mouse, finger and key."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from page.browser import GAMES, Come, Visitor, axe


def press(what: Locator, size: str) -> None:
    """A click, or on a phone a tap."""
    if size == "phone":
        what.tap()
    else:
        what.click()


def at_decision(one: Visitor, game: str, verb: str) -> list[str]:
    """Sits down and plays by the list until an action with a verb is offered; gives the actions."""
    one.sit(one.make_table(game, "me", "random")["id"])
    words = one.choices()
    while all(word.split()[0] != verb for word in words):
        assert not one.play(1)["over"]
        words = one.choices()
    return words


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_card_is_placed_by_choosing_it_a_lit_place_and_confirming(visitor: Come, size: str) -> None:
    ann = visitor("Ann", size=size)
    words = at_decision(ann, "space_editor", "place")
    before = ann.number()
    ann.close_panel()
    cards = ann.board().locator("button.card").count()
    press(ann.board().locator(".hand button").first, size)
    card = words[0].split()[1]
    lit = {word.split()[2] for word in words if word.split()[:2] == ["place", card]}
    spots = ann.board().locator("button.spot")
    expect(spots).to_have_count(len(lit))
    assert {spot.get_attribute("data-cell") for spot in spots.all()} == lit
    press(spots.first, size)
    ghost = ann.board().locator("button.ghost")
    expect(ghost).to_be_visible()
    expect(ann.board().locator("button.card")).to_have_count(cards)
    ann.board().locator("button.main").click()
    expect(ghost).to_have_count(0)
    expect(ann.board().locator("button.card").nth(cards)).to_be_attached()
    ann.reach(before + 1)


def test_a_card_is_placed_by_the_keyboard(visitor: Come) -> None:
    ann = visitor("Ann")
    at_decision(ann, "space_editor", "place")
    before = ann.number()
    keyboard = ann.page.keyboard
    ann.board().locator(".hand button").first.focus()
    keyboard.press("Enter")
    spots = ann.board().locator("button.spot")
    expect(spots.first).to_be_visible()
    expect(ann.page.locator("button.spot:focus")).to_have_count(1)
    keyboard.press("Enter")
    expect(ann.board().locator("button.ghost")).to_be_focused()
    keyboard.press("r")
    keyboard.press("Enter")
    expect(ann.board().locator("button.ghost")).to_have_count(0)
    ann.reach(before + 1)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_pawn_is_put_on_a_circle_of_the_chart(visitor: Come, size: str) -> None:
    ann = visitor("Ann", size=size)
    circle = next(word.split()[1] for word in at_decision(ann, "vediic", "put") if word.startswith("put "))
    before = ann.number()
    ann.close_panel()
    pawns = ann.board().locator("[data-pawn]").count()
    press(ann.board().locator(f'[data-ref="circle:{circle}"]'), size)
    main = ann.board().locator("button.main")
    if main.is_visible():
        press(main, size)
    expect(ann.board().locator("[data-pawn]").nth(pawns)).to_be_attached()
    ann.reach(before + 1)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_crystal_is_placed_by_choosing_a_card_and_what_it_shall_be(visitor: Come, size: str) -> None:
    ann = visitor("Ann", size=size)
    at_decision(ann, "five_spheres", "crystal")
    before = ann.number()
    ann.close_panel()
    press(ann.board().locator('[data-thing="hand:0"]'), size)
    press(ann.board().locator(".menu button").first, size)
    main = ann.board().locator("button.main")
    if main.is_visible():
        press(main, size)
    expect(ann.page.locator(".asked")).not_to_contain_text(ann.say("prompt.sending"))
    ann.reach(before + 1)


@pytest.mark.parametrize(
    ("size", "theme", "lang"),
    [
        ("desk", "light", "en"),
        ("phone", "dark", "ja"),
        pytest.param("desk", "dark", "ja", marks=pytest.mark.soak),
        pytest.param("phone", "light", "en", marks=pytest.mark.soak),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_wrong_with_a_table(visitor: Come, game: str, size: str, theme: str, lang: str) -> None:
    ann = visitor("Ann", size=size, theme=theme, lang=lang)
    found: dict[str, list[str]] = {}
    ann.sit(ann.make_table(game, "me", "random", options={})["id"])
    ann.play(6)
    for tab in ("log", "actions", "rules", "chat"):
        ann.open_tab(tab)
        ann.settle()
        found[tab] = axe(ann.page)
    ann.close_panel()
    found["board"] = axe(ann.page)
    ann.page.get_by_role("button", name=ann.say("menu.open"), exact=True).click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    found["menu"] = axe(ann.page)
    ann.page.get_by_role("button", name=ann.say("menu.resign"), exact=True).click()
    ann.page.get_by_role("button", name=ann.say("menu.resign_sure"), exact=True).click()
    expect(ann.outcome()).to_be_visible()
    found["outcome"] = axe(ann.page)
    ann.outcome().get_by_role("link", name=ann.say("menu.replay")).click()
    expect(ann.page.get_by_role("slider")).to_be_visible()
    found["replay"] = axe(ann.page)
    problems: dict[str, list[str]] = {}
    for where, some in found.items():
        for problem in some:
            problems.setdefault(problem, []).append(where)
    assert not problems, "\n".join(f"{', '.join(places)}: {problem}" for problem, places in problems.items())
