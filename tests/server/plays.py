"""Matches at tables as their entries tell them, without a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from known import known
from orrery.core.match import Match
from orrery.server.live.clocks import ClockRule
from orrery.server.live.session import Session, Start
from orrery.server.refusal import RequestRefused
from orrery.server.store.rows import HistoryRow


def start(
    game: str = "space_editor",
    options: dict[str, Any] | None = None,
    bots: list[str | None] | None = None,
    clock: ClockRule | None = None,
    seed: int = 7,
) -> Start:
    """How a match of people starts, or of people and these bots."""
    rules = known(game)
    given = {"mode": "half"} if options is None else options
    match = Match.new(rules, given, seed)
    seats = match.state.seats()
    position = rules.pack(match.position())
    return Start("m", rules, given, seed, position, match.setup, bots or [None] * seats, 1000, clock)


def act(play: Session, pick: int = 0, time: int = 2000) -> HistoryRow:
    """Whoever is to act takes one of the legal actions, by its place in the list."""
    seat = play.to_act()
    assert seat is not None
    words = play.match.actions()
    return play.act(seat, words[pick % len(words)], time, by_bot=play.bots[seat] is not None)


def check_refused(code: str, request: Callable[[], object]) -> None:
    """The request is refused with this code."""
    with pytest.raises(RequestRefused) as fault:
        request()
    assert fault.value.code == code
