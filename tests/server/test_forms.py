"""What is wrong with the form of a request is found in its values: the same that the framework's sentence speaks of."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta, Struct

from orrery.server.http.decks import DeckToCheck
from orrery.server.http.forms import WRONG_FORM, first_fault
from orrery.server.http.routes.people import Return
from orrery.server.http.routes.tables import Join, Report
from orrery.server.live.tables import NewTable
from orrery.server.people.push import Subscription


class Inner(Struct, forbid_unknown_fields=True, tag="inner", tag_field="type"):
    short: Annotated[str, Meta(max_length=2)] = ""
    count: Annotated[int, Meta(ge=1, le=3)] = 1


class Other(Struct, tag="other", tag_field="type"):
    rows: Annotated[list[Annotated[str, Meta(max_length=1)]], Meta(max_length=2)] = []


class Outer(Struct, forbid_unknown_fields=True):
    """A bit of everything that requests are made of."""

    word: Annotated[str, Meta(min_length=1, max_length=3)]
    clock: Inner | Other | None = None
    table: Annotated[
        dict[Annotated[str, Meta(max_length=2)], Annotated[str, Meta(max_length=1)]], Meta(max_length=2)
    ] = {}
    free: dict[str, Any] = {}
    either: Annotated[str, Meta(max_length=2)] | Inner = ""
    rows: Annotated[list[Annotated[str, Meta(max_length=1)]], Meta(min_length=1, max_length=2)] | None = None
    open: bool = True


KINDS = [Outer, NewTable, Join, Report, Return, Subscription, DeckToCheck]
KEYS = [
    "word",
    "clock",
    "table",
    "free",
    "either",
    "rows",
    "open",
    "short",
    "count",
    "nothing",
    "game",
    "seats",
    "type",
]
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 5), st.text("ab", max_size=4), st.sampled_from(["inner", "other", "live"])
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
)
OUTER = st.fixed_dictionaries(
    {"word": st.text("ab", max_size=4)},
    optional={
        "clock": st.dictionaries(st.sampled_from(["type", "short", "rows", "count"]), VALUES, max_size=3),
        "table": st.dictionaries(st.text("ab", max_size=3), st.text("ab", max_size=2), max_size=3),
        "either": VALUES,
        "rows": st.lists(st.text("ab", max_size=2), max_size=3),
        "open": VALUES,
        "nothing": VALUES,
    },
).flatmap(lambda row: st.permutations(list(row.items())).map(dict))


def said_of(value: object, kind: Any) -> str:
    """The framework's sentence about a value; nothing if it fits."""
    try:
        msgspec.convert(value, kind, strict=False, str_keys=True)
    except msgspec.ValidationError as fault:
        return str(fault)
    return ""


def check_judged(value: object, kind: Any) -> None:
    """Compares what is found with the sentence."""
    sentence, found = said_of(value, kind), first_fault(value, kind)
    long = re.match(r"Expected `(?:str|array)` of length <= ([0-9]+)", sentence)
    assert (found is None) == (not sentence), (value, sentence)
    if found is not None:
        right = {"reason": "too_long", "facts": {"most": int(long[1])}} if long else WRONG_FORM.as_json()
        assert found.as_json() == right, (value, sentence)


@given(OUTER)
@settings(max_examples=600, deadline=None)
def test_the_first_fault_of_a_body_is_the_one_that_the_framework_names(value: object) -> None:
    check_judged(value, Outer)


@pytest.mark.parametrize("kind", KINDS)
@given(value=VALUES)
@settings(max_examples=80, deadline=None)
def test_bodies_of_every_shape_are_judged_like_the_framework_judges_them(kind: Any, value: object) -> None:
    check_judged(value, kind)


@pytest.mark.parametrize(
    ("value", "most"),
    [
        ({"word": "abcd"}, 3),
        ({"word": "a", "rows": ["a", "b", "c"]}, 2),
        ({"word": "a", "rows": ["a", "bb"]}, 1),
        ({"word": "a", "table": {"abc": "a"}}, 2),
        ({"word": "a", "table": {"ab": "ab"}}, 1),
        ({"word": "a", "clock": {"type": "inner", "short": "abc"}}, 2),
        ({"word": "a", "either": "abc"}, 2),
        ({"word": "a", "either": {"short": "abc"}}, 2),
        ({"word": "a", "either": {"type": "inner", "short": "abc"}}, 2),
        ({"word": "a", "either": {"type": "other", "short": "abc"}}, None),
        ({"open": "no!", "word": "abcd"}, None),
        ({"word": "a", "table": {"a": "a", "b": "a", "c": "a"}}, None),
        ({"nothing": 1, "word": "abcd"}, None),
        ({"rows": ["a"]}, None),
    ],
)
def test_what_is_too_long_says_how_long_it_may_be(value: object, most: int | None) -> None:
    found = first_fault(value, Outer)
    assert found is not None
    assert found.as_json() == (
        WRONG_FORM.as_json() if most is None else {"reason": "too_long", "facts": {"most": most}}
    )
    check_judged(value, Outer)
