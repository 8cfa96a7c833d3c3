"""Notation: canonical JSON, numbers, near words."""

from __future__ import annotations

import pytest

from orrery.core.notation import canonical, digest, nearest, read_number


def test_canonical_json_has_one_spelling() -> None:
    assert canonical({"b": [1, 2], "a": "é"}) == '{"a":"\\u00e9","b":[1,2]}'
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 1, "b": 3})


def test_nan_has_no_canonical_json() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical(float("nan"))


@pytest.mark.parametrize("text", ["+1", "01", "-0", "1.0", "", "-", "１", "0x1", " 1", "1_0", "9999999"])
def test_numbers_are_written_one_way(text: str) -> None:
    assert read_number(text) is None


@pytest.mark.parametrize("number", [0, 7, -10, 999999])
def test_numbers_read_back(number: int) -> None:
    assert read_number(str(number)) == number


def test_the_nearest_actions_share_the_most() -> None:
    words = ["place e01 1,0 r0", "place e01 1,0 r2", "place e01 5,0 r1", "place f03 1,0 r1", "discard e01"]
    assert nearest("place e01 1,0 r1", words)[0:2] == ["place e01 1,0 r0", "place e01 1,0 r2"]
    assert nearest("discard e02", words, 1) == ["discard e01"]
    assert nearest("anything", [], 3) == []
