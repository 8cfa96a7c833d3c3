"""Boards as data: VE-2."""

from __future__ import annotations

import copy
import json
import xml.dom.minidom
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from games.vediic.arrange import COLORS, Json, position
from marks import clause
from orrery.core.clause import BadPosition
from orrery.core.data import DataFault
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.core.records import BadRecord, from_record, to_record
from orrery.games.vediic import GAME
from orrery.games.vediic.board import Board, parse_board
from orrery.games.vediic.boards import BOARDS, board_named, register_board, standard
from orrery.games.vediic.game import Vediic
from orrery.games.vediic.svg import draw

BOARD = standard()
SOURCE = BOARD.source


def near(id: str) -> set[str]:
    return {BOARD.ids[other] for other in BOARD.neighbours[BOARD.index[id]]}


@clause("VE-2.1")
def test_twelve_houses_form_the_chart_and_the_house_after_12_is_1() -> None:
    assert [row["house"] for row in SOURCE["houses"]] == list(range(1, 13))
    shapes = {row["house"]: row["shape"] for row in SOURCE["houses"]}
    assert {house for house, shape in shapes.items() if shape == "square"} == {1, 4, 7, 10}
    # Anti-clockwise with y downwards: from the top to the left, to the bottom, to the right.
    centres = {row["house"]: row["centre"] for row in SOURCE["houses"]}
    assert centres[1][1] < centres[4][1] < centres[7][1] and centres[4][0] < centres[1][0] < centres[10][0]


@clause("VE-2.2")
def test_circles_lie_on_vertices_and_segments_and_48_paths_join_them() -> None:
    assert BOARD.ids == [f"c{i:02}" for i in range(37)]
    assert sum(len(row) for row in BOARD.neighbours) == 2 * 48
    kinds = {row["id"]: row["kind"] for row in SOURCE["circles"]}
    assert Counter(kinds.values()) == {"vertex": 13, "segment": 24}
    for id, kind in kinds.items():
        assert all(kinds[other] != kind for other in near(id)), "a path joins a vertex and a segment"
        assert kind == "vertex" or len(near(id)) == 2
    places = [(y, x) for x, y in BOARD.places]
    assert places == sorted(places), "in reading order"


@clause("VE-2.3")
def test_each_house_has_a_coloured_tile_at_each_of_its_corners() -> None:
    for row in SOURCE["houses"]:
        assert len(row["tiles"]) == (4 if row["shape"] == "square" else 3) == len(row["polygon"])
        assert len({tile["color"] for tile in row["tiles"]}) == len(row["tiles"])
    assert len(BOARD.tiles) == 40


@clause("VE-2.4")
def test_a_tile_touches_its_corner_and_the_middles_of_the_two_sides_there() -> None:
    for row in SOURCE["houses"]:
        corners = {tile["corner"] for tile in row["tiles"]}
        for tile in row["tiles"]:
            sides = {id for id in near(tile["corner"]) if near(id) <= corners}
            assert len(sides) == 2 and set(tile["circles"]) == sides | {tile["corner"]}
    for circle in range(37):
        colors = [tile.color for tile in BOARD.tiles if circle in tile.circles]
        assert 2 <= len(colors) <= 4 and len(set(colors)) == len(colors)


@clause("VE-2.5")
def test_seven_houses_carry_the_r_of_a_colour() -> None:
    found = {row["retrograde"]: row["house"] for row in SOURCE["houses"] if row["retrograde"]}
    assert found == {"yellow": 12, "purple": 8, "orange": 5, "blue": 3, "green": 10, "red": 1, "gray": 6}
    assert [found[color] for color in COLORS] == BOARD.retrograde


TABLE = """
1 purple c02 yellow c10 green c18 gray c11
2 green c00 blue c10 orange c02
3 yellow c00 gray c17 red c10
4 blue c17 yellow c25 purple c18 orange c10
5 green c17 gray c32 purple c25
6 orange c32 blue c34 red c25
7 gray c18 green c25 purple c34 yellow c26
8 red c34 blue c36 orange c26
9 green c36 yellow c19 gray c26
10 purple c11 orange c18 red c26 blue c19
11 yellow c04 green c11 gray c19
12 blue c02 red c11 orange c04
"""


@clause("VE-2.6")
def test_the_tiles_of_kundli_1_are_those_of_the_rules() -> None:
    for row, line in zip(SOURCE["houses"], TABLE.strip().splitlines(), strict=True):
        told = [word for tile in row["tiles"] for word in (tile["color"], tile["corner"])]
        assert [str(row["house"]), *told] == line.split()


FACTS = {
    "yellow": ([2, 1, 3, 2, 2, 2], 6, 18, 12, 0.456),
    "purple": ([3, 1, 2, 3, 3], 5, 15, 13, 0.439),
    "orange": ([2, 2, 2, 2, 2, 2], 6, 18, 12, 0.474),
    "blue": ([2, 2, 2, 2, 2, 2], 6, 18, 10, 0.474),
    "green": ([1, 3, 2, 2, 2, 2], 6, 18, 12, 0.456),
    "red": ([3, 2, 2, 2, 3], 5, 15, 13, 0.439),
    "gray": ([2, 2, 2, 2, 2, 2], 6, 18, 12, 0.474),
}


@clause("VE-2.7")
@pytest.mark.parametrize("color", COLORS)
def test_the_facts_of_kundli_1_hold(color: str) -> None:
    gaps, tiles, circles, inner, rate = FACTS[color]
    index = COLORS.index(color)
    houses = sorted(tile.house for tile in BOARD.tiles if tile.color == index)
    assert sorted((b - a) % 12 or 12 for a, b in zip(houses, [*houses[1:], houses[0]], strict=True)) == sorted(gaps)
    assert len(houses) == tiles
    touched = BOARD.members(BOARD.everywhere[index])
    assert len(touched) == circles
    assert sum(sum(c in tile.circles for tile in BOARD.tiles) == 4 for c in touched) == inner
    entered = sum(Fraction(min((house - BOARD.retrograde[index]) % 12, 6), 6) for house in houses)
    assert round(float(entered / Fraction(19, 2)), 3) == rate


# --- board files of designers -----------------------------------------------------------------------------------------


def changed(change: Any) -> Json:
    """A copy of the board file, changed, under another name."""
    source = copy.deepcopy(SOURCE)
    source["name"] = "mine"
    change(source)
    return source


def without(key: str) -> Any:
    def change(source: Json) -> None:
        del source[key]

    return change


def set_at(path: str, value: Any) -> Any:
    """A change that puts a value at a place such as circles.0.id."""

    def change(source: Json) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        place: Any = source
        for part in way:
            place = place[part]
        place[last] = value

    return change


def fewer_circles(source: Json) -> None:
    source["circles"] = source["circles"][:13]


BAD_FILES: list[tuple[Any, str]] = [
    (without("circles"), "the field circles is missing"),
    (without("name"), "the field name is missing"),
    (set_at("name", "My Board"), "is no name"),
    (set_at("game", "chess"), "is not one of vediic"),
    (set_at("wings", 1), "is unknown"),
    (fewer_circles, "there are 13; the pawns of seven players need 14"),
    (set_at("circles.3.id", "c00"), r"circles\[3\].id: c00 stands there twice"),
    (set_at("circles.3.id", "promoted"), "is no id"),
    (set_at("circles.3.x", "left"), r"circles\[3\].x"),
    (
        set_at("circles.0.neighbours", ["c01", "c05", "c99"]),
        r'neighbours\[2\]: a path leads to "c99", which is no circle',
    ),
    (set_at("circles.0.neighbours", ["c01", "c05"]), "c09 has the neighbour c00, but c00 has not the neighbour c09"),
    (set_at("circles.0.neighbours", ["c01", "c05", "c09", "c00"]), "from c00 to itself"),
    (set_at("circles.0.neighbours", ["c01", "c01", "c05", "c09"]), "c01 stands there twice"),
    (set_at("circles.0.tiles", []), "the tiles touching c00 are: green of house 2, yellow of house 3"),
    (set_at("houses.2.tiles.0.circles", []), "the yellow tile of house 3 touches no circle"),
    (set_at("houses.2.tiles.0.circles", ["c00", "c77"]), 'the tile touches "c77"'),
    (set_at("houses.2.tiles.0.color", "pink"), "is not one of yellow"),
    (set_at("houses.2.tiles.0.corner", "c36"), "is not among the circles of the tile"),
    (set_at("houses.2.tiles.0.polygon", [[0, 0], [1, 1]]), "at least three points"),
    (set_at("houses.2.tiles.0.polygon", [[0, 0], [1, 1], [1]]), r"is not \[x, y\]"),
    (set_at("houses.2.retrograde", None), "no house carries the R of blue"),
    (set_at("houses.1.retrograde", "red"), "the R of red stands in house 1 already"),
    (set_at("houses.1.house", 3), r"houses\[1\].house"),
    (set_at("houses", []), "there are 0 houses; a chart has 12"),
    (set_at("retrograde.red", 2), "by the houses it is 1"),
    (set_at("ring", list(range(12, 0, -1))), "1 to 12 in this order"),
    (set_at("colors", ["red"]), "the colours are yellow"),
]


@pytest.mark.parametrize(("change", "text"), BAD_FILES)
def test_a_bad_board_file_is_refused_with_what_is_wrong_and_where(change: Any, text: str) -> None:
    with pytest.raises(DataFault, match=text):
        parse_board(json.dumps(changed(change)), "mine.json")


def test_a_board_that_falls_apart_is_refused() -> None:
    def cut(source: Json) -> None:
        for row in source["circles"]:
            row["neighbours"] = [id for id in row["neighbours"] if "c00" not in (id, row["id"])]

    with pytest.raises(DataFault, match="no path leads from c00 to c01"):
        parse_board(json.dumps(changed(cut)), "mine.json")


def test_a_colour_without_tiles_is_refused() -> None:
    def recolour(source: Json) -> None:
        for row in source["circles"]:
            del row["tiles"]
        for house in source["houses"]:
            for tile in house["tiles"]:
                if tile["color"] == "red":
                    tile["color"] = "gray"

    with pytest.raises(DataFault, match="no tile is red"):
        parse_board(json.dumps(changed(recolour)), "mine.json")


@pytest.mark.parametrize("text", ["", "[]", "{", "null", '{"name": NaN}'])
def test_what_is_no_board_file_is_refused(text: str) -> None:
    with pytest.raises(DataFault, match=r"mine\.json"):
        parse_board(text, "mine.json")


def small(name: str = "mine") -> Board:
    """A board with the facts only: no drawing, nothing twice; one path more than kundli-1."""

    def reduce(source: Json) -> None:
        for key in ("planets", "retrograde", "ring", "direction", "colors"):
            del source[key]
        for row in source["circles"]:
            for key in ("kind", "tiles"):
                del row[key]
        source["circles"][0]["neighbours"].append("c36")
        source["circles"][36]["neighbours"].append("c00")
        for house in source["houses"]:
            for key in ("shape", "polygon", "central", "centre"):
                del house[key]
            for tile in house["tiles"]:
                del tile["polygon"], tile["corner"]
        source["name"] = name

    return parse_board(json.dumps(changed(reduce)), "mine.json")


@pytest.fixture(autouse=True)
def only_our_boards() -> Iterator[None]:
    """Boards that a test makes known are forgotten after it."""
    yield
    for name in set(BOARDS) - {"kundli-1"}:
        del BOARDS[name]


def test_a_board_of_ones_own_is_played_on_and_embedded_in_records() -> None:
    game = Vediic(small("joined"))
    match = Match.new(game, {"players": 2, "order": "seat0", "max_rounds": 2}, 1)
    dice = Fate(1)
    while match.to_act() is not None:
        if match.position()["phase"] == "place" and "put c00" in match.actions():
            match.act("put c00")
        elif "move 0 c36" in match.actions():
            match.act("move 0 c36")
        else:
            match.act(dice.pick(match.actions()))
    assert any(entry.word == "move 0 c36" for entry in match.line), "the new path is walked"
    record = json.loads(json.dumps(to_record(match)))
    assert record["start"]["board"]["circles"][0]["neighbours"][-1] == "c36"
    del BOARDS["joined"]
    assert from_record(GAME, record).hash() == match.hash()
    assert board_named("joined") is not None, "the record brought its board"


@clause("VE-11.3")
def test_where_two_ways_lead_to_a_circle_one_free_way_is_enough() -> None:
    """On kundli-1 no two circles are joined by two ways of two steps; here c00 and c17 are, through c05 and c09."""

    def join(source: Json) -> None:
        source["name"] = "two-ways"
        source["circles"][5]["neighbours"].append("c17")
        source["circles"][17]["neighbours"].append("c05")

    register_board(Board(changed(join)))
    for others, free in (("c09 c36", True), ("c05 c36", True), ("c05 c09", False)):
        match = Match.load(GAME, position(["red c00 promoted", f"blue {others}"], board="two-ways"))
        assert ("move 0 c17" in match.actions()) == (match.why_not("move 0 c17") is None) == free


def test_our_board_is_named_in_records_and_another_hash_is_refused() -> None:
    match = Match.new(GAME, {"players": 2}, 1)
    record = to_record(match)
    assert record["start"]["board"] == {"name": "kundli-1", "version": 1, "hash": BOARD.hash}
    record["start"]["board"]["hash"] = "0" * 64
    with pytest.raises(BadRecord, match="with that hash is not here"):
        from_record(GAME, record)
    with pytest.raises(BadPosition):
        GAME.load(match.position() | {"board": "nowhere"}, Fate())


def test_two_boards_cannot_have_one_name() -> None:
    other = changed(set_at("version", 2)) | {"name": "kundli-1"}
    with pytest.raises(DataFault, match="another board named kundli-1"):
        register_board(Board(other))
    assert register_board(Board(copy.deepcopy(SOURCE))) is BOARD


def test_a_board_is_drawn_as_svg_with_every_circle_house_and_path() -> None:
    drawing = xml.dom.minidom.parseString(draw(BOARD))
    texts = [node.firstChild.nodeValue for node in drawing.getElementsByTagName("text") if node.firstChild]
    assert set(BOARD.ids) <= set(texts) and {str(house) for house in range(1, 13)} <= set(texts)
    assert texts.count("R") == 7
    tiles = [tile["color"] for house in SOURCE["houses"] for tile in house["tiles"]]
    for color, letters in (("yellow", "Ye"), ("gray", "Gy")):
        assert texts.count(letters) == tiles.count(color) + 1, "in each of its tiles, and beside its R"
    assert len(drawing.getElementsByTagName("line")) == 48
    assert len(drawing.getElementsByTagName("polygon")) == 52
    bare = xml.dom.minidom.parseString(draw(small("bare")))
    assert len(bare.getElementsByTagName("line")) == 49 and not bare.getElementsByTagName("polygon")
