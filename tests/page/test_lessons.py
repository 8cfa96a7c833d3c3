"""Lessons and a first table as newcomers meet them: default settings and motion on, by pointer, finger and keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from page.browser import BOARD, GAMES, Come, Visitor, axe, line

SAY = ".lesson .say"
GONE_ON = """(before) => {
    const at = document.querySelector(".lesson .where .hidden").innerText;
    return at !== before || document.querySelector(".lesson .say.over");
}"""
"""The next step is there, or the end."""
FIRSTS = {"space_editor": "first_star", "vediic": "planets", "five_spheres": "towers"}
ROOMS = {"space_editor": ("en", "phone"), "vediic": ("ja", "phone"), "five_spheres": ("en", "wide")}


def lessons_of(visitor: Visitor, game: str) -> list[dict[str, Any]]:
    """The lessons of a game, as the server lists them."""
    answer = visitor.context.request.get("/api/lessons")
    assert answer.ok
    return [one for one in answer.json() if one["game"] == game]


def open_lesson(visitor: Visitor, game: str, lesson: str) -> None:
    """Opens a lesson and waits until it is asked or told something."""
    visitor.page.goto(f"/learn/{game}/{lesson}")
    expect(visitor.page.locator(SAY)).to_be_visible()


def rest(visitor: Visitor) -> None:
    """Waits until nothing moves."""
    expect(visitor.page.get_by_role("button", name=visitor.say("lesson.hurry"))).to_have_count(0)


def example(visitor: Visitor, game: str, lesson: str) -> str | None:
    """An action that the lesson accepts now; None where it asks for none."""
    found: dict[str, Any] = visitor.page.evaluate(
        """async ([game, lesson]) => {
            const { trail } = JSON.parse(localStorage["orrery.lessons"])[`${game}/${lesson}`];
            const headers = { "content-type": "application/json" };
            const asked = { method: "POST", headers, body: JSON.stringify({ trail }) };
            return (await fetch(`/api/games/${game}/lessons/${lesson}`, asked)).json();
        }""",
        [game, lesson],
    )
    word: str | None = found["example"] if found["asks"] else None
    return word


def do(visitor: Visitor, word: str) -> None:
    """Does an action by the list, which tells the first of many: what is sought narrows it."""
    visitor.open_tab("actions")
    entry = visitor.page.locator(f'[data-action="{word}"]')
    search = visitor.page.locator("#tab-panel input")
    visitor.page.locator("[data-action]").first.wait_for()
    if not entry.count() and search.count():
        search.fill(word)
    entry.click()


def finish(visitor: Visitor, game: str, lesson: str) -> int:
    """Goes through a lesson by the list of actions; gives how many steps that took."""
    page = visitor.page
    for step in range(40):
        rest(visitor)
        if page.locator(f"{SAY}.over").count():
            return step
        before = page.locator(".lesson .where .hidden").inner_text()
        go_on = page.locator(".lesson .button.main")
        if go_on.count():
            expect(go_on).to_be_enabled()
            go_on.click()
        else:
            word = example(visitor, game, lesson)
            assert word is not None
            do(visitor, word)
            visitor.close_panel()
        page.wait_for_function(GONE_ON, arg=before)
    raise AssertionError(f"{game}/{lesson} does not end")


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_of_a_game_can_be_taken_to_its_end_in_motion(visitor: Come, game: str) -> None:
    lang, size = ROOMS[game]
    ann = visitor(lang=lang, size=size, calm=False, coached=True)
    listed = lessons_of(ann, game)
    for one in listed:
        open_lesson(ann, game, one["lesson"])
        assert finish(ann, game, one["lesson"]) == one["steps"]
    ann.go(f"/learn/{game}")
    done = ann.page.locator("li.done")
    expect(done).to_have_count(len(listed))
    expect(ann.page.get_by_role("button", name=re.compile(re.escape(ann.say("learn.match"))))).to_be_visible()


def tap(visitor: Visitor, where: str) -> None:
    """A tap of a finger, or a click."""
    found = visitor.page.locator(f"{BOARD} {where}").first
    expect(found).to_be_visible()
    if visitor.size == "phone":
        found.tap()
    else:
        found.click()


def pressed(visitor: Visitor, game: str) -> None:
    """The first thing that the first lesson of a game asks for, by pointer on the board."""
    if game == "space_editor":
        tap(visitor, 'button.spot[data-cell="1,0"]')
        tap(visitor, ".decision .button.main")
    elif game == "vediic":
        tap(visitor, '[data-ref="circle:c05"]')
        tap(visitor, '[data-ref="circle:c10"]')
        tap(visitor, ".choices .button.main")
    else:
        tap(visitor, '[data-thing="uid:1"]')
        tap(visitor, '[data-thing="fort:1"]')
        if visitor.page.locator(f"{BOARD} .bar .button.main").count():
            tap(visitor, ".bar .button.main")


@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_does_the_first_step_of_a_game_on_its_board(visitor: Come, game: str, size: str) -> None:
    lang = "ja" if size == "phone" else "en"
    ann = visitor(lang=lang, size=size, calm=False, coached=True)
    open_lesson(ann, game, FIRSTS[game])
    said = ann.page.locator(SAY).inner_text()
    assert not axe(ann.page)
    pressed(ann, game)
    expect(ann.page.locator(SAY)).not_to_have_text(said)
    # Whoever leaves and comes back goes on where they were.
    rest(ann)
    second = ann.page.locator(SAY).inner_text()
    ann.page.reload()
    expect(ann.page.locator(SAY)).to_have_text(second)
    ann.page.get_by_role("button", name=ann.say("lesson.back")).click()
    expect(ann.page.locator(SAY)).to_have_text(said)


WAYS: dict[str, tuple[str, list[tuple[str, list[str]]]]] = {
    "space_editor": (
        "half_mode",
        [
            ("no", [".hand button >> nth=0", 'button.spot[data-cell="-1,-1"]', ".decision .button.main"]),
            ("yes", [".hand button >> nth=1", 'button.spot[data-cell="-1,-1"]', ".decision .button.main"]),
            ("yes", [".hand button >> nth=0", "button.spot >> nth=0", ".decision .button.main"]),
        ],
    ),
    "vediic": (
        "promotion",
        [
            ("no", ['[data-ref="circle:c14"]', '[data-ref="circle:c10"]', ".choices .button.main"]),
            ("yes", ['[data-ref="circle:c18"]', ".choices .button.main"]),
            ("yes", [".choices .button.kind >> nth=0", ".choices .button.main"]),
        ],
    ),
    "five_spheres": (
        "retaliation",
        [
            ("no", [".bar .button >> nth=0"]),
            ("yes", [".hand button >> nth=0", ".menu .way"]),
            ("no", ['[data-thing="uid:52"]']),
            ("yes", ['[data-thing="uid:51"]']),
        ],
    ),
}
"""What somebody touches on the board who takes a lesson to its end, and whether the lesson accepts it."""


@pytest.mark.parametrize(("lang", "size"), [("ja", "wide"), ("en", "phone")])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_taken_to_its_end_by_pointer_alone_with_wrong_moves_on_the_way(
    visitor: Come, game: str, lang: str, size: str
) -> None:
    lesson, ways = WAYS[game]
    ann = visitor(lang=lang, size=size, calm=False, coached=True)
    open_lesson(ann, game, lesson)
    say, note = ann.page.locator(SAY), ann.page.locator(".note[role=alert]")
    for answer, touched in ways:
        rest(ann)
        said = say.inner_text()
        # On a phone a card that lies on the board is put back before another is taken.
        back = ann.board().get_by_role("button", name=ann.say("do.back"), exact=True)
        if game == "space_editor" and size == "phone" and back.count():
            back.tap()
        for where in touched:
            tap(ann, where)
        if ann.page.locator(f"{BOARD} .bar .button.main").count():
            tap(ann, ".bar .button.main")
        if answer == "no":
            expect(note).to_be_visible()
            expect(say).to_have_text(said)
        else:
            expect(say).not_to_have_text(said)
    rest(ann)
    go_on = ann.page.locator(".lesson .button.main")
    if not ann.page.locator(f"{SAY}.over").count():
        go_on.tap() if size == "phone" else go_on.click()
    expect(ann.page.locator(f"{SAY}.over")).to_be_visible()


ON_TOP = """(one) => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return top !== null && (one.contains(top) || top.contains(one));
}"""


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_lesson_on_a_small_phone_leaves_hand_and_buttons_in_sight(visitor: Come, lang: str) -> None:
    ann = visitor(lang=lang, size="small", calm=False, coached=True)
    open_lesson(ann, "five_spheres", "retaliation")
    rest(ann)
    board = ann.page.locator(BOARD).bounding_box()
    assert board is not None
    for what in (".hand button", ".bar .button"):
        found = ann.page.locator(f"{BOARD} {what}").first
        expect(found).to_be_visible()
        box = found.bounding_box()
        assert box is not None and box["y"] + box["height"] <= board["y"] + board["height"] + 1, (what, box, board)
        assert found.evaluate(ON_TOP)
    # All that goes with a lesson is in one row, and large enough for a finger.
    buttons = ann.page.locator(".lesson .buttons .button")
    assert len(set(buttons.evaluate_all("them => them.map((one) => one.getBoundingClientRect().top)"))) == 1
    assert buttons.evaluate_all("them => Math.min(...them.map((one) => one.offsetHeight))") >= 40
    assert not axe(ann.page)


def test_a_wrong_move_is_met_by_the_words_of_the_lesson_and_the_clause(visitor: Come) -> None:
    ann = visitor(lang="en", size="wide", calm=False, coached=True)
    open_lesson(ann, "space_editor", "first_star")
    ann.act("place 004 0,1 r0")
    note = ann.page.locator(".note[role=alert]")
    expect(note).to_contain_text("That place would do, too")
    expect(note).to_contain_text(ann.say("lesson.not_this"))
    open_lesson(ann, "space_editor", "connect")
    tap(ann, 'button.spot[data-cell="1,0"]')
    ann.page.get_by_role("button", name=re.compile("Why not")).first.click()
    expect(note).to_be_visible()
    expect(note.locator("[data-clause]")).to_be_visible()


def test_on_a_phone_an_answer_to_a_mistake_gives_way_and_what_is_asked_for_stays_lit(visitor: Come) -> None:
    ann = visitor(lang="en", size="phone", calm=False, coached=True)
    open_lesson(ann, "vediic", "planets")
    said = ann.page.locator(SAY).inner_text()
    tap(ann, '[data-ref="circle:c05"]')
    expect(ann.page.locator(f'{BOARD} [data-ref="circle:c10"]').first).to_have_class(re.compile("pointed"))
    tap(ann, '[data-ref="circle:c06"]')
    tap(ann, ".choices .button.main")
    expect(ann.page.locator(".note[role=alert]")).to_be_visible()
    tap(ann, '[data-ref="circle:c10"]')
    expect(ann.page.locator(".note[role=alert]")).to_have_count(0)
    tap(ann, ".choices .button.main")
    expect(ann.page.locator(SAY)).not_to_have_text(said)


def test_a_lesson_is_taken_by_keyboard_alone_and_told_to_screen_readers(visitor: Come) -> None:
    ann = visitor(lang="en", size="wide", coached=True)
    open_lesson(ann, "space_editor", "half_mode")
    expect(ann.page.locator("[aria-live=polite]").first).to_contain_text("The short mode")
    for _ in range(2):
        word = example(ann, "space_editor", "half_mode")
        ann.open_tab("actions")
        ann.page.locator(f'[data-action="{word}"]').focus()
        said = ann.page.locator(SAY).inner_text()
        ann.page.keyboard.press("Enter")
        expect(ann.page.locator(SAY)).not_to_have_text(said)
    ann.page.locator(".lesson .button.main").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(f"{SAY}.over")).to_be_visible()


def test_newcomers_are_offered_lessons_and_those_who_have_begun_are_not_asked_again(visitor: Come) -> None:
    ann = visitor(lang="en", coached=True)
    ann.go("/")
    offer = ann.page.get_by_role("link", name=line("home.learn", "en"))
    expect(offer).to_be_visible()
    offer.click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text(line("nav.learn", "en"))
    expect(ann.page.locator("section.game")).to_have_count(len(GAMES))
    assert not axe(ann.page)
    open_lesson(ann, "vediic", "planets")
    ann.go("/")
    expect(ann.page.locator("section.game").first).to_be_visible()
    expect(offer).to_have_count(0)


@pytest.mark.parametrize(("lang", "size"), [("en", "wide"), ("ja", "phone")])
def test_a_first_table_tells_once_how_one_wins_and_what_is_new(visitor: Come, lang: str, size: str) -> None:
    ann = visitor("Ann", lang=lang, size=size, calm=False, coached=True)
    ann.sit(ann.make_table("space_editor", "me", "level1")["id"])
    page = ann.page
    expect(page.locator(".asked strong")).to_be_visible()
    if size == "phone":
        page.locator(".coach-open").click()
    note = page.locator(".coach-note")
    expect(note).to_contain_text(ann.say("coach.win"))
    assert not axe(page)
    note.get_by_role("button", name=ann.say("legend.open")).click()
    marks = page.get_by_role("dialog", name=ann.say("legend.title"))
    expect(marks.locator("dt")).to_have_count(8)
    assert not axe(page)
    page.keyboard.press("Escape")
    read = note.get_by_role("button", name=ann.say("coach.read"))
    read.click()
    expect(note).not_to_contain_text(ann.say("coach.win"))
    note.get_by_role("button", name=ann.say("coach.stop")).click()
    expect(note).to_have_count(0)
    page.reload()
    expect(page.locator(".asked strong")).to_be_visible()
    expect(page.locator(".coach-note, .coach-open")).to_have_count(0)


def test_the_first_match_is_a_real_one_and_is_kept_as_done_when_it_is_over(visitor: Come) -> None:
    ann = visitor(lang="en", size="wide", coached=True)
    ann.go("/learn/space_editor")
    ann.page.get_by_role("button", name=re.compile(re.escape(ann.say("learn.match")))).click()
    expect(ann.page.locator(BOARD)).to_be_visible()
    expect(ann.page.locator(".coach-note")).to_be_visible()
    ann.play()
    expect(ann.outcome()).to_be_visible()
    ann.go("/learn/space_editor")
    expect(ann.page.locator("li.done")).to_have_count(1)
