"""How much of the page somebody loads to sit down at a table for the first time."""

from __future__ import annotations

import pytest
from playwright.sync_api import Response, expect

from page.browser import GAMES, PAGE, Come

BUDGET = 200_000
"""Bytes of script and style, for browsers that know no better compression than gzip (docs/performance.md)."""
QUIET = 1000
"""Milliseconds after which nothing more comes of itself."""


@pytest.mark.parametrize("game", GAMES)
def test_a_first_table_loads_no_more_than_its_budget(visitor: Come, game: str) -> None:
    # Coached, as newcomers are: their word of welcome is part of it.
    ann = visitor("Ann", calm=False, coached=True)
    files: set[str] = set()

    def heard(response: Response) -> None:
        place = response.url.removeprefix(ann.house.address)
        if place.startswith("/assets/") and place.endswith((".js", ".css")):
            files.add(place.removeprefix("/"))

    ann.page.on("response", heard)
    ann.sit(ann.make_table(game, "me", "level1", options={})["id"])
    expect(ann.page.locator(".bar .asked strong")).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    ann.page.wait_for_timeout(QUIET)
    assert len(files) > 5
    # The smallest are sent as they are.
    sent = {file: place if (place := PAGE / f"{file}.gz").exists() else PAGE / file for file in files}
    sizes = {file: place.stat().st_size for file, place in sent.items()}
    assert sum(sizes.values()) < BUDGET, sorted(sizes.items(), key=lambda one: -one[1])
