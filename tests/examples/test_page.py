"""A stranger's game in a real browser, from the user's chair: found, played by pointer to its end, looked back at.

It brings nothing for the page: the plain board shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from orrery.server.settings import Settings
from page.browser import BOARD, Come, House, axe, open_house
from page.hands import Hands

TITLE = {"en": "Tides", "ja": "タイド"}
ENTRIES = 12
"""Two seats lay a wave in each of six rounds."""


@pytest.fixture(scope="module")
def house(tides_here: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with the game installed beside it, whose bots take as long for a move as they do by default."""
    with open_house(tmp_path_factory.mktemp("house"), pace=Settings().pace) as opened:
        yield opened


@pytest.mark.parametrize(("size", "lang"), [("wide", "en"), ("phone", "ja")])
def test_a_newcomer_makes_a_table_and_plays_a_whole_match_by_pointer(visitor: Come, size: str, lang: str) -> None:
    ann = visitor(size=size, lang=lang, calm=False).go("/new")
    ann.page.locator("label").filter(has_text=TITLE[lang]).click()
    expect(ann.page).to_have_url(re.compile("game=tides"))
    assert not axe(ann.page)
    ann.page.get_by_role("button", name=ann.say("new.start")).click()
    board = ann.page.locator(BOARD)
    expect(board.locator("[data-action]").first).to_be_visible()
    assert not axe(ann.page)
    hands = Hands(ann, "tides")
    assert hands.play(), "the match comes to its end"
    assert len(hands.touched) == ENTRIES / 2, hands.touched

    expect(ann.outcome()).to_be_visible()
    points = [int(row) for row in re.findall(r": (\d+)", " ".join(ann.outcome().locator("li").all_inner_texts()))]
    assert len(points) == 2 and 0 < sum(points) <= 20
    ann.open_tab("log")
    log = ann.page.locator(".log")
    expect(log.get_by_text("Waves shown")).to_have_count(6)
    expect(log.get_by_text(re.compile("moons (taken|stayed)", re.IGNORECASE))).to_have_count(6)
    ann.close_panel()

    ann.outcome().get_by_role("link", name=ann.say("menu.replay")).click()
    scrubber = ann.page.get_by_role("slider")
    expect(scrubber).to_have_attribute("max", str(ENTRIES))
    ann.page.get_by_role("button", name=ann.say("replay.last"), exact=True).click()
    expect(scrubber).to_have_value(str(ENTRIES))
    expect(board.get_by_text("Past", exact=True)).to_be_visible()


@pytest.mark.parametrize(("size", "lang"), [("desk", "en"), ("phone", "ja")])
def test_the_home_page_offers_it_and_one_press_starts_it(visitor: Come, size: str, lang: str) -> None:
    ann = visitor(size=size, lang=lang).go("/")
    ann.page.get_by_role("region", name=TITLE[lang]).locator("button.main").click()
    expect(ann.page.locator(f"{BOARD} [data-action]").first).to_be_visible()
    done = ann.play()
    assert done["over"]


@pytest.mark.parametrize(
    ("lang", "rounds", "waves", "face_up"),
    [("en", "Rounds", "Waves are laid", "face up"), ("ja", "ラウンド数", "波の出し方", "表向き")],
)
def test_its_options_are_chosen_in_the_form(visitor: Come, lang: str, rounds: str, waves: str, face_up: str) -> None:
    ann = visitor("Ann", lang=lang).go("/new?game=tides")
    ann.page.get_by_role("button", name=ann.say("new.add_seat")).click()
    ann.page.locator("details summary").click()
    ann.page.get_by_label(rounds).fill("3")
    ann.page.get_by_label(waves).select_option(label=face_up)
    ann.page.get_by_role("button", name=ann.say("new.start")).click()
    expect(ann.page.locator(BOARD)).to_be_visible()
    assert ann.play()["over"]
    assert ann.number() == 9, "three seats lay a wave in each of three rounds"
    ann.open_tab("log")
    expect(ann.page.locator(".log").get_by_text(re.compile(r"wave laid · height \d"))).to_have_count(9)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_its_rules_are_read(visitor: Come, lang: str) -> None:
    ann = visitor("Ann", lang=lang).go("/rules/tides")
    expect(ann.page.get_by_text("TI-4.2").first).to_be_visible()
    assert not axe(ann.page)
