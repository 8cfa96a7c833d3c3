"""Every page is there, in both languages, at both sizes and in both themes, and axe finds nothing wrong with it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from page.browser import BOARD, GAMES, LANGS, NOWHERE, Come, axe, game_title, option_name, rows

PATHS = [
    "/",
    *(f"/new?game={game}" for game in GAMES),
    "/open",
    "/mine",
    "/rules",
    *(f"/rules/{game}" for game in GAMES),
    "/cards",
    "/cards/five_spheres",
    "/cards/space_editor",
    "/decks",
    "/decks/five_spheres",
    "/decks/space_editor",
    "/records",
    "/settings",
    "/about",
    NOWHERE,
]
WAYS = [
    ("desk", "dark", "en"),
    ("phone", "light", "ja"),
    pytest.param("desk", "light", "ja", marks=pytest.mark.soak),
    pytest.param("phone", "dark", "en", marks=pytest.mark.soak),
]
"""Two ways to look at all pages show each size, theme and language; the others are for the long run."""


@pytest.mark.parametrize(("size", "theme", "lang"), WAYS)
def test_axe_finds_nothing_wrong_with_any_page(visitor: Come, size: str, theme: str, lang: str) -> None:
    ann = visitor("Ann", size=size, theme=theme, lang=lang)
    ann.make_table("vediic", "me", "random", "open")
    found: dict[str, list[str]] = {}
    for path in PATHS:
        for problem in axe(ann.go(path).page):
            found.setdefault(problem, []).append(path)
    assert not found, "\n".join(f"{', '.join(paths)}: {problem}" for problem, paths in found.items())


@pytest.mark.parametrize("lang", LANGS)
def test_every_page_has_a_heading_says_everything_and_fits_the_smallest_phone(visitor: Come, lang: str) -> None:
    ann = visitor("Ann", size="phone", lang=lang)
    ann.page.set_viewport_size({"width": 360, "height": 640})
    names = set(rows())
    for path in PATHS:
        ann.go(path)
        expect(ann.page.get_by_role("heading", level=1)).to_have_count(1)
        words = set(ann.page.locator("body").inner_text().split())
        assert not words & names, f"{path} shows the name of a sentence: {words & names}"
        wider = ann.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, f"{path} is {wider} px too wide"


@pytest.mark.parametrize(("lang", "size"), [("en", "phone"), ("ja", "desk")])
@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_plays_after_one_press_on_the_home_page(visitor: Come, game: str, lang: str, size: str) -> None:
    ann = visitor(lang=lang, size=size).go("/")
    section = ann.page.get_by_role("region", name=game_title(game, lang))
    section.locator("button.main").click()
    expect(ann.page.locator(BOARD)).to_be_visible()
    assert ann.choices()


def test_a_table_for_friends_shows_its_link(visitor: Come) -> None:
    ann = visitor("Ann").go("/")
    section = ann.page.get_by_role("region", name=game_title("vediic", "en"))
    section.get_by_role("button", name=ann.say("home.friends")).click()
    ann.page.get_by_role("dialog").get_by_role("button", name=ann.say("friends.make")).click()
    link = re.compile(re.escape(ann.house.address) + r"/table/\w+\?invite=\w+")
    expect(ann.page.get_by_label(ann.say("lobby.invite"))).to_have_value(link)


def test_a_table_on_one_screen_asks_for_names_and_begins(visitor: Come) -> None:
    ann = visitor("Ann").go("/")
    section = ann.page.get_by_role("region", name=game_title("space_editor", "en"))
    section.get_by_role("button", name=ann.say("home.screen")).click()
    dialog = ann.page.get_by_role("dialog")
    fields = dialog.get_by_role("textbox")
    fields.nth(0).fill("Ann")
    fields.nth(1).fill("Ben")
    dialog.get_by_role("button", name=ann.say("screen.start")).click()
    expect(ann.page.locator(".curtain")).to_be_visible()


def test_what_one_chose_about_the_page_is_kept(visitor: Come) -> None:
    ann = visitor("Ann", theme="dark").go("/")
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    ann.page.get_by_role("button", name=ann.say("nav.light")).click()
    ann.page.get_by_role("button", name="日本語").click()
    ann.go("/about")
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "light")
    expect(ann.page.locator("html")).to_have_attribute("lang", "ja")


def test_a_table_that_cannot_be_reached_is_tried_again(visitor: Come) -> None:
    ann = visitor("Ann")
    table = ann.make_table("vediic", "me", "random")["id"]
    ann.page.route(re.compile("/api/tables/"), lambda route: route.abort("internetdisconnected"))
    ann.page.goto(f"/table/{table}")
    expect(ann.page.get_by_role("heading", name=ann.say("table.gone"))).to_be_visible()
    ann.page.unroute_all()
    ann.page.get_by_role("button", name=ann.say("do.again")).click()
    expect(ann.page.locator(BOARD)).to_be_visible()


def test_the_form_for_a_new_table_has_seats_as_its_options_ask_and_makes_the_table(visitor: Come) -> None:
    ann = visitor("Ann").go("/new?game=five_spheres")
    seats = ann.page.locator("[data-part=seats] li")
    expect(seats).to_have_count(2)
    ann.page.get_by_label(option_name("five_spheres", "mode", ann.lang)).select_option("team_play")
    expect(seats).to_have_count(4)
    ann.page.get_by_role("button", name=ann.say("new.add_seat")).click()
    expect(seats).to_have_count(6)
    ann.page.get_by_role("button", name=ann.say("new.drop_seat", n="6")).click()
    expect(seats).to_have_count(4)
    ann.page.get_by_label(rows("five_spheres")["seat.deck"][ann.lang].replace("{n}", "1")).select_option("3")
    ann.page.get_by_role("button", name=ann.say("new.start")).click()
    expect(ann.page.locator(BOARD)).to_be_visible()
    made = ann.context.request.get(f"/api/tables/{ann.page.url.rpartition('/')[2]}").json()
    assert len(made["seats"]) == 4
    assert made["options"]["mode"] == "team_play"
    assert made["options"]["deck_numbers"][0] == 3


def test_the_pages_ask_nothing_in_vain_of_a_newcomer_who_is_nobody_yet(visitor: Come) -> None:
    ann = visitor()
    for path in ("/", "/mine", "/records", "/settings"):
        ann.go(path).page.wait_for_load_state("networkidle")
        assert not ann.faults, (path, ann.faults)


@pytest.mark.parametrize(("lang", "size"), [("en", "phone"), ("ja", "desk")])
def test_a_level_that_thinks_shorter_on_this_machine_says_so_wherever_it_is_chosen_and_plays(
    visitor: Come, lang: str, size: str
) -> None:
    """How fast the machine of a test is nobody knows: the answer of the server is put in."""
    ann = visitor("Ann", lang=lang, size=size)
    ann.page.route("**/api/levels", lambda route: route.fulfill(json=[{"bot": "level5", "short": {"vediic": 60}}]))
    said = ann.say("level.short", n="60")
    ann.go("/")
    panel = ann.page.get_by_role("region", name=game_title("vediic", lang))
    expect(panel.get_by_text(said)).to_have_count(0)
    panel.locator("select").select_option("level5")
    expect(panel.get_by_text(said)).to_be_visible()
    other = ann.page.get_by_role("region", name=game_title("space_editor", lang))
    other.locator("select").select_option("level5")
    expect(other.get_by_text(said)).to_have_count(0)
    assert not axe(ann.page)
    ann.go("/new?game=vediic")
    seats = ann.page.locator("[data-part=seats] li")
    expect(seats.nth(1).get_by_text(said)).to_be_visible()
    expect(seats.nth(0).get_by_text(said)).to_have_count(0)
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert ann.page.evaluate(wider) <= 0 and not axe(ann.page)
    ann.go(f"/table/{ann.make_table('vediic', 'me', 'level5', 'open')['id']}")
    expect(ann.page.locator(".lobby li").nth(1).get_by_text(said)).to_be_visible()
    assert ann.page.evaluate(wider) <= 0 and not axe(ann.page)
    ann.sit(ann.make_table("vediic", "me", "level5", "level1")["id"])
    places = ann.page.locator(".strip .seat")
    expect(places.nth(1).get_by_text(ann.say("seats.short", n="60"))).to_be_visible()
    for i in (0, 2):
        expect(places.nth(i).get_by_text(ann.say("seats.short", n="60"))).to_have_count(0)
    assert not axe(ann.page)
