"""Shapes: a fault names the place and what would be right; and conformance holds views and events against them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NewType, NotRequired, TypedDict

import pytest

from orrery.core.conformance import Broken, check_game
from orrery.core.guide import Guide
from orrery.core.shapes import OPEN, BadShape, Shape, Shapes, fault_in, fields_of
from toys.high_card import HighCard

Uid = NewType("Uid", int)
_From = TypedDict("_From", {"from": int})


class Piece(_From):
    """A piece, perhaps with others below it."""

    uid: Uid
    color: Literal["red", "blue"]
    below: NotRequired[Annotated[list[Piece], "What lies below."]]


class Effect(TypedDict):
    """Data in a language of its own."""

    do: str


PIECE = {"from": 1, "uid": 7, "color": "red"}


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        ("a", str),
        (1, int),
        (1, float),
        (0.5, float),
        (False, bool),
        (None, None),
        (None, int | None),
        ([1, 2], list[int]),
        ([], list[int]),
        ([1, "a"], tuple[int, str]),
        ({"a": 1}, dict[str, int]),
        ({"red": 1}, dict[Literal["red", "blue"], int]),
        (2, Literal[1, 2]),
        (3, int | list[str]),
        (["a"], int | list[str]),
        ({"x": [object()]}, Any),
        (PIECE, Piece),
        ({**PIECE, "below": [{**PIECE, "below": []}]}, Piece),
        ({"do": "draw", "n": 2}, Annotated[Effect, OPEN]),
    ],
)
def test_a_value_of_the_right_shape_has_no_fault(value: object, shape: Shape) -> None:
    assert fault_in(value, shape) is None


@pytest.mark.parametrize(
    ("value", "shape", "fault"),
    [
        (1, str, "at: 1 is not a string"),
        ("1", int, 'at: "1" is not an integer'),
        (True, int, "at: true is not an integer"),
        (1.0, int, "at: 1.0 is not an integer"),
        (True, float, "at: true is not a number"),
        (0, bool, "at: 0 is not true or false"),
        (0, None, "at: 0 is not null"),
        (None, list[int], "at: null is not a list"),
        ((1, 2), list[int], "at: [1, 2] is not a list"),
        ([1, None], list[int], "at[1]: null is not an integer"),
        ([1], tuple[int, int], "at: [1] is not a list of 2"),
        ([1, "a"], tuple[int, int], 'at[1]: "a" is not an integer'),
        ([], dict[str, int], "at: [] is not an object"),
        ({"a": "b"}, dict[str, int], 'at.a: "b" is not an integer'),
        ({1: 2}, dict[str, int], "at: the key 1 is not a string"),
        ({"green": 1}, dict[Literal["red"], int], 'at: the key "green" is not "red"'),
        ("green", Literal["red", "blue"], 'at: "green" is not one of "red", "blue"'),
        (True, Literal[1, 2], "at: true is not one of 1, 2"),
        ("a", int | list[str], 'at: "a" is not an integer or a list'),
        ([1], int | list[str], "at[0]: 1 is not a string"),
        (None, Piece, "at: null is not an object Piece"),
        ({**PIECE, "size": 1}, Piece, "at.size: Piece has no such key, only from, uid, color, below"),
        ({"from": 1, "color": "red"}, Piece, "at.uid: Piece needs it, an integer"),
        ({**PIECE, "below": [{**PIECE, "color": 5}]}, Piece, 'at.below[0].color: 5 is not one of "red", "blue"'),
        ({"do": "draw", "n": 2}, Effect, "at.n: Effect has no such key, only do"),
        ({"n": 2}, Annotated[Effect, OPEN], "at.do: Effect needs it, a string"),
        ({"uid": 7, "color": "red", "from": None}, Piece | None, "at.from: null is not an integer"),
        ({}, Piece | Effect, "at: {} is not an object Piece or an object Effect"),
    ],
)
def test_a_fault_names_the_place_and_what_would_be_right(value: object, shape: Shape, fault: str) -> None:
    assert fault_in(value, shape, "at") == fault


def test_a_field_has_its_words_and_says_whether_it_is_needed() -> None:
    fields = fields_of(Piece)
    assert list(fields) == ["from", "uid", "color", "below"]
    assert fields["uid"].needed and not fields["below"].needed
    assert fields["below"].words == "What lies below." and fields["uid"].words == ""


@pytest.mark.parametrize("shape", [set[int], dict[int, int], tuple[int, ...], bytes])
def test_a_type_that_json_does_not_have_is_no_shape(shape: Shape) -> None:
    with pytest.raises(BadShape, match="is no shape"):
        fault_in([], shape)


def test_events_need_a_name_each_and_no_name_twice() -> None:
    with pytest.raises(BadShape, match="a field event"):
        Shapes(Piece, [Effect])
    with pytest.raises(BadShape, match="two shapes are for the event played"):
        Shapes(CardView, [CardPlayed, NamelessDie])


def test_an_answer_is_checked_where_its_shape_is_declared() -> None:
    shapes = Shapes(CardView, [CardPlayed], {"score": Effect})
    assert shapes.fault_in_answer("score", {"do": 1}) == "score.do: 1 is not a string"
    assert shapes.fault_in_answer("score", {"do": "a"}) is None
    assert shapes.fault_in_answer("forecast", 5) is None


class CardView(TypedDict):
    """The view of High Card."""

    game: Literal["high_card"]
    version: int
    to_act: int | None
    sums: list[int]
    taken: int
    hands: list[int | list[int]]
    fate: None


class CardPlayed(TypedDict):
    """A card was played or a die thrown."""

    event: Literal["played"]
    seat: int
    card: int | None
    face: int | None


class OpenHands(CardView):
    """A view with a key that the game does not show."""

    peek: list[int]


class WordHands(TypedDict):
    """A view whose hands are words, which they are not."""

    game: str
    version: int
    to_act: int | None
    sums: list[int]
    taken: int
    hands: list[int | list[str]]
    fate: None


class NamelessDie(TypedDict):
    """An event that always names a card, which a die does not."""

    event: Literal["played"]
    seat: int
    card: int
    face: int | None


class OtherEvent(TypedDict):
    """An event that the game does not have."""

    event: Literal["dealt"]
    seat: int


class _Shaped(HighCard):
    """High Card with shapes."""

    def __init__(self, shapes: Shapes) -> None:
        super().__init__()
        self.shapes = shapes

    def guide(self) -> Guide:
        return _ShapedGuide(self)


class _ShapedGuide(Guide):
    def shapes(self) -> Shapes:
        assert isinstance(self.game, _Shaped)
        return self.game.shapes


def test_a_strangers_game_may_declare_shapes_or_none() -> None:
    assert check_game(HighCard(), matches=1, package_texts=False).shapes == 0
    shaped = _Shaped(Shapes(CardView, [CardPlayed]))
    assert check_game(shaped, matches=2, package_texts=False).shapes > 0


@pytest.mark.parametrize(
    ("shapes", "fault"),
    [
        (Shapes(OpenHands, [CardPlayed]), "the view of seat None .* view.peek: OpenHands needs it, a list"),
        (Shapes(WordHands, [CardPlayed]), r"view.hands\[0\]\[0\]: \d+ is not a string"),
        (Shapes(CardView, [NamelessDie]), "an event fits .* played.card: null is not an integer"),
        (Shapes(CardView, [OtherEvent]), "an event fits .* has no event of these: dealt"),
    ],
)
def test_a_view_or_event_of_another_shape_is_found(shapes: Shapes, fault: str) -> None:
    with pytest.raises(Broken, match=fault):
        check_game(_Shaped(shapes), matches=10, density=1, package_texts=False)
