"""What is told of a match of Five Spheres: its events, and the actions that it offers."""

from __future__ import annotations

from games.five_spheres.cards import Json
from orrery.core.match import Match


def events(match: Match) -> list[Json]:
    """All events since the start, with full information."""
    return [event.as_json() for entry in match.line for event in entry.events]


def last(match: Match) -> list[Json]:
    """The events of the last action."""
    return [event.as_json() for event in match.line[-1].events]


def names(rows: list[Json]) -> list[str]:
    """The names of events."""
    return [row["event"] for row in rows]


def named(rows: list[Json], *wanted: str) -> list[Json]:
    """The events of these names."""
    return [row for row in rows if row["event"] in wanted]


def moves(match: Match) -> list[str]:
    """All moves since the start: `trash x casting>trash`."""
    return [f"{row['verb']} {row['card']} {row['from']}>{row['to']}" for row in named(events(match), "move")]


def triggers(match: Match) -> list[str]:
    """The abilities that were carried out, in order: `5 attacks`, by the uid of the source."""
    return [f"{row['uid']} {row['when']}" for row in named(events(match), "trigger")]


def listed(match: Match, *starts: str) -> list[str]:
    """The legal actions that begin with one of these words."""
    return [word for word in match.actions() if word.startswith(starts)]
