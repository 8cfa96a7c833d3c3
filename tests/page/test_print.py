"""The Print button, by pointer: a deck and a board become PDFs on one's own machine."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from playwright.sync_api import expect
from pypdf import PdfReader

from page.browser import Come, Visitor


def printed(ann: Visitor) -> PdfReader:
    """What the browser got when the PDF was made."""
    with ann.page.expect_download(timeout=150_000) as download:
        ann.page.get_by_role("button", name="Make the PDF").click()
    return PdfReader(BytesIO(Path(download.value.path()).read_bytes()))


def test_a_deck_of_the_list_is_printed_in_both_languages(visitor: Come) -> None:
    ann = visitor("Ann", calm=False)
    ann.go("/decks/five_spheres")
    ann.page.get_by_role("button", name="Print").first.click()
    dialog = ann.page.get_by_role("dialog")
    assert dialog.get_by_label("What").count() == 0, "of a deck there are only cards"
    dialog.get_by_label("Language").select_option("both")
    dialog.get_by_label("Backs").select_option("none")
    assert len(printed(ann).pages) == 6
    dialog.wait_for(state="hidden")


def test_of_the_gallery_only_the_cards_that_are_shown_are_printed(visitor: Come) -> None:
    ann = visitor("Ann", calm=False)
    ann.go("/cards/space_editor")
    ann.page.get_by_role("search").get_by_label("Element").select_option("fire")
    ann.page.get_by_role("button", name="Print").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Only the 45 cards")
    dialog.get_by_label("Backs").select_option("none")
    assert len(printed(ann).pages) == 4, "twelve on a sheet"


def test_what_a_game_has_beside_cards_is_printed_from_its_rules_on_a_phone(visitor: Come) -> None:
    ann = visitor("Ann", size="phone", calm=False)
    ann.go("/rules/vediic")
    ann.page.get_by_role("button", name="Print").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("What").select_option("board")
    assert dialog.get_by_label("Backs").count() == 0
    dialog.get_by_label("Size of the board").select_option("a2")
    assert len(printed(ann).pages) == 6


def test_a_server_that_cannot_print_says_what_is_missing(visitor: Come) -> None:
    ann = visitor("Ann", calm=False)
    ann.page.route("**/api/games/*/print", lambda route: route.fulfill(json={"kinds": ["cards"], "ready": False}))
    ann.go("/cards/space_editor")
    ann.page.get_by_role("button", name="Print").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("pip install 'orrery[print]'")
