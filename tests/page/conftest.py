"""Browsers and servers for the tests of the page. Both live as long as a module's tests: Playwright keeps an event loop
in the thread that uses it, and tests of other modules want to run their own there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from page.browser import House, Visitor, need_page, open_house, running_browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser."""
    need_page()
    with running_browser() as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with an empty database."""
    with open_house(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture
def visitor(browser: Browser, house: House) -> Iterator[Callable[..., Visitor]]:
    """Call as visitor("Ann", lang="ja", size="phone"): a person with a browser; without a name a newcomer."""
    came: list[Visitor] = []

    def come(name: str | None = None, **how: Any) -> Visitor:
        one = Visitor(browser, house, **how)
        came.append(one)
        return one.come(name) if name else one

    yield come
    for one in came:
        one.leave()
