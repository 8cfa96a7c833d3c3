"""A sheet as a page, in a real browser: sorted, found, switched and copied by pointer and by keyboard, at every size,
in both themes and languages; and nothing that a stranger wrote is ever more than text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from lab.sheet import CARDS, EVIL, sample
from needs import missing
from orrery.lab.page import html
from orrery.lab.sheets import Column, Figure, Mark, Plot, Section, Sheet, Table, Verdict, said
from page.browser import AXE, axe, running_browser

Open = Callable[..., Page]

FEWER = """() => {
  for (const table of document.querySelectorAll("table")) [...table.rows].slice(6).forEach((row) => row.remove());
}"""
"""Leaves a few rows in each table: axe takes its time for each, and they are alike."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of this module."""
    with running_browser() as found:
        yield found


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample as a file of its own."""
    made = tmp_path_factory.mktemp("sheet") / "report.html"
    made.write_text(html(sample()), encoding="utf-8")
    return made


@pytest.fixture
def opened(browser: Browser, file: Path) -> Iterator[Open]:
    """Call as opened(width=360, lang="ja", theme="dark", at="#ja"): the file in a browser of its own. Fails at the end
    if the page complained, asked for anything but itself, or ran what a stranger wrote.
    """
    contexts, faults = [], []

    def come(
        *, width: int = 1440, height: int = 900, lang: str = "en", theme: str = "light", at: str = "", **how: Any
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "ja": "ja-JP", "de": "de-DE"}[lang],
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            **how,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.on("console", lambda message: faults.append(message.text))
        page.on("dialog", lambda dialog: faults.append(f"a dialog: {dialog.message}"))
        page.on("request", lambda request: faults.append(request.url) if not own(request.url, file) else None)
        page.goto(file.as_uri() + at)
        return page

    yield come
    for context in contexts:
        context.close()
    assert not faults, faults


def own(address: str, file: Path) -> bool:
    """Whether a request stays within the file."""
    return address.startswith("data:") or address.partition("#")[0] == file.as_uri()


def cards(page: Page) -> list[str]:
    """The names in the table of cards, from top to bottom."""
    return [
        str(name)
        for name in page.locator("#at-cards-2 tbody th").evaluate_all("them => them.map((one) => one.innerText)")
    ]


def values(page: Page, column: int) -> list[str]:
    """The numbers that a column of the cards is sorted by."""
    cells = page.locator(f"#at-cards-2 tbody td:nth-child({column})")
    return [str(value) for value in cells.evaluate_all("them => them.map((one) => one.dataset.value)")]


def head(page: Page, name: str) -> Any:
    """The head of a column of the cards."""
    return page.locator("#at-cards-2 thead th").filter(has_text=re.compile(f"^{name}"))


# --- what goes on beyond the edge -------------------------------------------------------------------------------------


def test_a_table_that_is_wider_than_its_box_fades_until_its_end_is_in_sight(opened: Open) -> None:
    page = opened(width=360, height=740)
    box = page.locator("#at-cards-2")
    expect(box).to_have_class(re.compile("goes-on"))
    assert "gradient" in box.evaluate("one => getComputedStyle(one).maskImage")
    box.evaluate("one => one.scrollTo(one.scrollWidth, 0)")
    expect(box).not_to_have_class(re.compile("goes-on"))
    box.evaluate("one => one.scrollTo(0, 0)")
    expect(box).to_have_class(re.compile("goes-on"))
    page.set_viewport_size({"width": 2400, "height": 900})
    box.evaluate("one => one.style.width = `${one.scrollWidth}px`")
    expect(box).not_to_have_class(re.compile("goes-on"))


def test_an_interval_beyond_the_axis_ends_within_the_drawing(opened: Open) -> None:
    rows = [Mark(f"card {turn}", [Figure(turn, turn - 2, turn + 2, "number")]) for turn in range(5, 15)]
    plot = Plot("wild", said("wild", "広い"), "intervals", [*rows, Mark("wild", [Figure(9, 0, 15_000, "number")])])
    page = opened()
    page.set_content(html(Sheet(said("a", "b"), "orrery", sections=[Section("s", said("s", "s"), plots=[plot])])))
    drawing = page.locator(".drawing").bounding_box()
    assert drawing is not None
    for whisker in page.locator(".drawing .whisker").all():
        box = whisker.bounding_box()
        assert box is not None and drawing["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= drawing["x"] + drawing["width"] + 1
    assert page.locator(".drawing .whisker").count() == 11


# --- sorting and finding ----------------------------------------------------------------------------------------------


def test_a_table_is_sorted_by_pointer(opened: Open) -> None:
    page = opened()
    expect(head(page, "Swap value")).to_have_attribute("aria-sort", "descending")
    before = cards(page)
    assert len(before) == CARDS
    head(page, "Matches").get_by_role("button").click()
    expect(head(page, "Matches")).to_have_attribute("aria-sort", "descending")
    assert head(page, "Swap value").get_attribute("aria-sort") is None
    matches = [int(float(value)) for value in values(page, 8)]
    assert matches == sorted(matches, reverse=True) and sorted(cards(page)) == sorted(before)
    head(page, "Matches").get_by_role("button").click()
    expect(head(page, "Matches")).to_have_attribute("aria-sort", "ascending")
    assert [int(float(value)) for value in values(page, 8)] == matches[::-1]
    head(page, "Swap value").get_by_role("button").click()
    assert cards(page) == before


def test_a_table_is_sorted_by_keyboard_and_the_unknown_stays_last(opened: Open) -> None:
    page = opened()
    head(page, "Drawn").get_by_role("button").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    for key, order in (("Enter", "descending"), ("Space", "ascending")):
        page.keyboard.press(key)
        expect(head(page, "Dead in hand")).to_have_attribute("aria-sort", order)
        found = values(page, 5)
        unknown = found.count("")
        assert unknown == 6 and set(found[-unknown:]) == {""}
        numbers = [float(value) for value in found[:-unknown]]
        assert numbers == sorted(numbers, reverse=order == "descending")


def test_names_are_sorted_in_the_language_that_is_shown_numbers_within_them_by_size(opened: Open) -> None:
    page = opened()
    head(page, "Card").get_by_role("button").click()
    expect(head(page, "Card")).to_have_attribute("aria-sort", "ascending")
    names = [name for name in cards(page) if name != EVIL]
    assert names[:3] == [f"Comet of the {number}th night" for number in range(3)]
    assert names[-1] == f"Comet of the {CARDS - 1}th night"
    head(page, "Deck").get_by_role("button").click()
    decks = page.locator("#at-cards-2 tbody td:nth-child(2)")
    english = decks.evaluate_all("them => them.map((one) => one.innerText)")
    assert english == sorted(english)
    page.get_by_role("button", name="日本語").click()
    japanese = decks.evaluate_all("them => them.map((one) => one.innerText)")
    runs = [name for number, name in enumerate(japanese) if number == 0 or japanese[number - 1] != name]
    assert len(runs) == 5, "each deck's cards stand together"
    assert runs != ["土", "火", "彼岸の光", "水", "風"], "and not as the English names stood"


def test_rows_are_found_by_either_language(opened: Open) -> None:
    page = opened()
    find = page.get_by_role("searchbox", name="Find")
    for wish, count in (("第18夜", "1 / 186"), ("OF THE 18TH", "1 / 186"), ("no such card", "0 / 186"), ("", "")):
        find.fill(wish)
        expect(page.locator(".find output")).to_have_text(count)
        shown = page.locator("#at-cards-2 tbody tr:visible")
        expect(shown).to_have_count(int(count.split(" ")[0]) if count else CARDS)


# --- languages and themes ---------------------------------------------------------------------------------------------


def test_the_language_is_the_browsers_and_can_be_switched_and_is_kept_in_the_address(opened: Open, file: Path) -> None:
    page = opened(lang="ja")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page).to_have_title("ファイブスフィアーズ:first_lightとmy-setの比較")
    expect(page.get_by_role("button", name="日本語")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Five Spheres: first_light against my-set", use_inner_text=True
    )
    expect(page).to_have_title("Five Spheres: first_light against my-set")
    assert "組み合わせ" not in page.locator("body").inner_text()
    assert page.url == f"{file.as_uri()}#en"
    page.get_by_role("link", name="The cards").click()
    expect(page).to_have_url(f"{file.as_uri()}#en+at-cards")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="The cards")).to_be_in_viewport()


def test_a_browser_of_neither_language_gets_english_and_a_link_may_say_otherwise(opened: Open) -> None:
    expect(opened(lang="de").locator("html")).to_have_attribute("lang", "en")
    page = opened(lang="de", at="#ja+dark+at-skill")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("heading", name="強いプレイヤーが勝つか")).to_be_in_viewport()


def test_what_a_drawing_says_is_switched_too(opened: Open) -> None:
    page = opened()
    drawing = page.get_by_role("img", name="What changed")
    expect(drawing).to_have_accessible_description(re.compile(r"^From Water – Light .*: −17\.7 \(.* to .*\)"))
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("img", name="変化した量")).to_have_accessible_description(re.compile("最小は水 – 彼岸の光"))


def test_the_theme_follows_the_system_until_it_is_chosen(opened: Open) -> None:
    page = opened(theme="light")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    paper = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    sky = page.evaluate(ground)
    assert paper != sky
    page.get_by_role("button", name="Light theme").click()
    assert page.evaluate(ground) == paper
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name="Dark theme").click()
    assert page.evaluate(ground) == sky
    page.reload()
    assert page.evaluate(ground) == sky
    page.emulate_media(media="print")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"


# --- commands ---------------------------------------------------------------------------------------------------------


def test_every_section_has_the_command_that_made_it_and_it_can_be_copied(opened: Open) -> None:
    sheet = sample()
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    commands = page.locator("section code").all_text_contents()
    assert commands == [section.command or sheet.command for section in sheet.sections]
    button = page.locator("section").first.locator("button.copy")
    page.get_by_text("The command that made this").first.click()
    button.click()
    expect(button).to_have_text("Copied", use_inner_text=True)
    assert page.evaluate("navigator.clipboard.readText()") == sheet.sections[0].command


# --- readable everywhere ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1440, 900)])
def test_nothing_is_wider_than_the_window(opened: Open, width: int, height: int, lang: str) -> None:
    page = opened(width=width, height=height, lang=lang)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    beyond = """them => them.map((one) => [one.textContent, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < 0 || box.right > innerWidth)).map(([text]) => text)"""
    assert page.locator("svg text, h1, h2, h3, p, code span, dd, li, button.copy").evaluate_all(beyond) == []
    small = (
        "them => them.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 11).map((one) => one.textContent)"
    )
    assert page.locator("svg text, small, th, td, p").evaluate_all(small) == []


@pytest.mark.parametrize(
    ("width", "theme", "lang"),
    [
        (360, "light", "ja"),
        (1440, "dark", "en"),
        pytest.param(360, "dark", "en", marks=pytest.mark.soak),
        pytest.param(1440, "light", "ja", marks=pytest.mark.soak),
    ],
)
def test_axe_finds_nothing_wrong(opened: Open, width: int, theme: str, lang: str) -> None:
    if not AXE.exists():
        missing("axe is not installed (make page)")
    page = opened(width=width, theme=theme, lang=lang)
    page.evaluate(FEWER)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert axe(page) == []


def test_without_a_script_the_page_is_english_and_whole(opened: Open) -> None:
    page = opened(lang="ja", java_script_enabled=False)
    text = page.locator("body").inner_text()
    assert "The same pairs for better players" in text and "組み合わせ" not in text
    expect(page.locator("#at-cards-2 tbody tr")).to_have_count(CARDS)
    expect(page.get_by_role("button")).to_have_count(0)
    page.locator("summary").first.click()
    expect(page.locator("#at-strengths-n tbody tr")).to_have_count(10)


def test_on_paper_long_tables_and_the_numbers_of_plots_are_whole(opened: Open) -> None:
    page = opened()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    box = page.locator("#at-cards-2")
    assert box.evaluate("one => one.clientHeight >= one.querySelector('table').offsetHeight")
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 0


# --- strangers --------------------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """What a page is made of: its elements and their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def evil_sheet() -> Sheet:
    """A stranger's name wherever a text can stand."""
    name = {"en": EVIL, "ja": f"{EVIL}悪"}
    figure = Figure(0.5, 0.4, 0.6, note=name)
    series = [EVIL, f"b{EVIL}"]
    plots = [
        Plot(f"{kind}{EVIL}", name, kind, [Mark(name, [figure, figure])], name, series, (0.4, 0.6), 0.5, name)
        for kind in ("intervals", "bars", "lines")
    ]
    table = Table(
        EVIL, name, [Column("a", name, name), Column("b", EVIL)], [{"a": EVIL, "b": Verdict(EVIL, name, "mark")}], name
    )
    return Sheet(name, EVIL, [(name, EVIL)], [Section(EVIL, name, [name], [table], plots, EVIL)], [name])


def test_a_strangers_text_is_never_more_than_text(opened: Open, file: Path) -> None:
    text = html(evil_sheet())
    found = Tags(text).found
    assert [tag for tag, _ in found].count("script") == 1
    assert not [tag for tag, _ in found if tag in ("img", "iframe", "object", "form", "base")]
    assert not [name for _, attributes in found for name in attributes if name.startswith("on") or name == "style"]
    page = opened()
    page.set_content(text)
    expect(page.get_by_role("heading", level=1)).to_have_text(EVIL, use_inner_text=True)
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{EVIL}悪", use_inner_text=True)
    expect(page.locator("img")).to_have_count(0)


def test_half_characters_and_control_characters_do_not_spoil_the_file() -> None:
    text = html(Sheet(said("\ud800 half \x00\x1b\x08", "半"), "orrery\x00", [(said("a\udfff", "b"), "\x7f")]))
    text.encode("utf-8")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text)


def test_the_browser_itself_forbids_what_is_not_the_pages_own(browser: Browser, file: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    said_no: list[str] = []
    page.on("console", lambda message: said_no.append(message.text))
    broken = file.read_text(encoding="utf-8").replace("</main>", "</main><script>document.title = 'taken'</script>")
    broken = broken.replace("</main>", "</main><img src='http://127.0.0.1:9/x.png' alt=''>")
    taken = file.with_name("taken.html")
    taken.write_text(broken, encoding="utf-8")
    page.goto(taken.as_uri())
    expect(page).to_have_title("Five Spheres: first_light against my-set")
    assert len([line for line in said_no if "Content Security Policy" in line]) == 2, said_no
    context.close()


def test_the_same_sheet_gives_the_same_file_and_names_nothing_outside() -> None:
    text = html(sample())
    assert text == html(sample())
    addresses = set(re.findall(r"https?://[^\s\"'<)]+", text)) - {"http://www.w3.org/2000/svg"}
    assert not addresses
    assert not re.search(r"@import|url\(", text)


def test_parts_with_the_same_key_have_places_of_their_own() -> None:
    found = [attributes["id"] for _, attributes in Tags(html(sample())).found if "id" in attributes]
    assert len(found) == len(set(found)) and {"at-cards", "at-cards-2", "at-pairings"} <= set(found)


def test_an_empty_sheet_and_plots_of_nothing_are_pages_too(opened: Open) -> None:
    nothing = said("nothing", "なし")
    plots = [
        Plot(kind, nothing, kind, rows, across=nothing)
        for kind in ("intervals", "bars", "lines")
        for rows in ([], [Mark("a", [None])], [Mark("a", [Figure(None)])])
    ]
    page = opened()
    page.set_content(html(Sheet(nothing, "orrery", sections=[Section("s", nothing, plots=plots)])))
    expect(page.get_by_role("img")).to_have_count(9)
    page.set_content(html(Sheet(nothing, "orrery")))
    expect(page.get_by_role("heading", level=1)).to_have_text("nothing", use_inner_text=True)
