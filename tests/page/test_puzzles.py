"""Puzzles as people solve them: default settings and motion on, by pointer, finger and keyboard, in both languages."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from known import known
from orrery.bots.puzzles import BEST, SURVIVE, WIN, Puzzle, puzzles_of
from orrery.bots.puzzling import Attempt
from page.browser import BOARD, GAMES, HANDHELD, Come, Visitor, axe

SAY = ".lesson .say"
ROOMS = {"space_editor": ("ja", "wide"), "vediic": ("en", "phone"), "five_spheres": ("ja", "phone")}
HAND = {"space_editor": "alkes", "vediic": "an-empty-hand", "five_spheres": "above-the-walls"}
"""Puzzles that are solved by pointer below."""


def one(game: str, kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles_of(known(game)) if puzzle.kind == kind)


def named(game: str, name: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles_of(known(game)) if puzzle.id == name)


def wrong_of(puzzle: Puzzle) -> list[str]:
    return [word for word in puzzle.match().actions() if not puzzle.is_solved_by(word)]


def open_puzzle(visitor: Visitor, puzzle: Puzzle) -> None:
    """Opens a puzzle and waits for its task."""
    visitor.page.goto(f"/puzzles/{puzzle.game.name}/{puzzle.id}")
    expect(visitor.page.locator(SAY)).to_contain_text(puzzle.task[visitor.lang])


def do(visitor: Visitor, word: str) -> None:
    """Does an action by the list, which tells the first of many: what is sought narrows it."""
    visitor.open_tab("actions")
    entry = visitor.page.locator(f'[data-action="{word}"]')
    search = visitor.page.locator("#tab-panel input")
    visitor.page.locator("[data-action]").first.wait_for()
    if not entry.count() and search.count():
        search.fill(word)
    entry.click()
    visitor.close_panel()


def rest(visitor: Visitor) -> None:
    """Waits until nothing moves. A card that skips a move is another button."""
    expect(visitor.page.get_by_role("button", name=visitor.say("do.skip"), exact=True)).to_have_count(0)


def solve(visitor: Visitor, puzzle: Puzzle) -> None:
    """Solves a puzzle by the list of actions."""
    trail: list[str] = []
    while not Attempt(puzzle, trail).is_solved:
        rest(visitor)
        word = Attempt(puzzle, trail).way()[0]
        do(visitor, word)
        trail.append(word)
        if not Attempt(puzzle, trail).is_solved:
            expect(visitor.page.locator(SAY)).to_contain_text(visitor.say("puzzle.still"))
    expect(visitor.page.locator(f"{SAY}.over")).to_contain_text(visitor.say("puzzle.solved"))


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_of_each_theme_is_missed_and_solved_in_motion(visitor: Come, game: str) -> None:
    lang, size = ROOMS[game]
    ann = visitor(lang=lang, size=size, calm=False)
    themes = {puzzle.theme: puzzle for puzzle in reversed(puzzles_of(known(game)))}
    for puzzle in themes.values():
        open_puzzle(ann, puzzle)
        do(ann, wrong_of(puzzle)[0])
        says = Attempt(puzzle).after(wrong_of(puzzle)[0]).says[lang]
        expect(ann.page.locator(f"{SAY}.missed")).to_contain_text(says)
        ann.page.get_by_role("button", name=ann.say("puzzle.take_back")).click()
        expect(ann.page.locator(SAY)).to_contain_text(puzzle.task[lang])
        solve(ann, puzzle)
        expect(ann.page.locator(SAY)).to_contain_text(puzzle.why[lang])


def tap(visitor: Visitor, where: str) -> None:
    """A tap of a finger, or a click."""
    found = visitor.page.locator(f"{BOARD} {where}").first
    expect(found).to_be_visible()
    if visitor.size in HANDHELD:
        found.tap()
    else:
        found.click()


@pytest.mark.parametrize(("lang", "size"), [("en", "wide"), ("ja", "phone")])
def test_a_wrong_and_a_right_attack_are_made_on_the_board(visitor: Come, lang: str, size: str) -> None:
    puzzle = named("five_spheres", "above-the-walls")
    ann = visitor(lang=lang, size=size, calm=False)
    open_puzzle(ann, puzzle)
    assert not axe(ann.page)
    # A creature is attacked instead of the fortress: the turn goes by, and it is taken back.
    _, attacker, target = next(word for word in wrong_of(puzzle) if word.startswith("attack")).split()
    tap(ann, f'[data-thing="uid:{attacker[1:]}"]')
    tap(ann, f'[data-thing="uid:{target[1:]}"]')
    if ann.page.locator(f"{BOARD} .bar .button.main").count():
        tap(ann, ".bar .button.main")
    expect(ann.page.locator(f"{SAY}.missed")).to_be_visible()
    assert not axe(ann.page)
    ann.page.get_by_role("button", name=ann.say("puzzle.take_back")).click()
    expect(ann.page.locator(SAY)).to_contain_text(puzzle.task[lang])
    tap(ann, f'[data-thing="uid:{puzzle.right[0].split()[1][1:]}"]')
    tap(ann, '[data-thing="fort:0"]')
    if ann.page.locator(f"{BOARD} .bar .button.main").count():
        tap(ann, ".bar .button.main")
    expect(ann.page.locator(f"{SAY}.over")).to_contain_text(puzzle.why[lang])
    assert not axe(ann.page)


@pytest.mark.parametrize(("lang", "size"), [("ja", "wide"), ("en", "phone")])
def test_a_chart_is_solved_on_the_board_and_goes_on_where_it_was_left(visitor: Come, lang: str, size: str) -> None:
    puzzle = named("vediic", "an-empty-hand")
    ann = visitor(lang=lang, size=size, calm=False)
    open_puzzle(ann, puzzle)
    tap(ann, '[data-ref="circle:c36"]')
    tap(ann, '[data-ref="circle:c19"]')
    tap(ann, ".choices .button.main")
    expect(ann.page.locator(SAY)).to_contain_text(ann.say("puzzle.still"))
    ann.page.reload()
    expect(ann.page.locator(SAY)).to_contain_text(ann.say("puzzle.still"))
    solve_rest(ann, puzzle, puzzle.line[:1])


def solve_rest(visitor: Visitor, puzzle: Puzzle, trail: list[str]) -> None:
    """Takes the rest of a solution by the list."""
    for word in Attempt(puzzle, trail).way():
        rest(visitor)
        do(visitor, word)
    expect(visitor.page.locator(f"{SAY}.over")).to_contain_text(visitor.say("puzzle.solved"))


def test_the_puzzle_of_the_day_makes_a_row_of_days_on_this_device(visitor: Come) -> None:
    ann = visitor(lang="en", size="desk")
    ann.page.clock.set_fixed_time("2026-11-18T12:00:00")
    for day in (1, 2):
        ann.go("/puzzles")
        expect(ann.page.locator(".streak .count strong")).to_have_text(str(day - 1))
        assert not axe(ann.page)
        ann.page.locator(".day .button.main").click()
        expect(ann.page.locator(".lesson .today")).to_be_visible()
        game, name = ann.page.url.split("/")[-2:]
        solve(ann, named(game, name))
        ann.page.get_by_role("link", name=ann.say("puzzle.leave")).click()
        expect(ann.page.locator(".streak .count strong")).to_have_text(str(day))
        expect(ann.page.locator(".week .done")).to_have_count(day)
        ann.page.clock.set_fixed_time("2026-11-19T12:00:00")
    # A day that is left out ends the row; the longest one is remembered.
    ann.page.clock.set_fixed_time("2026-11-22T12:00:00")
    ann.go("/puzzles")
    expect(ann.page.locator(".streak .count strong")).to_have_text("0")
    expect(ann.page.locator(".streak")).to_contain_text(ann.say("puzzles.longest", n="2"))
    ann.go("/")
    expect(ann.page.get_by_role("link", name=ann.say("home.puzzle"))).to_be_visible()


def test_hints_come_in_two_steps_and_the_solution_is_no_solving(visitor: Come) -> None:
    ann = visitor(lang="en", size="wide", calm=False)
    puzzle = named("vediic", "far-away")
    open_puzzle(ann, puzzle)
    ann.page.get_by_role("button", name=ann.say("puzzle.hint"), exact=True).click()
    note = ann.page.locator(".note.hints")
    expect(note).to_contain_text(Attempt(puzzle).idea()["en"])
    expect(note.locator(".few")).to_have_count(0)
    ann.page.get_by_role("button", name=ann.say("puzzle.hint_more")).click()
    expect(note.locator(".few button")).to_have_count(3)
    note.locator(".few button").nth(1).click()
    expect(note.locator(".few button[aria-pressed=true]")).to_have_count(1)
    assert not axe(ann.page)
    ann.page.get_by_role("button", name=ann.say("puzzle.give_up")).click()
    expect(note).to_contain_text(puzzle.why["en"])
    assert not axe(ann.page)
    solve(ann, puzzle)
    ann.go("/puzzles/vediic")
    row = ann.page.locator(f'a[href="/puzzles/vediic/{puzzle.id}"]')
    expect(row).to_contain_text(ann.say("puzzles.shown"))


def test_on_a_phone_a_hint_makes_way_for_what_it_draws(visitor: Come) -> None:
    ann = visitor(lang="ja", size="phone", calm=False)
    puzzle = named("vediic", "far-away")
    open_puzzle(ann, puzzle)
    hint = ann.page.get_by_role("button", name=ann.say("puzzle.hint"), exact=True)
    note = ann.page.locator(".note.hints")
    hint.tap()
    ann.page.get_by_role("button", name=ann.say("puzzle.hint_more")).tap()
    note.locator(".few button").first.tap()
    expect(note).to_have_count(0)
    expect(ann.page.locator(SAY)).to_contain_text(puzzle.task["ja"])
    ann.page.get_by_role("button", name=re.compile(ann.say("puzzle.hint"))).first.tap()
    expect(note.locator(".few button")).to_have_count(3)
    assert not axe(ann.page)


@pytest.mark.parametrize(("lang", "size"), [("en", "wide"), ("ja", "small")])
def test_a_puzzle_is_passed_on_by_its_link(visitor: Come, lang: str, size: str) -> None:
    ann = visitor(lang=lang, size=size, calm=False)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    puzzle = one("five_spheres", SURVIVE)
    open_puzzle(ann, puzzle)
    share = ann.page.get_by_role("button", name=ann.say("puzzle.share"))
    share.click() if size == "wide" else share.tap()
    expect(ann.page.get_by_text(ann.say("do.copied_here"))).to_be_visible()
    link = ann.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{ann.house.address}/puzzles/five_spheres/{puzzle.id}"
    # It has room beside the others, in one row.
    buttons = ann.page.locator(".lesson .buttons .button")
    assert len(set(buttons.evaluate_all("them => them.map((one) => one.getBoundingClientRect().top)"))) == 1
    ben = visitor(lang="ja" if lang == "en" else "en")
    ben.page.goto(link)
    expect(ben.page.locator(SAY)).to_contain_text(puzzle.task[ben.lang])


def test_a_puzzle_is_solved_by_keyboard_alone_and_told_to_screen_readers(visitor: Come) -> None:
    ann = visitor(lang="en", size="wide")
    puzzle = one("space_editor", SURVIVE)
    open_puzzle(ann, puzzle)
    live = ann.page.locator("[aria-live=polite]").first
    expect(live).to_contain_text(puzzle.task["en"])
    for word in (wrong_of(puzzle)[0], puzzle.right[0]):
        ann.open_tab("actions")
        entry = ann.page.locator(f'[data-action="{word}"]')
        search = ann.page.locator("#tab-panel input")
        ann.page.locator("[data-action]").first.wait_for()
        if not entry.count() and search.count():
            search.focus()
            ann.page.keyboard.type(word)
        entry.focus()
        ann.page.keyboard.press("Enter")
        if word in puzzle.right:
            expect(ann.page.locator(f"{SAY}.over")).to_be_visible()
            expect(live).to_contain_text(ann.say("puzzle.solved"))
        else:
            expect(ann.page.locator(f"{SAY}.missed")).to_be_visible()
            expect(live).to_contain_text(Attempt(puzzle).after(word).says["en"])
            ann.page.get_by_role("button", name=ann.say("puzzle.take_back")).focus()
            ann.page.keyboard.press("Enter")
            expect(ann.page.locator(f"{SAY}.missed")).to_have_count(0)


@pytest.mark.parametrize(("lang", "size"), [("en", "desk"), ("ja", "phone")])
def test_puzzles_are_chosen_by_game_and_theme(visitor: Come, lang: str, size: str) -> None:
    ann = visitor(lang=lang, size=size)
    ann.go("/puzzles")
    rows = ann.page.locator("section.game .rows li")
    expect(rows).to_have_count(sum(len(puzzles_of(known(game))) for game in GAMES))
    assert not axe(ann.page)
    ann.page.get_by_role("button", name=ann.say("puzzle.theme_chart")).click()
    expect(rows).to_have_count(sum(puzzle.theme == "chart" for puzzle in puzzles_of(known("vediic"))))
    expect(ann.page.locator("section.game")).to_have_count(1)
    ann.go("/puzzles/five_spheres")
    expect(rows).to_have_count(len(puzzles_of(known("five_spheres"))))
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.page.goto("/puzzles/vediic/nothing")
    expect(ann.page.locator("main")).to_contain_text(faults()["fault.no_such_puzzle"][lang])
    ann.faults.clear()  # the browser itself says that it is not there


def faults() -> dict[str, dict[str, str]]:
    from page.browser import WEB

    found: dict[str, dict[str, str]] = json.loads((WEB / "src" / "texts" / "faults.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_that_the_page_is_sent_before_the_end_tells_the_solution(visitor: Come, game: str) -> None:
    ann = visitor(lang="en", size="wide", calm=False)
    bodies: list[tuple[str, str]] = []

    def heard(asked: Route) -> None:
        answer = asked.fetch()
        bodies.append((asked.request.url, answer.text()))
        asked.fulfill(response=answer)

    ann.page.route("**/api/**", heard)
    for kind in (WIN, SURVIVE, BEST):
        puzzle = one(game, kind)
        bodies.clear()
        open_puzzle(ann, puzzle)
        do(ann, wrong_of(puzzle)[0])
        expect(ann.page.locator(f"{SAY}.missed")).to_be_visible()
        ann.page.get_by_role("button", name=ann.say("puzzle.take_back")).click()
        expect(ann.page.locator(SAY)).to_contain_text(puzzle.task["en"])
        assert len(bodies) >= 4
        lists = 0
        for url, body in bodies:
            assert not any(text in body for text in puzzle.why.values()), url
            sent: Any = json.loads(body) if body else None
            if isinstance(sent, dict) and sent.get("puzzle") == puzzle.id:
                # The right actions stand only among all that are legal.
                assert sent.pop("actions") == puzzle.match().actions()
                assert sent["solution"] is None
                lists += 1
            left = json.dumps(sent)
            assert not any(re.search(rf'"{re.escape(word)}"', left) for word in puzzle.right), url
        assert lists == 2
    # Answers that are still on their way when the window closes are nobody's any more.
    ann.page.unroute_all(behavior="ignoreErrors")
