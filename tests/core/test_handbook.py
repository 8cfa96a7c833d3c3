"""The reader of handbooks: a figure that says what the engine does not do is refused, with the place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from orrery.core.data import DataFault, Fields, parse_toml
from orrery.core.game import Game
from orrery.core.handbook import Figure, Handbook, difference, filled, handbook, play_figure, read_file
from orrery.games import game_named


def the_game() -> Game:
    game = game_named("space_editor")
    assert game is not None
    return game


def the_book() -> Handbook:
    found = handbook(the_game())
    assert found is not None
    return found


def changed(name: str, step: int, **fields: Any) -> Figure:
    """A figure of the book with other words at one of its steps; None takes a field away."""
    text = read_file(the_game().package, "handbook.toml")
    assert text is not None
    data = parse_toml(text, "handbook.toml")
    row = copy.deepcopy(next(row for row in data["figure"] if row["name"] == name))
    row["step"][step].update({key: value for key, value in fields.items() if value is not None})
    for key in [key for key, value in fields.items() if value is None]:
        row["step"][step].pop(key)
    return Figure(Fields(row, name), data["position"])


WRONG: list[tuple[str, int, dict[str, Any], str]] = [
    ("nuclear", 1, {"act": "place 061 0,-1 r1"}, "place 061 0,-1 r1 is refused: does_not_connect"),
    ("nuclear", 1, {"events": [{"event": "turned_down", "rules": ["gg"]}]}, "no event .* came of place 061"),
    ("nuclear", 1, {"events": [{"event": "turned_down"}, {"event": "placed"}]}, "not in this order"),
    ("nuclear", 1, {"never": ["turned_down"]}, "should not bring about turned_down"),
    ("nuclear", 1, {"score": {"seats": {"1": {"score": 5}}}}, "score.seats.1.score is 0, not 5"),
    ("nuclear", 1, {"view": {"board": {"7": {}}}}, "view.board: there is no 7"),
    ("deadly", 1, {"code": "does_not_connect"}, "is refused as would_fall, not as does_not_connect"),
    ("deadly", 1, {"try": "place 058 0,1 r0"}, "is allowed; the figure says that it is refused"),
    ("pair", 1, {"say": {"en": "{= score.seats.9.score}", "ja": "x"}}, "nothing is called '9' there"),
    ("pair", 1, {"say": {"en": "{card 999}", "ja": "x"}}, "there is no such card"),
]


@pytest.mark.parametrize(("name", "step", "fields", "fault"), WRONG)
def test_a_figure_that_says_something_else_than_happens_is_refused(
    name: str, step: int, fields: dict[str, Any], fault: str
) -> None:
    assert play_figure(the_book(), changed(name, step))
    with pytest.raises(DataFault, match=fault):
        play_figure(the_book(), changed(name, step, **fields))


@pytest.mark.parametrize(
    ("name", "step", "fields", "fault"),
    [
        ("nuclear", 1, {"events": None, "score": None}, "what must come of it"),
        ("deadly", 1, {"code": None}, "needs the code of its refusal"),
        ("nuclear", 0, {"act": "pass", "events": [{}]}, "no action"),
        ("nuclear", 1, {"says": "x"}, "unknown"),
    ],
)
def test_a_figure_is_read_strictly(name: str, step: int, fields: dict[str, Any], fault: str) -> None:
    with pytest.raises(DataFault, match=fault):
        changed(name, step, **fields)


def test_a_seat_sees_in_a_figure_what_it_would_see_at_the_table() -> None:
    book = the_book()
    own = play_figure(book, book.figures["turn"])[1]
    assert own.view["hands"][0] == ["046", "047"] and own.view["hands"][1] == 2
    open_to_all = play_figure(book, book.figures["pair"])[0]
    assert open_to_all.view["hands"] == [1, 1]


def test_the_cards_that_figures_are_made_for_are_named() -> None:
    book = copy.copy(the_book())
    book.set = "another"
    with pytest.raises(DataFault, match="made for the cards of another; here are those of first_light"):
        play_figure(book, book.figures["pair"])


def test_a_text_takes_numbers_from_the_data_and_only_numbers() -> None:
    facts = {"cards": {"x": {"vp": -3, "sides": ["n7", "-"]}}}
    assert filled("{= cards.x.vp} and {= cards.x.sides.0}", the_game(), "en", facts) == "−3 and 7"
    for path in ("cards.x", "cards.x.sides.1", "cards.y"):
        with pytest.raises(DataFault):
            filled(f"{{= {path}}}", the_game(), "en", facts)


def test_only_what_is_named_is_compared() -> None:
    there = {"a": [{"b": 1, "c": 2}], "d": [1, 2]}
    assert difference({"a": {"0": {"b": 1}}, "d": [1, 2]}, there, "x") == ""
    assert difference({"d": [2, 1]}, there, "x") == "x.d is [1, 2], not [2, 1]"
