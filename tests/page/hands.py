"""Somebody at the table as people are: by pointer or finger on what is lit, in motion, and bots take their time."""

from __future__ import annotations

import random
import time
from typing import Any

from page.browser import HANDHELD, HERE, PATIENCE, Visitor

CHOOSE = (HERE / "hands.js").read_text(encoding="utf-8")
WAITS = (HERE / "waits.js").read_text(encoding="utf-8")
STEADY = (HERE / "steady.js").read_text(encoding="utf-8")
LONGEST_WAIT = 150
"""Frames, of which a machine that is not busy draws sixty a second, that somebody may have to wait without anything new
on the screen, by the page's own doing.
"""
FARTHEST_JUMP = 8
"""Pixels that the cards of a hand may move sideways when a turn begins."""


class Hands:
    """The hands of a visitor at a table: they touch what somebody would touch who knows only what is lit."""

    def __init__(self, visitor: Visitor, game: str, seed: int = 1) -> None:
        self.visitor = visitor
        self.game = game
        self.chance = random.Random(seed)
        self.touched: list[str] = []
        self.passes = True

    def touch(self, x: float, y: float) -> None:
        """A click, or on a phone a tap."""
        page = self.visitor.page
        if self.visitor.size in HANDHELD:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)

    def next(self, patience: int = PATIENCE, goal: int | None = None) -> str:
        """Waits for something to touch and touches it: gives what it was. Gives "over" at the end of the match, "pass"
        when the screen is to be passed on by somebody else, and "" when the history has come to its goal meanwhile.
        """
        end = time.monotonic() + patience / 1000
        while goal is None or self.visitor.number() < goal:
            how = {"game": self.game, "chance": [self.chance.random(), self.chance.random()], "passes": self.passes}
            seen: dict[str, Any] = self.visitor.page.evaluate(CHOOSE, how)
            if "touch" in seen:
                x, y, what = seen["touch"]
                self.touched.append(str(what))
                self.touch(x, y)
                return str(what)
            if seen["state"] in ("over", "pass"):
                return str(seen["state"])
            assert seen["state"] == "wait", f"after {self.touched[-5:]}: {seen}"
            shown = self.visitor.page.locator("body").inner_text()[:600] if time.monotonic() > end else ""
            assert not shown, f"nothing to touch for too long, after {self.touched[-8:]}: {shown}"
            self.visitor.page.wait_for_timeout(15)
        return ""

    def play(self, entries: int = 100_000, patience: int = PATIENCE, seconds: float = 600.0) -> bool:
        """Plays until so many entries more are in the history, or to the end; was it the end? In so many seconds it
        must be done.
        """
        goal, end = self.visitor.number() + entries, time.monotonic() + seconds
        while self.visitor.number() < goal:
            assert time.monotonic() < end, f"still playing after {seconds:.0f} s and {len(self.touched)} touches"
            if self.next(patience, goal) == "over":
                return True
        return False

    def waited(self) -> dict[str, Any]:
        """The longest waits so far without anything new on the screen, in frames."""
        waits: dict[str, Any] = self.visitor.page.evaluate("window.waits")
        return waits

    def steadiness(self) -> dict[str, Any]:
        """How much the table ever was larger than the window, and how far the hand jumped when a turn began."""
        steady: dict[str, Any] = self.visitor.page.evaluate("window.steady")
        return steady


def sit_down(visitor: Visitor, game: str, *opponents: str, seed: int = 1, **wish: Any) -> Hands:
    """Sits down at a new table where it is counted what is waited for, and what moves that should not."""
    visitor.page.add_init_script(WAITS)
    visitor.page.add_init_script(STEADY)
    wish.setdefault("options", {})
    visitor.sit(visitor.make_table(game, "me", *opponents, **wish)["id"])
    return Hands(visitor, game, seed)
