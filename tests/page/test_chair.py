"""From the user's chair: a pointer or a finger on the boards, the settings that everybody begins with, motion on, bots
that take their time. Whatever the page complains about fails a test, also a board that does not say that it has shown
something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from orrery.server.settings import Settings
from page.browser import BOARD, GAMES, LANGS, PATIENCE, Come, House, Visitor, open_house, rows
from page.hands import FARTHEST_JUMP, LONGEST_WAIT, Hands, sit_down

ROOMS = ("wide", "phone")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose bots take as long for a move as they do by default."""
    with open_house(tmp_path_factory.mktemp("house"), pace=Settings().pace) as opened:
        yield opened


def text(one: Visitor, game: str, name: str) -> str:
    """A sentence of a game."""
    return rows(game)[name][one.lang]


def button(one: Visitor, name: str) -> Locator:
    """A button of the table by the name of its sentence."""
    return one.page.get_by_role("button", name=one.say(name), exact=True)


def press(one: Visitor, what: Locator) -> None:
    """A click, or on a phone a tap."""
    if one.size == "phone":
        what.tap()
    else:
        what.click()


def check_waits(hands: Hands) -> None:
    """Nobody had to wait long without anything new on the screen; tells how long."""
    waits = hands.waited()
    print(f"{hands.game}, {hands.visitor.size}: longest waits {waits['page']} of {waits['whole']} frames")
    assert waits["page"] < LONGEST_WAIT, waits


def check_steady(hands: Hands) -> None:
    """The table filled the window and no more, and the hand stayed where it was when a turn began."""
    steady = hands.steadiness()
    print(f"{hands.game}, {hands.visitor.size}: {steady}")
    assert steady["taller"] <= 0 and steady["wider"] <= 0, steady
    assert steady["jumped"] <= FARTHEST_JUMP, steady


def check_hint(hands: Hands) -> None:
    """A hint on a desk leaves the board as large and where it is, and Escape closes it."""
    ann = hands.visitor
    expect(ann.page.locator(".asked strong")).to_be_visible()
    expect(ann.page.locator("button.skip")).to_have_count(0)
    before = ann.board().bounding_box()
    button(ann, "do.hint").click()
    note = ann.page.get_by_label(ann.say("hint.title")).filter(has=ann.page.get_by_role("listitem"))
    expect(note.get_by_role("listitem").first).to_be_visible()
    assert ann.board().bounding_box() == before, "the hint took room from the board"
    ann.page.keyboard.press("Escape")
    expect(note).to_have_count(0)


# --- the first turns, and whole matches -------------------------------------------------------------------------------

FIRST = {"space_editor": 9, "vediic": 16, "five_spheres": 18}
"""Entries of the history with which the first turns are over."""


@pytest.mark.parametrize("size", ROOMS)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_turns_are_played_by_pointer_and_nobody_waits_long(visitor: Come, game: str, size: str) -> None:
    ann = visitor("Ann", size=size, calm=False, lang="ja" if size == "phone" else "en")
    hands = sit_down(ann, game, "level1")
    over = hands.play(FIRST[game])
    check_waits(hands)
    check_steady(hands)
    if size == "wide" and not over:
        check_hint(hands)


def test_a_whole_match_of_space_editor_is_played_by_pointer(visitor: Come) -> None:
    ann = visitor("Ann", size="wide", calm=False)
    hands = sit_down(ann, "space_editor", "level1", options={"mode": "half"})
    assert hands.play()
    expect(ann.outcome()).to_be_visible()
    check_waits(hands)
    check_steady(hands)


@pytest.mark.soak
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", ROOMS)
@pytest.mark.parametrize(("game", "seats"), [("space_editor", 2), ("vediic", 2), ("vediic", 7), ("five_spheres", 2)])
def test_a_whole_match_is_played_by_pointer(visitor: Come, game: str, seats: int, size: str, lang: str) -> None:
    ann = visitor("Ann", size=size, lang=lang, calm=False)
    hands = sit_down(ann, game, *["level1"] * (seats - 1))
    assert hands.play(patience=3 * PATIENCE, seconds=1800)
    expect(ann.outcome()).to_be_visible()
    # What is shown at the end can be read and left again: nothing on the page is still in motion.
    expect(ann.page.locator("button.skip")).to_have_count(0)
    check_waits(hands)
    check_steady(hands)


# --- what newcomers met -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "lang"), [("wide", "en"), ("phone", "ja")])
def test_why_not_is_answered_on_the_board_of_space_editor(visitor: Come, size: str, lang: str) -> None:
    ann = visitor("Ann", size=size, lang=lang, calm=False)
    hands = sit_down(ann, "space_editor", "level1")
    expect(ann.page.locator(".asked strong")).to_be_visible()
    while ann.board().locator(".hand button[aria-pressed=false]").count() == 0:
        hands.next()
    at = ann.number()
    press(ann, ann.board().locator(".hand button").first)
    expect(ann.board().locator("button.spot").first).to_be_visible()
    # A corner of the window is far from every card.
    box = ann.page.locator(f"{BOARD} .window").bounding_box()
    assert box is not None
    hands.touch(box["x"] + 30, box["y"] + box["height"] - 30)
    expect(ann.board().locator(".ghost.no")).to_be_visible()
    press(ann, ann.board().get_by_role("button", name=text(ann, "space_editor", "page.why.ask"), exact=True))
    note = ann.page.get_by_role("alert", name=ann.say("refused.title"))
    expect(note).to_be_visible()
    expect(note.locator("[data-clause]")).to_have_attribute("data-clause", re.compile(r"SE-4"))
    assert ann.number() == at


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_hint_goes_with_its_moment_and_the_table_goes_on(visitor: Come, lang: str) -> None:
    ann = visitor("Ann", size="wide", lang=lang, calm=False)
    hands = sit_down(ann, "five_spheres", "level1")
    end = ann.board().get_by_role("button", name=text(ann, "five_spheres", "page.action.end_casting"), exact=True)
    while not end.is_visible():
        hands.next()
    button(ann, "do.hint").click()
    note = ann.page.get_by_label(ann.say("hint.title")).filter(has=ann.page.get_by_role("listitem"))
    expect(note.get_by_role("listitem").first).to_be_visible()
    end.click()
    expect(note).to_have_count(0)
    expect(button(ann, "do.hint")).to_have_attribute("aria-pressed", "false")
    hands.play(4)


def test_whoever_moved_on_one_screen_sees_what_it_did_before_passing_it_on(visitor: Come) -> None:
    ann = visitor("Ann", size="wide", calm=False)
    hands = sit_down(ann, "space_editor", "me", names=["Ann", "Ben"])
    done, curtain = button(ann, "pass.done"), ann.page.locator(".curtain")
    hands.passes = False
    seen: list[str] = []
    for _ in range(3):
        expect(curtain).to_be_visible()
        seen.append(curtain.get_by_role("heading").inner_text())
        curtain.get_by_role("button").click()
        before = ann.board().locator("button.card").count()
        while hands.next() != "pass":
            expect(curtain).to_have_count(0)
        # All of the move is there, at rest and from the mover's side; the focus is where one goes on.
        expect(ann.board().locator("button.card")).not_to_have_count(before)
        expect(ann.page.locator("button.skip")).to_have_count(0)
        expect(done).to_be_focused()
        ann.page.keyboard.press("Enter")
    assert seen[0] != seen[1] and len(set(seen)) == 2


def test_on_one_screen_bots_are_watched_and_the_end_is_not_covered(visitor: Come) -> None:
    ann = visitor("Ann", size="phone", lang="ja")
    table = ann.make_table("vediic", "me", "random", "me", names=["アン", "", "ベン"])
    ann.page.goto(f"/table/{table['id']}")
    hands = Hands(ann, "vediic")
    curtain = ann.page.locator(".curtain")
    passed = 0
    while not ann.outcome().is_visible():
        if curtain.is_visible():
            passed += 1
        if hands.next() == "over":
            break
    assert passed > 2
    expect(curtain).to_have_count(0)
    expect(ann.board()).to_be_visible()


def test_undo_goes_back_to_ones_own_decision_against_bots_and_says_why_when_it_cannot(visitor: Come) -> None:
    ann = visitor("Ann", size="wide", calm=False)
    hands = sit_down(ann, "space_editor", "level1")
    undo = button(ann, "do.undo")
    asked = ann.page.locator(".asked strong")
    expect(asked).to_be_visible()
    while ann.board().locator(".hand button[aria-pressed=false]").count() == 0:
        hands.next()
    if undo.get_attribute("aria-disabled") == "true":
        expect(undo).to_have_accessible_description(ann.say("undo.nothing"))
        undo.click(force=True)
        expect(ann.page.locator(".toast")).to_contain_text(ann.say("undo.nothing"))
    held = ann.board().locator(".hand .name").all_inner_texts()
    cards = ann.board().locator("button.card").count()
    hands.play(2)
    expect(asked).to_be_visible()
    expect(ann.page.locator("button.skip")).to_have_count(0)
    expect(ann.board().locator("button.card").nth(cards + 1)).to_be_attached()
    expect(undo).to_be_enabled()
    undo.click()
    expect(ann.board().locator("button.card")).to_have_count(cards)
    assert ann.board().locator(".hand .name").all_inner_texts() == held
    expect(ann.page.locator(".log .entry").last).to_contain_text("You went back")


def test_undo_says_by_finger_that_the_others_must_agree(visitor: Come) -> None:
    ann, ben = visitor("Ann", size="phone", lang="ja", calm=False), visitor("Ben", size="phone", calm=False)
    made = ann.make_table("space_editor", "me", "open")
    assert ben.context.request.post(f"/api/tables/{made['id']}/join", data={"invite": made["invite"]}).ok
    assert ann.context.request.post(f"/api/tables/{made['id']}/start").ok
    for one in (ann, ben):
        one.sit(made["id"])
    pair = {one: Hands(one, "space_editor") for one in (ann, ben)}
    for _ in range(3):
        at = ann.number()
        mover = next(one for one in (ann, ben, ann, ben) if is_asked(one))
        pair[mover].play(1)
        for one in (ann, ben):
            one.reach(at + 1)
    for one in (ann, ben):
        undo = button(one, "do.undo")
        if undo.get_attribute("aria-disabled") == "true":
            undo.tap(force=True)
            expect(one.page.locator(".toast")).to_contain_text(one.say("undo.ask"))


def is_asked(one: Visitor) -> bool:
    """Is it this one's decision, once everything is shown?"""
    expect(one.page.locator("button.skip")).to_have_count(0)
    return one.page.locator(".asked strong").count() > 0


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_card_reader_shows_a_card_as_it_lies(visitor: Come, lang: str) -> None:
    ann = visitor("Ann", size="wide", lang=lang, calm=False)
    hands = sit_down(ann, "space_editor", "level1")
    turned = [text(ann, "space_editor", f"page.turned.r{r}") for r in (1, 2, 3)]
    reader = ann.page.get_by_role("dialog")
    for _ in range(40):
        hands.play(1)
        expect(ann.page.locator(".asked strong")).to_be_visible()
        card = lying_turned(ann)
        if card is None:
            continue
        words = card.locator(".hidden").inner_text()
        card.click()
        expect(reader.locator(".lies")).to_contain_text(re.compile("|".join(map(re.escape, turned))))
        # The sides that are listed first are those that are read out on the board.
        names, sides = reader.locator("dt").all_inner_texts(), reader.locator("dd").all_inner_texts()
        said = [f"{name} {side.split(chr(10))[-1]}" for name, side in zip(names, sides, strict=True)]
        assert {"en": ", ", "ja": "、"}[lang].join(said) in words, (said, words)
        expect(reader.locator(".printed")).to_be_visible()
        return
    raise AssertionError("no card came to lie turned")


def lying_turned(one: Visitor) -> Locator | None:
    """A card on the board that lies face up and turned, if there is one."""
    found = one.page.evaluate(
        """() => [...document.querySelectorAll("section.board button.card:not(.down) .front .sides")]
          .filter((sides) => !/rotate\\((0|-?360)deg\\)/.test(sides.style.transform))
          .map((sides) => sides.closest("button").dataset.cell)"""
    )
    return one.board().locator(f'button.card[data-cell="{found[0]}"]') if found else None


def test_a_tab_that_nobody_sees_follows_the_match(visitor: Come) -> None:
    ann = visitor("Ann", size="wide", calm=False)
    hands = sit_down(ann, "vediic", "level1")
    hide = """(is) => {
      Object.defineProperty(document, "hidden", { get: () => is, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    hands.next()
    ann.page.evaluate(hide, True)
    ann.reach(3)
    expect(ann.page.locator("button.skip")).to_have_count(0)
    expect(ann.page.locator('.log [data-number="3"]')).to_be_attached()
    ann.page.evaluate(hide, False)
    hands.play(2)
