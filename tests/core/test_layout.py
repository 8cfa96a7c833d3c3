"""One value of a file changed in place: every other byte stays, however the file is written."""

from __future__ import annotations

import json
import tomllib

import pytest

from orrery.core.cards.layout import Edit, Layout, edited
from orrery.core.data import DataFault

TOML = '''# A comment with [brackets], "marks" and a = 1.
title = "a # that is none, and \\" a mark"  # one that is
plain = 'C:\\no escape'
long = """
x = 1 # inside a text
[cards.no]
"""
when = 1979-05-27 07:32:00
rows = [1, 22, [3, { n = 4, "odd key" = 5 }], # between
  6,
]

[cards.001]
vp   =   6   # points
sides = [ "g4", '-', "n4" ]
deep.er = { a = { b = [ { c = 7 } ] } }

[[decks]]
name = "first"
[[decks.parts]]
n = 1
[[decks.parts]]
n = 2
[[decks]]
name = "second"
[[decks.parts]]
n = 3
[decks.more]
"quoted.key" = -8
'''


def values(value: object, place: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], object]]:
    """All values that hold no others, with their places."""
    if isinstance(value, dict):
        return [found for key, part in value.items() for found in values(part, (*place, key))]
    if isinstance(value, list):
        return [found for i, part in enumerate(value) for found in values(part, (*place, i))]
    return [(place, value)]


def test_every_value_of_a_toml_file_is_found_where_it_is_written() -> None:
    spans = Layout(TOML, False).spans
    found = values(tomllib.loads(TOML))
    assert len(found) == 21
    for place, value in found:
        start, end = spans[place]
        assert tomllib.loads(f"k = {TOML[start:end]}")["k"] == value, place


def test_every_value_of_a_json_file_is_found_where_it_is_written() -> None:
    text = '{"a": [1, {"b \\" c": null, "d": -2.5}], "e" : "x, ]}",\n "f": {}, "g": []}\n'
    spans = Layout(text, True).spans
    for place, value in values(json.loads(text)):
        start, end = spans[place]
        assert json.loads(text[start:end]) == value, place


def test_only_the_value_changes() -> None:
    edits = [
        Edit("x.toml", ("cards", "001", "vp"), 6, 10),
        Edit("x.toml", ("rows", 2, 1, "n"), 4, -11),
        Edit("x.toml", ("cards", "001", "sides", 1), "-", "g2*"),
        Edit("x.toml", ("decks", 1, "parts", 0, "n"), 3, 33),
    ]
    after = edited(TOML, "x.toml", edits)
    want = TOML.replace("vp   =   6", "vp   =   10").replace("n = 4", "n = -11").replace("'-'", '"g2*"')
    assert after == want.replace("n = 3", "n = 33")


def test_line_ends_of_another_machine_stay() -> None:
    text = "a = 1\r\n# b\r\nc = 2\r\n"
    assert edited(text, "x.toml", [Edit("x.toml", ("c",), 2, 3)]) == "a = 1\r\n# b\r\nc = 3\r\n"


def test_a_value_that_is_not_what_was_said_is_refused() -> None:
    with pytest.raises(DataFault, match=r"x.toml.cards.001.vp: 6 stands here, not 5"):
        edited(TOML, "x.toml", [Edit("x.toml", ("cards", "001", "vp"), 5, 7)])
    with pytest.raises(DataFault, match=r"x.toml.cards.002: there is no such value"):
        edited(TOML, "x.toml", [Edit("x.toml", ("cards", "002"), 5, 7)])
