"""What events of Space Editor tell."""

from __future__ import annotations

from games.space_editor.cards import Json


def names(events: list[Json]) -> list[str]:
    """The names of events."""
    return [event["event"] for event in events]


def named(events: list[Json], *wanted: str) -> list[Json]:
    """The events of these names."""
    return [event for event in events if event["event"] in wanted]


def turned(events: list[Json]) -> list[tuple[str, int, int, list[str]]]:
    """What was turned over, in order: event, cell, rules."""
    return [(e["event"], e["x"], e["y"], e["rules"]) for e in named(events, "turned_down", "turned_up")]


def triggers(events: list[Json]) -> list[tuple[int, int]]:
    """The serial number and the index of every ability that was triggered, in order."""
    return [(event["no"], event["ability"]) for event in named(events, "triggered")]
