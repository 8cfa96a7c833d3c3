"""Every page is there, in both languages, at both sizes and in both themes, and axe finds nothing wrong with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.browser import BOARD, GAMES, LANGS, NOWHERE, Come, axe, game_title, option_name, rows

PATHS = [  # /cards and /decks are those of the first game
    "/",
    *(f"/new?game={game}" for game in GAMES),
    "/open",
    "/mine",
    "/learn",
    "/learn/vediic",
    "/rules",
    *(f"/rules/{game}" for game in GAMES),
    "/cards",
    "/cards/five_spheres",
    "/decks",
    "/decks/five_spheres",
    "/decks/space_editor/new",
    "/decks/five_spheres/genesis-1",
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


FEWER = """() => {
  for (const table of document.querySelectorAll("table")) [...table.rows].slice(5).forEach((row) => row.remove());
}"""
"""Leaves a few rows in each table: in rulebooks they are many and alike, and axe takes its time for each."""


@pytest.mark.parametrize(("size", "theme", "lang"), WAYS)
def test_axe_finds_nothing_wrong_with_any_page(visitor: Come, size: str, theme: str, lang: str) -> None:
    ann = visitor("Ann", size=size, theme=theme, lang=lang)
    ann.make_table("vediic", "me", "random", "open")
    found: dict[str, list[str]] = {}
    for path in PATHS:
        ann.go(path).page.evaluate(FEWER)
        for problem in axe(ann.page):
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


def test_a_table_for_friends_on_this_machine_alone_has_no_link(visitor: Come) -> None:
    ann = visitor("Ann").go("/")
    section = ann.page.get_by_role("region", name=game_title("vediic", "en"))
    section.get_by_role("button", name=ann.say("home.friends")).click()
    ann.page.get_by_role("dialog").get_by_role("button", name=ann.say("friends.make")).click()
    expect(ann.page.get_by_text(ann.say("lobby.alone"))).to_be_visible()
    expect(ann.page.get_by_label(ann.say("lobby.invite"))).to_have_count(0)


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


COVERED = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  const points = [[box.left + 3, box.top + box.height / 2], [box.left + box.width / 2, box.top + box.height - 3]];
  const free = points.every(([x, y]) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (one.contains(top) || top.contains(one) || one.closest("label")?.contains(top));
  });
  return free ? "" : `${one.outerHTML.slice(0, 120)} at ${Math.round(box.top)} to ${Math.round(box.bottom)}`;
}"""
"""What has the focus and cannot be seen."""


@pytest.mark.parametrize(
    ("size", "heights"), [("wide", [(1440, 900), (1280, 720)]), ("phone", [(390, 844), (360, 640)])]
)
def test_whatever_has_the_focus_in_the_form_for_a_new_table_is_in_free_sight(
    visitor: Come, size: str, heights: list[tuple[int, int]]
) -> None:
    ann = visitor("Ann", size=size).go("/new?game=five_spheres")
    for width, height in heights:
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.evaluate("scrollTo(0, 0)")
        for keys, last in (("Tab", "button[type=submit]"), ("Shift+Tab", "input[name=game]")):
            for _ in range(60):
                ann.page.keyboard.press(keys)
                if ann.page.evaluate("document.activeElement.closest('form') === null"):
                    continue
                assert not ann.page.evaluate(COVERED), f"at {width}x{height}: {ann.page.evaluate(COVERED)}"
                if ann.page.evaluate(f"document.activeElement.matches('{last}')"):
                    break
            else:
                raise AssertionError(f"{keys} never came to {last}")
    if size == "wide":
        # Beside what is asked, the button covers nothing of it.
        bar, parts = ann.page.locator(".submit").bounding_box(), ann.page.locator(".parts").bounding_box()
        assert bar is not None and parts is not None and parts["x"] + parts["width"] <= bar["x"]


@pytest.mark.parametrize(("lang", "size"), [("en", "desk"), ("ja", "phone")])
def test_a_deck_being_built_has_an_address_and_survives_a_reload(visitor: Come, lang: str, size: str) -> None:
    ann = visitor("Ann", lang=lang, size=size).go("/decks/space_editor")
    expect(ann.page.locator("#shipped ~ ul li").first.locator(".cards svg").nth(5)).to_be_visible()
    ann.page.get_by_role("link", name=ann.say("decks.build")).click()
    expect(ann.page).to_have_url(re.compile(r"/decks/space_editor/new$"))
    ann.settle()
    counts = ann.page.get_by_role("list", name=ann.say("decks.counts")).get_by_role("listitem")
    expect(counts.first).to_contain_text("0 / 13")
    ann.page.locator(".counter button").nth(1).click()
    ann.page.get_by_label(ann.say("decks.name")).fill("Tides")
    expect(counts.first).to_contain_text("1 / 13")
    assert not axe(ann.page)
    ann.page.reload()
    expect(ann.page.get_by_label(ann.say("decks.name"))).to_have_value("Tides")
    expect(counts.first).to_contain_text("1 / 13")
    # Back leads to the list, which tells that it waits; saving takes it there as one of one's own.
    ann.page.go_back()
    waiting = ann.page.get_by_role("link", name=ann.say("decks.go_on", name="Tides"))
    waiting.click()
    ann.page.get_by_role("button", name=ann.say("do.save"), exact=True).click()
    expect(ann.page).to_have_url(re.compile(r"/decks/space_editor$"))
    expect(ann.page.locator("#own ~ ul li")).to_contain_text("Tides")
    expect(waiting).to_have_count(0)


def test_a_code_in_an_address_opens_its_deck_and_what_is_no_deck_says_so(visitor: Come) -> None:
    ann = visitor("Ann")
    shipped = ann.context.request.get("/api/games/five_spheres/decks?lang=en").json()[0]
    ann.go(f"/decks/five_spheres/{shipped['code']}")
    expect(ann.page.locator(".check.ok code")).to_have_text(shipped["code"])
    expect(ann.page.locator(".cards li.in")).to_have_count(len(shipped["cards"]))
    ann.go("/decks/five_spheres/FS1-NONSENSE")
    expect(ann.page.get_by_role("alert")).to_contain_text(ann.say("decks.no_such"))
    ann.page.get_by_role("link", name=ann.say("decks.to_list")).click()
    expect(ann.page.get_by_role("heading", name=ann.say("decks.shipped"))).to_be_visible()


def test_old_links_to_records_lead_to_ones_matches_where_a_record_is_opened(visitor: Come, tmp_path: Path) -> None:
    ann = visitor("Ann")
    table = ann.make_table("vediic", "me", "random")["id"]
    ann.sit(table)
    ann.play(3)
    ann.page.get_by_role("button", name=ann.say("menu.open"), exact=True).click()
    ann.page.get_by_role("button", name=ann.say("menu.resign"), exact=True).click()
    ann.page.get_by_role("button", name=ann.say("menu.resign_sure"), exact=True).click()
    expect(ann.outcome()).to_be_visible()
    file = tmp_path / "record.json"
    file.write_bytes(ann.context.request.get(f"/api/tables/{table}/record").body())
    ann.go("/records")
    expect(ann.page).to_have_url(re.compile(r"/mine#record$"))
    over = ann.page.get_by_role("region", name=ann.say("mine.over"))
    expect(over.get_by_role("link", name=ann.say("do.replay"))).to_be_visible()
    (tmp_path / "none.json").write_text("no record")
    field = ann.page.locator("#record input[type=file]")
    field.set_input_files(tmp_path / "none.json")
    expect(ann.page.get_by_role("alert")).to_contain_text("none.json")
    field.set_input_files(file)
    expect(ann.page).to_have_url(re.compile(r"/record/\w+"))
    expect(ann.page.get_by_role("slider")).to_be_visible()


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_news_lie_on_the_top_bar_one_on_the_other_and_can_be_closed(visitor: Come, size: str) -> None:
    ann = visitor("Ann", size=size)
    ann.sit(ann.make_table("vediic", "me", "random", options={})["id"])
    undo = ann.page.get_by_role("button", name=ann.say("do.undo"), exact=True)
    news = ann.page.locator(".toast")
    for _ in range(2):
        undo.click(force=True)
        expect(news).to_have_count(1)
    box, board = news.bounding_box(), ann.page.locator("main").bounding_box()
    assert box is not None and board is not None
    assert box["y"] + box["height"] <= board["y"] + 1, "it lies on the table"
    news.get_by_role("button", name=ann.say("do.close")).click()
    expect(news).to_have_count(0)


def test_the_pages_ask_nothing_in_vain_of_a_newcomer_who_is_nobody_yet(visitor: Come) -> None:
    ann = visitor()
    for path in ("/", "/mine", "/decks/space_editor/new", "/settings"):
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
