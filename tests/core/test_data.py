"""Reading data: every fault names its place and what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from orrery.core.data import DataFault, Fields, parse_toml, shown


def fields(**value: Any) -> Fields:
    return Fields(value, "card")


@pytest.mark.parametrize("value", [True, 1.0, "1", None, []])
def test_only_whole_numbers_are_numbers(value: Any) -> None:
    with pytest.raises(DataFault, match=r"card\.vp: .* is not a whole number"):
        fields(vp=value).integer("vp")


def test_a_number_out_of_range_names_the_range() -> None:
    with pytest.raises(DataFault, match="allowed is from 0 to 99"):
        fields(vp=100).integer("vp", 0, 99)
    with pytest.raises(DataFault, match="at least 0"):
        fields(vp=-1).integer("vp", 0)
    assert fields(vp=99).integer("vp", 0, 99) == 99 and fields(vp=0).integer("vp", 0, 99) == 0


def test_a_wrong_word_names_the_words_allowed() -> None:
    with pytest.raises(DataFault, match=r'card\.kind: "moon" is not one of star, planet'):
        fields(kind="moon").word("kind", ["star", "planet"])


def test_a_missing_field_is_named_and_a_default_stands_in() -> None:
    with pytest.raises(DataFault, match="card: the field name is missing"):
        fields().text("name")
    assert fields().text("name", "x") == "x" and fields().boolean("up", True) is True


def test_an_unknown_field_is_refused_with_the_known_ones() -> None:
    row = fields(name="x", colour="red")
    row.text("name")
    with pytest.raises(DataFault, match='"colour" is unknown; allowed are name'):
        row.done()


@pytest.mark.parametrize("value", [0, "yes", None])
def test_only_true_and_false_are_booleans(value: Any) -> None:
    with pytest.raises(DataFault):
        fields(up=value).boolean("up")


def test_something_that_is_no_object_or_list_is_refused() -> None:
    with pytest.raises(DataFault, match="is not an object"):
        Fields([], "card")
    with pytest.raises(DataFault, match="is not a list"):
        fields(sides="n1").items("sides")


def test_bad_toml_names_file_and_line() -> None:
    with pytest.raises(DataFault, match=r"water\.toml: not TOML: .*line 2"):
        parse_toml("a = 1\nb = = 2\n", "water.toml")


def test_long_values_are_shown_short() -> None:
    assert len(shown("x" * 500)) == 60
